"""Bottom eigenvectors of A^T A: levels, parts, elimination, and both roads beside numpy's eigh."""

import numpy as np
import pytest

from mlbook.numerics import sparse_eigen
from mlbook.numerics.sparse_eigen import apply, bottom_eigenvectors, levels, parts


def ring(n, steps=(1,)):
    """Rows of I - R where every sample is the mean of those a few steps to its left and right."""
    i = np.arange(n)[:, np.newaxis]
    columns = np.hstack([i, *((i + sign * step) % n for step in steps for sign in (1, -1))])
    values = np.full(columns.shape, -1 / (columns.shape[1] - 1))
    values[:, 0] = 1
    return columns, values


def scattered(n, m, seed):
    """Rows with m columns that are near each other on a hidden line, and values that sum to 0."""
    rng = np.random.default_rng(seed)
    start = np.clip(np.arange(n) - m // 2, 0, n - m)
    hidden = rng.permutation(n)
    columns = hidden[start[:, np.newaxis] + np.arange(m)][np.argsort(hidden)]
    values = np.where(columns == np.arange(n)[:, np.newaxis], 1.0, -1 / (m - 1))
    values += rng.normal(size=(n, m)) / m
    return columns, values - values.mean(axis=1, keepdims=True)


def dense(columns, values):
    A = np.zeros((len(columns), len(columns)))
    np.put_along_axis(A, columns, values, axis=1)
    return A


def same_space(V, W):
    """Largest part of a unit vector of the one space that the other lacks."""
    return np.linalg.norm(V - W @ (W.T @ V), 2)


# --- levels and parts ----------------------------------------------------------------------------


def test_levels_of_a_ring_count_the_steps_of_two():
    # a row joins i - 1, i, i + 1, so one step of rows is two steps round the ring
    assert levels(ring(9)[0], 0).tolist() == [0, 1, 1, 2, 2, 2, 2, 1, 1]


def test_samples_that_no_row_joins_are_in_other_parts_numbered_by_their_first_sample():
    columns = np.array([[0, 2], [1, 3], [2, 0], [3, 1], [4, 1], [5, 5]])
    assert parts(columns).tolist() == [0, 1, 0, 1, 1, 2]
    assert levels(columns, 0).tolist() == [0, -1, 1, -1, -1, -1]


@pytest.mark.parametrize("n, m", [(40, 3), (300, 7), (500, 20)])
def test_no_row_touches_more_than_two_neighbouring_blocks(n, m):
    columns, _ = scattered(n, m, seed=0)
    order, cuts = sparse_eigen._level_order(columns)
    block = np.searchsorted(cuts, np.argsort(order)[columns], side="right")
    assert sorted(order) == list(range(n)) and cuts[0] == 0 and cuts[-1] == n
    assert (np.ptp(block, axis=1) <= 1).all()


@pytest.mark.parametrize("sizes", [[4], [1, 1], [3, 1, 5], [2, 2, 2, 2]])
def test_contrasts_are_orthonormal_constant_on_parts_and_orthogonal_to_one(sizes):
    part = np.repeat(np.arange(len(sizes)), sizes)
    C = sparse_eigen._contrasts(part, 99)
    assert C.shape == (sum(sizes), len(sizes) - 1)
    np.testing.assert_allclose(C.T @ C, np.eye(len(sizes) - 1), atol=1e-14)
    np.testing.assert_allclose(C.sum(axis=0), 0, atol=1e-14)
    assert all(np.ptp(C[part == p], axis=0).max(initial=0) == 0 for p in part)


# --- elimination ---------------------------------------------------------------------------------


def test_the_elimination_solves_the_shifted_system():
    columns, values = scattered(200, 6, seed=1)
    order, cuts = sparse_eigen._level_order(columns)
    place, shift = np.argsort(order), 0.01
    M = dense(place[columns], values)
    M = M.T @ M + shift * np.eye(200)
    X = np.random.default_rng(0).normal(size=(200, 3))
    Y = sparse_eigen._solve(sparse_eigen._eliminate(place[columns], values, cuts, shift), cuts, X)
    assert len(cuts) > 4
    np.testing.assert_allclose(M @ Y, X, atol=1e-11)  # condition 1e3, entries of Y up to 1e2


def test_the_product_is_that_of_the_dense_matrix():
    columns, values = scattered(30, 5, seed=2)
    V = np.random.default_rng(0).normal(size=(30, 2))
    np.testing.assert_allclose(apply(columns, values, V), dense(columns, values) @ V, atol=1e-14)


# --- eigenvectors --------------------------------------------------------------------------------


def test_the_ring_has_cosines_and_their_known_eigenvalues():
    # A is a circulant: on cos(2 pi j i / n) it multiplies by 1 - cos(2 pi j / n)
    eigenvalues, V = bottom_eigenvectors(*ring(120), 4, dense=10)
    angle = 2 * np.pi * np.array([1, 1, 2, 2]) / 120
    np.testing.assert_allclose(eigenvalues, (1 - np.cos(angle)) ** 2, rtol=1e-9)
    waves = np.exp(1j * np.outer(np.arange(120), angle[[0, 2]])) / np.sqrt(60)
    assert same_space(np.hstack([waves.real, waves.imag]), V) < 1e-6  # rounding of M over the gap


@pytest.mark.parametrize("n, m, q", [(40, 4, 1), (250, 6, 3), (600, 9, 2), (600, 40, 5)])
def test_both_roads_agree_and_satisfy_the_definition(n, m, q):
    columns, values = scattered(n, m, seed=n + m)
    w1, V1 = bottom_eigenvectors(columns, values, q, dense=n)
    w2, V2 = bottom_eigenvectors(columns, values, q, dense=0)
    A = dense(columns, values)
    scale = np.linalg.norm(A, 2) ** 2
    np.testing.assert_allclose(w1, w2, atol=1e-13 * scale)  # rounding of M
    for w, V in [(w1, V1), (w2, V2)]:
        np.testing.assert_allclose(V.T @ V, np.eye(q), atol=1e-12)
        np.testing.assert_allclose(V.sum(axis=0), 0, atol=1e-11)
        np.testing.assert_allclose(A.T @ (A @ V), V * w, atol=1e-10 * scale)
        np.testing.assert_allclose(w, np.linalg.eigvalsh(A.T @ A)[1 : q + 1], atol=1e-13 * scale)


@pytest.mark.parametrize("limit", [0, 10**6])
def test_further_null_vectors_are_all_found(limit):
    # straight rows x_i = 2 x_{i+1} - x_{i+2} and their mirror: A v = 0 for v = 1 and v = i
    i, steps = np.arange(300)[:, np.newaxis], np.array([1, 2])
    columns = np.hstack([i, np.where(i < 150, i + steps, i - steps)])
    eigenvalues, V = bottom_eigenvectors(columns, np.tile([1.0, -2.0, 1.0], (300, 1)), 1, limit)
    line = np.arange(300) - 149.5
    assert eigenvalues[0] < 1e-15  # rounding of M, at most
    assert same_space(V, (line / np.linalg.norm(line))[:, np.newaxis]) < 1e-4


@pytest.mark.parametrize("limit", [0, 10**6])
def test_parts_are_told_apart_first_and_then_solved_one_by_one(limit):
    (one, a), (two, b) = ring(50), ring(80)
    columns, values = np.vstack([one, two + 50]), np.vstack([a, b])
    eigenvalues, V = bottom_eigenvectors(columns, values, 3, limit)
    assert eigenvalues[0] == 0 and len(np.unique(V[:, 0])) == 2
    np.testing.assert_allclose(eigenvalues[1:], (1 - np.cos(2 * np.pi / 80)) ** 2, rtol=1e-9)
    assert not V[:50, 1:].any()
    np.testing.assert_allclose(V.T @ V, np.eye(3), atol=1e-13)


def test_more_parts_than_vectors_need_no_solution():
    columns = np.arange(3000)[:, np.newaxis] ^ np.array([[0, 1]])  # pairs
    eigenvalues, V = bottom_eigenvectors(columns, np.tile([1.0, -1.0], (3000, 1)), 4)
    assert not eigenvalues.any() and V.shape == (3000, 4)
    np.testing.assert_allclose(V.T @ V, np.eye(4), atol=1e-12)


def test_no_convergence_is_an_error():
    with pytest.raises(np.linalg.LinAlgError, match="did not converge in 1 iterations"):
        sparse_eigen._blocks(*scattered(300, 9, seed=0), 2, rounds=1)
