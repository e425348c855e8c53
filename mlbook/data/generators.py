"""Data drawn at random or computed by a formula; a seed gives the same numbers again."""

from __future__ import annotations

import numpy as np

from mlbook.contract import (
    Array,
    ArrayLike,
    check_array,
    check_in_range,
    check_positive_int,
    check_random_state,
)
from mlbook.data.tables import Data

TOPICS, CONCEPTS, SYNONYMS, COMMON = 4, 6, 3, 10  # of `topics`; so many common words


def blob(
    n: int,
    seed: np.random.Generator | int,
    mean: ArrayLike = (0.0, 0.0),
    sd: ArrayLike = (3.0, 0.4),
    degrees: float = 45.0,
) -> Array:
    """A normal cloud in the plane with standard deviations sd, rotated by an angle.

    Its covariance has the eigenvalues sd[0]^2 and sd[1]^2; by default both features have the same
    variance.

    Parameters
    ----------
    n : int
        At least 1.
    seed : int or Generator
    mean : array (2,)
    sd : array (2,)
    degrees : float

    Returns
    -------
    array (n, 2)

    Examples
    --------
    With sd[1] = 0 it lies on a line, here on the second axis.

    >>> abs(blob(3, seed=0, sd=(1.0, 0.0), degrees=90.0)[:, 0]).max() < 1e-9
    np.True_
    """
    check_positive_int("n", n)
    check_in_range("degrees", degrees, "[-1e6, 1e6]")
    mean, sd = check_array("mean", mean, (2,)), check_array("sd", sd, (2,))
    turn = np.deg2rad(degrees)
    R = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    return mean + check_random_state(seed).normal(size=(n, 2)) * sd @ R


def friedman(n: int, seed: np.random.Generator | int, noise: float = 1.0) -> tuple[Array, Array]:
    """Inputs X (n, 5), uniform on [0, 1], and y (n,) of Friedman's function plus normal noise.

        y = 10 sin(pi x_1 x_2) + 20 (x_3 - 1/2)^2 + 10 x_4 + 5 x_5 + noise

    Parameters
    ----------
    n : int
        At least 1.
    seed : int or Generator
    noise : float
        The standard deviation of the noise, at least 0.

    Returns
    -------
    X : array (n, 5)
    y : array (n,)

    References
    ----------
    Friedman 1991, eq. 61.

    Examples
    --------
    >>> X, y = friedman(3, seed=0)
    >>> X.shape, y.shape
    ((3, 5), (3,))
    """
    check_positive_int("n", n)
    check_in_range("noise", noise, "[0, inf)")
    rng = check_random_state(seed)
    X = rng.uniform(size=(n, 5))
    a, b, c, d, e = X.T
    truth = 10 * np.sin(np.pi * a * b) + 20 * (c - 0.5) ** 2 + 10 * d + 5 * e
    return X, truth + noise * rng.normal(size=n)


def loans(n: int, seed: np.random.Generator | int) -> Data:
    """Random loans as a bank would list them; y is 1 for a loan that defaulted.

    What strains a household, a normal number that no column holds, ties the columns together: it
    lowers income and raises debt, card use and late payments. `loan_log_odds` of the columns, and
    nothing else, determines the probability of a default, which is about 7 % on average.

        income   thousands a year, log-normal        late     late payments in two years, Poisson
        debt     instalments, fraction of income     term     36 or 60 months, the latter with 0.3
        card     used fraction of the card's limit   account  years of the oldest, gamma
        digit    last of the application's number, 0 to 9: noise

    Parameters
    ----------
    n : int
        At least 1.
    seed : int or Generator

    Returns
    -------
    Data
        X (n, 7), y (n,).

    Examples
    --------
    >>> table = loans(4, seed=0)
    >>> table.X.shape, table.feature_names
    ((4, 7), ('income', 'debt', 'card', 'late', 'term', 'account', 'digit'))
    """
    check_positive_int("n", n)
    rng = check_random_state(seed)
    strain = rng.normal(size=n)
    X = np.column_stack(
        [
            np.exp(3.7 - 0.15 * strain + 0.45 * rng.normal(size=n)).round(1),
            _sigmoid(-1.2 + 0.5 * strain + 0.5 * rng.normal(size=n)).round(2),
            _sigmoid(-0.5 + strain + rng.normal(size=n)).round(2),
            rng.poisson(np.exp(-1.4 + 0.7 * strain)),
            np.where(rng.random(n) < 0.3, 60, 36),
            rng.gamma(3.0, 4.0, size=n).round(1),
            rng.integers(10, size=n),
        ]
    )
    y = (rng.random(n) < _sigmoid(loan_log_odds(X))).astype(int)
    names = ("income", "debt", "card", "late", "term", "account", "digit")
    return Data(X, y, names, ("repaid", "default"), "Generated: loans of a stated mechanism.")


def loan_log_odds(X: Array) -> Array:
    """The log odds of default by which `loans` draws, from its columns.

        -3.6 - 0.8 log(income/40) + 3 (debt - 1/4) + min(late, 4)/2 + 0.4 [term = 60]
             - min(account - 10, 10)/20 + 0.8 [card > 0.8] + 1.6 [card > 0.7 and late >= 1]

    Parameters
    ----------
    X : array (n, 7)

    Returns
    -------
    array (n,)

    Examples
    --------
    >>> loan_log_odds(np.array([[40.0, 0.25, 0.5, 0.0, 36.0, 10.0, 7.0]]))
    array([-3.6])
    """
    income, debt, card, late, term, account, _ = X.T
    smooth = -3.6 - 0.8 * np.log(income / 40) + 3 * (debt - 0.25) + np.minimum(late, 4) / 2
    steps = 0.4 * (term == 60) + 0.8 * (card > 0.8) + 1.6 * ((card > 0.7) & (late >= 1))
    return smooth + steps - np.minimum(account - 10, 10) / 20


def sinusoid(n: int, seed: np.random.Generator | int, noise: float = 0.3) -> tuple[Array, Array]:
    """Inputs x (n,), uniform on [0, 1], and y (n,), a period of the sine plus normal noise.

        y = sin(2 pi x) + noise

    Parameters
    ----------
    n : int
        At least 1.
    seed : int or Generator
    noise : float
        The standard deviation of the noise, at least 0.

    Returns
    -------
    x : array (n,)
    y : array (n,)

    References
    ----------
    Bishop 2006, section 1.1 and appendix A.

    Examples
    --------
    >>> x, y = sinusoid(5, seed=0, noise=0.0)
    >>> abs(y - np.sin(2 * np.pi * x)).max()
    np.float64(0.0)
    """
    check_positive_int("n", n)
    check_in_range("noise", noise, "[0, inf)")
    rng = check_random_state(seed)
    x = rng.uniform(size=n)
    return x, np.sin(2 * np.pi * x) + noise * rng.normal(size=n)


def topics(n: int, seed: np.random.Generator | int, length: int = 8) -> Data:
    """Counts of words in n documents that choose their words at random; y is the topic of each.

    Three words of ten are common ones, on average; the others name one of the concepts of the
    document's topic. A document has one synonym for a concept and keeps to it, so synonyms never
    meet. Word "b3y" is synonym y of concept 3 of topic b, "w0" a common word. There are 4 topics of
    6 concepts with 3 synonyms each, and 10 common words.

    Parameters
    ----------
    n : int
        At least 1.
    seed : int or Generator
    length : int
        The number of words in a document, at least 1.

    Returns
    -------
    Data
        X (n, 82), y (n,) of 0 to 3 in turn.

    Examples
    --------
    >>> corpus = topics(6, seed=0)
    >>> corpus.y, corpus.X.sum(axis=1)
    (array([0, 1, 2, 3, 0, 1]), array([8., 8., 8., 8., 8., 8.]))
    """
    check_positive_int("n", n)
    check_positive_int("length", length)
    rng = check_random_state(seed)
    y, i = np.arange(n) % TOPICS, np.arange(n)[:, np.newaxis]
    said = rng.integers(CONCEPTS, size=(n, length))
    habit = rng.integers(SYNONYMS, size=(n, CONCEPTS))
    word = (y[:, np.newaxis] * CONCEPTS + said) * SYNONYMS + habit[i, said]
    d = TOPICS * CONCEPTS * SYNONYMS
    other = d + rng.integers(COMMON, size=(n, length))
    X = np.zeros((n, d + COMMON))
    np.add.at(X, (i, np.where(rng.random((n, length)) < 0.3, other, word)), 1)
    letters = np.ndindex(TOPICS, CONCEPTS, SYNONYMS)
    names = [f"{chr(97 + t)}{c}{chr(120 + s)}" for t, c, s in letters]
    names += [f"w{c}" for c in range(COMMON)]
    about = "Generated: documents of planted topics, with synonyms that never meet."
    return Data(X, y, tuple(names), tuple(f"topic {chr(97 + t)}" for t in range(TOPICS)), about)


def spiral(n: int) -> tuple[Array, Array]:
    """A planar spiral of one and a half turns.

    x = (t cos t, t sin t) for n equally spaced t from 1.5 pi to 4.5 pi.

    Parameters
    ----------
    n : int
        At least 1.

    Returns
    -------
    X : array (n, 2)
    arc : array (n,)
        The arc length from the centre.

    Examples
    --------
    >>> X, arc = spiral(2)
    >>> np.hypot(*X.T) / np.pi
    array([1.5, 4.5])
    """
    check_positive_int("n", n)
    t = np.linspace(1.5 * np.pi, 4.5 * np.pi, n)
    return np.column_stack([t * np.cos(t), t * np.sin(t)]), _arc(t)


def swiss_roll(n: int, seed: np.random.Generator | int) -> tuple[Array, Array]:
    """A rolled-up rectangle, and the coordinates of its points in the flat rectangle.

    x = (t cos t, h, t sin t) for uniform t from 1.5 pi to 4.5 pi and height h from 0 to 21; what
    lies flat is (arc length of the spiral, h).

    Parameters
    ----------
    n : int
        At least 1.
    seed : int or Generator

    Returns
    -------
    X : array (n, 3)
    flat : array (n, 2)
        The intrinsic coordinates.

    References
    ----------
    Tenenbaum, de Silva, Langford 2000.

    Examples
    --------
    >>> X, flat = swiss_roll(3, seed=0)
    >>> X[:, 1] == flat[:, 1]
    array([ True,  True,  True])
    """
    check_positive_int("n", n)
    rng = check_random_state(seed)
    t = 1.5 * np.pi * (1 + 2 * rng.uniform(size=n))
    h = 21 * rng.uniform(size=n)
    return np.column_stack([t * np.cos(t), h, t * np.sin(t)]), np.column_stack([_arc(t), h])


def _arc(t: Array) -> Array:
    """The length of the spiral (t cos t, t sin t) from 0, the integral of sqrt(1 + t^2)."""
    return (t * np.sqrt(1 + t**2) + np.arcsinh(t)) / 2


def _sigmoid(F: Array) -> Array:
    """1 / (1 + e^-F), of log odds that are not large."""
    return 1 / (1 + np.exp(-F))
