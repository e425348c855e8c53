"""Begin a chapter: its module, its tests, its notebook, and its lines on other pages.

    make new TOPIC=naive_bayes TITLE="Naive Bayes" AFTER=lda LABEL=bayes

LABEL begins the labels of the chapter; without it they begin with the topic. What is written (from
tools/skeleton) runs and passes every test but one, which finds what must be said instead: it is
marked "TO" + " WRITE".
"""

import argparse
import json
import re
import sys

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from tools.book import ROOT, Book

TO_WRITE = "TO" + " WRITE"  # in two pieces, so that this file does not hold it
UNNUMBERED = ("Front", "Back")  # parts whose chapters have no numbers
FILES = "mlbook/{}.py", "tests/topics/test_{}.py", "chapters/{}.ipynb"
SKELETON = ROOT / "tools" / "skeleton"
CELL = re.compile(r"^%% (markdown|code)(?: (\{.*\}))?\n", re.M)


def fill_template(page, names):
    """A page of the skeleton with its names in the places of «topic», «title» and «label»."""
    text = (SKELETON / page).read_text("utf8").replace("«to write»", TO_WRITE)
    return re.sub("«(.*?)»", lambda found: names[found[1]], text)


def notebook_of_chapter(names):
    """The chapter: every section that a chapter has, and an example of each kind of cell."""
    _, *parts = CELL.split(fill_template("chapter.txt", names))
    make = {"markdown": new_markdown_cell, "code": new_code_cell}
    cells = [
        make[kind](source.strip(), metadata=json.loads(metadata or "{}"))
        for kind, metadata, source in zip(parts[::3], parts[1::3], parts[2::3], strict=True)
    ]
    description = f"{names['title']}: {TO_WRITE}, one sentence that says what the chapter proves."
    return new_notebook(cells=cells, metadata={"myst": {"html_meta": {"description": description}}})


def change_first(page, pattern, put):
    """Puts something in the place of what a pattern finds first on a page."""
    path = ROOT / page
    text = path.read_text("utf8")
    place = re.search(pattern, text, re.M)
    if not place:
        sys.exit(f"{page} has no line {pattern}")
    path.write_text(text[: place.start()] + put(place[0]) + text[place.end() :], "utf8")


def of_part(book, part):
    """The names of the chapters of a part."""
    names = [page.partition("/")[2] for page in book.parts[part]]
    return [name for name in names if name in book.chapters]


def refuse_topic(topic, previous, label):
    """Ends the program if a chapter cannot be called so or stand there."""
    book = Book()
    if not re.fullmatch(r"[a-z][a-z_]*", topic):
        sys.exit(f"TOPIC must be a name of small letters, such as logistic_regression: {topic!r}")
    for path in (f"mlbook/{topic}", *(form.format(topic) for form in FILES)):
        if (ROOT / path).exists():
            sys.exit(f"TOPIC must be a new name: {path} exists already")
    if previous not in book.chapters:
        sys.exit(f"AFTER must be one of {', '.join(book.chapters)}; received {previous!r}")
    taken = any(str(equation.label).startswith(f"{label}-") for equation in book.equations)
    if taken or not re.fullmatch(r"[a-z]+(-[a-z]+)*", label):
        sys.exit(f"LABEL must be a new word of small letters, such as logistic: {label!r}")


def begin_chapter(topic, title, previous, label):
    """Writes the files of a topic, and its lines in the contents and on other pages."""
    names = {"topic": topic, "title": title, "label": label}
    module, tests, chapter = (ROOT / form.format(topic) for form in FILES)
    module.write_text(fill_template("module.txt", names), "utf8")
    tests.write_text(fill_template("tests.txt", names), "utf8")
    nbformat.write(notebook_of_chapter(names), chapter)
    for folder in ("chapters", "pages/reference"):
        line = rf"^.*{folder}/{previous}$"
        change_first("_toc.yml", line, lambda found: f"{found}\n{found.replace(previous, topic)}")
    link = f"{{doc}}`../chapters/{topic}`"
    line = rf"^- {{doc}}`../chapters/{previous}`.*$"
    change_first("pages/summary.md", line, lambda found: f"{found}\n- {link}: {TO_WRITE}")
    change_first("pages/paths.md", r"\n\Z", lambda _: f"\n\n{TO_WRITE}: when to read {link}.\n")


NEXT = """Begun: mlbook/{0}.py, tests/topics/test_{0}.py and chapters/{0}.ipynb, with lines in
_toc.yml, pages/summary.md and pages/paths.md. Write what they mark with {1}, and delete
what you do not need.  make notebooks ONLY={0} executes the chapter, make quick ONLY={0} says what
it lacks.  By hand come letters in pages/notation.md, terms in pages/glossary.md, sources in
references.bib, words in tools/words.txt; an estimator joins ESTIMATORS in
tests/contract/test_estimators.py.  Now the chapter is executed, which takes some seconds."""


def main():
    """Reads TOPIC, TITLE, AFTER and, if given, LABEL from the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("topic", "title", "after", "label"):
        parser.add_argument(name)
    given = parser.parse_args()
    if not (given.topic and given.title and given.after):
        sys.exit(
            "TOPIC, TITLE and AFTER are needed: "
            'make new TOPIC=naive_bayes TITLE="Naive Bayes" AFTER=lda LABEL=bayes'
        )
    label = given.label or given.topic.replace("_", "-")
    refuse_topic(given.topic, given.after, label)
    begin_chapter(given.topic, given.title, given.after, label)
    print(NEXT.format(given.topic, TO_WRITE), flush=True)


if __name__ == "__main__":
    main()
