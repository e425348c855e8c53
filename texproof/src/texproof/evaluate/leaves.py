"""Evaluation of what stands at the ends of a tree: numbers, sizes, letters, names, calls."""

from collections.abc import Callable

import numpy as np
import sympy as sp

from ..errors import DerivationError, Missing
from ..expr import Expr
from ..names import Name
from ..shape.sizes import spelled
from .facts import refuse_misfit
from .programs import as_given, called
from .shapes import shape_of
from .world import Value, World, value_of


@value_of("num")
def literal(world: World, node: Expr) -> Value:
    """A number that is written."""
    return sp.Rational(node.value) if world.exact else float(node.value)


@value_of("size")
def size(world: World, node: Expr) -> Value:
    """The length of a size."""
    return world.number(world.sizes[node.value])


@value_of("var")
def letter(world: World, node: Expr) -> Value:
    """The number that an index letter is; in a sum without end it is any."""
    value = world.letters[node.value]
    return value if isinstance(value, sp.Symbol) else world.number(value)


@value_of("name")
def named(world: World, node: Expr, *indices: Expr) -> Value:
    """A member of a family."""
    value = world.value(node.value, tuple(world.whole(part) for part in indices))
    return world.number(value) if node.value.kind == "index" else value


@value_of("entry")
def entry(world: World, node: Expr, whole: Expr, *indices: Expr) -> Value:
    """An entry of a vector or matrix."""
    value, place = world.of(whole), world.place_of(node)
    if not all(0 <= i < length for i, length in zip(place, value.shape, strict=True)):
        raise Missing(f"{node.value.latex} has no entry {tuple(i + 1 for i in place)}")
    return value[place]


@value_of("component")
def component(world: World, node: Expr, whole: Expr, *indices: Expr) -> Value:
    """An entry of a term."""
    value, place = world.of(whole), world.place_of(node)
    if not all(0 <= i < length for i, length in zip(place, value.shape, strict=True)):
        raise Missing(f"there is no entry {tuple(i + 1 for i in place)}")
    return value[place]


@value_of("call")
def call(world: World, node: Expr, *arguments: Expr) -> Value:
    """A function that is defined, a program, or an unknown one."""
    name: Name = node.value
    values = [world.of(part) for part in arguments]
    if name in world.definitions:
        return call_by_definition(world, name, values)
    if name.call:
        flat = [as_given(v, shape_of(part)) for v, part in zip(values, arguments, strict=True)]
        return call_of_package(world, name, name.call, flat)
    return world.values[name](*values)


def call_by_definition(world: World, name: Name, values: list[Value]) -> Value:
    """The body of a defined function, with the values in the place of its parameters."""
    parameters, body, _ = world.definitions[name]
    inner = world
    for parameter, value in zip(parameters, values, strict=True):
        refuse_misfit(world, parameter.value, (), value)
        inner = inner.replacing(parameter.value, (), value)
    return inner.of(body)


def call_of_package(
    world: World, name: Name, function: Callable[..., Value], values: list[Value]
) -> Value:
    """What a program returns, which must have its declared shape."""
    value = called(function, values, world.exact)
    if world.exact and np.shape(value) != world.lengths(name):
        found, wanted = spelled(np.shape(value)), spelled(world.lengths(name))
        raise DerivationError(f"{name.latex} returned {found} where {wanted} was declared")
    return value
