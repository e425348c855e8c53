"""Begin a chapter: its module, its tests, its notebook, and its lines on other pages.

    make new TOPIC=logistic_regression TITLE="Logistic regression" AFTER=least_squares

What is written runs and passes its own check; what must be said instead is marked "TO" + " WRITE",
which a test finds as long as it stands anywhere.
"""

import argparse
import re
import sys

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from tools.book import ROOT, Book

TO_WRITE = "TO" + " WRITE"  # in two pieces, so that this file does not hold it

MODULE = '''"""{title}: {to_write}, what is found, in one line.

    {to_write}: the main formula

Conventions: rows of X are samples. {to_write}
Functions of `+ - * / @` and sums also run on arrays of symbols: the proofs are about this code.
Derived in chapters/{topic}.ipynb.
Source: {to_write}.
"""

from __future__ import annotations


def loss(m, y):
    """The squared error of one number (eq. {label}-loss).

        1/2 sum_i (y_i - m)^2

    m a number, y (n,) -> a number.   Source: {to_write}.
    """
    return ((y - m) * (y - m)).sum() / 2
'''

TESTS = '''"""{title}. {to_write}: by hand, laws, authorities, what is refused."""

import numpy as np

from mlbook.{topic} import loss


def test_the_loss_by_hand():
    assert loss(2.0, np.array([1.0, 3.0])) == 1.0
'''

TITLE_CELL = """# {title}

*{to_write}: the question that the chapter answers.*

{to_write}: what it proves, in a paragraph."""

SETUP = "from mlbook.page import setup\n\nsetup()"

NAMES = """## A picture you can count

{to_write}: an example small enough to be done by hand, with its figure.

## Names and shapes

{to_write}: the letters, as `notation.md` has them."""

CHECK = """from mlbook.derive import Derivation, program, scalar
from mlbook.{topic} import loss

D = Derivation(scalar("m", "{to_write}"), scalar("J", "loss"),
               scalar("y_i", "targets", over={{"i": "n"}}), program(loss))
D.define(r"J = \\frac12\\sum_{{i=1}}^n(y_i - m)^2", "{label}-loss")"""

SLOPE = """D.calc(r"\\frac{{\\partial J}}{{\\partial m}}", "=", r"nm - \\sum_{{i=1}}^ny_i",
       "derivative of each square", label="{label}-slope")"""

SECTIONS = """## From formula to function

{to_write}: the code, by `source`, and that it is the formula, by `program`.

## Two ways to compute it

{to_write}

## Where it breaks

{to_write}

## Claims that fail

{to_write}: one claim after the other in *"italics and quotation marks"*, each refuted.

More that is said, in short:

| claim | verdict | why |
|---|---|---|
| {to_write} | no | |

## Cost

{to_write}: operations and memory, and a line that leads on to other chapters."""

EXERCISE = """:::{{exercise}} {sign} {to_write}
:label: ex-{label}-{letter}

{to_write}
:::

:::{{solution}} ex-{label}-{letter}
:label: sol-{label}-{letter}
:class: dropdown

{to_write}
:::"""

SOURCES = """## Sources

{to_write}

## Ledger of this chapter"""

LEDGER = """from mlbook.derive import ledger

ledger(D)"""


def notebook(names):
    """The chapter: every section that a chapter has, and one derivation."""

    def told(text, **more):
        return text.format(**names, **more)

    exercises = [
        new_markdown_cell(told(EXERCISE, sign=sign, letter=letter))
        for sign, letter in zip("✍✍⌨⌨", "abcd", strict=True)
    ]
    cells = [
        new_markdown_cell(told(TITLE_CELL)),
        new_code_cell(SETUP, metadata={"tags": ["remove-cell"]}),
        new_markdown_cell(told(NAMES)),
        new_code_cell(told(CHECK)),
        new_markdown_cell(told("{to_write}: the step in words.\n\n## The derivation")),
        new_code_cell(told(SLOPE)),
        new_markdown_cell(told(SECTIONS + "\n\n## Exercises")),
        *exercises,
        new_markdown_cell(told(SOURCES)),
        new_code_cell(told(LEDGER)),
    ]
    description = f"{names['title']}: {TO_WRITE}, one sentence that says what the chapter proves."
    return new_notebook(cells=cells, metadata={"myst": {"html_meta": {"description": description}}})


def insert(page, line, new):
    """Puts a line into a page, behind the first line that matches a pattern."""
    path = ROOT / page
    text = path.read_text("utf8")
    place = re.search(line, text, re.M)
    if not place:
        sys.exit(f"{page} has no line {line}")
    path.write_text(f"{text[: place.end()]}\n{new}{text[place.end() :]}", "utf8")


def begin(topic, title, previous):
    """Writes the files of a topic, and its lines in the contents and in the summary."""
    chapters = Book().chapters
    if not re.fullmatch(r"[a-z][a-z_]*", topic) or topic in chapters:
        sys.exit(
            f"TOPIC must be a new name of small letters, such as logistic_regression: {topic!r}"
        )
    if previous not in chapters:
        sys.exit(f"AFTER must be one of {', '.join(chapters)}; received {previous!r}")
    names = {"topic": topic, "title": title, "label": topic.replace("_", "-"), "to_write": TO_WRITE}
    (ROOT / "mlbook" / f"{topic}.py").write_text(MODULE.format(**names), "utf8")
    (ROOT / "tests" / f"test_{topic}.py").write_text(TESTS.format(**names), "utf8")
    nbformat.write(notebook(names), ROOT / "chapters" / f"{topic}.ipynb")
    insert("_toc.yml", rf"^.*chapters/{previous}$", f"      - file: chapters/{topic}")
    line = rf"^- {{doc}}`chapters/{previous}`.*$"
    insert("summary.md", line, f"- {{doc}}`chapters/{topic}`: {TO_WRITE}")


NEXT = """Begun: the module, the tests and the notebook {0}, with lines in _toc.yml and summary.md.
Write what they mark. make notebooks ONLY={0} executes the chapter, make quick ONLY={0} says
what it lacks. By hand come letters in notation.md, terms in glossary.md, sources in references.bib,
words in tools/words.txt, counts in index.md and paths.md, and an estimator joins ESTIMATORS in
tests/test_base.py."""


def main():
    """Reads TOPIC, TITLE and AFTER from the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("topic", "title", "after"):
        parser.add_argument(name)
    given = parser.parse_args()
    begin(given.topic, given.title, given.after)
    print(NEXT.format(given.topic))


if __name__ == "__main__":
    main()
