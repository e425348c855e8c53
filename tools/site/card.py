"""Draw _static/card.png: what a shared link to the book shows, an equation of it with its mark.

python -m tools.site.card            after `make publish`
"""

import re

from playwright.sync_api import sync_playwright

from tools.book import ROOT
from tools.site.pdf import chromium_path

SITE = ROOT / "_build" / "html"
LABEL = "how-means"
CARD = """<!DOCTYPE html>
<html data-theme="light"><head><link rel="stylesheet" href="_static/book.css"><style>
body {{ width: 1200px; height: 630px; padding: 70px 80px; background: #fff; box-sizing: border-box;
  font-family: var(--serif); display: flex; flex-direction: column;
  justify-content: space-between; }}
header {{ display: flex; align-items: center; gap: 28px; font-size: 76px; font-weight: 600; }}
header img {{ height: 84px; }}
p {{ margin: 0; font-size: 37px; line-height: 1.3; color: #333; }}
div.math {{ margin: 0; font-size: 38px; }}
.eqno .mark {{ font-size: 36px; }}
</style></head><body>
<header><img src="_static/logo.svg">mlbook</header>
<div class="bd-article" style="font-size: inherit; padding: 0">{equation}</div>
<p>Classic machine learning, derived, in a book<br>that checks its own equations.</p>
</body></html>"""


def main():
    """Take the equation from the built site and photograph the card."""
    chapter = (SITE / "chapters" / "how_it_checks.html").read_text("utf8")
    (equation,) = re.findall(rf'<div class="math" id="equation-{LABEL}">.*?</div>', chapter, re.S)
    source = SITE / "card.html"
    source.write_text(CARD.format(equation=equation), "utf8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path())
        page = browser.new_page(viewport={"width": 1200, "height": 630})
        page.goto(source.as_uri(), wait_until="networkidle")
        page.screenshot(path=ROOT / "_static" / "card.png")
        browser.close()
    source.unlink()


if __name__ == "__main__":
    main()
