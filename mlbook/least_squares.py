"""Least squares as maximum likelihood, its bases, and how far its predictions can be trusted.

With targets y_i = w^T phi(x_i) + e_i and independent e_i ~ N(0, 1/beta), the likelihood is largest
where the sum of squares J(w) = (1/2) || Phi w - y ||^2 is least, and there

    1 / beta = (1/n) || y - Phi w ||^2.

Student's intervals and the bootstrap say how far a prediction can be trusted. Weights a_i in the
sum of squares account for unequal variances, and are used by the fits of `robust_fits`.
Conventions: Phi (n, p) holds one sample a row and begins with a column of ones; the linear model,
its loss and its normal equations are those of `linear_regression`, only the columns are new.
Derived in chapters/least_squares.ipynb. Source: Bishop 2006, sections 1.2.5 and 3.1; Student 1908;
Efron 1979.
"""

from __future__ import annotations

from typing import NamedTuple, Self

import numpy as np

from mlbook.contract import (
    Array,
    ArrayLike,
    Entries,
    Estimator,
    RegressorMixin,
    Whole,
    check_positive_int,
    check_X_fitted,
    check_X_y,
    widen_integers,
)
from mlbook.contract.parameters import whole
from mlbook.linear_regression import least_squares, loss
from mlbook.protocol.intervals import student_quantile

# --- bases ---------------------------------------------------------------------------------------


def polynomial(x: Entries, degree: int) -> Array:
    """The design matrix of powers, x^0 to x^degree (eq. ls-powers).

    Parameters
    ----------
    x : array (n,)
    degree : int
        The highest power, at least 0.

    Returns
    -------
    array (n, degree + 1)

    Raises
    ------
    ValueError
        If degree is no integer >= 0.

    Examples
    --------
    >>> polynomial(np.array([1, 2, 3]), 2)
    array([[1., 1., 1.],
           [1., 2., 4.],
           [1., 3., 9.]])
    """
    check_positive_int("degree", degree, minimum=0)
    return _column(x) ** np.arange(degree + 1)


def gaussian(x: Entries, centres: Entries, width: float) -> Array:
    """The design matrix of ones and bumps (eq. ls-bump).

        phi_j(x) = exp(-(x - c_j)^2 / (2 s^2))

    Parameters
    ----------
    x : array (n,)
    centres : array (m,)
        The c_j.
    width : float
        The s, above 0.

    Returns
    -------
    array (n, 1 + m)

    Raises
    ------
    ValueError
        If width is not above 0.

    References
    ----------
    Bishop 2006, eq. 3.4.

    Examples
    --------
    A bump is 1 at its centre, and exp(-1/2) one width away from it.

    >>> gaussian(np.array([0.0, 1.0]), np.array([0.0, 1.0]), width=1.0).round(3)
    array([[1.   , 1.   , 0.607],
           [1.   , 0.607, 1.   ]])
    """
    z = _scaled(x, centres, width)
    return _with_ones(np.exp(-z * z / 2))


def sigmoid(x: Entries, centres: Entries, width: float) -> Array:
    """The design matrix of ones and steps (eq. ls-step).

        phi_j(x) = 1 / (1 + exp(-(x - c_j) / s))

    Written as (1 + tanh(z/2)) / 2 with z = (x - c_j)/s, which never overflows (eq. ls-tanh).

    Parameters
    ----------
    x : array (n,)
    centres : array (m,)
        The c_j.
    width : float
        The s, above 0.

    Returns
    -------
    array (n, 1 + m)

    Raises
    ------
    ValueError
        If width is not above 0.

    References
    ----------
    Bishop 2006, eqs. 3.5 and 3.6.

    Examples
    --------
    A step is 1/2 at its centre.

    >>> sigmoid(np.array([-100.0, 0.0, 100.0]), np.array([0.0]), width=1.0)
    array([[1. , 0. ],
           [1. , 0.5],
           [1. , 1. ]])
    """
    return _with_ones((1 + np.tanh(_scaled(x, centres, width) / 2)) / 2)


def _column(x: ArrayLike) -> Array:
    """x (n,) upright; whole numbers become float64, whose powers do not wrap."""
    x = np.asarray(x)
    if x.ndim != 1:
        raise ValueError(f"x must be 1-D (n,); received shape {x.shape}")
    return x[:, np.newaxis].astype(float if x.dtype.kind in "biu" else x.dtype)


def _scaled(x: ArrayLike, centres: Entries, width: float) -> Array:
    if not width > 0:
        raise ValueError(f"width must be a number > 0; received {width!r}")
    return (_column(x) - np.asarray(centres)) / width


def _with_ones(columns: Array) -> Array:
    return np.hstack([np.ones((len(columns), 1), dtype=int), columns])


# --- least squares and its likelihood ------------------------------------------------------------


def log_density(error: Array, beta: float) -> Array:
    """Log density of N(0, 1/beta) at each error (eq. ls-precision-form).

        (1/2) log beta - (1/2) log 2 pi - (beta/2) error^2

    Parameters
    ----------
    error : array
        An array of any shape.
    beta : float
        The precision, above 0.

    Returns
    -------
    array
        An array of the shape of error.

    References
    ----------
    Bishop 2006, eq. 1.46.

    Examples
    --------
    One standard deviation away from the mean the logarithm is lower by 1/2.

    >>> log_density(np.array([0.0, 1.0]), 1.0).round(3)
    array([-0.919, -1.419])
    """
    return (np.log(beta) - np.log(2 * np.pi) - beta * error * error) / 2


def log_likelihood(w: Array, beta: float, Phi: Array, y: Array) -> float:
    """Log likelihood under Gaussian noise (eq. ls-log-likelihood).

    Parameters
    ----------
    w : array (p,)
    beta : float
        The precision of the noise, above 0.
    Phi : array (n, p)
    y : array (n,)

    Returns
    -------
    float

    References
    ----------
    Bishop 2006, eq. 3.11.

    Examples
    --------
    Two errors of 0 at the precision 2 pi, where the density is 1:

    >>> y = np.array([2.0, 3.0])
    >>> float(log_likelihood(np.array([1.0]), 2 * np.pi, y[:, np.newaxis], y))
    0.0
    """
    return log_density(y - Phi @ w, beta).sum()


def noise_precision(w: Array, Phi: Array, y: Array) -> float:
    """The noise precision of largest likelihood (eq. ls-precision).

        n / (2 J(w)) = n / || y - Phi w ||^2

    Parameters
    ----------
    w : array (p,)
    Phi : array (n, p)
    y : array (n,)

    Returns
    -------
    float
        inf if the fit is exact.

    References
    ----------
    Bishop 2006, eq. 3.21.

    Examples
    --------
    Errors of 1 and -1, so the variance is 1:

    >>> float(noise_precision(np.array([0.0]), np.ones((2, 1)), np.array([1.0, -1.0])))
    1.0
    """
    J = loss(w, Phi, y)
    return len(y) / (2 * J) if J else np.inf


# --- how far to trust a prediction ---------------------------------------------------------------


class Predictions(NamedTuple):
    """Predictions, and the half widths of two intervals about each.

    Parameters
    ----------
    value : array (m,)
    mean : array (m,)
        Half the width of the confidence interval of the mean target with these features.
    new : array (m,)
        Half the width of the prediction interval of one new target.

    Examples
    --------
    >>> Predictions(np.array([5.0]), np.array([1.0]), np.array([2.0])).new
    array([2.])
    """

    value: Array
    mean: Array
    new: Array


def leverage(Phi: Array, rows: Array) -> Array:
    """The leverage a^T (Phi^T Phi)^-1 a of each row a (eq. ls-leverage).

    It is the squared length of the shortest c with Phi^T c = a, and c^T y is the prediction.

    Parameters
    ----------
    Phi : array (n, p)
        Its columns are linearly independent.
    rows : array (m, p)

    Returns
    -------
    array (m,)

    References
    ----------
    Hastie et al. 2009, section 3.2.

    Examples
    --------
    Half-way between 0 and 2 it is 1/2; at 2 it is larger by (2 - 1)^2 / 2.

    >>> leverage(np.array([[1.0, 0.0], [1.0, 2.0]]), np.array([[1.0, 1.0], [1.0, 2.0]])).round(9)
    array([0.5, 1. ])
    """
    c = least_squares(Phi.T, rows.T)
    return (c * c).sum(axis=0)


def prediction_intervals(
    Phi: Array,
    y: Array,
    rows: Array,
    level: float = 0.95,
) -> Predictions:
    """Predictions for new rows, with Student's intervals (eqs. ls-mean-variance, ls-new-variance).

        a^T w +- t s sqrt(l)   and   a^T w +- t s sqrt(1 + l),   s^2 = ||y - Phi w||^2 / (n - p)

    Here l is the `leverage` of the row a. The absolute value of a Student variable with n - p
    degrees of freedom exceeds t with the probability 1 - level. The intervals are exact for
    Gaussian errors.

    Parameters
    ----------
    Phi : array (n, p)
    y : array (n,)
    rows : array (m, p)
    level : float
        Between 0 and 1.

    Returns
    -------
    Predictions

    Raises
    ------
    ValueError
        If the columns of Phi are dependent, there are not more samples than columns, or level is
        not in its range.

    References
    ----------
    Hastie et al. 2009, section 3.2; Student 1908.

    Examples
    --------
    The targets 0 and 2 have the mean 1 and s^2 = 2; Student's T lies within 1 with probability 1/2.

    >>> ones = np.ones((2, 1))
    >>> found = prediction_intervals(ones, np.array([0.0, 2.0]), ones[:1], level=0.5)
    >>> found.value.round(6), found.mean.round(6), found.new.round(6)
    (array([1.]), array([1.]), array([1.732051]))
    """
    n, p = Phi.shape
    if n <= p or np.linalg.matrix_rank(Phi) < p:
        raise ValueError(f"Phi must have independent columns, fewer than rows; received {n} x {p}")
    w = least_squares(Phi, y)
    t, s = student_quantile(level, n - p), np.sqrt(2 * loss(w, Phi, y) / (n - p))
    reach = leverage(Phi, rows)
    return Predictions(rows @ w, t * s * np.sqrt(reach), t * s * np.sqrt(1 + reach))


def residual_bootstrap(Phi: Array, y: Array, rows: Array, draws: Whole) -> Array:
    """Predictions for rows after fits to targets made of fitted values and drawn residuals.

    Parameters
    ----------
    Phi : array (n, p)
    y : array (n,)
    rows : array (m, p)
    draws : array (L, n)
        Indices from 0 to n - 1: whose residual each sample gets.

    Returns
    -------
    array (L, m)

    References
    ----------
    Efron 1979, section 7.

    Examples
    --------
    The residuals are -1 and 1. Drawn in their order they give the fit, and drawing the second twice
    gives one more.

    >>> ones, y = np.ones((2, 1)), np.array([0.0, 2.0])
    >>> residual_bootstrap(ones, y, ones[:1], np.array([[0, 1], [1, 1]])).round(9)
    array([[1.],
           [2.]])
    """
    fitted = Phi @ least_squares(Phi, y)
    again = fitted + (y - fitted)[draws]
    return (rows @ least_squares(Phi, again.T)).T


# --- weighted least squares ----------------------------------------------------------------------


def weighted_least_squares(Phi: Array, y: Array, importance: Array) -> Array:
    """The weights of least weighted squares, the shortest ones (eq. ls-weighted).

        (1/2) sum_i a_i (phi_i^T w - y_i)^2

    Each row of Phi and y is multiplied by the square root of its weight a_i (eq. ls-roots).

    Parameters
    ----------
    Phi : array (n, p)
    y : array (n,)
    importance : array (n,)
        The weights a_i, at least 0.

    Returns
    -------
    array (p,)

    References
    ----------
    Bishop 2006, exercise 3.3.

    Examples
    --------
    A constant is the weighted mean, here (3 * 0 + 1 * 4) / 4.

    >>> weighted_least_squares(np.ones((2, 1)), np.array([0.0, 4.0]), np.array([3.0, 1.0])).round(9)
    array([1.])
    """
    root = np.sqrt(importance)
    return least_squares(Phi * root[:, np.newaxis], y * root)


# --- estimators ----------------------------------------------------------------------------------


class PolynomialRegression(RegressorMixin, Estimator):
    """A sum of polynomials, one in each feature, fitted by least squares.

    Each feature is first scaled to [-1, 1], which changes no prediction but makes the powers less
    collinear.

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

    Examples
    --------
    Four points of the parabola y = x^2:

    >>> X = np.array([[-1.0], [0.0], [1.0], [2.0]])
    >>> PolynomialRegression(degree=2).fit(X, X[:, 0] ** 2).predict([[3.0]]).round(6)
    array([9.])
    """

    parameters = dict(degree=whole(0))

    def __init__(self, degree: int = 1) -> None:
        self.degree = degree

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """The estimator itself, fitted to X (n, d) and y (n,)."""
        X, y = check_X_y(X, y)
        low, high = X.min(axis=0), X.max(axis=0)
        self.n_features_in_ = X.shape[1]
        self.centre_ = low / 2 + high / 2
        self.scale_ = np.where(high > low, high / 2 - low / 2, 1.0)
        Phi = self._design(X)
        exponent = int(np.frexp(np.abs(y).max())[1])  # a power of two changes no digit
        self.weights_ = np.ldexp(self._best_weights(Phi, np.ldexp(y, -exponent)), exponent)
        return self

    def predict(self, X: ArrayLike) -> Array:
        """The polynomial at each sample, X (n, d) -> (n,)."""
        return self._design(check_X_fitted(self, X)) @ self.weights_

    @staticmethod
    def _best_weights(Phi: Array, y: Array) -> Array:
        """Those of least squares; a subclass may prefer others."""
        return least_squares(Phi, y)

    def _design(self, X: Array) -> Array:
        Z = (X - self.centre_) / self.scale_
        powers = [polynomial(z, self.degree)[:, 1:] for z in Z.T]
        return np.hstack([np.ones((len(X), 1)), *powers])


widen_integers(globals())
