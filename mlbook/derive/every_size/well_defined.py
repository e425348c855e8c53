"""Whether both sides of a row are defined, under its hypotheses, at every size that is allowed."""

from __future__ import annotations

import operator
from dataclasses import replace
from itertools import product

from ..names import Name
from .combining import is_combination
from .defined import check
from .diagrams import letters_of
from .errors import NotProved
from .hypotheses import Case
from .label_maps import definition_of, is_map
from .numeric import value
from .place import Place
from .points import Point, label
from .relations import given, with_values

TESTS = {
    "=": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le,
    ">": operator.gt, ">=": operator.ge,
}  # fmt: skip


def must_be_defined(case: Case) -> None:
    """Raises NotProved unless both sides are defined at every size that is allowed."""
    place = case.place
    needs = [replace(need, poly=with_values(case, need.poly)) for need in [*place.needs]]
    if any(not need.poly for need in needs):
        raise NotProved("what stands below is 0")
    rules = given(case, case.equations)
    for need in needs:
        if rules and is_combination(place.room, need.poly, rules):
            raise NotProved("by the hypotheses, what stands below is 0")
    check(place.room, needs, place.known, lambda point: allows(case, point))


def allows(case: Case, point: Point) -> bool:
    """Whether a labelling at a point satisfies the hypotheses on labels."""
    for name in case.names:
        if name.kind == "index" and is_map(case.place, name):
            if name in case.place.definitions:
                enter_labels(case.place, name, point)
            if not is_onto(case.place, name, point):
                return False
    for relation in case.labels:
        gap = case.place.of(relation.left).poly - case.place.of(relation.right).poly
        letters = letters_of(gap)
        for chosen in product(*(range(1, point.count(v.size) + 1) for v in letters)):
            number, _ = value(point, gap, dict(zip(letters, chosen, strict=True)))
            if not TESTS[relation.sign](round(number), 0):
                return False
    return True


def enter_labels(place: Place, name: Name, point: Point) -> None:
    """Gives the members of a defined map their labels at a point."""
    family, poly = definition_of(place, name)
    for chosen in product(*(range(1, point.count(var.size) + 1) for var in family)):
        number, _ = value(point, poly, dict(zip(family, chosen, strict=True)))
        point.labels[name.latex, *chosen] = round(number)


def is_onto(place: Place, name: Name, point: Point) -> bool:
    """Whether every value of an index map occurs, where that is declared."""
    counts = [range(1, point.count(place.size(size)) + 1) for _, size in name.range]
    last = point.count(place.size(name.shape[0]))
    seen = set()
    for family in product(*counts):
        seen |= {v for v in range(1, last + 1) if label(point, name.latex, (*family, v))}
    return "onto" not in name.facts or len(seen) == last
