"""Evaluation of products of entries, ranks, cofactors, and of what eigenvalues make."""

import numpy as np
import sympy as sp

from ..errors import DerivationError, OfNumbers
from ..expr import Expr
from .world import Value, World, value_of


@value_of("hadamard")
def entry_by_entry(world: World, node: Expr, left: Expr, right: Expr) -> Value:
    """A product of two of one shape, entry by entry."""
    return world.of(left) * world.of(right)


@value_of("kron")
def kronecker(world: World, node: Expr, left: Expr, right: Expr) -> Value:
    """Each entry of the first times the second, in its place."""
    one, other = world.of(left), world.of(right)
    return np.block([[entry * other for entry in row] for row in one])


@value_of("vec")
def one_column(world: World, node: Expr, inside: Expr) -> Value:
    """The columns of a matrix below each other."""
    return world.of(inside).T.reshape(-1, 1)


@value_of("rank")
def rank(world: World, node: Expr, inside: Expr) -> Value:
    """The rank of numbers; that of symbols depends on what they are."""
    if not world.exact:
        return float(np.linalg.matrix_rank(world.of(inside)))
    return sp.Integer(of_numbers(world, inside, "a rank").rank())


def of_numbers(world: World, inside: Expr, what: str) -> sp.Matrix:
    """A matrix of numbers; refused for symbols."""
    matrix = sp.Matrix(world.of(inside))
    if matrix.free_symbols:
        raise OfNumbers(f"{what} is proved in index notation, or not at all")
    return matrix


@value_of("cof")
def cofactors(world: World, node: Expr, inside: Expr, *at: Expr) -> Value:
    """The matrix of cofactors, or one of them."""
    value = world.of(inside)
    if at:
        row, column = map(world.whole, at)
        return (-1) ** (row + column) * minor_of(world, value, row, column)
    every = range(1, len(value) + 1)
    found = [[(-1) ** (i + j) * minor_of(world, value, i, j) for j in every] for i in every]
    return np.array(found, dtype=world.dtype)


@value_of("minor")
def minor(world: World, node: Expr, inside: Expr, *at: Expr) -> Value:
    """The determinant without a row and a column."""
    return minor_of(world, world.of(inside), *map(world.whole, at))


def minor_of(world: World, value: Value, row: int, column: int) -> Value:
    """The same, at whole numbers."""
    if not (1 <= row <= len(value) and 1 <= column <= len(value)):
        raise DerivationError(f"there is no row {row} or no column {column}")
    left = np.delete(np.delete(value, row - 1, 0), column - 1, 1)
    if not world.exact:
        return float(np.linalg.det(left))
    return sp.Matrix(left).det(method="berkowitz") if left.size else sp.Integer(1)


@value_of("eigs")
def of_eigenvalues(world: World, node: Expr, inside: Expr) -> Value:
    """The sum or product of all eigenvalues: coefficients of the characteristic polynomial.

    Of symbols these are the trace and the determinant, which take no time.
    """
    if node.value is None:
        raise DerivationError(r"of eigenvalues the sum and the product are numbers: \sum eig(A)")
    value = world.of(inside)
    if not world.exact:
        found = np.linalg.eigvals(value)
        return float((found.sum() if node.value == "sum" else found.prod()).real)
    matrix = sp.Matrix(value)
    if matrix.free_symbols:
        return matrix.trace() if node.value == "sum" else matrix.det(method="berkowitz")
    _, *rest = matrix.charpoly().all_coeffs()
    return -rest[0] if node.value == "sum" else (-1) ** len(value) * rest[-1]


@value_of("spectral")
def spectral(world: World, node: Expr, inside: Expr) -> Value:
    """The norm of a matrix of numbers: the root of the largest eigenvalue of A^T A."""
    if not world.exact:
        return float(np.linalg.norm(world.of(inside), 2))
    matrix = of_numbers(world, inside, "the norm of a matrix")
    small = matrix.T * matrix if matrix.cols <= matrix.rows else matrix * matrix.T
    *_, largest = small.charpoly().real_roots()
    return sp.sqrt(largest)
