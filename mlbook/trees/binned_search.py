"""The search over histograms: cells are bins of values, and cuts between bins are tried.

A level counts only the smaller child of each node; what the larger one has in a bin is the
parent's sum minus that.

Source: Chen and Guestrin 2016, algorithm 3; Ke et al. 2017 (the subtraction).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from mlbook.contract import Array
from mlbook.trees.search import CELLS_AT_ONCE, Runs, Search

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
        What is added to each g where one sum tells sum and count; see `packed`.
    pairs : array
        The bins of each two features as one number; only where `histograms` counts pairs.
    hist : list of S arrays (d, L, bins) of int64
        The sums of each statistic in each bin of each open node.
    """

    def start(self) -> None:
        self.bins = self.last + self.missing
        self.stats[0], self.step = self.packed(self.stats[0], self.data.heaviest)
        self.pairs = (
            paired(self.codes, self.bins) if 2 * self.bins**2 <= len(self.rows) else self.codes
        )
        self.hist = self.histograms(self.rows, self.stats, self.slot, self.n_open)

    def packed(self, g: Array, heaviest: int) -> tuple[Array, float | None]:
        """g rounded, and what is added to each so that one sum tells sum and count.

        With one g and h = 1 a bin's sum of g + step is (sum of g) + step * count; it is exact as
        long as it has 53 bits. Each g keeps at least 24 bits, as in xgboost's float32. If there is
        no room for these, g stays as it is, and nothing is added.

        Parameters
        ----------
        g : array (m,)
            The first statistic of `rows`, in units of the grid.
        heaviest : int
            Most samples in a bin.

        Returns
        -------
        rounded : array (m,)
        step : float or None
        """
        bits = int(heaviest).bit_length()
        room = 50 - 2 * bits
        if self.stats[1] is not None or room < 24:
            return g, None
        excess = max(0, int(np.abs(g).max()).bit_length() - room)
        rounded = (g + (1 << excess >> 1)) >> excess << excess
        return rounded, 2.0 ** (52 - bits + excess)

    def histograms(self, rows: Array, stats: list[Any], slot: Array, n_nodes: int) -> list[Array]:
        """Sums of each statistic, whole numbers.

        Two features are counted at once in the table of their pairs of bins, if that is small
        beside the samples; its rows and its columns then add up to the two histograms.

        Parameters
        ----------
        rows : array (m,)
            Samples, node after node.
        stats : list of S arrays (m,) or None
            Theirs.
        slot : array (m,)
            The node of each.
        n_nodes : int

        Returns
        -------
        list of S arrays (d, n_nodes, bins) of int64
        """
        bins, in_pairs = self.bins, 2 * n_nodes * self.bins**2 <= len(rows)
        weights = [None if stat is None else stat.astype(float) for stat in stats]
        weights = weights if self.step is None else [weights[0] + self.step]
        codes, cells = (self.pairs, bins**2) if in_pairs else (self.codes, bins)
        sums = self.counted(codes, cells, rows, weights, slot, n_nodes)
        if in_pairs:
            tables = [out.reshape(-1, n_nodes, bins, bins) for out in sums]
            pairs = [np.stack([table.sum(axis=3), table.sum(axis=2)], 1) for table in tables]
            sums = [pair.reshape(-1, n_nodes, bins)[: len(self.codes)] for pair in pairs]
        if self.step is not None:
            count = np.rint(sums[0] / self.step)
            sums = [sums[0] - self.step * count, count]
        return [out.astype(np.int64).reshape(-1, n_nodes, bins) for out in sums]

    def counted(
        self, codes: Array, cells: int, rows: Array, weights: list[Any], slot: Array, n_nodes: int
    ) -> list[Array]:
        """Sums of weights over the rows of each node and each code.

        Parameters
        ----------
        codes : array (q, n)
            Whole numbers below `cells`, for each sample.
        cells : int
        rows : array (m,)
        weights : list of arrays (m,) or None
            None is 1 for all.
        slot : array (m,)
        n_nodes : int
            All as in `histograms`.

        Returns
        -------
        list of arrays (q, n_nodes * cells)
        """
        sums = [np.zeros((len(codes), n_nodes * cells)) for _ in weights]
        for first in range(0, len(rows), CELLS_AT_ONCE):
            part = slice(first, first + CELLS_AT_ONCE)
            some, node = rows[part], slot[part]
            low, width = node[0] * cells, (node[-1] + 1 - node[0]) * cells  # of the nodes met here
            step = max(1, CELLS_AT_ONCE // len(some))
            begin = (node - node[0]) * cells + np.arange(step)[:, None] * width
            begin = begin.astype(np.min_scalar_type(step * width))
            tiled = [None if w is None else np.tile(w[part], step) for w in weights]
            for j in range(0, len(codes), step):
                code = codes[j : j + step].take(some, axis=1)
                cell = (code + begin[: len(code)]).ravel()
                for out, w in zip(sums, tiled, strict=True):
                    w = None if w is None else w[: len(cell)]
                    counts = np.bincount(cell, w, len(code) * width)
                    out[j : j + step, low : low + width] += counts.reshape(-1, width)
        return sums

    def left_sums(self, right: Array, feature: Array, below: Array, missing_left: Array) -> Array:
        node, bins = np.arange(self.n_open), np.arange(self.bins)
        is_left = (bins <= below[:, None]) | (missing_left[:, None] & (bins == self.last))
        return np.array([(hist[feature, node] * is_left).sum(axis=1) for hist in self.hist], float)

    def sizes(self) -> Array:
        return np.full(self.n_open, self.bins)

    def missing_sums(self) -> list[Array]:
        return [hist[:, :, -1] for hist in self.hist]

    def block_scores(
        self, block: slice, runs: Runs, lost: list[Array], reached: Array
    ) -> tuple[Array, Array | bool]:
        b = block.stop - block.start
        cells = [hist[block].reshape(b, -1)[:, runs.cells] for hist in self.hist]
        score, to_left = self.judged(cells, lost, runs, reached)
        if self.missing:  # after an empty bin missing values on the left could part from all others
            score *= cells[self.K] > 0
        return score, to_left

    def code_at(self, feature: Array, place: Array) -> Array:
        return place.astype(self.codes.dtype)

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

    def regroup(self, going: Array, kept: Array | None) -> None:
        """The smaller children are counted, their siblings are what the parents have besides.

        Parameters
        ----------
        going : array (L,) of bool
            The nodes that stay.
        kept : array or None
            The places of their rows among `rows`; None for all.
        """
        if self.parents is not None:
            half = len(self.parents)
            m = self.size[:half].sum()
            stats = [None if stat is None else stat[:m] for stat in self.stats]
            counted = self.histograms(self.rows[:m], stats, self.slot[:m], half)
            first, second = going[:half], going[half:]
            rest = self.parents.compress(second)
            larger = [
                parent.take(rest, 1) - child.compress(second, 1)
                for parent, child in zip(self.hist, counted, strict=True)
            ]
            self.hist = [
                np.concatenate([child.compress(first, 1), sibling], 1)
                for child, sibling in zip(counted, larger, strict=True)
            ]
        elif not going.all():
            self.hist = [hist.compress(going, axis=1) for hist in self.hist]


def paired(codes: Array, bins: int) -> Array:
    """Each two features as one: the bin of the first times `bins` plus that of the second, or 0.

    Parameters
    ----------
    codes : array (d, n)
    bins : int
        At most 256.

    Returns
    -------
    array ((d + 1) // 2, n) of uint16

    Examples
    --------
    >>> paired(np.array([[1, 2], [3, 0], [4, 4]]), 10).tolist()
    [[13, 20], [40, 40]]
    """
    pairs = codes[::2] * np.uint16(bins)
    pairs[: len(codes) // 2] += codes[1::2]
    return pairs
