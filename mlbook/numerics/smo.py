"""Sequential minimal optimization: the quadratic problem behind both support vector machines.

    maximize  Q(beta) = y^T beta - epsilon ||beta||_1 - 1/2 beta^T K beta
    s.t.      1^T beta = 0,  lower <= beta <= upper

Classification is epsilon = 0 with beta_i = alpha_i y_i between 0 and C y_i (eq. svm-signed-value),
regression has beta_i between -C and C (eq. svm-regression-dual). A step moves t from beta_j to
beta_i, for the i that asks for it most and the j that promises most with it (eq. svm-gain).
As the sum of beta is 0, K matters only by D_ij = K_ii + K_jj - 2 K_ij, the squared distances of
features: beta^T K beta = -1/2 beta^T D beta (eq. svm-distances), and adding a constant to the
residuals F = y - K beta only shifts b.
Conventions: D is in single precision as long as that is safe; F is computed anew from the kernel
in double precision at the end, and D too if the end was not yet reached. Up to MAX_PRECOMPUTED
samples D is an array (n, n); above, its rows are computed when asked for, and CACHE_BYTES of them
are kept. There is no shrinking of the problem: it did not pay.
Derived in chapters/svm.ipynb.
Source: Platt 1999; Keerthi et al. 2001; Fan, Chen, Lin 2005.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import DTypeLike

from mlbook.contract import Array, rounds
from mlbook.numerics.blocks import row_blocks

Kernel: TypeAlias = Callable[[Array, Array], Array]  # of A (m, d) and B (n, d), returns (m, n)

MIN_CURVATURE = 1e-12  # a smaller curvature counts as this, whatever its sign
MAX_PRECOMPUTED = 5000  # samples up to which all kernel values are kept
CACHE_BYTES = 200 * 2**20  # of rows of D that are kept for more samples than that
BLOCK = 1 << 17  # numbers in a temporary array: so few that the memory is used again
TOLERANCE_SAFETY = 0.95  # solve to this fraction of tol, to leave room for rounding
LEAST_SINGLE = 1e-4  # the least violation that single precision is asked to reach
SINGLE_MARGIN = 10  # how many rounding errors of a residual that violation must hold at least
ASYMMETRY = 1e-8  # of a symmetric kernel's rounding, in units of the largest value

# --- the problem ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Problem:
    """The problem: targets, the box that contains beta, and the penalty on its size.

    F, beta (n,) below are the residuals y - K beta and the signed multipliers.

    Parameters
    ----------
    y : array (n,)
    lower, upper : array (n,)
        The ends of the box, lower <= 0 <= upper.
    epsilon : float
        At least 0.

    Examples
    --------
    At the start a sample with label 1 requires b >= 1, and one with label -1 requires b <= -1.

    >>> y = np.array([1.0, -1.0])
    >>> problem = Problem(y, lower=np.minimum(y, 0), upper=np.maximum(y, 0), epsilon=0.0)
    >>> problem.bounds(y, np.zeros(2))
    (array([  1., -inf]), array([inf, -1.]))
    >>> float(problem.violation(y, np.zeros(2)))
    2.0
    """

    y: Array
    lower: Array
    upper: Array
    epsilon: float

    def bounds(self, F: Array, beta: Array) -> tuple[Array, Array]:
        """The bounds of b by each beta_i: lower if it may increase, upper if it may decrease.

        It is F_i - epsilon where beta_i would leave 0 upwards, F_i + epsilon where downwards, and
        -inf or inf from those that may not: beta is best if one b does for all (theorem thm-svm).

        Parameters
        ----------
        F, beta : array (n,)

        Returns
        -------
        up, down : array (n,)
        """
        rising = np.where(beta >= 0, self.epsilon, -self.epsilon)
        falling = np.where(beta > 0, self.epsilon, -self.epsilon)
        up = np.where(beta < self.upper, F - rising, -np.inf)
        down = np.where(beta > self.lower, F - falling, np.inf)
        return up, down

    def violation(self, F: Array, beta: Array) -> float:
        """The violation of the optimality conditions: the largest up minus the least down.

        Parameters
        ----------
        F, beta : array (n,)

        Returns
        -------
        float
        """
        up, down = self.bounds(F, beta)
        return up.max() - down.min()

    def offset(self, F: Array, beta: Array) -> float:
        """The mean b that free samples require, or without any the midpoint between the bounds.

        Free is lower < beta_i < upper with beta_i != 0 (eq. svm-offset-residual).

        Parameters
        ----------
        F, beta : array (n,)

        Returns
        -------
        float
        """
        free = (beta > self.lower) & (beta < self.upper) & (beta != 0)
        if free.any():
            return float((F - self.epsilon * np.sign(beta))[free].mean())
        up, down = self.bounds(F, beta)
        return float((up.max() + down.min()) / 2)


def solve(
    kernel: Kernel, X: Array, problem: Problem, tol: float, max_iter: int, verbose: bool = False
) -> tuple[Array, float, int]:
    """The optimal beta (n,) up to a violation of tol, its b, and the number of steps.

    With a kernel that is not positive semidefinite, the result satisfies the optimality conditions
    but need not be a maximum.

    Parameters
    ----------
    kernel : function
        kernel(A, B) -> (m, n) for rows A of X and B = X.
    X : array (n, d)
    problem : Problem
    tol : float
    max_iter : int
    verbose : bool
        Whether it shows its progress on stderr.

    Returns
    -------
    beta : array (n,)
    b : float
    steps : int

    Raises
    ------
    ValueError
        If kernel values are not finite or not symmetric.

    Warns
    -----
    RuntimeWarning
        If max_iter steps, or rounding, leave a violation above tol.

    Examples
    --------
    >>> X, y = np.array([[1.0], [-1.0]]), np.array([1.0, -1.0])
    >>> problem = Problem(y, lower=np.minimum(9 * y, 0), upper=np.maximum(9 * y, 0), epsilon=0.0)
    >>> solve(lambda A, B: A @ B.T, X, problem, tol=1e-3, max_iter=100)
    (array([ 0.5, -0.5]), 0.0, 1)
    """
    y, k, steps = problem.y, kernel_diagonal(kernel, X), 0
    beta, F = np.zeros(len(y)), y - y.mean()
    scale = np.ptp(y) + np.abs(k).max() * max(problem.upper.max(), -problem.lower.min())
    for dtype, target in stages(scale, tol):
        ascent = Ascent(distances(kernel, X, k, dtype), F, beta, problem)
        steps += ascent.run(TOLERANCE_SAFETY * target, max_iter - steps, verbose)
        beta = np.array(ascent.beta)
        del ascent  # and its distances
        F = y - kernel_times(kernel, X, beta)
        missing = problem.violation(F, beta)
        if missing <= tol or steps == max_iter:
            break
    if not np.isfinite(missing):
        raise ValueError("kernel values must be finite; received nan or inf for samples of X")
    if missing > tol:
        advice = "scale X, lower C, or raise tol or max_iter"
        message = f"stopped after {steps} steps with a violation of {missing:.1e} > {tol}; {advice}"
        warnings.warn(message, RuntimeWarning, stacklevel=5)
    return beta, problem.offset(F, beta), steps


def stages(scale: float, tol: float) -> Sequence[tuple[type, float]]:
    """The precisions of D in order, each with the violation to be reached in it.

    Single precision comes first if its rounding errors are small relative to the required
    violation.

    Parameters
    ----------
    scale : float
        The size of residuals.
    tol : float

    Returns
    -------
    list of tuple
    """
    single = (np.float32, max(tol, LEAST_SINGLE))
    fine = np.finfo(np.float32).eps * scale < single[1] / SINGLE_MARGIN
    return [single, (np.float64, tol), (np.float64, tol)][0 if fine else 1 :]


# --- kernel values -------------------------------------------------------------------------------


def kernel_diagonal(kernel: Kernel, X: Array) -> Array:
    """The kernel values k(x_i, x_i) (n,), computed by small square blocks.

    Parameters
    ----------
    kernel : function
    X : array (n, d)

    Returns
    -------
    array (n,)

    Raises
    ------
    ValueError
        If the values are not finite or not symmetric.
    """
    k = np.empty(len(X))
    for rows in row_blocks(len(X), BLOCK // 64, BLOCK):
        K = kernel(X[rows], X[rows])
        if not np.isfinite(K).all():
            raise ValueError("kernel values must be finite; received nan or inf for samples of X")
        if np.abs(K - K.T).max() > ASYMMETRY * np.abs(K).max():
            raise ValueError(
                "kernel must be symmetric; received k(a, b) != k(b, a) for two rows of X"
            )
        k[rows] = np.diag(K)
    return k


def kernel_times(kernel: Kernel, X: Array, beta: Array) -> Array:
    """K beta (n,) from the columns in which beta is not 0.

    Parameters
    ----------
    kernel : function
    X : array (n, d)
    beta : array (n,)

    Returns
    -------
    array (n,)
    """
    values, used = np.empty(len(X)), beta != 0
    B, coef = X[used], beta[used]
    for rows in row_blocks(len(X), len(B), BLOCK):
        values[rows] = kernel(X[rows], B) @ coef
    return values


def distances_from_kernel(kernel: Kernel, X: Array, k: Array, rows: slice) -> Array:
    """K_ii + K_jj - 2 K_ij (m, n) for i in a slice of m rows and all j.

    Parameters
    ----------
    kernel : function
    X : array (n, d)
    k : array (n,)
        The diagonal of K.
    rows : slice

    Returns
    -------
    array (m, n)
    """
    D = -2 * kernel(X[rows], X)
    D += k
    D += k[rows, np.newaxis]
    return D


def distances(kernel: Kernel, X: Array, k: Array, dtype: DTypeLike) -> Array | KernelRows:
    """D, of which rows D[i] are used: an array (n, n), or KernelRows for many samples.

    Parameters
    ----------
    kernel : function
    X : array (n, d)
    k : array (n,)
        The diagonal of K.
    dtype : dtype

    Returns
    -------
    array (n, n) or KernelRows
    """
    n = len(X)
    if n > MAX_PRECOMPUTED:
        return KernelRows(kernel, X, k, dtype)
    D = np.empty((n, n), dtype)
    for rows in row_blocks(n, n, BLOCK):
        D[rows] = distances_from_kernel(kernel, X, k, rows)
    return D


class KernelRows:
    """The rows D[i], computed on demand; the most recently used ones are kept.

    Parameters
    ----------
    kernel : function
    X : array (n, d)
    k : array (n,)
        The diagonal of K.
    dtype : dtype
    """

    def __init__(self, kernel: Kernel, X: Array, k: Array, dtype: DTypeLike) -> None:
        self.kernel, self.X, self.k, self.dtype = kernel, X, k, np.dtype(dtype)
        capacity = max(2, min(len(X), CACHE_BYTES // (len(X) * self.dtype.itemsize)))
        self.kept = np.empty((capacity, len(X)), dtype)
        self.place: dict[int, int] = {}  # of each row in `kept`; that asked for last is the last

    def __getitem__(self, i: int) -> Array:
        place = self.place.pop(i, None)
        if place is None:
            full = len(self.place) == len(self.kept)
            place = self.place.pop(next(iter(self.place))) if full else len(self.place)
            row = slice(i, i + 1)
            self.kept[place] = distances_from_kernel(self.kernel, self.X, self.k, row)
        self.place[i] = place
        return self.kept[place]


# --- steps ---------------------------------------------------------------------------------------


class Ascent:
    """The ascent from beta, which changes two entries at a time.

    Its buffers are allocated once.

    Parameters
    ----------
    D : array (n, n) or KernelRows
        Squared distances of features.
    F : array (n,)
        The residuals of beta.
    beta : array (n,)
        The start.
    problem : Problem

    Attributes
    ----------
    up, down : array (n,)
        The bounds of the present beta, kept current in the precision of D.
    beta : list of float
        A list, as single entries are read and written.
    """

    def __init__(self, D: Array | KernelRows, F: Array, beta: Array, problem: Problem) -> None:
        self.D, self.beta, self.epsilon = D, beta.tolist(), problem.epsilon
        self.lower, self.upper = problem.lower.tolist(), problem.upper.tolist()
        self.up, self.down = (a.astype(D.dtype) for a in problem.bounds(F, beta))
        self.excess, self.kappa, self.score, self.change = np.empty((4, len(beta)), D.dtype)

    def run(self, tol: float, max_iter: int, verbose: bool = False) -> int:
        """At most max_iter steps, until the violation is at most tol or beta no longer changes.

        Parameters
        ----------
        tol : float
        max_iter : int
        verbose : bool

        Returns
        -------
        int
            The number of steps.
        """
        for steps in rounds(iter(range(max_iter)), verbose, "SMO"):  # no total: few are needed
            i, j = self.pair()
            if self.excess.item(j) <= tol and self.excess.max() <= tol:
                return steps
            if not self.step(i, j):
                return steps
        return max_iter

    def pair(self) -> tuple[int, int]:
        """The i with the largest up, and the j with the largest predicted gain.

        Among those with down_j < up_i, j has the largest (up_i - down_j)^2 / kappa.

        Returns
        -------
        i, j : int

        References
        ----------
        Fan, Chen, Lin 2005, WSS 2.
        """
        i = int(self.up.argmax())
        np.subtract(self.up[i], self.down, out=self.excess)
        np.maximum(self.excess, 0, out=self.excess)
        np.maximum(self.D[i], MIN_CURVATURE, out=self.kappa)
        np.multiply(self.excess, self.excess, out=self.score)
        np.divide(self.score, self.kappa, out=self.score)
        return i, int(self.score.argmax())

    def step(self, i: int, j: int) -> bool:
        """Moves t from beta_j to beta_i, at most to an end (eq. svm-clip); False if beta stays.

        An end is a bound of the box or 0, where the penalty epsilon |beta| has a kink.

        Parameters
        ----------
        i, j : int
            As `pair` has found them last.

        Returns
        -------
        bool
            Whether beta has changed.
        """
        beta_i, beta_j, D_i, D_j = self.beta[i], self.beta[j], self.D[i], self.D[j]
        end_i = self.upper[i] if beta_i >= 0 else 0.0
        end_j = self.lower[j] if beta_j <= 0 else 0.0
        room_i, room_j = end_i - beta_i, beta_j - end_j
        t = min(self.excess.item(j) / self.kappa.item(j), room_i, room_j)
        new_i = end_i if t >= room_i else beta_i + t
        new_j = end_j if t >= room_j else beta_j - t
        half = t * D_i.item(j) / 2
        F_i = self.up.item(i) + (self.epsilon if beta_i >= 0 else -self.epsilon) - half
        F_j = self.down.item(j) + (self.epsilon if beta_j > 0 else -self.epsilon) + half
        np.subtract(D_j, D_i, out=self.change)
        np.multiply(self.change, t / 2, out=self.change)
        np.subtract(self.up, self.change, out=self.up)
        np.subtract(self.down, self.change, out=self.down)
        self.put(i, new_i, F_i)
        self.put(j, new_j, F_j)
        return new_i != beta_i or new_j != beta_j

    def put(self, i: int, beta: float, F: float) -> None:
        """Writes beta_i and its bounds, as `Problem.bounds` has them.

        Parameters
        ----------
        i : int
        beta : float
        F : float
            The residual of sample i.
        """
        self.beta[i] = beta
        penalty = self.epsilon
        self.up[i] = F - (penalty if beta >= 0 else -penalty) if beta < self.upper[i] else -np.inf
        self.down[i] = F - (penalty if beta > 0 else -penalty) if beta > self.lower[i] else np.inf
