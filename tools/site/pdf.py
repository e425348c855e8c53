"""The built site as one PDF: tagged, with an outline, numbered pages and every solution open.

    python -m tools.site.pdf            _build/html to _build/mlbook.pdf

The pages are put behind each other, with anchors that tell them apart, and printed by Chromium.
`make publish` builds the site.
"""

import re
import shutil
import sys
from pathlib import Path
from urllib.parse import urlsplit

from tools.book import ROOT

ARTICLE = re.compile(r'<article class="bd-article">(.*)</article>', re.S)
HEAD = """<!DOCTYPE html>
<html lang="en" data-theme="light" class="paper">
<head><meta charset="utf-8"><title>mlbook</title>
<link rel="stylesheet" href="{sheet}"></head>
<body>
"""
FOOT = '<div style="font: 8pt serif; width: 100%; text-align: center" class="pageNumber"></div>'
# Wide formulas and tables are made smaller until they fit the paper.
FIT = """(height) => {
  const wide = ".katex-display, .output, .table-scroll, .check-body";
  // all are measured before the first one changes, or each would lay out the book again
  const boxes = [...document.querySelectorAll(wide)];
  const sizes = boxes.filter((box) => box.scrollWidth > box.clientWidth).map((box) => {
    const inside = box.querySelector(":scope > .katex, table") ?? box;
    const size = parseFloat(getComputedStyle(inside).fontSize);
    return [inside, size * 0.98 * box.clientWidth / box.scrollWidth];
  });
  for (const [inside, size] of sizes) inside.style.fontSize = `${size}px`;
  const paper = document.body.getBoundingClientRect().right;
  const beyond = [...document.querySelectorAll("article *")]
    .filter((part) => part.getBoundingClientRect().right > paper + 1)
    .filter((part) => !part.closest("svg, math"));
  const cut = [...document.querySelectorAll("figure, svg.arcs")]
    .filter((part) => part.getBoundingClientRect().height > height);
  return [...beyond, ...cut].map((part) => part.outerHTML.slice(0, 200));
}"""
WIDTH, HEIGHT = 660, 978  # of A4 between margins of 18 mm, and 20 below, in pixels of CSS


def chromium_path():
    """The browser's path, or None."""
    names = ("chromium", "chromium-browser", "google-chrome")
    return next(filter(None, map(shutil.which, names)), None)


def page_names(site):
    """The pages of the site in the order of the book, by their names without suffix."""
    links = re.findall(
        r'class="reference internal" href="([\w/]+)\.html"', (site / "index.html").read_text("utf8")
    )
    return list(dict.fromkeys(["index", *links]))


def join_pages(site, order=None):
    """One page that holds all others, or those named."""
    order = order or page_names(site)
    index = (site / "index.html").read_text("utf8")
    sheet, *_ = re.findall(r'rel="stylesheet" href="([^"]+)"', index)
    return (
        HEAD.format(sheet=sheet)
        + "\n".join(page_for_joining(site, name, order) for name in order)
        + "</body></html>"
    )


def page_for_joining(site, name, order):
    """A page's text, its anchors and links with the name of the page in front."""
    (text,) = ARTICLE.findall((site / f"{name}.html").read_text("utf8"))
    folder = Path(name).parent

    def link(match):
        url = urlsplit(match[1])
        if url.scheme or url.netloc:
            return match[0]
        target = name if not url.path else re.sub(r"\.html$", "", resolve_path(folder / url.path))
        return f'href="#{target}--{url.fragment}"' if target in order else ""

    text = re.sub(r'<a class="headerlink".*?</a>', "", text)
    text = re.sub(r'(<a class="mark [^>]*?) href="[^"]*"', r"\1", text)
    text = re.sub(r'\bid="([^"]*)"', rf'id="{name}--\1"', text)
    text = re.sub(r'\bhref="([^"]*)"', link, text)
    text = re.sub(
        r'\bsrc="([^"]*)"', lambda match: f'src="{resolve_path(folder / match[1])}"', text
    )
    text = text.replace(' loading="lazy"', "")
    text = re.sub(
        r'(<div class="cell tag_hide-cell.*?<details class="[^"]*")', r"\1 open", text, flags=re.S
    )
    return f'<article class="bd-article" id="{name}--">{text}</article>'


def resolve_path(path):
    """A relative path without its steps upward."""
    parts: list[str] = []
    for part in path.parts:
        parts = parts[:-1] if part == ".." else [*parts, part]
    return "/".join(parts)


def print_pdf(site, target, browser, order=None):
    """Print the site in the folder, or some pages of it; what is wider or taller than the paper."""
    source = site / "paper.html"
    source.write_text(join_pages(site, order), "utf8")
    (sheet,) = site.glob("_static/book.css")
    style = sheet.read_text("utf8")
    sheet.write_text(style.replace("font-display:optional", "font-display:block"), "utf8")
    page = browser.new_page(viewport={"width": WIDTH, "height": 1000}, color_scheme="light")
    page.set_default_timeout(0)
    page.emulate_media(media="print")
    page.goto(source.as_uri(), wait_until="load")
    page.evaluate("document.fonts.ready.then(() => true)")
    too_large = page.evaluate(FIT, HEIGHT)
    page.pdf(
        path=target,
        format="A4",
        margin={"top": "18mm", "bottom": "20mm", "left": "18mm", "right": "18mm"},
        display_header_footer=True,
        header_template="<span></span>",
        footer_template=FOOT,
        print_background=True,
        outline=True,
        tagged=True,
    )
    page.close()
    source.unlink()
    sheet.write_text(style, "utf8")
    return too_large


def main():
    """Print the book."""
    from playwright.sync_api import sync_playwright

    if chromium_path() is None:
        sys.exit("Chromium is not installed: it prints the book.")
    target = ROOT / "_build" / "mlbook.pdf"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path())
        too_large = print_pdf(ROOT / "_build" / "html", target, browser)
        browser.close()
    print(f"The book is printed: {target}", *too_large, sep="\n")
    sys.exit(bool(too_large))


if __name__ == "__main__":
    main()
