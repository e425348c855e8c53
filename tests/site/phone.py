"""How the site is read on a narrow screen: what scrolls, how large formulas are, what is hidden.

python -m tests.site.phone [FOLDER]    of every page of a built site, _build/html without a folder
"""

import sys
from collections import Counter
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.site.site_fixtures import LAID_OUT, NO_NETWORK, ROOT
from tools.site.pdf import chromium_path
from tools.site.serve import serve_folder

SIZE = {"width": 390, "height": 844}
OPEN = """style => { document.head.append(Object.assign(document.createElement('style'), style));
    document.querySelectorAll('details').forEach(fold => { fold.open = true; });
    return document.fonts.ready.then(() => true); }"""
LOOK = r"""() => {
    const wide = box => box.scrollWidth > box.clientWidth + 1;
    const size = box => parseFloat(getComputedStyle(box).fontSize);
    const name = box => box.closest('[id]')?.id;
    const out = (one, edge) => { const r = one.getBoundingClientRect(), e = edge.getBoundingClientRect();
        return !r.width || !r.height || r.left < e.left - 1 || r.right > e.right + 1; };
    const all = (what, where = document) => [...where.querySelectorAll(what)];
    const text = size(document.querySelector('.bd-article') ?? document.body);
    const boxes = all('.katex-display'), figures = all('.figure-scroll'), rest = all('.bd-article :is(' +
        'pre, .check-body, .output, .table-scroll, .pst-scrollable-table-container)');
    const shaded = box => /gradient.*gradient/.test(getComputedStyle(box).backgroundImage)
        && /local/.test(getComputedStyle(box).backgroundAttachment);
    return {
        displays: boxes.length,
        scrolling: boxes.filter(wide).map(name),
        small: boxes.filter(box => size(box.querySelector('.katex-html')) < 0.85 * text).map(name),
        reasons: all('.why').length,
        hidden: [...boxes.flatMap(box => all('.why', box).filter(why => out(why, box))),
            ...all('.eqno .mark, .eqno .number').filter(one => out(one, document.body))].map(name),
        figures: figures.length,
        cut: figures.filter(wide).map(box => box.querySelector('img').alt.slice(0, 60)),
        beside: all('.panels').filter(box => all('img', box).some((one, k, rest) => k
            && one.getBoundingClientRect().top < rest[k - 1].getBoundingClientRect().bottom - 1)).map(name),
        bare: [...boxes, ...figures, ...rest].filter(box => wide(box) && !shaded(box)).map(
            box => `${box.className || box.tagName} in ${name(box)}`),
        page: document.documentElement.scrollWidth > innerWidth ? ['the page scrolls sideways'] : [],
    };
}"""


def look(page, url):
    """What a screen shows of an address, all of it unfolded and laid out."""
    page.goto(url)
    page.evaluate(OPEN, {"textContent": LAID_OUT})
    return page.evaluate(LOOK)


def main(folder=ROOT / "_build" / "html"):
    """Print the numbers of each page, and of all."""
    total, folder = Counter(), Path(folder)
    with serve_folder(folder) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=[NO_NETWORK])
        page = browser.new_page(viewport=SIZE)
        for path in sorted(folder.rglob("*.html")):
            name = path.relative_to(folder).as_posix()
            if name.startswith("_static"):
                continue
            seen = look(page, address + name)
            counts = {key: len(v) if isinstance(v, list) else v for key, v in seen.items()}
            total.update(counts)
            print(name, {key: count for key, count in counts.items() if count}, flush=True)
            for key in ("scrolling", "small", "hidden", "beside", "bare"):
                print("".join(f"    {key}: {one}\n" for one in seen[key]), end="")
        browser.close()
    print("all", dict(total))


if __name__ == "__main__":
    main(*sys.argv[1:])
