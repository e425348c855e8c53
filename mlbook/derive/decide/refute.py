"""Refutation of one relation: an exact point at which it fails."""

import itertools
import random
from collections.abc import Iterable

import sympy as sp

from ..evaluate import World
from ..evaluate.values import readable
from ..evaluate.world import Value
from ..expr import Relation, free_names, names_in
from ..names import CHANCE
from . import arg_min
from .case import Case, instances
from .points import Failure, described, entries, failure, holds_at, shown
from .prove import coefficients, hypothesis_points


def refutation(case: Case, elsewhere_only: bool = False, points: int = 40) -> str | None:
    """A sentence with a point at which the relation fails, or None.

    Points are taken at the first sizes and then, fewer, at the second, or only at these.
    """
    if case.equations:
        sizes = (1,) if elsewhere_only else (0, 1)
        return next(filter(None, (refuted_under_hypotheses(case, which) for which in sizes)), None)
    for which, many in ((1, 3),) if elsewhere_only else ((0, points), (1, 6)):
        for world in case.setting.rational(case.relation, which=which, points=many):
            places = instances(case.relation, [world], case.letters)
            for place in sample_places(places) if elsewhere_only else places:
                found = failed_at(case, place)
                if found:
                    return sentence(case, found, world, place)
    return None


def sample_places(places: Iterable[World], how_many: int = 12) -> list[World]:
    """At most so many of the places, picked the same way each time."""
    places = list(places)
    return places if len(places) <= how_many else random.Random(0).sample(places, how_many)


def failed_at(case: Case, world: World) -> Failure | None:
    """(component, left, right) where a relation fails in a world of numbers, or None."""
    if case.relation.left.op == "optimum":
        return arg_min.better(case.relation, world)
    if case.relation.sign != "~":
        return failure(world, case.relation)
    for i, part in enumerate(coefficients(case, world)):
        if not holds_at(part, "="):
            power = i % (case.about[1] + 1 if case.about else 1)
            return i, f"a coefficient of order {power} that differs by {part}", "0"
    return None


def refuted_under_hypotheses(case: Case, which: int) -> str | None:
    """As refutation, at points that satisfy the hypotheses."""
    sides = (case.relation,)
    for world, point in hypothesis_points(case.equations, sides, case.setting, case.letters, which):
        there = world.at_point(point)
        for place in instances(case.relation, [there], case.letters):
            found = failed_at(case, place)
            if found:
                return sentence(case, found, there, place)
    return None


def sentence(case: Case, found: Failure, world: World, place: World) -> str:
    """What a counterexample says."""
    component, left, right = found
    used = case.setting.used(case.relation, *case.equations)
    written = names_in(case.relation, *case.equations)
    sides = [side for relation in (case.relation, *case.equations) for side in relation.sides]
    free = {CHANCE}.union(*(free_names(side, case.setting.used) for side in sides))
    free -= case.setting.parameters(used) - set(written)
    names = [name for name in (*used, CHANCE) if name in world.values and name in free]
    parts = [f"component {component + 1}:"] if component else []
    parts.append(f"left {shown(left)}{decimal(left)}, right {shown(right)}{decimal(right)}")
    chosen = ", ".join(f"{letter} = {value}" for letter, value in place.letters.items())
    parts += [f"for {chosen}"] if chosen else []
    where = described(world, names)
    return readable(" ".join([*parts, f"where {where}"] if where else parts))


def decimal(value: Value) -> str:
    """A decimal beside a number that is not written as a fraction."""
    if not isinstance(value, sp.Basic) or value.is_Rational:
        return ""
    number = sp.N(value)  # stays an expression where a derivative of an unknown function is left
    return f" (about {float(number):.4g})" if number.is_Float else ""


def sampled(case: Case) -> int:
    """How many exact points were tried at which both sides are real numbers."""
    worlds = (case.setting.rational(case.relation, which=which, points=6) for which in (0, 1))
    places = instances(case.relation, itertools.chain(*worlds), case.letters)
    return sum(speaks(case.relation, place) for place in places)


def speaks(relation: Relation, world: World) -> bool:
    """Whether both sides are real numbers in a world of numbers."""
    if relation.left.op == "optimum":
        return True
    numbers = (entry for side in relation.sides for entry in entries(world.of(side)))
    return all(sp.N(number).is_real for number in numbers)
