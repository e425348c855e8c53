"""Gradient boosting beside scikit-learn's, of classes and of numbers; one thread each."""

from __future__ import annotations

from typing import Any

from sklearn import ensemble

from benchmarks.bench_newton_boosting import PREDICT, table
from benchmarks.harness import Table, Task, supervised
from mlbook.data import digits
from mlbook.gradient_boosting import GradientBoostingClassifier, GradientBoostingRegressor

ROUNDS, LEAVES = 50, 8
CLASSES = (
    "The ten trees of a round grow together, and each level of the trees requires a few NumPy"
    " passes over all pixels."
)
NUMBERS = (
    "Each level takes a few passes over all sorted values, and the median of a leaf needs another"
    " sort."
)


def results():
    yield from many_classes("hist", "hist", 1.2, repeats=7)
    yield from many_classes("hist", "exact", 0.4, repeats=1)
    yield from many_classes("exact", "exact", 1.2, repeats=1)
    yield from numbers("squared", "squared_error", 0.2)
    yield from numbers("huber", "huber", 0.3)


def many_classes(method, theirs, target, repeats):
    """Ten trees of 8 leaves a round; pixels have 17 values, and on both sides a bin for each."""
    X, y = digits().X, digits().y
    name = f"gradient boosting {method}, digits, {ROUNDS} rounds, {LEAVES} leaves, 10 classes"
    kind, settings = AUTHORITIES[theirs]
    return supervised(
        Task(name, "fit", f"scikit-learn, {theirs}", target, CLASSES),
        Task(name, "predict", f"scikit-learn, {theirs}", 1.5, PREDICT),
        GradientBoostingClassifier(ROUNDS, 0.1, None, LEAVES, tree_method=method),
        kind(**settings, learning_rate=0.1, max_leaf_nodes=LEAVES),
        Table.split(X, y, 1400),
        repeats,
    )


AUTHORITIES: dict[str, tuple[Any, dict]] = {
    "hist": (
        ensemble.HistGradientBoostingClassifier,
        {"max_iter": ROUNDS, "early_stopping": False, "min_samples_leaf": 1},
    ),
    "exact": (
        ensemble.GradientBoostingClassifier,
        {"n_estimators": ROUNDS, "max_depth": None, "random_state": 0},
    ),
}


def numbers(loss, their_loss, target, n=5000):
    name = f"gradient boosting exact, {loss} loss, 100 trees of depth 3, {n} × 20"
    return supervised(
        Task(name, "fit", "scikit-learn", target, NUMBERS),
        Task(name, "predict", "scikit-learn", 1.5, PREDICT),
        GradientBoostingRegressor(loss=loss),
        ensemble.GradientBoostingRegressor(loss=their_loss, random_state=0),
        Table.split(*table(2 * n), n),
        repeats=3,
    )
