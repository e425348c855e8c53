"""Evaluation of derivatives, integrals and limits."""

from collections.abc import Sequence

import numpy as np
import sympy as sp

from ..errors import DerivationError, Divergent
from ..expr import Expr
from .bounds import (
    refuse_generic_quotient,
    refuse_hard,
    refuse_lost_quotient,
    refuse_one_side,
    refuse_poles,
    sides_of,
)
from .corners import refuse_corners, smooth
from .defined import ENDLESS, finite, undefined
from .dependence import TIED
from .facts import refuse_misfit
from .moments import known
from .pieces import pieces
from .unknowns import Jet
from .varying import at_numbers, entry_by_entry, opened
from .world import Value, World, value_of


def put_back(
    world: World, expression: Value, fresh: Sequence[Value], values: Sequence[Value]
) -> Value:
    """An expression with the present values in the place of the fresh symbols."""
    value = sp.sympify(expression, strict=True).subs(
        dict(zip(fresh, values, strict=True)), simultaneous=True
    )
    finite(value, "a derivative here")
    return value if world.exact else float(value)


def slope(
    world: World,
    expression: Value,
    by: Sequence[Value],
    fresh: Sequence[Value],
    values: Sequence[Value],
) -> Value:
    """The derivative of an expression by some of its fresh symbols, at the present values."""
    present = dict(zip(fresh, values, strict=True))
    refuse_corners(expression, present)
    found = sp.diff(expression, *by, simplify=False)
    if found.has(sp.DiracDelta, sp.Derivative):
        raise DerivationError("there is no such derivative at a corner or jump")
    return put_back(world, found, fresh, values)


def curve(
    world: World, body: Expr, about: Expr, tied: frozenset[str] = frozenset(TIED)
) -> tuple[Value, list[Value], list[Value]]:
    """A term in fresh symbols for ``about``, these, and their present values."""
    inner, fresh, values = opened(world, about, body, tied=tied)
    return smooth(world, inner, body, dict(zip(fresh, values, strict=True))), fresh, values


@value_of("grad")
def gradient(world: World, node: Expr, body: Expr, about: Expr) -> Value:
    """A gradient."""
    return all_slopes(world, body, about)


def all_slopes(
    world: World, body: Expr, about: Expr, tied: frozenset[str] = frozenset(TIED)
) -> Value:
    """The derivatives of a number by all entries, as if these varied freely."""
    shape = np.shape(world.of(about))
    if shape and at_numbers(world, about, body):
        slopes = [slope(world, *one) for one in entry_by_entry(world, body, about, tied)]
    else:
        expression, fresh, values = curve(world, body, about, tied)
        slopes = [slope(world, expression, [x], fresh, values) for x in fresh]
    return np.array(slopes, dtype=world.dtype).reshape(shape) if shape else slopes[0]


@value_of("hessian")
def hessian(world: World, node: Expr, body: Expr, about: Expr) -> Value:
    """A Hessian."""
    expression, fresh, values = curve(world, body, about)
    rows = [[slope(world, expression, [x, y], fresh, values) for y in fresh] for x in fresh]
    return np.array(rows, dtype=world.dtype)


@value_of("integral")
def integral(world: World, node: Expr, body: Expr, low: Expr, high: Expr, about: Expr) -> Value:
    """An integral."""
    inner, (x,), _ = opened(world, about, body)
    limits = (x, bound(world, about, low), bound(world, about, high))
    inside = sp.sympify(inner.of(body), strict=True)
    refuse_poles(inside, *limits)
    if inside.has(Jet, sp.Integral):
        return by_terms(inside, limits)
    if (value := known(inside, *limits)) is not None:
        return value if world.exact else float(value)
    refuse_hard(inside, x)
    if any(end.is_infinite for end in limits[1:]) and is_too_flat(inside, x):
        raise Divergent("an integral to infinity diverges")
    found = sum(sp.integrate(*piece) for piece in pieces(inside, limits))
    if found.has(*ENDLESS) and any(end.is_infinite for end in limits[1:]):
        raise Divergent("an integral to infinity diverges")
    finite(found, "an integral")
    return with_own_variables(sp.simplify(found)) if world.exact else float(found)


def is_too_flat(inside: Value, x: Value) -> bool:
    """Whether a quotient of polynomials falls no faster than 1/x, so that its integral diverges."""
    if not inside.is_rational_function(x):
        return False
    above, below = (sp.Poly(part, x) for part in sp.cancel(inside).as_numer_denom())
    return bool(above.degree() > below.degree() - 2)


@value_of("limit")
def limit(world: World, node: Expr, body: Expr, about: Expr, point: Expr) -> Value:
    """The limit from both sides that there are; from below at infinity."""
    inner, (x,), _ = opened(world, about, body)
    inside = sp.sympify(inner.of(body), strict=True)
    at = sp.sympify(bound(world, about, point), strict=True)
    refuse_generic_quotient(inside, x, at)
    sides = sides_of(about.value, at)
    if sides == "+-":
        refuse_one_side(inside, x, at)
    try:
        found = sp.limit(inside, x, at, sides)
    except (ValueError, NotImplementedError, TypeError) as reason:
        raise DerivationError("no limit was found; take a smaller step, or cite it") from reason
    finite(found, "a limit")
    refuse_lost_quotient(inside, x, at, found)
    return found if world.exact else float(found)


def bound(world: World, about: Expr, node: Expr) -> Value:
    """Where a limit or integral ends: a number, or infinity, at the edge of the facts at most."""
    turned = node.op == "neg" and node.args[0].op == "infinity"
    ends = {"infinity": sp.oo}.get(node.op, -sp.oo if turned else None)
    value = world.of(node) if ends is None else ends
    place = tuple(world.whole(part) for part in about.args)
    refuse_misfit(world, about.value, place, value, edge=True)
    return value


@value_of("infinity")
def infinity(world: World, node: Expr) -> Value:
    """Refuses infinity as a number."""
    return undefined("infinity, but where a limit or integral ends,")


@value_of("optimum")
def optimum(world: World, node: Expr, *parts: Expr) -> Value:
    """Refuses to evaluate a problem."""
    raise DerivationError("an optimization problem is stated, not evaluated; derive its solution")


def by_terms(inside: Value, limits: tuple[Value, ...]) -> Value:
    """The integral of an unknown function, term by term and without its constant factors."""
    total: Value = 0
    for term in sp.Add.make_args(sp.expand(inside)):
        outside, inner = term.as_independent(limits[0], as_Add=False)
        total += outside * sp.Integral(inner, limits)
    return with_own_variables(total)


def with_own_variables(found: Value) -> Value:
    """An expression whose integrals that are left have variables of their own."""
    return found.as_dummy() if found.has(sp.Integral) else found
