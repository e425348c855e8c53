"""The exact search for many classes, in one pass over the samples instead of one for each class.

If a cut is moved past one more sample, the weight w of this sample moves from the right to the left
side. Let L and R be the weights of its class on the two sides. Only the term of this class changes:

    sum_c L_c^2        grows by  w (2 L + w)                                       (Gini)
    sum_c T(L_c) + T(R_c)  by  T(L + w) - T(L) + T(R - w) - T(R),  T(k) = k log k  (entropy)

Running sums of these changes therefore score all cuts of a node, however many classes there are. To
find L, we sort the samples of each feature by node and class. All numbers that are added are whole
and below 2^53, or multiples of the grid of the table of k log k, so that every sum is exact and the
scores equal those of `sorted_search`, bit by bit.
"""

from __future__ import annotations

import numpy as np

from mlbook.contract import Array
from mlbook.trees.codes import Codes
from mlbook.trees.criteria import MIN_SEPARATION, Entropy, Squares, Statistics
from mlbook.trees.drawn_search import DrawnSearch
from mlbook.trees.limits import Sample
from mlbook.trees.search import Runs
from mlbook.trees.sorted_search import SortedSearch

__all__ = ["ClassSearch", "DrawnClassSearch", "fits_class_search"]

MANY = 32  # classes, from which on one sort of the samples is faster than a pass for each class
MOST = 2**14  # weight of a tree, whose fourth power divided by 8 is still an exact float


def fits_class_search(
    data: Codes, statistics: Statistics, criterion: Squares | Entropy, sample: Sample
) -> bool:
    """Whether `ClassSearch` can find the cuts: many classes, whole weights, and no missing values.

    Parameters
    ----------
    data : Codes
    statistics : Statistics
    criterion : Squares or Entropy
    sample : Sample

    Returns
    -------
    bool

    Examples
    --------
    >>> from mlbook.trees.codes import presort
    >>> from mlbook.trees.limits import Limits
    >>> data = presort(np.arange(40.0)[:, None])
    >>> statistics = Squares().statistics(-np.eye(40), None, Limits())
    >>> fits_class_search(data, statistics, Squares(), Sample())
    True
    """
    K, weight = statistics.K, statistics.columns[statistics.K]
    if K < MANY or data.missing or data.binned or criterion.lam or (statistics.units != 1).any():
        return False
    rows = np.arange(data.codes.shape[1]) if sample.rows is None else sample.rows
    w = np.ones(len(rows)) if weight is None else weight[rows]
    heaviest = np.bincount(np.zeros_like(rows) if sample.roots is None else sample.roots, w).max()
    total, used = np.zeros(len(rows)), np.zeros(len(rows), dtype=int)
    for column in statistics.columns[:K]:
        total -= column[rows]
        used += column[rows] < 0
    return bool(heaviest <= MOST and (used == 1).all() and (total == w).all())


class ClassSearch(SortedSearch):
    """`SortedSearch` if g is minus the weight of one class; it finds the same cuts.

    Parameters
    ----------
    data : Codes
    statistics : Statistics
    criterion : Squares or Entropy
    sample : Sample
        The arguments must be such that `fits_class_search` is True for them.

    Attributes
    ----------
    label : array (m,)
        The class of each of `rows`.
    """

    cells_at_once = 2**62  # every node is searched as a whole

    def __init__(
        self, data: Codes, statistics: Statistics, criterion: Squares | Entropy, sample: Sample
    ) -> None:
        K = statistics.K
        rows = np.arange(data.codes.shape[1]) if sample.rows is None else sample.rows
        if sample.roots is not None:
            rows = rows.take(np.argsort(sample.roots, kind="stable"))
        self.label = np.zeros(len(rows), dtype=np.int64)
        for c, column in enumerate(statistics.columns[:K]):
            self.label[column.take(rows) < 0] = c
        super().__init__(data, statistics, criterion, sample)

    def start(self) -> None:
        self.stats[: self.K] = [None] * self.K  # `label` has them
        super().start()

    def pick(self, at: Array) -> None:
        super().pick(at)
        self.label = self.label.take(at)

    def sums(self, of: Array) -> Array:
        slot, label, L = self.slot.compress(of), self.label.compress(of), self.n_open
        weights = [None if stat is None else stat.compress(of) for stat in self.stats[self.K :]]
        counts = np.bincount(slot * self.K + label, weights[0], L * self.K).reshape(L, self.K)
        return np.vstack([-counts.T, *(np.bincount(slot, w, L) for w in weights)]).astype(float)

    def mixed(self, ratio: Array) -> Array:
        return np.count_nonzero(self.total[: self.K], axis=0) > 1

    def runs(self, first: int, size: Array, total: Array, before: Array) -> Runs:
        behind, whole = (np.repeat(sums[self.K :], size, axis=1) for sums in (before, total))
        return Runs(first, size, behind, whole, None)

    def block_scores(
        self, block: slice, runs: Runs, lost: list[Array], reached: Array
    ) -> tuple[Array, Array | bool]:
        order = self.order[block]
        stats = [None if stat is None else stat.take(order) for stat in self.stats[self.K :]]
        ones = np.arange(1, order.shape[1] + 1)
        lefts = [ones if w is None else w.cumsum(axis=1, dtype=np.int64) for w in stats]
        triples = zip(lefts, runs.before, strict=True)
        left = [(running - before).astype(float) for running, before in triples]
        p, q, weight = self.balance(left, runs.whole)
        w = np.ones(order.shape, np.int64) if stats[0] is None else stats[0].astype(np.int64)
        score = self.drops(order, w, runs, p, q)
        if isinstance(self.criterion, Squares):
            score += MIN_SEPARATION
            score *= weight
        else:
            score = np.where(weight, np.maximum(score, MIN_SEPARATION), 0.0)
        if self.ranks is not None:
            ranks = self.ranks[block]
            score[:, :-1] *= ranks[:, 1:] != ranks[:, :-1]
        return score, False

    def drops(self, order: Array, w: Array, runs: Runs, p: Array, q: Array) -> Array:
        """The decrease of impurity at each cut, allowed or not, up to a factor of p and q.

        Parameters
        ----------
        order : array (b, m)
            The positions of the samples among `rows`.
        w : array (b, m) of int64
            Their weights.
        runs : Runs
        p, q : array (b, m) or (m,)
            The weights on the left and on the right side.

        Returns
        -------
        array (b, m)
        """
        slot = np.repeat(np.arange(self.n_open), runs.size)
        label = self.label.take(order)
        whole = -self.total[: self.K].T  # (L, K)
        group = slot * self.K + label
        before = sums_before(group, w)
        of_label = whole.ravel().take(group).astype(np.int64)
        if isinstance(self.criterion, Entropy):
            T, right = self.criterion.times_log, of_label - before
            change = T(before + w) - T(before) + T(right - w) - T(right)
            n = p + q
            return T(n) - T(p) - T(q) + within(change, runs.size)
        squares, products = within(w * (2 * before + w), runs.size), within(w * of_label, runs.size)
        p, n = p.astype(np.int64), (p + q).astype(np.int64)
        own = np.repeat((whole * whole).sum(axis=1).astype(np.int64), runs.size)
        return (n * n * squares - 2 * n * p * products + p * p * own).astype(float)


class DrawnClassSearch(ClassSearch, DrawnSearch):
    """`ClassSearch` among the features that each node draws at random."""


def sums_before(group: Array, w: Array) -> Array:
    """For each entry the sum of w (b, m) over the earlier entries of its row and group.

    Parameters
    ----------
    group : array (b, m) of int
    w : array (b, m) of int

    Returns
    -------
    array (b, m)

    Examples
    --------
    >>> sums_before(np.array([[7, 3, 7, 7]]), np.array([[1, 1, 2, 1]]))
    array([[0, 0, 1, 3]])
    """
    order = group.argsort(axis=1, kind="stable")
    group, w = (np.take_along_axis(a, order, axis=1) for a in (group, w))
    sums = w.cumsum(axis=1) - w
    starts = np.ones(group.shape, dtype=bool)
    starts[:, 1:] = group[:, 1:] != group[:, :-1]
    sums -= np.maximum.accumulate(np.where(starts, sums, 0), axis=1)
    result = np.empty_like(sums)
    np.put_along_axis(result, order, sums, axis=1)
    return result


def within(change: Array, size: Array) -> Array:
    """Running sums along the rows of change (b, m), which begin anew with each run.

    Parameters
    ----------
    change : array (b, m)
    size : array (q,)
        The length of each run.

    Returns
    -------
    array (b, m)

    Examples
    --------
    >>> within(np.array([[1, 2, 3, 4]]), np.array([3, 1]))
    array([[1, 3, 6, 4]])
    """
    running, start = change.cumsum(axis=1), size.cumsum() - size
    before = running[:, start] - change[:, start]
    return running - np.repeat(before, size, axis=1)
