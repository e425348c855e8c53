"""What evaluation must do whatever is decided with it: lengths of 1, what is undefined, binding."""

import itertools

import numpy as np
import pytest
import sympy as sp

from texproof import Derivation, DerivationError, index, matrix, program, scalar, vector
from texproof.errors import Undefined
from texproof.evaluate.calculus import is_too_flat
from texproof.evaluate.setting import Setting
from texproof.evaluate.sizes import FIRST, default_sizes

LENGTHS = [(1, 2), (2, 1), (1, 3)]
ALIKE = [
    (r"\lVert Aw\rVert^2", r"w^\top A^\top Aw"),
    (r"\nabla_w(w^\top A w)", r"(A + A^\top)w"),
    (r"\nabla^2_w(w^\top A w)", r"A + A^\top"),
    (r"(S + I)^{-1}(S + I)", "I"),
    (r"\operatorname{tr}(ww^\top)", r"w^\top w"),
    (r"\sum_i x_ix_i^\top w", r"\sum_i(x_i^\top w)x_i"),
    (r"\operatorname{Var}(w^\top z)", r"w^\top\operatorname{Var}(z)w"),
    (r"\sum_j q_jq_j^\top", "I"),
    (r"\begin{pmatrix}w^\top w\end{pmatrix}", r"\lVert w\rVert^2"),
    (r"\begin{pmatrix}A & w\\ w^\top & 1\end{pmatrix}^\top",
     r"\begin{pmatrix}A^\top & w\\ w^\top & 1\end{pmatrix}"),
    (r"u^\top u", "u_1^2"),
    (r"\mathtt{gram}(X)", r"X^\top X"),
    (r"\mathtt{centred}(y)", r"y - \frac1n\mathbf{1}\mathbf{1}^\top y"),
    (r"\mathtt{outer}(w)", r"ww^\top"),
]  # fmt: skip


def gram(X):
    return X.T @ X


def centred(y):
    return y - y.sum() / len(y)


def outer(w):
    return np.outer(w, w)


def symbols(**sizes):
    return Derivation(
        vector("w", "d"), vector("y", "n"), vector("x_i", "d", over={"i": "n"}), vector("u", 1),
        matrix("A", "d", "d"), matrix("X", "n", "d"), matrix("S", "d", "d", symmetric=True),
        matrix("I", "d", "d", identity=True), vector(r"\mathbf{1}", "n", ones=True),
        vector("q_j", "d", over={"j": "d"}, orthonormal=True), vector("z", "d", random="R"),
        scalar("a"), scalar("b"), scalar("c"), scalar("p", positive=True),
        program(gram, "d", "d"), program(centred, "n"), program(outer, "d", "d"), sizes=sizes,
    )  # fmt: skip


@pytest.mark.parametrize("n", LENGTHS)
@pytest.mark.parametrize("d", LENGTHS)
@pytest.mark.parametrize("claim", ALIKE, ids=lambda claim: claim[0])
def test_a_length_may_be_1(claim, d, n):
    symbols(d=d, n=n).calc(claim[0], "=", claim[1], "")


def value(text):
    """What a text is worth among symbols."""
    words = symbols().vocabulary
    tree = words.term(text)
    assignment = next(iter(Setting({}, words.sizes).symbolic(tree)))
    return assignment.of(tree)


UNDEFINED = [
    r"\frac{1}{(a + b)^2 - a^2 - 2ab - b^2}", r"\frac{1}{\frac{a}{a + b} + \frac{b}{a + b} - 1}",
    "(a - a)^{-1}", r"\log(a - a)", r"\log(-p)", r"\sqrt{-p}", r"(-p)^{\frac13}", r"\sqrt{-1 - a^2}",
    r"(ww^\top)^{-1}", r"\frac{1}{\lvert\frac10\rvert}",
    r"0\log 0", r"\max_{i<1} i", r"\infty - a", r"\sum_{j=2}^d\log(1 - j)",
    r"[\frac{\partial\sqrt a}{\partial a}]_{a = 0}", r"[\frac{\partial\lvert a\rvert}{\partial a}]_{a = 0}",
    r"\lim_{a\to 0}\frac{1}{a^2}",
]  # fmt: skip


@pytest.mark.parametrize("text", UNDEFINED)
def test_what_is_undefined_is_no_value(text):
    with pytest.raises(Undefined, match="undefined"):
        value(text)


DEFINED = [
    r"\frac{1}{(a + b)^2 - a^2 - 2ab}", r"\log(p)", r"\sqrt{a}", r"p^{\frac13}", r"a^0", "0^0",
    r"(X^\top X)^{-1}", r"\max_{i\le 1} i", r"\lim_{a\to\infty}\frac{1}{a}",
    r"[\frac{\partial\max(a, b, c)}{\partial a}]_{b = c - 1}", r"\frac{\partial\lvert a\rvert}{\partial a}",
]  # fmt: skip


@pytest.mark.parametrize("text", DEFINED)
def test_what_is_defined_somewhere_is_a_value(text):
    value(text)


def test_a_derivative_by_a_defined_name_says_what_the_term_depends_on_besides():
    D = symbols()
    D.define("a = 2b")
    D.calc(r"\frac{\partial a^2}{\partial a}", "=", "2a", "")
    with pytest.raises(DerivationError, match="a is defined by b, on which the term depends"):
        D.calc(r"\frac{\partial(a^2 + b)}{\partial a}", "=", "2a", "")


ENDLESS = [
    r"\sum_{i=1}^{1000000000} i", r"\prod_{i=1}^{10001} i", "2^{3^{40}}", "(a + b)^{41}", "A^{12}",
    r"\binom{10^9}{10^8}", r"\int_0^1\frac{1}{a}\,\mathrm{d}a", r"\int_b^c\frac{1}{a^2}\,\mathrm{d}a",
]  # fmt: skip


@pytest.mark.parametrize("text", ENDLESS)
def test_what_is_too_much_or_may_diverge_is_refused_at_once(text):
    with pytest.raises(DerivationError, match=r"not tried|pole|undefined|at most"):
        value(text)


IMPOSSIBLE = [
    lambda: matrix("S", "n", "d", symmetric=True), lambda: matrix("I", "n", "d", identity=True),
    lambda: matrix("S", "d", "d", symmetric=True, orthonormal=True),
    lambda: vector("e", "d", basis=True), lambda: vector("u", "d", orthonormal=True),
    lambda: scalar("a", decreasing=True), lambda: index("h", "K", onto=True),
]  # fmt: skip


@pytest.mark.parametrize("symbol", IMPOSSIBLE)
def test_a_fact_that_a_shape_forbids_is_refused_at_declaration(symbol):
    with pytest.raises(DerivationError):
        symbol()


def test_every_value_of_an_index_occurs_where_it_is_declared_so():
    text = r"\prod_k\mathbb{1}\Bigl[\sum_i\mathbb{1}[h_i = k] \ge 1\Bigr]"
    names = lambda **fact: [
        index("h_i", "K", over={"i": "n"}, **fact),
        scalar("c_k", over={"k": "K"}),
    ]
    D = Derivation(*names(onto=True), sizes={"n": (3, 4), "K": (2, 3)})
    D.calc_without_warning(text, "=", "1", "")
    with pytest.raises(DerivationError, match="left 0, right 1"):
        Derivation(*names(), sizes={"n": (3, 4), "K": (2, 3)}).calc(text, "=", "1", "")


def test_a_family_of_shares_that_decreases_stays_at_most_1():
    D = Derivation(scalar("p_k", over={"k": "K"}, share=True, decreasing=True))
    D.calc("p_1", "<=", "1", "")
    D.calc("p_1", ">=", "p_2", "", given=[r"K \ge 2"])


@pytest.mark.parametrize("many", [1, 2, 3])
def test_sizes_that_nobody_chose_differ_from_each_other_and_between_the_assignments(many):
    for sizes in itertools.combinations(FIRST, many):
        pairs = default_sizes([vector(f"v_{{{size}}}", size) for size in sizes], {}).values()
        assert all(first != second for first, second in pairs)
        assert all(len(set(lengths)) == many for lengths in zip(*pairs, strict=True))


@pytest.mark.parametrize(
    ("inside", "diverges"),
    [("1/(1 + x**2)", False), ("x/(1 + x**2)", True), ("0", False), ("3", True),
     ("(x**2 + x)/(x*(x**4 + 1))", False), ("exp(-x**2)", False)],
)  # fmt: skip
def test_a_quotient_that_falls_no_faster_than_1_over_x_has_no_integral_to_infinity(
    inside, diverges
):
    x = sp.Symbol("x", real=True)
    assert is_too_flat(sp.sympify(inside, {"x": x}), x) is diverges
