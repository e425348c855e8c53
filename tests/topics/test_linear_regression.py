"""Linear regression: by hand, laws, optimality, descent, two roads, claims that fail, edges."""

from fractions import Fraction

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression as Authority
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from mlbook import data
from mlbook.linear.moments import standardize
from mlbook.linear_regression import (
    LinearRegression,
    batches,
    best_step,
    curvatures,
    design,
    gradient,
    gradient_descent,
    hessian,
    hypothesis,
    least_squares,
    loss,
    raw_weights,
    step,
    step_limit,
    stochastic_descent,
    weights_after,
)
from texproof import Derivation, matrix, program, scalar, vector
from texproof.errors import Refuted

HOUSES = data.houses()
PHI, PRICE = design(HOUSES.X), HOUSES.y
F = Fraction
EXACT_PHI = design(np.array([[F(123)], [F(150)], [F(87)], [F(102)]]))
EXACT_PRICE = np.array([F(250), F(320), F(160), F(220)])
EXACT = np.array([F(-9970, 249), F(1795, 747)])


def standard_houses():
    Z, *_ = standardize(HOUSES.X)
    return design(Z)


def diabetes():
    table = data.diabetes()
    return design(standardize(table.X)[0]), table.y


def random_problem(n=30, p=4, seed=0):
    rng = np.random.default_rng(seed)
    return design(rng.normal(size=(n, p - 1))), rng.normal(size=n)


# --- by hand -------------------------------------------------------------------------------------


def test_the_normal_equations_of_the_four_houses():
    assert hessian(EXACT_PHI).tolist() == [[4, 462], [462, 55602]]
    assert (EXACT_PHI.T @ EXACT_PRICE).tolist() == [950, 115110]
    assert (hessian(EXACT_PHI) @ EXACT == [950, 115110]).all()


def test_the_four_houses_in_fractions():
    assert gradient(EXACT, EXACT_PHI, EXACT_PRICE).tolist() == [0, 0]
    assert loss(EXACT, EXACT_PHI, EXACT_PRICE) == F(125175, 747)  # 167.5703
    assert loss(0 * EXACT, EXACT_PHI, EXACT_PRICE) == 119450
    assert hypothesis(EXACT, design(np.array([F(110)])))[0] == F(167540, 747)  # 224.2838


def test_residuals_r_squared_and_prediction_of_the_four_houses():
    model = LinearRegression().fit(HOUSES.X, PRICE)
    np.testing.assert_allclose(
        model.predict(HOUSES.X) - PRICE, [5.5221, 0.4016, 9.0161, -14.9398], atol=5e-5
    )
    assert model.score(HOUSES.X, PRICE) == pytest.approx(0.97475, abs=5e-6)
    assert model.predict([[110]])[0] == pytest.approx(224.2838, abs=5e-5)
    np.testing.assert_allclose([model.intercept_, *model.coef_], EXACT.astype(float), rtol=1e-12)


def test_gradients_of_the_four_houses_are_sums_over_samples():
    at = np.array([1, 2])
    assert gradient(0 * at, PHI, PRICE).tolist() == [-950, -115110]
    assert gradient(at, PHI, PRICE).tolist() == [-22, -3444]
    single = [gradient(at, PHI[[i]], PRICE[[i]]).tolist() for i in range(4)]
    assert single == [[-3, -369], [-19, -2850], [15, 1305], [-15, -1530]]
    assert np.sum(single, axis=0).tolist() == [-22, -3444]


def test_curvature_and_step_limit_of_the_four_houses():
    lam = curvatures(PHI)
    np.testing.assert_allclose(lam, [55605.8388, 0.1612], rtol=5e-5)
    assert lam[0] / lam[1] == pytest.approx(3.449e5, rel=5e-4)
    assert step_limit(PHI) == pytest.approx(3.59674e-5, rel=5e-6)


@pytest.mark.parametrize(
    "rate, steps, expected",
    [
        (1e-5, 1000, [-0.0473, 2.0706]),
        (1.8e-5, 10**5, [-10.07, 2.154]),
        (1.8e-5, 2 * 10**6, [-39.92, 2.4019]),
    ],
)
def test_descent_on_raw_areas_is_slow(rate, steps, expected):
    w = weights_after(steps, np.zeros(2), PHI, PRICE, rate)
    np.testing.assert_allclose(w, expected, rtol=1e-3)


def test_one_step_solves_the_standardized_houses_from_anywhere():
    Phi = standard_houses()
    np.testing.assert_allclose(curvatures(Phi), [4, 4], rtol=1e-12)
    for start in ([0.0, 0.0], [1e3, -7.0]):
        w = step(np.array(start), Phi, PRICE, 1 / 4)
        np.testing.assert_allclose(w, [237.5, 56.8768], rtol=1e-6)


def test_mean_and_deviation_of_the_areas():
    _, mean, sd = standardize(HOUSES.X)
    assert mean.tolist() == [115.5]
    assert sd[0] == pytest.approx(23.6696, abs=5e-5)


# --- laws ----------------------------------------------------------------------------------------


def test_the_gradient_is_the_derivative_of_the_loss():
    Phi, y = random_problem()
    w, h = np.array([0.3, -1.0, 2.0, 0.5]), 1e-4
    slopes = [(loss(w + h * e, Phi, y) - loss(w - h * e, Phi, y)) / (2 * h) for e in np.eye(4)]
    np.testing.assert_allclose(gradient(w, Phi, y), slopes, rtol=1e-8)  # exact for a parabola


def test_the_residual_is_orthogonal_to_every_column():
    Phi, y = random_problem()
    r = y - Phi @ least_squares(Phi, y)
    np.testing.assert_allclose(Phi.T @ r, 0, atol=1e-12)
    assert y @ y == pytest.approx((y - r) @ (y - r) + r @ r, rel=1e-12)


def test_no_perturbation_lowers_the_loss():
    Phi, y = random_problem()
    w, rng = least_squares(Phi, y), np.random.default_rng(1)
    for size in (1e-3, 1.0):
        nearby = w + size * rng.normal(size=(200, 4))
        assert min(loss(v, Phi, y) for v in nearby) > loss(w, Phi, y)


def test_planted_weights_come_back():
    X = np.random.default_rng(0).normal(size=(50, 3)) * [1, 1e3, 1e-3] + [0, 1e5, 1]
    model = LinearRegression().fit(X, 7 + X @ [1.0, -2e-3, 3e3])
    np.testing.assert_allclose(model.coef_, [1.0, -2e-3, 3e3], rtol=1e-9)
    assert model.intercept_ == pytest.approx(7, rel=1e-6)  # 1e5 * 2e-3 cancels two digits of 7


@pytest.mark.parametrize("X", [data.diabetes().X, data.diabetes().X[:6]], ids=["tall", "wide"])
def test_units_do_not_change_predictions(X):
    y = data.diabetes().y[: len(X)]
    scale = np.geomspace(1e-6, 1e6, X.shape[1])
    one, other = LinearRegression().fit(X, y), LinearRegression().fit(X * scale + scale, y)
    np.testing.assert_allclose(other.predict(X * scale + scale), one.predict(X), rtol=1e-8)


def test_weights_of_both_scales_predict_the_same():
    X = data.diabetes().X
    Z, mean, sd = standardize(X)
    v = np.arange(11.0)
    np.testing.assert_allclose(
        hypothesis(raw_weights(v, mean, sd), design(X)), hypothesis(v, design(Z)), rtol=1e-10
    )
    np.testing.assert_allclose(Z.mean(axis=0), 0, atol=1e-14)
    np.testing.assert_allclose((Z**2).mean(axis=0), 1, rtol=1e-14)


# --- descent -------------------------------------------------------------------------------------


def test_walking_and_jumping_reach_the_same_weights():
    Phi, y = diabetes()
    walk = gradient_descent(Phi, y, best_step(Phi), 300)
    for t in (1, 2, 300):
        jump = weights_after(t, walk.path[0], Phi, y, best_step(Phi))
        np.testing.assert_allclose(walk.path[t], jump, rtol=1e-9, atol=1e-9)


def test_the_loss_falls_in_every_step_below_the_limit():
    Phi, y = diabetes()
    for share in (0.1, 0.5, 0.999):
        path = gradient_descent(Phi, y, share * step_limit(Phi), 50).path
        assert (np.diff([loss(w, Phi, y) for w in path]) < 0).all()


@pytest.mark.parametrize("share, grows", [(0.999, False), (1.0, False), (1.001, True)])
def test_the_limit_is_sharp(share, grows):
    Phi, y = random_problem()
    end, v = least_squares(Phi, y), np.linalg.svd(Phi)[2][0]
    walk = gradient_descent(Phi, y, share * step_limit(Phi), 100, w=end + v)
    left = np.linalg.norm(walk.path[-1] - end)
    assert left == pytest.approx((2 * share - 1) ** 100, rel=1e-9)
    assert (left > 1.1) == grows


def test_no_step_has_a_smaller_worst_factor_than_the_best_step():
    Phi, y = diabetes()
    lam = curvatures(Phi)

    def worst(rate):
        return np.abs(1 - rate * lam).max()

    best = (lam[0] - lam[-1]) / (lam[0] + lam[-1])
    assert worst(best_step(Phi)) == pytest.approx(best, rel=1e-12)
    assert all(
        worst(share * best_step(Phi)) > best for share in (0.5, 0.9, 0.999, 1.001, 1.003, 1.1)
    )


def test_the_loss_falls_by_the_square_of_the_worst_factor_or_faster():
    Phi, y = diabetes()
    lam, least = curvatures(Phi), loss(least_squares(Phi, y), Phi, y)
    rho = (lam[0] - lam[-1]) / (lam[0] + lam[-1])
    path = gradient_descent(Phi, y, best_step(Phi), 100).path
    excess = np.array([loss(w, Phi, y) - least for w in path])
    assert (excess[1:] <= rho**2 * excess[:-1] * (1 + 1e-9)).all()  # 1e-9: J has 9 digits more


@pytest.mark.parametrize("rate, steps", [(3.6e-5, 1000), (3.7e-5, 1000), (1e-4, 1000), (1e9, 50)])
def test_divergence_is_reported_and_stays_finite(rate, steps):
    walk = gradient_descent(PHI, PRICE, rate, steps)
    assert walk.status == "diverged"
    assert np.isfinite(walk.path).all()
    assert np.isfinite([loss(w, PHI, PRICE) for w in walk.path]).all()


def test_the_slow_divergence_has_the_loss_of_the_inventory():
    end = gradient_descent(PHI, PRICE, 3.6e-5, 1000).path[-1]
    assert loss(end, PHI, PRICE) == pytest.approx(4.4e6, rel=0.01)


def test_statuses():
    Phi, y = random_problem()
    assert gradient_descent(Phi, y, best_step(Phi), 1000, tol=1e-12).status == "converged"
    assert gradient_descent(Phi, y, best_step(Phi), 3).status == "out of steps"
    assert gradient_descent(Phi, 0 * y, best_step(Phi), 3).status == "converged"
    assert gradient_descent(Phi, y, 2.5 * best_step(Phi), 200).status == "diverged"


def test_two_starts_meet():
    Phi, y = random_problem()
    walks = [gradient_descent(Phi, y, best_step(Phi), 500, w=w) for w in 100 * np.eye(4)]
    for walk in walks:
        np.testing.assert_allclose(walk.path[-1], least_squares(Phi, y), atol=1e-11)


@pytest.mark.parametrize("seed", range(20))
def test_least_squares_takes_columns_for_dependent_from_a_ratio_of_nearly_1e14_on(seed):
    first, other = np.random.default_rng(seed).normal(size=(2, 50))
    for difference, weights in ((3e-14, [1, 2, 0]), (1e-14, [1, 1, 1])):  # ratios 7e13 and 2e14
        Phi = np.stack([np.ones(50), first, first + difference * other], axis=1)
        np.testing.assert_allclose(least_squares(Phi, Phi @ [1, 2, 0]), weights, atol=0.02)


def test_descent_from_zero_finds_the_shortest_minimizer():
    X = np.random.default_rng(0).normal(size=(20, 2))
    Phi, y = design(np.column_stack([X, X[:, 0] + X[:, 1]])), X @ [1.0, 2.0] + 3
    walk = gradient_descent(Phi, y, best_step(Phi), 2000, tol=1e-14)
    np.testing.assert_allclose(walk.path[-1], least_squares(Phi, y), atol=1e-12)
    kept = gradient_descent(Phi, y, best_step(Phi), 2000, w=np.array([0.0, 1, 1, -1]))
    assert kept.path[-1] @ [0, 1, 1, -1] == pytest.approx(3, rel=1e-12)  # what no step changes


def test_descent_runs_in_fractions():
    walk = gradient_descent(EXACT_PHI, EXACT_PRICE, F(1, 100000), 2)
    assert walk.path[1].tolist() == [F(950, 100000), F(115110, 100000)]


# --- stochastic ----------------------------------------------------------------------------------


def test_a_pass_deals_every_sample_once():
    deal = batches(10, 4, random_state=1)
    parts = [next(deal) for _ in range(6)]
    assert [len(part) for part in parts] == [4, 4, 2] * 2
    assert sorted(np.concatenate(parts[:3])) == list(range(10))
    assert not np.array_equal(np.concatenate(parts[:3]), np.concatenate(parts[3:]))


def test_a_batch_of_all_samples_is_the_batch_method():
    Phi, y = random_problem()
    whole = gradient_descent(Phi, y, 0.01, 20).path
    np.testing.assert_allclose(
        stochastic_descent(Phi, y, 0.01, 20, batch_size=30).path, whole, rtol=1e-12
    )


def test_batches_are_dealt_from_the_seed_0_unless_another_is_given():
    Phi, y = random_problem()
    walk = lambda **seed: stochastic_descent(Phi, y, 0.01, 9, batch_size=4, **seed).path
    np.testing.assert_array_equal(walk(), walk(random_state=0))
    assert (walk() != walk(random_state=1)).any()


def test_a_descent_that_stays_at_the_optimum_has_not_diverged():
    walk = stochastic_descent(np.ones((2, 1)), np.array([1.0, -1.0]), 0.1, 3, batch_size=2)
    assert walk.status == "out of steps" and not walk.path.any()


def test_the_estimator_takes_batches():
    model = LinearRegression("gradient_descent", 0.01, 9, batch_size=4).fit(HOUSES.X, PRICE)
    walk = stochastic_descent(standard_houses(), PRICE - np.mean(PRICE), 0.01, 9, batch_size=4)
    np.testing.assert_allclose(model.descent_.path, walk.path, rtol=1e-12)


def test_a_stochastic_step_scales_the_error_of_its_sample():
    Phi, y = random_problem()
    w, one = np.ones(4), [7]
    before = (Phi[one] @ w - y[one])[0]
    after = (Phi[one] @ step(w, Phi[one], y[one], 0.1) - y[one])[0]
    assert after == pytest.approx((1 - 0.1 * (Phi[7] @ Phi[7])) * before, rel=1e-12)


def test_stochastic_descent_wanders_with_noise_and_arrives_without():
    Phi, y = random_problem()
    exact, rate = Phi @ [1.0, 2.0, 3.0, 4.0], 0.02
    noisy = stochastic_descent(Phi, y, rate, 30 * 400, batch_size=1).path[-3000:]
    assert noisy.std(axis=0).min() > 1e-2
    clean = stochastic_descent(Phi, exact, rate, 30 * 400, batch_size=1)
    np.testing.assert_allclose(clean.path[-1], [1, 2, 3, 4], rtol=1e-10)
    assert clean.status == "out of steps"


def test_the_safe_step_of_all_samples_is_safe_for_batches():
    Phi, y = diabetes()
    for size in (1, 10):
        walk = stochastic_descent(Phi, y, 0.99 * step_limit(Phi), 3000, batch_size=size)
        assert walk.status == "out of steps"


# --- two roads and an authority ------------------------------------------------------------------


def test_both_solvers_agree_on_diabetes():
    table = data.diabetes()
    one = LinearRegression().fit(table.X, table.y)
    two = LinearRegression(solver="gradient_descent").fit(table.X, table.y)
    assert two.descent_.status == "converged" and one.descent_ is None
    np.testing.assert_allclose(two.coef_, one.coef_, rtol=1e-7)  # tol 1e-10, condition 470


@pytest.mark.parametrize("scale, shift", [(1.0, 0.0), (1e6, 0.0), (1e-6, 0.0), (1.0, 1e6)])
def test_scikit_learn_finds_the_same_weights(scale, shift):
    table = data.diabetes()
    X = table.X * scale + shift
    ours, theirs = LinearRegression().fit(X, table.y), Authority().fit(X, table.y)
    np.testing.assert_allclose(ours.coef_, theirs.coef_, rtol=1e-7 if shift else 1e-10)
    np.testing.assert_allclose(ours.predict(X), theirs.predict(X), rtol=1e-8)


def nasty():
    rng = np.random.default_rng(3)
    X = rng.normal(size=(40, 4))
    twins = np.column_stack([X, X[:, 0] - 2 * X[:, 1], np.full(40, 0.1)])
    return {"collinear": twins, "wide": rng.normal(size=(8, 20)), "tall": X}


@pytest.mark.parametrize("case", nasty())
@pytest.mark.parametrize("solver", ["lstsq", "gradient_descent"])
def test_degenerate_tables_have_the_shortest_standardized_weights(case, solver):
    X = nasty()[case]
    y = np.random.default_rng(4).normal(size=len(X))
    ours = LinearRegression(solver=solver).fit(X, y)
    theirs = make_pipeline(StandardScaler(), Authority()).fit(X, y)
    X_new = np.random.default_rng(5).normal(size=X.shape)
    X_new[:, -1] = X[:, -1]  # scikit-learn leaves some weight on a feature that is constant
    np.testing.assert_allclose(ours.predict(X_new), theirs.predict(X_new), atol=1e-7)


def test_numpy_solves_the_normal_equations_to_the_same_weights():
    Phi, y = diabetes()
    by_solve = np.linalg.solve(hessian(Phi), Phi.T @ y)
    np.testing.assert_allclose(least_squares(Phi, y), by_solve, rtol=1e-10)


# --- wrong twins ---------------------------------------------------------------------------------


def names(*more):
    return Derivation(
        matrix(r"\Phi", "n", "p"), vector(r"\mathbf{w}", "p"), vector(r"\mathbf{y}", "n"),
        scalar(r"\eta"), *more, sizes={"n": (3, 4), "p": (2, 3)},
    )  # fmt: skip


@pytest.mark.parametrize(
    "right",
    [
        r"\Phi^\top(\Phi\mathbf{w} + \mathbf{y})",
        r"\Phi^\top(\mathbf{y} - \Phi\mathbf{w})",
        r"2\Phi^\top(\Phi\mathbf{w} - \mathbf{y})",
    ],
)
def test_the_program_refuses_a_wrong_gradient(right):
    D = names(program(gradient, "p"))
    with pytest.raises(Refuted):
        D.calc(r"\mathtt{gradient}(\mathbf{w}, \Phi, \mathbf{y})", "=", right, "")


def test_a_step_uphill_is_refused():
    D = names(program(step, "p"), program(gradient, "p"))
    left = r"\mathtt{step}(\mathbf{w}, \Phi, \mathbf{y}, \eta)"
    right = r"\mathbf{w} %s \eta\,\mathtt{gradient}(\mathbf{w}, \Phi, \mathbf{y})"
    D.calc(left, "=", right % "-", "")
    with pytest.raises(Refuted):
        D.calc(left, "=", right % "+", "")


# --- edges ---------------------------------------------------------------------------------------


def test_one_sample_and_constant_features_have_weight_zero():
    one = LinearRegression().fit([[3.0, 4.0]], [5.0])
    assert one.coef_.tolist() == [0, 0] and one.intercept_ == 5
    flat = LinearRegression().fit([[0.1, 1.0], [0.1, 2.0], [0.1, 4.0]], [1.0, 2.0, 4.0])
    assert flat.coef_[0] == 0
    assert flat.coef_[1] == pytest.approx(1, rel=1e-14)


@pytest.mark.parametrize("solver", ["lstsq", "gradient_descent"])
def test_a_constant_target_is_predicted_exactly(solver):
    X = np.random.default_rng(0).normal(size=(10, 2))
    model = LinearRegression(solver=solver).fit(X, np.full(10, 0.1))
    assert model.score(X, np.full(10, 0.1)) == 1


@pytest.mark.parametrize("size", [1e-200, 1e200])
def test_scales_whose_squares_leave_the_range_of_floats_are_fitted(size):
    X = HOUSES.X * size
    np.testing.assert_allclose(LinearRegression().fit(X, PRICE).coef_ * size, 2.40295, rtol=1e-5)


def test_what_overflows_is_refused():
    with pytest.raises(ValueError, match="exceed the range of float64; rescale"):
        LinearRegression().fit([[1e-300], [-1e-300]], [-1e300, 1e300])


def test_a_table_of_zeros_has_no_step_size():
    with pytest.raises(ValueError, match="Phi must have an entry other than 0"):
        step_limit(np.zeros((3, 2)))


@pytest.mark.parametrize("batch_size", [None, 4])
def test_a_step_that_is_too_large_is_refused_with_the_limit(batch_size):
    model = LinearRegression("gradient_descent", learning_rate=0.6, batch_size=batch_size)
    Phi, y = standard_houses(), PRICE - np.mean(PRICE)
    walk = gradient_descent(Phi, y, 0.6, model.n_steps)
    if batch_size:
        walk = stochastic_descent(Phi, y, 0.6, model.n_steps, batch_size)
    steps = len(walk.path) - 1
    limit = rf"below 2 / lambda_1 = {step_limit(Phi):.4g} .*received 0.6.*diverged in {steps} steps"
    with pytest.raises(ValueError, match=limit):
        model.fit(HOUSES.X, PRICE)


@pytest.mark.parametrize(
    "parameters, message",
    [
        ({"solver": "inv"}, "solver must be one of lstsq, gradient_descent; received 'inv'"),
        ({"learning_rate": 0}, "learning_rate must be a number in"),
        ({"n_steps": 0}, "n_steps must be an integer >= 1; received 0"),
        ({"batch_size": 1.5}, "batch_size must be an integer >= 1; received 1.5"),
        ({"tol": -1}, "tol must be a number in"),
    ],
)
def test_parameters_out_of_range_are_refused(parameters, message):
    with pytest.raises(ValueError, match=message):
        LinearRegression(**parameters).fit(HOUSES.X, PRICE)
