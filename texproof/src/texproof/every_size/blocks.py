"""Vectors and matrices by entries or blocks, and diagonal ones, in index notation."""

from __future__ import annotations

from ..expr import Expr
from ..names import Shape
from .algebra import bind, substitute, times, total
from .diagrams import Factor, Head, Poly
from .indices import Index, Linear, constant, fresh, moved, plus
from .place import Place, Value, closed_one, in_order, value_of
from .sides import axes


@value_of("diag")
def diagonal(place: Place, node: Expr, inside: Expr) -> Value:
    """A diagonal matrix."""
    value = place.of(inside)
    shape: Shape = (value.shape[0], value.shape[0])
    row, column = axes(place, shape)
    if row is None or column is None:
        return Value(shape, value.poly)
    unit = closed_one(place.room, (Factor(Head("delta", even=0), (Index(row), Index(column))),))
    return Value(shape, times(place.room, unit, value.poly))


@value_of("array")
def array(place: Place, node: Expr, *parts: Expr) -> Value:
    """A vector or matrix by entries or blocks, each at its place."""
    rows, columns = node.value
    values = [place.of(part) for part in parts]
    shapes = [value.shape or (1, 1) for value in values]
    heights = [place.length(shapes[k * columns][0]) for k in range(rows)]
    widths = [place.length(shape[1]) for shape in shapes[:columns]]
    shape: Shape = (whole_size(heights), whole_size(widths))
    found = []
    for k, value in enumerate(values):
        before = sum_of(heights[: k // columns]), sum_of(widths[: k % columns])
        found.append(block(place, value, shape, before))
    poly = total(found)
    return Value(() if shape == (1, 1) else shape, poly)


def sum_of(lengths: list[Linear]) -> Linear:
    """The sum of some lengths."""
    found: Linear = ()
    for one in lengths:
        found = plus(found, one)
    return found


def whole_size(lengths: list[Linear]) -> int | str:
    """The sum of some lengths as a size."""
    size = in_order(lengths)
    return int(size) if size.isdigit() else size


def block(place: Place, value: Value, shape: Shape, before: tuple[Linear, Linear]) -> Poly:
    """The entries of a block, where they stand in the whole."""
    poly = value.poly
    here = axes(place, value.shape or (1, 1))
    for var, whole, start in zip(here, axes(place, shape), before, strict=True):
        if whole is None:
            continue
        letter = fresh(var.size) if var else None
        index = moved(Index(letter) if letter else constant(1), start)
        if var and letter:
            poly = substitute(place.room, poly, {var: Index(letter)})
        flag = closed_one(place.room, (Factor(Head("delta", even=0), (Index(whole), index)),))
        poly = times(place.room, poly, flag)
        if letter:
            poly = bind(place.room, poly, letter)
    return poly
