"""Points of floats: sizes, and numbers for all entries as their facts allow."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..names import Name, outcomes
from .indices import ONE_SIZE, Linear, length

PARTS = {"share", "inside", "unit"}  # facts of what is part of a whole


class NoNumber(Exception):
    """A root of a negative number or the like: another point is taken."""


@dataclass
class Point:
    """Sizes, and numbers for all entries, drawn when they are asked for."""

    sizes: Mapping[str, int]
    names: Mapping[str, Name]
    rng: random.Random
    drawn: dict[Any, Any] = field(default_factory=dict)
    labels: dict[Any, int] = field(default_factory=dict)
    whole: bool = False  # entries are 0 or 1, or 1 or 2 where they are above 0

    def once(self, key: Any, make: Callable[[], Any]) -> Any:
        """What was drawn for a key, or is drawn now."""
        if key not in self.drawn:
            self.drawn[key] = make()
        return self.drawn[key]

    def length(self, shift: Linear) -> int:
        """A sum of sizes."""
        return sum(many * (1 if size == ONE_SIZE else self.sizes[size]) for size, many in shift)

    def count(self, size: str) -> int:
        """How many values a variable of a size has."""
        return self.length(length(size))


def entry(point: Point, label: str, slots: tuple[int, ...]) -> float:
    """An entry of a name, as its facts allow."""
    name = point.names[label]
    if "psd" in name.facts and "identity" not in name.facts:
        return definite(point, name, slots)
    if "orthonormal" in name.facts:
        return orthonormal(point, name, slots)
    if "diagonal" in name.facts and slots[-1] != slots[-2]:
        return 0.0
    if "symmetric" in name.facts and len(slots) >= 2:
        slots = (*slots[:-2], *sorted(slots[-2:]))
    if "decreasing" in name.facts:
        last = 0.9 / (slots[0] + 0.3)
        return last
    above = bool(name.facts & {"positive", "nonnegative"})
    if "binary" in name.facts or (point.whole and not name.facts & PARTS):
        return float(point.once((label, slots), lambda: point.rng.randint(above, 1 + above)))
    low, high = (0.2, 0.9) if name.facts & PARTS else (-1.5, 1.5)
    low = 0.3 if above else low
    return float(point.once((label, slots), lambda: point.rng.uniform(low, high)))


def orthonormal(point: Point, name: Name, slots: tuple[int, ...]) -> float:
    """An entry of orthonormal columns."""
    rows = point.count(str(name.shape[0]))
    if name.kind == "vector":
        row, column = slots[-1], slots[0]
    else:
        row, column = slots[-2:]
    family = () if name.kind == "vector" else slots[:-2]
    made = point.once((name.latex, "columns", family), lambda: square(point.rng, rows))
    if not (1 <= row <= rows and 1 <= column <= rows):
        raise NoNumber
    return float(made[row - 1, column - 1])


def definite(point: Point, name: Name, slots: tuple[int, ...]) -> float:
    """An entry of a positive definite matrix, or of a semidefinite one, which is singular here."""
    rows, (row, column) = point.count(str(name.shape[0])), slots[-2:]
    made = point.once((name.latex, "root", slots[:-2]), lambda: square(point.rng, rows) + 1)
    if not (1 <= row <= rows and 1 <= column <= rows):
        raise NoNumber
    weights = np.arange(rows) + ("posdef" in name.facts)
    return float((made @ np.diag(weights) @ made.T)[row - 1, column - 1])


def square(rng: random.Random, rows: int) -> Any:
    """An orthogonal square."""
    return np.linalg.qr(np.array([[rng.gauss(0, 1) for _ in range(rows)] for _ in range(rows)]))[0]


def chance(point: Point, source: str, slots: tuple[int, ...]) -> float:
    """The chance of an outcome."""
    many = point.count(outcomes(source)[1])
    weights = point.once(
        ("chance", source), lambda: [point.rng.uniform(0.3, 1) for _ in range(many)]
    )
    return float(weights[slots[0] - 1] / sum(weights))


def label(point: Point, name: str, slots: tuple[int, ...]) -> float:
    """1 where an index map has this value."""
    *family, last = slots
    many = point.count(str(point.names[name].shape[0]))
    found = point.labels.get((name, *family))
    if found is None:
        found = point.labels[name, *family] = point.rng.randint(1, many)
    return float(found == last)


PLAIN: dict[str, Callable[[Point, str, tuple[int, ...]], float]] = {
    "name": entry,
    "chance": chance,
    "map": label,
    "size": lambda point, size, slots: float(point.sizes[size]),
    "fact": lambda point, size, slots: math.gamma(slots[0] + 1),
    "at": lambda point, size, slots: float(slots[0]),
    "pi": lambda point, size, slots: math.pi,
    "num": lambda point, prime, slots: float(prime),
    "delta": lambda point, size, slots: float(slots[0] == slots[1]),
    "le": lambda point, size, slots: float(slots[0] <= slots[1]),
}
