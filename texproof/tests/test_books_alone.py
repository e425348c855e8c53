"""The language without the book: from the wheel, with SymPy and NumPy and nothing else."""

import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

HOME = Path(__file__).parents[1]

# What is not listed cannot be imported, as on a machine where it is not installed.
ALONE = r"""
import sys

class Nothing:
    def find_spec(self, name, path=None, target=None):
        top = name.split(".")[0]
        if top not in {"texproof", "numpy", "sympy", "mpmath"} and top not in sys.stdlib_module_names:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Nothing())
sys.path.insert(0, sys.argv.pop(1))
from texproof.books.command import main
status = main(sys.argv[1:])
import texproof
assert texproof.__file__.startswith(sys.path[0]), texproof.__file__
sys.exit(status)
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel of the checker, unpacked."""
    source, made, home = (tmp_path_factory.mktemp(name) for name in ("source", "dist", "home"))
    shutil.copytree(HOME, source, dirs_exist_ok=True)
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*command, "--wheel-dir", str(made), str(source)], check=True)
    (path,) = made.glob("texproof-*.whl")
    zipfile.ZipFile(path).extractall(home)
    return home


def run(home, *arguments):
    """What the command line says from the wheel."""
    command = [sys.executable, "-I", "-c", ALONE, str(home), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_pages_are_checked_with_sympy_and_numpy_alone(wheel):
    done = run(wheel, "check", *(HOME / "examples" / "other_book").glob("*.md"))
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("✓ exact") >= 4


def test_what_is_not_listed_cannot_be_imported(wheel):
    blocked = ALONE.replace("from texproof.books.command import main", "import matplotlib")
    command = [sys.executable, "-I", "-c", blocked, str(wheel)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "No module named 'matplotlib'" in done.stderr


def test_the_wheel_asks_for_numpy_and_sympy_alone(wheel):
    (told,) = wheel.glob("texproof-*.dist-info/METADATA")
    asked = re.findall(r"^Requires-Dist: (\w+)(?!.*extra ==)", told.read_text("utf8"), re.M)
    assert sorted(asked) == ["numpy", "sympy"]
