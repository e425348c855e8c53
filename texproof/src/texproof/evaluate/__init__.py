"""Evaluation: what a tree is worth under an assignment of symbols, of exact fractions or of floats.

The same functions evaluate for a proof by components, for a search of counterexamples and for the
numbers of a fitted model. Each operation is entered in the table `OPERATIONS` by the module that
has its notion in its name. A value that is not defined raises `Undefined`; it is never a quiet NaN.
This package uses trees, names and shapes, and it does not know what a proof is.
"""

from . import algebra, arrays, calculus, functions, leaves, matrices, sums
from .assignment import OPERATIONS, Assignment

__all__ = [
    "OPERATIONS", "Assignment", "algebra", "arrays", "calculus", "functions", "leaves", "matrices",
    "sums",
]  # fmt: skip
