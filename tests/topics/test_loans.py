"""Loans: the gain of a decision, the contributions of features, and the table that is drawn."""

from fractions import Fraction

import numpy as np
import pytest

from mlbook import data
from mlbook.case_study import cost_threshold, mean_cost
from mlbook.gradient_boosting import GradientBoostingClassifier
from mlbook.loans import contributions, expected_gain, mean_gain
from mlbook.logistic_regression import LogisticRegression
from mlbook.losses import sigmoid

F = Fraction
TABLE = data.loans(1500, seed=3)


# --- decisions -----------------------------------------------------------------------------------


def test_one_default_in_eleven_gains_nothing():
    assert expected_gain(F(1, 11), 6, 60) == 0
    assert mean_gain(np.array([0] * 10 + [1]), np.ones(11), 6, 60) == 0


@pytest.mark.parametrize("p", [F(1, 12), F(1, 11), F(1, 10)])
def test_a_loan_gains_exactly_below_the_threshold(p):
    assert (expected_gain(p, 6, 60) > 0) == (p < F(6, 66))
    assert cost_threshold(6, 60) == pytest.approx(6 / 66)


def test_what_is_gained_is_what_good_loans_earn_less_the_cost_of_errors():
    rng = np.random.default_rng(0)
    y, granted = rng.integers(2, size=(2, 50))
    expected = 6 * (1 - y).mean() - mean_cost(y, 1 - granted, 6, 60)
    assert mean_gain(y, granted, 6, 60) == pytest.approx(expected)


def test_lending_below_the_threshold_gains_most_of_all_thresholds_on_average():
    p = sigmoid(data.loan_log_odds(TABLE.X))
    gain = [expected_gain(p, 6, 60)[p < t].sum() for t in (0.02, 0.05, 1 / 11, 0.15, 0.5, 1)]
    assert max(gain) == gain[2]


# --- reasons -------------------------------------------------------------------------------------


def test_contributions_to_a_line_are_weights_times_differences():
    w, x, z = np.array([F(2), F(-1)]), np.array([F(3), F(5)]), np.array([F(1), F(1)])
    assert contributions(lambda X: X @ w + 7, x, z).tolist() == [4, -4]


@pytest.mark.parametrize(
    "model",
    [
        LogisticRegression(1.0),
        GradientBoostingClassifier(20, max_depth=1),
    ],
)
def test_contributions_to_an_additive_model_add_up(model):
    model.fit(TABLE.X, TABLE.y)
    x, z = TABLE.X[np.argmax(model.decision_function(TABLE.X))], np.median(TABLE.X, axis=0)
    here, there = model.decision_function(np.stack([x, z]))
    assert contributions(model.decision_function, x, z).sum() == pytest.approx(here - there)


def test_contributions_to_a_product_do_not_add_up():
    x, z = np.ones(2), np.zeros(2)
    assert contributions(lambda X: X[:, 0] * X[:, 1], x, z).tolist() == [0, 0]


def test_a_feature_that_is_as_in_the_reference_contributes_nothing():
    x, z = np.array([1.0, 2.0, 3.0]), np.array([0.0, 2.0, 1.0])
    assert contributions(lambda X: np.exp(X).prod(axis=1), x, z)[1] == 0


# --- the table -----------------------------------------------------------------------------------


def test_the_drawn_loans_default_as_often_as_the_mechanism_says():
    table = data.loans(20_000, seed=1)
    p = sigmoid(data.loan_log_odds(table.X))
    assert 0.05 < table.y.mean() < 0.08
    assert abs(table.y.sum() - p.sum()) < 4 * np.sqrt((p * (1 - p)).sum())


def test_the_columns_are_what_a_form_allows_and_the_digit_says_nothing():
    income, debt, card, late, term, account, digit = TABLE.X.T
    assert income.min() > 0 and account.min() >= 0
    assert min(debt.min(), card.min()) >= 0 and max(debt.max(), card.max()) <= 1
    assert set(term) == {36, 60} and set(digit) == set(range(10))
    assert (late == late.round()).all() and late.min() == 0
    moved = TABLE.X.copy()
    moved[:, 6] = 0
    np.testing.assert_array_equal(data.loan_log_odds(moved), data.loan_log_odds(TABLE.X))


def test_the_log_odds_by_hand():
    plain = np.array([40.0, 0.25, 0.5, 0.0, 36.0, 10.0, 0.0])
    late, both = plain.copy(), plain.copy()
    late[3], both[[2, 3]] = 1, (0.9, 1)
    found = data.loan_log_odds(np.stack([plain, late, both]))
    np.testing.assert_allclose(found, [-3.6, -3.1, -3.1 + 0.8 + 1.6])
