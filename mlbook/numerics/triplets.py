"""A sparse matrix as its entries that are not zero, with the two products that iterations need."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np

from mlbook.contract import (
    Array,
    ArrayLike,
    as_array,
    check_array,
    check_positive_int,
    check_squares,
)


class Operator(Protocol):
    """Anything with products: an array, Triplets, or another object with `@`, `T` and `shape`."""

    @property
    def shape(self) -> tuple[int, ...]:
        """(n, d)."""

    @property
    def T(self) -> Any:
        """The transpose."""

    def __matmul__(self, X: Any, /) -> Any: ...


class Triplets:
    """A sparse matrix: A[rows[t], columns[t]] = values[t], the rest 0; repeated places add up.

    It has `shape`, `nnz`, `T`, `toarray()` and `@` with a dense (d,) or (d, m). The product with X
    is (n,) or (n, m): each row is the sum of its values times entries of X. It raises ValueError if
    X does not have d rows.

    Parameters
    ----------
    rows : array (nnz,)
        Integers.
    columns : array (nnz,)
        Integers.
    values : array (nnz,)
        Finite.
    shape : tuple (n, d)

    Attributes
    ----------
    rows : array (nnz,)
    columns : array (nnz,)
    values : array (nnz,)
        All three are sorted by row.
    shape : tuple (n, d)
    nnz : int

    Raises
    ------
    ValueError
        If an index is outside the shape, or if the arguments do not describe a matrix.

    Examples
    --------
    >>> A = Triplets([0, 1, 1], [2, 0, 0], [5, 1, 1], (2, 3))
    >>> A.toarray()
    array([[0., 0., 5.],
           [2., 0., 0.]])
    >>> A @ [1, 0, 2]
    array([10.,  2.])
    """

    _transpose: Triplets | None

    def __init__(
        self, rows: ArrayLike, columns: ArrayLike, values: ArrayLike, shape: tuple[int, ...]
    ) -> None:
        if not isinstance(shape, tuple) or len(shape) != 2:
            raise ValueError(f"shape must be a tuple of two integers (n, d); received {shape!r}")
        for name, number in zip("nd", shape, strict=True):
            check_positive_int(name, number, minimum=0)
        rows, columns = _places("rows", rows, shape[0]), _places("columns", columns, shape[1])
        values = as_array("values", values)
        values = check_array("values", values) if values.size else np.zeros(0)
        check_squares("values", np.append(values, 0.0))
        if not rows.shape == columns.shape == values.shape:
            sizes = f"{rows.shape}, {columns.shape}, {values.shape}"
            raise ValueError(
                f"rows, columns and values must have the same length; received {sizes}"
            )
        order = np.argsort(rows.astype(np.min_scalar_type(shape[0])), kind="stable")  # radix sort
        self.rows, self.columns, self.values = rows[order], columns[order], values[order]
        self.shape, self.nnz, self._transpose = tuple(map(int, shape)), len(values), None
        count = np.bincount(rows, minlength=shape[0])
        self._filled = np.flatnonzero(count)
        self._starts = (np.cumsum(count) - count)[self._filled]

    @property
    def T(self) -> Triplets:
        """The transpose, computed once, because iterations need it at every step."""
        if self._transpose is None:
            self._transpose = Triplets(self.columns, self.rows, self.values, self.shape[::-1])
            self._transpose._transpose = self
        return self._transpose

    def __matmul__(self, X: ArrayLike) -> Array:
        """The product with X (d,) or (d, m): each row is the sum of its values times entries of X.

        -> (n,) or (n, m); It raises ValueError if X does not have d rows.
        """
        X = np.asarray(X, dtype=np.float64)
        if X.ndim not in (1, 2) or len(X) != self.shape[1]:
            raise ValueError(
                f"a matrix of shape {self.shape} cannot multiply an array of shape {X.shape}"
            )
        out = np.zeros((self.shape[0], *X.shape[1:]))
        if self.nnz:
            columns = X.T if X.ndim == 2 else [X]
            for x, y in zip(columns, out.T if X.ndim == 2 else [out], strict=True):
                y[self._filled] = np.add.reduceat(self.values * x.take(self.columns), self._starts)
        return out

    def toarray(self) -> Array:
        """The same matrix as a dense array (n, d)."""
        A = np.zeros(self.shape)
        np.add.at(A, (self.rows, self.columns), self.values)
        return A


def _places(name: str, index: ArrayLike, size: int) -> Array:
    index = as_array(name, index)
    if index.ndim != 1 or (index.size and index.dtype.kind not in "iu"):
        what = f"{index.dtype} of shape {index.shape}"
        raise ValueError(f"{name} must be integers of shape (nnz,); received {what}")
    if index.size and not (index.min() >= 0 and index.max() < size):
        raise ValueError(f"{name} must lie in 0..{size - 1}; received {index.min()}..{index.max()}")
    return index.astype(np.intp)
