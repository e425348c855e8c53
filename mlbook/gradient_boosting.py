"""Gradient boosting: steepest descent in the space of functions, each step a tree.

    r_i = -dl(y_i, F_{m-1}(x_i)) / dF                                   (boosting-residual)
    R_l = leaves of a tree fitted to r by least squares                 (boosting-tree)
    w_l = argmin_w sum_{i in R_l} l(y_i, F_{m-1}(x_i) + w)              (boosting-leaf)
    F_m(x) = F_{m-1}(x) + eta w_{l(x)}                                  (boosting-update)

The leaf value is exact for squared and absolute loss and one step towards it for the others, see
`losses`. For C > 2 classes a round grows C trees, one for each score, from the same probabilities.
It is the first order beside `newton_boosting`: the tree sees r alone, and only its leaves see more.

Conventions: F_0 is the best constant, the logarithms of the class fractions for classes (zeros in
the simplest accounts), the median for Huber's loss. Trees hold w; eta is applied when they are
summed. A sample of weight 0 is no sample and is left out before anything is learned. NaN means
missing.
Chapter: gradient_boosting. Sources: Friedman 2001, algorithms 1 to 6; Friedman 2002 (subsampling).
"""

from __future__ import annotations

import numpy as np

from mlbook.contract import (
    check_choice,
    check_in_range,
    check_labels,
    check_positive_int,
    check_weights,
    check_X,
    check_X_fitted,
    check_X_y,
    check_y,
)
from mlbook.losses import AbsoluteLoss, HuberLoss, LogisticLoss, SoftmaxLoss, SquaredLoss, total
from mlbook.trees.boosting import (
    Boosting,
    BoostingClassifier,
    BoostingRegressor,
    coded_targets,
    drawn,
    held_out_set,
    targets_among,
)
from mlbook.trees.codes import copies
from mlbook.trees.grow import grow
from mlbook.trees.limits import Limits, Sample
from mlbook.trees.pruning import cut_back

__all__ = ["GradientBoostingClassifier", "GradientBoostingRegressor", "fitted_step"]
__all__ += ["gradient_boost", "line_search", "partial_dependence"]

# --- descent in function space -------------------------------------------------------------------


def fitted_step(r, h):
    """The factor with which the learner's values h come closest to r in squares.

        beta = sum r h / sum h^2                                        (boosting-factor)

    r, h (n,): numbers or symbols, h not 0.   Source: Friedman 2001, algorithm 1, line 4.
    """
    return total(r * h) / total(h * h)


def line_search(loss, y, F, h, weights=None):
    """The step rho along h with the least loss.

        rho = argmin_rho sum_i l(y_i, F_i + rho h_i)

    y, F, h (n,) or (n, C): numbers. The slope sum_i l' h_i is monotone as l is convex; its change
    of sign is bracketed by doubling and then halved. 0 where the loss is level along h; the end of
    the bracket, 2^60, where it falls for ever.   Source: Friedman 2001, algorithm 1, line 5.
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


def gradient_boost(loss, y, learner, n_rounds, learning_rate=1.0, step=line_search):
    """The model's values at the samples, before the first round and after each (n_rounds + 1, n).

        F_m = F_{m-1} + eta rho h,   h = learner(r)                     (boosting-update)

    learner(r): the values (n,) at the samples of what is fitted to the pseudo-residuals r (n,);
    step(loss, y, F, h): rho.   Source: Friedman 2001, algorithm 1.
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

    def _check(self, eval_set):
        """ValueError for a hyper-parameter outside its range."""
        super()._check(eval_set)
        check_positive_int("min_samples_leaf", self.min_samples_leaf)
        if self.max_leaves is not None:
            check_positive_int("max_leaves", self.max_leaves, minimum=2)

    @property
    def trees_(self):
        """The trees of each round, a list of C for each: copies, as they grew as one `Tree`."""
        return [
            [cut_back(grove, grove.feature >= 0, c) for c in range(self._n_scores)]
            for (grove,) in self._rounds
        ]

    @property
    def _n_scores(self):
        """How many scores F has, and trees a round: C, or 1."""
        return np.size(self.start_)

    def _coded(self, X):
        return copies(super()._coded(X), self._n_scores)

    def _round(self, training, F, loss, rng):
        """The C trees of a round in one `Tree`, its first nodes their roots; F moves by them."""
        n, rows = len(F), drawn(len(F), self.subsample, rng)
        e = loss.residual(training.y, F).reshape(n, -1)
        grove, leaf = self._grown(loss.pseudo_residual(e), training, rows)
        at = slice(None) if rows is None else rows
        w = None if training.weights is None else training.weights[at]
        grove.value[:] = loss.leaf_values(e[at], leaf[at], len(grove.value), w)
        leaf = leaf if rows is None else self._leaves(grove, training.X)
        F += self.learning_rate * grove.value[leaf].reshape(F.shape)
        return [grove]

    def _grown(self, r, training, rows):
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

    def _leaves(self, grove, X):
        """The node (n, C) into which each row of X falls in each tree of a round."""
        return grove.apply(X, range(self._n_scores)).reshape(-1, len(X)).T


def _in_each(rows, n, C):
    """Which samples of C copies of n, those of `rows` in each, and the tree of each."""
    if C == 1:
        return Sample(rows)
    rows, trees = np.arange(n) if rows is None else rows, np.arange(C)
    return Sample((rows[:, None] * C + trees).ravel(), roots=np.tile(trees, len(rows)))


def _weighed(X, y, sample_weight):
    """X, y and, unless all weights are 1, the weights; without the samples of weight 0."""
    w = check_weights(sample_weight, len(X))
    if (w == 1).all():
        return X, y, ()
    return X[w > 0], y[w > 0], (w[w > 0],)


class GradientBoostingRegressor(_GradientBoosting, BoostingRegressor):
    """Boosted trees for a number y.

    Parameters
        n_estimators           rounds
        learning_rate          eta, the fraction of each leaf value that is added
        max_depth, max_leaves  most questions on a way down, most leaves; None for no limit. With
                               max_leaves a tree grows best-first
        min_samples_leaf       least samples in a leaf
        loss                   "squared", "absolute" or "huber"
        alpha                  of Huber's loss: the fraction of residuals that count squared; delta
                               is their quantile, taken anew each round, so that the losses of
                               two rounds are not in one unit
        subsample              fraction of the samples drawn for each round
        tree_method, max_bins  "exact", or "hist" with so many bins, up to 255
        early_stopping_rounds  stop when the loss of eval_set has not improved for so long
        random_state           seed or Generator
        verbose                whether fit shows its progress on stderr

    Learned by fit
        trees_                 rounds of one `Tree`; the values of its leaves are those of the loss,
                               those of inner nodes 0
        start_                 F_0
        train_loss_            mean loss before the first round and after each
        validation_loss_       the same on eval_set, where there is one
        best_iteration_        rounds that predictions use: all, or with early stopping those with
                               the least validation loss
        feature_importances_   (d,) fractions of the decrease of the squared error; n_features_in_
    """

    def __init__(
        self,
        n_estimators=100,
        learning_rate=0.1,
        max_depth=3,
        max_leaves=None,
        min_samples_leaf=1,
        loss="squared",
        alpha=0.9,
        subsample=1.0,
        tree_method="exact",
        max_bins=64,
        early_stopping_rounds=None,
        random_state=0,
        verbose=False,
    ):
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

    def fit(self, X, y, sample_weight=None, eval_set=None):
        """The estimator, fitted to X (n, d), NaN where missing, and y (n,).

        sample_weight: None or (n,) >= 0, not all 0; eval_set: None or (X, y) to watch.
        ValueError for input out of shape or range.
        """
        X, y = check_X_y(X, y, allow_nan=True)
        self._check(eval_set)
        check_choice("loss", self.loss, tuple(LOSSES))
        check_in_range("alpha", self.alpha, "(0, 1)")
        held_out = held_out_set(self, eval_set, X.shape[1], check_y)
        X, y, weights = _weighed(X, y, sample_weight)
        self._boost(X, y, LOSSES[self.loss](self.alpha), held_out, *weights)
        return self


LOSSES = {
    "squared": lambda alpha: SquaredLoss(),
    "absolute": lambda alpha: AbsoluteLoss(),
    "huber": lambda alpha: HuberLoss(alpha=alpha),
}


class GradientBoostingClassifier(_GradientBoosting, BoostingClassifier):
    """Boosted trees for classes: logistic loss and a tree a round for two, softmax loss for more.

    Parameters and learned attributes are those of `GradientBoostingRegressor`, without loss and
    alpha, and `classes_` (C,): those that some sample of positive weight has. With more than two a
    round has C trees. With a single class no tree is grown, and its probability is 1.
    """

    def __init__(
        self,
        n_estimators=100,
        learning_rate=0.1,
        max_depth=3,
        max_leaves=None,
        min_samples_leaf=1,
        subsample=1.0,
        tree_method="exact",
        max_bins=64,
        early_stopping_rounds=None,
        random_state=0,
        verbose=False,
    ):
        self.n_estimators = n_estimators
        self.learning_rate = learning_rate
        self.max_depth = max_depth
        self.max_leaves = max_leaves
        self.min_samples_leaf = min_samples_leaf
        self.subsample = subsample
        self.tree_method = tree_method
        self.max_bins = max_bins
        self.early_stopping_rounds = early_stopping_rounds
        self.random_state = random_state
        self.verbose = verbose

    def fit(self, X, y, sample_weight=None, eval_set=None):
        """The estimator, fitted to X (n, d), NaN where missing, and labels y (n,).

        sample_weight: None or (n,) >= 0, not all 0; eval_set: None or (X, y) to watch.
        ValueError for input out of shape or range, and for labels in eval_set that y does not have.
        """
        X = check_X(X, allow_nan=True)
        self._check(eval_set)
        check_labels(y, len(X))
        X, y, weights = _weighed(X, np.asarray(y), sample_weight)
        classes, codes = check_labels(y, len(X))
        C = len(classes)
        held_out = held_out_set(self, eval_set, X.shape[1], targets_among(classes))
        self.classes_ = classes
        loss = LogisticLoss() if C == 2 else SoftmaxLoss()
        self._boost(X, coded_targets(codes, C), loss, held_out, *weights)
        return self


# --- what a model says of one feature ------------------------------------------------------------


def partial_dependence(model, X, j, grid):
    """The mean prediction (m,) or (m, C) over X (n, d) with feature j set to each of grid (m,).

        mean_i F(x_i with x_ij = z)   for z in grid                     (boosting-dependence)

    F is the decision function of a classifier, else the prediction. Away from the data, where
    features depend on each other, it asks of what the model never saw. ValueError for a j that
    there is not.   Source: Friedman 2001, section 8.2.
    """
    X, d = check_X_fitted(model, X), model.n_features_in_
    check_positive_int("j", j, minimum=0)
    if j >= d:
        raise ValueError(f"j must be below {d}, the number of features; received {j}")
    F, found = getattr(model, "decision_function", model.predict), []
    for z in check_y(grid, np.size(grid)):
        moved = X.copy()
        moved[:, j] = z
        found.append(F(moved).mean(axis=0))
    return np.array(found)
