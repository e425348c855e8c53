"""Shapes: sizes, the checker, and the rule of each operation."""

from . import rules
from .checker import ShapeChecker

__all__ = ["ShapeChecker", "rules"]
