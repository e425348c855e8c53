"""Data sets: small ones typed in, real ones from scikit-learn, and the train/test split."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from mlbook.contract import Array, ArrayLike, check_entries, check_in_range, check_random_state


@dataclass(frozen=True)
class Data:
    """A data set: inputs, targets, the names of both, and a description.

    Parameters
    ----------
    X : array (n, d)
    y : array (n,)
        None if there is no target.
    feature_names : tuple of str
    target_names : tuple of str
        The names of the classes 0, 1, ..., or of the target of a regression.
    description : str
    categories : dict
        {column: names of its values 0, 1, ...}.

    Examples
    --------
    >>> Data(np.array([[1.0], [2.0]]), np.array([3.0, 4.0]), ("width",), ("height",), "Two boxes.")
    Data(n=2, d=1, target=height)
    """

    X: Array
    y: Array | None
    feature_names: tuple[str, ...]
    target_names: tuple[str, ...]  # of the classes 0, 1, ...; of the one quantity in a regression
    description: str
    categories: dict = field(default_factory=dict)  # {column: names of its values 0, 1, ...}

    def __repr__(self) -> str:
        n, d = self.X.shape
        return f"Data(n={n}, d={d}, target={', '.join(self.target_names) or None})"


# --- tables typed in -----------------------------------------------------------------------------


def houses() -> Data:
    """The areas and prices of four houses.

    Returns
    -------
    Data
        X (4, 1) in m^2, y (4,) in 10 000 yuan.

    References
    ----------
    LeftNotEasy (2010), the first article of a series on mathematics in machine learning,
    https://leftnoteasy.cnblogs.com

    Examples
    --------
    >>> houses().y
    array([250., 320., 160., 220.])
    """
    X = np.array([[123.0], [150.0], [87.0], [102.0]])
    y = np.array([250.0, 320.0, 160.0, 220.0])
    about = "Four flats of a city's fifth ring road: area in m^2, price in 10 000 yuan."
    return Data(X, y, ("area",), ("price",), about)


def male_female() -> Data:
    """Two redundant columns, F = 1 - M, for five people.

    Returns
    -------
    Data
        X (5, 2) of 0 and 1, no target.

    Examples
    --------
    >>> male_female().X.sum(axis=1)
    array([1., 1., 1., 1., 1.])
    """
    X = np.array([[1.0, 0.0], [0.0, 1.0], [0.0, 1.0], [1.0, 0.0], [0.0, 1.0]])
    return Data(X, None, ("M", "F"), (), "Male: M = 1, F = 0. Female: M = 0, F = 1.")


def golf() -> Data:
    """The weather on 14 days, and whether golf was played.

    Returns
    -------
    Data
        X (14, 4), y (14,): 0 play, 1 don't play.

    Examples
    --------
    >>> golf().feature_names
    ('outlook', 'temperature', 'humidity', 'windy')
    """
    sunny = [(75, 70, 1, 0), (80, 90, 1, 1), (85, 85, 0, 1), (72, 95, 0, 1), (69, 70, 0, 0)]
    overcast = [(72, 90, 1, 0), (83, 78, 0, 0), (64, 65, 1, 0), (81, 75, 0, 0)]
    rain = [(71, 80, 1, 1), (65, 70, 1, 1), (75, 80, 0, 0), (68, 80, 0, 0), (70, 96, 0, 0)]
    table = np.array([(o, *row) for o, rows in enumerate([sunny, overcast, rain]) for row in rows])
    about = "Temperature in degrees Fahrenheit, humidity in %. Quinlan 1993, table 2.1."
    names = ("outlook", "temperature", "humidity", "windy")
    words = {0: ("sunny", "overcast", "rain"), 3: ("no", "yes")}
    X, y = table[:, :4].astype(float), table[:, 4].astype(float)
    return Data(X, y, names, ("play", "don't play"), about, words)


# --- real data, carried by scikit-learn ----------------------------------------------------------


def iris() -> Data:
    """Measurements of the sepals and petals of 150 irises of three species.

    Returns
    -------
    Data
        X (150, 4) in cm, y (150,) of 0, 1, 2.

    Examples
    --------
    >>> iris()
    Data(n=150, d=4, target=setosa, versicolor, virginica)
    """
    from sklearn.datasets import load_iris

    names = ("sepal length", "sepal width", "petal length", "petal width")
    about = "50 flowers of each species; all lengths in cm. Anderson 1935; Fisher 1936."
    return _carried(load_iris(), about, names)


def wine() -> Data:
    """Chemical measurements of 178 wines of three grape varieties.

    Returns
    -------
    Data
        X (178, 13) in mixed units, y (178,) of 0, 1, 2.

    Examples
    --------
    >>> wine().feature_names[:2]
    ('alcohol', 'malic acid')
    """
    from sklearn.datasets import load_wine

    about = (
        "Wines of one region of Italy, of three grape varieties. The units differ: alcohol in % by "
        "volume, magnesium and proline in mg/l, ratios and indices without unit. "
        "Forina et al. 1988."
    )
    return _carried(load_wine(), about)


def digits() -> Data:
    """Handwritten digits as images of 8 x 8 pixels.

    Returns
    -------
    Data
        X (1797, 64) of 0 (paper) to 16 (ink), y (1797,) of 0 to 9.

    Examples
    --------
    >>> digits().X.shape
    (1797, 64)
    """
    from sklearn.datasets import load_digits

    about = "Pixels counted in blocks of 4 x 4, row by row: 0 to 16. Alpaydin and Kaynak 1998."
    return _carried(load_digits(), about)


def breast_cancer() -> Data:
    """Measurements of the cell nuclei of 569 tumours.

    Returns
    -------
    Data
        X (569, 30) in pixels and ratios, y (569,): 0 malignant.

    Examples
    --------
    >>> breast_cancer()
    Data(n=569, d=30, target=malignant, benign)
    """
    from sklearn.datasets import load_breast_cancer

    about = (
        "Mean, standard error and worst value of ten measures of the nuclei in an image: "
        "lengths in pixels, areas in pixels^2, the rest ratios. "
        "Street, Wolberg, Mangasarian 1993."
    )
    return _carried(load_breast_cancer(), about)


def diabetes() -> Data:
    """The progression of diabetes in 442 patients after one year.

    Returns
    -------
    Data
        X (442, 10), y (442,) an index.

    Examples
    --------
    >>> diabetes().feature_names[:4]
    ('age', 'sex', 'bmi', 'bp')
    """
    from sklearn.datasets import load_diabetes

    bunch = load_diabetes(scaled=False)
    about = (
        "Age in years, sex coded 1 and 2, body mass index in kg/m^2, mean blood pressure in mm Hg, "
        "six serum measures s1 to s6; the target is an index of 25 to 346. Efron et al. 2004."
    )
    names = tuple(bunch.feature_names)
    return Data(bunch.data, bunch.target, names, ("disease progression",), about)


def photo() -> Array:
    """A photograph of a Chinese temple in grey levels from 0, black, to 255, white.

    Each entry is the mean of a block of 3 x 3 pixels. Photograph: Daniel Buechele, CC BY 2.0.

    Returns
    -------
    array (142, 213)

    Examples
    --------
    >>> photo().shape
    (142, 213)
    """
    from sklearn.datasets import load_sample_image

    grey = load_sample_image("china.jpg")[:426, :639] @ [0.299, 0.587, 0.114]
    return grey.reshape(142, 3, 213, 3).mean(axis=(1, 3))


def _carried(bunch: Any, about: str, names: tuple[str, ...] | None = None) -> Data:
    names = names or tuple(str(name).replace("_", " ") for name in bunch.feature_names)
    target_names = tuple(str(name) for name in bunch.target_names)
    return Data(bunch.data, bunch.target, names, target_names, about)


# --- two parts -----------------------------------------------------------------------------------


def train_test_split(
    X: ArrayLike, y: ArrayLike, test_share: float = 0.25, seed: np.random.Generator | int = 0
) -> tuple[Array, Array, Array, Array]:
    """X_train, X_test, y_train, y_test: a random split of the samples into two sets.

    The test set has round(test_share * n) samples.

    Parameters
    ----------
    X : array (n, ...)
    y : array (n,)
    test_share : float
        Between 0 and 1.
    seed : int or Generator

    Returns
    -------
    X_train, X_test : array
    y_train, y_test : array

    Raises
    ------
    ValueError
        If X and y differ in length, if test_share is out of range, or if a set would be empty.

    Examples
    --------
    >>> parts = train_test_split(np.zeros((8, 2)), np.arange(8))
    >>> [len(part) for part in parts]
    [6, 2, 6, 2]
    """
    check_in_range("test_share", test_share, "(0, 1)")
    X, y = check_entries("X", X), check_entries("y", y)
    n, n_test = len(X), round(test_share * len(X))
    if len(y) != n:
        raise ValueError(f"X and y must have the same length; received {n} and {len(y)}")
    if not 0 < n_test < n:
        raise ValueError(
            f"test_share={test_share} of {n} samples leaves the training or the test set empty"
        )
    order = check_random_state(seed).permutation(n)
    test, train = order[:n_test], order[n_test:]
    return X[train], X[test], y[train], y[test]
