"""Elementary functions, extremes, binomial coefficients, indicators and cases evaluated.

Each has one function for symbols and fractions and one for floats. An argument outside the domain
raises `Undefined`.
"""

import math
from collections.abc import Callable

import sympy as sp

from ..expr import Expr
from ..limits import LONGEST_SUM, MOST_ANGLES, MOST_SHIFTED
from .assignment import Assignment, Value, evaluates
from .bounds import require_at_most
from .defined import (
    raise_undefined,
    require_finite,
    require_nonnegative,
    require_nonzero,
    require_positive,
)
from .sums import extreme
from .unknowns import indicator

Function = Callable[[Value], Value]


@evaluates("abs")
def modulus(assignment: Assignment, node: Expr, inside: Expr) -> Value:
    """A modulus, or the size of a set."""
    value = assignment.of(inside)
    return assignment.number(len(value)) if isinstance(value, list) else abs(value)


def elementary_function(
    assignment: Assignment, inside: Expr, exact: Function, floating: Function
) -> Value:
    """A function of a symbol or fraction, or of a float."""
    return function_of_number(assignment.of(inside), exact, floating)


def function_of_number(value: Value, exact: Function, floating: Function) -> Value:
    """A function of a value: exact for a symbol or fraction, and floating for a float."""
    if isinstance(value, sp.Basic):
        return require_finite(exact(value), str(exact))
    try:
        return floating(value)
    except OverflowError:
        return raise_undefined(f"{floating.__name__}({value})")


@evaluates("exp")
def exponential(assignment: Assignment, node: Expr, inside: Expr) -> Value:
    """An exponential."""
    return elementary_function(assignment, inside, sp.exp, math.exp)


@evaluates("log")
def logarithm(assignment: Assignment, node: Expr, inside: Expr, *base: Expr) -> Value:
    """A logarithm."""
    value, *bases = (
        function_of_number(require_positive(assignment.of(part)), sp.log, math.log)
        for part in (inside, *base)
    )
    return value / require_nonzero(bases[0]) if bases else value


@evaluates("sin")
@evaluates("cos")
def sine_or_cosine(assignment: Assignment, node: Expr, inside: Expr) -> Value:
    """A sine or a cosine, of a sum and of a multiple by those of its parts."""
    exact, floating = {"sin": (sp.sin, math.sin), "cos": (sp.cos, math.cos)}[node.op]
    value = sp.expand(assignment.of(inside)) if assignment.exact else assignment.of(inside)
    terms = sp.Add.make_args(value) if assignment.exact else ()
    numbers = [term.as_coeff_Mul()[0] for term in terms]
    result = function_of_number(value, exact, floating)
    few = len(terms) <= MOST_ANGLES and all(abs(number) <= MOST_ANGLES for number in numbers)
    return sp.expand_trig(result) if terms and few else result


@evaluates("sqrt")
def root(assignment: Assignment, node: Expr, inside: Expr) -> Value:
    """A square root."""
    return function_of_number(require_nonnegative(assignment.of(inside)), sp.sqrt, math.sqrt)


@evaluates("max")
def largest(assignment: Assignment, node: Expr, *parts: Expr) -> Value:
    """The largest of some numbers."""
    return extreme(assignment, "max", [assignment.of(part) for part in parts])


@evaluates("min")
def smallest(assignment: Assignment, node: Expr, *parts: Expr) -> Value:
    """The smallest of some numbers."""
    return extreme(assignment, "min", [assignment.of(part) for part in parts])


@evaluates("sgn")
def sign_of(assignment: Assignment, node: Expr, inside: Expr) -> Value:
    """A sign."""
    value = assignment.of(inside)
    return sp.sign(value) if assignment.exact else math.copysign(1, value) * (value != 0)


@evaluates("binom")
def binomial(assignment: Assignment, node: Expr, above: Expr, below: Expr) -> Value:
    """A binomial coefficient."""
    many, few = assignment.of(above), assignment.of(below)
    if isinstance(many, sp.Rational):
        require_at_most(many, LONGEST_SUM, "the upper number of a binomial coefficient")
    value = sp.binomial(many, few)
    return assignment.number(require_finite(value, "a binomial coefficient"))


@evaluates("gamma")
def gamma(assignment: Assignment, node: Expr, inside: Expr) -> Value:
    """The gamma function, which has no value at 0, -1, -2, ..."""
    value = assignment.of(inside)
    if isinstance(value, sp.Rational):
        require_at_most(abs(value), LONGEST_SUM, "the argument of a gamma function")
    result = sp.gamma(sp.expand(value))
    # The gamma function of a + 2 is (a + 1) a times that of a, so whole numbers are split off.
    shift = sp.expand(value).as_coeff_Add()[0]
    result = sp.expand_func(result) if abs(shift) <= MOST_SHIFTED else result
    return assignment.number(require_finite(result, "a gamma function"))


@evaluates("indicator")
def indicator_of_relation(assignment: Assignment, node: Expr, left: Expr, right: Expr) -> Value:
    """1 where a relation holds and 0 elsewhere."""
    return assignment.number(indicator(assignment.of(left), node.value, assignment.of(right)))


@evaluates("cases")
def cases(assignment: Assignment, node: Expr, *parts: Expr) -> Value:
    """The value of the first case whose relation holds, else the last value."""
    total, none_yet = assignment.number(0), assignment.number(1)
    for i, sign in enumerate(node.value):
        value, left, right = (assignment.of(part) for part in parts[3 * i : 3 * i + 3])
        here = assignment.number(indicator(left, sign, right))
        total = total + none_yet * here * value
        none_yet = none_yet * (1 - here)
    return total + none_yet * assignment.of(parts[-1])
