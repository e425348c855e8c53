"""Pages are made of the chapters in one go, and the page of the language where it may have changed."""

import os
import subprocess
import sys

import pytest

from tools import hashes
from tools.book import ROOT, write
from tools.pages import __main__ as pages
from tools.pages import language, ledger

# What a program reads of the book while it makes a page: files that it opens, modules that it imports.
WATCHED = """
import sys
from pathlib import Path
root, opened = Path(sys.argv[1]), set()
sys.addaudithook(lambda event, args: event == "open" and opened.add(str(args[0])))
from tools.pages import language
from tools.book import Book
groups = language.groups
language.groups = lambda text: groups(text)[:1]  # one group reads what all read
language.made(Book())
opened |= {one.__file__ for one in sys.modules.values() if getattr(one, "__file__", None)}
found = {Path(name).resolve() for name in opened if Path(name).suffix != ".pyc"}
print(*sorted(path.relative_to(root) for path in found if root in path.parents), sep="\\n")
"""


def test_the_page_of_the_language_is_made_of_nothing_but_what_is_hashed():
    command = [sys.executable, "-c", WATCHED, ROOT]
    anew = {**os.environ, "TEXPROOF_VERDICTS": "off"}
    run = subprocess.run(command, cwd=ROOT, env=anew, capture_output=True, text=True, check=True)
    read = {name for name in run.stdout.split() if not name.startswith(".venv")}
    assert {"tools/pages/language.txt", "tools/pages/language_prose.md"} <= read
    assert len([name for name in read if name.startswith("texproof/src/texproof/")]) > 100
    assert read <= {*hashes.files(*pages.OF_LANGUAGE)}


@pytest.fixture
def tree(tmp_path, monkeypatch):
    """A folder with files that a page of the language is made of, and a count of its makings."""
    made = []
    for name in (
        "mlbook/__init__.py",
        "texproof/src/texproof/judge.py",
        "tools/pages/language.txt",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("one")
    monkeypatch.setattr(pages, "ROOT", tmp_path)
    monkeypatch.setattr(pages, "MADE_OF", tmp_path / ".cache" / "language.txt")
    monkeypatch.setattr(pages, "OF_CHAPTERS", ())
    monkeypatch.setattr(pages, "files", lambda *some: hashes.files(*some, root=tmp_path))
    monkeypatch.setattr(pages, "hashed", lambda *some: hashes.hashed(*some, root=tmp_path))
    monkeypatch.setattr(language, "PAGE", tmp_path / "pages" / "language.md")
    monkeypatch.setattr(
        language, "made", lambda book: made.append(1) or {language.PAGE: "the page"}
    )
    return tmp_path, made


def test_the_page_of_the_language_is_made_again_where_something_of_it_changed(tree):
    folder, made = tree
    changes = {
        "texproof/src/texproof/judge.py": "two",
        "texproof/src/texproof/new.py": "one",
        "mlbook/__init__.py": "two",
        "tools/pages/language.txt": "two",
        "pages/language.md": "written by hand",
    }
    pages.main()
    assert len(made) == 1
    for times, (name, text) in enumerate(changes.items(), 2):
        for _ in range(2):  # the second time nothing has changed
            (folder / name).write_text(text)
            pages.main()
            text = (folder / name).read_text()
        assert len(made) == times, name
    (folder / "texproof/src/texproof/new.py").unlink()
    pages.main()
    assert len(made) == len(changes) + 2
    (folder / "mlbook/pca.py").write_text("no part of the language")
    pages.main()
    assert len(made) == len(changes) + 2


def test_the_page_of_the_language_is_made_again_with_other_programs(tree, monkeypatch):
    _, made = tree
    pages.main()
    monkeypatch.setattr(pages, "versions", lambda: ["sympy 9"])
    pages.main()
    assert len(made) == 2


def test_a_page_that_says_the_same_is_not_written(tmp_path):
    path = tmp_path / "pages" / "page.md"
    assert write({path: "one"}) == [path] and write({path: "one"}) == []
    assert write({path: "two"}) == [path] and path.read_text() == "two"


def test_pages_of_chapters_are_made_whatever_changed(tree, monkeypatch):
    folder, _ = tree
    monkeypatch.setattr(pages, "OF_CHAPTERS", (ledger,))
    texts = iter(["one", "two"])
    monkeypatch.setattr(ledger, "made", lambda book: {folder / "ledger.md": next(texts)})
    for text in ("one", "two"):
        pages.main()
        assert (folder / "ledger.md").read_text() == text


def test_make_notebooks_ends_with_the_pages():
    text = (ROOT / "Makefile").read_text("utf8")
    assert "\tpython tools/notebooks.py $(ONLY)\n\tpython -m tools.pages\n" in text
