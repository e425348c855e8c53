"""What the chapter on regression trees says of random data, for one seed each."""

from __future__ import annotations

import numpy as np

from mlbook import data
from mlbook.regression_tree import DecisionTreeRegressor
from mlbook.trees.pruning import cut_back, held_out, simplest_within_error


def penalty(seed: int) -> dict[str, float]:
    """Leaves and errors that ten folds of the shuffled patients choose, and of the full tree."""
    diabetes, rows = data.diabetes(), np.random.default_rng(seed).permutation(442)
    X, y = diabetes.X[rows], diabetes.y[rows]
    penalties = np.geomspace(5, 1500, 30)
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


def instability(seed: int) -> dict[str, float]:
    """Roots, spread and errors of 100 trees of four levels, each grown on a bootstrap sample."""
    diabetes = data.diabetes()
    X, new, y, y_new = data.train_test_split(diabetes.X, diabetes.y, seed=seed)
    rng, roots, said = np.random.default_rng(seed), [], []
    for _ in range(100):
        rows = rng.integers(0, len(y), len(y))
        model = DecisionTreeRegressor(max_depth=4).fit(X[rows], y[rows])
        roots.append((model.tree_.feature[0], model.tree_.threshold[0]))
        said.append(model.predict(new))
    names = [diabetes.feature_names[feature] for feature, _ in roots]
    return {
        "bmi": names.count("bmi"),
        "s5": names.count("s5"),
        "roots": len(set(roots)),
        "spread": np.std(said, axis=0).mean(),
        "single": np.mean((np.array(said) - y_new) ** 2),
        "mean": np.mean((np.mean(said, axis=0) - y_new) ** 2),
    }
