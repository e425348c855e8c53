"""Extremes: weights and targets of any size, classes without weight, rates that are too large.

Each test runs over all estimators that take the argument in question.
"""

import inspect

import numpy as np
import pytest

from mlbook.adaboost import AdaBoostClassifier
from mlbook.contract import ClassifierMixin, check_weights
from mlbook.gradient_boosting import GradientBoostingClassifier, GradientBoostingRegressor
from mlbook.newton_boosting import NewtonBoostingClassifier, NewtonBoostingRegressor
from mlbook.random_forest import (
    RandomForestClassifier,
    RandomForestRegressor,
    out_of_bag_importance,
)
from tests.contract.test_estimators import ESTIMATORS

rng = np.random.default_rng(0)
X = rng.normal(size=(60, 3))
X_NEW = rng.normal(size=(20, 3))
TARGET = X @ [1.0, 2.0, 3.0]
CODES = np.arange(60) % 3
W = rng.uniform(0.5, 2.0, 60)
TAKE_WEIGHTS = [m for m in ESTIMATORS if "sample_weight" in inspect.signature(m.fit).parameters]
BOOSTERS = [
    *(GradientBoostingRegressor(600, 5.0, loss=loss) for loss in ("squared", "absolute", "huber")),
    GradientBoostingRegressor(600, 5.0, subsample=0.5),
    GradientBoostingRegressor(20, 5.0),
    NewtonBoostingRegressor(600, 5.0, max_depth=2),
    NewtonBoostingRegressor(600, 5.0, max_depth=2, tree_method="hist"),
]


def answers(model):
    """What a model says: probabilities, or numbers."""
    return getattr(model, "predict_proba", model.predict)(X_NEW)


def target_of(model):
    return CODES if isinstance(model, ClassifierMixin) else TARGET


# --- weights -------------------------------------------------------------------------------------


def test_all_that_take_weights_are_here():
    names = {type(m).__name__ for m in TAKE_WEIGHTS}
    assert names == {
        "AdaBoostClassifier",
        "GradientBoostingClassifier",
        "GradientBoostingRegressor",
    }


@pytest.mark.parametrize("model", TAKE_WEIGHTS, ids=repr)
@pytest.mark.parametrize("exponent", [-1020, -532, -40, 3, 500, 990])
def test_a_power_of_two_as_factor_of_the_weights_changes_no_bit(model, exponent):
    plain, scaled = (type(model)(**model.get_params()) for _ in range(2))
    y = target_of(model)
    plain.fit(X, y, sample_weight=W)
    scaled.fit(X, y, sample_weight=np.ldexp(W, exponent))
    assert np.array_equal(answers(plain), answers(scaled))


@pytest.mark.parametrize("model", TAKE_WEIGHTS, ids=repr)
@pytest.mark.parametrize("factor", [1e-307, 1e-160, 1e-155, 3.0, 1e290])
def test_any_factor_of_the_weights_changes_rounding_alone(model, factor):
    plain, scaled = (type(model)(**model.get_params()) for _ in range(2))
    y = target_of(model)
    plain.fit(X, y, sample_weight=W)
    scaled.fit(X, y, sample_weight=factor * W)
    # sums of 60 weights, each of 1e-16, and a few rounds
    np.testing.assert_allclose(answers(plain), answers(scaled), rtol=1e-9, atol=1e-12)


def test_the_largest_weight_is_brought_between_1_and_2():
    tiny = np.finfo(float).tiny
    assert check_weights([tiny, 3 * tiny], 2).tolist() == [0.5, 1.5]
    assert check_weights([1.0, 0.0], 2).tolist() == [1.0, 0.0]


# --- classes without weight ----------------------------------------------------------------------

WEIGHTED_CLASSIFIERS = [m for m in TAKE_WEIGHTS if isinstance(m, ClassifierMixin)]
GONE = [((2,), 3), ((0,), 3), ((1, 3), 4), ((0, 2), 3), ((0,), 2), ((1,), 2)]


@pytest.mark.parametrize("model", WEIGHTED_CLASSIFIERS, ids=repr)
@pytest.mark.parametrize("gone, C", GONE)
def test_a_class_without_weight_has_probability_0_and_changes_nothing_else(model, gone, C):
    y = np.arange(60) % C
    kept = ~np.isin(y, gone)
    model, without = (type(model)(**model.get_params()) for _ in range(2))
    model.fit(X, y, sample_weight=kept * W)
    without.fit(X[kept], y[kept], sample_weight=W[kept])
    assert model.classes_.tolist() == list(range(C))
    p, present = model.predict_proba(X_NEW), np.setdiff1d(np.arange(C), gone)
    assert p.shape == (20, C) and not p[:, list(gone)].any()
    np.testing.assert_allclose(p[:, present], without.predict_proba(X_NEW), rtol=1e-14)
    assert np.array_equal(model.predict(X_NEW), without.predict(X_NEW))
    assert not np.isin(model.predict(X_NEW), gone).any()
    F = model.decision_function(X_NEW)
    assert F.shape == ((20,) if C == 2 else (20, C))
    stages = list(model.staged_decision_function(X_NEW))
    assert np.array_equal(stages[-1], F)
    assert np.array_equal(list(model.staged_predict(X_NEW))[-1], model.predict(X_NEW))
    assert 0 <= model.score(X, y) <= kept.mean()


def test_a_learner_no_better_than_a_guess_leaves_the_first_class_that_has_weight():
    same = np.zeros((4, 1))
    model = AdaBoostClassifier().fit(same, [0, 1, 2, 1], sample_weight=[0, 1, 1, 0])
    assert len(model.trees_) == 0 and model.predict(same[:1]).tolist() == [1]


def test_labels_without_weight_are_refused_in_a_validation_set():
    model = GradientBoostingClassifier(2)
    with pytest.raises(ValueError, match="the label 2, which does not occur in y with a positive"):
        model.fit(X, CODES, sample_weight=(CODES < 2) * 1.0, eval_set=(X, CODES))


# --- rates ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("model", BOOSTERS, ids=repr)
def test_boosting_that_diverges_is_refused(model):
    message = r"learning_rate must be smaller; received 5.0, and after \d+ rounds the loss"
    with pytest.raises(ValueError, match=message):
        model.fit(X, TARGET)
    with pytest.raises(ValueError, match=message):
        model.fit(X, TARGET, eval_set=(X_NEW, X_NEW[:, 0]))


@pytest.mark.parametrize("kind", [GradientBoostingClassifier, NewtonBoostingClassifier])
@pytest.mark.parametrize("C", [2, 3])
def test_a_large_rate_of_classifiers_ends_finite_or_is_refused(kind, C):
    noise = np.random.default_rng(1).integers(0, C, 60)
    for rate in (5.0, 1e3, 1e300):
        try:
            model = kind(60, learning_rate=rate, max_depth=2).fit(X, noise)
        except ValueError as error:
            assert "learning_rate must be smaller" in str(error)
        else:
            assert model.train_loss_[-1] <= model.train_loss_[0]
            assert np.isfinite(model.predict_proba(X_NEW)).all()


@pytest.mark.parametrize("kind", [GradientBoostingRegressor, NewtonBoostingRegressor])
@pytest.mark.parametrize("rate", [0.1, 1.0, 1.9])
def test_rates_below_2_are_not_refused(kind, rate):
    assert kind(50, learning_rate=rate, max_depth=2).fit(X, TARGET).score(X, TARGET) > 0.5


# --- targets -------------------------------------------------------------------------------------


@pytest.mark.parametrize("exponent", [-900, -565, 0, 400])
def test_the_out_of_bag_score_is_that_of_targets_of_any_size(exponent):
    plain = RandomForestRegressor(20).fit(X, TARGET)
    scaled = RandomForestRegressor(20).fit(X, np.ldexp(TARGET, exponent))
    assert scaled.oob_score_ == pytest.approx(plain.oob_score_, abs=1e-9)
    np.testing.assert_allclose(
        np.ldexp(scaled.predict(X_NEW), -exponent), plain.predict(X_NEW), rtol=1e-9
    )


# --- labels of another kind ----------------------------------------------------------------------

CLASSIFIERS = [m for m in ESTIMATORS if isinstance(m, ClassifierMixin)]


@pytest.mark.parametrize("model", CLASSIFIERS, ids=repr)
def test_a_score_against_labels_of_another_kind_is_refused(model):
    numbers = type(model)(**model.get_params()).fit(X, CODES)
    texts = type(model)(**model.get_params()).fit(X, CODES.astype(str))
    for fitted, other in [(numbers, CODES.astype(str)), (texts, CODES)]:
        with pytest.raises(ValueError, match="labels must all be of one kind"):
            fitted.score(X, other)
    assert numbers.score(X, CODES.astype(object)) == numbers.score(X, CODES)
    assert texts.score(X, CODES.astype(str).astype(object)) == texts.score(X, CODES.astype(str))


@pytest.mark.parametrize("kind", [GradientBoostingClassifier, NewtonBoostingClassifier])
def test_a_validation_set_with_labels_of_another_kind_is_refused(kind):
    with pytest.raises(ValueError, match="labels must all be of one kind"):
        kind(2).fit(X, CODES, eval_set=(X, CODES.astype(str)))


def test_other_functions_of_labels_refuse_another_kind():
    boosted = AdaBoostClassifier(3).fit(X, CODES)
    with pytest.raises(ValueError, match="labels must all be of one kind"):
        boosted.margins(X, CODES.astype(str))
    forest = RandomForestClassifier(3).fit(X, CODES)
    with pytest.raises(ValueError, match="labels must all be of one kind"):
        out_of_bag_importance(forest, X, CODES.astype(str))
