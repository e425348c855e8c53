"""Gradient boosting: descent in function space, and the estimators."""

import json
from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest
import sympy as sp
from scipy.optimize import minimize_scalar
from sklearn import ensemble
from sklearn.dummy import DummyRegressor
from sklearn.inspection import partial_dependence as their_dependence

from mlbook import data
from mlbook.gradient_boosting import (
    LOSSES,
    GradientBoostingClassifier,
    GradientBoostingRegressor,
    fitted_step,
    gradient_boost,
    line_search,
    partial_dependence,
)
from mlbook.losses import AbsoluteLoss, HuberLoss, LogisticLoss, SoftmaxLoss, SquaredLoss
from mlbook.newton_boosting import NewtonBoostingClassifier, NewtonBoostingRegressor
from mlbook.trees import boosting
from mlbook.trees.codes import presort
from mlbook.trees.grow import grow
from mlbook.trees.limits import Limits
from tests.releases import seen_in

methods = pytest.mark.parametrize("method", ["exact", "hist"])
losses = pytest.mark.parametrize("loss", ["squared", "absolute", "huber"])
class_counts = pytest.mark.parametrize("C", [2, 3, 4])


def regression(seed=0, n=300, missing=0.0):
    """Five features, the last of them noise; float32 values, as scikit-learn's trees see them."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 5)).astype(np.float32).astype(float)
    y = X[:, 0] + np.sin(2 * X[:, 1]) + X[:, 2] * X[:, 3] + 0.3 * rng.standard_t(2, size=n)
    X[rng.random(X.shape) < missing] = np.nan
    return X, y


def classification(C, seed=0, n=300, missing=0.0):
    X, y = regression(seed, n, missing)
    return X, np.digitize(y, np.quantile(y, np.arange(1, C) / C))


def weights(n, seed=3):
    return np.random.default_rng(seed).integers(0, 4, n).astype(float)


def only_leaves(tree):
    return tree.feature < 0


# --- by hand -------------------------------------------------------------------------------------

TOY_X = np.array([[1.0], [2.0], [3.0], [4.0], [5.0]])
TOY_Y = np.array([1.0, 2.0, 3.0, 11.0, 13.0])


def first_tree(**settings):
    model = GradientBoostingRegressor(1, max_depth=1, **settings).fit(TOY_X, TOY_Y)
    return model.start_, model.trees_[0][0]


def test_the_first_round_for_squared_loss():
    start, tree = first_tree()  # residuals -5 -4 -3 5 7
    assert start == 6 and tree.threshold[0] == 3.5
    assert tree.value[only_leaves(tree)].tolist() == [-4, 6]


def test_the_first_round_for_absolute_loss():
    start, tree = first_tree(loss="absolute")  # signs -1 -1 0 1 1 of residuals -2 -1 0 8 10
    assert start == 3 and tree.threshold[0] in (2.5, 3.5)  # both take off as much
    assert tree.threshold[0] == 2.5 and tree.value[only_leaves(tree)].tolist() == [-2, 8]


def test_the_first_round_for_huber_loss():
    start, tree = first_tree(loss="huber", alpha=0.6)  # delta 2: clipped -2 -1 0 2 2
    assert start == 3 and tree.threshold[0] == 3.5
    # left: median -1, mean of -1 0 1; right: median 8, mean of 0 2
    assert tree.value[only_leaves(tree)].tolist() == [-1, 9]


def test_the_first_round_for_two_classes():
    model = GradientBoostingClassifier(1, max_depth=1).fit(TOY_X, [0, 0, 0, 1, 0])
    tree = model.trees_[0][0]  # p = 1/5, residuals -1/5 and once 4/5, each p (1 - p) = 4/25
    assert model.start_ == pytest.approx(np.log(1 / 4)) and tree.threshold[0] == 3.5
    assert tree.value[only_leaves(tree)] == pytest.approx([-5 / 4, 15 / 8])


def test_the_first_round_for_three_classes():
    model = GradientBoostingClassifier(1, max_depth=1).fit(TOY_X[:4], ["a", "b", "c", "c"])
    assert model.start_ == pytest.approx(np.log([1 / 4, 1 / 4, 1 / 2]))
    third = model.trees_[0][2]  # p = 1/2: residuals -1/2 -1/2 1/2 1/2, each p (1 - p) = 1/4
    assert third.threshold[0] == 2.5
    assert third.value[only_leaves(third)] == pytest.approx([-4 / 3, 4 / 3])  # 2/3 of 2


def test_the_sum_of_leaf_values_decides_and_not_the_number_of_trees():
    model = GradientBoostingClassifier(3, learning_rate=1.0).fit(np.zeros((3, 1)), [0, 1, 2])
    said = np.array([[3.0, 0.8, 0.1], [0.2, 0.6, 0.3], [0.2, 0.3, 0.1]])  # trees in rows
    for (grove,), values in zip(model._rounds, said, strict=True):
        grove.value[:] = values  # roots that are leaves, one a class
    assert np.bincount(said.argmax(axis=1)).argmax() == 1  # two of three trees say class 1
    assert model.predict(np.zeros((1, 1))) == [0]  # 3.4 against 1.7 and 0.5


# --- descent in function space -------------------------------------------------------------------


def test_the_fitted_step_in_fractions_and_symbols():
    r, h = np.array([Fraction(3), Fraction(-1)]), np.array([Fraction(1), Fraction(2)])
    assert fitted_step(r, h) == Fraction(1, 5)
    r, h = np.array(sp.symbols("r:2 h:2")).reshape(2, 2)
    assert sp.simplify((r - fitted_step(r, h) * h) @ h) == 0


@pytest.mark.parametrize(
    "loss",
    [SquaredLoss(), AbsoluteLoss(), HuberLoss(0.8), LogisticLoss()],
    ids=lambda l: type(l).__name__,
)
@pytest.mark.parametrize("seed", range(4))
def test_the_line_search_finds_scipys_minimum(loss, seed):
    rng = np.random.default_rng(seed)
    F, h, w = rng.normal(size=(3, 9))
    y, w = (rng.integers(0, 2, 9) if isinstance(loss, LogisticLoss) else rng.normal(size=9)), abs(w)
    along = lambda rho: np.sum(w * loss.value(y, F + rho * h))
    rho = line_search(loss, y, F, h, w)
    best = minimize_scalar(along, bounds=(rho - 5, rho + 5), method="bounded")
    assert along(rho) <= best.fun + 1e-12
    assert all(along(rho + step) >= along(rho) - 1e-12 for step in rng.normal(size=20))


def test_the_line_search_for_several_classes():
    rng = np.random.default_rng(0)
    loss, F, h = SoftmaxLoss(), rng.normal(size=(9, 3)), rng.normal(size=(9, 3))
    y = np.eye(3)[rng.integers(0, 3, 9)]
    rho = line_search(loss, y, F, h)
    slope = np.sum(loss.gradient(y, F + rho * h) * h)
    assert rho != 0 and slope == pytest.approx(0, abs=1e-13)


def test_for_squared_loss_the_line_search_is_the_fitted_step():
    y, F, h = np.random.default_rng(1).normal(size=(3, 20))
    assert line_search(SquaredLoss(), y, F, h) == pytest.approx(fitted_step(y - F, h), rel=1e-14)


def test_the_line_search_in_a_leaf_is_its_value():
    y, F = np.random.default_rng(1).normal(size=(2, 9))
    for loss in SquaredLoss(), AbsoluteLoss():
        value = loss.leaf_value(loss.residual(y, F))
        assert line_search(loss, y, F, np.ones(9)) == pytest.approx(value, rel=1e-14)


def test_the_line_search_without_a_minimum_or_a_slope():
    zero = np.zeros(3)
    assert line_search(LogisticLoss(), zero + 1, zero, zero + 1) <= 2.0**60
    assert line_search(LogisticLoss(), zero + 1, zero, zero + 1) > 30  # falls for ever
    assert line_search(LogisticLoss(), zero + 1, zero, zero) == 0
    assert line_search(SquaredLoss(), zero, zero, zero + 1) == 0


def test_where_the_loss_falls_for_ever_the_line_search_ends_at_2_to_the_60():
    falls = SimpleNamespace(gradient=lambda y, F: -np.ones(3))
    assert line_search(falls, np.zeros(3), np.zeros(3), np.ones(3)) == 2.0**60


def stumps(X):
    """A learner for gradient_boost: the values of a stump."""
    codes = presort(X)

    def learner(r):
        tree, leaf = grow(codes, -r, limits=Limits(max_depth=1))
        return tree.value[leaf]

    return learner


def test_the_generic_algorithm_is_the_estimator_for_squared_loss():
    X, y = regression()
    path = gradient_boost(SquaredLoss(), y, stumps(X), 8, learning_rate=0.3)
    model = GradientBoostingRegressor(8, learning_rate=0.3, max_depth=1).fit(X, y)
    for F, G in zip(path[1:], model.staged_predict(X), strict=True):
        assert pytest.approx(G, rel=1e-12) == F


def test_down_the_gradient_the_loss_falls_and_up_it_rises():
    rng = np.random.default_rng(0)
    X = np.linspace(0, 1, 50)[:, None]
    y = np.sin(6 * X[:, 0]) + 0.1 * rng.normal(size=50)
    fit, up = stumps(X), lambda *_: -0.5
    down = gradient_boost(SquaredLoss(), y, fit, 5, step=lambda *_: 0.5)
    down, up = (
        ((F - y) ** 2).mean(axis=1)
        for F in (down, gradient_boost(SquaredLoss(), y, fit, 5, step=up))
    )
    assert (np.diff(down) < 0).all() and (np.diff(up) > 0).all()


@pytest.mark.parametrize("loss", [AbsoluteLoss(), HuberLoss(0.5), LogisticLoss()])
def test_with_a_line_search_no_round_raises_the_loss(loss):
    X, y = regression()
    y = (y > 0).astype(float) if isinstance(loss, LogisticLoss) else y
    path = gradient_boost(loss, y, stumps(X), 20)
    values = [loss.value(y, F).mean() for F in path]
    assert (np.diff(values) <= 1e-15).all() and values[-1] < 0.95 * values[0]


# --- laws ----------------------------------------------------------------------------------------


@methods
@losses
def test_training_loss_is_the_loss_of_the_predictions_and_falls(method, loss):
    X, y = regression(missing=0.1)
    model = GradientBoostingRegressor(20, loss=loss, tree_method=method).fit(X, y)
    stages = [np.full(len(y), model.start_), *model.staged_predict(X)]
    delta = np.quantile(abs(y - model.start_), 0.9, method="inverted_cdf")
    for F, found in zip(stages, model.train_loss_, strict=True):
        kind = {"squared": SquaredLoss(), "absolute": AbsoluteLoss(), "huber": HuberLoss(delta)}[
            loss
        ]
        assert kind.value(y, F).mean() == pytest.approx(found, rel=1e-12)
        if F is not stages[0]:
            delta = np.quantile(abs(y - F), 0.9, method="inverted_cdf")
    assert (np.diff(model.train_loss_) <= 1e-15).all()


@class_counts
@methods
def test_training_deviance_falls_for_classes(C, method):
    X, y = classification(C, missing=0.1)
    model = GradientBoostingClassifier(20, tree_method=method).fit(X, y)
    p = model.predict_proba(X)[np.arange(len(y)), y]
    assert -np.log(p).mean() == pytest.approx(model.train_loss_[-1], rel=1e-12)
    assert (np.diff(model.train_loss_) < 0).all()


@losses
def test_leaf_values_minimize_the_loss_in_their_leaf(loss):
    X, y = regression()
    model = GradientBoostingRegressor(3, loss=loss).fit(X, y)
    F = list(model.staged_predict(X))[1]
    delta = np.quantile(abs(y - F), 0.9, method="inverted_cdf")
    kind = {"squared": SquaredLoss(), "absolute": AbsoluteLoss(), "huber": HuberLoss(delta)}[loss]
    tree = model.trees_[2][0]
    leaf = tree.apply(X)
    for k in np.flatnonzero(only_leaves(tree)):
        e = (y - F)[leaf == k]
        assert tree.value[k] == pytest.approx(kind.leaf_value(e), abs=1e-14)
        best = kind.value(e, tree.value[k]).sum()
        tries = kind.value(e, (tree.value[k] + np.random.default_rng(k).normal(size=(30, 1)))).sum(
            axis=1
        )
        assert loss == "huber" or tries.min() >= best - 1e-12


@class_counts
def test_a_round_grows_a_tree_for_each_score(C):
    X, y = classification(C)
    model = GradientBoostingClassifier(4).fit(X, y)
    assert [len(trees) for trees in model.trees_] == [1 if C == 2 else C] * 4


@class_counts
def test_the_score_is_the_start_and_the_sum_of_leaf_values(C):
    X, y = classification(C)
    model = GradientBoostingClassifier(6, learning_rate=0.3).fit(X, y)
    total = sum(np.column_stack([tree.predict(X) for tree in trees]) for trees in model.trees_)
    expected = model.start_ + 0.3 * (total[:, 0] if C == 2 else total)
    assert model.decision_function(X) == pytest.approx(expected, rel=1e-12, abs=1e-14)


def test_the_trees_of_a_class_grow_as_if_alone():
    X, y = classification(3)
    model = GradientBoostingClassifier(1, max_depth=None, max_leaves=6).fit(X, y)
    for c, tree in enumerate(model.trees_[0]):
        r = (y == c) - np.mean(y == c)
        alone, leaf = grow(presort(X), -r, limits=Limits(max_leaves=6, until_pure=True))
        assert np.array_equal(alone.feature, tree.feature) and tree.n_leaves == 6
        assert np.array_equal(leaf, tree.apply(X))


@methods
@class_counts
def test_staged_predictions_end_at_the_prediction(method, C):
    X, y = classification(C)
    model = GradientBoostingClassifier(7, tree_method=method).fit(X, y)
    for final in "decision_function", "predict_proba", "predict":
        stages = list(getattr(model, f"staged_{final}")(X))
        assert len(stages) == 7 and np.array_equal(stages[-1], getattr(model, final)(X))
        assert not np.array_equal(stages[0], stages[-1])


@pytest.mark.parametrize("kind", [GradientBoostingClassifier, NewtonBoostingClassifier])
@class_counts
def test_a_prediction_does_not_depend_on_how_many_trees_step_down_at_once(monkeypatch, kind, C):
    X, y = classification(C, missing=0.1)
    model = kind(7, max_depth=4).fit(X, y)
    stages = np.array(list(model.staged_decision_function(X)))
    for pairs in (1, 3 * stages[0].size):
        monkeypatch.setattr(boosting, "PAIRS_AT_ONCE", pairs)
        assert np.array_equal(stages, list(model.staged_decision_function(X)))
        assert np.array_equal(stages[-1], model.decision_function(X))
        assert np.array_equal(stages[-1][:1], model.decision_function(X[:1]))


@methods
def test_monotone_transformations_of_features_change_nothing(method):
    X, y = regression(missing=0.1)
    a = GradientBoostingRegressor(10, tree_method=method).fit(X, y)
    b = GradientBoostingRegressor(10, tree_method=method).fit(np.exp(X), y)
    assert np.array_equal(a.predict(X), b.predict(np.exp(X)))


@methods
@losses
def test_permuted_samples_give_the_same_model(method, loss):
    X, y = regression(missing=0.1)
    order = np.random.default_rng(0).permutation(len(y))
    a = GradientBoostingRegressor(10, loss=loss, tree_method=method).fit(X, y)
    b = GradientBoostingRegressor(10, loss=loss, tree_method=method).fit(X[order], y[order])
    assert a.predict(X) == pytest.approx(b.predict(X), abs=1e-12)


@losses
def test_a_shift_and_a_scale_of_y_shift_and_scale_the_predictions(loss):
    X, y = regression()
    a = GradientBoostingRegressor(10, loss=loss).fit(X, y).predict(X)
    b = GradientBoostingRegressor(10, loss=loss).fit(X, 2.0**20 * y + 1e6).predict(X)
    assert b == pytest.approx(2.0**20 * a + 1e6, rel=1e-9)


def test_absolute_loss_does_not_see_how_far_an_outlier_is():
    X, y = regression()
    far = y.copy()
    far[np.argmax(y)] += 1e6
    fit = lambda loss, y: GradientBoostingRegressor(20, loss=loss).fit(X, y).predict(X)
    keep = np.argsort(y)[:-1]
    assert np.abs(fit("absolute", far) - fit("absolute", y))[keep].max() < 3
    assert np.abs(fit("squared", far) - fit("squared", y)).max() > 1e4


def test_relabelling_the_classes_relabels_the_predictions():
    X, y = data.iris().X, data.iris().y
    a = GradientBoostingClassifier(5).fit(X, y)
    b = GradientBoostingClassifier(5).fit(X, np.array(["c", "a", "b"])[y])
    assert np.array_equal(np.array(["c", "a", "b"])[a.predict(X)], b.predict(X))
    assert a.predict_proba(X) == pytest.approx(b.predict_proba(X)[:, [2, 0, 1]])


def test_importances_count_splits_and_add_gains():
    X, y = classification(3)
    model = GradientBoostingClassifier(20).fit(X, y)
    trees = [tree for trees in model.trees_ for tree in trees]
    assert model.importances("count").sum() == sum(tree.n_leaves - 1 for tree in trees)
    assert model.importances("gain").sum() == pytest.approx(sum(t.gain.sum() for t in trees))
    assert model.feature_importances_.sum() == pytest.approx(1)


# --- when both boostings coincide ----------------------------------------------------------------


@methods
def test_without_penalties_squared_loss_is_newton_boosting(method):
    X, y = regression(missing=0.1)
    first = GradientBoostingRegressor(10, tree_method=method).fit(X, y)
    settings = dict(max_depth=3, lam=0.0, min_child_weight=0.0, tree_method=method)
    second = NewtonBoostingRegressor(10, **settings).fit(X, y)
    assert first.predict(X) == pytest.approx(second.predict(X), abs=1e-13)


def test_the_first_tree_of_logistic_loss_is_newton_boostings_and_later_ones_are_not():
    # all p are equal at the start, so h is constant: the same tree; later h weighs the cuts
    X, y = classification(2)
    first = GradientBoostingClassifier(30, max_depth=2).fit(X, y)
    second = NewtonBoostingClassifier(30, max_depth=2, lam=0.0, min_child_weight=0.0).fit(X, y)
    a, b = (list(model.staged_decision_function(X)) for model in (first, second))
    assert a[0] == pytest.approx(b[0], abs=1e-13) and np.abs(a[-1] - b[-1]).max() > 0.01


# --- weights -------------------------------------------------------------------------------------


@methods
@losses
def test_weights_of_zero_leave_samples_out(method, loss):
    X, y = regression()
    w = weights(len(y))
    w[w > 0] = 1
    a = GradientBoostingRegressor(5, loss=loss, tree_method=method).fit(X, y, w)
    b = GradientBoostingRegressor(5, loss=loss, tree_method=method).fit(X[w > 0], y[w > 0])
    assert np.array_equal(a.predict(X), b.predict(X))


@losses
def test_whole_weights_are_repetitions_of_numbers(loss):
    X, y = regression()
    w = weights(len(y))
    a = GradientBoostingRegressor(10, loss=loss).fit(X, y, w)
    times = w.astype(int)
    b = GradientBoostingRegressor(10, loss=loss).fit(
        np.repeat(X, times, axis=0), np.repeat(y, times)
    )
    assert a.predict(X) == pytest.approx(b.predict(X), abs=1e-12)
    assert a.train_loss_ == pytest.approx(b.train_loss_, rel=1e-12)


@class_counts
def test_whole_weights_are_repetitions_of_classes(C):
    X, y = classification(C)
    w = weights(len(y))
    a = GradientBoostingClassifier(10).fit(X, y, w)
    times = w.astype(int)
    b = GradientBoostingClassifier(10).fit(np.repeat(X, times, axis=0), np.repeat(y, times))
    assert a.decision_function(X) == pytest.approx(b.decision_function(X), abs=1e-10)


def test_equal_weights_are_no_weights():
    X, y = classification(3)
    a, b = GradientBoostingClassifier(5).fit(X, y), GradientBoostingClassifier(5)
    assert b.fit(X, y, np.full(300, 0.25)).predict_proba(X) == pytest.approx(a.predict_proba(X))


@pytest.mark.parametrize(
    "w, message",
    [
        (np.ones(299), r"sample_weight must have shape \(300,\); received \(299,\)"),
        (np.r_[-1.0, np.ones(299)], "sample_weight must be >= 0 and not all zero"),
        (np.zeros(300), "sample_weight must be >= 0 and not all zero"),
        (np.full(300, np.nan), "sample_weight must be finite"),
    ],
)
def test_bad_weights_are_refused(w, message):
    X, y = regression()
    for model, target in (GradientBoostingRegressor(), y), (GradientBoostingClassifier(), y > 0):
        with pytest.raises(ValueError, match=message):
            model.fit(X, target, sample_weight=w)


# --- sampling, stopping, missing values ----------------------------------------------------------


@methods
def test_a_seed_decides_the_samples(method):
    X, y = classification(3)
    settings = dict(n_estimators=5, subsample=0.5, tree_method=method)
    fits = [GradientBoostingClassifier(**settings, random_state=s).fit(X, y) for s in (1, 1, 2)]
    a, b, c = (model.predict_proba(X) for model in fits)
    assert np.array_equal(a, b) and not np.array_equal(a, c)


@class_counts
def test_a_round_uses_its_share_of_samples_and_moves_all(C):
    X, y = classification(C)
    model = GradientBoostingClassifier(4, subsample=0.4).fit(X, y)
    assert all(tree.cover[0] == 120 for trees in model.trees_ for tree in trees)
    p = model.predict_proba(X)[np.arange(300), y]
    assert -np.log(p).mean() == pytest.approx(model.train_loss_[-1], rel=1e-12)


def test_subsampled_leaf_values_see_the_drawn_samples_only():
    X, y = regression()
    model = GradientBoostingRegressor(1, loss="absolute", subsample=0.5, max_depth=1).fit(X, y)
    rows = np.sort(np.random.default_rng(0).choice(300, 150, replace=False))
    tree, leaf = model.trees_[0][0], model.trees_[0][0].apply(X)
    for k in np.flatnonzero(only_leaves(tree)):
        e = np.sort((y - model.start_)[rows][leaf[rows] == k])
        assert tree.value[k] == e[(len(e) - 1) // 2]


@losses
def test_subsampled_leaf_values_are_weighted(loss):
    X, y = regression()
    w = weights(300) + 1
    model = GradientBoostingRegressor(1, loss=loss, subsample=0.5, max_depth=1).fit(X, y, w)
    rows = np.sort(np.random.default_rng(0).choice(300, 150, replace=False))
    e, tree = y - model.start_, model.trees_[0][0]
    kind = LOSSES[loss](0.9).adapted(y, np.full(300, model.start_), w)
    for k in np.flatnonzero(only_leaves(tree)):
        at = rows[tree.apply(X)[rows] == k]
        assert tree.value[k] == pytest.approx(kind.leaf_value(e[at], w[at]), rel=1e-13)


@methods
def test_a_class_that_no_drawn_sample_has_gets_less(method):
    X, y = classification(3, n=60)
    y[y == 2] = 1
    y[7] = 2  # one sample of class 2
    model = GradientBoostingClassifier(15, subsample=0.1, tree_method=method).fit(X, y)
    p = model.predict_proba(X)
    assert np.isfinite(model.decision_function(X)).all() and np.allclose(p.sum(axis=1), 1)


@methods
def test_trees_have_at_most_so_many_leaves_and_the_best_ones(method):
    X, y = classification(3)
    settings = dict(max_depth=None, tree_method=method)
    model = GradientBoostingClassifier(5, max_leaves=5, **settings).fit(X, y)
    assert {tree.n_leaves for trees in model.trees_ for tree in trees} == {5}
    deeper = GradientBoostingClassifier(5, max_leaves=9, **settings).fit(X, y)
    assert deeper.train_loss_[-1] < model.train_loss_[-1]


def test_leaves_hold_at_least_so_many_samples():
    X, y = regression()
    model = GradientBoostingRegressor(5, max_depth=None, min_samples_leaf=40).fit(X, y)
    for (tree,) in model.trees_:
        assert np.bincount(tree.apply(X))[only_leaves(tree)].min() >= 40


@class_counts
def test_early_stopping_keeps_the_rounds_with_the_least_validation_loss(C):
    X, y = classification(C)
    model = GradientBoostingClassifier(500, 0.5, early_stopping_rounds=5)
    model.fit(X[:200], y[:200], eval_set=(X[200:], y[200:]))
    m, p = model.best_iteration_, model.predict_proba(X[200:])
    assert m == np.argmin(model.validation_loss_) and len(model.trees_) == m + 5
    found = -np.log(p[np.arange(100), y[200:]]).mean()
    assert found == pytest.approx(min(model.validation_loss_), rel=1e-12)
    used = [tree for trees in model.trees_[:m] for tree in trees]
    assert model.importances("count").sum() == sum(tree.n_leaves - 1 for tree in used)


@losses
def test_a_watched_set_alone_changes_nothing(loss):
    X, y = regression()
    plain = GradientBoostingRegressor(20, loss=loss).fit(X[:200], y[:200])
    watched = GradientBoostingRegressor(20, loss=loss)
    watched.fit(X[:200], y[:200], eval_set=(X[200:], y[200:]))
    assert np.array_equal(plain.predict(X), watched.predict(X))
    assert len(watched.validation_loss_) == 21 and not hasattr(plain, "validation_loss_")
    assert not hasattr(watched.fit(X, y), "validation_loss_")


@methods
def test_a_validation_set_of_one_row_is_watched(method):
    X, y = classification(3)
    model = GradientBoostingClassifier(50, 0.5, early_stopping_rounds=3, tree_method=method)
    model.fit(X[:-1], y[:-1], eval_set=(X[-1:], y[-1:]))
    assert 0 <= model.best_iteration_ <= 50 and np.isfinite(model.validation_loss_).all()


def test_rounds_that_never_help_are_all_dropped():
    X, y = regression()
    model = GradientBoostingRegressor(50, early_stopping_rounds=2)
    model.fit(X, y, eval_set=(X[:1], [model.fit(X, y, eval_set=(X, y)).start_]))
    assert model.best_iteration_ == 0 and np.all(model.predict(X) == model.start_)


@methods
def test_missing_values_carry_information(method):
    X, y = regression()
    X[y > np.median(y), 4] = np.nan
    model = GradientBoostingRegressor(1, 1.0, 1, tree_method=method, loss="absolute").fit(X, y)
    tree = model.trees_[0][0]
    assert tree.feature[0] == 4 and tree.threshold[0] == np.inf


# --- authorities ---------------------------------------------------------------------------------


def same_partition(a, b):
    """Whether two labellings of the samples by leaves are the same up to names."""
    return len(set(zip(a, b, strict=True))) == len(set(a)) == len(set(b))


def assert_same_stages(mine, theirs, X):
    """The same splits and the same leaf values, tree by tree."""
    for ours, stage in zip(mine.trees_, theirs.estimators_, strict=True):
        for tree, other in zip(ours, stage, strict=True):
            leaf, their_leaf = tree.apply(X), other.apply(X)
            assert same_partition(leaf, their_leaf)
            values = other.tree_.value[:, 0, 0]
            assert tree.value[leaf] == pytest.approx(values[their_leaf], rel=1e-8, abs=1e-12)
            split = other.tree_.feature >= 0
            pairs = [(tree.feature, tree.threshold), (other.tree_.feature, other.tree_.threshold)]
            ours_, theirs_ = (sorted(zip(f[f >= 0], t[f >= 0], strict=True)) for f, t in pairs)
            assert split.sum() == len(ours_)
            np.testing.assert_allclose(ours_, theirs_, rtol=1e-6)  # theirs in float32


def scikit(kind, settings, **more):
    """scikit-learn's model; ties between cuts are broken at random there, so cases avoid them."""
    names = {"max_leaves": "max_leaf_nodes"}
    theirs = {names.get(name, name): value for name, value in settings.items()}
    return kind(**(theirs | more), random_state=0)


THEIR_LOSS = {"squared": "squared_error", "absolute": "absolute_error", "huber": "huber"}
SETTINGS = [
    dict(n_estimators=10, max_depth=2, min_samples_leaf=20),
    dict(n_estimators=10, max_depth=None, max_leaves=5, min_samples_leaf=15, learning_rate=0.5),
]


@losses
@pytest.mark.parametrize("settings", SETTINGS, ids=["depth", "leaves"])
@pytest.mark.parametrize("weighted", [False, True])
def test_the_stages_are_scikit_learns_for_numbers(loss, settings, weighted):
    X, y = regression(3)
    w = weights(len(y)) if weighted else None
    mine = GradientBoostingRegressor(loss=loss, **settings).fit(X, y, w)
    # the median of an even number is the lower one here, their mean in scikit-learn's start
    start = DummyRegressor(strategy="constant", constant=mine.start_)
    more = dict(loss=THEIR_LOSS[loss], init=start)
    theirs = scikit(ensemble.GradientBoostingRegressor, settings, **more).fit(X, y, w)
    assert_same_stages(mine, theirs, X)
    scale = 2 if loss == "squared" else 1
    assert theirs.train_score_ == pytest.approx(scale * np.array(mine.train_loss_[1:]), rel=1e-12)


@class_counts
@pytest.mark.parametrize("settings", SETTINGS, ids=["depth", "leaves"])
@pytest.mark.parametrize("weighted", [False, True])
def test_the_stages_are_scikit_learns_for_classes(C, settings, weighted):
    X, y = classification(C, 3)
    w = weights(len(y)) if weighted else None
    mine = GradientBoostingClassifier(**settings).fit(X, y, w)
    theirs = scikit(ensemble.GradientBoostingClassifier, settings).fit(X, y, w)
    assert_same_stages(mine, theirs, X)
    assert mine.predict_proba(X) == pytest.approx(theirs.predict_proba(X), rel=1e-10)


@losses
def test_from_an_odd_number_of_samples_everything_is_scikit_learns(loss):
    X, y = regression(3, n=301)
    mine = GradientBoostingRegressor(5, loss=loss, min_samples_leaf=20).fit(X, y)
    settings = dict(n_estimators=5, max_depth=3, min_samples_leaf=20)
    theirs = scikit(ensemble.GradientBoostingRegressor, settings, loss=THEIR_LOSS[loss]).fit(X, y)
    for F, G in zip(mine.staged_predict(X), theirs.staged_predict(X), strict=True):
        assert pytest.approx(G, rel=1e-10, abs=1e-12) == F


@losses
def test_errors_on_diabetes_are_scikit_learns(loss):
    X, y, errors = data.diabetes().X, data.diabetes().y, []
    for seed in range(4):
        test, train = np.split(np.random.default_rng(seed).permutation(len(y)), [len(y) // 3])
        mine = GradientBoostingRegressor(40, loss=loss).fit(X[train], y[train])
        settings = dict(n_estimators=40, max_depth=3)
        theirs = scikit(ensemble.GradientBoostingRegressor, settings, loss=THEIR_LOSS[loss])
        pair = mine, theirs.fit(X[train], y[train])
        errors.append([np.mean((model.predict(X[test]) - y[test]) ** 2) for model in pair])
    errors = np.array(errors)
    assert abs(np.diff(errors.mean(axis=0))) < errors.std(axis=0).max() / 2
    assert errors.mean() < 0.7 * y.var()


@pytest.mark.parametrize("table", [data.breast_cancer, data.iris])
@methods
def test_errors_on_real_classes_are_scikit_learns(table, method):
    X, y, errors = table().X, table().y, []
    for seed in range(4):
        test, train = np.split(np.random.default_rng(seed).permutation(len(y)), [len(y) // 3])
        mine = GradientBoostingClassifier(20, tree_method=method).fit(X[train], y[train])
        theirs = ensemble.GradientBoostingClassifier(n_estimators=20, random_state=0)
        pair = mine, theirs.fit(X[train], y[train])
        errors.append([1 - model.score(X[test], y[test]) for model in pair])
    errors = np.array(errors)
    assert abs(np.diff(errors.mean(axis=0))) <= errors.std(axis=0).max() / 2 + 1e-12
    assert errors.mean() < 0.08


def test_errors_on_digits_are_scikit_learns_whose_ties_are_broken_at_random():
    X, y = data.digits().X, data.digits().y
    settings = dict(n_estimators=10, max_depth=None, max_leaves=8)
    mine = GradientBoostingClassifier(**settings, tree_method="hist").fit(X[:400], y[:400])
    fits = [scikit(ensemble.GradientBoostingClassifier, settings) for _ in range(3)]
    fits = [model.set_params(random_state=s).fit(X[:400], y[:400]) for s, model in enumerate(fits)]
    said = [1 - model.score(X[400:1400], y[400:1400]) for model in fits]
    error = 1 - mine.score(X[400:1400], y[400:1400])
    assert min(said) - 0.02 < error < max(said) + 0.02  # 0.02 is twice the spread of 1000 images
    assert mine.train_loss_[-1] == pytest.approx(fits[0].train_score_[-1], rel=0.02)


# --- what the chapter says of other libraries ------------------------------------------------------


def xgboost_rounds(X, y, rounds=1, **settings):
    """xgboost with whole steps, one question a tree and no penalty, and its trees as JSON."""
    import xgboost as xgb

    free = dict(eta=1, max_depth=1, reg_lambda=0, min_child_weight=0, nthread=1)
    booster = xgb.train(free | settings, xgb.DMatrix(X, y), rounds)
    model = json.loads(booster.save_raw("json"))["learner"]["gradient_booster"]["model"]
    return booster.predict(xgb.DMatrix(X)), model["trees"]


@seen_in("scikit-learn", "1.9")
@seen_in("xgboost", "3.2", "3.4")
def test_a_softmax_leaf_in_two_libraries():
    X, y = np.arange(12.0)[:, None], np.repeat([0, 1, 2], 4)
    settings = dict(n_estimators=1, learning_rate=1, max_depth=1)
    theirs = ensemble.GradientBoostingClassifier(**settings, init="zero").fit(X, y)
    mine = GradientBoostingClassifier(**settings, start="zero").fit(X, y)
    binned = ensemble.HistGradientBoostingClassifier(
        max_iter=1, learning_rate=1, min_samples_leaf=1, early_stopping=False
    ).fit(X, y)
    _, trees = xgboost_rounds(X, y, objective="multi:softprob", num_class=3, tree_method="exact")
    e = y[:4] == 0
    e = e - np.full(4, 1 / 3)  # of class 0 in the leaf that holds its samples
    assert e.sum() / (1 / 3 * 2 / 3 * 4) == pytest.approx(3)
    assert theirs.estimators_[0, 0].tree_.value.max() == pytest.approx(2)
    assert mine.trees_[0][0].value.max() == pytest.approx(2)
    assert binned.decision_function(X)[0, 0] == pytest.approx(3)
    assert max(trees[0]["split_conditions"][1:]) == pytest.approx(1.5)


@seen_in("xgboost", "3.2", "3.4")
@pytest.mark.parametrize(("strategy", "count"), [("multi_output_tree", 2), (None, 6)])
def test_xgboost_grows_a_tree_a_round_for_all_classes_on_demand(strategy, count):
    X, y = np.arange(12.0)[:, None], np.repeat([0, 1, 2], 4)
    settings = {"multi_strategy": strategy} if strategy else {}
    softmax = dict(objective="multi:softprob", num_class=3, tree_method="hist")
    _, trees = xgboost_rounds(X, y, rounds=2, **softmax, **settings)
    assert len(trees) == count
    assert (trees[0]["tree_param"]["size_leaf_vector"] == "3") == bool(strategy)


@seen_in("xgboost", "3.2")
@pytest.mark.parametrize(
    ("settings", "values"),
    [({}, (1, 6)), ({"tree_method": "exact"}, (3, 5))],
    ids=["hist", "exact"],
)
def test_xgboost_fills_leaves_with_medians_by_its_default_search(settings, values):
    X, y = np.arange(1, 7.0)[:, None], np.array([1, 3, 1, 5, 6, 20.0])
    F, _ = xgboost_rounds(X, y, objective="reg:absoluteerror", **settings)
    assert pytest.approx(np.repeat(values, 3)) == F  # from 4 by -3 and 2, or by -1 and 1


@pytest.fixture
def lightgbm_tree():
    """The first tree of LightGBM with a whole step, one question and no limits, as it dumps it."""
    lightgbm = pytest.importorskip("lightgbm")

    def grown(X, y, **settings):
        free = dict(learning_rate=1, num_leaves=2, min_data_in_leaf=1, min_data_in_bin=1)
        free |= dict(min_sum_hessian_in_leaf=0, verbose=-1, num_threads=1)
        model = lightgbm.train(free | settings, lightgbm.Dataset(X, y), 1)
        root = model.dump_model()["tree_info"][0]["tree_structure"]
        return model, [root["left_child"], root["right_child"]]

    return grown


@seen_in("lightgbm", "4.6")
def test_lightgbm_multiplies_the_softmax_curvature_by_c_over_c_minus_1(lightgbm_tree):
    X, y = np.arange(12.0)[:, None], np.repeat([0, 1, 2], 4)
    settings = dict(objective="multiclass", num_class=3, boost_from_average=False)
    _, (first, _) = lightgbm_tree(X, y, **settings)
    curvature = 4 * (1 / 3) * (2 / 3) * 3 / 2
    assert first["leaf_weight"] == pytest.approx(curvature, rel=1e-6)  # 24 bits
    assert first["leaf_value"] == pytest.approx(4 * (2 / 3) / curvature)


@seen_in("lightgbm", "4.6")
def test_lightgbm_takes_the_curvature_1_and_medians_for_absolute_loss(lightgbm_tree):
    X, y = np.arange(1, 7.0)[:, None], np.array([1, 3, 1, 5, 6, 20.0])
    model, children = lightgbm_tree(X, y, objective="regression_l1")
    assert [child["leaf_weight"] for child in children] == [3, 3]
    assert model.predict(X) == pytest.approx(np.repeat([1, 6], 3))


# --- partial dependence --------------------------------------------------------------------------


@pytest.mark.parametrize("C", [1, 2, 3])
def test_partial_dependence_is_scikit_learns(C):
    X, y = regression(3) if C == 1 else classification(C, 3)
    mine = GradientBoostingRegressor(10) if C == 1 else GradientBoostingClassifier(10)
    kind = ensemble.GradientBoostingRegressor if C == 1 else ensemble.GradientBoostingClassifier
    mine.set_params(min_samples_leaf=20, max_depth=2).fit(X, y)
    theirs = kind(n_estimators=10, min_samples_leaf=20, max_depth=2, random_state=0).fit(X, y)
    grid = np.linspace(-2, 2, 9)
    found = partial_dependence(mine, X, 1, grid)
    settings = dict(method="brute", response_method="auto" if C == 1 else "decision_function")
    said = their_dependence(theirs, X, [1], custom_values={1: grid}, **settings)["average"]
    said = said[0] if C < 3 else said.T - said.T.mean() + found.mean()  # scores up to a shift
    assert found == pytest.approx(said, abs=1e-8)


def test_partial_dependence_of_a_sum_of_stumps_is_its_part():
    # stumps make F(x) = sum_j F_j(x_j): the curve is F_j and a constant
    X, y = regression()
    model = GradientBoostingRegressor(30, max_depth=1).fit(X, y)
    grid, row = np.linspace(-2, 2, 7), np.tile(X[:1], (7, 1))
    row[:, 1] = grid
    before = X.copy()
    curve = partial_dependence(model, X, 1, grid) - model.predict(row)
    assert np.ptp(curve) < 1e-12 and np.array_equal(X, before)


def test_partial_dependence_refuses_what_is_not_there():
    X, y = regression()
    model = GradientBoostingRegressor(2).fit(X, y)
    for j, message in (5, "j must be below 5, the number of features; received 5"), (-1, "j must"):
        with pytest.raises(ValueError, match=message):
            partial_dependence(model, X, j, [0.0])
    with pytest.raises(ValueError, match=r"must be finite.*received inf"):
        partial_dependence(model, X, 0, [np.inf])


# --- edges and errors ----------------------------------------------------------------------------


@methods
def test_a_single_class_is_predicted_with_certainty(method):
    X, _ = regression(n=20)
    model = GradientBoostingClassifier(3, tree_method=method).fit(X, ["only"] * 20)
    assert set(model.predict(X)) == {"only"} and model.predict_proba(X).tolist() == [[1.0]] * 20
    assert all(tree.n_leaves == 1 for trees in model.trees_ for tree in trees)


@methods
@losses
def test_constant_targets_and_features_and_single_samples_have_an_answer(method, loss):
    X, y = regression(n=21)
    fit = lambda X, y: GradientBoostingRegressor(3, tree_method=method, loss=loss).fit(X, y)
    assert np.array_equal(fit(X, 0 * y + 3.25).predict(X), np.full(21, 3.25))
    assert fit(X[:1], y[:1]).predict(X) == pytest.approx(y[0], rel=1e-15)
    model = fit(0 * X, y)
    assert np.ptp(model.predict(X)) == 0 and abs(model.predict(X)[0] - model.start_) < 0.5


@methods
def test_a_perfect_first_learner_leaves_nothing_to_do(method):
    X = np.arange(20.0)[:, None]
    y = np.where(X[:, 0] > 9, 3.0, -1.0)
    model = GradientBoostingRegressor(4, learning_rate=1.0, tree_method=method).fit(X, y)
    assert np.array_equal(model.predict(X), y) and model.train_loss_[1:] == [0, 0, 0, 0]
    assert [tree.n_leaves for (tree,) in model.trees_] == [2, 1, 1, 1]


@methods
@class_counts
def test_separated_classes_stay_finite(method, C):
    X = np.arange(24.0)[:, None]
    y = np.arange(24) * C // 24
    model = GradientBoostingClassifier(150, learning_rate=1.0, tree_method=method).fit(X, y)
    assert np.isfinite(model.decision_function(X)).all() and model.score(X, y) == 1
    assert np.isfinite(model.train_loss_).all()


def test_more_than_alpha_of_zero_residuals_stop_hubers_descent():
    X, y = regression(n=100)
    y = np.where(np.arange(100) < 95, 0.0, y)
    model = GradientBoostingRegressor(3, loss="huber", alpha=0.9).fit(X, y)
    assert not model.predict(X).any() and model.train_loss_ == [0, 0, 0, 0]


def test_exclusive_or_is_learned():
    X = np.array([[0.0, 0], [0, 1], [1, 0], [1, 1]] * 5)
    y = X[:, 0] != X[:, 1]
    assert GradientBoostingClassifier(20, max_depth=2).fit(X, y).score(X, y) == 1
    assert GradientBoostingClassifier(20, max_depth=1).fit(X, y).score(X, y) == 0.5


def test_parameters_that_are_not_given_are_those_of_the_documentation():
    shared = dict(n_estimators=100, learning_rate=0.1, max_depth=3, max_leaves=None)
    shared |= dict(min_samples_leaf=1, subsample=1.0, tree_method="exact", max_bins=64)
    shared |= dict(early_stopping_rounds=None, random_state=0, verbose=False)
    assert GradientBoostingClassifier().get_params() == shared | dict(start="best")
    assert GradientBoostingRegressor().get_params() == shared | dict(loss="squared", alpha=0.9)


def test_refitting_with_other_classes_forgets():
    X, y = classification(4)
    model = GradientBoostingClassifier(3).fit(X, y).fit(X[:, :3], y > 1)
    fresh = GradientBoostingClassifier(3).fit(X[:, :3], y > 1)
    assert np.array_equal(model.predict_proba(X[:, :3]), fresh.predict_proba(X[:, :3]))


@pytest.mark.parametrize(
    "parameter, value, message",
    [
        ("n_estimators", 0, "n_estimators must be an integer >= 1; received 0"),
        ("learning_rate", 0.0, r"learning_rate must be a number in \(0, inf\); received 0.0"),
        ("max_depth", 0, "max_depth must be an integer >= 1; received 0"),
        ("max_leaves", 1, "max_leaves must be an integer >= 2; received 1"),
        ("min_samples_leaf", 0, "min_samples_leaf must be an integer >= 1; received 0"),
        ("loss", "cubed", "loss must be one of squared, absolute, huber; received 'cubed'"),
        ("alpha", 1.0, r"alpha must be a number in \(0, 1\); received 1.0"),
        ("subsample", 0.0, r"subsample must be a number in \(0, 1\]; received 0.0"),
        ("tree_method", "fast", "tree_method must be one of exact, hist; received 'fast'"),
        ("max_bins", 1, "max_bins must be an integer >= 2; received 1"),
        ("max_bins", 256, "max_bins must be at most 255; received 256"),
        ("early_stopping_rounds", 0, "early_stopping_rounds must be an integer >= 1; received 0"),
        ("early_stopping_rounds", 5, "early_stopping_rounds needs a validation set"),
        ("random_state", None, "random_state must be an integer >= 0"),
    ],
)
def test_parameters_out_of_range_are_refused(parameter, value, message):
    X, y = regression(n=20)
    with pytest.raises(ValueError, match=message):
        GradientBoostingRegressor(**{parameter: value}).fit(X, y)
    if parameter not in ("loss", "alpha"):
        with pytest.raises(ValueError, match=message):
            GradientBoostingClassifier(**{parameter: value}).fit(X, y > 0)


@pytest.mark.parametrize(
    "eval_set, message",
    [
        (3, r"eval_set must be a pair \(X, y\)"),
        ((np.ones((2, 4)), [0, 1]), "X in eval_set must have 5 features, as X has; received 4"),
        ((np.ones((2, 5)), [0, 7]), "eval_set has the label 7, which does not occur in y"),
        ((np.ones((2, 5)), [0]), "y must have one entry for each of the 2 samples; received 1"),
    ],
)
def test_bad_validation_sets_are_refused(eval_set, message):
    X, y = classification(3)
    with pytest.raises(ValueError, match=message):
        GradientBoostingClassifier(2).fit(X, y, eval_set=eval_set)


@pytest.mark.parametrize("C", [2, 3])
def test_a_start_from_zero_is_theirs(C):
    X, y = classification(C)
    shape = dict(n_estimators=5, learning_rate=0.3, max_depth=2)
    ours = GradientBoostingClassifier(start="zero", **shape).fit(X, y)
    theirs = ensemble.GradientBoostingClassifier(init="zero", random_state=0, **shape).fit(X, y)
    assert not np.any(ours.start_)
    np.testing.assert_allclose(ours.predict_proba(X), theirs.predict_proba(X), atol=1e-9)


def test_a_start_from_zero_is_one_newton_step_from_chance():
    X, y = [[0.0], [0.0], [0.0], [1.0]], [0, 0, 0, 1]
    model = GradientBoostingClassifier(1, 1.0, start="zero").fit(X, y)
    np.testing.assert_allclose(model.decision_function([[0.0], [1.0]]), [-2, 2])
