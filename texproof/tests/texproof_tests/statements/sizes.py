"""Sizes, parities and ranks: what holds at some lengths only."""

from texproof import Derivation, matrix, scalar, vector

from .entry import EITHER, action, either, false, true
from .symbols import common

TRACE = r"\operatorname{tr}(X(X^\top X)^{-1}X^\top)"
HAT = "assume(n >= d); H = X @ inv(X.T @ X) @ X.T |"
N_D = [r"n \ge d"]


def orthonormal():
    return [
        matrix("W", "d", "q", orthonormal=True), matrix("I_q", "q", "q", identity=True),
        matrix("I", "d", "d", identity=True), vector(r"\mathbf{x}", "d"),
        scalar(r"\sigma_j", over={"j": "d"}, positive=True, decreasing=True),
    ]  # fmt: skip


def forest():
    return [scalar("a", positive=True), vector("g", "m"), vector("x", "d"), vector("l", "k")]


def growing():
    return [
        vector("w", "d"), matrix("A", "d", "d"), matrix("X", "n", "p"), vector("z", "m"),
        scalar("r", positive=True), scalar("x_i", over={"i": "n"}),
    ]  # fmt: skip


def blocks():
    return Derivation(
        matrix("A", "n", "d"), matrix("B", "r", "d"), matrix("C", "s", "d"),
        vector(r"\mathbf{u}", "n"), vector(r"\mathbf{b}", "r"), vector(r"\mathbf{c}", "s"),
        sizes={"r": (1, 2), "s": (2, 3), "d": (2, 3), "n": (3, 5)},
    )  # fmt: skip


BLOCKS = [
    r"A = \begin{pmatrix} B \\ C \end{pmatrix}",
    r"\mathbf{u} = \begin{pmatrix} \mathbf{b} \\ \mathbf{c} \end{pmatrix}",
]

W2 = r"\lVert w\rVert^2"

ENTRIES = [
    # sizes that grow
    false("size-power", growing, f"2^d{W2}", "<=", f"(d^2 + 1){W2}", "d = 5"),
    true("size-power-above", growing, f"2^d{W2}", ">=", f"d{W2}"),
    false("size-power-det", growing, r"2^d\det(A)^2", "<=", r"(d^2 + 1)\det(A)^2", "d = 5"),
    false("size-binomial-power", growing, rf"\binom{{2d}}{{d}}{W2}", "<=", f"3^d{W2}", "d = 5"),
    false("size-factorial", growing, f"d!{W2}", "<=", f"3^d{W2}", "d = 7"),
    false("size-limit", growing, rf"{W2}\sum_{{j=1}}^{{d}}\frac1{{j^2}}", "<=", rf"\frac32{W2}", "d = 7"),
    false("size-sum-tie", growing, "r(n + d - m)^2", ">", "0", "m = n + d"),
    false("size-pythagoras", growing, "r(n^2 + d^2 - m^2)^2", ">", "0", "3, 4, 5"),
    false("size-three", growing, "r((n - 2)^2 + (d - 3)^2 + (m - 1)^2)", ">", "0", "2, 3, 1"),
    false("size-far", growing, r"\operatorname{tr}(X^\top X)", ">=", "n - p - 5", "X = 0, n = 7, p = 1"),
    true("size-far-near", growing, r"n + \operatorname{tr}(X^\top X)", ">", "0"),
    false("size-million", growing, "n", "<=", "10^6", "n = 1,000,001"),
    false("size-five-apart", growing, "(n - p)(n - p - 1)(n - p + 1)(n - p - 2)(n - p + 2)", "=", "0", "n = p + 3", given=[r"n \ge p"]),
    true("size-many", growing, r"\frac{1}{n - 5}\sum_i 2x_i", "=", r"\frac{2}{n - 5}\sum_i x_i", given=[r"n \ge 6"]),
    false("size-many-more", growing, "n", ">=", "7", "n = 6", given=[r"n \ge 6"]),
    # ties between sizes
    false("size-tie-1", common, "2d", "=", "n + 2", "d and n are free", "| 2*d | n+2"),
    false("size-tie-2", common, "n - d", "=", "d - 2", "d and n are free", "| n-d | d-2"),
    false("size-tie-3", common, "d - q", "=", "1", "d and q are free", "| d-q | 1"),
    false("size-tie-4", common, "n^2 + 24", "=", "10n", "only n = 4 and n = 6", "| n**2+24 | 10*n"),
    false("size-tie-5", common, "d^2 + 12", "=", "7d", "only d = 3 and d = 4", "| d**2+12 | 7*d"),
    false("size-tie-6", common, "M + 1", "=", "n", "M and n are free", "| M+1 | n"),
    false("size-tie-7", common, "(K - 3)(K - 4)", "=", "0", "K is free", "| (K-3)*(K-4) | 0"),
    false("size-tie-8", common, "(n - 1)(n - 2)(n - 3)(n - 4)(n - 5)(n - 6)", "=", "0",
          "a polynomial with as many zeros as sizes that are likely tried",
          "| np.prod([n+2-k for k in range(1, 7)]) | 0"),
    false("size-tie-9", common, r"\mathbf{1}^\top\mathbf{1}", "=", "2d - 2", "n at the left", "| n | 2*d-2"),
    true("size-one", common, r"\mathbf{1}^\top\mathbf{1}", "=", "n", "", "| one @ one | n"),
    true("size-square", common, "n^2 - d^2", "=", "(n - d)(n + d)", "", "| n**2-d**2 | (n-d)*(n+d)"),
    true("size-binomial", common, r"\frac{n(n - 1)}{2}", "=", r"\frac{n^2 - n}{2}", "", "| n*(n-1)/2 | (n*n-n)/2"),
    true("size-sum", common, r"\sum_{i=1}^n i", "=", r"\frac{n(n + 1)}{2}", "Gauss", "| sum(range(1, n+1)) | n*(n+1)/2"),
    false("size-sum-wrong", common, r"\sum_{i=1}^n i", "=", r"n + 6", "only n = 4", "| sum(range(1, n+1)) | n+6"),
    true("size-odd-sum", common, r"\sum_{i=1}^n (2i - 1)", "=", "n^2", "", "| sum(2*i-1 for i in range(1, n+1)) | n*n"),
    false("size-sum-constant", common, r"\sum_{i=1}^n 1", "=", "d + 1", "n against d", "| n | d+1"),
    true("size-sum-ones", common, r"\sum_{i=1}^n 1", "=", "n", ""),
    false("size-trace-identity", common, r"\operatorname{tr}(I)", "=", "n - 1", "d", "| d | n-1"),
    true("size-trace-identity-right", common, r"\operatorname{tr}(I)", "=", "d", "", "| tr(I) | d"),
    # degrees of freedom
    false("freedom-wrong-size", common, TRACE, "=", r"\frac n2 + 1", "the trace is d; n = 5, d = 2: 2 and 7/2",
          HAT + "tr(H) | n/2+1"),
    false("freedom-without-condition", common, TRACE, "=", "d", "undefined for n < d"),
    true("freedom", common, TRACE, "=", "d", "", HAT + "tr(H) | d", given=N_D),
    false("freedom-wrong-condition", common, TRACE, "=", "d", "undefined for n < d still", given=[r"n \ge 2"]),
    false("freedom-condition-turned", common, TRACE, "=", "d", "undefined for n < d", given=[r"n \le d"]),
    true("residual-freedom", common, r"\operatorname{tr}(I_n - X(X^\top X)^{-1}X^\top)", "=", "n - d", "",
         HAT + "tr(In-H) | n-d", given=N_D),
    false("residual-freedom-wrong", common, r"\operatorname{tr}(I_n - X(X^\top X)^{-1}X^\top)", "=", "d - 2", "n - d",
          HAT + "tr(In-H) | d-2", given=N_D),
    false("hat-idempotent-without-condition", common, r"X^\top X(X^\top X)^{-1}X^\top\mathbf{y}", "=", r"X^\top\mathbf{y}",
          "undefined for n < d"),
    true("hat-idempotent", common, r"X^\top X(X^\top X)^{-1}X^\top\mathbf{y}", "=", r"X^\top\mathbf{y}", "",
         "assume(n >= d) | X.T @ X @ inv(X.T @ X) @ X.T @ yv | X.T @ yv", given=N_D),
    # tails
    false("tail-one", common, r"\sum_{j>q}\lambda_j", "=", r"\lambda_d", "only d - q = 1", "assume(q < d) | sum(lam[q:]) | lam[-1]"),
    false("tail-square", common, r"\sum_{j>q}\lambda_j^2", "=", r"\Bigl(\sum_{j>q}\lambda_j\Bigr)^2", "only d - q = 1",
          "| sum(lam[q:]**2) | sum(lam[q:])**2"),
    false("tail-positive", common, r"\sum_{j>q}\lambda_j", ">", "0", "an empty tail at q = d", "| sum(lam[q:]) | 0"),
    true("tail-nonnegative", common, r"\sum_{j>q}\lambda_j", ">=", "0", "", "| sum(lam[q:]) | 0"),
    true("tail-positive-condition", common, r"\sum_{j>q}\lambda_j", ">", "0", "", "assume(d > q) | sum(lam[q:]) | 0", given=["d > q"]),
    true("tail-split", common, r"\sum_j\lambda_j", "=", r"\sum_{j\le q}\lambda_j + \sum_{j>q}\lambda_j", "",
         "| sum(lam) | sum(lam[:q]) + sum(lam[q:])"),
    false("tail-largest", common, r"\sum_{j>q}\lambda_j", "<=", r"\lambda_1", "d = 5, q = 1 and equal members: 4 λ_1",
          "| sum(lam[q:]) | lam[0]"),
    true("tail-bound", common, r"\sum_{j>q}\lambda_j", "<=", r"\sum_j\lambda_j", "", "| sum(lam[q:]) | sum(lam)"),
    # parity
    false("parity-power", common, "(-1)^n", "=", "1", "n odd", "| (-1)**n | 1"),
    true("parity-even", common, "(-1)^{2n}", "=", "1", "", "| (-1)**(2*n) | 1"),
    true("parity-square", common, "((-1)^n)^2", "=", "1", "", "| ((-1)**n)**2 | 1"),
    false("parity-product", common, r"\prod_i(-x_i)", "=", r"\prod_i x_i", "n odd", "| np.prod(-xs) | np.prod(xs)"),
    true("parity-product-right", common, r"\prod_i(-x_i)", "=", r"(-1)^n\prod_i x_i", "", "| np.prod(-xs) | (-1)**n*np.prod(xs)"),
    false("parity-det", common, r"\det(-G)", "=", r"\det(G)", "n odd", "| det(-G) | det(G)"),
    true("parity-det-right", common, r"\det(-G)", "=", r"(-1)^n\det(G)", "", "| det(-G) | (-1)**n*det(G)"),
    false("parity-odd", common, r"\prod_m(-a_m)", "=", r"-\prod_m a_m", "M even", "| np.prod(-am) | -np.prod(am)"),
    false("parity-sum", common, r"\sum_{i=1}^n(-1)^i", "=", "0", "n odd: -1", "| sum((-1)**i for i in range(1, n+1)) | 0"),
    true("parity-sum-right", common, r"\sum_{i=1}^{2n}(-1)^i", "=", "0", "", "| sum((-1)**i for i in range(1, 2*n+1)) | 0"),
    false("parity-scale", common, r"\det(2G)", "=", r"16\det(G)", "2^n det G", "| det(2*G) | 16*det(G)"),
    true("parity-scale-right", common, r"\det(2G)", "=", r"2^n\det(G)", "", "| det(2*G) | 2**n*det(G)"),
    # order of sizes
    false("order-n-d", common, "n", ">", "d", "n <= d", "| n | d"),
    true("order-n-d-given", common, "n", ">", "d", "", "assume(n > d) | n | d", given=["n > d"]),
    false("order-ratio", common, r"\frac dn", "<", "1", "d >= n", "| d/n | 1"),
    true("order-ratio-given", common, r"\frac dn", "<=", "1", "", "assume(n >= d) | d/n | 1", given=N_D),
    false("order-ratio-strict", common, r"\frac dn", "<", "1", "d = n", "assume(n >= d) | d/n | 1", given=N_D),
    false("order-rest", common, r"1 - \frac dn", ">", "0", "d >= n", "| 1-d/n | 0"),
    false("order-min", common, r"\min(n, d)", "=", "d", "n < d", "| min(n, d) | d"),
    true("order-min-given", common, r"\min(n, d)", "=", "d", "", "assume(n >= d) | min(n, d) | d", given=N_D),
    false("order-freedom", common, "n - d - 1", ">=", "0", "n <= d", "| n-d-1 | 0"),
    false("order-square", common, "d^2", ">", "n", "d = 1, n = 5", "| d*d | n"),
    false("order-range", common, r"\sum_{i=d+1}^n 1", "=", "n - d", "n < d: an empty sum", "| max(n-d, 0) | n-d"),
    true("order-range-given", common, r"\sum_{i=d+1}^n 1", "=", "n - d", "", "assume(n >= d) | max(n-d, 0) | n-d", given=N_D),
    true("order-positive", common, "n", ">", "0", "", "| n | 0"),
    true("order-at-least-one", common, "n", ">=", "1", "sizes are at least 1", "| n | 1"),
    false("order-at-least-two", common, "n", ">=", "2", "n = 1", "| n | 2"),
    true("order-product", common, "n d", ">=", "1", "", "| n*d | 1"),
    false("order-product-strict", common, "n d", ">", "1", "n = d = 1", "| n*d | 1"),
    # rank
    false("rank-gram", common, r"\det(XX^\top)", "=", "0", "n <= d", "| det(X @ X.T) | 0"),
    true("rank-gram-given", common, r"\det(XX^\top)", "=", "0", "", "assume(n > d) | det(X @ X.T) | 0", given=["n > d"]),
    false("rank-gram-equal", common, r"\det(XX^\top)", "=", "0", "n = d", "assume(n >= d) | det(X @ X.T) | 0", given=N_D),
    false("rank-scatter", common, r"\det(X^\top X)", ">", "0", "n < d, or columns that depend", "| det(X.T @ X) | 0"),
    false("rank-outer", common, r"\det(\mathbf{w}\mathbf{w}^\top)", "=", "0", "d = 1", "| det(np.outer(w, w)) | 0"),
    true("rank-outer-given", common, r"\det(\mathbf{w}\mathbf{w}^\top)", "=", "0", "", "assume(d >= 2) | det(np.outer(w, w)) | 0",
         given=[r"d \ge 2"]),
    false("rank-lle", common, r"\det(I - \mathbf{w}\mathbf{w}^\top)", "=", "0", "1 - w'w", "| det(I-np.outer(w, w)) | 0"),
    true("rank-lemma", common, r"\det(I + \mathbf{w}\mathbf{v}^\top)", "=", r"1 + \mathbf{v}^\top\mathbf{w}", "",
         "| det(I+np.outer(w, vv)) | 1+vv@w"),
    # small sizes
    false("small-log", common, r"\log(d - 1)", ">", "0", "d = 2, and undefined at d = 1", "assume(d > 1) | log(d-1) | 0"),
    false("small-log-classes", common, r"\log(K - 1)", ">", "0", "K = 2", "assume(K > 1) | log(K-1) | 0"),
    true("small-log-given", common, r"\log(K - 1)", ">", "0", "", "assume(K > 2) | log(K-1) | 0", given=[r"K > 2"]),
    true("small-log-sizes", common, r"\log K", ">=", "0", "", "| log(K) | 0"),
    false("small-fraction", common, r"\frac{1}{d - 2}", ">", "0", "d = 1", "assume(d != 2) | 1/(d-2) | 0"),
    false("small-fraction-undefined", common, r"\frac{1}{n - 1}", ">", "0", "undefined at n = 1"),
    true("small-fraction-given", common, r"\frac{1}{n - 1}", ">", "0", "", "assume(n > 1) | 1/(n-1) | 0", given=[r"n \ge 2"]),
    false("small-others", common, r"\sum_{l\ne k}\pi_l", ">", "0", "K = 1", "| sum(pik[1:]) | 0"),
    true("small-others-weak", common, r"\sum_{l\ne k}\pi_l", ">=", "0", "", "| sum(pik[1:]) | 0"),
    true("small-others-given", common, r"\sum_{l\ne k}\pi_l", ">", "0", "", "assume(K > 1) | sum(pik[1:]) | 0", given=[r"K \ge 2"]),
    false("small-index", common, "(j - 1)(j - 2)(j - 3)(j - 4)", "=", "0", "j runs to d, which may be 5"),
    false("small-index-three", common, "(j - 1)(j - 2)(j - 3)", "=", "0", "j runs to d, which may be 4"),
    false("small-commute", lambda: Derivation(matrix("A", "d", "d"), matrix("B", "d", "d"), sizes={"d": (1, 1)}),
          "AB", "=", "BA", "at d = 1 only", "| A @ B | B @ A"),
    false("small-hall", lambda: Derivation(matrix("A", "d", "d"), matrix("B", "d", "d"), matrix("C", "d", "d"), sizes={"d": (2, 2)}),
          "(AB - BA)(AB - BA)C", "=", "C(AB - BA)(AB - BA)", "Hall's identity is of 2 x 2 matrices",
          "C = A @ A.T + B; L = A @ B - B @ A | L @ L @ C | C @ L @ L"),
    true("small-hall-fixed", lambda: [matrix("A", 2, 2), matrix("B", 2, 2), matrix("C", 2, 2)],
         "(AB - BA)(AB - BA)C", "=", "C(AB - BA)(AB - BA)", "the square of a traceless 2 x 2 matrix is a multiple of I",
         "assume(d == 2); C = A @ A.T + B; L = A @ B - B @ A | L @ L @ C | C @ L @ L"),
    false("small-det-trace", lambda: Derivation(matrix("A", "n", "n"), sizes={"n": (1, 1)}),
          r"\det(A)", "=", r"\operatorname{tr}(A)", "n = 1 only", "| det(A) | tr(A)"),
    false("small-count", lambda: Derivation(scalar("x_i", over={"i": "n"}), sizes={"n": (2, 2)}),
          r"\sum_{i=1}^n 1", "=", "2", "n is free", "| n | 2"),
    false("small-alike", lambda: Derivation(matrix("I_n", "n", "n", identity=True), vector("u", "m"), sizes={"n": (2, 3), "m": (2, 3)}),
          r"\operatorname{tr}(I_n)", "=", "m", "two letters of the same lengths", "| n | d"),
    true("small-cayley", lambda: [matrix("A", 2, 2), matrix("I_2", 2, 2, identity=True)],
         r"AA", "=", r"\operatorname{tr}(A)A - \det(A)I_2", "Cayley and Hamilton at 2",
         "assume(d == 2) | A @ A | tr(A)*A - det(A)*I"),
    false("small-cayley-general", common, "AA", "=", r"\operatorname{tr}(A)A - \det(A)I", "d = 2 only", "| A @ A | tr(A)*A-det(A)*I"),
    # length 1 works
    true("one-norm", lambda: Derivation(vector("w", "d"), matrix("A", "d", "d")), r"\lVert Aw\rVert^2", "=", r"w^\top A^\top Aw", "",
         "| norm(A @ w)**2 | w @ A.T @ A @ w"),
    true("one-transpose", lambda: [vector("w", 1), matrix("A", 1, 1)], r"(Aw)^\top", "=", r"w^\top A^\top", ""),
    # mutants of the book, restated
    false("mutant-binomial", forest, r"\frac{\binom{d - 1}{m - 1}}{\binom dm}", "=", r"\frac{d - 1}{d}", "m/d",
          "from math import comb; m = q; assume(m <= d) | comb(d-1, m-1)/comb(d, m) | (d-1)/d"),
    false("mutant-binomial-condition", forest, r"\frac{\binom{d - 1}{m - 1}}{\binom dm}", "=", r"\frac md", "undefined for m > d"),
    true("mutant-binomial-right", forest, r"\frac{\binom{d - 1}{m - 1}}{\binom dm}", "=", r"\frac md", "",
         "from math import comb; m = q; assume(m <= d) | comb(d-1, m-1)/comb(d, m) | m/d", given=[r"m \le d"]),
    false("mutant-tail", orthonormal, r"\sum_{j=q+1}^d\sigma_j^2", "=", r"\sigma_d^2", "d - q = 1 only",
          "assume(q < d) | sum(lam[q:]**2) | lam[-1]**2"),
    false("mutant-tail-square", orthonormal, r"\sum_{j=q+1}^d\sigma_j^2", "=", r"\Bigl(\sum_{j=q+1}^d\sigma_j\Bigr)^2", "d - q = 1 only",
          "assume(q < d) | sum(lam[q:]**2) | sum(lam[q:])**2"),
    false("mutant-rate", common, r"\frac{n}{n - 1}(K - 1)(M - 1)", "=", r"\frac{n}{n - 1}K(K - 1)", "M for K + 1",
          "assume(n > 1) | n/(n-1)*(K-1)*(M-1) | n/(n-1)*K*(K-1)", given=[r"n \ge 2"]),
    false("mutant-pairs", common, r"\sum_{i=1}^n\sum_{k=1}^n\mathbb{1}[i \ne k]", "=", "n d", "n - 1 for d", "| n*(n-1) | n*d"),
    true("mutant-pairs-right", common, r"\sum_{i=1}^n\sum_{k=1}^n\mathbb{1}[i \ne k]", "=", "n(n - 1)", ""),
    false("mutant-precision", common, r"\frac{\partial}{\partial p}\Bigl(\frac n2\log p\Bigr)", "=", r"\frac{d + 1}{2p}", "n for d + 1",
          "| n/(2*p) | (d+1)/(2*p)"),
    true("mutant-precision-right", common, r"\frac{\partial}{\partial p}\Bigl(\frac n2\log p\Bigr)", "=", r"\frac{n}{2p}", "",
         "| diff(lambda z: n/2*log(z), p) | n/(2*p)"),
    # false far out
    false("far-fraction", lambda: [vector("y", "n")], r"\frac1n", r"\ge", "10^{-9}", "n above a billion"),
    false("far-growth", lambda: [scalar("r", positive=True), vector("y", "n")], "(1 + r)^n", r"\le", "10^9", "r = 2, n = 20"),
    false("far-factorial", lambda: [scalar("r", positive=True), vector("y", "n")], "r + n!", r"\le", "10^{20} + r", "n = 22"),
    # facts against lengths
    false("facts-wide", lambda: [matrix("Q", "d", "n", orthonormal=True)], r"\lVert Q\rVert^2", "=", "d",
          "n where it exists: orthonormal columns need n <= d"),
    false("facts-wide-identity", lambda: [matrix("Q", "d", "n", orthonormal=True), matrix("I", "d", "d", identity=True)],
          r"QQ^\top", "=", "I", "n < d: a projection"),
    true("facts-tall", orthonormal, r"\lVert W\rVert^2", "=", "q", "", given=[r"d \ge q"]),
    false("facts-tall-wrong", orthonormal, r"\lVert W\rVert^2", "=", "d - 1", "q", given=[r"d \ge q"]),
    true("facts-tall-gram", orthonormal, r"W^\top W", "=", "I_q", "", given=[r"d \ge q"]),
    false("facts-tall-outer", orthonormal, r"WW^\top", "=", "I", "q < d", given=[r"d \ge q"]),
    true("facts-tall-projection", orthonormal, r"(WW^\top)(WW^\top)", "=", r"WW^\top", "", given=[r"d \ge q"]),
    false("facts-family-long", lambda: [vector("v_i", "d", over={"i": "n"}, orthonormal=True), matrix("I", "d", "d", identity=True)],
          r"\sum_i v_iv_i^\top", "=", "I", "n members in d dimensions: a projection for n < d, none for n > d"),
    true("facts-family", lambda: [vector("v_j", "d", over={"j": "d"}, orthonormal=True), matrix("I", "d", "d", identity=True)],
         r"\sum_j v_jv_j^\top", "=", "I", "as many as dimensions"),
    action("facts-symmetric-wide", lambda: [matrix("S", "n", "d", symmetric=True)], "declare", expected=EITHER,
           why="a symmetric matrix is square"),
    action("facts-symmetric-orthonormal", lambda: [matrix("S", "d", "d", symmetric=True, orthonormal=True)], "declare",
           expected=EITHER, why="two facts that are built in two ways: one would be lost"),
    # shapes that agree by accident
    either("shape-accident", lambda: [vector("w", "d"), vector("v", "q")], r"w^\top\begin{pmatrix}1\\v\end{pmatrix}", "=",
           r"\begin{pmatrix}1\\v\end{pmatrix}^\top w", "1 + q is not d"),
    either("shape-accident-usual", lambda: [vector("u", "p"), vector("v", "n")], r"u^\top\begin{pmatrix}1\\v\end{pmatrix}", "=",
           r"\begin{pmatrix}1\\v\end{pmatrix}^\top u", "1 + n is p at the usual lengths only"),
    either("shape-accident-chosen", blocks, r"A^\top\mathbf{u}", "=", r"B^\top\mathbf{b} + C^\top\mathbf{c}", "n = r + s at the chosen lengths only", define=BLOCKS),
    true("shape-tied", blocks, r"A^\top\mathbf{u}", "=", r"B^\top\mathbf{b} + C^\top\mathbf{c}", "", define=BLOCKS, given=["n = r + s"]),
    either("shape-tied-wrong", blocks, r"A^\top\mathbf{u}", "=", r"B^\top\mathbf{b} + C^\top\mathbf{c}", "n = r + s", define=BLOCKS, given=["n = r + s + d"]),
    true("shape-block", lambda: [vector("w", "d"), vector("v", "q"), vector("z", "q")],
         r"\begin{pmatrix}1\\v\end{pmatrix}^\top\begin{pmatrix}1\\z\end{pmatrix}", "=", r"1 + v^\top z", ""),
]  # fmt: skip
