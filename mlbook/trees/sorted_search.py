"""The exact search: cells are samples, and every cut between two values is tried.

Each feature's samples are sorted once. From level to level a stable partition keeps them sorted
within each node, so nothing is sorted again: a node's samples are a run in the order of every
feature. Where nodes draw some features, as in a forest, only the runs of these are looked at.

Source: Breiman et al. 1984, section 8.4.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from mlbook.contract import Array
from mlbook.trees.search import CELLS_AT_ONCE, Peaks, Runs, Search, first_hits

__all__ = ["SortedSearch"]


class SortedSearch(Search):
    """Cells are samples, sorted by each feature within each node: sorted once, then filtered.

    Parameters
    ----------
    data : Codes
    statistics : Statistics
    criterion : Squares or Entropy
    sample : Sample

    Attributes
    ----------
    order : array (d, m)
        The samples in open nodes, node after node, in the order of each feature.
    ranks : array (d, m) or None
        Their codes; None where no two samples share a code and none is missing.
    store, rank_store : array (d, at least m)
        The memory of which `order` and `ranks` are the first columns.
    own : bool
        Whether `store` may be overwritten; if not, it is the data's.
    """

    def start(self) -> None:
        order, self.own = self.data.order, self.columns is not None
        assert order is not None  # as `presort` makes it
        self.order = self.store = order[self.columns] if self.own else order
        self.ranks = self.rank_store = None
        if self.data.ties or self.missing:
            self.ranks = self.rank_store = np.take_along_axis(self.codes, self.order, axis=1)
        self.even = not self.missing and all(stat is None for stat in self.stats[self.K :])
        if len(self.rows) < self.codes.shape[1]:
            self.keep(np.zeros(len(self.rows), dtype=np.uint8))

    def sizes(self) -> Array:
        return np.bincount(self.slot, minlength=self.n_open)

    def block_scores(self, block: slice, size: Array, runs: Runs) -> tuple[Array, Array | bool]:
        ranks = None if self.ranks is None else self.ranks[block]
        return self.sample_scores(self.order[block], ranks, size, runs)

    def sample_scores(
        self, rows: Array, ranks: Array | None, size: Array, runs: Runs
    ) -> tuple[Array, Array | bool]:
        """Scores of cuts behind samples, and where "missing left" is better.

        Parameters
        ----------
        rows : array (..., m)
            The samples, run after run.
        ranks : array (..., m) or None
            Their codes; None where no two share one and none is missing.
        size : array (q,)
            How many samples each run has.
        runs : Runs

        Returns
        -------
        scores : array (..., m)
        to_left : array (..., m) of bool, or False
        """
        stats = self.stats[: self.K] if self.even else self.stats
        m = rows.shape[-1]
        cells = [np.ones(m, dtype=np.int64) if s is None else s.take(rows) for s in stats]
        lost = self.missing_sums(cells, ranks, size) if self.missing and ranks is not None else None
        score, to_left = self.judged(cells, lost, runs)
        if ranks is not None:  # no cut between equal values; ends of nodes have score 0 already
            score[..., :-1] *= ranks[..., 1:] != ranks[..., :-1]
        return score, to_left

    def missing_sums(self, cells: list[Array], ranks: Array, size: Array) -> list[Array]:
        """Sums over the samples of each cell's run that miss the feature.

        Parameters
        ----------
        cells : list of arrays (..., m)
            The statistics of each sample.
        ranks : array (..., m)
        size : array (q,)

        Returns
        -------
        list of arrays (..., m)
        """
        start, gone = np.cumsum(size) - size, ranks == self.last
        sums = [np.add.reduceat(cell * gone, start, axis=-1, dtype=float) for cell in cells]
        return [np.repeat(part, size, axis=-1) for part in sums]

    def neighbours(self, feature: Array, cell: Array) -> list[Array]:
        after = np.minimum(cell + 1, len(self.rows) - 1)
        return [self.codes[feature, self.order[feature, at]] for at in (cell, after)]

    # --- drawn features --------------------------------------------------------------------------

    def peaks(self, choose: Array | None) -> Peaks:
        """As for all features; of drawn ones, only the cells of the nodes that drew them.

        Parameters
        ----------
        choose : array (L, k) or None
            The features that each node may use, increasing; None for all.

        Returns
        -------
        Peaks
        """
        if choose is None:
            return super().peaks(None)
        L, m = choose.shape
        node, size = np.arange(L), self.sizes()
        start = np.cumsum(size) - size
        first = (choose * self.store.shape[1] + start[:, None]).ravel()
        pairs = self.drawn_peaks(first, np.repeat(node, m), np.repeat(size, m))
        peak, hit, to_left = (part.reshape(L, m) for part in pairs)
        best = node, peak.argmax(axis=1)
        return Peaks(peak[best], choose[best], start + hit[best], to_left[best])

    def drawn_peaks(self, start: Array, node: Array, size: Array) -> list[Array]:
        """The best cuts of pairs of a node and a feature that it drew.

        Parameters
        ----------
        start : array (pairs,)
            Where the pair's cells begin in `store`, read row after row.
        node : array (pairs,)
        size : array (pairs,)
            How many cells it has.

        Returns
        -------
        list of three arrays (pairs,)
            The largest score, the first cell with it, and whether missing values go left there.
        """
        first = np.cumsum(size) - size
        edges = np.searchsorted(first, np.arange(0, size.sum(), CELLS_AT_ONCE))
        edges = np.append(np.unique(edges), len(size))
        parts = [slice(a, b) for a, b in pairwise(edges)]
        peaks = [self.part_peaks(start[part], node[part], size[part]) for part in parts]
        return [np.concatenate(part) for part in zip(*peaks, strict=True)]

    def part_peaks(self, start: Array, node: Array, size: Array) -> tuple[Array, Array, Array]:
        """`drawn_peaks` of so many pairs that their cells fit into the cache.

        Parameters
        ----------
        start, node, size : arrays (pairs,)
            As there.

        Returns
        -------
        tuple of three arrays (pairs,)
        """
        first = np.cumsum(size) - size
        at = np.arange(size.sum()) + np.repeat(start - first, size)
        ranks = None if self.rank_store is None else self.rank_store.ravel().take(at)
        runs = self.runs(self.total.take(node, axis=1), size)
        score, to_left = self.sample_scores(self.store.ravel().take(at), ranks, size, runs)
        peak = np.maximum.reduceat(score, first)
        hit = first_hits(score, peak, size)
        return peak, hit - first, np.broadcast_to(to_left, len(score))[hit]

    # --- from level to level ---------------------------------------------------------------------

    def regroup(self, going: Array) -> None:
        """Cells of the smaller children before those of their siblings, of closed nodes none.

        Parameters
        ----------
        going : array (L,) of bool
            The nodes that stay.
        """
        if self.parents is None and going.all():
            return
        half = self.n_open if self.parents is None else len(self.parents)
        part = np.where(going, np.arange(self.n_open) >= half, 2).astype(np.uint8)
        self.keep(part.take(self.slot))

    def keep(self, part: Array) -> None:
        """Keep some rows, in their order, in two parts one behind the other.

        Parameters
        ----------
        part : array (m,) of int
            Of each open row: 0 or 1 for the part, 2 to drop it.
        """
        where, m = np.full(self.codes.shape[1], 2, dtype=np.uint8), np.count_nonzero(part < 2)
        where[self.rows] = part
        order = self.store if self.own else np.empty_like(self.order)
        for block in self.blocks(self.order.shape[1]):
            to = where.take(self.order[block]).ravel()
            masks = [to == k for k in (0, 1)]
            _filter(self.order[block], masks, order[block, :m])
            if self.ranks is not None:
                _filter(self.ranks[block], masks, self.ranks[block, :m])
        self.order, self.store, self.own = order[:, :m], order, True
        self.ranks = None if self.ranks is None else self.ranks[:, :m]


def _filter(A: Array, masks: list[Array], out: Array) -> None:
    """Write the entries of each row of A where the masks hold, mask after mask, into out."""
    first, second = (A.ravel().compress(mask).reshape(len(A), -1) for mask in masks)
    out[:, : first.shape[1]], out[:, first.shape[1] :] = first, second
