"""Sums, products, powers, transposes, inverses, norms, traces, arrays in index notation."""

from __future__ import annotations

from fractions import Fraction

from ..expr import Expr
from .algebra import Room, bind, closed, maker, product, substitute, times, total
from .atoms import atom
from .content import components, content
from .diagrams import ONE, Diagram, Factor, Head, Poly, Term, occurring, put
from .elementary import exponential, logarithm
from .errors import NotProved, Unsupported
from .indices import Index, Var, fresh
from .moduli import modulus
from .place import (
    Place,
    Value,
    axes,
    matrix_product,
    summed,
    turned,
    value_of,
)
from .powers import raised
from .signs import is_positive
from .whole_powers import index_of, to_index

HALF = Fraction(1, 2)


@value_of("add")
def added(place: Place, node: Expr, *terms: Expr) -> Value:
    """A sum."""
    values = [place.of(term) for term in terms]
    return Value(values[0].shape, total([value.poly for value in values]))


@value_of("neg")
def negated(place: Place, node: Expr, term: Expr) -> Value:
    """A term with a minus."""
    value = place.of(term)
    return value._replace(poly=-value.poly)


@value_of("mul")
def multiplied(place: Place, node: Expr, *factors: Expr) -> Value:
    """A product."""
    value = place.of(factors[0])
    for factor in factors[1:]:
        value = matrix_product(place, value, place.of(factor))
    return value


@value_of("div")
def divided(place: Place, node: Expr, above: Expr, below: Expr) -> Value:
    """A quotient."""
    value = place.of(above)
    return value._replace(poly=times(place.room, value.poly, reciprocal(place, below)))


def reciprocal(place: Place, node: Expr) -> Poly:
    """One over a number that is written: over the base of a power, over each factor."""
    if node.op == "mul" and not any(place.of(factor).shape for factor in node.args):
        return product(place.room, [reciprocal(place, factor) for factor in node.args])
    base, exponent = node.args if node.op == "pow" else (node, None)
    up = place.scalar(exponent).number if exponent else Fraction(1)
    if up is None or up.denominator != 1 or up <= 0:
        base, up = node, Fraction(1)
    under = place.scalar(base)
    place.need(under)
    return raised(place.room, under, -up)


@value_of("pow")
def power(place: Place, node: Expr, base: Expr, exponent: Expr) -> Value:
    """A power of a number or of a matrix."""
    value, up = place.of(base), place.scalar(exponent)
    if up.number is None:
        if value.shape:
            raise Unsupported("a symbolic power of a matrix")
        return Value((), symbolic_power(place, value.poly, up))
    if not value.shape:
        if up.number < 0:
            place.need(value.poly)
        return Value((), raised(place.room, value.poly, up.number))
    if up.number.denominator != 1 or not 1 <= up.number <= 8:
        raise Unsupported("such a power of a matrix")
    result = value
    for _ in range(int(up.number) - 1):
        result = matrix_product(place, result, value)
    return result


def symbolic_power(place: Place, base: Poly, up: Poly) -> Poly:
    """a^b = e^(b log a) for a base that is known to be positive, or a whole power."""
    room = place.room
    if not is_positive(place.here, base):
        index = index_of(place.here, up)
        if index is None:
            raise Unsupported("a symbolic power of what may be negative")
        return to_index(room, base, index)
    return exponential(room, times(room, up, logarithm(room, base)))


@value_of("transpose")
def transpose(place: Place, node: Expr, inside: Expr) -> Value:
    """A transpose."""
    return turned(place, place.of(inside))


@value_of("inverse")
def inverse(place: Place, node: Expr, inside: Expr) -> Value:
    """An inverse."""
    value = place.of(inside)
    row, column = axes(place, value.shape)
    if row is None or column is None:
        place.need(value.poly)
        return value._replace(poly=raised(place.room, value.poly, Fraction(-1)))
    at = {row: Index(Var("@0", row.size)), column: Index(Var("@1", row.size))}
    place.need(substitute(place.room, value.poly, at), row.size)
    return value._replace(poly=inverted(place.room, value.poly, row, column))


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
    return atom(room, "inv", "", [inside], slots, sides, even)


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


@value_of("tr")
def trace(place: Place, node: Expr, inside: Expr) -> Value:
    """A trace."""
    value = place.of(inside)
    row, column = axes(place, value.shape)
    if row is None or column is None:
        return Value((), value.poly)
    letter = fresh(row.size)
    same = substitute(place.room, value.poly, {row: Index(letter), column: Index(letter)})
    return Value((), bind(place.room, same, letter))


@value_of("norm")
def norm(place: Place, node: Expr, inside: Expr) -> Value:
    """Euclidean (and Frobenius) norm, or the sum of absolute values."""
    value = place.of(inside)
    if node.value == "1":
        found = value._replace(poly=modulus(place.room, value.poly))
        return Value((), summed(place, found))
    if node.value == r"\infty":
        raise Unsupported("the largest entry")
    return Value((), raised(place.room, summed(place, value, squared=True), HALF))


@value_of("inner")
def inner_product(place: Place, node: Expr, left: Expr, right: Expr) -> Value:
    """An inner product."""
    one, other = place.of(left), place.of(right)
    both = Value(one.shape, times(place.room, one.poly, other.poly))
    return Value((), summed(place, both))
