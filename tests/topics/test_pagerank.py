"""PageRank: by hand, as a linear system, laws of a step, damping, traps and farms, rounding."""

from fractions import Fraction

import numpy as np
import pytest

from mlbook.pagerank import pagerank, surf, transition

WEB = np.array([[0, 0, 1, 0], [1, 0, 0, 0], [1, 1, 0, 0], [0, 1, 0, 0]])  # page 4 links nowhere


def test_ranks_solve_the_linear_system_and_add_up_to_one():
    P = transition(WEB)
    x, _ = pagerank(WEB, damping=0.85)
    np.testing.assert_allclose(P.sum(axis=0), 1)
    np.testing.assert_allclose(
        x, np.linalg.solve(np.eye(4) - 0.85 * P, np.full(4, 0.15 / 4)), rtol=1e-11
    )
    assert x.sum() == pytest.approx(1, rel=1e-13) and (x > 0).all()


def test_the_error_shrinks_by_the_damping_or_faster():
    P, (x, _) = transition(WEB), pagerank(WEB, 0.85, 1e-15)
    y = np.array([1.0, 0, 0, 0])
    for _ in range(20):
        before, y = np.abs(y - x).sum(), surf(P, y, 0.85)
        assert np.abs(y - x).sum() <= 0.85 * before + 1e-15


def test_a_page_that_links_nowhere_goes_anywhere_and_without_damping_all_pages_tie():
    np.testing.assert_allclose(transition(WEB)[:, 3], 1 / 4)
    np.testing.assert_allclose(pagerank(WEB, damping=0)[0], 1 / 4)
    np.testing.assert_allclose(pagerank(np.zeros((3, 3)))[0], 1 / 3)
    assert pagerank([[5.0]])[0].tolist() == [1.0]


def test_pagerank_counts_its_steps():
    assert pagerank(WEB, damping=0)[1] == 1  # it starts where all pages tie
    first = np.abs(surf(transition(WEB), np.full(4, 1 / 4), 0.85) - 1 / 4).sum()
    assert pagerank(WEB, 0.85, tolerance=1.01 * first)[1] == 1
    assert pagerank(WEB, 0.85, tolerance=0.99 * first)[1] == 2


@pytest.mark.parametrize(
    "arguments, message",
    [
        ((WEB, 1.0), r"damping must be a number in \[0, 1\); received 1.0"),
        ((WEB[:2],), r"links must be square and >= 0; received \(2, 4\)"),
        ((-WEB,), "square and >= 0"),
    ],
)
def test_pagerank_refuses_what_is_no_web(arguments, message):
    with pytest.raises(ValueError, match=message):
        pagerank(*arguments)


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("tolerance", [1e-17, 1e-300])
def test_ranks_end_where_they_go_round_in_rounding(seed, tolerance):
    links = np.random.default_rng(seed).random((20, 20))
    x, steps = pagerank(links, 0.85, tolerance)
    assert steps < 1000
    exact = np.linalg.solve(np.eye(20) - 0.85 * transition(links), np.full(20, 0.15 / 20))
    np.testing.assert_allclose(x, exact, rtol=1e-14)  # some roundings of sums of 20


def test_four_pages_by_hand():
    # 1 links to 2 and 3, 2 to 3 and 4, 3 to 1, and 4 to 1: of ten visits 4, 2, 3 and 1
    links = WEB.copy()
    links[0, 3] = 1
    by_hand = np.array([4, 2, 3, 1]) / 10
    np.testing.assert_allclose(surf(transition(links), by_hand, 1.0), by_hand, rtol=1e-15)
    np.testing.assert_allclose(pagerank(links, 1 - 1e-9)[0], by_hand, atol=1e-8)


def test_ranks_are_the_first_eigenvector_of_the_google_matrix():
    P, n = transition(WEB), 4
    values, vectors = np.linalg.eig(0.85 * P + 0.15 / n)
    first = vectors[:, np.argmax(values.real)].real
    np.testing.assert_allclose(first / first.sum(), pagerank(WEB)[0], rtol=1e-11)
    second = np.sort(np.abs(np.linalg.eigvals(P)))[-2]
    assert np.sort(np.abs(values))[-2] == pytest.approx(0.85 * second, rel=1e-12)


@pytest.mark.parametrize("m", [1, 2, 10])
@pytest.mark.parametrize("damping", [0.3, 0.85])
def test_a_farm_of_m_pages_makes_the_rank_that_the_formula_says(m, damping):
    n = 40
    links = np.zeros((n, n))
    links[0, 1 : m + 1] = links[1 : m + 1, 0] = 1  # page 0 and its farm
    links[m + 2 :, m + 1 : -1] = np.eye(n - m - 2)  # the others, a chain ...
    links[m + 1, -1] = 1  # ... that closes
    x, _ = pagerank(links, damping)
    assert x[0] == pytest.approx((1 + damping * m) / (1 + damping) / n, rel=1e-10)
    np.testing.assert_allclose(x[1 : m + 1], damping * x[0] / m + (1 - damping) / n, rtol=1e-10)


def test_a_step_runs_on_fractions():
    half, P = Fraction(1, 2), np.array([[0, 1], [1, 0]]) * Fraction(1)
    assert surf(P, np.array([1, 0]) * Fraction(1), half).tolist() == [half / 2, 3 * half / 2]


def test_links_are_weights():
    # twice the links, or links of weight 2, make no difference; unequal weights do
    np.testing.assert_array_equal(pagerank(2 * WEB)[0], pagerank(WEB)[0])
    links = WEB.astype(float)
    links[1, 0] = 3  # page 1 now leads to page 2 three times of four
    np.testing.assert_allclose(transition(links)[:, 0], [0, 3 / 4, 1 / 4, 0])
    assert pagerank(links)[0][1] > pagerank(WEB)[0][1]
