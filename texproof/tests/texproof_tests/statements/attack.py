"""Holes that no review names: found by reading the code, each with its nearest true neighbour."""

from texproof import Derivation, function, index, matrix, scalar, subset, vector

from .entry import ACCEPTED, ANY, EITHER, REFUSED, action, either, false, true, unread
from .symbols import chance, common

INFINITE = r"\lvert\frac10\rvert"
CORNER = r"\Bigl[\frac{\partial %s}{\partial a}\Bigr]_{a = %s}"


def counted():
    """A family that is defined by its index, with n members."""
    return [
        scalar("c_i", over={"i": "n"}),
        scalar("x_i", over={"i": "n"}),
        scalar("M_{ik}", over={"i": "n", "k": "n"}),
        scalar("a"),
    ]


def leaves():
    return [
        index("q_i", "T", over={"i": "n"}),
        subset(r"I_\ell", "n", over={r"\ell": "T"}),
        scalar("g_i", over={"i": "n"}),
    ]


def asked():
    return [
        *common(), vector("s'", "d"), vector(r"\mathbf{v}'", "d"), function("F", 1), scalar("b'"),
        scalar("c_i", over={"i": "n"}),
    ]  # fmt: skip


ONLY_LAST = "".join(f"(i - {k})(k - {k})" for k in range(1, 6))

ENTRIES = [
    # SymPy's oo slips through where zoo does not: |zoo| = oo
    false("oo-inverse", common, rf"\frac{{1}}{{{INFINITE}}}", "=", "0", "1/0 is undefined; SymPy has |zoo| = oo and 1/oo = 0"),
    false("oo-min", common, rf"\min(a, {INFINITE})", "=", "a", "1/0 is undefined; SymPy has min(a, oo) = a"),
    false("oo-exp", common, rf"e^{{-{INFINITE}}}", "=", "0", "1/0 is undefined; SymPy has exp(-oo) = 0"),
    false("oo-power", common, rf"2^{{-{INFINITE}}}", "=", "0", "1/0 is undefined; SymPy has 2^-oo = 0"),
    false("oo-sign", common, rf"\operatorname{{sign}}({INFINITE})", "=", "1", "1/0 is undefined; SymPy has sign(oo) = 1"),
    false("oo-indicator", common, rf"\mathbb{{1}}[a \le {INFINITE}]", "=", "1", "1/0 is undefined"),
    false("oo-log", common, r"e^{-\lvert\log 0\rvert}", "=", "0", "log 0 is undefined"),
    false("oo-order", common, rf"\min(a, {INFINITE})", "<=", "a", "1/0 is undefined"),
    false("oo-size", common, r"\frac{1}{\lvert\frac{1}{n - n}\rvert}", "=", "0", "1/0 is undefined"),
    true("oo-none", common, r"\frac{1}{\lvert\frac1p\rvert}", "=", "p", "", "| 1/abs(1/p) | p"),
    # undefined parts that cancel as symbols: g(zoo) - g(zoo) is 0
    false("cancel-unknown", common, r"f(\frac10) - f(\frac10)", "=", "0", "1/0 is undefined; the unknown function hides it"),
    false("cancel-unknown-quotient", common, r"\frac{f(\log 0)}{f(\log 0)}", "=", "1", "log 0 is undefined"),
    false("cancel-unknown-zero", common, r"0 f(\frac10)", "=", "0", "1/0 is undefined"),
    false("cancel-indicator", common, r"\mathbb{1}[\frac10 \le 0] - \mathbb{1}[\frac10 \le 0]", "=", "0", "1/0 is undefined"),
    false("cancel-zero-root", common, r"0\sqrt{-p}", "=", "0", "no real root; 0 times an imaginary number is 0"),
    false("cancel-root", common, r"\sqrt{-p} - \sqrt{-p}", "=", "0", "no real root"),
    false("cancel-log", common, r"\log(-p) - \log(-p)", "=", "0", "no real logarithm"),
    false("cancel-exponent", common, r"(\log(-p))^0", "=", "1", "no real logarithm"),
    false("cancel-sum-empty", common, r"\sum_{i=2}^{1}\frac10 + a", "=", "a + 1", "an empty sum is 0", "| a | a+1"),
    true("cancel-unknown-right", common, "f(a) - f(a)", "=", "0"),
    # nothing to take the largest of
    either("empty-max", common, r"e^{\max_{i<1} x_i}", "=", "0", "the largest of nothing is undefined; SymPy has max() = -oo"),
    either("empty-max-other", common, r"\max(a, \max_{i<1} x_i)", "=", "a", "the largest of nothing is undefined"),
    either("empty-min", common, r"\min(a, \min_{i>n} x_i)", "=", "a", "the least of nothing is undefined; SymPy has min() = oo"),
    either("empty-indicator", common, r"\mathbb{1}[\max_{i<1} x_i \le a]", "=", "1", "the largest of nothing is undefined"),
    true("empty-sum", common, r"\sum_{i<1} x_i", "=", "0", "an empty sum"),
    # slopes at corners: SymPy has sign(0) = 0 and Heaviside(0) = 1/2
    false("corner-modulus", common, CORNER % (r"\lvert a\rvert", "0"), "=", "0", "no derivative at 0; SymPy has sign(0) = 0"),
    false("corner-max", common, CORNER % (r"\max(a, 0)", "0"), "=", r"\frac12", "no derivative at 0; SymPy has Heaviside(0) = 1/2"),
    false("corner-max-tie", common, CORNER % (r"\max(a, b)", "b"), "=", r"\frac12", "no derivative at a = b"),
    false("corner-min-tie", common, CORNER % (r"\min(a, b)", "b"), "=", r"\frac12", "no derivative at a = b"),
    false("corner-given", common, r"\frac{\partial\lvert a\rvert}{\partial a}", "=", "0", "no derivative at 0", given=["a = 0"]),
    false("corner-norm", common, r"\Bigl[\frac{\partial\sqrt{a^2}}{\partial a}\Bigr]_{a = 0}", "=", "0", "no derivative at 0"),
    true("corner-away", common, CORNER % (r"\lvert a\rvert", "2"), "=", "1"),
    true("corner-smooth", common, CORNER % ("a^2", "0"), "=", "0"),
    false("delta-integral", common, r"\int_{-1}^1\frac{\partial\operatorname{sign}(x)}{\partial x}\,\mathrm{d}x", "=", "2",
          "the derivative is 0 but at 0; SymPy has a delta there"),
    false("delta-second", common, r"\int_{-1}^1\frac{\partial^2\lvert x\rvert}{\partial x^2}\,\mathrm{d}x", "=", "2", "0 but at 0"),
    false("delta-max", common, r"\int_{-1}^1\frac{\partial^2\max(x, 0)}{\partial x^2}\,\mathrm{d}x", "=", "1", "0 but at 0"),
    # limits of what SymPy takes for continuous
    false("limit-indicator", common, r"\lim_{x\to 0}\mathbb{1}[x \le 0]", "=", "1", "0 from above"),
    false("limit-indicator-generic", common, r"\lim_{x\to a}\mathbb{1}[x \le a]", "=", "1", "0 from above"),
    false("limit-indicator-strict", common, r"\lim_{x\to 0}\mathbb{1}[x > 0]", "=", "0", "1 from above"),
    false("limit-cases", common, r"\lim_{x\to 0}\begin{cases}1 & x \ge 0\\ 0 & \text{otherwise}\end{cases}", "=", "1", "0 from below"),
    false("limit-sign-generic", common, r"\lim_{x\to a}\operatorname{sign}(x - a)", "=", "0", "1 and -1"),
    false("limit-modulus-generic", common, r"\lim_{x\to a}\frac{\lvert x - a\rvert}{x - a}", "=", "1", "-1 from below"),
    either("limit-indicator-infinity", common, r"\lim_{x\to\infty}\mathbb{1}[x \le a]", "=", "1", "0"),
    true("limit-sign-away", common, r"\lim_{x\to 1}\operatorname{sign}(x)", "=", "1"),
    false("limit-put-jump", common, r"\lim_{x\to 0}\max(\operatorname{sign}(x), \mathbb{1}[x = 0])", "=", "1", "-1 from below"),
    # ≈ with what is small under hypotheses
    false("order-given", common, "ab", "≈", "0", "b stays while a becomes small: ab is of order 1", given=["b = a"], order=("a", 1)),
    false("order-given-exp", common, "e^b", "≈", "1", "b stays: e^b", given=["b = a^2"], order=("a", 1)),
    true("order-given-right", common, "ab", "≈", "ab", given=["b = a"], order=("a", 1)),
    false("order-given-turned", common, "ab", "≈", "0", "a is small, and b is its point's value", given=["a = b"], order=("b", 1)),
    # what is sought, put or varied, and cannot be
    either("argmin-constant", common, r"\arg\min_{\mathbf{1}} \lVert\mathbf{1} - \mathbf{y}\rVert^2", "=", r"\mathbf{y}", "the ones are constant"),
    either("argmin-identity", common, r"\arg\min_{I} \lVert I - A\rVert^2", "=", "A", "the identity is constant"),
    either("argmin-whole", common, r"\arg\min_{h_1} (h_1 - \frac32)^2", "=", r"\frac32", "h_1 is a whole number: 1 and 2"),
    either("argmin-decreasing", common, r"\arg\min_{\lambda_1} (\lambda_1 - 1)^2", "=", "1", "lambda_1 is the largest: lambda_2 for lambda_2 > 1"),
    either("argmin-decreasing-last", common, r"\arg\min_{\lambda_d} (\lambda_d - 1)^2", "=", "1", "lambda_d is the least"),
    either("partial-whole", common, r"\frac{\partial h_1^2}{\partial h_1}", "=", "2h_1", "h_1 is a whole number"),
    either("partial-constant", common, r"\nabla_{\mathbf{1}}(\mathbf{1}^\top\mathbf{y})", "=", r"\mathbf{y}", "the ones are constant"),
    either("partial-identity", common, r"\nabla_{I}\operatorname{tr}(I)", "=", "I", "the identity is constant"),
    either("put-constant", common, r"[\mathbf{1}^\top\mathbf{1}]_{\mathbf{1} = \mathbf{y}}", "=", r"\mathbf{y}^\top\mathbf{y}", "the ones are constant"),
    either("put-negative", common, r"[\lvert p\rvert]_{p = -1}", "=", "-1", "p is positive, and |p| is not -1"),
    either("call-domain", lambda: [*common()], "f(-1)", "=", "-1", "f takes a positive argument: f(p) = |p| = p", define=r"f(p) = \lvert p\rvert"),
    # families outside their range
    either("outside-defined", counted, "c_{n + 1}", "=", "n + 1", "n members", define="c_i = i"),
    either("outside-defined-zero", counted, "c_0", "=", "0", "the first is c_1", define="c_i = i"),
    either("outside-defined-sum", counted, r"\sum_{i=0}^{n + 3} c_i", "=", r"\frac{(n + 3)(n + 4)}{2}", "the family ends at n", define="c_i = i"),
    either("outside-defined-disguised", counted, "c_{n + 1}", "=", "n + 1", "n members", define=r"c_i = \sum_{k=1}^i 1"),
    either("outside-defined-running", counted, "c_{n + 1}", "=", "c_n", "no x_{n+1}", define=r"c_i = \sum_{k=1}^i x_k"),
    either("outside-defined-before", counted, "c_{-1}", "=", "0", "two before the first", define=r"c_i = \sum_{k=1}^i x_k"),
    true("outside-defined-start", counted, "c_0", "=", "0", "the empty sum", define=r"c_i = \sum_{k=1}^i x_k"),
    true("outside-defined-next", counted, "c_n", "=", "c_{n - 1} + x_n", define=r"c_i = \sum_{k=1}^i x_k"),
    true("outside-defined-right", counted, r"\sum_{i=1}^n c_i", "=", r"\frac{n(n + 1)}{2}", define="c_i = i"),
    either("outside-literal", common, r"\sum_{j\le 3} 1", "=", "3", "2 for d = 2", "| min(d, 3) | 3"),
    either("outside-literal-family", common, r"\sum_{j\le 3} y_j", "=", "y_1 + y_2 + y_3", "no y_3 for d = 2"),
    true("outside-literal-given", common, r"\sum_{j\le 3} y_j", "=", "y_1 + y_2 + y_3", "", given=[r"d \ge 3"]),
    either("outside-entry", common, r"\mathbf{w}_2 + \mathbf{w}_2", "=", r"2\mathbf{w}_2", "no second entry for d = 1"),
    true("outside-entry-given", common, r"\mathbf{w}_2 + \mathbf{w}_2", "=", r"2\mathbf{w}_2", "", given=[r"d \ge 2"]),
    either("outside-range", common, r"x_{i + 1} - x_i", "=", "-(x_i - x_{i + 1})", "no x_{n+1}"),
    # few of many places are tried at the second sizes: 12 of n^2
    false("places-last", counted, ONLY_LAST, "=", "0", "i = k = 6 for n = 6: one of 36 places"),
    false("places-last-matrix", counted, "M_{ik}" + ONLY_LAST, "=", "0", "i = k = 6 for n = 6"),
    false("places-sum", counted, r"\sum_{k=1}^n (i - k)(i - 1)(i - 2)(i - 3)(i - 4)", "=", "0", "i = 5 and i = 6"),
    false("places-defined", counted, "(c_i - 1)(c_i - 2)(c_i - 3)(c_i - 4)", "=", "0", "i = 5", define="c_i = i"),
    true("places-right", counted, "(i - 1)(i + 1)", "=", "i^2 - 1"),
    false("labels-thin", common, r"\prod_i(h_i - 1)(h_i - 2)(h_i - 3)", "=", "0", "all h_i = 4: one labelling of 4^6"),
    false("labels-count", common, r"\prod_k\mathbb{1}\Bigl[\sum_i\mathbb{1}[h_i = k] \ge 1\Bigr]", "=", "0", "n >= K and every class occurs"),
    # only one size has a point at which the hypotheses hold
    false("one-size", common, "d", "=", "3", "d is free, whatever is orthonormal",
          given=[r"\mathbf{w}^\top\mathbf{w} = 1", r"\mathbf{v}^\top\mathbf{v} = 1", r"\mathbf{w}^\top\mathbf{v} = 0", r"S\mathbf{w} = a\mathbf{w}"]),
    false("one-size-sum", common, "n", "=", "4", "n is free", given=[r"\sum_i x_i = 0", r"\sum_i x_i^2 = 1", r"\sum_i x_i^3 = 0"]),
    # what is shown of a chain
    action("chain-mixed", common, "calc", "a", "<=", "a + s", "", "≈", "a + s", expected=EITHER, why="≈ without an order"),
    action("chain-approximate", common, "calc", "1 + a^2", "≈", "1", "", "<=", "1", expected=EITHER, order=("a", 1),
           why="the chain says 1 + a^2 <= 1: an order and an inequality do not chain"),
    action("chain-proportional", common, "calc", r"\mathbf{w}", "∝", r"2\mathbf{w}", "", "<=", r"2\mathbf{w}", expected=EITHER, why="of one direction, and no order"),
    action("chain-approximate-both", common, "calc", "1 + a^2", "<=", "1 + 2a^2", "", "≈", "1", expected=EITHER, order=("a", 1), why="the order first"),
    action("chain-approximate-right", common, "calc", "1 + a^2", "≈", "1", "", "=", "2 - 1", expected=ACCEPTED, order=("a", 1), why="an equality after it"),
    action("cite-cubic", common, "cite", r"\frac{\partial^4 f(a)}{\partial a^4}", "=", "0", expected=REFUSED, source="a book", why="f need not be a cubic, which is all that is tried"),
    action("cite-size", common, "cite", r"\sum_{j>q}\lambda_j", "=", r"\lambda_d", expected=REFUSED, source="a book", why="d - q = 1 only"),
    action("cite-tie", common, "cite", r"\max_{i} x_i", "=", r"\max_{i\le 4} x_i", expected=REFUSED, source="a book", why="the fifth may be largest"),
    action("cite-undefined", common, "cite", r"\frac{1}{\frac10}", "=", "0", expected=EITHER, source="a book", why="1/0 is undefined"),
    false("sampled-pool", common, "p(p - 1)(p - 2)(p - 3)(2p - 1)(2p - 3)(p - 5)(3p - 1)", "=", "0", "zero at all that is drawn", sampled="a polynomial"),
    false("sampled-pool-sign", common, "p^2(p - 1)^2(p - 2)^2(p - 3)^2(2p - 1)^2(2p - 3)^2(p - 5)^2(3p - 1)^2", "<=", "0", "zero at all that is drawn", sampled="a polynomial"),
    false("sampled-range", common, "a", "<=", "5", "nothing above 5 is drawn", "a = a + 10 | a | 5", sampled="small numbers"),
    false("sampled-range-product", common, "abc", "<=", "125", "nothing above 5 is drawn", "a = 10; b = 10; c = 10 | a*b*c | 125", sampled="small numbers"),
    false("sampled-cubic", common, r"\frac{\partial^4 f(a)}{\partial a^4}", "=", "0", "f need not be a cubic", sampled="smooth"),
    false("sampled-wide", common, r"\lvert a\rvert", "<=", "1000 + p", "nothing so large is drawn", sampled="small numbers"),
    false("sampled-bump", common, "f(a) - f(-a)", "=", r"2a\frac{\partial f(0)}{\partial a}", "f need not be so", sampled="smooth"),
    false("sampled-quartic", common, r"\frac{\partial^4 f(a)}{\partial a^4} + b", "=", "b", "f need not be a cubic", sampled="smooth"),
    action("cite-concave", common, "cite", "g(ax + bt)", "<=", "ag(x) + bg(t)", expected=REFUSED, source="a book", why="g need not be convex", given=["a + b = 1"]),
    action("cite-wide", common, "cite", "a^2", "<=", "1000 + p", expected=REFUSED, source="a book", why="a = 100"),
    action("cite-right-order", common, "cite", "e^a", ">=", "1 + a", expected=ACCEPTED, source="a book", why="a tangent"),
    # exercises
    action("attempt-defined", lambda: [*common(), vector("s'", "d")], "attempt", r"\nabla_{\mathbf{w}}(\mathbf{w}^\top A\mathbf{w})", "s'", expected=REFUSED,
           why="the question again, under another name", define=r"s' = \nabla_{\mathbf{w}}(\mathbf{w}^\top A\mathbf{w})", without=[r"\nabla"]),
    action("attempt-defined-twice", asked, "attempt", r"\nabla_{\mathbf{w}}(\mathbf{w}^\top A\mathbf{w})", r"\mathbf{v}'", expected=REFUSED,
           why="the question, under two names", define=[r"s' = \nabla_{\mathbf{w}}(\mathbf{w}^\top A\mathbf{w})", r"\mathbf{v}' = 2s' - s'"], without=[r"\nabla"]),
    action("attempt-defined-letter", asked, "attempt", r"\frac{\partial z_2^3}{\partial z_2}", "c_2", expected=REFUSED,
           why="the question, under another name and letter", define=r"c_i = \frac{\partial z_i^3}{\partial z_i}", without=[r"\partial"]),
    action("attempt-defined-function", asked, "attempt", r"\frac{\partial\log a}{\partial a}", "F(a)", expected=REFUSED,
           why="the question, as a function", define=r"F(t) = \frac{\partial\log t}{\partial t}", without=[r"\partial"], given=["a > 0"]),
    action("attempt-defined-right", asked, "attempt", r"\nabla_{\mathbf{w}}(\mathbf{w}^\top A\mathbf{w})", r"s'", expected=ACCEPTED,
           why="a name for part of the answer", define=r"s' = A\mathbf{w} + A^\top\mathbf{w}", without=[r"\nabla"]),
    action("attempt-named-right", asked, "attempt", "a", r"2b'", expected=ACCEPTED,
           why="a question that is a name", define=r"b' = \frac{a}{2}"),
    # letters that stay known after their binder
    action("letter-leak-max", common, "calc", r"\max_{l\ne k}\pi_l + l", "=", "0", expected=EITHER, why="l is bound in the maximum only"),
    action("letter-leak-max-alone", common, "calc", r"\max_{l=1} a + l", "=", "0", expected=EITHER, why="l is bound in the maximum only"),
    action("letter-self", common, "calc", r"\sum_{j>j} y_j", "=", "1", expected=EITHER, why="j bounds itself"),
    either("letter-self-except", common, r"\sum_{j\ne j} y_j", "=", "1", "j excludes itself"),
    true("letter-limit", common, r"\sum_{i=1}^{i} 1", "=", "i", "the limit's i is outside"),
    # matrices where numbers are meant
    either("modulus-matrix", common, r"\lvert A\rvert", "=", r"2\det(A)", "a determinant to most"),
    either("product-cross", common, r"\mathbf{w}^\top\times\mathbf{v}", "=", r"\mathbf{w}^\top\mathbf{v}", "a cross product to most"),
    either("product-cross-square", common, r"A\times B", "=", "AB", "no sign of a product of matrices"),
    either("product-cross-after", common, r"2\times A\times\mathbf{v}", "=", r"2A\mathbf{v}", "the second cross is between matrices"),
    true("product-cross-numbers", common, r"2\times a\times A\mathbf{v}", "=", r"2aA\mathbf{v}"),
    either("root-digits", common, r"\sqrt23", "=", r"\sqrt{23}", "TeX roots one digit", "| 3*sqrt(2) | sqrt(23)"),
    either("put-entry", common, r"[\mathbf{w}^\top\mathbf{w}]_{\mathbf{w}_1 = 0}", "=", "0", "the other entries", "assume(d > 1) | sum(w[1:]**2) | 0"),
    # sets
    false("set-size", leaves, r"\sum_{i\in I_1} 1", "=", "1", "two in the first leaf", define=r"I_\ell = \{i \mid q_i = \ell\}"),
    true("set-partition", leaves, r"\sum_{\ell=1}^T\sum_{i\in I_\ell} g_i", "=", r"\sum_i g_i", define=r"I_\ell = \{i \mid q_i = \ell\}"),
    false("set-mean", leaves, r"\frac{1}{\lvert I_1\rvert}\sum_{i\in I_1} g_i\,\lvert I_1\rvert", "=", r"\sum_{i\in I_1} g_i", "undefined for an empty leaf", define=r"I_\ell = \{i \mid q_i = \ell\}"),
    # chance
    false("chance-holds-equal", chance, r"\mathbb{E}[\mathbb{1}[U \le a]]", "<", "1", "all outcomes at most a", "U = 0*U+a-1 | E(P, U <= a) | 1"),
    false("chance-positive", chance, r"\mathbb{E}[U^2]", ">", "0", "U = 0", "U = 0*U | E(P, U*U) | 0"),
    true("chance-positive-right", chance, r"\mathbb{E}[U^2]", ">=", "0", "", "| E(P, U*U) | 0"),
    false("chance-jensen-turned", chance, r"\mathbb{E}[U]^2", ">=", r"\mathbb{E}[U^2]", "Var U > 0", "| E(P, U)**2 | E(P, U*U)"),
    true("chance-jensen", chance, r"\mathbb{E}[U^2] - \mathbb{E}[U]^2", ">=", "0", "", "| E(P, U*U)-E(P, U)**2 | 0"),
    false("chance-jensen-strict", chance, r"\mathbb{E}[U^2] - \mathbb{E}[U]^2", ">", "0", "a constant U", "U = 0*U | E(P, U*U)-E(P, U)**2 | 0"),
    false("chance-jensen-double", chance, r"\mathbb{E}[U^2] - 2\mathbb{E}[U]^2", ">=", "0", "U = 1"),
    # one derivation's definitions
    action("rational-family", lambda: Derivation(scalar("x_i", over={"i": "n"}), scalar("a")), "calc", "x_i", "<=", r"\max_i x_i", expected=ANY, why="true"),
    # what is put outside of the facts: |p| = p is proved, and then -1 takes the place of p
    either("put-modulus", common, r"[\lvert p\rvert]_{p = -1}", "=", "1", "|p| = p, and [p] is -1: equals may not be replaced by equals"),
    either("put-symmetric", common, r"[S^\top - S]_{S = A}", "=", r"A^\top - A", "S' - S = 0, and [0] is 0"),
    either("limit-modulus", common, r"\lim_{p\to -1}\lvert p\rvert", "=", "1", "|p| = p, whose limit is -1"),
    either("integral-modulus", common, r"\int_{-1}^{1}\lvert p\rvert\,\mathrm{d}p", "=", "1", "|p| = p, whose integral is 0"),
    either("put-share", common, r"[\lvert\theta - 2\rvert]_{\theta = 3}", "=", "1", "a share is at most 1: |theta - 2| = 2 - theta"),
    either("put-decreasing", common, r"[\lvert\lambda_1 - \lambda_d\rvert]_{\lambda_1 = 0}", "=", r"\lambda_d", "lambda_1 is the largest"),
    either("put-call", common, "f(-1)", "=", "1", "f takes a positive argument", define=r"f(p) = \lvert p\rvert"),
    either("limit-share", common, r"\lim_{\theta\to 2}\theta", "=", "2", "a share is at most 1"),
    either("limit-infinity-share", common, r"\lim_{\theta\to\infty}\frac1\theta", "=", "0", "a share is at most 1"),
    either("limit-root-side", common, r"\lim_{x\to 1} x\sqrt{x - 1}", "=", "0", "no real values below 1"),
    either("integral-share", common, r"\int_0^2\theta\,\mathrm{d}\theta", "=", "2", "a share is at most 1"),
    either("integral-unknown-pole", common, r"\int_{-1}^1\frac{f(x)}{x}\,\mathrm{d}x", "=", r"\int_{-1}^1\frac{f(x)}{x}\,\mathrm{d}x", "a pole at 0 unless f(0) = 0"),
    either("limit-infinity-positive", common, r"\lim_{p\to -\infty}\frac1p", "=", "0", "p is positive"),
    true("put-positive-right", common, r"[\lvert p\rvert]_{p = 2}", "=", "2"),
    true("put-symmetric-right", common, r"[S^\top - S]_{S = A + A^\top}", "=", "0A"),
    true("put-share-right", common, r"[\theta^2]_{\theta = 1}", "=", "1"),
    true("limit-share-right", common, r"\lim_{\theta\to 0}\theta\log\theta", "=", "0"),
    true("limit-root-square", common, r"\lim_{x\to 0} x\sqrt{x^2 + 1}", "=", "0"),
    true("integral-share-right", common, r"\int_0^1\theta\,\mathrm{d}\theta", "=", r"\frac12"),
    true("integral-unknown-right", common, r"\int_0^1 2f(x)\,\mathrm{d}x", "=", r"2\int_0^1 f(x)\,\mathrm{d}x"),
    # powers that TeX cannot set, or sets at another place
    unread("differential-power", common, r"\int_0^1 x\,\mathrm{d}x^2", "=", r"\frac14", "typeset dx^2"),
    unread("superscript-name", lambda: [scalar("F^{(t)}", over={"t": "M"})], "F^{(1)}^2", "=", "F^{(1)}F^{(1)}", "a double superscript: TeX stops"),
    unread("superscript-star", lambda: [scalar("x^*")], "x^*^2", "=", "x^*x^*", "a double superscript: TeX stops"),
    unread("superscript-exp", common, "e^{a}^{2}", "=", "e^{2a}", "a double superscript: TeX stops"),
    true("superscript-brackets", lambda: [scalar("x^*")], "(x^*)^2", "=", "x^*x^*"),
    true("differential-brackets", common, r"\Bigl(\int_0^1 x\,\mathrm{d}x\Bigr)^2", "=", r"\frac14", "", "| quad(lambda z: z, 0, 1)**2 | .25"),
    either("index-digits-collide", lambda: Derivation(scalar("M_{ij}", over={"i": "n", "j": "n"}), scalar("b_j", over={"j": "n"}), sizes={"n": (11, 12)}),
           "M_{1 11}", "=", "M_{11 1}", "two entries, typeset and kept as M_111"),
    # a letter of another family's range
    either("letter-other-sum", common, r"\sum_j x_j", "=", r"\sum_{i=1}^d x_i", "x has n members, and the sum shows no limit"),
    either("letter-other-max", common, r"\max_j x_j", "=", r"\max_{i\le d} x_i", "x has n members, and the maximum shows no limit"),
    # facts that are made in part only
    false("orthonormal-thin", lambda: [matrix("Q", 2, 2, orthonormal=True), matrix("I", 2, 2, identity=True)], r"\det(I + Q) + 1 - \det(Q)", ">", "0",
          "Q = -I: Cayley's form leaves out the rotation by two right angles"),
    true("orthonormal-thin-weak", lambda: [matrix("Q", 2, 2, orthonormal=True), matrix("I", 2, 2, identity=True)], r"\det(I + Q) + 1 - \det(Q)", ">=", "0"),
    false("orthonormal-thin-trace", lambda: [matrix("Q", "d", "d", orthonormal=True)], r"\operatorname{tr}(Q) + d", ">", "0", "Q = -I"),
    false("orthonormal-thin-corner", lambda: [matrix("Q", 3, 3, orthonormal=True), vector("z", 3)], r"(z + Qz)^\top(z + Qz) + 1 - z^\top z", ">", "0", "Qz = -z"),
    true("orthonormal-strict", lambda: [matrix("Q", 2, 2, orthonormal=True)], r"\operatorname{tr}(Q^\top Q)", ">", "1"),
    false("orthonormal-inverse", lambda: [matrix("Q", 2, 2, orthonormal=True), matrix("I", 2, 2, identity=True)], r"\frac{1}{2 + \operatorname{tr}(Q)}", "<=", "1000",
          "near Q = -I"),
    true("share-decreasing", lambda: [scalar("p_k", over={"k": "K"}, share=True, decreasing=True)], "p_1", "<=", "1", "each share is at most 1"),
    false("share-decreasing-wrong", lambda: [scalar("p_k", over={"k": "K"}, share=True, decreasing=True)], "p_1", "<", "1", "a share may be 1"),
    action("refute-share-decreasing", lambda: [scalar("p_k", over={"k": "K"}, share=True, decreasing=True)], "refute", "p_1", "<=", "1", expected=REFUSED, why="true"),
    # hypotheses under problems, means and sums
    either("given-limit-family", common, r"\lim_{x\to 0}\sum_i x_i", "=", "0", "the members do not move with x", given=["x_i = x"]),
    either("given-put-family", common, r"[\sum_i x_i]_{x = 1}", "=", "n", "the members do not move with x", given=["x_i = x"]),
    either("given-call", common, r"f(b)", "=", "b^2", "a is a number, not the argument", given=["a = t"], define="f(t) = a t"),
    true("given-call-right", common, "f(b)", "=", "ab", "", given=["a = t"], define="f(t) = a t"),
    either("given-size-in-place", common, r"\sum_i x_i", "=", "0", "only if all vanish", given=["n x_1 = 0"]),
    # numbers
    action("holds-slack", lambda: [scalar("a"), scalar("b")], "holds", "a", ">=", "b", {"a": 1.0, "b": 1.0 + 1e-6}, expected=REFUSED, why="b is larger", given=[r"a \ge b"]),
    action("holds-expectation", chance, "holds", r"\mathbb{E}[aU]", "=", r"a\mathbb{E}[U]", {"a": 2.0, "U": [1.0, 2.0, 3.0]}, expected=ACCEPTED, why="linear"),
]  # fmt: skip
