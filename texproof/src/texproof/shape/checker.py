"""The checker of shapes: every sum and product must conform, by the names of the sizes.

`shape_of` gives the shape of a tree or raises `ShapeError`. The rule of each operation is entered
in `RULES` by the module `rules`. A function of numbers that is given a column is taken entry by
entry; where that is allowed is decided here as well.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NoReturn

from ..errors import ShapeError
from ..expr import Expr, Relation, walk
from ..names import PLACE, Name, Shape, Size
from .sizes import SCALAR, SET, LengthPairs, equal, shape_in_words

# --------------------------------------------------------------------------------------------------
# Functions of numbers of a column, which are taken of each entry: ``\sigma(X w)``, ``\log(p)``.
#
# Of matrices they are refused, since the exponential of a matrix is another thing.

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


def column_shape(check: ShapeChecker, node: Expr) -> Shape | None:
    """The shape of the column that a function is taken of, entry by entry, or None."""
    shapes = {check.of(part) for part in arguments(node)} - {SCALAR}
    if len(shapes) != 1 or SET in shapes:
        return None
    (shape,) = shapes
    return shape if shape[1] == 1 != shape[0] and "+" not in str(shape[0]) else None


def column_of_calls(check: ShapeChecker, node: Expr, args: tuple[Expr, ...]) -> Expr:
    """The column of what a function is of each entry; ``args`` are those of the node, as meant."""
    shape = column_shape(check, node) or SCALAR
    entries = [check.of(part) != SCALAR and part in arguments(node) for part in node.args]
    size = shape[0]
    if isinstance(size, int):
        ones = [call_at_index(node, args, entries, number(k)) for k in range(1, size + 1)]
        return Expr("array", tuple(ones), (size, 1), node.at)
    inside = {part.value for arg in args for part in walk(arg) if part.op == "sum"}
    letter = LETTER + "'" * sum(str(one).startswith(LETTER) for one in inside)
    index = Expr("var", value=letter)
    latex = rf"\mathrm{{unit}}_{{{letter}}}"
    unit = Name(latex, "vector", (size, 1), "", ((letter, size),), frozenset({"basis"}))
    body = Expr(
        "mul", (call_at_index(node, args, entries, index), Expr("name", (index,), unit)), at=node.at
    )
    whole = Expr("range", (number(1), Expr("size", value=size)), at=node.at)
    return Expr("sum", (whole, body), letter, node.at)


def call_at_index(node: Expr, args: tuple[Expr, ...], entries: Sequence[bool], index: Expr) -> Expr:
    """The function of the entries at an index."""
    pairs = zip(args, entries, strict=True)
    taken = (Expr("component", (part, index), at=part.at) if one else part for part, one in pairs)
    return replace(node, args=tuple(taken))


def number(value: int) -> Expr:
    """A whole number as a tree."""
    return Expr("num", value=Fraction(value))


# --------------------------------------------------------------------------------------------------
# Shapes before values: every sum and product must conform, by the names of the sizes.
#
# A number has shape (); a column of d numbers ("d", 1); a matrix ("n", "d"); blocks ("n + d", "d").

ZERO = Expr("num", value=0)
SCALAR_FUNCTIONS = {
    "exp",
    "log",
    "sqrt",
    "max",
    "min",
    "e",
    "sgn",
    "binom",
    "indicator",
    "cases",
    "gamma",
    "sin",
    "cos",
}
SCALAR_FUNCTIONS |= {"integral", "limit"}

ShapeRule = Callable[["ShapeChecker", Expr], Shape]
# The rule for each operation that is not merely a function of numbers.
RULES: dict[str, ShapeRule] = {}


def shape_of(*operations: str) -> Callable[[ShapeRule], ShapeRule]:
    """Enters a function in the table, as the rule for the shape of these operations."""

    def enter(rule: ShapeRule) -> ShapeRule:
        RULES.update(dict.fromkeys(operations, rule))
        return rule

    return enter


class ShapeChecker:
    """Finds the shape of a tree read from ``text``, or refuses it.

    lengths: the two lengths of each size that the author chose, which tell whether n + d is p.
    """

    def __init__(self, text: str, lengths: LengthPairs) -> None:
        self.text, self.lengths = text, lengths
        self.known: dict[int, tuple[Expr, Shape]] = {}

    def refuse(self, node: Expr, message: str) -> NoReturn:
        """Raises ShapeError at the place of a tree."""
        raise ShapeError(message, self.text, node.at)

    def relation(self, relation: Relation) -> Shape:
        """The common shape of two sides; a bare 0 has any shape."""
        left, right = self.of(relation.left), self.of(relation.right)
        if relation.right.op == "optimum" or (left == SET and relation.right.op == "builder"):
            return left
        self.no_set(relation.left)
        self.no_set(relation.right)
        if not self.same(left, right) and ZERO not in relation.sides:
            self.refuse(
                relation.right,
                f"a side is {shape_in_words(left)}, the other {shape_in_words(right)}",
            )
        self.ordered(relation, left)
        return right if relation.left == ZERO else left

    def ordered(self, relation: Relation, shape: Shape) -> None:
        """Refuses an order of matrices, and a proportion of numbers."""
        if relation.sign == "∝":
            if shape == SCALAR or ZERO in relation.sides:
                self.refuse(relation.right, "∝ needs a vector or matrix on each side")
        elif relation.sign not in {"=", "!=", "~"} and shape != SCALAR:
            self.refuse(
                relation.right, f"only numbers can be compared; this is {shape_in_words(shape)}"
            )

    def of(self, node: Expr) -> Shape:
        """The shape of a tree, which is found once."""
        if id(node) not in self.known:
            # The node is kept beside its shape, since the id of a deleted node may be used again.
            self.known[id(node)] = node, self.find(node)
        return self.known[id(node)][1]

    def find(self, node: Expr) -> Shape:
        """The shape by the rule of the operation; a function of numbers is a number."""
        if node.op in RULES:
            return RULES[node.op](self, node)
        if shape := column_shape(self, node):
            return shape
        for part in node.args:
            if node.op in SCALAR_FUNCTIONS:
                self.number(part)
        return SCALAR

    def is_product(self, node: Expr) -> bool:
        """Whether a number is written as a product of a row and a column."""
        return node.op == "mul" and any(self.of(factor) != SCALAR for factor in node.args)

    def number(self, node: Expr) -> None:
        """Refuses what is no number."""
        if self.of(node) != SCALAR:
            self.refuse(node, f"a number is needed here; this is {shape_in_words(self.of(node))}")

    def held(self, node: Expr, shape: Shape) -> None:
        """Refuses a space that does not hold a term of this shape."""
        if not self.same(self.of(node), shape):
            self.refuse(
                node, f"this is {shape_in_words(self.of(node))}, and no {shape_in_words(shape)}"
            )

    def no_set(self, node: Expr) -> Shape:
        """The shape of a tree that must not be a set."""
        shape = self.of(node)
        if shape == SET:
            self.refuse(node, "a set is not a number; sum over it, or write |...| for its size")
        return shape

    def equal(self, left: Size, right: Size) -> bool:
        """Whether two sizes are one."""
        return equal(left, right, self.lengths)

    def same(self, left: Shape, right: Shape) -> bool:
        """Whether two shapes agree."""
        return len(left) == len(right) and all(map(self.equal, left, right))
