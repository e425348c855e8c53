"""Sums, products, quotients, powers, transposes, norms and traces in index notation.

A power with a symbol as exponent is kept apart where the exponent is a whole number that is known
not to be negative, and so is a factorial.
"""

from __future__ import annotations

from fractions import Fraction

from ..expr import Expr
from ..limits import MOST_FACTORS
from .atoms import Form, atom
from .context import (
    Context,
    PolyValue,
    axes,
    index_rule,
    matrix_product,
    plain_product,
    sum_of_entries,
    transposed,
)
from .diagrams import (
    ONE,
    Factor,
    Head,
    Poly,
    Ring,
    Term,
    bind,
    factor_maker,
    name_bound_variables,
    normal_form,
    product,
    remake_factor,
    replace_factor,
    substitute,
    times,
    total,
)
from .elementary import exponential, logarithm, modulus, power_of_poly
from .indices import (
    ONE_SIZE,
    Index,
    NotProved,
    Unsupported,
    Var,
    constant,
    fresh_variable,
    shift_index,
    whole_number,
)
from .signs import indices_of, is_nonnegative, is_of_sizes, is_positive

# --------------------------------------------------------------------------------------------------
# Powers b^k with b^(k + 1) = b^k b, and factorials with (k + 1)! = (k + 1) k!.


def power_to_index(ring: Ring, base: Poly, up: Index) -> Poly:
    """A power whose exponent is an index that is not below 0.

    b^(k + 2) = b^k b^2 holds for every b: for b = 0 and k = 0 it says 0 = 1 · 0.
    """
    if up.minus:
        raise Unsupported("a power with a negative index")
    number = whole_number(up.shift) if up.var is None else None
    if number is not None:
        return power_of_poly(ring, base, Fraction(number))
    more = max(dict(up.shift).get(ONE_SIZE, 0), 0)
    if more > MOST_FACTORS:
        raise NotProved("a high power")
    rest = shift_index(up, ((ONE_SIZE, -more),)) if more else up
    result = base if base.number == 1 else atom(ring, Form("up"), [base], (rest,))
    return times(ring, result, power_of_poly(ring, base, Fraction(more)))


@factor_maker("up")
def _remake_power_to_index(
    ring: Ring, head: Head, inside: tuple[Poly, ...], own: tuple[Index, ...],
    binds: tuple[Var, ...], power: Fraction,
) -> Poly:  # fmt: skip
    return power_of_poly(ring, power_to_index(ring, inside[0], own[0]), power)


def write_out_powers(ring: Ring, term: Term) -> list[Term] | None:
    """b^(k + 2) = b^k b^2, and a power that is a number, are written out; so are factorials."""
    for factor in term.factors:
        if factor.head.kind not in {"up", "fact"}:
            continue
        index = factor.slots[0]
        more = dict(index.shift).get(ONE_SIZE, 0)
        plain = index.var is None and whole_number(index.shift) is not None
        if plain or more > 0 or (more < 0 and factor.head.kind == "fact"):
            lettered, back = name_bound_variables(factor, term.bound)
            if factor.head.kind == "up":
                result = remake_factor(ring, lettered)
            else:
                result = power_of_poly(ring, factorial(ring, lettered.slots[0]), factor.power)
            return replace_factor(term, factor, result, back)
    return None


def factorial(ring: Ring, index: Index) -> Poly:
    """k! with the whole part of k written out."""
    more = dict(index.shift).get(ONE_SIZE, 0)
    rest = shift_index(index, ((ONE_SIZE, -more),)) if more else index
    if abs(more) > MOST_FACTORS:
        raise NotProved("a long factorial")
    between = range(1, more + 1) if more > 0 else range(more + 1, 1)
    many = product(ring, [index_term(ring, shift_index(rest, ((ONE_SIZE, k),))) for k in between])
    many = power_of_poly(ring, many, ONE if more > 0 else -ONE)
    if rest == constant(0):
        return many
    return times(ring, plain_product(ring, (Factor(Head("fact"), (rest,)),)), many)


def index_term(ring: Ring, index: Index) -> Poly:
    """An index as a number."""
    return normal_form(ring, Term(ONE, (), (Factor(Head("at"), (index,)),)))


# --------------------------------------------------------------------------------------------------
# Sums, products, powers, transposes, inverses, norms, traces, arrays in index notation.

HALF = Fraction(1, 2)


@index_rule("add")
def addition(context: Context, node: Expr, *terms: Expr) -> PolyValue:
    """A sum."""
    values = [context.of(term) for term in terms]
    return PolyValue(values[0].shape, total([value.poly for value in values]))


@index_rule("neg")
def negation(context: Context, node: Expr, term: Expr) -> PolyValue:
    """A term with a minus."""
    value = context.of(term)
    return value._replace(poly=-value.poly)


@index_rule("mul")
def multiplication(context: Context, node: Expr, *factors: Expr) -> PolyValue:
    """A product."""
    value = context.of(factors[0])
    for factor in factors[1:]:
        value = matrix_product(context, value, context.of(factor))
    return value


@index_rule("div")
def division(context: Context, node: Expr, above: Expr, below: Expr) -> PolyValue:
    """A quotient."""
    value = context.of(above)
    return value._replace(poly=times(context.ring, value.poly, reciprocal(context, below)))


def reciprocal(context: Context, node: Expr) -> Poly:
    """One over a number that is written: over the base of a power, over each factor."""
    if node.op == "mul" and not any(context.of(factor).shape for factor in node.args):
        return product(context.ring, [reciprocal(context, factor) for factor in node.args])
    base, exponent = node.args if node.op == "pow" else (node, None)
    up = context.scalar(exponent).number if exponent else Fraction(1)
    if up is None or up.denominator != 1 or up <= 0:
        base, up = node, Fraction(1)
    under = context.scalar(base)
    context.need(under)
    return power_of_poly(context.ring, under, -up)


@index_rule("pow")
def power(context: Context, node: Expr, base: Expr, exponent: Expr) -> PolyValue:
    """A power of a number or of a matrix."""
    value, up = context.of(base), context.scalar(exponent)
    if up.number is None:
        if value.shape:
            raise Unsupported("a symbolic power of a matrix")
        return PolyValue((), symbolic_power(context, value.poly, up))
    if not value.shape:
        if up.number < 0:
            context.need(value.poly)
        return PolyValue((), rational_power(context, value.poly, up.number))
    if up.number.denominator != 1 or not 1 <= up.number <= 8:
        raise Unsupported("a power of a matrix other than 1 to 8")
    result = value
    for _ in range(int(up.number) - 1):
        result = matrix_product(context, result, value)
    return result


def rational_power(context: Context, base: Poly, power: Fraction) -> Poly:
    """A power; what stands under an even root must be above 0 somewhere, or never below."""
    if power.denominator % 2 == 0 and not is_nonnegative(context.here, base):
        context.need(base, above=True)
    return power_of_poly(context.ring, base, power)


def symbolic_power(context: Context, base: Poly, up: Poly) -> Poly:
    """a^b = e^(b log a) for a base that is known to be positive, or a whole power."""
    ring = context.ring
    if not is_positive(context.here, base):
        if not is_of_sizes(up) or not is_nonnegative(context.here, up):
            raise Unsupported("a symbolic power of what may be negative")
        return product(ring, [power_to_index(ring, base, index) for index in indices_of(up)])
    return exponential(ring, times(ring, up, logarithm(ring, base)))


@index_rule("transpose")
def transpose(context: Context, node: Expr, inside: Expr) -> PolyValue:
    """A transpose."""
    return transposed(context, context.of(inside))


@index_rule("tr")
def trace(context: Context, node: Expr, inside: Expr) -> PolyValue:
    """A trace."""
    value = context.of(inside)
    row, column = axes(context, value.shape)
    if row is None or column is None:
        return PolyValue((), value.poly)
    letter = fresh_variable(row.size)
    same = substitute(context.ring, value.poly, {row: Index(letter), column: Index(letter)})
    return PolyValue((), bind(context.ring, same, letter))


@index_rule("norm")
def norm(context: Context, node: Expr, inside: Expr) -> PolyValue:
    """Euclidean (and Frobenius) norm, or the sum of absolute values."""
    value = context.of(inside)
    if node.value == "1":
        result = value._replace(poly=modulus(context.ring, value.poly))
        return PolyValue((), sum_of_entries(context, result))
    if node.value == r"\infty":
        raise Unsupported("the largest entry")
    return PolyValue(
        (), power_of_poly(context.ring, sum_of_entries(context, value, squared=True), HALF)
    )


@index_rule("inner")
def inner_product(context: Context, node: Expr, left: Expr, right: Expr) -> PolyValue:
    """An inner product."""
    one, other = context.of(left), context.of(right)
    both = PolyValue(one.shape, times(context.ring, one.poly, other.poly))
    return PolyValue((), sum_of_entries(context, both))
