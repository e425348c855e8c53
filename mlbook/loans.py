"""From the probability of a default to a decision and its reasons.

    granting a loan gains on average    (1 - p) c_FP - p c_FN                   (eq. loan-gain)
    what feature j adds to log odds     F(reference with x_j) - F(reference)    (eq. loan-linear)

A loan that is repaid earns c_FP, which a refusal gives up; a loan that defaults costs c_FN.
Conventions: y is 1 for a default, else 0; granted is 1 for a loan that is granted, else 0.
Functions of `+ - * /` and sums also run on arrays of symbols: the proofs are about this code.
Derived in chapters/loans.ipynb.
Source: Elkan 2001; Lundberg and Lee 2017.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from mlbook.contract import Array, Numbers, widen_integers


def expected_gain(p: Numbers, c_fp: float, c_fn: float) -> Numbers:
    """What granting a loan gains on average (eq. loan-border).

        (1 - p) c_FP - p c_FN

    Parameters
    ----------
    p : array (n,) or float
        The probability of a default.
    c_fp : float
        The gain from a loan that is repaid.
    c_fn : float
        The loss from a loan that defaults.

    Returns
    -------
    array (n,) or float

    References
    ----------
    Elkan 2001, eq. 1.

    Examples
    --------
    >>> expected_gain(0.5, 6, 60)
    -27.0
    """
    return (1 - p) * c_fp - p * c_fn


def mean_gain(y: Array, granted: Array, c_fp: float, c_fn: float) -> float:
    """What was gained for each application, on average (eq. loan-cost).

    Parameters
    ----------
    y : array (n,)
        1 for a default, else 0.
    granted : array (n,)
        1 for a loan that was granted, else 0.
    c_fp : float
    c_fn : float

    Returns
    -------
    float

    Examples
    --------
    Two loans are granted, and one of them defaults:

    >>> float(mean_gain(np.array([0, 1, 1]), np.array([1, 1, 0]), 6, 60))
    -18.0
    """
    return (granted * ((1 - y) * c_fp - y * c_fn)).sum() / len(y)


def contributions(F: Callable[[Array], Array], x: Array, reference: Array) -> Array:
    """What each feature of x alone changes in F, from a reference (eq. loan-linear).

        F(reference, with x_j in the place of its feature j) - F(reference)

    Where F is a sum of functions of one feature each, the contributions add up to
    F(x) - F(reference) (eq. loan-sum); otherwise they need not.

    Parameters
    ----------
    F : function
        A function of rows (m, d), such as the decision_function of a model.
    x : array (d,)
    reference : array (d,)

    Returns
    -------
    array (d,)

    References
    ----------
    Lundberg and Lee 2017, for what is done where the contributions do not add up.

    Examples
    --------
    >>> contributions(lambda X: 2 * X[:, 0] + X[:, 1], np.array([3.0, 5.0]), np.array([1.0, 1.0]))
    array([4., 4.])
    """
    d = len(x)
    said = F(np.where(np.eye(d + 1, d, dtype=bool), x, reference))
    return said[:-1] - said[-1]


widen_integers(globals())
