"""The worlds of numbers at which a case is tried."""

import itertools
import math
import random
from collections.abc import Iterator, Mapping

import sympy as sp

from ..code import numbers_in
from ..evaluate import World
from ..evaluate.bounds import bounded
from ..evaluate.draws import ALL_POSITIVE, EVEN, FIRST, TIED, UNIT, WIDE, beside, in_turn
from ..evaluate.world import Value
from ..expr import Expr, walk
from .case import Case, nodes_of
from .solved import hypothesis_points

MANY, FEW = 10, 2  # points at the first lengths, and at each of the others
PAIRS = 30  # of numbers in the code of programs, that are tried in turn
TIES = 8  # points with equal numbers, for programs
MORE = 4  # points that are asked as well where all were undefined
STEEPEST = 8  # degree in sizes and letters, for which as many lengths are tried
SWITCHED = 4  # times as many where a point can miss what is wrong; not with derivatives elsewhere
CALCULUS = {"grad", "hessian", "partial", "jacobian", "differential", "integral", "limit"}
ARITHMETIC = {"num", "neg", "pow", "inverse", "div", "mul", "add"}  # of written numbers
ORDERS = {"<", "<=", ">", ">="}
CORNERS = {"extremum", "max", "min", "abs", "sgn", "indicator", "cases", "call", "builder"}


def drawn(case: Case, lengths: Mapping[str, int] | None) -> Iterator[tuple[int, World | None]]:
    """(0, world) of points, then (1, world) of those that are asked where all were undefined.

    Of hypotheses these take long to find, and None stands before them.
    """
    if case.equations:
        yield from ((0, world) for world in solved(case, lengths))
        yield 1, None
        yield from ((1, world) for world in solved(case, lengths, more=True))
        return
    at = lengths or case.setting.first(*nodes_of(case))
    costly = lengths and operations(case) & CALCULUS
    many = (FEW if lengths else MANY) * (SWITCHED if switches(case) and not costly else 1)
    seeds = [*range(many), *range(many, many + MORE), *range(ALL_POSITIVE, ALL_POSITIVE + MORE)]
    if calls_program(case):
        seeds = [*range(TIED, TIED + (FEW if costly else TIES)), *seeds]
    if case.relation.sign in ORDERS:
        seeds = [EVEN, UNIT, FIRST, *seeds]
    for seed in seeds:
        later = many <= seed < TIED
        yield from ((int(later), world) for world in at_seed(case, at, seed, not lengths))


def far_and_wide(case: Case) -> Iterator[tuple[int, World]]:
    """Worlds of numbers of any size, for what is not proved: integrals of them are too slow."""
    at = case.setting.first(*nodes_of(case))
    if not case.equations and not operations(case) & {"integral", "limit"}:
        for seed in range(WIDE, WIDE + MANY):
            yield from ((0, world) for world in at_seed(case, at, seed, True))
        for seed in range(MANY):
            draw = beside(written(case), random.Random(seed))
            rng, parts = random.Random(seed), (case.relation,)
            yield from ((0, w) for w in case.setting.worlds(parts, draw, at, rng, seed))


def in_code(case: Case) -> list[Value]:
    """The numbers that are written in the code of programs that are called."""
    calls = [name.call for name in case.setting.used(case.relation) if name.call]
    return list(dict.fromkeys(number for call in calls for number in numbers_in(call)))


def of_code(case: Case) -> Iterator[World]:
    """Worlds of numbers that programs may ask for: all equal, then two in turn, zeros and ones."""
    known = {sp.Integer(n) for n in (0, 1, -1)}
    asked = in_code(case)
    if case.equations or known >= {*asked}:
        return
    numbers = list(dict.fromkeys([*asked, sp.Integer(0), sp.Integer(1)]))
    unequal = itertools.islice(itertools.permutations(numbers, 2), PAIRS)
    at = case.setting.first(*nodes_of(case))
    for pair in [*((number,) for number in numbers), *unequal]:
        draw, rng = in_turn(*pair), random.Random(0)
        yield from case.setting.worlds((case.relation,), draw, at, rng, TIED)


def written(case: Case) -> list[Value]:
    """The numbers that are written in a relation, each also as the power or quotient it is in."""
    empty = World({}, {}, {})
    nodes = [node for side in case.relation.sides for node in walk(side)]
    alone = [n for n in nodes if {part.op for part in walk(n)} <= ARITHMETIC]
    return list(dict.fromkeys(sp.sympify(empty.of(node), strict=True) for node in alone))


def at_seed(case: Case, lengths: Mapping[str, int], seed: int, varied: bool) -> Iterator[World]:
    """Worlds of numbers of a seed."""
    return case.setting.rational(case.relation, lengths=lengths, seed=seed, varied=varied)


def calls_program(case: Case) -> bool:
    """Whether a program is called, which may ask whether numbers are equal."""
    return any(name.call for name in case.setting.used(case.relation))


def solved(case: Case, lengths: Mapping[str, int] | None, more: bool = False) -> Iterator[World]:
    """Worlds of numbers that satisfy the equations of a case."""
    sides = (case.relation,)
    points = hypothesis_points(case.equations, sides, case.setting, case.letters, lengths, more)
    yield from (world.at_point(point) for world, point in points)


def switches(case: Case) -> bool:
    """Whether a relation may hold at most points and fail at some: it compares, or has corners."""
    return case.relation.sign not in {"=", "~", "∝"} or bool(operations(case) & CORNERS)


def operations(case: Case) -> set[str]:
    """All operations of a relation and of the terms that its names stand for."""
    names = case.setting.used(case.relation)
    bodies = [body for name in names for body in case.setting.bodies(name)]
    return {node.op for tree in (*case.relation.sides, *bodies) for node in walk(tree)}


def degree_of(case: Case) -> int:
    """The degree of a relation in its sizes and letters: it may have as many zeros."""
    found = max(degree(side, case) for side in case.relation.sides)
    bounded(found, STEEPEST, "the degree in a size or an index")
    return found


def degree(node: Expr, case: Case) -> int:
    """The degree of a term in sizes and letters that are numbers in it, as in n^2 + j, at most."""
    if node.op in {"size", "var"}:
        return 1
    if node.op in {"name", "entry"}:
        return max((degree(body, case) for body in case.setting.bodies(node.value)), default=0)
    parts = [degree(part, case) for part in node.args if part.op not in {"range", "name"}]
    if node.op == "pow" and node.args[1].op == "num":
        return int(parts[0] * math.ceil(abs(node.args[1].value)))
    return sum(parts) if node.op in {"mul", "div", "pow"} else max(parts, default=0)
