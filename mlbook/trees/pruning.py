"""Minimal cost-complexity pruning: the nested subtrees that are best for each penalty per leaf.

    R_alpha(T) = R(T) + alpha |T|,    g(t) = (R(t) - R(T_t)) / (|T_t| - 1)

R(t) - R(T_t) is what the splits of the subtree below t gain together, and a binary subtree has one
leaf more than splits: so g(t) is the mean gain of these splits (eq. regression-tree-link), and
pruning cuts off, again and again, where the mean is smallest. Each split ends up with one critical
penalty.
Source: Breiman et al. 1984, section 3.3.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Any

import numpy as np

from mlbook.contract import Array, check_random_state
from mlbook.trees.tree import Tree


@dataclass(eq=False)
class Block:
    """Splits that share a penalty: a node's own, and those of the blocks below that joined it.

    Parameters
    ----------
    mean : float
        The mean gain of its splits.
    splits : list of int
    below : list of tuple
        A heap of what lies right below, each a pair of minus its mean and its node.

    Examples
    --------
    >>> block = Block(mean=1.0, splits=[0], below=[])
    >>> block.absorb(Block(mean=4.0, splits=[1, 2], below=[]))
    >>> block.mean, block.splits
    (3.0, [1, 2, 0])
    """

    mean: float
    splits: list[int]
    below: list[tuple[float, int]]

    def absorb(self, other: Block) -> None:
        """Take the splits of a block below; the smaller list moves into the larger.

        Parameters
        ----------
        other : Block
        """
        n, m = len(self.splits), len(other.splits)
        self.mean = (self.mean * n + other.mean * m) / (n + m)
        few, self.splits = sorted((self.splits, other.splits), key=len)
        self.splits += few
        small, self.below = sorted((self.below, other.below), key=len)
        for entry in small:
            heappush(self.below, entry)


def critical_penalties(tree: Tree) -> Array:
    """The penalty from which on each split is not worth it; 0 at leaves.

    In units of `tree.gain`. A split is never worth less than the splits below it: one that gains
    less than a block of splits below joins that block, and all of them get the mean gain. This is
    the pooling of adjacent violators, on a tree. Cutting the weakest link again and again leads to
    the same penalties, in more steps.

    Parameters
    ----------
    tree : Tree
        With m nodes.

    Returns
    -------
    array (m,)

    References
    ----------
    Breiman et al. 1984, section 3.3.

    Examples
    --------
    >>> from mlbook.trees.codes import presort
    >>> from mlbook.trees.grow import grow
    >>> tree, _ = grow(presort(np.array([[1.0], [2.0], [4.0]])), g=[-3.0, -3.0, -9.0])
    >>> critical_penalties(tree).tolist()
    [12.0, 0.0, 0.0]
    """

    def alone(node: int) -> Block:
        below = sorted((-mean[k], k) for k in (left[node], left[node] + 1))
        return Block(mean[node], [node], below)

    inner, left = tree.feature >= 0, tree.left.tolist()
    mean = np.where(inner, tree.gain, -np.inf).tolist()  # of the block that begins at a node
    blocks: dict[int, Block] = {}  # of several splits, by their uppermost node
    for node in np.flatnonzero(inner)[::-1].tolist():  # children come after their parents
        if mean[node] > max(mean[left[node]], mean[left[node] + 1]):
            continue
        blocks[node] = block = alone(node)
        while -block.below[0][0] >= block.mean:
            best = heappop(block.below)[1]
            block.absorb(blocks.pop(best) if best in blocks else alone(best))
        mean[node] = block.mean
    penalty = np.where(inner, mean, 0.0)
    for block in blocks.values():
        penalty[block.splits] = block.mean
    return penalty


def prune(tree: Tree, alpha: float) -> Tree:
    """The smallest subtree that minimizes R(T) + alpha |T|.

    Parameters
    ----------
    tree : Tree
    alpha : float
        In units of `tree.gain`.

    Returns
    -------
    Tree

    Examples
    --------
    >>> from mlbook.trees.codes import presort
    >>> from mlbook.trees.grow import grow
    >>> tree, _ = grow(presort(np.array([[1.0], [2.0], [4.0]])), g=[-3.0, -3.0, -9.0])
    >>> prune(tree, 11.0).n_leaves, prune(tree, 12.0).n_leaves
    (2, 1)
    """
    return cut_back(tree, critical_penalties(tree) > alpha)


def cut_back(tree: Tree, keep: Array, root: int = 0) -> Tree:
    """The tree below a node with only some of its splits; one without its parent goes too.

    Parameters
    ----------
    tree : Tree
        With m nodes.
    keep : array (m,) of bool
        The splits that are kept.
    root : int

    Returns
    -------
    Tree

    Examples
    --------
    >>> from mlbook.trees.codes import presort
    >>> from mlbook.trees.grow import grow
    >>> tree, _ = grow(presort(np.array([[1.0], [2.0], [4.0]])), g=[-3.0, -3.0, -9.0])
    >>> cut_back(tree, np.array([False, False, False])).value.tolist()
    [5.0]
    """
    level, depth = np.array([root]), 0
    kept = [level]
    while len(level := level[keep[level] & (tree.feature[level] >= 0)]):
        level = np.column_stack([tree.left[level], tree.left[level] + 1]).ravel()
        kept.append(level)
        depth += 1
    old = np.concatenate(kept)
    new = np.full(len(keep), -1)
    new[old] = np.arange(len(old))
    leaf = ~keep[old] | (tree.feature[old] < 0)
    return Tree(
        feature=np.where(leaf, -1, tree.feature[old]),
        threshold=np.where(leaf, np.inf, tree.threshold[old]),
        left=np.where(leaf, np.arange(len(old)), new[tree.left[old]]),
        missing_left=tree.missing_left[old] | leaf,
        value=tree.value[old],
        gain=np.where(leaf, 0.0, tree.gain[old]),
        cover=tree.cover[old],
        depth=depth,
    )


def held_out(
    estimator: Any,
    X: Array,
    y: Array,
    penalties: Sequence[float],
    loss: Callable[[Array, Array], Array],
    folds: int = 10,
) -> Array:
    """The losses of the samples at each penalty, by trees grown without their fold.

    Fold k of the shuffled samples has n / folds of them, or one more; they are shuffled the same
    way each time.

    Parameters
    ----------
    estimator : Estimator
        A tree with `alpha` 0, which is grown once a fold and then pruned.
    X : array (n, d)
    y : array (n,)
    penalties : sequence of m floats
    loss : function
        loss(y, predicted) gives one number a sample.
    folds : int

    Returns
    -------
    array (n, m)

    References
    ----------
    Breiman et al. 1984, section 3.4.2.

    Examples
    --------
    >>> from mlbook.regression_tree import DecisionTreeRegressor
    >>> X, y = np.array([[0.0], [1.0], [8.0], [9.0]]), np.array([0.0, 0.0, 6.0, 6.0])
    >>> held_out(DecisionTreeRegressor(), X, y, [0.0], lambda y, f: (y - f) ** 2, folds=4).tolist()
    [[0.0], [0.0], [0.0], [0.0]]
    """
    fold = check_random_state(0).permutation(len(y)) % folds
    losses = np.empty((len(y), len(penalties)))
    for k in range(folds):
        out = fold == k
        model = copy.deepcopy(estimator).fit(X[~out], y[~out])
        whole = model.tree_
        for a, penalty in enumerate(penalties):
            model.tree_ = cut_back(whole, model.alphas_ > penalty)
            losses[out, a] = loss(y[out], model.predict(X[out]))
    return losses


def simplest_within_error(losses: Array) -> int:
    """The last column of losses whose mean is within one standard error of the least.

    Parameters
    ----------
    losses : array (n, m)
        Of n samples at m penalties, increasing.

    Returns
    -------
    int

    References
    ----------
    Breiman et al. 1984, section 3.4.3 (the 1 SE rule).

    Examples
    --------
    >>> simplest_within_error(np.array([[0.0, 1.0, 9.0], [4.0, 4.0, 9.0]]))
    1
    """
    means = losses.mean(axis=0)
    best = losses[:, means.argmin()]
    return int(np.flatnonzero(means <= best.mean() + best.std() / np.sqrt(len(best)))[-1])


def pruned(tree: Tree, alpha: float, unit: float) -> tuple[Tree, Array]:
    """The tree pruned at a penalty, and its critical penalties.

    Parameters
    ----------
    tree : Tree
    alpha : float
        The penalty; 0 for no pruning.
    unit : float
        The value of a gain of 1 in the unit of alpha.

    Returns
    -------
    tree : Tree
    penalties : array (m,)
        In the unit of alpha.

    Examples
    --------
    >>> from mlbook.trees.codes import presort
    >>> from mlbook.trees.grow import grow
    >>> tree, _ = grow(presort(np.array([[1.0], [2.0], [4.0]])), g=[-3.0, -3.0, -9.0])
    >>> pruned(tree, alpha=0.0, unit=0.5)[1].tolist()
    [6.0, 0.0, 0.0]
    """
    penalties = critical_penalties(tree) * unit
    if alpha > 0:
        tree = cut_back(tree, penalties > alpha)
        penalties = critical_penalties(tree) * unit
    return tree, penalties
