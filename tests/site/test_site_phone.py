"""The built site at three widths, in light and dark, on paper: nothing is cut without a sign."""

import contextlib
import sys

import pytest

from tests.site.phone import LOOK, OPEN, SIZE, look
from tests.site.site_fixtures import LAID_OUT, ROOT
from tests.site.site_looks import SAMPLE, bad
from tools.book import Book
from tools.site import pdf

AXE = ROOT / "_ext" / "node_modules" / "axe-core" / "axe.min.js"
CHECKS = "chapters/how_it_checks.html"  # has every kind of thing, and is short
# of what scrolls: a sign before which no line may end, a fraction or a matrix that is too wide
MOST = 0.05
PIXELS = """([picture, width, height, places]) => new Promise(done => {
    const image = new Image(), scale = 2, canvas = document.createElement('canvas');
    image.onload = () => { [canvas.width, canvas.height] = [scale * width, scale * height];
        const pen = canvas.getContext('2d');
        pen.drawImage(image, 0, 0, canvas.width, canvas.height);
        done(places.map(x => pen.getImageData(Math.round(scale * x), 0, 1, canvas.height).data
            .filter((_, k) => k % 4 === 3).some(Boolean))); };
    image.src = 'data:image/svg+xml;base64,' + picture; })"""


@pytest.fixture(scope="module")
def phones(browser, fox, address, some, request):
    """The pages of the sweep on a phone, in Chromium; in Firefox a page of each kind, or all."""
    found = {}
    opened = {"browser": some, "fox": some if request.config.option.whole else SAMPLE}
    for kind, program in (("browser", browser), ("fox", fox)):
        with contextlib.closing(program.new_page(viewport=SIZE)) as page:
            for name in opened[kind]:
                found[f"{kind}: {name}"] = look(page, address + name)
    return found


def test_few_displays_scroll_on_a_phone(phones, request):
    most = MOST if request.config.option.whole else 2 * MOST  # a few pages may have more than all
    for kind in ("browser", "fox"):
        seen = [one for name, one in phones.items() if name.startswith(kind)]
        scrolling = [label for one in seen for label in one["scrolling"]]
        assert len(scrolling) <= most * sum(one["displays"] for one in seen), scrolling


def test_no_formula_is_much_smaller_than_the_text(phones):
    assert sum(one["displays"] for one in phones.values()) > 300  # of the sample alone
    assert not bad(phones, lambda one: one["small"])


def test_no_reason_and_no_mark_is_hidden(phones):
    assert sum(one["reasons"] for one in phones.values()) > 200
    assert not bad(phones, lambda one: one["hidden"])


def test_what_scrolls_has_a_shaded_edge(phones):
    assert not bad(phones, lambda one: one["bare"])


def test_panels_of_a_figure_stand_below_each_other_on_a_phone(phones):
    assert not bad(phones, lambda one: one["beside"])


def test_stacked_panels_carry_the_words_of_their_caption(tab, address):
    shown = """() => [...document.querySelectorAll('#fig-svd-condition .panels > span')].map(
        one => [one.textContent, one.checkVisibility()])"""
    tab.goto(address + "chapters/svd.html")
    assert tab.evaluate(shown) == [["left", False], ["right", False]]
    tab.set_viewport_size(SIZE)
    assert tab.evaluate(shown) == [["left", True], ["right", True]]


def test_without_scripts_a_phone_shows_the_same(browser, address, phones):
    with browser.new_context(viewport=SIZE, java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(address + "chapters/pca.html")
        seen, scripted = page.evaluate(LOOK), phones["browser: chapters/pca.html"]
        for what in ("displays", "scrolling", "small", "reasons", "beside", "bare", "page"):
            assert seen[what] == scripted[what], what


@pytest.mark.parametrize("width", [820, 1366])
def test_nothing_is_cut_on_a_wider_screen(window, address, width):
    window.set_viewport_size({"width": width, "height": 900})
    for name in SAMPLE:
        seen = look(window, address + name)
        scrolling = [*seen["scrolling"], *seen["hidden"]]
        assert not [*scrolling, *seen["small"], *seen["cut"], *seen["page"]], name


@pytest.mark.corpus
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 820, 1366])
def test_axe_finds_nothing_in_either_browser(window, address, width, theme):
    window.set_viewport_size({"width": width, "height": 900})
    window.goto(address + CHECKS)
    window.evaluate(OPEN, {"textContent": LAID_OUT})  # first: no colour is on its way to another
    window.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
    window.click("button.break")
    window.wait_for_function("!!document.querySelector('.taps button')")
    window.evaluate("document.querySelector('.taps button').click()")
    window.evaluate(f"() => {{ {AXE.read_text('utf8')} }}")
    found = window.evaluate(
        "() => axe.run(document, { resultTypes: ['violations'] }).then(said => "
        "said.violations.map(one => [one.id, one.nodes[0].html.slice(0, 200)]))"
    )
    assert not found


def test_no_figure_is_cut_through_its_ink(tab):
    sys.path.insert(0, str(ROOT / "_ext"))
    from base64 import b64encode
    from xml.etree import ElementTree

    from looks.panels import panel_columns

    found = 0
    for chapter in Book().chapters.values():
        for cell in chapter.code:
            for figure in cell.stored("image/svg+xml"):
                root = ElementTree.fromstring(figure)
                cuts = [left for left, _ in panel_columns(root)[1:]]
                size = [float(root.get(side).removesuffix("pt")) for side in ("width", "height")]
                picture = b64encode(figure.encode()).decode()
                inked = tab.evaluate(PIXELS, [picture, *size, cuts]) if cuts else []
                assert not any(inked), (chapter.name, cuts)
                found += bool(cuts)
    assert found > 30


# --- paper ---------------------------------------------------------------------------------------

PAPER = (
    """() => [...document.querySelectorAll('.chain')].map(one => getComputedStyle(one).display)"""
)


def test_paper_has_the_reasons_beside_the_rows_and_no_check(browser, address):
    with contextlib.closing(browser.new_page(viewport={"width": pdf.WIDTH, "height": 900})) as page:
        page.emulate_media(media="print")
        page.goto(address + "chapters/pca.html")
        assert {*page.evaluate(PAPER)} == {"grid"}
        seen = page.evaluate(LOOK)
        assert not seen["page"] and not seen["bare"]
        assert not page.is_visible("div.math:has(> .eqno) + details.check")


# --- the keyboard alone --------------------------------------------------------------------------

HERE = "document.activeElement.className + ' ' + document.activeElement.textContent.trim()"


def pressed(window, key, word, most=80):
    """Press a key until what has the focus has a word among its classes and its text."""
    for _ in range(most):
        window.keyboard.press(key)
        if word in (here := window.evaluate(HERE)):
            return here
    raise AssertionError(f"{most} times {key}, and no {word}; at last {here}")


@pytest.mark.parametrize("width", [390, 820, 1366])
def test_a_keyboard_alone_leads_from_the_top_to_the_algebra_of_a_check(window, address, width):
    window.set_viewport_size({"width": width, "height": 900})
    window.goto(address + CHECKS)
    pressed(window, "Tab", "Skip to main content", 2)
    window.keyboard.press("Enter")
    assert "exact" in pressed(window, "Tab", "mark")
    window.keyboard.press("Enter")
    assert window.is_visible("details.check[open] .check-body")
    pressed(window, "Tab", "how", 4)  # between them, what breaks the equation
    window.keyboard.press("Enter")
    assert window.is_visible("details.check[open] details.algebra[open] p")
