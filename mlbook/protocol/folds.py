"""Random folds of the samples, each of which is held out once."""

from __future__ import annotations

import numpy as np

from mlbook.contract import (
    Array,
    ArrayLike,
    check_entries,
    check_labels,
    check_positive_int,
    check_random_state,
)


def folds(
    y: ArrayLike, k: int, seed: np.random.Generator | int = 0, stratified: bool = False
) -> Array:
    """The random fold, 0 to k - 1, of each sample.

    The sizes of the folds differ by at most one; if stratified, so do their counts of each class.

    Parameters
    ----------
    y : array (n,)
        Targets or labels, which only stratified folds use.
    k : int
        From 2 to n, or to n_c of the smallest class if stratified.
    seed : int or Generator
    stratified : bool

    Returns
    -------
    array (n,)

    Raises
    ------
    ValueError
        If k is not in its range.

    Examples
    --------
    >>> np.bincount(folds(np.zeros(8), k=3))
    array([3, 3, 2])
    >>> y = np.array([0, 0, 0, 0, 1, 1])
    >>> np.bincount(folds(y, k=2, stratified=True)[y == 1])
    array([1, 1])
    """
    check_positive_int("k", k, minimum=2)
    n = len(check_entries("y", y))
    order, sizes = check_random_state(seed).permutation(n), np.array([n])
    if stratified:
        _, codes = check_labels(y, n)
        order, sizes = order[np.argsort(codes[order], kind="stable")], np.bincount(codes)
    if k > sizes.min():
        what = "the smallest class" if stratified else "the samples"
        raise ValueError(f"k must be at most the size of {what}, {sizes.min()}; received {k}")
    fold = np.empty(n, dtype=int)
    fold[order] = np.arange(n) % k
    return fold


def splits(
    y: Array,
    k: int,
    repeats: int = 1,
    seed: np.random.Generator | int = 0,
    stratified: bool = False,
) -> list[tuple[Array, Array]]:
    """Pairs of index arrays (train, test): each fold of each deal is the test once.

    Parameters
    ----------
    y : array (n,)
        Targets or labels, which only stratified folds use.
    k : int
        From 2 to n, or to n_c of the smallest class if stratified.
    repeats : int
        The number of random partitions into folds, at least 1.
    seed : int or Generator
    stratified : bool

    Returns
    -------
    list of tuple
        L = k * repeats pairs.

    Raises
    ------
    ValueError
        If k or repeats is not in its range.

    Examples
    --------
    >>> parts = splits(np.zeros(4), k=2, repeats=3)
    >>> len(parts), [len(part) for part in parts[0]]
    (6, [2, 2])
    """
    check_positive_int("repeats", repeats)
    rng = check_random_state(seed)
    deals = [folds(y, k, rng, stratified) for _ in range(repeats)]
    tests = [fold == j for fold in deals for j in range(k)]
    return [(np.flatnonzero(~test), np.flatnonzero(test)) for test in tests]
