"""Sums, products, quotients, powers, transposes, norms and traces in index notation.

A power with a symbol as exponent is kept apart where the exponent is a whole number that is known
not to be negative, and so is a factorial.
"""

from __future__ import annotations

from fractions import Fraction

from ..expr import Expr
from ..limits import MOST_FACTORS
from .atoms import Form, atom
from .diagrams import (
    ONE,
    Factor,
    Head,
    Poly,
    Room,
    Term,
    bind,
    closed,
    in_place,
    made,
    maker,
    product,
    substitute,
    times,
    total,
    with_letters,
)
from .elementary import exponential, logarithm, modulus, raised
from .indices import ONE_SIZE, Index, NotProved, Unsupported, Var, constant, fresh, moved, whole
from .place import Place, Value, axes, closed_one, matrix_product, summed, turned, value_of
from .signs import indices_of, is_nonnegative, is_of_sizes, is_positive

# --------------------------------------------------------------------------------------------------
# Powers b^k with b^(k + 1) = b^k b, and factorials with (k + 1)! = (k + 1) k!.


def to_index(room: Room, base: Poly, up: Index) -> Poly:
    """A power whose exponent is an index that is not below 0."""
    if up.minus:
        raise Unsupported("such a power")
    number = whole(up.shift) if up.var is None else None
    if number is not None:
        return raised(room, base, Fraction(number))
    more = max(dict(up.shift).get(ONE_SIZE, 0), 0)
    if more > MOST_FACTORS:
        raise NotProved("a high power")
    rest = moved(up, ((ONE_SIZE, -more),)) if more else up
    found = base if base.number == 1 else atom(room, Form("up"), [base], (rest,))
    return times(room, found, raised(room, base, Fraction(more)))


@maker("up")
def _up(
    room: Room, head: Head, inside: tuple[Poly, ...], own: tuple[Index, ...],
    binds: tuple[Var, ...], power: Fraction,
) -> Poly:  # fmt: skip
    return raised(room, to_index(room, inside[0], own[0]), power)


def steps(room: Room, term: Term) -> list[Term] | None:
    """b^(k + 2) = b^k b^2, and a power that is a number, are written out; so are factorials."""
    for factor in term.factors:
        if factor.head.kind not in {"up", "fact"}:
            continue
        index = factor.slots[0]
        more = dict(index.shift).get(ONE_SIZE, 0)
        plain = index.var is None and whole(index.shift) is not None
        if plain or more > 0 or (more < 0 and factor.head.kind == "fact"):
            lettered, back = with_letters(factor, term.bound)
            if factor.head.kind == "up":
                found = made(room, lettered)
            else:
                found = raised(room, factorial(room, lettered.slots[0]), factor.power)
            return in_place(term, factor, found, back)
    return None


def factorial(room: Room, index: Index) -> Poly:
    """k! with the whole part of k written out."""
    more = dict(index.shift).get(ONE_SIZE, 0)
    rest = moved(index, ((ONE_SIZE, -more),)) if more else index
    if abs(more) > MOST_FACTORS:
        raise NotProved("a long factorial")
    between = range(1, more + 1) if more > 0 else range(more + 1, 1)
    many = product(room, [number_of(room, moved(rest, ((ONE_SIZE, k),))) for k in between])
    many = raised(room, many, ONE if more > 0 else -ONE)
    if rest == constant(0):
        return many
    return times(room, closed_one(room, (Factor(Head("fact"), (rest,)),)), many)


def number_of(room: Room, index: Index) -> Poly:
    """An index as a number."""
    return closed(room, Term(ONE, (), (Factor(Head("at"), (index,)),)))


# --------------------------------------------------------------------------------------------------
# Sums, products, powers, transposes, inverses, norms, traces, arrays in index notation.

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
