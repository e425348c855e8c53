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
    the coordinates in units of the sheet's length and height, how well the first of them follows
    the length, and the number of edges across the gap.
    """
    X, flat = data.swiss_roll(1000, seed)
    units = flat.std(axis=0)
    maps = {f"k = {k}": LLE(2, k).fit_transform(X) for k in NEIGHBOURS}
    maps["PCA"] = PCA(2).fit_transform(X)
    kept = {name: _kept(flat, Y) for name, Y in maps.items()}
    kept |= {f"{name}, in the data": _kept(X, Y) for name, Y in maps.items()}
    kept["the sheet, squeezed"] = _kept(flat, flat / units)
    kept["k = 12, stretched"] = _kept(flat, maps["k = 12"] * units)
    kept["correlation, k = 12"] = _along(maps["k = 12"], flat)
    return kept | {"edges across the gap, k = 12": _across(X, flat, 12)}


def even(seed: int) -> dict[str, float]:
    """What `roll` gives of the length with k = 12, for points drawn evenly on the sheet."""
    rng = np.random.default_rng(seed)
    t = np.linspace(1.5 * np.pi, 4.5 * np.pi, 100_001)
    arc = (t * np.sqrt(1 + t**2) + np.arcsinh(t)) / 2
    length, h = rng.uniform(arc[0], arc[-1], 1000), rng.uniform(0, 21, 1000)
    t = np.interp(length, arc, t)
    X, flat = np.column_stack([t * np.cos(t), h, t * np.sin(t)]), np.column_stack([length, h])
    return {
        "correlation, k = 12": _along(LLE(2, 12).fit_transform(X), flat),
        "edges across the gap, k = 12": _across(X, flat, 12),
    }


def _along(Y: Array, flat: Array) -> float:
    """How well the first coordinate follows the length of the sheet."""
    return float(abs(np.corrcoef(Y[:, 0], flat[:, 0])[0, 1]))


def relatives(seed: int) -> dict[str, float]:
    """Neighbours kept by five maps of 1000 samples, in whole hundredths, which no tie moves.

    Also the number of edges across the gap, and by what factor the width of two maps varies.
    """
    X, flat = data.swiss_roll(1000, seed)
    near = lle.adjacency(lle.neighbours(X, 10))
    maps = {
        "scaling": lle.scaling(lle.squared_differences(X), 2),
        "kernel PCA": KernelPCA(2, gamma=0.05).fit_transform(X),
        "Isomap": lle.isomap(X, 10, 2),
        "eigenmaps": lle.eigenmaps(near, 2)[1],
        "LLE": LLE(2, 10).fit_transform(X),
    }
    result = {name: float(np.floor(100 * _kept(flat, Y)) / 100) for name, Y in maps.items()}
    result |= {f"{name}, width": _widths(maps[name], flat) for name in ("Isomap", "LLE")}
    return result | {"edges across the gap": _across(X, flat, 10)}


def few(seed: int) -> dict[str, float]:
    """What `relatives` gives for Isomap with half of the samples, and 9 neighbours."""
    X, flat = (part[:500] for part in data.swiss_roll(1000, seed))
    kept = float(np.floor(100 * _kept(flat, lle.isomap(X, 9, 2))) / 100)
    return {"Isomap": kept, "edges across the gap": _across(X, flat, 9)}


def _widths(Y: Array, flat: Array, strips: int = 6) -> float:
    """How many times as wide, across the sheet, Y is in the widest of the strips as in another."""
    strip = np.argsort(np.argsort(flat[:, 0])) * strips // len(flat)
    found = []
    for s in range(strips):
        A = np.column_stack([np.ones(len(flat)), flat])[strip == s]
        slope = np.linalg.lstsq(A, Y[strip == s], rcond=None)[0][2]
        found.append(np.linalg.norm(slope))
    return float(max(found) / min(found))


def _across(X: Array, flat: Array, k: int) -> float:
    """How many edges of the neighbours' graph are far longer on the sheet than through the air."""
    one, two = np.nonzero(np.triu(lle.adjacency(lle.neighbours(X, k))))
    sheet = np.linalg.norm(flat[one] - flat[two], axis=1)
    air = np.linalg.norm(X[one] - X[two], axis=1)
    return float((sheet > 2 * air).sum())


def noise(seed: int) -> dict[str, float]:
    """Neighbours on the sheet kept with noise of standard deviation 0.6, and without."""
    X, flat = data.swiss_roll(1000, seed)
    noisy = X + np.random.default_rng(1000 + seed).normal(0, 0.6, X.shape)
    return {
        "LLE without noise": _kept(flat, LLE(2, 12).fit_transform(X)),
        "LLE with noise": _kept(flat, LLE(2, 12).fit_transform(noisy)),
        "PCA with noise": _kept(flat, PCA(2).fit_transform(noisy)),
        "noisy points in space": _kept(flat, noisy),
    }
