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

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

CELLS_AT_ONCE = 2**15  # cells x features of one array, 256 kB of float64
LEAST = 2.0**-500  # what an allowed cut that separates nothing counts: more than a forbidden one


def separation(G_left, H_left, G_right, H_right, lam):
    """How far a cut drives two children apart: the part of the gain that depends on the cut.

        (G_L q - G_R p)^2 / (p q (p + q)),   p = H_L + lam,  q = H_R + lam  (newton-separation)

    Twice the gain is this, minus lam G^2 / ((H + lam) (H + 2 lam)), minus 2 gamma, with G and H
    of the node: the same best cut, without cancellation, and exactly the same number when left
    and right change places. With h = 1 and lam = 0 it is n_L n_R / n (mean_L - mean_R)^2.
    Arguments: numbers, arrays or symbols with p, q > 0.
    """
    p, q = H_left + lam, H_right + lam
    apart = G_left * q - G_right * p
    return apart * apart / (p * q * (p + q))


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
    order: np.ndarray | None  # (d, n) samples by increasing code; None for bins
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

    stats (S): the K outputs of g, then h, then further weights; None is a weight of 1 for all.
    floors (S - K): the least sum of each weight in a child. All in units of the grid.
    Arrays over features and cells are made for a few features at a time: what fits into the
    processor's cache is several times faster.
    """

    def __init__(self, data, stats, floors, lam, rows=None, columns=None):
        self.stats, self.floors, self.lam, self.K = stats, floors, lam, len(stats) - len(floors)
        self.codes = data.codes if columns is None else data.codes[columns]
        self.last, self.missing = data.low.shape[1] - 1, data.missing
        self.rows = np.arange(self.codes.shape[1]) if rows is None else rows
        self.slot, self.n_open = np.zeros(len(self.rows), dtype=np.intp), 1
        self.buffer, self.even = np.empty((len(self.codes), 0)), False
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
        sizes = self.sizes()
        node, starts = np.repeat(np.arange(self.n_open), sizes), np.cumsum(sizes) - sizes
        score, to_left = self.scores(node)
        top, feature, cell = _peaks(score, starts, node, choose)
        below, above = self.neighbours(feature, cell)
        first = feature * self.codes.shape[1]
        code = self.codes.ravel().take(first.take(self.slot) + self.rows)
        right, missing_left = code > below.take(self.slot), np.zeros(self.n_open, dtype=bool)
        if self.missing:
            missing_left = to_left[feature, cell]
            lost = code == self.last
            right &= ~(lost & missing_left[self.slot])
        left = self.left_sums(right, feature, below, missing_left)
        none = np.bincount(self.slot, lost, self.n_open) == 0 if self.missing else True
        missing_left = np.where(none, left[self.K] * 2 >= self.total[self.K], missing_left)
        return Cut(top, feature, below, above, missing_left, right, left)

    def scores(self, node):
        """The separation (d, cells) by a cut after each cell, and where "missing left" is better.

        0 where a cut is not allowed. `before` are the sums over all nodes before a cell's own.
        """
        total, m = self.total, len(node)
        if self.buffer.shape[1] < m:
            self.buffer = np.empty((len(self.codes), m))
        score, to_left = self.buffer[:, :m], np.zeros((len(self.codes), m * self.missing), bool)
        sums = (np.cumsum(total, axis=1) - total)[:, node], total[:, node]
        even = self.balanced([np.arange(1, m + 1)], *sums) if self.even else None
        for block in self.blocks(m):
            cells = [self.cells(s, block) for s in range(self.K if even else len(self.stats))]
            left = [c.cumsum(axis=1) for c in cells]
            score[block] = self.separations(left, *sums, even, block)
            if self.missing:
                lost = self.missing_sums(cells, block)
                moved = [a + b[:, node] for a, b in zip(left, lost, strict=True)]
                other = self.separations(moved, *sums, even, block)
                to_left[block] = other > score[block]
                np.maximum(other, score[block], out=score[block])
        return score, to_left

    def separations(self, left, before, whole, even, block):
        """`separation` (b, cells) from running sums over all cells; 0 where not allowed."""
        K, total = self.K, LEAST
        p, q, weight = even or self.balanced(left[K:], before, whole)
        for G_left, G_before, G in zip(left[:K], before, whole, strict=False):
            G_left = G_left - G_before
            apart = G_left * q - (G - G_left) * p
            total = total + apart * apart
        return self.cuttable(total * weight, block)

    def balanced(self, left, before, whole):
        """p, q and 1 / (p q (p + q)) of `separation` (b, cells); 0 for the last if not allowed."""
        K, allowed = self.K, True
        left = [a - b for a, b in zip(left, before[K:], strict=False)]
        for part, both, floor in zip(left, whole[K:], self.floors, strict=False):
            allowed = allowed & (np.minimum(part, both - part) >= floor)
        p, q = left[0] + self.lam, whole[K] - left[0] + self.lam
        product = np.where(allowed, p * q * (p + q), np.inf)
        return p, q, 1 / product

    def descend(self, cut, chosen, search_on) -> np.ndarray:
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
        self.n_open = 2 * S
        if search_on:
            self.regroup(chosen)
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
        self.order = data.order if columns is None else data.order[columns]
        self.ranks, self.own = None, columns is not None
        if data.ties or data.missing:
            self.ranks = np.take_along_axis(self.codes, self.order, axis=1)
        self.even = not data.missing and all(stat is None for stat in self.stats[self.K :])
        if len(self.rows) < self.codes.shape[1]:
            self.keep(np.zeros(len(self.rows), dtype=np.uint8), parts=1)

    def sizes(self):
        return np.bincount(self.slot, minlength=self.n_open)

    def cells(self, s, block):
        if self.stats[s] is None:
            return np.ones((block.stop - block.start, len(self.rows)), dtype=np.int64)
        return self.stats[s].take(self.order[block])

    def cuttable(self, score, block):
        """0 where the next sample has the same value; ends of nodes have weight 0 already."""
        if self.ranks is not None:
            score[:, :-1] *= self.ranks[block, 1:] != self.ranks[block, :-1]
        return score

    def missing_sums(self, cells, block):
        starts, gone = np.cumsum(self.sizes()) - self.sizes(), self.ranks[block] == self.last
        return [np.add.reduceat(c * gone, starts, axis=1) for c in cells]

    def neighbours(self, feature, cell):
        after = np.minimum(cell + 1, len(self.rows) - 1)
        return [self.codes[feature, self.order[feature, at]] for at in (cell, after)]

    def regroup(self, chosen):
        self.keep((self.slot >= len(chosen)).astype(np.uint8), parts=2)

    def keep(self, part, parts):
        """Keep the open rows, those of part 0 before those of part 1, each in its order."""
        where, m = np.full(self.codes.shape[1], parts, dtype=np.uint8), len(self.rows)
        where[self.rows] = part
        order = self.order if self.own else np.empty_like(self.order)
        for block in self.blocks(self.order.shape[1]):
            to = where.take(self.order[block]).ravel()
            masks = [to == k for k in range(parts)]
            order[block, :m] = _filtered(self.order[block], masks)
            if self.ranks is not None:
                self.ranks[block, :m] = _filtered(self.ranks[block], masks)
        self.order, self.own = order[:, :m], True
        self.ranks = None if self.ranks is None else self.ranks[:, :m]


def _filtered(A, masks):
    """The entries of each row of A where the masks hold, mask after mask."""
    return np.concatenate([A.ravel().compress(m).reshape(len(A), -1) for m in masks], axis=1)


class BinnedSearch(Search):
    """Cells are bins; the larger child's histogram is the parent's minus the smaller child's."""

    def start(self, data, columns):
        self.step = self.packing_step(data.heaviest)
        self.hist = self.histograms(self.rows, self.slot, 1)

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
        return [out.astype(np.int64).reshape(d, n_nodes, bins) for out in sums]

    def left_sums(self, right, feature, below, missing_left):
        node, bins = np.arange(self.n_open), np.arange(self.last + 1)
        is_left = (bins <= below[:, None]) | (missing_left[:, None] & (bins == self.last))
        return np.array([(hist[feature, node] * is_left).sum(axis=1) for hist in self.hist])

    def sizes(self):
        return np.full(self.n_open, self.last + 1)

    def cells(self, s, block):
        return self.hist[s][block].reshape(block.stop - block.start, -1)

    def cuttable(self, score, block):
        """0 after an empty bin: with missing values on the left it could part them from all."""
        if self.missing:
            score *= self.cells(self.K, block) > 0
        return score

    def missing_sums(self, cells, block):
        return [hist[block, :, -1] for hist in self.hist]

    def neighbours(self, feature, cell):
        """The bin before the cut, and the next bin that holds a sample of the node."""
        node, bins = np.arange(self.n_open), np.arange(self.last + 1)
        below = cell - node * len(bins)
        filled = (self.hist[self.K][feature, node] > 0) & (bins > below[:, None])
        return [below, filled.argmax(axis=1)]

    def regroup(self, chosen):
        light = self.slot < len(chosen)
        rows, slot = self.rows.compress(light), self.slot.compress(light)
        counted = self.histograms(rows, slot, len(chosen))
        pairs = zip(self.hist, counted, strict=True)
        self.hist = [np.concatenate([a, b[:, chosen] - a], axis=1) for b, a in pairs]
