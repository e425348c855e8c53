"""Shapes: which terms fit together, before anything is evaluated.

This package gives each tree its shape, or refuses it with the two shapes that do not conform. It
also settles what the layout alone leaves open: whether a bar is a determinant, and whether a dot is
an inner product. It uses names and trees, and no other package.
"""

from . import rules
from .checker import ShapeChecker
from .meaning import resolve_bars

__all__ = ["ShapeChecker", "resolve_bars", "rules"]
