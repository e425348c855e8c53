"""Locally linear embedding: the few coordinates that the weights of neighbours reconstruct.

Each sample is written as a combination of its k nearest neighbours, with weights that sum to one,

    r_i = argmin r^T (G_i + eps I) r  s.t.  1^T r = 1,    r_i ~ (G_i + eps I)^-1 1,

and the embedding is what the same weights reconstruct best: with M = (I - R)^T (I - R),

    M y_j = lambda_j y_j,    1^T Y = 0,    Y^T Y = n I,    with the least eigenvalues but the first.

Conventions: row i of R holds the weights of sample i, so R 1 = 1; rows of Y are samples; eps is
`reg` times the trace of G_i; of equally distant samples the one with the lower index counts as
nearer. Functions of `+ - * / @` and sums also run on arrays of symbols: the proofs are about this
code. Three related methods preserve something else: `scaling` preserves all distances, `isomap` the
lengths of shortest paths, and `eigenmaps` the proximity of neighbours. Derived in
chapters/lle.ipynb. Source: Roweis, Saul 2000; Saul, Roweis 2003; Torgerson 1952; Tenenbaum, de
Silva, Langford 2000; Belkin, Niyogi 2003.
"""

from __future__ import annotations

from typing import Self

import numpy as np

from mlbook.contract import (
    Array,
    ArrayLike,
    Estimator,
    TransformerMixin,
    Whole,
    check_X,
    check_X_fitted,
    widen_integers,
)
from mlbook.contract.parameters import in_range, whole
from mlbook.numerics.blocks import row_blocks
from mlbook.numerics.sparse_eigen import bottom_eigenvectors, parts
from mlbook.pca import kernel_axes
from mlbook.svd import fix_signs

BLOCK = 1 << 20  # numbers in the largest temporary array of one block of rows


def reconstruction_cost(X: Array, R: Array) -> float:
    """The squared error of rebuilt rows, ||X - R X||^2 (eq. lle-cost).

    Parameters
    ----------
    X : array (n, d)
    R : array (n, n)
        The weights of sample i in row i.

    Returns
    -------
    float

    References
    ----------
    Roweis, Saul 2000, eq. 1.

    Examples
    --------
    >>> R = np.array([[0.0, 1.0, 0.0], [0.5, 0.0, 0.5], [0.0, 1.0, 0.0]])
    >>> float(reconstruction_cost(np.array([[0.0], [1.0], [2.0]]), R))
    2.0
    """
    E = X - R @ X
    return (E * E).sum()


def gram(D: Array) -> Array:
    """The local Gram matrix, G = D D^T (eq. lle-gram).

    Parameters
    ----------
    D : array (..., k, d)
        A difference x_i - x_j in each row.

    Returns
    -------
    array (..., k, k)

    Examples
    --------
    >>> gram(np.array([[1.0, 0.0], [2.0, 1.0]]))
    array([[1., 2.],
           [2., 5.]])
    """
    return D @ D.swapaxes(-1, -2)


def alignment(R: Array) -> Array:
    """The matrix of the embedding cost, M = (I - R)^T (I - R) (eq. lle-matrix).

    It is meant for small n; the estimator does not form it.

    Parameters
    ----------
    R : array (n, n)
        The weights of sample i in row i.

    Returns
    -------
    array (n, n)

    Examples
    --------
    >>> alignment(np.array([[0.0, 1.0], [1.0, 0.0]]))
    array([[ 2., -2.],
           [-2.,  2.]])
    """
    E = np.eye(len(R), dtype=int) - R
    return E.T @ E


def weights(G: Array, reg: float) -> Array:
    """The weights of least cost that sum to one (eq. lle-regularised).

        r = (G + eps I)^-1 1 / 1^T (G + eps I)^-1 1,    eps = reg tr G, or reg where tr G = 0

    Parameters
    ----------
    G : array (..., k, k)
    reg : float
        The regularization; with 0 every G must be invertible (eq. lle-weights).

    Returns
    -------
    array (..., k)

    Examples
    --------
    >>> weights(np.diag([1.0, 3.0]), 0)
    array([0.75, 0.25])
    """
    k = G.shape[-1]
    size = np.trace(G, axis1=-2, axis2=-1)
    eps = reg * np.where(size > 0, size, 1.0)[..., np.newaxis, np.newaxis]
    r = np.linalg.solve(G + eps * np.eye(k), np.ones((k, 1)))[..., 0]
    return r / r.sum(axis=-1, keepdims=True)


def dense_weights(nearest: Whole, r: Array, n: int) -> Array:
    """R (n, n) with r_i in row i, at the neighbours of sample i (eq. lle-sparse).

    Parameters
    ----------
    nearest : array (n, k)
        The neighbours of each sample.
    r : array (n, k)
        Their weights.
    n : int

    Returns
    -------
    array (n, n)

    Examples
    --------
    >>> dense_weights(np.array([[1], [2], [0]]), np.array([[1.0], [1.0], [1.0]]), 3)
    array([[0., 1., 0.],
           [0., 0., 1.],
           [1., 0., 0.]])
    """
    R = np.zeros((len(nearest), n))
    np.put_along_axis(R, nearest, r, axis=1)
    return R


def neighbours(X: Array, k: int, Z: Array | None = None) -> Array:
    """The k rows of X nearest to each row of Z, or to each row of X itself, nearest first.

    Equal distances are in the order of the indices. Products of blocks of rows select k + 1
    candidates, whose distances are then computed from the differences. A row in which rounding
    might have selected the wrong candidates is computed again in full.

    Parameters
    ----------
    X : array (n, d)
    k : int
        1 <= k <= n - 1.
    Z : array (m, d) or None

    Returns
    -------
    array (m, k)
        Indices from 0 to n - 1.

    Examples
    --------
    >>> X = np.array([[0.0], [1.0], [3.0]])
    >>> neighbours(X, 2)
    array([[1, 2],
           [0, 2],
           [1, 0]])
    >>> neighbours(X, 1, np.array([[2.0]]))
    array([[1]])
    """
    Q, mean = (X if Z is None else Z), X.mean(axis=0)
    A, B = X - mean, Q - mean
    a, b = (A * A).sum(axis=1), (B * B).sum(axis=1)
    noise = 8 * (X.shape[1] + 3) * np.finfo(float).eps * (a.max() + b)
    nearest = np.empty((len(Q), k), dtype=int)
    for rows in row_blocks(len(Q), len(X), BLOCK):
        near = a - 2 * B[rows] @ A.T  # ||q - x||^2 - ||q||^2
        if Z is None:
            np.fill_diagonal(near[:, rows], np.inf)  # a sample is not its own neighbour
        nearest[rows] = _closest(X, Q[rows], near, k, noise[rows])
    return nearest


def _closest(X: Array, Q: Array, near: Array, k: int, noise: float) -> Array:
    """The first k of each row by distance and index, from squared distances with some noise."""
    nearest = np.sort(np.argpartition(near, k, axis=1)[:, : k + 1], axis=1)
    square = ((X[nearest] - Q[:, np.newaxis]) ** 2).sum(axis=2, dtype=float)
    square[np.take_along_axis(near, nearest, axis=1) == np.inf] = np.inf
    order = np.argsort(square, axis=1, kind="stable")
    nearest, square = (np.take_along_axis(each, order, axis=1) for each in (nearest, square))
    for i in np.flatnonzero(square[:, k] - square[:, k - 1] <= noise):
        exact = np.where(near[i] == np.inf, np.inf, ((X - Q[i]) ** 2).sum(axis=1))
        nearest[i] = np.argsort(exact, kind="stable")[: k + 1]
    return nearest[:, :k]


def local_weights(
    X: Array,
    nearest: Whole,
    reg: float,
    Z: Array | None = None,
) -> Array:
    """The weights of each row of Z, or of X, for its neighbours in X.

    Parameters
    ----------
    X : array (n, d)
    nearest : array (m, k)
        The neighbours, as `neighbours` finds them.
    reg : float
        The ridge on each Gram matrix, as a fraction of its trace.
    Z : array (m, d) or None
        None stands for X itself.

    Returns
    -------
    array (m, k)
        Each row sums to 1.

    Examples
    --------
    >>> X = np.array([[0.0, 0.0], [1.0, 0.0], [-1.0, 0.0]])
    >>> local_weights(X, np.array([[1, 2]]), 1e-3, X[:1]).round(3)
    array([[0.5, 0.5]])
    """
    Q, (m, k) = (X if Z is None else Z), nearest.shape
    r = np.empty((m, k))
    for rows in row_blocks(m, k * (k + X.shape[1]), BLOCK):
        r[rows] = weights(gram(Q[rows, np.newaxis] - X[nearest[rows]]), reg)
    return r


def embed(nearest: Whole, r: Array, q: int) -> tuple[Array, Array]:
    """The least eigenvalues of M but the first, and Y (eq. lle-embedding).

    Parameters
    ----------
    nearest : array (n, k)
        The neighbours of each sample.
    r : array (n, k)
        Their weights.
    q : int
        The number of coordinates.

    Returns
    -------
    eigenvalues : array (q,)
    Y : array (n, q)
        With mean 0 and Y^T Y = n I.

    Examples
    --------
    >>> eigenvalues, Y = embed(np.array([[1], [2], [0]]), np.ones((3, 1)), 2)
    >>> eigenvalues.round(3)
    array([3., 3.])
    >>> np.abs(Y.T @ Y).round(3)
    array([[3., 0.],
           [0., 3.]])
    """
    values = np.hstack([np.ones((len(r), 1)), -r])  # of I - R
    eigenvalues, V = bottom_eigenvectors(with_self(nearest), values, q)
    return eigenvalues, np.sqrt(len(r)) * fix_signs(V)


def with_self(nearest: Whole) -> Array:
    """The columns in which the rows of I - R are not 0.

    Parameters
    ----------
    nearest : array (n, k)
        The neighbours of each sample.

    Returns
    -------
    array (n, k + 1)

    Examples
    --------
    >>> with_self(np.array([[1], [2], [0]]))
    array([[0, 1],
           [1, 2],
           [2, 0]])
    """
    return np.hstack([np.arange(len(nearest))[:, np.newaxis], nearest])


def squared_differences(X: Array) -> Array:
    """The squared distance between every two rows, never negative, and 0 for equal rows.

    `squared_distances` of `mlbook.linear.kernels` is faster, but inaccurate near 0.

    Parameters
    ----------
    X : array (n, d)

    Returns
    -------
    array (n, n)

    Examples
    --------
    >>> squared_differences(np.array([[0.0], [1.0], [3.0]]))
    array([[0., 1., 9.],
           [1., 0., 4.],
           [9., 4., 0.]])
    """
    return sum(np.subtract.outer(x, x) ** 2 for x in X.T)


def scaling(Q: Array, q: int) -> Array:
    """Coordinates with squared distances near Q: classical scaling (eq. lle-double-centring).

    Parameters
    ----------
    Q : array (n, n)
        Squared distances.
    q : int

    Returns
    -------
    array (n, q)
        The principal component scores, if Q holds distances of points; 0 beyond their dimension.

    References
    ----------
    Torgerson 1952.

    Examples
    --------
    >>> scaling(np.array([[0.0, 9.0], [9.0, 0.0]]), 1).ravel()
    array([ 1.5, -1.5])
    """
    eigenvalues, A = kernel_axes(-Q / 2, q)
    return A * np.sqrt(eigenvalues)


def adjacency(nearest: Whole) -> Array:
    """The adjacency matrix: 1 if one of two samples is a neighbour of the other, else 0.

    Parameters
    ----------
    nearest : array (n, k)
        The neighbours of each sample.

    Returns
    -------
    array (n, n)

    Examples
    --------
    >>> adjacency(np.array([[1], [0], [1]]))
    array([[0., 1., 0.],
           [1., 0., 1.],
           [0., 1., 0.]])
    """
    A = dense_weights(nearest, np.ones(nearest.shape), len(nearest))
    return np.maximum(A, A.T)


def chain_lengths(X: Array, nearest: Whole) -> Array:
    """The length of the shortest chain of neighbours between each two samples.

    Each sample in turn may become an interior point of a path: n steps of n^2 operations.

    Parameters
    ----------
    X : array (n, d)
    nearest : array (n, k)
        The neighbours of each sample.

    Returns
    -------
    array (n, n)
        Infinite for two samples that no path connects.

    Examples
    --------
    >>> chain_lengths(np.array([[0.0], [1.0], [3.0]]), np.array([[1], [0], [1]]))
    array([[0., 1., 3.],
           [1., 0., 2.],
           [3., 2., 0.]])
    """
    lengths = np.where(adjacency(nearest) > 0, np.sqrt(squared_differences(X)), np.inf)
    np.fill_diagonal(lengths, 0)
    for there, back in zip(lengths, lengths.T, strict=True):
        np.minimum(lengths, np.add.outer(back, there), out=lengths)
    return lengths


def isomap(X: Array, k: int, q: int) -> Array:
    """Coordinates that keep the lengths of chains of neighbours, as `scaling` keeps distances.

    Parameters
    ----------
    X : array (n, d)
    k : int
        1 <= k <= n - 1.
    q : int

    Returns
    -------
    array (n, q)

    Raises
    ------
    ValueError
        If the graph of neighbours is not connected.

    References
    ----------
    Tenenbaum, de Silva, Langford 2000.

    Examples
    --------
    >>> np.abs(isomap(np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]]), 1, 1)).round(3).ravel()
    array([1., 0., 1.])
    """
    lengths = chain_lengths(X, neighbours(X, k))
    if np.isinf(lengths).any():
        raise ValueError(f"with k = {k} neighbours the samples fall into parts; raise k")
    return scaling(lengths**2, q)


def laplacian(A: Array) -> Array:
    """The Laplacian of a graph: the degrees on the diagonal, less A (eq. lle-laplacian).

    Parameters
    ----------
    A : array (n, n)
        Weights of the edges, symmetric.

    Returns
    -------
    array (n, n)

    Examples
    --------
    >>> laplacian(np.array([[0, 1, 0], [1, 0, 1], [0, 1, 0]]))
    array([[ 1, -1,  0],
           [-1,  2, -1],
           [ 0, -1,  1]])
    """
    return np.eye(len(A), dtype=int) * A.sum(axis=0) - A


def eigenmaps(A: Array, q: int) -> tuple[Array, Array]:
    """The least solutions of L y = lambda D y but the constant one (eq. lle-eigenmaps).

    With z = D^1/2 y this is the eigenproblem of a symmetric matrix with eigenvalues from 0 to 2;
    the eigenvalue of the constant solution is raised above the others.

    Parameters
    ----------
    A : array (n, n)
        Weights of the edges: symmetric, at least 0, and with no row sum of 0.
    q : int

    Returns
    -------
    eigenvalues : array (q,)
        In ascending order; the number of zeros is one less than that of connected components.
    Y : array (n, q)
        With Y^T D Y = I and 1^T D Y = 0.

    References
    ----------
    Belkin, Niyogi 2003, section 2.

    Examples
    --------
    >>> eigenvalues, Y = eigenmaps(np.array([[0, 1, 0], [1, 0, 1], [0, 1, 0]]), 1)
    >>> eigenvalues.round(3), np.abs(Y).round(3).ravel()
    (array([1.]), array([0.707, 0.   , 0.707]))
    """
    degree = A.sum(axis=0)
    root = np.sqrt(degree)
    normalized = laplacian(A) / np.outer(root, root)
    eigenvalues, Z = np.linalg.eigh(normalized + 2 * np.outer(root, root) / degree.sum())
    return eigenvalues[:q], fix_signs(Z[:, :q]) / root[:, np.newaxis]


class LLE(TransformerMixin, Estimator):
    """Locally linear embedding.

    With c connected components of the graph of neighbours, the first c - 1 coordinates are constant
    on each component and only distinguish them; each of the others belongs to one component and is
    0 elsewhere. Equal eigenvalues determine their coordinates only up to a rotation; one basis is
    returned. A sample whose neighbours all coincide with it gives them equal weights.

    Parameters
    ----------
    n_components : int
        The target dimension q, 1 <= q <= n - 1.
    n_neighbors : int
        The number k of neighbours, 1 <= k <= n - 1.
    reg : float
        The ridge on each local Gram matrix as a fraction of its trace, 1e-12 to 1e12.

    Attributes
    ----------
    embedding_ : array (n, q)
        With mean 0 and Y^T Y = n I.
    reconstruction_error_ : float
        J(Y) / n, the sum of the q eigenvalues.
    neighbours_ : array (n, k)
        Nearest first.
    weights_ : array (n, k)
        The weights of the neighbours.
    n_parts_ : int
    n_features_in_ : int
        The number d of features.
    n_components_ : int
        The number q of coordinates.

    Examples
    --------
    >>> model = LLE(n_components=1, n_neighbors=1).fit([[0], [1], [10], [11]])
    >>> model.n_parts_, model.neighbours_.ravel()
    (2, array([1, 0, 3, 2]))
    >>> np.abs(model.embedding_.ravel()).round(3)
    array([1., 1., 1., 1.])
    """

    parameters = dict(n_components=whole(), n_neighbors=whole(), reg=in_range("[1e-12, 1e12]"))

    def __init__(
        self,
        n_components: int = 2,
        n_neighbors: int = 5,
        reg: float = 1e-3,
    ) -> None:
        self.n_components = n_components
        self.n_neighbors = n_neighbors
        self.reg = reg

    def fit(self, X: ArrayLike, y: ArrayLike | None = None) -> Self:
        """The estimator itself, fitted to X (n, d) with n >= 2; y is ignored."""
        X = check_X(X, min_samples=2)
        _check_count("n_components", self.n_components, len(X) - 1)
        _check_count("n_neighbors", self.n_neighbors, len(X) - 1)
        # a power of two changes no weight, and no square can overflow
        self._exponent = int(np.frexp(np.abs(X).max())[1])
        self._samples = np.ldexp(X, -self._exponent)
        nearest = neighbours(self._samples, self.n_neighbors)
        r = local_weights(self._samples, nearest, self.reg)
        eigenvalues, self.embedding_ = embed(nearest, r, self.n_components)
        self.neighbours_, self.weights_ = nearest, r
        self.reconstruction_error_ = float(eigenvalues.sum())
        self.n_parts_ = int(parts(with_self(nearest)).max()) + 1
        self.n_features_in_, self.n_components_ = X.shape[1], self.n_components
        return self

    def fit_transform(self, X: ArrayLike, y: ArrayLike | None = None) -> Array:
        """The embedding of the data to which it is fitted, X (n, d) -> (n, q)."""
        return self.fit(X).embedding_

    def transform(self, X: ArrayLike) -> Array:
        """Coordinates of new samples by the weights of their nearest fitted samples (eq. lle-new).

        A new sample that coincides with a fitted one gets its row; in a tie that of the first.

        Parameters
        ----------
        X : array (m, d)

        Returns
        -------
        array (m, q)

        Raises
        ------
        ValueError
            If X is not within 1e100 times the range of the fitted samples.

        References
        ----------
        Saul, Roweis 2003.
        """
        Z = check_X_fitted(self, X)
        with np.errstate(over="ignore"):
            Z = np.ldexp(Z, -self._exponent)
        if np.abs(Z).max() > 1e100:
            raise ValueError(
                "new samples must lie within 1e100 times the range of the fitted ones; rescale X"
            )
        nearest = neighbours(self._samples, self.n_neighbors, Z)
        r = local_weights(self._samples, nearest, self.reg, Z)
        r[(self._samples[nearest[:, 0]] == Z).all(axis=1)] = np.eye(1, r.shape[1])
        return np.einsum("mk,mkq->mq", r, self.embedding_[nearest])


def _check_count(name: str, value: int, most: int) -> None:
    if value > most:
        raise ValueError(f"{name} must be at most n - 1 = {most}; received {value}")


widen_integers(globals())
