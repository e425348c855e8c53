"""Lower bounds, besides those of `inequalities`: logarithms, products that outweigh, ||A||_2.

Each replaces a polynomial by one that is at most as large; what is left must then have a sign.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from ..expr import Expr
from ..limits import DEEPEST_BOUND, LONGEST_BOUND, MOST_SHARED
from ..names import Shape
from .algebra import HALF
from .atoms import Form, atom, content_and_rest
from .context import Context, PolyValue, axes, index_rule, sum_of_entries
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
    factor_maker,
    normal_form,
    product,
    slot_variables,
    substitute,
    substituted_slots,
    times,
    unpack_factor,
)
from .elementary import exponential, logarithm, modulus, power_of_poly
from .indices import Index, Var, fresh_variable
from .signs import ANY, NONNEGATIVE, sign_of_diagram, sign_of_factor, sign_of_poly

# --------------------------------------------------------------------------------------------------
# Lower bounds of sums of logarithms that have one factor, c log A + c log B - c log D, c >= 0.
#
# A logarithm grows, so that c log A - c log D >= 0 where A >= D; and together they are c log u with
# u = A B / D, which is at least c (1 - 1/u).


class Logs(NamedTuple):
    """What logarithms are multiplied by, summed over letters, and each argument with how often."""

    letters: tuple[Var, ...]
    beside: Poly
    many: list[tuple[Poly, Fraction]]


def lower_bounds(ring: Ring, poly: Poly) -> Iterator[Poly]:
    """Polynomials that are at most another one, with fewer logarithms."""
    rest, groups = gather_logarithms(ring, poly)
    if groups:
        yield rest + sum((drop_larger_logarithms(ring, logs) for logs in groups), constant_poly(0))
        yield rest + sum((logarithm_tangent_bound(ring, logs) for logs in groups), constant_poly(0))


def without_logarithm(ring: Ring, poly: Poly) -> Iterator[Poly]:
    """What has the sign of c log A + B, B without logarithms: A - e^(-B/c), turned for c < 0."""
    logs = {d: v for d, v in poly.terms.items() if any(f.head.kind == "log" for f in d.factors)}
    for diagram, value in logs.items() if len(logs) == 1 else ():
        if not diagram.sizes and [f.power for f in diagram.factors] == [ONE]:
            (inside,), _ = unpack_factor(ring, diagram.factors[0])
            rest = (poly - Poly(logs)).scaled(-1 / value)
            gap = inside - exponential(ring, rest)
            yield gap if value > 0 else -gap


def gather_logarithms(ring: Ring, poly: Poly) -> tuple[Poly, list[Logs]]:
    """What holds no logarithm as a factor, and the logarithms, those with one factor together."""
    rest: dict[Diagram, Fraction] = {}
    logs_beside: dict[Diagram, list[tuple[Factor, Fraction]]] = {}
    for diagram, value in poly.terms.items():
        logs = [f for f in diagram.factors if f.head.kind == "log"]
        others = tuple(f for f in diagram.factors if f.head.kind != "log")
        beside = Diagram(diagram.sizes, others)
        if len(logs) == 1 and logs[0].power == 1 and sign_of_diagram(ring, beside) >= NONNEGATIVE:
            logs_beside.setdefault(beside, []).append((logs[0], value))
        else:
            rest[diagram] = value
    return Poly(rest), [bind_letters(ring, beside, logs) for beside, logs in logs_beside.items()]


def bind_letters(ring: Ring, beside: Diagram, logs: list[tuple[Factor, Fraction]]) -> Logs:
    """Logarithms with one factor beside them, in which letters stand for the summed variables."""
    letters = {var: fresh_variable(var.size) for var in beside.bound}
    values = {var: Index(letter) for var, letter in letters.items()}
    outer = normal_form(ring, Term(ONE, (), substituted_slots(beside.factors, values)))
    many = [
        (unpack_factor(ring, substituted_slots([log], values)[0])[0][0], value)
        for log, value in logs
    ]
    return Logs(tuple(letters.values()), outer, many)


def summed_logs(ring: Ring, logs: Logs, poly: Poly) -> Poly:
    """The sum of a polynomial times what stands beside the logarithms."""
    result = times(ring, logs.beside, poly)
    for letter in logs.letters:
        result = bind(ring, result, letter)
    return result


def drop_larger_logarithms(ring: Ring, logs: Logs) -> Poly:
    """The logarithms without pairs, log A - log D, of which A is at least D."""
    left = [value for _, value in logs.many]
    for low, (small, _) in enumerate(logs.many):
        for high, (large, _) in enumerate(logs.many):
            if left[low] < 0 < left[high] and sign_of_poly(ring, large - small) >= NONNEGATIVE:
                taken = min(-left[low], left[high])
                left[low] += taken
                left[high] -= taken
    kept = [logarithm(ring, inside).scaled(value)
            for (inside, _), value in zip(logs.many, left, strict=True) if value]  # fmt: skip
    return summed_logs(ring, logs, sum(kept, constant_poly(0)))


def logarithm_tangent_bound(ring: Ring, logs: Logs) -> Poly:
    """c log u >= c (1 - 1/u), for the product u of all arguments with their powers."""
    scale = Fraction(
        math.gcd(*(value.numerator for _, value in logs.many)),
        math.lcm(*(value.denominator for _, value in logs.many)),
    )
    turned = [power_of_poly(ring, inside, -value / scale) for inside, value in logs.many]
    return summed_logs(ring, logs, (constant_poly(1) - product(ring, turned)).scaled(scale))


# --------------------------------------------------------------------------------------------------
# Products that others outweigh: |c| for c, and Σ F_i G_j for Σ H_i H_j where H^2 = F G.
#
# The second is F_i G_j + F_j G_i >= 2 √(F_i G_i F_j G_j), summed over both; it gives Cauchy and
# Schwarz, E[X]^2 <= E[X^2] and (Σ x_i)^2 <= n Σ x_i^2.


def sign_by_outweighing(ring: Ring, poly: Poly, squarings_left: int = DEEPEST_BOUND) -> int:
    """The sign of a polynomial without what is outweighed, or of a difference of squares."""
    if len(poly.terms) > LONGEST_BOUND:
        return ANY
    result = sign_of_poly(ring, without_outweighed_terms(ring, poly))
    if result or not squarings_left:
        return result
    large = Poly({d: v for d, v in poly.terms.items() if v > 0 and is_rooted(ring, d)})
    if large.terms:
        rest = poly - large
        result = sign_by_outweighing(
            ring, times(ring, large, large) - times(ring, rest, rest), squarings_left - 1
        )
    return result or max(
        (sign_by_outweighing(ring, low, squarings_left - 1) for low in step_bounds(ring, poly)),
        default=0,
    )


def is_rooted(ring: Ring, diagram: Diagram) -> bool:
    """Whether a product that is not negative holds a root or a modulus."""
    has_root = any(f.head.kind == "mod" or f.power.denominator != 1 for f in diagram.factors)
    return has_root and sign_of_diagram(ring, diagram) > ANY


def without_outweighed_terms(ring: Ring, poly: Poly) -> Poly:
    """A polynomial without terms with a minus that others outweigh, and without those."""
    terms = dict(poly.terms)
    for low in [diagram for diagram, value in terms.items() if value < 0]:
        for high in [diagram for diagram, value in terms.items() if value > 0]:
            if terms[low] < 0 < terms[high] and outweighs(ring, high, low):
                many = min(-terms[low], terms[high])
                terms[low] += many
                terms[high] -= many
    return Poly({diagram: value for diagram, value in terms.items() if value})


def is_square(ring: Ring, diagram: Diagram) -> bool:
    """Whether a term is Σ H_i H_j, in which what is beside the two halves is not negative."""
    if sign_of_diagram(ring, diagram) > ANY:
        return True
    for i, j in itertools.combinations(diagram.bound, 2):
        ours, theirs = ([f for f in diagram.factors if has_variable(f, v)] for v in (i, j))
        rest = [f for f in diagram.factors if f not in ours and f not in theirs]
        same = i.size == j.size and {*substituted_slots(ours, {i: Index(j)})} == {*theirs}
        apart = not any(has_variable(f, j) for f in ours) and len(ours) == len(theirs)
        if same and apart and all(sign_of_factor(ring, f) > ANY for f in rest):
            return True
    return False


def outweighs(ring: Ring, high: Diagram, low: Diagram) -> bool:
    """Whether one product is at least another, whatever its factors are."""
    if product_of_moduli(ring, low).terms == {high: ONE}:
        return True
    return any(shared.terms == {high: ONE} for shared in distributed_products(ring, low))


def with_moduli_of_terms(ring: Ring, poly: Poly) -> Poly:
    """The sum of moduli in the place of the modulus of a sum, in terms with a minus."""
    result = []
    for diagram, value in poly.terms.items():
        found = [f for f in diagram.factors if f.head.kind == "mod"]
        others = Diagram(diagram.sizes, tuple(f for f in diagram.factors if f not in found))
        free = not any(isinstance(v.name, int) for v in slot_variables(found))
        one = [f.power for f in found] == [ONE] and free and value < 0
        if one and sign_of_diagram(ring, others) > ANY:
            (inside,), _ = unpack_factor(ring, found[0])
            more = [product_of_moduli(ring, d).scaled(abs(v)) for d, v in inside.terms.items()]
            result.append(times(ring, Poly({others: value}), sum(more, constant_poly(0))))
        else:
            result.append(Poly({diagram: value}))
    return sum(result, constant_poly(0))


def product_of_moduli(ring: Ring, diagram: Diagram) -> Poly:
    """A product, with the moduli of its factors."""
    letters = {var: fresh_variable(var.size) for var in diagram.bound}
    factors = substituted_slots(diagram.factors, {v: Index(one) for v, one in letters.items()})
    parts = [normal_form(ring, Term(ONE, (), (factor,))) for factor in factors]
    result = product(ring, [modulus(ring, part) for part in parts]) if parts else constant_poly(1)
    for letter in letters.values():
        result = bind(ring, result, letter)
    return result


def distributed_products(ring: Ring, low: Diagram) -> Iterator[Poly]:
    """Σ F_i G_j for what is Σ H_i H_j, with the factors of H^2 shared out between F and G."""
    for i, j in itertools.permutations(low.bound, 2):
        ours, theirs = ([f for f in low.factors if has_variable(f, var)] for var in (i, j))
        rest = tuple(f for f in low.factors if f not in ours and f not in theirs)
        mirrored = i.size == j.size and {*substituted_slots(ours, {i: Index(j)})} == {*theirs}
        apart = (
            not any(has_variable(f, j) for f in ours) and len(ours) == len(theirs) <= MOST_SHARED
        )
        if not (mirrored and apart and all(sign_of_factor(ring, f) for f in rest)):
            continue
        for share in itertools.product((0, 1, 2), repeat=len(ours)):
            at_i = raised_factors(ours, share)
            at_j = substituted_slots(
                raised_factors(ours, [2 - many for many in share]), {i: Index(j)}
            )
            if all(sign_of_factor(ring, f) >= NONNEGATIVE for f in (*at_i, *at_j)):
                yield normal_form(ring, Term(ONE, low.bound, (*rest, *at_i, *at_j)))


def has_variable(factor: Factor, var: Var) -> bool:
    """Whether a variable stands in a slot of a factor."""
    return any(slot.var == var for slot in factor.slots)


def raised_factors(factors: list[Factor], powers: tuple[int, ...] | list[int]) -> list[Factor]:
    """Factors to more powers, without those to the power 0."""
    pairs = zip(factors, powers, strict=True)
    return [factor._replace(power=factor.power * many) for factor, many in pairs if many]


def step_bounds(ring: Ring, poly: Poly) -> Iterator[Poly]:
    """Lower bounds by u [u <= 0] <= 0 and u (1 - [u <= 0]) >= 0, times what is not negative."""
    steps = {f: None for d in poly.terms for f in d.factors if f.head.kind == "step"}
    for low, value in poly.terms.items():
        for step in (step for step in steps if value < 0):
            yield from cancelling_bounds(ring, poly, low, step)


def cancelling_bounds(ring: Ring, poly: Poly, low: Diagram, step: Factor) -> Iterator[Poly]:
    """The bounds that cancel one term with a minus."""
    (inside,), _ = unpack_factor(ring, step)
    beside = [factor for factor in low.factors if factor != step]
    within = len(beside) < len(low.factors)
    for part, many in inside.terms.items():
        rest = tuple(f for f in beside if f not in part.factors)
        fits = not part.sizes and len(rest) == len(beside) - len(part.factors)
        turned = many > 0 if within else many < 0
        if fits and turned and sign_of_diagram(ring, Diagram(low.sizes, rest)) > ANY:
            yield poly + step_term(ring, low, rest, step, inside, within).scaled(
                -poly.terms[low] / many
            )


def step_term(
    ring: Ring, low: Diagram, rest: tuple[Factor, ...], step: Factor, inside: Poly, within: bool
) -> Poly:
    """u [u <= 0], or -u (1 - [u <= 0]) turned, times the rest of a term, summed as it is."""
    letters = {var: fresh_variable(var.size) for var in low.bound}
    values = {v: Index(one) for v, one in letters.items()}
    (flag,) = substituted_slots([step], values)
    (u,), _ = unpack_factor(ring, flag)
    here = normal_form(ring, Term(ONE, (), (flag,)))
    switch = here if within else here - constant_poly(1)
    outer = normal_form(ring, Term(ONE, (), substituted_slots(rest, values)))
    result = product(ring, [outer, u, switch])
    for letter in letters.values():
        result = bind(ring, result, letter)
    return result if within else -result


# --------------------------------------------------------------------------------------------------
# The norm ||A||_2 of a matrix, the largest ||A u|| of columns u with ||u|| = 1.
#
# It is a number that is not below 0, that of A^T too, and ||A|| ||B|| >= ||A B||, columns B among
# them; the norm of B may be that of its entries, too: ||A||_2 ||B||_F >= ||A B||_F.


@index_rule("spectral")
def spectral_norm(context: Context, node: Expr, inside: Expr) -> PolyValue:
    """The norm of a matrix; where a side has the length 1, that of a column."""
    value = context.of(inside)
    row, column = axes(context, value.shape)
    if row is None or column is None:
        return PolyValue(
            (), power_of_poly(context.ring, sum_of_entries(context, value, squared=True), HALF)
        )
    return PolyValue((), norm_of(context.ring, value.poly, row, column))


def norm_of(ring: Ring, poly: Poly, row: Var, column: Var) -> Poly:
    """||c A|| = |c| ||A||, and ||A^T|| = ||A||."""
    if not poly:
        return poly
    value, outside, rest = content_and_rest(poly)
    kept = tuple(f for f in outside if not {row, column} & {s.var for s in f.slots})
    inner = tuple(f for f in outside if f not in kept)
    rest = times(ring, normal_form(ring, Term(ONE, (), inner)), rest)
    scale = modulus(ring, normal_form(ring, Term(value, (), kept)))
    result = []
    for one, other in ((row, column), (column, row)):
        sides = [Var("@0", one.size), Var("@1", other.size)]
        inside = substitute(ring, rest, {one: Index(sides[0]), other: Index(sides[1])})
        result.append(atom(ring, Form("spectral", "", sides), [inside]))
    return times(ring, scale, min(result, key=lambda each: each.key))


@factor_maker("spectral")
def _remake_spectral_norm(
    ring: Ring, head: Head, inside: tuple[Poly, ...], own: tuple[Index, ...],
    binds: tuple[Var, ...], power: Fraction,
) -> Poly:  # fmt: skip
    return power_of_poly(ring, norm_of(ring, inside[0], *binds), power)


def norm_lower_bounds(context: Context, node: Expr) -> Iterator[Expr]:
    """Products of norms with ||A B|| in the place of ||A||_2 ||B||, which are at most the node."""
    factors = node.args if node.op == "mul" else ()
    for one, other in itertools.permutations(factors, 2):
        (left, up), (right, same) = base_and_exponent(one), base_and_exponent(other)
        if left.op != "spectral" or up != same or not is_norm(right):
            continue
        inner = left.args[0], right.args[0]
        if not conform(*(context.of(part).shape for part in inner)):
            continue
        norm = replace(right, args=(Expr("mul", inner),))
        rest = [part for part in factors if part is not one and part is not other]
        yield Expr("mul", (*rest, Expr("pow", (norm, up)) if up else norm))


def base_and_exponent(factor: Expr) -> tuple[Expr, Expr | None]:
    """A factor as what it is a power of and the exponent, a number above 0, or None."""
    whole = factor.op == "pow" and factor.args[1].op == "num" and factor.args[1].value > 0
    return (factor.args[0], factor.args[1]) if whole else (factor, None)


def is_norm(node: Expr) -> bool:
    """Whether a node is ||B||_2, or the root of the sum of all squares."""
    return node.op == "spectral" or (node.op == "norm" and node.value in {None, "2"})


def conform(left: Shape, right: Shape) -> bool:
    """Whether a product of two arrays is one."""
    return len(left) == len(right) == 2 and left[1] == right[0]
