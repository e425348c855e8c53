"""The contract that every estimator of the book keeps, and the checks at its boundary.

`__init__` stores hyper-parameters untouched; `fit` checks them and the data once, learns attributes
whose names end in `_` (`n_features_in_` among them) and returns `self`; inner functions may then
trust their input. It is scikit-learn's contract, since that is what readers' hands know.
"""

from __future__ import annotations

import copy
import inspect
from functools import wraps
from numbers import Integral, Real

import numpy as np

LARGEST = 1e300  # of what is checked, so that sums and differences of it stay below infinity


class NotFittedError(ValueError, AttributeError):
    """Raised where a learned attribute is needed before `fit`; two parents, as scikit-learn's."""


def all_or_nothing(fit):
    """A fit that, where it raises, leaves the estimator as it was; an interrupt raises, too.

    A copy of the estimator learns, so a second interrupt finds nothing half learned either.
    It keeps the names of a data frame's columns as `feature_names_in_` (d,).
    """

    @wraps(fit)
    def whole_fit(self, X, *args, **kwargs):
        before, learner = vars(self), copy.copy(self)
        try:
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


class Estimator:
    """Hyper-parameters that can be read, set and shown: the arguments of `__init__`.

    The `fit` of every subclass is all or nothing.
    """

    accepts_missing = False  # True where NaN in X means "missing" and is handled

    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        if "fit" in vars(cls):
            cls.fit = all_or_nothing(cls.fit)

    @classmethod
    def _defaults(cls) -> dict:
        parameters = list(inspect.signature(cls.__init__).parameters.values())[1:]
        return {p.name: p.default for p in parameters}

    def get_params(self, deep: bool = True) -> dict:
        """Hyper-parameters by name; `deep` is what scikit-learn's `clone` passes, unused here."""
        return {name: getattr(self, name) for name in self._defaults()}

    def set_params(self, **params):
        """The estimator itself, with these hyper-parameters replaced; ValueError if unknown."""
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


def r_squared(y, y_hat) -> float:
    """1 - SSE / SST; where y is constant 1 if every prediction is exact, 0 otherwise.

    y, y_hat (n,) finite, scaled by a power of two, so that no square leaves float64 by itself.
    ValueError where the quotient does: the errors are 1e150 times as large as the spread of y.
    """
    if np.ptp(y) == 0:
        return float(np.array_equal(y, y_hat))
    exponent = int(np.frexp(np.abs(y - y.mean()).max())[1])
    with np.errstate(over="ignore"):
        centred, residual = (np.ldexp(v, -exponent) for v in (y - y.mean(), y - y_hat))
        error = residual @ residual / (centred @ centred)
    if not error < np.inf:
        raise ValueError(f"R^2 is out of range: y spreads by {np.ptp(y)}, its errors by more")
    return float(1 - error)


class RegressorMixin:
    def score(self, X, y):
        """R^2 = 1 - SSE / SST of the predictions, 1 at best.

        Where y is constant SST is 0: the score is 1 if every prediction is exact, 0 otherwise.
        """
        y_hat = self.predict(X)
        return r_squared(check_y(y, len(y_hat)), y_hat)


class ClassifierMixin:
    def score(self, X, y):
        """Accuracy: the share of predicted labels that equal y."""
        y_hat = self.predict(X)
        check_labels(y, len(y_hat))
        return float(np.mean(y_hat == np.asarray(y)))


class TransformerMixin:
    def fit_transform(self, X, y=None):
        """The transform of the data that are fitted: `fit(X, y).transform(X)`."""
        return self.fit(X, y).transform(X)


# --- the estimator's state -----------------------------------------------------------------------


def check_fitted(estimator) -> None:
    """NotFittedError unless the estimator has learned something (an attribute ending in `_`)."""
    if not any(name.endswith("_") for name in vars(estimator)):
        raise NotFittedError(f"this {type(estimator).__name__} is not fitted yet; call fit first")


def check_n_features(estimator, X) -> None:
    """ValueError unless X has as many features as the data that were fitted."""
    name, d = type(estimator).__name__, estimator.n_features_in_
    if X.shape[1] != d:
        was = f"{name} is expecting {d} features as input"
        raise ValueError(f"X has {X.shape[1]} features, but {was}")


def feature_names(X):
    """Names of the columns of a data frame, (d,), or None where they are no texts.

    A data frame is what has `columns`. TypeError if only some of its names are texts.
    """
    names = np.asarray(getattr(X, "columns", ()))
    texts = [isinstance(name, str) for name in names] if names.dtype.kind in "OUT" else []
    if any(texts) and not all(texts):
        strings = "Feature names are only supported if all input features have string names"
        kinds = sorted({type(name).__name__ for name in names})
        raise TypeError(f"{strings}, but your input has {kinds}; use X.columns.astype(str)")
    return names.astype(object) if any(texts) else None


def check_feature_names(estimator, X) -> None:
    """ValueError unless X has the names of columns that were fitted, where both have names."""
    seen, names = getattr(estimator, "feature_names_in_", None), feature_names(X)
    if seen is None or names is None or seen.tolist() == names.tolist():
        return
    lines = ["The feature names should match those that were passed during fit."]
    unseen, missing = sorted({*names} - {*seen}), sorted({*seen} - {*names})
    parts = ("unseen at fit time", unseen), ("seen at fit time, yet now missing", missing)
    for title, some in parts:
        lines += [f"Feature names {title}:"] * bool(some)
        lines += [f"- {name}" for name in some[:5]] + ["- ..."] * (len(some) > 5)
    if not unseen and not missing:
        lines.append("Feature names must be in the same order as they were in fit.")
    raise ValueError("\n".join([*lines, ""]))


def check_X_fitted(estimator, X) -> np.ndarray:
    """X (n, d) as a fitted estimator may use it: the one check of predict and transform."""
    check_fitted(estimator)
    check_feature_names(estimator, X)
    X = check_X(X, allow_nan=estimator.accepts_missing)
    check_n_features(estimator, X)
    return X


# --- data ----------------------------------------------------------------------------------------


def check_X(X, min_samples: int = 1, allow_nan: bool = False) -> np.ndarray:
    """X as a float64 array (n, d): real, finite, n >= min_samples, d >= 1; else ValueError.

    With `allow_nan` NaN passes (it means missing); an infinity never does.
    What is float64 already is not copied, so nobody may write into it.
    """
    X = _numbers("X", X)
    if X.ndim != 2:
        hint = ". Reshape your data: X.reshape(-1, 1) is one feature, X.reshape(1, -1) one sample"
        raise ValueError(f"X must be 2-D (n, d); received shape {X.shape}{hint * (X.ndim == 1)}")
    for count, least, noun in ((len(X), min_samples, "sample"), (X.shape[1], 1, "feature")):
        if count < least:
            found = f"{count} {noun}(s) (shape={X.shape})"
            raise ValueError(f"X has {found} while a minimum of {least} is required: X is (n, d)")
    _check_finite("X", X, allow_nan)
    return X


def check_y(y, n: int) -> np.ndarray:
    """y as a float64 array (n,): real and finite; else ValueError."""
    y = _numbers("y", y)
    _check_column(y, n)
    _check_finite("y", y, allow_nan=False)
    return y


def check_X_y(X, y, min_samples: int = 1, allow_nan: bool = False):
    """X (n, d) and a numeric target y (n,) with squares to add, both float64; else ValueError."""
    X = check_X(X, min_samples, allow_nan)
    y = check_y(y, len(X))
    check_squares("y", y)
    return X, y


def check_squares(name: str, A) -> None:
    """ValueError if the square of a sum of entries of A could exceed 1e300."""
    if max(A.max(), -A.min()) * A.size > 1e150:  # np.abs would copy A
        raise ValueError(f"squares of {name} exceed the range of float64; rescale {name}")


def check_weights(weights, n: int) -> np.ndarray:
    """Weights of samples as a float64 array (n,), 1 for None: finite, none negative, not all 0."""
    if weights is None:
        return np.ones(n)
    w = _numbers("sample_weight", weights)
    if w.shape != (n,):
        raise ValueError(f"sample_weight must have shape ({n},); received {w.shape}")
    _check_finite("sample_weight", w, allow_nan=False)
    if w.min() < 0 or not w.any():
        found = f"a least of {w.min()} and a sum of {w.sum()}"
        raise ValueError(f"sample_weight must be >= 0 and not all zero; received {found}")
    return w


def check_labels(y, n: int):
    """Sorted classes (C,) and their codes 0..C-1 (n,) for labels y (n,); one class is allowed.

    Labels are integers, booleans or strings; a float is a label only if it is whole.
    """
    y = np.asarray(_given("y", y))
    _check_column(y, n)
    kinds = "labels must be integers, booleans or strings"
    if y.dtype.kind not in "biufcUSO":
        raise ValueError(f"{kinds}; received {y.dtype}")
    if y.dtype.kind in "fc" and not (np.isreal(y) & np.isfinite(y) & (y == np.round(y))).all():
        raise ValueError(f"{kinds}; received continuous numbers, {y.dtype}")
    return sorted_values(y)


def sorted_values(a):
    """The values that occur, sorted, and the place of each entry of a among them.

    ValueError where they have no order.
    """
    try:
        return np.unique(a, return_inverse=True)
    except TypeError:
        raise ValueError("labels must be of one kind; received a mixture without order") from None


def check_array(name: str, A, shape=None) -> np.ndarray:
    """A as a float64 array of this shape, or (n,) with n >= 1: real and finite; else ValueError."""
    A = _numbers(name, A)
    if A.shape != (shape or (A.size,)) or not A.size:
        raise ValueError(f"{name} must have shape {shape or '(n,)'}; received {A.shape}")
    _check_finite(name, A, allow_nan=False)
    return A


def check_length(name: str, A) -> int:
    """The number of entries of A along its first axis, of whatever kind; ValueError if none."""
    shape = np.asarray(A).shape
    if not shape or not shape[0]:
        raise ValueError(f"{name} must be an array of at least one entry; received shape {shape}")
    return shape[0]


def _given(name: str, A):
    if A is None:
        raise ValueError(f"fit requires {name} to be passed, but the target {name} is None")
    return A


def _numbers(name: str, A) -> np.ndarray:
    if hasattr(_given(name, A), "toarray"):
        found = f"received a sparse {type(A).__name__}; pass its .toarray()"
        raise ValueError(f"{name} must be dense; {found}")
    try:
        A = np.asarray(A)
    except ValueError:
        raise ValueError(f"{name} must be a table whose rows have one length") from None
    if A.dtype.kind == "c":
        raise ValueError(f"Complex data not supported: {name} must hold real numbers")
    if A.dtype.kind == "O":
        _check_numbers(name, A)
    elif A.dtype.kind not in "biuf":
        raise ValueError(f"{name} must hold real numbers; received dtype {A.dtype}")
    return A.astype(np.float64, copy=False)


def _check_numbers(name: str, A: np.ndarray) -> None:
    """TypeError unless each object in A is a real number; None is not."""
    for index, value in np.ndenumerate(A):
        if not isinstance(value, Real):
            kinds = "an argument must be no string or other object but a number"
            raise TypeError(f"{name}: {kinds}; received {value!r} at index {index}")


def _check_column(y: np.ndarray, n: int) -> None:
    if y.ndim != 1:
        hint = "; use y.ravel()" if y.shape == (n, 1) else ""
        raise ValueError(f"y must be 1-D (n,); received shape {y.shape}{hint}")
    if len(y) != n:
        raise ValueError(f"y must have one entry for each of the {n} samples; received {len(y)}")


def _check_finite(name: str, A: np.ndarray, allow_nan: bool) -> None:
    if not A.size or (A.min() >= -LARGEST and A.max() <= LARGEST):  # false if NaN is among them
        return
    bad = ~(np.abs(A) <= LARGEST) & ~(np.isnan(A) & allow_nan)
    if bad.any():
        where = tuple(int(i) for i in np.argwhere(bad)[0])
        kinds = "finite or NaN, not inf" if allow_nan else "finite, neither NaN nor inf"
        kinds = f"within {LARGEST} of 0" if np.isfinite(A[where]) else kinds
        raise ValueError(f"{name} must be {kinds}; received {A[where]} at index {where}")


# --- hyper-parameters ----------------------------------------------------------------------------


def check_positive_int(name: str, value, minimum: int = 1) -> None:
    """ValueError unless value is an integer (not a bool) of at least `minimum`."""
    if isinstance(value, bool) or not isinstance(value, Integral) or value < minimum:
        raise ValueError(f"{name} must be an integer >= {minimum}; received {value!r}")


def check_in_range(name: str, value, interval: str) -> None:
    """ValueError unless value is a real number in the interval, written as in "[0, inf)"."""
    low, high = (float(end) for end in interval[1:-1].split(","))
    if isinstance(value, Real) and not isinstance(value, bool):
        x = float(value)
        above = x >= low if interval[0] == "[" else x > low
        below = x <= high if interval[-1] == "]" else x < high
        if above and below:
            return
    raise ValueError(f"{name} must be a number in {interval}; received {value!r}")


def check_choice(name: str, value, allowed) -> None:
    """ValueError unless value is one of the allowed words."""
    if not isinstance(value, str) or value not in allowed:
        raise ValueError(f"{name} must be one of {', '.join(allowed)}; received {value!r}")


def check_flag(name: str, value) -> None:
    """ValueError unless value is True or False."""
    if not isinstance(value, bool | np.bool_):
        raise ValueError(f"{name} must be True or False; received {value!r}")


def check_random_state(seed) -> np.random.Generator:
    """The generator that a seed stands for; a Generator passes through, and use advances it.

    None is refused: what the book shows can be repeated.
    """
    if isinstance(seed, np.random.Generator):
        return seed
    if isinstance(seed, bool) or not isinstance(seed, Integral) or seed < 0:
        allowed = "an integer >= 0 or a numpy.random.Generator"
        raise ValueError(f"random_state must be {allowed}; received {seed!r}")
    return np.random.default_rng(int(seed))


# --- progress ------------------------------------------------------------------------------------


def rounds(iterable, verbose: bool, name: str):
    """The iterable itself; if verbose the same items, with a bar on stderr."""
    if not verbose:
        return iterable
    from tqdm import tqdm  # here, as whoever wants no progress needs no tqdm

    return tqdm(iterable, desc=name)
