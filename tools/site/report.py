"""What the built site weighs, and what Lighthouse says of it on a phone.

    python -m tools.site.report    after `make publish`

Lighthouse slows the processor down fourfold and measures it: on a busy machine its performance
is lower than on an idle one.  The load that is printed tells which it was.  A score below LEAST or
a layout shift of MOST is a failure.
"""

import json
import os
import subprocess
import sys

from playwright.sync_api import sync_playwright

from tools.book import ROOT
from tools.site.pdf import chromium_path, page_names
from tools.site.serve import serve_folder

SITE = ROOT / "_build" / "html"
LIGHTHOUSE = ROOT / "tools/site/lighthouse/node_modules/lighthouse/cli/index.js"
LEAST = {"performance": 85, "accessibility": 100, "best-practices": 100, "seo": 100}
MOST = 0.02


def page_weights(browser, url):
    """Bytes decoded, bytes received, elements and layout shift of a page."""
    page, answers = browser.new_page(), []
    page.on("requestfinished", lambda answer: answers.append(answer))
    page.goto(url, wait_until="networkidle")
    decoded = sum(len(answer.response().body()) for answer in answers)
    received = sum(answer.sizes()["responseBodySize"] for answer in answers)
    elements = page.evaluate("document.querySelectorAll('*').length")
    page.close()
    return decoded, received, elements


def lighthouse_scores(url):
    """Scores of a page from 0 to 100, and its layout shift."""
    flags = ["--quiet", "--output=json", "--chrome-flags=--headless=new --no-sandbox"]
    run = subprocess.run(
        ["node", LIGHTHOUSE, url, *flags, f"--only-categories={','.join(LEAST)}"],
        env={**os.environ, "CHROME_PATH": chromium_path()},
        capture_output=True,
        text=True,
        check=True,
    )
    report = json.loads(run.stdout)
    scores = {kind: round(100 * report["categories"][kind]["score"]) for kind in LEAST}
    return scores, report["audits"]["cumulative-layout-shift"]["numericValue"]


def main():
    """Print both tables; what Lighthouse is not content with."""
    if chromium_path() is None:
        sys.exit("Chromium is not installed: it opens the pages.")
    size = sum(path.stat().st_size for path in SITE.rglob("*") if path.is_file())
    print(f"site: {size / 1e6:.1f} MB\n")
    heaviest = max((SITE / "chapters").glob("*.html"), key=lambda path: path.stat().st_size)
    with serve_folder(SITE) as address:
        print("| page | decoded, kB | received, kB | elements |\n|---|---:|---:|---:|")
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium_path())
            for name in page_names(SITE):
                decoded, received, elements = page_weights(browser, f"{address}{name}.html")
                print(f"| {name} | {decoded / 1e3:.0f} | {received / 1e3:.0f} | {elements} |")
            browser.close()
        print(f"\n| page | {' | '.join(LEAST)} | layout shift | load |")
        print("|---|---:|---:|---:|---:|---:|---:|")
        failed = []
        for name in ("index", f"chapters/{heaviest.stem}", "pages/ledger"):
            load = os.getloadavg()[0]
            scores, shift = lighthouse_scores(f"{address}{name}.html")
            cells = " | ".join(map(str, scores.values()))
            print(f"| {name} | {cells} | {shift:.3f} | {load:.1f} |", flush=True)
            if shift >= MOST or any(scores[kind] < least for kind, least in LEAST.items()):
                failed.append(name)
    return f"not as good as it should be: {', '.join(failed)}" if failed else 0


if __name__ == "__main__":
    sys.exit(main())
