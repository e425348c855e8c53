"""An address of an equation that was published leads somewhere for ever."""

import shutil

from tests.book.chapters import BOOK
from tools.book import ROOT, Book
from tools.new_chapter import TO_WRITE
from tools.pages.labels import lost_labels, noted_labels, permanent_labels


def test_no_published_address_of_an_equation_is_lost():
    message = (
        "leave the target (equation-<label>)= in the chapter, before the sentence that says where "
        "it is now; if main never had the label, delete its line in tools/pages/labels.txt"
    )
    assert lost_labels(BOOK, noted_labels()) == [], message


def test_every_address_is_noted():
    assert permanent_labels(BOOK) - noted_labels() == set(), "make notebooks notes them"


def test_the_addresses_of_a_chapter_that_is_not_written_yet_are_not_noted(tmp_path):
    (tmp_path / "chapters").mkdir()
    for name in ("_toc.yml", *(f"chapters/{path.name}" for path in ROOT.glob("chapters/*.ipynb"))):
        shutil.copy(ROOT / name, tmp_path / name)
    pca = tmp_path / "chapters" / "pca.ipynb"
    pca.write_text(pca.read_text("utf8").replace("# Principal", f"# {TO_WRITE} Principal"), "utf8")
    left = permanent_labels(BOOK) - permanent_labels(Book(tmp_path))
    assert left and {name for name, _ in left} == {"pca"}


def test_an_equation_that_vanishes_without_a_target_is_told():
    assert lost_labels(BOOK, {("pca", "pca-no-such")}) == [("pca", "pca-no-such")]
