"""The exact search: cells are samples, and every cut between two values is tried.

Each feature's samples are sorted once. From level to level a stable partition keeps them sorted
within each node, so nothing is sorted again: a node's samples are a run in the order of every
feature. Where nodes draw some features, as in a forest, only the runs of these are looked at. In
long runs `bounds` tells which cells can be the best.

Source: Breiman et al. 1984, section 8.4.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from mlbook.contract import Array
from mlbook.trees.bounds import Chunks
from mlbook.trees.criteria import Squares
from mlbook.trees.search import CELLS_AT_ONCE, Peaks, Runs, Search, first_hits

__all__ = ["SortedSearch"]

LONG = 128  # cells of a node: from here on bounds save more than they take


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
        The places among `rows` of the samples in open nodes, node after node, in the order of each
        feature.
    ranks : array (d, m) or None
        Their codes; None where no two samples share a code and none is missing.
    store, rank_store : array (d, at least m)
        The memory of which `order` and `ranks` are the first columns.
    own : bool
        Whether `store` may be overwritten; if not, it is the data's.
    lost : tuple of two arrays (q,)
        The features and samples of missing values.
    """

    def start(self) -> None:
        order, self.own = self.data.order, self.columns is not None
        assert order is not None  # as `presort` makes it
        self.order = self.store = order[self.columns] if self.own else order
        self.ranks = self.rank_store = None
        if self.data.ties or self.missing:
            self.ranks = self.rank_store = np.take_along_axis(self.codes, self.order, axis=1)
        self.lost = np.nonzero(self.codes == self.last) if self.missing else ()
        self.even = not self.missing and all(stat is None for stat in self.stats[self.K :])
        self.stats = [None if stat is None else narrowed(stat) for stat in self.stats]
        if len(self.rows) < self.codes.shape[1] or self.n_open > 1:
            self.keep(self.rows, len(self.rows))

    def sizes(self) -> Array:
        return self.size

    def missing_sums(self) -> list[Array]:
        (feature, sample), (d, n), L = self.lost, self.codes.shape, self.n_open
        place = np.full(n, -1)
        place[self.rows] = np.arange(len(self.rows))
        open_ = place.take(sample) >= 0
        at = place.take(sample.compress(open_))
        node = feature.compress(open_) * L + self.slot.take(at)
        weights = [None if stat is None else stat.take(at) for stat in self.stats]
        return [np.bincount(node, w, d * L).reshape(d, L) for w in weights]

    def block_scores(
        self, block: slice, runs: Runs, lost: list[Array], reached: Array
    ) -> tuple[Array, Array | bool]:
        cells = runs.cells
        beyond = slice(cells.start, cells.stop + 1)
        ranks = None if self.ranks is None else self.ranks[block, beyond]
        return self.sample_scores(self.order[block, cells], ranks, runs, lost, reached)

    def sample_scores(
        self, rows: Array, ranks: Array | None, runs: Runs, lost: list[Array], reached: Array
    ) -> tuple[Array, Array | bool]:
        """Scores of cuts behind samples, and where "missing left" is better.

        Parameters
        ----------
        rows : array (..., m)
            Where the samples are among `rows`.
        ranks : array (..., m + 1) or (..., m) or None
            Their codes, and that of the next if there is one; None where no two share one and none
            is missing.
        runs : Runs
        lost : list of arrays (..., m)
            Sums over the missing samples of each one's node; empty where nothing is missing.
        reached : array (S, ...) of int64
            The running sums before these cells; those behind them are put in their place.

        Returns
        -------
        scores : array (..., m)
        to_left : array (..., m) of bool, or False
        """
        stats = self.stats[: self.K] if self.even else self.stats
        cells = [None if stat is None else stat.take(rows) for stat in stats]
        score, to_left = self.judged(cells, lost, runs, reached)
        if ranks is not None:  # no cut between equal values; ends of nodes have score 0 already
            parted = ranks[..., 1:] != ranks[..., :-1]
            score[..., : parted.shape[-1]] *= parted
        return score, to_left

    def peaks_among(
        self, runs: Runs, lost: list[Array], reached: Array, choose: Array | None
    ) -> Peaks:
        # where all values are distinct and runs are long, most cells cannot be the best
        long = runs.before.shape[1] >= LONG * len(runs.size)
        squares = isinstance(self.criterion, Squares) and self.K == 1
        if long and squares and self.ranks is None:
            return Chunks(self, self.criterion.lam, runs, reached).peaks()
        return super().peaks_among(runs, lost, reached, choose)

    def neighbours(self, feature: Array, cell: Array) -> list[Array]:
        after = np.minimum(cell + 1, len(self.rows) - 1)
        return [self.rows.take(self.order[feature, at]) for at in (cell, after)]

    def code_at(self, feature: Array, place: Array) -> Array:
        return self.codes[feature, place]

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
        node, size = np.arange(L), self.size
        start = np.cumsum(size) - size
        pairs = self.drawn_peaks(choose.ravel(), np.repeat(node, m))
        peak, hit, to_left = (part.reshape(L, m) for part in pairs)
        best = node, peak.argmax(axis=1)
        return Peaks(peak[best], choose[best], start + hit[best], to_left[best])

    def drawn_peaks(self, feature: Array, node: Array) -> list[Array]:
        """The best cuts of pairs of a node and a feature that it drew.

        Parameters
        ----------
        feature, node : arrays (pairs,)

        Returns
        -------
        list of three arrays (pairs,)
            The largest score, the first cell with it, and whether missing values go left there.
        """
        size, lost = self.size.take(node), self.missing_sums() if self.missing else []
        first = np.cumsum(size) - size
        edges = np.searchsorted(first, np.arange(0, size.sum(), CELLS_AT_ONCE))
        edges = np.unique(np.append(edges, len(size)))
        parts = [slice(a, b) for a, b in pairwise(edges)]
        peaks = [self.part_peaks(feature[part], node[part], lost) for part in parts]
        return [np.concatenate(part) for part in zip(*peaks, strict=True)]

    def part_peaks(
        self, feature: Array, node: Array, lost: list[Array]
    ) -> tuple[Array, Array, Array]:
        """`drawn_peaks` of so many pairs that their cells fit into the cache.

        Parameters
        ----------
        feature, node : arrays (pairs,)
            As there.
        lost : list of arrays (d, L)
            `missing_sums`; empty where nothing is missing.

        Returns
        -------
        tuple of three arrays (pairs,)
        """
        size, begin = self.size.take(node), (self.size.cumsum() - self.size).take(node)
        first = np.cumsum(size) - size
        at = np.arange(size.sum()) + np.repeat(feature * self.store.shape[1] + begin - first, size)
        ranks = None if self.rank_store is None else self.rank_store.ravel().take(at)
        total = self.total.take(node, axis=1)
        units = total.astype(np.int64)
        runs = self.runs(0, size, total, units.cumsum(axis=1) - units)
        gone = [np.repeat(sums[feature, node], size) for sums in lost]
        reached = np.zeros((len(total), 1), dtype=np.int64)
        rows = self.store.ravel().take(at)
        score, to_left = self.sample_scores(rows, ranks, runs, gone, reached)
        peak = np.maximum.reduceat(score, first)
        hit = first_hits(score, peak, size)
        return peak, hit - first, np.broadcast_to(to_left, len(score))[hit]

    # --- from level to level ---------------------------------------------------------------------

    def regroup(self, going: Array, kept: Array | None) -> None:
        """Cells of the smaller children before those of their siblings, of closed nodes none.

        Parameters
        ----------
        going : array (L,) of bool
            The nodes that stay.
        kept : array or None
            The places of their rows among `rows`; None for all.
        """
        came = self.came if self.came is None or kept is None else self.came.take(kept)
        came = kept if came is None else came
        if came is None:
            return
        half = self.n_open if self.parents is None else len(self.parents)
        self.keep(came, int((self.size * going)[:half].sum()))

    def keep(self, came: Array, half: int) -> None:
        """Keep some rows in two parts one behind the other, each in the order that it has.

        Parameters
        ----------
        came : array (m,) of int
            Which rows, by the numbers that `order` has for them; they get 0 to m - 1 instead.
        half : int
            How many of them are the first part.
        """
        m = len(came)
        new = np.full(self.codes.shape[1], m, dtype=np.int32)
        new[came] = np.arange(m, dtype=np.int32)
        order = self.store if self.own else np.empty_like(self.order)
        for block in self.blocks(self.order.shape[1]):
            kept, ranks = [], []
            for first in range(0, self.order.shape[1], CELLS_AT_ONCE):
                cells = slice(first, first + CELLS_AT_ONCE)
                to = new.take(self.order[block, cells]).ravel()
                masks = to < half, (half <= to) & (to < m)
                kept.append([to.compress(mask) for mask in masks])
                if self.ranks is not None:
                    code = self.ranks[block, cells].ravel()
                    ranks.append([code.compress(mask) for mask in masks])
            _put(kept, order[block, :m])
            if self.ranks is not None:
                _put(ranks, self.ranks[block, :m])
        self.order, self.store, self.own = order[:, :m], order, True
        self.ranks = None if self.ranks is None else self.ranks[:, :m]


def _put(pieces: list[list[Array]], out: Array) -> None:
    """Write the first parts of all pieces, then the second ones, into each row of out."""
    parts = zip(*pieces, strict=True)
    first, second = (np.concatenate(part).reshape(len(out), -1) for part in parts)
    out[:, : first.shape[1]], out[:, first.shape[1] :] = first, second


def narrowed(A: Array) -> Array:
    """Whole numbers in as few bytes as hold them: more of them fit into the processor's cache.

    Parameters
    ----------
    A : array (n,) of int

    Returns
    -------
    array (n,)

    Examples
    --------
    >>> narrowed(np.array([-3, 100])).dtype, narrowed(np.array([0, 200])).dtype
    (dtype('int8'), dtype('int16'))
    """
    return A.astype(np.min_scalar_type(-1 - int(np.abs(A).max())))
