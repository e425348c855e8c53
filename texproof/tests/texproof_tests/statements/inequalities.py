"""Inequalities with switches, roots and means: Markov, triangle, Cauchy and Schwarz, AM and GM."""

from texproof import scalar, vector

from .entry import false, true


def symbols():
    """Numbers, random names, columns."""
    return [
        scalar("x"), scalar("y"), scalar("a"), scalar("p", positive=True),
        scalar("r", nonnegative=True), scalar("X", random="s", nonnegative=True),
        scalar("Z", random="s"), scalar("Y", random="s"), vector("v", "d"), vector("w", "d"),
        scalar("x_i", over={"i": "n"}), scalar("y_i", over={"i": "n"}),
    ]  # fmt: skip


NORMS = r"\lVert v\rVert\lVert w\rVert"
BOTH = r"\lVert v\rVert + \lVert w\rVert"
SUM, MODULI = r"\lvert\sum_{i=1}^n x_i\rvert", r"\sum_{i=1}^n\lvert x_i\rvert"
SQUARE, SQUARES = r"(\sum_{i=1}^n x_i)^2", r"\sum_{i=1}^n x_i^2"
MEAN = r"\frac1n\sum_{i=1}^n x_i"
TAIL = r"\mathbb{E}[\mathbb{1}[X \ge p]]"

ENTRIES = [
    true("outweigh-markov-points", symbols, r"p\mathbb{1}[X \ge p]", "<=", "X"),
    false("outweigh-markov-points-sign", symbols, r"p\mathbb{1}[Z \ge p]", "<=", "Z", "Z may be below 0"),
    true("outweigh-markov-means", symbols, r"\mathbb{E}[p\mathbb{1}[X \ge p]]", "<=", r"\mathbb{E}[X]"),
    false("outweigh-markov-means-sign", symbols, r"\mathbb{E}[p\mathbb{1}[Z \ge p]]", "<=", r"\mathbb{E}[Z]", "Z may be below 0"),
    false("outweigh-markov-turned", symbols, r"\mathbb{E}[p\mathbb{1}[X \ge p]]", ">=", r"\mathbb{E}[X]", "X = p/2"),
    true("outweigh-markov", symbols, TAIL, "<=", r"\frac{\mathbb{E}[X]}{p}"),
    false("outweigh-markov-square", symbols, TAIL, "<=", r"\frac{\mathbb{E}[X]}{p^2}", "p = 2"),
    true("outweigh-chebyshev", symbols, r"p^2\mathbb{E}[\mathbb{1}[\lvert Z\rvert \ge p]]", "<=", r"\mathbb{E}[Z^2]"),
    false("outweigh-chebyshev-first", symbols, r"p^2\mathbb{E}[\mathbb{1}[\lvert Z\rvert \ge p]]", "<=", r"\mathbb{E}[\lvert Z\rvert]", "Z = p = 2"),
    true("outweigh-step-below", symbols, r"\mathbb{1}[r \ge 1]", "<=", "r"),
    false("outweigh-step-below-sign", symbols, r"\mathbb{1}[x \ge 1]", "<=", "x", "x < 0"),
    false("outweigh-step-below-strict", symbols, r"\mathbb{1}[r \ge 1]", "<", "r", "r = 0"),
    false("outweigh-step-below-half", symbols, r"\mathbb{1}[2r \ge 1]", "<=", "r", "r = 1/2"),
    true("outweigh-mean-square", symbols, r"\mathbb{E}[Z]^2", "<=", r"\mathbb{E}[Z^2]"),
    false("outweigh-mean-square-strict", symbols, r"\mathbb{E}[Z]^2", "<", r"\mathbb{E}[Z^2]", "Z constant"),
    false("outweigh-mean-square-turned", symbols, r"\mathbb{E}[Z]^2", ">=", r"\mathbb{E}[Z^2]", "any other Z"),
    true("outweigh-mean-product", symbols, r"\mathbb{E}[ZY]^2", "<=", r"\mathbb{E}[Z^2]\mathbb{E}[Y^2]"),
    false("outweigh-mean-product-first", symbols, r"\mathbb{E}[ZY]^2", "<=", r"\mathbb{E}[Z]^2\mathbb{E}[Y^2]", "Z with mean 0"),
    false("outweigh-mean-product-one", symbols, r"\mathbb{E}[ZY]^2", "<=", r"\mathbb{E}[Z^2]^2", "a large Y"),
    true("outweigh-mean-modulus", symbols, r"\lvert\mathbb{E}[Z]\rvert", "<=", r"\mathbb{E}[\lvert Z\rvert]"),
    false("outweigh-mean-modulus-turned", symbols, r"\lvert\mathbb{E}[Z]\rvert", ">=", r"\mathbb{E}[\lvert Z\rvert]", "Z = 1, -1"),
    true("outweigh-schwarz", symbols, r"v^\top w", "<=", NORMS),
    true("outweigh-schwarz-modulus", symbols, r"\lvert v^\top w\rvert", "<=", NORMS),
    true("outweigh-schwarz-below", symbols, r"v^\top w", ">=", f"-{NORMS}"),
    true("outweigh-schwarz-squares", symbols, r"(v^\top w)^2", "<=", r"\lVert v\rVert^2\lVert w\rVert^2"),
    false("outweigh-schwarz-strict", symbols, r"v^\top w", "<", NORMS, "v = w"),
    false("outweigh-schwarz-turned", symbols, r"v^\top w", ">=", NORMS, "v = -w"),
    false("outweigh-schwarz-one", symbols, r"v^\top w", "<=", r"\lVert v\rVert^2", "a long w"),
    true("outweigh-triangle", symbols, r"\lVert v + w\rVert", "<=", BOTH),
    false("outweigh-triangle-turned", symbols, r"\lVert v + w\rVert", ">=", BOTH, "v = -w"),
    false("outweigh-triangle-strict", symbols, r"\lVert v + w\rVert", "<", BOTH, "v = w"),
    false("outweigh-triangle-difference", symbols, r"\lVert v - w\rVert", "<=", r"\lVert v\rVert - \lVert w\rVert", "v = 0"),
    true("outweigh-triangle-numbers", symbols, r"\lvert x + y\rvert", "<=", r"\lvert x\rvert + \lvert y\rvert"),
    true("outweigh-triangle-sum", symbols, SUM, "<=", MODULI),
    false("outweigh-triangle-sum-turned", symbols, SUM, ">=", MODULI, "1 and -1"),
    true("outweigh-sum-squares", symbols, SQUARE, "<=", f"n{SQUARES}"),
    false("outweigh-sum-squares-one", symbols, SQUARE, "<=", SQUARES, "all alike"),
    false("outweigh-sum-squares-turned", symbols, SQUARE, ">=", SQUARES, "1 and -1"),
    true("outweigh-sum-products", symbols, r"(\sum_{i=1}^n x_i y_i)^2", "<=", rf"({SQUARES})(\sum_{{i=1}}^n y_i^2)"),
    true("outweigh-max-mean", symbols, r"\max_i x_i", ">=", MEAN),
    false("outweigh-max-mean-strict", symbols, r"\max_i x_i", ">", MEAN, "all alike"),
    false("outweigh-max-sum", symbols, r"\max_i x_i", ">=", r"\sum_{i=1}^n x_i", "all 1"),
    true("outweigh-min-mean", symbols, r"\min_i x_i", "<=", MEAN),
    true("outweigh-am-gm", symbols, r"\sqrt{pr}", "<=", r"\frac{p + r}{2}"),
    false("outweigh-am-gm-turned", symbols, r"\sqrt{pr}", ">=", r"\frac{p + r}{2}", "p = 1, r = 0"),
    true("outweigh-exp-above", symbols, "e^p", ">", "1"),
    false("outweigh-exp-above-sign", symbols, "e^x", ">", "1", "x = 0"),
    true("outweigh-exp-tangent", symbols, "e^x", ">=", "1 + x"),
    false("outweigh-exp-tangent-strict", symbols, "e^x", ">", "1 + x", "x = 0"),
    true("outweigh-softplus", symbols, r"\log(1 + e^a)", ">=", "a"),
    false("outweigh-softplus-one", symbols, r"\log(1 + e^a)", ">=", "a + 1", "a = 2"),
    true("outweigh-log-tangent", symbols, r"\log p", "<=", "p - 1"),
    false("outweigh-log-tangent-strict", symbols, r"\log p", "<", "p - 1", "p = 1"),
]  # fmt: skip
