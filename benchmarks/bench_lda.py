"""LDA beside scikit-learn's: its solver by eigenvectors, its default by singular values."""

from __future__ import annotations

import numpy as np
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis as Authority

from benchmarks.harness import Table, Task, supervised
from mlbook.lda import LDA

FIT = "One product of the table with itself, then eigenvectors; for a wide table its SVD."
PREDICT = "One product of the table with the weights of the classes, and checking the table."


def results():
    yield from fit(20000, 100, C=10, solver="eigen", target=0.3)
    yield from fit(20000, 100, C=10, solver="svd", target=0.15)
    yield from fit(100, 2000, C=5, solver="svd", target=1.0, apart=20)


def fit(n, d, C, solver, target, apart=4):
    name, authority = f"LDA {n} × {d}, {C} classes", f"scikit-learn, {solver}"
    return supervised(
        Task(name, "fit", authority, target, FIT),
        Task(name, "predict", authority, 1.5, PREDICT),
        LDA(),
        Authority(solver=solver),
        table(n, d, C, apart),
        repeats=15,
    )


def table(n, d, C, apart=4, seed=0):
    """Normal classes with one covariance, whose condition is below 10.

    Two means are `apart` standard deviations apart.
    """
    rng = np.random.default_rng(seed)
    y = np.arange(2 * n) % C
    mix = np.eye(d) + rng.normal(size=(d, d)) / (4 * np.sqrt(d))
    means = apart / np.sqrt(2 * d) * rng.normal(size=(C, d))
    X = (rng.normal(size=(2 * n, d)) + means[y]) @ mix
    return Table.split(X, y, n)
