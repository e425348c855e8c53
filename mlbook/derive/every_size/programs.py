"""Functions of the package, run on arrays of symbolic shape: the shipped code itself is a term."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator, Sequence
from types import ModuleType
from typing import Any
from unittest import mock

import numpy as np

from ..names import Name
from .algebra import substitute
from .arrays import Array, as_array, axis, count, of_array
from .contract import delta
from .diagrams import Poly, number
from .errors import NotProved, Unsupported
from .indices import Index, constant, fresh, length, moved
from .leaves import CALLS
from .matrices import bind, times
from .place import Place, Value, axes, closed_one

FAILURES = (TypeError, ValueError, AttributeError, IndexError, KeyError, ZeroDivisionError)


def traced(place: Place, name: Name, values: Sequence[Value]) -> Value:
    """What a function of the package returns for arrays of symbolic shape."""
    assert name.call is not None
    if not name.call.__module__.startswith("mlbook."):
        raise Unsupported("program: not of the package")
    try:
        with shadowed(place):
            found, again = (
                as_array(place, name.call(*(given(place, value) for value in values)))
                for _ in range(2)
            )
    except NotProved:
        raise
    except FAILURES as error:
        raise Unsupported(f"program: {type(error).__name__}: {error}") from error
    if (found.sizes, found.poly) != (again.sizes, again.poly):
        raise Unsupported("program: it remembers its calls")
    return returned(place, name, found)


CALLS.append(traced)


def given(place: Place, value: Value) -> Array:
    """A value as a program gets it: a column as an array of one axis."""
    if not value.shape:
        return Array(place, (), value.poly)
    row, column = axes(place, value.shape)
    many = 1 if value.shape[1] == 1 else 2
    sizes = [place.size(size) for size in value.shape[:many]]
    names = {}
    for k, var in enumerate((row, column)[:many]):
        if var is not None:
            names[var] = Index(axis(k, var.size))
    return Array(place, sizes, substitute(place.room, value.poly, names))


def returned(place: Place, name: Name, array: Array) -> Value:
    """An array as the value of a term, which must have the declared shape."""
    shape = name.shape
    wanted = [place.size(size) for size in shape]
    found = [*array.sizes, "1"] if array.ndim == 1 else list(array.sizes)
    if found != wanted:
        raise Unsupported(f"program: it returned {found} where {wanted} was declared")
    names = {}
    for k, var in enumerate(axes(place, shape)):
        if var is not None:
            names[axis(k, var.size)] = Index(var)
    return Value(shape, substitute(place.room, array.poly, names))


# what programs know by name


class Shadow:
    """NumPy, but for the functions that make arrays."""

    def __init__(self, place: Place) -> None:
        self.own = {name: make(place) for name, make in MAKERS.items()}

    def __getattr__(self, name: str) -> Any:
        return self.own.get(name) or getattr(np, name)


@contextlib.contextmanager
def shadowed(place: Place) -> Iterator[None]:
    """The modules of the package with a NumPy and a len that know symbolic shapes."""
    with contextlib.ExitStack() as stack:
        for module in modules():
            names = {"len": symbolic_len}
            if getattr(module, "np", None) is np:
                names["np"] = Shadow(place)  # type: ignore[assignment]
            stack.enter_context(mock.patch.dict(vars(module), names))
        yield


def modules() -> list[ModuleType]:
    """The modules of the package, but for the language of derivations."""
    named = [(name, m) for name, m in sorted(sys.modules.items()) if name.startswith("mlbook.")]
    return [m for name, m in named if m and not name.startswith("mlbook.derive")]


def symbolic_len(value: Any) -> Any:
    """The length of the first axis."""
    return value.shape[0] if isinstance(value, Array) else len(value)


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

__all__ = ["count"]
