"""Points at which hypotheses hold, found by Newton's method; they are used to refuse, only."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any

import numpy as np

from .diagrams import Poly, letters_of
from .indices import Var
from .numeric import value
from .points import PARTS, NoNumber, Point

STEPS, SMALL, JUMP = 30, 1e-9, 1e4
Numbers = dict[Var, int]


def is_solved(point: Point, equations: Sequence[Poly]) -> bool:
    """Whether the numbers of a point can be changed so that equations hold, and are so changed."""
    asked = [(poly, at) for poly in equations for at in values_of(point, poly)]

    def gaps() -> Any:
        return np.array([value(point, poly, at)[0] for poly, at in asked])

    try:
        return newton(point, gaps)
    except (NoNumber, np.linalg.LinAlgError):
        return False


def values_of(point: Point, poly: Poly) -> Iterator[Numbers]:
    """All values of the letters of a polynomial."""
    letters = letters_of(poly)
    for chosen in product(*(range(1, point.count(v.size) + 1) for v in letters)):
        yield dict(zip(letters, chosen, strict=True))


def newton(point: Point, gaps: Callable[[], Any]) -> bool:
    """Whether steps of Newton's method bring all gaps to 0."""
    here = gaps()
    free = [key for key in point.drawn if len(key) == 2 and key[0] in point.names
            and "binary" not in point.names[key[0]].facts]  # fmt: skip
    free += of_functions(point)
    for _ in range(STEPS):
        if np.abs(here).max(initial=0.0) < SMALL:
            return True
        if not free:
            return False
        before = {key: point.drawn[key] for key in free}
        step = np.linalg.lstsq(slopes(point, gaps, free, here), -here, rcond=1e-6)[0]
        for part in (1.0, 0.5, 0.25, 0.1):
            for key, change in zip(free, step, strict=True):
                point.drawn[key] = within(point, key, before[key] + part * float(change))
            there = gaps()
            if np.linalg.norm(there) < np.linalg.norm(here):
                break
        else:
            return False
        here = there
    return False


def of_functions(point: Point) -> list[Any]:
    """The values and derivatives of unknown functions, which may be any at different places.

    Of one that is convex or smooth only a value and a slope at one place may be.
    """
    calls: dict[str, list[Any]] = {}
    for key in point.drawn:
        if len(key) == 3 and isinstance(key[1], tuple) and isinstance(key[2], tuple):
            calls.setdefault(key[0].rpartition("|")[0], []).append(key)
    return [
        key
        for latex, keys in calls.items()
        if not point.names[latex].facts or is_tangent(keys)
        for key in keys
    ]


def is_tangent(keys: Sequence[Any]) -> bool:
    """Whether calls are of values and first derivatives at one place."""
    orders = (key[0].rpartition("|")[2] for key in keys)
    return len({key[2] for key in keys}) == 1 and all(sum(map(int, o)) <= 1 for o in orders)


def slopes(point: Point, gaps: Callable[[], Any], free: Sequence[Any], here: Any) -> Any:
    """The derivatives of the gaps by each number."""
    columns = []
    for key in free:
        kept = point.drawn[key]
        point.drawn[key] = kept + 1e-6
        slope = (gaps() - here) / 1e-6
        columns.append(np.where(np.abs(slope) < JUMP, slope, 0.0))  # an unknown function jumps
        point.drawn[key] = kept
    return np.column_stack(columns)


def within(point: Point, key: Any, number: float) -> float:
    """The nearest number that the facts of a name allow, away from their bounds."""
    facts = point.names[key[0]].facts if len(key) == 2 else frozenset()
    if facts & {"positive", "nonnegative", "share", "inside"}:
        number = max(number, 0.0 if facts <= {"nonnegative", "decreasing"} else 0.05)
    return min(number, 0.95 if "inside" in facts else 1.0) if facts & PARTS else number
