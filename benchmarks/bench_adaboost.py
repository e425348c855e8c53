"""AdaBoost beside scikit-learn's: 200 stumps."""

from __future__ import annotations

import numpy as np
from sklearn import ensemble

from benchmarks.harness import Task, compare
from mlbook.adaboost import AdaBoostClassifier


def results():
    return [result for C in (2, 4) for result in boosting(C)]


def boosting(C, n=5000, d=20, repeats=5):
    rng = np.random.default_rng(0)
    X, X_new = rng.normal(size=(n, d)), rng.normal(size=(n, d))
    score = X[:, 0] + np.sin(3 * X[:, 1]) * X[:, 2] + rng.normal(size=n)
    y = np.digitize(score, np.quantile(score, np.arange(1, C) / C))
    ours = AdaBoostClassifier(n_estimators=200)
    theirs = ensemble.AdaBoostClassifier(n_estimators=200)
    task = Task(
        f"AdaBoost, 200 stumps, {C} classes, {n} x {d}", "scikit-learn", 0.1 if C == 2 else 0.15
    )
    yield compare(task, lambda: ours.fit(X, y), lambda: theirs.fit(X, y), repeats)
    task = Task(f"AdaBoost predict, {C} classes, {n} x {d}", "scikit-learn", 1.0)
    yield compare(task, lambda: ours.predict(X_new), lambda: theirs.predict(X_new), repeats)
