"""The language in other books: pages of Markdown, LaTeX and notebooks, and what is told of them."""

import json
import re
import shutil
from pathlib import Path

import pytest
from IPython.core.interactiveshell import InteractiveShell
from sphinx.cmd.build import main as sphinx_build

from texproof import DerivationError
from texproof.books.blocks import blocks_of
from texproof.books.command import main
from texproof.books.guess import guess
from texproof.books.page import Page, split_at_semicolons
from texproof.errors import OnlyAtSizes, Refuted
from texproof.names import read_names
from texproof.questions import answer

EXAMPLE = Path(__file__).parents[1] / "examples" / "other_book"

MARKDOWN = r"""
# Title

```{derive-names}
a : scalar
x : vector n
```

Words.

:::{derive} norm
:given: a > 1

\lVert ax\rVert^2 &= a^2\lVert x\rVert^2 && \text{the number leaves} \\
 &= a^2x^\top x
:::

```{derive} false
a + a
  = 3a
```
"""

LATEX = r"""
% derive names
%  a : scalar
%  x : vector n
Words.
% derive norm
% :given: a > 1
\begin{align*}
  \lVert ax\rVert^2 &= a^2\lVert x\rVert^2 && \text{the number leaves} \\
   &= a^2x^\top x
\end{align*}
% derive false
\[ a + a = 3a \]
"""

NOTEBOOK = {
    "cells": [
        {"cell_type": "code", "source": ["%%derive_names\n", "a : scalar\n", "x : vector n"]},
        {"cell_type": "markdown", "source": ["# Title\n"]},
        {"cell_type": "code", "source": ["%%derive norm\n", ":given: a > 1\n", r"\lVert ax\rVert^2 = a^2x^\top x"]},
        {"cell_type": "markdown", "source": ["```{derive} false\n", "a + a = 3a\n", "```"]},
    ]
}  # fmt: skip


@pytest.fixture
def page(tmp_path):
    """Writes a page, and returns its path."""

    def write(name, text):
        (tmp_path / name).write_text(text, "utf8")
        return tmp_path / name

    return write


PAGES = {"page.md": MARKDOWN, "page.tex": LATEX, "page.ipynb": json.dumps(NOTEBOOK)}


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_checked_whatever_it_is_written_in(name, page, capsys):
    path = page(name, PAGES[name])
    assert main(["check", "--json", str(path)]) == 1
    norm, false = json.loads(capsys.readouterr().out)
    assert (norm["label"], norm["mark"], norm["scope"]) == ("norm", "✓ exact", "every size")
    assert (false["label"], false["mark"], false["refused"]) == ("false", "✗ refuted", True)
    assert re.search(r"left \S+, right \S+ where a = ", false["message"])


@pytest.mark.parametrize(
    "name, places",
    [("page.md", [(4, 5), (11, 14), (18, 19)]), ("page.tex", [(0, 3), (0, 8), (0, 13)])],
)
def test_a_block_knows_the_line_of_its_text(name, places, page):
    found = blocks_of(page(name, PAGES[name]))
    assert [block.line for block in found] == [line for _, line in places]


def test_what_cannot_be_read_is_told_with_file_line_column_and_caret(page, capsys):
    path = page("page.md", "```{derive-names}\na : scalar\n```\n\n```{derive}\na + a\n = 2q\n```\n")
    assert main(["check", str(path)]) == 1
    told = capsys.readouterr().out.splitlines()
    assert told[0] == f"{path}:7:5: ✗ readerror"
    assert told[-1].index("^") == told[-2].index("q")


def test_a_page_whose_displays_all_stand_ends_with_0(page, capsys):
    path = page("page.md", MARKDOWN.replace("3a", "2a"))
    assert main(["check", str(path)]) == 0
    assert "✓ exact, all values  false" in capsys.readouterr().out


def test_a_page_says_that_both_sides_are_defined_where_a_term_may_not_be(page, capsys):
    path = page(
        "page.md", "```{derive-names}\na : scalar\n```\n\n```{derive}\n\\frac{a}{a} = 1\n```\n"
    )
    assert main(["check", str(path)]) == 0
    assert "✓ exact, all values, where both sides are defined" in capsys.readouterr().out


@pytest.mark.parametrize("text", ["# No display", "```python\n{derive}\n```"])
def test_a_page_without_displays_is_no_success(text, page, capsys):
    assert main(["check", str(page("page.md", text))]) == 2
    assert "nothing to check" in capsys.readouterr().err


def test_a_file_that_is_not_there_ends_with_2(tmp_path, capsys):
    assert main(["check", str(tmp_path / "none.md")]) == 2
    assert "cannot be read" in capsys.readouterr().err


NAMES = r"""
X : matrix n 3, orthonormal -- design
\Sigma : matrix p p, symmetric
x_i : vector p, over i = n -- row
c_{ij} : scalar, over i = n, j = K, positive
\hat{y} : scalar, random x, random \mathcal{D}
f : function 1
h : function d 1
k_i : index K, over i = n, onto
I : subset n
n : size 4 6
"""


def test_names_are_declared_without_python():
    names, sizes = read_names(NAMES)
    known = {name.latex: name for name in names}
    assert sizes == {"n": (4, 6)}
    assert known["X"].shape == ("n", 3) and known["X"].meaning == "design"
    assert known["c_{ij}"].over == (("i", "n"), ("j", "K")) and known["c_{ij}"].facts == {
        "positive"
    }
    assert known[r"\hat{y}"].sources == ("x", r"\mathcal{D}")
    assert known["h"].takes == (("d", 1), ()) and known["f"].takes == ((),)


@pytest.mark.parametrize(
    "line, said",
    [
        ("X matrix n n", "expected 'name : kind'"),
        ("X : matrx n n", "expected 'name : kind'"),
        ("X : matrix n", "X: a matrix needs 2 sizes, not 1"),
        ("f : function 1, positive", "f: a function cannot have positive"),
        ("I : subset n, onto", "I: a subset cannot have onto"),
        ("x : scalar, blue", "unknown fact"),
        ("n : size 4", "a size needs two lengths"),
        ("n : size 4 x", "a size needs two lengths"),
    ],
)
def test_a_line_that_declares_nothing_is_refused(line, said):
    with pytest.raises(DerivationError, match=re.escape(said)):
        read_names(f"a : scalar\n{line}")


def test_hypotheses_are_separated_by_semicolons_outside_brackets():
    assert split_at_semicolons(r"a > 0; p(x; b) = 1;\;b > 0") == [
        "a > 0",
        " p(x; b) = 1",
        r"\;b > 0",
    ]


def test_what_takes_too_long_is_undecided_and_the_next_block_is_judged(page, capsys):
    hard = r"\int_0^1 e^{-x^2}\log(1 + x^5)\,\mathrm{d}x = a"
    path = page(
        "page.md",
        f"```{{derive-names}}\na : scalar\nx : scalar\n```\n```{{derive}}\n{hard}\n```\n```{{derive}}\na = a\n```",
    )
    assert main(["check", "--seconds", "0.001", "--json", str(path)]) == 1
    first, second = json.loads(capsys.readouterr().out)
    assert "within 0.001 seconds" in first["message"]


@pytest.mark.parametrize(
    "option, said",
    [("givn: a > 0", "unknown option givn; allowed: at-sizes, given, order, refuted, source")],
)
def test_an_option_that_is_none_is_refused(option, said, page):
    path = page(
        "page.md", f"```{{derive-names}}\na : scalar\n```\n```{{derive}}\n:{option}\na = a\n```"
    )
    names, display = blocks_of(path)
    taker = Page()
    assert taker.take(names).refusal is None
    assert str(taker.take(display).refusal) == said


# the example, and Sphinx


def built(source, out, capsys):
    """Status and warnings of a build that stops at none."""
    status = sphinx_build(["-q", "-E", "-b", "html", str(source), str(out)])
    return status, capsys.readouterr().err


def test_the_example_is_built_without_a_warning_and_is_numbered(tmp_path, capsys):
    assert built(EXAMPLE, tmp_path, capsys) == (0, "")
    page = (tmp_path / "average.html").read_text("utf8")
    assert page.count('class="check exact"') == 2 and page.count('class="check refused"') == 1
    assert 'id="equation-shift"' in page and 'href="#equation-shift">(3)' in page


@pytest.mark.parametrize("page", ["average.md", "filter.md"])
def test_the_command_line_says_the_same_of_the_example(page, capsys):
    assert main(["check", str(EXAMPLE / page)]) == 0
    assert "✗" not in capsys.readouterr().out.replace("✗ refused", "")


MUTANTS = {
    "average.md": [("+ n(", "- n("), ("-2\\sum", "2\\sum"), ("2n(", "n("), ("x_i^2 = \\bar{x}^2", "x_i = \\bar{x}")],
    "filter.md": [("+ K R K", "- K R K"), ("(m - z)", "(z - m)"), ("P^{-1} + R", "P^{-1} - R")],
}  # fmt: skip


@pytest.mark.parametrize(
    "name, old, new", [(name, *pair) for name, pairs in MUTANTS.items() for pair in pairs]
)
def test_a_display_of_the_example_that_is_made_false_is_told_with_its_line(
    name, old, new, tmp_path, capsys
):
    source = tmp_path / "book"
    shutil.copytree(EXAMPLE, source)
    text = (source / name).read_text("utf8")
    (source / name).write_text(text.replace(old, new), "utf8")
    line = text[: text.index(old)].count("\n") + 1
    status, said = built(source, tmp_path / "out", capsys)
    assert status == 0
    warned = [int(at) for at in re.findall(rf"{name}:(\d+): WARNING", said)]
    assert 0 <= line - warned[0] <= 2
    assert (
        "✗ refuted" in (tmp_path / "out" / name.replace(".md", ".html")).read_text("utf8")
        or "no point was found" in said
    )


# --------------------------------------------------------------------------------------------------
# Magics of a notebook.


def test_the_magics_show_a_display_and_raise_what_is_refused():
    shell = InteractiveShell()
    shell.run_line_magic("load_ext", "texproof.magic")
    shell.run_cell_magic("derive_names", "", "a : scalar\nx : vector n")
    shown = shell.run_cell_magic("derive", "double", "a + a = 2a")
    assert shown.plain() == "✓ exact: double"
    with pytest.raises(Refuted, match="left"):
        shell.run_cell_magic("derive", "", "a + a = 3a")


# --------------------------------------------------------------------------------------------------
# What is not proved for every size.

LARGEST = r"""
```{derive-names}
x_i : scalar, over i = n
```

Words.

```{derive} largest
\prod_i(1 + x_i^2) \ge 1 + \sum_i x_i^2
```
"""
REASONED = LARGEST.replace("{derive} largest", "{derive} largest\n:at-sizes: a reason\n")
TOLD = "is proved at n = 4, but not for every size: no way to see the sign"


def test_the_command_line_says_why_a_display_is_at_sizes_only(page, capsys):
    path = page("page.md", LARGEST)
    assert main(["check", str(path)]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first.endswith("◦ at sizes, named sizes  largest")
    assert TOLD in second and second.endswith(":at-sizes: ...")
    assert main(["check", "--json", str(page("page.md", REASONED))]) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert (row["mark"], row["message"]) == ("◦ at sizes", "")


def test_sphinx_warns_of_what_is_at_sizes_only_at_its_line(tmp_path, capsys):
    source = tmp_path / "book"
    shutil.copytree(EXAMPLE, source)
    text = (source / "filter.md").read_text("utf8")
    line = text.count("\n") + LARGEST[: LARGEST.index("{derive} largest")].count("\n") + 1
    (source / "filter.md").write_text(text + LARGEST, "utf8")
    status, said = built(source, tmp_path / "out", capsys)
    assert status == 0 and TOLD in said
    (at,) = re.findall(r"filter.md:(\d+): WARNING", said)
    assert 0 <= int(at) - line <= 1
    (source / "filter.md").write_text(text + REASONED, "utf8")
    assert built(source, tmp_path / "out", capsys) == (0, "")


def test_a_magic_warns_of_what_is_at_sizes_only():
    shell = InteractiveShell()
    shell.run_line_magic("load_ext", "texproof.magic")
    shell.run_cell_magic("derive_names", "", "x_i : scalar, over i = n")
    claim = r"\prod_i(1 + x_i^2) \ge 1 + \sum_i x_i^2"
    with pytest.warns(OnlyAtSizes, match="not for every size"):
        shell.run_cell_magic("derive", "", claim)
    shell.run_cell_magic("derive", "", f":at-sizes: a reason\n{claim}")


# --------------------------------------------------------------------------------------------------
# Declarations that are proposed.

GUESSES = {
    r"\nabla_{\mathbf w} \lVert X\mathbf{w} - \mathbf y\rVert^2 = 2X^\top(X\mathbf w - \mathbf y)": [
        r"\mathbf{w} : vector n", "X : matrix p n", r"\mathbf{y} : vector p"],
    r"\bar{x} = \frac1n\sum_{i=1}^n x_i": [r"\bar{x} : scalar", "x_{i} : scalar, over i = n"],
    r"(A + UCV)^{-1} = A^{-1} - A^{-1}U(C^{-1} + VA^{-1}U)^{-1}VA^{-1}": [
        "A : matrix n n", "U : matrix n p", "C : matrix p p", "V : matrix p n"],
    r"\sigma(a) = \frac{1}{1 + e^{-a}}": [r"\sigma : function 1", "a : scalar"],
    r"q = -\frac12(x - \mu)^\top\Sigma^{-1}(x - \mu)": [
        "q : scalar", "x : vector n", r"\mu : vector n", r"\Sigma : matrix n n"],
    "a^2 - b^2 = (a - b)(a + b)": ["a : scalar", "b : scalar"],
    "1 + 1 = 2": [],
}  # fmt: skip


@pytest.mark.parametrize("text", GUESSES)
def test_declarations_are_proposed_with_which_the_display_is_read(text, capsys):
    assert main(["guess", text]) == 0
    assert capsys.readouterr().out.split("\n")[:-1] == (GUESSES[text] or [""])


def test_what_no_declarations_make_readable_is_refused():
    with pytest.raises(DerivationError, match=r"no declarations were found .*; declare a"):
        guess(r"a + \unknown = a")
    with pytest.raises(DerivationError, match="needs a relation"):
        guess(r"a + \unknown")


# --- what strangers type -------------------------------------------------------------------------


def board(*lines):
    """What is answered to lines for which names are proposed."""
    names = json.loads(answer(json.dumps({"ask": "names", "lines": lines})))
    if not names["right"]:
        return names["message"]
    typed = {"ask": "check", "lines": lines, "names": names["message"]}
    return json.loads(answer(json.dumps(typed)))["message"]


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["$a+b$ = $b+a$"], "✓ exact"),
        ([r"\frac{d}{dx}\sin x = \cos x."], "✓ exact"),
        ([r"\sum_{k=1}^n k = n(n+1)/2"], "✓ exact"),
        (["(a+b)^2", "= a^2 + b^2"], "✗ row 1"),
        ([r"\log(ab) = \log a + \log b"], "For positive ones: ✓ exact"),
        (["E = mc^2"], "If this defines E"),
        (["hello world"], "needs a relation"),
        ([""], "needs a relation"),
    ],
)
def test_a_formula_of_ones_own_is_answered_sensibly(lines, said):
    assert said in board(*lines)
