"""Points at which equations hold, found unknown by unknown or by elimination.

At a point that is returned each equation is exactly 0. That none is found says nothing.
"""

import itertools
import random
from collections.abc import Callable, Iterable, Iterator, Sequence

import sympy as sp

from ..errors import Undefined
from ..evaluate.assignment import Value
from ..evaluate.draws import POOL
from ..limits import (
    ENOUGH_WITNESSES,
    MOST_TERMS_ELIMINATED,
    STEEPEST_ELIMINATED,
    TRIES_FOR_WITNESSES,
)
from .points import Point, sign_at
from .zero import rule_for_zero

# --------------------------------------------------------------------------------------------------
# Points at which polynomials vanish together: linear unknowns are eliminated first.
#
# Moments are such: of E[q] = 0 and Var(q) = 1 no order of single unknowns satisfies both, but once
# the first gives an outcome by the others, the second has one unknown less, and the last is a root.

Draw = Callable[[Value, random.Random], Value]


def solvable_in_order(hypotheses: Iterable[Value]) -> bool:
    """Whether in some order of the unknowns each equation has a last one of its own."""
    waiting = [set(h.free_symbols) for h in without_duplicates(hypotheses) if h.free_symbols]
    while waiting:
        unknowns = set().union(*waiting)
        own = {s for s in unknowns if sum(s in part for part in waiting) == 1}
        kept = [part for part in waiting if not part & own]
        if len(kept) == len(waiting):
            return False
        waiting = kept
    return True


def without_duplicates(polynomials: Iterable[Value]) -> list[Value]:
    """Polynomials without their doubles and negatives, as they are written."""
    result: dict[Value, None] = {}
    for polynomial in polynomials:
        if polynomial != 0 and -polynomial not in result:
            result[polynomial] = None
    return list(result)


def independent_positive_unknowns(
    polynomials: Sequence[Value], unknowns: Sequence[Value]
) -> list[Value]:
    """Positive unknowns, such as chances, that stand in no equation between these alone."""
    parts = [h.free_symbols for h in polynomials]
    tied = set().union(*(part for part in parts if all(s.is_positive for s in part)))
    return [s for s in unknowns if s.is_positive and s not in tied]


def nonlinear_unknowns(polynomials: Sequence[Value], unknowns: Sequence[Value]) -> list[Value]:
    """The unknowns but those of a name in which all polynomials are linear, or none."""
    of_name: dict[str, list[Value]] = {}
    for symbol in unknowns:
        of_name.setdefault(symbol.name.partition("\u27e8")[2], []).append(symbol)
    for own in of_name.values():
        if all(h.has(*own) and degree_in(h, own) == 1 for h in polynomials):
            return [symbol for symbol in unknowns if symbol not in own]
    return []


def degree_in(polynomial: Value, unknowns: Iterable[Value]) -> int:
    """The degree in some unknowns together."""
    own = [symbol for symbol in unknowns if polynomial.has(symbol)]
    return int(sp.Poly(polynomial, *own).total_degree()) if own else 0


def common_zeros(
    polynomials: Iterable[Value], unknowns: Sequence[Value], draws: Sequence[Draw], tries: int
) -> Iterator[dict[Value, Value]]:
    """A few points at which polynomials vanish together, in so many tries.

    They are of the second degree in what is not drawn first, so that roots of other kinds are not
    looked for. Numbers are drawn for positive unknowns first, or for all but those of a name in
    which they are linear; then for one after the other of the rest, while no polynomial gives an
    unknown.
    """
    together, many = without_duplicates(polynomials), 0
    first = independent_positive_unknowns(together, unknowns)
    if any(degree_in(h, {*unknowns} - {*first}) > STEEPEST_ELIMINATED for h in together):
        first = nonlinear_unknowns(together, unknowns)
    for seed, draw in itertools.product(range(min(tries, TRIES_FOR_WITNESSES)), draws):
        rng = random.Random(seed)
        point = {s: draw(s, rng) for s in first}
        todo = [sp.expand(h.xreplace(point)) for h in together]
        others = sorted((s for s in unknowns if s not in point), key=lambda symbol: rng.random())
        if not others or any(degree_in(h, others) > STEEPEST_ELIMINATED for h in todo):
            return
        rest = common_zero(todo, others, draw, rng)
        if rest is not None and all(
            is_allowed_value(symbol, value) for symbol, value in rest.items()
        ):
            yield point | rest
            many += 1
        if many == ENOUGH_WITNESSES:
            return


def common_zero(
    todo: list[Value], order: list[Value], draw: Draw, rng: random.Random
) -> dict[Value, Value] | None:
    """Values of the unknowns at which all polynomials vanish, or None."""
    result: dict[Value, Value] = {}
    while order:
        alone = next((h for h in todo if len(h.free_symbols) == 1), None)
        if alone is not None and not (roots := roots_of(alone)):
            return None
        known = (*alone.free_symbols, roots[0]) if alone is not None else solve_linear(todo, order)
        symbol, value = known or (order[0], draw(order[0], rng))
        result = {name: substitute(term, symbol, value) for name, term in result.items()} | {
            symbol: value
        }
        order.remove(symbol)
        todo = [h for h in (substitute(h, symbol, value) for h in todo) if h != 0]
        if any(
            not h.free_symbols or len(sp.Add.make_args(h)) > MOST_TERMS_ELIMINATED for h in todo
        ):
            return None
    return None if todo else result


def substitute(term: Value, symbol: Value, value: Value) -> Value:
    """A polynomial with a value in the place of an unknown."""
    return sp.expand(sp.radsimp(term.subs(symbol, value))) if term.has(symbol) else term


def solve_linear(todo: Iterable[Value], order: Sequence[Value]) -> tuple[Value, Value] | None:
    """(unknown, what it is by the others), for one of any sign that has a number as its factor."""
    for polynomial in todo:
        for symbol in order:
            if symbol.is_nonnegative or not polynomial.has(symbol):
                continue
            factor = polynomial.coeff(symbol, 1)
            if factor.is_number and factor != 0 and polynomial.coeff(symbol, 2) == 0:
                return symbol, sp.expand(-polynomial.coeff(symbol, 0) / factor)
    return None


def roots_of(polynomial: Value) -> list[Value]:
    """The real roots of a polynomial of the second degree in its one unknown, of the right sign."""
    (x,) = polynomial.free_symbols
    a, b, c = (polynomial.coeff(x, k) for k in (2, 1, 0))
    inside = sp.expand(b**2 - 4 * a * c)
    if a == 0:
        roots = [-c / b]
    elif inside.is_nonnegative:
        roots = [(-b + sign * sp.sqrt(inside)) / (2 * a) for sign in (1, -1)]
    else:
        roots = []
    return [value for value in map(sp.radsimp, roots) if is_allowed_value(x, value)]


def is_allowed_value(symbol: Value, value: Value) -> bool:
    """Whether a value is real and has the sign that its symbol has."""
    if not value.is_real:
        return False
    if symbol.is_positive:
        return bool(value > 0)
    return not symbol.is_nonnegative or bool(value >= 0)


# --------------------------------------------------------------------------------------------------
# Points at which hypotheses hold: small numbers, and for the last unknown of each its solution.

Solver = Callable[[Value], tuple[Value, Value] | None]  # an unknown and its value


def witness(
    hypotheses: Sequence[Value], unknowns: Sequence[Value], seed: int, draw: Draw, solve: Solver
) -> Point | None:
    """Values of the unknowns at which all hypotheses are 0, found one by one, or None.

    hypotheses: without denominators.
    """
    rng = random.Random(seed)
    values: dict[Value, Value] = {}
    todo = undecided_hypotheses(hypotheses)
    order = list(unknowns)
    rng.shuffle(order)
    while order and all(h.free_symbols for h in todo):
        solution = next(filter(None, map(solve, todo)), None)
        symbol, value = solution or (order[0], draw(order[0], rng))
        values[symbol] = value
        order.remove(symbol)
        todo = undecided_hypotheses([h.subs(symbol, value) if h.has(symbol) else h for h in todo])
    return None if todo else values


def numerator(hypothesis: Value) -> Value:
    """A polynomial as it is; what else there is over one denominator, without that."""
    if hypothesis.is_polynomial(*hypothesis.free_symbols):
        return hypothesis
    return sp.together(hypothesis).as_numer_denom()[0]


def undecided_hypotheses(hypotheses: Iterable[Value]) -> list[Value]:
    """Hypotheses that are not yet known to be 0."""
    return [h for h in hypotheses if h.free_symbols or not may_be_zero(h)]


def may_be_zero(number: Value) -> bool:
    """Whether a number may be 0: it is, or only stands for a number; what is none is not 0."""
    try:
        return sign_at(number) in {0, None}
    except Undefined:
        return False


def small_number(symbol: Value, rng: random.Random) -> Value:
    """A small number of the sign that a symbol has."""
    chosen = sp.Integer(0) if rng.random() < 0.15 else rng.choice(POOL) * rng.choice([1, -1])
    chosen = abs(chosen) if symbol.is_nonnegative else chosen
    return chosen if in_domain(symbol, chosen) else sp.Integer(1)


def tiny_number(symbol: Value, rng: random.Random) -> Value:
    """A number that is often 0, or for a positive symbol so small that many are below 1."""
    value = small_number(symbol, rng)
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
    if len(unknowns) != 1 or (result := solve_one(hypothesis)):
        return result if len(unknowns) == 1 else None
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
    return all(v.is_real and rule_for_zero(v) is not None for v in values)


def witnesses(
    hypotheses: Sequence[Value], unknowns: Sequence[Value], how_many: int, tries: int
) -> Iterator[Point]:
    """Up to ``how_many`` points at which the hypotheses hold, in so many tries.

    Where there are none among small numbers, smaller ones are tried: parts of a whole, and zeros;
    then, of exponentials and logarithms, numbers at which they are solved for their arguments.
    Where no order of single unknowns can do, polynomials are first solved together.
    """
    bare = [numerator(h) for h in hypotheses]
    ways: list[tuple[Draw, Solver]] = [(small_number, solve_one), (tiny_number, solve_one)]
    if any(h.has(sp.exp, sp.log) for h in hypotheses):
        ways.append((small_number, solve_function))
    searches: list[Iterator[Point]] = []
    if not solvable_in_order(bare) and all(h.is_polynomial(*unknowns) for h in bare):
        searches.append(common_zeros(bare, unknowns, [small_number, tiny_number], tries))
    for draw, solve in ways:
        searches.append(witnesses_by_unknown(bare, unknowns, tries, draw, solve))
    for points in searches:
        if (first := next(points, None)) is not None:
            yield first
            yield from itertools.islice(points, how_many - 1)
            return


def witnesses_by_unknown(
    hypotheses: Sequence[Value], unknowns: Sequence[Value], tries: int, draw: Draw, solve: Solver
) -> Iterator[Point]:
    """Points that are found unknown by unknown, and proved where functions were solved."""
    for seed in range(tries):
        point = witness(hypotheses, unknowns, seed, draw, solve)
        if point is not None and (solve != solve_function or satisfies(point, hypotheses)):
            yield point
