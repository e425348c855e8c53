"""A comparison of methods that can be believed: luck, counterparts, and the costs of errors.

Scores come from the room `mlbook.protocol`: each method is tuned by inner folds and scored on
samples that took no part in the choice. What they say is judged here:

    expected best of K equal methods     n - sum_m F_m^K                        (eq. case-best)
    flag a sample                        if its chance of being positive is
                                         at least c_FP / (c_FP + c_FN)          (eq. case-threshold)

Conventions: a flag is 1, a sample let pass 0; a positive is 1.
Functions of `+ - * /` and sums also run on fractions and symbols: the proofs are about this code.
Derived in chapters/case_study.ipynb.
Source: Elkan 2001.
"""

from __future__ import annotations

from itertools import accumulate
from math import comb

import numpy as np


def expected_best(n, p, K):
    """The expected number of hits, of n, of the luckiest of K methods (eq. case-best).

        n - sum_(m < n) P(one hits at most m)^K

    Each method hits each sample with the chance p, all independent. Numbers, fractions, symbols.
    """
    chances = (comb(n, m) * p**m * (1 - p) ** (n - m) for m in range(n))
    return n - sum(at_most**K for at_most in accumulate(chances))


def counterparts(outcomes, candidates, X, y):
    """The responses, split by split, of other procedures under the choices that were made.

    candidates: those of another library, say, in the order of `nested` -> a list of arrays.
    """
    return [candidates[o.chosen](X[o.train], y[o.train], X[o.test]) for o in outcomes]


# --- costs of errors -----------------------------------------------------------------------------


def cost_threshold(c_fp, c_fn):
    """The chance of a positive from which on flagging is cheaper (eq. case-threshold).

    c_fp: cost of a false alarm, c_fn: of a miss; not both 0.   Source: Elkan 2001, eq. 2.
    """
    return c_fp / (c_fp + c_fn)


def mean_cost(y, flagged, c_fp, c_fn):
    """The cost of decisions for each sample, on average (eq. case-cost).

    y, flagged (n,) of 0 and 1: positive, and called so -> a number.
    """
    wrong = c_fp * (1 - y) * flagged + c_fn * y * (1 - flagged)
    return wrong.sum() / len(y)


def best_threshold(y, s, c_fp, c_fn):
    """The t for which flagging s >= t costs least on these samples.

    y (n,) of 0 and 1, s (n,) -> a number half-way between two responses, the least
    of equals; -inf flags all, inf none.
    """
    order = np.argsort(s, kind="stable")
    s, change = s[order], np.where(np.asarray(y)[order] == 1, c_fn, -c_fp)
    cost = np.concatenate([[0], np.cumsum(change)])  # against flagging all
    cuts = np.concatenate([[-np.inf], (s[1:] + s[:-1]) / 2, [np.inf]])
    between = np.concatenate([[True], s[1:] > s[:-1], [True]])
    return float(cuts[between][cost[between].argmin()])
