"""Bias and variance: what the expected squared error of a fitted model consists of.

With h(x) = E[y | x] and y_bar(x) = E_D[y_hat(x; D)], the mean over all data sets D,

    E[(y_hat(x; D) - y)^2] = E[(y_bar - h)^2] + E[(y_hat - y_bar)^2] + E[(h - y)^2]
                           =  squared bias    +      variance        +    noise

Conventions: a matrix P (L, m) holds the predictions at m inputs, with one of L data sets in each
row; bias, variance and noise are means over the inputs. A finite population is x (N,) with y (N,),
N equally likely outcomes; repeat an outcome to make it more likely. Functions of `+ - * / @` and
sums also run on fractions and symbols: the proofs are about this code. Derived in
chapters/bias_variance.ipynb. Source: Geman, Bienenstock, Doursat 1992; Bishop 2006, sections 1.5.5
and 3.2.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import NamedTuple, TypeAlias

import numpy as np

from mlbook.contract import Array, check_positive_int, check_random_state, widen_integers
from mlbook.protocol.tuning import Procedure

Draw: TypeAlias = Callable[[np.random.Generator], tuple[Array, Array]]  # X and y of a data set

MAX_DATA_SETS = 100_000


class Parts(NamedTuple):
    """The three parts of the expected squared error (eq. bv-parts).

    Parameters
    ----------
    squared_bias : float
    variance : float
    noise : float

    Examples
    --------
    >>> Parts(squared_bias=1.0, variance=2.0, noise=0.5).total
    3.5
    """

    squared_bias: float
    variance: float
    noise: float

    @property
    def total(self) -> float:
        """The expected squared error, the sum of the parts."""
        return self.squared_bias + self.variance + self.noise


# --- the parts, from the predictions after many data sets ----------------------------------------


def mean_prediction(P: Array) -> Array:
    """The mean prediction at each input over data sets (eq. bv-mean).

    Parameters
    ----------
    P : array (L, m)
        Predictions after L data sets at m inputs.

    Returns
    -------
    array (m,)

    References
    ----------
    Bishop 2006, eq. 3.45.

    Examples
    --------
    >>> mean_prediction(np.array([[0.0, 4.0], [2.0, 6.0]]))
    array([1., 5.])
    """
    return P.sum(axis=0) / len(P)


def squared_bias(P: Array, h: Array) -> float:
    """The squared distance of the mean prediction from h (eq. bv-b).

        (1/m) sum_k (y_bar_k - h_k)^2,    y_bar_k = (1/L) sum_l P_lk

    For L data sets drawn at random it is on average too large by variance / L (eq. bv-too-large).

    Parameters
    ----------
    P : array (L, m)
        Predictions after L data sets at m inputs.
    h : array (m,)
        The mean of the targets at each input.

    Returns
    -------
    float

    References
    ----------
    Bishop 2006, eq. 3.46.

    Examples
    --------
    The means are 1 and 5, and miss by 1 and 0.

    >>> float(squared_bias(np.array([[0.0, 4.0], [2.0, 6.0]]), np.array([0.0, 5.0])))
    0.5
    """
    gap = mean_prediction(P) - h
    return (gap * gap).sum() / len(gap)


def variance(P: Array, ddof: int = 0) -> float:
    """The mean over inputs of the variance over data sets (eq. bv-v).

        1 / (m (L - ddof)) sum_k sum_l (P_lk - y_bar_k)^2

    Parameters
    ----------
    P : array (L, m)
        Predictions after L data sets at m inputs.
    ddof : int
        0 if the rows are all possible data sets, 1 if they are a sample of them (eq. bv-sample).

    Returns
    -------
    float

    Raises
    ------
    ValueError
        Unless L > ddof, because a single fit has no variance.

    References
    ----------
    Bishop 2006, eq. 3.47 (ddof=0).

    Examples
    --------
    >>> P = np.array([[0.0, 4.0], [2.0, 6.0]])
    >>> float(variance(P)), float(variance(P, ddof=1))
    (1.0, 2.0)
    """
    if len(P) <= ddof:
        needed = f"a variance needs at least {ddof + 1} data sets"
        raise ValueError(f"{needed}; received {len(P)}")
    spread = P - mean_prediction(P)
    return (spread * spread).sum() / ((len(P) - ddof) * P.shape[1])


def corrected_squared_bias(P: Array, h: Array) -> float:
    """The squared bias less what scatter adds to it (eq. bv-corrected).

        squared_bias(P, h) - variance(P, ddof=1) / L

    It is unbiased, and can therefore be negative where the bias is small.

    Parameters
    ----------
    P : array (L, m)
        Predictions after L >= 2 data sets at m inputs.
    h : array (m,)
        The mean of the targets at each input.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        If there are fewer than 2 data sets.

    Examples
    --------
    The squared bias is 1/2, and the variance of one fit is 2.

    >>> float(corrected_squared_bias(np.array([[0.0, 4.0], [2.0, 6.0]]), np.array([0.0, 5.0])))
    -0.5
    """
    return squared_bias(P, h) - variance(P, ddof=1) / len(P)


def expected_error(P: Array, y: Array) -> float:
    """The mean over data sets of the mean squared error on given targets.

    Parameters
    ----------
    P : array (L, m), or (m,) for one prediction
    y : array (m,)

    Returns
    -------
    float

    Examples
    --------
    >>> float(expected_error(np.array([[0.0, 4.0], [2.0, 6.0]]), np.array([1.0, 4.0])))
    1.5
    """
    error = P - y
    return (error * error).sum() / error.size


# --- repeated sampling ---------------------------------------------------------------------------


def repeated_fits(
    fit: Procedure,
    draw: Draw,
    inputs: Array,
    n_sets: int,
    random_state: np.random.Generator | int,
) -> Array:
    """Predictions of one procedure after each of n_sets data sets.

    Parameters
    ----------
    fit : function
        fit(X, y, inputs) -> (m,) fits and predicts.
    draw : function
        draw(rng) -> X, y makes a data set.
    inputs : array
        The m inputs.
    n_sets : int
        At least 1.
    random_state : int or Generator

    Returns
    -------
    array (n_sets, m)

    Raises
    ------
    ValueError
        If n_sets is no integer >= 1.

    Examples
    --------
    >>> fit = lambda X, y, inputs: y.mean() + 0 * inputs
    >>> draw = drawing(np.zeros(2), np.array([3.0, 3.0]), n=2)
    >>> repeated_fits(fit, draw, np.zeros(2), n_sets=3, random_state=0)
    array([[3., 3.],
           [3., 3.],
           [3., 3.]])
    """
    check_positive_int("n_sets", n_sets)
    rng = check_random_state(random_state)
    return np.array([fit(*draw(rng), inputs) for _ in range(n_sets)])


def drawing(X: Array, y: Array, n: int, replace: bool = True) -> Draw:
    """A draw(rng) of n of these samples: bootstrap, or subsets.

    With replacement and n = N the draws are bootstrap samples; without replacement they are
    subsets.

    Parameters
    ----------
    X : array (N, ...)
    y : array (N,)
    n : int
        At least 1, and at most N without replacement.
    replace : bool

    Returns
    -------
    function
        Takes a Generator; returns n rows of X and the same entries of y.

    Raises
    ------
    ValueError
        Unless 1 <= n, and n <= N without replacement.

    Examples
    --------
    >>> draw = drawing(np.array([[1.0], [2.0]]), np.array([5.0, 6.0]), n=2, replace=False)
    >>> X, y = draw(np.random.default_rng(0))
    >>> sorted(y.tolist())
    [5.0, 6.0]
    """
    check_positive_int("n", n)
    if not replace and n > len(y):
        most = f"{len(y)}, the number of samples"
        raise ValueError(f"n must be at most {most}; received {n}")

    def draw(rng: np.random.Generator) -> tuple[Array, Array]:
        chosen = rng.choice(len(y), n, replace=replace)
        return X[chosen], y[chosen]

    return draw


# --- a finite world, in full ---------------------------------------------------------------------


def regression_function(x: Array, y: Array) -> Array:
    """The mean of y over the outcomes that share an input, h(x) = E[y | x] (eq. bv-regression).

    Parameters
    ----------
    x : array (N,)
    y : array (N,)
        The outcomes (x_i, y_i), which are equally likely.

    Returns
    -------
    array (N,)

    Examples
    --------
    >>> regression_function(np.array([0, 0, 1]), np.array([2.0, 4.0, 7.0]))
    array([3., 3., 7.])
    """
    same = x[:, np.newaxis] == x
    return (same * y).sum(axis=1) / same.sum(axis=1)


def all_fits(fit: Procedure, x: Array, y: Array, n: int) -> Array:
    """Predictions of one procedure after every data set of n outcomes.

    There are N^n equally likely data sets, one in each row.

    Parameters
    ----------
    fit : function
        fit(x, y, inputs) -> (m,) fits and predicts.
    x : array (N,)
    y : array (N,)
    n : int
        The number of outcomes in a data set, at least 1.

    Returns
    -------
    array (N^n, N)
        Predictions at the N outcomes.

    Raises
    ------
    ValueError
        Unless n >= 1 and N^n <= 100 000.

    Examples
    --------
    The mean of two tosses of a coin:

    >>> mean = lambda x, y, inputs: y.mean() + 0 * inputs
    >>> all_fits(mean, np.zeros(2), np.array([0.0, 1.0]), n=2)[:, 0]
    array([0. , 0.5, 0.5, 1. ])
    """
    check_positive_int("n", n)
    if len(y) ** n > MAX_DATA_SETS:
        raise ValueError(f"{len(y)}^{n} data sets are more than {MAX_DATA_SETS}")
    chosen = (list(outcomes) for outcomes in product(range(len(y)), repeat=n))
    return np.array([fit(x[some], y[some], x) for some in chosen])


def exact_parts(P: Array, x: Array, y: Array) -> Parts:
    """Squared bias, variance and noise in a finite population (eq. bv-parts).

    Parameters
    ----------
    P : array (L, N)
        Predictions after all data sets at the N outcomes.
    x : array (N,)
    y : array (N,)

    Returns
    -------
    Parts

    Raises
    ------
    ValueError
        If there is no data set.

    Examples
    --------
    A coin, predicted from the one toss that was seen:

    >>> parts = exact_parts(np.array([[0.0, 0.0], [1.0, 1.0]]), np.zeros(2), np.array([0.0, 1.0]))
    >>> [float(part) for part in parts]
    [0.0, 0.25, 0.25]
    """
    h = regression_function(x, y)
    return Parts(squared_bias(P, h), variance(P), expected_error(h, y))


# --- linear smoothers at fixed inputs ------------------------------------------------------------


def hat_matrix(Phi: Array, lam: float = 0.0) -> Array:
    """The matrix H of a ridge fit, y_hat = H y (eq. bv-hat).

        H = sum_j s_j^2 / (s_j^2 + lam) u_j u_j^T

    It comes from the singular value decomposition of Phi; lam = 0 gives least squares, the
    projection onto the columns. Singular values that are 0 to rounding are left out.

    Parameters
    ----------
    Phi : array (n, p)
    lam : float
        The penalty, at least 0.

    Returns
    -------
    array (n, n)

    Examples
    --------
    The mean of two targets:

    >>> hat_matrix(np.ones((2, 1))).round(9)
    array([[0.5, 0.5],
           [0.5, 0.5]])
    """
    U, s, _ = np.linalg.svd(Phi, full_matrices=False)
    kept = s > max(Phi.shape) * np.finfo(float).eps * s.max(initial=0)
    U, s = U[:, kept], s[kept]
    return U * (s * s / (s * s + lam)) @ U.T


def smoother_parts(H: Array, h: Array, sigma2: float) -> Parts:
    """The parts of y_hat = H y at its own inputs (eq. bv-smoother).

        ||H h - h||^2 / n,    sigma^2 tr(H H^T) / n,    sigma^2

    Parameters
    ----------
    H : array (n, n)
    h : array (n,)
        The mean of the targets at each input.
    sigma2 : float
        The variance of the noise, sigma^2.

    Returns
    -------
    Parts

    References
    ----------
    Hastie et al. 2009, section 7.3.

    Examples
    --------
    The mean of two targets, where h is 1 and 3 and the noise has the variance 4:

    >>> [float(part) for part in smoother_parts(np.full((2, 2), 0.5), np.array([1.0, 3.0]), 4.0)]
    [1.0, 2.0, 4.0]
    """
    gap = H @ h - h
    bias2, spread = (gap * gap).sum(), sigma2 * (H * H).sum()
    return Parts(bias2 / len(h), spread / len(h), sigma2)


def estimated_error(H: Array, y: Array, sigma2: float) -> float:
    """The expected error, estimated without h (eq. bv-optimism).

        ||y - H y||^2 / n + 2 sigma^2 tr(H) / n

    Parameters
    ----------
    H : array (n, n)
    y : array (n,)
    sigma2 : float
        The variance of the noise, sigma^2.

    Returns
    -------
    float

    References
    ----------
    Mallows 1973.

    Examples
    --------
    >>> float(estimated_error(np.full((2, 2), 0.5), np.array([1.0, 3.0]), 4.0))
    5.0
    """
    residual = y - H @ y
    optimism = 2 * sigma2 * np.trace(H)
    return ((residual * residual).sum() + optimism) / len(y)


widen_integers(globals())
