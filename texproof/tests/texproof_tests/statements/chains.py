"""A chain claims its first term against its last: what its middle terms need must be displayed.

Each row of the false ones is right wherever both of its sides have a value.
"""

from texproof import function, matrix, scalar, subset

from .entry import ACCEPTED, REFUSED, action, false, true
from .symbols import chance, common


def chain(id, symbols, *said, why="", expected=ACCEPTED, **more):
    """A chain of several rows, each a sign and a term, without reasons."""
    first, *rows = said
    with_reasons = [part for k in range(0, len(rows), 2) for part in (*rows[k : k + 2], "")]
    return action(
        id, symbols, "chain", first, *with_reasons[:-1], expected=expected, why=why, **more
    )


def wide(id, symbols, *said, why, **more):
    """A chain whose middle needs more than its ends."""
    return chain(id, symbols, *said, why=why, expected=REFUSED, **more)


def squares():
    return [matrix("A", "d", "d"), matrix("B", "d", "d"), matrix("X", "n", "d"),
            matrix("I", "d", "d", identity=True), matrix("S", "d", "d", symmetric=True, posdef=True),
            scalar("p", positive=True)]  # fmt: skip


def parted():
    return [scalar("a"), scalar("x_i", over={"i": "n"}), subset("M", "n")]


def logistic():
    return [scalar("F"), scalar("q"), scalar("y_i", over={"i": "n"}), scalar("b"),
            function("l", 1, 1)]  # fmt: skip


LOGISTIC = r"q = \frac{1}{1 + e^{-F}}"
PSEUDO = r"(X^\top X)^{-1}X^\top X"

ENTRIES = [
    # roots, logarithms and quotients in the middle
    wide("chain-root", common, "a", "=", r"(\sqrt a)^2", ">=", "0", why="a = -1"),
    wide("chain-root-modulus", common, r"\lvert a\rvert", "=", r"(\sqrt a)^2", "=", "a", why="a = -1"),
    wide("chain-log", common, "a", "=", r"e^{\log a}", ">", "0", why="a = -1"),
    wide("chain-roots", common, r"\frac{a + b}{2}", ">=", r"\sqrt a\sqrt b", "=", r"\sqrt{ab}", why="a = -2, b = -1"),
    wide("chain-quotient", common, r"\mathbb{1}[a = a]", "=", r"\frac aa", "=", r"\frac{2a}{2a}", "=", "1",
         why="a middle without a value at a = 0, which nothing says"),
    wide("chain-square-over", common, "x", "=", r"\frac{x^2}{x}", "=", "x + 0", why="the middle has no value at x = 0"),
    wide("chain-zero-below", common, "a", "=", r"a + \frac{x - x}{x - x}", "=", "b", why="a middle that has no value anywhere"),
    wide("chain-pole", common, r"\frac1a", "=", r"\frac{a - b}{a(a - b)}", "=", r"\frac1a", why="a = b"),
    wide("chain-negative-power", common, "1", "=", "a a^{-1}", "=", "1", why="a = 0"),
    wide("chain-fraction-power", common, "a", "=", r"(a^{\frac12})^2", ">=", "0", why="a = -1"),
    wide("chain-half", common, "a^2", ">=", r"e^{\log(a^2)}", ">", "0", why="a = 0"),
    wide("chain-neighbour", common, "0", "<", "(7a - 22)^2", "=", r"e^{\log((7a - 22)^2)}", why="a = 22/7"),
    wide("chain-neighbour-entries", common, "0", "<", r"\sum_i(7x_i - 22)^2", "=", r"e^{\log\sum_i(7x_i - 22)^2}", why="each x_i = 22/7"),
    wide("chain-neighbour-row", common, "0", "<", "(7a - 22)^2", "=", r"e^{\log((7a - 22)^2)}", "=", r"e^{2\log\lvert 7a - 22\rvert}",
         why="the first row is false at a = 22/7, where its own sides have values"),
    wide("chain-definition", lambda: [scalar("c"), scalar("a")], "a^2", ">=", r"\frac{a^2c}{c}", "=", "a^2",
         define=r"c = a - 1", why="c is 0 at a = 1"),
    chain("chain-root-given", common, "a", "=", r"(\sqrt a)^2", ">=", "0", given=[r"a \ge 0"]),
    chain("chain-root-positive", common, "p", "=", r"(\sqrt p)^2", ">", "0"),
    chain("chain-log-positive", common, "p", "=", r"e^{\log p}", ">", "0"),
    chain("chain-log-of-sum", common, "a^2 + 1", "=", r"e^{\log(a^2 + 1)}", ">", "0"),
    chain("chain-square-over-given", common, "x", "=", r"\frac{x^2}{x}", "=", "x + 0", given=[r"x \ne 0"]),
    chain("chain-square-over-end", common, r"\frac1x", "=", r"\frac{x}{x^2}", "=", r"\frac{2}{2x}"),
    chain("chain-factors", common, r"\frac{1}{ab}", "=", r"\frac1a\cdot\frac1b", "=", r"\frac{1}{ba}"),
    chain("chain-last-needs", common, "1 + a^2", "=", r"\frac{(1 + a^2)b}{b}", "=", r"\frac{b + a^2b}{b}"),
    chain("chain-positive-below", common, "1", "=", r"\frac{1 + e^a}{1 + e^a}", "=", r"\frac{1 + e^{-a}}{1 + e^{-a}}", "=", "1"),
    chain("chain-defined", logistic, "q(1 - q)", "=", r"\frac{1}{1 + e^{-F}}\cdot\frac{1}{1 + e^{F}}", "=",
          r"\frac{e^{-F}}{(1 + e^{-F})^2}", define=LOGISTIC),
    chain("chain-value", common, "a", "=", "e^b", ">", "0", given=[r"b = \log a"]),
    # members, letters and sizes
    wide("chain-sum-roots", common, r"\sum_i x_i", "=", r"\sum_i(\sqrt{x_i})^2", ">=", "0", why="x = -1"),
    wide("chain-sum-quotients", common, "n", "=", r"\sum_{i=1}^n\frac{x_i}{x_i}", "=", "n", why="an x_i of 0"),
    wide("chain-one-member", common, r"\frac{1}{x_1}", "=", r"\frac{1}{x_1} + \frac{x_2 - x_2}{x_2}", "=", r"\frac{1}{x_1}", why="x_2 = 0", given=[r"n \ge 2"]),
    wide("chain-member-all", common, r"\frac{1}{x_i}", "=", r"\frac{1}{x_i} + \sum_{j=1}^n\frac{x_j - x_j}{x_j}", "=", r"\frac{1}{x_i}",
         why="an x_j of 0 beside x_i"),
    wide("chain-part", common, r"\sum_{i=2}^n\frac{1}{x_i}", "=", r"\sum_{i=2}^n\frac{1}{x_i} + \frac{x_1}{x_1} - 1", "=", r"\sum_{i=2}^n\frac{1}{x_i}",
         why="x_1 = 0", given=[r"n \ge 2"]),
    wide("chain-indicator", common, r"\mathbb{1}[s_1 > 0]", "=", r"\frac{s_1}{s_1}", "=", "1", why="s_1 = 0"),
    wide("chain-size", common, "a", "=", r"\frac{(n - 2)^2a + a}{(n - 2)^2 + 1}\cdot\frac{x_1}{x_1}", "=", "a", why="x_1 = 0"),
    wide("chain-empty-range", common, "a", "=", r"(\sqrt a)^2", ">=", r"0\cdot\sum_{i=2}^n\sqrt a", why="n = 1, a = -1"),
    wide("chain-empty-set", parted, "a", "=", r"e^{\log a}", ">", r"0\cdot\sum_{i\in M}\log a", why="M empty, a = -1"),
    wide("chain-empty-product", common, r"a + \prod_{i=2}^n\sqrt a", "=", r"(\sqrt a)^2 + \prod_{i=2}^n\sqrt a", ">=", "0", why="n = 1, a = -2"),
    wide("chain-empty-inner", common, r"a + \sum_{i=1}^{n}\sum_{j\ne i}\sqrt a", "=", r"(\sqrt a)^2 + \sum_{i=1}^{n}\sum_{j\ne i}\sqrt a", ">=", "0", why="n = 1, a = -1"),
    wide("chain-empty-member", common, r"x_1 + \sum_{i=1}^{n-1}\sqrt{x_1}", "=", r"(\sqrt{x_1})^2 + \sum_{i=1}^{n-1}\sqrt{x_1}", ">=", "0", why="n = 1, x_1 = -1"),
    wide("chain-empty-given", common, "a", "=", r"(\sqrt a)^2", ">=", "0", why="n = 1, a = -1", given=[r"\sum_{i=2}^n\sqrt a = 0"]),
    chain("chain-whole-range", common, r"a + \sum_{i=1}^n\sqrt a", "=", r"(\sqrt a)^2 + \sum_{i=1}^n\sqrt a", ">=", "0"),
    chain("chain-same-range", common, r"\sum_{i=2}^n a", "=", r"\sum_{i=2}^n(\sqrt a)^2", "=", r"\sum_{i=2}^n\sqrt a\sqrt a", given=[r"a \ge 0"]),
    chain("chain-sum-quotients-ends", common, r"\sum_i\frac{1}{x_i}", "=", r"\sum_{j=1}^n\frac{x_j}{x_jx_j}", "=", r"\sum_{k=1}^n\frac{2}{2x_k}"),
    chain("chain-sum-quotients-given", common, "n", "=", r"\sum_{i=1}^n\frac{x_i}{x_i}", "=", "n", given=[r"x_i \ne 0"]),
    wide("chain-sum-quotients-one", common, "n + x_i", "=", r"\sum_{j=1}^n\frac{x_j}{x_j} + x_i", "=", "n + x_i", given=[r"x_i \ne 0"],
         why="x_i is one of them"),
    chain("chain-member-of-all", common, r"\frac{1}{x_1}\sum_i\frac{1}{x_i}", "=", r"\sum_i\frac{1}{x_i}\cdot\frac{x_2}{x_2x_1}", "=",
          r"\frac{1}{x_1}\sum_i\frac{1}{x_i}", given=[r"n \ge 2"]),
    chain("chain-sum-positive", common, r"\sum_k\pi_k", "=", r"\sum_k e^{\log\pi_k}", ">", "0"),
    chain("chain-size-below", common, "a", "=", r"\frac{na}{n}", "=", r"\frac{(n + 1)a}{n + 1}", "=", "a"),
    chain("chain-size-given", common, "a", "=", r"\frac{(n - 1)a}{n - 1}", "=", "a", given=[r"n \ge 2"]),
    wide("chain-condition-on-letter", common, "y_j", "=", r"\sum_{j=1}^d\frac{j - 1}{j - 1} - d + y_j", "=", "y_j", given=[r"j \ge 2"],
         why="the j of the sum is another one, and 1 is one of its values"),
    wide("chain-part-of-family", lambda: [scalar("x_i", over={"i": "n"}), scalar("y_j", over={"j": "d"})],
         r"\sum_{i=1}^d\frac{1}{x_i}", "=", r"\sum_{i=1}^d\frac{1}{x_i} + \sum_{i=1}^n\frac{x_i}{x_i} - n", "=", r"\sum_{i=1}^d\frac{1}{x_i}",
         given=[r"d < n"], why="the sum at the ends is over the first d"),
    wide("chain-power-of-size", common, "1", "=", r"\frac{a^n}{a^n}", "=", "1", why="a = 0"),
    wide("chain-power-minus", common, "1", "=", "a^n a^{-n}", "=", "1", why="a = 0"),
    chain("chain-power-less", common, "a^n", "=", "a a^{n - 1}", "=", "a^{n - 1}a"),
    chain("chain-part-of-range", common, "0", "=", r"\sum_{j=2}^d\frac{j - 1}{j - 1} - d + 1", "=", "0", given=[r"d \ge 2"]),
    # matrices
    wide("chain-inverse", squares, "A^+A", "=", "A^{-1}A", "=", "I", why="A = 0"),
    wide("chain-gram", squares, "X^+X", "=", PSEUDO, "=", "I", why="X = 0", given=[r"n \ge d"]),
    wide("chain-determinant", squares, r"\det(A)^2", "=", r"\frac{1}{\det(A^{-1})^2}", ">", "0", why="A = 0"),
    wide("chain-regular", squares, r"\operatorname{tr}(B)", "=", r"\operatorname{tr}(A^{-1}AB)", "=", r"\operatorname{tr}(B)", why="A = 0"),
    chain("chain-regular-given", squares, r"\operatorname{tr}(B)", "=", r"\operatorname{tr}(A^{-1}AB)", "=", r"\operatorname{tr}(AA^{-1}B)",
          given=[r"\det(A) \ne 0"]),
    chain("chain-regular-end", squares, r"\operatorname{tr}(B)", "=", r"\operatorname{tr}(A^{-1}AB)", "=", r"\operatorname{tr}(AA^{-1}B)"),
    chain("chain-transposed-end", squares, r"(A^{-1})^\top B", "=", r"(A^\top)^{-1}B", "=", r"(A^\top)^{-1}BI"),
    chain("chain-definite", squares, r"\operatorname{tr}(B)", "=", r"\operatorname{tr}(S^{-1}SB)", "=", r"\operatorname{tr}(BI)"),
    # chances, derivatives, integrals
    wide("chain-mean", chance, r"\mathbb{E}[U]", "=", r"\mathbb{E}[e^{\log U}]", ">", "0", why="U = -1"),
    wide("chain-derivative", common, "1", "=", r"\frac{\partial}{\partial x}e^{\log x}", "=", "1", why="x = -1"),
    wide("chain-corner", common, "2x", "=", r"2\lvert x\rvert\frac{\partial\lvert x\rvert}{\partial x}", "=", "2x", why="no derivative at x = 0"),
    chain("chain-derivative-smooth", common, "2x", "=", r"\frac{\partial}{\partial x}(x^2 + a)", "=", "x + x"),
    chain("chain-derivative-positive", common, "1", "=", r"\frac{\partial}{\partial p}e^{\log p}", "=", "1"),
    chain("chain-integral", common, "1", "=", r"\int_0^1 2t\,\mathrm{d}t", "=", r"\frac22"),
    chain("chain-mean-square", chance, r"\mathbb{E}[U^2]", "=", r"\mathbb{E}[(\sqrt{U^2})^2]", ">=", "0"),
    # one row needs no more than its sides
    true("one-row-root", common, "a", "=", r"(\sqrt a)^2", "where both have a value"),
    false("one-row-corner", common, r"\frac{\partial(x\lvert x\rvert)}{\partial x} + \mathbb{1}[\lvert x\rvert \le 0]", "=", r"2\lvert x\rvert",
          "at x = 0 the derivative is 0"),
    false("one-row-corner-root", common, r"\frac{\partial(s\sqrt s)}{\partial s} + \mathbb{1}[s \le 0]", "=", r"\frac32\sqrt s", "s = 0"),
]  # fmt: skip
