"""Docstrings, which are plain text, as what Sphinx reads on the pages of the reference.

An equation that a docstring names becomes a link to it, an indented formula a block of code, and
no sign of the text is markup by chance.  Sections are napoleon's, which comes with Sphinx.
"""

import re

EQUATION = re.compile(r"\beqs?\. ([a-z][\w]*(?:-\w+)+)")
MARKUP = re.compile(r"(``[^`]+``|`[^`]+`)|([*|\\]|(?<=\w)_(?!\w))")
TITLE = re.compile(r"^(\S.*)\n-+$", re.M)


def prepared(text):
    """The text of a docstring as reStructuredText with numpydoc's sections."""
    title, blocks = "", []
    for block in re.split(r"\n\s*\n", text.strip("\n")):
        found = TITLE.match(block)
        title = found[1] if found else title
        blocks.append(as_read(block, title))
    return "\n\n".join(blocks) + "\n"


def as_read(block, title):
    """A paragraph below the title of a section, or above the first."""
    if block.startswith(">>> "):
        return block
    if block.startswith("    ") and not title:
        return f".. code-block:: text\n\n{block}"
    lines = block.split("\n")
    names = title in ("Parameters", "Attributes")  # whose lines napoleon writes itself
    return "\n".join(line if names and line[:1] != " " else prose(line) for line in lines)


def prose(line):
    """A line with its equations as links and its other signs as they are."""
    plain = MARKUP.sub(lambda match: match[1] or f"\\{match[2]}", line)
    return EQUATION.sub(r":eq:`\1`", plain)


def prepare(app, what, name, thing, options, lines):
    """Prepare the lines of a docstring, in place."""
    lines[:] = prepared("\n".join(lines)).split("\n")


def setup(app):
    """Register the above with Sphinx, ahead of napoleon."""
    app.setup_extension("sphinx.ext.autodoc")
    app.setup_extension("sphinx.ext.napoleon")
    app.connect("autodoc-process-docstring", prepare, priority=400)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
