"""Checks of the arrays that users pass: tables, targets, labels, weights.

`as_array` decides what is read as an array, `_numbers` decides what is a number, and `as_labels`
what is a label. Missing values are NaN and the NA of pandas. A label must not be missing.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from decimal import Decimal
from functools import wraps
from numbers import Integral, Rational, Real
from types import FunctionType
from typing import Any, TypeAlias, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array: TypeAlias = NDArray[Any]  # an array of numbers, or of symbols where a proof runs the program
Entries: TypeAlias = ArrayLike  # numbers to count with, as an array or as lists
Whole: TypeAlias = NDArray[Any]  # an array of whole numbers that stay whole: counts, codes, indices
Numbers = TypeVar("Numbers", float, Array)  # one of them, or an array

MOST_EXACT = 2**20  # in size, of the integers that formulas count with in int64
COUNTED = {
    "Array",
    "Entries",
    "Numbers",
    "Operator",
    "float",
}  # annotations of what formulas count with
MAX_INPUT = 1e300  # the largest input accepted: sums of two such numbers are still floats
NESTED = (list, tuple, np.ma.MaskedArray)  # what may hide entries, or hold what does
MAX_WHOLE = 2**53  # above this, neighbouring integers can have the same float64


def as_array(name: str, A: Any) -> Array:
    """The entries of A as an array of any type, none of them changed silently.

    If a conversion would make two different entries of a list or a data frame equal, such as large
    integers, or an integer and a string, the result is an array of objects, and other functions
    then check these one by one.

    Parameters
    ----------
    name : str
        What A is called.
    A : array
        Or a list, a data frame, or one of its columns.

    Returns
    -------
    array

    Raises
    ------
    ValueError
        If A is None, sparse, or a masked array that hides an entry, or if its rows differ in
        length.

    Examples
    --------
    >>> as_array("a", [2**53 + 1, 0.5])
    array([9007199254740993, 0.5], dtype=object)
    """
    if A is None:
        asked = f"fit requires {name} to be passed, but the target {name} is None"
        raise ValueError(asked if name == "y" else f"{name} must be an array; received None")
    if hasattr(A, "toarray"):
        advice = f"received a sparse {type(A).__name__}; pass its .toarray()"
        raise ValueError(f"{name} must be dense; {advice}")
    try:
        entries = np.asarray(A)
    except (ValueError, UserWarning, np.ma.MaskError) as error:  # a masked entry gives any of them
        _check_mask(name, A)
        if not isinstance(error, ValueError):
            raise
        raise ValueError(f"the rows of {name} must all have the same length") from None
    if _may_hide(A, entries):
        _check_mask(name, A)
    if entries is not A and _merges(A, entries):
        return np.asarray(A.astype(object) if hasattr(A, "astype") else A, dtype=object)
    return entries


def check_X(X: ArrayLike, min_samples: int = 1, allow_nan: bool = False, name: str = "X") -> Array:
    """X as a float64 array (n, d): real, finite, n >= min_samples, d >= 1.

    An array that already is float64 is not copied, so callers must not write into the result.

    Parameters
    ----------
    X : array (n, d)
    min_samples : int
    allow_nan : bool
        Whether NaN is allowed, as a missing value; an infinity never is.
    name : str
        What X is called.

    Returns
    -------
    array (n, d)

    Raises
    ------
    ValueError
        If the argument is not such an array.
    TypeError
        If an entry is an object that is not a real number.

    Examples
    --------
    >>> check_X([[1, 2]])
    array([[1., 2.]])
    """
    X = _numbers(name, X)
    if X.ndim != 2:
        hint = ""
        if X.ndim == 1:
            hint = f". Reshape your data: {name}.reshape(-1, 1) is one feature, "
            hint += f"{name}.reshape(1, -1) one sample"
        raise ValueError(f"{name} must be 2-D (n, d); received shape {X.shape}{hint}")
    for count, least, noun in ((len(X), min_samples, "sample"), (X.shape[1], 1, "feature")):
        if count < least:
            received = f"{name} has {count} {noun}(s) (shape={X.shape})"
            raise ValueError(
                f"{received} while a minimum of {least} is required: {name} has shape (n, d)"
            )
    _check_finite(name, X, allow_nan)
    return X


def check_y(y: ArrayLike, n: int, name: str = "y") -> Array:
    """y as a float64 array (n,): real and finite.

    Parameters
    ----------
    y : array (n,)
    n : int
        The number of samples.
    name : str
        What y is called.

    Returns
    -------
    array (n,)

    Raises
    ------
    ValueError
        If the argument is not such an array.
    TypeError
        If an entry is an object that is not a real number.
    """
    y = _numbers(name, y)
    _check_column(name, y, n)
    _check_finite(name, y, allow_nan=False)
    return y


def check_X_y(
    X: ArrayLike, y: ArrayLike, min_samples: int = 1, allow_nan: bool = False
) -> tuple[Array, Array]:
    """X and a numeric target y whose squares can be added, both float64.

    Parameters
    ----------
    X : array (n, d)
    y : array (n,)
    min_samples : int
    allow_nan : bool
        Whether NaN is allowed in X, as a missing value.

    Returns
    -------
    X : array (n, d)
    y : array (n,)

    Raises
    ------
    ValueError
        If X or y is not such an array, or if the squares of y exceed the range of float64.
    TypeError
        If an entry is an object that is not a real number.
    """
    X = check_X(X, min_samples, allow_nan)
    y = check_y(y, len(X))
    check_squares("y", y)
    return X, y


def check_squares(name: str, A: Array) -> None:
    """Check that the square of a sum of entries of A cannot exceed 1e300.

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

    The weights are multiplied by the power of two that brings the largest of them into [1, 2).
    These products are exact, so that a common factor of the weights changes nothing, however small
    it is.

    A sample of weight 0 has the same effect as one that is left out. A class whose samples all have
    weight 0 remains among `classes_`, and its probability is 0.

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
        Unless the weights are finite, none of them is negative, and not all are 0.
    TypeError
        If an entry is an object that is not a real number.

    Examples
    --------
    >>> check_weights(None, 3)
    array([1., 1., 1.])
    >>> check_weights([3.0, 0.5], 2)
    array([1.5 , 0.25])
    """
    if weights is None:
        return np.ones(n)
    w = _numbers("sample_weight", weights)
    if w.shape != (n,):
        raise ValueError(f"sample_weight must have shape ({n},); received {w.shape}")
    _check_finite("sample_weight", w, allow_nan=False)
    if w.min() < 0 or not w.any():
        received = f"a minimum of {w.min()} and a sum of {w.sum()}"
        raise ValueError(f"sample_weight must be >= 0 and not all zero; received {received}")
    return np.ldexp(w, 1 - int(np.frexp(w.max())[1]))


def as_labels(y: ArrayLike, n: int | None = None, name: str = "y") -> Array:
    """Labels (n,) as an array of numbers, of strings or of bytes.

    Labels are integers, booleans or strings; a number is a label only if it is whole. In an array
    of objects, numbers become integers.

    Parameters
    ----------
    y : array (n,)
    n : int, optional
        The number of samples; None for any number.
    name : str
        What y is called.

    Returns
    -------
    array (n,)

    Raises
    ------
    ValueError
        If an entry of y is not a label or is missing, if the labels are of several kinds, or if
        their number is not that of the samples.

    Examples
    --------
    >>> as_labels(np.array([True, 2, 3.0], dtype=object))
    array([1, 2, 3])
    """
    y = as_array(name, y)
    _check_column(name, y, y.size if n is None else n)
    if y.dtype.kind in "OT":
        return _labels_among(name, y.tolist())
    if y.dtype.kind not in "biufUS":
        raise ValueError(f"{name}: {LABELS}; received {y.dtype}")
    if y.dtype.kind == "f":
        whole = np.isfinite(y) & (y == np.round(y))
        if not whole.all():
            i = int(whole.argmin())
            _check_label(name, float(y[i]), i)
    return y


def check_labels(y: ArrayLike, n: int, name: str = "y") -> tuple[Array, Array]:
    """Sorted classes and their codes 0..C-1 for labels y; one class is allowed.

    Parameters
    ----------
    y : array (n,)
        What `as_labels` takes.
    n : int
        The number of samples.
    name : str
        What y is called.

    Returns
    -------
    classes : array (C,)
    codes : array (n,)

    Raises
    ------
    ValueError
        If y is not an array of labels, or if their number is not that of the samples.

    Examples
    --------
    >>> check_labels([7, 3, 7], 3)
    (array([3, 7]), array([1, 0, 1]))
    """
    return sorted_values(as_labels(y, n, name))


def check_one_kind(**labels: Array) -> None:
    """Check that all labels are numbers, or all are strings, or all are bytes.

    Parameters
    ----------
    **labels : array
        Arrays that `as_labels` has returned, by name.

    Raises
    ------
    ValueError
        If labels are of several kinds, so that no two of them could be equal.

    Examples
    --------
    >>> check_one_kind(y=np.array([0, 1]), y_hat=np.array(["0", "1"]))
    Traceback (most recent call last):
    ValueError: labels must all be of one kind; received numbers in y, strings in y_hat
    """
    kinds = {name: _kind(y) for name, y in labels.items() if y.size}
    if len({*kinds.values()}) > 1:
        received = ", ".join(f"{kind} in {name}" for name, kind in kinds.items())
        raise ValueError(f"labels must all be of one kind; received {received}")


def sorted_values(a: ArrayLike) -> tuple[Array, Array]:
    """The sorted distinct values of a, and the place of each entry of a among them.

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
        If the values cannot be ordered.
    """
    try:
        return np.unique(a, return_inverse=True)
    except TypeError:
        raise ValueError(
            "labels must all be of one kind; received labels that cannot be sorted"
        ) from None


def check_array(name: str, A: ArrayLike, shape: tuple[int, ...] | None = None) -> Array:
    """A as a float64 array of this shape, or (n,) with n >= 1: real and finite.

    Parameters
    ----------
    name : str
        What A is called.
    A : array
    shape : tuple of int or None
        The shape that A must have; None stands for (n,).

    Returns
    -------
    array

    Raises
    ------
    ValueError
        If the argument is not such an array.
    TypeError
        If an entry is an object that is not a real number.
    """
    A = _numbers(name, A)
    if A.shape != (shape or (A.size,)) or not A.size:
        hint = f"; use np.ravel({name})" if shape is None and A.shape == (A.size, 1) else ""
        raise ValueError(f"{name} must have shape {shape or '(n,)'}; received {A.shape}{hint}")
    _check_finite(name, A, allow_nan=False)
    return A


def check_entries(name: str, A: ArrayLike) -> Array:
    """A as an array of any type, with at least one entry along its first axis.

    Parameters
    ----------
    name : str
        What A is called.
    A : array

    Returns
    -------
    array (n, ...)

    Raises
    ------
    ValueError
        If it has no entry, or if A is not an array.
    """
    result = as_array(name, A)
    if not result.shape or not len(result):
        received = f"received shape {result.shape}"
        raise ValueError(f"{name} must be an array of at least one entry; {received}")
    return result


# --- formulas -------------------------------------------------------------------------------------


def widened(A: ArrayLike, name: str = "an array") -> Array:
    """A as an array in which the products and sums of its numbers neither wrap nor lose digits.

    Integers and booleans become int64, so that they stay exact, or float64 where one is larger than
    2**20 in size: more than 2**23 products of smaller ones would have to be added to exceed int64.
    Half floats become float64. Other arrays are returned as they are.

    Parameters
    ----------
    A : array
    name : str
        What A is called.

    Returns
    -------
    array

    Raises
    ------
    ValueError
        If float64 cannot represent a large integer in A, or if A is no array that `as_array` takes.

    Examples
    --------
    >>> widened(np.array([200, 100], dtype=np.uint8)) ** 2
    array([40000, 10000])
    >>> widened(np.array([4 * 10**9])) ** 2
    array([1.6e+19])
    """
    result = as_array(name, A)
    if result.dtype.kind in "biu":
        if not result.size or (result.max() <= MOST_EXACT and result.min() >= -MOST_EXACT):
            return result.astype(np.int64, copy=False)
        _check_whole(name, result)
        return result.astype(np.float64)
    return result.astype(np.float64) if result.dtype == np.float16 else result


def widen_integers(module: dict[str, Any]) -> None:
    """Makes the public formulas of a module receive what they count with as `widened` returns it.

    These are its public functions and the public methods of its classes. What they count with are
    the arguments that are annotated as `Array`, `Entries`, `Numbers`, `Operator` or `float`. In an
    argument that is annotated as `Whole` or `int`, integers become int64. An argument that is
    annotated as `ArrayLike` is left to the function, which checks it. Symbols and fractions are
    left as they are.

    Parameters
    ----------
    module : dict
        Its `globals()`, in its last line.
    """
    for name, thing in [*module.items()]:
        if getattr(thing, "__module__", None) != module["__name__"]:
            continue
        if isinstance(thing, type):
            for part, method in [*vars(thing).items()]:
                if isinstance(method, FunctionType) and not part.startswith("_"):
                    setattr(thing, part, _widening(method))
        elif isinstance(thing, FunctionType) and not name.startswith("_"):
            module[name] = _widening(thing)


def _may_hide(A: Any, entries: Array) -> bool:
    """Whether a mask may hide an entry of A, by what NumPy made of it, which costs no search.

    Of a list of numbers NumPy drops the masks of whole rows. A masked entry between numbers becomes
    NaN, with a warning, and a masked integer an error. Between other entries it may lose its mask.
    """
    if not isinstance(A, list | tuple):
        return isinstance(A, np.ma.MaskedArray)
    if entries.ndim > 2 or entries.dtype.char not in "bhilqBHILQefd":
        return True
    rows = entries.ndim == 2 and any(
        issubclass(row, np.ma.MaskedArray) for row in set(map(type, A))
    )
    return rows or bool(np.isnan(entries).any())


def _check_mask(name: str, A: Any) -> None:
    hidden = _hidden(A)
    if hidden:
        kinds = f"must have no masked entries; received a mask that hides {hidden} of them"
        advice = "fill them, as by .filled(np.nan) where NaN is allowed, or leave them out"
        raise ValueError(f"{name} {kinds}; {advice}")


def _hidden(A: Any, depth: int = 2) -> int:
    """The number of masked entries of A, which may be a (nested) list of masked arrays."""
    if not isinstance(A, list | tuple):
        return int(np.ma.count_masked(A)) if isinstance(A, np.ma.MaskedArray) else 0
    inner = any(issubclass(kind, NESTED) for kind in set(map(type, A)))
    return sum(_hidden(row, depth - 1) for row in A) if inner and depth else 0


def _merges(A: Any, entries: Array) -> bool:
    """Whether NumPy may have made two different entries equal when it converted A to found."""
    if entries.dtype.kind in "US" and isinstance(A, list | tuple):
        return len({_word(kind) for kind in set(map(type, A))}) > 1
    if entries.dtype.kind != "f" or not (np.abs(entries) >= MAX_WHOLE).any():
        return False
    dtypes = getattr(A, "dtypes", getattr(A, "dtype", None))  # of a data frame, or of a column
    return any(getattr(dtype, "kind", "") != "f" for dtype in np.ravel(np.asarray(dtypes)))


def _numbers(name: str, A: ArrayLike) -> Array:
    A = as_array(name, A)
    if A.dtype.kind == "c":
        raise ValueError(f"Complex data not supported: {name} must hold real numbers")
    if A.dtype.kind == "O":
        flat = [_number(name, value, i, A.shape) for i, value in enumerate(A.ravel().tolist())]
        return np.array(flat, dtype=np.float64).reshape(A.shape)
    if A.dtype.kind not in "biuf":
        raise ValueError(f"{name} must hold real numbers; received dtype {A.dtype}")
    if A.dtype.kind in "iu" and A.dtype.itemsize == 8:
        _check_whole(name, A)
    with np.errstate(over="ignore"):  # a long double beyond float64 becomes inf, which is refused
        return A.astype(np.float64, copy=False)


def _number(name: str, value: Any, i: int, shape: tuple[int, ...]) -> float:
    """An object as float64, NaN if it is a missing value; TypeError if it is not a real number."""
    if isinstance(value, Rational):
        part, unit = int(value.numerator), int(value.denominator)
        if unit == 1 and not _exact(part):
            _refuse_whole(name, part, i, shape)
        sign = -1 if part < 0 else 1
        return part / unit if sign * part <= int(MAX_INPUT) * unit else sign * float("inf")
    if isinstance(value, Decimal):
        return float("nan") if value.is_nan() else float(value)
    if isinstance(value, Real | np.bool_):
        return float(value)
    if _is_NA(value):
        return float("nan")
    kinds = "an argument must be no string or other object but a number"
    raise TypeError(f"{name}: {kinds}; received {value!r} at index {_place(i, shape)}")


def _exact(value: int) -> bool:
    """Whether float64 represents the integer: its first and last 1 bit span at most 53 bits."""
    return abs(value) <= MAX_WHOLE or abs(value) // (value & -value) <= MAX_WHOLE


def _check_whole(name: str, A: Array) -> None:
    if not A.size or (A.max() <= MAX_WHOLE and A.min() >= -MAX_WHOLE):
        return
    size = np.where(A < 0, -A, A).astype(np.uint64)  # right for -2**63, which is its own negative
    lost = size // np.maximum(size & (~size + np.uint64(1)), 1) > MAX_WHOLE  # `_exact`, of each
    if lost.any():
        i = int(lost.argmax())
        _refuse_whole(name, int(A.ravel()[i]), i, A.shape)


def _refuse_whole(name: str, value: int, i: int, shape: tuple[int, ...]) -> None:
    where = f"received {value} at index {_place(i, shape)}"
    allowed = "integers that float64 represents exactly, as it does up to 2**53"
    raise ValueError(f"{name} must hold {allowed}; {where}; subtract an offset, or pass floats")


def _place(i: int, shape: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(map(int, np.unravel_index(i, shape)))


def _is_NA(value: object) -> bool:
    """Whether value is the missing value of pandas, if pandas has been loaded."""
    return value is not None and value is getattr(sys.modules.get("pandas"), "NA", None)


# --- the check of single labels -------------------------------------------------------------------


LABELS = "labels must be integers, booleans or strings"


def _word(kind: type) -> str:
    """The word in messages for labels of this type."""
    words = ((str, "strings"), (bytes, "bytes"), ((Real, Decimal, np.bool_), "numbers"))
    return next((word for types, word in words if issubclass(kind, types)), "other objects")


def _kind(y: Array) -> str:
    return {"U": "strings", "S": "bytes"}.get(y.dtype.kind) or _word(type(y.tolist()[0]))


def _is_missing(value: object) -> bool:
    if isinstance(value, Decimal):
        return value.is_nan()
    return value is None or _is_NA(value) or (isinstance(value, Real) and value != value)


def _check_label(name: str, value: Any, i: int) -> None:
    """Check that the object is a label."""
    if _is_missing(value):
        allowed = f"{name} must have a label for each sample"
        raise ValueError(f"{allowed}; received {value!r} at index ({i},), which is a missing value")
    if isinstance(value, str | bytes | np.bool_):
        return
    whole = value.denominator == 1 if isinstance(value, Rational) else False
    if isinstance(value, Real | Decimal) and not isinstance(value, Rational):
        whole = float(value).is_integer()
    if not whole:
        described = "of continuous numbers" if isinstance(value, Real | Decimal) else ""
        raise ValueError(
            f"{name}: {LABELS}; received {value!r} at index ({i},) {described}".rstrip()
        )


def _labels_among(name: str, values: list[Any]) -> Array:
    """Objects as an array of labels, in which numbers are integers."""
    kinds = {_word(kind) for kind in set(map(type, values))}
    if kinds != {"strings"}:
        for i, value in enumerate(values):
            _check_label(name, value, i)
    if len(kinds) > 1:
        raise ValueError(
            f"{name}: labels must all be of one kind; received {' and '.join(sorted(kinds))}"
        )
    y = np.empty(len(values), dtype=object)
    y[:] = values
    if kinds != {"numbers"}:
        return y
    y[:] = [v if isinstance(v, Integral | np.bool_) else int(v) for v in values]
    whole = np.array(y.tolist())
    return whole if whole.dtype.kind in "biu" else y  # integers beyond int64 stay objects


def _check_column(name: str, y: Array, n: int) -> None:
    if y.ndim != 1:
        hint = f"; use np.ravel({name})" if y.shape == (n, 1) else ""
        raise ValueError(f"{name} must be 1-D (n,); received shape {y.shape}{hint}")
    if len(y) != n:
        received = f"received {len(y)}"
        raise ValueError(f"{name} must have one entry for each of the {n} samples; {received}")


def _check_finite(name: str, A: Array, allow_nan: bool) -> None:
    if not A.size or (A.min() >= -MAX_INPUT and A.max() <= MAX_INPUT):  # false if A has a NaN
        return
    bad = ~(np.abs(A) <= MAX_INPUT) & ~(np.isnan(A) & allow_nan)
    if bad.any():
        where = _place(int(bad.argmax()), A.shape)
        kinds = "finite or NaN, not inf" if allow_nan else "finite, neither NaN nor inf"
        kinds = f"within {MAX_INPUT} of 0" if np.isfinite(A[where]) else kinds
        missing = ", which is a missing value" if np.isnan(A[where]) else ""
        raise ValueError(f"{name} must be {kinds}; received {A[where]} at index {where}{missing}")


# --- what formulas count with -------------------------------------------------------------------


def _widening(function: FunctionType) -> Callable[..., Any]:
    """The function, which then receives its arrays widened, as its annotations say."""
    parameters = [*inspect.signature(function).parameters.values()]
    names = tuple(p.name for p in parameters)  # no list: the checker refuses what may change
    kinds = {p.name: {*str(p.annotation).split()} for p in parameters}
    counted = frozenset(name for name in names if kinds[name] & COUNTED)
    whole = frozenset(name for name in names if kinds[name] & {"Whole", "int"})
    if not counted | whole:
        return function

    def read(name: str, a: Any) -> Any:
        if not isinstance(a, np.ndarray | np.generic):
            return a
        if name in counted:
            return widened(a, name)[()]  # a scalar stays one
        return a.astype(np.int64) if name in whole and a.dtype.kind in "iu" else a

    @wraps(function)
    def widening(*args: Any, **keywords: Any) -> Any:
        if not keywords and all(map(_is_float64, args)):
            return function(*args)  # at once, as formulas are called in loops
        given = map(read, names, args) if len(args) <= len(names) else args  # too many: an error
        return function(*given, **{name: read(name, a) for name, a in keywords.items()})

    return widening


def _is_float64(a: Any) -> bool:
    return isinstance(a, float) or (type(a) is np.ndarray and a.dtype.char == "d")
