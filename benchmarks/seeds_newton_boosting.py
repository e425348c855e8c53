"""What the chapter newton_boosting says of other splits of its data, a split for each seed."""

import numpy as np

from mlbook import data
from mlbook.contract import Array, Numbers
from mlbook.linear_regression import LinearRegression
from mlbook.losses import LogisticLoss
from mlbook.newton_boosting import NewtonBoostingClassifier, NewtonBoostingRegressor
from mlbook.protocol import folds


def bins(seed: int) -> dict[str, float]:
    """The log-loss on unseen tumours of 100 rounds, by exact search and by bins."""
    table = data.breast_cancer()
    X, X_test, y, y_test = data.train_test_split(table.X, np.asarray(table.y), seed=seed)
    models = {"exact": NewtonBoostingClassifier(max_depth=3)}
    for b in (255, 64, 16):
        models[str(b)] = NewtonBoostingClassifier(max_depth=3, tree_method="hist", max_bins=b)
    margins = {name: model.fit(X, y).decision_function(X_test) for name, model in models.items()}
    return {name: float(LogisticLoss().value(y_test, F).mean()) for name, F in margins.items()}


def steps(seed: int) -> dict[str, float]:
    """The least log-loss on unseen tumours in 150 rounds, with whole steps and with tenths."""
    table = data.breast_cancer()
    X, X_test, y, y_test = data.train_test_split(table.X, np.asarray(table.y), seed=seed)
    fits = {
        name: NewtonBoostingClassifier(150, rate, max_depth=3).fit(X, y, eval_set=(X_test, y_test))
        for name, rate in (("whole", 1.0), ("tenth", 0.1))
    }
    return {name: float(min(fit.validation_loss_)) for name, fit in fits.items()}


def rates(seed: int) -> dict[str, float]:
    """The least root mean square error on unseen patients in 300 rounds, its round, the last."""
    table = data.diabetes()
    X, X_test, y, y_test = data.train_test_split(table.X, np.asarray(table.y), seed=seed)
    result: dict[str, float] = {}
    for rate in (1.0, 0.3, 0.1, 0.03):
        model = NewtonBoostingRegressor(300, rate, max_depth=3)
        losses = model.fit(X, y, eval_set=(X_test, y_test)).validation_loss_
        error = np.sqrt(2 * np.array(losses))
        result |= {f"{rate:g} least": float(error.min()), f"{rate:g} round": float(error.argmin())}
        result[f"{rate:g} last"] = float(error[-1])
    return result


DEFAULTS = {"learning_rate": 0.3, "max_depth": 6}  # of xgboost 3.2.0; the others are ours as well
CHANGES = {
    "learning_rate": (0.03, 0.1, 1.0),
    "max_depth": (1, 2, 3),
    "lam": (0.0, 10.0, 100.0),
    "gamma": (1e3, 1e4, 1e5),
    "min_child_weight": (10.0, 30.0, 100.0),
    "subsample": (0.2, 0.5, 0.8),
    "colsample": (0.2, 0.5, 0.8),
}


def settings(seed: int) -> dict[str, float]:
    """The root mean square error on unseen patients: xgboost's defaults, and one change of them."""
    table = data.diabetes()
    X, X_test, y, y_test = data.train_test_split(table.X, np.asarray(table.y), seed=seed)

    def error(**changes: float) -> float:
        model = NewtonBoostingRegressor(100, **DEFAULTS | changes)  # type: ignore[arg-type]
        return _root_error(model.fit(X, y).predict(X_test), y_test)

    changed = {
        f"{name} {value:g}": error(**{name: value})
        for name, values in CHANGES.items()
        for value in values
    }
    return {"defaults": error()} | changed


def chosen(seed: int) -> dict[str, float]:
    """The same for a model chosen by five folds of the training part, and for simple models."""
    table = data.diabetes()
    X, X_test, y, y_test = data.train_test_split(table.X, np.asarray(table.y), seed=seed)
    best = {}
    for depth in (1, 2, 3, 6):
        curves = []
        for train, test in folds.splits(y, 5, 1):
            model = NewtonBoostingRegressor(200, 0.1, max_depth=depth)
            held_out = X[test], y[test]
            curves.append(model.fit(X[train], y[train], eval_set=held_out).validation_loss_)
        curve = np.mean(curves, axis=0)
        best[depth] = float(curve[1:].min()), 1 + int(curve[1:].argmin())
    depth = min(best, key=lambda each: best[each][0])
    model = NewtonBoostingRegressor(best[depth][1], 0.1, max_depth=depth)
    line = LinearRegression().fit(X, y)
    return {
        "error": _root_error(model.fit(X, y).predict(X_test), y_test),
        "depth": depth, "rounds": best[depth][1],
        "linear": _root_error(line.predict(X_test), y_test),
        "mean": _root_error(np.full(len(y_test), y.mean()), y_test),
    }  # fmt: skip


def _root_error(F: Numbers, y: Array) -> float:
    """The root mean square error."""
    return float(np.sqrt(np.mean((F - y) ** 2)))
