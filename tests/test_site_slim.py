"""Formulas in fewer elements: the same picture, the same words, half the weight."""

import io
import re
import sys
from types import SimpleNamespace

import pytest
from PIL import Image, ImageChops

from tests.site_fixtures import ROOT

FORMULAS = [
    r"\mathbf{w}_i^\top \hat{y}_{ij}^{(t-1)} = x_i + a^2 - \lambda_{\max}",
    r"\frac{1}{n-1}\sum_{i=1}^n (x_i - \bar x)^2 \ge \sqrt{\frac{a_k}{b^{c_d}}}",
    r"\begin{aligned} \|X\mathbf{w}\|^2 &= e^{-\frac{x^2}{2}} && {\small\text{with $x_i$ inside}} \\ &\ne \left(\begin{matrix} 1 & 2 \\ 3 & 4 \end{matrix}\right) \end{aligned}",
    r"\arg\min_{w} \prod_{j}^{m} \overline{A B}\,\mathbb{R}^{d \times d} \xrightarrow{f} \underbrace{a + b}_{c} \mathrel{:=} \binom{n}{k}",
    r"{\tiny x^2} \scriptstyle y_i \textstyle \overset{2}{\approx} \mathcal{L}'_k \not\le |x|_1 \int_0^1 f''(t)\,dt",
]


@pytest.fixture(scope="module")
def rendered():
    """KaTeX's HTML of each formula, and the slim one."""
    sys.path.insert(0, str(ROOT / "_ext"))
    import mlbook_site
    from slim import slim

    mlbook_site.prepare_katex(None, SimpleNamespace(mlbook_macros={}))
    full = [mlbook_site.RENDER(latex, {"displayMode": True}) for latex in FORMULAS]
    return full, [slim(html) for html in full]


def words(html):
    """The text of a formula."""
    return re.sub(r"<[^>]*>", "", html)


def test_no_letter_is_lost(rendered):
    for full, slim in zip(*rendered, strict=True):
        assert words(slim).replace("\u200b", "") == words(full).replace("\u200b", "")


def test_a_formula_needs_fewer_elements_and_bytes(rendered):
    full, slim = map("".join, rendered)
    assert slim.count("<span") < 0.75 * full.count("<span")
    assert len(slim) < 0.85 * len(full)


def test_an_index_is_one_element(rendered):
    import mlbook_site
    from slim import slim

    html = slim(mlbook_site.RENDER("x_i", {}))
    shown = html[html.index('<span class="katex-html"') :]
    assert shown.count("<span") == 5  # katex-html, base, strut, x, i


def test_the_picture_is_the_same(rendered, browser, tmp_path):
    (tmp_path / "katex").symlink_to(ROOT / "_vendor" / "_static" / "katex")
    pictures = []
    for formulas in rendered:
        body = "".join(f"<p>{html}</p>" for html in formulas)
        head = '<!DOCTYPE html><link rel="stylesheet" href="katex/katex.min.css">'
        (tmp_path / "page.html").write_text(f"{head}<body style='font-size:24px'>{body}", "utf8")
        page = browser.new_page()
        page.goto((tmp_path / "page.html").as_uri())
        page.evaluate("document.fonts.ready.then(() => true)")
        pictures.append(Image.open(io.BytesIO(page.screenshot(full_page=True))).convert("L"))
        page.close()
    assert pictures[0].size == pictures[1].size
    # shifts are rounded to four digits, which may tint the rim of a letter, and move none
    apart = ImageChops.difference(*pictures).point(lambda grey: 255 * (grey > 96))
    assert apart.getbbox() is None
