"""What a chapter shows besides its equations: the package's own source, small tables, refusals.

All are outputs of cells, so what is shown is what ships, and a test that runs the notebook again
notices when it changes.
"""

from __future__ import annotations

import ast
import inspect
import linecache
import sys
import textwrap
from collections.abc import Callable, Iterable
from html import escape
from typing import Any

import numpy as np

from mlbook import plot


def setup() -> None:
    """Set up a chapter: figures as plain SVG, numbers to 4 digits.

    The first cell of each notebook calls it. The same notebook then gives the same outputs: the SVG
    names neither the day nor the release of Matplotlib.
    """
    import matplotlib

    matplotlib.rcParams.update(plot.style())
    np.set_printoptions(precision=4, suppress=True, linewidth=88)
    if "IPython" in sys.modules and sys.modules["IPython"].get_ipython() is not None:
        from matplotlib_inline.backend_inline import set_matplotlib_formats

        set_matplotlib_formats("svg", metadata={"Date": None, "Creator": None})


# --- source --------------------------------------------------------------------------------------


class Source:
    r"""Python code that shows itself as a highlighted block.

    Parameters
    ----------
    code : str

    Examples
    --------
    >>> Source("x = 1")
    x = 1
    >>> Source("x = 1")._repr_markdown_()
    '```python\nx = 1\n```'
    """

    def __init__(self, code: str) -> None:
        self.code = code

    def __repr__(self) -> str:
        return self.code

    def _repr_markdown_(self) -> str:
        fence = "````" if "```" in self.code else "```"
        return f"{fence}python\n{self.code}\n{fence}"


def source(obj: Any, *more: Any) -> Source:
    """The source of functions, classes or methods, as it stands in the package.

    Of each docstring the first line is shown; the reference has the rest.

    Parameters
    ----------
    obj : function, class or method
    *more : function, class or method

    Returns
    -------
    Source

    Raises
    ------
    ValueError
        If an object has no Python source.

    Examples
    --------
    >>> source(Table.__init__)
    def __init__(
        self,
        rows: Iterable[Iterable[object]],
        headers: Iterable[object],
        caption: str | None = None,
    ) -> None:
        self.headers = [str(header) for header in headers]
        self.rows = [[_cell(value) for value in row] for row in rows]
        self.caption = caption
        if not all(self.headers):
            raise ValueError(f"every column needs a header; received {self.headers}")
        for row in self.rows:
            if len(row) != len(self.headers):
                counts = f"{len(self.headers)} cells; received {len(row)}"
                raise ValueError(f"a row must have one cell for each header, {counts}")
    """
    return Source("\n\n\n".join(map(_code, (obj, *more))))


def _code(obj: Any) -> str:
    linecache.checkcache()
    try:
        code = textwrap.dedent(inspect.getsource(obj)).strip()
    except (TypeError, OSError):
        raise ValueError(f"{obj!r} has no Python source to show") from None
    return _short_docstrings(code)


def _short_docstrings(code: str) -> str:
    lines = code.splitlines()
    kinds = (ast.FunctionDef, ast.ClassDef)
    documented = [node for node in ast.walk(ast.parse(code)) if isinstance(node, kinds)]
    texts = [node.body[0] for node in documented if ast.get_docstring(node) is not None]
    for text in sorted(texts, key=lambda node: -node.lineno):  # from below: line numbers stay right
        first, last = text.lineno - 1, text.end_lineno or text.lineno
        if last > text.lineno:
            lines[first:last] = [lines[first].rstrip() + '"""']
    return "\n".join(lines)


# --- tables --------------------------------------------------------------------------------------


class Table:
    """A table with headers; the first cell of each row is its name.

    Parameters
    ----------
    rows : list of lists
    headers : list of str
        None of them empty.
    caption : str or None

    Raises
    ------
    ValueError
        If a row and the headers differ in length, or a header is empty.

    Examples
    --------
    >>> Table([["tall", 2], ["wide", 10]], ["matrix", "rank"]).rows
    [['tall', '2'], ['wide', '10']]
    """

    def __init__(
        self,
        rows: Iterable[Iterable[object]],
        headers: Iterable[object],
        caption: str | None = None,
    ) -> None:
        self.headers = [str(header) for header in headers]
        self.rows = [[_cell(value) for value in row] for row in rows]
        self.caption = caption
        if not all(self.headers):
            raise ValueError(f"every column needs a header; received {self.headers}")
        for row in self.rows:
            if len(row) != len(self.headers):
                counts = f"{len(self.headers)} cells; received {len(row)}"
                raise ValueError(f"a row must have one cell for each header, {counts}")

    def __repr__(self) -> str:
        cells = [self.headers, *self.rows]
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
        lines = [_text_row(row, widths) for row in cells]
        return "\n".join([self.caption, *lines] if self.caption else lines)

    def _repr_html_(self) -> str:
        caption = f"<caption>{escape(self.caption)}</caption>" if self.caption else ""
        head = "".join(f'<th scope="col">{escape(header)}</th>' for header in self.headers)
        body = "".join(f"<tr>{_html_row(row)}</tr>\n" for row in self.rows)
        return (
            f'<div class="mlbook-table" style="overflow-x: auto" tabindex="0">\n<table>{caption}\n'
            f"<thead><tr>{head}</tr></thead>\n<tbody>\n{body}</tbody>\n</table>\n</div>"
        )


def table(
    rows: Iterable[Iterable[object]],
    headers: Iterable[object],
    caption: str | None = None,
) -> Table:
    """A small table: HTML for the page, aligned text elsewhere.

    Floats are shown to 4 significant digits, everything else as it prints; the first cell of a row
    is its heading.

    Parameters
    ----------
    rows : list of lists
    headers : list of str
        None of them empty.
    caption : str or None

    Returns
    -------
    Table

    Raises
    ------
    ValueError
        If a row and the headers differ in length, or a header is empty.

    Examples
    --------
    >>> table([["tall", 2, 1 / 3], ["wide", 10, 0.5]], ["matrix", "rank", "error"])
    matrix  rank   error
    tall       2  0.3333
    wide      10     0.5
    """
    return Table(rows, headers, caption)


def _cell(value: object) -> str:
    if isinstance(value, float | np.floating):
        return f"{value + 0.0:.4g}"  # + 0.0 turns -0.0 into 0.0
    return str(value)


def _text_row(row: list[str], widths: list[int]) -> str:
    name, *numbers = zip(row, widths, strict=True)
    return "  ".join([name[0].ljust(name[1])] + [cell.rjust(width) for cell, width in numbers])


def _html_row(row: list[str]) -> str:
    name = f'<th scope="row">{escape(row[0])}</th>'
    return name + "".join(f"<td>{escape(cell)}</td>" for cell in row[1:])


# --- refusals ------------------------------------------------------------------------------------


def refused(
    error: type[BaseException],
    call: Callable[..., object],
    *arguments: Any,
    **keywords: Any,
) -> None:
    """Print the message of the error of the given class that a call raises.

    An error of another class is not caught.

    Parameters
    ----------
    error : class of exceptions
    call : function
    *arguments : anything
    **keywords : anything
        What it is called with.

    Raises
    ------
    AssertionError
        If the call raises no error.

    Examples
    --------
    >>> refused(ValueError, int, "seven")
    invalid literal for int() with base 10: 'seven'
    <BLANKLINE>
    """
    try:
        call(*arguments, **keywords)
    except error as refusal:
        print(refusal, end="\n\n")
    else:
        raise AssertionError(f"{call.__qualname__} did not refuse {arguments}")
