"""What the chapter metrics says of three models of two features, with other folds."""

import numpy as np

from mlbook import data, metrics
from mlbook.contract import Array
from mlbook.decision_tree import DecisionTreeClassifier
from mlbook.lda import LDA
from mlbook.logistic_regression import LogisticRegression
from mlbook.newton_boosting import NewtonBoostingClassifier

Model = LDA | DecisionTreeClassifier | NewtonBoostingClassifier


def folds(seed: int) -> dict[str, float]:
    """Scores of each model's probabilities, raw and repaired; the best thresholds of LDA."""
    X, ill, fold = _tumours(seed)
    models: dict[str, Model] = {
        "discriminants": LDA(),
        "tree": DecisionTreeClassifier(max_depth=2),
        "boosting": NewtonBoostingClassifier(max_depth=4),
    }
    p = {name: _probabilities(model, X, ill, fold) for name, model in models.items()}
    p["repaired"] = _repaired(models["boosting"], p["boosting"], X, ill, fold)
    scores = {f"{name} {key}": value for name in p for key, value in _scores(ill, p[name]).items()}
    curves = _curve("boosting", ill, p["boosting"]) | _curve("repaired", ill, p["repaired"])
    return scores | curves | _best_thresholds(ill, p["discriminants"])


def paired(seed: int) -> dict[str, float]:
    """By how much LDA exceeds the tree in each of the five folds."""
    X, ill, fold = _tumours(seed)
    lda = _probabilities(LDA(), X, ill, fold)
    tree = _probabilities(DecisionTreeClassifier(max_depth=2), X, ill, fold)
    ahead = {}
    for k in range(5):
        y = ill[fold == k]
        one, other = (_scores(y, p[fold == k]) for p in (lda, tree))
        for key in ("accuracy", "AUC", "log-loss", "Brier", "cost at 0.1"):
            ahead[f"{key} {k}"] = one[key] - other[key]
    return ahead


def digits(seed: int) -> dict[str, float]:
    """The AUCs of LDA on a random half of the digits: over the classes, over their pairs."""
    table = data.digits()
    X, X_new, y, y_new = data.train_test_split(table.X, np.asarray(table.y), 0.5, seed=seed)
    p = LDA().fit(X, y).predict_proba(X_new)
    areas = [metrics.auc(1 * (y_new == c), p[:, c]) for c in range(10)]
    pairs = [
        metrics.auc(1 * (y_new[two] == k), p[two, k])
        for c in range(10)
        for d in range(c)
        for two in [np.isin(y_new, [c, d])]
        for k in (c, d)
    ]
    return {
        "mean": float(np.mean(areas)),
        "pairs": float(np.mean(pairs)),
        "least": float(min(areas)),
        "digit": float(np.argmin(areas)),
    }


def _tumours(seed: int) -> tuple[Array, Array, Array]:
    """Texture and smoothness, whether malignant, and a random fold of each tumour."""
    cancer = data.breast_cancer()
    X, ill = cancer.X[:, [1, 4]], 1 * (np.asarray(cancer.y) == 0)
    return X, ill, np.random.default_rng(seed).permutation(len(ill)) % 5


def _probabilities(model: Model, X: Array, ill: Array, fold: Array) -> Array:
    """The probability of malignancy of each tumour, by a fit to the other four fifths."""
    p = np.empty(len(ill))
    for k in range(5):
        model.fit(X[fold != k], ill[fold != k])
        p[fold == k] = model.predict_proba(X[fold == k])[:, 1]
    return p


def _repaired(model: Model, p: Array, X: Array, ill: Array, fold: Array) -> Array:
    """Platt scaling of p; neither a fold's model nor its repair has seen the fold.

    The forecasts from which the repair is learned are those of models that have seen neither the
    fold that is predicted nor the one that is repaired.
    """
    inner = {}
    for j in range(5):
        for k in range(j):
            both = (fold == j) | (fold == k)
            chance = model.fit(X[~both], ill[~both]).predict_proba(X)[:, 1]
            inner[j, k] = inner[k, j] = chance
    repaired = np.empty(len(p))
    for k in range(5):
        others = fold != k
        known = np.empty(len(p))
        for j in {0, 1, 2, 3, 4} - {k}:
            known[fold == j] = inner[j, k][fold == j]
        platt = LogisticRegression(lam=1e-6).fit(_log_odds(known[others]), ill[others])
        repaired[~others] = platt.predict_proba(_log_odds(p[~others]))[:, 1]
    return repaired


def _log_odds(p: Array) -> Array:
    """The log odds, as a column."""
    return np.log(p / (1 - p))[:, None]


def _curve(name: str, ill: Array, p: Array) -> dict[str, float]:
    """The calibration curve in five bins: the mean forecast of each, and the fraction."""
    share, told, _ = metrics.calibration_curve(ill, p, n_bins=5)
    return {
        f"{name} {key} {g}": float(value)
        for key, values in (("told", told), ("share", share))
        for g, value in enumerate(values)
    }


def _scores(ill: Array, p: Array) -> dict[str, float]:
    """Scores of labels, of the ranking and of the probabilities."""
    reliability, resolution, _ = metrics.brier_decomposition(ill, np.round(p, 1))
    scores = {
        "accuracy": metrics.accuracy(ill, p > 0.5),
        "AUC": metrics.auc(ill, p),
        "log-loss": metrics.log_loss(ill, p),
        "Brier": metrics.brier(ill, p),
        "Brier of tenths": metrics.brier(ill, np.round(p, 1)),
        "reliability": reliability,
        "resolution": resolution,
        "cost at 0.1": float(np.mean(np.where(ill == 1, 9 * (p < 0.1), p >= 0.1))),
    }
    return {name: float(value) for name, value in scores.items()}


def _best_thresholds(ill: Array, p: Array) -> dict[str, float]:
    """The best F1 and its threshold; the best threshold of accuracy, and what it adds to 0.5's."""
    thresholds = np.unique(p)
    f1 = np.array([metrics.f1(ill, p >= t) for t in thresholds])
    right = np.array([metrics.accuracy(ill, p >= t) for t in thresholds]) * len(ill)
    return {
        "F1": float(f1.max()),
        "F1 threshold": float(thresholds[f1.argmax()]),
        "accuracy threshold": float(thresholds[right.argmax()]),
        "tumours more": float(right.max() - len(ill) * metrics.accuracy(ill, p >= 0.5)),
    }
