"""Write pages/ledger.md: how much each chapter proves, what theorems rest on, and what is open.

    python -m tools.pages.ledger

`make notebooks` ends with it, so the page lists what ran and nothing else.
"""

from collections import Counter

from texproof.evaluate.values import plain_text
from texproof.show.words import marks_in_words, reach_in_brief
from texproof.statement import DEFINED, MARKS
from tools.book import ROOT, Book, write
from tools.proofs import Theorem, every

INK = {  # how a piece of a bar is filled: no colour but that of the text
    "exact": 'fill="currentColor"',
    "at sizes": 'fill-opacity="0.5"',
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
    description: "What each chapter proves, what theorems rest on, what holds at named sizes."
---

# Ledger

What each chapter proves, what its theorems rest on, and what is not proved for every size.
The name of a chapter leads to the list of all its equations, with what decided each.
This page is generated from what ran.
{totals}
"""


def scope(equation):
    """How far an equation reaches: to every size, to some, or to all values."""
    return reach_in_brief(equation.data, lambda text: plain_text(text).replace(" ", "\u00a0"))


def counts(equations):
    """Counts of verdicts in words."""
    return marks_in_words(equation.verdict for equation in equations)


def checked(equations):
    """How many are no definitions."""
    return sum(equation.verdict != DEFINED for equation in equations)


def bar(equations):
    """A bar with a piece for each verdict; the words are beside it."""
    many, left, pieces = Counter(equation.verdict for equation in equations), 0, ""
    for kind, ink in INK.items():
        if many[kind]:
            pieces += f'<rect x="{left + 0.5}" y="0.5" width="{many[kind]}" height="11" {ink}/>'
            left += many[kind]
    return BAR.format(width=left + 1, pieces=pieces)


def page(book):
    """The text of pages/ledger.md."""
    totals = f"The book holds {checked(book.equations)} checked displays: {counts(book.equations)}."
    lines = [HEAD.format(totals=totals)]
    lines += [
        "| chapter | full ✓, hollow :=, grey ◦ § ✗ | checked | := | verdicts |",
        "|---|---|---:|---:|---|",
    ]
    lines += [row(chapter) for chapter in book.chapters.values()]
    lines += ["", "## Theorems", "", *theorems(every(book), book)]
    lines += ["", "## What is not proved for every size", "", *exceptions(book.equations)]
    return "\n".join(lines) + "\n"


def row(chapter):
    """What a chapter proves, with a link to its own list."""
    claims = [e for e in chapter.equations if e.verdict != DEFINED]
    beside = len(chapter.equations) - len(claims)
    link = f"[{chapter.title}](../chapters/{chapter.path.name}#ledger)"
    return f"| {link} | {bar(chapter.equations)} | {len(claims)} | {beside} | {counts(claims)} |"


def theorems(found: list[Theorem], book: Book):
    """What each theorem rests on: its displays with their marks, and its steps in words."""
    steps = [(each, clause) for each in found for clause in each.clauses]
    spoken = sum(bool(clause.words) for _, clause in steps)
    yield f"The {len(found)} theorems have {len(steps)} clauses, and each clause has displays."
    yield f"In {spoken} clauses words carry a step, which the last column names."
    yield from ["", "| theorem | clauses | displays | steps in words |", "|---|---:|---|---|"]
    for each in found:
        kinds = Counter(MARKS[book.equation(label).verdict] for label in each.labels)
        shown = ", ".join(f"{kinds[mark]}\u00a0{mark}" for mark in MARKS.values() if kinds[mark])
        words = "; ".join(
            f"{clause.claim}: {clause.words}" for clause in each.clauses if clause.words
        )
        yield f"| {{prf:ref}}`{each.label}` | {len(each.clauses)} | {shown} | {words} |"


def exceptions(equations):
    """A row for each labelled display that is proved at named sizes, sampled or cited."""
    yield "A ◦ is proved at the sizes of its row, for the reason given; a § is cited."
    yield from ["", "| equation | verdict | scope | reason |", "|---|---|---|---|"]
    for equation in equations:
        if equation.label and equation.verdict not in ("exact", DEFINED, "refused"):
            mark = f"{MARKS[equation.verdict]}\u00a0{equation.verdict}"
            link, why = f"{{eq}}`{equation.label}`", equation.at_sizes or ""
            yield f"| {link} | {mark} | {scope(equation)} | {why} |"


def made(book):
    """{path: text} of what is written."""
    return {ROOT / "pages" / "ledger.md": page(book)}


if __name__ == "__main__":
    write(made(Book()))
