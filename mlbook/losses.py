"""The losses of boosting: value, negative gradient, best leaf value and first constant.

A loss l(y, F) compares a target with a model's raw prediction F. Boosting needs only functions of
the residual e = y - F (for probabilities e = y - p(F)):

    loss       l(y, F)                         -dl/dF         leaf value
    squared    (y - F)^2 / 2                   e              mean of e
    absolute   |y - F|                         sign e         median of e
    Huber      e^2 / 2 up to delta, linear on  e clipped      median and mean clipped distance
    logistic   log(1 + e^F) - y F              y - p          sum e / sum |e| (1 - |e|)
    softmax    log sum_c e^F_c - sum_c y_c F_c y - p          (C - 1) / C of the same

The leaf value is what a leaf adds to F: the optimum for the first two losses, and one step towards
it, as Friedman takes it, for the others. Conventions: y in {0, 1} or one-hot; the median of an even
number of values is the lower one of the two in the middle; weights multiply losses. Functions of +
- * / and sums also run on arrays of symbols: the proofs are about this code. Chapters:
gradient_boosting, newton_boosting (with the second derivatives). Source: Friedman 2001.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from mlbook.contract import Array, Numbers, Whole, widen_integers

__all__ = ["AbsoluteLoss", "HuberLoss", "LogisticLoss", "SoftmaxLoss", "SquaredLoss"]
__all__ += ["clipped", "huber_leaf", "logistic_leaf", "mean", "mean_leaf", "median_leaf"]
__all__ += ["newton_leaf", "sigmoid", "sign", "softmax", "total", "weighted_quantile"]

MIN_CURVATURE = 1e-150  # a smaller sum of second derivatives would make a step overflow

# --- probabilities, quantiles and means ----------------------------------------------------------


def sigmoid(F: Numbers) -> Numbers:
    """The probability p = 1 / (1 + e^-F), as (1 + tanh(F/2)) / 2, which cannot overflow.

    Parameters
    ----------
    F : array or number
        Log-odds, as numbers or symbols.

    Returns
    -------
    array or number

    Examples
    --------
    >>> sigmoid(np.array([-1000.0, 0.0, np.log(3)])).round(3)
    array([0.  , 0.5 , 0.75])
    """
    return (1 + np.tanh(F / 2)) / 2


def softmax(F: Array) -> Array:
    """The probabilities p_c = e^F_c / sum_b e^F_b along the last axis of F (..., C).

    A shift of F does not change p; for numbers the largest F_c is shifted to 0 to avoid overflow.

    Parameters
    ----------
    F : array (..., C)
        Scores, as numbers or symbols.

    Returns
    -------
    array (..., C)

    Examples
    --------
    >>> softmax(np.array([[1000.0, 1000.0], [0.0, np.log(3)]])).round(3)
    array([[0.5 , 0.5 ],
           [0.25, 0.75]])
    """
    E = np.exp(F if F.dtype == object else F - F.max(axis=-1, keepdims=True))
    return E / E.sum(axis=-1, keepdims=True)


def weighted_quantile(v: Array, share: float, weights: Array | None = None) -> float:
    """The least value in v (n,) at or below which at least this fraction of the weight lies.

    Parameters
    ----------
    v : array (n,)
    share : float
        In (0, 1]; 1/2 gives the (lower) median.
    weights : array (n,), optional
        At least 0; None gives every value the weight 1.

    Returns
    -------
    float

    Examples
    --------
    >>> v, weights = np.array([3.0, 1.0, 4.0, 2.0]), np.array([1, 1, 4, 1])
    >>> float(weighted_quantile(v, 1 / 2)), float(weighted_quantile(v, 1 / 2, weights))
    (2.0, 4.0)
    """
    order = np.argsort(v)
    below = np.cumsum(np.ones(len(order)) if weights is None else weights[order])
    at = np.searchsorted(below, share * below[-1] * (1 - 2.0**-40))  # sums are rounded
    return v[order[at]]


def mean(a: Array, weights: Array | None = None) -> Any:
    """The mean of a (n, ...) over the samples, weighted or not; numbers or symbols.

    Parameters
    ----------
    a : array (n, ...)
    weights : array (n,), optional

    Returns
    -------
    array (...)

    Examples
    --------
    >>> mean(np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([1.0, 3.0]))
    array([2.5, 3.5])
    """
    return np.mean(a, axis=0) if weights is None else total(a, weights) / np.sum(weights)


def total(a: Array, weights: Array | None = None) -> Any:
    """The sum of a (n, ...) over the samples, weighted or not; numbers or symbols.

    Parameters
    ----------
    a : array (n, ...)
    weights : array (n,), optional

    Returns
    -------
    array (...)

    Examples
    --------
    >>> total(np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([1.0, 3.0]))
    array([10., 14.])
    """
    if weights is None:
        return np.sum(a, axis=0)
    return np.sum(a * np.reshape(weights, (-1, *[1] * (np.ndim(a) - 1))), axis=0)


def clipped(e: Numbers, delta: float) -> Numbers:
    """e clipped to the interval from -delta to delta; numbers or symbols.

    Parameters
    ----------
    e : array or number
    delta : float
        At least 0.

    Returns
    -------
    array or number

    Examples
    --------
    >>> clipped(np.array([-3.0, 0.5, 2.0]), 1.0)
    array([-1. ,  0.5,  1. ])
    """
    if np.asarray(e).dtype == object:
        return (abs(e + delta) - abs(e - delta)) / 2
    return np.clip(e, -delta, delta)


def sign(e: Numbers) -> Numbers:
    """The sign 1, 0 or -1 of numbers, or of symbols that are assumed not to be 0.

    Parameters
    ----------
    e : array or number

    Returns
    -------
    array or number

    Examples
    --------
    >>> sign(np.array([-2.0, 0.0, 5.0]))
    array([-1.,  0.,  1.])
    """
    return _sign_of_each(e) if np.asarray(e).dtype == object else np.sign(e)


_sign_of_each = np.frompyfunc(lambda e: e / abs(e) if e != 0 else 0, 1, 1)


# --- what a leaf adds ----------------------------------------------------------------------------


def mean_leaf(e: Array, weights: Array | None = None) -> float:
    """The constant with the least squared loss of the residuals e (n,) of a leaf: their mean.

    Parameters
    ----------
    e : array (n,)
    weights : array (n,), optional

    Returns
    -------
    float

    Examples
    --------
    >>> float(mean_leaf(np.array([1.0, 2.0, 6.0])))
    3.0
    """
    return mean(e, weights)


def median_leaf(e: Array, weights: Array | None = None) -> float:
    """The constant with the least absolute loss of the residuals e (n,): their (lower) median.

    Parameters
    ----------
    e : array (n,)
    weights : array (n,), optional

    Returns
    -------
    float

    Examples
    --------
    >>> float(median_leaf(np.array([1.0, 7.0, 2.0, 6.0])))
    2.0
    """
    return weighted_quantile(e, 1 / 2, weights)


def huber_leaf(e: Array, delta: float, weights: Array | None = None) -> float:
    """The median m of the residuals e (n,), and one step of steepest descent from there.

        m + mean of (e - m) clipped at delta                            (boosting-huber-leaf)

    The second derivative of the mean loss is at most 1, so a step of this length never overshoots.

    Parameters
    ----------
    e : array (n,)
    delta : float
        The absolute value up to which the loss of a residual is squared.
    weights : array (n,), optional

    Returns
    -------
    float

    References
    ----------
    Friedman 2001, algorithm 4.

    Examples
    --------
    The median is 0, and 10 is clipped to 2:

    >>> float(huber_leaf(np.array([-1.0, 0.0, 1.0, 10.0]), delta=2.0))
    0.5
    """
    m = median_leaf(e, weights)
    return m + mean(clipped(e - m, delta), weights)


def logistic_leaf(e: Array, weights: Array | None = None) -> float:
    """One Newton step for the log-odds of a leaf, from its residuals e = y - p (n,).

        sum e / sum |e| (1 - |e|)                                       (boosting-logistic-leaf)

    |e| (1 - |e|) = p (1 - p) is the second derivative. The step is 0 if the denominator is below
    1e-150.

    Parameters
    ----------
    e : array (n,)
        Numbers or symbols.
    weights : array (n,), optional

    Returns
    -------
    float

    References
    ----------
    Friedman 2001, section 4.5, there for half the log-odds.

    Examples
    --------
    >>> float(logistic_leaf(np.array([0.5, 0.5, 0.5, -0.5]))), float(logistic_leaf(np.zeros(4)))
    (1.0, 0.0)
    """
    return _step(total(e, weights), total(abs(e) * (1 - abs(e)), weights))


def newton_leaf(e: Array, C: int, weights: Array | None = None) -> Array | float:
    """One Newton step for the score of one of C classes, while the others move down equally.

        (C - 1) / C  sum e / sum |e| (1 - |e|)                          (boosting-newton-leaf)

    Parameters
    ----------
    e : array (n,) or (n, C)
        Residuals y_c - p_c of the leaf's samples, for one class or for each.
    C : int
        At least 2.
    weights : array (n,), optional

    Returns
    -------
    float or array (C,)
        0 if the denominator is below 1e-150.

    References
    ----------
    Friedman 2001, eq. 32.

    Examples
    --------
    With two classes, each score takes half of the step of the log-odds:

    >>> e = np.array([0.5, 0.5, 0.5, -0.5])
    >>> float(newton_leaf(e, 2)), newton_leaf(np.column_stack([e, -e]), 2)
    (0.5, array([ 0.5, -0.5]))
    """
    return (C - 1) * logistic_leaf(e, weights) / C


def _step(slope: Any, curvature: Any) -> Any:
    """slope / curvature of numbers or symbols; 0 where the curvature vanishes."""
    if np.asarray(curvature).dtype == object:
        return slope / curvature
    flat = curvature < MIN_CURVATURE
    return np.where(flat, 0.0, slope / np.where(flat, 1.0, curvature))[()]


# --- losses --------------------------------------------------------------------------------------


class Loss:
    """The base class of the losses; by default the residual is the negative gradient.

    Examples
    --------
    The absolute loss and Huber's loss take the leaves one by one; nodes 0 and 3 hold no sample:

    >>> AbsoluteLoss().leaf_values(np.array([1.0, 5.0, 6.0, 2.0]), np.array([1, 1, 1, 2]), 4)
    array([0., 5., 2., 0.])
    """

    value: Callable[[Array, Array], Array]
    gradient: Callable[[Array, Array], Array]
    residual: Callable[[Array, Array], Array]
    start: Callable[..., Array | float]
    leaf_value: Callable[..., Array | float]
    # of those with a second derivative
    unit_hessian: bool
    hessian: Callable[[Array, Array], Array]

    def pseudo_residual(self, e: Array) -> Array:
        """The negative gradient, as a function of the residual e.

        Parameters
        ----------
        e : array (n,) or (n, C)
        """
        return e

    def adapted(self, y: Array, F: Array, weights: Array | None = None) -> Loss:
        """The loss for the next round, given y and the present F.

        Parameters
        ----------
        y, F : array (n,) or (n, C)
        weights : array (n,), optional
        """
        return self

    def leaf_values(self, e: Array, leaf: Whole, m: int, weights: Array | None = None) -> Array:
        """The value (m,) of each of m nodes from the residuals e and leaves, both (n,) or (n, C).

        Parameters
        ----------
        e : array (n,) or (n, C)
        leaf : array (n,) or (n, C)
            The node, 0 to m - 1, into which each sample falls.
        m : int
        weights : array (n,), optional

        Returns
        -------
        array (m,)
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

    leaf_parts: Callable[[Array], Sequence[Array]]

    def leaf_values(self, e: Array, leaf: Whole, m: int, weights: Array | None = None) -> Array:
        C = e.shape[1] if e.ndim == 2 else 1
        w = None if weights is None else np.repeat(weights, C)
        leaf, parts = leaf.ravel(), self.leaf_parts(e)
        parts = [np.ravel(part) if w is None else np.ravel(part) * w for part in parts]
        return _step(*(np.bincount(leaf, part, m) for part in parts))


class SquaredLoss(_Ratio):
    """The squared loss l = (y - F)^2 / 2 of numbers y; g = F - y, h = 1 (eq. newton-squared).

    Attributes
    ----------
    unit_hessian : bool
        True, because h is 1 and need not be computed.

    Examples
    --------
    >>> loss, y = SquaredLoss(), np.array([1.0, 5.0])
    >>> float(loss.start(y)), loss.value(y, 4.0), loss.gradient(y, 4.0)
    (3.0, array([4.5, 0.5]), array([ 3., -1.]))
    """

    unit_hessian = True

    def value(self, y: Array, F: Array) -> Array:
        """The loss (n,) of each sample.

        Parameters
        ----------
        y, F : array (n,)
        """
        return (y - F) * (y - F) / 2

    def gradient(self, y: Array, F: Array) -> Array:
        """The first derivative (n,) with respect to F.

        Parameters
        ----------
        y, F : array (n,)
        """
        return F - y

    def hessian(self, y: Array, F: Array) -> Array:
        """The second derivative (n,) with respect to F, which is 1.

        Parameters
        ----------
        y, F : array (n,)
        """
        return 1 + 0 * F

    def residual(self, y: Array, F: Array) -> Array:
        """The residual e = y - F (n,).

        Parameters
        ----------
        y, F : array (n,)
        """
        return y - F

    def leaf_value(self, e: Array, weights: Array | None = None) -> float:
        """The mean of the residuals e of a leaf, which is added to F.

        Parameters
        ----------
        e : array (n,)
        weights : array (n,), optional
        """
        return mean_leaf(e, weights)

    def leaf_parts(self, e: Array) -> tuple[Array, Array]:
        """The terms of the numerator and denominator of the leaf value: e and 1 (n,).

        Parameters
        ----------
        e : array (n,)
        """
        return e, np.ones(e.shape)

    def start(self, y: Array, weights: Array | None = None) -> float:
        """The mean of y, the constant with the least loss.

        Parameters
        ----------
        y : array (n,)
        weights : array (n,), optional
        """
        return mean(y, weights)


class AbsoluteLoss(Loss):
    """The absolute loss l = |y - F| of numbers y; g = sign(F - y) (eq. boosting-absolute).

    g is 0 where F = y.

    Examples
    --------
    >>> loss, y = AbsoluteLoss(), np.array([1.0, 2.0, 9.0])
    >>> float(loss.start(y)), loss.value(y, 2.0), loss.gradient(y, 2.0)
    (2.0, array([1., 0., 7.]), array([ 1.,  0., -1.]))
    """

    def value(self, y: Array, F: Array) -> Array:
        """The loss (n,) of each sample.

        Parameters
        ----------
        y, F : array (n,)
        """
        return abs(y - F)

    def gradient(self, y: Array, F: Array) -> Array:
        """The first derivative (n,) with respect to F, 0 where F = y.

        Parameters
        ----------
        y, F : array (n,)
        """
        return sign(F - y)

    def residual(self, y: Array, F: Array) -> Array:
        """The residual e = y - F (n,).

        Parameters
        ----------
        y, F : array (n,)
        """
        return y - F

    def pseudo_residual(self, e: Array) -> Array:
        """The negative gradient, the sign of e.

        Parameters
        ----------
        e : array (n,)
        """
        return sign(e)

    def leaf_value(self, e: Array, weights: Array | None = None) -> float:
        """The (lower) median of the residuals e of a leaf, which is added to F.

        Parameters
        ----------
        e : array (n,)
        weights : array (n,), optional
        """
        return median_leaf(e, weights)

    def start(self, y: Array, weights: Array | None = None) -> float:
        """The (lower) median of y, which minimizes the loss among constants.

        Parameters
        ----------
        y : array (n,)
        weights : array (n,), optional
        """
        return median_leaf(y, weights)


class HuberLoss(Loss):
    """Huber's loss: squared for residuals up to delta, and linear beyond (eq. boosting-huber).

        l = e^2 / 2 where |e| <= delta,    else delta (|e| - delta / 2),    e = y - F

    g = -e clipped at delta. With a = min(|e|, delta) both cases are a (|e| - a / 2).

    Parameters
    ----------
    delta : float
        Above 0; the default, inf, gives the squared loss.
    alpha : float, optional
        In (0, 1]: the fraction of residuals whose loss is squared, from which `adapted` computes
        delta. None keeps delta fixed.

    Examples
    --------
    >>> HuberLoss(delta=1.0).value(np.array([0.5, 3.0]), 0.0)
    array([0.125, 2.5  ])

    At least half of the distances 1, 2 and 9 are at most 2:

    >>> float(HuberLoss(alpha=0.5).adapted(np.array([1.0, 2.0, 9.0]), 0.0).delta)
    2.0
    """

    def __init__(self, delta: float = np.inf, alpha: float | None = None) -> None:
        self.delta, self.alpha = delta, alpha

    def adapted(self, y: Array, F: Array, weights: Array | None = None) -> HuberLoss:
        """The loss whose delta is the alpha-quantile of the |y - F|; itself if alpha is None.

        Parameters
        ----------
        y, F : array (n,)
        weights : array (n,), optional
        """
        if self.alpha is None:
            return self
        return HuberLoss(weighted_quantile(abs(y - F), self.alpha, weights), self.alpha)

    def value(self, y: Array, F: Array) -> Array:
        """The loss (n,) of each sample.

        Parameters
        ----------
        y, F : array (n,)
        """
        e = abs(y - F)
        a = clipped(e, self.delta)
        return a * (e - a / 2)

    def gradient(self, y: Array, F: Array) -> Array:
        """The first derivative (n,) with respect to F, at most delta away from 0.

        Parameters
        ----------
        y, F : array (n,)
        """
        return clipped(F - y, self.delta)

    def residual(self, y: Array, F: Array) -> Array:
        """The residual e = y - F (n,).

        Parameters
        ----------
        y, F : array (n,)
        """
        return y - F

    def pseudo_residual(self, e: Array) -> Array:
        """The negative gradient, e clipped at delta.

        Parameters
        ----------
        e : array (n,)
        """
        return clipped(e, self.delta)

    def leaf_value(self, e: Array, weights: Array | None = None) -> float:
        """The value that a leaf with the residuals e adds to F, see `huber_leaf`.

        Parameters
        ----------
        e : array (n,)
        weights : array (n,), optional
        """
        return huber_leaf(e, self.delta, weights)

    def start(self, y: Array, weights: Array | None = None) -> float:
        """The median of y, because delta is not known yet.

        Parameters
        ----------
        y : array (n,)
        weights : array (n,), optional
        """
        return median_leaf(y, weights)


class LogisticLoss(_Ratio):
    """The logistic loss l = log(1 + e^F) - y F of y in {0, 1} (eq. newton-logistic).

    g = p - y and h = p (1 - p) with p = sigmoid(F); h as (1 - tanh^2(F/2)) / 4 would be the same.

    Attributes
    ----------
    unit_hessian : bool
        False.

    Examples
    --------
    >>> loss = LogisticLoss()
    >>> float(loss.gradient(1.0, 0.0)), float(loss.hessian(1.0, 0.0))
    (-0.5, 0.25)
    >>> float(loss.value(1.0, -1000.0))
    1000.0
    """

    unit_hessian = False

    def value(self, y: Array, F: Array) -> Array:
        """The loss (n,) of each sample; for numbers in a form that cannot overflow.

        Parameters
        ----------
        y, F : array (n,)
        """
        symbolic = np.asarray(F).dtype == object  # numbers need a form that cannot overflow
        return (np.log(1 + np.exp(F)) if symbolic else np.logaddexp(0, F)) - y * F

    def gradient(self, y: Array, F: Array) -> Array:
        """The first derivative (n,) with respect to F, p - y.

        Parameters
        ----------
        y, F : array (n,)
        """
        return sigmoid(F) - y

    def hessian(self, y: Array, F: Array) -> Array:
        """The second derivative (n,) with respect to F, p (1 - p).

        Parameters
        ----------
        y, F : array (n,)
        """
        return sigmoid(F) * sigmoid(-F)

    def residual(self, y: Array, F: Array) -> Array:
        """The residual e = y - p (n,).

        Parameters
        ----------
        y, F : array (n,)
        """
        return y - sigmoid(F)

    def leaf_value(self, e: Array, weights: Array | None = None) -> float:
        """The value that a leaf with the residuals e adds to F, see `logistic_leaf`.

        Parameters
        ----------
        e : array (n,)
        weights : array (n,), optional
        """
        return logistic_leaf(e, weights)

    def leaf_parts(self, e: Array) -> tuple[Array, Array]:
        """The terms of the numerator and denominator of the leaf value: e and |e| (1 - |e|).

        Parameters
        ----------
        e : array (n,)
        """
        return e, abs(e) * (1 - abs(e))

    def start(self, y: Array, weights: Array | None = None) -> float:
        """The log-odds of the fraction of y = 1, which must be neither 0 nor 1.

        Parameters
        ----------
        y : array (n,)
        weights : array (n,), optional
        """
        p = mean(y, weights)
        return np.log(p / (1 - p))


class SoftmaxLoss(_Ratio):
    """The softmax loss l = log sum_c e^F_c - sum_c y_c F_c (eq. newton-softmax).

    y (..., C) is one-hot. g = p - y and h = p (1 - p) with p = softmax(F); h is the diagonal of the
    second derivatives diag(p) - p p^T, since the C trees of a round are grown one by one.

    Attributes
    ----------
    unit_hessian : bool
        False.

    Examples
    --------
    >>> loss, y, F = SoftmaxLoss(), np.array([0.0, 1.0]), np.array([1000.0, 0.0])
    >>> loss.gradient(y, F), float(loss.value(y, F))
    (array([ 1., -1.]), 1000.0)
    """

    unit_hessian = False

    def value(self, y: Array, F: Array) -> Array:
        """The loss (...) of each sample; for numbers in a form that cannot overflow.

        Parameters
        ----------
        y, F : array (..., C)
        """
        top = 0 if F.dtype == object else F.max(axis=-1, keepdims=True)  # numbers: no overflow
        shifted = F - top
        return np.log(np.exp(shifted).sum(axis=-1)) - (y * shifted).sum(axis=-1)

    def gradient(self, y: Array, F: Array) -> Array:
        """The first derivatives with respect to F, p - y (..., C).

        Parameters
        ----------
        y, F : array (..., C)
        """
        return softmax(F) - y

    def hessian(self, y: Array, F: Array) -> Array:
        """The second derivatives with respect to each F_c, p (1 - p) (..., C).

        Parameters
        ----------
        y, F : array (..., C)
        """
        p = softmax(F)
        return p * (1 - p)

    def residual(self, y: Array, F: Array) -> Array:
        """The residual e = y - p (..., C).

        Parameters
        ----------
        y, F : array (..., C)
        """
        return y - softmax(F)

    def leaf_value(self, e: Array, weights: Array | None = None) -> Array | float:
        """The values (C,) for a leaf that holds the same samples in each class's tree.

        Parameters
        ----------
        e : array (n, C)
        weights : array (n,), optional
        """
        return newton_leaf(e, e.shape[1], weights)

    def leaf_parts(self, e: Array) -> tuple[Array, Array]:
        """The terms of the numerator and denominator: (C - 1) e and C |e| (1 - |e|).

        Parameters
        ----------
        e : array (n, C)
        """
        C = e.shape[1]
        return (C - 1) * e, C * abs(e) * (1 - abs(e))

    def start(self, y: Array, weights: Array | None = None) -> Array:
        """The logarithms (C,) of the class fractions, none of which may be 0.

        Parameters
        ----------
        y : array (n, C)
        weights : array (n,), optional
        """
        return np.log(mean(y, weights))


widen_integers(globals())
