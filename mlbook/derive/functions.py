"""Evaluation of norms, elementary functions, indicators and written-out arrays."""

import math

import numpy as np
import sympy as sp

from .unknowns import indicator


class Functions:
    """Methods of a world: functions of its numbers, columns and matrices."""

    def op_norm(self, node, inside):
        """Euclidean (and Frobenius) norm, sum of absolute values, or the largest of them."""
        values = list(self.of(inside).flat)
        if node.value == "1":
            return sum(abs(value) for value in values)
        if node.value == r"\infty":
            return self.extreme("max", [abs(value) for value in values])
        total = sum(value**2 for value in values)
        return sp.sqrt(total) if self.exact else math.sqrt(total)

    def op_abs(self, node, inside):
        value = self.of(inside)
        return self.number(len(value)) if isinstance(value, list) else abs(value)

    def op_inner(self, node, left, right):
        return sum(a * b for a, b in zip(self.of(left).flat, self.of(right).flat, strict=True))

    def op_tr(self, node, inside):
        value = self.of(inside)
        return (
            sum(value[i, i] for i in range(len(value))) if isinstance(value, np.ndarray) else value
        )

    def op_det(self, node, inside):
        value = self.of(inside)
        return (
            sp.Matrix(value).det(method="berkowitz") if self.exact else float(np.linalg.det(value))
        )

    def elementary(self, inside, exact, floating):
        value = self.of(inside)
        return exact(value) if isinstance(value, sp.Basic) else floating(value)

    def op_exp(self, node, inside):
        return self.elementary(inside, sp.exp, math.exp)

    def op_log(self, node, inside, *base):
        value = self.elementary(inside, sp.log, math.log)
        return value / self.elementary(base[0], sp.log, math.log) if base else value

    def op_sqrt(self, node, inside):
        return self.elementary(inside, sp.sqrt, math.sqrt)

    def op_max(self, node, *parts):
        return self.extreme("max", [self.of(part) for part in parts])

    def op_min(self, node, *parts):
        return self.extreme("min", [self.of(part) for part in parts])

    def op_sgn(self, node, inside):
        value = self.of(inside)
        return sp.sign(value) if self.exact else math.copysign(1, value) * (value != 0)

    def op_binom(self, node, above, below):
        return self.number(sp.binomial(self.of(above), self.of(below)))

    def op_indicator(self, node, left, right):
        """1 where a relation holds and 0 elsewhere."""
        return self.number(indicator(self.of(left), node.value, self.of(right)))

    def op_cases(self, node, *parts):
        """The value of the first case whose relation holds, else the last value."""
        total, none_yet = self.number(0), self.number(1)
        for i, sign in enumerate(node.value):
            value, left, right = (self.of(part) for part in parts[3 * i : 3 * i + 3])
            here = self.number(indicator(left, sign, right))
            total = total + none_yet * here * value
            none_yet = none_yet * (1 - here)
        return total + none_yet * self.of(parts[-1])

    def op_pi(self, node):
        return self.number(sp.pi)

    def op_diag(self, node, inside):
        return np.diag(self.of(inside)[:, 0])

    def op_array(self, node, *parts):
        blocks = [np.atleast_2d(np.array(self.of(part), dtype=self.dtype)) for part in parts]
        columns = node.value[1]
        return np.block([blocks[k : k + columns] for k in range(0, len(blocks), columns)])
