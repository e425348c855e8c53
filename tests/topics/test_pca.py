"""Principal components: by hand, planted, laws, optimality, two roads, claims that fail, edges."""

import inspect
from fractions import Fraction

import numpy as np
import pytest
import sympy as sp
from sklearn.decomposition import PCA as Authority
from sklearn.decomposition import KernelPCA as KernelAuthority
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from mlbook import data
from mlbook.contract import NotFittedError
from mlbook.linear.kernels import polynomial_kernel
from mlbook.linear.moments import column_means, scatter
from mlbook.pca import (
    PCA,
    KernelPCA,
    centre,
    centred_kernel,
    choose_dimension,
    compress_columns,
    compress_rows,
    covariance,
    distortion,
    explained,
    fix_signs,
    kept_variance,
    kernel_axes,
    kernel_scores,
    principal_axes,
    reconstruct,
    scores,
    singular_axes,
)

# --- by hand -------------------------------------------------------------------------------------

FIVE = [(-2, -1), (-1, -2), (0, 0), (1, 2), (2, 1)]  # scatter [[10, 8], [8, 10]]


def fractions(rows):
    return np.array([[Fraction(value) for value in row] for row in rows], dtype=object)


def test_both_covariances_of_five_points_by_hand():
    X = fractions(FIVE) + Fraction(1, 3)
    assert covariance(X, ddof=1).tolist() == [[Fraction(10, 4), 2], [2, Fraction(10, 4)]]
    assert covariance(X, ddof=0).tolist() == [[2, Fraction(8, 5)], [Fraction(8, 5), 2]]
    assert np.array_equal(covariance(X), covariance(X, ddof=1))


def test_axes_of_five_points_by_hand():
    # (1, 1) and (1, -1) diagonalize [[a, b], [b, a]]: eigenvalues a + b and a - b
    pca = PCA().fit(FIVE)
    np.testing.assert_allclose(pca.explained_variance_, [4.5, 0.5], rtol=1e-14)
    np.testing.assert_allclose(
        pca.components_, np.array([[1, 1], [1, -1]]) / np.sqrt(2), rtol=1e-14
    )
    np.testing.assert_allclose(pca.explained_variance_ratio_, [0.9, 0.1], rtol=1e-14)
    np.testing.assert_allclose(pca.singular_values_**2, [18, 2], rtol=1e-14)


def test_projection_by_hand_keeps_and_loses_what_the_eigenvalues_say():
    X, w = fractions(FIVE), fractions([(Fraction(3, 5),), (Fraction(4, 5),)])
    mean = X.mean(axis=0)
    S, approx = covariance(X, ddof=0), reconstruct(scores(X, mean, w), mean, w)
    assert kept_variance(S, w) == Fraction(442, 125)  # (9 * 2 + 24 * 8/5 + 16 * 2) / 25
    assert distortion(X, approx) == Fraction(58, 125)  # what remains of tr S = 4
    assert kept_variance(S, w) + distortion(X, approx) == np.trace(S)


def test_the_house_table_has_the_numbers_of_the_inventory():
    house = data.houses()
    X = np.column_stack([house.X, house.y])
    pca = PCA().fit(X)
    np.testing.assert_array_equal(covariance(X), [[747, 1795], [1795, 4425]])
    np.testing.assert_allclose(pca.explained_variance_, [5155.8144, 16.1856], atol=5e-5)
    np.testing.assert_allclose(pca.explained_variance_ratio_[0], 0.99687, atol=5e-6)
    np.testing.assert_allclose(pca.components_[0], [0.37708, 0.92618], atol=5e-6)


def test_the_distortion_of_the_random_table_has_the_numbers_of_the_inventory():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(40, 5)) @ rng.normal(size=(5, 5)) + 3
    expected = [27.9012, 14.3868, 5.2241, 0.5830, 0.0779, 0]
    _, W = principal_axes(covariance(X, ddof=0))
    mean = X.mean(axis=0)
    for q, J in enumerate(expected):
        approx = reconstruct(scores(X, mean, W[:, :q]), mean, W[:, :q])
        assert distortion(X, approx) == pytest.approx(J, abs=5e-5)


# --- planted -------------------------------------------------------------------------------------


def planted(n, singular, d, seed=0, mean=0.0):
    """Data with these singular values about their mean, and the axes that belong to them."""
    rng, r = np.random.default_rng(seed), len(singular)
    U, _ = np.linalg.qr(centre(rng.normal(size=(n, r))))
    W, _ = np.linalg.qr(rng.normal(size=(d, r)))
    return U * singular @ W.T + mean, fix_signs(W)


@pytest.mark.parametrize("n, d", [(200, 6), (30, 6), (7, 12)])
def test_planted_singular_values_and_axes_come_back(n, d):
    X, W = planted(n, [3.142, 2.718, 1.0], d, mean=5.0)
    pca = PCA(n_components=3).fit(X)
    np.testing.assert_allclose(pca.singular_values_, [3.142, 2.718, 1.0], rtol=1e-12)
    np.testing.assert_allclose(pca.components_.T, W, atol=1e-12)
    np.testing.assert_allclose(
        pca.explained_variance_, pca.singular_values_**2 / (n - 1), rtol=1e-14
    )


def test_a_turned_cloud_gives_back_its_angle_and_its_spreads():
    X = data.blob(20000, seed=0, mean=(4.0, -1.0), sd=(3.0, 0.4), degrees=30.0)
    pca = PCA().fit(X)
    turn = np.deg2rad(30)
    np.testing.assert_allclose(pca.components_[0], [np.cos(turn), np.sin(turn)], atol=0.003)
    np.testing.assert_allclose(pca.explained_variance_, [9, 0.16], rtol=0.05)  # 5 standard errors


def test_a_cloud_at_45_degrees_varies_alike_on_both_axes_and_not_along_its_own():
    X = data.blob(20000, seed=1)
    spread, axes = np.diag(covariance(X)), PCA().fit(X).explained_variance_
    assert spread[0] / spread[1] == pytest.approx(1, abs=0.02)
    assert axes[0] / axes[1] > 50


# --- laws ----------------------------------------------------------------------------------------

TABLES = {
    "iris": data.iris().X,
    "wine": data.wine().X,
    "digits": data.digits().X[:300],
    "wide": np.random.default_rng(1).normal(size=(9, 25)) + 2,
    "square": np.random.default_rng(2).normal(size=(8, 8)),
}
every_table = pytest.mark.parametrize("X", TABLES.values(), ids=TABLES)


@every_table
def test_axes_are_orthonormal_and_variances_descend(X):
    pca = PCA().fit(X)
    q = min(X.shape)
    assert pca.components_.shape == (q, X.shape[1])
    np.testing.assert_allclose(pca.components_ @ pca.components_.T, np.eye(q), atol=1e-12)
    assert (np.diff(pca.explained_variance_) <= 0).all()
    assert (pca.explained_variance_ >= 0).all()


@every_table
def test_every_axis_is_an_eigenvector_of_the_covariance(X):
    pca, S = PCA().fit(X), covariance(X)
    residual = S @ pca.components_.T - pca.components_.T * pca.explained_variance_
    assert np.abs(residual).max() < 1e-13 * len(S) * pca.explained_variance_[0]  # rounding of S


@every_table
def test_scores_are_centred_uncorrelated_and_have_the_variances_explained(X):
    pca = PCA().fit(X)
    Z = pca.transform(X)
    tolerance = 1e-12 * pca.explained_variance_[0]
    np.testing.assert_allclose(Z.mean(axis=0), 0, atol=1e-12 * np.abs(X).max())
    np.testing.assert_allclose(covariance(Z), np.diag(pca.explained_variance_), atol=tolerance)


@every_table
def test_shares_sum_to_one_and_all_axes_give_the_data_back(X):
    pca = PCA().fit(X)
    assert pca.explained_variance_ratio_.sum() == pytest.approx(1, rel=1e-12)
    back = pca.inverse_transform(pca.transform(X))
    np.testing.assert_allclose(back, X, atol=1e-12 * np.abs(X).max())


@every_table
@pytest.mark.parametrize("q", [1, 3, 7])
def test_distortion_is_the_sum_of_the_eigenvalues_left_out(X, q):
    q = min(q, X.shape[1] - 1)
    pca, n = PCA(n_components=q).fit(X), len(X)
    lost = np.trace(covariance(X, ddof=0)) - pca.explained_variance_.sum() * (n - 1) / n
    found = distortion(X, pca.inverse_transform(pca.transform(X)))
    assert found == pytest.approx(lost, rel=1e-9, abs=1e-12 * np.trace(covariance(X)))


@every_table
def test_fewer_axes_are_the_first_of_more(X):
    few, all_ = PCA(n_components=2).fit(X), PCA().fit(X)
    np.testing.assert_allclose(few.components_, all_.components_[:2], atol=1e-10)
    np.testing.assert_allclose(
        few.explained_variance_ratio_, all_.explained_variance_ratio_[:2], rtol=1e-10
    )


@every_table
def test_shifting_leaves_axes_and_scaling_multiplies_variances(X):
    base, moved = PCA(2).fit(X), PCA(2).fit(4 * X + 64)
    np.testing.assert_allclose(moved.components_, base.components_, atol=1e-9)
    np.testing.assert_allclose(moved.explained_variance_, 16 * base.explained_variance_, rtol=1e-11)


def test_turning_the_data_turns_the_axes():
    X = TABLES["iris"]
    Q, _ = np.linalg.qr(np.random.default_rng(3).normal(size=(4, 4)))
    turned, base = PCA().fit(X @ Q), PCA().fit(X)
    np.testing.assert_allclose(
        turned.components_.T, fix_signs(Q.T @ base.components_.T), atol=1e-12
    )
    np.testing.assert_allclose(turned.explained_variance_, base.explained_variance_, rtol=1e-12)


def test_the_order_of_the_samples_does_not_matter():
    X = TABLES["wine"]
    order = np.random.default_rng(4).permutation(len(X))
    np.testing.assert_allclose(
        PCA(3).fit(X[order]).components_, PCA(3).fit(X).components_, atol=1e-9
    )


# --- the sign convention -------------------------------------------------------------------------


def test_the_largest_entry_of_an_axis_is_positive():
    W = np.array([[0.6, -0.8, 0.0], [-0.8, 0.6, 0.0], [0.0, 0.0, -1.0]])
    expected = [[-0.6, 0.8, 0.0], [0.8, -0.6, 0.0], [0.0, 0.0, 1.0]]
    np.testing.assert_array_equal(fix_signs(W), expected)
    np.testing.assert_array_equal(fix_signs(-W), expected)


@pytest.mark.parametrize("noise", [0, 1e-15, -1e-15])
def test_among_equally_large_entries_the_first_is_positive_whatever_the_rounding(noise):
    w = np.array([[-1.0], [1.0 + noise], [0.5]])
    assert fix_signs(w)[0, 0] == 1


def test_fixed_signs_have_no_negative_zero():
    assert not np.signbit(fix_signs(np.array([[0.0], [-1.0]]))).any()


def test_the_zero_axis_stays_zero():
    assert not fix_signs(np.zeros((3, 1))).any()


@every_table
def test_both_roads_obey_the_sign_convention(X):
    W = PCA(n_components=2).fit(X).components_.T
    np.testing.assert_array_equal(W, fix_signs(W))


# --- optimality ----------------------------------------------------------------------------------


@pytest.mark.parametrize("q", [1, 2, 3])
@pytest.mark.parametrize("table", ["iris", "wine"])
def test_no_orthonormal_basis_keeps_more_variance_ky_fan(table, q):
    X, rng = TABLES[table], np.random.default_rng(q)
    S, best = covariance(X), PCA(n_components=q).fit(X)
    top = best.explained_variance_.sum()
    assert kept_variance(S, best.components_.T) == pytest.approx(top, rel=1e-12)
    for size in [0.01, 0.1, 1.0, 10.0] * 25:
        W, _ = np.linalg.qr(best.components_.T + size * rng.normal(size=(X.shape[1], q)))
        assert kept_variance(S, W) < top


@pytest.mark.parametrize("q", [1, 2, 3])
def test_no_plane_in_any_position_reconstructs_better(q):
    X, rng = TABLES["iris"], np.random.default_rng(q)
    pca = PCA(n_components=q).fit(X)
    least = distortion(X, pca.inverse_transform(pca.transform(X)))
    for size in [0.01, 0.1, 1.0] * 30:
        W, _ = np.linalg.qr(pca.components_.T + size * rng.normal(size=(4, q)))
        mean = pca.mean_ + size * rng.normal(size=4)
        assert distortion(X, reconstruct(scores(X, mean, W), mean, W)) > least


def test_each_axis_is_best_among_those_orthogonal_to_the_earlier_ones():
    X = TABLES["wine"]
    pca = PCA(n_components=4).fit(X)
    rest = centre(X)
    for axis, variance in zip(pca.components_, pca.explained_variance_, strict=True):
        greedy = PCA(n_components=1).fit(rest)
        np.testing.assert_allclose(greedy.components_[0], axis, atol=1e-6)
        assert greedy.explained_variance_[0] == pytest.approx(variance, rel=1e-9)
        rest = rest - rest @ np.outer(axis, axis)


# --- two roads and an authority ------------------------------------------------------------------


def nasty():
    rng = np.random.default_rng(11)
    base = rng.normal(size=(120, 6)) @ rng.normal(size=(6, 6))
    return {
        "plain": base,
        "collinear": np.column_stack([base, base[:, 0] + base[:, 1], 2 * base[:, 2]]),
        "n < d": base[:5],
        "n = d": base[:6],
        "two samples": base[:2],
        "one feature": base[:, :1],
        "constant column": np.column_stack([base, np.full(120, 0.1)]),
        "small": base * 1e-6,
        "large": base * 1e6,
        "tiny": base * 1e-100,
        "huge": base * 1e100,
        "mixed scales": base * [1e-3, 1e-2, 1, 1, 1e2, 1e3],
        "far mean": base + 1e6,
        "repeated rows": np.repeat(base[:7], 20, axis=0),
        "integers": np.round(3 * base),
    }


every_nasty = pytest.mark.parametrize("X", nasty().values(), ids=nasty())


@every_nasty
def test_the_eigenvalue_road_and_the_svd_road_agree(X):
    eigenvalues, W = principal_axes(covariance(X))
    s, V = singular_axes(centre(X))
    variances, r = s**2 / (len(X) - 1), len(s)
    scale = 1e-12 * variances[0]  # the product X^T X is rounded by about 1e-16 of its norm
    np.testing.assert_allclose(eigenvalues[:r], variances, atol=scale)
    np.testing.assert_allclose(W * eigenvalues @ W.T, V * variances @ V.T, atol=scale)


@every_nasty
@pytest.mark.parametrize("n_components", [1, None])
def test_it_agrees_with_scikit_learn(X, n_components):
    ours = PCA(n_components).fit(X)
    theirs = Authority(n_components, svd_solver="full").fit(X)
    first = theirs.singular_values_[0]
    np.testing.assert_allclose(ours.mean_, theirs.mean_, rtol=1e-12, atol=1e-13 * np.abs(X).max())
    np.testing.assert_allclose(
        ours.singular_values_, theirs.singular_values_, rtol=1e-9, atol=1e-13 * first
    )
    np.testing.assert_allclose(
        ours.explained_variance_ratio_, theirs.explained_variance_ratio_, rtol=1e-9, atol=1e-13
    )
    there = theirs.inverse_transform(theirs.transform(X))
    back = ours.inverse_transform(ours.transform(X))
    np.testing.assert_allclose(back, there, atol=1e-9 * first + 1e-13 * np.abs(X).max())


def test_it_has_the_axes_of_scikit_learn_with_their_signs():
    X = TABLES["wine"]
    np.testing.assert_allclose(PCA().fit(X).components_, Authority().fit(X).components_, atol=1e-8)


def test_the_signs_of_two_standardized_features_are_left_to_rounding():
    differ = 0
    for seed in range(20):
        X = np.random.default_rng(seed).normal(size=(30, 2))
        X = centre(X) / X.std(axis=0, ddof=1)
        ours, theirs = PCA().fit(X).components_, Authority(svd_solver="full").fit(X).components_
        np.testing.assert_allclose(np.abs(ours), np.sqrt(0.5))
        np.testing.assert_allclose(np.abs(theirs), np.sqrt(0.5))
        differ += (np.sign(ours) != np.sign(theirs)).any()
    assert 0 < differ < 20


def test_a_pipeline_of_scikit_learn_has_our_scores_but_for_the_divisor():
    X = TABLES["wine"]
    model = make_pipeline(StandardScaler(), Authority(n_components=0.9))
    standard = centre(X) / X.std(axis=0, ddof=1)
    ours = PCA(n_components=0.9).fit(standard)
    factor = np.sqrt(len(X) / (len(X) - 1))
    np.testing.assert_allclose(model.fit_transform(X), factor * ours.transform(standard), atol=1e-9)
    raw = Authority(n_components=1).fit(X)  # it does not standardize
    np.testing.assert_allclose(raw.mean_, X.mean(axis=0))
    np.testing.assert_allclose(raw.components_, PCA(1).fit(X).components_, atol=1e-8)


def test_whitened_components_of_scikit_learn_have_variance_one():
    X = TABLES["wine"]
    ours, theirs = PCA().fit(X), Authority(whiten=True).fit(X)
    white = ours.transform(X) / np.sqrt(ours.explained_variance_)
    np.testing.assert_allclose(theirs.transform(X), white, atol=1e-8)
    np.testing.assert_allclose(white.var(axis=0, ddof=1), 1, rtol=1e-9)


@pytest.mark.parametrize("far", [0.0, 1e3, 1e6, 1e9])
def test_a_far_mean_costs_no_digits(far):
    # whole numbers: adding 1e9 to them rounds nothing, so the right answer is that at far = 0
    X = np.round(1000 * planted(4000, [9.0, 5.0, 2.0, 1.0], 4)[0] * 60)
    base, moved = PCA().fit(X), PCA().fit(X + 1000 * far)
    np.testing.assert_allclose(moved.explained_variance_, base.explained_variance_, rtol=1e-11)
    np.testing.assert_allclose(moved.components_, base.components_, atol=1e-11)


@pytest.mark.parametrize("mean", [0.0, 1.0, 50.0, 1e6])
@pytest.mark.parametrize("n", [3, 1024, 1025, 5000])
def test_the_fast_scatter_is_the_plain_covariance(n, mean):
    X = np.random.default_rng(n).normal(size=(n, 3)) * [1, 2, 3] + mean
    means, C = scatter(X)
    np.testing.assert_allclose(means, X.mean(axis=0), rtol=1e-12, atol=1e-14)
    np.testing.assert_allclose(C / (n - 1), covariance(X), rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("outlier", [0, 2000, 2999])
def test_the_fast_scatter_survives_an_outlier_wherever_it_stands(outlier):
    X = np.random.default_rng(5).normal(size=(3000, 2)) + 40
    X[outlier] = [1e5, -1e5]
    np.testing.assert_allclose(scatter(X)[1], 2999 * covariance(X), rtol=1e-12)


def test_the_fast_scatter_survives_a_trend():
    noise = np.random.default_rng(6).normal(size=(5000, 2))
    X = np.linspace(0, 1e4, 5000)[:, np.newaxis] * [1.0, -2.0] + noise
    np.testing.assert_allclose(scatter(X)[1], 4999 * covariance(X), rtol=1e-12)


def test_a_small_eigenvalue_is_right_although_the_product_would_lose_it():
    # singular values 1 and 1e-9: their squares lie 18 digits apart
    X, W = planted(500, [1.0, 1e-3, 1e-9], 3)
    pca = PCA().fit(X)
    np.testing.assert_allclose(pca.singular_values_, [1.0, 1e-3, 1e-9], rtol=1e-6)
    np.testing.assert_allclose(pca.components_.T, W, atol=1e-6)


# --- compression ---------------------------------------------------------------------------------


def test_columns_and_rows_compress_to_one_table_that_none_of_its_rank_surpasses():
    Xc = centre(data.wine().X)
    (Z, V), (mixtures, U) = compress_columns(Xc, 3), compress_rows(Xc, 3)
    np.testing.assert_allclose(U @ mixtures, Z @ V.T, atol=1e-9 * np.abs(Xc).max())
    assert Z.shape == (178, 3) and mixtures.shape == (3, 13)
    lost = np.linalg.norm(Xc - Z @ V.T)
    np.testing.assert_allclose(lost**2, (np.linalg.svd(Xc)[1][3:] ** 2).sum(), rtol=1e-9)
    drawn = Xc[[0, 60, 150]]
    assert np.linalg.norm(Xc - Xc @ np.linalg.pinv(drawn) @ drawn) > lost


def test_the_mixtures_have_the_axes_of_all_rows():
    Xc = centre(data.wine().X)
    mixtures, _ = compress_rows(Xc, 2)
    values, axes = np.linalg.eigh(mixtures.T @ mixtures)
    every, W = np.linalg.eigh(Xc.T @ Xc)
    np.testing.assert_allclose(values[-2:], every[-2:], rtol=1e-9)
    np.testing.assert_allclose(np.abs(axes[:, -2:]), np.abs(W[:, -2:]), atol=1e-8)


# --- kernels -------------------------------------------------------------------------------------


def test_a_centred_kernel_is_the_products_of_centred_features():
    rng = np.random.default_rng(0)
    Phi = rng.normal(size=(7, 3)) + 5
    Xc = centre(Phi)
    np.testing.assert_allclose(centred_kernel(Phi @ Phi.T), Xc @ Xc.T, atol=1e-12)
    assert np.abs(centred_kernel(Phi @ Phi.T).sum(axis=0)).max() < 1e-12


def test_plain_products_as_kernel_give_principal_components():
    X = data.iris().X
    eigenvalues, A = kernel_axes(X @ X.T, 3)
    plain = PCA(3).fit(X)
    np.testing.assert_allclose(eigenvalues / 149, plain.explained_variance_, rtol=1e-9)
    new = X[:5] + 1
    found = kernel_scores(new @ X.T, (X @ X.T).mean(axis=0), eigenvalues, A)
    np.testing.assert_allclose(np.abs(found), np.abs(plain.transform(new)), atol=1e-9)


@pytest.mark.parametrize("gamma", [0.01, 0.5, 3.0])
def test_kernel_components_agree_with_scikit_learn(gamma):
    X = data.iris().X
    ours = KernelPCA(3, gamma).fit(X)
    theirs = KernelAuthority(3, kernel="rbf", gamma=gamma, eigen_solver="dense").fit(X)
    np.testing.assert_allclose(ours.eigenvalues_, theirs.eigenvalues_, rtol=1e-9)
    for points in (X, X[:6] + 0.1):
        there = theirs.transform(points)
        sign = np.sign((ours.transform(X) * theirs.transform(X)).sum(axis=0))
        np.testing.assert_allclose(ours.transform(points) * sign, there, atol=1e-8)


def test_other_kernels_agree_with_scikit_learn():
    X = data.iris().X[::5]
    K = polynomial_kernel(X, X, 0.1, 1.0, 3)
    eigenvalues, A = kernel_axes(K, 2)
    theirs = KernelAuthority(2, kernel="poly", gamma=0.1, coef0=1, degree=3).fit(X)
    np.testing.assert_allclose(eigenvalues, theirs.eigenvalues_, rtol=1e-9)
    scores = kernel_scores(K, K.mean(axis=0), eigenvalues, A)
    np.testing.assert_allclose(np.abs(scores), np.abs(theirs.transform(X)), atol=1e-8)


def test_scores_of_the_samples_are_roots_of_eigenvalues_times_vectors():
    X = np.random.default_rng(0).normal(size=(40, 3))
    model = KernelPCA(4, 0.3).fit(X)
    there = model.eigenvectors_ * np.sqrt(model.eigenvalues_)
    np.testing.assert_allclose(model.transform(X), there, atol=1e-12)


def test_samples_that_coincide_have_no_axes_and_scores_of_zero():
    model = KernelPCA(2).fit(np.ones((5, 2)))
    assert not model.eigenvalues_.any()
    assert not model.transform([[1.0, 1.0], [4.0, 0.0]]).any()


def test_more_axes_than_samples_less_one_are_refused():
    with pytest.raises(ValueError, match="at most n - 1 = 2; received 3"):
        KernelPCA(3).fit(np.eye(3))
    with pytest.raises(ValueError, match="gamma must be"):
        KernelPCA(1, gamma=0.0).fit(np.eye(3))


# --- choosing the dimension ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "alpha, q", [(0.5, 1), (0.6, 1), (0.61, 2), (0.9, 2), (0.91, 3), (0.999, 3), (1.0, 3)]
)
def test_the_smallest_dimension_that_reaches_the_share_is_chosen(alpha, q):
    assert choose_dimension(np.array([0.6, 0.3, 0.1, 0.0]), alpha) == q


def test_a_share_that_is_reached_but_for_rounding_is_reached():
    eigenvalues = np.array([0.6, 0.5, 0.1])
    assert eigenvalues[0] < 0.5 * eigenvalues.sum()  # by one unit in the last place
    assert choose_dimension(eigenvalues, 0.5) == 1


def test_one_axis_is_chosen_where_there_is_no_variance():
    assert choose_dimension(np.zeros(3), 0.9) == 1


@pytest.mark.parametrize("alpha", [0, -0.1, 1.1, np.nan, "0.9"])
def test_a_share_outside_zero_to_one_is_refused(alpha):
    with pytest.raises(ValueError, match=r"alpha must be a number in \(0, 1\]; received"):
        choose_dimension(np.ones(2), alpha)


def test_eigenvalues_that_are_no_numbers_are_refused_by_name():
    with pytest.raises(ValueError, match=r"^eigenvalues must"):
        choose_dimension([np.nan], 0.9)


@every_table
@pytest.mark.parametrize("alpha", [0.3, 0.9, 0.99])
def test_a_fraction_keeps_enough_axes_and_not_one_too_many(X, alpha):
    pca = PCA(n_components=alpha).fit(X)
    kept = np.cumsum(pca.explained_variance_ratio_)
    assert kept[-1] >= alpha
    assert pca.n_components_ == 1 or kept[-2] < alpha
    assert pca.n_components_ == Authority(alpha, svd_solver="full").fit(X).n_components_


def test_shares_are_of_the_whole_variance():
    np.testing.assert_allclose(explained(np.array([3.0, 1.0])), [0.75, 0.25])
    assert explained(np.zeros(2)).tolist() == [0, 0]


# --- claims that fail ----------------------------------------------------------------------------


def test_without_orthogonality_the_first_axis_twice_beats_the_two_best():
    S, e = np.diag([3.0, 1.0, 0.5]), np.eye(3)
    assert kept_variance(S, e[:, [0, 0]]) == 6
    assert kept_variance(S, principal_axes(S)[1][:, :2]) == 4


def test_without_centring_the_svd_finds_the_mean_and_keeps_no_variance():
    X = np.column_stack([np.full(5, 10.0), np.arange(-2, 3)])
    _, raw = singular_axes(X)
    _, axes = singular_axes(centre(X))
    S = covariance(X, ddof=0)
    np.testing.assert_allclose(raw[:, 0], [1, 0], atol=1e-12)
    assert [kept_variance(S, W[:, :1]) for W in (raw, axes)] == pytest.approx([0, 2], abs=1e-12)
    mean = X.mean(axis=0)
    assert distortion(X, reconstruct(scores(X, mean, axes[:, :1]), mean, axes[:, :1])) < 1e-24


def test_the_uncentred_house_table_is_more_than_three_degrees_off():
    house = data.houses()
    X = np.column_stack([house.X, house.y])
    raw = singular_axes(X)[1][:, 0]
    np.testing.assert_allclose(raw, [0.43424, 0.90080], atol=5e-6)
    angle = np.degrees(np.arccos(raw @ PCA().fit(X).components_[0]))
    assert angle == pytest.approx(3.58, abs=0.005)


def test_orthogonal_axes_that_are_not_normal_do_not_reconstruct():
    X = TABLES["iris"]
    pca = PCA().fit(X)
    W, mean = 2 * pca.components_.T, pca.mean_
    error = np.abs(reconstruct(scores(X, mean, W), mean, W) - X).max()
    assert error == pytest.approx(3 * np.abs(X - mean).max(), rel=1e-9)  # 4 times the deviation


@pytest.mark.parametrize("r", [1, 2])
def test_columns_are_compressed_by_v_and_rows_by_u_exactly(r):
    A = np.random.default_rng(0).normal(size=(40, 5))
    U, s, Vt = np.linalg.svd(A, full_matrices=False)
    np.testing.assert_allclose(A @ Vt[:r].T, U[:, :r] * s[:r], atol=1e-13)
    np.testing.assert_allclose(U[:, :r].T @ A, s[:r, np.newaxis] * Vt[:r], atol=1e-13)
    with pytest.raises(ValueError, match="mismatch in its core dimension"):
        A @ Vt[:r]  # as printed: 40 x 5 times r x 5


def test_the_eigenvectors_of_one_side_give_those_of_the_other():
    A = np.random.default_rng(0).normal(size=(40, 5))
    eigenvalues, V = principal_axes(A.T @ A)
    U, _, _ = np.linalg.svd(A, full_matrices=False)
    np.testing.assert_allclose(fix_signs(A @ V / np.sqrt(eigenvalues)), fix_signs(U), atol=1e-12)


def test_the_axis_of_largest_variance_can_know_nothing_of_the_classes():
    X, classes = np.array([[-10, -1], [10, -1], [-10, 1], [10, 1]]), np.array([0, 0, 1, 1])
    Z = PCA().fit_transform(X)
    np.testing.assert_allclose(Z[:, 0], [-10, 10, -10, 10], atol=1e-12)
    np.testing.assert_array_equal(Z[:, 1] > 0, classes == 1)


def test_the_male_and_female_columns_have_one_axis():
    X = data.male_female().X
    pca = PCA().fit(X)
    assert np.corrcoef(X.T)[0, 1] == pytest.approx(-1)
    assert pca.explained_variance_[1] == pytest.approx(0, abs=1e-30)
    np.testing.assert_allclose(
        PCA(1).fit(X).inverse_transform(PCA(1).fit_transform(X)), X, atol=1e-15
    )


def test_the_unit_of_a_feature_decides_the_axes():
    X = TABLES["wine"]
    assert PCA(1).fit(X).explained_variance_ratio_[0] > 0.99  # proline in mg/l drowns the rest
    assert PCA(1).fit(X / X.std(axis=0)).explained_variance_ratio_[0] < 0.4


# --- the functions are the formulas --------------------------------------------------------------


def symbols(name, rows, columns):
    names = [[f"{name}{i}{j}" for j in range(columns)] for i in range(rows)]
    return np.array([[sp.Symbol(entry, real=True) for entry in row] for row in names])


def test_covariance_on_symbols_is_its_definition_for_both_normalizations():
    n, d = 3, 2
    X = symbols("x", n, d)
    for ddof in (0, 1):
        S = covariance(X, ddof)
        for j in range(d):
            for k in range(d):
                a, b = sum(X[:, j]) / sp.Integer(n), sum(X[:, k]) / sp.Integer(n)
                products = sum((X[i, j] - a) * (X[i, k] - b) for i in range(n))
                assert sp.expand(S[j, k] - products / sp.Integer(n - ddof)) == 0
                assert not S[j, k].atoms(sp.Float)


def test_kept_plus_lost_is_the_total_on_symbols_for_any_unit_vector():
    X, t = symbols("x", 3, 2), sp.Symbol("t", real=True)
    w = np.array([[1 - t**2], [2 * t]]) / (1 + t**2)
    mean = X.mean(axis=0)
    S, lost = covariance(X, ddof=0), distortion(X, reconstruct(scores(X, mean, w), mean, w))
    assert sp.cancel(kept_variance(S, w) + lost - np.trace(S)) == 0
    assert sp.cancel(kept_variance(covariance(X, ddof=1), w) + lost - np.trace(S)) != 0


# --- edges and errors ----------------------------------------------------------------------------


@pytest.mark.parametrize("value", [0.0, 0.1, -1e6, 1e300])
@pytest.mark.parametrize("shape", [(50, 3), (2, 5)])
def test_constant_data_have_no_variance_and_come_back(value, shape):
    X = np.full(shape, value)
    pca = PCA().fit(X)
    assert not pca.explained_variance_.any()
    assert not pca.explained_variance_ratio_.any()
    np.testing.assert_allclose(pca.components_ @ pca.components_.T, np.eye(min(shape)), atol=1e-15)
    np.testing.assert_array_equal(pca.inverse_transform(pca.transform(X)), X)
    assert PCA(0.5).fit(X).n_components_ == 1


def test_the_mean_of_a_constant_column_is_exact():
    X = np.column_stack([np.full(1000, 0.1), np.arange(1000.0)])
    assert column_means(X).tolist() == [0.1, 499.5]


def test_with_fewer_samples_than_features_there_are_at_most_n_minus_one_variances():
    pca = PCA().fit(TABLES["wide"])
    assert pca.n_components_ == 9
    assert (pca.explained_variance_[:8] > 0.1).all()
    assert pca.explained_variance_[8] < 1e-28


@pytest.mark.parametrize("n_components", [0, 5, -1, 1.0, 0.0, 1.5, True, "mle", np.nan])
def test_an_impossible_number_of_components_is_refused(n_components):
    with pytest.raises(ValueError) as refusal:
        PCA(n_components).fit(TABLES["iris"])
    allowed = "an integer in 1..4 = min(n, d), a fraction in (0, 1), or None"
    assert str(refusal.value) == f"n_components must be {allowed}; received {n_components!r}"


def test_one_sample_has_no_variance_and_is_refused():
    with pytest.raises(
        ValueError, match=r"X has 1 sample\(s\) \(shape=\(1, 3\)\) while a minimum of 2"
    ):
        PCA().fit([[1.0, 2.0, 3.0]])


def test_before_fit_there_is_no_plane_to_return_to():
    with pytest.raises(NotFittedError, match="this PCA is not fitted yet"):
        PCA().inverse_transform(np.zeros((1, 3)))


def test_scores_of_another_width_are_refused():
    pca = PCA(n_components=2).fit(TABLES["iris"])
    with pytest.raises(ValueError, match="Z has 3 columns, but PCA kept 2 components"):
        pca.inverse_transform(np.zeros((1, 3)))


@pytest.mark.parametrize("n", [2, 100])
def test_a_variance_beyond_float64_is_refused(n):
    X = np.random.default_rng(0).normal(size=(n, 3)) * 1e200
    with pytest.raises(ValueError, match="rescale X"):
        PCA().fit(X)


def test_a_comment_beside_scikit_learns_pca_has_another_divisor_than_its_code():
    source = inspect.getsource(Authority.fit_transform)  # of release 1.9.1
    assert "X_new = X * V / S * sqrt(n_samples)" in source and "sqrt(X.shape[0] - 1)" in source
