"""What formulas drawn from other books need: chances, infinite bounds, counts, norms, densities."""

from texproof import function, matrix, scalar, vector

from .entry import either, false, true, unread


def chances():
    """Numbers from 0 to 1, both included, and others."""
    return [
        scalar("p", unit=True), scalar("q", unit=True), scalar("b"), scalar("x"),
        scalar("p_i", over={"i": "n"}, unit=True), vector("v", "d"),
        scalar("d_i", over={"i": "n"}, unit=True, decreasing=True), scalar("X", random="s"),
    ]  # fmt: skip


def repeated():
    """Names of what is repeated."""
    return [
        scalar("a"), scalar("S"), scalar("x_i", over={"i": "n"}), matrix("A", "d", "d"),
        matrix("B", "d", "d"), vector("v", "d"),
    ]  # fmt: skip


def joint():
    """Chances of pairs, of both parts, and the entropies of all three."""
    return [
        scalar("p_{xy}", over={"x": "K", "y": "L"}, positive=True), scalar("r_x", over={"x": "K"}),
        scalar("s_y", over={"y": "L"}), scalar("R"), scalar("T"), scalar("H"),
    ]  # fmt: skip


def logs():
    """Numbers above 0, weights of both kinds, and any numbers."""
    return [
        scalar("a", positive=True), scalar("b", positive=True), scalar("c", positive=True), scalar("x"),
        scalar("p_i", over={"i": "n"}, positive=True), scalar("q_i", over={"i": "n"}, positive=True),
        scalar("w_i", over={"i": "n"}),
    ]  # fmt: skip


def densities():
    """Parameters of normal and gamma densities."""
    return [
        scalar("x"), scalar("a", positive=True), scalar("b", positive=True), scalar("m"), scalar("c"),
        scalar("s", positive=True),
    ]  # fmt: skip


def norms():
    """Matrices and columns of sizes that fit."""
    return [
        matrix("W", "m", "n"), matrix("V", "n", "k"), matrix("S", "n", "n"), vector("x", "n"),
        vector("y", "n"), vector("u", "m"), scalar("c"), scalar("p", positive=True),
    ]  # fmt: skip


def layers():
    """A function of a matrix, and a layer of a network."""
    return [
        function("g", ("n", "N")), matrix("A", "n", "N"), matrix("W", "n", "D"), matrix("Z", "D", "N"),
        scalar("L"), matrix("H", "n", "N"), matrix(r"\nabla H", "n", "N"), scalar("t"),
    ]  # fmt: skip


def sequences():
    """Three sequences."""
    return [scalar(f"{name}_t", over={"t": "T"}) for name in "abc"] + [
        scalar("d_s", over={"s": "T"})
    ]


def spectra():
    """A matrix with its eigenvalues, and others."""
    return [
        matrix("P", "n", "n"), matrix("A", "n", "n"), matrix("S", "n", "n"), matrix("B", "n", "m"),
        matrix("I", "n", "n", identity=True), scalar("t"), scalar(r"\lambda_i", over={"i": "n"}),
        vector("e_i", "n", over={"i": "n"}, basis=True), scalar(r"\mu_k", over={"k": "m"}),
    ]  # fmt: skip


BASE = {"given": ["b > 1"]}
ENTROPIES = (
    r"r_x = \sum_y p_{xy}", r"s_y = \sum_x p_{xy}", r"R = -\sum_x r_x\log r_x",
    r"T = -\sum_y s_y\log s_y", r"H = -\sum_x\sum_y p_{xy}\log p_{xy}",
)  # fmt: skip
WHOLE = {"define": ENTROPIES, "given": [r"\sum_x\sum_y p_{xy} = 1"]}
ONE = {"given": [r"\sum_i p_i = 1", r"\sum_i q_i = 1"]}
LINE, HALF = r"\int_{-\infty}^{\infty}", r"\int_0^{\infty}"
LAYER = "H = WZ", "L = g(H)", r"\nabla H = \frac{\partial L}{\partial H}"
SIMILAR = {"define": r"A = P(\sum_i\lambda_i e_i e_i^\top)P^{-1}"}
EIG = r"\operatorname{eig}"
STEPS = {"given": ["a_1 = b_1", "a_s = b_s + c_s a_{s-1}", r"s \ge 2"]}

ENTRIES = [
    # numbers from 0 to 1
    true("drawn-unit", chances, "0", "<=", "p(1 - p)"),
    true("drawn-unit-square", chances, "p^2", "<=", "p"),
    true("drawn-unit-either", chances, "p + q - pq", "<=", "1"),
    true("drawn-unit-sum", chances, r"\sum_i p_i", "<=", "n"),
    true("drawn-unit-log", chances, r"0", "<=", r"-p\log_b p", **BASE),
    true("drawn-unit-falling", chances, "d_i", "<=", "1"),
    false("drawn-unit-root", chances, r"\sqrt{p}", "<=", "p", "p may be 1/4"),
    false("drawn-unit-below", chances, "p", "<", "1", "p may be 1"),
    false("drawn-unit-above", chances, "p", ">", "0", "p may be 0"),
    false("drawn-unit-both", chances, "p + q", "<=", "1", "both may be 1"),
    false("drawn-unit-square-turned", chances, "p^2", ">=", "p", "p may be 1/2"),
    false("drawn-unit-binary", chances, "p^2", "=", "p", "p may be 1/2"),
    false("drawn-unit-log-strict", chances, r"\log_b p", "<", "0", "p may be 1", **BASE),
    false("drawn-unit-log-base", chances, r"\log_b p", "<=", "0", "b may be below 1", given=["b > 0"]),
    false("drawn-unit-quotient", chances, r"\frac{p}{q}", "<=", "1", "q may be less"),
    # infinite bounds
    true("drawn-finite", chances, r"x^2", "<", r"\infty"),
    true("drawn-finite-below", chances, r"-\infty", r"\leq", r"\log p"),
    true("drawn-finite-above", chances, r"\infty", ">", "x"),
    false("drawn-finite-turned", chances, "x", ">=", r"\infty", "no number is"),
    false("drawn-finite-below-turned", chances, "x", "<=", r"-\infty", "no number is"),
    false("drawn-finite-equal", chances, "x", "=", r"\infty", "no number is"),
    false("drawn-finite-sum", chances, r"x + \infty", ">", "x", "infinity is no number"),
    false("drawn-finite-undefined", chances, r"\frac{1}{x - x}", "<", r"\infty", "no number at all"),
    false("drawn-finite-integral", chances, r"\int_0^\infty e^x\,\mathrm{d}x", "<", r"\infty", "it diverges"),
    false("drawn-finite-two", chances, r"-\infty", "<", r"\infty", "no number at all"),
    unread("drawn-finite-mean", chances, r"\mathbb{E}[X^2]", "<", r"\infty", "outcomes are finitely many here"),
    unread("drawn-finite-column", chances, "v", "<", r"\infty", "a column"),
    # counts below braces
    true("drawn-count-sum", repeated, r"\underbrace{a + \dots + a}_{n}", "=", "na"),
    true("drawn-count-words", repeated, r"\underbrace{x_i + x_i + \cdots + x_i}_{n \text{ terms}} a", "=", "n a x_i"),
    true("drawn-count-power", repeated, r"\underbrace{A \cdot A \cdots A}_{d} v", "=", "A^d v"),
    true("drawn-count-brackets", repeated, r"\overbrace{(AB)(AB) \cdots (AB)}^{3\text{ times}}", "=", "(AB)^3"),
    false("drawn-count-one-more", repeated, r"\underbrace{A \cdot A \cdots A}_{d} v", "=", "A^{d + 1} v", "d factors"),
    false("drawn-count-kind", repeated, r"\underbrace{a + \dots + a}_{n}", "=", "a^n", "a sum"),
    false("drawn-count-factors", repeated, r"\underbrace{a \cdots a}_{n}", "=", "na", "a product"),
    false("drawn-count-beside", repeated, r"a\underbrace{a + \dots + a}_{n}", "=", "a^2 + (n - 1)a", "a times the sum"),
    false("drawn-count-exponent", repeated, r"\underbrace{A^2 \cdots A^2}_{3}", "=", "A^5", "three times A^2"),
    unread("drawn-count-label", repeated, r"\underbrace{a + \dots + a}_{S}", "=", "aS", "S is no count"),
    unread("drawn-count-unlike", repeated, r"\underbrace{AB \cdots A}_{d}", "=", "A^d", "members differ"),
    unread("drawn-count-terms", repeated, r"\underbrace{A + B \cdots A + B}_{d}", "=", "(A + B)^d", "no brackets"),
    unread("drawn-count-script", repeated, r"\underbrace{a \cdots a}_{n}^2", "=", "a^{2n}", "of what?"),
    # logarithms that have one factor
    true("drawn-entropy-parts", joint, "H", "<=", "R + T", **WHOLE),
    true("drawn-entropy-part", joint, "R", "<=", "H", **WHOLE),
    true("drawn-entropy-divergence", logs, r"\sum_i p_i\log p_i", ">=", r"\sum_i p_i\log q_i", **ONE),
    true("drawn-logs-grow", logs, r"c\log(a + b)", ">=", r"c\log a"),
    true("drawn-logs-product", logs, r"\log a + \log b", "<=", "ab - 1"),
    false("drawn-entropy-parts-any", joint, "H", "<=", "R + T", "chances of any sum", define=ENTROPIES),
    false("drawn-entropy-parts-turned", joint, "H", ">=", "R + T", "they may depend", **WHOLE),
    false("drawn-entropy-parts-half", joint, "H", "<=", r"\frac12(R + T)", "they may not depend", **WHOLE),
    false("drawn-entropy-part-turned", joint, "R", ">=", "H", "a part knows less", **WHOLE),
    false("drawn-entropy-part-strict", joint, "R", "<", "H", "L = 1", **WHOLE),
    false("drawn-entropy-part-twice", joint, "2R", "<=", "H", "T may be 0", **WHOLE),
    false("drawn-entropy-divergence-turned", logs, r"\sum_i p_i\log p_i", "<=", r"\sum_i p_i\log q_i", "the other way", **ONE),
    false("drawn-entropy-divergence-other", logs, r"\sum_i q_i\log p_i", ">=", r"\sum_i q_i\log q_i", "the other chances", **ONE),
    false("drawn-entropy-weights", logs, r"\sum_i w_i\log\frac{p_i}{q_i}", ">=", "0", "weights of any sign", **ONE),
    false("drawn-logs-grow-any", logs, r"x\log(a + b)", ">=", r"x\log a", "x may be below 0"),
    false("drawn-logs-grow-less", logs, r"\log(a + b)", ">=", r"\log(2a)", "b may be less"),
    false("drawn-logs-product-turned", logs, r"\log a + \log b", ">=", "1 - ab", "1 - 1/ab"),
    false("drawn-logs-product-inverse", logs, r"\log a + \log b", ">=", r"\frac{1}{ab} - 1", "1 - 1/ab is"),
    false("drawn-logs-two", logs, r"2\log a - \log b", ">=", r"1 - \frac{b}{a}", "b over the square of a"),
    # moments of densities
    true("drawn-normal", densities, rf"{LINE} x^4\mathcal{{N}}(x; m, s^2)\,\mathrm{{d}}x", "=", "m^4 + 6m^2s^2 + 3s^4"),
    true("drawn-normal-exp", densities, rf"{LINE} e^{{cx}}\mathcal{{N}}(x; m, s^2)\,\mathrm{{d}}x", "=", "e^{cm + c^2s^2/2}"),
    true("drawn-gamma", densities, rf"{HALF} x^{{a + 1}}e^{{-bx}}\,\mathrm{{d}}x", "=", r"\frac{a(a + 1)\Gamma(a)}{b^{a + 2}}"),
    true("drawn-gamma-log", densities, rf"{HALF} x^a e^{{-bx}}\log x\,\mathrm{{d}}x", "=", rf"\frac{{1}}{{b}}({HALF} x^{{a - 1}}e^{{-bx}}\,\mathrm{{d}}x + a{HALF} x^{{a - 1}} e^{{-bx}}\log x\,\mathrm{{d}}x)"),
    false("drawn-normal-fourth", densities, rf"{LINE} x^4\mathcal{{N}}(x; m, s^2)\,\mathrm{{d}}x", "=", "m^4 + 3s^4", "a term is missing"),
    false("drawn-normal-exp-half", densities, rf"{LINE} e^{{cx}}\mathcal{{N}}(x; m, s^2)\,\mathrm{{d}}x", "=", "e^{cm + c^2s^2}", "half of it"),
    false("drawn-normal-steep", densities, rf"{LINE} e^{{cx^2}}\,\mathrm{{d}}x", "=", r"\sqrt{\pi}", "c is any number"),
    false("drawn-gamma-power", densities, rf"{HALF} x^a e^{{-bx}}\,\mathrm{{d}}x", "=", r"\Gamma(a)b^{-a}", "a - 1"),
    false("drawn-gamma-scale", densities, rf"{HALF} x^{{a - 1}}e^{{-bx}}\,\mathrm{{d}}x", "=", r"\Gamma(a)b^a", "the power of b"),
    false("drawn-gamma-log-sign", densities, rf"{HALF} x^{{a - 1}}e^{{-bx}}\log x\,\mathrm{{d}}x", "=", "0", "it may have any sign"),
    # norms of matrices
    true("drawn-norm", norms, r"\|W(x - y)\|_2", "<=", r"\|W\|_2\|x - y\|_2"),
    true("drawn-norm-square", norms, r"\|Wx\|^2", "<=", r"\|W\|_2^2\|x\|^2"),
    true("drawn-norm-product", norms, r"\|WV\|_2", "<=", r"\|W\|_2\|V\|_2"),
    true("drawn-norm-entries", norms, r"\|WV\|_F", "<=", r"\|W\|_2\|V\|_F"),
    true("drawn-norm-scaled", norms, r"\|cW^\top\|_2", "=", r"|c|\|W\|_2"),
    false("drawn-norm-turned", norms, r"\|W\|_2\|x\|", "<=", r"\|Wx\|", "W may be 0 along x"),
    false("drawn-norm-strict", norms, r"\|Wx\|", "<", r"\|W\|_2\|x\|", "x may be 0"),
    false("drawn-norm-no-square", norms, r"\|Wx\|^2", "<=", r"\|W\|_2\|x\|^2", "the square of the norm"),
    false("drawn-norm-short", norms, r"\|Wx\|", "<=", r"\|W\|_2\|x\|^2", "x may be short"),
    false("drawn-norm-long", norms, r"\|Wx\|^2", "<=", r"\|W\|_2^2\|x\|", "x may be long"),
    false("drawn-norm-is-entries", norms, r"\|W\|_2", "=", r"\|W\|_F", "of rank one alone"),
    false("drawn-norm-entries-less", norms, r"\|WV\|_F", "<=", r"\|W\|_2\|V\|_2", "of rank one alone"),
    false("drawn-norm-sign", norms, r"c\|Wx\|", "<=", r"c\|W\|_2\|x\|", "c may be below 0"),
    false("drawn-norm-power", norms, r"\|SS\|_2", "=", r"\|S\|_2^2", "S may be nilpotent"),
    false("drawn-norm-scaled-sign", norms, r"\|cW\|_2", "=", r"c\|W\|_2", "c may be below 0"),
    # functions of matrices
    true("drawn-layer", layers, r"\frac{\partial L}{\partial Z}", "=", r"W^\top\nabla H", define=LAYER),
    true("drawn-of-matrix", layers, "g(A) + g(A)", "=", "2g(A)"),
    false("drawn-layer-order", layers, r"\frac{\partial L}{\partial Z}", "=", r"W^\top\nabla H + Z", "a term more", define=LAYER),
    false("drawn-layer-inner", layers, r"\frac{\partial L}{\partial Z}", "=", r"W^\top H", "no derivative", define=LAYER),
    false("drawn-of-matrix-linear", layers, "g(2A)", "=", "2g(A)", "any function"),
    false("drawn-of-matrix-slope", layers, r"\frac{\partial g(A)}{\partial A}", "=", "0", "any function"),
    either("drawn-of-matrix-shape", layers, "g(Z)", "=", "g(Z)", "of another shape"),
    # eigenvalues, and determinants of what is similar
    true("drawn-eig", spectra, r"\lambda_i", "=", rf"{EIG}(A)", **SIMILAR),
    true("drawn-eig-det", spectra, r"\det(tI - A)", "=", r"\prod_i(t - \lambda_i)", **SIMILAR),
    true("drawn-similar", spectra, r"\det(tI + PSP^{-1})", "=", r"\det(tI + S)"),
    false("drawn-eig-twice", spectra, r"\lambda_i", "=", rf"{EIG}(2A)", "twice them", **SIMILAR),
    false("drawn-eig-other", spectra, r"\lambda_i", "=", rf"{EIG}(S)", "another matrix", **SIMILAR),
    false("drawn-eig-shifted", spectra, r"\lambda_i", "=", rf"{EIG}(A + I)", "each and 1", **SIMILAR),
    false("drawn-eig-det-sign", spectra, r"\det(tI - A)", "=", r"\prod_i(t + \lambda_i)", "the sign", **SIMILAR),
    false("drawn-similar-transpose", spectra, r"\det(tI + PSP^\top)", "=", r"\det(tI + S)", "no inverse"),
    false("drawn-similar-scaled", spectra, r"\det(tI + tPSP^{-1})", "=", r"t\det(I + S)", "t^n"),
    unread("drawn-eig-one", spectra, "t", "=", rf"{EIG}(S)", "a number, and a set"),
    unread("drawn-eig-length", spectra, r"\mu_k", "=", rf"{EIG}(S)", "m numbers, and n"),
    either("drawn-eig-many", spectra, rf"|{EIG}(S)|", "=", "n", "no subset"),
    either("drawn-eig-set", spectra, rf"{EIG}(S)", "=", rf"{EIG}(S^\top)", "sets are not compared"),
    # sequences by their first member and the step
    true("drawn-sequence", sequences, "a_t", "=", r"b_t + \sum_{i=1}^{t-1}(\prod_{j=i+1}^t c_j)b_i", **STEPS),
    false("drawn-sequence-late", sequences, "a_t", "=", r"b_t + \sum_{i=2}^{t-1}(\prod_{j=i+1}^t c_j)b_i", "the first is missing", **STEPS),
    false("drawn-sequence-factors", sequences, "a_t", "=", r"b_t + \sum_{i=1}^{t-1}(\prod_{j=i}^t c_j)b_i", "a factor too many", **STEPS),
    false("drawn-sequence-start", sequences, "a_t", "=", r"b_t + \sum_{i=1}^{t-1}(\prod_{j=i+1}^t c_j)b_i", "any first member", given=STEPS["given"][1:]),
]  # fmt: skip
