"""Indicators and cases in index notation: of indices, of labels, of numbers."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from ..expr import Expr
from .algebra import times, total
from .contract import at_most, delta
from .diagrams import Poly, number
from .elementary import step
from .indices import ONE_SIZE, Index, moved
from .label_maps import is_map
from .leaves import at_indices
from .place import Place, Value, closed_one, value_of

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
    for i, sign in enumerate(node.value):
        value, left, right = parts[3 * i : 3 * i + 3]
        here = indicator(place, left, sign, right)
        known = times(place.room, none_yet, here)
        found.append(times(place.room, known, place.of(value).poly))
        none_yet = times(place.room, none_yet, number(1) - here)
    found.append(times(place.room, none_yet, place.of(parts[-1]).poly))
    return Value(shape, total(found))
