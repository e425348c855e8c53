"""Latent semantic indexing of a sparse corpus beside scikit-learn's pipeline.

Both weigh the counts by tf-idf and keep 20 axes; ARPACK is exact, as ours is, and the default of
scikit-learn, randomised with five rounds, is an approximation.
"""

from __future__ import annotations

import numpy as np
import scipy.sparse as sp
from sklearn.decomposition import TruncatedSVD
from sklearn.feature_extraction.text import TfidfTransformer
from sklearn.pipeline import make_pipeline

from benchmarks.harness import Task, compare
from mlbook.lsi import LSI
from mlbook.svd import Triplets


def results():
    return [fit(5000, 4000, 20, "arpack"), fit(5000, 4000, 20, "randomized")]


def fit(n, d, k, algorithm, repeats=9):
    rows, columns, counts = corpus(n, d)
    ours = Triplets(rows, columns, counts, (n, d))
    theirs = sp.csr_array((counts, (rows, columns)), shape=(n, d))
    svd = TruncatedSVD(k, algorithm=algorithm, random_state=0)
    pipeline = make_pipeline(TfidfTransformer(norm=None, smooth_idf=False), svd)
    task = Task(f"LSI {n} x {d} -> {k}, sparse", f"scikit-learn, {algorithm}", 2.5)
    return compare(
        task, lambda: LSI(k, "tf-idf").fit(ours), lambda: pipeline.fit_transform(theirs), repeats
    )


def corpus(n, d, topics=20, length=60, seed=0):
    """Counts of documents that draw half of their words from one of the topics, half from all."""
    rng = np.random.default_rng(seed)
    zipf = 1 / np.arange(1, d + 1)
    chances = np.stack([rng.permutation(zipf) for _ in range(topics)]) / zipf.sum()
    topic = rng.integers(topics, size=n)
    drawn = [rng.choice(d, length, p=(chances[t] + zipf / zipf.sum()) / 2) for t in topic]
    place = np.repeat(np.arange(n), length) * d + np.concatenate(drawn)
    place, counts = np.unique(place, return_counts=True)
    return place // d, place % d, counts.astype(float)
