"""Numbers that are drawn for names: symbols in proofs, exact fractions at points."""

import itertools
import random
import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

import sympy as sp

from .assignment import Value
from .unknowns import Draw

WHOLE = [sp.Integer(n) for n in (1, 2, 3)]
OFF_DIAGONAL = re.compile(r"\[(\d+),(\d+)\]")
POOL = [*WHOLE, *(sp.Rational(p, q) for p, q in [(1, 2), (3, 2), (5, 1), (1, 3)])]
PARTS = {"share", "inside", "unit"}  # facts of what is part of a whole
ENDS = [sp.Integer(0), sp.Integer(1)]
SHARES = [sp.Rational(p, q) for p, q in [(1, 2), (2, 3), (1, 4), (1, 3), (3, 4)]]
SYMMETRIC = 4  # one point in so many has matrices without a skew part


class Strategy(Enum):
    """Which numbers are drawn; the value is the seed of its first point."""

    WHOLE = 0  # whole numbers and 0, at one point
    SMALL = 1  # small fractions and 0
    POSITIVE = 100  # small fractions above 0, for roots and logarithms
    TIED = 200  # all 1, then all 0, all -1, and then any of these
    EQUAL = 290  # 1 everywhere, at one point
    IDENTITY = 291  # 1 on the diagonals, and 0 elsewhere, at one point
    FIRST = 292  # 1 for the first member of each name, and 0 elsewhere, at one point
    ZERO = 293  # 0 everywhere, where facts allow it, at one point
    WIDE = 300  # fractions of any size


SIMPLE = Strategy.EQUAL, Strategy.IDENTITY, Strategy.FIRST, Strategy.ZERO  # of ones and zeros


@dataclass(frozen=True)
class Point:
    """A point of a strategy, by its number from 0."""

    strategy: Strategy
    number: int = 0

    @property
    def seed(self) -> int:
        """The seed of what is drawn at this point."""
        return self.strategy.value + self.number

    def draw(self) -> Draw:
        """A draw of the numbers at this point."""
        if self.strategy is Strategy.WIDE:
            return widely_spread_numbers(random.Random(self.seed))
        if self.strategy is Strategy.TIED:
            return equal_numbers(self.number)
        if self.strategy in SIMPLE:
            return simple_numbers(self.strategy)
        return small_numbers(self)


def default_point(number: int) -> Point:
    """The points that are tried of every relation: of whole numbers first, then of small ones."""
    return Point(Strategy.SMALL, number - 1) if number else Point(Strategy.WHOLE)


def symbols(label: str, fact: str) -> Value:
    """A draw for the assignment of generic symbols; the fact is an assumption on the symbol.

    A share is a positive part of a whole, of which nothing need be left; inside, something is; a
    number of the unit interval may be no part at all.
    """
    if fact in PARTS:
        there = "nonnegative" if fact == "unit" else "positive"
        part = sp.Symbol(f"part of {label}", **{there: True})
        left = "positive" if fact == "inside" else "nonnegative"
        return part / (part + sp.Symbol(f"rest of {label}", **{left: True}))
    return sp.Symbol(label, **{"real" if fact == "skew" else fact: True})


def small_numbers(point: Point) -> Draw:
    """A draw of whole numbers or of small fractions, all above 0 if the strategy says so."""
    rng, positive = random.Random(point.seed), point.strategy is Strategy.POSITIVE
    pool = WHOLE if point.strategy is Strategy.WHOLE else POOL

    def draw(_: str, fact: str) -> Value:
        """A number that has the fact."""
        if fact in PARTS:
            return rng.choice([*SHARES, *ENDS] if fact == "unit" else SHARES)
        if fact == "skew" and point.seed % SYMMETRIC == SYMMETRIC - 1:
            return sp.Integer(0)
        value = rng.choice(pool)
        if fact == "nonnegative":
            return rng.choice([value, sp.Integer(0)])
        return (
            value if positive or fact == "positive" else rng.choice([value, -value, sp.Integer(0)])
        )

    return draw


def equal_numbers(number: int) -> Draw:
    """A draw of equal numbers: all 1, then all 0, all -1, and then any of these."""
    rng = random.Random(number)

    def draw(_: str, fact: str) -> Value:
        """A number that has the fact."""
        value = sp.Integer((1, 0, -1)[number] if number < 3 else rng.choice((1, 0, -1)))
        if fact == "inside":
            return SHARES[0]
        if fact in {"share", "positive"}:
            return sp.Integer(1)
        return abs(value) if fact in {"nonnegative", "unit"} else value

    return draw


def simple_numbers(strategy: Strategy) -> Draw:
    """A draw of ones, of ones on the diagonals, for the first member of each name, or of zeros."""
    seen: set[str] = set()

    def draw(label: str, fact: str) -> Value:
        """A number that has the fact, where zeros may be."""
        name = label.partition("\u27e8")[2]
        first = name not in seen
        seen.add(name)
        off = OFF_DIAGONAL.search(label)
        others = {Strategy.IDENTITY: off and off[1] != off[2], Strategy.FIRST: not first}
        zero = (
            strategy is Strategy.ZERO
            or others.get(strategy)
            or label.startswith("gap ")
            or fact == "skew"
        )
        if fact == "inside":
            return SHARES[0]
        return sp.Integer(int(not zero or fact in {"share", "positive"}))

    return draw


def numbers_beside(numbers: Sequence[Value], rng: random.Random) -> Draw:
    """A draw of written numbers, of their neighbours, of what is ten times larger or smaller."""
    near = [v for c in numbers for v in (c, c + 1, c - 1, 10 * c, c / 10)] or POOL

    def draw(_: str, fact: str) -> Value:
        """A number that has the fact."""
        if fact in PARTS:
            ends = ENDS if fact == "unit" else []
            return rng.choice([*SHARES, *ends, *(v for v in near if 0 < v < 1)])
        if fact == "positive":
            return rng.choice([v for v in near if v > 0] or POOL)
        return abs(rng.choice(near)) if fact == "nonnegative" else rng.choice(near)

    return draw


def numbers_in_turn(*numbers: Value) -> Draw:
    """A draw of some numbers, one after the other, over and over."""
    turn = itertools.cycle(numbers)

    def draw(_: str, fact: str) -> Value:
        """A number that has the fact."""
        value = next(turn)
        if fact in PARTS:
            ends = {"share": ENDS[1:], "unit": ENDS}.get(fact, [])
            return value if 0 < value < 1 or value in ends else SHARES[0]
        if fact == "positive":
            return abs(value) or sp.Integer(1)
        return abs(value) if fact == "nonnegative" else value

    return draw


def widely_spread_numbers(rng: random.Random) -> Draw:
    """A draw of fractions of any size, large and small."""

    def draw(_: str, fact: str) -> Value:
        """A number that has the fact."""
        above, below = (rng.randint(1, 10 ** rng.randint(1, 4)) for _ in range(2))
        if fact in PARTS:
            return sp.Rational(above, above + below)
        value = sp.Rational(above, below)
        return value if fact in {"positive", "nonnegative"} else rng.choice([value, -value])

    return draw
