"""Write pages/notes.md, the page for readers of the five notes, from the rows of notes.txt.

    python -m tools.pages.notes

The names of the rows are those of the tests/book/test_inventory_*.py, which state the formulas.
`make notebooks` runs this.
"""

import re
from collections import Counter
from dataclasses import dataclass
from importlib import import_module
from types import ModuleType

from tools.book import ROOT, Book, write_changed
from tools.pages.subjects import linked_sections

TABLE = ROOT / "tools" / "pages" / "notes.txt"
KINDS = {"": "formulas", "A": "methods", "C": "claims", "T": "numbers", "F": "figures"}
KINDS |= {"P": "promises", "E": "errors of their own", "V": "conventions", "O": "slips of copying"}
STANDS = {  # the first word of a verdict, and what counts as the same
    "stands": "yes",
    "kept": "yes",
    "drawn": "yes",
    "recomputed": "yes",
    "if": "with a condition",
    "corrected": "corrected",
    "no": "no",
    "opinion": "opinion",
    "left": "left out",
}
ROLES = {"fig": "numref", "thm": "prf:ref", "alg": "prf:ref", "ex": "ref"}  # else an equation
NAMES = "a wrong name"
SHOWN = {"stands": "yes", "left out": "{doc}`left out <left_out>`"}
KIND = [*KINDS]
HEAD = """---
myst:
  html_meta:
    description: "What five texts say, where the book treats it, and whether it is right."
---

# For readers of the notes

This book began as a check of five texts on machine learning, all of them in Chinese:

1. the section on method of a report on dimension reduction and model building, 2021, by Kong Derui
   {{cite}}`kong2021`;
2. the chapter *5. 降维方法* (methods of dimension reduction), which treats regularization as well,
   of collected notes on machine learning that name no author {{cite}}`reductionnotes`;
3. six articles of the series *机器学习中的数学* (mathematics in machine learning), 2010 to 2011, by
   LeftNotEasy {{cite}}`leftnoteasy2010`;
4. the note *线性/树型分类器的纯理论分析* (a purely theoretical analysis of linear and tree
   classifiers), which names no author {{cite}}`classifiernotes`;
5. the section *相关算法理论* (the theory of the algorithms) of an anonymous report on credit
   default {{cite}}`theorysection`.

If you read one of these texts, this page tells you, section by section, what the text says, where
the book treats it, and whether it is right.
Some chapters print numbers from LeftNotEasy's articles, namely the four flats, the five classes and
the three trees, and they cite these articles.
Other readers may skip this page, because no chapter needs it.

The first column of each table gives the number or the name of a formula in its text.
For example, `d3` stands for the third display of a section whose displays have no numbers.
The word *corrected* marks a formula with a slip in print, and the word *no* marks a claim that is
wrong; the number of an error leads to a counterexample that runs.
The last column gives the names of the formulas in the tests.
The topics that the book does not treat are listed on {{doc}}`a page of their own <left_out>`.

{totals}
"""


@dataclass(frozen=True)
class Row:
    """What the notes say in one or several places, where the book has it, and if it stands."""

    names: list[str]
    places: list[tuple[str, str]]
    text: str
    where: list[str]
    verdict: str

    @property
    def kind(self):
        """Formula, method, claim, numbers, figure or promise: what stands before the number."""
        topic, _, rest = self.names[0].partition("-")
        return topic if len(topic) == 1 else rest.rstrip("0123456789")

    @property
    def stands(self):
        """The verdict without its reasons."""
        return STANDS[re.split(r"\W", self.verdict)[0]]


def read_table(text):
    """({section: title}, rows) of a table."""
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    titles = dict(line.split(" = ") for line in lines if " | " not in line)
    return titles, [read_row(*line.split(" | ")) for line in lines if " | " in line]


def read_row(names, places, text, where, verdict):
    """A row from the cells of its line."""
    result = [place.partition(" ")[::2] for place in places.split("; ")]
    return Row(names.split(), result, text, [] if where == "-" else where.split(), verdict)


def of_section(rows, section):
    """(mark, row) of a section: formulas by their numbers, then the rest as it comes."""
    places, last = [], 0
    here = [(mark, each) for each in rows for place, mark in each.places if place == section]
    for mark, each in here:
        number = re.match(r"d(\d+)|\((\d+)\)", mark)
        last = int(number[1] or number[2]) if number else last
        places.append((KIND.index(each.kind), last * (each.kind == ""), mark, each))
    return [(mark, each) for *_, mark, each in sorted(places, key=lambda place: place[:2])]


def documented_name(token):
    """The full name of what a token such as `svd.power` names in the package."""
    *home, name = token.split(".")
    thing = getattr(import_module(".".join(["mlbook", *home])), name)
    if isinstance(thing, ModuleType):
        return thing.__name__
    return f"{thing.__module__}.{thing.__qualname__}"


class Links:
    """What a token of the table becomes on the page."""

    def __init__(self, book):
        """Links to the sections of all chapters, by chapter#anchor."""
        self.book = book
        links = [
            link for chapter in book.chapters.values() for link, *_ in linked_sections(chapter)[1:]
        ]
        match = ((re.search(r"(\w+)\.ipynb(#.*)\)$", link), link) for link in links)
        self.sections = {place[1] + place[2]: link for place, link in match if place}

    def __call__(self, token):
        """A link."""
        if "#" in token:
            return self.sections[token]
        if "." in token:
            return f"{{py:obj}}`~{documented_name(token)}`"
        if token in self.book.chapters:
            return f"{{doc}}`../chapters/{token}`"
        if f"pages/{token}" in self.book.pages:
            return f"{{doc}}`{token}`"
        return f"{{{ROLES.get(token.partition('-')[0], 'eq')}}}`{token}`"


def verdict_with_links(verdict):
    """A verdict with links to the errors that it names."""
    first, _, rest = verdict.partition("; ")
    rest = re.sub(r" ?err-(\d+)", r" {ref}`error \1 <err-\1>`", rest).replace("names", NAMES)
    return SHOWN.get(first, first) + (f": {rest.strip()}" if rest else "")


def table_of_section(rows, links):
    """The lines of a section's table."""
    yield from ["| place | it says | in the book | stands | row |", "|---|---|---|---|---|"]
    for mark, row in rows:
        place = f"`{mark}`" if mark else ""
        names = ", ".join(f"`{name}`" for name in row.names)
        where = ", ".join(map(links, row.where))
        yield f"| {place} | {row.text} | {where} | {verdict_with_links(row.verdict)} | {names} |"


def totals_by_kind(rows):
    """A table of how many rows of each kind stand."""
    words = [*dict.fromkeys(STANDS.values())]
    yield from [f"| | {' | '.join(words)} |", "|---|" + "---:|" * len(words)]
    for kind, name in KINDS.items():
        many = Counter(row.stands for row in rows if row.kind == kind)
        yield f"| {name} | " + " | ".join(str(many[word] or "") for word in words) + " |"


def page_text(book):
    """The text of pages/notes.md."""
    titles, rows = read_table(TABLE.read_text("utf8"))
    links, lines = Links(book), [HEAD.format(totals="\n".join(totals_by_kind(rows)))]
    for section, title in titles.items():
        lines += [f"{'###' if '.' in section else '##'} {title}", ""]
        if "." in section:
            lines += [*table_of_section(of_section(rows, section), links), ""]
    return "\n".join(lines)


def texts(book):
    """{path: text} of what is written."""
    return {ROOT / "pages" / "notes.md": page_text(book)}


if __name__ == "__main__":
    write_changed(texts(Book()))
