"""Write subjects.md, the index of the book: terms, theorems and what the package offers.

    python -m tools.subjects

Terms come from glossary.md, all else from the chapters; `make notebooks` runs this.
"""

import ast
import json
import re
from collections import defaultdict

from tools.ledger import ROOT, chapters
from tools.spelling import NOT_PROSE

OFTEN = 2  # times that a chapter must say a term to be listed for it
MOST = 12  # chapters: a term of more is everywhere
TERM = re.compile(r"^(\S.*)\n  \S", re.M)
LABELLED = re.compile(r"^[:`]{3,}\{prf:(?:theorem|algorithm)\} (.+)\n:label: (\S+)$", re.M)
HEAD = """---
myst:
  html_meta:
    description: "Terms, theorems, algorithms and functions of mlbook, and where they are."
---

# Index

A term leads to the {{doc}}`glossary <glossary>`, and then to the chapters that speak of it.
What most chapters speak of leads to the glossary alone.
A name in `code` leads to the chapter that shows it or is about it.
Equations are in the {{doc}}`ledger <ledger>`, letters under {{doc}}`letters <letters>`.
"""


def notebook(path):
    """The Markdown of a chapter, and its code."""
    cells = json.loads(path.read_text("utf8"))["cells"]
    kinds = ("markdown", "code")
    return ["\n".join("".join(c["source"]) for c in cells if c["cell_type"] == k) for k in kinds]


def terms():
    """The terms of the glossary."""
    return TERM.findall((ROOT / "glossary.md").read_text("utf8").split("{glossary}\n")[1])


def spoken(term, prose):
    """How often a text has a term, or more than one of it."""
    endings = r"(?:s|es)?" if not term.endswith("y") else ""
    flags = re.I if term.islower() else 0
    words = r"\s".join(map(re.escape, term.split()))
    return len(re.findall(rf"\b{words}{endings}(?!\w)", prose, flags))


def shown(code):
    """Names of the package, as `module.name`, whose source a chapter's code shows."""
    tree, modules = ast.parse(re.sub(r"^%.*$", "", code, flags=re.M)), {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("mlbook"):
            home = node.module.removeprefix("mlbook").removeprefix(".")
            for name in node.names:
                modules[name.asname or name.name] = f"{home}.{name.name}".removeprefix(".")
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "source":
            for first, *rest in (ast.unparse(argument).split(".") for argument in node.args):
                if not rest or not rest[-1].startswith("_"):
                    yield ".".join([modules[first], *rest])


def classes(path):
    """The public classes of a chapter's module."""
    module = ROOT / "mlbook" / f"{path.stem}.py"
    tree = ast.parse(module.read_text("utf8")) if module.exists() else ast.Module([], [])
    names = [node.name for node in tree.body if isinstance(node, ast.ClassDef)]
    return [f"{path.stem}.{name}" for name in names if not name.startswith("_")]


def entries():
    """{what stands in the list: links to where it is}; a term itself leads to the glossary."""
    found, told = defaultdict(list), {term: {} for term in terms()}
    for path in chapters():
        markdown, code = notebook(path)
        prose, link = NOT_PROSE.sub(" ", markdown), f"{{doc}}`chapters/{path.stem}`"
        for term in told:
            told[term][link] = spoken(term, prose)
        for name in dict.fromkeys([*shown(code), *classes(path)]):
            found[f"`{name}`"].append(link)
        for title, label in LABELLED.findall(markdown):
            target = label if label.startswith("thm-") else f"Algorithm <{label}>"  # no number
            found[title].append(f"{{prf:ref}}`{target}`, {link}")
    for term, times in told.items():
        enough = min(OFTEN, max(times.values()))
        links = [link for link in times if times[link] >= enough > 0]
        found[f"{{term}}`{term}`"] = links if len(links) <= MOST else []
    return found


def place(entry):
    """Where an entry stands: without its article, a function by its own name."""
    bare = re.sub(r"^(?:A|An|The) |\{\w+\}|[^\w. ²-]", "", entry)
    return (bare.split(".", 1)[-1] if entry[0] == "`" else bare).lower(), entry


def page():
    """The text of subjects.md."""
    lines, letter, found = [HEAD.format()], "", entries()
    for entry in sorted(found, key=place):
        if place(entry)[0][0].upper() != letter:
            letter = place(entry)[0][0].upper()
            lines += ["", f"## {letter}", ""]
        lines.append(f"- {entry}" + ": " * bool(found[entry]) + ", ".join(found[entry]))
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    (ROOT / "subjects.md").write_text(page(), "utf8")
