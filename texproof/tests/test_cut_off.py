"""The theorem of the cut-off: it agrees with the proofs in index notation, and needs its bounds."""

from unittest import mock

import pytest

from texproof import Derivation, matrix, scalar, vector
from texproof_tests import cut_off
from texproof_tests.cut_off import OUTSIDE, PROVED, REFUTED, decided
from texproof_tests.degrees import Counts, counted_row
from texproof_tests.stated import stated

ONES, W, V = r"\mathbf{1}", r"\mathbf{w}", r"\mathbf{v}"


def symbols():
    return Derivation(
        *(matrix(letter, "d", "d") for letter in ("A", "B", "F")), matrix("X", "n", "d"),
        matrix("S", "d", "d", symmetric=True), matrix("I", "d", "d", identity=True),
        matrix("U", "d", "q", orthonormal=True), vector(ONES, "n", ones=True), vector(W, "d"),
        vector(V, "d"), scalar("x_i", over={"i": "n"}), scalar("c"), scalar(r"\bar{x}"),
        scalar("s"), sizes={"n": (4, 6), "d": (3, 4), "q": (2, 3)},
    )  # fmt: skip


def row_of(left, sign, right, *given, define=()):
    D = symbols()
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
