"""The best cut of every open node of a level, over all features at once.

A cut is judged by sums to its left. Samples are arranged in cells, in the order of each feature:
a cell is one sample (`sorted_search`, after `presort`: every cut is tried; `drawn_search` where a
node draws its features) or one bin of values (`binned_search`, after `bin_features`: cuts between
bins). One running sum along the cells gives the left sums of all cuts of all nodes, and a criterion
says which is best. Here is what all searches have in common.

Ties. g and h come as integers in units of a grid (`codes.to_grid`), so that sums and differences
are free of rounding and do not depend on the order of samples: equal gains are equal numbers.
Among equal gains the lowest feature wins, then the lowest cut, then "missing goes right".

Missing values (NaN) have the last code of every feature. Both directions are tried; where a node
has none, the child with the larger H would receive them (the left one if equal).

Sources: Chen and Guestrin 2016, algorithms 1 and 3; Breiman et al. 1984, sections 2.4 and 8.4.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import reduce
from typing import Any, NamedTuple

import numpy as np

from mlbook.contract import Array
from mlbook.trees.codes import Codes
from mlbook.trees.criteria import Cut, Entropy, Squares, Statistics
from mlbook.trees.limits import Sample

CELLS_AT_ONCE = 2**15  # cells x features of one array, 256 kB of float64


class Peaks(NamedTuple):
    """Where the scores of each of L nodes are largest; the first of equals.

    Parameters
    ----------
    score : array (L,)
    feature : array (L,) of int
        The row of `Search.codes`.
    cell : array (L,) of int
        The cell behind which the cut lies.
    missing_left : array (L,) of bool
        Whether missing values are better on the left of it.
    """

    score: Array
    feature: Array
    cell: Array
    missing_left: Array


class Runs(NamedTuple):
    """Cells in which q nodes lie one behind the other, the same in all features.

    Parameters
    ----------
    first : int
        How many cells lie before these m.
    size : array (q,) of int
        How many of these each node has.
    before : array (S, m) of int64
        Sums over all nodes before the cell's own.
    whole : array (S, m)
        Sums over the cell's own node.
    balance : tuple or None
        The criterion's, of a cut behind the cell, if features share it.
    """

    first: int
    size: Array
    before: Array
    whole: Array
    balance: tuple[Array, ...] | None

    @property
    def cells(self) -> slice:
        """Which cells these are."""
        return slice(self.first, self.first + self.before.shape[1])

    def at(self, cell: Array) -> Runs:
        """What `Search.worth` needs to know of some of the cells.

        Parameters
        ----------
        cell : array (...) of int
            Their places among the m.

        Returns
        -------
        Runs
            With arrays (..., of the shape of cell).
        """
        balance = self.balance and tuple(part.take(cell) for part in self.balance)
        return self._replace(whole=self.whole.take(cell, axis=1), balance=balance)


class Search(ABC):
    """The L open nodes of one level; each is a run of cells, in the order of every feature.

    Cells are looked at some at a time, and for a few features at a time: passes over what fits into
    the processor's cache are several times faster. Samples are kept node by node for the same
    reason: those of a small node lie close together.

    Parameters
    ----------
    data : Codes
    statistics : Statistics
    criterion : Squares or Entropy
    sample : Sample

    Attributes
    ----------
    data : Codes
    columns : array (d,) or None
        The features of the data that are searched; None for all.
    codes : array (d, n)
        Their codes.
    width : int
        How many features are looked at in a node.
    last : int
        The code of a missing value.
    missing : bool
        Whether some value of the data is missing.
    K : int
    floors : list of S - K floats
        The least sum of each weight in a child.
    criterion : Squares or Entropy
        What a cut is worth, for sums in units of the grid.
    n_open : int
        L, the number of open nodes.
    rows : array (m,)
        The samples in open nodes, node after node, increasing in each.
    size : array (L,)
        How many samples each node has.
    stats : list of S arrays (m,) or None
        Of `rows`: the K outputs of g, then weights, h the first; in units of the grid, None for 1
        everywhere.
    origin : array (m,) or None
        Where among the rows, when cells were arranged last, each was; None for in its place.
    total : array (S, L)
        The sums of the statistics over each open node.
    parents : array (L / 2,) or None
        After `descend`: the nodes that were split, among those open before. Open node k and its
        sibling k + L / 2 are children of parents[k]. None at the roots.
    is_unit_weighted : bool
        Whether a cell is one sample of weight 1 in every feature, so that features share balances.
    buffer : array
        Memory for scores, used again and again.
    """

    stats: list[Any]  # arrays, or None for 1 everywhere
    parents: Array | None
    origin: Array | None
    cells_at_once: int | None = None  # cells; None for CELLS_AT_ONCE

    def __init__(
        self, data: Codes, statistics: Statistics, criterion: Squares | Entropy, sample: Sample
    ) -> None:
        self.data, self.columns = data, sample.columns
        self.codes = data.codes if self.columns is None else data.codes[self.columns]
        self.width = len(self.codes)
        self.last, self.missing = data.last, data.missing
        self.K, self.stats = statistics.K, list(statistics.columns)
        self.floors, self.criterion = statistics.floors, criterion.in_units(statistics)
        rows, roots = sample.rows, sample.roots
        self.rows = np.arange(self.codes.shape[1]) if rows is None else rows
        self.size = np.array([len(self.rows)]) if roots is None else np.bincount(roots)
        if roots is not None:
            self.rows = self.rows.take(np.argsort(roots, kind="stable"))
        if len(self.rows) < self.codes.shape[1] or roots is not None:
            self.stats = [None if stat is None else stat.take(self.rows) for stat in self.stats]
        self.n_open = len(self.size)
        self.parents, self.origin, self.is_unit_weighted = None, None, False
        self.buffer = np.empty(0)
        self.start()
        self.total = self.sums(np.ones(len(self.rows), dtype=bool))

    @property
    def slot(self) -> Array:
        """The open node (m,), 0 to L - 1, of each of `rows`."""
        return self.per_row(np.arange(self.n_open))

    def per_row(self, of_nodes: Array) -> Array:
        """For each row what its node has.

        Parameters
        ----------
        of_nodes : array (L,)

        Returns
        -------
        array (m,)
        """
        return np.repeat(of_nodes, self.size)

    @abstractmethod
    def start(self) -> None:
        """Arrange the cells of the roots."""

    @abstractmethod
    def sizes(self) -> Array:
        """How many cells (L,) each open node has."""

    @abstractmethod
    def missing_sums(self) -> list[Array]:
        """Sums of each statistic, (d, L), over the samples of each node that miss the feature."""

    @abstractmethod
    def block_scores(
        self, block: slice, runs: Runs, lost: list[Array], reached: Array
    ) -> tuple[Array, Array | bool]:
        """What cuts behind some cells are worth for some of the features; 0 where not allowed.

        Parameters
        ----------
        block : slice
            Of the features.
        runs : Runs
        lost : list of arrays (b, m)
            Sums over the missing samples of the cell's node; empty where nothing is missing.
        reached : array (S, b) of int64
            The running sums before these cells; those behind them are put in their place.

        Returns
        -------
        scores : array (b, m)
        to_left : array (b, m) of bool, or False
            Where "missing left" is better.
        """

    @abstractmethod
    def neighbours(self, feature: Array, cell: Array) -> list[Array]:
        """The places below and above the cut of each node, as `Codes` has them.

        Parameters
        ----------
        feature, cell : arrays (L,)
            The cut lies behind this cell of the feature.

        Returns
        -------
        list of two arrays (L,)
        """

    @abstractmethod
    def code_at(self, feature: Array, place: Array) -> Array:
        """The codes at some places.

        Parameters
        ----------
        feature, place : arrays (L,)

        Returns
        -------
        array (L,)
        """

    @abstractmethod
    def regroup(self, going: Array, kept: Array | None) -> None:
        """Arrange the cells of some open nodes, and drop those of the others.

        Parameters
        ----------
        going : array (L,) of bool
            The nodes that stay.
        kept : array or None
            The places of their rows among `rows`; None for all.
        """

    def blocks(self, n_cells: int) -> list[slice]:
        """Slices of the features, each of about CELLS_AT_ONCE cells.

        Parameters
        ----------
        n_cells : int
            Of a feature.

        Returns
        -------
        list of slice
        """
        d, step = self.width, max(1, CELLS_AT_ONCE // max(1, n_cells))
        return [slice(j, min(j + step, d)) for j in range(0, d, step)]

    def left_sums(self, right: Array, feature: Array, below: Array, missing_left: Array) -> Array:
        """Sums of the statistics to the left of each node's cut.

        Parameters
        ----------
        right : array (m,) of bool
            Which open rows go right.
        feature, below : arrays (L,)
            Of the cut, and the largest code on its left.
        missing_left : array (L,) of bool

        Returns
        -------
        array (S, L)
        """
        return self.sums(~right)

    def sums(self, of: Array) -> Array:
        """Sums of the statistics over some open rows of each node.

        Parameters
        ----------
        of : array (m,) of bool
            The rows that count.

        Returns
        -------
        array (S, L)
        """
        slot = self.slot.compress(of)
        weights = [None if stat is None else stat.compress(of) for stat in self.stats]
        return np.array([np.bincount(slot, w, self.n_open) for w in weights])

    def best(self, choose: Array | None = None) -> Cut:
        """The best cut of every open node.

        Parameters
        ----------
        choose : array (L, k) or None
            The features that each node may use, increasing; None for all.

        Returns
        -------
        Cut
        """
        top, feature, cell, missing_left = self.peaks(choose)
        below, above = self.neighbours(feature, cell)
        code = self.codes.ravel().take(self.per_row(feature * self.codes.shape[1]) + self.rows)
        limit = self.code_at(feature, below)
        right, none = code > self.per_row(limit), True
        if self.missing:
            lost = code == self.last
            right &= ~(lost & self.per_row(missing_left))
            none = np.bincount(self.slot, lost, self.n_open) == 0
        left = self.left_sums(right, feature, limit, missing_left)
        missing_left = np.where(none, left[self.K] * 2 >= self.total[self.K], missing_left)
        feature = feature if self.columns is None else self.columns[feature]
        threshold = self.data.threshold(feature, below, above)
        return Cut(top, feature, threshold, missing_left, right, left)

    def peaks(self, choose: Array | None) -> Peaks:
        """Where each node's scores are largest: as many cells at a time as fit into the cache.

        Parameters
        ----------
        choose : array (L, k) or None
            The features that each node may use, increasing; None for all.

        Returns
        -------
        Peaks
        """
        size, L = self.sizes(), self.n_open
        stop, units = size.cumsum(), self.total.astype(np.int64)
        start, before = stop - size, units.cumsum(axis=1) - units
        lost = self.missing_sums() if self.missing else []
        reached = np.zeros((len(units), self.width), dtype=np.int64)
        feature, cell = np.zeros((2, L), dtype=int)
        best = Peaks(np.full(L, -1.0), feature, cell, np.zeros(L, dtype=bool))
        step = self.cells_at_once or CELLS_AT_ONCE
        for first in range(0, stop[-1], step):
            past = min(first + step, stop[-1])
            nodes = slice(np.searchsorted(stop, first, "right"), np.searchsorted(start, past))
            inside = np.minimum(stop[nodes], past) - np.maximum(start[nodes], first)
            runs = self.runs(first, inside, self.total[:, nodes], before[:, nodes])
            drawn = None if choose is None else choose[nodes]
            peaks = self.peaks_among(runs, [sums[:, nodes] for sums in lost], reached, drawn)
            better = peaks.score > best.score[nodes]
            better |= (peaks.score == best.score[nodes]) & (peaks.feature < best.feature[nodes])
            for old, new in zip(best, peaks, strict=True):
                old[nodes][better] = new[better]
        return best

    def peaks_among(
        self, runs: Runs, lost: list[Array], reached: Array, choose: Array | None
    ) -> Peaks:
        """`peaks` of some cells.

        Parameters
        ----------
        runs : Runs
            Of the cells.
        lost : list of arrays (d, q)
            Sums over the missing samples of their nodes.
        reached : array (S, d) of int64
            The running sums before the cells; those behind them are put in their place.
        choose : array (q, k) or None
            The features that their nodes may use, increasing.

        Returns
        -------
        Peaks
        """
        d, m, size = self.width, runs.before.shape[1], runs.size
        start, peak = np.cumsum(size) - size, np.empty((d, len(size)))
        if len(self.buffer) < d * m:
            self.buffer = np.empty(d * m)
        score = self.buffer[: d * m].reshape(d, m)
        to_left = np.zeros((d, m), dtype=bool)
        for block in self.blocks(m):
            gone = [np.repeat(sums[block], size, axis=1) for sums in lost]
            score[block], lefts = self.block_scores(block, runs, gone, reached[:, block])
            peak[block] = np.maximum.reduceat(score[block], start, axis=1)
            if self.missing:
                to_left[block] = lefts
        if choose is not None:
            peak = np.take_along_axis(peak, choose.T, axis=0)
        node, at = np.arange(len(size)), peak.argmax(axis=0)
        top, feature = peak[at, node], at if choose is None else choose[node, at]
        # the scores of each node's cells, in the row of its own feature
        own = np.repeat(feature * m, size) + np.arange(m)
        cell = first_hits(score.ravel().take(own), top, size)
        return Peaks(top, feature, runs.first + cell, to_left[feature, cell])

    def runs(self, first: int, size: Array, total: Array, before: Array) -> Runs:
        """Cells of some nodes.

        Parameters
        ----------
        first : int
            How many cells lie before them.
        size : array (q,)
            How many of them each node has.
        total : array (S, q)
            The nodes' sums.
        before : array (S, q)
            Those of all nodes before.

        Returns
        -------
        Runs
        """
        before, whole = np.repeat(before, size, axis=1), np.repeat(total, size, axis=1)
        balance = None
        if self.is_unit_weighted:
            count = np.arange(first + 1.0, first + 1 + whole.shape[1]) - before[self.K :]
            balance = self.balance(count, whole[self.K :])
        return Runs(first, size, before, whole, balance)

    def balance(self, left: list[Array] | Array, whole: Array) -> tuple[Array, ...]:
        """What the criterion makes of the weights on both sides of cuts.

        Parameters
        ----------
        left, whole : sequences of S - K arrays (...)
            To the left of each cut, and in its node.

        Returns
        -------
        tuple
        """
        right = [b - a for a, b in zip(left, whole, strict=True)]
        triples = zip(left, right, self.floors, strict=True)
        enough = [np.minimum(a, b) >= floor for a, b, floor in triples]
        return self.criterion.balance(left[0], right[0], reduce(np.logical_and, enough))

    def judged(
        self, cells: list[Any], lost: list[Array], runs: Runs, reached: Array
    ) -> tuple[Array, Array | bool]:
        """What cuts behind the cells are worth, and where "missing left" is better.

        Parameters
        ----------
        cells : list of arrays (..., m) or None
            The sums of each statistic in each cell; None is 1 for all.
        lost : list of arrays (..., m)
            Sums over the missing samples of the cell's node; empty where nothing is missing.
        runs : Runs
        reached : array (S, ...) of int64
            The running sums before these cells; those behind them are put in their place.

        Returns
        -------
        scores : array (..., m)
        to_left : array (..., m) of bool, or False
        """
        left = []
        for cell, start, so_far in zip(cells, runs.before, reached, strict=False):
            if cell is None:
                running = np.arange(runs.cells.start + 1, runs.cells.stop + 1)
            else:
                running = cell.cumsum(axis=-1, dtype=np.int64)
                if runs.first:
                    running += so_far[..., None]
                so_far[...] = running[..., -1]
            running -= start
            left.append(running.astype(float))
        score = self.worth(left, runs)
        if not lost:
            return score, False
        other = self.worth([a + b for a, b in zip(left, lost, strict=True)], runs)
        return np.maximum(score, other), other > score

    def worth(self, left: list[Array], runs: Runs) -> Array:
        """What cuts with certain sums to the left are worth; 0 where not allowed.

        Parameters
        ----------
        left : list of arrays (..., m)
            Of S, or of K where the runs have a balance.
        runs : Runs

        Returns
        -------
        array (..., m)
        """
        balance = runs.balance or self.balance(left[self.K :], runs.whole[self.K :])
        return self.criterion.worth(left[: self.K], runs.whole[: self.K], balance)

    def next_level(self, going: Array) -> None:
        """Arrange the cells for a search of some of the open nodes.

        Parameters
        ----------
        going : array (L,) of bool
            The nodes that stay open.
        """
        kept = None if going.all() else np.flatnonzero(self.per_row(going))
        self.regroup(going, kept)
        self.origin = None
        if kept is not None:
            self.pick(kept)
            self.total, self.size = self.total[:, going], self.size[going]
            self.n_open = len(self.size)

    def pick(self, at: Array) -> None:
        """Go on with some of the rows, in some order.

        Parameters
        ----------
        at : array of int
            Their places among `rows`.
        """
        self.rows = self.rows.take(at)
        self.stats = [None if stat is None else stat.take(at) for stat in self.stats]

    def mixed(self, ratio: Array) -> Array:
        """Which open nodes hold rows that differ in g / h.

        Parameters
        ----------
        ratio : array (n, K)

        Returns
        -------
        array (L,) of bool
        """
        both, start = np.zeros(self.n_open, dtype=bool), self.size.cumsum() - self.size
        for column in ratio.T:
            value = column.take(self.rows)
            low, high = (ends.reduceat(value, start) for ends in (np.minimum, np.maximum))
            both |= high - low > 2.0**-40 * np.maximum(abs(low), abs(high))
        return both

    def descend(self, cut: Cut, chosen: Array) -> Array:
        """Replace the open nodes by the children of some; True where the right child comes first.

        The children of smaller H come first, then their siblings.

        Parameters
        ----------
        cut : Cut
        chosen : array (q,)
            The nodes that are split.

        Returns
        -------
        array (q,) of bool
        """
        S, L = len(chosen), self.n_open
        swap, split = np.zeros((2, L), dtype=bool)
        swap[chosen] = cut.left[self.K, chosen] * 2 > self.total[self.K, chosen]
        split[chosen] = True
        later, stays = cut.right != self.per_row(swap), self.per_row(split)
        self.origin = np.concatenate([np.flatnonzero(stays & part) for part in (~later, later)])
        start = self.size.cumsum() - self.size
        size = np.add.reduceat(later, start, dtype=int)[chosen]
        self.pick(self.origin)
        self.size = np.concatenate([self.size[chosen] - size, size])
        parts, swap = (cut.left[:, chosen], (self.total - cut.left)[:, chosen]), swap[chosen]
        self.total = np.hstack([np.where(swap, *parts[::-1]), np.where(swap, *parts)])
        self.n_open, self.parents = 2 * S, chosen
        return swap


def first_hits(score: Array, top: Array, size: Array) -> Array:
    """The place of the first score that reaches the top, in each of L runs.

    Parameters
    ----------
    score : array (m,)
        Run after run.
    top : array (L,)
        What each run's largest score is.
    size : array (L,)
        How long each run is.

    Returns
    -------
    array (L,)

    Examples
    --------
    >>> score = np.array([1.0, 3.0, 3.0, 2.0, 1.0])
    >>> first_hits(score, top=np.array([3.0, 2.0]), size=np.array([3, 2])).tolist()
    [1, 3]
    """
    hits = np.flatnonzero(score >= np.repeat(top, size))
    return hits[np.searchsorted(hits, np.cumsum(size) - size)]
