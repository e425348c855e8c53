"""What t-SNE and UMAP make of the data of the chapter on LLE; the book does not install UMAP.

    python -m venv /tmp/layouts
    /tmp/layouts/bin/pip install umap-learn==0.5.12 scikit-learn==1.9.1
    /tmp/layouts/bin/python -m benchmarks.layouts_lle

stores mlbook/data/layouts_lle.json, which the chapter reads: the releases of the programs, the
layouts of two tables with the seed 0, and what is measured at twenty seeds. The seed draws the
data, and the program begins with it.
"""

import json
from importlib.metadata import version
from pathlib import Path

import numpy as np

from benchmarks.seeds import SEEDS
from mlbook import data, lle

STORED = Path(__file__).parent.parent / "mlbook" / "data" / "layouts_lle.json"
PROGRAMS = ("scikit-learn", "umap-learn", "numpy")


def layouts(X, seed):
    """The layouts of X by both programs with their default parameters, by name."""
    from sklearn.manifold import TSNE
    from umap import UMAP

    return {
        "t-SNE": TSNE(random_state=seed).fit_transform(X).astype(float),
        "UMAP": UMAP(random_state=seed, n_jobs=1).fit_transform(X).astype(float),
    }


def roll(seed):
    """1000 points of a swiss roll, as in benchmarks/seeds_lle.py."""
    return data.swiss_roll(1000, seed)


def digits():
    """The handwritten digits 0 to 4."""
    every = data.digits()
    return every.X[every.y < 5]


def groups(seed):
    """300 points in ten dimensions in three groups on a line, and the groups.

    The first two groups are 40 apart, and the third is 200 from the second; the points of the
    second lie five times as far from its centre as those of the others.
    """
    rng = np.random.default_rng(seed)
    y = np.repeat([0, 1, 2], 100)
    X = rng.normal(size=(300, 10)) * np.array([1, 5, 1])[y][:, np.newaxis]
    X[:, 0] += np.array([0, 40, 240])[y]
    return X, y


def measures(Y, y):
    """How much wider the second group is than the first, and farther from the third."""
    centres = np.array([Y[y == c].mean(axis=0) for c in range(3)])
    widths = [np.sqrt(((Y[y == c] - centres[c]) ** 2).sum(axis=1).mean()) for c in range(3)]
    gaps = np.linalg.norm(np.diff(centres, axis=0), axis=1)
    return {"widths": float(widths[1] / widths[0]), "gaps": float(gaps[1] / gaps[0])}


def kept(A, B, k=10):
    """The fraction of the k nearest neighbours in A that B keeps."""
    pairs = zip(lle.neighbours(A, k), lle.neighbours(B, k), strict=True)
    return float(np.mean([np.isin(a, b).mean() for a, b in pairs]))


def main():
    """Run both programs, and store what came out."""
    kept_fractions, group_measures = [], []
    found = {"versions": {name: version(name) for name in PROGRAMS}, "seed": 0}
    for name, X in [("roll", roll(0)[0]), ("digits", digits())]:
        found[name] = {title: Y.round(2).tolist() for title, Y in layouts(X, 0).items()}
    for seed in SEEDS:
        X, flat = roll(seed)
        every = layouts(X, seed).items()
        kept_fractions.append({title: round(kept(flat, Y), 3) for title, Y in every})
        X, y = groups(seed)
        every = {"data": X} | layouts(X, seed)
        group_measures.append({title: measures(Y, y) for title, Y in every.items()})
    found |= {"kept": kept_fractions, "groups": group_measures}
    STORED.write_text(json.dumps(found) + "\n", "utf8")


if __name__ == "__main__":
    main()
