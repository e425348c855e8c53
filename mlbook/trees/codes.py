"""Features as small integers in the order of their values, and statistics as integers on a grid."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from mlbook.contract import Array


def to_grid(A: Array) -> tuple[Array, float]:
    """A as integers, and their unit, a power of two: 2^-52 of the sum of |A| or less.

    All sums of entries are then whole numbers below 2^53, exact in float64 as in int64.
    Where the entries are whole numbers already the unit is 1.

    Parameters
    ----------
    A : array (n,) or (n, K)

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
    unit = np.ldexp(1.0, max(int(np.frexp(most)[1]) - 52, -1000))
    return np.rint(A / unit).astype(np.int64), unit


@dataclass(frozen=True)
class Codes:
    """Features (d, n) as codes 0..C-1 in the order of their values; C-1, the last, is missing.

    Parameters
    ----------
    codes : array (d, n) of int
    low : array (d, C)
        The smallest value with that code, inf where there is none.
    high : array (d, C)
        The largest value with that code.
    order : array (d, n) or None
        The samples by increasing code, or copies of that; None for bins.
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
    ([[1, 0, 1, 2]], [[1.0, 3.0, inf]])
    """

    codes: Array
    low: Array
    high: Array
    order: Array | None
    ties: bool
    missing: bool
    heaviest: int

    def threshold(self, feature: Array | int, below: Array | int, above: Array | int) -> Array:
        """Midpoints of the largest values coded `below` and the smallest coded `above`.

        Where rounding would lift a midpoint to the upper value it is the lower one: x <= threshold
        parts the two.

        Parameters
        ----------
        feature, below, above : int or array (L,)

        Returns
        -------
        array (L,)

        Examples
        --------
        >>> float(presort(np.array([[3.0], [1.0], [3.0]])).threshold(0, 0, 1))
        2.0
        """
        low, high = self.high[feature, below], self.low[feature, above]
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
    order = data.order
    if order is not None:
        order = np.concatenate([order * T + t for t in range(T)], axis=1)
    return replace(data, codes=np.repeat(data.codes, T, axis=1), order=order)


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
    order = np.argsort(X.T, axis=1)  # NaN comes last
    x = np.take_along_axis(X.T, order, axis=1)
    rank = np.zeros(x.shape, dtype=np.int32)
    np.cumsum(x[:, 1:] != x[:, :-1], axis=1, out=rank[:, 1:])
    missing = np.isnan(x)
    last = rank[~missing].max(initial=-1) + 1
    rank[missing] = last
    codes, value = np.empty_like(rank), np.full((len(x), last + 1), np.inf)
    np.put_along_axis(codes, order, rank, axis=1)
    np.put_along_axis(value, rank, x, axis=1)
    value[:, last] = np.inf
    ties = bool((rank[:, 1:] == rank[:, :-1]).any())
    return Codes(codes, value, value, order, ties, bool(missing.any()), x.shape[1])


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
    fine = presort(X)
    d, missing = len(fine.codes), fine.low.shape[1] - 1
    last = min(missing, max_bins)
    codes = np.empty(fine.codes.shape, dtype=np.uint8)
    low, high = np.full((d, last + 1), np.inf), np.full((d, last + 1), np.inf)
    for j, code in enumerate(fine.codes):
        first, group = _quantile_groups(np.bincount(code[code < missing]), max_bins)
        coarse = np.full(missing + 1, last)
        coarse[: len(group)] = group
        codes[j] = coarse[code]
        low[j, : len(first)] = fine.low[j, first]
        high[j, : len(first)] = fine.low[j, np.append(first[1:], len(group))[: len(first)] - 1]
    heaviest = max(np.bincount(code).max() for code in codes)
    return Codes(codes, low, high, None, True, fine.missing, heaviest)


def _quantile_groups(counts: Array, max_bins: int) -> tuple[Array, Array]:
    """First value of each group, and the group of each value, for values that occur so often."""
    if len(counts) <= max_bins:
        return np.arange(len(counts)), np.arange(len(counts))
    share = (np.cumsum(counts) - counts) * max_bins // counts.sum()
    return np.unique(share, return_index=True, return_inverse=True)[1:]
