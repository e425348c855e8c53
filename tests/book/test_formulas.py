"""The formulas of other books: each has its source, names that are read and a false twin."""

import pytest

from benchmarks.formulas.run import NOT_DECIDED, TRUE, collections, expanded
from texproof.names import read_names
from tools.pages import other_books

FIELDS = {"number", "area", "source", "printed", "macros", "names", "define", "given", "spelled", "restated",
          "correct", "twin", "note", "order"}  # fmt: skip


@pytest.mark.parametrize("name, formulas", collections().items())
def test_a_collection_says_where_each_formula_stands_and_how_it_is_made_false(name, formulas):
    numbers = [formula["number"] for formula in formulas]
    assert len(set(numbers)) == len(numbers)
    for formula in formulas:
        assert set(formula) <= FIELDS, formula["number"]
        assert formula["source"] and formula["printed"].strip(), formula["number"]
        forms = {formula.get(form) for form in ("printed", "spelled", "restated", "correct")}
        assert formula["twin"] not in forms, formula["number"]
        read_names(expanded(formula["names"], formula.get("macros", {})))


def test_the_page_counts_every_formula():
    found, limit = other_books.load_results()
    text = other_books.page_text(found, limit)
    assert f" {sum(map(len, found.values()))} formulas from other books" in text
    assert "accepted none of the twins." in text and f" at most {limit} seconds " in text


def test_the_first_try_is_of_every_formula_of_its_list():
    (pairs,) = other_books.first_tried().values()
    assert [formula for formula, _ in pairs] == collections()["fresh"]
    assert {key for _, row in pairs for key in row} <= {"number", *TRUE, "scope", "seconds", "twin"}


def test_no_twin_is_accepted():
    for pairs in other_books.load_results()[0].values():
        assert not [row for _, row in pairs if row["twin"] not in NOT_DECIDED]


def test_a_correction_decides_only_where_the_printed_line_is_refuted():
    assert other_books.decided_form({"printed": "refuted", "correct": "exact"}) == "correct"
    assert other_books.decided_form({"printed": "unread", "correct": "exact"}) == ""
    assert other_books.decided_form({"printed": "unread", "spelled": "at sizes"}) == "spelled"


def test_macros_are_written_out_as_tex_does():
    macros = {r"\bx": r"\mathbf{x}", r"\dd": r"\frac{\partial #1}{\partial #2}"}
    assert expanded(r"\dd{f(\bx_{n})}{\bx} \bxx", macros) == (
        r"\frac{\partial f(\mathbf{x}_{n})}{\partial \mathbf{x}} \bxx"
    )
