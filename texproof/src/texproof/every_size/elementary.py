"""The laws of powers, moduli, exponentials, logarithms and steps, and of long products.

Each law is applied only where it holds for all values that are allowed: a factor leaves a root only
if it is known to be positive. What no law takes apart becomes an atom.
"""

from __future__ import annotations

import math
from fractions import Fraction

from ..limits import HIGHEST_MULTIPLIED_OUT
from .atoms import (
    Form,
    atom,
    components,
    content_and_rest,
    function_by_cases,
    number_raised,
    primes,
    signed_number_raised,
)
from .diagrams import (
    MAKERS,
    ONE,
    ZERO,
    Diagram,
    Factor,
    Head,
    Poly,
    Ring,
    Term,
    bind,
    constant_poly,
    factor_maker,
    letters_of,
    name_bound_variables,
    normal_form,
    product,
    replace_factor,
    substitute,
    substituted_slots,
    times,
    unpack_factor,
)
from .indices import ONE_SIZE, Index, NotProved, TooMuch, Var, constant, length
from .signs import (
    NONNEGATIVE,
    POSITIVE,
    denominators,
    divided_by_powers,
    is_nonnegative,
    is_positive,
    sign_of_base,
    sign_of_factor,
)

# --------------------------------------------------------------------------------------------------
# Powers of polynomials: numbers, products and common factors come out, the rest is an atom.
#
# Whole powers go to every factor. Of other powers only what is known to be positive comes out, and
# an even power as a modulus: (x^2)^(1/2) = |x|.


@factor_maker("pow")
def _remake_power(
    ring: Ring, head: Head, inside: tuple[Poly, ...], own: tuple[Index, ...],
    binds: tuple[Var, ...], power: Fraction,
) -> Poly:  # fmt: skip
    return power_of_poly(ring, inside[0], power)


def power_of_poly(ring: Ring, poly: Poly, power: Fraction) -> Poly:
    """A polynomial to a rational power, where that is defined."""
    if power == 0:
        return constant_poly(1)
    if power == 1:
        return poly
    if not poly:
        if power < 0:
            raise NotProved("a division by 0")
        return ZERO
    if power >= 1:
        return multiplied_out_power(ring, poly, power)
    return function_by_cases(ring, poly, lambda part: fractional_power(ring, part, power))


def multiplied_out_power(ring: Ring, poly: Poly, power: Fraction) -> Poly:
    """A power of at least 1, multiplied out."""
    whole = math.floor(power)
    if whole > HIGHEST_MULTIPLIED_OUT and len(poly.terms) > 1:
        raise TooMuch("a power is too high")
    if len(poly.terms) == 1 and power == whole:
        ((diagram, value),) = poly.terms.items()
        if not diagram.sizes:
            return product_of_powers(ring, value**whole, diagram.factors, power)
    return product(ring, [poly] * whole + ([power_of_poly(ring, poly, power - whole)]))


def product_of_powers(
    ring: Ring, value: Fraction, factors: tuple[Factor, ...], power: Fraction
) -> Poly:
    """The product of the powers of some factors."""
    result = tuple(f._replace(power=f.power * power) for f in factors)
    return normal_form(ring, Term(value, (), result))


def fractional_power(ring: Ring, poly: Poly, power: Fraction) -> Poly:
    """A power that is negative, or a root."""
    if not poly:
        return power_of_poly(ring, poly, power)
    value, outside, rest = content_and_rest(poly)
    whole = power.denominator == 1
    parts = [number_raised(ring, abs(value) if not whole else value, power)]
    kept: list[Factor] = []
    for factor in outside:
        out = power_of_factor(ring, factor, power)
        if out is None:
            kept.append(factor)
        else:
            parts.append(out)
    if not whole and value < 0:
        rest = -rest
    if kept:
        rest = times(ring, normal_form(ring, Term(ONE, (), tuple(kept))), rest)
    if rest.number is None or rest.number != 1:
        parts.append(power_of_rest(ring, rest, power))
    return product(ring, parts)


def power_of_factor(ring: Ring, factor: Factor, power: Fraction) -> Poly | None:
    """The power of a factor, where it may be taken by itself."""
    if power.denominator == 1 or sign_of_factor(ring, factor) == POSITIVE:
        if sign_of_base(ring, factor) == POSITIVE or power.denominator == 1:
            return normal_form(ring, Term(ONE, (), (factor._replace(power=factor.power * power),)))
    if sign_of_base(ring, factor) == NONNEGATIVE and factor.power > 0:
        return normal_form(ring, Term(ONE, (), (factor._replace(power=factor.power * power),)))
    if factor.power.denominator == 1 and factor.power % 2 == 0:
        base = normal_form(ring, Term(ONE, (), (factor._replace(power=ONE),)))
        return MAKERS["mod"](ring, Head("mod"), (base,), (), (), factor.power * power)
    return None


def power_of_rest(ring: Ring, rest: Poly, power: Fraction) -> Poly:
    """The power of what has no common factors: an atom, or one for each unconnected part."""
    single = rest.single
    if rest.number is not None:
        return signed_number_raised(ring, rest.number, power)
    if single and power.denominator == 1:
        diagram, value = single
        groups = components(diagram)
        if len(groups) > 1:
            parts = [normal_form(ring, Term(ONE, *group)) for group in groups]
            return product(ring, [constant_poly(value**power.numerator)]
                           + [power_of_poly(ring, part, power) for part in parts])  # fmt: skip
    result = pow_atom(ring, rest, power)
    if power.denominator == 1 and not single and not is_positive(ring, rest):
        other = pow_atom(ring, -rest, power)
        if is_positive(ring, -rest) or head_key(other) < head_key(result):
            return other if power.numerator % 2 == 0 else -other
    return result


def pow_atom(ring: Ring, rest: Poly, power: Fraction) -> Poly:
    """The power as a factor."""
    return atom(ring, Form("pow"), [rest], power=power)


def head_key(poly: Poly) -> str:
    """The key of the template of an atom."""
    return min(f.head.inside[0].key for d in poly.terms for f in d.factors if f.head.inside)


# --------------------------------------------------------------------------------------------------
# Moduli and signs of numbers: |ab| = |a| |b|, sign(ab) = sign a sign b.


def modulus(ring: Ring, poly: Poly) -> Poly:
    """|ab| = |a| |b|; of what is not negative it is that itself."""
    return function_by_cases(ring, poly, lambda part: modulus_without_indicators(ring, part))


def modulus_without_indicators(ring: Ring, poly: Poly) -> Poly:
    """The modulus of what holds no indicator."""
    if is_nonnegative(ring, poly):
        return poly
    below = denominators(poly)
    if below and len(poly.terms) > 1:
        down = (normal_form(ring, Term(ONE, (), (factor,))) for factor in below)
        parts = [modulus(ring, part) for part in (divided_by_powers(ring, poly, below), *down)]
        return product(ring, parts)
    value, outside, rest = content_and_rest(poly)
    parts = [constant_poly(abs(value))]
    for factor in outside:
        base = normal_form(ring, Term(ONE, (), (factor._replace(power=ONE),)))
        plain = is_nonnegative(ring, base)
        parts.append(power_of_poly(ring, base if plain else mod_atom(ring, base), factor.power))
    if rest.number is not None:
        parts.append(constant_poly(abs(rest.number)))
    else:
        turned = next((r for r in (rest, -rest) if is_nonnegative(ring, r)), None)
        parts.append(turned if turned is not None else canonical_sign(ring, "mod", rest)[0])
    return product(ring, parts)


def mod_atom(ring: Ring, poly: Poly) -> Poly:
    """A modulus as a factor."""
    return atom(ring, Form("mod"), [poly])


def canonical_sign(ring: Ring, kind: str, poly: Poly) -> tuple[Poly, int]:
    """(atom, 1) of a polynomial or (atom, -1) of its negative, whichever has the smaller form."""
    result = [(atom(ring, Form(kind), [part]), sign) for part, sign in ((poly, 1), (-poly, -1))]
    return min(result, key=lambda one: one[0].key)


def signum(ring: Ring, poly: Poly) -> Poly:
    """The sign as a polynomial, by sign(ab) = sign a sign b."""
    return function_by_cases(ring, poly, lambda part: signum_without_indicators(ring, part))


def signum_without_indicators(ring: Ring, poly: Poly) -> Poly:
    """The sign of what holds no indicator."""
    if not poly:
        return ZERO
    value, outside, rest = content_and_rest(poly)
    parts = [constant_poly(1 if value > 0 else -1)]
    for factor in outside:
        if sign_of_base(ring, factor) != POSITIVE:
            base = normal_form(ring, Term(ONE, (), (factor._replace(power=ONE),)))
            if factor.power.denominator != 1:
                raise NotProved("a sign of a root")
            copies = 2 if factor.power % 2 == 0 else 1
            parts += [atom(ring, Form("sgn"), [base])] * copies
    if is_positive(ring, rest) or is_positive(ring, -rest):
        parts.append(constant_poly(1 if is_positive(ring, rest) else -1))
    else:
        sign_atom, turned = canonical_sign(ring, "sgn", rest)
        parts.append(sign_atom.scaled(Fraction(turned)))
    return product(ring, parts)


def combine_signs(ring: Ring, term: Term) -> list[Term] | None:
    """s^3 = s, |a| s = a and a s = |a| for the sign s of a factor a."""
    for factor in term.factors:
        if factor.head.kind != "sgn":
            continue
        if factor.power >= 3 or factor.power < 0:
            power = Fraction(1 if factor.power % 2 else 2)
            others = tuple(f._replace(power=power) if f is factor else f for f in term.factors)
            return [term._replace(factors=others)]
        lettered, back = name_bound_variables(factor, term.bound)
        (inside,), _ = unpack_factor(ring, lettered)
        size = mod_atom(ring, inside)
        for base, result in ((inside, size), (size, inside)):
            combined = replace_signed_base(ring, term, factor, base, result, back)
            if combined is not None:
                return combined
    return None


def replace_signed_base(
    ring: Ring, term: Term, factor: Factor, base: Poly, result: Poly, back: dict[Var, Index]
) -> list[Term] | None:
    """A product in which a base times its sign, a factor, is written as their result."""
    if not base.single or base.single[0].sizes or len(base.single[0].factors) != 1:
        return None
    (wanted,) = substituted_slots(base.single[0].factors, back)
    for one in term.factors:
        if one[:2] == wanted[:2] and one.power >= 1 and one.power.denominator == 1:
            fewer = one._replace(power=one.power - 1)
            less = factor._replace(power=factor.power - 1)
            marks = {id(one): fewer, id(factor): less}
            factors = tuple(marks.get(id(f), f) for f in term.factors)
            token = Factor(Head("num", "1"))
            rest = term._replace(factors=(*(f for f in factors if f.power), token))
            return replace_factor(rest, token, result, back)
    return None


# --------------------------------------------------------------------------------------------------
# Exponentials, logarithms, steps: their laws; the rest is an atom.


def exponential(ring: Ring, poly: Poly) -> Poly:
    """e^a e^b for e^(a + b); e^(c log a) is a^c."""
    return function_by_cases(ring, poly, lambda part: product(ring, [
        exponential_of_term(ring, diagram, value) for diagram, value in part.terms.items()
    ]))  # fmt: skip


def exponential_of_term(ring: Ring, diagram: Diagram, value: Fraction) -> Poly:
    """e^(value times diagram)."""
    if len(diagram.factors) == 1 and diagram.factors[0].head.kind == "log" and not diagram.sizes:
        factor = diagram.factors[0]
        if factor.power == 1:
            (inside,), _ = unpack_factor(ring, factor)
            return power_of_poly(ring, inside, value)
    return atom(ring, Form("exp"), [Poly({diagram: ONE})], power=value)


def logarithm(ring: Ring, poly: Poly) -> Poly:
    """log a + log b for log(ab), where at most one factor may be negative."""
    return function_by_cases(ring, poly, lambda part: logarithm_without_indicators(ring, part))


def logarithm_without_indicators(ring: Ring, poly: Poly) -> Poly:
    """The logarithm of what holds no indicator."""
    if not poly:
        raise NotProved("a logarithm of 0")
    below = denominators(poly)
    if len(poly.terms) > 1 and below and all(sign_of_base(ring, f) == POSITIVE for f in below):
        down = [log_of_positive(ring, factor) for factor in below]
        return sum(down, logarithm(ring, divided_by_powers(ring, poly, below)))
    value, outside, rest = content_and_rest(poly)
    if value < 0:
        value, rest = -value, -rest
    parts = [
        log_atom(ring, constant_poly(prime)).scaled(Fraction(many))
        for prime, many in primes(value).items()
    ]
    kept: list[Factor] = []
    for factor in outside:
        part = log_of_factor(ring, factor)
        if part is None:
            kept.append(factor)
        else:
            parts.append(part)
    return sum([*parts, *logarithms_of_kept(ring, kept, rest)], ZERO)


def logarithms_of_kept(ring: Ring, kept: list[Factor], rest: Poly) -> list[Poly]:
    """The logarithms that sum to that of a rest times factors without logarithms of their own.

    kept: factors that may be negative; each of them alone has no logarithm.
    """
    if len(kept) == 1 and rest.number == 1:
        base = normal_form(ring, Term(ONE, (), (kept[0]._replace(power=ONE),)))
        return [log_base(ring, base).scaled(kept[0].power)]
    if not kept and rest.number == 1:
        return []
    whole = times(ring, normal_form(ring, Term(ONE, (), tuple(kept))), rest)
    if whole.number is not None and whole.number <= 0:
        raise NotProved("a logarithm of what is not positive")
    return logarithms_of_components(ring, whole)


def log_of_factor(ring: Ring, factor: Factor) -> Poly | None:
    """The logarithm of a factor above 0, or of the modulus of one with an even power."""
    if sign_of_base(ring, factor) == POSITIVE:
        return log_of_positive(ring, factor)
    if factor.power.denominator == 1 and factor.power % 2 == 0:
        base = normal_form(ring, Term(ONE, (), (factor._replace(power=ONE),)))
        return log_atom(ring, modulus(ring, base)).scaled(factor.power)
    return None


def logarithms_of_components(ring: Ring, poly: Poly) -> list[Poly]:
    """The logarithms whose sum is that of a polynomial: one for each unconnected sum above 0."""
    groups = components(poly.single[0]) if poly.single else []
    parts = [normal_form(ring, Term(ONE, *group)) for group in groups]
    if not all(is_positive(ring, part) for part in parts):
        parts = []
    return [log_atom(ring, part) for part in parts or [poly]]


def log_base(ring: Ring, base: Poly) -> Poly:
    """The logarithm of a single factor, or of what it is a power of."""
    single = base.single
    if single and len(single[0].factors) == 1 and single[0].factors[0].head.kind == "pow":
        (inside,), _ = unpack_factor(ring, single[0].factors[0])
        return log_atom(ring, inside).scaled(single[0].factors[0].power)
    return log_atom(ring, base)


def log_of_positive(ring: Ring, factor: Factor) -> Poly:
    """The logarithm of a power of what is positive."""
    if factor.head.kind == "exp":
        (inside,), _ = unpack_factor(ring, factor)
        return inside.scaled(factor.power)
    if factor.head.kind == "pow":
        (inside,), _ = unpack_factor(ring, factor)
        return log_atom(ring, inside).scaled(factor.power)
    if factor.head.kind == "prod":
        (inside,), (var,) = unpack_factor(ring, factor)
        return bind(ring, logarithm(ring, inside), var).scaled(factor.power)
    if factor.head.kind == "num":
        return log_atom(ring, constant_poly(int(factor.head.label))).scaled(factor.power)
    base = normal_form(ring, Term(ONE, (), (factor._replace(power=ONE),)))
    return log_atom(ring, base).scaled(factor.power)


def log_atom(ring: Ring, poly: Poly) -> Poly:
    """A logarithm as a factor."""
    return ZERO if poly.number == 1 else atom(ring, Form("log"), [poly])


def step_function(ring: Ring, poly: Poly) -> Poly:
    """1 where a polynomial is at most 0, else 0."""
    return function_by_cases(ring, poly, lambda part: step_without_indicators(ring, part))


def step_without_indicators(ring: Ring, poly: Poly) -> Poly:
    """The step of what holds no indicator."""
    if is_nonnegative(ring, -poly) or not poly:
        return constant_poly(1)
    if is_positive(ring, poly):
        return ZERO
    value, outside, rest = content_and_rest(poly)
    kept = [f for f in outside if sign_of_base(ring, f) != POSITIVE]
    whole = times(ring, normal_form(ring, Term(ONE, (), tuple(kept))), rest)
    return atom(ring, Form("step"), [whole if value > 0 else -whole])


FUNCTIONS = {
    "exp": exponential,
    "log": logarithm,
    "mod": modulus,
    "sgn": signum,
    "step": step_function,
}


def _enter_remake(kind: str) -> None:
    @factor_maker(kind)
    def _remake_elementary(
        ring: Ring, head: Head, inside: tuple[Poly, ...], own: tuple[Index, ...],
        binds: tuple[Var, ...], power: Fraction,
    ) -> Poly:  # fmt: skip
        if kind == "mod" and power.denominator == 1 and power % 2 == 0:
            return power_of_poly(ring, inside[0], power)
        if kind == "mod" and power >= 2:
            even = power_of_poly(
                ring, inside[0], Fraction(power.numerator // power.denominator // 2 * 2)
            )
            odd = power_of_poly(ring, modulus(ring, inside[0]), power - power // 2 * 2)
            return times(ring, even, odd)
        return power_of_poly(ring, FUNCTIONS[kind](ring, inside[0]), power)


for _kind in FUNCTIONS:
    _enter_remake(_kind)


@factor_maker("call")
def _remake_call(
    ring: Ring, head: Head, inside: tuple[Poly, ...], own: tuple[Index, ...],
    binds: tuple[Var, ...], power: Fraction,
) -> Poly:  # fmt: skip
    return atom(ring, Form("call", head.label, binds, head.even), inside, own, power)


# --------------------------------------------------------------------------------------------------
# Products over all values of a variable: of exponentials, of powers, and those that telescope.

Power = tuple[Poly, Fraction]


def product_over(ring: Ring, poly: Poly, var: Var) -> Poly:
    """Π over all values of a variable, factor by factor."""
    if poly.number == 1:
        return poly
    if poly.single is None:
        return prod_atom(ring, poly, var)
    diagram, value = poly.single
    parts = [] if value == 1 else [prod_atom(ring, constant_poly(value), var)]
    exponents, bases = powers_of(ring, diagram)
    parts += [exponential(ring, bind(ring, up, var)) for up in exponents]
    while bases:
        base, power = bases.pop()
        ends = next(((k, e) for k, (other, p) in enumerate(bases) if p == -power
                     and (e := telescoping_ends(ring, base, other, var))), None)  # fmt: skip
        if ends:
            del bases[ends[0]]
            first, last = ends[1]
            parts += [power_of_poly(ring, last, power), power_of_poly(ring, first, -power)]
        else:
            parts.append(product_of_base(ring, base, power, var))
    return product(ring, parts)


def powers_of(ring: Ring, diagram: Diagram) -> tuple[list[Poly], list[Power]]:
    """(exponents, bases with powers) of which a diagram is the product."""
    exponents, bases = list[Poly](), list[Power]()
    for bound, factors in components(diagram):
        if bound:
            bases.append((normal_form(ring, Term(ONE, bound, factors)), ONE))
            continue
        for factor in factors:
            if factor.head.kind in {"exp", "pow"}:
                (inside,), _ = unpack_factor(ring, factor)
                if factor.head.kind == "exp":
                    exponents.append(inside.scaled(factor.power))
                    continue
            else:
                inside = normal_form(ring, Term(ONE, (), (factor._replace(power=ONE),)))
            bases.append((inside, factor.power))
    return exponents, bases


def telescoping_ends(ring: Ring, one: Poly, other: Poly, var: Var) -> tuple[Poly, Poly] | None:
    """(first, last) where Π one/other is last/first: one is the other a step before or after."""
    before = {var: Index(var, ((ONE_SIZE, -1),))}
    size = Index(None, length(var.size))
    if var not in letters_of(one):
        return None
    if substitute(ring, one, before) == other:
        return substitute(ring, one, {var: constant(0)}), substitute(ring, one, {var: size})
    if substitute(ring, other, before) == one:
        return substitute(ring, other, {var: size}), substitute(ring, other, {var: constant(0)})
    return None


def product_of_base(ring: Ring, base: Poly, power: Fraction, var: Var) -> Poly:
    """Π of a power of one base."""
    if var not in letters_of(base) and is_positive(ring, base):
        return exponential(ring, bind(ring, logarithm(ring, base).scaled(power), var))
    if power.denominator == 1:
        return power_of_poly(ring, prod_atom(ring, base, var), power)
    return prod_atom(ring, power_of_poly(ring, base, power), var)


def prod_atom(ring: Ring, poly: Poly, var: Var) -> Poly:
    """A product as a factor."""
    return atom(ring, Form("prod", binds=[var]), [poly])


@factor_maker("prod")
def _remake_product(
    ring: Ring, head: Head, inside: tuple[Poly, ...], own: tuple[Index, ...],
    binds: tuple[Var, ...], power: Fraction,
) -> Poly:  # fmt: skip
    return power_of_poly(ring, product_over(ring, inside[0], binds[0]), power)
