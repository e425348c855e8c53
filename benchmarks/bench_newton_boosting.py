"""Boosted trees beside xgboost's, and the grower beside scikit-learn's trees; one thread each.

xgboost builds its table of data within the run, as `fit` does. Its histograms have 256 bins by
default, ours 64; `errors()` shows that nothing is lost by that on these data.
"""

from __future__ import annotations

import numpy as np
import xgboost
from sklearn.ensemble import GradientBoostingRegressor
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from benchmarks.harness import Task, compare
from mlbook.newton_boosting import NewtonBoostingClassifier, NewtonBoostingRegressor
from mlbook.tree import grow, presort

ROUNDS, DEPTH, RATE = 100, 6, 0.1


def results():
    X, y = table(20000)
    labels = (y > 0).astype(int)
    return [
        boosting("exact", X, y, 64, 256, target=0.5),
        boosting("exact", X, labels, 64, 256, target=1.0),
        boosting("hist", X, y, 64, 256, target=1.5),
        boosting("hist", X, labels, 64, 256, target=2.2),
        boosting("hist", X, y, 255, 256, target=2.5),
        predicting(X, y),
        single_tree(X, y, DecisionTreeRegressor, -y, target=0.4),
        single_tree(X, labels, DecisionTreeClassifier, 1.0 - 2 * labels, target=0.3),
    ]


def table(n, d=20, seed=0):
    """Four features of twenty matter; the noise has standard deviation 1/2."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    y = X[:, 0] + np.sin(2 * X[:, 1]) + X[:, 2] * X[:, 3] + 0.5 * rng.normal(size=n)
    return X, y


def boosting(method, X, y, bins, their_bins, target, repeats=3):
    """Fit of 100 trees of depth 6: squared loss for numbers y, logistic for classes."""
    classes = y.dtype.kind == "i"
    kind = NewtonBoostingClassifier if classes else NewtonBoostingRegressor
    ours = lambda: kind(ROUNDS, RATE, DEPTH, tree_method=method, max_bins=bins).fit(X, y)
    binned = f" {bins} bins" if method == "hist" else ""
    name = f"{method}{binned}, {'logistic' if classes else 'squared'} loss, {X.shape[0]} x 20"
    theirs = f"xgboost {method}" + (f" {their_bins} bins" if binned else "")
    task = Task(f"fit {name}, 100 trees of depth 6", theirs, target)
    return compare(task, ours, lambda: xgboost_fit(method, X, y, their_bins), repeats)


def xgboost_fit(method, X, y, bins=256):
    loss = "binary:logistic" if y.dtype.kind == "i" else "reg:squarederror"
    settings = dict(tree_method=method, objective=loss, eta=RATE, max_depth=DEPTH, nthread=1)
    if method == "hist":
        settings["max_bin"] = bins
    return xgboost.train(settings, xgboost.DMatrix(X, y), ROUNDS)


def predicting(X, y, repeats=9):
    ours = NewtonBoostingRegressor(ROUNDS, RATE, DEPTH, tree_method="hist").fit(X, y)
    theirs = GradientBoostingRegressor(n_estimators=ROUNDS, max_depth=DEPTH, max_features=3)
    theirs.fit(X, y)
    task = Task("predict 20000 x 20, 100 trees of depth 6", "scikit-learn", 1.5)
    return compare(task, lambda: ours.predict(X), lambda: theirs.predict(X), repeats)


def single_tree(X, y, kind, g, target, repeats=7):
    """One CART tree of depth 10 from the same grower, sorting included."""
    task = Task(f"grow {kind.__name__} 20000 x 20, depth 10", "scikit-learn", target)
    ours = lambda: grow(presort(X), g, max_depth=10)
    return compare(task, ours, lambda: kind(max_depth=10).fit(X, y), repeats)


def errors():
    """Root mean squared test errors: ours exact, 64 and 255 bins; xgboost's exact and 256 bins."""
    X, y = table(40000)
    (X, y), (X_new, y_new) = (X[:20000], y[:20000]), (X[20000:], y[20000:])
    settings = [("exact", 64), ("hist", 64), ("hist", 255)]
    ours = [
        NewtonBoostingRegressor(ROUNDS, RATE, DEPTH, tree_method=m, max_bins=b).fit(X, y)
        for m, b in settings
    ]
    theirs = [xgboost_fit(method, X, y) for method in ("exact", "hist")]
    predictions = [model.predict(X_new) for model in ours]
    predictions += [booster.predict(xgboost.DMatrix(X_new)) for booster in theirs]
    return [float(np.sqrt(np.mean((y_new - F) ** 2))) for F in predictions]
