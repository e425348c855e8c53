"""Write pages/subjects.md, the index of the book: methods, programs, terms and theorems.

    python -m tools.pages.subjects

Terms come from pages/glossary.md, all else from the chapters; `make notebooks` runs this.
"""

import ast
import re
from collections import defaultdict
from functools import cache

from myst_parser.mdit_to_docutils.base import default_slugify

from tools.book import ROOT, Book, write_changed
from tools.spelling import NOT_PROSE

OFTEN = 3  # times that a chapter must say a term that no chapter has in bold
MOST = 3  # chapters of a term
LATE = ("#claims-that-fail)", "#common-misconceptions)", "#exercises)", "#sources)")
FORMULA = re.compile(r"\$[^$]*\$")  # of which an anchor has nothing
PROGRAMS = ("scikit-learn", "XGBoost", "LightGBM", "SymPy", "SciPy", "NumPy", "Dask")
ROW = re.compile(r'<tr><th scope="row">(.*?)</th><td>(.*?)</td>')  # of the table of counterparts
HEAD = """---
myst:
  html_meta:
    description: "Methods, programs, terms and theorems of mlbook, and where they are."
---

# Index

This index lists the methods first, then the programs, and then the terms from A to Z.
Each term is followed by a link to the {doc}`glossary <glossary>` and by links to the sections that
say most about it.
Functions and classes are listed in the {doc}`reference <reference/index>`.
To find an equation, type its label into the search box.

## Methods

| chapter | classes here | in scikit-learn or xgboost |
|---|---|---|
"""


def linked_sections(chapter):
    """Of each section of a chapter the link to it and its Markdown."""
    result = [[f"{{doc}}`../chapters/{chapter.name}`", ""]]
    for cell in chapter.cells:
        for part in re.split(r"^(?=## )", f"{cell.source}\n" * (cell.kind != "code"), flags=re.M):
            if part.startswith("## "):
                title = part.splitlines()[0][3:]
                anchor = default_slugify(FORMULA.sub("", title))
                where = f"../chapters/{chapter.path.name}#{anchor}"
                link = f"[{short_title(chapter.title)}: {title}]({where})"
                result.append([link, ""])
            result[-1][1] += part
    return result


def short_title(title):
    """The title of a chapter, or the letters by which it is known."""
    known = re.search(r"\((\w+)\)", title)
    return known[1] if known else title


@cache  # a term is asked of a section three times
def term_count(term, prose):
    """How often a text has a term, or more than one of it."""
    first, *_ = term.lower().split()
    if first not in lower_case(prose):
        return 0
    endings = r"(?:s|es)?" if not term.endswith("y") else ""
    flags = re.I if term.islower() else 0
    words = r"\s".join(map(re.escape, term.split()))
    return len(re.findall(rf"\b{words}{endings}(?!\w)", prose, flags))


@cache
def lower_case(prose):
    """A text in small letters."""
    return prose.lower()


def relevance(term, prose, link):
    """How much a section is about a term: named in bold, more or less said, not at the end."""
    bold = f"**{term.lower()}" in lower_case(prose)
    times = term_count(term, prose)
    return bold, 0 if link.endswith(LATE) else times, times


def public_classes(topic):
    """The public classes of a chapter's module."""
    module = ROOT / "mlbook" / f"{topic}.py"
    tree = ast.parse(module.read_text("utf8")) if module.exists() else ast.Module([], [])
    names = [node.name for node in tree.body if isinstance(node, ast.ClassDef)]
    return [name for name in names if not name.startswith("_")]


def counterparts(book):
    """{class of the package: what another library calls it}, as the chapter on production found."""
    cells = book.chapter("production").code
    tables = ["".join(one) for cell in cells for one in cell.stored("text/html")]
    (rows,) = (ROW.findall(one) for one in tables if ">this book</th>" in one)
    return dict(rows)


def method_rows(book):
    """A row for each chapter that has a class with a counterpart."""
    there = counterparts(book)
    for chapter in book.chapters.values():
        here = [name for name in public_classes(chapter.name) if name in there]
        if here:
            named, others = (
                ", ".join(f"`{name}`" for name in dict.fromkeys(names))
                for names in (here, map(there.get, here))
            )
            yield f"| {{doc}}`../chapters/{chapter.name}` | {named} | {others} |"


def places_of_term(names, spaced):
    """The sections that a term leads to: where it is in bold, or else where it is said most."""
    links: dict[str, tuple[bool, int]] = {}
    for parts in spaced:
        best = max(parts, key=lambda part: max(relevance(name, *part) for name in names))
        times = sum(term_count(name, prose) for name in names for prose, _ in parts)
        bold = any(relevance(name, *best)[0] for name in names)
        links[best[1]] = bold, times
    defining = [link for link in links if links[link][0]]
    frequent = [link for link in links if links[link][1] >= OFTEN]
    most = sorted(defining or frequent, key=lambda link: -links[link][1])[:MOST]
    return [link for link in links if link in most]


def sections_on_programs(program, spaced):
    """The sections with a program in their titles; of other chapters the one that says it most."""
    for parts in spaced:
        counts = {link: term_count(program, prose) for prose, link in parts}
        titled = [
            link
            for link in counts
            if term_count(program, link.partition(": ")[2].partition("]")[0])
        ]
        yield from (
            titled or [link for link in counts if counts[link] == max(counts.values()) > 0][:1]
        )


def list_entries(book):
    """{what stands in the list: links to where it is}; a term itself leads to the glossary."""
    links_of = defaultdict(list)
    spaced = [
        [(NOT_PROSE.sub(" ", prose), link) for link, prose in linked_sections(chapter)]
        for chapter in book.chapters.values()
    ]
    for term, others in book.terms.items():
        aside = [
            name for name in others if alphabetical_key(name)[0][0] == alphabetical_key(term)[0][0]
        ]
        entry = ", ".join([f"{{term}}`{term}`", *aside])
        links_of[entry] = places_of_term([term, *others], spaced)
        for name in set(others) - set(aside):
            links_of[name] = [f"{{term}}`{term}`"]
    for chapter in book.chapters.values():
        for each in chapter.theorems:
            target = each.label if each.kind == "prf:theorem" else f"Algorithm <{each.label}>"
            links_of[each.title].append(
                f"{{prf:ref}}`{target}`, {{doc}}`../chapters/{chapter.name}`"
            )
    return links_of


def alphabetical_key(entry):
    """Where an entry stands: without its article."""
    return re.sub(r"^(?:A|An|The) |\{\w+\}|[^\w. ²-]", "", entry).lower(), entry


def page_text(book):
    """The text of pages/subjects.md."""
    letter = ""
    spaced = [
        [(prose, link) for link, prose in linked_sections(chapter)]
        for chapter in book.chapters.values()
    ]
    lines = [HEAD + "\n".join(method_rows(book)), "", "## Programs", ""]
    for program in PROGRAMS:
        name = f"{{term}}`{program}`" if program in book.terms else program
        lines.append(f"- {name}: " + ", ".join(sections_on_programs(program.lower(), spaced)))
    links_of = list_entries(book)
    for entry in sorted(links_of, key=alphabetical_key):
        if alphabetical_key(entry)[0][0].upper() != letter:
            letter = alphabetical_key(entry)[0][0].upper()
            lines += ["", f"## {letter}", ""]
        lines.append(f"- {entry}" + (": " if links_of[entry] else "") + ", ".join(links_of[entry]))
    return "\n".join(lines) + "\n"


def texts(book):
    """{path: text} of what is written."""
    return {ROOT / "pages" / "subjects.md": page_text(book)}


if __name__ == "__main__":
    write_changed(texts(Book()))
