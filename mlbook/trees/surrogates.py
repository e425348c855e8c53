"""Surrogate splits: other questions that are used if the answer to a tree's question is missing.

Of the samples whose answers to both are known, a surrogate x_j <= s sends a fraction, its
agreement, to the side to which the question sends them. Sending all to the larger side agrees too;
the association is the part of that guess's errors which the surrogate avoids.
Source: Breiman et al. 1984, section 5.3.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from mlbook.contract import Array


class Surrogate(NamedTuple):
    """A question x_j <= threshold that replaces another one.

    Parameters
    ----------
    feature : int
        j.
    threshold : float
    yes_is_left : bool
        Whether x_j <= threshold goes to the side of yes of the other question.
    agreement : float
        The fraction of samples that both questions send to one side.
    association : float
        The part of the errors of the best guess that it avoids.

    Examples
    --------
    >>> Surrogate(2, 4.85, True, 0.9, 0.8).feature
    2
    """

    feature: int
    threshold: float
    yes_is_left: bool
    agreement: float
    association: float


def association(agreement: float, smaller: float) -> float:
    """The part of the best guess's errors that a surrogate avoids (eq. decision-tree-association).

        (p_R - (1 - u)) / p_R,  p_R the fraction of the smaller side

    Parameters
    ----------
    agreement : float
        u, the fraction of samples that go to the same side.
    smaller : float
        p_R > 0; the guess that all go to the other side errs as often.

    Returns
    -------
    float
        At most 1; above 0 if the surrogate is better than the guess. Both may be symbols.

    References
    ----------
    Breiman et al. 1984, section 5.3.

    Examples
    --------
    >>> association(1.0, 0.25), association(0.75, 0.25), association(0.875, 0.25)
    (1.0, 0.0, 0.5)
    """
    return (smaller - (1 - agreement)) / smaller


def surrogates(X: Array, feature: int, threshold: float) -> list[Surrogate]:
    """The best surrogate on each other feature that beats the guess, the best association first.

    Parameters
    ----------
    X : array (n, d)
        The samples of a node; NaN where missing.
    feature : int
        What the node asks about.
    threshold : float

    Returns
    -------
    list of Surrogate

    References
    ----------
    Breiman et al. 1984, section 5.3.

    Examples
    --------
    >>> X = np.array([[1.0, 9.0], [2.0, 8.0], [3.0, 7.0], [8.0, 2.0], [9.0, 1.0]])
    >>> surrogates(X, 0, 5.0)
    [Surrogate(feature=1, threshold=4.5, yes_is_left=False, agreement=1.0, association=1.0)]
    """
    others = [j for j in range(X.shape[1]) if j != feature]
    result = [_best(X[:, feature] <= threshold, X[:, [feature, j]], j) for j in others]
    return sorted(filter(None, result), key=lambda s: -s.association)


def _best(left: Array, pair: Array, j: int) -> Surrogate | None:
    """The question on the second column of `pair` (n, 2) that agrees most; None without a use."""
    known = ~np.isnan(pair).any(axis=1)
    left, x = left[known], pair[known, 1]
    order = np.argsort(x, kind="stable")
    left, x, n = left[order], x[order], len(x)
    cuts = np.flatnonzero(x[1:] > x[:-1])
    smaller = min(left.sum(), n - left.sum())
    if not len(cuts) or not smaller:
        return None
    below = np.cumsum(left)[cuts]  # on the left, with x_j below the cut
    above = n - left.sum() - (cuts + 1 - below)  # on the right, with x_j above it
    same = below + above
    at = int(np.argmax(np.maximum(same, n - same)))
    most = max(same[at], n - same[at])
    if most <= n - smaller:
        return None
    cut = float(x[cuts[at]] + x[cuts[at] + 1]) / 2
    worth = association(most / n, smaller / n)
    return Surrogate(j, cut, bool(most == same[at]), float(most / n), float(worth))


def goes_left(
    X: Array, feature: int, threshold: float, stand_ins: list[Surrogate], otherwise: bool = True
) -> Array:
    """Whether each sample goes left: by the question, else by the first surrogate that is known.

    Parameters
    ----------
    X : array (n, d)
        NaN where missing.
    feature : int
    threshold : float
    stand_ins : list of Surrogate
        In the order in which they are asked.
    otherwise : bool
        Where a sample goes for which none is known: whether the larger side is the left one.

    Returns
    -------
    array (n,) of bool

    Examples
    --------
    >>> X = np.array([[1.0, 9.0], [np.nan, 8.0], [np.nan, 2.0], [np.nan, np.nan]])
    >>> goes_left(X, 0, 5.0, [Surrogate(1, 4.5, False, 1.0, 1.0)])
    array([ True,  True, False,  True])
    """
    left, waiting = X[:, feature] <= threshold, np.isnan(X[:, feature])
    for s in stand_ins:
        now = waiting & ~np.isnan(X[:, s.feature])
        left[now] = (X[now, s.feature] <= s.threshold) == s.yes_is_left
        waiting &= ~now
    left[waiting] = otherwise
    return left
