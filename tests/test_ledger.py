"""The ledger and the index list what the chapters hold, and nothing else."""

from tests.chapters import BOOK
from tools import subjects
from tools.book import ROOT
from tools.ledger import chapters, displays, page


def test_the_page_is_generated_from_the_stored_outputs():
    assert (ROOT / "ledger.md").read_text("utf8") == page()


def test_every_label_of_the_book_is_used_once():
    labels = [label for path in chapters() for label, *_ in displays(path)[1] if label]
    assert len(labels) == len(set(labels)) > 50


def test_a_chapter_numbers_nine_displays_in_ten():
    for path in chapters():
        _, found = displays(path)
        claims = [label for label, verdict, *_ in found if verdict in {"exact", "cited", "sampled"}]
        assert claims.count(None) <= len(claims) / 10, path.stem


def test_the_index_is_generated_from_the_chapters_and_the_glossary():
    assert (ROOT / "subjects.md").read_text("utf8") == subjects.page()
    assert len(BOOK.terms) > 100


def test_the_index_finds_a_term_and_its_plural_in_prose():
    assert subjects.spoken("leaf weight", "Leaf weights, a leaf\nweight and leafweight.") == 2
    assert subjects.spoken("CART", "cart, CART") == 1
