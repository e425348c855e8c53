"""Declared shapes of trees: they tell what is a number, not lengths that happen to be 1."""

from ..expr import Expr
from ..names import Shape, Size
from ..shape import ShapeChecker
from ..shape.sizes import SCALAR
from .world import Value


class Conforming(ShapeChecker):
    """Shapes of trees that were checked when they were read, so that all sizes agree."""

    def equal(self, left: Size, right: Size) -> bool:
        """Whether two sizes are one, as they are."""
        return True


SHAPES = Conforming("", {})


def shape_of(node: Expr) -> Shape:
    """The declared shape of a tree, found once."""
    return SHAPES.of(node)


def fitted(value: Value, shape: Shape) -> Value:
    """An array that is declared to be a number, as that number."""
    return value[0, 0] if shape == SCALAR and hasattr(value, "shape") else value
