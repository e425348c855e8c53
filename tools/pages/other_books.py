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

We gave {count} formulas from other books to the checker of this book, just as they are printed.
This page reports how many of these formulas the checker could read, prove or refute.
The folder `benchmarks/formulas` contains each formula with its source, the names that we declared for it and its result.
The command `python -m benchmarks.formulas` repeats the experiment.

## What the words mean

A formula is **read** if the checker understands its LaTeX exactly as it is written in the source, after the names in the formula have been declared.
The declarations say, for example, which names are matrices, what sizes these matrices have, and which numbers are positive.
Before the checker reads a formula, the macros of the source are expanded, as TeX would expand them.

A formula is **decided** if it is proved, or if the printed line is refuted and a corrected line is proved in its place.
A line is refuted if the checker finds numbers at which its two sides differ, or if the shapes of its terms do not fit together.

A proof is **for every size** if it holds for matrices, vectors and sums of any size, or if the formula contains no sizes.
Every other proof names the sizes at which it holds, and at these sizes it holds for all values of the entries.

A **definition** counts as decided if the checker can read it, because the formula itself declares the name.
For a definition, we therefore test only whether the checker reads the line as it is meant.

A formula is **re-spelled** if we changed its notation but not its content.
A formula is **restated** if we replaced it by a more general statement, or by a statement from which it follows.
Restated formulas are not counted as decided.

The **twin** of a formula is a copy with one error, such as a wrong sign.
The checker must not accept any twin.
Without this requirement, a checker that accepts every formula would have the best results.
The last column of the table counts the decided or restated formulas whose twin is refuted.
Every other twin either could not be read, or was neither proved nor refuted.

## How the formulas were chosen

We made the first three lists before we tried any of their formulas.
You must take our word for this, because the history of the repository contains only the present form of the lists.
The eighty formulas of the first list were chosen for a review of the checker.
Most of these formulas come from books and notes on the subjects of this book.
We wrote down the others from memory, as their entries in the list say.
The statements of the [Matrix Cookbook](https://www.math.uwaterloo.ca/~hwolkowi/matrixcookbook.pdf) come from a LaTeX transcription, from which we took whole sections in order.
The list names the commit of this transcription.
The 120 formulas of the third list were drawn at random from the displayed formulas of six works, by a fixed rule and with a fixed seed.

The last sixty formulas were drawn later, from eight other works.
We first committed the list of these works, then the list of the sixty formulas, and then the first results.
The history of the repository therefore shows that we obtained these results before we extended the checker.
The table lists the first results in a separate row.

Afterwards we studied the failures and extended the checker.
All other numbers on this page were obtained *after* these changes, on formulas that we had already seen.
For other formulas, you should expect results like those of the first try on the sixty formulas.
We also corrected some declarations after the first try, but never a printed formula.

## What became of them

{table}
The checker could use at most {limit} seconds of processor time for each formula.
The table also gives the median processor time, in seconds, of the decided formulas.
{twins}

### The Matrix Cookbook by section

The last column of the following table compares the number of statements that have been proved by hand in Lean with the number of statements in the section.
These counts describe the repository [lean-matrix-cookbook](https://github.com/eric-wieser/lean-matrix-cookbook) in September 2025.
A proof in Lean relies on a smaller kernel than a proof by our checker.
Where possible, the proofs in Lean also hold over any field, whereas our proofs are about real numbers.

{sections}
## Errors in print

This section lists the lines that are wrong as they are printed.
For each of these lines, we say how the checker rejected it, and we give a corrected line that the checker proved.
If the error occurs only in the transcription, a note says so.
Some lines could not be read because the LaTeX of the transcription contains typing errors.

{errors}
## What is not decided

We group the formulas that are not decided by the answer of the checker, and we give the number of each formula in its list.
In this section, the word *refuted* means that the line defines a name, or that the formula needs a hypothesis that cannot be declared yet, such as independence within a family.
The word *misfit* means that the shapes of the terms do not fit together in the layout that the checker uses.

{undecided}"""
HOW = {
    "refuted": "refuted by numbers",
    "misfit": "shapes do not fit together",
    "unread": "not read",
    "undecided": "undefined",
    "too long": "not decided in time",
}
HEADS = ("", "formulas", "read", "decided as printed", "re-spelled", "refuted, correction proved",
         "decided", "definitions among them", "for every size", "restated", "median seconds", "twin refuted")  # fmt: skip


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
    twins = (
        "The checker accepted none of the twins."
        if not accepted
        else f"The checker accepted {len(accepted)} of the twins."
    )
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
