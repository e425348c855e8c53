"""Gradient boosting beside scikit-learn's, of classes and of numbers; one thread each."""

from __future__ import annotations

from sklearn import ensemble

from benchmarks.bench_newton_boosting import table
from benchmarks.harness import Task, compare
from mlbook.data import digits
from mlbook.gradient_boosting import GradientBoostingClassifier, GradientBoostingRegressor

ROUNDS, LEAVES = 50, 8


def results():
    return [
        many_classes("hist", "hist", 1.2, repeats=7),
        many_classes("hist", "exact", 0.4, repeats=1),
        many_classes("exact", "exact", 1.2, repeats=1),
        numbers("squared", "squared_error", 0.2),
        numbers("huber", "huber", 0.3),
        predicting(),
    ]


def many_classes(method, theirs, target, repeats):
    """Ten trees of 8 leaves a round; on pixels of 17 values histograms lose nothing."""
    X, y = digits().X, digits().y
    name = f"gradient boosting {method}, digits, {ROUNDS} rounds, {LEAVES} leaves, 10 classes"
    ours = GradientBoostingClassifier(ROUNDS, 0.1, None, LEAVES, tree_method=method)
    kind, settings = AUTHORITIES[theirs]
    other = kind(**settings, learning_rate=0.1, max_leaf_nodes=LEAVES)
    task = Task(name, f"scikit-learn, {theirs}", target)
    return compare(task, lambda: ours.fit(X, y), lambda: other.fit(X, y), repeats)


AUTHORITIES = {
    "hist": (
        ensemble.HistGradientBoostingClassifier,
        {"max_iter": ROUNDS, "early_stopping": False, "min_samples_leaf": 1},
    ),
    "exact": (
        ensemble.GradientBoostingClassifier,
        {"n_estimators": ROUNDS, "max_depth": None},
    ),
}


def numbers(loss, their_loss, target):
    X, y = table(5000)
    task = Task(f"gradient boosting exact, {loss} loss, 5000 x 20", "scikit-learn", target)
    theirs = lambda: ensemble.GradientBoostingRegressor(loss=their_loss).fit(X, y)
    return compare(task, lambda: GradientBoostingRegressor(loss=loss).fit(X, y), theirs, repeats=3)


def predicting():
    X, y = digits().X, digits().y
    ours = GradientBoostingClassifier(ROUNDS, tree_method="hist").fit(X, y)
    theirs = ensemble.GradientBoostingClassifier(n_estimators=ROUNDS, max_features=8).fit(X, y)
    task = Task("gradient boosting predict, digits, 500 trees of depth 3", "scikit-learn", 1.5)
    run = lambda model: lambda: model.decision_function(X)
    return compare(task, run(ours), run(theirs), repeats=9)
