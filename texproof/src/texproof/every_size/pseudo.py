"""Pseudoinverses: A^+ is the one Z with A Z A = A, Z A Z = Z, and A Z and Z A symmetric.

(A^T)^+ = (A^+)^T, (A^+)^+ = A, (A^T A)^+ = A^+ (A^+)^T; else a family with these laws.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from ..expr import Expr
from .algebra import Room, bind, closed, maker, opened, product, substitute, times
from .atoms import Form, atom
from .content import content
from .diagrams import ONE, ZERO, Factor, Head, Poly, Term, letters_of
from .errors import Unsupported
from .indices import Index, Var, components_of, fresh
from .matching import Rule
from .place import Place, Value, value_of
from .powers import raised
from .pseudo_columns import of_column
from .separate import separate
from .sides import axes
from .sylvester import cut_at


@value_of("pinv")
def pseudoinverse(place: Place, node: Expr, inside: Expr) -> Value:
    """A pseudoinverse."""
    value = place.of(inside)
    row, column = axes(place, value.shape)
    new_row, new_column = axes(place, value.shape[::-1])
    if not (row and column and new_row and new_column):
        if not (row or column):
            raise Unsupported("the pseudoinverse of a number")
        return of_column(place, value)
    ends = zip(components_of(new_row), components_of(new_column), strict=True)
    parts = zip(separate(place.room, value.poly, (row, column)), ends, strict=True)
    found = [
        pseudo(place.room, poly, sides, (Index(i), Index(j))) for (poly, sides), (i, j) in parts
    ]
    return Value(value.shape[::-1], product(place.room, found))


Slots = tuple[Index, Index]


def pseudo(room: Room, poly: Poly, sides: tuple[Var, Var], at: Slots) -> Poly:
    """The entry of a pseudoinverse at two indices."""
    if not poly:
        return ZERO
    value, outside, rest = content(poly)
    if outside:
        rest = times(room, closed(room, Term(ONE, (), outside)), rest)
    return of_rest(room, rest, sides, at).scaled(1 / value)


def of_rest(room: Room, rest: Poly, sides: tuple[Var, Var], at: Slots) -> Poly:
    """The same, without the number before it."""
    row, column = sides
    if rest.single and rest.single[1] == 1:
        factors = rest.single[0].factors
        if len(factors) == 1 and factors[0].head.kind == "pinv" and factors[0].power == 1:
            (inside,), (near, far) = opened(room, factors[0])
            turned = factors[0].slots[0] == Index(column)
            new = dict(zip((near, far), at[::-1] if turned else at, strict=True))
            return substitute(room, inside, new)
        gram = of_gram(room, rest, sides, at)
        if gram is not None:
            return gram
    one = template(room, rest, (row, column))
    other = template(room, rest, (column, row))
    if other[0].key < one[0].key:
        return atom(room, Form("pinv", "", other[1]), [other[0]], at[::-1])
    return atom(room, Form("pinv", "", one[1], 0 if one[0] == other[0] else -1), [one[0]], at)


def template(room: Room, poly: Poly, sides: tuple[Var, Var]) -> tuple[Poly, list[Var]]:
    """A matrix with its sides called @0 and @1, and these."""
    binds = [Var(f"@{k}", var.size) for k, var in enumerate(sides)]
    return substitute(room, poly, dict(zip(sides, map(Index, binds), strict=True))), binds


def of_gram(room: Room, rest: Poly, sides: tuple[Var, Var], at: Slots) -> Poly | None:
    """(B B^T)^+ = (B^+)^T B^+, where a matrix falls apart so."""
    row, column = sides
    (diagram,) = rest.terms
    for var in diagram.bound if row.size == column.size else ():
        cut = cut_at(diagram, var, row, column)
        if cut is None:
            continue
        left, right, letter = cut
        one, other = closed(room, Term(ONE, *left)), closed(room, Term(ONE, *right))
        if substitute(room, other, {column: Index(row)}) == one:
            inner = fresh(var.size)
            first, second = (pseudo(room, one, (row, letter), (Index(inner), end)) for end in at)
            return bind(room, times(room, first, second), inner)
    return None


@maker("pinv")
def _pinv(
    room: Room, head: Head, inside: tuple[Poly, ...], own: tuple[Index, ...],
    binds: tuple[Var, ...], power: Fraction,
) -> Poly:  # fmt: skip
    found = pseudo(room, inside[0], (binds[0], binds[1]), (own[0], own[1]))
    return raised(room, found, power)


def conditions(
    room: Room, matrix: Poly, sides: tuple[Var, Var], other: Poly, ends: tuple[Var, Var]
) -> list[Poly]:
    """What is 0 if another matrix is the pseudoinverse: the four conditions of Penrose."""
    (i, k, n), (j, m, q) = ([fresh(side.size) for _ in range(3)] for side in sides)

    def a(one: Var, two: Var) -> Poly:
        return substitute(room, matrix, {sides[0]: Index(one), sides[1]: Index(two)})

    def z(one: Var, two: Var) -> Poly:
        return substitute(room, other, {ends[0]: Index(one), ends[1]: Index(two)})

    def summed(left: Poly, right: Poly, over: Var) -> Poly:
        return bind(room, times(room, left, right), over)

    az, turned_az = (summed(a(one, m), z(m, two), m) for one, two in ((i, n), (n, i)))
    za, turned_za = (summed(z(one, k), a(k, two), k) for one, two in ((j, q), (q, j)))
    first = summed(az, a(n, j), n) - a(i, j)
    second = summed(za, z(q, i), q) - z(j, i)
    return [first, second, az - turned_az, za - turned_za]


def laws(room: Room, factor: Factor) -> list[Rule]:
    """The laws of one pseudoinverse, for all its slots."""
    (inside,), binds = opened(room, factor)
    one, two = fresh(binds[1].size), fresh(binds[0].size)
    slots = (Index(one), Index(two), *factor.slots[2:])
    z = closed(room, Term(ONE, (), (factor._replace(slots=slots, power=ONE),)))
    found = conditions(room, inside, (binds[0], binds[1]), z, (one, two))
    return [Rule(poly, frozenset(letters_of(poly)), "pseudoinverse") for poly in found if poly]


def unique(room: Room, poly: Poly) -> Iterator[list[Poly]]:
    """For each A^+ that stands alone in what is to be 0: what is 0 if the rest is A^+."""
    for diagram, value in poly.terms.items():
        (factor, *more) = diagram.factors or (None,)
        if more or factor is None or factor.head.kind != "pinv" or diagram.sizes:
            continue
        ends = [slot.var for slot in factor.slots if slot.var and slot.is_plain]
        if factor.head.takes or factor.power != 1 or len(set(ends)) != 2:
            continue
        (inside,), binds = opened(room, factor)
        rest = Poly({d: v for d, v in poly.terms.items() if d != diagram})
        other = rest.scaled(-1 / value)
        yield conditions(room, inside, (binds[0], binds[1]), other, (ends[0], ends[1]))
