"""Claims about entropy, information and impurity, by hand, by law and beside SciPy."""

from fractions import Fraction

import numpy as np
import pytest
from scipy import stats
from sklearn.metrics import mutual_info_score

from mlbook.information import (
    conditional_entropy,
    contingency,
    differential_entropy,
    divergence,
    entropy,
    error_rate,
    gain,
    gain_ratio,
    gini,
    impurity_after,
    intrinsic_value,
    joint_entropy,
    mutual_information,
    shares,
)

ROUNDING = 1e-12  # of sums of at most some dozen terms near 1
BRANCHES = np.array([[1, 4], [2, 2], [3, 1]])  # three branches, two classes, 13 samples
XOR = np.array([[[1, 0], [0, 1]], [[0, 1], [1, 0]]]) / 4  # attributes a and b, class y
WEATHER = np.array([[2, 3], [4, 0], [3, 2]])  # outlook: yes and no among 14 days (Quinlan 1986)


@pytest.fixture(params=range(20))
def table(request):
    """A random joint distribution, with some empty cells."""
    rng = np.random.default_rng(request.param)
    P = rng.exponential(size=rng.integers(1, 6, size=2)) * (rng.random() < 0.8)
    P[rng.random(P.shape) < 0.2] = 0
    P.flat[0] += 0.1
    return P / P.sum()


def bits(p):
    return entropy(p, base=2)


# --- by hand -------------------------------------------------------------------------------------


def test_a_fair_coin_has_one_bit_and_a_certain_outcome_none():
    assert entropy([0.5, 0.5], base=2) == 1
    assert entropy([1.0, 0.0]) == 0
    assert not np.signbit(entropy([1.0, 0.0]))  # 0, never -0


def test_entropy_of_the_weather_is_quinlans():
    assert entropy(shares(WEATHER.sum(axis=0)), 2) == pytest.approx(0.940, abs=5e-4)
    assert gain(WEATHER, bits) == pytest.approx(0.247, abs=5e-4)
    assert intrinsic_value(WEATHER, 2) == pytest.approx(1.577, abs=5e-4)
    assert gain_ratio(WEATHER) == pytest.approx(0.156, abs=1e-3)  # 0.247 / 1.577


def test_a_split_in_four_of_three_classes():
    counts = np.array([[17, 13, 10, 6], [6, 1, 2, 1], [4, 16, 13, 18]]).T
    before, after = bits(shares(counts.sum(axis=0))), impurity_after(counts, bits)
    np.testing.assert_allclose([before, after], [1.3527, 1.2036], atol=5e-5)
    assert gain(counts, bits) == pytest.approx(0.1491, abs=5e-5)


def test_a_sample_number_has_all_the_gain_and_a_third_of_the_ratio():
    numbered = np.repeat(np.eye(2), 4, axis=0)
    assert gain(numbered, bits) == 1
    assert intrinsic_value(numbered, 2) == 3
    assert gain_ratio(numbered) == pytest.approx(1 / 3, abs=ROUNDING)


def test_gini_is_exact_in_fractions():
    p = np.array([Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)])
    assert gini(p) == Fraction(11, 18) == 1 - sum(p * p)


def test_intrinsic_value_does_not_grow_with_the_number_of_branches():
    sizes = np.array([[1.0, 1]]), np.array([[98.0, 1, 1]]), np.array([[91.0] + [1] * 9])
    values = [intrinsic_value(s.T, 2) for s in sizes]
    np.testing.assert_allclose(values, [1, 0.161, 0.722], atol=5e-4)


def test_gini_of_the_weather_is_exact_in_fractions():
    counts = WEATHER * Fraction(1)
    assert gini(shares(counts.sum(axis=0))) == Fraction(45, 98)
    assert impurity_after(counts, gini) == Fraction(12, 35)
    assert gain(counts, gini) == Fraction(57, 490)


def test_one_value_against_the_rest_has_another_gini_for_each_value():
    counts = WEATHER * Fraction(1)
    halves = [np.stack([row, counts.sum(axis=0) - row]) for row in counts]
    after = [impurity_after(half, gini) for half in halves]
    assert len(set(after)) == 3
    assert after.index(min(after)) == 1  # overcast, which is pure


def test_two_fair_coins_have_a_conditional_entropy_of_plus_one_bit():
    assert conditional_entropy(np.full((2, 2), 0.25), 2) == 1
    assert mutual_information(np.full((2, 2), 0.25)) == 0


def test_the_gain_averages_over_values_of_one_attribute():
    node = shares(BRANCHES.sum(axis=0))
    apart = divergence(shares(BRANCHES), node, 2)
    lost = entropy(node, 2) - entropy(shares(BRANCHES), 2)
    weight = shares(BRANCHES.sum(axis=1))
    assert gain(BRANCHES, bits) == pytest.approx(0.160746, abs=5e-7)
    np.testing.assert_allclose([weight @ apart, weight @ lost], gain(BRANCHES, bits), atol=ROUNDING)
    assert apart.min() >= 0 > lost.min() == pytest.approx(-0.0043, abs=5e-5)


def test_exclusive_or_has_no_gain_alone_and_all_of_it_together():
    alone = gain(XOR.sum(axis=1), bits), gain(XOR.sum(axis=0), bits)
    assert alone == (0, 0)
    assert gain(XOR.reshape(4, 2), bits) == 1


def test_the_ratio_prefers_one_sample_apart_to_a_better_question():
    one, halves = np.array([[1, 0], [49, 50]]), np.array([[29, 21], [21, 29]])
    np.testing.assert_allclose([gain(c, bits) for c in (one, halves)], [0.0101, 0.0185], atol=5e-5)
    ratios = [gain_ratio(c) for c in (one, halves)]
    np.testing.assert_allclose(ratios, [0.1247, 0.0185], atol=5e-5)


def test_the_error_rate_does_not_see_every_gain():
    mixed, half_pure = np.array([[300, 100], [100, 300]]), np.array([[200, 400], [200, 0]])
    assert gain(mixed, error_rate) == gain(half_pure, error_rate) == 0.25
    assert gain(mixed, gini) < gain(half_pure, gini)
    assert gain(mixed) < gain(half_pure)


# --- laws ----------------------------------------------------------------------------------------


def test_entropy_lies_between_zero_and_the_logarithm_of_the_outcomes(table):
    p = table.ravel()
    assert 0 <= entropy(p) <= np.log(len(p)) + ROUNDING
    assert entropy(np.full(5, 0.2)) == pytest.approx(np.log(5), abs=ROUNDING)


def test_the_chain_rule(table):
    total = entropy(table.sum(axis=0)) + conditional_entropy(table)
    assert joint_entropy(table) == pytest.approx(total, abs=ROUNDING)


def test_mutual_information_is_entropy_lost(table):
    lost = entropy(table.sum(axis=1)) - conditional_entropy(table)
    assert mutual_information(table) == pytest.approx(lost, abs=ROUNDING)
    assert mutual_information(table.T) == pytest.approx(lost, abs=ROUNDING)
    assert lost >= -ROUNDING


def test_information_gain_is_mutual_information(table):
    assert gain(table) == pytest.approx(mutual_information(table), abs=ROUNDING)


def test_gain_is_the_mean_divergence_of_the_branches(table):
    node, branch = table.sum(axis=0), table.sum(axis=1)
    mean = branch @ divergence(shares(table), node)
    assert gain(table) == pytest.approx(mean, abs=ROUNDING)


def test_independent_variables_tell_nothing_about_each_other():
    P = np.outer([0.2, 0.8], [0.5, 0.3, 0.2])
    assert mutual_information(P) == pytest.approx(0, abs=ROUNDING)


@pytest.mark.parametrize("impurity", [entropy, gini, error_rate])
def test_no_split_increases_impurity(table, impurity):
    assert gain(table, impurity) >= -ROUNDING


def test_gain_is_at_most_the_intrinsic_value(table):
    assert gain(table) <= intrinsic_value(table) + ROUNDING
    assert 0 <= gain_ratio(table) + ROUNDING <= 1 + 2 * ROUNDING


def test_the_base_changes_the_gain_and_not_the_ratio(table):
    assert entropy(table.ravel(), 2) == pytest.approx(entropy(table.ravel()) / np.log(2))


def test_gini_is_at_most_entropy_in_nats(table):
    p = table.ravel()
    assert gini(p) <= entropy(p) + ROUNDING  # -log p >= 1 - p


@pytest.mark.parametrize("impurity", [entropy, gini, error_rate])
def test_branches_with_the_shares_of_the_node_gain_nothing(impurity):
    counts = np.outer([1, 2, 5], [3, 2, 1])
    assert gain(counts, impurity) == pytest.approx(0, abs=ROUNDING)


def test_differential_entropy_of_a_box_is_the_logarithm_of_its_width():
    assert differential_entropy([1.0], 0.5, base=2) == -1
    assert differential_entropy(np.full(8, 1 / 8), 3 / 8) == pytest.approx(np.log(3), abs=ROUNDING)


def test_differential_entropy_changes_with_the_unit(table):
    p, width = table.ravel(), np.arange(1.0, table.size + 1)
    change = differential_entropy(p, 10 * width) - differential_entropy(p, width)
    assert change == pytest.approx(np.log(10), abs=ROUNDING)


def test_mean_gain_of_shuffled_labels_is_near_its_expansion():
    rng = np.random.default_rng(0)
    a, y = np.arange(600) % 6, np.arange(600) % 3
    mean = np.mean([gain(contingency(a, rng.permutation(y))) for _ in range(400)])
    assert mean == pytest.approx(5 * 2 / (2 * 599), rel=0.1)  # spread of the mean: 2 %


# --- authorities ---------------------------------------------------------------------------------


def test_entropy_and_divergence_agree_with_scipy(table):
    p, q = table.ravel(), np.full(table.size, 1 / table.size)
    assert entropy(p, 2) == pytest.approx(stats.entropy(p, base=2), abs=ROUNDING)
    assert divergence(p, q) == pytest.approx(stats.entropy(p, q), abs=ROUNDING)


def test_mutual_information_agrees_with_scikit_learn():
    counts = np.array([[3, 0, 2], [1, 4, 4]])
    authority = mutual_info_score(None, None, contingency=counts)
    assert mutual_information(shares(counts.ravel()).reshape(2, 3)) == pytest.approx(authority)


def test_differential_entropy_of_a_fine_histogram_nears_the_normals():
    edges = np.linspace(-8, 8, 4001)
    p = np.diff(stats.norm.cdf(edges))
    assert differential_entropy(p, np.diff(edges)) == pytest.approx(stats.norm.entropy(), abs=1e-5)


def test_contingency_agrees_with_scipy():
    rng = np.random.default_rng(0)
    a, y = rng.integers(5, size=50), rng.choice(["no", "yes"], size=50)
    np.testing.assert_array_equal(contingency(a, y), stats.contingency.crosstab(a, y).count)


# --- edges ---------------------------------------------------------------------------------------


def test_what_is_excluded_and_happens_diverges():
    assert divergence([0.5, 0.5], [1.0, 0.0]) == np.inf
    assert divergence([1.0, 0.0], [0.5, 0.5]) == pytest.approx(np.log(2))


def test_an_empty_branch_weighs_nothing():
    padded = np.vstack([WEATHER, [0, 0]])
    assert gain(padded) == pytest.approx(gain(WEATHER), abs=ROUNDING)
    assert gain_ratio(padded) == pytest.approx(gain_ratio(WEATHER), abs=ROUNDING)


def test_a_single_branch_has_the_ratio_zero():
    assert gain_ratio(np.array([[3, 4]])) == 0


def test_missing_values_are_one_branch_of_a_table():
    counts = contingency([1.0, np.nan, 1.0, np.nan], ["no", "no", "yes", "yes"])
    np.testing.assert_array_equal(counts, [[1, 1], [1, 1]])


def test_a_table_needs_two_columns_of_one_length():
    with pytest.raises(ValueError, match="same length; received 1 and 3"):
        contingency([0], [0, 1, 1])
    with pytest.raises(ValueError, match=r"^y must be an array of at least one entry"):
        contingency([0], [])
