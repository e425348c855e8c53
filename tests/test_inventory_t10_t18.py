"""The formulas of the inventory's topics T10 to T18, each stated as typeset and decided.

A row is a function named by its identifier; it makes statements in a derivation that holds the
names of its topic. The words after the identifier are the verdicts of its statements, in order.
Below the rows stand claims as they were printed wrongly, with what corrects them.
"""

import pytest

from mlbook.derive import (
    Derivation,
    DerivationError,
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

LENGTHS = {"IT": 16, "DT": 5, "RF": 8, "AB": 2, "GB": 19, "KT": 7, "SO": 23, "SV": 10, "ME": 6}
WANTED = [f"{topic}-{n:02d}" for topic, last in LENGTHS.items() for n in range(1, last + 1)]
EXCEPTIONS = {}
ROWS = {}


def row(identifier, vocabulary, verdicts):
    """Enters a function as the row ``identifier``, with the verdicts that it must get."""

    def enter(statements):
        ROWS[identifier] = vocabulary, verdicts.split(), statements
        return statements

    return enter


# T10: information and impurity


def node():
    """A node whose samples are counted by branch v and class c; log 0 does not occur."""
    D = Derivation(
        scalar(r"\lvert\mathcal{D}_{vc}\rvert", "samples", over={"v": "V", "c": "C"}, positive=True),
        scalar(r"\lvert\mathcal{D}_v\rvert", "samples of a branch", over={"v": "V"}),
        scalar(r"\lvert\mathcal{D}\rvert", "samples of the node"),
        scalar("n_c", "samples of a class", over={"c": "C"}), scalar("p_c", "class share", over={"c": "C"}),
        scalar("p_{v,c}", "class share in a branch", over={"v": "V", "c": "C"}),
        scalar(r"H(\mathcal{D})"), scalar(r"H(\mathcal{D}_v)", over={"v": "V"}), scalar(r"H(\mathcal{D}\mid a)"),
        scalar(r"\operatorname{Gain}(\mathcal{D}, a)"), scalar(r"\operatorname{IV}(a)"),
        scalar(r"\operatorname{GainRatio}(\mathcal{D}, a)"), scalar(r"\operatorname{Gini}(\mathcal{D})"),
        scalar(r"\operatorname{Gini}(\mathcal{D}_v)", over={"v": "V"}),
        scalar(r"\operatorname{Gini}(\mathcal{D}, a = b)"), scalar("u", positive=True),
        sizes={"V": (2, 3)},
    )  # fmt: skip
    D.define(r"\lvert\mathcal{D}_v\rvert = \sum_{c=1}^C \lvert\mathcal{D}_{vc}\rvert")
    D.define(r"\lvert\mathcal{D}\rvert = \sum_{v=1}^V \lvert\mathcal{D}_v\rvert")
    D.define(r"n_c = \sum_{v=1}^V \lvert\mathcal{D}_{vc}\rvert")
    D.define(r"p_c = \frac{n_c}{\lvert\mathcal{D}\rvert}")
    D.define(r"p_{v,c} = \frac{\lvert\mathcal{D}_{vc}\rvert}{\lvert\mathcal{D}_v\rvert}")
    D.define(r"H(\mathcal{D}) = -\sum_{c=1}^C p_c\log_2 p_c")
    D.define(r"H(\mathcal{D}_v) = -\sum_{c=1}^C p_{v,c}\log_2 p_{v,c}")
    D.define(
        r"H(\mathcal{D}\mid a) = \sum_{v=1}^V"
        r"\frac{\lvert\mathcal{D}_v\rvert}{\lvert\mathcal{D}\rvert}H(\mathcal{D}_v)"
    )
    D.define(r"\operatorname{Gain}(\mathcal{D}, a) = H(\mathcal{D}) - H(\mathcal{D}\mid a)")
    D.define(
        r"\operatorname{IV}(a) = -\sum_{v=1}^V \frac{\lvert\mathcal{D}_v\rvert}{\lvert\mathcal{D}\rvert}"
        r"\log_2\frac{\lvert\mathcal{D}_v\rvert}{\lvert\mathcal{D}\rvert}"
    )
    D.define(r"\operatorname{Gini}(\mathcal{D}) = 1 - \sum_{c=1}^C p_c^2")
    D.define(r"\operatorname{Gini}(\mathcal{D}_v) = 1 - \sum_{c=1}^C p_{v,c}^2")
    return D


def table():
    """A joint distribution of two variables, as counts N(x, y) over their sum."""
    D = Derivation(
        scalar("N(x,y)", over={"x": "m", "y": "k"}, positive=True), scalar("N"),
        scalar("p(x,y)", over={"x": "m", "y": "k"}), scalar("p_X(x)", over={"x": "m"}),
        scalar("p_Y(y)", over={"y": "k"}), scalar(r"p(x\mid y)", over={"x": "m", "y": "k"}),
        scalar(r"p_{Y\mid X}(y\mid x)", over={"x": "m", "y": "k"}),
        scalar("H(X)"), scalar("H(Y)"), scalar(r"H(X\mid Y)"), scalar("I(X;Y)"),
        scalar(r"D_{\mathrm{KL}}(P_{XY}\Vert P_X\otimes P_Y)"),
        sizes={"m": (3, 2), "k": (2, 4)},
    )  # fmt: skip
    D.define(r"N = \sum_{x,y} N(x,y)")
    D.define(r"p(x,y) = \frac{N(x,y)}{N}")
    D.define(r"p_X(x) = \sum_{y} p(x,y)")
    D.define(r"p_Y(y) = \sum_{x} p(x,y)")
    D.define(r"p(x\mid y) = \frac{p(x,y)}{p_Y(y)}")
    D.define(r"p_{Y\mid X}(y\mid x) = \frac{p(x,y)}{p_X(x)}")
    D.define(r"H(X) = -\sum_{x} p_X(x)\log p_X(x)")
    D.define(r"H(Y) = -\sum_{y} p_Y(y)\log p_Y(y)")
    D.define(r"H(X\mid Y) = -\sum_{x,y} p(x,y)\log p(x\mid y)")
    D.define(r"I(X;Y) = \sum_{x,y} p(x,y)\log\frac{p(x,y)}{p_X(x)p_Y(y)}")
    return D


@row("IT-01", table, "exact exact exact cited")
def _(D):
    D.calc("H(X)", "=", r"\sum_{x} p_X(x)\log\frac{1}{p_X(x)}", "definition")
    D.calc(XX)
    D.calc(r"p(1)\log\Bigl(1 + \frac{p(2) + p(3)}{p(1)}\Bigr)", ">=", "0", "log of what is at least 1")
    D.cite("H(X)", "<=", r"\log m", "", source="Gibbs' inequality")


def density():
    return Derivation(
        function("p", 1), scalar("x"), scalar("h(X)"), scalar("b", positive=True),
    )  # fmt: skip


@row("IT-02", density, "defined exact exact")
def _(D):
    D.define(r"h(X) = -\int_{-\infty}^{\infty} p(x)\log p(x)\,\mathrm{d}x")
    D.calc(r"-\int_{0}^{b}\frac1b\log\frac1b\,\mathrm{d}x", "=", r"\log b", "uniform on $[0, b]$")
    D.calc(r"-\int_{0}^{1/2} 2\log 2\,\mathrm{d}x", "=", r"-\log 2", "", "<", "0", "")


@row("IT-03", node, "exact exact exact")
def _(D):
    D.calc(r"H(\mathcal{D})", "=", r"-\sum_{c=1}^C\frac{n_c}{\lvert\mathcal{D}\rvert}\log_2\frac{n_c}{\lvert\mathcal{D}\rvert}", "")
    D.calc(r"\sum_{c=1}^C p_c", "=", "1", "shares")
    D.calc(r"-1\cdot\log_2 1", "=", "0", "a pure node")


@row("IT-04", node, "exact")
def _(D):
    D.calc(
        r"H(\mathcal{D}\mid a)", "=",
        r"-\sum_v\frac{\lvert\mathcal{D}_v\rvert}{\lvert\mathcal{D}\rvert}\sum_c"
        r"\frac{\lvert\mathcal{D}_{vc}\rvert}{\lvert\mathcal{D}_v\rvert}"
        r"\log_2\frac{\lvert\mathcal{D}_{vc}\rvert}{\lvert\mathcal{D}_v\rvert}", "definition of each branch",
    )  # fmt: skip


@row("IT-05", node, "exact cited")
def _(D):
    gain = r"\operatorname{Gain}(\mathcal{D}, a)"
    D.calc(
        gain, "=", r"H(\mathcal{D}) - H(\mathcal{D}\mid a)", "definition",
        "=", r"\sum_{v,c}\frac{\lvert\mathcal{D}_{vc}\rvert}{\lvert\mathcal{D}\rvert}\log_2\frac{p_{v,c}}{p_c}",
        "the mutual information of class and branch",
    )  # fmt: skip
    D.cite(gain, ">=", "0", "", source="Gibbs' inequality")


@row("IT-06", node, "exact")
def _(D):
    D.calc(
        r"\operatorname{Gain}(\mathcal{D}, a)", "=",
        r"-\sum_c p_c\log_2 p_c - \sum_v\frac{\lvert\mathcal{D}_v\rvert}{\lvert\mathcal{D}\rvert}"
        r"\Bigl(-\sum_c p_{v,c}\log_2 p_{v,c}\Bigr)", "expanded",
    )  # fmt: skip


@row("IT-07", table, "defined exact cited exact")
def _(D):
    kl = r"D_{\mathrm{KL}}(P_{XY}\Vert P_X\otimes P_Y)"
    D.define(kl + r" = \sum_{x,y} p(x,y)\log\frac{p(x,y)}{p_X(x)p_Y(y)}")
    D.calc("I(X;Y)", "=", kl, "definition")
    D.cite("I(X;Y)", ">=", "0", "", source="Gibbs' inequality")
    D.declare(scalar("a_x", over={"x": "m"}, positive=True), scalar("b_y", over={"y": "k"}, positive=True))
    D.calc("I(X;Y)", "=", "0", "if independent", given=["N(x,y) = a_x b_y"])


@row("IT-09", table, "exact exact")
def _(D):
    D.calc("I(X;Y)", "=", r"H(X) - H(X\mid Y)", "")
    D.calc("I(X;Y)", "=", r"H(X) + H(Y) + \sum_{x,y} p(x,y)\log p(x,y)", "")


@row("IT-10", table, "exact exact")
def _(D):
    D.calc(r"H(X\mid Y)", "=", r"-\sum_{x,y} p(x,y)\log p(x\mid y)", "")
    D.calc(r"H(X\mid Y)", "=", r"-\sum_{y} p_Y(y)\sum_{x} p(x\mid y)\log p(x\mid y)", "entropy for each y, averaged")


@row("IT-11", table, "exact")
def _(D):
    D.calc("I(X;Y)", "=", r"-\sum_{x,y} p(x,y)\log p_X(x) + \sum_{x,y} p(x,y)\log\frac{p(x,y)}{p_Y(y)}", "")


@row("IT-12", table, "exact")
def _(D):
    D.calc(r"\sum_{x} p_X(x)\sum_{y} p_{Y\mid X}(y\mid x)\log\frac{p_{Y\mid X}(y\mid x)}{p_Y(y)}", "=", "I(X;Y)", "")


@row("IT-13", node, "exact")
def _(D):
    D.calc(r"\operatorname{IV}(a)", "=", r"\sum_{v=1}^V \frac{\lvert\mathcal{D}_v\rvert}{\lvert\mathcal{D}\rvert}\log_2\frac{\lvert\mathcal{D}\rvert}{\lvert\mathcal{D}_v\rvert}", "")


@row("IT-14", node, "defined exact cited")
def _(D):
    D.define(r"\operatorname{GainRatio}(\mathcal{D}, a) = \frac{\operatorname{Gain}(\mathcal{D}, a)}{\operatorname{IV}(a)}")
    D.calc(
        r"\operatorname{IV}(a) - \operatorname{Gain}(\mathcal{D}, a)", "=",
        r"\sum_{v,c}\frac{\lvert\mathcal{D}_{vc}\rvert}{\lvert\mathcal{D}\rvert}\log_2\frac{n_c}{\lvert\mathcal{D}_{vc}\rvert}",
        "the entropy of the branch, given the class",
    )  # fmt: skip
    D.cite(r"\operatorname{Gain}(\mathcal{D}, a)", "<=", r"\operatorname{IV}(a)", "", source="x")


@row("IT-15", node, "exact exact")
def _(D):
    D.calc(r"\operatorname{Gini}(\mathcal{D})", "=", r"\sum_{c=1}^C p_c(1 - p_c)", "", "=", r"1 - \sum_{c=1}^C p_c^2", "")
    D.declare(scalar("q_k", over={"k": "C"}))
    D.calc(r"\operatorname{Gini}(\mathcal{D})", "=", r"\sum_{c=1}^C p_c\sum_{k\ne c} p_k", "")


@row("IT-16", node, "defined exact exact")
def _(D):
    gini = r"\operatorname{Gini}(\mathcal{D}, a = b)"
    D.define(gini + r" = \sum_{v=1}^V\frac{\lvert\mathcal{D}_v\rvert}{\lvert\mathcal{D}\rvert}\operatorname{Gini}(\mathcal{D}_v)")
    D.calc(
        r"\operatorname{Gini}(\mathcal{D}) - " + gini, "=",
        r"\sum_{v=1}^V\frac{\lvert\mathcal{D}_v\rvert}{\lvert\mathcal{D}\rvert}\sum_{c=1}^C(p_{v,c} - p_c)^2", "",
        ">=", "0", "squares",
    )  # fmt: skip
    D.calc(gini, "<=", r"\operatorname{Gini}(\mathcal{D})", "")


# T11: decision trees


def split():
    D = Derivation(
        index("a_i", "V", "branch of a sample", over={"i": "n"}),
        subset(r"\mathcal{D}_v", "n", "samples of a branch", over={"v": "V"}),
        index("b", "d", "feature that is used"), index("o", 2, ""),
        subset(r"\mathcal{A}", "d", "features that are left"), scalar("t_j", over={"j": "d"}),
        index("m_i", 2, "1 where the attribute is known", over={"i": "n"}),
        subset(r"\tilde{\mathcal{D}}", "n"), scalar("w_i", over={"i": "n"}, positive=True),
        scalar(r"\rho"), scalar(r"\tilde r_v", over={"v": "V"}),
        scalar(r"\operatorname{Gain}(\tilde{\mathcal{D}}, a)"), scalar(r"\widetilde{\operatorname{Gain}}"),
        scalar("u_i", over={"i": "n"}),
        sizes={"n": (3, 5), "V": (2, 4)},
    )  # fmt: skip
    return D


@row("DT-01", split, "defined exact exact")
def _(D):
    D.define(r"\mathcal{D}_v = \{i \mid a_i = v\}")
    D.calc(r"\sum_{v=1}^V \lvert\mathcal{D}_v\rvert", "=", "n", "each sample is in one")
    D.calc(r"\sum_{v=1}^V\sum_{i\in\mathcal{D}_v} u_i", "=", r"\sum_{i=1}^n u_i", "")


@row("DT-02", split, "defined exact exact")
def _(D):
    D.define(r"\mathcal{A} = \{j \mid j \ne b\}")
    D.calc(r"\lvert\mathcal{A}\rvert", "=", "d - 1", "")
    D.calc(r"\sum_{j\in\mathcal{A}} t_j", "=", r"\sum_{j=1}^d t_j - t_b", "")


@row("DT-03", split, "defined defined defined exact")
def _(D):
    D.define(r"\tilde{\mathcal{D}} = \{i \mid m_i = 1\}")
    D.define(r"\rho = \frac{\sum_{i\in\tilde{\mathcal{D}}} w_i}{\sum_{i=1}^n w_i}")
    D.define(r"\widetilde{\operatorname{Gain}} = \rho\operatorname{Gain}(\tilde{\mathcal{D}}, a)")
    D.calc(
        r"\widetilde{\operatorname{Gain}}\sum_{i=1}^n w_i", "=",
        r"\operatorname{Gain}(\tilde{\mathcal{D}}, a)\sum_{i\in\tilde{\mathcal{D}}} w_i", "",
    )  # fmt: skip


@row("DT-04", split, "defined defined exact exact exact")
def _(D):
    D.define(r"\tilde{\mathcal{D}} = \{i \mid m_i = 1\}")
    D.define(r"\rho = \frac{\sum_{i\in\tilde{\mathcal{D}}} w_i}{\sum_{i=1}^n w_i}")
    D.calc(r"\rho", ">=", "0", "")
    D.calc(r"\rho", "<=", "1", "")
    D.calc(r"\rho", "=", r"\frac{\lvert\tilde{\mathcal{D}}\rvert}{n}", "weights 1", given=["w_i = 1"])


@row("DT-05", split, "defined defined exact exact")
def _(D):
    D.define(r"\mathcal{D}_v = \{i \mid a_i = v\}")
    D.define(r"\tilde r_v = \frac{\sum_{i\in\mathcal{D}_v} w_i}{\sum_{i=1}^n w_i}", reason="all samples known")
    D.calc(r"\sum_{v=1}^V\tilde r_v", "=", "1", "")
    D.calc(r"\sum_{v=1}^V w_1\tilde r_v", "=", "w_1", "nothing of a sample is lost")


# T12: regression trees and forests


def leaves():
    D = Derivation(
        scalar("y_i", "target", over={"i": "n"}), scalar("c", "value of a leaf"),
        index(r"q(\mathbf{x}_i)", "T", over={"i": "n"}), subset(r"\mathcal{R}_\ell", "n", over={r"\ell": "T"}),
        scalar(r"N_\ell", over={r"\ell": "T"}), scalar(r"\hat{c}_\ell", over={r"\ell": "T"}),
        scalar(r"f(\mathbf{x}_i)", over={"i": "n"}),
    )  # fmt: skip
    D.define(r"\mathcal{R}_\ell = \{i \mid q(\mathbf{x}_i) = \ell\}")
    D.define(r"N_\ell = \lvert\mathcal{R}_\ell\rvert")
    D.define(r"\hat{c}_\ell = \frac{1}{N_\ell}\sum_{i\in\mathcal{R}_\ell} y_i")
    return D


@row("RF-03", leaves, "exact exact")
def _(D):
    D.declare(scalar("t_k", over={"k": "m"}), scalar(r"\bar t"))
    D.calc(r"\arg\min_{c}\sum_{k=1}^m (t_k - c)^2", "=", r"\frac1m\sum_{k=1}^m t_k", "")
    D.calc(
        r"\sum_{i\in\mathcal{R}_\ell}(y_i - c)^2", "=",
        r"\sum_{i\in\mathcal{R}_\ell}(y_i - \hat{c}_\ell)^2 + N_\ell(c - \hat{c}_\ell)^2", "",
    )  # fmt: skip


@row("RF-04", leaves, "defined exact")
def _(D):
    D.define(r"f(\mathbf{x}_i) = \sum_{\ell=1}^T\hat{c}_\ell\mathbb{1}[q(\mathbf{x}_i) = \ell]")
    D.calc(r"f(\mathbf{x}_i)", "=", r"\hat{c}_{q(\mathbf{x}_i)}", "")


@row("RF-05", leaves, "defined exact exact")
def _(D):
    D.define(r"f(\mathbf{x}_i) = \sum_{\ell=1}^T\hat{c}_\ell\mathbb{1}[q(\mathbf{x}_i) = \ell]")
    D.calc(
        r"\sum_{i\in\mathcal{R}_\ell}(y_i - f(\mathbf{x}_i))^2", "=",
        r"\sum_{i\in\mathcal{R}_\ell}(y_i - \hat{c}_\ell)^2", "")
    D.calc(
        r"\sum_{i\in\mathcal{R}_\ell}(y_i - f(\mathbf{x}_i))^2", "=",
        r"\sum_{i\in\mathcal{R}_\ell} y_i^2 - N_\ell\hat{c}_\ell^2", "",
    )  # fmt: skip


def forest():
    return Derivation(
        scalar("e_{b,0}", "out-of-bag error", over={"b": "B"}),
        scalar("e_{b,1}^{(j)}", "the same after feature $j$ is permuted", over={"b": "B", "j": "d"}),
        scalar(r"\operatorname{imp}(j)", over={"j": "d"}), scalar("x"),
        sizes={"B": (4, 5), "m": (2, 3)},
    )  # fmt: skip


@row("RF-06", forest, "defined exact")
def _(D):
    D.define(r"\operatorname{imp}(j) = \frac1B\sum_{b=1}^B(e_{b,1}^{(j)} - e_{b,0})")
    D.calc(r"\operatorname{imp}(j)", "=", r"\frac1B\sum_{b=1}^B e_{b,1}^{(j)} - \frac1B\sum_{b=1}^B e_{b,0}", "")


@row("RF-07", lambda: Derivation(scalar("n")), "exact exact")
def _(D):
    D.calc(r"\lim_{n\to\infty}\left(1 - \left(1 - \frac1n\right)^n\right)", "=", "1 - e^{-1}", "")
    D.calc(r"1 - \left(1 - \frac{1}{10}\right)^{10}", ">", "0.6513", "", ">", "1 - e^{-1}", "")


@row("RF-08", lambda: Derivation(vector("x", "d"), scalar(r"m"), vector("z", r"m_{\mathrm{try}}"), sizes={r"m_{\mathrm{try}}": (2, 3)}), "exact exact")
def _(D):
    D.calc(r"\frac{\binom{d-1}{m_{\mathrm{try}}-1}}{\binom{d}{m_{\mathrm{try}}}}", "=", r"\frac{m_{\mathrm{try}}}{d}", "chance that a feature is offered")
    D.calc(r"\frac{m_{\mathrm{try}}}{d}", "<", "1", "")


# T13: AdaBoost


def rounds():
    return Derivation(
        scalar(r"\alpha_m", over={"m": "M"}), scalar(r"y_m(\mathbf{x})", over={"m": "M"}),
        scalar(r"Y_M(\mathbf{x})"), scalar("w_i", over={"i": "n"}), scalar("s", positive=True),
    )  # fmt: skip


@row("AB-01", rounds, "defined exact")
def _(D):
    D.define(r"Y_M(\mathbf{x}) = \operatorname{sign}\Bigl(\sum_{m=1}^M\alpha_m y_m(\mathbf{x})\Bigr)")
    D.calc(r"\operatorname{sign}\Bigl(\sum_{m=1}^M s\alpha_m y_m(\mathbf{x})\Bigr)", "=", r"Y_M(\mathbf{x})", "weights scale")


@row("AB-02", rounds, "defined exact")
def _(D):
    D.define(r"w_i = \frac1n")
    D.calc(r"\sum_{i=1}^n w_i", "=", "1", "")


MARK_END_OF_ROWS = None


@pytest.mark.parametrize("identifier", ROWS)
def test_a_row_is_stated_and_decided(identifier):
    vocabulary, verdicts, statements = ROWS[identifier]
    D = vocabulary()
    before = len(D.statements)
    statements(D)
    assert [s.verdict for s in list(D.statements.values())[before:]] == verdicts


def test_every_row_of_the_topics_is_here_or_excepted():
    assert sorted([*ROWS, *EXCEPTIONS]) == sorted(WANTED)
