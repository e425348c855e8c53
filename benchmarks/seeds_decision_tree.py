"""What the chapter on decision trees says of random data, for one seed each."""

from typing import Any

import numpy as np

from mlbook import data
from mlbook.decision_tree import DecisionTreeClassifier
from mlbook.trees.pruning import cut_back, held_out, simplest_within_error


def penalty(seed):
    """Leaves and errors that ten folds of the shuffled tumours choose, and of the full tree."""
    rows = np.random.default_rng(seed).permutation(569)
    return _chosen(*(values[rows] for values in _known(data.breast_cancer())))


def coins(seed):
    """The same for labels that are coin tosses."""
    rng = np.random.default_rng(seed)
    return _chosen(rng.normal(size=(200, 5)), rng.integers(0, 2, 200))


def _chosen(X, y):
    """Leaves and held-out errors: the full tree, the best, the simplest within an error."""
    grown = DecisionTreeClassifier().fit(X, y)
    tree: Any = grown.tree_
    critical = np.unique(grown.alphas_[grown.alphas_ > 0])
    between = np.sqrt(critical[1:] * critical[:-1])
    penalties = np.concatenate([[0], between, [2 * critical[-1]]]).tolist()
    errors = held_out(DecisionTreeClassifier(), X, y, penalties, np.not_equal)
    mean = errors.mean(axis=0)
    at = {"full": 0, "best": int(mean.argmin()), "simple": simplest_within_error(errors)}
    leaves = {
        f"{name} leaves": cut_back(tree, grown.alphas_ > penalties[k]).n_leaves
        for name, k in at.items()
    }
    return leaves | {name: mean[k] for name, k in at.items()}


def missing(seed):
    """Complete rows, errors of trees on these and on all rows; one value in ten is lost."""
    rng = np.random.default_rng(seed)
    X, y = _known(data.wine())
    train = rng.permutation(len(y)) < 120
    holes = np.where(rng.random(X.shape) < 0.1, np.nan, X)
    full = train & ~np.isnan(holes).any(axis=1)
    model = DecisionTreeClassifier("gain_ratio", "multiway", min_samples_leaf=2)
    result = {"complete": float(full.sum())}
    for name, use in (("those alone", full), ("all", train)):
        model.fit(holes[use], y[use])
        result[name] = 1 - model.score(X[~train], y[~train])
    return result


def _known(table):
    """The features and the classes of a table."""
    return table.X, table.y
