"""Sparse matrices: products as an authority has them, empty rows, and what is refused."""

import numpy as np
import pytest
import scipy.sparse as sparse

from mlbook.numerics.triplets import Triplets
from mlbook.svd import truncated_svd


def random_triplets(n=40, d=25, nnz=200, seed=6):
    rng = np.random.default_rng(seed)
    return Triplets(
        rng.integers(n, size=nnz), rng.integers(d, size=nnz), rng.normal(size=nnz), (n, d)
    )


def test_triplets_multiply_as_the_authority_does_and_repeats_add_up():
    A = random_triplets()
    theirs = sparse.coo_matrix((A.values, (A.rows, A.columns)), A.shape)
    X, y = np.arange(75.0).reshape(25, 3), np.arange(40.0)
    np.testing.assert_allclose(A @ X, theirs @ X, rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(A.T @ y, theirs.T @ y, rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(A.toarray(), theirs.toarray(), rtol=1e-14, atol=1e-15)
    assert A.nnz == 200 and A.T.shape == (25, 40) and A.T.T is A


def test_triplets_with_empty_rows_or_nothing_at_all():
    A = Triplets([3, 1, 3], [0, 1, 0], [1, 2, 4], (5, 2))
    np.testing.assert_array_equal(A @ [1, 10], [0, 20, 0, 5, 0])
    empty = Triplets([], [], [], (4, 3))
    np.testing.assert_array_equal(empty @ np.ones((3, 2)), np.zeros((4, 2)))
    np.testing.assert_array_equal(truncated_svd(empty, 2)[1], [0, 0])
    assert (A @ np.ones((2, 0))).shape == (5, 0)
    assert (Triplets([], [], [], (0, 3)) @ np.ones(3)).shape == (0,)


@pytest.mark.parametrize(
    "arguments, message",
    [
        (([0, 5], [0, 0], [1, 1], (5, 2)), r"rows must lie in 0..4; received 0..5"),
        (([0, 1], [-1, 0], [1, 1], (5, 2)), r"columns must lie in 0..1; received -1..0"),
        (([0.5], [0], [1], (5, 2)), r"rows must be integers of shape \(nnz,\); received float64"),
        (([0], [0], [1, 2], (5, 2)), r"the same length; received \(1,\), \(1,\), \(2,\)"),
        (([0], [0], [np.nan], (5, 2)), "values must be finite"),
    ],
)
def test_triplets_refuse_what_is_no_matrix(arguments, message):
    with pytest.raises(ValueError, match=message):
        Triplets(*arguments)


def test_triplets_refuse_a_factor_that_does_not_conform():
    with pytest.raises(
        ValueError, match=r"shape \(40, 25\) cannot multiply an array of shape \(24,\)"
    ):
        random_triplets() @ np.ones(24)
