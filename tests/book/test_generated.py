"""Generated pages are there, of the sources as they stand, for builds and tests, and are not in git."""

import os
import subprocess
import sys

import pytest

from tests.book.chapters import BOOK
from tools import hashes
from tools.book import ROOT, write_changed
from tools.pages import __main__ as pages
from tools.pages import current, labels, language, ledger

# What a program reads of the book while it makes pages: files that it opens, modules that it imports.
WATCHED = """
import sys
from pathlib import Path
root, opened = Path(sys.argv[1]), set()
sys.addaudithook(lambda event, args: event == "open" and opened.add(str(args[0])))
{made}
opened |= {{one.__file__ for one in sys.modules.values() if getattr(one, "__file__", None)}}
found = {{Path(name).resolve() for name in opened if Path(name).suffix != ".pyc"}}
print(*sorted(path.relative_to(root) for path in found if root in path.parents), sep="\\n")
"""
ANSWERS = """
from tools.pages import language
groups = language.read_groups
language.read_groups = lambda text: groups(text)[:1]  # one group reads what all read
language.answer_again()
"""
EVERY = """
from tools.book import Book
from tools.pages.__main__ import PAGES
book = Book()
for each in PAGES:
    each.texts(book)
"""


def read(made):
    """What of the book is read while something is made."""
    command = [sys.executable, "-c", WATCHED.format(made=made), ROOT]
    anew = {**os.environ, "TEXPROOF_VERDICTS": "off"}
    run = subprocess.run(command, cwd=ROOT, env=anew, capture_output=True, text=True, check=True)
    return {name for name in run.stdout.split() if not name.startswith(".venv")}


def test_the_answers_of_the_language_rest_on_nothing_but_what_is_hashed():
    found = read(ANSWERS)
    assert "tools/pages/language.txt" in found
    assert len([name for name in found if name.startswith("texproof/src/texproof/")]) > 100
    assert found <= {*hashes.matching_files(*pages.OF_LANGUAGE)}


def test_the_pages_are_made_of_nothing_but_what_is_hashed():
    found = read(EVERY)
    assert {"chapters/pca.ipynb", "tools/pages/notes.txt", "benchmarks/results.json"} <= found
    assert found <= {*hashes.matching_files(*current.SOURCES)}


@pytest.fixture(scope="module")
def made():
    """{path: text} of all generated pages."""
    return {path: text for each in pages.PAGES for path, text in each.texts(BOOK).items()}


def test_the_pages_are_in_the_contents_and_what_names_them_names_all(made):
    names = {path.relative_to(ROOT).with_suffix("").as_posix() for path in made}
    assert names <= {*BOOK.pages}
    top = {name.split("/")[1] for name in names}
    assert top == {*current.GENERATED}


def test_git_ignores_the_pages_and_make_clean_removes_them():
    ignored = (ROOT / ".gitignore").read_text("utf8").splitlines()
    files = [f"pages/{name}" + ".md" * (name != "reference") for name in current.GENERATED]
    assert {f"/{name}" + "/" * (name == "pages/reference") for name in files} <= {*ignored}
    plan = subprocess.run(["make", "-n", "clean"], cwd=ROOT, capture_output=True, text=True).stdout
    assert {*files} <= {*plan.split()}
    git = subprocess.run(["git", "ls-files", "pages"], cwd=ROOT, capture_output=True, text=True)
    assert not [name for name in git.stdout.split() if name.startswith((*files,))]


@pytest.fixture
def tree(tmp_path, monkeypatch):
    """A folder with files on which the answers of the language rest, and a list of how often it was asked."""
    questions = []
    for name in (
        "mlbook/__init__.py",
        "texproof/src/texproof/judge.py",
        "tools/pages/language.txt",
        "tools/pages/labels.txt",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("one")
    for module in (pages, current):
        monkeypatch.setattr(module, "ROOT", tmp_path)
        monkeypatch.setattr(
            module, "matching_files", lambda *some: hashes.matching_files(*some, root=tmp_path)
        )
        monkeypatch.setattr(
            module, "hash_files", lambda *some: hashes.hash_files(*some, root=tmp_path)
        )
    monkeypatch.setattr(pages, "ANSWERED", tmp_path / ".cache" / "language.txt")
    monkeypatch.setattr(current, "STAMP", tmp_path / ".cache" / "pages.txt")
    monkeypatch.setattr(pages, "PAGES", (ledger,))
    (tmp_path / "pages").mkdir()
    monkeypatch.setattr(ledger, "texts", lambda book: {tmp_path / "pages" / "ledger.md": "one"})
    monkeypatch.setattr(
        labels, "texts", lambda book: {tmp_path / "tools/pages/labels.txt": "noted"}
    )
    data = tmp_path / "tools" / "pages" / "language.txt"
    monkeypatch.setattr(language, "answer_again", lambda: questions.append(1) or {data: "answered"})
    return tmp_path, questions


def test_the_language_is_asked_again_where_something_changed_on_which_its_answers_rest(tree):
    folder, questions = tree
    changes = {
        "texproof/src/texproof/judge.py": "two",
        "texproof/src/texproof/new.py": "one",
        "mlbook/__init__.py": "two",
        "tools/pages/language.txt": "written by hand",
    }
    pages.main()
    assert len(questions) == 1
    for times, (name, text) in enumerate(changes.items(), 2):
        for _ in range(2):  # the second time nothing has changed
            (folder / name).write_text(text)
            pages.main()
            text = (folder / name).read_text()
        assert len(questions) == times, name
    (folder / "texproof/src/texproof/new.py").unlink()
    pages.main()
    assert len(questions) == len(changes) + 2
    (folder / "mlbook/pca.py").write_text("no part of the language")
    pages.main()
    assert len(questions) == len(changes) + 2


def test_the_language_is_asked_again_with_other_programs(tree, monkeypatch):
    _, questions = tree
    pages.main()
    monkeypatch.setattr(pages, "versions", lambda: ["sympy 9"])
    pages.main()
    assert len(questions) == 2


def test_a_build_changes_nothing_that_is_in_git(tree):
    folder, questions = tree
    pages.main("pages")
    assert (folder / "pages" / "ledger.md").read_text() == "one" and not questions
    assert (folder / "tools" / "pages" / "labels.txt").read_text() == "one"
    pages.main()
    assert (folder / "tools" / "pages" / "labels.txt").read_text() == "noted"


def test_a_page_that_says_the_same_is_not_written(tmp_path):
    path = tmp_path / "pages" / "page.md"
    assert write_changed({path: "one"}) == [path] and write_changed({path: "one"}) == []
    assert write_changed({path: "two"}) == [path] and path.read_text() == "two"
    assert [*path.parent.iterdir()] == [path]


def test_pages_are_made_where_one_is_missing_or_a_source_has_changed(tree, monkeypatch):
    folder, _ = tree
    runs = []
    monkeypatch.setattr(
        current.subprocess, "run", lambda *call, **_: runs.append(call) or pages.main("pages")
    )
    page, stub = folder / "pages" / "ledger.md", folder / "pages" / "reference" / "old.md"

    def add_stub():
        stub.parent.mkdir(exist_ok=True)
        stub.write_text("of a module that is no more")

    for change in (
        lambda: None,
        page.unlink,
        lambda: page.write_text("by hand"),
        lambda: (folder / "mlbook" / "pca.py").write_text("one"),
        lambda: (folder / "mlbook" / "pca.py").unlink(),
        add_stub,
    ):
        change()
        before = len(runs)
        current.make_if_stale()
        current.make_if_stale()
        assert len(runs) == before + 1 and page.read_text() == "one" and not stub.exists()


def test_make_notebooks_ends_with_the_pages():
    text = (ROOT / "Makefile").read_text("utf8")
    assert "\tpython -m tools.notebooks $(ONLY)\n\tpython -m tools.pages\n" in text
