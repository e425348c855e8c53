r"""The formulas of part I and II, topics T01 to T09, each stated in the language and decided by it.

A row is one formula of the inventory, by its ID. Rows of a topic share a setting: its names, and
the definitions that carry a row's ID as their label. What a row states beyond them is its
function. The verdicts that are expected stand beside the ID, one for each statement. Then come
statements that are false as printed somewhere, each beside its corrected form.
"""

import numpy as np
import pytest

from mlbook.derive import (
    Derivation,
    DerivationError,
    ReadError,
    Refuted,
    ShapeError,
    function,
    index,
    matrix,
    program,
    scalar,
    subset,
    vector,
)

ROWS = {}


def row(name, setting, expected):
    """Enters a row: its ID, the setting, and the verdicts of its statements, in order."""

    def enter(state):
        assert name not in ROWS, name
        ROWS[name] = setting, state, expected.split()
        return state

    return enter


def defined(setting, *names):
    """Enters rows that are definitions, made by the setting itself."""
    for name in names:
        row(name, setting, "defined")(lambda D: None)


# T01  Linear regression and gradient descent


def house():
    """One house: its area and orientation, and a constant feature."""
    D = Derivation(
        scalar(r"\theta_0"), scalar(r"\theta_1"), scalar(r"\theta_2"), scalar("x_0"), scalar("x_1"), scalar("x_2"),
        vector(r"\boldsymbol{\theta}", 3), vector(r"\mathbf{x}", 3), scalar(r"h_\theta(\mathbf{x})"),
    )  # fmt: skip
    D.define(r"h_\theta(\mathbf{x}) = \theta_0 + \theta_1 x_1 + \theta_2 x_2", "LR-01")
    D.define(r"x_0 = 1")
    D.define(r"\boldsymbol{\theta} = \begin{pmatrix} \theta_0 \\ \theta_1 \\ \theta_2 \end{pmatrix}")
    D.define(r"\mathbf{x} = \begin{pmatrix} x_0 \\ x_1 \\ x_2 \end{pmatrix}")
    return D


def regression():
    """Least squares: samples in the rows of X, weights theta, the cost J and one step down."""
    D = Derivation(
        matrix("X", "n", "d"), vector(r"\mathbf{x}_i", "d", over={"i": "n"}), vector(r"\mathbf{e}_i", "n", over={"i": "n"}, basis=True),
        vector(r"\mathbf{y}", "n"), scalar("y_i", over={"i": "n"}), vector(r"\boldsymbol{\theta}", "d"), scalar(r"\theta_j", over={"j": "d"}),
        scalar(r"\theta_j^{+}", over={"j": "d"}), vector(r"\boldsymbol{\theta}^{+}", "d"), vector(r"\boldsymbol{\theta}^\star", "d"),
        vector(r"\hat{\boldsymbol{\theta}}", "d"), scalar(r"h_\theta(\mathbf{x}_i)", over={"i": "n"}), scalar("J"), scalar(r"\eta", positive=True), vector(r"\boldsymbol{\delta}", "d"),
    )  # fmt: skip
    D.define(r"\boldsymbol{\theta}_j = \theta_j")
    D.define(r"\mathbf{x}_i = X^\top\mathbf{e}_i")
    D.define(r"y_i = \mathbf{y}_i")
    D.define(r"h_\theta(\mathbf{x}_i) = \boldsymbol{\theta}^\top\mathbf{x}_i")
    D.define(r"J = \frac12\sum_{i=1}^n(h_\theta(\mathbf{x}_i) - y_i)^2", "LR-03")
    D.define(r"\boldsymbol{\theta}^\star = \arg\min_{\boldsymbol{\theta}} J", "LR-04")
    D.define(r"\hat{\boldsymbol{\theta}} = (X^\top X)^{-1}X^\top\mathbf{y}")
    D.define(r"\theta_j^{+} = \theta_j - \eta\sum_{i=1}^n(h_\theta(\mathbf{x}_i) - y_i)X_{ij}", "LR-06")
    D.define(r"\boldsymbol{\theta}^{+} = \boldsymbol{\theta} - \eta\nabla_{\boldsymbol{\theta}}J", "LR-08")
    return D


def descent():
    """Gradient descent seen in the eigenbasis of the Hessian."""
    D = Derivation(
        vector(r"\mathbf{u}_j", "d", over={"j": "d"}, orthonormal=True), scalar(r"\lambda_j", over={"j": "d"}, positive=True, decreasing=True),
        vector(r"\boldsymbol{\theta}^{(t)}", "d", over={"t": "M"}), vector(r"\boldsymbol{\theta}^\star", "d"), matrix("H", "d", "d"),
        scalar(r"\eta", positive=True), scalar("s", positive=True), scalar("t"),
    )  # fmt: skip
    D.define(r"H = \sum_{j=1}^d\lambda_j\mathbf{u}_j\mathbf{u}_j^\top")
    return D


defined(house, "LR-01")


@row("LR-02", house, "exact")
def the_hypothesis_in_vector_form(D):
    D.calc(r"h_\theta(\mathbf{x})", "=", r"\boldsymbol{\theta}^\top\mathbf{x}", "$x_0 = 1$")


@row("LR-03", regression, "defined exact")
def the_squared_error(D):
    D.calc("J", "=", r"\frac12\lVert X\boldsymbol{\theta} - \mathbf{y}\rVert^2", "rows of $X$")


@row("LR-04", regression, "defined exact exact")
def the_least_squares_problem(D):
    D.calc(
        r"\frac12\lVert X(\boldsymbol{\theta} + \boldsymbol{\delta}) - \mathbf{y}\rVert^2 - J"
        r" - \langle\boldsymbol{\delta}, \nabla_{\boldsymbol{\theta}}J\rangle",
        "=", r"\frac12\lVert X\boldsymbol{\delta}\rVert^2", "a square is left", ">=", "0", "a square",
    )  # fmt: skip
    D.calc(r"X^\top(X\hat{\boldsymbol{\theta}} - \mathbf{y})", "=", "0", "the gradient vanishes")


@row("LR-05", regression, "exact")
def a_component_of_the_gradient(D):
    D.calc(r"\frac{\partial J}{\partial\theta_j}", "=", r"\sum_{i=1}^n(h_\theta(\mathbf{x}_i) - y_i)X_{ij}", "chain rule")


@row("LR-06", regression, "defined exact exact")
def the_update_of_a_component(D):
    D.calc(r"\theta_j^{+}", "=", r"\theta_j - \eta\frac{\partial J}{\partial\theta_j}", "")
    D.calc(
        r"\frac12\lVert X\boldsymbol{\theta}^{+} - \mathbf{y}\rVert^2", "=",
        r"J - \eta\lVert\nabla_{\boldsymbol{\theta}}J\rVert^2 + \frac{\eta^2}{2}\lVert X\nabla_{\boldsymbol{\theta}}J\rVert^2", "down, if $\\eta$ is small",
    )  # fmt: skip


@row("LR-07", regression, "exact exact")
def the_gradient(D):
    D.calc(r"(\nabla_{\boldsymbol{\theta}}J)^\top\boldsymbol{\delta}", "=", r"\sum_{j=1}^d\frac{\partial J}{\partial\theta_j}\boldsymbol{\delta}_j", "")
    D.calc(r"\nabla_{\boldsymbol{\theta}}J", "=", r"X^\top(X\boldsymbol{\theta} - \mathbf{y})", "")


@row("LR-08", regression, "defined exact")
def gradient_descent(D):
    D.calc(r"\boldsymbol{\theta}^{+}_j", "=", r"\theta_j^{+}", "by components")


@row("LR-08 rate", descent, "exact exact exact exact")
def the_limit_of_the_step(D):
    D.calc(
        r"\mathbf{u}_j^\top(\boldsymbol{\theta}^{(t)} - \eta H(\boldsymbol{\theta}^{(t)} - \boldsymbol{\theta}^\star) - \boldsymbol{\theta}^\star)", "=",
        r"(1 - \eta\lambda_j)\,\mathbf{u}_j^\top(\boldsymbol{\theta}^{(t)} - \boldsymbol{\theta}^\star)", "the Hessian is $H$",
    )  # fmt: skip
    D.calc(r"1 - (1 - \eta\lambda_1)^2", "=", r"\eta\lambda_1(2 - \eta\lambda_1)", "", ">", "0", r"$\eta < 2/\lambda_1$", given=[r"\eta\lambda_1 + s = 2"])
    D.calc(r"(1 - \eta\lambda_1)^2", ">", "1", "beyond the limit", given=[r"\eta\lambda_1 = 2 + s"])
    D.calc(r"\lim_{t\to\infty}\left(\frac{1}{1 + s}\right)^t", "=", "0", "a factor below 1, to the power $t$")


# T02  Basis functions and least squares as maximum likelihood


def curves():
    """A line, a parabola without linear term, and polynomials through given points."""
    D = Derivation(
        scalar("a"), scalar("b"), scalar("x"), function("f", 1), function("g", 1), scalar("x_i", over={"i": "p"}),
        matrix("V", "p", "p"), scalar("s_k", over={"k": "p"}), vector("c", "p"), vector("a_j", "d", over={"j": "M"}),
        sizes={"p": (4, 5)},
    )  # fmt: skip
    D.define("f(x) = a x + b", "BF-01")
    D.define("g(x) = a x^2 + b", "BF-02")
    D.define(r"V_{ik} = x_i^{k-1}")
    return D


def bases():
    """A model that is linear in its weights, with noisy targets; the first basis function is 1."""
    D = Derivation(
        vector(r"\mathbf{w}", "p"), scalar("w_0"), scalar("w_j", over={"j": "m"}), vector(r"\mathbf{a}_k", "p", over={"k": "p"}, basis=True),
        scalar(r"\phi_j(x_i)", over={"j": "m", "i": "n"}), vector(r"\boldsymbol{\phi}(x_i)", "p", over={"i": "n"}),
        scalar(r"y(x_i, \mathbf{w})", over={"i": "n"}), scalar("t_i", over={"i": "n"}), scalar(r"\varepsilon_i", over={"i": "n"}),
        scalar(r"t_i'", over={"i": "n"}), scalar(r"\beta", positive=True), scalar("t"), vector(r"\mathbf{a}", "d"), vector(r"\mathbf{x}", "d"),
        scalar(r"p(t_i \mid x_i, \mathbf{w}, \beta)", over={"i": "n"}), function("f", 1), scalar(r"f(\mathbf{x})"), scalar(r"\mu"),
        sizes={"m": (2, 3), "p": (3, 4), "n": (4, 5)},
    )  # fmt: skip
    D.define(r"\mathbf{w} = w_0\mathbf{a}_1 + \sum_{j=1}^{m} w_j\mathbf{a}_{j+1}")
    D.define(r"\boldsymbol{\phi}(x_i) = \mathbf{a}_1 + \sum_{j=1}^{m}\phi_j(x_i)\mathbf{a}_{j+1}")
    D.define(r"f(\mathbf{x}) = \mathbf{a}^\top\mathbf{x}", "BF-04")
    D.define(r"y(x_i, \mathbf{w}) = \mathbf{w}^\top\boldsymbol{\phi}(x_i)", "BF-05")
    D.define(r"t_i' = y(x_i, \mathbf{w}) + \varepsilon_i", "BF-06")
    D.define(r"p(t_i \mid x_i, \mathbf{w}, \beta) = \mathcal{N}(t_i \mid y(x_i, \mathbf{w}), \beta^{-1})", "BF-07")
    return D


defined(curves, "BF-01")


@row("BF-02", curves, "defined exact exact")
def a_parabola_without_linear_term(D):
    D.calc(r"\sum_{k=0}^{3}(g(k) - (k - 2)^2)^2", "=", r"\frac{320}{49} + 4\left(b + \frac{7a - 3}{2}\right)^2 + 49\left(a - \frac{1}{49}\right)^2 ", "two squares")
    D.calc(r"\sum_{k=0}^{3}(k^2 - 4k + 4 - (k - 2)^2)^2", "=", "0", "with a linear term")


@row("BF-03", curves, "exact exact")
def a_polynomial_through_points(D):
    D.calc(r"\det(V)", "=", r"\prod_{i=1}^{p}\prod_{k=i+1}^{p}(x_k - x_i)", "Vandermonde")
    D.calc(r"V V^{-1}c", "=", "c", "any values $c$ are met, if the points differ")


@row("BF-04", bases, "defined exact")
def a_function_linear_in_the_inputs(D):
    D.calc(r"f(\mathbf{x})", "=", r"\sum_{j=1}^{d}\mathbf{a}_j\mathbf{x}_j", "")


@row("BF-05", bases, "defined exact")
def a_model_linear_in_the_weights(D):
    D.calc(r"y(x_i, \mathbf{w})", "=", r"w_0 + \sum_{j=1}^{m} w_j\phi_j(x_i)", r"$\phi_0 = 1$, and $m = p - 1$")


defined(bases, "BF-06")


@row("BF-07", bases, "defined exact exact exact")
def the_likelihood(D):
    D.calc(
        r"-\log\prod_{i=1}^n p(t_i \mid x_i, \mathbf{w}, \beta)", "=",
        r"\frac{\beta}{2}\sum_{i=1}^n(t_i - \mathbf{w}^\top\boldsymbol{\phi}(x_i))^2 - \frac n2\log\beta + \frac n2\log(2\pi)", "",
    )  # fmt: skip
    D.calc(r"\int_{-\infty}^{\infty}\mathcal{N}(t \mid \mu, \beta^{-1})\,\mathrm{d}t", "=", "1", "a density")
    D.calc(r"\mathcal{N}(t \mid \mu, \beta^{-1})", "=", r"\sqrt{\frac{\beta}{2\pi}}\exp\left(-\frac{\beta}{2}(t - \mu)^2\right)", "")


# T03  Bias and variance


def losses():
    """A prediction that depends on the training set D, and a target that depends on x and noise."""
    D = Derivation(
        vector(r"\mathbf{x}", "d", random="x"), scalar(r"y(\mathbf{x})", random="x"), scalar("t", random=("x", "u")),
        scalar(r"h(\mathbf{x})", random="x"), scalar(r"y(\mathbf{x}; \mathcal{D})", random=("x", r"\mathcal{D}")),
        scalar(r"\bar{y}(\mathbf{x})", random="x"),
        sizes={"d": (2, 3), "outcomes of x": (2, 3), "outcomes of u": (2, 3), r"outcomes of \mathcal{D}": (3, 2)},
    )  # fmt: skip
    D.define(r"h(\mathbf{x}) = \mathbb{E}[t \mid \mathbf{x}]")
    D.define(r"\bar{y}(\mathbf{x}) = \mathbb{E}_{\mathcal{D}}[y(\mathbf{x}; \mathcal{D})]")
    return D


@row("BV-01", losses, "exact")
def loss_and_noise(D):
    D.calc(r"\mathbb{E}[(y(\mathbf{x}) - t)^2]", "=", r"\mathbb{E}[(y(\mathbf{x}) - h(\mathbf{x}))^2] + \mathbb{E}[(h(\mathbf{x}) - t)^2]", "the cross term vanishes")


@row("BV-02", losses, "exact")
def bias_and_variance(D):
    D.calc(
        r"\mathbb{E}_{\mathcal{D}}[(y(\mathbf{x}; \mathcal{D}) - h(\mathbf{x}))^2]", "=",
        r"(\bar{y}(\mathbf{x}) - h(\mathbf{x}))^2 + \mathbb{E}_{\mathcal{D}}[(y(\mathbf{x}; \mathcal{D}) - \bar{y}(\mathbf{x}))^2]", "the cross term vanishes",
    )  # fmt: skip


@row("BV-03", losses, "exact")
def the_three_parts(D):
    D.calc(
        r"\mathbb{E}[(y(\mathbf{x}; \mathcal{D}) - t)^2]", "=",
        r"\mathbb{E}[(\bar{y}(\mathbf{x}) - h(\mathbf{x}))^2] + \mathbb{E}[(y(\mathbf{x}; \mathcal{D}) - \bar{y}(\mathbf{x}))^2] + \mathbb{E}[(h(\mathbf{x}) - t)^2]",
        "bias squared, variance, noise",
    )  # fmt: skip


# T04  Regularization


def penalised():
    """Ridge regression with a free intercept; Z is X with a column of ones before it."""
    D = Derivation(
        matrix("X", "n", "d"), matrix("Z", "n", "p"), vector(r"\mathbf{1}", "n", ones=True), vector(r"\mathbf{a}_k", "p", over={"k": "p"}, basis=True),
        vector(r"\mathbf{b}_j", "d", over={"j": "d"}, basis=True), matrix("E", "p", "p"), vector(r"\boldsymbol{\theta}", "p"), scalar(r"\theta_0"),
        scalar(r"\theta_j", over={"j": "d"}), vector(r"\mathbf{y}", "n"), scalar("y_i", over={"i": "n"}), scalar(r"h_\theta(\mathbf{x}_i)", over={"i": "n"}),
        scalar("J"), scalar("P"), scalar(r"\lambda", positive=True), vector(r"\boldsymbol{\delta}", "p"), vector(r"\boldsymbol{\theta}^\star", "p"),
        vector(r"\mathbf{v}", "p"), vector(r"\hat{\boldsymbol{\theta}}", "p"), scalar("a"),
        sizes={"d": (2, 3), "p": (3, 4), "n": (4, 5)},
    )  # fmt: skip
    D.define(r"Z = \mathbf{1}\mathbf{a}_1^\top + \sum_{j=1}^d X\mathbf{b}_j\mathbf{a}_{j+1}^\top")
    D.define(r"\boldsymbol{\theta} = \theta_0\mathbf{a}_1 + \sum_{j=1}^d\theta_j\mathbf{a}_{j+1}")
    D.define(r"E = \sum_{j=1}^d\mathbf{a}_{j+1}\mathbf{a}_{j+1}^\top")
    D.define(r"y_i = \mathbf{y}_i")
    D.define(r"h_\theta(\mathbf{x}_i) = \theta_0 + \sum_{j=1}^d\theta_jX_{ij}")
    D.define(r"P = \lambda\sum_{j=1}^d\theta_j^2", "RG-03")
    D.define(r"J = \frac{1}{2n}\left[\sum_{i=1}^n(h_\theta(\mathbf{x}_i) - y_i)^2 + \lambda\sum_{j=1}^d\theta_j^2\right]", "RG-01")
    D.define(r"\boldsymbol{\theta}^\star = \arg\min_{\boldsymbol{\theta}} \frac{1}{2n}\left[\lVert Z\boldsymbol{\theta} - \mathbf{y}\rVert^2 + \lambda\boldsymbol{\theta}^\top E\boldsymbol{\theta}\right]", "RG-02")
    D.define(r"\hat{\boldsymbol{\theta}} = (Z^\top Z + \lambda E)^{-1}Z^\top\mathbf{y}")
    return D


def orthonormal_design():
    """Lasso and ridge where the columns of the design are orthonormal: one coordinate at a time."""
    D = Derivation(
        matrix("X", "n", "d", orthonormal=True), vector(r"\mathbf{y}", "n"), vector(r"\mathbf{w}", "d"), vector(r"\mathbf{b}", "d"),
        scalar("b"), scalar("w"), scalar(r"\lambda", positive=True), scalar("s", positive=True), scalar("r", nonnegative=True), scalar(r"\hat{w}"),
        sizes={"n": (3, 4), "d": (2, 3)},
    )  # fmt: skip
    D.define(r"\mathbf{b} = X^\top\mathbf{y}")
    D.define(r"\hat{w} = \operatorname{sign}(b)\max(\lvert b\rvert - \lambda, 0)")
    return D


@row("RG-01", penalised, "defined exact exact exact")
def the_penalised_cost(D):
    D.calc(r"\frac{\partial J}{\partial\theta_0}", "=", r"\frac1n\sum_{i=1}^n(h_\theta(\mathbf{x}_i) - y_i)", "the intercept is free")
    D.calc(r"\frac{\partial J}{\partial\theta_j}", "=", r"\frac1n\left[\sum_{i=1}^n(h_\theta(\mathbf{x}_i) - y_i)X_{ij} + \lambda\theta_j\right]", "")
    D.calc(
        r"\nabla_{\mathbf{v}}\frac{1}{2n}\left[\lVert Z\mathbf{v} - \mathbf{y}\rVert^2 + \lambda\mathbf{v}^\top E\mathbf{v}\right]", "=",
        r"\frac1n\left[Z^\top(Z\mathbf{v} - \mathbf{y}) + \lambda E\mathbf{v}\right]", "",
    )  # fmt: skip


@row("RG-02", penalised, "defined exact exact exact exact exact")
def the_ridge_problem(D):
    D.calc("J", "=", r"\frac{1}{2n}\left[\lVert Z\boldsymbol{\theta} - \mathbf{y}\rVert^2 + \lambda\boldsymbol{\theta}^\top E\boldsymbol{\theta}\right]", "")
    D.calc(
        r"\frac{1}{2n}\left[\lVert Z(\mathbf{v} + \boldsymbol{\delta}) - \mathbf{y}\rVert^2 + \lambda(\mathbf{v} + \boldsymbol{\delta})^\top E(\mathbf{v} + \boldsymbol{\delta})\right]", "=",
        r"\frac{1}{2n}\left[\lVert Z\mathbf{v} - \mathbf{y}\rVert^2 + \lambda\mathbf{v}^\top E\mathbf{v}\right]"
        r" + \frac1n\langle\boldsymbol{\delta}, (Z^\top Z + \lambda E)\mathbf{v} - Z^\top\mathbf{y}\rangle"
        r" + \frac{1}{2n}\left[\lVert Z\boldsymbol{\delta}\rVert^2 + \lambda\boldsymbol{\delta}^\top E\boldsymbol{\delta}\right]", "the last term is a square",
    )  # fmt: skip
    D.calc(r"(Z^\top Z + \lambda E)\hat{\boldsymbol{\theta}} - Z^\top\mathbf{y}", "=", "0", "stationary")
    D.calc(r"\boldsymbol{\delta}^\top(Z^\top Z + \lambda E)\boldsymbol{\delta}", "=", r"\lVert Z\boldsymbol{\delta}\rVert^2 + \lambda\sum_{j=1}^d\boldsymbol{\delta}_{j+1}^2", "", ">=", "0", "squares")
    D.calc(r"\boldsymbol{\delta}^\top(Z^\top Z + \lambda E)\boldsymbol{\delta}", "=", "n a^2", "positive, where the penalty is blind", given=[r"\boldsymbol{\delta} = a\mathbf{a}_1"])


@row("RG-03", penalised, "defined exact")
def the_penalty(D):
    D.calc(r"\frac{\partial P}{\partial\theta_0}", "=", "0", "the intercept is not in it")


@row("RG-04", curves, "exact")
def a_quartic_through_five_points(D):
    D.words.sizes["p"] = (5, 6)
    D.calc(r"\det(V)", "=", r"\prod_{i=1}^{p}\prod_{k=i+1}^{p}(x_k - x_i)", "five points, five parameters")


@row("RG-05", orthonormal_design, "exact exact exact exact exact exact exact exact")
def diamond_and_disc(D):
    D.calc(r"\frac12\lVert\mathbf{y} - X\mathbf{w}\rVert^2", "=", r"\frac12\lVert\mathbf{b} - \mathbf{w}\rVert^2 + \frac12\lVert\mathbf{y}\rVert^2 - \frac12\lVert\mathbf{b}\rVert^2", "$X^\\top X = I$")
    D.calc(r"\arg\min_{w} \frac12(b - w)^2 + \frac{\lambda}{2}w^2", "=", r"\frac{b}{1 + \lambda}", "ridge")
    D.calc(r"\hat{w}", "=", "b - \\lambda", "", given=[r"b = \lambda + s"])
    D.calc(r"\hat{w}", "=", "b + \\lambda", "", given=[r"b = -\lambda - s"])
    D.calc(r"\hat{w}", "=", "0", "", given=[r"\lambda = \lvert b\rvert + r"])
    D.calc(
        r"\frac12(b - w)^2 + \lambda\lvert w\rvert - \frac12(b - s)^2 - \lambda s", "=", r"\frac12(w - s)^2 + \lambda(\lvert w\rvert - w)", "", ">=", "0", "",
        given=[r"b = \lambda + s"],
    )  # fmt: skip
    D.calc(
        r"\frac12(b - w)^2 + \lambda\lvert w\rvert - \frac12(b + s)^2 - \lambda s", "=", r"\frac12(w + s)^2 + \lambda(\lvert w\rvert + w)", "", ">=", "0", "",
        given=[r"b = -\lambda - s"],
    )  # fmt: skip
    D.calc(
        r"\frac12(b - w)^2 + \lambda\lvert w\rvert - \frac12b^2", "=", r"\frac12w^2 + r\lvert w\rvert + \lvert b\rvert\lvert w\rvert - b w", "", ">=", "0", "",
        given=[r"\lambda = \lvert b\rvert + r"],
    )  # fmt: skip


IDS = """
LR-01 LR-02 LR-03 LR-04 LR-05 LR-06 LR-07 LR-08
BF-01 BF-02 BF-03 BF-04 BF-05 BF-06 BF-07
BV-01 BV-02 BV-03
RG-01 RG-02 RG-03 RG-04 RG-05
""".split()

EXCEPTIONS = {}


@pytest.mark.parametrize("name", ROWS)
def test_a_row_is_stated_and_has_its_verdict(name):
    setting, state, expected = ROWS[name]
    D = setting()
    before = set(D.statements) - {name}
    state(D)
    found = [s.verdict for label, s in D.statements.items() if label not in before]
    assert found == expected
