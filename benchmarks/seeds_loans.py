"""What the chapter on loans says of one table, for tables drawn by other seeds.

Each function takes a seed and returns numbers; `mlbook/data/seeds_loans.json` holds them for the
seeds 0 to 19, and the chapter prints how they spread.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from mlbook import case_study as cs
from mlbook import data, metrics
from mlbook import loans as ln
from mlbook.contract import Array
from mlbook.decision_tree import DecisionTreeClassifier
from mlbook.gradient_boosting import GradientBoostingClassifier
from mlbook.logistic_regression import LogisticRegression
from mlbook.protocol import intervals, steps, tuning
from mlbook.random_forest import RandomForestClassifier

C_FP, C_FN = 6, 60
STAR = cs.cost_threshold(C_FP, C_FN)
FAST: dict[str, Any] = {"learning_rate": 0.2, "tree_method": "hist"}
METHODS: dict[str, tuple[Callable[[Any], list[Any]], list[Any]]] = {
    "alike": (lambda v: [DecisionTreeClassifier(max_depth=0)], [0]),
    "logistic": (lambda v: [steps.Standardizer(), LogisticRegression(v)], [1, 10]),
    "tree": (lambda v: [DecisionTreeClassifier(max_depth=v, min_samples_leaf=50)], [3, 5]),
    "forest": (
        lambda v: [RandomForestClassifier(15, max_features=2, min_samples_leaf=v)],
        [20, 50],
    ),
    "stumps": (lambda v: [GradientBoostingClassifier(v, max_depth=1, **FAST)], [40, 80]),
    "trees": (
        lambda v: [GradientBoostingClassifier(v, max_depth=3, min_samples_leaf=20, **FAST)],
        [15, 30],
    ),
}


def comparison(seed: int) -> dict[str, float]:
    """The models of the chapter on another table: gains, intervals, chances, groups."""
    table = data.loans(4000, seed)
    X, y = table.X, np.asarray(table.y)
    protocol = tuning.Protocol(repeats=1, stratified=True)
    odds = {
        name: tuning.nested(
            [steps.pipeline(*build(v)) for v in settings], X, y, metrics.brier, protocol
        )
        for name, (build, settings) in METHODS.items()
    }
    first = _gains(odds["logistic"], y, lambda o: STAR)
    numbers: dict[str, float] = {"defaults": y.mean()}
    for name, each in odds.items():
        at_star = _gains(each, y, lambda o: STAR)
        gap, half = intervals.interval(at_star - first, 1 / 4)
        learned = _gains(each, y, lambda o: cs.best_threshold(y[o.train], o.inner, C_FP, C_FN))
        p = _held_out(each, len(y))
        numbers |= {
            f"{name}, auc": tuning.scores(metrics.auc, each, y).mean(),
            f"{name}, gain at half": _gains(each, y, lambda o: 0.5).mean(),
            f"{name}, gain at star": at_star.mean(),
            f"{name}, gain learned": learned.mean(),
            f"{name}, less logistic": gap,
            f"{name}, half width": half if name != "logistic" else 0.0,
            f"{name}, tenths outside": _outside(p, y),
            f"{name}, zeros that default": ((p == 0) & (y == 1)).sum(),
        }
    truth = 1 / (1 + np.exp(-data.loan_log_odds(X)))
    numbers |= {
        "mechanism, auc": metrics.auc(y, truth),
        "mechanism, gain at half": ln.mean_gain(y, truth < 0.5, C_FP, C_FN),
        "mechanism, gain at star": ln.mean_gain(y, truth < STAR, C_FP, C_FN),
        "mechanism, tenths outside": _outside(truth, y),
    }
    return _floats(numbers | _audit(_held_out(odds["stumps"], len(y)), X, y))


def blind(seed: int) -> dict[str, float]:
    """A line that has seen no late payment, on 800 new applicants."""
    table = data.loans(4000, seed)
    X, y, late, old = table.X, np.asarray(table.y), table.X[:, 3] > 0, np.arange(4000) < 3200
    scaled = steps.Standardizer().fit(X[old & ~late])
    line = LogisticRegression(1).fit(scaled.transform(X[old & ~late]), y[old & ~late])
    some = ~old & late
    predicted = line.predict_proba(scaled.transform(X[some]))[:, 1].mean()
    return _floats({"told": predicted, "found": y[some].mean()})


def _gains(outcomes: list[Any], y: Array, border: Callable[[Any], float]) -> Array:
    """Mean gain in each split from loans below the border."""
    return np.array([ln.mean_gain(y[o.test], o.outer < border(o), C_FP, C_FN) for o in outcomes])


def _held_out(outcomes: list[Any], n: int) -> Array:
    """The chance told to each loan by a model that did not see it."""
    p = np.empty(n)
    for o in outcomes:
        p[o.test] = o.outer
    return p


def _outside(p: Array, y: Array) -> int:
    """How many tenths of the loans have a told chance outside their 95 % interval."""
    out = 0
    for some in np.array_split(np.argsort(p, kind="stable"), 10):
        low, high = metrics.wilson_interval(int(y[some].sum()), len(some))
        out += not low <= p[some].mean() <= high
    return out


def _audit(p: Array, X: Array, y: Array) -> dict[str, float]:
    """What the auditor hears of the stumps, and what a bad year makes of their gain."""
    poor, refused = X[:, 0] < np.median(X[:, 0]), p >= STAR
    groups = {"granted": ~refused, "refused": refused, "poor": poor, "rich": ~poor}
    numbers: dict[str, float] = {"refused": refused.mean(), "caught": y[refused].sum() / y.sum()}
    for name, some in groups.items():
        low, high = metrics.wilson_interval(int(y[some].sum()), int(some.sum()))
        numbers |= {
            f"{name}, told": p[some].mean(),
            f"{name}, found": y[some].mean(),
            f"{name}, refused": refused[some].mean(),
            f"{name}, outside": not low < p[some].mean() < high,
        }
    numbers["gain told"] = ln.expected_gain(p, C_FP, C_FN)[~refused].sum() / len(y)
    numbers["gain found"] = ln.mean_gain(y, ~refused, C_FP, C_FN)
    rng = np.random.default_rng(seed=1)
    year = rng.random(len(y)) < 1 / (1 + np.exp(-data.loan_log_odds(X)) / 2)
    for name, shift in (("as before", 0.0), ("with log 2", np.log(2))):
        shifted = 1 / (1 + np.exp(-np.log(p / (1 - p)) - shift))
        numbers[f"bad year, {name}"] = ln.mean_gain(year, shifted < STAR, C_FP, C_FN)
    return numbers


def _floats(numbers: dict[str, Any]) -> dict[str, float]:
    """The same as Python's numbers, which JSON can store."""
    return {name: float(value) for name, value in numbers.items()}
