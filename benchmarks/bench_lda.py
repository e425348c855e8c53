"""LDA beside scikit-learn's: its solver by eigenvectors, its default by singular values."""

from __future__ import annotations

import numpy as np
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis as Authority

from benchmarks.harness import Task, compare
from mlbook.lda import LDA


def results():
    return [
        fit(20000, 100, C=10, solver="eigen", target=0.3),
        fit(20000, 100, C=10, solver="svd", target=0.15),
        fit(100, 2000, C=5, solver="svd", target=1.0),
    ]


def fit(n, d, C, solver, target, repeats=15):
    X, y = table(n, d, C)
    task = Task(f"LDA {n} x {d}, {C} classes", f"scikit-learn, {solver}", target)
    theirs = Authority(solver=solver)
    return compare(task, lambda: LDA().fit(X, y), lambda: theirs.fit(X, y), repeats)


def table(n, d, C, seed=0):
    """Normal classes with one covariance, whose means differ by about its spread."""
    rng = np.random.default_rng(seed)
    y = np.arange(n) % C
    mix = rng.normal(size=(d, d)) / np.sqrt(d)
    return (rng.normal(size=(n, d)) + rng.normal(size=(C, d))[y]) @ mix, y
