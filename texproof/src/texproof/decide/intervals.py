"""The sign of a real number by intervals that contain it: certain, and without algebra."""

from collections.abc import Callable
from math import prod

import sympy as sp
from mpmath.ctx_iv import MPIntervalContext

from ..evaluate.world import Value

FEW, MANY = MPIntervalContext(), MPIntervalContext()
FEW.prec, MANY.prec = 120, 1100  # bits: for nearly every number, and for what is nearly 0
ZERO = MANY.mpf(2) ** -1000  # a number that may be 0 and is known to be smaller counts as 0

Interval = Value  # or None, where there is none
Rule = Callable[[MPIntervalContext, Value, list[Interval]], Interval]


def interval_sign(number: Value) -> int | None:
    """-1, 0 or 1; None where a part has no rule, or a condition of its rule is in doubt."""
    found: Interval = None
    for context in (FEW, MANY):
        found = enclosed(context, number, {})
        if found is not None and (found.a > 0 or found.b < 0):
            return 1 if found.a > 0 else -1
    return 0 if found is not None and found.delta < ZERO else None


def enclosed(context: MPIntervalContext, number: Value, known: dict[Value, Interval]) -> Interval:
    """An interval around a number, or None where there is no rule for it; each part once."""
    if number not in known:
        parts = [enclosed(context, part, known) for part in number.args]
        rule = fraction if number.is_Rational else RULES.get(number.func)
        lost = rule is None or any(part is None for part in parts)
        known[number] = None if lost or rule is None else rule(context, number, parts)
    return known[number]


def fraction(context: MPIntervalContext, number: Value, parts: list[Interval]) -> Interval:
    """A rational number."""
    return context.mpf(number.p) / context.mpf(number.q)


def power(context: MPIntervalContext, number: Value, parts: list[Interval]) -> Interval:
    """A whole power, of what is not 0 if it is negative, or a power of a positive number."""
    (base, exponent), written = parts, number.exp
    apart = base.a > 0 or base.b < 0
    if written.is_Integer:
        return base ** int(written) if apart or written.is_positive else None
    return context.exp(exponent * context.log(base)) if base.a > 0 else None


def logarithm(context: MPIntervalContext, number: Value, parts: list[Interval]) -> Interval:
    """A logarithm of a positive number."""
    return context.log(parts[0]) if parts[0].a > 0 else None


def greatest(context: MPIntervalContext, number: Value, parts: list[Interval]) -> Interval:
    """The greatest of some numbers."""
    return context.mpf([max(part.a for part in parts), max(part.b for part in parts)])


def least(context: MPIntervalContext, number: Value, parts: list[Interval]) -> Interval:
    """The least of some numbers."""
    return context.mpf([min(part.a for part in parts), min(part.b for part in parts)])


RULES: dict[type, Rule] = {
    sp.Add: lambda context, number, parts: sum(parts[1:], parts[0]),
    sp.Mul: lambda context, number, parts: prod(parts[1:], start=parts[0]),
    sp.Pow: power,
    sp.exp: lambda context, number, parts: context.exp(parts[0]),
    sp.log: logarithm,
    sp.sin: lambda context, number, parts: context.sin(parts[0]),
    sp.cos: lambda context, number, parts: context.cos(parts[0]),
    sp.tanh: lambda context, number, parts: 1 - 2 / (context.exp(2 * parts[0]) + 1),
    sp.Abs: lambda context, number, parts: abs(parts[0]),
    sp.Max: greatest,
    sp.Min: least,
    type(sp.E): lambda context, number, parts: context.exp(context.mpf(1)),
    type(sp.pi): lambda context, number, parts: +context.pi,
}
