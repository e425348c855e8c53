"""Newton boosting: weights and gains by hand, the loop, and the estimators."""

import itertools
from fractions import Fraction

import numpy as np
import pytest

from mlbook.contract import NotFittedError
from mlbook.data import breast_cancer, diabetes, iris
from mlbook.losses import LogisticLoss, SoftmaxLoss, SquaredLoss, sigmoid, softmax
from mlbook.newton_boosting import (
    NewtonBoostingClassifier,
    NewtonBoostingRegressor,
    exact_tree,
    objective,
    taylor,
)
from mlbook.trees.codes import presort
from mlbook.trees.criteria import Squares
from mlbook.trees.grow import grow
from mlbook.trees.leaves import leaf_score, leaf_weight, split_gain

# A table by hand: six samples, one feature.
TOY_X = np.array([[1.0], [2.0], [3.0], [4.0], [5.0], [6.0]])
TOY_Y = np.array([1.0, 3.0, 2.0, 8.0, 9.0, 7.0])
TOY = dict(max_depth=1, lam=1.0, gamma=2.0, n_estimators=1, learning_rate=0.5)

methods = pytest.mark.parametrize("method", ["exact", "hist"])


def regression(seed=0, n=300, missing=0.0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 5))
    y = X[:, 0] + np.sin(2 * X[:, 1]) + X[:, 2] * X[:, 3] + 0.3 * rng.normal(size=n)
    X[rng.random(X.shape) < missing] = np.nan
    return X, y


# --- by hand -------------------------------------------------------------------------------------


def test_the_toy_objective_in_fractions():
    G, H, lam, gamma = np.array([Fraction(-6), Fraction(-24)]), np.array([3, 3]), 1, 2
    w = leaf_weight(G, H, lam)
    assert w.tolist() == [Fraction(3, 2), 6]
    assert objective(G, H, w, lam, gamma) == Fraction(-145, 2)
    assert objective(G, H, w, lam, gamma) == gamma * 2 - leaf_score(G, H, lam).sum() / 2


def test_the_gain_is_the_drop_of_the_toy_objective_in_fractions():
    G, H = np.array([Fraction(-6), Fraction(-24)]), np.array([3, 3])
    root_w = leaf_weight(G.sum(), H.sum(), 1)
    before = objective(G.sum(), H.sum(), np.array([root_w]), 1, 2)
    after = objective(G, H, leaf_weight(G, H, 1), 1, 2)
    assert before - after == split_gain(G[0], 3, G[1], 3, 1, 2) == Fraction(143, 14)


def test_the_first_round_on_the_toy_table_after_the_mean():
    model = NewtonBoostingRegressor(**TOY).fit(TOY_X, TOY_Y)
    assert model.start_ == 5 and model.trees_[0][0].value[1:].tolist() == [-2.25, 2.25]
    assert model.predict(TOY_X).tolist() == [3.875] * 3 + [6.125] * 3
    assert model.train_loss_ == pytest.approx([29 / 6, 803 / 384], rel=1e-15)


# --- losses --------------------------------------------------------------------------------------

ONE_HOT = np.eye(3)[[0, 2, 1, 1, 0, 2]]
SCORES = np.random.default_rng(0).normal(size=(6, 3)) * 2
LOSSES = [
    (SquaredLoss(), TOY_Y, SCORES[:, 0]),
    (LogisticLoss(), np.array([0.0, 1, 1, 0, 1, 0]), SCORES[:, 0]),
    (SoftmaxLoss(), ONE_HOT, SCORES),
]
every_loss = pytest.mark.parametrize("loss, y, F", LOSSES, ids=lambda v: type(v).__name__)


def moved(F, k, step):
    """F with its k-th entry per sample (or its only one) moved."""
    F = F.copy()
    F.reshape(len(F), -1)[:, k] += step
    return F


@every_loss
def test_gradient_and_hessian_are_the_slopes_of_value_and_gradient(loss, y, F):
    e, column = 1e-5, lambda A, k: A.reshape(len(A), -1)[:, k]
    for k in range(F[0].size):
        up, down = moved(F, k, e), moved(F, k, -e)
        g = (loss.value(y, up) - loss.value(y, down)) / (2 * e)
        h = column(loss.gradient(y, up) - loss.gradient(y, down), k) / (2 * e)
        assert column(loss.gradient(y, F), k) == pytest.approx(g, abs=1e-9)  # e^2 and 1e-16 / e
        assert column(loss.hessian(y, F), k) == pytest.approx(h, abs=1e-9)


@every_loss
def test_start_is_the_best_constant(loss, y, F):
    zero, start = np.zeros_like(F), loss.start(y)
    best = loss.value(y, zero + start).mean()
    for step in np.random.default_rng(1).normal(size=(20, *np.shape(start))):
        assert loss.value(y, zero + start + step).mean() > best


def test_the_expansion_is_exact_for_squared_loss_only():
    f, (squared, logistic) = 0.7, (SquaredLoss(), LogisticLoss())
    for loss, exact in (squared, True), (logistic, False):
        parts = loss.value(1.0, 0.2), loss.gradient(1.0, 0.2), loss.hessian(1.0, 0.2)
        assert (taylor(*parts, f) == pytest.approx(loss.value(1.0, 0.2 + f))) == exact


def test_probabilities_and_losses_survive_huge_scores():
    F, y = np.array([-1e4, -800.0, 0.0, 800.0, 1e4]), np.array([0.0, 1, 0, 1, 1])
    assert sigmoid(F).tolist() == [0, 0, 0.5, 1, 1]
    assert LogisticLoss().value(y, F) == pytest.approx([0, 800, np.log(2), 0, 0])
    assert softmax(np.array([[1e4, 0.0], [-1e4, -1e4]])).tolist() == [[1, 0], [0.5, 0.5]]
    assert SoftmaxLoss().value(np.eye(2)[[1]], np.array([[900.0, 0.0]])) == [900]


def test_softmax_of_two_classes_is_the_sigmoid_of_their_difference():
    p = softmax(SCORES[:, :2])
    assert p[:, 1] == pytest.approx(sigmoid(SCORES[:, 1] - SCORES[:, 0]), rel=1e-14)
    assert p.sum(axis=1) == pytest.approx(1, rel=1e-15)


# --- optimality ----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(5))
def test_no_perturbation_improves_the_leaf_weights(seed):
    rng = np.random.default_rng(seed)
    G, H = rng.normal(size=4), rng.random(4) + 0.1
    w = leaf_weight(G, H, 0.3)
    others = [objective(G, H, w + step, 0.3, 1.0) for step in rng.normal(size=(50, 4)) * 0.1]
    assert min(others) > objective(G, H, w, 0.3, 1.0)


@methods
def test_leaves_of_a_fitted_model_minimize_the_training_loss(method):
    X, y = regression()
    model = NewtonBoostingRegressor(1, 1.0, 3, lam=0.0, tree_method=method).fit(X, y)
    tree, F = model.trees_[0][0], model.predict(X)
    leaf = tree.apply(X)
    for k in np.unique(leaf):
        assert F[leaf == k] == pytest.approx(y[leaf == k].mean(), rel=1e-12)


# --- laws ----------------------------------------------------------------------------------------


@methods
@pytest.mark.parametrize("rate, lam", [(1.0, 0.0), (0.3, 2.0), (1.0, 5.0)])
def test_training_loss_never_rises_for_squared_loss(method, rate, lam):
    X, y = regression(missing=0.1)
    model = NewtonBoostingRegressor(30, rate, 4, lam, tree_method=method).fit(X, y)
    assert np.all(np.diff(model.train_loss_) <= 1e-15) and model.train_loss_[-1] < 0.2


@pytest.mark.parametrize("subsample", [1.0, 0.4])
def test_training_loss_is_the_loss_of_the_predictions(subsample):
    X, y = regression()
    model = NewtonBoostingRegressor(5, subsample=subsample).fit(X, y)
    assert model.train_loss_[-1] == pytest.approx(np.mean((y - model.predict(X)) ** 2) / 2)
    assert model.train_loss_[0] == pytest.approx(np.var(y) / 2)


@methods
def test_monotone_transformations_of_features_change_nothing(method):
    X, y = regression(missing=0.1)
    a = NewtonBoostingRegressor(10, tree_method=method).fit(X, y)
    b = NewtonBoostingRegressor(10, tree_method=method).fit(np.exp(X), y)
    assert np.array_equal(a.predict(X), b.predict(np.exp(X)))


@methods
def test_permuted_samples_give_the_same_model(method):
    X, y = regression(missing=0.1)
    order = np.random.default_rng(0).permutation(len(y))
    a = NewtonBoostingRegressor(10, tree_method=method).fit(X, y)
    b = NewtonBoostingRegressor(10, tree_method=method).fit(X[order], y[order])
    assert a.predict(X) == pytest.approx(b.predict(X), abs=1e-12)


def test_a_shift_and_a_scale_of_y_shift_and_scale_the_predictions():
    X, y = regression()
    a = NewtonBoostingRegressor(10).fit(X, y).predict(X)
    b = NewtonBoostingRegressor(10).fit(X, 1e6 * y + 1e7).predict(X)
    assert b == pytest.approx(1e6 * a + 1e7, rel=1e-9)


@pytest.mark.parametrize("C", [2, 3])
def test_staged_predictions_end_at_the_prediction(C):
    X, y = regression()
    labels = np.digitize(y, np.quantile(y, np.arange(1, C) / C))
    model = NewtonBoostingClassifier(7).fit(X, labels)
    for final in "decision_function", "predict_proba", "predict":
        stages = list(getattr(model, f"staged_{final}")(X))
        assert len(stages) == 7 and np.array_equal(stages[-1], getattr(model, final)(X))
        assert not np.array_equal(stages[0], stages[-1])


def test_staged_losses_are_the_training_path():
    X, y = regression()
    model = NewtonBoostingRegressor(6).fit(X, y)
    path = [np.mean((y - F) ** 2) / 2 for F in model.staged_predict(X)]
    assert path == pytest.approx(model.train_loss_[1:])


def test_importances_count_splits_and_add_gains():
    X, y = regression()
    model = NewtonBoostingRegressor(20, max_depth=3).fit(X, y)
    trees = [tree for (tree,) in model.trees_]
    assert model.importances("count").sum() == sum(tree.n_leaves - 1 for tree in trees)
    assert model.importances("gain").sum() == pytest.approx(sum(t.gain.sum() for t in trees))
    assert model.feature_importances_.sum() == pytest.approx(1)
    assert model.feature_importances_[4] < 0.05  # column 4 is noise


def test_relabelling_the_classes_relabels_the_predictions():
    X, y = iris().X, iris().y
    a = NewtonBoostingClassifier(5).fit(X, y)
    b = NewtonBoostingClassifier(5).fit(X, np.array(["c", "a", "b"])[y])
    assert np.array_equal(np.array(["c", "a", "b"])[a.predict(X)], b.predict(X))
    assert a.predict_proba(X) == pytest.approx(b.predict_proba(X)[:, [2, 0, 1]])


# --- sampling, stopping, missing values ----------------------------------------------------------


@methods
def test_a_seed_decides_the_samples(method):
    X, y = regression()
    settings = dict(n_estimators=5, subsample=0.5, colsample=0.6, tree_method=method)
    fits = [NewtonBoostingRegressor(**settings, random_state=s).fit(X, y) for s in (1, 1, 2)]
    a, b, c = (model.predict(X) for model in fits)
    assert np.array_equal(a, b) and not np.array_equal(a, c)


def test_shares_of_rows_and_columns_are_used():
    X, y = regression()
    model = NewtonBoostingRegressor(8, subsample=0.5, colsample=0.4).fit(X, y)
    for (tree,) in model.trees_:
        assert tree.cover[0] == 150 and len(set(tree.feature[tree.feature >= 0])) <= 2


def test_two_bins_leave_one_threshold_per_feature():
    X, y = regression()
    model = NewtonBoostingRegressor(5, tree_method="hist", max_bins=2).fit(X, y)
    for j in range(5):
        cuts = [tree.threshold[tree.feature == j] for (tree,) in model.trees_]
        assert len(np.unique(np.concatenate(cuts))) == 1


def test_early_stopping_keeps_the_rounds_with_the_least_validation_loss():
    X, y = regression()
    model = NewtonBoostingRegressor(500, 0.5, early_stopping_rounds=5)
    model.fit(X[:200], y[:200], eval_set=(X[200:], y[200:]))
    m, F = model.best_iteration_, model.predict(X[200:])
    assert m == np.argmin(model.validation_loss_) and len(model.trees_) == m + 5
    assert np.mean((y[200:] - F) ** 2) / 2 == pytest.approx(min(model.validation_loss_))


def test_a_classifier_stops_early_too():
    X, y = regression()
    model = NewtonBoostingClassifier(500, 0.5, early_stopping_rounds=5)
    model.fit(X[:200], y[:200] > 0, eval_set=(X[200:], y[200:] > 0))
    m = np.argmin(model.validation_loss_)
    assert model.best_iteration_ == m and len(model.trees_) == m + 5


def test_parameters_that_are_not_given_are_those_of_the_documentation():
    defaults = dict(n_estimators=100, learning_rate=0.1, max_depth=6, lam=1.0, gamma=0.0)
    defaults |= dict(min_child_weight=1.0, subsample=1.0, colsample=1.0, tree_method="exact")
    defaults |= dict(max_bins=64, early_stopping_rounds=None, random_state=0, verbose=False)
    assert NewtonBoostingRegressor().get_params() == defaults
    assert NewtonBoostingClassifier().get_params() == defaults


def test_a_watched_set_alone_changes_nothing():
    X, y = regression()
    plain = NewtonBoostingRegressor(20).fit(X[:200], y[:200])
    watched = NewtonBoostingRegressor(20).fit(X[:200], y[:200], eval_set=(X[200:], y[200:]))
    assert np.array_equal(plain.predict(X), watched.predict(X))
    assert len(watched.validation_loss_) == 21 and not hasattr(plain, "validation_loss_")


@methods
def test_missing_values_carry_information(method):
    X, y = regression()
    X[y > np.median(y), 4] = np.nan
    model = NewtonBoostingRegressor(1, 1.0, 1, lam=0.0, tree_method=method).fit(X, y)
    assert model.trees_[0][0].feature[0] == 4 and model.trees_[0][0].threshold[0] == np.inf
    assert model.score(X, y) > 0.5


def test_values_missing_only_in_new_data_are_predicted():
    X, y = regression()
    model = NewtonBoostingRegressor(20).fit(X, y)
    assert np.isfinite(model.predict(np.full((2, 5), np.nan))).all()


# --- authorities ---------------------------------------------------------------------------------


def xgboost_model(X, y, base, loss="reg:squarederror", method="exact", rounds=10, **settings):
    """xgboost's booster in one thread."""
    xgb = pytest.importorskip("xgboost")
    common = dict(objective=loss, base_score=base, nthread=1, tree_method=method, max_bin=65)
    return xgb.train({**common, **settings}, xgb.DMatrix(X, y), rounds)


def leaves(booster, X):
    import xgboost as xgb

    return booster.predict(xgb.DMatrix(X), pred_leaf=True)


def margin(booster, X):
    import xgboost as xgb

    return booster.predict(xgb.DMatrix(X), output_margin=True)


def same_partition(a, b):
    """Whether two labellings of the samples by leaves are the same up to names."""
    return len(set(zip(a, b, strict=True))) == len(set(a)) == len(set(b))


def float32(X):
    """X as xgboost sees it."""
    return np.asarray(X, dtype=np.float32).astype(float)


def test_the_trees_are_xgboosts_for_squared_loss():
    X, y = regression(missing=0.1)
    X, y = float32(X), float32(y)
    mine = NewtonBoostingRegressor(10, 0.3, 4, lam=1.5, gamma=0.2, min_child_weight=3).fit(X, y)
    settings = dict(eta=0.3, max_depth=4, reg_lambda=1.5, gamma=2 * 0.2, min_child_weight=3)
    theirs = xgboost_model(X, y, mine.start_, **settings)
    for (tree,), leaf in zip(mine.trees_, leaves(theirs, X).T, strict=True):
        assert same_partition(tree.apply(X), leaf)
    assert mine.predict(X) == pytest.approx(margin(theirs, X), abs=2e-6)  # float32 sums


def test_the_trees_are_xgboosts_for_logistic_loss():
    X, y = regression(1, missing=0.1)
    X, y = float32(X), (y > 0.3).astype(int)
    mine = NewtonBoostingClassifier(10, 0.3, 4, lam=0.5).fit(X, y)
    theirs = xgboost_model(X, y, y.mean(), "binary:logistic", eta=0.3, max_depth=4, reg_lambda=0.5)
    for (tree,), leaf in zip(mine.trees_, leaves(theirs, X).T, strict=True):
        assert same_partition(tree.apply(X), leaf)
    assert mine.decision_function(X) == pytest.approx(margin(theirs, X), abs=1e-5)


def test_twice_the_penalty_and_rate_is_xgboosts_softmax():
    # xgboost's h is 2 p (1 - p): w = -G / (2H + lam) = (1/2) (-G / (H + lam / 2))
    X, y = float32(iris().X), iris().y
    mine = NewtonBoostingClassifier(1, 0.15, 2, lam=0.5, min_child_weight=0.5).fit(X, y)
    theirs = xgboost_model(
        X, y, None, "multi:softprob", num_class=3, rounds=1, eta=0.3, max_depth=2, reg_lambda=1
    )
    mine, theirs = mine.decision_function(X), margin(theirs, X)
    assert np.ptp(mine - mine[:1] - (theirs - theirs[:1]), axis=0) == pytest.approx(0, abs=1e-5)


def held_out_errors(table, kind, loss, method):
    """Errors of both (5, 2) on 5 test sets: root mean squares, or numbers of wrong classes."""
    X, y, errors = table.X, table.y, []
    wrong = (lambda y, F: np.sum((F > 0) != y)) if loss == "binary:logistic" else rms
    for seed in range(5):
        order = np.random.default_rng(seed).permutation(len(y))
        test, train = np.split(order, [len(y) // 3])
        mine = kind(100, 0.1, 3, tree_method=method).fit(X[train], y[train])
        base, settings = y[train].mean(), dict(rounds=100, eta=0.1, max_depth=3)
        theirs = xgboost_model(X[train], y[train], base, loss, method, **settings)
        errors.append([wrong(y[test], F) for F in (mine._raw(X[test]), margin(theirs, X[test]))])
    return np.array(errors)


def rms(y, F):
    return np.sqrt(np.mean((y - F) ** 2))


def test_errors_on_diabetes_are_xgboosts():
    exact = held_out_errors(diabetes(), NewtonBoostingRegressor, "reg:squarederror", "exact")
    hist = held_out_errors(diabetes(), NewtonBoostingRegressor, "reg:squarederror", "hist")
    assert exact[:, 0] == pytest.approx(exact[:, 1], rel=5e-3)  # thresholds differ by rounding
    assert abs(np.diff(hist.mean(axis=0))) < hist.std(axis=0).max() / 2


def test_errors_on_breast_cancer_are_xgboosts():
    exact = held_out_errors(breast_cancer(), NewtonBoostingClassifier, "binary:logistic", "exact")
    hist = held_out_errors(breast_cancer(), NewtonBoostingClassifier, "binary:logistic", "hist")
    assert np.abs(exact[:, 0] - exact[:, 1]).max() <= 1 and exact.mean() < 10  # of 189
    assert abs(np.diff(hist.mean(axis=0))) < hist.std(axis=0).max() / 2


# --- edges and errors ----------------------------------------------------------------------------


def test_a_single_class_is_predicted_with_certainty():
    X, _ = regression(n=20)
    model = NewtonBoostingClassifier(3).fit(X, ["only"] * 20)
    assert set(model.predict(X)) == {"only"} and model.predict_proba(X).tolist() == [[1.0]] * 20
    assert model.score(X, ["only"] * 20) == 1


@methods
def test_constant_targets_and_features_and_single_samples_have_an_answer(method):
    X, y = regression(n=20)
    fit = lambda X, y: NewtonBoostingRegressor(3, tree_method=method).fit(X, y)
    assert fit(X, 0 * y + 3.3).predict(X) == pytest.approx(3.3, rel=1e-15)
    assert fit(0 * X, y).predict(X) == pytest.approx(y.mean(), rel=1e-12)
    assert fit(X[:1], y[:1]).predict(X) == pytest.approx(y[0], rel=1e-15)
    assert fit(np.full((20, 2), np.nan), y).predict(X[:, :2]) == pytest.approx(y.mean())


def test_separated_classes_stay_finite_without_penalty():
    X = np.arange(20.0)[:, None]
    model = NewtonBoostingClassifier(60, 1.0, lam=0.0, min_child_weight=0.0).fit(X, X[:, 0] > 9)
    assert np.isfinite(model.decision_function(X)).all() and model.score(X, X[:, 0] > 9) == 1


def test_refitting_forgets():
    X, y = regression()
    model = NewtonBoostingRegressor(5).fit(X[:, :2], y, eval_set=(X[:, :2], y))
    fresh = NewtonBoostingRegressor(5).fit(X, y)
    assert np.array_equal(model.fit(X, y).predict(X), fresh.predict(X))
    assert not hasattr(model, "validation_loss_")


@pytest.mark.parametrize(
    "parameter, value, message",
    [
        ("n_estimators", 0, "n_estimators must be an integer >= 1; received 0"),
        ("learning_rate", 0.0, r"learning_rate must be a number in \(0, inf\); received 0.0"),
        ("max_depth", 2.5, "max_depth must be an integer >= 1; received 2.5"),
        ("lam", -1, r"lam must be a number in \[0, inf\); received -1"),
        ("gamma", "much", "gamma must be a number"),
        ("min_child_weight", -0.1, "min_child_weight must be a number"),
        ("subsample", 1.5, r"subsample must be a number in \(0, 1\]; received 1.5"),
        ("colsample", 0, "colsample must be a number"),
        ("tree_method", "approx", "tree_method must be one of exact, hist; received 'approx'"),
        ("max_bins", 256, "max_bins must be at most 255; received 256"),
        ("early_stopping_rounds", 3, "early_stopping_rounds needs a validation set"),
        ("random_state", None, "random_state must be an integer"),
    ],
)
@pytest.mark.parametrize("kind", [NewtonBoostingRegressor, NewtonBoostingClassifier])
def test_a_parameter_out_of_range_is_named(kind, parameter, value, message):
    X, y = regression(n=20)
    with pytest.raises(ValueError, match=message):
        kind(**{parameter: value}).fit(X, y > 0)


@pytest.mark.parametrize(
    "eval_set, message",
    [
        (3, r"eval_set must be a pair \(X, y\)"),
        (([[1.0]], [0]), "X in eval_set must have 5 features, as X has; received 1"),
        (([[1.0] * 5], [7]), "eval_set has the label 7, which does not occur in y"),
        (([[np.inf] * 5], [0]), "X must be finite"),
    ],
)
def test_a_wrong_validation_set_is_refused(eval_set, message):
    X, y = regression(n=20)
    model = NewtonBoostingClassifier(2)
    with pytest.raises(ValueError, match=message):
        model.fit(X, (y > 0).astype(int), eval_set=eval_set)
    with pytest.raises(NotFittedError):
        model.predict(X)


def test_infinite_features_and_missing_targets_are_refused():
    X, y = regression(n=20)
    with pytest.raises(ValueError, match="X must be finite"):
        NewtonBoostingRegressor(2).fit(np.where(X > 1, np.inf, X), y)
    with pytest.raises(ValueError, match="y must be finite"):
        NewtonBoostingRegressor(2).fit(X, np.where(y > 1, np.nan, y))


def test_unknown_importances_are_refused_and_unfitted_models_say_so():
    X, y = regression(n=20)
    with pytest.raises(ValueError, match="kind must be one of gain, count; received 'cover'"):
        NewtonBoostingRegressor(2).fit(X, y).importances("cover")
    with pytest.raises(NotFittedError, match="NewtonBoostingRegressor is not fitted yet"):
        NewtonBoostingRegressor().importances()
    with pytest.raises(NotFittedError, match="NewtonBoostingClassifier is not fitted yet"):
        next(NewtonBoostingClassifier().staged_predict(X))


# --- exact search --------------------------------------------------------------------------------


def by_growing(X, g, gamma):
    tree, leaf = grow(presort(X), g, None, Squares(lam=1.0, gamma=gamma))
    _, q, H = np.unique(leaf, return_inverse=True, return_counts=True)
    return (gamma - leaf_score(np.bincount(q, g), H, 1.0) / 2).sum()


@pytest.mark.parametrize("seed", range(6))
def test_no_tree_that_is_grown_is_better_than_the_exact_one(seed):
    rng = np.random.default_rng(seed)
    X, g = rng.integers(4, size=(7, 2)).astype(float), rng.normal(size=7)
    for gamma in (0.0, 0.3):
        least, leaves = exact_tree(X, g, np.ones(7), 1.0, gamma)
        G, H = np.array([[g[rows].sum(), len(rows)] for rows in leaves]).T
        assert sorted(np.concatenate(leaves)) == list(range(7))
        assert least == pytest.approx((gamma - leaf_score(G, H, 1.0) / 2).sum())
        assert least <= by_growing(X, g, gamma) + 1e-12


@pytest.mark.parametrize("seed", range(3))
def test_on_one_feature_the_exact_tree_is_the_best_of_all_partitions(seed):
    g, n = np.random.default_rng(seed).normal(size=6), 6
    values = []
    for cuts in itertools.product([False, True], repeat=n - 1):
        runs = np.split(g, np.flatnonzero(cuts) + 1)
        values.append(sum(0.2 - leaf_score(run.sum(), len(run), 1.0) / 2 for run in runs))
    found, _ = exact_tree(np.arange(6.0)[:, None], g, np.ones(6), 1.0, 0.2)
    assert found == pytest.approx(min(values))


def test_the_exclusive_or_is_found_by_exact_search_alone():
    X = np.array([[0.0, 0], [0, 1], [1, 0], [1, 1]])
    g = np.array([-1.0, 1, 1, -1])
    assert exact_tree(X, g, np.ones(4), 1.0)[0] == -1
    assert by_growing(X, g, 0.0) == 0
