"""Inequalities: equal terms of both sides are cancelled, and what is left has a sign.

What is tried besides: bounds of names as slacks that are not negative, decreasing families as their
first member less something, and log u <= u - 1, term by term.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from ..expr import Expr, Relation
from ..names import Name
from .algebra import opened
from .combining import is_combination
from .diagrams import Factor, Head, Poly, mentions
from .errors import NotProved
from .hypotheses import Case
from .indices import Index, constant
from .place import Place, closed_one
from .put_in import put_in
from .relations import cleared, given, value_of, with_values
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
    yield "squares", of_parts(case, [*parts(case.place, high), *parts(case.place, low, -1)])
    bounded = with_bounds(case, with_values(case, gap))
    yield "bounds", of_poly(room, bounded)
    yield "bounds", of_poly(room, cleared_by_positive(case, bounded))
    falling = with_falling(case, bounded)
    yield "decreasing", of_poly(room, falling)
    below = lower(case.place, high, 1) + lower(case.place, low, -1)
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


def of_parts(case: Case, every: list[Part]) -> int:
    """The sign of a sum of trees, in which those that cancel by normal form are left out."""
    place = case.place
    left = [(sign, node, place.scalar(node).scaled(Fraction(sign))) for sign, node in every]
    kept: list[tuple[int, Expr, Poly]] = []
    for one in left:
        other = next((k for k, known in enumerate(kept) if not known[2] + one[2]), None)
        if other is None:
            kept.append(one)
        else:
            del kept[other]
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
    place = case.place
    for k, relation in enumerate(case.bounds):
        name = relation.left.value
        if relation.left.op != "name" or not isinstance(name, Name) or name.kind != "scalar":
            continue
        if name in place.definitions or not mentions(poly, ("name", name.latex)):
            continue
        if name.facts or relation.left.args or mentions_itself(case, relation):
            continue
        fact = "positive" if relation.sign in {"<", ">"} else "nonnegative"
        slack = Name(f"slack {k} of {name.latex}", "scalar", (), "", (), frozenset({fact}))
        room = with_name(case, slack)
        more = closed_one(room, (Factor(Head("name", slack.latex)),))
        bound = value_of(case, relation)(())
        value = bound + more if relation.sign in {">", ">="} else bound - more
        poly = put_in(room, poly, name.latex, lambda slots, value=value: value)  # type: ignore[misc]
    return poly


def mentions_itself(case: Case, relation: Relation) -> bool:
    """Whether a bound holds the name that it bounds."""
    poly = replace(case.place, needs=[]).scalar(relation.right)
    return mentions(poly, ("name", relation.left.value.latex))


def with_name(case: Case, name: Name):  # type: ignore[no-untyped-def]
    """The room, in which one more name is known."""
    names = case.place.room.names
    assert isinstance(names, dict)
    names[name.latex] = name
    return case.place.room


def with_falling(case: Case, poly: Poly) -> Poly:
    """A polynomial with λ_1 less something for the members of a decreasing family."""
    place = case.place
    for name in sorted(case.names, key=lambda n: n.latex):
        if "decreasing" not in name.facts or not mentions(poly, ("name", name.latex)):
            continue
        gap = Name(f"gap of {name.latex}", "scalar", (), "", name.over, frozenset({"nonnegative"}))
        room = with_name(case, gap)
        first = closed_one(room, (Factor(Head("name", name.latex), (constant(1),)),))
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

        assert first
        poly = put_in(room, poly, name.latex, lower)
    return poly


def cleared_by_positive(case: Case, poly: Poly) -> Poly:
    """A polynomial times its denominators, if all of them are above 0; the sign is the same."""
    room = case.place.room
    for diagram in poly.terms:
        for factor in diagram.factors:
            if factor.head.kind == "pow" and factor.power < 0:
                (inside,), _ = opened(room, factor)
                if of_poly(room, inside) != POSITIVE:
                    return poly
    return cleared(room, poly)
