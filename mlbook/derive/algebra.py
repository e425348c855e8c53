"""Evaluation of sums, products, powers, transposes and inverses."""

import numpy as np
import sympy as sp

from .errors import DerivationError


class Algebra:
    """Methods of a world: arithmetic of numbers, columns and matrices."""

    def op_add(self, node, *terms):
        return sum((self.of(term) for term in terms[1:]), self.of(terms[0]))

    def op_neg(self, node, term):
        return -self.of(term)

    def op_mul(self, node, *factors):
        value = self.of(factors[0])
        for factor in factors[1:]:
            value = times(value, self.of(factor))
        return value

    def op_div(self, node, above, below):
        return (
            self.of(above) * (1 / self.of(below)) if self.exact else self.of(above) / self.of(below)
        )

    def op_pow(self, node, base, power):
        value, exponent = self.of(base), self.of(power)
        if not isinstance(value, np.ndarray):
            return value**exponent
        return (
            np.linalg.matrix_power(value, int(exponent))
            if not self.exact
            else squared(value, exponent)
        )

    def op_transpose(self, node, inside):
        value = self.of(inside)
        return value.T if isinstance(value, np.ndarray) else value

    def op_inverse(self, node, inside):
        value = self.of(inside)
        if not isinstance(value, np.ndarray):
            return 1 / value
        if self.exact:
            return inverted(sp.Matrix(value))
        return np.linalg.solve(value, np.eye(len(value)))


def times(left, right):
    """Product of numbers, columns and matrices; a 1 x 1 result is a number."""
    if not (isinstance(left, np.ndarray) and isinstance(right, np.ndarray)):
        return left * right
    value = left @ right
    return value[0, 0] if value.shape == (1, 1) else value


def inverted(matrix):
    """The inverse by cofactors; not-a-number where there is none, so that nothing follows."""
    determinant = matrix.det(method="berkowitz")
    inverse = matrix.applyfunc(lambda _: sp.nan) if determinant == 0 else None
    return np.array((inverse or matrix.adjugate() / determinant).tolist(), dtype=object)


def squared(value, exponent):
    """A matrix of symbols to a whole power."""
    if int(exponent) != exponent or exponent < 1:
        raise DerivationError(f"a matrix has whole positive powers, not {exponent}")
    result = value
    for _ in range(int(exponent) - 1):
        result = result @ value
    return result
