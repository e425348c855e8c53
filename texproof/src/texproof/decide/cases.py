"""Cases: an expression on both sides of a switch, or with the switches that are known set.

An indicator switches where its argument passes 0, a modulus too, a maximum and a minimum where two
of their terms are equal.
"""

import itertools
from collections.abc import Callable, Iterator

import sympy as sp

from ..evaluate.unknowns import Indicator
from ..evaluate.world import Value

KINDS = Indicator, sp.Abs, sp.Max, sp.Min


def switches(expression: Value) -> list[Value]:
    """The switches of an expression, in a fixed order."""
    return sorted(expression.atoms(*KINDS), key=str)


def places(part: Value) -> Iterator[Value]:
    """What is 0 where a switch turns."""
    if len(part.args) == 1:
        yield part.args[0]
    yield from (a - b for a, b in itertools.combinations(part.args, 2))


def by_cases(expression: Value, most: int = 1, ties: bool = False) -> list[Value] | None:
    """The expression on both sides of a switch, or None; ``most`` symbols may turn it.

    On each side a symbol is replaced by what it is in terms of the distance to the switch;
    with ``ties`` the switch itself is a case of its own.
    """
    found = switches(expression)
    for at in (at for part in found for at in places(part)):
        if 0 < len(at.free_symbols) <= most:
            near, far = sp.Dummy(nonnegative=True), sp.Dummy(positive=True)
            distances = [-far, sp.Integer(0), far] if ties else [-near, far]
            both = [at_distance(expression, at, distance) for distance in distances]
            if None not in both and all(len(switches(case)) < len(found) for case in both):
                return both
    return None


def at_distance(expression: Value, at: Value, distance: Value) -> Value | None:
    """The expression where ``at`` is a distance, with one symbol replaced that is linear in it.

    One is chosen whose sign is still seen; what is proved without it, is proved all the same.
    """
    values = {}
    for x in sorted(at.free_symbols, key=str):
        slope = sp.diff(at, x)
        if slope.is_Rational and slope:
            values[x] = sp.expand((distance - at.subs(x, 0)) / slope)
    if not values:
        return None
    kept = (x for x, value in values.items() if keeps_sign(x, value))
    x = next(kept, next(iter(values)))
    return expression.subs(x, values[x])


def keeps_sign(symbol: Value, value: Value) -> bool:
    """Whether what is known of the sign of a symbol is seen on a value."""
    if symbol.is_positive:
        return bool(value.is_positive)
    return not symbol.is_nonnegative or bool(value.is_nonnegative)


def settled(expression: Value, known: Callable[[Value, bool], object]) -> Value:
    """The expression without switches of which ``known(expression, strict)`` tells the side."""
    for part in switches(expression):
        first, *second = part.args
        if len(second) > 1:
            continue
        at = first - second[0] if second else first
        above, below = sides(part)
        if known(at, True):
            expression = expression.xreplace({part: above})
        elif known(-at, False):
            expression = expression.xreplace({part: below})
    return expression


def sides(part: Value) -> tuple[Value, Value]:
    """The values of a switch where its place is positive, and where it is not."""
    if isinstance(part, Indicator):
        return sp.Integer(0), sp.Integer(1)
    if isinstance(part, sp.Abs):
        return part.args[0], -part.args[0]
    first, second = part.args
    return (first, second) if isinstance(part, sp.Max) else (second, first)
