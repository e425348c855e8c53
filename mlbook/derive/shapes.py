"""Shapes before values: every sum and product must conform, by the names of the sizes.

A number has shape (); a column of d numbers ("d", 1); a matrix ("n", "d").
"""

from .errors import ShapeError
from .tree import Node, Relation

SCALAR = ()
SET = ("set",)
ZERO = Node("num", value=0)
INDEX_OPS = {"num", "size", "var", "count"}
SCALAR_FUNCTIONS = {"exp", "log", "sqrt", "max", "min", "e", "sgn", "binom", "indicator"}
SCALAR_FUNCTIONS |= {"integral", "limit"}


def spelled(shape):
    """A shape as the messages name it."""
    if shape == SET:
        return "a set"
    return "a number" if shape == SCALAR else " × ".join(str(size) for size in shape)


class Shapes:
    """Finds the shape of a tree read from ``text``, or refuses it."""

    def __init__(self, text):
        self.text = text

    def refuse(self, node, message):
        raise ShapeError(message, self.text, node.at)

    def relation(self, relation):
        """The common shape of two sides; a bare 0 has any shape."""
        left, right = self.of(relation.left), self.of(relation.right)
        if relation.right.op == "optimum" or (left == SET and relation.right.op == "builder"):
            return left
        self.no_set(relation.left)
        self.no_set(relation.right)
        if left != right and ZERO not in relation.sides:
            self.refuse(relation.right, f"a side is {spelled(left)}, the other {spelled(right)}")
        if relation.sign == "∝":
            if left == SCALAR or ZERO in relation.sides:
                self.refuse(relation.right, "∝ is between vectors or matrices")
        elif relation.sign not in {"=", "~"} and left != SCALAR:
            self.refuse(relation.right, f"numbers are ordered; this is {spelled(left)}")
        return right if relation.left == ZERO else left

    def of(self, node):
        """The shape of a tree."""
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

    def name(self, node):
        if node.value.kind == "subset":
            return SET
        return SCALAR if node.value.kind == "index" else node.value.shape

    def put(self, node):
        body, about, value = node.args
        if self.of(about) != self.of(value):
            self.refuse(
                value, f"{spelled(self.of(value))} in the place of {spelled(self.of(about))}"
            )
        return self.of(body)

    def builder(self, node):
        self.number(node.args[1])
        self.number(node.args[2])
        return SET

    def entry(self, node):
        return SCALAR

    def call(self, node):
        name = node.value
        shapes = [self.of(argument) for argument in node.args]
        if name.takes is not None and list(name.takes) != shapes:
            wanted = ", ".join(map(spelled, name.takes))
            self.refuse(
                node, f"{name.latex} takes {wanted}; given {', '.join(map(spelled, shapes))}"
            )
        return name.shape

    def add(self, node):
        first = self.no_set(node.args[0])
        for term in node.args[1:]:
            if self.of(term) != first:
                self.refuse(term, f"cannot add {spelled(first)} and {spelled(self.of(term))}")
        return first

    def neg(self, node):
        return self.no_set(node.args[0])

    def mul(self, node):
        shape = SCALAR
        for factor in node.args:
            shape = self.times(factor, shape, self.no_set(factor))
        return shape

    def times(self, node, left, right):
        if SCALAR in (left, right):
            return left or right
        if left[1] != right[0]:
            self.refuse(node, f"cannot multiply {spelled(left)} by {spelled(right)}")
        return SCALAR if (left[0], right[1]) == (1, 1) else (left[0], right[1])

    def div(self, node):
        self.number(node.args[1])
        return self.no_set(node.args[0])

    def pow(self, node):
        self.number(node.args[1])
        return self.square(node) if self.of(node.args[0]) else SCALAR

    def square(self, node):
        shape = self.of(node.args[0])
        if shape and shape[0] != shape[1]:
            self.refuse(node, f"a square matrix is needed here; this is {spelled(shape)}")
        return shape

    inverse = square

    def tr(self, node):
        return self.square(node) and SCALAR

    det = tr

    def transpose(self, node):
        return self.no_set(node.args[0])[::-1]

    def sum(self, node):
        domain, body = node.args
        self.domain(domain)
        return self.no_set(body)

    def extremum(self, node):
        self.domain(node.args[0])
        self.number(node.args[1])
        return SCALAR

    def array(self, node):
        for part in node.args:
            self.number(part)
        return node.value if node.value != (1, 1) else SCALAR

    def diag(self, node):
        shape = self.of(node.args[0])
        if shape == SCALAR or shape[1] != 1:
            self.refuse(node, f"a diagonal is made of a column; this is {spelled(shape)}")
        return shape[0], shape[0]

    def expect(self, node):
        return self.no_set(node.args[0])

    def covariance(self, node):
        left, right = (self.of(part) for part in node.args)
        if SCALAR in (left, right) and left != right:
            self.refuse(node, f"no covariance of {spelled(left)} and {spelled(right)}")
        return SCALAR if left == SCALAR else (left[0], right[0])

    def prod(self, node):
        self.number(node.args[1])
        return SCALAR

    def domain(self, node):
        if node.op == "name":
            if self.of(node) != SET:
                self.refuse(node, f"a sum runs over a set; this is {spelled(self.of(node))}")
            return
        for part in node.args:
            if part.op != "range":
                self.number(part)

    def abs(self, node):
        if self.of(node.args[0]) != SET:
            self.number(node.args[0])
        return SCALAR

    def norm(self, node):
        shape = self.of(node.args[0])
        if shape == SCALAR:
            self.refuse(node, "a norm is of a vector or matrix; of a number write |x|")
        return SCALAR

    def inner(self, node):
        left, right = (self.of(part) for part in node.args)
        if left != right or left == SCALAR:
            self.refuse(node, f"no inner product of {spelled(left)} and {spelled(right)}")
        return SCALAR

    def grad(self, node):
        body, about = node.args
        self.number(body)
        return self.of(about)

    def hessian(self, node):
        rows = self.grad(node)
        if not rows or rows[1] != 1:
            self.refuse(node, "a Hessian is by a vector")
        return rows[0], rows[0]

    def partial(self, node):
        for part in node.args:
            self.number(part)
        return SCALAR

    def optimum(self, node):
        kind, many, *signs = node.value
        about, (goal, *conditions) = node.args[:many], node.args[many:]
        self.number(goal)
        for sign, left, right in zip(signs, conditions[::2], conditions[1::2], strict=True):
            self.relation(Relation(sign, left, right))
        return self.of(about[0]) if kind.startswith(r"\arg") else SCALAR
