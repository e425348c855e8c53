"""What the chapter on support vector machines says of random data, for one seed each."""

import numpy as np

from mlbook import data
from mlbook.protocol.folds import splits
from mlbook.svm import SVC

PENALTIES, WIDTHS = (0.1, 1, 10, 100), (0.01, 0.1, 1, 10)


def choice(seed):
    """Errors, held out in five folds, of linear and Gaussian machines, and on a test set."""
    cancer = data.breast_cancer()
    assert cancer.y is not None
    columns = [cancer.feature_names.index(name) for name in ("mean radius", "mean texture")]
    X, X_new, y, y_new = data.train_test_split(cancer.X[:, columns], cancer.y, seed=seed)
    parts = splits(y, 5, seed=seed)
    found: dict[str, float] = {}
    for kind, settings in _settings().items():
        errors = {
            name: sum(_wrong(setting, X[a], y[a], X[b], y[b]) for a, b in parts) / len(y)
            for name, setting in settings.items()
        }
        best = min(errors, key=errors.__getitem__)
        found |= errors | {
            f"{kind} chosen": errors[best],
            f"{kind} test": _wrong(settings[best], X, y, X_new, y_new) / len(y_new),
            f"{kind} C": settings[best]["C"],
            f"{kind} gamma": settings[best].get("gamma", 0),
        }
    return found


def noise(seed):
    """Test errors on a ring around a disc, the best of 12 settings, with further features."""
    found = {}
    for extra in (0, 4, 16):
        rng = np.random.default_rng(seed)
        (X, y), (X_new, y_new) = _ring(120, rng, extra), _ring(1000, rng, extra)
        found[str(extra)] = min(
            np.mean(SVC(C=C, gamma=g).fit(X, y).predict(X_new) != y_new)
            for C in (1, 10)
            for g in (0.003, 0.01, 0.03, 0.1, 0.3, 1)
        )
    return found


def _settings():
    """The machines that are compared, by kind and name."""
    return {
        "linear": {f"linear {C}": {"kernel": "linear", "C": C} for C in PENALTIES},
        "rbf": {f"{C} {g}": {"C": C, "gamma": g} for C in PENALTIES for g in WIDTHS},
    }


def _wrong(setting, X, y, X_new, y_new):
    """How many new samples a machine gets wrong that standardizes by its own samples."""
    mean, sd = X.mean(axis=0), X.std(axis=0)
    model = SVC(**setting).fit((X - mean) / sd, y)
    return int((model.predict((X_new - mean) / sd) != y_new).sum())


def _ring(n, rng, extra):
    """n points, every other one in a ring around the others, with features of noise."""
    outer = np.arange(n) % 2
    radius = 0.8 + 1.2 * outer + rng.normal(0, 0.35, n)
    turn = rng.uniform(0, 2 * np.pi, n)
    inside = [radius * np.cos(turn), radius * np.sin(turn)]
    return np.column_stack([*inside, rng.normal(size=(n, extra))]), outer
