"""Shapes: sizes, the checker, and the rule of each operation."""

from . import function_rules, rules, square_rules
from .checker import ShapeChecker
from .meaning import meant

__all__ = ["ShapeChecker", "function_rules", "meant", "rules", "square_rules"]
