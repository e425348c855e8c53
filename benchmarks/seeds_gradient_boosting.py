"""What chapters/gradient_boosting.ipynb says of random data, once for each seed.

Each function returns one experiment of the chapter as numbers by name; twenty seeds are stored in
mlbook/data/seeds_gradient_boosting.json, which the chapter prints.
"""

from __future__ import annotations

import numpy as np

from mlbook import data, losses
from mlbook.contract import Array
from mlbook.gradient_boosting import (
    GradientBoostingClassifier,
    GradientBoostingRegressor,
    gradient_boost,
)
from mlbook.linear_regression import LinearRegression
from mlbook.protocol.folds import folds
from mlbook.random_forest import RandomForestRegressor
from mlbook.regression_tree import DecisionTreeRegressor

ROUNDS = (0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 400)
CHOICES = [(rate, 2, 1.0) for rate in (1.0, 0.3, 0.1, 0.03)]  # rate, depth, fraction
CHOICES += [(0.1, depth, 1.0) for depth in (1, 3, 5)] + [(0.1, 2, 0.5), (1.0, 2, 0.5)]


def uphill(seed: int) -> dict[str, float]:
    """By what the loss on a noisy sine grows in each of five half steps along the gradient."""
    u = np.linspace(0, 1, 50)
    v = np.sin(6 * u) + 0.1 * np.random.default_rng(seed).normal(size=50)
    grown = DecisionTreeRegressor(max_depth=2)
    tree = lambda r: grown.fit(u[:, None], -r).predict(u[:, None])
    F = gradient_boost(losses.SquaredLoss(), v, tree, 5, 0.5, step=lambda *_: 1.0)
    loss = losses.SquaredLoss().value(v, F).mean(axis=1)
    factors = loss[1:] / loss[:-1]
    return {"least factor": factors.min(), "largest factor": factors.max()}


def shrinkage(seed: int) -> dict[str, float]:
    """Mean squared errors of boosting 80 samples of Friedman's function, by rate and fraction."""
    test, result = data.friedman(1000, 100 + seed, noise=2.0), {}
    for rate in (1.0, 0.1):
        for share in (1.0, 0.5):
            model = GradientBoostingRegressor(100, rate, subsample=share, random_state=seed)
            model.fit(*data.friedman(80, seed, noise=2.0), eval_set=test)
            for m in (1, 10, 50, 100):
                result[f"{rate} {share} test {m}"] = 2 * model.validation_loss_[m]
                result[f"{rate} {share} training {m}"] = 2 * model.train_loss_[m]
    return result


def starts(seed: int) -> dict[str, float]:
    """Loss on new samples of three unequal classes, from the best constants and from zeros."""
    rng = np.random.default_rng(seed)
    result: dict[str, float] = {}
    c = np.repeat([0, 1, 2, 0, 1, 2], [100, 10, 10, 1000, 100, 100])
    X = rng.normal(size=(1320, 2)) + np.array([[0, 0], [2, 0], [0, 2]])[c]
    for start in ("best", "zero"):
        model = GradientBoostingClassifier(20, max_depth=2, start=start)
        model.fit(X[:120], c[:120], eval_set=(X[120:], c[120:]))
        result |= {f"{start} {m}": model.validation_loss_[m] for m in (0, 1, 5, 20)}
    return result


def digits(seed: int) -> dict[str, float]:
    """Deviance and errors on unseen digits after 40 rounds, by sums of scores and by votes."""
    table = data.digits()
    assert table.y is not None
    X, X_test, y, y_test = data.train_test_split(table.X, table.y, seed=seed)
    model = GradientBoostingClassifier(40, learning_rate=0.3, tree_method="hist")
    model.fit(X, y, eval_set=(X_test, y_test))
    says = np.array([[tree.predict(X_test) for tree in trees] for trees in model.trees_])
    result = {f"deviance {m}": model.validation_loss_[m] for m in (10, 25, 40)}
    result["training deviance 40"] = model.train_loss_[40]
    for m in (5, 10, 20, 40):
        votes = np.eye(10)[says[:m].argmax(axis=1)].sum(axis=0)
        sums = model.start_ + 0.3 * says[:m].sum(axis=0).T
        result[f"sums {m}"] = _wrong(sums, y_test)
        result[f"votes {m}"] = _wrong(votes, y_test)
    return result


def _wrong(F: Array, y: Array) -> float:
    """How many samples have their largest score in another class."""
    return float((F.argmax(axis=1) != y).sum())


def outliers(seed: int) -> dict[str, float]:
    """Mean absolute test errors on diabetes, with right targets and with a twentieth tenfold."""
    table, result = data.diabetes(), {}
    assert table.y is not None
    X, X_test, y, y_test = data.train_test_split(table.X, table.y, seed=seed)
    spoiled = np.where(np.arange(len(y)) % 20 == 0, 10 * y, y)
    for loss in ("squared", "absolute", "huber"):
        for name, targets in (("right", y), ("spoiled", spoiled)):
            model = GradientBoostingRegressor(loss=loss, max_depth=2).fit(X, targets)
            result[f"{loss} {name}"] = float(abs(model.predict(X_test) - y_test).mean())
    return result


def rates(seed: int) -> dict[str, float]:
    """Mean squared errors on unseen patients, by rate, depth and fraction, after so many rounds."""
    table, found = data.diabetes(), {}
    assert table.y is not None
    X, X_test, y, y_test = data.train_test_split(table.X, table.y, seed=seed)
    for rate, depth, share in CHOICES:
        model = GradientBoostingRegressor(
            400, rate, max_depth=depth, subsample=share, random_state=seed
        ).fit(X, y, eval_set=(X_test, y_test))
        for m in ROUNDS:
            found[f"{rate} {depth} {share} {m}"] = round(2 * model.validation_loss_[m], 1)
        found[f"{rate} {depth} {share} training"] = round(2 * model.train_loss_[-1], 1)
    return found


def comparison(seed: int) -> dict[str, float]:
    """Mean squared errors on unseen patients; five folds of the others choose the rounds."""
    table = data.diabetes()
    assert table.y is not None
    X, X_test, y, y_test = data.train_test_split(table.X, table.y, seed=seed)
    fold, held_out = folds(y, 5, seed), np.zeros(401)
    for k in range(5):
        out = fold == k
        model = GradientBoostingRegressor(400, max_depth=2)
        model.fit(X[~out], y[~out], eval_set=(X[out], y[out]))
        held_out += out.sum() * np.array(model.validation_loss_)
    rounds = int(held_out.argmin())
    models = {
        "boosting": GradientBoostingRegressor(rounds, max_depth=2),
        "linear": LinearRegression(),
        "forest": RandomForestRegressor(random_state=seed),
    }
    errors = {
        name: float(((model.fit(X, y).predict(X_test) - y_test) ** 2).mean())
        for name, model in models.items()
    }
    return errors | {"rounds": float(rounds)}


def fast(seed: int) -> dict[str, float]:
    """Log-loss and errors on unseen patients, where the class is a progression above 140."""
    table = data.diabetes()
    assert table.y is not None
    X, X_test, y, y_test = data.train_test_split(table.X, table.y > 140, seed=seed)
    model = GradientBoostingClassifier(50, max_depth=2).fit(X, y)
    p = model.predict_proba(X_test)[:, 1]
    return {
        "log-loss": float(-np.log(np.where(y_test, p, 1 - p)).mean()),
        "errors": float(((p > 0.5) != y_test).mean()),
        "base": float(min(y_test.mean(), 1 - y_test.mean())),
    }


def leaves(seed: int) -> dict[str, float]:
    """Mean squared training error on the sign of a product after 200 rounds, by leaves a tree."""
    X = np.random.default_rng(seed).uniform(-1, 1, (400, 2))
    sign, result = np.sign(X[:, 0] * X[:, 1]), {}
    for T in (2, 3, 4):
        model = GradientBoostingRegressor(200, max_leaves=T, max_depth=None).fit(X, sign)
        result[f"T = {T}"] = 2 * model.train_loss_[-1]
    return result
