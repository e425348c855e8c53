"""The ladder for inequalities: how the sign of a difference is found to be known."""

import sympy as sp

from .polynomials import Fraction


def structural_sign(expression):
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


def sign_of_sum(signs):
    """The sign of a sum from the signs of its terms."""
    if signs <= {"+", "0+", "0"}:
        return "+" if "+" in signs else "0+"
    if signs <= {"-", "0-", "0"}:
        return "-" if "-" in signs else "0-"
    return "?"


def sign_of_product(signs):
    """The sign of a product from the signs of its factors."""
    if "?" in signs:
        return "?"
    if "0" in signs:
        return "0"
    weak = "0" if {"0+", "0-"} & set(signs) else ""
    odd = sum(sign in {"-", "0-"} for sign in signs) % 2
    return weak + ("-" if odd else "+")


def sign_of_logarithm(argument):
    """log x has the sign of x - 1."""
    if rung_of_sign(argument, strict=True) is None:
        return "?"
    for strict, signs in ((True, ("+", "-")), (False, ("0+", "0-"))):
        for turned, sign in zip((argument - 1, 1 - argument), signs, strict=True):
            if rung_of_sign(turned, strict):
                return sign
    return "?"


def rung_of_sign(expression, strict=False):
    """Name of the rung on which the expression is found to be >= 0 (or > 0), or None."""
    expression = sp.sympify(expression)
    if structural_sign(expression) in ({"+"} if strict else {"+", "0+", "0"}):
        return "signs"
    if not strict and expression.has(sp.log):
        lower = by_tangents(expression)
        if lower not in (None, expression) and rung_of_sign(lower):
            return "tangents"
    fraction = Fraction(expression)
    above, below = fraction.parts[0]
    odd = [factor for factor, n in below.items() if n % 2]
    if not all(fraction.is_nonnegative(factor, strict=True) for factor in odd):
        return None
    if above == 0:
        return None if strict else "signs"
    sign, factors = above.factor_list()
    for factor in (factor for factor, n in factors if n % 2 or strict):
        if not fraction.is_nonnegative(factor, strict):
            sign, factor = -sign, -factor
        if not fraction.is_nonnegative(factor, strict):
            return None
    return "signs" if sign > 0 else None


def by_tangents(expression, upper=False):
    """What is not above the expression, or with ``upper`` not below it, and has no logarithm.

    None where a logarithm stands in anything but sums and products with factors of known sign.
    """
    if not any(part.free_symbols for part in expression.atoms(sp.log)):
        return expression
    if isinstance(expression, sp.log):
        x = expression.args[0]
        bound = x - 1 if upper else 1 - 1 / x
        return bound if rung_of_sign(x, strict=True) else None
    if expression.is_Add:
        terms = [by_tangents(term, upper) for term in expression.args]
        return None if None in terms else sum(terms)
    if not expression.is_Mul:
        return None
    within = [part for part in expression.args if part.atoms(sp.log) and part.free_symbols]
    factor = expression / within[0]
    sign = structural_sign(factor) if len(within) == 1 else "?"
    inner = by_tangents(within[0], upper != (sign in {"-", "0-"})) if sign != "?" else None
    return None if inner is None else factor * inner
