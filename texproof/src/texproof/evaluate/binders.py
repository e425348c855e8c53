"""Evaluation of what binds a letter: sums, products, sets, extrema, expectations."""

import itertools
import math
import operator
from collections.abc import Callable, Sequence

import numpy as np
import sympy as sp

from ..errors import DerivationError
from ..expr import Expr
from ..names import CHANCE, PLACE, outcomes
from ..shape.sizes import SCALAR, length
from .bounds import LONGEST, bounded
from .defined import undefined
from .dependence import refuse_constant, refuse_dependent
from .facts import refuse_misfit
from .series import endless
from .shapes import shape_of
from .unknowns import indicator
from .world import Value, World, value_of

ORDERS = {"<": operator.lt, ">": operator.gt, "<=": operator.le, ">=": operator.ge}


def members(world: World, letter: str, domain: Expr) -> Sequence[int]:
    """Whole numbers that a sum runs over."""
    if domain.op == "name":
        return list(world.of(domain))
    first, last = (world.whole(part) for part in range_of(domain).args)
    found = range(first, last + 1)
    bounded(len(found), LONGEST, "the number of terms")
    if domain.op == "except":
        return [i for i in found if i != world.whole(domain.args[1])]
    if domain.op == "where":
        bound, sign = world.whole(domain.args[1]), domain.value[1]
        return [i for i in found if ORDERS[sign](i, bound)]
    return found


def range_of(domain: Expr) -> Expr:
    """The range that a domain is, or is made of."""
    return domain if domain.op == "range" else domain.args[0]


def terms(world: World, node: Expr, domain: Expr, body: Expr) -> list[Value]:
    """The terms of a sum or product."""
    found = members(world, node.value, domain)
    inner = world.at({})
    inner.terms = bounded(max(1, len(found)) * world.terms, LONGEST, "the number of terms")
    return [inner.at({node.value: i}).of(body) for i in found]


@value_of("sum")
def sum_(world: World, node: Expr, domain: Expr, body: Expr) -> Value:
    """A sum over a range or a set, or without end."""
    if domain.op == "range" and domain.args[1].op == "infinity":
        return endless(world, node.value, domain.args[0], body)
    found = terms(world, node, domain, body)
    return sum(found[1:], found[0]) if found else empty_sum(world, body)


def empty_sum(world: World, body: Expr) -> Value:
    """The zero of the shape that the terms would have."""
    shape = shape_of(body)
    if shape == SCALAR:
        return world.number(0)
    return np.full(
        [length(size, world.sizes) for size in shape], world.number(0), dtype=world.dtype
    )


@value_of("prod")
def product(world: World, node: Expr, domain: Expr, body: Expr) -> Value:
    """A product over a range or a set."""
    return math.prod(terms(world, node, domain, body), start=world.number(1))


@value_of("extremum")
def extremum(world: World, node: Expr, domain: Expr, body: Expr) -> Value:
    """The largest or smallest over a range."""
    letter, kind = node.value
    values = [world.at({letter: i}).of(body) for i in members(world, letter, domain)]
    return extreme(world, kind, values)


def extreme(world: World, kind: str, values: Sequence[Value]) -> Value:
    """The largest ("max") or smallest ("min") of some numbers."""
    if not values:
        undefined(f"the {kind} of nothing")
    if world.exact:
        return (sp.Max if kind == "max" else sp.Min)(*values)
    return (max if kind == "max" else min)(values)


@value_of("builder")
def builder(world: World, node: Expr, domain: Expr, left: Expr, right: Expr) -> Value:
    """The members of a set."""
    letter, sign = node.value
    worlds = {i: world.at({letter: i}) for i in members(world, letter, domain)}
    held = {i: indicator(w.of(left), sign, w.of(right)) for i, w in worlds.items()}
    if not all(value.is_Integer for value in held.values()):
        raise DerivationError("who is in the set depends on generic numbers; index it instead")
    return [i for i, value in held.items() if value == 1]


@value_of("substitute")
def substitution(world: World, node: Expr, body: Expr, about: Expr, value: Expr) -> Value:
    """A term with a value in the place of a name."""
    refuse_constant(about.value)
    refuse_dependent(world, about.value, [body])
    place = tuple(world.whole(part) for part in about.args)
    put = world.of(value)
    refuse_misfit(world, about.value, place, put)
    inside = world.replacing(about.value, place, put)
    if about.value.meaning == PLACE:  # a function has a slope only where it has a value
        inside.of(body.args[0])
    return inside.of(body)


# random names: functions of outcomes, whose chances are generic


@value_of("expect")
def expectation(world: World, node: Expr, body: Expr) -> Value:
    """The mean over the outcomes of the sources that the node names."""
    return mean(world, node.value, lambda world: world.of(body))


def mean(world: World, sources: Sequence[str], value: Callable[[World], Value]) -> Value:
    """The mean of value(world) over all outcomes of the sources."""
    ranges = [range(1, world.sizes[size] + 1) for _, size in map(outcomes, sources)]
    letters = [letter for letter, _ in map(outcomes, sources)]
    total: Value = 0
    for chosen in itertools.product(*ranges):
        weight = math.prod(chance(world, *pair) for pair in zip(sources, chosen, strict=True))
        total = total + weight * value(world.at(zip(letters, chosen, strict=True)))
    return total


def chance(world: World, source: str, outcome: int) -> Value:
    """The chance of one outcome of a source: generic in proofs, equal among numbers."""
    return world.values[CHANCE][source, outcome]


@value_of("covariance")
def covariance(world: World, node: Expr, left: Expr, right: Expr) -> Value:
    """The mean of the product of deviations."""
    means = expectation(world, node, left), expectation(world, node, right)
    return mean(world, node.value, lambda world: spread(world, (left, right), means))


def spread(world: World, parts: Sequence[Expr], means: Sequence[Value]) -> Value:
    """(X - EX)(Y - EY), or with a transpose where they are columns."""
    left, right = (world.of(part) - mean for part, mean in zip(parts, means, strict=True))
    return left @ right.T if isinstance(left, np.ndarray) else left * right
