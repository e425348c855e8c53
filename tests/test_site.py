"""The built site: its files read by a parser, its pages opened in a real browser."""

import os
import shutil
import subprocess
import sys
import threading
from dataclasses import dataclass, field
from functools import partial
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import pytest

ROOT = Path(__file__).parent.parent
PHONE = {"width": 360, "height": 740}
MARKS = {"exact": "✓", "sampled": "≈", "cited": "§", "defined": ":=", "refused": "✗"}


def build(book, output):
    """The exit code and the messages of Jupyter Book, with every warning an error."""
    command = [Path(sys.executable).with_name("jupyter-book"), "build", book]
    flags = ["--all", "--quiet", "--warningiserror", "--nitpick", "--keep-going"]
    log = output / "build.log"
    with log.open("w") as out:
        run = subprocess.run([*command, "--path-output", output, *flags], stdout=out, stderr=out)
    return run.returncode, log.read_text("utf8")


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The folder of the site, built from the tree as it stands."""
    output = tmp_path_factory.mktemp("site")
    code, messages = build(ROOT, output)
    assert code == 0, messages
    return output / "_build" / "html"


# --- files


class Page(HTMLParser):
    """The links, anchors, images and resources of a page."""

    def __init__(self, path):
        super().__init__()
        self.links, self.anchors, self.images, self.resources, self.meta = [], set(), [], [], {}
        self.feed(path.read_text("utf8"))

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.anchors |= {attributes.get("id"), attributes.get("name")}
        if tag == "a" and "href" in attributes:
            self.links.append(attributes["href"])
        if tag == "img":
            self.images.append(attributes)
        if tag in ("img", "script", "link", "iframe"):
            self.resources += [attributes[key] for key in ("src", "href") if key in attributes]
        if tag == "meta" and "name" in attributes:
            self.meta[attributes["name"]] = attributes.get("content", "")


@pytest.fixture(scope="module")
def pages(site):
    """Every page of the site by its path, parsed."""
    paths = [p for p in site.rglob("*.html") if "_static" not in p.parts]
    return {p.relative_to(site).as_posix(): Page(p) for p in paths}


def test_every_internal_link_leads_somewhere(site, pages):
    for name, page in pages.items():
        for link in page.links:
            target = urlsplit(urljoin(name, link))
            if target.scheme:
                continue
            path = unquote(target.path)
            assert (site / path).is_file(), f"{name}: {link}"
            if target.fragment and path in pages:
                assert unquote(target.fragment) in pages[path].anchors, f"{name}: {link}"


def test_no_page_asks_an_outside_host_for_anything(pages):
    outside = [
        (name, url)
        for name, page in pages.items()
        for url in page.resources
        if urlsplit(url).netloc
    ]
    assert not outside


def test_every_image_has_an_alternative_text(pages):
    for name, page in pages.items():
        for image in page.images:
            if "logo__image" in image.get("class", ""):  # its text stands beside it
                continue
            alt = image.get("alt", "")
            assert alt and not alt.endswith((".svg", ".png")), f"{name}: {image}"


def test_every_page_of_the_book_has_a_description(pages):
    generated = {"search.html", "genindex.html", "prf-prf.html"}
    assert not [
        name for name in pages.keys() - generated if not pages[name].meta.get("description")
    ]


def test_tex_that_cannot_be_read_fails_the_build(tmp_path):
    for name in ("_config.yml", "references.bib"):
        shutil.copy(ROOT / name, tmp_path)
    for name in ("_ext", "_static", "_vendor"):
        (tmp_path / name).symlink_to(ROOT / name)
    (tmp_path / "_toc.yml").write_text("format: jb-book\nroot: index\n")
    (tmp_path / "index.md").write_text("# Title\n\nA formula $\\notamacro{x}$.\n")
    code, messages = build(tmp_path, tmp_path)
    assert code != 0
    assert "Undefined control sequence: \\notamacro" in messages


# --- pages in a browser


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *args):
        """Say nothing of each request."""


@pytest.fixture(scope="module")
def address(site):
    """Where the site is served, on this machine."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=site)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def chromium():
    """The browser's path; without one the test is skipped, or fails where a browser is required."""
    path = (
        shutil.which("chromium")
        or shutil.which("chromium-browser")
        or shutil.which("google-chrome")
    )
    if path:
        return path
    if os.environ.get("CI") == "true" or os.environ.get("MLBOOK_REQUIRE_BROWSER") == "1":
        pytest.fail(
            "Chromium is not installed, and the tests of the site in a browser are required."
        )
    pytest.skip("Chromium is not installed: the site was NOT tested in a browser.")


@pytest.fixture(scope="module")
def browser():
    path = chromium()
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path)
        yield browser
        browser.close()


@pytest.fixture
def tab(browser):
    page = browser.new_page()
    yield page
    page.close()


@dataclass
class Visit:
    """What a browser saw on one page."""

    requests: list = field(default_factory=list)
    failures: list = field(default_factory=list)
    errors: list = field(default_factory=list)
    unset: list = field(default_factory=list)
    width: int = 0
    cut: list = field(default_factory=list)


UNSET = """() => [...document.querySelectorAll('.math')]
    .filter(e => !e.querySelector('.katex') || e.querySelector('.katex-error'))
    .map(e => e.textContent)"""
CUT = """() => [...document.querySelectorAll('.katex-display')]
    .filter(e => e.querySelector('.katex-html').getBoundingClientRect().left < e.getBoundingClientRect().left - 1)
    .map(e => e.textContent)"""


def visit(browser, url):
    """Open a page on a desktop, then narrow the window to a phone's."""
    seen, page = Visit(), browser.new_page()
    page.on("request", lambda request: seen.requests.append(request.url))
    page.on("requestfailed", lambda request: seen.failures.append(request.url))
    page.on("response", lambda answer: answer.status >= 400 and seen.failures.append(answer.url))
    page.on("pageerror", lambda error: seen.errors.append(str(error)))
    page.on(
        "console", lambda said: said.type in ("error", "warning") and seen.errors.append(said.text)
    )
    page.goto(url, wait_until="networkidle")
    seen.unset = page.evaluate(UNSET)
    page.set_viewport_size(PHONE)
    seen.width = page.evaluate("document.documentElement.scrollWidth")
    seen.cut = page.evaluate(CUT)
    page.close()
    return seen


@pytest.fixture(scope="module")
def visits(browser, address, pages):
    """Every page, opened once."""
    return {name: visit(browser, address + name) for name in sorted(pages)}


def test_pages_load_from_their_own_host_alone(visits, address):
    assert not [
        (name, url)
        for name, v in visits.items()
        for url in v.requests
        if not url.startswith(address)
    ]


def test_no_request_fails(visits):
    assert not {name: v.failures for name, v in visits.items() if v.failures}


def test_no_page_complains_in_the_console(visits):
    assert not {name: v.errors for name, v in visits.items() if v.errors}


def test_every_formula_is_typeset(visits):
    assert not {name: v.unset for name, v in visits.items() if v.unset}


def test_no_page_scrolls_sideways_on_a_phone(visits):
    assert not {name: v.width for name, v in visits.items() if v.width > PHONE["width"]}


def test_no_wide_equation_is_cut_on_a_phone(visits):
    assert not {name: v.cut for name, v in visits.items() if v.cut}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_follows_the_reader_s_light_or_dark(browser, address, scheme):
    with browser.new_context(color_scheme=scheme) as context:
        page = context.new_page()
        page.goto(address)
        assert page.evaluate("document.documentElement.dataset.theme") == scheme
        colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert (sum(map(int, colour[4:-1].split(","))) > 384) is (scheme == "light")


def test_the_button_switches_between_light_and_dark(tab, address):
    tab.goto(address)
    themes = set()
    for _ in range(3):  # auto, light, dark
        tab.locator(".theme-switch-button:visible").first.click()
        themes.add(tab.evaluate("document.documentElement.dataset.theme"))
    assert themes == {"light", "dark"}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_figures_stand_on_the_page_and_on_no_box(tab, address, pages, theme):
    look = (
        "e => { const s = getComputedStyle(e); return [s.filter, s.backgroundColor, s.padding]; }"
    )
    for name in [name for name in pages if name.startswith("chapters/")]:
        tab.emulate_media(color_scheme=theme)
        tab.goto(address + name)
        for image in tab.locator("figure img").all():
            assert image.evaluate(look) == ["none", "rgba(0, 0, 0, 0)", "0px"]


def test_search_finds_a_word_of_a_chapter(tab, address):
    tab.goto(address + "search.html?q=gradient")
    tab.locator("#search-results li a").first.wait_for()
    assert "chapters/" in tab.locator("#search-results li a").first.get_attribute("href")


def test_every_verdict_carries_its_mark_and_its_word(tab, address, pages):
    for name in [name for name in pages if name.startswith("chapters/")]:
        tab.goto(address + name)
        verdicts = tab.locator("details.check").all()
        assert verdicts, name
        for verdict in verdicts:
            (kind,) = set(verdict.get_attribute("class").split()) & MARKS.keys()
            assert verdict.locator("summary").text_content().startswith(f"{MARKS[kind]} {kind}")


def test_a_verdict_and_the_code_of_its_check_unfold(tab, address, pages):
    name = min(name for name in pages if name.startswith("chapters/"))
    tab.goto(address + name)
    cell = tab.locator("div.cell:has(details.check)").first
    for fold, inside in (("details.hide", ".cell_input"), ("details.check", ".check-body")):
        assert not cell.locator(inside).is_visible()
        cell.locator(f"{fold} > summary").click()
        assert cell.locator(inside).is_visible()
