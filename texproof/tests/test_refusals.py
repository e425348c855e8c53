"""A refusal says what it is about and what to do, in the author's words; the help runs."""

import doctest
import math
import subprocess
import sys
import time

import numpy as np
import pytest

import texproof
from texproof import (
    Derivation,
    DerivationError,
    function,
    index,
    matrix,
    program,
    scalar,
    subset,
    vector,
)
from texproof.decide import judge
from texproof.errors import Refuted, TooLong, Undecided, Undefined, within

INNER = ("@", "⟨", "Dummy", "Error", "Failed", "Symbol")  # of SymPy, and of the package


def chances():
    """A chance, outcomes, and numbers."""
    return Derivation(
        scalar(r"\theta", inside=True), scalar("y_i", over={"i": "n"}, nonnegative=True),
        scalar("k"), scalar("z", positive=True), scalar("a"),
    )  # fmt: skip


def refusal(call, *arguments, **options):
    """The words of a refusal, which hold no name of a library or of an inner symbol."""
    with pytest.raises(DerivationError) as refused:
        call(*arguments, **options)
    told = str(refused.value)
    assert not any(inner in told for inner in INNER), told
    return told


def test_what_was_not_foreseen_is_told_without_the_words_of_a_library(monkeypatch):
    monkeypatch.setattr(judge, "prove_by_components", lambda case: [].pop())
    assert refusal(chances().calc, "a", "=", "a", "").startswith("row 1 (= a) cannot be decided")
    monkeypatch.setattr(judge, "refuse_solutions", lambda statement, setting: [].pop())
    assert refusal(chances().calc, "a", "=", "a", "").startswith("this cannot be decided")


@pytest.mark.parametrize(
    ("term", "message"),
    [
        (r"\frac{\partial\log(-\theta)}{\partial\theta}", "not positive is undefined"),
        (r"\frac{\partial\sqrt{-\theta - 1}}{\partial\theta}", "negative is undefined"),
        (r"\int_0^1\frac{1}{1 - z\theta}\,\mathrm{d}\theta", "1 - 2*theta may be 0"),
        (r"\lim_{a\to 0}\frac{e^{ka} - 1}{a}", "cite it"),
        (r"\frac{1}{k - k}", r"in \frac{1}{k - k}"),
    ],
)
def test_a_term_that_has_no_value_is_told_as_its_author_wrote_it(term, message):
    told = refusal(chances().calc, term, "=", "k", "")
    assert told.startswith("row 1 (= k)") and message in told and "\n    in " in told


def test_an_exponent_that_is_too_high_is_told_with_its_term_and_what_to_do():
    told = refusal(chances().calc, r"z^{50}", "=", "z^{49}z", "")
    assert told.startswith("row 1 (= z^{49}z): an exponent is 50, but at most 40")
    assert "write it as a letter" in told and told.endswith("in z^{50}")
    told = refusal(chances().define, r"k = (a + 1)^{41}")
    assert r"in \left(a + 1\right)^{41}" in told


def test_a_definition_that_is_refused_may_be_made_again():
    D = chances()
    refusal(D.define, r"k = (a + 1)^{41}")
    D.define("k = (a + 1)^2")
    D.calc("k", "=", "a^2 + 2a + 1", "")


def test_where_nothing_has_a_value_the_smallest_term_and_a_point_are_told():
    D = chances()
    with pytest.raises(Undecided, match="no value at any point") as refused:
        D.calc(r"a + \log(\theta - 2)", "=", "k", "")
    told = str(refused.value)
    assert "where a = -2, theta = 1/2, k = 0" in told and told.endswith(
        r"in \log\left(\theta - 2\right)"
    )
    with pytest.raises(
        Undefined, match=r"which hypothesis excludes this\?\n    in \\frac\{n - 1\}\{n - 1\}$"
    ):
        D.calc(r"\frac{n - 1}{n - 1}\sum_i y_i", "=", r"\sum_i y_i", "")


@pytest.mark.parametrize(
    ("declare", "message"),
    [
        (lambda: function("L", 1, "log likelihood"), "L: argument 3 must be a size"),
        (lambda: vector("x", "log likelihood"), "x: argument 2 must be a size"),
        (lambda: matrix("X", "n", "log likelihood"), "X: argument 3 must be a size"),
        (lambda: index("q", "log likelihood"), "q: argument 2 must be a size"),
        (lambda: subset("I", "log likelihood"), "I: argument 2 must be a size"),
        (lambda: program(abs, "log likelihood"), "argument 2 must be a size"),
        (lambda: scalar("x_i", over={"i": "log likelihood"}), "x_i: the range of i must be a size"),
    ],
)
def test_words_in_the_place_of_a_size_are_refused_with_the_place_of_a_meaning(declare, message):
    told = refusal(declare)
    assert message in told and told.endswith(
        "to say what a name means, write meaning='log likelihood'"
    )


def families():
    """Logarithms and what they are of, for each class, one of them a matrix."""
    return Derivation(
        scalar("f_c", over={"c": "C"}), scalar(r"\ell_c", over={"c": "C"}),
        scalar("g_c", over={"c": "C"}, positive=True), matrix("W", "C", "d"),
        scalar(r"\theta_{cj}", over={"c": "C", "j": "d"}), sizes={"C": (2, 3), "d": (3, 2)},
    )  # fmt: skip


@pytest.mark.parametrize(
    ("left", "right", "given"),
    [
        ("W_{cj}", r"\exp(\theta_{cj})", [r"W_{cj} = \exp(\theta_{cj})"]),
        (r"\ell_c", r"\log f_c", [r"\log(f_c) = \ell_c"]),
        ("f_c", r"\exp(\ell_c)", [r"f_c = \exp(\ell_c)", r"\sum_c f_c = 1"]),
        ("f_c", r"\exp(\ell_c)", [r"g_c = \exp(\ell_c)", r"\sum_c g_c = 1", "f_c = g_c"]),
    ],
)
def test_hypotheses_with_exponentials_find_their_points(left, right, given):
    families().calc(left, "=", right, "", given=given)
    with pytest.raises(DerivationError, match="row 1"):
        families().calc(left, "=", f"2{right}", "", given=given)


@pytest.mark.parametrize(
    "given",
    [
        [r"\exp(\ell_c) = -1"],
        [r"g_c = \exp(\ell_c)", r"g_c + \exp(\ell_c) = 0"],
        [r"\log(g_c) = \ell_c", r"\ell_c = 2\log(g_c) + 1", r"g_c = 2"],
    ],
)
def test_hypotheses_with_exponentials_that_conflict_prove_nothing(given):
    told = refusal(families().calc, "f_c", "=", "7", "", given=given)
    assert "do they conflict? Small numbers were tried" in told and "name = term" in told


def test_the_examples_of_the_help_run():
    names = dict(vars(texproof))
    examples = doctest.DocTestParser().get_doctest(texproof.__doc__, names, "help", None, None)
    told = []
    assert len(examples.examples) > 4
    assert not doctest.DocTestRunner().run(examples, out=told.append).failed, "".join(told)


def others():
    """Names as another book has them."""
    return Derivation(
        matrix("A", "N", "N"), matrix("T", "N", "N"), vector("w", "N"), scalar("a"), scalar("b"),
        scalar("q_i", over={"i": "N"}), scalar("s"), scalar("c"), scalar("x^*"), scalar("x"),
    )  # fmt: skip


MISREAD = [
    ("q_l", "or write q_i with a whole number, a size or an index letter"),
    (r"A^{T}", r"a transpose? write \top, since T has another meaning here"),
    ("|w|", r"of a column write \lVert x\rVert"),
    (r"\log|w|", r"of a column write \lVert x\rVert"),
    (r"\lg a", r"write \log_{2}(x)"),
    ("a/2b", r"what belongs to the denominator? write \frac, or brackets"),
    (r"\sum a", r"over which letter? write \sum_i"),
    (r"a + \dots + b", r"write \sum or \prod"),
    (
        r"\begin{pmatrix} q_1 \\ \vdots \\ q_N \\ a \end{pmatrix}",
        "dots stand before the last entry",
    ),
    (r"\begin{pmatrix} \vdots \\ q_N \end{pmatrix}", "dots stand before the last entry"),
    (r"\begin{pmatrix} q_2 \\ \vdots \\ q_N \end{pmatrix}", "runs from 1 to a size"),
    (r"\begin{pmatrix} a & \\ 0 & a \end{pmatrix}", "an entry is missing"),
    (
        r"\begin{pmatrix} q_1 & \cdots & q_N \\ q_1 & \cdots & a \end{pmatrix}",
        "do not tell the family",
    ),
]


@pytest.mark.parametrize(("text", "message"), MISREAD)
def test_a_refusal_says_what_to_write_instead(text, message):
    assert message in refusal(others().calc, text, "=", "a", "")


def test_an_unknown_relation_is_told_with_those_that_are_known():
    told = refusal(others().calc, "a", r"\sim", "a", "")
    assert r"\sim is not a relation" in told and r"\leq" in told


def test_sizes_in_digits_are_whole_numbers_and_ranges_in_digits_are_told():
    assert matrix("A", "3", "3") == matrix("A", 3, 3)
    assert "i must run to a size" in refusal(scalar, "a_i", over={"i": "3"})


def test_a_caller_may_limit_the_time():
    symbols = matrix("X", "n", "p"), vector("y", "n")
    D = Derivation(*symbols, seconds=0.2, sizes={"n": (6, 7), "p": (5, 4)})
    slow = r"X^T X (X^T X)^{-1} X^T y", "=", r"X^T y", ""
    told = refusal(D.calc, *slow, given=[r"n \ge p"])
    assert "not decided within 0.2 seconds" in told and "sizes=" in told
    assert not D.statements
    D.calc("y", "=", "y", "")
    assert "above 0" in refusal(Derivation(scalar("a"), seconds=-1).calc, "a", "=", "a", "")


class Swallows:
    """Something whose finalizer is at work when the time is over, and swallows the alarm."""

    def __del__(self):
        works_for(0.2)


def works_for(seconds):
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_finalizer_that_swallows_the_alarm_does_not_end_the_limit():
    with pytest.raises(TooLong), within(0.1):
        Swallows()
        works_for(30)


WITHOUT_TIMER = """
import signal, warnings
del signal.setitimer, signal.SIGPROF, signal.ITIMER_PROF  # as on Windows
from texproof import Derivation, scalar
with warnings.catch_warnings(record=True) as said:
    warnings.simplefilter("always")
    D = Derivation(scalar("a"), seconds=60)
    D.calc("a", "=", "a", "", label="same")
print(D.statements["same"].kind)
print([f"{each.category.__name__}: {each.message}" for each in said])
"""


def test_where_the_system_has_no_timer_a_limit_is_said_not_to_hold():
    command = [sys.executable, "-c", WITHOUT_TIMER]
    run = subprocess.run(command, capture_output=True, text=True)
    assert "exact\n['RuntimeWarning: " in run.stdout, run.stderr
    assert "the limit of 60 seconds has no effect" in run.stdout


LEFT = [
    ("a^4b^2 + a^2b^4 + 1 - 3a^2b^2", ">=", "0", r"left to show: .*3\*a\^2\*b\^2 \+ 1 >= 0$"),
    ("e^a", ">=", r"1 + a + \frac{a^2}{2} + \frac{a^3}{6}", r"left to show: .* >= 0$"),
    (r"\log(ab)", "=", r"\log a + \log b", r"left to show: .*log\(a\*b\).* = 0$"),
]


@pytest.mark.parametrize(("left", "sign", "right", "told"), LEFT)
def test_an_undecided_step_shows_what_is_left_to_show(left, sign, right, told):
    with pytest.raises(Undecided, match=told):
        Derivation(scalar("a"), scalar("b")).calc(left, sign, right, "")


@pytest.mark.parametrize("pi", [np, math])
def test_a_program_that_takes_pi_is_told_that_it_is_a_float(pi):
    def angle(m, c):
        return pi.pi * m + c

    D = Derivation(scalar("m"), scalar("c"), program(angle))
    told = refusal(D.calc, r"\mathtt{angle}(m, c)", "=", r"\pi m + c", "")
    assert "; pi in angle is a float" in told and told.endswith(r"puts \pi")


def test_a_row_that_holds_above_0_names_the_fact():
    D = Derivation(scalar("a"), scalar("b"), vector("x", "d"))
    with pytest.raises(Refuted, match=r"with a above 0: if so, declare positive=True$"):
        D.calc(r"\sqrt{a^2}", "=", "a", "")
    with pytest.raises(Refuted, match="with x above 0"):
        D.calc(r"x^\top x", ">", "0", "")
    with pytest.raises(Refuted, match=r"\(1/2, -1, 0\)\]$"):
        Derivation(matrix("A", "d", "d", symmetric=True), vector("v", "d")).calc(
            r"v^\top A v", ">=", "0", ""
        )
    with pytest.raises(Refuted, match=r"b = 1/3$"):
        D.calc("a^2 + b^2", ">=", "a + b", "")


def test_the_solution_of_a_problem_says_how_it_is_used():
    D = Derivation(scalar("a"), scalar("s"), scalar("b"))
    D.define(r"s = \arg\min_a (a - b)^2")
    with pytest.raises(Undecided, match=r"first prove s = \.\.\. .* given="):
        D.calc("2s", "=", "2b", "")
    with pytest.raises(DerivationError, match="not a relation of the language, which has ="):
        D.calc("a", r"\sim", "b", "")
