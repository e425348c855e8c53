"""Sylvester's det(1 + AB) = det(1 + BA): the other squares with the determinant of one."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from .algebra import Room, bind, closed, substitute, times
from .content import components
from .contract import delta
from .diagrams import ONE, Diagram, Factor, Poly, Term, occurring, put
from .indices import Index, Var, fresh
from .place import closed_one


def swapped(room: Room, rest: Poly, row: Var, column: Var) -> Iterator[tuple[Poly, Var, Var]]:
    """(1 + BA, its row, its column) for each way to write 1 + AB; 1 + v^T u has the size 1."""
    (unit,) = closed_one(room, (delta(Index(row), Index(column)),)).terms
    others = {d: v for d, v in rest.terms.items() if d != unit}
    if rest.terms.get(unit) != 1 or len(others) != 1:
        return
    ((diagram, value),) = others.items()
    one = closed_one(room, ())
    groups = components(diagram, (*diagram.bound, row, column))
    if not any({row, column} <= set(v) for v, _ in groups):
        letter = fresh(row.size)
        both = put(diagram.factors, {row: Index(letter), column: Index(letter)})
        inner = bind(room, closed(room, Term(value, diagram.bound, both)), letter)
        yield one + inner, Var("row", "1"), Var("column", "1")
        return
    for var in diagram.bound:
        cut = cut_at(diagram, var, row, column)
        if cut:
            yield one_plus(room, value, cut, row, column), *sides_of(cut[2].size)


def sides_of(size: str) -> tuple[Var, Var]:
    """Row and column of a square."""
    return Var("row", size), Var("column", size)


Half = tuple[tuple[Var, ...], tuple[Factor, ...]]


def cut_at(diagram: Diagram, var: Var, row: Var, column: Var) -> tuple[Half, Half, Var] | None:
    """(left, right, index between) where a diagram falls apart at a bound variable."""
    letter = Var("between", var.size)
    others = tuple(v for v in diagram.bound if v != var)
    factors = put(diagram.factors, {var: Index(letter)})
    groups = components(Diagram((), factors), (*others, row, column))
    if len(groups) != 2:
        return None
    left, right = groups if row in groups[0][0] else groups[::-1]
    seen = [set(occurring(part)) for _, part in (left, right)]
    if row in seen[0] and column in seen[1] - seen[0] and letter in seen[0] & seen[1]:
        sums = [tuple(v for v in bound if v in others) for bound, _ in (left, right)]
        return (sums[0], left[1]), (sums[1], right[1]), letter
    return None


def one_plus(
    room: Room, value: Fraction, cut: tuple[Half, Half, Var], row: Var, column: Var
) -> Poly:
    """1 + BA, for the two parts of AB."""
    left, right, letter = cut
    new_row, new_column = sides_of(letter.size)
    between = fresh(row.size)
    first = closed(room, Term(ONE, *right))
    second = closed(room, Term(value, *left))
    first = substitute(room, first, {column: Index(between), letter: Index(new_row)})
    second = substitute(room, second, {row: Index(between), letter: Index(new_column)})
    whole = bind(room, times(room, first, second), between)
    return closed_one(room, (delta(Index(new_row), Index(new_column)),)) + whole
