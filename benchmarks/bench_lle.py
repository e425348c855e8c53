"""Locally linear embedding of the swiss roll beside scikit-learn's.

Both get the same 12 neighbours and the same ridge; scikit-learn's eigen_solver="auto" is ARPACK at
these sizes. The tests compare the embeddings.
"""

from __future__ import annotations

from sklearn.manifold import LocallyLinearEmbedding as Authority

from benchmarks.harness import Task, compare
from mlbook import data
from mlbook.lle import LLE


def results():
    return [
        fit(500, target=0.6, repeats=25),
        fit(2000, target=0.6, repeats=25),
        fit(10000, target=1.0, repeats=5),
    ]


def fit(n, target, repeats, k=12):
    X, _ = data.swiss_roll(n, seed=0)
    task = Task(f"LLE swiss roll {n}, k = {k}", "scikit-learn, auto", target)
    theirs = Authority(n_neighbors=k, n_components=2, random_state=0)
    return compare(task, lambda: LLE(2, k).fit(X), lambda: theirs.fit(X), repeats)
