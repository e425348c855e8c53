"""Points at which hypotheses hold: small numbers, and for the last unknown of each its solution."""

import itertools
import random
from collections.abc import Callable, Iterable, Iterator, Sequence

import sympy as sp

from ..errors import Undefined
from ..evaluate.draws import POOL
from ..evaluate.world import Value
from .eliminated import joint_points, solvable_in_order
from .points import Point, sign_at
from .zero import rung_of_zero

Draw = Callable[[Value, random.Random], Value]  # a number for a symbol
Solver = Callable[[Value], tuple[Value, Value] | None]  # an unknown and its value


def witness(
    hypotheses: Sequence[Value], unknowns: Sequence[Value], seed: int, draw: Draw, solve: Solver
) -> Point | None:
    """Values of the unknowns at which all hypotheses are 0, found one by one, or None.

    hypotheses: without denominators.
    """
    rng = random.Random(seed)
    values: dict[Value, Value] = {}
    todo = still_open(hypotheses)
    order = list(unknowns)
    rng.shuffle(order)
    while order and all(h.free_symbols for h in todo):
        found = next(filter(None, map(solve, todo)), None)
        symbol, value = found or (order[0], draw(order[0], rng))
        values[symbol] = value
        order.remove(symbol)
        todo = still_open([h.subs(symbol, value) if h.has(symbol) else h for h in todo])
    return None if todo else values


def above(hypothesis: Value) -> Value:
    """A polynomial as it is; what else there is over one denominator, without that."""
    if hypothesis.is_polynomial(*hypothesis.free_symbols):
        return hypothesis
    return sp.together(hypothesis).as_numer_denom()[0]


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


def solve_function(hypothesis: Value) -> tuple[Value, Value] | None:
    """(unknown, value) also where the last unknown, or its e^. or log, stands once among constants.

    Such are f = e^l and sum_c e^(l_c) = 1.
    """
    unknowns = list(hypothesis.free_symbols)
    if len(unknowns) != 1 or (found := solve_one(hypothesis)):
        return found if len(unknowns) == 1 else None
    (x,) = unknowns
    for part in (x, sp.exp(x), sp.log(x)):
        value = root_of(hypothesis, part, x)
        if value is not None and part != x:
            value = sp.exp(value) if isinstance(part, sp.log) else logarithm(value)
        if value is not None and value.is_real and in_domain(x, value):
            return x, value
    return None


def root_of(hypothesis: Value, part: Value, x: Value) -> Value | None:
    """What a part is, of which a hypothesis is a linear function that holds no other unknown."""
    t = sp.Dummy(real=True)
    form = sp.expand(hypothesis.xreplace({part: t}))
    if form.has(x) or not form.has(t) or not form.is_polynomial(t) or sp.degree(form, t) != 1:
        return None
    slope = form.coeff(t, 1)
    return -form.coeff(t, 0) / slope if slope.is_nonzero else None


def logarithm(value: Value) -> Value | None:
    """The logarithm of what is positive."""
    return sp.log(value) if value.is_positive else None


def satisfies(point: Point, hypotheses: Iterable[Value]) -> bool:
    """Whether hypotheses are proved to hold at a point."""
    values = [hypothesis.subs(point) for hypothesis in hypotheses]
    return all(v.is_real and rung_of_zero(v) is not None for v in values)


def witnesses(
    hypotheses: Sequence[Value], unknowns: Sequence[Value], how_many: int, tries: int
) -> Iterator[Point]:
    """Up to ``how_many`` points at which the hypotheses hold, in so many tries.

    Where there are none among small numbers, smaller ones are tried: parts of a whole, and zeros;
    then, of exponentials and logarithms, numbers at which they are solved for their arguments.
    Where no order of single unknowns can do, polynomials are first solved together.
    """
    bare = [above(h) for h in hypotheses]
    ways: list[tuple[Draw, Solver]] = [(small, solve_one), (smaller, solve_one)]
    if any(h.has(sp.exp, sp.log) for h in hypotheses):
        ways.append((small, solve_function))
    found: list[Iterator[Point]] = []
    if not solvable_in_order(bare) and all(h.is_polynomial(*unknowns) for h in bare):
        found.append(joint_points(bare, unknowns, [small, smaller], tries))
    for draw, solve in ways:
        found.append(one_by_one(bare, unknowns, tries, draw, solve))
    for points in found:
        if (first := next(points, None)) is not None:
            yield first
            yield from itertools.islice(points, how_many - 1)
            return


def one_by_one(
    hypotheses: Sequence[Value], unknowns: Sequence[Value], tries: int, draw: Draw, solve: Solver
) -> Iterator[Point]:
    """Points that are found unknown by unknown, and proved where functions were solved."""
    for seed in range(tries):
        point = witness(hypotheses, unknowns, seed, draw, solve)
        if point is not None and (solve != solve_function or satisfies(point, hypotheses)):
            yield point
