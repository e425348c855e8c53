"""What a leaf and a split are worth, from sums G, H of a statistic over the samples of a node.

Sources: Chen and Guestrin 2016, eqs. 4 to 7.
"""

from __future__ import annotations


def leaf_weight(G, H, lam):
    """The weight w that minimises G w + (H + lam) w^2 / 2.

        w* = -G / (H + lam)                                             (newton-leaf-weight)

    G, H, lam: numbers, arrays or symbols with H + lam > 0. (Where H + lam = 0 the grower puts 0.)
    Source: Chen and Guestrin 2016, eq. 5.
    """
    return -G / (H + lam)


def structure_score(G, H, lam):
    """The score of a leaf: twice the decrease of the objective by its best weight.

        score = G^2 / (H + lam),  Obj* = gamma T - sum of scores / 2    (newton-score)

    G, H, lam: numbers, arrays or symbols with H + lam > 0.
    Source: Chen and Guestrin 2016, eq. 6.
    """
    return G * G / (H + lam)


def split_gain(G_left, H_left, G_right, H_right, lam, gamma):
    """The decrease of the objective when one leaf becomes two.

        gain = (score_L + score_R - score_L+R) / 2 - gamma              (newton-gain)

    Arguments: numbers, arrays or symbols with H + lam > 0 on both sides.
    Source: Chen and Guestrin 2016, eq. 7.
    """
    apart = structure_score(G_left, H_left, lam) + structure_score(G_right, H_right, lam)
    together = structure_score(G_left + G_right, H_left + H_right, lam)
    return (apart - together) / 2 - gamma
