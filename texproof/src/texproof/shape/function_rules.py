"""The shape of functions, derivatives and problems, from the shapes of their arguments."""

from ..expr import Expr, Relation
from ..names import Shape
from .checker import ShapeChecker, shape_of
from .sizes import SCALAR, SET, spelled


@shape_of("diag")
def diag(check: ShapeChecker, node: Expr) -> Shape:
    """A square, from a column."""
    shape = check.of(node.args[0])
    if shape == SCALAR or shape[1] != 1:
        check.refuse(node, f"a diagonal is made of a column; this is {spelled(shape)}")
    return shape[0], shape[0]


@shape_of("expect")
def expect(check: ShapeChecker, node: Expr) -> Shape:
    """The shape of what is averaged."""
    return check.no_set(node.args[0])


@shape_of("covariance")
def covariance(check: ShapeChecker, node: Expr) -> Shape:
    """A number, or rows and columns of two columns."""
    left, right = (check.of(part) for part in node.args)
    if SCALAR in (left, right) and left != right:
        check.refuse(node, f"no covariance of {spelled(left)} and {spelled(right)}")
    return SCALAR if left == SCALAR else (left[0], right[0])


@shape_of("abs")
def modulus(check: ShapeChecker, node: Expr) -> Shape:
    """A number: a modulus, the size of a set, or the determinant of a square (see `meant`)."""
    shape = check.of(node.args[0])
    if shape not in (SCALAR, SET) and shape[0] != shape[1]:
        check.refuse(node, rf"|...| of {spelled(shape)}: of a column write \lVert x\rVert")
    return SCALAR


@shape_of("norm", "spectral")
def norm(check: ShapeChecker, node: Expr) -> Shape:
    """A number, from a vector or matrix."""
    shape = check.of(node.args[0])
    if shape == SCALAR and check.is_product(node.args[0]):
        return SCALAR
    if shape == SCALAR:
        check.refuse(node, "a norm is of a vector or matrix; of a number write |x|")
    if node.value in {"1", r"\infty"} and shape[1] != 1:
        check.refuse(node, f"the norm {node.value} is of a column; this is {spelled(shape)}")
    return SCALAR


@shape_of("inner")
def inner(check: ShapeChecker, node: Expr) -> Shape:
    """A number, from two of one shape; of numbers it is their product."""
    left, right = (check.of(part) for part in node.args)
    if not check.same(left, right):
        check.refuse(node, f"no inner product of {spelled(left)} and {spelled(right)}")
    return SCALAR


@shape_of("grad")
def grad(check: ShapeChecker, node: Expr) -> Shape:
    """The shape of the variable."""
    body, about = node.args
    check.number(body)
    return check.of(about)


@shape_of("hessian")
def hessian(check: ShapeChecker, node: Expr) -> Shape:
    """A square, from a vector."""
    rows = grad(check, node)
    if not rows or rows[1] != 1:
        check.refuse(node, "a Hessian is by a vector")
    return rows[0], rows[0]


@shape_of("partial")
def partial(check: ShapeChecker, node: Expr) -> Shape:
    """The shape of what is differentiated, by numbers."""
    body, *about = node.args
    for part in about:
        check.number(part)
    return check.no_set(body)


@shape_of("differential")
def differential(check: ShapeChecker, node: Expr) -> Shape:
    """The shape of what varies; a name and its own differential have one."""
    body, *pairs = node.args
    for name, moved in zip(pairs[::2], pairs[1::2], strict=True):
        if not check.same(check.of(name), check.of(moved)):
            check.refuse(node, f"{name.value.latex} and its differential have two shapes")
    return check.no_set(body)


@shape_of("jacobian")
def jacobian(check: ShapeChecker, node: Expr) -> Shape:
    """That of the variable for a number; a row for each entry of a column that is by a column."""
    body, about = node.args
    of, by = check.no_set(body), check.of(about)
    columns = by[1] == 1
    if node.value and not columns:
        check.refuse(node, f"the transpose here is of a column; this is {spelled(by)}")
    if of == SCALAR:
        return by[::-1] if node.value else by
    if not columns or of[1] != 1:
        told = f"{spelled(of)} by {spelled(by)} has more than two indices: write it for entries"
        check.refuse(node, told)
    return of[0], by[0]


@shape_of("optimum")
def optimum(check: ShapeChecker, node: Expr) -> Shape:
    """A number, or the shape of the variable that is sought."""
    kind, many, *signs = node.value
    about, (goal, *conditions) = node.args[:many], node.args[many:]
    check.number(goal)
    for sign, left, right in zip(signs, conditions[::2], conditions[1::2], strict=True):
        check.relation(Relation(sign, left, right))
    return check.of(about[0]) if kind.startswith(r"\arg") else SCALAR
