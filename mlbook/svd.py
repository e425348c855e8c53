"""Singular values and vectors: a matrix as a sum of rank-one terms, the largest first.

    A = U diag(sigma) V^T = sum_i sigma_i u_i v_i^T,    sigma_1 >= sigma_2 >= ... >= 0,
    A v_i = sigma_i u_i,    A^T u_i = sigma_i v_i,      U^T U = V^T V = I,

and the first k terms are the closest matrix of rank k. Conventions: A is n x d; U (n, k) and V (d,
k) hold one vector in each column, and functions return `Vt`; `fix_signs`, applied to V, decides the
signs. The iterative methods use A only in the products A @ X and A.T @ Y: A may be an array,
sparse `Triplets`, or any object with `@`, `.T`, `.shape`. Derived in chapters/svd.ipynb. Source:
Golub and Van Loan 2013, chapters 2, 8 and 10; Halko, Martinsson, Tropp 2011.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from mlbook.contract import (
    Array,
    check_array,
    check_choice,
    check_positive_int,
    check_random_state,
    check_squares,
    check_X,
    widen_integers,
)
from mlbook.numerics.triplets import Operator

TOLERANCE = 1e-12  # of a residual A^T u - sigma v, in units of sigma_1
MAX_STEPS = 10_000  # of an iteration; where the gap is too small for so many, RuntimeError


def fix_signs(W: Array) -> Array:
    """The same axes with the largest entry (in absolute value) of each made positive.

    If w is an axis, so is -w; this function decides between them. If entries are equally large up
    to rounding, the first one decides, so that (1, -1)/sqrt(2) has a unique sign.

    Parameters
    ----------
    W : array (d, q)
        One axis in each column.

    Returns
    -------
    array (d, q)

    Examples
    --------
    >>> fix_signs(np.array([[-4.0, 1.0], [3.0, 2.0]]))
    array([[ 4.,  1.],
           [-3.,  2.]])
    """
    return W * _signs(W) + 0.0  # + 0.0 turns -0.0 into 0.0


def _signs(W: Array) -> Array:
    size = np.abs(W)
    largest = np.argmax(size >= (1 - 1e-8) * size.max(axis=0), axis=0)
    return np.where(np.take_along_axis(W, largest[np.newaxis], axis=0) < 0, -1.0, 1.0)


# --- the decomposition ---------------------------------------------------------------------------


def rebuild(U: Array, s: Array, Vt: Array) -> Array:
    """The sum of rank-one terms, U diag(s) V^T (eq. svd-code).

    Parameters
    ----------
    U : array (n, k)
    s : array (k,)
    Vt : array (k, d)

    Returns
    -------
    array (n, d)

    Examples
    --------
    >>> rebuild(np.array([[1.0], [2.0]]), np.array([3.0]), np.array([[1.0, 0.0, 1.0]]))
    array([[3., 0., 3.],
           [6., 0., 6.]])
    """
    return (U * s) @ Vt


def storage(n: int, d: int, k: int) -> int:
    """How many numbers k terms of an n x d matrix are, k (n + d + 1).

    Parameters
    ----------
    n : int
    d : int
    k : int

    Returns
    -------
    int

    Examples
    --------
    >>> storage(100, 50, 2)
    302
    """
    return k * (n + d + 1)


def energy(s: Array) -> Array:
    """Fractions of the squared norm, s_i^2 / sum_j s_j^2 (eq. svd-norm).

    Parameters
    ----------
    s : array (k,)

    Returns
    -------
    array (k,)
        All 0 for a zero matrix.

    Examples
    --------
    >>> energy(np.array([2.0, 1.0, 1.0, 1.0, 1.0]))
    array([0.5  , 0.125, 0.125, 0.125, 0.125])
    """
    return s**2 / (s @ s) if s.any() else np.zeros_like(s)


def gram_svd(A: Array) -> tuple[Array, Array, Array]:
    """U, s, Vt from A^T A: its eigenvalues are s^2 (eq. svd-left).

    Only values above 1e-7 times the largest are returned, because squaring loses the others:
    rounding changes an eigenvalue of A^T A by about 1e-16 of the largest, and hence s by 1e-8.

    Parameters
    ----------
    A : array (n, d)

    Returns
    -------
    U : array (n, r)
    s : array (r,)
        In descending order; r of them are large enough.
    Vt : array (r, d)

    References
    ----------
    Golub and Van Loan 2013, section 8.6.3.

    Examples
    --------
    >>> U, s, Vt = gram_svd(np.array([[3.0, 0.0], [0.0, 2.0], [0.0, 0.0]]))
    >>> s.round(3)
    array([3., 2.])
    >>> rebuild(U, s, Vt).round(3)
    array([[3., 0.],
           [0., 2.],
           [0., 0.]])
    """
    eigenvalues, V = np.linalg.eigh(A.T @ A)
    s = np.sqrt(np.maximum(eigenvalues[::-1], 0))
    keep = s > 1e-7 * s[0]
    s, V = s[keep], fix_signs(V[:, ::-1][:, keep])
    return A @ V / s, s, V.T


# --- iterations, each for n >= d -----------------------------------------------------------------


def ritz(A: Operator, V: Array) -> tuple[Array, Array, Array]:
    """U, s, Vt of A V V^T, the best of a frame V (eq. svd-ritz).

    Parameters
    ----------
    A : array (n, d)
    V : array (d, m)
        Orthonormal columns.

    Returns
    -------
    U : array (n, m)
    s : array (m,)
    Vt : array (m, d)

    Examples
    --------
    >>> U, s, Vt = ritz(np.diag([3.0, 2.0]), np.array([[1.0], [0.0]]))
    >>> s.round(3)
    array([3.])
    """
    U, s, Wt = np.linalg.svd(A @ V, full_matrices=False)
    return U, s, Wt @ V.T


def power(
    A: Operator,
    k: int,
    rng: np.random.Generator,
) -> tuple[Array, Array, Array]:
    """One vector after another: v <- A^T A v, less those found.

    The error of vector i falls by (sigma_{i+1} / sigma_i)^2 a step (eq. svd-rate).

    Parameters
    ----------
    A : array (n, d), or an object that multiplies
        With n >= d.
    k : int
        The number of terms.
    rng : Generator
        Draws the start vectors.

    Returns
    -------
    U : array (n, k)
    s : array (k,)
        Descending.
    Vt : array (k, d)

    Raises
    ------
    RuntimeError
        If 10,000 steps do not converge because the gap is too small.

    Examples
    --------
    >>> U, s, Vt = power(np.diag([4.0, 2.0, 1.0]), 2, np.random.default_rng(0))
    >>> s.round(3)
    array([4., 2.])
    """
    V, scale = np.empty((0, A.shape[1])), 0.0
    for _ in range(k):
        v = unit(rng.normal(size=A.shape[1]), V, rng)[0]
        for _ in range(MAX_STEPS):
            before, (v, _, size) = v, unit(A.T @ (A @ v), V, rng)
            scale = max(scale, size)
            if size * np.linalg.norm(v - before) <= TOLERANCE * scale:
                break
        else:
            raise RuntimeError(_too_slow("power"))
        V = np.vstack([V, v])
    return ritz(A, V.T)


def subspace(
    A: Operator, k: int, rng: np.random.Generator, more: int = 10
) -> tuple[Array, Array, Array]:
    """Power steps with k + more vectors, kept orthonormal.

    The error of vector i falls by (sigma_{k+more+1} / sigma_i)^2 a step.

    Parameters
    ----------
    A : array (n, d), or an object that multiplies
        With n >= d.
    k : int
        The number of terms.
    rng : Generator
        Draws the start vectors.
    more : int
        The number of vectors beyond k.

    Returns
    -------
    U : array (n, m)
        With m = min(d, k + more) terms, of which the first k have converged.
    s : array (m,)
        Descending.
    Vt : array (m, d)

    Raises
    ------
    RuntimeError
        If 10,000 steps do not converge because the gap is too small.

    Examples
    --------
    >>> U, s, Vt = subspace(np.diag([4.0, 2.0, 1.0]), 1, np.random.default_rng(0))
    >>> s[:1].round(3)
    array([4.])
    """
    V = range_finder(A.T, k + more, rng, steps=0)
    for _ in range(MAX_STEPS):
        U, s, Vt = ritz(A, V)
        Z = A.T @ U
        if np.linalg.norm(Z - Vt.T * s, axis=0)[:k].max() <= TOLERANCE * s[0]:
            return U, s, Vt
        V = np.linalg.qr(Z)[0]
    raise RuntimeError(_too_slow("subspace"))


def _too_slow(method: str) -> str:
    return f"{method} has not converged in {MAX_STEPS} steps: the gap is too small; use lanczos"


def range_finder(
    A: Operator,
    size: int,
    rng: np.random.Generator,
    steps: int = 4,
) -> Array:
    """Frame that nearly spans what A does.

    It is an orthonormal basis of A (A^T A)^steps times random columns.

    Parameters
    ----------
    A : array (n, d), or an object that multiplies
    size : int
        The number of random columns.
    rng : Generator
        Draws the columns.
    steps : int
        The number of power steps.

    Returns
    -------
    array (n, min(n, d, size))

    References
    ----------
    Halko, Martinsson, Tropp 2011, algorithm 4.4.

    Examples
    --------
    >>> A = np.array([[1.0, 2.0], [2.0, 4.0], [2.0, 4.0]])
    >>> Q = range_finder(A, 1, np.random.default_rng(0))
    >>> (Q @ Q.T @ A).round(3)
    array([[1., 2.],
           [2., 4.],
           [2., 4.]])
    """
    Q = np.linalg.qr(A @ rng.normal(size=(A.shape[1], min(*A.shape, size))))[0]
    for _ in range(steps):
        Q = np.linalg.qr(A @ np.linalg.qr(A.T @ Q)[0])[0]
    return Q


def randomized(
    A: Operator,
    k: int,
    rng: np.random.Generator,
) -> tuple[Array, Array, Array]:
    """U, s, Vt from k + 10 random columns and four power steps; nothing tests how good they are.

    Parameters
    ----------
    A : array (n, d), or an object that multiplies
    k : int
        The number of terms.
    rng : Generator
        Draws the columns.

    Returns
    -------
    U : array (n, m)
        With m = min(n, d, k + 10) terms, of which only the first k are of interest.
    s : array (m,)
        Descending.
    Vt : array (m, d)

    Examples
    --------
    >>> U, s, Vt = randomized(np.diag([4.0, 2.0, 1.0]), 1, np.random.default_rng(0))
    >>> s[:1].round(3)
    array([4.])
    """
    return ritz(A, range_finder(A.T, k + 10, rng))


def unit(
    z: Array, Q: Array, rng: np.random.Generator, tiny: float = 0.0
) -> tuple[Array, Array, float]:
    """The direction of z orthogonal to the rows of Q, its coordinates along them, its length.

    The part along Q is removed a second time if the first removal halves z, because rounding errors
    are then large.

    Parameters
    ----------
    z : array (d,)
    Q : array (m, d)
        Orthonormal rows, m < d.
    rng : Generator
        Draws a random direction if nothing is left.
    tiny : float
        A length of at most this counts as 0.

    Returns
    -------
    direction : array (d,)
        A random one orthogonal to Q if no more than `tiny` is left.
    coordinates : array (m,)
    length : float
        0 if no more than `tiny` is left.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> direction, coordinates, length = unit(np.array([3.0, 4.0]), np.array([[1.0, 0.0]]), rng)
    >>> direction, coordinates, float(length)
    (array([0., 1.]), array([3.]), 4.0)
    """
    coordinates, before, length = np.zeros(len(Q)), np.inf, float(np.linalg.norm(z))
    while length > tiny and length <= before / 2:
        part = Q @ z
        z, coordinates = z - part @ Q, coordinates + part
        before, length = length, float(np.linalg.norm(z))
    if length <= tiny:
        return unit(rng.normal(size=len(z)), Q, rng)[0], coordinates, 0.0
    return z / length, coordinates, length


def golub_kahan_step(
    A: Operator, U: Array, R: Array, Q: Array, j: int, rng: np.random.Generator
) -> float:
    """Step j of A Q = U R; what is returned is beta (eq. svd-lanczos).

        alpha u_j = A q_j - beta u_{j-1},        beta q_{j+1} = A^T u_j - alpha q_j

    It writes row j of U, column j of R and row j + 1 of Q. The entries of the column above alpha
    come from the last step or `restart`; the components along earlier vectors that rounding leaves
    are removed, and added to these entries.

    Parameters
    ----------
    A : array (n, d), or an object that multiplies
    U : array (m, n)
        The left vectors so far, one in each row.
    R : array (m, m + 1)
        The products so far, with alpha on the diagonal and beta next to it.
    Q : array (m + 1, d)
        The right vectors so far, one in each row.
    j : int
        The number of the step, from 0.
    rng : Generator
        Draws a random direction if nothing is left.

    Returns
    -------
    float
        It is 0 if the rows of Q are a complete basis.

    References
    ----------
    Golub and Kahan 1965, section 2.

    Examples
    --------
    >>> A, rng = np.array([[3.0, 4.0], [0.0, 5.0]]), np.random.default_rng(0)
    >>> U, R, Q = np.empty((2, 2)), np.zeros((2, 3)), np.eye(3, 2)
    >>> float(golub_kahan_step(A, U, R, Q, 0, rng))  # A q_0 = 3 u_0, A^T u_0 = 3 q_0 + 4 q_1
    4.0
    >>> R[0]
    array([3., 4., 0.])
    """
    tiny = 1e-14 * np.abs(R).max()
    before = np.flatnonzero(R[:j, j])
    u = A @ Q[j] - R[before, j] @ U[before]
    U[j], correction, R[j, j] = unit(u, U[:j], rng, tiny)
    R[:j, j] += correction
    if j + 1 == A.shape[1]:
        return 0.0  # Q is a whole basis
    Q[j + 1], _, beta = unit(A.T @ U[j] - R[j, j] * Q[j], Q[: j + 1], rng, tiny)
    R[j, j + 1] = beta
    return beta


def restart(U: Array, R: Array, Q: Array, j: int, keep: int, q: Array) -> int:
    """Replaces the first j rows by the first `keep` Ritz pairs, with q as the next; returns `keep`.

    U, R and Q are written.

    Parameters
    ----------
    U : array (m, n)
    R : array (m, m + 1)
    Q : array (m + 1, d)
        As `golub_kahan_step` has written them.
    j : int
        The number of rows that are filled.
    keep : int
        The number of pairs that are kept, fewer than j.
    q : array (d,)
        The vector that comes next.

    Returns
    -------
    int

    Examples
    --------
    >>> U, R, Q = np.eye(3), np.diag([1.0, 5.0, 0.0])[:, [0, 1, 2, 2]], np.eye(4, 3)
    >>> restart(U, R, Q, 2, 1, np.array([0.0, 0.0, 1.0]))
    1
    >>> R[:2, :2]
    array([[5., 0.],
           [0., 0.]])
    """
    X, s, Yt = np.linalg.svd(R[:j, :j])
    coupling = R[:j, j] @ X[:, :keep]
    U[:keep], Q[:keep], Q[keep] = X[:, :keep].T @ U[:j], Yt[:keep] @ Q[:j], q
    R[:] = 0
    R[:keep, :keep], R[:keep, keep] = np.diag(s[:keep]), coupling
    return keep


def lanczos(
    A: Operator,
    k: int,
    rng: np.random.Generator,
) -> tuple[Array, Array, Array]:
    """Golub-Kahan-Lanczos with full reorthogonalization and thick restarts.

    One start vector finds only one of the directions that share a singular value. Therefore the
    converged vectors are kept and a random vector starts again orthogonal to them, until what it
    finds is not larger, its error included.

    Parameters
    ----------
    A : array (n, d), or an object that multiplies
        With n >= d.
    k : int
        The number of terms.
    rng : Generator
        Draws the start vectors.

    Returns
    -------
    U : array (n, k)
    s : array (k,)
        Descending.
    Vt : array (k, d)

    Raises
    ------
    RuntimeError
        If 10,000 steps do not converge.

    References
    ----------
    Golub and Van Loan 2013, section 10.4; Wu and Simon 2000 (the restart).

    Examples
    --------
    >>> U, s, Vt = lanczos(np.diag([4.0, 2.0, 1.0]), 2, np.random.default_rng(0))
    >>> s.round(3)
    array([4., 2.])
    """
    n, d = A.shape
    m = min(d, 2 * k + 20)
    U, R, Q = np.empty((m, n)), np.zeros((m, m + 1)), np.empty((m + 1, d))
    Q[0], j, seen = unit(rng.normal(size=d), Q[:0], rng)[0], 0, np.full(k, -1.0)
    for _ in range(MAX_STEPS):
        beta = golub_kahan_step(A, U, R, Q, j, rng)
        j += 1
        if j < m and (j < k or j % 4):
            continue
        X, s, Yt = np.linalg.svd(R[:j, :j])
        error = beta * np.abs(X[-1])  # of A^T u - s v (eq. svd-residual)
        converged = (error[:k] <= TOLERANCE * s[0]).all()
        more = (s[:k] > seen + 1e-9 * s[0]).any()
        sure = j > k and error[k] <= max(s[k - 1] - s[k], 1e-3 * s[0])
        if j == d or (converged and sure and not more):
            return U[:j].T @ X[:, :k], s[:k], Yt[:k] @ Q[:j]
        if converged and more:
            seen, R[:j, j] = s[:k], 0
            j = restart(U, R, Q, j, k, unit(rng.normal(size=d), Q[:j], rng)[0])
        elif j == m:
            j = restart(U, R, Q, j, k + 5, Q[j])
    raise RuntimeError(_too_slow("lanczos"))


METHODS = {"power": power, "subspace": subspace, "lanczos": lanczos, "randomized": randomized}


def truncated_svd(
    A: Any,
    k: int,
    method: str = "lanczos",
    random_state: np.random.Generator | int = 0,
) -> tuple[Array, Array, Array]:
    """The k largest terms of A: U (n, k), s (k,) in descending order, Vt (k, d).

    If singular values are equal, one of the orthonormal bases of their space is returned; vectors
    for the value 0 complete the others.

    Parameters
    ----------
    A : array (n, d), Triplets, or an object with @, T and shape
    k : int
        How many terms, 1 <= k <= min(n, d).
    method : str
        "lanczos", "subspace" and "power" iterate until || A^T u - s v || <= 1e-12 s_1;
        "randomized" is an approximation of fixed cost.
    random_state : int or Generator

    Returns
    -------
    U : array (n, k)
    s : array (k,)
        Descending.
    Vt : array (k, d)

    Raises
    ------
    ValueError
        If an input is invalid.
    RuntimeError
        If the iteration does not converge.

    Examples
    --------
    >>> U, s, Vt = truncated_svd([[4, 0], [3, -5]], 2)
    >>> (s**2).round(3)
    array([40., 10.])
    """
    if hasattr(A, "__array__") or not all(hasattr(A, name) for name in ("shape", "T")):
        A = check_X(A, name="A")
        check_squares("A", A)
    elif isinstance(getattr(A, "data", None), np.ndarray) and A.data.size:  # of SciPy, sparse
        check_squares("A", check_array("A", A.data.ravel()))
    check_positive_int("k", k)
    check_choice("method", method, METHODS)
    rng = check_random_state(random_state)
    if k > min(A.shape):
        raise ValueError(f"k must be at most min(n, d) = {min(A.shape)}; received {k}")
    tall = A.shape[0] >= A.shape[1]
    U, s, Vt = METHODS[method](A if tall else A.T, k, rng)
    U, Vt = (U, Vt) if tall else (Vt.T, U.T)
    signs = _signs(Vt[:k].T)
    return U[:, :k] * signs, s[:k], Vt[:k] * signs[0][:, np.newaxis] + 0.0


widen_integers(globals())
