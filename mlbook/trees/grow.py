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

from heapq import heappop, heappush

import numpy as np

from mlbook.trees.binned_search import BinnedSearch
from mlbook.trees.codes import Codes, to_grid
from mlbook.trees.criteria import Entropy, Squares
from mlbook.trees.leaves import leaf_weight, split_gain, structure_score
from mlbook.trees.sorted_search import SortedSearch
from mlbook.trees.tree import Tree


def grow(
    data: Codes,
    g,
    h=None,
    *,
    lam=0.0,
    gamma=0.0,
    max_depth=None,
    min_child_weight=0.0,
    min_samples_leaf=1,
    max_features=None,
    rng=None,
    rows=None,
    columns=None,
    roots=None,
    measure="squares",
    until_pure=False,
    max_leaves=None,
) -> tuple[Tree, np.ndarray]:
    """A tree grown greedily, level by level, and each sample's leaf (n,), -1 where left out.

    data: `presort(X)` for exact or `bin_features(X)` for histogram search of X (n, d); g (n,) or
    (n, K); h (n,) >= 0, or None for 1 everywhere. A node is split at its best cut if the gain,
    less gamma, is positive; each child needs H > 0, H >= min_child_weight and min_samples_leaf
    samples. Each node tries `max_features` features drawn by `rng`; the whole tree uses only the
    samples `rows` and the features `columns`, both increasing. roots: the tree of each of `rows`,
    where several trees grow at once; tree t then has the node t as its root. Callers check input.
    measure: "entropy" takes g as minus each class's weight, h as their sum and lam = 0, and gains
    in nats times weight. until_pure: a node is split as long as its g / h differ, even where its
    best cut gains nothing; two features may gain together what neither gains alone. max_leaves:
    best-first growth; of the splits that may be made next the one with the largest gain is made,
    the first of equals, until the tree of each root has so many leaves.
    """
    G = np.asarray(g, dtype=float).reshape(len(g), -1)
    floors = lam, min_child_weight, min_samples_leaf
    search, unit = _search(data, G, h, measure, floors, rows, columns, roots)
    ratio = G if h is None else G / np.where(h > 0, h, 1)[:, None]
    leaf, ids, levels = np.full(len(G), -1), np.arange(search.n_open), []
    queue = None if max_leaves is None else _BestFirst(search.n_open, max_leaves)
    while True:
        leaf[search.rows] = ids.take(search.slot)
        levels.append(_leaves(ids))
        if max_depth is not None and len(levels) > max_depth:
            break
        going = search.mixed(ratio) if until_pure else np.ones(search.n_open, dtype=bool)
        if queue:
            going &= queue.may_split(ids)
        opened = np.flatnonzero(going)
        if not len(opened):
            break
        search.next_level(going)
        total = unit * search.total
        cut = search.best(_draw_features(search, max_features, rng))
        if measure == "entropy":
            gain = _drops(cut, total, search.K, unit[0], gamma)
        else:
            gain = _gains(cut, unit * cut.left, total, search.K, lam, gamma)
        chosen = np.flatnonzero(cut.score > 0 if until_pure else gain > 0)
        if queue:
            chosen = chosen[queue.still_best(ids[opened[chosen]], gain[chosen])]
        if not len(chosen):
            break
        parents = opened[chosen]
        children = ids.max() + 1 + 2 * ids[parents].argsort().argsort()
        if queue:
            queue.left.update(zip(ids[parents].tolist(), children.tolist(), strict=True))
        _split(levels[-1], data, cut, gain, chosen, parents, children, columns)
        swap = search.descend(cut, chosen)
        ids = np.concatenate([children + swap, children + ~swap])
    if queue:
        levels, leaf = queue.undone(levels, leaf)
    return _assembled(levels, leaf, G, h, lam, scalar=np.ndim(g) == 1), leaf


def _search(data, G, h, measure, floors, rows, columns, roots):
    """The search over the root, and the unit (S, 1) of each of its statistics."""
    (lam, min_child_weight, min_samples_leaf), entropy = floors, measure == "entropy"
    on_grid, unit = to_grid(G if h is None or not entropy else np.column_stack([G, h]))
    stats, units, floors = [*np.ascontiguousarray(on_grid.T)][: G.shape[1]], [unit] * G.shape[1], []
    if h is not None:
        weight, unit = (on_grid[:, -1], unit) if entropy else to_grid(h)
        stats, units = [*stats, weight], [*units, unit]
        floors, lam = [max(min_child_weight / unit, 1)], lam / unit
    if h is None or min_samples_leaf > 1:
        stats, units = [*stats, None], [*units, 1.0]
        floors = [*floors, max(min_samples_leaf, min_child_weight if h is None else 1)]
    most = len(G) if h is None else weight.sum()
    worth = Entropy(floors, most, whole=unit == 1) if entropy else Squares(floors, lam)
    kind = BinnedSearch if data.order is None else SortedSearch
    return kind(data, stats, worth, rows, columns, roots), np.array(units)[:, None]


class _BestFirst:
    """Which splits best-first growth makes, found while a tree grows level by level.

    A split that max_leaves - 1 others precede, among those known so far, never gets its turn: the
    splits known later only add to those that go before it. So each level splits the nodes that are
    still in the sequence, and what later levels pushed out of it is undone in the end. Below the
    last split of a full sequence none is looked for.
    """

    def __init__(self, n_roots, max_leaves):
        self.n_roots, self.n_splits = n_roots, max_leaves - 1
        self.gain, self.left, self.made, self.last = {}, {}, set(), []

    def may_split(self, nodes) -> np.ndarray:
        """Which of the nodes (L,) are no children of the last split of a full sequence."""
        return ~np.isin(nodes, [self.left[node] + k for node in self.last for k in (0, 1)])

    def still_best(self, nodes, gains) -> np.ndarray:
        """Which of the nodes (L,), whose gains are new, are in the sequence of splits."""
        nodes = nodes.tolist()
        self.gain.update(zip(nodes, gains.tolist(), strict=True))
        sequences = [self.sequence(root) for root in range(self.n_roots)]
        self.made = {node for sequence in sequences for node in sequence}
        self.last = [node for sequence in sequences for node in sequence[self.n_splits - 1 :]]
        return np.array([node in self.made for node in nodes], dtype=bool)

    def sequence(self, root):
        """The nodes below `root` that are split, in order."""
        made, waiting = [], [(-self.gain[root], root)] if root in self.gain else []
        while waiting and len(made) < self.n_splits:
            node = heappop(waiting)[1]
            made.append(node)
            if node in self.left:
                for child in (self.left[node], self.left[node] + 1):
                    if child in self.gain:
                        heappush(waiting, (-self.gain[child], child))
        return made

    def undone(self, levels, leaf):
        """Records and leaves without the splits that are not in the sequence; new numbers."""
        up = np.arange(1 + levels[-1]["id"].max())  # the node of which each is a part, or itself
        for node, left in sorted(self.left.items()):
            if node not in self.made:
                up[left : left + 2] = up[node]
        alive = up == np.arange(len(up))
        new, made = np.cumsum(alive) - 1, np.isin(np.arange(len(up)), list(self.made))
        levels = [_kept(level, alive, made, new) for level in levels]
        leaf = np.where(leaf < 0, -1, new[up[leaf]])
        return [level for level in levels if len(level["id"])], leaf


def _kept(level, alive, made, new):
    """The records of the nodes that are alive, under new numbers, as leaves if not made a split."""
    level = {name: column[alive[level["id"]]] for name, column in level.items()}
    split, leaves = made[level["id"]], _leaves(level["id"])
    level = {name: np.where(split, column, leaves[name]) for name, column in level.items()}
    return level | {name: new[level[name]] for name in ("id", "left")}


def _leaves(ids):
    """The records of the open nodes, as long as they are leaves."""
    L = len(ids)
    parts = np.full(L, -1), np.full(L, np.inf), ids.copy(), np.ones(L, dtype=bool), np.zeros(L)
    names = "id", "feature", "threshold", "left", "missing_left", "gain"
    return dict(zip(names, (ids, *parts), strict=True))


def _draw_features(search, max_features, rng):
    """The features (L, max_features), increasing, that each open node may use; None for all."""
    if max_features is None:
        return None
    numbers = rng.random((search.n_open, len(search.codes)))
    return np.sort(numbers.argpartition(max_features - 1, axis=1)[:, :max_features], axis=1)


def _gains(cut, left, total, K, lam, gamma):
    """split_gain (L,) of each node's best cut, 0 where there is none.

    A gain that is not above the rounding error of the scores subtracted counts as 0.
    """
    gain, at = np.zeros(len(cut.score)), np.flatnonzero(cut.score)
    (G_left, H_left), (G, H) = ((s[:K, at], s[K, at]) for s in (left, total))
    parts = G_left, H_left, G - G_left, H - H_left
    scores = structure_score(parts[0], H_left, lam) + structure_score(parts[2], parts[3], lam)
    gain[at] = split_gain(*parts, lam, 0).sum(axis=0) - gamma
    gain[at[gain[at] <= 2.0**-48 * scores.sum(axis=0)]] = 0
    return gain


def _drops(cut, total, K, unit, gamma):
    """The decrease of entropy (L,) by each node's best cut, 0 where it is not above rounding."""
    drop = unit * cut.score
    return np.where(drop > 2.0**-44 * total[K], drop - gamma, 0.0)


def _split(level, data, cut, gain, chosen, parents, children, columns):
    """Write the splits of the chosen nodes into the level's records."""
    feature = cut.feature if columns is None else np.asarray(columns)[cut.feature]
    level["feature"][parents] = feature[chosen]
    level["threshold"][parents] = data.threshold(feature, cut.below, cut.above)[chosen]
    level["left"][parents] = children
    level["missing_left"][parents] = cut.missing_left[chosen]
    level["gain"][parents] = gain[chosen]


def _assembled(levels, leaf, G, h, lam, scalar):
    """The tree of all levels' records, nodes in the order of their ids.

    Sums are taken again from g and h as they were passed, in the leaves and then upwards.
    """
    nodes = {name: np.concatenate([level[name] for level in levels]) for name in levels[0]}
    order = nodes.pop("id").argsort()
    nodes = {name: column[order] for name, column in nodes.items()}
    used, m = leaf >= 0, len(order)
    columns = [*G.T, np.ones(len(G)) if h is None else h]
    sums = np.array([np.bincount(leaf[used], column[used], m) for column in columns])
    for level in reversed(levels):
        inner = level["id"][level["feature"] >= 0]
        left = nodes["left"][inner]
        sums[:, inner] = sums[:, left] + sums[:, left + 1]
    G, H = sums[:-1].T, sums[-1]
    curved = H + lam > 0
    value = np.where(curved[:, None], leaf_weight(G, np.where(curved, H, 1)[:, None], lam), 0.0)
    return Tree(**nodes, value=value[:, 0] if scalar else value, cover=H, depth=len(levels) - 1)
