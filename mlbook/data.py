"""The data of the book: tables typed in, real data that scikit-learn's wheel carries, generators.

Every function returns new arrays; nothing is downloaded, and a seed gives the same numbers again.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from mlbook.contract import (
    check_array,
    check_in_range,
    check_length,
    check_positive_int,
    check_random_state,
)


@dataclass(frozen=True)
class Data:
    """A table: X (n, d), its target y (n,) or None, their names, and what they mean."""

    X: np.ndarray
    y: np.ndarray | None
    feature_names: tuple[str, ...]
    target_names: tuple[str, ...]  # of the classes 0, 1, ...; of the one quantity in a regression
    description: str
    categories: dict = field(default_factory=dict)  # {column: names of its values 0, 1, ...}

    def __repr__(self) -> str:
        n, d = self.X.shape
        return f"Data(n={n}, d={d}, target={', '.join(self.target_names) or None})"


@dataclass(frozen=True)
class Corpus:
    """Documents: names, texts, the places of those that each refers to, and what they are."""

    names: tuple[str, ...]
    texts: tuple[str, ...]
    related: tuple[tuple[int, ...], ...]
    description: str

    def __repr__(self) -> str:
        return f"Corpus(n={len(self.names)})"


# --- tables typed in -----------------------------------------------------------------------------


def houses() -> Data:
    """Area and price of four houses.   X (4, 1) in m^2, y (4,) in 10 000 yuan"""
    X = np.array([[123.0], [150.0], [87.0], [102.0]])
    y = np.array([250.0, 320.0, 160.0, 220.0])
    about = "Four flats of a city's fifth ring road: area in m^2, price in 10 000 yuan."
    return Data(X, y, ("area",), ("price",), about)


def male_female() -> Data:
    """A redundant pair of columns, F = 1 - M, for five persons.   X (5, 2) of 0 and 1, no target"""
    X = np.array([[1.0, 0.0], [0.0, 1.0], [0.0, 1.0], [1.0, 0.0], [0.0, 1.0]])
    return Data(X, None, ("M", "F"), (), "Male: M = 1, F = 0. Female: M = 0, F = 1.")


def golf() -> Data:
    """Weather of 14 days, and whether there was play.   X (14, 4), y (14,): 0 play, 1 don't play"""
    sunny = [(75, 70, 1, 0), (80, 90, 1, 1), (85, 85, 0, 1), (72, 95, 0, 1), (69, 70, 0, 0)]
    overcast = [(72, 90, 1, 0), (83, 78, 0, 0), (64, 65, 1, 0), (81, 75, 0, 0)]
    rain = [(71, 80, 1, 1), (65, 70, 1, 1), (75, 80, 0, 0), (68, 80, 0, 0), (70, 96, 0, 0)]
    table = np.array([(o, *row) for o, rows in enumerate([sunny, overcast, rain]) for row in rows])
    about = "Temperature in degrees Fahrenheit, humidity in %. Quinlan 1993, table 2.1."
    names = ("outlook", "temperature", "humidity", "windy")
    words = {0: ("sunny", "overcast", "rain"), 3: ("no", "yes")}
    X, y = table[:, :4].astype(float), table[:, 4].astype(float)
    return Data(X, y, names, ("play", "don't play"), about, words)


def titles() -> Corpus:
    """Nine titles of books on investing, T1 to T9, without references."""
    texts = (
        "The Neatest Little Guide to Stock Market Investing",
        "Investing For Dummies, 4th Edition",
        "The Little Book of Common Sense Investing: The Only Way to Guarantee Your Fair Share of "
        "Stock Market Returns",
        "The Little Book of Value Investing",
        "Value Investing: From Graham to Buffett and Beyond",
        "Rich Dad's Guide to Investing: What the Rich Invest in, That the Poor and the Middle "
        "Class Do Not!",
        "Investing in Real Estate, 5th Edition",
        "Stock Investing For Dummies",
        "Rich Dad's Advisors: The ABC's of Real Estate Investing: The Secrets of Finding Hidden "
        "Profits Most Investors Miss",
    )
    names = tuple(f"T{j}" for j in range(1, 10))
    return Corpus(names, texts, ((),) * 9, "Titles of nine books on investing.")


# --- real data, carried by scikit-learn ----------------------------------------------------------


def iris() -> Data:
    """Sepals and petals of 150 irises of three species.   X (150, 4) in cm, y (150,) of 0, 1, 2"""
    from sklearn.datasets import load_iris

    names = ("sepal length", "sepal width", "petal length", "petal width")
    about = "50 flowers of each species; all lengths in cm. Anderson 1935; Fisher 1936."
    return _carried(load_iris(), about, names)


def wine() -> Data:
    """Chemistry of 178 wines of three growers.   X (178, 13) in mixed units, y (178,) of 0, 1, 2"""
    from sklearn.datasets import load_wine

    about = (
        "Wines of one region of Italy, from three growers. The units differ: alcohol in % by "
        "volume, magnesium and proline in mg/l, ratios and indices without unit. "
        "Forina et al. 1988."
    )
    return _carried(load_wine(), about)


def digits() -> Data:
    """Handwritten digits as images of 8 x 8 pixels.   X (1797, 64) of 0 (paper) to 16 (ink), y"""
    from sklearn.datasets import load_digits

    about = "Pixels counted in blocks of 4 x 4, row by row: 0 to 16. Alpaydin and Kaynak 1998."
    return _carried(load_digits(), about)


def breast_cancer() -> Data:
    """Cell nuclei of 569 tumours.   X (569, 30) in pixels and ratios, y (569,): 0 malignant"""
    from sklearn.datasets import load_breast_cancer

    about = (
        "Mean, standard error and worst value of ten measures of the nuclei in an image: "
        "lengths in pixels, areas in pixels^2, the rest ratios. "
        "Street, Wolberg, Mangasarian 1993."
    )
    return _carried(load_breast_cancer(), about)


def diabetes() -> Data:
    """Progress of diabetes in 442 patients after one year.   X (442, 10), y (442,) an index"""
    from sklearn.datasets import load_diabetes

    bunch = load_diabetes(scaled=False)
    about = (
        "Age in years, sex coded 1 and 2, body mass index in kg/m^2, mean blood pressure in mm Hg, "
        "six serum measures s1 to s6; the target is an index of 25 to 346. Efron et al. 2004."
    )
    names = tuple(bunch.feature_names)
    return Data(bunch.data, bunch.target, names, ("disease progression",), about)


def photo() -> np.ndarray:
    """Grey levels of a Chinese temple, 0 black to 255 white.   (142, 213)

    Means of blocks of 3 x 3 pixels. Photograph: Daniel Buechele, CC BY 2.0.
    """
    from sklearn.datasets import load_sample_image

    grey = load_sample_image("china.jpg")[:426, :639] @ [0.299, 0.587, 0.114]
    return grey.reshape(142, 3, 213, 3).mean(axis=(1, 3))


def _carried(bunch, about: str, names=None) -> Data:
    names = names or tuple(str(name).replace("_", " ") for name in bunch.feature_names)
    target_names = tuple(str(name) for name in bunch.target_names)
    return Data(bunch.data, bunch.target, names, target_names, about)


# --- real data, carried by this package ----------------------------------------------------------


def numpy_docs() -> Corpus:
    """What 469 functions of NumPy say of themselves: the first paragraphs of their documentation.

    `related` is the section "See Also" of each, which is not part of the text.
    """
    pages = (Path(__file__).parent / "numpy_docs.txt").read_text("utf8")
    names, see, texts = zip(*re.findall(PAGE, pages), strict=True)
    place = {name: i for i, name in enumerate(names)}
    related = tuple(tuple(place[name] for name in line.split()) for line in see)
    about = "Functions of numpy, numpy.linalg, numpy.fft and numpy.random in NumPy 2.4.6 (BSD)."
    return Corpus(names, texts, related, about)


PAGE = re.compile(r"^=== (numpy\.[\w.]+)\n(.*)\n((?:(?!=== numpy\.).*\n)*)", re.M)


# --- generators ----------------------------------------------------------------------------------


def blob(n, seed, mean=(0.0, 0.0), sd=(3.0, 0.4), degrees=45.0) -> np.ndarray:
    """A normal cloud in the plane, sd[0] long and sd[1] wide, turned by an angle.   (n, 2)

    Its covariance has the eigenvalues sd[0]^2 and sd[1]^2; the default spreads alike on both axes.
    """
    check_positive_int("n", n)
    check_in_range("degrees", degrees, "[-1e6, 1e6]")
    mean, sd = check_array("mean", mean, (2,)), check_array("sd", sd, (2,))
    turn = np.deg2rad(degrees)
    R = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    return mean + check_random_state(seed).normal(size=(n, 2)) * sd @ R


def friedman(n, seed, noise=1.0):
    """Inputs X (n, 5), uniform on [0, 1], and y (n,) of Friedman's function plus normal noise.

        y = 10 sin(pi x_1 x_2) + 20 (x_3 - 1/2)^2 + 10 x_4 + 5 x_5 + noise

    Source: Friedman 1991, eq. 61.
    """
    check_positive_int("n", n)
    check_in_range("noise", noise, "[0, inf)")
    rng = check_random_state(seed)
    X = rng.uniform(size=(n, 5))
    a, b, c, d, e = X.T
    truth = 10 * np.sin(np.pi * a * b) + 20 * (c - 0.5) ** 2 + 10 * d + 5 * e
    return X, truth + noise * rng.normal(size=n)


def sinusoid(n, seed, noise=0.3):
    """Inputs x (n,), uniform on [0, 1], and y (n,), a period of the sine plus normal noise.

        y = sin(2 pi x) + noise

    Source: Bishop 2006, section 1.1 and appendix A.
    """
    check_positive_int("n", n)
    check_in_range("noise", noise, "[0, inf)")
    rng = check_random_state(seed)
    x = rng.uniform(size=n)
    return x, np.sin(2 * np.pi * x) + noise * rng.normal(size=n)


def topics(n, seed, topics=4, concepts=6, synonyms=3, length=8, common=10) -> Data:
    """Counts of words in n documents that choose their words at random; y is the topic of each.

    Three words of ten are common ones, on average; the others name one of the concepts of the
    document's topic. A document has one synonym for a concept and keeps to it, so synonyms never
    meet. Word "b3y" is synonym y of concept 3 of topic b, "w0" a common word.
    X (n, topics * concepts * synonyms + common), y (n,) of 0 to topics - 1 in turn.
    """
    kinds = {"n": n, "topics": topics, "concepts": concepts, "synonyms": synonyms}
    for name, value in (kinds | {"length": length, "common": common}).items():
        check_positive_int(name, value)
    rng = check_random_state(seed)
    y, i = np.arange(n) % topics, np.arange(n)[:, np.newaxis]
    said = rng.integers(concepts, size=(n, length))
    habit = rng.integers(synonyms, size=(n, concepts))
    word = (y[:, np.newaxis] * concepts + said) * synonyms + habit[i, said]
    d = topics * concepts * synonyms
    other = d + rng.integers(common, size=(n, length))
    X = np.zeros((n, d + common))
    np.add.at(X, (i, np.where(rng.random((n, length)) < 0.3, other, word)), 1)
    letters = [(chr(97 + t), c, chr(120 + s)) for t, c, s in np.ndindex(topics, concepts, synonyms)]
    names = [f"{t}{c}{s}" for t, c, s in letters] + [f"w{c}" for c in range(common)]
    about = "Generated: documents of planted topics, with synonyms that never meet."
    return Data(X, y, tuple(names), tuple(f"topic {chr(97 + t)}" for t in range(topics)), about)


def spiral(n) -> tuple[np.ndarray, np.ndarray]:
    """A planar spiral of one and a half turns.   X (n, 2), arc length (n,) from the centre

    x = (t cos t, t sin t) for n equally spaced t from 1.5 pi to 4.5 pi.
    """
    check_positive_int("n", n)
    t = np.linspace(1.5 * np.pi, 4.5 * np.pi, n)
    return np.column_stack([t * np.cos(t), t * np.sin(t)]), _arc(t)


def swiss_roll(n, seed) -> tuple[np.ndarray, np.ndarray]:
    """A rolled-up rectangle.   X (n, 3), and its intrinsic coordinates (n, 2)

    x = (t cos t, h, t sin t) for uniform t from 1.5 pi to 4.5 pi and height h from 0 to 21; what
    lies flat is (arc length of the spiral, h).   Source: Tenenbaum, de Silva, Langford 2000.
    """
    check_positive_int("n", n)
    rng = check_random_state(seed)
    t = 1.5 * np.pi * (1 + 2 * rng.uniform(size=n))
    h = 21 * rng.uniform(size=n)
    return np.column_stack([t * np.cos(t), h, t * np.sin(t)]), np.column_stack([_arc(t), h])


def _arc(t):
    """The length of the spiral (t cos t, t sin t) from 0, the integral of sqrt(1 + t^2)."""
    return (t * np.sqrt(1 + t**2) + np.arcsinh(t)) / 2


def train_test_split(X, y, test_share=0.25, seed=0):
    """X_train, X_test, y_train, y_test: the samples in random order, dealt into two parts.

    The test part has round(test_share * n) samples; ValueError if a part would be empty.
    """
    check_in_range("test_share", test_share, "(0, 1)")
    n = check_length("X", X)
    X, y, n_test = np.asarray(X), np.asarray(y), round(test_share * n)
    if check_length("y", y) != n:
        raise ValueError(f"X and y must have the same length; received {n} and {len(y)}")
    if not 0 < n_test < n:
        raise ValueError(f"test_share={test_share} of {n} samples leaves a part empty")
    order = check_random_state(seed).permutation(n)
    test, train = order[:n_test], order[n_test:]
    return X[train], X[test], y[train], y[test]
