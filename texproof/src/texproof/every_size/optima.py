"""arg min f = term: the derivative is 0 there, and f is strictly convex wherever it is defined."""

from __future__ import annotations

from fractions import Fraction

from ..expr import Expr, Relation, names_in
from ..names import Name
from .calculus import slots_of, varied
from .denominators import cleared
from .diagrams import Poly, mentions
from .errors import NotProved, Unsupported
from .hypotheses import Case
from .put_in import put_in
from .relations import with_values
from .signs import POSITIVE, of_poly
from .slopes import derivative


def proved(case: Case, relation: Relation) -> str:
    """In what way a solution is proved; raises NotProved."""
    kind, many, *_ = relation.left.value
    about, goal, *conditions = relation.left.args
    if many > 1 or conditions or not kind.startswith(r"\arg") or about.op != "name":
        raise Unsupported("a problem with constraints or several names")
    name = about.value
    if (
        name.shape
        or name.facts - {"positive"}
        or name in case.place.definitions
        or is_bound(case, name)
    ):
        raise Unsupported("a problem about other than a free number")
    inner, _, indices = varied(case.place, about, [goal])
    goal_value = inner.scalar(goal)
    case.place.needs.extend(inner.needs)
    value = goal_value.scaled(Fraction(1 if kind.endswith("min") else -1))
    refuse_corners(case, value, name.latex)
    target = slots_of(case.place, name, indices)
    first = derivative(case.place.room, value, target)
    second = derivative(case.place.room, first, target)
    if not is_convex(case, second):
        raise NotProved("the goal may not be convex")
    return solved(case, first, name.latex, relation.right, "positive" in name.facts)


def is_convex(case: Case, second: Poly) -> bool:
    """Whether a second derivative is above 0 everywhere."""
    return of_poly(case.place.room, second) == POSITIVE


def is_bound(case: Case, name: Name) -> bool:
    """Whether a hypothesis says something of the name that is sought."""
    return any(
        name in names_in(h) for h in (*case.values, *case.bounds, *case.equations, *case.signs)
    )


def solved(case: Case, slope: Poly, label: str, solution: Expr, positive: bool) -> str:
    """Whether the derivative is 0 at the solution, which is where the goal is defined."""
    room = case.place.room
    there = case.place.scalar(solution)
    if mentions(there, ("name", label)):
        raise Unsupported("a solution in terms of itself")
    if positive and of_poly(room, there) != POSITIVE:
        raise NotProved("the solution may not be positive")
    left = with_values(case, put_in(room, slope, label, lambda slots: there))
    if left and cleared(room, left):
        raise NotProved("the derivative is not 0 there")
    return "convex"


def refuse_corners(case: Case, poly: Poly, label: str) -> None:
    """Raises unless the goal is smooth, and defined for every value of the name."""
    for diagram in poly.terms:
        for factor in diagram.factors:
            inside = any(mentions(part, ("name", label)) for part in factor.head.inside)
            smooth = factor.head.kind == "exp" or (
                factor.head.kind in {"log", "pow"}
                and all(of_poly(case.place.room, part) == POSITIVE for part in factor.head.inside)
            )
            if inside and not smooth:
                raise Unsupported("a goal with corners or poles")
            for part in factor.head.inside:
                refuse_corners(case, part, label)
            negative = factor.head.label == label and (
                factor.power < 0 or factor.power.denominator != 1
            )
            if negative and "positive" not in case.place.room.names[label].facts:
                raise Unsupported("a goal with poles")
