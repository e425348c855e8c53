"""True statements, and for each of them false mutants, with the settings in which they are made.

A mutant differs in a sign, a factor, a transpose, a term, an index, n for n - 1, or a hypothesis.
"""

import numpy as np
import pytest

from texproof import Derivation, function, index, matrix, program, scalar, subset, vector


def leaf_weight(G, H, lam):
    return -G / (H + lam)


def sigmoid(F):
    return 0.5 * (1 + np.tanh(0.5 * F))


def covariance(X):
    centred = X - X.mean(axis=0)
    return centred.T @ centred / len(X)


def quadratic():
    """w, S symmetric, A not, and the Lagrangian of PCA."""
    D = Derivation(
        vector(r"\mathbf{w}", "d"), vector(r"\mathbf{v}", "d"), scalar("c_j", over={"j": "d"}),
        matrix("S", "d", "d", symmetric=True), matrix("A", "d", "d"), matrix("B", "d", "d"),
        scalar(r"\lambda"), scalar(r"\mathcal{L}"),
    )  # fmt: skip
    D.define(r"\mathcal{L} = \mathbf{w}^\top S\mathbf{w} - \lambda(\mathbf{w}^\top\mathbf{w} - 1)")
    return D


def sample():
    """A data matrix, its rows, mean and covariance."""
    D = Derivation(
        matrix("X", "n", "d"), matrix("X_c", "n", "d"), matrix("I", "n", "n", identity=True),
        vector(r"\mathbf{1}", "n", ones=True), vector(r"\mathbf{e}_i", "n", over={"i": "n"}, basis=True),
        vector(r"\mathbf{x}_i", "d", over={"i": "n"}), vector(r"\bar{\mathbf{x}}", "d"),
        matrix("S", "d", "d"), vector(r"\mathbf{u}", "d"), program(covariance, "d", "d"),
        vector("y", "n"), vector("b", "d"), vector("c", "d"), scalar(r"\lambda", positive=True),
    )  # fmt: skip
    D.define(r"\mathbf{x}_i = X^\top\mathbf{e}_i")
    D.define(r"\bar{\mathbf{x}} = \frac{1}{n}\sum_{i=1}^n \mathbf{x}_i")
    D.define(r"X_c = \left(I - \frac1n\mathbf{1}\mathbf{1}^\top\right)X")
    D.define(
        r"S = \frac1n\sum_{i=1}^n(\mathbf{x}_i-\bar{\mathbf{x}})(\mathbf{x}_i-\bar{\mathbf{x}})^\top"
    )
    return D


def spectrum():
    """An orthonormal eigenbasis with decreasing eigenvalues, and an approximation."""
    D = Derivation(
        vector(r"\mathbf{u}_j", "d", over={"j": "d"}, orthonormal=True),
        scalar(r"\lambda_j", over={"j": "d"}, decreasing=True),
        matrix("S", "d", "d"), vector(r"\mathbf{w}", "d"), vector(r"\mathbf{x}", "d"),
        vector(r"\tilde{\mathbf{x}}", "d"), matrix("W", "d", "q", orthonormal=True), matrix("I_q", "q", "q", identity=True),
    )  # fmt: skip
    D.define(r"S = \sum_{j=1}^d \lambda_j\mathbf{u}_j\mathbf{u}_j^\top")
    D.define(r"\tilde{\mathbf{x}} = \sum_{j\le q}(\mathbf{x}^\top\mathbf{u}_j)\mathbf{u}_j")
    return D


def leaves():
    """Samples in leaves, with sums of gradients and Hessians."""
    D = Derivation(
        scalar("g_i", over={"i": "n"}), scalar("h_i", over={"i": "n"}, nonnegative=True),
        index(r"q(\mathbf{x}_i)", "T", over={"i": "n"}), scalar(r"w_\ell", over={r"\ell": "T"}),
        subset(r"I_\ell", "n", over={r"\ell": "T"}), scalar(r"\gamma"), scalar(r"\lambda", positive=True),
        scalar(r"G_\ell", over={r"\ell": "T"}), scalar(r"H_\ell", over={r"\ell": "T"}),
        scalar(r"\mathrm{Obj}"), scalar("G"), scalar("H", nonnegative=True), scalar("w"),
        scalar("F"), scalar("y"), program(leaf_weight), program(sigmoid, latex=r"\sigma"),
    )  # fmt: skip
    D.define(r"I_\ell = \{i \mid q(\mathbf{x}_i) = \ell\}")
    D.define(r"G_\ell = \sum_{i\in I_\ell} g_i")
    D.define(r"H_\ell = \sum_{i\in I_\ell} h_i")
    D.define(
        r"\mathrm{Obj} = \sum_{i=1}^n\left[g_i w_{q(\mathbf{x}_i)} + \tfrac12 h_i"
        r" w_{q(\mathbf{x}_i)}^2\right] + \gamma T + \tfrac12\lambda\sum_{\ell=1}^T w_\ell^2"
    )
    return D


def rounds():
    """An unknown loss, its derivatives, and a model that grows by rounds."""
    D = Derivation(
        function("l", 2), scalar("y_i", over={"i": "n"}), scalar(r"\hat{y}_i", over={"i": "n"}),
        scalar("f_i", over={"i": "n"}), scalar("g_i", over={"i": "n"}), scalar("h_i", over={"i": "n"}),
        scalar(r"F_i^{(t)}", over={"i": "n", "t": "M"}), scalar("f_m(x_i)", over={"m": "M", "i": "n"}),
    )  # fmt: skip
    D.define(r"g_i = \frac{\partial l(y_i, \hat{y}_i)}{\partial \hat{y}_i}")
    D.define(r"h_i = \frac{\partial^2 l(y_i, \hat{y}_i)}{\partial \hat{y}_i^2}")
    D.define(r"F_i^{(t)} = \sum_{m=1}^t f_m(x_i)")
    return D


def scalars():
    """Numbers with and without signs."""
    return Derivation(
        scalar("a"), scalar("b"), scalar("p", positive=True), scalar("r", positive=True),
        scalar("s", nonnegative=True), scalar("x_i", over={"i": "n"}), scalar("z_k", over={"k": "K"}),
    )  # fmt: skip


def chance():
    """Random names on two independent sources of chance, D and x."""
    D = Derivation(
        scalar("Y", random="D"), scalar("Z", random="D"), scalar("h"), scalar("t", random=("f", "u")),
        scalar("f", random="f"), vector(r"\mathbf{v}", "d", random="D"), matrix("A", "q", "d"),
        vector(r"\mathbf{b}", "q"), scalar("a"),
    )  # fmt: skip
    return D


def written():
    """Vectors and matrices written out, norms, indicators, integrals."""
    return Derivation(
        scalar("a"), scalar("b"), scalar("x"), scalar("p", positive=True), scalar("r", positive=True),
        vector(r"\mathbf{v}", "d"), vector("z", 2), scalar("p_k", over={"k": "K"}, positive=True),
        index("y_i", "K", over={"i": "n"}), scalar("s"), scalar("t_i", over={"i": "n"}),
        sizes={"K": (2, 3)},
    )  # fmt: skip


EIGEN = [r"S\mathbf{w} = \lambda\mathbf{w}", r"\mathbf{w}^\top\mathbf{w} = 1"]

# (setting, left, relation, right, hypotheses, wrong right sides)
TRUE = [
    (quadratic, r"\nabla_{\mathbf{w}}\mathcal{L}", "=", r"2(S\mathbf{w} - \lambda\mathbf{w})", [],
     [r"2(S\mathbf{w} + \lambda\mathbf{w})", r"S\mathbf{w} - \lambda\mathbf{w}", r"2S\mathbf{w}",
      r"2(S\mathbf{w} - \lambda\mathbf{v})", r"2(A\mathbf{w} - \lambda\mathbf{w})"]),
    (quadratic, r"\nabla_{\mathbf{w}}(\mathbf{w}^\top A\mathbf{w})", "=", r"(A + A^\top)\mathbf{w}", [],
     [r"2A\mathbf{w}", r"2A^\top\mathbf{w}", r"(A - A^\top)\mathbf{w}"]),
    (quadratic, r"\nabla^2_{\mathbf{w}}(\mathbf{w}^\top A\mathbf{w})", "=", r"A + A^\top", [],
     [r"2A", r"A", r"A - A^\top"]),
    (quadratic, r"\frac{\partial \mathcal{L}}{\partial \lambda}", "=", r"1 - \mathbf{w}^\top\mathbf{w}", [],
     [r"\mathbf{w}^\top\mathbf{w} - 1", r"-\mathbf{w}^\top\mathbf{w}"]),
    (quadratic, r"\frac{\partial\,\mathbf{w}^\top A\mathbf{w}}{\partial\mathbf{w}_2}", "=", r"\sum_{j=1}^d(A_{2j} + A_{j2})\mathbf{w}_j", [r"d \ge 2"],
     [r"2\sum_{j=1}^d A_{2j}\mathbf{w}_j", r"\sum_{j=1}^d(A_{1j} + A_{j1})\mathbf{w}_j"]),
    (quadratic, r"\frac{\partial^2\,\mathbf{w}^\top A\mathbf{w}}{\partial\mathbf{w}_1\partial\mathbf{w}_2}", "=", r"A_{12} + A_{21}", [r"d \ge 2"],
     [r"2A_{12}", r"A_{11} + A_{22}"]),
    (quadratic, r"\mathbf{w}^\top S\mathbf{w}", "=", r"\lambda", EIGEN,
     [r"-\lambda", r"2\lambda", r"\lambda^2", r"\lambda\mathbf{w}^\top\mathbf{v}"]),
    (quadratic, r"\mathbf{w}^\top S S\mathbf{w}", "=", r"\lambda^2", EIGEN, [r"\lambda", r"2\lambda^2"]),
    (quadratic, r"(AB)^\top", "=", r"B^\top A^\top", [], [r"A^\top B^\top", r"B A", r"B^\top A"]),
    (quadratic, r"\operatorname{tr}(AB)", "=", r"\operatorname{tr}(BA)", [],
     [r"\operatorname{tr}(A)\operatorname{tr}(B)", r"\operatorname{tr}(A^\top B)"]),
    (quadratic, r"\det(AB)", "=", r"\det(A)\det(B)", [], [r"\det(A) + \det(B)", r"\det(A)"]),
    (quadratic, r"(AB)^{-1}", "=", r"B^{-1}A^{-1}", [], [r"A^{-1}B^{-1}"]),
    (quadratic, r"\lVert\mathbf{w} - \mathbf{v}\rVert^2", "=",
     r"\lVert\mathbf{w}\rVert^2 - 2\langle\mathbf{w}, \mathbf{v}\rangle + \lVert\mathbf{v}\rVert^2", [],
     [r"\lVert\mathbf{w}\rVert^2 - \lVert\mathbf{v}\rVert^2",
      r"\lVert\mathbf{w}\rVert^2 + 2\langle\mathbf{w}, \mathbf{v}\rangle + \lVert\mathbf{v}\rVert^2"]),
    (sample, r"\sum_{i=1}^n(\mathbf{x}_i - \bar{\mathbf{x}})", "=", r"0", [], [r"\mathbf{x}_1", r"\bar{\mathbf{x}}"]),
    (sample, "S", "=", r"\frac1n X_c^\top X_c", [],
     [r"\frac{1}{n-1}X_c^\top X_c", r"\frac14 X_c^\top X_c", r"\frac1n X^\top X", r"X_c^\top X_c"]),
    (sample, r"\frac1n\sum_i(\mathbf{u}^\top\mathbf{x}_i - \mathbf{u}^\top\bar{\mathbf{x}})^2", "=",
     r"\mathbf{u}^\top S\mathbf{u}", [], [r"\mathbf{u}^\top X^\top X\mathbf{u}", r"n\,\mathbf{u}^\top S\mathbf{u}"]),
    (sample, r"\mathtt{covariance}(X)", "=", "S", [], [r"\frac{n}{n-1}S", r"S^\top S"]),
    (sample, r"\lVert y - X(b + c)\rVert^2 + \lambda\lVert b + c\rVert^2", "=",
     r"\lVert y - Xb\rVert^2 + \lambda\lVert b\rVert^2"
     r" + 2\langle c, \lambda b - X^\top(y - Xb)\rangle + \lVert Xc\rVert^2 + \lambda\lVert c\rVert^2", [],
     [r"\lVert y - Xb\rVert^2 + \lambda\lVert b\rVert^2 + \lVert Xc\rVert^2 + \lambda\lVert c\rVert^2"]),
    (spectrum, r"S\mathbf{u}_j", "=", r"\lambda_j\mathbf{u}_j", [],
     [r"-\lambda_j\mathbf{u}_j", r"\lambda_1\mathbf{u}_j", r"\mathbf{u}_j"]),
    (spectrum, r"\lambda_1\lVert\mathbf{w}\rVert^2 - \mathbf{w}^\top S\mathbf{w}", "=",
     r"\sum_j(\lambda_1 - \lambda_j)(\mathbf{u}_j^\top\mathbf{w})^2", [],
     [r"\sum_j(\lambda_1 + \lambda_j)(\mathbf{u}_j^\top\mathbf{w})^2", r"\sum_j(\lambda_1 - \lambda_j)\mathbf{u}_j^\top\mathbf{w}"]),
    (spectrum, r"\sum_j(\lambda_1 - \lambda_j)(\mathbf{u}_j^\top\mathbf{w})^2", ">=", "0", [], [r"\lambda_1"]),
    (spectrum, r"\lVert\mathbf{x} - \tilde{\mathbf{x}}\rVert^2", "=", r"\sum_{j=q+1}^d(\mathbf{x}^\top\mathbf{u}_j)^2", [],
     [r"\sum_{j=q}^d(\mathbf{x}^\top\mathbf{u}_j)^2", r"\sum_{j\le q}(\mathbf{x}^\top\mathbf{u}_j)^2",
      r"\sum_{j=q+1}^d\mathbf{x}^\top\mathbf{u}_j"]),
    (spectrum, r"\sum_{j>q}\mathbf{u}_j^\top S\mathbf{u}_j", "=", r"\sum_{j>q}\lambda_j", [],
     [r"\sum_j\lambda_j", r"\sum_{j\ge q}\lambda_j"]),
    (spectrum, r"W^\top W", "=", "I_q", [], [r"2 I_q"]),
    (leaves, r"\mathrm{Obj}", "=", r"\sum_{\ell=1}^T\left[G_\ell w_\ell + \tfrac12(H_\ell + \lambda)w_\ell^2\right] + \gamma T", [],
     [r"\sum_{\ell=1}^T\left[G_\ell w_\ell + (H_\ell + \lambda)w_\ell^2\right] + \gamma T",
      r"\sum_{\ell=1}^T\left[G_\ell w_\ell + \tfrac12 H_\ell w_\ell^2\right] + \gamma T",
      r"\sum_{\ell=1}^T\left[G_\ell w_\ell + \tfrac12(H_\ell + \lambda)w_\ell^2\right] + \gamma",
      r"\sum_{\ell=1}^T\left[G_1 w_\ell + \tfrac12(H_\ell + \lambda)w_\ell^2\right] + \gamma T"]),
    (leaves, r"Gw + \tfrac12(H+\lambda)w^2", "=",
     r"\tfrac12(H+\lambda)\bigl(w - \mathtt{leaf\_weight}(G, H, \lambda)\bigr)^2 - \frac12\frac{G^2}{H+\lambda}", [],
     [r"\tfrac12(H+\lambda)\bigl(w + \mathtt{leaf\_weight}(G, H, \lambda)\bigr)^2 - \frac12\frac{G^2}{H+\lambda}",
      r"\tfrac12(H+\lambda)\bigl(w - \mathtt{leaf\_weight}(G, H, \lambda)\bigr)^2 - \frac{G^2}{H+\lambda}",
      r"\tfrac12(H+\lambda)\bigl(w - \mathtt{leaf\_weight}(G, H, \lambda)\bigr)^2 - \frac12\frac{G^2}{H}"]),
    (leaves, r"Gw + \tfrac12(H+\lambda)w^2", ">=", r"-\frac12\frac{G^2}{H+\lambda}", [],
     [r"\frac12\frac{G^2}{H+\lambda}", r"-\frac14\frac{G^2}{H+\lambda}", "0"]),
    (leaves, r"\sigma(F)", "=", r"\frac{1}{1 + e^{-F}}", [], [r"\frac{1}{1 + e^{F}}", r"\frac{1}{1 - e^{-F}}"]),
    (leaves, r"\frac{\partial(\log(1 + e^F) - yF)}{\partial F}", "=", r"\sigma(F) - y", [],
     [r"y - \sigma(F)", r"\sigma(F)", r"1 - \sigma(F) - y"]),
    (leaves, r"\frac{\partial^2\log(1 + e^F)}{\partial F^2}", "=", r"\sigma(F)(1 - \sigma(F))", [],
     [r"\sigma(F)(1 + \sigma(F))", r"\sigma(F)^2", r"1 - \sigma(F)"]),
    (leaves, r"\sigma(F)(1 - \sigma(F))", "<=", r"\frac14", [], [r"\frac15", "0"]),
    (leaves, r"\lvert I_1\rvert", "=", r"\sum_{i\in I_1} 1", [], ["n", r"\sum_{i\in I_2} 1"]),
    (rounds, r"F_i^{(t)}", "=", r"F_i^{(t-1)} + f_t(x_i)", [], [r"F_i^{(t-1)} - f_t(x_i)", r"F_i^{(t-1)}",
     r"F_i^{(t-1)} + f_1(x_i)"]),
    (scalars, r"\log\frac{p}{r}", "=", r"\log p - \log r", [], [r"\log p + \log r", r"\frac{\log p}{\log r}"]),
    (scalars, r"\log\sqrt{p}", "=", r"\tfrac12\log p", [], [r"2\log p", r"\sqrt{\log p}"]),
    (scalars, r"\log 4", "=", r"2\log 2", [], [r"4\log 2"]),
    (scalars, r"\log\frac{e^{-a^2/2}}{\sqrt{2\pi p}}", "=", r"-\frac{a^2}{2} - \frac12\log(2\pi p)", [],
     [r"-\frac{a^2}{2} - \log(2\pi p)", r"-\frac{a^2}{2} + \frac12\log(2\pi p)", r"-\frac12\log(2\pi p)"]),
    (scalars, r"p\log\frac{p}{r}", ">=", "p - r", [], ["p + r", "2p - r", "p - r + 1"]),
    (scalars, r"\log p", "<=", "p - 1", [], ["p - 2", "1 - p", r"\frac{p - 1}{2}"]),
    (scalars, r"\log p", ">=", r"1 - \frac1p", [], [r"2 - \frac1p", "1 - p^2 + p", "p - 1"]),
    (scalars, r"\sqrt{p r}", "=", r"\sqrt{p}\sqrt{r}", [], [r"\sqrt{p} + \sqrt{r}", r"p r"]),
    (scalars, r"\sqrt{p}\sqrt{r}", "<=", r"\frac{p + r}{2}", [], [r"\frac{p + r}{3}"]),
    (scalars, r"\frac{p}{r} + \frac{r}{p}", ">=", "2", [], ["3"]),
    (scalars, r"\sqrt{a^2}", "=", r"\lvert a\rvert", [], ["a", "-a"]),
    (scalars, r"e^{a + b}", "=", r"e^a e^b", [], [r"e^a + e^b", r"e^{a b}"]),
    (scalars, r"\prod_{i=1}^n e^{x_i}", "=", r"\exp\Bigl(\sum_{i=1}^n x_i\Bigr)", [], [r"\sum_{i=1}^n e^{x_i}"]),
    (scalars, r"\Bigl(\sum_{i=1}^n x_i\Bigr)^2", "=", r"\sum_{i=1}^n x_i^2 + \sum_{i=1}^n\sum_{k\ne 0} 0 + \sum_{i=1}^n x_i\Bigl(\sum_{k=1}^K 0 + \Bigl(\sum_{i=1}^n x_i\Bigr) - x_i\Bigr)", [],
     [r"\sum_{i=1}^n x_i^2", r"n\sum_{i=1}^n x_i^2"]),
    (scalars, r"\frac{\partial}{\partial z_1}\log\sum_{k=1}^K e^{z_k}", "=", r"\frac{e^{z_1}}{\sum_{k=1}^K e^{z_k}}", [],
     [r"\frac{e^{z_2}}{\sum_{k=1}^K e^{z_k}}", r"\frac{1}{\sum_{k=1}^K e^{z_k}}", r"e^{z_1}"]),
    (chance, r"\mathbb{E}[(Y - h)^2]", "=", r"(\mathbb{E}[Y] - h)^2 + \mathbb{E}[(Y - \mathbb{E}[Y])^2]", [],
     [r"(\mathbb{E}[Y] - h) + \mathbb{E}[(Y - \mathbb{E}[Y])^2]", r"(\mathbb{E}[Y] - h)^2", r"\mathbb{E}[Y^2] - h^2"]),
    (chance, r"\operatorname{Var}(Y + Z)", "=",
     r"\operatorname{Var}(Y) + \operatorname{Var}(Z) + 2\operatorname{Cov}(Y, Z)", [],
     [r"\operatorname{Var}(Y) + \operatorname{Var}(Z)", r"\operatorname{Var}(Y) + \operatorname{Var}(Z) + \operatorname{Cov}(Y, Z)"]),
    (chance, r"\operatorname{Var}(Y + f)", "=", r"\operatorname{Var}(Y) + \operatorname{Var}(f)", [],
     [r"\operatorname{Var}(Y) - \operatorname{Var}(f)", r"\operatorname{Var}(Y + Z)"]),
    (chance, r"\operatorname{Cov}(A\mathbf{v} + \mathbf{b})", "=", r"A\operatorname{Cov}(\mathbf{v})A^\top", [],
     [r"A\operatorname{Cov}(\mathbf{v})A^\top + \mathbf{b}\mathbf{b}^\top", r"2A\operatorname{Cov}(\mathbf{v})A^\top"]),
    (chance, r"\mathbb{E}[(f - t)^2]", "=",
     r"\mathbb{E}[(f - \mathbb{E}[t \mid f])^2] + \mathbb{E}[(\mathbb{E}[t \mid f] - t)^2]", [],
     [r"\mathbb{E}[(f - \mathbb{E}[t])^2] + \mathbb{E}[(\mathbb{E}[t] - t)^2]", r"\mathbb{E}[(f - \mathbb{E}[t \mid f])^2]"]),
    (chance, r"\mathbb{E}_{D}[Y f]", "=", r"f\,\mathbb{E}_{D}[Y]", [], [r"\mathbb{E}_{D}[Y]", r"f Y"]),
    (chance, r"\operatorname{Var}(Y)", ">=", "0", [], [r"\mathbb{E}[Y]"]),
    (chance, r"\operatorname{Var}(f + t)", "=",
     r"\mathbb{E}[\operatorname{Var}(f + t \mid f)] + \operatorname{Var}(f + \mathbb{E}[t \mid f])", [],
     [r"\mathbb{E}[\operatorname{Var}(f + t \mid f)]", r"\operatorname{Var}(f + \mathbb{E}[t \mid f])"]),
    (written, r"\begin{pmatrix} 3 & 0 \\ 0 & 1 \end{pmatrix}\begin{pmatrix} a \\ b \end{pmatrix}", "=",
     r"\begin{pmatrix} 3a \\ b \end{pmatrix}", [], [r"\begin{pmatrix} a \\ 3b \end{pmatrix}"]),
    (written, r"\operatorname{diag}(z)", "=", r"\begin{pmatrix} z_1 & 0 \\ 0 & z_2 \end{pmatrix}", [],
     [r"\begin{pmatrix} z_2 & 0 \\ 0 & z_1 \end{pmatrix}"]),
    (written, r"\begin{pmatrix} a \\ b \end{pmatrix}", "∝", r"\begin{pmatrix} 2a \\ 2b \end{pmatrix}", [],
     [r"\begin{pmatrix} b \\ a \end{pmatrix}", r"\begin{pmatrix} 2a \\ b \end{pmatrix}"]),
    (written, r"\log_2 p", "=", r"\frac{\log p}{\log 2}", [], [r"\log p", r"\frac{\log 2}{\log p}"]),
    (written, r"\log_2 (p r)", "=", r"\log_2 p + \log_2 r", [], [r"\log_2 p \cdot \log_2 r"]),
    (written, r"\lVert\mathbf{v}\rVert_1", "=", r"\sum_{j=1}^d\lvert\mathbf{v}_j\rvert", [],
     [r"\lVert\mathbf{v}\rVert_2", r"\sum_{j=1}^d\mathbf{v}_j"]),
    (written, r"\sum_{i=1}^n\mathbb{1}[y_i = 1]", "=", r"n - \sum_{i=1}^n\mathbb{1}[y_i \ne 1]", [],
     ["n", r"\sum_{i=1}^n\mathbb{1}[y_i = 2]"]),
    (written, r"\operatorname{sign}(2a)", "=", r"\operatorname{sign}(a)", [], [r"\operatorname{sign}(-a)"]),
    (written, r"\int_{0}^{p} x^2\,\mathrm{d}x", "=", r"\frac{p^3}{3}", [], [r"\frac{p^3}{2}", "p^3"]),
    (written, r"\int_{-\infty}^{\infty} e^{-x^2}\,\mathrm{d}x", "=", r"\sqrt{\int_{-\infty}^{\infty} e^{-x^2}\,\mathrm{d}x\int_{-\infty}^{\infty} e^{-x^2}\,\mathrm{d}x}", [], ["2", "1"]),
    (written, r"\lim_{x\to 0}\frac{e^{x} - 1}{x}", "=", "1", [], ["0", "2"]),
    (written, r"\sum_{i,k} t_i p_k", "=", r"\Bigl(\sum_i t_i\Bigr)\Bigl(\sum_k p_k\Bigr)", [], [r"\sum_i t_i p_1"]),
    (written, r"\max(a, b) + \min(a, b)", "=", "a + b", [], ["a - b", r"2\max(a, b)"]),
    (written, r"\max_{k\le 2} p_k", "=", r"\max(p_1, p_2)", [r"K \ge 2"], ["p_1", r"\min_{k\le 2} p_k"]),
    (written, r"\binom{4}{2}", "=", "6", [], ["4"]),
    (written, r"\int_{-\infty}^{\infty} e^{-x^2}\,\mathrm{d}x", "=", r"\sqrt{\pi}", [], [r"\pi"]),
    (written, r"\begin{cases} a & a \ge 0 \\ -a & \text{otherwise} \end{cases} - b", "=",
     r"\begin{cases} a - b & a \ge 0 \\ -a - b & \text{otherwise} \end{cases}", [],
     [r"\begin{cases} a - b & a \le 0 \\ -a - b & \text{otherwise} \end{cases}", "a - b"]),
    (written, r"\begin{cases} p & p > 0 \\ 0 & \text{otherwise} \end{cases}", "=", "p", [], ["0"]),
    (written, r"\min_k (p\,p_k)", "=", r"p\min_k p_k", [], [r"p\max_k p_k"]),
    (written, r"\left\lvert 1 - \frac{p}{p + r}\right\rvert", "=", r"1 - \frac{p}{p + r}", [], [r"\frac{p}{p + r}"]),
    (written, r"a\operatorname{sign}(a)", "=", r"\lvert a\rvert", [], ["a", r"-\lvert a\rvert"]),
    (written, r"\lvert a b\rvert", "=", r"\lvert a\rvert\lvert b\rvert", [], [r"\lvert a\rvert b"]),
    (written, r"\frac{\lVert a\mathbf{v}\rVert}{\lVert\mathbf{v}\rVert}", "=", r"\lvert a\rvert", [], ["a", "a^2"]),
    (written, r"\mathbb{1}[a \le b] + \mathbb{1}[a > b]", "=", "1", [], [r"\mathbb{1}[a < b]", "0"]),
    (written, r"\mathbb{1}[a \le b]\,\mathbb{1}[a > b]", "=", "0", [], [r"\mathbb{1}[a = b]"]),
    (written, r"\mathbb{1}[a \le b]^2", "=", r"\mathbb{1}[a \le b]", [], [r"2\cdot\mathbb{1}[a \le b]"]),
    (written, r"-\log\frac{p}{p + r}", ">=", "0", [], ["1"]),
    (written, r"\operatorname{sign}(a)^3", "=", r"\operatorname{sign}(a)", [], ["1", r"\operatorname{sign}(a)^2"]),
]  # fmt: skip
NAMES = [f"{case[0].__name__}: {case[1]} {case[2]} {case[3]}"[:90] for case in TRUE]
MUTANTS = [
    pytest.param(*case[:3], wrong, case[4], id=f"{name} / {wrong}"[:120])
    for case, name in zip(TRUE, NAMES, strict=True)
    for wrong in case[5]
]
