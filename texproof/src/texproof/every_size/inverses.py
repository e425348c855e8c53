"""Inverses of squares: of products, of transposes, of multiples of the identity; else a family."""

from __future__ import annotations

from fractions import Fraction

from ..expr import Expr
from .algebra import Room, bind, closed, maker, product, substitute, times, total
from .atoms import Form, atom
from .content import components, content
from .diagrams import ONE, Diagram, Factor, Head, Poly, Term, occurring, put
from .errors import NotProved
from .indices import Index, Var, fresh
from .place import Place, Value, value_of
from .powers import raised
from .separate import separate
from .sides import axes


@value_of("inverse")
def inverse(place: Place, node: Expr, inside: Expr) -> Value:
    """An inverse."""
    value = place.of(inside)
    row, column = axes(place, value.shape)
    if row is None or column is None:
        place.need(value.poly)
        return value._replace(poly=raised(place.room, value.poly, Fraction(-1)))
    found = []
    for poly, (i, j) in separate(place.room, value.poly, (row, column)):
        at = {i: Index(Var("@0", i.size)), j: Index(Var("@1", i.size))}
        place.need(substitute(place.room, poly, at), i.size)
        found.append(inverted(place.room, poly, i, j))
    return value._replace(poly=product(place.room, found))


def inverted(room: Room, poly: Poly, row: Var, column: Var) -> Poly:
    """The inverse of a square: of a multiple of the identity, or an entry of a new family."""
    if not poly:
        raise NotProved("the inverse of 0")
    unit = closed(
        room, Term(ONE, (), (Factor(Head("delta", even=0), (Index(row), Index(column))),))
    )
    ((lead, _), *_) = unit.terms.items()
    if all(lead.factors[0] in d.factors for d in poly.terms):
        scale = total([
            closed(room, Term(v, d.bound, tuple(f for f in d.factors if f not in lead.factors)))
            for d, v in poly.terms.items()
        ])  # fmt: skip
        return times(room, unit, raised(room, scale, Fraction(-1)))
    value, outside, rest = content(poly)
    kept = tuple(f for f in outside if not {row, column} & {s.var for s in f.slots})
    inner = tuple(f for f in outside if f not in kept)
    if inner:
        rest = times(room, closed(room, Term(ONE, (), inner)), rest)
    scale = closed(room, Term(1 / value, (), tuple(f._replace(power=-f.power) for f in kept)))
    return times(room, scale, inverse_of_rest(room, rest, row, column))


def inverse_of_rest(room: Room, rest: Poly, row: Var, column: Var) -> Poly:
    """B^-1 A^-1 for (AB)^-1 with square factors, else an entry of a new family."""
    between = next(filter(None, (halves(d, row, column) for d in rest.terms)), None)
    if between and len(rest.terms) == 1:
        (value,) = rest.terms.values()
        left, right, var = between
        letter = fresh(row.size)
        one = closed(room, Term(value, *left))
        other = closed(room, Term(ONE, *right))
        one = inverted(room, substitute(room, one, {var: Index(column)}), row, column)
        other = inverted(room, substitute(room, other, {var: Index(row)}), row, column)
        first = substitute(room, other, {column: Index(letter)})
        second = substitute(room, one, {row: Index(letter)})
        return bind(room, times(room, first, second), letter)
    sides = [Var(f"@{k}", row.size) for k in range(2)]
    inside, swapped = (
        substitute(room, rest, {row: Index(one), column: Index(other)})
        for one, other in (sides, sides[::-1])
    )
    slots, even = (Index(row), Index(column)), 0 if swapped == inside else -1
    if swapped.key < inside.key:  # the inverse of a transpose
        inside, slots = swapped, slots[::-1]
    return atom(room, Form("inv", "", sides, even), [inside], slots)


Half = tuple[tuple[Var, ...], tuple[Factor, ...]]


def halves(diagram: Diagram, row: Var, column: Var) -> tuple[Half, Half, Var] | None:
    """(left, right, index between) where a diagram is a product of two squares of this size."""
    for k, var in enumerate(diagram.bound):
        if var.size != row.size:
            continue
        letter = Var(f"between {k}", var.size)
        others = tuple(v for v in diagram.bound if v != var)
        factors = put(diagram.factors, {var: Index(letter)})
        groups = components(Diagram((), factors), (*others, row, column))
        if len(groups) == 2:
            left, right = groups if row in groups[0][0] else groups[::-1]
            seen = [set(occurring(factors)) for _, factors in (left, right)]
            if row in seen[0] and column in seen[1] - seen[0] and letter in seen[0] & seen[1]:
                sums = [tuple(v for v in bound if v in others) for bound, _ in (left, right)]
                return (sums[0], left[1]), (sums[1], right[1]), letter
    return None


@maker("inv")
def _inverse(
    room: Room, head: Head, inside: tuple[Poly, ...], own: tuple[Index, ...],
    binds: tuple[Var, ...], power: Fraction,
) -> Poly:  # fmt: skip
    found = inverted(room, inside[0], *binds)
    at = dict(zip(binds, own, strict=True))
    return raised(room, substitute(room, found, at), power)
