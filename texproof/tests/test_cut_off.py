"""The theorem of the cut-off: it agrees with the proofs in index notation, and needs its bounds."""

from dataclasses import replace
from unittest import mock

import pytest
from tests.cut_off import OUTSIDE, PROVED, REFUTED, decided
from tests.degrees import Counts, counted_row
from tests.every_size import changed
from tests.test_opinion import stated
from tests.z3_judge import rows
from texproof.every_size.everywhere import scope

from tests import cut_off
from tests.book.chapters import CHAPTERS
from tests.book.mutants import mutants
from texproof import Derivation, matrix, scalar, vector

ONES, W, V = r"\mathbf{1}", r"\mathbf{w}", r"\mathbf{v}"
DEAR = 3  # indices of one size at a time, beyond which a row is left to `python -m tests.cut_off`


def nouns():
    return Derivation(
        *(matrix(letter, "d", "d") for letter in ("A", "B", "F")), matrix("X", "n", "d"),
        matrix("S", "d", "d", symmetric=True), matrix("I", "d", "d", identity=True),
        matrix("U", "d", "q", orthonormal=True), vector(ONES, "n", ones=True), vector(W, "d"),
        vector(V, "d"), scalar("x_i", over={"i": "n"}), scalar("c"), scalar(r"\bar{x}"),
        scalar("s"), sizes={"n": (4, 6), "d": (3, 4), "q": (2, 3)},
    )  # fmt: skip


def row_of(left, sign, right, *given, define=()):
    D = nouns()
    for text in define:
        D.define(text)
    statement = stated(D, left, sign, right, given)
    return statement, statement.rows[0]


def kind(*claim, **more):
    return decided(*row_of(*claim, **more)).kind


SQUARE = "(AB - BA)(AB - BA)"
MEAN = (r"\bar{x} = \frac1n\sum_i x_i",)
CLAIMS = [
    (PROVED, r"\operatorname{tr}(ABF)", r"\operatorname{tr}(FAB)"),
    (REFUTED, r"\operatorname{tr}(ABF)", r"\operatorname{tr}(AFB)"),
    (PROVED, rf"{W}^\top S{V}", rf"{V}^\top S{W}"),
    (REFUTED, rf"{W}^\top A{V}", rf"{V}^\top A{W}"),
    (PROVED, rf"{ONES}^\top{ONES}", "n"),
    (REFUTED, rf"{ONES}^\top{ONES}", "4"),
    (PROVED, r"\operatorname{tr}(I)", "d"),
    (REFUTED, r"\operatorname{tr}(I)", "3"),
    (REFUTED, "n^2 + 24", "10n"),
    (REFUTED, "(n-4)(n-5)(n-6)(n-7)c", "0"),
    (REFUTED, f"{SQUARE}F - F{SQUARE}", "0"),
    (PROVED, rf"\nabla_{{{W}}}\lVert X{W}\rVert^2", rf"2X^\top X{W}"),
    (REFUTED, rf"\nabla_{{{W}}}\lVert X{W}\rVert^2", rf"X^\top X{W}"),
    (PROVED, rf"\nabla^2_{{{W}}}({W}^\top A{W})", r"A + A^\top"),
    (OUTSIDE, "U^\\top U", "U^\\top U"),
    (OUTSIDE, "A^{-1}A", "I"),
    (OUTSIDE, "x_1", "x_1"),
]  # fmt: skip


@pytest.mark.parametrize(("expected", "left", "right"), CLAIMS)
def test_claims_with_generic_entries(expected, left, right):
    assert kind(left, "=", right) == expected


def test_definitions_quotients_by_sizes_and_values_are_followed():
    variance = r"\frac1n\sum_i(x_i - \bar{x})^2"
    assert kind(variance, "=", r"\frac1n\sum_i x_i^2 - \bar{x}^2", define=MEAN) == PROVED
    assert kind(variance, "=", r"\frac1n\sum_i x_i^2 + \bar{x}^2", define=MEAN) == REFUTED
    assert kind(r"\sum_i(x_i - s)", "=", "0", r"s = \frac1n\sum_i x_i") == PROVED
    assert kind(r"\sum_i(x_i - s)", "=", "0", r"s = \frac{1}{n-1}\sum_i x_i") == REFUTED


def test_an_equation_as_hypothesis_is_outside():
    assert kind("cs", "=", "0", "c^2 = 0") == OUTSIDE


def test_the_conditions_on_sizes_hold_in_the_grid():
    statement, row = row_of(
        r"\operatorname{tr}(X^\top X)", "=", r"\operatorname{tr}(XX^\top)", r"n \ge d"
    )
    need = counted_row(statement, row)
    grid = cut_off.lengths_of_grid(statement, need)
    assert all(lengths["n"] >= lengths["d"] >= need.slots["d"] for lengths in grid)
    assert decided(statement, row).kind == PROVED


def fewer(counted, **cut):
    """The same counts with fewer indices or lower degrees of one size."""

    def found(statement, row):
        need = counted(statement, row)
        for field, (size, value) in cut.items():
            getattr(need, field)[size] = value
        return need

    return mock.patch.object(cut_off, "counted_row", found)


def test_fewer_indices_than_counted_prove_what_is_false():
    claim = row_of(f"{SQUARE}F - F{SQUARE}", "=", "0")
    with fewer(counted_row, slots=("d", 1), coefficients=("d", 1)):
        assert decided(*claim).kind == PROVED  # at the lengths 1 and 2
    assert decided(*claim).kind == REFUTED


def test_fewer_lengths_than_the_degree_prove_what_is_false():
    claim = row_of("(n-2)(n-3)c", "=", "0")
    with fewer(counted_row, slots=("n", 2), coefficients=("n", 1)):
        assert decided(*claim).kind == PROVED  # at the lengths 2 and 3
    assert decided(*claim).kind == REFUTED


@pytest.mark.parametrize(("text", "indices", "degree"), [
    (rf"{W}^\top A{V}", {"d": 2}, 3), (r"\operatorname{tr}(ABF)", {"d": 3}, 3),
    (r"\Bigl(\sum_i x_i\Bigr)^2", {"n": 2}, 2), (rf"\lVert X{W}\rVert^2", {"n": 1, "d": 2}, 4),
    ("n^2c", {}, 1), (rf"{ONES}^\top X{W}", {"n": 1, "d": 1}, 2),
])  # fmt: skip
def test_indices_and_degrees_are_counted(text, indices, degree):
    statement, row = row_of(text, "=", text)
    need = Counts(statement).of(row.relation.left)
    assert (dict(need.bound), need.degree) == (indices, degree)


def cheap(statement, row):
    """Whether a row is decided within a moment, if the theorem applies at all."""
    found = decided_counts(statement, row)
    return found is not None and max(found.slots.values(), default=0) <= DEAR


def decided_counts(statement, row):
    try:
        return counted_row(statement, row)
    except cut_off.NotPolynomial:
        return None


@pytest.mark.nightly
def test_the_book_agrees_with_index_notation_and_twins_are_refuted():
    applied = 0
    for chapter in CHAPTERS:
        for label, statement, _, row in rows(chapter):
            if not statement.sizes or not cheap(statement, row):
                continue
            found = decided(statement, row)
            if found.kind == OUTSIDE:
                continue
            applied += 1
            assert found.kind == PROVED and found.chance < 1e-6, label
            for twin in twins(row):
                agrees(statement, twin, label)
            agrees(statement, row, label)
    assert applied > 40


def twins(row):
    """Two wrong twins of a row: the other sign, and a change somewhere on its right side."""
    right = row.relation.right
    yield changed(row, right=replace(right, op="neg", args=(right,), value=None))
    for _, other in list(mutants(right))[:1]:
        yield changed(row, right=other)


def agrees(statement, row, label):
    """Fails where one kernel proves what the other refutes."""
    proved = scope(statement, row).proved
    assert not (proved and decided(statement, row).kind == REFUTED), label
