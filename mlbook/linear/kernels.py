"""Kernels: inner products of features that are never formed, k(x, z) = phi(x)^T phi(z).

`svm` derives why these are kernels; `pca` finds axes in their space of features.
"""

from __future__ import annotations

import numpy as np

from mlbook.contract import Array, widen_integers


def linear_kernel(A: Array, B: Array) -> Array:
    """x^T z for rows x of A and z of B.

    Parameters
    ----------
    A : array (m, d)
    B : array (n, d)

    Returns
    -------
    array (m, n)

    Examples
    --------
    >>> linear_kernel(np.array([[1, 2]]), np.array([[3, 4], [5, 6]]))
    array([[11, 17]])
    """
    return A @ B.T


def polynomial_kernel(
    A: Array, B: Array, gamma: float = 1, coef0: float = 0, degree: int = 3
) -> Array:
    """(gamma x^T z + coef0)^degree (eq. svm-kernel-polynomial).

    Parameters
    ----------
    A : array (m, d)
    B : array (n, d)
    gamma : float
    coef0 : float
    degree : int

    Returns
    -------
    array (m, n)

    Examples
    --------
    >>> polynomial_kernel(np.array([[1, 2]]), np.array([[3, 4]]), coef0=1, degree=2)
    array([[144]])
    """
    return (gamma * (A @ B.T) + coef0) ** degree


def squared_distances(A: Array, B: Array) -> Array:
    """||x - z||^2 for rows x of A and z of B.

    Parameters
    ----------
    A : array (m, d)
    B : array (n, d)

    Returns
    -------
    array (m, n)

    Examples
    --------
    >>> squared_distances(np.array([[0.0, 0.0]]), np.array([[3.0, 4.0], [0.0, 1.0]]))
    array([[25.,  1.]])
    """
    D = (-2 * A) @ B.T
    D += np.einsum("ij,ij->i", A, A)[:, np.newaxis]
    D += np.einsum("ij,ij->i", B, B)
    return D


def rbf_kernel(A: Array, B: Array, gamma: float = 1) -> Array:
    """exp(-gamma ||x - z||^2) (eq. svm-kernel-rbf).

    Parameters
    ----------
    A : array (m, d)
    B : array (n, d)
    gamma : float

    Returns
    -------
    array (m, n)

    Examples
    --------
    >>> rbf_kernel(np.array([[0.0]]), np.array([[0.0], [2.0]]), gamma=0.25).round(3)
    array([[1.   , 0.368]])
    """
    K = -gamma * squared_distances(A, B)
    return np.exp(K, out=K if K.dtype == float else None)


widen_integers(globals())
