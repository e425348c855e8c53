"""Ridge, lasso, elastic net: by hand, laws, optimality, two roads, claims that fail, edges."""

import warnings
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from scipy import stats
from sklearn import linear_model
from sklearn.feature_selection import SequentialFeatureSelector
from sklearn.model_selection import PredefinedSplit
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from mlbook import data, regularization
from mlbook.regularization import (
    ElasticNet,
    Lasso,
    Ridge,
    augment,
    best_subset,
    choose_lam,
    coordinate_descent,
    cross_validation,
    duality_gap,
    forward_subset,
    lam_max,
    lasso,
    lasso_path,
    objective,
    ridge,
    ridge_path,
    shrinkage,
    soft_threshold,
    subset_errors,
    sweep,
)

HOUSE = data.houses()
AREA, PRICE = HOUSE.X, HOUSE.y


def centred(X, y):
    return X - X.mean(axis=0), y - y.mean()


def table(n=60, d=8, seed=0, noise=1.0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d)) @ rng.normal(size=(d, d))
    return centred(X, X[:, : d // 2].sum(axis=1) + noise * rng.normal(size=n))


# --- by hand -------------------------------------------------------------------------------------


def test_the_slope_of_four_houses_is_a_fraction():
    # deviations (7.5, 34.5, -28.5, -13.5) and (12.5, 82.5, -77.5, -17.5): 5385 / (2241 + lam)
    for lam in [0, 1, 10, 100]:
        model = Ridge(lam).fit(AREA, PRICE)
        assert model.coef_[0] == pytest.approx(5385 / (2241 + lam), rel=1e-13)
        assert model.intercept_ == pytest.approx(237.5 - 115.5 * 5385 / (2241 + lam), rel=1e-12)


@pytest.mark.parametrize(
    "lam, b, slope, b_penalized, slope_penalized",
    [
        (0, -40.0402, 2.40295, -40.0402, 2.40295),
        (1, -39.9164, 2.40187, -5.5438, 2.11628),
        (10, -38.8072, 2.39227, -0.6183, 2.07501),
        (100, -28.1845, 2.30030, -0.0473, 2.06692),
    ],
)
def test_free_and_penalized_intercepts_of_the_raw_table(
    lam, b, slope, b_penalized, slope_penalized
):
    free = Ridge(lam).fit(AREA, PRICE)
    penalized = ridge(np.column_stack([np.ones(4), AREA]), PRICE, lam)
    np.testing.assert_allclose([free.intercept_, *free.coef_], [b, slope], atol=5e-5)
    np.testing.assert_allclose(penalized, [b_penalized, slope_penalized], atol=5e-5)


@pytest.mark.parametrize("lam, slope, b_penalized", [(1, 45.5014, 190), (4, 28.4384, 118.75)])
def test_free_and_penalized_intercepts_of_the_standardized_table(lam, slope, b_penalized):
    Z = (AREA - AREA.mean()) / AREA.std()
    free = Ridge(lam).fit(Z, PRICE)
    penalized = ridge(np.column_stack([np.ones(4), Z]), PRICE, lam)
    np.testing.assert_allclose([free.intercept_, *free.coef_], [237.5, slope], atol=5e-5)
    np.testing.assert_allclose(penalized, [b_penalized, slope], atol=5e-5)


def test_an_orthonormal_design_by_hand():
    b = np.array([2.0, 0.3, -0.1])
    np.testing.assert_allclose(lasso(np.eye(3), b, 0.5), [1.5, 0, 0], atol=1e-15)
    np.testing.assert_allclose(ridge(np.eye(3), b, 0.5), b / 1.5, rtol=1e-15)
    assert soft_threshold(b, 0.5).tolist() == [1.5, 0, 0]


def test_the_objective_runs_on_fractions():
    half = Fraction(1, 2)
    X, w = np.array([[half, 1], [2, -half]]), np.array([half, -1])
    y = np.array([Fraction(1), Fraction(0)])
    # residuals 7/4 and -3/2; |w| sums to 3/2, w^2 to 5/4
    assert objective(w, X, y, 2, 4) == Fraction(85, 32) + 2 * Fraction(3, 2) + 2 * Fraction(5, 4)


@pytest.mark.parametrize("b, expected", [(3, 2), (-3, -2), (1, 0), (-0.5, 0), (0, 0)])
def test_the_soft_threshold_by_cases(b, expected):
    assert soft_threshold(b, 1) == expected
    assert soft_threshold(b, np.inf) == 0


def test_shrinkage_by_hand():
    assert shrinkage(np.array([Fraction(1), Fraction(2)]), 4).tolist() == [Fraction(1, 5), 0.5]


# --- optimality and certificates -----------------------------------------------------------------


@pytest.mark.parametrize("l1, l2", [(0, 3.0), (5.0, 0), (4.0, 2.0)])
def test_no_random_perturbation_improves_the_objective(l1, l2):
    X, y = table()
    w = lasso(*augment(X, y, l2), l1) if l1 else ridge(X, y, l2)
    best, rng = objective(w, X, y, l1, l2), np.random.default_rng(1)
    for size in [1e-4, 1e-2, 1.0]:
        moved = w + size * rng.normal(size=(200, len(w)))
        assert all(objective(v, X, y, l1, l2) > best for v in moved)


@pytest.mark.parametrize("share", [0.9, 0.3, 0.05, 1e-3])
@pytest.mark.parametrize("n, d", [(60, 8), (20, 50), (30, 30)])
def test_the_lasso_satisfies_its_certificate(n, d, share):
    X, y = table(n, d)
    lam = share * lam_max(X, y)
    w = lasso(X, y, lam)
    c, used = X.T @ (y - X @ w), w != 0
    # the gap is 1e-10 of 1/2 ||y||^2 or less, and the residual's error a root of that
    np.testing.assert_allclose(c[used], lam * np.sign(w[used]), rtol=1e-4)
    assert np.abs(c[~used]).max(initial=0) <= lam * (1 + 1e-4)
    assert duality_gap(w, X, y, lam) <= 1e-10 * (y @ y) / 2


def test_the_gap_bounds_the_distance_from_the_optimum():
    X, y = table()
    lam = 0.1 * lam_max(X, y)
    best = objective(lasso(X, y, lam, tol=1e-14), X, y, lam, 0)
    for w in coordinate_descent(X, y, lam, 8):
        above = objective(w, X, y, lam, 0) - best
        assert -1e-10 <= above <= duality_gap(w, X, y, lam) + 1e-10


def test_the_gap_is_the_primal_cost_less_the_dual_one():
    X, y = table()
    w, lam = np.random.default_rng(2).normal(size=8), 0.2 * lam_max(X, y)
    r = y - X @ w
    theta = r * min(1, lam / np.abs(X.T @ r).max())
    dual = (y @ y) / 2 - ((y - theta) @ (y - theta)) / 2
    assert duality_gap(w, X, y, lam) == pytest.approx(objective(w, X, y, lam, 0) - dual)


def test_the_weights_vanish_from_lam_max_on_and_not_before():
    X, y = table()
    top = lam_max(X, y)
    assert not lasso(X, y, top).any()
    assert np.count_nonzero(lasso(X, y, 0.999 * top)) == 1


def test_a_sweep_never_raises_the_cost_and_keeps_the_solution():
    X, y = table()
    lam = 0.1 * lam_max(X, y)
    costs = [objective(w, X, y, lam, 0) for w in coordinate_descent(X, y, lam, 30)]
    assert (np.diff(costs) <= 1e-9 * costs[0]).all()
    w = lasso(X, y, lam)
    np.testing.assert_allclose(sweep(w, X.T @ X, X.T @ y, lam), w, atol=1e-9)


def test_a_penalized_solution_solves_the_problem_with_its_own_norm_as_budget():
    X, y = table(d=2)
    rng = np.random.default_rng(3)
    for w, norm in [(ridge(X, y, 9.0), 2), (lasso(X, y, 0.3 * lam_max(X, y)), 1)]:
        V = rng.normal(size=(500, 2))
        V *= np.linalg.norm(w, norm) / np.linalg.norm(V, norm, axis=1)[:, np.newaxis]
        assert all(objective(v, X, y, 0, 0) >= objective(w, X, y, 0, 0) for v in V)


def test_the_objectives_are_negative_log_posteriors_up_to_a_constant():
    X, y = table(n=10, d=3)
    noise, width = 0.7, 1.3  # standard deviation of the noise and of the prior, or its scale
    differences = []
    for w in np.random.default_rng(4).normal(size=(5, 3)):
        fit = -stats.norm.logpdf(y, X @ w, noise).sum()
        gauss = fit - stats.norm.logpdf(w, 0, width).sum()
        laplace = fit - stats.laplace.logpdf(w, 0, width).sum()
        J = objective(w, X, y, 0, noise**2 / width**2), objective(w, X, y, noise**2 / width, 0)
        differences.append([gauss - J[0] / noise**2, laplace - J[1] / noise**2])
    np.testing.assert_allclose(np.ptp(differences, axis=0), 0, atol=1e-10)


# --- two roads and an authority ------------------------------------------------------------------


def nasty():
    rng = np.random.default_rng(11)
    base = rng.normal(size=(80, 5)) @ rng.normal(size=(5, 5))
    return {
        "plain": base,
        "collinear": np.column_stack([base, base[:, 0] + base[:, 1]]),
        "twice": np.column_stack([base, base[:, :2]]),
        "n < d": base[:3],
        "n = d": base[:5],
        "two samples": base[:2],
        "one feature": base[:, :1],
        "constant column": np.column_stack([base, np.full(80, 0.1)]),
        "small": base * 1e-6,
        "large": base * 1e6,
        "mixed scales": base * [1e-3, 1e-1, 1, 10, 1e3],
        "far mean": base + 1e6,
        "integers": np.round(3 * base),
    }


NASTY = {name: (X, X.sum(axis=1) / np.ptp(X) + rest[: len(X)]) for name, X in nasty().items()
         for rest in [np.random.default_rng(12).normal(size=80) + 3]}  # fmt: skip
every_nasty = pytest.mark.parametrize("X, y", NASTY.values(), ids=NASTY)


def scale_of(X, y):
    """A lam that matters: a tenth of the largest squared singular value, and of lam_max."""
    Xc, yc = centred(X, y)
    return 0.1 * np.linalg.norm(Xc, 2) ** 2, 0.1 * lam_max(Xc, yc)


@every_nasty
@pytest.mark.parametrize("share", [1e-6, 1e-3, 1.0, 1e3])
def test_ridge_by_products_by_svd_and_by_augmented_least_squares_agree(X, y, share):
    X, y = centred(X, y)
    lam = share * np.linalg.norm(X, 2) ** 2
    w, augmented = ridge(X, y, lam), np.linalg.lstsq(*augment(X, y, lam), rcond=None)[0]
    size = 1e-9 * np.linalg.norm(augmented)  # products at condition 1e6 keep ten digits
    np.testing.assert_allclose(ridge_path(X, y, [lam])[0], augmented, rtol=1e-9, atol=size)
    np.testing.assert_allclose(w, augmented, rtol=1e-9, atol=size)


@every_nasty
def test_ridge_agrees_with_scikit_learn(X, y):
    lam = scale_of(X, y)[0]
    ours, theirs = Ridge(lam).fit(X, y), linear_model.Ridge(alpha=lam, solver="svd").fit(X, y)
    size = np.linalg.norm(theirs.coef_)
    np.testing.assert_allclose(ours.coef_, theirs.coef_, rtol=1e-8, atol=1e-8 * size)
    np.testing.assert_allclose(ours.predict(X), theirs.predict(X), rtol=1e-8, atol=1e-8)


@every_nasty
@pytest.mark.parametrize("l1_ratio", [1.0, 0.6])
def test_lasso_and_elastic_net_agree_with_scikit_learn(X, y, l1_ratio):
    lam = scale_of(X, y)[1]
    ours = ElasticNet(lam, l1_ratio).fit(X, y)
    theirs = linear_model.ElasticNet(alpha=lam / len(X), l1_ratio=l1_ratio, tol=1e-14)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a tolerance that it cannot always reach
        theirs.set_params(max_iter=100000).fit(X, y)
    # equal columns make the weights arbitrary, never the predictions: root of the gaps
    np.testing.assert_allclose(ours.predict(X), theirs.predict(X), atol=1e-5 * np.ptp(y))
    if l1_ratio == 1:
        same = Lasso(lam).fit(X, y)
        np.testing.assert_allclose(same.coef_, ours.coef_, rtol=1e-9, atol=1e-12)


def test_the_weights_of_diabetes_agree_with_scikit_learn_to_eight_digits():
    bunch = data.diabetes()
    X = (bunch.X - bunch.X.mean(axis=0)) / bunch.X.std(axis=0)
    for lam in [10.0, 200.0, 5000.0]:
        ours = Lasso(lam, tol=1e-13).fit(X, bunch.y)  # rounding alone leaves a gap of 1e-15
        theirs = linear_model.Lasso(alpha=lam / 442, tol=1e-15, max_iter=100000).fit(X, bunch.y)
        # at most 3e-11 apart, under three kernels of BLAS and two releases of NumPy
        np.testing.assert_allclose(ours.coef_, theirs.coef_, rtol=1e-8, atol=1e-8)
        assert ours.intercept_ == pytest.approx(theirs.intercept_, rel=1e-12)


def test_scikit_learn_means_lam_by_alpha_for_ridge_and_lam_over_n_for_the_lasso():
    X, y = table()
    for ours, theirs in [
        (Ridge(30.0), linear_model.Ridge(alpha=30.0)),
        (Lasso(30.0), linear_model.Lasso(alpha=30.0 / len(X), tol=1e-12, max_iter=100000)),
    ]:
        np.testing.assert_allclose(ours.fit(X, y).coef_, theirs.fit(X, y).coef_, atol=1e-6)


def test_scikit_learn_chooses_the_penalty_by_cross_validation():
    bunch = data.diabetes()
    lams = np.geomspace(1, 1000, 10)
    parts = np.array_split(np.random.default_rng(0).permutation(442), 5)  # as cross_validation
    fold = np.argsort(np.concatenate(parts))
    fold = np.repeat(np.arange(5), [len(part) for part in parts])[fold]
    theirs = linear_model.RidgeCV(
        alphas=lams, cv=PredefinedSplit(fold), scoring="neg_mean_squared_error"
    ).fit(bunch.X, bunch.y)
    assert theirs.alpha_ == choose_lam(lams, cross_validation(Ridge(), bunch.X, bunch.y, lams))[0]
    assert tuple(linear_model.RidgeCV().alphas) == (0.1, 1.0, 10.0)
    X = StandardScaler().fit_transform(bunch.X)
    model = make_pipeline(StandardScaler(), linear_model.LassoCV(tol=1e-8)).fit(bunch.X, bunch.y)
    ours = Lasso(442 * model[-1].alpha_).fit(X, bunch.y)
    np.testing.assert_allclose(ours.coef_, model[-1].coef_, atol=0.01)  # a gap of 1e-8


@pytest.mark.parametrize("share", [0.5, 0.1, 0.02])
def test_the_working_set_finds_what_plain_coordinate_descent_finds(share):
    rng = np.random.default_rng(5)
    X, y = rng.normal(size=(2, 100, 30)).sum(axis=0), rng.normal(size=100)
    lam = share * lam_max(X, y)
    plain = coordinate_descent(X, y, lam, 200)[-1]
    np.testing.assert_allclose(lasso(X, y, lam, tol=1e-13), plain, atol=1e-7)


@pytest.mark.parametrize("far", [0.0, 1e2, 1e4, 1e7])
def test_a_far_mean_costs_ridge_no_digits(far):
    X = np.round(100 * table(n=400, d=4)[0])  # whole numbers: the shift rounds nothing
    y = X[:, 0] + np.random.default_rng(0).normal(size=400)
    near, moved = Ridge(50.0).fit(X, y), Ridge(50.0).fit(X + far, y)
    apart = np.linalg.norm(moved.coef_ - near.coef_) / np.linalg.norm(near.coef_)
    assert apart < 1e-12  # at most 1.5e-13, under three kernels of BLAS and two releases of NumPy


def test_an_ill_conditioned_product_is_not_trusted():
    # singular values 1 and 1e-9: the product would know nothing of the second
    Q = np.linalg.qr(np.random.default_rng(0).normal(size=(50, 2)))[0]
    w = ridge(Q * [1, 1e-9], Q @ [1.0, 1e-9], 0)
    np.testing.assert_allclose(w, [1, 1], rtol=1e-6)  # 1e-16 / 1e-9 of rounding


def test_a_path_is_its_points():
    X, y = table(n=100, d=30)
    lams = np.array([3.0, 100.0, 0.5])
    for path, point in [(ridge_path, ridge), (lasso_path, lasso)]:
        apart = path(X, y, lams) - [point(X, y, lam) for lam in lams]
        assert np.abs(apart).max() <= 1e-5  # gaps of 1e-10 and their roots


def test_many_targets_are_many_problems():
    X, y = table()
    both = ridge(X, np.column_stack([y, -2 * y]), 3.0)
    np.testing.assert_allclose(both, np.outer(ridge(X, y, 3.0), [1, -2]), rtol=1e-12)
    assert augment(X, np.column_stack([y, y]), 1.0)[1].shape == (sum(X.shape), 2)


# --- laws ----------------------------------------------------------------------------------------


def test_centring_is_an_intercept_without_a_penalty():
    X, y = table()
    X, y = X + 3, y + 7
    Phi = np.column_stack([np.ones(len(X)), X])
    E = np.diag([0.0] + [1] * X.shape[1])
    w = np.linalg.solve(Phi.T @ Phi + 5 * E, Phi.T @ y)
    model = Ridge(5.0).fit(X, y)
    np.testing.assert_allclose([model.intercept_, *model.coef_], w, rtol=1e-9)


@pytest.mark.parametrize("model", [Ridge(3.0), Lasso(3.0), ElasticNet(3.0)], ids=repr)
def test_a_shift_of_the_targets_shifts_the_predictions(model):
    X, y = table()
    before = model.fit(X, y).predict(X)
    np.testing.assert_allclose(model.fit(X, y + 1000).predict(X), before + 1000, rtol=1e-9)


def test_the_norm_of_ridge_falls_and_its_error_grows_with_lam():
    X, y = table()
    path = ridge_path(X, y, np.geomspace(1e-3, 1e5, 30))
    assert (np.diff(np.linalg.norm(path, axis=1)) < 0).all()
    assert (np.diff([objective(w, X, y, 0, 0) for w in path]) > 0).all()


def test_ridge_shrinks_each_singular_direction_by_its_factor():
    X, y = table()
    _, s, Vt = np.linalg.svd(X, full_matrices=False)
    np.testing.assert_allclose(
        Vt @ ridge(X, y, 5.0), shrinkage(s, 5.0) * (Vt @ ridge(X, y, 0)), rtol=1e-9
    )


def test_noise_moves_ridge_by_half_a_root_of_lam_at_most():
    # attained by a column whose singular value is the root of lam
    for s in [0.5, 1.0, 2.0, 3.0]:
        moved = ridge(np.array([[s]]), np.array([1.0]), 4.0)[0]
        assert moved <= 1 / (2 * np.sqrt(4.0)) + 1e-15
    assert ridge(np.array([[2.0]]), np.array([1.0]), 4.0)[0] == pytest.approx(0.25)


# --- claims that fail ----------------------------------------------------------------------------


def square_root(G):
    return np.linalg.cholesky(np.array(G)).T  # X^T X = G


def test_a_single_weight_may_grow_or_change_its_sign():
    X = square_root([[1, 0.9], [0.9, 1]])
    y = np.linalg.solve(X.T, [1, 0.9])
    expected = {0: (1, 0), 0.1: (0.725, 0.225), 0.3: (0.557, 0.307)}
    for lam, w in expected.items():
        np.testing.assert_allclose(ridge(X, y, lam), w, atol=5e-4)
    lams = np.linspace(0.4, 0.5, 1001)
    assert lams[ridge_path(X, y, lams)[:, 1].argmax()] == pytest.approx(np.sqrt(19) / 10, abs=1e-4)
    turned = ridge_path(X, np.linalg.solve(X.T, [1, 0.8]), [0, 0.2])[:, 1]
    np.testing.assert_allclose(turned, [-0.526, 0.095], atol=5e-4)


def test_a_penalized_intercept_makes_predictions_depend_on_the_zero_of_the_prices():
    Phi, new = np.column_stack([np.ones(4), AREA]), AREA.mean()
    moved = ridge(Phi, PRICE + 1000, 1) - ridge(Phi, PRICE, 1)
    free = Ridge(1).fit(AREA, PRICE + 1000).predict([[new]]) - Ridge(1).fit(AREA, PRICE).predict(
        [[new]]
    )
    assert free == pytest.approx(1000)
    assert abs(moved @ [1, new] - 1000) > 1


def test_the_lasso_of_equal_columns_has_many_solutions_and_ridge_one():
    x = np.array([1.0, 2, 3])
    X, y = np.column_stack([x, x]), np.array([1, 2, 3.5])
    total = lasso(X, y, 0.5).sum()
    for share in [0, 0.3, 1]:
        w = total * np.array([share, 1 - share])
        assert objective(w, X, y, 0.5, 0) == pytest.approx(0.589286, abs=5e-7)
    np.testing.assert_allclose(ridge(X, y, 0.5), [0.544, 0.544], atol=5e-4)
    net = lasso(*augment(X, y, 0.1), 0.4)
    assert net[0] == pytest.approx(net[1], rel=1e-9)


def test_ridge_shrinks_what_varies_little_and_not_what_matters_little():
    X, y = np.diag([10.0, 1.0]), np.array([1.0, 1.0])  # weights (0.1, 1)
    np.testing.assert_allclose(ridge(X, y, 1), [0.099, 0.5], atol=5e-4)
    np.testing.assert_allclose(ridge(X, y, 5), [0.095, 0.167], atol=5e-4)


def test_with_more_weights_than_samples_the_training_error_vanishes():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(5, 8)), rng.normal(size=5)
    r = y - X @ ridge(X, y, 0)
    assert r @ r < 1e-28


def test_two_features_may_be_worthless_apart_and_perfect_together():
    rng = np.random.default_rng(0)
    z = rng.normal(size=500)
    X = np.column_stack([z + 0.1 * rng.normal(size=500), z])
    y = X @ [1.0, -1.0]
    assert max(Ridge(0).fit(X[:, [j]], y).score(X[:, [j]], y) for j in (0, 1)) < 0.05
    assert Ridge(0).fit(X, y).score(X, y) == pytest.approx(1)


# --- edges ---------------------------------------------------------------------------------------

MODELS = [Ridge, Lasso, ElasticNet]
every_model = pytest.mark.parametrize("model", MODELS)


@every_model
def test_without_a_penalty_it_is_the_shortest_least_squares_solution(model):
    for n, d in [(60, 8), (5, 8)]:
        X, y = table(n, d)
        w = np.linalg.lstsq(X, y, rcond=None)[0]
        np.testing.assert_allclose(model(lam=0).fit(X, y).coef_, w, atol=1e-9)


@every_model
@pytest.mark.parametrize("lam", [1e12, np.inf])
def test_at_a_high_penalty_only_the_mean_is_left(model, lam):
    X, y = table()
    fitted = model(lam=lam).fit(X, y + 5)
    np.testing.assert_allclose(fitted.coef_, 0, atol=1e-8)
    np.testing.assert_allclose(fitted.predict(X), 5, atol=1e-7)


@every_model
@pytest.mark.parametrize("lam", [0, 1.0])
def test_one_sample_and_constant_targets_give_the_mean(model, lam):
    for X, y in [(np.array([[3.0, 4.0]]), [7.0]), (table()[0] + 1, [7.0] * 60)]:
        fitted = model(lam=lam).fit(X, y)
        assert not fitted.coef_.any()
        assert fitted.intercept_ == 7


@every_model
@pytest.mark.parametrize("lam", [0, 1.0])
def test_a_constant_column_gets_no_weight(model, lam):
    X, y = table()
    fitted = model(lam=lam).fit(np.column_stack([X, np.full(60, 0.1)]), y)
    alone = model(lam=lam).fit(X, y)
    assert fitted.coef_[-1] == pytest.approx(0, abs=1e-15)
    np.testing.assert_allclose(fitted.coef_[:-1], alone.coef_, atol=1e-6)


def test_equal_columns_share_under_ridge_and_the_net():
    X, y = table()
    twice = np.column_stack([X, X[:, 0]])
    for model in [Ridge(0), Ridge(2.0), ElasticNet(2.0)]:
        w = model.fit(twice, y).coef_
        assert w[0] == pytest.approx(w[-1], rel=1e-6)


def test_zero_columns_alone_give_zero():
    for model in [Ridge(1.0), Lasso(1.0), ElasticNet(1.0), Ridge(0), Lasso(0)]:
        assert not model.fit(np.zeros((4, 2)), [1, 2, 3, 4]).coef_.any()
    w = sweep(np.ones(2), np.diag([2.0, 0]), np.array([3.0, 0]), lam=1.0)
    assert w.tolist() == [1, 0]


def test_ridge_survives_products_beyond_the_range_of_float64():
    X, y = table()
    for scale in [1e-120, 1e160]:
        for w in (ridge(scale * X, y, 0), ridge_path(scale * X, y, [0])[0]):
            np.testing.assert_allclose(w * scale, ridge(X, y, 0), rtol=1e-9)
    both_ways = np.array([[1.0, 1], [-1, -1], [1, -1], [-1, 1]]) * 1e200  # inf - inf
    np.testing.assert_allclose(ridge(both_ways, both_ways @ [1, 2], 0), [1, 2], rtol=1e-9)
    with pytest.raises(ValueError, match="exceed the range of float64"):
        Lasso().fit(both_ways, both_ways[:, 0])


def test_what_overflows_is_refused():
    X, y = table()
    with pytest.raises(ValueError, match="exceed the range of float64"):
        Lasso().fit(1e200 * X, 1e200 * y)


@every_model
@pytest.mark.parametrize("lam", [-1, np.nan, "1", None])
def test_a_negative_penalty_is_refused(model, lam):
    with pytest.raises(ValueError, match=r"lam must be a number in \[0, inf\]; received"):
        model(lam=lam).fit(AREA, PRICE)


def test_parameters_that_are_not_given_are_those_of_the_documentation():
    assert ElasticNet().get_params() == {"lam": 1.0, "l1_ratio": 0.5, "tol": 1e-10}


def test_other_parameters_are_checked():
    with pytest.raises(ValueError, match=r"l1_ratio must be a number in \[0, 1\]; received 2"):
        ElasticNet(l1_ratio=2).fit(AREA, PRICE)
    for model in [Lasso(tol=0), ElasticNet(tol=0)]:
        with pytest.raises(ValueError, match=r"tol must be a number in \(0, 1\); received 0"):
            model.fit(AREA, PRICE)


def test_a_gap_that_stays_open_is_told():
    X, y = alike("powers of 100 points, 30")
    with pytest.warns(RuntimeWarning, match="the gap stays at"):
        lasso(X, y, 1e-8)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("lam", [1e-15, 1e-12, 1e-9, 1.0])
@pytest.mark.parametrize("tol", [1e-10, 1e-20])
def test_a_solved_lasso_does_not_warn(lam, tol):
    X, y = table()
    w = lasso(X, y, lam, tol=tol)
    near = lasso(X, y, lam, w=ridge(X, y, 0), tol=1e-10)
    np.testing.assert_allclose(w, near, atol=1e-11 * np.abs(w).max())
    if lam < 1e-8:
        np.testing.assert_allclose(w, ridge(X, y, 0), atol=1e-9 * np.abs(w).max())


def alike(kind):
    """Centred columns that are strongly correlated, and a target."""
    rng = np.random.default_rng(0)
    if kind.startswith("powers"):
        x, d = {
            "powers of 60 points, 15": (np.arange(60, 300, 4) * np.pi / 180, 15),
            "powers of 100 points, 30": (np.linspace(-1, 1, 100), 30),
        }[kind]
        X = np.vander(x, d + 1)[:, :-1]
        y = np.sin(x) + rng.normal(0, 0.15, len(x)) if d == 15 else np.exp(x) * np.sin(9 * x)
        X = X / X.std(axis=0)
    elif kind == "one factor":
        X = rng.normal(size=(200, 1)) + 0.03 * rng.normal(size=(200, 80))
        y = X[:, :5].sum(axis=1) + rng.normal(size=200)
    elif kind == "random walks":
        X = np.cumsum(rng.normal(size=(300, 100)), axis=1)
        y = X[:, ::20].sum(axis=1) + rng.normal(size=300)
    else:  # wide, with copies
        X = rng.normal(size=(60, 150))
        X = np.hstack([X, X[:, :50] + 1e-9 * rng.normal(size=(60, 50))])
        y = X[:, 0] + rng.normal(size=60)
    return X - X.mean(axis=0), y - y.mean()


ALIKE = [
    ("powers of 60 points, 15", 60e-8, False),
    ("powers of 60 points, 15", 60e-5, True),
    ("powers of 60 points, 15", 0.6, True),
    ("powers of 100 points, 30", 1e-2, True),
    *(("one factor", share, True) for share in (0.1, 1e-5, 1e-8)),
    *(("random walks", share, True) for share in (0.1, 1e-5, 1e-8)),
    *(("copies", share, True) for share in (0.1, 1e-3, 1e-5)),
]


@pytest.mark.parametrize("kind, lam, certified", ALIKE)
@pytest.mark.parametrize("l1_ratio", [1.0, 0.99])
def test_columns_that_are_much_alike_take_few_steps(kind, lam, certified, l1_ratio, monkeypatch):
    X, y = alike(kind)
    lam = lam if kind.startswith("powers") else lam * lam_max(X, y)
    steps, step = [], regularization._fixed_signs
    monkeypatch.setattr(regularization, "_fixed_signs", lambda *of: steps.append(of) or step(*of))
    with warnings.catch_warnings():
        warnings.simplefilter("error" if certified else "ignore")
        model = ElasticNet(lam, l1_ratio).fit(X, y)
    assert len(steps) <= 50 * X.shape[1]  # at most 22 a column were seen
    w, l1, l2 = model.coef_, lam * l1_ratio, lam * (1 - l1_ratio)
    g = X.T @ (y - X @ w) - l2 * w
    miss = np.where(w == 0, soft_threshold(g, l1), g - l1 * np.sign(w))
    # four roundings of the terms of g
    rounding = 4e-16 * (np.abs(X).T @ (np.abs(y) + np.abs(X) @ np.abs(w))).max()
    assert np.abs(miss).max() <= max(1e-4 * lam, rounding)


@pytest.mark.parametrize("G, c", [(np.eye(2), [3.0, 3.0]), (np.full((2, 2), 1e300), [np.nan] * 2)])
def test_steps_with_fixed_signs_end_at_an_exact_optimum_and_where_products_overflow(G, c):
    c = np.array(c)
    w = regularization._settled(G, c, 1.0, np.array([2.0, 2.0]))
    np.testing.assert_array_equal(w, c - 1)


# --- fewer features ------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [40, 4])  # more rows than columns, and fewer
def test_no_subset_of_any_size_has_less_error_than_the_best(n):
    X, y = table(n, 6)
    for k in range(7):
        errors = {S: np.sum((y - X[:, S] @ np.linalg.lstsq(X[:, S], y)[0]) ** 2)
                  for S in combinations(range(6), k)}  # fmt: skip
        found = errors[tuple(best_subset(X, y, k))]
        np.testing.assert_allclose(found, min(errors.values()), atol=1e-9 * (y @ y))


def test_errors_of_collinear_and_of_no_columns_are_those_of_least_squares():
    X, y = table(20, 3)
    X = np.column_stack([X, X[:, 0] + X[:, 1], np.zeros(20)])
    errors = subset_errors(X, y, [[0, 1, 3], [0, 1, 2], [0, 1, 4]])
    pair = subset_errors(X, y, [[0, 1]])[0]
    np.testing.assert_allclose(errors[[0, 2]], pair)
    np.testing.assert_allclose(subset_errors(X, y, np.empty((1, 0))), y @ y)


def test_forward_selection_is_that_of_the_authority():
    X, y = centred(data.diabetes().X, data.diabetes().y)
    everything = [(np.arange(442), np.arange(442))]  # trained and scored on all samples
    for k in (1, 4, 7):
        theirs = SequentialFeatureSelector(
            linear_model.LinearRegression(), n_features_to_select=k, tol=None, cv=everything
        ).fit(X, y)
        assert sorted(forward_subset(X, y, k)) == np.flatnonzero(theirs.get_support()).tolist()


def test_a_planted_subset_is_found_by_both():
    X, y = table(200, 8, noise=0.0)
    y = X[:, [1, 4, 6]] @ np.array([3.0, -2.0, 1.0])
    assert best_subset(X, y, 3) == [1, 4, 6]
    assert subset_errors(X, y, [forward_subset(X, y, 8)])[0] < 1e-9 * (y @ y)


def test_orthonormal_columns_are_taken_by_the_size_of_their_products():
    Q = np.linalg.qr(np.random.default_rng(0).normal(size=(9, 5)))[0]
    y = Q @ np.array([1.0, -5.0, 3.0, 0.5, -2.0])
    assert forward_subset(Q, y, 5) == [1, 2, 4, 0, 3]
    assert best_subset(Q, y, 3) == [1, 2, 4]


@pytest.mark.parametrize("search", [best_subset, forward_subset])
@pytest.mark.parametrize("k", [-1, 4, 1.5])
def test_a_size_that_no_subset_has_is_refused(search, k):
    with pytest.raises(ValueError, match="k must be"):
        search(np.eye(3), np.ones(3), k)


def test_too_many_subsets_are_refused_before_they_are_tried():
    with pytest.raises(ValueError, match="184756 subsets of 10 in 20 columns"):
        best_subset(np.eye(20), np.ones(20), 10)


def test_the_table_with_ones_and_a_free_first_weight_is_the_centred_solution():
    X, y = table(30, 4)
    Phi, E = np.column_stack([np.ones(30), X + 7]), np.diag([0, 1, 1, 1, 1])
    by_ones = np.linalg.solve(Phi.T @ Phi + 3 * E, Phi.T @ (y + 50))
    model = Ridge(3.0).fit(X + 7, y + 50)
    np.testing.assert_allclose(by_ones, [model.intercept_, *model.coef_])


# --- the choice of lam ---------------------------------------------------------------------------


def test_cross_validation_leaves_each_sample_out_once():
    X, y = table(n=7, d=2)
    errors = cross_validation(Ridge(), X, y, [0, 1.0], k=7, seed=3)
    rest = [Ridge(1.0).fit(np.delete(X, i, 0), np.delete(y, i)) for i in range(7)]
    alone = [(y[i] - rest[i].predict(X[i : i + 1])[0]) ** 2 for i in range(7)]
    np.testing.assert_allclose(sorted(errors[1]), sorted(alone), rtol=1e-9)
    assert errors.shape == (2, 7)


def test_cross_validation_leaves_the_model_as_it_was_and_repeats():
    X, y = table()
    model = Lasso(lam=4.0)
    first = cross_validation(model, X, y, [1.0, 2.0])
    assert vars(model) == {"lam": 4.0, "tol": 1e-10}
    np.testing.assert_array_equal(first, cross_validation(model, X, y, [1.0, 2.0], seed=0))


def test_the_choice_by_hand():
    # means 3, 2, 2.5, 9; at the best the standard error is sqrt(2 / 3) = 0.82
    errors = np.array([[3, 3, 3], [1, 2, 3], [2.5, 2.5, 2.5], [9, 9, 9]]) * 1.0
    errors[1] = [2 - np.sqrt(2), 2, 2 + np.sqrt(2)]
    assert choose_lam([1, 10, 100, 1000], errors) == (10, 100)


def test_cross_validation_needs_enough_samples():
    with pytest.raises(ValueError, match="k must be at most the number of samples, 4; received 5"):
        cross_validation(Ridge(), AREA, PRICE, [1.0])
    with pytest.raises(ValueError, match=r"^lams must be finite"):
        cross_validation(Ridge(), AREA, PRICE, [np.nan], k=2)
