"""Evaluation of norms, elementary functions, indicators and written-out arrays."""

import math
from collections.abc import Callable

import numpy as np
import sympy as sp

from ..expr import Expr
from .binders import extreme
from .bounds import LONGEST, bounded
from .defined import above_zero, finite, no_less_than_zero, nonzero, undefined
from .shapes import fitted, shape_of
from .unknowns import indicator
from .world import Value, World, value_of

MOST_ANGLES = 6  # parts of an angle, and multiples of each, that are taken apart
MOST_SHIFTED = 20  # factors that are split from a gamma function
Function = Callable[[Value], Value]


@value_of("norm")
def norm(world: World, node: Expr, inside: Expr) -> Value:
    """Euclidean (and Frobenius) norm, sum of absolute values, or the largest of them."""
    values = list(world.of(inside).flat)
    if node.value == "1":
        return sum(abs(value) for value in values)
    if node.value == r"\infty":
        return extreme(world, "max", [abs(value) for value in values])
    total = sum(value**2 for value in values)
    return sp.sqrt(total) if world.exact else math.sqrt(total)


@value_of("abs")
def modulus(world: World, node: Expr, inside: Expr) -> Value:
    """A modulus, or the size of a set."""
    value = world.of(inside)
    return world.number(len(value)) if isinstance(value, list) else abs(value)


@value_of("inner")
def inner_product(world: World, node: Expr, left: Expr, right: Expr) -> Value:
    """An inner product."""
    return sum(a * b for a, b in zip(world.of(left).flat, world.of(right).flat, strict=True))


@value_of("tr")
def trace(world: World, node: Expr, inside: Expr) -> Value:
    """A trace."""
    value = world.of(inside)
    return sum(value[i, i] for i in range(len(value))) if isinstance(value, np.ndarray) else value


def elementary(world: World, inside: Expr, exact: Function, floating: Function) -> Value:
    """A function of a symbol or fraction, or of a float."""
    return of_number(world.of(inside), exact, floating)


def of_number(value: Value, exact: Function, floating: Function) -> Value:
    """The same, of a value that is known."""
    if isinstance(value, sp.Basic):
        return finite(exact(value), str(exact))
    try:
        return floating(value)
    except OverflowError:
        return undefined(f"{floating.__name__}({value})")


@value_of("exp")
def exponential(world: World, node: Expr, inside: Expr) -> Value:
    """An exponential."""
    return elementary(world, inside, sp.exp, math.exp)


@value_of("log")
def logarithm(world: World, node: Expr, inside: Expr, *base: Expr) -> Value:
    """A logarithm."""
    value, *bases = (
        of_number(above_zero(world.of(part)), sp.log, math.log) for part in (inside, *base)
    )
    return value / nonzero(bases[0]) if bases else value


@value_of("sin")
@value_of("cos")
def circular(world: World, node: Expr, inside: Expr) -> Value:
    """A sine or a cosine, of a sum and of a multiple by those of its parts."""
    exact, floating = {"sin": (sp.sin, math.sin), "cos": (sp.cos, math.cos)}[node.op]
    value = sp.expand(world.of(inside)) if world.exact else world.of(inside)
    terms = sp.Add.make_args(value) if world.exact else ()
    numbers = [term.as_coeff_Mul()[0] for term in terms]
    found = of_number(value, exact, floating)
    few = len(terms) <= MOST_ANGLES and all(abs(number) <= MOST_ANGLES for number in numbers)
    return sp.expand_trig(found) if terms and few else found


@value_of("sqrt")
def root(world: World, node: Expr, inside: Expr) -> Value:
    """A square root."""
    return of_number(no_less_than_zero(world.of(inside)), sp.sqrt, math.sqrt)


@value_of("max")
def largest(world: World, node: Expr, *parts: Expr) -> Value:
    """The largest of some numbers."""
    return extreme(world, "max", [world.of(part) for part in parts])


@value_of("min")
def smallest(world: World, node: Expr, *parts: Expr) -> Value:
    """The smallest of some numbers."""
    return extreme(world, "min", [world.of(part) for part in parts])


@value_of("sgn")
def sign_of(world: World, node: Expr, inside: Expr) -> Value:
    """A sign."""
    value = world.of(inside)
    return sp.sign(value) if world.exact else math.copysign(1, value) * (value != 0)


@value_of("binom")
def binomial(world: World, node: Expr, above: Expr, below: Expr) -> Value:
    """A binomial coefficient."""
    many, few = world.of(above), world.of(below)
    if isinstance(many, sp.Rational):
        bounded(many, LONGEST, "the upper number of a binomial coefficient")
    value = sp.binomial(many, few)
    return world.number(finite(value, "a binomial coefficient"))


@value_of("gamma")
def gamma(world: World, node: Expr, inside: Expr) -> Value:
    """The gamma function, which has no value at 0, -1, -2, ..."""
    value = world.of(inside)
    if isinstance(value, sp.Rational):
        bounded(abs(value), LONGEST, "the argument of a gamma function")
    found = sp.gamma(sp.expand(value))
    shift = sp.expand(value).as_coeff_Add()[0]  # of a + 2, whose gamma function is (a + 1) a times
    found = sp.expand_func(found) if abs(shift) <= MOST_SHIFTED else found
    return world.number(finite(found, "a gamma function"))


@value_of("indicator")
def indicated(world: World, node: Expr, left: Expr, right: Expr) -> Value:
    """1 where a relation holds and 0 elsewhere."""
    return world.number(indicator(world.of(left), node.value, world.of(right)))


@value_of("cases")
def cases(world: World, node: Expr, *parts: Expr) -> Value:
    """The value of the first case whose relation holds, else the last value."""
    total, none_yet = world.number(0), world.number(1)
    for i, sign in enumerate(node.value):
        value, left, right = (world.of(part) for part in parts[3 * i : 3 * i + 3])
        here = world.number(indicator(left, sign, right))
        total = total + none_yet * here * value
        none_yet = none_yet * (1 - here)
    return total + none_yet * world.of(parts[-1])


@value_of("pi")
def circle_number(world: World, node: Expr) -> Value:
    """The circle's number."""
    return world.number(sp.pi)


@value_of("diag")
def diagonal(world: World, node: Expr, inside: Expr) -> Value:
    """A diagonal matrix."""
    return np.diag(world.of(inside)[:, 0])


@value_of("array")
def array(world: World, node: Expr, *parts: Expr) -> Value:
    """A vector or matrix by entries or blocks."""
    blocks: list[Value] = [
        np.atleast_2d(np.array(world.of(part), dtype=world.dtype)) for part in parts
    ]
    columns = node.value[1]
    value = np.block([blocks[k : k + columns] for k in range(0, len(blocks), columns)])
    return fitted(value, shape_of(node))
