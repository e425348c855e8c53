"""Write ledger.md: every numbered equation of the book with its verdict, from the data of displays.

    python -m tools.ledger

`make notebooks` ends with it, so the page lists what ran and nothing else.
"""

from collections import Counter

from mlbook.derive.evaluate.values import readable
from mlbook.derive.show.display import lengths_told
from mlbook.derive.show.rungs import RUNG_WORDS
from mlbook.derive.statement import EXACT, MARKS
from tools.book import ROOT, Book

INK = {  # how a piece of a bar is filled: no colour but that of the text
    "exact": 'fill="currentColor"',
    "sampled": 'fill-opacity="0.7"',
    "cited": 'fill-opacity="0.7"',
    "defined": 'fill="none"',
    "refused": 'fill-opacity="0.3"',
}
BAR = (
    '<svg width="{width}" height="12" aria-hidden="true" fill="currentColor"'
    ' stroke="currentColor">{pieces}</svg>'
)
HEAD = """---
myst:
  html_meta:
    description: "Every numbered equation of the book, its verdict and the sizes of its check."
---

# Ledger

A display is what a page shows with its mark.
The ledger at the end of a chapter counts statements, among them definitions without a display.
This page is generated from what ran.
{totals}
"""


def scope(equation):
    """The sizes at which an equation was decided, or that it holds for all values."""
    sizes = lengths_told(equation.sizes, 0, lambda said: readable(said).replace(" ", "\u00a0"))
    return sizes or ("all values" if equation.verdict == EXACT else "")


def rungs(equation):
    """The rungs of the ladder that decided the rows."""
    return ", ".join(rung for rung in RUNG_WORDS if rung in equation.rungs)


def counted(equations):
    """Counts of verdicts in words, in the order of the marks."""
    counts = Counter(equation.verdict for equation in equations)
    return ", ".join(f"{counts[kind]} {MARKS[kind]} {kind}" for kind in MARKS if counts[kind])


def bar(equations):
    """A bar with a piece for each verdict; the words are beside it."""
    counts, left, pieces = Counter(equation.verdict for equation in equations), 0, ""
    for kind, ink in INK.items():
        if counts[kind]:
            pieces += f'<rect x="{left + 0.5}" y="0.5" width="{counts[kind]}" height="11" {ink}/>'
            left += counts[kind]
    return BAR.format(width=left + 1, pieces=pieces)


def page():
    """The text of ledger.md."""
    book = Book()
    totals = f"The book holds {len(book.equations)} checked displays: {counted(book.equations)}."
    lines = [HEAD.format(totals=totals)]
    lines += ["| chapter | full ✓, hollow :=, grey ✗ | displays | verdicts |", "|---|---|---:|---|"]
    for chapter in book.chapters.values():
        found = chapter.equations
        link = f"[{chapter.title}](chapters/{chapter.path.name})"
        lines.append(f"| {link} | {bar(found)} | {len(found)} | {counted(found)} |")
    for chapter in book.chapters.values():
        lines += ["", f"## {chapter.title}", "", *table(chapter.equations)]
    return "\n".join(lines) + "\n"


def table(equations):
    """A row for each numbered display."""
    yield from ["| equation | verdict | scope | decided by |", "|---|---|---|---|"]
    for equation in equations:
        if equation.label:
            name = f"{{eq}}`{equation.label}` `{equation.label}`"
            mark = f"{MARKS[equation.verdict]}\u00a0{equation.verdict}"
            yield f"| {name} | {mark} | {scope(equation)} | {rungs(equation)} |"


if __name__ == "__main__":
    (ROOT / "ledger.md").write_text(page(), "utf8")
