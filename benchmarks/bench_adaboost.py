"""AdaBoost beside scikit-learn's: 200 stumps."""

from __future__ import annotations

import numpy as np
from sklearn import ensemble

from benchmarks.harness import Table, Task, supervised
from mlbook.adaboost import AdaBoostClassifier

FIT = (
    "In each round, AdaBoost gathers all values in sorted order, computes a running sum of"
    " them and finds its maximum."
)
PREDICT = "A prediction consists of one search in a sorted table for each feature."


def results():
    yield from boosting(2, target=0.1)
    yield from boosting(4, target=0.15)


def boosting(C, target, n=5000, d=20):
    name = f"AdaBoost, 200 stumps, {C} classes, {n} × {d}"
    return supervised(
        Task(name, "fit", "scikit-learn", target, FIT),
        Task(name, "predict", "scikit-learn", 1.0, PREDICT),
        AdaBoostClassifier(n_estimators=200),
        ensemble.AdaBoostClassifier(n_estimators=200),
        table(n, d, C),
        repeats=5,
    )


def table(n, d, C, seed=0):
    """Of the normal features three matter; the classes are of one size, and noisy."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(2 * n, d))
    score = X[:, 0] + np.sin(3 * X[:, 1]) * X[:, 2] + rng.normal(size=2 * n)
    return Table.split(X, np.digitize(score, np.quantile(score, np.arange(1, C) / C)), n)
