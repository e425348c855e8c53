"""An author's program, run on arrays of symbolic shape: the shipped code itself is a term.

The program runs twice and must give one result. What it makes arrays with, such as ones and
identities, is replaced while it runs.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any
from unittest import mock

import numpy as np

from ..code import LIBRARIES, functions, package_of
from ..errors import DerivationError
from ..names import Name
from ..purity import require_pure
from .context import Context, PolyValue, axes, plain_product, size_text
from .diagrams import Factor, Head, Poly, bind, constant_poly, substitute, times
from .indices import (
    Index,
    NotProved,
    Unsupported,
    constant,
    fresh_variable,
    length,
    shift_index,
    sum_of_sizes,
)
from .leaves import CALLS
from .rules import delta
from .signs import is_of_sizes, size_key
from .symbolic_arrays import Array, as_array, as_array_only, axis, refuse_flags

# --------------------------------------------------------------------------------------------------
# What programs make arrays with: ones, identities, arrays side by side.


def asarray(context: Context) -> Callable[..., Any]:
    """An array as it is."""

    def as_it_is(value: Any, dtype: Any = None) -> Any:
        if isinstance(value, Array) and dtype not in (None, float):
            raise Unsupported("program: another type")
        return value if isinstance(value, Array) else np.asarray(value, dtype)

    return as_it_is


def filled_array(value: int) -> Callable[[Context], Callable[..., Any]]:
    """Arrays of one number."""

    def make(context: Context) -> Callable[..., Any]:
        def fill(shape: Any, dtype: Any = float) -> Any:
            if dtype is bool:
                raise Unsupported("program: arithmetic of booleans")
            sides = shape if isinstance(shape, tuple) else (shape,)
            sizes = [size_of(side) for side in sides]
            return Array(context, sizes, constant_poly(value), own=dtype is float)

        return fill

    return make


def size_of(side: Any) -> str:
    """The size that a length is."""
    if isinstance(side, int):
        return str(side)
    poly = as_array_only(side).poly
    if not is_of_sizes(poly) or any(v < 0 or v.denominator > 1 for v in poly.terms.values()):
        raise Unsupported("program: a length that is not a sum of sizes")
    return size_text(sum_of_sizes({str(size_key(d)): int(v) for d, v in poly.terms.items()}))


def arange(context: Context) -> Callable[..., Any]:
    """Whole numbers one after another, from 0 or from the first of two."""

    def make(*ends: Any) -> Any:
        if not any(isinstance(end, Array) for end in ends):
            return np.arange(*ends)
        first, last = (as_array(context, end) for end in ((0, *ends) if len(ends) == 1 else ends))
        size = size_of(last - first)
        number = plain_product(context.ring, (Factor(Head("at"), (Index(axis(0, size)),)),))
        return Array(context, (size,), number) + (first - 1)

    return make


def circle_number(context: Context) -> Array:
    """The circle's number."""
    return Array(context, (), plain_product(context.ring, (Factor(Head("pi")),)))


def eye(context: Context) -> Callable[..., Any]:
    """An identity."""

    def make(side: Any, *options: Any, **more: Any) -> Any:
        size = size_of(side)
        unit = delta(Index(axis(0, size)), Index(axis(1, size)))
        return Array(context, (size, size), plain_product(context.ring, (unit,)))

    return make


def column_stack(context: Context) -> Callable[..., Any]:
    """Columns and matrices beside each other."""

    def make(parts: Sequence[Array]) -> Any:
        wide = [part[:, None] if part.ndim == 1 else part for part in parts]
        return stack_along(context, wide, 1)

    return make


def concatenate(context: Context) -> Callable[..., Any]:
    """Arrays one after another."""

    def make(parts: Sequence[Any], axis: int = 0) -> Any:
        return stack_along(context, [as_vector(context, part) for part in parts], axis)

    return make


def as_vector(context: Context, part: Any) -> Array:
    """A list of one number as an array."""
    if isinstance(part, list) and len(part) == 1:
        return Array(context, ("1",), as_array(context, part[0]).poly)
    return as_array_only(part)


def stack_along(context: Context, parts: Sequence[Array], along: int) -> Array:
    """Arrays beside each other along an axis: each entry at its place."""
    refuse_flags(parts)
    ring = context.ring
    whole = " + ".join(part.sizes[along] for part in parts)
    size = context.size(whole)
    total, before = Poly({}), length("0")
    for part in parts:
        side = part.sizes[along]
        letter = fresh_variable(side)
        poly = part.poly
        index = Index(letter)
        if side == "1":
            index = constant(1)
        else:
            poly = substitute(ring, poly, {axis(along, side): index})
        flag = plain_product(ring, (delta(Index(axis(along, size)), shift_index(index, before)),))
        poly = times(ring, poly, flag)
        total += bind(ring, poly, letter) if side != "1" else poly
        before = shift_index(Index(None, before), length(side)).shift
    sizes = list(parts[0].sizes)
    sizes[along] = size
    return Array(context, sizes, total)


def hstack(context: Context) -> Callable[..., Any]:
    """Arrays beside each other."""
    return lambda parts: stack_along(
        context, [as_array(context, p) for p in parts], parts[0].ndim - 1
    )


MAKERS: dict[str, Callable[[Context], Any]] = {
    "arange": arange,
    "hstack": hstack,
    "pi": circle_number,
    "asarray": asarray,
    "array": asarray,
    "zeros": filled_array(0),
    "ones": filled_array(1),
    "eye": eye,
    "column_stack": column_stack,
    "concatenate": concatenate,
}


# --------------------------------------------------------------------------------------------------
# Programs, run on arrays of symbolic shape: the shipped code itself is a term.

FAILURES = (TypeError, ValueError, AttributeError, IndexError, KeyError, ZeroDivisionError)


def trace_program(context: Context, name: Name, values: Sequence[PolyValue]) -> PolyValue:
    """What a program returns for arrays of symbolic shape."""
    assert name.call is not None
    if not (run := functions(name.call)) or package_of(run[0]) in LIBRARIES:
        raise Unsupported("program: of a library, whose code is not followed")
    around = [function.__globals__ for function in run]
    context = replace(context, sure=False)  # NumPy divides by 0 where it does not use the result
    try:
        call = require_pure(name.call)
        with with_symbolic_numpy(context, around):
            result, again = (
                as_array(context, call(*(program_argument(context, value) for value in values)))
                for _ in range(2)
            )
    except NotProved:
        raise
    except (DerivationError, *FAILURES) as error:
        raise Unsupported(f"program: it does not run on generic arrays: {error}") from error
    if (result.sizes, result.poly) != (again.sizes, again.poly):
        raise Unsupported("program: it remembers its calls")
    return value_of_result(context, name, result)


CALLS.append(trace_program)


def program_argument(context: Context, value: PolyValue) -> Array:
    """A value as a program gets it: a column as an array of one axis."""
    if not value.shape:
        return Array(context, (), value.poly)
    row, column = axes(context, value.shape)
    many = 1 if value.shape[1] == 1 else 2
    sizes = [context.size(size) for size in value.shape[:many]]
    names = {}
    for k, var in enumerate((row, column)[:many]):
        if var is not None:
            names[var] = Index(axis(k, var.size))
    return Array(context, sizes, substitute(context.ring, value.poly, names))


def value_of_result(context: Context, name: Name, array: Array) -> PolyValue:
    """An array as the value of a term, which must have the declared shape."""
    shape = name.shape
    wanted = [context.size(size) for size in shape]
    sizes = [*array.sizes, "1"] if array.ndim == 1 else list(array.sizes)
    if sizes != wanted:
        raise Unsupported(f"program: it returned {sizes} where {wanted} was declared")
    names = {}
    for k, var in enumerate(axes(context, shape)):
        if var is not None:
            names[axis(k, var.size)] = Index(var)
    return PolyValue(shape, substitute(context.ring, array.poly, names))


# --------------------------------------------------------------------------------------------------
# What programs know by name.


class Shadow:
    """NumPy, but for the functions that make arrays."""

    def __init__(self, context: Context) -> None:
        self.own = {name: make(context) for name, make in MAKERS.items()}

    def __getattr__(self, name: str) -> Any:
        return self.own[name] if name in self.own else getattr(np, name)


@contextlib.contextmanager
def with_symbolic_numpy(context: Context, around: Sequence[dict[str, Any]]) -> Iterator[None]:
    """The globals of some functions with a NumPy and a `len` that know symbolic shapes."""
    with contextlib.ExitStack() as stack:
        for known in {id(known): known for known in around}.values():
            names: dict[str, Any] = {"len": symbolic_len}
            if known.get("np") is np:
                names["np"] = Shadow(context)
            stack.enter_context(mock.patch.dict(known, names))
        yield


def symbolic_len(value: Any) -> Any:
    """The length of the first axis."""
    return value.shape[0] if isinstance(value, Array) else len(value)
