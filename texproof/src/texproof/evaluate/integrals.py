"""Integrals that are known without asking SymPy, and integrals of functions with switches.

The known ones are those of powers, and of normal and gamma densities times powers and logarithms.
Where switches turn at fractions, the integral is taken piece by piece.
"""

import itertools
from collections.abc import Iterator

import sympy as sp

from ..limits import (
    HIGHEST_INTEGRATED,
    MOST_LOGS_INTEGRATED,
    MOST_SWITCHES_INTEGRATED,
    MOST_TERMS_INTEGRATED,
)
from .assignment import Value
from .unknowns import Indicator

# --------------------------------------------------------------------------------------------------
# Integrals that are known: of powers, and of a normal or a gamma density times powers and logs.
#
# Over all numbers \int x^n e^{-a x^2 + b x} dx for a > 0, and over those above 0
# \int x^{a - 1} (\log x)^m e^{-b x} dx, the m-th derivative of \Gamma(a) b^{-a} by a, for a, b > 0.


def known_integral(inside: Value, x: Value, low: Value, high: Value) -> Value | None:
    """The integral of a sum of such terms, or None."""
    if high != sp.oo or low not in {-sp.oo, sp.Integer(0)}:
        return None
    part = integral_over_all_numbers if low != 0 else integral_over_positive_numbers
    result = []
    t = sp.Dummy("t", real=True) if low != 0 else sp.Dummy("t", positive=True)
    for term in terms_of_integrand(inside.subs(x, t)):
        value = part(term, t)
        if value is None:
            return None
        result.append(value)
    return sp.Add(*result)


def terms_of_integrand(inside: Value) -> tuple[Value, ...]:
    """The terms of an integrand, with logarithms of products as sums."""
    logs = {part: sp.expand_log(part) for part in inside.atoms(sp.log)}
    plain = sp.expand_power_base(inside.xreplace(logs))
    whole = sp.expand(plain, power_exp=False, power_base=False, log=False)
    result = sp.Add.make_args(whole)
    return result if len(result) <= MOST_TERMS_INTEGRATED else (whole,)


def factor_term(term: Value, t: Value) -> tuple[Value, Value, int, Value] | None:
    """(factor, power, many logarithms, exponent): c t^p (log t)^m e^u, or None."""
    factor, power, many, exponent = sp.Integer(1), sp.Integer(0), 0, sp.Integer(0)
    for part in sp.Mul.make_args(term):
        base, up = part.as_base_exp()
        if not part.has(t):
            factor *= part
        elif base == t and not up.has(t):
            power += up
        elif part.func == sp.exp or base == sp.E:
            exponent += sp.log(part) if part.func != sp.exp else part.args[0]
        elif base == sp.log(t) and up.is_Integer and 0 < up <= MOST_LOGS_INTEGRATED:
            many += int(up)
        else:
            return None
    return factor, sp.expand(power), many, sp.expand(exponent)


def integral_over_positive_numbers(term: Value, t: Value) -> Value | None:
    """One term over the numbers above 0."""
    factored = factor_term(term, t)
    if factored is None or factored[2] > MOST_LOGS_INTEGRATED:
        return None
    factor, power, many, exponent = factored
    slope, rest = exponent.coeff(t, 1), exponent.coeff(t, 0)
    a, b = power + 1, -slope
    if sp.expand(exponent - slope * t - rest) != 0 or not (a.is_positive and b.is_positive):
        return None
    # This is the mean of the logarithm under the gamma distribution.
    middle = sp.polygamma(0, a) - sp.log(b)
    means = 1, middle, middle**2 + sp.polygamma(1, a)
    return sp.expand(factor * sp.exp(rest) * b**-a * sp.expand_func(sp.gamma(a) * means[many]))


def integral_over_all_numbers(term: Value, t: Value) -> Value | None:
    """One term over all numbers."""
    factored = factor_term(term, t)
    if (
        factored is None
        or factored[2]
        or not (factored[1].is_Integer and 0 <= factored[1] <= HIGHEST_INTEGRATED)
    ):
        return None
    factor, n, _, exponent = factored
    c2, c1, rest = (exponent.coeff(t, k) for k in (2, 1, 0))
    a = -c2
    if sp.expand(exponent - c2 * t**2 - c1 * t - rest) != 0 or not a.is_positive:
        return None
    middle = c1 / (2 * a)
    moments = (
        sp.binomial(n, 2 * k) * middle ** (n - 2 * k) * sp.factorial2(2 * k - 1) / (2 * a) ** k
        for k in range(int(n) // 2 + 1)
    )
    scale = sp.sqrt(sp.pi / a) * sp.exp(sp.cancel(rest + c1**2 / (4 * a)))
    return factor * scale * sp.Add(*moments)


# --------------------------------------------------------------------------------------------------
# Integrals of what switches: where the places are fractions, they are taken piece by piece.

SWITCHES = Indicator, sp.Abs, sp.sign, sp.Max, sp.Min
Limits = tuple[Value, Value, Value]  # the variable, and from where to where


def split_at_switches(inside: Value, limits: Limits) -> list[tuple[Value, Limits]]:
    """The integrand without its switches, and the limits, between each two places of a switch.

    One piece where the places are no fractions, such as symbols.
    """
    x, low, high = limits
    parts = sorted((p for p in inside.atoms(*SWITCHES) if p.has(x)), key=sp.default_sort_key)
    switches = switching_places(parts, x)
    ends = [end for end in (low, high) if not end.is_infinite]
    if (
        not switches
        or len(switches) > MOST_SWITCHES_INTEGRATED
        or not all(end.is_Rational for end in ends)
    ):
        return [(inside, limits)]
    turned = bool(low > high)
    inner = sorted(place for place in switches if min(low, high) < place < max(low, high))
    edges = [low, *(reversed(inner) if turned else inner), high]
    return [
        (
            inside.xreplace({p: switch_value_at(p, x, fraction_between(a, b)) for p in parts}),
            (x, a, b),
        )
        for a, b in itertools.pairwise(edges)
    ]


def switching_places(parts: list[Value], x: Value) -> set[Value] | None:
    """Where some switches turn; None if that is not always at fractions."""
    result: set[Value] = set()
    for term in (term for part in parts for term in switch_arguments(part)):
        if term.free_symbols - {x} or not term.is_polynomial(x):
            return None
        if term.has(x):
            polynomial = sp.Poly(term, x)
            if not all(c.is_Rational for c in polynomial.all_coeffs()):
                return None
            roots = polynomial.real_roots(multiple=False)
            if not all(root.is_Rational for root, _ in roots):
                return None
            result |= {root for root, _ in roots}
    return result


def switch_arguments(part: Value) -> Iterator[Value]:
    """What is 0 where a switch turns."""
    if isinstance(part, sp.Max | sp.Min):
        yield from (a - b for a, b in itertools.combinations(part.args, 2))
    else:
        yield part.args[0]


def fraction_between(low: Value, high: Value) -> Value:
    """A fraction between two places, of which one may be infinitely far."""
    low, high = min(low, high), max(low, high)
    if low.is_infinite:
        return sp.Integer(0) if high.is_infinite else high - 1
    return low + 1 if high.is_infinite else (low + high) / 2


def switch_value_at(part: Value, x: Value, place: Value) -> Value:
    """What a switch is around a place at which it does not turn."""
    if isinstance(part, sp.Max | sp.Min):
        return next(a for a in part.args if a.subs(x, place) == part.subs(x, place))
    sign = sp.sign(part.args[0].subs(x, place))
    if isinstance(part, sp.Abs):
        return sign * part.args[0]
    return sign if isinstance(part, sp.sign) else sp.Integer(int(bool(sign <= 0)))
