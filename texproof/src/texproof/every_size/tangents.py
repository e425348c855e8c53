"""Lower bounds by tangents, put in the place of each logarithm or exponential as it is written.

log u <= log w + u/w - 1 for w above 0, of which w = 1 is tried first; e^u >= e^w (1 + u - w).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from ..expr import Expr, walk
from ..names import Name
from .algebra import product, times, total
from .binders import adding, over
from .chance import mean
from .diagrams import Poly, number
from .errors import NotProved
from .leaves import plain_index
from .place import Place, Value
from .powers import raised
from .signs import ANY
from .tree_signs import sign_of


class Centre(NamedTuple):
    """Where a tangent touches log or exp: the operation, the place and the value there."""

    op: str
    at: Poly
    value: Poly


ONE = Centre("log", number(1), number(0))


def centres(place: Place, node: Expr) -> Iterator[Centre]:
    """The logarithms and exponentials of a tree that stand in no sum over a range and no mean."""
    if node.op in {"add", "mul", "neg"}:
        for part in node.args:
            yield from centres(place, part)
    elif node.op in {"log", "exp"} and len(node.args) == 1:
        yield Centre(node.op, place.scalar(node.args[0]), place.scalar(node))


def lower(place: Place, node: Expr, sign: int, centre: Centre = ONE) -> Poly:
    """A polynomial that is at most a tree, or at most its negative if the sign is -1."""
    if node.op == "neg":
        return lower(place, node.args[0], -sign, centre)
    if node.op == "add":
        return total([lower(place, term, sign, centre) for term in node.args])
    if node.op == "sum":
        return of_sum(place, node, sign, centre)
    if node.op == "expect" and centre != ONE:
        return mean(place, node.value, lambda inner: at_most(inner, node, sign, centre)).poly
    if node.op == "name" and is_unfolded(place, node.value, centre.op):
        letters, body, _ = place.definitions[node.value]
        at = dict(zip(letters, (plain_index(place, part) for part in node.args), strict=True))
        return lower(replace(place, letters={}).at(at), body, sign, centre)
    factors = node.args if node.op == "mul" else (node,)
    curved = [factor for factor in factors if factor.op == centre.op and len(factor.args) == 1]
    if len(curved) == 1:
        others = [f for f in factors if f is not curved[0]]
        return at_tangent(place, others, curved[0], sign, centre)
    deep = [factor for factor in factors if not curved and holds(place, factor, centre.op)]
    if len(deep) == 1:
        others = [factor for factor in factors if factor is not deep[0]]
        if others:
            many = not_negative(place, others)
            return times(place.room, many, lower(place, deep[0], sign, centre))
    return place.scalar(node).scaled(Fraction(sign))


def at_most(place: Place, node: Expr, sign: int, centre: Centre) -> Value:
    """The bound of what a mean is of, at an outcome."""
    return Value((), lower(place, node.args[0], sign, centre))


def holds(place: Place, node: Expr, op: str) -> bool:
    """Whether a tree holds a logarithm, or an exponential, through definitions."""
    return any(
        part.op == op
        or (part.op == "name" and is_unfolded(place, part.value, op)
            and holds(place, place.definitions[part.value][1], op))
        for part in walk(node)
    )  # fmt: skip


def not_negative(place: Place, nodes: list[Expr]) -> Poly:
    """The product of some trees, none of which is below 0."""
    if any(sign_of(place, node) == ANY for node in nodes):
        raise NotProved("a logarithm with a factor of unknown sign")
    return product(place.room, [place.scalar(node) for node in nodes])


def is_unfolded(place: Place, name: Name, op: str) -> bool:
    """Whether a defined number may hold a logarithm, or an exponential."""
    if name.kind != "scalar" or name not in place.definitions or name in place.values:
        return False
    return any(part.op in {op, "name"} for part in walk(place.definitions[name][1]))


def of_sum(place: Place, node: Expr, sign: int, centre: Centre) -> Poly:
    """A sum of lower bounds."""
    domain, body = node.args
    inside = lambda inner: lower(inner, body, sign, centre)
    return over(place, node.value, domain, inside, adding(place))


def at_tangent(place: Place, others: list[Expr], node: Expr, sign: int, centre: Centre) -> Poly:
    """c f(u), or -c f(u), by the tangent of f at a place, for c that is not negative.

    A logarithm is below its tangents, an exponential above; on their other sides they stay.
    """
    room = place.room
    if centre == ONE:
        return of_logarithm(place, others, node.args[0], sign)
    if (sign > 0) != (centre.op == "exp"):
        rest = [place.scalar(part) for part in (*others, node)]
        return product(room, rest).scaled(Fraction(sign))
    gap = place.scalar(node.args[0]) - centre.at
    slope = centre.value if centre.op == "exp" else raised(room, centre.at, Fraction(-1))
    tangent = centre.value + times(room, gap, slope)
    return times(room, not_negative(place, others), tangent).scaled(Fraction(sign))


def of_logarithm(place: Place, others: list[Expr], inside: Expr, sign: int) -> Poly:
    """-c log u >= c - c u, and c log u >= c - c/u, for c that is not negative."""
    many = not_negative(place, others)
    u = place.scalar(inside)
    if sign > 0:
        u = raised(place.room, u, Fraction(-1))
    return times(place.room, many, number(1) - u)
