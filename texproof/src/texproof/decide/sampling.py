"""Whether a relation says anything: the exact points at which both sides are numbers."""

from collections.abc import Iterator

import sympy as sp

from ..errors import Undefined
from ..evaluate import World
from ..evaluate.values import readable
from ..expr import Relation
from .case import Case, at_point, places
from .points import entries


def sampled(case: Case) -> int:
    """How many exact points were tried at which both sides are real numbers."""
    return sum(speaks(case.relation, place) for place in places(case, first_points(case)))


def first_points(case: Case) -> Iterator[World]:
    """Some exact points at the first lengths."""
    first = case.setting.first(case.relation)
    for seed in range(12):
        yield from case.setting.rational(case.relation, lengths=first, seed=seed)


def silence(case: Case) -> Undefined:
    """Why a relation that has no value at any point has none at the first: the term, the point."""
    for place in places(case, first_points(case)):
        try:
            [place.of(side) for side in case.relation.sides]
        except Undefined as reason:
            where = at_point(case, place)
            found = Undefined(readable(f"{reason} where {where}" if where else str(reason)))
            found.term = reason.term
            return found
    return Undefined("no point satisfies what it presumes")


def speaks(relation: Relation, world: World) -> bool:
    """Whether both sides are real numbers in a world of numbers."""
    if relation.left.op == "optimum":
        return True
    try:
        numbers = [entry for side in relation.sides for entry in entries(world.of(side))]
    except Undefined:
        return False
    return all(sp.N(number).is_real for number in numbers)
