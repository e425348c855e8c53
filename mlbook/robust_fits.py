"""Robust and local fits: least absolute errors, and locally weighted lines.

With Laplace noise the sum of absolute errors takes the place of the sum of squares.
`least_absolute` minimizes it by an interior point method and returns a proof, multipliers s_i from
-1 to 1 with Phi^T s = 0: no weights have a loss below s^T y. Every step is a weighted least-squares
problem. Local lines are weighted least squares as well, with weights that decrease with the
distance from the point of the prediction. Conventions: as in `least_squares`, Phi (n, p) holds one
sample a row and begins with a column of ones. Derived in chapters/robust_fits.ipynb. Source:
Portnoy and Koenker 1997; Cleveland 1979.
"""

from __future__ import annotations

from typing import Self

import numpy as np

from mlbook.contract import (
    Array,
    ArrayLike,
    Estimator,
    RegressorMixin,
    check_X_fitted,
    check_X_y,
    widen_integers,
)
from mlbook.contract.parameters import in_range
from mlbook.least_squares import PolynomialRegression, weighted_least_squares
from mlbook.linear_regression import least_squares
from mlbook.numerics.finite import finite

# --- least absolute errors -----------------------------------------------------------------------


def absolute_loss(w: Array, Phi: Array, y: Array) -> float:
    """The sum of absolute errors, sum_i |y_i - phi_i^T w| (eq. ls-absolute).

    Parameters
    ----------
    w : array (p,)
    Phi : array (n, p)
    y : array (n,)

    Returns
    -------
    float

    Examples
    --------
    >>> float(absolute_loss(np.array([1.0]), np.ones((3, 1)), np.array([0.0, 1.0, 5.0])))
    5.0
    """
    return np.abs(y - Phi @ w).sum()


def gap(u: Array, v: Array, s: Array) -> float:
    """Upper minus lower bound on the least absolute loss (eq. ls-gap).

        u^T (1 - s) + v^T (1 + s)

    Parameters
    ----------
    u, v : array (n,)
        At least 0, with u - v = y - Phi w.
    s : array (n,)
        From -1 to 1, with Phi^T s = 0.

    Returns
    -------
    float

    Examples
    --------
    If s is the sign of each error, the gap is 0.

    >>> float(gap(np.array([2.0, 0.0]), np.array([0.0, 2.0]), np.array([1.0, -1.0])))
    0.0
    """
    return u @ (1 - s) + v @ (1 + s)


def newton_parts(
    u: Array,
    v: Array,
    s: Array,
    mu: float,
) -> tuple[Array, Array]:
    """Importances and targets of a Newton step (eq. ls-newton).

    Parameters
    ----------
    u, v : array (n,)
        Above 0.
    s : array (n,)
        Between -1 and 1.
    mu : float
        The weight of the barrier, at least 0.

    Returns
    -------
    importance : array (n,)
    target : array (n,)

    Examples
    --------
    >>> newton_parts(np.array([3.0]), np.array([1.0]), np.array([0.0]), mu=1.0)
    (array([0.25]), array([2.]))
    """
    importance = 1 / (u / (1 - s) + v / (1 + s))
    return importance, u - v - mu / (1 - s) + mu / (1 + s)


def least_absolute(
    Phi: Array,
    y: Array,
    tol: float = 1e-9,
) -> tuple[Array, Array]:
    """Weights of least absolute errors, and their proof (eq. ls-certificate).

    This is an interior point method: each step is a weighted least-squares problem. It stops when
    the lower bound s^T y is within tol * loss of the loss, or when the loss is only rounding, 1e-14
    of the sum of |y_i|. If there are several best weights, one of them is returned.

    Parameters
    ----------
    Phi : array (n, p)
    y : array (n,)
    tol : float
        The largest gap, as a fraction of the loss.

    Returns
    -------
    w : array (p,)
    s : array (n,)
        With Phi^T s = 0 and |s_i| <= 1.

    Raises
    ------
    ArithmeticError
        If rounding keeps the gap above tol * loss.

    References
    ----------
    Portnoy and Koenker 1997.

    Examples
    --------
    The constant of least absolute errors is the median.

    >>> w, s = least_absolute(np.ones((3, 1)), np.array([0.0, 1.0, 50.0]))
    >>> w.round(6)
    array([1.])
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


def _newton_step(
    Phi: Array, u: Array, v: Array, s: Array, mu: float
) -> tuple[Array, Array, Array, Array]:
    a, t = newton_parts(u, v, s, mu)
    dw = weighted_least_squares(Phi, t, a)
    ds = a * (t - Phi @ dw)
    du = mu / (1 - s) - u + u / (1 - s) * ds
    return dw, du, du + Phi @ dw, ds


# --- local lines ---------------------------------------------------------------------------------


def importances(X: Array, x: Array, width: float) -> Array:
    """The importance of each sample at x (eq. ls-kernel).

        a_i = exp(-|| x_i - x ||^2 / (2 width^2))

    They are divided by the largest of them, which changes no minimum. Far from all data the nearest
    sample therefore keeps the weight 1, and beyond 1e150 widths all do.

    Parameters
    ----------
    X : array (n, d)
    x : array (d,)
    width : float
        Above 0.

    Returns
    -------
    array (n,)

    Examples
    --------
    >>> importances(np.array([[0.0], [1.0]]), np.array([0.0]), width=1.0).round(3)
    array([1.   , 0.607])
    """
    with np.errstate(over="ignore"):
        square = np.minimum((((X - x) / width) ** 2).sum(axis=1), 1e300)
    return np.exp((square.min() - square) / 2)


def local_line(
    X: Array,
    y: Array,
    importance: Array,
) -> tuple[Array, float, Array]:
    """Point, height and slope of the best weighted plane (eq. ls-local).

    It passes through the weighted means, m = sum_i a_i x_i / sum_i a_i and likewise for y. If the
    samples do not determine the slope, the shortest one is returned.

    Parameters
    ----------
    X : array (n, d)
    y : array (n,)
    importance : array (n,)

    Returns
    -------
    point : array (d,)
        The weighted mean of X.
    height : float
        The height of the plane at that point.
    slope : array (d,)

    Examples
    --------
    Three points of the line y = 2 x:

    >>> X = np.array([[0.0], [1.0], [2.0]])
    >>> point, height, slope = local_line(X, 2 * X[:, 0], np.ones(3))
    >>> point.round(9), round(float(height), 9), slope.round(9)
    (array([1.]), 2.0, array([2.]))
    """
    share = importance / importance.sum()
    point, height = share @ X, share @ y
    return point, height, weighted_least_squares(X - point, y - height, share)


# --- estimators ----------------------------------------------------------------------------------


class LeastAbsoluteRegression(PolynomialRegression):
    """A sum of polynomials, one in each feature, fitted by least absolute errors.

    Each feature is first scaled to [-1, 1], as in `PolynomialRegression`.

    Parameters
    ----------
    degree : int
        The highest power, at least 0.

    Attributes
    ----------
    centre_ : array (d,)
        The midpoint of the range of each feature.
    scale_ : array (d,)
        Half of that range, or 1 if the feature is constant.
    weights_ : array (1 + degree d,)
        The weights of 1, z_1, z_1^2, ..., z_2, ... where z = (x - centre_) / scale_.
    n_features_in_ : int
        d.

    References
    ----------
    Portnoy and Koenker 1997.

    Examples
    --------
    The line through four of the five points:

    >>> X = np.array([[0.0], [1.0], [2.0], [3.0], [4.0]])
    >>> y = np.array([0.0, 1.0, 2.0, 3.0, 100.0])
    >>> LeastAbsoluteRegression().fit(X, y).predict([[4.0]]).round(6)
    array([4.])
    """

    @staticmethod
    def _best_weights(Phi: Array, y: Array) -> Array:
        """Those of least absolute errors."""
        return least_absolute(Phi, y)[0]


class LocallyWeightedRegression(RegressorMixin, Estimator):
    """Locally weighted regression: a plane is fitted for each prediction to the nearby samples.

    Parameters
    ----------
    width : float
        The bandwidth, above 0: the distance at which the weight of a sample has decreased to
        exp(-1/2). The features should have the same scale.

    Attributes
    ----------
    X_ : array (n, d)
    y_ : array (n,)
        Copies of the data, which every prediction uses.
    n_features_in_ : int
        d.

    References
    ----------
    Cleveland 1979, with a Gaussian kernel.

    Examples
    --------
    If the points lie on a line, every local plane is that line.

    >>> X = np.array([[0.0], [1.0], [2.0]])
    >>> LocallyWeightedRegression(width=0.5).fit(X, 2 * X[:, 0] + 1).predict([[1.5]]).round(6)
    array([4.])
    """

    parameters = dict(width=in_range("(0, inf)"))

    def __init__(self, width: float = 1.0) -> None:
        self.width = width

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """The estimator itself, which only stores X (n, d) and y (n,)."""
        X, y = check_X_y(X, y)
        self.X_, self.y_, self.n_features_in_ = X.copy(), y.copy(), X.shape[1]
        return self

    def predict(self, X: ArrayLike) -> Array:
        """Height of the local plane at each sample, X (m, d) -> (m,), in O(n d^2) for each."""
        with np.errstate(over="ignore", invalid="ignore"):  # what overflows is refused below
            heights = np.array([self._height(x) for x in check_X_fitted(self, X)])
        return finite(heights, "slopes", "X and y")

    def _height(self, x: Array) -> float:
        near = importances(self.X_, x, self.width)
        point, height, slope = local_line(self.X_, self.y_, near)
        return float(height + (x - point) @ slope)


widen_integers(globals())
