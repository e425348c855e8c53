"""Linear regression: the weights of a linear function that leave the least squared error.

The loss of weights w on a design matrix Phi = (1 X) with targets y is

    J(w) = ||Phi w - y||^2 / 2,    its gradient Phi^T (Phi w - y),    its Hessian Phi^T Phi,

and w is a minimiser exactly where the gradient is zero. Gradient descent with the step eta goes
there from any start if eta < 2 / lambda_1, where lambda_1 is the largest eigenvalue of Phi^T Phi.
Conventions: the first weight is the intercept; J has the factor 1/2 and is a sum, not a mean; among
several minimisers `least_squares` takes the shortest.
Functions of `+ - * / @ .T` also run on fractions and symbols: the proofs are about this code.
Derived in chapters/linear_regression.ipynb.
Source: Bishop 2006, sections 3.1.1 to 3.1.3; Nesterov 2004, section 2.1.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mlbook.contract import (
    Estimator,
    RegressorMixin,
    check_random_state,
    check_X_fitted,
    check_X_y,
)
from mlbook.contract.parameters import check_seed, choice, in_range, optional, whole
from mlbook.linear.moments import column_means
from mlbook.numerics.finite import finite

DIVERGED = 1e100  # weights beyond this count as diverged: their squares are still floats


def design(X):
    """The design matrix Phi = (1 X) (eq. linear-design): a one before the features.

    X (n, d), or (n,) for one feature -> (n, d + 1), of the same kind of numbers.
    """
    return np.column_stack([np.ones(len(X), dtype=X.dtype), X])


def hypothesis(w, Phi):
    """The predictions Phi w (eq. linear-hypothesis).   w (p,), Phi (n, p) -> (n,)"""
    return Phi @ w


def loss(w, Phi, y):
    """Half the sum of squared errors, J(w) = ||Phi w - y||^2 / 2 (eq. linear-loss).

    w (p,), Phi (n, p), y (n,) -> a number.   Source: Bishop 2006, eq. 3.12.
    """
    r = hypothesis(w, Phi) - y
    return r @ r / 2


def gradient(w, Phi, y):
    """The gradient of the loss, Phi^T (Phi w - y) (eq. linear-gradient).   -> (p,)"""
    return Phi.T @ (hypothesis(w, Phi) - y)


def hessian(Phi):
    """The Hessian of the loss, Phi^T Phi (eq. linear-hessian).   Phi (n, p) -> (p, p)"""
    return Phi.T @ Phi


def least_squares(Phi, y):
    """The shortest minimiser of the loss (eq. linear-normal).

    It solves Phi^T Phi w = Phi^T y. These equations are never formed, for that would square the
    ratio of singular values: `lstsq` goes by the singular values of Phi, and takes those below n
    or p roundings of the largest for zero.
    Phi (n, p), y (n,) -> (p,).   Source: Bishop 2006, eq. 3.15.
    """
    return np.linalg.lstsq(Phi, y, rcond=None)[0]


# --- gradient descent ----------------------------------------------------------------------------


def step(w, Phi, y, learning_rate):
    """The weights after one step down, w - eta Phi^T (Phi w - y) (eq. linear-step).

    With some rows of Phi and y only, it is a stochastic or mini-batch step (eq. linear-one-sample).
    """
    return w - learning_rate * gradient(w, Phi, y)


def curvatures(Phi):
    """The positive eigenvalues of the Hessian, largest first.

    They are the squared singular values of Phi (eq. linear-spectral); those that rounding cannot
    tell from 0 are left out, by the rule of `least_squares`.
    Phi (n, p) -> (rank,).   Raises ValueError where Phi is zero.
    """
    s = np.linalg.svd(Phi, compute_uv=False)
    positive = s[s > max(Phi.shape) * np.finfo(float).eps * s[0]]
    if not len(positive):
        raise ValueError("Phi must have an entry other than 0; received zeros only")
    return positive**2


def step_limit(Phi):
    """The limit of the step size, 2 / lambda_1 (eq. linear-shrink).

    Below it descent converges from every start, above it from almost none.
    Source: Nesterov 2004, section 2.1.5.
    """
    return 2 / curvatures(Phi)[0]


def best_step(Phi):
    """The best fixed step size, 2 / (lambda_1 + lambda_r) (eq. linear-best).

    lambda_r is the smallest positive eigenvalue of the Hessian.   Source: as for step_limit.
    """
    lam = curvatures(Phi)
    return 2 / (lam[0] + lam[-1])


def weights_after(steps, w, Phi, y, learning_rate):
    """The weights after so many full steps from w, without walking them (eq. linear-after).

    w* + sum_j (1 - eta lambda_j)^steps v_j v_j^T (w - w*)
    """
    lam, V = np.linalg.eigh(hessian(Phi))
    end = least_squares(Phi, y)
    return end + V @ ((1 - learning_rate * lam) ** steps * (V.T @ (w - end)))


@dataclass(frozen=True)
class Descent:
    """A walk down the loss: all weights on the way, and how it ended.

    path (t + 1, p): the start and the weights after each of t steps, all of them finite.
    status: "converged", where a step changed no weight by more than tol of the largest one;
    "diverged", where a weight passed 1e100 or the loss ended above both its start and the loss of
    w = 0; or "out of steps".
    """

    path: np.ndarray
    status: str


def batches(n, batch_size, random_state=0):
    """Indices of batches without end; each pass deals all n samples, in a new random order."""
    rng = check_random_state(random_state)
    while True:
        order = rng.permutation(n)
        yield from (order[i : i + batch_size] for i in range(0, n, batch_size))


def gradient_descent(
    Phi, y, learning_rate, n_steps, w=None, batch_size=None, random_state=0, tol=0.0
):
    """The `Descent` from w by at most n_steps steps (eq. linear-step).

    w: the start, None for zeros.
    batch_size: None takes all samples in each step (batch), 1 one of them (stochastic), m so many
    (mini-batch), dealt by `batches`; these wander in the end and are never called converged.
    Phi (n, p), y (n,).   Source: Bishop 2006, section 3.1.3.
    """
    whole = batch_size is None
    parts = None if whole else batches(len(y), batch_size, random_state)
    path = [np.zeros(Phi.shape[1], dtype=Phi.dtype) if w is None else np.asarray(w)]
    for _ in range(n_steps):
        part = slice(None) if parts is None else next(parts)
        new = step(path[-1], Phi[part], y[part], learning_rate)
        if not np.abs(new).max() <= DIVERGED:  # also where it is not a number
            return Descent(np.array(path), "diverged")
        path.append(new)
        if whole and np.abs(new - path[-2]).max() <= tol * np.abs(new).max():
            return Descent(np.array(path), "converged")
    worst = max(loss(path[0], Phi, y), y @ y / 2)
    rose = loss(path[-1], Phi, y) > worst * (1 + 1e-9)  # by more than rounding
    return Descent(np.array(path), "diverged" if rose else "out of steps")


def standardise(X):
    """Features of mean 0 and deviation 1, their means and deviations (eq. linear-scaled).

    A constant feature becomes 0, and its deviation is given as 1.
    X (n, d) -> Z (n, d), mean (d,), sd (d,) with divisor n.
    """
    mean = column_means(X)
    Xc = X - mean
    size = np.abs(Xc).max(axis=0)
    size = np.where(size > 0, size, 1.0)  # squares of Xc / size neither overflow nor vanish
    sd = size * np.sqrt(((Xc / size) ** 2).mean(axis=0))
    sd = np.where(sd > 0, sd, 1.0)
    return Xc / sd, mean, sd


def raw_weights(v, mean, sd):
    """The weights for raw features, from standardised ones (eq. linear-back).

        w_j = v_j / s_j,    b = v_0 - sum_j m_j w_j

    v (d + 1,), mean, sd (d,) -> (d + 1,), both with the intercept first.
    """
    w = v[1:] / sd
    return np.concatenate([[v[0] - mean @ w], w])


class LinearRegression(RegressorMixin, Estimator):
    """Linear regression with an intercept, fitted to standardised features.

    solver: "lstsq" or "gradient_descent"; both find the minimiser whose weights for standardised
    features are shortest, so predictions do not depend on units.
    learning_rate, n_steps, batch_size, tol, random_state: as in `gradient_descent`, for the design
    matrix of the standardised features; learning_rate=None is `best_step`.

    After fit: `coef_` (d,) and `intercept_` for the raw features; `descent_`, the `Descent` in
    standardised features or None; `n_features_in_`. A feature that is constant has the weight 0,
    and so have all features where there is one sample. ValueError if the descent diverges; if it
    runs out of steps, `descent_.status` says so.
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
        solver="lstsq",
        learning_rate=None,
        n_steps=10_000,
        batch_size=None,
        tol=1e-10,
        random_state=0,
    ):
        self.solver = solver
        self.learning_rate = learning_rate
        self.n_steps = n_steps
        self.batch_size = batch_size
        self.tol = tol
        self.random_state = random_state

    def fit(self, X, y):
        """The estimator itself, fitted to X (n, d) and y (n,)."""
        X, y = check_X_y(X, y)
        with np.errstate(over="ignore", invalid="ignore"):  # what overflows is refused below
            Z, mean, sd = standardise(X)
            y_mean = column_means(y)
            Phi, yc = finite(design(Z), "deviations"), finite(y - y_mean, "deviations", "y")
            v, self.descent_ = self._solve(Phi, yc)
            w = finite(raw_weights(v, mean, sd), "squares", "X and y")
        self.coef_, self.intercept_ = w[1:], float(w[0] + y_mean)
        self.n_features_in_ = X.shape[1]
        return self

    def predict(self, X):
        """Predictions b + X w (eq. linear-hypothesis).   X (n, d) -> (n,)"""
        return check_X_fitted(self, X) @ self.coef_ + self.intercept_

    def _solve(self, Phi, y):
        if self.solver == "lstsq":
            return least_squares(Phi, y), None
        rate = best_step(Phi) if self.learning_rate is None else self.learning_rate
        found = gradient_descent(
            Phi, y, rate, self.n_steps, None, self.batch_size, self.random_state, self.tol
        )
        if found.status == "diverged":
            safe = f"below 2 / lambda_1 = {step_limit(Phi):.4g} of the standardised features"
            after = f"the descent diverged in {len(found.path) - 1} steps"
            raise ValueError(f"learning_rate must be {safe}; received {rate!r}, and {after}")
        return found.path[-1], found
