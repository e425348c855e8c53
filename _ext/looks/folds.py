"""Folds: sections of a chapter that stand closed behind their heading, and what they are worth.

`tools/folds.py` says which sections these are.  The page has a `<details>` for each, which browsers
open by themselves for what they search on the page and for an address inside; `custom.js` opens it
for its own address.  On paper, and without scripts, the style sheet shows all of it.
"""

import re
from collections import Counter
from pathlib import Path

from bs4 import BeautifulSoup
from docutils import nodes
from formulas.equations import verdict_class
from sphinx.util import logging

from texproof.statement import DEFINED, MARKS
from tools.book import Chapter
from tools.folds import TAG, faults, folds

CELL = 10000  # lines that MyST-NB counts for a cell; the first cell begins with as many
CHECK = re.compile(r'<details class="check ([\w-]+)"')
LEDGER = re.compile(r"Statements: (.*)")  # the line above the table of a ledger
COUNT = re.compile(r"(\d+)\s\S+\s([\w ]*\w)")
WORTH = '<span class="worth">({})</span>'
KIND = '{} <span class="mark {}">{}</span><span class="visually-hidden"> {}</span>'

log = logging.getLogger(__name__)


def mark_folds(app, doctree):
    """Give the sections that are folds their class, and refuse folds that are malformed."""
    path = Path(app.env.doc2path(app.env.docname))
    if path.suffix != ".ipynb":
        return
    cells = Chapter(path).cells
    for fault in faults(cells):
        log.warning(fault, location=app.env.docname, type="mlbook", subtype="fold")
    places = {fold.heading.place for fold in folds(cells)}
    for section in doctree.findall(nodes.section):
        place = (section.line or 0) // CELL - 1
        if place in places and not is_within_fold(section):
            section["classes"].append(TAG)
            places.remove(place)  # its first heading begins the fold


def is_fold(node):
    """Whether a node is a section that is folded."""
    return isinstance(node, nodes.section) and TAG in node["classes"]


def is_within_fold(node):
    """Whether a node stands inside a fold."""
    while node := node.parent:
        if is_fold(node):
            return True
    return False


def count_marks(section):
    """The marks of the checks in a fold, counted; of a ledger, those that it counts."""
    marks: Counter[str] = Counter()
    for raw in section.findall(nodes.raw):
        marks.update(CHECK.findall(raw.astext()))
    for line in section.findall(nodes.paragraph):
        if not marks and (ledger := LEDGER.match(line.astext())):
            marks.update({verdict_class(name): int(n) for n, name in COUNT.findall(ledger[1])})
    counts = [
        KIND.format(marks[verdict_class(name)], verdict_class(name), sign, name)
        for name, sign in MARKS.items()
        if name != DEFINED and marks[verdict_class(name)]
    ]
    return WORTH.format(", ".join(counts)) if counts else ""


def shorten_contents(app, pagename, templatename, context, doctree):
    """Leave out of the contents beside a page what stands inside folds, and mark the folds."""
    folds = [*doctree.findall(is_fold)] if doctree else []
    if folds:
        contents = BeautifulSoup(context["toc"], "html.parser")
        for fold in folds:
            for entry in contents.select(f'li:has(> a[href="#{fold["ids"][0]}"])'):
                entry["class"] = "folded"  # the style sheet shows it while its section is read
                for below in entry.select("ul"):
                    below.decompose()
        context["toc"] = str(contents)
