"""CART trees beside scikit-learn's, on normal features of which three matter."""

from __future__ import annotations

import numpy as np
from sklearn import tree

from benchmarks.harness import Task, compare
from mlbook.decision_tree import DecisionTreeClassifier
from mlbook.regression_tree import DecisionTreeRegressor


def results():
    return [grow(kind, depth) for kind in ("regression", "classification") for depth in (10, None)]


def grow(kind, max_depth, n=20000, d=20, repeats=9):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(n, d))
    y = X[:, 0] + np.sin(3 * X[:, 1]) * X[:, 2] + rng.normal(size=n)
    if kind == "classification":
        y = y > 0
        ours, theirs, target = DecisionTreeClassifier, tree.DecisionTreeClassifier, 0.3
    else:
        ours, theirs, target = DecisionTreeRegressor, tree.DecisionTreeRegressor, 0.4
    depth = "full" if max_depth is None else f"depth {max_depth}"
    task = Task(f"CART {kind} {n} x {d}, {depth}", "scikit-learn", target)
    model, other = ours(max_depth=max_depth), theirs(max_depth=max_depth, random_state=0)
    return compare(task, lambda: model.fit(X, y), lambda: other.fit(X, y), repeats)
