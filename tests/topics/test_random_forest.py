"""Random forests: bootstrap, means, out of bag, importance."""

import json
import multiprocessing
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from sklearn import ensemble
from sklearn.inspection import permutation_importance

from mlbook import random_forest as rf
from mlbook.data import breast_cancer, friedman, wine
from mlbook.decision_tree import DecisionTreeClassifier
from mlbook.random_forest import RandomForestClassifier, RandomForestRegressor
from mlbook.regression_tree import DecisionTreeRegressor
from tests.project.determinism import parts
from tools.book import ROOT

X, y = friedman(100, seed=1)
X_TEST, Y_TEST = friedman(500, seed=2)
WINE = wine()
FOREST = RandomForestRegressor(30, max_features=2, random_state=3).fit(X, y)
CLASSES = RandomForestClassifier(20, random_state=3).fit(WINE.X, WINE.y)


def out_of_bag_by_hand(forest, X):
    """Sample by sample, tree by tree: the mean of what the trees say that did not draw it."""
    rows = []
    for i, x in enumerate(X):
        pairs = zip(forest.trees_, forest.counts_, strict=True)
        rows.append([tree.predict(x[None])[0] for tree, drawn in pairs if drawn[i] == 0])
    return np.array([np.mean(said, axis=0) for said in rows])


# --- formulas ------------------------------------------------------------------------------------


def test_the_share_drawn_is_the_mean_over_all_27_samples_of_three():
    shares = [Fraction(len(set(draws)), 3) for draws in product(range(3), repeat=3)]
    assert rf.share_drawn(Fraction(3)) == sum(shares) / 27 == Fraction(19, 27)


def test_the_share_drawn_falls_to_1_minus_1_over_e():
    assert [round(rf.share_drawn(n), 4) for n in (10, 100, 10**6)] == [0.6513, 0.634, 0.6321]


def test_a_bootstrap_sample_has_n_draws_and_the_expected_share():
    counts = [rf.bootstrap(50, np.random.default_rng(s)) for s in range(400)]
    assert {c.sum() for c in counts} == {50}
    found = np.mean(np.array(counts) > 0, axis=1)
    assert abs(found.mean() - rf.share_drawn(50)) < 4 * found.std() / 20  # 4 standard errors


@pytest.mark.parametrize("rho", [Fraction(-1, 4), Fraction(0), Fraction(1, 3), Fraction(1)])
def test_the_variance_of_a_mean_is_the_planted_one(rho):
    B, variance = 5, Fraction(7)
    covariance = [[variance * (1 if b == c else rho) for b in range(B)] for c in range(B)]
    assert rf.variance_of_mean(rho, variance, B) == sum(map(sum, covariance)) / B**2


def test_the_out_of_bag_sums_by_hand():
    said, counts = np.array([[1.0, 2], [3, 4], [5, 6]]), np.array([[0, 1], [2, 1], [0, 0]])
    total, number = rf.out_of_bag(said, counts)
    assert total.tolist() == [6, 6] and number.tolist() == [2, 1]


# --- the trees -----------------------------------------------------------------------------------


def test_with_all_features_a_tree_is_the_cart_tree_of_its_bootstrap_sample():
    forest = RandomForestRegressor(4, max_features=5).fit(X, y)
    for tree, drawn in zip(forest.trees_, forest.counts_, strict=True):
        cart = DecisionTreeRegressor().fit(X.repeat(drawn, axis=0), y.repeat(drawn))
        assert np.allclose(tree.predict(X_TEST), cart.predict(X_TEST), atol=1e-12)  # means


def test_with_all_features_a_class_tree_is_the_cart_tree_of_its_bootstrap_sample():
    forest = RandomForestClassifier(4, max_features=13, max_depth=2).fit(WINE.X, WINE.y)
    for tree, drawn in zip(forest.trees_, forest.counts_, strict=True):
        cart = DecisionTreeClassifier(max_depth=2)
        cart.fit(WINE.X.repeat(drawn, axis=0), WINE.y.repeat(drawn))
        assert np.array_equal(tree.predict(WINE.X), cart.predict_proba(WINE.X))


def test_a_full_tree_reproduces_its_own_bootstrap_sample():
    for tree, drawn in zip(FOREST.trees_, FOREST.counts_, strict=True):
        assert np.allclose(tree.predict(X)[drawn > 0], y[drawn > 0], atol=1e-12)  # means


def test_a_tree_learns_its_sample_although_no_feature_tells_alone():
    table, xor = np.array([[0.0, 0], [0, 1], [1, 0], [1, 1]]), np.array([0.0, 1, 1, 0])
    forest = RandomForestRegressor(100, max_features=2).fit(table, xor)
    assert (forest.counts_ == 1).all(axis=1).any()  # there every first cut gains nothing
    for tree, drawn in zip(forest.trees_, forest.counts_, strict=True):
        assert np.allclose(tree.predict(table)[drawn > 0], xor[drawn > 0], atol=1e-12)  # means


def test_a_tree_may_ask_for_its_parents_feature_again():
    forest = RandomForestRegressor(20).fit([[1.0], [2], [3]], [0.0, 1, 0])
    assert max(tree.depth for tree in forest.trees_) == 2


def test_how_many_trees_grow_at_once_changes_nothing(monkeypatch):
    together = RandomForestRegressor(7, max_features=5).fit(X, y)
    monkeypatch.setattr(rf, "MAX_SAMPLES_AT_ONCE", 200)
    apart = RandomForestRegressor(7, max_features=5).fit(X, y)
    assert len(together.groves_) == 1 and len(apart.groves_) == 4
    assert np.allclose(together.predict(X_TEST), apart.predict(X_TEST), rtol=1e-12)  # sums
    pair = together.oob_prediction_, apart.oob_prediction_
    assert np.allclose(*pair, rtol=1e-12, equal_nan=True)


def test_a_tree_that_no_node_may_deepen_is_a_mean():
    forest = RandomForestRegressor(9, max_depth=0).fit(X, y)
    means = [drawn @ y / 100 for drawn in forest.counts_]
    assert np.allclose(forest.predict(X), np.mean(means), rtol=1e-12)  # rounding of sums


def test_leaves_hold_the_least_number_of_distinct_samples():
    forest = RandomForestRegressor(10, min_samples_leaf=8).fit(X, y)
    for leaves, drawn in zip(forest.apply(X).T, forest.counts_, strict=True):
        assert np.unique(leaves[drawn > 0], return_counts=True)[1].min() >= 8


# --- processes -----------------------------------------------------------------------------------


@pytest.fixture
def groves(monkeypatch):
    """Four trees of 100 samples grow together."""
    monkeypatch.setattr(rf, "MAX_SAMPLES_AT_ONCE", 400)


def learned(forest, X, y):
    """Everything that a fit learned, to the bit: type, shape and bytes of each array, by its path."""
    forest.fit(X, y)
    state = {name: value for name, value in vars(forest).items() if name.endswith("_")}
    return {path: (a.dtype, a.shape, a.tobytes()) for path, a in parts(state, "")}


LABELS = np.array(["a", "b", "c"])[np.digitize(y, np.quantile(y, [0.3, 0.6]))]
HOLES = np.where(np.random.default_rng(0).random(X.shape) < 0.1, np.nan, X)


@pytest.mark.parametrize("kind, y", [(RandomForestRegressor, y), (RandomForestClassifier, LABELS)])
@pytest.mark.parametrize("m", [2, 5])
def test_processes_grow_the_forest_of_one_to_the_bit(kind, y, m, groves):
    one, two, three = (
        learned(kind(14, max_features=m, random_state=7, n_jobs=n_jobs), HOLES, y)
        for n_jobs in (1, 2, 3)
    )
    names = "groves_", "counts_", "oob_score_", "feature_importances_"
    assert all(any(name in path for path in one) for name in names)
    assert one == two == three


@pytest.mark.parametrize("start", multiprocessing.get_all_start_methods())
def test_however_processes_begin_the_forest_is_that_of_one(start, groves):
    usual, one = multiprocessing.get_start_method(), learned(RandomForestRegressor(8, 2), X, y)
    multiprocessing.set_start_method(start, force=True)
    try:
        assert learned(RandomForestRegressor(8, 2, n_jobs=2), X, y) == one
    finally:
        multiprocessing.set_start_method(usual, force=True)


@pytest.mark.parametrize("trees", [3, 8])  # one grove, two
def test_a_generator_advances_alike_in_one_process_and_in_two(trees, groves):
    one, two = np.random.default_rng(1), np.random.default_rng(1)
    first = [RandomForestRegressor(trees, 2, random_state=one).fit(X, y) for _ in range(2)]
    other = [RandomForestRegressor(trees, 2, random_state=two, n_jobs=2).fit(X, y) for _ in "ab"]
    said = [[forest.predict(X_TEST) for forest in forests] for forests in (first, other)]
    assert np.array_equal(*said) and one.bit_generator.state == two.bit_generator.state
    assert not np.array_equal(*said[0])


def test_groves_draw_features_each_from_a_stream_of_its_own(groves, monkeypatch):
    monkeypatch.setattr(rf, "bootstrap", lambda n, rng: np.ones(n, dtype=int))
    first, second = RandomForestRegressor(8, 2).fit(X, y).groves_
    assert not np.array_equal(first.feature[:4], second.feature[:4])


def test_processes_show_their_progress(groves, capfd):
    RandomForestRegressor(14, 2, verbose=True, n_jobs=2).fit(X, y)
    assert "4/4" in capfd.readouterr().err


# --- means and votes -----------------------------------------------------------------------------


def test_the_forest_is_the_mean_of_its_trees():
    means = np.mean([tree.predict(X_TEST) for tree in FOREST.trees_], axis=0)
    assert np.allclose(FOREST.predict(X_TEST), means, rtol=1e-12)  # order of summation
    shares = np.mean([tree.predict(WINE.X) for tree in CLASSES.trees_], axis=0)
    assert np.allclose(CLASSES.predict_proba(WINE.X), shares, rtol=1e-12)


def test_scikit_learns_forest_also_averages_the_fractions_of_the_leaves():
    forest = ensemble.RandomForestClassifier(20, max_depth=2, random_state=0).fit(WINE.X, WINE.y)
    mean = np.mean([tree.predict_proba(WINE.X) for tree in forest.estimators_], axis=0)
    assert np.allclose(forest.predict_proba(WINE.X), mean)


def test_scikit_learns_forests_offer_all_features_in_regression_and_compute_no_error_out_of_bag():
    theirs = ensemble.RandomForestRegressor(5, random_state=0).fit(X, y)
    assert theirs.estimators_[0].max_features_ == X.shape[1]
    classes = ensemble.RandomForestClassifier(5, random_state=0).fit(WINE.X, WINE.y)
    assert classes.estimators_[0].max_features_ == 3  # the root of 13
    assert not any(hasattr(each, "oob_score_") for each in (theirs, classes))
    decrease = np.mean([tree.feature_importances_ for tree in theirs.estimators_], axis=0)
    np.testing.assert_allclose(theirs.feature_importances_, decrease / decrease.sum())


def test_votes_of_pure_trees_are_their_mean_shares_and_of_shallow_ones_not():
    assert np.allclose(CLASSES.votes(WINE.X), CLASSES.predict_proba(WINE.X), atol=1e-12)
    shallow = RandomForestClassifier(20, max_depth=1).fit(WINE.X, WINE.y)
    votes = shallow.votes(WINE.X)
    assert np.allclose(votes.sum(axis=1), 1) and np.allclose(votes * 20 % 1, 0)
    assert abs(votes - shallow.predict_proba(WINE.X)).max() > 0.1


def test_a_forest_never_leaves_the_range_of_its_targets():
    far = FOREST.predict(X_TEST * 100 - 50)
    assert y.min() <= far.min() and far.max() <= y.max()


def test_proximity_counts_shared_leaves():
    P, leaves = FOREST.proximity(X), FOREST.apply(X)
    assert np.array_equal(P, P.T) and (np.diag(P) == 1).all()
    assert P[3, 8] == np.mean(leaves[3] == leaves[8])


# --- out of bag ----------------------------------------------------------------------------------


def test_out_of_bag_predictions_are_those_of_a_plain_loop():
    expected = out_of_bag_by_hand(FOREST, X)
    assert np.allclose(FOREST.oob_prediction_, expected, rtol=1e-12)
    score = 1 - np.sum((y - expected) ** 2) / np.sum((y - y.mean()) ** 2)
    assert np.isclose(FOREST.oob_score_, score, rtol=1e-10)


def test_out_of_bag_shares_are_those_of_a_plain_loop():
    expected = out_of_bag_by_hand(CLASSES, WINE.X)
    assert np.allclose(CLASSES.oob_decision_function_, expected, atol=1e-12)
    assert CLASSES.oob_score_ == np.mean(expected.argmax(axis=1) == WINE.y)


def test_the_error_of_single_trees_is_not_that_of_the_forest():
    said = np.array([tree.predict(X) for tree in FOREST.trees_])
    alone = np.mean((said - y)[FOREST.counts_ == 0] ** 2)
    together = np.mean((FOREST.oob_prediction_ - y) ** 2)
    assert alone > 1.5 * together  # 19.9 and 7.0 with 100 trees


def test_a_sample_that_every_tree_drew_has_no_out_of_bag_prediction():
    one = RandomForestRegressor(1).fit(X, y)
    assert np.array_equal(np.isnan(one.oob_prediction_), one.counts_[0] > 0)
    classes = RandomForestClassifier(1).fit(WINE.X, WINE.y)
    seen = np.isnan(classes.oob_decision_function_).all(axis=1)
    assert np.array_equal(seen, classes.counts_[0] > 0) and 0.5 < classes.oob_score_ < 1


# --- importance ----------------------------------------------------------------------------------


def test_impurity_importance_counts_the_gains_by_feature():
    shares = np.zeros(5)
    for tree in FOREST.trees_:
        gains = [tree.gain[tree.feature == j].sum() for j in range(5)]
        shares += np.array(gains) / sum(gains)
    assert np.allclose(FOREST.feature_importances_, shares / 30, rtol=1e-12)


def test_permuting_a_feature_that_no_tree_asks_for_costs_nothing():
    table = np.column_stack([X, np.ones(100)])
    forest = RandomForestRegressor(5).fit(table, y)
    assert forest.feature_importances_[5] == 0
    assert not rf.permutation_importance(forest, table, y)[5].any()
    assert not rf.out_of_bag_importance(forest, table, y)[5].any()


def test_held_out_importance_is_the_fall_of_the_score():
    found = rf.permutation_importance(FOREST, X_TEST, Y_TEST, repeats=1, random_state=4)
    moved = X_TEST.copy()
    moved[:, 0] = np.random.default_rng(4).permutation(moved[:, 0])
    fall = FOREST.score(X_TEST, Y_TEST) - FOREST.score(moved, Y_TEST)
    assert found.shape == (5, 1) and found[0, 0] == fall > 0.05


def test_out_of_bag_importance_is_each_trees_own():
    found = rf.out_of_bag_importance(FOREST, X, y, random_state=4)
    tree, out = FOREST.trees_[0], FOREST.counts_[0] == 0
    moved = X[out]
    moved[:, 0] = np.random.default_rng(4).permutation(moved[:, 0])
    worse = (tree.predict(moved) - y[out]) ** 2 - (tree.predict(X[out]) - y[out]) ** 2
    assert found.shape == (5, 30) and np.isclose(found[0, 0], worse.mean(), rtol=1e-10)


def test_noise_on_the_out_of_bag_samples_is_added_tree_by_tree():
    found = rf.out_of_bag_importance(FOREST, X, y, random_state=4, noise=0.3)
    tree, out = FOREST.trees_[0], FOREST.counts_[0] == 0
    moved = X[out]
    moved[:, 0] += np.random.default_rng(4).normal(scale=0.3, size=out.sum())
    worse = (tree.predict(moved) - y[out]) ** 2 - (tree.predict(X[out]) - y[out]) ** 2
    assert found.shape == (5, 30) and np.isclose(found[0, 0], worse.mean(), rtol=1e-10)


def test_noise_sees_the_unit_of_a_feature_and_a_permutation_does_not():
    other = X * [1, 1, 1, 1000, 1]  # the fourth in another unit
    forest = RandomForestRegressor(30, max_features=2, random_state=3).fit(other, y)
    for noise, same in [(None, True), (0.3, False)]:
        a = rf.out_of_bag_importance(FOREST, X, y, noise=noise).mean(axis=1)
        b = rf.out_of_bag_importance(forest, other, y, noise=noise).mean(axis=1)
        assert np.allclose(a, b, rtol=1e-10) == same
        assert same or b[3] < a[3] / 10


def test_out_of_bag_importance_of_classes_counts_wrong_ones():
    found = rf.out_of_bag_importance(CLASSES, WINE.X, WINE.y)
    sizes = (CLASSES.counts_ == 0).sum(axis=1)
    assert np.allclose(found * sizes, np.round(found * sizes)) and found.mean(axis=1).max() > 0.05


def test_a_copied_feature_shares_its_importance():
    forest = RandomForestRegressor(50, max_features=2).fit(np.column_stack([X, X[:, 3]]), y)
    before = rf.out_of_bag_importance(FOREST, X, y).mean(axis=1)[3]
    after = rf.out_of_bag_importance(forest, np.column_stack([X, X[:, 3]]), y).mean(axis=1)
    assert max(after[3], after[5]) < 0.8 * before


# --- an authority --------------------------------------------------------------------------------


def spread(kind, score, parameters):
    """Mean and squared standard error of a score over six seeds."""
    found = [score(kind(random_state=seed, **parameters)) for seed in range(6)]
    return np.mean(found), np.var(found, ddof=1) / 6


def agree(ours, theirs, score, **parameters):
    (a, u), (b, v) = (spread(kind, score, parameters) for kind in (ours, theirs))
    return abs(a - b) < 5 * np.sqrt(u + v)  # 5 standard errors


def test_what_the_chapter_asks_of_scikit_learn_is_there():
    forest = ensemble.RandomForestClassifier(200, oob_score=True, n_jobs=-1, random_state=0)
    forest.fit(WINE.X, WINE.y)
    labels = forest.oob_decision_function_.argmax(axis=1)
    assert forest.oob_score_ == np.mean(labels == WINE.y)
    found = permutation_importance(forest, WINE.X, WINE.y, n_repeats=2)
    assert found.importances.shape == (13, 2) and forest.feature_importances_.shape == (13,)


def test_the_test_error_is_that_of_scikit_learn_within_the_spread_of_seeds():
    def score(forest):
        return forest.fit(X, y).score(X_TEST, Y_TEST)

    theirs = ensemble.RandomForestRegressor
    assert agree(RandomForestRegressor, theirs, score, n_estimators=40, max_features=2)


def test_the_out_of_bag_score_is_that_of_scikit_learn_within_the_spread_of_seeds():
    cancer = breast_cancer()

    def theirs(**parameters):
        return ensemble.RandomForestClassifier(oob_score=True, **parameters)

    def score(forest):
        return forest.fit(cancer.X, cancer.y).oob_score_

    assert agree(RandomForestClassifier, theirs, score, n_estimators=60)


def test_importances_are_those_of_scikit_learn_within_the_spread_of_seeds():
    def score(forest):
        return forest.fit(WINE.X, WINE.y).feature_importances_[6]

    ours, theirs = RandomForestClassifier, ensemble.RandomForestClassifier
    assert agree(ours, theirs, score, n_estimators=40)


def test_features_drawn_at_each_node_find_what_features_drawn_for_a_tree_cannot():
    rng = np.random.default_rng(0)
    A, A_test = rng.normal(size=(300, 4)), rng.normal(size=(500, 4))
    xor, xor_test = ((a[:, 0] > 0) ^ (a[:, 1] > 0) for a in (A, A_test))
    node = RandomForestClassifier(60, max_features=1).fit(A, xor).score(A_test, xor_test)
    trees = [RandomForestClassifier(15).fit(A[:, [j]], xor) for j in range(4)]
    mean = sum(t.predict_proba(A_test[:, [j]]) for j, t in enumerate(trees))
    assert node > 0.9 and np.mean((mean[:, 1] > mean[:, 0]) == xor_test) < 0.6


# --- edges and errors ----------------------------------------------------------------------------


def test_one_class_one_sample_and_constant_features():
    one = RandomForestClassifier(3).fit(X, ["a"] * 100)
    assert (one.predict(X) == "a").all() and one.oob_score_ == 1
    assert not one.feature_importances_.any()
    single = RandomForestRegressor(3).fit([[1.0]], [5.0])
    assert single.predict([[7.0]]) == [5] and np.isnan(single.oob_score_)
    flat = RandomForestRegressor(3).fit(np.ones((100, 2)), y)
    assert np.ptp(flat.predict(X[:, :2])) == 0


def test_a_constant_target_is_told_exactly():
    forest = RandomForestRegressor(5).fit(X, np.full(100, 0.1))
    assert (forest.predict(X) == 0.1).all() and forest.oob_score_ == 1


def test_missing_values_are_used_and_told():
    holes = np.where(np.random.default_rng(0).random(X.shape) < 0.2, np.nan, X)
    forest = RandomForestRegressor(30).fit(holes, y)
    assert 0.2 < forest.oob_score_ < FOREST.oob_score_
    lost = np.column_stack([X, np.full(100, np.nan)])
    assert RandomForestRegressor(3).fit(lost, y).feature_importances_[5] == 0


def test_the_same_seed_gives_the_same_forest():
    again = RandomForestRegressor(30, max_features=2, random_state=3).fit(X, y)
    other = RandomForestRegressor(30, max_features=2, random_state=4).fit(X, y)
    assert np.array_equal(again.predict(X_TEST), FOREST.predict(X_TEST))
    assert not np.array_equal(other.predict(X_TEST), FOREST.predict(X_TEST))


def test_what_is_not_given_is_that_of_the_documentation():
    defaults = dict(n_estimators=100, max_features=None, max_depth=None)
    defaults |= dict(min_samples_leaf=1, random_state=0, verbose=False, n_jobs=1)
    assert RandomForestRegressor().get_params() == defaults
    assert RandomForestClassifier().get_params() == defaults
    assert rf.permutation_importance(FOREST, X, y).shape == (5, 5)
    table = np.column_stack([X, X[:, 0]])  # a third of 6 features, the root of 13
    usual, drawn = (RandomForestRegressor(3, m).fit(table, y).predict(table) for m in (None, 2))
    assert np.array_equal(usual, drawn)
    usual, drawn = (RandomForestClassifier(3, m).fit(WINE.X, WINE.y) for m in (None, 3))
    assert np.array_equal(usual.predict_proba(WINE.X), drawn.predict_proba(WINE.X))


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"n_estimators": 0}, "n_estimators must be an integer >= 1; received 0"),
        ({"max_features": 6}, "max_features must be at most 5; received 6"),
        ({"max_features": 0}, "max_features must be an integer >= 1; received 0"),
        ({"max_depth": -1}, "max_depth must be an integer >= 0; received -1"),
        ({"verbose": 1}, "verbose must be True or False; received 1"),
        ({"n_jobs": 0}, "n_jobs must be an integer >= 1; received 0"),
        ({"n_jobs": -1}, "n_jobs must be an integer >= 1; received -1"),
        ({"n_jobs": None}, "n_jobs must be an integer >= 1; received None"),
        ({"min_samples_leaf": 0.5}, "min_samples_leaf must be an integer >= 1; received 0.5"),
    ],
)
def test_a_parameter_out_of_range_is_named(parameters, message):
    with pytest.raises(ValueError, match=message):
        RandomForestRegressor(**parameters).fit(X, y)


def test_importance_out_of_bag_needs_the_samples_of_fit():
    with pytest.raises(ValueError, match="must be the 100 samples of fit; received 500 and 500"):
        rf.out_of_bag_importance(FOREST, X_TEST, Y_TEST)
    with pytest.raises(ValueError, match=r"noise must be a number in \(0, inf\); received 0"):
        rf.out_of_bag_importance(FOREST, X, y, noise=0)
    with pytest.raises(ValueError, match="repeats must be an integer >= 1; received 0"):
        rf.permutation_importance(FOREST, X, y, repeats=0)


def test_a_node_is_a_leaf_where_none_of_the_drawn_features_varies():
    rows, classes = np.zeros((40, 10)), np.arange(40) % 2
    rows[:, 0] = np.arange(40)
    ours = RandomForestClassifier(30, max_features=1, random_state=0).fit(rows, classes)
    theirs = ensemble.RandomForestClassifier(30, max_features=1, random_state=0).fit(rows, classes)
    assert ours.score(rows, classes) < 0.8 < 0.9 < theirs.score(rows, classes)  # it draws on


def test_five_axes_of_pca_are_worse_than_the_five_columns_that_they_turn():
    tables = json.loads((ROOT / "mlbook/data/seeds_random_forest.json").read_text("utf8"))[
        "selection"
    ]
    whole = [table for table in tables if table["columns 0"] == 5]
    assert len(whole) == 8 and all(table["axes 0"] > table["kept 0"] for table in whole)
