"""Bias and variance: by hand, a finite world in full, simulation, smoothers, claims that fail."""

from fractions import Fraction

import numpy as np
import pytest
import sympy as sp
from sklearn.linear_model import Ridge as Authority

from mlbook import data
from mlbook.bias_variance import (
    Parts,
    all_fits,
    corrected_squared_bias,
    drawing,
    estimated_error,
    exact_parts,
    expected_error,
    hat_matrix,
    mean_prediction,
    regression_function,
    repeated_fits,
    smoother_parts,
    squared_bias,
    variance,
)
from mlbook.contract import check_random_state
from mlbook.least_squares import gaussian, polynomial
from mlbook.regularization import ridge
from texproof import Derivation, DerivationError, scalar

F = Fraction


def exact(*values):
    return np.array([F(value) for value in values], dtype=object)


# --- by hand: a coin that shows 0 or 2, tossed twice ----------------------------------------------

COIN = exact(1, 1), exact(0, 2)  # one input, two outcomes


def shrunk_mean(c):
    return lambda x, y, inputs: np.full(len(inputs), c * y.sum() / len(y))


@pytest.mark.parametrize(
    "c, parts",
    [
        (F(0), (1, 0)),
        (F(1, 2), (F(1, 4), F(1, 8))),
        (F(2, 3), (F(1, 9), F(2, 9))),
        (F(1), (0, F(1, 2))),
    ],
)
def test_a_shrunk_mean_of_two_tosses_by_hand(c, parts):
    P = all_fits(shrunk_mean(c), *COIN, n=2)
    assert P[:, 0].tolist() == [0, c, c, 2 * c]
    assert exact_parts(P, *COIN) == (*parts, 1)


def test_shrinking_by_two_thirds_beats_every_other_factor():
    totals = [
        exact_parts(all_fits(shrunk_mean(F(k, 12)), *COIN, n=2), *COIN).total for k in range(13)
    ]
    assert min(totals) == totals[8] == F(4, 3)


def test_the_two_estimates_by_hand():
    P, h = np.array([[F(0)], [F(2)], [F(4)]]), exact(1)
    assert mean_prediction(P) == [2]
    assert squared_bias(P, h) == 1
    assert variance(P) == F(8, 3) and variance(P, ddof=1) == 4
    assert corrected_squared_bias(P, h) == 1 - F(4, 3)  # may be negative, and is right on average


# --- a finite world: every data set counted -------------------------------------------------------

X = exact(0, 0, 1, 1, 2, 2)
Y = exact(-1, 1, 0, 2, 1, 3)  # h(x) = x, and one more or one less


def constant(x, y, inputs):
    return np.full(len(inputs), y.sum() / len(y))


def line(x, y, inputs):
    u = x - x.sum() / len(x)
    slope = (u * y).sum() / (u * u).sum() if u.any() else 0
    return constant(x, y, inputs) + slope * (inputs - x.sum() / len(x))


def look_up(x, y, inputs):
    means = {k: y[x == k].sum() / (x == k).sum() for k in x}
    return np.array([means.get(k, y.sum() / len(y)) for k in inputs])


PROCEDURES = {"constant": constant, "line": line, "table": look_up}
every_procedure = pytest.mark.parametrize("fit", PROCEDURES.values(), ids=PROCEDURES)


def test_the_regression_function_is_the_mean_at_each_input():
    assert regression_function(X, Y).tolist() == [0, 0, 1, 1, 2, 2]


@every_procedure
@pytest.mark.parametrize("n", [1, 2, 3])
def test_the_three_parts_add_up_to_the_error_over_all_data_sets_exactly(fit, n):
    P = all_fits(fit, X, Y, n)
    assert P.shape == (6**n, 6)
    assert exact_parts(P, X, Y).total == expected_error(P, Y)


@every_procedure
def test_the_error_against_the_truth_is_squared_bias_and_variance_exactly(fit):
    P, h = all_fits(fit, X, Y, 3), regression_function(X, Y)
    assert expected_error(P, h) == squared_bias(P, h) + variance(P)


def test_no_prediction_beats_the_regression_function_and_what_it_leaves_is_the_noise():
    h, rng = regression_function(X, Y), np.random.default_rng(0)
    assert expected_error(h, Y) == 1
    for _ in range(50):
        f = exact(*rng.integers(-3, 6, 3))[[0, 0, 1, 1, 2, 2]]
        assert expected_error(f, Y) == expected_error(f, h) + 1


def test_three_procedures_have_these_parts():
    found = [exact_parts(all_fits(fit, X, Y, 3), X, Y) for fit in PROCEDURES.values()]
    assert found[0] == (F(2, 3), F(5, 9), 1)
    assert found[1] == (F(2, 243), F(1207, 972), 1)
    assert found[2] == (F(32, 243), F(250, 243), 1)
    assert [parts.total for parts in found] == [F(20, 9), F(9, 4), F(175, 81)]


@pytest.mark.parametrize("L", [2, 3])
def test_the_estimate_of_the_squared_bias_is_too_large_by_exactly_variance_over_l(L):
    # all L-tuples of independent data sets of one sample, at the six outcomes
    P, h = all_fits(constant, X, Y, 1), regression_function(X, Y)
    tuples = [P[list(index)] for index in np.ndindex(*[len(P)] * L)]
    naive = sum(squared_bias(Q, h) for Q in tuples) / len(tuples)
    spread = sum(variance(Q, ddof=1) for Q in tuples) / len(tuples)
    assert naive == squared_bias(P, h) + variance(P) / L
    assert spread == variance(P)
    assert sum(corrected_squared_bias(Q, h) for Q in tuples) / len(tuples) == squared_bias(P, h)


def test_half_samples_show_the_variance_of_the_mean_of_independent_samples():
    # (1/m - 1/N) s^2 with N = 2m is s^2/N
    y, rows = exact(1, 4, 0, 7), [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]
    halves = np.array([[y[row].sum() / 2] for row in rows])
    s2 = variance(y[:, np.newaxis], ddof=1)
    assert variance(halves) == s2 / 4


# --- repeated sampling ----------------------------------------------------------------------------

CENTRES, GRID = np.linspace(0, 1, 24), np.linspace(0, 1, 200)
TRUTH = np.sin(2 * np.pi * GRID)


def bumps(lam):
    return lambda x, y, inputs: (
        gaussian(inputs, CENTRES, 0.1) @ ridge(gaussian(x, CENTRES, 0.1), y, lam)
    )


def sinusoids(rng):
    return data.sinusoid(25, rng)


@pytest.mark.parametrize(
    "ln_lam, bias2, var, total",
    [
        (2.6, 0.0681, 0.0100, 0.0780),
        (-0.31, 0.0016, 0.0227, 0.0243),
        (-2.4, 0.0006, 0.0361, 0.0367),
    ],
)
def test_a_hundred_data_sets_have_the_numbers_of_the_inventory(ln_lam, bias2, var, total):
    P = repeated_fits(bumps(np.exp(ln_lam)), sinusoids, GRID, 100, random_state=1)
    found = squared_bias(P, TRUTH), variance(P), expected_error(P, TRUTH)
    np.testing.assert_allclose(found, [bias2, var, total], atol=5e-5)


def test_the_experiment_is_the_same_with_scikit_learn():
    def authority(x, y, inputs):
        model = Authority(0.1, fit_intercept=False, solver="svd").fit(gaussian(x, CENTRES, 0.1), y)
        return model.predict(gaussian(inputs, CENTRES, 0.1))

    ours, theirs = (
        repeated_fits(fit, sinusoids, GRID, 20, random_state=3) for fit in (bumps(0.1), authority)
    )
    np.testing.assert_allclose(ours, theirs, atol=1e-8)


def test_repeated_sampling_converges_to_the_finite_world():
    P, h = all_fits(look_up, X, Y, 3), regression_function(X, Y)
    seen = repeated_fits(look_up, drawing(X, Y, 3), X, 4000, random_state=0).astype(float)
    # standard errors over batches: 0.006 and 0.009
    assert corrected_squared_bias(seen, h) == pytest.approx(float(squared_bias(P, h)), abs=0.025)
    assert variance(seen, ddof=1) == pytest.approx(float(variance(P)), abs=0.04)


def test_variance_is_that_of_numpy():
    P = np.random.default_rng(0).normal(size=(7, 5))
    for ddof in (0, 1):
        assert variance(P, ddof) == pytest.approx(P.var(axis=0, ddof=ddof).mean(), rel=1e-14)


def test_a_seed_repeats_and_a_generator_is_advanced():
    fit, rng = shrunk_mean(1.0), np.random.default_rng(5)
    first = repeated_fits(fit, sinusoids, GRID[:1], 3, random_state=5)
    np.testing.assert_array_equal(first, repeated_fits(fit, sinusoids, GRID[:1], 3, rng))
    assert (first != repeated_fits(fit, sinusoids, GRID[:1], 3, rng)).all()


def test_a_bootstrap_repeats_samples_and_a_subset_does_not():
    x, y, rng = np.arange(30), 10 * np.arange(30), check_random_state(0)
    for replace, distinct in [(True, 20), (False, 30)]:
        a, b = drawing(x, y, 30, replace)(rng)
        assert len(set(a.tolist())) == pytest.approx(distinct, abs=4 * replace)
        np.testing.assert_array_equal(b, 10 * a)


# --- linear smoothers -----------------------------------------------------------------------------


def test_the_degrees_of_a_linear_truth_have_the_numbers_of_the_inventory():
    x = np.linspace(-1, 1, 20)
    for degree in range(7):
        parts = smoother_parts(hat_matrix(polynomial(x, degree)), 1 + 2 * x, 0.3**2)
        bias2 = 1.4737 if degree == 0 else 0
        np.testing.assert_allclose(parts, [bias2, 0.0045 * (degree + 1), 0.09], atol=5e-5)


@pytest.mark.parametrize("lam", [0.0, 0.1, 10.0])
def test_the_hat_matrix_makes_the_fitted_values_of_scikit_learn(lam):
    Phi, y = gaussian(GRID[::8], CENTRES[::4], 0.2), np.cos(GRID[::8])
    model = Authority(lam or 1e-13, fit_intercept=False, solver="svd").fit(Phi, y)
    np.testing.assert_allclose(hat_matrix(Phi, lam) @ y, model.predict(Phi), atol=1e-7)


def test_the_closed_form_agrees_with_repeated_sampling_at_fixed_inputs():
    x, rng = np.linspace(0, 1, 25), np.random.default_rng(0)
    H, h = hat_matrix(gaussian(x, CENTRES, 0.1), 0.5), np.sin(2 * np.pi * x)
    Y_ = h + 0.3 * rng.normal(size=(4000, 25))
    P, closed = Y_ @ H.T, smoother_parts(H, h, 0.09)
    assert corrected_squared_bias(P, h) == pytest.approx(closed.squared_bias, rel=0.05)
    assert variance(P, ddof=1) == pytest.approx(closed.variance, rel=0.03)  # 4 standard errors
    estimates = [estimated_error(H, y, 0.09) for y in Y_]
    assert np.mean(estimates) == pytest.approx(closed.total, rel=0.01)


def test_nested_least_squares_never_loses_bias_and_pays_noise_over_n_for_each_column():
    x = np.sort(np.random.default_rng(2).uniform(-1, 1, 12))
    parts = [smoother_parts(hat_matrix(polynomial(x, k)), np.exp(x), 1.0) for k in range(8)]
    assert (np.diff([part.squared_bias for part in parts]) < 1e-15).all()
    np.testing.assert_allclose([part.variance for part in parts], np.arange(1, 9) / 12, rtol=1e-9)


def test_more_penalty_means_more_bias_and_less_variance_at_fixed_inputs():
    Phi, h = gaussian(GRID[::8], CENTRES, 0.1), TRUTH[::8]
    parts = [smoother_parts(hat_matrix(Phi, lam), h, 0.09) for lam in np.logspace(-3, 3, 13)]
    assert (np.diff([part.squared_bias for part in parts]) > 0).all()
    assert (np.diff([part.variance for part in parts]) < 0).all()


def test_the_interpolating_smoother_has_no_bias_and_all_the_noise():
    assert smoother_parts(np.eye(3), np.arange(3.0), 2.0) == (0, 2, 2)
    assert smoother_parts(np.zeros((3, 3)), np.ones(3), 2.0) == (1, 0, 2)


# --- the functions are the formulas ---------------------------------------------------------------


def symbols(name, rows, columns):
    names = [[f"{name}{i}{j}" for j in range(columns)] for i in range(rows)]
    return np.array([[sp.Symbol(entry, real=True) for entry in row] for row in names])


def test_squared_bias_and_variance_are_the_split_on_symbols():
    P, h = symbols("p", 3, 2), symbols("h", 1, 2)[0]
    assert sp.expand(expected_error(P, h) - squared_bias(P, h) - variance(P)) == 0
    assert sp.expand(expected_error(P, h) - squared_bias(P, h) - variance(P, ddof=1)) != 0


# --- claims that fail -----------------------------------------------------------------------------


def test_without_the_square_the_split_fails_on_the_coin():
    D = Derivation(scalar("y", random="D"), scalar("h"))
    right = r"(\mathbb{E}[y] - h)^2 + \operatorname{Var}(y)"
    D.calc(r"\mathbb{E}[(y - h)^2]", "=", right, "")
    with pytest.raises(DerivationError):
        D.calc(r"\mathbb{E}[y - h]", "=", right, "")
    P = np.array([[F(0)], [F(2)]])
    assert (P - 1).sum() == 0 and squared_bias(P, exact(1)) + variance(P) == 1


def test_bias_plus_variance_without_the_square_chooses_another_factor():
    factors = [F(k, 12) for k in range(13)]
    parts = [exact_parts(all_fits(shrunk_mean(c), *COIN, n=2), *COIN) for c in factors]
    wrong = [abs(1 - c) + part.variance for c, part in zip(factors, parts, strict=True)]
    assert factors[int(np.argmin(wrong))] == 1 and parts[-1].total == F(3, 2) > parts[8].total


def test_a_larger_nested_model_can_have_more_bias_where_inputs_are_random():
    biases = [exact_parts(all_fits(fit, X, Y, 3), X, Y).squared_bias for fit in (line, look_up)]
    assert biases == [F(2, 243), F(32, 243)]


def test_the_covariance_of_two_predictions_is_not_the_variance():
    # the line through (1, y_1) and (2, y_2), read at 0 and 3
    A = np.array([[2, -1], [-1, 2]])
    C = A @ A.T  # sigma = 1
    assert C[0, 0] == 5 and C[0, 1] == -4


def test_the_variance_of_a_line_through_two_random_points_does_not_settle():
    def through(x, y, inputs):
        return y[0] + (y[1] - y[0]) / (x[1] - x[0]) * (inputs - x[0])

    P = repeated_fits(through, lambda rng: data.sinusoid(2, rng), GRID[::50], 20000, 0)
    assert variance(P[:100], 1) < 0.1 * variance(P[:2000], 1) < 0.1 * variance(P, 1)


# --- edges and errors -----------------------------------------------------------------------------


def test_one_fit_alone_has_no_variance():
    P = np.ones((1, 3))
    assert variance(P) == 0  # a world with a single data set
    with pytest.raises(ValueError, match="a variance needs at least 2 data sets; received 1"):
        variance(P, ddof=1)
    with pytest.raises(ValueError, match="at least 2 data sets; received 1"):
        corrected_squared_bias(P, np.ones(3))
    with pytest.raises(ValueError, match="at least 1 data sets; received 0"):
        variance(np.ones((0, 3)))


@pytest.mark.parametrize("n", [0, -1, 2.0, True])
def test_a_number_of_data_sets_or_samples_is_a_positive_integer(n):
    with pytest.raises(ValueError, match="n_sets must be an integer >= 1; received"):
        repeated_fits(constant, drawing(X, Y, 3), X, n, 0)
    for refused in (lambda: all_fits(constant, X, Y, n), lambda: drawing(X, Y, n)):
        with pytest.raises(ValueError, match="n must be an integer >= 1; received"):
            refused()


def test_a_subset_larger_than_the_data_and_a_world_too_large_to_count_are_refused():
    with pytest.raises(ValueError, match="n must be at most 6, the number of samples; received 7"):
        drawing(X, Y, 7, replace=False)
    with pytest.raises(ValueError, match=r"6\^7 data sets are more than 100000"):
        all_fits(constant, X, Y, 7)


def test_a_seed_is_needed():
    with pytest.raises(ValueError, match="random_state must be"):
        repeated_fits(constant, drawing(X, Y, 3), X, 5, None)


def test_a_single_input_and_a_world_without_noise_have_their_parts():
    x, y = exact(1, 2), exact(3, 5)
    parts = exact_parts(all_fits(look_up, x, y, 1), x, y)
    assert parts == Parts(1, 1, 0) and parts.total == 2  # each fit is wrong by 2 half the time
