"""z3 decides again: what is true is proved, its mutants are refuted, nothing false is proved."""

import pytest

from texproof import Derivation, function, matrix, scalar, vector
from texproof_tests.stated import stated
from texproof_tests.statements import entries
from texproof_tests.z3_judge import (
    KNOWN,
    NOT_ASKED,
    PROVED,
    REFUTED,
    answered,
    at_short_lengths,
    disagreements,
)  # fmt: skip

CLAIMED = [entry for entry in entries() if entry.does == "calc"]
W, V = r"\mathbf{w}", r"\mathbf{v}"


def symbols():
    return Derivation(
        *(scalar(letter) for letter in ("a", "b", "c")), scalar("p", positive=True),
        scalar("x_i", over={"i": "n"}), scalar(r"\lambda"), vector(W, "d"), vector(V, "d"),
        matrix("S", "d", "d", symmetric=True), matrix("A", "d", "d"),
        matrix("U", "d", "q", orthonormal=True), function("f", 1, convex=True),
        *(matrix(letter, "d", "d", diagonal=True) for letter in ("L", "M")),
        matrix("P", "d", "d", psd=True), scalar("e", binary=True), sizes={"n": (3, 4), "d": (3, 4), "q": (2, 3)},
    )  # fmt: skip


def kind(left, sign, right, *given):
    statement = stated(symbols(), left, sign, right, given)
    return answered(statement, statement.rows[0]).kind


MUTANTS = [
    (("(a + b)^2", "=", "a^2 + 2ab + b^2"), ("(a + b)^2", "=", "a^2 - 2ab + b^2")),
    ((r"\lvert a\rvert", ">=", "a"), (r"\lvert a\rvert", ">", "a")),
    (("a^2 + b^2", ">=", "2ab"), ("a^2 + b^2", ">", "2ab")),
    (("a^2 + b^2 + 1", ">=", "a + b"), ("a^2 + b^2", ">=", "a + b")),
    ((r"\sqrt{p^2}", "=", "p"), (r"\sqrt{a^2}", "=", "a")),
    ((r"\max(a, b)", "=", r"\frac{a + b + \lvert a - b\rvert}{2}"), (r"\max(a, b)", "=", "a")),
    (("a", "<=", "c", "a = b", r"b \le c"), ("a", "<=", "c", "a = b")),
    ((f"{W}^\\top S{V}", "=", f"{V}^\\top S{W}"), (f"{W}^\\top A{V}", "=", f"{V}^\\top A{W}")),
    ((f"{W}^\\top S{W}", "=", r"\lambda", f"S{W} = \\lambda {W}", f"{W}^\\top {W} = 1"),
     (f"{W}^\\top S{W}", "=", r"\lambda", f"S{W} = \\lambda {W}")),
    ((f"\\nabla_{{{W}}}({W}^\\top A{W})", "=", f"A{W} + A^\\top{W}"),
     (f"\\nabla_{{{W}}}({W}^\\top A{W})", "=", f"2A{W}")),
    ((f"\\nabla^2_{{{W}}}({W}^\\top A{W})", "=", r"A + A^\top"),
     (f"\\nabla^2_{{{W}}}({W}^\\top A{W})", "=", "2A")),
    ((r"\frac{\partial}{\partial a}\frac{b}{a}", "=", r"-\frac{b}{a^2}"),
     (r"\frac{\partial}{\partial a}\frac{b}{a}", "=", r"\frac{b}{a^2}")),
    ((r"\arg\min_{a} a^2 - 2ab", "=", "b"), (r"\arg\min_{a} a^2 - 2ab", "=", "-b")),
    (("A^{-1}A", "=", "AA^{-1}"), ("A^{-1}S", "=", "SA^{-1}")),
    ((r"\begin{cases} \frac{1}{a} & a > 0 \\ 0 & \text{otherwise} \end{cases}", ">=", "0"),
     (r"\begin{cases} \frac{1}{a} & a > 0 \\ 0 & \text{otherwise} \end{cases}", ">", "0")),
    (("LM", "=", "ML"), ("LA", "=", "AL")),
    (("U^\\top U", "=", "(U^\\top U)^2"), ("UU^\\top", "=", "S")),
]  # fmt: skip


@pytest.mark.parametrize(
    ("true", "false"), MUTANTS, ids=[" ".join(true[:3]) for true, _ in MUTANTS]
)
def test_a_true_claim_is_proved_and_its_mutant_refuted(true, false):
    assert (kind(*true), kind(*false)) == (PROVED, REFUTED)


@pytest.mark.parametrize("claim", [(r"\frac{1}{a - a}", "=", "1"), (r"\sqrt{-p}", "=", r"\sqrt{-p}"),
                                   ("a", "=", "b", "p = -1"), (r"\log a", "=", r"\log a"),
                                   ("f(a)", "=", "f(b)"), ("P", "=", "2P"), ("e", "=", "2e")])  # fmt: skip
def test_what_is_nowhere_defined_or_not_expressed_is_not_proved(claim):
    assert kind(*claim) == NOT_ASKED


def test_what_is_false_at_few_lengths_is_refuted_there():
    statement = stated(symbols(), r"\lVert\mathbf{w}\rVert^2", "=", rf"{W}_1^2 + {W}_2^2 + {W}_3^2")
    assert answered(statement, statement.rows[0]).kind == PROVED
    assert at_short_lengths(statement, statement.rows[0]).kind != PROVED


def test_moments_are_not_judged_by_sources_with_too_few_outcomes():
    few = {"mo-left-over-length-one", "mo-inner-square", "mo-negative-second"}
    asked = [entry for entry in CLAIMED if entry.id in few]
    assert (len(asked), list(disagreements(asked))) == (3, [])


def test_what_a_definition_alone_is_refused_for_is_not_held_against_z3():
    refused = [entry for entry in CLAIMED if entry.id == "defined-nowhere"]
    assert (len(refused), list(disagreements(refused))) == (1, [])


@pytest.mark.nightly
def test_no_false_statement_is_proved_where_it_is_false():
    sample = CLAIMED[::9]
    assert len(sample) > 100
    assert [entry.id for entry, _ in disagreements(sample)] == []


@pytest.mark.nightly
def test_what_is_proved_though_it_is_to_be_refused_is_known():
    known = [entry for entry in CLAIMED if entry.id in KNOWN]
    assert len(known) == len(KNOWN)
    assert {entry.id for entry, _ in disagreements(known, known=())} == KNOWN
