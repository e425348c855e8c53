"""How readable the chapters are, in numbers: a line for each, below a line of aims.

    python -m tools.readable             every chapter
    python -m tools.readable pca svm     these two

The pages are built and opened in Chromium, in a window of 1280 x 800 pixels, with their folds
closed: what is measured is the main line, which a reader sees without opening anything.  A screen
is 800 pixels, and a picture stands where its middle is.

- height: of the page, in screens
- words: of what can be read, without formulas, code and the answers of cells
- picture, data: at which screen the first picture stands, and the first one of data that methods
  are for: its cell needs one of the real tables of mlbook.data, or the swiss roll or the loans,
  which are drawn at random
- run: the longest stretch without a picture, in screens
- numbers, cited: equations that have a number, and how many of them are cited (`Book.cited`)
- read: formulas in sentences that hold a relation, and how many of them the ledger could read; a
  dash where the ledger does not read the page
- lead-ins: sentences of at most eight words before a display that begin with a pronoun
"""

import ast
import re
import sys
from dataclasses import dataclass
from itertools import pairwise

from texproof.inline import UNREAD
from tools.book import Book, Cell, Chapter
from tools.site.__main__ import DRAFT, build_pages, pages_in
from tools.site.pdf import chromium_path
from tools.site.serve import serve_folder
from tools.slices import called_name, needed_statements

WINDOW = {"width": 1280, "height": 800}
DATA = {
    *("breast_cancer", "diabetes", "digits", "iris", "numpy_docs", "photo", "wine"),
    *("loans", "swiss_roll"),
}
HEADS = (
    *("chapter", "height", "words", "picture", "data", "run"),
    *("numbers", "cited", "read", "lead-ins"),
)
AIMS = ("aim", "24", "2500 to 3500", "1", "3", "", "about 12", "80 %", "all", "0")
FEW = 8  # words
PRONOUN = re.compile(r"(?:It|Its|This|That|These|Those|They|Their|Both)\b")
SENTENCE = re.compile(r"(?<=[.?!])\s+(?=\S)")
STYLE = """section { content-visibility: visible !important; }
* { transition: none !important; animation: none !important; }"""
LOOK = """() => {
    const unread = '.katex, pre, .eqno, .headerlink, form, button, .cell_output';
    const walk = document.createTreeWalker(document.querySelector('article'), NodeFilter.SHOW_TEXT);
    let words = 0;
    while (walk.nextNode()) {
        const around = walk.currentNode.parentElement;
        const box = around.closest(unread), caption = around.closest('figcaption');
        if ((!box || caption && box.contains(caption)) && around.checkVisibility())
            words += walk.currentNode.data.match(/\\p{L}[\\p{L}\\p{N}'’-]*/gu)?.length ?? 0;
    }
    const place = (one, { top, bottom }) => [one.id, top + scrollY, bottom + scrollY];
    const figures = [...document.querySelectorAll('article figure')]
        .filter(one => one.checkVisibility())
        .map(one => place(one, one.getBoundingClientRect()));
    return { words, height: document.documentElement.scrollHeight, figures };
}"""


@dataclass(frozen=True)
class Page:
    """What is seen of a page: its height, its words, and name, top and end of its figures."""

    height: float
    words: int
    figures: list[tuple[str, float, float]]

    def screen(self, names: set[str] | None = None) -> float | None:
        """At which screen the first figure stands, of those named; None if there is none."""
        ends = [top + end for name, top, end in self.figures if names is None or name in names]
        return min(ends) / 2 / WINDOW["height"] if ends else None

    def run(self) -> float:
        """The longest stretch without a figure, in screens."""
        spans = [(0.0, 0.0), *sorted((top, end) for _, top, end in self.figures)]
        spans.append((self.height, self.height))
        return max(after - end for (_, end), (after, _) in pairwise(spans)) / WINDOW["height"]


def of_data(chapter: Chapter) -> set[str]:
    """The names of the figures that are drawn of data."""
    result, before = set(), []
    for cell in chapter.code:
        own = ast.parse(cell.code).body
        before += own
        name = cell.metadata.get("mystnb", {}).get("figure", {}).get("name")
        if name:
            kept = needed_statements(before, lambda one, own=own: one in own)
            calls = (node for one in kept for node in ast.walk(one) if isinstance(node, ast.Call))
            if any(called_name(call) in DATA for call in calls):
                result.add(name)
    return result


def last_sentence(cell: Cell) -> str:
    """The sentence with which a cell of Markdown ends; nothing if it ends with something else."""
    text = cell.source.strip().rpartition("\n\n")[2]
    if re.match(r"[#|:`>]|[-*+] |\d+\. ", text) or text.endswith((":::", "```")):
        return ""
    formulas = re.sub(r"\$[^$]+\$|`[^`]*`", "x", " ".join(text.splitlines()))
    return SENTENCE.split(formulas)[-1]


def lead_ins(chapter: Chapter) -> list[str]:
    """The short sentences before displays that begin with a pronoun."""
    pairs = [(one, other) for one, other in pairwise(chapter.cells) if other.equations]
    ends = [last_sentence(one) for one, _ in pairs if one.kind == "markdown"]
    return [end for end in ends if PRONOUN.match(end) and len(end.split()) <= FEW]


def measures_line(book: Book, chapter: Chapter, page: Page) -> tuple[str, ...]:
    """The measures of a chapter."""
    numbered = {str(each.label) for each in chapter.equations} & book.numbered
    read = sum(kind != UNREAD for kind, _ in chapter.formulas)
    cited = 100 * len(numbered & book.cited) / len(numbered) if numbered else 100
    return (
        chapter.name,
        f"{page.height / WINDOW['height']:.1f}",
        str(page.words),
        *(in_screens(page.screen(names)) for names in (None, of_data(chapter))),
        f"{page.run():.1f}",
        str(len(numbered)),
        f"{cited:.0f} %",
        f"{read} of {len(chapter.formulas)}" if chapter.formulas else "-",
        str(len(lead_ins(chapter))),
    )


def in_screens(screen: float | None) -> str:
    """Where something stands, in screens."""
    return "none" if screen is None else f"{screen:.1f}"


def aligned_table(rows: list[tuple[str, ...]]) -> str:
    """Rows of words as a text, the first column to the left and the others to the right."""
    wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join([row[0].ljust(wide[0]), *map(str.rjust, row[1:], wide[1:])]) for row in rows
    )


def measure_page(address: str, browser) -> Page:
    """What Chromium shows of a page."""
    page = browser.new_page(viewport=WINDOW)
    page.goto(address)
    page.add_style_tag(content=STYLE)
    page.evaluate("document.fonts.ready.then(() => true)")
    result = Page(**page.evaluate(LOOK))
    page.close()
    return result


def main(names: list[str]) -> None:
    """Build the pages, and measure the chapters of some names, or all."""
    from playwright.sync_api import sync_playwright

    book = Book()
    chapters = [book.chapter(name) for name in names or book.chapters]
    if chromium_path() is None:
        sys.exit("Chromium is not installed: it measures the pages.")
    if code := build_pages():
        sys.exit(code)
    rows: list[tuple[str, ...]] = [HEADS, AIMS]
    with serve_folder(pages_in(DRAFT)) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path())
        for chapter in chapters:
            page = measure_page(f"{address}chapters/{chapter.name}.html", browser)
            rows.append(measures_line(book, chapter, page))
        browser.close()
    print(aligned_table(rows))


if __name__ == "__main__":
    main(sys.argv[1:])
