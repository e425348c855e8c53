"""Trees with a branch for each value: ID3 and C4.5, with samples that are divided among branches.

A node's samples carry weights. A split on an attribute with missing values is judged by the samples
that have it, damped by their fraction; a sample without it enters every branch v with its weight
times the fraction r_v, when the tree grows and when it predicts (eq. decision-tree-shared).
Attributes are columns of X: categories are whole numbers, other columns are cut at a midpoint; NaN
means missing, and a category that a node has not seen is treated as missing there.
Source: Quinlan 1986 (ID3); Quinlan 1993, chapters 2 to 4 (C4.5).
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeAlias

import numpy as np

from mlbook.contract import Array
from mlbook.information import entropy, intrinsic_value, shares
from mlbook.trees.limits import Limits
from mlbook.trees.tree import Tree

Candidate: TypeAlias = tuple[float, float, Any]  # gain, ratio, fields of a `Node`

LEAST_GAIN = 1e-12  # nats; below it a gain is rounding
_nothing = partial(np.empty, 0)


@dataclass(eq=False)
class Node:
    """A node with the weights of its classes; a leaf as long as it has no branches.

    A node is pickled and copied as a flat list of the nodes below it, so that no depth is too deep.

    Parameters
    ----------
    counts : array (C,)
        The weight of each class.
    feature : int
    values : array (V,)
        The category of each branch.
    threshold : float or None
        Instead of categories: branch 0 is x <= threshold, branch 1 x > threshold.
    shares : array (V,)
        The fraction r_v of each branch.
    branches : list of Node

    Examples
    --------
    >>> Node(np.array([3.0, 1.0])).predict(np.zeros((1, 2))).tolist()
    [[0.75, 0.25]]
    """

    counts: Array
    feature: int = -1
    values: Array = field(default_factory=_nothing)
    threshold: float | None = None
    shares: Array = field(default_factory=_nothing)
    branches: list[Node] = field(default_factory=list, repr=False)

    def __reduce__(self) -> tuple[Any, ...]:
        rows = []
        for node in self.nodes():
            state = vars(node).copy()
            rows.append((type(node), state, len(state.pop("branches"))))
        return _joined, (rows,)

    def route(self, x: Array) -> Array:
        """The fraction of each sample in each branch.

        Parameters
        ----------
        x : array (n,)
            The samples' values of the node's feature.

        Returns
        -------
        array (V, n)
        """
        if self.threshold is None:
            goes = x == self.values[:, None]
        else:
            goes = np.stack([x <= self.threshold, x > self.threshold])
        lost = ~goes.any(axis=0)
        return np.where(lost, self.shares[:, None], goes)

    def predict(self, X: Array) -> Array:
        """The class fractions (n, C) for the rows of X (n, d), averaged over the branches."""
        answers = np.zeros((len(X), len(self.counts)))
        waiting = [(self, np.arange(len(X)), np.ones(len(X)))]
        while waiting:
            node, rows, weights = waiting.pop()
            if not node.branches:
                answers[rows] += weights[:, None] * shares(node.counts)
                continue
            ways = node.route(X[rows, node.feature]) * weights
            for way, branch in zip(ways, node.branches, strict=True):
                some = way > 0
                waiting.append((branch, rows[some], way[some]))
        return answers

    def nodes(self) -> list[Node]:
        """The node and all below it, each before its branches, the first branch first."""
        result, waiting = [], [self]
        while waiting:
            result.append(waiting.pop())
            waiting += reversed(result[-1].branches)
        return result

    def leaves(self) -> list[Node]:
        """The leaves below, from the first branch to the last."""
        return [node for node in self.nodes() if not node.branches]


def _joined(rows: list[tuple[type[Node], dict[str, Any], int]]) -> Node:
    """The root of the nodes in the order of `Node.nodes`, each with its number of branches."""
    finished: list[Node] = []
    for kind, state, n_branches in reversed(rows):
        node = kind.__new__(kind)
        branches = [finished.pop() for _ in range(n_branches)]
        vars(node).update(state, branches=branches)
        finished.append(node)
    return finished[0]


def as_node(tree: Tree) -> Node:
    """A binary `Tree` with class fractions as values, as nodes that predict the same.

    A branch that takes missing values has the fraction 1.

    Parameters
    ----------
    tree : Tree

    Returns
    -------
    Node

    Examples
    --------
    >>> from mlbook.decision_tree import DecisionTreeClassifier
    >>> tree = DecisionTreeClassifier().fit(np.array([[1.0], [2.0]]), [0, 1]).tree_
    >>> [leaf.counts.tolist() for leaf in as_node(tree).leaves()]
    [[1.0, 0.0], [0.0, 1.0]]
    """
    made = [Node(cover * value) for cover, value in zip(tree.cover, tree.value, strict=True)]
    for k, node in enumerate(made):
        if tree.feature[k] >= 0:
            node.feature, node.threshold = int(tree.feature[k]), float(tree.threshold[k])
            node.shares = np.array([tree.missing_left[k], not tree.missing_left[k]], dtype=float)
            node.branches = made[tree.left[k] : tree.left[k] + 2]
    return made[0]


# --- what a split is worth -----------------------------------------------------------------------


def known_share(weights: Array, x: Array) -> float:
    """rho, the fraction of the weight whose x is known (eq. decision-tree-known).

    Parameters
    ----------
    weights : array (n,)
    x : array (n,)
        NaN where missing.

    Returns
    -------
    float

    Examples
    --------
    >>> float(known_share(np.array([1.0, 1.0, 2.0]), np.array([5.0, 6.0, np.nan])))
    0.5
    """
    return weights[~np.isnan(x)].sum() / weights.sum()


def damped_gain(counts: Array, rho: float) -> Array:
    """The information gain among known samples times their fraction (eq. decision-tree-damped).

    Parameters
    ----------
    counts : array (..., V, C)
        The weights of the classes in the branches.
    rho : float
        The fraction of the weight that is known.

    Returns
    -------
    array (...)
        In nats.

    References
    ----------
    Quinlan 1993, chapter 3.

    Examples
    --------
    >>> gain = damped_gain(np.array([[2, 0], [0, 2]]), rho=0.5)
    >>> bool(np.isclose(gain, np.log(2) / 2))
    True
    """
    node, branches = counts.sum(axis=-2), counts.sum(axis=-1)
    after = (shares(branches) * entropy(shares(counts))).sum(axis=-1)
    return rho * (entropy(shares(node)) - after)


def split_information(counts: Array, lost: float) -> float:
    """The entropy of the branch, the samples without one being a branch more.

    Parameters
    ----------
    counts : array (V, C)
        The weights of the classes in the branches.
    lost : float
        The weight of the samples without a branch.

    Returns
    -------
    float
        In nats.

    References
    ----------
    Quinlan 1993, chapter 3.

    Examples
    --------
    >>> bool(np.isclose(split_information(np.array([[1, 0], [0, 1]]), lost=2), 1.5 * np.log(2)))
    True
    """
    return intrinsic_value(np.append(counts.sum(axis=1), lost)[:, None])


def branch_counts(x: Array, Y: Array) -> tuple[Array, Array]:
    """The categories of x, and the weights of the classes in each.

    Parameters
    ----------
    x : array (n,)
    Y : array (n, C)
        The weight of each sample in each class.

    Returns
    -------
    values : array (V,)
    counts : array (V, C)

    Examples
    --------
    >>> Y = np.array([[1, 0], [0, 1], [0, 1]])
    >>> values, counts = branch_counts(np.array([0.0, 2.0, 0.0]), Y)
    >>> values.tolist(), counts.tolist()
    ([0.0, 2.0], [[1.0, 1.0], [0.0, 1.0]])
    """
    values, code = np.unique(x, return_inverse=True)
    return values, np.stack([np.bincount(code, y, len(values)) for y in Y.T], axis=1)


def best_threshold(x: Array, Y: Array, least: float) -> tuple[float, Array] | None:
    """The midpoint of largest gain and the counts on its sides; None if no cut is allowed.

    Parameters
    ----------
    x : array (n,)
    Y : array (n, C)
        The weight of each sample in each class.
    least : float
        The least weight of each side.

    Returns
    -------
    (threshold, counts) or None
        A number and an array (2, C).

    Examples
    --------
    >>> threshold, counts = best_threshold(np.array([1.0, 4.0]), np.eye(2), least=1)
    >>> float(threshold), counts.tolist()
    (2.5, [[1.0, 0.0], [0.0, 1.0]])
    """
    order = np.argsort(x, kind="stable")
    x, below = x[order], np.cumsum(Y[order], axis=0)
    tables = np.stack([below[:-1], below[-1] - below[:-1]], axis=1)
    ends = (x[1:] > x[:-1]) & (tables.sum(axis=2).min(axis=1) >= least)
    if not ends.any():
        return None
    gains = np.where(ends, damped_gain(tables, 1.0), -1.0)
    at = int(np.argmax(gains >= gains.max() - LEAST_GAIN))
    return (x[at] + x[at + 1]) / 2, tables[at]


def candidate(x: Array, Y: Array, categorical: bool, least: float) -> Candidate | None:
    """The best split on one attribute, or None if there is none.

    Parameters
    ----------
    x : array (n,)
        NaN where missing.
    Y : array (n, C)
        The weight of each sample in each class.
    categorical : bool
        Whether the values of x are categories.
    least : float
        The minimum weight of two branches, or of both sides of a cut.

    Returns
    -------
    (gain, ratio, fields) or None
        The information gain, the gain ratio, and the fields of the `Node`.

    Examples
    --------
    >>> gain, ratio, fields = candidate(np.array([0.0, 1.0]), np.eye(2), True, least=1)
    >>> round(ratio, 3), fields["values"].tolist(), fields["shares"].tolist()
    (np.float64(1.0), [0.0, 1.0], [0.5, 0.5])
    """
    weights, known = Y.sum(axis=1), ~np.isnan(x)
    if not weights[known].sum() > 0:
        return None
    if categorical:
        values, counts = branch_counts(x[known], Y[known])
        question: dict[str, Any] = {"values": values}
    else:
        cut = best_threshold(x[known], Y[known], least)
        if cut is None:
            return None
        question, counts = {"threshold": cut[0]}, cut[1]
    branches = counts.sum(axis=1)
    if len(branches) < 2 or np.sum(branches >= least) < 2:
        return None
    gain = float(damped_gain(counts, known_share(weights, x)))
    information = split_information(counts, weights[~known].sum())
    return gain, gain / information, question | {"shares": shares(branches)}


def choose(candidates: dict[int, Candidate], ratio: bool) -> int | None:
    """The attribute of largest gain, or of largest ratio (eq. information-ratio).

    By ratio, only attributes with at least the average gain are considered. If none has a gain, it
    is the first.

    Parameters
    ----------
    candidates : dict {j: (gain, ratio, fields)}
    ratio : bool
        Whether to choose by ratio.

    Returns
    -------
    int or None
        In a tie the first; None without candidates.

    References
    ----------
    Quinlan 1993, chapter 2.

    Examples
    --------
    >>> candidates = {0: (0.5, 0.5, {}), 1: (0.75, 0.25, {})}
    >>> choose(candidates, ratio=False), choose({3: (0.0, 0.0, {})}, ratio=False)
    (1, 3)
    """
    useful = {j: c for j, c in candidates.items() if c[0] > LEAST_GAIN}
    if not useful:
        return min(candidates, default=None)
    if ratio:
        mean = sum(c[0] for c in useful.values()) / len(useful)
        useful = {j: c for j, c in useful.items() if c[0] >= mean - LEAST_GAIN}
    worth = {j: c[int(ratio)] for j, c in useful.items()}
    most = max(worth.values()) - LEAST_GAIN
    return next(j for j, w in worth.items() if w >= most)


# --- growing -------------------------------------------------------------------------------------


def grow_multiway(
    X: Array, Y: Array, categorical: Set[int], ratio: bool, limits: Limits, min_decrease: float = 0
) -> Node:
    """A tree with a branch for each value.

    A node that no split divides is a leaf; a node that no split improves is still divided, unless a
    decrease is required.

    Parameters
    ----------
    X : array (n, d)
        NaN where missing.
    Y : array (n, C)
        The class weights of the samples.
    categorical : set of int
        The columns whose values are categories; such a column is used once on a way down.
    ratio : bool
        Whether to choose by gain ratio (C4.5) and not by gain (ID3).
    limits : Limits
        The depth, and the least weight of two branches of a split and of both sides of a cut.
    min_decrease : float
        The least decrease of the entropy by a split, over all samples, in nats.

    Returns
    -------
    Node

    Examples
    --------
    Two attributes that are uninformative alone and fully informative together:

    >>> X, Y = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]]), np.eye(2)[[0, 1, 1, 0]]
    >>> trees = [grow_multiway(X, Y, {0, 1}, False, Limits(), least) for least in (0, 1e-9)]
    >>> [len(tree.leaves()) for tree in trees]
    [4, 1]
    """
    root = Node(Y.sum(axis=0))
    waiting = [(root, X, Y, 0)]
    while waiting:
        node, X, Y, depth = waiting.pop()
        if depth == limits.max_depth or np.sum(node.counts > 0) < 2:
            continue
        wanted = min_decrease * root.counts.sum() / node.counts.sum()
        candidates = {}
        for k, x in enumerate(X.T):
            split = candidate(x, Y, k in categorical, limits.min_samples_leaf)
            if split is not None and (not wanted or split[0] >= wanted):
                candidates[k] = split
        j = choose(candidates, ratio)
        if j is None:
            continue
        vars(node).update(feature=j, **candidates[j][2])
        for way in node.route(X[:, j]):
            rows = np.flatnonzero(way)
            part = way[rows, None] * Y[rows]
            node.branches.append(Node(part.sum(axis=0)))
            waiting.append((node.branches[-1], X[rows], part, depth + 1))
    return root
