"""arg min and arg max: convexity, domains, constraints, ties."""

from texproof import scalar

from .entry import EITHER, action, either, false, true
from .symbols import common

W = r"\mathbf{w}"
SOLUTION = [r"s' = \arg\min_{x} (x - a)^2"]


def solved():
    return [*common(), scalar("s'")]


ENTRIES = [
    true("argmin-square", common, r"\arg\min_{c} (c - a)^2", "=", "a"),
    false("argmin-square-wrong", common, r"\arg\min_{c} (c - a)^2", "=", "-a", "at c = a the goal is 0"),
    false("argmax-square", common, r"\arg\max_{c} (c - a)^2", "=", "a", "the least"),
    true("argmax-square-right", common, r"\arg\max_{c} a - (c - b)^2", "=", "b"),
    true("argmin-mean", common, r"\arg\min_{c} \sum_i(x_i - c)^2", "=", r"\frac1n\sum_i x_i"),
    false("argmin-mean-wrong", common, r"\arg\min_{c} \sum_i(x_i - c)^2", "=", r"\frac{1}{d + 1}\sum_i x_i", "1/n"),
    false("argmin-zero-curvature", common, r"\arg\min_{c} a(c - b)^2", "=", "b", "a <= 0"),
    true("argmin-curvature", common, r"\arg\min_{c} p(c - b)^2", "=", "b"),
    false("argmin-weighted", common, r"\arg\min_{c} \sum_i s_i(x_i - c)^2", "=", r"\frac{\sum_i s_ix_i}{\sum_i s_i}", "all s_i = 0: every c, and undefined"),
    true("argmin-weighted-right", common, r"\arg\min_{c} \sum_k\pi_k(k - c)^2", "=", r"\frac{\sum_k\pi_kk}{\sum_k\pi_k}", "positive weights"),
    true("argmin-ridge", common, rf"\arg\min_{{{W}}} \lVert {W} - \mathbf{{v}}\rVert^2 + p\lVert{W}\rVert^2", "=", r"\frac{1}{1 + p}\mathbf{v}"),
    false("argmin-ridge-wrong", common, rf"\arg\min_{{{W}}} \lVert {W} - \mathbf{{v}}\rVert^2 + p\lVert{W}\rVert^2", "=", r"\frac{1}{p}\mathbf{v}", "1/(1 + p)"),
    # domains
    either("argmin-share", common, r"\arg\min_{\theta} (\theta - 2)^2", "=", "2", "a share is at most 1: 1"),
    either("argmin-share-negative", common, r"\arg\min_{\theta} (\theta + 1)^2", "=", "-1", "a share is positive: no minimum"),
    true("argmin-share-inside", common, r"\arg\min_{\theta} (\theta - \frac12)^2", "=", r"\frac12"),
    either("argmin-positive", common, r"\arg\min_{p} (p + 1)^2", "=", "-1", "p is positive"),
    true("argmin-positive-inside", common, r"\arg\min_{p} (p - 2)^2", "=", "2"),
    either("argmin-nonnegative", common, r"\arg\min_{s} (s + 1)^2", "=", "-1", "s >= 0: 0"),
    either("argmin-given", common, r"\arg\min_{c} (c + 1)^2", "=", "-1", "c > 0 is given", given=["c > 0"]),
    either("argmin-given-bound", common, r"\arg\min_{c} (c + 1)^2", "=", "-1", "c >= 1 is given", given=[r"c \ge 1"]),
    either("argmin-given-equation", common, r"\arg\min_{c} (c - b)^2", "=", "b", "c = 1 is given", given=["c = 1"]),
    either("argmin-share-edge", common, r"\arg\max_{\theta} (\theta - \frac12)^2", "=", "1", "convex: no stationary maximum"),
    either("argmin-given-through", common, r"\arg\min_{c} (c - b)^2", "=", "b", "2c = 1 is given", given=["2c = 1"]),
    either("argmin-given-term", common, r"\arg\min_{c} (c - b)^2", "=", "b", "a is c", given=["a = c"]),
    true("argmin-share-one", common, r"\arg\min_{\theta} (\theta - 1)^2", "=", "1"),
    either("argmin-given-chosen", common, r"\arg\min_{c} (c - b)^2", "=", "a", "b", given=["c = a"]),
    true("argmin-given-other", common, r"\arg\min_{c} b(c - 1)^2", "=", "1", "", given=["b > 0"]),
    false("argmin-given-weak", common, r"\arg\min_{c} b(c - 1)^2", "=", "1", "b = 0: every c", given=[r"b \ge 0"]),
    # local, flat, several
    false("argmin-local", common, r"\arg\min_{c} c^4 - 2c^2 + c", "=", "1", "near -1.1"),
    false("argmin-saddle", common, r"\arg\min_{c} c^3", "=", "0", "no minimum"),
    false("argmin-flat", common, r"\arg\min_{c} 0 c", "=", "1", "every c"),
    false("argmin-double", common, r"\arg\min_{c} (c^2 - 1)^2", "=", "1", "also -1"),
    false("argmin-interaction", common, rf"\arg\min_{{{W}}} {W}^\top S{W}", "=", "0", "S need not be positive definite"),
    true("argmin-log", common, r"\arg\min_{p} p - \log p", "=", "1"),
    false("argmin-log-wrong", common, r"\arg\min_{p} p - r\log p", "=", "1", "r"),
    true("argmin-log-right", common, r"\arg\min_{p} p - r\log p", "=", "r"),
    true("argmin-exp", common, r"\arg\min_{c} e^c - pc", "=", r"\log p"),
    false("argmin-pole", common, r"\arg\min_{c} c^2 + \frac{1}{c}", "=", r"2^{-\frac13}", "unbounded below at c < 0"),
    false("argmin-corner", common, r"\arg\min_{c} \lvert c - a\rvert + \lvert c - b\rvert", "=", "a", "every c between"),
    false("argmin-median", common, r"\arg\min_{c} \sum_i\lvert x_i - c\rvert", "=", r"\frac1n\sum_i x_i", "a median"),
    # as values of names
    either("solved-wrong", solved, "s'", "=", "b", "a", define=SOLUTION),
    true("solved", solved, r"s'", "=", "a", "its definition", define=SOLUTION),
    either("solved-derivative", solved, r"\frac{\partial s'}{\partial a}", "=", "0", "s' = a: 1", define=SOLUTION),
    either("solved-integral", solved, r"\int_0^1 s'\,\mathrm{d}a", "=", "s'", "s' = a: 1/2", define=SOLUTION),
    either("solved-put", solved, "[s']_{a = 0}", "=", "s'", "s' = a: 0", define=SOLUTION),
    either("solved-limit", solved, r"\lim_{a\to 0} s'", "=", "s'", "s' = a: 0", define=SOLUTION),
    either("solved-expansion", solved, "a^2s'", "≈", "0", "s' = 1/a: a", define=r"s' = \arg\min_{x} (x - \frac1a)^2", order=("a", 1)),
    either("solved-argmin", solved, r"\arg\min_{a} (a - s')^2", "=", "s'", "s' = a: every a", define=SOLUTION),
    either("solved-through", lambda: [*solved(), scalar("h'")], r"\frac{\partial h'}{\partial a}", "=", "0", "h' = 2a", define=[*SOLUTION, "h' = 2s'"]),
    either("solved-call", solved, "f(b)", "=", "s'", "f(b) = b", define=[*SOLUTION, "f(a) = s'"]),
    either("solved-twice", solved, "s'", "=", "b", "two definitions", define=[*SOLUTION, "s' = b"]),
    either("solved-given", solved, r"\frac{\partial s'}{\partial a}", "=", "0", "s' = a: 1", define=SOLUTION, given=["s' = a"]),
    true("solved-other", solved, r"\frac{\partial (bs')}{\partial b}", "=", "s'", "", define=SOLUTION),
    true("solved-sought", solved, r"\frac{\partial (xs')}{\partial x}", "=", "s'", "x is sought in the problem only", define=SOLUTION),
    false("solved-given-wrong", solved, "s' - a", "=", "1", "s' = a", define=SOLUTION, given=["s' = a + 1"]),
    false("solved-given-number", solved, "s'^2", "=", "25", "s' = a", define=SOLUTION, given=["s' = 5"]),
    false("solved-given-none", solved, "s'", "=", "5", "e^x has no least value", define=[r"s' = \arg\min_{x} e^x"], given=["s' = 5"]),
    true("solved-named", solved, r"s' - a", "=", "0", "", define=SOLUTION, given=["s' = a"]),
    action("solved-refute", solved, "refute", "s'", "=", "a", expected=EITHER, why="true", define=SOLUTION),
    action("solved-refute-part", solved, "refute", "2s'", "=", "2a", expected=EITHER, why="true", define=SOLUTION),
]  # fmt: skip
