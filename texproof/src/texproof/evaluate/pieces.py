"""Integrals of what switches: where the places are fractions, they are taken piece by piece."""

import itertools
from collections.abc import Iterator

import sympy as sp

from .unknowns import Indicator
from .world import Value

SWITCHES = Indicator, sp.Abs, sp.sign, sp.Max, sp.Min
Limits = tuple[Value, Value, Value]  # the variable, and from where to where
MOST = 40  # places at which an integrand switches


def pieces(inside: Value, limits: Limits) -> list[tuple[Value, Limits]]:
    """The integrand without its switches, and the limits, between each two places of a switch.

    One piece where the places are no fractions, such as symbols.
    """
    x, low, high = limits
    parts = sorted((p for p in inside.atoms(*SWITCHES) if p.has(x)), key=sp.default_sort_key)
    found = places(parts, x)
    ends = [end for end in (low, high) if not end.is_infinite]
    if not found or len(found) > MOST or not all(end.is_Rational for end in ends):
        return [(inside, limits)]
    turned = bool(low > high)
    inner = sorted(place for place in found if min(low, high) < place < max(low, high))
    edges = [low, *(reversed(inner) if turned else inner), high]
    return [
        (inside.xreplace({p: at_place(p, x, between(a, b)) for p in parts}), (x, a, b))
        for a, b in itertools.pairwise(edges)
    ]


def places(parts: list[Value], x: Value) -> set[Value] | None:
    """Where some switches turn; None if that is not always at fractions."""
    found: set[Value] = set()
    for term in (term for part in parts for term in turning(part)):
        if term.free_symbols - {x} or not term.is_polynomial(x):
            return None
        if term.has(x):
            polynomial = sp.Poly(term, x)
            if not all(c.is_Rational for c in polynomial.all_coeffs()):
                return None
            roots = polynomial.real_roots(multiple=False)
            if not all(root.is_Rational for root, _ in roots):
                return None
            found |= {root for root, _ in roots}
    return found


def turning(part: Value) -> Iterator[Value]:
    """What is 0 where a switch turns."""
    if isinstance(part, sp.Max | sp.Min):
        yield from (a - b for a, b in itertools.combinations(part.args, 2))
    else:
        yield part.args[0]


def between(low: Value, high: Value) -> Value:
    """A fraction between two places, of which one may be infinitely far."""
    low, high = min(low, high), max(low, high)
    if low.is_infinite:
        return sp.Integer(0) if high.is_infinite else high - 1
    return low + 1 if high.is_infinite else (low + high) / 2


def at_place(part: Value, x: Value, place: Value) -> Value:
    """What a switch is around a place at which it does not turn."""
    if isinstance(part, sp.Max | sp.Min):
        return next(a for a in part.args if a.subs(x, place) == part.subs(x, place))
    sign = sp.sign(part.args[0].subs(x, place))
    if isinstance(part, sp.Abs):
        return sign * part.args[0]
    return sign if isinstance(part, sp.sign) else sp.Integer(int(bool(sign <= 0)))
