"""The shape of products of entries, of ranks, cofactors and what eigenvalues make."""

from ..expr import Expr
from ..names import Shape
from .checker import ShapeChecker, shape_of
from .sizes import SCALAR, SET, multiplied, spelled


@shape_of("hadamard")
def hadamard(check: ShapeChecker, node: Expr) -> Shape:
    """The one shape of two vectors or matrices."""
    left, right = (array(check, part) for part in node.args)
    if not check.same(left, right):
        check.refuse(node, f"entry by entry: {spelled(left)} and {spelled(right)} differ")
    return left


@shape_of("kron")
def kron(check: ShapeChecker, node: Expr) -> Shape:
    """Sides of which each is a product of two."""
    left, right = (array(check, part) for part in node.args)
    return stacked(check, node, left[0], right[0]), stacked(check, node, left[1], right[1])


@shape_of("vec")
def vec(check: ShapeChecker, node: Expr) -> Shape:
    """A column of all entries, one column after another."""
    rows, columns = array(check, node.args[0])
    return stacked(check, node, columns, rows), 1


@shape_of("rank")
def rank(check: ShapeChecker, node: Expr) -> Shape:
    """A number, from a matrix."""
    return array(check, node.args[0]) and SCALAR


@shape_of("cof", "minor", "eigs")
def of_square(check: ShapeChecker, node: Expr) -> Shape:
    """The shape of a square, or a number where indices or the kind of sum are told."""
    shape = array(check, node.args[0])
    if shape[0] != shape[1]:
        check.refuse(node, f"a square matrix is needed here; this is {spelled(shape)}")
    if node.op == "eigs" and node.value is None:
        return SET
    for index in node.args[1:]:
        check.number(index)
    if len(node.args) not in {1, 3}:
        check.refuse(node, "a cofactor has two indices")
    return shape if node.op == "cof" and len(node.args) == 1 else SCALAR


def array(check: ShapeChecker, node: Expr) -> Shape:
    """The shape of a vector or matrix."""
    shape = check.no_set(node)
    if shape == SCALAR:
        check.refuse(node, "a vector or matrix is needed here; this is a number")
    return shape


def stacked(check: ShapeChecker, node: Expr, *sizes: int | str) -> int | str:
    """A product of sizes, none of which is a sum."""
    if any("+" in str(size) for size in sizes):
        check.refuse(node, "blocks have no such product here")
    return multiplied(sizes)
