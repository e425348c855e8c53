"""Checks of the arrays that users pass: tables, targets, labels, weights."""

from __future__ import annotations

from numbers import Real
from typing import Any, TypeAlias, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array: TypeAlias = NDArray[Any]  # an array of numbers, or of symbols where a proof runs the program
Numbers = TypeVar("Numbers", float, Array)  # one of them, or an array

MAX_INPUT = 1e300  # the largest input accepted: sums of two such numbers are still floats


def check_X(X: ArrayLike, min_samples: int = 1, allow_nan: bool = False) -> Array:
    """X as a float64 array (n, d): real, finite, n >= min_samples, d >= 1.

    What is float64 already is not copied, so nobody may write into it.

    Parameters
    ----------
    X : array (n, d)
    min_samples : int
    allow_nan : bool
        Whether NaN passes (it means missing); an infinity never does.

    Returns
    -------
    array (n, d)

    Raises
    ------
    ValueError
        If it is none.
    TypeError
        If an entry is an object that is no real number.

    Examples
    --------
    >>> check_X([[1, 2]])
    array([[1., 2.]])
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


def check_y(y: ArrayLike, n: int) -> Array:
    """y as a float64 array (n,): real and finite.

    Parameters
    ----------
    y : array (n,)
    n : int
        The number of samples.

    Returns
    -------
    array (n,)

    Raises
    ------
    ValueError
        If it is none.
    TypeError
        If an entry is an object that is no real number.
    """
    y = _numbers("y", y)
    _check_column(y, n)
    _check_finite("y", y, allow_nan=False)
    return y


def check_X_y(
    X: ArrayLike, y: ArrayLike, min_samples: int = 1, allow_nan: bool = False
) -> tuple[Array, Array]:
    """X and a numeric target y with squares to add, both float64.

    Parameters
    ----------
    X : array (n, d)
    y : array (n,)
    min_samples : int
    allow_nan : bool
        Whether NaN passes in X (it means missing).

    Returns
    -------
    X : array (n, d)
    y : array (n,)

    Raises
    ------
    ValueError
        If one of them is none, or the squares of y exceed the range of float64.
    TypeError
        If an entry is an object that is no real number.
    """
    X = check_X(X, min_samples, allow_nan)
    y = check_y(y, len(X))
    check_squares("y", y)
    return X, y


def check_squares(name: str, A: Array) -> None:
    """Nothing, or a refusal if the square of a sum of entries of A could exceed 1e300.

    Parameters
    ----------
    name : str
        What A is called.
    A : array
        Not empty.

    Raises
    ------
    ValueError
        If it could.
    """
    if max(A.max(), -A.min()) * A.size > 1e150:  # np.abs would copy A
        raise ValueError(f"squares of {name} exceed the range of float64; rescale {name}")


def check_weights(weights: ArrayLike | None, n: int) -> Array:
    """Weights of samples as a float64 array (n,), 1 for None.

    Parameters
    ----------
    weights : array (n,) or None
    n : int
        The number of samples.

    Returns
    -------
    array (n,)

    Raises
    ------
    ValueError
        Unless they are finite, none negative and not all 0.
    TypeError
        If an entry is an object that is no real number.

    Examples
    --------
    >>> check_weights(None, 3)
    array([1., 1., 1.])
    """
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


def check_labels(y: ArrayLike, n: int) -> tuple[Array, Array]:
    """Sorted classes and their codes 0..C-1 for labels y; one class is allowed.

    Labels are integers, booleans or strings; a float is a label only if it is whole.

    Parameters
    ----------
    y : array (n,)
    n : int
        The number of samples.

    Returns
    -------
    classes : array (C,)
    codes : array (n,)

    Raises
    ------
    ValueError
        If y holds no labels, or not as many as there are samples.

    Examples
    --------
    >>> check_labels([7, 3, 7], 3)
    (array([3, 7]), array([1, 0, 1]))
    """
    y = np.asarray(_given("y", y))
    _check_column(y, n)
    kinds = "labels must be integers, booleans or strings"
    if y.dtype.kind not in "biufcUSO":
        raise ValueError(f"{kinds}; received {y.dtype}")
    if y.dtype.kind in "fc" and not (np.isreal(y) & np.isfinite(y) & (y == np.round(y))).all():
        raise ValueError(f"{kinds}; received continuous numbers, {y.dtype}")
    return sorted_values(y)


def sorted_values(a: ArrayLike) -> tuple[Array, Array]:
    """The values that occur, sorted, and the place of each entry of a among them.

    Parameters
    ----------
    a : array (n,)

    Returns
    -------
    values : array (C,)
    places : array (n,)

    Raises
    ------
    ValueError
        Where they have no order.
    """
    try:
        return np.unique(a, return_inverse=True)
    except TypeError:
        raise ValueError("labels must be of one kind; received a mixture without order") from None


def check_array(name: str, A: ArrayLike, shape: tuple[int, ...] | None = None) -> Array:
    """A as a float64 array of this shape, or (n,) with n >= 1: real and finite.

    Parameters
    ----------
    name : str
        What A is called.
    A : array
    shape : tuple of int or None
        None stands for (n,).

    Returns
    -------
    array

    Raises
    ------
    ValueError
        If it is none.
    TypeError
        If an entry is an object that is no real number.
    """
    A = _numbers(name, A)
    if A.shape != (shape or (A.size,)) or not A.size:
        raise ValueError(f"{name} must have shape {shape or '(n,)'}; received {A.shape}")
    _check_finite(name, A, allow_nan=False)
    return A


def check_length(name: str, A: ArrayLike) -> int:
    """The number of entries of A along its first axis, of whatever kind.

    Parameters
    ----------
    name : str
        What A is called.
    A : array

    Returns
    -------
    int

    Raises
    ------
    ValueError
        If there are none.
    """
    shape = np.asarray(A).shape
    if not shape or not shape[0]:
        raise ValueError(f"{name} must be an array of at least one entry; received shape {shape}")
    return shape[0]


def _given(name: str, A: ArrayLike | None) -> ArrayLike:
    if A is None:
        raise ValueError(f"fit requires {name} to be passed, but the target {name} is None")
    return A


def _numbers(name: str, A: ArrayLike) -> Array:
    if hasattr(_given(name, A), "toarray"):
        advice = f"received a sparse {type(A).__name__}; pass its .toarray()"
        raise ValueError(f"{name} must be dense; {advice}")
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


def _check_numbers(name: str, A: Array) -> None:
    """TypeError unless each object in A is a real number; None is not."""
    for index, value in np.ndenumerate(A):
        if not isinstance(value, Real):
            kinds = "an argument must be no string or other object but a number"
            raise TypeError(f"{name}: {kinds}; received {value!r} at index {index}")


def _check_column(y: Array, n: int) -> None:
    if y.ndim != 1:
        hint = "; use y.ravel()" if y.shape == (n, 1) else ""
        raise ValueError(f"y must be 1-D (n,); received shape {y.shape}{hint}")
    if len(y) != n:
        raise ValueError(f"y must have one entry for each of the {n} samples; received {len(y)}")


def _check_finite(name: str, A: Array, allow_nan: bool) -> None:
    if not A.size or (A.min() >= -MAX_INPUT and A.max() <= MAX_INPUT):  # false if NaN is among them
        return
    bad = ~(np.abs(A) <= MAX_INPUT) & ~(np.isnan(A) & allow_nan)
    if bad.any():
        where = tuple(int(i) for i in np.argwhere(bad)[0])
        kinds = "finite or NaN, not inf" if allow_nan else "finite, neither NaN nor inf"
        kinds = f"within {MAX_INPUT} of 0" if np.isfinite(A[where]) else kinds
        raise ValueError(f"{name} must be {kinds}; received {A[where]} at index {where}")
