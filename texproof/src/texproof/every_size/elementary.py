"""Exponentials, logarithms, steps: their laws; the rest is an atom."""

from __future__ import annotations

from fractions import Fraction

from .algebra import Room, bind, closed, maker, opened, product, times
from .atoms import Form, atom
from .content import components, content, primes
from .denominators import denominators, without
from .diagrams import ONE, ZERO, Diagram, Factor, Head, Poly, Term, number
from .errors import NotProved
from .indices import Index, Var
from .lifted import lifted
from .moduli import modulus, sign
from .powers import raised
from .signs import POSITIVE, is_nonnegative, is_positive, of_base


def exponential(room: Room, poly: Poly) -> Poly:
    """e^a e^b for e^(a + b); e^(c log a) is a^c."""
    return lifted(room, poly, lambda part: product(room, [
        one_exponential(room, diagram, value) for diagram, value in ordered(part)
    ]))  # fmt: skip


def ordered(poly: Poly) -> list[tuple[Diagram, Fraction]]:
    """The terms of a polynomial, in an order."""
    return list(poly.terms.items())


def one_exponential(room: Room, diagram: Diagram, value: Fraction) -> Poly:
    """e^(value times diagram)."""
    if len(diagram.factors) == 1 and diagram.factors[0].head.kind == "log" and not diagram.sizes:
        factor = diagram.factors[0]
        if factor.power == 1:
            (inside,), _ = opened(room, factor)
            return raised(room, inside, value)
    return atom(room, Form("exp"), [Poly({diagram: ONE})], power=value)


def logarithm(room: Room, poly: Poly) -> Poly:
    """log a + log b for log(ab), where at most one factor may be negative."""
    return lifted(room, poly, lambda part: one_logarithm(room, part))


def one_logarithm(room: Room, poly: Poly) -> Poly:
    """The logarithm of what holds no indicator."""
    if not poly:
        raise NotProved("a logarithm of 0")
    below = denominators(poly)
    if len(poly.terms) > 1 and below and all(of_base(room, f) == POSITIVE for f in below):
        down = [log_of_positive(room, factor) for factor in below]
        return sum(down, logarithm(room, without(room, poly, below)))
    value, outside, rest = content(poly)
    if value < 0:
        value, rest = -value, -rest
    found = [
        log_atom(room, number(prime)).scaled(Fraction(many))
        for prime, many in primes(value).items()
    ]
    kept: list[Factor] = []
    for factor in outside:
        part = log_of_factor(room, factor)
        if part is None:
            kept.append(factor)
        else:
            found.append(part)
    if len(kept) == 1 and rest.number == 1:
        base = closed(room, Term(ONE, (), (kept[0]._replace(power=ONE),)))
        found.append(log_base(room, base).scaled(kept[0].power))
    elif kept or rest.number != 1:
        whole = times(room, closed(room, Term(ONE, (), tuple(kept))), rest)
        if whole.number is not None and whole.number <= 0:
            raise NotProved("a logarithm of what is not positive")
        found += log_of_parts(room, whole)
    return sum(found, ZERO)


def log_of_factor(room: Room, factor: Factor) -> Poly | None:
    """The logarithm of a factor above 0, or of the modulus of one with an even power."""
    if of_base(room, factor) == POSITIVE:
        return log_of_positive(room, factor)
    if factor.power.denominator == 1 and factor.power % 2 == 0:
        base = closed(room, Term(ONE, (), (factor._replace(power=ONE),)))
        return log_atom(room, modulus(room, base)).scaled(factor.power)
    return None


def log_of_parts(room: Room, poly: Poly) -> list[Poly]:
    """The logarithms whose sum is that of a polynomial: one for each unconnected sum above 0."""
    groups = components(poly.single[0]) if poly.single else []
    parts = [closed(room, Term(ONE, *group)) for group in groups]
    if not all(is_positive(room, part) for part in parts):
        parts = []
    return [log_atom(room, part) for part in parts or [poly]]


def log_base(room: Room, base: Poly) -> Poly:
    """The logarithm of a single factor, or of what it is a power of."""
    single = base.single
    if single and len(single[0].factors) == 1 and single[0].factors[0].head.kind == "pow":
        (inside,), _ = opened(room, single[0].factors[0])
        return log_atom(room, inside).scaled(single[0].factors[0].power)
    return log_atom(room, base)


def log_of_positive(room: Room, factor: Factor) -> Poly:
    """The logarithm of a power of what is positive."""
    if factor.head.kind == "exp":
        (inside,), _ = opened(room, factor)
        return inside.scaled(factor.power)
    if factor.head.kind == "pow":
        (inside,), _ = opened(room, factor)
        return log_atom(room, inside).scaled(factor.power)
    if factor.head.kind == "prod":
        (inside,), (var,) = opened(room, factor)
        return bind(room, logarithm(room, inside), var).scaled(factor.power)
    if factor.head.kind == "num":
        return log_atom(room, number(int(factor.head.label))).scaled(factor.power)
    base = closed(room, Term(ONE, (), (factor._replace(power=ONE),)))
    return log_atom(room, base).scaled(factor.power)


def log_atom(room: Room, poly: Poly) -> Poly:
    """A logarithm as a factor."""
    return ZERO if poly.number == 1 else atom(room, Form("log"), [poly])


def step(room: Room, poly: Poly) -> Poly:
    """1 where a polynomial is at most 0, else 0."""
    return lifted(room, poly, lambda part: one_step(room, part))


def one_step(room: Room, poly: Poly) -> Poly:
    """The step of what holds no indicator."""
    if is_nonnegative(room, -poly) or not poly:
        return number(1)
    if is_positive(room, poly):
        return ZERO
    value, outside, rest = content(poly)
    kept = [f for f in outside if of_base(room, f) != POSITIVE]
    whole = times(room, closed(room, Term(ONE, (), tuple(kept))), rest)
    return atom(room, Form("step"), [whole if value > 0 else -whole])


FUNCTIONS = {"exp": exponential, "log": logarithm, "mod": modulus, "sgn": sign, "step": step}


def _again(kind: str) -> None:
    @maker(kind)
    def again(
        room: Room, head: Head, inside: tuple[Poly, ...], own: tuple[Index, ...],
        binds: tuple[Var, ...], power: Fraction,
    ) -> Poly:  # fmt: skip
        if kind == "mod" and power.denominator == 1 and power % 2 == 0:
            return raised(room, inside[0], power)
        if kind == "mod" and power >= 2:
            even = raised(room, inside[0], Fraction(power.numerator // power.denominator // 2 * 2))
            odd = raised(room, modulus(room, inside[0]), power - power // 2 * 2)
            return times(room, even, odd)
        return raised(room, FUNCTIONS[kind](room, inside[0]), power)


for _kind in FUNCTIONS:
    _again(_kind)


@maker("call")
def _call(
    room: Room, head: Head, inside: tuple[Poly, ...], own: tuple[Index, ...],
    binds: tuple[Var, ...], power: Fraction,
) -> Poly:  # fmt: skip
    return atom(room, Form("call", head.label, binds, head.even), inside, own, power)
