"""What is undefined is neither 0 nor 1, and says nothing."""

from texproof import Derivation, matrix, scalar, vector

from .entry import either, false, true
from .symbols import chance, common

TR = r"\operatorname{tr}((XX^\top)^{-1})"


def softmax():
    return [
        scalar("y_j", over={"j": "q"}),
        scalar("o_j", over={"j": "q"}),
        scalar(r"\hat{y}_j", over={"j": "q"}),
        scalar("D"),
    ]


KL = [
    r"\hat{y}_j = \frac{\exp(o_j)}{\sum_{k=1}^q \exp(o_k)}",
    r"D = \sum_{j=1}^q y_j \log\frac{y_j}{\hat{y}_j}",
]
ONE_HOT = r"y_j = \mathbb{1}[j = 1]"


def first_too_wide():
    """The first lengths are those at which X^T X has no inverse."""
    names = scalar("a"), vector("y", "n"), vector("e", "n"), matrix("X", "n", "p")
    return Derivation(*names, sizes={"n": (1, 3), "p": (2, 1)})


RESIDUAL = r"e = y - X(X^\top X)^{-1}X^\top y"


def wide():
    return Derivation(vector("y", "n"), matrix("X", "n", "d"), sizes={"n": (3, 4), "d": (1, 2)})


ENTRIES = [
    false("kl-one-hot", softmax, r"\frac{\partial D}{\partial o_j}", "=", "0", "y_hat - y, or undefined: 0 log 0", define=[*KL[:1], ONE_HOT, *KL[1:]]),
    true("kl-shares", lambda: [scalar("y_j", over={"j": "q"}, positive=True), *softmax()[1:]], r"\frac{\partial D}{\partial o_j}", "=",
         r"\hat{y}_j\sum_{k=1}^q y_k - y_j", "no zero", define=KL),
    true("kl-shares-one", lambda: [scalar("y_j", over={"j": "q"}, positive=True), *softmax()[1:]], r"\frac{\partial D}{\partial o_j}", "=",
         r"\hat{y}_j - y_j", "", define=KL, given=[r"\sum_{j=1}^q y_j = 1"]),
    true("cross-entropy-one-hot", softmax, r"-\frac{\partial}{\partial o_1}\log\hat{y}_1", "=", r"\hat{y}_1 - 1", "", define=KL[:1]),
    false("cross-entropy-one-hot-wrong", softmax, r"-\frac{\partial}{\partial o_1}\log\hat{y}_1", "=", r"\hat{y}_1", "minus 1", define=KL[:1]),
    # the derivative of what is not a number
    false("nan-partial", common, r"\frac{\partial(x^2 + 0\cdot\log(0))}{\partial x}", "=", "0", "undefined, or 2x"),
    false("nan-partial-two", common, r"\frac{\partial(x^2 + 0\cdot\log(0))}{\partial x}", "=", "2x", "undefined"),
    false("nan-log-below", common, r"\frac{\partial\log c}{\partial c}", "=", r"\frac1c", "log c is undefined", given=["c = -a^2"]),
    false("nan-root-below", common, r"\frac{\partial\sqrt c}{\partial c}", "=", r"\frac{1}{2\sqrt c}", "no root", given=["c = -a^2"]),
    false("nan-log-defined", lambda: [scalar("a"), scalar("c")], r"\frac{\partial\log c}{\partial c}", "=", r"-\frac{1}{a^2}", "log c is undefined", define=["c = -a^2"]),
    true("log-above", lambda: [scalar("a"), scalar("c")], r"\frac{\partial\log c}{\partial c}", "=", r"\frac{1}{1 + a^2}", "", define=["c = 1 + a^2"]),
    true("nan-none", common, r"\frac{\partial(x^2 + 0\cdot\log 2)}{\partial x}", "=", "2x", ""),
    false("nan-gradient", common, r"\nabla_{\mathbf{w}}(\mathbf{w}^\top\mathbf{w} + 0\cdot\log(0))", "=", "0", "undefined"),
    false("nan-hessian", common, r"\nabla^2_{\mathbf{w}}(\mathbf{w}^\top\mathbf{w} + 0\cdot\log(0))", "=", "0", "undefined"),
    false("nan-fraction", common, r"\frac{\partial(\frac10)}{\partial x}", "=", "0", "undefined"),
    false("nan-singular", common, r"\nabla_{\mathbf{w}}(\mathbf{w}^\top(\mathbf{v}\mathbf{v}^\top)^{-1}\mathbf{w})", "=", "0", "singular for d >= 2"),
    false("nan-gram", wide, r"\nabla_{y}(y^\top(XX^\top)^{-1}y)", "=", "0", "2 (XX')^{-1} y for n <= d, else undefined"),
    true("nan-gram-right", lambda: [vector("y", 1), matrix("X", 1, "d")], r"\nabla_{y}(y^\top(XX^\top)^{-1}y)", "=", r"2(XX^\top)^{-1}y", "n = 1 <= d"),
    false("nan-integral", common, r"\int_0^1(x + 0\cdot\log(0))\,\mathrm{d}x", "=", r"\frac12", "undefined"),
    false("nan-limit", common, r"\lim_{x\to 0}(x + 0\cdot\log(0))", "=", "0", "undefined"),
    false("nan-put", common, r"[\frac1x]_{x = 0}", "=", "0", "undefined"),
    false("nan-mean", chance, r"\mathbb{E}\Bigl[\frac{1}{U - U}\Bigr]", "=", "0", "undefined"),
    # the power 0, the inverse of infinity
    false("zoo-power", common, TR + "^0", "=", "1", "undefined for n > d"),
    false("zoo-power-number", common, r"(\frac10)^0", "=", "1", "undefined"),
    false("zoo-inverse", common, r"\frac{1}{1/0}", "=", "0", "undefined"),
    false("zoo-inverse-difference", common, r"\frac{1}{\frac{1}{a - a}}", "=", "0", "undefined"),
    false("zoo-log", common, r"\frac{1}{\log 0}", "=", "0", "undefined"),
    false("zoo-exp", common, r"e^{\log 0}", "=", "0", "undefined"),
    false("zoo-product", common, r"0\cdot\frac10", "=", "0", "undefined"),
    false("zoo-log-product", common, r"0\cdot\log 0", "=", "0", "undefined unless the convention is asked for"),
    false("zoo-max", common, r"\max\Bigl(a, \frac10\Bigr)", "=", "a", "undefined"),
    false("zoo-indicator", common, r"\mathbb{1}\bigl[\frac10 > 0\bigr]", "=", "1", "undefined"),
    false("zoo-indicator-zero", common, r"\mathbb{1}\bigl[\frac10 = \frac10\bigr]", "=", "1", "undefined"),
    false("zoo-sign", common, r"\lvert\operatorname{sign}(\log 0)\rvert", "=", "1", "undefined"),
    false("zoo-cases", common, r"\begin{cases} a & a \ge a\\ \frac10 & \text{otherwise}\end{cases}", "=", "2a", "a", "| a | 2*a"),
    either("zoo-infinity", common, r"\frac1\infty", "=", "0", "infinity is no number outside a limit"),
    either("zoo-infinities", common, r"\infty", "=", r"\infty + 1", "infinity is no number outside a limit"),
    either("zoo-min", common, r"\min(a, \infty)", "=", "a", "infinity is no number outside a limit"),
    either("zoo-exp-infinity", common, r"e^{-\infty}", "=", "0", "infinity is no number outside a limit"),
    true("power-zero", common, "p^0", "=", "1", "", "| p**0 | 1"),
    false("power-zero-zero", common, r"0^0", "=", "0", "1 or undefined"),
    false("argmin-undefined", common, r"\arg\min_{a} a^2 + " + TR, "=", "0", "the goal is undefined for n > d"),
    false("argmin-undefined-number", common, r"\arg\min_{a} a^2 + \frac10", "=", "0", "the goal is defined nowhere"),
    true("argmin-defined", common, r"\arg\min_{a} a^2 + b", "=", "0", ""),
    # what is silent in part
    false("silent-entry", common, r"\begin{pmatrix}a\\ \frac{1}{d - d}\end{pmatrix}", "=", r"\begin{pmatrix}a\\ b\end{pmatrix}", "the second entry is nothing"),
    false("silent-entry-one", common, r"\begin{pmatrix}a\\ \frac{b}{n - 1}\end{pmatrix}", "=", r"\begin{pmatrix}a\\ \frac{b}{n - 1}\end{pmatrix}", "undefined at n = 1"),
    true("silent-entry-given", common, r"\begin{pmatrix}a\\ \frac{2b}{n - 1}\end{pmatrix}", "=", r"\begin{pmatrix}a\\ \frac{b}{n - 1} + \frac{b}{n - 1}\end{pmatrix}", "", given=[r"n \ge 2"]),
    false("silent-index", common, r"\frac{x_i}{i - 1}", "=", r"\frac{2x_i}{2i - 2}", "undefined at i = 1"),
    false("silent-index-all-but-one", common, r"\frac{1}{\mathbb{1}[i = 1]}", "=", "1", "undefined at i = 2"),
    true("silent-index-none", common, r"\frac{x_i}{i}", "=", r"\frac{2x_i}{2i}", ""),
    false("silent-size", common, r"\frac{1}{n - 1}\sum_i x_i", "=", r"\frac{2}{2n - 2}\sum_i x_i", "undefined at n = 1"),
    true("silent-size-given", common, r"\frac{1}{n - 1}\sum_i x_i", "=", r"\frac{2}{2n - 2}\sum_i x_i", "", given=[r"n \ge 2"]),
    false("silent-class", common, r"\frac{\sum_i\mathbb{1}[h_i = 1]x_i}{\sum_i\mathbb{1}[h_i = 1]}", "=",
          r"\frac{\sum_i\mathbb{1}[h_i = 1]2x_i}{\sum_i\mathbb{1}[h_i = 1]2}", "undefined where no h_i is 1"),
    false("silent-labelling", common, r"\frac{\sum_i\mathbb{1}[h_i = 1]}{\sum_i\mathbb{1}[h_i = 1]}", "=", r"\mathbb{1}[n \ge 1]",
          "undefined where no h_i is 1"),
    false("silent-everywhere", common, r"\frac{1}{d - d}", "=", r"\frac{2}{d - d}", "says nothing"),
    false("silent-everywhere-symbol", common, r"\frac{1}{a - a}", "=", r"\frac{1}{b - b}", "says nothing"),
    false("silent-log", common, r"\log(-p)", "=", r"\log(-p) + 0", "real nowhere"),
    false("silent-root", common, r"\sqrt{-p}\sqrt{-p}", "=", "-p", "real nowhere"),
    false("silent-root-square", common, r"(\sqrt{-1})^2", "=", "-1", "real nowhere"),
    false("silent-modulus", common, r"\lvert\sqrt{-p}\rvert", "=", r"\sqrt p", "real nowhere"),
    false("silent-modulus-log", common, r"\lvert e^{\log(-p)}\rvert", "=", "p", "real nowhere"),
    true("root-negative", common, r"\sqrt{a}\sqrt{a}", "=", "a", "where a root is defined", "assume(a >= 0) | sqrt(a)**2 | a"),
    # complex
    false("complex-power", common, r"((-1)^{\frac12})^2", "=", "-1", "no real root"),
    false("complex-exp", common, r"e^{\pi\sqrt{-1}}", "=", "-1", "no real root"),
    false("complex-log", common, r"e^{\log(-2)}", "=", "-2", "no real logarithm"),
    false("complex-log-square", common, r"\log((-2)^2)", "=", r"2\log(-2)", "no real logarithm at the right"),
    true("log-square", common, r"\log((-2)^2)", "=", r"2\log 2", "", "| log(4) | 2*log(2)"),
    false("complex-difference", common, r"\log(-2) - \log(-1)", "=", r"\log 2", "no real logarithms"),
    true("log-difference", common, r"\log 2 - \log 1", "=", r"\log 2", ""),
    either("complex-base", common, r"\log_{-2} 4", "=", "2", "no real logarithm"),
    true("log-base", common, r"\log_2 4", "=", "2", "", "| np.log2(4) | 2"),
    false("log-base-one", common, r"\log_1 a", "=", "a", "undefined"),
    true("defined-elsewhere", first_too_wide, r"X^\top e", "=", "0", "", define=RESIDUAL, given=[r"n \ge p"]),
    false("defined-elsewhere-only", first_too_wide, r"X^\top e", "=", "0", "no inverse where n < p", define=RESIDUAL),
    false("defined-elsewhere-wrong", first_too_wide, r"X^\top e", "=", r"X^\top y", "it is 0", define=RESIDUAL, given=[r"n \ge p"]),
    false("defined-nowhere", first_too_wide, "a", "=", "a", "y^T y - y^T y is 0", define=r"e = \frac{y}{y^\top y - y^\top y}"),
]  # fmt: skip
