"""What the chapter on regression trees says of random data, for one seed each."""

import numpy as np

from mlbook import data
from mlbook.regression_tree import DecisionTreeRegressor
from mlbook.trees.pruning import cut_back, held_out, simplest_within_error


def penalty(seed):
    """Leaves and errors that ten folds of the shuffled patients choose, and of the full tree."""
    rows = np.random.default_rng(seed).permutation(442)
    X, y = (values[rows] for values in _patients())
    penalties = np.geomspace(5, 1500, 30).tolist()
    losses = held_out(DecisionTreeRegressor(), X, y, penalties, lambda t, f: (t - f) ** 2)
    full, error = DecisionTreeRegressor().fit(X, y), losses.mean(axis=0)
    sizes = [cut_back(full.tree_, full.alphas_ > p).n_leaves for p in penalties]
    best, simple = error.argmin(), simplest_within_error(losses)
    return {
        "best leaves": sizes[best],
        "simple leaves": sizes[simple],
        "full leaves": sizes[0],
        "best": error[best],
        "simple": error[simple],
        "full": error[0],
    }


def instability(seed):
    """Roots, spread and errors of 100 trees of four levels, each grown on a bootstrap sample."""
    X, y = _patients()
    X, new, y, y_new = data.train_test_split(X, y, seed=seed)
    rng, roots, predictions = np.random.default_rng(seed), [], []
    for _ in range(100):
        rows = rng.integers(0, len(y), len(y))
        model = DecisionTreeRegressor(max_depth=4).fit(X[rows], y[rows])
        roots.append((model.tree_.feature[0], model.tree_.threshold[0]))
        predictions.append(model.predict(new))
    names = [data.diabetes().feature_names[feature] for feature, _ in roots]
    return {
        "bmi": names.count("bmi"),
        "s5": names.count("s5"),
        "roots": len(set(roots)),
        "spread": np.std(predictions, axis=0).mean(),
        "single": np.mean((np.array(predictions) - y_new) ** 2),
        "mean": np.mean((np.mean(predictions, axis=0) - y_new) ** 2),
    }


def comparison(seed):
    """Errors of four models for the quarter of the patients that none of them has seen.

    The tree is pruned with the penalty that has the least error in ten folds of the others.
    """
    X, y = _patients()
    X, new, y, y_new = data.train_test_split(X, y, seed=seed)
    penalties = np.geomspace(5, 1500, 30).tolist()
    losses = held_out(DecisionTreeRegressor(), X, y, penalties, lambda t, f: (t - f) ** 2)
    best = losses.mean(axis=0).argmin()
    pruned = DecisionTreeRegressor(alpha=penalties[best]).fit(X, y)
    ones, new_ones = np.ones((len(y), 1)), np.ones((len(y_new), 1))
    w = np.linalg.lstsq(np.hstack([ones, X]), y, rcond=None)[0]
    predictions = {
        "pruned": pruned.predict(new),
        "full": DecisionTreeRegressor().fit(X, y).predict(new),
        "linear": np.hstack([new_ones, new]) @ w,
        "mean": np.full(len(y_new), y.mean()),
    }
    errors = {name: np.mean((f - y_new) ** 2) for name, f in predictions.items()}
    return errors | {"leaves": float(pruned.tree_.n_leaves)}


def _patients():
    """The features and the targets of the patients with diabetes."""
    diabetes = data.diabetes()
    return diabetes.X, diabetes.y
