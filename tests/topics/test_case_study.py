"""The case study: the luck of the best of many, counterparts of the other library, costs."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from sklearn.linear_model import Ridge as AuthorityRidge

from mlbook import data
from mlbook.case_study import (
    ForestSelector,
    best_threshold,
    cost_threshold,
    counterparts,
    expected_best,
    mean_cost,
)
from mlbook.protocol.steps import pipeline
from mlbook.protocol.tuning import nested, scores
from mlbook.random_forest import RandomForestRegressor, out_of_bag_importance
from mlbook.regularization import Ridge
from texproof import Derivation, DerivationError, scalar

F = Fraction


# --- the luckiest --------------------------------------------------------------------------------


def test_the_luckiest_of_two_on_three_coins_by_counting():
    counted = [max(sum(a), sum(b)) for a in BITS for b in BITS]
    assert expected_best(3, F(1, 2), 2) == F(sum(counted), 64) == F(63, 32)


BITS = list(product((0, 1), repeat=3))


@pytest.mark.parametrize("n, p", [(1, F(1, 3)), (4, F(2, 3)), (9, F(1, 2))])
def test_one_method_alone_has_no_luck(n, p):
    assert expected_best(n, p, 1) == n * p


def test_the_luckiest_grows_with_the_methods_and_stays_below_n():
    best = [expected_best(50, 0.5, K) for K in (1, 10, 100, 1000)]
    assert np.all(np.diff(best) > 0)
    assert best[-1] < 50


# --- counterparts --------------------------------------------------------------------------------


def squared(y, s):
    return ((y - s) ** 2).mean()


def test_counterparts_answer_under_the_choices_that_were_made():
    rng, lams = np.random.default_rng(3), (0.1, 10.0)
    X = rng.normal(size=(60, 4))
    y = X @ [1.0, -1.0, 0.5, 0.0] + rng.normal(size=60)
    found = nested([pipeline(Ridge(lam)) for lam in lams], X, y, squared)
    theirs = counterparts(found, [pipeline(AuthorityRidge(lam)) for lam in lams], X, y)
    assert all(np.allclose(o.outer, s, atol=1e-10) for o, s in zip(found, theirs, strict=True))
    ours = scores(squared, found, y)
    assert ours[3] == squared(y[found[3].test], found[3].outer)
    assert np.allclose(scores(squared, found, y, theirs), ours, atol=1e-10)


# --- costs ---------------------------------------------------------------------------------------


def test_costs_by_hand():
    y, flagged = np.array([1, 1, 0, 0, 0]), np.array([1, 0, 1, 1, 0])
    assert mean_cost(y, flagged, F(1), F(10)) == F(2 * 1 + 10, 5)
    assert cost_threshold(F(1), F(10)) == F(1, 11)
    assert cost_threshold(1, 1) == 1 / 2


def test_no_other_threshold_costs_less_on_average_where_the_chances_are_right():
    p = np.linspace(0, 1, 1001)
    costs = [np.where(p >= t, (1 - p) * 1, p * 10).mean() for t in p]
    assert abs(p[np.argmin(costs)] - cost_threshold(1, 10)) < 2e-3  # two steps of the grid


@pytest.mark.parametrize("seed", range(5))
def test_no_threshold_costs_less_on_the_samples_than_the_best(seed):
    noise = np.random.default_rng(seed)
    y, s = noise.integers(0, 2, 30), noise.integers(0, 8, 30) / 8
    t = best_threshold(y, s, 2, 5)
    least = min(mean_cost(y, s >= u, 2, 5) for u in [-np.inf, *np.unique(s), np.inf])
    assert mean_cost(y, s >= t, 2, 5) == least


@pytest.mark.parametrize(
    "y, t", [([1, 1], -np.inf), ([0, 0], np.inf), ([0, 1], 0.5), ([1, 0], -np.inf)]
)
def test_the_best_threshold_may_flag_all_or_none(y, t):
    assert best_threshold(np.array(y), np.array([0.25, 0.75]), 1, 1) == t


# --- wrong twins ---------------------------------------------------------------------------------


@pytest.mark.parametrize("claim", ["b / (a + b)", r"\frac12", "a / b"])
def test_wrong_thresholds_are_refused(claim):
    D = Derivation(scalar("a", positive=True), scalar("b", positive=True), scalar("p"), scalar("t"))
    D.define("t = a / (a + b)")
    D.calc("pb - (1 - p)a", "=", "(a + b)(p - t)", "")
    with pytest.raises(DerivationError):
        D.calc("pb - (1 - p)a", "=", f"(a + b)(p - {claim})", "")


# --- selection by a forest -----------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_a_forest_selects_the_columns_that_tell_the_target(seed):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(200, 12))
    y = X[:, 3] - 2 * X[:, 7] + 0.3 * rng.normal(size=200)
    selector = ForestSelector(2).fit(X, y)
    assert selector.features_.tolist() == [3, 7]
    np.testing.assert_array_equal(selector.transform(X), X[:, [3, 7]])


def test_a_forest_selects_what_breimans_importance_puts_first():
    X, y = data.friedman(100, seed=0)
    selector = ForestSelector(3, n_estimators=10).fit(X, y)
    forest = RandomForestRegressor(10, min_samples_leaf=5).fit(X, y)
    expected = out_of_bag_importance(forest, X, y).mean(axis=1)
    np.testing.assert_array_equal(selector.importances_, expected)
    assert set(selector.features_) == set(np.argsort(-expected)[:3])


def test_a_forest_that_may_keep_more_than_there_is_keeps_all():
    X, y = data.friedman(50, seed=0)
    assert ForestSelector(9, n_estimators=3).fit(X, y).features_.tolist() == [0, 1, 2, 3, 4]
