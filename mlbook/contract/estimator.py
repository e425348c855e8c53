"""What every estimator inherits: hyper-parameters, a safe fit, scores, and checks of its state."""

from __future__ import annotations

import copy
import inspect
from collections.abc import Callable
from functools import wraps
from typing import Any, Protocol, Self

import numpy as np
from numpy.typing import ArrayLike

from mlbook.contract.arrays import Array, as_labels, check_one_kind, check_weights, check_X, check_y
from mlbook.contract.parameters import Check
from mlbook.contract.tools import Named, Tagged, check_fitted


def all_or_nothing(fit: Callable[..., Any]) -> Callable[..., Any]:
    """A fit that leaves the estimator as it was if it raises an error or is interrupted.

    Because a copy of the estimator does the learning, even a second interrupt leaves nothing half
    learned. Hyper-parameters are checked before the data. The names of a data frame's columns are
    kept as `feature_names_in_` (d,).

    Parameters
    ----------
    fit : method

    Returns
    -------
    method
    """

    @wraps(fit)
    def whole_fit(self: Estimator, X: object, *args: Any, **kwargs: Any) -> Estimator:
        before, learner = vars(self), copy.copy(self)
        try:
            for name, check in self.parameters.items():
                check(name, getattr(self, name))
            vars(learner).pop("feature_names_in_", None)
            names = feature_names(X)
            if names is not None:
                learner.feature_names_in_ = names
            fit(learner, X, *args, **kwargs)
            self.__dict__ = vars(learner)
            return self
        except BaseException:
            self.__dict__ = before
            raise

    return whole_fit


class Estimator(Tagged):
    """Hyper-parameters that can be read, set and shown: the arguments of `__init__`.

    The `fit` of every subclass is all or nothing, and begins with the checks in `parameters`.

    Examples
    --------
    >>> class Mean(Estimator):
    ...     def __init__(self, trim=0.0):
    ...         self.trim = trim
    >>> Mean(trim=0.1)
    Mean(trim=0.1)
    >>> Mean().set_params(trim=0.2).get_params()
    {'trim': 0.2}
    """

    parameters: dict[str, Check] = {}  # an entry for each argument of `__init__`
    fit: Callable[..., Any]  # of each subclass
    n_features_in_: int
    feature_names_in_: Array
    accepts_missing = False  # True where NaN in X means "missing" and is handled

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "fit" in vars(cls):
            cls.fit = all_or_nothing(cls.fit)

    @classmethod
    def _defaults(cls) -> dict:
        parameters = list(inspect.signature(cls.__init__).parameters.values())[1:]
        return {p.name: p.default for p in parameters}

    def get_params(self, deep: bool = True) -> dict:
        """Hyper-parameters by name.

        Parameters
        ----------
        deep : bool
            What scikit-learn's `clone` passes; unused here.

        Returns
        -------
        dict
        """
        return {name: getattr(self, name) for name in self._defaults()}

    def set_params(self, **params: Any) -> Self:
        """The estimator itself, with these hyper-parameters replaced.

        Parameters
        ----------
        **params : anything
            Hyper-parameters by name.

        Returns
        -------
        Estimator

        Raises
        ------
        ValueError
            If a name is unknown.
        """
        known = self._defaults()
        for name in params:
            if name not in known:
                has = f"{type(self).__name__} has {', '.join(known)}"
                raise ValueError(f"unknown parameter {name!r}; {has}")
        vars(self).update(params)
        return self

    def __repr__(self) -> str:
        defaults, values = self._defaults(), self.get_params()
        shown = [f"{k}={v!r}" for k, v in values.items() if repr(v) != repr(defaults[k])]
        return f"{type(self).__name__}({', '.join(shown)})"


def r_squared(y: Array, y_hat: Array, weights: Array | None = None) -> float:
    """1 - SSE / SST; for a constant y, 1 if every prediction is exact and 0 otherwise.

    Both are scaled by a power of two, so that no square leaves float64 by itself.

    Parameters
    ----------
    y : array (n,)
        Finite.
    y_hat : array (n,)
        Finite.
    weights : array (n,), optional
        At least 0; each squared error is multiplied by its weight. None for weights of 1.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        If the quotient exceeds the range of float64, because the errors are 1e150 times as large as
        the spread of y.

    Examples
    --------
    >>> r_squared(np.array([1.0, 2.0, 3.0]), np.array([1.0, 2.0, 4.0]))
    0.5
    """
    if weights is not None:
        some = weights > 0
        y, y_hat, weights = y[some], y_hat[some], weights[some] / weights.max()
    if np.ptp(y) == 0:
        return float(np.array_equal(y, y_hat))
    w, mean = 1.0 if weights is None else weights, np.average(y, weights=weights)
    exponent = int(np.frexp(np.abs(y - mean).max())[1])
    with np.errstate(over="ignore"):
        centred, residual = (np.ldexp(v, -exponent) for v in (y - mean, y - y_hat))
        error = (w * residual) @ residual / ((w * centred) @ centred)
    if not error < np.inf:
        raise ValueError(
            f"R^2 exceeds the range of float64: y varies by {np.ptp(y)} only, its errors by more"
        )
    return float(1 - error)


class _Table(Protocol):
    @property
    def shape(self) -> tuple[int, ...]: ...


class _Predictor(Protocol):
    def predict(self, X: ArrayLike) -> Array: ...


class RegressorMixin:
    """What estimators of a number inherit: a score."""

    _kind: str | None = "regressor"

    def score(
        self: _Predictor, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None
    ) -> float:
        """R^2 = 1 - SSE / SST of the predictions, 1 at best.

        If y is constant, SST is 0, and the score is 1 if every prediction is exact, 0 otherwise.

        Parameters
        ----------
        X : array (n, d)
        y : array (n,)
        sample_weight : array (n,), optional
            At least 0 and not all 0; None gives every sample the weight 1.

        Returns
        -------
        float
        """
        y_hat = self.predict(X)
        weights = None if sample_weight is None else check_weights(sample_weight, len(y_hat))
        return r_squared(check_y(y, len(y_hat)), y_hat, weights)


class ClassifierMixin:
    """What estimators of a class inherit: a score."""

    _kind: str | None = "classifier"

    def score(
        self: _Predictor, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None
    ) -> float:
        """Accuracy: the (weighted) fraction of samples whose predicted label equals y.

        Parameters
        ----------
        X : array (n, d)
        y : array (n,)
        sample_weight : array (n,), optional
            At least 0 and not all 0; None gives every sample the weight 1.

        Returns
        -------
        float
        """
        y_hat = self.predict(X)
        y = as_labels(y, len(y_hat))
        check_one_kind(y=y, predictions=y_hat)
        weights = None if sample_weight is None else check_weights(sample_weight, len(y))
        return float(np.average(y_hat == y, weights=weights))


class _Transformer(Protocol):
    def fit(self, X: ArrayLike, y: Any) -> Self: ...

    def transform(self, X: ArrayLike) -> Array: ...


class TransformerMixin(Named):
    """What transformers inherit: `fit_transform`, and names for the columns of the result."""

    def fit_transform(self: _Transformer, X: ArrayLike, y: ArrayLike | None = None) -> Array:
        """The transform of the data to which it is fitted: `fit(X, y).transform(X)`."""
        return self.fit(X, y).transform(X)


# --- the state of an estimator --------------------------------------------------------------------


def check_n_features(estimator: Estimator, X: _Table) -> None:
    """Check that X has the same number of features as the fitted data.

    Parameters
    ----------
    estimator : Estimator
        Fitted.
    X : array (n, d)

    Raises
    ------
    ValueError
        If X has more or fewer features.
    """
    name, d = type(estimator).__name__, estimator.n_features_in_
    if X.shape[1] != d:
        was = f"{name} is expecting {d} features as input"
        raise ValueError(f"X has {X.shape[1]} features, but {was}")


def feature_names(X: object) -> Array | None:
    """Names of the columns of a data frame, or None if they are not strings.

    Anything that has an attribute `columns` counts as a data frame.

    Parameters
    ----------
    X : data frame or array

    Returns
    -------
    array (d,) or None

    Raises
    ------
    TypeError
        If only some of the names are strings.
    """
    names = np.asarray(getattr(X, "columns", ()))
    texts = [isinstance(name, str) for name in names] if names.dtype.kind in "OUT" else []
    if any(texts) and not all(texts):
        strings = "Feature names are only supported if all input features have string names"
        kinds = sorted({type(name).__name__ for name in names})
        raise TypeError(f"{strings}, but your input has {kinds}; use X.columns.astype(str)")
    return names.astype(object) if any(texts) else None


def check_feature_names(estimator: Estimator, X: object) -> None:
    """Check that X has the column names of the fitted data.

    There is no error if X or the fitted data have no names.

    Parameters
    ----------
    estimator : Estimator
    X : data frame or array

    Raises
    ------
    ValueError
        If the names differ, or are in another order.
    """
    seen, names = getattr(estimator, "feature_names_in_", None), feature_names(X)
    if seen is None or names is None or seen.tolist() == names.tolist():
        return
    lines = ["The feature names should match those that were passed during fit."]
    unseen, missing = sorted({*names} - {*seen}), sorted({*seen} - {*names})
    parts = ("unseen at fit time", unseen), ("seen at fit time, yet now missing", missing)
    for title, some in parts:
        if some:
            lines.append(f"Feature names {title}:")
        lines += [f"- {name}" for name in some[:5]]
        if len(some) > 5:
            lines.append("- ...")
    if not unseen and not missing:
        lines.append("Feature names must be in the same order as they were in fit.")
    raise ValueError("\n".join([*lines, ""]))


def check_X_fitted(estimator: Estimator, X: ArrayLike) -> Array:
    """X (n, d), checked for a fitted estimator; predict and transform call this and no other check.

    Parameters
    ----------
    estimator : Estimator
    X : array (n, d)

    Returns
    -------
    array (n, d)

    Raises
    ------
    NotFittedError
        If the estimator is not fitted.
    ValueError
        If X is not a table like the one to which the estimator was fitted.
    """
    check_fitted(estimator)
    check_feature_names(estimator, X)
    X = check_X(X, allow_nan=estimator.accepts_missing)
    check_n_features(estimator, X)
    return X
