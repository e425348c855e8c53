"""What the facts of a name say of its values, and whether values are known to say otherwise."""

import itertools
from collections.abc import Iterator

import numpy as np
import sympy as sp

from ..names import Name
from .defined import undefined
from .definite import minors
from .world import Family, Place, Value, World

SIGNS = {"positive": ">", "nonnegative": ">=", "share": ">", "inside": ">"}


def claims(name: Name, family: Family) -> Iterator[tuple[Value, str]]:
    """(number, sign): what must have this sign, compared with 0, for the facts to be so."""
    values = list(family.values())
    for fact in name.facts & set(SIGNS):
        numbers = itertools.chain(*(np.ravel(value) for value in values))
        yield from ((number, SIGNS[fact]) for number in numbers)
    if "binary" in name.facts:
        yield from ((value * (1 - value), "=") for value in values)
    if "psd" in name.facts:
        yield from (claim for value in values for claim in minors(value, name.facts))
    if name.facts & {"share", "unit"}:
        yield from ((1 - value, ">=") for value in values)
    if "inside" in name.facts:
        yield from ((1 - value, ">") for value in values)
    if "decreasing" in name.facts:
        yield from ((a - b, ">=") for a, b in itertools.pairwise(values))
    if "symmetric" in name.facts:
        yield from ((entry, "=") for value in values for entry in (value - value.T).flat)
    if "diagonal" in name.facts:
        yield from ((value[i, j], "=") for value in values for i, j in off_diagonal(value))
    if "orthonormal" in name.facts:
        columns = np.hstack(values) if name.kind == "vector" else None
        for value in values if columns is None else [columns]:
            gram = value.T @ value - np.eye(value.shape[1], dtype=int)
            yield from ((entry, "=") for entry in gram.flat)


def off_diagonal(value: Value) -> Iterator[tuple[int, int]]:
    """The places of a matrix that are not on its diagonal."""
    return ((i, j) for i, j in np.ndindex(*value.shape) if i != j)


def refuse_misfit(world: World, name: Name, place: Place, value: Value, edge: bool = False) -> None:
    """Raises where what takes a member's place is known not to have the facts of the family.

    edge: whether it is where a limit or an integral ends, which need not be reached.
    """
    for number, sign in claims(name, {**world.values.get(name, {}), place: value}):
        if is_broken(sp.sympify(number, strict=True), ">=" if edge and sign == ">" else sign):
            undefined(f"{name.latex} with a value that its facts exclude")


def is_broken(number: Value, sign: str) -> bool:
    """Whether an exact number is known not to have a sign."""
    if sign == "=":
        return bool(sp.expand(number) != 0)
    return bool(number.is_extended_nonpositive if sign == ">" else number.is_extended_negative)
