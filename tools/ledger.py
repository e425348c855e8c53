"""Write ledger.md: every numbered equation of the book with its verdict, from the stored outputs.

    python tools/ledger.py

`make notebooks` ends with it, so the page lists what ran and nothing else.
"""

import json
import re
from collections import Counter
from html import unescape
from pathlib import Path

from mlbook.derive.show.rungs import RUNG_WORDS

ROOT = Path(__file__).resolve().parent.parent
MARKS = {"exact": "✓", "sampled": "≈", "cited": "§", "defined": ":=", "refused": "✗"}
LABEL = re.compile(r"\$\$ \(([\w:-]+)\)\n")
DETAILS = re.compile(
    r'<details class="check (\w+)".*?<div class="check-body">(.*?)</div>', re.DOTALL
)
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


def chapters():
    """Chapter files in the order of the table of contents."""
    contents = (ROOT / "_toc.yml").read_text("utf8")
    return [ROOT / f"{file}.ipynb" for file in re.findall(r"file: (chapters/\w+)", contents)]


def displays(path):
    """The title, and (label or None, verdict, scope, rungs) of each display of a check."""
    found, title = [], ""
    for cell in json.loads(path.read_text("utf8"))["cells"]:
        source = "".join(cell["source"])
        if not title and source.startswith("# "):
            title = source.splitlines()[0][2:]
        for output in cell.get("outputs", []):
            text = "".join(output.get("data", {}).get("text/markdown", []))
            details = DETAILS.search(text)
            if details:
                label = LABEL.search(text)
                row = details.group(1), scope(details.group(2)), rungs(details.group(2))
                found.append((label and label.group(1), *row))
    return title, found


def scope(body):
    """The first sentence behind a mark, in short: the sizes, or that it holds for all values."""
    first = unescape(re.sub(r"<.*?>", "", re.search(r"<p>(.*?)</p>", body).group(1)))
    sizes = re.findall(r"(\S+) = (\d+)", first.split(";")[0])
    if sizes:
        return ", ".join(f"{size}\u00a0=\u00a0{length}" for size, length in sizes)
    return "all values" if first.startswith("For all values") else ""


def rungs(body):
    """The rungs of the ladder that decided the rows, as the words behind the mark name them."""
    said = (re.escape(words) for words in RUNG_WORDS.values())
    held = (re.search(rf"<p>\S+ {words}", unescape(body)) for words in said)
    return ", ".join(rung for rung, found in zip(RUNG_WORDS, held, strict=True) if found)


def counted(found):
    """Counts of verdicts in words, in the order of the marks."""
    counts = Counter(row[1] for row in found)
    return ", ".join(f"{counts[kind]} {MARKS[kind]} {kind}" for kind in MARKS if counts[kind])


def bar(found):
    """A bar with a piece for each verdict; the words are beside it."""
    counts, left, pieces = Counter(row[1] for row in found), 0, ""
    for kind, ink in INK.items():
        if counts[kind]:
            pieces += f'<rect x="{left + 0.5}" y="0.5" width="{counts[kind]}" height="11" {ink}/>'
            left += counts[kind]
    return BAR.format(width=left + 1, pieces=pieces)


def page():
    """The text of ledger.md."""
    parts = [(path, *displays(path)) for path in chapters()]
    everything = [row for _, _, found in parts for row in found]
    lines = [
        HEAD.format(
            totals=f"The book holds {len(everything)} checked displays: {counted(everything)}."
        )
    ]
    lines += ["| chapter | full ✓, hollow :=, grey ✗ | displays | verdicts |", "|---|---|---:|---|"]
    for path, title, found in parts:
        link = f"[{title}](chapters/{path.name})"
        lines.append(f"| {link} | {bar(found)} | {len(found)} | {counted(found)} |")
    for _, title, found in parts:
        lines += ["", f"## {title}", "", *table(found)]
    return "\n".join(lines) + "\n"


def table(found):
    """A row for each numbered display."""
    yield from ["| equation | verdict | scope | decided by |", "|---|---|---|---|"]
    for label, verdict, where, decided in found:
        mark = f"{MARKS[verdict]}\u00a0{verdict}"
        if label:
            yield f"| {{eq}}`{label}` `{label}` | {mark} | {where} | {decided} |"


if __name__ == "__main__":
    (ROOT / "ledger.md").write_text(page(), "utf8")
