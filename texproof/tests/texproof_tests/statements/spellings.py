"""What other books print: their spellings of transposes, norms, means, primes, sums and sizes."""

from texproof import function, matrix, scalar, vector

from .entry import either, false, true, unread
from .symbols import common


def others():
    """Names as other books have them, of sizes by letters of their own."""
    return [
        scalar("x"), scalar("a"), scalar("b"), scalar("p", positive=True), function("f", 1),
        function("g", 1), vector("w", "D"), vector("t", "N"), matrix("X", "N", "D"),
        matrix("S", "D", "D", symmetric=True), matrix("A", "D", "D"), matrix("B", "D", "D"),
        scalar("x_i^{(k)}", over={"i": "N", "k": "K"}), scalar("y_i", over={"i": "N"}),
        scalar("o_k", over={"k": "K"}), matrix("I", "D", "D", identity=True), vector("c", "n_1"),
        vector("h", r"\ell"), matrix("R", "3", "3"), scalar("U", random="S"),
        scalar("V", random="V"), vector("u", "D"),
    ]  # fmt: skip


LOGISTIC = r"g(x) = \frac{1}{1 + e^{-x}}"
SQUARE = "f(x) = a x^2"

ENTRIES = [
    # transposes
    true("spell-transposes", others, r"(AB)^{\mathrm T}", "=", r"B^\intercal A^{\mathsf T}"),
    false("spell-transposes-order", others, r"(AB)^{\rm T}", "=", "A^T B^T", "the order turns"),
    true("spell-prime", others, "w' S w", "=", r"\operatorname{Tr}(S w w^{\prime})"),
    false("spell-prime-outer", others, "w'w", "=", r"\mathrm{tr}(S)", "another number"),
    true("spell-inverse-transposed", others, r"|A|A^{-T}A^T", "=", "|A|I"),
    false("spell-inverse-transposed-not", others, r"A^{-T}A", "=", "I", "the inverse of the transpose"),
    # determinants and traces
    true("spell-det", others, r"\operatorname{det}(AB)", "=", "|A||B|"),
    false("spell-det-modulus", others, r"|-A|", "=", "|A|", "odd sizes turn the sign"),
    false("spell-det-sign", others, "|A|", r"\geqslant", "0", "a determinant may be negative"),
    true("spell-det-sign-modulus", others, r"|\det A|", r"\geq", "0"),
    false("spell-det-sum", others, "|A + B|", r"\leq", "|A| + |B|", "no triangle of determinants"),
    true("spell-trace", others, r"\text{tr}(AB)", "=", r"\operatorname{trace}(BA)"),
    false("spell-trace-product", others, r"\mathrm{Tr}(AB)", "=", r"\mathrm{Tr}(A)\mathrm{Tr}(B)", "no product"),
    # norms and bars
    true("spell-norm", others, r"||w||^2_2", "=", r"\|w\|^2"),
    true("spell-norm-factor", others, r"a\|w\|^2 + b\Vert w\Vert^2", "=", r"(a + b)\left\|w\right\|_2^2"),
    false("spell-norm-squared", others, r"||w||", "=", r"w^T w", "the square is missing"),
    true("spell-norm-frobenius", others, r"\|X\|_F^2", "=", r"\operatorname{Tr}(X^T X)"),
    false("spell-norm-one", others, r"\|w\|_1", r"\leq", r"\|w\|_2", "the other way round"),
    true("spell-bars", others, "|a||b|", "=", "|ab|"),
    false("spell-bars-inside", others, "|a - b|", "=", "||a| - |b||", "only at least"),
    unread("spell-bars-unclear", others, "|a|b|x|", "=", "|a|b|x|", "|a| b |x|, or |a |b| x|"),
    # signs as arguments
    true("spell-le", others, "-p", r"\le", "p"),
    true("spell-leqslant", others, "-p", r"\leqslant", "p"),
    false("spell-geq", others, "-p", r"\geq", "p", "p is above 0"),
    either("spell-no-sign", others, "a", r"\sim", "a", "no relation of the language"),
    # primes of functions
    true("spell-slope", others, r"\partial_x f(2x)", "=", "2f'(2x)"),
    false("spell-slope-inner", others, r"\partial_x f(2x)", "=", "f'(2x)", "the inner derivative"),
    true("spell-slope-second", others, r"\partial_x^2 f(ax)", "=", "a^2f''(ax)"),
    false("spell-slope-second-inner", others, r"\partial_x^2 f(ax)", "=", "af''(ax)", "twice"),
    true("spell-slope-defined", others, "f'(b)", "=", "2ab", define=SQUARE),
    false("spell-slope-of-value", others, "f'(x^2)", "=", "4ax^3", "that is the derivative by x", define=SQUARE),
    false("spell-slope-parameter", others, "f'(a)", "=", "3a^2", "a in the body is no argument", define=SQUARE),
    true("spell-slope-parameter-right", others, "f'(a)", "=", "2a^2", define=SQUARE),
    true("spell-slope-logistic", others, "g'(x)", "=", "g(x)(1 - g(x))", define=LOGISTIC),
    false("spell-slope-logistic-sign", others, "g'(x)", "=", "g(x)(1 + g(x))", "the sign", define=LOGISTIC),
    false("spell-slope-corner", others, "f'(0)", "=", "0", "a corner at 0", define=r"f(x) = |x|"),
    false("spell-slope-outside", others, "f'(-p)", "=", r"-\frac1p", "no logarithm of -p, so no slope", define=r"f(x) = \log x"),
    true("spell-slope-inside", others, "f'(p)", "=", r"\frac1p", define=r"f(x) = \log x"),
    false("spell-slope-root", others, "f'(-p)f'(-p)", "=", r"-\frac{1}{4p}", "no root of -p", define=r"f(x) = \sqrt x"),
    unread("spell-slope-two", lambda: [function("f", 2), scalar("x")], "f'(x, x)", "=", "0", "by which argument?"),
    # scripts in either order
    true("spell-scripts", others, "x^{(k)}_i", "=", "x_i^{(k)}"),
    false("spell-scripts-exchanged", others, "x^{(1)}_2", "=", "x_1^{(2)}", "indices exchanged", given=[r"N \ge 2", r"K \ge 2"]),
    true("spell-scripts-power", others, "y^2_i", "=", "y_iy_i"),
    either("spell-scripts-transposed", others, r"A^\top_{12}", "=", "A_{12}", "of the entry, or an entry of the other", given=[r"D \ge 2"]),
    # sums
    true("spell-sum-bare", others, r"\sum y_i", "=", r"\sum_{i=1}^{N} y_i"),
    false("spell-sum-bare-product", others, r"\sum y_i^2", "=", r"\sum y_i\sum y_i", "no product of sums"),
    unread("spell-sum-bare-free", others, r"\sum y_i - y_i", "=", "0", "i is bound and free"),
    true("spell-softmax", others, r"\sum_k\frac{e^{o_k}}{\sum_j e^{o_j}}", "=", "1"),
    false("spell-softmax-free", others, r"\frac{e^{o_k}}{\sum_j e^{o_j}}", "=", "1", "one of K"),
    # sizes by any letter
    true("spell-size", others, r"\operatorname{tr}(I)", "=", "D"),
    false("spell-size-other", others, r"\operatorname{tr}(I)", "=", "N", "another size"),
    false("spell-size-script", others, r"\sum_{i=1}^{n_1} 1", "=", r"\ell", "another size"),
    true("spell-size-script-right", others, r"\sum_{m=1}^{n_1} c_m", "=", r"c^T c - c^T c + \sum_{m=1}^{n_1} c_m"),
    false("spell-size-one", others, r"\sum_i y_i", "=", "y_1", "true for N = 1 alone"),
    true("spell-size-whole", others, r"\operatorname{tr}(R)", "=", "R_{11} + R_{22} + R_{33}"),
    false("spell-size-whole-less", others, r"\operatorname{tr}(R)", "=", "R_{11} + R_{22}", "there is a third"),
    true("spell-normal-equations", others, r"\nabla_w\|Xw - t\|^2", "=", r"2X^T(Xw - t)"),
    false("spell-normal-equations-sign", others, r"\nabla_w\|Xw - t\|^2", "=", r"2X^T(Xw + t)", "the sign"),
    # means
    true("spell-variance", others, r"\mathrm{Var}(U)", "=", r"\mathrm{E}(U^2) - \mathrm{E}(U)^2"),
    false("spell-variance-sign", others, r"\operatorname{var}[U]", "=", r"\operatorname{E}[U^2] + E[U]^2", "the sign"),
    true("spell-given", others, r"\mathbb E[UV | V]", "=", r"V\mathrm{E}[U]"),
    false("spell-given-mean", others, r"\mathbb E[UV | V]", "=", r"\mathrm{E}[U]\mathrm{E}[V]", "V is held fixed"),
    # dots
    true("dots-sum", others, r"y_1 + \dots + y_N", "=", r"\sum_i y_i"),
    false("dots-sum-start", others, r"y_2 + \dots + y_N", "=", r"\sum_i y_i", "y_1 is missing"),
    true("dots-sum-second", others, r"y_1^2 + y_2^2 + \cdots + y_N^2", "=", r"\sum_i y_i^2"),
    true("dots-numbers", others, r"1 + 2 + \dots + N", "=", r"\frac{N(N + 1)}{2}"),
    false("dots-numbers-less", others, r"1 + 2 + \dots + N", "=", r"\frac{N(N - 1)}{2}", "N is there"),
    true("dots-geometric", others, r"(1 - x)(1 + x + x^2 + \dots + x^N)", "=", "1 - x^{N+1}"),
    false("dots-geometric-end", others, r"(1 - x)(1 + x + x^2 + \dots + x^N)", "=", "1 - x^N", "one more"),
    true("dots-neighbours", others, r"y_1y_2 + \dots + y_{N-1}y_N", "=", r"\sum_{k=1}^{N-1} y_ky_{k+1}"),
    unread("dots-steps", others, r"y_1 + y_3 + \dots + y_N", "=", r"\sum_i y_i", "every second, or all"),
    unread("dots-reversed", others, r"y_1y_N + \dots + y_Ny_1", "=", "0", "indices against each other"),
    unread("dots-signs", others, r"y_1 - y_2 + \dots + y_N", "=", r"\sum_i y_i", "signs that alternate"),
    unread("dots-no-family", others, r"a + \dots + b", "=", "a", "no family"),
    true("dots-product", others, r"y_1y_2\cdots y_N", "=", r"\prod_i y_i"),
    false("dots-product-factor", others, r"2y_1\cdots y_N", "=", r"\prod_i 2y_i", "one 2 alone"),
    unread("dots-product-more", others, r"y_1 \cdots y_N a", "=", "a", "which factors?"),
    true("dots-column", others, r"(y_1, \dots, y_N)^T", "=", "t", given=["y_i = t_i"]),
    false("dots-column-other", others, r"(y_1, \dots, y_N)^T", "=", "t", "any column"),
    true("dots-column-norm", others, r"\|(y_1, \dots, y_N)\|^2", "=", r"\sum_i y_i^2"),
    either("dots-column-twice", others, r"(y_1, \dots, y_N)^T(y_1, \dots, y_N)", "=", r"\sum_i y_i^2", "row times row, or column times column"),
    true("list-column", lambda: [scalar("a"), scalar("b"), vector("z", 2)], "(a, b)^T", "=", r"\begin{pmatrix} a \\ b \end{pmatrix}"),
    # remarks at braces, sized bars, conjugates, sums over several letters
    true("spell-underbrace", others, r"a + \underbrace{x b}_{= b x} - \overbrace{p}^{\text{price}}", "=", "a + xb - p"),
    false("spell-underbrace-order", others, r"a + \underbrace{x b}_{\geq 0}", "=", "a + xb", "of two numbers of any sign"),
    false("spell-underbrace-left", others, r"a + \overbrace{x b}^{b}", "=", "a + xb", "what stands over the brace is another number"),
    false("spell-underbrace-words", others, r"a + \underbrace{x b}_{\text{positive}}", "=", "a + xb", "words that claim"),
    false("spell-underbrace-said", others, r"a + \underbrace{x b}_{= 0}", "=", "a", "what is said at a brace is no hypothesis"),
    unread("spell-underbrace-sum", others, r"a\underbrace{b + x}_{p}", "=", "ab + x", "the brace holds a sum"),
    unread("spell-underbrace-power", others, r"\underbrace{ab}_{p}^2", "=", "ab^2", "of all that the brace holds"),
    true("spell-sized-bars", others, r"\Big|\Big| w - u \Big|\Big|_2^2", "=", "w^Tw - 2w^Tu + u^Tu"),
    false("spell-sized-bars-sign", others, r"\Big|\Big| w - u \Big|\Big|^2", "=", "w^Tw + 2w^Tu + u^Tu", "the sign"),
    true("spell-bars-two-sizes", others, r"\Big|\,|A|\,\Big|^2", "=", r"\det(A)^2"),
    false("spell-bars-two-sizes-norm", others, r"\Big|\,|A|\,\Big|^2", "=", r"\operatorname{tr}(A^TA)", "no norm"),
    true("spell-conjugate", others, r"(AB)^H", "=", r"B^{\mathrm H} A^\top"),
    false("spell-conjugate-order", others, r"(AB)^H", "=", "A^H B^H", "the order turns"),
    unread("spell-conjugate-number", others, r"p^H", "=", "p", "a power, where H may be anything"),
    true("sum-three-letters", others, r"\sum_{i k} y_i o_k", "=", r"\sum_i y_i \sum_k o_k"),
    false("sum-three-letters-once", others, r"\sum_{i, k} (y_i + o_k)", "=", r"\sum_i y_i + \sum_k o_k", "each as often as the other has values"),
    unread("sum-letter-twice", others, r"\sum_{i i} y_i", "=", r"\sum_i y_i", "one letter has one value"),
    true("spell-approx", others, r"(1 - x)^{-1}", r"\cong", "1 + x", order=("x", 1)),
    false("spell-approx-order", others, r"(1 - x)^{-1}", r"\simeq", "1 + x", "x^2 is missing", order=("x", 2)),
    # letters that share a font
    unread("spell-font", common, r"\mathbf{wv}", "=", r"\mathbf{w}^\top\mathbf{v}", "column times column"),
    unread("spell-lg", others, r"\lg p", "=", r"\log p", "base 2 or 10"),
]  # fmt: skip
