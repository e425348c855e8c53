"""The second opinion agrees with every true statement, and is no rubber stamp.

The floats share the tree and the declarations with exact evaluation, and nothing else.
"""

import math

import numpy as np
import pytest

from texproof import Derivation, index, matrix, program, scalar, subset, vector
from texproof_tests.claims import MUTANTS, NAMES, TRUE
from texproof_tests.opinion import Floats, Undefined, slope
from texproof_tests.opinion_judge import opinions
from texproof_tests.opinion_report import Findings, conditions, row_lines
from texproof_tests.opinion_values import Draws, Impossible, Tape, family
from texproof_tests.stated import stated

POINTS = 6
# mutants that are false only where few points are, or only at other lengths
RARE = {
    r"\mathbb{1}[a = b]",
    r"-\frac14\frac{G^2}{H+\lambda}",
    r"\lambda_1",
    r"\frac14 X_c^\top X_c",
}


def outcomes(statement, which=0, points=POINTS):
    lengths = {size: pair[which] for size, pair in statement.lengths.items()}
    return [found for *_, found in opinions(statement, lengths, points)]


def failing(found):
    return [outcome for outcome in found if isinstance(outcome, tuple)]


@pytest.mark.corpus
@pytest.mark.parametrize("which", [0, 1])
@pytest.mark.parametrize("case", TRUE, ids=NAMES)
def test_floats_agree_with_every_true_statement(case, which):
    found = outcomes(stated(case[0](), *case[1:4], case[4]), which, points=3)
    assert None in found and not failing(found)


@pytest.mark.corpus
@pytest.mark.parametrize(("setting", "left", "sign", "wrong", "given"), MUTANTS)
def test_floats_refuse_a_mutant(setting, left, sign, wrong, given):
    statement = stated(setting(), left, sign, wrong, given)
    points = 60 if wrong in RARE else POINTS
    assert any(failing(outcomes(statement, which, points)) for which in (0, 1))


def numbers():
    D = Derivation(
        scalar("a"), scalar("b"), scalar("p", positive=True), matrix("A", "n", "d"), vector("w", "d"),
        vector("v", "d"), scalar("x_i", over={"i": "n"}), index("g_i", "d", over={"i": "n"}),
        subset(r"I_\ell", "n", over={r"\ell": "d"}), scalar("L"), scalar("h"), scalar("y", random="S"),
        sizes={"n": (3, 4), "d": (2, 3)},
    )  # fmt: skip
    D.define(r"I_\ell = \{i \mid g_i = \ell\}")
    D.define(r"L = \sum_i(x_i - w^\top v)^2")
    return D


def value(text, n=2, d=2, **values):
    """The value of a term at lengths and values of numbers by name."""
    D = numbers()
    given = {name: {(): values[name.latex]} for name in D.vocabulary.names if name.latex in values}
    one = {
        name: np.arange(1.0, n * d + 1).reshape(n, d)
        for name in D.vocabulary.names
        if name.latex == "A"
    }
    families = {name: {(): matrix_} for name, matrix_ in one.items()}
    return Floats({"n": n, "d": d}, {**given, **families}, D.definitions).of(
        D.vocabulary.term(text)
    )


def test_values_are_what_arithmetic_says():
    assert value(r"\binom{5}{2} + \max(a, 3) - \lvert b\rvert", a=1.0, b=-4.0) == 9
    assert (
        value(r"\begin{cases} \frac{1}{a} & a > 0 \\ 7 & \text{otherwise} \end{cases}", a=0.0) == 7
    )
    assert value(r"\operatorname{sign}(a - a) + \mathbb{1}[a \le a]", a=0.3) == 1
    assert value(r"\sum_{i=3}^{2} a", a=1.0) == 0 and value(r"\prod_{i=3}^{2} a", a=5.0) == 1
    assert value(r"\log_2 8") == pytest.approx(3) and value(r"\det(AA^\top)") == pytest.approx(4)


@pytest.mark.parametrize(
    "text",
    [
        r"\frac{1}{a - a}", r"\log(a - a)", r"\log(-p)", r"\sqrt{-p}", r"(-p)^{\frac12}", "(a - a)^{-1}",
        r"(AA^\top - AA^\top)^{-1}", r"\max_{i\le 0} x_i", "e^{e^{e^{9p}}}", "0^{-2}", r"a\log 0",
        r"\frac{1}{\frac{1}{a - a}}", r"\int_0^1 \frac{1}{b^2}\,\mathrm{d}b", r"\lim_{b\to 0}\frac{p}{b}",
        r"\lim_{b\to 0}\operatorname{sign}(b)", "x_{n + 1}", "w_{d + 1}",
        r"\left[\frac{\partial\lvert b\rvert}{\partial b}\right]_{b = 0}",
    ],
)  # fmt: skip
def test_what_is_no_number_is_undefined(text):
    with pytest.raises(Undefined):
        value(text, a=0.7, p=1.3, b=0.2)


def test_a_derivative_is_a_difference_and_a_corner_has_none():
    assert slope(lambda h: math.exp(1 + h)) == pytest.approx(math.e, abs=1e-9)
    assert slope(lambda h: slope(lambda g: (1 + h + g) ** 4)) == pytest.approx(12, abs=1e-7)
    for corner in (abs, lambda h: max(h, 2 * h), lambda h: float(h > 0)):
        with pytest.raises(Undefined):
            slope(corner)


def test_a_limit_is_approached_and_an_integral_added_up():
    assert value(r"\lim_{b\to 0}\frac{e^b - 1}{b}", b=1.0) == pytest.approx(1, abs=1e-8)
    assert value(r"\lim_{p\to 0}p\log p", p=1.0) == pytest.approx(0, abs=1e-7)
    assert value(r"\lim_{b\to\infty}(1 + \frac{a}{b})^b", a=1.0, b=1.0) == pytest.approx(math.e)
    assert value(r"\int_0^1 b^2\,\mathrm{d}b", b=5.0) == pytest.approx(1 / 3)


@pytest.mark.parametrize("claim", [
    ("n^2 + 24", "=", "10n"), (r"\det(AA^\top)", "=", "0"), ("L", ">", "0"),
    (r"\sum_{i\in I_1} 1", ">", "0"), (r"\frac{\partial(ab)}{\partial b}", "=", "2b"),
    (r"\max_i x_i", "=", r"\max_{i\le 2} x_i"),
])  # fmt: skip
def test_what_is_false_at_other_lengths_or_values_is_found(claim):
    given = ["a = b"] if "partial" in claim[0] else []
    findings = Findings(stated(numbers(), *claim, given))
    for n, d in ((1, 1), (1, 2), (3, 2), (4, 3), (5, 1), (3, 4)):
        findings.run({"n": n, "d": d, "outcomes of S": 3})
    assert "false" in {kind for _, kind in findings.table(1)}


def test_the_weakest_conditions_are_named():
    D = numbers()
    findings = Findings(stated(D, r"\det((A^\top A)^{-1}A^\top A)", "=", "1"))
    for n in range(1, 5):
        for d in range(1, 5):
            findings.run({"n": n, "d": d, "outcomes of S": 3})
    assert any("needs: n >= d" in line for line in row_lines(findings, 1))
    table = [({"n": n}, "good" if n >= 2 else "undefined") for n in range(1, 5)]
    assert conditions(table, {"undefined"}) == (["n >= 2"], [])


def test_a_hypothesis_is_a_point_and_an_equation_is_solved():
    D = numbers()
    assert failing(outcomes(stated(D, r"\frac{\partial(ab)}{\partial b}", "=", "2b", ["a = b"])))
    assert not failing(outcomes(stated(D, r"\frac{\partial(ab)}{\partial b}", "=", "a", ["a = b"])))
    found = outcomes(stated(D, r"\lVert w\rVert", "=", "1", [r"w^\top w = 1", r"w^\top v = 0"]))
    assert None in found and not failing(found)
    assert set(outcomes(stated(D, "a", "=", "a", ["a^2 = -1"]))) == {"no point"}


@pytest.mark.parametrize(
    "name, good",
    [
        (matrix("Q", "n", "d", orthonormal=True), lambda Q: np.allclose(Q.T @ Q, np.eye(2))),
        (matrix("S", "n", "n", symmetric=True), lambda S: np.allclose(S, S.T)),
        (scalar("s", share=True), lambda s: 0 < s <= 1), (scalar("p", positive=True), lambda p: p > 0),
        (scalar("m", nonnegative=True), lambda m: m >= 0),
    ],
)  # fmt: skip
def test_facts_hold_for_what_is_drawn(name, good):
    for seed in range(20):
        for coarse in (False, True):
            tape = Tape(np.random.default_rng(seed), coarse=coarse)
            assert good(family(name, {"n": 3, "d": 2}, tape)[()])


def test_families_keep_their_facts_and_what_cannot_be_is_impossible():
    order = family(
        scalar("l_j", over={"j": "d"}, decreasing=True), {"d": 5}, Tape(np.random.default_rng(0))
    )
    assert sorted(order.values(), reverse=True) == list(order.values())
    for name in (
        matrix("Q", "d", "n", orthonormal=True),
        vector("u_i", "d", over={"i": "n"}, orthonormal=True),
    ):
        with pytest.raises(Impossible):
            family(name, {"n": 3, "d": 2}, Tape(np.random.default_rng(0)))


def test_a_program_gets_copies():
    def centred(x):
        x -= x.mean()
        return x

    D = Derivation(vector("x", "n"), program(centred, "n"))
    assert failing(outcomes(stated(D, r"\mathtt{centred}(x)", "=", "x")))


def test_a_column_of_length_1_stays_a_column():
    D = Derivation(vector("w", "d"), matrix("A", "d", "d"), program(np.cumsum, "d"))
    for claim in ((r"\lVert Aw\rVert^2", r"w^\top A^\top Aw"), (r"\mathtt{cumsum}(w)", "w")):
        statement = stated(D, claim[0], "=", claim[1])
        found = [outcome for *_, outcome in opinions(statement, {"d": 1}, 3)]
        assert found == [None] * 3


def test_labellings_are_all_tried_while_they_are_few():
    D = numbers()
    statement = stated(D, r"\sum_{i\in I_1} 1", ">=", "0")
    lengths = {"n": 2, "d": 2, "outcomes of S": 3}
    labels = {
        tuple(*map(dict.values, label.values()))
        for _, _, label, _, _ in opinions(statement, lengths, 1)
    }
    assert labels == {(1, 1), (1, 2), (2, 1), (2, 2)}


def test_draws_of_one_seed_are_the_same():
    D = numbers()
    statement = stated(D, "L", "=", "L")
    draws = Draws(statement.definitions, [statement.rows[0].relation], [], {"n": 2, "d": 2}, {})
    one, other = (draws.assignment(3, {}).of(statement.rows[0].relation.left) for _ in range(2))
    assert one == other
