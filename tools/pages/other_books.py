"""Write pages/other_books.md from benchmarks/formulas, its last run.

    python -m tools.pages.other_books

Nothing is tried here, so the page says what ran and nothing else.
"""

import json
import re
from collections import defaultdict
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.formulas.run import HERE, NOT_DECIDED, RESULTS, TRUE, Formula, collections
from tools.book import ROOT, Book, write_changed

PAGE = ROOT / "pages" / "other_books.md"
FIRST = HERE / "first_try.json"  # of the last collection, before anything was changed for it
Row = dict[str, Any]
Tried = list[tuple[Formula, Row]]

TITLES = {
    "review": "Eighty formulas of a review",
    "matrix_cookbook": "The Matrix Cookbook, sections 1 to 3",
    "drawn": "A hundred and twenty drawn formulas",
    "fresh": "Sixty formulas drawn later",
}
SECTIONS = {"1, basics": (1, 31), "2, derivatives": (32, 144), "3, inverses": (145, 230)}
LEAN = {"1, basics": "30 of 32", "2, derivatives": "10 of some 110", "3, inverses": "16 of 80"}
HEAD = """---
myst:
  html_meta:
    description: "Formulas of other books, as they are printed: which the language of this book reads, proves and refutes."
    keywords: "Matrix Cookbook"
---

# Formulas of other books

The language in which this book's equations are checked was given {count} formulas of other books, as they are printed.
This page says what became of them; `python -m benchmarks.formulas` tries them again, and `benchmarks/formulas` holds each with its source, the names that were declared for it, and what stands below.

## What the words mean

**Read** is a formula whose LaTeX is understood as it stands in its source, once its names are declared: which are matrices, of what size, what is positive.
The macros of a source are written out, as TeX does.
**Decided** is a formula that is proved; or refuted, by numbers at which its two sides differ or because its shapes do not fit, while the line that should stand there is proved.
A proof is **for every size** where it holds for matrices, vectors and sums of any size, or no size occurs; else it holds at sizes that are named, and for general numbers.
A **definition** is decided by reading it, since its name was declared by it; what it shows is that a line is read as it is meant, and a twin is not.
**Re-spelled** is a formula with the same content in other signs; a **restated** one has another content, of which the printed one is an instance or which it needs, and is not counted as decided as printed or re-spelled.
The **twin** of a formula is the same with one thing wrong, such as a sign.
None may be accepted: a language that accepts everything would have the best numbers of all.
In the table are the formulas, decided or restated, whose twin is refuted; of the others it was not read, or not decided.

## How the formulas were chosen

The first three lists were made before the first of their formulas was tried; the history keeps them only as they stand now, so that this has to be believed.
The eighty were chosen for a review of the language, from books and notes on the subjects of this book and from memory where the list says so.
The statements of the [Matrix Cookbook](https://www.math.uwaterloo.ca/~hwolkowi/matrixcookbook.pdf) are those of a transcription in LaTeX, at a commit that is named, whole sections and in order.
The hundred and twenty were drawn by a seed from the displays of six works, by a rule.

The sixty were drawn later, from eight other works.
Here works, list and first try were committed one after the other, and the first try is kept as a row of its own.

What failed at first was then studied, and the reader and the proofs were extended.
So the other numbers of this page are those *after* development, of formulas that were seen: of others, expect what the sixty had at the first try.
Declarations were corrected after the first try as well; what is printed never was.

## What became of them

{table}
The limit was {limit} seconds for a formula; the median is of those that are decided.
Both are seconds of the processor.
{twins}

### The Matrix Cookbook by section

Beside them the statements of these sections that are proved in Lean, by hand, in [lean-matrix-cookbook](https://github.com/eric-wieser/lean-matrix-cookbook) as of September 2025, of how many there.
A proof in Lean rests on a smaller kernel than this language has, and holds for matrices over any field where it can; numbers here are real.

{sections}
## Errors in print

Lines that are wrong as they are printed, each with the line that is proved in its place, and with the way in which the printed one was refused.
Those whose note says so are errors of the transcription alone, and some that could not be read are slips of its LaTeX.

{errors}
## What is not decided

Sorted by what the language said of the printed formula; the numbers are those of the lists.
*Refuted* stands here where a hypothesis cannot be declared yet, such as independence within a family, or where the line defines a name; *misfit* where shapes do not conform in the layout that the language has.

{undecided}"""
HOW = {
    "refuted": "refuted by numbers",
    "misfit": "sides that do not fit",
    "unread": "not read",
    "undecided": "undefined",
    "too long": "not decided in time",
}
HEADS = ("", "formulas", "read", "decided as printed", "re-spelled", "refuted, correction proved",
         "decided", "of them definitions", "for every size", "restated", "median seconds", "twin refuted")  # fmt: skip


def decided_form(row: Row) -> str:
    """The form in which a formula is decided, or nothing.

    A correction decides where the printed line, or another spelling of it, is refuted.
    """
    form = proved_form(row)
    wrong = {row.get(part) for part in TRUE[:-1]} & {"refuted", "misfit"}
    return form if form != "correct" or wrong else ""


def proved_form(row: Row) -> str:
    """The form of a formula that is proved, or nothing."""
    return next((form for form in TRUE if row.get(form, "unread") not in NOT_DECIDED), "")


def load_results() -> tuple[dict[str, Tried], int]:
    """The formulas of each collection with what became of them, and the limit in seconds."""
    results = json.loads(RESULTS.read_text("utf8"))
    result = {}
    listed = collections()
    for name in filter(results.__contains__, TITLES):
        rows = {row["number"]: row for row in results[name]}
        result[name] = [(formula, rows[formula["number"]]) for formula in listed[name]]
    return result, results["limit"]


def first_tried() -> dict[str, Tried]:
    """The formulas that were tried before anything was changed for them, with what became of them.

    It stands in the table alone, for what was wrong there has been corrected since.
    """
    formulas = {formula["number"]: formula for formula in collections()["fresh"]}
    pairs = [(formulas[row["number"]], row) for row in json.loads(FIRST.read_text("utf8"))]
    return {f"{TITLES['fresh']}, at the first try": pairs}


def strongest_refusal(row: Row) -> str:
    """How a line that is wrong was refused: the strongest of what its forms met."""
    met = {row.get(form) for form in TRUE[:-1]}
    return next(word for word in HOW if word in met)


def formula_number(formula: Formula) -> int:
    """The number of a formula, without the letter of an unnumbered line."""
    return int(re.match(r"\d+", str(formula["number"]))[0])  # type: ignore[index]


def by_section(pairs: Tried) -> dict[str, Tried]:
    """The statements of each section of the Matrix Cookbook."""
    return {
        title: [pair for pair in pairs if first <= formula_number(pair[0]) <= last]
        for title, (first, last) in SECTIONS.items()
    }


def table_cells(pairs: Tried) -> list[object]:
    """The numbers of a row of the table."""
    rows = [row for _, row in pairs]
    forms_decided = [decided_form(row) for row in rows]
    given = sum(bool(decided_form(row)) and is_definition(formula) for formula, row in pairs)
    done = [
        row for row, form in zip(rows, forms_decided, strict=True) if form not in {"", "restated"}
    ]
    wide = sum(row["scope"] != "named sizes" for row in done)
    read = sum(row["printed"] not in {"unread", "misfit"} for row in rows)
    forms = [forms_decided.count(form) for form in ("printed", "spelled", "correct")]
    seconds = round(median(row["seconds"] for row in done), 1)
    refused = sum(row["twin"] in {"refuted", "misfit"} for row in rows if decided_form(row))
    decisions = [len(done), given, wide, forms_decided.count("restated")]
    return [len(rows), read, *forms, *decisions, seconds, refused]


def is_definition(formula: Formula) -> bool:
    """Whether a formula is the definition of a name in it."""
    return formula.get("note", "").startswith("a definition")


def results_table(titled: dict[str, Tried], last: dict[str, str] | None = None) -> str:
    """A table with a row for each title, and a last column if there is one."""
    heads = [*HEADS, "proved in Lean"] if last else HEADS
    text = table_row(heads) + "|---" + "|---:" * (len(heads) - 1) + "|\n"
    for title, pairs in titled.items():
        text += table_row([title, *table_cells(pairs), *([last[title]] if last else [])])
    return text


def table_row(values: Any) -> str:
    """A row of a table."""
    return f"| {' | '.join(map(str, values))} |\n"


def as_code(text: str) -> str:
    """LaTeX in a line, as it is written."""
    return f"`` {' '.join(text.split())} ``"


def corrected_lines(tried: dict[str, Tried]) -> str:
    """The printed lines for which another is proved, with their sources."""
    text = ""
    for title, pairs in tried.items():
        wrong = [pair for pair in pairs if proved_form(pair[1]) == "correct"]
        text += f"### {TITLES[title]}\n\n" if wrong else ""
        text += "".join(
            f"- {formula['number']}, {formula['source']} ({HOW[strongest_refusal(row)]})\n"
            f"  - printed: {as_code(formula['printed'])}\n"
            f"  - proved: {as_code(formula['correct'])}\n"
            + (f"  - {formula['note'].strip()}\n" if "note" in formula else "")
            for formula, row in wrong
        )
        text += "\n" if wrong else ""
    return text


def undecided_lines(tried: dict[str, Tried]) -> str:
    """What is not decided, folded, by what is said of it."""
    text = ""
    for title, pairs in tried.items():
        reasons = defaultdict(list)
        for formula, row in pairs:
            if not decided_form(row):
                reasons[row["printed"], row["reason"]].append(str(formula["number"]))
        many = sum(map(len, reasons.values()))
        text += f"```{{admonition}} {TITLES[title]}: {many}\n:class: dropdown\n"
        text += "".join(
            f"- {', '.join(numbers)}: {word}; `` {why} ``\n"
            for (word, why), numbers in sorted(reasons.items())
        )
        text += "```\n\n"
    return text.rstrip("\n") + "\n"


def page_text(tried: dict[str, Tried], limit: int) -> str:
    """The text of pages/other_books.md."""
    every = [pair for pairs in tried.values() for pair in pairs]
    accepted = [row for _, row in every if row["twin"] not in NOT_DECIDED]
    twins = "No twin is accepted." if not accepted else f"{len(accepted)} twins are accepted."
    return HEAD.format(
        count=len(every),
        table=results_table({TITLES[name]: pairs for name, pairs in tried.items()} | first_tried()),
        limit=limit,
        twins=twins,
        sections=results_table(by_section(tried["matrix_cookbook"]), LEAN),
        errors=corrected_lines(tried),
        undecided=undecided_lines(tried),
    )


def texts(book: Book) -> dict[Path, str]:
    """{path: text} of what is written, which no chapter changes."""
    return {PAGE: page_text(*load_results())}


if __name__ == "__main__":
    write_changed(texts(Book()))
