"""Bias and variance: what the expected squared error of a fitted model consists of.

With h(x) = E[y | x] and y_bar(x) = E_D[y_hat(x; D)], the mean over all data sets D,

    E[(y_hat(x; D) - y)^2] = E[(y_bar - h)^2] + E[(y_hat - y_bar)^2] + E[(h - y)^2]
                           =  squared bias    +      variance        +    noise

Conventions: a matrix P (L, m) holds the predictions after L data sets, one data set a row, at m
inputs; bias, variance and noise are means over the inputs. A finite world is x (N,) with y (N,), N
equally likely outcomes; repeat an outcome to make it more likely.
Functions of `+ - * / @` and sums also run on fractions and symbols: the proofs are about this code.
Derived in chapters/bias_variance.ipynb.
Source: Geman, Bienenstock, Doursat 1992; Bishop 2006, sections 1.5.5 and 3.2.
"""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

import numpy as np

from mlbook.contract import check_positive_int, check_random_state

MAX_DATA_SETS = 100_000


class Parts(NamedTuple):
    """The three parts of the expected squared error (eq. bv-parts)."""

    squared_bias: float
    variance: float
    noise: float

    @property
    def total(self):
        """The expected squared error, the sum of the parts."""
        return self.squared_bias + self.variance + self.noise


# --- the parts, from the predictions after many data sets ----------------------------------------


def mean_prediction(P):
    """The mean prediction at each input over data sets (eq. bv-mean).

    P (L, m) -> (m,).   Source: Bishop 2006, eq. 3.45.
    """
    return P.sum(axis=0) / len(P)


def squared_bias(P, h):
    """The squared distance of the mean prediction from h (eq. bv-b).

        (1/m) sum_k (y_bar_k - h_k)^2,    y_bar_k = (1/L) sum_l P_lk

    Of L data sets drawn at random it is too large by variance / L (eq. bv-too-large).
    P (L, m), h (m,) -> a number.   Source: Bishop 2006, eq. 3.46.
    """
    gap = mean_prediction(P) - h
    return (gap * gap).sum() / len(gap)


def variance(P, ddof=0):
    """The mean over inputs of the variance over data sets (eq. bv-v).

        1 / (m (L - ddof)) sum_k sum_l (P_lk - y_bar_k)^2

    ddof=0 if the rows are all data sets, ddof=1 if they are a sample of them (eq. bv-sample).
    P (L, m) -> a number.   Raises ValueError unless L > ddof: one fit alone does not vary.
    Source: Bishop 2006, eq. 3.47 (ddof=0).
    """
    if len(P) <= ddof:
        needed = f"a variance needs at least {ddof + 1} data sets"
        raise ValueError(f"{needed}; received {len(P)}")
    spread = P - mean_prediction(P)
    return (spread * spread).sum() / ((len(P) - ddof) * P.shape[1])


def corrected_squared_bias(P, h):
    """The squared bias less what scatter adds to it (eq. bv-corrected).

        squared_bias(P, h) - variance(P, ddof=1) / L

    It is right on average, and therefore can be negative where the bias is small.
    P (L, m) with L >= 2, h (m,) -> a number.
    """
    return squared_bias(P, h) - variance(P, ddof=1) / len(P)


def expected_error(P, y):
    """The mean over data sets of the mean squared error on given targets.

    P (L, m), or (m,) for one prediction, y (m,) -> a number.
    """
    error = P - y
    return (error * error).sum() / error.size


# --- repeated sampling ---------------------------------------------------------------------------


def repeated_fits(fit, draw, inputs, n_sets, random_state):
    """Predictions of one procedure after each of n_sets data sets.

    fit(X, y, inputs) -> (m,) fits and predicts; draw(rng) -> X, y makes a data set.
    -> (n_sets, m).   Raises ValueError unless n_sets >= 1.
    """
    check_positive_int("n_sets", n_sets)
    rng = check_random_state(random_state)
    return np.array([fit(*draw(rng), inputs) for _ in range(n_sets)])


def drawing(X, y, n, replace=True):
    """A draw(rng) of n of these samples: bootstrap, or subsets.

    With replacement and n = N it is the bootstrap; without, it makes subsets of the samples.

    X (N, ...), y (N,) -> a function.   Raises ValueError unless 1 <= n, and n <= N if not replaced.
    """
    check_positive_int("n", n)
    if not replace and n > len(y):
        most = f"{len(y)}, the number of samples"
        raise ValueError(f"n must be at most {most}; received {n}")

    def draw(rng):
        chosen = rng.choice(len(y), n, replace=replace)
        return X[chosen], y[chosen]

    return draw


# --- a finite world, in full ---------------------------------------------------------------------


def regression_function(x, y):
    """The mean of y over the outcomes that share an input, h(x) = E[y | x] (eq. bv-regression).

    x (N,), y (N,), equally likely -> (N,).
    """
    same = x[:, np.newaxis] == x
    return (same * y).sum(axis=1) / same.sum(axis=1)


def all_fits(fit, x, y, n):
    """Predictions of one procedure after every data set of n outcomes.

    There are N^n data sets, equally likely, one a row.

    fit(x, y, inputs) -> (m,); x (N,), y (N,) -> (N^n, N), predictions at the N outcomes.
    Raises ValueError unless n >= 1 and N^n <= 100 000.
    """
    check_positive_int("n", n)
    if len(y) ** n > MAX_DATA_SETS:
        raise ValueError(f"{len(y)}^{n} data sets are more than {MAX_DATA_SETS}")
    chosen = (list(outcomes) for outcomes in product(range(len(y)), repeat=n))
    return np.array([fit(x[some], y[some], x) for some in chosen])


def exact_parts(P, x, y):
    """Squared bias, variance and noise in a finite world (eq. bv-parts).

    P (L, N), predictions after all data sets at the N outcomes; x (N,), y (N,) -> Parts.
    """
    h = regression_function(x, y)
    return Parts(squared_bias(P, h), variance(P), expected_error(h, y))


# --- linear smoothers at fixed inputs ------------------------------------------------------------


def hat_matrix(Phi, lam=0.0):
    """The matrix H of a ridge fit, y_hat = H y (eq. bv-hat).

        H = sum_j s_j^2 / (s_j^2 + lam) u_j u_j^T

    from the singular value decomposition of Phi; lam = 0 gives least squares, the projection onto
    the columns. Singular values that are 0 to rounding are left out.   Phi (n, p) -> (n, n)
    """
    U, s, _ = np.linalg.svd(Phi, full_matrices=False)
    kept = s > max(Phi.shape) * np.finfo(float).eps * s.max(initial=0)
    U, s = U[:, kept], s[kept]
    return U * (s * s / (s * s + lam)) @ U.T


def smoother_parts(H, h, sigma2):
    """The parts of y_hat = H y at its own inputs (eq. bv-smoother).

        ||H h - h||^2 / n,    sigma^2 tr(H H^T) / n,    sigma^2

    H (n, n), h (n,), sigma2 = sigma^2 -> Parts.   Source: Hastie et al. 2009, section 7.3.
    """
    gap = H @ h - h
    bias2, spread = (gap * gap).sum(), sigma2 * (H * H).sum()
    return Parts(bias2 / len(h), spread / len(h), sigma2)


def estimated_error(H, y, sigma2):
    """The expected error, estimated without h (eq. bv-optimism).

        ||y - H y||^2 / n + 2 sigma^2 tr(H) / n

    H (n, n), y (n,), sigma2 = sigma^2 -> a number.   Source: Mallows 1973.
    """
    residual = y - H @ y
    optimism = 2 * sigma2 * np.trace(H)
    return ((residual * residual).sum() + optimism) / len(y)
