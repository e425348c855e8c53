"""Points: small exact numbers at which a statement fails, or hypotheses hold.

Points refute. They never prove, and a statement that survives them is still undecided.
"""

import itertools
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import numpy as np
import sympy as sp

from ..errors import Undefined
from ..evaluate import World
from ..evaluate.draws import POOL
from ..evaluate.values import CONSTANT
from ..evaluate.world import Value
from ..expr import Relation
from ..names import Name
from .intervals import interval_sign

Point = Mapping[Value, Value]  # values of symbols
Draw = Callable[[Value, random.Random], Value]  # a number for a symbol
Failure = tuple[int, Value, Value]  # component, left, right

DIGITS, MOST_DIGITS = 30, 300
FEW_BITS = 10  # of the 100 that were asked for: what is left of a number that may be 0
ALLOWED = {"=": {0}, "∝": {0}, "<=": {-1, 0}, ">=": {0, 1}, "<": {-1}, ">": {1}}


def entries(value: Value) -> list[Value]:
    """The numbers of a value, in order: itself, or the entries of an array."""
    return list(value.flat) if isinstance(value, np.ndarray) else [value]


def differences(left: Value, right: Value, sign: str = "=") -> list[Value]:
    """Entry by entry, left minus right; a bare 0 stands for a zero of any shape.

    For left ∝ right, the minors a_i b_j - a_j b_i, which vanish if both are parallel.
    """
    left, right = entries(left), entries(right)
    if sign == "∝":
        pairs = list(zip(left, right, strict=True))
        return [a * d - c * b for (a, b), (c, d) in itertools.combinations(pairs, 2)]
    longest = max(len(left), len(right))
    left, right = left * (longest // len(left)), right * (longest // len(right))
    return [a - b for a, b in zip(left, right, strict=True)]


def sign_at(value: Value) -> int | None:
    """The sign of a number, for certain; None for what only stands for a number.

    A number that is not known to differ from 0 at MOST_DIGITS digits counts as 0.
    Raises Undefined where it is no real number.
    """
    value = sp.sympify(value, strict=True)
    if value.has(sp.nan, sp.zoo, sp.oo, -sp.oo):
        raise Undefined("a side is no number")
    if value.is_Rational:
        return int(bool(value > 0)) - int(bool(value < 0))
    certain = interval_sign(value)
    if certain is not None or value.has(sp.Integral):
        return certain
    number = sp.N(value, DIGITS, maxn=MOST_DIGITS)
    if number.has(sp.I):
        raise Undefined("a side is no real number")
    if not number.is_Float:
        return None
    return 0 if number._prec <= FEW_BITS else int(bool(number > 0)) - int(bool(number < 0))


def holds_at(difference: Value, sign: str) -> bool:
    """Whether a number satisfies ``difference sign 0``; what only stands for one is not refuted."""
    found = sign_at(difference)
    return found is None or found in ALLOWED[sign]


def failure(world: World, relation: Relation) -> Failure | None:
    """(component, left, right) of the first entry at which the relation fails, or None."""
    left, right = world.of(relation.left), world.of(relation.right)
    for i, difference in enumerate(differences(left, right, relation.sign)):
        if not holds_at(difference, relation.sign):
            a, b = entries(left), entries(right)
            return i, a[i % len(a)], b[i % len(b)]
    return nothing_of(entries(left), entries(right)) if relation.sign == "∝" else None


def nothing_of(left: Sequence[Value], right: Sequence[Value]) -> Failure | None:
    """The first entry of what is no multiple of a zero, where the right side is one."""
    if any(sign_at(value) != 0 for value in right):
        return None
    return next(((i, a, right[i]) for i, a in enumerate(left) if sign_at(a) != 0), None)


def described(world: World, names: Iterable[Name]) -> str:
    """Values of the names, as a message or a page shows them."""
    told = [n for n in names if n in world.values and not n.facts & CONSTANT and not n.call]
    return ", ".join(f"{n.latex} = {shown(world.values[n])}" for n in told)


def shown(value: Value) -> str:
    """A value in one line: a number, a row for a column, rows for a matrix."""
    if isinstance(value, dict):
        members = [shown(member) for member in value.values()]
        return members[0] if len(members) == 1 else "[" + ", ".join(members) + "]"
    if isinstance(value, np.ndarray):
        rows = value.T if value.shape[1] == 1 else value
        texts = ["(" + ", ".join(str(entry) for entry in row) + ")" for row in rows]
        return texts[0] if len(texts) == 1 else "[" + ", ".join(texts) + "]"
    return str(value) if not callable(value) else "some cubic polynomial"


def witness(
    hypotheses: Sequence[Value], unknowns: Sequence[Value], seed: int, draw: Draw
) -> Point | None:
    """Values of the unknowns at which all hypotheses are 0, found one by one, or None."""
    rng = random.Random(seed)
    values: dict[Value, Value] = {}
    todo = still_open([sp.together(h).as_numer_denom()[0] for h in hypotheses])
    order = list(unknowns)
    rng.shuffle(order)
    while order and all(h.free_symbols for h in todo):
        found = next(filter(None, (solve_one(h) for h in todo)), None)
        symbol, value = found or (order[0], draw(order[0], rng))
        values[symbol] = value
        order.remove(symbol)
        todo = still_open([h.subs(symbol, value) if h.has(symbol) else h for h in todo])
    return None if todo else values


def still_open(hypotheses: Iterable[Value]) -> list[Value]:
    """Hypotheses that are not yet known to be 0."""
    return [h for h in hypotheses if h.free_symbols or not vanishes(h)]


def vanishes(number: Value) -> bool:
    """Whether a number may be 0: it is, or only stands for a number; what is none is not 0."""
    try:
        return sign_at(number) in {0, None}
    except Undefined:
        return False


def small(symbol: Value, rng: random.Random) -> Value:
    """A small number of the sign that a symbol has."""
    chosen = sp.Integer(0) if rng.random() < 0.15 else rng.choice(POOL) * rng.choice([1, -1])
    chosen = abs(chosen) if symbol.is_nonnegative else chosen
    return chosen if in_domain(symbol, chosen) else sp.Integer(1)


def smaller(symbol: Value, rng: random.Random) -> Value:
    """A number that is often 0, or for a positive symbol so small that many are below 1."""
    value = small(symbol, rng)
    if symbol.is_positive:
        return value / 100
    return value if rng.random() < 0.3 else sp.Integer(0)


def solve_one(hypothesis: Value) -> tuple[Value, Value] | None:
    """(unknown, value), if a hypothesis has just one unknown left and a real solution for it."""
    unknowns = list(hypothesis.free_symbols)
    if (
        len(unknowns) != 1
        or hypothesis.atoms(sp.Function)
        or not hypothesis.is_polynomial(*unknowns)
    ):
        return None
    roots = [root for root in sp.roots(sp.Poly(hypothesis, unknowns[0])) if root.is_real]
    allowed = [root for root in roots if in_domain(unknowns[0], root)]
    return (unknowns[0], min(allowed, key=sp.default_sort_key)) if allowed else None


def in_domain(symbol: Value, value: Value) -> bool:
    """Whether a value has the sign that its symbol has."""
    if symbol.is_positive:
        return bool(value > 0)
    return not symbol.is_nonnegative or bool(value >= 0)


def witnesses(
    hypotheses: Sequence[Value], unknowns: Sequence[Value], how_many: int, tries: int
) -> Iterator[Point]:
    """Up to ``how_many`` points at which the hypotheses hold, in so many tries.

    Where there are none among small numbers, smaller ones are tried: parts of a whole, and zeros.
    """
    found = False
    for draw in (small, smaller):
        drawn = (witness(hypotheses, unknowns, seed, draw) for seed in range(tries))
        for point in itertools.islice((p for p in drawn if p is not None), how_many):
            found = True
            yield point
        if found:
            return
