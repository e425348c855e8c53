r"""Sums without end, ``\sum_{k=0}^{\infty}``: of powers, of powers over k!, and of k^m times these.

sum of k (k - 1) ... (k - m + 1) r^k        m! r^m / (1 - r)^(m + 1),  where |r| < 1
the same over k!                            r^m e^r
"""

from __future__ import annotations

import math

import sympy as sp

from ..errors import DerivationError
from ..expr import Expr
from .bounds import bounded
from .defined import undefined
from .world import Value, World

MOST_BEFORE = 20  # terms by which a sum begins later than at 0
UNKNOWN = "this sum without end is not known: of k^m r^k, or of k^m r^k / k!, it is"


def endless(world: World, letter: str, first: Expr, body: Expr) -> Value:
    """The sum of all terms from the first on."""
    if not world.exact:
        raise DerivationError("a sum without end is not taken in floats")
    start = world.whole(first)
    bounded(abs(start), MOST_BEFORE, "the first index of a sum without end")
    k = sp.Dummy("k", integer=True, nonnegative=True, positive=True if start > 0 else None)
    inside = world.at({letter: k}).of(body)
    if not isinstance(inside, sp.Expr):
        raise DerivationError(UNKNOWN)
    terms = sp.expand(inside.subs(sp.gamma(k), sp.gamma(k + 1) / k))
    total = sum(of_term(term, k) for term in sp.Add.make_args(terms) if term != 0)
    before = [terms.subs(k, i) for i in range(start)]
    earlier = [world.at({letter: i}).of(body) for i in range(start, 0)]
    return total - sum(before) + sum(earlier)


def of_term(term: Value, k: Value) -> Value:
    """The sum from 0 on of c p(k) r^k, or that over k!, with p a polynomial."""
    (outside, ratio, polynomial), below = [sp.Integer(1)] * 3, False
    factorial = sp.Dummy("k!", positive=True)
    term = term.subs(sp.gamma(k + 1), factorial)
    for factor in sp.Mul.make_args(sp.powsimp(sp.powdenest(term))):
        if factor == 1 / factorial:
            below = True
        elif factor.has(factorial):
            raise DerivationError(UNKNOWN)
        elif not factor.has(k):
            outside *= factor
        elif factor.is_polynomial(k):
            polynomial *= factor
        else:
            base, at_0 = power_of(factor, k)
            ratio, outside = ratio * base, outside * at_0
    if not below:
        refuse_divergent(ratio)
    return outside * sum(
        falling * of_falling(m, ratio, below)
        for m, falling in enumerate(in_falling_powers(sp.Poly(polynomial, k)))
    )


def power_of(factor: Value, k: Value) -> tuple[Value, Value]:
    """r and c of c r^k."""
    base, exponent = factor.as_base_exp()
    slope = sp.expand(exponent).coeff(k, 1)
    rest = sp.expand(exponent - slope * k)
    if base.has(k) or slope.has(k) or rest.has(k):
        raise DerivationError(UNKNOWN)
    return base**slope, base**rest


def refuse_divergent(ratio: Value) -> None:
    """Raises where powers are known not to have a sum."""
    above, below = (sp.together(part) for part in (1 - ratio, 1 + ratio))
    if above.is_nonpositive or below.is_nonpositive:
        undefined("a sum without end of powers that do not fall")


def in_falling_powers(polynomial: Value) -> list[Value]:
    """The coefficients of a polynomial in 1, k, k (k - 1), ..."""
    k, found = polynomial.gen, []
    for m in range(polynomial.degree() + 1):
        polynomial, value = sp.div(polynomial, sp.Poly(k - m, k))
        found.append(value.as_expr())
    return found


def of_falling(m: int, ratio: Value, over_factorial: bool) -> Value:
    """The sum of k (k - 1) ... (k - m + 1) r^k, over k! or not."""
    if over_factorial:
        return ratio**m * sp.exp(ratio)
    return math.factorial(m) * ratio**m / (1 - ratio) ** (m + 1)
