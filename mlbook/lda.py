"""Linear discriminant analysis: the directions that separate classes best.

The discriminant directions make the scatter between classes large relative to that within them,

    S_B w_j = lambda_j S_W w_j,    lambda_1 >= lambda_2 >= ...,    W^T S_W W = n I;

for two classes there is one, w ~ S_W^(-1) (mu_1 - mu_2). If the classes are normal with one
covariance, the log odds of any two are linear in x, and depend on x only through its coordinates in
these directions. Conventions: rows of X are samples; G (n, C) has G_ic = 1 where sample i is in
class c, else 0; M (C, d) holds a class mean a row; S_W and S_B are sums, not means; `svd.fix_signs`
decides signs. Functions of `+ - * / @` and sums also run on arrays of symbols: the proofs are about
this code. Derived in chapters/lda.ipynb. Source: Fisher 1936; Rao 1948; Bishop 2006, sections 4.1.4
to 4.1.6 and 4.2.
"""

from __future__ import annotations

from typing import Self

import numpy as np

from mlbook.contract import (
    Array,
    ArrayLike,
    ClassifierMixin,
    Estimator,
    TransformerMixin,
    Whole,
    check_fitted,
    check_labels,
    check_X,
    check_X_fitted,
    widen_integers,
)
from mlbook.contract.parameters import checked_in_fit, in_range, optional, whole
from mlbook.numerics.finite import finite
from mlbook.pca import centre, scores
from mlbook.svd import fix_signs

MIN_SPREAD = 1e-8  # a direction whose spread within classes is a smaller fraction is constant

# --- scatter -------------------------------------------------------------------------------------


def membership(codes: ArrayLike, C: int) -> Array:
    """G_ic = 1 where sample i is in class c, else 0.


    Parameters
    ----------
    codes : array (n,)
        Of 0, ..., C - 1.
    C : int

    Returns
    -------
    array (n, C)

    Examples
    --------
    >>> membership([1, 0, 1], 2)
    array([[0., 1.],
           [1., 0.],
           [0., 1.]])
    """
    return (np.asarray(codes)[:, np.newaxis] == np.arange(C)).astype(float)


def class_means(X: Array, G: Array) -> Array:
    """The class means mu_c, one a row (eq. lda-mean).

    Parameters
    ----------
    X : array (n, d)
    G : array (n, C)
        Membership, with no empty class.

    Returns
    -------
    array (C, d)

    Examples
    --------
    >>> class_means(np.array([[1.0], [3.0], [10.0]]), membership([0, 0, 1], 2))
    array([[ 2.],
           [10.]])
    """
    return (G.T @ X) / G.sum(axis=0)[:, np.newaxis]


def within_scatter(X: Array, G: Array) -> Array:
    """The scatter of the samples about their own class means (eq. lda-within).

        S_W = sum_c sum_(i in c) (x_i - mu_c)(x_i - mu_c)^T

    Parameters
    ----------
    X : array (n, d)
    G : array (n, C)
        Membership, with no empty class.

    Returns
    -------
    array (d, d)

    References
    ----------
    Bishop 2006, eq. 4.40.

    Examples
    --------
    >>> within_scatter(np.array([[1.0], [3.0], [10.0]]), membership([0, 0, 1], 2))
    array([[2.]])
    """
    R = X - G @ class_means(X, G)
    return R.T @ R


def between_scatter(M: Array, counts: Array) -> Array:
    """The scatter of the class means, each n_c times (eq. lda-between).

        S_B = sum_c n_c (mu_c - mu)(mu_c - mu)^T,    mu = sum_c n_c mu_c / sum_c n_c

    Parameters
    ----------
    M : array (C, d)
        One class mean in each row.
    counts : array (C,)

    Returns
    -------
    array (d, d)
        Of rank C - 1 at most.

    References
    ----------
    Bishop 2006, eq. 4.46.

    Examples
    --------
    >>> between_scatter(np.array([[2.0], [8.0]]), np.array([2, 1]))
    array([[24.]])
    """
    B = M - (counts @ M) / counts.sum()
    return B.T @ (counts[:, np.newaxis] * B)


def shrink(S: Array, gamma: float, d: int | None = None) -> Array:
    """The covariance S shrunk towards tau I, with its mean variance tau (eq. lda-shrink).

        (1 - gamma) S + gamma tau I,    tau = tr(S) / d

    Parameters
    ----------
    S : array (d, d)
    gamma : float
        Within [0, 1].
    d : int or None
        The number of features, needed if S is given in fewer coordinates.

    Returns
    -------
    array (d, d)
        Invertible for gamma > 0 unless S is 0.

    References
    ----------
    Friedman 1989.

    Examples
    --------
    >>> shrink(np.diag([4.0, 0.0]), 0.5)
    array([[3., 0.],
           [0., 1.]])
    """
    tau = np.trace(S) / (d or len(S))
    return (1 - gamma) * S + gamma * tau * np.eye(len(S), dtype=int)


# --- criteria ------------------------------------------------------------------------------------


def fisher_ratio(w: Array, S_B: Array, S_W: Array) -> float:
    """Fisher's ratio w^T S_B w / w^T S_W w (eq. lda-quotient).

    Parameters
    ----------
    w : array (d,)
    S_B : array (d, d)
    S_W : array (d, d)

    Returns
    -------
    float

    References
    ----------
    Bishop 2006, eq. 4.26.

    Examples
    --------
    >>> float(fisher_ratio(np.array([1.0, 1.0]), np.diag([8.0, 0.0]), np.diag([1.0, 3.0])))
    2.0
    """
    return (w @ S_B @ w) / (w @ S_W @ w)


def fisher_direction(S_W: Array, difference: Array) -> Array:
    """The direction S_W^(-1) (mu_1 - mu_2) (eq. lda-direction).

    Parameters
    ----------
    S_W : array (d, d)
        Invertible.
    difference : array (d,)
        The difference of the two class means.

    Returns
    -------
    array (d,)

    References
    ----------
    Bishop 2006, eq. 4.30.

    Examples
    --------
    >>> fisher_direction(np.diag([2.0, 4.0]), np.array([6.0, 4.0]))
    array([3., 1.])
    """
    return np.linalg.solve(S_W, difference)


def trace_ratio(W: Array, S_B: Array, S_W: Array) -> float:
    """tr(W^T S_B W) / tr(W^T S_W W) (eq. lda-trace-ratio).

    Parameters
    ----------
    W : array (d, q)
    S_B : array (d, d)
    S_W : array (d, d)

    Returns
    -------
    float

    Examples
    --------
    >>> float(trace_ratio(np.eye(2), np.diag([8.0, 1.0]), np.diag([1.0, 2.0])))
    3.0
    """
    return np.trace(W.T @ S_B @ W) / np.trace(W.T @ S_W @ W)


def ratio_trace(W: Array, S_B: Array, S_W: Array) -> float:
    """tr((W^T S_W W)^(-1) W^T S_B W) (eq. lda-ratio-trace).

    Parameters
    ----------
    W : array (d, q)
        Of rank q.
    S_B : array (d, d)
    S_W : array (d, d)

    Returns
    -------
    float

    Examples
    --------
    >>> float(ratio_trace(np.eye(2), np.diag([8.0, 1.0]), np.diag([1.0, 2.0])))
    8.5
    """
    return np.trace(np.linalg.solve(W.T @ S_W @ W, W.T @ S_B @ W))


def best_trace_ratio(S_B: Array, S_W: Array, q: int, steps: int = 100) -> Array:
    """The orthonormal W with the largest trace ratio, by iteration (eq. lda-trace-step).

    Each step takes the q leading eigenvectors of S_B - rho S_W, where rho is the current ratio. rho
    never decreases, and the iteration ends when it no longer increases.

    Parameters
    ----------
    S_B : array (d, d)
    S_W : array (d, d)
        Invertible.
    q : int
        The number of axes.
    steps : int
        The maximum number of steps.

    Returns
    -------
    array (d, q)
        One axis in each column.

    References
    ----------
    Wang, Yan, Xu, Tang, Huang 2007.

    Examples
    --------
    >>> best_trace_ratio(np.diag([8.0, 4.0]), np.diag([4.0, 1.0]), 1)
    array([[0.],
           [1.]])
    """
    W = np.linalg.eigh(S_B)[1][:, -q:]
    for _ in range(steps):
        rho = trace_ratio(W, S_B, S_W)
        better = np.linalg.eigh(S_B - rho * S_W)[1][:, -q:]
        if trace_ratio(better, S_B, S_W) <= rho * (1 + 1e-15):  # to rounding
            break
        W = better
    return fix_signs(W)


# --- axes ----------------------------------------------------------------------------------------


def whitener(S: Array) -> Array:
    """A with A^T S A = I, by eigenvectors (eq. lda-whitener).

    Parameters
    ----------
    S : array (d, d)
        Symmetric and invertible.

    Returns
    -------
    array (d, d)

    Examples
    --------
    >>> np.abs(whitener(np.diag([4.0, 16.0])))
    array([[0.5 , 0.  ],
           [0.  , 0.25]])
    """
    eigenvalues, V = np.linalg.eigh(S)
    return V / np.sqrt(eigenvalues)


def singular_whitener(R: Array) -> Array:
    """A with A^T R^T R A = I, from R itself (eq. lda-svd).

    Singular values below 1e-8 of the largest are left out.

    Parameters
    ----------
    R : array (n, d)
        Of rank r.

    Returns
    -------
    array (d, r)

    Examples
    --------
    >>> np.abs(singular_whitener(np.array([[2.0, 0.0], [0.0, 0.0]])))
    array([[0.5],
           [0. ]])
    """
    _, s, Vt = np.linalg.svd(R, full_matrices=False)
    kept = s > MIN_SPREAD * s[0]
    return Vt[kept].T / s[kept]


def discriminant_axes(M: Array, shares: Array, A: Array) -> tuple[Array, Array]:
    """Eigenvalues, largest first, and axes (eq. lda-axes).

    They are computed after A has whitened the scatter within classes.

    Parameters
    ----------
    M : array (C, d)
        One class mean in each row.
    shares : array (C,)
        Weights of the classes that sum to 1.
    A : array (d, r)
        The matrix that whitens the scatter within classes.

    Returns
    -------
    eigenvalues : array (q,)
        With q = min(C - 1, r).
    W : array (d, q)
        One axis in each column.

    Examples
    --------
    >>> M = np.array([[2.0, 0.0], [-2.0, 0.0]])
    >>> eigenvalues, W = discriminant_axes(M, np.array([0.5, 0.5]), np.eye(2))
    >>> eigenvalues.round(3)
    array([4.])
    >>> W.round(3)
    array([[1.],
           [0.]])
    """
    B = np.sqrt(shares)[:, np.newaxis] * (M - shares @ M)
    _, s, Vt = np.linalg.svd(B @ A, full_matrices=False)
    q = min(len(M) - 1, A.shape[1])
    return s[:q] ** 2, fix_signs(A @ Vt[:q].T)


# --- Bayes' rule ---------------------------------------------------------------------------------


def class_scores(Z: Array, centres: Array, log_priors: Array) -> Array:
    """Linear scores in white coordinates (eq. lda-white-scores).

        m_c^T z - m_c^T m_c / 2 + log pi_c

    This is log(prior times density) of class c, up to a term that all classes share (eq.
    lda-scores).

    Parameters
    ----------
    Z : array (n, q)
    centres : array (C, q)
        The class means m_c, where the classes have covariance I.
    log_priors : array (C,)

    Returns
    -------
    array (n, C)

    References
    ----------
    Hastie, Tibshirani, Friedman 2009, eq. 4.10.

    Examples
    --------
    >>> class_scores(np.array([[3.0]]), np.array([[2.0], [0.0]]), np.array([-1.0, -1.0]))
    array([[ 3., -1.]])
    """
    return Z @ centres.T - (centres * centres).sum(axis=1) / 2 + log_priors


def posterior(F: Array) -> Array:
    """Probabilities e^(F_c) / sum_k e^(F_k) (eq. lda-posterior).

    Parameters
    ----------
    F : array (n, C)
        Scores.

    Returns
    -------
    array (n, C)
        Each row sums to 1.

    Examples
    --------
    >>> posterior(np.array([[np.log(3), 0.0]])).round(3)
    array([[0.75, 0.25]])
    """
    P = np.exp(F - F.max(axis=1, keepdims=True))
    return P / P.sum(axis=1, keepdims=True)


# --- the estimator -------------------------------------------------------------------------------


def class_moments(
    X: Array,
    codes: Whole,
    C: int,
    block: int = 1024,
) -> tuple[Array, Array]:
    """Class means and S_W, as in `class_means` and `within_scatter`, without a copy of the data.

    It takes two passes over blocks of rows that fit into the cache. Deviations are taken from the
    means themselves, so a mean far from 0 costs no precision.

    Parameters
    ----------
    X : array (n, d)
    codes : array (n,)
        Of 0, ..., C - 1.
    C : int
    block : int
        The number of rows in a block.

    Returns
    -------
    M : array (C, d)
    S_W : array (d, d)

    Examples
    --------
    >>> M, S_W = class_moments(np.array([[1.0], [3.0], [10.0]]), np.array([0, 0, 1]), 2)
    >>> M
    array([[ 2.],
           [10.]])
    >>> S_W
    array([[2.]])
    """
    d = X.shape[1]
    blocks = [slice(start, start + block) for start in range(0, len(X), block)]
    sums, S_W = np.zeros((C, d)), np.zeros((d, d))
    for rows in blocks:
        sums += membership(codes[rows], C).T @ X[rows]
    M = sums / np.bincount(codes)[:, np.newaxis]
    for rows in blocks:
        R = M.take(codes[rows], axis=0)
        R -= X[rows]  # in place; the sign squares away
        S_W += R.T @ R
    return M, S_W


class LDA(TransformerMixin, ClassifierMixin, Estimator):
    """Linear discriminant analysis: discriminant directions, and a classifier by Bayes' rule.

    Where S_W has a rank r < C - 1, the number q of axes is r at most.
    `decision_function`, `predict` and `predict_proba` always use all axes.

    Parameters
    ----------
    n_components : int or None
        How many axes `transform` uses, 1 <= q <= min(C - 1, d); None for all of them.
    shrinkage : float
        The weight gamma in [0, 1] of the mean variance in the within-class covariance (eq.
        lda-shrink). With 0, directions in which no class varies are left out.
    priors : array (C,) or None
        Positive probabilities of the classes in sorted order, which sum to 1; they also weight the
        class means. None stands for the fractions n_c / n of the samples.

    Attributes
    ----------
    classes_ : array (C,)
    priors_ : array (C,)
    means_ : array (C, d)
    mean_ : array (d,)
        The class means weighted by the priors.
    scalings_ : array (d, q)
        One axis in each column, scaled so that the shrunk within-class covariance S_W / n is 1
        along it.
    eigenvalues_ : array (q,)
    explained_variance_ratio_ : array (q,)
    coef_ : array (C, d), or (1, d) for two classes
    intercept_ : array (C,), or (1,) for two classes
        Together with `coef_` these are the linear scores.
    n_components_ : int
        The number q of axes.
    n_features_in_ : int
        The number d of features.

    Examples
    --------
    >>> X, y = [[1, 0], [3, 0], [1, 2], [3, 2], [7, 0], [9, 0], [7, 2], [9, 2]], "aaaabbbb"
    >>> model = LDA().fit(X, list(y))
    >>> model.scalings_.round(3)
    array([[1.],
           [0.]])
    >>> model.predict([[4, 9], [6, 9]])
    array(['a', 'b'], dtype='<U1')
    """

    parameters = dict(
        n_components=optional(whole()), shrinkage=in_range("[0, 1]"), priors=checked_in_fit
    )

    def __init__(
        self,
        n_components: int | None = None,
        shrinkage: float = 0.0,
        priors: ArrayLike | None = None,
    ) -> None:
        self.n_components = n_components
        self.shrinkage = shrinkage
        self.priors = priors

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """The estimator itself, fitted to X (n, d) and labels y (n,) of two classes or more."""
        X = check_X(X, min_samples=2)
        classes, codes = check_labels(y, len(X))
        self._check(classes, X.shape[1])
        priors = np.bincount(codes) / len(X) if self.priors is None else self.priors
        with np.errstate(over="ignore", invalid="ignore"):  # what overflows is refused by `finite`
            M, A = _whitened(X, codes, len(classes), float(self.shrinkage))
        self.classes_, self.means_ = classes, M
        self.priors_ = np.array(priors, dtype=float)
        self.mean_ = self.priors_ @ M
        eigenvalues, W = discriminant_axes(M, self.priors_, A)
        self._keep(eigenvalues, W)
        return self

    def _check(self, classes: Array, d: int) -> None:
        C = len(classes)
        if C < 2:
            raise ValueError(f"y must have at least 2 classes; received only {classes.tolist()}")
        if self.n_components is not None and self.n_components > min(C - 1, d):
            allowed = f"at most {min(C - 1, d)} = min(C - 1, d)"
            raise ValueError(f"n_components must be {allowed}; received {self.n_components}")
        if self.priors is not None:
            _check_priors(self.priors, C)

    def _keep(self, eigenvalues: Array, W: Array) -> None:
        q = min(self.n_components or len(eigenvalues), len(eigenvalues))
        total = eigenvalues.sum()
        self.n_features_in_, self.n_components_ = len(W), q
        self.scalings_, self.eigenvalues_ = W[:, :q].copy(), eigenvalues[:q].copy()
        self.explained_variance_ratio_ = self.eigenvalues_ / (total if total > 0 else 1)
        centres = (self.means_ - self.mean_) @ W
        coef = centres @ W.T
        at_0 = class_scores(-self.mean_ @ W, centres, np.log(self.priors_))
        two = len(coef) == 2
        self.coef_ = coef[1:] - coef[:1] if two else coef
        self.intercept_ = at_0[1:] - at_0[:1] if two else at_0

    def transform(self, X: ArrayLike) -> Array:
        """Coordinates along the axes, from the mean (eq. lda-axes), X (n, d) -> (n, q)."""
        return scores(check_X_fitted(self, X), self.mean_, self.scalings_)

    def decision_function(self, X: ArrayLike) -> Array:
        """Scores of the classes (n, C); for two classes the log odds (n,) of the second.

        They are linear in X (eq. lda-log-odds).

        Parameters
        ----------
        X : array (n, d)

        Returns
        -------
        array (n, C), or (n,) for two classes
        """
        F = check_X_fitted(self, X) @ self.coef_.T + self.intercept_
        return F[:, 0] if len(self.classes_) == 2 else F

    def predict_proba(self, X: ArrayLike) -> Array:
        """Posterior probabilities of the classes (eq. lda-posterior), X (n, d) -> (n, C)."""
        F = self.decision_function(X)
        return posterior(np.column_stack([np.zeros(len(F)), F]) if F.ndim == 1 else F)

    def predict(self, X: ArrayLike) -> Array:
        """The most probable class of each sample, in a tie the first, (n, d) -> (n,)."""
        check_fitted(self)
        F = self.decision_function(X)
        return self.classes_[(F > 0).astype(int) if F.ndim == 1 else F.argmax(axis=1)]


def _check_priors(priors: ArrayLike, C: int) -> None:
    P = np.asarray(priors)
    right = P.dtype.kind in "biuf" and P.shape == (C,) and (P > 0).all()
    if not right or abs(P.sum() - 1) > 1e-9:  # room for fractions rounded to ten digits
        allowed = f"{C} positive numbers that sum to 1"
        raise ValueError(f"priors must be {allowed}; received {priors!r}")


def _whitened(
    X: Array, codes: Array, C: int, gamma: float, d: int | None = None
) -> tuple[Array, Array]:
    """Class means, and A that whitens the within-class covariance S_W / n, shrunk.

    The method by the covariance is fast where n >= d, and safe where the features, each in units of
    its own spread, have no eigenvalue below 1e-6 of the largest; the rest goes by singular values.
    Shrinkage with n < d works in the plane of the samples: outside of it the shrunk covariance is
    a multiple of I, and all means are alike. There d remains the number of features.
    """
    n, d = len(X), d or X.shape[1]
    if gamma > 0 and n < X.shape[1]:
        Xc = finite(centre(X), "deviations")
        V = np.linalg.svd(Xc, full_matrices=False)[2].T
        M, A = _whitened(Xc @ V, codes, C, gamma, d)
        return X.mean(axis=0) + M @ V.T, V @ A
    if n >= X.shape[1]:
        M, S_W = class_moments(X, codes, C)
        S = shrink(finite(S_W, "variances") / n, gamma, d)
        varies, unit = _units(np.diagonal(S), M)
        K = S[np.ix_(varies, varies)] / np.outer(unit, unit)
        eigenvalues = np.linalg.eigvalsh(K)
        if eigenvalues[0] >= 1e-6 * eigenvalues[-1]:
            return M, _from_units(whitener(K), varies, unit)
    M = class_means(X, membership(codes, C))
    R = _shrunk_rows(X - M[codes], gamma, d)
    varies, unit = _units((finite(R, "deviations") ** 2).sum(axis=0), M)
    return M, _from_units(singular_whitener(R[:, varies] / unit), varies, unit)


def _shrunk_rows(R: Array, gamma: float, d: int) -> Array:
    """Rows whose products sum to the shrunk covariance: the residuals, and one for each axis."""
    R = R / np.sqrt(len(R))
    if gamma == 0:
        return R
    tau = (R * R).sum() / d
    return np.vstack([np.sqrt(1 - gamma) * R, np.sqrt(gamma * tau) * np.eye(R.shape[1])])


def _units(variances: Array, M: Array) -> tuple[Array, Array]:
    """Which features vary within classes beyond their rounding, and their standard deviations."""
    unit = np.sqrt(variances)
    varies = unit > 1e-13 * np.abs(M).max(axis=0)
    if not varies.any():
        raise ValueError("X must vary within a class; each class is a single point, repeated")
    return varies, unit[varies]


def _from_units(A: Array, varies: Array, unit: Array) -> Array:
    """A whitener of features in units of their spread, as one of all features: 0 for the rest."""
    full = np.zeros((len(varies), A.shape[1]))
    full[varies] = A / unit[:, np.newaxis]
    return full


widen_integers(globals())
