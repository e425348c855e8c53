"""Slices of rows, so that temporary arrays stay small."""

from __future__ import annotations


def row_blocks(n: int, numbers: int, size: int) -> list[slice]:
    """Slices that together cover 0..n-1, each of about `size` numbers.

    Parameters
    ----------
    n : int
        The number of rows.
    numbers : int
        The number of numbers that a row needs.
    size : int

    Returns
    -------
    list of slices

    Examples
    --------
    >>> row_blocks(5, 10, 20)
    [slice(0, 2, None), slice(2, 4, None), slice(4, 5, None)]
    """
    step = max(1, size // max(numbers, 1))
    return [slice(start, min(start + step, n)) for start in range(0, n, step)]
