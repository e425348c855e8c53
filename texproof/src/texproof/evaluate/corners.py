"""Where there is no derivative: at corners and jumps, and where there is no value."""

from collections.abc import Mapping, Sequence

import numpy as np
import sympy as sp

from ..errors import DerivationError
from ..expr import Expr
from .defined import above_zero, is_zero, no_less_than_zero, undefined
from .dependence import reached
from .unknowns import Indicator
from .world import Value, World


def refuse_corners(expression: Value, present: Mapping[Value, Value]) -> None:
    """Raises where what is differentiated may jump, or has a corner at the present values."""
    for part in expression.atoms(sp.Abs, sp.Max, sp.Min, sp.sign, Indicator):
        if not part.free_symbols & set(present):
            continue
        if isinstance(part, (sp.sign, Indicator)):
            raise DerivationError("no derivative is taken of what may jump: a sign or an indicator")
        here, *there = (
            sp.sympify(a, strict=True).subs(present, simultaneous=True) for a in (part, *part.args)
        )
        if (isinstance(part, sp.Abs) and is_zero(here)) or is_tied(part, here, there):
            undefined("the derivative at a corner")


def refuse_unreal(expression: Value, present: Mapping[Value, Value]) -> None:
    """Raises where a logarithm or root of what is differentiated has no value at present values."""
    for part in expression.atoms(sp.log, sp.Pow):
        inside = part.args[0]
        if (part.is_Pow and part.exp.is_Integer) or not inside.free_symbols & set(present):
            continue
        (no_less_than_zero if part.is_Pow else above_zero)(inside.subs(present, simultaneous=True))


def is_tied(part: Value, here: Value, there: Sequence[Value]) -> bool:
    """Whether two terms of a maximum or minimum are both equal to it."""
    return not isinstance(part, sp.Abs) and sum(is_zero(value - here) for value in there) > 1


def smooth(world: World, inner: World, body: Expr, present: dict[Value, Value]) -> Value:
    """A term in fresh symbols, which has a value at the present ones and does not jump there."""
    value = inner.of(body)
    if isinstance(value, np.ndarray):
        if any(name.call for name in reached(world, [body])):
            raise DerivationError("a derivative of what a program returns is taken entry by entry")
        for part in value.flat:
            refuse_unreal(sp.sympify(part, strict=True), present)
        return np.vectorize(lambda part: sp.sympify(part, strict=True), otypes=[object])(value)
    expression = sp.sympify(value, strict=True)
    refuse_jumps(world, body, expression, present)
    refuse_unreal(expression, present)
    return expression


def refuse_jumps(
    world: World, body: Expr, expression: Value, present: Mapping[Value, Value]
) -> None:
    """Raises where a program says of present numbers something else than near them.

    Near them it says what it says of symbols, since it cannot ask symbols which numbers they are.
    """
    numbers = world.exact and all(sp.sympify(v, strict=True).is_number for v in present.values())
    if not numbers or not any(name.call for name in reached(world, [body])):
        return
    near = expression.subs(present, simultaneous=True)
    jump = sp.sympify(world.of(body), strict=True) - near
    if jump.is_number and not is_zero(jump):
        raise DerivationError(f"there is no derivative: a program jumps by {jump} at this point")
