"""One grower for every tree of the book: trees grown from sums of a statistic per sample.

Each sample carries g (one number, or one per output) and h > 0. A leaf with sums G, H gets the
weight -G / (H + lam), a split the gain of `leaves.split_gain`; that is all the grower knows.

    g, h = derivatives of a loss           a second-order boosting tree (newton_boosting)
    g = -y, h = 1, lam = 0                 a CART regression tree: means and variances
    g = -onehot(y), h = 1, lam = 0         a Gini tree: class fractions, Gini impurity
    g, h times a weight per sample         the same, weighted

For K outputs scores add up over the outputs. With h = 1 and lam = 0 a gain is half the decrease
of the summed squared error, or half that of n times the Gini impurity.

Conventions: x <= threshold goes left; a threshold is the midpoint of the neighbouring values in
the node (xgboost takes x < threshold, and in its histograms the bins' edges); ties and missing
values as in `search`. A split needs a positive gain after gamma.

Sources: Chen and Guestrin 2016, eqs. 4 to 7; Breiman et al. 1984.
"""

from __future__ import annotations

import numpy as np

from mlbook.contract import Array, ArrayLike
from mlbook.trees.binned_search import BinnedSearch
from mlbook.trees.class_search import ClassSearch, DrawnClassSearch, fits_class_search
from mlbook.trees.codes import Codes
from mlbook.trees.criteria import Entropy, Squares, Statistics
from mlbook.trees.drawn_search import DrawnSearch
from mlbook.trees.leaves import leaf_weight
from mlbook.trees.levels import BestFirst, Level, LevelByLevel
from mlbook.trees.limits import Limits, Sample
from mlbook.trees.search import Search
from mlbook.trees.sorted_search import SortedSearch
from mlbook.trees.tree import Tree


def grow(
    data: Codes,
    g: ArrayLike,
    h: Array | None = None,
    criterion: Squares | Entropy = Squares(),
    limits: Limits = Limits(),
    sample: Sample = Sample(),
) -> tuple[Tree, Array]:
    """A tree grown greedily, and each sample's leaf.

    A node is split at its best cut if the gain, less gamma, is positive. Growth is level by level;
    with `limits.max_leaves` it is best-first: of the splits that may be made next the one with the
    largest gain is made, the first of equals, until the tree of each root has so many leaves. With
    `limits.until_pure` a node is split as long as its g / h differ, even where its best cut gains
    nothing: two features may gain together what neither gains alone. Callers check input.

    Parameters
    ----------
    data : Codes
        `presort(X)` for exact or `bin_features(X)` for histogram search of X (n, d).
    g : array (n,) or (n, K)
    h : array (n,) or None
        At least 0; None is 1 for all.
    criterion : Squares or Entropy
        Entropy takes g as minus each class's weight and h as their sum; its gains are in nats
        times weight.
    limits : Limits
        Each child needs H > 0, H >= min_child_weight and min_samples_leaf samples.
    sample : Sample
        With `roots`, tree t of those that grow together has the node t as its root.

    Returns
    -------
    tree : Tree
    leaf : array (n,)
        The leaf of each sample, -1 where it is left out.

    References
    ----------
    Chen and Guestrin 2016, algorithms 1 and 3; Breiman et al. 1984, chapters 2 and 8.

    Examples
    --------
    >>> from mlbook.trees.codes import presort
    >>> tree, leaf = grow(presort(np.array([[1.0], [2.0], [4.0]])), g=[-3.0, -3.0, -9.0])
    >>> tree.threshold[0] == 3, tree.value.tolist(), leaf.tolist()
    (np.True_, [5.0, 3.0, 9.0], [1, 1, 2])
    """
    g = np.asarray(g, dtype=float)
    G = g.reshape(len(g), -1)
    ratio = G if h is None else G / np.where(h > 0, h, 1)[:, None]
    statistics = criterion.statistics(G, h, limits)
    search = _search_for(data, statistics, criterion, sample)
    order = _order_of_growth(search.n_open, limits.max_leaves)
    levels, nodes, leaf = [], np.arange(search.n_open), np.full(len(g), -1)
    while len(nodes):
        levels.append(Level.of_leaves(nodes))
        if len(levels) - 1 == limits.max_depth:
            break
        mixed = search.mixed(ratio) if limits.until_pure else True
        going = order.may_split(nodes) & mixed
        if not going.any():
            break
        _settle(leaf, search, nodes, ~going)
        search.next_level(going)
        cut = search.best(sample.features(search.n_open, len(search.codes)))
        gain = criterion.gains(cut, search.total, statistics)
        opened = np.flatnonzero(going)
        worth = cut.score > 0 if limits.until_pure else gain > 0
        chosen, left = order.make_splits(levels[-1], opened, cut, gain, worth)
        _settle(leaf, search, nodes[opened], np.bincount(chosen, minlength=len(opened)) == 0)
        swap = search.descend(cut, chosen)
        nodes = np.concatenate([left + swap, left + ~swap])
    _settle(leaf, search, nodes, np.ones(len(nodes), dtype=bool))
    del search  # its cells take more memory than the tree that is assembled now
    levels, leaf = order.finished(levels, leaf)
    return _assembled(levels, leaf, g, h, criterion.lam), leaf


def _search_for(
    data: Codes, statistics: Statistics, criterion: Squares | Entropy, sample: Sample
) -> Search:
    """The search for best cuts that suits the data, with all roots open."""
    kind: type[Search]
    if data.binned:
        kind = BinnedSearch
    elif fits_class_search(data, statistics, criterion, sample):
        kind = ClassSearch if sample.max_features is None else DrawnClassSearch
    else:
        kind = SortedSearch if sample.max_features is None else DrawnSearch
    return kind(data, statistics, criterion, sample)


def _order_of_growth(n_roots: int, max_leaves: int | None) -> LevelByLevel:
    """Level by level, or best first where the number of leaves is limited."""
    return LevelByLevel() if max_leaves is None else BestFirst(n_roots, max_leaves)


def _settle(leaf: Array, search: Search, nodes: Array, which: Array) -> None:
    """Note the leaf of the rows in those of the open nodes that stay leaves."""
    if which.any():
        rows = search.per_row(which)
        leaf[search.rows.compress(rows)] = np.repeat(nodes[which], search.size[which])


def _assembled(levels: list[Level], leaf: Array, g: Array, h: Array | None, lam: float) -> Tree:
    """The tree of all levels, nodes in the order of their numbers.

    Sums are taken again from g and h as they were passed, in the leaves and then upwards.
    """
    names = vars(levels[0])
    columns = {name: np.concatenate([vars(level)[name] for level in levels]) for name in names}
    order = columns.pop("node").argsort()
    columns = {name: column[order] for name, column in columns.items()}
    used, m = leaf >= 0, len(order)
    weights = [*g.reshape(len(g), -1).T, np.ones(len(g)) if h is None else h]
    sums = np.array([np.bincount(leaf[used], weight[used], m) for weight in weights])
    for level in reversed(levels):
        inner = level.node[level.feature >= 0]
        left = columns["left"][inner]
        sums[:, inner] = sums[:, left] + sums[:, left + 1]
    G, H = sums[:-1].T, sums[-1]
    curved = H + lam > 0
    value = np.where(curved[:, None], leaf_weight(G, np.where(curved, H, 1)[:, None], lam), 0.0)
    return Tree(**columns, value=value.reshape(m, *g.shape[1:]), cover=H, depth=len(levels) - 1)
