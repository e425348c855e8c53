"""Truncated singular value decompositions beside SciPy's ARPACK and scikit-learn's randomized one.

The sparse tables resemble counts of words: 20 a row, common columns more often. ARPACK starts from
one vector and trusts rounding to show it the copies of a tied value; our test for them is timed.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.sparse
from scipy.sparse.linalg import svds
from sklearn.utils.extmath import randomized_svd

from benchmarks.harness import Quality, Task, compare
from mlbook.numerics.triplets import Triplets
from mlbook.svd import truncated_svd

N, D, K = 5000, 2000, 20
SPARSE = (
    "NumPy needs several gathers and sums for a product with a sparse matrix, whereas SciPy needs"
    " only one compiled loop."
)
DENSE = (
    "Both programs multiply the data matrix by vectors with the same BLAS, and they differ only"
    " in the number of products."
)


def results():
    yield lanczos("sparse, words", *words(), target=2.5, bound=SPARSE)
    yield lanczos("sparse, noise", *noise(), target=2.5, bound=SPARSE)
    yield lanczos("dense, low rank and noise", *dense(low_rank()), target=0.9, bound=DENSE)
    yield lanczos("dense, slow decay", *dense(slow_decay()), target=1.2, bound=DENSE)
    yield randomized(low_rank(), target=1.2)


def lanczos(name, ours, theirs, target, bound):
    name = f"truncated SVD {N} × {D} → {K}, {name}"
    return compare(
        Task(name, "fit", "SciPy, ARPACK", target, bound),
        lambda: truncated_svd(ours, K),
        lambda: svds(theirs, K, random_state=0),
        residual(theirs),
        repeats=7,
    )


def randomized(A, target):
    name = f"truncated SVD {N} × {D} → {K}, randomized"
    return compare(
        Task(name, "fit", "scikit-learn, randomized", target, DENSE),
        lambda: truncated_svd(A, K, "randomized"),
        lambda: randomized_svd(A, K, n_iter=4, random_state=0),
        residual(A),
        repeats=7,
    )


def residual(A):
    """The largest ||A v - s u|| and ||A^T u - s v|| as a share of the largest singular value."""

    def judge(factors):
        U, s, Vt = factors
        sides = A @ Vt.T - U * s, A.T @ U - Vt.T * s
        return max(np.linalg.norm(side, axis=0).max() for side in sides) / s.max()

    return Quality("residual", judge)


def words(seed=0) -> tuple[Triplets, Any]:
    rng, share = np.random.default_rng(seed), 1 / np.arange(1, D + 1) ** 0.7
    rows = np.repeat(np.arange(N), 20)
    return both(rows, rng.choice(D, size=len(rows), p=share / share.sum()), np.ones(len(rows)))


def noise(seed=0) -> tuple[Triplets, Any]:
    """1 % of the entries, uniform: beyond the first, all gaps are small."""
    A = scipy.sparse.random(N, D, 0.01, random_state=seed, format="coo")
    return both(A.row, A.col, A.data)


def both(rows, columns, values) -> tuple[Triplets, Any]:
    theirs = scipy.sparse.csr_matrix((values, (rows, columns)), shape=(N, D))
    ours = Triplets(rows, columns, values, (N, D))
    assert ours.T is not None  # made once, as SciPy's transpose is free
    return ours, theirs


def dense(A) -> tuple[Any, Any]:
    return A, A


def low_rank(seed=0):
    """30 terms with singular values from 1000 to 200, in noise whose largest is about 115."""
    rng = np.random.default_rng(seed)
    U, _ = np.linalg.qr(rng.normal(size=(N, 30)))
    V, _ = np.linalg.qr(rng.normal(size=(D, 30)))
    return U * np.geomspace(1000, 200, 30) @ V.T + rng.normal(size=(N, D))


def slow_decay(seed=0):
    return np.random.default_rng(seed).normal(size=(N, D)) * np.arange(1, D + 1) ** -0.5
