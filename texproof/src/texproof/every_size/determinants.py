"""Determinants of squares of every size: of products, of multiples, of 1 + AB; else a number.

det(cA) = c^n det A, det(AB) = det A det B, det A^T = det A, det A^-1 = 1/det A, and Sylvester's
det(1 + AB) = det(1 + BA), so that det(1 + u v^T) = 1 + v^T u.
"""

from __future__ import annotations

from fractions import Fraction

from ..expr import Expr
from .algebra import Room, bind, closed, maker, opened, product, substitute, times
from .atoms import Form, atom
from .content import content
from .defined import Need
from .diagrams import ONE, UNIT, ZERO, Diagram, Factor, Head, Poly, Term
from .elementary import exponential, logarithm
from .errors import Unsupported
from .indices import Index, Var, length
from .inverses import halves, inverted
from .place import Place, Value, closed_one, size_poly, value_of
from .powers import raised
from .products import product_over
from .separate import separate
from .sides import axes
from .signs import is_positive
from .similar import diagonal, similar
from .slopes import Target, chain_of, derivative, itself
from .sylvester import swapped
from .whole_powers import to_index

UP = Fraction(-1)


@value_of("det")
def det(place: Place, node: Expr, inside: Expr) -> Value:
    """A determinant."""
    value = place.of(inside)
    row, column = axes(place, value.shape)
    if row is None or column is None:
        return Value((), value.poly)
    parts = separate(place.room, value.poly, (row, column))
    if len(parts) > 1:
        raise Unsupported("the determinant of a product of Kronecker's")
    return Value((), determinant(place.room, value.poly, row, column))


@value_of("adj")
def adjugate(place: Place, node: Expr, inside: Expr) -> Value:
    """det(A) A^-1, where A is invertible; elsewhere it is the limit of that."""
    value = place.of(inside)
    row, column = axes(place, value.shape)
    if row is None or column is None:
        return value._replace(poly=closed_one(place.room, ()))
    at = {row: Index(Var("@0", row.size)), column: Index(Var("@1", row.size))}
    square = substitute(place.room, value.poly, at)
    place.needs.append(Need(square, place.known, row.size, dense=True))
    whole = determinant(place.room, value.poly, row, column)
    return value._replace(
        poly=times(place.room, whole, inverted(place.room, value.poly, row, column))
    )


def determinant(room: Room, poly: Poly, row: Var, column: Var) -> Poly:
    """The determinant of a square."""
    if not poly:
        return ZERO
    if not poly.single and (known := of_diagonal(room, poly, row, column)) is not None:
        return known
    value, outside, rest = content(poly)
    kept = tuple(f for f in outside if not {row, column} & {s.var for s in f.slots})
    inner = tuple(f for f in outside if f not in kept)
    scale = closed(room, Term(value, (), kept))
    if inner:
        rest = times(room, closed(room, Term(ONE, (), inner)), rest)
    return times(room, to_size(room, scale, row.size), of_rest(room, rest, row, column))


def to_size(room: Room, base: Poly, size: str) -> Poly:
    """c^n for a number c and a size n."""
    if base.number == 1:
        return base
    if is_positive(room, base):
        many = size_poly(room, length(size))
        return exponential(room, times(room, many, logarithm(room, base)))
    return to_index(room, base, Index(None, length(size)))


def of_rest(room: Room, rest: Poly, row: Var, column: Var) -> Poly:
    """The determinant of what has no common factors."""
    if (known := of_diagonal(room, rest, row, column)) is not None:
        return known
    if rest.single:
        diagram, value = rest.single
        found = of_product(room, diagram, row, column)
        if found is not None:
            return times(room, to_size(room, Poly({UNIT: value}), row.size), found)
    polys = [(rest, row, column), *swapped(room, rest, row, column)]
    direct = next((poly for poly, left, _ in polys if left.size == "1"), None)
    if direct is not None:
        return direct
    atoms = [det_atom(room, *one) for poly, left, right in polys
             for one in ((poly, left, right), (poly, right, left))]  # fmt: skip
    return min(atoms, key=lambda poly: poly.key)


def of_diagonal(room: Room, poly: Poly, row: Var, column: Var) -> Poly | None:
    """The determinant of a diagonal, and of what is similar to another square, or None."""
    entries = diagonal(room, poly, row, column)
    if entries is not None:
        return product_over(room, entries, row)
    apart = similar(room, poly, row, column)
    return determinant(room, *apart) if apart else None


def det_atom(room: Room, poly: Poly, row: Var, column: Var) -> Poly:
    """A determinant as a factor."""
    sides = [Var(f"@{k}", row.size) for k in range(2)]
    inside = substitute(room, poly, {row: Index(sides[0]), column: Index(sides[1])})
    return atom(room, Form("det", "", sides), [inside])


def of_product(room: Room, diagram: Diagram, row: Var, column: Var) -> Poly | None:
    """The determinant of a product of squares, or of an inverse."""
    between = halves(diagram, row, column)
    if between:
        left, right, var = between
        one, other = closed(room, Term(ONE, *left)), closed(room, Term(ONE, *right))
        one = substitute(room, one, {var: Index(column)})
        other = substitute(room, other, {var: Index(row)})
        parts = [determinant(room, part, row, column) for part in (one, other)]
        return product(room, parts)
    factors = diagram.factors
    if len(factors) == 1 and factors[0].head.kind == "inv" and factors[0].power == 1:
        (inside,), binds = opened(room, factors[0])
        return raised(room, determinant(room, inside, *binds), UP)
    return None


@maker("det")
def _det(
    room: Room, head: Head, inside: tuple[Poly, ...], own: tuple[Index, ...],
    binds: tuple[Var, ...], power: Fraction,
) -> Poly:  # fmt: skip
    return raised(room, determinant(room, inside[0], *binds), power)


@chain_of("det")
def of_determinant(room: Room, factor: Factor, target: Target) -> Poly:
    """(det A)' = det A tr(A^-1 A'), where A is invertible: see `calculus.singular`."""
    (inside,), (row, column) = opened(room, factor)
    slope = derivative(room, inside, target)
    if not slope:
        return ZERO
    turned = substitute(room, slope, {row: Index(column), column: Index(row)})
    both = times(room, inverted(room, inside, row, column), turned)
    return times(room, itself(room, factor), bind(room, bind(room, both, row), column))
