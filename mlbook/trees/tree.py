"""A binary tree in flat arrays: the way of samples to its leaves, and several trees as one."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

import numpy as np


class PreparedTable:
    """X (n, d) as trees read it: prepared once where many trees follow one another."""

    def __init__(self, X):
        self.flat = np.ascontiguousarray(X).ravel()
        self.first = np.arange(len(X)) * X.shape[1]  # where each row begins
        missing = np.isnan(self.flat)
        self.missing = missing if missing.any() else None

    def __len__(self):
        return len(self.first)


@dataclass(frozen=True)
class Tree:
    """A binary tree in flat arrays over its m nodes; node 0 is the root.

    The children of node k are left[k] and left[k] + 1. A leaf has feature -1, threshold inf and
    left[k] = k, so that a step down from a leaf stays there.
    """

    feature: np.ndarray  # (m,) column that is compared, -1 at a leaf
    threshold: np.ndarray  # (m,) x <= threshold goes left
    left: np.ndarray  # (m,) the left child
    missing_left: np.ndarray  # (m,) True where NaN goes left
    value: np.ndarray  # (m,) or (m, K) leaf_weight of the node's samples, at inner nodes too
    gain: np.ndarray  # (m,) split_gain, gamma subtracted; 0 at a leaf
    cover: np.ndarray  # (m,) H, the sum of h
    depth: int  # comparisons on the longest way down

    @property
    def n_leaves(self) -> int:
        """The number of leaves, T."""
        return int(np.sum(self.feature < 0))

    def apply(self, X, roots=(0,)) -> np.ndarray:
        """The leaf (n,) into which each row of X (n, d) falls; from T roots (T * n,)."""
        rows = X if isinstance(X, PreparedTable) else PreparedTable(X)
        return self._below(np.reshape(roots, (-1, 1)), rows, rows.first, self.depth).ravel()

    def _below(self, node, rows, first, depth):
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

    def _child(self, node, feature, rows, first):
        """Where the answers lead from the nodes, which ask for these features; a leaf to itself."""
        at = feature + first
        right = rows.flat.take(at) > self.threshold.take(node)
        if rows.missing is not None:
            right |= rows.missing.take(at) & ~self.missing_left.take(node)
        return self.left.take(node) + right

    def predict(self, X) -> np.ndarray:
        """The value (n,) or (n, K) of the leaf into which each row of X (n, d) falls."""
        return self.value.take(self.apply(X), axis=0)

    def text(self, names=None, node: int = 0, indent: str = "") -> str:
        """The tree as indented lines, the "yes" branch first; `names` are the features' names."""
        j, child, cover = self.feature[node], self.left[node], self.cover[node]
        if j < 0:
            return f"{indent}{np.round(self.value[node], 4)}  (cover {cover:.4g})"
        name, missing = names[j] if names else f"x{j}", ("no", "yes")[int(self.missing_left[node])]
        question = f"{indent}{name} <= {self.threshold[node]:.6g}?"
        head = f"{question}  (gain {self.gain[node]:.4g}, missing: {missing})"
        return "\n".join([head, *(self.text(names, child + k, indent + "    ") for k in (0, 1))])


def side_by_side(trees):
    """Trees as one `Tree`, one behind the other, and the node (T,) where each begins."""
    names = [field.name for field in fields(Tree) if field.name != "depth"]
    nodes = {name: np.concatenate([getattr(tree, name) for tree in trees]) for name in names}
    size = [len(tree.left) for tree in trees]
    start = np.cumsum(size) - size
    nodes["left"] += np.repeat(start, size)
    return Tree(**nodes, depth=max(tree.depth for tree in trees)), start


def class_targets(Y):
    """What the grower needs of class weights Y (n, C): of two classes one tells both."""
    return Y[:, 1] if Y.shape[1] == 2 else Y


def with_class_shares(tree: Tree) -> Tree:
    """A tree that was grown on -class_targets(Y), with class fractions as values (m, C)."""
    p = np.abs(tree.value)  # 0, not -0
    return replace(tree, value=np.column_stack([1 - p, p]) if p.ndim == 1 else p)
