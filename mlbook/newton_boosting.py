"""Second-order gradient boosting: each tree is one Newton step in the space of functions.

    F_m(x) = F_{m-1}(x) + eta w_{q(x)},   w_l = -G_l / (H_l + lam)       (newton-leaf-weight)

with the loss's derivatives g_i, h_i at F_{m-1}(x_i) and their sums G_l, H_l over the leaf l. The
tree q is grown greedily by the gain (newton-gain), with a penalty gamma per leaf. For squared loss
the Taylor expansion (newton-taylor) is exact; for logistic and softmax loss it is an approximation,
made anew in each round.

Conventions. F_0 is the constant that minimizes the training loss (xgboost's base_score; 0 in the
simplest accounts). Trees hold w; eta is applied when they are summed (xgboost stores eta w). The
gain has the factor 1/2 of the paper; xgboost leaves it out, so its gain and its gamma are twice
these. For C classes and softmax loss a round grows C trees, with the diagonal p (1 - p) as h;
xgboost 3.2 takes 2 p (1 - p), so that its leaf weights with lam = 0 are half of these. Missing
values are NaN.

Derived in chapters/newton_boosting.ipynb.
Source: Chen and Guestrin 2016; Friedman 2001; Friedman, Hastie and
Tibshirani 2000 (Newton steps).
"""

from __future__ import annotations

from functools import cache
from typing import Self

import numpy as np

from mlbook.contract import (
    Array,
    ArrayLike,
    Numbers,
    check_labels,
    check_X,
    check_X_y,
    check_y,
    widen_integers,
)
from mlbook.contract.parameters import in_range
from mlbook.losses import LogisticLoss, Loss, SoftmaxLoss, SquaredLoss
from mlbook.trees.boosting import (
    Boosting,
    BoostingClassifier,
    BoostingRegressor,
    Training,
    coded_targets,
    held_out_set,
    random_subset,
    targets_among,
)
from mlbook.trees.criteria import Squares
from mlbook.trees.grow import grow
from mlbook.trees.leaves import leaf_score
from mlbook.trees.limits import Limits, Sample
from mlbook.trees.tree import Tree

__all__ = ["NewtonBoostingClassifier", "NewtonBoostingRegressor", "exact_tree", "objective"]
__all__ += ["taylor"]

# --- what is minimized ---------------------------------------------------------------------------


def taylor(loss: Numbers, g: Numbers, h: Numbers, f: Numbers) -> Numbers:
    """The loss after a step f, to second order.

        l(y, F + f) ~ l(y, F) + g f + h f^2 / 2                         (newton-taylor)

    Parameters
    ----------
    loss, g, h : array or number
        The loss and its derivatives at F.
    f : array or number
        The step; all may be numbers or symbols.

    Returns
    -------
    array or number

    References
    ----------
    Chen and Guestrin 2016, section 2.2.

    Examples
    --------
    For squared loss it is exact: from y - F = 2 a step of 1 leads to the loss 1/2.

    >>> taylor(2.0, -2.0, 1.0, 1.0)
    0.5
    """
    return loss + g * f + h * f * f / 2


def objective(G: Array, H: Array, w: Array, lam: float, gamma: float) -> float:
    """The objective of a tree with T leaves, without constants.

        sum_l [G_l w_l + (H_l + lam) w_l^2 / 2] + gamma T               (newton-objective)

    Parameters
    ----------
    G, H, w : array (T,)
        Sums of g and h over each leaf, and its weight, as numbers or symbols.
    lam, gamma : float
        The penalties.

    Returns
    -------
    float

    References
    ----------
    Chen and Guestrin 2016, eq. 4.

    Examples
    --------
    The leaves contribute -4 + 2 and -2 + 1, and each costs 1/2:

    >>> G, H, w = np.array([-4.0, 2.0]), np.array([3.0, 1.0]), np.array([1.0, -1.0])
    >>> float(objective(G, H, w, lam=1.0, gamma=0.5))
    -2.0
    """
    return np.sum(G * w + (H + lam) * w * w / 2) + gamma * len(w)


def exact_tree(
    X: Array, g: Array, h: Array, lam: float, gamma: float = 0.0
) -> tuple[float, list[Array]]:
    """The least objective of all trees on a small table, and the leaves that attain it.

    A tree is a leaf, or a cut with a best tree on either side (eq. newton-gain-defined), so each
    sub-table is searched once: of n samples with d features there are at most (n (n + 1) / 2)^d.

    Parameters
    ----------
    X : array (n, d)
    g, h : array (n,)
    lam, gamma : float
        The penalties.

    Returns
    -------
    objective : float
    leaves : list of array
        The samples of each leaf.

    Examples
    --------
    No single cut of the exclusive or gains anything, but four leaves of one sample each are best:

    >>> X = np.array([[0, 0], [0, 1], [1, 0], [1, 1]])
    >>> objective, leaves = exact_tree(X, np.array([-1.0, 1, 1, -1]), np.ones(4), lam=1.0)
    >>> objective, len(leaves)
    (-1.0, 4)
    """

    @cache
    def best(rows: tuple[int, ...]) -> tuple[float, list[tuple[int, ...]]]:
        at = list(rows)
        result = gamma - float(leaf_score(g[at].sum(), h[at].sum(), lam)) / 2, [rows]
        for values in X.T:
            for t in np.unique(values[at])[:-1]:
                low = best(tuple(i for i in rows if values[i] <= t))
                high = best(tuple(i for i in rows if values[i] > t))
                if low[0] + high[0] < result[0]:
                    result = low[0] + high[0], low[1] + high[1]
        return result

    objective, leaves = best(tuple(range(len(X))))
    return objective, [np.array(rows) for rows in leaves]


# --- the boosting loop ---------------------------------------------------------------------------


class _NewtonBoosting(Boosting):
    """What regressor and classifier share: how the trees of a round are grown."""

    parameters = Boosting.parameters | dict(
        lam=in_range("[0, inf)"),
        gamma=in_range("[0, inf)"),
        min_child_weight=in_range("[0, inf)"),
        colsample=in_range("(0, 1]"),
    )

    def __init__(
        self,
        n_estimators: int = 100,
        learning_rate: float = 0.1,
        max_depth: int | None = 6,
        lam: float = 1.0,
        gamma: float = 0.0,
        min_child_weight: float = 1.0,
        subsample: float = 1.0,
        colsample: float = 1.0,
        tree_method: str = "exact",
        max_bins: int = 64,
        early_stopping_rounds: int | None = None,
        random_state: np.random.Generator | int = 0,
        verbose: bool = False,
    ) -> None:
        self.n_estimators = n_estimators
        self.learning_rate = learning_rate
        self.max_depth = max_depth
        self.lam = lam
        self.gamma = gamma
        self.min_child_weight = min_child_weight
        self.subsample = subsample
        self.colsample = colsample
        self.tree_method = tree_method
        self.max_bins = max_bins
        self.early_stopping_rounds = early_stopping_rounds
        self.random_state = random_state
        self.verbose = verbose

    def _round(
        self, training: Training, F: Array, loss: Loss, rng: np.random.Generator
    ) -> list[Tree]:
        """The trees of one round, one per column of F, which is moved by their weights."""
        X, y, (n, d) = training.X, training.y, training.X.shape
        sample = Sample(
            random_subset(n, self.subsample, rng), random_subset(d, self.colsample, rng)
        )
        criterion = Squares(self.lam, self.gamma)
        limits = Limits(self.max_depth, min_child_weight=self.min_child_weight)
        g = loss.gradient(y, F).reshape(n, -1)
        h = None if loss.unit_hessian else loss.hessian(y, F).reshape(n, -1)
        trees = []
        for k, moved in enumerate(F.reshape(n, -1).T):
            h_k = None if h is None else h[:, k]
            tree, leaf = grow(training.data, g[:, k], h_k, criterion, limits, sample)
            leaf = leaf if sample.rows is None else tree.apply(X)
            moved += self.learning_rate * tree.value[leaf]
            trees.append(tree)
        return trees


# --- the estimators ------------------------------------------------------------------------------


class NewtonBoostingRegressor(_NewtonBoosting, BoostingRegressor):
    """Second-order boosted trees for regression, with squared loss.

    Parameters
    ----------
    n_estimators : int
        The number of rounds, at least 1.
    learning_rate : float
        eta, above 0: the fraction of each leaf weight that is added.
    max_depth : int, optional
        The maximum depth, at least 1; None for no limit.
    lam, gamma : float
        The penalties of (newton-objective), at least 0.
    min_child_weight : float
        The minimum H of a leaf, at least 0.
    subsample, colsample : float
        In (0, 1]: fractions of rows and of columns drawn for each round.
    tree_method : str
        "exact" tries all cuts of a feature, "hist" only those between bins.
    max_bins : int
        The maximum number of bins of a feature, 2 to 255.
    early_stopping_rounds : int, optional
        Stop when the loss on eval_set, which is then required, has not improved for this many
        rounds, at least 1; None runs all rounds.
    random_state : int or Generator
        A seed >= 0, or a generator, which advances.
    verbose : bool
        Whether fit shows its progress on stderr.

    Attributes
    ----------
    trees_ : list of list of Tree
        For each round a list of one tree.
    start_ : float
        F_0.
    train_loss_ : list of float
        The mean loss before the first round and after each.
    validation_loss_ : list of float
        The same on eval_set, if there is one.
    best_iteration_ : int
        The number of rounds that predictions use: all, or with early stopping the number with the
        least validation loss.
    feature_importances_ : array (d,)
        Fractions of the total gain in these rounds; 0 without a split.
    n_features_in_ : int

    References
    ----------
    Chen and Guestrin 2016.

    Examples
    --------
    From the mean 2 the leaves would move by -2 and 2; lam = 2 acts as two more samples without
    residuals in each leaf and halves that:

    >>> X, y = [[0.0], [1.0], [2.0], [3.0]], [0.0, 0.0, 4.0, 4.0]
    >>> NewtonBoostingRegressor(n_estimators=1, learning_rate=1.0, lam=2.0).fit(X, y).predict(X)
    array([1., 1., 3., 3.])
    """

    def fit(
        self, X: ArrayLike, y: ArrayLike, eval_set: tuple[ArrayLike, ArrayLike] | None = None
    ) -> Self:
        """The estimator itself, fitted to X (n, d), with NaN where missing, and y (n,).

        Parameters
        ----------
        X : array (n, d)
        y : array (n,)
        eval_set : tuple, optional
            A validation set (X, y) on which the loss is computed after each round.

        Returns
        -------
        NewtonBoostingRegressor

        Raises
        ------
        ValueError
            If an input has a wrong shape or is out of range, or if the loss diverges.
        """
        X, y = check_X_y(X, y, allow_nan=True)
        self._boost(X, y, SquaredLoss(), held_out_set(self, eval_set, X.shape[1], check_y))
        return self


class NewtonBoostingClassifier(_NewtonBoosting, BoostingClassifier):
    """Second-order boosted trees for classification, with logistic or softmax loss.

    The loss is logistic for two classes, softmax for more. A single class has the probability 1,
    and no tree has a split.

    Parameters
    ----------
    n_estimators : int
        The number of rounds, at least 1.
    learning_rate : float
        eta, above 0: the fraction of each leaf weight that is added.
    max_depth : int, optional
        The maximum depth, at least 1; None for no limit.
    lam, gamma : float
        The penalties of (newton-objective), at least 0.
    min_child_weight : float
        The minimum H of a leaf, at least 0. Since h is at most 1/4, a value of 1 takes at least
        four samples.
    subsample, colsample : float
        In (0, 1]: fractions of rows and of columns drawn for each round.
    tree_method : str
        "exact" tries all cuts of a feature, "hist" only those between bins.
    max_bins : int
        The maximum number of bins of a feature, 2 to 255.
    early_stopping_rounds : int, optional
        Stop when the loss on eval_set, which is then required, has not improved for this many
        rounds, at least 1; None runs all rounds.
    random_state : int or Generator
        A seed >= 0, or a generator, which advances.
    verbose : bool
        Whether fit shows its progress on stderr.

    Attributes
    ----------
    classes_ : array (C,)
        The labels in sorted order.
    trees_ : list of list of Tree
        For each round C trees, or one for two classes.
    start_ : float or array (C,)
        F_0: the log-odds of the second class, or the logarithms of the class fractions.
    train_loss_ : list of float
        The mean loss before the first round and after each.
    validation_loss_ : list of float
        The same on eval_set, if there is one.
    best_iteration_ : int
        The number of rounds that predictions use: all, or with early stopping the number with the
        least validation loss.
    feature_importances_ : array (d,)
        Fractions of the total gain in these rounds; 0 without a split.
    n_features_in_ : int

    References
    ----------
    Chen and Guestrin 2016; Friedman, Hastie and Tibshirani 2000 (Newton steps).

    Examples
    --------
    From log-odds of 0 a leaf moves by 1 / (H + lam), where H and lam are 1/2 each:

    >>> X, y = [[0.0], [1.0], [2.0], [3.0]], ["a", "a", "b", "b"]
    >>> settings = dict(n_estimators=1, learning_rate=1.0, lam=0.5)
    >>> NewtonBoostingClassifier(**settings, min_child_weight=0.5).fit(X, y).decision_function(X)
    array([-1., -1.,  1.,  1.])

    With the default min_child_weight no leaf can have only two samples:

    >>> NewtonBoostingClassifier(**settings).fit(X, y).decision_function(X)
    array([0., 0., 0., 0.])
    """

    def fit(
        self, X: ArrayLike, y: ArrayLike, eval_set: tuple[ArrayLike, ArrayLike] | None = None
    ) -> Self:
        """The estimator itself, fitted to X (n, d), with NaN where missing, and labels y (n,).

        Parameters
        ----------
        X : array (n, d)
        y : array (n,)
        eval_set : tuple, optional
            A validation set (X, y) on which the loss is computed after each round.

        Returns
        -------
        NewtonBoostingClassifier

        Raises
        ------
        ValueError
            If an input has a wrong shape or is out of range, if eval_set has a label that y does
            not have, or if the loss diverges.
        """
        X = check_X(X, allow_nan=True)
        classes, y = check_labels(y, len(X))
        held_out = held_out_set(self, eval_set, X.shape[1], targets_among(classes))
        self.classes_ = classes
        loss = LogisticLoss() if len(classes) == 2 else SoftmaxLoss()
        self._boost(X, coded_targets(y, len(classes)), loss, held_out)
        return self


widen_integers(globals())
