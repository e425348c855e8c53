"""Write pages/reference: a page for each module of the package, and one that leads to them.

    python -m tools.pages.reference

Sphinx fills the pages with the docstrings, as `_ext/looks/docstrings.py` prepares them.
"""

import ast

from tools.book import ROOT, Book, write_changed

FOLDER = ROOT / "pages" / "reference"
PACKAGE = ROOT / "mlbook"
HEAD = """---
myst:
  html_meta:
    description: "{description}"
---

# {title}

"""
INDEX = "What every function and class of the package mlbook takes and returns, with an example."
OF_ALL = """A chapter shows the code of its formulas; here is what goes in and out, with an example.
In the examples `np` is NumPy, and the other names are those of the same module.
Where a line ends in the number of an equation, the chapter that has the equation derives it.
"""
FILL = "```{{eval-rst}}\n.. automodule:: mlbook.{name}{option}\n```\n"
LEFT_OUT = "\n   :no-members:"  # of a package, which passes on what is in its modules


def documented_modules(book):
    """What has a page: the modules of the chapters in their order, and the rooms, by name."""
    own = [name for name in book.chapters if (PACKAGE / f"{name}.py").exists()]
    inside = {path.stem for path in PACKAGE.iterdir() if path.is_dir() or path.suffix == ".py"}
    rooms = {name for name in inside if not name.startswith("__")} - {*own}
    return own, sorted(rooms)


def modules_of_page(name):
    """The modules of which a page tells: the module of this name, and those inside it."""
    inside = sorted(path.stem for path in (PACKAGE / name).glob("[!_]*.py"))
    return [name, *(f"{name}.{part}" for part in inside)]


def first_line(name):
    """What the first line of a module's docstring says."""
    path = PACKAGE / name / "__init__.py" if (PACKAGE / name).is_dir() else PACKAGE / f"{name}.py"
    text = ast.get_docstring(ast.parse(path.read_text("utf8"))) or ""
    return text.splitlines()[0]


def module_page(name):
    """The page of a module or a room."""
    description = f"The functions and classes of mlbook.{name}: arguments, answers, examples."
    head = HEAD.format(description=description, title=f"mlbook.{name}")
    _, *inside = modules_of_page(name)
    own = FILL.format(name=name, option=LEFT_OUT if inside else "")
    below = [f"## mlbook.{part}\n\n{FILL.format(name=part, option='')}" for part in inside]
    return "\n".join([head + own, *below])


def index_page(own, rooms):
    """The page that leads to the others."""
    line = lambda name: f"- {{doc}}`{name}`: {first_line(name)}"
    head = HEAD.format(description=INDEX, title="The package, name by name") + OF_ALL
    lines = [head, *map(line, own), "\nWhat several chapters need:\n", *map(line, rooms)]
    return "\n".join(lines) + "\n"


def page_texts(book):
    """{page: its text}, in the order of the contents."""
    own, rooms = documented_modules(book)
    return {"index": index_page(own, rooms)} | {name: module_page(name) for name in own + rooms}


def texts(book):
    """{path: text} of what is written."""
    return {FOLDER / f"{name}.md": text for name, text in page_texts(book).items()}


if __name__ == "__main__":
    write_changed(texts(Book()))
