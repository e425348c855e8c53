"""Words between the formulas of a display: what is claimed, and under which hypotheses."""

import pytest

from texproof import Derivation, DerivationError, scalar
from texproof.errors import ReadError, Refuted
from texproof.read.displays import read_claims

AB, CD = ["a", "b"], ["c", "d"]
SPLIT = [
    (r"a = b, \quad c = d", [([], AB), ([], CD)]),
    (r"a = b \text{ and } c = d", [([], AB), ([], CD)]),
    (r"a = b, \qquad \text{i.e.} \qquad c = d.", [([], AB), (["a = b"], CD)]),
    (r"a = b \textrm{ and hence } c = d", [([], AB), (["a = b"], CD)]),
    (r"a < b \text{ so that } c = d", [([], AB), ([], CD)]),
    (r"a = b \text{ if } c > 0 \text{ and } d > 0", [(["c > 0", "d > 0"], AB)]),
    (r"a = b, \quad c > 0", [(["c > 0"], AB)]),
    (r"a = b \quad \forall c > 0", [(["c > 0"], AB)]),
    (r"a = b, \quad i = 2, \dots, n", [([r"i \ge 2", r"i \le n"], AB)]),
    (r"a = b \quad \text{for all } c \in \mathbb{R}^{n}", [([], AB)]),
    (r"a, c \le b", [([], AB), ([], ["c", "b"])]),
    (r"a = \\ &= b", [([], AB)]),
    (r"a \ge \\ b", [([], AB)]),
    (r"0 &\leq &a &\leq &1", [([], ["0", "a", "1"])]),
    (r"a &= b && \text{hence}", [([], AB)]),
    (r"\begin{aligned} a &= b, \\ c &= d \end{aligned}", [([], AB), ([], CD)]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "found"), SPLIT)
def test_a_display_is_cut_at_words(text, found):
    said = [(one.given, [one.chain.first, *one.chain.rows[1::3]]) for one in read_claims(text)]
    assert said == found


def symbols():
    """Numbers, one of them above 0, and a family."""
    return Derivation(
        *map(scalar, "abc"), scalar("p", positive=True), scalar("x_i", over={"i": "n"})
    )


TRUE = [
    r"\sqrt{a^2} = a \quad \text{if } a \ge 0",
    r"a - a = 0, \quad \text{i.e.} \quad 2a = a + a",
    r"x_i - x_i = 0, \quad i = 1, \dots, n",
    r"x_{i-1} - x_{i-1} = 0, \quad i = 2, \dots, n",
    r"p + p, 2p > 0",
]
FALSE = [
    r"\sqrt{a^2} = a \quad \text{if } b \ge 0",
    r"a = b \text{ and hence } ac = bc",
    r"a - a = 0 \text{ and } a = b",
    r"p, a > 0",
    r"x_i = x_1, \quad i = 1, \dots, n",
]


@pytest.mark.parametrize("text", TRUE)
def test_what_follows_under_what_is_said_is_proved(text):
    symbols().calc(text)


@pytest.mark.parametrize("text", FALSE)
def test_each_part_is_claimed(text):
    D = symbols()
    with pytest.raises(Refuted):
        D.calc(text)
    assert not D.statements


@pytest.mark.parametrize(
    "text", [r"a = a \text{ for } a \in [0, 1]", r"a = a \text{ or } b = b", "a + b, = c"]
)
def test_conditions_and_words_that_are_not_known_are_refused(text):
    with pytest.raises((ReadError, DerivationError)):
        symbols().calc(text)


@pytest.mark.parametrize(
    ("one", "other"),
    [("AB", "A"), ("A", "BA"), (r"\Delta x", r"\Delta"), ("d", "dx"), (r"\hat{x}_1", r"\hat{x}_i")],
)
def test_names_that_could_be_products_of_others_are_refused(one, other):
    with pytest.raises(DerivationError):
        names = [scalar(name, over={"i": "n"} if "_i" in name else None) for name in (one, other)]
        Derivation(*names)
