"""Information and impurity: how mixed a set of labels is, and what a question tells about them.

Entropy is the mean surprise, H = - sum_x p_x log p_x; the mutual information of two variables is
the decrease of the entropy of one when the other is known; the information gain of a split is the
mutual information of branch and class,

    Gain = H(Y) - H(Y | A) = I(Y; A) = D(P_YA || P_Y P_A) >= 0.

Conventions: p holds probabilities that add up to 1 along the last axis; a table P (R, C) holds the
joint probabilities of a row and a column; counts (V, C) hold the samples of each class in each
branch of a split. 0 log 0 = 0. Logarithms are natural, `base=2` gives bits.
Functions of `+ - * /` and sums also run on arrays of symbols: the proofs are about this code.
Derived in chapters/information.ipynb.
Source: Shannon 1948; Cover and Thomas 2006, chapter 2; Quinlan 1993; Breiman et al. 1984.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from mlbook.contract import (
    Array,
    Entries,
    check_entries,
    sorted_values,
    widen_integers,
)

# --- entropy -------------------------------------------------------------------------------------


def entropy(p: Entries, base: float | None = None) -> Any:
    """The mean surprise, - sum_x p_x log p_x (eq. information-entropy).

    It lies between 0, for a certain outcome, and log K, for K equally probable outcomes.

    Parameters
    ----------
    p : array (..., K)
        Probabilities that add up to 1; 0 log 0 = 0.
    base : float, optional
        The base of the logarithm: 2 for bits, None for nats.

    Returns
    -------
    array (...)

    References
    ----------
    Shannon 1948, section 6.

    Examples
    --------
    >>> entropy(np.array([[1.0, 0.0, 0.0], [0.5, 0.5, 0.0], [0.5, 0.25, 0.25]]), base=2)
    array([0. , 1. , 1.5])
    """
    p = np.asarray(p)
    logs = np.log(np.where(p > 0, p, 1))  # 0 log 0 = 0
    return 0 - (p * logs).sum(axis=-1) / _unit(base)


def divergence(p: Entries, q: Entries, base: float | None = None) -> Any:
    """What expecting Q costs where P is true (eq. information-divergence).

        D(P || Q) = sum_x p_x log(p_x / q_x), after Kullback and Leibler

    It is at least 0, and 0 only for p = q; inf if q is 0 where p is not.

    Parameters
    ----------
    p, q : array (..., K)
        Probabilities that add up to 1.
    base : float, optional
        2 for bits; None for nats.

    Returns
    -------
    array (...)

    References
    ----------
    Cover and Thomas 2006, eq. 2.26.

    Examples
    --------
    >>> fair, sure = np.array([0.5, 0.5]), np.array([1.0, 0.0])
    >>> round(float(divergence(sure, fair, base=2)), 3), float(divergence(fair, sure))
    (1.0, inf)
    """
    p, q = np.asarray(p), np.asarray(q)
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = np.where(p > 0, p / q, 1)
    return (p * np.log(ratio)).sum(axis=-1) / _unit(base)


def _unit(base: float | None) -> float:
    return 1 if base is None else float(np.log(base))


# --- two variables -------------------------------------------------------------------------------


def joint_entropy(P: Entries, base: float | None = None) -> float:
    """The entropy of the pair, - sum_xy p_xy log p_xy (eq. information-joint).

    Parameters
    ----------
    P : array (R, C)
        Joint probabilities of row and column.
    base : float, optional
        2 for bits; None for nats.

    Returns
    -------
    float

    Examples
    --------
    >>> round(float(joint_entropy(np.array([[0.5, 0.0], [0.25, 0.25]]), base=2)), 3)
    1.5
    """
    return entropy(np.ravel(P), base)


def conditional_entropy(P: Entries, base: float | None = None) -> float:
    """The row's entropy, the column known (eq. information-conditional).

        H(X | Y) = - sum_xy p_xy log(p_xy / p_y) = H(X, Y) - H(Y)

    Parameters
    ----------
    P : array (R, C)
        Joint probabilities of row X and column Y.
    base : float, optional
        2 for bits; None for nats.

    Returns
    -------
    float
        Between 0 and H(X).

    References
    ----------
    Cover and Thomas 2006, eq. 2.10.

    Examples
    --------
    The first column, with half of the weight, leaves one bit of uncertainty, the second none:

    >>> round(float(conditional_entropy(np.array([[0.25, 0.0], [0.25, 0.5]]), base=2)), 3)
    0.5
    """
    P = np.asarray(P)
    return joint_entropy(P, base) - entropy(P.sum(axis=0), base)


def mutual_information(P: Entries, base: float | None = None) -> float:
    """What row and column tell about each other (eq. information-mutual).

        I(X; Y) = sum_xy p_xy log(p_xy / (p_x p_y)) = H(X) - H(X | Y)

    Parameters
    ----------
    P : array (R, C)
        Joint probabilities of row X and column Y.
    base : float, optional
        2 for bits; None for nats.

    Returns
    -------
    float
        0 only if they are independent.

    References
    ----------
    Cover and Thomas 2006, eq. 2.28.

    Examples
    --------
    Row and column are the same coin, and then two independent coins:

    >>> round(float(mutual_information(np.array([[0.5, 0.0], [0.0, 0.5]]), base=2)), 3)
    1.0
    >>> float(mutual_information(np.array([[0.25, 0.25], [0.25, 0.25]]), base=2))
    0.0
    """
    P = np.asarray(P)
    apart = np.outer(P.sum(axis=1), P.sum(axis=0))
    return divergence(P.ravel(), apart.ravel(), base)


# --- impurity ------------------------------------------------------------------------------------


def gini(p: Entries) -> Any:
    """The Gini impurity, the probability that two draws differ (eq. information-gini).

        sum_c p_c (1 - p_c) = 1 - sum_c p_c^2

    Parameters
    ----------
    p : array (..., C)
        Probabilities that add up to 1, as numbers or symbols.

    Returns
    -------
    array (...)

    References
    ----------
    Breiman et al. 1984, section 4.3.

    Examples
    --------
    >>> gini(np.array([[1.0, 0.0, 0.0], [0.5, 0.5, 0.0], [0.5, 0.25, 0.25]]))
    array([0.   , 0.5  , 0.625])
    """
    p = np.asarray(p)
    return (p * (1 - p)).sum(axis=-1)


def error_rate(p: Entries) -> Any:
    """The fraction that a majority vote gets wrong, 1 - max_c p_c (eq. information-error).

    Parameters
    ----------
    p : array (..., C)
        Probabilities that add up to 1.

    Returns
    -------
    array (...)

    Examples
    --------
    It ignores how the remaining classes are distributed:

    >>> error_rate(np.array([[1.0, 0.0, 0.0], [0.5, 0.5, 0.0], [0.5, 0.25, 0.25]]))
    array([0. , 0.5, 0.5])
    """
    return 1 - np.asarray(p).max(axis=-1)


# --- splits --------------------------------------------------------------------------------------


def contingency(a: Sequence[Any] | Array, y: Sequence[Any] | Array) -> Array:
    """The number of samples of each class in each branch, as a contingency table.

    Parameters
    ----------
    a, y : array (n,)
        Values that can be sorted; NaN is one value.

    Returns
    -------
    array (V, C)
        Counts; rows are the V values of a, columns the C values of y, both in ascending order.

    Raises
    ------
    ValueError
        If the lengths differ, if there is no entry, or if the values cannot be sorted.

    Examples
    --------
    "rain" never occurs with "no", which is a count of 0:

    >>> contingency(["sun", "rain", "sun", "sun"], ["no", "yes", "no", "yes"])
    array([[0, 1],
           [2, 1]])
    """
    a, y = check_entries("a", a), check_entries("y", y)
    if len(a) != len(y):
        raise ValueError(f"a and y must have the same length; received {len(a)} and {len(y)}")
    (branches, v), (classes, c) = map(sorted_values, (a, y))
    cells = np.bincount(v * len(classes) + c, minlength=len(branches) * len(classes))
    return cells.reshape(len(branches), len(classes))


def shares(counts: Entries) -> Array:
    """Counts over their sum along the last axis; zeros where that is 0.

    Parameters
    ----------
    counts : array (..., C)

    Returns
    -------
    array (..., C)

    Examples
    --------
    >>> shares([[3, 1], [0, 0]])
    array([[0.75, 0.25],
           [0.  , 0.  ]])
    """
    counts = np.asarray(counts)
    total = counts.sum(axis=-1, keepdims=True)
    return counts / np.where(total > 0, total, 1)


def impurity_after(counts: Entries, impurity: Callable[[Array], Any] = entropy) -> float:
    """The mean impurity of the branches (eq. information-after).

    Parameters
    ----------
    counts : array (V, C)
        The number of samples of class c in branch v.
    impurity : function
        A function of class fractions (V, C), such as `entropy`, `gini` or `error_rate`.

    Returns
    -------
    float

    References
    ----------
    Quinlan 1993, section 2.2.

    Examples
    --------
    Half of the samples are in a branch of impurity 1/2, half in a pure one:

    >>> float(impurity_after([[1, 1], [0, 2]], gini))
    0.25
    """
    branches = shares(np.asarray(counts).sum(axis=1))
    return branches @ impurity(shares(counts))


def gain(counts: Entries, impurity: Callable[[Array], Any] = entropy) -> float:
    """The decrease of impurity by a split (eq. information-gain).

        Gain = impurity(node) - sum_v n_v / n impurity(branch v) >= 0

    For entropy it is the information gain; for the Gini impurity see eq. information-gini-gain.

    Parameters
    ----------
    counts : array (V, C)
        The number of samples of class c in branch v.
    impurity : function
        A function of class fractions (..., C), such as `entropy`, `gini` or `error_rate`.

    Returns
    -------
    float
        At least 0.

    References
    ----------
    Quinlan 1993, section 2.2.

    Examples
    --------
    If the same class has the majority in both branches, the error rate does not decrease:

    >>> float(gain([[2, 2], [0, 4]], gini)), float(gain([[2, 2], [0, 4]], error_rate))
    (0.125, 0.0)
    """
    before = impurity(shares(np.asarray(counts).sum(axis=0)))
    return before - impurity_after(counts, impurity)


def intrinsic_value(counts: Entries, base: float | None = None) -> float:
    """The entropy of the branch itself (eq. information-intrinsic).

    Parameters
    ----------
    counts : array (V, C)
        The number of samples of class c in branch v.
    base : float, optional
        2 for bits; None for nats.

    Returns
    -------
    float
        At most log V.

    References
    ----------
    Quinlan 1993, section 2.2 ("split info").

    Examples
    --------
    >>> round(float(intrinsic_value([[2, 0], [1, 0], [0, 1]], base=2)), 3)
    1.5
    """
    return entropy(shares(np.asarray(counts).sum(axis=1)), base)


def gain_ratio(counts: Entries) -> float:
    """Gain / intrinsic value, between 0 and 1 (eq. information-ratio).

    Parameters
    ----------
    counts : array (V, C)
        The number of samples of class c in branch v.

    Returns
    -------
    float
        The same in every base; 0 for a single branch.

    References
    ----------
    Quinlan 1993, section 2.2.

    Examples
    --------
    Four branches of one sample each gain one bit and have an entropy of two bits:

    >>> round(float(gain_ratio([[1, 0], [1, 0], [0, 1], [0, 1]])), 3)
    0.5
    >>> gain_ratio([[2, 2]])
    0.0
    """
    split = intrinsic_value(counts)
    return gain(counts) / split if split > 0 else 0.0


# --- densities -----------------------------------------------------------------------------------


def differential_entropy(p: Entries, width: Entries, base: float | None = None) -> Any:
    """The entropy of a piecewise constant density, p_x / w_x in cell x (eq. information-cells).

        h(X) = - sum_x p_x log(p_x / w_x) = H(X) + sum_x p_x log w_x

    It is negative for narrow cells, and depends on the unit of the width.

    Parameters
    ----------
    p : array (..., K)
        Probabilities of the cells, which add up to 1.
    width : array (K,) or float
        The cells' widths, above 0.
    base : float, optional
        2 for bits; None for nats.

    Returns
    -------
    array (...)

    References
    ----------
    Cover and Thomas 2006, eq. 8.1.

    Examples
    --------
    Two equally probable cells, of width 1 and then of width 1/8:

    >>> [round(float(differential_entropy([0.5, 0.5], width, base=2)), 3) for width in (1.0, 0.125)]
    [1.0, -2.0]
    """
    widths = (np.asarray(p) * np.log(width)).sum(axis=-1)
    return entropy(p, base) + widths / _unit(base)


widen_integers(globals())
