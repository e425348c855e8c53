"""The built site in a real browser that has no network: what a reader sees, presses and hears."""

import base64
import io
import re
from dataclasses import dataclass, field

import pytest
from fontTools.ttLib import TTFont

from tests.site_fixtures import LAID_OUT, ROOT

PHONE = {"width": 360, "height": 740}
AXE = ROOT / "_ext" / "node_modules" / "axe-core" / "axe.min.js"
CHECKS = "chapters/how_it_checks.html"  # has every kind of thing, and is short
SECONDS = 60_000  # of patience, in milliseconds, with a busy machine

LOG_SHIFTS = """() => { window.shift = 0;
    new PerformanceObserver(list => { for (const e of list.getEntries()) if (!e.hadRecentInput) window.shift += e.value; })
        .observe({ type: 'layout-shift', buffered: true }); }"""
UNSET = """() => [...document.querySelectorAll('.math, .katex')]
    .filter(e => !e.querySelector('.katex-html') || e.querySelector('.katex-error'))
    .map(e => e.textContent)"""
CUT = """() => [...document.querySelectorAll('.katex-display')]
    .filter(e => e.querySelector('.katex-html').getBoundingClientRect().left < e.getBoundingClientRect().left - 1)
    .map(e => e.textContent)"""
NUMBERS = """() => [...document.querySelectorAll('.eqno')]
    .filter(e => { const r = e.getBoundingClientRect(); return r.left < 0 || r.right > innerWidth || !r.width; })
    .map(e => e.textContent)"""
# The letters of all formulas, by the font that should hold them.
LETTERS = """() => { const found = {};
    for (const box of document.querySelectorAll('.katex-html')) {
        const walk = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
        while (walk.nextNode()) {
            const style = getComputedStyle(walk.currentNode.parentElement);
            const face = [style.fontFamily.split(',')[0], style.fontStyle, style.fontWeight].join();
            found[face] = (found[face] ?? '') + walk.currentNode.data; } }
    return found; }"""
# Formulas of which a bracket or a stop stands on another line.
LOOSE = """() => [...document.querySelectorAll('.katex')].filter(e => {
    const parts = e.querySelectorAll('.base');
    const apart = (text, part, place) => {
        if (text?.nodeType !== 3 || !/[-(),.;:!?]/.test(text.data.at(place))) return false;
        const range = document.createRange(), at = place < 0 ? text.length - 1 : 0;
        range.setStart(text, at);
        range.setEnd(text, at + 1);
        const [one, other] = [range, part].map(box => box.getBoundingClientRect());
        return one.top > other.bottom || one.bottom < other.top; };
    return apart(e.previousSibling, parts[0], -1) || apart(e.nextSibling, parts[parts.length - 1], 0); })
    .map(e => e.textContent)"""
# What overflows sideways and scrolls, and has neither a tab stop of its own nor one inside.
UNREACHABLE = """() => [...document.querySelectorAll('main *')]
    .filter(e => e.scrollWidth > e.clientWidth + 1 && e.clientWidth && /auto|scroll/.test(getComputedStyle(e).overflowX))
    .filter(e => e.tabIndex < 0 && !e.querySelector('a[href], button, [tabindex="0"]'))
    .map(e => e.tagName + '.' + e.className)"""


@dataclass
class Visit:
    """What a browser saw on one page."""

    requests: list = field(default_factory=list)
    failures: list = field(default_factory=list)
    errors: list = field(default_factory=list)
    unset: list = field(default_factory=list)
    cut: list = field(default_factory=list)
    numbers: list = field(default_factory=list)
    letters: dict = field(default_factory=dict)
    loose: list = field(default_factory=list)
    unreachable: list = field(default_factory=list)
    violations: dict = field(default_factory=dict)
    width: int = 0
    shift: float = 0.0
    decoded: int = 0


def pace(device, slower, latency, throughput):
    """Slow the processor by a factor, and the network to so many milliseconds and bytes a second."""
    device.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    speeds = {"downloadThroughput": throughput, "uploadThroughput": throughput}
    device.send(
        "Network.emulateNetworkConditions", {"offline": False, "latency": latency, **speeds}
    )


def visit(browser, url):
    """Open a page on a slow phone far from its host; then unfold and lay out all of it, and look."""
    seen, page = Visit(), browser.new_page(viewport=PHONE)
    device = page.context.new_cdp_session(page)
    pace(device, slower=4, latency=100, throughput=4e5)  # what is late moves what is there
    page.set_default_timeout(SECONDS)
    page.add_init_script(f"({LOG_SHIFTS})()")
    page.on("request", lambda request: seen.requests.append(request.url))
    page.on("requestfailed", lambda request: seen.failures.append(request.url))
    page.on("response", lambda answer: answer.status >= 400 and seen.failures.append(answer.url))
    page.on("pageerror", lambda error: seen.errors.append(str(error)))
    page.on(
        "console", lambda said: said.type in ("error", "warning") and seen.errors.append(said.text)
    )
    page.goto(url, wait_until="networkidle")
    seen.shift = page.evaluate("window.shift")
    seen.decoded = page.evaluate(
        "performance.getEntries().reduce((sum, e) => sum + (e.decodedBodySize ?? 0), 0)"
    )
    pace(device, slower=1, latency=0, throughput=-1)
    page.add_style_tag(content=LAID_OUT)
    page.evaluate("document.querySelectorAll('details').forEach(fold => { fold.open = true; })")
    page.wait_for_function(
        "new Promise(done => requestAnimationFrame(() => setTimeout(() => done(true), 50)))"
    )
    seen.unset = page.evaluate(UNSET)
    seen.letters = page.evaluate(LETTERS)
    seen.loose = page.evaluate(LOOSE)
    seen.width = page.evaluate("document.documentElement.scrollWidth")
    seen.cut = page.evaluate(CUT)
    seen.numbers = page.evaluate(NUMBERS)
    seen.unreachable = page.evaluate(UNREACHABLE)
    seen.violations = violations(page)
    page.close()
    return seen


def violations(page):
    """What axe-core finds, by theme and width.

    Formulas are taken out first: axe needs minutes for their elements, and other tests look at them.
    The dark page differs by its colours alone, so the rules on colours are asked again there.
    """
    page.evaluate("document.querySelectorAll('.katex').forEach(e => e.replaceWith('x'))")
    page.add_script_tag(path=AXE)
    found = {}
    for width in (390, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        for theme, rules in (("light", None), ("dark", ["color-contrast", "link-in-text-block"])):
            page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
            options = {"resultTypes": ["violations"]} | ({"runOnly": rules} if rules else {})
            answer = page.evaluate("options => axe.run(document, options)", options)
            broken = {one["id"]: one["nodes"][0]["html"][:200] for one in answer["violations"]}
            if broken:
                found[width, theme] = broken
    return found


@pytest.fixture(scope="module")
def visits(browser, address, pages):
    """Every page, opened once."""
    return {name: visit(browser, address + name) for name in sorted(pages)}


def bad(visits, look):
    """The pages on which something was seen, with what it was."""
    return {name: seen for name, one in visits.items() if (seen := look(one))}


def test_pages_load_from_their_own_host_alone(visits, address):
    assert not bad(visits, lambda v: [url for url in v.requests if not url.startswith(address)])


def test_no_request_fails(visits):
    assert not bad(visits, lambda v: v.failures)


def test_no_page_complains_in_the_console(visits):
    assert not bad(visits, lambda v: v.errors)


def test_every_formula_is_typeset(visits):
    assert not bad(visits, lambda v: v.unset)


def test_every_letter_of_a_formula_is_in_its_font(visits, site):
    css = (site / "_static" / "book.css").read_text("utf8")
    rule = r'{font-family:"(KaTeX[^"]*)";font-style:(\w+);font-weight:(\d+);src:url\(data:[^,]*,([^)]*)'
    held = {}
    for *names, data in re.findall(rule, css):
        font = TTFont(io.BytesIO(base64.b64decode(data)))
        held[",".join(names)] = {*map(chr, font.getBestCmap())}
    said = {face for one in visits.values() for face in one.letters}
    missing = {
        face: {letter for one in visits.values() for letter in one.letters.get(face, "")}
        - held.get(face, set())
        for face in said
    }
    assert not {face: letters for face, letters in missing.items() if letters}


def test_no_line_ends_between_a_formula_and_its_brackets_or_stops(visits):
    assert not bad(visits, lambda v: v.loose)


def test_no_page_scrolls_sideways_on_a_phone(visits):
    assert not bad(visits, lambda v: v.width if v.width > PHONE["width"] else 0)


def test_no_wide_equation_is_cut_on_a_phone(visits):
    assert not bad(visits, lambda v: v.cut)


def test_the_number_of_every_equation_is_seen_on_a_phone(visits):
    assert not bad(visits, lambda v: v.numbers)


def test_the_keyboard_reaches_whatever_scrolls(visits):
    assert not bad(visits, lambda v: v.unreachable)


def test_axe_finds_nothing_in_either_theme_on_desk_or_phone(visits):
    assert not bad(visits, lambda v: v.violations)


def test_no_page_shifts_while_it_loads(browser, address, visits):
    # text that is painted where a packet ended may move once; what a page itself moves, moves again
    moved = bad(visits, lambda v: v.shift >= 0.02)
    assert not {name for name in moved if visit(browser, address + name).shift >= 0.02}


def test_no_page_is_heavy(visits):
    # with all that it loads, decoded, but without the figures that wait until they are near
    assert not bad(visits, lambda v: v.decoded if v.decoded > 1_100_000 else 0)


# --- themes --------------------------------------------------------------------------------------


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_follows_the_reader_s_light_or_dark(browser, address, scheme):
    with browser.new_context(color_scheme=scheme) as context:
        page = context.new_page()
        page.goto(address)
        assert page.evaluate("document.documentElement.dataset.theme") == scheme
        colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert (sum(map(int, colour[4:-1].split(","))) > 384) is (scheme == "light")


def test_the_button_switches_the_theme_and_other_pages_keep_the_choice(tab, address):
    tab.emulate_media(color_scheme="light")
    tab.goto(address)
    themes = []
    while themes[-1:] != ["dark"] and len(themes) < 3:  # auto, light, dark
        tab.locator(".theme-switch-button:visible").first.click()
        themes.append(tab.evaluate("document.documentElement.dataset.theme"))
    tab.goto(address + CHECKS)
    assert tab.evaluate("document.documentElement.dataset.theme") == "dark"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_figures_stand_on_the_page_and_on_no_box(tab, address, pages, theme):
    look = (
        "e => { const s = getComputedStyle(e); return [s.filter, s.backgroundColor, s.padding]; }"
    )
    tab.emulate_media(color_scheme=theme)
    for name in [name for name in pages if name.startswith("chapters/")]:
        tab.goto(address + name)
        for image in tab.locator("figure img").all():
            assert image.evaluate(look) == ["none", "rgba(0, 0, 0, 0)", "0px"]


# --- menus and contents --------------------------------------------------------------------------


def test_the_download_menu_opens_by_keyboard_and_closes_by_escape(tab, address):
    tab.goto(address + CHECKS)
    button = tab.locator(".dropdown-download-buttons > button")
    link = tab.locator(".dropdown-download-buttons a[href$='.ipynb']")
    assert not link.is_visible()
    button.focus()
    tab.keyboard.press("Enter")
    assert link.is_visible() and button.get_attribute("aria-expanded") == "true"
    box = link.bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= tab.viewport_size["width"]
    tab.keyboard.press("Escape")
    assert not link.is_visible() and button.get_attribute("aria-expanded") == "false"


def test_the_contents_show_which_section_is_read(tab, address):
    tab.set_viewport_size({"width": 1280, "height": 900})
    tab.goto(address + CHECKS)
    last = tab.locator(".page-toc a").last
    tab.evaluate(
        "link => document.getElementById(link.hash.slice(1)).scrollIntoView()",
        last.element_handle(),
    )
    tab.wait_for_function("link => link.classList.contains('active')", arg=last.element_handle())
    assert tab.locator(".page-toc > ul > li.active").count() == 1


# --- search --------------------------------------------------------------------------------------


def found(tab, address, query):
    """Addresses and texts of what the search finds, after its snippets have come."""
    tab.goto(f"{address}search.html?q={query}")
    tab.wait_for_function(
        "document.querySelector('.search-summary')?.textContent.includes('found')", timeout=SECONDS
    )
    tab.wait_for_load_state("networkidle")
    links = tab.locator("#search-results li a").all()
    return [link.get_attribute("href") for link in links], tab.locator(
        "#search-results li"
    ).all_inner_texts()


@pytest.mark.parametrize(
    "query, page",
    [
        ("gradient", "chapters/"),  # a term
        ("Sigma", "chapters/pca.html"),  # a symbol's name
        ("covariance", "notation.html"),  # what a symbol is called
        ("pca-gradient", "chapters/pca.html#equation-pca-gradient"),  # an equation's label
    ],
)
def test_search_finds_terms_symbols_and_equations(tab, address, query, page):
    links, _ = found(tab, address, query)
    assert [link for link in links if page in link], links


def test_a_snippet_shows_a_formula_once(tab, address):
    _, texts = found(tab, address, "eigenvalue")
    assert texts
    prose = [re.sub(r'"[^"]*"?', "", text) for text in texts]  # strings of code hold LaTeX
    assert not [text for text in prose if re.search(r"\\(?:mathbf|top|frac|Sigma)", text)]


# --- equations -----------------------------------------------------------------------------------


def test_a_mark_unfolds_its_check_and_its_code_and_folds_them_again(tab, address):
    tab.goto(address + CHECKS)
    cell = tab.locator("div.cell:has(.eqno .mark)").first
    mark, parts = cell.locator(".eqno .mark"), [".cell_input", ".check-body"]
    assert not any(cell.locator(part).is_visible() for part in parts)
    mark.focus()
    tab.keyboard.press("Enter")
    assert all(cell.locator(part).is_visible() for part in parts)
    mark.click()
    assert not any(cell.locator(part).is_visible() for part in parts)


def test_the_word_check_unfolds_the_code(tab, address):
    tab.goto(address + CHECKS)
    cell = tab.locator("div.cell.tag_hide-input:has(.eqno)").first
    summary = cell.locator("details.hide > summary")
    assert summary.inner_text().split() == ["+", "check"] or summary.inner_text().strip() == "check"
    summary.click()
    assert cell.locator(".cell_input").is_visible()


def test_a_deep_link_shows_its_equation_and_opens_its_check(tab, address):
    tab.goto(address + "chapters/pca.html#equation-pca-gradient")
    tab.wait_for_timeout(500)
    place = "document.getElementById('equation-pca-gradient').getBoundingClientRect().top"
    assert 0 <= tab.evaluate(place) < tab.viewport_size["height"]
    tab.goto(address + "chapters/pca.html#check-pca-gradient")
    assert tab.locator("#check-pca-gradient .check-body").is_visible()


def test_a_solution_unfolds(tab, address):
    tab.goto(address + "chapters/pca.html")
    solution = tab.locator(".solution.dropdown").first
    text = solution.locator("p:not(.admonition-title)").first
    assert not text.is_visible()
    solution.locator("button, summary").first.click()
    assert text.is_visible()


def test_a_formula_is_copied_as_latex(browser, address):
    with browser.new_context(permissions=["clipboard-read", "clipboard-write"]) as context:
        page = context.new_page()
        page.goto(address + CHECKS)
        page.evaluate(
            """() => { const range = document.createRange();
            range.selectNodeContents(document.querySelector('#equation-how-symmetric-part .katex-html'));
            getSelection().addRange(range); }"""
        )
        page.keyboard.press("Control+C")
        copied = page.evaluate("navigator.clipboard.readText()")
    assert (
        copied.strip().startswith("$$") and copied.count(r"\frac12\mathbf{w}^\top(A + A^\top)") == 1
    )
    assert "⊤" not in copied


def test_code_can_be_copied(tab, address):
    tab.goto(address + CHECKS)
    assert tab.locator(".cell_input .copybtn").count() == tab.locator(".cell_input pre").count() > 0


# --- paper ---------------------------------------------------------------------------------------


def test_the_pdf_is_tagged_and_has_an_outline(site, tmp_path, browser):
    from tools import pdf

    target = tmp_path / "book.pdf"
    too_large = pdf.write(site, target, browser, ["index", "chapters/how_it_checks"])
    said = target.read_bytes()
    assert b"/StructTreeRoot" in said and b"/Outlines" in said and b"/Lang" in said
    assert not too_large
