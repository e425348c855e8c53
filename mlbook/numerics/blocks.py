"""Slices of rows, so that temporary arrays stay small."""

from __future__ import annotations


def row_blocks(n, numbers, size):
    """Slices that together are 0..n-1, each of about `size` numbers; a row needs `numbers`."""
    step = max(1, size // max(numbers, 1))
    return [slice(start, min(start + step, n)) for start in range(0, n, step)]
