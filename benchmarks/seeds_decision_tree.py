"""What the chapter on decision trees says of random data, for one seed each."""

from __future__ import annotations

import numpy as np

from mlbook import data
from mlbook.decision_tree import DecisionTreeClassifier
from mlbook.trees.pruning import cut_back, held_out, simplest_within_error


def penalty(seed: int) -> dict[str, float]:
    """Leaves and errors that ten folds of the shuffled tumours choose, and of the full tree."""
    cancer, rows = data.breast_cancer(), np.random.default_rng(seed).permutation(569)
    return _chosen(cancer.X[rows], cancer.y[rows])


def coins(seed: int) -> dict[str, float]:
    """The same for labels that are coin tosses."""
    rng = np.random.default_rng(seed)
    return _chosen(rng.normal(size=(200, 5)), rng.integers(0, 2, 200))


def _chosen(X: np.ndarray, y: np.ndarray) -> dict[str, float]:
    """Leaves and held-out errors of the full tree, the best one and the simplest within an error."""
    grown = DecisionTreeClassifier().fit(X, y)
    critical = np.unique(grown.alphas_[grown.alphas_ > 0])
    between = np.sqrt(critical[1:] * critical[:-1])
    penalties = np.concatenate([[0], between, [2 * critical[-1]]])
    errors = held_out(DecisionTreeClassifier(), X, y, penalties, np.not_equal)
    mean = errors.mean(axis=0)
    at = {"full": 0, "best": mean.argmin(), "simple": simplest_within_error(errors)}
    leaves = {
        f"{name} leaves": cut_back(grown.tree_, grown.alphas_ > penalties[k]).n_leaves
        for name, k in at.items()
    }
    return leaves | {name: mean[k] for name, k in at.items()}


def missing(seed: int) -> dict[str, float]:
    """Complete rows, and errors of trees on these alone and on all, where one value in ten is lost."""
    wine, rng = data.wine(), np.random.default_rng(seed)
    train = rng.permutation(len(wine.y)) < 120
    holes = np.where(rng.random(wine.X.shape) < 0.1, np.nan, wine.X)
    full = train & ~np.isnan(holes).any(axis=1)
    model = DecisionTreeClassifier("gain_ratio", "multiway", min_samples_leaf=2)
    found = {"complete": full.sum()}
    for name, use in (("those alone", full), ("all", train)):
        model.fit(holes[use], wine.y[use])
        found[name] = 1 - model.score(wine.X[~train], wine.y[~train])
    return found
