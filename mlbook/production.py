"""Learning from chunks of rows on a cluster: summaries of chunks, and how two are merged.

Each chunk of rows is reduced to a small summary, summaries are merged in pairs, and the model is
computed from the last one; the data never move.

    covariance, scatter within classes    counts, means, scatter: `Moments`
    histograms of boosting                sums of g and h in each leaf and bin
    singular vectors (Lanczos)            products with blocks of rows: `RowBlocks`

Conventions. `run(f, *columns)` is a map: it calls f on the first entries of the columns, on the
second entries, ..., and returns the results in order; a cluster provides one, and `in_turn` is that
of plain Python. Merging follows a fixed tree (`tree_merge`), so that a result does not depend on
which chunk was ready first. Functions of `+ - * / @` also run on arrays of symbols: the proofs are
about this code. Derived in chapters/production.ipynb. Source: Chan, Golub, LeVeque 1983 (merging);
Chen and Guestrin 2016, section 3 (histograms).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from mlbook import lda, pca
from mlbook.contract import Array, Whole, widen_integers
from mlbook.linear.moments import scatter
from mlbook.trees.leaves import leaf_weight, split_gain


def in_turn(f: Callable[..., Any], *columns: Sequence[Any]) -> list[Any]:
    """The map of one machine: f of the first entries, of the second, ..., as a list.

    Parameters
    ----------
    f : function
    *columns : list
        One for each argument of f, all of the same length.

    Returns
    -------
    list

    Raises
    ------
    ValueError
        If the columns differ in length.

    Examples
    --------
    >>> in_turn(max, [1, 5, 3], [4, 2, 3])
    [4, 5, 3]
    """
    return [f(*entries) for entries in zip(*columns, strict=True)]


def tree_merge(parts: Iterable[Any], merge: Callable[[Any, Any], Any]) -> Any:
    """One summary from many, of neighbours first (eq. production-tree).

    Neighbours are merged, then neighbours of those: the depth is log2 of their number, rounded up,
    and the order is fixed.

    Parameters
    ----------
    parts : list of summaries
        At least one.
    merge : function
        merge(a, b) is the summary of both.

    Returns
    -------
    summary

    Raises
    ------
    ValueError
        If there are no parts.

    Examples
    --------
    >>> tree_merge("abcde", lambda a, b: f"({a}{b})")
    '(((ab)(cd))e)'
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
    """The summary of a chunk of rows: a few numbers, however many rows it has.

    Parameters
    ----------
    counts : array (C,)
        The number of samples of each class.
    means : array (C, d)
        The mean of each class, 0 for a class without samples.
    scatter : array (d, d)
        The sum over classes of the scatter about the class's mean.

    Examples
    --------
    >>> m = moments(np.array([[1.0], [3.0], [5.0]]))
    >>> m.counts, m.means, m.scatter
    (array([3.]), array([[3.]]), array([[8.]]))
    """

    counts: Array
    means: Array
    scatter: Array


def moments(X: Array, codes: Whole | None = None, C: int = 1) -> Moments:
    """Counts, means and scatter within classes of a chunk (eq. production-chunk).

    Parameters
    ----------
    X : array (n, d)
        At least one row.
    codes : array (n,), optional
        The class of each row, 0 to C - 1, any of which may be absent; None for a single class.
    C : int
        The number of classes.

    Returns
    -------
    Moments

    Examples
    --------
    The second of three classes has no row here:

    >>> m = moments(np.array([[0.0, 0.0], [2.0, 4.0], [1.0, 1.0]]), np.array([0, 0, 2]), C=3)
    >>> m.counts
    array([2., 0., 1.])
    >>> m.scatter
    array([[2., 4.],
           [4., 8.]])
    """
    codes = np.zeros(len(X), dtype=int) if codes is None else codes
    within: Any  # a number, and then an array
    counts, means, within = np.zeros(C), np.zeros((C, X.shape[1])), 0.0
    for c in np.unique(codes):
        own = X[codes == c]
        counts[c], (means[c], S) = len(own), scatter(own)
        within = within + S
    return Moments(counts, means, within)


def merged_means(n_a: Array, M_a: Array, n_b: Array, M_b: Array) -> Array:
    """The means of both chunks (eq. production-mean).

        m = m_a + n_b / (n_a + n_b) (m_b - m_a)

    Parameters
    ----------
    n_a : array (C,)
        The number of samples of each class in one chunk.
    M_a : array (C, d)
        Their means.
    n_b, M_b : array
        The same for the other chunk.

    Returns
    -------
    array (C, d)
        For a class that neither chunk has, the mean of the first chunk.

    References
    ----------
    Chan, Golub, LeVeque 1983.

    Examples
    --------
    The first chunk has no sample of the second class:

    >>> n_a, M_a = np.array([1, 0]), np.array([[0.0], [0.0]])
    >>> n_b, M_b = np.array([3, 2]), np.array([[4.0], [5.0]])
    >>> merged_means(n_a, M_a, n_b, M_b)
    array([[3.],
           [5.]])
    """
    return M_a + (n_b / _total(n_a, n_b))[:, np.newaxis] * (M_b - M_a)


def merged_scatter(n_a: Array, M_a: Array, S_a: Array, n_b: Array, M_b: Array, S_b: Array) -> Array:
    """The scatter within classes of both chunks (eq. production-class-merge).

        S = S_a + S_b + sum_c n_a n_b / (n_a + n_b) (m_a - m_b)(m_a - m_b)^T

    Parameters
    ----------
    n_a : array (C,)
        The number of samples of each class in one chunk.
    M_a : array (C, d)
        Their means.
    S_a : array (d, d)
        Their scatter about them.
    n_b, M_b, S_b : array
        The same for the other chunk.

    Returns
    -------
    array (d, d)

    References
    ----------
    Chan, Golub, LeVeque 1983.

    Examples
    --------
    One sample at 0, and three about 4 with the scatter 2; their means add 3/4 of 16:

    >>> a = np.array([1]), np.array([[0.0]]), np.array([[0.0]])
    >>> b = np.array([3]), np.array([[4.0]]), np.array([[2.0]])
    >>> merged_scatter(*a, *b)
    array([[14.]])
    """
    D = M_a - M_b
    return S_a + S_b + D.T @ ((n_a * n_b / _total(n_a, n_b))[:, np.newaxis] * D)


def _total(n_a: Array, n_b: Array) -> Array:
    n = n_a + n_b
    return np.where(n == 0, 1, n)  # a class that neither chunk has gets 0 / 1


def merge(a: Moments, b: Moments) -> Moments:
    """The `Moments` of both chunks from those of each.

    Parameters
    ----------
    a, b : Moments

    Returns
    -------
    Moments

    Examples
    --------
    The moments of 0, 2, 4 and 6, which lie at 9, 1, 1 and 9 from their mean in squares:

    >>> m = merge(moments(np.array([[0.0], [2.0]])), moments(np.array([[4.0], [6.0]])))
    >>> m.counts, m.means, m.scatter
    (array([4.]), array([[3.]]), array([[20.]]))
    """
    means = merged_means(a.counts, a.means, b.counts, b.means)
    return Moments(a.counts + b.counts, means, merged_scatter(*a, *b))


def principal_axes(m: Moments) -> tuple[Array, Array]:
    """Variances, largest first, and principal axes from merged moments: PCA without the data.

    Parameters
    ----------
    m : Moments
        The moments of a single class of n >= 2 samples.

    Returns
    -------
    variances : array (d,)
    axes : array (d, d)
        One axis in each column.

    Examples
    --------
    >>> X = np.array([[3.0, 0.0], [-3.0, 0.0], [0.0, 1.5], [0.0, -1.5]])
    >>> variances, axes = principal_axes(merge(moments(X[:1]), moments(X[1:])))
    >>> variances.round(3)
    array([6. , 1.5])
    """
    return pca.principal_axes(m.scatter / (m.counts.sum() - 1))


def discriminant_axes(m: Moments) -> tuple[Array, Array]:
    """Eigenvalues and discriminant axes from merged moments: LDA without the data.

    Parameters
    ----------
    m : Moments
        The moments of C classes, none empty, with invertible scatter.

    Returns
    -------
    eigenvalues : array (q,)
        Largest first, q = min(C - 1, d) of them.
    axes : array (d, q)
        One axis in each column.

    Examples
    --------
    The classes have the means -2 and 2 and the variance 1; between them the variance is 4:

    >>> m = moments(np.array([[-3.0], [-1.0], [1.0], [3.0]]), np.array([0, 0, 1, 1]), C=2)
    >>> eigenvalues, axes = discriminant_axes(m)
    >>> eigenvalues.round(3)
    array([4.])
    """
    n = m.counts.sum()
    return lda.discriminant_axes(m.means, m.counts / n, lda.whitener(m.scatter / n))


# --- histograms of gradients ---------------------------------------------------------------------


def bin_codes(X: Array, edges: Array) -> Array:
    """The bin of each value: the number of edges below it.

    Parameters
    ----------
    X : array (n, d)
    edges : array (d, B - 1)
        Increasing in each row.

    Returns
    -------
    array (n, d)
        Bins from 0 to B - 1.

    Examples
    --------
    A value on an edge is in the bin below:

    >>> bin_codes(np.array([[0.5], [1.0], [1.5], [9.0]]), np.array([[1.0, 2.0]])).ravel()
    array([0, 0, 1, 2])
    """
    return np.column_stack([np.searchsorted(e, x) for e, x in zip(edges, X.T, strict=True)])


def place(codes: Whole, feature: Whole, cut: Array) -> Array:
    """The node of each row in the tree so far.

    The children of node k are 2k + 1 and 2k + 2.

    Parameters
    ----------
    codes : array (n, d)
    feature : array (m,)
        The feature of the split of each node; -1 at a leaf.
    cut : array (m,)
        The last bin that goes left.

    Returns
    -------
    array (n,)

    Examples
    --------
    The root sends bin 0 to the leaf 1 and the others to node 2, which is split again:

    >>> feature, cut = np.array([0, -1, 0, -1, -1, -1, -1]), np.array([0, 0, 1, 0, 0, 0, 0])
    >>> place(np.array([[0], [1], [2]]), feature, cut)
    array([1, 5, 6])
    """
    node = np.zeros(len(codes), dtype=int)
    for _ in range(len(feature).bit_length()):
        asks = feature[node] >= 0
        right = codes[np.arange(len(codes)), feature[node]] > cut[node]
        node = np.where(asks, 2 * node + 1 + right, node)
    return node


def histogram(codes: Whole, g: Array, h: Array, node: Whole, nodes: int, bins: int) -> Array:
    """Sums of g and of h in each node, feature and bin (eq. production-histogram).

    Parameters
    ----------
    codes : array (n, d)
        Bins from 0 to bins - 1.
    g, h : array (n,)
    node : array (n,)
        The node of each row, from 0 to nodes - 1.
    nodes, bins : int

    Returns
    -------
    array (2, nodes, d, bins)

    Examples
    --------
    >>> codes, g, h = np.array([[0], [2], [2]]), np.array([1.0, 2.0, 3.0]), np.ones(3)
    >>> histogram(codes, g, h, node=np.zeros(3, dtype=int), nodes=1, bins=3)[:, 0, 0]
    array([[1., 0., 5.],
           [1., 0., 2.]])
    """
    cells = (node[:, np.newaxis] * codes.shape[1] + np.arange(codes.shape[1])) * bins + codes
    shape = (nodes, codes.shape[1], bins)
    sums = [
        np.bincount(cells.ravel(), np.repeat(w, codes.shape[1]), np.prod(shape)) for w in (g, h)
    ]
    return np.reshape(sums, (2, *shape))


def best_cuts(sums: Array, lam: float) -> tuple[Array, Array, Array]:
    """The cut of largest gain (newton-gain) of each node; the first of equals.

    Parameters
    ----------
    sums : array (2, nodes, d, bins)
        A histogram.
    lam : float
        Above 0.

    Returns
    -------
    gain : array (nodes,)
    feature : array (nodes,)
        -1 where no gain exceeds the rounding of the largest.
    cut : array (nodes,)
        The last bin that goes left.

    Examples
    --------
    The first node can be cut on either side of an empty bin, the second has rows in one bin only:

    >>> G = np.array([[[-2.0, 0.0, 2.0]], [[5.0, 0.0, 0.0]]])
    >>> H = np.array([[[1.0, 0.0, 1.0]], [[3.0, 0.0, 0.0]]])
    >>> best_cuts(np.array([G, H]), lam=1.0)
    (array([2., 0.]), array([ 0, -1]), array([0, 0]))
    """
    left = sums.cumsum(axis=3)[..., :-1]
    right = sums.sum(axis=3, keepdims=True) - left
    gain = split_gain(left[0], left[1], right[0], right[1], lam, 0.0).reshape(sums.shape[1], -1)
    top = gain.argmax(axis=1)
    best = gain[np.arange(len(gain)), top]
    feature, cut = np.divmod(top, left.shape[3])
    return best, np.where(best > 1e-12 * np.abs(gain).max(), feature, -1), cut


def grow(
    total: Callable[[Array, Array], Array], depth: int, lam: float
) -> tuple[Array, Array, Array, Array]:
    """One round of histogram boosting, level by level, that sees sums only.

    Parameters
    ----------
    total : function
        total(feature, cut) is the histogram (2, nodes, d, bins) of all rows, each in its `place` in
        the tree so far.
    depth : int
    lam : float
        Above 0.

    Returns
    -------
    feature, cut, value, gain : array (2^(depth + 1) - 1,)
        One entry for each node; value is (newton-leaf-weight) where rows arrive.

    Examples
    --------
    The leaves have the sums 6 and -6 of g and 2 of h:

    >>> codes, g, h = np.array([[0], [0], [1], [1]]), np.array([3.0, 3.0, -3.0, -3.0]), np.ones(4)
    >>> total = lambda feature, cut: histogram(codes, g, h, place(codes, feature, cut), 3, bins=2)
    >>> feature, cut, value, gain = grow(total, depth=1, lam=1.0)
    >>> feature, value[1:], gain
    (array([ 0, -1, -1]), array([-2.,  2.]), array([12.,  0.,  0.]))
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

    Parameters
    ----------
    blocks : list of array (m, d)
        At least one block, or what `run` takes in place of one, such as a future of a cluster.
    run : function
        The map that multiplies the blocks, such as `in_turn`.

    Attributes
    ----------
    shape : tuple of int
        n and d.
    ends : array
        The index of the row after the last one of each block.

    Examples
    --------
    >>> A = RowBlocks([np.array([[1.0, 2.0]]), np.array([[3.0, 4.0], [5.0, 6.0]])])
    >>> A.shape, A @ np.ones(2), A.T @ np.ones(3)
    ((3, 2), array([ 3.,  7., 11.]), array([ 9., 12.]))
    """

    def __init__(self, blocks: Iterable[Any], run: Callable[..., list[Any]] = in_turn) -> None:
        self.blocks, self.run = list(blocks), run
        shapes = run(np.shape, self.blocks)
        self.ends = np.cumsum([m for m, _ in shapes])
        self.shape = (int(self.ends[-1]), shapes[0][1])

    @property
    def T(self) -> _Transposed:
        """The transpose, which has `@`, `T` and `shape`."""
        return _Transposed(self)

    def __matmul__(self, v: Array) -> Array:
        return np.concatenate(self.run(np.matmul, self.blocks, [v] * len(self.blocks)))


class _Transposed:
    def __init__(self, A: RowBlocks) -> None:
        self.T, self.shape = A, A.shape[::-1]

    def __matmul__(self, u: Array) -> Array:
        pieces = np.split(u, self.T.ends[:-1])
        return tree_merge(self.T.run(_transposed_product, self.T.blocks, pieces), np.add)


def _transposed_product(block: Array, piece: Array) -> Array:
    return block.T @ piece


widen_integers(globals())
