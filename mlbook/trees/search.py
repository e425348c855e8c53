"""The best cut of every open node of a level, over all features at once.

A cut is judged by sums to its left. Samples are arranged in cells, in the order of each feature:
a cell is one sample (`sorted_search`, after `presort`: every cut is tried) or one bin of values
(`binned_search`, after `bin_features`: cuts between bins). One running sum along the cells gives
the left sums of all cuts of all nodes, and a criterion says which is best. Here is what both
searches have in common.

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
from math import prod
from typing import Any, NamedTuple

import numpy as np

from mlbook.contract import Array
from mlbook.trees.codes import Codes
from mlbook.trees.criteria import Entropy, Squares, Statistics
from mlbook.trees.limits import Sample

CELLS_AT_ONCE = 2**15  # cells x features of one array, 256 kB of float64


class Cut(NamedTuple):
    """The best cut of each of L open nodes, and where it sends the open rows.

    Parameters
    ----------
    score : array (L,)
        The separation in units of the grid; 0 where no cut is allowed.
    feature : array (L,) of int
        The column of the data.
    threshold : array (L,)
    missing_left : array (L,) of bool
    right : array (rows,) of bool
    left : array (S, L)
        Sums of the statistics to the left.
    """

    score: Array
    feature: Array
    threshold: Array
    missing_left: Array
    right: Array
    left: Array


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
    """The runs of m cells in which the nodes lie one behind the other, the same in all features.

    Parameters
    ----------
    before : array (S, m) of int64
        Sums over all runs before the cell's own.
    whole : array (S, m)
        Sums over the cell's own run.
    balance : tuple or None
        The criterion's, of a cut behind the cell, if features share it.
    """

    before: Array
    whole: Array
    balance: tuple[Array, ...] | None


class Search(ABC):
    """The L open nodes of one level; each is a run of cells, in the order of every feature.

    Arrays over features and cells are made for a few features at a time: what fits into the
    processor's cache is several times faster.

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
    last : int
        The code of a missing value.
    missing : bool
        Whether some value of the data is missing.
    stats : list of S arrays (n,) or None
        The K outputs of g, then weights, h the first; in units of the grid, None for 1 everywhere.
    K : int
    floors : list of S - K floats
        The least sum of each weight in a child.
    criterion : Squares or Entropy
        What a cut is worth, for sums in units of the grid.
    n_open : int
        L, the number of open nodes.
    rows : array (m,)
        The samples in open nodes, increasing.
    slot : array (m,)
        The open node, 0 to L - 1, of each of `rows`.
    total : array (S, L)
        The sums of the statistics over each open node.
    parents : array (L / 2,) or None
        After `descend`: the nodes that were split, among those open before. Open node k and its
        sibling k + L / 2 are children of parents[k]. None at the roots.
    even : bool
        Whether a cell is one sample of weight 1 in every feature, so that features share balances.
    buffer : array
        Memory for scores, used again from level to level.
    """

    stats: list[Any]  # arrays, or None for 1 everywhere
    parents: Array | None

    def __init__(
        self, data: Codes, statistics: Statistics, criterion: Squares | Entropy, sample: Sample
    ) -> None:
        self.data, self.columns = data, sample.columns
        self.codes = data.codes if self.columns is None else data.codes[self.columns]
        self.last, self.missing = data.low.shape[1] - 1, data.missing
        self.stats, self.K = list(statistics.columns), statistics.K
        self.floors, self.criterion = statistics.floors, criterion.in_units(statistics)
        rows, roots = sample.rows, sample.roots
        self.rows = np.arange(self.codes.shape[1]) if rows is None else rows
        self.slot = np.zeros(len(self.rows), dtype=np.intp) if roots is None else roots
        self.n_open = 1 if roots is None else roots.max() + 1
        self.parents, self.even, self.buffer = None, False, np.empty(0)
        self.start()
        self.total = self.sums(np.ones(len(self.rows), dtype=bool))

    @abstractmethod
    def start(self) -> None:
        """Arrange the cells of the roots."""

    @abstractmethod
    def sizes(self) -> Array:
        """How many cells (L,) each open node has."""

    @abstractmethod
    def block_scores(self, block: slice, size: Array, runs: Runs) -> tuple[Array, Array | bool]:
        """`scores` for some of the features.

        Parameters
        ----------
        block : slice
            Of the features.
        size : array (L,)
            How many cells each node has.
        runs : Runs

        Returns
        -------
        scores : array (b, m)
        to_left : array (b, m) of bool, or False
            Where "missing left" is better.
        """

    @abstractmethod
    def neighbours(self, feature: Array, cell: Array) -> list[Array]:
        """The codes below and above the cut of each node.

        Parameters
        ----------
        feature, cell : arrays (L,)
            The cut lies behind this cell of the feature.

        Returns
        -------
        list of two arrays (L,)
        """

    @abstractmethod
    def regroup(self, going: Array) -> None:
        """Arrange the cells of some open nodes, and drop those of the others.

        Parameters
        ----------
        going : array (L,) of bool
            The nodes that stay.
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
        d, step = len(self.codes), max(1, CELLS_AT_ONCE // max(1, n_cells))
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
        rows, slot = self.rows.compress(of), self.slot.compress(of)
        weights = [None if stat is None else stat.take(rows) for stat in self.stats]
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
        first = feature * self.codes.shape[1]
        code = self.codes.ravel().take(first.take(self.slot) + self.rows)
        right, none = code > below.take(self.slot), True
        if self.missing:
            lost = code == self.last
            right &= ~(lost & missing_left[self.slot])
            none = np.bincount(self.slot, lost, self.n_open) == 0
        left = self.left_sums(right, feature, below, missing_left)
        missing_left = np.where(none, left[self.K] * 2 >= self.total[self.K], missing_left)
        feature = feature if self.columns is None else self.columns[feature]
        threshold = self.data.threshold(feature, below, above)
        return Cut(top, feature, threshold, missing_left, right, left)

    def peaks(self, choose: Array | None) -> Peaks:
        """Where each node's scores are largest.

        Parameters
        ----------
        choose : array (L, k) or None
            The features that each node may use, increasing; None for all.

        Returns
        -------
        Peaks
        """
        size = self.sizes()
        score, to_left = self.scores(size)
        peak = np.maximum.reduceat(score, np.cumsum(size) - size, axis=1).T  # (L, d)
        if choose is not None:
            peak = np.take_along_axis(peak, choose, axis=1)
        node, at = np.arange(len(peak)), peak.argmax(axis=1)
        top, feature = peak[node, at], at if choose is None else choose[node, at]
        # the scores of each node's cells, in the row of its own feature
        own = np.repeat(feature * score.shape[1], size) + np.arange(score.shape[1])
        cell = first_hits(score.ravel().take(own), top, size)
        return Peaks(top, feature, cell, to_left[feature, cell])

    def scores(self, size: Array) -> tuple[Array, Array]:
        """What a cut behind each cell is worth, 0 where it is not allowed.

        Parameters
        ----------
        size : array (L,)
            How many cells each node has.

        Returns
        -------
        scores : array (d, m)
        to_left : array (d, m) of bool
            Where "missing left" is better.
        """
        shape, runs = (len(self.codes), int(size.sum())), self.runs(self.total, size)
        if len(self.buffer) < prod(shape):
            self.buffer = np.empty(prod(shape))
        score = self.buffer[: prod(shape)].reshape(shape)
        to_left = np.zeros(shape, dtype=bool)
        for block in self.blocks(shape[1]):
            score[block], lefts = self.block_scores(block, size, runs)
            if self.missing:
                to_left[block] = lefts
        return score, to_left

    def runs(self, total: Array, size: Array) -> Runs:
        """The runs of cells of some nodes.

        Parameters
        ----------
        total : array (S, q)
            The nodes' sums.
        size : array (q,)
            How many cells each has.

        Returns
        -------
        Runs
        """
        units = total.astype(np.int64)
        before = np.repeat(units.cumsum(axis=1) - units, size, axis=1)
        whole, balance = np.repeat(total, size, axis=1), None
        if self.even:
            count = np.arange(1.0, 1 + whole.shape[1]) - before[self.K :]
            balance = self.balance(count, whole[self.K :])
        return Runs(before, whole, balance)

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
        self, cells: list[Array], lost: list[Array] | None, runs: Runs
    ) -> tuple[Array, Array | bool]:
        """What cuts behind the cells are worth, and where "missing left" is better.

        Parameters
        ----------
        cells : list of arrays (..., m)
            The sums of each statistic in each cell.
        lost : list of arrays (..., m), or None
            Those of the missing samples of the cell's run; None where nothing is missing.
        runs : Runs

        Returns
        -------
        scores : array (..., m)
        to_left : array (..., m) of bool, or False
        """
        left = [cell.cumsum(axis=-1) for cell in cells]
        for running, start in zip(left, runs.before, strict=False):
            running -= start
        left = [running.astype(float) for running in left]
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
        self.regroup(going)
        if not going.all():
            slot = np.where(going, np.cumsum(going) - 1, -1).take(self.slot)
            self.rows, self.slot = self.rows.compress(slot >= 0), slot.compress(slot >= 0)
            self.total, self.n_open = self.total[:, going], int(going.sum())

    def mixed(self, ratio: Array) -> Array:
        """Which open nodes hold rows that differ in g / h.

        Parameters
        ----------
        ratio : array (n, K)

        Returns
        -------
        array (L,) of bool
        """
        both = np.zeros(self.n_open, dtype=bool)
        for column in ratio.T:
            value = column.take(self.rows)
            low, negative = np.full((2, self.n_open), np.inf)
            np.minimum.at(low, self.slot, value)
            np.minimum.at(negative, self.slot, -value)
            both |= -negative - low > 2.0**-40 * np.maximum(abs(low), abs(negative))
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
