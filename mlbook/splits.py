"""The best cut of every open node of a level, over all features at once.

A cut is judged by sums to its left. Samples are arranged in cells, in the order of each feature:
a cell is one sample (`presort`: every cut is tried) or one bin of values (`bin_features`: cuts
between bins). One running sum along the cells gives the left sums of all cuts of all nodes, and
`separation` says which is best.

Ties. g and h come as integers in units of a grid (`to_grid`), so that sums and differences are
free of rounding and do not depend on the order of samples: equal gains are equal numbers. Among
equal gains the lowest feature wins, then the lowest cut, then "missing goes right".

Missing values (NaN) have the last code of every feature. Both directions are tried; where a node
has none, the child with the larger H would receive them (the left one if equal).

Sources: Chen and Guestrin 2016, algorithms 1 and 3; Breiman et al. 1984, sections 2.4 and 8.4.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from mlbook.scores import separation

__all__ = ["BinnedSearch", "Codes", "Cut", "SortedSearch", "bin_features", "copies"]
__all__ += ["presort", "separation", "to_grid"]

CELLS_AT_ONCE = 2**15  # cells x features of one array, 256 kB of float64


def to_grid(A) -> tuple[np.ndarray, float]:
    """A as integers (int64), and their unit: a power of two, 2^-52 of the sum of |A| or less.

    All sums of entries are then whole numbers below 2^53, exact in float64 as in int64.
    Where the entries are whole numbers already the unit is 1.
    """
    most = np.abs(A).sum(axis=0).max()
    if most < 2.0**52 and (np.rint(A) == A).all():
        return A.astype(np.int64), 1.0
    unit = np.ldexp(1.0, max(int(np.frexp(most)[1]) - 52, -1000))
    return np.rint(A / unit).astype(np.int64), unit


# --- features as small integers ------------------------------------------------------------------


@dataclass(frozen=True)
class Codes:
    """Features (d, n) as codes 0..C-1 in the order of their values; C-1, the last, is missing."""

    codes: np.ndarray  # (d, n)
    low: np.ndarray  # (d, C) smallest value with that code, inf where there is none
    high: np.ndarray  # (d, C) largest value with that code
    order: np.ndarray | None  # (d, n) samples by increasing code, or copies of that; None for bins
    ties: bool  # some code occurs twice in a feature
    missing: bool  # some value is missing
    heaviest: int  # most samples that share a code

    def threshold(self, feature, below, above) -> np.ndarray:
        """Midpoint of the largest value coded `below` and the smallest coded `above`.

        Where rounding would lift it to the upper value it is the lower one: x <= threshold parts.
        """
        low, high = self.high[feature, below], self.low[feature, above]
        middle = np.maximum(low, low / 2 + high / 2)
        return np.where((middle == high) & (high < np.inf), low, middle)


def copies(data: Codes, T: int) -> Codes:
    """T copies of the data: sample i of copy t is i T + t, copies of a sample are neighbours."""
    order = data.order
    if order is not None:
        order = np.concatenate([order * T + t for t in range(T)], axis=1)
    return replace(data, codes=np.repeat(data.codes, T, axis=1), order=order)


def presort(X) -> Codes:
    """X (n, d) coded for exact search: one code per distinct value, samples sorted once."""
    order = np.argsort(X.T, axis=1)  # NaN comes last
    x = np.take_along_axis(X.T, order, axis=1)
    rank = np.zeros(x.shape, dtype=np.int32)
    np.cumsum(x[:, 1:] != x[:, :-1], axis=1, out=rank[:, 1:])
    missing = np.isnan(x)
    last = rank[~missing].max(initial=-1) + 1
    rank[missing] = last
    codes, value = np.empty_like(rank), np.full((len(x), last + 1), np.inf)
    np.put_along_axis(codes, order, rank, axis=1)
    np.put_along_axis(value, rank, x, axis=1)
    value[:, last] = np.inf
    ties = bool((rank[:, 1:] == rank[:, :-1]).any())
    return Codes(codes, value, value, order, ties, bool(missing.any()), x.shape[1])


def bin_features(X, max_bins: int = 64) -> Codes:
    """X (n, d) coded for histogram search, in at most max_bins <= 255 bins of about equal counts.

    A feature with no more than max_bins distinct values gets a bin for each: nothing is lost.
    """
    fine = presort(X)
    d, missing = len(fine.codes), fine.low.shape[1] - 1
    last = min(missing, max_bins)
    codes = np.empty(fine.codes.shape, dtype=np.uint8)
    low, high = np.full((d, last + 1), np.inf), np.full((d, last + 1), np.inf)
    for j, code in enumerate(fine.codes):
        first, group = _quantile_groups(np.bincount(code[code < missing]), max_bins)
        coarse = np.full(missing + 1, last)
        coarse[: len(group)] = group
        codes[j] = coarse[code]
        low[j, : len(first)] = fine.low[j, first]
        high[j, : len(first)] = fine.low[j, np.append(first[1:], len(group))[: len(first)] - 1]
    heaviest = max(np.bincount(code).max() for code in codes)
    return Codes(codes, low, high, None, True, fine.missing, heaviest)


def _quantile_groups(counts, max_bins):
    """First value of each group, and the group of each value, for values that occur so often."""
    if len(counts) <= max_bins:
        return np.arange(len(counts)), np.arange(len(counts))
    share = (np.cumsum(counts) - counts) * max_bins // counts.sum()
    return np.unique(share, return_index=True, return_inverse=True)[1:]


# --- the search ----------------------------------------------------------------------------------


class Cut(NamedTuple):
    """The best cut of each of L open nodes, and where it sends the open rows."""

    score: np.ndarray  # (L,) separation in units of the grid; 0 where no cut is allowed
    feature: np.ndarray  # (L,)
    below: np.ndarray  # (L,) largest code on the left
    above: np.ndarray  # (L,) smallest code on the right
    missing_left: np.ndarray  # (L,) bool
    right: np.ndarray  # (rows,) bool
    left: np.ndarray  # (S, L) sums of the statistics to the left


class Search:
    """The L open nodes of one level; each is a run of cells, in the order of every feature.

    stats (S): the K outputs of g, then h, then further weights; None is a weight of 1 for all, and
    all are in units of the grid. measure: what a cut is worth, `scores.Squares` or `.Entropy`.
    Arrays over features and cells are made for a few features at a time: what fits into the
    processor's cache is several times faster.
    """

    def __init__(self, data, stats, measure, rows=None, columns=None, slot=None):
        self.stats, self.measure, self.K = stats, measure, len(stats) - len(measure.floors)
        self.codes = data.codes if columns is None else data.codes[columns]
        self.last, self.missing = data.low.shape[1] - 1, data.missing
        self.rows = np.arange(self.codes.shape[1]) if rows is None else rows
        self.slot = np.zeros(len(self.rows), dtype=np.intp) if slot is None else slot
        self.n_open = 1 if slot is None else slot.max() + 1
        self.buffer, self.even = np.empty((len(self.codes), 0)), False
        self.parents = None  # of the open nodes, among the nodes that were open before
        self.start(data, columns)
        self.total = self.sums(np.ones(len(self.rows), dtype=bool))  # (S, L)

    def blocks(self, n_cells):
        """Slices of the features, each of about CELLS_AT_ONCE cells."""
        d, step = len(self.codes), max(1, CELLS_AT_ONCE // max(1, n_cells))
        return [slice(j, min(j + step, d)) for j in range(0, d, step)]

    def left_sums(self, right, feature, below, missing_left) -> np.ndarray:
        """Sums (S, L) of the statistics to the left of each node's cut."""
        return self.sums(~right)

    def sums(self, of) -> np.ndarray:
        """Sums (S, L) of the statistics over those open rows of each node for which `of` holds."""
        weights = [of if stat is None else stat[self.rows] * of for stat in self.stats]
        return np.array([np.bincount(self.slot, w, self.n_open) for w in weights])

    def best(self, choose=None) -> Cut:
        """The best cut of every open node; `choose` (L, d) marks the features it may use."""
        top, feature, cell, to_left = self.peaks(choose)
        below, above = self.neighbours(feature, cell)
        first = feature * self.codes.shape[1]
        code = self.codes.ravel().take(first.take(self.slot) + self.rows)
        right, missing_left = code > below.take(self.slot), np.zeros(self.n_open, dtype=bool)
        if self.missing:
            missing_left = to_left
            lost = code == self.last
            right &= ~(lost & missing_left[self.slot])
        left = self.left_sums(right, feature, below, missing_left)
        none = np.bincount(self.slot, lost, self.n_open) == 0 if self.missing else True
        missing_left = np.where(none, left[self.K] * 2 >= self.total[self.K], missing_left)
        return Cut(top, feature, below, above, missing_left, right, left)

    def peaks(self, choose):
        """The largest score (L,) of each node, its feature and cell, and if missing go left."""
        sizes = self.sizes()
        node, starts = np.repeat(np.arange(self.n_open), sizes), np.cumsum(sizes) - sizes
        score, to_left = self.scores(node)
        top, feature, cell = _peaks(score, starts, node, choose)
        return top, feature, cell, to_left[feature, cell] if self.missing else None

    def scores(self, node):
        """What a cut after each cell is worth (d, cells), and where "missing left" is better.

        0 where a cut is not allowed.
        """
        m, whole = len(node), self.wholes(node)
        if self.buffer.shape[1] < m:
            self.buffer = np.empty((len(self.codes), m))
        score, to_left = self.buffer[:, :m], np.zeros((len(self.codes), m * self.missing), bool)
        even = self.even_balance(whole)
        for block in self.blocks(m):
            left = self.left_of_cuts(block, node, self.K if even else len(self.stats))
            score[block] = self.separations(left, whole, even, block)
            if self.missing:
                lost = self.missing_sums(block, node)
                moved = [a + b for a, b in zip(left, lost, strict=True)]
                other = self.separations(moved, whole, even, block)
                to_left[block] = other > score[block]
                np.maximum(other, score[block], out=score[block])
        return score, to_left

    def separations(self, left, whole, balance, block):
        """The measure (b, cells) of cuts from the sums to the left; 0 where not allowed."""
        balance = balance or self.measure.balance(left[self.K :], whole[self.K :])
        score = self.measure(left[: self.K], whole[: self.K], balance)
        return self.cuttable(score.reshape(len(score), -1), block)

    def even_balance(self, whole):
        """The balance (cells,), if it is the same for all features; else None."""
        return None

    def next_level(self, ratio=None) -> np.ndarray:
        """Arrange the cells for a search; the numbers of the nodes that are worth one, all or some.

        ratio: g / h (n, K); where it is given only nodes in which it differs stay open.
        """
        going = np.ones(self.n_open, dtype=bool) if ratio is None else self.mixed(ratio)
        self.regroup(going)
        if not going.all():
            slot = np.where(going, np.cumsum(going) - 1, -1).take(self.slot)
            self.rows, self.slot = self.rows.compress(slot >= 0), slot.compress(slot >= 0)
            self.total, self.n_open = self.total[:, going], int(going.sum())
        return np.flatnonzero(going)

    def mixed(self, ratio):
        """Which open nodes (L,) hold rows that differ in g / h, `ratio` (n, K)."""
        found = np.zeros(self.n_open, dtype=bool)
        for column in ratio.T:
            value = column.take(self.rows)
            low, negative = np.full((2, self.n_open), np.inf)
            np.minimum.at(low, self.slot, value)
            np.minimum.at(negative, self.slot, -value)
            found |= -negative - low > 2.0**-40 * np.maximum(abs(low), abs(negative))
        return found

    def descend(self, cut, chosen) -> np.ndarray:
        """Replace the open nodes by the children of `chosen`; True (S,) where right comes first.

        The children of smaller H come first, then their siblings.
        """
        S, L, rank = len(chosen), self.n_open, np.arange(len(chosen))
        swap = cut.left[self.K, chosen] * 2 > self.total[self.K, chosen]
        to = np.full((2, L), -1)  # the new slot of a left and of a right child
        to[:, chosen] = rank + S * swap, rank + S * ~swap
        slot = to.ravel().take(self.slot + L * cut.right)
        self.rows, self.slot = self.rows.compress(slot >= 0), slot.compress(slot >= 0)
        parts = cut.left[:, chosen], (self.total - cut.left)[:, chosen]
        self.total = np.hstack([np.where(swap, *parts[::-1]), np.where(swap, *parts)])
        self.n_open, self.parents = 2 * S, chosen
        return swap


def _peaks(score, starts, node, choose):
    """The largest score (L,) of each node, its feature and its cell; the lowest of equals."""
    peak = np.maximum.reduceat(score, starts, axis=1).T
    if choose is not None:
        peak = np.where(choose, peak, 0.0)
    feature = peak.argmax(axis=1)
    top = peak[np.arange(len(peak)), feature]
    hits = np.flatnonzero(score[feature[node], np.arange(len(node))] >= top[node])
    return top, feature, hits[np.searchsorted(hits, starts)]


class SortedSearch(Search):
    """Cells are samples, sorted by each feature within each node: sorted once, then filtered."""

    def start(self, data, columns):
        self.order = self.store = data.order if columns is None else data.order[columns]
        self.ranks, self.own = None, columns is not None
        if data.ties or data.missing:
            self.ranks = self.rank_store = np.take_along_axis(self.codes, self.order, axis=1)
        self.even = not data.missing and all(stat is None for stat in self.stats[self.K :])
        if len(self.rows) < self.codes.shape[1]:
            self.keep(np.zeros(len(self.rows), dtype=np.uint8))

    def sizes(self):
        return np.bincount(self.slot, minlength=self.n_open)

    def wholes(self, node):
        self.before = (np.cumsum(self.total, axis=1) - self.total)[:, node]
        return self.total[:, node]

    def even_balance(self, whole):
        if self.even:
            left = np.arange(1.0, len(self.rows) + 1) - self.before[self.K :]
            return self.measure.balance(left, whole[self.K :])

    def left_of_cuts(self, block, node, S):
        return [self.running(s, block) - self.before[s] for s in range(S)]

    def running(self, s, block):
        """Sums (b, cells) of a statistic over all cells so far."""
        if self.stats[s] is None:
            return np.arange(1, len(self.rows) + 1)[None].repeat(block.stop - block.start, axis=0)
        return self.stats[s].take(self.order[block]).cumsum(axis=1)

    def peaks(self, choose):
        """As for all features; of drawn ones, only the cells of the nodes that drew them."""
        if choose is None:
            return super().peaks(None)
        sizes, width = self.sizes(), self.store.shape[1]
        feature, node = np.nonzero(choose.T)
        size, start = sizes[node], (np.cumsum(sizes) - sizes)[node]
        pairs = self.drawn_pairs(feature * width + start, node, size)
        table, pair = np.full(choose.shape, -1.0), np.zeros(choose.shape, dtype=np.intp)
        table[node, feature], pair[node, feature] = pairs[0], np.arange(len(node))
        best = table.argmax(axis=1)
        peak, hit, to_left = (part[pair[np.arange(len(pair)), best]] for part in pairs)
        return peak, best, start[pair[np.arange(len(pair)), best]] + hit, to_left

    def drawn_pairs(self, start, node, size):
        """Of each pair of a feature and a node that drew it, whose cells begin at `start`:

        the largest score, the first cell with it, and if missing go left there; all (pairs,).
        """
        first = np.cumsum(size) - size
        edges = np.searchsorted(first, np.arange(0, size.sum(), CELLS_AT_ONCE))
        edges = np.append(np.unique(edges), len(size))
        runs = [slice(a, b) for a, b in pairwise(edges)]
        found = [self.drawn_run(start[run], node[run], size[run]) for run in runs]
        return [np.concatenate(part) for part in zip(*found, strict=True)]

    def drawn_run(self, start, node, size):
        first = np.cumsum(size) - size
        at = np.arange(size.sum()) + np.repeat(start - first, size)
        score, to_left = self.drawn_scores(at, node, size, first)
        peak = np.maximum.reduceat(score, first)
        hits = np.flatnonzero(score >= np.repeat(peak, size))
        hit = hits[np.searchsorted(hits, first)]
        return peak, hit - first, to_left[hit]

    def drawn_scores(self, at, node, size, first):
        """As `scores`, for cells (m,) in a row, those of a pair after each other."""
        rows = self.store.ravel().take(at)
        cells = [
            np.ones(len(at), dtype=np.int64) if s is None else s.take(rows) for s in self.stats
        ]
        whole = np.repeat(self.total[:, node], size, axis=1)
        sums = [np.cumsum(c) for c in cells]
        before = [np.repeat(a[first] - c[first], size) for a, c in zip(sums, cells, strict=True)]
        left = [a - b for a, b in zip(sums, before, strict=True)]
        score = self.drawn_separations(left, whole, at)
        if not self.missing:
            return score, np.zeros(len(at), dtype=bool)
        gone = self.rank_store.ravel().take(at) == self.last
        lost = [np.repeat(np.add.reduceat(c * gone, first), size) for c in cells]
        moved = [a + b for a, b in zip(left, lost, strict=True)]
        other = self.drawn_separations(moved, whole, at)
        return np.maximum(score, other), other > score

    def drawn_separations(self, left, whole, at):
        balance = self.measure.balance(left[self.K :], whole[self.K :])
        score = self.measure(left[: self.K], whole[: self.K], balance)
        if self.ranks is not None:
            rank = self.rank_store.ravel().take(at)
            score[:-1] *= rank[1:] != rank[:-1]
        return score

    def cuttable(self, score, block):
        """0 where the next sample has the same value; ends of nodes have weight 0 already."""
        if self.ranks is not None:
            score[:, :-1] *= self.ranks[block, 1:] != self.ranks[block, :-1]
        return score

    def missing_sums(self, block, node):
        """Sums (b, cells), over the samples of a cell's node that miss the feature."""
        starts, gone = np.cumsum(self.sizes()) - self.sizes(), self.ranks[block] == self.last
        stats = (gone if s is None else s.take(self.order[block]) * gone for s in self.stats)
        return [np.add.reduceat(s, starts, axis=1, dtype=float)[:, node] for s in stats]

    def neighbours(self, feature, cell):
        after = np.minimum(cell + 1, len(self.rows) - 1)
        return [self.codes[feature, self.order[feature, at]] for at in (cell, after)]

    def regroup(self, going):
        """Cells of the smaller children before those of their siblings, of closed nodes none."""
        if self.parents is None and going.all():
            return
        half = self.n_open if self.parents is None else len(self.parents)
        part = np.where(going, np.arange(self.n_open) >= half, 2).astype(np.uint8)
        self.keep(part.take(self.slot))

    def keep(self, part):
        """Keep the rows of part 0, and behind them those of part 1, each in their order."""
        where, m = np.full(self.codes.shape[1], 2, dtype=np.uint8), np.count_nonzero(part < 2)
        where[self.rows] = part
        order = self.store if self.own else np.empty_like(self.order)
        for block in self.blocks(self.order.shape[1]):
            to = where.take(self.order[block]).ravel()
            masks = [to == k for k in (0, 1)]
            order[block, :m] = _filtered(self.order[block], masks)
            if self.ranks is not None:
                self.ranks[block, :m] = _filtered(self.ranks[block], masks)
        self.order, self.store, self.own = order[:, :m], order, True
        self.ranks = None if self.ranks is None else self.ranks[:, :m]


def _filtered(A, masks):
    """The entries of each row of A where the masks hold, mask after mask."""
    return np.concatenate([A.ravel().compress(m).reshape(len(A), -1) for m in masks], axis=1)


class BinnedSearch(Search):
    """Cells are bins; the larger child's histogram is the parent's minus the smaller child's."""

    def start(self, data, columns):
        self.step = self.packing_step(data.heaviest)
        self.hist = self.histograms(self.rows, self.slot, self.n_open)

    def packing_step(self, heaviest):
        """What is added to each g so that one sum tells sum and count; None if there is no room.

        With one g and h = 1 a bin's sum of g + step is (sum of g) + step * count; it is exact as
        long as it has 53 bits. Each g keeps at least 24 bits, as in xgboost's float32.
        """
        bits = int(heaviest).bit_length()
        room = 50 - 2 * bits
        if len(self.stats) > 2 or self.stats[1] is not None or room < 24:
            return None
        excess = max(0, int(np.abs(self.stats[0]).max()).bit_length() - room)
        self.stats[0] = (self.stats[0] + (1 << excess >> 1)) >> excess << excess
        return 2.0 ** (52 - bits + excess)

    def histograms(self, rows, slot, n_nodes):
        """Sums of each statistic (d, nodes, bins)."""
        d, bins, blocks = len(self.codes), self.last + 1, self.blocks(len(rows))
        width, most = n_nodes * bins, blocks[0].stop
        first = slot * bins + np.arange(most)[:, None] * width
        weights = [None if stat is None else stat[rows].astype(float) for stat in self.stats]
        weights = weights if self.step is None else [weights[0] + self.step]
        weights = [None if w is None else np.tile(w, most) for w in weights]
        sums = [np.empty((d, width)) for _ in weights]
        for block in blocks:
            cell = self.codes[block].take(rows, axis=1)
            cell = (cell + first[: len(cell)]).ravel()
            for out, w in zip(sums, weights, strict=True):
                w = None if w is None else w[: len(cell)]
                out[block] = np.bincount(cell, w, out[block].size).reshape(-1, width)
        if self.step is not None:
            count = np.rint(sums[0] / self.step)
            sums = [sums[0] - self.step * count, count]
        return [out.reshape(d, n_nodes, bins) for out in sums]

    def left_sums(self, right, feature, below, missing_left):
        node, bins = np.arange(self.n_open), np.arange(self.last + 1)
        is_left = (bins <= below[:, None]) | (missing_left[:, None] & (bins == self.last))
        return np.array([(hist[feature, node] * is_left).sum(axis=1) for hist in self.hist])

    def sizes(self):
        return np.full(self.n_open, self.last + 1)

    def wholes(self, node):
        return self.total[:, :, None]

    def left_of_cuts(self, block, node, S):
        """Sums (b, nodes, bins) of each statistic up to each bin."""
        return [hist[block].cumsum(axis=2) for hist in self.hist]

    def cuttable(self, score, block):
        """0 after an empty bin: with missing values on the left it could part them from all."""
        if self.missing:
            score *= self.hist[self.K][block].reshape(score.shape) > 0
        return score

    def missing_sums(self, block, node):
        return [hist[block, :, -1:] for hist in self.hist]

    def neighbours(self, feature, cell):
        """The bin before the cut, and the next bin that holds a sample of the node."""
        node, bins = np.arange(self.n_open), np.arange(self.last + 1)
        below = cell - node * len(bins)
        filled = (self.hist[self.K][feature, node] > 0) & (bins > below[:, None])
        return [below, filled.argmax(axis=1)]

    def regroup(self, going):
        if self.parents is not None:
            light = self.slot < len(self.parents)
            rows, slot = self.rows.compress(light), self.slot.compress(light)
            counted = self.histograms(rows, slot, len(self.parents))
            pairs = zip(self.hist, counted, strict=True)
            self.hist = [np.concatenate([a, b[:, self.parents] - a], axis=1) for b, a in pairs]
        if not going.all():
            self.hist = [hist[:, going] for hist in self.hist]
