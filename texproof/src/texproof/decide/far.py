"""Lengths beyond the small ones, where a relation may turn at a number that is written in it.

Between sizes alone many lengths are tried, long ones too, since they cost nothing. With other names
it is the lengths beside each whole number that stands where a size is compared, ends a range, or is
below a fraction or in the code of a program; and two more for a size in an exponent, where there
are only numbers.
"""

import itertools
import math
from collections.abc import Iterator

from ..evaluate.bounds import LONGEST, bounded
from ..expr import Expr, free_letters, walk
from ..names import OUTCOMES_OF
from .case import Case, nodes_of
from .tried import CALCULUS, ORDERS, in_code

Lengths = dict[str, int]

COMPARES = {"indicator", "cases", "max", "min", "abs", "sgn", "extremum", "builder", "range"}
COMPARES |= {"where", "except", "div", "inverse", "binom"}
SLOW = {"integral", "limit", "hessian"}
COUNTS = {"size", "var"}
TRIED = 4  # the longest length that is tried in any case
FARTHEST = 40  # length of arrays
GRID = {1: 40, 2: 12, 3: 6}  # the longest length of so many sizes without other names
POWERS, LONG = (7, 8), (100, 1000, 10_000, 1_000_000)
OUTCOMES = 64  # of all sources together, at most


def far(case: Case) -> Iterator[Lengths]:
    """Tuples of lengths that are tried besides the small ones."""
    sizes = sorted(
        s for s in case.setting.bound_sizes(*nodes_of(case)) if not s.startswith(OUTCOMES_OF)
    )
    if case.equations or not sizes or case.relation.left.op == "optimum":
        return
    allowed = case.setting.allows(*nodes_of(case))
    found = alone(case, sizes) if is_of_sizes(case) else beside(case, sizes)
    base = {size: pair[0] for size, pair in case.setting.sizes.items()}
    kept = {tuple(lengths.items()): lengths for lengths in found if allowed(base | lengths)}
    yield from (base | lengths for lengths in kept.values())


def is_of_sizes(case: Case) -> bool:
    """Whether a relation is between sizes and letters, without a name that has values."""
    return all(name in case.setting.definitions for name in case.setting.used(case.relation))


def trees(case: Case) -> list[Expr]:
    """The sides of a relation, and what their names stand for."""
    names = case.setting.used(*nodes_of(case))
    return [*case.relation.sides, *(body for name in names for body in case.setting.bodies(name))]


def alone(case: Case, sizes: list[str]) -> Iterator[Lengths]:
    """All small tuples, and each size long beside short ones and beside equal ones."""
    used = {node.op for tree in trees(case) for node in walk(tree)}
    if case.relation.sign == "=" and not used & (COMPARES | {"pow"} | {"name"}):
        return
    grid = range(1, GRID.get(len(sizes), TRIED) + 1)
    yield from (
        dict(zip(sizes, t, strict=True)) for t in itertools.product(grid, repeat=len(sizes))
    )
    written = [abs(c) for tree in trees(case) for c in numbers(tree)]
    near = {c + k for c in (*written, math.prod(written)) for k in (-1, 0, 1)}
    most = 100 if used & {"sum", "prod", "extremum", "binom", "builder"} else 1000
    most = most if used & {"sum", "prod", "extremum", "binom", "builder", "pow"} else max(LONG)
    most = 100 if free_letters(case.relation) else most
    bounds = {bounded(c, LONGEST, "a number beside a size") for c in near} if most == 100 else near
    for length in sorted({*(c for c in LONG if c <= most), *bounds} - {0, -1}):
        yield from around(sizes, length, (1, 2, 3, length))


def beside(case: Case, sizes: list[str]) -> Iterator[Lengths]:
    """Lengths beside the numbers that are written where a size is compared, and long exponents."""
    every = [node for tree in trees(case) for node in walk(tree)]
    if {node.op for node in every} & SLOW:
        return
    compared = [node for node in every if node.op in COMPARES]
    near = {abs(c) for node in compared if counts(case, node) for c in numbers(node)}
    bounds = case.relation.sides if case.relation.sign in ORDERS else ()
    near |= {abs(c) for side in bounds for c in numbers(side)}
    near = {bounded(c, FARTHEST, "a number beside a size") for c in near if c >= TRIED}
    near |= {int(c) for c in in_code(case) if c.is_Integer and TRIED <= c <= FARTHEST}
    plain = not any(name.shape for name in case.setting.used(case.relation) if name.kind != "index")
    powers = plain and not {node.op for node in every} & CALCULUS
    powers = powers and any(node.op == "pow" and counts(case, node.args[1]) for node in every)
    for length in sorted({c + k for c in near for k in (-1, 0, 1)} | set(POWERS if powers else ())):
        yield from around(sizes, length, (1, 2))
    near = {c + k for tree in trees(case) for c in numbers(tree) for k in (0, 1) if c >= TRIED}
    for length in sorted(c for c in near if c <= FARTHEST):
        yield from around(sizes, length, (1, 2, length), labels(case))


def labels(case: Case) -> list[str]:
    """The sizes up to which whole numbers are drawn."""
    drawn = {*case.setting.used(*nodes_of(case))} - {*case.setting.definitions}
    whole = {name.shape[0] for name in drawn if name.kind == "index"}
    return sorted(size for size in whole if isinstance(size, str))


def around(
    sizes: list[str], length: int, others: tuple[int, ...], long: list[str] | None = None
) -> Iterator[Lengths]:
    """Each size, or each of those that are to be long, at a length, the others at short ones."""
    for size, other in itertools.product(sizes if long is None else long, others):
        yield {**dict.fromkeys(sizes, other), size: length}


def counts(case: Case, node: Expr) -> bool:
    """Whether a size, a letter or a whole number that is drawn occurs in a term, as a number."""
    if node.op in {"name", "entry", "call"}:
        whole = node.op == "name" and node.value.kind == "index"
        return whole or any(counts(case, body) for body in case.setting.bodies(node.value))
    return node.op in COUNTS or any(counts(case, part) for part in node.args)


def numbers(node: Expr) -> Iterator[int]:
    """The whole numbers that are written in a term."""
    values = (part.value for part in walk(node) if part.op == "num")
    yield from (int(value) for value in values if value == int(value))


def outcomes(case: Case) -> Iterator[Lengths]:
    """The first lengths with more outcomes than there are different means."""
    means = {node for tree in trees(case) for node in walk(tree)
             if node.op in {"expect", "covariance"}}  # fmt: skip
    first = case.setting.first(*nodes_of(case))
    sizes = [s for s in case.setting.bound_sizes(*nodes_of(case)) if s.startswith(OUTCOMES_OF)]
    many = min(len(means) + 1, int(OUTCOMES ** (1 / max(1, len(sizes)))))
    if not case.equations and many > max([4, *(first[size] for size in sizes)]):
        yield first | dict.fromkeys(sizes, many)
