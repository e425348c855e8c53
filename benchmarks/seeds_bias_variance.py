"""What the chapter on bias and variance says of random splits, for one seed each."""

from __future__ import annotations

import numpy as np

from mlbook import bias_variance as bv
from mlbook import data
from mlbook.contract import Array
from mlbook.protocol.tuning import Procedure
from mlbook.regularization import ridge

STRONG, WEAK = 10_000, 100


def diabetes(seed: int) -> dict[str, float]:
    """By how much the squared bias falls and the variance rises from a strong penalty to a weak."""
    table = data.diabetes()
    assert table.y is not None
    X, X_out, y, y_out = data.train_test_split(table.X, table.y, 0.5, seed)
    mean, sd = X.mean(axis=0), X.std(axis=0)
    errors = {}
    for lam in (STRONG, WEAK):
        fit = _with_products(lam, mean, sd)
        boot = bv.repeated_fits(fit, bv.drawing(X, y, len(y)), X_out, 100, seed)
        halves = bv.drawing(X, y, len(y) // 2, replace=False)
        errors[lam] = (
            bv.variance(boot, ddof=1),
            bv.variance(bv.repeated_fits(fit, halves, X_out, 100, seed), ddof=1),
            bv.expected_error(fit(X, y, X_out), y_out),
        )
    strong, weak = errors[STRONG], errors[WEAK]
    return {
        "bias fell": (strong[2] - strong[0]) - (weak[2] - weak[0]),
        "variance rose": weak[0] - strong[0],
        "variance rose, halves": weak[1] - strong[1],
    }


def _with_products(lam: float, mean: Array, sd: Array) -> Procedure:
    """Ridge on ten features, their squares and their products."""
    j, k = np.triu_indices(10)

    def columns(X: Array) -> Array:
        Z = (X - mean) / sd
        return np.hstack([Z, Z[:, j] * Z[:, k]])

    def fit(X: Array, y: Array, inputs: Array) -> Array:
        A = columns(X)
        centre = A.mean(axis=0)
        w = ridge(A - centre, y - y.mean(), lam)
        return y.mean() + (columns(inputs) - centre) @ w

    return fit
