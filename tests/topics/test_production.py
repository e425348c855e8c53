"""Chunks of a table tell what the whole table tells; the chapter runs the counterparts."""

import re
from fractions import Fraction

import numpy as np
import psutil
import pytest
from dask.distributed import LocalCluster
from sklearn.decomposition import PCA as Authority
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

from mlbook import data, lda, pca, svd
from mlbook import production as p
from mlbook.trees.codes import bin_features
from mlbook.trees.criteria import Squares
from mlbook.trees.grow import grow as grow_tree
from mlbook.trees.limits import Limits
from tests.contract.test_estimators import ESTIMATORS
from tools.book import Book

CHAPTER = Book().chapter("production")
WINE, DIGITS = data.wine(), data.digits()
X, Y = data.friedman(600, seed=0)
EDGES = np.quantile(X[:100], np.arange(1, 16) / 16, axis=0).T
CODES = p.bin_codes(X, EDGES)
ROUNDING = 1e-12  # of sums of a few thousand products, each rounded by 1e-16, relative to the sum


def merged(X, pieces, y=None, C=1):
    codes = [None] * pieces if y is None else np.array_split(y, pieces)
    chunks = zip(np.array_split(X, pieces), codes, strict=True)
    return p.tree_merge([p.moments(part, y, C) for part, y in chunks], p.merge)


def total(chunks, bins=16):
    def of(feature, cut):
        parts = [
            p.histogram(codes, g, h, p.place(codes, feature, cut), len(feature), bins)
            for codes, g, h in chunks
        ]
        return p.tree_merge(parts, np.add)

    return of


def split(pieces, *columns):
    return list(zip(*(np.array_split(column, pieces) for column in columns), strict=True))


# --- merging -------------------------------------------------------------------------------------


def test_five_points_in_two_chunks_by_hand():
    # means (16/3, 8/3) and (12, 6), correction 6/5 (20/3, 10/3)(20/3, 10/3)^T
    points = np.array([[1, 3], [7, 1], [8, 4], [11, 3], [13, 9]]) * Fraction(1)
    parts = [
        (np.array([len(part)]) * Fraction(1), part.mean(axis=0)[None], pca.covariance(part, 0) * n)
        for part, n in ((points[:3], 3), (points[3:], 2))
    ]
    assert (p.merged_means(*parts[0][:2], *parts[1][:2]) == [[8, 4]]).all()
    assert (p.merged_scatter(*parts[0], *parts[1]) == [[84, 32], [32, 36]]).all()
    without = parts[0][2] + parts[1][2]
    assert (84 - without[0, 0]) == Fraction(6, 5) * Fraction(20, 3) ** 2


@pytest.mark.parametrize("pieces", [1, 2, 3, 7, 50])
def test_moments_do_not_depend_on_the_chunks(pieces):
    whole, parts = p.moments(WINE.X), merged(WINE.X, pieces)
    assert parts.counts == [178]
    assert parts.means == pytest.approx(whole.means, rel=ROUNDING)
    assert parts.scatter == pytest.approx(whole.scatter, abs=ROUNDING * whole.scatter.max())


@pytest.mark.parametrize("pieces", [2, 5, 60])
def test_class_moments_merge_although_chunks_lack_classes(pieces):
    means, S_W = lda.class_moments(WINE.X, WINE.y, 3)
    parts = merged(WINE.X, pieces, WINE.y, 3)
    assert parts.counts.tolist() == np.bincount(WINE.y).tolist()
    assert parts.means == pytest.approx(means, rel=ROUNDING)
    assert parts.scatter == pytest.approx(S_W, abs=ROUNDING * S_W.max())


def test_a_class_that_no_chunk_has_keeps_the_count_and_the_mean_0():
    part = p.moments(WINE.X, np.zeros(178, dtype=int), C=2)
    both = p.merge(part, part)
    assert both.counts.tolist() == [356, 0] and not both.means[1].any()
    assert both.scatter == pytest.approx(2 * part.scatter, rel=ROUNDING)


def test_a_far_mean_costs_no_digits():
    # the textbook's sum of squares less n times the squared mean would lose all of them
    far = merged(X + 1e8, 6)
    assert far.scatter == pytest.approx(p.moments(X).scatter, rel=1e-6, abs=1e-6)  # X is rounded
    naive = (X + 1e8).T @ (X + 1e8) - 600 * np.outer(*[(X + 1e8).mean(axis=0)] * 2)
    assert np.abs(naive - p.moments(X).scatter).max() > 1


def test_sums_of_scatter_alone_are_not_the_scatter():
    parts = [p.moments(part) for part in np.array_split(WINE.X, 3)]
    assert np.trace(sum(part.scatter for part in parts)) < 0.9 * np.trace(p.moments(WINE.X).scatter)


def test_in_turn_takes_columns_of_one_length():
    assert p.in_turn(pow, [2, 3], [4, 2]) == [16, 9]
    with pytest.raises(ValueError, match="argument 2 is shorter"):
        p.in_turn(pow, [2, 3], [4])


def test_a_tree_merges_neighbours_in_order():
    assert p.tree_merge("abcde", lambda a, b: f"({a}{b})") == "(((ab)(cd))e)"
    assert p.tree_merge("a", None) == "a"
    with pytest.raises(ValueError, match="at least one summary; received none"):
        p.tree_merge([], np.add)


# --- models from merged sums ---------------------------------------------------------------------


def test_merged_principal_axes_are_those_of_the_table_and_of_scikit_learn():
    variances, W = p.principal_axes(merged(DIGITS.X, 7))
    for whole in (pca.PCA(10).fit(DIGITS.X), Authority(10, svd_solver="full").fit(DIGITS.X)):
        assert variances[:10] == pytest.approx(whole.explained_variance_, rel=1e-11)
        assert pytest.approx(whole.components_, abs=1e-10) == W[:, :10].T  # gaps are 1e-2 of it


def test_merged_discriminant_axes_are_those_of_the_table_and_of_scikit_learn():
    eigenvalues, W = p.discriminant_axes(merged(WINE.X, 5, WINE.y, 3))
    whole = lda.LDA().fit(WINE.X, WINE.y)
    assert eigenvalues == pytest.approx(whole.eigenvalues_, rel=1e-10)  # S_W has a spread of 1e6
    assert pytest.approx(whole.scalings_, rel=1e-9) == W
    theirs = LinearDiscriminantAnalysis().fit(WINE.X, WINE.y).transform(WINE.X)
    assert np.abs((WINE.X - WINE.X.mean(axis=0)) @ W) == pytest.approx(np.abs(theirs), rel=1e-6)


def test_codes_count_the_edges_below():
    edges = np.array([[1.0, 2.0], [0.0, 5.0]])
    codes = p.bin_codes(np.array([[0.5, 0.5], [1.0, 9.0], [3.0, -1.0]]), edges)
    assert codes.tolist() == [[0, 1], [0, 2], [2, 0]]


def test_a_histogram_by_hand():
    codes, node = np.array([[0, 1], [0, 0], [1, 1]]), np.array([0, 1, 0])
    G, H = p.histogram(codes, np.array([1.0, 2.0, 4.0]), np.ones(3), node, 2, 2)
    assert G.tolist() == [[[1, 4], [0, 5]], [[2, 0], [2, 0]]]
    assert H.tolist() == [[[1, 1], [0, 2]], [[1, 0], [1, 0]]]


@pytest.mark.parametrize("pieces", [1, 2, 9])
@pytest.mark.parametrize("depth", [1, 3])
def test_a_round_from_chunks_grows_the_tree_of_the_package(pieces, depth):
    h = np.linspace(0.5, 2, 600)
    feature, cut, value, gain = p.grow(total(split(pieces, CODES, -Y, h)), depth, 1.0)
    assert {len(part) for part in (feature, cut, value, gain)} == {2 ** (depth + 1) - 1}
    bins = bin_features(CODES.astype(float))
    whole, _ = grow_tree(bins, -Y, h, Squares(lam=1.0), Limits(max_depth=depth))
    assert gain.sum() == pytest.approx(whole.gain.sum(), rel=ROUNDING)
    ours = value[p.place(CODES, feature, cut)]
    assert ours == pytest.approx(whole.predict(CODES.astype(float)), rel=1e-11)


def test_whole_slopes_give_the_same_bits_for_all_chunks():
    g = -np.rint(Y)
    sums = [
        p.grow(total(split(k, CODES, g, np.ones(600))), 3, 1.0) for k in (1, 2, 5, 100)
    ]  # integers below 2^53 add without rounding
    assert all((a == b).all() for other in sums[1:] for a, b in zip(sums[0], other, strict=True))


def test_the_grower_stops_where_nothing_is_gained():
    feature, _, value, gain = p.grow(total([(CODES, np.zeros(600), np.ones(600))]), 2, 1.0)
    assert (feature == -1).all() and not value.any() and not gain.any()


@pytest.mark.parametrize("rows", [1797, 40])
def test_lanczos_reaches_the_same_triplets_from_blocks(rows):
    table = DIGITS.X[:rows]  # taller than wide, then wider than tall
    blocks = p.RowBlocks(np.array_split(table, 7))
    assert blocks.shape == table.shape and blocks.T.shape == table.T.shape
    ours, whole = svd.truncated_svd(blocks, 5), svd.truncated_svd(table, 5)
    for a, b in zip(ours, whole, strict=True):
        assert a == pytest.approx(b, abs=1e-9)  # it iterates until residuals are 1e-12 s_1


def test_row_blocks_may_lie_elsewhere():
    far, table = dict(enumerate(np.array_split(WINE.X, 3))), WINE.X
    names = p.RowBlocks(far, lambda f, k, *rest: p.in_turn(f, [far[i] for i in k], *rest))
    assert names.shape == table.shape
    assert names @ np.arange(13) == pytest.approx(table @ np.arange(13), rel=ROUNDING)
    assert names.T @ np.arange(178) == pytest.approx(table.T @ np.arange(178), rel=ROUNDING)


# --- the cluster ---------------------------------------------------------------------------------


def test_the_cluster_of_the_chapter_is_heard_on_this_machine_alone():
    cell = next(cell.code for cell in CHAPTER.code if "LocalCluster(" in cell.code)
    call = re.search(r"LocalCluster\(.*?\)", cell, re.DOTALL)[0]
    with eval(call, {"LocalCluster": LocalCluster}) as cluster:
        assert len(cluster.workers) == 2
        this = psutil.Process()
        sockets = [
            socket
            for process in [this, *this.children(recursive=True)]
            for socket in process.net_connections()
            if socket.status == psutil.CONN_LISTEN
        ]
    assert {socket.laddr.ip for socket in sockets} == {"127.0.0.1"}


# --- counterparts --------------------------------------------------------------------------------


def test_every_estimator_of_the_book_has_a_counterpart_or_a_way_round():
    shown = next(cell for cell in CHAPTER.code if cell.code.startswith('table(rows, ("this'))
    (rows,) = shown.stored("text/plain")
    named = {row.split()[0] for row in rows.splitlines()}
    kinds = {type(estimator).__name__ for estimator in ESTIMATORS}
    assert kinds - named == {"ForestSelector", "LocallyWeightedRegression"}


def test_a_local_regression_is_a_weighted_one_at_each_query():
    from sklearn.linear_model import LinearRegression

    from mlbook.robust_fits import LocallyWeightedRegression, importances

    near = importances(X, X[0], 0.3)
    theirs = LinearRegression().fit(X, Y, sample_weight=near).predict(X[:1])
    ours = LocallyWeightedRegression(width=0.3).fit(X, Y).predict(X[:1])
    assert ours == pytest.approx(theirs, rel=1e-9)
