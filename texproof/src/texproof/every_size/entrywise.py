"""Products of entries in index notation: Hadamard's, Kronecker's, and a matrix as one column.

A side of length n d has two variables, one of each size: `row.0` and `row.1` are those of `row`.
"""

from __future__ import annotations

from ..expr import Expr
from ..names import Shape
from ..shape.sizes import multiplied
from .algebra import substitute, times
from .errors import Unsupported
from .indices import Index, Var, components_of
from .place import Place, Value, value_of
from .sides import axes


@value_of("hadamard")
def entry_by_entry(place: Place, node: Expr, left: Expr, right: Expr) -> Value:
    """A product of two of one shape, entry by entry."""
    one, other = place.of(left), place.of(right)
    return one._replace(poly=times(place.room, one.poly, other.poly))


@value_of("kron")
def kronecker(place: Place, node: Expr, left: Expr, right: Expr) -> Value:
    """Each entry of the first times the second, in its place."""
    one, other = place.of(left), place.of(right)
    sides = zip(one.shape, other.shape, strict=True)
    shape: Shape = tuple(multiplied(pair) for pair in sides)
    polys = []
    for which, value in enumerate((one, other)):
        names: dict[Var, Index] = {}
        pairs = zip(axes(place, value.shape), axes(place, shape), one.shape, strict=True)
        for own, whole, before in pairs:
            if own and whole:
                first = len(parts_of(Var("", place.size(before)))) if which else 0
                names |= named(parts_of(own), parts_of(whole)[first:])
        polys.append(substitute(place.room, value.poly, names))
    return Value(shape, times(place.room, *polys))


def named(before: list[Var], after: list[Var]) -> dict[Var, Index]:
    """Variables as others, of which there may be more."""
    if any(one.size != other.size for one, other in zip(before, after, strict=False)):
        raise Unsupported("a side of a length in digits")
    return dict(zip(before, map(Index, after), strict=False))


def parts_of(var: Var) -> list[Var]:
    """The variables of a side of any length but 1: itself, or those of each factor."""
    return [] if var.size == "1" else components_of(var)


@value_of("vec")
def one_column(place: Place, node: Expr, inside: Expr) -> Value:
    """The columns of a matrix below each other."""
    value = place.of(inside)
    shape: Shape = (multiplied(value.shape[::-1]), 1)
    row, column = axes(place, value.shape)
    whole, _ = axes(place, shape)
    before = [part for var in (column, row) if var for part in parts_of(var)]
    names = named(before, parts_of(whole)) if whole else {}
    return Value(shape, substitute(place.room, value.poly, names))
