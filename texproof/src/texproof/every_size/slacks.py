"""Bounds of names as slacks that are not negative, decreasing families as their first less some."""

from __future__ import annotations

from dataclasses import replace

from ..expr import Relation, free_letters
from ..names import Name
from .algebra import Room
from .diagrams import Factor, Head, Poly, mentions
from .errors import NotProved
from .hypotheses import Case, names_all, right_only, used_names
from .indices import Index, constant
from .place import closed_one
from .put_in import Replacement, put_in
from .relations import value_of


def with_bounds(case: Case, poly: Poly) -> Poly:
    """A polynomial with ``name = bound + slack`` for the hypotheses ``name >= bound``."""
    for k, relation in enumerate(case.bounds):
        name = relation.left.value
        if is_bounded(case, relation) and mentions(poly, ("name", name.latex)):
            poly = put_in(case.place.room, poly, name.latex, with_slack(case, relation, k))
    return poly


def is_bounded(case: Case, relation: Relation) -> bool:
    """Whether a bound is one of all members of a family of generic numbers, by other names."""
    left, place = relation.left, case.place
    if left.op != "name" or left.value.kind != "scalar" or left.value.facts:
        return False
    letters = {part.value for part in left.args}
    return (
        left.value not in {*place.definitions, *used_names(place.definitions, right_only(relation))}
        and names_all(left, place.ranges)
        and not free_letters(relation.right) - letters
        and not letters & case.tied
    )


def with_slack(case: Case, relation: Relation, number: int) -> Replacement:
    """The bound of an entry, and how far it is from it."""
    name: Name = relation.left.value
    fact = "positive" if relation.sign in {"<", ">"} else "nonnegative"
    slack = Name(f"slack {number}", "scalar", (), "", name.over, frozenset({fact}))
    room = with_name(case, slack)
    bound = value_of(case, relation)

    def entry(slots: tuple[Index, ...]) -> Poly:
        more = closed_one(room, (Factor(Head("name", slack.latex), slots),))
        return bound(slots) + (more if relation.sign in {">", ">="} else -more)

    return entry


def with_name(case: Case, name: Name) -> Room:
    """The room, in which one more name is known."""
    case.place.room.names[name.latex] = name
    return case.place.room


def with_falling(case: Case, poly: Poly) -> Poly:
    """A polynomial with λ_1 less something for the members of a decreasing family."""
    place = case.place
    for name in sorted(case.names, key=lambda n: n.latex):
        if "decreasing" not in name.facts or not mentions(poly, ("name", name.latex)):
            continue
        gap = Name(f"gap of {name.latex}", "scalar", (), "", name.over, frozenset({"nonnegative"}))
        room = with_name(case, gap)
        token = f"first of {name.latex}"
        with_name(case, replace(name, latex=token, over=(), facts=name.facts - {"decreasing"}))
        top = closed_one(room, (Factor(Head("name", token)),))
        size = place.size(name.over[0][1])

        def lower(
            slots: tuple[Index, ...], top: Poly = top, gap: Name = gap, size: str = size
        ) -> Poly:
            if slots[0] == constant(1):
                return top
            if not place.known.inside(slots[0], size):
                raise NotProved("a member of a decreasing family that may not exist")
            return top - closed_one(place.room, (Factor(Head("name", gap.latex), slots),))

        poly = put_in(room, poly, name.latex, lower)
    return poly
