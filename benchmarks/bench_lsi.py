"""Latent semantic indexing of a sparse corpus beside scikit-learn's pipeline.

Both weigh the counts by tf-idf, where scikit-learn's idf is larger by 1, and keep 20 axes. ARPACK
is exact, as ours is; the default of scikit-learn, randomized with five rounds, approximates.
"""

from __future__ import annotations

import numpy as np
import scipy.sparse as sp
from sklearn.decomposition import TruncatedSVD
from sklearn.feature_extraction.text import TfidfTransformer
from sklearn.pipeline import make_pipeline

from benchmarks.harness import Quality, Task, compare
from mlbook.lsi import LSI, weigh
from mlbook.numerics.triplets import Triplets

FIT = (
    "NumPy needs several gathers and sums for a product with a sparse matrix, whereas SciPy needs"
    " only one compiled loop."
)


def results():
    yield from fit(5000, 4000, 20, "arpack")
    yield from fit(5000, 4000, 20, "randomized")


def fit(n, d, k, algorithm):
    rows, columns, counts = corpus(n, d)
    table = Triplets(rows, columns, counts, (n, d))
    their_table = sp.csr_array((counts, (rows, columns)), shape=(n, d))
    weighing = TfidfTransformer(norm=None, smooth_idf=False)
    svd = TruncatedSVD(k, algorithm=algorithm, random_state=0)
    ours, theirs = LSI(k, "tf-idf"), make_pipeline(weighing, svd)
    squares = lambda A: float((A**2).sum())
    weighed = weigh(table, ours.fit(table).weights_)
    assert isinstance(weighed, Triplets)
    our_total = squares(weighed.values)
    their_total = squares(weighing.fit_transform(their_table).data)
    share = Quality("share of own table", lambda found: squares(found[0]) / found[1])
    name, authority = f"LSI {n} × {d} → {k}, sparse", f"scikit-learn, {algorithm}"
    yield compare(
        Task(name, "fit", authority, 2.5, FIT),
        lambda: (ours.fit(table).documents_, our_total),
        lambda: (theirs.fit_transform(their_table), their_total),
        share,
        repeats=9,
    )
    yield compare(
        Task(name, "predict", authority, 3.0, FIT),
        lambda: (ours.transform(table), our_total),
        lambda: (theirs.transform(their_table), their_total),
        share,
        repeats=9,
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
