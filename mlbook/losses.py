"""The losses of boosting: value, negative gradient, best leaf value and first constant.

A loss l(y, F) compares a target with a model's raw prediction F. All that boosting asks of it is a
function of the residual e = y - F (of probabilities: e = y - p(F)):

    loss       l(y, F)                         -dl/dF         leaf value
    squared    (y - F)^2 / 2                   e              mean of e
    absolute   |y - F|                         sign e         median of e
    Huber      e^2 / 2 up to delta, linear on  e clipped      median and mean clipped distance
    logistic   log(1 + e^F) - y F              y - p          sum e / sum |e| (1 - |e|)
    softmax    log sum_c e^F_c - sum_c y_c F_c y - p          (C - 1) / C of the same

The leaf value is what a leaf adds to F: for the first two the best number, then Friedman's one
step towards it. Conventions: y in {0, 1} or one-hot; a median of an even number is the lower of the
two in the middle; weights multiply losses. What consists of + - * / and sums also runs on arrays of
symbols: the proofs are about this code.
Chapters: gradient_boosting, newton_boosting (with the second derivatives). Source: Friedman 2001.
"""

from __future__ import annotations

import numpy as np

__all__ = ["AbsoluteLoss", "HuberLoss", "LogisticLoss", "SoftmaxLoss", "SquaredLoss"]
__all__ += ["clipped", "huber_leaf", "logistic_leaf", "mean", "mean_leaf", "median_leaf"]
__all__ += ["newton_leaf", "sigmoid", "sign", "softmax", "total", "weighted_quantile"]

MIN_CURVATURE = 1e-150  # a smaller sum of second derivatives would make a step overflow

# --- probabilities, quantiles and means ----------------------------------------------------------


def sigmoid(F):
    """The probability p = 1 / (1 + e^-F), as (1 + tanh(F/2)) / 2, which cannot overflow."""
    return (1 + np.tanh(F / 2)) / 2


def softmax(F):
    """The probabilities p_c = e^F_c / sum_b e^F_b along the last axis of F (..., C).

    p does not change when F is shifted; for numbers the largest F_c becomes 0, against overflow.
    """
    E = np.exp(F if F.dtype == object else F - F.max(axis=-1, keepdims=True))
    return E / E.sum(axis=-1, keepdims=True)


def weighted_quantile(v, share, weights=None):
    """The least of the values v (n,) at or below which lies that fraction of the weight, or more.

    share in (0, 1]; weights (n,) >= 0, or None for 1 everywhere; 1/2 gives the (lower) median.
    """
    order = np.argsort(v)
    below = np.cumsum(np.ones(len(order)) if weights is None else weights[order])
    at = np.searchsorted(below, share * below[-1] * (1 - 2.0**-40))  # sums are rounded
    return v[order[at]]


def mean(a, weights=None):
    """The mean of a (n, ...) over the samples, weighted or not; numbers or symbols."""
    return np.mean(a, axis=0) if weights is None else total(a, weights) / np.sum(weights)


def total(a, weights=None):
    """The sum of a (n, ...) over the samples, weighted or not; numbers or symbols."""
    if weights is None:
        return np.sum(a, axis=0)
    return np.sum(a * np.reshape(weights, (-1, *[1] * (np.ndim(a) - 1))), axis=0)


def clipped(e, delta):
    """e, but at most delta away from 0; numbers or symbols."""
    if np.asarray(e).dtype == object:
        return (abs(e + delta) - abs(e - delta)) / 2
    return np.clip(e, -delta, delta)


def sign(e):
    """1, 0 or -1; numbers or symbols, which are taken to differ from 0."""
    return _sign_of_each(e) if np.asarray(e).dtype == object else np.sign(e)


_sign_of_each = np.frompyfunc(lambda e: e / abs(e) if e != 0 else 0, 1, 1)


# --- what a leaf adds ----------------------------------------------------------------------------


def mean_leaf(e, weights=None):
    """The constant with the least squared loss of the residuals e (n,) of a leaf: their mean."""
    return mean(e, weights)


def median_leaf(e, weights=None):
    """The constant with the least absolute loss of the residuals e (n,): their (lower) median."""
    return weighted_quantile(e, 1 / 2, weights)


def huber_leaf(e, delta, weights=None):
    """The median m of the residuals e (n,), and one step of steepest descent from there.

        m + mean of (e - m) clipped at delta                            (boosting-huber-leaf)

    The slope of the mean loss grows by at most 1, so that a step of that length never overshoots.
    Source: Friedman 2001, algorithm 4.
    """
    m = median_leaf(e, weights)
    return m + mean(clipped(e - m, delta), weights)


def logistic_leaf(e, weights=None):
    """One Newton step for the log-odds of a leaf, from its residuals e = y - p (n,).

        sum e / sum |e| (1 - |e|)                                       (boosting-logistic-leaf)

    |e| (1 - |e|) = p (1 - p), the second derivative. 0 where that sum is below 1e-150.
    Source: Friedman 2001, section 4.5, there for half the log-odds.
    """
    return _step(total(e, weights), total(abs(e) * (1 - abs(e)), weights))


def newton_leaf(e, C, weights=None):
    """One Newton step for the score of one of C classes, the others moving down alike.

        (C - 1) / C  sum e / sum |e| (1 - |e|)                          (boosting-newton-leaf)

    e (n,): residuals y_c - p_c of the leaf's samples.   Source: Friedman 2001, eq. 32.
    """
    return (C - 1) * logistic_leaf(e, weights) / C


def _step(slope, curvature):
    """slope / curvature of numbers or symbols; 0 where the curvature vanishes."""
    if np.asarray(curvature).dtype == object:
        return slope / curvature
    flat = curvature < MIN_CURVATURE
    return np.where(flat, 0.0, slope / np.where(flat, 1.0, curvature))[()]


# --- losses --------------------------------------------------------------------------------------


class Loss:
    """What the losses share: where nothing else is said, the residual is the negative gradient."""

    def pseudo_residual(self, e):
        """The negative gradient, as a function of the residual e."""
        return e

    def adapted(self, y, F, weights=None):
        """The loss for the next round, as the present one leaves y and F."""
        return self

    def leaf_values(self, e, leaf, m, weights=None):
        """The value (m,) of each of m nodes from the residuals e and leaves, both (n,) or (n, C).

        0 for a node without samples.
        """
        value, e, leaf = np.zeros(m), e.ravel(), leaf.ravel()
        order = np.argsort(leaf, kind="stable")
        ends = np.cumsum(np.bincount(leaf))
        for node, at in enumerate(np.split(order, ends[:-1])):
            if len(at):
                value[node] = self.leaf_value(e[at], None if weights is None else weights[at])
        return value


class _Ratio(Loss):
    """A loss whose leaf values are a sum over a sum."""

    def leaf_values(self, e, leaf, m, weights=None):
        C = e.shape[1] if e.ndim == 2 else 1
        w = None if weights is None else np.repeat(weights, C)
        leaf, parts = leaf.ravel(), self.leaf_parts(e)
        parts = [np.ravel(part) if w is None else np.ravel(part) * w for part in parts]
        return _step(*(np.bincount(leaf, part, m) for part in parts))


class SquaredLoss(_Ratio):
    """l = (y - F)^2 / 2 for numbers y; g = F - y, h = 1                (newton-squared)."""

    unit_hessian = True

    def value(self, y, F):
        return (y - F) * (y - F) / 2

    def gradient(self, y, F):
        return F - y

    def hessian(self, y, F):
        return 1 + 0 * F

    def residual(self, y, F):
        return y - F

    def leaf_value(self, e, weights=None):
        return mean_leaf(e, weights)

    def leaf_parts(self, e):
        return e, np.ones(e.shape)

    def start(self, y, weights=None):
        """The mean of y, the constant with the least loss."""
        return mean(y, weights)


class AbsoluteLoss(Loss):
    """l = |y - F| for numbers y; g = sign(F - y), 0 where F = y        (boosting-absolute)."""

    def value(self, y, F):
        return abs(y - F)

    def gradient(self, y, F):
        return sign(F - y)

    def residual(self, y, F):
        return y - F

    def pseudo_residual(self, e):
        return sign(e)

    def leaf_value(self, e, weights=None):
        return median_leaf(e, weights)

    def start(self, y, weights=None):
        """The median of y, the lower of two: no constant has less loss."""
        return median_leaf(y, weights)


class HuberLoss(Loss):
    """l = e^2 / 2 where |e| <= delta, else delta (|e| - delta / 2); e = y - F (boosting-huber).

    g = -e clipped at delta. With a = min(|e|, delta) both cases are a (|e| - a / 2).
    alpha: the fraction of the residuals that count squared; `adapted` takes delta from it.
    """

    def __init__(self, delta=np.inf, alpha=None):
        self.delta, self.alpha = delta, alpha

    def adapted(self, y, F, weights=None):
        """The loss whose delta is the alpha-quantile of the |y - F|; itself if alpha is None."""
        if self.alpha is None:
            return self
        return HuberLoss(weighted_quantile(abs(y - F), self.alpha, weights), self.alpha)

    def value(self, y, F):
        e = abs(y - F)
        a = clipped(e, self.delta)
        return a * (e - a / 2)

    def gradient(self, y, F):
        return clipped(F - y, self.delta)

    def residual(self, y, F):
        return y - F

    def pseudo_residual(self, e):
        return clipped(e, self.delta)

    def leaf_value(self, e, weights=None):
        return huber_leaf(e, self.delta, weights)

    def start(self, y, weights=None):
        """The median of y, where delta is not known yet."""
        return median_leaf(y, weights)


class LogisticLoss(_Ratio):
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

    def residual(self, y, F):
        return y - sigmoid(F)

    def leaf_value(self, e, weights=None):
        return logistic_leaf(e, weights)

    def leaf_parts(self, e):
        return e, abs(e) * (1 - abs(e))

    def start(self, y, weights=None):
        """The log-odds of the fraction of y = 1, which must be neither 0 nor 1."""
        p = mean(y, weights)
        return np.log(p / (1 - p))


class SoftmaxLoss(_Ratio):
    """l = log sum_c e^F_c - sum_c y_c F_c; g = p - y, h = p (1 - p)    (newton-softmax).

    y (..., C) is one-hot, p = softmax(F); h is the diagonal of the second derivatives
    diag(p) - p p^T, since the C trees of a round are grown one by one.
    """

    unit_hessian = False

    def value(self, y, F):
        top = 0 if F.dtype == object else F.max(axis=-1, keepdims=True)  # numbers: no overflow
        shifted = F - top
        return np.log(np.exp(shifted).sum(axis=-1)) - (y * shifted).sum(axis=-1)

    def gradient(self, y, F):
        return softmax(F) - y

    def hessian(self, y, F):
        p = softmax(F)
        return p * (1 - p)

    def residual(self, y, F):
        return y - softmax(F)

    def leaf_value(self, e, weights=None):
        """The values (C,) for a leaf that holds the same samples in each class's tree; e (n, C)."""
        return newton_leaf(e, e.shape[1], weights)

    def leaf_parts(self, e):
        C = e.shape[1]
        return (C - 1) * e, C * abs(e) * (1 - abs(e))

    def start(self, y, weights=None):
        """The logarithms (C,) of the class fractions, none of which may be 0."""
        return np.log(mean(y, weights))
