"""Second-order gradient boosting: each tree is one Newton step in the space of functions.

    F_m(x) = F_{m-1}(x) + eta w_{q(x)},   w_l = -G_l / (H_l + lam)       (newton-leaf-weight)

with the loss's derivatives g_i, h_i at F_{m-1}(x_i) and their sums G_l, H_l over the leaf l. The
tree q is grown greedily by the gain (newton-gain), which pays gamma for every further leaf. For
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

from mlbook.base import (
    ClassifierMixin,
    Estimator,
    RegressorMixin,
    check_choice,
    check_fitted,
    check_in_range,
    check_labels,
    check_positive_int,
    check_random_state,
    check_X,
    check_X_fitted,
    check_X_y,
    check_y,
)
from mlbook.tree import bin_features, grow, leaf_weight, presort, split_gain, structure_score

__all__ = ["LogisticLoss", "NewtonBoostingClassifier", "NewtonBoostingRegressor", "SoftmaxLoss"]
__all__ += ["SquaredLoss", "leaf_weight", "objective", "sigmoid", "softmax", "split_gain"]
__all__ += ["structure_score", "taylor"]

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


# --- losses --------------------------------------------------------------------------------------


def sigmoid(F):
    """The probability p = 1 / (1 + e^-F), as (1 + tanh(F/2)) / 2, which cannot overflow."""
    return (1 + np.tanh(F / 2)) / 2


def softmax(F):
    """The probabilities p_c = e^F_c / sum_b e^F_b along the last axis of F (..., C).

    p does not change when F is shifted; for numbers the largest F_c becomes 0, against overflow.
    """
    E = np.exp(F if F.dtype == object else F - F.max(axis=-1, keepdims=True))
    return E / E.sum(axis=-1, keepdims=True)


class SquaredLoss:
    """l = (y - F)^2 / 2 for numbers y; g = F - y, h = 1                (newton-squared)."""

    unit_hessian = True

    def value(self, y, F):
        return (y - F) * (y - F) / 2

    def gradient(self, y, F):
        return F - y

    def hessian(self, y, F):
        return 1 + 0 * F

    def start(self, y):
        """The mean of y, the constant with the least loss."""
        return np.mean(y)


class LogisticLoss:
    """l = log(1 + e^F) - y F for y in {0, 1}; g = p - y, h = p (1 - p) (newton-logistic).

    p = sigmoid(F); h as (1 - tanh^2(F/2)) / 4 would be the same.
    """

    unit_hessian = False

    def value(self, y, F):
        symbolic = np.asarray(F).dtype == object  # numbers need a form that cannot overflow
        return (np.log(1 + np.exp(F)) if symbolic else np.logaddexp(0, F)) - y * F

    def gradient(self, y, F):
        return sigmoid(F) - y

    def hessian(self, y, F):
        return sigmoid(F) * sigmoid(-F)

    def start(self, y):
        """The log-odds of the share of y = 1, which must be neither 0 nor 1."""
        return np.log(np.mean(y) / (1 - np.mean(y)))


class SoftmaxLoss:
    """l = log sum_c e^F_c - sum_c y_c F_c; g = p - y, h = p (1 - p)    (newton-softmax).

    y (..., C) is one-hot, p = softmax(F); h is the diagonal of the second derivatives
    diag(p) - p p^T, since the C trees of a round are grown one by one.
    """

    unit_hessian = False

    def value(self, y, F):
        top = 0 if F.dtype == object else F.max(axis=-1)  # numbers: no overflow
        shifted = F - np.expand_dims(top, -1)
        return np.log(np.exp(shifted).sum(axis=-1)) - (y * shifted).sum(axis=-1)

    def gradient(self, y, F):
        return softmax(F) - y

    def hessian(self, y, F):
        p = softmax(F)
        return p * (1 - p)

    def start(self, y):
        """The logarithms (C,) of the class shares, none of which may be 0."""
        return np.log(np.mean(y, axis=0))


# --- the boosting loop ---------------------------------------------------------------------------


class _NewtonBoosting(Estimator):
    """What regressor and classifier share: the loop over rounds, and sums of trees."""

    accepts_missing = True

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

    def importances(self, kind="gain") -> np.ndarray:
        """Total gain (d,) of the splits on each feature, or with "count" their number."""
        check_fitted(self)
        check_choice("kind", kind, ("gain", "count"))
        trees = [tree for round_ in self.trees_[: self.best_iteration_] for tree in round_]
        total = np.zeros(self.n_features_in_)
        for tree in trees:
            split = tree.feature >= 0
            weights = tree.gain[split] if kind == "gain" else None
            total += np.bincount(tree.feature[split], weights, len(total))
        return total

    def _check(self, eval_set):
        """ValueError for a hyper-parameter outside its range."""
        check_positive_int("n_estimators", self.n_estimators)
        if self.max_depth is not None:
            check_positive_int("max_depth", self.max_depth)
        check_in_range("learning_rate", self.learning_rate, "(0, inf)")
        for name in ("subsample", "colsample"):
            check_in_range(name, getattr(self, name), "(0, 1]")
        for name in ("lam", "gamma", "min_child_weight"):
            check_in_range(name, getattr(self, name), "[0, inf)")
        check_choice("tree_method", self.tree_method, ("exact", "hist"))
        check_positive_int("max_bins", self.max_bins, minimum=2)
        if self.max_bins > 255:
            raise ValueError(f"max_bins must be at most 255; received {self.max_bins}")
        check_random_state(self.random_state)
        if self.early_stopping_rounds is not None:
            check_positive_int("early_stopping_rounds", self.early_stopping_rounds)
            if eval_set is None:
                raise ValueError("early_stopping_rounds needs eval_set=(X, y); received None")

    def _boost(self, X, y, loss, held_out):
        """Learn trees_ (rounds of C trees); held_out is None or X and y of a validation set."""
        rng, data = check_random_state(self.random_state), self._coded(X)
        self.n_features_in_, self.start_, self.trees_ = X.shape[1], loss.start(y), []
        F = self._started(X)
        self.train_loss_ = [loss.value(y, F).mean()]
        if held_out is not None:
            Fv = self._started(held_out[0])
            self.validation_loss_ = [loss.value(held_out[1], Fv).mean()]
        for _ in range(self.n_estimators):
            self.trees_.append(self._round(X, y, F, loss, data, rng))
            self.train_loss_.append(loss.value(y, F).mean())
            if held_out is not None:
                self._add(Fv, held_out[0], self.trees_[-1])
                self.validation_loss_.append(loss.value(held_out[1], Fv).mean())
                if self._stalled():
                    break
        self.best_iteration_ = len(self.trees_)
        if self.early_stopping_rounds is not None:
            self.best_iteration_ = int(np.argmin(self.validation_loss_))
        gain = self.importances("gain")
        self.feature_importances_ = gain / gain.sum() if gain.any() else gain

    def _coded(self, X):
        return presort(X) if self.tree_method == "exact" else bin_features(X, self.max_bins)

    def _stalled(self):
        """Whether the least validation loss is `early_stopping_rounds` rounds old."""
        if self.early_stopping_rounds is None:
            return False
        age = len(self.validation_loss_) - 1 - np.argmin(self.validation_loss_)
        return age >= self.early_stopping_rounds

    def _round(self, X, y, F, loss, data, rng):
        """The trees of one round, one per column of F, which is moved by their weights."""
        n, d = X.shape
        rows, columns = _drawn(n, self.subsample, rng), _drawn(d, self.colsample, rng)
        g = loss.gradient(y, F).reshape(n, -1)
        h = None if loss.unit_hessian else loss.hessian(y, F).reshape(n, -1)
        trees = []
        for k, moved in enumerate(F.reshape(n, -1).T):
            tree, leaf = grow(
                data,
                g[:, k],
                None if h is None else h[:, k],
                lam=self.lam,
                gamma=self.gamma,
                max_depth=self.max_depth,
                min_child_weight=self.min_child_weight,
                rows=rows,
                columns=columns,
            )
            leaf = leaf if rows is None else tree.apply(X)
            moved += self.learning_rate * tree.value[leaf]
            trees.append(tree)
        return trees

    def _started(self, X):
        """F_0: (n,), or (n, C) for C outputs."""
        return np.zeros((len(X), *np.shape(self.start_))) + self.start_

    def _add(self, F, X, trees):
        """Move F (n,) or (n, C), in place, by one round."""
        for column, tree in zip(F.reshape(len(F), -1).T, trees, strict=True):
            column += self.learning_rate * tree.predict(X)

    def _staged(self, X):
        """F after each round; one array, moved in place."""
        F = self._started(X)
        for trees in self.trees_:
            self._add(F, X, trees)
            yield F

    def _raw(self, X):
        """F after the rounds in use."""
        F = self._started(X)
        for trees in self.trees_[: self.best_iteration_]:
            self._add(F, X, trees)
        return F


def _drawn(n, share, rng):
    """A share of 0..n-1 (at least one), drawn without replacement, in order; None for all."""
    if share == 1:
        return None
    return np.sort(rng.choice(n, size=max(1, int(share * n)), replace=False))


# --- the estimators ------------------------------------------------------------------------------


class NewtonBoostingRegressor(RegressorMixin, _NewtonBoosting):
    """Boosted trees for a number y, with squared loss.

    n_estimators rounds, step learning_rate, trees of max_depth (None: no limit); lam, gamma: the
    penalties of (newton-objective); min_child_weight: the least H of a leaf; subsample, colsample:
    shares of rows and columns drawn for each round; tree_method: "exact" or "hist" with max_bins
    (up to 255); early_stopping_rounds: stop when the loss of eval_set has not improved for so long.

    Learned: `trees_` (rounds of one tree), `start_`, `train_loss_` (mean loss before the first
    round and after each), `validation_loss_` (the same, with an eval_set), `best_iteration_` (the
    number of rounds that predictions use: all, or with early stopping those with the least
    validation loss), `feature_importances_` (d,) (share of the gain), `n_features_in_`.
    """

    def fit(self, X, y, eval_set=None):
        """The estimator, fitted to X (n, d), NaN where missing, and y (n,).

        eval_set: None or (X, y) to watch. ValueError for input out of shape or range.
        """
        X, y = check_X_y(X, y, allow_nan=True)
        self._check(eval_set)
        vars(self).pop("validation_loss_", None)
        self._boost(X, y, SquaredLoss(), _held_out(eval_set, X.shape[1], check_y))
        return self

    def predict(self, X) -> np.ndarray:
        """F (n,) after best_iteration_ rounds."""
        return self._raw(check_X_fitted(self, X))

    def staged_predict(self, X):
        """F (n,) after each round, one array after the other."""
        for F in self._staged(check_X_fitted(self, X)):
            yield F.copy()


class NewtonBoostingClassifier(ClassifierMixin, _NewtonBoosting):
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
        held_out = _held_out(eval_set, X.shape[1], lambda y, n: _targets(y, n, classes))
        vars(self).pop("validation_loss_", None)
        self.classes_ = classes
        loss = LogisticLoss() if len(classes) == 2 else SoftmaxLoss()
        self._boost(X, _coded_targets(y, len(classes)), loss, held_out)
        return self

    def decision_function(self, X) -> np.ndarray:
        """F after best_iteration_ rounds: log-odds (n,) of the second class, or (n, C)."""
        return self._raw(check_X_fitted(self, X))

    def predict_proba(self, X) -> np.ndarray:
        """Probabilities (n, C): sigmoid or softmax of the decision function."""
        return _probabilities(self.decision_function(X))

    def predict(self, X) -> np.ndarray:
        """The most probable class (n,), the lowest of equals."""
        best = self.predict_proba(X).argmax(axis=1)
        return self.classes_[best]

    def staged_decision_function(self, X):
        """F, (n,) or (n, C), after each round, one array after the other."""
        for F in self._staged(check_X_fitted(self, X)):
            yield F.copy()

    def staged_predict_proba(self, X):
        """Probabilities (n, C) after each round, one array after the other."""
        yield from map(_probabilities, self._staged(check_X_fitted(self, X)))

    def staged_predict(self, X):
        """The most probable class (n,) after each round, one array after the other."""
        for p in self.staged_predict_proba(X):
            yield self.classes_[p.argmax(axis=1)]


def _targets(y, n, classes):
    """Targets for labels that must be among the classes; ValueError names one that is not."""
    known, codes = check_labels(y, n)
    unknown = known[~np.isin(known, classes)].tolist()
    if unknown:
        raise ValueError(f"eval_set has the label {unknown[0]!r}, which y does not have")
    return _coded_targets(np.searchsorted(classes, known)[codes], len(classes))


def _coded_targets(codes, C):
    """y as its loss wants it: (n,) of 0 and 1 for two classes, else one-hot (n, C)."""
    return codes.astype(float) if C == 2 else np.eye(C)[codes]


def _probabilities(F):
    """Probabilities (n, C) from log-odds (n,) or scores (n, C)."""
    return np.column_stack([sigmoid(-F), sigmoid(F)]) if F.ndim == 1 else softmax(F)


def _held_out(eval_set, d, check_target):
    """X and target of a validation set, checked; None if there is none."""
    if eval_set is None:
        return None
    try:
        X, y = eval_set
    except (TypeError, ValueError):
        raise ValueError("eval_set must be a pair (X, y)") from None
    X = check_X(X, allow_nan=True)
    if X.shape[1] != d:
        raise ValueError(f"X of eval_set has {X.shape[1]} features; X has {d}")
    return X, check_target(y, len(X))
