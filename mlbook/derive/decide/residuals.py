"""The third world: numbers of a fitted model, with a tolerance that has a reason."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..evaluate import World
from ..evaluate.draws import symbols
from ..evaluate.given import given_numbers
from ..evaluate.values import CONSTANT, family
from ..evaluate.world import Definition, Family, Value
from ..expr import names_in
from ..names import CHANCE, Name, outcomes
from ..statement import Row
from ..vocabulary import Vocabulary
from .case import Letters, instances
from .points import differences, entries

ROUNDINGS = 64


@dataclass(frozen=True)
class Residual:
    """The largest residual, what is allowed, and in how many instances it was looked for."""

    size: float
    allowed: float
    instances: int


def numeric_world(
    words: Vocabulary, definitions: Mapping[Name, Definition], values: Mapping[str, Any]
) -> World:
    """A world of floats: ``values`` by LaTeX name (or by size name), definitions for the rest."""
    by_latex = {name.latex: name for name in words.names}
    unknown = [key for key in values if key not in by_latex and key not in words.sizes]
    if unknown:
        raise ValueError(f"{unknown[0]!r} is not a declared name; there are: {', '.join(by_latex)}")
    sizes = {size: int(values[size]) for size in words.sizes if size in values}
    table: dict[Any, Family] = {}
    for latex, value in values.items():
        name = by_latex.get(latex)
        if name is not None:
            table[name] = value if callable(value) else given_numbers(name, value, sizes)
    for name in words.names:
        if name.facts & CONSTANT and name not in table and set(name.sizes) <= set(sizes):
            table[name] = constants(name, sizes)
    table[CHANCE] = equal_chances(words.names, sizes)
    return World(sizes, table, definitions, exact=False)


def equal_chances(names: Iterable[Name], sizes: Mapping[str, int]) -> dict[tuple[str, int], float]:
    """1 / size for each outcome of each source whose size is known."""
    sources = {source: outcomes(source)[1] for name in names for source in name.sources}
    known = {source: sizes[size] for source, size in sources.items() if size in sizes}
    return {(s, k): 1 / size for s, size in known.items() for k in range(1, size + 1)}


def constants(name: Name, sizes: Mapping[str, int]) -> Family:
    """Ones, an identity or the columns of one, as floats."""
    return {place: value.astype(float) for place, value in family(name, sizes, symbols).items()}


def residual(world: World, row: Row, letters: Letters) -> Residual:
    """The largest residual of a row over its free indices.

    Allowed are 64 roundings of the largest number that occurs, for each summed term.
    """
    largest, scale, count = 0.0, 0.0, 0
    for place in instances(row.relation, [world], letters):
        left, right = place.of(row.relation.left), place.of(row.relation.right)
        found = np.array(differences(left, right, row.relation.sign), dtype=float)
        if row.relation.sign in {">=", ">"}:
            found = np.maximum(-found, 0)
        elif row.relation.sign in {"<=", "<"}:
            found = np.maximum(found, 0)
        largest = max(largest, largest_of(found))
        scale, count = max(scale, largest_of([*entries(left), *entries(right)])), count + 1
    for name in names_in(row.relation):
        for value in world.values.get(name, {}).values() if name.kind != "function" else ():
            scale = max(scale, largest_of(entries(value)))
    terms = max([1, *world.sizes.values()])
    return Residual(largest, ROUNDINGS * terms * np.finfo(float).eps * scale, count)


def largest_of(numbers: Value) -> float:
    """The largest absolute value of some numbers, infinite if one of them is not a number."""
    largest = float(np.max(np.abs(np.array(numbers, dtype=float))))
    return largest if largest == largest else np.inf
