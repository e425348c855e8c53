"""What a reader takes home: the wheel holds the package and its data, the zip all of the source."""

import importlib.util
import re
import subprocess
import sys
import zipfile
from types import SimpleNamespace

import pytest
from IPython.core.inputtransformer2 import TransformerManager

from tests.book.chapters import BOOK, CHAPTERS
from tools.site import take_home

sys.path.append(str(take_home.ROOT / "_ext"))

from publishing.notebooks import install_cell


@pytest.fixture(scope="module")
def taken(tmp_path_factory):
    """The folder into which the build writes them."""
    folder = tmp_path_factory.mktemp("home")
    take_home.write_all(folder)
    return folder


def names(path):
    with zipfile.ZipFile(path) as packed:
        return set(packed.namelist())


def test_the_wheel_holds_the_package_and_its_data(taken):
    tracked = take_home.files_to_take(take_home.ROOT)
    held = names(taken / take_home.WHEEL)
    assert {name for name in held if ".dist-info/" not in name} == {
        name for name in tracked if name.startswith("mlbook/")
    }
    assert {name for name in names(taken / take_home.CHECKER) if ".dist-info/" not in name} == {
        name.removeprefix("texproof/src/") for name in tracked if name.startswith("texproof/src/")
    }
    assert "mlbook/py.typed" in held  # its types are for those who install it
    assert "mlbook/data/newton_xgboost.json" in held and "mlbook/data/numpy_docs.txt" in held


def test_the_package_runs_from_its_wheel_and_finds_what_is_stored(taken, tmp_path):
    wheels = [str(taken / name) for name in (take_home.WHEEL, take_home.CHECKER)]
    prepare = f"import sys; sys.path[:0] = {wheels}; import mlbook, texproof; "
    show = "print(mlbook.__file__, texproof.__file__)"
    run = subprocess.run(
        [sys.executable, "-c", prepare + show], cwd=tmp_path, capture_output=True, text=True
    )
    assert take_home.WHEEL in run.stdout and take_home.CHECKER in run.stdout, run.stderr


def test_the_parts_that_a_notebook_asks_for_are_parts_of_the_wheel(taken):
    with zipfile.ZipFile(taken / take_home.WHEEL) as packed:
        (about,) = (name for name in packed.namelist() if name.endswith("METADATA"))
        parts = re.findall(r"^Provides-Extra: (.+)$", packed.read(about).decode(), re.M)
    for chapter in CHAPTERS:
        line = install_cell([cell.source for cell in chapter.code], "")
        assert {*re.search(r"mlbook\[(.+)\]", line)[1].split(",")} <= {*parts}


def test_the_zip_unpacks_to_what_make_needs_and_packs_itself_again(taken, tmp_path):
    with zipfile.ZipFile(taken / take_home.SOURCE) as packed:
        packed.extractall(tmp_path)
    tree = tmp_path / "mlbook"  # no clone: what git tracks is what it does not ignore
    assert {"Makefile", "requirements.txt", "_config.yml", "_ext/package-lock.json"} <= {
        *take_home.files_to_take(tree)
    }
    (tree / "_build").mkdir()
    (tree / "_build" / "page.html").write_text("made")
    assert take_home.files_to_take(tree) == take_home.files_to_take(take_home.ROOT)
    plan = subprocess.run(["make", "--dry-run", "book"], cwd=tree, capture_output=True, text=True)
    assert "python -m tools.site pages" in plan.stdout, plan.stderr


def test_the_same_source_is_the_same_bytes(taken, tmp_path):
    take_home.write_all(tmp_path)
    for name in (take_home.WHEEL, take_home.CHECKER, take_home.SOURCE):
        assert (tmp_path / name).read_bytes() == (taken / name).read_bytes()


def test_they_are_light(taken):
    assert (taken / take_home.WHEEL).stat().st_size < 1_000_000
    assert (taken / take_home.SOURCE).stat().st_size < 8_900_000  # six of it are stored outputs


def test_a_notebook_asks_for_what_its_chapter_runs():
    cells = {
        name: install_cell([cell.source for cell in chapter.code], "https://here/book")
        for name, chapter in BOOK.chapters.items()
    }
    assert f"progress] @ {{pages}}/{take_home.WHEEL}" in cells["pca"]
    assert 'pages = "https://here/book"' in cells["pca"]
    assert ",xgboost]" in cells["case_study"] and ",xgboost,dask]" in cells["production"]
    assert len([cell for cell in cells.values() if "progress]" in cell]) == len(cells) - 2


@pytest.fixture
def first_cell(monkeypatch):
    """Runs the first cell of a notebook; gives the magics that it called."""

    def run(pages, installed):
        called = []
        magic = SimpleNamespace(run_line_magic=lambda *call: called.append(call))
        monkeypatch.setattr(importlib.util, "find_spec", lambda name: installed or None)
        source = TransformerManager().transform_cell(install_cell(["import numpy"], pages))
        exec(source, {"get_ipython": lambda: magic})
        return called

    return run


def test_with_an_address_the_first_cell_installs_whatever_is_there(first_cell):
    for installed in (False, True):  # which may lack what this chapter needs
        ((name, requirements),) = first_cell("https://here/book", installed)
        assert name == "pip" and f'progress] @ {{pages}}/{take_home.WHEEL}" ' in requirements
        assert requirements.endswith(f'"texproof @ {{pages}}/{take_home.CHECKER}"')


def test_without_an_address_the_package_that_is_installed_serves(first_cell):
    assert first_cell("", installed=True) == []


def test_without_an_address_and_a_package_the_first_cell_names_the_likely_cause(first_cell):
    with pytest.raises(ModuleNotFoundError, match="because they were built without an address"):
        first_cell("", installed=False)
