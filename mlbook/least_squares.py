"""Least squares as maximum likelihood, its bases, and what takes its place under other noise.

With targets y_i = w^T phi(x_i) + e_i and independent e_i ~ N(0, 1/beta), the likelihood is largest
where the sum of squares J(w) = (1/2) || Phi w - y ||^2 is least, and there

    1 / beta = (1/n) || y - Phi w ||^2.

With Laplace noise the sum of absolute errors replaces J; `least_absolute` minimises it and returns
a proof. Importances a_i in the sum of squares give local lines, and every one of its steps.
Conventions: Phi (n, p) holds one sample a row and begins with a column of ones; the linear model,
its loss and its normal equations are those of `linear_regression`, only the columns are new.
Derived in chapters/least_squares.ipynb.
Source: Bishop 2006, sections 1.2.5 and 3.1; Cleveland 1979; Portnoy and Koenker 1997.
"""

from __future__ import annotations

import numpy as np

from mlbook.contract import (
    Estimator,
    RegressorMixin,
    check_positive_int,
    check_X_fitted,
    check_X_y,
)
from mlbook.contract.parameters import choice, in_range, whole
from mlbook.linear_regression import least_squares, loss
from mlbook.numerics.finite import finite

# --- bases ---------------------------------------------------------------------------------------


def polynomial(x, degree):
    """The design matrix of powers, x^0 to x^degree (eq. ls-powers).

    x (n,) -> (n, degree + 1).   Raises ValueError unless degree is an integer >= 0.
    """
    check_positive_int("degree", degree, minimum=0)
    return _column(x) ** np.arange(degree + 1)


def gaussian(x, centres, width):
    """The design matrix of ones and bumps (eq. ls-bump).

        phi_j(x) = exp(-(x - c_j)^2 / (2 s^2))

    x (n,), centres (m,), width s -> (n, 1 + m).   Raises ValueError unless width > 0.
    Source: Bishop 2006, eq. 3.4.
    """
    z = _scaled(x, centres, width)
    return _with_ones(np.exp(-z * z / 2))


def sigmoid(x, centres, width):
    """The design matrix of ones and steps (eq. ls-step).

        phi_j(x) = 1 / (1 + exp(-(x - c_j) / s))

    Written as (1 + tanh(z/2)) / 2 with z = (x - c_j)/s, which never overflows (eq. ls-tanh).
    x (n,), centres (m,), width s -> (n, 1 + m).   Raises ValueError unless width > 0.
    Source: Bishop 2006, eqs. 3.5 and 3.6.
    """
    return _with_ones((1 + np.tanh(_scaled(x, centres, width) / 2)) / 2)


def _column(x):
    """x (n,) upright; whole numbers become float64, whose powers do not overflow."""
    x = np.asarray(x)
    if x.ndim != 1:
        raise ValueError(f"x must be 1-D (n,); received shape {x.shape}")
    return x[:, np.newaxis].astype(float if x.dtype.kind in "biu" else x.dtype)


def _scaled(x, centres, width):
    if not width > 0:
        raise ValueError(f"width must be a number > 0; received {width!r}")
    return (_column(x) - np.asarray(centres)) / width


def _with_ones(columns):
    return np.hstack([np.ones((len(columns), 1), dtype=int), columns])


# --- least squares and its likelihood ------------------------------------------------------------


def log_density(error, beta):
    """Log density of N(0, 1/beta) at each error (eq. ls-precision-form).

        (1/2) log beta - (1/2) log 2 pi - (beta/2) error^2

    error of any shape, beta > 0 -> the same shape.   Source: Bishop 2006, eq. 1.46.
    """
    return (np.log(beta) - np.log(2 * np.pi) - beta * error * error) / 2


def log_likelihood(w, beta, Phi, y):
    """Log likelihood under Gaussian noise (eq. ls-log-likelihood).

    w (p,), beta > 0, Phi (n, p), y (n,) -> a number.   Source: Bishop 2006, eq. 3.11.
    """
    return log_density(y - Phi @ w, beta).sum()


def noise_precision(w, Phi, y):
    """The noise precision of largest likelihood (eq. ls-precision).

        n / (2 J(w)) = n / || y - Phi w ||^2

    w (p,), Phi (n, p), y (n,) -> a number; inf where the fit is exact and no noise is seen.
    Source: Bishop 2006, eq. 3.21.
    """
    J = loss(w, Phi, y)
    return len(y) / (2 * J) if J else np.inf


# --- weighted least squares and local lines ------------------------------------------------------


def weighted_least_squares(Phi, y, importance):
    """The weights of least weighted squares, the shortest ones (eq. ls-weighted).

        (1/2) sum_i a_i (phi_i^T w - y_i)^2

    Each row of Phi and y is multiplied by the root of its importance a_i >= 0 (eq. ls-roots).
    Phi (n, p), y (n,), importance (n,) -> (p,).   Source: Bishop 2006, exercise 3.3.
    """
    root = np.sqrt(importance)
    return least_squares(Phi * root[:, np.newaxis], y * root)


def importances(X, x, width):
    """The importance of each sample at x (eq. ls-kernel).

        a_i = exp(-|| x_i - x ||^2 / (2 width^2))

    Divided by the largest of them, which changes no minimum: far from all data the nearest sample
    keeps importance 1, and beyond 1e150 widths all do.   X (n, d), x (d,), width > 0 -> (n,).
    """
    with np.errstate(over="ignore"):
        square = np.minimum((((X - x) / width) ** 2).sum(axis=1), 1e300)
    return np.exp((square.min() - square) / 2)


def local_line(X, y, importance):
    """Point, height and slope of the best weighted plane (eq. ls-local).

    It passes through the weighted means, m = sum_i a_i x_i / sum_i a_i and likewise for y; where
    the samples that count leave the slope open, the shortest one is returned.
    X (n, d), y (n,), importance (n,) -> (d,) point, height above it, (d,) slope.
    """
    share = importance / importance.sum()
    point, height = share @ X, share @ y
    return point, height, weighted_least_squares(X - point, y - height, share)


# --- least absolute errors -----------------------------------------------------------------------


def absolute_loss(w, Phi, y):
    """The sum of absolute errors, sum_i |y_i - phi_i^T w| (eq. ls-absolute).

    w (p,), Phi (n, p), y (n,) -> a number.
    """
    return np.abs(y - Phi @ w).sum()


def gap(u, v, s):
    """Upper minus lower bound on the least absolute loss (eq. ls-gap).

        u^T (1 - s) + v^T (1 + s)

    u, v >= 0 with u - v = y - Phi w, and -1 <= s <= 1 with Phi^T s = 0; all (n,) -> a number.
    """
    return u @ (1 - s) + v @ (1 + s)


def newton_parts(u, v, s, mu):
    """Importances and targets of a Newton step (eq. ls-newton).

    u, v > 0, -1 < s < 1, all (n,), and mu >= 0 -> a (n,), t (n,).
    """
    importance = 1 / (u / (1 - s) + v / (1 + s))
    return importance, u - v - mu / (1 - s) + mu / (1 + s)


def least_absolute(Phi, y, tol=1e-9):
    """Weights of least absolute errors, and their proof (eq. ls-certificate).

    An interior point method: each step is a least-squares problem with importances. It stops where
    s^T y, below which no weights can get, is within tol * loss of the loss, or where the loss is
    rounding, 1e-14 of the sum of |y_i|. Of several best weights one is returned.
    Phi (n, p), y (n,) -> w (p,), s (n,) with Phi^T s = 0 and |s_i| <= 1.
    Raises ArithmeticError if rounding keeps the gap above tol * loss.
    Source: Portnoy and Koenker 1997.
    """
    w, s = least_squares(Phi, y), np.zeros(len(y))
    r, rounding = y - Phi @ w, 1e-14 * np.abs(y).sum()
    if np.abs(r).sum() <= rounding:
        return w, s
    u = np.maximum(r, 0) + np.abs(r).mean()
    v = u - r
    for _ in range(100):
        left, loss = gap(u, v, s), np.abs(u - v).sum()
        if left <= tol * loss or loss <= rounding:
            return w, s
        dw, du, dv, ds = _newton_step(Phi, u, v, s, mu=0.05 * left / len(y))
        pace = np.max([-du / u, -dv / v, ds / (1 - s), -ds / (1 + s)])
        step = 0.99 / max(pace, 0.99)  # at most 99 % of the way to a wall
        w, s = w + step * dw, s + step * ds
        u, v = u + step * du, v + step * dv
    raise ArithmeticError(f"a gap of {left:.1e} stays; tol={tol} is too small")


def _newton_step(Phi, u, v, s, mu):
    a, t = newton_parts(u, v, s, mu)
    dw = weighted_least_squares(Phi, t, a)
    ds = a * (t - Phi @ dw)
    du = mu / (1 - s) - u + u / (1 - s) * ds
    return dw, du, du + Phi @ dw, ds


# --- estimators ----------------------------------------------------------------------------------


class PolynomialRegression(RegressorMixin, Estimator):
    """Polynomials in each feature, added up, fitted by least squares or least absolute errors.

    degree: the highest power, an integer >= 0.   loss: "squared" or "absolute".

    Each feature is first moved to [-1, 1], which changes no prediction but keeps the powers apart.
    After fit: `centre_` (d,) and `scale_` (d,), middle and half of the range of each feature (1
    where it is constant); `weights_` (1 + degree d,) of 1, z_1, z_1^2, ..., z_2, ... where
    z = (x - centre_) / scale_; `n_features_in_` = d.
    """

    parameters = dict(degree=whole(0), loss=choice("squared", "absolute"))

    def __init__(self, degree=1, loss="squared"):
        self.degree = degree
        self.loss = loss

    def fit(self, X, y):
        """The estimator itself, fitted to X (n, d) and y (n,)."""
        X, y = check_X_y(X, y)
        low, high = X.min(axis=0), X.max(axis=0)
        self.n_features_in_ = X.shape[1]
        self.centre_ = low / 2 + high / 2
        self.scale_ = np.where(high > low, high / 2 - low / 2, 1.0)
        Phi = self._design(X)
        exponent = int(np.frexp(np.abs(y).max())[1])  # a power of two changes no digit
        fit = least_squares if self.loss == "squared" else lambda *data: least_absolute(*data)[0]
        self.weights_ = np.ldexp(fit(Phi, np.ldexp(y, -exponent)), exponent)
        return self

    def predict(self, X):
        """The polynomial at each sample.   X (n, d) -> (n,)"""
        return self._design(check_X_fitted(self, X)) @ self.weights_

    def _design(self, X):
        Z = (X - self.centre_) / self.scale_
        powers = [polynomial(z, self.degree)[:, 1:] for z in Z.T]
        return np.hstack([np.ones((len(X), 1)), *powers])


class LocallyWeightedRegression(RegressorMixin, Estimator):
    """A plane of its own for each prediction, fitted where the samples are near.

    width: the distance at which the importance of a sample has fallen to exp(-1/2), in the units
    of the features, which should have one scale.

    After fit: `X_` and `y_`, copies of the data, all of which every prediction uses;
    `n_features_in_` = d.   Source: Cleveland 1979, with a Gaussian kernel.
    """

    parameters = dict(width=in_range("(0, inf)"))

    def __init__(self, width=1.0):
        self.width = width

    def fit(self, X, y):
        """The estimator itself; it only remembers X (n, d) and y (n,)."""
        X, y = check_X_y(X, y)
        self.X_, self.y_, self.n_features_in_ = X.copy(), y.copy(), X.shape[1]
        return self

    def predict(self, X):
        """Height of the local plane at each sample.   X (m, d) -> (m,), in O(n d^2) for each"""
        with np.errstate(over="ignore", invalid="ignore"):  # what overflows is refused below
            heights = np.array([self._height(x) for x in check_X_fitted(self, X)])
        return finite(heights, "slopes", "X and y")

    def _height(self, x):
        near = importances(self.X_, x, self.width)
        point, height, slope = local_line(self.X_, self.y_, near)
        return height + (x - point) @ slope
