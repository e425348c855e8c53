"""The built site in a real browser that has no network: what a reader sees, presses and hears."""

import contextlib
import re
from dataclasses import dataclass, field

import pytest

from tests.site.site_fixtures import LAID_OUT, ROOT, held
from tests.site.site_looks import (
    CUT,
    FAULTS,
    LETTERS,
    LOOSE,
    MISSHAPEN,
    NUMBERS,
    PHONE,
    UNREACHABLE,
    UNSET,
    bad,
    lacking,
)
from tools.site import pdf, picture

AXE = ROOT / "_ext" / "node_modules" / "axe-core" / "axe.min.js"
CHECKS = "chapters/how_it_checks.html"  # has every kind of thing, and is short
SECONDS = 60_000  # of patience, in milliseconds, with a busy machine

LOG_SHIFTS = """() => { window.shift = 0;
    new PerformanceObserver(list => { for (const e of list.getEntries()) if (!e.hadRecentInput) window.shift += e.value; })
        .observe({ type: 'layout-shift', buffered: true }); }"""


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
    page.on("console", lambda message: complains(message) and seen.errors.append(message.text))
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
    seen.errors += page.evaluate(MISSHAPEN)
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


def complains(message):
    """Whether a message of the console is a fault.

    Where a slow network ends a part of a page within a formula, Chromium says that its markup is
    invalid, until the rest has come; the formulas of the whole page are counted by MISSHAPEN.
    """
    loading = message.text.startswith("Invalid markup: Incorrect number of children for <")
    return message.type in ("error", "warning") and not loading


def violations(page):
    """What axe-core finds, by theme and width.

    Formulas are taken out first: axe needs minutes for their elements; `test_site_phone` leaves them
    in on a page that has every kind, and other tests look at them.
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
def visits(browser, address, some):
    """The pages of the sweep, opened once."""
    return {name: visit(browser, address + name) for name in some}


def test_pages_load_from_their_own_host_alone(visits, address):
    assert not bad(visits, lambda v: [url for url in v.requests if not url.startswith(address)])


@pytest.mark.parametrize("fault", FAULTS)
def test_no_page_has_a_fault_on_a_phone(visits, fault):
    assert not bad(visits, FAULTS[fault])


def test_every_letter_of_a_formula_is_in_its_font(visits, site):
    faces = [face for one in visits.values() for face in one.letters.items()]
    assert faces and not lacking(faces, held(site))


def test_the_keyboard_reaches_whatever_scrolls(visits):
    assert not bad(visits, lambda v: v.unreachable)


def test_axe_finds_nothing_in_either_theme_on_desk_or_phone(visits):
    assert not bad(visits, lambda v: v.violations)


def test_no_page_shifts_while_it_loads(browser, address, visits):
    # text that is painted where a packet ended may move once; what a page itself moves, moves again
    moved = bad(visits, lambda v: v.shift >= 0.02)
    assert not {name for name in moved if visit(browser, address + name).shift >= 0.02}


def test_no_page_is_heavy(visits):
    # with all that it loads, decoded, but without the figures that wait until they are near; the
    # heaviest, LDA, has 112 displays, each with what is behind its mark, and 60 with a button to break
    # them
    # the search page has the prose of all pages, 2.3 MB, and fetches none of them for its excerpts
    most = {"search.html": 2_950_000}
    weights = {name: one.decoded for name, one in visits.items()}
    assert not {n: size for n, size in weights.items() if size > most.get(n, 1_500_000)}


# --- themes --------------------------------------------------------------------------------------


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_follows_the_reader_s_light_or_dark(browser, address, scheme):
    with browser.new_context(color_scheme=scheme) as context:
        page = context.new_page()
        page.goto(address)
        assert page.evaluate("document.documentElement.dataset.theme") == scheme
        colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert (sum(map(int, colour[4:-1].split(","))) > 384) is (scheme == "light")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_figures_stand_on_the_page_and_on_no_box(tab, address, some, theme):
    look = (
        "e => { const s = getComputedStyle(e); return [s.filter, s.backgroundColor, s.padding]; }"
    )
    tab.emulate_media(color_scheme=theme)
    every = f"[...document.querySelectorAll('figure img')].map({look})"
    looks = set()
    for name in {"chapters/pca.html", *some}:  # not every page has a figure
        tab.goto(address + name)
        looks |= {*map(tuple, tab.evaluate(every))}
    assert looks == {("none", "rgba(0, 0, 0, 0)", "0px")}


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


def test_a_snippet_shows_a_formula_once(tab, address):
    _, texts = found(tab, address, "eigenvalue")
    assert texts
    prose = [re.sub(r'"[^"]*"?', "", text) for text in texts]  # strings of code hold LaTeX
    assert not [text for text in prose if re.search(r"\\(?:mathbf|top|frac|Sigma)", text)]


def test_the_search_works_in_a_folder_too(tab, site):
    tab.goto(f"{(site / 'search.html').as_uri()}?q=PCA")
    first = tab.locator("#search-results li").first
    assert first.locator("a").get_attribute("href") == "chapters/pca.html"
    assert len(first.locator("p").inner_text()) > 20


# --- code ----------------------------------------------------------------------------------------


def test_code_can_be_copied(tab, address):
    tab.goto(address + CHECKS)
    assert tab.locator(".cell_input .copybtn").count() == tab.locator(".cell_input pre").count() > 0


# --- paper ---------------------------------------------------------------------------------------

# What is higher than a page of paper, and must not be broken.
HIGHER = """height => [...document.querySelectorAll('article *')]
    .filter(e => e.getBoundingClientRect().height > height)
    .filter(e => /avoid/.test(getComputedStyle(e).breakInside)).map(e => e.outerHTML.slice(0, 99))"""


@pytest.mark.parametrize("name", ["chapters/newton_boosting", "pages/ledger", "pages/glossary"])
def test_what_is_higher_than_a_page_of_paper_may_be_broken(tab, address, name):
    tab.set_viewport_size({"width": pdf.WIDTH, "height": pdf.HEIGHT})
    tab.emulate_media(media="print")
    tab.goto(f"{address}{name}.html")
    assert tab.evaluate(HIGHER, pdf.HEIGHT) == []


def test_the_pdf_is_tagged_and_has_an_outline(site, tmp_path, browser):
    target = tmp_path / "book.pdf"
    too_large = pdf.print_pdf(site, target, browser, ["index", "chapters/how_it_checks"])
    printed = target.read_bytes()
    assert all(part in printed for part in (b"/StructTreeRoot", b"/Outlines", b"/Lang"))
    assert not too_large


def test_the_picture_of_the_readme_shows_chapters_and_an_answer_of_today(browser, address):
    *chapters, answer = picture.WORDS.read_text("utf8").splitlines()
    with contextlib.closing(browser.new_page()) as page:
        *_, today = picture.break_and_show(page, address).splitlines()
        titles = page.evaluate(
            "[...document.querySelectorAll('.bd-sidebar-primary li')].map(one => one.textContent.trim())"
        )
    assert len(chapters) > 5 and {*chapters} <= {*titles}, "python -m tools.site.picture draws it"
    assert answer == today, "python -m tools.site.picture draws it"
