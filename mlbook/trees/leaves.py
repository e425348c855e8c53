"""What a leaf and a split are worth, from sums G, H of a statistic over the samples of a node.

Sources: Chen and Guestrin 2016, eqs. 4 to 7.
"""

from __future__ import annotations

from mlbook.contract import Numbers, widen_integers


def leaf_weight(G: Numbers, H: Numbers, lam: float) -> Numbers:
    """The weight w that minimizes G w + (H + lam) w^2 / 2.

        w* = -G / (H + lam)                                             (newton-leaf-weight)

    Where H + lam = 0 the grower puts 0.

    Parameters
    ----------
    G, H, lam : numbers, arrays or symbols
        With H + lam > 0.

    Returns
    -------
    number, array or symbol

    References
    ----------
    Chen and Guestrin 2016, eq. 5.

    Examples
    --------
    >>> leaf_weight(-6, 3, 1)
    1.5
    """
    return -G / (H + lam)


def leaf_score(G: Numbers, H: Numbers, lam: float) -> Numbers:
    """The score of a leaf: twice the decrease of the objective by its best weight.

        score = G^2 / (H + lam),  Obj* = gamma T - sum of scores / 2    (newton-score)

    Parameters
    ----------
    G, H, lam : numbers, arrays or symbols
        With H + lam > 0.

    Returns
    -------
    number, array or symbol

    References
    ----------
    Chen and Guestrin 2016, eq. 6.

    Examples
    --------
    >>> leaf_score(-6, 3, 1)
    9.0
    """
    return G * G / (H + lam)


def split_gain(
    G_left: Numbers,
    H_left: Numbers,
    G_right: Numbers,
    H_right: Numbers,
    lam: float,
    gamma: float,
) -> Numbers:
    """The decrease of the objective when one leaf becomes two.

        gain = (score_L + score_R - score_L+R) / 2 - gamma              (newton-gain)

    Parameters
    ----------
    G_left, H_left, G_right, H_right : numbers, arrays or symbols
        The sums on both sides, with H + lam > 0.
    lam : number or symbol
        Penalty on squared weights.
    gamma : number or symbol
        Penalty per leaf.

    Returns
    -------
    number, array or symbol

    References
    ----------
    Chen and Guestrin 2016, eq. 7.

    Examples
    --------
    >>> split_gain(-6, 3, 6, 3, lam=1, gamma=2)
    7.0
    """
    apart = leaf_score(G_left, H_left, lam) + leaf_score(G_right, H_right, lam)
    together = leaf_score(G_left + G_right, H_left + H_right, lam)
    return (apart - together) / 2 - gamma


widen_integers(globals())
