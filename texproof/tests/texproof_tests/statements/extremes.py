"""Largest and smallest numbers, weights that add up to 1, entropies, and minimizers of columns."""

from texproof import matrix, scalar, vector

from .entry import false, true


def symbols():
    """Numbers, families with and without signs, columns, matrices."""
    return [
        scalar("a"), scalar("s", positive=True), scalar("t", inside=True),
        scalar("p_k", over={"k": "K"}, nonnegative=True),
        scalar("q_k", over={"k": "K"}, positive=True),
        scalar("f_k", over={"k": "K"}),
        scalar("x_i", over={"i": "n"}), scalar("z_i", over={"i": "n"}),
        scalar("c_i", over={"i": "n"}, nonnegative=True), scalar("g_i", over={"i": "n"}),
        scalar("u_{im}", over={"i": "n", "m": "M"}),
        vector("w", "d"), vector("v", "d"), vector("h", "r"),
        vector("b_l", "d", over={"l": "d"}, basis=True), vector("y", "n"), matrix("X", "n", "d"),
        matrix("S", "d", "d", symmetric=True), matrix("I", "d", "d", identity=True),
        scalar(r"\lambda", positive=True), scalar(r"\mu"),
    ]  # fmt: skip


P, Q, F = ({"given": [rf"\sum_k {letter}_k = 1"]} for letter in "pqf")
C, G = ({"given": [rf"\sum_i {letter}_i = 1"]} for letter in "cg")
HALF = {"given": [r"\sum_k p_k = 2"]}
ENTROPY, BINARY = r"-\sum_k q_k\log q_k", r"-t\log t - (1 - t)\log(1 - t)"
GINI, LARGEST = r"\sum_k p_k(1 - p_k)", r"\max_k p_k"
MEAN, MEANS = r"\sum_i c_i x_i", r"\sum_i g_i x_i"
SOFT = r"\log\sum_i e^{x_i}"
RIDGE = r"\arg\min_w \lVert y - Xw\rVert^2 + \lambda\lVert w\rVert^2"
LOOSE = r"\arg\min_w \lVert y - Xw\rVert^2 + \mu\lVert w\rVert^2"


def solution(many):
    """The column of ridge regression with so many times the penalty."""
    return rf"(X^\top X + {many} I)^{{-1}}X^\top y"


ENTRIES = [
    # Weights.
    true("weights-member", symbols, "p_k", "<=", "1", **P),
    false("weights-member-strict", symbols, "p_k", "<", "1", "one weight is 1", **P),
    false("weights-member-two", symbols, "p_k", "<=", "1", "2, 0", **HALF),
    false("weights-member-sign", symbols, "f_k", "<=", "1", "2, -1", **F),
    false(
        "weights-member-part",
        symbols,
        "p_k",
        "<=",
        "1",
        "the second sum may be larger",
        given=[r"\sum_{k=1}^{1} p_k = 1"],
    ),
    true("weights-gini", symbols, GINI, "<=", r"1 - \frac1K", **P),
    false("weights-gini-strict", symbols, GINI, "<", r"1 - \frac1K", "all alike", **P),
    false("weights-gini-less", symbols, GINI, "<=", r"1 - \frac2K", "all alike", **P),
    false("weights-gini-sign", symbols, r"\sum_k f_k(1 - f_k)", ">=", "0", "2, -1", **F),
    true("weights-gini-sign-above", symbols, r"\sum_k f_k(1 - f_k)", "<=", "1", **F),
    true("weights-gini-below", symbols, r"1 - \sum_k p_k^2", ">=", "0", **P),
    false("weights-gini-below-two", symbols, r"1 - \sum_k p_k^2", ">=", "0", "2, 0", **HALF),
    true("weights-entropy", symbols, ENTROPY, "<=", r"\log K", **Q),
    false("weights-entropy-strict", symbols, ENTROPY, "<", r"\log K", "all alike", **Q),
    false(
        "weights-entropy-free",
        symbols,
        ENTROPY,
        "<=",
        r"\log K",
        "they need not add up to 1: K = 1, q = 1/e",
    ),
    true("weights-entropy-below", symbols, ENTROPY, ">=", "0", **Q),
    false("weights-entropy-below-free", symbols, ENTROPY, ">=", "0", "q = 2"),
    true("weights-entropy-gini", symbols, ENTROPY, ">=", r"1 - \sum_k q_k^2", **Q),
    false(
        "weights-entropy-gini-twice",
        symbols,
        ENTROPY,
        ">=",
        r"2(1 - \sum_k q_k^2)",
        "two alike: 0.69 < 1",
        **Q,
    ),
    true("weights-binary", symbols, BINARY, "<=", r"\log 2"),
    false("weights-binary-strict", symbols, BINARY, "<", r"\log 2", "t = 1/2"),
    false("weights-binary-less", symbols, BINARY, "<=", r"\log 2 - \frac1{50}", "t = 1/2"),
    true("weights-square", symbols, rf"({MEAN})^2", "<=", r"\sum_i c_i x_i^2", **C),
    false("weights-square-sign", symbols, rf"({MEANS})^2", "<=", r"\sum_i g_i x_i^2", "2, -1", **G),
    false("weights-square-free", symbols, rf"({MEAN})^2", "<=", r"\sum_i c_i x_i^2", "c = 2"),
    false(
        "weights-square-turned",
        symbols,
        rf"({MEAN})^2",
        ">=",
        r"\sum_i c_i x_i^2",
        "1/2, 1/2 and 0, 1",
        **C,
    ),
    true(
        "weights-spread",
        symbols,
        rf"\sum_i c_i(x_i - {MEAN.replace('i', 'j')})^2",
        "=",
        rf"\sum_i c_i x_i^2 - ({MEAN})^2",
        **C,
    ),
    true("weights-exponential", symbols, rf"e^{{{MEAN}}}", "<=", r"\sum_i c_i e^{x_i}", **C),
    true("weights-centre", symbols, r"\arg\min_a \sum_i c_i(x_i - a)^2", "=", MEAN, **C),
    false("weights-centre-free", symbols, r"\arg\min_a \sum_i c_i(x_i - a)^2", "=", MEAN, "c = 2"),
    false(
        "weights-centre-sign",
        symbols,
        r"\arg\max_a \sum_i c_i(x_i - a)^2",
        "=",
        MEAN,
        "there is none",
        **C,
    ),
    false(
        "weights-part",
        symbols,
        r"\sum_{k=1}^{r} p_k",
        ">=",
        "1",
        "0, 1/2, 1/2",
        given=[*P["given"], r"r \le K"],
    ),
    false(
        "weights-part-centre",
        symbols,
        r"\arg\min_a \sum_{k=1}^{r} p_k(f_k - a)^2",
        "=",
        r"\sum_{k=1}^{r} p_kf_k",
        "1/2, 1/2",
        given=[*P["given"], r"r \le K"],
    ),
    # Largest and smallest numbers.
    true("extreme-member", symbols, "x_i", "<=", r"\max_i x_i"),
    false("extreme-member-strict", symbols, "x_i", "<", r"\max_i x_i", "i is the largest"),
    false("extreme-member-other", symbols, "x_i", "<=", r"\max_i z_i", "other numbers"),
    true("extreme-mean", symbols, r"\frac1n\sum_i x_i", "<=", r"\max_i x_i"),
    true("extreme-mean-below", symbols, r"\frac1n\sum_i x_i", ">=", r"\min_i x_i"),
    false("extreme-mean-turned", symbols, r"\frac1n\sum_i x_i", ">=", r"\max_i x_i", "0, 1"),
    true("extreme-sum", symbols, r"\sum_i x_i", "<=", r"n\max_i x_i"),
    false("extreme-sum-less", symbols, r"\sum_i x_i", "<=", r"(n - 1)\max_i x_i", "all 1"),
    true("extreme-weights", symbols, MEAN, "<=", r"\max_i x_i", **C),
    true("extreme-weights-below", symbols, MEAN, ">=", r"\min_i x_i", **C),
    false("extreme-weights-free", symbols, MEAN, "<=", r"\max_i x_i", "c = 2, x = 1"),
    false("extreme-weights-sign", symbols, MEANS, "<=", r"\max_i x_i", "2, -1 and 1, 0", **G),
    false("extreme-weights-turned", symbols, MEAN, ">=", r"\max_i x_i", "1/2, 1/2 and 0, 1", **C),
    true("extreme-both", symbols, r"\max_i(x_i + z_i)", "<=", r"\max_i x_i + \max_i z_i"),
    false(
        "extreme-both-turned",
        symbols,
        r"\max_i(x_i + z_i)",
        ">=",
        r"\max_i x_i + \max_i z_i",
        "1, 0 and 0, 1",
    ),
    true("extreme-both-below", symbols, r"\max_i(x_i + z_i)", ">=", r"\max_i x_i + \min_i z_i"),
    false(
        "extreme-both-product", symbols, r"\max_i(x_i z_i)", "<=", r"\max_i x_i\max_i z_i", "-1, -1"
    ),
    true("extreme-moduli", symbols, r"\max_i|x_i + z_i|", "<=", r"\max_i|x_i| + \max_i|z_i|"),
    true("extreme-span", symbols, r"\max_i x_i - \min_i x_i", ">=", "0"),
    false("extreme-span-strict", symbols, r"\max_i x_i - \min_i x_i", ">", "0", "all alike"),
    true("extreme-one", symbols, r"\max_i c_i", "<=", r"\sum_i c_i"),
    false("extreme-one-sign", symbols, r"\max_i x_i", "<=", r"\sum_i x_i", "1, -1"),
    true("extreme-share", symbols, LARGEST, ">=", r"\frac1K", **P),
    false("extreme-share-less", symbols, LARGEST, ">=", r"\frac2K", "all alike", **P),
    true("extreme-share-above", symbols, LARGEST, "<=", "1", **P),
    true("extreme-share-squares", symbols, r"\sum_k p_k^2", "<=", LARGEST, **P),
    false("extreme-share-squares-turned", symbols, r"\sum_k p_k^2", ">=", LARGEST, "2/3, 1/3", **P),
    false(
        "extreme-share-squares-sign", symbols, r"\sum_k f_k^2", "<=", r"\max_k f_k", "2, -1", **F
    ),
    true("extreme-error", symbols, rf"1 - {LARGEST}", "<=", GINI, **P),
    false(
        "extreme-error-half", symbols, rf"1 - {LARGEST}", "<=", rf"\frac12({GINI})", "2/3, 1/3", **P
    ),
    false(
        "extreme-rows",
        symbols,
        r"\sum_m\max_i u_{im}",
        "<=",
        r"\max_i\sum_m u_{im}",
        "the identity",
    ),
    true("extreme-rows-turned", symbols, r"\max_i\sum_m u_{im}", "<=", r"\sum_m\max_i u_{im}"),
    false("extreme-square", symbols, r"(\max_i x_i)^2", "<=", r"\sum_i x_i", "2"),
    false("extreme-square-largest", symbols, r"(\max_i x_i)^2", ">=", r"x_i^2", "-1 and 0"),
    false("extreme-minus", symbols, r"-\max_i x_i", ">=", r"-\frac1n\sum_i x_i", "0, 1"),
    false("extreme-multiple", symbols, r"a\max_i x_i", ">=", r"\frac{a}{n}\sum_i x_i", "a = -1"),
    true("extreme-multiple-positive", symbols, r"s\max_i x_i", ">=", r"\frac{s}{n}\sum_i x_i"),
    # Against sums of exponentials.
    true("extreme-soft", symbols, SOFT, ">=", r"\max_i x_i"),
    false("extreme-soft-below", symbols, SOFT, "<=", r"\max_i x_i", "two alike"),
    true("extreme-soft-above", symbols, SOFT, "<=", r"\max_i x_i + \log n"),
    false("extreme-soft-above-strict", symbols, SOFT, "<", r"\max_i x_i + \log n", "all alike"),
    false("extreme-soft-above-one", symbols, SOFT, "<=", r"\max_i x_i + 1", "three alike"),
    false("extreme-soft-other", symbols, SOFT, ">=", r"\max_i z_i", "other numbers"),
    # Norms.
    true("extreme-norm", symbols, r"\max_j|w_j|", "<=", r"\lVert w\rVert"),
    false("extreme-norm-turned", symbols, r"\max_j|w_j|", ">=", r"\lVert w\rVert", "1, 1"),
    true("extreme-norm-sum", symbols, r"\lVert w\rVert_1", "<=", r"d\max_j|w_j|"),
    true("extreme-norm-square", symbols, r"\lVert w\rVert^2", "<=", r"d\max_j w_j^2"),
    false("extreme-norm-square-less", symbols, r"\lVert w\rVert^2", "<=", r"\max_j w_j^2", "1, 1"),
    true("extreme-hoelder", symbols, r"|w^\top v|", "<=", r"\lVert w\rVert_1\max_j|v_j|"),
    false(
        "extreme-hoelder-signs",
        symbols,
        r"|w^\top v|",
        "<=",
        r"\lVert w\rVert_1\max_j v_j",
        "v = -1",
    ),
    # Minimizers of columns.
    true("column-ridge", symbols, RIDGE, "=", solution(r"\lambda")),
    false("column-ridge-minus", symbols, RIDGE, "=", solution(r"(-\lambda)"), "the sign"),
    false(
        "column-ridge-sign",
        symbols,
        LOOSE,
        "=",
        solution(r"\mu"),
        "there is none for a negative one",
    ),
    false(
        "column-ridge-largest",
        symbols,
        RIDGE.replace("min", "max"),
        "=",
        solution(r"\lambda"),
        "there is none",
    ),
    true("column-plain", symbols, r"\arg\min_w \lVert w - v\rVert^2", "=", "v"),
    false(
        "column-plain-half", symbols, r"\arg\min_w \lVert w - v\rVert^2", "=", r"\frac12 v", "v = 1"
    ),
    false("column-form", symbols, r"\arg\min_w w^\top Sw - 2v^\top w", "=", "S^{-1}v", "S = -1"),
    false(
        "column-saddle", symbols, r"\arg\min_w \lVert w\rVert^2 - 2(v^\top w)^2", "=", "0v", "v = 1"
    ),
]
