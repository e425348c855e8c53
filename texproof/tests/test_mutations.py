"""The finer operators make the mutants that a review found by hand, and others of their kinds."""

import numpy as np
import pytest

from texproof import Derivation, index, matrix, scalar, vector
from texproof_tests.language import EXACT, Row, Statement, free_letters
from texproof_tests.mutations import mutations, surroundings, weaker
from texproof_tests.opinion import Undefined
from texproof_tests.opinion_values import Draws

UNTIED = [
    dict(d=5, m=2, k=1, n=6, C=2, V=5, L=6, p=1),
    dict(d=4, m=1, k=2, n=9, C=6, V=2, L=3, p=7),
]


def names():
    """Names of the chapters' statements whose mutants were found."""
    return Derivation(
        scalar(r"\sigma_j", over={"j": "d"}), matrix("P", "L", "m"), matrix("X", "n", "p"),
        vector(r"\bar{\mathbf{p}}", "m"), vector(r"\mathbf{h}", "m"), vector(r"\mathbf{1}", "L", ones=True),
        scalar(r"\beta", positive=True), scalar("J"), vector("y", "n"), scalar("x_c", over={"c": "C"}),
        scalar("x_v", over={"v": "V"}), scalar("z_l", over={"l": "k"}), scalar("a"), scalar("b"),
        scalar("u_{ij}", over={"i": "n", "j": "d"}), index("g_i", "d", over={"i": "n"}),
        sizes={"d": (2, 3), "m": (2, 3), "k": (1, 2), "n": (3, 4), "C": (3, 4), "V": (2, 3),
               "L": (3, 4), "p": (2, 3)},
    )  # fmt: skip


BIAS = r"\frac1m\lVert\bar{\mathbf{p}} - \mathbf{h}\rVert^2 - \frac{\lVert P - \mathbf{1}\bar{\mathbf{p}}^\top\rVert^2}{%s}"

EXPECTED = {
    "forest-offered": (r"\frac{m}{L}", r"\frac{L-1}{L}"),
    "svd-tail, last": (r"\sum_{j=k+1}^{d}\sigma_j^2", r"\sigma_d^2"),
    "svd-tail, square": (r"\sum_{j=k+1}^{d}\sigma_j^2", r"\bigl(\sum_{j=k+1}^{d}\sigma_j\bigr)^2"),
    "information-chance": (r"\frac{n}{n-1}(V-1)(C-1)", r"\frac{n}{n-1}V(V-1)"),
    "bv-code-corrected": (BIAS % "L(L-1)m", BIAS % "Lm^2"),
    "ls-precision-slope": (r"\frac{n}{2\beta} - J", r"\frac{p+1}{2\beta} - J"),
    "ls-code-precision": (r"\frac{n}{\lVert y\rVert^2}", r"\frac{p+1}{\lVert y\rVert^2}"),
}
# what the others change, one of each
OTHERS = {
    "length": ("na", "3a"),
    "size for a number": ("2a", "da"),
    "bound, a sign": (r"\sum_{j<k}\sigma_j", r"\sum_{j\le k}\sigma_j"),
    "bound, left out": (r"\sum_{j\ne 2}\sigma_j", r"\sum_j\sigma_j"),
    "index, a letter": (r"\sum_{i=1}^{n}\sum_{r=1}^{n}u_{i1}u_{r1}", r"\sum_{i=1}^{n}\sum_{r=1}^{n}u_{i1}^2"),
    "index, the last": (r"\sum_{i=1}^{n}\sigma_1 u_{i1}", r"n\sigma_1 u_{n1}"),
    "indices exchanged": ("X_{12} + a", "X_{21} + a"),
    "letter": ("2a + b^2", "2b + b^2"),
    "letter of an entry": (r"\bar{\mathbf{p}}_1 + \mathbf{h}_1", r"2\mathbf{h}_1"),
    "braces of a fraction": (r"\frac{a + b}{n}", r"a + \frac bn"),
    "braces of a product": (r"a(b + 1)", r"ab + 1"),
    "braces into a sum": (r"\sum_j\sigma_j + a", r"\sum_j(\sigma_j + a)"),
    "braces of a sign": ("-(a + b)", "b - a"),
    "braces of a logarithm": (r"\log(\beta n)", r"n\log\beta"),
}  # fmt: skip


def trees(D, text, expected):
    """(trees of the mutants of a text, tree of an expected one, statement of the text)."""
    term = D.vocabulary.term(text)
    row = Row("=", text, "", D.vocabulary.relate("=", term, term, text))
    statement = Statement(
        None, EXACT, text, [row], lengths=D.vocabulary.sizes, letters=D.vocabulary.letters
    )
    return [tree for _, tree in mutations(term, surroundings(statement))], D.vocabulary.term(
        expected
    )


def values(D, tree, lengths):
    """The value of a tree under an assignment of floats that depends on the lengths alone."""
    everything = [name for name in D.vocabulary.names if name.kind != "function"]
    draws = Draws({}, [], [], lengths, D.vocabulary.letters)
    draws.plain = [name for name in everything if name.kind != "index"]
    labels = {
        name: {(i,): 1 for i in range(1, lengths["n"] + 1)}
        for name in everything
        if name.kind == "index"
    }
    return draws.assignment(0, labels).of(tree)


def same(D, one, other, tuples):
    try:
        return all(np.allclose(values(D, one, at), values(D, other, at)) for at in tuples)
    except Undefined:
        return False


def made(text, expected):
    """Whether one of the mutants of a text is the expected one, at untied lengths."""
    D = names()
    found, wrong = trees(D, text, expected)
    return any(same(D, mutant, wrong, UNTIED) for mutant in found)


@pytest.mark.parametrize("case", EXPECTED)
def test_a_mutant_that_ties_let_pass_is_made(case):
    assert made(*EXPECTED[case])


@pytest.mark.parametrize("case", OTHERS)
def test_a_mutant_of_every_kind_is_made(case):
    assert made(*OTHERS[case])


def test_a_mutant_differs_from_what_was_written():
    D = names()
    for text, expected in [*EXPECTED.values(), *OTHERS.values()]:
        found, _ = trees(D, text, expected)
        assert found and D.vocabulary.term(text) not in found


def test_a_condition_is_made_weaker_by_one():
    D = names()
    (condition,) = D.vocabulary.relations(r"n \ge d")
    ((what, looser),) = weaker(condition)
    assert what == "condition" and values(D, looser.right, UNTIED[0]) == 4
    for other in ("C = 2", r"a \ge b"):
        assert not list(weaker(D.vocabulary.relations(other)[0]))


def test_no_letter_comes_loose_from_its_sum():
    D = names()
    text = r"\sum_{r=1}^{n}X_{r1} + \sum_{t=1}^{n}X_{t1}"
    found, _ = trees(D, text, text)
    assert found and all(free_letters(tree) <= set(D.vocabulary.letters) for tree in found)
