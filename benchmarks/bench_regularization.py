"""Ridge and lasso beside scikit-learn's.

The lasso here stops at a duality gap of 1e-10 of the cost of no weights, scikit-learn's at 1e-4 of
it: on the dense row that is a good part of the difference. On correlated columns coordinate descent
alone is slow; a direct solve on the working set is not.
"""

from __future__ import annotations

import numpy as np
from sklearn import linear_model

from benchmarks.harness import Task, compare
from mlbook.regularization import Lasso, Ridge, lam_max


def results():
    return [
        ridge(50000, 100, target=0.8),
        lasso("sparse truth", share=0.03, shared=0.0, target=1.5),
        lasso("sparse truth, correlated", share=0.03, shared=1.0, target=0.5),
        lasso("low price, dense solution", share=0.003, shared=0.0, target=3.0),
    ]


def ridge(n, d, target, repeats=15):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(n, d)) + 0.5
    y = X @ rng.normal(size=d) + rng.normal(size=n)
    theirs = linear_model.Ridge(alpha=1.0)
    task = Task(f"ridge {n} x {d}", "scikit-learn", target)
    return compare(task, lambda: Ridge(1.0).fit(X, y), lambda: theirs.fit(X, y), repeats)


def lasso(what, share, shared, target, n=2000, d=500, repeats=25):
    """20 of the weights are not 0, and the columns have `shared` times one column in common."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(n, d)) + shared * rng.normal(size=(n, 1))
    y = X[:, :20] @ (3 * rng.normal(size=20)) + rng.normal(size=n)
    lam = share * lam_max(X - X.mean(axis=0), y - y.mean())
    theirs = linear_model.Lasso(alpha=lam / n)
    task = Task(f"lasso {n} x {d}, {what}", "scikit-learn", target)
    return compare(task, lambda: Lasso(lam).fit(X, y), lambda: theirs.fit(X, y), repeats)
