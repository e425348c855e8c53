"""Sums, products, powers, transposes, inverses, norms, traces, arrays in index notation."""

from __future__ import annotations

from fractions import Fraction

from ..expr import Expr
from .algebra import bind, product, substitute, times, total
from .diagrams import Poly
from .elementary import exponential, logarithm
from .errors import Unsupported
from .indices import Index, fresh
from .linear_forms import indices_of, is_of_sizes
from .moduli import modulus
from .place import Place, Value, value_of
from .powers import raised
from .sides import axes, matrix_product, summed, turned
from .signs import is_nonnegative, is_positive
from .whole_powers import to_index

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
        return Value((), rooted(place, value.poly, up.number))
    if up.number.denominator != 1 or not 1 <= up.number <= 8:
        raise Unsupported("such a power of a matrix")
    result = value
    for _ in range(int(up.number) - 1):
        result = matrix_product(place, result, value)
    return result


def rooted(place: Place, base: Poly, power: Fraction) -> Poly:
    """A power; what stands under an even root must be above 0 somewhere, or never below."""
    if power.denominator % 2 == 0 and not is_nonnegative(place.here, base):
        place.need(base, above=True)
    return raised(place.room, base, power)


def symbolic_power(place: Place, base: Poly, up: Poly) -> Poly:
    """a^b = e^(b log a) for a base that is known to be positive, or a whole power."""
    room = place.room
    if not is_positive(place.here, base):
        if not is_of_sizes(up) or not is_nonnegative(place.here, up):
            raise Unsupported("a symbolic power of what may be negative")
        return product(room, [to_index(room, base, index) for index in indices_of(up)])
    return exponential(room, times(room, up, logarithm(room, base)))


@value_of("transpose")
def transpose(place: Place, node: Expr, inside: Expr) -> Value:
    """A transpose."""
    return turned(place, place.of(inside))


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
