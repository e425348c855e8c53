"""Regression trees: constant predictions on boxes, found by the greatest decrease of squared error.

A leaf predicts the mean of its samples; a split at x_j <= s decreases the squared error by

    n_L n_R / n (mean_L - mean_R)^2,

which is what the book's one grower maximises for g = -y, h = 1, lam = 0 (`trees.grow`).
Conventions: x <= threshold goes left, thresholds are midpoints, among equal decreases the lowest
feature and then the lowest threshold wins; a missing value goes where the decrease is larger.
Functions of `+ - * /` and sums also run on arrays of symbols: the proofs are about this code.
Derived in chapters/regression_tree.ipynb.
Source: Breiman et al. 1984, chapter 8; Hastie et al. 2009, section 9.2.2.
"""

from __future__ import annotations

import numpy as np

from mlbook.contract import (
    Estimator,
    RegressorMixin,
    check_X_fitted,
    check_X_y,
)
from mlbook.trees.codes import presort
from mlbook.trees.criteria import Squares
from mlbook.trees.grow import grow
from mlbook.trees.limits import GROWTH, Limits
from mlbook.trees.pruning import pruned


def squared_error(y):
    """The squared error of the best constant, sum_i (y_i - mean)^2 (eq. regression-tree-error)."""
    residual = y - y.mean()
    return (residual * residual).sum()


def decrease(n_left, mean_left, n_right, mean_right):
    """The decrease of the squared error by a split (eq. regression-tree-decrease).

        n_L n_R / (n_L + n_R) (mean_L - mean_R)^2

    Numbers, arrays or symbols.   Source: Breiman et al. 1984, section 8.4.
    """
    apart = mean_left - mean_right
    return n_left * n_right * apart * apart / (n_left + n_right)


def decreases(y):
    """The decrease by each cut (n - 1,) (eq. regression-tree-running).

        (n S_k - k S_n)^2 / (n k (n - k)),   S_k = y_1 + ... + y_k

    y (n,) in the order of a feature; one running sum finds all n - 1 cuts.
    """
    n, k, sums = len(y), np.arange(1, len(y)), np.cumsum(y)
    apart = n * sums[:-1] - k * sums[-1]
    return apart * apart / (n * k * (n - k))


def best_split(X, y):
    """The best question and its decrease (eq. regression-tree-split).

    X (n, d), y (n,) -> (j, s, decrease); (-1, inf, 0) where nothing can be split. Sorts each
    feature anew, O(d n log n); the grower, which sorts once for the whole tree, finds the same.
    """
    best = -1, np.inf, 0.0
    for j, x in enumerate(X.T):
        order = np.argsort(x, kind="stable")
        low, high = x[order][:-1], x[order][1:]
        # between equal values there is no cut
        found = np.where(low < high, decreases(y[order]), 0)
        if found.max(initial=0) > best[2]:
            k = found.argmax()
            best = j, (low[k] + high[k]) / 2, found[k]
    return best


class DecisionTreeRegressor(RegressorMixin, Estimator):
    """A CART regression tree.

    Parameters
        max_depth         most questions on a way down; None for no limit
        min_samples_leaf  least samples in a leaf
        min_decrease      a split decreases the mean squared error, over all samples, by more than
                          this; 0 allows one that decreases nothing, for the sake of those below
        alpha             penalty per leaf in mean squared error; splits not worth it are pruned

    Learned by fit
        tree_             `Tree` with the mean as value of a node and half the decrease as gain
        alphas_ (m,)      the penalty from which on each node's split is not worth it; 0 at leaves
        n_features_in_    d

    NaN in X means missing. Raises ValueError for other bad data or a parameter out of its range.
    """

    accepts_missing = True
    parameters = GROWTH

    def __init__(self, max_depth=None, min_samples_leaf=1, min_decrease=0.0, alpha=0.0):
        self.max_depth = max_depth
        self.min_samples_leaf = min_samples_leaf
        self.min_decrease = min_decrease
        self.alpha = alpha

    def fit(self, X, y):
        """Grow on X (n, d) and y (n,), then prune; returns the estimator."""
        X, y = check_X_y(X, y, allow_nan=True)
        n, centre = len(y), y.mean()
        gamma = self.min_decrease * n / 2
        limits = Limits(
            max_depth=self.max_depth,
            min_samples_leaf=self.min_samples_leaf,
            until_pure=self.min_decrease == 0,
        )
        tree, _ = grow(presort(X), centre - y, criterion=Squares(gamma=gamma), limits=limits)
        tree.value[:] += centre
        tree.gain[tree.feature >= 0] += gamma  # a condition on splits, not a penalty
        self.tree_, self.alphas_ = pruned(tree, self.alpha, 2 / n)
        self.n_features_in_ = X.shape[1]
        return self

    def predict(self, X):
        """The mean (n,) of the leaf into which each row of X (n, d) falls."""
        X = check_X_fitted(self, X)
        return self.tree_.predict(X)
