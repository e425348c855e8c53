"""The sign of a number by intervals is the one that SymPy's own evaluation finds."""

import random

import pytest
import sympy as sp

from texproof.decide.points import interval_sign

ONE, TWO = sp.S.One, sp.Integer(2)
NOTHING = sp.log(6) - sp.log(2) - sp.log(3)  # 0, and SymPy does not see it by itself
LOST = 1 - 1 / (1 + sp.exp(-446))  # that it is above 0 is not seen at the first precision
FUNCTIONS = [sp.exp, sp.log, sp.Abs, sp.tanh, lambda x: x**-2, lambda x: x**3, sp.sqrt]
JOINED = [sp.Add, sp.Add, sp.Mul, sp.Max, sp.Min]


def number(rng, depth):
    """A random number, written with so many levels of operations."""
    if not depth or rng.random() < 0.15:
        return rng.choice([sp.Rational(rng.randint(-9, 9), rng.randint(1, 9)), sp.pi, sp.E])
    parts = [number(rng, depth - 1), number(rng, depth - 1)]
    joined = rng.choice(JOINED if all(part.is_real for part in parts) else JOINED[:3])
    return rng.choice(FUNCTIONS)(parts[0]) if rng.random() < 0.4 else joined(*parts)


def numbers(how_many):
    """Real numbers, and what SymPy says of them."""
    rng = random.Random(0)
    for _ in range(how_many):
        drawn = number(rng, 4)
        if drawn.has(sp.nan, sp.zoo, sp.oo, -sp.oo, sp.I):
            continue
        value = sp.N(drawn, 30, maxn=300)
        if value.is_Float:
            yield drawn, 0 if value._prec <= 10 else int(bool(value > 0)) - int(bool(value < 0))


def test_signs_agree_with_sympys_evaluation():
    said = [(drawn, interval_sign(drawn), sign) for drawn, sign in numbers(600)]
    assert [entry for entry in said if entry[1] not in {None, entry[2]}] == []
    assert sum(found is not None for _, found, _ in said) > 500


@pytest.mark.parametrize(
    ("value", "sign"),
    [
        (NOTHING, 0),
        ((sp.exp(ONE / 3) + 1) ** 2 - sp.exp(TWO / 3) - 2 * sp.exp(ONE / 3) - 1, 0),
        (sp.tanh(ONE / 2) - 1 + 2 / (sp.E + 1), 0),
        (sp.exp(-1000), 1),  # far below the first precision, and not 0
        (sp.exp(100) + sp.exp(-100) - sp.exp(100), 1),
        (LOST ** sp.Rational(353, 8) - (1 + sp.exp(446)) ** -sp.Rational(353, 8), 0),
        (sp.pi - sp.Rational(355, 113), -1),
        (sp.log(sp.log(2) - 1), None),  # no real number
        (sp.Function("f")(1), None),  # nobody knows
        (1 / NOTHING, None),
        (sp.Abs(NOTHING) ** sp.Rational(1, 3), None),
    ],
)
def test_what_is_certain_and_what_is_not(value, sign):
    assert interval_sign(value) == sign
