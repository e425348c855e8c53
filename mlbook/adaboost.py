"""AdaBoost: weak learners on reweighted samples, which is exponential loss, stage by stage.

    F(x) = sum_m alpha_m f_m(x),    alpha_m = 1/2 log((1 - eps_m) / eps_m)        (adaboost-step)

where eps_m is the fraction of the weight on which f_m errs, and w_i becomes
w_i e^(-alpha_m y_i f_m(x_i)), divided by the sum. For C classes (SAMME) a learner that says a class
counts 1 for it and -1 / (C - 1) for each other one,
alpha_m = (C - 1) / C [log((1 - eps_m) / eps_m) + log(C - 1)], and the loss is e^-F of the true
class; C = 2 is the case above.

Conventions. Of two classes the second one is y = 1. scikit-learn's alpha is C / (C - 1) times ours:
log odds without the half for two classes. Learners are trees of the package's grower, which
minimise the weighted Gini impurity; a tree of depth 1 is a stump.

Chapter: adaboost. Sources: Freund and Schapire 1997; Schapire and Singer 1999; Friedman, Hastie and
Tibshirani 2000; Zhu, Zou, Rosset and Hastie 2009 (SAMME).
"""

from __future__ import annotations

import numpy as np

from mlbook.contract import (
    ClassifierMixin,
    Estimator,
    check_flag,
    check_in_range,
    check_labels,
    check_positive_int,
    check_weights,
    check_X,
    check_X_fitted,
    rounds,
)
from mlbook.losses import softmax
from mlbook.trees.codes import presort, to_grid
from mlbook.trees.grow import grow
from mlbook.trees.leaves import split_gain
from mlbook.trees.limits import Limits
from mlbook.trees.search import CELLS_AT_ONCE
from mlbook.trees.tree import Tree, class_targets, with_class_shares

ROUNDING = 1e-12  # of a weighted error, which is a sum of weights

# --- one round -----------------------------------------------------------------------------------


def exponential_loss(w, margins):
    """The loss that a round lowers (eq. adaboost-loss).

        sum_i w_i e^(-y_i F(x_i))

    w, margins (n,): weights and y_i F(x_i); arrays or symbols.
    Source: Friedman et al. 2000, section 4.
    """
    return np.sum(w * np.exp(-margins))


def weighted_error(w, wrong):
    """The fraction of the weight on which a learner errs (eq. adaboost-error).

    w (n,); wrong (n,): 1 or True where it errs.   Source: Freund and Schapire 1997, figure 2.
    """
    return np.sum(w * wrong) / np.sum(w)


def learner_weight(error, C=2):
    """The best alpha (eqs. adaboost-step, adaboost-samme-step).

        1/2 log((1 - eps) / eps),    (C - 1) / C [log((1 - eps) / eps) + log(C - 1)]

    error: numbers, arrays or symbols, 0 < eps < 1.
    Source: Freund and Schapire 1997, figure 2; Zhu et al. 2009, algorithm 2, times (C - 1) / C.
    """
    return (C - 1) / C * np.log((C - 1) * (1 - error) / error)


def learner_margins(wrong, C=2):
    """What a learner gives the true class (n,): 1 if right, else -1 / (C - 1)."""
    return 1 - C / (C - 1) * wrong


def reweighted(w, alpha, margins):
    """The weights (n,) of the next round (eq. adaboost-update).

        w_i e^(-alpha m_i) / sum_k w_k e^(-alpha m_k),    m = learner_margins(wrong, C)

    w, margins (n,), alpha: numbers or symbols.   Source: Schapire and Singer 1999, figure 1.
    """
    raised = w * np.exp(-alpha * margins)
    return raised / np.sum(raised)


def rebalanced(w, wrong, C=2):
    """`reweighted` at the best alpha, without exponentials (adaboost-halves).

    The wrong samples have (C - 1) / C of the weight, the right ones 1 / C: now the learner is as
    good as a guess (adaboost-coin, adaboost-samme-share). w, wrong (n,): numbers, fractions or
    symbols, 0 < eps < 1.
    """
    error = weighted_error(w, wrong)
    share = wrong * (C - 1) / error + (1 - wrong) / (1 - error)
    return w / np.sum(w) * share / C


def error_bound(errors):
    """What the training error of two classes does not exceed (eq. adaboost-bound).

        prod_m 2 sqrt(eps_m (1 - eps_m))

    errors (M,): the weighted errors; numbers or symbols.   Source: Schapire and Singer 1999,
    theorem 1; Freund and Schapire 1997, theorem 6.
    """
    return np.prod(2 * np.sqrt(errors * (1 - errors)))


# --- learners ------------------------------------------------------------------------------------


class Learner:
    """Grows trees on the same samples for any weights.

    data: `presort(X)`, nothing missing; Y (n, C): the classes, one-hot; depth: that of the trees.
    """

    def __init__(self, data, Y, depth):
        self.data, self.targets, self.depth = data, class_targets(Y), depth

    def __call__(self, w):
        """The tree for the weights w (n,), class fractions as values, and each sample's leaf."""
        g = -(self.targets.T * w).T
        limits = Limits(max_depth=self.depth, until_pure=True)
        tree, leaf = grow(self.data, g, w, limits=limits)
        return with_class_shares(tree), leaf


class StumpLearner(Learner):
    """The same for depth 1, faster: one pass compares all cuts of all features."""

    def __init__(self, data, Y):
        super().__init__(data, Y, depth=1)
        self.columns = self.targets.reshape(len(Y), -1).T  # (K, n)
        ranks = np.take_along_axis(data.codes, data.order, axis=1)
        self.tied = ranks[:, 1:] == ranks[:, :-1] if data.ties else None

    def __call__(self, w):
        """As `Learner`, which decides where no cut gains more than rounding does."""
        j, below, above = self.best_cut(w)
        right = self.data.codes[j] > below
        H, *G = (np.bincount(right, w * part, 2) for part in (1, *self.columns))
        gain = sum(split_gain(g[0], H[0], g[1], H[1], 0, 0) for g in G) if H.all() else 0
        if gain <= ROUNDING * w.sum():
            return super().__call__(w)
        return stump(j, self.data.threshold(j, below, above), gain, H, G), 1 + right

    def best_cut(self, w):
        """The feature, and the codes below and above its cut; the lowest of equals."""
        weight, _ = to_grid(w)  # whole numbers: sums without rounding, and equal gains are equal
        stats, (d, n) = [weight, *(self.columns.astype(int) * weight)], self.data.order.shape
        step, top, j, cell = max(1, CELLS_AT_ONCE // (n * len(stats) // 2)), 0.0, 0, 0
        for first in range(0, d if n > 1 else 0, step):
            score = self.scores(slice(first, first + step), stats)
            place = np.unravel_index(score.argmax(), score.shape)
            if score[place] > top:
                top, j, cell = score[place], first + place[0], place[1]
        return j, *self.data.codes[j].take(self.data.order[j, cell : cell + 2][[0, -1]])

    def scores(self, block, stats):
        """Twice the gain (b, n - 1) of a cut behind each sample, up to a factor; 0 between ties."""
        order = self.data.order[block]
        H, *left = (stat.take(order).cumsum(axis=1)[:, :-1].astype(float) for stat in stats)
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


def stump(j, threshold, gain, H, G):
    """The tree that asks x_j <= threshold, from sums (2,) left and right: H and each of G (K)."""
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
    """Boosted trees for classes by reweighting: AdaBoost for two, SAMME for more.

    Parameters
        n_estimators   most rounds
        learning_rate  factor of every alpha, below 2: at 2 a round of two classes gains nothing
        max_depth      most questions on a way down a tree; 1 for stumps
        verbose        whether fit shows its progress on stderr

    Learned by fit
        trees_ (M)                 `Tree`s; each says the class of largest fraction in a leaf
        alphas_ (M,), errors_ (M,) their weights and weighted errors, by round
        classes_ (C,), n_features_in_

    Fitting ends early with a learner that errs on no weight; it gets alpha = 1 + the sum of those
    before, so that it outvotes them. It ends, too, when a learner is no better than a guess
    (eps >= 1 - 1/C), which is left out; if that is the first, no learner is kept, all scores are 0
    and the first class is predicted. A single class is predicted always.
    """

    def __init__(self, n_estimators=50, learning_rate=1.0, max_depth=1, verbose=False):
        self.n_estimators = n_estimators
        self.learning_rate = learning_rate
        self.max_depth = max_depth
        self.verbose = verbose

    def fit(self, X, y, sample_weight=None):
        """Boost on X (n, d), labels y (n,), weights >= 0 (n,), all 1 for None; the estimator.

        A sample of weight 0 counts as absent. Raises ValueError for input out of shape or range.
        """
        X = check_X(X)
        classes, codes = check_labels(y, len(X))
        w = check_weights(sample_weight, len(X))
        check_positive_int("n_estimators", self.n_estimators)
        check_positive_int("max_depth", self.max_depth)
        check_in_range("learning_rate", self.learning_rate, "(0, 2)")
        check_flag("verbose", self.verbose)
        self.classes_, self.n_features_in_ = classes, X.shape[1]
        X, codes, w = X[w > 0], codes[w > 0], w[w > 0]
        data, Y = presort(X), np.eye(len(classes))[codes]
        grown = StumpLearner(data, Y) if self.max_depth == 1 else Learner(data, Y, self.max_depth)
        self._boost(grown, codes, w)
        return self

    def _boost(self, grown, codes, w):
        """Learn trees_, alphas_ and errors_."""
        C, w = len(self.classes_), w / w.sum()
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

    def _staged_votes(self, X):
        """The votes (n, C) before the first round and after each, and their number; not copied."""
        votes, total, rows = np.zeros((len(X), len(self.classes_))), 0.0, np.arange(len(X))
        yield votes, total
        for tree, alpha in zip(self.trees_, self.alphas_, strict=True):
            votes[rows, tree.value.argmax(axis=1)[tree.apply(X)]] += alpha
            total += alpha
            yield votes, total

    def _votes(self, X):
        *_, last = self._staged_votes(check_X_fitted(self, X))
        return last

    def staged_decision_function(self, X):
        """F after each round, one array after the other, as `decision_function`."""
        stages = self._staged_votes(check_X_fitted(self, X))
        next(stages)
        yield from (scores(*stage) for stage in stages)

    def decision_function(self, X):
        """F: (n,) for two classes, its sign tells; else (n, C), rows adding up to 0."""
        return scores(*self._votes(X))

    def predict(self, X):
        """The class (n,) with most votes, the first of equals."""
        votes, _ = self._votes(X)
        return self.classes_[votes.argmax(axis=1)]

    def staged_predict(self, X):
        """The class (n,) with most votes after each round, one array after the other."""
        stages = self._staged_votes(check_X_fitted(self, X))
        next(stages)
        yield from (self.classes_[votes.argmax(axis=1)] for votes, _ in stages)

    def predict_proba(self, X):
        """Probabilities (n, C) under which F would be best: softmax (eq. adaboost-odds).

        They run to 0 and 1 as rounds go on: AdaBoost orders samples better than it says how sure.
        """
        F = self.decision_function(X)
        return softmax(np.column_stack([-F, F]) if F.ndim == 1 else F)

    def margins(self, X, y):
        """Votes for the true class minus those for the best other (n,), as fractions: -1 to 1.

        0 where there are no votes. ValueError for labels that `fit` did not see.
        """
        votes, total = self._votes(X)
        found, codes = check_labels(y, len(votes))
        if not np.isin(found, self.classes_).all():
            raise ValueError(f"labels must be of {self.classes_}; received {found}")
        own = found[codes][:, None] == self.classes_
        other = np.where(own, -np.inf, votes).max(axis=1)
        return (votes[own] - np.maximum(other, 0)) / (total or 1)


def scores(votes, total):
    """F from votes (n, C) that add up to total: each is worth 1, and -1 / (C - 1) elsewhere.

    (n,) for two classes, that of the second one. A single class has 0.
    """
    C = votes.shape[1]
    F = (C * votes - total) / max(C - 1, 1)
    return F[:, 1] if C == 2 else F
