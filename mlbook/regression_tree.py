"""Regression trees: constant predictions on boxes, found by the greatest decrease of squared error.

A leaf predicts the mean of its samples; a split at x_j <= s decreases the squared error by

    n_L n_R / n (mean_L - mean_R)^2,

which is what the book's one grower maximizes for g = -y, h = 1, lam = 0 (`trees.grow`).
Conventions: x <= threshold goes left, thresholds are midpoints, among equal decreases the lowest
feature and then the lowest threshold wins; a missing value goes where the decrease is larger.
Functions of `+ - * /` and sums also run on arrays of symbols: the proofs are about this code.
Derived in chapters/regression_tree.ipynb.
Source: Breiman et al. 1984, chapter 8; Hastie et al. 2009, section 9.2.2.
"""

from __future__ import annotations

from typing import Self

import numpy as np

from mlbook.contract import (
    Array,
    ArrayLike,
    Estimator,
    Numbers,
    RegressorMixin,
    check_X_fitted,
    check_X_y,
    widen_integers,
)
from mlbook.trees.codes import presort
from mlbook.trees.criteria import Squares
from mlbook.trees.grow import grow
from mlbook.trees.limits import GROWTH, Limits
from mlbook.trees.pruning import pruned


def squared_error(y: Array) -> float:
    """The squared error of the best constant, sum_i (y_i - mean)^2 (eq. regression-tree-error).

    Parameters
    ----------
    y : array (n,)

    Returns
    -------
    number or symbol

    Examples
    --------
    >>> float(squared_error(np.array([1.0, 2.0, 6.0])))
    14.0
    """
    residual = y - y.mean()
    return (residual * residual).sum()


def decrease(
    n_left: Numbers,
    mean_left: Numbers,
    n_right: Numbers,
    mean_right: Numbers,
) -> Numbers:
    """The decrease of the squared error by a split (eq. regression-tree-decrease).

        n_L n_R / (n_L + n_R) (mean_L - mean_R)^2

    Parameters
    ----------
    n_left, mean_left, n_right, mean_right : numbers, arrays or symbols

    Returns
    -------
    number, array or symbol

    References
    ----------
    Breiman et al. 1984, section 8.4.

    Examples
    --------
    >>> decrease(2, 1.5, 2, 5.5)
    16.0
    """
    apart = mean_left - mean_right
    return n_left * n_right * apart * apart / (n_left + n_right)


def decreases(y: Array) -> Array:
    """The decrease of the squared error by each cut (eq. regression-tree-running).

        (n S_k - k S_n)^2 / (n k (n - k)),   S_k = y_1 + ... + y_k

    One running sum finds all n - 1 cuts.

    Parameters
    ----------
    y : array (n,)
        The targets, sorted by a feature.

    Returns
    -------
    array (n - 1,)

    Examples
    --------
    >>> decreases(np.array([1.0, 1.0, 4.0])).tolist()
    [1.5, 6.0]
    """
    n, k, sums = len(y), np.arange(1, len(y)), np.cumsum(y)
    apart = n * sums[:-1] - k * sums[-1]
    return apart * apart / (n * k * (n - k))


def best_split(X: Array, y: Array) -> tuple[int, float, float]:
    """The best question and its decrease (eq. regression-tree-split).

    It sorts each feature, in O(d n log n); the grower, which sorts once for the whole tree, finds
    the same split.

    Parameters
    ----------
    X : array (n, d)
    y : array (n,)

    Returns
    -------
    (j, s, decrease)
        The feature, the threshold and the decrease; (-1, inf, 0) if no split is possible.

    Examples
    --------
    >>> j, s, gain = best_split(np.array([[1.0], [2.0], [3.0]]), np.array([1.0, 1.0, 4.0]))
    >>> j, float(s), float(gain)
    (0, 2.5, 6.0)
    """
    best = -1, np.inf, 0.0
    for j, x in enumerate(X.T):
        order = np.argsort(x, kind="stable")
        low, high = x[order][:-1], x[order][1:]
        # between equal values there is no cut
        gains = np.where(low < high, decreases(y[order]), 0)
        if gains.max(initial=0) > best[2]:
            k = gains.argmax()
            best = j, (low[k] + high[k]) / 2, gains[k]
    return best


class DecisionTreeRegressor(RegressorMixin, Estimator):
    """A CART regression tree.

    NaN in X means missing. Invalid data, or a parameter out of its range, raises ValueError in
    `fit`.

    Parameters
    ----------
    max_depth : int or None
        The maximum depth, at least 0; None for no limit.
    min_samples_leaf : int
        The minimum number of samples in a leaf, at least 1.
    min_decrease : float
        The minimum decrease of the mean squared error over all samples by a split, at least 0; 0
        also allows a split that gains nothing by itself but may be followed by better ones.
    alpha : float
        The penalty per leaf in units of the mean squared error, at least 0; splits that gain less
        are pruned.

    Attributes
    ----------
    tree_ : Tree
        The value of a node is its mean, and the gain half the decrease.
    alphas_ : array (m,)
        The penalty at which the split of each node is pruned; 0 at leaves.
    n_features_in_ : int
        d.

    References
    ----------
    Breiman et al. 1984, chapter 8.

    Examples
    --------
    >>> X, y = np.array([[1.0], [2.0], [3.0], [4.0]]), np.array([0.0, 0.0, 6.0, 6.0])
    >>> model = DecisionTreeRegressor().fit(X, y)
    >>> model.tree_.threshold[0] == 2.5, model.predict(np.array([[0.0], [9.0]])).tolist()
    (np.True_, [0.0, 6.0])
    >>> model.alphas_.tolist()
    [9.0, 0.0, 0.0]
    """

    accepts_missing = True
    parameters = GROWTH

    def __init__(
        self,
        max_depth: int | None = None,
        min_samples_leaf: int = 1,
        min_decrease: float = 0.0,
        alpha: float = 0.0,
    ) -> None:
        self.max_depth = max_depth
        self.min_samples_leaf = min_samples_leaf
        self.min_decrease = min_decrease
        self.alpha = alpha

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
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

    def predict(self, X: ArrayLike) -> Array:
        """The mean (n,) of the leaf into which each row of X (n, d) falls."""
        X = check_X_fitted(self, X)
        return self.tree_.predict(X)


widen_integers(globals())
