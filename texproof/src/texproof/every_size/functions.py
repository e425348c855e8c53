"""Elementary functions, extremes of numbers, factorials, indicators and cases in index notation.

The laws that take them apart are in `elementary`; this module says which operation of the language
calls which law.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from ..expr import Expr
from .algebra import HALF, factorial, rooted
from .diagrams import ONE, Poly, number, product, times, total
from .elementary import exponential, logarithm, modulus, raised, sign, step
from .indices import ONE_SIZE, Index, Unsupported, constant, moved
from .leaves import at_indices, is_map, plain_index
from .place import Place, Value, closed_one, value_of
from .rules import at_most, delta

# --------------------------------------------------------------------------------------------------
# Indicators and cases in index notation: of indices, of labels, of numbers.

NUMBERS = {"num", "size", "var", "add", "neg", "mul"}


BACK = {">=": "<=", ">": "<"}


def indicator(place: Place, left: Expr, sign: str, right: Expr) -> Poly:
    """1 where ``left sign right``, 0 elsewhere: of indices, labels or numbers."""
    if sign in BACK:
        return indicator(place, right, BACK[sign], left)
    if sign == "!=":
        return number(1) - indicator(place, left, "=", right)
    if is_index(place, left) and is_index(place, right):
        return of_indices(place, left, sign, right)
    low, high = place.scalar(left), place.scalar(right)
    below, above = step(place.room, low - high), step(place.room, high - low)
    return {"<=": below, "<": number(1) - above, "=": times(place.room, below, above)}[sign]


def is_index(place: Place, node: Expr) -> bool:
    """Whether a tree is an index: a letter plus a constant, or the value of an index map."""
    if node.op == "name":
        return node.value.kind == "index" and is_map(place, node.value)
    plain = node.op in NUMBERS and is_whole(node)
    return plain and all(part.op != "name" and is_index(place, part) for part in node.args)


def is_whole(node: Expr) -> bool:
    """Whether a number that is written is whole."""
    return node.op != "num" or Fraction(node.value).denominator == 1


def of_indices(place: Place, left: Expr, sign: str, right: Expr) -> Poly:
    """[i <= j], [i < j] or [i = j]."""

    def compared(found: list[Index]) -> Poly:
        one, other = found
        if sign == "=":
            return closed_one(place.room, (delta(one, other),))
        last = other if sign == "<=" else moved(other, ((ONE_SIZE, -1),))
        return closed_one(place.room, (at_most(one, last),))

    return at_indices(place, [left, right], compared)


@value_of("indicator")
def indicated(place: Place, node: Expr, left: Expr, right: Expr) -> Value:
    """1 where a relation holds and 0 elsewhere."""
    return Value((), indicator(place, left, node.value, right))


@value_of("cases")
def cases(place: Place, node: Expr, *parts: Expr) -> Value:
    """The value of the first case whose relation holds, else the last value."""
    found, none_yet = [], number(1)
    place = replace(place, sure=False)
    shape = place.of(parts[-1]).shape
    for i, relation in enumerate(node.value):
        value, left, right = parts[3 * i : 3 * i + 3]
        here = indicator(place, left, relation, right)
        known = times(place.room, none_yet, here)
        found.append(times(place.room, known, place.of(value).poly))
        none_yet = times(place.room, none_yet, number(1) - here)
    found.append(times(place.room, none_yet, place.of(parts[-1]).poly))
    return Value(shape, total(found))


# --------------------------------------------------------------------------------------------------
# Exponentials, logarithms, roots, signs and extremes of numbers in index notation.


@value_of("exp")
def exp(place: Place, node: Expr, inside: Expr) -> Value:
    """An exponential."""
    return Value((), exponential(place.room, place.scalar(inside)))


@value_of("log")
def log(place: Place, node: Expr, inside: Expr, *base: Expr) -> Value:
    """A logarithm."""
    parts = [place.scalar(part) for part in (inside, *base)]
    for part in parts:
        place.need(part, above=True)
    value, *bases = (logarithm(place.room, part) for part in parts)
    if bases:
        place.need(bases[0])
        value = times(place.room, value, raised(place.room, bases[0], Fraction(-1)))
    return Value((), value)


@value_of("sqrt")
def root(place: Place, node: Expr, inside: Expr) -> Value:
    """A square root."""
    return Value((), rooted(place, place.scalar(inside), HALF))


@value_of("sgn")
def sign_of(place: Place, node: Expr, inside: Expr) -> Value:
    """A sign."""
    return Value((), sign(place.room, place.scalar(inside)))


@value_of("max", "min")
def extreme(place: Place, node: Expr, *parts: Expr) -> Value:
    """max(a, b) = (a + b + |a - b|)/2, and min with a minus."""
    first, *rest = (place.scalar(part) for part in parts)
    way = HALF if node.op == "max" else -HALF
    for other in rest:
        gap = modulus(place.room, first - other)
        first = (first + other).scaled(HALF) + gap.scaled(way)
    return Value((), first)


# --------------------------------------------------------------------------------------------------
# Factorials and binomial coefficients.


@value_of("gamma")
def gamma(place: Place, node: Expr, inside: Expr) -> Value:
    """(k - 1)! for k that is known to be at least 1."""
    less = moved(plain_index(place, inside), ((ONE_SIZE, -1),))
    if not place.known.at_most(constant(0), less):
        raise Unsupported("a gamma function of another kind")
    return Value((), factorial(place.room, less))


@value_of("binom")
def binomial(place: Place, node: Expr, above: Expr, below: Expr) -> Value:
    """n!/(k! (n - k)!) for k that is known to be among 0, ..., n."""
    many, few = plain_index(place, above), plain_index(place, below)
    if few.minus or many.minus or (few.var is not None and many.var != few.var):
        raise Unsupported("a binomial coefficient of another kind")
    rest = Index(None if few.var else many.var, moved(many, few.shift, -1).shift)
    if not all(place.known.at_most(constant(0), index) for index in (few, rest)):
        raise Unsupported("a binomial coefficient that may be 0")
    up, *down = (factorial(place.room, index) for index in (many, few, rest))
    under = [raised(place.room, poly, -ONE) for poly in down]
    return Value((), product(place.room, [up, *under]))
