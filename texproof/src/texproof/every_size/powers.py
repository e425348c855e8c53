"""Powers of polynomials: numbers, products and common factors come out, the rest is an atom.

Whole powers go to every factor. Of other powers only what is known to be positive comes out, and
an even power as a modulus: (x^2)^(1/2) = |x|.
"""

from __future__ import annotations

import math
from fractions import Fraction

from .algebra import MAKERS, Room, closed, maker, product, times
from .atoms import Form, atom
from .content import components, content, number_raised, signed_number_raised
from .diagrams import (
    ONE,
    ZERO,
    Factor,
    Head,
    Poly,
    Term,
    number,
)
from .errors import NotProved, TooMuch
from .indices import Index, Var
from .lifted import lifted
from .signs import NONNEGATIVE, POSITIVE, is_positive, of_base, of_factor

HIGHEST = 12  # power of a sum that is multiplied out


@maker("pow")
def _power(
    room: Room, head: Head, inside: tuple[Poly, ...], own: tuple[Index, ...],
    binds: tuple[Var, ...], power: Fraction,
) -> Poly:  # fmt: skip
    return raised(room, inside[0], power)


def raised(room: Room, poly: Poly, power: Fraction) -> Poly:
    """A polynomial to a rational power, where that is defined."""
    if power == 0:
        return number(1)
    if power == 1:
        return poly
    if not poly:
        if power < 0:
            raise NotProved("a division by 0")
        return ZERO
    if power >= 1:
        return several(room, poly, power)
    return lifted(room, poly, lambda part: below_one(room, part, power))


def several(room: Room, poly: Poly, power: Fraction) -> Poly:
    """A power of at least 1, multiplied out."""
    whole = math.floor(power)
    if whole > HIGHEST and len(poly.terms) > 1:
        raise TooMuch("a power is too high")
    if len(poly.terms) == 1 and power == whole:
        ((diagram, value),) = poly.terms.items()
        if not diagram.sizes:
            return product_of_factors(room, value**whole, diagram.factors, power)
    return product(room, [poly] * whole + ([raised(room, poly, power - whole)]))


def product_of_factors(
    room: Room, value: Fraction, factors: tuple[Factor, ...], power: Fraction
) -> Poly:
    """The product of the powers of some factors."""
    found = tuple(f._replace(power=f.power * power) for f in factors)
    return closed(room, Term(value, (), found))


def below_one(room: Room, poly: Poly, power: Fraction) -> Poly:
    """A power that is negative, or a root."""
    if not poly:
        return raised(room, poly, power)
    value, outside, rest = content(poly)
    whole = power.denominator == 1
    parts = [number_raised(room, abs(value) if not whole else value, power)]
    kept: list[Factor] = []
    for factor in outside:
        out = factor_raised(room, factor, power)
        if out is None:
            kept.append(factor)
        else:
            parts.append(out)
    if not whole and value < 0:
        rest = -rest
    if kept:
        rest = times(room, closed(room, Term(ONE, (), tuple(kept))), rest)
    if rest.number is None or rest.number != 1:
        parts.append(rest_raised(room, rest, power))
    return product(room, parts)


def factor_raised(room: Room, factor: Factor, power: Fraction) -> Poly | None:
    """The power of a factor, where it may be taken by itself."""
    if power.denominator == 1 or of_factor(room, factor) == POSITIVE:
        if of_base(room, factor) == POSITIVE or power.denominator == 1:
            return closed(room, Term(ONE, (), (factor._replace(power=factor.power * power),)))
    if of_base(room, factor) == NONNEGATIVE and factor.power > 0:
        return closed(room, Term(ONE, (), (factor._replace(power=factor.power * power),)))
    if factor.power.denominator == 1 and factor.power % 2 == 0:
        base = closed(room, Term(ONE, (), (factor._replace(power=ONE),)))
        return MAKERS["mod"](room, Head("mod"), (base,), (), (), factor.power * power)
    return None


def rest_raised(room: Room, rest: Poly, power: Fraction) -> Poly:
    """The power of what has no common factors: an atom, or one for each unconnected part."""
    single = rest.single
    if rest.number is not None:
        return signed_number_raised(room, rest.number, power)
    if single and power.denominator == 1:
        diagram, value = single
        groups = components(diagram)
        if len(groups) > 1:
            parts = [closed(room, Term(ONE, *group)) for group in groups]
            return product(room, [number(value**power.numerator)]
                           + [raised(room, part, power) for part in parts])  # fmt: skip
    found = pow_atom(room, rest, power)
    if power.denominator == 1 and not single and not is_positive(room, rest):
        other = pow_atom(room, -rest, power)
        if is_positive(room, -rest) or head_key(other) < head_key(found):
            return other if power.numerator % 2 == 0 else -other
    return found


def pow_atom(room: Room, rest: Poly, power: Fraction) -> Poly:
    """The power as a factor."""
    return atom(room, Form("pow"), [rest], power=power)


def head_key(poly: Poly) -> str:
    """The key of the template of an atom."""
    return min(f.head.inside[0].key for d in poly.terms for f in d.factors if f.head.inside)
