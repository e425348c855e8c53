"""Information and impurity: how mixed a set of labels is, and what a question tells about them.

Entropy is the mean surprise, H = - sum_x p_x log p_x; the mutual information of two variables is
the entropy that knowing one takes off the other, and the information gain of a split is just that,

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

# --- entropy -------------------------------------------------------------------------------------


def surprise(p, base=None):
    """Each outcome's part of the entropy, - p log p, and 0 where p = 0.   p (...) -> (...)"""
    p = np.asarray(p, dtype=float)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(p > 0, -p * np.log(p), 0.0) / _unit(base)


def entropy(p, base=None):
    """The entropy of probabilities, - sum_x p_x log p_x (eq. information-entropy).

    Between 0, for a certain outcome, and log K, for K outcomes of one probability.
    p (..., K) -> (...), in nats, or in units of log `base`.   Source: Shannon 1948, section 6.
    """
    return surprise(p, base).sum(axis=-1)


def divergence(p, q, base=None):
    """The Kullback-Leibler divergence sum_x p_x log(p_x / q_x) (eq. information-divergence).

    At least 0, and 0 only for p = q; inf where q excludes what p allows.
    p, q (..., K) -> (...).   Source: Cover and Thomas 2006, eq. 2.26.
    """
    p, q = np.asarray(p, dtype=float), np.asarray(q, dtype=float)
    with np.errstate(divide="ignore", invalid="ignore"):
        terms = np.where(p > 0, p * np.log(p / q), 0.0)
    return terms.sum(axis=-1) / _unit(base)


def _unit(base) -> float:
    return 1.0 if base is None else float(np.log(base))


# --- two variables -------------------------------------------------------------------------------


def joint_entropy(P, base=None):
    """The entropy of the pair, - sum_xy p_xy log p_xy (eq. information-joint).   P (R, C)"""
    return entropy(np.ravel(P), base)


def conditional_entropy(P, base=None):
    """What is left of the row's entropy once the column is known (eq. information-conditional).

        H(X | Y) = - sum_xy p_xy log(p_xy / p_y) = H(X, Y) - H(Y)

    P (R, C) -> a number between 0 and H(X).   Source: Cover and Thomas 2006, eq. 2.10.
    """
    P = np.asarray(P, dtype=float)
    return joint_entropy(P, base) - entropy(P.sum(axis=0), base)


def mutual_information(P, base=None):
    """What row and column tell about each other (eq. information-mutual).

        I(X; Y) = sum_xy p_xy log(p_xy / (p_x p_y)) = H(X) - H(X | Y)

    P (R, C) -> a number, 0 only if they are independent.   Source: Cover and Thomas 2006, eq. 2.28.
    """
    P = np.asarray(P, dtype=float)
    apart = np.outer(P.sum(axis=1), P.sum(axis=0))
    return divergence(P.ravel(), apart.ravel(), base)


# --- impurity ------------------------------------------------------------------------------------


def gini(p):
    """The Gini impurity, the chance that two draws differ (eq. information-gini).

        sum_c p_c (1 - p_c) = 1 - sum_c p_c^2

    p (..., C), numbers or symbols -> (...).   Source: Breiman et al. 1984, section 4.3.
    """
    return (p * (1 - p)).sum(axis=-1)


def error_rate(p):
    """The share that a majority vote gets wrong, 1 - max_c p_c (eq. information-error)."""
    return 1 - np.max(p, axis=-1)


# --- splits --------------------------------------------------------------------------------------


def shares(counts):
    """Counts divided by their sum along the last axis; zeros where there is nothing to share."""
    counts = np.asarray(counts, dtype=float)
    total = counts.sum(axis=-1, keepdims=True)
    return counts / np.where(total > 0, total, 1)


def impurity_after(counts, impurity=entropy):
    """The mean impurity of the branches, each by its share (eq. information-after).

    counts (V, C): class c in branch v -> a number.   Source: Quinlan 1993, section 2.2.
    """
    branches = shares(np.sum(counts, axis=1))
    return branches @ impurity(shares(counts))


def gain(counts, impurity=entropy):
    """The decrease of impurity by a split (eq. information-gain); of entropy, the information gain.

        Gain = impurity(node) - sum_v n_v / n impurity(branch v) >= 0

    counts (V, C) -> a number.   Source: Quinlan 1993, section 2.2.
    """
    return impurity(shares(np.sum(counts, axis=0))) - impurity_after(counts, impurity)


def intrinsic_value(counts, base=None):
    """The entropy of the branch itself, whatever the classes (eq. information-intrinsic).

    counts (V, C) -> a number, at most log V.   Source: Quinlan 1993, section 2.3 ("split info").
    """
    return entropy(shares(np.sum(counts, axis=1)), base)


def gain_ratio(counts):
    """Gain / intrinsic value, between 0 and 1 (eq. information-ratio); 0 for a single branch.

    counts (V, C) -> a number; the same in every base.   Source: Quinlan 1993, section 2.3.
    """
    split = intrinsic_value(counts)
    return gain(counts) / split if split > 0 else 0.0
