"""Whether both sides of a row are defined, under its hypotheses, at every size that is allowed."""

from __future__ import annotations

import operator
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product

import numpy as np

from ..names import Name
from .algebra import Room
from .combining import is_combination
from .defined import Allowed, Need, check, choices
from .diagrams import Poly, letters_of
from .errors import NotProved
from .hypotheses import Case
from .indices import ONE_SIZE, Var, length
from .known import Known
from .label_maps import definition_of, is_map
from .matching import Rule
from .numeric import matrix, value
from .place import Place
from .points import NoNumber, Point, label
from .relations import given, with_values
from .slacks import with_bounds
from .small_sizes import sizes_in, tuples
from .solving import is_solved

FEW, AGAIN, APART = 8, 6, 1e-3  # sizes and points at which equations are solved
TESTS = {
    "=": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le,
    ">": operator.gt, ">=": operator.ge,
}  # fmt: skip


def must_be_defined(case: Case) -> None:
    """Raises NotProved unless both sides are defined at every size that is allowed."""
    place = case.place
    needs = [
        replace(need, poly=with_bounds(case, with_values(case, need.poly)))
        for need in [*place.needs, *(Need(poly, place.known) for poly in case.apart)]
    ]
    if any(not need.poly for need in needs):
        raise NotProved("what stands below is 0")
    rules = given(case, case.equations)
    if any(need.dense and (rules or not is_analytic(place, need.poly)) for need in needs):
        raise NotProved("a determinant that may vanish in a whole region is differentiated")
    for need in needs:
        if rules and is_combination(place.room, need.poly, rules):
            raise NotProved("by the hypotheses, what stands below is 0")
    allowed = labels_of(case), sizes_of_labels(case)
    check(place.room, needs, place.known, *allowed)
    equations = [with_bounds(case, rule.poly) for rule in rules if is_untied(rule)]
    if equations and not have_points(place.room, needs, equations, place.known, *allowed):
        raise NotProved("no point was found at which the hypotheses hold")


ANALYTIC = {"name", "delta", "le", "size", "num", "at", "pi", "fact", "inv", "det", "exp"}
LOOSE = {"orthonormal", "decreasing"}  # facts of what does not vary in one piece


def is_analytic(place: Place, poly: Poly) -> bool:
    """Whether entries are quotients and exponentials of numbers that vary in one piece."""
    return all(
        f.head.kind in ANALYTIC | {"pow"} and f.power.denominator == 1
        and not (f.head.kind == "name" and place.room.names[f.head.label].facts & LOOSE)
        and all(is_analytic(place, inside) for inside in f.head.inside)
        for diagram in poly.terms for f in diagram.factors
    )  # fmt: skip


def is_untied(rule: Rule) -> bool:
    """Whether a hypothesis is said of all values of its letters."""
    return rule.pattern >= set(letters_of(rule.poly))


def have_points(
    room: Room,
    needs: Sequence[Need],
    equations: Sequence[Poly],
    known: Known,
    allowed: Allowed,
    labelled: set[str],
) -> bool:
    """Whether at some small sizes a point was found at which equations hold and needs are met."""
    polys = [*equations, *(need.poly for need in needs)]
    every = [*tuples(sorted(sizes_in(room, polys, known) | labelled), known)]
    for lengths in sorted(every, key=lambda found: sum(abs(n - 2) for n in found.values()))[:FEW]:
        for again in range(AGAIN):
            point = Point(lengths, room.names, random.Random(again))
            if allowed(point) and is_solved(point, equations):
                if all(is_apart(point, n, at) for n in needs for at in choices(n, lengths)):
                    return True
    return False


def is_apart(point: Point, need: Need, at: Mapping[Var, int]) -> bool:
    """Whether a need is met at a point, and not only by what Newton's method leaves over."""
    try:
        if need.size:
            entries = matrix(point, need.poly, need.size, at)
            return bool(np.linalg.matrix_rank(entries, tol=APART) == len(entries))
        number, _ = value(point, need.poly, at)
    except NoNumber:
        return False
    return number > APART if need.above else abs(number) > APART


def sizes_of_labels(case: Case) -> set[str]:
    """The sizes of index maps, which a point needs even where what must not vanish has none."""
    maps = [name for name in case.names if name.kind == "index" and is_map(case.place, name)]
    sizes = [str(size) for name in maps for size in (*name.shape, *name.sizes)]
    return {part for size in sizes for part, _ in length(case.place.size(size))} - {ONE_SIZE}


def labels_of(case: Case) -> Callable[[Point], bool]:
    """Whether a labelling at a point is one that definitions, facts and hypotheses allow."""
    place = case.place
    maps = [name for name in case.names if name.kind == "index" and is_map(place, name)]
    made = [(n, *definition_of(place, n)) for n in maps if n in place.definitions]
    gaps = [(r.sign, place.of(r.left).poly - place.of(r.right).poly) for r in case.labels]

    def allows(point: Point) -> bool:
        for name, family, poly in made:
            for chosen, number in values(point, poly, family):
                point.labels[name.latex, *chosen] = round(number)
        return all(is_onto(place, name, point) for name in maps) and all(
            TESTS[sign](round(number), 0)
            for sign, gap in gaps
            for _, number in values(point, gap, letters_of(gap))
        )

    return allows


def values(
    point: Point, poly: Poly, letters: Sequence[Var]
) -> Iterator[tuple[tuple[int, ...], float]]:
    """(letters, number) of a polynomial, for all values of its letters."""
    for chosen in product(*(range(1, point.count(var.size) + 1) for var in letters)):
        yield chosen, value(point, poly, dict(zip(letters, chosen, strict=True)))[0]


def is_onto(place: Place, name: Name, point: Point) -> bool:
    """Whether every value of an index map occurs, where that is declared."""
    counts = [range(1, point.count(place.size(size)) + 1) for _, size in name.range]
    last = point.count(place.size(name.shape[0]))
    seen = set()
    for family in product(*counts):
        seen |= {v for v in range(1, last + 1) if label(point, name.latex, (*family, v))}
    return "onto" not in name.facts or len(seen) == last
