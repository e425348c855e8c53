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
    cancer = data.breast_cancer()
    X, ill = cancer.X[:, [1, 4]], 1 * (np.asarray(cancer.y) == 0)
    fold = np.random.default_rng(seed).permutation(len(ill)) % 5
    models: dict[str, Model] = {
        "discriminants": LDA(),
        "tree": DecisionTreeClassifier(max_depth=2),
        "boosting": NewtonBoostingClassifier(max_depth=4),
    }
    p = {name: _probabilities(model, X, ill, fold) for name, model in models.items()}
    p["repaired"] = _repaired(p["boosting"], ill, fold)
    scores = {f"{name} {key}": value for name in p for key, value in _scores(ill, p[name]).items()}
    return scores | _best_thresholds(ill, p["discriminants"])


def _probabilities(model: Model, X: Array, ill: Array, fold: Array) -> Array:
    """The probability of malignancy of each tumour, by a fit to the other four fifths."""
    p = np.empty(len(ill))
    for k in range(5):
        model.fit(X[fold != k], ill[fold != k])
        p[fold == k] = model.predict_proba(X[fold == k])[:, 1]
    return p


def _repaired(p: Array, ill: Array, fold: Array) -> Array:
    """Platt scaling: each fold by a logistic regression of the other four on the log odds."""
    odds, repaired = np.log(p / (1 - p))[:, None], np.empty(len(p))
    for k in range(5):
        platt = LogisticRegression(lam=1e-6).fit(odds[fold != k], ill[fold != k])
        repaired[fold == k] = platt.predict_proba(odds[fold == k])[:, 1]
    return repaired


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
