"""What the chapter on support vector machines says of random data, for one seed each."""

import numpy as np

from mlbook import data
from mlbook.logistic_regression import LogisticRegression
from mlbook.metrics import log_loss
from mlbook.protocol.folds import splits
from mlbook.svm import SVC

PENALTIES, WIDTHS = (0.1, 1, 10, 100), (0.01, 0.1, 1, 10)
EDGES = (-2, -1.5, -1, -0.5, 0, 0.5, 1, 1.5, 2)  # of decision values
THRESHOLDS = (0.5, 0.25, 0, -0.25, -0.5, -0.75, -1, -1.25)


def choice(seed):
    """Errors, held out in five folds, of linear and Gaussian machines, and on a test set."""
    cancer = data.breast_cancer()
    assert cancer.y is not None
    X, X_new, y, y_new = data.train_test_split(cancer.X[:, _pair()], cancer.y, seed=seed)
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


def weights(seed):
    """Malignant tumours found and benign ones flagged, by factors of C for the malignant class."""
    cancer = data.breast_cancer()
    assert cancer.y is not None
    X, X_new, y, y_new = data.train_test_split(cancer.X[:, _pair()], 1 - cancer.y, seed=seed)
    found: dict[str, float] = {}
    for factor in (1, 2, 5):
        u = _values(_copied(X, y, factor), X, X_new)
        found |= _rates(f"factor {factor}", y_new, u >= 0)
        for threshold in THRESHOLDS if factor == 1 else ():
            found |= _rates(f"threshold {threshold}", y_new, u >= threshold)
    few = np.sort(np.concatenate([np.flatnonzero(y == 0), np.flatnonzero(y == 1)[::10]]))
    X, y = X[few], y[few]
    balanced = round((y == 0).sum() / (y == 1).sum())
    weighted, equal = (_values(_copied(X, y, each), X, X_new) for each in (balanced, 1))
    found |= _rates("rare weighted", y_new, weighted >= 0)
    found |= _rates("rare equal", y_new, equal >= 0)
    flagged = int((weighted[y_new == 0] >= 0).sum())
    moved = np.sort(equal[y_new == 0])[-flagged]  # the threshold that flags equally many
    return (
        found
        | _rates("rare moved", y_new, equal >= moved)
        | {"rare factor": balanced, "rare": int(y.sum())}
    )


def platt(seed):
    """Log-loss on a test set of Platt scaling, fitted to own and to held-out values.

    With all features also the numbers of test tumours, and of malignant ones, by decision value.
    """
    cancer = data.breast_cancer()
    assert cancer.y is not None
    sick = 1 - cancer.y
    found: dict[str, float] = {}
    for name, columns, C, gamma in (("two", _pair(), 1.0, 0.1), ("all", range(30), 10.0, "scale")):
        X, X_new, y, y_new = data.train_test_split(cancer.X[:, list(columns)], sick, seed=seed)
        held = np.zeros(len(y))
        for a, b in splits(y, 5, seed=seed):
            held[b] = _values((X[a], y[a]), X[a], X[b], C, gamma)
        own, new = (_values((X, y), X, rows, C, gamma) for rows in (X, X_new))
        for kind, values in [("own", own), ("held", held)]:
            curve = LogisticRegression(lam=1e-3).fit(values[:, None], y)
            found[f"{name} {kind}"] = log_loss(y_new, curve.predict_proba(new[:, None]))
        found[f"{name} own errors"] = int(((own >= 0) != y).sum())
    place = np.digitize(new, EDGES)
    for k in range(len(EDGES) + 1):
        found |= {
            f"bin {k}": int((place == k).sum()),
            f"bin {k} sick": int(y_new[place == k].sum()),
        }
    return found


def digits(seed):
    """How many of the test images are misread by 45 machines for pairs of digits."""
    images = data.digits()
    assert images.y is not None
    X, X_new, y, y_new = data.train_test_split(images.X / 16, images.y, seed=seed)
    return {"wrong": int((SVC(C=10.0).fit(X, y).predict(X_new) != y_new).sum()), "of": len(y_new)}


def _pair():
    """The two columns that the chapter uses."""
    names = data.breast_cancer().feature_names
    return [names.index(name) for name in ("mean radius", "mean texture")]


def _copied(X, y, factor):
    """The samples, those of class 1 several times, which multiplies their C."""
    rows = np.repeat(np.arange(len(y)), np.where(y == 1, factor, 1))
    return X[rows], y[rows]


def _values(train, X, X_new, C=1.0, gamma: float | str = 0.1):
    """Decision values of new samples, all standardized as X would be."""
    mean, sd = X.mean(axis=0), X.std(axis=0)
    model = SVC(C=C, gamma=gamma).fit((train[0] - mean) / sd, train[1])
    return model.decision_function((X_new - mean) / sd)


def _rates(name, y, flagged):
    """The percentages of class 1 and of class 0 that are flagged."""
    return {
        f"{name} {kind}": 100 * np.mean(flagged[y == c]) for kind, c in (("hit", 1), ("false", 0))
    }


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
