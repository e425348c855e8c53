"""Moments of which hypotheses tell: means, variances, covariances of members and columns."""

from texproof import Derivation, matrix, scalar, vector

from .entry import either, false, true

E, V, C = r"\mathbb{E}", r"\operatorname{Var}", r"\operatorname{Cov}"


def pair():
    """Two numbers of one source, one of another, and what they are compared with."""
    return [
        scalar("X", random="S"), scalar("Y", random="S"), scalar("Z", random="T"),
        scalar("m"), scalar("k"), scalar("s", positive=True), scalar("t", positive=True),
    ]  # fmt: skip


def columns():
    """Two columns of their own sources, and one that shares the first source."""
    return Derivation(
        vector("q", "d", random="S"), vector("k", "d", random="T"), vector("r", "d", random="S"),
        matrix("I", "d", "d", identity=True), matrix("A", "d", "d"), vector("w", "d"),
        sizes={"d": (2, 3)},
    )  # fmt: skip


def sample():
    """Members of a family, their average and the spread around it."""
    return Derivation(
        scalar("y_i", over={"i": "n"}, random="S"), scalar("c_j", over={"j": "n"}),
        scalar(r"\bar{y}", random="S"), scalar("v", random="S"), scalar("m"), scalar("s", positive=True),
        sizes={"n": (2, 3)},
    )  # fmt: skip


def linear():
    """A column with a linear mean, what is left of it, and a family of its own source."""
    return Derivation(
        vector("y", "n", random="S"), matrix("X", "n", "p"), vector("b", "p"), scalar("s"), scalar("t"),
        matrix("I_n", "n", "n", identity=True), matrix("Q", "n", "n"), matrix("C", "n", "n", symmetric=True),
        scalar("w_i", over={"i": "n"}, random="T"), scalar("w_j", over={"j": "n"}, random="T"),
        scalar("u", random="S"), sizes={"n": (2, 3), "p": (1, 2)},
    )  # fmt: skip


CENTRED = [rf"{E}[q] = \mathbf{{0}}", rf"{E}[k] = \mathbf{{0}}"]
WHITE = [f"{V}(q) = I", f"{V}(k) = I"]
SAMPLE = [f"{E}[y_i] = m", rf"{C}(y_i, y_j) = s^2\mathbb{{1}}[i = j]"]
ALIKE = [f"{E}[y_i] = m", f"{C}(y_i, y_j) = s^2"]
LINEAR = [f"{E}(y) = Xb", f"{V}(y) = s^2 I_n"]
LEFT = r"\frac1n y^\top (I_n - X(X^\top X)^{-1}X^\top)y"
OWN = [f"{E}[w_i] = 0", rf"{C}(w_i, w_j) = t^2\mathbb{{1}}[i = j]"]
WHITENED = [f"{V}(y) = C", r"Q C Q^\top = I_n"]
MADE = [r"\bar{y} = \frac1n\sum_{i=1}^n y_i", r"v = \frac1n\sum_{i=1}^n (y_i - \bar{y})^2"]
ENTRIES = [
    # numbers
    true("mo-square", pair, f"{E}[X^2]", "=", "s^2 + m^2", given=[f"{E}[X] = m", f"{V}(X) = s^2"]),
    false("mo-square-alone", pair, f"{E}[X^2]", "=", "s^2", "the square of the mean", given=[f"{E}[X] = m", f"{V}(X) = s^2"]),
    true("mo-sum", pair, f"{V}(X + Y)", "=", "s^2 + t^2", given=[f"{V}(X) = s^2", f"{V}(Y) = t^2", f"{C}(X, Y) = 0"]),
    false("mo-sum-dependent", pair, f"{V}(X + Y)", "=", "s^2 + t^2", "a covariance", given=[f"{V}(X) = s^2", f"{V}(Y) = t^2"]),
    true("mo-sum-independent", pair, f"{V}(X + Z)", "=", "s^2 + t^2", given=[f"{V}(X) = s^2", f"{V}(Z) = t^2"]),
    true("mo-difference", pair, f"{V}(X - 2Y)", "=", "s^2 + 4t^2 - 4k", given=[f"{V}(X) = s^2", f"{V}(Y) = t^2", f"{C}(X, Y) = k"]),
    false("mo-difference-sign", pair, f"{V}(X - 2Y)", "=", "s^2 - 4t^2 - 4k", "squares", given=[f"{V}(X) = s^2", f"{V}(Y) = t^2", f"{C}(X, Y) = k"]),
    false("mo-uncorrelated", pair, f"{E}[X^2 Y^2]", "=", f"{E}[X^2]{E}[Y^2]", "no more than uncorrelated", given=[f"{C}(X, Y) = 0", f"{V}(X) = 1"]),
    false("mo-standardized", pair, f"{E}[X^4]", "=", "1", "only two moments", given=[f"{E}[X] = 0", f"{V}(X) = 1"]),
    true("mo-product", pair, f"{V}(X Z)", "=", "s^2 t^2", given=[f"{E}[X] = 0", f"{E}[Z] = 0", f"{V}(X) = s^2", f"{V}(Z) = t^2"]),
    false("mo-product-means", pair, f"{V}(X Z)", "=", "s^2 t^2", "means count", given=[f"{V}(X) = s^2", f"{V}(Z) = t^2"]),
    # columns at which points are made by their moments
    true("mo-left-over", linear, f"{E}[{LEFT}]", "=", r"\frac{n - p}{n}s^2", given=[*LINEAR, r"n \ge p"]),
    false("mo-left-over-n", linear, f"{E}[{LEFT}]", "=", "s^2", "p are lost", given=[*LINEAR, r"n \ge p"]),
    false("mo-left-over-one", linear, f"{E}[{LEFT}]", "=", r"\frac{n - 1}{n}s^2", "p are lost, not one", given=[*LINEAR, r"n \ge p"]),
    false("mo-left-over-mean", linear, f"{E}[{LEFT}]", "=", r"\frac{n - p}{n}s^2", "a mean of another form", given=[LINEAR[1], r"n \ge p"]),
    true("mo-left-over-length", linear, rf"{E}[y^\top y]", "=", r"n s^2 + \lVert Xb\rVert^2", given=LINEAR),
    false("mo-left-over-length-one", linear, rf"{E}[y^\top y]", "=", r"s^2 + \lVert Xb\rVert^2", "n of them", given=LINEAR),
    true("mo-weighted", linear, rf"{V}\Bigl(\sum_i w_i u\Bigr)", "=", r"n t^2 s^2", given=[*OWN, f"{E}[u] = 0", f"{V}(u) = s^2"]),
    false("mo-weighted-mean", linear, rf"{V}\Bigl(\sum_i w_i u\Bigr)", "=", r"n t^2 s^2", "a mean counts", given=[*OWN, f"{V}(u) = s^2"]),
    false("mo-weighted-twice", linear, rf"{V}\Bigl(\sum_i w_i u\Bigr)", "=", r"n(n + 1)t^2 s^2", "they do not depend", given=[*OWN, f"{E}[u] = 0", f"{V}(u) = s^2"]),
    false("mo-weighted-variances", linear, rf"{V}\Bigl(\sum_i w_i u\Bigr)", "=", r"n t^2 s^2", "variances alone",
          given=[OWN[0], f"{V}(w_i) = t^2", f"{E}[u] = 0", f"{V}(u) = s^2"]),
    true("mo-whitened", linear, f"{V}(Qy)", "=", "I_n", given=WHITENED),
    false("mo-whitened-half", linear, f"{V}(Qy)", "=", r"\frac12 I_n", "twice that", given=WHITENED),
    false("mo-whitened-turned", linear, rf"Q^\top {V}(y) Q", "=", "I_n", "the other side", given=WHITENED),
    false("mo-third", linear, f"{E}[u^3]", "=", "0", "nothing is symmetric", given=[f"{E}[u] = 0", f"{V}(u) = s^2"]),
    # contradictions prove nothing
    either("mo-column-negative", linear, "s", "=", "t", "no variance is below 0", given=[f"{E}(y) = Xb", f"{V}(y) = -I_n"]),
    either("mo-column-lopsided", linear, "s", "=", "t", "no covariance is lopsided", given=[f"{V}(y) = Q", f"{E}[u] = 1", "Q = 2Q"]),
    either("mo-mean-and-square", linear, "s", "=", "t", "of Schwarz", given=[f"{E}[u] = 2", f"{E}[u^2] = 1"]),
    either("mo-two-means", linear, "s", "=", "t", "two values", given=[f"{E}[u] = 2", f"{E}[2u] = 1", f"{V}(u) = 1"]),
    either("mo-negative", pair, "m", "=", "k", "no variance is below 0", given=[f"{V}(X) = -1"]),
    either("mo-negative-second", pair, "m", "=", "k", "variances", given=[f"{V}(X) = 2", f"{E}[X^2] = 1"]),
    either("mo-schwarz", pair, f"{C}(X, Y)", "=", "3", "Cauchy and Schwarz", given=[f"{V}(X) = 1", f"{V}(Y) = 1", f"{C}(X, Y) = 2"]),
    either("mo-twice", pair, "m", "=", "k", "two values", given=[f"{V}(X) = 1", f"{V}(2X) = 1"]),
    # columns
    true("mo-inner", columns, rf"{V}(q^\top k)", "=", "d", given=[*CENTRED, *WHITE]),
    false("mo-inner-square", columns, rf"{V}(q^\top k)", "=", "d^2", "d terms", given=[*CENTRED, *WHITE]),
    false("mo-inner-means", columns, rf"{V}(q^\top k)", "=", "d", "means count", given=WHITE),
    false("mo-inner-dependent", columns, rf"{V}(q^\top r)", "=", "d", "one source", given=[f"{V}(q) = I", f"{V}(r) = I"]),
    true("mo-linear", columns, f"{V}(Aq)", "=", r"AA^\top", given=[f"{V}(q) = I"]),
    false("mo-linear-turned", columns, f"{V}(Aq)", "=", r"A^\top A", "rows", given=[f"{V}(q) = I"]),
    true("mo-projected", columns, rf"{V}(w^\top q)", "=", r"\lVert w\rVert^2", given=[f"{V}(q) = I"]),
    false("mo-projected-norm", columns, rf"{V}(w^\top q)", "=", r"\lVert w\rVert", "squared", given=[f"{V}(q) = I"]),
    true("mo-length", columns, r"\mathbb{E}[q^\top q]", "=", "d", given=[CENTRED[0], WHITE[0]]),
    false("mo-length-means", columns, r"\mathbb{E}[q^\top q]", "=", "d", "means count", given=[WHITE[0]]),
    # members of a family
    true("mo-average", sample, rf"{V}(\bar{{y}})", "=", r"\frac{s^2}{n}", define=MADE[0], given=SAMPLE),
    true("mo-average-of-one", sample, rf"{V}(\bar{{y}})", "=", "s^2", define=MADE[0], given=ALIKE),
    true("mo-spread", sample, f"{E}[v]", "=", r"\frac{n - 1}{n}s^2", define=MADE, given=SAMPLE),
    false("mo-spread-unbiased", sample, f"{E}[v]", "=", "s^2", "around the average", define=MADE, given=SAMPLE),
    false("mo-spread-variances", sample, f"{E}[v]", "=", r"\frac{n - 1}{n}s^2", "variances alone", define=MADE,
          given=[f"{E}[y_i] = m", f"{V}(y_i) = s^2"]),
]  # fmt: skip
