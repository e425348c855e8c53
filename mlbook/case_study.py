"""A comparison of methods that can be believed: luck, counterparts, and the costs of errors.

Scores come from the room `mlbook.protocol`: each method is tuned by inner folds and scored on
samples that took no part in the choice. What they mean is judged here:

    expected best of K equal methods     n - sum_m F_m^K                        (eq. case-best)
    predict a positive                   if its probability is
                                         at least c_FP / (c_FP + c_FN)          (eq. case-threshold)

Conventions: a predicted positive is 1, a predicted negative 0; an actual positive is 1.
Functions of `+ - * /` and sums also run on fractions and symbols: the proofs are about this code.
Derived in chapters/case_study.ipynb.
Source: Elkan 2001.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from math import comb
from typing import Self

import numpy as np

from mlbook.contract import (
    Array,
    ArrayLike,
    Estimator,
    TransformerMixin,
    check_X_fitted,
    check_X_y,
    widen_integers,
)
from mlbook.contract.parameters import whole
from mlbook.protocol.tuning import Outcome, Procedure
from mlbook.random_forest import RandomForestRegressor, out_of_bag_importance


def expected_best(n: int, p: float, K: int) -> float:
    """The expected number of hits among n of the luckiest of K methods (eq. case-best).

        n - sum_(m < n) P(one hits at most m)^K

    Each method hits each sample with the probability p, independently.

    Parameters
    ----------
    n : int
    p : float
        Or a fraction, or a symbol.
    K : int
        Or a symbol.

    Returns
    -------
    float
        Of the kind of p and K.

    Examples
    --------
    For a single sample, the better of two methods hits more often than 1/2:

    >>> expected_best(1, 0.5, 1), expected_best(1, 0.5, 2)
    (0.5, 0.75)
    """
    chances = (comb(n, m) * p**m * (1 - p) ** (n - m) for m in range(n))
    return n - sum(at_most**K for at_most in accumulate(chances))


def counterparts(
    outcomes: Sequence[Outcome],
    candidates: Sequence[Procedure],
    X: Array,
    y: Array,
) -> list[Array]:
    """The responses of other procedures on each split, with the candidates that were chosen there.

    Parameters
    ----------
    outcomes : list of Outcome
        As `mlbook.protocol.tuning.nested` returns them.
    candidates : list of procedures
        For example those of another library, in the order given to `nested`.
    X : array (n, d)
    y : array (n,)
        All samples.

    Returns
    -------
    list of array

    Examples
    --------
    >>> from mlbook.protocol.tuning import nested
    >>> constants = [lambda X, y, inputs, c=c: np.full(len(inputs), c) for c in (0.0, 1.0)]
    >>> X, y = np.zeros((6, 1)), np.ones(6)
    >>> outcomes = nested(constants, X, y, lambda y, s: abs(y - s).sum())
    >>> theirs = [lambda X, y, inputs, c=c: np.full(len(inputs), c) for c in (20.0, 21.0)]
    >>> counterparts(outcomes, theirs, X, y)[0]  # the second was chosen
    array([21., 21.])
    """
    return [candidates[o.chosen](X[o.train], y[o.train], X[o.test]) for o in outcomes]


class ForestSelector(TransformerMixin, Estimator):
    """Selects the features of largest out-of-bag importance in a random forest.

    Parameters
    ----------
    n_features : int
        The number of features to select, at least 1; all if there are fewer.
    n_estimators : int
        The number of trees, at least 1.

    Attributes
    ----------
    importances_ : array (d,)
        The mean over trees of `out_of_bag_importance`.
    features_ : array (q,)
        The indices of the selected features, in ascending order.
    n_features_in_ : int

    Examples
    --------
    >>> X = np.array([[i % 4, i % 5, 7] for i in range(40)])
    >>> ForestSelector(n_features=1).fit(X, 1.0 * (X[:, 1] > 2)).features_
    array([1])
    """

    parameters = dict(n_features=whole(), n_estimators=whole())

    def __init__(self, n_features: int = 10, n_estimators: int = 30) -> None:
        self.n_features = n_features
        self.n_estimators = n_estimators

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """The estimator itself, fitted to X (n, d) and y (n,)."""
        X, y = check_X_y(X, y)
        forest = RandomForestRegressor(self.n_estimators, min_samples_leaf=5).fit(X, y)
        self.importances_ = out_of_bag_importance(forest, X, y).mean(axis=1)
        order = np.argsort(-self.importances_, kind="stable")
        self.features_ = np.sort(order[: self.n_features])
        self.n_features_in_ = X.shape[1]
        return self

    def transform(self, X: ArrayLike) -> Array:
        """The selected columns (m, q)."""
        return check_X_fitted(self, X)[:, self.features_]

    def _names_out(self, names: list[str]) -> list[str]:
        return [names[j] for j in self.features_]


# --- costs of errors -----------------------------------------------------------------------------


def cost_threshold(c_fp: float, c_fn: float) -> float:
    """The probability threshold above which predicting positive is cheaper (eq. case-threshold).

    Parameters
    ----------
    c_fp : float
        The cost of a false positive.
    c_fn : float
        The cost of a false negative; the two costs must not both be 0.

    Returns
    -------
    float

    References
    ----------
    Elkan 2001, eq. 2.

    Examples
    --------
    >>> cost_threshold(1, 9)
    0.1
    """
    return c_fp / (c_fp + c_fn)


def mean_cost(y: Array, flagged: Array, c_fp: float, c_fn: float) -> float:
    """The cost of decisions for each sample, on average (eq. case-cost).

    Parameters
    ----------
    y : array (n,)
        1 for a positive, else 0.
    flagged : array (n,)
        1 for a predicted positive, else 0.
    c_fp : float
        The cost of a false positive.
    c_fn : float
        The cost of a false negative.

    Returns
    -------
    float

    Examples
    --------
    One false negative and one false positive among four samples:

    >>> float(mean_cost(np.array([1, 1, 0, 0]), np.array([1, 0, 1, 0]), c_fp=1, c_fn=9))
    2.5
    """
    wrong = c_fp * (1 - y) * flagged + c_fn * y * (1 - flagged)
    return wrong.sum() / len(y)


def best_threshold(y: ArrayLike, s: Array, c_fp: float, c_fn: float) -> float:
    """The t for which flagging s >= t costs least on these samples.

    Parameters
    ----------
    y : array (n,)
        Labels 0 and 1.
    s : array (n,)
        The responses.
    c_fp : float
        The cost of a false positive.
    c_fn : float
        The cost of a false negative.

    Returns
    -------
    float
        Half-way between two responses, the least in a tie; -inf predicts every sample positive, inf
        none.

    Examples
    --------
    >>> best_threshold(np.array([0, 0, 1]), np.array([0.25, 0.5, 0.75]), c_fp=1, c_fn=1)
    0.625
    """
    order = np.argsort(s, kind="stable")
    s, change = s[order], np.where(np.asarray(y)[order] == 1, c_fn, -c_fp)
    cost = np.concatenate([[0], np.cumsum(change)])  # against flagging all
    cuts = np.concatenate([[-np.inf], (s[1:] + s[:-1]) / 2, [np.inf]])
    between = np.concatenate([[True], s[1:] > s[:-1], [True]])
    return float(cuts[between][cost[between].argmin()])


widen_integers(globals())
