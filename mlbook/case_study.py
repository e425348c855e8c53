r"""A comparison of methods that can be believed: folds, tuning inside them, intervals, costs.

A procedure is a function (X, y, inputs) -> responses (m,): whatever is learned, also by scaling,
reduction and tuning, is learned from X and y. It is scored on samples that it did not see:

    for each of L splits:   chosen = least loss over inner folds of the training part
                            response of the chosen procedure, fitted to that part, on the rest
    interval                mean +- t sqrt((1/L + n_test / n_train) s^2)     (eq. case-corrected)
    flag a sample           if its chance of being positive is at least c_FP / (c_FP + c_FN)

Conventions: a response is a prediction in a regression; in a classification with the labels 0 and 1
it lies in [0, 1], and 1/2 is the border at which the method itself decides.
Functions of `+ - * /` and sums also run on fractions and symbols: the proofs are about this code.
Derived in chapters/case_study.ipynb.
Source: Stone 1974; Nadeau and Bengio 2003; Elkan 2001.
"""

from __future__ import annotations

from copy import copy
from functools import lru_cache
from itertools import accumulate, combinations_with_replacement
from math import comb
from typing import NamedTuple

import numpy as np

from mlbook.contract import (
    Estimator,
    TransformerMixin,
    check_array,
    check_in_range,
    check_labels,
    check_length,
    check_positive_int,
    check_random_state,
    check_X,
    check_X_fitted,
    check_X_y,
)
from mlbook.contract.parameters import whole
from mlbook.linear_regression import standardise
from mlbook.logistic_regression import LogisticRegression as LogisticRegression  # compared here
from mlbook.losses import sigmoid
from mlbook.numerics.finite import finite

# --- folds ---------------------------------------------------------------------------------------


def folds(y, k, seed=0, stratified=False):
    """The fold, 0 to k - 1, into which each sample is dealt at random.

    Folds differ in size by one at most; stratified, so do their counts of each class.
    y (n,) -> (n,).   Raises ValueError unless 2 <= k <= n, or n_c of the smallest class.
    """
    check_positive_int("k", k, minimum=2)
    n = check_length("y", y)
    order, sizes = check_random_state(seed).permutation(n), np.array([n])
    if stratified:
        _, codes = check_labels(y, n)
        order, sizes = order[np.argsort(codes[order], kind="stable")], np.bincount(codes)
    if k > sizes.min():
        what = "the smallest class" if stratified else "the samples"
        raise ValueError(f"k must be at most the size of {what}, {sizes.min()}; received {k}")
    fold = np.empty(n, dtype=int)
    fold[order] = np.arange(n) % k
    return fold


def splits(y, k, repeats=1, seed=0, stratified=False):
    """Pairs of index arrays (train, test): each fold of each deal is the test once.

    -> a list of L = k * repeats pairs.   Raises ValueError as `folds`, and unless repeats >= 1.
    """
    check_positive_int("repeats", repeats)
    rng = check_random_state(seed)
    deals = [folds(y, k, rng, stratified) for _ in range(repeats)]
    tests = [fold == j for fold in deals for j in range(k)]
    return [(np.flatnonzero(~test), np.flatnonzero(test)) for test in tests]


# --- procedures ----------------------------------------------------------------------------------


def response(model, X):
    """What a fitted model says of X as one number a sample (m,).

    The probability of the second class; where a model has none, the sigmoid of its decision
    function, which puts its border to 1/2 and is no probability; else the prediction.
    """
    if hasattr(model, "predict_proba"):
        return model.predict_proba(X)[:, 1]
    if hasattr(model, "decision_function"):
        return sigmoid(model.decision_function(X))
    return model.predict(X)


def pipeline(*steps):
    """The procedure that fits transformers in turn, and a model to what they return.

    Each step sees the training samples only; the steps themselves are not changed.
    """

    def procedure(X, y, inputs):
        *transformers, model = [copy(step) for step in steps]
        for step in transformers:
            X = step.fit_transform(X, y)
            inputs = step.transform(inputs)
        return response(model.fit(X, y), inputs)

    return procedure


# --- tuning, and scores of what was tuned --------------------------------------------------------


def held_out(procedure, X, y, parts):
    """The response to each sample of a procedure that was fitted without its fold.

    parts: the k pairs (train, test) of one deal -> (n,).
    """
    found = np.empty(len(y))
    for train, test in parts:
        found[test] = procedure(X[train], y[train], X[test])
    return found


class Outcome(NamedTuple):
    """One split: its samples, what was chosen without the test part, and the responses."""

    train: np.ndarray
    test: np.ndarray
    chosen: int  # place of the candidate with the least inner loss; the first of equals
    losses: list  # inner losses of all candidates
    inner: np.ndarray  # responses to the training samples, held out in the inner folds
    outer: np.ndarray  # responses to the test samples


def nested(candidates, X, y, loss, k=5, repeats=2, inner=3, stratified=False, seed=0):
    """The outcome of each of k * repeats splits; inner folds choose the candidate.

    candidates: procedures; loss(y, responses) -> a number, to be small. The same seed deals the
    same folds to every method, so that their outcomes can be compared in pairs.
    """
    outcomes = []
    for train, test in splits(y, k, repeats, seed, stratified):
        A, b = X[train], y[train]
        parts = splits(b, inner, 1, seed + 1 + len(outcomes), stratified)
        said = [held_out(procedure, A, b, parts) for procedure in candidates]
        losses = [loss(b, each) for each in said]
        best = int(np.argmin(losses))
        response = candidates[best](A, b, X[test])
        outcomes.append(Outcome(train, test, best, losses, said[best], response))
    return outcomes


def best_inside(results):
    """The outcomes of choosing the method, too, by the inner folds of each split.

    results: lists of outcomes of several methods on the same splits -> such a list.
    """
    return [min(row, key=lambda o: o.losses[o.chosen]) for row in zip(*results, strict=True)]


def counterparts(outcomes, candidates, X, y):
    """The responses, split by split, of other procedures under the choices that were made.

    candidates: those of another library, say, in the order of `nested` -> a list of arrays.
    """
    return [candidates[o.chosen](X[o.train], y[o.train], X[o.test]) for o in outcomes]


def scores(score, outcomes, y, said=None):
    """score(y, responses) of each split (L,): of its outer responses, or of others that were said.

    y (n,), the targets of all samples; said: as `counterparts` returns it.
    """
    said = [o.outer for o in outcomes] if said is None else said
    return np.array([score(y[o.test], s) for o, s in zip(outcomes, said, strict=True)])


# --- what scores say -----------------------------------------------------------------------------


def corrected_variance(variance, L, ratio):
    """The variance of a mean of L scores from overlapping training parts (eq. case-corrected).

        s^2 / L + ratio s^2,    ratio = n_test / n_train

    Right if two scores have the correlation n_test / n, which is a rule and no theorem.
    Numbers or symbols.   Source: Nadeau and Bengio 2003.
    """
    return variance / L + ratio * variance


def student_quantile(level, df):
    """The t with |T| <= t at this chance, for T of Student's distribution.

    With t = sqrt(df) tan(a) its density is proportional to cos(a)^(df - 1).
    0 < level < 1, df >= 1 -> a number, to about 8 digits.
    """
    check_in_range("level", level, "(0, 1)")
    check_positive_int("df", df)
    return _quantile(float(level), int(df))


@lru_cache
def _quantile(level, df):
    a = np.linspace(0, np.pi / 2, 100_001)
    height = np.cos(a) ** (df - 1)
    mass = np.concatenate([[0], np.cumsum(height[1:] + height[:-1])])
    return float(np.sqrt(df) * np.tan(np.interp(level * mass[-1], mass, a)))


def interval(scores, ratio, level=0.95):
    """The mean of the scores and the half width of their corrected interval.

    scores (L,) with L >= 2, ratio = n_test / n_train; ratio 0 is the usual interval.
    """
    scores = check_array("scores", scores)
    check_in_range("ratio", ratio, "[0, 1e6]")
    L = len(scores)
    if L < 2:
        raise ValueError(f"an interval needs at least 2 scores; received {L}")
    variance = corrected_variance(scores.var(ddof=1), L, ratio)
    return float(scores.mean()), float(student_quantile(level, L - 1) * np.sqrt(variance))


def expected_best(n, p, K):
    """The expected number of hits, of n, of the luckiest of K methods (eq. case-best).

        n - sum_(m < n) P(one hits at most m)^K

    Each method hits each sample with the chance p, all independent. Numbers, fractions, symbols.
    """
    chances = (comb(n, m) * p**m * (1 - p) ** (n - m) for m in range(n))
    return n - sum(at_most**K for at_most in accumulate(chances))


# --- costs of errors -----------------------------------------------------------------------------


def cost_threshold(c_fp, c_fn):
    """The chance of a positive from which on flagging is cheaper (eq. case-threshold).

    c_fp: cost of a false alarm, c_fn: of a miss; not both 0.   Source: Elkan 2001, eq. 2.
    """
    return c_fp / (c_fp + c_fn)


def mean_cost(y, flagged, c_fp, c_fn):
    """The cost of decisions for each sample, on average (eq. case-cost).

    y, flagged (n,) of 0 and 1: positive, and called so -> a number.
    """
    wrong = c_fp * (1 - y) * flagged + c_fn * y * (1 - flagged)
    return wrong.sum() / len(y)


def best_threshold(y, s, c_fp, c_fn):
    """The t for which flagging s >= t costs least on these samples.

    y (n,) of 0 and 1, s (n,) -> a number half-way between two responses, the least
    of equals; -inf flags all, inf none.
    """
    order = np.argsort(s, kind="stable")
    s, change = s[order], np.where(np.asarray(y)[order] == 1, c_fn, -c_fp)
    cost = np.concatenate([[0], np.cumsum(change)])  # against flagging all
    cuts = np.concatenate([[-np.inf], (s[1:] + s[:-1]) / 2, [np.inf]])
    between = np.concatenate([[True], s[1:] > s[:-1], [True]])
    return float(cuts[between][cost[between].argmin()])


# --- steps before a model ------------------------------------------------------------------------


class Standardiser(TransformerMixin, Estimator):
    """Features of mean 0 and deviation 1 in the data that were fitted; a constant becomes 0."""

    def __init__(self):
        """There are no hyper-parameters."""

    def fit(self, X, y=None):
        """Learn `mean_` (d,) and `sd_` (d,) from X (n, d); returns the estimator."""
        X = check_X(X)
        _, self.mean_, self.sd_ = standardise(X)
        self.n_features_in_ = X.shape[1]
        return self

    def transform(self, X):
        """(X - mean) / sd, (m, d)."""
        return (check_X_fitted(self, X) - self.mean_) / self.sd_


class Selector(TransformerMixin, Estimator):
    """The features of largest correlation with the target, n_features of them or all."""

    parameters = dict(n_features=whole())

    def __init__(self, n_features=10):
        self.n_features = n_features

    def fit(self, X, y):
        """Learn `features_`, ascending, from X (n, d) and y (n,); returns the estimator."""
        X, y = check_X_y(X, y)
        strength = np.abs((y - y.mean()) @ standardise(X)[0])
        self.features_ = np.sort(np.argsort(-strength, kind="stable")[: self.n_features])
        self.n_features_in_ = X.shape[1]
        return self

    def transform(self, X):
        """The columns that were chosen, (m, q)."""
        return check_X_fitted(self, X)[:, self.features_]


class Products(TransformerMixin, Estimator):
    """The features and all their products of at most `degree` factors, in the order of factors."""

    parameters = dict(degree=whole())

    def __init__(self, degree=2):
        self.degree = degree

    def fit(self, X, y=None):
        """Learn the number of features; returns the estimator."""
        self.n_features_in_ = check_X(X).shape[1]
        return self

    def transform(self, X):
        """(x_1, ..., x_d, x_1 x_1, x_1 x_2, ..., x_d x_d, ...), (m, p)."""
        X = check_X_fitted(self, X)
        numbers, sizes = range(X.shape[1]), range(1, self.degree + 1)
        chosen = (c for size in sizes for c in combinations_with_replacement(numbers, size))
        with np.errstate(over="ignore", invalid="ignore"):  # what overflows is refused below
            Z = np.stack([X[:, c].prod(axis=1) for c in chosen], axis=1)
        return finite(Z, "products of the features")
