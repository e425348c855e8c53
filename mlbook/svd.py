"""Singular values and vectors: a matrix as a sum of rank-one terms, the heaviest first.

    A = U diag(sigma) V^T = sum_i sigma_i u_i v_i^T,    sigma_1 >= sigma_2 >= ... >= 0,
    A v_i = sigma_i u_i,    A^T u_i = sigma_i v_i,      U^T U = V^T V = I,

and the first k terms are the closest matrix of rank k.
Conventions: A is n x d; U (n, k) and V (d, k) hold a vector in a column, and code returns `Vt`;
`fix_signs`, applied to V, decides the signs. The iterative methods touch A by the products A @ X
and A.T @ Y alone: A may be an array, sparse `Triplets`, or any object with `@`, `.T`, `.shape`.
Derived in chapters/svd.ipynb.
Source: Golub and Van Loan 2013, chapters 2, 8 and 10; Halko, Martinsson, Tropp 2011.
"""

from __future__ import annotations

import numpy as np

from mlbook.contract import (
    check_choice,
    check_in_range,
    check_positive_int,
    check_random_state,
    check_squares,
    check_X,
)

TOLERANCE = 1e-12  # of a residual A^T u - sigma v, in units of sigma_1
MAX_STEPS = 10_000  # of an iteration; where the gap is too small for so many, RuntimeError


def fix_signs(W):
    """The same axes with the largest entry (in absolute value) of each made positive.

    If w is an axis so is -w; this function owns the choice between them. Of entries that are
    equally large to rounding the first one decides, so that (1, -1)/sqrt(2) has one answer.
    W (d, q), an axis a column -> (d, q).
    """
    return W * _signs(W) + 0.0  # + 0.0 turns -0.0 into 0.0


def _signs(W):
    size = np.abs(W)
    largest = np.argmax(size >= (1 - 1e-8) * size.max(axis=0), axis=0)
    return np.where(np.take_along_axis(W, largest[np.newaxis], axis=0) < 0, -1.0, 1.0)


# --- the decomposition ---------------------------------------------------------------------------


def rebuild(U, s, Vt):
    """The sum of rank-one terms, U diag(s) V^T (eq. svd-code).

    U (n, k), s (k,), Vt (k, d) -> (n, d).
    """
    return (U * s) @ Vt


def storage(n, d, k):
    """How many numbers k terms of an n x d matrix are, k (n + d + 1)."""
    return k * (n + d + 1)


def energy(s):
    """Fractions of the squared norm, s_i^2 / sum_j s_j^2 (eq. svd-norm).

    s (k,) -> (k,); all 0 for a zero matrix.
    """
    return s**2 / (s @ s) if s.any() else np.zeros_like(s)


def gram_svd(A):
    """U, s, Vt from A^T A: its eigenvalues are s^2 (eq. svd-left).

    Only values above 1e-7 of the largest are returned, since squaring loses the others: rounding
    changes an eigenvalue of A^T A by about 1e-16 of the largest, hence s by 1e-8.
    A (n, d) -> U (n, r), s (r,), Vt (r, d).   Source: Golub and Van Loan 2013, section 8.6.3.
    """
    eigenvalues, V = np.linalg.eigh(A.T @ A)
    s = np.sqrt(np.maximum(eigenvalues[::-1], 0))
    keep = s > 1e-7 * s[0]
    s, V = s[keep], fix_signs(V[:, ::-1][:, keep])
    return A @ V / s, s, V.T


# --- iterations, each for n >= d -----------------------------------------------------------------


def ritz(A, V):
    """U, s, Vt of A V V^T, the best of a frame V (eq. svd-ritz).

    A (n, d), V (d, m) -> (n, m), (m,), (m, d).
    """
    U, s, Wt = np.linalg.svd(A @ V, full_matrices=False)
    return U, s, Wt @ V.T


def power(A, k, rng):
    """One vector after another: v <- A^T A v, less those found.

    The error of vector i falls by (sigma_{i+1} / sigma_i)^2 a step (eq. svd-rate).
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


def subspace(A, k, rng, more=10):
    """Power steps with k + more vectors, kept orthonormal.

    The error of vector i falls by (sigma_{k+more+1} / sigma_i)^2 a step.
    """
    V = range_finder(A.T, k + more, rng, steps=0)
    for _ in range(MAX_STEPS):
        U, s, Vt = ritz(A, V)
        Z = A.T @ U
        if np.linalg.norm(Z - Vt.T * s, axis=0)[:k].max() <= TOLERANCE * s[0]:
            return U, s, Vt
        V = np.linalg.qr(Z)[0]
    raise RuntimeError(_too_slow("subspace"))


def _too_slow(method):
    return f"{method} has not converged in {MAX_STEPS} steps: the gap is too small; use lanczos"


def range_finder(A, size, rng, steps=4):
    """Frame that nearly spans what A does.

    An orthonormal basis of A (A^T A)^steps times random columns: (n, min(n, d, size)).
    Source: Halko, Martinsson, Tropp 2011, algorithm 4.4.
    """
    Q = np.linalg.qr(A @ rng.normal(size=(A.shape[1], min(*A.shape, size))))[0]
    for _ in range(steps):
        Q = np.linalg.qr(A @ np.linalg.qr(A.T @ Q)[0])[0]
    return Q


def randomized(A, k, rng):
    """From k + 10 random columns and four power steps; no test."""
    return ritz(A, range_finder(A.T, k + 10, rng))


def unit(z, Q, rng, tiny=0.0):
    """The direction of z orthogonal to the rows of Q, its coordinates along them, its length.

    What lies along Q is removed again where that halves z, since rounding errors are then large.
    Where no more than `tiny` is left: a random direction orthogonal to Q and the length 0.
    z (d,), Q (m, d) with m < d -> (d,), (m,), a number.
    """
    coordinates, before, length = np.zeros(len(Q)), np.inf, np.linalg.norm(z)
    while length > tiny and length <= before / 2:
        part = Q @ z
        z, coordinates = z - part @ Q, coordinates + part
        before, length = length, np.linalg.norm(z)
    if length <= tiny:
        return unit(rng.normal(size=len(z)), Q, rng)[0], coordinates, 0.0
    return z / length, coordinates, length


def golub_kahan_step(A, U, R, Q, j, rng):
    """Step j of A Q = U R; returns beta (eq. svd-lanczos).

        alpha u_j = A q_j - beta u_{j-1},        beta q_{j+1} = A^T u_j - alpha q_j

    It writes row j of U (m, n), column j of R and row j + 1 of Q (m + 1, d). The entries of the
    column above alpha are there before, from the last step or `restart`; what rounding leaves
    along earlier vectors is removed, and added to them.
    Source: Golub and Kahan 1965, section 2.
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


def restart(U, R, Q, j, keep, q):
    """The first `keep` Ritz pairs for the first j rows, and q for the next; its place, `keep`."""
    X, s, Yt = np.linalg.svd(R[:j, :j])
    coupling = R[:j, j] @ X[:, :keep]
    U[:keep], Q[:keep], Q[keep] = X[:, :keep].T @ U[:j], Yt[:keep] @ Q[:j], q
    R[:] = 0
    R[:keep, :keep], R[:keep, keep] = np.diag(s[:keep]), coupling
    return keep


def lanczos(A, k, rng):
    """Golub-Kahan-Lanczos with full reorthogonalisation and thick restarts.

    One start vector meets one direction of those that share a singular value. So what converged is
    kept, a random vector starts over beside it, and it ends when what that finds is not larger,
    its error included.
    Source: Golub and Van Loan 2013, section 10.4; Wu and Simon 2000 (the restart).
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
        found = (error[:k] <= TOLERANCE * s[0]).all()
        more = (s[:k] > seen + 1e-9 * s[0]).any()
        sure = j > k and error[k] <= max(s[k - 1] - s[k], 1e-3 * s[0])
        if j == d or (found and sure and not more):
            return U[:j].T @ X[:, :k], s[:k], Yt[:k] @ Q[:j]
        if found and more:
            seen, R[:j, j] = s[:k], 0
            j = restart(U, R, Q, j, k, unit(rng.normal(size=d), Q[:j], rng)[0])
        elif j == m:
            j = restart(U, R, Q, j, k + 5, Q[j])
    raise RuntimeError(_too_slow("lanczos"))


METHODS = {"power": power, "subspace": subspace, "lanczos": lanczos, "randomized": randomized}


def truncated_svd(A, k, method="lanczos", random_state=0):
    """The k heaviest terms of A: U (n, k), s (k,) descending, Vt (k, d).

    A (n, d): an array, `Triplets`, or an object with `@`, `.T` and `.shape`; 1 <= k <= min(n, d).
    method: "lanczos", "subspace" and "power" iterate until || A^T u - s v || <= 1e-12 s_1;
    "randomized" is an approximation of fixed cost. Where values are tied any orthonormal basis of
    their space is right; vectors that belong to the value 0 complete the others.
    ValueError for bad input, RuntimeError where power steps do not converge.
    """
    if isinstance(A, np.ndarray) or not all(hasattr(A, name) for name in ("shape", "T")):
        A = check_X(A)
        check_squares("A", A)
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


# --- the web as a matrix -------------------------------------------------------------------------


def transition(links):
    """P[i, j], the chance of a step from page j to page i.

    Columns add up to 1; a page without links goes anywhere.
    links (n, n), links[i, j] > 0 where page j links to page i -> (n, n).
    """
    links = np.asarray(links, dtype=float)
    total = links.sum(axis=0)
    return np.where(total > 0, links / np.where(total > 0, total, 1), 1 / len(links))


def surf(P, x, damping):
    """One step: along a link, or to any page (eq. svd-surf).

    P (n, n) with columns that add up to 1, x (n,) that adds up to 1 -> (n,).
    """
    return damping * (P @ x) + (1 - damping) / len(x)


def pagerank(links, damping=0.85, tolerance=1e-12):
    """The ranks x = surf(P, x), and the power steps taken.

    links (n, n), none negative; 0 <= damping < 1, by which the error shrinks at each step.
    Source: Brin and Page 1998, section 2.1.
    """
    links = check_X(links)
    check_in_range("damping", damping, "[0, 1)")
    check_in_range("tolerance", tolerance, "(0, inf)")
    if links.shape[0] != links.shape[1] or (links < 0).any():
        raise ValueError(f"links must be square and >= 0; received {links.shape}")
    P, x, steps = transition(links), np.full(len(links), 1 / len(links)), 0
    change = np.inf
    while change > tolerance:
        before, x = x, surf(P, x, damping)
        change, steps = np.abs(x - before).sum(), steps + 1
    return x, steps
