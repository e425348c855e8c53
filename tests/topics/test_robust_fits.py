"""Least absolute errors and local lines: by hand, laws, two roads, edges."""

import numpy as np
import pytest
import sympy as sp
from scipy.optimize import linprog
from sklearn.linear_model import QuantileRegressor

from mlbook import data
from mlbook import robust_fits as module
from mlbook.contract import NotFittedError
from mlbook.least_squares import PolynomialRegression, polynomial, weighted_least_squares
from mlbook.linear_regression import least_squares
from mlbook.robust_fits import (
    LeastAbsoluteRegression,
    LocallyWeightedRegression,
    absolute_loss,
    gap,
    importances,
    least_absolute,
    local_line,
    newton_parts,
)


def linear_data(n=60, p=3, seed=0, noise="laplace"):
    rng = np.random.default_rng(seed)
    Phi = np.column_stack([np.ones(n), rng.normal(size=(n, p - 1))])
    return Phi, Phi @ np.arange(1.0, p + 1) + getattr(rng, noise)(size=n)


# --- absolute errors -----------------------------------------------------------------------------


def exact_loss(Phi, y):
    """The least absolute loss as a linear program, by HiGHS."""
    n, p = Phi.shape
    cost = np.concatenate([np.zeros(p), np.ones(2 * n)])
    equations = np.hstack([Phi, np.eye(n), -np.eye(n)])
    bounds = [(None, None)] * p + [(0, None)] * (2 * n)
    return linprog(cost, A_eq=equations, b_eq=y, bounds=bounds).fun


def cases():
    Phi, y = linear_data(60, 4)
    yield "plain", Phi, y
    yield "one column: the median", Phi[:, :1], y
    yield "ties", np.round(Phi), np.round(y)
    yield "collinear", np.hstack([Phi, Phi[:, 1:]]), y
    yield "scales", Phi * [1, 1e6, 1e-6, 1], 1e8 * y
    yield "tiny", Phi, 1e-200 * y
    yield "gross errors", Phi, y + 1e12 * (np.arange(60) % 5 == 0)
    yield "two values", Phi, np.sign(y)
    yield "heavy tails", *linear_data(400, 5, noise="standard_cauchy")
    yield "powers", polynomial(np.linspace(-1, 1, 60), 6), y


@pytest.mark.parametrize(
    "name, Phi, y", list(cases()), ids=lambda v: v if isinstance(v, str) else ""
)
def test_least_absolute_proves_itself_and_agrees_with_linear_programming(name, Phi, y):
    w, s = least_absolute(Phi, y)
    loss = absolute_loss(w, Phi, y)
    assert (np.abs(s) <= 1).all()
    np.testing.assert_allclose(Phi.T @ s / np.abs(Phi).sum(axis=0), 0, atol=1e-10)  # rounding
    assert loss - s @ y <= 1.1e-9 * loss  # tol, and rounding
    if name != "tiny":  # below the tolerances of HiGHS
        assert loss == pytest.approx(exact_loss(Phi, y), rel=1e-8)


def test_the_solver_takes_ten_to_thirty_steps(monkeypatch):
    steps, step = [], module._newton_step
    monkeypatch.setattr(module, "_newton_step", lambda *a, **k: steps.append(1) or step(*a, **k))
    for n in (30, 300, 3000):
        for seed in range(5):
            least_absolute(*linear_data(n, 4, seed, "standard_cauchy"))
            assert 10 <= len(steps) <= 30
            steps.clear()
    for _, Phi, y in cases():
        least_absolute(Phi, y)
        assert 10 <= len(steps) <= 30
        steps.clear()


def test_the_quantile_regressor_agrees():
    Phi, y = linear_data(200, 4)
    theirs = QuantileRegressor(quantile=0.5, alpha=0, solver="highs").fit(Phi[:, 1:], y)
    assert QuantileRegressor().alpha == 1  # a penalty, if nothing else is said
    ours = LeastAbsoluteRegression().fit(Phi[:, 1:], y)
    np.testing.assert_allclose(ours.predict(Phi[:, 1:]), theirs.predict(Phi[:, 1:]), rtol=1e-6)


def test_no_perturbation_improves_the_absolute_loss():
    Phi, y = linear_data()
    w, rng = least_absolute(Phi, y)[0], np.random.default_rng(0)
    best = absolute_loss(w, Phi, y)
    assert all(absolute_loss(w + d, Phi, y) > best - 1e-8 for d in 0.01 * rng.normal(size=(500, 3)))


def test_an_exact_fit_of_dependent_features_is_found_although_rounding_hides_it():
    x = np.array([[0, 0, 1, 0], [0, 1, 1, 1], [1, 1, 1, 1], [1, 1, 0, 1], [1, 1, 1, 1]])
    y = np.array([0.0, 1, 0, 0, 0])
    model = LeastAbsoluteRegression(degree=2).fit(x, y)
    assert model.predict(x) == pytest.approx(y, abs=1e-12)


def test_targets_of_any_size_are_fitted_alike():
    x, y = np.array([[0.0], [0], [1], [2]]), np.array([0.0, 1, 3, 2])
    for model in (LeastAbsoluteRegression(), PolynomialRegression()):
        one = model.fit(x, y).weights_.copy()
        for exponent in (-1060, -500, 400):  # the first makes subnormal numbers of 14 bits
            weights = model.fit(x, np.ldexp(y, exponent)).weights_
            assert np.ldexp(weights, -exponent) == pytest.approx(one, rel=2.0**-10)


def test_without_features_least_absolute_is_the_median():
    y = np.array([3.0, 1.0, 100.0, 2.0, 4.0])
    assert least_absolute(np.ones((5, 1)), y)[0] == pytest.approx([3.0], abs=1e-6)
    between = least_absolute(np.ones((4, 1)), y[1:])[0]  # 1, 2, 4, 100: all of [2, 4] is best
    assert 2 <= between[0] <= 4


def test_moving_a_point_away_on_its_side_of_the_line_changes_nothing():
    Phi, y = linear_data(61, 3, seed=4)
    w = least_absolute(Phi, y)[0]
    worst = np.argmax(y - Phi @ w)
    y[worst] += 1e6
    np.testing.assert_allclose(least_absolute(Phi, y)[0], w, atol=1e-2)
    assert np.abs(least_squares(Phi, y)[0]) > 1e3


def test_an_exact_fit_has_no_absolute_loss():
    for Phi in (np.ones((3, 1)), np.random.default_rng(0).normal(size=(3, 5))):
        w, s = least_absolute(Phi, np.full(3, 7.0))
        assert absolute_loss(w, Phi, 7) == pytest.approx(0, abs=1e-12)
        assert not s.any()


def test_a_tolerance_below_rounding_is_refused():
    with pytest.raises(ArithmeticError, match=r"a gap of .* stays; tol=0 is too small"):
        least_absolute(*linear_data(), tol=0)


def test_gap_and_newton_step_hold_on_symbols():
    u, v, m = sp.symbols("u v m", positive=True)
    s, d = sp.symbols("s d")
    a, t = newton_parts(u, v, s, m)
    ds = a * (t - d)
    du = m / (1 - s) - u + u / (1 - s) * ds
    dv = du + d
    assert sp.simplify((1 - s) * du - u * ds - (m - u * (1 - s))) == 0
    assert sp.simplify((1 + s) * dv + v * ds - (m - v * (1 + s))) == 0
    y, fit = sp.symbols("y f")
    bound = gap(np.array([u]), np.array([v]), np.array([s]))
    assert sp.expand(bound - (u + v - s * (y - fit))).subs(y, u - v + fit).expand() == 0


# --- local lines ---------------------------------------------------------------------------------


def test_a_local_line_by_hand():
    # shares 1/4, 1/2, 1/4: sums of products 68/64 and of squares 76/64 about (5/4, 7/4)
    X, y, a = np.array([[0.0], [1.0], [3.0]]), np.array([0.0, 2.0, 3.0]), np.array([1.0, 2.0, 1.0])
    point, height, slope = local_line(X, y, a)
    assert (*point, height) == (5 / 4, 7 / 4)
    assert slope == pytest.approx([17 / 19], rel=1e-14)


def test_a_local_line_solves_the_weighted_normal_equations():
    X, y = linear_data(30, 4)[0][:, 1:], linear_data(30, 4)[1]
    a = importances(X, np.array([0.5, -0.5, 0.0]), 0.7)
    point, height, slope = local_line(X, y, a)
    direct = weighted_least_squares(np.column_stack([np.ones(30), X - point]), y, a)
    np.testing.assert_allclose([height, *slope], direct, rtol=1e-9)


def test_a_wide_kernel_is_least_squares_and_a_narrow_one_the_nearest_sample():
    X, y = data.houses().X, data.houses().y
    wide = LocallyWeightedRegression(1e6).fit(X, y).predict(X)
    np.testing.assert_allclose(wide, PolynomialRegression().fit(X, y).predict(X), rtol=1e-6)
    near = LocallyWeightedRegression(1e-3).fit(X, y)
    np.testing.assert_allclose(near.predict(X + 0.01), y)


def test_local_lines_find_a_plane_exactly_and_continue_it():
    X = np.random.default_rng(0).uniform(size=(40, 2))
    model = LocallyWeightedRegression(0.3).fit(X, 1 + X @ [2.0, -3.0])
    np.testing.assert_allclose(model.predict([[0.5, 0.5], [2.0, 2.0]]), [0.5, -1.0], atol=1e-9)


def test_far_from_all_data_the_nearest_samples_still_count():
    model = LocallyWeightedRegression(0.01).fit([[0.0], [1.0], [2.0]], [0.0, 1.0, 5.0])
    assert model.predict([[1e6]]) == pytest.approx([5.0])
    assert importances(np.zeros((2, 1)), np.array([1e200]), 1.0).tolist() == [1, 1]


def test_a_slope_beyond_the_range_of_float64_is_refused():
    model = LocallyWeightedRegression(1.0).fit([[0.0], [1e-200]], [0.0, 1.0])
    with pytest.raises(ValueError, match="slopes exceed the range of float64"):
        model.predict([[1e200]])


# --- what other noise does -----------------------------------------------------------------------


def test_least_squares_survives_laplace_exponential_and_uniform_but_not_cauchy_errors():
    rng, n = np.random.default_rng(0), 10**5
    errors = [rng.laplace(size=n), rng.exponential(size=n) - 1,
              rng.uniform(-1, 1, n), rng.standard_cauchy(n)]  # fmt: skip
    found = []
    for e in errors:
        x = rng.uniform(size=n)
        found.append(least_squares(polynomial(x, 1), 1 + 2 * x + e))
    expected = [(0.994, 2.008), (1.004, 1.989), (0.997, 2.003), (-0.729, 6.295)]
    np.testing.assert_allclose(found, expected, atol=5e-4)  # three decimals were recorded
    sample = rng.laplace(size=(20000, 101))
    assert sample.mean(axis=1).var() == pytest.approx(0.0198, abs=5e-5)
    assert np.median(sample, axis=1).var() == pytest.approx(0.0115, abs=5e-5)


# --- estimators ----------------------------------------------------------------------------------


def test_moving_and_stretching_a_feature_changes_no_prediction():
    X, y = data.diabetes().X[:, :3], data.diabetes().y
    one = LeastAbsoluteRegression(2).fit(X, y).predict(X)
    other = LeastAbsoluteRegression(2).fit(1e3 * X - 5, y).predict(1e3 * X - 5)
    np.testing.assert_allclose(other, one, rtol=1e-5)


def test_degenerate_data_have_defined_answers():
    constant = LeastAbsoluteRegression(3).fit(np.ones((4, 2)), [1.0, 2.0, 2.0, 3.0])
    assert constant.predict(np.ones((1, 2))) == pytest.approx([2.0])
    one = LeastAbsoluteRegression(5).fit([[3.0]], [4.0])
    assert one.predict([[3.0], [9.0]]) == pytest.approx([4.0, 4.0])
    few = LeastAbsoluteRegression(9).fit([[0.0], [1.0]], [0.0, 1.0])
    assert few.predict([[0.0], [1.0]]) == pytest.approx([0.0, 1.0], abs=1e-12)


def test_bad_parameters_are_refused():
    for model, message in [
        (LeastAbsoluteRegression(-1), "degree must be an integer >= 0; received -1"),
        (LocallyWeightedRegression(0), "width must be a number in"),
        (LocallyWeightedRegression("auto"), "width must be a number in"),
    ]:
        with pytest.raises(ValueError, match=message):
            model.fit([[1.0], [2.0]], [1.0, 2.0])
        with pytest.raises(NotFittedError):
            model.predict([[1.0]])
