"""Draw the picture of the README: a page of the site on which a reader has broken an equation.

    python -m tools.site.picture        _build/html to _static/page.png and _static/page.txt

`make publish` builds the site.  The text holds the words of the picture, and a test compares them
with those of the site as it is, so that the picture cannot grow old unnoticed.
"""

import sys
from pathlib import Path

from tools.book import ROOT
from tools.site.__main__ import SITE
from tools.site.pdf import chromium_path
from tools.site.serve import serve_folder

PICTURE = ROOT / "_static" / "page.png"
WORDS = PICTURE.with_suffix(".txt")
PAGE, LABEL, CHANGE = "chapters/pca.html", "pca-gradient", "2: change to 3"
WINDOW = {"width": 1220, "height": 700}
STYLE = "* { transition: none !important; animation: none !important; }"
BREAK = """([label, change]) => {
    const display = document.getElementById(`equation-${label}`);
    for (let fold = display; fold; fold = fold.parentElement?.closest('details')) fold.open = true;
    display.scrollIntoView({ block: 'center' });
    display.querySelector('button.break').click();
}"""
PRESS = """change => {
    const taps = [...document.querySelectorAll('.taps button')];
    const tap = taps.find(one => one.ariaLabel === change);
    if (!tap) throw new Error(`none of ${taps.map(one => one.ariaLabel)} is ${change}`);
    tap.click();
}"""
SHOWN = """() => [
    ...[...document.querySelectorAll('.bd-sidebar-primary li.toctree-l1')].filter(one => {
        const box = one.getBoundingClientRect();
        return box.top > 0 && box.bottom < innerHeight;
    }),
    document.querySelector('.broken'),
].map(one => one.textContent.trim())"""


def break_and_show(page, address):
    """Break the equation in a page of Chromium; what can be read of the chapters and the answer."""
    page.set_viewport_size(WINDOW)
    page.goto(address + PAGE)
    page.add_style_tag(content=STYLE)
    page.evaluate("document.fonts.ready.then(() => true)")
    page.evaluate(BREAK, [LABEL, CHANGE])
    page.wait_for_function("!!document.querySelector('.taps button')")
    page.evaluate(PRESS, CHANGE)
    return "".join(f"{line}\n" for line in page.evaluate(SHOWN))


def main(site):
    """Draw the picture of a site."""
    from playwright.sync_api import sync_playwright

    if chromium_path() is None:
        sys.exit("Chromium is not installed: it draws the picture.")
    with serve_folder(site) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path())
        page = browser.new_page()
        WORDS.write_text(break_and_show(page, address), "utf8")
        page.screenshot(path=PICTURE)
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if sys.argv[1:] else SITE)
