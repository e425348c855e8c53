"""Formulas and figures in fewer bytes: the same picture, the same words, half the weight."""

import io
import re
import sys
from types import SimpleNamespace

import pytest
from docutils import nodes
from PIL import Image, ImageChops, ImageFilter
from pygments import highlight
from pygments.lexers import PythonLexer

from tests.site.site_fixtures import ROOT
from tools.book import Book

FORMULAS = [
    r"\mathbf{w}_i^\top \hat{y}_{ij}^{(t-1)} = x_i + a^2 - \lambda_{\max}",
    r"\frac{1}{n-1}\sum_{i=1}^n (x_i - \bar x)^2 \ge \sqrt{\frac{a_k}{b^{c_d}}}",
    r"\begin{aligned} \|X\mathbf{w}\|^2 &= e^{-\frac{x^2}{2}} && {\small\text{with $x_i$ inside}} \\ &\ne \left(\begin{matrix} 1 & 2 \\ 3 & 4 \end{matrix}\right) \end{aligned}",
    r"\arg\min_{w} \prod_{j}^{m} \overline{A B}\,\mathbb{R}^{d \times d} \xrightarrow{f} \underbrace{a + b}_{c} \mathrel{:=} \binom{n}{k}",
    r"{\tiny x^2} \scriptstyle y_i \textstyle \overset{2}{\approx} \mathcal{L}'_k \not\le |x|_1 \int_0^1 f''(t)\,dt",
    # the last column has no height above the line of the first row
    r"\begin{aligned} a &= \sum_{j=1}^n b_j \\ &\ge 0 && {\small\text{squares}} \end{aligned}",
]


@pytest.fixture(scope="module")
def rendered():
    """KaTeX's HTML of each formula, and the slim one."""
    sys.path.insert(0, str(ROOT / "_ext"))
    from formulas import katex
    from formulas.slim import slim_html

    katex.prepare_katex(None, SimpleNamespace(mlbook_macros={}))
    full = [katex.RENDER(latex, {"displayMode": True}) for latex in FORMULAS]
    return full, [slim_html(html) for html in full]


def words(html):
    """The text of a formula that is seen, without the width of nothing."""
    shown = html[html.index('<span class="katex-html"') :]
    return re.sub(r"<[^>]*>", "", shown).replace("\u200b", "")


def test_no_letter_is_lost(rendered):
    for full, slim in zip(*rendered, strict=True):
        assert words(slim) == words(full)


def test_a_formula_needs_fewer_elements_and_bytes(rendered):
    full, slim = map("".join, rendered)
    assert len(re.findall("<[a-z]", slim)) < 0.5 * len(re.findall("<[a-z]", full))
    assert len(slim) < 0.55 * len(full)


def test_an_index_is_one_element(rendered):
    from formulas import katex
    from formulas.slim import slim_html

    html = slim_html(katex.RENDER("x_i", {}))
    shown = html[html.index('<span class="katex-html"') :]
    assert len(re.findall("<[a-z]", shown)) == 4  # katex-html, base, x, i


def photographed(browser, path):
    """What the browser shows of a page, in greys."""
    page = browser.new_page(device_scale_factor=2)
    page.goto(path.as_uri())
    page.evaluate("document.fonts.ready.then(() => true)")
    picture = Image.open(io.BytesIO(page.screenshot(full_page=True))).convert("L")
    page.close()
    return picture


def moved(pictures):
    """Where one of two pictures has ink and the other none within two pixels."""
    assert pictures[0].size == pictures[1].size
    ink = [one.point(lambda grey: 255 * (grey < 110)) for one in pictures]
    near = [one.filter(ImageFilter.MinFilter(5)) for one in pictures]
    bare = [one.point(lambda grey: 255 * (grey > 150)) for one in near]
    return [
        ImageChops.multiply(here, elsewhere).getbbox()
        for here, elsewhere in ((ink[0], bare[1]), (ink[1], bare[0]))
    ]


def test_the_picture_of_a_formula_is_the_same(rendered, browser, tmp_path):
    (tmp_path / "katex").symlink_to(ROOT / "_vendor" / "_static" / "katex")
    (tmp_path / "custom.css").symlink_to(ROOT / "_static" / "custom.css")
    pictures = []
    for formulas, sheets in zip(
        rendered, (["katex/katex.min"], ["katex/katex.min", "custom"]), strict=True
    ):
        body = "".join(f"<p>{html}</p>" for html in formulas)
        head = "<!DOCTYPE html>" + "".join(
            f'<link rel="stylesheet" href="{s}.css">' for s in sheets
        )
        (tmp_path / "page.html").write_text(f"{head}<body style='font-size:24px'>{body}", "utf8")
        pictures.append(photographed(browser, tmp_path / "page.html"))
    # KaTeX's tables are whole pixels wide, so letters beside them may stand a pixel aside
    assert moved(pictures) == [None, None]


@pytest.mark.parametrize(
    "name", ["decision_tree", pytest.param("adaboost", marks=pytest.mark.nightly)]
)  # regions, and lines
def test_the_picture_of_a_figure_is_the_same(name, browser, tmp_path):
    sys.path.insert(0, str(ROOT / "_ext"))
    from node import run

    cells = Book().chapter(name).code
    figures = [figure for cell in cells for figure in cell.stored("image/svg+xml")]
    assert figures
    for figure in figures:
        (tmp_path / "light.svg").write_text(figure, "utf8")
        run("publishing/figures.mjs", [str(tmp_path / "light.svg")])
        light = (tmp_path / "light.svg").read_text("utf8")
        assert len(light) < 0.9 * len(figure)
        pictures = []
        for svg in (figure, light):
            (tmp_path / "figure.svg").write_text(svg, "utf8")
            (tmp_path / "page.html").write_text("<!DOCTYPE html><img src=figure.svg>", "utf8")
            pictures.append(photographed(browser, tmp_path / "page.html"))
        assert moved(pictures) == [None, None]


def test_brackets_and_stops_go_with_the_formula_that_they_touch():
    sys.path.insert(0, str(ROOT / "_ext"))
    from formulas.katex import left_over

    texts = [nodes.Text(text) for text in (". So (", ". So (", "“a” (b)")]
    formula = nodes.math("", "x")
    nodes.paragraph("", "", texts[0], nodes.strong("", "b"), texts[1], formula, texts[2])
    assert [left_over(text) for text in texts] == [". So (", ". So ", "“a” (b)"]
    nodes.paragraph("", "", formula, nodes.Text("), so"))
    assert left_over(formula.parent[1]) == " so"


def test_code_has_elements_where_it_has_colours_alone():
    sys.path.insert(0, str(ROOT / "_ext"))
    from looks.highlight import QuietFormatter

    html = highlight(r'f(r"a\d", "b\n", x) + 1', PythonLexer(), QuietFormatter())
    shown = re.findall(r'<span class="(\w+)">(.*?)</span>', html)
    assert shown == [
        ("s2", r'r"a\d"'),
        ("s2", r'"b\n"'),
        ("mi", "1"),
    ]
    assert html.startswith('<div class="highlight"><pre>f(')
