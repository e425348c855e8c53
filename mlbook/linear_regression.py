"""Linear regression: the weights of a linear function that leave the least squared error.

The loss of weights w on a design matrix Phi = (1 X) with targets y is

    J(w) = ||Phi w - y||^2 / 2,    its gradient Phi^T (Phi w - y),    its Hessian Phi^T Phi,

and w is a minimizer if and only if the gradient is zero. Gradient descent with the step eta
converges to a minimizer from any start if eta < 2 / lambda_1, where lambda_1 is the largest
eigenvalue of Phi^T Phi. Conventions: the first weight is the intercept; J has the factor 1/2 and is
a sum, not a mean; among several minimizers `least_squares` takes the shortest. Functions of `+ - *
/ @ .T` also run on fractions and symbols: the proofs are about this code. Derived in
chapters/linear_regression.ipynb. Source: Bishop 2006, sections 3.1.1 to 3.1.3; Nesterov 2004,
section 2.1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice, repeat
from typing import Self

import numpy as np

from mlbook.contract import (
    Array,
    ArrayLike,
    Estimator,
    RegressorMixin,
    check_random_state,
    check_X_fitted,
    check_X_y,
    widen_integers,
)
from mlbook.contract.parameters import check_seed, choice, in_range, optional, whole
from mlbook.linear.moments import column_means, standardize
from mlbook.numerics.finite import finite

DIVERGED = 1e100  # weights beyond this count as diverged: their squares are still floats


def design(X: Array) -> Array:
    """The design matrix Phi = (1 X) (eq. linear-design): a one before the features.

    Parameters
    ----------
    X : array (n, d), or (n,) for one feature

    Returns
    -------
    array (n, d + 1)
        Of the same kind of numbers.

    Examples
    --------
    >>> design(np.array([5, 7]))
    array([[1, 5],
           [1, 7]])
    """
    return np.column_stack([np.ones(len(X), dtype=X.dtype), X])


def hypothesis(w: Array, Phi: Array) -> Array:
    """The predictions Phi w (eq. linear-hypothesis).

    Parameters
    ----------
    w : array (p,)
    Phi : array (n, p)

    Returns
    -------
    array (n,)

    Examples
    --------
    >>> hypothesis(np.array([1, 2]), np.array([[1, 5], [1, 7]]))
    array([11, 15])
    """
    return Phi @ w


def loss(w: Array, Phi: Array, y: Array) -> float:
    """Half the sum of squared errors, J(w) = ||Phi w - y||^2 / 2 (eq. linear-loss).

    Parameters
    ----------
    w : array (p,)
    Phi : array (n, p)
    y : array (n,)

    Returns
    -------
    float

    References
    ----------
    Bishop 2006, eq. 3.12.

    Examples
    --------
    The errors are 1 and -1.

    >>> float(loss(np.array([1, 2]), np.array([[1, 5], [1, 7]]), np.array([10, 16])))
    1.0
    """
    r = hypothesis(w, Phi) - y
    return r @ r / 2


def gradient(w: Array, Phi: Array, y: Array) -> Array:
    """The gradient of the loss, Phi^T (Phi w - y) (eq. linear-gradient).

    Parameters
    ----------
    w : array (p,)
    Phi : array (n, p)
    y : array (n,)

    Returns
    -------
    array (p,)

    Examples
    --------
    >>> gradient(np.array([1, 2]), np.array([[1, 5], [1, 7]]), np.array([10, 16]))
    array([ 0, -2])
    """
    return Phi.T @ (hypothesis(w, Phi) - y)


def hessian(Phi: Array) -> Array:
    """The Hessian of the loss, Phi^T Phi (eq. linear-hessian).

    Parameters
    ----------
    Phi : array (n, p)

    Returns
    -------
    array (p, p)

    Examples
    --------
    >>> hessian(np.array([[1, 5], [1, 7]]))
    array([[ 2, 12],
           [12, 74]])
    """
    return Phi.T @ Phi


def least_squares(Phi: Array, y: Array) -> Array:
    """The shortest minimizer of the loss (eq. linear-normal).

    It solves Phi^T Phi w = Phi^T y. These equations are never formed, because that would square the
    condition number: `lstsq` uses the singular values of Phi, and treats those below the rounding
    error of the largest times n or p as zero.

    Parameters
    ----------
    Phi : array (n, p)
    y : array (n,)

    Returns
    -------
    array (p,)

    References
    ----------
    Bishop 2006, eq. 3.15.

    Examples
    --------
    Three points of the line 1 + 2 x:

    >>> least_squares(np.array([[1.0, 0], [1, 1], [1, 2]]), np.array([1.0, 3, 5])).round(9)
    array([1., 2.])
    """
    return np.linalg.lstsq(Phi, y, rcond=None)[0]


# --- gradient descent ----------------------------------------------------------------------------


def step(w: Array, Phi: Array, y: Array, learning_rate: float) -> Array:
    """The weights after one step down, w - eta Phi^T (Phi w - y) (eq. linear-step).

    With some rows of Phi and y only, it is a stochastic or mini-batch step (eq. linear-one-sample).

    Parameters
    ----------
    w : array (p,)
    Phi : array (n, p)
    y : array (n,)
    learning_rate : float
        The step size eta.

    Returns
    -------
    array (p,)

    Examples
    --------
    >>> step(np.array([1.0, 2.0]), np.array([[1, 5], [1, 7]]), np.array([10, 16]), 0.25)
    array([1. , 2.5])
    """
    return w - learning_rate * gradient(w, Phi, y)


def curvatures(Phi: Array) -> Array:
    """The positive eigenvalues of the Hessian, largest first.

    They are the squared singular values of Phi (eq. linear-spectral); those that cannot be
    distinguished from 0 after rounding are left out, by the rule of `least_squares`.

    Parameters
    ----------
    Phi : array (n, p)

    Returns
    -------
    array (rank,)

    Raises
    ------
    ValueError
        If Phi is zero.

    Examples
    --------
    The second column is twice the first, so only one direction has a positive curvature, 1 + 4.

    >>> curvatures(np.array([[1.0, 2.0]])).round(9)
    array([5.])
    """
    s = np.linalg.svd(Phi, compute_uv=False)
    positive = s[s > max(Phi.shape) * np.finfo(float).eps * s[0]]
    if not len(positive):
        raise ValueError("Phi must have an entry other than 0; received zeros only")
    return positive**2


def step_limit(Phi: Array) -> float:
    """The limit of the step size, 2 / lambda_1 (eq. linear-shrink).

    Below it gradient descent converges from every start, above it from almost none.

    Parameters
    ----------
    Phi : array (n, p)

    Returns
    -------
    float

    Raises
    ------
    ValueError
        If Phi is zero.

    References
    ----------
    Nesterov 2004, section 2.1.5.

    Examples
    --------
    >>> float(step_limit(np.array([[2.0, 0.0], [0.0, 1.0]])))
    0.5
    """
    return 2 / curvatures(Phi)[0]


def best_step(Phi: Array) -> float:
    """The best fixed step size, 2 / (lambda_1 + lambda_r) (eq. linear-best).

    lambda_r is the smallest positive eigenvalue of the Hessian.

    Parameters
    ----------
    Phi : array (n, p)

    Returns
    -------
    float

    Raises
    ------
    ValueError
        If Phi is zero.

    References
    ----------
    Nesterov 2004, section 2.1.5.

    Examples
    --------
    >>> float(best_step(np.array([[2.0, 0.0], [0.0, 1.0]])))
    0.4
    """
    lam = curvatures(Phi)
    return 2 / (lam[0] + lam[-1])


def weights_after(
    steps: int,
    w: Array,
    Phi: Array,
    y: Array,
    learning_rate: float,
) -> Array:
    """The weights after a number of full steps from w, in closed form (eq. linear-after).

        w* + sum_j (1 - eta lambda_j)^steps v_j v_j^T (w - w*)

    Parameters
    ----------
    steps : int
    w : array (p,)
        The starting point.
    Phi : array (n, p)
    y : array (n,)
    learning_rate : float
        The step size eta.

    Returns
    -------
    array (p,)

    Examples
    --------
    One weight, lambda = 1 and eta = 1/2: each step halves the distance to 8.

    >>> weights_after(3, np.array([0.0]), np.array([[1.0]]), np.array([8.0]), 0.5).round(9)
    array([7.])
    """
    lam, V = np.linalg.eigh(hessian(Phi))
    end = least_squares(Phi, y)
    return end + V @ ((1 - learning_rate * lam) ** steps * (V.T @ (w - end)))


@dataclass(frozen=True)
class Descent:
    """The path of a descent: the weights after each step, and how it ended.

    Parameters
    ----------
    path : array (t + 1, p)
        The start and the weights after each of t steps, all of them finite.
    status : str
        "converged" if a step changed no weight by more than tol times the largest one; "diverged"
        if a weight exceeded 1e100 or the final loss is above both the initial one and that of w =
        0; or "out of steps".

    Examples
    --------
    >>> Descent(np.array([[0.0], [1.0]]), "out of steps").path[-1]
    array([1.])
    """

    path: Array
    status: str


def batches(
    n: int, batch_size: int, random_state: np.random.Generator | int = 0
) -> Iterator[Array]:
    """Batches of indices without end; each pass visits all n samples in a new random order.

    Parameters
    ----------
    n : int
        The number of samples.
    batch_size : int
        The number of samples in a batch; the last batch of a pass may have fewer.
    random_state : int or Generator

    Yields
    ------
    array (batch_size,)

    Examples
    --------
    >>> deal = batches(5, 2)
    >>> [len(next(deal)) for _ in range(6)]
    [2, 2, 1, 2, 2, 1]
    """
    rng = check_random_state(random_state)
    while True:
        order = rng.permutation(n)
        yield from (order[i : i + batch_size] for i in range(0, n, batch_size))


def gradient_descent(
    Phi: Array,
    y: Array,
    learning_rate: float,
    n_steps: int,
    w: ArrayLike | None = None,
    tol: float = 0.0,
) -> Descent:
    """The `Descent` from w by at most n_steps steps with all samples (eq. linear-step).

    Parameters
    ----------
    Phi : array (n, p)
    y : array (n,)
    learning_rate : float
        The step size eta.
    n_steps : int
    w : array (p,)
        The starting point; None stands for zeros.
    tol : float
        Stop when a step changes no weight by more than tol times the largest one.

    Returns
    -------
    Descent

    References
    ----------
    Bishop 2006, section 3.1.3.

    Examples
    --------
    Each step halves the distance to 8.

    >>> gradient_descent(np.array([[1.0]]), np.array([8.0]), 0.5, n_steps=3).path.ravel()
    array([0., 4., 6., 7.])
    """
    w = np.zeros(Phi.shape[1], dtype=Phi.dtype) if w is None else np.asarray(w)
    return _descent(w, Phi, y, learning_rate, repeat(slice(None), n_steps), tol)


def stochastic_descent(
    Phi: Array,
    y: Array,
    learning_rate: float,
    n_steps: int,
    batch_size: int = 1,
    random_state: np.random.Generator | int = 0,
) -> Descent:
    """The `Descent` from zeros by n_steps steps with a batch each (eq. linear-one-sample).

    Parameters
    ----------
    Phi : array (n, p)
    y : array (n,)
    learning_rate : float
        The step size eta.
    n_steps : int
    batch_size : int
        The number of samples in each step: 1 is stochastic, more is mini-batch descent, by
        `batches`. Such steps keep fluctuating and are never called converged.
    random_state : int or Generator

    Returns
    -------
    Descent

    References
    ----------
    Bishop 2006, section 3.1.3.

    Examples
    --------
    There are two equal samples, and a step with either halves the distance to 8.

    >>> stochastic_descent(np.ones((2, 1)), np.array([8.0, 8.0]), 0.5, n_steps=3).path.ravel()
    array([0., 4., 6., 7.])
    """
    parts = islice(batches(len(y), batch_size, random_state), n_steps)
    return _descent(np.zeros(Phi.shape[1], dtype=Phi.dtype), Phi, y, learning_rate, parts)


def _descent(
    w: Array,
    Phi: Array,
    y: Array,
    learning_rate: float,
    parts: Iterable[slice | Array],
    tol: float | None = None,
) -> Descent:
    """The `Descent` from w by a step for each part of the samples; tol None never converges."""
    path = [w]
    for part in parts:
        new = step(path[-1], Phi[part], y[part], learning_rate)
        if not np.abs(new).max() <= DIVERGED:  # also where it is not a number
            return Descent(np.array(path), "diverged")
        path.append(new)
        if tol is not None and np.abs(new - path[-2]).max() <= tol * np.abs(new).max():
            return Descent(np.array(path), "converged")
    worst = max(loss(path[0], Phi, y), y @ y / 2)
    rose = loss(path[-1], Phi, y) > worst * (1 + 1e-9)  # by more than rounding
    return Descent(np.array(path), "diverged" if rose else "out of steps")


def raw_weights(v: Array, mean: Array, sd: Array) -> Array:
    """The weights for raw features, from standardized ones (eq. linear-back).

        w_j = v_j / s_j,    b = v_0 - sum_j m_j w_j

    Parameters
    ----------
    v : array (d + 1,)
        The weights, the intercept first.
    mean : array (d,)
        The m_j.
    sd : array (d,)
        The s_j.

    Returns
    -------
    array (d + 1,)
        The weights, the intercept first.

    Examples
    --------
    >>> raw_weights(np.array([7.0, 6.0]), mean=np.array([1.0]), sd=np.array([2.0]))
    array([4., 3.])
    """
    w = v[1:] / sd
    return np.concatenate([[v[0] - mean @ w], w])


class LinearRegression(RegressorMixin, Estimator):
    """Linear regression with an intercept, fitted to standardized features.

    Both solvers find the minimizer whose weights for standardized features are shortest, so
    predictions do not depend on units. A constant feature has the weight 0; with a single sample
    all features have.

    Parameters
    ----------
    solver : str
        "lstsq" or "gradient_descent".
    learning_rate : float
        The step size for the design matrix of the standardized features; None stands for
        `best_step`.
    n_steps : int
        The maximum number of steps, at least 1; `descent_.status` says whether they were used up.
    batch_size : int
        The number of samples in each step, as in `stochastic_descent`; None takes all samples, as
        in `gradient_descent`.
    tol : float
        The tolerance at which to stop, at least 0, as in `gradient_descent`.
    random_state : int or Generator
        The seed of the batches.

    Attributes
    ----------
    coef_ : array (d,)
        The weights for the raw features.
    intercept_ : float
    descent_ : Descent
        The descent in standardized features; None for "lstsq".
    n_features_in_ : int

    Examples
    --------
    >>> model = LinearRegression().fit([[0.0], [1.0], [2.0]], [1.0, 3.0, 5.0])
    >>> model.coef_.round(9), round(model.intercept_, 9)
    (array([2.]), 1.0)
    """

    parameters = dict(
        solver=choice("lstsq", "gradient_descent"),
        learning_rate=optional(in_range("(0, inf)")),
        n_steps=whole(),
        batch_size=optional(whole()),
        tol=in_range("[0, inf)"),
        random_state=check_seed,
    )

    def __init__(
        self,
        solver: str = "lstsq",
        learning_rate: float | None = None,
        n_steps: int = 10_000,
        batch_size: int | None = None,
        tol: float = 1e-10,
        random_state: np.random.Generator | int = 0,
    ) -> None:
        self.solver = solver
        self.learning_rate = learning_rate
        self.n_steps = n_steps
        self.batch_size = batch_size
        self.tol = tol
        self.random_state = random_state

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """The estimator itself, fitted to X (n, d) and y (n,).

        Raises
        ------
        ValueError
            If X, y or a parameter is invalid, or if the descent diverges.
        """
        X, y = check_X_y(X, y)
        with np.errstate(over="ignore", invalid="ignore"):  # what overflows is refused below
            Z, mean, sd = standardize(X)
            y_mean = column_means(y)
            Phi, yc = finite(design(Z), "deviations"), finite(y - y_mean, "deviations", "y")
            v, self.descent_ = self._solve(Phi, yc)
            w = finite(raw_weights(v, mean, sd), "squares", "X and y")
        self.coef_, self.intercept_ = w[1:], float(w[0] + y_mean)
        self.n_features_in_ = X.shape[1]
        return self

    def predict(self, X: ArrayLike) -> Array:
        """Predictions b + X w (eq. linear-hypothesis), X (n, d) -> (n,)."""
        return check_X_fitted(self, X) @ self.coef_ + self.intercept_

    def _solve(self, Phi: Array, y: Array) -> tuple[Array, Descent | None]:
        if self.solver == "lstsq":
            # The shortest weights are 0 for a column of zeros, which rounding may miss by 1e-16.
            return np.where(Phi.any(axis=0), least_squares(Phi, y), 0.0), None
        rate = best_step(Phi) if self.learning_rate is None else self.learning_rate
        if self.batch_size is None:
            result = gradient_descent(Phi, y, rate, self.n_steps, tol=self.tol)
        else:
            size, seed = self.batch_size, self.random_state
            result = stochastic_descent(Phi, y, rate, self.n_steps, size, seed)
        if result.status == "diverged":
            safe = f"below 2 / lambda_1 = {step_limit(Phi):.4g} of the standardized features"
            after = f"the descent diverged in {len(result.path) - 1} steps"
            raise ValueError(f"learning_rate must be {safe}; received {rate!r}, and {after}")
        return result.path[-1], result


widen_integers(globals())
