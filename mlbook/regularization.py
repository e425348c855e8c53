"""Regularization: least squares with a penalty on the size of the weights.

    J(w) = 1/2 ||y - X w||^2 + l1 ||w||_1 + l2/2 ||w||^2

is ridge regression for l1 = 0, the lasso for l2 = 0, and the elastic net otherwise. Ridge has a
closed form, (X^T X + lam I) w = X^T y; the lasso has a certificate, |x_j^T (y - X w)| <= lam with
equality where w_j is not 0, and coordinate descent by soft thresholds. Least squares with a few
columns, found by a search of all subsets or by forward selection, is here as well. Conventions:
sums, not means, so that scikit-learn's alpha is lam for ridge and lam / n for the lasso and the
elastic net. The functions have no intercept; the estimators centre X and y, which is equivalent to
an intercept without a penalty (eq. regularization-centring). Derived in
chapters/regularization.ipynb. Source: Hoerl and Kennard 1970; Tibshirani 1996; Hastie, Tibshirani,
Friedman 2009, sections 3.3 and 3.4.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Iterable
from copy import copy
from itertools import combinations
from typing import Self

import numpy as np

from mlbook.contract import (
    Array,
    ArrayLike,
    Estimator,
    Numbers,
    RegressorMixin,
    check_array,
    check_positive_int,
    check_random_state,
    check_X_fitted,
    check_X_y,
    rounds,
    widen_integers,
)
from mlbook.contract.parameters import in_range
from mlbook.linear.moments import column_means, scatter
from mlbook.numerics.finite import finite


def objective(w: Array, X: Array, y: Array, l1: float, l2: float) -> float:
    """The penalized cost J(w) (eq. regularization-cost).

        J = 1/2 ||y - X w||^2 + l1 sum_j |w_j| + l2/2 sum_j w_j^2

    Parameters
    ----------
    w : array (d,)
    X : array (n, d)
    y : array (n,)
    l1, l2 : float
        The penalties, at least 0.

    Returns
    -------
    float

    Examples
    --------
    An error of 2 and a weight of 3: 4/2 + 10 * 3 + 100/2 * 9.

    >>> float(objective(np.array([3.0]), np.array([[1.0]]), np.array([5.0]), 10.0, 100.0))
    482.0
    """
    r = y - X @ w
    return (r * r).sum() / 2 + l1 * abs(w).sum() + l2 * (w * w).sum() / 2


# --- ridge ---------------------------------------------------------------------------------------


def augment(X: Array, y: Array, lam: float) -> tuple[Array, Array]:
    """X over sqrt(lam) I, and y over zeros.

    Least squares on these is ridge regression, and the lasso on these is the elastic net:
    ||y~ - X~ w||^2 = ||y - X w||^2 + lam ||w||^2 (eq. regularization-augmented).

    Parameters
    ----------
    X : array (n, d)
    y : array (n,) or (n, m)
    lam : float
        At least 0.

    Returns
    -------
    X : array (n + d, d)
    y : array (n + d,) or (n + d, m)

    Examples
    --------
    >>> augment(np.array([[1.0, 2.0]]), np.array([5.0]), 9.0)
    (array([[1., 2.],
           [3., 0.],
           [0., 3.]]), array([5., 0., 0.]))
    """
    d = X.shape[1]
    zeros = np.zeros((d, *y.shape[1:]))
    return np.concatenate([X, np.sqrt(lam) * np.eye(d)]), np.concatenate([y, zeros])


def shrinkage(s: Array, lam: float) -> Array:
    """The fraction of a direction that ridge keeps (eq. regularization-shrinkage).

        s_j^2 / (s_j^2 + lam)

    Parameters
    ----------
    s : array (r,)
        Singular values, above 0.
    lam : float
        At least 0.

    Returns
    -------
    array (r,)

    References
    ----------
    Hastie et al. 2009, eq. 3.47.

    Examples
    --------
    >>> shrinkage(np.array([3.0, 1.0]), 1.0)
    array([0.9, 0.5])
    """
    return s * s / (s * s + lam)


def ridge(X: Array, y: Array, lam: float) -> Array:
    """The weights of ridge, without intercept (eq. regularization-normal).

    They minimize 1/2 ||y - X w||^2 + lam/2 ||w||^2. lam = 0 gives the shortest of the least-squares
    solutions, and lam = inf gives 0. If n >= d and this is accurate, X^T X is decomposed, otherwise
    X itself.

    Parameters
    ----------
    X : array (n, d)
    y : array (n,) or (n, m)
    lam : float
        At least 0.

    Returns
    -------
    array (d,) or (d, m)

    References
    ----------
    Hoerl and Kennard 1970, section 2.

    Examples
    --------
    (4 + 1) w = 20:

    >>> ridge(np.array([[2.0]]), np.array([10.0]), 1.0).round(9)
    array([4.])
    """
    w = None
    if X.shape[0] >= X.shape[1]:
        with np.errstate(over="ignore", invalid="ignore"):  # or by the SVD
            w = _from_products(X.T @ X, X.T @ y, lam)
    return ridge_path(X, y, [lam])[0] if w is None else w


def _from_products(G: Array, c: Array, lam: float) -> Array | None:
    """The solution of (G + lam I) w = c, or None where G was formed with too few digits.

    The product G is rounded by about 1e-16 of its largest eigenvalue; if none of G + lam I is below
    a millionth of that, ten digits are right. Denormal numbers have fewer digits.
    """
    if not np.isfinite(G).all():
        return None
    eigenvalues, V = np.linalg.eigh(G)
    damped = eigenvalues + lam
    safe = damped[0] >= 1e-6 * damped[-1] > 1e-280
    return V @ _divide_rows(V.T @ c, damped) if safe else None


def ridge_path(X: Array, y: Array, lams: Iterable[float]) -> Array:
    """Ridge weights for many lam from one SVD of X (eq. regularization-svd).

        w = sum_j s_j / (s_j^2 + lam) (u_j^T y) v_j

    Singular values that are 0 up to rounding are left out.

    Parameters
    ----------
    X : array (n, d)
    y : array (n,) or (n, m)
    lams : array (L,)
        All at least 0.

    Returns
    -------
    array (L, d) or (L, d, m)

    References
    ----------
    Hastie et al. 2009, section 3.4.1.

    Examples
    --------
    >>> ridge_path(np.array([[2.0]]), np.array([10.0]), [0.0, 1.0, 16.0]).ravel().round(9)
    array([5., 4., 1.])
    """
    U, s, Vt = np.linalg.svd(X, full_matrices=False)
    kept = s > max(X.shape) * np.finfo(float).eps * s.max(initial=0)
    U, s, Vt = U[:, kept], s[kept], Vt[kept]
    z = U.T @ y
    with np.errstate(over="ignore"):  # lam / s = inf drops the direction
        return np.array([Vt.T @ _divide_rows(z, s + lam / s) for lam in lams])


def _divide_rows(A: Array, s: Array) -> Array:
    return (A.T / s).T


# --- lasso ---------------------------------------------------------------------------------------


def soft_threshold(c: Numbers, lam: float) -> Numbers:
    """The number c moved by lam towards 0 (eq. regularization-soft).

        sign(c) max(|c| - lam, 0)    minimizes    1/2 (c - w)^2 + lam |w|

    Parameters
    ----------
    c : float or array
    lam : float
        At least 0.

    Returns
    -------
    float or array
        Of the shape of c.

    References
    ----------
    Tibshirani 1996, section 2.2.

    Examples
    --------
    >>> soft_threshold(np.array([-3.0, 0.5, 2.0]), 1.0)
    array([-2.,  0.,  1.])
    """
    return np.sign(c) * np.maximum(np.abs(c) - lam, 0) + 0.0  # no -0.0


def lam_max(X: Array, y: Array) -> float:
    """The least lam at which all lasso weights are 0: max_j |x_j^T y| (eq. regularization-max).

    Parameters
    ----------
    X : array (n, d)
    y : array (n,)

    Returns
    -------
    float

    Examples
    --------
    >>> float(lam_max(np.array([[1.0, 0.0], [0.0, -2.0]]), np.array([3.0, 4.0])))
    8.0
    """
    return np.abs(X.T @ y).max()


def duality_gap(w: Array, X: Array, y: Array, lam: float) -> float:
    """A bound on the cost of w above the least (eq. regularization-gap).

        1/2 ||r - nu||^2 + sum_j (lam |w_j| - nu^T x_j w_j),   r = y - X w,   nu = t r

    Here t <= 1 is the largest fraction that makes every |x_j^T nu| <= lam.

    Parameters
    ----------
    w : array (d,)
    X : array (n, d)
    y : array (n,)
    lam : float
        Above 0.

    Returns
    -------
    float
        At least 0, except for rounding.

    References
    ----------
    Kim et al. 2007.

    Examples
    --------
    At the best weight, 3 - 1, the gap is 0; at 0 the bound is attained.

    >>> X, y = np.array([[1.0]]), np.array([3.0])
    >>> [round(float(duality_gap(np.array([w]), X, y, 1.0)), 9) for w in (2.0, 0.0)]
    [0.0, 2.0]
    """
    r = y - X @ w
    return _gap(w, r, X.T @ r, lam)


def _gap(w: Array, r: Array, g: Array, lam: float) -> float:
    t = min(1.0, lam / max(np.abs(g).max(), np.finfo(float).tiny))
    return (1 - t) ** 2 * (r @ r) / 2 + lam * np.abs(w).sum() - t * (g @ w)


def sweep(w: Array, G: Array, c: Array, lam: float) -> Array:
    """One round of coordinate descent (eq. regularization-step).

    Each weight in turn takes its best value, with the others held fixed:

        w_j <- soft_threshold(c_j - sum_{k != j} G_jk w_k, lam) / G_jj

    Parameters
    ----------
    w : array (d,)
    G : array (d, d)
        X^T X.
    c : array (d,)
        X^T y.
    lam : float
        At least 0.

    Returns
    -------
    array (d,)
        0 for a column of zeros.

    References
    ----------
    Friedman, Hastie, Tibshirani 2010, sections 2.1 and 2.2.

    Examples
    --------
    >>> sweep(np.zeros(2), np.array([[2.0, 1.0], [1.0, 1.0]]), np.array([5.0, 4.0]), 1.0)
    array([2., 1.])
    """
    w = w.astype(np.result_type(w, float))  # a copy, as weights are seldom whole
    for j in range(len(w)):
        rho = c[j] - G[j] @ w + G[j, j] * w[j]
        w[j] = soft_threshold(rho, lam) / G[j, j] if G[j, j] > 0 else 0.0
    return w


def coordinate_descent(X: Array, y: Array, lam: float, sweeps: int) -> Array:
    """The lasso by plain coordinate descent from 0: the weights before and after each sweep.

    Parameters
    ----------
    X : array (n, d)
    y : array (n,)
    lam : float
        At least 0.
    sweeps : int

    Returns
    -------
    array (sweeps + 1, d)

    Examples
    --------
    Orthogonal columns need one sweep.

    >>> coordinate_descent(np.eye(2), np.array([3.0, 0.5]), 1.0, sweeps=2)
    array([[0., 0.],
           [2., 0.],
           [2., 0.]])
    """
    G, c, path = X.T @ X, X.T @ y, [np.zeros(X.shape[1])]
    for _ in range(sweeps):
        path.append(sweep(path[-1], G, c, lam))
    return np.array(path)


def lasso(
    X: Array,
    y: Array,
    lam: float,
    w: Array | None = None,
    tol: float = 1e-10,
) -> Array:
    """The weights of the lasso, to a duality gap of tol ||y||^2 / 2.

    They minimize 1/2 ||y - X w||^2 + lam ||w||_1. A small problem is solved on a working set, which
    holds the non-zero weights and the columns that violate the certificate most; then all columns
    are checked again. lam = 0 gives `ridge(X, y, 0)`, and lam >= lam_max gives 0. If there are
    several solutions, one of them is returned.

    If lam is as small as the rounding errors of X^T y, the duality gap is useless. A second bound
    then serves: the cost is above the least one by at most ||e||^2 / (2 sigma^2), where e is the
    shortest subgradient at w and sigma is the least singular value of X.

    Parameters
    ----------
    X : array (n, d)
    y : array (n,)
    lam : float
        At least 0.
    w : array (d,)
        The starting point; None stands for 0.
    tol : float

    Returns
    -------
    array (d,)

    Raises
    ------
    ValueError
        If products exceed the range of float64.

    Warns
    -----
    RuntimeWarning
        If rounding keeps both bounds above tol ||y||^2 / 2.

    Examples
    --------
    With orthogonal columns each weight is a soft threshold.

    >>> lasso(np.eye(2), np.array([3.0, 0.5]), 1.0).round(6)
    array([2., 0.])
    """
    w = np.zeros(X.shape[1]) if w is None else w
    if lam == 0 or lam >= lam_max(X, y):
        return ridge(X, y, 0) if lam == 0 else np.zeros_like(w)
    least = np.inf
    for _ in range(100):
        r = y - X @ w
        g = X.T @ r
        gap = finite(_gap(w, r, g, lam), "products", "X and y")
        cost = r @ r / 2 + lam * np.abs(w).sum()
        if gap <= tol * (y @ y) / 2:
            return w
        if cost >= least:  # what is left is rounding
            break
        least, best = cost, (w, g, gap)
        A = _working_set(w, g, lam)
        X_A, start, w = X[:, A], w[A], np.zeros_like(w)
        w[A] = _solve_small(X_A.T @ X_A, X_A.T @ y, lam, start)
    w, g, gap = best
    e = np.where(w == 0, soft_threshold(g, lam), g - lam * np.sign(w))
    sigma = np.linalg.svd(X, compute_uv=False).min() if len(X) >= len(w) else 0.0
    if e @ e > tol * (y @ y) * sigma**2:
        warnings.warn(f"the gap stays at {gap:.1e}", RuntimeWarning, stacklevel=2)
    return w


def _working_set(w: Array, g: Array, lam: float) -> Array:
    """The non-zero weights, and as many again, or ten, of the columns with the largest |g_j|."""
    used = w != 0
    wrong = np.flatnonzero((np.abs(g) > lam) & ~used)
    worst = wrong[np.argsort(-np.abs(g[wrong]), kind="stable")]
    return np.concatenate([np.flatnonzero(used), worst[: max(10, used.sum())]])


SWEEPS = 50  # columns that are not strongly correlated need fewer
JOINS = 10  # times the number of weights is the most rounds; most weights join only once
TRACE = 1e-13  # of ridge, about 1000 rounding errors: makes systems with equal columns solvable


def _solve_small(G: Array, c: Array, lam: float, w: Array) -> Array:
    """The lasso of a small problem given by its products, up to rounding.

    A sweep finds many signs at once, and is followed by a step with fixed signs. If the columns are
    so strongly correlated that sweeps converge slowly, weights join one at a time instead.
    """
    for _ in range(SWEEPS):
        w = sweep(w, G, c, lam)
        w = _fixed_signs(G, c, lam, w, np.flatnonzero(w), np.sign(w[w != 0]))
        aim = soft_threshold(c - G @ w + np.diag(G) * w, lam)
        if np.abs(aim - np.diag(G) * w).max() <= 1e-13 * np.abs(c).max():
            return w
    return _one_at_a_time(G, c, lam, w)


def _one_at_a_time(G: Array, c: Array, lam: float, w: Array) -> Array:
    """The lasso by an active set, which the weight that violates its condition most joins next.

    Before a weight joins, the best weights with the present signs are found. Each round lowers the
    cost, so that no set of signs occurs twice; a round that does not lower it has reached rounding.
    """
    least, best = np.inf, w
    for _ in range(JOINS * len(w)):
        w = _settled(G, c, lam, w)
        g = c - G @ w
        cost = lam * np.abs(w).sum() - (c + g) @ w / 2
        beyond = np.where(w == 0, soft_threshold(g, lam), 0.0)
        if cost >= least:
            break
        least, best, j = cost, w, np.abs(beyond).argmax()
        if beyond[j] == 0:
            break
        S = np.append(np.flatnonzero(w), j)
        w = _fixed_signs(G, c, lam, w, S, np.sign(np.where(j == S, g[j], w[S])))
    return best


def _settled(G: Array, c: Array, lam: float, w: Array) -> Array:
    """The best point with the signs of w, or with the remaining signs after weights have reached 0.

    A step in which no weight reaches 0 is repeated as long as it halves the gradient.
    """
    left, n_signs = np.inf, 0
    while True:
        S, s = np.flatnonzero(w), np.sign(w[w != 0])
        slope = np.abs(c[S] - G[S] @ w - lam * s).max(initial=0)
        if len(S) == n_signs and not slope < left / 2:  # nor if products overflow to NaN
            return w
        left, n_signs = slope, len(S)
        w = _fixed_signs(G, c, lam, w, S, s)


def _fixed_signs(G: Array, c: Array, lam: float, w: Array, S: Array, s: Array) -> Array:
    """The best point with the signs s at S, or the point on the way to it where a weight reaches 0.

    With the signs fixed the cost is a quadratic with gradient G w - c + lam s, so one linear system
    leads to its minimum; a small ridge penalty keeps the system solvable.
    """
    if len(S) == 0:
        return w
    H = G[np.ix_(S, S)] + TRACE * G.diagonal().max() * np.eye(len(S))
    step = np.linalg.solve(H, c[S] - G[S] @ w - lam * s)
    crosses = s * (w[S] + step) <= 0
    share = np.divide(-w[S], step, out=np.ones(len(S)), where=crosses & (step != 0))
    first, w = share.argmin(), w.copy()
    w[S] += share[first] * step
    if crosses[first]:
        w[S[first]] = 0.0
    return w


def lasso_path(
    X: Array,
    y: Array,
    lams: ArrayLike,
    verbose: bool = False,
) -> Array:
    """Lasso weights for many lam, from the largest down, each started from the previous solution.

    Parameters
    ----------
    X : array (n, d)
    y : array (n,)
    lams : array (L,)
        All at least 0.
    verbose : bool
        Whether it shows its progress on stderr.

    Returns
    -------
    array (L, d)
        In the order of lams.

    Examples
    --------
    >>> lasso_path(np.eye(2), np.array([3.0, 0.5]), [0.25, 1.0, 9.0]).round(6)
    array([[2.75, 0.25],
           [2.  , 0.  ],
           [0.  , 0.  ]])
    """
    lams = np.asarray(lams, dtype=float)
    path, w = np.empty((len(lams), X.shape[1])), None
    for i in rounds(np.argsort(-lams, kind="stable"), verbose, "lasso path"):
        path[i] = w = lasso(X, y, lams[i], w)
    return path


# --- fewer features ------------------------------------------------------------------------------

MAX_SUBSETS = 20_000  # of one size: all of 16 columns


def subset_errors(X: Array, y: Array, subsets: ArrayLike) -> Array:
    """The least squared error with the columns of each subset alone (eq. regularization-subset).

    Parameters
    ----------
    X : array (n, d)
    y : array (n,)
    subsets : array (m, k)
        Indices of columns, one subset in each row.

    Returns
    -------
    array (m,)

    Examples
    --------
    >>> X, y = np.eye(3)[:, :2], np.array([3.0, 4.0, 1.0])
    >>> subset_errors(X, y, [[0], [1]]).round(9), subset_errors(X, y, [[0, 1]]).round(9)
    (array([17., 10.]), array([1.]))
    """
    tables = np.moveaxis(X[:, np.asarray(subsets, dtype=int)], 1, 0)
    U, s, _ = np.linalg.svd(tables, full_matrices=False)
    kept = s > max(X.shape) * np.finfo(float).eps * s.max(axis=1, keepdims=True, initial=0)
    along = np.swapaxes(U, 1, 2) @ y * kept
    return y @ y - (along * along).sum(axis=1)


def best_subset(X: Array, y: Array, k: int) -> list[int]:
    """The k columns of least squared error, by trying all subsets.

    Parameters
    ----------
    X : array (n, d)
        To have an intercept, centre both X and y.
    y : array (n,)
    k : int
        From 0 to d.

    Returns
    -------
    list of int

    Raises
    ------
    ValueError
        If k is not in its range, or there are more than 20 000 subsets.

    References
    ----------
    Hastie et al. 2009, section 3.3.1.

    Examples
    --------
    The first column alone fits best, but the other two together are exact.

    >>> X, y = np.array([[2.0, 1.0, 0.0], [2.0, 0.0, 1.0], [1.0, 0.0, 0.0]]), np.array([1, 1, 0])
    >>> best_subset(X, y, 1), best_subset(X, y, 2)
    ([0], [1, 2])
    """
    d = X.shape[1]
    _check_size(k, d)
    if math.comb(d, k) > MAX_SUBSETS:
        received = f"{math.comb(d, k)} subsets of {k} in {d} columns"
        raise ValueError(f"all subsets are tried, at most {MAX_SUBSETS}; received {received}")
    subsets = list(combinations(range(d), k))
    return list(subsets[subset_errors(*_triangle(X, y), subsets).argmin()])


def forward_subset(X: Array, y: Array, k: int) -> list[int]:
    """k columns in the order in which forward selection adds them (eq. regularization-subset).

    Parameters
    ----------
    X : array (n, d)
        To have an intercept, centre both X and y.
    y : array (n,)
    k : int
        From 0 to d.

    Returns
    -------
    list of int

    Raises
    ------
    ValueError
        If k is not in its range.

    References
    ----------
    Hastie et al. 2009, section 3.3.2.

    Examples
    --------
    The first column is chosen first and kept, although the other two are exact without it.

    >>> X, y = np.array([[2.0, 1.0, 0.0], [2.0, 0.0, 1.0], [1.0, 0.0, 0.0]]), np.array([1, 1, 0])
    >>> forward_subset(X, y, 2)
    [0, 1]
    """
    _check_size(k, X.shape[1])
    R, z = _triangle(X, y)
    chosen: list[int] = []
    while len(chosen) < k:
        more = [[*chosen, j] for j in range(X.shape[1]) if j not in chosen]
        chosen = more[subset_errors(R, z, more).argmin()]
    return chosen


def _check_size(k: int, d: int) -> None:
    check_positive_int("k", k, minimum=0)
    if k > d:
        raise ValueError(f"k must be at most the number of columns, {d}; received {k}")


def _triangle(X: Array, y: Array) -> tuple[Array, Array]:
    """At most d rows whose squared errors differ from those of X and y by one constant."""
    Q, R = np.linalg.qr(X)
    return R, Q.T @ y


# --- the choice of lam ---------------------------------------------------------------------------


def cross_validation(
    model: Estimator,
    X: ArrayLike,
    y: ArrayLike,
    lams: ArrayLike,
    k: int = 5,
    seed: np.random.Generator | int = 0,
) -> Array:
    """Mean squared errors by k-fold cross-validation.

    The samples are split at random into k folds; for each fold and each lam, the model is fitted to
    the other folds and evaluated on this one. The model itself is not changed.

    Parameters
    ----------
    model : Estimator
        An estimator with a parameter lam.
    X : array (n, d)
    y : array (n,)
    lams : array (L,)
    k : int
        From 2 to n.
    seed : int or Generator

    Returns
    -------
    array (L, k)

    Raises
    ------
    ValueError
        If X, y or lams is not such an array, or if k is not between 2 and n.

    References
    ----------
    Hastie et al. 2009, section 7.10.

    Examples
    --------
    Each of two samples is predicted by the target of the other.

    >>> cross_validation(Ridge(), [[0.0], [1.0]], [0.0, 3.0], [1.0], k=2)
    array([[9., 9.]])
    """
    X, y = check_X_y(X, y, min_samples=2)
    check_positive_int("k", k, minimum=2)
    lams = check_array("lams", lams)
    if k > len(X):
        raise ValueError(f"k must be at most the number of samples, {len(X)}; received {k}")
    parts = np.array_split(check_random_state(seed).permutation(len(X)), k)
    errors = np.empty((len(lams), k))
    for column, part in enumerate(parts):
        rest = np.setdiff1d(np.arange(len(X)), part)
        for row, lam in enumerate(lams):
            fitted = copy(model).set_params(lam=lam).fit(X[rest], y[rest])
            errors[row, column] = ((y[part] - fitted.predict(X[part])) ** 2).mean()
    return errors


def choose_lam(lams: ArrayLike, errors: Array) -> tuple[float, float]:
    """The lam of least mean error, and the largest lam within one standard error of it.

    Parameters
    ----------
    lams : array (L,)
    errors : array (L, k)
        As `cross_validation` gives them.

    Returns
    -------
    best : float
    largest : float

    References
    ----------
    Hastie et al. 2009, section 7.10.1.

    Examples
    --------
    The least mean is 2, and its standard error is 1.

    >>> errors = np.array([[1.0, 3.0], [2.0, 4.0], [5.0, 5.0]])
    >>> best, largest = choose_lam([1.0, 10.0, 100.0], errors)
    >>> float(best), float(largest)
    (1.0, 10.0)
    """
    lams, mean = np.asarray(lams), errors.mean(axis=1)
    best = mean.argmin()
    standard_error = errors[best].std(ddof=1) / np.sqrt(errors.shape[1])
    return lams[best], lams[mean <= mean[best] + standard_error].max()


# --- estimators ----------------------------------------------------------------------------------


class _Penalized(RegressorMixin, Estimator):
    """A linear model whose weights have a penalty and whose intercept has none."""

    parameters = dict(lam=in_range("[0, inf]"))
    _weights: Callable[[Array, Array], Array]  # of each subclass, from centred X and y

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """The estimator itself, fitted to X (n, d) and y (n,)."""
        X, y = check_X_y(X, y)
        y_mean = column_means(y)
        with np.errstate(over="ignore", invalid="ignore"):  # what overflows is refused below
            mean, self.coef_ = self._means_and_weights(X, y - y_mean)
        finite(self.coef_, "products", "X and y")
        self.intercept_ = float(y_mean - mean @ self.coef_)
        self.n_features_in_ = X.shape[1]
        return self

    def _means_and_weights(self, X: Array, y: Array) -> tuple[Array, Array]:
        mean = column_means(X)
        return mean, self._weights(X - mean, y)

    def predict(self, X: ArrayLike) -> Array:
        """Predictions X w + b of the samples.   X (n, d) -> (n,)"""
        return check_X_fitted(self, X) @ self.coef_ + self.intercept_


class Ridge(_Penalized):
    """Ridge regression: 1/2 ||y - X w - b||^2 + lam/2 ||w||^2, the intercept b without a penalty.

    A constant column gets the weight 0. With lam = 0 the weights are the shortest of all
    least-squares solutions; with lam = inf, or from one sample, they are 0 and the intercept is the
    mean of y.

    Parameters
    ----------
    lam : float
        The penalty, 0 <= lam <= inf; scikit-learn's alpha.

    Attributes
    ----------
    coef_ : array (d,)
    intercept_ : float
    n_features_in_ : int

    Examples
    --------
    Centred, X is -1, 1 and y is -3, 3: (2 + 1) w = 6.

    >>> model = Ridge(lam=1.0).fit([[0.0], [2.0]], [1.0, 7.0])
    >>> model.coef_.round(9), round(model.intercept_, 9)
    (array([2.]), 2.0)
    """

    def __init__(self, lam: float = 1.0) -> None:
        self.lam = lam

    def _means_and_weights(self, X: Array, y: Array) -> tuple[Array, Array]:
        """Without a centred copy of X where there are many rows, no mean is far, and G is safe."""
        n, d = X.shape
        mean, G = scatter(X) if n >= d else (np.full(d, np.inf), np.eye(d))
        near = np.all(mean**2 <= 1e4 * G.diagonal() / n)
        w = _from_products(G, X.T @ y, self.lam) if near else None
        return super()._means_and_weights(X, y) if w is None else (mean, w)

    def _weights(self, X: Array, y: Array) -> Array:
        return ridge(X, y, self.lam)


class Lasso(_Penalized):
    """The lasso: 1/2 ||y - X w - b||^2 + lam ||w||_1, the intercept b without a penalty.

    A constant column gets the weight 0. If there are several solutions (equal columns, n < d), one
    is returned; the limiting cases are those of `Ridge`.

    Parameters
    ----------
    lam : float
        The penalty, 0 <= lam <= inf; n times scikit-learn's alpha.
    tol : float
        The duality gap at which to stop, between 0 and 1, as a fraction of 1/2 ||y - mean||^2.

    Attributes
    ----------
    coef_ : array (d,)
    intercept_ : float
    n_features_in_ : int

    Examples
    --------
    Centred, X is -1, 1 and y is -3, 3: 2 w = 6 - 2.

    >>> model = Lasso(lam=2.0).fit([[0.0], [2.0]], [1.0, 7.0])
    >>> model.coef_.round(6), round(model.intercept_, 6)
    (array([2.]), 2.0)
    """

    parameters = _Penalized.parameters | dict(tol=in_range("(0, 1)"))

    def __init__(self, lam: float = 1.0, tol: float = 1e-10) -> None:
        self.lam, self.tol = lam, tol

    def _weights(self, X: Array, y: Array) -> Array:
        return lasso(X, y, self.lam, tol=self.tol)


class ElasticNet(_Penalized):
    """The elastic net: the lasso with l1 = lam l1_ratio on rows augmented for l2 = lam - l1.

    For l1_ratio < 1 and lam > 0 the solution is unique: equal columns share their weight. The
    limiting cases are those of `Lasso`.

    Parameters
    ----------
    lam : float
        The penalty, 0 <= lam <= inf; n times scikit-learn's alpha.
    l1_ratio : float
        From 0, which is ridge, to 1, the lasso.
    tol : float
        As for `Lasso`.

    Attributes
    ----------
    coef_ : array (d,)
    intercept_ : float
    n_features_in_ : int

    References
    ----------
    Zou and Hastie 2005, lemma 1.

    Examples
    --------
    Centred, X is -1, 1 and y is -3, 3: (2 + 1) w = 6 - 3.

    >>> model = ElasticNet(lam=4.0, l1_ratio=0.75).fit([[0.0], [2.0]], [1.0, 7.0])
    >>> model.coef_.round(6), round(model.intercept_, 6)
    (array([1.]), 3.0)
    """

    parameters = Lasso.parameters | dict(l1_ratio=in_range("[0, 1]"))

    def __init__(
        self,
        lam: float = 1.0,
        l1_ratio: float = 0.5,
        tol: float = 1e-10,
    ) -> None:
        self.lam, self.l1_ratio, self.tol = lam, l1_ratio, tol

    def _weights(self, X: Array, y: Array) -> Array:
        if self.lam == np.inf:
            return np.zeros(X.shape[1])
        l1 = self.lam * self.l1_ratio
        return lasso(*augment(X, y, self.lam - l1), l1, tol=self.tol)


widen_integers(globals())
