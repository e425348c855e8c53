"""What the reader reads, what it refuses, and where it puts the caret."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from texproof import (
    Derivation,
    DerivationError,
    function,
    index,
    matrix,
    scalar,
    subset,
    vector,
)
from texproof.errors import ReadError
from texproof.expr import Expr, Relation, walk
from texproof.read.lexer import tokens


@pytest.fixture(name="words")
def a_vocabulary():
    return Derivation(
        scalar("a"), scalar("b"), scalar("c"), scalar("z_i'", over={"i": "n"}), scalar("w_j", over={"j": "d"}),
        scalar(r"w_j^\star", over={"j": "d"}), scalar(r"\hat{y}_i^{(t-1)}", over={"i": "n"}),
        scalar(r"f_t(\mathbf{x}_i)", over={"t": "M", "i": "n"}), vector(r"\mathbf{x}_i", "d", over={"i": "n"}),
        vector(r"\mathbf{w}", "d"), matrix("A", "d", "d"), matrix("S_W", "d", "d"), matrix("S", "d", "d"),
        scalar("H"), scalar("H_L"), scalar(r"H_\ell", over={r"\ell": "T"}),
        index(r"q(\mathbf{x}_i)", "T", over={"i": "n"}), subset(r"I_\ell", "n", over={r"\ell": "T"}),
        function("l", 2),
    ).vocabulary  # fmt: skip


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("a b + c", r"a \cdot b + c"),
        (r"\frac12 a", r"\frac{1}{2}a"),
        (r"\frac ab", r"\frac{a}{b}"),
        (r"\left(a + b\right)^2", "(a + b)^{2}"),
        (r"\bigl[a\bigr]", "a"),
        (r"w_{j}", "w_j"),
        (r"a^\top", r"a^{\top}"),
        (r"a\,b\;c", "a b c"),
        (r"\sum_j w_j", r"\sum_{j=1}^{d} w_j"),
        (r"\sum_{m=1}^d w_m - \sum_{m=1}^2 w_m", r"\sum_{m=1}^{d} w_{m} - \sum_{m=1}^{2} w_{m}"),
        (r"\sum_{j=2} w_j", r"\sum_{j=2}^d w_j"),
        ("A_{12}", "A_{1,2}"),
        ("l(a; b)", "l(a, b)"),
        (r"\frac{\partial^2 a^2}{\partial (a)^2}", r"\frac{\partial^2 a^2}{\partial a^2}"),
        (r"\sum_{i\neq 1} a", r"\sum_{i\ne 1} a"),
        (r"\arg\min_{a} b \text{ s.t. } a = 1", r"\arg\min_{a} b \quad\text{s.t.}\quad a = 1"),
        (r"\sum_{i\ne 1}\sum_{k\ne i} a", r"\sum_{i\ne 1}\sum_{k\ne i}a"),
        (r"\ln a", r"\log a"),
        (r"a^12", "a^{1}2"),
        ("-a + b", "(-a) + b"),
        (r"\frac{\partial a^2}{\partial a}", r"\frac{\partial}{\partial a} a^2"),
        (
            r"\frac{\partial^2 a b}{\partial a \partial b}",
            r"\frac{\partial^2 a b}{\partial a\,\partial b}",
        ),
    ],
)  # fmt: skip
def test_two_ways_of_writing_are_read_alike(words, one, other):
    assert words.read(one) == words.read(other)


@pytest.mark.parametrize(
    "text", [r"\frac{a}{b}", r"\frac ab", r"\tfrac{a}b", r"\dfrac a{b}", "a / b"]
)
def test_what_stands_above_is_divided_by_what_stands_below(words, text):
    above, below = words.term("a"), words.term("b")
    assert words.term(text) == Expr("div", (above, below))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("a b + c", "a (b + c)"),
        (r"\sum_j w_j + a", r"\sum_j (w_j + a)"),
        (r"\frac{a}{b} c", r"\frac{a}{b c}"),
        ("-a^2", "(-a)^2"),
        (r"w_j^\star", "w_j^2"),
        ("a / b + c", "a / (b + c)"),
        (r"\log a + b", r"\log (a + b)"),
        (r"A^{-1}", r"A^{\top}"),
        ("A_{12}", "A_{21}"),
        (r"\sum_{j<2} w_j", r"\sum_{j\le 2} w_j"),
    ],
)
def test_two_things_are_not_read_alike(words, one, other):
    assert words.read(one) != words.read(other)


@pytest.mark.parametrize(
    ("text", "latex"),
    [
        (r"w_j^\star", r"w_j^\star"),
        ("w_2", "w_j"),
        ("H_L", "H_L"),
        ("z_2'", "z_i'"),
        ("H_2", r"H_\ell"),
        ("S_W", "S_W"),
        (r"\hat{y}_3^{(t-1)}", r"\hat{y}_i^{(t-1)}"),
        (r"f_{t}(\mathbf{x}_{i})", r"f_t(\mathbf{x}_i)"),
        (r"q(\mathbf{x}_1)", r"q(\mathbf{x}_i)"),
    ],
)
def test_the_longest_declared_name_wins(words, text, latex):
    assert words.term(text).value.latex == latex


def test_an_index_may_be_another_name(words):
    (index_read,) = words.term(r"H_{q(\mathbf{x}_2)}").args
    assert index_read.value.latex == r"q(\mathbf{x}_i)"


def test_a_chain_is_read_as_relations(words):
    found = words.read(r"a = b \le c")
    assert [relation.sign for relation in found] == ["=", "<="]
    assert all(isinstance(relation, Relation) for relation in found)


@pytest.mark.parametrize(
    ("text", "token"),
    [
        ("a + z", "z"),
        ("a + ", "text ends"),
        (r"\frac{a}{", "text ends"),
        (r"\notamacro a", r"\notamacro"),
        ("(a + b", "expected )"),
        ("a) + b", ")"),
        (r"\sum_{m} a", "'m' is not an index letter"),
        (r"\sum_{m=1} a", "needs an upper limit"),
        (r"\sum_{m=1}^2 a + m", "cannot read 'm'"),
        (r"\nabla_{a + b} c", "expected }"),
        (r"\frac{\partial^2 a}{\partial b}", "order 2 by 1"),
        ("A_1", "takes 2 index"),
        (r"l(a)", "takes a number, a number; received a number"),
        ("a = = b", "cannot read '='"),
        ("a / b c", "the denominator"),
        (r"\log a b", "what is the function of"),
        (r"\mathbb{E}[a]", "nothing random"),
        (r"\mathbb{1}[a]", "holds a relation"),
        (r"\begin{pmatrix} a & b \\ c \end{pmatrix}", "of one length"),
        (r"\int_{0}^{1} a\,\mathrm{d}z", "needs a declared name"),
        ("", "text ends"),
        (r"\sum_{i\in J} a", "declared subset"),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_reason(words, text, token):
    with pytest.raises(ReadError) as caught:
        words.read(text)
    assert token in str(caught.value).splitlines()[0]


def test_the_caret_stands_under_the_token(words):
    with pytest.raises(ReadError) as caught:
        words.read("a + b + z")
    _, line, caret = str(caught.value).splitlines()
    assert line[caret.index("^")] == "z"


def test_a_derivative_of_another_order_is_refused_from_its_beginning(words):
    with pytest.raises(ReadError) as caught:
        words.read(r"a + \frac{\partial^2 a}{\partial b}")
    _, line, caret = str(caught.value).splitlines()
    assert line[caret.index("^") :].startswith(r"\frac")


PLACES = {"sum": r"\sum", "where": "<", "except": r"\ne", "extremum": r"\max", "optimum": r"\arg"}
PLACES |= {"grad": r"\nabla", "partial": r"\frac", "integral": r"\int", "builder": r"\{"}


@pytest.mark.parametrize(
    "text",
    [
        r"a = b + \sum_{i,j} w_j",
        r"a = \sum_{i<2} z_i'",
        r"a = \sum_{i\ne 1} z_i'",
        r"a = \max_{j} w_j",
        r"a = \arg\min_{b} b \text{ s.t. } b = 1",
        r"\mathbf{w} = \nabla_{\mathbf{w}} a",
        r"a = \frac{\partial^2 a b}{\partial a \partial b}",
        r"a = \int_{0}^{1} a\,\mathrm{d}a",
        r"I_\ell = \{ i \mid q(\mathbf{x}_i) = \ell \}",
    ],
)
def test_what_binds_a_name_keeps_its_place(words, text):
    found = [node for part in words.read(text) for node in walk(part) if isinstance(node, Expr)]
    binders = [node for node in found if node.op in PLACES]
    assert binders and all(text.startswith(PLACES[node.op], node.at) for node in binders)


@pytest.mark.parametrize("text", [None, 3, ["a"]])
def test_only_text_is_read(words, text):
    with pytest.raises(ValueError, match="LaTeX text"):
        words.read(text)


PIECES = st.sampled_from(
    [
        *"abcAHS()[]{}^_+-=<>/|,:;~&%#0123456789", " ", "\\", "\n", "__import__('os')", "w_j", r"\sum", r"\frac",
        r"\sum_{j=1}^d", r"\nabla", r"\partial", r"\mathbf{w}", r"\top", r"\left(", r"\right)", r"\{", r"\}",
        r"\lVert", r"\rVert", r"\log", r"\arg", r"\max", r"\text{s.t.}", r"\in", r"\mid", r"\sqrt", r"\ell", "é",
    ]
)  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(st.lists(PIECES, max_size=25).map("".join))
def test_any_text_is_read_or_refused(text):
    words = Derivation(
        scalar("a"), scalar("b"), scalar("w_j", over={"j": "d"}), vector(r"\mathbf{w}", "d"), matrix("A", "d", "d")
    ).vocabulary  # fmt: skip
    try:
        words.read(text)
    except DerivationError as error:
        assert str(error)


def test_tokens_keep_their_places():
    text = r"\frac{a}{b_i} + \hat y"
    assert all(text[t.at :].startswith(t.text) for t in tokens(text) if t.text not in "{}")


@pytest.mark.parametrize(
    ("names", "message"),
    [
        ([scalar("a"), scalar("a")], "declared twice"),
        (["a"], "is not a name"),
        ([vector("v", "n"), scalar("a_n", over={"n": "d"})], "cannot also be an index letter"),
        ([scalar("a_i", over={"i": "n"}), scalar("b_i", over={"i": "d"})], "runs to n elsewhere"),
        ([vector("v", "z+1")], "is not a size"),
        ([vector("v", "N"), scalar("N")], "N is a size"),
        ([vector("v", "n_1"), scalar("n_k", over={"k": "K"})], "n_1 is a size"),
        ([vector("v", "\\log")], "is not a size"),
    ],
)
def test_names_that_conflict_are_refused(names, message):
    with pytest.raises(ValueError, match=message):
        Derivation(*names)


def test_unknown_facts_and_lost_index_letters_are_refused():
    with pytest.raises(ValueError, match="unknown fact"):
        scalar("a", symmetric=True)
    with pytest.raises(ValueError, match="do not occur"):
        Derivation(scalar("a", over={"i": "n"}))


def test_sizes_of_one_derivation_differ_from_each_other():
    D = Derivation(matrix("A", "n", "d"), matrix("B", "q", "T"), matrix("C", "K", "M"))
    for which in (0, 1):
        lengths = [pair[which] for pair in D.vocabulary.sizes.values()]
        assert len(set(lengths)) == len(lengths)
