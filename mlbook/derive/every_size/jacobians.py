"""Derivatives by vectors and matrices in index notation: of a number, of a column by a column."""

from __future__ import annotations

from ..expr import Expr
from .algebra import bind, times
from .calculus import entry_at_slots, finished, gradient, varied
from .diagrams import ZERO
from .errors import Unsupported
from .indices import Index, fresh
from .place import Place, Value, value_of
from .sides import axes, turned
from .slopes import derivative


@value_of("jacobian")
def jacobian(place: Place, node: Expr, body: Expr, about: Expr) -> Value:
    """A derivative by a vector or matrix: a row for each entry of a column."""
    inner, name, indices = varied(place, about, [body])
    shape, value = inner.of(body)
    if not shape:
        found = gradient(place, node, body, about)
        return turned(place, found) if node.value else found
    _, column = axes(place, (shape[0], name.shape[0]))
    slots = (*indices, *([Index(column)] if column else []))
    poly = derivative(place.room, value, (name.latex, slots))
    return Value((shape[0], name.shape[0]), finished(place, inner, [name], value, poly))


@value_of("differential")
def differential(place: Place, node: Expr, body: Expr, *pairs: Expr) -> Value:
    """The sum over the entries of what varies: the derivative by each, times its differential."""
    found, value = ZERO, place.of(body)
    for about, moved in zip(pairs[::2], pairs[1::2], strict=True):
        inner, name, _ = varied(place, about, [body])
        if name in place.definitions or name in place.values:
            raise Unsupported("the differential of what is defined")
        poly = inner.of(body).poly
        letters = [fresh(side.size) for side in axes(place, name.shape) if side]
        slots = tuple(map(Index, letters))
        slope = derivative(place.room, poly, (name.latex, slots))
        slope = finished(place, inner, [name], poly, slope)
        part = times(place.room, slope, entry_at_slots(place, place.of(moved), slots))
        for letter in letters:
            part = bind(place.room, part, letter)
        found = found + part
    return value._replace(poly=found)
