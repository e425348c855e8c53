"""Discriminant axes: by hand, planted, laws, optimality, roads and authority, failures, edges."""

from fractions import Fraction

import numpy as np
import pytest
from scipy.linalg import eigh
from scipy.special import expit
from scipy.stats import multivariate_normal
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis as Authority
from sklearn.discriminant_analysis import QuadraticDiscriminantAnalysis

from mlbook import data
from mlbook.contract import NotFittedError
from mlbook.lda import (
    LDA,
    _whitened,
    best_trace_ratio,
    between_scatter,
    class_means,
    class_moments,
    class_scores,
    discriminant_axes,
    fisher_direction,
    fisher_ratio,
    membership,
    posterior,
    ratio_trace,
    shrink,
    singular_whitener,
    trace_ratio,
    whitener,
    within_scatter,
)
from mlbook.pca import PCA, centre, covariance
from mlbook.svd import fix_signs

# --- by hand -------------------------------------------------------------------------------------

EIGHT = np.array([[6, 7], [0, 1], [4, 3], [2, 5], [12, 10], [6, 4], [10, 6], [8, 8]])
HALF = np.array([0, 0, 0, 0, 1, 1, 1, 1])  # means (3, 4), (9, 7); S_W [[40, 32], [32, 40]]


def scatters(X, y):
    G = membership(y, max(y) + 1)
    return between_scatter(class_means(X, G), G.sum(axis=0)), within_scatter(X, G)


def test_means_and_scatters_of_eight_points_by_hand_in_fractions():
    X, G = EIGHT * Fraction(1), membership(HALF, 2).astype(int)
    M = class_means(X, G)
    assert M.tolist() == [[3, 4], [9, 7]]
    assert within_scatter(X, G).tolist() == [[40, 32], [32, 40]]
    assert between_scatter(M, G.sum(axis=0)).tolist() == [[72, 36], [36, 18]]


def test_the_direction_of_eight_points_by_hand():
    S_B, S_W = scatters(EIGHT, HALF)
    w = fisher_direction(S_W, np.array([6, 3]))
    np.testing.assert_allclose(8 * w, [2, -1], rtol=1e-14)
    np.testing.assert_allclose(fisher_ratio(w, S_B, S_W), 9 / 4, rtol=1e-14)
    assert fisher_ratio(np.array([2, 1]), S_B, S_W) == 450 / 328


def test_the_log_odds_of_eight_points_by_hand():
    # covariance [[5, 4], [4, 5]]: its inverse times (6, 3) is (2, -1); the middle (6, 5.5) is even
    lda = LDA().fit(EIGHT, HALF)
    np.testing.assert_allclose(lda.coef_, [[2, -1]], rtol=1e-13)
    np.testing.assert_allclose(lda.intercept_, [-6.5], rtol=1e-13)
    np.testing.assert_allclose(lda.eigenvalues_, [9 / 4], rtol=1e-13)
    np.testing.assert_allclose(lda.scalings_.T, [[2 / 3, -1 / 3]], rtol=1e-13)
    np.testing.assert_array_equal(lda.predict(EIGHT), HALF)


def test_unequal_priors_move_the_border_by_their_log_odds():
    lda = LDA(priors=[0.2, 0.8]).fit(EIGHT, HALF)
    np.testing.assert_allclose(lda.coef_, [[2, -1]], rtol=1e-13)
    np.testing.assert_allclose(lda.intercept_, [-6.5 + np.log(4)], rtol=1e-13)


def test_scatter_and_squared_scatter_of_one_class_by_hand():
    X = np.array([[0, 0], [2, 0], [1, 1], [1, -1]])
    assert within_scatter(X, np.ones((4, 1))).tolist() == [[2, 0], [0, 2]]


def test_sums_of_covariances_and_of_scatters_give_different_directions():
    # sizes 3 and 19: scatters are covariances times 2 and 18; 32.6 degrees apart
    A, B, m = np.diag([9.0, 1.0]), np.diag([1.0, 9.0]), np.ones(2)
    a, b = fisher_direction(A + B, m), fisher_direction(A + 9 * B, m)
    np.testing.assert_allclose(a, [0.1, 0.1])
    np.testing.assert_allclose(b, [1 / 18, 1 / 82])
    cosine = a @ b / np.sqrt((a @ a) * (b @ b))
    assert np.rad2deg(np.arccos(cosine)) == pytest.approx(32.6, abs=0.05)


def covariances_and_means(sizes, seed):
    rng = np.random.default_rng(seed)
    parts = [rng.normal(size=(n, 4)) @ rng.normal(size=(4, 4)) + k for k, n in enumerate(sizes)]
    return [covariance(part) for part in parts], [part.mean(axis=0) for part in parts], parts


@pytest.mark.parametrize("sizes", [(6, 40), (30, 30)])
def test_no_direction_has_a_larger_ratio_of_variances_than_that_of_the_covariances(sizes):
    (A, B), (a, b), _ = covariances_and_means(sizes, seed=1)
    m, rng = a - b, np.random.default_rng(0)
    v = fisher_direction(A + B, m)
    top = fisher_ratio(v, np.outer(m, m), A + B)
    assert top == pytest.approx(m @ v, rel=1e-12)
    for size in [0.01, 0.1, 1.0] * 50:
        other = v + size * np.abs(v).max() * rng.normal(size=4)
        assert fisher_ratio(other, np.outer(m, m), A + B) < top


@pytest.mark.parametrize("sizes, same", [((30, 30), True), ((6, 40), False)])
def test_scatters_and_covariances_agree_for_classes_of_one_size_only(sizes, same):
    (A, B), (a, b), parts = covariances_and_means(sizes, seed=1)
    y = np.repeat([0, 1], sizes)
    S_W = within_scatter(np.vstack(parts), membership(y, 2))
    v, w = fisher_direction(A + B, a - b), fisher_direction(S_W, a - b)
    cosine = v @ w / np.sqrt((v @ v) * (w @ w))
    assert (cosine > 1 - 1e-12) == same
    np.testing.assert_allclose(
        S_W @ v, (sizes[0] - 1) * (a - b) + (sizes[1] - sizes[0]) * B @ v, atol=1e-11
    )


def test_posteriors_of_two_normal_classes_by_hand():
    # means -1 and 1, variance 1: p(x) = 1 / (1 + e^(-2x))
    x = np.array([[0.0], [1.0], [2.0]])
    P = posterior(class_scores(x, np.array([[-1.0], [1.0]]), np.log([0.5, 0.5])))
    np.testing.assert_allclose(P[:, 1], [0.5, 0.8808, 0.9820], atol=5e-5)


def test_shrinking_by_hand():
    S = np.array([[Fraction(5), 4], [4, 5]])
    assert shrink(S, Fraction(1, 4)).tolist() == [[5, 3], [3, 5]]
    assert shrink(S, 1).tolist() == [[5, 0], [0, 5]]
    assert (shrink(S, 0) == S).all()
    assert shrink(S, Fraction(1, 2), d=4).tolist() == [[Fraction(15, 4), 2], [2, Fraction(15, 4)]]


# --- three classes of the inventory --------------------------------------------------------------


def three_classes():
    rng = np.random.default_rng(3)
    means = [(0, 0, 0), (4, 0, 0), (1, 2, 0)]
    X = np.vstack([rng.normal(size=(20, 3)) * [1, 0.8, 1.5] + mean for mean in means])
    return X, np.repeat([0, 1, 2], 20)


def test_the_eigenvalues_of_the_three_classes_are_those_of_the_inventory():
    np.testing.assert_allclose(LDA().fit(*three_classes()).eigenvalues_, [2.977, 1.271], atol=5e-4)


def test_the_trace_ratio_is_not_solved_by_the_eigenvectors():
    X, y = three_classes()
    S_B, S_W = scatters(X, y)
    W = LDA().fit(X, y).scalings_
    Q, best = np.linalg.qr(W)[0], best_trace_ratio(S_B, S_W, 2)
    assert trace_ratio(W, S_B, S_W) == pytest.approx(2.124, abs=5e-4)
    assert trace_ratio(W[:, [0, 0]], S_B, S_W) == pytest.approx(2.977, abs=5e-4)
    assert trace_ratio(Q, S_B, S_W) == pytest.approx(2.29870, abs=5e-6)
    assert trace_ratio(best, S_B, S_W) == pytest.approx(2.29873, abs=5e-6)
    assert ratio_trace(best, S_B, S_W) < ratio_trace(W, S_B, S_W)


def test_total_scatter_in_the_numerator_is_harmless_and_alone_is_not():
    X, y = three_classes()
    S_B, S_W = scatters(X, y)
    total = eigh(S_B + S_W, S_W, eigvals_only=True)[::-1]
    np.testing.assert_allclose(total - 1, [2.977, 1.271, 0], atol=5e-4)
    w = fix_signs(LDA().fit(X, y).scalings_[:, :1] * [[1.0]])[:, 0]
    np.testing.assert_allclose(w / np.linalg.norm(w), [0.981, 0.127, -0.149], atol=5e-4)
    pc = PCA(n_components=1).fit(X).components_[0]
    np.testing.assert_allclose(pc, [0.967, -0.157, -0.200], atol=5e-4)


@pytest.mark.parametrize("q", [1, 2, 3])
def test_no_frame_has_a_larger_trace_ratio_than_the_iteration_finds(q):
    rng = np.random.default_rng(q)
    A, B = rng.normal(size=(2, 9, 5))
    S_B, S_W = A.T @ A, B.T @ B
    best = best_trace_ratio(S_B, S_W, q)
    np.testing.assert_allclose(best.T @ best, np.eye(q), atol=1e-13)
    top = trace_ratio(best, S_B, S_W)
    for size in [0.001, 0.01, 0.1, 1.0] * 30:
        W = np.linalg.qr(best + size * rng.normal(size=best.shape))[0]
        assert trace_ratio(W, S_B, S_W) <= top * (1 + 1e-12)  # rounding at a flat top


def test_a_diagonal_pair_where_the_two_criteria_choose_different_axes():
    S_W, S_B, e = np.diag([10, 100, 1]), np.diag([100, 200, 1]), np.eye(3)
    top, other = e[:, [0, 1]], e[:, [0, 2]]
    assert (ratio_trace(top, S_B, S_W), ratio_trace(other, S_B, S_W)) == (12, 11)
    assert trace_ratio(top, S_B, S_W) == 300 / 110
    assert trace_ratio(other, S_B, S_W) == 101 / 11
    np.testing.assert_allclose(np.abs(best_trace_ratio(S_B, S_W, 2)).T, [e[2], e[0]], atol=1e-12)


# --- planted -------------------------------------------------------------------------------------


def planted(n, d, C, seed=0, spread=3.0):
    rng = np.random.default_rng(seed)
    y = np.arange(n) % C
    means, mix = spread * rng.normal(size=(C, d)), rng.normal(size=(d, d))
    return (rng.normal(size=(n, d)) + means[y]) @ mix, y, means @ mix, mix.T @ mix


def test_a_planted_direction_comes_back():
    X, y, means, Sigma = planted(200_000, 3, 2, spread=1.0)
    w = np.linalg.solve(Sigma, means[1] - means[0])
    # coefficients of a Bayes rule with n = 200 000 have standard errors of about 1/200 here
    np.testing.assert_allclose(LDA().fit(X, y).coef_[0], w, atol=0.03 * np.abs(w).max())


def test_posteriors_are_calibrated_when_the_model_is_true():
    X, y, *_ = planted(100_000, 2, 2, seed=1, spread=0.7)
    p = LDA().fit(X, y).predict_proba(X)[:, 1]
    for low in np.arange(0, 1, 0.1):
        inside = (p >= low) & (p < low + 0.1)
        if inside.sum() > 1000:  # the share in a bin then has a standard error below 0.016
            assert y[inside].mean() == pytest.approx(p[inside].mean(), abs=0.05)


# --- laws ----------------------------------------------------------------------------------------

TABLES = {
    "iris": (data.iris().X, data.iris().y),
    "wine": (data.wine().X, data.wine().y),
    "digits": (data.digits().X[:600], data.digits().y[:600]),
    "two classes": (data.breast_cancer().X, data.breast_cancer().y),
    "three classes": three_classes(),
}
every_table = pytest.mark.parametrize("X, y", TABLES.values(), ids=TABLES)


@every_table
def test_total_scatter_is_within_plus_between(X, y):
    S_B, S_W = scatters(X, y)
    total = (len(X) - 1) * covariance(X)
    np.testing.assert_allclose(S_B + S_W, total, atol=1e-12 * np.abs(total).max())


@every_table
def test_between_scatter_has_rank_below_the_number_of_classes(X, y):
    lda, (S_B, _) = LDA().fit(X, y), scatters(X, y)
    C, d = len(lda.classes_), X.shape[1]
    assert np.linalg.matrix_rank(S_B) <= min(C - 1, d)
    assert lda.scalings_.shape == (d, min(C - 1, d))


@every_table
def test_every_axis_solves_the_generalized_eigenproblem_and_whitens(X, y):
    lda, (S_B, S_W) = LDA().fit(X, y), scatters(X, y)
    W = lda.scalings_
    np.testing.assert_allclose(W.T @ S_W @ W, len(X) * np.eye(W.shape[1]), atol=1e-9 * len(X))
    np.testing.assert_allclose(W.T @ S_B @ W, len(X) * np.diag(lda.eigenvalues_), atol=1e-7)
    residual = S_B @ W - S_W @ W * lda.eigenvalues_
    assert np.abs(residual).max() < 1e-10 * np.abs(S_B @ W).max()  # rounding, times the condition
    assert (np.diff(lda.eigenvalues_) <= 0).all()


@every_table
def test_coordinates_have_within_covariance_one_and_weighted_mean_zero(X, y):
    lda = LDA().fit(X, y)
    Z = lda.transform(X)
    G = membership(y, len(lda.classes_))
    np.testing.assert_allclose(within_scatter(Z, G) / len(X), np.eye(Z.shape[1]), atol=1e-9)
    np.testing.assert_allclose(Z.mean(axis=0), 0, atol=1e-10)


@every_table
def test_probabilities_sum_to_one_and_the_largest_is_predicted(X, y):
    lda = LDA().fit(X, y)
    P = lda.predict_proba(X)
    np.testing.assert_allclose(P.sum(axis=1), 1, rtol=1e-14)
    assert (P >= 0).all()
    np.testing.assert_array_equal(lda.classes_[P.argmax(axis=1)], lda.predict(X))


@every_table
def test_units_and_origin_change_nothing_that_is_said(X, y):
    scale = 10.0 ** (np.arange(X.shape[1]) % 7 - 3)
    base, moved = LDA().fit(X, y), LDA().fit(X * scale + 5 * scale, y)
    np.testing.assert_allclose(moved.eigenvalues_, base.eigenvalues_, rtol=1e-8)
    there, here = moved.decision_function(X * scale + 5 * scale), base.decision_function(X)
    np.testing.assert_allclose(there, here, atol=1e-8 * np.abs(here).max())


def test_mixing_the_features_changes_no_probability_and_of_coordinates_the_sign_alone():
    X, y = TABLES["wine"]
    A = np.random.default_rng(5).normal(size=(13, 13))
    X = centre(X) / X.std(axis=0)
    base, mixed = LDA().fit(X, y), LDA().fit(X @ A, y)
    np.testing.assert_allclose(mixed.predict_proba(X @ A), base.predict_proba(X), atol=1e-9)
    # of coordinates the sign is a convention, and may change
    np.testing.assert_allclose(np.abs(mixed.transform(X @ A)), np.abs(base.transform(X)), atol=1e-9)
    turned = LDA().fit(-X, y)
    np.testing.assert_allclose(turned.transform(-X), -base.transform(X), atol=1e-9)


@pytest.mark.parametrize("table", ["iris", "wine", "two classes", "three classes"])
def test_scores_by_the_axes_are_bayes_rule_in_all_dimensions(table):
    # the axes drop d - (C - 1) dimensions, and no class difference lies there
    X, y = TABLES[table]
    lda, (_, S_W) = LDA().fit(X, y), scatters(X, y)
    D = X[:50, np.newaxis] - lda.means_
    squared = (D * np.linalg.solve(S_W / len(X), D.transpose(0, 2, 1)).transpose(0, 2, 1)).sum(-1)
    P = posterior(np.log(lda.priors_) - squared / 2)
    np.testing.assert_allclose(lda.predict_proba(X[:50]), P, atol=1e-8)


def test_names_of_classes_do_not_matter_beyond_their_order():
    X, y = TABLES["iris"]
    words = np.array(["ant", "bee", "cat"])
    a, b = LDA().fit(X, y), LDA().fit(X, words[y])
    np.testing.assert_array_equal(words[a.predict(X)], b.predict(X))
    np.testing.assert_array_equal(a.decision_function(X), b.decision_function(X))


def test_fewer_components_are_the_first_and_leave_the_rule_alone():
    X, y = TABLES["wine"]
    one, two = LDA(n_components=1).fit(X, y), LDA(n_components=2).fit(X, y)
    np.testing.assert_allclose(one.transform(X), two.transform(X)[:, :1], atol=1e-12)
    np.testing.assert_array_equal(one.predict_proba(X), two.predict_proba(X))
    assert two.explained_variance_ratio_.sum() == pytest.approx(1)
    assert one.explained_variance_ratio_[0] == two.explained_variance_ratio_[0]
    np.testing.assert_array_equal(two.transform(X), LDA().fit(X, y).transform(X))


def twice(noise):
    """Two features that differ by noise: the spreads of the axes have its ratio."""
    X, y = TABLES["two classes"]
    near = X[:, 0] + noise * np.random.default_rng(0).normal(size=len(X))
    return np.column_stack([X[:, 0], near]), y


@pytest.mark.parametrize(
    ("table", "gamma", "singular"),
    [
        (lambda: TABLES["wine"], 0, False),
        (lambda: (TABLES["wine"][0] * 10.0 ** np.arange(-6, 7), TABLES["wine"][1]), 0, False),
        (lambda: twice(1e-1), 0, False),
        (lambda: twice(1e-4), 0, True),
        (lambda: twice(1e-4), 0.1, False),
        (lambda: (TABLES["digits"][0][:40], TABLES["digits"][1][:40]), 0, True),
        (lambda: (TABLES["digits"][0][:40], TABLES["digits"][1][:40]), 0.1, False),
    ],
    ids=["raw", "mixed", "parallel", "more parallel", "shrunk", "wide", "wide, shrunk"],
)
def test_singular_values_are_taken_where_the_covariance_is_nearly_singular(
    monkeypatch, table, gamma, singular
):
    taken = []
    monkeypatch.setattr(
        "mlbook.lda.singular_whitener", lambda R: taken.append(R.shape) or singular_whitener(R)
    )
    LDA(shrinkage=gamma).fit(*table())
    assert bool(taken) == singular


def test_a_singular_value_is_left_out_beside_the_largest_one():
    assert singular_whitener(np.diag([1, 1e-7, 1e-12])).shape == (3, 2)


@pytest.mark.parametrize("far", [0.0, 1e3, 1e6])
def test_a_far_mean_costs_few_digits(far):
    X, y, *_ = planted(3000, 4, 3)
    X = np.round(1000 * X)  # whole numbers: adding to them rounds nothing
    base, moved = LDA().fit(X, y), LDA().fit(X + 1000 * far, y)
    np.testing.assert_allclose(moved.eigenvalues_, base.eigenvalues_, rtol=1e-9)


def test_full_shrinkage_with_equal_priors_is_the_nearest_class_mean():
    X, y = TABLES["digits"]
    M = class_means(X, membership(y, 10))
    squared = ((X[:, np.newaxis] - M) ** 2).sum(axis=-1)
    model = LDA(shrinkage=1.0, priors=[0.1] * 10).fit(X, y)
    np.testing.assert_array_equal(model.predict(X), squared.argmin(axis=1))


def test_all_principal_axes_before_lda_change_nothing_and_few_of_them_do():
    X, y = TABLES["wine"]
    alone = LDA().fit(X, y).predict_proba(X)
    for q, same in [(13, True), (3, False)]:
        Z = PCA(q).fit_transform(X)
        assert np.allclose(LDA().fit(Z, y).predict_proba(Z), alone, atol=1e-8) == same


# --- optimality ----------------------------------------------------------------------------------


@every_table
def test_no_direction_has_a_larger_ratio_than_the_first_axis(X, y):
    lda, (S_B, S_W) = LDA().fit(X, y), scatters(X, y)
    w, rng = lda.scalings_[:, 0], np.random.default_rng(0)
    top = fisher_ratio(w, S_B, S_W)
    assert top == pytest.approx(lda.eigenvalues_[0], rel=1e-10)
    for size in [0.01, 0.1, 1.0] * 50:
        other = w + size * np.abs(w).max() * rng.normal(size=len(w))
        assert fisher_ratio(other, S_B, S_W) < top


@pytest.mark.parametrize("table", ["iris", "wine", "three classes"])
def test_no_two_axes_have_a_larger_ratio_trace(table):
    X, y = TABLES[table]
    S_B, S_W = scatters(X, y)
    W, rng = LDA().fit(X, y).scalings_[:, :2], np.random.default_rng(0)
    top = ratio_trace(W, S_B, S_W)
    for size in [0.01, 0.1, 1.0] * 50:
        other = W + size * np.abs(W).max() * rng.normal(size=W.shape)
        assert ratio_trace(other, S_B, S_W) < top


# --- two roads and an authority ------------------------------------------------------------------


def nasty():
    X, y, *_ = planted(240, 5, 3, seed=2, spread=0.5)
    rng = np.random.default_rng(3)
    return {
        "plain": (X, y),
        "unequal sizes": (X[:110], (np.arange(110) > 80) + (np.arange(110) > 100)),
        "two classes": (X, y > 0),
        "one feature": (X[:, :1], y),
        "more classes than features": (X[:, :2], np.arange(240) % 7),
        "small": (X * 1e-6, y),
        "large": (X * 1e6, y),
        "mixed scales": (X * [1e-3, 1e-2, 1, 1e2, 1e3], y),
        "far mean": (X + 1e5, y),
        "repeated rows": (np.repeat(X[:24], 10, axis=0), np.repeat(y[:24], 10)),
        "integers": (np.round(3 * X), y),
        "class with one sample": (X[:121], np.where(np.arange(121) == 120, 2, y[:121] % 2)),
        "collinear": (np.column_stack([X, X[:, 0] + X[:, 1], 2 * X[:, 2]]), y),
        "constant column": (np.column_stack([X, np.full(240, 0.1)]), y),
        "n < d": (rng.normal(size=(20, 40)), np.arange(20) % 3),
        "n = d": (rng.normal(size=(20, 20)), np.arange(20) % 2),
    }


one_sample_warns = pytest.mark.filterwarnings("ignore:Only one sample available")
SINGULAR = {"collinear", "constant column", "n < d", "n = d"}
every_nasty = pytest.mark.parametrize("case", nasty())


@every_nasty
def test_it_agrees_with_scikit_learn_by_singular_values(case):
    # sklearn's axes have within-class covariance 1 as ours have, and free signs
    X, y = nasty()[case]
    ours, theirs = LDA().fit(X, y), Authority(solver="svd").fit(X, y)
    F, Z = theirs.decision_function(X), theirs.transform(X)
    q = Z.shape[1]
    np.testing.assert_allclose(ours.decision_function(X), F, atol=1e-8 * np.abs(F).max())
    np.testing.assert_allclose(ours.predict_proba(X), theirs.predict_proba(X), atol=1e-8)
    np.testing.assert_array_equal(ours.predict(X), theirs.predict(X))
    signs = np.sign((ours.transform(X)[:, :q] * Z).sum(axis=0))
    np.testing.assert_allclose(
        ours.transform(X)[:, :q], signs * Z, atol=1e-8 * max(1, np.abs(Z).max())
    )
    np.testing.assert_allclose(
        ours.explained_variance_ratio_[:q], theirs.explained_variance_ratio_[:q], atol=1e-8
    )


@one_sample_warns
@pytest.mark.parametrize("case", [case for case in nasty() if case not in SINGULAR])
def test_it_agrees_with_scikit_learn_by_eigenvectors(case):
    # that solver does not centre, so its scores differ by what all classes share
    X, y = nasty()[case]
    ours, theirs = LDA().fit(X, y), Authority(solver="eigen").fit(X, y)
    q = ours.n_components_
    signs = np.sign((ours.scalings_ * theirs.scalings_[:, :q]).sum(axis=0))
    scale = np.abs(ours.scalings_).max()
    np.testing.assert_allclose(ours.scalings_, signs * theirs.scalings_[:, :q], atol=1e-8 * scale)
    # at a mean of 1e5 spreads their uncentred scores round at 1e5^2 * 1e-16 = 1e-6; we saw 7.4e-6
    atol = 1e-4 if case == "far mean" else 1e-8
    np.testing.assert_allclose(ours.predict_proba(X), theirs.predict_proba(X), atol=atol)


@one_sample_warns
@pytest.mark.parametrize("gamma", [1e-7, 0.1, 0.5, 1.0])
@pytest.mark.parametrize("case", ["plain", "collinear", "n < d", "n = d", "class with one sample"])
def test_shrinkage_gives_the_probabilities_of_scikit_learn(case, gamma):
    X, y = nasty()[case]
    theirs = Authority(solver="lsqr", shrinkage=gamma).fit(X, y)
    ours = LDA(shrinkage=gamma).fit(X, y)
    # their solution of a nearly singular system loses the digits that gamma = 1e-7 costs
    atol = 1e-8 if gamma > 1e-3 or case == "plain" else 1e-5
    np.testing.assert_allclose(ours.predict_proba(X), theirs.predict_proba(X), atol=atol)


def test_quadratic_discriminants_of_scikit_learn_are_bayes_rule():
    wine = data.wine()
    log_densities = [
        np.log((wine.y == c).mean())
        + multivariate_normal(own.mean(axis=0), np.cov(own.T, ddof=0)).logpdf(wine.X)
        for c in range(3)
        for own in [wine.X[wine.y == c]]
    ]
    found = QuadraticDiscriminantAnalysis().fit(wine.X, wine.y).predict_proba(wine.X)
    np.testing.assert_allclose(found, posterior(np.stack(log_densities, axis=1)), atol=1e-8)


@pytest.mark.parametrize("table", ["iris", "wine", "digits"])
def test_given_priors_give_the_answers_of_scikit_learn(table):
    X, y = TABLES[table]
    C = y.max() + 1
    priors = np.arange(1, C + 1) / (C * (C + 1) / 2)
    ours, theirs = LDA(priors=priors).fit(X, y), Authority(priors=priors).fit(X, y)
    np.testing.assert_allclose(ours.decision_function(X), theirs.decision_function(X), atol=1e-8)
    np.testing.assert_allclose(np.abs(ours.transform(X)), np.abs(theirs.transform(X)), atol=1e-8)


@pytest.mark.parametrize("table", ["iris", "wine", "two classes", "three classes"])
def test_the_covariance_road_and_the_singular_value_road_agree(table):
    X, y = TABLES[table]
    G = membership(y, max(y) + 1)
    M, S = class_means(X, G), within_scatter(X, G) / len(X)
    R = (X - G @ M) / np.sqrt(len(X))
    one = discriminant_axes(M, G.mean(axis=0), whitener(S))
    two = discriminant_axes(M, G.mean(axis=0), singular_whitener(R))
    np.testing.assert_allclose(one[0], two[0], rtol=1e-8)  # wine's S has a condition of 1e7
    np.testing.assert_allclose(one[1], two[1], atol=1e-8 * np.abs(two[1]).max())


@every_table
def test_the_eigenvalues_are_scipys_of_the_generalized_problem(X, y):
    S_B, S_W = scatters(X, y)
    lda = LDA().fit(X, y)
    if np.linalg.cond(S_W) < 1e12:
        top = eigh(S_B, S_W, eigvals_only=True)[::-1][: lda.n_components_]
        np.testing.assert_allclose(lda.eigenvalues_, top, rtol=1e-7)


@pytest.mark.parametrize("gamma", [0.0, 0.2])
@pytest.mark.parametrize("n", [5, 1024, 3000])
def test_blocks_give_the_plain_means_and_scatter(n, gamma):
    X, y, *_ = planted(n, 3, 2)
    M, S_W = class_moments(X, y, 2)
    G = membership(y, 2)
    np.testing.assert_allclose(M, class_means(X, G), rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(S_W, within_scatter(X, G), rtol=1e-10, atol=1e-10)
    A = _whitened(X, y, 2, gamma)[1]
    np.testing.assert_allclose(A.T @ shrink(S_W / n, gamma) @ A, np.eye(3), atol=1e-10)


def test_shrinkage_of_a_wide_table_works_in_the_plane_of_its_samples():
    X, y = nasty()["n < d"]
    M, A = _whitened(X, y, 3, 0.3)
    S = shrink(within_scatter(X, membership(y, 3)) / len(X), 0.3)
    np.testing.assert_allclose(A.T @ S @ A, np.eye(20), atol=1e-10)
    np.testing.assert_allclose(M, class_means(X, membership(y, 3)), atol=1e-13)
    B = M - M.mean(axis=0)
    np.testing.assert_allclose(A @ A.T @ B.T, np.linalg.solve(S, B.T), atol=1e-10)


def test_least_squares_on_coded_labels_has_the_same_direction():
    X, y = TABLES["two classes"]
    n, ones = len(y), y.sum()
    t = np.where(y == 1, n / ones, -n / (n - ones))
    w = np.linalg.lstsq(centre(X) / X.std(axis=0), t, rcond=None)[0] / X.std(axis=0)
    v = LDA().fit(X, y).coef_[0]
    assert w @ v / np.sqrt((w @ w) * (v @ v)) == pytest.approx(1, abs=1e-8)


# --- where it breaks, and claims that fail -------------------------------------------------------


def test_each_class_may_be_singular_if_the_sum_is_not():
    X = np.array([[-1.0, 0], [1, 0], [5, 4], [5, 6]])  # one class flat in x2, the other in x1
    lda = LDA().fit(X, [0, 0, 1, 1])
    np.testing.assert_allclose(lda.coef_, [[5 / 0.5, 5 / 0.5]], rtol=1e-13)


def test_pca_and_lda_directions_may_coincide():
    X = np.array([[-5.0, 1], [-5, -1], [-6, 0], [-4, 0], [5, 1], [5, -1], [6, 0], [4, 0]])
    lda, pca = LDA().fit(X, HALF), PCA(n_components=1).fit(X)
    np.testing.assert_allclose(lda.coef_[0] / np.linalg.norm(lda.coef_), [1, 0], atol=1e-14)
    np.testing.assert_allclose(pca.components_[0], [1, 0], atol=1e-14)


def test_a_far_point_on_the_right_side_turns_the_direction():
    X = np.array([[-1.0, 0], [-2, 1], [-2, -1], [1, 0], [2, 1], [2, -1], [5, 10]])
    y = np.array([0, 0, 0, 1, 1, 1, 1])
    before, after = (LDA().fit(X[:k], y[:k]).coef_[0] for k in (6, 7))
    np.testing.assert_allclose(before / np.linalg.norm(before), [1, 0], atol=1e-14)
    np.testing.assert_allclose(after / np.linalg.norm(after), [0.958, -0.287], atol=5e-4)


def test_the_nearest_centre_is_wrong_for_unequal_spreads():
    density = lambda x, mean, sd: np.exp(-(((x - mean) / sd) ** 2) / 2) / (sd * np.sqrt(2 * np.pi))
    assert density(2, 0, 1) == pytest.approx(0.054, abs=5e-4)
    assert density(2, 3, 0.1) == pytest.approx(8e-22, rel=0.05)


def test_classes_with_one_mean_have_no_direction_and_keep_their_priors():
    X = np.array([[1.0, 1], [-1, -1], [1, -1], [-1, 1], [2, 2], [-2, -2]])
    lda = LDA().fit(X, [0, 0, 1, 1, 0, 0])
    np.testing.assert_allclose(lda.eigenvalues_, 0, atol=1e-15)
    np.testing.assert_allclose(lda.predict_proba(X), np.tile([2 / 3, 1 / 3], (6, 1)), atol=1e-14)


def test_a_feature_that_is_the_label_is_ignored_without_shrinkage_and_used_with_it():
    rng = np.random.default_rng(0)
    y = np.arange(200) % 2
    X = np.column_stack([rng.normal(size=(200, 2)), y])
    assert LDA().fit(X, y).coef_[0, 2] == 0
    assert LDA().fit(X, y).score(X, y) < 0.7
    assert LDA(shrinkage=0.1).fit(X, y).score(X, y) == 1


def test_a_constant_feature_has_weight_zero():
    X, y = TABLES["iris"]
    lda = LDA().fit(np.column_stack([X, np.full(150, 0.1)]), y)
    assert not lda.scalings_[4].any()
    np.testing.assert_allclose(lda.scalings_[:4], LDA().fit(X, y).scalings_, atol=1e-9)


# --- the symmetric functions ---------------------------------------------------------------------


def test_posteriors_do_not_overflow():
    P = posterior(np.array([[1000.0, 0.0], [-1000.0, 0.0], [0.0, 0.0]]))
    np.testing.assert_allclose(P, [[1, 0], [0, 1], [0.5, 0.5]], atol=1e-300)


def test_two_classes_have_one_logistic_curve():
    X, y = TABLES["two classes"]
    lda = LDA().fit(X, y)
    np.testing.assert_allclose(
        lda.predict_proba(X)[:, 1], expit(lda.decision_function(X)), rtol=1e-12
    )


def test_membership_is_one_hot():
    assert membership([1, 0, 2], 3).tolist() == [[0, 1, 0], [1, 0, 0], [0, 0, 1]]


# --- edges ---------------------------------------------------------------------------------------

X, y = TABLES["iris"]


def test_one_class_is_refused_with_its_name():
    with pytest.raises(ValueError, match=r"at least 2 classes; received only \['a'\]"):
        LDA().fit(X[:3], ["a", "a", "a"])


@pytest.mark.parametrize("gamma", [0.0, 0.5])
def test_classes_that_are_single_points_are_refused(gamma):
    with pytest.raises(ValueError, match="X must vary within a class; each class is a single po"):
        LDA(shrinkage=gamma).fit(np.repeat(X[:3], 2, axis=0) + 0.1, [0, 0, 1, 1, 2, 2])


def test_two_samples_of_two_classes_are_refused():
    with pytest.raises(ValueError, match="X must vary within a class"):
        LDA().fit([[0.0], [1.0]], [0, 1])


@pytest.mark.parametrize("q", [0, -1, 3, 1.0, True, "all"])
def test_a_wrong_number_of_components_is_refused(q):
    with pytest.raises(ValueError, match=f"n_components must be .*received {q!r}"):
        LDA(n_components=q).fit(X, y)


@pytest.mark.parametrize("gamma", [-0.1, 1.1, np.nan, "auto", None])
def test_a_wrong_shrinkage_is_refused(gamma):
    with pytest.raises(ValueError, match=r"shrinkage must be a number in \[0, 1\]; received"):
        LDA(shrinkage=gamma).fit(X, y)


@pytest.mark.parametrize("priors", [[0.5, 0.5], [0.5, 0.5, 0.0], [0.3, 0.3, 0.3], "equal"])
def test_wrong_priors_are_refused(priors):
    with pytest.raises(
        ValueError, match="priors must be 3 positive numbers that sum to 1; received"
    ):
        LDA(priors=priors).fit(X, y)


def test_labels_of_another_length_are_refused():
    with pytest.raises(ValueError, match="one entry for each of the 150 samples; received 149"):
        LDA().fit(X, y[:-1])
    with pytest.raises(ValueError, match=r"y must be 1-D .*use np.ravel"):
        LDA().fit(X, y[:, np.newaxis])


def test_values_whose_squares_overflow_are_refused():
    with pytest.raises(ValueError, match="exceed the range of float64; rescale X"):
        LDA().fit(X * 1e160, y)
    both_ways = np.array([[1, 1], [-1, -1], [1, -1], [-1, 1]]) * 1e200  # inf - inf
    with pytest.raises(ValueError, match="exceed the range of float64; rescale X"):
        LDA().fit(np.vstack([both_ways, both_ways]), [0] * 4 + [1] * 4)


@pytest.mark.parametrize("name", ["predict", "predict_proba", "decision_function", "transform"])
def test_before_fit_it_says_so(name):
    with pytest.raises(NotFittedError, match="not fitted"):
        getattr(LDA(), name)(X)


def test_fewer_within_directions_than_axes_give_fewer_axes():
    Z = np.column_stack([X[:, 0], np.zeros(150)])  # three classes, and one direction that varies
    lda = LDA().fit(Z, y)
    assert lda.scalings_.shape == (2, 1)
    assert lda.transform(Z).shape == (150, 1)


def test_the_memory_for_a_tall_table_is_a_block_and_not_a_second_table():
    import tracemalloc

    A, labels, *_ = planted(50_000, 20, 3)
    tracemalloc.start()
    LDA().fit(A, labels)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < A.nbytes / 2
