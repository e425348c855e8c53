"""NumPy's functions of whole arrays, on arrays of symbolic shape."""

from __future__ import annotations

from typing import Any

from .algebra import bind, product, substitute, times
from .arrays import FUNCTIONS, UFUNCS, Array, Flags, as_array
from .axes import axis
from .contract import at_most
from .diagrams import Poly
from .errors import Unsupported
from .indices import Index, Var, fresh
from .place import closed_one
from .ufuncs import matmul, refuse_flags


def trace(array: Array) -> Array:
    """The sum of the diagonal."""
    size = array.sizes[0]
    letter = fresh(size)
    names = {axis(0, size): Index(letter), axis(1, size): Index(letter)}
    poly = bind(array.place.room, substitute(array.place.room, array.poly, names), letter)
    return Array(array.place, (), poly)


def outer(left: Array, right: Array) -> Array:
    """All products of two vectors."""
    return UFUNCS["multiply"](left[:, None], right)


def where(flag: Array, one: Any, other: Any) -> Array:
    """One number where a flag is 1, another where it is 0."""
    if not isinstance(flag, Flags):
        raise Unsupported("program: a choice by numbers")
    here = UFUNCS["multiply"](flag, as_array(flag.place, one))
    off = UFUNCS["subtract"](as_array(flag.place, 1), flag)
    return UFUNCS["add"](here, UFUNCS["multiply"](off, as_array(flag.place, other)))


def cumsum(array: Array) -> Array:
    """Running sums of a column."""
    if array.ndim != 1:
        raise Unsupported("program: running sums of other than a column")
    (size,), place = array.sizes, array.place
    letter, row = fresh(size), axis(0, size)
    flag = closed_one(place.room, (at_most(Index(letter), Index(row)),))
    poly = times(place.room, flag, substitute(place.room, array.poly, {row: Index(letter)}))
    return Array(place, (size,), bind(place.room, poly, letter))


def einsum(how: str, *arrays: Array) -> Array:
    """Products of entries, summed over the letters that the result does not have."""
    refuse_flags(arrays)
    inputs, arrow, result = how.replace(" ", "").partition("->")
    if not arrow:
        raise Unsupported("program: an einsum that does not say its result")
    place, sizes, polys = arrays[0].place, dict[str, str](), list[Poly]()
    for letters, array in zip(inputs.split(","), arrays, strict=True):
        names = {}
        for k, (letter, size) in enumerate(zip(letters, array.sizes, strict=True)):
            if sizes.setdefault(letter, size) != size or size == "1":
                raise Unsupported("program: shapes that do not fit")
            names[axis(k, size)] = Index(Var(f"einsum {letter}", size))
        polys.append(substitute(place.room, array.poly, names))
    poly = product(place.room, polys)
    for letter in sorted(set(sizes) - set(result)):
        poly = bind(place.room, poly, Var(f"einsum {letter}", sizes[letter]))
    back = {Var(f"einsum {x}", sizes[x]): Index(axis(k, sizes[x])) for k, x in enumerate(result)}
    return Array(place, [sizes[x] for x in result], substitute(place.room, poly, back))


FUNCTIONS |= {
    "where": where,
    "cumsum": cumsum,
    "einsum": einsum,
    "sum": lambda a, axis=None: a.sum(axis),
    "mean": lambda a, axis=None: a.mean(axis),
    "prod": lambda a, axis=None: a.prod(axis),
    "trace": trace,
    "outer": outer,
    "dot": matmul,
    "transpose": lambda a: a.T,
    "swapaxes": lambda a, one, other: a.swapaxes(one, other),
}
