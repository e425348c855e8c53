"""The ledger and the index list what the chapters hold, and nothing else."""

from tests.chapters import BOOK
from tools import subjects
from tools.book import ROOT, Equation
from tools.ledger import bar, counted, page, scope, table


def test_the_page_is_generated_from_the_stored_outputs():
    assert (ROOT / "ledger.md").read_text("utf8") == page()


def equation(label, *verdicts, **data):
    """An equation with verdicts as (kind, rung)."""
    rows = [{"kind": kind, "rung": rung} for kind, rung in verdicts]
    return Equation("", {"label": label, "verdicts": rows, **data})


def test_a_row_tells_the_weakest_verdict_the_sizes_and_the_rungs():
    proved, cited = ("exact", "signs"), ("cited", "source")
    sizes = [["d", 3, 4], [r"n_\ell", 2, 3], ["outcomes of D", 2, 3]]
    whole = equation("a", proved, ("exact", "expansion"), sizes=sizes)
    assert scope(whole) == "d\u00a0=\u00a03, n_ell\u00a0=\u00a02, 2 outcomes of D"
    assert scope(equation("b", proved)) == "all values" and scope(equation("c", cited)) == ""
    every = [whole, equation("b", proved), equation("c", proved, cited), equation(None, cited)]
    *_, first, _, last = table(every)
    assert first == f"| {{eq}}`a` `a` | ✓\u00a0exact | {scope(whole)} | expansion, signs |"
    assert last == "| {eq}`c` `c` | §\u00a0cited |  | signs |"
    assert counted(every) == "2\u00a0✓\u00a0exact, 2\u00a0§\u00a0cited"
    assert bar(every).count('width="2"') == 2


def test_a_chapter_numbers_nine_displays_in_ten():
    for chapter in BOOK.chapters.values():
        claims = [e for e in chapter.equations if e.verdict in {"exact", "cited", "sampled"}]
        assert sum(e.label is None for e in claims) <= len(claims) / 10, chapter.name


def test_the_index_is_generated_from_the_chapters_and_the_glossary():
    assert (ROOT / "subjects.md").read_text("utf8") == subjects.page()
    assert len(BOOK.terms) > 100


def test_the_index_finds_a_term_and_its_plural_in_prose():
    assert subjects.spoken("leaf weight", "Leaf weights, a leaf\nweight and leafweight.") == 2
    assert subjects.spoken("CART", "cart, CART") == 1
