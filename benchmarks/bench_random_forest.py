"""Random forests beside scikit-learn's: 100 full trees, one process each."""

from __future__ import annotations

import numpy as np
from sklearn import ensemble

from benchmarks.harness import Task, compare
from mlbook.random_forest import RandomForestClassifier, RandomForestRegressor


def results():
    pairs = [(RandomForestClassifier, "classifier"), (RandomForestRegressor, "regressor")]
    return [result for kind, name in pairs for result in forest(kind, name)]


def forest(kind, name, n=5000, d=20, repeats=5):
    rng = np.random.default_rng(0)
    X, X_new = rng.normal(size=(n, d)), rng.normal(size=(n, d))
    y = X[:, 0] + np.sin(3 * X[:, 1]) * X[:, 2] + rng.normal(size=n)
    if name == "classifier":
        y = (y > 0).astype(int)
    theirs = getattr(ensemble, kind.__name__)
    options = {} if name == "classifier" else {"max_features": 6}
    ours, other = kind(random_state=0, **options), theirs(random_state=0, oob_score=True, **options)
    task = Task(f"random forest {name} 100 trees, {n} x {d}", "scikit-learn", 0.8)
    yield compare(task, lambda: ours.fit(X, y), lambda: other.fit(X, y), repeats)
    task = Task(f"random forest {name} predict {n} x {d}", "scikit-learn", 1.5)
    yield compare(task, lambda: ours.predict(X_new), lambda: other.predict(X_new), repeats)
