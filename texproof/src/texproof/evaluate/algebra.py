"""Sums, products, powers, transposes, norms, inner products and traces evaluated.

A product of shapes that do not conform never comes here. A power or a product that would take too
long is refused by `bounds`, and 0 is never divided by.
"""

import math

import numpy as np
import sympy as sp

from ..errors import DerivationError
from ..expr import Expr
from ..limits import HIGHEST_MATRIX_POWER
from ..shape.sizes import SCALAR, product_shape
from .assignment import Assignment, Value, evaluates, fit_shape, refuse_untied, shape_of
from .bounds import refuse_long_power, require_at_most
from .defined import power_of_value, require_nonzero
from .sums import extreme

# --------------------------------------------------------------------------------------------------
# Evaluation of sums, products, powers and transposes.


@evaluates("add")
def addition(assignment: Assignment, node: Expr, *terms: Expr) -> Value:
    """A sum."""
    values = [assignment.of(term) for term in terms]
    if len({np.shape(value) for value in values}) > 1:
        refuse_untied(*map(np.shape, values))
    return sum(values[1:], values[0])


@evaluates("neg")
def negation(assignment: Assignment, node: Expr, term: Expr) -> Value:
    """A term with a minus."""
    return -assignment.of(term)


@evaluates("mul")
def multiplication(assignment: Assignment, node: Expr, *factors: Expr) -> Value:
    """A product; of a row and a column it is a number."""
    value, shape = assignment.of(factors[0]), shape_of(factors[0])
    for factor in factors[1:]:
        right, wide = assignment.of(factor), shape_of(factor)
        matrices = SCALAR not in (shape, wide)
        if matrices and np.shape(value)[-1] != np.shape(right)[0]:
            refuse_untied(np.shape(value), np.shape(right))
        shape = product_shape(shape, wide)
        value = fit_shape(value @ right, shape) if matrices else value * right
    return value


@evaluates("div")
def division(assignment: Assignment, node: Expr, above: Expr, below: Expr) -> Value:
    """A quotient."""
    return (
        assignment.of(above) * (1 / require_nonzero(assignment.of(below)))
        if assignment.exact
        else assignment.of(above) / require_nonzero(assignment.of(below))
    )


@evaluates("pow")
def power(assignment: Assignment, node: Expr, base: Expr, power: Expr) -> Value:
    """A power of a number or of a matrix."""
    value, exponent = assignment.of(base), assignment.of(power)
    if not isinstance(value, np.ndarray):
        refuse_long_power(value, exponent)
        return power_of_value(value, exponent)
    if assignment.exact:
        return matrix_power(value, exponent)
    return np.linalg.matrix_power(value, int(exponent))


@evaluates("transpose")
def transpose(assignment: Assignment, node: Expr, inside: Expr) -> Value:
    """A transpose."""
    value = assignment.of(inside)
    return value.T if isinstance(value, np.ndarray) else value


def matrix_power(value: Value, exponent: Value) -> Value:
    """A matrix of symbols to a whole power; to the power 0 it is the identity."""
    require_at_most(exponent, HIGHEST_MATRIX_POWER, "a power of a matrix")
    if int(exponent) != exponent or exponent < 0:
        raise DerivationError(
            f"the power of a matrix must be a whole number of at least 0, not {exponent}"
        )
    one, zero = (sp.Integer(k) if value.dtype == object else float(k) for k in (1, 0))
    result = np.array([[one if i == j else zero for j in range(len(value))]
                       for i in range(len(value))], dtype=value.dtype)  # fmt: skip
    for _ in range(int(exponent)):
        result = result @ value
    return result


# --------------------------------------------------------------------------------------------------
# Norms, inner products and traces.


@evaluates("norm")
def norm(assignment: Assignment, node: Expr, inside: Expr) -> Value:
    """Euclidean (and Frobenius) norm, sum of absolute values, or the largest of them."""
    values = list(assignment.of(inside).flat)
    if node.value == "1":
        return sum(abs(value) for value in values)
    if node.value == r"\infty":
        return extreme(assignment, "max", [abs(value) for value in values])
    total = sum(value**2 for value in values)
    return sp.sqrt(total) if assignment.exact else math.sqrt(total)


@evaluates("inner")
def inner_product(assignment: Assignment, node: Expr, left: Expr, right: Expr) -> Value:
    """An inner product."""
    return sum(
        a * b for a, b in zip(assignment.of(left).flat, assignment.of(right).flat, strict=True)
    )


@evaluates("tr")
def trace(assignment: Assignment, node: Expr, inside: Expr) -> Value:
    """A trace."""
    value = assignment.of(inside)
    return sum(value[i, i] for i in range(len(value))) if isinstance(value, np.ndarray) else value
