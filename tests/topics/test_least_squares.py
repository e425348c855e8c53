"""Bases, likelihood, intervals, the bootstrap: by hand, planted, laws, two roads, edges."""

from fractions import Fraction

import numpy as np
import pytest
from scipy.special import expit
from scipy.stats import chi2, norm
from scipy.stats import t as student
from sklearn.linear_model import LinearRegression
from sklearn.preprocessing import PolynomialFeatures

from mlbook import data
from mlbook.contract import NotFittedError
from mlbook.least_squares import (
    PolynomialRegression,
    gaussian,
    leverage,
    log_density,
    log_likelihood,
    noise_precision,
    polynomial,
    prediction_intervals,
    residual_bootstrap,
    sigmoid,
    weighted_least_squares,
)
from mlbook.linear_regression import design, least_squares

HALF = Fraction(1, 2)
X_HAND, Y_HAND = np.array([0, 1, 2, 3]), np.array([1, 0, 2, 5])


def linear_data(n=60, p=3, seed=0, noise="laplace"):
    rng = np.random.default_rng(seed)
    Phi = np.column_stack([np.ones(n), rng.normal(size=(n, p - 1))])
    return Phi, Phi @ np.arange(1.0, p + 1) + getattr(rng, noise)(size=n)


# --- bases ---------------------------------------------------------------------------------------


def test_powers_of_fractions_are_exact():
    Phi = polynomial(np.array([HALF, Fraction(3)]), 3)
    assert Phi.tolist() == [[1, HALF, HALF**2, HALF**3], [1, 3, 9, 27]]


def test_powers_of_whole_numbers_do_not_overflow():
    assert polynomial([10], 20)[0, 20] == 1e20  # beyond int64
    assert polynomial([7, 0], 0).tolist() == [[1], [1]]


def test_powers_are_those_of_the_authority():
    x = np.random.default_rng(0).normal(size=20)
    theirs = PolynomialFeatures(7).fit_transform(x.reshape(-1, 1))
    np.testing.assert_allclose(polynomial(x, 7), theirs, rtol=1e-14)


def test_bumps_and_steps_by_hand():
    Phi = gaussian([0.0, 2.0], [0.0, 1.0], 1.0)
    np.testing.assert_allclose(Phi, [[1, 1, np.exp(-0.5)], [1, np.exp(-2), np.exp(-0.5)]])
    Phi = sigmoid([0.0, np.log(3.0)], [0.0], 1.0)
    np.testing.assert_allclose(Phi, [[1, 1 / 2], [1, 3 / 4]], rtol=1e-15)


def test_steps_are_those_of_the_authority_and_never_overflow():
    x = np.array([-1e4, -30.0, 0.3, 30.0, 1e4])
    np.testing.assert_allclose(sigmoid(x, [0.1], 0.5)[:, 1], expit((x - 0.1) / 0.5), atol=1e-16)


def test_the_first_column_is_one_and_there_is_one_for_each_centre():
    for basis in (gaussian, sigmoid):
        Phi = basis(np.zeros(5), np.arange(4.0), 0.1)
        assert Phi.shape == (5, 5)
        assert (Phi[:, 0] == 1).all()
        assert basis(np.zeros(5), [], 0.1).shape == (5, 1)


@pytest.mark.parametrize("width", [0, -1.0, np.nan])
def test_a_width_that_is_not_positive_is_refused(width):
    for basis in (gaussian, sigmoid):
        with pytest.raises(ValueError, match=rf"width must be a number > 0; received {width}"):
            basis(np.zeros(2), [0.0], width)


def test_a_degree_is_a_whole_number_and_x_has_one_axis():
    for degree in (-1, 1.5, True):
        with pytest.raises(ValueError, match="degree must be an integer >= 0; received"):
            polynomial([1.0], degree)
    for basis in (lambda x: polynomial(x, 1), lambda x: gaussian(x, [0.0], 1.0)):
        with pytest.raises(ValueError, match=r"x must be 1-D \(n,\); received shape \(2, 1\)"):
            basis(np.zeros((2, 1)))


# --- interpolation -------------------------------------------------------------------------------


def test_degree_n_minus_1_meets_every_point():
    w = least_squares(polynomial(X_HAND, 3), Y_HAND)
    np.testing.assert_allclose(polynomial(X_HAND, 3) @ w, Y_HAND, atol=1e-12)  # rounding


def test_three_points_of_a_line_need_degree_one_only():
    w = least_squares(polynomial([0.0, 1.0, 2.0], 2), np.array([1.0, 3.0, 5.0]))
    np.testing.assert_allclose(w, [1, 2, 0], atol=1e-13)


def test_two_heights_at_one_place_leave_half_their_square():
    Phi, y = polynomial([1.0, 1.0], 5), np.array([0.0, 2.0])
    error = y - Phi @ least_squares(Phi, y)
    np.testing.assert_allclose(error, [-1, 1], rtol=1e-14)


def test_a_parabola_without_a_linear_term_misses_a_shifted_one():
    x, y = np.arange(4.0), (np.arange(4.0) - 2) ** 2
    Phi = polynomial(x, 2)
    error = y - Phi[:, [0, 2]] @ least_squares(Phi[:, [0, 2]], y)
    assert error @ error == pytest.approx(320 / 49, rel=1e-14)
    np.testing.assert_allclose(Phi @ least_squares(Phi, y), y, atol=1e-14)


# --- weights -------------------------------------------------------------------------------------


def test_the_parabola_of_the_chapter_by_hand():
    Phi = polynomial(X_HAND * Fraction(1), 2)
    w = np.array([Fraction(9, 10), Fraction(-8, 5), Fraction(1)])
    error = Y_HAND - Phi @ w
    assert (10 * error).tolist() == [1, -3, 3, -1]
    assert (Phi.T @ error).tolist() == [0, 0, 0]  # the normal equations
    assert noise_precision(w, Phi, Y_HAND) == 20
    np.testing.assert_allclose(
        least_squares(polynomial(X_HAND, 2), Y_HAND), [0.9, -1.6, 1], rtol=1e-12
    )


def test_importances_count_copies():
    Phi, y = linear_data(12)
    copies = np.array([1, 2, 0, 3] * 3)
    w = least_squares(np.repeat(Phi, copies, axis=0), np.repeat(y, copies))
    np.testing.assert_allclose(weighted_least_squares(Phi, y, copies), w, rtol=1e-12)


def test_the_weighted_error_is_orthogonal_to_every_column():
    Phi, y = linear_data(40, 4)
    a = np.random.default_rng(1).uniform(size=40)
    residual = Phi.T @ (a * (y - Phi @ weighted_least_squares(Phi, y, a)))
    np.testing.assert_allclose(residual, 0, atol=1e-12)  # rounding of sums of 40 terms near 1


def test_weights_agree_with_the_authority_on_every_basis():
    x, y = data.diabetes().X[:, 2], data.diabetes().y
    places = np.linspace(18, 42, 6)
    for Phi in (polynomial(x, 3), gaussian(x, places, 5.0), sigmoid(x, places, 5.0)):
        theirs = LinearRegression(fit_intercept=False, tol=1e-12).fit(Phi, y).predict(Phi)
        np.testing.assert_allclose(Phi @ least_squares(Phi, y), theirs, rtol=1e-8)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("degree, intercept, kept", [
    (3, True, True), (3, False, False), (4, True, False),
])  # fmt: skip
def test_the_authority_drops_a_raw_cube_or_fourth_power_that_we_keep(degree, intercept, kept):
    # its default tol=1e-6 takes singular values below 1e-6 of the largest for zero
    x, y = data.diabetes().X[:, 2], data.diabetes().y
    Phi = polynomial(x, degree)
    columns = Phi[:, 1:] if intercept else Phi
    theirs = LinearRegression(fit_intercept=intercept).fit(columns, y).predict(columns)
    apart = np.abs(theirs - Phi @ least_squares(Phi, y)).max()
    assert apart < 1e-6 if kept else apart > 10


def test_collinear_columns_get_the_shortest_weights():
    Phi = np.ones((4, 2))
    np.testing.assert_allclose(least_squares(Phi, np.full(4, 6.0)), [3, 3], rtol=1e-14)


# --- likelihood ----------------------------------------------------------------------------------


def test_the_density_is_that_of_the_authority():
    error = np.linspace(-3, 3, 13)
    theirs = norm(scale=np.sqrt(1 / 4)).logpdf(error)
    np.testing.assert_allclose(log_density(error, 4.0), theirs, rtol=1e-13)


def test_the_likelihood_is_largest_at_least_squares_and_the_mean_squared_error():
    Phi, y = linear_data(noise="normal")
    w = least_squares(Phi, y)
    beta, rng = noise_precision(w, Phi, y), np.random.default_rng(0)
    best = log_likelihood(w, beta, Phi, y)
    for _ in range(200):
        other = w + 0.1 * rng.normal(size=3), beta * np.exp(0.3 * rng.normal())
        assert log_likelihood(*other, Phi, y) < best


def test_the_noise_precision_by_hand():
    Phi, w = polynomial(X_HAND * Fraction(1), 0), np.array([2 * Fraction(1)])
    assert noise_precision(w, Phi, Y_HAND) == Fraction(4, 14)  # errors -1, -2, 0, 3


def test_the_unbiased_variance_of_one_free_number_is_uncertain_by_root_two():
    Phi, rng = polynomial(X_HAND, 2), np.random.default_rng(0)
    y = rng.normal(size=(20_000, 4))
    s2 = ((y - (Phi @ least_squares(Phi, y.T)).T) ** 2).sum(axis=1)  # n - p is 1
    assert s2.mean() == pytest.approx(1, abs=0.05)
    assert s2.std() == pytest.approx(np.sqrt(2), rel=0.05)  # three deviations of such a figure
    assert chi2(200).std() / 200 == pytest.approx(0.1)


def test_an_exact_fit_shows_no_noise():
    assert noise_precision(np.array([2.0]), np.ones((3, 1)), np.full(3, 2.0)) == np.inf


def test_the_noise_precision_is_found_from_many_samples_and_too_large_from_few():
    rng = np.random.default_rng(0)
    Phi = polynomial(np.linspace(-1, 1, 10), 3)
    e = rng.normal(size=(4000, 10)) / 2  # beta = 4, and E[1/beta^] = (1/4) (n - p)/n
    W = least_squares(Phi, e.T)
    variance = ((e.T - Phi @ W) ** 2).mean(axis=0)
    standard_error = variance.std() / np.sqrt(4000)
    assert abs(variance.mean() - 6 / 10 / 4) < 4 * standard_error


# --- Gauss and Markov ----------------------------------------------------------------------------


def test_no_other_linear_unbiased_estimator_has_less_variance():
    Phi, _ = linear_data(10)
    C, rng = np.linalg.pinv(Phi), np.random.default_rng(3)
    for _ in range(100):
        B = rng.normal(size=(3, 10))
        B -= B @ Phi @ C  # now B Phi = 0: C + B is unbiased, too
        np.testing.assert_allclose((C + B) @ Phi, np.eye(3), atol=1e-12)
        assert (((C + B) ** 2).sum(axis=1) >= (C**2).sum(axis=1)).all()


# --- how far to trust a prediction ---------------------------------------------------------------


def test_the_fifth_flat_by_hand():
    flats = data.houses()
    found = prediction_intervals(design(flats.X), flats.y, np.array([[1, 110]]))
    s2, reach = 83450 / 249 / 2, 1 / 4 + 5.5**2 / 2241
    widths = student.ppf(0.975, 2) * np.sqrt([s2 * reach, s2 * (1 + reach)])
    np.testing.assert_allclose([found.mean[0], found.new[0]], widths, rtol=1e-7)
    np.testing.assert_allclose(found.value, 167540 / 747)


@pytest.mark.parametrize("level", [0.5, 0.9, 0.999])
@pytest.mark.parametrize("n, p", [(4, 3), (10, 2), (400, 5)])
def test_intervals_are_those_of_the_textbook_with_the_quantiles_of_scipy(n, p, level):
    Phi, y = linear_data(n, p)
    rows, w = np.random.default_rng(1).normal(size=(6, p)), least_squares(Phi, y)
    inverse = np.linalg.inv(Phi.T @ Phi)
    s = np.sqrt(((y - Phi @ w) ** 2).sum() / (n - p))
    half = student.ppf((1 + level) / 2, n - p) * s * np.sqrt(np.sum(rows @ inverse * rows, axis=1))
    new = student.ppf((1 + level) / 2, n - p) * s
    found = prediction_intervals(Phi, y, rows, level)
    np.testing.assert_allclose(found.mean, half, rtol=1e-6)
    np.testing.assert_allclose(found.new, np.hypot(half, new), rtol=1e-6)
    np.testing.assert_allclose(found.value, rows @ w)


def test_leverages_of_the_samples_add_up_to_the_number_of_weights():
    Phi, _ = linear_data(30, 4)
    assert np.isclose(leverage(Phi, Phi).sum(), 4)
    np.testing.assert_allclose(leverage(Phi, Phi), np.diag(Phi @ np.linalg.pinv(Phi)))


@pytest.mark.parametrize("level", [0.5, 0.95])
def test_intervals_of_gaussian_errors_contain_what_they_claim_to(level):
    rng, Phi = np.random.default_rng(0), design(np.array([123.0, 150.0, 87.0, 102.0]))
    row, true = np.array([[1.0, 110.0]]), np.array([-40.0, 2.4])
    held = np.zeros((1000, 2), dtype=bool)
    for k in range(1000):
        found = prediction_intervals(Phi, Phi @ true + 13 * rng.normal(size=4), row, level)
        off = abs(found.value - row @ true), abs(found.value - row @ true - 13 * rng.normal())
        held[k] = off[0][0] < found.mean[0], off[1][0] < found.new[0]
    np.testing.assert_allclose(held.mean(axis=0), level, atol=0.04)  # 2.5 deviations at 1/2


@pytest.mark.parametrize("Phi", [np.eye(3), np.ones((5, 2)), np.ones((2, 3))])
def test_no_interval_without_a_residual_or_with_dependent_columns(Phi):
    with pytest.raises(ValueError, match=f"received {Phi.shape[0]} x {Phi.shape[1]}"):
        prediction_intervals(Phi, np.ones(len(Phi)), Phi[:1])


def test_all_draws_of_residuals_have_the_variance_of_the_formula():
    flats, row = data.houses(), np.array([[1, 110]])
    Phi, ways = design(flats.X), np.indices((4,) * 4).reshape(4, -1).T
    again = residual_bootstrap(Phi, flats.y, row, ways)[:, 0]
    mean_square = ((flats.y - Phi @ least_squares(Phi, flats.y)) ** 2).mean()
    assert np.isclose(again.mean(), 167540 / 747)
    assert np.isclose(again.var(), mean_square * leverage(Phi, row)[0])


def test_residuals_drawn_as_they_were_give_the_fit():
    Phi, y = linear_data()
    again = residual_bootstrap(Phi, y, Phi[:3], np.arange(60)[np.newaxis])
    np.testing.assert_allclose(again[0], Phi[:3] @ least_squares(Phi, y))


# --- estimators ----------------------------------------------------------------------------------


def test_polynomial_regression_is_least_squares_on_powers():
    x, y = data.diabetes().X[:, 2], data.diabetes().y
    ours = PolynomialRegression(3).fit(x[:, np.newaxis], y).predict(x[:, np.newaxis])
    Phi = polynomial(x, 3)
    np.testing.assert_allclose(ours, Phi @ least_squares(Phi, y), rtol=1e-8)


def test_each_feature_gets_its_own_polynomial():
    X = np.random.default_rng(0).uniform(size=(50, 2))
    y = 1 + X[:, 0] ** 2 - X[:, 1] ** 3
    model = PolynomialRegression(3).fit(X, y)
    assert model.weights_.shape == (7,)
    np.testing.assert_allclose(model.predict(X), y, atol=1e-12)


def test_high_degrees_far_from_the_origin_lose_nothing():
    x = np.linspace(1000, 1001, 40)
    y = np.sin(6 * x)
    fit = PolynomialRegression(12).fit(x[:, np.newaxis], y).predict(x[:, np.newaxis])
    np.testing.assert_allclose(fit, y, atol=1e-6)


def test_moving_and_stretching_a_feature_changes_no_prediction():
    X, y = data.diabetes().X[:, :3], data.diabetes().y
    one = PolynomialRegression(2).fit(X, y).predict(X)
    other = PolynomialRegression(2).fit(1e3 * X - 5, y).predict(1e3 * X - 5)
    np.testing.assert_allclose(other, one, rtol=1e-5)


def test_degenerate_data_have_defined_answers():
    constant = PolynomialRegression(3).fit(np.ones((4, 2)), [1.0, 2.0, 2.0, 3.0])
    assert constant.predict(np.ones((1, 2))) == pytest.approx([2.0])
    one = PolynomialRegression(5).fit([[3.0]], [4.0])
    assert one.predict([[3.0], [9.0]]) == pytest.approx([4.0, 4.0])
    few = PolynomialRegression(9).fit([[0.0], [1.0]], [0.0, 1.0])
    assert few.predict([[0.0], [1.0]]) == pytest.approx([0.0, 1.0], abs=1e-12)


def test_a_bad_degree_is_refused():
    model = PolynomialRegression(-1)
    with pytest.raises(ValueError, match="degree must be an integer >= 0; received -1"):
        model.fit([[1.0], [2.0]], [1.0, 2.0])
    with pytest.raises(NotFittedError):
        model.predict([[1.0]])
