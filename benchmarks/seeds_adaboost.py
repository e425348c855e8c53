"""What chapters/adaboost.ipynb says of random data, once for each seed.

Each function returns one experiment of the chapter as numbers by name; twenty seeds are stored in
mlbook/data/seeds_adaboost.json, which the chapter prints.
"""

from __future__ import annotations

import numpy as np
from sklearn import ensemble, tree

from mlbook import adaboost, data
from mlbook.adaboost import AdaBoostClassifier
from mlbook.contract import Array
from mlbook.decision_tree import DecisionTreeClassifier
from mlbook.random_forest import RandomForestClassifier

ROUNDS = (1, 5, 10, 100, 400)


def _tumours(seed: int, share: float = 0.4) -> tuple[Array, Array, Array, Array]:
    """The tumours in a training and a test part."""
    table = data.breast_cancer()
    assert table.y is not None
    return data.train_test_split(table.X, table.y, share, seed=seed)


def curves(seed: int) -> dict[str, float]:
    """400 rounds on the tumours: errors, log-loss, sureness and least margins by rounds."""
    X, X_test, y, y_test = _tumours(seed)
    model, result = AdaBoostClassifier(400).fit(X, y), {}
    train = [np.mean(predicted != y) for predicted in model.staged_predict(X)]
    result["rounds to training error 0"] = 2.0 + max(np.flatnonzero(train), default=-1)
    scores, own = list(model.staged_decision_function(X_test)), (2 * y - 1)
    fitted = list(model.staged_decision_function(X))
    for m in ROUNDS:
        F, votes = scores[m - 1], model.alphas_[:m].sum()
        result[f"test error {m}"] = np.mean((F > 0) != y_test)
        result[f"log-loss {m}"] = np.logaddexp(0, -2 * (2 * y_test - 1) * F).mean()
        result[f"surer than 0.99 {m}"] = np.mean(abs(F) > np.log(99) / 2)
        result[f"least margin {m}"] = (own * fitted[m - 1]).min() / votes
    return result


def noise(seed: int) -> dict[str, float]:
    """The tumours, training labels flipped with probability 0.15, judged by true test labels."""
    X, X_test, y, y_test = _tumours(seed)
    turned = np.random.default_rng(seed).random(len(y)) < 0.15
    y = np.where(turned, 1 - y, y)
    model = AdaBoostClassifier(400).fit(X, y)
    F = np.array([0 * y, *model.staged_decision_function(X)])
    w = np.exp(-(2 * y - 1) * F[:400])
    heavy = w[:, turned].sum(axis=1) / w.sum(axis=1)
    test = [np.mean(predicted != y_test) for predicted in model.staged_predict(X_test)]
    return {
        "turned": float(turned.sum()),
        "fraction turned": turned.mean(),
        "least weight from round 5": heavy[4:].min(),
        "largest weight from round 5": heavy[4:].max(),
        "training error 400": np.mean((F[400] > 0) != y),
    } | {f"test error {m}": test[m - 1] for m in (1, 10, 100, 400)}


def settings(seed: int) -> dict[str, float]:
    """Test errors on the tumours by depth, learning rate and rounds, for right and noisy labels.

    With "chosen", stumps whose number of rounds five folds of the training part have chosen.
    """
    X, X_test, y, y_test = _tumours(seed)
    turned = np.random.default_rng(seed).random(len(y)) < 0.15
    folds = np.random.default_rng(seed).permutation(len(y)) % 5
    found = {}
    for labels, t in (("right", y), ("noisy", np.where(turned, 1 - y, y))):
        for depth, rate in ((1, 1.0), (1, 0.1), (2, 1.0), (3, 1.0)):
            model = AdaBoostClassifier(200, rate, depth).fit(X, t)
            stages = _errors(model, X_test, y_test)
            for m in (10, 50, 200):
                found[f"{labels} {depth} {rate} {m}"] = float(stages[m - 1])
            if (depth, rate) == (1, 1.0):
                inner = np.zeros(200)
                for k in range(5):
                    part = AdaBoostClassifier(200).fit(X[folds != k], t[folds != k])
                    inner += _errors(part, X[folds == k], t[folds == k])
                best = int(inner.argmin())
                found[f"{labels} chosen"] = float(stages[best])
                found[f"{labels} rounds chosen"] = best + 1.0
    return found


def _errors(model: AdaBoostClassifier, X: Array, y: Array) -> Array:
    """The error after each of 200 rounds; after the last one that was fitted it stays."""
    errors = [float(np.mean(predicted != y)) for predicted in model.staged_predict(X)]
    return np.array(errors + errors[-1:] * (200 - len(errors)))


def stumps(seed: int) -> dict[str, float]:
    """Test errors of 150 stumps and of one full tree, on the tumours and on signs of a product."""
    A = np.random.default_rng(seed).uniform(-1, 1, size=(800, 2))
    product = data.train_test_split(A, 1 * (A[:, 0] * A[:, 1] > 0), 0.4, seed=seed)
    result = {}
    for name, (X, X_test, y, y_test) in (("tumours", _tumours(seed)), ("product", product)):
        for kind, model in (
            ("stumps", AdaBoostClassifier(150)),
            ("tree", DecisionTreeClassifier()),
        ):
            result[f"{name} {kind}"] = 1 - model.fit(X, y).score(X_test, y_test)
    deep = AdaBoostClassifier(150, max_depth=2).fit(product[0], product[2])
    result["product depth 2"] = 1 - deep.score(product[1], product[3])
    result["rounds of depth 2"] = float(len(deep.trees_))
    return result


def forests(seed: int) -> dict[str, float]:
    """Errors on 142 tumours of small forests, alone, boosted and as one, and of boosted stumps."""
    A, A_test, t, t_test = _tumours(seed, 0.25)
    t, t_test = 2 * t - 1, 2 * t_test - 1
    small = lambda trees: RandomForestClassifier(trees, max_depth=2, random_state=seed)
    models: dict[str, RandomForestClassifier | AdaBoostClassifier] = {
        "one small forest": small(5),
        "a forest of 50": small(50),
        "50 stumps": AdaBoostClassifier(50),
    }
    mistakes = {name: np.sum(m.fit(A, t).predict(A_test) != t_test) for name, m in models.items()}
    rng, w, votes = np.random.default_rng(seed), np.full(len(t), 1 / len(t)), np.zeros(len(t_test))
    for m in range(10):
        some = rng.choice(len(t), size=len(t), p=w)
        forest = RandomForestClassifier(5, max_depth=2, random_state=m).fit(A[some], t[some])
        wrong = forest.predict(A) != t
        error = adaboost.weighted_error(w, wrong)
        if not 0 < error < 1 / 2:
            break
        w = adaboost.rebalanced(w, wrong)
        votes = votes + adaboost.learner_weight(error) * forest.predict(A_test)
    return {name: float(count) for name, count in mistakes.items()} | {
        "ten, boosted": float(np.sum(np.sign(votes) != t_test))
    }


def costs(seed: int) -> dict[str, float]:
    """Tumours missed and false alarms, by rounds and by what a missed one costs."""
    X, X_test, y, y_test = _tumours(seed)
    result = {}
    for M, cost in ((3, 1), (3, 10), (50, 1), (50, 10)):
        model = AdaBoostClassifier(M).fit(X, y, np.where(y == 0, cost, 1))
        predicted = model.predict(X_test)
        result[f"missed {M} {cost}"] = float(((predicted == 1) & (y_test == 0)).sum())
        result[f"alarms {M} {cost}"] = float(((predicted == 0) & (y_test == 1)).sum())
    return result


def perfect(seed: int) -> dict[str, float]:
    """Fifteen tables of ten samples with drawn labels, trees of depth 2, here and in scikit-learn.

    How many rounds end with a perfect tree that is not the first, and how many of these votes err.
    """
    result = dict.fromkeys(
        ("tables", "perfect here", "err here", "perfect there", "err there"), 0.0
    )
    for rng in np.random.default_rng(seed).spawn(15):
        X, y = rng.normal(size=(10, 2)), rng.permutation([0, 1] * 5)
        ours = AdaBoostClassifier(20, max_depth=2).fit(X, y)
        theirs = ensemble.AdaBoostClassifier(
            tree.DecisionTreeClassifier(max_depth=2), n_estimators=20, random_state=0
        ).fit(X, y)
        result["tables"] += 1
        for where, model, errors in (
            ("here", ours, ours.errors_),
            ("there", theirs, theirs.estimator_errors_[: len(theirs.estimators_)]),
        ):
            if len(errors) > 1 and errors[-1] == 0:
                result[f"perfect {where}"] += 1
                result[f"err {where}"] += model.score(X, y) < 1
    return result
