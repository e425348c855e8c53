"""Bottom eigenvectors of M = A^T A for a sparse A whose rows sum to zero, without an n x n array.

Row i of A has `values[i]` in the columns `columns[i]`, both (n, m). Since A 1 = 0, the constant
vector belongs to the eigenvalue 0; what is sought are the q smallest eigenvalues of M among the
vectors orthogonal to it.

1. The graph in which each row connects its columns may have several connected components. M has
   one null vector for each component, its indicator, and the rest is computed for each component.
2. Within a component the samples are put in breadth-first levels. A row touches at most two
   neighbouring levels, so in this order M is block tridiagonal.
3. A block elimination solves (M + s I) y = x, and subspace iteration with it finds the vectors.

Used in chapters/lle.ipynb.
Source: George, Liu 1981, chapter 4 (level structures); Parlett 1998, chapter 14 (iteration).
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from mlbook.contract import Array

DENSE = 200  # up to this size of a part, numpy's eigh of all of M is as fast


def apply(columns: Array, values: Array, V: Array) -> Array:
    """The product A V.

    Parameters
    ----------
    columns : array (n, m)
    values : array (n, m)
        The entries of each row of A.
    V : array (n, p)

    Returns
    -------
    array (n, p)

    Examples
    --------
    >>> apply(np.array([[0, 1], [1, 0]]), np.array([[1, -1], [2, -2]]), np.array([[5.0], [3.0]]))
    array([[ 2.],
           [-4.]])
    """
    return np.einsum("nm,nmp->np", values, V[columns])


def bottom_eigenvectors(
    columns: Array, values: Array, q: int, dense: int = DENSE
) -> tuple[Array, Array]:
    """The q smallest eigenvalues of A^T A among vectors orthogonal to 1, and unit vectors.

    With c connected components, the first c - 1 vectors are constant on each, with eigenvalues 0.

    Parameters
    ----------
    columns : array (n, m)
    values : array (n, m)
        The rows of A, each of which sums to 0.
    q : int
        1 <= q <= n - 1.
    dense : int
        Components with more samples than this are solved by blocks.

    Returns
    -------
    eigenvalues : array (q,)
        Ascending.
    V : array (n, q)
        One vector in each column.

    Raises
    ------
    LinAlgError
        If the iteration does not converge.

    Examples
    --------
    >>> columns, values = np.array([[0, 1], [1, 0]]), np.array([[1.0, -1.0], [1.0, -1.0]])
    >>> bottom_eigenvectors(columns, values, 1)[0].round(3)
    array([4.])
    """
    part = parts(columns)
    blocks = [_contrasts(part, q)]
    if part.max() < q:
        groups = np.split(np.argsort(part, kind="stable"), np.cumsum(np.bincount(part))[:-1])
        blocks += [_inside(group, columns, values, q, dense) for group in groups]
    V = np.hstack(blocks)
    eigenvalues = (apply(columns, values, V) ** 2).sum(axis=0)
    eigenvalues[: part.max()] = 0
    first = np.argsort(eigenvalues, kind="stable")[:q]
    return eigenvalues[first], V[:, first]


def parts(columns: Array) -> Array:
    """The number 0, 1, ... of the connected component of each sample.

    Parameters
    ----------
    columns : array (n, m)
        Where the rows of A are not 0.

    Returns
    -------
    array (n,)

    Examples
    --------
    >>> parts(np.array([[0, 1], [1, 0], [2, 3], [3, 2]]))
    array([0, 0, 1, 1])
    """
    part = np.full(len(columns), -1)
    while (part < 0).any():
        start = int(np.argmax(part < 0))
        part[levels(columns, start) >= 0] = part.max() + 1
    return part


def levels(columns: Array, start: int) -> Array:
    """The breadth-first level of each sample, 0 for `start`, -1 if no path leads to it.

    Samples of one row are one step apart.

    Parameters
    ----------
    columns : array (n, m)
        Where the rows of A are not 0.
    start : int

    Returns
    -------
    array (n,)

    Examples
    --------
    >>> levels(np.array([[0, 1], [1, 2], [2, 1], [3, 3]]), 0)
    array([ 0,  1,  2, -1])
    """
    level = np.full(len(columns), -1)
    level[start], g = 0, 0
    while (level == g).any():
        touched = columns[(level == g)[columns].any(axis=1)]
        level[touched[level[touched] < 0]] = g + 1
        g += 1
    return level


def _contrasts(part: Array, most: int) -> Array:
    """Orthonormal vectors, constant on parts and orthogonal to 1: part b + 1 against 0, ..., b."""
    sizes = np.bincount(part)
    most = min(most, len(sizes) - 1)
    C = np.triu(np.ones((len(sizes), most)))
    C[np.arange(1, most + 1), np.arange(most)] = -np.cumsum(sizes)[:most] / sizes[1 : most + 1]
    return (C / np.sqrt(sizes @ C**2))[part]


def _inside(group: Array, columns: Array, values: Array, q: int, dense: int) -> Array:
    """The bottom vectors of one part, 0 outside of it.   group: its samples -> (n, up to q)"""
    place = np.zeros(len(columns), dtype=int)
    place[group] = np.arange(len(group))
    road = _dense if len(group) <= dense else _blocks
    inside = road(place[columns[group]], values[group], min(q, len(group) - 1))
    V = np.zeros((len(columns), inside.shape[1]))
    V[group] = inside
    return V


def _dense(columns: Array, values: Array, q: int) -> Array:
    """By eigh of M + c 1 1^T / n, where c = 2 tr M lifts the constant vector to the top."""
    n = len(columns)
    A = np.zeros((n, n))
    np.put_along_axis(A, columns, values, axis=1)
    M = A.T @ A
    return np.linalg.eigh(M + 2 * np.trace(M) / n)[1][:, :q]


# --- by blocks -----------------------------------------------------------------------------------


def _blocks(columns: Array, values: Array, q: int, extra: int = 8, rounds: int = 500) -> Array:
    """By subspace iteration with (M + s I)^-1 on the vectors orthogonal to 1.

    It ends when M v = lambda v holds to ten digits, or when rounding allows no further progress.
    """
    order, cuts = _level_order(columns)
    place = np.argsort(order)
    largest = np.bincount(columns.ravel(), (values * values).ravel()).max()  # on M's diagonal
    factors = _eliminate(place[columns], values, cuts, 1e-10 * largest)
    n, best, stale = len(order), np.inf, 0
    V = np.random.default_rng(0).normal(size=(n, min(q + extra, n - 1)))
    for _ in range(rounds):
        V = np.linalg.qr(V - V.mean(axis=0))[0]
        W = _solve(factors, cuts, V)
        W -= W.mean(axis=0)
        mu, U = np.linalg.eigh(V.T @ W)  # mu = 1 / (lambda + s)
        mu, U = mu[: -q - 1 : -1], U[:, ::-1]
        ritz, V = V @ U[:, :q], W @ U
        residual = np.linalg.norm(V[:, :q] / mu - ritz, axis=0)
        worst, stale = residual.max(), stale + 1
        if worst < 0.9 * best:
            best, stale, answer = worst, 0, ritz[place]
        if (residual <= 1e-10 + 1e-15 * largest * mu).all() or (stale == 3 and best < 1e-4):
            return answer
    raise np.linalg.LinAlgError(f"the eigenvectors did not converge in {rounds} iterations")


def _level_order(columns: Array, width: int = 32) -> tuple[Array, list[int]]:
    """Samples in the order of their levels from a far end, and where blocks of them begin."""
    level = levels(columns, int(np.argmax(levels(columns, 0))))
    order = np.argsort(level, kind="stable")
    ends, cuts = np.cumsum(np.bincount(level)), [0]
    for end in ends:
        if end - cuts[-1] >= width:
            cuts.append(int(end))
    cuts[-1 if len(cuts) > 1 else 1 :] = [len(level)]
    return order, cuts


def _eliminate(
    columns: Array, values: Array, cuts: list[int], shift: float
) -> list[tuple[Array, Array]]:
    """For each block the inverse of its pivot S and S^-1 B, where B couples it to the next one.

    S_1 = M_11,  S_{g+1} = M_{g+1,g+1} - B_g^T S_g^-1 B_g.  The inverse is kept, since NumPy has no
    triangular solve, and each is applied in every round.
    """
    first = np.searchsorted(cuts, columns.min(axis=1), side="right") - 1
    carry: float | Array = 0.0
    factors = []
    for g, (low, high) in enumerate(pairwise(cuts)):
        rows, w = first == g, high - low
        end = cuts[min(g + 2, len(cuts) - 1)]
        A = np.zeros((np.count_nonzero(rows), end - low))
        np.put_along_axis(A, columns[rows] - low, values[rows], axis=1)
        M = A.T @ A
        S_inverse = np.linalg.solve(M[:w, :w] + carry + shift * np.eye(w), np.eye(w))
        C = S_inverse @ M[:w, w:]
        carry = M[w:, w:] - M[w:, :w] @ C
        factors.append((S_inverse, C))
    return factors


def _solve(factors: list[tuple[Array, Array]], cuts: list[int], X: Array) -> Array:
    """The solution of (M + s I) Y = X, forward and back through the blocks."""
    Y = np.split(X, cuts[1:-1])
    for g, (_, C) in enumerate(factors[:-1]):
        Y[g + 1] = Y[g + 1] - C.T @ Y[g]
    Y[-1] = factors[-1][0] @ Y[-1]
    for g in reversed(range(len(Y) - 1)):
        S_inverse, C = factors[g]
        Y[g] = S_inverse @ Y[g] - C @ Y[g + 1]
    return np.vstack(Y)
