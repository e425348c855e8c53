"""The search over histograms: cells are bins of values, and cuts between bins are tried.

A level counts only the smaller child of each node; what the larger one has in a bin is the
parent's sum minus that.

Source: Chen and Guestrin 2016, algorithm 3; Ke et al. 2017 (the subtraction).
"""

from __future__ import annotations

import numpy as np

from mlbook.contract import Array
from mlbook.trees.search import Runs, Search

__all__ = ["BinnedSearch"]


class BinnedSearch(Search):
    """Cells are bins; the larger child's histogram is the parent's minus the smaller child's.

    Parameters
    ----------
    data : Codes
    statistics : Statistics
    criterion : Squares or Entropy
    sample : Sample

    Attributes
    ----------
    bins : int
        The number of bins of a feature, that of missing values among them if some are.
    step : float or None
        What is added to each g where one sum tells sum and count; see `packing_step`.
    hist : list of S arrays (d, L, bins) of int64
        The sums of each statistic in each bin of each open node.
    """

    def start(self) -> None:
        self.bins = self.last + self.missing
        self.step = self.packing_step(self.data.heaviest)
        self.hist = self.histograms(self.rows, self.slot, self.n_open)

    def packing_step(self, heaviest: int) -> float | None:
        """What is added to each g so that one sum tells sum and count; None if there is no room.

        With one g and h = 1 a bin's sum of g + step is (sum of g) + step * count; it is exact as
        long as it has 53 bits. Each g keeps at least 24 bits, as in xgboost's float32.

        Parameters
        ----------
        heaviest : int
            Most samples in a bin.

        Returns
        -------
        float or None
        """
        bits = int(heaviest).bit_length()
        room = 50 - 2 * bits
        if self.stats[1] is not None or room < 24:
            return None
        excess = max(0, int(np.abs(self.stats[0]).max()).bit_length() - room)
        self.stats[0] = (self.stats[0] + (1 << excess >> 1)) >> excess << excess
        return 2.0 ** (52 - bits + excess)

    def histograms(self, rows: Array, slot: Array, n_nodes: int) -> list[Array]:
        """Sums of each statistic, whole numbers.

        Parameters
        ----------
        rows, slot : arrays (m,)
            Samples, and the node of each.
        n_nodes : int

        Returns
        -------
        list of S arrays (d, n_nodes, bins) of int64
        """
        d, bins, blocks = len(self.codes), self.bins, self.blocks(len(rows))
        width, most = n_nodes * bins, blocks[0].stop
        first = slot * bins + np.arange(most)[:, None] * width
        weights = [None if stat is None else stat.take(rows).astype(float) for stat in self.stats]
        weights = weights if self.step is None else [weights[0] + self.step]
        weights = [None if w is None else np.tile(w, most) for w in weights]
        sums = [np.empty((d, width)) for _ in weights]
        for block in blocks:
            codes = self.codes[block]
            codes = codes if len(rows) == codes.shape[1] else codes.take(rows, axis=1)
            cell = (codes + first[: len(codes)]).ravel()
            for out, w in zip(sums, weights, strict=True):
                w = None if w is None else w[: len(cell)]
                out[block] = np.bincount(cell, w, out[block].size).reshape(-1, width)
        if self.step is not None:
            count = np.rint(sums[0] / self.step)
            sums = [sums[0] - self.step * count, count]
        return [out.astype(np.int64).reshape(d, n_nodes, bins) for out in sums]

    def left_sums(self, right: Array, feature: Array, below: Array, missing_left: Array) -> Array:
        node, bins = np.arange(self.n_open), np.arange(self.bins)
        is_left = (bins <= below[:, None]) | (missing_left[:, None] & (bins == self.last))
        return np.array([(hist[feature, node] * is_left).sum(axis=1) for hist in self.hist], float)

    def sizes(self) -> Array:
        return np.full(self.n_open, self.bins)

    def block_scores(self, block: slice, size: Array, runs: Runs) -> tuple[Array, Array | bool]:
        cells = [hist[block].reshape(block.stop - block.start, -1) for hist in self.hist]
        lost = [np.repeat(hist[block, :, -1], size, axis=1) for hist in self.hist if self.missing]
        score, to_left = self.judged(cells, lost, runs)
        if self.missing:  # after an empty bin missing values on the left could part from all others
            score *= cells[self.K] > 0
        return score, to_left

    def neighbours(self, feature: Array, cell: Array) -> list[Array]:
        """The bin before each cut, and the next bin that holds a sample of the node.

        Parameters
        ----------
        feature, cell : arrays (L,)
            The cut lies behind this cell of the feature.

        Returns
        -------
        list of two arrays (L,)
        """
        node, bins = np.arange(self.n_open), np.arange(self.bins)
        below = cell - node * len(bins)
        filled = (self.hist[self.K][feature, node] > 0) & (bins > below[:, None])
        return [below, filled.argmax(axis=1)]

    def regroup(self, going: Array) -> None:
        """The smaller children are counted, their siblings are what the parents have besides.

        Parameters
        ----------
        going : array (L,) of bool
            The nodes that stay.
        """
        if self.parents is not None:
            half = len(self.parents)
            light = self.slot < half
            rows, slot = self.rows.compress(light), self.slot.compress(light)
            counted = self.histograms(rows, slot, half)
            first, second = going[:half], going[half:]
            rest = self.parents.compress(second)
            self.hist = [
                np.concatenate([a.compress(first, 1), b.take(rest, 1) - a.compress(second, 1)], 1)
                for b, a in zip(self.hist, counted, strict=True)
            ]
        elif not going.all():
            self.hist = [hist.compress(going, axis=1) for hist in self.hist]
