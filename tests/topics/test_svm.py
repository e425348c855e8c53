"""Support vector machines: by hand, planted, laws, optimality, two roads, an authority, edges."""

import tracemalloc
import warnings
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from scipy.optimize import minimize
from sklearn import svm as authority
from sklearn.metrics import pairwise

from mlbook import data, lda, svm
from mlbook.linear import kernels
from mlbook.numerics import smo
from mlbook.svm import SVC, SVR

# --- by hand -------------------------------------------------------------------------------------

X3 = np.array([[Fraction(-1)], [Fraction(1)], [Fraction(3)]])
Y3 = np.array([-1, 1, 1])
K3 = svm.linear_kernel(X3, X3)
HALF = np.array([Fraction(1, 2), Fraction(1, 2), Fraction(0)])


def test_three_points_on_a_line_have_both_objectives_one_half():
    assert svm.dual_objective(HALF, Y3, K3) == Fraction(1, 2)
    assert svm.decision_values(HALF, Y3, K3, 0).tolist() == [-1, 1, 3]
    assert svm.primal_objective(Fraction(1), svm.hinge(Y3, X3[:, 0]), C=9) == Fraction(1, 2)
    assert svm.duality_gap(HALF, Y3, K3, b=0, C=9) == 0
    assert svm.residuals(HALF, Y3, K3).tolist() == [0, 0, -2]


def test_the_plain_loop_solves_three_points_in_one_step_of_fractions():
    zero = np.zeros(3, dtype=int)
    assert svm.working_set(zero, Y3, K3, 9) == (1, 0)
    alpha = svm.two_variable_step(zero * Fraction(1), Y3, K3, 1, 0, 9)
    assert alpha.tolist() == HALF.tolist()
    assert svm.working_set(alpha, Y3, K3, 9) is None
    assert svm.two_variable_step(zero, Y3, K3, 1, 0, 9.0).tolist() == [0.5, 0.5, 0]  # of integers


def test_the_estimator_gives_the_three_points_by_hand():
    model = SVC("linear", C=9.0).fit(X3.astype(float), Y3)
    assert model.support_.tolist() == [0, 1] and model.n_support_.tolist() == [1, 1]
    np.testing.assert_allclose(model.dual_coef_, [[-0.5, 0.5]], rtol=1e-14)
    np.testing.assert_allclose(model.coef_, [[1.0]], rtol=1e-14)
    np.testing.assert_allclose(model.intercept_, [0.0], atol=1e-14)
    assert model.n_iter_.tolist() == [1]


def test_a_step_that_the_box_stops_ends_at_the_box():
    alpha = svm.two_variable_step(0 * HALF, Y3, K3, 1, 0, Fraction(1, 8))
    assert alpha.tolist() == [Fraction(1, 8), Fraction(1, 8), 0]
    assert svm.room_up(alpha, Y3, Fraction(1, 8)).tolist() == [Fraction(1, 8), 0, Fraction(1, 8)]
    assert svm.room_down(alpha, Y3, Fraction(1, 8)).tolist() == [0, Fraction(1, 8), 0]


def test_a_far_point_on_the_right_side_does_not_turn_the_direction():
    X = np.array([[-1.0, 0], [-2, 1], [-2, -1], [1, 0], [2, 1], [2, -1], [5, 10]])
    y = np.array([-1, -1, -1, 1, 1, 1, 1])
    for k in (6, 7):
        model = SVC("linear", C=100.0, tol=1e-8).fit(X[:k], y[:k])
        np.testing.assert_allclose(model.coef_, [[1, 0]], atol=1e-7)
    np.testing.assert_allclose(y * model.decision_function(X), [1, 2, 2, 1, 2, 2, 5], atol=1e-7)


def test_four_corners_need_products_and_the_polynomial_kernel_has_them():
    corners = np.array([[-1.0, -1], [-1, 1], [1, -1], [1, 1]])
    parity = np.array([1, -1, -1, 1])
    model = SVC("poly", C=9.0, gamma=1.0, degree=2, coef0=1.0, tol=1e-10).fit(corners, parity)
    np.testing.assert_allclose(np.abs(model.dual_coef_), 1 / 8, rtol=1e-9)
    np.testing.assert_allclose(model.decision_function(corners), parity, atol=1e-9)


# --- kernels -------------------------------------------------------------------------------------


@pytest.mark.parametrize("degree", [1, 2, 3])
def test_the_polynomial_kernel_is_an_inner_product_of_features(degree):
    X = np.array([[Fraction(1, 2), Fraction(-3)], [Fraction(2), Fraction(5, 7)]])
    phi, s = svm.polynomial_features(X, Fraction(1, 3), 2, degree)
    K = svm.polynomial_kernel(X, X, Fraction(1, 3), 2, degree)
    assert phi.shape == (2, 3**degree)
    assert ((phi * s) @ phi.T == K).all()


def test_the_features_of_the_rbf_kernel_sum_to_it():
    x = np.array([-1.2, 0.0, 0.4, 2.0])
    K = svm.rbf_kernel(x[:, np.newaxis], x[:, np.newaxis], 0.7)
    missing = [
        abs(phi @ phi.T - K).max() for phi in (svm.rbf_features(x, 0.7, t) for t in (3, 12, 40))
    ]
    assert missing[0] > missing[1] > 1e-4 and missing[2] < 1e-14


def test_kernels_agree_with_scikit_learn():
    A, B = np.random.default_rng(0).normal(size=(2, 40, 5))
    ours = (
        svm.linear_kernel(A, B),
        svm.polynomial_kernel(A, B, 0.3, 1.5, 4),
        svm.rbf_kernel(A, B, 0.3),
    )
    theirs = (
        pairwise.linear_kernel(A, B),
        pairwise.polynomial_kernel(A, B, degree=4, gamma=0.3, coef0=1.5),
        pairwise.rbf_kernel(A, B, gamma=0.3),
    )
    for a, b in zip(ours, theirs, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(
        kernels.squared_distances(A, B), pairwise.euclidean_distances(A, B) ** 2, rtol=1e-10
    )


def test_kernels_of_integers_are_not_cut_to_integers():
    A, B = np.array([[1, 2]]), np.array([[2, 4], [1, 2]])
    np.testing.assert_allclose(svm.rbf_kernel(A, B), [[np.exp(-5), 1]], rtol=1e-14)
    assert svm.polynomial_kernel(A, B, coef0=1, degree=2).tolist() == [[121, 36]]


def test_gram_matrices_have_no_negative_eigenvalue():
    X = np.random.default_rng(0).normal(size=(30, 3))
    for K in (svm.linear_kernel(X, X), svm.polynomial_kernel(X, X, 1, 1), svm.rbf_kernel(X, X)):
        eigenvalues = np.linalg.eigvalsh(K)
        assert eigenvalues[0] > -1e-13 * eigenvalues[-1]  # rounding of the largest


@pytest.mark.parametrize("shift", [0.0, 1e6])
def test_gamma_is_scaled_to_the_features(shift):
    X = np.random.default_rng(0).normal(size=(200, 4)) * 3 + shift
    assert svm.scale_gamma(X) == pytest.approx(1 / (4 * X.var()), rel=1e-12)
    assert svm.scale_gamma(np.full((5, 2), 0.1)) == 1


# --- pairs ---------------------------------------------------------------------------------------


def problem(n=25, seed=0, C=1.0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 3))
    y = np.where(X[:, 0] + 0.5 * rng.normal(size=n) > 0, 1, -1)
    return X, y, svm.rbf_kernel(X, X, 0.5)


def plain(y, K, C, tol=1e-9):
    """The loop of the chapter, from 0 to a violation of tol."""
    alpha = np.zeros(len(y))
    while pair := svm.working_set(alpha, y, K, C):
        F = svm.residuals(alpha, y, K)
        if F[pair[0]] - F[svm.room_down(alpha, y, C) > 0].min() < tol:
            break
        alpha = svm.two_variable_step(alpha, y, K, *pair, C)
    return alpha


@pytest.mark.parametrize("C", [0.05, 100.0])  # the box stops the step, or does not
def test_no_other_step_of_the_pair_is_better(C):
    _, y, K = problem()
    alpha = np.zeros(len(y))
    i, j = svm.working_set(alpha, y, K, C)
    best = svm.two_variable_step(alpha, y, K, i, j, C)
    for t in np.linspace(0, min(C, 5), 101):
        other = alpha.copy()
        other[i], other[j] = t, t  # from 0, y_i = 1 and y_j = -1
        assert svm.dual_objective(other, y, K) <= svm.dual_objective(best, y, K) + 1e-15


def test_the_gain_is_what_the_dual_grows_and_twice_the_step_gains_nothing():
    alpha, t = 0 * HALF, svm.best_step(1, -1, svm.curvature(1, 1, -1))
    assert (
        t == Fraction(1, 2) and svm.gain(1, -1, 4) == Fraction(1, 2) and svm.gain(3, 0, 2) == 9 / 4
    )
    assert svm.dual_objective(np.array([t, t, 0]), Y3, K3) == svm.gain(1, -1, 4)
    assert svm.dual_objective(np.array([2 * t, 2 * t, 0]), Y3, K3) == 0
    assert svm.working_set(alpha, Y3, K3, 9) == (1, 0)  # gain 1/2; with i = 2 it would be 1/8


def test_every_step_of_the_plain_loop_improves_the_dual():
    _, y, K = problem(seed=3)
    alpha, values = np.zeros(len(y)), [0.0]
    for _ in range(40):
        alpha = svm.two_variable_step(alpha, y, K, *svm.working_set(alpha, y, K, 1.0), 1.0)
        values.append(svm.dual_objective(alpha, y, K))
    assert (np.diff(values) > 0).all()


def test_twins_of_opposite_labels_go_to_the_end_of_the_box():
    K = np.ones((2, 2), dtype=int)  # curvature 0
    y = np.array([-1, 1])
    alpha = np.array([Fraction(0), Fraction(0)])
    pair = svm.working_set(alpha, y, K, 3)
    assert svm.two_variable_step(alpha, y, K, *pair, 3).tolist() == [3, 3]


# --- the solution --------------------------------------------------------------------------------


def alphas(model, n):
    """The multipliers of a machine for two classes, or the signed ones of a regression."""
    beta = np.zeros(n)
    beta[model.support_] = model.dual_coef_[0]
    return beta


def gram(model, X):
    """Kernel values, of differences from the mean where the kernel allows that."""
    X = X - X.mean(axis=0) if model.kernel == "rbf" else X
    return model._kernel(model.gamma_)(X, X)


def relative_gap(model, X, y):
    alpha, K = np.abs(alphas(model, len(y))), gram(model, X)
    return svm.duality_gap(alpha, y, K, model.intercept_[0], model.C) / svm.dual_objective(
        alpha, y, K
    )


def two_classes(name):
    """X and y of -1 and 1."""
    rng = np.random.default_rng(5)
    if name == "tumours":
        table = data.breast_cancer()
        return (table.X - table.X.mean(axis=0)) / table.X.std(axis=0), 2 * table.y - 1
    if name == "iris":
        table = data.iris()
        return table.X[50:], np.where(table.y[50:] == 1, -1, 1)
    if name == "wide":
        X = rng.normal(size=(30, 90))
    elif name == "ties":
        X = rng.integers(0, 3, size=(80, 2)).astype(float)  # nine places, both labels in most
    elif name == "far":
        X = rng.normal(size=(80, 3)) + 1e6
    elif name == "tiny":
        X = rng.normal(size=(80, 3)) * 1e-6
    return X, np.where(
        X[:, 0] - X[:, 0].mean() + rng.normal(size=len(X)) * X[:, 0].std() / 2 > 0, 1, -1
    )


TABLES = ["tumours", "iris", "wide", "ties", "far", "tiny"]
every_table = pytest.mark.parametrize("name", TABLES)


@every_table
@pytest.mark.parametrize("C", [0.03, 0.7, 30.0])
def test_the_solution_is_admissible_and_its_duality_gap_closes(name, C):
    X, y = two_classes(name)
    model = SVC(C=C, tol=1e-8).fit(X, y)
    alpha = alphas(model, len(y)) * y
    assert (alpha >= 0).all() and (alpha <= C).all()
    assert abs(alpha @ y) < 1e-12 * C * len(y)  # one rounding a step
    assert abs(relative_gap(model, X, y)) < 1e-6


@every_table
def test_the_gap_is_small_at_the_default_tolerance_too(name):
    X, y = two_classes(name)
    assert 0 <= relative_gap(SVC().fit(X, y), X, y) < 2e-3  # tol is 1e-3


@every_table
def test_slackness_free_samples_are_on_the_margin_and_bound_ones_inside(name, C=0.3):
    X, y = two_classes(name)
    model = SVC(C=C, tol=1e-6).fit(X, y)
    alpha, margin = alphas(model, len(y)) * y, y * model.decision_function(X)
    assert (margin[alpha == 0] > 1 - 1e-6).all() and (margin[alpha == C] < 1 + 1e-6).all()
    assert np.abs(margin[(alpha > 0) & (alpha < C)] - 1).max(initial=0) < 1e-6


def test_no_random_admissible_change_improves_the_dual():
    X, y, K = problem(60, seed=1)
    model = SVC(gamma=0.5, tol=1e-10).fit(X, y)
    alpha, rng = alphas(model, 60) * y, np.random.default_rng(0)
    best = svm.dual_objective(alpha, y, K)
    for _ in range(300):
        i, j = rng.choice(60, 2, replace=False)
        t = min(rng.exponential(0.1), svm.room_up(alpha, y, 1)[i], svm.room_down(alpha, y, 1)[j])
        other = alpha.copy()
        other[i] += y[i] * t
        other[j] -= y[j] * t
        assert svm.dual_objective(other, y, K) <= best + 1e-9


def test_the_dual_agrees_with_a_general_solver():
    _, y, K = problem(20, seed=2)
    negative = lambda alpha: -svm.dual_objective(alpha, y, K)
    slope = lambda alpha: -y * svm.residuals(alpha, y, K)
    sums = {"type": "eq", "fun": lambda alpha: alpha @ y, "jac": lambda alpha: y}
    found = minimize(
        negative, np.zeros(20), jac=slope, bounds=[(0, 1)] * 20, constraints=sums, tol=1e-12
    )
    assert svm.dual_objective(plain(y, K, 1.0), y, K) == pytest.approx(-found.fun, rel=1e-9)


def test_free_and_bound_samples_known_the_rest_is_linear_equations():
    X, y = two_classes("tumours")
    model = SVC("linear", tol=1e-9).fit(X, y)
    alpha, K = alphas(model, len(y)) * y, gram(model, X)
    free, bound = (alpha > 0) & (alpha < 1), alpha == 1
    A = np.block([[K[np.ix_(free, free)], np.ones((free.sum(), 1))], [np.ones((1, free.sum())), 0]])
    right = np.append(y[free] - K[np.ix_(free, bound)] @ y[bound], -y[bound].sum())
    beta_b = np.linalg.solve(A, right)
    np.testing.assert_allclose((alpha * y)[free], beta_b[:-1], atol=1e-6)
    assert model.intercept_[0] == pytest.approx(beta_b[-1], abs=1e-7)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("C", [0.1, 1.0, 50.0])
def test_the_fast_loop_and_the_plain_loop_agree(seed, C):
    X, y, K = problem(40, seed)
    model = SVC(C=C, gamma=0.5, tol=1e-9).fit(X, y)
    slow, fast = plain(y, K, C), alphas(model, 40) * y
    assert svm.dual_objective(fast, y, K) == pytest.approx(svm.dual_objective(slow, y, K), rel=1e-9)
    np.testing.assert_allclose(fast, slow, atol=1e-6 * C)


def box(y, C, regression=False):
    """lower and upper of the signed multipliers."""
    ends = np.full(len(y), C)
    return (-ends, ends) if regression else (np.minimum(C * y, 0), np.maximum(C * y, 0))


@pytest.mark.parametrize("C, epsilon", [(1.0, 0.0), (0.3, 0.0), (0.7, 0.2), (30.0, 0.05)])
def test_every_step_of_the_fast_loop_improves_and_keeps_its_bounds(C, epsilon):
    X, y, K = problem(40, seed=4)
    y = X[:, 1] + X[:, 2] if epsilon else y.astype(float)
    asked = smo.Problem(y, *box(y, C, epsilon > 0), epsilon)
    D = np.diag(K)[:, np.newaxis] + np.diag(K) - 2 * K
    ascent, value = smo.Ascent(D, y, np.zeros(40), asked), 0.0
    for _ in range(25):
        assert ascent.step(*ascent.pair())
        beta, before = np.array(ascent.beta), value
        value = y @ beta - epsilon * np.abs(beta).sum() - beta @ K @ beta / 2
        assert value > before and (asked.lower <= beta).all() and (beta <= asked.upper).all()
        kept, exact = (
            np.array([ascent.up, ascent.down]),
            np.array(asked.bounds(y - K @ beta, beta)),
        )
        finite = np.isfinite(exact)
        assert (kept[~finite] == exact[~finite]).all()
        assert np.ptp(kept[finite] - exact[finite]) < 1e-12  # a constant shift is one of b


# --- laws ----------------------------------------------------------------------------------------


def test_labels_of_any_kind_are_mapped_and_their_order_decides_the_sign():
    X, y = two_classes("iris")
    u = SVC().fit(X, y).decision_function(X)
    for low, high in [(0, 1), (3, 7), (False, True), ("a", "b")]:
        model = SVC().fit(X, np.where(y > 0, high, low))
        np.testing.assert_array_equal(model.decision_function(X), u)
        np.testing.assert_array_equal(model.predict(X), np.where(u >= 0, high, low))
    np.testing.assert_allclose(SVC(tol=1e-9).fit(X, -y).decision_function(X), -u, atol=2e-3)


@pytest.mark.parametrize("kernel", ["linear", "rbf"])
def test_a_far_origin_changes_nothing(kernel):
    X, y = two_classes("iris")
    near = SVC(kernel, tol=1e-8).fit(X, y).decision_function(X)
    far = SVC(kernel, tol=1e-8).fit(X + 2.0**20, y).decision_function(X + 2.0**20)
    np.testing.assert_allclose(far, near, atol=1e-6)  # 2^20 costs six digits of X


def test_a_scale_of_the_features_is_a_scale_of_the_price():
    X, y = two_classes("iris")
    u = SVC("linear", C=1.0, tol=1e-8).fit(X, y).decision_function(X)
    scaled = SVC("linear", C=1 / 64, tol=1e-8).fit(8 * X, y).decision_function(8 * X)
    np.testing.assert_allclose(scaled, u, atol=1e-6)


def test_the_order_of_samples_does_not_matter():
    X, y = two_classes("tumours")
    order = np.random.default_rng(0).permutation(len(y))
    one, other = SVC(tol=1e-7).fit(X, y), SVC(tol=1e-7).fit(X[order], y[order])
    np.testing.assert_allclose(one.decision_function(X), other.decision_function(X), atol=1e-6)
    assert set(order[other.support_]) == set(one.support_)


def test_without_the_other_samples_the_fit_is_the_same():
    X, y = two_classes("tumours")
    model = SVC(tol=1e-8).fit(X, y)
    kept = model.support_
    again = SVC(tol=1e-8, gamma=model.gamma_).fit(X[kept], y[kept])
    np.testing.assert_allclose(again.decision_function(X), model.decision_function(X), atol=1e-6)


def test_a_kernel_may_be_a_function():
    X, y = two_classes("iris")
    named = SVC("poly", gamma=0.5, coef0=1.0).fit(X, y)
    custom = SVC(lambda A, B: svm.polynomial_kernel(A, B, 0.5, 1.0)).fit(X, y)
    np.testing.assert_array_equal(custom.decision_function(X), named.decision_function(X))
    product = SVC(svm.linear_kernel, tol=1e-7).fit(X, y).decision_function(X)
    np.testing.assert_allclose(
        product, SVC("linear", tol=1e-7).fit(X, y).decision_function(X), atol=1e-5
    )


def test_w_is_the_combination_of_support_vectors():
    X, y = two_classes("iris")
    model = SVC("linear").fit(X, y)
    np.testing.assert_allclose(model.coef_, model.dual_coef_ @ model.support_vectors_, rtol=1e-9)
    np.testing.assert_allclose(
        model.decision_function(X), X @ model.coef_[0] + model.intercept_[0], atol=1e-12
    )
    with pytest.raises(AttributeError, match="coef_ needs the linear kernel; received 'rbf'"):
        SVC().fit(X, y).coef_  # noqa: B018


# --- an authority --------------------------------------------------------------------------------

SETTINGS = {
    "rbf": dict(kernel="rbf"),
    "rbf, dear": dict(kernel="rbf", C=50.0),
    "linear": dict(kernel="linear"),
    "poly": dict(kernel="poly", degree=2, coef0=1.0),
}


@every_table
@pytest.mark.parametrize("setting", SETTINGS.values(), ids=SETTINGS)
def test_two_classes_agree_with_scikit_learn(name, setting):
    X, y = two_classes(name)
    if name == "far":
        X = X - X.mean(axis=0)  # libsvm would lose what a far origin costs
    if name == "tiny" and setting["kernel"] == "linear":
        setting = {**setting, "C": 1e12}  # 1 for X at scale 1
    ours, theirs = SVC(**setting, tol=1e-7).fit(X, y), authority.SVC(**setting, tol=1e-7).fit(X, y)
    K = gram(ours, X)
    values = [svm.dual_objective(np.abs(alphas(m, len(y))), y, K) for m in (ours, theirs)]
    assert values[0] == pytest.approx(values[1], rel=1e-6)
    u, v = ours.decision_function(X), theirs.decision_function(X)
    assert np.abs(u - v).max() < 1e-3 * np.abs(v).max()
    if name != "ties":
        assert same_support(ours, theirs, X)
    assert ours.gamma_ == pytest.approx(theirs._gamma, rel=1e-12)


def same_support(ours, theirs, X):
    """The same sets but for samples on the margin, whose coefficients may be 0."""
    only = set(ours.support_) ^ set(theirs.support_)
    margins = np.abs(np.abs(theirs.decision_function(X)) - 1)
    return all(margins[i] < 1e-5 for i in only)


CHAPTER = [
    ("tumours", dict(kernel="rbf", C=1.0)),
    ("tumours", dict(kernel="linear", C=1.0)),
    ("tumours", dict(kernel="poly", C=1.0, degree=2, coef0=1.0)),
    ("digits", dict(kernel="rbf", C=10.0)),
]


@pytest.mark.parametrize("name, setting", CHAPTER)
def test_the_settings_of_the_chapter_agree_with_scikit_learn_at_the_default_tolerance(
    name, setting
):
    table = data.digits()
    X, y = (table.X / 16, table.y) if name == "digits" else two_classes(name)
    ours, theirs = SVC(**setting).fit(X, y), authority.SVC(**setting).fit(X, y)
    assert ours.score(X, y) == theirs.score(X, y)
    assert abs(len(ours.support_) - len(theirs.support_)) <= 0.01 * len(theirs.support_)
    theirs.decision_function_shape = "ovo"
    u, v = ours.pair_values(X), theirs.decision_function(X).reshape(len(X), -1)
    assert np.abs(u - v).max() < 3e-3 * np.abs(v).max()  # both stop at 1e-3


def test_the_new_digits_of_the_chapter_get_the_same_answers_from_scikit_learn():
    table = data.digits()
    X, X_new, y, y_new = data.train_test_split(table.X / 16, table.y, seed=0)
    ours = SVC(C=10.0, tol=1e-5).fit(X, y)
    theirs = authority.SVC(C=10.0, tol=1e-5).fit(X, y)
    assert ours.support_.tolist() == theirs.support_.tolist() and len(ours.support_) == 568
    assert ours.predict(X_new).tolist() == theirs.predict(X_new).tolist()
    assert np.flatnonzero(ours.predict(X_new) != y_new).tolist() == [317]


@pytest.mark.parametrize("name", ["iris", "wine", "digits"])
def test_more_classes_agree_with_scikit_learn_in_all_its_conventions(name):
    table = getattr(data, name)()
    X, y = table.X[::2] / table.X.std(), table.y[::2]
    ours, theirs = SVC(C=2.0, tol=1e-7).fit(X, y), authority.SVC(C=2.0, tol=1e-7).fit(X, y)
    assert ours.support_.tolist() == theirs.support_.tolist()
    assert ours.n_support_.tolist() == theirs.n_support_.tolist()
    assert ours.n_iter_.shape == theirs.n_iter_.shape
    np.testing.assert_allclose(ours.dual_coef_, theirs.dual_coef_, atol=1e-4)
    np.testing.assert_allclose(ours.intercept_, theirs.intercept_, atol=1e-5)
    np.testing.assert_array_equal(ours.predict(X), theirs.predict(X))
    clear = (np.abs(ours.pair_values(X)) > 1e-5).all(axis=1)  # no vote hangs on rounding
    u, v = ours.decision_function(X), theirs.decision_function(X)
    np.testing.assert_allclose(u[clear], v[clear], atol=1e-5)
    theirs.decision_function_shape = "ovo"
    np.testing.assert_allclose(ours.pair_values(X), theirs.decision_function(X), atol=1e-5)


def test_the_linear_machines_of_more_classes_are_scikit_learns():
    table = data.wine()
    X = (table.X - table.X.mean(axis=0)) / table.X.std(axis=0)
    ours, theirs = (
        kind("linear", tol=1e-8).fit(X, table.y)
        for kind in (SVC, lambda k, tol: authority.SVC(kernel=k, tol=tol))
    )
    np.testing.assert_allclose(ours.coef_, theirs.coef_, atol=1e-6)
    np.testing.assert_allclose(ours.intercept_, theirs.intercept_, atol=1e-6)


# --- regression ----------------------------------------------------------------------------------


def numbers(name):
    if name == "diabetes":
        table = data.diabetes()
        return (table.X - table.X.mean(axis=0)) / table.X.std(axis=0), table.y, 5.0
    x, y = data.sinusoid(80, seed=0)
    return x[:, np.newaxis], (1e4 + y if name == "far sinusoid" else y), 0.1


def regression_objectives(model, X, y):
    """Primal and dual value (eq. svm-regression, eq. svm-regression-dual)."""
    beta, K = alphas(model, len(y)), gram(model, X)
    error = np.abs(y - K @ beta - model.intercept_[0])
    primal = beta @ K @ beta / 2 + model.C * np.maximum(0, error - model.epsilon).sum()
    return primal, y @ beta - model.epsilon * np.abs(beta).sum() - beta @ K @ beta / 2


@pytest.mark.parametrize("name", ["diabetes", "sinusoid", "far sinusoid"])
@pytest.mark.parametrize("setting", SETTINGS.values(), ids=SETTINGS)
@pytest.mark.parametrize("free", [0.0, 1.0])
def test_regression_agrees_with_scikit_learn_and_closes_its_gap(name, setting, free):
    X, y, epsilon = numbers(name)
    setting = {**setting, "epsilon": epsilon * free, "tol": 1e-6}
    ours, theirs = SVR(**setting).fit(X, y), authority.SVR(**setting).fit(X, y)
    primal, dual = regression_objectives(ours, X, y)
    assert abs(primal - dual) < 1e-6 * (np.ptp(y) * ours.C * len(y))
    theirs.gamma_ = ours.gamma_
    assert dual == pytest.approx(
        regression_objectives(theirs_as_ours(theirs, ours), X, y)[1], rel=1e-6
    )
    np.testing.assert_allclose(ours.predict(X), theirs.predict(X), atol=1e-3 * np.ptp(y))


def theirs_as_ours(theirs, ours):
    """Our estimator with their solution."""
    twin = SVR(**ours.get_params())
    twin.support_, twin.dual_coef_ = theirs.support_, theirs.dual_coef_
    twin.intercept_, twin.gamma_ = theirs.intercept_, ours.gamma_
    return twin


def test_errors_below_epsilon_cost_nothing_and_others_pull_with_c():
    X, y, _ = numbers("sinusoid")
    model = SVR(C=2.0, epsilon=0.3, gamma=10.0, tol=1e-7).fit(X, y)
    beta, error = alphas(model, len(y)), y - model.predict(X)
    assert (np.abs(error[beta == 0]) < 0.3 + 1e-6).all()
    assert (np.abs(beta[np.abs(error) > 0.3 + 1e-6]) == 2).all()
    free = (beta != 0) & (np.abs(beta) < 2)
    np.testing.assert_allclose(error[free], 0.3 * np.sign(beta[free]), atol=1e-6)


def test_a_line_is_found_again_to_epsilon():
    X = np.linspace(0, 1, 20)[:, np.newaxis]
    model = SVR("linear", C=100.0, epsilon=0.01, tol=1e-6).fit(X, 3 * X[:, 0] + 1)
    assert np.abs(model.predict(X) - 3 * X[:, 0] - 1).max() < 0.0101
    assert model.coef_[0, 0] == pytest.approx(3 - 0.02, abs=1e-4)  # the flattest line in the tube


def test_regression_without_support_vectors_predicts_the_middle():
    X, y = np.arange(5.0)[:, np.newaxis], np.array([1.0, 1.1, 1.3, 1.2, 1.05])
    model = SVR(epsilon=0.5).fit(X, y)
    assert len(model.support_) == 0 and model.n_support_.tolist() == [0]
    np.testing.assert_allclose(model.predict(X), 1.15, rtol=1e-14)
    np.testing.assert_array_equal(SVR().fit(X, np.full(5, 7.0)).predict(X), np.full(5, 7.0))
    np.testing.assert_array_equal(SVR("linear").fit(X, np.full(5, 7.0)).coef_, [[0.0]])


# --- a discriminant with kernels -----------------------------------------------------------------


def surrounded(n, seed):
    rng = np.random.default_rng(seed)
    outer, turn = np.arange(n) % 2, rng.uniform(0, 2 * np.pi, n)
    radius = 0.8 + 1.2 * outer + rng.normal(0, 0.35, n)
    return radius[:, None] * np.column_stack([np.cos(turn), np.sin(turn)]), 2 * outer - 1


def test_two_single_points_by_hand():
    # N is 0 and the columns differ by (-2, 2), so alpha is that over lam
    alpha, b = svm.kernel_discriminant(np.array([[1.0, -1.0], [-1.0, 1.0]]), np.array([-1, 1]), 0.5)
    assert alpha.tolist() == [-4, 4] and b == 0


def test_with_the_linear_kernel_it_is_fishers_direction_and_border():
    X, y = data.breast_cancer().X[:, :4], 2 * data.breast_cancer().y - 1
    X = (X - X.mean(axis=0)) / X.std(axis=0)
    alpha, b = svm.kernel_discriminant(svm.linear_kernel(X, X), y, 1e-6)
    G = lda.membership((y > 0).astype(int), 2)
    M = lda.class_means(X, G)
    w = lda.fisher_direction(lda.within_scatter(X, G), M[1] - M[0])
    np.testing.assert_allclose(X.T @ alpha, w, rtol=1e-5)  # the penalty, beside scatters of 100
    assert b == pytest.approx(-w @ (M[0] + M[1]) / 2, rel=1e-5)


@pytest.mark.parametrize("lam", [1e-3, 1.0, 100.0])
def test_no_coefficients_have_a_larger_penalized_ratio(lam):
    X, y = surrounded(40, seed=1)
    K, rng = svm.rbf_kernel(X, X, 1.0), np.random.default_rng(0)
    k = K[:, y > 0].mean(axis=1) - K[:, y < 0].mean(axis=1)
    N = sum((y == c).sum() * np.cov(K[:, y == c], ddof=0) for c in (-1, 1)) + lam * np.eye(40)
    alpha, _ = svm.kernel_discriminant(K, y, lam)
    top = (k @ alpha) ** 2 / (alpha @ N @ alpha)
    assert top == pytest.approx(k @ alpha, rel=1e-9)
    for size in [0.01, 0.1, 1.0] * 30:
        other = alpha + size * np.abs(alpha).max() * rng.normal(size=40)
        assert (k @ other) ** 2 / (other @ N @ other) < top


def test_it_parts_what_no_line_parts_as_well_as_a_machine_does():
    (X, y), (new, told) = surrounded(120, seed=2), surrounded(2000, seed=3)
    alpha, b = svm.kernel_discriminant(svm.rbf_kernel(X, X, 1.0), y, 1.0)
    right = (np.sign(svm.rbf_kernel(new, X, 1.0) @ alpha + b) == told).mean()
    assert lda.LDA().fit(X, y).score(new, told) < 0.6 < 0.9 < right
    assert abs(right - SVC(gamma=1.0).fit(X, y).score(new, told)) < 0.02  # three standard errors


def test_without_a_penalty_labels_dealt_at_random_are_fitted():
    X, y = surrounded(30, seed=4)
    dealt = np.random.default_rng(0).permutation(y)
    K = svm.rbf_kernel(X, X, 30.0)
    alpha, b = svm.kernel_discriminant(K, dealt, 1e-8)
    assert (np.sign(K @ alpha + b) == dealt).all()


# --- memory, precision ---------------------------------------------------------------------------


@pytest.mark.parametrize("cache", [0, 10_000, 10**8])  # two rows, some, all
def test_rows_on_demand_give_what_the_matrix_gives(monkeypatch, cache):
    X, y = two_classes("tumours")
    whole = SVC(C=3.0, tol=1e-6).fit(X, y)
    monkeypatch.setattr(smo, "MAX_PRECOMPUTED", 10)
    monkeypatch.setattr(smo, "CACHE_BYTES", cache)
    rows = SVC(C=3.0, tol=1e-6).fit(X, y)
    np.testing.assert_allclose(rows.decision_function(X), whole.decision_function(X), atol=2e-6)


def test_rows_are_kept_until_others_were_asked_for_later(monkeypatch):
    asked, X = [], np.arange(6.0)[:, np.newaxis]
    monkeypatch.setattr(smo, "CACHE_BYTES", 3 * 6 * 8)  # three rows

    def kernel(A, B):
        asked.append(int(A[0, 0]))
        return A @ B.T

    rows = smo.KernelRows(kernel, X, (X * X)[:, 0], float)
    for i in [0, 1, 2, 0, 3, 0, 1]:  # 3 takes the place of 1, and then 1 that of 2
        np.testing.assert_array_equal(rows[i], (X[i] - X[:, 0]) ** 2)
    assert asked == [0, 1, 2, 3, 1] and sorted(rows.place) == [0, 1, 3]


def test_nothing_of_n_times_n_numbers_above_five_thousand_samples(monkeypatch):
    monkeypatch.setattr(smo, "CACHE_BYTES", 2**20)
    X = np.random.default_rng(0).normal(size=(5001, 2))
    y = X[:, 0] > 0
    X[:, 0] += np.where(y, 2.0, -2.0)  # few support vectors
    tracemalloc.start()
    model = SVC(gamma=0.1).fit(X, y)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 0.15 * 4 * 5001**2 and model.score(X, y) == 1


def test_single_precision_is_left_where_it_would_not_do():
    assert [dtype for dtype, _ in smo.stages(3.0, 1e-3)] == [np.float32, np.float64, np.float64]
    assert [dtype for dtype, _ in smo.stages(1e4, 1e-3)] == [np.float64, np.float64]
    assert smo.stages(3.0, 1e-9)[0] == (np.float32, 1e-4)


def test_the_precision_is_chosen_by_the_size_of_residuals(monkeypatch):
    seen, y = [], np.array([-1.0, 4.0, 2.0])
    monkeypatch.setattr(smo, "stages", lambda scale, tol: seen.append(scale) or [(float, tol)])
    X = np.array([[1.0], [-3.0], [2.0]])
    for box in [(-2.0, 7.0), (-7.0, 2.0)]:
        problem = smo.Problem(y, *np.outer(box, np.ones(3)), 0.0)
        smo.solve(svm.linear_kernel, X, problem, 1e-3, 100)
    assert seen == [5 + 9 * 7] * 2  # range of y, and the largest k(x, x) times the longest box


def test_steps_of_both_precisions_count():
    X, y = two_classes("tumours")
    steps = SVC(tol=1e-3).fit(X, y).n_iter_[0]
    with pytest.warns(RuntimeWarning, match=f"stopped after {steps + 3} steps"):
        model = SVC(tol=1e-9, max_iter=int(steps) + 3).fit(X, y)
    assert model.n_iter_.tolist() == [steps + 3]


def test_single_precision_gives_the_same_to_the_tolerance(monkeypatch):
    X, y = two_classes("tumours")
    mixed = SVC(tol=1e-3).fit(X, y)
    monkeypatch.setattr(smo, "stages", lambda scale, tol: [(np.float64, tol)])
    double = SVC(tol=1e-3).fit(X, y)
    np.testing.assert_allclose(mixed.decision_function(X), double.decision_function(X), atol=2e-3)


def test_the_violation_is_that_of_exact_residuals():
    X, y = two_classes("tumours")
    model = SVC(tol=1e-3).fit(X, y)
    beta = alphas(model, len(y))
    F = svm.residuals(beta * y, y, gram(model, X))
    assert 0 < smo.Problem(y, *box(y, 1.0), 0.0).violation(F, beta) <= 1e-3


# --- edges ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("kernel", ["linear", "rbf", "poly"])
def test_two_samples_have_the_border_between_them(kernel):
    model = SVC(kernel, C=1e3, coef0=1.0, gamma=1.0, degree=1).fit([[0.0], [2.0]], ["a", "b"])
    np.testing.assert_allclose(
        model.decision_function([[0.0], [1.0], [2.0]]), [-1, 0, 1], atol=1e-9
    )


def test_with_one_class_that_class_is_predicted():
    X = np.arange(6.0).reshape(3, 2)
    model = SVC().fit(X, ["only"] * 3)
    assert model.predict(X).tolist() == ["only"] * 3 and model.score(X, ["only"] * 3) == 1
    assert model.decision_function(X).shape == (3, 1) and model.pair_values(X).shape == (3, 0)
    assert model.support_.size == 0 and model.dual_coef_.shape == (0, 0)


@pytest.mark.parametrize("C", [1e-3, 1.0, 1e6, 1e12])
def test_points_of_both_labels_end_at_the_box_and_leave_no_gap(C):
    X, y = np.array([[0.0], [0], [1], [1], [3], [-2]]), np.array([-1, 1, -1, 1, 1, -1])
    model = SVC("linear", C=C, tol=1e-6).fit(X, y)
    alpha = np.abs(alphas(model, 6))
    assert np.isfinite(model.decision_function(X)).all()
    assert alpha[1] == C and alpha[2] == C
    # w is a sum of terms of size C, so it and the margins have errors of C times the precision
    assert abs(relative_gap(model, X, y)) < 1e-6 + C * np.finfo(float).eps


def test_all_points_equal_have_no_border_and_a_constant_answer():
    X, y = np.ones((4, 2)), np.array([0, 1, 1, 1])
    model = SVC().fit(X, y)
    assert model.gamma_ == 1 and model.predict(X).tolist() == [1, 1, 1, 1]
    np.testing.assert_allclose(model.decision_function(X), 1, atol=1e-9)  # costs least: 2 C


def test_a_price_near_zero_leaves_w_near_zero_and_all_minority_samples_at_the_box():
    X, y = two_classes("iris")
    X, y = X[:80], y[:80]  # 50 and 30
    for C in (1e-9, 1e-300):
        model = SVC(C=C).fit(X, y)
        assert (np.abs(alphas(model, 80)[y > 0]) == C).all()
        u = model.decision_function(X)
        assert np.ptp(u) < 1e-6 and (model.predict(X) == -1).all()


def test_a_very_high_price_is_the_hard_margin():
    table = data.iris()
    X, y = table.X[:100], np.where(table.y[:100] == 0, -1, 1)
    hard = SVC("linear", C=1e10, tol=1e-9).fit(X, y)
    assert (y * hard.decision_function(X)).min() == pytest.approx(1, abs=1e-8)
    np.testing.assert_allclose(
        hard.coef_, SVC("linear", C=1e3, tol=1e-9).fit(X, y).coef_, atol=1e-7
    )
    assert hard.dual_coef_.sum() == pytest.approx(0, abs=1e-12)


def test_extreme_widths_are_the_majority_or_every_sample_for_itself():
    X, y = two_classes("tumours")
    wide, narrow = SVC(gamma=1e-10).fit(X, y), SVC(gamma=1e10).fit(X, y)
    assert (wide.predict(X) == 1).all() and np.isfinite(wide.decision_function(X)).all()
    assert len(narrow.support_) == len(y) and narrow.score(X, y) == 1
    np.testing.assert_allclose(narrow.decision_function(X + 1.0), narrow.intercept_[0], atol=1e-12)


def distance_kernel(A, B):
    """Not positive semidefinite: -||x - z||^2 + 1 has a trace, and a negative eigenvalue."""
    return 1 - np.sqrt(np.maximum(kernels.squared_distances(A, B), 0)) ** 3


def tanh_kernel(A, B):
    return np.tanh(A @ B.T - 1)


@pytest.mark.parametrize("kernel", [distance_kernel, tanh_kernel])
def test_an_indefinite_kernel_ends_without_violation_and_is_finite(kernel):
    X, y = two_classes("iris")
    X = X - X.mean(axis=0)
    K = kernel(X, X)
    assert np.linalg.eigvalsh(K)[0] < -0.1
    model = SVC(kernel).fit(X, y)
    beta = alphas(model, len(y))
    F = svm.residuals(beta * y, y, K)
    assert smo.Problem(y, *box(y, 1.0), 0.0).violation(F, beta) <= 1e-3
    assert np.isfinite(model.decision_function(X)).all() and model.score(X, y) > 0.5


def test_too_few_steps_warn_with_the_violation_that_is_left():
    X, y = two_classes("tumours")
    with pytest.warns(
        RuntimeWarning, match=r"stopped after 7 steps with a violation of .* > 0.001; "
    ) as caught:
        model = SVC(max_iter=7).fit(X, y)
    assert caught[0].filename == __file__ and model.n_iter_.tolist() == [7]
    with pytest.warns(RuntimeWarning, match="raise tol or max_iter") as caught:
        SVR(max_iter=7).fit(X, y)
    assert caught[0].filename == __file__


def test_what_rounding_does_not_allow_warns_and_ends():
    X, y = two_classes("ties")
    with pytest.warns(RuntimeWarning, match="violation"):
        model = SVC("linear", C=1e12, tol=1e-9, max_iter=3000).fit(X, y)
    assert np.isfinite(model.decision_function(X)).all()


@pytest.mark.parametrize(
    "beta, moves", [((1e17, -1e17), False), ((1e17, -1), True), ((1, -1e17), True)]
)
def test_a_step_that_rounding_swallows_is_reported(beta, moves):
    beta, box = np.array(beta, dtype=float), np.full(2, 1e18)
    D, F = np.array([[0.0, 1], [1, 0]]), np.array([1.0, 0])
    ascent = smo.Ascent(D, F, beta, smo.Problem(F, -box, box, 0.0))
    assert ascent.step(*ascent.pair()) == moves


def test_a_tolerance_beyond_all_violations_leaves_no_support_vector():
    X, y = two_classes("iris")
    model = SVC(tol=2.5).fit(X, y)
    assert len(model.support_) == 0 and (model.decision_function(X) == 0).all()
    assert (model.predict(X) == 1).all()  # 0 counts for classes_[1]
    assert SVC("linear", tol=2.5).fit(X, y).coef_.tolist() == [[0.0] * 4]


def test_a_value_of_zero_is_a_vote_for_the_second_of_the_pair():
    X, y = data.iris().X[::5], data.iris().y[::5]
    model = SVC(tol=2.5).fit(X, y)
    assert (model.decision_function(X) == [0, 1, 2]).all() and (model.predict(X) == 2).all()


# --- errors --------------------------------------------------------------------------------------

BAD = [
    (dict(kernel="sigmoid"), "kernel must be one of linear, poly, rbf; received 'sigmoid'"),
    (dict(kernel=3), "kernel must be one of linear, poly, rbf; received 3"),
    (dict(C=0), r"C must be a number in \(0, inf\); received 0"),
    (dict(C=np.inf), r"C must be a number in \(0, inf\); received inf"),
    (dict(gamma=0.0), r"gamma must be a number in \(0, inf\); received 0.0"),
    (dict(gamma="auto"), "gamma must be one of scale; received 'auto'"),
    (dict(degree=0), "degree must be an integer >= 1; received 0"),
    (dict(coef0=np.nan), r"coef0 must be a number in \(-inf, inf\); received nan"),
    (dict(tol=0), r"tol must be a number in \(0, inf\); received 0"),
    (dict(max_iter=0), "max_iter must be an integer >= 1; received 0"),
]


@pytest.mark.parametrize("kind", [SVC, SVR])
@pytest.mark.parametrize("setting, message", BAD)
def test_a_number_out_of_range_is_refused_by_name(kind, setting, message):
    with pytest.raises(ValueError, match=message):
        kind(**setting).fit([[0.0], [1.0]], [0, 1])


def test_a_negative_epsilon_is_refused():
    with pytest.raises(ValueError, match=r"epsilon must be a number in \[0, inf\); received -0.1"):
        SVR(epsilon=-0.1).fit([[0.0], [1.0]], [0, 1])


KERNELS = {
    "shape": (
        lambda A, B: np.ones((len(A), 1)),
        r"kernel must return shape \(3, 3\); received \(3, 1\)",
    ),
    "not a number": (
        lambda A, B: np.full((len(A), len(B)), np.nan),
        "must be finite; received nan or inf",
    ),
    "not symmetric": (lambda A, B: A + 2 * B.T, "kernel must be symmetric"),
}


@pytest.mark.parametrize("case", KERNELS)
def test_a_function_that_is_no_kernel_is_refused(case):
    kernel, message = KERNELS[case]
    with pytest.raises(ValueError, match=message):
        SVC(kernel).fit([[0.0], [1.0], [3.0]], [0, 1, 1])


@pytest.mark.parametrize("kernel", ["linear", "poly", "rbf"])
def test_numbers_that_overflow_are_refused_in_fit_and_after(kernel):
    X, y = np.array([[0.0], [1.0], [2.0]]), [0, 1, 1]
    with pytest.raises(ValueError, match="kernel values must be finite"):
        SVC(kernel, gamma=1.0).fit(X * 1e200, y)
    with pytest.raises(ValueError, match='gamma="scale" cannot use a variance of'):
        SVC(kernel).fit(X * 1e200, y)
    model = SVC(kernel, gamma=1.0, C=100.0).fit(X, y)
    if kernel == "poly":
        with pytest.raises(ValueError, match="kernel values must be finite"):
            model.predict([[1e200]])
    else:  # exp(-inf) is 0, and 1e200 is a number
        u = model.decision_function([[1e200]])
        assert u == model.intercept_ if kernel == "rbf" else u > 1e199


@pytest.mark.parametrize("seed", range(20))
def test_small_random_problems_with_few_values_never_fail(seed):
    rng = np.random.default_rng(seed)
    X = rng.integers(0, 3, size=(rng.integers(2, 9), 2)).astype(float)
    y = rng.integers(0, rng.integers(2, 4), size=len(X))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for kernel, C in [("rbf", 1e-3), ("rbf", 1e4), ("linear", 1.0), ("poly", 1.0)]:
            model = SVC(kernel, C=C).fit(X, y)
            assert np.isfinite(model.decision_function(X)).all()
            assert np.isin(model.predict(X), y).all()


def test_pairs_are_in_the_order_of_combinations():
    assert list(zip(*svm.pairs(5), strict=True)) == list(combinations(range(5), 2))


def test_a_class_weight_of_scikit_learn_is_a_wider_interval_and_a_class_entered_repeatedly():
    cancer = data.breast_cancer()
    names = [cancer.feature_names.index(name) for name in ("mean radius", "mean texture")]
    X, y = cancer.X[:, names], np.where(cancer.y == 0, 1, -1)
    X = (X - X.mean(axis=0)) / X.std(axis=0)
    theirs = authority.SVC(kernel="linear", class_weight={1: 5}, tol=1e-7).fit(X, y)
    ends = np.where(y == 1, 5.0, 1.0) * y
    problem = smo.Problem(y.astype(float), np.minimum(ends, 0), np.maximum(ends, 0), 0.0)
    beta, b, _ = smo.solve(svm.linear_kernel, X, problem, 1e-7, 10**6, False)
    rows = np.repeat(np.arange(len(y)), np.where(y == 1, 5, 1))
    copied = SVC("linear", tol=1e-7).fit(X[rows], y[rows])
    for w, offset in [(beta @ X, b), (copied.coef_[0], copied.intercept_[0])]:
        np.testing.assert_allclose(w, theirs.coef_[0], atol=1e-5)
        np.testing.assert_allclose(offset, theirs.intercept_[0], atol=1e-5)


@pytest.mark.parametrize(
    ("kernel", "said"),
    [
        ("linear", (40, "26.525455")),
        ("poly", (67, "41.553386")),
        ("rbf", (119, "59.761345")),
    ],
)
def test_scikit_learn_says_what_the_chapter_quotes(kernel, said):
    table = data.breast_cancer()
    Z = (table.X - table.X.mean(axis=0)) / table.X.std(axis=0)
    model = authority.SVC(kernel=kernel, degree=2, coef0=1.0, gamma=1 / 30, tol=1e-7)
    model.fit(Z, table.y)
    beta = model.dual_coef_[0]
    grams = {
        "linear": svm.linear_kernel,
        "poly": lambda A, B: svm.polynomial_kernel(A, B, 1 / 30, 1, 2),
        "rbf": lambda A, B: svm.rbf_kernel(A, B, 1 / 30),
    }
    S = model.support_vectors_
    dual = abs(beta).sum() - beta @ grams[kernel](S, S) @ beta / 2
    assert (len(S), f"{dual:.6f}") == said
