"""The rules of proof: what each of them accepts, and that none accepts what is false."""

import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from texproof import Derivation, scalar
from texproof.decide.points import holds_at
from texproof.decide.polynomials import CommonRing
from texproof.decide.prove import IN_INDICES, PROOF_RULES
from texproof.decide.signs import is_sum_of_squares, rule_for_sign
from texproof.decide.witnesses import witnesses
from texproof.decide.zero import rule_for_zero
from texproof.errors import TooLong, Undefined
from texproof.evaluate.unknowns import Indicator
from texproof.show.words import RULE_WORDS

a, b = sp.symbols("a b", real=True)
p, r = sp.symbols("p r", positive=True)
s = sp.Symbol("s", nonnegative=True)
P = 1 / (1 + sp.exp(-a))


@pytest.mark.parametrize(
    ("expression", "rule"),
    [
        (sp.Integer(0), "same form"),
        ((a + b) ** 2 - a**2 - 2 * a * b - b**2, "expansion"),
        (1 / a - 1 / b - (b - a) / (a * b), "common denominator"),
        (sp.diff(-sp.log(P), a, 2) - P * (1 - P), "atoms"),
        (sp.log((p + r) / p) - sp.log(p + r) + sp.log(p), "expansion"),
        ((sp.sqrt(p + r) + 1) * (sp.sqrt(p + r) - 1) - p - r + 1, "atoms"),
        (sp.exp(a / 2) * sp.exp(a / 3) - sp.exp(5 * a / 6), "same form"),
        ((1 + sp.tanh(a / 2)) / 2 - P, "atoms"),
    ],
)
def test_what_is_zero_is_found_by_its_rule(expression, rule):
    assert rule_for_zero(expression) == rule


@pytest.mark.parametrize(
    "expression",
    [a, a - b, a**2 - 1, sp.sqrt(a**2) - a, sp.log(a**2) - 2 * sp.log(a), sp.exp(a) - 1 - a,
     sp.sqrt(p) - p, sp.exp(2 * a) - 2 * sp.exp(a), 1 / a - a, sp.Float("1e-30") * a],
)  # fmt: skip
def test_what_is_not_zero_is_not_found_to_be(expression):
    assert rule_for_zero(expression) is None


def test_simplify_is_no_zero_test_and_the_rules_are():
    loss = -sp.log(P)
    difference = sp.simplify(sp.diff(loss, a, 2)) - P * (1 - P)
    assert sp.simplify(difference) != 0
    assert difference.equals(0) is None
    assert rule_for_zero(difference) == "atoms"


@pytest.mark.parametrize(
    ("expression", "strict"),
    [((a - b) ** 2, False), (sp.expand((a - b) ** 2), False), ((a - b) ** 2 / (p * r), False), (p + s, True),
     (p * a**2, False), (a**2 + p, True), (1 / (1 + sp.exp(a)), True), ((p - r) ** 2 / (4 * p * r), False),
     (sp.expand((sp.sqrt(p) - sp.sqrt(r)) ** 2), False), (-(s - 2) * (2 - s), False)],
)  # fmt: skip
def test_known_signs_are_found(expression, strict):
    assert rule_for_sign(expression, strict) == "signs"


@pytest.mark.parametrize(
    ("expression", "strict"),
    [(a, False), (a**2, True), (a**3, False), (p - r, False), (s, True), (-p, False), (a * b, False),
     (1 / a, False), (a**2 - 1, False), ((a - b) ** 2, True), (-((a - b) ** 2), False), (1 / (p - r), False)],
)  # fmt: skip
def test_unknown_signs_are_not_found(expression, strict):
    assert rule_for_sign(expression, strict) is None


@pytest.mark.parametrize(
    ("expression", "hypotheses", "found"),
    [
        (a**2 - b**2, [a - b], True),
        (a**3 * b - 1, [a * b - 1, a**2 - 1], True),
        (a - b, [a * b - 1, a**2 - 1], True),
        (a + b, [a * b - 1, a**2 - 1], False),
        (a, [a**2], True),
        (a, [a**2 + b**2], True),
        (a, [a**2 - b**2], False),
        (a, [a * p], True),
        (a, [a * s], False),
        (a - 1, [a**2 - 1], False),
        (a * b, [a + b], False),
        (a, [], False),
    ],
)
def test_hypotheses_are_used_by_multipliers_and_roots_only(expression, hypotheses, found):
    assert (rule_for_zero(expression, hypotheses) == "hypotheses") is found


INTEGERS = st.integers(-3, 3)
TREES = st.recursive(
    st.one_of(st.sampled_from([a, b, p, s]), INTEGERS.map(sp.Integer)),
    lambda inside: st.one_of(
        st.tuples(inside, inside).map(lambda x: x[0] + x[1]),
        st.tuples(inside, inside).map(lambda x: x[0] * x[1]),
        inside.map(lambda x: x**2),
        inside.map(lambda x: 1 / (x**2 + 1)),
    ),
    max_leaves=8,
)


@settings(max_examples=60, deadline=None)
@given(TREES, TREES, TREES)
def test_a_law_of_algebra_is_exact_and_a_perturbed_one_is_not(x, y, z):
    assert rule_for_zero((x + y) * z - sp.expand(x * z) - y * z)
    assert rule_for_zero((x + y) * z - x * z - y * z + 1) is None


def fractions():
    """Four quotients, each by five sums, so that their common denominator has 2^20 terms."""
    u, v = sp.symbols("u:20", positive=True), sp.symbols("v:20", positive=True)
    sums = [x + y for x, y in zip(u, v, strict=True)]
    return [u[5 * k] / sp.prod(sums[5 * k : 5 * k + 5]) for k in range(4)]


def test_fractions_of_a_long_sum_add_up_without_its_terms():
    parts = fractions()
    assert rule_for_zero(sum(part / sum(parts) for part in parts) - 1) == "common denominator"


def test_what_is_too_long_to_be_written_out_is_told():
    parts = fractions()
    with pytest.raises(TooLong, match=r"131,072 terms in 40 unknowns .* give a name"):
        rule_for_zero(sum(part / sum(parts) for part in parts) - 2)


@settings(max_examples=60, deadline=None)
@given(TREES)
def test_a_sign_that_is_found_is_true_at_points(x):
    if rule_for_sign(x):
        for i in range(8):
            point = {a: i - 4, b: 3 - i, p: sp.Rational(i + 1, 2), s: i % 3}
            assert x.subs(point) >= 0


BENT = st.recursive(
    st.one_of(st.sampled_from([a, b, p, s]), INTEGERS.map(sp.Integer)),
    lambda inside: st.one_of(
        st.tuples(inside, inside).map(lambda x: x[0] + x[1]),
        inside.map(lambda x: -x),
        inside.map(sp.exp),
        inside.map(lambda x: sp.log(1 + x**2)),
        inside.map(sp.Abs),
        inside.map(lambda x: sp.Max(x, 0)),
        inside.map(Indicator),
    ),
    max_leaves=4,
)


@settings(max_examples=100, deadline=None)
@given(BENT)
def test_a_sign_by_tangents_or_cases_is_true_at_points(x):
    if rule_for_sign(x):
        for i in range(8):
            point = {a: (i - 4) / 3, b: (3 - i) / 3, p: (i + 1) / 9, s: i % 3 / 2}
            assert x.subs(point).evalf() >= -1e-12  # rounding, where both sides are equal


@settings(max_examples=60, deadline=None)
@given(TREES, TREES)
def test_zero_and_points_never_disagree(x, y):
    found = rule_for_zero(x - y)
    points = [{a: i - 3, b: sp.Rational(7, i + 1), p: i + 1, s: i} for i in range(5)]
    agree = all((x - y).subs(point) == 0 for point in points)
    assert not found or agree


@pytest.mark.parametrize(
    ("value", "sign", "holds"),
    [(0, "=", True), (sp.Rational(1, 10**9), "=", False), (sp.exp(1) - sp.E, "=", True), (sp.sqrt(2) - 1, ">", True),
     (-1, ">=", False), (sp.exp(-40), ">", True), (sp.pi - sp.Rational(31415926535897932384, 10**19), ">", True)],
)  # fmt: skip
def test_points_judge_numbers_for_certain(value, sign, holds):
    assert holds_at(value, sign) is holds


@pytest.mark.parametrize("value", [sp.zoo, sp.nan, sp.I])
def test_what_is_no_real_number_is_undefined(value):
    with pytest.raises(Undefined):
        holds_at(value, "=")


def test_witnesses_satisfy_the_hypotheses():
    hypotheses = [a**2 + b**2 - 1, a * p - b * s]
    for point in witnesses(hypotheses, [a, b, p, s], 6, 60):
        assert all(sp.simplify(h.subs(point)) == 0 for h in hypotheses)
        assert point[p] >= 0 and point[s] >= 0


def test_contradictory_hypotheses_have_no_witness():
    assert not list(witnesses([a - 1, a - 2], [a], 6, 60))


# --------------------------------------------------------------------------------------------------
# Tangents and cases.


def curved():
    return Derivation(scalar("u"), scalar("t", nonnegative=True), scalar("p", positive=True))


@pytest.mark.parametrize(
    "left, right, wrong",
    [
        ("e^{-u}", "1 - u", "1 - u + u^2"),
        ("e^{t}", "1", "1 + 2t"),
        ("1 - e^{-t}", "0", "t"),
        ("p - \\log p - e^{-t}", "0", "1"),
        ("e^{-u}", "\\mathbb{1}[u \\le 0]", "\\mathbb{1}[u \\le 1]"),
        ("\\max(0, 1 - u)", "\\mathbb{1}[u \\le 0]", "\\mathbb{1}[u \\le 1]"),
        ("\\max(0, 1 - u)", "1 - u", "1 + u"),
        ("\\lvert u - 1\\rvert", "1 - u", "u"),
    ],
)
def test_tangents_and_cases_decide_what_is_true_and_no_more(left, right, wrong):
    curved().calc(left, ">=", right, "")
    curved().refute(left, ">=", wrong, "")


@pytest.mark.parametrize(
    ("expression", "strict", "found"),
    [
        (a**2 + b**2 + 1 - a - b, True, True),
        (a**2 + b**2 + sp.Rational(1, 2) - a - b, True, False),
        (a**2 + b**2 + sp.Rational(1, 2) - a - b, False, True),
        (a**2 + b**2 + sp.Rational(1, 3) - a - b, False, False),
        (p**2 - p * r + r**2, True, True),
        (p**2 - 3 * p * r + r**2, False, False),
        (a**4 * b**2 + a**2 * b**4 + 1 - 3 * a**2 * b**2, False, False),
    ],
)
def test_squares_are_found_and_no_more(expression, strict, found):
    ring = CommonRing(sp.expand(expression))
    assert is_sum_of_squares(ring, ring.parts[0][0], strict) is found


@pytest.mark.parametrize(
    ("left", "right", "found"),
    [
        (sp.Max(a, b) + sp.Min(a, b), a + b, True),
        (sp.Abs(a) + sp.Abs(b), sp.Abs(a + b), False),
        (Indicator(a) + Indicator(-a), 1, False),
        (a * Indicator(a) + a * Indicator(-a), a, True),
        (sp.log(sp.Max(p, r)), sp.Max(sp.log(p), sp.log(r)), True),
        (sp.log(sp.Max(p, r)), sp.Max(sp.log(p), sp.log(2 * r)), False),
    ],
)
def test_equalities_are_decided_on_each_side_of_a_switch(left, right, found):
    assert (rule_for_zero(left - right) is not None) is found


def test_each_rule_has_words():
    assert {*PROOF_RULES, IN_INDICES} == set(RULE_WORDS)
