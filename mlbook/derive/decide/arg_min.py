"""The claim that a term solves an unconstrained problem: arg min f = term.

It is proved where the derivative of f vanishes at the term and f is strictly convex in the
variable (for a maximum, concave): with one variable, or several that do not interact.
"""

from collections.abc import Collection, Iterable

import numpy as np
import sympy as sp

from ..errors import DerivationError, Undefined
from ..evaluate import World
from ..evaluate.calculus import opened
from ..evaluate.draws import PARTS, symbols
from ..evaluate.facts import refuse_misfit
from ..evaluate.setting import Setting
from ..evaluate.unknowns import Indicator, Jet
from ..evaluate.values import sign_fact
from ..evaluate.world import Value
from ..expr import Expr, Relation, names_in
from .points import entries, sign_at

STEPS = [sp.Rational(1, 2), sp.Integer(1), sp.Integer(-1), sp.Rational(-1, 3)]


def parts(relation: Relation) -> tuple[int, Expr, Expr]:
    """(sign of the problem, variable, goal) of the left side; constraints are not decided."""
    kind, many, *_ = relation.left.value
    about, goal, *conditions = relation.left.args
    if many > 1 or conditions:
        raise DerivationError(
            "a problem with constraints or several names is stated: prove its solution by steps"
        )
    if not kind.startswith(r"\arg"):
        raise DerivationError("write arg min or arg max, and the solution at the right")
    return (1 if kind.endswith("min") else -1), about, goal


def refuse_bound(relation: Relation, setting: Setting, equations: Iterable[Relation]) -> None:
    """Raises where a hypothesis, or the order of its family, binds what is sought."""
    name = parts(relation)[1].value
    said = {*setting.facts, *(given.name for given in setting.put_in)}
    said |= {*names_in(*equations, *(given.term for given in setting.put_in))}
    if name in said or "decreasing" in name.facts:
        raise DerivationError(f"{name.latex} is bound besides: state that with the problem (s.t.)")


def claims(relation: Relation, world: World) -> list[tuple[Value, str]]:
    """(expression, sign) pairs that make the right side the only solution."""
    turned, about, goal = parts(relation)
    inner, fresh, _ = opened(world, about, goal)
    facts = {sign_fact(about.value)} - {"real"}
    sign = "nonnegative" if "nonnegative" in facts else "positive" if facts else "real"
    signed = [sp.Dummy(x.name, **{sign: True}) for x in fresh]
    value = (turned * sp.sympify(inner.of(goal), strict=True)).subs(
        dict(zip(fresh, signed, strict=True))
    )
    solution = entries(world.of(relation.right))
    solution = solution * len(signed) if len(solution) == 1 else solution  # a bare 0
    there = dict(zip(signed, solution, strict=True))
    found = [(x, ">" if sign == "positive" else ">=") for x in solution if facts]
    found += [(1 - x, ">" if facts == {"inside"} else ">=") for x in solution if facts & PARTS]
    ranging = {x: symbols(f"sought {x.name}", fact) for x in signed for fact in facts & PARTS}
    found += [(part.subs(ranging), ">") for part in must_be_positive(value, set(signed))]
    found += [(sp.diff(value, x).subs(there, simultaneous=True), "=") for x in signed]
    for i, x in enumerate(signed):
        found.append((sp.diff(value, x, 2).subs(ranging), ">"))
        found += [(sp.diff(value, x, y), "=") for y in signed[i + 1 :]]
    return found


def must_be_positive(value: Value, unknowns: Collection[Value]) -> list[Value]:
    """What must be positive for the goal to be defined and smooth wherever the variable may go."""
    if value.has(sp.Abs, sp.sign, sp.Max, sp.Min, Indicator, Jet):
        raise DerivationError("the goal has corners or is unknown: prove its solution step by step")
    bases = {part.args[0] for part in value.atoms(sp.log)}
    bases |= {part.base**2 if part.exp.is_Integer else part.base for part in value.atoms(sp.Pow)
              if part.base != sp.E and not (part.exp.is_Integer and part.exp > 0)}  # fmt: skip
    return [base for base in bases if base.free_symbols & unknowns]


def better(relation: Relation, world: World) -> tuple[int, str, str] | None:
    """(component, value found, value claimed) where a step away is as good or better, or None."""
    turned, about, goal = parts(relation)
    claimed = np.atleast_2d(np.array(world.of(relation.right), dtype=object))
    claimed = np.broadcast_to(claimed, np.shape(np.atleast_2d(world.of(about)))).copy()
    base = turned * valued(world, about, goal, claimed)
    if not all(sp.N(number).is_real for number in (base, *claimed.flat)):
        return None
    for i in range(claimed.size):
        for step in STEPS:
            other = claimed.copy()
            other.flat[i] += step
            try:
                value = turned * valued(world, about, goal, other)
            except Undefined:
                continue
            if sp.N(value).is_real and sign_at(value - base) in {-1, 0}:
                return i, f"{turned * value} a step of {step} away", f"{turned * base} as claimed"
    return None


def valued(world: World, about: Expr, goal: Expr, place: Value) -> Value:
    """The goal with the variable at a place."""
    value = place[0, 0] if not about.value.shape else place
    indices = tuple(world.whole(part) for part in about.args)
    refuse_misfit(world, about.value, indices, value)
    return sp.sympify(world.replacing(about.value, indices, value).of(goal), strict=True)
