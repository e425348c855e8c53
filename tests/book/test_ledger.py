"""The ledger and the index list what the chapters hold, and nothing else."""

import re

from tests.book.chapters import BOOK
from texproof.statement import AT_SIZES, SAMPLED
from tools.book import Equation
from tools.pages import subjects
from tools.pages.ledger import (
    counts_in_words,
    exception_rows,
    number_checked,
    page_text,
    scope_in_words,
    theorem_rows,
    verdict_bar,
)
from tools.proofs import Clause, Theorem, theorems_of_book


def equation(label, *verdicts, scope="values", **data):
    """An equation with verdicts as (kind, rule)."""
    rows = [{"kind": kind, "rule": rule} for kind, rule in verdicts]
    kind = "exact" if {kind for kind, _ in verdicts} == {"exact"} else verdicts[-1][0]
    return Equation("", {"label": label, "kind": kind, "verdicts": rows, "scope": scope, **data})


PROVED, CITED = ("exact", "signs"), ("cited", "source")
SIZES = [["d", 3, 4], [r"n_\ell", 2, 3], ["outcomes of D", 2, 3]]
FREE = [size for size, *_ in SIZES]


def test_what_is_not_proved_for_every_size_is_listed_with_its_scope_and_nothing_else():
    two = (PROVED, ("exact", "expansion"))
    named = equation("a", *two, sizes=SIZES, scope="sizes", at_sizes="few are tried")
    assert scope_in_words(named) == "d\u00a0=\u00a03, n_ell\u00a0=\u00a02, 2 outcomes of D"
    assert (
        scope_in_words(equation("b", PROVED)) == "all values"
        and scope_in_words(equation("c", CITED)) == ""
    )
    whole = equation("d", *two, sizes=SIZES, scope="every size", conditions=[r"n_\ell \le d"])
    every = [named, equation("b", PROVED), equation("c", PROVED, CITED), whole]
    every += [equation(None, CITED), equation("e", ("defined", "read"))]
    *_, first, cited = exception_rows(every)
    assert first == f"| {{eq}}`a` | ◦\u00a0at sizes | {scope_in_words(named)} | few are tried |"
    assert cited == "| {eq}`c` | §\u00a0cited |  |  |"
    assert scope_in_words(whole) == "every size, n_ell\u00a0≤\u00a0d"
    assert counts_in_words(every) == (
        "2\u00a0✓\u00a0exact, 1\u00a0◦\u00a0at sizes, 2\u00a0§\u00a0cited, beside 1\u00a0:=\u00a0defined"
    )
    assert number_checked(every) == 5
    assert verdict_bar(every).count('width="2"') == 2


def test_where_a_size_is_given_the_others_may_be_any():
    data = {"sizes": SIZES, "scope": "fixed sizes", "fixed": ["C = 2"]}
    assert scope_in_words(equation("a", PROVED, free=FREE, **data)) == (
        "C\u00a0=\u00a02; every d and n_ell and any number of outcomes of D"
    )
    assert scope_in_words(equation("a", PROVED, **data)) == "C\u00a0=\u00a02"


def test_what_is_proved_at_named_sizes_only_has_a_reason_and_nothing_else_has():
    wrong = [e.name for e in BOOK.equations if (e.verdict == AT_SIZES) != bool(e.at_sizes)]
    assert wrong == [], "at_sizes='the reason' is missing, or is there without need"


def test_no_row_of_the_book_rests_on_points():
    assert [e.name for e in BOOK.equations if e.verdict == SAMPLED] == []


def test_theorems_are_listed_with_what_rests_on_words():
    steps = [Clause("1", ["pca-eigen", "pca-spectral"], ""), Clause("2", ["pca-eigen"], "it is so")]
    summary, *_, row = theorem_rows([Theorem("thm-pca", "pca", ["1", "2"], steps)], BOOK)
    assert (
        summary
        == "The 1 theorems in this book have 2 clauses, and checked displays prove each clause."
    )
    assert row == "| {prf:ref}`thm-pca` | 2 | 1\u00a0✓, 1\u00a0§ | 2: it is so |"
    shown = page_text(BOOK)
    assert all(f"`{each.label}`" in shown for each in theorems_of_book(BOOK))


def test_the_index_lists_every_term_every_theorem_and_every_program():
    lines = [line for line in subjects.page_text(BOOK).splitlines() if line.startswith("- ")]
    entries = {line.removeprefix("- ").partition(":")[0] for line in lines}
    text = "\n".join(lines)
    assert len(BOOK.terms) > 100
    assert not [term for term in BOOK.terms if f"- {{term}}`{term}`" not in text]
    assert not [each.label for each in BOOK.theorems if f"{each.label}" not in text]
    assert {*subjects.PROGRAMS} <= {re.sub(r"\{\w+\}|`", "", entry) for entry in entries}


def test_the_index_finds_a_term_and_its_plural_in_prose():
    assert subjects.term_count("leaf weight", "Leaf weights, a leaf\nweight and leafweight.") == 2
    assert subjects.term_count("CART", "cart, CART") == 1
