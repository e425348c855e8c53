"""AdaBoost: one round, stumps, the whole, and its edges."""

from fractions import Fraction

import numpy as np
import pytest
from sklearn import ensemble, tree

from benchmarks import seeds_adaboost
from mlbook import adaboost as ab
from mlbook import data
from mlbook.adaboost import AdaBoostClassifier
from mlbook.data import breast_cancer, digits, iris, train_test_split, wine
from mlbook.trees.codes import presort
from tests.releases import seen_in

CANCER, WINE, IRIS = breast_cancer(), wine(), iris()
FIVE = np.array([Fraction(1, 5)] * 5)
LAST = np.array([0, 0, 0, 0, 1])  # the fifth sample is wrong


def some(n, d, C, seed, ties=False):
    """Random data of C classes that have something to do with the features, and random weights."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    X = np.round(X) if ties else X
    y = np.digitize(X[:, 0] + 0.7 * rng.normal(size=n), np.linspace(-1, 1, C + 1)[1:-1])
    return X, y, rng.exponential(size=n)


def loss_after(alpha, w, margins):
    return ab.exponential_loss(w, alpha * margins)


def gradient_of(f, t, step=1e-6):
    return (f(t + step) - f(t - step)) / (2 * step)


# --- one round, by hand --------------------------------------------------------------------------


def test_the_weighted_error_by_hand():
    assert ab.weighted_error(FIVE, LAST) == Fraction(1, 5)
    assert ab.weighted_error(np.array([1, 2, 3]), np.array([1, 0, 1])) == 4 / 6


def test_one_error_of_five_gives_alpha_log_2():
    assert ab.learner_weight(1 / 5) == pytest.approx(np.log(2), rel=1e-15)
    assert ab.learner_weight(1 / 5, C=3) == pytest.approx(2 / 3 * np.log(8), rel=1e-15)


def test_a_guess_has_no_weight_and_less_than_a_guess_a_negative_one():
    for C in (2, 3, 10):
        assert ab.learner_weight(1 - 1 / C, C) == pytest.approx(0, abs=1e-15)
        assert ab.learner_weight(1 - 0.9 / C, C) < 0 < ab.learner_weight(1 - 1.1 / C, C)


def test_one_error_of_five_gets_half_of_the_weight():
    found = ab.reweighted(FIVE.astype(float), np.log(2), ab.learner_margins(LAST))
    assert np.allclose(found, [1 / 8] * 4 + [1 / 2], rtol=1e-15)
    assert ab.rebalanced(FIVE, LAST).tolist() == [Fraction(1, 8)] * 4 + [Fraction(1, 2)]


@pytest.mark.parametrize("C", [2, 3, 7])
def test_at_the_best_alpha_both_updates_agree_and_the_learner_becomes_a_guess(C):
    rng = np.random.default_rng(C)
    w, wrong = rng.exponential(size=20), np.arange(20) % 4 == 0
    alpha = ab.learner_weight(ab.weighted_error(w, wrong), C)
    found = ab.reweighted(w, alpha, ab.learner_margins(wrong, C))
    assert np.allclose(found, ab.rebalanced(w, wrong, C), rtol=1e-13)
    assert ab.weighted_error(found, wrong) == pytest.approx(1 - 1 / C, rel=1e-13)


def test_lowering_the_right_or_raising_the_wrong_comes_to_the_same():
    w, alpha = np.array([1.0, 2, 3, 4]), 0.7
    wrong = np.array([0, 1, 0, 1])
    both = ab.reweighted(w, alpha, 1 - 2 * wrong)
    raised, lowered = w * np.exp(2 * alpha * wrong), w * np.exp(-2 * alpha * (1 - wrong))
    assert np.allclose(both, raised / raised.sum(), rtol=1e-14)
    assert np.allclose(both, lowered / lowered.sum(), rtol=1e-14)


# --- one round, laws -----------------------------------------------------------------------------


@pytest.mark.parametrize("C", [2, 3, 7])
@pytest.mark.parametrize("error", [1e-6, 0.1, 0.4])
def test_no_other_alpha_has_less_loss(C, error):
    w, margins = np.array([1 - error, error]), ab.learner_margins(np.array([0, 1]), C)
    best = ab.learner_weight(error, C)
    least = loss_after(best, w, margins)
    for step in (-1, -0.01, 0.01, 1):
        assert loss_after(best + step, w, margins) > least


def test_twice_the_best_alpha_gains_nothing():
    w, margins = np.array([0.9, 0.1]), np.array([1, -1])
    assert loss_after(2 * ab.learner_weight(0.1), w, margins) == pytest.approx(1, rel=1e-14)


def test_the_loss_after_a_round_is_the_factor_of_the_bound():
    w, margins = np.array([0.7, 0.3]), np.array([1, -1])
    left = loss_after(ab.learner_weight(0.3), w, margins)
    assert left == pytest.approx(ab.error_bound(np.array([0.3])), rel=1e-14)


def test_the_bound_by_hand_and_its_exponential_decay():
    assert ab.error_bound(np.array([0.1, 0.2])) == pytest.approx(0.6 * 0.8, rel=1e-14)
    errors = np.random.default_rng(0).uniform(0, 0.5, size=30)
    assert ab.error_bound(errors) <= np.exp(-2 * np.sum((0.5 - errors) ** 2))


# --- stumps --------------------------------------------------------------------------------------


@pytest.mark.parametrize("ties", [False, True])
@pytest.mark.parametrize("C", [2, 3, 5])
@pytest.mark.parametrize("n, d", [(2, 1), (3, 4), (40, 3), (500, 30), (3000, 7)])
def test_the_fast_stump_is_the_growers(n, d, C, ties):
    X, y, w = some(n, d, C, seed=n + C, ties=ties)
    Y, data = np.eye(C)[y], presort(X)
    fast, leaf = ab.StumpLearner(data, Y)(w)
    slow, expected = ab.Learner(data, Y, 1)(w)
    assert np.array_equal(leaf, expected)
    for name in ("feature", "threshold", "left", "missing_left"):
        assert np.array_equal(getattr(fast, name), getattr(slow, name)), name
    for name in ("value", "gain", "cover"):  # sums in another order
        assert np.allclose(getattr(fast, name), getattr(slow, name), rtol=1e-9, atol=1e-12), name


@pytest.mark.parametrize("cells", [2**15, 60])
@pytest.mark.parametrize("C", [2, 3])
def test_of_equal_features_the_fast_stump_takes_the_growers_too(C, cells, monkeypatch):
    monkeypatch.setattr(ab, "CELLS_AT_ONCE", cells)  # all features at once, or one by one
    X, y, w = some(60, 3, C, seed=C)
    X = np.column_stack([X[:, [1, 0]], -X[:, 0], X[:, 0], X[:, 2]])
    Y, data = np.eye(C)[y], presort(X)
    trees = [grown(np.ones(60))[0] for grown in (ab.StumpLearner(data, Y), ab.Learner(data, Y, 1))]
    assert [grown.feature[0] for grown in trees] == [1, 1]


def test_samples_without_weight_do_not_move_the_fast_stump():
    X, y, w = some(80, 4, 2, seed=1)
    w[::3] = 0
    Y = np.eye(2)[y]
    fast, _ = ab.StumpLearner(presort(X), Y)(w)
    kept, _ = ab.Learner(presort(X[w > 0]), Y[w > 0], 1)(w[w > 0])
    assert fast.feature[0] == kept.feature[0]
    assert np.allclose(fast.value, kept.value, rtol=1e-12)  # sums in another order


TABLES = [([[1], [1], [1]], [0, 1, 1]), ([[1], [2]], [1, 1]), ([[1]], [0])]


@pytest.mark.parametrize("X, y", TABLES)
def test_where_no_cut_gains_the_stump_is_a_leaf(X, y):
    grown, leaf = ab.StumpLearner(presort(np.array(X, dtype=float)), np.eye(2)[y])(np.ones(len(y)))
    assert grown.n_leaves == 1 and leaf.tolist() == [0] * len(y)


# --- the whole, beside scikit-learn --------------------------------------------------------------


def agree(ours, theirs, X):
    """Whether both have the same trees, errors, weights and scores."""
    C = len(ours.classes_)
    assert len(ours.trees_) == len(theirs.estimators_)
    for a, b in zip(ours.trees_, theirs.estimators_, strict=True):
        split = b.tree_.feature >= 0
        assert a.feature[0] == b.tree_.feature[0]
        assert np.allclose(a.threshold[0], b.tree_.threshold[0], rtol=1e-6)  # theirs: float32 data
        assert split.sum() == (a.feature >= 0).sum()
    assert np.allclose(ours.errors_, theirs.estimator_errors_, rtol=1e-9)  # many rounds of rounding
    assert np.allclose(ours.alphas_ * C / (C - 1), theirs.estimator_weights_, rtol=1e-9)
    factor = (2 if C == 2 else 1) / ours.alphas_.sum()
    assert np.allclose(factor * ours.decision_function(X), theirs.decision_function(X), atol=1e-9)
    assert np.array_equal(ours.predict(X), theirs.predict(X))


TABLES = [(CANCER.X, CANCER.y), (WINE.X, WINE.y), some(300, 6, 5, seed=0)[:2]]


@pytest.mark.parametrize("learning_rate", [1.0, 0.3])
@pytest.mark.parametrize("table", TABLES, ids=["2 classes", "3 classes", "5 classes"])
def test_stump_by_stump_as_scikit_learn(table, learning_rate):
    X, y = table
    X = X.astype(np.float32).astype(float)  # what scikit-learn's trees see
    ours = AdaBoostClassifier(40, learning_rate=learning_rate).fit(X, y)
    theirs = ensemble.AdaBoostClassifier(n_estimators=40, learning_rate=learning_rate)
    agree(ours, theirs.fit(X, y), X)


@pytest.mark.parametrize("depth", [2, 3])
def test_tree_by_tree_as_scikit_learn(depth):
    X, y, w = some(400, 5, 3, seed=depth)
    X = X.astype(np.float32).astype(float)
    ours = AdaBoostClassifier(15, max_depth=depth).fit(X, y, w)
    weak = tree.DecisionTreeClassifier(max_depth=depth)
    agree(ours, ensemble.AdaBoostClassifier(weak, n_estimators=15, random_state=0).fit(X, y, w), X)


def test_staged_scores_and_classes_as_scikit_learn():
    X = WINE.X.astype(np.float32).astype(float)
    ours = AdaBoostClassifier(10).fit(X, WINE.y)
    theirs = ensemble.AdaBoostClassifier(n_estimators=10).fit(X, WINE.y)
    pairs = zip(ours.staged_predict(X), theirs.staged_predict(X), strict=True)
    assert all(np.array_equal(a, b) for a, b in pairs)
    both = ours.staged_decision_function(X), theirs.staged_decision_function(X)
    for m, (F, G) in enumerate(zip(*both, strict=True), 1):
        assert np.allclose(F / ours.alphas_[:m].sum(), G, atol=1e-12)


@seen_in("scikit-learn", "1.9")
def test_scikit_learn_only_raises_the_weights_of_mistakes():
    theirs = ensemble.AdaBoostClassifier(n_estimators=2).fit(CANCER.X, CANCER.y)
    theirs.estimators_ = []  # one round more, by hand
    w = np.full(len(CANCER.y), 1 / len(CANCER.y))
    raised, alpha, error = theirs._boost(0, CANCER.X, CANCER.y, w, np.random.RandomState(0))
    wrong = theirs.estimators_[0].predict(CANCER.X) != CANCER.y
    assert alpha == pytest.approx(np.log((1 - error) / error))
    assert raised == pytest.approx(w * np.where(wrong, np.exp(alpha), 1))


# --- the whole, laws -----------------------------------------------------------------------------


def test_the_loss_is_the_bound_and_the_error_below_it():
    model, y = AdaBoostClassifier(60).fit(CANCER.X, CANCER.y), 2 * CANCER.y - 1
    for m, F in enumerate(model.staged_decision_function(CANCER.X), 1):
        loss, bound = np.exp(-y * F).mean(), ab.error_bound(model.errors_[:m])
        assert loss == pytest.approx(bound, rel=1e-9)  # 60 products of sums
        assert (y * F <= 0).mean() <= bound


def test_the_weights_of_a_round_are_the_losses_before_it():
    model, y = AdaBoostClassifier(12).fit(CANCER.X, CANCER.y), 2 * CANCER.y - 1
    F = np.zeros(len(y))
    stages = [F, *model.staged_decision_function(CANCER.X)]
    for F, grown, error in zip(stages, model.trees_, model.errors_, strict=False):
        wrong = grown.predict(CANCER.X).argmax(axis=1) != CANCER.y
        assert ab.weighted_error(np.exp(-y * F), wrong) == pytest.approx(error, rel=1e-9)


def test_the_last_stage_is_the_whole_and_the_number_of_stages_that_of_rounds():
    model = AdaBoostClassifier(7).fit(WINE.X, WINE.y)
    stages = list(model.staged_decision_function(WINE.X))
    assert len(stages) == 7 and np.array_equal(stages[-1], model.decision_function(WINE.X))
    assert not np.array_equal(stages[0], stages[1])


def test_the_scores_of_three_classes_add_up_to_0_and_the_largest_wins():
    model = AdaBoostClassifier(7).fit(WINE.X, WINE.y)
    F = model.decision_function(WINE.X)
    assert np.allclose(F.sum(axis=1), 0, atol=1e-12)  # rounding of sums of alphas
    assert np.array_equal(model.predict(WINE.X), F.argmax(axis=1))


def test_probabilities_are_those_for_which_the_scores_have_no_slope():
    F = AdaBoostClassifier(7).fit(WINE.X, WINE.y).decision_function(WINE.X)[:5]
    p = AdaBoostClassifier(7).fit(WINE.X, WINE.y).predict_proba(WINE.X)[:5]
    tilt = np.array([1, -1, 0])  # a change that keeps the sum of the scores
    slope = gradient_of(lambda t: (p * np.exp(-F - t * tilt)).sum(axis=1), 0.0)
    assert np.abs(slope).max() < 1e-8  # of central differences


def test_probabilities_of_two_classes_are_the_sigmoid_of_twice_the_score():
    model = AdaBoostClassifier(3).fit(CANCER.X, CANCER.y)
    F = model.decision_function(CANCER.X)
    assert np.allclose(model.predict_proba(CANCER.X)[:, 1], 1 / (1 + np.exp(-2 * F)), rtol=1e-12)


@pytest.mark.parametrize("table", [CANCER, WINE], ids=["two classes", "three"])
def test_margins_are_votes_for_the_truth_minus_votes_for_the_best_other(table):
    model = AdaBoostClassifier(9).fit(table.X, table.y)
    said = np.array([grown.predict(table.X).argmax(axis=1) for grown in model.trees_])
    a = model.alphas_ / model.alphas_.sum()
    for i, margin in enumerate(model.margins(table.X, table.y)):
        shares = np.bincount(said[:, i], a, len(model.classes_))
        expected = shares[table.y[i]] - np.delete(shares, table.y[i]).max()
        assert margin == pytest.approx(expected, abs=1e-12)  # rounding of sums of alphas


def test_margins_of_two_classes_are_the_scores_times_y_over_the_sum_of_alphas():
    model = AdaBoostClassifier(9).fit(CANCER.X, CANCER.y)
    expected = (2 * CANCER.y - 1) * model.decision_function(CANCER.X) / model.alphas_.sum()
    assert np.allclose(model.margins(CANCER.X, CANCER.y), expected, atol=1e-12)


def test_boosting_turns_stumps_into_a_good_classifier_of_tumours():
    X, X_test, y, y_test = train_test_split(CANCER.X, CANCER.y, seed=0)
    one, many = (AdaBoostClassifier(M).fit(X, y).score(X_test, y_test) for M in (1, 100))
    assert one < 0.93 and many > 0.94


def test_ten_digits_are_told_apart():
    X, X_test, y, y_test = train_test_split(digits().X, digits().y, seed=0)
    assert AdaBoostClassifier(60, max_depth=4).fit(X, y).score(X_test, y_test) > 0.9


# --- weights of samples --------------------------------------------------------------------------


def test_whole_weights_are_copies():
    X, y, _ = some(60, 3, 3, seed=5)
    times = np.arange(60) % 3
    weighted = AdaBoostClassifier(9).fit(X, y, times)
    copied = AdaBoostClassifier(9).fit(X.repeat(times, axis=0), y.repeat(times))
    assert np.allclose(weighted.errors_, copied.errors_, rtol=1e-9)  # sums in another order
    assert np.allclose(weighted.decision_function(X), copied.decision_function(X), atol=1e-9)


def test_the_scale_of_the_weights_does_not_matter():
    X, y, w = some(60, 3, 2, seed=6)
    small, large = (AdaBoostClassifier(9).fit(X, y, w * scale) for scale in (2.0**-300, 2.0**300))
    assert np.array_equal(small.alphas_, large.alphas_)


# --- edges ---------------------------------------------------------------------------------------


def test_a_perfect_first_learner_is_alone():
    model = AdaBoostClassifier().fit([[1.0], [2], [3], [4]], ["a", "a", "b", "b"])
    assert model.alphas_.tolist() == [1] and model.errors_.tolist() == [0]
    assert model.decision_function([[0.0], [9]]).tolist() == [-1, 1]
    assert model.predict([[0.0], [9]]).tolist() == ["a", "b"]


def test_a_perfect_later_learner_outvotes_all_before():
    for seed in range(30):
        X, y, _ = some(30, 3, 3, seed=seed)
        model = AdaBoostClassifier(50, max_depth=4).fit(X, y)
        if len(model.trees_) > 1 and model.errors_[-1] == 0:
            assert model.alphas_[-1] > model.alphas_[:-1].sum()
            assert model.score(X, y) == 1
            return
    pytest.fail("no such learner was found")


def test_where_no_cut_beats_a_guess_nothing_is_learned():
    X, y = np.array([[0.0, 0], [1, 1], [0, 1], [1, 0]]), np.array([5, 5, 9, 9])
    model = AdaBoostClassifier().fit(X, y)
    assert model.trees_ == [] and len(model.alphas_) == len(model.errors_) == 0
    assert model.predict(X).tolist() == [5] * 4 and not model.decision_function(X).any()
    assert not model.margins(X, y).any() and (model.predict_proba(X) == 0.5).all()
    assert list(model.staged_predict(X)) == []


def test_a_deeper_tree_asks_two_questions_that_gain_only_together():
    X, y = np.array([[0.0, 0], [1, 1], [0, 1], [1, 0]]), np.array([5, 5, 9, 9])
    model = AdaBoostClassifier(max_depth=2).fit(X, y)
    assert model.errors_.tolist() == [0] and model.predict(X).tolist() == [5, 5, 9, 9]


def test_a_majority_is_learned_before_a_guess_ends_it():
    model = AdaBoostClassifier().fit(np.zeros((5, 1)), [0, 1, 1, 1, 1])
    assert model.errors_.tolist() == [0.2] and model.predict([[7.0]]).tolist() == [1]


def test_one_class_is_always_predicted():
    model = AdaBoostClassifier().fit([[1.0], [2]], ["x", "x"])
    assert model.predict([[3.0]]).tolist() == ["x"]
    assert model.predict_proba([[3.0]]).tolist() == [[1]]
    assert model.margins([[3.0]], ["x"]).tolist() == [1]


def test_samples_that_contradict_each_other_leave_finite_scores():
    X, y = np.repeat([[0.0], [1], [2]], 4, axis=0), [0, 0, 1, 0, 1, 1, 0, 1, 0, 1, 0, 1]
    model = AdaBoostClassifier(200).fit(X, y)
    assert np.isfinite(model.decision_function(X)).all() and (model.errors_ < 0.5).all()


def test_a_class_without_weight_is_known_and_not_predicted():
    X, y, _ = some(60, 2, 3, seed=2)
    model = AdaBoostClassifier(5).fit(X, y, 1.0 * (y != 1))
    assert model.classes_.tolist() == [0, 1, 2]
    assert 1 not in model.predict(X)


def test_margins_need_known_labels():
    model = AdaBoostClassifier(2).fit(IRIS.X, IRIS.y)
    with pytest.raises(ValueError, match=r"labels that fit has seen, \[0 1 2\]; received \[0 7\]"):
        model.margins(IRIS.X[:2], [0, 7])


@pytest.mark.parametrize(
    "options, message",
    [
        ({"n_estimators": 0}, "n_estimators must be an integer >= 1; received 0"),
        ({"max_depth": 1.5}, "max_depth must be an integer >= 1; received 1.5"),
        ({"learning_rate": 2}, r"learning_rate must be a number in \(0, 2\); received 2"),
        ({"learning_rate": 0.0}, r"learning_rate must be a number in \(0, 2\); received 0.0"),
    ],
)
def test_parameters_out_of_range_are_refused(options, message):
    with pytest.raises(ValueError, match=message):
        AdaBoostClassifier(**options).fit(IRIS.X, IRIS.y)


def test_bad_weights_are_refused():
    with pytest.raises(ValueError, match="sample_weight must be >= 0"):
        AdaBoostClassifier().fit([[1.0], [2]], [0, 1], sample_weight=[1, -1])


@seen_in("scikit-learn", "1.9")
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("seed", [2, 3])
def test_scikit_learn_1_9_gives_a_perfect_learner_the_weight_1(seed):
    found = seeds_adaboost.perfect(seed)
    assert found == data.stored("seeds_adaboost")["perfect"][seed]
    assert found["err there"] >= 2 and found["perfect here"] >= 2 and found["err here"] == 0
    X, y = np.arange(10.0)[:, None], np.array([0, 1] * 5)
    theirs = ensemble.AdaBoostClassifier(tree.DecisionTreeClassifier(random_state=0))
    assert theirs.fit(X, y).estimator_weights_.tolist()[:1] == [1.0]
