"""Lower bounds by log u <= u - 1, put in the place of each logarithm as it is written."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from ..expr import Expr, walk
from ..names import Name
from .algebra import product, times, total
from .binders import adding, over
from .diagrams import Poly, number
from .errors import NotProved
from .leaves import plain_index
from .place import Place
from .powers import raised
from .signs import ANY
from .tree_signs import sign_of


def lower(place: Place, node: Expr, sign: int) -> Poly:
    """A polynomial that is at most a tree, or at most its negative if the sign is -1."""
    if node.op == "neg":
        return lower(place, node.args[0], -sign)
    if node.op == "add":
        return total([lower(place, term, sign) for term in node.args])
    if node.op == "sum":
        return of_sum(place, node, sign)
    if node.op == "name" and is_unfolded(place, node.value):
        letters, body, _ = place.definitions[node.value]
        at = dict(zip(letters, (plain_index(place, part) for part in node.args), strict=True))
        return lower(replace(place, letters={}).at(at), body, sign)
    factors = node.args if node.op == "mul" else (node,)
    logs = [factor for factor in factors if factor.op == "log" and len(factor.args) == 1]
    if len(logs) == 1:
        return of_logarithm(place, [f for f in factors if f is not logs[0]], logs[0].args[0], sign)
    deep = [factor for factor in factors if not logs and holds_log(place, factor)]
    if len(deep) == 1:
        others = [factor for factor in factors if factor is not deep[0]]
        if others:
            return times(place.room, not_negative(place, others), lower(place, deep[0], sign))
    return place.scalar(node).scaled(Fraction(sign))


def holds_log(place: Place, node: Expr) -> bool:
    """Whether a tree holds a logarithm, through definitions."""
    return any(
        part.op == "log"
        or (part.op == "name" and is_unfolded(place, part.value)
            and holds_log(place, place.definitions[part.value][1]))
        for part in walk(node)
    )  # fmt: skip


def not_negative(place: Place, nodes: list[Expr]) -> Poly:
    """The product of some trees, none of which is below 0."""
    if any(sign_of(place, node) == ANY for node in nodes):
        raise NotProved("a logarithm with a factor of unknown sign")
    return product(place.room, [place.scalar(node) for node in nodes])


def is_unfolded(place: Place, name: Name) -> bool:
    """Whether a defined number holds a logarithm."""
    if name.kind != "scalar" or name not in place.definitions or name in place.values:
        return False
    return any(part.op in {"log", "name"} for part in walk(place.definitions[name][1]))


def of_sum(place: Place, node: Expr, sign: int) -> Poly:
    """A sum of lower bounds."""
    domain, body = node.args
    return over(place, node.value, domain, lambda inner: lower(inner, body, sign), adding(place))


def of_logarithm(place: Place, others: list[Expr], inside: Expr, sign: int) -> Poly:
    """-c log u >= c - c u, and c log u >= c - c/u, for c that is not negative."""
    many = not_negative(place, others)
    u = place.scalar(inside)
    if sign > 0:
        u = raised(place.room, u, Fraction(-1))
    return times(place.room, many, number(1) - u)
