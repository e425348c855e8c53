"""A binary tree in flat arrays: the paths of samples to its leaves, and several trees as one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

import numpy as np

from mlbook.contract import Array


class PreparedTable:
    """X (n, d) as trees read it: prepared once where many trees follow one another.

    Parameters
    ----------
    X : array (n, d)
        NaN where missing.

    Attributes
    ----------
    flat : array (n d,)
        The entries, row after row.
    first : array (n,)
        Where each row begins.
    missing : array (n d,) of bool, or None
        Which entries are missing; None where none is.

    Examples
    --------
    >>> PreparedTable(np.array([[1.0, 2.0], [3.0, 4.0]])).first.tolist()
    [0, 2]
    """

    def __init__(self, X: Array) -> None:
        self.flat = np.ascontiguousarray(X).ravel()
        self.first = np.arange(len(X)) * X.shape[1]
        missing = np.isnan(self.flat)
        self.missing = missing if missing.any() else None

    def __len__(self) -> int:
        return len(self.first)


@dataclass(frozen=True)
class Tree:
    """A binary tree in flat arrays over its m nodes; node 0 is the root.

    The children of node k are left[k] and left[k] + 1. A leaf has feature -1, threshold inf and
    left[k] = k, so that a step down from a leaf stays there.

    Parameters
    ----------
    feature : array (m,) of int
        The column that is compared, -1 at a leaf.
    threshold : array (m,)
        x <= threshold goes left.
    left : array (m,) of int
        The left child.
    missing_left : array (m,) of bool
        Where NaN goes left.
    value : array (m,) or (m, K)
        `leaf_weight` of the node's samples, at inner nodes too.
    gain : array (m,)
        `split_gain`, gamma subtracted; 0 at a leaf.
    cover : array (m,)
        H, the sum of h.
    depth : int
        The number of comparisons on the longest path to a leaf.

    Examples
    --------
    >>> from mlbook.trees.codes import presort
    >>> from mlbook.trees.grow import grow
    >>> tree, _ = grow(presort(np.array([[1.0], [2.0], [4.0]])), g=[-3.0, -3.0, -9.0])
    >>> tree.left.tolist(), tree.n_leaves, tree.predict(np.array([[0.0], [5.0]])).tolist()
    ([1, 1, 2], 2, [3.0, 9.0])
    """

    feature: Array
    threshold: Array
    left: Array
    missing_left: Array
    value: Array
    gain: Array
    cover: Array
    depth: int

    @property
    def n_leaves(self) -> int:
        """The number of leaves, T."""
        return int(np.sum(self.feature < 0))

    def apply(self, X: Array | PreparedTable, roots: Sequence[int] | Array = (0,)) -> Array:
        """The leaf into which each row falls.

        Parameters
        ----------
        X : array (n, d) or PreparedTable
        roots : sequence of T ints
            The nodes from which rows step down.

        Returns
        -------
        array (T * n,)
            The leaves of all rows from the first root, then from the next.
        """
        rows = X if isinstance(X, PreparedTable) else PreparedTable(X)
        return self._below(np.reshape(roots, (-1, 1)), rows, rows.first, self.depth).ravel()

    def _below(self, node: Array, rows: PreparedTable, first: Array, depth: int) -> Array:
        """The leaves, at most `depth` questions below the nodes, of the rows that begin at `first`.

        Where most have arrived, the others go on alone.
        """
        node = self._child(node, self.feature.take(node), rows, first)
        for level in range(1, depth):
            feature = self.feature.take(node)
            inner = feature >= 0
            if 2 * np.count_nonzero(inner) < inner.size:
                at = np.flatnonzero(inner)
                first = np.broadcast_to(first, node.shape).take(at)
                node.put(at, self._below(node.take(at), rows, first, depth - level))
                break
            node = self._child(node, feature, rows, first)
        return node

    def _child(self, node: Array, feature: Array, rows: PreparedTable, first: Array) -> Array:
        """Where the answers lead from the nodes, which ask for these features; a leaf to itself."""
        at = feature + first
        right = rows.flat.take(at) > self.threshold.take(node)
        if rows.missing is not None:
            right |= rows.missing.take(at) & ~self.missing_left.take(node)
        return self.left.take(node) + right

    def predict(self, X: Array) -> Array:
        """The value (n,) or (n, K) of the leaf into which each row of X (n, d) falls."""
        return self.value.take(self.apply(X), axis=0)

    def text(self, names: Sequence[str] | None = None, node: int = 0, indent: str = "") -> str:
        """The tree as indented lines, the "yes" branch first.

        Parameters
        ----------
        names : list of str, or None
            The names of the features; None stands for x0, x1, ...
        node : int
            The node from which on the tree is shown.
        indent : str
            What each line begins with.

        Returns
        -------
        words : str
        """
        lines, waiting = [], [(node, indent)]
        while waiting:
            node, indent = waiting.pop()
            lines.append(indent + self._line(node, names))
            if self.feature[node] >= 0:
                waiting += [(self.left[node] + k, indent + "    ") for k in (1, 0)]
        return "\n".join(lines)

    def _line(self, node: int, names: Sequence[str] | None) -> str:
        j, cover = self.feature[node], self.cover[node]
        if j < 0:
            return f"{np.round(self.value[node], 4)}  (cover {cover:.4g})"
        name, missing = names[j] if names else f"x{j}", ("no", "yes")[int(self.missing_left[node])]
        question = f"{name} <= {self.threshold[node]:.6g}?"
        return f"{question}  (gain {self.gain[node]:.4g}, missing: {missing})"


def side_by_side(trees: list[Tree]) -> tuple[Tree, Array]:
    """Several trees as one `Tree`, one after the other, and the node where each begins.

    Parameters
    ----------
    trees : list of T Tree

    Returns
    -------
    tree : Tree
    start : array (T,)

    Examples
    --------
    >>> from mlbook.trees.codes import presort
    >>> from mlbook.trees.grow import grow
    >>> tree, _ = grow(presort(np.array([[1.0], [2.0], [4.0]])), g=[-3.0, -3.0, -9.0])
    >>> forest, start = side_by_side([tree, tree])
    >>> forest.left.tolist(), start.tolist()
    ([1, 1, 2, 4, 4, 5], [0, 3])
    """
    names = [field.name for field in fields(Tree) if field.name != "depth"]
    nodes = {name: np.concatenate([getattr(tree, name) for tree in trees]) for name in names}
    size = [len(tree.left) for tree in trees]
    start = np.cumsum(size) - size
    nodes["left"] += np.repeat(start, size)
    return Tree(**nodes, depth=max(tree.depth for tree in trees)), start


def class_targets(Y: Array) -> Array:
    """The targets of the grower from class weights; for two classes, one column is enough.

    Parameters
    ----------
    Y : array (n, C)

    Returns
    -------
    array (n,) or (n, C)

    Examples
    --------
    >>> class_targets(np.array([[1, 0], [0, 1]])).tolist()
    [0, 1]
    """
    return Y[:, 1] if Y.shape[1] == 2 else Y


def with_class_shares(tree: Tree) -> Tree:
    """A tree that was grown on -class_targets(Y), with class fractions as values.

    Parameters
    ----------
    tree : Tree

    Returns
    -------
    Tree
        Its values are (m, C).

    Examples
    --------
    >>> from mlbook.trees.codes import presort
    >>> from mlbook.trees.grow import grow
    >>> tree, _ = grow(presort(np.array([[1.0], [2.0]])), g=[0.0, -1.0])
    >>> with_class_shares(tree).value.tolist()
    [[0.5, 0.5], [1.0, 0.0], [0.0, 1.0]]
    """
    p = np.abs(tree.value)  # 0, not -0
    return replace(tree, value=np.column_stack([1 - p, p]) if p.ndim == 1 else p)
