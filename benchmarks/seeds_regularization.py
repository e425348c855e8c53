"""What the chapter on regularization says of random splits, for one seed each."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from mlbook import data
from mlbook.contract import Array
from mlbook.linear_regression import LinearRegression
from mlbook.protocol.folds import splits
from mlbook.protocol.steps import Standardizer, pipeline
from mlbook.protocol.tuning import Procedure, held_out
from mlbook.regularization import (
    Lasso,
    Ridge,
    best_subset,
    choose_lam,
    cross_validation,
    forward_subset,
    lam_max,
    lasso,
)

SIZES, PENALTIES = range(1, 11), np.geomspace(1, 1000, 10)
TRUE_WEIGHTS = (1, 2, 5, 10, 20, 50)  # of 50, all others 0


def remedies(seed: int) -> dict[str, float]:
    """Squared errors of five ways to fit diabetes, learned from 50 or 398 patients of one deal."""
    deal = np.random.default_rng(seed).permutation(442)
    methods = {
        "all features": [pipeline(LinearRegression())],
        "best subset": [_of_columns(best_subset, k) for k in SIZES],
        "forward": [_of_columns(forward_subset, k) for k in SIZES],
        "ridge": [pipeline(Standardizer(), Ridge(lam)) for lam in PENALTIES],
        "lasso": [pipeline(Standardizer(), Lasso(lam)) for lam in PENALTIES],
    }
    return {
        f"{name} {n}": _tuned_error(candidates, deal[:n], deal[n:])
        for n in (50, 398)
        for name, candidates in methods.items()
    }


def _of_columns(search: Callable[[Array, Array, int], list[int]], k: int) -> Procedure:
    """Least squares with the k columns that a search finds."""

    def procedure(X: Array, y: Array, inputs: Array) -> Array:
        columns = search(X - X.mean(axis=0), y - y.mean(), k)
        return LinearRegression().fit(X[:, columns], y).predict(inputs[:, columns])

    return procedure


def _tuned_error(candidates: list[Procedure], train: Array, test: Array) -> float:
    """The error on test samples of what five folds of the training samples choose."""
    inputs, targets = _patients()
    X, y = inputs[train], targets[train]
    inner = splits(y, 5, 1, 0)
    losses = [np.mean((y - held_out(each, X, y, inner)) ** 2) for each in candidates]
    predicted = candidates[np.argmin(losses)](X, y, inputs[test])
    return float(np.mean((targets[test] - predicted) ** 2))


def _patients() -> tuple[Array, Array]:
    """Inputs and targets of diabetes."""
    table = data.diabetes()
    assert table.y is not None
    return table.X, table.y


def deals(seed: int) -> dict[str, float]:
    """What ten folds of diabetes choose for the lasso, and how the two choices differ."""
    inputs, targets = _patients()
    X, y = (inputs - inputs.mean(axis=0)) / inputs.std(axis=0), targets - targets.mean()
    lams = lam_max(X, y) * np.geomspace(1e-3, 1, 25)
    errors = cross_validation(Lasso(), X, targets, lams, k=10, seed=seed)
    least, simple = choose_lam(lams, errors)
    one, other = (errors[lams == lam][0] for lam in (least, simple))
    mean = errors.mean(axis=1)
    return {
        "least": least,
        "simple": simple,
        "weights, least": float(np.count_nonzero(lasso(X, y, least))),
        "weights, simple": float(np.count_nonzero(lasso(X, y, simple))),
        "difference": (other - one).mean(),
        "error of the level": one.std(ddof=1) / 10**0.5,
        "error of the difference": (other - one).std(ddof=1) / 10**0.5,
        "flat": mean[lams <= 0.1 * lams[-1]].max() / mean.min(),
    }


def noise(seed: int) -> dict[str, float]:
    """R2 of three models on half of the patients, with 30 columns of noise beside the ten."""
    inputs, targets = _patients()
    X = (inputs - inputs.mean(axis=0)) / inputs.std(axis=0)
    noisy = np.column_stack([X, np.random.default_rng(seed).normal(size=(442, 30))])
    old_X, new_X, old_y, new_y = data.train_test_split(noisy, targets, 0.5, seed)
    models = {"least squares": Ridge(0), "ridge": Ridge(), "lasso": Lasso()}
    lams = np.geomspace(50, 1e4, 9)
    for name in ("ridge", "lasso"):
        errors = cross_validation(models[name], old_X, old_y, lams)
        models[name].set_params(lam=choose_lam(lams, errors)[0])
    return {name: m.fit(old_X, old_y).score(new_X, new_y) for name, m in models.items()}


def truths(seed: int) -> dict[str, float]:
    """Squared errors of the weights, if few or many of 50 true weights are not zero."""
    rng = np.random.default_rng(seed)
    X, noise = rng.normal(size=(100, 50)), rng.normal(size=100)
    signs = rng.choice([-1.0, 1.0], size=50)
    lams = {"ridge": np.geomspace(1, 1000, 13), "lasso": np.geomspace(1, 200, 13)}
    found = {}
    for m in TRUE_WEIGHTS:
        truth = 2 * signs * (np.arange(50) < m) / m**0.5  # of length 2
        y = X @ truth + noise
        models = {"least squares": Ridge(0), "ridge": Ridge(), "lasso": Lasso()}
        for name, grid in lams.items():
            errors = cross_validation(models[name], X, y, grid, k=10)
            models[name].set_params(lam=choose_lam(grid, errors)[0])
        for name, model in models.items():
            found[f"{name} {m}"] = float(((model.fit(X, y).coef_ - truth) ** 2).sum())
    return found
