"""Matrices evaluated: inverses, determinants, ranks, cofactors and eigenvalues.

An inverse of an inverse is undone, not inverted again. A singular matrix has no inverse and raises
`Undefined`; what has no exact value on symbols is asked of numbers only.
"""

import functools

import numpy as np
import sympy as sp
from sympy.polys.matrices import DomainMatrix

from ..errors import DerivationError, OfNumbers
from ..expr import Expr
from ..limits import MOST_OPERATIONS_INVERTED
from ..shape.sizes import SCALAR
from .assignment import Assignment, Value, evaluates, shape_of
from .bounds import require_at_most
from .defined import is_singular, raise_undefined, require_nonzero

# --------------------------------------------------------------------------------------------------
# Evaluation of inverses: what is an inverse itself is undone, not inverted again.
#
# (A^-1)^-1 is A, and (A^-1 B)^-1 is B^-1 A: by cofactors, entry by entry, these take minutes.


@evaluates("inverse")
def inverse(assignment: Assignment, node: Expr, inside: Expr) -> Value:
    """An inverse."""
    return inverse_of_term(assignment, inside)


def inverse_of_term(assignment: Assignment, node: Expr) -> Value:
    """The inverse of a term."""
    node = defined_term(assignment, node)
    if node.op == "inverse":
        return require_invertible(assignment, assignment.of(node.args[0]))
    if node.op == "transpose" and holds_inverse(assignment, node):
        value = inverse_of_term(assignment, node.args[0])
        return value.T if isinstance(value, np.ndarray) else value
    square = {SCALAR, shape_of(node)}
    if (
        node.op == "mul"
        and holds_inverse(assignment, node)
        and square >= set(map(shape_of, node.args))
    ):
        values = [inverse_of_term(assignment, part) for part in reversed(node.args)]
        return functools.reduce(product_of_matrices, values)
    return inverse_of_value(assignment, assignment.of(node))


def defined_term(assignment: Assignment, node: Expr) -> Expr:
    """What a name that is defined as a whole stands for."""
    while node.op == "name" and not node.args and node.value not in assignment.values:
        letters, body, _ = assignment.definitions.get(node.value, ((), None, False))
        if letters or body is None:
            break
        node = body
    return node


def holds_inverse(assignment: Assignment, node: Expr) -> bool:
    """Whether an inverse is a factor of a term."""
    node = defined_term(assignment, node)
    inside = node.args if node.op in {"mul", "transpose"} else ()
    return node.op == "inverse" or any(holds_inverse(assignment, part) for part in inside)


def product_of_matrices(left: Value, right: Value) -> Value:
    """The product of two matrices, or of a number and one."""
    both = isinstance(left, np.ndarray) and isinstance(right, np.ndarray)
    return left @ right if both else left * right


def require_invertible(assignment: Assignment, value: Value) -> Value:
    """A number or a matrix that has an inverse."""
    if not isinstance(value, np.ndarray):
        return require_nonzero(value)
    known = (
        is_singular(sp.Matrix(value)) if assignment.exact else rank_of_floats(value) < len(value)
    )
    return raise_undefined("the inverse of a singular matrix") if known else value


def rank_of_floats(value: Value) -> int:
    """The rank of a matrix of floats."""
    return int(np.linalg.matrix_rank(value))


def inverse_of_value(assignment: Assignment, value: Value) -> Value:
    """The inverse of a number or, by cofactors, of a matrix."""
    value = require_invertible(assignment, value)
    if not isinstance(value, np.ndarray):
        return 1 / value
    if not assignment.exact:
        return np.linalg.solve(value, np.eye(len(value)))
    require_at_most(
        sp.count_ops(list(value.flat)),
        MOST_OPERATIONS_INVERTED,
        "the number of operations in what is inverted",
    )
    matrix = sp.Matrix(value)
    field = as_field_matrix(matrix)
    if field:
        return np.array(field.inv().to_Matrix().tolist(), dtype=object)
    inverse = matrix.adjugate() / matrix.det(method="berkowitz")
    return np.array(inverse.tolist(), dtype=object)


def as_field_matrix(matrix: sp.Matrix) -> DomainMatrix | None:
    """A matrix of fractions, or of quotients of polynomials in one symbol; None for others."""
    symbols = matrix.free_symbols
    if len(symbols) > 1 or not all(part.is_rational_function(*symbols) for part in matrix):
        return None
    result = DomainMatrix.from_Matrix(matrix).to_field()
    kind = result.domain
    return result if kind.is_QQ or (kind.is_FractionField and kind.dom.is_QQ) else None


@evaluates("det")
def determinant(assignment: Assignment, node: Expr, inside: Expr) -> Value:
    """A determinant."""
    value = assignment.of(inside)
    if not assignment.exact:
        return float(np.linalg.det(value))
    matrix = sp.Matrix(value)
    field = as_field_matrix(matrix)
    return field.domain.to_sympy(field.det()) if field else matrix.det(method="berkowitz")


@evaluates("adj")
def adjugate(assignment: Assignment, node: Expr, inside: Expr) -> Value:
    """The transpose of the cofactors, which every square has; of a number it is 1."""
    value = assignment.of(inside)
    if not isinstance(value, np.ndarray):
        return assignment.number(1)
    return np.array(sp.Matrix(value).adjugate().tolist(), dtype=assignment.dtype)


@evaluates("pinv")
def pseudoinverse(assignment: Assignment, node: Expr, inside: Expr) -> Value:
    """The pseudoinverse of numbers; that of symbols has another form for each rank."""
    value = assignment.of(inside)
    if not isinstance(value, np.ndarray):
        raise DerivationError("only a matrix has a pseudoinverse; for a number write 1/x")
    if not assignment.exact:
        return np.linalg.pinv(value)
    matrix = sp.Matrix(value)
    if matrix.free_symbols:
        raise OfNumbers("a pseudoinverse is proved in index notation, or not at all")
    return np.array(matrix.pinv().tolist(), dtype=object)


# --------------------------------------------------------------------------------------------------
# Ranks, cofactors, and what eigenvalues make.


@evaluates("rank")
def rank(assignment: Assignment, node: Expr, inside: Expr) -> Value:
    """The rank of numbers; that of symbols depends on what they are."""
    if not assignment.exact:
        return float(np.linalg.matrix_rank(assignment.of(inside)))
    return sp.Integer(matrix_of_numbers(assignment, inside, "a rank").rank())


def matrix_of_numbers(assignment: Assignment, inside: Expr, what: str) -> sp.Matrix:
    """A matrix of numbers; refused for symbols."""
    matrix = sp.Matrix(assignment.of(inside))
    if matrix.free_symbols:
        raise OfNumbers(f"{what} is proved in index notation, or not at all")
    return matrix


@evaluates("cof")
def cofactors(assignment: Assignment, node: Expr, inside: Expr, *at: Expr) -> Value:
    """The matrix of cofactors, or one of them."""
    value = assignment.of(inside)
    if at:
        row, column = map(assignment.whole, at)
        return (-1) ** (row + column) * minor_at(assignment, value, row, column)
    every = range(1, len(value) + 1)
    result = [[(-1) ** (i + j) * minor_at(assignment, value, i, j) for j in every] for i in every]
    return np.array(result, dtype=assignment.dtype)


@evaluates("minor")
def minor(assignment: Assignment, node: Expr, inside: Expr, *at: Expr) -> Value:
    """The determinant without a row and a column."""
    return minor_at(assignment, assignment.of(inside), *map(assignment.whole, at))


def minor_at(assignment: Assignment, value: Value, row: int, column: int) -> Value:
    """The determinant of a value without this row and this column, counted from 1."""
    if not (1 <= row <= len(value) and 1 <= column <= len(value)):
        raise DerivationError(f"there is no row {row} or no column {column}")
    left = np.delete(np.delete(value, row - 1, 0), column - 1, 1)
    if not assignment.exact:
        return float(np.linalg.det(left))
    return sp.Matrix(left).det(method="berkowitz") if left.size else sp.Integer(1)


@evaluates("eigs")
def fold_of_eigenvalues(assignment: Assignment, node: Expr, inside: Expr) -> Value:
    """The sum or product of all eigenvalues: coefficients of the characteristic polynomial.

    Of symbols these are the trace and the determinant, which take no time.
    """
    if node.value is None:
        raise DerivationError(
            r"eigenvalues can be used only in a sum or a product, as in \sum eig(A)"
        )
    value = assignment.of(inside)
    if not assignment.exact:
        eigenvalues = np.linalg.eigvals(value)
        return float((eigenvalues.sum() if node.value == "sum" else eigenvalues.prod()).real)
    matrix = sp.Matrix(value)
    if matrix.free_symbols:
        return matrix.trace() if node.value == "sum" else matrix.det(method="berkowitz")
    _, *rest = matrix.charpoly().all_coeffs()
    return -rest[0] if node.value == "sum" else (-1) ** len(value) * rest[-1]


@evaluates("spectral")
def spectral_norm(assignment: Assignment, node: Expr, inside: Expr) -> Value:
    """The norm of a matrix of numbers: the root of the largest eigenvalue of A^T A."""
    if not assignment.exact:
        return float(np.linalg.norm(assignment.of(inside), 2))
    matrix = matrix_of_numbers(assignment, inside, "the norm of a matrix")
    small = matrix.T * matrix if matrix.cols <= matrix.rows else matrix * matrix.T
    *_, largest = small.charpoly().real_roots()
    return sp.sqrt(largest)
