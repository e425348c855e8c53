"""The exact search: cells are samples, and every cut between two values is tried.

Each feature's samples are sorted once. From level to level a stable partition keeps them sorted
within each node, so nothing is sorted again: a node's samples are a run in the order of every
feature. In long runs `bounds` tells which cells can be the best.

Source: Breiman et al. 1984, section 8.4.
"""

from __future__ import annotations

import numpy as np

from mlbook.contract import Array
from mlbook.trees.bounds import Chunks
from mlbook.trees.criteria import Squares
from mlbook.trees.search import CELLS_AT_ONCE, Peaks, Runs, Search

__all__ = ["SortedSearch"]

LONG = 512  # cells of a node: from here on bounds save more than they take


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
    store : array (d, at least m)
        The memory of which `order` is the first columns.
    own : bool
        Whether `store` may be overwritten; if not, it is the data's.
    lost : tuple of two arrays (q,)
        The features and samples of missing values.
    floats : tuple or None
        What `as_floats` returns; None until it is asked for after a change of the rows.
    """

    floats: tuple[list[Array], float] | None

    def start(self) -> None:
        self.floats = None
        weights = self.stats[self.K :]
        self.is_unit_weighted = not self.missing and all(stat is None for stat in weights)
        self.stats = [None if stat is None else narrowed(stat) for stat in self.stats]
        self.arrange()

    def arrange(self) -> None:
        """Sort the samples of the roots by each feature."""
        order, self.own = self.data.order, self.columns is not None
        assert order is not None  # as `presort` makes it
        self.order = self.store = order[self.columns] if self.own else order
        self.ranks = None
        if self.data.ties or self.missing:
            self.ranks = np.take_along_axis(self.codes, self.order, axis=1)
        self.lost = np.nonzero(self.codes == self.last) if self.missing else ()
        if len(self.rows) < self.codes.shape[1] or self.n_open > 1:
            self.keep(self.rows, len(self.rows))

    def sizes(self) -> Array:
        return self.size

    def missing_sums(self) -> list[Array]:
        (feature, sample), (d, n), L = self.lost, self.codes.shape, self.n_open
        place = np.full(n, -1)
        place[self.rows] = np.arange(len(self.rows))
        is_open = place.take(sample) >= 0
        at = place.take(sample.compress(is_open))
        node = feature.compress(is_open) * L + self.slot.take(at)
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
        stats = self.stats[: self.K] if self.is_unit_weighted else self.stats
        cells = [None if stat is None else stat.take(rows) for stat in stats]
        score, to_left = self.judged(cells, lost, runs, reached)
        if ranks is not None:  # no cut between equal values; ends of nodes have score 0 already
            parted = ranks[..., 1:] != ranks[..., :-1]
            score[..., : parted.shape[-1]] *= parted
        return score, to_left

    def pick(self, at: Array) -> None:
        super().pick(at)
        self.floats = None

    def as_floats(self) -> tuple[list[Array], float]:
        """The statistics that have running sums, as float64, g first, and the sum of all |g|.

        Returns
        -------
        stats : list of arrays (m,)
        most : float
        """
        if self.floats is None:
            m, stats = len(self.rows), self.stats[: self.K] if self.is_unit_weighted else self.stats
            reals = [np.ones(m) if stat is None else stat.astype(float) for stat in stats]
            self.floats = reals, float(np.abs(reals[0]).sum())
        return self.floats

    def peaks_among(
        self, runs: Runs, lost: list[Array], reached: Array, choose: Array | None
    ) -> Peaks:
        # where all values are distinct and runs are long, most cells cannot be the best
        long = runs.before.shape[1] >= LONG * len(runs.size)
        squares = isinstance(self.criterion, Squares) and self.K == 1
        if long and squares and self.ranks is None:
            lam, floats = self.criterion.lam, self.as_floats()
            return Chunks(self, self.order, floats, lam, runs, reached).peaks()
        return super().peaks_among(runs, lost, reached, choose)

    def neighbours(self, feature: Array, cell: Array) -> list[Array]:
        after = np.minimum(cell + 1, len(self.rows) - 1)
        return [self.rows.take(self.order[feature, at]) for at in (cell, after)]

    def code_at(self, feature: Array, place: Array) -> Array:
        return self.codes[feature, place]

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
        origin = self.origin if self.origin is None or kept is None else self.origin.take(kept)
        origin = kept if origin is None else origin
        if origin is None:
            return
        half = self.n_open if self.parents is None else len(self.parents)
        self.keep(origin, int((self.size * going)[:half].sum()))

    def keep(self, origin: Array, half: int) -> None:
        """Keep some rows in two parts one behind the other, each in the order that it has.

        Parameters
        ----------
        origin : array (m,) of int
            Which rows, by the numbers that `order` has for them; they get 0 to m - 1 instead.
        half : int
            How many of them are the first part.
        """
        m = len(origin)
        new = np.full(self.codes.shape[1], m, dtype=np.int32)
        new[origin] = np.arange(m, dtype=np.int32)
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
