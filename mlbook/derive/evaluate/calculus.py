"""Evaluation of derivatives, integrals and limits."""

from collections.abc import Sequence

import numpy as np
import sympy as sp

from ..errors import DerivationError
from ..expr import Expr
from .unknowns import Jet
from .world import Value, World, value_of


def opened(world: World, about: Expr, tag: object = "") -> tuple[World, list[Value], list[Value]]:
    """A world in which ``about`` is fresh symbols, with them and their present values."""
    node = about.args[0] if about.op == "entry" else about
    if node.op != "name" or node.value.facts & {"symmetric", "orthonormal"}:
        raise DerivationError(f"cannot differentiate by {node.value.latex}: it cannot vary freely")
    name, place = node.value, tuple(world.whole(part) for part in node.args)
    value, title = world.of(node), f"d{tag} {name.latex}@{place}"
    if not isinstance(value, np.ndarray):
        fresh = sp.Symbol(title, real=True)
        return made_exact(world).replacing(name, place, fresh), [fresh], [value]
    chosen = [world.place_of(about)] if about.op == "entry" else list(np.ndindex(value.shape))
    symbols = value.astype(object)
    for at in chosen:
        symbols[at] = sp.Symbol(f"{title}@{at}", real=True)
    inner = made_exact(world).replacing(name, place, symbols)
    return inner, [symbols[at] for at in chosen], [value[at] for at in chosen]


def made_exact(world: World) -> World:
    """This world, with symbols allowed among its numbers."""
    return World(world.sizes, world.values, world.definitions).at(world.letters)


def put_back(
    world: World, expression: Value, fresh: Sequence[Value], values: Sequence[Value]
) -> Value:
    """An expression with the present values in the place of the fresh symbols."""
    value = sp.sympify(expression, strict=True).subs(
        dict(zip(fresh, values, strict=True)), simultaneous=True
    )
    return value if world.exact else float(value)


@value_of("grad")
def gradient(world: World, node: Expr, body: Expr, about: Expr) -> Value:
    """A gradient."""
    inner, fresh, values = opened(world, about)
    expression = sp.sympify(inner.of(body), strict=True)
    slopes = [put_back(world, sp.diff(expression, x), fresh, values) for x in fresh]
    shape = np.shape(world.of(about))
    return np.array(slopes, dtype=world.dtype).reshape(shape) if shape else slopes[0]


@value_of("hessian")
def hessian(world: World, node: Expr, body: Expr, about: Expr) -> Value:
    """A Hessian."""
    inner, fresh, values = opened(world, about)
    expression = sp.sympify(inner.of(body), strict=True)
    rows = [
        [put_back(world, sp.diff(expression, x, y), fresh, values) for y in fresh] for x in fresh
    ]
    return np.array(rows, dtype=world.dtype)


@value_of("partial")
def partial(world: World, node: Expr, body: Expr, *about: Expr) -> Value:
    """A partial derivative."""
    inner, by = world, []
    values: dict[Value, Value] = {}
    for part in about:  # two letters may name one member of a family
        if inner.of(part) not in values:
            inner, (symbol,), (value,) = opened(inner, part, len(values))
            values[symbol] = value
        by.append(inner.of(part))
    slope = sp.diff(sp.sympify(inner.of(body), strict=True), *by)
    return put_back(world, slope, list(values), list(values.values()))


@value_of("integral")
def integral(world: World, node: Expr, body: Expr, low: Expr, high: Expr, about: Expr) -> Value:
    """An integral."""
    inner, (x,), _ = opened(world, about)
    limits = (x, world.of(low), world.of(high))
    inside = sp.sympify(inner.of(body), strict=True)
    if inside.has(Jet, sp.Integral):
        return by_terms(inside, limits)
    found = sp.integrate(inside, limits)
    return sp.simplify(found) if world.exact else float(found)


@value_of("limit")
def limit(world: World, node: Expr, body: Expr, about: Expr, point: Expr) -> Value:
    """The limit from both sides; from below at infinity."""
    inner, (x,), _ = opened(world, about)
    inside = sp.sympify(inner.of(body), strict=True)
    at = sp.sympify(world.of(point), strict=True)
    try:
        found = sp.limit(inside, x, at, "-" if at.is_infinite else "+-")
    except (ValueError, NotImplementedError) as reason:
        raise DerivationError(f"no limit was found: {reason}") from reason
    return found if world.exact else float(found)


@value_of("infinity")
def infinity(world: World, node: Expr) -> Value:
    """Infinity."""
    return sp.oo


@value_of("optimum")
def optimum(world: World, node: Expr, *parts: Expr) -> Value:
    """Refuses to evaluate a problem."""
    raise DerivationError("an optimisation problem is stated, not evaluated; derive its solution")


def by_terms(inside: Value, limits: tuple[Value, ...]) -> Value:
    """The integral of an unknown function, term by term and without its constant factors."""
    total: Value = 0
    for term in sp.Add.make_args(sp.expand(inside)):
        outside, inner = term.as_independent(limits[0], as_Add=False)
        total += outside * sp.Integral(inner, limits)
    return total
