"""Powers of polynomials: numbers, products and common factors come out, the rest is an atom.

Whole powers go to every factor. Of other powers only what is known to be positive comes out, and
an even power as a modulus: (x^2)^(1/2) = |x|.
"""

from __future__ import annotations

import math
from fractions import Fraction

from .algebra import Room, atom, closed, maker, opened, product, times, with_letters
from .diagrams import (
    ONE,
    ZERO,
    Diagram,
    Factor,
    Head,
    Poly,
    Term,
    number,
    occurring,
    told,
)
from .errors import NotProved, TooMuch
from .indices import Index, Var
from .lifted import lifted
from .signs import NONNEGATIVE, POSITIVE, of_base, of_factor

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
        from .elementary import modulus

        base = closed(room, Term(ONE, (), (factor._replace(power=ONE),)))
        return raised(room, modulus(room, base), factor.power * power)
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
    if power.denominator == 1 and not single:
        other = pow_atom(room, -rest, power)
        if head_key(other) < head_key(found):
            return other if power.numerator % 2 == 0 else -other
    return found


def pow_atom(room: Room, rest: Poly, power: Fraction) -> Poly:
    """The power as a factor."""
    return atom(room, "pow", "", [rest], power=power)


def head_key(poly: Poly) -> str:
    """The key of the template of an atom."""
    return min(f.head.inside[0].key for d in poly.terms for f in d.factors if f.head.inside)


def components(diagram: Diagram) -> list[tuple[tuple[Var, ...], tuple[Factor, ...]]]:
    """The parts of a diagram that have no bound variable in common."""
    groups: list[tuple[set[Var], list[Factor]]] = []
    for factor in diagram.factors:
        used = {v for v in occurring([factor]) if v in diagram.bound}
        touching = [g for g in groups if used & g[0]]
        merged = used.union(*(g[0] for g in touching)), [f for g in touching for f in g[1]]
        groups = [g for g in groups if not any(g is t for t in touching)]
        groups.append((merged[0], [*merged[1], factor]))
    return [(tuple(sorted(v, key=str)), tuple(f)) for v, f in groups]


def content(poly: Poly) -> tuple[Fraction, tuple[Factor, ...], Poly]:
    """(number, common factors without bound variables, rest) of which a sum is the product."""
    diagrams = list(poly.terms)
    common: dict[tuple[object, object], Factor] = {}
    first = diagrams[0]
    every = {f[:2]: f for d in diagrams for f in d.factors if f.head.kind == "exp" or d is first}
    for factor in every.values():
        if any(isinstance(v.name, int) for v in occurring([factor])):
            continue
        powers = [power_of(diagram, factor) for diagram in diagrams]
        low, high = min(powers), max(powers)
        step = low if low > 0 else high if high < 0 else Fraction(0)
        if factor.head.kind == "exp":  # it is never 0, so the least power comes out
            step = low
        if step:
            common[factor.head, factor.slots] = factor._replace(power=step)
    lead = min(poly.terms, key=told)
    scale = Fraction(
        math.gcd(*(v.numerator for v in poly.terms.values())),
        math.lcm(*(v.denominator for v in poly.terms.values())),
    )
    scale = -scale if poly.terms[lead] < 0 else scale
    rest: dict[Diagram, Fraction] = {}
    for diagram, value in poly.terms.items():
        factors = tuple(less(factor, common) for factor in diagram.factors)
        kept = tuple(f for f in factors if f.power)
        new = Diagram(diagram.sizes, kept)
        rest[new] = rest.get(new, Fraction(0)) + value / scale
    return scale, tuple(common.values()), Poly(rest)


def less(factor: Factor, common: dict[tuple[object, object], Factor]) -> Factor:
    """A factor without the power that is common to all."""
    known = common.get((factor.head, factor.slots))
    return factor._replace(power=factor.power - known.power) if known else factor


def power_of(diagram: Diagram, factor: Factor) -> Fraction:
    """The power of a factor in a diagram."""
    return next((f.power for f in diagram.factors if f[:2] == factor[:2]), Fraction(0))


def number_raised(room: Room, value: Fraction, power: Fraction) -> Poly:
    """A number to a power: exact where it is whole, else prime by prime."""
    if power.denominator == 1:
        return number(value**power.numerator)
    found = [
        Factor(Head("num", str(prime)), (), many * power) for prime, many in primes(value).items()
    ]
    outside, inside = Fraction(1), []
    for factor in found:
        whole = math.floor(factor.power)
        outside *= Fraction(int(factor.head.label)) ** whole
        inside.append(factor._replace(power=factor.power - whole))
    return closed(room, Term(outside, (), tuple(f for f in inside if f.power)))


def signed_number_raised(room: Room, value: Fraction, power: Fraction) -> Poly:
    """As number_raised, of a number that may be below 0."""
    if value < 0 and power.denominator != 1:
        raise NotProved("a root of a negative number")
    return number_raised(room, value, power)


def primes(value: Fraction) -> dict[int, int]:
    """The prime factors of a positive fraction, with their powers."""
    found: dict[int, int] = {}
    for part, sign in ((value.numerator, 1), (value.denominator, -1)):
        if part > 10**9:
            raise TooMuch("a number is too large")
        divisor = 2
        while divisor * divisor <= part:
            while part % divisor == 0:
                found[divisor] = found.get(divisor, 0) + sign
                part //= divisor
            divisor += 1
        if part > 1:
            found[part] = found.get(part, 0) + sign
    return found


__all__ = ["content", "opened", "raised", "with_letters"]
