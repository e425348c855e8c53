"""Numbers that are drawn for names: symbols in proofs, exact fractions at points."""

import itertools
import random
import re
from collections.abc import Sequence

import sympy as sp

from .unknowns import Draw
from .world import Value

WHOLE = [sp.Integer(n) for n in (1, 2, 3)]
OFF_DIAGONAL = re.compile(r"\[(\d+),(\d+)\]")
POOL = [*WHOLE, *(sp.Rational(p, q) for p, q in [(1, 2), (3, 2), (5, 1), (1, 3)])]
PARTS = {"share", "inside", "unit"}  # facts of what is part of a whole
ENDS = [sp.Integer(0), sp.Integer(1)]
SHARES = [sp.Rational(p, q) for p, q in [(1, 2), (2, 3), (1, 4), (1, 3), (3, 4)]]
ALL_POSITIVE = 100  # the first seed of which all numbers are positive, for roots and logarithms
TIED = 200  # the first seed whose numbers are 1, -1 and 0, or all the same
EVEN, UNIT, FIRST = 290, 291, 292  # seeds of equal members, of identities, of one member alone
WIDE = 300  # the first seed of numbers of any size


def symbols(label: str, fact: str) -> Value:
    """A draw for the world of generic symbols; the fact is an assumption on the symbol.

    A share is a positive part of a whole, of which nothing need be left; inside, something is; a
    number of the unit interval may be no part at all.
    """
    if fact in PARTS:
        there = "nonnegative" if fact == "unit" else "positive"
        part = sp.Symbol(f"part of {label}", **{there: True})
        left = "positive" if fact == "inside" else "nonnegative"
        return part / (part + sp.Symbol(f"rest of {label}", **{left: True}))
    return sp.Symbol(label, **{"real" if fact == "skew" else fact: True})


def rationals(seed: int) -> Draw:
    """A draw for a world of small exact numbers: of seed 0 whole ones, of late seeds positive."""
    if seed >= WIDE:
        return wide(random.Random(seed))
    if seed >= EVEN:
        return simple(seed)
    if seed >= TIED:
        return tied(seed - TIED)
    rng, pool = random.Random(seed), WHOLE if seed == 0 else POOL

    def draw(_: str, fact: str) -> Value:
        """A number that has the fact."""
        if fact in PARTS:
            return rng.choice([*SHARES, *ENDS] if fact == "unit" else SHARES)
        if fact == "skew" and seed % 4 == 3:
            return sp.Integer(0)
        value = rng.choice(pool)
        if fact == "nonnegative":
            return rng.choice([value, sp.Integer(0)])
        above = fact == "positive" or seed >= ALL_POSITIVE
        return value if above else rng.choice([value, -value, sp.Integer(0)])

    return draw


def tied(seed: int) -> Draw:
    """A draw of equal numbers: all 1, then all 0, all -1, and then any of these."""
    rng = random.Random(seed)

    def draw(_: str, fact: str) -> Value:
        """A number that has the fact."""
        value = sp.Integer((1, 0, -1)[seed] if seed < 3 else rng.choice((1, 0, -1)))
        if fact == "inside":
            return SHARES[0]
        if fact in {"share", "positive"}:
            return sp.Integer(1)
        return abs(value) if fact in {"nonnegative", "unit"} else value

    return draw


def simple(seed: int) -> Draw:
    """A draw of equal members, of ones on the diagonals, or of the first member of each name."""
    seen: set[str] = set()

    def draw(label: str, fact: str) -> Value:
        """A number that has the fact, where zeros may be."""
        name = label.partition("\u27e8")[2]
        first = name not in seen
        seen.add(name)
        off = OFF_DIAGONAL.search(label)
        zero = {EVEN: False, UNIT: off and off[1] != off[2], FIRST: not first}[seed]
        zero = zero or label.startswith("gap ") or fact == "skew"
        if fact == "inside":
            return SHARES[0]
        return sp.Integer(int(not zero or fact in {"share", "positive"}))

    return draw


def beside(numbers: Sequence[Value], rng: random.Random) -> Draw:
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


def in_turn(*numbers: Value) -> Draw:
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


def wide(rng: random.Random) -> Draw:
    """A draw of fractions of any size, large and small."""

    def draw(_: str, fact: str) -> Value:
        """A number that has the fact."""
        above, below = (rng.randint(1, 10 ** rng.randint(1, 4)) for _ in range(2))
        if fact in PARTS:
            return sp.Rational(above, above + below)
        value = sp.Rational(above, below)
        return value if fact in {"positive", "nonnegative"} else rng.choice([value, -value])

    return draw
