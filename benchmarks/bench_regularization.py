"""Ridge and lasso beside scikit-learn's.

The lasso here stops at a duality gap of 1e-10 of the cost of no weights, scikit-learn's at 1e-4 of
it, and our time grows with the number of weights that are not 0. On correlated columns coordinate
descent alone is slow; a direct solve on the working set is not.
"""

from __future__ import annotations

import numpy as np
from sklearn import linear_model

from benchmarks.harness import Quality, Table, Task, compare, r_squared, supervised
from mlbook.regularization import Lasso, Ridge, duality_gap, lam_max

RIDGE = "One product of the table with itself takes nearly all of it."
LASSO = (
    "Products of the table with itself, and solves whose size is the number of weights that are not"
    " 0; our gap is a million times smaller, which takes further rounds."
)
PREDICT = "One product of the table with the weights, and checking the table."


def results():
    yield from ridge(50000, 100, target=0.8)
    yield from lasso("sparse truth", share=0.03, shared=0.0, target=1.5)
    yield from lasso("sparse truth, correlated", share=0.03, shared=1.0, target=0.5)
    yield from lasso("low price", share=0.003, shared=0.0, target=3.0)
    yield from lasso("low price, other numbers", share=0.003, shared=0.0, target=4.0, seed=1)


def ridge(n, d, target):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(2 * n, d)) + 0.5
    y = X @ rng.normal(size=d) + rng.normal(size=2 * n)
    return supervised(
        Task(f"ridge {n} × {d}", "fit", "scikit-learn", target, RIDGE),
        Task(f"ridge {n} × {d}", "predict", "scikit-learn", 1.5, PREDICT),
        Ridge(1.0),
        linear_model.Ridge(alpha=1.0),
        Table.split(X, y, n),
        repeats=15,
    )


def lasso(what, share, shared, target, n=2000, d=500, seed=0):
    table, lam = sparse_truth(n, d, share, shared, seed)
    ours, theirs = Lasso(lam), linear_model.Lasso(alpha=lam / n)
    m = np.count_nonzero(ours.fit(table.X, table.y).coef_)
    name = f"lasso {n} × {d}, {what}, {m} weights not 0"
    Xc, yc = table.X - table.X.mean(axis=0), table.y - table.y.mean()
    gap = Quality("gap", lambda model: duality_gap(model.coef_, Xc, yc, lam) / (yc @ yc / 2))
    task = Task(name, "fit", "scikit-learn", target, LASSO)
    run = lambda model: lambda: model.fit(table.X, table.y)
    yield compare(task, run(ours), run(theirs), gap, 25)
    task = Task(name, "predict", "scikit-learn", 1.5, PREDICT)
    score = Quality("R²", lambda guess: r_squared(table.y_new, guess))
    run = lambda model: lambda: model.predict(table.X_new)
    yield compare(task, run(ours), run(theirs), score, 25)


def sparse_truth(n, d, share, shared, seed=0):
    """A table and lam; 20 weights are not 0, and the columns have `shared` times one in common."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d)) + shared * rng.normal(size=(n, 1))
    w = 3 * rng.normal(size=20)
    y = X[:, :20] @ w + rng.normal(size=n)
    X_new = rng.normal(size=(n, d)) + shared * rng.normal(size=(n, 1))
    table = Table(X, y, X_new, X_new[:, :20] @ w + rng.normal(size=n))
    Xc, yc = table.X - table.X.mean(axis=0), table.y - table.y.mean()
    return table, share * lam_max(Xc, yc)
