"""Boosted trees beside xgboost's; one thread each.

xgboost builds its table of data within the run, as `fit` does. Both have the same number of bins,
but for two rows in which each has what it takes by default, 64 and 256. Fewer bins make xgboost
faster, and on these data not worse: the quality tells, with its spread over three seeds.
"""

from __future__ import annotations

import numpy as np
import xgboost
from sklearn.ensemble import GradientBoostingRegressor

from benchmarks.harness import Quality, Table, Task, compare, r_squared, supervised
from mlbook.newton_boosting import NewtonBoostingClassifier, NewtonBoostingRegressor

ROUNDS, DEPTH, RATE = 100, 6, 0.1
EXACT = (
    "A third of the time is spent on keeping the samples of each node in order, and a fifth"
    " on summing chunks of sixteen values. A quarter of the time is spent on examining"
    " the five per cent of the possible splits that an upper bound does not rule out. XGBoost"
    " does all of this work in one compiled loop."
)
HIST = (
    "Between a fifth and a third of the time is spent on counting values into bins with"
    " `bincount`. Between one and two fifths of the time is spent on comparing the bins of"
    " all nodes, in about thirty short NumPy passes. The remaining time is spent on moving"
    " samples and sums from one level of the trees to the next."
)
PREDICT = (
    "The samples pass through all trees at the same time, and every sample requires four gathers"
    " from memory at each level of each tree."
)


def results():
    drawn = [table(40000, seed=seed) for seed in range(3)]
    numbers = [Table.split(X, y, 20000) for X, y in drawn]
    classes = [Table.split(X, (y > 0).astype(int), 20000) for X, y in drawn]
    yield from boosting("exact", numbers[:1], target=0.5)
    yield from boosting("exact", classes[:1], target=1.0, repeats=1)
    yield from boosting("hist", numbers, (64, 64), target=2.0)
    yield from boosting("hist", classes, (64, 64), target=2.0)
    yield from boosting("hist", numbers, (255, 255), target=2.0)
    yield from boosting("hist", numbers, (64, 256), target=1.5)
    yield from boosting("hist", classes, (64, 256), target=2.2)
    yield predicting(numbers[0])


def table(n, d=20, seed=0) -> tuple[np.ndarray, np.ndarray]:
    """Four features of twenty matter; the noise has standard deviation 1/2."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    y = X[:, 0] + np.sin(2 * X[:, 1]) + X[:, 2] * X[:, 3] + 0.5 * rng.normal(size=n)
    return X, y


def boosting(method, tables, bins=(64, 64), target=1.0, repeats=3):
    """100 trees of depth 6: squared loss for numbers y, logistic for classes; our and their bins.

    tables: what is timed, and others for the spread of the quality.
    """
    data, classes = tables[0], tables[0].y.dtype.kind == "i"
    kind = NewtonBoostingClassifier if classes else NewtonBoostingRegressor
    their_kind = xgboost.XGBClassifier if classes else xgboost.XGBRegressor
    theirs = their_kind(
        n_estimators=ROUNDS,
        learning_rate=RATE,
        max_depth=DEPTH,
        tree_method=method,
        n_jobs=1,
        **{"max_bin": bins[1]} if method == "hist" else {},
    )
    binned, authority = (f" {b} bins" if method == "hist" else "" for b in bins)
    name = (
        f"Newton boosting {method}{binned}, {'logistic' if classes else 'squared'} loss,"
        f" {len(data.X)} × 20, 100 trees of depth 6"
    )
    return supervised(
        Task(name, "fit", f"xgboost {method}{authority}", target, HIST if binned else EXACT),
        Task(name, "predict", f"xgboost {method}{authority}", 4.0, PREDICT),
        kind(ROUNDS, RATE, DEPTH, tree_method=method, max_bins=bins[0]),
        theirs,
        data,
        repeats,
        others=tables[1:],
    )


def predicting(data):
    """Prediction beside scikit-learn, which has as many trees of the same depth."""
    ours = NewtonBoostingRegressor(ROUNDS, RATE, DEPTH, tree_method="hist").fit(data.X, data.y)
    theirs = GradientBoostingRegressor(
        n_estimators=ROUNDS, max_depth=DEPTH, max_features=3, random_state=0
    )
    theirs.fit(data.X, data.y)
    name = f"boosting, {len(data.X)} × 20, 100 trees of depth 6"
    return compare(
        Task(name, "predict", "scikit-learn", 1.5, PREDICT),
        lambda: ours.predict(data.X_new),
        lambda: theirs.predict(data.X_new),
        Quality("R²", lambda guess: r_squared(data.y_new, guess)),
        repeats=9,
    )
