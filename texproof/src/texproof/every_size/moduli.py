"""Moduli and signs of numbers: |ab| = |a| |b|, sign(ab) = sign a sign b."""

from __future__ import annotations

from fractions import Fraction

from .algebra import Room, closed, in_place, opened, product, with_letters
from .atoms import Form, atom
from .content import content
from .denominators import denominators, without
from .diagrams import ONE, ZERO, Factor, Head, Poly, Term, number, put
from .errors import NotProved
from .indices import Index, Var
from .lifted import lifted
from .powers import raised
from .signs import POSITIVE, is_nonnegative, is_positive, of_base


def modulus(room: Room, poly: Poly) -> Poly:
    """|ab| = |a| |b|; of what is not negative it is that itself."""
    return lifted(room, poly, lambda part: one_modulus(room, part))


def one_modulus(room: Room, poly: Poly) -> Poly:
    """The modulus of what holds no indicator."""
    if is_nonnegative(room, poly):
        return poly
    below = denominators(poly)
    if below and len(poly.terms) > 1:
        down = (closed(room, Term(ONE, (), (factor,))) for factor in below)
        parts = [modulus(room, part) for part in (without(room, poly, below), *down)]
        return product(room, parts)
    value, outside, rest = content(poly)
    parts = [number(abs(value))]
    for factor in outside:
        base = closed(room, Term(ONE, (), (factor._replace(power=ONE),)))
        plain = is_nonnegative(room, base)
        parts.append(raised(room, base if plain else mod_atom(room, base), factor.power))
    if rest.number is not None:
        parts.append(number(abs(rest.number)))
    else:
        turned = next((r for r in (rest, -rest) if is_nonnegative(room, r)), None)
        parts.append(turned if turned is not None else either_sign(room, "mod", rest)[0])
    return product(room, parts)


def mod_atom(room: Room, poly: Poly) -> Poly:
    """A modulus as a factor."""
    return atom(room, Form("mod"), [poly])


def either_sign(room: Room, kind: str, poly: Poly) -> tuple[Poly, int]:
    """(atom, 1) of a polynomial or (atom, -1) of its negative, whichever has the smaller form."""
    found = [(atom(room, Form(kind), [part]), sign) for part, sign in ((poly, 1), (-poly, -1))]
    return min(found, key=lambda one: one[0].key)


def sign(room: Room, poly: Poly) -> Poly:
    """sign(ab) = sign a sign b."""
    return lifted(room, poly, lambda part: one_sign(room, part))


def one_sign(room: Room, poly: Poly) -> Poly:
    """The sign of what holds no indicator."""
    if not poly:
        return ZERO
    value, outside, rest = content(poly)
    parts = [number(1 if value > 0 else -1)]
    for factor in outside:
        if of_base(room, factor) != POSITIVE:
            base = closed(room, Term(ONE, (), (factor._replace(power=ONE),)))
            if factor.power.denominator != 1:
                raise NotProved("a sign of a root")
            times_ = 2 if factor.power % 2 == 0 else 1
            parts += [atom(room, Form("sgn"), [base])] * times_
    if is_positive(room, rest) or is_positive(room, -rest):
        parts.append(number(1 if is_positive(room, rest) else -1))
    else:
        found, turned = either_sign(room, "sgn", rest)
        parts.append(found.scaled(Fraction(turned)))
    return product(room, parts)


def signs(room: Room, term: Term) -> list[Term] | None:
    """s^3 = s, |a| s = a and a s = |a| for the sign s of a factor a."""
    for factor in term.factors:
        if factor.head.kind != "sgn":
            continue
        if factor.power >= 3 or factor.power < 0:
            power = Fraction(1 if factor.power % 2 else 2)
            others = tuple(f._replace(power=power) if f is factor else f for f in term.factors)
            return [term._replace(factors=others)]
        lettered, back = with_letters(factor, term.bound)
        (inside,), _ = opened(room, lettered)
        size = mod_atom(room, inside)
        for base, result in ((inside, size), (size, inside)):
            found = replaced(room, term, factor, base, result, back)
            if found is not None:
                return found
    return None


def replaced(
    room: Room, term: Term, factor: Factor, base: Poly, result: Poly, back: dict[Var, Index]
) -> list[Term] | None:
    """A product in which a base times its sign, a factor, is written as their result."""
    if not base.single or base.single[0].sizes or len(base.single[0].factors) != 1:
        return None
    (wanted,) = put(base.single[0].factors, back)
    for one in term.factors:
        if one[:2] == wanted[:2] and one.power >= 1 and one.power.denominator == 1:
            fewer = one._replace(power=one.power - 1)
            less = factor._replace(power=factor.power - 1)
            marks = {id(one): fewer, id(factor): less}
            factors = tuple(marks.get(id(f), f) for f in term.factors)
            token = Factor(Head("num", "1"))
            rest = term._replace(factors=(*(f for f in factors if f.power), token))
            return in_place(rest, token, result, back)
    return None
