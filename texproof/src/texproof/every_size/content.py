"""What comes out of a sum, and powers of numbers, prime by prime."""

from __future__ import annotations

import math
from fractions import Fraction

from .algebra import Room, closed
from .diagrams import (
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
from .indices import Var
from .labels import labelled


def components(
    diagram: Diagram, shared: tuple[Var, ...] | None = None
) -> list[tuple[tuple[Var, ...], tuple[Factor, ...]]]:
    """The parts of a diagram that have none of some variables in common: of those that it binds."""
    shared = diagram.bound if shared is None else shared
    groups: list[tuple[set[Var], list[Factor]]] = []
    for factor in diagram.factors:
        used = {v for v in occurring([factor]) if v in shared}
        touching = [g for g in groups if used & g[0]]
        merged = used.union(*(g[0] for g in touching)), [f for g in touching for f in g[1]]
        groups = [g for g in groups if not any(g is t for t in touching)]
        groups.append((merged[0], [*merged[1], factor]))
    return [(tuple(sorted(v, key=str)), tuple(f)) for v, f in groups]


def content(poly: Poly) -> tuple[Fraction, tuple[Factor, ...], Poly]:
    """(number, common factors without bound variables, rest) of which a sum is the product."""
    common = common_factors(list(poly.terms))
    lead = min(poly.terms, key=told)
    scale = Fraction(
        math.gcd(*(v.numerator for v in poly.terms.values())),
        math.lcm(*(v.denominator for v in poly.terms.values())),
    )
    scale = -scale if poly.terms[lead] < 0 else scale
    rest: dict[Diagram, Fraction] = {}
    for diagram, value in poly.terms.items():
        there = {factor[:2] for factor in diagram.factors}
        factors = tuple(less(factor, common) for factor in diagram.factors)
        missing = (f for known, f in common.items() if known not in there)
        factors += tuple(f._replace(power=-f.power) for f in missing)
        kept = tuple(f for f in factors if f.power)
        new = labelled(diagram.bound, kept)
        rest[new] = rest.get(new, Fraction(0)) + value / scale
    return scale, tuple(common.values()), Poly(rest)


def common_factors(diagrams: list[Diagram]) -> dict[tuple[object, ...], Factor]:
    """The powers without bound variables that all diagrams have in common."""
    common: dict[tuple[object, ...], Factor] = {}
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
            common[factor[:2]] = factor._replace(power=step)
    return common


def less(factor: Factor, common: dict[tuple[object, ...], Factor]) -> Factor:
    """A factor without the power that is common to all."""
    known = common.get(factor[:2])
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
