"""Programs, run on arrays of symbolic shape: the shipped code itself is a term."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any
from unittest import mock

import numpy as np

from ..code import LIBRARIES, functions, home, without_memory
from ..errors import DerivationError
from ..names import Name
from .algebra import substitute
from .arrays import Array, as_array
from .axes import axis
from .calls import CALLS
from .errors import NotProved, Unsupported
from .indices import Index
from .makers import MAKERS
from .place import Place, Value
from .sides import axes

FAILURES = (TypeError, ValueError, AttributeError, IndexError, KeyError, ZeroDivisionError)


def traced(place: Place, name: Name, values: Sequence[Value]) -> Value:
    """What a program returns for arrays of symbolic shape."""
    assert name.call is not None
    if not (run := functions(name.call)) or home(run[0]) in LIBRARIES:
        raise Unsupported("program: of a library, whose code is not followed")
    around = [function.__globals__ for function in run]
    place = replace(place, sure=False)  # NumPy divides by 0 where it does not use the result
    try:
        call = without_memory(name.call)
        with shadowed(place, around):
            found, again = (
                as_array(place, call(*(given(place, value) for value in values))) for _ in range(2)
            )
    except NotProved:
        raise
    except (DerivationError, *FAILURES) as error:
        raise Unsupported(f"program: it does not run on generic arrays: {error}") from error
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
        return self.own[name] if name in self.own else getattr(np, name)


@contextlib.contextmanager
def shadowed(place: Place, around: Sequence[dict[str, Any]]) -> Iterator[None]:
    """The globals of some functions with a NumPy and a `len` that know symbolic shapes."""
    with contextlib.ExitStack() as stack:
        for known in {id(known): known for known in around}.values():
            names: dict[str, Any] = {"len": symbolic_len}
            if known.get("np") is np:
                names["np"] = Shadow(place)
            stack.enter_context(mock.patch.dict(known, names))
        yield


def symbolic_len(value: Any) -> Any:
    """The length of the first axis."""
    return value.shape[0] if isinstance(value, Array) else len(value)
