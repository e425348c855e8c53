"""Inequalities and solutions of problems in index notation.

Equal terms of both sides are cancelled, bounds are substituted for what is left, and the result
must have a sign. A term solves a problem if the derivative is 0 there and the goal is strictly
convex.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from fractions import Fraction

from ..expr import Expr, Relation, names_in
from ..names import Name
from . import bounds
from .calculus import derivative, slots_of, varied
from .convexity import centres, lower, lower_bounds, on_both_sides
from .diagrams import Poly, mentions, total
from .hypotheses import Case
from .indices import NotProved, Unsupported
from .matching import is_combination
from .place import Place, substitute_name
from .relations import given, with_bounds, with_falling, with_values
from .signs import ANY, NONNEGATIVE, POSITIVE, cleared, cleared_by_positive, of_poly
from .tree_signs import sign_of

# --------------------------------------------------------------------------------------------------
# Inequalities: equal terms of both sides are cancelled, and what is left has a sign.
#
# What is tried besides: bounds of names as slacks that are not negative, decreasing families as
# their first member less something, and tangents of log and exp, term by term.

Part = tuple[int, Expr]  # 1 or -1, and a tree


def proved(case: Case, relation: Relation) -> str:
    """In what way an inequality is proved; raises NotProved."""
    turned = relation.sign in {"<", "<="}
    high, low = relation.sides[::-1] if turned else relation.sides
    wanted = POSITIVE if relation.sign in {"<", ">"} else NONNEGATIVE
    place = case.place
    gap = place.scalar(high) - place.scalar(low)
    failure = NotProved("no way to see the sign")
    tries = ways(case, high, low, gap), more_ways(case, gap), of_norms(case, high, gap)
    for some in (*tries, touching(case, high, low)):
        try:
            for way, found in some:
                if found >= wanted:
                    return way
        except NotProved as reason:
            failure = reason
    raise failure


def more_ways(case: Case, gap: Poly) -> Iterator[tuple[str, int]]:
    """The same, where terms outweigh others and tangents are below convex functions."""
    room = case.place.room
    yield "outweighed", bounds.sign(room, gap)
    for below in bounds.lower_bounds(room, gap):
        yield "tangents", NONNEGATIVE if is_zero(case, below) else of_poly(room, below)
    bounded = any(name.moduli for name in case.names)
    yield "second derivatives" if bounded else "convexity", of_tangents(case, gap)


def of_norms(case: Case, high: Expr, gap: Poly) -> Iterator[tuple[str, int]]:
    """The same, with the norm of a product in the place of products of norms."""
    place = case.place
    for sign, node in parts(place, high):
        waiting = [node] if sign > 0 else []
        while waiting:
            for less in bounds.below(place, waiting.pop()):
                if ANY in [sign_of(place, factor) for factor in less.args]:
                    continue  # what multiplies the norms may be below 0
                waiting.append(less)
                gap_of_less = gap - place.scalar(node) + place.scalar(less)
                found = NONNEGATIVE if is_zero(case, gap_of_less) else ANY
                yield "norms", found or bounds.sign(place.room, gap_of_less)


def of_tangents(case: Case, gap: Poly, deep: int = 2) -> int:
    """The sign with tangents in the place of functions, on both sides of moduli."""
    room = case.place.room
    for bound in lower_bounds(room, gap):
        found = NONNEGATIVE if is_zero(case, bound) else of_poly(room, bound)
        if found:
            return found
    both = on_both_sides(room, gap) if deep and any(map(is_curved, case.names)) else None
    return min((of_tangents(case, part, deep - 1) for part in both or ()), default=0)


def is_curved(name: Name) -> bool:
    """Whether a function has tangents as bounds."""
    return name.kind == "function" and bool(name.facts & {"convex", "smooth"})


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


def touching(case: Case, high: Expr, low: Expr) -> Iterator[tuple[str, int]]:
    """The same, with tangents of logarithms and exponentials that touch at one that is written."""
    room = case.place.room
    every = uncancelled(case, [*parts(case.place, high), *parts(case.place, low, -1)])
    for centre in [found for _, node, _ in every for found in centres(case.place, node)]:
        with contextlib.suppress(NotProved):
            below = total([lower(case.place, node, sign, centre) for sign, node, _ in every])
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


# --------------------------------------------------------------------------------------------------
# arg min f = term: the derivative is 0 there, and f is strictly convex wherever it is defined.


def solution_proved(case: Case, relation: Relation) -> str:
    """In what way a solution is proved; raises NotProved."""
    kind, many, *_ = relation.left.value
    about, goal, *conditions = relation.left.args
    if many > 1 or conditions or not kind.startswith(r"\arg") or about.op != "name":
        raise Unsupported("a problem with constraints or several names")
    name = about.value
    if (
        name.shape
        or name.facts - {"positive"}
        or name in case.place.definitions
        or is_bound(case, name)
    ):
        raise Unsupported("a problem about other than a free number")
    inner, _, indices = varied(case.place, about, [goal])
    goal_value = inner.scalar(goal)
    case.place.needs.extend(inner.needs)
    value = goal_value.scaled(Fraction(1 if kind.endswith("min") else -1))
    refuse_corners(case, value, name.latex)
    target = slots_of(case.place, name, indices)
    first = derivative(case.place.room, value, target)
    second = derivative(case.place.room, first, target)
    if not is_convex(case, second):
        raise NotProved("the goal may not be convex")
    return solved(case, first, name.latex, relation.right, "positive" in name.facts)


def is_convex(case: Case, second: Poly) -> bool:
    """Whether a second derivative is above 0 everywhere."""
    return of_poly(case.place.room, second) == POSITIVE


def is_bound(case: Case, name: Name) -> bool:
    """Whether a hypothesis says something of the name that is sought."""
    return any(
        name in names_in(h) for h in (*case.values, *case.bounds, *case.equations, *case.signs)
    )


def solved(case: Case, slope: Poly, label: str, solution: Expr, positive: bool) -> str:
    """Whether the derivative is 0 at the solution, which is where the goal is defined."""
    room = case.place.room
    there = case.place.scalar(solution)
    if mentions(there, ("name", label)):
        raise Unsupported("a solution in terms of itself")
    if positive and of_poly(room, there) != POSITIVE:
        raise NotProved("the solution may not be positive")
    left = with_values(case, substitute_name(room, slope, label, lambda slots: there))
    if left and cleared(room, left):
        raise NotProved("the derivative is not 0 there")
    return "convex"


def refuse_corners(case: Case, poly: Poly, label: str) -> None:
    """Raises unless the goal is smooth, and defined for every value of the name."""
    for diagram in poly.terms:
        for factor in diagram.factors:
            inside = any(mentions(part, ("name", label)) for part in factor.head.inside)
            smooth = factor.head.kind == "exp" or (
                factor.head.kind in {"log", "pow"}
                and all(of_poly(case.place.room, part) == POSITIVE for part in factor.head.inside)
            )
            if inside and not smooth:
                raise Unsupported("a goal with corners or poles")
            for part in factor.head.inside:
                refuse_corners(case, part, label)
            negative = factor.head.label == label and (
                factor.power < 0 or factor.power.denominator != 1
            )
            if negative and "positive" not in case.place.room.names[label].facts:
                raise Unsupported("a goal with poles")
