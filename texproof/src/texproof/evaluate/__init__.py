"""Values: worlds of symbols, fractions or floats, and the functions that evaluate operations."""

from . import algebra, binders, calculus, functions, inverses, jacobians, leaves, squares
from .world import OPERATIONS, World

__all__ = [
    "OPERATIONS", "World", "algebra", "binders", "calculus", "functions", "inverses",
    "jacobians", "leaves", "squares",
]  # fmt: skip
