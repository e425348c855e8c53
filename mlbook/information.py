"""Information and impurity: how mixed a set of labels is, and what a question tells about them.

Entropy is the mean surprise, H = - sum_x p_x log p_x; the mutual information of two variables is
the decrease of the entropy of one when the other is known; the information gain of a split is that,

    Gain = H(Y) - H(Y | A) = I(Y; A) = D(P_YA || P_Y P_A) >= 0.

Conventions: p holds probabilities that add up to 1 along the last axis; a table P (R, C) holds the
joint probabilities of a row and a column; counts (V, C) hold the samples of each class in each
branch of a split. 0 log 0 = 0. Logarithms are natural, `base=2` gives bits.
Functions of `+ - * /` and sums also run on arrays of symbols: the proofs are about this code.
Derived in chapters/information.ipynb.
Source: Shannon 1948; Cover and Thomas 2006, chapter 2; Quinlan 1993; Breiman et al. 1984.
"""

from __future__ import annotations

import numpy as np

from mlbook.contract import check_length, sorted_values

# --- entropy -------------------------------------------------------------------------------------


def entropy(p, base=None):
    """The mean surprise, - sum_x p_x log p_x (eq. information-entropy).

    Between 0, for a certain outcome, and log K, for K outcomes of one probability.
    p (..., K) -> (...), in nats, or in units of log `base`.   Source: Shannon 1948, section 6.
    """
    p = np.asarray(p)
    logs = np.log(np.where(p > 0, p, 1))  # 0 log 0 = 0
    return 0 - (p * logs).sum(axis=-1) / _unit(base)


def divergence(p, q, base=None):
    """What expecting Q costs where P is true (eq. information-divergence).

        D(P || Q) = sum_x p_x log(p_x / q_x), after Kullback and Leibler

    At least 0, and 0 only for p = q; inf where q excludes what p allows.
    p, q (..., K) -> (...).   Source: Cover and Thomas 2006, eq. 2.26.
    """
    p, q = np.asarray(p), np.asarray(q)
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = np.where(p > 0, p / q, 1)
    return (p * np.log(ratio)).sum(axis=-1) / _unit(base)


def _unit(base) -> float:
    return 1 if base is None else float(np.log(base))


# --- two variables -------------------------------------------------------------------------------


def joint_entropy(P, base=None):
    """The entropy of the pair, - sum_xy p_xy log p_xy (eq. information-joint).   P (R, C)"""
    return entropy(np.ravel(P), base)


def conditional_entropy(P, base=None):
    """The row's entropy, the column known (eq. information-conditional).

        H(X | Y) = - sum_xy p_xy log(p_xy / p_y) = H(X, Y) - H(Y)

    P (R, C) -> a number between 0 and H(X).   Source: Cover and Thomas 2006, eq. 2.10.
    """
    P = np.asarray(P)
    return joint_entropy(P, base) - entropy(P.sum(axis=0), base)


def mutual_information(P, base=None):
    """What row and column tell about each other (eq. information-mutual).

        I(X; Y) = sum_xy p_xy log(p_xy / (p_x p_y)) = H(X) - H(X | Y)

    P (R, C) -> a number, 0 only if they are independent.   Source: Cover and Thomas 2006, eq. 2.28.
    """
    P = np.asarray(P)
    apart = np.outer(P.sum(axis=1), P.sum(axis=0))
    return divergence(P.ravel(), apart.ravel(), base)


# --- impurity ------------------------------------------------------------------------------------


def gini(p):
    """The Gini impurity, the chance that two draws differ (eq. information-gini).

        sum_c p_c (1 - p_c) = 1 - sum_c p_c^2

    p (..., C), numbers or symbols -> (...).   Source: Breiman et al. 1984, section 4.3.
    """
    p = np.asarray(p)
    return (p * (1 - p)).sum(axis=-1)


def error_rate(p):
    """The fraction that a majority vote gets wrong, 1 - max_c p_c (eq. information-error)."""
    return 1 - np.max(p, axis=-1)


# --- splits --------------------------------------------------------------------------------------


def contingency(a, y):
    """The samples of each class in each branch: how often each pair of values occurs.

    a (n,), y (n,) -> counts (V, C), the values of either in ascending order; NaN is one value.
    Raises ValueError if the lengths differ.
    """
    if check_length("a", a) != check_length("y", y):
        raise ValueError(f"a and y must have the same length; received {len(a)} and {len(y)}")
    (branches, v), (classes, c) = map(sorted_values, (a, y))
    cells = np.bincount(v * len(classes) + c, minlength=len(branches) * len(classes))
    return cells.reshape(len(branches), len(classes))


def shares(counts):
    """Counts over their sum along the last axis; zeros where that is 0."""
    counts = np.asarray(counts)
    total = counts.sum(axis=-1, keepdims=True)
    return counts / np.where(total > 0, total, 1)


def impurity_after(counts, impurity=entropy):
    """The mean impurity of the branches (eq. information-after).

    counts (V, C): class c in branch v -> a number.   Source: Quinlan 1993, section 2.2.
    """
    branches = shares(np.sum(counts, axis=1))
    return branches @ impurity(shares(counts))


def gain(counts, impurity=entropy):
    """The decrease of impurity by a split (eq. information-gain).

        Gain = impurity(node) - sum_v n_v / n impurity(branch v) >= 0

    Of entropy, the information gain; of Gini's impurity, eq. information-gini-gain.
    counts (V, C) -> a number.   Source: Quinlan 1993, section 2.2.
    """
    before = impurity(shares(np.sum(counts, axis=0)))
    return before - impurity_after(counts, impurity)


def intrinsic_value(counts, base=None):
    """The entropy of the branch itself (eq. information-intrinsic).

    counts (V, C) -> a number, at most log V.   Source: Quinlan 1993, section 2.2 ("split info").
    """
    return entropy(shares(np.sum(counts, axis=1)), base)


def gain_ratio(counts):
    """Gain / intrinsic value, between 0 and 1 (eq. information-ratio).

    counts (V, C) -> a number, the same in every base; 0 for a single branch.
    Source: Quinlan 1993, section 2.2.
    """
    split = intrinsic_value(counts)
    return gain(counts) / split if split > 0 else 0.0


# --- densities -----------------------------------------------------------------------------------


def differential_entropy(p, width, base=None):
    """The entropy of a density that is level in each cell, p_x / w_x (eq. information-cells).

        h(X) = - sum_x p_x log(p_x / w_x) = H(X) + sum_x p_x log w_x

    Negative for narrow cells, and another number in another unit of the width.
    p (..., K), width (K,) or one number, above 0 -> (...).
    Source: Cover and Thomas 2006, eq. 8.1.
    """
    widths = (np.asarray(p) * np.log(width)).sum(axis=-1)
    return entropy(p, base) + widths / _unit(base)
