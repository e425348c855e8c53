"""Logistic regression: by hand, laws, authorities, separable labels, several classes, penalties."""

from fractions import Fraction

import numpy as np
import pytest
from scipy.optimize import linprog
from scipy.special import expit, logsumexp
from sklearn.linear_model import LinearRegression, PoissonRegressor
from sklearn.linear_model import LogisticRegression as Authority

from mlbook import data
from mlbook.linear.moments import standardize
from mlbook.linear_regression import design, least_squares
from mlbook.logistic_regression import (
    BERNOULLI,
    GAUSSIAN,
    POISSON,
    LogisticRegression,
    family_loss,
    generalized_linear,
    logistic_gradient,
    logistic_hessian,
    logistic_loss,
    logistic_ridge,
    newton_step,
    penalized_logistic,
    softmax_gradient,
    softmax_loss,
    working_responses,
)
from texproof import Derivation, matrix, program, vector
from texproof.errors import Refuted

rng = np.random.default_rng(3)
X = rng.normal(size=(60, 4))
TARGET = X @ [1.0, -1.0, 0.5, 0.0] + rng.normal(size=60)
LABELS = (TARGET > 0.5).astype(int)
WATERED = np.array([0, 0, 0, 0, 1, 1, 1, 1])
SPROUTED = np.array([0, 0, 0, 1, 0, 1, 1, 1])
BEST = np.array([-np.log(3), np.log(9)])


# --- by hand -------------------------------------------------------------------------------------


def test_two_fractions_give_the_weights_of_one_feature_of_0_and_1():
    Phi = design(WATERED)
    assert logistic_gradient(BEST, Phi, SPROUTED) == pytest.approx([0, 0], abs=1e-15)
    w = np.zeros(2)
    for _ in range(6):
        w = newton_step(w, Phi, SPROUTED)
    assert w == pytest.approx(BEST, rel=1e-14)
    # six labels of probability 3/4 and two of 1/4
    assert logistic_loss(BEST, Phi, SPROUTED) == pytest.approx(16 * np.log(2) - 6 * np.log(3))


def test_the_first_step_by_hand():
    Phi, zero = design(WATERED), np.zeros(2)
    assert logistic_loss(zero, Phi, SPROUTED) == pytest.approx(8 * np.log(2))
    assert logistic_gradient(zero, Phi, SPROUTED).tolist() == [0, -1]
    assert logistic_hessian(zero, Phi).tolist() == [[2, 1], [1, 1]]
    assert working_responses(zero, Phi, SPROUTED).tolist() == (4 * SPROUTED - 2).tolist()
    assert newton_step(zero, Phi, SPROUTED) == pytest.approx([-1, 2])


# --- two classes ---------------------------------------------------------------------------------


def tumours():
    table = data.breast_cancer()
    return design(standardize(table.X[:, [0, 1, 4]])[0]), table.y


def test_the_logistic_derivatives_are_derivatives():
    Phi, y = tumours()
    w, h = np.array([0.2, -1.0, 0.5, 0.3]), 1e-5
    slopes = [
        (logistic_loss(w + h * e, Phi, y) - logistic_loss(w - h * e, Phi, y)) / (2 * h)
        for e in np.eye(4)
    ]
    np.testing.assert_allclose(logistic_gradient(w, Phi, y), slopes, rtol=1e-6)
    bends = [
        (logistic_gradient(w + h * e, Phi, y) - logistic_gradient(w - h * e, Phi, y)) / (2 * h)
        for e in np.eye(4)
    ]
    np.testing.assert_allclose(logistic_hessian(w, Phi), bends, rtol=1e-6)


def test_the_logistic_gradient_has_the_form_of_the_linear_one():
    Phi, y = tumours()
    w = np.array([0.2, -1.0, 0.5, 0.3])
    np.testing.assert_allclose(
        logistic_gradient(w, Phi, y), Phi.T @ (expit(Phi @ w) - y), rtol=1e-10
    )


def test_newtons_method_finds_scikit_learns_weights():
    Phi, y = tumours()
    w = np.zeros(4)
    for _ in range(10):
        w = newton_step(w, Phi, y)
    theirs = Authority(C=np.inf, tol=1e-12, max_iter=10_000).fit(Phi[:, 1:], y)
    np.testing.assert_allclose(w, [*theirs.intercept_, *theirs.coef_[0]], rtol=1e-5)
    np.testing.assert_allclose(logistic_gradient(w, Phi, y), 0, atol=1e-9)


def test_newtons_method_ignores_collinear_columns():
    Phi, y = tumours()
    twice, w = np.column_stack([Phi, Phi[:, 1]]), np.zeros(5)
    for _ in range(10):
        w = newton_step(w, twice, y)
    assert w[1] == pytest.approx(w[4], rel=1e-9)
    np.testing.assert_allclose(logistic_gradient(w, twice, y), 0, atol=1e-9)


def test_separable_classes_drive_the_weights_away_without_nan():
    Phi, y = design(np.array([-2.0, -1.0, 1.0, 2.0])), np.array([0, 0, 1, 1])
    w, losses = np.zeros(2), []
    for _ in range(60):
        w = newton_step(w, Phi, y)
        losses.append(logistic_loss(w, Phi, y))
    assert np.isfinite(w).all() and w[1] > 10 and losses[-1] < 1e-8


def test_a_step_is_least_squares_for_the_working_responses():
    Phi, y = tumours()
    w = np.array([0.2, -1.0, 0.5, 0.3])
    p = expit(Phi @ w)
    root = np.sqrt(p * (1 - p))
    z = working_responses(w, Phi, y)
    by_weights = least_squares(Phi * root[:, np.newaxis], root * z)
    np.testing.assert_allclose(newton_step(w, Phi, y), by_weights, rtol=1e-9)
    assert logistic_gradient(w, Phi, y) == pytest.approx(Phi.T @ (root**2 * (Phi @ w - z)))


def test_newtons_method_diverges_from_far_away():
    ones, y = np.ones((2, 1)), np.array([0, 1])
    for start, end in ((2.1, 0.0), (2.2, np.inf)):
        w = np.array([start])
        for _ in range(50):
            w = newton_step(w, ones, y)
            if abs(w[0]) > 30:
                w = np.array([np.inf])
                break
        assert abs(w[0]) == pytest.approx(end, abs=1e-12)


# --- several classes -----------------------------------------------------------------------------


def iris():
    table = data.iris()
    return design(standardize(table.X)[0]), np.eye(3)[table.y]


def test_the_softmax_loss_is_minus_the_log_probability_of_the_labels():
    Phi, Y = iris()
    W = rng.normal(size=(5, 3))
    A = Phi @ W
    told = (A - logsumexp(A, axis=1, keepdims=True))[Y == 1]
    assert softmax_loss(W, Phi, Y) == pytest.approx(-told.sum(), rel=1e-13)


def test_the_softmax_gradient_is_a_gradient():
    Phi, Y = iris()
    W, h = rng.normal(size=(5, 3)), 1e-5
    found = softmax_gradient(W, Phi, Y)
    for j in range(5):
        for c in range(3):
            E = np.zeros((5, 3))
            E[j, c] = h
            slope = (softmax_loss(W + E, Phi, Y) - softmax_loss(W - E, Phi, Y)) / (2 * h)
            assert found[j, c] == pytest.approx(slope, rel=1e-6, abs=1e-7)


def test_a_common_shift_changes_nothing():
    Phi, Y = iris()
    W, shift = rng.normal(size=(5, 3)), rng.normal(size=(5, 1))
    assert softmax_loss(W + shift, Phi, Y) == pytest.approx(softmax_loss(W, Phi, Y), rel=1e-12)
    assert softmax_gradient(W, Phi, Y).sum(axis=1) == pytest.approx(np.zeros(5), abs=1e-12)


def test_two_columns_are_the_logistic_model_of_their_difference():
    Phi, y = tumours()
    W, Y = rng.normal(size=(4, 2)), np.eye(2)[y.astype(int)]
    w = W[:, 1] - W[:, 0]
    assert softmax_loss(W, Phi, Y) == pytest.approx(logistic_loss(w, Phi, y), rel=1e-12)
    slopes = softmax_gradient(W, Phi, Y)[:, 1]
    np.testing.assert_allclose(slopes, logistic_gradient(w, Phi, y), rtol=1e-9, atol=1e-12)


# --- other responses -----------------------------------------------------------------------------

FAMILIES = {"gaussian": GAUSSIAN, "bernoulli": BERNOULLI, "poisson": POISSON}
every_family = pytest.mark.parametrize("name", FAMILIES)


def responses(name, seed=0):
    draw = np.random.default_rng(seed)
    Phi = design(draw.normal(size=(200, 2)))
    a = Phi @ [0.5, 1.0, -0.5]
    return Phi, {"gaussian": draw.normal(a), "bernoulli": draw.binomial(1, expit(a)),
                 "poisson": draw.poisson(np.exp(a))}[name]  # fmt: skip


@every_family
def test_mean_and_variance_are_derivatives_of_the_potential(name):
    family, a, t = FAMILIES[name], np.linspace(-3, 3, 13), 1e-5
    slope = (family.potential(a + t) - family.potential(a - t)) / (2 * t)
    curve = (family.mean(a + t) - family.mean(a - t)) / (2 * t)
    np.testing.assert_allclose(family.mean(a), slope, atol=1e-8)
    np.testing.assert_allclose(family.variance(a), curve, atol=1e-8)


@every_family
def test_no_weights_near_the_fitted_ones_have_less_loss(name):
    Phi, y = responses(name)
    w = generalized_linear(Phi, y, FAMILIES[name])
    least = family_loss(w, Phi, y, FAMILIES[name])
    for _ in range(50):
        assert family_loss(w + 0.01 * rng.normal(size=3), Phi, y, FAMILIES[name]) > least


@every_family
def test_residuals_of_every_family_are_orthogonal_to_the_columns(name):
    Phi, y = responses(name, seed=1)
    means = FAMILIES[name].mean(Phi @ generalized_linear(Phi, y, FAMILIES[name]))
    np.testing.assert_allclose(Phi.T @ (means - y), 0, atol=1e-5)


@pytest.mark.parametrize("name, model", [
    ("gaussian", LinearRegression()),
    ("bernoulli", Authority(C=np.inf, tol=1e-10)),
    ("poisson", PoissonRegressor(alpha=0, tol=1e-10, solver="newton-cholesky")),
])  # fmt: skip
def test_families_are_the_models_of_the_authority(name, model):
    Phi, y = responses(name, seed=2)
    model.fit(Phi[:, 1:], y)
    theirs = np.append(model.intercept_, model.coef_)
    np.testing.assert_allclose(generalized_linear(Phi, y, FAMILIES[name]), theirs, atol=1e-5)


def test_the_loss_of_labels_is_the_logistic_loss():
    Phi, w = design(X), rng.normal(size=5)
    assert family_loss(w, Phi, LABELS, BERNOULLI) == pytest.approx(logistic_loss(w, Phi, LABELS))


def test_a_first_step_that_overflows_is_halved():
    Phi, y = design(np.array([0.0, 1.0, 100.0])), np.array([1.0, 2.0, 1e4])
    w = generalized_linear(Phi, y, POISSON)
    np.testing.assert_allclose(Phi.T @ (np.exp(Phi @ w) - y), 0, atol=1e-4)


def test_a_fit_without_a_minimizer_ends():
    found = generalized_linear(np.ones((5, 1)), np.zeros(5), POISSON)
    assert found[0] < -20  # a mean of almost nothing


# --- with a penalty ------------------------------------------------------------------------------


@pytest.mark.parametrize("lam", [1e-3, 1.0, 100.0])
@pytest.mark.parametrize("scale", [1e-3, 1.0, 1e3])
def test_logistic_weights_are_scikit_learns(lam, scale):
    A = X * scale + 5
    ours = LogisticRegression(lam).fit(A, LABELS)
    theirs = Authority(C=1 / lam, tol=1e-10, max_iter=10_000, solver="newton-cholesky").fit(
        A, LABELS
    )
    # theirs stops at a gradient of 1e-10 n or so
    assert np.allclose(ours.coef_, theirs.coef_, rtol=1e-4, atol=1e-6)
    assert np.allclose(ours.predict_proba(A), theirs.predict_proba(A), atol=1e-5)


def test_no_perturbation_of_the_logistic_weights_loses_less():
    Phi = design(X)
    w = logistic_ridge(Phi, LABELS, 0.5)
    least = penalized_logistic(w, Phi, LABELS, 0.5)
    for _ in range(50):
        assert penalized_logistic(w + 1e-3 * rng.normal(size=5), Phi, LABELS, 0.5) > least


def test_separable_classes_have_finite_weights_because_of_the_penalty():
    A = np.array([[-2.0], [-1.0], [1.0], [2.0]])
    model = LogisticRegression(1e-6).fit(A, [0, 0, 1, 1])
    assert np.isfinite(model.coef_).all()
    assert model.score(A, [0, 0, 1, 1]) == 1


def test_three_classes_are_each_against_the_rest():
    iris = data.iris()
    model = LogisticRegression().fit(iris.X, iris.y)
    one = LogisticRegression().fit(iris.X, iris.y == 1)
    assert np.allclose(model.decision_function(iris.X)[:, 1], one.decision_function(iris.X))
    assert np.allclose(model.predict_proba(iris.X).sum(axis=1), 1)
    assert model.score(iris.X, iris.y) > 0.95


def test_scikit_learn_penalizes_by_default_and_fits_the_softmax():
    Phi, Y = iris()
    model = Authority(tol=1e-10, max_iter=10_000).fit(Phi[:, 1:], Y.argmax(axis=1))
    assert model.C == 1  # so that the penalty is that of lam = 1, on all but the intercepts
    W = np.column_stack([model.intercept_, model.coef_]).T
    slopes = softmax_gradient(W, Phi, Y) + np.array([0, 1, 1, 1, 1])[:, np.newaxis] * W
    np.testing.assert_allclose(slopes, 0, atol=1e-4)


def test_no_plane_separates_the_middle_irises_from_the_others():
    iris = data.iris()
    sides = np.where(iris.y == 1, 1, -1)[:, np.newaxis] * design(iris.X)
    found = linprog(np.zeros(5), A_ub=-sides, b_ub=-np.ones(150), bounds=(None, None))
    assert found.status == 2  # infeasible


def test_one_class_is_always_predicted():
    model = LogisticRegression().fit(X, np.full(60, 7))
    assert (model.predict(X) == 7).all()
    assert (model.predict_proba(X) == 1).all()


def test_a_penalty_must_be_positive():
    with pytest.raises(ValueError, match=r"lam must be a number in \(0, inf\); received 0"):
        LogisticRegression(0).fit(X, LABELS)


# --- wrong twins ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "right",
    [
        r"\Phi^\top(\mathtt{p}(\mathbf{w}, \Phi) + \mathbf{y})",
        r"\Phi^\top(\mathbf{y} - \mathtt{p}(\mathbf{w}, \Phi))",
        r"2\Phi^\top(\mathtt{p}(\mathbf{w}, \Phi) - \mathbf{y})",
    ],
)
def test_the_program_refuses_a_wrong_gradient(right):
    D = Derivation(
        matrix(r"\Phi", "n", "p"), vector(r"\mathbf{w}", "p"), vector(r"\mathbf{y}", "n"),
        program(logistic_gradient, "p"), program(probabilities, "n", latex=r"\mathtt{p}"),
        sizes={"n": (3, 4), "p": (2, 3)},
    )  # fmt: skip
    with pytest.raises(Refuted):
        D.calc(r"\mathtt{logistic\_gradient}(\mathbf{w}, \Phi, \mathbf{y})", "=", right, "")


def probabilities(w, Phi):
    return 1 / (1 + np.exp(-(Phi @ w)))


# --- what is claimed and fails -------------------------------------------------------------------


def test_a_fit_may_be_calibrated_on_the_whole_and_nowhere_else():
    Phi, y = design(np.array([-1, 0, 1])), np.array([1, 0, 1])
    assert (Phi.T @ (np.full(3, Fraction(2, 3)) - y) == 0).all()
    assert logistic_gradient(np.array([np.log(2), 0]), Phi, y) == pytest.approx([0, 0], abs=1e-15)
