"""Bound names: derivatives, integrals and sums inside functions and definitions."""

from texproof import Derivation, function, scalar, vector

from .entry import EITHER, action, either, false, true, unread
from .symbols import common


def predictions():
    """Predictions and a loss that are both made of w."""
    return [
        vector("w", "d"), vector(r"\mathbf{x}_i", "d", over={"i": "n"}), scalar("z_i", over={"i": "n"}),
        scalar(r"\hat{y}_i", over={"i": "n"}), scalar("L"), scalar("L'"),
    ]  # fmt: skip


LOSS = [r"\hat{y}_i = w^\top\mathbf{x}_i", r"L = \sum_i(z_i - w^\top\mathbf{x}_i)^2"]
G = r"g(t) = \frac{\partial(at)}{\partial a}"
H = r"g(t) = \int_0^1 x t\,\mathrm{d}x"
SLACKS = [r"\xi_i = \mathbf{e}_i^\top\boldsymbol{\xi}"]


def slacks():
    return [
        vector(r"\boldsymbol{\xi}", "n"), vector(r"\mathbf{1}", "n", ones=True),
        vector(r"\mathbf{e}_i", "n", over={"i": "n"}, basis=True), scalar(r"\xi_i", over={"i": "n"}),
    ]  # fmt: skip


def shadows():
    """Names that are also letters of families, and a letter that no name has."""
    return [
        scalar("k"), scalar("m"), scalar("a"), scalar("u_k", over={"k": "K"}), scalar("h_k", over={"k": "K"}),
        scalar("x_i", over={"i": "n"}), scalar("y_j", over={"j": "n"}),
    ]  # fmt: skip


def guarded():
    return [
        scalar("z_i", over={"i": "n"}, nonnegative=True), scalar("x_i", over={"i": "n"}), scalar("t"),
        scalar("c", nonnegative=True), function("g", 1),
    ]  # fmt: skip


SHADOWED = [
    unread("shadow-sum", shadows, r"\sum_{k=1}^n k", "=", "nk", "k is a declared name"),
    unread("shadow-gauss",
        shadows, r"\sum_{k=1}^n k", "=", r"\frac{n(n + 1)}{2}", "true, but k is a declared name"),
    unread("shadow-half",
        shadows, r"\sum_{k=1}^K k u_k", "=", r"k\sum_i u_i", "half of the k are bound"),
    unread("shadow-indicator",
        shadows, r"\sum_{k=1}^K\mathbb{1}[h_i = k]", "=", r"K\mathbb{1}[h_i = k]", "1"),
    unread("shadow-product", shadows, r"\prod_{k=1}^3 k", "=", "k^3", "6"),
    unread("shadow-size", shadows, r"\sum_{n=1}^3 n", "=", "3n", "n is a size"),
    unread("shadow-minimum", shadows, r"\min_{k}(k - a)^2", "=", "(k - a)^2", "0"),
    unread("shadow-maximum", shadows, r"\max_{k} u_k", r"\ge", "k", "k is a declared name"),
    unread("shadow-series",
        shadows, r"\sum_{m=0}^\infty\frac{a^m}{m!}", "=", "e^a", "true, but m is a declared name"),
    either("shadow-each", shadows, "u_k", "=", "k", "k is an index and a declared name"),
    true("shadow-none", shadows, r"\sum_{l=1}^n l", "=", r"\frac{n(n + 1)}{2}", ""),
    false("shadow-none-wrong", shadows, r"\sum_{l=1}^n l", "=", r"\frac{n(n - 1)}{2}", "n(n + 1)/2"
    ),
    either("unclear-unequal",
        shadows, r"\sum_{i\ne j}x_ix_j", "=", r"(\sum_i x_i)^2 - \sum_i x_i^2", "over i, or over both?"),
    either("unclear-before",
        shadows, r"\sum_{i<j}(x_i - x_j)^2", "=", r"n\sum_i x_i^2 - (\sum_i x_i)^2", "over i, or over both?"),
    either("unclear-count", shadows, r"\sum_{i\ne j}1", "=", "n - 1", "n - 1 for each j, or n(n - 1)?"),
    true("clear-both",
        shadows, r"\sum_{j}\sum_{i\ne j}x_ix_j", "=", r"(\sum_i x_i)^2 - \sum_i x_i^2", ""),
    false("clear-both-wrong",
        shadows, r"\sum_{j}\sum_{i\ne j}x_ix_j", "=", r"(\sum_i x_i)^2 + \sum_i x_i^2", "minus"),
    true("clear-each", shadows, r"\sum_{i\ne j}x_i", "=", r"\sum_i x_i - x_j", ""),
    false("clear-each-wrong", shadows, r"\sum_{i\ne j}x_i", "=", r"\sum_i x_i + x_j", "minus"),
]  # fmt: skip
GUARDED = [
    unread("guard-fraction", guarded, r"\sum_{i : z_i > 0}\frac{z_i}{z_i}", "=", "n", "0 where z = 0"),
    unread("guard-inverse", guarded, r"\sum_{i : z_i > 0} z_i^{-1}z_i", "=", "n", "0 where z = 0"),
    unread("guard-log", guarded, r"\sum_{i : z_i > 0} e^{\log z_i - \log z_i}", "=", "n", "0 where z = 0"),
    unread("guard-logs", guarded, r"\sum_{i : z_i > 0}\log z_i - \sum_{i : z_i > 0}\log z_i + n", "=", "n", "log 0"),
    unread("guard-call", guarded, r"\sum_{i : z_i > 0} z_i g(z_i)", "=", "n", "0 where z = 0", define=r"g(t) = \frac1t"),
    unread("guard-log-call", guarded, r"\sum_{i : z_i > 0} e^{g(z_i)}e^{-g(z_i)}", "=", "n", "0 where z = 0", define=r"g(t) = \log t"),
    unread("guard-constant-call", guarded, r"\sum_{i : c > 0} c\,g(c)", "=", "n", "0 for c = 0", define=r"g(t) = \frac1t"),
    unread("guard-constant-fraction", guarded, r"\sum_{i : c > 0}\frac cc", "=", "n", "0 for c = 0"),
    unread("guard-least", guarded, r"\min_{i : x_i > 0} x_i", "=", r"\min_i x_i", "2 and -1 for x = (-1, 2)"),
    unread("guard-largest", guarded, r"\max_{i : x_i < 0} x_i", "=", r"\max_i x_i", "-1 and 2 for x = (-1, 2)"),
    unread("guard-disjoint", guarded, r"\max_{i : z_i > 1} x_i", "=", r"\max_{i : z_i < 1} x_i", "others"),
    false("guard-count", guarded, r"\sum_{i : z_i > 0} 1", "=", "n", "0 where z = 0"),
    true("guard-values", guarded, r"\sum_{i : z_i > 0} z_i^2", r"\ge", "0", ""),
    true("guard-constant", guarded, r"\sum_{i : z_i > 0}\frac{z_i}{n}", "=", r"\frac1n\sum_{i : z_i > 0} z_i", ""),
]  # fmt: skip
ENTRIES = [
    *SHADOWED,
    *GUARDED,
    false("capture-function", common, "g(b)", "=", "b + a", "b", "| b | a+b", define=G),
    true("capture-function-right", common, "g(b)", "=", "b", "", "| diff(lambda z: z*b, a) | b", define=G),
    false("capture-nested", common, r"\frac{\partial g(a)}{\partial a}", "=", "2", "g(a) = a: 1", "| diff(lambda z: z, a) | 2", define=G),
    true("capture-nested-right", common, r"\frac{\partial g(a)}{\partial a}", "=", "1", "", "| diff(lambda z: z, a) | 1", define=G),
    false("capture-same-name", common, "g(a)", "=", "2a", "a", "| a | 2*a", define=G),
    true("capture-same-name-right", common, "g(a)", "=", "a", "", define=G),
    false("capture-integral", common, r"\int_0^1 g(x)\,\mathrm{d}x", "=", r"\frac13", "1/4",
          "| quad(lambda z: quad(lambda y: y*z, 0, 1), 0, 1) | 1/3", define=H),
    true("capture-integral-right", common, r"\int_0^1 g(x)\,\mathrm{d}x", "=", r"\frac14", "",
         "| quad(lambda z: quad(lambda y: y*z, 0, 1), 0, 1) | 1/4", define=H),
    true("capture-integral-value", common, "g(b)", "=", r"\frac b2", "", "| quad(lambda y: y*b, 0, 1) | b/2", define=H),
    true("capture-integral-same", common, "g(x)", "=", r"\frac x2", "", define=H),
    false("capture-integral-same-wrong", common, "g(x)", "=", r"\frac13", "x/2", "| x/2 | 1/3", define=H),
    false("capture-put", common, r"\frac{\partial}{\partial a}\Bigl[\frac{\partial(ab)}{\partial a}\Bigr]_{b = a}", "=", "2", "d/da of a", "| 1 | 2"),
    true("capture-put-right", common, r"\frac{\partial}{\partial a}\Bigl[\frac{\partial(ab)}{\partial a}\Bigr]_{b = a}", "=", "1", "", "| diff(lambda z: z, a) | 1"),
    true("capture-put-value", common, r"\Bigl[\frac{\partial(ab)}{\partial a}\Bigr]_{b = a}", "=", "a", ""),
    false("capture-put-value-wrong", common, r"\Bigl[\frac{\partial(ab)}{\partial a}\Bigr]_{b = a}", "=", "2a", "a", "| a | 2*a"),
    false("capture-limit", common, r"\int_0^1\lim_{x\to 0}(x + t)\,\mathrm{d}t", "=", "0", "1/2", "| quad(lambda z: z, 0, 1) | 0"),
    true("capture-limit-right", common, r"\int_0^1\lim_{x\to 0}(x + t)\,\mathrm{d}t", "=", r"\frac12", "", "| quad(lambda z: z, 0, 1) | 0.5"),
    false("capture-integral-upper", common, r"\frac{\partial}{\partial x}\int_0^x x t\,\mathrm{d}t", "=", r"x^2", "3x^2/2",
          "| diff(lambda z: z**3/2, x) | x*x"),
    true("capture-integral-upper-right", common, r"\frac{\partial}{\partial x}\int_0^x x t\,\mathrm{d}t", "=", r"\frac32 x^2", "",
         "| diff(lambda z: z**3/2, x) | 1.5*x*x"),
    true("capture-double-integral", common, r"\int_0^1\Bigl(\int_0^x t\,\mathrm{d}t\Bigr)\mathrm{d}x", "=", r"\frac16", "",
         "| quad(lambda z: z*z/2, 0, 1) | 1/6"),
    false("capture-integral-limit", common, r"\int_0^x x\,\mathrm{d}x", "=", "x^2", "x^2/2", "| x*x/2 | x*x"),
    true("capture-integral-limit-right", common, r"\int_0^x x\,\mathrm{d}x", "=", r"\frac{x^2}{2}", "", "| quad(lambda z: z, 0, x) | x*x/2"),
    true("second-mixed", common, r"\frac{\partial^2(a^2b^3)}{\partial a\partial b}", "=", "6ab^2", ""),
    true("second-nested", common, r"\frac{\partial}{\partial a}\Bigl(\frac{\partial(a^2b^3)}{\partial b}\Bigr)", "=", "6ab^2", ""),
    false("second-nested-wrong", common, r"\frac{\partial}{\partial a}\Bigl(\frac{\partial(a^2b^3)}{\partial b}\Bigr)", "=", "3a^2b^2", "6ab^2", "| 6*a*b*b | 3*a*a*b*b"),
    # gradients in gradients
    true("gradient-nested", common, r"\nabla_{\mathbf{w}}(\mathbf{v}^\top\nabla_{\mathbf{w}}(\mathbf{w}^\top A\mathbf{w}))", "=",
         r"(A + A^\top)\mathbf{v}", ""),
    false("gradient-nested-wrong", common, r"\nabla_{\mathbf{w}}(\mathbf{w}^\top\nabla_{\mathbf{w}}(\mathbf{w}^\top A\mathbf{w}))", "=",
          r"(A + A^\top)\mathbf{w}", "twice that", "| 2*(A+A.T) @ w | (A+A.T) @ w"),
    true("gradient-nested-right", common, r"\nabla_{\mathbf{w}}(\mathbf{w}^\top\nabla_{\mathbf{w}}(\mathbf{w}^\top A\mathbf{w}))", "=",
         r"2(A + A^\top)\mathbf{w}", "", "| grad(lambda z: z @ (A+A.T) @ z, w) | 2*(A+A.T) @ w"),
    # sums
    false("sum-shadow", common, r"\sum_{i=1}^n x_i\sum_{i=1}^n z_i", "=", r"\sum_{i=1}^n x_iz_i", "a product of sums", "| sum(xs)*sum(zs) | xs @ zs"),
    true("sum-shadow-right", common, r"\sum_{i=1}^n x_i\sum_{i=1}^n z_i", "=", r"\Bigl(\sum_i x_i\Bigr)\Bigl(\sum_i z_i\Bigr)", ""),
    false("sum-square", common, r"\sum_i x_i\sum_i x_i", "=", r"\sum_i x_i^2", "a product of sums", "| sum(xs)**2 | sum(xs**2)"),
    false("sum-definition", lambda: [*common(), scalar("m")], r"\sum_i x_i m", "=", r"\sum_i x_i^2", "m is a mean", "| sum(xs)*xs.mean() | sum(xs**2)",
          define=r"m = \frac1n\sum_i x_i"),
    true("sum-definition-right", lambda: [*common(), scalar("m")], r"\sum_i x_i m", "=", "n m^2", "", "| sum(xs)*xs.mean() | n*xs.mean()**2",
         define=r"m = \frac1n\sum_i x_i"),
    true("sum-derivative", common, r"\frac{\partial}{\partial x_i}\sum_{i=1}^n x_i^2", "=", "2x_i", "the sum binds its own i"),
    false("sum-derivative-wrong", common, r"\frac{\partial}{\partial x_i}\sum_{i=1}^n x_i^2", "=", r"2\sum_{i=1}^n x_i", "one term", "| 2*xs[0] | 2*sum(xs)"),
    true("sum-product-two", common, r"\frac{\partial}{\partial x_i}\sum_{i=1}^n x_iz_i", "=", "z_i", ""),
    # derivatives by a defined name
    true("equal-loss", predictions, "L", "=", r"\sum_i(z_i - \hat{y}_i)^2", "", define=LOSS),
    either("by-defined-zero", predictions, r"\frac{\partial L}{\partial\hat{y}_1}", "=", "0", "L is a function of the predictions", define=LOSS),
    either("by-defined-vector", slacks, r"\frac{\partial(\mathbf{1}^\top\boldsymbol{\xi})}{\partial\xi_i}", "=", "0", "the same sum has derivative 1", define=SLACKS),
    true("by-defined-slacks", slacks, r"\mathbf{1}^\top\boldsymbol{\xi}", "=", r"\sum_i\xi_i", "", define=SLACKS),
    true("by-defined-alone", lambda: [*predictions()], r"\frac{\partial}{\partial\hat{y}_1}\sum_i(z_i - \hat{y}_i)^2", "=", r"-2(z_1 - \hat{y}_1)",
         "the body is a function of that name alone", define=LOSS[:1]),
    false("by-defined-alone-wrong", predictions, r"\frac{\partial}{\partial\hat{y}_1}\sum_i(z_i - \hat{y}_i)^2", "=", r"2(z_1 - \hat{y}_1)",
          "the sign", define=LOSS[:1]),
    either("by-defined-mixed", predictions, r"\frac{\partial}{\partial\hat{y}_1}(\hat{y}_1\,w^\top\mathbf{x}_1)", "=", r"\hat{y}_1",
           "w'x_1 is the prediction: 2 y_1", define=LOSS[:1]),
    either("by-defined-scalar", lambda: [*common(), scalar("m")], r"\frac{\partial(m + a)}{\partial m}", "=", "1", "m = 2a: 1 + 1/2",
           define="m = 2a"),
    either("by-defined-chain", lambda: [*common(), scalar("m"), scalar("M'")], r"\frac{\partial M'}{\partial m}", "=", "0", "M' = m^2",
           define=["m = 2a", "M' = 4a^2"]),
    either("integral-by-defined", lambda: [*common(), scalar("m")], r"\int_0^1 a\,\mathrm{d}m", "=", "a", "a = m/2: 1/4", define="m = 2a"),
    either("put-defined", lambda: [*common(), scalar("m")], r"[a + m]_{m = 0}", "=", "a", "m = 0 is a = 0", define="m = 2a"),
    either("limit-defined", lambda: [*common(), scalar("m")], r"\lim_{m\to 0}(a + m)", "=", "a", "m to 0 is a to 0", define="m = 2a"),
    either("argmin-by-defined", lambda: [*common(), scalar("m")], r"\arg\min_{m} (m - 1)^2 + (a - 3)^2", "=", "1", "a moves with m: 2a = 14/5",
           define="m = 2a"),
    # parameters
    true("parameter-plain", common, "f(b)", "=", "b^2 + a", "", define="f(t) = t^2 + a"),
    true("parameter-outer", common, "f(b) + t", "=", "b^2 + t", "t outside is another t", define="f(t) = t^2"),
    true("parameter-swap", lambda: [*common(), function("h", 2)], "h(b, a)", "=", "b - a", "", define="h(a, b) = a - b"),
    false("parameter-swap-wrong", lambda: [*common(), function("h", 2)], "h(b, a)", "=", "0", "b - a", "| b-a | 0", define="h(a, b) = a - b"),
    true("parameter-swap-nested", lambda: [*common(), function("h", 2)], "h(h(a, b), h(b, a))", "=", "2a - 2b", "", "| (a-b)-(b-a) | 2*a-2*b", define="h(a, b) = a - b"),
    true("parameter-derivative", common, r"\frac{\partial f(a)}{\partial a}", "=", "2a", "", "| diff(lambda z: z*z, a) | 2*a", define="f(t) = t^2"),
    false("parameter-free", common, r"\frac{\partial f(a)}{\partial t}", "=", "2a", "t does not occur in f(a)", "| 0 | 2*a", define="f(t) = t^2"),
    true("parameter-free-right", common, r"\frac{\partial f(a)}{\partial t}", "=", "0", "", define="f(t) = t^2"),
    either("parameter-dynamic", lambda: [*common(), scalar("F")], "f(b)", "=", "3b", "F = 2a is no function of the argument: b + 2a",
           "| b+2*a | 3*b", define=["F = 2a", "f(a) = a + F"]),
    action("parameter-fixed", common, "define", "f(2) = 3", expected=EITHER, why="then f(b) = 3 for all b"),
    action("parameter-sum", common, "define", "f(a + b) = a", expected=EITHER, why="no parameter"),
    action("parameter-twice", lambda: [*common(), function("h", 2)], "define", "h(a, a) = a", expected=EITHER, why="then h(b, c) = c"),
    action("parameter-entry", common, "define", r"f(x_1) = x_1", expected=EITHER, why="a member is no plain name"),
    action("parameter-good", common, "define", "f(t) = t^2 + 1", expected="accepted", why="a plain name"),
    # chains of names
    action("circle", lambda: [scalar("a"), scalar("b")], "define", "a = a + 1", expected=EITHER, why="a circle"),
    either("circle-two", lambda: [scalar("a"), scalar("b")], "a", "=", "b", "a circle of two", define=["a = b", "b = a"]),
    either("family-shift", lambda: [scalar("x_i", over={"i": "n"}), scalar("y_i", over={"i": "n"})], "y_1", "=", "x_1",
           "y_i = x_{i+1}, and no y_n", define=["y_i = x_{i + 1}"]),
    true("family-index", lambda: [scalar("x_i", over={"i": "n"}), scalar("y_i", over={"i": "n"})], r"\sum_i y_i", "=", r"2\sum_i x_i", "",
         define=["y_i = 2x_i"]),
    true("two-letters", lambda: Derivation(scalar("M_{ij}", over={"i": "n", "j": "d"})), r"\sum_i\sum_j M_{ij}", "=", r"\sum_j\sum_i M_{ij}", ""),
    false("two-letters-wrong", lambda: Derivation(scalar("M_{ij}", over={"i": "n", "j": "n"})), r"\sum_i\sum_j M_{ij}", "=", r"\sum_i M_{ii}", "the diagonal",
          "| G.sum() | tr(G)"),
]  # fmt: skip
