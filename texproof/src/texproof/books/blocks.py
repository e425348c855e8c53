r"""The blocks of a page that are for the language: names that are declared, displays to check.

Markdown has directives, as MyST writes them, between fences of backticks or colons::

    ```{derive-names}
    X : matrix n p -- design
    ```

    ```{derive} normal-equations
    :given: a > 0
    \nabla_w \tfrac12\lVert Xw - y\rVert^2 &= X^\top(Xw - y) && \text{chain rule}
    ```

LaTeX has comments: ``% derive names`` and a name in each comment line below; ``% derive label``
with its options in the comment lines below, and then the display, in any environment. A notebook
has the cells of Markdown, and cells that begin with ``%%derive_names`` or ``%%derive label``.
"""

import itertools
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

NAMES, DISPLAY = "names", "display"
FENCE = re.compile(r"^(\s*)(`{3,}|:{3,})\{derive(-names)?\}[ \t]*(\S*)[ \t]*$")
OPTION = re.compile(r"^\s*:([a-z-]+):[ \t]*(.*)$")
COMMENT = re.compile(r"^\s*%[ \t]*derive\b[ \t]*(\S*)[ \t]*$")
MAGIC = re.compile(r"^%%derive(_names)?[ \t]*(\S*)[ \t]*$")
BEGIN = re.compile(r"\s*(?:\\begin\{([a-z]+\*?)\}|\\\[|\$\$)")


Line = tuple[int, str]


@dataclass(frozen=True)
class Block:
    """Names or a display, with its label, options and text, which begins at a line of a page.

    In a notebook the line is one of its cell, which is counted from 1.
    """

    kind: str
    label: str
    text: str
    line: int
    cell: int = 0
    options: dict[str, str] = field(default_factory=dict)


def blocks_of(path: Path) -> list[Block]:
    """The blocks of a file of Markdown, LaTeX or a notebook, in their order."""
    text = path.read_text("utf8")
    if path.suffix == ".ipynb":
        return list(in_notebook(text))
    return list(in_latex(text) if path.suffix == ".tex" else in_markdown(text))


def in_markdown(text: str, cell: int = 0) -> Iterator[Block]:
    """The directives of a page of Markdown."""
    lines = iter(enumerate(text.splitlines(), 1))
    for _, line in lines:
        opened = FENCE.match(line)
        if opened:
            inside = []
            for at, part in lines:
                if re.fullmatch(rf"\s*{re.escape(opened[2])}\s*", part):
                    break
                inside.append((at, part))
            yield block(NAMES if opened[3] else DISPLAY, opened[4], inside, cell)


def block(kind: str, label: str, inside: list[Line], cell: int = 0) -> Block:
    """A block of numbered lines, of which the first may be options."""
    options: dict[str, str] = {}
    while inside and (match := OPTION.match(inside[0][1])):
        options[match[1]] = match[2].strip()
        inside = inside[1:]
    inside = list(itertools.dropwhile(lambda pair: not pair[1].strip(), inside))
    text = "\n".join(part for _, part in inside)
    return Block(kind, label, text, inside[0][0] if inside else 0, cell, options)


def in_notebook(text: str) -> Iterator[Block]:
    """The directives in cells of Markdown, and the cells that are a block as a whole."""
    for number, cell in enumerate(json.loads(text)["cells"], 1):
        source = "".join(cell["source"])
        first, *rest = source.splitlines() or [""]
        magic = MAGIC.match(first)
        if cell["cell_type"] == "markdown":
            yield from in_markdown(source, number)
        elif magic:
            kind = NAMES if magic[1] else DISPLAY
            yield block(kind, magic[2], list(enumerate(rest, 2)), number)


def in_latex(text: str) -> Iterator[Block]:
    """The comments of a page of LaTeX with the displays that follow them."""
    lines = list(enumerate(text.splitlines(), 1))
    for at, line in lines:
        opened = COMMENT.match(line)
        if opened:
            below = list(itertools.takewhile(lambda pair: is_comment(pair[1]), lines[at:]))
            comments = [(k, part.lstrip().removeprefix("%")) for k, part in below]
            if opened[1] == "names":
                yield block(NAMES, "", comments)
            else:
                shown = display_of(lines[at + len(below) :])
                yield block(DISPLAY, opened[1], comments + shown)


def is_comment(line: str) -> bool:
    """Whether a line of LaTeX is a comment."""
    return line.lstrip().startswith("%")


def display_of(lines: list[Line]) -> list[Line]:
    """The lines of the display with which some lines begin, its delimiters included."""
    opened = BEGIN.match(lines[0][1]) if lines else None
    if not opened:
        return []
    close = rf"\end{{{opened[1]}}}" if opened[1] else {r"\[": r"\]"}.get(opened[0].strip(), "$$")
    for many, (_, line) in enumerate(lines, 1):
        if close in (line if many > 1 else line[opened.end() :]):
            return lines[:many]
    return lines
