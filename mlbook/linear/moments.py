"""Column means, standardized features and scatter matrices, without loss of digits."""

from __future__ import annotations

import numpy as np

from mlbook.contract import Array, widen_integers


def column_means(X: Array) -> Array:
    """The means of the columns, exact where a column is constant.

    They are computed relative to the first sample, so that rounding affects the spread and not the
    distance from 0.

    Parameters
    ----------
    X : array (n, d)

    Returns
    -------
    array (d,)

    Examples
    --------
    >>> column_means(np.array([[1.0, 5.0], [3.0, 5.0]]))
    array([2., 5.])
    """
    return X[0] + (X - X[0]).mean(axis=0)


def standardize(X: Array) -> tuple[Array, Array, Array]:
    """Features of mean 0 and standard deviation 1, with their means and standard deviations.

    This is eq. linear-scaled. A constant feature becomes 0, and its deviation is returned as 1.

    Parameters
    ----------
    X : array (n, d)

    Returns
    -------
    Z : array (n, d)
    mean : array (d,)
    sd : array (d,)
        With divisor n.

    Examples
    --------
    >>> standardize(np.array([[1.0, 7.0], [3.0, 7.0]]))
    (array([[-1.,  0.],
           [ 1.,  0.]]), array([2., 7.]), array([1., 1.]))
    """
    mean = column_means(X)
    Xc = X - mean
    size = np.abs(Xc).max(axis=0)
    size = np.where(size > 0, size, 1.0)  # squares of Xc / size neither overflow nor vanish
    sd = size * np.sqrt(((Xc / size) ** 2).mean(axis=0))
    sd = np.where(sd > 0, sd, 1.0)
    return Xc / sd, mean, sd


def scatter(X: Array, block: int = 1024) -> tuple[Array, Array]:
    """Column means and X_c^T X_c without forming X_c: covariance(X, ddof) times n - ddof.

    With B = X - shift, X_c^T X_c = B^T B - n m m^T where m is the mean of B (eq. pca-shift). The
    two terms cancel, so the shift is the mean of the first block of rows, or 0 where that is within
    3 spreads; a shift of 0 with a mean of 1e6 spreads would cost 12 of 16 digits.

    Parameters
    ----------
    X : array (n, d)
    block : int
        The number of rows in a block.

    Returns
    -------
    means : array (d,)
    products : array (d, d)

    References
    ----------
    Chan, Golub, LeVeque 1983, section 2.

    Examples
    --------
    >>> scatter(np.array([[1.0, 5.0], [3.0, 9.0]]))
    (array([2., 7.]), array([[2., 4.],
           [4., 8.]]))
    """
    first = X[:block]
    shift: float | Array = column_means(first)
    spread = np.sqrt(((first - shift) ** 2).mean(axis=0))
    if (np.abs(shift) <= 3 * spread).all():
        shift, total, C = 0.0, X.sum(axis=0), X.T @ X
    else:
        total, C = _shifted_sums(X, shift, block)
    return shift + total / len(X), C - np.outer(total, total) / len(X)


def _shifted_sums(X: Array, shift: float | Array, block: int) -> tuple[Array, Array]:
    total, C = np.zeros(X.shape[1]), np.zeros((X.shape[1], X.shape[1]))
    for start in range(0, len(X), block):
        B = X[start : start + block] - shift  # one block stays in the cache
        total += B.sum(axis=0)
        C += B.T @ B
    return total, C


widen_integers(globals())
