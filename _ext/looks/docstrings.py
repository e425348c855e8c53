"""Docstrings, which are plain text, as what Sphinx reads on the pages of the reference.

An equation or a chapter that a docstring names becomes a link to it, an indented formula a block
of code, and no sign of the text is markup by chance.  Sections are those of napoleon, which comes
with Sphinx.
"""

import re

EQUATION = re.compile(r"\beqs?\.\s+([a-z][\w]*(?:-\w+)+)")
MARKUP = re.compile(r"(``.+?``|`[^`]+`)(?=(\w)?)|([*|\\]|(?<=\w)_(?!\w))", re.S)
BELOW = re.compile(r"^ .*(?:\n .*)*", re.M)  # lines of text below a name
NAMED = ("Parameters", "Attributes", "Returns", "Yields", "Raises")
CHAPTER = re.compile(r"\bchapters/(\w+)\.ipynb\b")
TITLE = re.compile(r"^(\S.*)\n-+$", re.M)


def docstring_as_rst(text):
    """The text of a docstring as reStructuredText with numpydoc's sections."""
    title, blocks = "", []
    for block in re.split(r"\n\s*\n", text.strip("\n")):
        match = TITLE.match(block)
        title = match[1] if match else title
        blocks.append(as_read(block, title))
    return "\n\n".join(blocks) + "\n"


def as_read(block, title):
    """A paragraph below the title of a section, or above the first."""
    if title == "Examples" or block.startswith(">>> "):
        return block
    if block.startswith("    ") and not title:
        return f".. code-block:: text\n\n{block}"
    if title in NAMED:  # napoleon writes names and types itself
        return BELOW.sub(lambda match: prose_as_rst(match[0]), block)
    return prose_as_rst(block)


def prose_as_rst(text):
    """Text with its equations and chapters as links and its other signs as they are."""
    linked = EQUATION.sub(r":eq:`\1`", MARKUP.sub(escape_name, text))
    linked = re.sub(r"\((:eq:`[^`]*`)\)", r"\1", linked)  # the number has parentheses of its own
    return CHAPTER.sub(r":doc:`/chapters/\1`", linked)


def escape_name(match):
    """A name between backticks, apart from the letters that follow, or a sign of the text."""
    name, letter, sign = match.groups()
    return f"\\{sign}" if sign else name + ("\\ " if letter else "")


def prepare_lines(app, what, name, thing, options, lines):
    """Prepare the lines of a docstring, in place.

    Of a property napoleon would read what stands before a colon in the first line as a type.
    """
    lines[:] = [""] * (what == "property") + docstring_as_rst("\n".join(lines)).split("\n")


def attach_to_page(app, doctree):
    """Let every part belong to its page: those of docstrings belong to one that holds the book."""
    for node in doctree.findall():
        node.document = doctree


def setup(app):
    """Register the above with Sphinx, ahead of napoleon."""
    app.setup_extension("sphinx.ext.autodoc")
    app.setup_extension("sphinx.ext.napoleon")
    app.connect("autodoc-process-docstring", prepare_lines, priority=400)
    app.connect("doctree-read", attach_to_page)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
