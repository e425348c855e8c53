"""Shapes before values: every sum and product must conform, by the names of the sizes.

A number has shape (); a column of d numbers ("d", 1); a matrix ("n", "d"); blocks ("n + d", "d").
"""

from .errors import ShapeError
from .shape_rules import Rules
from .sizes import SCALAR, SET, spelled
from .tree import Node

ZERO = Node("num", value=0)
SCALAR_FUNCTIONS = {"exp", "log", "sqrt", "max", "min", "e", "sgn", "binom", "indicator", "cases"}
SCALAR_FUNCTIONS |= {"integral", "limit"}


class Shapes(Rules):
    """Finds the shape of a tree read from ``text``, or refuses it.

    lengths: the two lengths of each size, which tell whether n + d is the size p.
    """

    def __init__(self, text, lengths):
        self.text, self.lengths, self.known = text, lengths, {}

    def refuse(self, node, message):
        raise ShapeError(message, self.text, node.at)

    def relation(self, relation):
        """The common shape of two sides; a bare 0 has any shape."""
        left, right = self.of(relation.left), self.of(relation.right)
        if relation.right.op == "optimum" or (left == SET and relation.right.op == "builder"):
            return left
        self.no_set(relation.left)
        self.no_set(relation.right)
        if not self.same(left, right) and ZERO not in relation.sides:
            self.refuse(relation.right, f"a side is {spelled(left)}, the other {spelled(right)}")
        if relation.sign == "∝":
            if left == SCALAR or ZERO in relation.sides:
                self.refuse(relation.right, "∝ is between vectors or matrices")
        elif relation.sign not in {"=", "~"} and left != SCALAR:
            self.refuse(relation.right, f"numbers are ordered; this is {spelled(left)}")
        return right if relation.left == ZERO else left

    def of(self, node):
        """The shape of a tree, which is found once."""
        if id(node) not in self.known:
            self.known[id(node)] = node, self.found(node)  # with the node, so that its id stays
        return self.known[id(node)][1]

    def found(self, node):
        own = getattr(self, node.op, None)
        if own:
            return own(node)
        for part in node.args:
            if node.op in SCALAR_FUNCTIONS:
                self.number(part)
        return SCALAR

    def number(self, node):
        if self.of(node) != SCALAR:
            self.refuse(node, f"a number is needed here; this is {spelled(self.of(node))}")

    def no_set(self, node):
        """The shape of a tree that must not be a set."""
        shape = self.of(node)
        if shape == SET:
            self.refuse(node, "a set is not a number; sum over it, or write |...| for its size")
        return shape
