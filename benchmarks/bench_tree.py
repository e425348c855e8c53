"""CART trees beside scikit-learn's, on normal features of which three matter."""

from __future__ import annotations

from sklearn import tree

from benchmarks.bench_random_forest import table
from benchmarks.harness import Task, supervised
from mlbook.decision_tree import DecisionTreeClassifier
from mlbook.regression_tree import DecisionTreeRegressor

FIT = "Each feature is sorted once; a level is then a few passes over all values, through memory."
PREDICT = "All samples step down together, one gather from memory for each sample and level."


def results():
    for depth in (10, None):
        yield from grow(DecisionTreeRegressor, tree.DecisionTreeRegressor, depth, target=0.4)
    for depth in (10, None):
        yield from grow(DecisionTreeClassifier, tree.DecisionTreeClassifier, depth, target=0.3)


def grow(ours, theirs, max_depth, target, n=20000, d=20):
    classes = ours is DecisionTreeClassifier
    depth = "full" if max_depth is None else f"depth {max_depth}"
    name = f"CART {'classification' if classes else 'regression'} {n} × {d}, {depth}"
    return supervised(
        Task(name, "fit", "scikit-learn", target, FIT),
        Task(name, "predict", "scikit-learn", 1.5, PREDICT),
        ours(max_depth=max_depth),
        theirs(max_depth=max_depth, random_state=0),
        table(n, d, classes),
        repeats=9,
    )
