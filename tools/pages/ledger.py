"""Write pages/ledger.md: how much each chapter proves, what theorems rest on, and what is open.

    python -m tools.pages.ledger

`make notebooks` ends with it, so the page lists what ran and nothing else.
"""

from collections import Counter

from texproof.evaluate.values import plain_text
from texproof.inline import (
    COMPUTED,
    CONDITION,
    PROVED,
    SETTING,
    SHOWN,
    SIZES,
    UNDER,
    UNREAD,
)
from texproof.show.words import marks_in_words, reach_in_brief
from texproof.statement import DEFINED, MARKS
from tools.book import ROOT, Book, write_changed
from tools.proofs import Theorem, theorems_of_book

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
    description: "What each chapter proves, and which equations are not proved for every size."
---

# Ledger

This page shows how many equations each chapter proves, which displays prove the theorems, and which
equations are not proved for every size.
The name of a chapter links to the ledger of the chapter, which lists all its equations and says how
each of them was decided.
The page is generated from the stored results of the checks.
{totals}
"""


def scope_in_words(equation):
    """How far an equation reaches: to every size, to some, or to all values."""
    return reach_in_brief(equation.data, lambda text: plain_text(text).replace(" ", "\u00a0"))


def counts_in_words(equations):
    """Counts of verdicts in words."""
    return marks_in_words(equation.verdict for equation in equations)


def number_checked(equations):
    """How many are no definitions."""
    return sum(equation.verdict != DEFINED for equation in equations)


def verdict_bar(equations):
    """A bar with a piece for each verdict; the words are beside it."""
    many, left, pieces = Counter(equation.verdict for equation in equations), 0, ""
    for kind, ink in INK.items():
        if many[kind]:
            pieces += f'<rect x="{left + 0.5}" y="0.5" width="{many[kind]}" height="11" {ink}/>'
            left += many[kind]
    return BAR.format(width=left + 1, pieces=pieces)


def page_text(book):
    """The text of pages/ledger.md."""
    number = number_checked(book.equations)
    counts = counts_in_words(e for e in book.equations if e.verdict != DEFINED)
    totals = (
        f"This book contains {number} checked displays with the following verdicts: {counts}.\n"
        f"Another {len(book.equations) - number} displays are definitions."
    )
    lines = [HEAD.format(totals=f"{totals}\n{total_of_formulas(book)}")]
    lines += [
        "| chapter | full ✓, hollow :=, grey ◦ § ✗ | checked | := | verdicts |",
        "|---|---|---:|---:|---|",
    ]
    lines += [chapter_row(chapter) for chapter in book.chapters.values()]
    lines += ["", "## Formulas in sentences", "", *formulas_in_sentences(book)]
    lines += ["", "## Theorems", "", *theorem_rows(theorems_of_book(book), book)]
    lines += ["", "## What is not proved for every size", "", *exception_rows(book.equations)]
    return "\n".join(lines) + "\n"


def chapter_row(chapter):
    """What a chapter proves, with a link to its own list."""
    claims = [e for e in chapter.equations if e.verdict != DEFINED]
    beside = len(chapter.equations) - len(claims)
    link = f"[{chapter.title}](../chapters/{chapter.path.name}#ledger)"
    bar, counts = verdict_bar(chapter.equations), counts_in_words(claims)
    return f"| {link} | {bar} | {len(claims)} | {beside} | {counts} |"


KINDS = {  # of formulas in sentences, each with the head of its column
    PROVED: "proved",
    UNDER: "under a hypothesis",
    SIZES: "at first sizes",
    COMPUTED: "computed",
    SETTING: "settings",
    CONDITION: "conditions",
    SHOWN: "shown as false",
    UNREAD: "not read",
}


def every_formula(book: Book):
    """The formulas in the sentences of all chapters, each with what it is."""
    return [pair for chapter in book.chapters.values() for pair in chapter.formulas]


def total_of_formulas(book: Book):
    """The counts of the formulas in sentences, in a few sentences."""
    many = Counter(kind for kind, _ in every_formula(book))
    read = many.total() - many[UNREAD]
    return (
        f"The checker also read {read} formulas with a relation in the sentences of the chapters. "
        f"It proved {many[PROVED]} of these formulas without further hypotheses, proved "
        f"{many[UNDER] + many[SIZES]} under a hypothesis or at small sizes, and verified "
        f"{many[COMPUTED]} by computation. "
        f"Another {many[SETTING] + many[CONDITION]} formulas give a value to a letter or restrict "
        f"it, and {many[SHOWN]} are false, as their sentences say. "
        f"The checker could not read {many[UNREAD]} further formulas."
    )


def formulas_in_sentences(book: Book):
    """How many formulas in the sentences of each chapter are what."""
    every = every_formula(book)
    yield (
        "The table counts the formulas in sentences that contain a relation such as = or ≤, except "
        "for those that are copied from a checked display. "
        "The checker judges each formula by the derivations of its chapter, and a false formula "
        "stops the execution of the chapter, unless the sentence says that the formula is false. "
        "A setting gives a value to a letter, and a condition restricts a letter, so neither of "
        "them is true or false. "
        "A formula is proved under a hypothesis if it follows from what a display of the chapter "
        "assumes."
    )
    yield from ["", f"| chapter | {' | '.join(KINDS.values())} |"]
    yield "|---|" + "---:|" * len(KINDS)
    for chapter in book.chapters.values():
        if chapter.formulas:
            link = f"[{chapter.title}](../chapters/{chapter.path.name}#ledger)"
            yield f"| {link} | {counts_of_formulas(chapter.formulas)} |"
    yield f"| all chapters | {counts_of_formulas(every)} |"


def counts_of_formulas(formulas):
    """The cells of a row of the table of formulas in sentences."""
    many = Counter(kind for kind, _ in formulas)
    return " | ".join(str(many[kind] or "") for kind in KINDS)


def theorem_rows(listed: list[Theorem], book: Book):
    """What each theorem rests on: its displays with their marks, and its steps in words."""
    steps = [(each, clause) for each in listed for clause in each.clauses]
    spoken = sum(bool(clause.words) for _, clause in steps)
    yield (
        f"The {len(listed)} theorems in this book have {len(steps)} clauses, and checked displays"
        " prove each clause."
    )
    yield (
        f"In {spoken} of these clauses, one step of the proof is made in words, and the last column"
        " of the table describes this step."
    )
    yield from ["", "| theorem | clauses | displays | steps in words |", "|---|---:|---|---|"]
    for each in listed:
        kinds = Counter(MARKS[book.equation(label).verdict] for label in each.labels)
        shown = ", ".join(f"{kinds[mark]}\u00a0{mark}" for mark in MARKS.values() if kinds[mark])
        words = "; ".join(
            f"{clause.claim}: {clause.words}" for clause in each.clauses if clause.words
        )
        yield f"| {{prf:ref}}`{each.label}` | {len(each.clauses)} | {shown} | {words} |"


def exception_rows(equations):
    """A row for each labelled display that is proved at named sizes, sampled or cited."""
    yield (
        "An equation marked ◦ is proved at the sizes that the table lists, and the last column"
        " says why it is not proved for every size. "
        "An equation marked § is cited from a source."
    )
    yield from ["", "| equation | verdict | scope | reason |", "|---|---|---|---|"]
    for equation in equations:
        if equation.label and equation.verdict not in ("exact", DEFINED, "refused"):
            mark = f"{MARKS[equation.verdict]}\u00a0{equation.verdict}"
            link, why = f"{{eq}}`{equation.label}`", equation.at_sizes or ""
            yield f"| {link} | {mark} | {scope_in_words(equation)} | {why} |"


def texts(book):
    """{path: text} of what is written."""
    return {ROOT / "pages" / "ledger.md": page_text(book)}


if __name__ == "__main__":
    write_changed(texts(Book()))
