"""Logistic regression: the weights under which the labels of the samples are most probable.

The model says that label 1 has the probability p = sigmoid(a), whose log odds a = Phi w are linear.
The loss of weights w on a design matrix Phi = (1 X) with labels y in {0, 1} is

    K(w) = sum_i log(1 + e^a_i) - y_i a_i,   its gradient Phi^T (p - y),   its Hessian Phi^T R Phi,

with R = diag(p_i (1 - p_i)). It is convex; if some weights separate the classes it has no
minimizer, but with a penalty lam/2 ||w||^2 it always has one. Binary labels are one of many
families of responses: for counts or real numbers the loss is sum_i b(a_i) - y_i a_i, and only b is
different. Conventions: the first weight is the intercept and has no penalty; K is a sum, not a
mean. Functions of `+ - * / @ .T`, exponentials and logarithms also run on symbols: the proofs are
about this code. Derived in chapters/logistic_regression.ipynb. Source: Bishop 2006, sections 4.3.2
to 4.3.4; Hastie, Tibshirani and Friedman 2009, section 4.4; McCullagh and Nelder 1989.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Self

import numpy as np

from mlbook.contract import (
    Array,
    ArrayLike,
    ClassifierMixin,
    Estimator,
    check_labels,
    check_squares,
    check_X,
    check_X_fitted,
    widen_integers,
)
from mlbook.contract.parameters import in_range
from mlbook.linear.moments import column_means
from mlbook.linear_regression import design, hypothesis, least_squares
from mlbook.losses import LogisticLoss, SoftmaxLoss, sigmoid, softmax

# --- two classes ---------------------------------------------------------------------------------


def logistic_loss(w: Array, Phi: Array, y: Array) -> float:
    """The logistic loss of weights (eq. logistic-loss).

        sum_i log(1 + e^a_i) - y_i a_i,    a = Phi w,    y_i in {0, 1}

    This is the negative log likelihood.

    Parameters
    ----------
    w : array (p,)
    Phi : array (n, p)
    y : array (n,)
        Labels 0 and 1.

    Returns
    -------
    float

    References
    ----------
    Bishop 2006, eq. 4.90.

    Examples
    --------
    With the weights 0 every label has the probability 1/2.

    >>> round(float(logistic_loss(np.zeros(1), np.ones((2, 1)), np.array([0, 1])) / np.log(2)), 9)
    2.0
    """
    return LogisticLoss().value(y, hypothesis(w, Phi)).sum()


def logistic_gradient(w: Array, Phi: Array, y: Array) -> Array:
    """Its gradient, Phi^T (p - y) (eq. logistic-gradient).

    Here p = sigmoid(Phi w) are the probabilities of label 1.

    Parameters
    ----------
    w : array (p,)
    Phi : array (n, p)
    y : array (n,)
        Labels 0 and 1.

    Returns
    -------
    array (p,)

    References
    ----------
    Bishop 2006, eq. 4.91.

    Examples
    --------
    >>> logistic_gradient(np.zeros(1), np.array([[1.0], [3.0]]), np.array([0, 1]))
    array([-1.])
    """
    return Phi.T @ (sigmoid(hypothesis(w, Phi)) - y)


def logistic_hessian(w: Array, Phi: Array) -> Array:
    """Its Hessian, Phi^T R Phi (eq. logistic-hessian).

    Here R = diag(p_i (1 - p_i)), with the probabilities p of label 1.

    Parameters
    ----------
    w : array (p,)
    Phi : array (n, p)

    Returns
    -------
    array (p, p)

    References
    ----------
    Bishop 2006, eq. 4.97.

    Examples
    --------
    With the weights 0 each p_i (1 - p_i) is 1/4.

    >>> logistic_hessian(np.zeros(2), np.array([[1.0, 0.0], [1.0, 2.0]]))
    array([[0.5, 0.5],
           [0.5, 1. ]])
    """
    a = hypothesis(w, Phi)
    return (Phi.T * (sigmoid(a) * sigmoid(-a))) @ Phi


def newton_step(w: Array, Phi: Array, y: Array) -> Array:
    """The weights after one step of Newton's method, w - H^-1 g (eq. logistic-newton).

    H^-1 g is the shortest least-squares solution, so collinear columns do no harm. If all p_i are 0
    or 1 up to rounding, H is zero and w is unchanged.

    Parameters
    ----------
    w : array (p,)
    Phi : array (n, p)
    y : array (n,)
        Labels 0 and 1.

    Returns
    -------
    array (p,)

    References
    ----------
    Bishop 2006, eq. 4.92.

    Examples
    --------
    Three of four labels are 1: g = 2 - 3 and H = 4 / 4.

    >>> newton_step(np.zeros(1), np.ones((4, 1)), np.array([0, 1, 1, 1])).round(9)
    array([1.])
    """
    return w - least_squares(logistic_hessian(w, Phi), logistic_gradient(w, Phi, y))


def working_responses(w: Array, Phi: Array, y: Array) -> Array:
    """The targets z of the least-squares problem that is Newton's step (eq. logistic-working).

        z_i = a_i + (y_i - p_i) / (p_i (1 - p_i)),    a = Phi w

    Its samples have the weights p_i (1 - p_i).

    Parameters
    ----------
    w : array (p,)
    Phi : array (n, p)
    y : array (n,)
        Labels 0 and 1.

    Returns
    -------
    array (n,)

    References
    ----------
    Bishop 2006, eq. 4.103.

    Examples
    --------
    >>> working_responses(np.zeros(1), np.ones((2, 1)), np.array([0, 1]))
    array([-2.,  2.])
    """
    a = hypothesis(w, Phi)
    return a + (y - sigmoid(a)) / (sigmoid(a) * sigmoid(-a))


# --- several classes -----------------------------------------------------------------------------


def softmax_loss(W: Array, Phi: Array, Y: Array) -> float:
    """The softmax loss of weights W (p, C), one column for each class (eq. logistic-softmax-loss).

        sum_i log sum_c e^A_ic - sum_c Y_ic A_ic,    A = Phi W

    Parameters
    ----------
    W : array (p, C)
    Phi : array (n, p)
    Y : array (n, C)
        One-hot: 1 in the column of the sample's class.

    Returns
    -------
    float

    References
    ----------
    Bishop 2006, eq. 4.108.

    Examples
    --------
    With the weights 0 each of three classes has the probability 1/3.

    >>> round(float(softmax_loss(np.zeros((1, 3)), np.ones((1, 1)), np.eye(3)[:1]) / np.log(3)), 9)
    1.0
    """
    return SoftmaxLoss().value(Y, hypothesis(W, Phi)).sum()


def softmax_gradient(W: Array, Phi: Array, Y: Array) -> Array:
    """Its gradient, Phi^T (P - Y) with P = softmax(Phi W) (eq. logistic-softmax-gradient).

    Parameters
    ----------
    W : array (p, C)
    Phi : array (n, p)
    Y : array (n, C)
        One-hot: 1 in the column of the sample's class.

    Returns
    -------
    array (p, C)

    References
    ----------
    Bishop 2006, eq. 4.109.

    Examples
    --------
    >>> softmax_gradient(np.zeros((1, 2)), np.ones((1, 1)), np.array([[1, 0]]))
    array([[-0.5,  0.5]])
    """
    return Phi.T @ (softmax(hypothesis(W, Phi)) - Y)


# --- other responses -----------------------------------------------------------------------------


class Family(NamedTuple):
    """A family of responses in canonical form, by its potential and two derivatives of it.

    Parameters
    ----------
    potential : function
        b(a), so that the density of y is a multiple of exp(y a - b(a)) (eq. logistic-family).
    mean : function
        b'(a), the mean of a response (eq. logistic-family-mean).
    variance : function
        b''(a), its variance (eq. logistic-family-variance).

    References
    ----------
    McCullagh and Nelder 1989, section 2.2.

    Examples
    --------
    A count with the natural parameter log 3 has the mean 3, and the variance 3.

    >>> float(POISSON.mean(np.log(3)).round(9)), float(POISSON.variance(np.log(3)).round(9))
    (3.0, 3.0)
    """

    potential: Callable[[Array], Array]
    mean: Callable[[Array], Array]
    variance: Callable[[Array], Array]


GAUSSIAN = Family(lambda a: a * a / 2, lambda a: a, np.ones_like)
BERNOULLI = Family(lambda a: np.logaddexp(0, a), sigmoid, lambda a: sigmoid(a) * sigmoid(-a))
POISSON = Family(np.exp, np.exp, np.exp)


def family_loss(w: Array, Phi: Array, y: Array, family: Family) -> float:
    """The negative log likelihood of weights, but for a constant (eq. logistic-family-loss).

        sum_i b(a_i) - y_i a_i,    a = Phi w

    Parameters
    ----------
    w : array (p,)
    Phi : array (n, p)
    y : array (n,)
    family : Family

    Returns
    -------
    float

    References
    ----------
    McCullagh and Nelder 1989, section 2.2.

    Examples
    --------
    For Gaussian responses it is half the squared error minus y^2 / 2: 9/2 - 25/2.

    >>> float(family_loss(np.array([2.0]), np.ones((1, 1)), np.array([5.0]), GAUSSIAN))
    -8.0
    """
    a = hypothesis(w, Phi)
    return (family.potential(a) - y * a).sum()


def generalized_linear(
    Phi: Array,
    y: Array,
    family: Family,
    tol: float = 1e-12,
) -> Array:
    """The weights (p,) of least `family_loss`, by Newton's method with halved steps.

    Each step is a weighted least-squares problem (eq. logistic-newton). It stops when the next step
    would lower the loss by less than tol times its value. If there are no best weights, as for
    separable labels or counts that are all 0, they grow until then.

    Parameters
    ----------
    Phi : array (n, p)
    y : array (n,)
    family : Family
    tol : float

    Returns
    -------
    array (p,)

    References
    ----------
    Nelder and Wedderburn 1972.

    Examples
    --------
    With a constant alone, the weight is the logarithm of the mean count.

    >>> w = generalized_linear(np.ones((2, 1)), np.array([2, 4]), POISSON)
    >>> np.exp(w).round(6)
    array([3.])
    """
    w = np.zeros(Phi.shape[1])
    now, gain = family_loss(w, Phi, y, family), np.inf
    while gain > tol * (1 + abs(now)):
        a = hypothesis(w, Phi)
        g = Phi.T @ (family.mean(a) - y)
        step = least_squares((Phi.T * family.variance(a)) @ Phi, -g)
        with np.errstate(over="ignore"):  # an infinite loss is too large, too
            while (new := family_loss(w + step, Phi, y, family)) > now:
                step /= 2
        gain, w, now = -(g @ step) / 2, w + step, new
    return w


# --- with a penalty ------------------------------------------------------------------------------


def penalized_logistic(w: Array, Phi: Array, y: Array, lam: float) -> float:
    """The logistic loss and a penalty on all weights but the intercept (eq. logistic-penalised).

        sum_i log(1 + e^a_i) - y_i a_i + lam/2 sum_(j > 0) w_j^2,    a = Phi w

    Parameters
    ----------
    w : array (p,)
    Phi : array (n, p)
        The first column is all ones.
    y : array (n,)
        Labels 0 and 1.
    lam : float
        The factor of the penalty.

    Returns
    -------
    float

    Examples
    --------
    If a feature is 0, its weight contributes only the penalty, 6/2 * 2^2.

    >>> Phi, y = np.array([[1.0, 0.0]]), np.array([1])
    >>> w = np.array([0.0, 2.0])
    >>> float(penalized_logistic(w, Phi, y, 6.0) - logistic_loss(w, Phi, y))
    12.0
    """
    return logistic_loss(w, Phi, y) + lam * (w[1:] * w[1:]).sum() / 2


def logistic_ridge(
    Phi: Array,
    y: Array,
    lam: float,
    tol: float = 1e-12,
) -> Array:
    """The weights (p,) of least `penalized_logistic`, by Newton's method with halved steps.

    It stops when the next step would lower the loss by less than tol times its value.

    Parameters
    ----------
    Phi : array (n, p)
        The first column is all ones.
    y : array (n,)
        Labels 0 and 1, both of which must occur, so that the minimum is unique (eq.
        logistic-unique).
    lam : float
        The factor of the penalty, above 0.
    tol : float

    Returns
    -------
    array (p,)

    Examples
    --------
    With a constant alone, the probability is 3/4 and the log odds are log 3.

    >>> round(float(logistic_ridge(np.ones((4, 1)), np.array([0, 1, 1, 1]), 1.0)[0] / np.log(3)), 6)
    1.0
    """
    penalty = np.append(0.0, np.full(Phi.shape[1] - 1, lam))
    w = np.zeros(Phi.shape[1])
    now, gain = penalized_logistic(w, Phi, y, lam), np.inf
    while gain > tol * now:
        g = logistic_gradient(w, Phi, y) + penalty * w
        step = np.linalg.lstsq(logistic_hessian(w, Phi) + np.diag(penalty), -g)[0]
        while (new := penalized_logistic(w + step, Phi, y, lam)) > now:
            step /= 2
        gain, w, now = -(g @ step) / 2, w + step, new
    return w


class LogisticRegression(ClassifierMixin, Estimator):
    """Penalized logistic regression; for C > 2 classes one model for each class against the rest.

    A single class has the weights 0 and the probability 1.

    Parameters
    ----------
    lam : float
        The factor of the penalty on squared weights, above 0; scikit-learn's C is 1 / lam.

    Attributes
    ----------
    classes_ : array (C,)
    coef_ : array (1, d), or (C, d) for C > 2
    intercept_ : array (1,), or (C,) for C > 2
    n_features_in_ : int

    Examples
    --------
    >>> model = LogisticRegression().fit([[0.0], [1.0], [3.0], [4.0]], ["a", "a", "b", "b"])
    >>> model.predict([[0.5], [3.5]])
    array(['a', 'b'], dtype='<U1')
    >>> model.predict_proba([[2.0]]).round(6)  # half-way
    array([[0.5, 0.5]])
    """

    parameters = dict(lam=in_range("(0, inf)"))

    def __init__(self, lam: float = 1.0) -> None:
        self.lam = lam

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """The estimator itself, fitted to X (n, d) and labels y (n,)."""
        X = check_X(X)
        check_squares("X", X)
        self.classes_, codes = check_labels(y, len(X))
        own = codes == np.arange(len(self.classes_))[:, np.newaxis]
        targets = own[1:] if len(own) == 2 else own
        mean = column_means(X)
        Phi = design(X - mean)
        W = np.zeros((len(targets), Phi.shape[1]))
        if len(own) > 1:
            W[:] = [logistic_ridge(Phi, each.astype(float), self.lam) for each in targets]
        self.coef_, self.intercept_ = W[:, 1:], W[:, 0] - W[:, 1:] @ mean
        self.n_features_in_ = X.shape[1]
        return self

    def decision_function(self, X: ArrayLike) -> Array:
        """Log-odds (n,) of the second of two classes; for C > 2 of each against the rest (n, C)."""
        F = check_X_fitted(self, X) @ self.coef_.T + self.intercept_
        return F[:, 0] if F.shape[1] == 1 else F

    def predict_proba(self, X: ArrayLike) -> Array:
        """Probabilities (n, C); for C > 2 those of each against the rest, divided by their sum."""
        F = self.decision_function(X)
        if len(self.classes_) == 1:
            return np.ones((len(F), 1))
        F = np.column_stack([-F, F]) if F.ndim == 1 else F
        return softmax(-np.logaddexp(0, -F))

    def predict(self, X: ArrayLike) -> Array:
        """The most probable class (n,); in a tie the first."""
        likeliest = self.predict_proba(X).argmax(axis=1)
        return self.classes_[likeliest]


widen_integers(globals())
