"""What programs of the package make arrays with: ones, identities, arrays side by side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from .algebra import bind, substitute, times
from .arrays import Array, as_array, of_array
from .axes import axis
from .contract import delta
from .diagrams import Poly, number
from .errors import Unsupported
from .indices import Index, constant, fresh, length, moved
from .place import Place, closed_one


def asarray(place: Place) -> Callable[..., Any]:
    """An array as it is."""
    return lambda value, *options, **more: (
        value if isinstance(value, Array) else np.asarray(value, *options, **more)
    )


def filled(value: int) -> Callable[[Place], Callable[..., Any]]:
    """Arrays of one number."""

    def make(place: Place) -> Callable[..., Any]:
        def fill(shape: Any, *options: Any, **more: Any) -> Any:
            sides = shape if isinstance(shape, tuple) else (shape,)
            return Array(place, [size_of(side) for side in sides], number(value))

        return fill

    return make


def size_of(side: Any) -> str:
    """The size that a length is."""
    if isinstance(side, int):
        return str(side)
    single = of_array(side).poly.single
    if single and single[1] == 1 and len(single[0].factors) == 1:
        factor = single[0].factors[0]
        if factor.head.kind == "size" and factor.power == 1:
            return factor.head.label
    raise Unsupported("program: such a length")


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


MAKERS: dict[str, Callable[[Place], Callable[..., Any]]] = {
    "asarray": asarray,
    "array": asarray,
    "zeros": filled(0),
    "ones": filled(1),
    "eye": eye,
    "column_stack": column_stack,
    "concatenate": concatenate,
}
