"""The assignments of numbers at which a case is tried, and lengths far beyond the small ones.

A program or a formula with a number in it may change its behaviour at that number, so lengths on
both sides of each written number are tried.
"""

import itertools
import math
import random
from collections.abc import Iterable, Iterator, Mapping

import sympy as sp

from ..code import numbers_in, orders_numbers
from ..evaluate import Assignment
from ..evaluate.assignment import Value, shape_of
from ..evaluate.bounds import require_at_most
from ..evaluate.draws import (
    SIMPLE,
    Point,
    Strategy,
    default_point,
    numbers_beside,
    numbers_in_turn,
)
from ..expr import Expr, free_letters, walk
from ..limits import (
    ALWAYS_TRIED,
    FAR,
    FARTHEST,
    FEW_POINTS,
    GROWING,
    LONG_EXPONENTS,
    LONG_LENGTHS,
    LONGEST_COMPARED,
    LONGEST_OF_SIZES,
    LONGEST_RAISED,
    LONGEST_SUM,
    LONGEST_SUMMED,
    MANY_POINTS,
    MORE_POINTS,
    MOST_OUTCOMES,
    PAIRS_OF_NUMBERS,
    STEEPEST_IN_SIZES,
    TIED_POINTS,
    TIMES_AS_MANY,
)
from ..names import OUTCOMES_OF
from .case import Case, nodes_of
from .hypothesis_points import hypothesis_points

# --------------------------------------------------------------------------------------------------
# The assignments of numbers at which a case is tried.

CALCULUS = {"grad", "hessian", "partial", "jacobian", "differential", "integral", "limit"}
# The operations that combine written numbers to another number, as in 2^10.
ARITHMETIC = {"num", "neg", "pow", "inverse", "div", "mul", "add"}
ORDERS = {"<", "<=", ">", ">="}
CORNERS = {"extremum", "max", "min", "abs", "sgn", "indicator", "cases", "call", "builder"}


def trial_assignments(
    case: Case, lengths: Mapping[str, int] | None
) -> Iterator[tuple[int, Assignment | None]]:
    """(0, assignment) for the points that are tried first, then (1, assignment) for more points.

    The second round is for instances that had no value at any point of the first.
    """
    if case.equations:
        yield from trials_under_equations(case, lengths)
        return
    at = lengths or case.setting.first(*nodes_of(case))
    first, later = points_to_try(case, bool(lengths))
    for is_second_round, point in [
        *((0, point) for point in first),
        *((1, point) for point in later),
    ]:
        for assignment in assignments_at(case, at, point, not lengths):
            yield is_second_round, assignment


def trials_under_equations(
    case: Case, lengths: Mapping[str, int] | None
) -> Iterator[tuple[int, Assignment | None]]:
    """Both rounds of assignments that satisfy the equations of a case, with None between them.

    A caller that needs no second round stops at None, before the first assignment of that round
    is looked for, which takes long.
    """
    for assignment in assignments_satisfying_equations(case, lengths):
        yield 0, assignment
    yield 1, None
    for assignment in assignments_satisfying_equations(case, lengths, beyond_first=True):
        yield 1, assignment


def points_to_try(case: Case, elsewhere: bool) -> tuple[list[Point], list[Point]]:
    """The points of the first and of the second round; fewer elsewhere than at the first lengths.

    Points at which all numbers are equal come first where a program may ask for that, and points
    where equality is likely come first for an order.
    """
    costly = elsewhere and operations_of(case) & CALCULUS
    many = (FEW_POINTS if elsewhere else MANY_POINTS) * (
        TIMES_AS_MANY if may_fail_rarely(case) and not costly else 1
    )
    first = [*map(default_point, range(many))]
    if calls_program(case):
        first = [*points_of_strategy(Strategy.TIED, FEW_POINTS if costly else TIED_POINTS), *first]
    if case.relation.sign in ORDERS:
        first = [*map(Point, SIMPLE), *first]
    later = [
        *map(default_point, range(many, many + MORE_POINTS)),
        *points_of_strategy(Strategy.POSITIVE, MORE_POINTS),
    ]
    return first, later


def points_of_strategy(strategy: Strategy, many: int) -> list[Point]:
    """The first points of a strategy."""
    return [Point(strategy, number) for number in range(many)]


def spread_out_assignments(case: Case) -> Iterator[tuple[int, Assignment]]:
    """Assignments of numbers of any size for what is not proved: integrals of them are too slow."""
    at = case.setting.first(*nodes_of(case))
    if not case.equations and not operations_of(case) & {"integral", "limit"}:
        for point in points_of_strategy(Strategy.WIDE, MANY_POINTS):
            yield from ((0, assignment) for assignment in assignments_at(case, at, point, True))
        for seed in range(MANY_POINTS):
            draw = numbers_beside(numbers_in_relation(case), random.Random(seed))
            rng, parts = random.Random(seed), (case.relation,)
            yield from ((0, w) for w in case.setting.assignments(parts, draw, at, rng, seed))


def numbers_in_code(case: Case) -> list[Value]:
    """The numbers that are written in the code of programs that are called."""
    calls = [name.call for name in case.setting.used(case.relation) if name.call]
    return list(dict.fromkeys(number for call in calls for number in numbers_in(call)))


def assignments_for_programs(case: Case) -> Iterator[Assignment]:
    """Numbers that programs may ask for: all of them equal, then two in turn, zeros and ones."""
    known = {sp.Integer(n) for n in (0, 1, -1)}
    constants = numbers_in_code(case)
    if case.equations or known >= {*constants}:
        return
    numbers = list(dict.fromkeys([*constants, sp.Integer(0), sp.Integer(1)]))
    beside = numbers_beside_code(case, constants)
    unequal = itertools.islice(itertools.permutations(numbers, 2), PAIRS_OF_NUMBERS)
    at = case.setting.first(*nodes_of(case))
    for pair in [*((number,) for number in (*numbers, *beside)), *unequal]:
        draw, rng = numbers_in_turn(*pair), random.Random(0)
        yield from case.setting.assignments((case.relation,), draw, at, rng, Strategy.TIED.value)


def numbers_beside_code(case: Case, constants: list[Value]) -> list[Value]:
    """The numbers on both sides of those in the code of programs that compare by order."""
    calls = [name.call for name in case.setting.used(case.relation) if name.call]
    if not any(map(orders_numbers, calls)):
        return []
    return list(dict.fromkeys(c + step for c in constants for step in (-1, 1)))


def numbers_in_relation(case: Case) -> list[Value]:
    """The numbers that are written in a relation, each also as the power or quotient it is in."""
    empty = Assignment({}, {}, {})
    nodes = [node for side in case.relation.sides for node in walk(side)]
    alone = [n for n in nodes if {part.op for part in walk(n)} <= ARITHMETIC]
    return list(dict.fromkeys(sp.sympify(empty.of(node), strict=True) for node in alone))


def assignments_at(
    case: Case, lengths: Mapping[str, int], point: Point, varied: bool
) -> Iterator[Assignment]:
    """Assignments of the numbers of a point."""
    return case.setting.rational(case.relation, lengths=lengths, point=point, varied=varied)


def calls_program(case: Case) -> bool:
    """Whether a program is called, which may ask whether numbers are equal."""
    return any(name.call for name in case.setting.used(case.relation))


def assignments_satisfying_equations(
    case: Case, lengths: Mapping[str, int] | None, beyond_first: bool = False
) -> Iterator[Assignment]:
    """Assignments of numbers that satisfy the equations of a case."""
    sides = (case.relation,)
    points = hypothesis_points(
        case.equations, sides, case.setting, case.letters, lengths, beyond_first
    )
    found = (assignment.at_point(point) for assignment, point in points)
    yield from (assignment for assignment in found if counts_are_whole(assignment))


def counts_are_whole(assignment: Assignment) -> bool:
    """Whether hypotheses that were solved gave whole numbers to names that count."""
    counts = [family for name, family in assignment.values.items()
              if "count" in getattr(name, "facts", ())]  # fmt: skip
    return all(
        sp.sympify(value, strict=True).is_integer for family in counts for value in family.values()
    )


def may_fail_rarely(case: Case) -> bool:
    """Whether a relation may hold at most points and fail at some: it compares, or has corners."""
    return case.relation.sign not in {"=", "~", "∝"} or bool(operations_of(case) & CORNERS)


def operations_of(case: Case) -> set[str]:
    """All operations of a relation and of the terms that its names stand for."""
    names = case.setting.used(case.relation)
    bodies = [body for name in names for body in case.setting.bodies(name)]
    return {node.op for tree in (*case.relation.sides, *bodies) for node in walk(tree)}


def degree_in_sizes(case: Case) -> int:
    """The degree of a relation in its sizes and letters: it may have as many zeros."""
    result = max(degree(side, case) for side in case.relation.sides)
    require_at_most(result, STEEPEST_IN_SIZES, "the degree in a size or an index")
    return result


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


# --------------------------------------------------------------------------------------------------
# Lengths beyond the small ones, where a relation may turn at a number that is written in it.
#
# Between sizes alone many lengths are tried, long ones too, since they cost nothing. With other
# names it is the lengths beside each whole number that stands where a size is compared, ends a
# range, or is below a fraction or in the code of a program; up to 10 for a size in an exponent, a
# factorial, a binomial coefficient or a limit of a sum over its letter; and all small tuples of
# sizes that an order relates.

Lengths = dict[str, int]

COMPARES = {"indicator", "cases", "max", "min", "abs", "sgn", "extremum", "builder", "range"}
COMPARES |= {"where", "except", "div", "inverse", "binom"}
SLOW = {"integral", "limit", "hessian"}
COUNTS = {"size", "var"}


def lengths_beyond_small(case: Case) -> Iterator[Lengths]:
    """Tuples of lengths that are tried besides the small ones."""
    sizes = sorted(
        s for s in case.setting.bound_sizes(*nodes_of(case)) if not s.startswith(OUTCOMES_OF)
    )
    if case.equations or not sizes or is_problem(case):
        return
    candidates = lengths_of_sizes(case, sizes) if is_of_sizes(case) else lengths_beside(case, sizes)
    yield from allowed_once(case, itertools.chain(candidates, lengths_of_programs(case, sizes)))


def lengths_of_programs(case: Case, sizes: list[str]) -> Iterator[Lengths]:
    """Small tuples of two or three sizes, which the code of a program may compare."""
    if calls_program(case) and len(sizes) in {2, 3}:
        for lengths in itertools.product(range(1, LONGEST_COMPARED + 1), repeat=len(sizes)):
            yield dict(zip(sizes, lengths, strict=True))


def lengths_of_growing(case: Case) -> Iterator[Lengths]:
    """Lengths up to 10 of sizes that grow, and small tuples of sizes that an order relates."""
    sizes = sorted(
        s for s in case.setting.bound_sizes(*nodes_of(case)) if not s.startswith(OUTCOMES_OF)
    )
    nodes = [node for tree in trees_of_relation(case) for node in walk(tree)]
    slow = {node.op for node in nodes} & SLOW
    if case.equations or not sizes or slow or is_of_sizes(case) or is_problem(case):
        return
    growing = sorted(sizes_that_grow(case, nodes) & {*sizes})
    shaped = any(name.shape for name in case.setting.used(case.relation) if name.kind != "index")
    depth = max(depth_of_sums(case, side) for side in case.relation.sides)
    every = GROWING if shaped or max(FAR) ** depth > LONGEST_SUM else (*GROWING, *FAR)
    long = (lengths for n in every for lengths in one_size_long(sizes, n, (1, 2), growing))
    yield from allowed_once(case, itertools.chain(long, small_tuples(case, sizes)))


def is_problem(case: Case) -> bool:
    """Whether a case is about what solves a problem."""
    return bool(case.relation.left.op == "optimum")


def allowed_once(case: Case, candidates: Iterable[Lengths]) -> Iterator[Lengths]:
    """The lengths that the conditions allow, each once, beside the first ones of other sizes."""
    allowed = case.setting.allows(*nodes_of(case))
    base = {size: pair[0] for size, pair in case.setting.sizes.items()}
    kept = {tuple(lengths.items()): lengths for lengths in candidates if allowed(base | lengths)}
    yield from (base | lengths for lengths in kept.values())


def is_of_sizes(case: Case) -> bool:
    """Whether a relation is between sizes and letters, without a name that has values."""
    return all(name in case.setting.definitions for name in case.setting.used(case.relation))


def trees_of_relation(case: Case) -> list[Expr]:
    """The sides of a relation, and what their names stand for."""
    names = case.setting.used(*nodes_of(case))
    return [*case.relation.sides, *(body for name in names for body in case.setting.bodies(name))]


def lengths_of_sizes(case: Case, sizes: list[str]) -> Iterator[Lengths]:
    """All small tuples, and each size long beside short ones and beside equal ones."""
    used = {node.op for tree in trees_of_relation(case) for node in walk(tree)}
    small = range(1, LONGEST_OF_SIZES.get(len(sizes), ALWAYS_TRIED) + 1)
    for lengths in itertools.product(small, repeat=len(sizes)):
        yield dict(zip(sizes, lengths, strict=True))
    if case.relation.sign == "=" and not used & (COMPARES | {"pow"} | {"name"}):
        return
    for length in sorted(long_lengths(case, used)):
        yield from one_size_long(sizes, length, (1, 2, 3, length))


def long_lengths(case: Case, used: set[str]) -> set[int]:
    """The usual long lengths, as far as the operations allow, and those beside written numbers."""
    values = [part for c in numbers_in_relation(case) if c.is_Rational for part in (c.p, c.q)]
    bodies = [c for tree in trees_of_relation(case) for c in whole_numbers_in(tree)]
    written = {abs(c) for c in (*values, *bodies)}
    near = {c + k for c in (*written, math.prod(written)) for k in (-1, 0, 1)}
    added = used & {"sum", "prod", "extremum", "binom", "builder"}
    if added or free_letters(case.relation):
        most = LONGEST_SUMMED
        near = {require_at_most(c, LONGEST_SUM, "a number beside a size") for c in near}
    else:
        most = LONGEST_RAISED if "pow" in used else max(LONG_LENGTHS)
    return {*(c for c in LONG_LENGTHS if c <= most), *near} - {0, -1}


def lengths_beside(case: Case, sizes: list[str]) -> Iterator[Lengths]:
    """Lengths beside the numbers that are written where a size is compared, and long exponents."""
    nodes = [node for tree in trees_of_relation(case) for node in walk(tree)]
    if {node.op for node in nodes} & SLOW:
        return
    lengths = {c + k for c in numbers_compared(case, nodes) for k in (-1, 0, 1, 2)}
    if has_power_of_size(case, nodes):
        lengths |= set(LONG_EXPONENTS)
    for length in sorted(lengths):
        yield from one_size_long(sizes, length, (1, 2))
    yield from labels_beside(case, sizes)


def numbers_compared(case: Case, nodes: list[Expr]) -> set[int]:
    """The whole numbers, beyond the small ones, with which a case may compare a size.

    They are written beside a size or in a bound, or in the code of a program that is called.
    """
    beside = (node for node in nodes if node.op in COMPARES and is_numeric_in_sizes(case, node))
    bounds = case.relation.sides if case.relation.sign in ORDERS else ()
    written = {abs(c) for node in (*beside, *bounds) for c in whole_numbers_in(node)}
    in_code = (int(c) for c in numbers_in_code(case) if c.is_Integer)
    return {
        require_at_most(c, FARTHEST, "a number beside a size") for c in written if c >= ALWAYS_TRIED
    } | {c for c in in_code if ALWAYS_TRIED <= c <= FARTHEST}


def has_power_of_size(case: Case, nodes: list[Expr]) -> bool:
    """Whether numbers are raised to a power with a size, in a term that is fast at long sizes."""
    if any(name.shape for name in case.setting.used(case.relation) if name.kind != "index"):
        return False
    if {node.op for node in nodes} & CALCULUS:
        return False
    return any(node.op == "pow" and is_numeric_in_sizes(case, node.args[1]) for node in nodes)


def sizes_that_grow(case: Case, nodes: list[Expr]) -> set[str]:
    """The sizes in exponents, factorials, binomials, and in limits of sums over their letters."""
    result = set[str]()
    for node in nodes:
        if node.op in {"pow", "gamma", "binom"} and not shape_of(node.args[0]):
            parts = node.args[1:] if node.op == "pow" else node.args
            result |= {size for part in parts for size in sizes_as_numbers(case, part)}
        if node.op in {"sum", "prod"} and has_letter_as_number(node.args[1], node.value):
            result |= {part.value for part in walk(node.args[0]) if part.op == "size"}
    return result


def depth_of_sums(case: Case, node: Expr) -> int:
    """How many sums, products or largest numbers of a term are within each other."""
    bodies = case.setting.bodies(node.value) if node.op == "name" else ()
    inside = max((depth_of_sums(case, part) for part in (*node.args, *bodies)), default=0)
    return inside + (node.op in {"sum", "prod", "extremum"})


def sizes_as_numbers(case: Case, node: Expr) -> set[str]:
    """The sizes that stand in a term as numbers, through definitions."""
    if node.op == "size":
        return {node.value}
    if node.op in {"name", "entry", "call"}:
        bodies = case.setting.bodies(node.value) if node.op == "name" else []
        return {size for body in bodies for size in sizes_as_numbers(case, body)}
    return {size for part in node.args for size in sizes_as_numbers(case, part)}


def has_letter_as_number(node: Expr, letter: str) -> bool:
    """Whether a letter stands in a term as a number, and not only as an index."""
    if node.op == "var":
        return bool(node.value == letter)
    return node.op not in {"name", "entry"} and any(
        has_letter_as_number(part, letter) for part in node.args
    )


def small_tuples(case: Case, sizes: list[str]) -> Iterator[Lengths]:
    """All small tuples of two or three sizes that an order relates as numbers."""
    numbers = sorted(
        {size for side in case.relation.sides for size in sizes_as_numbers(case, side)}
    )
    if case.relation.sign not in ORDERS or len(numbers) not in {2, 3}:
        return
    shaped = any(name.shape for name in case.setting.used(case.relation) if name.kind != "index")
    longest = ALWAYS_TRIED if shaped else LONGEST_OF_SIZES[3] - 1
    for lengths in itertools.product(range(1, longest + 1), repeat=len(numbers)):
        yield dict.fromkeys(sizes, 1) | dict(zip(numbers, lengths, strict=True))


def labels_beside(case: Case, sizes: list[str]) -> Iterator[Lengths]:
    """Lengths of the sizes up to which whole numbers are drawn, beside the numbers written."""
    every = [
        c for tree in trees_of_relation(case) for c in whole_numbers_in(tree) if c >= ALWAYS_TRIED
    ]
    for length in sorted(c for c in {c + k for c in every for k in (0, 1)} if c <= FARTHEST):
        yield from one_size_long(sizes, length, (1, 2, length), sizes_of_labels(case))


def sizes_of_labels(case: Case) -> list[str]:
    """The sizes up to which whole numbers are drawn."""
    free = {*case.setting.used(*nodes_of(case))} - {*case.setting.definitions}
    whole = {name.shape[0] for name in free if name.kind == "index"}
    return sorted(size for size in whole if isinstance(size, str))


def one_size_long(
    sizes: list[str], length: int, others: tuple[int, ...], long: list[str] | None = None
) -> Iterator[Lengths]:
    """Each size, or each of those that are to be long, at a length, the others at short ones."""
    for size, other in itertools.product(sizes if long is None else long, others):
        yield {**dict.fromkeys(sizes, other), size: length}


def is_numeric_in_sizes(case: Case, node: Expr) -> bool:
    """Whether a size, a letter or a whole number that is drawn occurs in a term, as a number."""
    if node.op in {"name", "entry", "call"}:
        whole = node.op == "name" and node.value.kind == "index"
        return whole or any(
            is_numeric_in_sizes(case, body) for body in case.setting.bodies(node.value)
        )
    return node.op in COUNTS or any(is_numeric_in_sizes(case, part) for part in node.args)


def whole_numbers_in(node: Expr) -> Iterator[int]:
    """The whole numbers that are written in a term."""
    values = (part.value for part in walk(node) if part.op == "num")
    yield from (int(value) for value in values if value == int(value))


def lengths_with_many_outcomes(case: Case) -> Iterator[Lengths]:
    """The first lengths with more outcomes than there are different means."""
    means = {node for tree in trees_of_relation(case) for node in walk(tree)
             if node.op in {"expect", "covariance"}}  # fmt: skip
    first = case.setting.first(*nodes_of(case))
    sizes = [s for s in case.setting.bound_sizes(*nodes_of(case)) if s.startswith(OUTCOMES_OF)]
    many = min(len(means) + 1, int(MOST_OUTCOMES ** (1 / max(1, len(sizes)))))
    if not case.equations and many > max([4, *(first[size] for size in sizes)]):
        yield first | dict.fromkeys(sizes, many)
