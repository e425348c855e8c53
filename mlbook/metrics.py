"""Metrics: how good predictions are, as labels, as scores, as probabilities and as numbers.

Counts of right and wrong labels are compared by ratios, precision TP / (TP + FP) and recall TP /
(TP + FN) among them; scores by the pairs that they rank, where the area under the ROC curve is the
fraction ranked correctly; probabilities by proper losses, which the true probabilities minimize.
Conventions: truth first, prediction second; rows of a confusion matrix are actual classes, columns
predicted ones, in sorted order. Of two classes the positive one is labelled 1 and the other 0 or
-1. A ratio of counts is 0 where it would be 0 / 0; a ranking without pairs raises an error.
Functions of counts also run on arrays of symbols: the proofs are about this code. Derived in
chapters/metrics.ipynb. Source: van Rijsbergen 1979, chapter 7; Fawcett 2006; Murphy 1973; Gneiting
and Raftery 2007.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from mlbook.contract import (
    Array,
    ArrayLike,
    Numbers,
    Whole,
    as_array,
    as_labels,
    check_array,
    check_choice,
    check_in_range,
    check_labels,
    check_one_kind,
    check_positive_int,
    check_y,
    r_squared,
    widen_integers,
)

# --- counts --------------------------------------------------------------------------------------


def confusion_matrix(y: ArrayLike, y_hat: ArrayLike, labels: ArrayLike | None = None) -> Array:
    """The number of samples for each actual and predicted class (C, C) (eq. metrics-confusion).

    A row is an actual class, a column a predicted class.

    Parameters
    ----------
    y, y_hat : array (n,)
        Actual and predicted labels.
    labels : array (C,), optional
        The order of rows and columns; None for all labels that occur, in sorted order.

    Returns
    -------
    array (C, C)

    Raises
    ------
    ValueError
        If y or y_hat is empty or holds something other than labels, if they differ in length or
        kind, or if `labels` does not contain each label that occurs exactly once.

    Examples
    --------
    >>> confusion_matrix(["a", "b", "b"], ["a", "a", "b"])
    array([[1, 0],
           [1, 1]])
    >>> confusion_matrix(["a", "b", "b"], ["a", "a", "b"], labels=["b", "a", "c"])
    array([[1, 1, 0],
           [0, 1, 0],
           [0, 0, 0]])
    """
    y, y_hat = _pair(y, y_hat)
    present, code = np.unique(np.concatenate([y, y_hat]), return_inverse=True)
    labels = present if labels is None else _labels(labels, y)
    place = labels == present[:, np.newaxis]
    if not (place.sum(axis=1) == 1).all():
        raise ValueError(f"labels must contain each of {present} exactly once; received {labels}")
    code, C = place.argmax(axis=1)[code], len(labels)
    return np.bincount(code[: len(y)] * C + code[len(y) :], minlength=C * C).reshape(C, C)


def one_against_rest(K: Whole) -> tuple[Array, Array, Array, Array]:
    """TP, FP, FN and TN (C,) of each class against the rest (eq. metrics-rest).

    Parameters
    ----------
    K : array (C, C)
        A confusion matrix, of numbers or symbols.

    Returns
    -------
    tuple of array (C,)
        Four: TP, FP, FN and TN.

    Examples
    --------
    >>> one_against_rest(np.array([[2, 1, 0], [0, 3, 0], [1, 0, 1]]))
    (array([2, 3, 1]), array([1, 1, 0]), array([1, 0, 1]), array([4, 4, 6]))
    """
    tp = K.diagonal()
    fp, fn = K.sum(axis=0) - tp, K.sum(axis=1) - tp
    return tp, fp, fn, K.sum() - tp - fp - fn


def ratio(part: Numbers, whole: Numbers) -> Numbers:
    """part / whole, and 0 where both are 0; arrays, fractions or symbols.

    Parameters
    ----------
    part, whole : array or number
        Counts, or symbols for them; if the whole is 0, its part must be 0, too.

    Returns
    -------
    array or number

    Examples
    --------
    >>> ratio(np.array([3, 0]), np.array([4, 0]))
    array([0.75, 0.  ])
    """
    return part / (whole + 1 * (whole == 0))


def precision_of(tp: Numbers, fp: Numbers) -> Numbers:
    """The fraction of the predicted positives that are positive (eq. metrics-precision).

    Parameters
    ----------
    tp, fp : array or number
        Counts, or symbols for them.

    Returns
    -------
    array or number
        0 if nothing is predicted positive.

    Examples
    --------
    >>> precision_of(8, 2), precision_of(0, 0)
    (0.8, 0.0)
    """
    return ratio(tp, tp + fp)


def recall_of(tp: Numbers, fn: Numbers) -> Numbers:
    """The fraction of the positives that are predicted positive (eq. metrics-recall).

    Parameters
    ----------
    tp, fn : array or number
        Counts, or symbols for them.

    Returns
    -------
    array or number
        0 if nothing is positive.

    Examples
    --------
    >>> recall_of(np.array([3, 0]), np.array([1, 0]))
    array([0.75, 0.  ])
    """
    return ratio(tp, tp + fn)


def f_beta_of(tp: Numbers, fp: Numbers, fn: Numbers, beta: float = 1) -> Numbers:
    """The weighted harmonic mean of precision and recall (eq. metrics-f).

        (1 + beta^2) TP / ((1 + beta^2) TP + beta^2 FN + FP)

    Recall has beta^2 times the weight of precision.

    Parameters
    ----------
    tp, fp, fn : array or number
        Counts, or fractions or symbols for them.
    beta : float
        The weight of recall; 0 gives the precision alone.

    Returns
    -------
    array or number
        0 if nothing is positive or predicted positive.

    References
    ----------
    van Rijsbergen 1979, chapter 7.

    Examples
    --------
    The precision is 3/4 and the recall 1/2:

    >>> f_beta_of(3, 1, 3), f_beta_of(3, 1, 3, beta=0)
    (0.6, 0.75)
    """
    many = 1 + beta * beta
    return ratio(many * tp, many * tp + beta * beta * fn + fp)


def correlation_of(K: Array) -> float:
    """The correlation of actual and predicted class (eq. metrics-mcc-classes).

        (n tr K - a . b) / sqrt((n^2 - a . a) (n^2 - b . b))

    with row sums a and column sums b. It is 0 if only one class occurs or is predicted.

    Parameters
    ----------
    K : array (C, C)
        A confusion matrix of numbers.

    Returns
    -------
    float

    References
    ----------
    Matthews 1975; Gorodkin 2004.

    Examples
    --------
    The second matrix belongs to a model that always predicts the same class:

    >>> correlation_of(np.array([[3, 1], [1, 1]])), correlation_of(np.array([[3, 0], [1, 0]]))
    (0.25, 0.0)
    """
    K = K.astype(float)  # products of four counts overflow integers
    n, a, b = K.sum(), K.sum(axis=1), K.sum(axis=0)
    scale = np.sqrt(n * n - a @ a) * np.sqrt(n * n - b @ b)
    return float(ratio(n * np.trace(K) - a @ b, scale))


# --- labels --------------------------------------------------------------------------------------


def accuracy(y: ArrayLike, y_hat: ArrayLike) -> float:
    """The fraction of labels that are right (eq. metrics-accuracy).

    Parameters
    ----------
    y, y_hat : array (n,)

    Returns
    -------
    float

    Raises
    ------
    ValueError
        If y or y_hat is empty or holds something other than labels, or if they differ in length or
        kind.

    Examples
    --------
    >>> accuracy(["a", "b", "c", "c"], ["a", "b", "c", "a"])
    0.75
    """
    y, y_hat = _pair(y, y_hat)
    return float(np.mean(y == y_hat))


def precision(y: ArrayLike, y_hat: ArrayLike, average: str = "binary") -> float:
    """The fraction of the predicted positives that are positive (eq. metrics-precision).

    Parameters
    ----------
    y, y_hat : array (n,)
    average : str
        "binary", "macro", "micro" or "weighted", as in `f_beta`.

    Returns
    -------
    float
        0 if nothing is predicted positive.

    Raises
    ------
    ValueError
        As in `f_beta`.

    Examples
    --------
    >>> precision([1, 1, 1, 0], [1, 1, 1, 1])
    0.75
    >>> precision([1, 1, 1, 0], [0, 0, 0, 0])
    0.0
    """
    return _averaged(lambda tp, fp, fn, tn: precision_of(tp, fp), y, y_hat, average)


def recall(y: ArrayLike, y_hat: ArrayLike, average: str = "binary") -> float:
    """The fraction of the positives that are predicted positive (eq. metrics-recall).

    Parameters
    ----------
    y, y_hat : array (n,)
    average : str
        "binary", "macro", "micro" or "weighted", as in `f_beta`.

    Returns
    -------
    float
        0 if nothing is positive.

    Raises
    ------
    ValueError
        As in `f_beta`.

    Examples
    --------
    >>> recall([1, 1, 0], [1, 0, 0])
    0.5

    With the counts of all classes added up, it is the accuracy:

    >>> recall(["a", "b", "c", "c"], ["a", "b", "c", "a"], average="micro")
    0.75
    """
    return _averaged(lambda tp, fp, fn, tn: recall_of(tp, fn), y, y_hat, average)


def specificity(y: ArrayLike, y_hat: ArrayLike, average: str = "binary") -> float:
    """The fraction of the negatives that are predicted negative (eq. metrics-specificity).

    It is the recall of the negative class. With several classes, the negatives of each class are
    the samples of all others.

    Parameters
    ----------
    y, y_hat : array (n,)
    average : str
        "binary", "macro", "micro" or "weighted", as in `f_beta`.

    Returns
    -------
    float
        0 if nothing is negative.

    Raises
    ------
    ValueError
        As in `f_beta`.

    Examples
    --------
    >>> specificity([-1, -1, -1, -1, 1], [-1, -1, -1, 1, 1])
    0.75
    """
    return _averaged(lambda tp, fp, fn, tn: recall_of(tn, fp), y, y_hat, average)


def f_beta(y: ArrayLike, y_hat: ArrayLike, beta: float, average: str = "binary") -> float:
    """The harmonic mean of precision and recall with recall counted beta^2 times (eq. metrics-f).

    Parameters
    ----------
    y, y_hat : array (n,)
    beta : float
        In [0, 1e150].
    average : str
        "binary" for class 1 against 0 or -1. Otherwise each class is compared with the rest:
        "macro" takes the plain mean, "weighted" the mean weighted by the actual samples, and
        "micro" adds up the counts.

    Returns
    -------
    float
        0 if nothing is positive or predicted positive.

    Raises
    ------
    ValueError
        If y or y_hat is empty or holds something other than labels, if they differ in length or
        kind, if the average is "binary" and they are not 0 and 1 or -1 and 1, or if beta or average
        is invalid.

    Examples
    --------
    Four of nine "a" are found, and all three "b": 20 / (20 + 20) and 15 / (15 + 5).

    >>> y = np.repeat(["a", "a", "b"], [4, 5, 3])
    >>> y_hat = np.repeat(["a", "b", "b"], [4, 5, 3])
    >>> f_beta(y, y_hat, 2, average="macro"), f_beta(y, y_hat, 2, average="weighted")
    (0.625, 0.5625)
    """
    check_in_range("beta", beta, "[0, 1e150]")
    return _averaged(lambda tp, fp, fn, tn: f_beta_of(tp, fp, fn, beta), y, y_hat, average)


def f1(y: ArrayLike, y_hat: ArrayLike, average: str = "binary") -> float:
    """The harmonic mean of precision and recall, `f_beta` with beta = 1 (eq. metrics-f1).

    Parameters
    ----------
    y, y_hat : array (n,)
    average : str
        "binary", "macro", "micro" or "weighted", as in `f_beta`.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        As in `f_beta`.

    Examples
    --------
    The precision is 2/3 and the recall is 1:

    >>> f1([1, 1, 0, 0], [1, 1, 1, 0])
    0.8
    """
    return f_beta(y, y_hat, 1, average)


def balanced_accuracy(y: ArrayLike, y_hat: ArrayLike) -> float:
    """The mean recall of the classes that occur in y (eq. metrics-balanced).

    Parameters
    ----------
    y, y_hat : array (n,)

    Returns
    -------
    float

    Raises
    ------
    ValueError
        If y or y_hat is empty or holds something other than labels, or if they differ in length or
        kind.

    Examples
    --------
    Three of four labels are right, although nothing was learned:

    >>> balanced_accuracy([0, 0, 0, 1], [0, 0, 0, 0])
    0.5
    """
    tp, _, fn, _ = one_against_rest(confusion_matrix(y, y_hat))
    return float(recall_of(tp, fn)[tp + fn > 0].mean())


def matthews(y: ArrayLike, y_hat: ArrayLike) -> float:
    """The correlation of two labellings, -1 to 1 (eq. metrics-mcc); 0 if either is constant.

    Parameters
    ----------
    y, y_hat : array (n,)
        Labels of any number of classes.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        If y or y_hat is empty or holds something other than labels, or if they differ in length or
        kind.

    Examples
    --------
    >>> matthews([1, 1, 0], [0, 0, 1]), matthews([1, 1, 0], [1, 1, 1])
    (-1.0, 0.0)
    """
    return correlation_of(confusion_matrix(y, y_hat))


def _averaged(rate: Callable[..., Array], y: ArrayLike, y_hat: ArrayLike, average: str) -> float:
    check_choice("average", average, ("binary", "macro", "micro", "weighted"))
    if average == "binary":
        truth, called = _positive(*_pair(y, y_hat))
        return float(rate(*(c[1] for c in one_against_rest(_table(truth, called)))))
    cells = one_against_rest(confusion_matrix(y, y_hat))
    if average == "micro":
        return float(rate(*(c.sum() for c in cells)))
    weights = cells[0] + cells[2] if average == "weighted" else None
    return float(np.average(rate(*cells), weights=weights))


def _table(truth: Array, called: Array) -> Array:
    return confusion_matrix(truth, called, labels=[False, True])


# --- scores --------------------------------------------------------------------------------------


def roc_curve(y: ArrayLike, score: ArrayLike) -> tuple[Array, Array, Array]:
    """False and true positive rate at each threshold (eq. metrics-roc).

    A sample is predicted positive if its score is at least the threshold. Thresholds decrease from
    inf, where none is, through the m values that occur.

    Parameters
    ----------
    y : array (n,)
        Labels 1 and 0, or 1 and -1.
    score : array (n,)

    Returns
    -------
    tuple of array (m + 1,)
        Three: false positive rates, true positive rates and thresholds.

    Raises
    ------
    ValueError
        Unless both classes occur and the scores are n finite numbers.

    References
    ----------
    Fawcett 2006, algorithm 1.

    Examples
    --------
    A positive and a negative with the same score make one diagonal step:

    >>> roc_curve([0, 1, 0, 1], [1, 3, 2, 2])
    (array([0. , 0. , 0.5, 1. ]), array([0. , 0.5, 1. , 1. ]), array([inf,  3.,  2.,  1.]))
    """
    threshold, tp, fp = _sweep(y, score)
    if tp[-1] == 0 or fp[-1] == 0:
        received = f"{tp[-1]} positives, {fp[-1]} negatives"
        raise ValueError(f"a ranking needs samples of both classes; received {received}")
    rates = (np.append(0, count) / count[-1] for count in (fp, tp))
    return *rates, np.append(np.inf, threshold)


def area(x: Array, y: Array) -> float:
    """The area under a polygon, by trapezoids (eq. metrics-area).

    Parameters
    ----------
    x, y : array (m,)
        The corners, as numbers or symbols; x must not decrease.

    Returns
    -------
    float

    Examples
    --------
    >>> float(area(np.array([0.0, 1.0, 2.0]), np.array([0.0, 1.0, 1.0])))
    1.5
    """
    return ((x[1:] - x[:-1]) * (y[1:] + y[:-1])).sum() / 2


def auc(y: ArrayLike, score: ArrayLike) -> float:
    """The area under the ROC curve, the fraction of pairs ranked correctly (eq. metrics-auc).

    Parameters
    ----------
    y : array (n,)
        Labels 1 and 0, or 1 and -1.
    score : array (n,)

    Returns
    -------
    float

    Raises
    ------
    ValueError
        Unless both classes occur and the scores are n finite numbers.

    Examples
    --------
    Three of four pairs are ranked correctly, and one is a tie:

    >>> auc([0, 1, 0, 1], [1, 3, 2, 2])
    0.875
    """
    rates = roc_curve(y, score)
    return float(area(*rates[:2]))


def ranked_right(above: ArrayLike, below: ArrayLike) -> float:
    """The fraction of pairs with above_i > below_j, ties counted half (eq. metrics-auc).

    All P N pairs are formed.

    Parameters
    ----------
    above : array (P,)
        Scores of the positives.
    below : array (N,)
        Scores of the negatives.

    Returns
    -------
    float

    References
    ----------
    Mann and Whitney 1947.

    Examples
    --------
    >>> ranked_right(np.array([3, 2]), np.array([1, 2]))
    0.875
    """
    apart = np.subtract.outer(check_array("above", above), check_array("below", below))
    return float(((apart > 0).sum() + (apart == 0).sum() / 2) / apart.size)


def precision_recall_curve(y: ArrayLike, score: ArrayLike) -> tuple[Array, Array, Array]:
    """Precision and recall at each threshold, and the thresholds (eq. metrics-pr).

    A sample is predicted positive if its score is at least the threshold. Thresholds increase, as
    in scikit-learn, and the point of precision 1 and recall 0, with no positives, is added at the
    end.

    Parameters
    ----------
    y : array (n,)
        Labels 1 and 0, or 1 and -1.
    score : array (n,)
        Finite numbers of m different values.

    Returns
    -------
    tuple of array (m + 1,), array (m + 1,), array (m,)
        Precisions, recalls and thresholds. Recall is 0 throughout where y has no positives.

    Raises
    ------
    ValueError
        If y is empty or holds other labels, or if the scores are not n finite numbers.

    Examples
    --------
    >>> precision_recall_curve([0, 1, 0, 1], [1, 1, 2, 3])
    (array([0.5, 0.5, 1. , 1. ]), array([1. , 0.5, 0.5, 0. ]), array([1., 2., 3.]))
    """
    threshold, tp, fp = _sweep(y, score)
    precisions, recalls = precision_of(tp, fp), recall_of(tp, tp[-1] - tp)
    return np.append(precisions[::-1], 1.0), np.append(recalls[::-1], 0.0), threshold[::-1]


def average_precision(y: ArrayLike, score: ArrayLike) -> float:
    """The mean precision over the positives found one by one (eq. metrics-ap).

        sum_k (R_k - R_{k-1}) P_k,   0 where y has no positives

    It adds steps, not trapezoids, because no threshold lies between two points.

    Parameters
    ----------
    y : array (n,)
        Labels 1 and 0, or 1 and -1.
    score : array (n,)

    Returns
    -------
    float

    Raises
    ------
    ValueError
        If y is empty or holds other labels, or if the scores are not n finite numbers.

    Examples
    --------
    One positive is found at precision 1, the other at 2/4, where two samples have the same score:

    >>> average_precision([0, 1, 0, 1], [1, 1, 2, 3])
    0.75
    """
    precisions, recalls, _ = precision_recall_curve(y, score)
    return float(-np.diff(recalls) @ precisions[:-1])


def _sweep(y: ArrayLike, score: ArrayLike) -> tuple[Array, Array, Array]:
    """Distinct scores, falling, and how many true and false positives each threshold makes."""
    truth, score = _truth(y, score)
    order = np.argsort(-score)
    last = np.append(np.flatnonzero(np.diff(score[order])), len(score) - 1)
    tp = np.cumsum(truth[order])[last]
    return score[order][last], tp, last + 1 - tp


# --- probabilities -------------------------------------------------------------------------------


def log_loss(y: ArrayLike, p: ArrayLike, labels: ArrayLike | None = None) -> float:
    """The mean of - log of the probability given to the actual class (eq. metrics-log-loss).

    It is inf if an actual class was given the probability 0; nothing is clipped.

    Parameters
    ----------
    y : array (n,)
        Labels; if p has one dimension, 1 and 0 or -1.
    p : array (n,) or (n, C)
        Probabilities of class 1, or of all classes.
    labels : array (C,), optional
        The classes in the order of the columns of p; None for those of y, sorted.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        If a probability is outside [0, 1], a row of p does not add up to 1 (up to 1e-8 and the
        rounding of the type of p), p has another shape, a label of y is invalid, or `labels` does
        not contain each label of y exactly once.

    Examples
    --------
    >>> log_loss([1, 1], [1.0, 0.0])
    inf

    The probabilities are 1/2 and 1/4, so the loss is 3/2 log 2:

    >>> round(log_loss(["b", "a"], [[0.5, 0.5], [0.25, 0.75]]), 3)
    1.04
    """
    y, p = _pair(y, y)[0], as_array("p", p)
    if p.ndim == 2:
        chosen = _chosen(y, p, labels)
    else:
        truth, p = _chances(y, p)
        chosen = np.where(truth, p, 1 - p)
    with np.errstate(divide="ignore"):
        return float(0 - np.log(chosen).mean())


def brier(y: ArrayLike, p: ArrayLike) -> float:
    """The mean squared error of the probabilities of class 1 (eq. metrics-brier).

    Parameters
    ----------
    y : array (n,)
        Labels 1 and 0, or 1 and -1.
    p : array (n,)
        Probabilities in [0, 1].

    Returns
    -------
    float

    Raises
    ------
    ValueError
        If y holds other labels, or if p does not hold n probabilities.

    Examples
    --------
    >>> brier([1, 0, 0, 1], [1.0, 0.5, 0.0, 0.5])
    0.125
    """
    truth, p = _chances(y, p)
    return float(np.mean((p - truth) ** 2))


def reliability(n: Array, p: Array, o: Array) -> float:
    """The mean squared difference of forecast and fraction, sum_g n_g (p_g - o_g)^2 / sum_g n_g.

    It is the first term of (eq. metrics-murphy).

    Parameters
    ----------
    n, p, o : array (m,)
        The samples of each forecast, the forecast, and the fraction of positives among them;
        numbers or symbols.

    Returns
    -------
    float

    Examples
    --------
    >>> float(reliability(np.array([1, 3]), np.array([0.5, 1.0]), np.array([0.0, 1.0])))
    0.0625
    """
    return (n * (p - o) * (p - o)).sum() / n.sum()


def resolution(n: Array, o: Array) -> float:
    """The variance of the fractions, sum_g n_g (o_g - o)^2 / sum_g n_g (eq. metrics-murphy).

    Here o is the fraction of positives among all samples.

    Parameters
    ----------
    n, o : array (m,)
        The samples of each forecast and the fraction of positives among them; numbers or symbols.

    Returns
    -------
    float

    Examples
    --------
    >>> float(resolution(np.array([1, 3]), np.array([0.0, 1.0])))
    0.1875
    """
    apart = o - (n * o).sum() / n.sum()
    return (n * apart * apart).sum() / n.sum()


def brier_decomposition(y: ArrayLike, p: ArrayLike) -> tuple[float, ...]:
    """Reliability, resolution and uncertainty (eq. metrics-murphy).

    Brier = reliability - resolution + uncertainty, exactly, because each group has all samples with
    the same forecast.

    Parameters
    ----------
    y : array (n,)
        Labels 1 and 0, or 1 and -1.
    p : array (n,)
        Probabilities in [0, 1].

    Returns
    -------
    tuple of float
        Three: reliability, resolution and uncertainty.

    Raises
    ------
    ValueError
        If y holds other labels, or if p does not hold n probabilities.

    References
    ----------
    Murphy 1973.

    Examples
    --------
    >>> brier_decomposition([0, 1, 1, 1], [0.5, 1.0, 1.0, 1.0])
    (0.0625, 0.1875, 0.1875)
    >>> brier([0, 1, 1, 1], [0.5, 1.0, 1.0, 1.0])
    0.0625
    """
    truth, p = _chances(y, p)
    forecast, group, n = np.unique(p, return_inverse=True, return_counts=True)
    share, rate = np.bincount(group, truth) / n, truth.mean()
    parts = reliability(n, forecast, share), resolution(n, share), rate * (1 - rate)
    return tuple(float(part) for part in parts)


def calibration_curve(y: ArrayLike, p: ArrayLike, n_bins: int = 10) -> tuple[Array, Array, Array]:
    """Fraction of positives, mean probability and number of samples in each bin.

    The edges are `arange(n_bins + 1) / n_bins`. An edge belongs to the bin above it, and 1 belongs
    to the last bin. A bin without samples is left out.

    Parameters
    ----------
    y : array (n,)
        Labels 1 and 0, or 1 and -1.
    p : array (n,)
        Probabilities in [0, 1].
    n_bins : int
        At least 1.

    Returns
    -------
    tuple of array (m,)
        Three: fractions, mean probabilities and numbers of samples, for m <= n_bins bins.

    Raises
    ------
    ValueError
        If y holds other labels, if p does not hold n probabilities, or if n_bins is invalid.

    Examples
    --------
    Only the second and the last of four bins have samples:

    >>> calibration_curve([0, 1, 1], [0.25, 0.25, 1.0], n_bins=4)
    (array([0.5, 1. ]), array([0.25, 1.  ]), array([2, 1]))
    """
    check_positive_int("n_bins", n_bins)
    truth, p = _chances(y, p)
    bins = np.searchsorted(np.arange(1, n_bins) / n_bins, p, side="right")
    n = np.bincount(bins)
    full = n > 0
    share, mean = (np.bincount(bins, a)[full] / n[full] for a in (truth, p))
    return share, mean, n[full]


# --- numbers -------------------------------------------------------------------------------------


def mse(y: ArrayLike, y_hat: ArrayLike) -> float:
    """The mean squared error, least at the mean (eq. metrics-mse).

    Parameters
    ----------
    y, y_hat : array (n,)

    Returns
    -------
    float

    Raises
    ------
    ValueError
        Unless both hold n >= 1 finite numbers.

    Examples
    --------
    >>> mse([0.0, 2.0], [1.0, 0.0])
    2.5
    """
    r = _residual(y, y_hat)
    return float(r @ r / len(r))


def mae(y: ArrayLike, y_hat: ArrayLike) -> float:
    """The mean absolute error, least at a median (eq. metrics-mae).

    Parameters
    ----------
    y, y_hat : array (n,)

    Returns
    -------
    float

    Raises
    ------
    ValueError
        Unless both hold n >= 1 finite numbers.

    Examples
    --------
    >>> mae([0.0, 2.0], [1.0, 0.0])
    1.5
    """
    return float(np.abs(_residual(y, y_hat)).mean())


def r2(y: ArrayLike, y_hat: ArrayLike) -> float:
    """The fraction of the squared error of the mean that the model removes (eq. metrics-r2).

        1 - sum_i (y_i - y_hat_i)^2 / sum_i (y_i - mean)^2

    If y is constant, it is 1 if every prediction is exact and 0 otherwise.

    Parameters
    ----------
    y, y_hat : array (n,)

    Returns
    -------
    float
        At most 1, and below 0 where the mean of y predicts better.

    Raises
    ------
    ValueError
        Unless both hold n >= 1 finite numbers and the quotient is finite.

    Examples
    --------
    >>> r2([1.0, 2.0, 3.0], [1.0, 2.0, 4.0]), r2([1.0, 2.0, 3.0], [3.0, 2.0, 1.0])
    (0.5, -3.0)
    >>> r2([2.0, 2.0], [2.0, 3.0])
    0.0
    """
    return r_squared(*_numbers(y, y_hat))


def wilson_interval(k: float, n: int, z: float = 1.959963984540054) -> tuple[float, float]:
    """The ends of Wilson's interval for a proportion of k in n samples (eq. metrics-wilson).

    It holds the proportions pi with (k/n - pi)^2 <= z^2 pi (1 - pi) / n.

    Parameters
    ----------
    k : float
        In [0, n].
    n : int
        At least 1.
    z : float
        In [0, 1e150]; the default, 1.96, is for 95 %.

    Returns
    -------
    tuple of float
        The lower and the upper end.

    Raises
    ------
    ValueError
        If k, n or z is out of range.

    References
    ----------
    Wilson 1927.

    Examples
    --------
    After twelve samples without a success, a proportion of a quarter is still possible:

    >>> wilson_interval(0, 12, z=2), wilson_interval(6, 12, z=2)
    ((0.0, 0.25), (0.25, 0.75))
    """
    check_positive_int("n", n)
    check_in_range("k", k, f"[0, {n}]")
    check_in_range("z", z, "[0, 1e150]")
    centre, half = k + z * z / 2, z * np.sqrt(k * (n - k) / n + z * z / 4)
    return float((centre - half) / (n + z * z)), float((centre + half) / (n + z * z))


# --- checks --------------------------------------------------------------------------------------


def _pair(y: ArrayLike, y_hat: ArrayLike) -> tuple[Array, Array]:
    y = as_labels(y)
    y_hat = as_labels(y_hat, len(y), "y_hat")
    if len(y) == 0:
        raise ValueError("y must hold at least one label; received none")
    check_one_kind(y=y, y_hat=y_hat)
    return y, y_hat


def _labels(labels: ArrayLike, y: Array) -> Array:
    labels = as_labels(labels, name="labels")
    check_one_kind(y=y, labels=labels)
    return labels


def _positive(*labels: Array) -> list[Array]:
    """Where each of the labellings says 1; ValueError unless all labels are 0 or -1, and 1."""
    present = {label for y in labels for label in check_labels(y, len(y))[0].tolist()}
    if not (present <= {0, 1} or present <= {-1, 1}):
        allowed = "0 and 1 or -1 and 1; say which is positive, as in y == 'yes', or average"
        raise ValueError(f"labels of two classes must be {allowed}; received {sorted(present)}")
    return [y == 1 for y in labels]


def _truth(y: ArrayLike, score: ArrayLike, name: str = "score") -> tuple[Array, Array]:
    y, _ = _pair(y, y)
    return _positive(y)[0], _column(name, score, len(y))


def _column(name: str, score: ArrayLike, n: int) -> Array:
    """A number for each sample; of a column for each class only one is wanted."""
    score = as_array(name, score)
    if score.ndim == 2 and score.shape[1] > 1:
        wanted = f"one number for each sample, that of the positive class, as in {name}[:, 1]"
        raise ValueError(f"{name} must be 1-D (n,), {wanted}; received {score.shape}")
    return check_y(score, n, name)


def _chances(y: ArrayLike, p: ArrayLike) -> tuple[Array, Array]:
    truth, p = _truth(y, p, "p")
    _check_chances(p)
    return truth, p


def _chosen(y: Array, p: Array, labels: ArrayLike | None) -> Array:
    """The chance (n,) that row i of p gives to class y_i."""
    classes = np.unique(y) if labels is None else _labels(labels, y)
    shape = len(y), len(classes)
    if labels is None and len(p) == len(y) and p.shape[1] > len(classes):
        advice = "pass labels=, the classes in the order of the columns of p"
        raise ValueError(f"p must have shape {shape}; received {p.shape}; {advice}")
    unit = _unit(p)
    p = check_array("p", p, shape)
    _check_chances(p)
    off = np.abs(p.sum(axis=1) - 1)
    if off.max() > 1e-8 + len(classes) * unit:
        i = int(off.argmax())
        raise ValueError(f"each row of p must sum to 1; received the sum {p[i].sum()} in row {i}")
    here = classes == y[:, np.newaxis]
    if not (here.sum(axis=1) == 1).all():
        raise ValueError(
            f"labels must contain each of {np.unique(y)} exactly once; received {classes}"
        )
    return p[here]


def _unit(p: Array) -> float:
    """The rounding of an entry of p, at most 1, before it became float64: eps of its type."""
    return float(np.finfo(p.dtype).eps) if p.dtype.kind == "f" else 0.0


def _check_chances(p: Array) -> None:
    if not ((p >= 0) & (p <= 1)).all():
        raise ValueError(f"probabilities must be in [0, 1]; received {p.min()} to {p.max()}")


def _residual(y: ArrayLike, y_hat: ArrayLike) -> Array:
    y, y_hat = _numbers(y, y_hat)
    return y - y_hat


def _numbers(y: ArrayLike, y_hat: ArrayLike) -> tuple[Array, Array]:
    y = check_array("y", y)
    return y, check_y(y_hat, len(y), "y_hat")


widen_integers(globals())
