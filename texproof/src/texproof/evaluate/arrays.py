"""Written vectors and matrices, diagonals, and products of entries evaluated."""

import numpy as np

from ..expr import Expr
from .assignment import Assignment, Value, evaluates, fit_shape, shape_of

# --------------------------------------------------------------------------------------------------
# Diagonals and written-out arrays.


@evaluates("diag")
def diagonal(assignment: Assignment, node: Expr, inside: Expr) -> Value:
    """A diagonal matrix."""
    return np.diag(assignment.of(inside)[:, 0])


@evaluates("array")
def array(assignment: Assignment, node: Expr, *parts: Expr) -> Value:
    """A vector or matrix by entries or blocks."""
    blocks: list[Value] = [
        np.atleast_2d(np.array(assignment.of(part), dtype=assignment.dtype)) for part in parts
    ]
    columns = node.value[1]
    value = np.block([blocks[k : k + columns] for k in range(0, len(blocks), columns)])
    return fit_shape(value, shape_of(node))


# --------------------------------------------------------------------------------------------------
# Products of entries, and a matrix as one column.


@evaluates("hadamard")
def entrywise_product(assignment: Assignment, node: Expr, left: Expr, right: Expr) -> Value:
    """A product of two of one shape, entry by entry."""
    return assignment.of(left) * assignment.of(right)


@evaluates("kron")
def kronecker_product(assignment: Assignment, node: Expr, left: Expr, right: Expr) -> Value:
    """Each entry of the first times the second, in its place."""
    one, other = assignment.of(left), assignment.of(right)
    return np.block([[entry * other for entry in row] for row in one])


@evaluates("vec")
def vectorization(assignment: Assignment, node: Expr, inside: Expr) -> Value:
    """The columns of a matrix below each other."""
    return assignment.of(inside).T.reshape(-1, 1)
