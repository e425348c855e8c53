"""Evaluation of derivatives by numbers, and by vectors and matrices: by their entries."""

from collections.abc import Callable

import numpy as np
import sympy as sp

from ..errors import DerivationError
from ..expr import Expr
from ..names import Name
from ..shape.sizes import SCALAR
from .calculus import all_slopes, curve, gradient, slope
from .corners import smooth
from .dependence import refuse_fixed
from .shapes import shape_of
from .varying import made_exact, opened
from .world import Value, World, value_of


@value_of("partial")
def partial(world: World, node: Expr, body: Expr, *about: Expr) -> Value:
    """A partial derivative."""
    inner, by = world, []
    values: dict[Value, Value] = {}
    for part in about:  # two letters may name one member of a family
        if inner.of(part) not in values:
            inner, (symbol,), (value,) = opened(inner, part, body)
            values[symbol] = value
        by.append(inner.of(part))
    expression = smooth(world, inner, body, values)
    of = lambda part: slope(world, part, by, list(values), list(values.values()))
    return each(world, of, expression)


def each(world: World, make: Callable[[Value], Value], value: Value) -> Value:
    """What is made of a number, or of each entry of an array."""
    if not isinstance(value, np.ndarray):
        return make(value)
    return np.array([make(part) for part in value.flat], dtype=world.dtype).reshape(value.shape)


@value_of("jacobian")
def jacobian(world: World, node: Expr, body: Expr, about: Expr) -> Value:
    """A derivative by a vector or matrix: a row for each entry of a column."""
    if "symmetric" in about.value.facts:
        return by_pairs(world, body, about)
    if shape_of(body) == SCALAR:
        found = gradient(world, node, body, about)
        return found.T if node.value else found
    expression, fresh, values = curve(world, body, about)
    rows = [[slope(world, part, [x], fresh, values) for x in fresh] for part in expression.flat]
    return np.array(rows, dtype=world.dtype)


def by_pairs(world: World, body: Expr, about: Expr) -> Value:
    """The derivatives of a number by the entries of a symmetric matrix, of which two are one."""
    if is_at_edge(about.value):
        refuse_fixed(about)
    if np.shape(world.of(body)):
        raise DerivationError("by a symmetric matrix numbers are differentiated")
    found = all_slopes(world, body, about, frozenset())
    diagonal = found * np.eye(len(found), dtype=int)
    return diagonal if "diagonal" in about.value.facts else found + found.T - diagonal


def is_at_edge(name: Name) -> bool:
    """Whether a symmetric matrix cannot vary to all sides."""
    return "psd" in name.facts and "posdef" not in name.facts


@value_of("differential")
def differential(world: World, node: Expr, body: Expr, *pairs: Expr) -> Value:
    """The slope at t = 0 where each name that varies is moved by t times its differential."""
    t, inner = sp.Dummy("t", real=True), made_exact(world)
    for name, moved in zip(pairs[::2], pairs[1::2], strict=True):
        refuse_fixed(name)
        if name.value in world.definitions:
            raise DerivationError(f"{name.value.latex} is defined, so its differential follows")
        inner = inner.replacing(name.value, (), world.of(name) + t * world.of(moved))
    expression = smooth(world, inner, body, {t: sp.Integer(0)})
    return each(world, lambda part: slope(world, part, [t], [t], [sp.Integer(0)]), expression)
