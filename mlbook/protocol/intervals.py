"""Intervals for the mean of scores whose training parts overlap.

    mean +- t sqrt((1/L + n_test / n_train) s^2)     (eq. case-corrected)

Functions of `+ - * /` also run on fractions and symbols: the proofs are about this code.
Derived in chapters/case_study.ipynb.
Source: Nadeau and Bengio 2003.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from mlbook.contract import ArrayLike, check_array, check_in_range, check_positive_int


def corrected_variance(variance: float, L: int, ratio: float) -> float:
    """The variance of a mean of L scores from overlapping training parts (eq. case-corrected).

        s^2 / L + ratio s^2,    ratio = n_test / n_train

    It is right if two scores have the correlation n_test / n, which is a heuristic and not a
    theorem.

    Parameters
    ----------
    variance : float
        s^2, or a symbol.
    L : int
        Or a symbol.
    ratio : float
        n_test / n_train, or a symbol.

    Returns
    -------
    float

    References
    ----------
    Nadeau and Bengio 2003.

    Examples
    --------
    Five folds, repeated twice:

    >>> corrected_variance(4.0, L=10, ratio=0.25)
    1.4
    """
    return variance / L + ratio * variance


def student_quantile(level: float, df: int) -> float:
    """The t below which the modulus of a Student variable T lies with the probability level.

    With t = sqrt(df) tan(a) its density is proportional to cos(a)^(df - 1).

    Parameters
    ----------
    level : float
        Between 0 and 1.
    df : int
        At least 1.

    Returns
    -------
    float
        Accurate to about 8 digits.

    Raises
    ------
    ValueError
        If level or df is not in its range.

    Examples
    --------
    Cauchy's distribution has half of its mass between -1 and 1.

    >>> round(student_quantile(0.5, df=1), 6)
    1.0
    """
    check_in_range("level", level, "(0, 1)")
    check_positive_int("df", df)
    return _quantile(float(level), int(df))


@lru_cache
def _quantile(level: float, df: int) -> float:
    a = np.linspace(0, np.pi / 2, 100_001)
    height = np.cos(a) ** (df - 1)
    mass = np.concatenate([[0], np.cumsum(height[1:] + height[:-1])])
    return float(np.sqrt(df) * np.tan(np.interp(level * mass[-1], mass, a)))


def interval(scores: ArrayLike, ratio: float, level: float = 0.95) -> tuple[float, float]:
    """The mean of the scores and the half width of their corrected interval.

    Parameters
    ----------
    scores : array (L,)
        At least 2.
    ratio : float
        n_test / n_train; 0 gives the usual interval.
    level : float
        Between 0 and 1.

    Returns
    -------
    mean : float
    half : float

    Raises
    ------
    ValueError
        If there are fewer than 2 scores, or ratio or level is not in its range.

    Examples
    --------
    The scores 0 and 2 have the variance 2, and their mean 2 (1/2 + 1/2). With the probability 1/2,
    the modulus of T is at most 1.

    >>> mean, half = interval([0.0, 2.0], ratio=0.5, level=0.5)
    >>> mean, round(half, 6)
    (1.0, 1.414214)
    """
    scores = check_array("scores", scores)
    check_in_range("ratio", ratio, "[0, 1e6]")
    L = len(scores)
    if L < 2:
        raise ValueError(f"an interval needs at least 2 scores; received {L}")
    variance = corrected_variance(scores.var(ddof=1), L, ratio)
    return float(scores.mean()), float(student_quantile(level, L - 1) * np.sqrt(variance))
