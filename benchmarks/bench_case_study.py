"""One fit of each method of the case study, on its two tables, beside its counterpart.

Small tables: most of the seconds are overhead, which is what a nested comparison pays 100 times.
"""

from __future__ import annotations

from typing import Any

import xgboost
from sklearn import ensemble, linear_model, svm, tree
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

from benchmarks.harness import Table, Task, supervised
from mlbook import data
from mlbook.adaboost import AdaBoostClassifier
from mlbook.decision_tree import DecisionTreeClassifier
from mlbook.gradient_boosting import GradientBoostingClassifier, GradientBoostingRegressor
from mlbook.lda import LDA
from mlbook.linear_regression import LinearRegression
from mlbook.logistic_regression import LogisticRegression
from mlbook.newton_boosting import NewtonBoostingClassifier, NewtonBoostingRegressor
from mlbook.protocol.steps import Standardizer
from mlbook.random_forest import RandomForestClassifier, RandomForestRegressor
from mlbook.regression_tree import DecisionTreeRegressor
from mlbook.regularization import Lasso, Ridge
from mlbook.svm import SVC, SVR

ROUNDS: dict[str, Any] = {"n_estimators": 30, "learning_rate": 0.3, "max_depth": 2}
XGB = {"tree_method": "exact", "n_jobs": 1, **ROUNDS}
LEAF: dict[str, Any] = {"min_samples_leaf": 10}


BOUND = (
    "For tables as small as these, most of the time is spent on the overhead of NumPy calls"
    " and on checking the input."
)


def results():
    cancer, diabetes = data.breast_cancer(), data.diabetes()
    yield from compared("tumours", cancer.X, cancer.y, classifiers())
    yield from compared("patients", diabetes.X, diabetes.y, regressors())


def classifiers():
    """name, ours, theirs, target."""
    return [
        ("LDA", LDA(), LinearDiscriminantAnalysis("lsqr"), 1),
        ("logistic", LogisticRegression(3.0), linear_model.LogisticRegression(C=1 / 3), 2),
        ("support vectors", SVC(C=10, gamma=0.01), svm.SVC(C=10, gamma=0.01), 3),
        ("tree", DecisionTreeClassifier(max_depth=4), tree.DecisionTreeClassifier(max_depth=4), 1),
        ("forest", RandomForestClassifier(40), ensemble.RandomForestClassifier(40), 1),
        ("AdaBoost", AdaBoostClassifier(40), ensemble.AdaBoostClassifier(n_estimators=40), 0.5),
        (
            "gradient boosting",
            GradientBoostingClassifier(**ROUNDS),
            ensemble.GradientBoostingClassifier(**ROUNDS),
            1,
        ),
        ("Newton boosting", NewtonBoostingClassifier(**ROUNDS), xgboost.XGBClassifier(**XGB), 3),
    ]


def regressors():
    """name, ours, theirs, target."""
    return [
        ("least squares", LinearRegression(), linear_model.LinearRegression(), 1),
        ("ridge", Ridge(30), linear_model.Ridge(30), 1),
        ("lasso", Lasso(300), linear_model.Lasso(300 / 442), 2),
        (
            "support vectors",
            SVR(C=100, gamma=0.03, epsilon=10),
            svm.SVR(C=100, gamma=0.03, epsilon=10),
            3,
        ),
        (
            "tree",
            DecisionTreeRegressor(3, **LEAF),
            tree.DecisionTreeRegressor(max_depth=3, **LEAF),
            3,
        ),
        (
            "forest",
            RandomForestRegressor(40, **LEAF),
            ensemble.RandomForestRegressor(40, **LEAF),
            1,
        ),
        (
            "gradient boosting",
            GradientBoostingRegressor(**ROUNDS),
            ensemble.GradientBoostingRegressor(**ROUNDS),
            1.5,
        ),
        ("Newton boosting", NewtonBoostingRegressor(**ROUNDS), xgboost.XGBRegressor(**XGB), 5),
    ]


def compared(what, X, y, rows):
    """Fitted to two thirds of the table, as by three folds, and judged on the last third."""
    table = Table.split(Standardizer().fit_transform(X), y, 2 * len(X) // 3)
    for name, ours, theirs, target in rows:
        authority = "xgboost exact" if name.startswith("Newton") else "scikit-learn"
        name = f"{name}, {what} {len(table.X)} × {X.shape[1]}"
        fit = Task(name, "fit", authority, target, BOUND)
        predict = Task(name, "predict", authority, 1.5, BOUND)
        yield from supervised(fit, predict, ours, theirs, table, repeats=9)
