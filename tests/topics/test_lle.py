"""Locally linear embedding: by hand, planted, laws, optimality, two roads, tables, edges."""

from fractions import Fraction

import numpy as np
import pytest
from scipy.sparse.csgraph import shortest_path
from sklearn.manifold import Isomap, SpectralEmbedding
from sklearn.manifold import LocallyLinearEmbedding as Authority

from mlbook import data, lle
from mlbook.lle import (
    LLE,
    alignment,
    dense_weights,
    embed,
    gram,
    local_weights,
    neighbours,
    reconstruction_cost,
    weights,
)
from mlbook.pca import PCA

# --- by hand -------------------------------------------------------------------------------------

# eight points along a U: down, across, up, at distance 1
U_SHAPE = np.array([(0, 2), (0, 1), (0, 0), (1, 0), (2, 0), (3, 0), (3, 1), (3, 2)])


def u_weights():
    """R of the U for k = 2: the ends are 2 x_2 - x_3 and its mirror, the others middles."""
    R = np.full((8, 8), Fraction(0), dtype=object)
    R[0, [1, 2]] = R[7, [6, 5]] = Fraction(2), Fraction(-1)
    for i in range(1, 7):
        R[i, [i - 1, i + 1]] = Fraction(1, 2)
    return R


def test_the_u_has_its_neighbours_by_hand_and_ties_go_to_the_lower_index():
    expected = [[1, 2], [0, 2], [1, 3], [2, 4], [3, 5], [4, 6], [5, 7], [6, 5]]
    assert neighbours(U_SHAPE.astype(float), 2).tolist() == expected


def test_the_u_costs_one_in_the_plane_and_nothing_on_the_line():
    R, X = u_weights(), U_SHAPE * Fraction(1)
    M, line = alignment(R), np.arange(1, 9)[:, np.newaxis] * Fraction(1)
    assert reconstruction_cost(X, R) == 1  # each corner misses by (1/2, 1/2)
    assert reconstruction_cost(line, R) == 0
    assert not (M @ line).any() and not M.sum(axis=1).any()
    assert (M == M.T).all() and np.trace(line.T @ M @ line) == 0


def test_the_estimator_unrolls_the_u_to_equal_steps():
    model = LLE(n_components=1, n_neighbors=2, reg=1e-12).fit(U_SHAPE)
    R = dense_weights(model.neighbours_, model.weights_, 8)
    np.testing.assert_allclose(R, u_weights().astype(float), atol=1e-10)
    line = (np.arange(8) - 3.5) * np.sqrt(8 / 42)  # sum of squares 42 without the factor
    np.testing.assert_allclose(abs(model.embedding_ @ [1]), abs(line), atol=1e-6)
    assert model.reconstruction_error_ < 1e-20 and model.n_parts_ == 1


def test_weights_of_two_gram_matrices_by_hand():
    np.testing.assert_allclose(weights(np.array([[2.0, 1], [1, 3]]), 0), [2 / 3, 1 / 3])
    both = weights(np.array([[[1.0, 2], [2, 4]], [[1, -1], [-1, 1]]]), 1e-12)  # both singular
    np.testing.assert_allclose(both, [[2, -1], [0.5, 0.5]], atol=1e-10)


def test_the_gram_matrix_holds_the_inner_products_of_differences():
    D = np.array(
        [[Fraction(1), Fraction(2)], [Fraction(3), Fraction(-1)], [Fraction(0), Fraction(1)]]
    )
    assert gram(D).tolist() == [[5, 1, 2], [1, 10, -1], [2, -1, 1]]


# --- planted -------------------------------------------------------------------------------------


def affine_fit(X, Y):
    """R^2 of the best affine map from X to Y, over all coordinates."""
    A = np.column_stack([np.ones(len(X)), X])
    residual = Y - A @ np.linalg.lstsq(A, Y, rcond=None)[0]
    return 1 - (residual**2).sum() / ((Y - Y.mean(axis=0)) ** 2).sum()


@pytest.mark.parametrize("n", [150, 600])  # the dense road, and blocks
def test_a_flat_sheet_in_space_comes_back_up_to_an_affine_map(n):
    rng = np.random.default_rng(0)
    flat = rng.uniform(size=(n, 2))
    X = flat @ rng.normal(size=(2, 5)) + 7
    model = LLE(2, 8, reg=1e-9).fit(X)
    assert affine_fit(flat, model.embedding_) > 1 - 1e-6
    assert model.reconstruction_error_ < 1e-12


def test_a_swiss_roll_is_unrolled_along_its_length():
    X, flat = data.swiss_roll(2000, seed=0)
    Y = LLE(2, 12).fit_transform(X)
    assert affine_fit(Y, flat[:, :1]) > 0.97
    assert affine_fit(PCA(2).fit_transform(X), flat[:, :1]) < 0.2


# --- tables --------------------------------------------------------------------------------------

SPIRAL = {
    4: (1.0000, 0.107), 8: (1.0000, 0.108), 12: (1.0000, 0.108), 16: (0.7116, 0.048),
    20: (0.7484, 0.034), 30: (0.2965, 0.251), 40: (0.2346, 0.929), 60: (0.2843, 1.000),
    100: (0.3222, 1.000), 299: (0.2492, 1.000),
}  # fmt: skip
ROLL = {6: 0.469, 8: 0.486, 10: 0.612, 12: 0.620, 15: 0.617, 20: 0.514, 30: 0.473, 50: 0.437, 100: 0.406}  # fmt: skip


@pytest.mark.parametrize("k", SPIRAL)
def test_the_spiral_is_unrolled_by_few_neighbours_and_copied_by_many(k):
    X, arc = data.spiral(300)
    Y = LLE(1, k).fit_transform(X)
    correlation, r2 = SPIRAL[k]
    assert abs(np.corrcoef(Y[:, 0], arc)[0, 1]) == pytest.approx(correlation, abs=5e-5)
    assert affine_fit(X, Y) == pytest.approx(r2, abs=5e-4)


def preserved(A, B, k=10):
    """Share of the k nearest neighbours in A that are among the k nearest in B."""
    pairs = zip(neighbours(A, k), neighbours(B, k), strict=True)
    return np.mean([np.isin(a, b).mean() for a, b in pairs])


def test_the_swiss_roll_keeps_most_neighbours_for_middling_k():
    X, flat = data.swiss_roll(1000, seed=0)
    for k, share in ROLL.items():
        assert preserved(flat, LLE(2, k).fit_transform(X)) == pytest.approx(share, abs=6e-4)
    assert preserved(flat, PCA(2).fit_transform(X)) == pytest.approx(0.444, abs=6e-4)


# --- laws ----------------------------------------------------------------------------------------

TABLES = {
    "iris": data.iris().X,
    "wine": data.wine().X,
    "digits": data.digits().X[:400],
    "wide": np.random.default_rng(1).normal(size=(30, 90)),
    "roll": data.swiss_roll(500, seed=3)[0],
    "integers": np.random.default_rng(2).integers(0, 4, size=(90, 3)).astype(float),
    "one point": np.ones((12, 2)),
    "far": data.swiss_roll(300, seed=3)[0] + 1e7,
}
every_table = pytest.mark.parametrize("X", TABLES.values(), ids=TABLES)


@every_table
def test_weights_sum_to_one_and_belong_to_other_samples(X):
    model = LLE(2, 7).fit(X)
    assert model.weights_.shape == model.neighbours_.shape == (len(X), 7)
    np.testing.assert_allclose(model.weights_.sum(axis=1), 1, rtol=1e-12)
    assert (model.neighbours_ != np.arange(len(X))[:, np.newaxis]).all()
    assert all(len(set(row)) == 7 for row in model.neighbours_.tolist())


@every_table
def test_the_embedding_obeys_both_constraints_and_solves_the_eigenproblem(X):
    model = LLE(3, 7).fit(X)
    Y, n = model.embedding_, len(X)
    M = alignment(dense_weights(model.neighbours_, model.weights_, n))
    np.testing.assert_allclose(Y.mean(axis=0), 0, atol=1e-10)
    np.testing.assert_allclose(Y.T @ Y / n, np.eye(3), atol=1e-10)
    N = Y.T @ M @ Y / n
    rounding = 1e-9 * np.linalg.norm(M, 2)
    np.testing.assert_allclose(N - np.diag(N.diagonal()), 0, atol=rounding)
    np.testing.assert_allclose(M @ Y, Y * N.diagonal(), atol=rounding)
    assert np.trace(N) == pytest.approx(model.reconstruction_error_, abs=rounding)


@every_table
def test_the_constant_vector_has_eigenvalue_zero_and_no_eigenvalue_is_below(X):
    model = LLE(1, 7).fit(X)
    M = alignment(dense_weights(model.neighbours_, model.weights_, len(X)))
    np.testing.assert_allclose(M.sum(axis=1), 0, atol=1e-13 * np.abs(M).max() * len(X))
    assert np.linalg.eigvalsh(M)[0] > -1e-14 * np.linalg.norm(M, 2)


@pytest.mark.parametrize("name", ["iris", "wine", "roll"])
def test_turning_scaling_and_shifting_change_no_weight(name):
    X = TABLES[name]
    turn = np.linalg.qr(np.random.default_rng(0).normal(size=(X.shape[1],) * 2))[0]
    nearest = neighbours(X, 7)
    r = local_weights(X, nearest, 1e-3)
    for moved in (X @ turn, 3.7 * X, X + 50):
        np.testing.assert_allclose(local_weights(moved, nearest, 1e-3), r, atol=1e-8)
    assert (LLE(1, 7).fit(X * 2.0**90).weights_ == LLE(1, 7).fit(X).weights_).all()


def test_the_order_of_the_samples_does_not_matter():
    X = TABLES["roll"]
    order = np.random.default_rng(0).permutation(len(X))
    Y, Z = LLE(2, 9).fit_transform(X), LLE(2, 9).fit_transform(X[order])
    np.testing.assert_allclose(Z, Y[order], atol=1e-5)  # rounding of M over the gap


def test_fewer_coordinates_are_the_first_of_more():
    X = TABLES["wine"]
    np.testing.assert_allclose(
        LLE(4, 9).fit_transform(X)[:, :2], LLE(2, 9).fit_transform(X), atol=1e-9
    )


def test_the_largest_entry_of_a_coordinate_is_positive():
    Y = LLE(3, 9).fit_transform(TABLES["wine"])
    assert (Y[np.abs(Y).argmax(axis=0), range(3)] > 0).all()


# --- optimality ----------------------------------------------------------------------------------


def test_no_other_weights_that_sum_to_one_cost_less():
    rng = np.random.default_rng(0)
    D = rng.normal(size=(50, 6, 4))
    G, t = gram(D), rng.normal(size=(50, 6))
    r, t = weights(G, 1e-3), t - t.mean(axis=1, keepdims=True)
    eps = 1e-3 * np.trace(G, axis1=1, axis2=2)
    cost = lambda r: np.einsum("nj,njl,nl->n", r, G, r) + eps * (r**2).sum(axis=1)
    assert all((cost(r + size * t) > cost(r)).all() for size in (1e-3, 1, -1))


def test_a_smaller_ridge_costs_less_and_has_longer_weights():
    G = gram(np.random.default_rng(0).normal(size=(50, 6, 4)))
    r = [weights(G, reg) for reg in (1, 1e-2, 1e-4, 1e-6)]
    cost = [np.einsum("nj,njl,nl->n", each, G, each) for each in r]
    assert (np.diff(cost, axis=0) < 0).all()
    assert (np.diff([(each**2).sum(axis=1) for each in r], axis=0) > 0).all()


def test_no_other_outputs_under_the_constraints_cost_less():
    model, rng = LLE(2, 7).fit(TABLES["iris"]), np.random.default_rng(0)
    R = dense_weights(model.neighbours_, model.weights_, 150)
    least = reconstruction_cost(model.embedding_, R)
    assert least / 150 == pytest.approx(model.reconstruction_error_, rel=1e-6)
    for size in (1e-3, 0.1, 10):
        Y = model.embedding_ + size * rng.normal(size=(150, 2))
        Q = np.linalg.qr(Y - Y.mean(axis=0))[0] * np.sqrt(150)
        assert reconstruction_cost(Q, R) > least


# --- two roads and an authority ------------------------------------------------------------------


def by_definition(X, k, Z=None):
    """Each row sorted in full: by distance from the differences, then by index."""
    D = ((X - (X if Z is None else Z)[:, np.newaxis]) ** 2).sum(axis=2)
    if Z is None:
        np.fill_diagonal(D, np.inf)
    return np.argsort(D, axis=1, kind="stable")[:, :k]


@every_table
@pytest.mark.parametrize("k", [1, 7, 11])
def test_neighbours_are_those_of_the_definition(X, k, monkeypatch):
    monkeypatch.setattr(lle, "BLOCK", 64 * len(X))  # several blocks
    assert (neighbours(X, k) == by_definition(X, k)).all()
    Z = X[::5] + np.random.default_rng(0).choice([0.0, 0.3], size=X[::5].shape)
    assert (neighbours(X, k, Z) == by_definition(X, k, Z)).all()


def test_ties_on_a_grid_are_in_the_order_of_the_indices():
    grid = np.stack(np.meshgrid(*[np.arange(12.0)] * 2), axis=-1).reshape(-1, 2)
    for k in (2, 5, 143):
        assert (neighbours(grid, k) == by_definition(grid, k)).all()
    assert (neighbours(grid / 3 + 0.1, 4) == by_definition(grid / 3 + 0.1, 4)).all()


@pytest.mark.parametrize("name", ["iris", "wide", "roll"])
def test_weights_are_those_of_ridge_regression_with_a_constraint(name):
    X = TABLES[name]
    nearest = neighbours(X, 7)
    r = local_weights(X, nearest, 1e-3)
    for i in range(0, len(X), 10):
        D = X[i] - X[nearest[i]]
        rows = np.vstack([D.T, np.sqrt(1e-3 * (D**2).sum()) * np.eye(7)])
        # r = e_1 + N z with the columns of N a basis of the vectors that sum to 0
        N = np.vstack([-np.ones(6), np.eye(6)])
        z = np.linalg.lstsq(rows @ N, -rows[:, 0], rcond=None)[0]
        np.testing.assert_allclose(r[i], np.eye(7)[0] + N @ z, atol=1e-9)


@pytest.mark.parametrize("n", [120, 400, 1500])
@pytest.mark.parametrize("k", [6, 12, 30])
def test_both_eigenvector_roads_agree(n, k):
    X, _ = data.swiss_roll(n, seed=1)
    model = LLE(2, k).fit(X)
    assert model.n_parts_ == 1
    M = alignment(dense_weights(model.neighbours_, model.weights_, n))
    lifted = np.linalg.eigh(M + 1)[1][:, :2] * np.sqrt(n)
    lost = model.embedding_ - lifted @ (lifted.T @ model.embedding_) / n
    assert np.abs(lost).max() < 1e-4  # rounding of M over a gap of 1e-9 and more


@pytest.mark.parametrize(
    "name, k, q", [("wine", 8, 2), ("roll", 12, 2), ("wide", 6, 4), ("digits", 9, 2)]
)
def test_it_agrees_with_scikit_learn(name, k, q):
    X = TABLES[name]
    theirs = Authority(n_neighbors=k, n_components=q, eigen_solver="dense").fit(X)
    ours = LLE(q, k).fit(X)
    signs = np.sign((theirs.embedding_ * ours.embedding_).sum(axis=0))
    np.testing.assert_allclose(
        ours.embedding_, signs * theirs.embedding_ * np.sqrt(len(X)), atol=2e-5
    )  # both round M, and gaps are down to 1e-8
    assert ours.reconstruction_error_ == pytest.approx(theirs.reconstruction_error_, abs=1e-13)


def test_new_samples_go_where_scikit_learn_puts_them():
    X, _ = data.swiss_roll(600, seed=1)
    theirs = Authority(n_neighbors=10, n_components=2, eigen_solver="dense").fit(X[:500])
    ours = LLE(2, 10).fit(X[:500])
    signs = np.sign((theirs.embedding_ * ours.embedding_).sum(axis=0)) * np.sqrt(500)
    np.testing.assert_allclose(
        ours.transform(X[500:]), signs * theirs.transform(X[500:]), atol=1e-4
    )


def test_many_neighbours_give_the_plane_of_the_data():
    # with k > d and exact weights R X = X, so M has d + 1 null vectors
    X = TABLES["roll"]
    model = LLE(3, 20, reg=1e-12).fit(X)
    R = dense_weights(model.neighbours_, model.weights_, len(X))
    assert np.abs(alignment(R) @ X).max() < 1e-9
    assert affine_fit(X, model.embedding_) > 1 - 1e-6


# --- relatives -----------------------------------------------------------------------------------

SHEET = data.swiss_roll(300, seed=0)[0]


def test_double_centring_of_squared_distances_gives_inner_products():
    X = np.random.default_rng(0).normal(size=(9, 3)) + 4
    Xc, H = X - X.mean(axis=0), np.eye(9) - 1 / 9
    np.testing.assert_allclose(-H @ lle.squared_differences(X) @ H / 2, Xc @ Xc.T, atol=1e-12)


def test_classical_scaling_of_straight_distances_is_pca_and_keeps_them():
    X = np.random.default_rng(0).normal(size=(12, 3))
    Y = lle.scaling(lle.squared_differences(X), 3)
    np.testing.assert_allclose(np.abs(Y), np.abs(PCA(3).fit_transform(X)), atol=1e-10)
    np.testing.assert_allclose(lle.squared_differences(Y), lle.squared_differences(X), atol=1e-10)
    assert not lle.scaling(lle.squared_differences(X), 5)[:, 3:].any()


def test_chains_agree_with_scipy_s_shortest_paths():
    nearest = lle.neighbours(SHEET, 6)
    graph = lle.adjacency(nearest) * np.sqrt(lle.squared_differences(SHEET))
    found = lle.chain_lengths(SHEET, nearest)
    np.testing.assert_allclose(found, shortest_path(graph, directed=False), rtol=1e-12)
    assert (found >= np.sqrt(lle.squared_differences(SHEET)) - 1e-9).all()


def test_isomap_agrees_with_scikit_learn():
    theirs = Isomap(n_neighbors=8, n_components=2).fit_transform(SHEET)
    np.testing.assert_allclose(np.abs(lle.isomap(SHEET, 8, 2)), np.abs(theirs), atol=1e-8)


def test_chains_go_along_a_bent_line():
    corner = np.array([[0, 2], [0, 1], [0, 0], [1, 0], [2, 0.0]])
    lengths = lle.chain_lengths(corner, np.array([[1], [2], [1], [2], [3]]))
    assert lengths[0].tolist() == [0, 1, 2, 3, 4]


def test_isomap_refuses_a_graph_in_parts():
    with pytest.raises(ValueError, match="with k = 1 neighbours the samples fall into parts"):
        lle.isomap(np.array([[0.0], [1.0], [10.0], [11.0]]), 1, 1)


def test_the_form_of_the_laplacian_is_half_the_sum_over_pairs():
    A = lle.adjacency(lle.neighbours(SHEET[:40], 4))
    y = np.random.default_rng(0).normal(size=40)
    pairs = (A * np.subtract.outer(y, y) ** 2).sum() / 2
    np.testing.assert_allclose(y @ lle.laplacian(A) @ y, pairs, rtol=1e-12)
    assert not lle.laplacian(A).sum(axis=1).any()


def test_eigenmaps_agree_with_scikit_learn_up_to_sign_and_scale():
    A = lle.adjacency(lle.neighbours(SHEET, 8))
    _, Y = lle.eigenmaps(A, 2)
    theirs = SpectralEmbedding(2, affinity="precomputed", random_state=0).fit_transform(A)
    ours, theirs = (np.abs(Z / np.linalg.norm(Z, axis=0)) for Z in (Y, theirs))
    np.testing.assert_allclose(ours, theirs, atol=1e-8)


def test_eigenmaps_solve_their_problem_and_satisfy_its_constraints():
    A = lle.adjacency(lle.neighbours(SHEET[:60], 5))
    eigenvalues, Y = lle.eigenmaps(A, 3)
    D, L = np.diag(A.sum(axis=0)), lle.laplacian(A)
    np.testing.assert_allclose(L @ Y, D @ Y * eigenvalues, atol=1e-12)
    np.testing.assert_allclose(Y.T @ D @ Y, np.eye(3), atol=1e-12)
    np.testing.assert_allclose(D.sum(axis=0) @ Y, 0, atol=1e-12)
    assert (np.diff(eigenvalues) >= 0).all()


def test_eigenmaps_of_two_parts_tell_them_apart():
    A = np.kron(np.eye(2), np.ones((3, 3)) - np.eye(3))
    eigenvalues, Y = lle.eigenmaps(A, 1)
    assert abs(eigenvalues[0]) < 1e-12
    np.testing.assert_allclose(Y[:3, 0], -Y[3:, 0])
    assert np.ptp(Y[:3]) < 1e-12


def test_a_mark_of_a_group_has_the_cut_as_its_form():
    A = lle.adjacency(lle.neighbours(SHEET[:30], 3))
    s = (np.arange(30) < 12).astype(float)
    assert s @ lle.laplacian(A) @ s == A[:12, 12:].sum()


# --- transform -----------------------------------------------------------------------------------


def test_a_fitted_sample_keeps_its_place_and_a_middle_goes_between():
    model = LLE(1, 2, reg=1e-12).fit(U_SHAPE)
    np.testing.assert_array_equal(model.transform(U_SHAPE), model.embedding_)
    middle = model.transform([[1.5, 0.0]])
    np.testing.assert_allclose(middle, model.embedding_[3:5].mean(axis=0, keepdims=True), atol=1e-9)


def test_new_samples_of_the_roll_land_near_their_place():
    X, flat = data.swiss_roll(2200, seed=0)
    model = LLE(2, 12).fit(X[:2000])
    A = np.column_stack([np.ones(2000), model.embedding_])
    B = np.linalg.lstsq(A, flat[:2000, 0], rcond=None)[0]
    new = np.column_stack([np.ones(200), model.transform(X[2000:])]) @ B
    assert np.corrcoef(new, flat[2000:, 0])[0, 1] > 0.98


# --- edges and errors ----------------------------------------------------------------------------


def test_two_samples_are_the_least():
    model = LLE(1, 1).fit([[0.0], [3.0]])
    assert model.neighbours_.tolist() == [[1], [0]] and model.weights_.tolist() == [[1], [1]]
    np.testing.assert_allclose(model.embedding_, [[1], [-1]], atol=1e-12)


@pytest.mark.parametrize("X", [TABLES["integers"][:20], np.ones((9, 2)), np.eye(6)])
def test_all_neighbours_and_all_coordinates_are_allowed(X):
    n = len(X)
    model = LLE(n - 1, n - 1).fit(X)
    Y = np.column_stack([np.ones(n), model.embedding_])
    np.testing.assert_allclose(Y.T @ Y / n, np.eye(n), atol=1e-12)


def test_duplicates_carry_each_other():
    X = np.repeat(np.random.default_rng(0).normal(size=(40, 2)), 2, axis=0)
    model = LLE(2, 5).fit(X)
    assert (model.neighbours_[:, 0] == np.arange(80) ^ 1).all()
    assert model.weights_[:, 0].min() > 0.5  # all, as reg goes to 0
    twins = model.embedding_.reshape(40, 2, 2)
    assert np.abs(twins[:, 0] - twins[:, 1]).max() < 0.05
    assert (model.transform(X[1::2]) == model.embedding_[::2]).all()  # the first of equal samples


def test_coinciding_neighbours_share_alike():
    assert (LLE(1, 4).fit(np.ones((9, 3))).weights_ == 0.25).all()


def test_collinear_samples_are_spaced_as_on_their_line():
    t = np.random.default_rng(0).uniform(size=40)
    model = LLE(1, 8, reg=1e-9).fit(np.outer(t, [1.0, 2.0, -1.0]))
    assert abs(np.corrcoef(model.embedding_[:, 0], t)[0, 1]) > 1 - 1e-9


@pytest.mark.parametrize("c", [1, 2, 3])
def test_far_clusters_are_parts_with_one_null_vector_each(c):
    rng = np.random.default_rng(0)
    X = np.vstack([rng.normal(size=(30, 2)) + 100 * p for p in range(c)])
    model = LLE(c, 5).fit(X)
    M = alignment(dense_weights(model.neighbours_, model.weights_, 30 * c))
    assert model.n_parts_ == (np.linalg.eigvalsh(M) < 1e-13).sum() == c
    within = np.ptp(model.embedding_.reshape(c, 30, c), axis=1)
    assert within[:, : c - 1].max(initial=0) == 0 and within[:, c - 1].max() > 0.1
    np.testing.assert_allclose(
        model.embedding_.T @ model.embedding_ / (30 * c), np.eye(c), atol=1e-12
    )


def test_one_part_can_have_two_null_vectors_if_arrows_end_in_two_places():
    X = np.array([[0.0], [1], [2], [6], [10], [11], [12]])  # 6 leans on 2 and 10, nobody on 6
    model = LLE(1, 2).fit(X)
    M = alignment(dense_weights(model.neighbours_, model.weights_, 7))
    assert model.n_parts_ == 1
    assert (np.linalg.eigvalsh(M) < 1e-14).sum() == 2


@pytest.mark.parametrize("scale", [1e-150, 1e150, 5e-310, 1e298])
def test_very_small_and_large_numbers_change_nothing(scale):
    X = np.round(TABLES["roll"][:200], 2)
    plain, scaled = LLE(2, 8).fit(X), LLE(2, 8).fit(X * scale)
    digits = 1e-4 if scale == 5e-310 else 1e-9  # subnormal numbers keep few
    np.testing.assert_allclose(scaled.weights_, plain.weights_, atol=digits)
    assert np.isfinite(scaled.transform(X * scale)).all()


def test_a_far_origin_costs_only_the_digits_of_the_input():
    X = TABLES["roll"]
    far = X + 2.0**30  # the input is rounded to 2**-22
    np.testing.assert_allclose(
        LLE(2, 8).fit(far).weights_, LLE(2, 8).fit(far - 2.0**30).weights_, atol=1e-9
    )


@pytest.mark.parametrize(
    "model, message",
    [
        (LLE(0, 5), "n_components must be an integer >= 1; received 0"),
        (LLE(9, 5), "n_components must be at most n - 1 = 8; received 9"),
        (LLE(2, 0), "n_neighbors must be an integer >= 1; received 0"),
        (LLE(2, 9), "n_neighbors must be at most n - 1 = 8; received 9"),
        (LLE(2, 2.5), "n_neighbors must be an integer >= 1; received 2.5"),
        (LLE(2, 5, reg=0), r"reg must be a number in \[1e-12, 1e12\]; received 0"),
        (LLE(2, 5, reg=np.inf), r"reg must be a number in \[1e-12, 1e12\]; received inf"),
    ],
)
def test_parameters_out_of_range_are_refused_with_the_value(model, message):
    with pytest.raises(ValueError, match=message):
        model.fit(np.random.default_rng(0).normal(size=(9, 3)))


def test_parameters_that_are_not_given_are_those_of_the_documentation():
    assert LLE().get_params() == {"n_components": 2, "n_neighbors": 5, "reg": 1e-3}


def test_one_sample_and_a_sample_far_outside_are_refused():
    with pytest.raises(ValueError, match=r"1 sample\(s\) \(shape=\(1, 3\)\) while a minimum of 2"):
        LLE().fit([[1.0, 2.0, 3.0]])
    model = LLE(1, 2).fit(U_SHAPE)
    with pytest.raises(ValueError, match="within 1e100 times the range"):
        model.transform([[1e200, 0.0]])
    assert np.isfinite(model.transform([[1e90, 0.0]])).all()


# --- wrong twins ---------------------------------------------------------------------------------


def test_the_transposed_matrix_does_not_have_the_constant_null_vector():
    X, _ = data.swiss_roll(400, seed=0)
    nearest = neighbours(X, 10)
    R = dense_weights(nearest, local_weights(X, nearest, 1e-3), 400)
    assert np.linalg.norm(alignment(R) @ np.ones(400)) < 1e-12
    assert np.linalg.norm(alignment(R.T) @ np.ones(400)) > 1
    Y = np.random.default_rng(0).normal(size=(400, 2))
    assert np.trace(Y.T @ alignment(R) @ Y) == pytest.approx(reconstruction_cost(Y, R), rel=1e-12)
    assert np.trace(Y.T @ alignment(R.T) @ Y) != pytest.approx(reconstruction_cost(Y, R), rel=1e-3)


def test_a_sum_over_the_first_k_samples_is_not_the_cost():
    R, X = u_weights(), U_SHAPE * Fraction(1)
    E = X - R @ X
    assert (E[:2] ** 2).sum() == 0 != reconstruction_cost(X, R)


def test_weights_without_the_constraint_vanish_or_move_with_the_origin():
    D = np.array([[1.0, 0.0], [0.5, 1.0]])  # regular Gram matrix: r = 0 costs nothing
    assert np.zeros(2) @ gram(D) @ np.zeros(2) == 0 < (r := weights(gram(D), 0)) @ gram(D) @ r


def test_rows_that_sum_to_one_do_not_make_the_identity():
    X = np.random.default_rng(0).normal(size=(10, 3))
    nearest = neighbours(X, 4)
    R = dense_weights(nearest, local_weights(X, nearest, 1e-3), 10)
    np.testing.assert_allclose(R.sum(axis=1), 1, rtol=1e-12)
    assert np.abs(R - np.eye(10)).max() >= 1
    assert abs(np.linalg.det(np.eye(10) - R)) < 1e-12


def test_embed_is_what_the_estimator_learns():
    X = TABLES["wine"]
    nearest = neighbours(X, 7)
    eigenvalues, Y = embed(nearest, local_weights(X, nearest, 1e-3), 3)
    np.testing.assert_allclose(LLE(3, 7).fit_transform(X), Y, atol=1e-9)
    assert (np.diff(eigenvalues) > 0).all()
