"""Locally linear embedding of the swiss roll beside scikit-learn's.

Both get the same 12 neighbours and the same ridge; scikit-learn's eigen_solver="auto" is ARPACK at
these sizes. The tests compare the embeddings.
"""

from __future__ import annotations

import numpy as np
from sklearn.manifold import LocallyLinearEmbedding as Authority

from benchmarks.harness import Quality, Task, compare
from mlbook import data, lle

FIT = (
    "Distances are products of blocks, where scikit-learn asks a tree of the points; the rest goes"
    " into the eigenvectors of a block tridiagonal matrix."
)
NEW = "All distances to the fitted samples are computed, where scikit-learn asks a tree."


def results():
    yield from fit(500, target=0.6, repeats=25)
    yield from fit(2000, target=0.6, repeats=25)
    yield from fit(10000, target=1.0, repeats=5)


def fit(n, target, repeats, k=12):
    X, _ = data.swiss_roll(n, seed=0)
    X_new, _ = data.swiss_roll(n, seed=1)
    name, authority = f"LLE swiss roll {n}, k = {k}", "scikit-learn, auto"
    ours, theirs = lle.LLE(2, k), Authority(n_neighbors=k, n_components=2, random_state=0)
    task = Task(name, "fit", authority, target, FIT)
    judged = Quality("cost J/n", lambda model: cost(X, model.embedding_, k))
    yield compare(task, lambda: ours.fit(X), lambda: theirs.fit(X), judged, repeats)
    task = Task(name, "predict", authority, 1.5, NEW)
    judged = Quality("cost of new / n", lambda Y: cost(X_new, Y, k))
    yield compare(task, lambda: ours.transform(X_new), lambda: theirs.transform(X_new), judged, 9)


def cost(X, Y, k):
    """The cost that LLE minimizes, of Y turned and stretched to mean 0 and Y^T Y = n I, over n."""
    nearest = lle.neighbours(X, k)
    r = lle.local_weights(X, nearest, 1e-3)
    Q, _ = np.linalg.qr(Y - Y.mean(axis=0))
    return float(((Q - np.einsum("nk,nkq->nq", r, Q[nearest])) ** 2).sum())
