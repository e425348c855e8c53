"""Convex functions lie above their tangents: f(x) >= f(c) + f'(c) (x - c), in any dimension."""

from collections.abc import Sequence

import sympy as sp

from ..evaluate.unknowns import Jet
from ..evaluate.world import Value
from .signs import rung_of_sign
from .zero import rung_of_zero

MOST = 12  # places of tangents that are tried


def is_above_tangents(expression: Value, strict: bool, hypotheses: Sequence[Value]) -> bool:
    """Whether tangents at one place, put for a convex function elsewhere, leave no negative."""
    expression = sp.sympify(expression, strict=True)
    calls = {part for part in expression.atoms(Jet) if part.convex}
    plain = {part: part.func(*map(sp.expand, part.args)) for part in calls}
    expression = expression.xreplace(plain)
    places = sorted({(part.letter, part.args) for part in plain.values()}, key=str)
    for letter, at in places[:MOST]:
        lower = below(expression, letter, at)
        if lower is not None and lower != expression:
            if rung_of_sign(lower, strict) or (not strict and rung_of_zero(lower, hypotheses)):
                return True
    return False


def below(expression: Value, letter: str, at: Sequence[Value]) -> Value | None:
    """What is not above an expression: tangents at a place for a function that is only added."""
    calls = [part for part in expression.atoms(Jet) if part.convex and part.letter == letter]
    others = [part for part in calls if part.args != at and not any(part.orders)]
    known = {part: sp.Dummy(real=True) for part in others}
    opened = expression.xreplace(known)
    lower = opened.xreplace(dict.fromkeys(known.values(), sp.Integer(0)))
    for part, unknown in known.items():
        factor = sp.diff(opened, unknown)
        if factor.free_symbols & set(known.values()) or not rung_of_sign(factor):
            return None
        lower += factor * tangent(part, at)
    return lower


def tangent(call: Value, at: Sequence[Value]) -> Value:
    """The tangent at a place, where a function is called elsewhere."""
    here = call.func(*at)
    moves = (a - b for a, b in zip(call.args, at, strict=True))
    slopes = (here.fdiff(k) for k in range(1, len(call.args) + 1))
    return here + sum(slope * move for slope, move in zip(slopes, moves, strict=True))
