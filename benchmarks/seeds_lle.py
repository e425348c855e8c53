"""How what the chapter on LLE shows on its swiss rolls varies with the roll that is drawn."""

from __future__ import annotations

import numpy as np

from mlbook import data, lle
from mlbook.contract import Array
from mlbook.lle import LLE
from mlbook.pca import PCA, KernelPCA

NEIGHBOURS = (6, 8, 10, 12, 15, 20, 30, 50, 100)


def _kept(A: Array, B: Array, k: int = 10) -> float:
    """The fraction of the k nearest neighbours in A that B keeps."""
    pairs = zip(lle.neighbours(A, k), lle.neighbours(B, k), strict=True)
    return float(np.mean([np.isin(a, b).mean() for a, b in pairs]))


def roll(seed: int) -> dict[str, float]:
    """Neighbours kept of 1000 samples by numbers k, by PCA, and by the true sheet made square.

    They are neighbours on the sheet, and for each k and PCA in the data, too. Also, for k = 12, by
    the coordinates in units of the sheet's length and height, and how well the first of them
    follows the length.
    """
    X, flat = data.swiss_roll(1000, seed)
    units = flat.std(axis=0)
    maps = {f"k = {k}": LLE(2, k).fit_transform(X) for k in NEIGHBOURS}
    maps["PCA"] = PCA(2).fit_transform(X)
    kept = {name: _kept(flat, Y) for name, Y in maps.items()}
    kept |= {f"{name}, in the data": _kept(X, Y) for name, Y in maps.items()}
    kept["the sheet, squeezed"] = _kept(flat, flat / units)
    kept["k = 12, stretched"] = _kept(flat, maps["k = 12"] * units)
    along = np.corrcoef(maps["k = 12"][:, 0], flat[:, 0])[0, 1]
    return kept | {"correlation, k = 12": float(abs(along))}


def relatives(seed: int) -> dict[str, float]:
    """Neighbours kept by six maps of 500 samples, in whole hundredths, which no tie moves.

    Also the numbers of edges across the gap, for 9 and 10 neighbours.
    """
    X, flat = (part[:500] for part in data.swiss_roll(1000, seed))
    near = lle.adjacency(lle.neighbours(X, 9))
    maps = {
        "scaling": lle.scaling(lle.squared_differences(X), 2),
        "kernel PCA": KernelPCA(2, gamma=0.05).fit_transform(X),
        "Isomap": lle.isomap(X, 9, 2),
        "eigenmaps": lle.eigenmaps(near, 2)[1],
        "LLE": LLE(2, 9).fit_transform(X),
        "Isomap, k = 10": lle.isomap(X, 10, 2),
    }
    result = {name: float(np.floor(100 * _kept(flat, Y)) / 100) for name, Y in maps.items()}
    for k in (9, 10):
        result[f"edges across the gap, k = {k}"] = _across(X, flat, k)
    return result


def _across(X: Array, flat: Array, k: int) -> float:
    """How many edges of the neighbours' graph are far longer on the sheet than through the air."""
    one, two = np.nonzero(np.triu(lle.adjacency(lle.neighbours(X, k))))
    sheet = np.linalg.norm(flat[one] - flat[two], axis=1)
    air = np.linalg.norm(X[one] - X[two], axis=1)
    return float((sheet > 2 * air).sum())


def noise(seed: int) -> dict[str, float]:
    """Neighbours kept of 1000 samples with noise of standard deviation 0.6, and without."""
    X, flat = data.swiss_roll(1000, seed)
    noisy = X + np.random.default_rng(1000 + seed).normal(0, 0.6, X.shape)
    return {
        "without noise": _kept(flat, LLE(2, 12).fit_transform(X)),
        "with noise": _kept(flat, LLE(2, 12).fit_transform(noisy)),
        "with noise, PCA": _kept(flat, PCA(2).fit_transform(noisy)),
    }
