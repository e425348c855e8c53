"""The shape of names, of algebra and of sums, from the shapes of their arguments."""

from collections.abc import Sequence

from ..expr import Expr
from ..names import Name, Shape
from . import entrywise
from .checker import ShapeChecker, shape_of
from .sizes import SCALAR, SET, product_shape, spelled, total


def all_same(check: ShapeChecker, left: Sequence[Shape], right: Sequence[Shape]) -> bool:
    """Whether shapes agree one by one."""
    return len(left) == len(right) and all(map(check.same, left, right))


@shape_of("name")
def name(check: ShapeChecker, node: Expr) -> Shape:
    """The declared shape; a subset is a set, an index a number."""
    named: Name = node.value
    if named.kind == "subset":
        return SET
    return SCALAR if named.kind == "index" else named.shape


@shape_of("substitute")
def substitution(check: ShapeChecker, node: Expr) -> Shape:
    """The shape of what something is put into."""
    body, about, value = node.args
    if column := entrywise.column(check, node):
        return column
    if not check.same(check.of(about), check.of(value)):
        check.refuse(
            value, f"{spelled(check.of(value))} in the place of {spelled(check.of(about))}"
        )
    return check.of(body)


@shape_of("builder")
def builder(check: ShapeChecker, node: Expr) -> Shape:
    """A set, made by a relation of numbers."""
    check.number(node.args[1])
    check.number(node.args[2])
    return SET


@shape_of("entry")
def entry(check: ShapeChecker, node: Expr) -> Shape:
    """A number."""
    return SCALAR


@shape_of("component")
def component(check: ShapeChecker, node: Expr) -> Shape:
    """A number, from a matrix or vector with as many indices as it has sides."""
    shape, indices = check.of(node.args[0]), len(node.args) - 1
    if not shape or shape == SET or indices != 2 - (shape[1] == 1):
        check.refuse(node, f"{indices} indices below what is {spelled(shape)}")
    return SCALAR


@shape_of("call")
def call(check: ShapeChecker, node: Expr) -> Shape:
    """What a function returns, given what it takes."""
    if column := entrywise.column(check, node):
        return column
    name: Name = node.value
    shapes = [check.of(argument) for argument in node.args]
    if name.takes is not None and not all_same(check, name.takes, shapes):
        wanted = ", ".join(map(spelled, name.takes))
        check.refuse(node, f"{name.latex} takes {wanted}; given {', '.join(map(spelled, shapes))}")
    return name.shape


@shape_of("add")
def add(check: ShapeChecker, node: Expr) -> Shape:
    """The one shape of all terms."""
    first = check.no_set(node.args[0])
    for term in node.args[1:]:
        if not check.same(check.of(term), first):
            check.refuse(term, f"cannot add {spelled(first)} and {spelled(check.of(term))}")
    return first


@shape_of("neg")
def neg(check: ShapeChecker, node: Expr) -> Shape:
    """The shape of the term."""
    return check.no_set(node.args[0])


@shape_of("mul")
def mul(check: ShapeChecker, node: Expr) -> Shape:
    """The shape of a product, from left to right."""
    shape = SCALAR
    for k, factor in enumerate(node.args):
        other = check.no_set(factor)
        if k in (node.value or ()) and SCALAR not in (shape, other):
            check.refuse(factor, r"\times between matrices is no product; leave it out")
        shape = times(check, factor, shape, other)
    return shape


def times(check: ShapeChecker, node: Expr, left: Shape, right: Shape) -> Shape:
    """The shape of a product of two."""
    if SCALAR not in (left, right) and not check.equal(left[1], right[0]):
        check.refuse(node, f"cannot multiply {spelled(left)} by {spelled(right)}")
    return product_shape(left, right)


@shape_of("div")
def div(check: ShapeChecker, node: Expr) -> Shape:
    """The shape of what is above; below is a number."""
    check.number(node.args[1])
    return check.no_set(node.args[0])


@shape_of("pow")
def power(check: ShapeChecker, node: Expr) -> Shape:
    """A number, or the shape of a square matrix."""
    letter = letter_of(node.args[1])
    if check.of(node.args[0]) and letter in {"T", r"\mathrm{T}", "H", r"\mathrm{H}"}:
        check.refuse(node, rf"a transpose? write \top, since {letter} has another meaning here")
    check.number(node.args[1])
    return square(check, node) if check.of(node.args[0]) else SCALAR


def letter_of(node: Expr) -> str:
    """What a size, a letter or a name is called."""
    return node.value.latex if node.op == "name" else str(node.value)


@shape_of("inverse", "adj")
def square(check: ShapeChecker, node: Expr) -> Shape:
    """The shape of a square matrix."""
    shape = check.of(node.args[0])
    if shape and shape[0] != shape[1]:
        check.refuse(node, f"a square matrix is needed here; this is {spelled(shape)}")
    return shape


@shape_of("tr", "det")
def tr(check: ShapeChecker, node: Expr) -> Shape:
    """A number, from a square matrix."""
    return square(check, node) and SCALAR


@shape_of("transpose", "pinv")
def transpose(check: ShapeChecker, node: Expr) -> Shape:
    """The shape, turned round."""
    return check.no_set(node.args[0])[::-1]


@shape_of("sum")
def sum_(check: ShapeChecker, node: Expr) -> Shape:
    """The shape of the terms."""
    domain, body = node.args
    check_domain(check, domain)
    return check.no_set(body)


@shape_of("extremum")
def extremum(check: ShapeChecker, node: Expr) -> Shape:
    """A number."""
    check_domain(check, node.args[0])
    check.number(node.args[1])
    return SCALAR


@shape_of("array")
def array(check: ShapeChecker, node: Expr) -> Shape:
    """A matrix by entries, or by blocks of one height in a row and one width in a column."""
    rows, columns = node.value
    shapes = [check.no_set(part) or (1, 1) for part in node.args]
    for k, part in enumerate(node.args):
        beside, above = shapes[k - k % columns][0], shapes[k % columns][1]
        if not (check.equal(shapes[k][0], beside) and check.equal(shapes[k][1], above)):
            check.refuse(
                part, f"a block {spelled(shapes[k])} where {spelled((beside, above))} fits"
            )
    height = total([shapes[k * columns][0] for k in range(rows)])
    width = total([shape[1] for shape in shapes[:columns]])
    return SCALAR if (height, width) == (1, 1) else (height, width)


@shape_of("prod")
def product(check: ShapeChecker, node: Expr) -> Shape:
    """A number."""
    check.number(node.args[1])
    return SCALAR


def check_domain(check: ShapeChecker, node: Expr) -> None:
    """Refuses to sum over what is no range of whole numbers and no set."""
    if node.op == "name":
        if check.of(node) != SET:
            check.refuse(node, f"a sum runs over a set; this is {spelled(check.of(node))}")
        return
    for part in node.args:
        if part.op != "range":
            check.number(part)
