"""Bounds of all values of a term, as inf and sup of a set, and what is refused of them."""

import pytest

from texproof import Derivation, DerivationError, matrix, scalar, vector

DUAL = r"-\frac14\nu^\top AA^\top\nu - b^\top\nu"
LEAST = r"\inf\{x^\top x \mid Ax = b\}"


def derivation(*definitions):
    """Columns, a matrix, numbers."""
    D = Derivation(
        vector(r"\nu", "m"), matrix("A", "m", "n"), vector("b", "m"), vector("x", "n"),
        *(scalar(letter) for letter in "tsuvh"), scalar("p", positive=True),
        scalar("q_i", over={"i": "n"}), scalar("X", random="w"),
        sizes={"m": (2, 1), "n": (3, 2)},
    )  # fmt: skip
    for text in definitions:
        D.define(text)
    return D


TRUE = [
    rf"{DUAL} \le {LEAST}",
    rf"{LEAST} \ge {DUAL}",
    rf"{DUAL} = {DUAL} \leq \inf\left\{{x^\top x \,\middle|\, Ax = b\right\}}".replace(r"\middle", ""),
    r"0 \le \inf\{ t^2 \mid t = s \}",
    r"-1 \le \inf\{ t^2 + 2t : t = t \}",
    r"1 \ge \sup\{ 1 - t^2 \mid t = s \}",
    r"4 \le \inf\{ t^2 + u^2 \mid t = 2, u = v \}",
    r"\sup\{ u - u^2 \mid u = v \} \le \frac14",
]  # fmt: skip


@pytest.mark.parametrize("text", TRUE)
def test_a_bound_of_all_values_is_one_of_each(text):
    assert derivation().calc_without_warning(text)


FALSE = [
    (rf"{DUAL.replace('-', '', 1)} \le {LEAST}", "the sign"),
    (rf"-b^\top\nu \le {LEAST}", "nu large"),
    (rf"{DUAL} \le \inf\{{\frac12 x^\top x \mid Ax = b\}}", "half of it"),
    (rf"{DUAL} \le \inf\{{x^\top x \mid Ax = -b\}}", "the sign of b"),
    (rf"{DUAL} = 0 \le {LEAST}", "what comes before has no hypothesis"),
    (r"1 \le \inf\{ t^2 \mid t = s \}", "t = 0"),
    (r"s \le \inf\{ t^2 + s \mid t = p \}", "is s bound?"),
    (r"s \le \inf\{ t^2 \mid t = s \}", "s = 1/2"),
    (r"t^2 \le \inf\{ t^2 \mid t = s \}", "t is bound"),
    (r"-2 \ge \inf\{ t^2 \mid t = s \}", "a bound from above of an infimum"),
    (r"0 = \inf\{ t^2 \mid t = s \}", "no equation"),
    (r"0 < \inf\{ t^2 \mid t = p \}", "it is 0"),
    (r"0 \ge \sup\{ t^2 \mid t = s \}", "t = 1"),
    (r"3 \le \inf\{ 3 \mid t = 1, t = 2 \}", "no name in the term"),
    (r"h \le \inf\{ t^2 \mid t = s \}", "h = t^2 mentions t"),
    (r"0 \le \inf\{ h \mid t = s \}", "h is defined"),
    (r"0 \le \inf\{ q_i^2 \mid t = s \}", "a member of a family"),
    (r"0 \le \inf\{ X^2 \mid t = s \}", "a random number"),
    (r"0 \le \inf\{ t^2 \mid t = s \} + 1", "a set in a term"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "why"), FALSE)
def test_what_is_false_or_no_bound_of_all_values_is_refused(text, why):
    with pytest.raises(DerivationError):
        assert not derivation("h = t^2").calc(text), why


def test_what_a_set_binds_is_told_of_nothing_outside():
    with pytest.raises(DerivationError):
        derivation().calc(r"4 \le \inf\{ t^2 \mid t = s \}", given=["t = 2"])
