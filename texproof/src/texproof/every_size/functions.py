"""Elementary functions, extremes of numbers, factorials, indicators and cases in index notation.

The laws that take them apart are in `elementary`; this module says which operation of the language
calls which law.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from ..expr import Expr
from .algebra import HALF, factorial, rational_power
from .context import Context, PolyValue, index_rule, plain_product
from .diagrams import ONE, Poly, constant_poly, product, times, total
from .elementary import exponential, logarithm, modulus, power_of_poly, signum, step_function
from .indices import ONE_SIZE, Index, Unsupported, constant, shift_index
from .leaves import at_indices, is_map, plain_index
from .rules import at_most, delta

# --------------------------------------------------------------------------------------------------
# Indicators and cases in index notation: of indices, of labels, of numbers.

NUMBERS = {"num", "size", "var", "add", "neg", "mul"}


BACK = {">=": "<=", ">": "<"}


def indicator(context: Context, left: Expr, sign: str, right: Expr) -> Poly:
    """1 where ``left sign right``, 0 elsewhere: of indices, labels or numbers."""
    if sign in BACK:
        return indicator(context, right, BACK[sign], left)
    if sign == "!=":
        return constant_poly(1) - indicator(context, left, "=", right)
    if is_index(context, left) and is_index(context, right):
        return compare_indices(context, left, sign, right)
    low, high = context.scalar(left), context.scalar(right)
    below, above = step_function(context.ring, low - high), step_function(context.ring, high - low)
    return {"<=": below, "<": constant_poly(1) - above, "=": times(context.ring, below, above)}[
        sign
    ]


def is_index(context: Context, node: Expr) -> bool:
    """Whether a tree is an index: a letter plus a constant, or the value of an index map."""
    if node.op == "name":
        return node.value.kind == "index" and is_map(context, node.value)
    plain = node.op in NUMBERS and is_whole(node)
    return plain and all(part.op != "name" and is_index(context, part) for part in node.args)


def is_whole(node: Expr) -> bool:
    """Whether a number that is written is whole."""
    return node.op != "num" or Fraction(node.value).denominator == 1


def compare_indices(context: Context, left: Expr, sign: str, right: Expr) -> Poly:
    """[i <= j], [i < j] or [i = j]."""

    def compared(pair: list[Index]) -> Poly:
        one, other = pair
        if sign == "=":
            return plain_product(context.ring, (delta(one, other),))
        last = other if sign == "<=" else shift_index(other, ((ONE_SIZE, -1),))
        return plain_product(context.ring, (at_most(one, last),))

    return at_indices(context, [left, right], compared)


@index_rule("indicator")
def indicator_of_relation(context: Context, node: Expr, left: Expr, right: Expr) -> PolyValue:
    """1 where a relation holds and 0 elsewhere."""
    return PolyValue((), indicator(context, left, node.value, right))


@index_rule("cases")
def cases(context: Context, node: Expr, *parts: Expr) -> PolyValue:
    """The value of the first case whose relation holds, else the last value."""
    result, none_yet = [], constant_poly(1)
    context = replace(context, sure=False)
    shape = context.of(parts[-1]).shape
    for i, relation in enumerate(node.value):
        value, left, right = parts[3 * i : 3 * i + 3]
        here = indicator(context, left, relation, right)
        known = times(context.ring, none_yet, here)
        result.append(times(context.ring, known, context.of(value).poly))
        none_yet = times(context.ring, none_yet, constant_poly(1) - here)
    result.append(times(context.ring, none_yet, context.of(parts[-1]).poly))
    return PolyValue(shape, total(result))


# --------------------------------------------------------------------------------------------------
# Exponentials, logarithms, roots, signs and extremes of numbers in index notation.


@index_rule("exp")
def exp(context: Context, node: Expr, inside: Expr) -> PolyValue:
    """An exponential."""
    return PolyValue((), exponential(context.ring, context.scalar(inside)))


@index_rule("log")
def log(context: Context, node: Expr, inside: Expr, *base: Expr) -> PolyValue:
    """A logarithm."""
    parts = [context.scalar(part) for part in (inside, *base)]
    for part in parts:
        context.need(part, above=True)
    value, *bases = (logarithm(context.ring, part) for part in parts)
    if bases:
        context.need(bases[0])
        value = times(context.ring, value, power_of_poly(context.ring, bases[0], Fraction(-1)))
    return PolyValue((), value)


@index_rule("sqrt")
def square_root(context: Context, node: Expr, inside: Expr) -> PolyValue:
    """A square root."""
    return PolyValue((), rational_power(context, context.scalar(inside), HALF))


@index_rule("sgn")
def sign_of(context: Context, node: Expr, inside: Expr) -> PolyValue:
    """A sign."""
    return PolyValue((), signum(context.ring, context.scalar(inside)))


@index_rule("max", "min")
def largest_or_smallest(context: Context, node: Expr, *parts: Expr) -> PolyValue:
    """max(a, b) = (a + b + |a - b|)/2, and min with a minus."""
    first, *rest = (context.scalar(part) for part in parts)
    way = HALF if node.op == "max" else -HALF
    for other in rest:
        gap = modulus(context.ring, first - other)
        first = (first + other).scaled(HALF) + gap.scaled(way)
    return PolyValue((), first)


# --------------------------------------------------------------------------------------------------
# Factorials and binomial coefficients.


@index_rule("gamma")
def gamma(context: Context, node: Expr, inside: Expr) -> PolyValue:
    """(k - 1)! for k that is known to be at least 1."""
    less = shift_index(plain_index(context, inside), ((ONE_SIZE, -1),))
    if not context.known.at_most(constant(0), less):
        raise Unsupported("a gamma function of another kind")
    return PolyValue((), factorial(context.ring, less))


@index_rule("binom")
def binomial(context: Context, node: Expr, above: Expr, below: Expr) -> PolyValue:
    """n!/(k! (n - k)!) for k that is known to be among 0, ..., n."""
    many, few = plain_index(context, above), plain_index(context, below)
    if few.minus or many.minus or (few.var is not None and many.var != few.var):
        raise Unsupported("a binomial coefficient of another kind")
    rest = Index(None if few.var else many.var, shift_index(many, few.shift, -1).shift)
    if not all(context.known.at_most(constant(0), index) for index in (few, rest)):
        raise Unsupported("a binomial coefficient that may be 0")
    up, *down = (factorial(context.ring, index) for index in (many, few, rest))
    under = [power_of_poly(context.ring, poly, -ONE) for poly in down]
    return PolyValue((), product(context.ring, [up, *under]))
