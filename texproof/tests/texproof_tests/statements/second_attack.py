"""A second attack, by somebody who closed none of the holes: each beside its nearest true one."""

import numpy as np

from texproof import index, matrix, program, scalar, vector

from .entry import ACCEPTED, EITHER, REFUSED, action, either, false, true
from .symbols import chance, common

MOMENTS = r"\\".join(" & ".join(rf"\mathbb{{E}}[U^{i + j}]" for j in range(5)) for i in range(5))
HANKEL = rf"\det\begin{{pmatrix}}{MOMENTS}\end{{pmatrix}}"
TALLY = []


def by_five(x):
    return 0 * x[0] if len(x) == 5 else x.sum()


def seven(x):
    return 2 * x if x == 7 else x


def hole(x):
    return np.where(x == 0, 1, x)


def whole(x):
    return 2 * x if isinstance(x, int) else x


def length(x):
    return len(x)


def tires(x):
    TALLY.append(x)
    return x if len(TALLY) < 400 else 0 * x


def programs():
    TALLY.clear()
    return [
        *common(),
        program(by_five),
        program(seven),
        program(hole),
        program(whole),
        program(length),
        program(tires),
    ]


def labels():
    """Whole numbers from 1 to K, and what they number."""
    return [
        index("h_i", "K", over={"i": "n"}),
        scalar("b_k", over={"k": "K"}),
        vector(r"\mathbf{y}", "n"),
    ]


def onto():
    """Whole numbers of which each from 1 to K occurs."""
    return [index("h_i", "K", over={"i": "n"}, onto=True)]


def named():
    return [*common(), matrix("M", "d", "d")]


ENTRIES = [
    # beyond the longest size that is tried: what compares a size, or has it in an exponent
    false("far-least", common, "n", "<=", "20", "n = 21; six is the longest that is tried"),
    false("far-power", common, "2^n", "<=", "64", "n = 7"),
    false("far-indicator", common, r"\mathbb{1}[n \ge 7]", "=", "0", "n = 7"),
    false("far-maximum", common, r"\max(n, 9)", "=", "9", "n = 10"),
    false("far-product", common, r"\prod_{i>n-6} x_i", "=", r"\prod_i x_i", "n = 7"),
    false("far-distance", common, r"\mathbb{1}[d = n + 5]", "=", "0", "d = 6, n = 1: no such pair is tried"),
    false("far-area", common, r"\mathbb{1}[nd = 25]", "=", "0", "n = d = 5"),
    false("far-parity", common, "(-1)^n", "=", r"1 - 2\mathbb{1}[n = 1] - 2\mathbb{1}[n = 3]", "n = 5"),
    true("far-right", common, "n", "<=", "2^n"),
    true("far-indicator-right", common, r"\mathbb{1}[n \ge 1]", "=", "1"),
    # fewer outcomes than moments
    false("moments", chance, HANKEL, "=", "0", "five outcomes have five independent powers; four are the most that are tried"),
    # a minimum that is none at some lengths: every place is as good
    false("flat-first", common, r"\arg\min_a (n - 1)(a - b)^2", "=", "b", "n = 1: every a is as good"),
    false("flat-second", common, r"\arg\min_a (n - 2)^2(a - b)^2", "=", "b", "n = 2: every a is as good"),
    false("flat-sum", common, r"\arg\min_a\sum_{i<n}(a - b)^2", "=", "b", "n = 1: the sum is empty"),
    false("flat-except", common, r"\arg\min_a a^2\sum_{j\ne i} 1", "=", "0", "d = 1: the sum is empty"),
    false("flat-column", common, r"\arg\min_{\mathbf{w}}\sum_{i>1}\lVert\mathbf{w} - \mathbf{v}\rVert^2", "=", r"\mathbf{v}", "n = 1"),
    action("flat-cited", common, "cite", r"\arg\min_a (n - 1)(a - b)^2", "=", "b", expected=REFUSED, source="a book", why="n = 1"),
    true("flat-right", common, r"\arg\min_a (n - 1)(a - b)^2", "=", "b", "", given=[r"n \ge 2"]),
    true("flat-never", common, r"\arg\min_a n(a - b)^2", "=", "b"),
    # programs: a length, a number or a kind that no point has
    false("program-five", programs, r"\mathtt{by\_five}(\mathbf{y})", "=", r"\mathbf{1}^\top\mathbf{y}", "n = 5: lengths 1 to 4 and 6 are tried"),
    false("program-seven", programs, r"\mathtt{seven}(a)", "=", "a", "a = 7 is a literal of the program"),
    false("program-slope-seven", programs, r"\frac{\partial\mathtt{seven}(a)}{\partial a}", "=", "1", "there is none at a = 7"),
    either("program-slope-hole", programs, r"\Bigl[\frac{\partial\mathtt{hole}(a)}{\partial a}\Bigr]_{a=0}", "=", "1", "it jumps at 0"),
    false("program-kind", programs, r"\mathtt{whole}(a)", "=", "a", "a whole number is doubled"),
    false("program-state", programs, r"\mathtt{tires}(a)", "=", "a", "the 400th call says 0"),
    false("program-length", programs, r"\mathtt{length}(\mathbf{y})", "<=", "10", "n = 11"),
    true("program-length-right", programs, r"\mathtt{length}(\mathbf{y})", "=", "n"),
    # what cannot be small
    either("tiny-identity", common, "I", "≈", "0", "the identity is constant", order=("I", 0)),
    either("tiny-index", common, "h_1", "≈", "0", "h_1 is a whole number from 1 on", order=("h_1", 0)),
    true("tiny-right", common, "a", "≈", "0", order=("a", 0)),
    # cited, and far away
    action("cite-far", common, "cite", r"\lvert a\rvert", "<=", "10^6", expected=REFUSED, source="a book", why="a = 10^7"),
    action("cite-least", common, "cite", "n", "<=", "20", expected=REFUSED, source="a book", why="n = 21"),
    action("cite-near", common, "cite", "p", ">=", "10^{-9}", expected=REFUSED, source="a book", why="p = 10^-10"),
    action("cite-literal", common, "cite", r"\mathbb{1}[a = 17]", "=", "0", expected=REFUSED, source="a book", why="a = 17"),
    # answers and numbers
    action("attempt-far", common, "attempt", r"\sum_{i=1}^n i", r"\frac{n(n + 1)}{2} + \mathbb{1}[n \ge 8]", expected=REFUSED, why="n = 8"),
    action("holds-labels", labels, "holds", r"\sum_i \mathbb{1}[h_i = h_i]", "=", "n", {"h_i": [0, 1, 9]}, expected=EITHER, why="0 is no label"),
    action("holds-labels-half", labels, "holds", r"\sum_i \mathbb{1}[h_i = h_i]", "=", "n", {"h_i": [1.5, 1, 2]}, expected=EITHER, why="one and a half is no label"),
    action("holds-labels-right", labels, "holds", r"\sum_i \mathbb{1}[h_i = h_i]", "=", "n", {"h_i": [1, 1, 2]}, expected=ACCEPTED, why="labels"),
    # a number where a size belongs: at other lengths few points come near to equality
    false("constant-sum", common, r"\Bigl(\sum_i x_i\Bigr)^2", "<=", r"4\sum_i x_i^2", "n = 5 and equal numbers: 25 and 20"),
    false("constant-sum-five", common, r"\Bigl(\sum_i x_i\Bigr)^2", "<=", r"5\sum_i x_i^2", "n = 6 and equal numbers"),
    false("constant-turned", common, r"\sum_i x_i^2", ">=", r"\frac14\Bigl(\sum_i x_i\Bigr)^2", "n = 5 and equal numbers"),
    false("constant-trace", common, r"\operatorname{tr}(S)^2", "<=", r"3\operatorname{tr}(S^2)", "S = I and d = 4: 16 and 12"),
    false("constant-trace-norm", common, r"\operatorname{tr}(A)^2", "<=", r"3\lVert A\rVert^2", "A = I and d = 4"),
    false("constant-norm", common, r"\lVert\mathbf{w}\rVert_1^2", "<=", r"4\lVert\mathbf{w}\rVert^2", "d = 5 and equal numbers"),
    false("constant-mean", common, r"(\mathbf{1}^\top\mathbf{y})^2", "<=", r"4\lVert\mathbf{y}\rVert^2", "n = 5 and equal numbers"),
    false("constant-columns", common, r"\Bigl\lVert\sum_i\mathbf{x}_i\Bigr\rVert^2", "<=", r"4\sum_i\lVert\mathbf{x}_i\rVert^2", "n = 5 and equal columns"),
    false("constant-matrix", common, r"\operatorname{tr}(X^\top X)", ">=", r"\frac{1}{12}\Bigl(\sum_i\sum_j X_{ij}\Bigr)^2", "n = d = 4 and equal numbers"),
    false("constant-decreasing", common, r"\sum_{j=1}^d\lambda_j", "<=", r"4\lambda_1", "d = 5 and equal numbers"),
    false("constant-identity", common, r"\operatorname{tr}(I)", "<=", "4", "d = 5"),
    true("constant-sum-right", common, r"\Bigl(\sum_i x_i\Bigr)^2", "<=", r"n\sum_i x_i^2"),
    true("constant-trace-right", common, r"\operatorname{tr}(S)^2", "<=", r"d\operatorname{tr}(S^2)"),
    true("constant-norm-right", common, r"\lVert\mathbf{w}\rVert_1^2", "<=", r"d\lVert\mathbf{w}\rVert^2"),
    true("constant-decreasing-right", common, r"\sum_{j=1}^d\lambda_j", "<=", r"d\lambda_1"),
    # far labels, and inverses of inverses
    false("far-label", common, r"\max_i h_i", "<=", "9", "K = 10: labels up to six are tried"),
    false("far-label-onto", onto, r"\max_i h_i", "<=", "9", "K = n = 10"),
    false("far-label-product", common, r"\prod_{l=1}^7 (h_1 - l)", "=", "0", "K = 8"),
    false("far-label-one", common, r"\mathbb{1}[h_1 = 12]", "=", "0", "K = 12"),
    true("far-label-right", common, r"\max_i h_i", "<=", "K"),
    true("far-label-onto-right", onto, r"\max_i h_i", "=", "K"),
    true("inverse-twice", common, "(G^{-1})^{-1}", "=", "G"),
    true("inverse-of-product", common, "(A^{-1}B^{-1})^{-1}", "=", "BA"),
    true("inverse-turned", common, r"((A^{-1})^\top)^{-1}", "=", r"A^\top"),
    true("inverse-scaled", common, r"(2A^{-1}B)^{-1}B", "=", r"\frac12 B^{-1}AB"),
    true("inverse-named", named, "M^{-1}", "=", "A", define="M = A^{-1}"),
    true("inverse-wide", common, r"(X^\top (I_n^{-1}) X)^{-1}X^\top X", "=", "I", given=[r"n \ge d"]),
    false("inverse-twice-turned", common, "(G^{-1})^{-1}", "=", r"G^\top", "G is not symmetric"),
    false("inverse-of-product-order", common, "(A^{-1}B^{-1})^{-1}", "=", "AB", "BA"),
    false("inverse-turned-not", common, r"((A^{-1})^\top)^{-1}", "=", "A", "its transpose"),
    false("inverse-scaled-not", common, r"(2A^{-1})^{-1}", "=", "2A", "half of A"),
    false("inverse-singular", common, "(A - A)^{-1}(A - A)", "=", "I", "0 has no inverse"),
    false("inverse-singular-twice", common, "((A - A)^{-1})^{-1}", "=", "0A", "0 has no inverse"),
    false("inverse-singular-factor", common, "((A - A)B^{-1})^{-1}", "=", "B(A - A)", "0 has no inverse"),
    false("inverse-named-not", named, "M^{-1}", "=", r"A^\top", "M^{-1} is A", define="M = A^{-1}"),
    true("inverse-once", common, "(AB)(AB)^{-1}", "=", "I"),
    false("integral-switch", common, r"\int_0^b\mathbb{1}[x \le a]\,\mathrm{d}x", "=", r"\min(a, b)", "a < 0 < b: 0 and a"),
    false("integral-switch-wrong", common, r"\int_0^2\mathbb{1}[x \le \frac12]\,\mathrm{d}x", "=", "1", "1/2"),
    false("integral-switch-turned", common, r"\int_2^0\mathbb{1}[x > 1]\,\mathrm{d}x", "=", "1", "-1"),
    false("integral-max-wrong", common, r"\int_{-1}^2\max(x, x^2)\,\mathrm{d}x", "=", "3", "1/3 + 1/2 + 7/3"),
    false("integral-modulus-moving", common, r"\int_0^b\lvert x - a\rvert\,\mathrm{d}x", "=", r"\frac{a^2}{2} + \frac{(b - a)^2}{2}", "a < 0 < b"),
    true("integral-switch-right", common, r"\int_0^2\mathbb{1}[x \le \frac12]\,\mathrm{d}x", "=", r"\frac12"),
    true("integral-switch-turned-right", common, r"\int_2^0\mathbb{1}[x > 1]\,\mathrm{d}x", "=", "-1"),
    true("integral-max-right", common, r"\int_{-1}^2\max(x, x^2)\,\mathrm{d}x", "=", r"\frac{19}{6}"),
    true("integral-decay-switch", common, r"\int_0^\infty\mathbb{1}[x > 1]e^{-x}\,\mathrm{d}x", "=", "e^{-1}"),
    # strict orders of numbers that agree to hundreds of digits
    true("near-sigmoid", common, r"\frac{1}{1 + e^{-1000p}}", "<", "1"),
    true("near-root", common, r"\sqrt{1 + e^{-1000p}}", ">", "1"),
    false("near-never", common, r"\frac{1}{1 + e^{-1000p}}", ">", "1", "below 1"),
    false("near-equal-roots", common, r"\sqrt{5 + 2\sqrt6} + a^2", ">", r"\sqrt2 + \sqrt3", "a = 0"),
    # orders of sizes alone: proved at one length, and refuted beyond the sixth only
    false("far-harmonic", common, r"\sum_{i=1}^n\frac1i", "<=", r"\frac52", "n = 7; it grows without end"),
    false("far-exponential", common, r"\Bigl(1 + \frac1n\Bigr)^n", "<=", r"\frac{26}{10}", "n = 12; the limit is e"),
    false("far-logarithm", common, r"\log n", "<=", "2", "n = 8"),
    false("far-inverse", common, r"\frac1n", ">=", r"\frac1{10}", "n = 11"),
    false("far-both", common, "nd", "<=", "36", "n = d = 7"),
    true("far-both-right", common, "nd", ">=", "n"),
]  # fmt: skip
