"""Exponentials, logarithms, roots, signs and extremes of numbers in index notation."""

from __future__ import annotations

from fractions import Fraction

from ..expr import Expr
from .algebra import times
from .elementary import exponential, logarithm
from .matrices import HALF, rooted
from .moduli import modulus, sign
from .place import (
    Place,
    Value,
    value_of,
)
from .powers import raised


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
