"""The ladder for inequalities: how the sign of a difference is found to be known."""

from collections.abc import Callable, Sequence
from typing import Any

import sympy as sp

from ..evaluate.world import Value
from .cases import by_cases
from .polynomials import CommonRing
from .squares import is_sum_of_squares

Curved = tuple[Any, ...]  # the functions log and exp
SignOfFactor = Callable[[CommonRing, Value, bool], bool]
MOST_TURNING = 4  # symbols in what turns a switch
MOST_TERMS = 500  # of a polynomial whose factors are looked for


def structural_sign(expression: Value) -> str:
    """The sign that an expression shows as it is written: +, 0+ (not negative), 0, 0-, - or ?."""
    for known, sign in (("positive", "+"), ("negative", "-"), ("zero", "0")):
        if getattr(expression, f"is_{known}"):
            return sign
    if expression.is_nonnegative or expression.is_nonpositive:
        return "0+" if expression.is_nonnegative else "0-"
    if expression.is_Add:
        return sign_of_sum({structural_sign(term) for term in expression.args})
    if expression.is_Mul:
        return sign_of_product([structural_sign(factor) for factor in expression.args])
    if isinstance(expression, sp.log):
        return sign_of_logarithm(expression.args[0])
    if expression.is_Pow and expression.exp.is_negative:  # it is defined, so its base is not 0
        return "+" if structural_sign(expression.base) in {"+", "0+"} else "?"
    return "?"


def sign_of_sum(signs: set[str]) -> str:
    """The sign of a sum from the signs of its terms."""
    if signs <= {"+", "0+", "0"}:
        return "+" if "+" in signs else "0+"
    if signs <= {"-", "0-", "0"}:
        return "-" if "-" in signs else "0-"
    return "?"


def sign_of_product(signs: Sequence[str]) -> str:
    """The sign of a product from the signs of its factors."""
    if "?" in signs:
        return "?"
    if "0" in signs:
        return "0"
    weak = "0" if {"0+", "0-"} & set(signs) else ""
    odd = sum(sign in {"-", "0-"} for sign in signs) % 2
    return weak + ("-" if odd else "+")


def sign_of_logarithm(argument: Value) -> str:
    """log x has the sign of x - 1; it is defined, so x is not 0."""
    if rung_of_sign(argument) is None:
        return "?"
    for strict, signs in ((True, ("+", "-")), (False, ("0+", "0-"))):
        for turned, sign in zip((argument - 1, 1 - argument), signs, strict=True):
            if rung_of_sign(turned, strict):
                return sign
    return "?"


def rung_of_sign(expression: Value, strict: bool = False) -> str | None:
    """Name of the rung on which the expression is found to be >= 0 (or > 0), or None."""
    expression = sp.sympify(expression, strict=True)
    if structural_sign(expression) in ({"+"} if strict else {"+", "0+", "0"}):
        return "signs"
    if is_positive_by_tangents(expression, strict):
        return "tangents"
    both = by_cases(expression)
    if both and all(rung_of_sign(case, strict) for case in both):
        return "cases"
    ring = CommonRing(expression)
    if is_positive_by_factors(ring, strict):
        return "signs"
    if is_positive_by_factors(ring, strict, is_sum_of_squares):
        return "squares"
    both = by_cases(expression, MOST_TURNING)
    if both and all(rung_of_sign(case, strict) for case in both):
        return "cases"
    return "exponentials" if is_positive_by_exponentials(expression, strict) else None


def is_positive_by_tangents(expression: Value, strict: bool) -> bool:
    """Whether tangents to logarithms, or to exponentials too, leave something of known sign."""
    lower = (by_tangents(expression, curved) for curved in ((sp.log,), (sp.log, sp.exp)))
    return any(part not in (None, expression) and rung_of_sign(part, strict) for part in lower)


def is_positive_by_factors(
    ring: CommonRing, strict: bool, sign: SignOfFactor = CommonRing.is_nonnegative
) -> bool:
    """Whether the factors of numerator and denominator have known signs, whose product is +."""
    above, below = ring.parts[0]
    odd = [factor for factor, n in below.items() if n % 2]
    if not all(sign(ring, factor, False) for factor in odd):  # it is defined, so none is 0
        return False
    if above == 0 or len(above) > MOST_TERMS:
        return above == 0 and not strict
    turned, factors = above.factor_list()
    for factor in (factor for factor, n in factors if n % 2 or strict):
        if not sign(ring, factor, strict):
            turned, factor = -turned, -factor
        if not sign(ring, factor, strict):
            return False
    return bool(turned > 0)


def is_positive_by_exponentials(expression: Value, strict: bool) -> bool:
    """Whether a sum with a logarithm is seen to be positive: log f > t where f > e^t."""
    for term in sp.Add.make_args(expression):
        number, function = term.as_coeff_Mul()
        if isinstance(function, sp.log) and function.free_symbols:
            inside, rest = function.args[0], sp.expand((expression - term) / abs(number))
            above = inside - sp.exp(-rest) if number > 0 else sp.exp(rest) - inside
            fewer = len(above.atoms(sp.log)) < len(expression.atoms(sp.log))
            if fewer and rung_of_sign(inside, strict=True) and rung_of_sign(above, strict):
                return True
    return False


def by_tangents(expression: Value, curved: Curved, upper: bool = False) -> Value | None:
    """What is not above the expression, or with ``upper`` not below it, and has none of ``curved``.

    Tangents at 1 and at 0 take the place of logarithms and exponentials: 1 - 1/x <= log x <= x - 1
    and 1 + x <= e^x <= 1 / (1 - x), the last for x < 1. None where one of them stands in anything
    but sums and products with factors of known sign.
    """
    if not varying(expression, curved):
        return expression
    if isinstance(expression, curved) and not varying(expression.args[0], curved):
        return tangent(expression, upper)
    if expression.is_Add:
        terms: list[Value] = [by_tangents(term, curved, upper) for term in expression.args]
        return None if None in terms else sum(terms)
    within = [part for part in expression.args if varying(part, curved)]
    if not expression.is_Mul or len(within) > 1:
        return None
    factor = expression / within[0]
    sign = structural_sign(factor)
    inner = by_tangents(within[0], curved, upper != (sign in {"-", "0-"})) if sign != "?" else None
    return None if inner is None else factor * inner


def varying(expression: Value, curved: Curved) -> bool:
    """Whether a curved function of something that varies occurs."""
    return any(part.free_symbols for part in expression.atoms(*curved))


def tangent(expression: Value, upper: bool) -> Value | None:
    """The tangent that bounds log x or e^x from below or above, None where it may not."""
    x = expression.args[0]
    if isinstance(expression, sp.log):
        bound, needed = x - 1 if upper else 1 - 1 / x, x
    else:
        bound, needed = 1 / (1 - x) if upper else 1 + x, 1 - x if upper else sp.S.One
    return bound if rung_of_sign(needed, strict=True) else None
