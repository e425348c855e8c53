"""The grower: trees from sums of a statistic per sample."""

import time
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from mlbook import information
from mlbook.data import breast_cancer, diabetes, iris
from mlbook.decision_tree import DecisionTreeClassifier as OurTree
from mlbook.random_forest import RandomForestClassifier
from mlbook.trees import binned_search, class_search, drawn_search, search, sorted_search
from mlbook.trees.binned_search import BinnedSearch
from mlbook.trees.bounds import CHUNK, Chunks, most_apart
from mlbook.trees.codes import bin_features, copies, presort, to_grid
from mlbook.trees.criteria import Entropy, Squares, separation
from mlbook.trees.drawn_search import DrawnSearch
from mlbook.trees.grow import grow
from mlbook.trees.leaves import leaf_score, leaf_weight, split_gain
from mlbook.trees.limits import Limits, Sample
from mlbook.trees.sorted_search import SortedSearch, narrowed
from mlbook.trees.tree import side_by_side

# A table by hand: with the squared loss at F = 0, g = -y and h = 1.
TOY_X = np.array([[1.0], [2.0], [3.0], [4.0], [5.0], [6.0]])
TOY_Y = np.array([1.0, 3.0, 2.0, 8.0, 9.0, 7.0])
STUMP = Limits(max_depth=1)

searches = pytest.mark.parametrize(
    "code", [presort, lambda X: bin_features(X, 255)], ids=["exact", "hist"]
)


def noisy(seed, n=200, d=5, levels=None, missing=0.0):
    """Features (integers 0..levels-1 if given, some missing), g and h."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d)) if levels is None else rng.integers(0, levels, (n, d)) * 1.0
    X[rng.random((n, d)) < missing] = np.nan
    g = rng.normal(size=n) + np.where(np.isnan(X[:, 0]), 1.0, X[:, 0]) + (X[:, 1] > 0)
    return X, g, rng.random(n) + 0.2


def same_tree(a, b):
    """Equal up to gains, where packed histograms hold g to 24 bits or more."""
    names = ["feature", "threshold", "left", "missing_left", "value", "cover"]
    return all(np.array_equal(getattr(a, name), getattr(b, name)) for name in names) and (
        a.gain == pytest.approx(b.gain, rel=2.0**-23)
    )


# --- by hand -------------------------------------------------------------------------------------


def test_a_leaf_of_three_samples_in_fractions():
    G, H, lam = Fraction(-6), Fraction(3), Fraction(1)
    assert leaf_weight(G, H, lam) == Fraction(3, 2)
    assert leaf_score(G, H, lam) == 9


def test_the_gain_of_a_split_in_fractions():
    G, H = Fraction(-24), Fraction(3)
    assert split_gain(-6, 3, G, H, Fraction(1), Fraction(2)) == Fraction(143, 14)


@searches
def test_the_toy_table_is_cut_in_the_middle(code):
    tree, leaf = grow(code(TOY_X), -TOY_Y, criterion=Squares(lam=1.0, gamma=2.0), limits=STUMP)
    assert tree.feature.tolist() == [0, -1, -1] and tree.threshold[0] == 3.5
    assert tree.value[1:].tolist() == [1.5, 6.0] and tree.cover.tolist() == [6, 3, 3]
    assert tree.gain[0] == pytest.approx(143 / 14, rel=1e-15)
    assert leaf.tolist() == [1, 1, 1, 2, 2, 2]


def test_text_shows_questions_gains_and_weights():
    tree, _ = grow(presort(TOY_X), -TOY_Y, criterion=Squares(lam=1.0, gamma=2.0), limits=STUMP)
    assert tree.text(["age"]).splitlines() == [
        "age <= 3.5?  (gain 10.21, missing: yes)",
        "    1.5  (cover 3)",
        "    6.0  (cover 3)",
    ]


# --- planted answers -----------------------------------------------------------------------------


@searches
def test_a_planted_tree_is_found(code):
    X, _, _ = noisy(0, n=250, d=4)
    y = np.where(X[:, 2] <= 0.3, np.where(X[:, 0] <= -0.2, 5.0, 1.0), -4.0)
    tree, _ = grow(code(X), -y)
    assert tree.feature.tolist() == [2, 0, -1, -1, -1] and tree.n_leaves == 3
    assert sorted(tree.value[tree.feature < 0]) == pytest.approx([-4, 1, 5], rel=1e-15)


@searches
@pytest.mark.parametrize("left", [True, False])
def test_a_planted_missing_direction_is_found(code, left):
    X = np.array([[0.0], [1.0], [2.0], [3.0], [np.nan], [np.nan]])
    y = np.array([0.0, 0.0, 9.0, 9.0, *([0.0, 0.0] if left else [9.0, 9.0])])
    tree, _ = grow(code(X), -y)
    assert tree.threshold[0] == 1.5 and tree.missing_left[0] == left
    assert tree.predict(X).tolist() == y.tolist()


@searches
def test_missing_values_go_right_where_both_ways_gain_the_same(code):
    tree, _ = grow(code(np.array([[0.0], [1.0], [np.nan]])), [0.0, -2, -1], limits=STUMP)
    assert tree.threshold[0] == 0.5 and not tree.missing_left[0]


@searches
def test_missing_against_present_can_be_the_split(code):
    X = np.array([[0.0], [1.0], [2.0], [np.nan], [np.nan]])
    tree, _ = grow(code(X), [-1.0, -1, -1, -5, -5])
    assert tree.threshold[0] == np.inf and not tree.missing_left[0]
    assert tree.predict(np.array([[7.0], [np.nan]])).tolist() == [1, 5]


# --- laws ----------------------------------------------------------------------------------------


@searches
def test_leaves_partition_the_samples_and_predict_agrees_with_growing(code):
    X, g, h = noisy(1, missing=0.1)
    tree, leaf = grow(code(X), g, h, Squares(lam=0.5), Limits(max_depth=5))
    assert np.array_equal(tree.apply(X), leaf)
    assert set(leaf) == set(np.flatnonzero(tree.feature < 0))
    assert np.bincount(leaf, h, len(tree.cover))[leaf] == pytest.approx(tree.cover[leaf])


@searches
def test_covers_add_up_and_nodes_are_numbered_level_by_level(code):
    X, g, h = noisy(2, missing=0.1)
    tree, _ = grow(code(X), g, h, limits=Limits(max_depth=6))
    inner = np.flatnonzero(tree.feature >= 0)
    parts = tree.cover[tree.left[inner]] + tree.cover[tree.left[inner] + 1]
    assert parts == pytest.approx(tree.cover[inner])
    assert tree.left[inner].tolist() == list(range(1, len(tree.left), 2))


@searches
def test_the_order_of_samples_does_not_matter(code):
    X, g, h = noisy(3, levels=4, missing=0.1)
    shuffled = np.random.default_rng(0).permutation(len(X))
    a, leaf_a = grow(code(X), g, h, Squares(lam=1.0), Limits(max_depth=6))
    b, leaf_b = grow(
        code(X[shuffled]), g[shuffled], h[shuffled], Squares(lam=1.0), Limits(max_depth=6)
    )
    assert np.array_equal(a.feature, b.feature) and np.array_equal(a.threshold, b.threshold)
    assert np.array_equal(a.gain, b.gain) and np.array_equal(leaf_a[shuffled], leaf_b)


@searches
def test_only_the_order_of_values_matters(code):
    X, g, h = noisy(4, missing=0.1)
    a, leaf_a = grow(code(X), g, h, Squares(lam=1.0), Limits(max_depth=6))
    b, leaf_b = grow(code(np.exp(3 * X)), g, h, Squares(lam=1.0), Limits(max_depth=6))
    assert np.array_equal(leaf_a, leaf_b) and np.array_equal(a.value, b.value)


@searches
def test_negated_features_give_the_same_leaves_mirrored(code):
    X, g, h = noisy(5, n=60)
    a, leaf_a = grow(code(X), g, h, Squares(lam=0.3))
    b, leaf_b = grow(code(-X), g, h, Squares(lam=0.3))
    assert len(set(zip(leaf_a, leaf_b, strict=True))) == a.n_leaves == b.n_leaves


def test_shifting_y_shifts_a_regression_tree():
    X, y, _ = noisy(6)
    a, leaf_a = grow(presort(X), -y, limits=Limits(max_depth=4))
    b, leaf_b = grow(presort(X), -(y + 100), limits=Limits(max_depth=4))
    assert np.array_equal(leaf_a, leaf_b)
    assert b.value == pytest.approx(a.value + 100, rel=1e-13)


@searches
@pytest.mark.parametrize("scale", [1e-150, 1e-6, 1e6, 1e140])
def test_the_scale_of_y_does_not_matter(code, scale):
    X, y, _ = noisy(7)
    a, leaf_a = grow(code(X), -y, limits=Limits(max_depth=4))
    b, leaf_b = grow(code(X), -y * scale, limits=Limits(max_depth=4))
    assert np.array_equal(leaf_a, leaf_b) and b.value == pytest.approx(a.value * scale)


def test_a_weight_of_two_is_a_sample_twice():
    X, g, h = noisy(8, n=80)
    w = np.random.default_rng(0).integers(1, 4, 80)
    a, _ = grow(presort(X), g * w, h * w, Squares(lam=1.0), Limits(max_depth=4))
    b, _ = grow(
        presort(np.repeat(X, w, axis=0)),
        g.repeat(w),
        h.repeat(w),
        Squares(lam=1.0),
        Limits(max_depth=4),
    )
    assert np.array_equal(a.feature, b.feature) and np.array_equal(a.threshold, b.threshold)
    assert a.value == pytest.approx(b.value)


@searches
def test_rows_and_columns_grow_the_tree_of_the_smaller_table(code):
    X, g, h = noisy(9, missing=0.05)
    rows, columns = np.arange(0, 200, 3), np.array([1, 3, 4])
    a, leaf = grow(
        code(X), g, h, limits=Limits(max_depth=4), sample=Sample(rows=rows, columns=columns)
    )
    b, small = grow(presort(X[np.ix_(rows, columns)]), g[rows], h[rows], limits=Limits(max_depth=4))
    assert np.array_equal(leaf[rows], small) and np.sum(leaf >= 0) == len(rows)
    assert set(a.feature) <= {-1, 1, 3, 4} and a.value == pytest.approx(b.value)


# --- optimality ----------------------------------------------------------------------------------


def brute_force(X, g, h, lam, floor):
    """The best (gain, feature, threshold, missing_left) of one split, lowest first."""
    best = (0.0, None, None, None)
    for j in range(X.shape[1]):
        x, gone = X[:, j], np.isnan(X[:, j])
        values = np.unique(x[~gone])
        cuts = [*((values[:-1] + values[1:]) / 2), *([np.inf] if gone.any() else [])]
        for cut, to_left in product(cuts, [False, True]):
            left = (x <= cut) | (gone & to_left)
            sums = g[left].sum(), h[left].sum(), g[~left].sum(), h[~left].sum()
            if min(sums[1], sums[3]) >= floor and split_gain(*sums, lam, 0.0) > best[0] + 1e-9:
                best = split_gain(*sums, lam, 0.0), j, cut, to_left
    return best


@searches
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("levels, missing", [(None, 0.0), (None, 0.2), (3, 0.0), (3, 0.3)])
def test_the_root_split_is_the_best_of_all(code, seed, levels, missing):
    X, g, h = noisy(seed, n=24, d=3, levels=levels, missing=missing)
    gain, feature, threshold, to_left = brute_force(X, g, h, 0.7, 1.5)
    tree, _ = grow(code(X), g, h, Squares(lam=0.7), Limits(min_child_weight=1.5, max_depth=1))
    assert (tree.feature[0], tree.threshold[0]) == (feature, pytest.approx(threshold))
    assert tree.gain[0] == pytest.approx(gain)
    assert not np.isnan(X[:, feature]).any() or tree.missing_left[0] == to_left


@searches
def test_gains_are_what_the_objective_loses(code):
    X, g, h = noisy(10, missing=0.1)
    tree, leaf = grow(code(X), g, h, Squares(lam=0.7, gamma=0.3), Limits(max_depth=5))
    w = tree.value[leaf]
    total = np.sum(g * w + h * w * w / 2) + 0.7 / 2 * np.sum(tree.value[tree.feature < 0] ** 2)
    root = -leaf_score(g.sum(), h.sum(), 0.7) / 2
    assert root - tree.gain.sum() == pytest.approx(total + 0.3 * (tree.n_leaves - 1))


@pytest.mark.parametrize("lam", [0.0, 0.5])
def test_separation_orders_cuts_as_the_gain_does(lam):
    rng = np.random.default_rng(0)
    G_left, H_left, G, H = rng.normal(size=50), rng.random(50), 0.7, 1.3
    sums = G_left, H_left, G - G_left, H - H_left
    constant = lam * G * G / ((H + lam) * (H + 2 * lam))
    assert (separation(*sums, lam) - constant) / 2 == pytest.approx(split_gain(*sums, lam, 0))


def test_equal_gains_go_to_the_lowest_feature_then_the_lowest_threshold():
    x = np.array([1.0, 2.0, 3.0, 4.0])
    tree, _ = grow(presort(np.column_stack([0 * x, x, -x, x])), [1.0, -1, -1, 1], limits=STUMP)
    assert (tree.feature[0], tree.threshold[0]) == (1, 1.5)


# --- two roads and authorities -------------------------------------------------------------------


@pytest.mark.parametrize("missing", [0.0, 0.2])
@pytest.mark.parametrize("constant", [True, False])
def test_exact_and_histogram_search_grow_the_same_tree_when_bins_suffice(missing, constant):
    X, g, h = noisy(11, levels=30, missing=missing)
    h = None if constant else h
    exact, leaf = grow(presort(X), g, h, Squares(lam=1.0))
    binned, leaf_ = grow(bin_features(X, 30), g, h, Squares(lam=1.0))
    assert same_tree(exact, binned) and np.array_equal(leaf, leaf_)
    assert exact.n_leaves > 10


def test_codes_and_their_values_by_hand():
    data = presort(np.array([[3.0, 1], [1, 1], [3, np.nan]]))
    assert data.codes.tolist() == [[1, 0, 1], [0, 0, 2]]  # 2, the last, is missing
    np.testing.assert_array_equal(data.low, [[3, 1, 3], [1, 1, np.nan]])


def test_few_bins_hold_equal_counts_and_cut_between_values():
    x = np.random.default_rng(0).permutation(1000)[:, None].astype(float)
    data = bin_features(x, 8)
    assert np.bincount(data.codes[0]).tolist() == [125] * 8
    assert data.threshold(0, 3, 4) == 499.5


@pytest.mark.parametrize("depth", [1, 3, 6])
@pytest.mark.parametrize("floor", [1, 7])
def test_one_statistic_gives_scikit_learns_regression_tree(depth, floor):
    X, y = diabetes_data()
    tree, _ = grow(presort(X), -y, limits=Limits(max_depth=depth, min_samples_leaf=floor))
    theirs = DecisionTreeRegressor(max_depth=depth, min_samples_leaf=floor, random_state=0)
    theirs = theirs.fit(X, y)
    assert tree.n_leaves == theirs.get_n_leaves()
    assert tree.predict(X) == pytest.approx(theirs.predict(X), rel=1e-12)


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_one_hot_statistics_give_scikit_learns_gini_tree(depth):
    X, y = iris_data()
    tree, leaf = grow(presort(X), -np.eye(3)[y], limits=Limits(max_depth=depth))
    theirs = DecisionTreeClassifier(max_depth=depth, random_state=0).fit(X, y)
    assert tree.predict(X) == pytest.approx(theirs.predict_proba(X), abs=1e-15)
    p = theirs.tree_
    drop = p.n_node_samples[0] * p.impurity[0] - sum(
        p.n_node_samples[k] * p.impurity[k] for k in np.unique(theirs.apply(X))
    )
    assert 2 * tree.gain.sum() == pytest.approx(drop)


def test_signs_give_the_gini_tree_of_two_classes():
    X, y = cancer_data()
    signs, leaf = grow(presort(X), 1.0 - 2 * y, limits=Limits(max_depth=3))
    onehot, leaf_ = grow(presort(X), -np.eye(2)[y], limits=Limits(max_depth=3))
    assert np.array_equal(leaf, leaf_) and onehot.gain == pytest.approx(signs.gain / 2)


def test_sample_weights_give_scikit_learns_weighted_stump():
    X, y = cancer_data()
    w = np.random.default_rng(0).random(len(y))
    tree, _ = grow(presort(X), -np.eye(2)[y] * w[:, None], w, limits=STUMP)
    theirs = DecisionTreeClassifier(max_depth=1).fit(X, y, sample_weight=w)
    assert tree.predict(X) == pytest.approx(theirs.predict_proba(X))


def diabetes_data():
    return single(diabetes())


def iris_data():
    return single(iris())


def cancer_data():
    return single(breast_cancer())


def single(table):
    """X rounded to float32, which is what scikit-learn's trees compare, and y."""
    return np.asarray(table.X, dtype=np.float32).astype(float), table.y


# --- edges ---------------------------------------------------------------------------------------


@searches
@pytest.mark.parametrize(
    "X, y",
    [
        ([[1.0]], [3.0]),
        ([[1.0], [1.0], [1.0]], [1.0, 2.0, 6.0]),
        ([[np.nan], [np.nan]], [1.0, 5.0]),
        ([[1.0], [2.0], [3.0]], [3.1, 3.1, 3.1]),
        ([[1.0], [2.0]], [0.0, 0.0]),
    ],
    ids=["one sample", "constant feature", "all missing", "constant y", "zero y"],
)
def test_nothing_to_gain_leaves_the_root(code, X, y):
    tree, leaf = grow(code(np.array(X)), -np.array(y))
    assert (tree.n_leaves, tree.depth) == (1, 0) and set(leaf) == {0}
    assert tree.predict(np.array(X)) == pytest.approx(np.mean(y))


@searches
@pytest.mark.parametrize("seed", range(12))
def test_no_gain_is_made_of_rounding(code, seed):
    X, _, h = noisy(seed, n=500)
    assert grow(code(X), -np.full(500, 0.1))[0].n_leaves == 1
    assert grow(code(X), -0.1 * h, h)[0].n_leaves == 1


@searches
def test_gamma_prunes_what_it_costs_more_than_it_gains(code):
    X, g, h = noisy(13)
    gains = grow(code(X), g, h, limits=STUMP)[0].gain[0]
    assert grow(code(X), g, h, Squares(gamma=gains * 0.999), STUMP)[0].n_leaves == 2
    assert grow(code(X), g, h, Squares(gamma=gains * 1.001), STUMP)[0].n_leaves == 1


@searches
def test_children_are_never_lighter_than_allowed(code):
    X, g, h = noisy(14, missing=0.2)
    tree, leaf = grow(code(X), g, h, limits=Limits(min_child_weight=9.0, min_samples_leaf=20))
    assert tree.cover.min() >= 9 and np.unique(leaf, return_counts=True)[1].min() >= 20
    assert tree.n_leaves > 3


@searches
def test_a_child_may_be_as_light_as_it_likes_unless_a_floor_is_given(code):
    tree, _ = grow(code(TOY_X), -TOY_Y * 0.1, np.full(6, 0.1), limits=STUMP)
    assert tree.threshold[0] == 3.5 and tree.cover[1:] == pytest.approx([0.3, 0.3])


@searches
def test_without_h_a_sample_weighs_1(code):
    X, g, _ = noisy(14)
    a, _ = grow(code(X), g, limits=Limits(min_child_weight=20.0))
    b, _ = grow(code(X), g, limits=Limits(min_samples_leaf=20))
    assert same_tree(a, b) and a.n_leaves > 3


@searches
def test_a_child_without_curvature_is_never_made(code):
    X, g, h = noisy(15, n=40)
    h[:30] = 0.0
    tree, leaf = grow(code(X), g, h, Squares(lam=0.0))
    assert tree.cover.min() > 0 and np.isfinite(tree.value).all()
    assert grow(code(X), g, 0 * h)[0].value.tolist() == [0.0]


def test_neighbouring_floats_are_parted():
    low = np.nextafter(1.0, 2.0)  # odd in its last bit: the midpoint rounds up
    high = np.nextafter(low, 2.0)
    tree, _ = grow(presort(np.array([[low], [high]])), [0.0, 1.0])
    assert tree.threshold[0] == low and tree.predict(np.array([[low], [high]])).tolist() == [0, -1]


@searches
def test_unseen_missing_values_follow_the_heavier_child(code):
    X = np.arange(5.0)[:, None]
    few_left, _ = grow(code(X), [5.0, 0, 0, 0, 0], limits=STUMP)
    few_right, _ = grow(code(X), [0.0, 0, 0, 0, 5], limits=STUMP)
    assert (few_left.missing_left[0], few_right.missing_left[0]) == (False, True)


def test_each_node_tries_the_features_that_were_drawn():
    X, g, _ = noisy(16, n=400, d=6)
    roots = [
        grow(
            presort(X), g, limits=STUMP, sample=Sample(max_features=2, rng=np.random.default_rng(s))
        )[0].feature[0]
        for s in range(40)
    ]
    assert len(set(roots)) > 3 and grow(presort(X), g, limits=STUMP)[0].feature[0] in roots


def test_a_node_may_draw_a_feature_that_gains_nothing():
    X = np.column_stack([np.arange(6.0), np.zeros(6)])
    sizes = {
        grow(
            presort(X),
            X[:, 0],
            limits=STUMP,
            sample=Sample(max_features=1, rng=np.random.default_rng(s)),
        )[0].depth
        for s in range(20)
    }
    assert sizes == {0, 1}


@pytest.mark.parametrize("A", [[1e-250, -2e-250], [0.0, 0.0], [1e300, 3.0], [0.1, 0.2, 0.7]])
def test_the_grid_keeps_what_counts(A):
    on_grid, unit = to_grid(np.array(A))
    assert on_grid * unit == pytest.approx(A, abs=np.abs(A).sum() * 2.0**-51)
    assert np.abs(on_grid).sum() <= 2**53


# --- trees of classes, and several trees at once -------------------------------------------------


def identical(a, b):
    fields = "feature", "threshold", "left", "missing_left", "value", "gain", "cover"
    return all(np.array_equal(getattr(a, name), getattr(b, name)) for name in fields)


@pytest.mark.parametrize("seed", range(12))
def test_drawing_all_features_is_not_drawing(seed):
    rng = np.random.default_rng(seed)
    X = rng.integers(0, 6, size=(40, 4)).astype(float)
    X[rng.random(X.shape) < 0.15 * (seed % 2)] = np.nan
    w = None if seed % 3 else rng.integers(1, 4, size=40).astype(float)
    g = rng.normal(size=40) * (1 if w is None else w)
    kept = {"until_pure": seed % 4 > 1, "min_samples_leaf": 1 + seed % 3}
    drawn, _ = grow(presort(X), g, w, limits=Limits(**kept), sample=Sample(max_features=4, rng=rng))
    assert identical(drawn, grow(presort(X), g, w, limits=Limits(**kept))[0])


def test_drawn_features_that_mirror_each_other_tie_however_many_there_are():
    rng = np.random.default_rng(0)
    x = rng.normal(size=(300, 1))
    X = np.hstack([x, -x] * 30)  # running sums over so many runs pass 2^53
    g, h = rng.random(300) + 1, rng.random(300) + 1
    drawn, _ = grow(presort(X), g, h, sample=Sample(max_features=60, rng=rng))
    assert identical(drawn, grow(presort(X), g, h)[0])
    assert set(drawn.feature) == {-1, 0}


@searches
@pytest.mark.parametrize("missing", [0.0, 0.2])
def test_a_tree_does_not_depend_on_how_many_cells_are_looked_at_at_once(monkeypatch, code, missing):
    X, g, h = noisy(31, n=120, d=6, levels=30, missing=missing)
    grown = []
    for cells in (1, 150, 2**15):
        for module in (search, sorted_search, drawn_search, binned_search):
            monkeypatch.setattr(module, "CELLS_AT_ONCE", cells)
        for drawn in (None, 3):
            rng = np.random.default_rng(5)
            grown.append(grow(code(X), g, h, sample=Sample(max_features=drawn, rng=rng))[0])
    assert all(identical(tree, again) for tree, again in zip(grown[:-2], grown[2:], strict=True))


@pytest.mark.parametrize("cells", [16, 512, 2**15])  # nodes in parts, parts of nodes, all at once
@pytest.mark.parametrize("levels, missing", [(None, 0.0), (4, 0.0), (None, 0.2), (4, 0.2)])
def test_nodes_sort_their_samples_by_the_features_that_they_drew(
    monkeypatch, cells, levels, missing
):
    monkeypatch.setattr(drawn_search, "CELLS_AT_ONCE", cells)
    X, g, _ = noisy(8, n=150, d=5, levels=levels, missing=missing)
    rng = np.random.default_rng(2)
    roots = rng.choice([0, 0, 0, 1, 2, 2], 150)
    statistics = Squares().statistics(g[:, None], None, Limits())
    found = DrawnSearch(presort(X), statistics, Squares(), Sample(roots=roots, max_features=3))
    found.offered = np.sort(rng.permuted(np.tile(np.arange(5), (3, 1)), axis=1)[:, :3]).T
    found.sort()
    for feature, order, ranks in zip(
        found.offered, found.order, [None] * 3 if found.ranks is None else found.ranks, strict=True
    ):
        codes = found.codes[np.repeat(feature, found.size), found.rows]
        np.testing.assert_array_equal(order, np.lexsort([codes, found.slot]))
        assert ranks is None or np.array_equal(ranks, codes[order])
    assert (found.ranks is None) == (levels is None and missing == 0)


def weighed(kind, n, seed):
    """g and h: whole numbers, of which sums tie, or any."""
    rng = np.random.default_rng(seed)
    return {
        "signs": (rng.choice([-1.0, 1.0], n), None),
        "plain": (rng.normal(size=n), None),
        "whole": (rng.integers(-2, 3, n) * 1.0, rng.integers(1, 4, n) * 1.0),
        "any": (rng.normal(size=n), rng.random(n)),
    }[kind]


weights = pytest.mark.parametrize("kind", ["signs", "plain", "whole", "any"])
lams = pytest.mark.parametrize("lam", [0.0, 0.7, 40.0])


@weights
@lams
@pytest.mark.parametrize("n", [640, 645])  # whole chunks, and a rest
def test_no_score_in_a_chunk_exceeds_its_bound_and_most_are_far_below_the_best(kind, lam, n):
    X = np.random.default_rng(n).normal(size=(n, 6))
    g, h = weighed(kind, n, seed=1)
    g[X[:, 2] > 0.3] += 1
    criterion, roots = Squares(lam), (np.arange(n) < 400).astype(int)
    statistics = criterion.statistics(g[:, None], h, Limits())
    found = SortedSearch(presort(X), statistics, criterion, Sample(roots=roots))
    before = found.total.astype(np.int64).cumsum(axis=1) - found.total.astype(np.int64)
    runs = found.runs(0, found.size, found.total, before)
    scores, _ = found.block_scores(slice(0, 6), runs, [], np.zeros((len(before), 6), np.int64))
    so_far = np.zeros((len(before), 6), np.int64)
    chunks = Chunks(found, found.order, found.as_floats(), found.criterion.lam, runs, so_far)
    bound = chunks.bound()
    behind = np.stack([scores[:, head : head + CHUNK].max(axis=1) for head in chunks.head], axis=1)
    assert (bound >= behind).all()
    best = np.maximum.reduceat(scores.max(axis=0), [0, found.size[0]])
    assert np.mean(bound >= best[chunks.node[chunks.head]]) < 0.4


def test_the_most_that_sides_are_apart_is_met_at_a_corner():
    rng = np.random.default_rng(0)
    for G_left, width, p, step, G in rng.normal(size=(100, 5)):
        width, step, T = abs(width), abs(step), 3.0
        corners = product((G_left - width / 2, G_left + width / 2), (p - step / 2, p + step / 2))
        apart = max(abs(left * (T - low) - (G - left) * low) for left, low in corners)
        assert most_apart(G_left, width, p, step, G, T) == pytest.approx(apart)


@weights
@lams
@pytest.mark.parametrize("floor", [1, 30])
@pytest.mark.parametrize("cells", [512, 2**15])  # 512: several nodes, and parts of nodes
def test_bounds_leave_the_tree_as_it_is(monkeypatch, kind, lam, floor, cells):
    X = np.random.default_rng(3).normal(size=(1500, 4))
    X[:, 3] = -X[:, 1]  # equal scores in two features
    g, h = weighed(kind, 1500, seed=2)
    data, limits = presort(X), Limits(max_depth=6, min_samples_leaf=floor, min_child_weight=2)
    monkeypatch.setattr(search, "CELLS_AT_ONCE", cells)
    trees = []
    for long in (CHUNK, 10**9):
        monkeypatch.setattr(sorted_search, "LONG", long)
        trees.append(grow(data, g, h, Squares(lam), limits))
    (tree, leaf), (other, other_leaf) = trees
    assert np.array_equal(leaf, other_leaf) and np.array_equal(tree.gain, other.gain)
    assert same_tree(tree, other) and (tree.feature >= 0).sum() > 5


@pytest.mark.parametrize("bins", [8, 60])  # in 4000 samples of 5 nodes, with and without pairs
@pytest.mark.parametrize("missing", [0.0, 0.2])
@pytest.mark.parametrize("constant", [True, False])
@pytest.mark.parametrize("cells", [700, 2**15])  # 700: several nodes, and parts of nodes
def test_histograms_are_sums_over_the_samples_of_a_bin(monkeypatch, bins, missing, constant, cells):
    monkeypatch.setattr(binned_search, "CELLS_AT_ONCE", cells)
    X, _, h = noisy(32, n=4000, missing=missing)
    g = np.random.default_rng(1).integers(-9, 10, 4000) * 1.0  # of few bits: packing rounds none
    roots, h = np.arange(4000) % 5, None if constant else h
    statistics = Squares().statistics(g[:, None], h, Limits())
    data = bin_features(X, bins)
    found = BinnedSearch(data, statistics, Squares(), Sample(np.arange(4000), roots=roots)).hist
    weights = [g, np.ones(4000) if constant else statistics.columns[1]]
    for hist, w in zip(found, weights, strict=True):
        for j, node in np.ndindex(hist.shape[:2]):
            at = roots == node
            sums = np.bincount(data.codes[j, at], w[at], hist.shape[2])
            np.testing.assert_array_equal(hist[j, node], sums)


def test_few_bytes_hold_what_they_are_said_to_hold():
    for most, size in ((127, 1), (128, 2), (2**15 - 1, 2), (2**15, 4), (2**31, 8)):
        for A in (np.array([0, most]), np.array([-most, 0])):
            assert (narrowed(A) == A).all() and narrowed(A).itemsize == size


def test_trees_that_grow_together_are_those_that_grow_alone():
    rng = np.random.default_rng(0)
    X, g = rng.normal(size=(30, 3)), rng.normal(size=30)
    w = rng.integers(0, 3, size=(2, 30))
    both, _ = grow(
        copies(presort(X), 2),
        np.repeat(g, 2) * w.T.ravel(),
        w.T.ravel().astype(float),
        sample=Sample(rows=np.flatnonzero(w.T), roots=np.flatnonzero(w.T) % 2),
    )
    said = both.value[both.apply(X, range(2))].reshape(2, 30)
    for b in (0, 1):
        alone, _ = grow(
            presort(X), g * w[b], w[b].astype(float), sample=Sample(rows=np.flatnonzero(w[b]))
        )
        np.testing.assert_array_equal(said[b], alone.predict(X))


@pytest.mark.parametrize("criterion", [Squares(), Entropy()], ids=["squares", "entropy"])
@pytest.mark.parametrize("weight", ["none", "whole", "any"])
def test_class_trees_are_those_of_scikit_learn(criterion, weight):
    rng = np.random.default_rng(8)  # data on which no two cuts of a node gain the same
    X = rng.normal(size=(600, 6))
    y = np.digitize(X[:, 0] * X[:, 1] + X[:, 2], [-1, 0, 1])
    w = {"none": None, "whole": rng.integers(1, 4, 600) + 0.0, "any": rng.exponential(size=600)}
    w = w[weight]
    g = -np.eye(4)[y] * (1 if w is None else w[:, None])
    kept = {"min_samples_leaf": 20}
    tree, _ = grow(presort(X), g, w, criterion, Limits(until_pure=True, **kept))
    name = "entropy" if isinstance(criterion, Entropy) else "gini"
    authority = DecisionTreeClassifier(criterion=name, random_state=0, **kept)
    shares = authority.fit(X, y, sample_weight=w).predict_proba(X)
    np.testing.assert_allclose(tree.predict(X), shares, atol=1e-12)  # sums of 600 weights


@pytest.mark.parametrize("criterion", [Squares(), Entropy()], ids=["squares", "entropy"])
def test_a_tree_until_pure_learns_what_no_feature_tells_alone(criterion):
    X = np.array([[0.0, 0], [0, 1], [1, 0], [1, 1]] * 3)
    y = np.array([0, 1, 1, 0] * 3)
    tree, _ = grow(presort(X), -np.eye(2)[y], criterion=criterion, limits=Limits(until_pure=True))
    np.testing.assert_array_equal(tree.predict(X).argmax(axis=1), y)
    assert grow(presort(X), -np.eye(2)[y], criterion=criterion)[0].n_leaves == 1


def test_identical_samples_of_different_classes_share_a_leaf():
    tree, _ = grow(
        presort(np.ones((4, 2))), -np.eye(2)[[0, 1, 1, 1]], limits=Limits(until_pure=True)
    )
    np.testing.assert_array_equal(tree.value, [[0.25, 0.75]])


def test_entropy_gains_are_those_of_the_formula():
    X, y = np.arange(6.0)[:, None], np.array([0, 0, 1, 1, 1, 0])
    tree, _ = grow(presort(X), -np.eye(2)[y], criterion=Entropy(), limits=STUMP)
    counts = np.array([[2, 0], [1, 3]])
    assert tree.gain[0] == pytest.approx(6 * information.gain(counts))


# --- best-first growth ---------------------------------------------------------------------------


def one_by_one(X, g, most):
    """The leaves (n,), as groups, after each best split of all leaves is made in its turn."""
    group, splits = np.zeros(len(g), dtype=int), []
    for k in range(1, most):
        stumps = [
            grow(presort(X), g, limits=STUMP, sample=Sample(rows=np.flatnonzero(group == a)))
            for a in range(k)
        ]
        gains = [stump.gain[0] for stump, _ in stumps]
        if max(gains) <= 0:
            break
        best = int(np.argmax(gains))
        group[stumps[best][1] == 2] = k
        splits.append(max(gains))
    return group, splits


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("most", [1, 2, 5, 12])
def test_best_first_growth_makes_the_best_split_in_its_turn(seed, most):
    X, g, _ = noisy(seed, n=60, d=2)
    tree, leaf = grow(presort(X), g, limits=Limits(max_leaves=most))
    group, gains = one_by_one(X, g, most)
    assert tree.n_leaves == most and np.array_equal(tree.apply(X), leaf)
    assert len(set(zip(leaf, group, strict=True))) == len(set(leaf)) == len(set(group))
    assert sorted(tree.gain[tree.gain > 0]) == pytest.approx(sorted(gains))


@pytest.mark.parametrize("most", [2, 4, 9, 30])
def test_best_first_growth_gives_scikit_learns_tree(most):
    X, y = diabetes_data()
    tree, _ = grow(presort(X), -y, limits=Limits(max_leaves=most, min_samples_leaf=5))
    theirs = DecisionTreeRegressor(max_leaf_nodes=most, min_samples_leaf=5, random_state=0)
    theirs = theirs.fit(X, y)
    assert tree.n_leaves == theirs.get_n_leaves() and tree.depth == theirs.get_depth()
    assert tree.predict(X) == pytest.approx(theirs.predict(X), rel=1e-12)


@searches
def test_leaves_beyond_those_that_pay_are_not_made(code):
    X, g, h = noisy(3, n=100, d=3)
    free, leaf = grow(code(X), g, h, Squares(lam=1.0, gamma=0.5))
    same, leaf_ = grow(code(X), g, h, Squares(lam=1.0, gamma=0.5), Limits(max_leaves=free.n_leaves))
    assert same_tree(free, same) and np.array_equal(leaf, leaf_)


def test_a_depth_and_a_number_of_leaves_both_hold():
    X, g, _ = noisy(0)
    tree, leaf = grow(
        presort(X),
        g,
        limits=Limits(max_depth=3, max_leaves=6),
        sample=Sample(rows=np.arange(0, 200, 2)),
    )
    assert tree.depth == 3 and tree.n_leaves == 6
    assert (leaf[1::2] == -1).all() and np.array_equal(tree.apply(X)[::2], leaf[::2])


@searches
def test_below_the_last_split_nothing_is_looked_for(monkeypatch, code):
    found, best = [], search.Search.best

    def watched(search, choose=None):
        found.append(search.n_open)
        return best(search, choose)

    monkeypatch.setattr(search.Search, "best", watched)
    x = np.arange(8.0)[:, None]
    tree, _ = grow(code(x), np.array([0, 0, 0, 0, 9, 9, 9, 1.0]), limits=Limits(max_leaves=3))
    assert found == [1, 2] and tree.n_leaves == 3 and tree.threshold[0] == 3.5


@searches
def test_each_root_has_its_own_leaves(code):
    X, g, _ = noisy(1, n=80, d=3)
    targets = [g, np.abs(g), g**2]
    together, _ = grow(
        copies(code(X), 3),
        np.array(targets).T.ravel(),
        limits=Limits(max_leaves=5),
        sample=Sample(rows=np.arange(240), roots=np.arange(240) % 3),
    )
    said = together.value[together.apply(X, range(3))].reshape(3, 80)
    alone = [grow(code(X), t, limits=Limits(max_leaves=5))[0].predict(X) for t in targets]
    assert said == pytest.approx(np.array(alone)) and together.n_leaves == 15


@pytest.mark.parametrize("missing", [0.0, 0.2])
def test_trees_side_by_side_say_what_each_says_alone(missing):
    X, g, _ = noisy(2, missing=missing)
    trees = [grow(presort(X), g * 2.0**k, limits=Limits(max_depth=k))[0] for k in (3, 0, 12, 1)]
    forest, start = side_by_side(trees)
    assert start.tolist() == np.cumsum([0, *(len(tree.left) for tree in trees[:-1])]).tolist()
    leaves = forest.apply(X, start).reshape(4, -1)
    for tree, first, leaf in zip(trees, start, leaves, strict=True):
        assert np.array_equal(tree.apply(X), leaf - first)
        assert np.array_equal(tree.predict(X), forest.value[leaf])


def test_rows_reach_the_leaves_that_questions_one_by_one_lead_to():
    X, g, _ = noisy(3, missing=0.1)
    X[:4] = X[0]  # so that most rows of X[:5] arrive together
    tree, leaf = grow(presort(X), g)
    assert tree.depth > 8 and np.array_equal(tree.apply(X), leaf)
    for rows in (X[:1], X[:5], X[:0]):
        assert np.array_equal(tree.apply(rows), leaf[: len(rows)])


# --- many classes --------------------------------------------------------------------------------


def many_classes(seed):
    """A table with ties in every other draw, and 33 to 60 classes."""
    rng = np.random.default_rng(seed)
    C = int(rng.integers(33, 60))
    n, d = C + int(rng.integers(0, 120)), int(rng.integers(1, 4))
    X = rng.integers(0, [6, 1000][seed % 2], size=(n, d)).astype(float)
    return X, rng.permutation(np.append(np.arange(C), rng.integers(0, C, n - C)))


def grown(model, X, y):
    model.fit(X, y)
    return [model.tree_] if hasattr(model, "tree_") else model.groves_


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(
    "model",
    [
        *(
            OurTree(criterion, **limits)
            for criterion in ("gini", "entropy")
            for limits in ({}, {"min_samples_leaf": 3}, {"max_depth": 3}, {"min_decrease": 1e-3})
        ),
        RandomForestClassifier(5, max_features=1),
        RandomForestClassifier(5, max_features=1, min_samples_leaf=2),
    ],
    ids=repr,
)
def test_sums_of_one_class_at_a_time_make_the_same_cuts_bit_by_bit(monkeypatch, seed, model):
    X, y = many_classes(seed)
    kinds = []
    one = class_search.ClassSearch.drops
    monkeypatch.setattr(
        class_search.ClassSearch, "drops", lambda s, *a: kinds.append(type(s)) or one(s, *a)
    )
    fast = grown(model, X, y)
    assert kinds
    monkeypatch.setattr(class_search, "MANY", 10**9)
    for a, b in zip(fast, grown(model, X, y), strict=True):
        for name in ("feature", "threshold", "left", "missing_left", "value", "gain", "cover"):
            assert np.array_equal(getattr(a, name), getattr(b, name))


@pytest.mark.parametrize("criterion", ["gini", "entropy"])
@pytest.mark.parametrize("d", [1, 4])
def test_as_many_classes_as_samples_take_no_cubic_time(criterion, d):
    X = np.random.default_rng(0).normal(size=(1000, d))
    before = time.process_time()
    model = OurTree(criterion).fit(X, np.arange(1000))
    assert (
        time.process_time() - before < 8
    )  # 0.1 to 0.6 s; a pass for each class takes 20 s and more
    assert model.tree_.n_leaves == 1000 and model.score(X, np.arange(1000)) == 1
