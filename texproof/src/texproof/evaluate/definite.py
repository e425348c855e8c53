"""Positive semidefinite matrices, as products of a triangle with its transpose."""

from collections.abc import Collection, Iterator
from itertools import combinations

import numpy as np
import sympy as sp

from .unknowns import Draw
from .world import Value


def gram(draw: Draw, size: int, facts: Collection[str]) -> Value:
    """L L^T with L below the diagonal and no negative number on it: each such matrix is one.

    Of a positive definite one the diagonal of L is above 0.
    """
    sign = "positive" if "posdef" in facts else "nonnegative"
    root = np.full((size, size), sp.Integer(0), dtype=object)
    for i, j in np.ndindex(size, size):
        if i >= j:
            root[i, j] = draw(f".root[{i + 1},{j + 1}]", sign if i == j else "real")
    return root @ root.T


def minors(value: Value, facts: Collection[str]) -> Iterator[tuple[Value, str]]:
    """(number, sign) for what must have a sign in a symmetric matrix that has such a fact."""
    definite = "posdef" in facts
    if value.dtype != object:
        yield np.linalg.eigvalsh(value)[0], ">" if definite else ">="
        return
    size = len(value)
    for many in range(1, size + 1):
        chosen = [range(many)] if definite else combinations(range(size), many)
        for part in map(list, chosen):
            minor = sp.Matrix(value[np.ix_(part, part)]).det(method="berkowitz")
            yield minor, ">" if definite else ">="
