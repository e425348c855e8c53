"""Derivatives by vectors and matrices in index notation: of a number, of a column by a column."""

from __future__ import annotations

from ..expr import Expr
from .algebra import bind, times
from .calculus import FIXED, entry_at_slots, finished, gradient, varied
from .diagrams import ZERO, Factor, Head
from .errors import Unsupported
from .indices import Index, fresh
from .place import Place, Value, closed_one, value_of
from .sides import axes, turned
from .slopes import derivative


@value_of("jacobian")
def jacobian(place: Place, node: Expr, body: Expr, about: Expr) -> Value:
    """A derivative by a vector or matrix: a row for each entry of a column."""
    if "symmetric" in about.value.facts:
        return by_pairs(place, body, about)
    inner, name, indices = varied(place, about, [body])
    shape, value = inner.of(body)
    if not shape:
        found = gradient(place, node, body, about)
        return turned(place, found) if node.value else found
    _, column = axes(place, (shape[0], name.shape[0]))
    slots = (*indices, *([Index(column)] if column else []))
    poly = derivative(place.room, value, (name.latex, slots))
    return Value((shape[0], name.shape[0]), finished(place, inner, [name], value, poly))


def by_pairs(place: Place, body: Expr, about: Expr) -> Value:
    """The derivatives of a number by the entries of a symmetric matrix, of which two are one.

    They are G + G^T less the diagonal of G, for the derivatives G as if all varied freely.
    """
    facts = about.value.facts
    if "psd" in facts and "posdef" not in facts:
        raise Unsupported("a derivative at the edge of what is semidefinite")
    inner, name, indices = varied(place, about, [body], FIXED - {"symmetric"})
    if name in place.definitions or name in place.values:
        raise Unsupported("a derivative by what is defined and symmetric")
    value = inner.scalar(body)
    row, column = axes(place, name.shape)
    if row is None or column is None:
        raise Unsupported("a matrix with one entry")
    poly = derivative(place.room, value, (name.latex, (*indices, Index(row), Index(column))))
    found = finished(place, inner, [name], value, poly)
    unit = closed_one(place.room, (Factor(Head("delta", even=0), (Index(row), Index(column))),))
    diagonal = times(place.room, unit, found)
    both = found + turned(place, Value(name.shape, found)).poly
    return Value(name.shape, diagonal if "diagonal" in facts else both - diagonal)


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
