"""Inverses, determinants, cofactors and eigenvalues in index notation.

An inverse or a determinant of a matrix of any size is not written out: it is a family or a number
with laws, which are applied where they hold. Rectangles have neither.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from ..expr import Expr
from .algebra import power_to_index
from .arrays import kronecker_factors
from .atoms import Form, atom, components, content_and_rest
from .calculus import Target, derivative, derivative_rule, factor_as_poly
from .context import Context, PolyValue, axes, index_rule, plain_product, size_poly
from .defined import Nonvanishing
from .diagrams import (
    ONE,
    UNIT,
    ZERO,
    Diagram,
    Factor,
    Head,
    Poly,
    Ring,
    Term,
    bind,
    factor_maker,
    normal_form,
    product,
    slot_variables,
    substitute,
    substituted_slots,
    times,
    total,
    unpack_factor,
)
from .elementary import exponential, logarithm, power_of_poly, product_over
from .indices import Index, NotProved, Unsupported, Var, fresh_variable, length
from .rules import delta
from .signs import is_positive

# --------------------------------------------------------------------------------------------------
# Inverses of squares: of products, of transposes, of multiples of the identity; else a family.


@index_rule("inverse")
def inverse(context: Context, node: Expr, inside: Expr) -> PolyValue:
    """An inverse."""
    value = context.of(inside)
    row, column = axes(context, value.shape)
    if row is None or column is None:
        context.need(value.poly)
        return value._replace(poly=power_of_poly(context.ring, value.poly, Fraction(-1)))
    inverses = []
    for poly, (i, j) in kronecker_factors(context.ring, value.poly, (row, column)):
        at = {i: Index(Var("@0", i.size)), j: Index(Var("@1", i.size))}
        context.need(substitute(context.ring, poly, at), i.size)
        inverses.append(inverse_of_square(context.ring, poly, i, j))
    return value._replace(poly=product(context.ring, inverses))


def inverse_of_square(ring: Ring, poly: Poly, row: Var, column: Var) -> Poly:
    """The inverse of a square: of a multiple of the identity, or an entry of a new family."""
    if not poly:
        raise NotProved("the inverse of 0")
    unit = normal_form(
        ring, Term(ONE, (), (Factor(Head("delta", even=0), (Index(row), Index(column))),))
    )
    ((lead, _), *_) = unit.terms.items()
    if all(lead.factors[0] in d.factors for d in poly.terms):
        scale = total([
            normal_form(
                ring, Term(v, d.bound, tuple(f for f in d.factors if f not in lead.factors))
            )
            for d, v in poly.terms.items()
        ])  # fmt: skip
        return times(ring, unit, power_of_poly(ring, scale, Fraction(-1)))
    value, outside, rest = content_and_rest(poly)
    kept = tuple(f for f in outside if not {row, column} & {s.var for s in f.slots})
    inner = tuple(f for f in outside if f not in kept)
    if inner:
        rest = times(ring, normal_form(ring, Term(ONE, (), inner)), rest)
    scale = normal_form(ring, Term(1 / value, (), tuple(f._replace(power=-f.power) for f in kept)))
    return times(ring, scale, inverse_of_rest(ring, rest, row, column))


def inverse_of_rest(ring: Ring, rest: Poly, row: Var, column: Var) -> Poly:
    """B^-1 A^-1 for (AB)^-1 with square factors, else an entry of a new family."""
    between = next(filter(None, (split_square_product(d, row, column) for d in rest.terms)), None)
    if between and len(rest.terms) == 1:
        (value,) = rest.terms.values()
        left, right, var = between
        letter = fresh_variable(row.size)
        one = normal_form(ring, Term(value, *left))
        other = normal_form(ring, Term(ONE, *right))
        one = inverse_of_square(ring, substitute(ring, one, {var: Index(column)}), row, column)
        other = inverse_of_square(ring, substitute(ring, other, {var: Index(row)}), row, column)
        first = substitute(ring, other, {column: Index(letter)})
        second = substitute(ring, one, {row: Index(letter)})
        return bind(ring, times(ring, first, second), letter)
    sides = [Var(f"@{k}", row.size) for k in range(2)]
    inside, swapped = (
        substitute(ring, rest, {row: Index(one), column: Index(other)})
        for one, other in (sides, sides[::-1])
    )
    slots, even = (Index(row), Index(column)), 0 if swapped == inside else -1
    if swapped.key < inside.key:  # the inverse of a transpose
        inside, slots = swapped, slots[::-1]
    return atom(ring, Form("inv", "", sides, even), [inside], slots)


Half = tuple[tuple[Var, ...], tuple[Factor, ...]]


def split_square_product(diagram: Diagram, row: Var, column: Var) -> tuple[Half, Half, Var] | None:
    """(left, right, index between) where a diagram is a product of two squares of this size."""
    for k, var in enumerate(diagram.bound):
        if var.size != row.size:
            continue
        letter = Var(f"between {k}", var.size)
        others = tuple(v for v in diagram.bound if v != var)
        factors = substituted_slots(diagram.factors, {var: Index(letter)})
        groups = components(Diagram((), factors), (*others, row, column))
        if len(groups) == 2:
            left, right = groups if row in groups[0][0] else groups[::-1]
            seen = [set(slot_variables(factors)) for _, factors in (left, right)]
            if row in seen[0] and column in seen[1] - seen[0] and letter in seen[0] & seen[1]:
                sums = [tuple(v for v in bound if v in others) for bound, _ in (left, right)]
                return (sums[0], left[1]), (sums[1], right[1]), letter
    return None


@factor_maker("inv")
def _remake_inverse(
    ring: Ring, head: Head, inside: tuple[Poly, ...], own: tuple[Index, ...],
    binds: tuple[Var, ...], power: Fraction,
) -> Poly:  # fmt: skip
    result = inverse_of_square(ring, inside[0], *binds)
    at = dict(zip(binds, own, strict=True))
    return power_of_poly(ring, substitute(ring, result, at), power)


# --------------------------------------------------------------------------------------------------
# Sylvester's det(1 + AB) = det(1 + BA): the other squares with the determinant of one.


def swapped_products(
    ring: Ring, rest: Poly, row: Var, column: Var
) -> Iterator[tuple[Poly, Var, Var]]:
    """(1 + BA, its row, its column) for each way to write 1 + AB; 1 + v^T u has the size 1."""
    (unit,) = plain_product(ring, (delta(Index(row), Index(column)),)).terms
    others = {d: v for d, v in rest.terms.items() if d != unit}
    if rest.terms.get(unit) != 1 or len(others) != 1:
        return
    ((diagram, value),) = others.items()
    one = plain_product(ring, ())
    groups = components(diagram, (*diagram.bound, row, column))
    if not any({row, column} <= set(v) for v, _ in groups):
        letter = fresh_variable(row.size)
        both = substituted_slots(diagram.factors, {row: Index(letter), column: Index(letter)})
        inner = bind(ring, normal_form(ring, Term(value, diagram.bound, both)), letter)
        yield one + inner, Var("row", "1"), Var("column", "1")
        return
    for var in diagram.bound:
        cut = split_at_variable(diagram, var, row, column)
        if cut:
            yield swapped_sum(ring, value, cut, row, column), *sides_of(cut[2].size)


def sides_of(size: str) -> tuple[Var, Var]:
    """Row and column of a square."""
    return Var("row", size), Var("column", size)


def split_at_variable(
    diagram: Diagram, var: Var, row: Var, column: Var
) -> tuple[Half, Half, Var] | None:
    """(left, right, index between) where a diagram falls apart at a bound variable."""
    letter = Var("between", var.size)
    others = tuple(v for v in diagram.bound if v != var)
    factors = substituted_slots(diagram.factors, {var: Index(letter)})
    groups = components(Diagram((), factors), (*others, row, column))
    if len(groups) != 2:
        return None
    left, right = groups if row in groups[0][0] else groups[::-1]
    seen = [set(slot_variables(part)) for _, part in (left, right)]
    if row in seen[0] and column in seen[1] - seen[0] and letter in seen[0] & seen[1]:
        sums = [tuple(v for v in bound if v in others) for bound, _ in (left, right)]
        return (sums[0], left[1]), (sums[1], right[1]), letter
    return None


def swapped_sum(
    ring: Ring, value: Fraction, cut: tuple[Half, Half, Var], row: Var, column: Var
) -> Poly:
    """1 + BA, for the two parts of AB."""
    left, right, letter = cut
    new_row, new_column = sides_of(letter.size)
    between = fresh_variable(row.size)
    first = normal_form(ring, Term(ONE, *right))
    second = normal_form(ring, Term(value, *left))
    first = substitute(ring, first, {column: Index(between), letter: Index(new_row)})
    second = substitute(ring, second, {row: Index(between), letter: Index(new_column)})
    whole = bind(ring, times(ring, first, second), between)
    return plain_product(ring, (delta(Index(new_row), Index(new_column)),)) + whole


# --------------------------------------------------------------------------------------------------
# Determinants of diagonals, and det(s + P M P^-1) = det(s + M) for a diagonal or any square M.

Group = tuple[tuple[Var, ...], tuple[Factor, ...]]


class Parts(NamedTuple):
    """A diagram P_ik M_kl R_lj: its parts, k and l, which are one where M is a diagonal."""

    left: Group
    middle: list[Group]
    right: Group
    first: Var
    second: Var


def diagonal_entry(ring: Ring, poly: Poly, row: Var, column: Var) -> Poly | None:
    """The entries of a diagonal at the row, or None."""
    if not all(has_unit(diagram, row, column) for diagram in poly.terms):
        return None
    return total([
        normal_form(ring, Term(
            value, d.bound, substituted_slots(without_unit(d, row, column), {column: Index(row)})
        ))
        for d, value in poly.terms.items()
    ])  # fmt: skip


def similar_square(ring: Ring, poly: Poly, row: Var, column: Var) -> tuple[Poly, Var, Var] | None:
    """(s + M, its row, its column) for s + P M P^-1, or None."""
    ones = {d: v for d, v in poly.terms.items() if has_unit(d, row, column)}
    others = {d: v for d, v in poly.terms.items() if d not in ones}
    if len(others) != 1:
        return None
    ((diagram, value),) = others.items()
    for parts in triple_products(diagram, row, column):
        if not is_inverse(ring, parts, row, column):
            continue
        new_row, new_column = sides_of(row.size)
        new_unit = plain_product(ring, (delta(Index(new_row), Index(new_column)),))
        bound = tuple(var for group, _ in parts.middle for var in group)
        factors = tuple(f for _, group in parts.middle for f in group)
        at = {parts.second: Index(new_column), parts.first: Index(new_row)}
        middle = normal_form(ring, Term(value, bound, substituted_slots(factors, at)))
        if parts.first == parts.second:
            middle = times(ring, middle, new_unit)
        scale = total([
            normal_form(ring, Term(v, d.bound, without_unit(d, row, column)))
            for d, v in ones.items()
        ])  # fmt: skip
        return times(ring, scale, new_unit) + middle, new_row, new_column
    return None


def triple_products(diagram: Diagram, row: Var, column: Var) -> Iterator[Parts]:
    """The ways to see a diagram as a product of three squares."""
    bound = [var for var in diagram.bound if var.size == row.size]
    for k, other in itertools.product(bound, repeat=2):
        first = Var("first", row.size)
        second = first if k == other else Var("second", row.size)
        others = tuple(var for var in diagram.bound if var not in {k, other})
        factors = substituted_slots(diagram.factors, {other: Index(second), k: Index(first)})
        groups = components(Diagram((), factors), (*others, row, column))
        left, right = (next((g for g in groups if side in g[0]), None) for side in (row, column))
        if not left or not right or left is right:
            continue
        middle = [group for group in groups if group is not left and group is not right]
        seen = [{*slot_variables(factors)} & {first, second} for _, factors in (left, right)]
        if middle and seen == [{first}, {second}]:
            yield Parts(left, middle, right, first, second)


def is_inverse(ring: Ring, parts: Parts, row: Var, column: Var) -> bool:
    """Whether the part at the right is the inverse of that at the left."""
    left = substituted_slots(parts.left[1], {parts.first: Index(column)})
    right = substituted_slots(parts.right[1], {parts.second: Index(row)})
    one = normal_form(ring, Term(ONE, variables_summed(parts.left, row), left))
    other = normal_form(ring, Term(ONE, variables_summed(parts.right, column), right))
    return inverse_of_square(ring, one, row, column) == other


def variables_summed(group: Group, side: Var) -> tuple[Var, ...]:
    """The variables that a part sums over."""
    return tuple(var for var in group[0] if var != side)


def is_unit(factor: Factor, row: Var, column: Var) -> bool:
    """Whether a factor is [row = column]."""
    return factor.head.kind == "delta" and set(factor.slots) == {Index(row), Index(column)}


def has_unit(diagram: Diagram, row: Var, column: Var) -> bool:
    """Whether [row = column] is a factor."""
    return any(is_unit(factor, row, column) for factor in diagram.factors)


def without_unit(diagram: Diagram, row: Var, column: Var) -> tuple[Factor, ...]:
    """The other factors."""
    return tuple(factor for factor in diagram.factors if not is_unit(factor, row, column))


# --------------------------------------------------------------------------------------------------
# Determinants of squares of every size: of products, of multiples, of 1 + AB; else a number.
#
# det(cA) = c^n det A, det(AB) = det A det B, det A^T = det A, det A^-1 = 1/det A, and Sylvester's
# det(1 + AB) = det(1 + BA), so that det(1 + u v^T) = 1 + v^T u.

UP = Fraction(-1)


@index_rule("det")
def determinant_of_node(context: Context, node: Expr, inside: Expr) -> PolyValue:
    """A determinant."""
    value = context.of(inside)
    row, column = axes(context, value.shape)
    if row is None or column is None:
        return PolyValue((), value.poly)
    parts = kronecker_factors(context.ring, value.poly, (row, column))
    if len(parts) > 1:
        raise Unsupported("the determinant of a product of Kronecker's")
    return PolyValue((), determinant(context.ring, value.poly, row, column))


@index_rule("adj")
def adjugate(context: Context, node: Expr, inside: Expr) -> PolyValue:
    """det(A) A^-1, where A is invertible; elsewhere it is the limit of that."""
    value = context.of(inside)
    row, column = axes(context, value.shape)
    if row is None or column is None:
        return value._replace(poly=plain_product(context.ring, ()))
    at = {row: Index(Var("@0", row.size)), column: Index(Var("@1", row.size))}
    square = substitute(context.ring, value.poly, at)
    context.needs.append(Nonvanishing(square, context.known, row.size, dense=True))
    whole = determinant(context.ring, value.poly, row, column)
    return value._replace(
        poly=times(context.ring, whole, inverse_of_square(context.ring, value.poly, row, column))
    )


def determinant(ring: Ring, poly: Poly, row: Var, column: Var) -> Poly:
    """The determinant of a square."""
    if not poly:
        return ZERO
    if not poly.single and (known := determinant_of_diagonal(ring, poly, row, column)) is not None:
        return known
    value, outside, rest = content_and_rest(poly)
    kept = tuple(f for f in outside if not {row, column} & {s.var for s in f.slots})
    inner = tuple(f for f in outside if f not in kept)
    scale = normal_form(ring, Term(value, (), kept))
    if inner:
        rest = times(ring, normal_form(ring, Term(ONE, (), inner)), rest)
    return times(
        ring, power_to_size(ring, scale, row.size), determinant_of_rest(ring, rest, row, column)
    )


def power_to_size(ring: Ring, base: Poly, size: str) -> Poly:
    """c^n for a number c and a size n."""
    if base.number == 1:
        return base
    if is_positive(ring, base):
        many = size_poly(ring, length(size))
        return exponential(ring, times(ring, many, logarithm(ring, base)))
    return power_to_index(ring, base, Index(None, length(size)))


def determinant_of_rest(ring: Ring, rest: Poly, row: Var, column: Var) -> Poly:
    """The determinant of what has no common factors."""
    if (known := determinant_of_diagonal(ring, rest, row, column)) is not None:
        return known
    if rest.single:
        diagram, value = rest.single
        result = determinant_of_product(ring, diagram, row, column)
        if result is not None:
            return times(ring, power_to_size(ring, Poly({UNIT: value}), row.size), result)
    polys = [(rest, row, column), *swapped_products(ring, rest, row, column)]
    direct = next((poly for poly, left, _ in polys if left.size == "1"), None)
    if direct is not None:
        return direct
    atoms = [determinant_atom(ring, *one) for poly, left, right in polys
             for one in ((poly, left, right), (poly, right, left))]  # fmt: skip
    return min(atoms, key=lambda poly: poly.key)


def determinant_of_diagonal(ring: Ring, poly: Poly, row: Var, column: Var) -> Poly | None:
    """The determinant of a diagonal, and of what is similar to another square, or None."""
    entries = diagonal_entry(ring, poly, row, column)
    if entries is not None:
        return product_over(ring, entries, row)
    apart = similar_square(ring, poly, row, column)
    return determinant(ring, *apart) if apart else None


def determinant_atom(ring: Ring, poly: Poly, row: Var, column: Var) -> Poly:
    """A determinant as a factor."""
    sides = [Var(f"@{k}", row.size) for k in range(2)]
    inside = substitute(ring, poly, {row: Index(sides[0]), column: Index(sides[1])})
    return atom(ring, Form("det", "", sides), [inside])


def determinant_of_product(ring: Ring, diagram: Diagram, row: Var, column: Var) -> Poly | None:
    """The determinant of a product of squares, or of an inverse."""
    between = split_square_product(diagram, row, column)
    if between:
        left, right, var = between
        one, other = normal_form(ring, Term(ONE, *left)), normal_form(ring, Term(ONE, *right))
        one = substitute(ring, one, {var: Index(column)})
        other = substitute(ring, other, {var: Index(row)})
        parts = [determinant(ring, part, row, column) for part in (one, other)]
        return product(ring, parts)
    factors = diagram.factors
    if len(factors) == 1 and factors[0].head.kind == "inv" and factors[0].power == 1:
        (inside,), binds = unpack_factor(ring, factors[0])
        return power_of_poly(ring, determinant(ring, inside, *binds), UP)
    return None


@factor_maker("det")
def _remake_determinant(
    ring: Ring, head: Head, inside: tuple[Poly, ...], own: tuple[Index, ...],
    binds: tuple[Var, ...], power: Fraction,
) -> Poly:  # fmt: skip
    return power_of_poly(ring, determinant(ring, inside[0], *binds), power)


@derivative_rule("det")
def derivative_of_determinant(ring: Ring, factor: Factor, target: Target) -> Poly:
    """(det A)' = det A tr(A^-1 A') for invertible A: see `calculus.differentiated_determinants`."""
    (inside,), (row, column) = unpack_factor(ring, factor)
    slope = derivative(ring, inside, target)
    if not slope:
        return ZERO
    turned = substitute(ring, slope, {row: Index(column), column: Index(row)})
    both = times(ring, inverse_of_square(ring, inside, row, column), turned)
    return times(ring, factor_as_poly(ring, factor), bind(ring, bind(ring, both, row), column))


# --------------------------------------------------------------------------------------------------
# Cofactors, ranks, sums and products of eigenvalues in index notation: each is another term.
#
# The matrix of cofactors is adj(A)^T, and a minor is a cofactor with its sign; the rank of A is
# tr(A^+ A); the eigenvalues of A, complex ones too, have the sum tr A and the product det A.

MINUS = Expr("neg", (Expr("num", value=Fraction(1)),))


@index_rule("cof")
def cofactor(context: Context, node: Expr, inside: Expr, *at: Expr) -> PolyValue:
    """The matrix of cofactors, or one of them."""
    every = Expr("transpose", (Expr("adj", (inside,)),))
    return context.of(Expr("component", (every, *at)) if at else every)


@index_rule("minor")
def minor(context: Context, node: Expr, inside: Expr, *at: Expr) -> PolyValue:
    """The determinant without a row and a column: a cofactor with its sign."""
    sign = Expr("pow", (MINUS, Expr("add", at)))
    return context.of(Expr("mul", (sign, Expr("cof", (inside, *at)))))


@index_rule("rank")
def rank(context: Context, node: Expr, inside: Expr) -> PolyValue:
    """A rank: the trace of the projection A^+ A."""
    return context.of(Expr("tr", (Expr("mul", (Expr("pinv", (inside,)), inside)),)))


@index_rule("eigs")
def fold_of_eigenvalues(context: Context, node: Expr, inside: Expr) -> PolyValue:
    """The sum or product of all eigenvalues."""
    if node.value is None:
        raise Unsupported("eigenvalues, as a set")
    return context.of(Expr({"sum": "tr", "prod": "det"}[node.value], (inside,)))
