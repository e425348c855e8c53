r"""The ``\cdot`` between vectors or matrices: an inner product of columns, else a product."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from ..expr import Expr
from ..names import Shape
from .checker import ShapeChecker, shape_of
from .rules import times
from .sizes import SCALAR


def is_column(shape: Shape) -> bool:
    """Whether a shape is that of a column of more than one number."""
    return len(shape) == 2 and shape[1] == 1 != shape[0]


def between_dots(node: Expr, parts: Sequence[Expr]) -> list[Sequence[Expr]]:
    """What stands for the factors before, between and behind the dots."""
    return [parts[a:b] for a, b in pairwise((0, *node.value, len(parts)))]


@shape_of("dot")
def dot(check: ShapeChecker, node: Expr) -> Shape:
    """The shape of the product in which two columns with a dot between them make a number."""
    return joined(check, node, node.args)[0]


def joined(check: ShapeChecker, node: Expr, args: Sequence[Expr]) -> tuple[Shape, Expr, bool]:
    """The shape, what it means, made of these arguments, and whether two columns met."""
    found: tuple[Shape, Expr] | None = None
    met = False
    groups = zip(between_dots(node, node.args), between_dots(node, args), strict=True)
    for factors, meaning in groups:
        shape = SCALAR
        for factor in factors:
            shape = times(check, factor, shape, check.no_set(factor))
        part = meaning[0] if len(meaning) == 1 else Expr("mul", tuple(meaning), at=node.at)
        if found is None:
            found = shape, part
            continue
        left, before = found
        columns = is_column(left) and is_column(shape) and check.equal(left[0], shape[0])
        met |= columns
        whole = SCALAR if columns else times(check, factors[0], left, shape)
        found = whole, Expr("inner" if columns else "mul", (before, part), at=node.at)
    assert found  # a dot has factors on both sides
    return *found, met


def meant_by_dot(check: ShapeChecker, part: Expr, args: tuple[Expr, ...]) -> Expr:
    """Inner products where two columns meet; where none do, the product of all factors."""
    _, meaning, met = joined(check, part, args)
    return meaning if met else replace(part, op="mul", args=args, value=None)
