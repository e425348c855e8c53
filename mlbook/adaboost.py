"""AdaBoost: weak learners on reweighted samples, which lower the exponential loss in stages.

    F(x) = sum_m alpha_m f_m(x),    alpha_m = 1/2 log((1 - eps_m) / eps_m)        (adaboost-step)

where eps_m is the fraction of the weight on which f_m errs, and w_i becomes w_i e^(-alpha_m y_i
f_m(x_i)), divided by the sum. For C classes (SAMME) a weak learner votes 1 for the class that it
predicts and -1 / (C - 1) for every other class, alpha_m = (C - 1) / C [log((1 - eps_m) / eps_m) +
log(C - 1)], and the loss is e^-F of the true class; C = 2 is the case above.

Conventions. The second of two classes is y = 1. scikit-learn's alpha is C / (C - 1) times ours: log
odds without the half for two classes. The weak learners are trees grown by the package, which
minimize the weighted Gini impurity; a tree of depth 1 is a stump.

Derived in chapters/adaboost.ipynb.
Source: Freund and Schapire 1997; Schapire and Singer 1999; Friedman, Hastie and
Tibshirani 2000; Zhu, Zou, Rosset and Hastie 2009 (SAMME).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Self

import numpy as np

from mlbook.contract import (
    Array,
    ArrayLike,
    ClassifierMixin,
    Estimator,
    Numbers,
    check_labels,
    check_one_kind,
    check_weights,
    check_X,
    check_X_fitted,
    rounds,
    widen_integers,
)
from mlbook.contract.parameters import check_flag, in_range, whole
from mlbook.losses import softmax
from mlbook.trees.boosting import in_all_classes
from mlbook.trees.codes import Codes, presort, to_grid
from mlbook.trees.grow import grow
from mlbook.trees.leaves import split_gain
from mlbook.trees.limits import Limits
from mlbook.trees.search import CELLS_AT_ONCE
from mlbook.trees.tree import Tree, class_targets, with_class_shares

ROUNDING = 1e-12  # of a weighted error, which is a sum of weights

# --- one round -----------------------------------------------------------------------------------


def exponential_loss(w: Array, margins: Array) -> float:
    """The loss that a round lowers (eq. adaboost-loss).

        sum_i w_i e^(-y_i F(x_i))

    Parameters
    ----------
    w, margins : array (n,)
        Weights and y_i F(x_i), as numbers or symbols.

    Returns
    -------
    float

    References
    ----------
    Friedman et al. 2000, section 4.

    Examples
    --------
    A margin of log 2 halves the loss of a sample, its negative doubles it:

    >>> w, margins = np.array([0.5, 0.5]), np.array([np.log(2), -np.log(2)])
    >>> round(float(exponential_loss(w, margins)), 3)
    1.25
    """
    return np.sum(w * np.exp(-margins))


def weighted_error(w: Array, wrong: Array) -> float:
    """The fraction of the weight on which a learner errs (eq. adaboost-error).

    Parameters
    ----------
    w : array (n,)
    wrong : array (n,)
        1 or True where the weak learner errs.

    Returns
    -------
    float

    References
    ----------
    Freund and Schapire 1997, figure 2.

    Examples
    --------
    >>> float(weighted_error(np.array([1.0, 1.0, 2.0]), np.array([True, False, False])))
    0.25
    """
    return np.sum(w * wrong) / np.sum(w)


def learner_weight(error: Numbers, C: int = 2) -> Numbers:
    """The best alpha (eqs. adaboost-step, adaboost-samme-step).

        1/2 log((1 - eps) / eps),    (C - 1) / C [log((1 - eps) / eps) + log(C - 1)]

    Parameters
    ----------
    error : array or number
        eps with 0 < eps < 1, or a symbol.
    C : int
        The number of classes, at least 2.

    Returns
    -------
    array or number
        Above 0 if the weak learner beats random guessing, whose error is 1 - 1/C.

    References
    ----------
    Freund and Schapire 1997, figure 2; Zhu et al. 2009, algorithm 2, times (C - 1) / C.

    Examples
    --------
    >>> learner_weight(np.array([0.1, 0.5, 0.9])).round(3)
    array([ 1.099,  0.   , -1.099])
    >>> float(learner_weight(0.75, C=4))
    0.0
    """
    return (C - 1) / C * np.log((C - 1) * (1 - error) / error)


def learner_margins(wrong: Array, C: int = 2) -> Array:
    """What a learner gives the true class (n,): 1 if right, else -1 / (C - 1).

    Parameters
    ----------
    wrong : array (n,)
        1 or True where the weak learner errs.
    C : int
        The number of classes, at least 2.

    Returns
    -------
    array (n,)

    Examples
    --------
    >>> learner_margins(np.array([False, True]), C=3)
    array([ 1. , -0.5])
    """
    return 1 - C / (C - 1) * wrong


def reweighted(w: Array, alpha: float, margins: Array) -> Array:
    """The weights (n,) of the next round (eq. adaboost-update).

        w_i e^(-alpha m_i) / sum_k w_k e^(-alpha m_k),    m = learner_margins(wrong, C)

    Parameters
    ----------
    w : array (n,)
    alpha : float
    margins : array (n,)
        m; all three as numbers or symbols.

    Returns
    -------
    array (n,)
        They sum to 1.

    References
    ----------
    Schapire and Singer 1999, figure 1.

    Examples
    --------
    After the best alpha for the error 1/4 the wrong sample has half of the weight:

    >>> alpha, margins = learner_weight(0.25), learner_margins(np.array([1, 0, 0]))
    >>> reweighted(np.array([0.25, 0.375, 0.375]), alpha, margins).round(3)
    array([0.5 , 0.25, 0.25])
    """
    raised = w * np.exp(-alpha * margins)
    return raised / np.sum(raised)


def rebalanced(w: Array, wrong: Array, C: int = 2) -> Array:
    """`reweighted` at the best alpha, without exponentials (adaboost-halves).

    The misclassified samples then have the fraction (C - 1) / C of the weight and the others 1 / C,
    so the weak learner is now no better than guessing (adaboost-coin, adaboost-samme-share).

    Parameters
    ----------
    w : array (n,)
    wrong : array (n,)
        1 where the weak learner errs, which must be on some of the weight but not on all of it.
        Both arrays may hold numbers, fractions or symbols.
    C : int
        The number of classes, at least 2.

    Returns
    -------
    array (n,)
        They sum to 1.

    Examples
    --------
    >>> rebalanced(np.array([2.0, 3.0, 3.0]), np.array([1, 0, 0]))
    array([0.5 , 0.25, 0.25])
    """
    error = weighted_error(w, wrong)
    share = wrong * (C - 1) / error + (1 - wrong) / (1 - error)
    return w / np.sum(w) * share / C


def error_bound(errors: Array) -> float:
    """An upper bound on the training error for two classes (eq. adaboost-bound).

        prod_m 2 sqrt(eps_m (1 - eps_m))

    Parameters
    ----------
    errors : array (M,)
        The weighted errors, as numbers or symbols.

    Returns
    -------
    float

    References
    ----------
    Schapire and Singer 1999, theorem 1; Freund and Schapire 1997, theorem 6.

    Examples
    --------
    2 sqrt(0.16) = 0.8, and a random guess, whose error is 1/2, leaves the bound unchanged:

    >>> [round(float(error_bound(np.array(errors))), 3) for errors in ([0.2], [0.2, 0.5])]
    [0.8, 0.8]
    """
    return np.prod(2 * np.sqrt(errors * (1 - errors)))


# --- learners ------------------------------------------------------------------------------------


class Learner:
    """A weak learner that grows trees on the same samples for any weights.

    Called with weights w (n,), it returns the tree for them, whose values are class fractions, and
    the leaf (n,) of each sample.

    Parameters
    ----------
    data : Codes
        `presort(X)`, without missing values.
    Y : array (n, C)
        The classes, one-hot.
    depth : int
        The maximum depth of the trees.

    Examples
    --------
    >>> learner = Learner(presort(np.array([[0.0], [1.0], [2.0]])), np.eye(2)[[0, 1, 0]], depth=2)
    >>> tree, leaf = learner(np.ones(3))
    >>> tree.depth, tree.value[leaf]
    (2, array([[1., 0.],
           [0., 1.],
           [1., 0.]]))
    """

    def __init__(self, data: Codes, Y: Array, depth: int) -> None:
        self.data, self.targets, self.depth = data, class_targets(Y), depth

    def __call__(self, w: Array) -> tuple[Tree, Array]:
        """The tree for the weights w (n,), class fractions as values, and each sample's leaf."""
        g = -(self.targets.T * w).T
        limits = Limits(max_depth=self.depth, until_pure=True)
        tree, leaf = grow(self.data, g, w, limits=limits)
        return with_class_shares(tree), leaf


class StumpLearner(Learner):
    """A faster `Learner` for depth 1: one pass compares all cuts of all features.

    Parameters
    ----------
    data : Codes
        `presort(X)`, without missing values.
    Y : array (n, C)
        The classes, one-hot.

    Examples
    --------
    Of two equally good cuts the lower one is chosen, until a weight decides:

    >>> learner = StumpLearner(presort(np.array([[0.0], [1.0], [2.0]])), np.eye(2)[[0, 1, 0]])
    >>> [float(learner(np.array(w))[0].threshold[0]) for w in ([1.0, 1.0, 1.0], [1.0, 1.0, 5.0])]
    [0.5, 1.5]
    """

    def __init__(self, data: Codes, Y: Array) -> None:
        super().__init__(data, Y, depth=1)
        self.columns = self.targets.reshape(len(Y), -1).T  # (K, n)
        assert data.order is not None  # as `presort` makes it
        self.order = data.order.astype(np.intp)  # as `take` wants it
        ranks = np.take_along_axis(data.codes, self.order, axis=1)
        self.tied = ranks[:, 1:] == ranks[:, :-1] if data.ties else None

    def __call__(self, w: Array) -> tuple[Tree, Array]:
        """As `Learner`, which decides where no cut gains more than rounding does."""
        j, below, above = self.best_cut(w)
        codes = self.data.codes[j]
        right = codes > codes[below]
        H, *G = (np.bincount(right, w * part, 2) for part in (1, *self.columns))
        gain = sum(split_gain(g[0], H[0], g[1], H[1], 0, 0) for g in G) if H.all() else 0
        if gain <= ROUNDING * w.sum():
            return super().__call__(w)
        return stump(j, float(self.data.threshold(j, below, above)), gain, H, G), 1 + right

    def best_cut(self, w: Array) -> tuple[int, int, int]:
        """The feature of the best cut, and the samples below and above it; the lowest in a tie.

        Parameters
        ----------
        w : array (n,)
        """
        weight, _ = to_grid(w)  # whole numbers: sums without rounding, and equal gains are equal
        stats, (d, n) = [weight, *(self.columns.astype(int) * weight)], self.order.shape
        step, top, j, cell = max(1, CELLS_AT_ONCE // (n * len(stats) // 2)), 0.0, 0, 0
        for first in range(0, d if n > 1 else 0, step):
            score = self.scores(slice(first, first + step), stats)
            place = np.unravel_index(score.argmax(), score.shape)
            if score[place] > top:
                top, j, cell = score[place], first + int(place[0]), int(place[1])
        return j, *self.order[j, cell : cell + 2][[0, -1]]

    def scores(self, block: slice, stats: list[Array]) -> Array:
        """Twice the gain (b, n - 1) of a cut behind each sample, up to a factor; 0 between ties.

        Parameters
        ----------
        block : slice
            Of b features.
        stats : list of array (n,)
            Whole numbers: the weights, and for each output the weights of its samples.
        """
        order = self.order[block]
        H, *left = (stat.take(order).cumsum(axis=1)[:, :-1].astype(float) for stat in stats)
        score: Any  # a number, and then an array
        H_right, score = float(stats[0].sum()) - H, 0
        for G, stat in zip(left, stats[1:], strict=True):
            apart, other = G * H_right, float(stat.sum()) - G
            other *= H
            apart -= other
            apart *= apart
            score = apart + score
        H_right *= H
        score /= np.maximum(H_right, 1, out=H_right)  # no weight on a side: 0 / 1
        if self.tied is not None:
            score[self.tied[block]] = 0
        return score


def stump(j: int, threshold: float, gain: float, H: Array, G: list[Array]) -> Tree:
    """The tree with the one split x_j <= threshold, from the sums (2,) on its left and right.

    Parameters
    ----------
    j : int
    threshold, gain : float
    H : array (2,)
        Weights left and right.
    G : list of array (2,)
        For two classes the weights of the second class, otherwise those of each class.

    Returns
    -------
    Tree
        With class fractions as values.

    Examples
    --------
    On the left lies a sample of the first class, on the right three of the second:

    >>> stump(0, 1.5, 0.375, np.array([1.0, 3.0]), [np.array([0.0, 3.0])]).value
    array([[0.25, 0.75],
           [1.  , 0.  ],
           [0.  , 1.  ]])
    """
    cover, *sums = np.column_stack([np.sum([H, *G], axis=1), [H, *G]])  # node, left, right
    tree = Tree(
        feature=np.array([j, -1, -1]),
        threshold=np.array([threshold, np.inf, np.inf]),
        left=np.array([1, 1, 2]),
        missing_left=np.array([H[0] >= H[1], True, True]),
        value=np.transpose(sums).squeeze() / (cover if len(G) == 1 else cover[:, None]),
        gain=np.array([gain, 0.0, 0.0]),
        cover=cover,
        depth=1,
    )
    return with_class_shares(tree)


# --- the estimator -------------------------------------------------------------------------------


class AdaBoostClassifier(ClassifierMixin, Estimator):
    """A classifier that boosts trees by reweighting: AdaBoost for two classes, SAMME for more.

    Fitting ends early when a weak learner makes no error on the weighted samples; it gets alpha = 1
    + the sum of the earlier ones, so that it outvotes them. Fitting also ends when a weak learner
    is no better than guessing (eps >= 1 - 1/C). That one is left out; if it is the first, all
    scores are 0 and the first class is predicted. With a single class, that class is always
    predicted.

    Parameters
    ----------
    n_estimators : int
        The maximum number of rounds, at least 1.
    learning_rate : float
        A factor that multiplies every alpha, in (0, 2): at 2 a round gains nothing for two classes.
    max_depth : int
        The maximum depth of a tree, at least 1; trees of depth 1 are stumps.
    verbose : bool
        Whether fit shows its progress on stderr.

    Attributes
    ----------
    trees_ : list of Tree
        The M trees; each predicts the class with the largest fraction in a leaf.
    alphas_ : array (M,)
        The weight of the tree of each round.
    errors_ : array (M,)
        The weighted error of each tree.
    classes_ : array (C,)
        The labels in sorted order.
    n_features_in_ : int

    References
    ----------
    Freund and Schapire 1997; Zhu, Zou, Rosset and Hastie 2009 (SAMME).

    Examples
    --------
    No single stump separates the middle from the ends, but three together do:

    >>> X, y = [[0.0], [1.0], [2.0], [3.0]], [0, 1, 1, 0]
    >>> model = AdaBoostClassifier(n_estimators=3).fit(X, y)
    >>> model.errors_.round(3), model.predict(X)
    (array([0.25 , 0.167, 0.2  ]), array([0, 1, 1, 0]))
    """

    parameters = dict(
        n_estimators=whole(),
        learning_rate=in_range("(0, 2)"),
        max_depth=whole(),
        verbose=check_flag,
    )
    trees_: list[Tree]

    def __init__(
        self,
        n_estimators: int = 50,
        learning_rate: float = 1.0,
        max_depth: int = 1,
        verbose: bool = False,
    ) -> None:
        self.n_estimators = n_estimators
        self.learning_rate = learning_rate
        self.max_depth = max_depth
        self.verbose = verbose

    def fit(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """The estimator itself, fitted to X (n, d) and labels y (n,).

        Parameters
        ----------
        X : array (n, d)
        y : array (n,)
        sample_weight : array (n,), optional
            At least 0 and not all 0; None gives every sample the weight 1. A sample of weight 0 is
            left out, but its label stays among the classes; a class without weight has the
            probability 0.

        Returns
        -------
        AdaBoostClassifier

        Raises
        ------
        ValueError
            If an input has a wrong shape or is out of range.
        """
        X = check_X(X)
        classes, codes = check_labels(y, len(X))
        w = check_weights(sample_weight, len(X))
        self.classes_, self.n_features_in_ = classes, X.shape[1]
        X, codes, w = X[w > 0], codes[w > 0], w[w > 0]
        self._present, codes = np.unique(codes, return_inverse=True)
        data, Y = presort(X), np.eye(len(self._present))[codes]
        grown = StumpLearner(data, Y) if self.max_depth == 1 else Learner(data, Y, self.max_depth)
        self._boost(grown, codes, w)
        return self

    def _boost(self, grown: Learner, codes: Array, w: Array) -> None:
        """Learn trees_, alphas_ and errors_."""
        C, w = len(self._present), w / w.sum()
        alphas: list[float]
        errors: list[float]
        self.trees_, alphas, errors = [], [], []
        for _ in rounds(range(self.n_estimators), self.verbose, "AdaBoost"):
            tree, leaf = grown(w)
            wrong = tree.value.argmax(axis=1)[leaf] != codes
            error = weighted_error(w, wrong)
            if 0 < error >= 1 - 1 / C - ROUNDING:
                break
            self.trees_.append(tree)
            errors.append(error)
            if error == 0:
                alphas.append(1 + sum(alphas))
                break
            alphas.append(self.learning_rate * learner_weight(error, C))
            w = reweighted(w, alphas[-1], learner_margins(wrong, C))
        self.alphas_, self.errors_ = np.array(alphas), np.array(errors)

    def _staged_votes(self, X: Array) -> Iterator[tuple[Array, float]]:
        """The votes (n, C) before the first round and after each, and their number; not copied."""
        votes, total, rows = np.zeros((len(X), len(self.classes_))), 0.0, np.arange(len(X))
        yield votes, total
        for tree, alpha in zip(self.trees_, self.alphas_, strict=True):
            votes[rows, self._present[tree.value.argmax(axis=1)[tree.apply(X)]]] += alpha
            total += alpha
            yield votes, total

    def _votes(self, X: ArrayLike) -> tuple[Array, float]:
        *_, last = self._staged_votes(check_X_fitted(self, X))
        return last

    def staged_decision_function(self, X: ArrayLike) -> Iterator[Array]:
        """F after each round, one array for each round, as `decision_function` returns it."""
        stages = self._staged_votes(check_X_fitted(self, X))
        next(stages)
        yield from (self._scores(*stage) for stage in stages)

    def decision_function(self, X: ArrayLike) -> Array:
        """F (n,) for two classes, decided by its sign; otherwise (n, C), with rows that sum to 0.

        -inf for a class without weight.
        """
        return self._scores(*self._votes(X))

    def _scores(self, votes: Array, total: float) -> Array:
        C = len(self.classes_)
        if len(self._present) == C:
            return scores(votes, total)
        F = scores(votes[:, self._present], total)
        columns = np.column_stack([-F, F]) if F.ndim == 1 else F
        return in_all_classes(columns, np.isin(np.arange(C), self._present))

    def predict(self, X: ArrayLike) -> Array:
        """The class (n,) with most votes; in a tie the first."""
        votes, _ = self._votes(X)
        return self._most_voted(votes)

    def _most_voted(self, votes: Array) -> Array:
        """Of the classes that have weight the one with most votes."""
        return self.classes_[self._present[votes[:, self._present].argmax(axis=1)]]

    def staged_predict(self, X: ArrayLike) -> Iterator[Array]:
        """The class (n,) with most votes after each round, one array for each round."""
        stages = self._staged_votes(check_X_fitted(self, X))
        next(stages)
        yield from (self._most_voted(votes) for votes, _ in stages)

    def predict_proba(self, X: ArrayLike) -> Array:
        """Probabilities (n, C) under which F would be best: softmax (eq. adaboost-odds).

        They tend to 0 and 1 as the rounds go on: AdaBoost ranks samples well, but its probabilities
        are not calibrated.
        """
        F = self.decision_function(X)
        if np.isinf(F).all():  # of two classes one has no weight
            return np.column_stack([F < 0, F > 0]).astype(float)
        return softmax(np.column_stack([-F, F]) if F.ndim == 1 else F)

    def margins(self, X: ArrayLike, y: ArrayLike) -> Array:
        """The margins (n,): votes for the true class minus those for the best other class.

        They are fractions between -1 and 1, and 0 without votes.

        Parameters
        ----------
        X : array (n, d)
        y : array (n,)
            The true classes.

        Returns
        -------
        array (n,)

        Raises
        ------
        ValueError
            If y has a label that `fit` has not seen.
        """
        votes, total = self._votes(X)
        present, codes = check_labels(y, len(votes))
        check_one_kind(y=present, classes=self.classes_)
        if not np.isin(present, self.classes_).all():
            raise ValueError(
                f"y must hold labels that fit has seen, {self.classes_}; received {present}"
            )
        own = present[codes][:, None] == self.classes_
        other = np.where(own, -np.inf, votes).max(axis=1)
        return (votes[own] - np.maximum(other, 0)) / (total or 1)


def scores(votes: Array, total: float) -> Array:
    """F from votes (n, C) that sum to total; a vote also counts -1 / (C - 1) for each other class.

    For two classes it is (n,), the score of the second class; a single class has the score 0.

    Parameters
    ----------
    votes : array (n, C)
        Sums of alpha.
    total : float
        The sum of each row.

    Returns
    -------
    array (n,) or (n, C)

    Examples
    --------
    >>> scores(np.array([[3.0, 1.0, 0.0]]), 4.0)
    array([[ 2.5, -0.5, -2. ]])
    >>> scores(np.array([[3.0, 1.0]]), 4.0)
    array([-2.])
    """
    C = votes.shape[1]
    F = (C * votes - total) / max(C - 1, 1)
    return F[:, 1] if C == 2 else F


widen_integers(globals())
