"""Lower bounds by tangents: of convex and smooth functions, of logarithms and of exponentials.

The place of the tangent is one of the places where the function is called. Each bound is multiplied
only by what is known not to be negative.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from ..expr import Expr, walk
from ..limits import MOST_TANGENTS_SUMMED
from ..names import Name
from .atoms import Form, atom
from .context import Context, PolyValue
from .diagrams import (
    ONE,
    Diagram,
    Factor,
    Head,
    Poly,
    Ring,
    Term,
    bind,
    constant_poly,
    normal_form,
    product,
    substitute,
    substituted_slots,
    times,
    total,
    unpack_factor,
)
from .elementary import power_of_poly
from .indices import Index, NotProved, Var, fresh_variable
from .leaves import plain_index
from .signs import ANY, is_nonnegative, modulus_of, orders_of
from .sums import fold_over_domain, mean_over_outcomes, sum_fold
from .tree_signs import sign_of

# --------------------------------------------------------------------------------------------------
# Convex and smooth functions in index notation: they are bounded by tangents at any one place.
#
# f(x) >= f(c) + f'(c) (x - c) for a convex one, and with mu/2 times the square of x - c, if it is
# strongly convex with mu. If its gradient has the Lipschitz constant L, f(x) differs from the
# tangent by at most L/2 times that square.


def convexity_bounds(ring: Ring, poly: Poly) -> Iterator[Poly]:
    """Polynomials that are not above one, with tangents in the place of a function."""
    calls = (f for diagram in poly.terms for f in diagram.factors if has_tangent_bounds(ring, f))
    for centre in dict.fromkeys(factor._replace(power=ONE) for factor in calls):
        moving = [s.var for s in centre.slots if s.var and isinstance(s.var.name, int)]
        if moving:
            yield from bounds_along_sums(ring, poly, centre, list(dict.fromkeys(moving)))
        elif (bound := bound_at_place(ring, poly, centre)) is not None:
            yield bound


def has_tangent_bounds(ring: Ring, factor: Factor) -> bool:
    """Whether a factor is a function of which tangents are bounds, and no derivative of one."""
    return set(orders_of(ring, factor.head)) == {"0"}


def bounds_along_sums(ring: Ring, poly: Poly, centre: Factor, moving: list[Var]) -> Iterator[Poly]:
    """Bounds with a place for each outcome or member, by the sums in which calls stand."""
    every = [list(tangent_places(diagram, centre, moving)) for diagram in poly.terms]
    for chosen in itertools.islice(itertools.product(*every), MOST_TANGENTS_SUMMED):
        parts = zip(poly.terms.items(), chosen, strict=True)
        bounds = [bound_of_diagram(ring, Poly({d: v}), place) for (d, v), place in parts]
        if all(part is not None for part in bounds):
            yield total([part for part in bounds if part is not None])


def tangent_places(diagram: Diagram, centre: Factor, moving: list[Var]) -> Iterator[Factor | None]:
    """A place of a tangent, with variables of a sum for those of another; None without any."""
    choices = [[var for var in diagram.bound if var.size == one.size] for one in moving]
    any_place = False
    for chosen in itertools.product(*choices):
        values = {one: Index(var) for one, var in zip(moving, chosen, strict=True)}
        (place,) = substituted_slots([centre], values)
        any_place = True
        yield place
    if not any_place:
        yield None


def bound_at_place(ring: Ring, poly: Poly, centre: Factor) -> Poly | None:
    """A bound with tangents at one place, by the sign of all that each other call is with."""
    grouped: dict[Factor, list[Poly]] = {}
    rest: list[Poly | None] = []
    for diagram, value in poly.terms.items():
        calls = calls_in(diagram, centre)
        free = len(calls) == 1 and not any(s.var in diagram.bound for s in calls[0].slots)
        if free and calls[0].power == 1:
            others = tuple(f for f in diagram.factors if f != calls[0])
            part = normal_form(ring, Term(value, diagram.bound, others))
            grouped.setdefault(calls[0], []).append(part)
        else:
            rest.append(bound_of_diagram(ring, Poly({diagram: value}), centre))
    for call, parts in grouped.items():
        many = total(parts)
        bound = bound_of_call(ring, centre, call, many)
        rest.append(None if bound is None else times(ring, many, bound))
    return None if None in rest else total([part for part in rest if part is not None])


def calls_in(diagram: Diagram, centre: Factor | None) -> list[Factor]:
    """The calls of the function in a diagram but those at the place itself."""
    if centre is None:
        return []
    same = "call", centre.head.label
    return [f for f in diagram.factors if f.head[:2] == same and f._replace(power=ONE) != centre]


def bound_of_diagram(ring: Ring, term: Poly, centre: Factor | None) -> Poly | None:
    """A bound of one diagram: a tangent for its call of the function, None where it may not be."""
    ((diagram, value),) = term.terms.items()
    calls = calls_in(diagram, centre)
    if not calls or centre is None:
        return term
    rest = tuple(f for f in diagram.factors if f not in calls)
    if len(calls) != 1 or calls[0].power != 1:
        return None
    letters = {var: fresh_variable(var.size) for var in diagram.bound}
    values = {v: Index(one) for v, one in letters.items()}
    call, place, *others = substituted_slots((calls[0], centre, *rest), values)
    outer = normal_form(ring, Term(value, (), tuple(others)))
    bound = bound_of_call(ring, place, call, outer)
    if bound is None:
        return None
    part = times(ring, outer, bound)
    for letter in letters.values():
        part = bind(ring, part, letter)
    return part


def bound_of_call(ring: Ring, centre: Factor, call: Factor, many: Poly) -> Poly | None:
    """What bounds f(x), times what it is with, from below; None where nothing does."""
    plane, square = tangent(ring, centre, call)
    smooth = modulus_of(ring, centre.head, "smooth")
    strong = modulus_of(ring, centre.head, "strong")
    if is_nonnegative(ring, many):
        if strong is not None:
            return plane + times(ring, strong, square)
        if is_convex(ring, centre.head):
            return plane
        return None if smooth is None else plane - times(ring, smooth, square)
    if smooth is not None and is_nonnegative(ring, -many):
        return plane + times(ring, smooth, square)
    return None


def is_convex(ring: Ring, head: Head) -> bool:
    """Whether a call is of a convex function."""
    return "convex" in ring.names[head.label.rpartition("|")[0]].facts


def tangent(ring: Ring, centre: Factor, call: Factor) -> tuple[Poly, Poly]:
    """f(c) + f'(c) (x - c) where f(x) is called, argument by argument, and |x - c|^2 / 2."""
    (at, binds), (to, others) = unpack_factor(ring, centre), unpack_factor(ring, call)
    result, squares = [normal_form(ring, Term(ONE, (), (centre,)))], list[Poly]()
    for k, var in enumerate(binds):
        letter = fresh_variable(var.size)
        move = rename_variable(ring, to[k], others[k], letter) - rename_variable(
            ring, at[k], var, letter
        )
        slope = slope_at(ring, centre.head, (at, binds), k, letter)
        for part, parts in ((times(ring, slope, move), result), (times(ring, move, move), squares)):
            parts.append(part if var.size == "1" else bind(ring, part, letter))
    return total(result), total(squares).scaled(Fraction(1, 2))


def rename_variable(ring: Ring, poly: Poly, var: Var, letter: Var) -> Poly:
    """An argument in another letter."""
    return substitute(ring, poly, {var: Index(letter)})


def slope_at(
    ring: Ring, head: Head, inside: tuple[Sequence[Poly], Sequence[Var]], k: int, letter: Var
) -> Poly:
    """The derivative of an unknown function by its k-th argument, at an entry of a column."""
    latex, _, orders = head.label.rpartition("|")
    label = f"{latex}|{orders[:k]}1{orders[k + 1 :]}"
    at, binds = inside
    own = () if letter.size == "1" else (Index(letter),)
    return atom(ring, Form("call", label, binds), at, own)


def both_signs_of_modulus(ring: Ring, poly: Poly) -> Iterable[Poly] | None:
    """A polynomial with a modulus |u| as u, and as -u, of which it is one; None without any."""
    signed = {
        f
        for d in poly.terms
        for f in d.factors
        if f.head.kind == "mod" and has_no_summed_variable(f)
    }
    plain = sorted((f for f in signed if f.power == 1), key=lambda f: f.head.key)
    if not plain or len(signed) > len(plain):
        return None
    (inside,), _ = unpack_factor(ring, plain[0])
    return [replace_factors(ring, poly, {plain[0]: part}) for part in (inside, -inside)]


def has_no_summed_variable(factor: Factor) -> bool:
    """Whether no variable of a sum stands in a factor."""
    return not any(slot.var and isinstance(slot.var.name, int) for slot in factor.slots)


def replace_factors(ring: Ring, poly: Poly, values: Mapping[Factor, Poly]) -> Poly:
    """A polynomial with others in the place of factors, to the first power."""
    result = []
    for diagram, value in poly.terms.items():
        here = [f for f in diagram.factors if f in values]
        others = tuple(f for f in diagram.factors if f not in values)
        part = normal_form(ring, Term(value, diagram.bound, others))
        for factor in here:
            part = times(ring, part, values[factor])
        result.append(part)
    return total(result)


# --------------------------------------------------------------------------------------------------
# Lower bounds by tangents, substituted for each logarithm or exponential as it is written.
#
# log w + 1 - w/u <= log u <= log w + u/w - 1 for w above 0, of which w = 1 is tried first;
# e^u >= e^w (1 + u - w).


class Centre(NamedTuple):
    """Where a tangent touches log or exp: the operation, the place and the value there."""

    op: str
    at: Poly
    value: Poly


LOG_AT_ONE = Centre("log", constant_poly(1), constant_poly(0))


def centres(context: Context, node: Expr) -> Iterator[Centre]:
    """The logarithms and exponentials of a tree that stand in no sum over a range and no mean."""
    if node.op in {"add", "mul", "neg"}:
        for part in node.args:
            yield from centres(context, part)
    elif node.op in {"log", "exp"} and len(node.args) == 1:
        yield Centre(node.op, context.scalar(node.args[0]), context.scalar(node))


def reciprocal(ring: Ring, centre: Centre) -> Centre:
    """The place 1/w of a logarithm, whose value is -log w."""
    return Centre("log", power_of_poly(ring, centre.at, Fraction(-1)), -centre.value)


def lower_bound(context: Context, node: Expr, sign: int, centre: Centre = LOG_AT_ONE) -> Poly:
    """A polynomial that is at most a tree, or at most its negative if the sign is -1."""
    if node.op == "neg":
        return lower_bound(context, node.args[0], -sign, centre)
    if node.op == "add":
        return total([lower_bound(context, term, sign, centre) for term in node.args])
    if node.op == "sum":
        return bound_of_sum(context, node, sign, centre)
    if node.op == "expect" and centre != LOG_AT_ONE:
        return mean_over_outcomes(
            context, node.value, lambda inner: bound_at_outcome(inner, node, sign, centre)
        ).poly
    if node.op == "name" and is_unfolded(context, node.value, centre.op):
        letters, body, _ = context.definitions[node.value]
        at = dict(zip(letters, (plain_index(context, part) for part in node.args), strict=True))
        return lower_bound(replace(context, letters={}).at(at), body, sign, centre)
    return bound_of_product(context, node, sign, centre)


def bound_of_product(context: Context, node: Expr, sign: int, centre: Centre) -> Poly:
    """A lower bound of a product of which one factor is, or contains, what a tangent bounds.

    Without just one such factor, it is the product itself.
    """
    factors = node.args if node.op == "mul" else (node,)
    curved = [factor for factor in factors if factor.op == centre.op and len(factor.args) == 1]
    if len(curved) == 1:
        others = [factor for factor in factors if factor is not curved[0]]
        return bound_by_tangent(context, others, curved[0], sign, centre)
    deep = [f for f in factors if not curved and contains_operation(context, f, centre.op)]
    if len(deep) == 1 and len(factors) > 1:
        others = [factor for factor in factors if factor is not deep[0]]
        many = nonnegative_product(context, others)
        return times(context.ring, many, lower_bound(context, deep[0], sign, centre))
    return context.scalar(node).scaled(Fraction(sign))


def bound_at_outcome(context: Context, node: Expr, sign: int, centre: Centre) -> PolyValue:
    """The bound of what a mean is of, at an outcome."""
    return PolyValue((), lower_bound(context, node.args[0], sign, centre))


def contains_operation(context: Context, node: Expr, op: str) -> bool:
    """Whether a tree holds a logarithm, or an exponential, through definitions."""
    return any(
        part.op == op
        or (part.op == "name" and is_unfolded(context, part.value, op)
            and contains_operation(context, context.definitions[part.value].body, op))
        for part in walk(node)
    )  # fmt: skip


def nonnegative_product(context: Context, nodes: list[Expr]) -> Poly:
    """The product of some trees, none of which is below 0."""
    if any(sign_of(context, node) == ANY for node in nodes):
        raise NotProved("a logarithm with a factor of unknown sign")
    return product(context.ring, [context.scalar(node) for node in nodes])


def is_unfolded(context: Context, name: Name, op: str) -> bool:
    """Whether a defined number may hold a logarithm, or an exponential."""
    if name.kind != "scalar" or name not in context.definitions or name in context.values:
        return False
    return any(part.op in {op, "name"} for part in walk(context.definitions[name].body))


def bound_of_sum(context: Context, node: Expr, sign: int, centre: Centre) -> Poly:
    """A sum of lower bounds."""
    domain, body = node.args
    inside = lambda inner: lower_bound(inner, body, sign, centre)
    return fold_over_domain(context, node.value, domain, inside, sum_fold(context))


def bound_by_tangent(
    context: Context, others: list[Expr], node: Expr, sign: int, centre: Centre
) -> Poly:
    """c f(u), or -c f(u), by the tangent of f at a place, for c that is not negative.

    A logarithm is below its tangents, and above what they are for 1/u; an exponential is above
    them. The logarithm of a number stays, and an exponential with a minus.
    """
    ring = context.ring
    if centre == LOG_AT_ONE:
        return bound_of_logarithm(context, others, node.args[0], sign)
    inside = context.scalar(node.args[0])
    if sign > 0 and centre.op == "log" and inside.number is None:
        turned = power_of_poly(ring, inside, Fraction(-1))
        below = centre.value + constant_poly(1) - times(ring, centre.at, turned)
        return times(ring, nonnegative_product(context, others), below)
    if (sign > 0) != (centre.op == "exp"):
        rest = [context.scalar(part) for part in (*others, node)]
        return product(ring, rest).scaled(Fraction(sign))
    gap = inside - centre.at
    slope = centre.value if centre.op == "exp" else power_of_poly(ring, centre.at, Fraction(-1))
    tangent = centre.value + times(ring, gap, slope)
    return times(ring, nonnegative_product(context, others), tangent).scaled(Fraction(sign))


def bound_of_logarithm(context: Context, others: list[Expr], inside: Expr, sign: int) -> Poly:
    """-c log u >= c - c u, and c log u >= c - c/u, for c that is not negative."""
    many = nonnegative_product(context, others)
    u = context.scalar(inside)
    if sign > 0:
        u = power_of_poly(context.ring, u, Fraction(-1))
    return times(context.ring, many, constant_poly(1) - u)
