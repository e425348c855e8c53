"""Decision trees for classes: CART with two branches, ID3 and C4.5 with a branch for each value.

A split is judged by how much it decreases the impurity. CART, as it is here, asks x_j <= s and
minimizes the weighted Gini impurity or entropy of the two sides; C4.5 also divides by categories,
prefers the gain ratio, and divides samples whose value is missing among the branches (`multiway`).
Trees are grown until leaves are pure and then pruned: by reduced error, by a pessimistic bound, or
by a penalty per leaf (`pruning`).
Derived in chapters/decision_tree.ipynb.
Source: Quinlan 1986 and 1993; Breiman et al. 1984, chapters 2 to 4.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Self

import numpy as np

from mlbook.contract import (
    Array,
    ArrayLike,
    ClassifierMixin,
    Estimator,
    check_choice,
    check_labels,
    check_positive_int,
    check_X,
    check_X_fitted,
    widen_integers,
)
from mlbook.contract.parameters import checked_in_fit, choice, in_range, optional
from mlbook.trees.codes import presort
from mlbook.trees.criteria import Entropy, Squares
from mlbook.trees.grow import grow
from mlbook.trees.limits import GROWTH, Limits
from mlbook.trees.multiway import Node, grow_multiway
from mlbook.trees.pruning import pruned
from mlbook.trees.tree import Tree, class_targets, with_class_shares

ROUNDING = 1e-9  # of sums of weights

# --- pruning of trees of nodes -------------------------------------------------------------------


def upper_error(errors: float, n: float, confidence: float = 0.25) -> float:
    """The error rate p at which `errors` or fewer errors among n have a given probability.

        P(Binomial(n, p) <= errors) = confidence             (eq. decision-tree-pessimistic)

    Between whole errors the rate is interpolated.

    Parameters
    ----------
    errors : float
        0 <= errors <= n, a weight.
    n : float
        > 0, a weight.
    confidence : float
        The probability, in (0, 1).

    Returns
    -------
    float

    References
    ----------
    Quinlan 1993, section 4.2.

    Examples
    --------
    >>> round(upper_error(0, 2), 6)  # (1 - p)^2 = 1/4
    0.5
    """
    if errors >= n:
        return 1.0
    whole = int(errors)
    i = np.arange(whole + 1)
    ways = np.append(0, np.cumsum(np.log((n - i[:-1]) / i[1:])))  # log of n over i
    low, high = 0.0, 1.0
    for _ in range(50):  # each step halves the interval; 2^-50 is near rounding
        p = (low + high) / 2
        chance = np.exp(ways + i * np.log(p) + (n - i) * np.log1p(-p)).sum()
        low, high = (p, high) if chance > confidence else (low, p)
    if errors == whole:
        return low
    above = min(whole + 1, n)
    return low + (errors - whole) / (above - whole) * (upper_error(above, n, confidence) - low)


def predicted_errors(counts: Array, confidence: float = 0.25) -> float:
    """A pessimistic prediction of a leaf's errors on the same number of new samples.

    The weight of the leaf times the rate of `upper_error`.

    Parameters
    ----------
    counts : array (C,)
        The weights of the classes.
    confidence : float
        In (0, 1).

    Returns
    -------
    float

    Examples
    --------
    >>> round(float(predicted_errors(np.array([2, 0]))), 6)
    1.0
    """
    n = counts.sum()
    return n * upper_error(n - counts.max(), n, confidence)


def prune_pessimistic(node: Node, confidence: float = 0.25) -> Node:
    """The tree in which a leaf replaces every subtree whose predicted errors are not fewer.

    The tree is pruned from the leaves upwards, without new samples.

    Parameters
    ----------
    node : Node
    confidence : float
        In (0, 1).

    Returns
    -------
    Node

    References
    ----------
    Quinlan 1993, section 4.2.

    Examples
    --------
    >>> branches = [Node(np.array([2, 1])), Node(np.array([2, 1]))]
    >>> prune_pessimistic(Node(np.array([4, 2]), feature=0, branches=branches)).branches
    []
    """
    best: dict = {}  # of each node: the pruned tree below it, and the errors predicted for that
    for old in reversed(node.nodes()):
        below = [best[id(branch)] for branch in old.branches]
        leaf, tree = predicted_errors(old.counts, confidence), sum(errors for _, errors in below)
        if below and leaf > tree + ROUNDING:
            best[id(old)] = replace(old, branches=[branch for branch, _ in below]), tree
        else:
            best[id(old)] = Node(old.counts), leaf
    return best[id(node)][0]


def prune_reduced_error(node: Node, X: Array, Y: Array) -> Node:
    """The tree in which a leaf replaces every subtree without fewer errors on new samples.

    The tree is pruned from the leaves upwards.

    Parameters
    ----------
    node : Node
    X : array (m, d)
        Samples on which the tree was not grown.
    Y : array (m, C)
        Their class weights.

    Returns
    -------
    Node

    References
    ----------
    Quinlan 1987, section 2.2.

    Examples
    --------
    >>> model = DecisionTreeClassifier("entropy", split="multiway")
    >>> tree = model.fit(np.array([[1.0], [2.0]]), [0, 1]).tree_
    >>> len(prune_reduced_error(tree, np.array([[2.0]]), np.array([[0.0, 1.0]])).branches)
    2
    """
    waiting, reached = [(node, X, Y)], []
    while waiting:  # each node before its branches, the first branch first
        old, X, Y = waiting.pop()
        reached.append((old, X, Y))
        if old.branches:
            ways = old.route(X[:, old.feature])
            parts = [
                (b, X[w > 0], w[w > 0, None] * Y[w > 0])
                for b, w in zip(old.branches, ways, strict=True)
            ]
            waiting += reversed(parts)
    finished: list[Node] = []
    for old, X, Y in reversed(reached):
        leaf = Node(old.counts)
        tree = replace(old, branches=[finished.pop() for _ in old.branches])
        better = old.branches and _errors(leaf, X, Y) > _errors(tree, X, Y) + ROUNDING
        finished.append(tree if better else leaf)
    return finished[0]


def _errors(node: Node, X: Array, Y: Array) -> float:
    """The weight of the samples whose class is not the tree's."""
    chosen = node.predict(X).argmax(axis=1)
    return Y.sum() - Y[np.arange(len(Y)), chosen].sum()


# --- showing a tree ------------------------------------------------------------------------------


def text(
    node: Node,
    names: Sequence[str] | None = None,
    categories: Mapping[int, Sequence[str]] | None = None,
    classes: Sequence[Any] | Array | None = None,
    indent: str = "",
) -> str:
    """The tree as indented lines.

    A leaf shows its class and (weight/errors).

    Parameters
    ----------
    node : Node
    names : sequence of d str, or None
        The names of the columns; None stands for x0, x1, ...
    categories : dict {column: names of its values}, or None
    classes : sequence of C labels, or None
    indent : str
        What each line begins with.

    Returns
    -------
    words : str

    Examples
    --------
    >>> model = DecisionTreeClassifier("entropy", split="multiway")
    >>> tree = model.fit(np.array([[1.0], [2.0]]), [0, 1]).tree_
    >>> print(text(tree, ["age"], classes=["no", "yes"]))
    age <= 1.5
        no (1)
    age > 1.5
        yes (1)
    """
    lines, waiting = [], [("", node, indent)]
    while waiting:
        question, node, indent = waiting.pop()
        if question:
            lines.append(question)
        if not node.branches:
            lines.append(indent + verdict(node, classes))
            continue
        asked = zip(questions(node, names, categories), node.branches, strict=True)
        below = [(indent + words, branch, indent + "    ") for words, branch in asked]
        waiting += reversed(below)
    return "\n".join(lines)


def rules(
    node: Node,
    names: Sequence[str] | None = None,
    categories: Mapping[int, Sequence[str]] | None = None,
    classes: Sequence[Any] | Array | None = None,
) -> list[str]:
    """One rule for each leaf: the conditions on the path to it, the tightest where several repeat.

    Parameters
    ----------
    node : Node
    names : sequence of d str, or None
        The names of the columns; None stands for x0, x1, ...
    categories : dict {column: names of its values}, or None
    classes : sequence of C labels, or None

    Returns
    -------
    words : list of str

    Examples
    --------
    >>> model = DecisionTreeClassifier("entropy", split="multiway")
    >>> rules(model.fit(np.array([[1.0], [2.0]]), [0, 1]).tree_, ["age"])
    ['age <= 1.5: 0 (1)', 'age > 1.5: 1 (1)']
    """
    lines: list[str] = []
    waiting: list = [(node, {})]
    while waiting:
        node, path = waiting.pop()
        if not node.branches:
            lines.append(f"{' and '.join(path.values()) or 'always'}: {verdict(node, classes)}")
            continue
        asked = enumerate(questions(node, names, categories))
        keys = [(node.feature, v * (node.threshold is not None)) for v in range(len(node.branches))]
        paths = [path | {keys[v]: words} for v, words in asked]
        if node.threshold == np.inf:  # known, which a condition x <= s on the way says already
            paths[0] |= path
        waiting += reversed([*zip(node.branches, paths, strict=True)])
    return lines


def questions(
    node: Node,
    names: Sequence[str] | None = None,
    categories: Mapping[int, Sequence[str]] | None = None,
) -> list[str]:
    """The condition of each branch in words.

    Parameters
    ----------
    node : Node
    names : sequence of d str, or None
        The names of the columns; None stands for x0, x1, ...
    categories : dict {column: names of its values}, or None

    Returns
    -------
    words : list of str

    Examples
    --------
    >>> questions(Node(np.array([1, 1]), feature=0, values=np.array([0.0, 2.0])), ["wind"])
    ['wind = 0', 'wind = 2']
    """
    name = names[node.feature] if names is not None else f"x{node.feature}"
    if node.threshold is not None:
        return [f"{name} <= {node.threshold:.6g}", f"{name} > {node.threshold:.6g}"]
    known = (categories or {}).get(node.feature)
    return [f"{name} = {known[int(v)] if known else f'{v:g}'}" for v in node.values]


def verdict(leaf: Node, classes: Sequence[Any] | Array | None = None) -> str:
    """The class of a leaf in words, with its weight and the weight of its errors.

    Parameters
    ----------
    leaf : Node
    classes : sequence of C labels, or None

    Returns
    -------
    words : str

    Examples
    --------
    >>> verdict(Node(np.array([3.0, 1.0])), ["no", "yes"])
    'no (4/1)'
    """
    best, n = int(leaf.counts.argmax()), leaf.counts.sum()
    errors = n - leaf.counts[best]
    size = f"{n:.3g}/{errors:.3g}" if errors > ROUNDING else f"{n:.3g}"
    return f"{classes[best] if classes is not None else best} ({size})"


# --- the estimator -------------------------------------------------------------------------------


class DecisionTreeClassifier(ClassifierMixin, Estimator):
    """A classification tree: CART, or ID3 and C4.5 with split="multiway".

    NaN in X means missing. Invalid data, or a parameter out of its range, raises ValueError in
    `fit`.

    Parameters
    ----------
    criterion : str
        "gini" or "entropy"; for multiway trees "entropy" or "gain_ratio".
    split : "binary" or "multiway"
    max_depth : int or None
        The maximum depth, at least 0; None for no limit.
    min_samples_leaf : int
        The minimum number of samples in a leaf, at least 1; for a multiway split, the minimum
        weight of two branches.
    min_decrease : float
        The minimum decrease of the impurity over all samples by a split, at least 0; at 0 a node is
        split even if nothing is gained.
    alpha : float
        Binary: the penalty per leaf in units of impurity, at least 0; splits that gain less are
        pruned.
    confidence : float or None
        Multiway: the level of the pessimistic bound by which to prune, in (0, 1); None for no
        pruning.
    categorical : sequence of int
        Multiway: the columns whose values are categories.
    class_weight : None or "balanced"
        "balanced" gives all classes the same weight, with the sum n.

    Attributes
    ----------
    classes_ : array (C,)
        The labels in sorted order.
    tree_ : Tree or multiway.Node
        The values of a `Tree` are class fractions.
    alphas_ : array (m,)
        Binary: the penalty at which the split of each node is pruned.
    n_features_in_ : int
        d.

    References
    ----------
    Breiman et al. 1984, chapters 2 to 4; Quinlan 1986 and 1993.

    Examples
    --------
    >>> X, y = np.array([[1.0], [2.0], [3.0]]), ["no", "no", "yes"]
    >>> model = DecisionTreeClassifier().fit(X, y)
    >>> model.tree_.threshold[0] == 2.5, model.predict(X).tolist()
    (np.True_, ['no', 'no', 'yes'])
    """

    accepts_missing = True
    parameters = GROWTH | dict(
        criterion=checked_in_fit,
        split=choice("binary", "multiway"),
        confidence=optional(in_range("(0, 1)")),
        categorical=checked_in_fit,
        class_weight=optional(choice("balanced")),
    )
    tree_: Tree | Node

    def __init__(
        self,
        criterion: str = "gini",
        split: str = "binary",
        max_depth: int | None = None,
        min_samples_leaf: int = 1,
        min_decrease: float = 0.0,
        alpha: float = 0.0,
        confidence: float | None = None,
        categorical: Sequence[int] = (),
        class_weight: str | None = None,
    ) -> None:
        self.criterion = criterion
        self.split = split
        self.max_depth = max_depth
        self.min_samples_leaf = min_samples_leaf
        self.min_decrease = min_decrease
        self.alpha = alpha
        self.confidence = confidence
        self.categorical = categorical
        self.class_weight = class_weight

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """The estimator itself, grown on X (n, d) and labels y (n,) and then pruned."""
        self._check_together()
        X = check_X(X, allow_nan=True)
        self.classes_, codes = check_labels(y, len(X))
        self.n_features_in_ = X.shape[1]
        Y = np.eye(len(self.classes_))[codes]
        if self.class_weight == "balanced":
            Y *= len(X) / (len(self.classes_) * Y.sum(axis=0))
        (self._fit_binary if self.split == "binary" else self._fit_multiway)(X, Y)
        return self

    def predict_proba(self, X: ArrayLike) -> Array:
        """The class fractions (n, C) of the leaf, or leaves, of each row of X (n, d)."""
        X = check_X_fitted(self, X)
        return self.tree_.predict(X)

    def predict(self, X: ArrayLike) -> Array:
        """The most frequent class (n,) in that leaf; in a tie the first."""
        likeliest = self.predict_proba(X).argmax(axis=1)
        return self.classes_[likeliest]

    def _fit_binary(self, X: Array, Y: Array) -> None:
        weights, gini = Y.sum(axis=1), self.criterion == "gini"
        total, unit = weights.sum(), self._unit(Y)
        least = self.min_decrease * total / unit
        limits = Limits(
            max_depth=self.max_depth,
            min_samples_leaf=self.min_samples_leaf,
            until_pure=self.min_decrease == 0,
        )
        tree, _ = grow(
            presort(X),
            -class_targets(Y) if gini else -Y,
            None if self.class_weight is None else weights,
            Squares(gamma=least) if gini else Entropy(gamma=least),
            limits,
        )
        tree.gain[tree.feature >= 0] += least  # a condition on splits, not a penalty
        self.tree_, self.alphas_ = pruned(with_class_shares(tree), self.alpha, unit / total)

    def _unit(self, Y: Array) -> int:
        """The decrease of weight times impurity that a gain of 1 is (eq. decision-tree-grower)."""
        return 1 if self.criterion == "entropy" else 2 * (1 + (Y.shape[1] == 2))

    def _fit_multiway(self, X: Array, Y: Array) -> None:
        categorical, ratio = frozenset(self.categorical), self.criterion == "gain_ratio"
        for j in categorical:
            check_positive_int("each entry of categorical", j, minimum=0)
            if j >= X.shape[1]:
                raise ValueError(
                    f"each entry of categorical must be below d = {X.shape[1]}; received {j}"
                )
        limits = Limits(self.max_depth, min_samples_leaf=self.min_samples_leaf)
        node = grow_multiway(X, Y, categorical, ratio, limits, self.min_decrease)
        confidence = self.confidence
        self.tree_ = node if confidence is None else prune_pessimistic(node, confidence)

    def _check_together(self) -> None:
        allowed = {"binary": ("gini", "entropy"), "multiway": ("entropy", "gain_ratio")}
        check_choice("criterion", self.criterion, allowed[self.split])
        if np.ndim(self.categorical) != 1:
            given = repr(self.categorical)
            raise ValueError(
                f"categorical must list column indices, such as (0, 2); received {given}"
            )
        if self.split == "multiway" and self.alpha > 0:
            raise ValueError(f'alpha must be 0 with split="multiway"; received {self.alpha}')
        if self.split == "binary" and (self.confidence is not None or len(self.categorical)):
            raise ValueError(
                'confidence and categorical are for split="multiway" only; leave them out'
            )


widen_integers(globals())
