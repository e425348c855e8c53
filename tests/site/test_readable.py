"""The measures of a chapter: on a toy page in Chromium, and on cells."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from texproof.data import MIME
from texproof.ledgers import FORMULAS
from tools.book import Cell, Chapter
from tools.readable import (
    AIMS,
    HEADS,
    Page,
    aligned_table,
    last_sentence,
    lead_ins,
    measure_page,
    measures_line,
    of_data,
)

TOY = """<!DOCTYPE html><html><head><style>
* { margin: 0; padding: 0; } details.fold { height: 100px; } details.fold[open] { height: 5000px; }
</style></head><body><article>
<h1>Two words<a class="headerlink" href="#">#</a></h1>
<p style="height: 600px">Three more words: <span class="katex">x = 1</span> <code>code</code>.</p>
<figure id="fig-toy-one" style="height: 200px"><figcaption>A caption.</figcaption></figure>
<pre>code = 1</pre>
<div class="cell_output"><p>An answer.</p><figure id="fig-toy-two" style="height: 300px">
<figcaption><p>Two words</p></figcaption></figure></div>
<details class="fold"><summary>A fold</summary><p>Nobody sees these.</p>
<figure id="fig-toy-folded" style="height: 300px"></figure></details>
<p style="height: 3000px"></p>
</article></body></html>"""


def test_a_page_is_measured_with_its_folds_closed(browser, tmp_path):
    (tmp_path / "toy.html").write_text(TOY, "utf8")
    page = measure_page((tmp_path / "toy.html").as_uri(), browser)
    assert page.words == 2 + 4 + 2 + 2 + 2  # heading, text with its code, captions, fold
    assert [name for name, *_ in page.figures] == ["fig-toy-one", "fig-toy-two"]
    (_, top, end), (_, after, last) = page.figures
    assert end - top == 200 and last - after == 300
    assert page.height == pytest.approx(last + 3100, abs=40)  # a closed fold has 100 pixels
    assert page.screen() == (top + end) / 1600
    assert page.screen({"fig-toy-two"}) == (after + last) / 1600
    assert page.screen({"fig-toy-folded"}) is None
    assert page.run() == (page.height - last) / 800


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Words.\n\nIt is\nhere: $a = b$ and `c`.", "It is here: x and x."),
        ("One. Its slope is $x + y$.", "Its slope is x."),
        ("Words.\n\n- It is a list.", ""),
        ("# It is a heading", ""),
        ("It is not.\n\n:::{note}\nIt is a note.\n:::", ""),
    ],
)
def test_the_last_sentence_leads_to_the_display(text, sentence):
    assert last_sentence(Cell(0, "markdown", text)) == sentence


def display(place, label):
    """A cell that shows an equation."""
    data = {MIME: {"label": label}, "text/markdown": f"$$\na\n$$ ({label})"}
    return Cell(place, "code", "D.calc()", {}, [{"data": data}])


def drawn(place, name, code):
    """A cell that draws a figure."""
    return Cell(place, "code", code, {"mystnb": {"figure": {"name": name}}})


@pytest.fixture
def chapter():
    """A chapter of three equations and two figures, one of which needs data."""
    found = Chapter(Path("toy.ipynb"))
    found.__dict__["cells"] = [
        Cell(0, "markdown", "A sum. It is less than $b$."),
        display(1, "toy-a"),
        Cell(2, "markdown", "It is a sentence that has some more words than eight."),
        display(3, "toy-b"),
        Cell(4, "markdown", "These lead to no display."),
        Cell(5, "code", "from mlbook import data, plot\n\nX = data.wine().X\nt = [1, 2]"),
        drawn(6, "fig-toy-plain", "plot.line(plot.axes(), t, t)"),
        drawn(7, "fig-toy-wine", "Z = X - X.mean(0)\nplot.scatter(plot.axes(), Z)"),
        display(8, "toy-c"),
        Cell(
            9, "code", "ledger()", {}, [{"data": {FORMULAS: ["proved: a = b", "not read: a < b"]}}]
        ),
    ]
    return found


def test_a_lead_in_is_counted_that_is_short_and_begins_with_a_pronoun(chapter):
    assert lead_ins(chapter) == ["It is less than x."]


def test_a_figure_is_of_data_if_its_cell_needs_a_table(chapter):
    assert of_data(chapter) == {"fig-toy-wine"}


def test_the_line_of_a_chapter_stands_below_the_aims(chapter):
    book = SimpleNamespace(numbered={"toy-a", "toy-b", "other-a"}, cited={"toy-a", "other-a"})
    page = Page(4000, 123, [["fig-toy-plain", 400, 800], ["fig-toy-wine", 1600, 2000]])
    cells = measures_line(book, chapter, page)
    assert cells == ("toy", "5.0", "123", "0.8", "2.2", "2.5", "2", "50 %", "1 of 2", "1")
    heads, aims, row = aligned_table([HEADS, AIMS, cells]).splitlines()
    assert len(heads) == len(aims) == len(row) and row.startswith("toy  ")
