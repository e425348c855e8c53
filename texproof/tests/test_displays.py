"""A whole display as one text: the same chain as its terms, signs and reasons one by one."""

import pytest

from texproof import Derivation, DerivationError, matrix, scalar, vector
from texproof.data import judge_again, statement_data
from texproof.errors import ReadError, Refuted
from texproof.read.displays import chains

SAME = [
    r"\begin{aligned} a &= b && \text{why} \\ &\le c \end{aligned}",
    r"$$\begin{align*} a &= b && \text{why} \tag{1} \\ &\leq c, \end{align*}$$",
    r"\[ \begin{split} a &= b \quad \text{why} \\ &\leqslant c \end{split} \label{eq:one} \]",
    r"\begin{equation}\begin{array}{rcll} a & = & b & \text{why} \\ & \le & c. \end{array}\end{equation}",
    r"\begin{gathered} a = b \qquad\text{why} \\ \le c \,. \end{gathered}",
    r"a &= b && {\small\text{why}} \\[2pt] &\le c \nonumber",
]  # fmt: skip


@pytest.mark.parametrize("text", SAME)
def test_a_display_is_the_chain_of_its_lines(text):
    (found,) = chains(text)
    signs = [sign.replace("leqslant", "le").replace("leq", "le") for sign in found.rows[::3]]
    assert (found.first, signs) == ("a", ["=", r"\le"])
    assert found.rows[1::3] == ["b", "c"] and found.rows[2::3] == ["why", ""]


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("a = b = c .", [["a", "b", "c"]]),
        (r"a &= b \\ c &= d", [["a", "b"], ["c", "d"]]),
        ("a &= b & c &= d", [["a", "b"], ["c", "d"]]),
        (r"a = b \\ + c \\ = d", [["a", "b + c", "d"]]),
        (r"a = (b \\ + c) \\ = d", [["a", "(b + c)", "d"]]),
        (r"\mathbb{1}[a = b] = c", [[r"\mathbb{1}[a = b]", "c"]]),
        (r"a \overset{(1)}{=} b \stackrel{\text{def}}{=} c", [["a", "b", "c"]]),
        (r"a = \begin{pmatrix} b & c \\ d & e \end{pmatrix}", [["a", r"\begin{pmatrix} b & c \\ d & e \end{pmatrix}"]]),
        (r"w = \arg\min_{w} f \text{ s.t. } g = 1", [["w", r"\arg\min_{w} f \text{ s.t. } g = 1"]]),
        (r"\sum_{i=1}^n a = \text{tr}(A)", [[r"\sum_{i=1}^n a", r"\text{tr}(A)"]]),
    ],
)  # fmt: skip
def test_where_a_display_is_cut(text, terms):
    assert [[found.first, *found.rows[1::3]] for found in chains(text)] == terms


@pytest.mark.parametrize(
    "text", ["a", "", r"= a", r"a = b \\ c", r"a \\ b = c", r"\begin{align} a &= b \end{split}"]
)
def test_what_is_no_display_is_refused(text):
    D = Derivation(*map(scalar, "abc"))
    with pytest.raises(ReadError):
        D.calc(text)
    assert not D.statements


def symbols():
    return Derivation(*map(scalar, "abc"), vector("w", "D"), matrix("A", 2, 2))


SQUARE = r"\begin{align} (a + b)^2 &= a^2 + 2ab + b^2 && \text{as $a$ and $b$ commute} \\ &\le 2a^2 + 2b^2. \end{align}"


def test_a_display_makes_the_same_statement_as_its_parts():
    one = symbols().calc(SQUARE, label="it")
    other = symbols().calc(
        "(a + b)^2", "=", "a^2 + 2ab + b^2", "as $a$ and $b$ commute", "<=", "2a^2 + 2b^2", "", label="it"
    )  # fmt: skip
    assert statement_data(one.statement) == statement_data(other.statement)
    assert one.tex() == other.tex()
    assert judge_again(statement_data(one.statement)) == one.statement.verdicts


def test_each_statement_of_a_display_is_judged_or_none_is_kept():
    D = symbols()
    shown = D.calc(r"a + b &= b + a \\ w^T w &= \|w\|^2", label="two")
    assert list(D.statements) == ["two", "two-2"]
    assert shown.plain().count("✓") == shown.markdown().count('class="check exact"') == 2
    with pytest.raises(Refuted):
        D.calc(r"a + b &= b + a \\ w^T w &= 2\|w\|^2", label="more")
    assert list(D.statements) == ["two", "two-2"]


def test_a_false_line_of_a_display_is_refuted():
    with pytest.raises(Refuted, match="row 2"):
        symbols().calc(SQUARE.replace("2b^2.", "b^2."))


def test_other_methods_take_displays():
    D = symbols()
    assert D.refute(r"\[ a^2 = a \]").plain().startswith("✗")
    assert D.cite("a^2 &\\ge 0", source="a book").plain().startswith("§")
    D.define(r"$$ c = a + b. $$")
    D.calc("c - a = b")
    with pytest.raises(DerivationError, match="one relation"):
        D.refute("a = b = c")


@pytest.mark.parametrize(
    "text",
    [
        r"A = \left(\begin{array}{cc} A_{11} & A_{12} \\ A_{21} & A_{22} \end{array}\right)",
        r"|A| = \begin{vmatrix} A_{11} & A_{12} \\ A_{21} & A_{22} \end{vmatrix}",
        r"\begin{vmatrix} a & b \\ c & b \end{vmatrix} = ab - bc",
    ],
)
def test_arrays_are_matrices(text):
    symbols().calc(text)
    with pytest.raises(DerivationError):
        symbols().calc(text.replace("A_{12}", "A_{21}").replace("- bc", "+ bc"))


def arrows():
    return Derivation(
        *map(scalar, "xab"), scalar("p", positive=True), scalar("m"), matrix("A", "D", "D"),
        vector("w", "D"), scalar("x_i", over={"i": "N"}), scalar("y_i", over={"i": "N"}),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (r"2x = 4 \iff x = 2", r"2x = 4 \iff x = 3"),
        (r"px = 0 \Leftrightarrow x = 0", r"ax = 0 \Leftrightarrow x = 0"),
        (r"x = 2 \Rightarrow x^2 = 4", r"x = 2 \iff x^2 = 4"),
        (r"x = 2 \implies x^2 = 4", r"x^2 = 4 \implies x = 2"),
        (r"\begin{aligned} & p x - b = 0 \\ \iff\quad & x = \frac{b}{p} \end{aligned}", r"\begin{aligned} & p x - b = 0 \\ \iff\quad & x = bp \end{aligned}"),
        (r"\sum_i x_i - N m = 0 \iff m = \frac1N\sum_i x_i", r"\sum_i x_i - N m = 0 \iff m = \sum_i x_i"),
        (r"2w = 0 \iff w = 0", r"Aw = 0 \iff w = 0"),
        (r"x - a = 0 \iff 2x = 2a \iff x = a", r"x - a = 0 \iff bx = ba \iff x = a"),
        (r"a = b \Rightarrow b = a", r"x = x \iff x = 1"),
    ],
)  # fmt: skip
def test_an_arrow_is_a_hypothesis_one_way_or_both(true, false):
    shown = arrows().calc(true)
    arrows_of = {r"\implies": 1, r"\Rightarrow": 1, r"\iff": 2, r"\Leftrightarrow": 2}
    assert shown.plain().count("✓") == sum(true.count(a) * n for a, n in arrows_of.items())
    with pytest.raises(DerivationError):
        arrows().calc(false)


def test_an_arrow_from_each_member_of_a_family_is_refused():
    with pytest.raises(ReadError, match="for each i alone"):
        arrows().calc(r"x_i = x_1 \Rightarrow \sum_i x_i = Nx_1")
    with pytest.raises(DerivationError):
        arrows().calc(r"x = x + 1 \iff a = b")
