"""How the sign of a difference is found to be known.

The ways are signs of terms and factors, sums of squares, tangents of logarithms and exponentials,
and the same on both sides of each switch. A sign that is found is certain; often none is found.
"""

import itertools
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import sympy as sp

from ..evaluate.assignment import Value
from ..evaluate.unknowns import Indicator
from ..limits import (
    MOST_MONOMIALS,
    MOST_PARTS,
    MOST_SQUARES,
    MOST_SWITCHES,
    MOST_TERMS_OF_SIGN,
    MOST_TURNING,
)
from .polynomials import CommonRing, is_root

# --------------------------------------------------------------------------------------------------
# Sums of squares: a polynomial that is z'Qz, with monomials z and Q positive semidefinite.
#
# z are the halves of the polynomial's own squares, an unknown that is not negative counting as a
# square; Q is decided over the rational numbers, pivot by pivot.

Monomial = tuple[int, ...]
GramEntries = dict[tuple[int, int], Value]  # entries of Q, row not below column


def is_sum_of_squares(ring: CommonRing, polynomial: Value, strict: bool = False) -> bool:
    """Whether a polynomial is seen to be a sum of squares (strict: of which one is no 0)."""
    twice = [1 if ring.sign(atom) == "?" else 2 for atom in ring.order]
    terms = {tuple(n * k for n, k in zip(powers, twice, strict=False)): coefficient
             for powers, coefficient in polynomial.terms()}  # fmt: skip
    halves = [tuple(n // 2 for n in powers) for powers, coefficient in terms.items()
              if coefficient > 0 and not any(n % 2 for n in powers)]  # fmt: skip
    if len(halves) > MOST_MONOMIALS:
        return False
    form = gram_matrix(terms, halves)
    if form is None:
        return False
    pivots = pivots_by_elimination(form, len(halves))
    if not strict:
        return pivots is not None
    sure = [all(ring.sign(a) == "+" for a, n in zip(ring.order, half, strict=False) if n)
            for half in halves]  # fmt: skip
    return pivots is not None and all(pivots) and any(sure)


def gram_matrix(terms: dict[Monomial, Value], halves: Sequence[Monomial]) -> GramEntries | None:
    """Q, or None where a term is no product of two of the halves."""
    pairs = defaultdict(list)
    for i, j in itertools.combinations_with_replacement(range(len(halves)), 2):
        pairs[tuple(map(sum, zip(halves[i], halves[j], strict=True)))].append((i, j))
    form: GramEntries = {}
    for powers, coefficient in terms.items():
        if powers not in pairs:
            return None
        squares = [(i, j) for i, j in pairs[powers] if i == j]
        places = squares or pairs[powers]
        for i, j in places:
            form[i, j] = coefficient / (len(places) if i == j else 2 * len(places))
    return form


def pivots_by_elimination(form: GramEntries, size: int) -> list[Value] | None:
    """The pivots of Q, or None if it is not positive semidefinite."""
    pivots = []
    for k in range(size):
        pivot = form.pop((k, k), 0)
        row = {j: form.pop((k, j)) for j in range(k + 1, size) if form.get((k, j), 0)}
        if pivot < 0 or (row and not pivot):
            return None
        for (i, a), (j, b) in itertools.combinations_with_replacement(sorted(row.items()), 2):
            form[i, j] = form.get((i, j), 0) - a * b / pivot
        pivots.append(pivot)
    return pivots


# --------------------------------------------------------------------------------------------------
# Cases: an expression on both sides of a switch, or with the switches that are known set.
#
# An indicator switches where its argument passes 0, a modulus too, a maximum and a minimum where
# two of their terms are equal.

KINDS = Indicator, sp.Abs, sp.Max, sp.Min


def switches_of(expression: Value) -> list[Value]:
    """The switches of an expression, in a fixed order."""
    return sorted(expression.atoms(*KINDS), key=str)


def switching_points(part: Value) -> Iterator[Value]:
    """What is 0 where a switch turns."""
    if len(part.args) == 1:
        yield part.args[0]
    yield from (a - b for a, b in itertools.combinations(part.args, 2))


def values_on_both_sides(
    expression: Value, most: int = 1, ties: bool = False
) -> list[Value] | None:
    """The expression on both sides of a switch, or None; ``most`` symbols may turn it.

    On each side a symbol is replaced by what it is in terms of the distance to the switch;
    with ``ties`` the switch itself is a case of its own.
    """
    switches = switches_of(expression)
    for at in (at for part in switches for at in switching_points(part)):
        if 0 < len(at.free_symbols) <= most:
            near, far = sp.Dummy(nonnegative=True), sp.Dummy(positive=True)
            distances = [-far, sp.Integer(0), far] if ties else [-near, far]
            both = [at_distance_from_switch(expression, at, distance) for distance in distances]
            if None not in both and all(len(switches_of(case)) < len(switches) for case in both):
                return both
    return None


def at_distance_from_switch(expression: Value, at: Value, distance: Value) -> Value | None:
    """The expression where ``at`` is a distance, with one symbol replaced that is linear in it.

    One is chosen whose sign is still seen; what is proved without it, is proved all the same.
    """
    values = {}
    for x in sorted(at.free_symbols, key=str):
        slope = sp.diff(at, x)
        if slope.is_Rational and slope:
            values[x] = sp.expand((distance - at.subs(x, 0)) / slope)
    if not values:
        return None
    kept = (x for x, value in values.items() if has_sign_of_symbol(x, value))
    x = next(kept, next(iter(values)))
    return expression.subs(x, values[x])


def has_sign_of_symbol(symbol: Value, value: Value) -> bool:
    """Whether what is known of the sign of a symbol is seen on a value."""
    if symbol.is_positive:
        return bool(value.is_positive)
    return not symbol.is_nonnegative or bool(value.is_nonnegative)


def resolve_switches(expression: Value, known: Callable[[Value, bool], object]) -> Value:
    """The expression without switches of which ``known(expression, strict)`` tells the side."""
    for part in switches_of(expression):
        first, *second = part.args
        if len(second) > 1:
            continue
        at = first - second[0] if second else first
        above, below = switch_values(part)
        if known(at, True):
            expression = expression.xreplace({part: above})
        elif known(-at, False):
            expression = expression.xreplace({part: below})
    return expression


def switch_values(part: Value) -> tuple[Value, Value]:
    """The values of a switch where its place is positive, and where it is not."""
    if isinstance(part, Indicator):
        return sp.Integer(0), sp.Integer(1)
    if isinstance(part, sp.Abs):
        return part.args[0], -part.args[0]
    first, second = part.args
    return (first, second) if isinstance(part, sp.Max) else (second, first)


# --------------------------------------------------------------------------------------------------
# The rules for inequalities: how the sign of a difference is found to be known.

# The functions, log or exp, that tangents replace.
Curved = tuple[Any, ...]
SignOfFactor = Callable[[CommonRing, Value, bool], bool]


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
    # The expression is defined, so the base of a negative power is not 0.
    if expression.is_Pow and expression.exp.is_negative:
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
    if rule_for_sign(argument) is None:
        return "?"
    for strict, signs in ((True, ("+", "-")), (False, ("0+", "0-"))):
        for turned, sign in zip((argument - 1, 1 - argument), signs, strict=True):
            if rule_for_sign(turned, strict):
                return sign
    return "?"


def rule_for_sign(expression: Value, strict: bool = False) -> str | None:
    """Name of the rule by which the expression is found to be >= 0 (or > 0), or None."""
    expression = sp.sympify(expression, strict=True)
    if structural_sign(expression) in ({"+"} if strict else {"+", "0+", "0"}):
        return "signs"
    if is_positive_by_tangents(expression, strict):
        return "tangents"
    both = values_on_both_sides(expression)
    if both and all(rule_for_sign(case, strict) for case in both):
        return "cases"
    ring = CommonRing(expression)
    if is_positive_by_factors(ring, strict):
        return "signs"
    if is_positive_by_factors(ring, strict, is_sum_of_squares):
        return "squares"
    both = values_on_both_sides(expression, MOST_TURNING)
    if both and all(rule_for_sign(case, strict) for case in both):
        return "cases"
    return "exponentials" if is_positive_by_exponentials(expression, strict) else None


def is_positive_by_tangents(expression: Value, strict: bool) -> bool:
    """Whether tangents to logarithms, or to exponentials too, leave something of known sign."""
    lower = (tangent_bound(expression, curved) for curved in ((sp.log,), (sp.log, sp.exp)))
    return any(part not in (None, expression) and rule_for_sign(part, strict) for part in lower)


def is_positive_by_factors(
    ring: CommonRing, strict: bool, sign: SignOfFactor = CommonRing.is_nonnegative
) -> bool:
    """Whether the factors of numerator and denominator have known signs, whose product is +."""
    above, below = ring.parts[0]
    odd = [factor for factor, n in below.items() if n % 2]
    # The expression is defined, so no factor of its denominator is 0.
    if not all(sign(ring, factor, False) for factor in odd):
        return False
    if above == 0 or len(above) > MOST_TERMS_OF_SIGN:
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
            if fewer and rule_for_sign(inside, strict=True) and rule_for_sign(above, strict):
                return True
    return False


def tangent_bound(expression: Value, curved: Curved, upper: bool = False) -> Value | None:
    """What is not above the expression, or with ``upper`` not below it, and has none of ``curved``.

    Tangents at 1 and at 0 take the place of logarithms and exponentials: 1 - 1/x <= log x <= x - 1
    and 1 + x <= e^x <= 1 / (1 - x), the last for x < 1. None where one of them stands in anything
    but sums and products with factors of known sign.
    """
    if not varies_in_function(expression, curved):
        return expression
    if isinstance(expression, curved) and not varies_in_function(expression.args[0], curved):
        return tangent_of_function(expression, upper)
    if expression.is_Add:
        terms: list[Value] = [tangent_bound(term, curved, upper) for term in expression.args]
        return None if None in terms else sum(terms)
    within = [part for part in expression.args if varies_in_function(part, curved)]
    if not expression.is_Mul or len(within) > 1:
        return None
    factor = expression / within[0]
    sign = structural_sign(factor)
    inner = (
        tangent_bound(within[0], curved, upper != (sign in {"-", "0-"})) if sign != "?" else None
    )
    return None if inner is None else factor * inner


def varies_in_function(expression: Value, curved: Curved) -> bool:
    """Whether a curved function of something that varies occurs."""
    return any(part.free_symbols for part in expression.atoms(*curved))


def tangent_of_function(expression: Value, upper: bool) -> Value | None:
    """The tangent that bounds log x or e^x from below or above, None where it may not."""
    x = expression.args[0]
    if isinstance(expression, sp.log):
        bound, needed = x - 1 if upper else 1 - 1 / x, x
    else:
        bound, needed = 1 / (1 - x) if upper else 1 + x, 1 - x if upper else sp.S.One
    return bound if rule_for_sign(needed, strict=True) else None


# --------------------------------------------------------------------------------------------------
# Signs of sums with switches and roots: side by side, part by part, and by squares.
#
# Each way can only be gone by a true statement:
#     sides    a switch is set to what it is on either side of its place, which may be known besides
#     parts    a sum of parts, each of which is seen not to be negative
#     slacks   a maximum is some number, and each of its terms that number less something
#     squares  a sum R of terms that are not negative is at least P if R^2 >= P^2


def rule_for_switches(expression: Value, strict: bool) -> str | None:
    """The rule by which an expression with switches or roots is found to be >= 0 (or > 0)."""
    expression = sp.sympify(expression, strict=True)
    if any(rule_for_sign(part, strict) for part in with_slacks(expression)):
        return "cases"
    if is_positive_by_parts(expression, strict):
        return "cases"
    return "squares" if is_positive_by_squares(expression, strict) else None


def is_positive_by_sides(expression: Value, strict: bool) -> bool:
    """Whether an expression has the sign on both sides of each of its few switches."""
    if rule_for_sign(expression, strict):
        return True
    switches = [part for part in switches_of(expression) if len(part.args) <= 2]
    if not 0 < len(switches) <= MOST_SWITCHES:
        return False
    part = switches[0]
    at = part.args[0] - part.args[1] if len(part.args) == 2 else part.args[0]
    far, near = sp.Dummy(positive=True), sp.Dummy(nonnegative=True)
    for side, distance in zip(switch_values(part), (far, -near), strict=True):
        ways = [
            expression.xreplace({part: side}),
            at_distance_from_switch(expression, at, distance),
        ]
        if not any(way is not None and is_positive_by_sides(way, strict) for way in ways):
            return False
    return True


def is_positive_by_parts(expression: Value, strict: bool) -> bool:
    """Whether an expression is a positive multiple of a sum of parts that have the sign."""
    if not switches_of(expression):
        return False
    above, below = sp.fraction(sp.together(expression))
    if not rule_for_sign(below, strict=True):
        return False
    terms = sp.Add.make_args(sp.expand(above))
    return len(terms) <= MOST_PARTS and all(
        is_positive_by_sides(sp.factor_terms(part), strict) for part in sums_by_symbol(terms)
    )


def sums_by_symbol(terms: tuple[Value, ...]) -> list[Value]:
    """Sums of some of the terms: each has the switches of one symbol that few terms have."""
    rarest = {s: sum(term.has(s) for term in terms) for t in terms for s in t.free_symbols}
    sums: dict[frozenset[Value], Value] = {}
    for term in terms:
        least = min((rarest[s] for s in term.free_symbols), default=0)
        own = frozenset(s for s in term.free_symbols if rarest[s] == least)
        sums[own] = sums.get(own, sp.Integer(0)) + term
    return list(sums.values())


def with_slacks(expression: Value) -> Iterator[Value]:
    """The expression with m for a maximum of symbols, and m less something for each of them."""
    for part in expression.atoms(sp.Max, sp.Min):
        if all(arg.is_Symbol for arg in part.args):
            extreme, sign = sp.Dummy(real=True), 1 if isinstance(part, sp.Max) else -1
            values = {x: extreme - sign * sp.Dummy(nonnegative=True) for x in part.args}
            yield sp.expand(expression.xreplace({part: extreme}).xreplace(values))


def is_positive_by_squares(expression: Value, strict: bool, left: int = MOST_SQUARES) -> bool:
    """Whether roots and moduli with a plus outweigh the rest, by the difference of squares."""
    terms = sp.Add.make_args(sp.expand(expression))
    large = [term for term in terms if is_rooted(term) and structural_sign(term) in {"+", "0+"}]
    if not large or left == 0 or len(terms) > MOST_PARTS:
        return False
    rest = expression - sp.Add(*large)
    gap = sp.expand(sp.Add(*large) ** 2 - rest**2)
    return bool(rule_for_sign(gap, strict)) or is_positive_by_squares(gap, strict, left - 1)


def is_rooted(term: Value) -> bool:
    """Whether a root or a modulus is a factor of a term."""
    return any(is_root(part) or isinstance(part, sp.Abs) for part in sp.Mul.make_args(term))
