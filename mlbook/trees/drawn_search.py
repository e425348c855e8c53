"""The exact search among features that each node draws, as in a forest.

Of d features a node looks at k, and a child at other k. To keep all of them in order from level to
level takes longer than to sort those that are looked at. Node, code and place of a sample make one
whole number, so that a sort of numbers, the fastest there is, sorts the samples of many nodes.

Source: Breiman 2001, section 4.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from mlbook.contract import Array
from mlbook.trees.search import CELLS_AT_ONCE, Peaks
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
    drawn : array (k, L)
        The k features that each node drew, increasing. The rows of `order` are theirs.
    which : array (L,)
        Which of them has the best cut.
    """

    def arrange(self) -> None:
        self.lost = np.nonzero(self.codes == self.last) if self.missing else ()

    def regroup(self, going: Array, kept: Array | None) -> None:
        pass  # `rows` lie node after node, and nothing else is kept

    def peaks(self, choose: Array | None) -> Peaks:
        """Where each node's scores are largest, among the features that it drew.

        Parameters
        ----------
        choose : array (L, k)
            Increasing.

        Returns
        -------
        Peaks
        """
        assert choose is not None  # or `SortedSearch` would do
        self.offered = choose.T
        self.sort()
        peaks = super().peaks(None)
        self.which = peaks.feature
        return peaks._replace(feature=choose[np.arange(self.n_open), self.which])

    def missing_sums(self) -> list[Array]:
        return [sums[self.offered, np.arange(self.n_open)] for sums in super().missing_sums()]

    def neighbours(self, feature: Array, cell: Array) -> list[Array]:
        return super().neighbours(self.which, cell)

    def sort(self) -> None:
        """Sort the samples of each node by each of the features that it drew."""
        (k, L), m = self.offered.shape, len(self.rows)
        self.width, self.order, self.ranks = k, np.empty((k, m), dtype=np.int32), None
        if self.data.ties or self.missing:
            self.ranks = np.empty((k, m), dtype=np.int32)
        stop = np.append(0, self.size.cumsum())
        # a node of many samples alone: node, code and place need 63 bits, as a code needs 31
        large = np.append(False, self.size >= CELLS_AT_ONCE // k).cumsum()
        part = stop[:-1] // max(1, CELLS_AT_ONCE // k) + large[1:] + large[:-1]
        for nodes in pairwise([*np.flatnonzero(np.diff(part, prepend=-1)), L]):
            step = max(1, CELLS_AT_ONCE // int(stop[nodes[1]] - stop[nodes[0]]))
            for j in range(0, k, step):
                self.sort_part(slice(j, j + step), slice(*nodes), slice(*stop[list(nodes)]))

    def sort_part(self, block: slice, nodes: slice, cells: slice) -> None:
        """`sort` for some of the k features, and some nodes.

        Node, code and place of a sample are one whole number.

        Parameters
        ----------
        block, nodes, cells : slices
            The cells of the nodes.
        """
        size, rows = self.size[nodes], self.rows[cells]
        low, high = len(rows).bit_length(), int(self.last).bit_length()
        begin = np.repeat(self.offered[block, nodes] * self.codes.shape[1], size, axis=1)
        begin += rows
        key = self.codes.ravel().take(begin).astype(np.int64)
        key <<= low
        key += np.repeat(np.arange(len(size)) << (low + high), size) + np.arange(len(rows))
        key.sort(axis=1)
        if self.ranks is not None:
            self.ranks[block, cells] = key >> low & ((1 << high) - 1)
        key &= (1 << low) - 1
        key += cells.start
        self.order[block, cells] = key
