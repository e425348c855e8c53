"""Entries of vectors and matrices in index notation."""

from __future__ import annotations

from ..expr import Expr
from .diagrams import Poly
from .indices import Index
from .leaves import at_indices
from .place import Place, Value, value_of
from .sides import entry_at


@value_of("entry", "component")
def entry(place: Place, node: Expr, whole: Expr, *indices: Expr) -> Value:
    """An entry of a vector or matrix."""
    value = place.of(whole)
    sizes = [place.size(size) for size in value.shape]

    def one(found: list[Index]) -> Poly:
        for index, runs in zip(found, sizes, strict=False):
            place.require(index, runs, "an entry")
        return entry_at(place, value, found)

    return Value((), at_indices(place, indices, one))
