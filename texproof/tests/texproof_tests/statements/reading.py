"""What books print without saying all: gradients of f(x), functions of columns, densities, sets."""

from texproof import function, index, matrix, scalar, vector

from .entry import either, false, true, unread


def functions():
    """Functions of numbers and of columns, and what they are taken of."""
    return [
        function("f", "n"), function("h", 1), function("g", 2), function("u", 1), vector("x", "n"),
        vector("y", "n"), matrix("A", "n", "n"), matrix("X", "m", "n"), scalar("t"), scalar("s"),
        vector("z_k", "n", over={"k": "K"}), vector("p", "n", positive=True), vector("c", 2),
        scalar("E(x)"), scalar("L(x \\mid y)"),
    ]  # fmt: skip


def sets():
    """Families over sets, labels, and random names."""
    return [
        scalar("p(x)", over={"x": "I"}, positive=True), scalar("t_i", over={"i": "n"}),
        index("c_i", "K", over={"i": "n"}), index("k", "K"), scalar("U", random="q"),
        scalar("W", random="r"), scalar("m", positive=True), scalar("b"), scalar("v"),
        function("h", 1), scalar("Z", random="q"),
    ]  # fmt: skip


def normals():
    """Numbers, columns and squares of normal variables."""
    return [
        scalar("x"), scalar("m"), scalar("s", positive=True), vector("w", "D"), vector("u", "D"),
        matrix("S", "D", "D", posdef=True), matrix("I", "D", "D", identity=True),
        scalar("a", positive=True),
    ]  # fmt: skip


SQUARE = r"f(x) = x^\top A x"
SLOPE = r"E(x) = x^\top A x"


def entries():
    return [matrix("A", "n", "n"), scalar("a"), scalar("x_i", over={"i": "n"})]


ENTRIES = [
    # powers of entries, which TeX sets alike in both orders, and mixed numbers
    true("read-power-of-entry", entries, "A^2_{11}", "=", "A_{11}A_{11}"),
    true("read-power-of-member", entries, "x^2_i", "=", "x_ix_i"),
    unread("read-mixed-number", entries, r"1\frac12", "=", r"\frac12", "one and a half"),
    unread("read-mixed-factor", entries, r"3\tfrac12 a", "=", r"\frac32 a", "three and a half"),
    true("read-number-times", entries, r"3\cdot\frac12 a", "=", r"\frac32 a"),
    true("read-number-bracket", entries, r"3\left(\frac12\right)a", "=", r"\frac32 a"),
    # gradients by what a function takes
    true("read-gradient", functions, r"\nabla f(y)", "=", r"(A + A^\top) y", define=SQUARE),
    false("read-gradient-half", functions, r"\nabla f(y)", "=", "2A y", "A is not symmetric", define=SQUARE),
    true("read-gradient-place", functions, r"A^\top\nabla f(Ay)", "=", r"\nabla_{y} f(Ay)"),
    false("read-gradient-place-chain", functions, r"\nabla f(Ay)", "=", r"\nabla_{y} f(Ay)", "the slope of f there, without A"),
    true("read-gradient-transposed", functions, r"\nabla f(z_k)^\top(y - z_k)", "=", r"\langle\nabla f(z_k), y - z_k\rangle"),
    true("read-gradient-number", functions, r"\nabla h(s t)", "=", "h'(st)"),
    true("read-gradient-numbers", functions, r"\nabla g(s, t)", "=", r"\begin{pmatrix} 2s + t \\ s \end{pmatrix}", define=r"g(s, t) = s^2 + st"),
    false("read-gradient-numbers-turned", functions, r"\nabla g(s, t)", "=", r"\begin{pmatrix} s \\ 2s + t \end{pmatrix}", "in the order of the arguments", define=r"g(s, t) = s^2 + st"),
    true("read-hessian", functions, r"\nabla^2 f(y)", "=", r"A + A^\top", define=SQUARE),
    false("read-hessian-half", functions, r"\nabla\nabla f(y)", "=", "2A", "A is not symmetric", define=SQUARE),
    true("read-hessian-letter", functions, r"\mathbf{H} g(s, t)", "=", r"\begin{pmatrix} 2 & 1 \\ 1 & 0 \end{pmatrix}", define=r"g(s, t) = s^2 + st"),
    true("read-gradient-name", functions, r"\nabla E(x)", "=", r"(A + A^\top) x", define=SLOPE),
    true("read-gradient-bar", functions, r"\nabla\log L(x \mid y)", "=", "y", define=r"L(x \mid y) = \exp(x^\top y)"),
    unread("read-gradient-nothing", functions, r"\nabla(x^\top x)", "=", "2x", "by which name?"),
    unread("read-gradient-product", functions, r"\nabla f(x)f(x)", "=", r"2f(x)\cdot\nabla f(x)", "of the first, or of the product"),
    unread("read-gradient-two", functions, r"\nabla(f(x) + f(y))", "=", r"\nabla f(x)", "by x or by y"),
    # derivatives of a function by its name
    true("read-slope-name", functions, r"\frac{d}{dt}h(u(t))", "=", r"\frac{dh}{du}(u(t))\cdot\frac{du}{dt}", define=r"u(t) = t^2"),
    false("read-slope-place", functions, r"\frac{d}{dt}h(u(t))", "=", r"\frac{dh}{du}(t)\cdot\frac{du}{dt}", "where its argument is u(t)", define=r"u(t) = t^2"),
    unread("read-slope-times", functions, r"\frac{dh}{dt}(t - s)", "=", "h'(t)(t - s)", "times, or where"),
    true("read-slope-script", functions, r"\partial_x f(x)", "=", r"\nabla f(x)"),
    # functions of columns, entry by entry
    true("read-entrywise", functions, r"h(x)^\top y", "=", r"\sum_{i=1}^n h(x_i) y_i"),
    false("read-entrywise-other", functions, r"h(x)^\top y", "=", r"\sum_{i=1}^n h(y_i) x_i", "of the entries of x"),
    true("read-entrywise-slope", functions, r"\frac{\partial h(Xx)}{\partial x}", "=", r"\operatorname{diag}(h'(Xx))X"),
    false("read-entrywise-slope-order", functions, r"\frac{\partial h(Ax)}{\partial x}", "=", r"A\operatorname{diag}(h'(Ax))", "the other order"),
    true("read-entrywise-nested", functions, r"h(Xh(x))^\top X x", "=", r"\sum_{i=1}^m h((Xh(x))_i)(Xx)_i"),
    true("read-entrywise-log", functions, r"\log(p)^\top y", "=", r"\sum_{i=1}^n y_i\log p_i"),
    true("read-entrywise-whole", functions, r"\max(c, 0)", "=", r"\begin{pmatrix} \max(c_1, 0) \\ \max(c_2, 0) \end{pmatrix}"),
    unread("read-entrywise-largest", functions, r"\max(c)", "=", "c", "the largest entry"),
    unread("read-entrywise-matrix", functions, r"\exp(A)", "=", "A", "the exponential of a matrix is another"),
    unread("read-entrywise-square", functions, "h(A)", "=", "h(A)", "of a matrix, or of its entries"),
    false("read-entrywise-sum", functions, "h(x + y)", "=", "h(x) + h(y)", "not linear"),
    true("read-inner-numbers", functions, r"\langle s, t\rangle", "=", "st"),
    # densities and the gamma function
    true("read-normal", normals, r"\log\mathcal{N}(x \mid m, s^2)", "=", r"-\frac{(x - m)^2}{2s^2} - \log s - \frac12\log 2\pi"),
    false("read-normal-scale", normals, r"\log\mathcal{N}(x; m, s)", "=", r"-\frac{(x - m)^2}{2s^2} - \log s - \frac12\log 2\pi", "s is the variance"),
    true("read-normal-column", normals, r"\nabla_{u}\log\mathcal{N}(w | u, S)", "=", "S^{-1}(w - u)"),
    true("read-normal-zero", normals, r"\log\mathcal{N}(w | \mathbf{0}, a^{-1}I)", "=", r"-\frac a2\|w\|^2 + \frac D2\log a - \frac D2\log 2\pi"),
    false("read-normal-precision", normals, r"\log\mathcal{N}(w | \mathbf{0}, aI)", "=", r"-\frac a2\|w\|^2 + \frac D2\log a - \frac D2\log 2\pi", "a is the variance here"),
    unread("read-normal-shape", normals, r"\mathcal{N}(x | m, S)", "=", "1", "a matrix for a number"),
    true("read-gamma", normals, r"\Gamma(a + 2)", "=", r"(a + 1)a\Gamma(a)"),
    false("read-gamma-shift", normals, r"\Gamma(a + 2)", "=", r"(a + 2)(a + 1)\Gamma(a)", "one further"),
    true("read-factorial", normals, "D!", "=", "D(D - 1)!"),
    false("read-factorial-gamma", normals, "D!", "=", r"\Gamma(D)", "one further"),
    unread("read-factorial-double", normals, "D!!", "=", "D", "every second"),
    true("read-choose", normals, r"{D \choose 2}", "=", r"\frac{D(D - 1)}{2}", given=[r"D \ge 2"]),
    true("read-gamma-name", lambda: [scalar(r"\Gamma")], r"\Gamma\cdot\Gamma", "=", r"\Gamma^2"),
    # sums over sets
    true("read-sum-set", sets, r"\sum_{x \in I} 2p(x)", "=", r"2\sum_{x=1}^I p(x)"),
    false("read-sum-set-one", sets, r"\sum_{x \in I} p(x)", "=", "p(1)", "for one value alone"),
    true("read-sum-where", sets, r"\sum_{l=1}^K\sum_{i: c_i = l} t_i", "=", r"\sum_i t_i"),
    false("read-sum-where-one", sets, r"\sum_{i: c_i = k} t_i", "=", r"\sum_i t_i", "those of k alone"),
    true("read-sum-where-order", sets, r"\sum_{i \mid t_i > 0} t_i", r"\ge", r"\sum_i t_i"),
    false("read-sum-where-order-turned", sets, r"\sum_{i: t_i > 0} t_i", r"\le", r"\sum_i t_i", "the others are not above 0"),
    true("read-sum-values", sets, r"\sum_{y \in \{-1, 1\}} h(y)", "=", "h(1) + h(-1)"),
    true("read-sum-values-powers", sets, r"\sum_{y \in \{0, 1\}} y m^y(1 - m)^{1 - y}", "=", "m"),
    false("read-sum-values-defined", sets, r"\sum_{b \in \{1, 2\}} v", "=", "2v", "v depends on b", define="v = b^2"),
    true("read-sum-values-declared", sets, r"\sum_{b \in \{1, 2\}} v", "=", "5", define="v = b^2"),
    unread("read-sum-values-random", sets, r"\sum_{U \in \{0, 1\}} Z", "=", "2Z", "Z depends on what U depends on"),
    # chance
    true("read-variance-blackboard", sets, r"\mathbb{V}(U)", "=", r"\mathbb{E}[U^2] - \mathbb{E}[U]^2"),
    true("read-mean-by-name", sets, r"\mathbb{E}_{U}[UW]", "=", r"W\mathbb{E}[U]"),
    true("read-mean-by-law", sets, r"\mathbb{E}_{U \sim q}[UW]", "=", r"W\mathbb{E}[U]"),
    false("read-mean-by-name-other", sets, r"\mathbb{E}_{U}[UW]", "=", r"U\mathbb{E}[W]", "U is averaged"),
    unread("read-mean-by-other-law", sets, r"\mathbb{E}_{U \sim r}[U]", "=", r"\mathbb{E}[U]", "U has the law q"),
    # spaces and zeros
    true("read-space", functions, r"X^\top X y \in \mathbb{R}^{n}", "=", r"X^\top(Xy)"),
    either("read-space-other", functions, r"X y \in \mathbb{R}^{n}", "=", "Xy", "m numbers"),
    true("read-zero", functions, r"Ax - Ax", "=", r"\mathbf{0}"),
    false("read-zero-not", functions, r"Ax", "=", r"\boldsymbol{0}", "any column"),
    # braces that show nothing, strokes of TeX, stars, words in sloping letters
    true("read-braces-product", sets, r"\sum_{i=1}^{n}{b t_i} v", "=", r"bv\sum_i t_i"),
    unread("read-braces-sum", sets, r"\sum_{i=1}^{n}{t_i + b}", "=", r"\sum_i (t_i + b)", "typeset with b outside"),
    true("read-braces-bracket", sets, r"\log{\left(m^2\right)}", "=", r"2\log{m}"),
    unread("read-braces-function", sets, r"\log{m b}", "=", r"\log(mb)", "typeset log m b"),
    unread("read-braces-power", sets, "v{b m}^2", "=", "v(bm)^2", "typeset with m squared"),
    true("read-over", sets, r"{m \over 2} b", "=", r"\frac{mb}{2}"),
    true("read-size-token", lambda: [scalar("q_c", over={"c": "C"})], r"\sum_{c=1}^{C}\frac1C", "=", "1"),
    true("read-star", sets, "b * 2 * m", "=", "2bm"),
    unread("read-star-matrices", functions, "A * A", "=", "A^2", "another product"),
    true("read-variance-sloping", sets, "Var(U - W)", "=", "Var(U) + Var(-W)"),
    false("read-variance-sloping-sign", sets, "Var(U - W)", "=", "Var(U) - Var(W)", "they add up"),
    true("read-chance-sloping", sets, "P(U > b)", "=", r"\Pr(U > b)"),
    either("read-chance-sloping-turned", sets, "P(U > b)", "=", "P(U < b)", "the others"),
    true("read-bar", lambda: [scalar(r"L(t \lvert w)"), scalar("w"), scalar("t")], r"L(t \lvert w)", "=", "tw", define=r"L(t \lvert w) = tw"),
    # integrals with a sloping d
    true("read-integral", functions, r"\int_0^1 s t \, dt", "=", r"\frac s2"),
    false("read-integral-name", functions, r"\int_0^1 s t \, ds", "=", r"\frac s2", "over s"),
    true("read-integral-d", lambda: [scalar("d"), scalar("t")], r"\int_0^1 t \, dt", "=", r"\frac12", "the last d ends it"),
    false("read-integral-d-name", lambda: [scalar("d"), scalar("t")], r"\int_0^1 d t \, dt", "=", r"\frac12", "the first d is the name"),
]  # fmt: skip
