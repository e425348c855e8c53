"""A chapter that make new begins runs as it is, proves what it says, and is named where it must be."""

import contextlib
import importlib
import shutil
import subprocess
import sys

import matplotlib
import nbformat
import pytest

import mlbook
from tests.book import test_notebooks
from texproof import Derivation
from texproof.scope import EVERY, VALUES, reach
from tools import new_chapter
from tools.book import ROOT, Book, Chapter
from tools.folds import faults, folds
from tools.proofs import theorems_of_chapter

PAGES = "_toc.yml", "pages/summary.md", "index.md", "pages/paths.md", "pages/glossary.md"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with the pages that name chapters, and a chapter begun in it behind that on PCA."""
    for name in ("mlbook", "tests/topics", "chapters", "pages"):
        (tmp_path / name).mkdir(parents=True)
    for path in [*(ROOT / name for name in PAGES), *(ROOT / "chapters").glob("*.ipynb")]:
        shutil.copy(path, tmp_path / path.relative_to(ROOT))
    monkeypatch.setattr(new_chapter, "ROOT", tmp_path)
    monkeypatch.setattr(new_chapter, "Book", lambda: Book(tmp_path))
    new_chapter.begin_chapter("sketch", "A sketch", "pca", "sketch")
    monkeypatch.setattr(mlbook, "__path__", [*mlbook.__path__, str(tmp_path / "mlbook")])
    yield tmp_path
    for name in ("mlbook.sketch", "test_sketch"):
        sys.modules.pop(name, None)
    vars(mlbook).pop("sketch", None)


def run(chapter):
    """What the cells of a chapter leave."""
    matplotlib.use("Agg")
    namespace = {}
    with contextlib.chdir(chapter.path.parent):
        for cell in chapter.code:
            exec(cell.code, namespace)
    return namespace


def test_its_cells_run_and_its_displays_are_proved_for_every_size(folder):
    chapter = Chapter(folder / "chapters" / "sketch.ipynb")
    found = {value for value in run(chapter).values() if isinstance(value, Derivation)}
    statements = {label: s for D in found for label, s in D.statements.items() if s.kind == "exact"}
    assert {"sketch-slope", "sketch-least", "sketch-code"} <= statements.keys()
    assert {reach(s) for s in statements.values()} <= {EVERY, VALUES}
    (theorem,) = theorems_of_chapter(chapter)
    assert theorem.labels <= statements.keys() and all(each.labels for each in theorem.clauses)


def test_its_module_and_its_tests_run(folder, monkeypatch):
    monkeypatch.syspath_prepend(folder / "tests" / "topics")
    importlib.import_module("test_sketch").test_the_loss_by_hand()


def test_its_module_has_types(folder):
    settings = ("--config-file", ROOT / "pyproject.toml", "--disallow-untyped-defs")
    command = [sys.executable, "-m", "mypy", *settings, folder / "mlbook" / "sketch.py"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout


def test_it_has_the_form_of_a_chapter(folder):
    chapter = Chapter(folder / "chapters" / "sketch.ipynb")
    for form in ("has_a_description", "has_one_title"):
        test = next(f for name, f in vars(test_notebooks).items() if name.endswith(form))
        test(chapter)
    test_notebooks.test_code_fits_the_page(chapter)
    test_notebooks.test_numbered_equations_come_from_checks_only(chapter)
    assert sum(each.kind == "exercise" for each in chapter.directives) == 6
    assert [fold.heading.text for fold in folds(chapter.cells)] == [
        *("Names and shapes", "Proof that no number has a smaller loss"),
        *("The code is this formula", "Ledger"),
    ]
    assert not [*faults(chapter.cells)]


def test_what_is_to_be_written_is_marked_and_nothing_else_is_left_open(folder):
    texts = [(folder / page).read_text("utf8") for page in ("mlbook/sketch.py", "pages/summary.md")]
    texts += [cell.source for cell in Chapter(folder / "chapters" / "sketch.ipynb").prose]
    assert all(new_chapter.TO_WRITE in text for text in texts[:2])
    assert not [text for text in texts if "«" in text or "»" in text]


def test_other_pages_name_it(folder):
    book = Book(folder)
    chapters = book.parts["Projections"]
    assert chapters[chapters.index("chapters/pca") + 1] == "chapters/sketch"
    assert "- {doc}`../chapters/sketch`: " in (folder / "pages/summary.md").read_text("utf8")
    assert (folder / "pages/paths.md").read_text("utf8").endswith("{doc}`../chapters/sketch`.\n")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (("pca", "svd", "new"), "TOPIC must be a new name: mlbook/pca.py exists already"),
        (("data", "svd", "new"), "TOPIC must be a new name: mlbook/data exists already"),
        (("New", "svd", "new"), "TOPIC must be a name of small letters"),
        (("other", "none", "new"), "AFTER must be one of"),
        (("other", "svd", "pca"), "LABEL must be a new word"),
        (("other", "svd", "New word"), "LABEL must be a new word"),
    ],
)
def test_what_cannot_be_begun_is_told(given, message):
    with pytest.raises(SystemExit, match=message):
        new_chapter.refuse_topic(*given)


def test_without_a_title_it_says_what_is_needed(monkeypatch):
    monkeypatch.setattr(sys, "argv", ["new_chapter", "knn", "", "", ""])
    with pytest.raises(SystemExit, match="TITLE and AFTER are needed"):
        new_chapter.main()


def test_a_cell_of_the_skeleton_is_read_with_its_metadata(folder):
    notebook = nbformat.read(folder / "chapters" / "sketch.ipynb", as_version=4)
    figures = [c for c in notebook.cells if "figure" in c.metadata.get("mystnb", {})]
    assert [c.metadata.mystnb.figure.name for c in figures] == [
        "fig-sketch-picture",
        "fig-sketch-work",
    ]
