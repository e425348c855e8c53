"""Principal component analysis: the directions in which a cloud of points varies most.

The principal axes w_1, ..., w_q are the eigenvectors of the covariance matrix with the largest
eigenvalues,

    Sigma w_j = lambda_j w_j,    lambda_1 >= lambda_2 >= ...,    W^T W = I,

and the same axes reconstruct the points with the least squared error. With a kernel instead of
inner products, they are combinations of features that are never formed,

    K_c a_j = lambda_j a_j,    K_c = H K H,    H = I - 1 1^T / n,    1 <= j <= q.

Conventions: rows of X are samples; W holds one axis a column, `components_` one a row; S divides by
n and Sigma by n - 1, with the same axes; `svd.fix_signs` alone decides the sign of an axis.
Functions of `+ - * / @` and sums also run on arrays of symbols: the proofs are about this code.
Derived in chapters/pca.ipynb.
Source: Pearson 1901; Hotelling 1933; Bishop 2006, section 12.1; Jolliffe 2002, chapters 1 to 3;
Schoelkopf, Smola, Mueller 1998.
"""

from __future__ import annotations

from numbers import Integral
from typing import Self

import numpy as np

from mlbook.contract import (
    Array,
    ArrayLike,
    Estimator,
    TransformerMixin,
    check_array,
    check_fitted,
    check_in_range,
    check_X,
    check_X_fitted,
    widen_integers,
)
from mlbook.contract.parameters import checked_in_fit, in_range, whole
from mlbook.linear.kernels import rbf_kernel
from mlbook.linear.moments import column_means, scatter
from mlbook.numerics.blocks import row_blocks
from mlbook.numerics.finite import finite
from mlbook.svd import fix_signs

NUMBERS_AT_ONCE = 2**15  # of a table that is centred, 256 kB


def centre(X: Array) -> Array:
    """The data less their column means, X_c (eq. pca-centre).

    Parameters
    ----------
    X : array (n, d)

    Returns
    -------
    array (n, d)

    Examples
    --------
    >>> centre(np.array([[1.0, 5.0], [3.0, 9.0]]))
    array([[-1., -2.],
           [ 1.,  2.]])
    """
    return X - X.mean(axis=0)


def covariance(X: Array, ddof: int = 1) -> Array:
    """The covariance matrix of the features (eq. pca-covariance).

        Sigma = X_c^T X_c / (n - 1)  with ddof=1,        S = X_c^T X_c / n  with ddof=0

    Parameters
    ----------
    X : array (n, d)
        With n > ddof.
    ddof : int
        The number that is subtracted from n in the divisor.

    Returns
    -------
    array (d, d)

    References
    ----------
    Bishop 2006, eq. 12.3 (S); Jolliffe 2002, section 3.1 (Sigma).

    Examples
    --------
    >>> covariance(np.array([[1.0, 5.0], [3.0, 9.0]]))
    array([[2., 4.],
           [4., 8.]])
    """
    Xc = centre(X)
    return Xc.T @ Xc / (len(X) - ddof)


def kept_variance(S: Array, W: Array) -> float:
    """The variance that the projection keeps, tr(W^T S W) (eq. pca-kept).

    Parameters
    ----------
    S : array (d, d)
    W : array (d, q)
        Orthonormal, with one axis in each column.

    Returns
    -------
    float

    References
    ----------
    Bishop 2006, eq. 12.2.

    Examples
    --------
    >>> float(kept_variance(np.diag([4.0, 1.0]), np.array([[1.0], [0.0]])))
    4.0
    """
    return np.trace(W.T @ S @ W)


def distortion(X: Array, X_approx: Array) -> float:
    """The mean squared distance from points to their approximations (eq. pca-distortion).

        J = (1/n) sum_i || x_i - x~_i ||^2

    Parameters
    ----------
    X : array (n, d)
    X_approx : array (n, d)

    Returns
    -------
    float

    References
    ----------
    Bishop 2006, eq. 12.11.

    Examples
    --------
    >>> float(distortion(np.array([[3.0, 4.0], [0.0, 1.0]]), np.zeros((2, 2))))
    13.0
    """
    R = X - X_approx
    return (R * R).sum() / len(X)


def scores(X: Array, mean: Array, W: Array) -> Array:
    """The coordinates of the points along the axes, Z = (X - mean) W (eq. pca-scores).

    Parameters
    ----------
    X : array (n, d)
    mean : array (d,)
    W : array (d, q)
        Orthonormal, with one axis in each column.

    Returns
    -------
    array (n, q)

    References
    ----------
    Jolliffe 2002, eq. 3.1.1.

    Examples
    --------
    >>> scores(np.array([[3.0, 4.0]]), np.zeros(2), np.array([[0.0], [1.0]]))
    array([[4.]])
    """
    return (X - mean) @ W


def reconstruct(Z: Array, mean: Array, W: Array) -> Array:
    """The points of the plane that have these scores, mean + Z W^T (eq. pca-reconstruction).

    Parameters
    ----------
    Z : array (n, q)
    mean : array (d,)
    W : array (d, q)
        Orthonormal, with one axis in each column.

    Returns
    -------
    array (n, d)

    References
    ----------
    Bishop 2006, eq. 12.17.

    Examples
    --------
    >>> reconstruct(np.array([[4.0]]), np.array([1.0, 1.0]), np.array([[0.0], [1.0]]))
    array([[1., 5.]])
    """
    return mean + Z @ W.T


def principal_axes(S: Array) -> tuple[Array, Array]:
    """Eigenvalues of S, largest first, and its axes: S w_j = lambda_j w_j (eq. pca-eigen).

    If eigenvalues coincide, one of the orthonormal bases of their eigenspace is returned.

    Parameters
    ----------
    S : array (d, d)
        Symmetric; its lower triangle is read.

    Returns
    -------
    eigenvalues : array (d,)
    W : array (d, d)
        One axis in each column.

    References
    ----------
    Bishop 2006, eq. 12.5.

    Examples
    --------
    >>> eigenvalues, W = principal_axes(np.array([[1.0, 0.0], [0.0, 4.0]]))
    >>> eigenvalues
    array([4., 1.])
    >>> W
    array([[0., 1.],
           [1., 0.]])
    """
    eigenvalues, W = np.linalg.eigh(S)
    return eigenvalues[::-1], fix_signs(W[:, ::-1])


def singular_axes(Xc: Array) -> tuple[Array, Array]:
    """Singular values of the centred data, largest first, and the same axes (eq. pca-svd).

        X_c = U diag(s) V^T    gives    lambda_j = s_j^2 / (n - 1),    W = V

    No covariance matrix is formed, so nothing is squared before it is decomposed.

    Parameters
    ----------
    Xc : array (n, d)
        The data minus their column means.

    Returns
    -------
    s : array (r,)
        With r = min(n, d).
    W : array (d, r)
        One axis in each column.

    References
    ----------
    Jolliffe 2002, section 3.5.

    Examples
    --------
    >>> s, W = singular_axes(np.array([[3.0, 0.0], [-3.0, 0.0], [0.0, 1.0], [0.0, -1.0]]))
    >>> (s**2).round(3)
    array([18.,  2.])
    """
    _, s, Vt = np.linalg.svd(Xc, full_matrices=False)
    return s, fix_signs(Vt.T)


def explained(eigenvalues: Array) -> Array:
    """The fraction of the variance along each axis, lambda_j / sum_l lambda_l (eq. pca-share).

    Parameters
    ----------
    eigenvalues : array (d,)
        All at least 0.

    Returns
    -------
    array (d,)
        All zero if there is no variance.

    Examples
    --------
    >>> explained(np.array([3.0, 1.0]))
    array([0.75, 0.25])
    """
    total = eigenvalues.sum()
    return eigenvalues / total if total > 0 else np.zeros_like(eigenvalues)


def choose_dimension(eigenvalues: ArrayLike, alpha: float) -> int:
    """The smallest q whose axes explain the fraction alpha (eq. pca-threshold).

        sum_{j <= q} lambda_j / sum_{j <= d} lambda_j >= alpha

    Parameters
    ----------
    eigenvalues : array (d,)
        In descending order, at least 0.
    alpha : float
        Above 0 and at most 1.

    Returns
    -------
    int
        It is 1 if there is no variance.

    Raises
    ------
    ValueError
        If alpha is outside (0, 1], or if the eigenvalues are not an array of finite numbers.

    References
    ----------
    Jolliffe 2002, section 6.1.1.

    Examples
    --------
    >>> choose_dimension(np.array([6.0, 3.0, 1.0]), 0.8)
    2
    """
    check_in_range("alpha", alpha, "(0, 1]")
    eigenvalues = check_array("eigenvalues", eigenvalues)
    total = eigenvalues.sum()
    reached = np.cumsum(eigenvalues) >= alpha * total * (1 - 1e-12)  # to rounding
    return int(np.argmax(reached)) + 1


def compress_columns(Xc: Array, q: int) -> tuple[Array, Array]:
    """Scores and axes, X_c V_q = U_q Delta_q and V_q: q numbers for each sample (eq. pca-columns).

    Parameters
    ----------
    Xc : array (n, d)
        The data minus their column means.
    q : int
        At most min(n, d).

    Returns
    -------
    scores : array (n, q)
    V : array (d, q)
        One axis a column; scores @ V.T is the best approximation of rank q.

    Examples
    --------
    >>> Z, V = compress_columns(np.array([[3.0, 4.0], [-3.0, -4.0]]), 1)
    >>> Z.round(3).tolist(), V.round(3).tolist()
    ([[5.0], [-5.0]], [[0.6], [0.8]])
    """
    V = singular_axes(Xc)[1][:, :q]
    return Xc @ V, V


def compress_rows(Xc: Array, q: int) -> tuple[Array, Array]:
    """Mixtures and weights, U_q^T X_c = Delta_q V_q^T and U_q: q rows for all (eq. pca-rows).

    Parameters
    ----------
    Xc : array (n, d)
        The data minus their column means.
    q : int
        At most min(n, d).

    Returns
    -------
    mixtures : array (q, d)
        Each row is a signed combination of all samples.
    U : array (n, q)
        The weights; U @ mixtures is the same best approximation of rank q.

    Examples
    --------
    >>> mixtures, U = compress_rows(np.array([[3.0, 4.0], [-3.0, -4.0]]), 1)
    >>> np.abs(mixtures).round(3).tolist()
    [[4.243, 5.657]]
    """
    mixtures, U = compress_columns(Xc.T, q)
    return mixtures.T, U


def centred_kernel(K: Array) -> Array:
    """The inner products of centred features, K_c = H K H (eq. pca-kernel-centred).

    The means of its row and its column are subtracted from each entry, and the mean of all is
    added.

    Parameters
    ----------
    K : array (n, n)
        Symmetric.

    Returns
    -------
    array (n, n)

    Examples
    --------
    >>> centred_kernel(np.array([[1.0, 0.0], [0.0, 1.0]]))
    array([[ 0.5, -0.5],
           [-0.5,  0.5]])
    """
    means = K.mean(axis=0)
    return K - means - means[:, np.newaxis] + means.mean()


def kernel_axes(K: Array, q: int) -> tuple[Array, Array]:
    """The q largest eigenvalues of the centred kernel and their vectors (eq. pca-kernel-scores).

    Parameters
    ----------
    K : array (n, n)
        Symmetric.
    q : int

    Returns
    -------
    eigenvalues : array (q,)
        In descending order, with 0 for those that are only rounding errors.
    A : array (n, q)
        Orthonormal columns.

    References
    ----------
    Schoelkopf, Smola, Mueller 1998.

    Examples
    --------
    >>> eigenvalues, A = kernel_axes(np.array([[4.0, -4.0], [-4.0, 4.0]]), 1)
    >>> eigenvalues.round(3), A.ravel().round(3)
    (array([8.]), array([ 0.707, -0.707]))
    """
    eigenvalues, A = principal_axes(centred_kernel(K))
    noise = 8 * len(K) ** 2 * np.finfo(float).eps * np.abs(K).max()
    return np.where(eigenvalues > noise, eigenvalues, 0.0)[:q], A[:, :q]


def kernel_scores(k: Array, means: Array, eigenvalues: Array, A: Array) -> Array:
    """Coordinates of points by their kernel with each sample (eq. pca-kernel-new).

        a_j^T (k - K 1 / n) / sqrt(lambda_j)

    Parameters
    ----------
    k : array (m, n)
        The kernel values of one point with the n samples in each row.
    means : array (n,)
        The means of the rows of K, K 1 / n.
    eigenvalues : array (q,)
    A : array (n, q)

    Returns
    -------
    array (m, q)
        0 for a component whose eigenvalue is 0.

    References
    ----------
    Schoelkopf, Smola, Mueller 1998.

    Examples
    --------
    >>> K, a = np.array([[4.0, -4.0], [-4.0, 4.0]]), np.array([[1.0], [-1.0]]) / np.sqrt(2)
    >>> kernel_scores(K, K.mean(axis=1), np.array([8.0]), a).round(3).tolist()
    [[2.0], [-2.0]]
    """
    root = np.sqrt(eigenvalues)
    factors = np.divide(1, root, out=np.zeros_like(root), where=root > 0)
    return (k - means) @ (A * factors)


class PCA(TransformerMixin, Estimator):
    """Principal component analysis.

    For data without variance, the explained variances and ratios are 0 and the components
    arbitrary.

    Parameters
    ----------
    n_components : int, float or None
        The number of components to keep: an integer q with 1 <= q <= min(n, d), a fraction 0 <
        alpha < 1 of the variance that they must explain (eq. pca-threshold), or None for min(n, d).

    Attributes
    ----------
    mean_ : array (d,)
    components_ : array (q, d)
        One axis in each row.
    explained_variance_ : array (q,)
        The eigenvalues of Sigma.
    explained_variance_ratio_ : array (q,)
        The fraction of the total variance that each component explains.
    singular_values_ : array (q,)
        The singular values of the centred data.
    n_components_ : int
        The number q of components that were kept.
    n_features_in_ : int
        The number d of features.

    Examples
    --------
    >>> model = PCA(1).fit([[3, 1], [-3, 1], [0, 2], [0, 0]])
    >>> model.mean_.round(3), model.explained_variance_.round(3)
    (array([0., 1.]), array([6.]))
    >>> model.transform([[3, 5]]).round(3)
    array([[3.]])
    """

    parameters = dict(n_components=checked_in_fit)

    def __init__(self, n_components: int | float | None = None) -> None:
        self.n_components = n_components

    def fit(self, X: ArrayLike, y: ArrayLike | None = None) -> Self:
        """The estimator itself, fitted to X (n, d) with n >= 2; y is ignored."""
        X = check_X(X, min_samples=2)
        _check_n_components(self.n_components, min(X.shape))
        with np.errstate(over="ignore", invalid="ignore"):  # what overflows is refused by `finite`
            self.mean_, eigenvalues, W = _decompose(X, self.n_components)
        q = _dimension(self.n_components, eigenvalues)
        self.n_features_in_, self.n_components_ = X.shape[1], q
        self.components_ = np.ascontiguousarray(W[:, :q].T)
        self.explained_variance_ = eigenvalues[:q].copy()
        self.explained_variance_ratio_ = explained(eigenvalues)[:q]
        self.singular_values_ = np.sqrt((len(X) - 1) * self.explained_variance_)
        return self

    def transform(self, X: ArrayLike) -> Array:
        """Scores of the samples on the components (eq. pca-scores), X (n, d) -> (n, q)."""
        X, W = check_X_fitted(self, X), self.components_.T
        blocks = row_blocks(len(X), X.shape[1], NUMBERS_AT_ONCE)
        return np.concatenate([scores(X[rows], self.mean_, W) for rows in blocks])

    def inverse_transform(self, Z: ArrayLike) -> Array:
        """Points of the fitted subspace that have these scores (eq. pca-reconstruction).

        Parameters
        ----------
        Z : array (n, q)

        Returns
        -------
        array (n, d)

        Raises
        ------
        ValueError
            If the number of columns of Z is not the number of components that were kept.
        """
        check_fitted(self)
        Z = check_X(Z)
        if Z.shape[1] != self.n_components_:
            raise ValueError(
                f"Z has {Z.shape[1]} columns, but PCA kept {self.n_components_} components"
            )
        return reconstruct(Z, self.mean_, self.components_.T)


class KernelPCA(TransformerMixin, Estimator):
    """Principal components of features that are never formed, by exp(-gamma ||x - z||^2).

    With n samples it takes an n x n array. On a component without variance all scores are 0.

    Parameters
    ----------
    n_components : int
        The number of components, 1 <= q <= n - 1.
    gamma : float
        The rate at which the kernel decreases with the squared distance, above 0.

    Attributes
    ----------
    eigenvalues_ : array (q,)
        The eigenvalues of the centred kernel.
    eigenvectors_ : array (n, q)
        Orthonormal columns; multiplied by the square roots of the eigenvalues they are the scores
        of the samples.
    n_features_in_ : int
        The number d of features.
    n_components_ : int
        The number q of components.

    References
    ----------
    Schoelkopf, Smola, Mueller 1998.

    Examples
    --------
    >>> model = KernelPCA(1, gamma=1.0).fit([[0.0], [0.5], [3.0], [3.5]])
    >>> model.transform([[0.25], [3.25]]).round(2).ravel()
    array([ 0.7, -0.7])
    """

    parameters = dict(n_components=whole(), gamma=in_range("(0, inf)"))

    def __init__(self, n_components: int = 2, gamma: float = 1.0) -> None:
        self.n_components = n_components
        self.gamma = gamma

    def fit(self, X: ArrayLike, y: ArrayLike | None = None) -> Self:
        """The estimator itself, fitted to X (n, d) with n >= 2; y is ignored."""
        X = check_X(X, min_samples=2)
        if self.n_components > len(X) - 1:
            most = f"at most n - 1 = {len(X) - 1}"
            raise ValueError(f"n_components must be {most}; received {self.n_components}")
        with np.errstate(over="ignore", invalid="ignore"):  # what overflows is refused by `finite`
            self._origin = finite(column_means(X), "means")
            self._samples = finite(X - self._origin, "deviations")
        K = self._kernel(self._samples)
        self._means = K.mean(axis=0)
        self.eigenvalues_, self.eigenvectors_ = kernel_axes(K, self.n_components)
        self.n_features_in_, self.n_components_ = X.shape[1], self.n_components
        return self

    def transform(self, X: ArrayLike) -> Array:
        """Scores of the samples on the components (eq. pca-kernel-new), X (m, d) -> (m, q)."""
        k = self._kernel(check_X_fitted(self, X) - self._origin)
        return kernel_scores(k, self._means, self.eigenvalues_, self.eigenvectors_)

    def _kernel(self, Z: Array) -> Array:
        """exp(-gamma ||z - x||^2) of centred rows z and the fitted samples x."""
        with np.errstate(over="ignore", invalid="ignore"):  # what overflows is refused by `finite`
            return finite(rbf_kernel(Z, self._samples, self.gamma), "kernel values")


def _check_n_components(value: object, most: int) -> None:
    whole = isinstance(value, Integral) and not isinstance(value, bool) and 1 <= value <= most
    share = isinstance(value, float) and 0 < value < 1
    if not (value is None or whole or share):
        allowed = f"an integer in 1..{most} = min(n, d), a fraction in (0, 1), or None"
        raise ValueError(f"n_components must be {allowed}; received {value!r}")


def _dimension(n_components: int | float | None, eigenvalues: Array) -> int:
    if n_components is None:
        return len(eigenvalues)
    if isinstance(n_components, Integral):
        return int(n_components)
    return choose_dimension(eigenvalues, n_components)


def _decompose(
    X: Array,
    n_components: int | float | None,
) -> tuple[Array, Array, Array]:
    """Means, eigenvalues of Sigma and axes, by the eigenvalue method where it is fast and safe.

    It is fast where n >= d. Forming the product rounds by about 1e-16 lambda_1, so it is safe where
    the smallest eigenvalue kept is at least 1e-6 lambda_1: then ten of its digits are right.
    Everything else goes by the SVD, which never squares the data.
    """
    n, d = X.shape
    if n >= d:
        mean, C = scatter(X)
        eigenvalues, W = principal_axes(finite(C, "variances") / (n - 1))
        if eigenvalues[_dimension(n_components, eigenvalues) - 1] >= 1e-6 * eigenvalues[0]:
            return mean, eigenvalues, W
    mean = column_means(X)
    s, W = singular_axes(finite(X - mean, "deviations"))
    return mean, finite(s * (s / (n - 1)), "variances"), W


widen_integers(globals())
