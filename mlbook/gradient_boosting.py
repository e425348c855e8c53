"""Gradient boosting: steepest descent in the space of functions, each step a tree.

    r_i = -dl(y_i, F_{m-1}(x_i)) / dF                                   (boosting-residual)
    R_l = leaves of a tree fitted to r by least squares                 (boosting-tree)
    w_l = argmin_w sum_{i in R_l} l(y_i, F_{m-1}(x_i) + w)              (boosting-leaf)
    F_m(x) = F_{m-1}(x) + eta w_{l(x)}                                  (boosting-update)

The leaf value is exact for squared and absolute loss and one step towards it for the others, see
`losses`. For C > 2 classes a round grows C trees, one for each score, from the same probabilities.
It is the first-order counterpart of `newton_boosting`: the tree is grown on r alone, and only its
leaf values use more.

Conventions: F_0 is the best constant, the logarithms of the class fractions for classes (zeros in
the simplest accounts), the median for Huber's loss. Trees hold w; eta is applied when they are
summed. A sample of weight 0 is left out before anything is learned. NaN means
missing.
Derived in chapters/gradient_boosting.ipynb.
Source: Friedman 2001, algorithms 1 to 6; Friedman 2002 (subsampling).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Self

import numpy as np

from mlbook.contract import (
    Array,
    ArrayLike,
    check_array,
    check_labels,
    check_positive_int,
    check_weights,
    check_X,
    check_X_fitted,
    check_X_y,
    check_y,
    widen_integers,
)
from mlbook.contract.parameters import choice, in_range, optional, whole
from mlbook.losses import (
    AbsoluteLoss,
    HuberLoss,
    LogisticLoss,
    Loss,
    SoftmaxLoss,
    SquaredLoss,
    total,
)
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
from mlbook.trees.codes import Codes, copies
from mlbook.trees.grow import grow
from mlbook.trees.limits import Limits, Sample
from mlbook.trees.pruning import cut_back
from mlbook.trees.tree import Tree

__all__ = ["GradientBoostingClassifier", "GradientBoostingRegressor", "fitted_step"]
__all__ += ["gradient_boost", "line_search", "partial_dependence"]

# --- descent in function space -------------------------------------------------------------------


def fitted_step(r: Array, h: Array) -> float:
    """The factor with which the learner's values h come closest to r in squares.

        beta = sum r h / sum h^2                                        (boosting-factor)

    Parameters
    ----------
    r, h : array (n,)
        Numbers or symbols; h must not be 0.

    Returns
    -------
    float

    References
    ----------
    Friedman 2001, algorithm 1, line 4.

    Examples
    --------
    >>> float(fitted_step(np.array([2.0, 4.0]), np.array([1.0, 3.0])))
    1.4
    """
    return total(r * h) / total(h * h)


def line_search(loss: Loss, y: Array, F: Array, h: Array, weights: Array | None = None) -> float:
    """The step rho along h with the least loss.

        rho = argmin_rho sum_i l(y_i, F_i + rho h_i)

    The slope sum_i l' h_i is monotone because l is convex. Its change of sign is bracketed by
    doubling and then found by bisection. The step is 0 if the slope is 0 at F. If the loss
    decreases forever, it is the step at which the slope rounds to 0, and at most 2^60, the end of
    the bracket.

    Parameters
    ----------
    loss : Loss
    y, F, h : array (n,) or (n, C)
        Numbers.
    weights : array (n,), optional

    Returns
    -------
    float

    References
    ----------
    Friedman 2001, algorithm 1, line 5.

    Examples
    --------
    The mean and the median of y are the best steps from 0 along 1:

    >>> y, F, h = np.array([1.0, 2.0, 9.0]), np.zeros(3), np.ones(3)
    >>> float(line_search(SquaredLoss(), y, F, h)), float(line_search(AbsoluteLoss(), y, F, h))
    (4.0, 2.0)
    """
    slope = lambda rho: np.sum(total(loss.gradient(y, F + rho * h) * h, weights))
    at_0 = slope(0.0)
    if at_0 == 0:
        return 0.0
    low, high, way = 0.0, 1.0, -np.sign(at_0)
    while way * slope(way * high) < 0 and high < 2.0**60:
        low, high = high, 2 * high
    while low < (middle := (low + high) / 2) < high:
        low, high = (middle, high) if way * slope(way * middle) < 0 else (low, middle)
    return way * high


def gradient_boost(
    loss: Loss,
    y: Array,
    learner: Callable[[Array], Array],
    n_rounds: int,
    learning_rate: float = 1.0,
    step: Callable[..., float] = line_search,
) -> Array:
    """The model's values at the samples, before the first round and after each (n_rounds + 1, n).

        F_m = F_{m-1} + eta rho h,   h = learner(r)                     (boosting-update)

    Parameters
    ----------
    loss : Loss
    y : array (n,)
    learner : function
        learner(r) returns the fitted values (n,) at the samples for the pseudo-residuals r (n,).
    n_rounds : int
    learning_rate : float
        eta.
    step : function
        step(loss, y, F, h) returns rho.

    Returns
    -------
    array (n_rounds + 1, n)

    References
    ----------
    Friedman 2001, algorithm 1.

    Examples
    --------
    A learner that fits every residual; each round adds half of them:

    >>> gradient_boost(SquaredLoss(), np.array([0.0, 4.0]), lambda r: r, 2, learning_rate=0.5)
    array([[2. , 2. ],
           [1. , 3. ],
           [0.5, 3.5]])
    """
    path = [np.zeros(len(y)) + loss.start(y)]
    for _ in range(n_rounds):
        F = path[-1]
        h = learner(-loss.gradient(y, F))
        path.append(F + learning_rate * step(loss, y, F, h) * h)
    return np.array(path)


# --- the estimators ------------------------------------------------------------------------------


class _GradientBoosting(Boosting):
    """What regressor and classifier share: how the trees of a round are grown."""

    parameters = Boosting.parameters | dict(min_samples_leaf=whole(), max_leaves=optional(whole(2)))
    max_leaves: int | None
    min_samples_leaf: int

    @property
    def trees_(self) -> list[list[Tree]]:
        """The trees of each round, a list of C for each: copies, as they grew as one `Tree`."""
        return [
            [cut_back(grove, grove.feature >= 0, c) for c in range(self._n_scores)]
            for (grove,) in self._rounds
        ]

    @property
    def _n_scores(self) -> int:
        """How many scores F has, and trees a round: C, or 1."""
        return np.size(self.start_)

    def _coded(self, X: Array) -> Codes:
        return copies(super()._coded(X), self._n_scores)

    def _round(
        self, training: Training, F: Array, loss: Loss, rng: np.random.Generator
    ) -> list[Tree]:
        """The C trees of a round in one `Tree`, its first nodes their roots; F moves by them."""
        n, rows = len(F), random_subset(len(F), self.subsample, rng)
        e = loss.residual(training.y, F).reshape(n, -1)
        grove, leaf = self._grown(loss.pseudo_residual(e), training, rows)
        at = slice(None) if rows is None else rows
        w = None if training.weights is None else training.weights[at]
        grove.value[:] = loss.leaf_values(e[at], leaf[at], len(grove.value), w)
        leaf = leaf if rows is None else self._leaves(grove, training.X)
        F += self.learning_rate * grove.value[leaf].reshape(F.shape)
        return [grove]

    def _grown(self, r: Array, training: Training, rows: Array | None) -> tuple[Tree, Array]:
        """Trees fitted to the columns of r (n, C) by least squares, and the leaves (n, C)."""
        limits = Limits(
            max_depth=self.max_depth,
            max_leaves=self.max_leaves,
            min_samples_leaf=self.min_samples_leaf,
            until_pure=True,
        )
        weights = training.weights
        grove, leaf = grow(
            training.data,
            -(r if weights is None else weights[:, None] * r).ravel(),
            None if weights is None else np.repeat(weights, r.shape[1]),
            limits=limits,
            sample=_in_each(rows, *r.shape),
        )
        return grove, leaf.reshape(r.shape)

    def _leaves(self, grove: Tree, X: Array) -> Array:
        """The node (n, C) into which each row of X falls in each tree of a round."""
        return grove.apply(X, range(self._n_scores)).reshape(-1, len(X)).T


def _in_each(rows: Array | None, n: int, C: int) -> Sample:
    """Which samples of C copies of n, those of `rows` in each, and the tree of each."""
    if C == 1:
        return Sample(rows)
    rows, trees = np.arange(n) if rows is None else rows, np.arange(C)
    return Sample((rows[:, None] * C + trees).ravel(), roots=np.tile(trees, len(rows)))


def _weighed(
    X: Array, y: Array, sample_weight: ArrayLike | None
) -> tuple[Array, Array, tuple[Array, ...]]:
    """X, y and, unless all weights are 1, the weights; without the samples of weight 0."""
    w = check_weights(sample_weight, len(X))
    if (w == 1).all():
        return X, y, ()
    return X[w > 0], y[w > 0], (w[w > 0],)


LOSSES = {
    "squared": lambda alpha: SquaredLoss(),
    "absolute": lambda alpha: AbsoluteLoss(),
    "huber": lambda alpha: HuberLoss(alpha=alpha),
}


class GradientBoostingRegressor(_GradientBoosting, BoostingRegressor):
    """Gradient-boosted trees for regression.

    Parameters
    ----------
    n_estimators : int
        The number of rounds, at least 1.
    learning_rate : float
        eta, above 0: the fraction of each leaf value that is added.
    max_depth : int, optional
        The maximum depth, at least 1; None for no limit.
    max_leaves : int, optional
        The maximum number of leaves, at least 2, of a tree that then grows best-first; None for no
        limit.
    min_samples_leaf : int
        The minimum number of samples in a leaf, at least 1.
    loss : str
        "squared", "absolute" or "huber".
    alpha : float
        For Huber's loss, in (0, 1): the fraction of residuals whose loss is squared. delta is their
        quantile and is computed in each round, so the losses of two rounds are not comparable.
    subsample : float
        In (0, 1]: the fraction of the samples drawn for each round.
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
        For each round a list of one tree; its leaves hold the best values for the loss, its inner
        nodes 0.
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
        Fractions of the total decrease of the squared error in these rounds; 0 without a split.
    n_features_in_ : int

    References
    ----------
    Friedman 2001, algorithms 2 to 4; Friedman 2002 (subsampling).

    Examples
    --------
    Starting from the mean 2, each round covers half of the remaining distance:

    >>> X, y = [[0.0], [1.0], [2.0], [3.0]], [0.0, 0.0, 4.0, 4.0]
    >>> model = GradientBoostingRegressor(n_estimators=2, learning_rate=0.5).fit(X, y)
    >>> model.predict(X), np.array(model.train_loss_)
    (array([0.5, 0.5, 3.5, 3.5]), array([2.   , 0.5  , 0.125]))
    """

    parameters = _GradientBoosting.parameters | dict(loss=choice(*LOSSES), alpha=in_range("(0, 1)"))

    def __init__(
        self,
        n_estimators: int = 100,
        learning_rate: float = 0.1,
        max_depth: int | None = 3,
        max_leaves: int | None = None,
        min_samples_leaf: int = 1,
        loss: str = "squared",
        alpha: float = 0.9,
        subsample: float = 1.0,
        tree_method: str = "exact",
        max_bins: int = 64,
        early_stopping_rounds: int | None = None,
        random_state: np.random.Generator | int = 0,
        verbose: bool = False,
    ) -> None:
        self.n_estimators = n_estimators
        self.learning_rate = learning_rate
        self.max_depth = max_depth
        self.max_leaves = max_leaves
        self.min_samples_leaf = min_samples_leaf
        self.loss = loss
        self.alpha = alpha
        self.subsample = subsample
        self.tree_method = tree_method
        self.max_bins = max_bins
        self.early_stopping_rounds = early_stopping_rounds
        self.random_state = random_state
        self.verbose = verbose

    def fit(
        self,
        X: ArrayLike,
        y: ArrayLike,
        sample_weight: ArrayLike | None = None,
        eval_set: tuple[ArrayLike, ArrayLike] | None = None,
    ) -> Self:
        """The estimator itself, fitted to X (n, d), with NaN where missing, and y (n,).

        Parameters
        ----------
        X : array (n, d)
        y : array (n,)
        sample_weight : array (n,), optional
            At least 0 and not all 0; None gives every sample the weight 1.
        eval_set : tuple, optional
            A validation set (X, y) on which the loss is computed after each round.

        Returns
        -------
        GradientBoostingRegressor

        Raises
        ------
        ValueError
            If an input has a wrong shape or is out of range, or if the loss diverges.
        """
        X, y = check_X_y(X, y, allow_nan=True)
        held_out = held_out_set(self, eval_set, X.shape[1], check_y)
        X, y, weights = _weighed(X, y, sample_weight)
        self._boost(X, y, LOSSES[self.loss](self.alpha), held_out, *weights)
        return self


class GradientBoostingClassifier(_GradientBoosting, BoostingClassifier):
    """Gradient-boosted trees for classification: logistic loss for two classes, softmax for more.

    Two classes take one tree in each round. A single class has the probability 1, and no tree has a
    split.

    Parameters
    ----------
    n_estimators : int
        The number of rounds, at least 1.
    learning_rate : float
        eta, above 0: the fraction of each leaf value that is added.
    max_depth : int, optional
        The maximum depth, at least 1; None for no limit.
    max_leaves : int, optional
        The maximum number of leaves, at least 2, of a tree that then grows best-first; None for no
        limit.
    min_samples_leaf : int
        The minimum number of samples in a leaf, at least 1.
    subsample : float
        In (0, 1]: the fraction of the samples drawn for each round.
    tree_method : str
        "exact" tries all cuts of a feature, "hist" only those between bins.
    max_bins : int
        The maximum number of bins of a feature, 2 to 255.
    early_stopping_rounds : int, optional
        Stop when the loss on eval_set, which is then required, has not improved for this many
        rounds, at least 1; None runs all rounds.
    start : str
        "best" for the best constants, or "zero" for scores of 0, the same for all classes (eq.
        boosting-alike).
    random_state : int or Generator
        A seed >= 0, or a generator, which advances.
    verbose : bool
        Whether fit shows its progress on stderr.

    Attributes
    ----------
    classes_ : array (C,)
        Labels in sorted order.
    trees_ : list of list of Tree
        For each round C trees, or one tree for two classes; a class without weight has none.
    start_ : float or array (C,)
        F_0: the log-odds of the second class, or the logarithms of the class fractions; or 0.
    train_loss_ : list of float
        The mean loss before the first round and after each.
    validation_loss_ : list of float
        The same on eval_set, if there is one.
    best_iteration_ : int
        The number of rounds that predictions use: all, or with early stopping the number with the
        least validation loss.
    feature_importances_ : array (d,)
        Fractions of the total decrease of the squared error in these rounds; 0 without a split.
    n_features_in_ : int

    References
    ----------
    Friedman 2001, algorithms 5 and 6; Friedman 2002 (subsampling).

    Examples
    --------
    Starting from log-odds of 0, a leaf moves by the sum of its residuals, 1, divided by that of p
    (1 - p), 1/2:

    >>> X, y = [[0.0], [1.0], [2.0], [3.0]], ["a", "a", "b", "b"]
    >>> model = GradientBoostingClassifier(n_estimators=1, learning_rate=1.0).fit(X, y)
    >>> model.decision_function(X)
    array([-2., -2.,  2.,  2.])
    """

    parameters = _GradientBoosting.parameters | dict(start=choice("best", "zero"))

    def __init__(
        self,
        n_estimators: int = 100,
        learning_rate: float = 0.1,
        max_depth: int | None = 3,
        max_leaves: int | None = None,
        min_samples_leaf: int = 1,
        subsample: float = 1.0,
        tree_method: str = "exact",
        max_bins: int = 64,
        early_stopping_rounds: int | None = None,
        start: str = "best",
        random_state: np.random.Generator | int = 0,
        verbose: bool = False,
    ) -> None:
        self.n_estimators = n_estimators
        self.learning_rate = learning_rate
        self.max_depth = max_depth
        self.max_leaves = max_leaves
        self.min_samples_leaf = min_samples_leaf
        self.subsample = subsample
        self.tree_method = tree_method
        self.max_bins = max_bins
        self.early_stopping_rounds = early_stopping_rounds
        self.start = start
        self.random_state = random_state
        self.verbose = verbose

    def fit(
        self,
        X: ArrayLike,
        y: ArrayLike,
        sample_weight: ArrayLike | None = None,
        eval_set: tuple[ArrayLike, ArrayLike] | None = None,
    ) -> Self:
        """The estimator itself, fitted to X (n, d), with NaN where missing, and labels y (n,).

        Parameters
        ----------
        X : array (n, d)
        y : array (n,)
        sample_weight : array (n,), optional
            At least 0 and not all 0; None gives every sample the weight 1. A class without weight
            has the probability 0.
        eval_set : tuple, optional
            A validation set (X, y) on which the loss is computed after each round.

        Returns
        -------
        GradientBoostingClassifier

        Raises
        ------
        ValueError
            If an input has a wrong shape or is out of range, if eval_set has a label that y does
            not have, or if the loss diverges.
        """
        X = check_X(X, allow_nan=True)
        self.classes_, codes = check_labels(y, len(X))
        X, codes, weights = _weighed(X, codes, sample_weight)
        present, codes = np.unique(codes, return_inverse=True)
        C, classes = len(present), self.classes_[present]
        held_out = held_out_set(self, eval_set, X.shape[1], targets_among(classes))
        weighed = np.isin(np.arange(len(self.classes_)), present)
        self._weighed = None if weighed.all() else weighed
        loss = LogisticLoss() if C == 2 else SoftmaxLoss()
        self._boost(X, coded_targets(codes, C), loss, held_out, *weights)
        return self

    def _start(self, loss: Loss, y: Array, *weights: Array) -> Array | float:
        """F_0, the best constants or zeros of their shape."""
        best = super()._start(loss, y, *weights)
        return best if self.start == "best" else 0.0 * best


# --- what a model says of one feature ------------------------------------------------------------


def partial_dependence(model: Any, X: ArrayLike, j: int, grid: ArrayLike) -> Array:
    """The mean prediction (m,) or (m, C) over X (n, d) with feature j set to each value of grid.

        mean_i F(x_i with x_ij = z)   for z in grid                     (boosting-dependence)

    F is the decision function of a classifier and the prediction of a regressor. If the features
    depend on each other, the model is also evaluated where there are no data.

    Parameters
    ----------
    model : estimator
        Fitted.
    X : array (n, d)
    j : int
        0 to d - 1.
    grid : array (m,)

    Returns
    -------
    array (m,) or (m, C)

    Raises
    ------
    ValueError
        If there is no feature j, or if X or grid is invalid.

    References
    ----------
    Friedman 2001, section 8.2.

    Examples
    --------
    y is the sum of the features, and the mean of the second is 4:

    >>> X, y = [[0.0, 0.0], [4.0, 0.0], [0.0, 8.0], [4.0, 8.0]], [0.0, 4.0, 8.0, 12.0]
    >>> model = GradientBoostingRegressor(n_estimators=1, learning_rate=1.0).fit(X, y)
    >>> partial_dependence(model, X, 0, [0.0, 4.0])
    array([4., 8.])
    """
    X, d = check_X_fitted(model, X), model.n_features_in_
    check_positive_int("j", j, minimum=0)
    if j >= d:
        raise ValueError(f"j must be below {d}, the number of features; received {j}")
    F, means = getattr(model, "decision_function", model.predict), []
    for z in check_array("grid", grid):
        moved = X.copy()
        moved[:, j] = z
        means.append(F(moved).mean(axis=0))
    return np.array(means)


widen_integers(globals())
