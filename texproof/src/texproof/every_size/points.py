"""Points of floats at small sizes, and what polynomials are worth there.

They are used to refuse only: if a side is nowhere defined, or no point satisfies the hypotheses,
the row is not proved. Points with hypotheses are found by Newton's method.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

import numpy as np

from ..limits import (
    LONGEST_POINT,
    MOST_LENGTHS_OF_POINTS,
    MOST_PLACES_OF_POINT,
    NEWTON_JUMP,
    NEWTON_RANK,
    NEWTON_SMALL,
    NEWTON_STEPS,
)
from ..names import OUTCOMES_OF, Name, outcomes
from .diagrams import Diagram, Factor, Head, Poly, Ring, letters_of
from .indices import ONE_SIZE, Index, Known, Linear, LinearForm, Var, length

# --------------------------------------------------------------------------------------------------
# Points of floats: sizes, and numbers for all entries as their facts allow.

PARTS = {"share", "inside", "unit"}  # facts of what is part of a whole


class NoNumber(Exception):
    """A root of a negative number or the like: another point is taken."""


@dataclass
class Point:
    """Sizes, and numbers for all entries, drawn when they are asked for."""

    sizes: Mapping[str, int]
    names: Mapping[str, Name]
    rng: random.Random
    values: dict[Any, Any] = field(default_factory=dict)
    labels: dict[Any, int] = field(default_factory=dict)
    whole: bool = False  # entries are 0 or 1, or 1 or 2 where they are above 0

    def once(self, key: Any, make: Callable[[], Any]) -> Any:
        """What was drawn for a key, or is drawn now."""
        if key not in self.values:
            self.values[key] = make()
        return self.values[key]

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
    if "label" in name.facts:
        return float(point.once((label, slots), lambda: point.rng.choice((-1, 1))))
    if name.facts & {"binary", "count"} or (point.whole and not name.facts & PARTS):
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
    made = point.once((name.latex, "columns", family), lambda: orthogonal_square(point.rng, rows))
    if not (1 <= row <= rows and 1 <= column <= rows):
        raise NoNumber
    return float(made[row - 1, column - 1])


def definite(point: Point, name: Name, slots: tuple[int, ...]) -> float:
    """An entry of a positive definite matrix, or of a semidefinite one, which is singular here."""
    rows, (row, column) = point.count(str(name.shape[0])), slots[-2:]
    made = point.once(
        (name.latex, "root", slots[:-2]), lambda: orthogonal_square(point.rng, rows) + 1
    )
    if not (1 <= row <= rows and 1 <= column <= rows):
        raise NoNumber
    weights = np.arange(rows) + ("posdef" in name.facts)
    return float((made @ np.diag(weights) @ made.T)[row - 1, column - 1])


def orthogonal_square(rng: random.Random, rows: int) -> Any:
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
    drawn = point.labels.get((name, *family))
    if drawn is None:
        drawn = point.labels[name, *family] = point.rng.randint(1, many)
    return float(drawn == last)


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


# --------------------------------------------------------------------------------------------------
# Polynomials at one tuple of small sizes and one point of floats; it is used to refuse, only.

Letters = Mapping[Var, int]


def value_of_poly(point: Point, poly: Poly, letters: Letters) -> tuple[float, float]:
    """(value, sum of the moduli of its terms) of a polynomial."""
    total, size = 0.0, 0.0
    for diagram, coefficient in poly.terms.items():
        for term in term_values(point, diagram, letters):
            total += float(coefficient) * term
            size += abs(float(coefficient) * term)
    return total, size


def term_values(point: Point, diagram: Diagram, letters: Letters) -> Iterator[float]:
    """The terms of a diagram."""
    ranges = [range(1, point.count(size) + 1) for size in diagram.sizes]
    flags = [f for f in diagram.factors if f.head.kind in {"delta", "le", "map"}]
    others = [f for f in diagram.factors if f.head.kind not in {"delta", "le", "map"}]
    for chosen in product(*ranges):
        inner = {**letters, **dict(zip(diagram.bound, chosen, strict=True))}
        if all(value_of_factor(point, f, inner) for f in flags):
            yield math.prod(number_to_power(value_of_factor(point, f, inner), f) for f in others)


def number_to_power(base: float, factor: Factor) -> float:
    """A power of a number."""
    whole = factor.power.denominator == 1
    if (base < 0 and not whole) or (base == 0 and factor.power < 0):
        raise NoNumber
    try:
        return float(base ** float(factor.power))
    except OverflowError as error:
        raise NoNumber from error


def index_value(point: Point, index: Index, letters: Letters) -> int:
    """The number that an index is."""
    letter = letters[index.var] if index.var else 0
    return point.length(index.shift) + (-letter if index.minus else letter)


def value_of_factor(point: Point, factor: Factor, letters: Letters) -> float:
    """What a factor is a power of."""
    head = factor.head
    slots = tuple(index_value(point, slot, letters) for slot in factor.slots)
    if head.kind in PLAIN:
        return PLAIN[head.kind](point, head.label, slots)
    own = enumerate(head.takes)
    at = dict(zip((Var(f"#{k}", s) for k, s in own), slots[head.own :], strict=True))
    if head.kind in BUILT:
        return float(BUILT[head.kind](point, head, slots, at))
    return value_of_function(head.kind, value_of_poly(point, head.inside[0], at)[0])


def value_of_inverse(point: Point, head: Head, slots: tuple[int, ...], at: Letters) -> Any:
    """An entry of an inverse."""
    return inverse(point, head.inside[0], head.binds[0], at)[slots[0] - 1, slots[1] - 1]


def value_of_rectangle(point: Point, head: Head, slots: tuple[int, ...], at: Letters) -> Any:
    """The largest singular value of a matrix of any shape, or an entry of its pseudo-inverse."""
    sides = [range(1, point.count(size) + 1) for size in head.binds]
    names = [Var(f"@{k}", size) for k, size in enumerate(head.binds)]
    inside = np.array([[value_of_poly(point, head.inside[0], {**at, names[0]: i, names[1]: j})[0]
                        for j in sides[1]] for i in sides[0]])  # fmt: skip
    if head.kind == "spectral":
        return np.linalg.norm(inside, 2)
    return np.linalg.pinv(inside)[slots[0] - 1, slots[1] - 1]


def value_of_row_pseudoinverse(
    point: Point, head: Head, slots: tuple[int, ...], at: Letters
) -> Any:
    """An entry of the pseudo-inverse of a row."""
    (entries,) = argument_columns(point, head.inside, head.binds, at)
    return np.linalg.pinv(np.array([entries]))[slots[0] - 1, 0]


def value_of_determinant(point: Point, head: Head, slots: tuple[int, ...], at: Letters) -> Any:
    """A determinant."""
    return np.linalg.det(matrix(point, head.inside[0], head.binds[0], at))


def value_of_fold(point: Point, head: Head, slots: tuple[int, ...], at: Letters) -> Any:
    """A product or a minimum over all values of a letter."""
    every, var = range(1, point.count(head.binds[0]) + 1), Var("@0", head.binds[0])
    fold = math.prod if head.kind == "prod" else min
    return fold([value_of_poly(point, head.inside[0], {**at, var: k})[0] for k in every])


def value_of_call(point: Point, head: Head, slots: tuple[int, ...], at: Letters) -> Any:
    """The value of an unknown function: drawn once for the same arguments."""
    seen = tuple(argument_columns(point, head.inside, head.binds, at))
    return point.once((head.label, slots[: head.own], seen), lambda: point.rng.uniform(-2, 2))


def value_of_power(point: Point, head: Head, slots: tuple[int, ...], at: Letters) -> Any:
    """A power whose exponent is an index."""
    return value_of_poly(point, head.inside[0], at)[0] ** slots[0]


BUILT: dict[str, Callable[[Point, Head, tuple[int, ...], Letters], Any]] = {
    "inv": value_of_inverse,
    "pinv": value_of_rectangle,
    "spectral": value_of_rectangle,
    "pinvcol": value_of_row_pseudoinverse,
    "det": value_of_determinant,
    "prod": value_of_fold,
    "min": value_of_fold,
    "call": value_of_call,
    "up": value_of_power,
}


def argument_columns(
    point: Point, inside: Iterable[Poly], binds: Iterable[str], at: Letters
) -> Iterator[tuple[float, ...]]:
    """The arguments of a function."""
    for k, (poly, size) in enumerate(zip(inside, binds, strict=True)):
        every = range(1, point.count(size) + 1)
        yield tuple(
            round(value_of_poly(point, poly, {**at, Var(f"@{k}", size): j})[0], 9) for j in every
        )


def value_of_function(kind: str, inside: float) -> float:
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
        [[value_of_poly(point, poly, {**at, row: i, column: j})[0] for j in many] for i in many]
    )


def inverse(point: Point, poly: Poly, size: str, at: Letters) -> Any:
    """An inverse; where there is none, no number."""
    entries = matrix(point, poly, size, at)
    if np.linalg.matrix_rank(entries) < len(entries):
        raise NoNumber
    return np.linalg.inv(entries)


# --------------------------------------------------------------------------------------------------
# The small sizes at which it is tried whether a row is defined.


SizeNumbers = Mapping[str | Var, int]


def sizes_in(ring: Ring, polys: Iterable[Poly], known: Known) -> set[str]:
    """The sizes that occur in polynomials, their templates, names and what is known."""
    sizes: set[str] = set()
    for poly in polys:
        sizes |= {s for var in letters_of(poly) for s, _ in length(var.size)}
        for diagram in poly.terms:
            sizes |= {s for size in diagram.sizes for s, _ in length(size)}
            for factor in diagram.factors:
                sizes |= sizes_of_factor(ring, factor, known)
    for fact in known.facts:
        sizes |= {k if isinstance(k, str) else k.size for k in fact}
    return {s for size in sizes for s, _ in length(size)} - {ONE_SIZE} if sizes else set()


def sizes_of_factor(ring: Ring, factor: Factor, known: Known) -> set[str]:
    """The sizes of one factor."""
    head = factor.head
    sizes = {size for slot in factor.slots for size, _ in slot.shift}
    sizes |= {s for size in (*head.takes, *head.binds) for s, _ in length(size)}
    if head.kind == "size":
        sizes.add(head.label)
    if head.kind in {"name", "map"}:
        name: Name = ring.names[head.label]
        sizes |= {s for size in (*name.shape, *name.sizes) for s, _ in length(str(size))}
    if head.kind == "chance":
        sizes.add(OUTCOMES_OF + head.label)
    return (sizes | sizes_in(ring, head.inside, Known())) - {ONE_SIZE}


def size_tuples(sizes: Sequence[str], known: Known) -> Iterator[dict[str, int]]:
    """Small sizes that what is known allows: all, or those that show every pair in every order."""
    free = [size for size in sizes if not size.startswith(OUTCOMES_OF)]
    rest = {size: 3 for size in sizes if size.startswith(OUTCOMES_OF)}
    for longest in (LONGEST_POINT, LONGEST_POINT + 2):
        every = itertools.product(range(1, longest + 1), repeat=len(free))
        shown = (t for t in every if len(free) <= 3 or sum(n != 2 for n in t) <= 2)
        tuples = [
            dict(zip(free, t, strict=True)) for t in itertools.islice(shown, MOST_LENGTHS_OF_POINTS)
        ]
        allowed = [t for t in tuples if facts_hold(known.facts, merge_numbers(t))]
        if allowed:
            yield from ({**t, **rest} for t in allowed[:MOST_PLACES_OF_POINT])
            return


def facts_hold(facts: Iterable[LinearForm], numbers: SizeNumbers) -> bool:
    """Whether facts hold, those with letters that have no number left out."""
    for fact in facts:
        if set(fact) - {ONE_SIZE} <= set(numbers):
            total = sum(v * (1 if k == ONE_SIZE else numbers[k]) for k, v in fact.items())
            if total < 0:
                return False
    return True


def merge_numbers(lengths: Mapping[str, int], at: Mapping[Var, int] | None = None) -> SizeNumbers:
    """Sizes and letters with their numbers."""
    numbers: dict[str | Var, int] = dict(lengths.items())
    return numbers | dict((at or {}).items())


# --------------------------------------------------------------------------------------------------
# Points at which hypotheses hold, found by Newton's method; they are used to refuse, only.

IndexNumbers = dict[Var, int]


def is_solved(point: Point, equations: Sequence[Poly]) -> bool:
    """Whether the numbers of a point can be changed so that equations hold, and are so changed."""
    pairs = [(poly, at) for poly in equations for at in values_of(point, poly)]

    def gaps() -> Any:
        return np.array([value_of_poly(point, poly, at)[0] for poly, at in pairs])

    try:
        return solve_by_newton(point, gaps)
    except (NoNumber, np.linalg.LinAlgError):
        return False


def values_of(point: Point, poly: Poly) -> Iterator[IndexNumbers]:
    """All values of the letters of a polynomial."""
    letters = letters_of(poly)
    for chosen in product(*(range(1, point.count(v.size) + 1) for v in letters)):
        yield dict(zip(letters, chosen, strict=True))


def solve_by_newton(point: Point, gaps: Callable[[], Any]) -> bool:
    """Whether steps of Newton's method bring all gaps to 0."""
    here = gaps()
    free = [key for key in point.values if len(key) == 2 and key[0] in point.names
            and not point.names[key[0]].facts & {"binary", "label"}]  # fmt: skip
    free += function_values(point)
    for _ in range(NEWTON_STEPS):
        if np.abs(here).max(initial=0.0) < NEWTON_SMALL:
            return True
        if not free:
            return False
        before = {key: point.values[key] for key in free}
        step = np.linalg.lstsq(slopes(point, gaps, free, here), -here, rcond=NEWTON_RANK)[0]
        for part in (1.0, 0.5, 0.25, 0.1):
            for key, change in zip(free, step, strict=True):
                point.values[key] = nearest_allowed(point, key, before[key] + part * float(change))
            there = gaps()
            if np.linalg.norm(there) < np.linalg.norm(here):
                break
        else:
            return False
        here = there
    return False


def function_values(point: Point) -> list[Any]:
    """The values and derivatives of unknown functions, which may be any at different places.

    Of one that is convex or smooth only a value and a slope at one place may be.
    """
    calls: dict[str, list[Any]] = {}
    for key in point.values:
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
        kept = point.values[key]
        point.values[key] = kept + 1e-6
        slope = (gaps() - here) / 1e-6
        jumps = np.abs(slope) >= NEWTON_JUMP  # as an unknown function does
        columns.append(np.where(jumps, 0.0, slope))
        point.values[key] = kept
    return np.column_stack(columns)


def nearest_allowed(point: Point, key: Any, number: float) -> float:
    """The nearest number that the facts of a name allow, away from their bounds."""
    facts = point.names[key[0]].facts if len(key) == 2 else frozenset()
    if facts & {"positive", "nonnegative", "share", "inside"}:
        number = max(number, 0.0 if facts <= {"nonnegative", "decreasing"} else 0.05)
    return min(number, 0.95 if "inside" in facts else 1.0) if facts & PARTS else number
