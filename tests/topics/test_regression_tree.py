"""Regression trees: splits, growing, cost-complexity pruning."""

from fractions import Fraction

import numpy as np
import pytest
from sklearn.tree import DecisionTreeRegressor as Authority

from mlbook.data import diabetes, friedman
from mlbook.regression_tree import (
    DecisionTreeRegressor,
    best_split,
    decrease,
    decreases,
    squared_error,
)
from mlbook.trees.criteria import separation
from mlbook.trees.leaves import split_gain
from mlbook.trees.pruning import critical_penalties, cut_back, prune

HAND = np.array([Fraction(v) for v in (0, 1, 10, 11)])
COLUMN = np.arange(1.0, 5.0)[:, None]
rng = np.random.default_rng(0)
TABLES = {
    "diabetes": (diabetes().X, diabetes().y),
    "friedman": friedman(300, seed=1),
    "ties": (rng.integers(0, 4, (80, 3)) * 1.0, rng.integers(0, 5, 80) * 1.0),
    "far mean": (rng.normal(size=(200, 4)), 1e6 + rng.normal(size=200)),
}
tables = pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)


def critical(model):
    """The different critical penalties of a fitted tree, and 0."""
    return distinct(np.append(model.alphas_[model.tree_.feature >= 0], 0))


def distinct(penalties):
    """Sorted, without those that differ from the one before by rounding only."""
    penalties = np.sort(penalties)
    return penalties[np.append(True, np.diff(penalties) > 1e-9 * penalties[-1])]


def weakest_links(tree):
    """The penalty of each split by the definition: cut where the mean gain below is least."""
    penalty, alive, alpha = np.zeros(len(tree.gain)), tree.feature >= 0, 0.0
    while alive.any():
        below = {t: subtree(tree, t, alive) for t in np.flatnonzero(alive)}
        link = min(below, key=lambda t: tree.gain[below[t]].mean())
        alpha = max(alpha, tree.gain[below[link]].mean())
        penalty[below[link]], alive[below[link]] = alpha, False
    return penalty


def subtree(tree, node, alive):
    if not alive[node]:
        return []
    ends = tree.left[node], tree.left[node] + 1
    return [node, *subtree(tree, ends[0], alive), *subtree(tree, ends[1], alive)]


def all_prunings(tree, node=0):
    """Every set of splits that can be kept at and below a node, as lists of nodes."""
    if tree.feature[node] < 0:
        return [[]]
    left, right = (all_prunings(tree, tree.left[node] + k) for k in (0, 1))
    return [[]] + [[node, *a, *b] for a in left for b in right]


# --- by hand -------------------------------------------------------------------------------------


def test_four_targets_have_the_errors_182_thirds_one_and_182_thirds():
    errors = [squared_error(HAND[:k]) + squared_error(HAND[k:]) for k in (1, 2, 3)]
    assert errors == [Fraction(182, 3), 1, Fraction(182, 3)] and squared_error(HAND) == 101


def test_the_best_split_by_hand_in_fractions():
    assert decrease(2, Fraction(1, 2), 2, Fraction(21, 2)) == 100
    assert decreases(HAND).tolist() == [Fraction(121, 3), 100, Fraction(121, 3)]
    assert best_split(COLUMN, HAND) == (0, 2.5, 100)


def test_the_first_term_alone_would_isolate_one_sample():
    left = [squared_error(HAND[:k]) for k in (1, 2, 3)]
    assert int(np.argmin(left)) == 0 and decreases(HAND).argmax() == 1


def test_one_feature_is_split_twice_where_that_pays():
    x, y = np.array([[1.0], [2], [3]]), np.array([0.0, 1, 0])
    one, two = (DecisionTreeRegressor(max_depth=k).fit(x, y) for k in (1, 2))
    assert squared_error(y - one.predict(x)) == pytest.approx(0.5)
    assert two.predict(x).tolist() == [0, 1, 0]
    assert two.tree_.feature.tolist() == [0, -1, 0, -1, -1]


def test_two_splits_of_which_the_lower_gains_more_have_one_price():
    """The first takes off 1/6, the second 1/2; each has a third, a ninth of the mean error."""
    model = DecisionTreeRegressor().fit(np.array([[1.0], [2], [3]]), np.array([0.0, 1, 0]))
    assert 2 * model.tree_.gain[[0, 2]] == pytest.approx([1 / 6, 1 / 2], rel=1e-15)
    assert model.alphas_[[0, 2]] == pytest.approx([1 / 9, 1 / 9], rel=1e-15)


def test_the_prices_of_four_targets():
    model = DecisionTreeRegressor().fit(COLUMN, HAND.astype(float))
    assert model.alphas_.tolist() == [25, 0.125, 0.125, 0, 0, 0, 0]


# --- laws ----------------------------------------------------------------------------------------


def test_the_mean_is_the_best_constant():
    y = np.random.default_rng(1).normal(size=20)
    for c in y.mean() + np.array([-1, -1e-3, 1e-3, 1]):
        assert ((y - c) ** 2).sum() > squared_error(y)


def test_the_decrease_is_the_difference_of_errors_by_three_roads():
    y = np.random.default_rng(2).normal(size=30)
    for k, found in enumerate(decreases(y), start=1):
        a, b = y[:k], y[k:]
        direct = squared_error(y) - squared_error(a) - squared_error(b)
        gain = split_gain(-a.sum(), k, -b.sum(), 30 - k, 0, 0)
        apart = separation(-a.sum(), k, -b.sum(), 30 - k, 0)
        roads = direct, decrease(k, a.mean(), 30 - k, b.mean()), 2 * gain, apart
        assert roads == pytest.approx([found] * 4, rel=1e-9)  # sums of 30 squares are subtracted


def test_a_leaf_predicts_the_mean_of_its_samples():
    X, y = TABLES["friedman"]
    model = DecisionTreeRegressor(max_depth=4).fit(X, y)
    leaf = model.tree_.apply(X)
    for k in np.unique(leaf):
        assert model.tree_.value[k] == pytest.approx(y[leaf == k].mean(), rel=1e-12)


def test_the_gains_add_up_to_what_the_tree_explains():
    X, y = TABLES["friedman"]
    model = DecisionTreeRegressor(max_depth=5).fit(X, y)
    left_over = ((y - model.predict(X)) ** 2).sum()
    assert 2 * model.tree_.gain.sum() == pytest.approx(squared_error(y) - left_over, rel=1e-10)


def test_predictions_stay_between_the_least_and_the_largest_target():
    X, y = TABLES["friedman"]
    far = DecisionTreeRegressor(min_samples_leaf=3).fit(X, y).predict(100 * X - 50)
    assert y.min() <= far.min() and far.max() <= y.max()


def test_an_increasing_function_of_a_feature_changes_no_prediction():
    X, y = TABLES["friedman"]
    plain = DecisionTreeRegressor(max_depth=6).fit(X, y)
    curved = DecisionTreeRegressor(max_depth=6).fit(np.exp(3 * X), y)
    assert np.array_equal(plain.predict(X), curved.predict(np.exp(3 * X)))


def test_shifting_and_stretching_the_targets_shifts_and_stretches_the_predictions():
    X, y = TABLES["friedman"]
    plain, other = (DecisionTreeRegressor(min_samples_leaf=4).fit(X, t) for t in (y, 7 - 2 * y))
    assert other.predict(X) == pytest.approx(7 - 2 * plain.predict(X), abs=1e-11)


def test_the_root_is_the_split_that_the_plain_search_finds():
    for X, y in TABLES.values():
        j, s, found = best_split(X, y - y.mean())  # a far mean would cost digits
        tree = DecisionTreeRegressor(max_depth=1).fit(X, y).tree_
        assert (tree.feature[0], tree.threshold[0]) == (j, s)
        assert 2 * tree.gain[0] == pytest.approx(found, rel=1e-10)


# --- pruning -------------------------------------------------------------------------------------


@tables
def test_pooling_from_below_gives_the_prices_of_the_weakest_links(table):
    tree = DecisionTreeRegressor(min_samples_leaf=3).fit(*table).tree_
    assert critical_penalties(tree) == pytest.approx(weakest_links(tree), rel=1e-10)


def test_no_pruned_tree_is_cheaper_at_any_price():
    X, y = TABLES["ties"]
    tree = DecisionTreeRegressor(max_depth=4, min_samples_leaf=5).fit(X, y).tree_
    for alpha in [0.1, 0.7, 2.0, 5.0, 20.0]:
        worth = [(alpha - tree.gain[kept]).sum() for kept in all_prunings(tree)]
        small = prune(tree, alpha)
        inner = small.feature >= 0
        assert (alpha - small.gain[inner]).sum() == pytest.approx(min(worth), rel=1e-12, abs=1e-12)


@tables
def test_a_split_is_never_worth_less_than_the_splits_below_it(table):
    model = DecisionTreeRegressor().fit(*table)
    inner = np.flatnonzero(model.tree_.feature >= 0)
    for side in (0, 1):
        assert (model.alphas_[inner] >= model.alphas_[model.tree_.left[inner] + side]).all()


def test_a_price_above_all_leaves_the_root_and_the_price_0_the_whole_tree():
    X, y = TABLES["friedman"]
    full = DecisionTreeRegressor().fit(X, y)
    assert DecisionTreeRegressor(alpha=1e9).fit(X, y).tree_.n_leaves == 1
    assert prune(full.tree_, -1.0).n_leaves == full.tree_.n_leaves


def test_pruned_trees_keep_the_prices_of_what_is_left():
    X, y = TABLES["friedman"]
    full = DecisionTreeRegressor().fit(X, y)
    alpha = np.median(full.alphas_[full.alphas_ > 0])
    some = DecisionTreeRegressor(alpha=alpha).fit(X, y)
    left = full.alphas_[full.alphas_ > alpha]
    assert np.sort(some.alphas_[some.alphas_ > 0]) == pytest.approx(np.sort(left), rel=1e-12)


def test_a_threshold_for_decreases_is_no_discount_on_prices():
    X, y = TABLES["friedman"]
    model = DecisionTreeRegressor(min_decrease=0.3).fit(X, y)
    theirs = Authority(min_impurity_decrease=0.3, random_state=0).fit(X, y)
    assert model.tree_.n_leaves == theirs.get_n_leaves()
    path = theirs.cost_complexity_pruning_path(X, y)
    assert critical(model) == pytest.approx(distinct(path.ccp_alphas), rel=1e-10)


def test_a_tree_cut_at_a_node_that_is_not_the_root_is_the_subtree():
    X, y = TABLES["friedman"]
    tree = DecisionTreeRegressor(max_depth=4).fit(X, y).tree_
    part = cut_back(tree, tree.feature >= 0, root=1)
    inside = X[:, tree.feature[0]] <= tree.threshold[0]
    assert np.array_equal(part.predict(X[inside]), tree.predict(X[inside]))


# --- the authority -------------------------------------------------------------------------------


@tables
def test_critical_penalties_are_those_of_scikit_learn(table):
    """Whose sums of squares lose ten penalties to a mean of 1e6: it is told the centred targets."""
    X, y = table
    model = DecisionTreeRegressor(min_samples_leaf=5).fit(X, y)
    other = Authority(min_samples_leaf=5, random_state=0)
    path = other.cost_complexity_pruning_path(X, y - np.round(y.mean()))
    ours, theirs = critical(model), distinct(path.ccp_alphas)
    assert ours == pytest.approx(theirs, abs=1e-10 * theirs[-1])


def same_nodes(tree, node, theirs, other):
    """Equal questions, sizes and means below a node; the thresholds are midpoints in both."""
    assert tree.cover[node] == theirs.n_node_samples[other]
    assert tree.value[node] == pytest.approx(theirs.value[other, 0, 0], rel=1e-10)
    if theirs.children_left[other] < 0:
        assert tree.feature[node] == -1
        return
    assert tree.feature[node] == theirs.feature[other]
    assert tree.threshold[node] == pytest.approx(theirs.threshold[other], rel=1e-12)
    same_nodes(tree, tree.left[node], theirs, theirs.children_left[other])
    same_nodes(tree, tree.left[node] + 1, theirs, theirs.children_right[other])


@pytest.mark.parametrize("alpha", [0, 0.5, 3.0])
def test_trees_are_those_of_scikit_learn_node_by_node(alpha):
    X, y = np.float64(np.float32(TABLES["friedman"][0])), TABLES["friedman"][1]  # theirs rounds X
    ours = DecisionTreeRegressor(min_samples_leaf=4, alpha=alpha).fit(X, y)
    theirs = Authority(min_samples_leaf=4, ccp_alpha=alpha, random_state=0).fit(X, y)
    same_nodes(ours.tree_, 0, theirs.tree_, 0)
    assert ours.predict(X) == pytest.approx(theirs.predict(X), rel=1e-10)


def test_a_missing_value_goes_where_scikit_learn_sends_it():
    X, y = TABLES["friedman"]
    X = np.where(np.random.default_rng(3).random(X.shape) < 0.2, np.nan, np.float32(X))
    ours = DecisionTreeRegressor(max_depth=3, min_samples_leaf=10).fit(X, y)
    theirs = Authority(max_depth=3, min_samples_leaf=10, random_state=0).fit(X, y)
    assert ours.predict(X) == pytest.approx(theirs.predict(X), rel=1e-10)


def test_a_far_mean_costs_no_split():
    X, y = TABLES["friedman"]
    y = np.round(y, 3)
    near, far = (DecisionTreeRegressor(max_depth=6).fit(X, y + c) for c in (0, 1e6))
    assert np.array_equal(near.tree_.feature, far.tree_.feature)
    assert far.predict(X) - 1e6 == pytest.approx(near.predict(X), abs=1e-8)


# --- edges ---------------------------------------------------------------------------------------


def test_constant_features_leave_the_mean():
    model = DecisionTreeRegressor().fit(np.ones((5, 2)), np.arange(5.0))
    assert model.tree_.n_leaves == 1 and (model.predict(np.zeros((2, 2))) == 2).all()
    assert best_split(np.ones((5, 2)), np.arange(5.0)) == (-1, np.inf, 0)


def test_identical_rows_share_their_mean():
    model = DecisionTreeRegressor().fit([[0.0], [0], [1]], [1.0, 2, 5])
    assert model.predict([[0.0], [1]]).tolist() == [1.5, 5]


def test_one_sample_is_a_leaf():
    model = DecisionTreeRegressor().fit([[3.0]], [7.0])
    assert model.tree_.n_leaves == 1 and model.predict([[0.0]]).tolist() == [7]
    assert model.alphas_.tolist() == [0]
    assert best_split(np.array([[3.0]]), np.array([7.0])) == (-1, np.inf, 0)


def test_constant_targets_are_one_leaf():
    model = DecisionTreeRegressor().fit(TABLES["friedman"][0], np.full(300, 0.1))
    assert model.tree_.n_leaves == 1 and (model.predict(np.zeros((1, 5))) == 0.1).all()


def test_a_column_without_values_is_never_asked():
    X, y = TABLES["friedman"]
    gone = np.column_stack([np.full(300, np.nan), X])
    ours, without = (DecisionTreeRegressor(max_depth=4).fit(A, y) for A in (gone, X))
    assert (ours.tree_.feature != 0).all()
    assert np.array_equal(ours.predict(gone), without.predict(X))


def test_a_missing_value_goes_where_it_takes_off_more():
    x, y = np.array([[1.0], [2], [3], [4], [np.nan]]), np.array([0.0, 1, 10, 11, 12])
    model = DecisionTreeRegressor(max_depth=1).fit(x, y)
    assert not model.tree_.missing_left[0]
    assert model.predict([[np.nan]]) == pytest.approx([11])


def test_two_features_that_gain_together_only_are_found_unless_a_gain_is_asked_for():
    X, y = np.array([[0.0, 0], [0, 1], [1, 0], [1, 1]]), np.array([0.0, 1, 1, 0])
    assert DecisionTreeRegressor().fit(X, y).predict(X).tolist() == y.tolist()
    assert DecisionTreeRegressor(min_decrease=1e-9).fit(X, y).tree_.n_leaves == 1


@pytest.mark.parametrize(
    ("parameter", "value", "message"),
    [
        ("max_depth", -1, "max_depth must be .* received -1"),
        ("max_depth", 1.5, "max_depth must be .* received 1.5"),
        ("min_samples_leaf", 0, "min_samples_leaf must be .* received 0"),
        ("min_decrease", -0.1, "min_decrease must be .* received -0.1"),
        ("alpha", float("nan"), "alpha must be .* received nan"),
    ],
)
def test_a_parameter_out_of_its_range_is_named(parameter, value, message):
    with pytest.raises(ValueError, match=message):
        DecisionTreeRegressor(**{parameter: value}).fit(COLUMN, HAND.astype(float))


@pytest.mark.parametrize(
    ("X", "y"),
    [(np.ones(3), np.ones(3)), (np.ones((3, 1)), np.ones(2)), (np.ones((2, 1)), [1.0, np.nan])],
)
def test_bad_tables_are_refused(X, y):
    with pytest.raises(ValueError):
        DecisionTreeRegressor().fit(X, y)


def test_a_price_of_0_cuts_nothing_not_even_what_gains_nothing():
    X, y = np.array([[0, 0], [0, 1], [1, 0], [1, 1]]), [0, 1, 1, 0]
    assert DecisionTreeRegressor(max_depth=1).fit(X, y).tree_.feature.tolist() == [0, -1, -1]
