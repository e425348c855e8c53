"""What a cut is worth: the criteria by which a search compares cuts, all cells at once.

A criterion says on which grid the samples' statistics lie (`statistics`), how to compare the cuts
of a node by running sums (`in_units`, `balance`, `worth`), and what the best cut gains (`gains`).
An allowed cut is worth at least `MIN_SEPARATION`, a forbidden one 0.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple

import numpy as np

from mlbook.contract import Array, Numbers
from mlbook.trees.codes import to_grid
from mlbook.trees.leaves import leaf_score, split_gain
from mlbook.trees.limits import Limits

MIN_SEPARATION = 2.0**-500  # of an allowed cut


def separation(
    G_left: Numbers, H_left: Numbers, G_right: Numbers, H_right: Numbers, lam: float
) -> Numbers:
    """How far a cut drives two children apart: the part of the gain that depends on the cut.

        (G_L q - G_R p)^2 / (p q (p + q)),   p = H_L + lam,  q = H_R + lam  (newton-separation)

    Twice the gain is this, minus lam G^2 / ((H + lam) (H + 2 lam)), minus 2 gamma, with G and H
    of the node: the same best cut, without cancellation, and exactly the same number when left
    and right change places. With h = 1 and lam = 0 it is n_L n_R / n (mean_L - mean_R)^2.

    Parameters
    ----------
    G_left, H_left, G_right, H_right, lam : numbers, arrays or symbols
        With p, q > 0.

    Returns
    -------
    number, array or symbol

    Examples
    --------
    >>> separation(-6, 3, 6, 3, lam=0)
    24.0
    """
    p, q = H_left + lam, H_right + lam
    apart = G_left * q - G_right * p
    return apart * apart / (p * q * (p + q))


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


@dataclass(frozen=True, eq=False)
class Statistics:
    """What the samples carry, in whole units of a grid, so that all sums are exact.

    Parameters
    ----------
    columns : list of S arrays (n,) or None
        The K outputs of g, then the weights; None is 1 for all.
    units : array (S, 1)
    floors : list of S - K floats
        The least sum of each weight in a child, in its units.

    Examples
    --------
    >>> statistics = Squares().statistics(np.array([[1.0], [-2.0]]), None, Limits())
    >>> statistics.columns, statistics.floors
    ([array([ 1, -2]), None], [1])
    """

    columns: list[Any]  # arrays, or None for 1 everywhere
    units: Array
    floors: list[float]

    @property
    def K(self) -> int:
        """The number of outputs; the columns from here on are weights, the first of them h."""
        return len(self.columns) - len(self.floors)


def _statistics(
    g: tuple[Array, float], h: tuple[Array, float] | None, limits: Limits
) -> Statistics:
    """Of outputs g and weights h or None, pairs of whole numbers and their unit."""
    columns, units, floors = [*np.ascontiguousarray(g[0].T)], [g[1]] * g[0].shape[1], []
    if h is not None:
        columns, units = [*columns, h[0]], [*units, h[1]]
        floors = [max(limits.min_child_weight / h[1], 1)]
    if h is None or limits.min_samples_leaf > 1:
        columns, units = [*columns, None], [*units, 1.0]
        weight = limits.min_child_weight if h is None else 1
        floors = [*floors, max(limits.min_samples_leaf, weight)]
    return Statistics(columns, np.array(units)[:, None], floors)


@dataclass(frozen=True)
class Squares:
    """`separation`, summed over the outputs: squared error, Gini impurity, second-order losses.

    Parameters
    ----------
    lam : float
        What is added to each H.
    gamma : float
        The penalty per split.

    Examples
    --------
    >>> Squares(lam=1.0, gamma=0.5)
    Squares(lam=1.0, gamma=0.5)
    """

    lam: float = 0.0
    gamma: float = 0.0

    def statistics(self, g: Array, h: Array | None, limits: Limits) -> Statistics:
        """The statistics on their grids, g and h each on its own.

        Parameters
        ----------
        g : array (n, K)
        h : array (n,) or None
            None is 1 for all.
        limits : Limits

        Returns
        -------
        Statistics
        """
        if h is None:
            return _statistics(to_grid(g), None, limits)
        # beside lam what is below 2^-100 of it is nothing, and lam / unit has room for its cube
        least = max(int(np.frexp(self.lam)[1]) - 100, -1000) if self.lam else -1000
        return _statistics(to_grid(g), to_grid(h, least), limits)

    def in_units(self, statistics: Statistics) -> Squares:
        """The criterion for sums in units of the grid.

        Parameters
        ----------
        statistics : Statistics

        Returns
        -------
        Squares
        """
        return replace(self, lam=self.lam / statistics.units[statistics.K, 0])

    def balance(self, left: Array, right: Array, allowed: Array) -> tuple[Array, ...]:
        """p, q and 1 / (p q (p + q)) of `separation`; 0 for the last where a cut is not allowed.

        Parameters
        ----------
        left, right : array (...)
            H on both sides of each cut.
        allowed : array (...) of bool

        Returns
        -------
        tuple of three arrays (...)
        """
        p, q = (side + self.lam if self.lam else side for side in (left, right))
        volume = p * q
        volume *= p + q
        np.copyto(volume, np.inf, where=~allowed)
        return p, q, 1 / volume

    def worth(self, left: list[Array], whole: Array, balance: tuple[Array, ...]) -> Array:
        """The separation by each cut, summed over the outputs.

        Parameters
        ----------
        left, whole : lists of K arrays (...)
            G to the left of each cut, and of its node.
        balance : tuple
            That of `balance`.

        Returns
        -------
        array (...)
        """
        total: Any  # a number, and then an array
        (p, q, weight), total = balance, MIN_SEPARATION
        for G_left, G in zip(left, whole, strict=True):
            apart, other = G_left * q, G - G_left
            other *= p
            apart -= other
            apart *= apart
            apart += total
            total = apart
        total *= weight
        return total

    def gains(self, cut: Cut, total: Array, statistics: Statistics) -> Array:
        """split_gain (L,) of each node's best cut, less gamma; 0 where there is none.

        A gain that is not above the rounding error of the scores subtracted counts as 0.

        Parameters
        ----------
        cut : Cut
        total : array (S, L)
            Sums over the nodes, in units of the grid.
        statistics : Statistics

        Returns
        -------
        array (L,)
        """
        gain, at, K = np.zeros(len(cut.score)), np.flatnonzero(cut.score), statistics.K
        sums = (statistics.units * of for of in (cut.left, total))
        (G_left, H_left), (G, H) = ((s[:K, at], s[K, at]) for s in sums)
        left, right = (G_left, H_left), (G - G_left, H - H_left)
        scores = leaf_score(*left, self.lam) + leaf_score(*right, self.lam)
        gain[at] = split_gain(*left, *right, self.lam, 0).sum(axis=0) - self.gamma
        gain[at[gain[at] <= 2.0**-48 * scores.sum(axis=0)]] = 0
        return gain


@dataclass(frozen=True, eq=False)
class Entropy:
    """The decrease of entropy by a cut, in nats times weight, where g is minus one class a column.

        n H(node) - n_L H(left) - n_R H(right),    n H = n log n - sum_c n_c log n_c

    Whole weights are looked up in a table of k log k.

    Parameters
    ----------
    gamma : float
        The penalty per split.
    table : array or None
        k log k up to the weight of all samples.

    Examples
    --------
    >>> Entropy(gamma=0.5).lam
    0.0
    """

    lam: ClassVar[float] = 0.0  # as `Squares` has it
    gamma: float = 0.0
    table: Array | None = None

    def statistics(self, g: Array, h: Array | None, limits: Limits) -> Statistics:
        """The statistics, all on one grid.

        Parameters
        ----------
        g : array (n, C)
        h : array (n,) or None
            None is 1 for all.
        limits : Limits

        Returns
        -------
        Statistics
        """
        if h is None:
            return _statistics(to_grid(g), None, limits)
        on_grid, unit = to_grid(np.column_stack([g, h]))
        return _statistics((on_grid[:, :-1], unit), (on_grid[:, -1], unit), limits)

    def in_units(self, statistics: Statistics) -> Entropy:
        """The criterion for sums in units of the grid.

        Parameters
        ----------
        statistics : Statistics

        Returns
        -------
        Entropy
        """
        weight = statistics.columns[statistics.K]
        most = len(statistics.columns[0]) if weight is None else weight.sum()
        if statistics.units[0, 0] != 1 or most >= 2**20:
            return self
        table = _log_times(np.arange(int(most) + 1))
        # on a grid on which all sums, below twice the last entry, are free of rounding
        grid = 50 - int(np.frexp(table[-1] + 1)[1])
        return replace(self, table=np.ldexp(np.rint(np.ldexp(table, grid)), -grid))

    def balance(self, left: Array, right: Array, allowed: Array) -> tuple[Array, ...]:
        """The weight on both sides of each cut, and where a cut is allowed.

        Parameters
        ----------
        left, right : array (...)
        allowed : array (...) of bool

        Returns
        -------
        tuple of three arrays (...)
        """
        return left, right, allowed

    def worth(self, left: list[Array], whole: Array, balance: tuple[Array, ...]) -> Array:
        """The decrease of entropy by each cut, in units of the grid.

        Parameters
        ----------
        left, whole : lists of C arrays (...)
            Minus the weight of each class to the left of each cut, and in its node.
        balance : tuple
            That of `balance`.

        Returns
        -------
        array (...)
        """
        p, q, allowed = balance
        drop = self.times_log(p + q) - self.times_log(p) - self.times_log(q)
        for G_left, G in zip(left, whole, strict=True):  # g is negative
            apart = self.times_log(-G_left) + self.times_log(G_left - G)
            drop = drop + (apart - self.times_log(-G))
        return np.where(allowed, np.maximum(drop, MIN_SEPARATION), 0.0)

    def times_log(self, k: Array) -> Array:
        """k log k.

        Parameters
        ----------
        k : array (...)
            Weights in units of the grid.

        Returns
        -------
        array (...)
        """
        if self.table is None:
            return _log_times(k)
        return self.table.take(k.astype(np.intp), mode="clip")  # beyond are forbidden cuts only

    def gains(self, cut: Cut, total: Array, statistics: Statistics) -> Array:
        """The decrease (L,) by each node's best cut, less gamma; 0 where it is not above rounding.

        Parameters
        ----------
        cut : Cut
        total : array (S, L)
            Sums over the nodes, in units of the grid.
        statistics : Statistics

        Returns
        -------
        array (L,)
        """
        unit = statistics.units[0]
        drop, weight = unit * cut.score, unit * total[statistics.K]
        return np.where(drop > 2.0**-44 * weight, drop - self.gamma, 0.0)


def _log_times(k: Array) -> Array:
    return k * np.log(np.maximum(k, 1))
