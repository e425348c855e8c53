"""Second-order gradient boosting: each tree is one Newton step in the space of functions.

    F_m(x) = F_{m-1}(x) + eta w_{q(x)},   w_l = -G_l / (H_l + lam)       (newton-leaf-weight)

with the loss's derivatives g_i, h_i at F_{m-1}(x_i) and their sums G_l, H_l over the leaf l. The
tree q is grown greedily by the gain (newton-gain), with a penalty gamma per leaf. For
squared loss the Taylor expansion (newton-taylor) is exact; for logistic and softmax loss it is
an approximation that each round takes anew.

Conventions. F_0 is the constant that minimises the training loss (xgboost's base_score; 0 in the
simplest accounts). Trees hold w; eta is applied when they are summed (xgboost stores eta w). For
C classes and softmax loss a round grows C trees, with the diagonal p (1 - p) as h; xgboost takes
2 p (1 - p), so that its leaf weights with lam = 0 are half of these. Missing values are NaN.

Chapter: newton_boosting. Sources: Chen and Guestrin 2016; Friedman 2001; Friedman, Hastie and
Tibshirani 2000 (Newton steps).
"""

from __future__ import annotations

import numpy as np

from mlbook.contract import check_in_range, check_labels, check_X, check_X_y, check_y
from mlbook.losses import LogisticLoss, SoftmaxLoss, SquaredLoss
from mlbook.trees.boosting import (
    Boosting,
    BoostingClassifier,
    BoostingRegressor,
    coded_targets,
    drawn,
    held_out_set,
    targets_among,
)
from mlbook.trees.criteria import Squares
from mlbook.trees.grow import grow
from mlbook.trees.limits import Limits, Sample

__all__ = ["NewtonBoostingClassifier", "NewtonBoostingRegressor", "objective", "taylor"]

# --- what is minimised ---------------------------------------------------------------------------


def taylor(loss, g, h, f):
    """The loss after a step f, to second order.

        l(y, F + f) ~ l(y, F) + g f + h f^2 / 2                         (newton-taylor)

    loss, g, h: value and derivatives at F. Arguments: numbers, arrays or symbols.
    Source: Chen and Guestrin 2016, section 2.2.
    """
    return loss + g * f + h * f * f / 2


def objective(G, H, w, lam, gamma):
    """The objective of a tree with T leaves, constants dropped.

        sum_l [G_l w_l + (H_l + lam) w_l^2 / 2] + gamma T               (newton-objective)

    G, H, w (T,): sums of g and h over each leaf, and its weight; numbers or symbols.
    Source: Chen and Guestrin 2016, eq. 4.
    """
    return np.sum(G * w + (H + lam) * w * w / 2) + gamma * len(w)


# --- the boosting loop ---------------------------------------------------------------------------


class _NewtonBoosting(Boosting):
    """What regressor and classifier share: how the trees of a round are grown."""

    def __init__(
        self,
        n_estimators=100,
        learning_rate=0.1,
        max_depth=6,
        lam=1.0,
        gamma=0.0,
        min_child_weight=1.0,
        subsample=1.0,
        colsample=1.0,
        tree_method="exact",
        max_bins=64,
        early_stopping_rounds=None,
        random_state=0,
        verbose=False,
    ):
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

    def _check(self, eval_set):
        """ValueError for a hyper-parameter outside its range."""
        super()._check(eval_set)
        check_in_range("colsample", self.colsample, "(0, 1]")
        for name in ("lam", "gamma", "min_child_weight"):
            check_in_range(name, getattr(self, name), "[0, inf)")

    def _round(self, training, F, loss, rng):
        """The trees of one round, one per column of F, which is moved by their weights."""
        X, y, (n, d) = training.X, training.y, training.X.shape
        sample = Sample(drawn(n, self.subsample, rng), drawn(d, self.colsample, rng))
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
    """Boosted trees for a number y, with squared loss.

    n_estimators rounds, step learning_rate, trees of max_depth (None: no limit); lam, gamma: the
    penalties of (newton-objective); min_child_weight: the least H of a leaf; subsample, colsample:
    fractions of rows and columns drawn for each round; tree_method: "exact" or "hist" with max_bins
    (up to 255); early_stopping_rounds: stop when the loss of eval_set has not improved for so long;
    random_state: seed or Generator; verbose: whether fit shows its progress on stderr.

    Learned: `trees_` (rounds of one tree), `start_`, `train_loss_` (mean loss before the first
    round and after each), `validation_loss_` (the same, with an eval_set), `best_iteration_` (the
    number of rounds that predictions use: all, or with early stopping those with the least
    validation loss), `feature_importances_` (d,) (fraction of the gain), `n_features_in_`.
    """

    def fit(self, X, y, eval_set=None):
        """The estimator, fitted to X (n, d), NaN where missing, and y (n,).

        eval_set: None or (X, y) to watch. ValueError for input out of shape or range.
        """
        X, y = check_X_y(X, y, allow_nan=True)
        self._check(eval_set)
        self._boost(X, y, SquaredLoss(), held_out_set(self, eval_set, X.shape[1], check_y))
        return self


class NewtonBoostingClassifier(_NewtonBoosting, BoostingClassifier):
    """Boosted trees for classes: logistic loss for two, softmax loss for more.

    Hyper-parameters and learned attributes are those of `NewtonBoostingRegressor`, and `classes_`
    (C,). A round has one tree for two classes and C trees for more. With a single class no tree
    is grown, and that class is predicted with probability 1.
    """

    def fit(self, X, y, eval_set=None):
        """The estimator, fitted to X (n, d), NaN where missing, and labels y (n,).

        eval_set: None or (X, y) to watch. ValueError for input out of shape or range, and for
        labels in eval_set that y does not have.
        """
        X = check_X(X, allow_nan=True)
        self._check(eval_set)
        classes, y = check_labels(y, len(X))
        held_out = held_out_set(self, eval_set, X.shape[1], targets_among(classes))
        self.classes_ = classes
        loss = LogisticLoss() if len(classes) == 2 else SoftmaxLoss()
        self._boost(X, coded_targets(y, len(classes)), loss, held_out)
        return self
