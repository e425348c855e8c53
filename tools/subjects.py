"""Write subjects.md, the index of the book: terms, theorems and what the package offers.

    python -m tools.subjects

Terms come from glossary.md, all else from the chapters; `make notebooks` runs this.
"""

import ast
import re
from collections import defaultdict

from myst_parser.mdit_to_docutils.base import default_slugify

from tools.book import ROOT, Book
from tools.spelling import NOT_PROSE

OFTEN = 2  # times that a chapter must say a term to be listed for it
MOST = 12  # chapters: a term of more is everywhere
LATE = ("#claims-that-fail)", "#exercises)", "#sources)")  # sections that come back to a term
FORMULA = re.compile(r"\$[^$]*\$")  # of which an anchor has nothing
HEAD = """---
myst:
  html_meta:
    description: "Terms, theorems, algorithms and functions of mlbook, and where they are."
---

# Index

A term leads to the {{doc}}`glossary <glossary>`, and then into the chapters that speak of it,
to the section that names it in bold or speaks of it most.
What most chapters speak of leads to the glossary alone.
A name in `code` leads to the section that shows it, or to the chapter that is about it.
Equations are in the {{doc}}`ledger <ledger>`, letters under {{doc}}`letters <letters>`.
"""


def sections(chapter):
    """Of each section of a chapter the link to it, its Markdown and its code."""
    found = [[f"{{doc}}`chapters/{chapter.name}`", "", ""]]
    for cell in chapter.cells:
        if cell.kind == "code":
            found[-1][2] += f"{cell.code}\n"
            continue
        for part in re.split(r"^(?=## )", f"{cell.source}\n", flags=re.M):
            if part.startswith("## "):
                anchor = default_slugify(FORMULA.sub("", part.splitlines()[0][3:]))
                found.append([f"[{chapter.title}](chapters/{chapter.path.name}#{anchor})", "", ""])
            found[-1][1] += part
    return found


def spoken(term, prose):
    """How often a text has a term, or more than one of it."""
    endings = r"(?:s|es)?" if not term.endswith("y") else ""
    flags = re.I if term.islower() else 0
    words = r"\s".join(map(re.escape, term.split()))
    return len(re.findall(rf"\b{words}{endings}(?!\w)", prose, flags))


def about(term, prose, link):
    """How much a section is about a term: named in bold, more or less said, not at the end."""
    bold = bool(re.search(rf"\*\*{re.escape(term)}", prose, re.I))
    times = spoken(term, prose)
    return bold, 0 if link.endswith(LATE) else times, times


def modules(tree):
    """{name in a chapter's code: where the package has it}, as `module.name`."""
    homes = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("mlbook"):
            home = node.module.removeprefix("mlbook").removeprefix(".")
            for name in node.names:
                homes[name.asname or name.name] = f"{home}.{name.name}".removeprefix(".")
    return homes


def shown(parts):
    """Names of the package whose source a chapter's code shows, and links to where it does."""
    trees = [ast.parse(code) for *_, code in parts]
    known = {name: home for tree in trees for name, home in modules(tree).items()}
    for (link, *_), tree in zip(parts, trees, strict=True):
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "source":
                for first, *rest in (ast.unparse(argument).split(".") for argument in node.args):
                    if not rest or not rest[-1].startswith("_"):
                        yield ".".join([known[first], *rest]), link


def classes(topic):
    """The public classes of a chapter's module."""
    module = ROOT / "mlbook" / f"{topic}.py"
    tree = ast.parse(module.read_text("utf8")) if module.exists() else ast.Module([], [])
    names = [node.name for node in tree.body if isinstance(node, ast.ClassDef)]
    return [f"{topic}.{name}" for name in names if not name.startswith("_")]


def entries():
    """{what stands in the list: links to where it is}; a term itself leads to the glossary."""
    book = Book()
    links_of, told = defaultdict(list), {term: {} for term in book.terms}
    for chapter in book.chapters.values():
        parts = sections(chapter)
        start = parts[0][0]
        spaced = [(NOT_PROSE.sub(" ", prose), link) for link, prose, _ in parts]
        for term in told:
            best = max(spaced, key=lambda part: about(term, *part))[1]  # the first, of equals
            told[term][best] = sum(spoken(term, prose) for prose, _ in spaced)
        places = dict.fromkeys(classes(chapter.name), start)
        places |= dict(reversed([*shown(parts)]))  # where it is shown first
        for name, link in places.items():
            links_of[f"`{name}`"].append(link)
        for each in chapter.theorems:
            numbered = each.kind == "prf:theorem"
            target = each.label if numbered else f"Algorithm <{each.label}>"
            links_of[each.title].append(f"{{prf:ref}}`{target}`, {start}")
    for term, times in told.items():
        enough = min(OFTEN, max(times.values()))
        links = [link for link in times if times[link] >= enough > 0]
        links_of[f"{{term}}`{term}`"] = links if len(links) <= MOST else []
    return links_of


def place(entry):
    """Where an entry stands: without its article, a function by its own name."""
    bare = re.sub(r"^(?:A|An|The) |\{\w+\}|[^\w. ²-]", "", entry)
    return (bare.split(".", 1)[-1] if entry[0] == "`" else bare).lower(), entry


def page():
    """The text of subjects.md."""
    lines, letter, links_of = [HEAD.format()], "", entries()
    for entry in sorted(links_of, key=place):
        if place(entry)[0][0].upper() != letter:
            letter = place(entry)[0][0].upper()
            lines += ["", f"## {letter}", ""]
        lines.append(f"- {entry}" + ": " * bool(links_of[entry]) + ", ".join(links_of[entry]))
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    (ROOT / "subjects.md").write_text(page(), "utf8")
