"""Inequalities and solutions of problems in index notation.

Equal terms of both sides are cancelled, bounds are substituted for what is left, and the result
must have a sign. A term solves a problem if the derivative is 0 there and the goal is strictly
convex.
"""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Iterator
from fractions import Fraction

from ..expr import Expr, Relation, names_in
from ..names import Name
from . import bounds, extremes
from .calculus import Target, derivative, slots_of, vary_name
from .context import Context, entry_at, plain_product, substitute_name
from .convexity import (
    both_signs_of_modulus,
    centres,
    convexity_bounds,
    lower_bound,
    reciprocal,
)
from .diagrams import Diagram, Factor, Head, Poly, Ring, bind, mentions, product, total
from .hypotheses import IndexCase
from .indices import Index, NotProved, Unsupported, Var, fresh_variable
from .matching import is_combination
from .relations import (
    hypothesis_rules,
    ring_with_name,
    rules_of_atoms,
    with_bounds,
    with_decreasing_members,
    with_values,
)
from .signs import (
    ANY,
    NONNEGATIVE,
    POSITIVE,
    clear_denominators,
    clear_positive_denominators,
    sign_of_factor,
    sign_of_poly,
)
from .tree_signs import sign_of

# --------------------------------------------------------------------------------------------------
# Inequalities: equal terms of both sides are cancelled, and what is left has a sign.
#
# Each of the generators below makes the difference of the sides smaller, or writes it another way,
# and yields the sign that it then sees. If the smaller difference is not negative, neither is the
# difference itself. Known signs and bounds are tried first, then norms, and then tangents of
# logarithms, exponentials and convex functions.

# The sign of a term, 1 or -1, and the term.
Part = tuple[int, Expr]


def prove_inequality(case: IndexCase, relation: Relation) -> str:
    """In what way an inequality is proved; raises NotProved."""
    turned = relation.sign in {"<", "<="}
    high, low = relation.sides[::-1] if turned else relation.sides
    wanted = POSITIVE if relation.sign in {"<", ">"} else NONNEGATIVE
    context = case.context
    gap = context.scalar(high) - context.scalar(low)
    failure = NotProved("no way to see the sign")
    tries = (
        signs_of_difference(case, high, low, gap),
        signs_by_bounds(case, gap),
        signs_by_norms(case, high, gap),
        signs_by_weights(case, gap),
        signs_by_extremes(case, gap),
    )
    for some in (*tries, signs_by_touching_tangents(case, high, low)):
        try:
            for way, sign in some:
                if sign >= wanted:
                    return way
        except NotProved as reason:
            failure = reason
    raise failure


def signs_by_bounds(case: IndexCase, gap: Poly) -> Iterator[tuple[str, int]]:
    """(how, sign) of a difference, where terms outweigh others or tangents bound functions."""
    ring = case.context.ring
    yield "outweighed", bounds.sign_by_outweighing(ring, gap)
    yield "outweighed", sign_of_poly(ring, bounds.with_moduli_of_terms(ring, gap))
    for below in bounds.lower_bounds(ring, gap):
        yield "tangents", NONNEGATIVE if is_zero(case, below) else sign_of_poly(ring, below)
    for same in bounds.without_logarithm(ring, gap):
        yield "logarithms", NONNEGATIVE if is_zero(case, same) else sign_of_poly(ring, same)
    bounded = any(name.moduli for name in case.names)
    yield "second derivatives" if bounded else "convexity", sign_by_tangents(case, gap)


def signs_by_norms(case: IndexCase, high: Expr, gap: Poly) -> Iterator[tuple[str, int]]:
    """(how, sign) of a difference, in which a product of norms becomes the norm of a product.

    The norm of a product is at most the product of the norms, so the difference becomes smaller.
    """
    context = case.context
    for sign, node in signed_terms(context, high):
        waiting = [node] if sign > 0 else []
        while waiting:
            for less in bounds.norm_lower_bounds(context, waiting.pop()):
                if ANY in [sign_of(context, factor) for factor in less.args]:
                    # A bound of norms may be used only if the factors beside them are not negative.
                    continue
                waiting.append(less)
                gap_of_less = gap - context.scalar(node) + context.scalar(less)
                decided = NONNEGATIVE if is_zero(case, gap_of_less) else ANY
                yield "norms", decided or bounds.sign_by_outweighing(context.ring, gap_of_less)


def signs_by_weights(case: IndexCase, gap: Poly) -> Iterator[tuple[str, int]]:
    """(how, sign) of a difference, whose terms are multiplied by a sum of weights, which is 1."""
    for same in extremes.with_equal_degrees(case, gap):
        yield "weights", sign_of_poly(case.context.ring, same)
        yield from signs_by_bounds(case, same)


def signs_by_extremes(case: IndexCase, gap: Poly) -> Iterator[tuple[str, int]]:
    """(how, sign) of a difference, in which others of some numbers replace the smallest of them."""
    for below in extremes.bounds_by_extremes(case, gap):
        ring = case.context.ring
        yield "extremes", NONNEGATIVE if is_zero(case, below) else sign_of_poly(ring, below)
        yield from signs_by_bounds(case, below)
        yield from signs_by_weights(case, below)


def sign_by_tangents(case: IndexCase, gap: Poly, deep: int = 2) -> int:
    """The sign of a difference in which tangents replace convex functions, which are above them.

    deep: how many moduli may be resolved, each of which makes two differences to look at.
    """
    ring = case.context.ring
    for bound in convexity_bounds(ring, gap):
        result = NONNEGATIVE if is_zero(case, bound) else sign_of_poly(ring, bound)
        if result:
            return result
    both = both_signs_of_modulus(ring, gap) if deep and any(map(is_curved, case.names)) else None
    return min((sign_by_tangents(case, part, deep - 1) for part in both or ()), default=0)


def is_curved(name: Name) -> bool:
    """Whether a function has tangents as bounds."""
    return name.kind == "function" and bool(name.facts & {"convex", "smooth"})


def signs_of_difference(
    case: IndexCase, high: Expr, low: Expr, gap: Poly
) -> Iterator[tuple[str, int]]:
    """(how, sign of high - low) by the signs and bounds of the names, then by tangents.

    Bounds become slacks that are not negative. A member of a decreasing family becomes the first
    member less something.
    """
    ring = case.context.ring
    yield "signs", sign_of_poly(ring, gap)
    every = [*signed_terms(case.context, high), *signed_terms(case.context, low, -1)]
    yield "squares", sign_of_parts(case, every)
    bounded = with_bounds(case, with_values(case, gap))
    yield "bounds", sign_of_poly(ring, bounded)
    yield "bounds", sign_of_poly(ring, clear_positive_denominators(ring, bounded))
    falling = with_decreasing_members(case, bounded)
    yield "decreasing", sign_of_poly(ring, falling)
    below = total(
        [lower_bound(case.context, node, sign) for sign, node, _ in uncancelled_parts(case, every)]
    )
    below = with_values(case, below)
    yield "tangents", NONNEGATIVE if is_zero(case, below) else sign_of_poly(ring, below)


def signs_by_touching_tangents(case: IndexCase, high: Expr, low: Expr) -> Iterator[tuple[str, int]]:
    """(how, sign of high - low) by tangents that touch at a place that the statement mentions.

    A tangent of a logarithm or exponential touches it at one place only. The proof may need the
    place where another logarithm or exponential of the statement is taken.
    """
    ring = case.context.ring
    every = uncancelled_parts(
        case, [*signed_terms(case.context, high), *signed_terms(case.context, low, -1)]
    )
    places = [place for _, node, _ in every for place in centres(case.context, node)]
    for centre in [*places, *(reciprocal(ring, place) for place in places if place.op == "log")]:
        with contextlib.suppress(NotProved):
            below = total(
                [lower_bound(case.context, node, sign, centre) for sign, node, _ in every]
            )
            below = with_values(case, below)
            yield "tangents", NONNEGATIVE if is_zero(case, below) else sign_of_poly(ring, below)


def signed_terms(context: Context, node: Expr, sign: int = 1) -> list[Part]:
    """The terms of a tree, through sums, signs and plain definitions."""
    if node.op == "add":
        return [part for term in node.args for part in signed_terms(context, term, sign)]
    if node.op == "neg":
        return signed_terms(context, node.args[0], -sign)
    name = node.value
    if node.op == "name" and not node.args and name in context.definitions:
        return signed_terms(context, context.definitions[name].body, sign)
    return [(sign, node)]


def uncancelled_parts(case: IndexCase, every: list[Part]) -> list[tuple[int, Expr, Poly]]:
    """Trees with their signs and values, without those that cancel by normal form."""
    kept: list[tuple[int, Expr, Poly]] = []
    for sign, node in every:
        poly = case.context.scalar(node).scaled(Fraction(sign))
        other = next((k for k, known in enumerate(kept) if not known[2] + poly), None)
        if other is None:
            kept.append((sign, node, poly))
        else:
            del kept[other]
    return kept


def sign_of_parts(case: IndexCase, every: list[Part]) -> int:
    """The sign of a sum of trees, in which those that cancel by normal form are left out."""
    context = case.context
    kept = uncancelled_parts(case, every)
    negative = [poly for sign, _, poly in kept if sign < 0]
    positive = [(node, poly) for sign, node, poly in kept if sign > 0]
    rest = sum(negative, Poly({}))
    # Some of the positive terms must cancel those with a minus; the signs of the others decide.
    for k in range(len(positive) + 1):
        for chosen in small_subsets(len(positive), k):
            total = sum((positive[i][1] for i in chosen), rest)
            if is_zero(case, total):
                signs = [
                    sign_of(context, node)
                    for i, (node, _) in enumerate(positive)
                    if i not in chosen
                ]
                return 0 if 0 in signs else max(signs, default=NONNEGATIVE)
        if k > 3:
            break
    return 0


def small_subsets(many: int, size: int) -> list[tuple[int, ...]]:
    """All choices of so many of the first whole numbers, or none if these are more than six."""
    return list(itertools.combinations(range(many), size)) if many <= 6 else []


def is_zero(case: IndexCase, poly: Poly) -> bool:
    """Whether a polynomial is 0, by normal form or by the hypotheses."""
    poly = extremes.without_sums_of_weights(case, with_values(case, poly))
    if not poly or not clear_denominators(case.context.ring, poly):
        return True
    rules = hypothesis_rules(case, case.equations)
    return bool(rules) and is_combination(case.context.ring, poly, rules) is not None


# --------------------------------------------------------------------------------------------------
# arg min f = term: the derivative is 0 there, and f is strictly convex wherever it is defined.


def prove_solution(case: IndexCase, relation: Relation) -> str:
    """In what way a solution is proved; raises NotProved."""
    kind, many, *_ = relation.left.value
    about, goal, *conditions = relation.left.args
    if many > 1 or conditions or not kind.startswith(r"\arg") or about.op != "name":
        raise Unsupported("a problem with constraints or several variables")
    name = about.value
    column = name.kind == "vector" and not about.args
    if (
        (name.shape and not column)
        or name.facts - ({"positive"} if name.kind == "scalar" else set())
        or name in case.context.definitions
        or is_bound(case, name)
    ):
        raise Unsupported("a problem whose variable is not a free number or column")
    inner, _, indices = vary_name(case.context, about, [goal])
    goal_value = inner.scalar(goal)
    case.context.needs.extend(inner.needs)
    value = goal_value.scaled(Fraction(1 if kind.endswith("min") else -1))
    refuse_corners(case, value, name.latex)
    target = slots_of(case.context, name, indices)
    first = derivative(case.context.ring, value, target)
    if not is_convex(case, first, target):
        raise NotProved("the objective may not be convex")
    refuse_elsewhere(case, first, name.latex, relation.right, "positive" in name.facts)
    return "definite" if column else "convex"


def is_convex(case: IndexCase, first: Poly, target: Target) -> bool:
    """Whether the second derivatives are above 0, or positive definite, everywhere."""
    ring, (label, slots) = case.context.ring, target
    free = [slot.var for slot in slots if slot.var is not None and slot.var.name == "row"]
    if not free:
        second = derivative(ring, first, target)
        return sign_of_poly(ring, extremes.without_sums_of_weights(case, second)) == POSITIVE
    other = fresh_variable(free[0].size)
    return is_definite(case, derivative(ring, first, (label, (Index(other),))), free[0], other)


def is_definite(case: IndexCase, entries: Poly, row: Var, column: Var) -> bool:
    """Whether the product of a matrix with a column on both sides is above 0, unless that is 0."""
    ring = case.context.ring
    unit = Name("direction", "scalar", (), "", (("direction", row.size),))
    ring_with_name(case, unit)
    both = [
        plain_product(ring, (Factor(Head("name", unit.latex), (Index(var),)),))
        for var in (row, column)
    ]
    form = bind(ring, bind(ring, product(ring, [entries, *both]), row), column)
    form = extremes.without_sums_of_weights(case, form)
    return all(
        value > 0 and bounds.is_square(ring, diagram) for diagram, value in form.terms.items()
    ) and any(is_full_square(ring, diagram, unit) for diagram in form.terms)


def is_full_square(ring: Ring, diagram: Diagram, unit: Name) -> bool:
    """Whether a term is the sum of the squares of all entries, times what is above 0."""
    own = [f for f in diagram.factors if f.head.label == unit.latex]
    rest = [f for f in diagram.factors if f not in own]
    whole = [f.power for f in own] == [2] and extremes.is_summed_over_all(
        own[0].slots[0], unit, diagram.bound
    )
    return whole and all(sign_of_factor(ring, f) == POSITIVE for f in rest)


def is_bound(case: IndexCase, name: Name) -> bool:
    """Whether a hypothesis says something of the name that is sought."""
    return any(
        name in names_in(h) for h in (*case.values, *case.bounds, *case.equations, *case.signs)
    )


def refuse_elsewhere(
    case: IndexCase, slope: Poly, label: str, solution: Expr, positive: bool
) -> None:
    """Raises unless the derivative is 0 at the solution, which is where the goal is defined."""
    context, ring = case.context, case.context.ring
    there = context.of(solution)
    if mentions(there.poly, ("name", label)):
        raise Unsupported("a solution in terms of itself")
    if positive and sign_of_poly(ring, there.poly) != POSITIVE:
        raise NotProved("the solution may not be positive")

    def entry(slots: tuple[Index, ...]) -> Poly:
        return entry_at(context, there, [*slots]) if there.shape else there.poly

    left = with_values(case, substitute_name(ring, slope, label, entry))
    left = clear_denominators(ring, extremes.without_sums_of_weights(case, left))
    if left and not is_combination(ring, left, rules_of_atoms(ring, [left])):
        raise NotProved("the derivative is not 0 there")


def refuse_corners(case: IndexCase, poly: Poly, label: str) -> None:
    """Raises unless the goal is smooth, and defined for every value of the name."""
    for diagram in poly.terms:
        for factor in diagram.factors:
            inside = any(mentions(part, ("name", label)) for part in factor.head.inside)
            smooth = factor.head.kind == "exp" or (
                factor.head.kind in {"log", "pow"}
                and all(
                    sign_of_poly(case.context.ring, part) == POSITIVE for part in factor.head.inside
                )
            )
            if inside and not smooth:
                raise Unsupported("an objective with corners or poles")
            for part in factor.head.inside:
                refuse_corners(case, part, label)
            negative = factor.head.label == label and (
                factor.power < 0 or factor.power.denominator != 1
            )
            if negative and "positive" not in case.context.ring.names[label].facts:
                raise Unsupported("an objective with poles")
