"""Singular values: by hand, planted, laws, optimality, roads and an authority, ties."""

from fractions import Fraction

import numpy as np
import pytest
import scipy.sparse as sparse
from scipy.sparse.linalg import svds
from sklearn.utils.extmath import randomized_svd

from mlbook import svd
from mlbook.numerics.triplets import Triplets
from mlbook.svd import (
    METHODS,
    energy,
    fix_signs,
    gram_svd,
    range_finder,
    rebuild,
    ritz,
    storage,
    truncated_svd,
)

EXACT = [name for name in METHODS if name != "randomized"]
every_exact = pytest.mark.parametrize("method", EXACT)
every_method = pytest.mark.parametrize("method", METHODS)


def planted(n, d, singular, seed=0):
    """A matrix with these singular values, in random directions."""
    rng, r = np.random.default_rng(seed), len(singular)
    U, _ = np.linalg.qr(rng.normal(size=(n, r)))
    V, _ = np.linalg.qr(rng.normal(size=(d, r)))
    return U * singular @ V.T


def check(A, U, s, Vt, tolerance=1e-10):
    """U, s, Vt are terms of A, whichever they are: orthonormal, descending, and each a pair."""
    dense, k = A if isinstance(A, np.ndarray) else A.toarray(), len(s)
    scale = max(s[0], np.finfo(float).tiny)
    assert U.shape == (A.shape[0], k) and Vt.shape == (k, A.shape[1])
    assert (np.diff(s) <= 1e-14 * scale).all() and (s >= 0).all()
    for frame in (U, Vt.T):
        np.testing.assert_allclose(frame.T @ frame, np.eye(k), atol=1e-12)
    np.testing.assert_allclose(dense @ Vt.T, U * s, atol=tolerance * scale)
    np.testing.assert_allclose(dense.T @ U, Vt.T * s, atol=tolerance * scale)


# --- by hand -------------------------------------------------------------------------------------

HAND = np.array([[4.0, 0.0], [3.0, -5.0]])  # A^T A has the eigenvalues 40 and 10


@every_method
def test_two_by_two_by_hand(method):
    U, s, Vt = truncated_svd(HAND, 2, method)
    np.testing.assert_allclose(s, [np.sqrt(40), np.sqrt(10)], rtol=1e-12)
    np.testing.assert_allclose(Vt, np.array([[1, -1], [1, 1]]) / np.sqrt(2), atol=1e-11)
    np.testing.assert_allclose(U.T, np.array([[1, 2], [2, -1]]) / np.sqrt(5), atol=1e-11)


def test_the_shear_stretches_by_the_golden_ratio_and_turns():
    U, s, Vt = truncated_svd(np.array([[1, 1], [0, 1]]), 2)
    np.testing.assert_allclose(s, [(np.sqrt(5) + 1) / 2, (np.sqrt(5) - 1) / 2], rtol=1e-14)
    angle = np.rad2deg(np.arctan2([Vt[0, 1], U[1, 0]], [Vt[0, 0], U[0, 0]]))
    np.testing.assert_allclose(angle, [58.2825, 31.7175], atol=5e-5)


def test_rebuild_runs_on_fractions():
    half = Fraction(1, 2)
    assert rebuild(np.array([[half]]), np.array([4]), np.array([[3, half]])).tolist() == [[6, 1]]


def test_storage_and_energy_by_hand():
    assert [storage(11, 9, k) for k in (3, 4, 5)] == [63, 84, 105] and 84 < 11 * 9 < 105
    assert energy(np.array([3.0, 4.0])).tolist() == [0.36, 0.64]
    assert energy(np.zeros(2)).tolist() == [0, 0]


# --- planted, and laws ---------------------------------------------------------------------------


@every_exact
@pytest.mark.parametrize("n, d", [(60, 20), (20, 60), (30, 30)])
def test_planted_terms_come_back(method, n, d):
    singular = np.array([9.0, 5.0, 3.0, 1.0, 0.5])
    A = planted(n, d, singular)
    U, s, Vt = truncated_svd(A, 3, method)
    check(A, U, s, Vt)
    np.testing.assert_allclose(s, singular[:3], rtol=1e-13)


@every_exact
def test_it_agrees_with_lapack_and_with_arpack(method):
    A = planted(80, 50, np.geomspace(10, 0.1, 50), seed=1)
    U, s, Vt = truncated_svd(A, 4, method)
    _, lapack, rows = np.linalg.svd(A)
    np.testing.assert_allclose(s, lapack[:4], rtol=1e-12)
    np.testing.assert_allclose(Vt, fix_signs(rows[:4].T).T, atol=1e-9)  # residual / gap
    np.testing.assert_allclose(s, svds(A, 4, random_state=0)[1][::-1], rtol=1e-12)


def test_the_randomized_method_is_as_near_as_the_authority():
    A = planted(300, 100, 1 / np.arange(1, 101), seed=2)
    _, s, _ = truncated_svd(A, 10, "randomized")
    _, theirs, _ = randomized_svd(A, 10, n_iter=4, random_state=0)
    exact = 1 / np.arange(1, 11)
    assert abs(s - exact).max() < 2 * abs(theirs - exact).max() + 1e-12


@every_method
def test_a_transposed_matrix_exchanges_the_sides(method):
    A = planted(12, 30, [5.0, 4.0, 3.0, 2.0])
    U, s, Vt = truncated_svd(A, 3, method)
    V, t, Ut = truncated_svd(A.T, 3, method)
    np.testing.assert_allclose(s, t, rtol=1e-12)
    np.testing.assert_allclose(rebuild(U, s, Vt), rebuild(V, t, Ut).T, atol=1e-10)


@every_method
def test_a_scale_of_a_millionth_or_a_million_scales_the_values_alone(method):
    A = planted(30, 12, [5.0, 4.0, 3.0, 2.0])
    U, s, Vt = truncated_svd(A, 3, method)
    for scale in (1e-6, 1e6):
        U2, s2, Vt2 = truncated_svd(scale * A, 3, method)
        np.testing.assert_allclose(s2, scale * s, rtol=1e-12)
        np.testing.assert_allclose(U2 @ Vt2, U @ Vt, atol=1e-9)


@every_method
def test_a_seed_repeats(method):
    A = planted(30, 12, [5.0, 4.0, 3.0])
    for first, again in zip(*(truncated_svd(A, 2, method, 7) for _ in range(2)), strict=True):
        np.testing.assert_array_equal(first, again)


def test_no_matrix_of_the_same_rank_is_nearer():
    rng = np.random.default_rng(3)
    A = rng.normal(size=(9, 6))
    U, s, Vt = truncated_svd(A, 2)
    best = np.linalg.norm(A - rebuild(U, s, Vt))
    assert best**2 == pytest.approx((np.linalg.svd(A)[1][2:] ** 2).sum(), rel=1e-12)
    for size in (1e-3, 1e-1, 1.0):
        for _ in range(50):
            other = (U * s + size * rng.normal(size=U.shape)) @ (
                Vt + size * rng.normal(size=Vt.shape)
            )
            assert np.linalg.norm(A - other) > best


def test_small_singular_values_survive_lanczos_and_not_the_gram_matrix():
    singular = np.geomspace(1, 1e-12, 9)
    A = planted(40, 9, singular)
    U, s, Vt = truncated_svd(A, 9)
    np.testing.assert_allclose(s, singular, atol=1e-14)  # rounding of A, in units of sigma_1
    check(A, U, s, Vt)
    assert len(gram_svd(A)[1]) == 5  # 1 to 1e-6; the next is 3e-8


def test_the_gram_road_gives_the_thin_form_and_leaves_out_what_is_zero():
    A = planted(20, 7, [5.0, 4.0, 3.0, 2.0])
    U, s, Vt = gram_svd(A)
    assert U.shape == (20, 4) and Vt.shape == (4, 7)
    np.testing.assert_allclose(s, [5, 4, 3, 2], rtol=1e-12)
    np.testing.assert_allclose(rebuild(U, s, Vt), A, atol=1e-13)
    assert [each.shape for each in gram_svd(np.zeros((3, 2)))] == [(3, 0), (0,), (0, 2)]


def test_ritz_values_never_exceed_the_singular_values():
    rng = np.random.default_rng(4)
    A = rng.normal(size=(20, 10))
    exact = np.linalg.svd(A)[1]
    for m in (1, 3, 9):
        s = ritz(A, np.linalg.qr(rng.normal(size=(10, m)))[0])[1]
        assert (s <= exact[:m] * (1 + 1e-12)).all()


def test_the_range_finder_finds_the_range():
    A = planted(50, 30, [3.0, 2.0, 1.0])
    Q = range_finder(A, 3, np.random.default_rng(0), steps=0)
    np.testing.assert_allclose(Q @ (Q.T @ A), A, atol=1e-12)
    assert range_finder(A, 99, np.random.default_rng(0)).shape == (50, 30)


# --- degenerate ----------------------------------------------------------------------------------

DEGENERATE = {
    "zero": np.zeros((5, 4)),
    "rank 1": np.outer([1.0, 2, 2], [3.0, 4, 0, 0]),
    "rank 2, wide": planted(6, 40, [2.0, 1.0]),
    "identity": np.eye(7),
    "one number": np.array([[-2.0]]),
    "one row": np.array([[3.0, 4.0]]),
    "one column": np.array([[3.0], [4.0]]),
    "tied, square": np.diag([3.0, 3, 2, 2, 2, 1]),
    "tied, tall": planted(50, 40, [4.0] * 5 + [1.0] * 20),
    "zero rows": np.vstack([np.zeros((4, 3)), np.arange(9.0).reshape(3, 3)]),
}


@every_method
@pytest.mark.parametrize("A", DEGENERATE.values(), ids=DEGENERATE)
def test_degenerate_matrices_have_orthonormal_answers_for_every_k(method, A):
    exact = np.linalg.svd(A)[1]
    for k in range(1, min(A.shape) + 1):
        U, s, Vt = truncated_svd(A, k, method)
        check(A, U, s, Vt, tolerance=1e-10 if method != "randomized" else 1e-4)
        np.testing.assert_allclose(s, exact[:k], atol=1e-12 * max(exact[0], 1))


@pytest.mark.parametrize("copies", [2, 3, 8])
@pytest.mark.parametrize("method", ["lanczos", "subspace"])
def test_every_copy_of_a_tied_value_is_found(method, copies):
    singular = np.concatenate([[5.0], [4.0] * copies, np.linspace(3, 0, 200)])
    A = planted(400, 300, singular)
    for k in (copies, copies + 1, copies + 2):
        U, s, Vt = truncated_svd(A, k, method)
        np.testing.assert_allclose(s, singular[:k], rtol=1e-12)
        check(A, U, s, Vt)


@pytest.mark.parametrize("seed", range(5))
def test_a_copy_is_found_among_values_that_are_close(seed):
    rng = np.random.default_rng(seed)
    singular = np.sort(rng.uniform(3.5, 4, size=200))[::-1]
    singular = np.insert(singular, seed, singular[seed])
    s = truncated_svd(planted(250, 220, singular, seed), 6, random_state=seed)[1]
    np.testing.assert_allclose(s, singular[:6], rtol=1e-12)


def test_one_krylov_space_holds_one_direction_of_a_tie():
    # diag(3, 3, 2, 1, 1): powers of it take any start vector into three dimensions only
    A, x = np.diag([3.0, 3, 2, 1, 1]), np.arange(1.0, 6.0)
    powers = np.stack([np.linalg.matrix_power(A, i) @ x for i in range(5)])
    assert np.linalg.matrix_rank(powers) == 3
    np.testing.assert_allclose(truncated_svd(A, 4)[1], [3, 3, 2, 1], rtol=1e-14)


def test_long_runs_restart_and_stay_orthonormal():
    A = np.random.default_rng(5).normal(size=(400, 300))  # a flat spectrum: small gaps
    U, s, Vt = truncated_svd(A, 6)
    check(A, U, s, Vt)
    np.testing.assert_allclose(s, np.linalg.svd(A)[1][:6], rtol=1e-12)


@pytest.mark.parametrize("method", ["power", "subspace", "lanczos"])
def test_a_gap_that_is_too_small_is_an_error_and_not_an_answer(method, monkeypatch):
    monkeypatch.setattr(svd, "MAX_STEPS", 3)
    A = np.diag(np.linspace(1, 0.99, 60))
    with pytest.raises(RuntimeError, match=f"{method} has not converged in 3 steps"):
        truncated_svd(A, 2, method)


# --- sparse matrices and operators ---------------------------------------------------------------


@every_exact
def test_dense_sparse_and_operators_give_the_same(method):
    class Wrapped:
        def __init__(self, A):
            self.A, self.shape = A, A.shape

        T = property(lambda self: Wrapped(self.A.T))

        def __matmul__(self, X):
            return self.A @ X

    rng = np.random.default_rng(6)
    places = rng.integers(40, size=200), rng.integers(25, size=200)
    A = Triplets(*places, rng.normal(size=200), (40, 25))
    U, s, Vt = truncated_svd(A, 3, method)
    check(A, U, s, Vt)
    for same in (
        A.toarray(),
        A.toarray().tolist(),
        Wrapped(A.toarray()),
        sparse.csr_matrix(A.toarray()),
    ):
        U2, s2, Vt2 = truncated_svd(same, 3, method)
        np.testing.assert_allclose(s2, s, rtol=1e-12)
        np.testing.assert_allclose(Vt2, Vt, atol=1e-9)  # residual / gap


@pytest.mark.parametrize(
    "arguments, message",
    [
        ((np.eye(3), 4), r"k must be at most min\(n, d\) = 3; received 4"),
        ((np.eye(3), 0), "k must be an integer >= 1; received 0"),
        ((np.eye(3), 1, "svd"), "method must be one of power, subspace, lanczos, randomized; rec"),
        ((np.eye(3), 1, "power", None), "random_state must be an integer"),
        (([[1, np.inf]], 1), "A must be finite"),
        ((np.ones(3), 1), "A must be 2-D"),
    ],
)
def test_bad_input_is_refused_by_name(arguments, message):
    with pytest.raises(ValueError, match=message):
        truncated_svd(*arguments)


# --- the sign convention -------------------------------------------------------------------------


@every_method
def test_the_largest_entry_of_each_right_vector_is_positive(method):
    _, _, Vt = truncated_svd(planted(20, 8, [4.0, 3.0, 2.0]), 3, method)
    np.testing.assert_array_equal(fix_signs(Vt.T).T, Vt)
    assert not (np.signbit(Vt) & (Vt == 0)).any()
