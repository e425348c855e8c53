"""The shape of each operation, from the shapes of its arguments."""

from .sizes import SCALAR, SET, Comparison, spelled, total
from .tree import Relation


class Rules(Comparison):
    """One method for each operation that is more than a function of numbers."""

    def name(self, node):
        if node.value.kind == "subset":
            return SET
        return SCALAR if node.value.kind == "index" else node.value.shape

    def put(self, node):
        body, about, value = node.args
        if not self.same(self.of(about), self.of(value)):
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
        if name.takes is not None and not self.all_same(name.takes, shapes):
            wanted = ", ".join(map(spelled, name.takes))
            self.refuse(
                node, f"{name.latex} takes {wanted}; given {', '.join(map(spelled, shapes))}"
            )
        return name.shape

    def add(self, node):
        first = self.no_set(node.args[0])
        for term in node.args[1:]:
            if not self.same(self.of(term), first):
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
        if not self.equal(left[1], right[0]):
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
        """A matrix by entries, or by blocks of one height in a row and one width in a column."""
        rows, columns = node.value
        shapes = [self.no_set(part) or (1, 1) for part in node.args]
        for k, part in enumerate(node.args):
            beside, above = shapes[k - k % columns][0], shapes[k % columns][1]
            if not (self.equal(shapes[k][0], beside) and self.equal(shapes[k][1], above)):
                self.refuse(
                    part, f"a block {spelled(shapes[k])} where {spelled((beside, above))} fits"
                )
        height = total([shapes[k * columns][0] for k in range(rows)])
        width = total([shape[1] for shape in shapes[:columns]])
        return SCALAR if (height, width) == (1, 1) else (height, width)

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
        if not self.same(left, right) or left == SCALAR:
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
