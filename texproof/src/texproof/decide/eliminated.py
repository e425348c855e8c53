"""Points at which polynomials vanish together: linear unknowns are eliminated first.

Moments are such: of E[q] = 0 and Var(q) = 1 no order of single unknowns satisfies both, but once
the first gives an outcome by the others, the second has one unknown less, and the last is a root.
"""

import itertools
import random
from collections.abc import Callable, Iterable, Iterator, Sequence

import sympy as sp

from ..evaluate.world import Value

Draw = Callable[[Value, random.Random], Value]
ENOUGH, TRIES = 3, 12  # points, each of which takes as long as many others; tries of each draw
STEEPEST = 2
MOST_TERMS = 400  # of a polynomial in which unknowns are eliminated


def solvable_in_order(hypotheses: Iterable[Value]) -> bool:
    """Whether in some order of the unknowns each equation has a last one of its own."""
    waiting = [set(h.free_symbols) for h in distinct(hypotheses) if h.free_symbols]
    while waiting:
        unknowns = set().union(*waiting)
        own = {s for s in unknowns if sum(s in part for part in waiting) == 1}
        kept = [part for part in waiting if not part & own]
        if len(kept) == len(waiting):
            return False
        waiting = kept
    return True


def distinct(polynomials: Iterable[Value]) -> list[Value]:
    """Polynomials without their doubles and negatives, as they are written."""
    found: dict[Value, None] = {}
    for polynomial in polynomials:
        if polynomial != 0 and -polynomial not in found:
            found[polynomial] = None
    return list(found)


def drawn_first(polynomials: Sequence[Value], unknowns: Sequence[Value]) -> list[Value]:
    """Positive unknowns, such as chances, that stand in no equation between these alone."""
    parts = [h.free_symbols for h in polynomials]
    tied = set().union(*(part for part in parts if all(s.is_positive for s in part)))
    return [s for s in unknowns if s.is_positive and s not in tied]


def all_but_linear(polynomials: Sequence[Value], unknowns: Sequence[Value]) -> list[Value]:
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


def joint_points(
    polynomials: Iterable[Value], unknowns: Sequence[Value], draws: Sequence[Draw], tries: int
) -> Iterator[dict[Value, Value]]:
    """A few points at which polynomials vanish together, in so many tries.

    They are of the second degree in what is not drawn first, so that roots of other kinds are not
    looked for. Numbers are drawn for positive unknowns first, or for all but those of a name in
    which they are linear; then for one after the other of the rest, while no polynomial gives an
    unknown.
    """
    together, many = distinct(polynomials), 0
    first = drawn_first(together, unknowns)
    if any(degree_in(h, {*unknowns} - {*first}) > STEEPEST for h in together):
        first = all_but_linear(together, unknowns)
    for seed, draw in itertools.product(range(min(tries, TRIES)), draws):
        rng = random.Random(seed)
        found = {s: draw(s, rng) for s in first}
        todo = [sp.expand(h.xreplace(found)) for h in together]
        others = sorted((s for s in unknowns if s not in found), key=lambda symbol: rng.random())
        if not others or any(degree_in(h, others) > STEEPEST for h in todo):
            return
        rest = joint(todo, others, draw, rng)
        if rest is not None and all(fits(symbol, value) for symbol, value in rest.items()):
            yield found | rest
            many += 1
        if many == ENOUGH:
            return


def joint(
    todo: list[Value], order: list[Value], draw: Draw, rng: random.Random
) -> dict[Value, Value] | None:
    """Values of the unknowns at which all polynomials vanish, or None."""
    found: dict[Value, Value] = {}
    while order:
        alone = next((h for h in todo if len(h.free_symbols) == 1), None)
        if alone is not None and not (roots := roots_of(alone)):
            return None
        known = (*alone.free_symbols, roots[0]) if alone is not None else linear(todo, order)
        symbol, value = known or (order[0], draw(order[0], rng))
        found = {name: put(term, symbol, value) for name, term in found.items()} | {symbol: value}
        order.remove(symbol)
        todo = [h for h in (put(h, symbol, value) for h in todo) if h != 0]
        if any(not h.free_symbols or len(sp.Add.make_args(h)) > MOST_TERMS for h in todo):
            return None
    return None if todo else found


def put(term: Value, symbol: Value, value: Value) -> Value:
    """A polynomial with a value in the place of an unknown."""
    return sp.expand(sp.radsimp(term.subs(symbol, value))) if term.has(symbol) else term


def linear(todo: Iterable[Value], order: Sequence[Value]) -> tuple[Value, Value] | None:
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
        found = [-c / b]
    elif inside.is_nonnegative:
        found = [(-b + sign * sp.sqrt(inside)) / (2 * a) for sign in (1, -1)]
    else:
        found = []
    return [value for value in map(sp.radsimp, found) if fits(x, value)]


def fits(symbol: Value, value: Value) -> bool:
    """Whether a value is real and has the sign that its symbol has."""
    if not value.is_real:
        return False
    if symbol.is_positive:
        return bool(value > 0)
    return not symbol.is_nonnegative or bool(value >= 0)
