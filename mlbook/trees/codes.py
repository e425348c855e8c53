"""Features as small integers in the order of their values, and statistics as integers on a grid."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from mlbook.contract import Array


def to_grid(A: Array, least: int = -1000) -> tuple[Array, float]:
    """A as integers, and their unit, a power of two: 2^-52 of the sum of |A| or less.

    All sums of entries are then whole numbers below 2^53, exact in float64 as in int64.
    Where the entries are whole numbers already the unit is 1.

    Parameters
    ----------
    A : array (n,) or (n, K)
    least : int
        The exponent of the least unit.

    Returns
    -------
    array of int64, of the shape of A
    unit : float

    Examples
    --------
    >>> to_grid(np.array([1.0, -2.0, 4.0]))
    (array([ 1, -2,  4]), 1.0)
    >>> to_grid(np.array([0.5, 0.25]))[1] == 2.0**-52
    np.True_
    """
    most = np.abs(A).sum(axis=0).max()
    if most < 2.0**52 and (np.rint(A) == A).all():
        return A.astype(np.int64), 1.0
    unit = np.ldexp(1.0, max(int(np.frexp(most)[1]) - 52, least))
    return np.rint(A / unit).astype(np.int64), unit


@dataclass(frozen=True)
class Codes:
    """Features (d, n) as codes 0, 1, ... in the order of their values; the last is missing.

    A code is a bin of values, or, after `presort`, a value. The places at which values are kept
    are the bins, or the samples.

    Parameters
    ----------
    codes : array (d, n) of int
    last : int
        The code of a missing value.
    low : array (d, places)
        The smallest value at each place; inf in a bin that there is not, NaN where missing.
    high : array (d, places)
        The largest.
    order : array (d, n) or None
        The samples by increasing code; None for bins, and where nobody asks for it.
    ties : bool
        Whether some code occurs twice in a feature.
    missing : bool
        Whether some value is missing.
    heaviest : int
        Most samples that share a code.

    Examples
    --------
    >>> data = presort(np.array([[3.0], [1.0], [3.0], [np.nan]]))
    >>> data.codes.tolist(), data.low.tolist()
    ([[1, 0, 1, 2]], [[3.0, 1.0, 3.0, nan]])
    """

    codes: Array
    last: int
    low: Array
    high: Array
    order: Array | None
    ties: bool
    missing: bool
    heaviest: int

    @property
    def binned(self) -> bool:
        """Whether codes are bins, which have one byte each."""
        return self.codes.dtype == np.uint8

    def threshold(self, feature: Array | int, below: Array | int, above: Array | int) -> Array:
        """Midpoints of the largest values at `below` and the smallest at `above`; inf if missing.

        Where rounding would lift a midpoint to the upper value it is the lower one: x <= threshold
        parts the two.

        Parameters
        ----------
        feature, below, above : int or array (L,)
            Features, and places on both sides of the cuts.

        Returns
        -------
        array (L,)

        Examples
        --------
        >>> float(presort(np.array([[3.0], [1.0], [3.0]])).threshold(0, 1, 0))
        2.0
        """
        low, high = self.high[feature, below], self.low[feature, above]
        high = np.where(np.isnan(high), np.inf, high)
        middle = np.maximum(low, low / 2 + high / 2)
        return np.where((middle == high) & (high < np.inf), low, middle)


def copies(data: Codes, T: int) -> Codes:
    """T copies of the data: sample i of copy t is i T + t, copies of a sample are neighbours.

    Parameters
    ----------
    data : Codes
    T : int

    Returns
    -------
    Codes

    Examples
    --------
    >>> copies(presort(np.array([[5.0], [7.0]])), 3).codes.tolist()
    [[0, 0, 0, 1, 1, 1]]
    """
    if T == 1:
        return data
    codes, order = np.repeat(data.codes, T, axis=1), data.order
    if data.binned:
        return replace(data, codes=codes)
    if order is not None:
        order = np.concatenate([order * T + t for t in range(T)], axis=1)
    values = np.repeat(data.low, T, axis=1)
    return replace(data, codes=codes, low=values, high=values, order=order)


def presort(X: Array) -> Codes:
    """A table coded for exact search: one code per distinct value, samples sorted once.

    Parameters
    ----------
    X : array (n, d)
        NaN where missing.

    Returns
    -------
    Codes

    Examples
    --------
    >>> data = presort(np.array([[3.0, 1], [1, 1], [3, np.nan]]))
    >>> data.codes.tolist()
    [[1, 0, 1], [0, 0, 2]]
    """
    n, d = X.shape
    codes, order = (np.empty((d, n), dtype=np.int32) for _ in range(2))  # one may outlive the other
    known, distinct = np.empty((2, d), dtype=int)
    for j in range(d):
        x = X[:, j].copy()
        order[j] = np.argsort(x)  # NaN comes last
        x = x.take(order[j])
        known[j] = np.searchsorted(x, np.nan)
        rank = np.zeros(n, dtype=np.int32)
        np.cumsum(x[1:] != x[:-1], out=rank[1:])
        codes[j, order[j]] = rank
        distinct[j] = rank[: known[j]].max(initial=-1) + 1
    last = int(distinct.max())
    for j in np.flatnonzero(known < n).tolist():
        codes[j, order[j, known[j] :]] = last
    ties, missing = bool((distinct + np.minimum(n - known, 1) < n).any()), bool((known < n).any())
    return Codes(codes, last, X.T, X.T, order, ties, missing, n)


def bin_features(X: Array, max_bins: int = 64) -> Codes:
    """A table coded for histogram search, in bins of about equal counts.

    A feature with no more than max_bins distinct values gets a bin for each: nothing is lost.

    Parameters
    ----------
    X : array (n, d)
        NaN where missing.
    max_bins : int
        At most 255.

    Returns
    -------
    Codes

    Examples
    --------
    >>> bin_features(np.arange(6.0)[:, None], max_bins=3).codes.tolist()
    [[0, 0, 1, 1, 2, 2]]
    """
    n, d = X.shape
    codes, edges, most = np.empty((d, n), dtype=np.uint8), [], []
    for code, x in zip(codes, map(np.copy, X.T), strict=True):
        order = np.argsort(x)  # NaN comes last
        x = x.take(order)
        x = x[: np.searchsorted(x, np.nan)]
        first = _group_starts(x, max_bins)
        count = np.diff(first, append=len(x))
        code[order[: len(x)]] = np.repeat(np.arange(len(first), dtype=np.uint8), count)
        edges.append((x[first], x[first + count - 1], order[len(x) :]))
        most.append(max(n - len(x), count.max(initial=0)))
    last, missing = max(len(least) for least, _, _ in edges), False
    low, high = np.full((2, d, last + 1), np.inf)
    for j, (least, largest, lost) in enumerate(edges):
        low[j, : len(least)], high[j, : len(least)] = least, largest
        codes[j, lost], missing = last, missing or len(lost) > 0
    return Codes(codes, last, low, high, None, True, missing, int(max(most)))


def _group_starts(x: Array, max_bins: int) -> Array:
    """Where groups of about equal counts begin in sorted values; equal values stay together."""
    start = np.flatnonzero(np.append(True, x[1:] != x[:-1])[: len(x)])  # of each distinct value
    if len(start) <= max_bins:
        return start
    share = start * max_bins // len(x)
    return start[np.append(True, share[1:] != share[:-1])]
