r"""Reading matrices that are written out, with dots also columns, rows, tables and diagonals.

    \begin{pmatrix} x_1 \\ \vdots \\ x_n \end{pmatrix}
    \begin{pmatrix} \mathbf{a}_1 & \cdots & \mathbf{a}_d \end{pmatrix}
    \begin{pmatrix} \lambda_1 & & \\ & \ddots & \\ & & \lambda_n \end{pmatrix}

The entries tell families as in `ellipses`. Where they are rows, ``\mathbf{x}_1^\top``, or columns,
they are put below each other or side by side. What is read is a sum of each times its unit vectors.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..expr import Expr
from .ellipses import DOTS, column_family, sum_over_family
from .parser import Parser, opens
from .spellings import MATRICES

ARRAYS = [rf"\begin{{{kind}}}" for kind in MATRICES]
DOWN, ASLANT, EMPTY = r"\vdots", r"\ddots", ""
MARKS = {DOTS, DOWN, ASLANT}
ZERO = Expr("num", value=0)
WHAT = "dots stand before the last entry of a row, a column or a diagonal"

Cell = Expr | str  # a mark, or nothing


@opens(*ARRAYS)
def array(p: Parser, at: int) -> Expr:
    """A vector or matrix written out entry by entry; between bars it is its determinant."""
    kind = p.take()
    if kind == r"\begin{array}":
        p.take("{")
        while not p.skip("}"):
            p.take("c", "l", "r", "|")
    end = kind.replace("begin", "end")
    rows = [row(p, end)]
    while p.skip("\\\\") and p.peek() != end:
        rows.append(row(p, end))
    p.take(end)
    if len({len(row) for row in rows}) > 1:
        p.refuse("the rows of a matrix are of one length", at)
    entries = tuple(entry for row in rows for entry in row if isinstance(entry, Expr))
    if len(entries) < len(rows) * len(rows[0]):
        node = expand_dots(p, rows, at)
    else:
        node = Expr("array", entries, (len(rows), len(rows[0])), at)
    return Expr("det", (node,), at=at) if kind == r"\begin{vmatrix}" else node


def row(p: Parser, end: str) -> list[Cell]:
    """The entries of one row, dots and empty places among them."""
    entries = [cell(p, {"&", "\\\\", end})]
    while p.skip("&"):
        entries.append(cell(p, {"&", "\\\\", end}))
    return entries


def cell(p: Parser, ends: set[str]) -> Cell:
    """An entry, dots, or nothing."""
    if p.peek() in MARKS and p.peek(1) in ends:
        return p.take()
    return EMPTY if p.peek() in ends else p.expression()


def expand_dots(p: Parser, rows: Sequence[Sequence[Cell]], at: int) -> Expr:
    """What rows with dots or empty places stand for."""
    cells = {each for row in rows for each in row if not isinstance(each, Expr)}
    if not cells - {EMPTY}:
        p.refuse("an entry is missing", at)
    if {each for row in rows for each in row if isinstance(each, Expr)} == {ZERO}:
        return ZERO
    if len(rows[0]) > 1 and len(rows) > 1:
        return diagonal_matrix(p, rows, at) if is_diagonal(rows) else table_with_dots(p, rows, at)
    if len(rows) > 1:
        result = column_family(p, line_with_dots(p, [row[0] for row in rows], (DOWN, DOTS), at), at)
        return sum_over_family(result, Expr("mul", (result.unit, result.member), at=at), at)
    result = column_family(p, line_with_dots(p, rows[0], (DOTS,), at), at)
    return sum_over_family(result, Expr("mul", (result.member, unit_row(result.unit)), at=at), at)


def unit_row(unit: Expr) -> Expr:
    """A unit vector as a row."""
    return Expr("transpose", (unit,))


def line_with_dots(p: Parser, cells: Sequence[Cell], marks: Sequence[str], at: int) -> list[Expr]:
    """The entries of a line, in which dots stand before the last one alone."""
    entries = [each for each in cells if isinstance(each, Expr)]
    lines = [[*entries[:-1], mark, *entries[-1:]] for mark in marks]
    if len(entries) < 2 or list(cells) not in lines:
        p.refuse(WHAT, at)
    return entries


def table_with_dots(p: Parser, rows: Sequence[Sequence[Cell]], at: int) -> Expr:
    """A table with dots down, across, or both; its entries have one index or two."""
    *before, dots, last = rows
    if {*dots} <= {*MARKS, EMPTY} and dots[0] in {DOWN, DOTS}:
        return rows_with_dots_below(p, [*before, last], at)
    return rows_with_dots_across(p, rows, at)


def rows_with_dots_below(p: Parser, rows: Sequence[Sequence[Cell]], at: int) -> Expr:
    """The rows that are written of a table with dots below them."""
    written = [tuple(each for each in row if isinstance(each, Expr)) for row in rows]
    if {*map(len, written)} == {len(rows[0])}:
        lines = [Expr("array", row, (1, len(row)), at) for row in written]
        down = column_family(p, lines, at)
        return sum_over_family(down, Expr("mul", (down.unit, down.member), at=at), at)
    along = [column_family(p, line_with_dots(p, row, (DOTS,), at), at) for row in rows]
    if len({(each.letter, each.end) for each in along}) > 1:
        p.refuse("the rows are of one length", at)
    down = column_family(p, [each.member for each in along], at, but=along[0].letter)
    entry = Expr("mul", (down.member, down.unit, unit_row(along[0].unit)), at=at)
    return sum_over_family(down, sum_over_family(along[0], entry, at), at)


def rows_with_dots_across(p: Parser, rows: Sequence[Sequence[Cell]], at: int) -> Expr:
    """A table of a few rows with dots across."""
    written = [line_with_dots(p, row, (DOTS,), at) for row in rows]
    if len({*map(len, written)}) > 1:
        p.refuse("the rows are of one length", at)
    columns = [Expr("array", column, (len(rows), 1), at) for column in zip(*written, strict=True)]
    result = column_family(p, columns, at)
    return sum_over_family(result, Expr("mul", (result.member, unit_row(result.unit)), at=at), at)


def is_diagonal(rows: Sequence[Sequence[Cell]]) -> bool:
    """Whether zeros, dots or nothing stand beside a diagonal that has dots."""
    beside = [each for i, row in enumerate(rows) for j, each in enumerate(row) if i != j]
    corners = {rows[0][-1], rows[-1][0]}
    zeros = all(each == ZERO for each in beside if isinstance(each, Expr))
    slant = [row[i] for i, row in enumerate(rows[: len(rows[0])])]
    return zeros and corners <= {ZERO, EMPTY} and ASLANT in slant and len(rows) == len(rows[0])


def diagonal_matrix(p: Parser, rows: Sequence[Sequence[Cell]], at: int) -> Expr:
    """A diagonal matrix."""
    slant = [row[i] for i, row in enumerate(rows)]
    result = column_family(p, line_with_dots(p, slant, (ASLANT,), at), at)
    entry = Expr("mul", (result.member, result.unit, unit_row(result.unit)), at=at)
    return sum_over_family(result, entry, at)
