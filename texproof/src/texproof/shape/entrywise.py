r"""Functions of numbers of a column, which are taken of each entry: ``\sigma(X w)``, ``\log(p)``.

Of matrices they are refused, since the exponential of a matrix is another thing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from ..expr import Expr, walk
from ..names import PLACE, Name, Shape
from .sizes import SCALAR, SET

if TYPE_CHECKING:
    from .checker import ShapeChecker

FUNCTIONS = {"exp", "log", "sqrt", "sgn", "max", "min", "sin", "cos"}
LETTER = r"\imath"


def arguments(node: Expr) -> Sequence[Expr]:
    """What a function of numbers is taken of; nothing for what is none."""
    if node.op in FUNCTIONS and (len(node.args) > 1 or node.op not in {"max", "min"}):
        return node.args
    if node.op == "call" and node.value.takes and not any(node.value.takes):
        return node.args
    slope = node.op == "substitute" and node.args[1].value.meaning == PLACE
    return node.args[2:] if slope and not node.args[1].value.shape else ()


def column(check: ShapeChecker, node: Expr) -> Shape | None:
    """The shape of the column that a function is taken of, entry by entry, or None."""
    shapes = {check.of(part) for part in arguments(node)} - {SCALAR}
    if len(shapes) != 1 or SET in shapes:
        return None
    (shape,) = shapes
    return shape if shape[1] == 1 != shape[0] and "+" not in str(shape[0]) else None


def spread(check: ShapeChecker, node: Expr, args: tuple[Expr, ...]) -> Expr:
    """The column of what a function is of each entry; ``args`` are those of the node, as meant."""
    shape = column(check, node) or SCALAR
    entries = [check.of(part) != SCALAR and part in arguments(node) for part in node.args]
    size = shape[0]
    if isinstance(size, int):
        ones = [at(node, args, entries, number(k)) for k in range(1, size + 1)]
        return Expr("array", tuple(ones), (size, 1), node.at)
    inside = {part.value for arg in args for part in walk(arg) if part.op == "sum"}
    letter = LETTER + "'" * sum(str(one).startswith(LETTER) for one in inside)
    index = Expr("var", value=letter)
    latex = rf"\mathrm{{unit}}_{{{letter}}}"
    unit = Name(latex, "vector", (size, 1), "", ((letter, size),), frozenset({"basis"}))
    body = Expr("mul", (at(node, args, entries, index), Expr("name", (index,), unit)), at=node.at)
    whole = Expr("range", (number(1), Expr("size", value=size)), at=node.at)
    return Expr("sum", (whole, body), letter, node.at)


def at(node: Expr, args: tuple[Expr, ...], entries: Sequence[bool], index: Expr) -> Expr:
    """The function of the entries at an index."""
    pairs = zip(args, entries, strict=True)
    taken = (Expr("component", (part, index), at=part.at) if one else part for part, one in pairs)
    return replace(node, args=tuple(taken))


def number(value: int) -> Expr:
    """A whole number as a tree."""
    return Expr("num", value=Fraction(value))
