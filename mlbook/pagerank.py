"""PageRank: how often a surfer who follows random links, and sometimes jumps, visits each page.

    x = delta P x + (1 - delta) / n,    P[i, j] = links[i, j] / sum_k links[k, j]

Conventions: a link leads from the page of its column to the page of its row, and columns of P add
up to 1; a page without links has a column of 1/n.
The function `surf` also runs on arrays of symbols: the proofs are about this code.
Derived in chapters/pagerank.ipynb.
Source: Brin and Page 1998.
"""

from __future__ import annotations

import numpy as np

from mlbook.contract import Array, ArrayLike, check_in_range, check_X, widen_integers


def transition(links: ArrayLike) -> Array:
    """P[i, j], the probability of a step from page j to page i.

    Columns sum to 1; from a page without links every page is equally probable.

    Parameters
    ----------
    links : array (n, n)
        links[i, j] > 0 where page j links to page i.

    Returns
    -------
    array (n, n)

    Examples
    --------
    >>> transition([[0, 0], [1, 0]])
    array([[0. , 0.5],
           [1. , 0.5]])
    """
    links = np.asarray(links, dtype=float)
    total = links.sum(axis=0)
    return np.where(total > 0, links / np.where(total > 0, total, 1), 1 / len(links))


def surf(P: Array, x: Array, damping: float) -> Array:
    """One step: along a link, or to any page (eq. pagerank-code).

    Parameters
    ----------
    P : array (n, n)
        Its columns sum to 1.
    x : array (n,)
        The probability of being on each page; they sum to 1.
    damping : float
        The probability of following a link.

    Returns
    -------
    array (n,)

    Examples
    --------
    >>> surf(np.array([[0.0, 1.0], [1.0, 0.0]]), np.array([1.0, 0.0]), 0.5)
    array([0.25, 0.75])
    """
    return damping * (P @ x) + (1 - damping) / len(x)


def pagerank(
    links: ArrayLike, damping: float = 0.85, tolerance: float = 1e-12
) -> tuple[Array, int]:
    """The ranks x = surf(P, x, damping), and the power steps taken (eq. pagerank-fixed).

    Parameters
    ----------
    links : array (n, n)
        At least 0; links[i, j] > 0 where page j links to page i.
    damping : float
        0 <= damping < 1; a step multiplies the error by no more than this.
    tolerance : float
        Above 0: it stops when the ranks change by no more than this in total. It also stops when
        the ranks of an earlier step recur, because rounding then makes them cycle.

    Returns
    -------
    x : array (n,)
        The ranks, which sum to 1.
    steps : int

    Raises
    ------
    ValueError
        If links is not square or has a negative entry, or if a parameter is out of range.

    References
    ----------
    Brin and Page 1998, section 2.1.

    Examples
    --------
    >>> ranks, steps = pagerank([[0, 1, 1], [1, 0, 0], [0, 0, 0]], damping=0.5)
    >>> (ranks * 9).round(3)
    array([4. , 3.5, 1.5])
    """
    links = check_X(links, name="links")
    check_in_range("damping", damping, "[0, 1)")
    check_in_range("tolerance", tolerance, "(0, inf)")
    if links.shape[0] != links.shape[1] or (links < 0).any():
        raise ValueError(f"links must be square and >= 0; received {links.shape}")
    P, x, steps = transition(links), np.full(len(links), 1 / len(links)), 0
    change, earlier = np.inf, -x
    while change > tolerance and not np.array_equal(x, earlier):
        if steps & (steps - 1) == 0:  # 0 or a power of two: sooner or later a whole round away
            earlier = x
        before, x = x, surf(P, x, damping)
        change, steps = np.abs(x - before).sum(), steps + 1
    return x, steps


widen_integers(globals())
