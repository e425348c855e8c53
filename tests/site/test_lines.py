"""What a phone may break: the lines of a display, and the panels of a figure."""

import html
import io
import re
import sys
from types import SimpleNamespace
from xml.etree import ElementTree

import matplotlib.pyplot as plt
import pytest

from mlbook import plot
from tests.site.site_fixtures import ROOT
from tools.book import Book

CHAIN = r"""\begin{gathered}
\text{given }a = b,\quad f(x, y) > 0, \\[4pt]
\begin{aligned}
f(x) &= \left(\sum_i x_i + \frac{1}{2}\right) - g(a, b) && {\small\text{it's $f'$}} \\
 &\le \sqrt{(n - 1)c} + x^{a - b}
\end{aligned}
\end{gathered}"""


@pytest.fixture(scope="module")
def katex():
    """The module that typesets, with KaTeX ready."""
    sys.path.insert(0, str(ROOT / "_ext"))
    from formulas import katex as module

    module.prepare_katex(None, SimpleNamespace(mlbook_macros={}))
    return module


def parts(shown):
    """What stays on one line, each without its tags."""
    found = [one.partition(">")[2] for one in shown.split('<span class="base"')[1:]]
    return [html.unescape(re.sub("<[^>]*>", "", one)) for one in found]


def letters(whole):
    """The letters that are seen, sorted, since a table has them by columns."""
    shown = whole[whole.index('<span class="katex-html') :]
    return sorted(re.sub(r"<[^>]*>|[\s\u200b\u00a0]", "", shown))


def test_a_line_may_end_before_a_sign_and_behind_a_comma_between_facts(katex):
    starts = [part[:2] for part in parts(katex.render_latex(CHAIN, {"displayMode": True}))]
    assert starts[:4] == ["gi", "=b", "f(", ">0"]  # no comma between arguments ends a line
    assert [start[0] for start in starts[4:]] == [*"f=−f≤+"]


def test_hypotheses_rows_and_reasons_are_elements_of_their_own(katex):
    shown = katex.render_latex(CHAIN, {"displayMode": True})
    counts = {
        name: shown.count(f'<span class="{name}">') for name in ("line", "left", "right", "why")
    }
    assert counts == {"line": 3, "left": 1, "right": 2, "why": 1}
    assert shown.count("<math") == 1 and "it\N{RIGHT SINGLE QUOTATION MARK}s" in shown


def test_what_is_short_between_brackets_stays_together(katex):
    html = katex.render_latex(r"a + (b - c) - (d + e + f + g + h + i + j)", {"displayMode": True})
    assert len(parts(html)) == 9


@pytest.mark.parametrize("chapter", ["how_it_checks", "newton_boosting"])
def test_no_letter_of_a_display_is_lost(chapter, katex):
    from formulas.slim import slim_html

    found = [equation.latex for equation in Book().chapter(chapter).equations]
    assert len(found) > 10
    for latex in found:
        whole = slim_html(katex.RENDER(latex, {"displayMode": True}))
        assert letters(katex.render_latex(latex, {"displayMode": True})) == letters(whole), latex


def drawn(act):
    """The panels that are found in a figure of two, after something was done to them."""
    sys.path.insert(0, str(ROOT / "_ext"))
    from looks.panels import panel_columns

    with plt.rc_context(plot.style()):
        two = plot.axes(("x", "y"), ("x", "error"))
        for ax in two:
            ax.plot([0, 1], [1, 0])
        act(*two)
        file = io.StringIO()
        plt.savefig(file, format="svg")
        plt.close()
    return panel_columns(ElementTree.fromstring(file.getvalue().encode()))


def test_two_panels_are_cut_between_them():
    (left, wide), (other, rest) = drawn(lambda one, two: None)
    assert left == 0 and other == wide and abs(wide + rest - 7 * 72) < 20


def test_panels_that_share_their_numbers_or_a_line_stay_whole():
    assert (
        drawn(lambda one, two: two.tick_params(left=False, labelleft=False) or two.set_ylabel(""))
        == []
    )
    across = dict(xycoords="axes fraction", textcoords="axes fraction", arrowprops={})
    assert drawn(lambda one, two: one.annotate("", (1.6, 0.5), (0.5, 0.5), **across)) == []
