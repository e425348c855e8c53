"""The protocol of comparisons: folds, tuning inside them, its leaks, intervals, steps."""

from fractions import Fraction

import numpy as np
import pytest
from scipy import stats
from sklearn.model_selection import StratifiedKFold
from sklearn.preprocessing import PolynomialFeatures, StandardScaler

from mlbook.lda import LDA
from mlbook.linear_regression import LinearRegression
from mlbook.logistic_regression import LogisticRegression
from mlbook.protocol.folds import folds, splits
from mlbook.protocol.intervals import corrected_variance, interval, student_quantile
from mlbook.protocol.steps import Products, Selector, Standardizer, pipeline, response
from mlbook.protocol.tuning import Protocol, best_inside, held_out, nested
from mlbook.random_forest import variance_of_mean
from mlbook.regularization import Ridge
from texproof import Derivation, DerivationError, program, scalar

F = Fraction
rng = np.random.default_rng(3)
X = rng.normal(size=(60, 4))
TARGET = X @ [1.0, -1.0, 0.5, 0.0] + rng.normal(size=60)
LABELS = (TARGET > 0.5).astype(int)


def squared(y, s):
    return ((y - s) ** 2).mean()


# --- folds ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("n, k", [(10, 2), (11, 3), (60, 7), (5, 5)])
def test_folds_differ_in_size_by_one_at_most(n, k):
    sizes = np.bincount(folds(np.zeros(n), k), minlength=k)
    assert sizes.sum() == n
    assert np.ptp(sizes) <= 1


def test_stratified_folds_share_each_class_as_scikit_learn_does():
    y = np.array([0] * 23 + [1] * 8 + [2] * 5)
    fold = folds(y, 5, stratified=True)
    ours = np.array([np.bincount(y[fold == j], minlength=3) for j in range(5)])
    theirs = [np.bincount(y[test], minlength=3) for _, test in StratifiedKFold(5).split(y, y)]
    assert np.ptp(ours, axis=0).max() <= 1
    assert np.ptp(ours.sum(axis=1)) <= 1
    assert np.array_equal(np.sort(ours, axis=0), np.sort(theirs, axis=0))


def test_folds_depend_on_the_seed_and_on_nothing_else():
    assert np.array_equal(folds(TARGET, 5, seed=1), folds(-TARGET, 5, seed=1))
    assert not np.array_equal(folds(TARGET, 5, seed=1), folds(TARGET, 5, seed=2))


def test_every_sample_is_tested_once_in_each_deal_and_never_trained_on():
    parts = splits(LABELS, 5, repeats=3, stratified=True)
    assert len(parts) == 15
    assert np.array_equal(np.bincount(np.concatenate([t for _, t in parts])), np.full(60, 3))
    assert all(np.array_equal(np.union1d(a, b), np.arange(60)) for a, b in parts)
    assert not any(np.intersect1d(a, b).size for a, b in parts)


@pytest.mark.parametrize(
    "y, k, stratified, message",
    [
        ([1, 2, 3], 1, False, "k must be an integer >= 2; received 1"),
        ([1, 2, 3], 4, False, "at most the size of the samples, 3; received 4"),
        ([0, 0, 0, 1, 1], 3, True, "at most the size of the smallest class, 2; received 3"),
    ],
)
def test_folds_that_would_be_empty_are_refused(y, k, stratified, message):
    with pytest.raises(ValueError, match=message):
        folds(y, k, stratified=stratified)


def test_stratified_deals_share_each_class_in_splits_and_in_nested_comparisons():
    rare = np.arange(60) < 10
    assert [rare[test].sum() for _, test in splits(rare, 5, 2, stratified=True)] == [2] * 10
    model = [pipeline(Ridge())]
    outcomes = nested(model, X[:60], 1.0 * rare, squared, Protocol(stratified=True))
    assert [rare[o.test].sum() for o in outcomes] == [2] * 10  # five folds, two deals


@pytest.mark.parametrize(
    "call, message",
    [
        (lambda: folds([], 2), r"^y must be an array of at least one entry"),
        (lambda: interval([np.nan, 1.0], 0.1), r"^scores must be finite"),
        (lambda: interval([1.0, 2.0], -1), r"^ratio must be a number in"),
    ],
)
def test_what_is_wrong_is_called_by_its_name(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_the_number_of_deals_is_checked():
    with pytest.raises(ValueError, match="repeats must be an integer >= 1; received 0"):
        splits(TARGET, 5, repeats=0)


# --- procedures and tuning -----------------------------------------------------------------------


class Sees:
    """A model that remembers what it was shown and says a constant."""

    def fit(self, X, y):
        seen.append(y)
        return self

    def predict(self, X):
        return np.zeros(len(X))


seen: list = []


def test_no_fit_of_a_nested_comparison_sees_its_test_samples():
    y = np.arange(60.0)
    models = [pipeline(Sees()), pipeline(Sees())]
    outcomes = nested(models, X, y, squared, Protocol(k=4, repeats=1))
    per_split = 2 * 3 + 1
    assert len(seen) == 4 * per_split
    for j, outcome in enumerate(outcomes):
        shown = np.concatenate(seen[j * per_split : (j + 1) * per_split])
        assert not np.isin(y[outcome.test], shown).any()


def test_a_pipeline_scales_by_the_training_samples_and_keeps_its_steps():
    step, model = Standardizer(), LinearRegression()
    said = pipeline(step, model)(X[:40], TARGET[:40], X[40:] + 100)
    assert np.allclose(said, LinearRegression().fit(X[:40], TARGET[:40]).predict(X[40:] + 100))
    assert not hasattr(step, "mean_")
    assert not hasattr(model, "coef_")


def test_a_response_is_a_chance_or_a_squashed_score_or_a_prediction():
    logistic = LogisticRegression().fit(X, LABELS)
    assert np.array_equal(response(logistic, X), logistic.predict_proba(X)[:, 1])
    ridge = Ridge().fit(X, TARGET)
    assert np.array_equal(response(ridge, X), ridge.predict(X))

    class Scores:
        def decision_function(self, X):
            return X[:, 0]

    assert np.array_equal(response(Scores(), X) > 0.5, X[:, 0] > 0)


def test_what_is_held_out_comes_from_a_fit_without_it():
    parts = splits(TARGET, 5)
    said = held_out(pipeline(Ridge()), X, TARGET, parts)
    train, test = parts[2]
    assert np.array_equal(said[test], Ridge().fit(X[train], TARGET[train]).predict(X[test]))


def test_the_candidate_of_least_inner_loss_is_chosen_and_refitted_to_the_whole_training_part():
    lams = (0.1, 10.0, 1e6)
    for o in nested([pipeline(Ridge(lam)) for lam in lams], X, TARGET, squared):
        assert o.losses[o.chosen] == min(o.losses) == squared(TARGET[o.train], o.inner)
        model = Ridge(lams[o.chosen]).fit(X[o.train], TARGET[o.train])
        assert np.array_equal(o.outer, model.predict(X[o.test]))


def test_all_methods_meet_the_same_splits():
    one = nested([pipeline(Ridge())], X, TARGET, squared, Protocol(seed=4))
    two = nested([pipeline(Ridge()), pipeline(Ridge(9.0))], X, TARGET, squared, Protocol(seed=4))
    assert all(np.array_equal(a.test, b.test) for a, b in zip(one, two, strict=True))
    assert all(a.losses[0] == b.losses[0] for a, b in zip(one, two, strict=True))


def test_the_best_inside_has_the_least_inner_loss_of_each_split():
    good = nested([pipeline(Ridge())], X, TARGET, squared)
    bad = nested([pipeline(Ridge(1e9))], X, TARGET, squared)
    chosen = best_inside([bad, good])
    assert all(o is g for o, g in zip(chosen, good, strict=True))


# --- leaks ---------------------------------------------------------------------------------------


def test_selecting_before_the_folds_finds_skill_in_noise_and_inside_them_none():
    leaky, honest = [], []
    for seed in range(10):
        noise = np.random.default_rng(seed).normal(size=(50, 500))
        y = np.arange(50) % 2
        parts = splits(y, 5, 1, seed, stratified=True)
        chosen = Selector(10).fit_transform(noise, y)
        leaky.append(((held_out(pipeline(LDA()), chosen, y, parts) > 0.5) == y).mean())
        inside = held_out(pipeline(Selector(10), LDA()), noise, y, parts)
        honest.append(((inside > 0.5) == y).mean())
    assert np.mean(leaky) > 0.75
    assert abs(np.mean(honest) - 0.5) < 0.1  # the mean of 500 tosses has the deviation 0.02 or more


# --- intervals -----------------------------------------------------------------------------------


def test_the_corrected_variance_is_that_of_a_mean_if_the_correlation_is_the_share_tested():
    rho, sigma2 = F(1, 5), F(7)
    s2 = (1 - rho) * sigma2
    assert corrected_variance(s2, 10, F(1, 4)) == variance_of_mean(rho, sigma2, 10)
    assert corrected_variance(s2, 10, 0) == s2 / 10


@pytest.mark.parametrize("df", [1, 2, 3, 9, 49, 200])
@pytest.mark.parametrize("level", [0.5, 0.9, 0.95, 0.99])
def test_student_quantiles_are_those_of_scipy(df, level):
    # a trapezoid rule with 1e5 steps: 1e-8
    assert student_quantile(level, df) == pytest.approx(stats.t.ppf((1 + level) / 2, df), rel=1e-7)


def test_an_interval_by_hand():
    # mean 2, s^2 = 1, L = 3: (1/3 + 1/4) s^2 = 7/12; t of 2 degrees of freedom = 4.30265
    mean, half = interval([1.0, 2.0, 3.0], ratio=1 / 4)
    assert mean == 2
    assert half == pytest.approx(4.302653 * np.sqrt(7 / 12), rel=1e-6)


def test_equal_scores_have_an_interval_of_width_zero():
    assert interval([0.25] * 4, ratio=0.25) == (0.25, 0.0)


def test_what_has_no_quantile_or_interval_is_refused():
    with pytest.raises(ValueError, match="at least 2 scores; received 1"):
        interval([1.0], ratio=0.25)
    with pytest.raises(ValueError, match=r"level must be a number in \(0, 1\); received 1"):
        student_quantile(1, 3)
    with pytest.raises(ValueError, match="df must be an integer >= 1; received 0"):
        student_quantile(0.9, 0)


def test_repeating_the_folds_narrows_the_naive_interval_and_breaks_it():
    hits = np.zeros(2)
    n, d, m = 50, 5, 40
    truth = (m + 1) / m * (m - 2) / (m - d - 2)  # least squares, normal features, noise 1
    for seed in range(40):
        world = np.random.default_rng(seed)
        A, y = world.normal(size=(n, d)), world.normal(size=n)
        found = [
            squared(y[test], pipeline(LinearRegression())(A[train], y[train], A[test]))
            for train, test in splits(y, 5, 10, seed)
        ]
        for j, ratio in enumerate((0, 1 / 4)):
            mean, half = interval(found, ratio)
            hits[j] += abs(mean - truth) <= half
    assert hits[0] / 40 < 0.6 < 0.8 < hits[1] / 40


# --- steps ---------------------------------------------------------------------------------------


def test_steps_are_scikit_learns():
    assert np.allclose(
        Standardizer().fit_transform(X), StandardScaler().fit_transform(X), atol=1e-12
    )
    assert repr(Standardizer()) == "Standardizer()"
    for degree in (1, 2, 3):
        theirs = PolynomialFeatures(degree, include_bias=False).fit_transform(X)
        assert np.allclose(Products(degree).fit_transform(X), theirs, atol=1e-12)


def test_the_selector_takes_the_largest_correlations():
    strength = [abs(np.corrcoef(column, TARGET)[0, 1]) for column in X.T]
    chosen = Selector(2).fit(X, TARGET).features_
    assert set(chosen) == set(np.argsort(strength)[-2:])
    assert Selector(9).fit_transform(X, TARGET).shape == (60, 4)


def test_products_are_of_degree_2_unless_another_is_given():
    assert Products().get_params() == {"degree": 2}
    with pytest.raises(ValueError, match=r"^degree must be an integer >= 1; received 0"):
        Products(0).fit(X)


def test_products_beyond_the_range_of_float64_are_refused():
    with pytest.raises(ValueError, match="products of the features exceed the range of float64"):
        Products().fit_transform([[1e200]])


# --- wrong twins ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "claim",
    [
        r"\frac{(1 - \rho)\sigma^2}{L}",
        r"\rho\sigma^2 + \frac{\sigma^2}{L}",
        r"\frac{(1 - \rho)\sigma^2}{L - 1} + \rho\sigma^2",
    ],
)
def test_wrong_corrections_are_refused(claim):
    D = Derivation(
        scalar(r"\rho"),
        scalar(r"\sigma^2"),
        scalar("L", positive=True),
        program(corrected_variance),
    )
    ours = r"\mathtt{corrected\_variance}((1-\rho)\sigma^2, L, \frac{\rho}{1-\rho})"
    D.calc(ours, "=", r"\rho\sigma^2 + \frac{(1 - \rho)\sigma^2}{L}", "")
    with pytest.raises(DerivationError):
        D.calc(ours, "=", claim, "")
