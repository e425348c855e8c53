"""Exponentials, logarithms, moduli, signs, steps, products: their laws; the rest is an atom."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from .algebra import (
    Room,
    atom,
    bind,
    closed,
    in_place,
    maker,
    opened,
    product,
    rule,
    times,
    with_letters,
)
from .diagrams import ONE, ZERO, Diagram, Factor, Head, Poly, Term, letters_of, number
from .errors import NotProved
from .indices import Index, Var
from .lifted import lifted
from .powers import content, primes, raised
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
    return atom(room, "exp", "", [Poly({diagram: ONE})], power=value)


def logarithm(room: Room, poly: Poly) -> Poly:
    """log a + log b for log(ab), where at most one factor may be negative."""
    return lifted(room, poly, lambda part: one_logarithm(room, part))


def one_logarithm(room: Room, poly: Poly) -> Poly:
    """The logarithm of what holds no indicator."""
    if not poly:
        raise NotProved("a logarithm of 0")
    value, outside, rest = content(poly)
    if value < 0:
        value, rest = -value, -rest
    found = [
        log_atom(room, number(prime)).scaled(Fraction(many))
        for prime, many in primes(value).items()
    ]
    kept: list[Factor] = []
    for factor in outside:
        if of_base(room, factor) == POSITIVE:
            found.append(log_of_positive(room, factor))
        elif factor.power.denominator == 1 and factor.power % 2 == 0:
            base = closed(room, Term(ONE, (), (factor._replace(power=ONE),)))
            found.append(log_atom(room, modulus(room, base)).scaled(factor.power))
        else:
            kept.append(factor)
    if len(kept) == 1 and rest.number == 1:
        base = closed(room, Term(ONE, (), (kept[0]._replace(power=ONE),)))
        found.append(log_base(room, base).scaled(kept[0].power))
    elif kept or rest.number != 1:
        whole = times(room, closed(room, Term(ONE, (), tuple(kept))), rest)
        if whole.number is not None and whole.number <= 0:
            raise NotProved("a logarithm of what is not positive")
        found.append(log_atom(room, whole))
    return sum(found, ZERO)


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
    return ZERO if poly.number == 1 else atom(room, "log", "", [poly])


def modulus(room: Room, poly: Poly) -> Poly:
    """|ab| = |a| |b|; of what is not negative it is that itself."""
    return lifted(room, poly, lambda part: one_modulus(room, part))


def one_modulus(room: Room, poly: Poly) -> Poly:
    """The modulus of what holds no indicator."""
    if is_nonnegative(room, poly):
        return poly
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
    return atom(room, "mod", "", [poly])


def either_sign(room: Room, kind: str, poly: Poly) -> tuple[Poly, int]:
    """(atom, 1) of a polynomial or (atom, -1) of its negative, whichever has the smaller form."""
    found = [(atom(room, kind, "", [part]), sign) for part, sign in ((poly, 1), (-poly, -1))]
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
            parts += [atom(room, "sgn", "", [base])] * times_
    if is_positive(room, rest) or is_positive(room, -rest):
        parts.append(number(1 if is_positive(room, rest) else -1))
    else:
        found, turned = either_sign(room, "sgn", rest)
        parts.append(found.scaled(Fraction(turned)))
    return product(room, parts)


@rule
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
        for base, other in ((inside, "mod"), (atom(room, "mod", "", [inside]), "base")):
            found = replaced(room, term, factor, base, inside, other, back)
            if found is not None:
                return found
    return None


def replaced(
    room: Room, term: Term, factor: Factor, base: Poly, inside: Poly, other: str,
    back: dict[Var, Index],
) -> list[Term] | None:  # fmt: skip
    """A product in which a base times its sign is written as one."""
    if not base.single or base.single[0].sizes or len(base.single[0].factors) != 1:
        return None
    from .diagrams import put

    (wanted,) = put(base.single[0].factors, back)
    for one in term.factors:
        if one[:2] == wanted[:2] and one.power >= 1 and one.power.denominator == 1:
            fewer = one._replace(power=one.power - 1)
            less = factor._replace(power=factor.power - 1)
            marks = {id(one): fewer, id(factor): less}
            factors = tuple(marks.get(id(f), f) for f in term.factors)
            token = Factor(Head("num", "1"))
            rest = term._replace(factors=(*(f for f in factors if f.power), token))
            result = atom(room, "mod", "", [inside]) if other == "mod" else inside
            return in_place(rest, token, result, back)
    return None


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
    return atom(room, "step", "", [whole if value > 0 else -whole])


def product_over(room: Room, poly: Poly, var: Var) -> Poly:
    """Π over all values of a variable; of exponentials it is the exponential of the sum."""
    single = poly.single
    if poly.number == 1:
        return poly
    if single is None or single[0].sizes:
        return atom(room, "prod", "", [poly], binds=[var])
    diagram, value = single
    parts = [] if value == 1 else [atom(room, "prod", "", [number(value)], binds=[var])]
    for factor in diagram.factors:
        if factor.head.kind == "exp":
            (inside,), _ = opened(room, factor)
            parts.append(exponential(room, bind(room, inside.scaled(factor.power), var)))
        else:
            base = closed(room, Term(ONE, (), (factor._replace(power=ONE),)))
            whole = factor.power.denominator == 1
            if whole:
                parts.append(
                    raised(room, atom(room, "prod", "", [base], binds=[var]), factor.power)
                )
            else:
                one = closed(room, Term(ONE, (), (factor,)))
                parts.append(atom(room, "prod", "", [one], binds=[var]))
    return product(room, parts)


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


@maker("prod")
def _product(
    room: Room, head: Head, inside: tuple[Poly, ...], own: tuple[Index, ...],
    binds: tuple[Var, ...], power: Fraction,
) -> Poly:  # fmt: skip
    return raised(room, product_over(room, inside[0], binds[0]), power)


@maker("call")
def _call(
    room: Room, head: Head, inside: tuple[Poly, ...], own: tuple[Index, ...],
    binds: tuple[Var, ...], power: Fraction,
) -> Poly:  # fmt: skip
    return atom(room, "call", head.label, inside, own, binds, head.even, power)


def unused_letters(polys: Sequence[Poly]) -> list[Var]:
    """The free variables of some polynomials."""
    return [v for poly in polys for v in letters_of(poly)]
