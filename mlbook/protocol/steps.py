"""Procedures, and their steps before a model: scaling, selection and products of features."""

from __future__ import annotations

from copy import copy
from itertools import combinations_with_replacement
from typing import Any, Self

import numpy as np

from mlbook.contract import (
    Array,
    ArrayLike,
    Estimator,
    TransformerMixin,
    check_X,
    check_X_fitted,
    check_X_y,
)
from mlbook.contract.parameters import whole
from mlbook.linear.moments import standardize
from mlbook.losses import sigmoid
from mlbook.numerics.finite import finite
from mlbook.protocol.tuning import Procedure


def response(model: Any, X: ArrayLike) -> Array:
    """The response of a fitted model to X, one number for each sample (m,).

    The probability of the second class. For a classifier without probabilities it is the sigmoid of
    the decision function, which has the decision boundary at 1/2 but is not a probability;
    otherwise it is the prediction.

    Parameters
    ----------
    model : Estimator
        Fitted, of this book or of scikit-learn.
    X : array (m, d)

    Returns
    -------
    array (m,)

    Examples
    --------
    >>> from mlbook.regularization import Ridge
    >>> response(Ridge(lam=0).fit([[0.0], [2.0]], [1.0, 7.0]), [[1.0]]).round(9)
    array([4.])
    """
    if hasattr(model, "predict_proba"):
        return model.predict_proba(X)[:, 1]
    if hasattr(model, "decision_function"):
        return sigmoid(model.decision_function(X))
    return model.predict(X)


def pipeline(*steps: Any) -> Procedure:
    """The procedure that fits transformers in turn, and a model to what they return.

    Each step sees the training samples only; the steps themselves are not changed.

    Parameters
    ----------
    *steps : Estimator
        Transformers, followed by a model.

    Returns
    -------
    function
        A procedure (X, y, inputs) -> responses (m,).

    Examples
    --------
    >>> from mlbook.regularization import Ridge
    >>> procedure = pipeline(Standardizer(), Ridge(lam=0))
    >>> procedure(np.array([[0.0], [2.0]]), np.array([1.0, 7.0]), np.array([[1.0]])).round(9)
    array([4.])
    """

    def procedure(X: Array, y: Array, inputs: Array) -> Array:
        *transformers, model = [copy(step) for step in steps]
        for step in transformers:
            X = step.fit_transform(X, y)
            inputs = step.transform(inputs)
        return response(model.fit(X, y), inputs)

    return procedure


# --- transformers --------------------------------------------------------------------------------


class Standardizer(TransformerMixin, Estimator):
    """Scales features to mean 0 and standard deviation 1 in the fitted data; a constant becomes 0.

    Attributes
    ----------
    mean_ : array (d,)
    sd_ : array (d,)
        With divisor n; 1 for a constant feature.
    n_features_in_ : int

    Examples
    --------
    >>> Standardizer().fit([[1.0, 7.0], [3.0, 7.0]]).transform([[5.0, 7.0]])
    array([[3., 0.]])
    """

    def __init__(self) -> None:
        """There are no hyper-parameters."""

    def fit(self, X: ArrayLike, y: ArrayLike | None = None) -> Self:
        """The estimator itself, fitted to X (n, d)."""
        X = check_X(X)
        _, self.mean_, self.sd_ = standardize(X)
        self.n_features_in_ = X.shape[1]
        return self

    def transform(self, X: ArrayLike) -> Array:
        """The features (X - mean) / sd, (m, d)."""
        return (check_X_fitted(self, X) - self.mean_) / self.sd_

    def _names_out(self, names: list[str]) -> list[str]:
        return names


class Selector(TransformerMixin, Estimator):
    """Selects the n_features features, or all, with the largest correlation with the target.

    Parameters
    ----------
    n_features : int
        At least 1.

    Attributes
    ----------
    features_ : array (q,)
        The indices of the selected features, in ascending order.
    n_features_in_ : int

    Examples
    --------
    >>> X = np.array([[0.0, 5.0, 1.0], [1.0, 9.0, 0.0], [2.0, 5.0, 0.0]])
    >>> Selector(n_features=2).fit(X, [0.0, 1.0, 2.0]).features_
    array([0, 2])
    """

    parameters = dict(n_features=whole())

    def __init__(self, n_features: int = 10) -> None:
        self.n_features = n_features

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """The estimator itself, fitted to X (n, d) and y (n,)."""
        X, y = check_X_y(X, y)
        strength = np.abs((y - y.mean()) @ standardize(X)[0])
        self.features_ = np.sort(np.argsort(-strength, kind="stable")[: self.n_features])
        self.n_features_in_ = X.shape[1]
        return self

    def transform(self, X: ArrayLike) -> Array:
        """The selected columns (m, q)."""
        return check_X_fitted(self, X)[:, self.features_]

    def _names_out(self, names: list[str]) -> list[str]:
        return [names[j] for j in self.features_]


class Products(TransformerMixin, Estimator):
    """The features and all their products of at most `degree` factors, in the order of factors.

    Parameters
    ----------
    degree : int
        At least 1.

    Attributes
    ----------
    n_features_in_ : int

    Examples
    --------
    >>> Products().fit_transform([[2.0, 3.0]])
    array([[2., 3., 4., 6., 9.]])
    """

    parameters = dict(degree=whole())

    def __init__(self, degree: int = 2) -> None:
        self.degree = degree

    def fit(self, X: ArrayLike, y: ArrayLike | None = None) -> Self:
        """The estimator itself; it learns the number of features of X (n, d)."""
        self.n_features_in_ = check_X(X).shape[1]
        return self

    def transform(self, X: ArrayLike) -> Array:
        """(x_1, ..., x_d, x_1 x_1, x_1 x_2, ..., x_d x_d, ...), (m, p)."""
        X = check_X_fitted(self, X)
        with np.errstate(over="ignore", invalid="ignore"):  # what overflows is refused below
            Z = np.stack([X[:, c].prod(axis=1) for c in self._factors()], axis=1)
        return finite(Z, "products of the features")

    def _names_out(self, names: list[str]) -> list[str]:
        return [" ".join(names[j] for j in c) for c in self._factors()]

    def _factors(self) -> list[tuple[int, ...]]:
        """Of each product the places of its factors."""
        numbers, sizes = range(self.n_features_in_), range(1, self.degree + 1)
        return [c for size in sizes for c in combinations_with_replacement(numbers, size)]
