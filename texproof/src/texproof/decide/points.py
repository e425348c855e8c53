"""Points: small exact numbers at which a statement fails, or hypotheses hold.

Whether a number is above 0 is decided by intervals that contain it, so a refutation is as certain
as a proof.
"""

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import prod

import numpy as np
import sympy as sp
from mpmath.ctx_iv import MPIntervalContext

from ..errors import Undefined
from ..evaluate import Assignment
from ..evaluate.assignment import Value
from ..evaluate.values import CONSTANT
from ..expr import Relation
from ..limits import DIGITS, FEW_BITS, INTERVAL_BITS, MORE_INTERVAL_BITS, MOST_DIGITS, ZERO_BITS
from ..names import Name

# --------------------------------------------------------------------------------------------------
# The sign of a real number by intervals that contain it: certain, and without algebra.

FEW, MANY = MPIntervalContext(), MPIntervalContext()
FEW.prec, MANY.prec = INTERVAL_BITS, MORE_INTERVAL_BITS
ZERO = MANY.mpf(2) ** -ZERO_BITS

Interval = Value  # or None, where there is none
IntervalRule = Callable[[MPIntervalContext, Value, list[Interval]], Interval]


def interval_sign(number: Value) -> int | None:
    """-1, 0 or 1; None where a part has no rule, or a condition of its rule is in doubt."""
    interval: Interval = None
    for context in (FEW, MANY):
        interval = enclosing_interval(context, number, {})
        if interval is not None and (interval.a > 0 or interval.b < 0):
            return 1 if interval.a > 0 else -1
    return 0 if interval is not None and interval.delta < ZERO else None


def enclosing_interval(
    context: MPIntervalContext, number: Value, known: dict[Value, Interval]
) -> Interval:
    """An interval around a number, or None where there is no rule for it; each part once."""
    if number not in known:
        parts = [enclosing_interval(context, part, known) for part in number.args]
        rule = interval_of_fraction if number.is_Rational else RULES.get(number.func)
        lost = rule is None or any(part is None for part in parts)
        known[number] = None if lost or rule is None else rule(context, number, parts)
    return known[number]


def interval_of_fraction(
    context: MPIntervalContext, number: Value, parts: list[Interval]
) -> Interval:
    """A rational number."""
    return context.mpf(number.p) / context.mpf(number.q)


def interval_of_power(context: MPIntervalContext, number: Value, parts: list[Interval]) -> Interval:
    """A whole power, of what is not 0 if it is negative, or a power of a positive number."""
    (base, exponent), written = parts, number.exp
    apart = base.a > 0 or base.b < 0
    if written.is_Integer:
        return base ** int(written) if apart or written.is_positive else None
    return context.exp(exponent * context.log(base)) if base.a > 0 else None


def interval_of_logarithm(
    context: MPIntervalContext, number: Value, parts: list[Interval]
) -> Interval:
    """A logarithm of a positive number."""
    return context.log(parts[0]) if parts[0].a > 0 else None


def interval_of_greatest(
    context: MPIntervalContext, number: Value, parts: list[Interval]
) -> Interval:
    """The greatest of some numbers."""
    return context.mpf([max(part.a for part in parts), max(part.b for part in parts)])


def interval_of_least(context: MPIntervalContext, number: Value, parts: list[Interval]) -> Interval:
    """The least of some numbers."""
    return context.mpf([min(part.a for part in parts), min(part.b for part in parts)])


RULES: dict[type, IntervalRule] = {
    sp.Add: lambda context, number, parts: sum(parts[1:], parts[0]),
    sp.Mul: lambda context, number, parts: prod(parts[1:], start=parts[0]),
    sp.Pow: interval_of_power,
    sp.exp: lambda context, number, parts: context.exp(parts[0]),
    sp.log: interval_of_logarithm,
    sp.sin: lambda context, number, parts: context.sin(parts[0]),
    sp.cos: lambda context, number, parts: context.cos(parts[0]),
    sp.tanh: lambda context, number, parts: 1 - 2 / (context.exp(2 * parts[0]) + 1),
    sp.Abs: lambda context, number, parts: abs(parts[0]),
    sp.Max: interval_of_greatest,
    sp.Min: interval_of_least,
    type(sp.E): lambda context, number, parts: context.exp(context.mpf(1)),
    type(sp.pi): lambda context, number, parts: +context.pi,
}


# --------------------------------------------------------------------------------------------------
# Values and signs at a point, and the point at which a relation fails.
#
# Points refute. They never prove, and a statement that survives them is still undecided.

Point = Mapping[Value, Value]  # values of symbols
Failure = tuple[int, Value, Value]  # component, left, right

UNKNOWN = sp.Dummy("x")
ALLOWED = {"=": {0}, "∝": {0}, "<=": {-1, 0}, ">=": {0, 1}, "<": {-1}, ">": {1}}


def entries(value: Value) -> list[Value]:
    """The numbers of a value, in order: itself, or the entries of an array."""
    return list(value.flat) if isinstance(value, np.ndarray) else [value]


def differences(left: Value, right: Value, sign: str = "=") -> list[Value]:
    """Entry by entry, left minus right; a bare 0 stands for a zero of any shape.

    For left ∝ right, the minors a_i b_j - a_j b_i, which vanish if both are parallel.
    """
    left, right = entries(left), entries(right)
    if sign == "∝":
        pairs = list(zip(left, right, strict=True))
        return [a * d - c * b for (a, b), (c, d) in itertools.combinations(pairs, 2)]
    longest = max(len(left), len(right))
    left, right = left * (longest // len(left)), right * (longest // len(right))
    return [a - b for a, b in zip(left, right, strict=True)]


def sign_at(value: Value) -> int | None:
    """The sign of a number, for certain; None for what only stands for a number.

    A number that is not known to differ from 0 at MOST_DIGITS digits counts as 0.
    Raises Undefined where it is no real number.
    """
    value = sp.sympify(value, strict=True)
    if value.has(sp.nan, sp.zoo, sp.oo, -sp.oo):
        raise Undefined("a side is not a number")
    if value.is_Rational:
        return int(bool(value > 0)) - int(bool(value < 0))
    certain = interval_sign(value)
    if certain is not None or value.has(sp.Integral):
        return certain
    number = sp.N(value, DIGITS, maxn=MOST_DIGITS)
    if number.has(sp.I):
        raise Undefined("a side is not a real number")
    if not number.is_Float:
        return None
    return 0 if number._prec <= FEW_BITS else int(bool(number > 0)) - int(bool(number < 0))


def holds_at(difference: Value, sign: str) -> bool:
    """Whether a number satisfies ``difference sign 0``; what only stands for one is not refuted.

    Nor is a strict order by a number that is only too small to be told from 0.
    """
    actual = sign_at(difference)
    if actual is None or actual in ALLOWED[sign]:
        return True
    return actual == 0 and sign in {"<", ">"} and not is_zero_for_certain(difference)


def is_zero_for_certain(number: Value) -> bool:
    """Whether algebra finds that a number is 0; its digits alone never say so."""
    number = sp.sympify(number, strict=True)
    if number.is_Rational or not number.is_algebraic:
        return bool(number == 0 or sp.simplify(sp.expand_log(number)) == 0)
    return bool(sp.minimal_polynomial(number, UNKNOWN) == UNKNOWN)


def failure(assignment: Assignment, relation: Relation) -> Failure | None:
    """(component, left, right) of the first entry at which the relation fails, or None."""
    left, right = assignment.of(relation.left), assignment.of(relation.right)
    for i, difference in enumerate(differences(left, right, relation.sign)):
        if not holds_at(difference, relation.sign):
            a, b = entries(left), entries(right)
            return i, a[i % len(a)], b[i % len(b)]
    return proportionality_failure(entries(left), entries(right)) if relation.sign == "∝" else None


def proportionality_failure(left: Sequence[Value], right: Sequence[Value]) -> Failure | None:
    """The first entry of what is no multiple of a zero, where the right side is one."""
    if any(sign_at(value) != 0 for value in right):
        return None
    return next(((i, a, right[i]) for i, a in enumerate(left) if sign_at(a) != 0), None)


def values_in_words(assignment: Assignment, names: Iterable[Name]) -> str:
    """Values of the names, as a message or a page shows them."""
    varying = [n for n in names if n in assignment.values and not n.facts & CONSTANT and not n.call]
    return ", ".join(f"{n.latex} = {value_in_one_line(assignment.values[n])}" for n in varying)


def value_in_one_line(value: Value) -> str:
    """A value in one line: a number, a row for a column, rows for a matrix."""
    if isinstance(value, dict):
        members = [value_in_one_line(member) for member in value.values()]
        return members[0] if len(members) == 1 else "[" + ", ".join(members) + "]"
    if isinstance(value, np.ndarray):
        rows = value.T if value.shape[1] == 1 else value
        texts = ["(" + ", ".join(str(entry) for entry in row) + ")" for row in rows]
        return texts[0] if len(texts) == 1 else "[" + ", ".join(texts) + "]"
    return str(value) if not callable(value) else getattr(value, "called", "some cubic polynomial")
