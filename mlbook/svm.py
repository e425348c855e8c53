"""Support vector machines: the widest margin, with a penalty C on samples inside it.

    minimize  1/2 ||w||^2 + C sum_i max(0, 1 - y_i u_i),    u_i = w^T x_i + b

has the dual problem, in which samples occur only in inner products K_ij = k(x_i, x_j),

    maximize  Q(alpha) = sum_i alpha_i - 1/2 sum_ij alpha_i alpha_j y_i y_j K_ij
    s.t.      sum_i alpha_i y_i = 0,  0 <= alpha_i <= C,

which has a closed form for one pair of multipliers at a time (sequential minimal optimization).
Conventions: y_i is -1 or 1 in the functions; a decision value is u = sum_i alpha_i y_i k(x_i, x)
+ b; beta_i = alpha_i y_i is a signed multiplier.
Functions of `+ - * / @` and sums also run on arrays of symbols: the proofs are about this code.
Derived in chapters/svm.ipynb.
Source: Cortes, Vapnik 1995; Platt 1999; Fan, Chen, Lin 2005.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Self

import numpy as np

from mlbook.contract import (
    Array,
    ArrayLike,
    ClassifierMixin,
    Estimator,
    RegressorMixin,
    check_choice,
    check_fitted,
    check_in_range,
    check_labels,
    check_X,
    check_X_fitted,
    check_X_y,
    widen_integers,
)
from mlbook.contract.parameters import check_flag, in_range, whole
from mlbook.lda import class_means, fisher_direction, membership, within_scatter
from mlbook.linear.kernels import (
    linear_kernel,
    polynomial_kernel,
    rbf_kernel,
)
from mlbook.numerics import smo
from mlbook.numerics.blocks import row_blocks
from mlbook.numerics.smo import Kernel, Problem

# --- kernels -------------------------------------------------------------------------------------


def polynomial_features(
    X: Array, gamma: float = 1, coef0: float = 0, degree: int = 3
) -> tuple[Array, Array]:
    """Features phi and weights s with sum_k s_k phi_k(x) phi_k(z) = (gamma x^T z + coef0)^degree.

    phi_k runs over all products of `degree` factors among 1, x_1, ..., x_d; with sqrt(s_k) as a
    factor of phi_k, the sum is an inner product (eq. svm-kernel-polynomial).

    Parameters
    ----------
    X : array (n, d)
    gamma : float
    coef0 : float
    degree : int

    Returns
    -------
    phi : array (n, (d + 1)^degree)
    s : array ((d + 1)^degree,)

    Examples
    --------
    >>> polynomial_features(np.array([[3]]), gamma=2, coef0=5, degree=2)
    (array([[1, 3, 3, 9]]), array([25, 10, 10,  4]))
    """
    U = np.concatenate([np.ones((len(X), 1), dtype=int), X], axis=1)
    u = np.array([coef0] + [gamma] * X.shape[1])
    phi, s = U, u
    for _ in range(degree - 1):
        phi = (phi[:, :, np.newaxis] * U[:, np.newaxis]).reshape(len(X), -1)
        s = (s[:, np.newaxis] * u).ravel()
    return phi, s


def rbf_features(x: Array, gamma: float, terms: int) -> Array:
    """The first terms of the map of the RBF kernel of one feature (eq. svm-taylor).

        exp(-gamma x^2) sqrt((2 gamma)^k / k!) x^k,    k = 0, 1, ..., terms - 1

    Parameters
    ----------
    x : array (n,)
    gamma : float
    terms : int

    Returns
    -------
    array (n, terms)

    Examples
    --------
    >>> rbf_features(np.array([0.0, 2.0]), gamma=0.5, terms=2).round(3)
    array([[1.   , 0.   ],
           [0.135, 0.271]])
    """
    k = np.arange(1, terms)
    ratios = np.sqrt(2 * gamma / k) * x[:, np.newaxis]
    ones = np.ones((len(x), 1))
    return np.exp(-gamma * x * x)[:, np.newaxis] * np.cumprod(np.hstack([ones, ratios]), axis=1)


# --- objectives ----------------------------------------------------------------------------------


def decision_values(alpha: Array, y: Array, K: Array, b: float) -> Array:
    """u = K beta + b, beta_i = alpha_i y_i (eq. svm-value).

    Parameters
    ----------
    alpha : array (n,)
    y : array (n,)
        Labels -1 and 1.
    K : array (m, n)
        Kernel values of the m samples to predict with the n fitted samples.
    b : float

    Returns
    -------
    array (m,)

    Examples
    --------
    >>> decision_values(np.array([2, 2]), np.array([1, -1]), np.array([[3, 1], [1, 3]]), 1)
    array([ 5, -3])
    """
    return K @ (alpha * y) + b


def hinge(y: Array, u: Array) -> Array:
    """The slack max(0, 1 - y_i u_i) of each sample (eq. svm-hinge).

    Parameters
    ----------
    y : array (n,)
        Labels -1 and 1.
    u : array (n,)
        Decision values.

    Returns
    -------
    array (n,)

    Examples
    --------
    >>> hinge(np.array([1, 1, -1]), np.array([3.0, 0.5, 2.0]))
    array([0. , 0.5, 3. ])
    """
    return np.maximum(0, 1 - y * u)


def primal_objective(squared_norm: float, slack: Array, C: float) -> float:
    """||w||^2 / 2 + C sum_i xi_i (eq. svm-soft).

    Parameters
    ----------
    squared_norm : float
        ||w||^2.
    slack : array (n,)
        The xi_i.
    C : float

    Returns
    -------
    float

    Examples
    --------
    >>> float(primal_objective(4.0, np.array([0.0, 0.5]), C=10.0))
    7.0
    """
    return squared_norm / 2 + C * slack.sum()


def dual_objective(alpha: Array, y: Array, K: Array) -> float:
    """sum_i alpha_i - 1/2 sum_ij alpha_i alpha_j y_i y_j K_ij (eq. svm-dual).

    Parameters
    ----------
    alpha : array (n,)
    y : array (n,)
        Labels -1 and 1.
    K : array (n, n)

    Returns
    -------
    float

    References
    ----------
    Cortes, Vapnik 1995.

    Examples
    --------
    Two samples, 1 and -1 on a line, at the optimum:

    >>> K = np.array([[1.0, -1.0], [-1.0, 1.0]])
    >>> float(dual_objective(np.array([0.5, 0.5]), np.array([1, -1]), K))
    0.5
    """
    beta = alpha * y
    return alpha.sum() - beta @ K @ beta / 2


def duality_gap(alpha: Array, y: Array, K: Array, b: float, C: float) -> float:
    """The primal minus the dual objective, 0 at the optimum (eq. svm-soft-gap).

    Parameters
    ----------
    alpha : array (n,)
    y : array (n,)
        Labels -1 and 1.
    K : array (n, n)
    b : float
    C : float

    Returns
    -------
    float
        At least 0 if K is positive semidefinite.

    Examples
    --------
    Two samples, 1 and -1 on a line:

    >>> y, K = np.array([1, -1]), np.array([[1.0, -1.0], [-1.0, 1.0]])
    >>> float(duality_gap(np.array([0.5, 0.5]), y, K, b=0.0, C=1.0))
    0.0
    >>> float(duality_gap(np.array([0.0, 0.0]), y, K, b=0.0, C=1.0))
    2.0
    """
    beta = alpha * y
    slack = hinge(y, decision_values(alpha, y, K, b))
    return primal_objective(beta @ K @ beta, slack, C) - dual_objective(alpha, y, K)


def residuals(alpha: Array, y: Array, K: Array) -> Array:
    """F = y - K beta, what is left of the labels (eq. svm-residual).

    Parameters
    ----------
    alpha : array (n,)
    y : array (n,)
        Labels -1 and 1.
    K : array (n, n)

    Returns
    -------
    array (n,)

    Examples
    --------
    >>> residuals(np.array([0.25, 0.25]), np.array([1, -1]), np.array([[1, -1], [-1, 1]]))
    array([ 0.5, -0.5])
    """
    return y - K @ (alpha * y)


# --- two multipliers -----------------------------------------------------------------------------


def curvature(K_ii: float, K_jj: float, K_ij: float) -> float:
    """kappa = K_ii + K_jj - 2 K_ij, the squared distance of two features (eq. svm-curvature).

    Parameters
    ----------
    K_ii, K_jj, K_ij : float

    Returns
    -------
    float

    Examples
    --------
    The samples 1 and -1 on a line:

    >>> curvature(1, 1, -1)
    4
    """
    return K_ii + K_jj - 2 * K_ij


def best_step(F_i: float, F_j: float, kappa: float) -> float:
    """The best t without the box, (F_i - F_j) / kappa (eq. svm-step).

    Parameters
    ----------
    F_i, F_j : float
        Residuals.
    kappa : float
        The curvature, above 0.

    Returns
    -------
    float

    Examples
    --------
    >>> best_step(1, -1, 4)
    0.5
    """
    return (F_i - F_j) / kappa


def gain(F_i: float, F_j: float, kappa: float) -> float:
    """What the dual grows by it, (F_i - F_j)^2 / (2 kappa) (eq. svm-gain).

    Parameters
    ----------
    F_i, F_j : float
        Residuals.
    kappa : float
        The curvature, above 0.

    Returns
    -------
    float

    Examples
    --------
    >>> gain(1, -1, 4)
    0.5
    """
    return (F_i - F_j) ** 2 / (2 * kappa)


def room_up(alpha: Array, y: Array, C: float) -> Array:
    """How far beta_i may increase: C - alpha_i for y_i = 1, alpha_i for y_i = -1.

    Parameters
    ----------
    alpha : array (n,)
    y : array (n,)
        Labels -1 and 1.
    C : float

    Returns
    -------
    array (n,)

    Examples
    --------
    >>> room_up(np.array([2, 2]), np.array([1, -1]), C=10)
    array([8, 2])
    """
    return np.where(y > 0, C - alpha, alpha)


def room_down(alpha: Array, y: Array, C: float) -> Array:
    """How far beta_i may decrease: alpha_i for y_i = 1, C - alpha_i for y_i = -1.

    Parameters
    ----------
    alpha : array (n,)
    y : array (n,)
        Labels -1 and 1.
    C : float

    Returns
    -------
    array (n,)

    Examples
    --------
    >>> room_down(np.array([2, 2]), np.array([1, -1]), C=10)
    array([2, 8])
    """
    return np.where(y > 0, alpha, C - alpha)


def two_variable_step(
    alpha: Array,
    y: Array,
    K: Array,
    i: int,
    j: int,
    C: float,
) -> Array:
    """alpha after the best step of a pair with F_i > F_j that the box allows (eq. svm-clip).

        beta_i + t,    beta_j - t,    t = min((F_i - F_j) / kappa, room of i, room of j)

    For kappa <= 0 the step goes to the boundary of the box.

    Parameters
    ----------
    alpha : array (n,)
    y : array (n,)
        Labels -1 and 1.
    K : array (n, n)
    i, j : int
    C : float

    Returns
    -------
    array (n,)

    References
    ----------
    Platt 1999.

    Examples
    --------
    The samples 1 and -1 on a line, first unrestricted and then limited by a small box:

    >>> y, K = np.array([1, -1]), np.array([[1, -1], [-1, 1]])
    >>> two_variable_step(np.zeros(2), y, K, 0, 1, C=9)
    array([0.5, 0.5])
    >>> two_variable_step(np.zeros(2), y, K, 0, 1, C=0.25)
    array([0.25, 0.25])
    """
    F, kappa = residuals(alpha, y, K), curvature(K[i, i], K[j, j], K[i, j])
    t = min(room_up(alpha, y, C)[i], room_down(alpha, y, C)[j])
    if kappa > 0:
        t = min(t, best_step(F[i], F[j], kappa))
    alpha = alpha + 0 * t  # a copy that can hold t
    alpha[i] += y[i] * t
    alpha[j] -= y[j] * t
    return alpha


def working_set(
    alpha: Array,
    y: Array,
    K: Array,
    C: float,
) -> tuple[int, int] | None:
    """The pair (i, j) of the next step, or None at the optimum (theorem thm-svm).

    i has the largest F among those that may increase; j has the largest gain with it among those
    that may decrease and have a smaller F. `smo.Ascent.pair` is a fast version.

    Parameters
    ----------
    alpha : array (n,)
    y : array (n,)
        Labels -1 and 1.
    K : array (n, n)
    C : float

    Returns
    -------
    tuple of int, or None

    References
    ----------
    Fan, Chen, Lin 2005, WSS 2.

    Examples
    --------
    The samples 1 and -1 on a line, at the start and at the optimum:

    >>> y, K = np.array([1, -1]), np.array([[1, -1], [-1, 1]])
    >>> working_set(np.zeros(2), y, K, C=9)
    (0, 1)
    >>> working_set(np.array([0.5, 0.5]), y, K, C=9) is None
    True
    """
    F, n = residuals(alpha, y, K), range(len(y))
    up, down = room_up(alpha, y, C) > 0, room_down(alpha, y, C) > 0
    i = max((i for i in n if up[i]), key=lambda i: F[i])
    below = [j for j in n if down[j] and F[j] < F[i]]
    kappa = {j: curvature(K[i, i], K[j, j], K[i, j]) for j in below}
    gains = [gain(F[i], F[j], kappa[j]) if kappa[j] > 0 else np.inf for j in below]
    return (i, below[gains.index(max(gains))]) if below else None


# --- a discriminant with kernels ------------------------------------------------------------------


def kernel_discriminant(K: Array, y: Array, lam: float) -> tuple[Array, float]:
    """Fisher's direction among the features, by coefficients (eq. svm-discriminant).

        alpha = (N + lam I)^(-1) (k_1 - k_(-1)),    u(x) = sum_i alpha_i k(x_i, x) + b

    The columns of K are treated as samples: k_c is their mean in class c, and N their scatter
    within the classes. The offset b puts the decision boundary half-way between the projected class
    means.

    Parameters
    ----------
    K : array (n, n)
        Gram matrix.
    y : array (n,)
        Labels -1 and 1, both of which must occur.
    lam : float
        Above 0, because N alone is always singular.

    Returns
    -------
    alpha : array (n,)
    b : float

    References
    ----------
    Mika and others 1999.

    Examples
    --------
    >>> alpha, b = kernel_discriminant(np.array([[1.0, -1.0], [-1.0, 1.0]]), np.array([-1, 1]), 0.5)
    >>> alpha, b + 0.0
    (array([-4.,  4.]), 0.0)
    """
    G = membership((y > 0).astype(int), 2)
    k = class_means(K, G)
    N = within_scatter(K, G)
    alpha = fisher_direction(N + lam * np.eye(len(K)), k[1] - k[0])
    return alpha, float(-alpha @ (k[0] + k[1]) / 2)


# --- estimators ----------------------------------------------------------------------------------


def scale_gamma(X: Array) -> float:
    """1 / (d var X), the value of gamma="scale"; 1 if all entries of X are equal.

    Parameters
    ----------
    X : array (n, d)

    Returns
    -------
    float

    Raises
    ------
    ValueError
        If it is 0 or infinite.

    Examples
    --------
    >>> scale_gamma(np.array([[0.0, 0.0], [4.0, 4.0]]))
    0.125
    """
    with np.errstate(all="ignore"):
        variance = X.var()
        gamma = 1 / (X.shape[1] * variance) if np.ptp(X) > 0 else 1.0
    if not 0 < gamma < np.inf:
        raise ValueError(
            f'gamma="scale" cannot use a variance of {variance}; rescale X or pass a number'
        )
    return float(gamma)


def _check_kernel(name: str, value: object) -> None:
    if not callable(value):
        check_choice(name, value, ("linear", "poly", "rbf"))


def _check_gamma(name: str, value: object) -> None:
    if isinstance(value, str):
        check_choice(name, value, ("scale",))
    else:
        check_in_range(name, value, "(0, inf)")


class _SVM(Estimator):
    """What both machines share: the kernel and its numbers, the solver, sums of kernel values."""

    parameters = dict(
        kernel=_check_kernel,
        C=in_range("(0, inf)"),
        gamma=_check_gamma,
        degree=whole(),
        coef0=in_range("(-inf, inf)"),
        tol=in_range("(0, inf)"),
        max_iter=whole(),
        verbose=check_flag,
    )
    gamma_: float
    support_vectors_: Array
    intercept_: Array
    _multipliers: Callable[[], Array]  # of each subclass: beta (n_SV, machines)

    def __init__(
        self,
        kernel: str | Kernel = "rbf",
        C: float = 1.0,
        gamma: float | str = "scale",
        degree: int = 3,
        coef0: float = 0.0,
        tol: float = 1e-3,
        max_iter: int = 1_000_000,
        verbose: bool = False,
    ) -> None:
        self.kernel = kernel
        self.C = C
        self.gamma = gamma
        self.degree = degree
        self.coef0 = coef0
        self.tol = tol
        self.max_iter = max_iter
        self.verbose = verbose

    def _gamma(self, X: Array) -> float:
        return scale_gamma(X) if isinstance(self.gamma, str) else float(self.gamma)

    def _kernel(self, gamma: float) -> Kernel:
        """The kernel as a function of A (m, d) and B (n, d)."""
        if callable(self.kernel):
            return self._custom
        return {
            "linear": linear_kernel,
            "poly": lambda A, B: polynomial_kernel(A, B, gamma, self.coef0, self.degree),
            "rbf": lambda A, B: rbf_kernel(A, B, gamma),
        }[self.kernel]

    def _custom(self, A: Array, B: Array) -> Array:
        K = np.asarray(self.kernel(A, B), dtype=float)
        if not np.isfinite(K).all():
            raise ValueError("kernel values must be finite; received nan or inf")
        if K.shape != (len(A), len(B)):
            raise ValueError(f"kernel must return shape {(len(A), len(B))}; received {K.shape}")
        return K

    def _origin(self, X: Array) -> Array:
        """The mean of X, to be subtracted first where the kernel or the dual does not notice."""
        free = self.kernel in ("linear", "rbf") and len(X) > 0
        return X.mean(axis=0) if free else np.zeros(X.shape[1])

    def _solve(
        self,
        X: Array,
        gamma: float,
        problem: Problem,
    ) -> tuple[Array, float, int]:
        """Signed multipliers beta (n,), b and the number of steps."""
        origin, kernel = self._origin(X), self._kernel(gamma)
        Z = np.ascontiguousarray(X - origin)
        with np.errstate(over="ignore", invalid="ignore"):  # the solver refuses what is not finite
            beta, b, steps = smo.solve(kernel, Z, problem, self.tol, self.max_iter, self.verbose)
        return beta, b - (beta @ Z) @ origin if self.kernel == "linear" else b, steps

    def _values(self, X: ArrayLike) -> Array:
        """sum_i beta_i k(x_i, x) + b of each machine.   X (m, d) -> (m, machines)"""
        X = check_X_fitted(self, X)
        with np.errstate(over="ignore", invalid="ignore"):
            u = X @ self.coef_.T if self.kernel == "linear" else self._sums(X)
        if not np.isfinite(u).all():
            raise ValueError("kernel values must be finite; received nan or inf for rows of X")
        return u + self.intercept_

    def _sums(self, X: Array) -> Array:
        kernel, origin = self._kernel(self.gamma_), self._origin(self.support_vectors_)
        A, B, beta = X - origin, self.support_vectors_ - origin, self._multipliers()
        sums = np.zeros((len(A), beta.shape[1]))
        for rows in row_blocks(len(A), len(B), smo.BLOCK):
            sums[rows] = kernel(A[rows], B) @ beta
        return sums

    @property
    def coef_(self) -> Array:
        """w of each machine (machines, d), if the kernel is linear; else AttributeError."""
        if self.kernel != "linear":
            raise AttributeError(f"coef_ needs the linear kernel; received {self.kernel!r}")
        check_fitted(self)
        return self._multipliers().T @ (self.support_vectors_ - self._origin(self.support_vectors_))


class SVC(ClassifierMixin, _SVM):
    """Support vector classifier; for more than two classes, one machine for each pair of classes.

    As in scikit-learn pairs are in the order 01, 02, .., 12, ..; a support vector of class c has
    its coefficient against class a in row a of `dual_coef_`, or a - 1 for a > c; decision values
    are positive for the first class of a pair, but for classes_[1] if there are only two classes.
    With a kernel that is not positive semidefinite, the result satisfies the optimality conditions
    but need not be a maximum. With a single class there is no machine, and that class is predicted.

    Parameters
    ----------
    kernel : str or function
        "linear", "poly", "rbf", or a function of A (m, d) and B (n, d) that returns k (m, n),
        symmetric.
    C : float
        The penalty on slack, above 0.
    gamma : float or str
        For "poly" and "rbf": a number above 0, or "scale", which is 1 / (d var X).
    degree : int
        For "poly", at least 1.
    coef0 : float
        For "poly".
    tol : float
        The largest violation of the optimality conditions, above 0, in units of decision values.
    max_iter : int
        The maximum number of steps for one pair of classes, at least 1; `fit` warns if it is
        reached.
    verbose : bool
        Whether `fit` shows its progress on stderr.

    Attributes
    ----------
    support_ : array (n_SV,)
        The indices of the support vectors, class by class.
    support_vectors_ : array (n_SV, d)
    n_support_ : array (C,)
    dual_coef_ : array (C - 1, n_SV)
    intercept_ : array (pairs,)
    n_iter_ : array (pairs,)
        Steps.
    classes_ : array (C,)
    gamma_ : float
    n_features_in_ : int
    coef_ : array (pairs, d)
        Only for the linear kernel.

    Examples
    --------
    Two samples at -1 and 1: the boundary is half-way, and both are support vectors.

    >>> model = SVC("linear").fit([[-1.0], [1.0]], ["a", "b"])
    >>> model.decision_function([[-1.0], [0.0], [3.0]]).round(6)
    array([-1.,  0.,  3.])
    >>> model.dual_coef_.round(6)
    array([[-0.5,  0.5]])
    """

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """The estimator itself, fitted to X (n, d) and labels y (n,), n >= 2.

        Raises
        ------
        ValueError
            If the input or the kernel values have a wrong shape or are out of range.

        Warns
        -----
        RuntimeWarning
            If max_iter steps, or rounding (huge C), leave a violation above tol.
        """
        X = check_X(X, min_samples=2)
        classes, codes = check_labels(y, len(X))
        gamma, coef, learned = self._gamma(X), np.zeros((len(classes) - 1, len(X))), []
        for first, second in zip(*pairs(len(classes)), strict=True):
            rows = np.flatnonzero((codes == first) | (codes == second))
            is_first = codes[rows] == first
            signs = np.where(is_first == (len(classes) > 2), 1.0, -1.0)
            ends = np.minimum(self.C * signs, 0), np.maximum(self.C * signs, 0)
            beta, *rest = self._solve(X[rows], gamma, smo.Problem(signs, *ends, 0.0))
            coef[second - 1, rows[is_first]] = beta[is_first]
            coef[first, rows[~is_first]] = beta[~is_first]
            learned.append(rest)
        order = np.argsort(codes, kind="stable")
        self.support_ = order[(coef[:, order] != 0).any(axis=0)]
        self.support_vectors_, self.dual_coef_ = X[self.support_], coef[:, self.support_]
        self.n_support_ = np.bincount(codes[self.support_], minlength=len(classes))
        self.intercept_ = np.array([b for b, _ in learned])
        self.n_iter_ = np.array([steps for _, steps in learned], dtype=int)
        self.classes_, self.gamma_, self.n_features_in_ = classes, gamma, X.shape[1]
        return self

    def _multipliers(self) -> Array:
        """beta (n_SV, pairs): the coefficients of each machine, 0 for other machines' samples."""
        owner = np.repeat(np.arange(len(self.classes_)), self.n_support_)[:, np.newaxis]
        a, b = pairs(len(self.classes_))
        beta = self.dual_coef_.T
        return np.where(owner == a, beta[:, b - 1], 0) + np.where(owner == b, beta[:, a], 0)

    def pair_values(self, X: ArrayLike) -> Array:
        """Decision values of all machines, as scikit-learn's "ovo", X (m, d) -> (m, pairs)."""
        return self._values(X)

    def decision_function(self, X: ArrayLike) -> Array:
        """u (m,) for two classes, at least 0 for classes_[1]; for more classes (m, C).

        These are the votes of the machines plus less than a third of a vote, s / 3(|s| + 1), where
        s is the sum of the decision values of the class, as in scikit-learn's "ovr".
        """
        u = self._values(X)
        if len(self.classes_) == 2:
            return u[:, 0]
        first, second = self._members()
        s = u @ (first - second)
        return self._votes(u) + s / (3 * (np.abs(s) + 1))

    def predict(self, X: ArrayLike) -> Array:
        """The class with most votes, in a tie the first, X (m, d) -> (m,)."""
        u = self._values(X)
        if len(self.classes_) == 2:
            return self.classes_[(u[:, 0] >= 0).astype(int)]
        return self.classes_[self._votes(u).argmax(axis=1)]

    def _votes(self, u: Array) -> Array:
        first, second = self._members()
        return (u > 0) @ first + (u <= 0) @ second

    def _members(self) -> tuple[Array, Array]:
        """1 where a class is the first, or the second, of a pair.   (pairs, C), (pairs, C)"""
        a, b = pairs(len(self.classes_))
        each = np.eye(len(self.classes_))
        return each[a], each[b]


def pairs(C: int) -> tuple[Array, Array]:
    """The pairs a < b of classes, as two arrays: 0 0 .. 1 .., 1 2 .. 2 ...

    Parameters
    ----------
    C : int
        The number of classes.

    Returns
    -------
    a, b : array (C (C - 1) / 2,)

    Examples
    --------
    >>> pairs(3)
    (array([0, 0, 1]), array([1, 2, 2]))
    """
    return np.triu_indices(C, 1)


class SVR(RegressorMixin, _SVM):
    """Support vector regressor: an error costs C times the part of it beyond epsilon.

        minimize  1/2 ||w||^2 + C sum_i max(0, |y_i - u_i| - epsilon)    (eq. svm-regression)

    The problem is that of `smo`, beta_i = alpha_i - alpha_i* between -C and C. Without a support
    vector the prediction is the midpoint of the smallest and the largest y.

    Parameters
    ----------
    kernel, C, gamma, degree, coef0
        As in `SVC`.
    tol : float
        As in `SVC`, in the units of y.
    epsilon : float
        The error that costs nothing, at least 0, in the units of y.
    max_iter, verbose
        As in `SVC`.

    Attributes
    ----------
    support_ : array (n_SV,)
    support_vectors_ : array (n_SV, d)
    n_support_ : array (1,)
    dual_coef_ : array (1, n_SV)
    intercept_ : array (1,)
    n_iter_ : int
    gamma_ : float
    n_features_in_ : int
    coef_ : array (1, d)
        Only for the linear kernel.

    Examples
    --------
    Errors of up to 1 cost nothing: the flattest line within the tube has the slope 1/2.

    >>> model = SVR("linear", C=10.0, epsilon=1.0).fit([[0.0], [4.0]], [0.0, 4.0])
    >>> model.coef_.round(6), model.predict([[2.0]]).round(6)
    (array([[0.5]]), array([2.]))
    """

    parameters = _SVM.parameters | dict(epsilon=in_range("[0, inf)"))

    def __init__(
        self,
        kernel: str | Kernel = "rbf",
        C: float = 1.0,
        gamma: float | str = "scale",
        degree: int = 3,
        coef0: float = 0.0,
        tol: float = 1e-3,
        epsilon: float = 0.1,
        max_iter: int = 1_000_000,
        verbose: bool = False,
    ) -> None:
        super().__init__(kernel, C, gamma, degree, coef0, tol, max_iter, verbose)
        self.epsilon = epsilon

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """The estimator itself, fitted to X (n, d) and numbers y (n,), n >= 2; errors as in SVC."""
        X, y = check_X_y(X, y, min_samples=2)
        gamma, box = self._gamma(X), np.full(len(y), float(self.C))
        problem = smo.Problem(y, -box, box, float(self.epsilon))
        beta, b, steps = self._solve(X, gamma, problem)
        self.support_ = np.flatnonzero(beta)
        self.support_vectors_, self.dual_coef_ = X[self.support_], beta[np.newaxis, self.support_]
        self.n_support_, self.intercept_ = np.array([len(self.support_)]), np.array([b])
        self.n_iter_, self.gamma_, self.n_features_in_ = steps, gamma, X.shape[1]
        return self

    def _multipliers(self) -> Array:
        return self.dual_coef_.T

    def predict(self, X: ArrayLike) -> Array:
        """u (m,) for X (m, d)."""
        return self._values(X)[:, 0]


widen_integers(globals())
