"""What a reader takes home of the book: the wheels of its two packages, and its source.

    python -m tools.site.take_home FOLDER      writes mlbook-2.0-py3-none-any.whl,
                                          texproof-0.1-py3-none-any.whl and mlbook-source.zip

The same source is the same bytes, on every machine: one order, one date, one set of permissions.
"""

import fnmatch
import os
import subprocess
import sys
import tempfile
import tomllib
import zipfile
from pathlib import Path

from tools.book import ROOT
from tools.git import tracked_files

PARTS = {  # of each wheel
    "mlbook": ("mlbook/", "pyproject.toml", "README.md", "LICENSE"),
    "texproof": ("texproof/src/", "texproof/pyproject.toml", "texproof/README.md"),
}
SOURCE = "mlbook-source.zip"
BACKEND = "import sys; from setuptools import build_meta; build_meta.build_wheel(sys.argv[1])"


def files_to_take(root):
    """What git tracks of a folder; in a folder that is no clone, what git would not ignore."""
    names = tracked_files(root)
    if names is None:
        names = [*files_not_ignored(root, [".git", *ignored_patterns(root)])]
    return sorted(name for name in names if (root / name).is_file())


def ignored_patterns(root):
    """The lines of `.gitignore` that name something."""
    lines = (root / ".gitignore").read_text("utf8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def files_not_ignored(root, patterns, folder=""):
    """The files below a folder that no pattern names; those of this book are folders and names."""
    for entry in os.scandir(root / folder):
        name = folder + entry.name
        if any(is_ignored_by(pattern, name) for pattern in patterns):
            continue
        if entry.is_dir():
            yield from files_not_ignored(root, patterns, f"{name}/")
        else:
            yield name


def is_ignored_by(pattern, name):
    """Whether a line of `.gitignore` names a path: from the top with a stroke before it."""
    wanted = pattern.removesuffix("/")
    if wanted.startswith("/"):
        return name == wanted[1:]
    return fnmatch.fnmatchcase(name.rpartition("/")[2], wanted)


def write_source(target, root=ROOT):
    """Write the source as a zip."""
    with zipfile.ZipFile(target, "w") as packed:
        for name in files_to_take(root):
            about = zipfile.ZipInfo(f"mlbook/{name}")
            runs = (root / name).stat().st_mode & 0o100
            about.create_system, about.external_attr = 3, (0o100755 if runs else 0o100644) << 16
            packed.writestr(about, (root / name).read_bytes(), zipfile.ZIP_DEFLATED, 9)


def file_of(package):
    """The name of the wheel of a package."""
    about = ROOT / ("" if package == "mlbook" else package) / "pyproject.toml"
    version = tomllib.loads(about.read_text("utf8"))["project"]["version"]
    return f"{package}-{version}-py3-none-any.whl"


WHEEL, CHECKER = map(file_of, PARTS)


def write_wheel(package, folder, root=ROOT):
    """Write the wheel of a package, made of a copy so that nothing of the making stays."""
    with tempfile.TemporaryDirectory() as place:
        for name in files_to_take(root):
            if name.startswith(PARTS[package]):
                copy = Path(place) / name
                copy.parent.mkdir(parents=True, exist_ok=True)
                copy.write_bytes((root / name).read_bytes())
                copy.chmod(0o644)
        subprocess.run(
            [sys.executable, "-c", BACKEND, folder.resolve()],
            cwd=Path(place, "" if package == "mlbook" else package),
            env={**os.environ, "SOURCE_DATE_EPOCH": "315532800"},  # the first date of a zip, 1980
            capture_output=True,
            check=True,
        )


def write_all(folder, root=ROOT):
    """Write all into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for package in PARTS:
        write_wheel(package, folder, root)
    write_source(folder / SOURCE, root)


if __name__ == "__main__":
    write_all(Path(sys.argv[1]))
