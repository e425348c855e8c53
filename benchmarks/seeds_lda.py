"""How what the chapter on LDA shows on its digits varies with the draw of the samples."""

from __future__ import annotations

import numpy as np

from mlbook import data
from mlbook.contract import Array
from mlbook.lda import LDA
from mlbook.pca import PCA

GAMMAS = (0, 0.01, 0.03, 0.1, 0.2, 0.4, 0.6, 0.8, 1.0)


def shrinkage(seed: int) -> dict[str, float]:
    """By how much the best of nine values beats no shrinkage, with 40, 100 and 1000 digits."""
    gains = {}
    for n in (40, 100, 1000):
        X, y, X_new, y_new = _digits(seed, n)
        right = [LDA(shrinkage=gamma).fit(X, y).score(X_new, y_new) for gamma in GAMMAS]
        gains[f"n = {n}"] = max(right) - right[0]
    return gains


def chains(seed: int) -> dict[str, float]:
    """Fractions of new digits that three chains read correctly, with 100 and 1000 to fit."""
    right = {}
    for n in (100, 1000):
        X, y, X_new, y_new = _digits(seed, n)
        nearest = LDA(shrinkage=1.0, priors=[0.1] * 10)
        right[f"nearest class mean, n = {n}"] = nearest.fit(X, y).score(X_new, y_new)
        right[f"LDA, n = {n}"] = LDA().fit(X, y).score(X_new, y_new)
        first = PCA(20).fit(X)
        after = LDA().fit(first.transform(X), y)
        right[f"PCA, then LDA, n = {n}"] = after.score(first.transform(X_new), y_new)
    return right


def _digits(seed: int, n: int) -> tuple[Array, Array, Array, Array]:
    """Samples and labels of n digits drawn at random, and of 797 others."""
    X, y = data.digits().X, np.asarray(data.digits().y)
    order = np.random.default_rng(seed).permutation(len(y))
    old, new = order[:n], order[1000:]
    return X[old], y[old], X[new], y[new]
