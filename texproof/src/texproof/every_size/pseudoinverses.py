"""Pseudoinverses in index notation: A^+ is the matrix with the four laws of Penrose.

A A^+ and A^+ A are symmetric projections. Nothing is assumed about the rank of A; a column has the
formula v^T/(v^T v) only where it is known not to be 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from ..expr import Expr
from .arrays import kronecker_factors
from .atoms import Form, atom, content_and_rest
from .context import Context, PolyValue, axes, index_rule, sum_of_entries, transposed
from .diagrams import (
    ONE,
    ZERO,
    Factor,
    Head,
    Poly,
    Ring,
    Term,
    as_text,
    bind,
    canonical_diagram,
    factor_maker,
    letters_of,
    normal_form,
    product,
    slot_variables,
    substitute,
    times,
    unpack_factor,
)
from .elementary import power_of_poly
from .indices import Index, Unsupported, Var, components_of, fresh_variable
from .matching import VanishingPoly
from .matrices import split_at_variable

# --------------------------------------------------------------------------------------------------
# Products of a matrix A and its pseudoinverse: A A^+ and A^+ A are symmetric projections.
#
# A A^+ leaves A and (A^+)^T as they are, A^+ A leaves A^T and A^+; of a product and its transpose
# the smaller one is kept.

Link = tuple[int, int]  # of two slots that one variable joins: in the matrix, in its pseudoinverse
LINKS: tuple[Link, Link] = ((1, 0), (0, 1))


def apply_projection(ring: Ring, term: Term) -> list[Term] | None:
    """A product of A, A^+ and a third is that third; else the smaller of both directions."""
    for inverse in term.factors:
        if not is_of_name(inverse):
            continue
        for matrix in term.factors:
            if matrix.head == matrix_factor(inverse).head and matrix.power == ONE:
                for link in summed_links(term, matrix, inverse):
                    result = absorb_projection(term, matrix, inverse, link) or turned_projection(
                        term, matrix, inverse, link
                    )
                    if result:
                        return [result]
    return None


def is_of_name(factor: Factor) -> bool:
    """Whether a factor is an entry of the pseudoinverse of a matrix that is a name."""
    head = factor.head
    if head.kind != "pinv" or head.takes or factor.power != ONE or not head.inside[0].single:
        return False
    diagram, value = head.inside[0].single
    plain = not diagram.sizes and len(diagram.factors) == 1 and value == 1
    return (
        plain
        and matrix_factor(factor).head.kind == "name"
        and len(matrix_factor(factor).slots) == 2
    )


def matrix_factor(inverse: Factor) -> Factor:
    """The entry of the matrix of which a factor is the pseudoinverse."""
    return next(iter(inverse.head.inside[0].terms)).factors[0]


def summed_links(term: Term, matrix: Factor, inverse: Factor) -> Iterator[Link]:
    """The slots in which a variable joins both and nothing else, and is summed over."""
    same = matrix.head.even == 0
    for i, j in LINKS if not same else (*LINKS, (0, 0), (1, 1)):
        one = matrix.slots[i]
        if one == inverse.slots[j] and is_joint(term, one) and spans_side(matrix, inverse, i):
            yield i, j


def spans_side(matrix: Factor, inverse: Factor, which: int) -> bool:
    """Whether a variable runs over a whole side."""
    var = matrix.slots[which].var
    return var is not None and var.size == inverse.head.binds[which]


def is_joint(term: Term, index: Index) -> bool:
    """Whether an index is a variable that is summed over and stands in two slots."""
    var = index.var
    return index.is_plain and var in term.bound and [*slot_variables(term.factors)].count(var) == 2


def absorb_projection(term: Term, matrix: Factor, inverse: Factor, link: Link) -> Term | None:
    """The product without both, where a third factor is left as it is by them."""
    i, j = link
    ends = matrix.slots[1 - i], inverse.slots[1 - j]
    rest = [f for f in term.factors if f is not matrix and f is not inverse]
    for here, there in (ends, ends[::-1]):
        if here == there or not is_joint(term, here):
            continue
        for k, third in enumerate(rest):
            slot = connected_slot(third, matrix, inverse, 1 - i, here)
            if slot is not None:
                slots = (*third.slots[:slot], there, *third.slots[slot + 1 :])
                rest[k] = third._replace(slots=slots)
                gone = {here.var, matrix.slots[i].var}
                bound = tuple(v for v in term.bound if v not in gone)
                return term._replace(bound=bound, factors=tuple(rest))
    return None


def connected_slot(
    third: Factor, matrix: Factor, inverse: Factor, side: int, index: Index
) -> int | None:
    """The slot of the matrix or its pseudoinverse in which an index of a side stands."""
    same = matrix.head.even == 0
    places = {matrix.head: side, inverse.head: 1 - side}
    if third.head not in places or third.power != ONE or index not in third.slots:
        return None
    slot = third.slots.index(index)
    return slot if same or slot == places[third.head] else None


def turned_projection(term: Term, matrix: Factor, inverse: Factor, link: Link) -> Term | None:
    """The product with both in the other direction, where that is smaller."""
    i, j = link
    near, far = matrix.slots[1 - i], inverse.slots[1 - j]
    swapped = []
    for factor in term.factors:
        if factor is matrix or factor is inverse:
            slot, end = (1 - i, far) if factor is matrix else (1 - j, near)
            slots = (*factor.slots[:slot], end, *factor.slots[slot + 1 :])
            factor = factor._replace(slots=slots)
        swapped.append(factor)
    result = term._replace(factors=tuple(swapped))
    keys = [as_text(canonical_diagram(one.bound, one.factors)) for one in (result, term)]
    return result if keys[0] < keys[1] else None


# --------------------------------------------------------------------------------------------------
# The pseudoinverse of a column: v^T/(v^T v) where v is known not to be 0, else by its laws.
#
# z = v^+ is the row with v (z v) = v, (z v) z = z, and v z symmetric.


def pseudoinverse_of_column(context: Context, value: PolyValue) -> PolyValue:
    """The pseudoinverse of a column or a row."""
    square = sum_of_entries(context, value, squared=True)
    there = transposed(context, value)
    if is_nonzero_by_hypothesis(context, square):
        under = power_of_poly(context.ring, square, Fraction(-1))
        return there._replace(poly=times(context.ring, there.poly, under))
    before = next(filter(None, axes(context, value.shape)))
    after = next(filter(None, axes(context, there.shape)))
    return there._replace(poly=column_atom(context.ring, value.poly, before, Index(after)))


def is_nonzero_by_hypothesis(context: Context, square: Poly) -> bool:
    """Whether a number is not 0 by hypothesis, or what it is the square of."""
    both = square, times(context.ring, square, square)
    return any(times(context.ring, known, known) in both for known in context.nonzero)


def column_atom(ring: Ring, poly: Poly, var: Var, at: Index) -> Poly:
    """The entry of the pseudoinverse of a column, as a factor."""
    return atom(ring, Form("pinvcol", "", [var]), [poly], (at,)) if poly else poly


@factor_maker("pinvcol")
def _remake_column_pseudoinverse(
    ring: Ring, head: Head, inside: tuple[Poly, ...], own: tuple[Index, ...],
    binds: tuple[Var, ...], power: Fraction,
) -> Poly:  # fmt: skip
    return power_of_poly(ring, column_atom(ring, inside[0], binds[0], own[0]), power)


def column_laws(ring: Ring, factor: Factor) -> list[VanishingPoly]:
    """The laws of one pseudoinverse of a column, for all its slots."""
    if factor.head.takes:
        return []
    (inside,), (var,) = unpack_factor(ring, factor)
    i, j, k = (fresh_variable(var.size) for _ in range(3))

    def v(at: Var) -> Poly:
        return substitute(ring, inside, {var: Index(at)})

    def z(at: Var) -> Poly:
        return normal_form(ring, Term(ONE, (), (factor._replace(slots=(Index(at),), power=ONE),)))

    one = bind(ring, times(ring, v(k), z(k)), k)
    polys = [
        times(ring, v(i), one) - v(i), times(ring, z(i), one) - z(i),
        times(ring, v(i), z(j)) - times(ring, v(j), z(i)),
    ]  # fmt: skip
    return [
        VanishingPoly(poly, frozenset(letters_of(poly)), "pseudoinverse") for poly in polys if poly
    ]


# --------------------------------------------------------------------------------------------------
# Pseudoinverses: A^+ is the one Z with A Z A = A, Z A Z = Z, and A Z and Z A symmetric.
#
# (A^T)^+ = (A^+)^T, (A^+)^+ = A, (A^T A)^+ = A^+ (A^+)^T; else a family with these laws.


@index_rule("pinv")
def pseudoinverse(context: Context, node: Expr, inside: Expr) -> PolyValue:
    """A pseudoinverse."""
    value = context.of(inside)
    row, column = axes(context, value.shape)
    new_row, new_column = axes(context, value.shape[::-1])
    if not (row and column and new_row and new_column):
        if not (row or column):
            raise Unsupported("the pseudoinverse of a number")
        return pseudoinverse_of_column(context, value)
    ends = zip(components_of(new_row), components_of(new_column), strict=True)
    parts = zip(kronecker_factors(context.ring, value.poly, (row, column)), ends, strict=True)
    result = [
        pseudoinverse_entry(context.ring, poly, sides, (Index(i), Index(j)))
        for (poly, sides), (i, j) in parts
    ]
    return PolyValue(value.shape[::-1], product(context.ring, result))


Slots = tuple[Index, Index]


def pseudoinverse_entry(ring: Ring, poly: Poly, sides: tuple[Var, Var], at: Slots) -> Poly:
    """The entry of a pseudoinverse at two indices."""
    if not poly:
        return ZERO
    value, outside, rest = content_and_rest(poly)
    if outside:
        rest = times(ring, normal_form(ring, Term(ONE, (), outside)), rest)
    return pseudoinverse_of_rest(ring, rest, sides, at).scaled(1 / value)


def pseudoinverse_of_rest(ring: Ring, rest: Poly, sides: tuple[Var, Var], at: Slots) -> Poly:
    """The entry, at two indices, of the pseudoinverse of a matrix without a number before it.

    The pseudoinverse of a pseudoinverse is the matrix itself. That of a Gram matrix is a product.
    All others become entries of a new family.
    """
    row, column = sides
    if rest.single and rest.single[1] == 1:
        factors = rest.single[0].factors
        if len(factors) == 1 and factors[0].head.kind == "pinv" and factors[0].power == 1:
            (inside,), (near, far) = unpack_factor(ring, factors[0])
            turned = factors[0].slots[0] == Index(column)
            new = dict(zip((near, far), at[::-1] if turned else at, strict=True))
            return substitute(ring, inside, new)
        gram = pseudoinverse_of_gram(ring, rest, sides, at)
        if gram is not None:
            return gram
    one = pseudoinverse_template(ring, rest, (row, column))
    other = pseudoinverse_template(ring, rest, (column, row))
    if other[0].key < one[0].key:
        return atom(ring, Form("pinv", "", other[1]), [other[0]], at[::-1])
    return atom(ring, Form("pinv", "", one[1], 0 if one[0] == other[0] else -1), [one[0]], at)


def pseudoinverse_template(
    ring: Ring, poly: Poly, sides: tuple[Var, Var]
) -> tuple[Poly, list[Var]]:
    """A matrix with its sides called @0 and @1, and these."""
    binds = [Var(f"@{k}", var.size) for k, var in enumerate(sides)]
    return substitute(ring, poly, dict(zip(sides, map(Index, binds), strict=True))), binds


def pseudoinverse_of_gram(ring: Ring, rest: Poly, sides: tuple[Var, Var], at: Slots) -> Poly | None:
    """(B B^T)^+ = (B^+)^T B^+, where a matrix falls apart so."""
    row, column = sides
    (diagram,) = rest.terms
    for var in diagram.bound if row.size == column.size else ():
        cut = split_at_variable(diagram, var, row, column)
        if cut is None:
            continue
        left, right, letter = cut
        one, other = normal_form(ring, Term(ONE, *left)), normal_form(ring, Term(ONE, *right))
        if substitute(ring, other, {column: Index(row)}) == one:
            inner = fresh_variable(var.size)
            first, second = (
                pseudoinverse_entry(ring, one, (row, letter), (Index(inner), end)) for end in at
            )
            return bind(ring, times(ring, first, second), inner)
    return None


@factor_maker("pinv")
def _remake_pseudoinverse(
    ring: Ring, head: Head, inside: tuple[Poly, ...], own: tuple[Index, ...],
    binds: tuple[Var, ...], power: Fraction,
) -> Poly:  # fmt: skip
    result = pseudoinverse_entry(ring, inside[0], (binds[0], binds[1]), (own[0], own[1]))
    return power_of_poly(ring, result, power)


def penrose_conditions(
    ring: Ring, matrix: Poly, sides: tuple[Var, Var], other: Poly, ends: tuple[Var, Var]
) -> list[Poly]:
    """What is 0 if another matrix is the pseudoinverse: the four conditions of Penrose."""
    (i, k, n), (j, m, q) = ([fresh_variable(side.size) for _ in range(3)] for side in sides)

    def a(one: Var, two: Var) -> Poly:
        return substitute(ring, matrix, {sides[0]: Index(one), sides[1]: Index(two)})

    def z(one: Var, two: Var) -> Poly:
        return substitute(ring, other, {ends[0]: Index(one), ends[1]: Index(two)})

    def summed(left: Poly, right: Poly, over: Var) -> Poly:
        return bind(ring, times(ring, left, right), over)

    az, turned_az = (summed(a(one, m), z(m, two), m) for one, two in ((i, n), (n, i)))
    za, turned_za = (summed(z(one, k), a(k, two), k) for one, two in ((j, q), (q, j)))
    first = summed(az, a(n, j), n) - a(i, j)
    second = summed(za, z(q, i), q) - z(j, i)
    return [first, second, az - turned_az, za - turned_za]


def pseudoinverse_laws(ring: Ring, factor: Factor) -> list[VanishingPoly]:
    """The laws of one pseudoinverse, for all its slots."""
    (inside,), binds = unpack_factor(ring, factor)
    one, two = fresh_variable(binds[1].size), fresh_variable(binds[0].size)
    slots = (Index(one), Index(two), *factor.slots[2:])
    z = normal_form(ring, Term(ONE, (), (factor._replace(slots=slots, power=ONE),)))
    conditions = penrose_conditions(ring, inside, (binds[0], binds[1]), z, (one, two))
    return [
        VanishingPoly(poly, frozenset(letters_of(poly)), "pseudoinverse")
        for poly in conditions
        if poly
    ]


def conditions_by_uniqueness(ring: Ring, poly: Poly) -> Iterator[list[Poly]]:
    """For each A^+ that stands alone in what is to be 0: what is 0 if the rest is A^+."""
    for diagram, value in poly.terms.items():
        (factor, *more) = diagram.factors or (None,)
        if more or factor is None or factor.head.kind != "pinv" or diagram.sizes:
            continue
        ends = [slot.var for slot in factor.slots if slot.var and slot.is_plain]
        if factor.head.takes or factor.power != 1 or len(set(ends)) != 2:
            continue
        (inside,), binds = unpack_factor(ring, factor)
        rest = Poly({d: v for d, v in poly.terms.items() if d != diagram})
        other = rest.scaled(-1 / value)
        yield penrose_conditions(ring, inside, (binds[0], binds[1]), other, (ends[0], ends[1]))
