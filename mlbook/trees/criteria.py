"""What a cut is worth: the measures by which a search compares cuts, all cells at once.

Each takes running sums of the statistics and says how much a cut gains, up to what is the same
for all cuts of a node. An allowed cut counts at least `MIN_SEPARATION`, a forbidden one 0.
"""

from __future__ import annotations

from functools import reduce

import numpy as np

MIN_SEPARATION = 2.0**-500  # of an allowed cut


def separation(G_left, H_left, G_right, H_right, lam):
    """How far a cut drives two children apart: the part of the gain that depends on the cut.

        (G_L q - G_R p)^2 / (p q (p + q)),   p = H_L + lam,  q = H_R + lam  (newton-separation)

    Twice the gain is this, minus lam G^2 / ((H + lam) (H + 2 lam)), minus 2 gamma, with G and H
    of the node: the same best cut, without cancellation, and exactly the same number when left
    and right change places. With h = 1 and lam = 0 it is n_L n_R / n (mean_L - mean_R)^2.
    Arguments: numbers, arrays or symbols with p, q > 0.
    """
    p, q = H_left + lam, H_right + lam
    apart = G_left * q - G_right * p
    return apart * apart / (p * q * (p + q))


class Squares:
    """`separation`, summed over the outputs: squared error, Gini impurity, second-order losses.

    floors: the least sum of h, and of each further weight, in a child, in units of the grid.
    """

    def __init__(self, floors, lam):
        self.floors, self.lam = floors, lam

    def balance(self, left, whole):
        """p, q and 1 / (p q (p + q)) of `separation`; 0 for the last if not allowed."""
        right = [b - a for a, b in zip(left, whole, strict=True)]
        p, q = (side[0] + self.lam if self.lam else side[0] for side in (left, right))
        volume = p * q
        volume *= p + q
        return p, q, 1 / np.where(self.allowed(left, right), volume, np.inf)

    def allowed(self, left, right):
        """Where both sides have weight enough."""
        triples = zip(left, right, self.floors, strict=True)
        return reduce(np.logical_and, [np.minimum(a, b) >= floor for a, b, floor in triples])

    def __call__(self, left, whole, balance):
        """The separation from the sums to the left, and of the node, of each output."""
        (p, q, weight), total = balance, MIN_SEPARATION
        for G_left, G in zip(left, whole, strict=True):
            apart, other = G_left * q, G - G_left
            other *= p
            apart -= other
            apart *= apart
            total = apart + total
        total *= weight
        return total


class Entropy(Squares):
    """The decrease of entropy by a cut, in nats times weight, where g is minus one class a column.

        n H(node) - n_L H(left) - n_R H(right),    n H = n log n - sum_c n_c log n_c

    Weights that are whole, `most` in all, are looked up in a table of k log k.
    """

    def __init__(self, floors, most, whole):
        super().__init__(floors, 0.0)
        self.table = _log_times(np.arange(int(most) + 1)) if whole and most < 2**20 else None

    def balance(self, left, whole):
        """The weight on both sides, and where it is enough."""
        right = [b - a for a, b in zip(left, whole, strict=True)]
        return left[0], right[0], self.allowed(left, right)

    def __call__(self, left, whole, balance):
        """The decrease from the sums to the left, and of the node, of each class."""
        p, q, allowed = balance
        drop = self.times_log(p + q) - self.times_log(p) - self.times_log(q)
        for G_left, G in zip(left, whole, strict=True):  # g is negative
            apart = self.times_log(-G_left) + self.times_log(G_left - G)
            drop = drop + (apart - self.times_log(-G))
        return np.where(allowed, np.maximum(drop, MIN_SEPARATION), 0.0)

    def times_log(self, k):
        """k log k (...) for weights k in units of the grid."""
        if self.table is None:
            return _log_times(k)
        return self.table.take(k.astype(np.intp), mode="clip")  # beyond are forbidden cuts only


def _log_times(k):
    return k * np.log(np.maximum(k, 1))
