"""Intervals for the mean of scores whose training parts overlap.

    mean +- t sqrt((1/L + n_test / n_train) s^2)     (eq. case-corrected)

Functions of `+ - * /` also run on fractions and symbols: the proofs are about this code.
Derived in chapters/case_study.ipynb.
Source: Nadeau and Bengio 2003.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from mlbook.contract import check_array, check_in_range, check_positive_int


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
