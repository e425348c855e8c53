"""Determinants of diagonals, and det(s + P M P^-1) = det(s + M) for a diagonal or any square M."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import NamedTuple

from .algebra import Room, closed, times, total
from .content import components
from .contract import delta
from .diagrams import ONE, Diagram, Factor, Poly, Term, occurring, put
from .indices import Index, Var
from .inverses import inverted
from .place import closed_one
from .sylvester import sides_of

Group = tuple[tuple[Var, ...], tuple[Factor, ...]]


class Parts(NamedTuple):
    """A diagram P_ik M_kl R_lj: its parts, k and l, which are one where M is a diagonal."""

    left: Group
    middle: list[Group]
    right: Group
    first: Var
    second: Var


def diagonal(room: Room, poly: Poly, row: Var, column: Var) -> Poly | None:
    """The entries of a diagonal at the row, or None."""
    if not all(has_unit(diagram, row, column) for diagram in poly.terms):
        return None
    return total([
        closed(room, Term(value, d.bound, put(without_unit(d, row, column), {column: Index(row)})))
        for d, value in poly.terms.items()
    ])  # fmt: skip


def similar(room: Room, poly: Poly, row: Var, column: Var) -> tuple[Poly, Var, Var] | None:
    """(s + M, its row, its column) for s + P M P^-1, or None."""
    ones = {d: v for d, v in poly.terms.items() if has_unit(d, row, column)}
    others = {d: v for d, v in poly.terms.items() if d not in ones}
    if len(others) != 1:
        return None
    ((diagram, value),) = others.items()
    for parts in ways_apart(diagram, row, column):
        if not is_inverse(room, parts, row, column):
            continue
        new_row, new_column = sides_of(row.size)
        new_unit = closed_one(room, (delta(Index(new_row), Index(new_column)),))
        bound = tuple(var for group, _ in parts.middle for var in group)
        factors = tuple(f for _, group in parts.middle for f in group)
        at = {parts.second: Index(new_column), parts.first: Index(new_row)}
        middle = closed(room, Term(value, bound, put(factors, at)))
        if parts.first == parts.second:
            middle = times(room, middle, new_unit)
        scale = total([
            closed(room, Term(v, d.bound, without_unit(d, row, column))) for d, v in ones.items()
        ])  # fmt: skip
        return times(room, scale, new_unit) + middle, new_row, new_column
    return None


def ways_apart(diagram: Diagram, row: Var, column: Var) -> Iterator[Parts]:
    """The ways to see a diagram as a product of three squares."""
    bound = [var for var in diagram.bound if var.size == row.size]
    for k, other in itertools.product(bound, repeat=2):
        first = Var("first", row.size)
        second = first if k == other else Var("second", row.size)
        others = tuple(var for var in diagram.bound if var not in {k, other})
        factors = put(diagram.factors, {other: Index(second), k: Index(first)})
        groups = components(Diagram((), factors), (*others, row, column))
        left, right = (next((g for g in groups if side in g[0]), None) for side in (row, column))
        if not left or not right or left is right:
            continue
        middle = [group for group in groups if group is not left and group is not right]
        seen = [{*occurring(factors)} & {first, second} for _, factors in (left, right)]
        if middle and seen == [{first}, {second}]:
            yield Parts(left, middle, right, first, second)


def is_inverse(room: Room, parts: Parts, row: Var, column: Var) -> bool:
    """Whether the part at the right is the inverse of that at the left."""
    left = put(parts.left[1], {parts.first: Index(column)})
    right = put(parts.right[1], {parts.second: Index(row)})
    one = closed(room, Term(ONE, inner(parts.left, row), left))
    other = closed(room, Term(ONE, inner(parts.right, column), right))
    return inverted(room, one, row, column) == other


def inner(group: Group, side: Var) -> tuple[Var, ...]:
    """The variables that a part sums over."""
    return tuple(var for var in group[0] if var != side)


def is_unit(factor: Factor, row: Var, column: Var) -> bool:
    """Whether a factor is [row = column]."""
    return factor.head.kind == "delta" and set(factor.slots) == {Index(row), Index(column)}


def has_unit(diagram: Diagram, row: Var, column: Var) -> bool:
    """Whether [row = column] is a factor."""
    return any(is_unit(factor, row, column) for factor in diagram.factors)


def without_unit(diagram: Diagram, row: Var, column: Var) -> tuple[Factor, ...]:
    """The other factors."""
    return tuple(factor for factor in diagram.factors if not is_unit(factor, row, column))
