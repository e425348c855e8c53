"""Vectors and matrices, polynomials in the variables `row` and `column`: products and sums."""

from __future__ import annotations

from ..names import Shape
from .algebra import bind, substitute, times
from .diagrams import Poly
from .indices import Index, Var, constant, fresh
from .place import Place, Value


def axes(place: Place, shape: Shape) -> tuple[Var | None, Var | None]:
    """The variables of rows and columns of a shape; a side of length 1 has none."""
    if not shape:
        return None, None
    sizes = [place.size(size) for size in shape]
    rows, columns = (
        None if size == "1" else Var(which, size)
        for size, which in zip(sizes, ("row", "column"), strict=True)
    )
    return rows, columns


def turned(place: Place, value: Value) -> Value:
    """A transpose."""
    if not value.shape:
        return value
    row, column = axes(place, value.shape)
    new_row, new_column = axes(place, value.shape[::-1])
    names = {}
    if row and new_column:
        names[row] = Index(new_column)
    if column and new_row:
        names[column] = Index(new_row)
    return Value(value.shape[::-1], substitute(place.room, value.poly, names))


def matrix_product(place: Place, left: Value, right: Value) -> Value:
    """A product of two that conform; of a row and a column it is a number."""
    if not left.shape or not right.shape:
        return Value(left.shape or right.shape, times(place.room, left.poly, right.poly))
    room = place.room
    _, column = axes(place, left.shape)
    row, _ = axes(place, right.shape)
    shape: Shape = (left.shape[0], right.shape[1])
    if column is None or row is None:
        poly = times(room, left.poly, right.poly)
    else:
        letter = fresh(column.size)
        one = substitute(room, left.poly, {column: Index(letter)})
        other = substitute(room, right.poly, {row: Index(letter)})
        poly = bind(room, times(room, one, other), letter)
    return Value(() if shape == (1, 1) else shape, poly)


def summed(place: Place, value: Value, *, squared: bool = False) -> Poly:
    """The sum of all entries, or of their squares."""
    poly = times(place.room, value.poly, value.poly) if squared else value.poly
    for var in axes(place, value.shape):
        if var is not None:
            poly = bind(place.room, poly, var)
    return poly


def entry_at(place: Place, value: Value, indices: list[Index]) -> Poly:
    """An entry of a vector or matrix."""
    row, column = axes(place, value.shape)
    names = {}
    for var, index in zip((row, column), [*indices, constant(1)], strict=False):
        if var is not None:
            names[var] = index
    return substitute(place.room, value.poly, names)
