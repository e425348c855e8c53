"""Which cells an exact search needs to look at: those that can be a node's best cut.

The running sum along sorted samples is the slowest pass of a search, since each step waits for the
one before, and the score behind each sample takes ten passes more. Most of that is in vain. Along a
chunk of 16 samples G to the left of a cut falls by no more than the chunk's negative values, and
rises by no more than its positive ones, and so no score in it exceeds a bound. The sum of a chunk
waits for nothing; chunks whose bound is below a score that was found in their node are skipped.

The cut that is found is that of a search of all cells, number for number, ties included.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from mlbook.contract import Array, Numbers
from mlbook.trees.criteria import MIN_SEPARATION
from mlbook.trees.search import Peaks, Runs, Search

CHUNK = 16  # cells
AT_ONCE = 2**11  # chunks that are looked at
ROUNDING = 2.0**-45  # some hundred times the rounding error of a score, relative to its products


def most_apart(
    G_left: Numbers, width: Numbers, p: Numbers, step: Numbers, G: Numbers, T: Numbers
) -> Numbers:
    """The largest |G_L q - G_R p| where G_L and p lie in intervals, G_L + G_R = G and p + q = T.

    It is |G_L T - G p|; what is linear in both is largest at a corner, half an interval away from
    the middle.

    Parameters
    ----------
    G_left, width : numbers or arrays
        The middle of the interval of G_L, and how wide it is.
    p, step : numbers or arrays
        The same of p.
    G, T : numbers or arrays

    Returns
    -------
    number or array

    Examples
    --------
    >>> most_apart(0.5, 3.0, 2.0, 2.0, G=2.0, T=4.0)
    10.0
    >>> max(abs(G_L * (4 - p) - (2 - G_L) * p) for G_L in (-1, 2) for p in (1, 3))
    10
    """
    return abs(G_left * T - G * p) + (width * T + step * abs(G)) / 2


class Chunks:
    """The cells of q nodes, cut into k chunks, the same in each of d features.

    Parameters
    ----------
    search : Search
        With one g, in which no value is missing and no two of a feature are equal.
    order : array (d, rows)
        The places of the samples among the search's rows, in the order of each feature.
    floats : tuple (list of arrays (rows,), float)
        The statistics that have running sums, g first, and the sum of |g| over all rows.
    lam : float
        What the criterion adds to each H.
    runs : Runs
    reached : array (S, d) of int64
        The running sums before these cells; those behind them are put in their place.

    Attributes
    ----------
    rows : array (d, m)
        Where the samples are among the search's rows.
    stats : list of arrays (rows,)
        The statistics that have running sums, g first.
    most : float
        The sum of |g| over all rows.
    node : array (m,)
        The node of each cell.
    head : array (k,)
        The first cell of each chunk; where m is no multiple of 16, the last two overlap.
    begin, sums, sizes : lists of arrays (d, k)
        Of each statistic the running sums before each chunk, as integers, the sums over the chunk,
        and those of absolute values.
    best : array (q,)
        The largest score that was found in each node.
    """

    def __init__(
        self,
        search: Search,
        order: Array,
        floats: tuple[list[Array], float],
        lam: float,
        runs: Runs,
        reached: Array,
    ) -> None:
        self.search, self.lam, self.runs = search, lam, runs
        self.rows = order[:, runs.cells]
        self.stats, self.most = floats
        self.node = np.repeat(np.arange(len(runs.size)), runs.size)
        m = len(self.node)
        self.head = np.minimum(np.arange(0, m, CHUNK), m - CHUNK)
        self.begin: list[Array] = []
        self.sums: list[Array] = []
        self.sizes: list[Array] = []
        for stat, so_far in zip(self.stats, reached, strict=False):
            self.add(stat, so_far)
        self.best = np.full(len(runs.size), -1.0)

    def add(self, stat: Array, so_far: Array) -> None:
        """Note the sums of a statistic over the chunks, and its running sums before them.

        Parameters
        ----------
        stat : array (rows,)
        so_far : array (d,) of int64
            The running sums before the cells; those behind them are put in their place.
        """
        sums, sizes = self.chunk_sums(stat)
        each, twice = sums.astype(np.int64), -len(self.node) % CHUNK
        begin = each.cumsum(axis=1) + (so_far[:, None] - each)
        shared = stat.take(self.rows[:, len(self.node) - CHUNK :][:, :twice])
        begin[:, -1] -= shared.sum(axis=1).astype(np.int64)
        so_far[...] = begin[:, -1] + each[:, -1]
        self.begin.append(begin)
        self.sums.append(sums)
        self.sizes.append(sizes)

    def chunk_sums(self, stat: Array) -> Array:
        """The sums of a statistic over each chunk, and those of its absolute values.

        Parameters
        ----------
        stat : array (rows,)

        Returns
        -------
        array (2, d, k)
        """
        both, ones = np.empty((2, len(self.rows), len(self.head))), np.ones(CHUNK)
        full = len(self.node) // CHUNK
        for row, sums, sizes in zip(self.rows, *both, strict=True):
            values = stat.take(row[: full * CHUNK]).reshape(full, CHUNK)
            np.matmul(values, ones, out=sums[:full])
            np.matmul(np.abs(values, out=values), ones, out=sizes[:full])
        last = stat.take(self.rows[:, -CHUNK:])
        both[..., -1] = last.sum(axis=1), np.abs(last).sum(axis=1)
        return both

    def bound(self) -> Array:
        """What no score in a chunk exceeds; infinite where nodes meet, or one ends.

        Returns
        -------
        array (d, k)
        """
        before, (G, H) = self.runs.before[:2, self.head], self.runs.whole[:2, self.head]
        even = self.search.is_unit_weighted  # then the first cut lies behind the first cell
        low = (self.runs.first + self.head + 1 if even else self.begin[1]) - before[1]
        step: Any = CHUNK - 1 if even else self.sums[1]
        ends = [(left + self.lam, H - left + self.lam) for left in (low, low + step)]
        T, middle = H + 2 * self.lam, low + self.lam + step / 2
        G_left = self.begin[0] - before[0] + self.sums[0] / 2
        apart = most_apart(G_left, self.sizes[0], middle, step, G, T)
        apart += ROUNDING * self.most * T
        apart *= apart
        apart += MIN_SEPARATION
        apart *= 1 + ROUNDING
        volume = np.minimum(*(p * q for p, q in ends)) * T  # concave, so least at an end
        inside = (self.node[self.head] == self.node[self.head + CHUNK - 1]) & (volume > 0)
        return np.divide(apart, volume, out=np.full(apart.shape, np.inf), where=inside)

    def peaks(self) -> Peaks:
        """Where each node's scores are largest: behind some cell of the chunks looked at.

        Returns
        -------
        Peaks
        """
        bound, node, m = self.bound(), self.node[self.head], len(self.node)
        most = np.full(len(self.best), -1.0)
        np.maximum.at(most, node, bound.max(axis=0, where=np.isfinite(bound), initial=-1))
        first = bound >= most[node]
        scored = self.look(first)
        scored += self.look((bound >= self.best[node]) & ~first)
        place = np.full(len(self.best), self.rows.size)
        for at, score in scored:
            hit = np.flatnonzero(score >= self.best.take(self.node.take(at % m)))
            np.minimum.at(place, self.node[at[hit] % m], at[hit])
        missing_left = np.zeros(len(place), dtype=bool)
        return Peaks(self.best, place // m, self.runs.first + place % m, missing_left)

    def look(self, which: Array) -> list[tuple[Array, Array]]:
        """The places in (d, m) of the cells of some chunks, and the scores of cuts behind them.

        Parameters
        ----------
        which : array (d, k) of bool

        Returns
        -------
        list of pairs of arrays
            Each of some of the chunks.
        """
        result, (feature, chunk) = [], np.nonzero(which)
        for first in range(0, len(chunk), AT_ONCE):
            part = slice(first, first + AT_ONCE)
            result.append(self.look_at(feature[part], chunk[part]))
        return result

    def look_at(self, feature: Array, chunk: Array) -> tuple[Array, Array]:
        """`look` at some chunks.

        Parameters
        ----------
        feature, chunk : arrays (s,)
            In the order of the features, then of the chunks.

        Returns
        -------
        place : array (16 s,)
        score : array (16 s,)
        """
        head, left = self.head.take(chunk), []
        cell = head[:, None] + np.arange(CHUNK)
        rows = sliding_window_view(self.rows, CHUNK, axis=1)[feature, head]
        for stat, begin, before in zip(self.stats, self.begin, self.runs.before, strict=False):
            start = begin[feature, chunk][:, None] - before.take(cell)
            left.append(stat.take(rows).cumsum(axis=1) + start)
        score = self.search.worth(left, self.runs.at(cell)).ravel()
        place = (feature[:, None] * len(self.node) + cell).ravel()
        node = self.node.take(cell).ravel()
        start = np.flatnonzero(np.diff(node, prepend=-1))
        np.maximum.at(self.best, node[start], np.maximum.reduceat(score, start))
        return place, score
