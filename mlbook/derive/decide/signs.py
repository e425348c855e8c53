"""The ladder for inequalities: how the sign of a difference is found to be known."""

from collections.abc import Sequence
from typing import Any

import sympy as sp

from ..evaluate.unknowns import Indicator
from ..evaluate.world import Value
from .polynomials import CommonRing

Curved = tuple[Any, ...]  # the functions log and exp


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
    """log x has the sign of x - 1."""
    if rung_of_sign(argument, strict=True) is None:
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
    if not strict and is_nonnegative_by_tangents(expression):
        return "tangents"
    both = by_cases(expression)
    if both and all(rung_of_sign(case, strict) for case in both):
        return "cases"
    return "signs" if is_nonnegative_by_factors(expression, strict) else None


def is_nonnegative_by_tangents(expression: Value) -> bool:
    """Whether tangents to logarithms, or to exponentials too, leave something not negative."""
    lower = (by_tangents(expression, curved) for curved in ((sp.log,), (sp.log, sp.exp)))
    return any(part not in (None, expression) and rung_of_sign(part) for part in lower)


def is_nonnegative_by_factors(expression: Value, strict: bool) -> bool:
    """Whether the factors of numerator and denominator have known signs, whose product is +."""
    ring = CommonRing(expression)
    above, below = ring.parts[0]
    odd = [factor for factor, n in below.items() if n % 2]
    if not all(ring.is_nonnegative(factor, strict=True) for factor in odd):
        return False
    if above == 0:
        return not strict
    sign, factors = above.factor_list()
    for factor in (factor for factor, n in factors if n % 2 or strict):
        if not ring.is_nonnegative(factor, strict):
            sign, factor = -sign, -factor
        if not ring.is_nonnegative(factor, strict):
            return False
    return bool(sign > 0)


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


def by_cases(expression: Value) -> list[Value] | None:
    """The expression on both sides of the first switch in it that one symbol turns, or None.

    An indicator switches where its argument passes 0, a modulus too, a maximum and a minimum where
    their two terms are equal. On each side the symbol is replaced by its distance to the switch.
    """
    kinds = expression.atoms(Indicator, sp.Abs, sp.Max, sp.Min)
    for part in sorted((part for part in kinds if len(part.args) <= 2), key=str):
        at = part.args[0] - (part.args[1] if len(part.args) == 2 else 0)
        if len(at.free_symbols) == 1 and at.is_polynomial() and sp.degree(at) == 1:
            (x,) = at.free_symbols
            near, far = sp.Dummy(nonnegative=True), sp.Dummy(positive=True)
            return [expression.subs(x, sp.solve(at - d, x)[0]) for d in (-near, far)]
    return None
