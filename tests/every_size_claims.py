"""Claims for the prover in index notation: false ones, which must not be proved, beside true ones.

The first false ones are those on which a prototype went wrong, or might have.
"""

from mlbook.derive import index, matrix, scalar, subset, vector
from tests.statements.entry import false, true

W, V, ONES = r"\mathbf{w}", r"\mathbf{v}", r"\mathbf{1}"


def nouns():
    """Names of every kind, over sizes that are not tied to each other."""
    return (
        *(scalar(letter) for letter in ("a", "b", "c", "t")),
        scalar("p", positive=True),
        scalar("r", positive=True),
        scalar(r"\lambda"),
        scalar("x_i", over={"i": "n"}),
        scalar("z_i", over={"i": "n"}),
        scalar("y_j", over={"j": "d"}),
        scalar("h_g", over={"g": "q"}),
        scalar("o_s", over={"s": "q"}),
        scalar("u_m", over={"m": "n"}),
        scalar("w_l", over={"l": "C"}),
        scalar(r"\pi_i", over={"i": "n"}, positive=True),
        scalar(r"\lambda_j", over={"j": "d"}, decreasing=True),
        index("k_i", "C", over={"i": "n"}),
        subset("I_l", "n", over={"l": "C"}),
        vector(W, "d"),
        vector(V, "d"),
        vector(ONES, "n", ones=True),
        vector(r"\mathbf{v}_j", "d", over={"j": "d"}, orthonormal=True),
        *(matrix(letter, "d", "d") for letter in ("A", "B", "F")),
        matrix("S", "d", "d", symmetric=True),
        matrix("I", "d", "d", identity=True),
        matrix("E", "n", "n", identity=True),
        matrix("X", "n", "d"),
        matrix("U", "d", "q", orthonormal=True),
        matrix("Q", "d", "d", orthonormal=True),
    )


LEAF = r"I_l = \{i \mid k_i = l\}"
FALSE = [
    ("n^2 + 24", "=", "10n", {}),
    ("(d-3)(d-4)\\operatorname{tr}(A)", "=", "0", {}),
    (r"\operatorname{tr}(I)", "=", "3", {}),
    ("UU^\\top", "=", "I", {}),
    ("UU^\\top", "=", "I", {"given": ["q < d"]}),
    (rf"{ONES}^\top{ONES}", "=", "4", {}),
    (r"\operatorname{tr}(ABF)", "=", r"\operatorname{tr}(AFB)", {}),
    ("AB", "=", "BA", {}),
    (r"\sum_i x_i\sum_i z_i", "=", r"\sum_i x_iz_i", {}),
    ("(A + B)^{-1}", "=", "A^{-1} + B^{-1}", {}),
    ("(AB)^{-1}", "=", "A^{-1}B^{-1}", {}),
    ("(A^{-1} + B)^{-1}", "=", "(A^{-1} + F)^{-1}", {}),
    (r"X(X^\top X)^{-1}X^\top", "=", "E", {"given": [r"n \ge d"]}),
    (r"\operatorname{tr}(X(X^\top X)^{-1}X^\top)", "=", "d", {}),
    (rf"{W}^\top S{W}", "=", r"\lambda", {"given": [rf"S{W} = \lambda{W}"]}),
    (r"\operatorname{tr}(A)", "=", "0", {"given": [r"(d-3)\operatorname{tr}(A) = 0"]}),
    (r"\operatorname{tr}(A)", "=", "0", {"given": [r"(n-1)\operatorname{tr}(A) = 0"]}),
    (r"\operatorname{tr}(A)", "=", "0", {"given": [r"c\operatorname{tr}(A) = 0"]}),
    (r"\sum_{j=1}^{q}\mathbf{v}_j\mathbf{v}_j^\top", "=", "I", {"given": [r"q \le d"]}),
    (r"\sum_{j=1}^{d-1}\mathbf{v}_j\mathbf{v}_j^\top", "=", "I", {}),
    (r"\sum_{j=2}^{d}\mathbf{v}_j\mathbf{v}_j^\top", "=", "I", {}),
    (r"\sum_{l=1}^{C}\sum_{i\in I_l}x_iw_l", "=", r"\sum_i x_i\sum_{l=1}^{C}w_l", {"define": LEAF}),
    (r"\sqrt{c^2}", "=", "c", {}),
    (r"\sqrt{x_i^2}", "=", "x_i", {}),
    (r"\log t^2", "=", r"2\log t", {}),
    (r"\log(ab)", "=", r"\log a + \log b", {}),
    (r"\frac{\partial h_gh_s}{\partial h_g}", "=", "h_s", {}),
    (r"\frac{\partial}{\partial x_i}\Bigl(\sum_{i=1}^{n}x_i^2\Bigr)", "=", "x_i", {}),
    (r"\sum_i\pi_ix_i^2", ">", "0", {}),
    (r"\sum_j(\lambda_2 - \lambda_j)y_j^2", ">=", "0", {"given": [r"d \ge 2"]}),
    (r"\sum_j(\lambda_j - \lambda_1)y_j^2", ">=", "0", {}),
    (r"x_i^2", "=", "1", {"given": ["C < n", "x_l^2 = 1"]}),
    (r"\frac{1}{1 + e^{-a}}", "=", r"\frac{e^a}{2}", {}),
    (r"\frac{1}{1 + e^{-a}}", "=", r"\frac{1}{1 + e^{a}}", {}),
    (r"e^{a + b}", "=", r"e^a + e^b", {}),
    (r"\frac{1}{n-1}\sum_ix_i", "=", r"\frac{2}{2n-2}\sum_ix_i", {}),
    (r"\lambda_2", "=", r"\lambda_2", {}),
    (r"x_{n-1} - x_{n-1}", "=", "0", {}),
    (r"\sum_{i=1}^{n}x_{i+1} - \sum_{i=1}^{n}x_{i+1}", "=", "0", {}),
    (r"\sum_{i=1}^{n-1}x_i", "=", r"\sum_{i=1}^{n}x_i", {}),
    (r"\sum_{i=2}^{n}(x_i - x_{i-1})", "=", "x_n", {}),
    (r"\sum_{i=1}^{n}\sum_{m=1}^{i}x_m", "=", r"\sum_{m=1}^{n}(n - m)x_m", {}),
    (r"\sum_{i=1}^{n}i", "=", r"\frac{n(n-1)}{2}", {}),
    (r"\sum_{j=1}^{d}1", "=", "n", {}),
    (r"\mathbb{1}[k_i = 1]", "=", "1", {}),
    (r"\sum_{l=1}^{C}\mathbb{1}[k_i = l]w_l", "=", r"\sum_{l=1}^{C}w_l", {}),
    (r"w_{k_i}w_{k_m}", "=", "w_{k_i}^2", {}),
    (r"\frac{1}{\lvert I_l\rvert}\sum_{i\in I_l}2x_i", "=", r"\frac{2}{\lvert I_l\rvert}\sum_{i\in I_l}x_i", {"define": LEAF}),
    (r"\lvert a\rvert\lvert b\rvert", "=", "ab", {}),
    (r"\lvert a + b\rvert", "<=", r"a + b", {}),
    (r"a^2 + b^2", ">=", r"3ab", {}),
    (rf"\lVert{W} + {V}\rVert^2", "=", rf"\lVert{W}\rVert^2 + \lVert{V}\rVert^2", {}),
    (rf"{W}^\top A{W}", "=", rf"{W}^\top S{W}", {}),
    (rf"{W}^\top A{V}", "=", rf"{V}^\top A{W}", {}),
    (rf"\nabla_{{{W}}}({W}^\top A{W})", "=", rf"2A{W}", {}),
    (rf"\nabla^2_{{{W}}}({W}^\top A{W})", "=", "2A", {}),
    (r"\operatorname{tr}(Q)", "=", "d", {}),
    (r"Q", "=", r"Q^\top", {}),
    (r"U^\top AU", "=", r"U^\top A^\top U", {}),
    (r"x_i - x_m", "=", "0", {}),
    (r"\prod_i p", "=", "p", {}),
    (r"\prod_i\pi_i", "=", r"\sum_i\pi_i", {}),
    (r"\log\sum_i\pi_i", "=", r"\sum_i\log\pi_i", {}),
    (r"p\log\frac pr", ">=", r"0", {}),
    (r"\log p", ">=", r"p - 1", {}),
    (r"\frac ap + \frac ar", "=", r"\frac{a}{p + r}", {}),
    (r"\arg\min_{a} a^2 - 2ab", "=", "-b", {}),
    (r"\arg\min_{a} a^3", "=", "0", {}),
]  # fmt: skip
TRUE = [
    (r"\operatorname{tr}(I)", "=", "d", {}),
    (r"U^\top U\,U^\top", "=", r"U^\top", {}),
    (r"QQ^\top", "=", "I", {}),
    (r"\operatorname{tr}(ABF)", "=", r"\operatorname{tr}(FAB)", {}),
    (r"\sum_{j=1}^{d}\mathbf{v}_j\mathbf{v}_j^\top", "=", "I", {}),
    (r"\operatorname{tr}(X(X^\top X)^{-1}X^\top)", "=", "d", {"given": [r"n \ge d"]}),
    (r"\sum_{i=2}^{n}(x_i - x_{i-1})", "=", "x_n - x_1", {}),
    (r"\sum_{i=1}^{n}i", "=", r"\frac{n(n+1)}{2}", {}),
    (r"\sum_{l=1}^{C}\sum_{i\in I_l}x_i", "=", r"\sum_i x_i", {"define": LEAF}),
    (r"\sum_{l=1}^{C}\mathbb{1}[k_i = l]w_l", "=", "w_{k_i}", {}),
    (r"e^{w_{k_i}}", "=", r"\sum_{l=1}^{C}\mathbb{1}[k_i = l]e^{w_l}", {}),
    (r"\frac{\partial h_gh_s}{\partial h_g}", "=", r"h_s + h_g\mathbb{1}[g = s]", {}),
    (rf"\nabla_{{{W}}}({W}^\top A{W})", "=", rf"A{W} + A^\top{W}", {}),
    (r"\frac{1}{1 + e^{-a}}", "=", r"\frac{e^a}{1 + e^{a}}", {}),
    (r"\sqrt{c^2}", "=", r"\lvert c\rvert", {}),
    (r"\prod_i p", "=", "p^n", {}),
    (r"\log\prod_i\pi_i", "=", r"\sum_i\log\pi_i", {}),
    (r"\sum_j(\lambda_1 - \lambda_j)y_j^2", ">=", "0", {}),
    (rf"{W}^\top S{W}", "=", r"\lambda", {"given": [rf"S{W} = \lambda{W}", rf"{W}^\top{W} = 1"]}),
    (r"\sum_{j=1}^{q}y_j + \sum_{j=q+1}^{d}y_j", "=", r"\sum_jy_j", {"given": [r"q \le d"]}),
    (r"\arg\min_{a} a^2 - 2ab", "=", "b", {}),
]  # fmt: skip


def entries():
    """All claims, as entries of a corpus."""
    for made, claims in ((false, FALSE), (true, TRUE)):
        for n, (left, sign, right, more) in enumerate(claims, 1):
            yield made(f"{made.__name__}-{n}", nouns, left, sign, right, "it fails", **more)
