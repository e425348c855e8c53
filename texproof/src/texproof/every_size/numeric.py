"""Polynomials at one tuple of small sizes and one point of floats; it is used to refuse, only."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import product as combinations
from typing import Any

import numpy as np

from .diagrams import Diagram, Factor, Poly
from .indices import Index, Var
from .points import PLAIN, NoNumber, Point

Letters = Mapping[Var, int]


def value(point: Point, poly: Poly, letters: Letters) -> tuple[float, float]:
    """(value, sum of the moduli of its terms) of a polynomial."""
    total, size = 0.0, 0.0
    for diagram, coefficient in poly.terms.items():
        for term in terms(point, diagram, letters):
            total += float(coefficient) * term
            size += abs(float(coefficient) * term)
    return total, size


def terms(point: Point, diagram: Diagram, letters: Letters) -> Iterator[float]:
    """The terms of a diagram."""
    ranges = [range(1, point.count(size) + 1) for size in diagram.sizes]
    flags = [f for f in diagram.factors if f.head.kind in {"delta", "le", "map"}]
    others = [f for f in diagram.factors if f.head.kind not in {"delta", "le", "map"}]
    for chosen in combinations(*ranges):
        inner = {**letters, **dict(zip(diagram.bound, chosen, strict=True))}
        if all(of_factor(point, f, inner) for f in flags):
            yield math.prod(powered(of_factor(point, f, inner), f) for f in others)


def powered(base: float, factor: Factor) -> float:
    """A power of a number."""
    whole = factor.power.denominator == 1
    if (base < 0 and not whole) or (base == 0 and factor.power < 0):
        raise NoNumber
    try:
        return float(base ** float(factor.power))
    except OverflowError as error:
        raise NoNumber from error


def whole(point: Point, index: Index, letters: Letters) -> int:
    """The number that an index is."""
    letter = letters[index.var] if index.var else 0
    return point.length(index.shift) + (-letter if index.minus else letter)


def of_factor(point: Point, factor: Factor, letters: Letters) -> float:
    """What a factor is a power of."""
    head = factor.head
    slots = tuple(whole(point, slot, letters) for slot in factor.slots)
    if head.kind in PLAIN:
        return PLAIN[head.kind](point, head.label, slots)
    at = dict(
        zip((Var(f"#{k}", s) for k, s in enumerate(head.takes)), slots[head.own :], strict=True)
    )
    if head.kind == "inv":
        return float(inverse(point, head.inside[0], head.binds[0], at)[slots[0] - 1, slots[1] - 1])
    if head.kind in {"pinv", "spectral"}:
        sides = [range(1, point.count(size) + 1) for size in head.binds]
        names = [Var(f"@{k}", size) for k, size in enumerate(head.binds)]
        inside = np.array([[value(point, head.inside[0], {**at, names[0]: i, names[1]: j})[0]
                            for j in sides[1]] for i in sides[0]])  # fmt: skip
        if head.kind == "spectral":
            return float(np.linalg.norm(inside, 2))
        return float(np.linalg.pinv(inside)[slots[0] - 1, slots[1] - 1])
    if head.kind == "pinvcol":
        (entries,) = columns(point, head.inside, head.binds, at)
        return float(np.linalg.pinv(np.array([entries]))[slots[0] - 1, 0])
    if head.kind == "det":
        return float(np.linalg.det(matrix(point, head.inside[0], head.binds[0], at)))
    if head.kind in {"prod", "min"}:
        fold = math.prod if head.kind == "prod" else min
        every = range(1, point.count(head.binds[0]) + 1)
        var = Var("@0", head.binds[0])
        return fold([value(point, head.inside[0], {**at, var: k})[0] for k in every])
    if head.kind == "call":
        seen = tuple(columns(point, head.inside, head.binds, at))
        return float(
            point.once((head.label, slots[: head.own], seen), lambda: point.rng.uniform(-2, 2))
        )
    if head.kind == "up":
        return float(value(point, head.inside[0], at)[0] ** slots[0])
    return of_function(head.kind, value(point, head.inside[0], at)[0])


def columns(
    point: Point, inside: Iterable[Poly], binds: Iterable[str], at: Letters
) -> Iterator[tuple[float, ...]]:
    """The arguments of a function."""
    for k, (poly, size) in enumerate(zip(inside, binds, strict=True)):
        every = range(1, point.count(size) + 1)
        yield tuple(round(value(point, poly, {**at, Var(f"@{k}", size): j})[0], 9) for j in every)


def of_function(kind: str, inside: float) -> float:
    """A function of one number."""
    try:
        return FUNCTIONS[kind](inside)
    except (ValueError, OverflowError) as error:
        raise NoNumber from error


FUNCTIONS: dict[str, Callable[[float], float]] = {
    "pow": float,
    "exp": math.exp,
    "log": math.log,
    "mod": abs,
    "sgn": lambda u: float((u > 0) - (u < 0)),
    "step": lambda u: float(u <= 0),
}


def matrix(point: Point, poly: Poly, size: str, at: Letters) -> Any:
    """A square, by its entries."""
    many = range(1, point.count(size) + 1)
    row, column = Var("@0", size), Var("@1", size)
    return np.array(
        [[value(point, poly, {**at, row: i, column: j})[0] for j in many] for i in many]
    )


def inverse(point: Point, poly: Poly, size: str, at: Letters) -> Any:
    """An inverse; where there is none, no number."""
    entries = matrix(point, poly, size, at)
    if np.linalg.matrix_rank(entries) < len(entries):
        raise NoNumber
    return np.linalg.inv(entries)
