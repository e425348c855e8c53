"""The data of the book are what they say, and come out the same every time."""

import zlib
from pathlib import Path

import numpy as np
import pytest

from mlbook import data

SHAPES = {
    "houses": (4, 1),
    "male_female": (5, 2),
    "iris": (150, 4),
    "wine": (178, 13),
    "digits": (1797, 64),
    "breast_cancer": (569, 30),
    "diabetes": (442, 10),
}
every_table = pytest.mark.parametrize("name", SHAPES)


@every_table
def test_a_table_has_its_shape_its_names_and_a_description(name):
    table = getattr(data, name)()
    assert table.X.shape == SHAPES[name]
    assert table.X.dtype == np.float64 and np.isfinite(table.X).all()
    assert len(table.feature_names) == table.X.shape[1]
    assert {type(each) for each in table.feature_names + table.target_names} == {str}
    assert table.description.endswith(".")


# Of all that is typed in data.py; of the first four tables that is their numbers, too.
FINGERPRINTS = {
    "houses": 0xC2888842,
    "male_female": 0x7A4CF330,
    "golf": 0xB44A9AD0,
    "titles": 0x8120F777,
    "iris": 0x6837152B,
    "wine": 0x0355413E,
    "digits": 0x829502AA,
    "breast_cancer": 0x7F27FA4E,
    "diabetes": 0x634726DC,
}


@pytest.mark.parametrize("name", FINGERPRINTS)
def test_no_number_or_word_that_was_typed_changes_unnoticed(name):
    carried = list(FINGERPRINTS).index(name) >= 4
    parts = vars(getattr(data, name)()).values()
    typed = [
        part.tolist() if isinstance(part, np.ndarray) else part
        for part in parts
        if not (carried and isinstance(part, np.ndarray))
    ]
    assert zlib.crc32(repr(typed).encode()) == FINGERPRINTS[name]


@every_table
def test_a_table_is_made_anew_so_that_nobody_can_spoil_it(name):
    first = getattr(data, name)()
    kept = first.X.copy()
    first.X[:] = -1
    np.testing.assert_array_equal(getattr(data, name)().X, kept)


@pytest.mark.parametrize("name", ["iris", "wine", "digits", "breast_cancer"])
def test_classes_are_numbered_from_zero_and_each_has_a_name(name):
    table = getattr(data, name)()
    assert np.unique(table.y).tolist() == list(range(len(table.target_names)))
    assert len(table.y) == len(table.X)


def test_the_house_table_is_the_one_in_the_notes():
    house = data.houses()
    assert house.X.ravel().tolist() == [123, 150, 87, 102]
    assert house.y.tolist() == [250, 320, 160, 220]


def test_male_and_female_always_sum_to_one():
    assert (data.male_female().X.sum(axis=1) == 1).all()


def test_golf_is_played_on_nine_of_fourteen_days_and_always_under_clouds():
    golf = data.golf()
    assert (golf.y == 0).sum() == 9 and len(golf.y) == 14
    assert [golf.categories[0][int(o)] for o in np.unique(golf.X[golf.y == 1, 0])] == [
        "sunny",
        "rain",
    ]
    assert golf.X[:, 1:3].sum(axis=0).tolist() == [1030, 1124]


def test_digits_are_counts_of_pixels_in_blocks_of_four_by_four():
    X = data.digits().X
    assert (X.min(), X.max()) == (0, 16) and not (X % 1).any()


def test_diabetes_is_in_its_own_units():
    table = data.diabetes()
    age, sex = table.X[:, 0], table.X[:, 1]
    assert table.feature_names[:4] == ("age", "sex", "bmi", "bp")
    assert (age.min(), age.max()) == (19, 79) and set(sex) == {1, 2}
    assert (table.y.min(), table.y.max()) == (25, 346)


def test_a_table_shows_its_size_and_its_target():
    assert repr(data.iris()) == "Data(n=150, d=4, target=setosa, versicolor, virginica)"
    assert repr(data.male_female()) == "Data(n=5, d=2, target=None)"


# --- texts ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "n"), [("titles", 9), ("numpy_docs", 469)])
def test_a_corpus_has_names_texts_and_references_within_it(name, n):
    corpus = getattr(data, name)()
    assert len(corpus.names) == len(corpus.texts) == len(corpus.related) == n
    assert repr(corpus) == f"Corpus(n={n})"
    assert all(text.strip() for text in corpus.texts)
    for i, places in enumerate(corpus.related):
        assert i not in places and set(places) <= set(range(n))


def test_the_documentation_of_numpy_comes_with_its_licence_and_ends_before_the_next_function():
    corpus = data.numpy_docs()
    file = (Path(data.__file__).parent / "numpy_docs.txt").read_text("utf8")
    assert "Copyright (c) 2005-2025, NumPy Developers." in file
    assert "AND ANY EXPRESS OR IMPLIED WARRANTIES" in file
    assert not [text for text in corpus.texts if "=== numpy" in text or "See Also" in text]
    eigh = corpus.names.index("numpy.linalg.eigh")
    assert corpus.texts[eigh].startswith("Return the eigenvalues and eigenvectors of a complex")
    assert {corpus.names[i] for i in corpus.related[eigh]} >= {"numpy.linalg.eigvalsh"}


def test_the_photo_has_the_grey_levels_of_a_photo():
    A = data.photo()
    assert A.shape == (142, 213) and A.dtype == np.float64
    assert 0 <= A.min() < 10 and 245 < A.max() <= 255
    assert A[:20].mean() > A[-20:].mean()  # the sky is bright


# --- generators ----------------------------------------------------------------------------------


def test_a_seed_repeats_and_another_does_not():
    np.testing.assert_array_equal(data.blob(9, seed=1), data.blob(9, seed=np.random.default_rng(1)))
    assert (data.blob(9, seed=1) != data.blob(9, seed=2)).all()
    for first, again in zip(data.friedman(9, seed=1), data.friedman(9, seed=1), strict=True):
        np.testing.assert_array_equal(first, again)


@pytest.mark.parametrize("degrees, along", [(0, [1, 0]), (90, [0, 1]), (180, [-1, 0])])
def test_a_blob_is_long_in_the_direction_of_its_angle(degrees, along):
    straight = data.blob(5, seed=0, sd=(1.0, 0.0), degrees=0)[:, 0]
    X = data.blob(5, seed=0, mean=(2.0, 3.0), sd=(1.0, 0.0), degrees=degrees)
    np.testing.assert_allclose(X - [2, 3], np.outer(straight, along), atol=1e-12)


def test_an_unturned_blob_is_its_mean_and_the_normal_numbers_of_its_seed():
    drawn = np.random.default_rng(3).normal(size=(4, 2))
    found = data.blob(4, seed=3, mean=(2.0, 3.0), sd=(1.0, 0.5), degrees=0.0)
    np.testing.assert_array_equal(found, [2, 3] + drawn * [1, 0.5])


def test_a_blob_has_the_covariance_of_its_spreads():
    X = data.blob(50000, seed=0)
    # sd 3 and 0.4 at 45 degrees: variances (9 + 0.16) / 2, covariance (9 - 0.16) / 2
    np.testing.assert_allclose(np.cov(X.T), [[4.58, 4.42], [4.42, 4.58]], atol=0.15)


def test_friedman_without_noise_is_the_formula():
    X, y = data.friedman(50, seed=3, noise=0.0)
    assert X.shape == (50, 5) and X.min() > 0 and X.max() < 1
    for row, value in zip(X, y, strict=True):
        a, b, c, d, e = row
        formula = 10 * np.sin(np.pi * a * b) + 20 * (c - 0.5) ** 2 + 10 * d + 5 * e
        assert value == pytest.approx(formula, rel=1e-14)


def test_friedman_noise_has_its_standard_deviation():
    _, clean = data.friedman(20000, seed=3, noise=0.0)
    _, noisy = data.friedman(20000, seed=3, noise=2.0)
    assert np.std(noisy - clean) == pytest.approx(2, rel=0.03)
    assert np.mean(noisy - clean) == pytest.approx(0, abs=0.06)


def test_topics_are_in_turn_and_their_documents_keep_to_one_synonym():
    corpus = data.topics(40, seed=0)
    assert corpus.y.tolist() == [0, 1, 2, 3] * 10
    assert (corpus.X.sum(axis=1) == 8).all() and len(corpus.feature_names) == 4 * 6 * 3 + 10
    said = corpus.X[:, :72].reshape(40, 4, 6, 3) > 0
    assert said.sum(axis=3).max() == 1  # a document, a topic, a concept: at most one synonym
    for document, topic in zip(said, corpus.y, strict=True):
        assert not np.delete(document, topic, axis=0).any()


def test_topics_are_named_by_topic_concept_and_synonym():
    corpus = data.topics(4, seed=0)
    names = corpus.feature_names
    assert names[:4] == ("a0x", "a0y", "a0z", "a1x") and names[18] == "b0x" and names[71] == "d5z"
    assert names[72:] == tuple(f"w{c}" for c in range(10))
    assert corpus.target_names == ("topic a", "topic b", "topic c", "topic d")
    assert corpus.description.startswith("Generated: documents of planted topics")


def test_the_spiral_has_its_radius_and_its_arc_length():
    X, arc = data.spiral(5000)
    np.testing.assert_allclose(np.hypot(*X[[0, -1]].T), [1.5 * np.pi, 4.5 * np.pi], rtol=1e-14)
    chords = np.hypot(*np.diff(X, axis=0).T)
    np.testing.assert_allclose(np.diff(arc), chords, rtol=1e-6)  # an arc of angle a: 1 - a^2 / 24


def test_a_swiss_roll_is_a_spiral_with_a_height():
    X, flat = data.swiss_roll(200, seed=0)
    _, arc = data.spiral(2)
    assert X.shape == (200, 3) and flat.shape == (200, 2)
    np.testing.assert_array_equal(X[:, 1], flat[:, 1])
    radius = np.hypot(X[:, 0], X[:, 2])
    expected = (radius * np.sqrt(1 + radius**2) + np.arcsinh(radius)) / 2
    np.testing.assert_allclose(flat[:, 0], expected, rtol=1e-12)
    assert arc[0] < flat[:, 0].min() and flat[:, 0].max() < arc[1]
    assert flat[:, 1].min() > 0 and flat[:, 1].max() < 21
    np.testing.assert_array_equal(X, data.swiss_roll(200, seed=np.random.default_rng(0))[0])


# --- the split -----------------------------------------------------------------------------------


def test_the_sinusoid_without_noise_is_one_period_of_a_sine():
    x, y = data.sinusoid(50, seed=3, noise=0.0)
    np.testing.assert_allclose(y, np.sin(2 * np.pi * x), rtol=1e-14)
    assert x.min() >= 0 and x.max() < 1


def test_the_noise_of_the_sinusoid_has_its_standard_deviation():
    x, y = data.sinusoid(20000, seed=3, noise=0.5)
    assert (y - np.sin(2 * np.pi * x)).std() == pytest.approx(0.5, rel=0.02)  # 4 standard errors


def test_the_split_deals_every_sample_once_and_keeps_pairs_together():
    X, y = np.arange(20).reshape(10, 2), np.arange(0, 20, 2)
    X_train, X_test, y_train, y_test = data.train_test_split(X, y, test_share=0.3, seed=1)
    assert (len(X_train), len(X_test)) == (7, 3)
    assert sorted([*y_train, *y_test]) == y.tolist()
    assert (X_train[:, 0] == y_train).all() and (X_test[:, 0] == y_test).all()


def test_the_split_is_random_and_repeats_with_its_seed():
    X = np.arange(100)[:, np.newaxis]
    tests = [data.train_test_split(X, X[:, 0], seed=seed)[3].tolist() for seed in (0, 0, 1)]
    assert tests[0] == tests[1] != tests[2]
    assert tests[0] != sorted(tests[0])


@pytest.mark.parametrize("share", [0, 1, -0.1, "half"])
def test_a_test_share_outside_zero_to_one_is_refused(share):
    with pytest.raises(ValueError, match=r"test_share must be a number in \(0, 1\); received"):
        data.train_test_split(np.ones((4, 1)), np.ones(4), test_share=share)


def test_a_split_with_an_empty_part_or_unequal_lengths_is_refused():
    with pytest.raises(
        ValueError, match=r"test_share=0.1 of 4 samples leaves the training or the test set empty"
    ):
        data.train_test_split(np.ones((4, 1)), np.ones(4), test_share=0.1)
    with pytest.raises(ValueError, match="same length; received 4 and 3"):
        data.train_test_split(np.ones((4, 1)), np.ones(3))


@pytest.mark.parametrize("n", [0, -1, 2.5])
def test_a_generator_needs_a_count(n):
    for make in (data.blob, data.friedman, data.sinusoid):
        with pytest.raises(ValueError, match="n must be an integer >= 1; received"):
            make(n, seed=0)
