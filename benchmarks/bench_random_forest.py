"""Random forests beside scikit-learn's: 100 full trees, one process each.

Ours always says what the trees say of the samples that they did not draw; scikit-learn's does so if
it is asked, which one row of two does.
"""

from __future__ import annotations

import numpy as np
from sklearn import ensemble

from benchmarks.harness import Table, Task, supervised
from mlbook.random_forest import RandomForestClassifier, RandomForestRegressor

FIT = (
    "A fifth of the time is spent on sorting the samples of each node by the features that"
    " were drawn for this node, and two fifths on comparing the possible splits. The remaining"
    " time is spent on short NumPy passes for each level."
)
PREDICT = (
    "The samples pass through all trees at the same time, and every sample requires one gather"
    " from memory at each level of each tree."
)


def results():
    for oob in (True, False):
        yield from forest(RandomForestClassifier, ensemble.RandomForestClassifier, oob)
        yield from forest(
            RandomForestRegressor, ensemble.RandomForestRegressor, oob, max_features=6
        )


def forest(ours, theirs, oob, n=5000, d=20, **options):
    classes = ours is RandomForestClassifier
    authority = "scikit-learn" if oob else "scikit-learn, without out-of-bag score"
    name = f"random forest {'classifier' if classes else 'regressor'}, 100 trees, {n} × {d}"
    return supervised(
        Task(name, "fit", authority, 0.8, FIT),
        Task(name, "predict", authority, 1.5, PREDICT),
        ours(random_state=0, **options),
        theirs(random_state=0, oob_score=oob, **options),
        table(n, d, classes),
        repeats=3,
        others=[table(n, d, classes, seed) for seed in (1, 2)] if oob else (),
    )


def table(n, d, classes, seed=0):
    """Of the normal features three matter."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(2 * n, d))
    y = X[:, 0] + np.sin(3 * X[:, 1]) * X[:, 2] + rng.normal(size=2 * n)
    return Table.split(X, y > 0 if classes else y, n)
