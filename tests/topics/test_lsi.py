"""Latent semantic indexing: by hand, printed, laws, planted, two roads, claims that fail, edges."""

import numpy as np
import pytest
import sympy as sp
from sklearn.cluster import KMeans
from sklearn.decomposition import TruncatedSVD
from sklearn.feature_extraction.text import CountVectorizer, TfidfTransformer
from sklearn.metrics.pairwise import cosine_similarity
from sklearn.mixture import GaussianMixture

from mlbook import data, lsi
from mlbook.contract import NotFittedError
from mlbook.lsi import (
    LSI,
    STOP_WORDS,
    average_precision,
    cosines,
    count_terms,
    document_counts,
    fold_in,
    groups,
    idf,
    mean_average_precision,
    nearest,
    project,
    tokens,
    vocabulary,
    weigh,
)
from mlbook.numerics.triplets import Triplets

# --- by hand -------------------------------------------------------------------------------------

THREE = ["car engine", "automobile engine", "flower garden"]
WORDS = ("automobile", "car", "engine", "flower", "garden")
S3, S6 = np.sqrt(3), np.sqrt(6)


def three():
    """Counts of three titles, singular values sqrt(3), sqrt(2), 1."""
    return count_terms(THREE, WORDS)


def test_the_factors_of_three_titles_by_hand():
    model = LSI(3).fit(three())
    np.testing.assert_allclose(model.singular_values_**2, [3, 2, 1], rtol=1e-13)
    np.testing.assert_allclose(model.components_[0], np.array([1, 1, 2, 0, 0]) / S6, atol=1e-14)
    np.testing.assert_allclose(
        model.components_[1], np.array([0, 0, 0, 1, 1]) / np.sqrt(2), atol=1e-14
    )
    np.testing.assert_allclose(
        np.abs(model.components_[2]), np.array([1, 1, 0, 0, 0]) / np.sqrt(2), atol=1e-14
    )


def test_two_axes_make_synonyms_of_words_that_never_meet():
    A2 = LSI(2).fit(three())
    rebuilt = A2.documents_ @ A2.components_
    expected = [[0.5, 0.5, 1, 0, 0], [0.5, 0.5, 1, 0, 0], [0, 0, 0, 1, 1]]
    np.testing.assert_allclose(rebuilt, expected, atol=1e-14)
    assert cosines(A2.words_, A2.words_)[0, 1] == pytest.approx(1, abs=1e-14)
    X = three().toarray()
    assert cosines(X.T, X.T)[0, 1] == 0


def test_a_query_for_car_finds_the_automobile():
    model = LSI(2).fit(three())
    query = count_terms(["Car!"], WORDS)
    order, found = model.search(query, top=3)
    assert order.tolist() == [[0, 1, 2]]
    np.testing.assert_allclose(found, [[1, 1, 0]], atol=1e-14)
    raw = cosines(query.toarray(), three().toarray())
    np.testing.assert_allclose(raw, [[1 / np.sqrt(2), 0, 0]], atol=1e-14)


def test_the_query_is_folded_to_the_fraction_by_hand():
    model = LSI(2).fit(three())
    q = fold_in(count_terms(["car"], WORDS), model.components_.T, model.singular_values_)
    np.testing.assert_allclose(q, [[1 / np.sqrt(18), 0]], atol=1e-14)


# --- the printed table ---------------------------------------------------------------------------

COUNTS = """
book 001100000
dads 000001001
dummies 010000010
estate 000000101
guide 100001000
investing 111111111
market 101000000
real 000000101
rich 000002001
stock 101000010
value 000110000
"""
PRINTED_U = """
book 0.15 -0.27 0.04
dads 0.24 0.38 -0.09
dummies 0.13 -0.17 0.07
estate 0.18 0.19 0.45
guide 0.22 0.09 -0.46
investing 0.74 -0.21 0.21
market 0.18 -0.30 -0.28
real 0.18 0.19 0.45
rich 0.36 0.59 -0.34
stock 0.25 -0.42 -0.28
value 0.12 -0.14 0.23
"""
PRINTED_V = """
0.35 0.22 0.34 0.26 0.22 0.49 0.28 0.29 0.44
-0.32 -0.15 -0.46 -0.24 -0.14 0.55 0.07 -0.31 0.44
-0.41 0.14 -0.16 0.25 0.22 -0.51 0.55 0.00 0.34
"""
BOOK, DADS, DUMMIES, ESTATE, GUIDE, INVESTING, MARKET, REAL, RICH, STOCK, VALUE = range(11)


def titles():
    """The counts of the nine titles (9, 11) and the words."""
    texts = data.titles().texts
    words = vocabulary(texts, STOP_WORDS | {"little", "edition"}, min_documents=2)
    return count_terms(texts, words).toarray(), words


def printed():
    """U (11, 3) and V (9, 3) of the counts with the signs of the print."""
    model = LSI(3).fit(titles()[0])
    signs = [1, 1, -1]
    return model.components_.T * signs, model.documents_ / model.singular_values_ * signs


def test_the_titles_have_the_words_and_counts_of_the_table():
    X, words = titles()
    rows = [line.split() for line in COUNTS.split("\n") if line]
    assert words == tuple(word for word, _ in rows)
    assert X.T.tolist() == [[int(c) for c in counts] for _, counts in rows]
    assert X.sum(axis=0).tolist() == [2, 2, 2, 2, 2, 9, 2, 2, 3, 3, 2]
    assert X.sum(axis=1).tolist() == [4, 2, 4, 3, 2, 5, 3, 3, 5]
    assert (X**2).sum() == 33 and np.linalg.matrix_rank(X) == 9


def test_every_printed_entry_of_the_factors_is_the_right_rounding():
    U, V = printed()
    u = np.array([line.split()[1:] for line in PRINTED_U.split("\n") if line], dtype=float)
    v = np.array([line.split() for line in PRINTED_V.split("\n") if line], dtype=float)
    np.testing.assert_array_equal(np.round(U, 2) + 0.0, u)
    np.testing.assert_array_equal(np.round(V.T, 2) + 0.0, v)


def test_the_singular_values_are_the_printed_ones():
    s = LSI(9).fit(titles()[0]).singular_values_
    expected = [3.9094, 2.6091, 1.9968, 1.6870, 1.5468, 1.0445, 0.5938, 0.4104, 0.2665]
    np.testing.assert_allclose(s, expected, atol=5e-5)
    assert np.round(s[:3], 2).tolist() == [3.91, 2.61, 2.00]
    assert (s[:3] ** 2).sum() / 33 == pytest.approx(0.790, abs=5e-4)
    assert s[:3].sum() / s.sum() == pytest.approx(0.605, abs=5e-4)


def test_the_rank_three_error_and_that_of_the_printed_factors():
    X, _ = titles()
    model = LSI(3).fit(X)
    A3 = model.documents_ @ model.components_
    U, V = (np.round(F, 2) for F in printed())
    rough = V * [3.91, 2.61, 2.00] @ U.T
    assert np.linalg.norm(X - A3) == pytest.approx(2.6309, abs=5e-5)
    assert np.linalg.norm(X - rough) == pytest.approx(2.6319, abs=5e-5)
    assert np.abs(A3 - rough).max() == pytest.approx(0.019, abs=5e-4)


@pytest.mark.parametrize(
    ("a", "b", "distance"),
    [
        (REAL, ESTATE, 0),
        (INVESTING, VALUE, 0.072),
        (INVESTING, DUMMIES, 0.146),
        (BOOK, DUMMIES, 0.095),
        (STOCK, MARKET, 0.118),
        (DADS, RICH, 0.331),
        (GUIDE, MARKET, 0.424),
        (DADS, GUIDE, 0.474),
    ],
)
def test_distances_of_words_in_the_plane_of_components_two_and_three(a, b, distance):
    U, _ = printed()
    assert np.linalg.norm(U[a, 1:] - U[b, 1:]) == pytest.approx(distance, abs=5e-4)


def test_the_first_column_is_roughly_the_frequency():
    X, _ = titles()
    U, V = printed()
    assert np.corrcoef(U[:, 0], X.sum(axis=0))[0, 1] == pytest.approx(0.965, abs=5e-4)
    assert np.corrcoef(V[:, 0], X.sum(axis=1))[0, 1] == pytest.approx(0.969, abs=5e-4)
    twice = U[X.sum(axis=0) == 2, 0]
    assert np.round([twice.min(), twice.max()], 2).tolist() == [0.12, 0.24]


# --- counting ------------------------------------------------------------------------------------


def test_tokens_are_lower_case_words_that_begin_with_a_letter():
    assert tokens("Rich Dad's  A-B 4th log10, x_1 Écart") == ["rich", "dads", "log10", "écart"]
    assert tokens("") == []


def test_the_vocabulary_drops_stop_words_and_rare_words():
    texts = ["the cat", "the cat and a dog", "The DOG sat"]
    assert vocabulary(texts) == ("cat", "dog", "sat")
    assert vocabulary(texts, min_documents=2) == ("cat", "dog")
    assert vocabulary(texts, stop_words=(), min_documents=3) == ("the",)


def test_words_are_counted_and_unknown_ones_passed_over():
    X = count_terms(["bb aa bb", "", "cc cc"], ("aa", "bb"))
    assert X.toarray().tolist() == [[1, 2], [0, 0], [0, 0]]
    assert X.shape == (3, 2)


@pytest.mark.parametrize(
    "text, words",
    [
        ("आधुनिक मानक हिन्दी", ["आधुनिक", "मानक", "हिन्दी"]),
        ("สวัสดี ครับ", ["สวัสดี", "ครับ"]),  # Thai
        ("تَمْرِين عَرَبِيّ", ["تَمْرِين", "عَرَبِيّ"]),  # Arabic with its vowel signs
        ("தமிழ் மொழி", ["தமிழ்", "மொழி"]),  # Tamil
        ("cafe\u0301 caf\u00e9", ["caf\u00e9", "caf\u00e9"]),
        ("E\u0301COLE", ["\u00e9cole"]),
        ("e\u0301 \u0301ab", ["ab"]),  # one letter, and a mark without a letter
        ("co\u00adoperate na\u200bme", ["cooperate", "na", "me"]),
    ],
)
def test_marks_belong_to_words_and_accents_are_composed(text, words):
    assert tokens(text) == words
    assert vocabulary([text], stop_words=()) == tuple(sorted(set(words)))
    assert count_terms([text], sorted(set(words))).toarray().sum() == len(words)


@pytest.mark.parametrize("word", ["Cat", "dad's", "new york", "a", "4th", "", "cafe\u0301"])
def test_a_word_that_could_not_be_found_is_refused(word):
    with pytest.raises(
        ValueError, match=f"the word '{word}' would never be found".replace("'", ".")
    ):
        count_terms([word], (word,))


def test_words_must_be_different_and_a_collection():
    with pytest.raises(ValueError, match="words must be different; received 2, 1 different"):
        count_terms(["cat"], ("cat", "cat"))
    with pytest.raises(ValueError, match="words must be a collection of words; received 'cat'"):
        count_terms(["cat"], "cat")
    with pytest.raises(ValueError, match="words must hold strings; received int"):
        count_terms(["cat"], (3,))


def test_stop_words_are_a_collection_and_read_like_texts():
    for bad in ("english", None, 3):
        with pytest.raises(ValueError, match=r"stop_words must be a collection .*lsi\.STOP_WORDS"):
            vocabulary(["the cat"], stop_words=bad)
    assert vocabulary(["the cat don't"], stop_words={"The", "Don't"}) == ("cat",)


def test_one_string_is_one_text_and_anything_else_is_refused():
    assert count_terms("aa aa", ("aa",)).toarray().tolist() == [[2]]
    with pytest.raises(ValueError, match="every text must be a string; received bytes"):
        count_terms([b"aa"], ("aa",))


def test_the_counts_are_those_of_scikit_learn():
    texts = data.numpy_docs().texts
    words = vocabulary(texts, stop_words=())
    pattern = r"(?<![^\W_])[^\W\d_][^\W_]+(?![^\W_])"
    theirs = CountVectorizer(
        token_pattern=pattern, preprocessor=lambda t: t.lower().replace("'", "")
    )
    counts = theirs.fit_transform(texts)
    assert words == tuple(theirs.get_feature_names_out())
    np.testing.assert_array_equal(count_terms(texts, words).toarray(), counts.toarray())


# --- weighing ------------------------------------------------------------------------------------


def test_a_word_in_every_document_weighs_nothing_and_a_rare_one_most():
    assert idf(9, np.array([9, 3, 1])).tolist() == [0, np.log(3), np.log(9)]


def test_documents_are_counted_alike_in_arrays_and_triplets():
    X = np.array([[2.0, 0, 1], [0, 0, 3]])
    split = Triplets([0, 0, 1, 0, 1], [0, 0, 2, 2, 1], [1, 1, 3, 1, 0], (2, 3))
    assert document_counts(X).tolist() == document_counts(split).tolist() == [1, 0, 2]


def test_the_weights_are_those_of_scikit_learn_less_its_one():
    X = three()
    theirs = TfidfTransformer(norm=None, smooth_idf=False).fit(X.toarray())
    model = LSI(2, "tf-idf").fit(X)
    np.testing.assert_allclose(model.weights_, theirs.idf_ - 1, atol=1e-15)
    np.testing.assert_allclose(
        weigh(X, model.weights_).toarray(), X.toarray() * model.weights_, atol=0
    )


def test_a_word_in_no_document_has_the_weight_zero():
    model = LSI(2, "tf-idf").fit([[1, 0, 1], [1, 0, 0]])
    np.testing.assert_allclose(model.weights_, [0, 0, np.log(2)])


# --- laws ----------------------------------------------------------------------------------------


def docs(k=40, weighting="tf-idf"):
    """A model of the documentation of NumPy, its counts, its words."""
    texts = data.numpy_docs().texts
    words = vocabulary(texts, min_documents=2)
    X = count_terms(texts, words)
    return LSI(k, weighting).fit(X), X, words


def test_documents_fold_in_to_their_own_rows_of_v():
    model, X, _ = docs()
    W = weigh(X, model.weights_)
    V = fold_in(W, model.components_.T, model.singular_values_)
    np.testing.assert_allclose(V.T @ V, np.eye(40), atol=1e-10)
    np.testing.assert_allclose(V * model.singular_values_, model.documents_, atol=1e-10)


def test_inner_products_of_rows_are_those_of_the_approximation():
    model, _, _ = docs()
    A = model.documents_ @ model.components_  # documents x words
    np.testing.assert_allclose(A @ A.T, model.documents_ @ model.documents_.T, atol=1e-9)
    np.testing.assert_allclose(A.T @ A, model.words_ @ model.words_.T, atol=1e-9)


def test_transform_of_the_fitted_documents_is_documents():
    model, X, _ = docs()
    np.testing.assert_array_equal(model.transform(X), model.documents_)
    np.testing.assert_allclose(model.transform(X.toarray()), model.documents_, atol=1e-10)


def test_a_document_is_its_own_nearest_and_longer_copies_are_as_near():
    model, X, _ = docs()
    order, found = model.search(3 * X.toarray()[:20], top=1)
    np.testing.assert_allclose(found, 1, atol=1e-12)
    np.testing.assert_allclose(
        cosines(model.documents_[order[:, 0]], model.documents_[:20]).diagonal(), 1, atol=1e-9
    )


def test_arrays_and_triplets_give_the_same_model():
    sparse, X, _ = docs(10)
    dense = LSI(10, "tf-idf").fit(X.toarray())
    np.testing.assert_allclose(dense.singular_values_, sparse.singular_values_, rtol=1e-12)
    np.testing.assert_allclose(dense.words_, sparse.words_, atol=1e-8)


def test_transposing_the_table_exchanges_words_and_documents():
    X, _ = titles()
    rows, columns = LSI(3).fit(X), LSI(3).fit(X.T)
    signs = np.sign((rows.documents_ * columns.words_).sum(axis=0))
    np.testing.assert_allclose(rows.documents_, columns.words_ * signs, atol=1e-12)
    np.testing.assert_allclose(rows.words_, columns.documents_ * signs, atol=1e-12)


# --- planted -------------------------------------------------------------------------------------


def same_topic(y):
    """For each document the others of its topic."""
    return [set(np.flatnonzero(y == c)) - {i} for i, c in enumerate(y)]


@pytest.mark.parametrize("seed", range(3))
def test_as_many_axes_as_topics_find_planted_topics_and_more_lose_them_again(seed):
    corpus = data.topics(200, seed)
    Z, related = LSI(40).fit(corpus.X).documents_, same_topic(corpus.y)
    raw, four, forty = (mean_average_precision(A, related) for A in (corpus.X, Z[:, :4], Z))
    assert raw < 0.75 and four > 0.9
    assert abs(forty - raw) < 0.1


def test_planted_synonyms_come_together_although_they_never_meet():
    corpus = data.topics(400, seed=0)
    model = LSI(4).fit(corpus.X)
    for first, second in [("a0x", "a0y"), ("c3x", "c3z"), ("d5y", "d5z")]:
        i, j = (corpus.feature_names.index(name) for name in (first, second))
        assert corpus.X[:, i] @ corpus.X[:, j] == 0
        assert cosines(model.words_[[i]], model.words_[[j]])[0, 0] > 0.9


# --- an authority --------------------------------------------------------------------------------


@pytest.mark.parametrize("k", [1, 5, 40])
def test_it_agrees_with_the_pipeline_of_scikit_learn(k):
    model, X, _ = docs(k)
    W = X.toarray() * model.weights_
    theirs = TruncatedSVD(k, algorithm="arpack", random_state=0)
    Z = theirs.fit_transform(W)
    np.testing.assert_allclose(model.singular_values_, theirs.singular_values_, rtol=1e-10)
    ours = cosines(model.documents_, model.documents_)
    np.testing.assert_allclose(ours, cosine_similarity(Z), atol=1e-6)


def test_cosines_are_those_of_scikit_learn():
    A, B = np.random.default_rng(0).normal(size=(2, 6, 3))
    A[2] = 0
    np.testing.assert_allclose(cosines(A, B), cosine_similarity(A, B), atol=1e-15)


# --- retrieval -----------------------------------------------------------------------------------


def test_ties_go_to_the_earlier_place():
    C = np.array([[0.5, 0.9, 0.5 + 1e-12, 0.9 - 1e-12]])
    assert nearest(C, 4).tolist() == [[1, 3, 0, 2]]
    assert nearest(C, 2).tolist() == [[1, 3]]
    half = nearest(np.tile([0.0, 1.0], 250)[np.newaxis], 500)[0]
    assert half.tolist() == [*range(1, 500, 2), *range(0, 500, 2)]


def test_groups_are_chains_of_neighbours():
    C = np.eye(5)
    for i, j in [(0, 3), (3, 4), (1, 2)]:
        C[i, j] = C[j, i] = 0.8
    C[0, 1] = C[1, 0] = 0.69
    assert groups(C, 0.7).tolist() == groups(C, 0.8).tolist() == [0, 1, 1, 0, 0]
    assert groups(C, 0.9).tolist() == [0, 1, 2, 3, 4]


def test_average_precision_by_hand():
    assert average_precision([3, 1, 2, 0], {3, 2}) == pytest.approx(5 / 6)  # 1 and 2/3
    assert average_precision([3, 1, 2], {0, 3}) == 0.5
    assert average_precision([1, 2], {1, 2}) == 1
    with pytest.raises(ValueError, match="at least one document; received none"):
        average_precision([1], set())
    for places in (3, [[1]], ["one"], [0.5]):
        with pytest.raises(ValueError, match="relevant must hold indices of documents"):
            average_precision([1], places)


def test_a_document_does_not_count_as_its_own_find():
    Z = np.array([[1.0, 0], [1, 0.1], [0, 1], [0.1, 1]])
    assert mean_average_precision(Z, [{1}, {0}, {3}, {2}]) == 1
    assert mean_average_precision(Z, [{2, 3}, (), (), ()]) == pytest.approx((1 / 2 + 2 / 3) / 2)


# --- groups --------------------------------------------------------------------------------------

BLOBS = np.random.default_rng(0).normal(size=(90, 2)) + np.repeat([[0, 0], [8, 0], [0, 8]], 30, 0)


def test_each_step_of_lloyd_lowers_the_sum_of_squares():
    rng = np.random.default_rng(1)
    X = rng.normal(size=(50, 3))
    C = X[:4]
    groups = rng.integers(4, size=50)
    before = np.inf
    for _ in range(6):
        C = lsi.group_means(X, groups, C)
        halfway = lsi.within_groups(X, groups, C)
        groups = lsi.nearest_centre(X, C)
        after = lsi.within_groups(X, groups, C)
        assert after <= halfway + 1e-12 <= before + 2e-12
        before = after


def test_planted_groups_are_found_and_numbered_by_their_first_sample():
    groups, C = lsi.k_means(BLOBS, 3)
    assert groups.tolist() == [0] * 30 + [1] * 30 + [2] * 30
    np.testing.assert_allclose(C, BLOBS.reshape(3, 30, 2).mean(axis=1), rtol=1e-12)


def test_lloyd_ends_where_scikit_learn_ends_from_the_same_centres():
    X = np.random.default_rng(2).normal(size=(200, 4))
    groups, C = lsi.lloyd(X, X[:5])
    theirs = KMeans(5, init=X[:5], n_init=1, algorithm="lloyd", tol=0).fit(X)
    assert (groups == theirs.labels_).all()
    np.testing.assert_allclose(C, theirs.cluster_centers_, rtol=1e-9)
    np.testing.assert_allclose(lsi.within_groups(X, groups, C), theirs.inertia_, rtol=1e-9)


def test_k_means_is_as_good_as_scikit_learn_s():
    X = data.iris().X
    theirs = KMeans(3, n_init=10, random_state=0).fit(X).inertia_
    np.testing.assert_allclose(lsi.within_groups(X, *lsi.k_means(X, 3)), theirs, rtol=1e-6)


def test_an_empty_group_keeps_its_centre_and_k_may_be_n():
    X = np.array([[0.0], [1.0], [5.0]])
    assert lsi.group_means(X, np.zeros(3, dtype=int), np.array([[9.0], [7.0]])).tolist() == [
        [2],
        [7],
    ]
    groups, C = lsi.k_means(X, 3)
    assert groups.tolist() == [0, 1, 2] and C.ravel().tolist() == [0, 1, 5]
    same, _ = lsi.k_means(np.ones((4, 2)), 2)
    assert same.tolist() == [0] * 4


def test_groups_do_not_depend_on_where_the_origin_is():
    far, _ = lsi.k_means(BLOBS + 1e9, 3)
    assert (far == lsi.k_means(BLOBS, 3)[0]).all()


def test_more_groups_than_samples_are_refused():
    with pytest.raises(ValueError, match="k must be at most n = 3; received 4"):
        lsi.k_means(np.eye(3), 4)


def test_responsibilities_are_those_of_scikit_learn_s_mixture():
    C = np.array([[0.0, 0], [8, 0], [0, 8]])
    fractions = np.array([0.5, 0.3, 0.2])
    mixture = GaussianMixture(3, covariance_type="spherical")
    mixture.means_, mixture.weights_ = C, fractions
    mixture.precisions_cholesky_ = np.full(3, 1 / np.sqrt(20.0))
    found = lsi.responsibilities(BLOBS, C, fractions, 20.0)
    np.testing.assert_allclose(found, mixture.predict_proba(BLOBS), rtol=1e-9)
    np.testing.assert_allclose(found.sum(axis=1), 1, rtol=1e-12)


def test_with_a_small_variance_all_responsibility_is_at_the_nearest_centre():
    groups, C = lsi.k_means(BLOBS, 3)
    sure = lsi.responsibilities(BLOBS, C, np.full(3, 1 / 3), 1e-6)
    assert (sure == np.eye(3)[groups]).all()


# --- claims that fail ----------------------------------------------------------------------------


def test_stock_occurs_without_market():
    X, _ = titles()
    both = (X[:, STOCK] > 0) & (X[:, MARKET] > 0)
    assert np.flatnonzero((X[:, STOCK] > 0) & ~both).tolist() == [7]  # T8
    assert cosines(X.T, X.T)[STOCK, MARKET] == pytest.approx(0.816, abs=5e-4)


def test_dads_stands_alone_by_distance_and_goes_with_rich_by_angle():
    U, _ = printed()
    C, raw = cosines(U[:, 1:], U[:, 1:]), cosines(titles()[0].T, titles()[0].T)
    assert C[DADS, RICH] == pytest.approx(0.955, abs=5e-4)
    assert C[STOCK, MARKET] == pytest.approx(0.987, abs=5e-4)
    assert C[DADS, GUIDE] == pytest.approx(0.399, abs=5e-4)
    assert raw[DADS, RICH] == pytest.approx(0.949, abs=5e-4)


def test_neighbours_in_the_plane_need_not_share_a_title():
    assert cosines(titles()[0].T, titles()[0].T)[BOOK, DUMMIES] == 0


def test_see_also_is_not_found_better_by_lsi_than_by_words():
    corpus = data.numpy_docs()
    model, X, _ = docs(100)
    raw = mean_average_precision(X.toarray() * model.weights_, corpus.related)
    assert raw > mean_average_precision(model.documents_, corpus.related) > 0.5


# --- the functions are the formulas --------------------------------------------------------------


def test_folding_in_runs_on_symbols():
    a, b, s = sp.symbols("a b s", positive=True)
    X, U = np.array([[a, b]]), np.array([[sp.Rational(3, 5)], [sp.Rational(4, 5)]])
    assert project(X, U)[0, 0] == 3 * a / 5 + 4 * b / 5
    assert sp.simplify(fold_in(X, U, np.array([s]))[0, 0] - (3 * a + 4 * b) / (5 * s)) == 0


# --- edges and errors ----------------------------------------------------------------------------


def test_an_empty_document_and_an_unknown_query_have_cosine_zero_with_everything():
    X = count_terms([*THREE, "nothing known"], WORDS)
    model = LSI(2).fit(X)
    assert not model.documents_[3].any()
    order, found = model.search(count_terms(["", "car"], WORDS), top=4)
    assert order[0].tolist() == [0, 1, 2, 3] and not found[0].any()
    assert found[1, -1] == 0


def test_a_query_outside_the_kept_axes_has_cosine_zero_and_not_noise():
    model = LSI(1).fit(three())  # the axis of cars alone
    query = count_terms(["flower"], WORDS)
    assert not model.transform(query).any()
    assert not model.search(query)[1].any()
    assert not model.documents_[2].any()


def test_the_unit_of_a_query_does_not_matter():
    model, query = LSI(2).fit(three()), count_terms(["car flower"], WORDS)
    tiny = Triplets(query.rows, query.columns, query.values * 1e-13, query.shape)
    np.testing.assert_allclose(model.transform(tiny), 1e-13 * model.transform(query), rtol=1e-12)


@pytest.mark.parametrize("weighting", ["counts", "tf-idf"])
@pytest.mark.parametrize("k", [3, 4, 50])
def test_axes_beyond_the_rank_are_not_kept(k, weighting):
    X = np.array([[1.0, 2, 0, 0], [2, 4, 0, 0], [0, 0, 1, 0], [0, 0, 1, 0], [1, 2, 1, 0]])
    model = LSI(k, weighting).fit(X)
    assert model.n_components_ == len(model.singular_values_) == 2
    assert model.components_.shape == (2, 4) and model.transform(X).shape == (5, 2)
    assert not model.words_[3].any()


def test_axes_that_are_rounding_are_not_kept():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(20, 3)) @ rng.normal(size=(3, 8))
    model = LSI(8).fit(X)
    assert model.n_components_ == 3
    np.testing.assert_allclose(model.documents_ @ model.components_, X, atol=1e-12)


def test_weights_may_be_negative_in_triplets_as_in_arrays():
    X = np.array([[1.0, -2, 0], [0, -1, 3], [-1, 0, 1]])
    rows, columns = np.nonzero(X)
    sparse = LSI(2).fit(Triplets(rows, columns, X[rows, columns], X.shape))
    np.testing.assert_allclose(sparse.documents_, LSI(2).fit(X).documents_, atol=1e-12)


def test_one_document_has_one_axis():
    model = LSI(5).fit([[3.0, 4.0]])
    assert model.singular_values_ == pytest.approx([5])
    order, found = model.search([[1.0, 0.0], [0.0, 0.0]])
    assert order.tolist() == [[0], [0]]
    np.testing.assert_allclose(found, [[1], [0]], atol=1e-15)


@pytest.mark.parametrize("X", [np.zeros((3, 2)), Triplets([], [], [], (3, 2))])
def test_a_table_of_zeros_has_no_axes_and_every_cosine_is_zero(X):
    model = LSI(2).fit(X)
    assert model.n_components_ == 0 and model.components_.shape == (0, 2)
    order, found = model.search([[1.0, 1.0]], top=2)
    assert order.tolist() == [[0, 1]] and not found.any()


def test_the_tf_idf_of_a_single_document_is_zero():
    model = LSI(1, "tf-idf").fit([[3.0, 4.0]])
    assert model.n_components_ == 0 and not model.weights_.any()


def test_similar_words_leave_out_the_word_itself():
    model = LSI(2).fit(three())
    order, found = model.similar(WORDS.index("car"), top=2)
    assert sorted(WORDS[i] for i in order) == ["automobile", "engine"]
    np.testing.assert_allclose(found, 1, atol=1e-14)
    assert len(model.similar(0, top=99)[0]) == 4


def test_impossible_arguments_are_refused():
    model = LSI(2).fit(three())
    with pytest.raises(ValueError, match=r"^min_documents must be an integer >= 1; received 0"):
        vocabulary(["a text"], min_documents=0)
    with pytest.raises(ValueError, match="n_components must be an integer >= 1; received 0"):
        LSI(0).fit(three())
    with pytest.raises(ValueError, match="weighting must be one of counts, tf-idf; received 'log'"):
        LSI(2, "log").fit(three())
    with pytest.raises(ValueError, match="word must be below d = 5; received 5"):
        model.similar(5)
    with pytest.raises(ValueError, match="word must be an integer >= 0; received -1"):
        model.similar(-1)
    with pytest.raises(ValueError, match="top must be an integer >= 1; received 0"):
        model.search(three(), top=0)
    with pytest.raises(
        ValueError, match="X has 4 features, but LSI is expecting 5 features as input"
    ):
        model.search(Triplets([0], [0], [1], (1, 4)))


def test_before_fit_there_is_nothing_to_search():
    for ask in (lambda: LSI().search(three()), lambda: LSI().similar(0)):
        with pytest.raises(NotFittedError, match="this LSI is not fitted yet"):
            ask()


def test_what_scikit_learn_says_of_truncated_svd():
    """It recommends 100 axes, and its ratios of explained variance need not be sorted."""
    assert "For LSA, a value of 100 is recommended" in " ".join(TruncatedSVD.__doc__.split())
    docs = data.numpy_docs()
    counts = count_terms(docs.texts, vocabulary(docs.texts, min_documents=2))
    weighted = counts.toarray() * LSI(1, "tf-idf").fit(counts).weights_
    svd = TruncatedSVD(2, random_state=0).fit(weighted)
    assert svd.singular_values_[0] > svd.singular_values_[1]
    assert svd.explained_variance_ratio_[0] < svd.explained_variance_ratio_[1]
