"""What programs make arrays with: ones, identities, arrays side by side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from .algebra import bind, substitute, times
from .arrays import Array, as_array, of_array
from .axes import axis
from .contract import delta
from .diagrams import Factor, Head, Poly, number
from .errors import Unsupported
from .indices import Index, constant, fresh, length, linear, moved
from .linear_forms import is_of_sizes, key_of
from .place import Place, closed_one, written
from .ufuncs import refuse_flags


def asarray(place: Place) -> Callable[..., Any]:
    """An array as it is."""

    def as_it_is(value: Any, dtype: Any = None) -> Any:
        if isinstance(value, Array) and dtype not in (None, float):
            raise Unsupported("program: another type")
        return value if isinstance(value, Array) else np.asarray(value, dtype)

    return as_it_is


def filled(value: int) -> Callable[[Place], Callable[..., Any]]:
    """Arrays of one number."""

    def make(place: Place) -> Callable[..., Any]:
        def fill(shape: Any, dtype: Any = float) -> Any:
            if dtype is bool:
                raise Unsupported("program: arithmetic of booleans")
            sides = shape if isinstance(shape, tuple) else (shape,)
            sizes = [size_of(side) for side in sides]
            return Array(place, sizes, number(value), own=dtype is float)

        return fill

    return make


def size_of(side: Any) -> str:
    """The size that a length is."""
    if isinstance(side, int):
        return str(side)
    poly = of_array(side).poly
    if not is_of_sizes(poly) or any(v < 0 or v.denominator > 1 for v in poly.terms.values()):
        raise Unsupported("program: such a length")
    return written(linear({str(key_of(d)): int(v) for d, v in poly.terms.items()}))


def arange(place: Place) -> Callable[..., Any]:
    """Whole numbers one after another, from 0 or from the first of two."""

    def make(*ends: Any) -> Any:
        if not any(isinstance(end, Array) for end in ends):
            return np.arange(*ends)
        first, last = (as_array(place, end) for end in ((0, *ends) if len(ends) == 1 else ends))
        size = size_of(last - first)
        number = closed_one(place.room, (Factor(Head("at"), (Index(axis(0, size)),)),))
        return Array(place, (size,), number) + (first - 1)

    return make


def circle(place: Place) -> Array:
    """The circle's number."""
    return Array(place, (), closed_one(place.room, (Factor(Head("pi")),)))


def eye(place: Place) -> Callable[..., Any]:
    """An identity."""

    def make(side: Any, *options: Any, **more: Any) -> Any:
        size = size_of(side)
        unit = delta(Index(axis(0, size)), Index(axis(1, size)))
        return Array(place, (size, size), closed_one(place.room, (unit,)))

    return make


def column_stack(place: Place) -> Callable[..., Any]:
    """Columns and matrices beside each other."""

    def make(parts: Sequence[Array]) -> Any:
        wide = [part[:, None] if part.ndim == 1 else part for part in parts]
        return beside(place, wide, 1)

    return make


def concatenate(place: Place) -> Callable[..., Any]:
    """Arrays one after another."""

    def make(parts: Sequence[Any], axis: int = 0) -> Any:
        return beside(place, [as_vector(place, part) for part in parts], axis)

    return make


def as_vector(place: Place, part: Any) -> Array:
    """A list of one number as an array."""
    if isinstance(part, list) and len(part) == 1:
        return Array(place, ("1",), as_array(place, part[0]).poly)
    return of_array(part)


def beside(place: Place, parts: Sequence[Array], along: int) -> Array:
    """Arrays beside each other along an axis: each entry at its place."""
    refuse_flags(parts)
    room = place.room
    whole = " + ".join(part.sizes[along] for part in parts)
    size = place.size(whole)
    total, before = Poly({}), length("0")
    for part in parts:
        side = part.sizes[along]
        letter = fresh(side)
        poly = part.poly
        index = Index(letter)
        if side == "1":
            index = constant(1)
        else:
            poly = substitute(room, poly, {axis(along, side): index})
        flag = closed_one(room, (delta(Index(axis(along, size)), moved(index, before)),))
        poly = times(room, poly, flag)
        total += bind(room, poly, letter) if side != "1" else poly
        before = moved(Index(None, before), length(side)).shift
    sizes = list(parts[0].sizes)
    sizes[along] = size
    return Array(place, sizes, total)


def hstack(place: Place) -> Callable[..., Any]:
    """Arrays beside each other."""
    return lambda parts: beside(place, [as_array(place, p) for p in parts], parts[0].ndim - 1)


MAKERS: dict[str, Callable[[Place], Any]] = {
    "arange": arange,
    "hstack": hstack,
    "pi": circle,
    "asarray": asarray,
    "array": asarray,
    "zeros": filled(0),
    "ones": filled(1),
    "eye": eye,
    "column_stack": column_stack,
    "concatenate": concatenate,
}
