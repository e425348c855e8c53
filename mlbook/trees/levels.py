"""The levels of a growing tree, and which of its splits are made: all, or the best first."""

from __future__ import annotations

from dataclasses import dataclass, field
from heapq import heappop, heappush

import numpy as np

from mlbook.contract import Array
from mlbook.trees.criteria import Cut


@dataclass(frozen=True, eq=False)
class Level:
    """The nodes of one level, in the order in which they were opened; fields as in `Tree`.

    Parameters
    ----------
    node : array (L,) of int
        The number of each in the tree.
    feature, threshold, left, missing_left, gain : arrays (L,)

    Examples
    --------
    >>> level = Level.of_leaves(np.array([1, 2]))
    >>> level.feature.tolist(), level.left.tolist()
    ([-1, -1], [1, 2])
    """

    node: Array
    feature: Array
    threshold: Array
    left: Array
    missing_left: Array
    gain: Array

    @classmethod
    def of_leaves(cls, node: Array) -> Level:
        """The nodes of these numbers, which are leaves until they are split.

        Parameters
        ----------
        node : array (L,)

        Returns
        -------
        Level
        """
        L = len(node)
        columns = np.full(L, -1), np.full(L, np.inf), node.copy(), np.ones(L, bool), np.zeros(L)
        return cls(node, *columns)

    def split(self, at: Array, left: Array, chosen: Array, cut: Cut, gain: Array) -> None:
        """Make splits of leaves, in place.

        Parameters
        ----------
        at : array (q,)
            The places of the leaves in the level.
        left : array (q,)
            The numbers of their left children.
        chosen : array (q,)
            Their places among the nodes of which cut and gain tell.
        cut : Cut
        gain : array (L,)
        """
        self.left[at], self.gain[at] = left, gain[chosen]
        self.feature[at], self.threshold[at] = cut.feature[chosen], cut.threshold[chosen]
        self.missing_left[at] = cut.missing_left[chosen]


class LevelByLevel:
    """Growth that makes every split that is worth it.

    Examples
    --------
    >>> LevelByLevel().children(np.array([5, 4]), first=7).tolist()
    [9, 7]
    """

    def may_split(self, nodes: Array) -> Array:
        """Which of the nodes need a search for their best cut.

        Parameters
        ----------
        nodes : array (L,)
            Their numbers.

        Returns
        -------
        array (L,) of bool
        """
        return np.ones(len(nodes), dtype=bool)

    def to_split(self, nodes: Array, gains: Array) -> Array:
        """Which of the nodes are split, as far as it is known.

        Parameters
        ----------
        nodes : array (L,)
            Their numbers.
        gains : array (L,)
            What their splits gain, which was not known before.

        Returns
        -------
        array (L,) of bool
        """
        return np.ones(len(nodes), dtype=bool)

    def children(self, nodes: Array, first: int) -> Array:
        """The numbers of the left children: pairs from `first` on, in the nodes' order.

        Parameters
        ----------
        nodes : array (L,)
            The numbers of the nodes that are split.
        first : int

        Returns
        -------
        array (L,)
        """
        return first + 2 * nodes.argsort().argsort()

    def make_splits(
        self, level: Level, opened: Array, cut: Cut, gain: Array, worth: Array
    ) -> tuple[Array, Array]:
        """The splits that are made of those worth it, which are entered in the level.

        Parameters
        ----------
        level : Level
        opened : array (q,)
            The places in the level of the nodes of which cut, gain and worth tell.
        cut : Cut
        gain : array (q,)
        worth : array (q,) of bool

        Returns
        -------
        chosen : array (c,)
            The places, among the q nodes, of those that are split.
        left : array (c,)
            The numbers of their left children.
        """
        chosen = np.flatnonzero(worth)
        chosen = chosen[self.to_split(level.node[opened[chosen]], gain[chosen])]
        left = self.children(level.node[opened[chosen]], int(level.node.max()) + 1)
        level.split(opened[chosen], left, chosen, cut, gain)
        return chosen, left

    def finished(self, levels: list[Level], leaf: Array) -> tuple[list[Level], Array]:
        """The levels and each sample's leaf, without splits that were made too early.

        Parameters
        ----------
        levels : list of Level
        leaf : array (n,)
            -1 for a sample that is left out.

        Returns
        -------
        levels : list of Level
        leaf : array (n,)
        """
        return levels, leaf


@dataclass(eq=False)
class BestFirst(LevelByLevel):
    """Growth that makes the split of largest gain next, found while a tree grows level by level.

    A split that max_leaves - 1 others precede, among those known so far, never gets its turn: the
    splits known later only add to those that go before it. So each level splits the nodes that are
    still in the sequence, and what later levels pushed out of it is undone in the end. Below the
    last split of a full sequence none is looked for.

    Parameters
    ----------
    n_roots : int
    max_leaves : int
        Most leaves of the tree of each root.
    gain : dict of int to float
        What each node worth a split gains.
    left : dict of int to int
        The left child of each node that was split.
    made : set of int
        The splits in the sequences so far.
    last : list of int
        The last split of each full sequence.

    Examples
    --------
    >>> order = BestFirst(n_roots=1, max_leaves=2)
    >>> order.to_split(np.array([0]), np.array([3.0])).tolist(), order.made
    ([True], {0})
    """

    n_roots: int
    max_leaves: int
    gain: dict[int, float] = field(default_factory=dict)
    left: dict[int, int] = field(default_factory=dict)
    made: set[int] = field(default_factory=set)
    last: list[int] = field(default_factory=list)

    def may_split(self, nodes: Array) -> Array:
        """Which of the nodes are no children of the last split of a full sequence.

        Parameters
        ----------
        nodes : array (L,)

        Returns
        -------
        array (L,) of bool
        """
        return ~np.isin(nodes, [self.left[node] + k for node in self.last for k in (0, 1)])

    def to_split(self, nodes: Array, gains: Array) -> Array:
        """Which of the nodes, whose gains are new, are in the sequence of splits.

        Parameters
        ----------
        nodes, gains : arrays (L,)

        Returns
        -------
        array (L,) of bool
        """
        nodes = nodes.tolist()
        self.gain.update(zip(nodes, gains.tolist(), strict=True))
        sequences = [self.sequence(root) for root in range(self.n_roots)]
        self.made = {node for sequence in sequences for node in sequence}
        self.last = [node for sequence in sequences for node in sequence[self.max_leaves - 2 :]]
        return np.array([node in self.made for node in nodes], dtype=bool)

    def children(self, nodes: Array, first: int) -> Array:
        """The left children as level by level; they are remembered.

        Parameters
        ----------
        nodes : array (L,)
        first : int

        Returns
        -------
        array (L,)
        """
        left = super().children(nodes, first)
        self.left.update(zip(nodes.tolist(), left.tolist(), strict=True))
        return left

    def sequence(self, root: int) -> list[int]:
        """The nodes below a root that are split, in order.

        Parameters
        ----------
        root : int

        Returns
        -------
        list of int
        """
        made: list[int]
        made, waiting = [], [(-self.gain[root], root)] if root in self.gain else []
        while waiting and len(made) < self.max_leaves - 1:
            node = heappop(waiting)[1]
            made.append(node)
            if node in self.left:
                for child in (self.left[node], self.left[node] + 1):
                    if child in self.gain:
                        heappush(waiting, (-self.gain[child], child))
        return made

    def finished(self, levels: list[Level], leaf: Array) -> tuple[list[Level], Array]:
        """The levels and leaves without splits outside the sequence; nodes get new numbers.

        Parameters
        ----------
        levels : list of Level
        leaf : array (n,)

        Returns
        -------
        levels : list of Level
        leaf : array (n,)
        """
        up = np.arange(1 + levels[-1].node.max())  # the node of which each is a part, or itself
        for node, left in sorted(self.left.items()):
            if node not in self.made:
                up[left : left + 2] = up[node]
        alive = up == np.arange(len(up))
        new, made = np.cumsum(alive) - 1, np.isin(np.arange(len(up)), list(self.made))
        levels = [_kept(level, alive, made, new) for level in levels]
        leaf = np.where(leaf < 0, -1, new[up[leaf]])
        return [level for level in levels if len(level.node)], leaf


def _kept(level: Level, alive: Array, made: Array, new: Array) -> Level:
    """The nodes of a level that are alive, under new numbers, as leaves if not made a split."""
    split, stays = made[level.node], alive[level.node]
    leaves = vars(Level.of_leaves(level.node))
    kept = {name: np.where(split, old, leaves[name])[stays] for name, old in vars(level).items()}
    return Level(**kept | {name: new[kept[name]] for name in ("node", "left")})
