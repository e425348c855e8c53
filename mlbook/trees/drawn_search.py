"""The exact search among features that each node draws, as in a forest.

Of d features a node looks at m only, and another m below: to keep all of them sorted from level to
level takes longer than to sort the drawn ones where they are looked at. Node, code and place of a
sample make one whole number, so that a sort of numbers, the fastest there is, sorts the samples of
many nodes at once.

Source: Breiman 2001, section 4.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from mlbook.contract import Array
from mlbook.trees.search import CELLS_AT_ONCE, Peaks, first_hits
from mlbook.trees.sorted_search import SortedSearch

__all__ = ["DrawnSearch"]


class DrawnSearch(SortedSearch):
    """Cells are samples, sorted by the features that their node drew when these are looked at.

    Parameters
    ----------
    data : Codes
    statistics : Statistics
    criterion : Squares or Entropy
    sample : Sample
        With `max_features`.

    Attributes
    ----------
    beside : array (2, L)
        The samples below and above the best cut of each node.
    """

    def arrange(self) -> None:
        pass  # `rows` lie node after node, and that is all

    def regroup(self, going: Array, kept: Array | None) -> None:
        pass

    def neighbours(self, feature: Array, cell: Array) -> list[Array]:
        return [*self.beside]

    def peaks(self, choose: Array | None) -> Peaks:
        """Where each node's scores are largest, among the features that it drew.

        Parameters
        ----------
        choose : array (L, m)
            Increasing.

        Returns
        -------
        Peaks
            Cells are numbered as they are looked at.
        """
        assert choose is not None  # or `SortedSearch` would do
        found = [self.part_peaks(nodes, choose[nodes].T) for nodes in self.parts(choose.shape[1])]
        *peaks, below, above = (np.concatenate(column) for column in zip(*found, strict=True))
        self.beside = np.array([below, above])
        return Peaks(*peaks)

    def parts(self, m: int) -> list[slice]:
        """Slices of the nodes, each of about CELLS_AT_ONCE cells; a node of as many stands alone.

        Then node, code and place need 63 bits together, as long as a code needs 31.

        Parameters
        ----------
        m : int
            How many features each node drew.

        Returns
        -------
        list of slice
        """
        most = max(1, CELLS_AT_ONCE // m)
        large = np.append(False, self.size >= most).cumsum()
        part = (self.size.cumsum() - self.size) // most + large[1:] + large[:-1]
        edges = [*np.flatnonzero(np.diff(part, prepend=-1)), self.n_open]
        return [slice(a, b) for a, b in pairwise(edges)]

    def part_peaks(self, nodes: slice, feature: Array) -> tuple[Array, ...]:
        """`peaks` of some nodes, and the samples below and above their cuts.

        Parameters
        ----------
        nodes : slice
            Of q nodes.
        feature : array (m, q)
            What each drew.

        Returns
        -------
        tuple of six arrays (q,)
        """
        size, total = self.size[nodes], self.total[:, nodes]
        first, start = int(self.size[: nodes.start].sum()), np.cumsum(size) - size
        rows = self.rows[first : first + size.sum()]
        place, code = self.sort(rows, size, feature)
        units = total.astype(np.int64)
        runs = self.runs(0, size, total, units.cumsum(axis=1) - units)
        reached = np.zeros((len(total), len(feature)), dtype=np.int64)
        cells = place + first
        lost: list[Array] = []
        if self.missing and code is not None:
            lost = self.lost_sums(cells, code == self.last, size)
        score, lefts = self.sample_scores(cells, code, runs, lost, reached)
        peak, node = np.maximum.reduceat(score, start, axis=1), np.arange(len(size))
        at = peak.argmax(axis=0)
        own = np.repeat(at * len(rows), size) + np.arange(len(rows))
        cell = first_hits(score.ravel().take(own), peak[at, node], size)
        beside = (place[at, np.minimum(cell + k, len(rows) - 1)] for k in (0, 1))
        to_left = np.broadcast_to(lefts, score.shape)[at, cell]
        return peak[at, node], feature[at, node], cell, to_left, *map(rows.take, beside)

    def sort(self, rows: Array, size: Array, feature: Array) -> tuple[Array, Array | None]:
        """Sort the samples of each of q nodes by each of the m features that it drew.

        Parameters
        ----------
        rows : array (c,)
            The samples, node after node.
        size : array (q,)
            How many each node has.
        feature : array (m, q)

        Returns
        -------
        place : array (m, c) of int
            Where the sorted samples are among `rows`.
        code : array (m, c) of int or None
            Their codes; None where no two samples share one and none is missing.
        """
        c, n = len(rows), self.codes.shape[1]
        low, high = c.bit_length(), int(self.last).bit_length()
        begin = np.repeat(feature * n, size, axis=1)
        key = self.codes.ravel().take(begin + rows).astype(np.int64)
        key <<= low
        key += np.repeat(np.arange(len(size)) << (low + high), size) + np.arange(c)
        key.sort(axis=1)
        place = key & ((1 << low) - 1)
        if not (self.data.ties or self.missing):
            return place, None
        key >>= low
        key &= (1 << high) - 1
        return place, key

    def lost_sums(self, cells: Array, lost: Array, size: Array) -> list[Array]:
        """Sums of each statistic, (m, c), over the samples of a cell's node that miss the feature.

        Parameters
        ----------
        cells : array (m, c) of int
            The places of the sorted samples among all rows.
        lost : array (m, c) of bool
            Whether they miss the feature.
        size : array (q,)
            How many each node has.

        Returns
        -------
        list of S arrays (m, c)
        """
        start = np.cumsum(size) - size
        values = [lost if stat is None else stat.take(cells) * lost for stat in self.stats]
        sums = [np.add.reduceat(value, start, axis=1, dtype=float) for value in values]
        return [np.repeat(each, size, axis=1) for each in sums]
