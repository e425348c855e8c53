"""The limits of growth: what a tree may become, and on what part of the data."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mlbook.contract.parameters import in_range, optional, whole

GROWTH = dict(  # the parameters that all single trees share
    max_depth=optional(whole(0)),
    min_samples_leaf=whole(),
    min_decrease=in_range("[0, inf)"),
    alpha=in_range("[0, inf)"),
)


@dataclass(frozen=True)
class Limits:
    """The limits of the growth of a tree; None is no limit.

    Parameters
    ----------
    max_depth : int or None
        The maximum depth.
    max_leaves : int or None
        The maximum number of leaves of the tree of each root. Growth is then best-first.
    min_child_weight : float
        The minimum H of a child.
    min_samples_leaf : int
        The minimum number of samples of a child.
    until_pure : bool
        Whether nodes are split as long as g / h differ, even where the best cut gains nothing.

    Examples
    --------
    >>> Limits(max_depth=3).min_samples_leaf
    1
    """

    max_depth: int | None = None
    max_leaves: int | None = None
    min_child_weight: float = 0.0
    min_samples_leaf: int = 1
    until_pure: bool = False


@dataclass(frozen=True, eq=False)
class Sample:
    """The part of the data that a tree grows on; None is all.

    Parameters
    ----------
    rows : array (m,) or None
        The samples, increasing.
    columns : array (q,) or None
        The features, increasing.
    roots : array (m,) or None
        The tree of each of `rows`, where several grow at once.
    max_features : int or None
        The number of features that are drawn for each node.
    rng : Generator or None
        The generator that draws them.

    Examples
    --------
    >>> Sample(rows=np.array([0, 2])).rows.tolist()
    [0, 2]
    """

    rows: np.ndarray | None = None
    columns: np.ndarray | None = None
    roots: np.ndarray | None = None
    max_features: int | None = None
    rng: np.random.Generator | None = None

    def features(self, n_nodes: int, d: int) -> np.ndarray | None:
        """The features that each node tries, increasing; None for all.

        Parameters
        ----------
        n_nodes : int
        d : int
            The number of features to draw from.

        Returns
        -------
        array (n_nodes, max_features) or None

        Examples
        --------
        >>> Sample(max_features=2, rng=np.random.default_rng(0)).features(3, 2).tolist()
        [[0, 1], [0, 1], [0, 1]]
        """
        if self.max_features is None:
            return None
        assert self.rng is not None
        numbers, m = self.rng.random((n_nodes, d)), self.max_features
        return np.sort(numbers.argpartition(m - 1, axis=1)[:, :m], axis=1)
