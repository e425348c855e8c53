"""What the chapter on logistic regression says of random data, for one seed each."""

import numpy as np

from mlbook import data
from mlbook.linear.moments import standardize
from mlbook.linear_regression import design
from mlbook.logistic_regression import (
    BERNOULLI,
    LogisticRegression,
    generalized_linear,
    logistic_hessian,
)
from mlbook.losses import sigmoid

FACTORS = [1e-4, 1e-3, 1e-2, 1e-1, 1.0, 3.0, 10.0, 100.0, 1000.0]
THRESHOLDS = {"half": 1 / 2, "eleventh": 1 / 11}


def thresholds(seed):
    """Missed and falsely flagged tumours of ten folds, by radius and texture, and their cost."""
    X, y = _known(data.breast_cancer())
    held = _held_out(X[:, :2], y, seed)
    result: dict[str, float] = {}
    for name, threshold in THRESHOLDS.items():
        flagged = held >= threshold
        missed, wrong = np.sum(~flagged & (y == 1)), np.sum(flagged & (y == 0))
        result |= {
            f"missed, {name}": float(missed),
            f"wrong, {name}": float(wrong),
            f"cost, {name}": float(10 * missed + wrong),
        }
    return result


def penalties(seed):
    """Held-out log-loss for each penalty on all thirty features, and the best of these."""
    X, y = _known(data.breast_cancer())
    loss = {factor: _log_loss(_held_out(X, y, seed, factor), y).mean() for factor in FACTORS}
    best = min(loss, key=lambda factor: loss[factor])
    return {"best": best} | {f"loss {factor:g}": loss[factor] for factor in FACTORS}


def redrawn(seed, tables=100):
    """Fits to labels drawn from the fitted model: spread of weights, and how often 95 % held."""
    X, y = _known(data.breast_cancer())
    Phi = design(X[:, :2])
    true, _ = _fitted(Phi, y)
    rng = np.random.default_rng(seed)
    found = [_fitted(Phi, 1.0 * (rng.random(len(y)) < sigmoid(Phi @ true))) for _ in range(tables)]
    weights, errors = np.array(found).swapaxes(0, 1)
    held = abs(weights - true) < 1.96 * errors
    return {
        "radius, spread": weights[:, 1].std(ddof=1),
        "texture, spread": weights[:, 2].std(ddof=1),
        "radius, covered": held[:, 1].mean(),
        "texture, covered": held[:, 2].mean(),
    }


def _held_out(X, y, seed, factor=0.0, folds=10):
    """Predicted probabilities of each fold from a fit to the others, penalized if factor > 0."""
    part = np.random.default_rng(seed).permutation(len(y)) % folds
    held = np.empty(len(y))
    for k in range(folds):
        out = part == k
        Z, mean, scale = standardize(X[~out])
        new = (X[out] - mean) / scale
        if factor:
            held[out] = LogisticRegression(factor).fit(Z, y[~out]).predict_proba(new)[:, 1]
        else:
            held[out] = sigmoid(design(new) @ _fitted(design(Z), y[~out])[0])
    return held


def _fitted(Phi, y):
    """The weights without a penalty and their standard errors."""
    w = generalized_linear(Phi, y, BERNOULLI)
    return w, np.sqrt(np.linalg.inv(logistic_hessian(w, Phi)).diagonal())


def _log_loss(p, y):
    """The log-loss of each label, for probabilities that may be 0 or 1 to rounding."""
    return -np.log(np.clip(np.where(y == 1, p, 1 - p), 1e-15, 1))


def _known(table):
    """The features and the labels, 1 for malignant."""
    return table.X, 1.0 - table.y
