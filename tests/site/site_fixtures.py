"""The built site, and two browsers that cannot leave it, for all tests of the site."""

import base64
import contextlib
import io
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from tests.schedule import SHARE, number
from tests.site.firefox import Firefox, firefox
from tests.site.site_looks import SAMPLE
from tools.book import ROOT
from tools.site import __main__ as making
from tools.site.pdf import chromium_path
from tools.site.serve import serve_folder

NO_NETWORK = "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"
LAID_OUT = (
    ".bd-article section { content-visibility: visible !important; }"
    "* { transition: none !important; animation: none !important; }"  # nothing fades in
)


def build(book, output):
    """The exit code and the messages of a build of a book and, if it succeeds, of its site."""
    log = output / "build.log"
    with log.open("w") as out:
        code = making.build_pages(book, output, out)
        if code == 0:
            making.publish_site(book, output, output / "site")
    return code, log.read_text("utf8")


@pytest.fixture(scope="session")
def site():
    """The folder of the published site of the tree as it stands.

    It is read where `make publish` or an earlier test has built it of the same sources, and built
    otherwise; of several workers one builds.  MLBOOK_SITE may name another one.
    """
    if "MLBOOK_SITE" in os.environ:
        return Path(os.environ["MLBOOK_SITE"])
    alone = [sys.executable, ROOT / "tools" / "run_alone.py", sys.executable, "-m", "tools.site"]
    run = subprocess.run([*alone, "current"], cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
    return making.SITE


@pytest.fixture(scope="session")
def names(site):
    """The paths of all pages, in order."""
    paths = [p for p in site.rglob("*.html") if "_static" not in p.parts]
    return sorted(p.relative_to(site).as_posix() for p in paths)


@pytest.fixture(scope="session")
def some(names, request):
    """The pages that a sweep opens: a page of each kind, and of the others one in six.

    The commit chooses which; `make browsers PAGES=all` opens all of them.
    """
    option = request.config.option
    drawn = {name for name in names if number(name, SHARE) == option.sixth}
    return names if option.whole else sorted({*SAMPLE} | drawn)


class Page(HTMLParser):
    """The links, anchors, images, resources, headings and tables of a page."""

    def __init__(self, path):
        super().__init__()
        self.links, self.anchors, self.ids, self.images = [], set(), [], []
        self.resources, self.meta, self.headings, self.tables = [], {}, [], []
        self.feed(path.read_text("utf8"))

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.anchors |= {attributes.get("id"), attributes.get("name")}
        self.ids += [attributes["id"]] if "id" in attributes else []
        if tag == "a" and "href" in attributes:
            self.links.append(attributes["href"])
        if tag == "img":
            self.images.append(attributes)
        if tag in ("img", "script", "link", "iframe"):
            self.resources += [attributes[key] for key in ("src", "href") if key in attributes]
        if tag == "meta":
            name = attributes.get("name") or attributes.get("property", "")
            self.meta[name] = attributes.get("content", "")
        if tag in ("h1", "h2", "h3", "h4", "h5", "h6"):
            self.headings.append(int(tag[1]))
        if tag == "table":
            self.tables.append(0)
        if tag == "th" and self.tables:
            self.tables[-1] += 1


@pytest.fixture(scope="session")
def pages(site, names):
    """Every page of the site by its path, parsed."""
    return {name: Page(site / name) for name in names}


@pytest.fixture(scope="session")
def address(site):
    """Where the site is served, on this machine."""
    with serve_folder(site) as url:
        yield url


def held(site):
    """The letters of every font in the style sheet, by family, style and weight."""
    css = (site / "_static" / "book.css").read_text("utf8")
    rule = r'{font-family:"([^"]*)";font-style:(\w+);font-weight:(\d+);src:url\(data:[^,]*,([^)]*)'
    found = {}
    for *names, data in re.findall(rule, css):
        font = TTFont(io.BytesIO(base64.b64decode(data)))
        found[",".join(names)] = {*map(chr, font.getBestCmap())}
    return found


def installed(path, name):
    """The path of a browser; not installed, it skips the test, or fails where it must be."""
    if path is None:
        if os.environ.get("CI") == "true" or os.environ.get("MLBOOK_REQUIRE_BROWSER") == "1":
            pytest.fail(f"{name} is not installed, and the tests of the site need it.")
        pytest.skip(f"{name} is not installed: the site was NOT tested in it.")
    return path


@pytest.fixture(scope="session")
def browser():
    """Chromium without a network."""
    path = installed(chromium_path(), "Chromium")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=[NO_NETWORK])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def fox(tmp_path_factory):
    """Firefox without a network."""
    path = installed(firefox(), "Firefox")
    with contextlib.closing(Firefox(path, tmp_path_factory.mktemp("firefox"))) as browser:
        yield browser


@pytest.fixture(params=["browser", "fox"], ids=["Chromium", "Firefox"])
def window(request):
    """A window of either browser."""
    browser = request.getfixturevalue(request.param)
    with contextlib.closing(browser.new_page()) as page:
        yield page


@pytest.fixture
def tab(browser):
    """A window of Chromium."""
    with contextlib.closing(browser.new_page()) as page:
        yield page
