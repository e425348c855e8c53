"""What a cluster adds up: statistics of chunks of rows, and how two of them become one.

A chunk of rows leaves a small summary, summaries are merged in pairs, and the model is made from
the last one; the table itself never moves.

    covariance, scatter within classes    counts, means, scatter: `Moments`
    histograms of boosting                sums of g and h in each leaf and bin
    singular vectors (Lanczos)            products with blocks of rows: `RowBlocks`

Conventions. `run(f, *columns)` is a map: it calls f on the first entries of the columns, on the
second entries, ..., and returns the results in order; a cluster offers one, and plain Python's
is `in_turn`. Merging follows a fixed tree (`tree_merge`), so that a result does not depend on which
chunk was ready first. Functions of `+ - * / @` also run on arrays of symbols: the proofs are about
this code.
Derived in chapters/production.ipynb.
Source: Chan, Golub, LeVeque 1983 (merging); Chen and Guestrin 2016, section 3 (histograms).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from mlbook import lda, pca
from mlbook.trees.leaves import leaf_weight, split_gain


def in_turn(f, *columns):
    """The map of one machine: f of the first entries, of the second, ..., as a list."""
    return [f(*entries) for entries in zip(*columns, strict=True)]


def tree_merge(parts, merge):
    """One summary from many, of neighbours first (eq. production-tree).

    parts: at least one summary; merge(a, b) -> a summary. Neighbours are merged, then neighbours
    of those: the depth is log2 of their number, rounded up, and the order is fixed.
    ValueError without parts.
    """
    parts = list(parts)
    if not parts:
        raise ValueError("parts must hold at least one summary; received none")
    while len(parts) > 1:
        pairs = [merge(a, b) for a, b in zip(parts[::2], parts[1::2], strict=False)]
        parts = pairs + parts[len(parts) - len(parts) % 2 :]
    return parts[0]


# --- counts, means and scatter -------------------------------------------------------------------


class Moments(NamedTuple):
    """What a chunk tells of its rows: a few numbers, however long it is."""

    counts: np.ndarray  # (C,) samples of each class
    means: np.ndarray  # (C, d) mean of each class, 0 where it has no sample
    scatter: np.ndarray  # (d, d) sum over classes of the scatter about the class's mean


def moments(X, codes=None, C=1):
    """Counts, means and scatter within classes of a chunk (eq. production-chunk).

    X (n, d) with n >= 1, codes (n,) of 0..C-1, any of which may be absent; None is a single class.
    """
    codes = np.zeros(len(X), dtype=int) if codes is None else codes
    counts, means, scatter = np.zeros(C), np.zeros((C, X.shape[1])), 0.0
    for c in np.unique(codes):
        own = X[codes == c]
        counts[c], (means[c], S) = len(own), pca.scatter(own)
        scatter = scatter + S
    return Moments(counts, means, scatter)


def merged_means(n_a, M_a, n_b, M_b):
    """The means of both chunks (eq. production-mean).

        m = m_a + n_b / (n_a + n_b) (m_b - m_a)

    counts n_a, n_b (C,), means M_a, M_b (C, d) -> (C, d).   Source: Chan, Golub, LeVeque 1983.
    """
    return M_a + (n_b / _total(n_a, n_b))[:, np.newaxis] * (M_b - M_a)


def merged_scatter(n_a, M_a, S_a, n_b, M_b, S_b):
    """The scatter within classes of both chunks (eq. production-class-merge).

        S = S_a + S_b + sum_c n_a n_b / (n_a + n_b) (m_a - m_b)(m_a - m_b)^T

    counts (C,), means (C, d), scatters (d, d) -> (d, d).   Source: Chan, Golub, LeVeque 1983.
    """
    D = M_a - M_b
    return S_a + S_b + D.T @ ((n_a * n_b / _total(n_a, n_b))[:, np.newaxis] * D)


def _total(n_a, n_b):
    n = n_a + n_b
    return np.where(n == 0, 1, n)  # a class that neither chunk has gets 0 / 1


def merge(a, b):
    """The `Moments` of both chunks from those of each."""
    means = merged_means(a.counts, a.means, b.counts, b.means)
    return Moments(a.counts + b.counts, means, merged_scatter(*a, *b))


def principal_axes(m):
    """Variances, largest first, and principal axes from merged moments: PCA without its table.

    m: `Moments` of a single class of n >= 2 samples -> (d,), (d, d) with an axis a column.
    """
    return pca.principal_axes(m.scatter / (m.counts.sum() - 1))


def discriminant_axes(m):
    """Eigenvalues and discriminant axes from merged moments: LDA without its table.

    m: `Moments` of C classes, none empty, with regular scatter -> (q,), (d, q), q = min(C - 1, d).
    """
    n = m.counts.sum()
    return lda.discriminant_axes(m.means, m.counts / n, lda.whitener(m.scatter / n))


# --- histograms of gradients ---------------------------------------------------------------------


def bin_codes(X, edges):
    """The bin of each value: how many edges lie below it.   X (n, d), edges (d, B - 1) -> (n, d)"""
    return np.column_stack([np.searchsorted(e, x) for e, x in zip(edges, X.T, strict=True)])


def place(codes, feature, cut):
    """The node of each row in the tree so far.

    The children of node k are 2k + 1 and 2k + 2.
    codes (n, d); feature (m,), -1 at a leaf; cut (m,), the last bin that goes left -> (n,)
    """
    node = np.zeros(len(codes), dtype=int)
    for _ in range(len(feature).bit_length()):
        asks = feature[node] >= 0
        right = codes[np.arange(len(codes)), feature[node]] > cut[node]
        node = np.where(asks, 2 * node + 1 + right, node)
    return node


def histogram(codes, g, h, node, nodes, bins):
    """Sums of g and of h in each node, feature and bin (eq. production-histogram).

    codes (n, d) of 0..bins-1, g and h (n,), node (n,) of 0..nodes-1 -> (2, nodes, d, bins)
    """
    cells = (node[:, np.newaxis] * codes.shape[1] + np.arange(codes.shape[1])) * bins + codes
    shape = (nodes, codes.shape[1], bins)
    sums = [
        np.bincount(cells.ravel(), np.repeat(w, codes.shape[1]), np.prod(shape)) for w in (g, h)
    ]
    return np.reshape(sums, (2, *shape))


def best_cuts(sums, lam):
    """The cut of largest gain (newton-gain) of each node; the first of equals.

    sums (2, nodes, d, bins), lam > 0 -> gain, feature, cut (nodes,) each; feature -1 where no gain
    exceeds the rounding of the largest.
    """
    left = sums.cumsum(axis=3)[..., :-1]
    right = sums.sum(axis=3, keepdims=True) - left
    gain = split_gain(*left, *right, lam, 0.0).reshape(sums.shape[1], -1)
    top = gain.argmax(axis=1)
    best = gain[np.arange(len(gain)), top]
    feature, cut = np.divmod(top, left.shape[3])
    return best, np.where(best > 1e-12 * np.abs(gain).max(), feature, -1), cut


def grow(total, depth, lam):
    """One round of histogram boosting, level by level, that sees sums only.

    total(feature, cut) -> the histogram (2, nodes, d, bins) of all rows, each in its `place` in
    the tree so far. Returns feature, cut, value and gain (2^(depth+1) - 1,) of its nodes; value is
    (newton-leaf-weight) where rows arrive.
    """
    m = 2 ** (depth + 1) - 1
    feature, cut, gain = np.full(m, -1), np.zeros(m, dtype=int), np.zeros(m)
    for level in range(depth):
        nodes = slice(2**level - 1, 2 ** (level + 1) - 1)
        sums = total(feature, cut)[:, nodes]
        best, feature[nodes], cut[nodes] = best_cuts(sums, lam)
        gain[nodes] = np.where(feature[nodes] >= 0, best, 0.0)
    G, H = total(feature, cut)[:, :, 0].sum(axis=2)
    return feature, cut, leaf_weight(G, H, lam), gain


# --- products with blocks of rows ----------------------------------------------------------------


class RowBlocks:
    """A matrix (n, d) that lies in blocks of rows on several machines; it has `@`, `T`, `shape`.

    A v is the blocks' products one after another; A^T u is a sum of products, one for each block
    with its part of u (eq. production-transpose). `svd.truncated_svd` takes it as it is.
    blocks: arrays (m, d), or what `run` puts in their place, as a cluster does with its futures.
    """

    def __init__(self, blocks, run=in_turn):
        self.blocks, self.run = list(blocks), run
        shapes = run(np.shape, self.blocks)
        self.ends = np.cumsum([m for m, _ in shapes])
        self.shape = (int(self.ends[-1]), shapes[0][1])

    @property
    def T(self):
        return _Transposed(self)

    def __matmul__(self, v):
        return np.concatenate(self.run(np.matmul, self.blocks, [v] * len(self.blocks)))


class _Transposed:
    def __init__(self, A):
        self.T, self.shape = A, A.shape[::-1]

    def __matmul__(self, u):
        pieces = np.split(u, self.T.ends[:-1])
        return tree_merge(self.T.run(_transposed_product, self.T.blocks, pieces), np.add)


def _transposed_product(block, piece):
    return block.T @ piece
