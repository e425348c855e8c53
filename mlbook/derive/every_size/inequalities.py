"""Inequalities: equal terms of both sides are cancelled, and what is left has a sign.

What is tried besides: bounds of names as slacks that are not negative, decreasing families as their
first member less something, and log u <= u - 1, term by term.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from ..expr import Expr, Relation, free_letters
from ..names import Name
from .algebra import Room, total
from .combining import is_combination
from .denominators import cleared, cleared_by_positive
from .diagrams import Factor, Head, Poly, mentions
from .errors import NotProved
from .hypotheses import Case, names_all, right_only, used_names
from .indices import Index, constant
from .place import Place, closed_one
from .put_in import Replacement, put_in
from .relations import given, value_of, with_values
from .signs import NONNEGATIVE, POSITIVE, of_poly
from .tangents import lower
from .tree_signs import sign_of

Part = tuple[int, Expr]  # 1 or -1, and a tree


def proved(case: Case, relation: Relation) -> str:
    """In what way an inequality is proved; raises NotProved."""
    turned = relation.sign in {"<", "<="}
    high, low = relation.sides[::-1] if turned else relation.sides
    wanted = POSITIVE if relation.sign in {"<", ">"} else NONNEGATIVE
    place = case.place
    gap = place.scalar(high) - place.scalar(low)
    for way, found in ways(case, high, low, gap):
        if found >= wanted:
            return way
    raise NotProved("no way to see the sign")


def ways(case: Case, high: Expr, low: Expr, gap: Poly) -> Iterator[tuple[str, int]]:
    """(how, sign of high - low) for each thing that is tried."""
    room = case.place.room
    yield "signs", of_poly(room, gap)
    every = [*parts(case.place, high), *parts(case.place, low, -1)]
    yield "squares", of_parts(case, every)
    bounded = with_bounds(case, with_values(case, gap))
    yield "bounds", of_poly(room, bounded)
    yield "bounds", of_poly(room, cleared_by_positive(room, bounded))
    falling = with_falling(case, bounded)
    yield "decreasing", of_poly(room, falling)
    below = total([lower(case.place, node, sign) for sign, node, _ in uncancelled(case, every)])
    below = with_values(case, below)
    yield "tangents", NONNEGATIVE if is_zero(case, below) else of_poly(room, below)


def parts(place: Place, node: Expr, sign: int = 1) -> list[Part]:
    """The terms of a tree, through sums, signs and plain definitions."""
    if node.op == "add":
        return [part for term in node.args for part in parts(place, term, sign)]
    if node.op == "neg":
        return parts(place, node.args[0], -sign)
    name = node.value
    if node.op == "name" and not node.args and name in place.definitions:
        return parts(place, place.definitions[name][1], sign)
    return [(sign, node)]


def uncancelled(case: Case, every: list[Part]) -> list[tuple[int, Expr, Poly]]:
    """Trees with their signs and values, without those that cancel by normal form."""
    kept: list[tuple[int, Expr, Poly]] = []
    for sign, node in every:
        poly = case.place.scalar(node).scaled(Fraction(sign))
        other = next((k for k, known in enumerate(kept) if not known[2] + poly), None)
        if other is None:
            kept.append((sign, node, poly))
        else:
            del kept[other]
    return kept


def of_parts(case: Case, every: list[Part]) -> int:
    """The sign of a sum of trees, in which those that cancel by normal form are left out."""
    place = case.place
    kept = uncancelled(case, every)
    negative = [poly for sign, _, poly in kept if sign < 0]
    positive = [(node, poly) for sign, node, poly in kept if sign > 0]
    rest = sum(negative, Poly({}))
    for k in range(len(positive) + 1):  # some terms cancel those with a minus, others have signs
        for chosen in subsets(len(positive), k):
            total = sum((positive[i][1] for i in chosen), rest)
            if is_zero(case, total):
                signs = [
                    sign_of(place, node) for i, (node, _) in enumerate(positive) if i not in chosen
                ]
                return 0 if 0 in signs else max(signs, default=NONNEGATIVE)
        if k > 3:
            break
    return 0


def subsets(many: int, size: int) -> list[tuple[int, ...]]:
    """The choices of some numbers below a few."""
    import itertools

    return list(itertools.combinations(range(many), size)) if many <= 6 else []


def is_zero(case: Case, poly: Poly) -> bool:
    """Whether a polynomial is 0, by normal form or by the hypotheses."""
    poly = with_values(case, poly)
    if not poly or not cleared(case.place.room, poly):
        return True
    rules = given(case, case.equations)
    return bool(rules) and is_combination(case.place.room, poly, rules) is not None


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
