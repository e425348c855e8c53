"""What the chapter three_boostings says of its experiment, with other samples."""

import numpy as np

from mlbook import data
from mlbook.adaboost import AdaBoostClassifier
from mlbook.gradient_boosting import GradientBoostingClassifier
from mlbook.newton_boosting import NewtonBoostingClassifier


def distances(seed: int) -> dict[str, float]:
    """The distance of each method's half log-odds from the truth after some rounds."""
    rng, grid = np.random.default_rng(seed), np.linspace(0, 1, 401)
    x = rng.uniform(size=(500, 1))
    y = 1 * (rng.random(500) < 1 / (1 + np.exp(-3 * np.sin(2 * np.pi * x[:, 0]))))
    newton = NewtonBoostingClassifier(400, 0.3, max_depth=1, lam=0, min_child_weight=0)
    models = {
        "AdaBoost": (1, AdaBoostClassifier(400, learning_rate=0.3, max_depth=1)),
        "gradient": (2, GradientBoostingClassifier(400, 0.3, max_depth=1)),
        "Newton": (2, newton),
    }
    result: dict[str, float] = {}
    for name, (unit, model) in models.items():
        F = np.array([*model.fit(x, y).staged_decision_function(grid[:, None])]) / unit
        error = np.sqrt(np.mean((F - 1.5 * np.sin(2 * np.pi * grid)) ** 2, axis=1))
        result |= {f"{name} {m}": float(error[m - 1]) for m in (1, 5, 20, 50, 200, 400)}
    return result


def tumours(seed: int) -> dict[str, float]:
    """The per cent of errors on a quarter of the tumours, with the others' labels right or not.

    The three methods have 100 stumps and the step 0.3; of the wrong labels there are 15 per cent.
    """
    cancer = data.breast_cancer()
    X, new, y, y_new = data.train_test_split(cancer.X, np.asarray(cancer.y), seed=seed)
    wrong = np.where(np.random.default_rng(seed).random(len(y)) < 0.15, 1 - y, y)
    newton = NewtonBoostingClassifier(100, 0.3, max_depth=1, lam=0, min_child_weight=0)
    models = {
        "AdaBoost": AdaBoostClassifier(100, learning_rate=0.3, max_depth=1),
        "gradient": GradientBoostingClassifier(100, 0.3, max_depth=1),
        "Newton": newton,
    }
    return {
        f"{name} {word}": 100 * float(np.mean(model.fit(X, labels).predict(new) != y_new))
        for name, model in models.items()
        for word, labels in (("right", y), ("wrong", wrong))
    }
