"""Signs of sums with switches and roots: side by side, part by part, and by squares.

Each way can only be gone by a true statement:
    sides    a switch is set to what it is on either side of its place, which may be known besides
    parts    a sum of parts, each of which is seen not to be negative
    slacks   a maximum is some number, and each of its terms that number less something
    squares  a sum R of terms that are not negative is at least P if R^2 >= P^2
"""

from collections.abc import Iterator

import sympy as sp

from ..evaluate.world import Value
from .cases import at_distance, sides, switches
from .plain import is_root
from .signs import rung_of_sign, structural_sign

FEW = 3  # switches that are set one after another
DEEP = 2  # squares that are taken one after another
MOST = 200  # terms that are taken apart


def rung_of_switches(expression: Value, strict: bool) -> str | None:
    """The rung on which an expression with switches or roots is found to be >= 0 (or > 0)."""
    expression = sp.sympify(expression, strict=True)
    if any(rung_of_sign(part, strict) for part in with_slacks(expression)):
        return "cases"
    if is_positive_by_parts(expression, strict):
        return "cases"
    return "squares" if is_positive_by_squares(expression, strict) else None


def is_positive_by_sides(expression: Value, strict: bool) -> bool:
    """Whether an expression has the sign on both sides of each of its few switches."""
    if rung_of_sign(expression, strict):
        return True
    found = [part for part in switches(expression) if len(part.args) <= 2]
    if not 0 < len(found) <= FEW:
        return False
    part = found[0]
    at = part.args[0] - part.args[1] if len(part.args) == 2 else part.args[0]
    far, near = sp.Dummy(positive=True), sp.Dummy(nonnegative=True)
    for side, distance in zip(sides(part), (far, -near), strict=True):
        ways = [expression.xreplace({part: side}), at_distance(expression, at, distance)]
        if not any(way is not None and is_positive_by_sides(way, strict) for way in ways):
            return False
    return True


def is_positive_by_parts(expression: Value, strict: bool) -> bool:
    """Whether an expression is a positive multiple of a sum of parts that have the sign."""
    if not switches(expression):
        return False
    above, below = sp.fraction(sp.together(expression))
    if not rung_of_sign(below, strict=True):
        return False
    terms = sp.Add.make_args(sp.expand(above))
    return len(terms) <= MOST and all(
        is_positive_by_sides(sp.factor_terms(part), strict) for part in apart(terms)
    )


def apart(terms: tuple[Value, ...]) -> list[Value]:
    """Sums of some of the terms: each has the switches of one symbol that few terms have."""
    rarest = {s: sum(term.has(s) for term in terms) for t in terms for s in t.free_symbols}
    found: dict[frozenset[Value], Value] = {}
    for term in terms:
        least = min((rarest[s] for s in term.free_symbols), default=0)
        own = frozenset(s for s in term.free_symbols if rarest[s] == least)
        found[own] = found.get(own, sp.Integer(0)) + term
    return list(found.values())


def with_slacks(expression: Value) -> Iterator[Value]:
    """The expression with m for a maximum of symbols, and m less something for each of them."""
    for part in expression.atoms(sp.Max, sp.Min):
        if all(arg.is_Symbol for arg in part.args):
            extreme, sign = sp.Dummy(real=True), 1 if isinstance(part, sp.Max) else -1
            values = {x: extreme - sign * sp.Dummy(nonnegative=True) for x in part.args}
            yield sp.expand(expression.xreplace({part: extreme}).xreplace(values))


def is_positive_by_squares(expression: Value, strict: bool, left: int = DEEP) -> bool:
    """Whether roots and moduli with a plus outweigh the rest, by the difference of squares."""
    terms = sp.Add.make_args(sp.expand(expression))
    large = [term for term in terms if is_rooted(term) and structural_sign(term) in {"+", "0+"}]
    if not large or left == 0 or len(terms) > MOST:
        return False
    rest = expression - sp.Add(*large)
    gap = sp.expand(sp.Add(*large) ** 2 - rest**2)
    return bool(rung_of_sign(gap, strict)) or is_positive_by_squares(gap, strict, left - 1)


def is_rooted(term: Value) -> bool:
    """Whether a root or a modulus is a factor of a term."""
    return any(is_root(part) or isinstance(part, sp.Abs) for part in sp.Mul.make_args(term))
