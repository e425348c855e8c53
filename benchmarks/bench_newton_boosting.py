"""Boosted trees beside xgboost's; one thread each.

xgboost builds its table of data within the run, as `fit` does. Its histograms have 256 bins by
default, ours 64; the quality beside the times shows that nothing is lost by that on these data.
"""

from __future__ import annotations

import numpy as np
import xgboost
from sklearn.ensemble import GradientBoostingRegressor

from benchmarks.harness import Quality, Table, Task, compare, r_squared, supervised
from mlbook.newton_boosting import NewtonBoostingClassifier, NewtonBoostingRegressor

ROUNDS, DEPTH, RATE = 100, 6, 0.1
EXACT = (
    "A level is many short NumPy passes over all values in sorted order, through memory; logistic"
    " loss needs a second running sum, of the second derivatives."
)
HIST = (
    "A level counts all values into bins by `bincount`, one sum a pass, where xgboost's loop adds"
    " both sums at once."
)
PREDICT = "All trees step down together, one gather from memory for each sample, tree and level."


def results():
    X, y = table(40000)
    numbers, classes = Table.split(X, y, 20000), Table.split(X, (y > 0).astype(int), 20000)
    yield from boosting("exact", numbers, 64, target=0.5)
    yield from boosting("exact", classes, 64, target=1.0)
    yield from boosting("hist", numbers, 64, target=1.5)
    yield from boosting("hist", classes, 64, target=2.2)
    yield from boosting("hist", numbers, 255, target=2.5)
    yield predicting(numbers)


def table(n, d=20, seed=0) -> tuple[np.ndarray, np.ndarray]:
    """Four features of twenty matter; the noise has standard deviation 1/2."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    y = X[:, 0] + np.sin(2 * X[:, 1]) + X[:, 2] * X[:, 3] + 0.5 * rng.normal(size=n)
    return X, y


def boosting(method, data, bins, target):
    """100 trees of depth 6: squared loss for numbers y, logistic for classes."""
    classes = data.y.dtype.kind == "i"
    kind = NewtonBoostingClassifier if classes else NewtonBoostingRegressor
    their_kind = xgboost.XGBClassifier if classes else xgboost.XGBRegressor
    theirs = their_kind(
        n_estimators=ROUNDS, learning_rate=RATE, max_depth=DEPTH, tree_method=method, n_jobs=1
    )
    binned, authority = (f" {bins} bins", " 256 bins") if method == "hist" else ("", "")
    name = (
        f"Newton boosting {method}{binned}, {'logistic' if classes else 'squared'} loss,"
        f" {len(data.X)} × 20, 100 trees of depth 6"
    )
    return supervised(
        Task(name, "fit", f"xgboost {method}{authority}", target, HIST if binned else EXACT),
        Task(name, "predict", f"xgboost {method}{authority}", 4.0, PREDICT),
        kind(ROUNDS, RATE, DEPTH, tree_method=method, max_bins=bins),
        theirs,
        data,
        repeats=3,
    )


def predicting(data):
    """Prediction beside scikit-learn, which has as many trees of the same depth."""
    ours = NewtonBoostingRegressor(ROUNDS, RATE, DEPTH, tree_method="hist").fit(data.X, data.y)
    theirs = GradientBoostingRegressor(n_estimators=ROUNDS, max_depth=DEPTH, max_features=3)
    theirs.fit(data.X, data.y)
    name = f"boosting, {len(data.X)} × 20, 100 trees of depth 6"
    return compare(
        Task(name, "predict", "scikit-learn", 1.5, PREDICT),
        lambda: ours.predict(data.X_new),
        lambda: theirs.predict(data.X_new),
        Quality("R²", lambda guess: r_squared(data.y_new, guess)),
        repeats=9,
    )
