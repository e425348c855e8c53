"""Runs a cell of a chapter, in the page of a reader who may have changed it.

Of the cells above it those statements run on which it depends, anew each time, so that it gives
what the notebook gives with the same changes. What is stated above it is taken as checked.
"""

import ast
import contextlib
import io
import json
import linecache
import traceback
import warnings
from unittest.mock import patch

import matplotlib
import matplotlib.pyplot as plt

from mlbook import page
from texproof import Derivation, derivation
from tools.slices import needed_statements

NAME = "<the cell>"
ABOVE = "<a cell above>"
MOST = 20_000  # characters of a text: more makes a page slow


def run_cell(question):
    """What a cell gives, as JSON: pairs of a kind and its text."""
    *above, code = json.loads(question)["cells"]
    try:
        return json.dumps(cell_outcome(above, code))
    except ModuleNotFoundError as missing:
        message = (
            f"It needs {missing.name}, which does not run in a browser: take the notebook home."
        )
    except (Exception, SystemExit) as error:
        message = error_in_words(error)
    finally:
        plt.close("all")
    return json.dumps([["error", message]])


def cell_outcome(above, code):
    """What a cell shows after those above it; what these print stands where they are."""
    matplotlib.use("agg")
    matplotlib.rcdefaults()
    page.setup()
    space = {"__name__": "__main__"}
    linecache.cache[NAME] = (len(code), None, code.splitlines(keepends=True), NAME)
    parsed = ast.parse(code, NAME).body
    before = [one for source in above for one in ast.parse(source, ABOVE).body]
    with captured_output(), warnings.catch_warnings(), taken_as_checked():
        warnings.simplefilter("ignore")
        execute(
            needed_statements([*before, *parsed], lambda one: one in parsed)[: -len(parsed)],
            ABOVE,
            space,
        )
    plt.close("all")
    with captured_output() as text:
        last = cell_value(parsed, code, space)
    printed_text = [["text", shortened(text.getvalue())]] if text.getvalue() else []
    return [*printed_text, *last, *open_figures()]


@contextlib.contextmanager
def captured_output():
    """What is printed, warnings among it."""
    text = io.StringIO()
    with contextlib.redirect_stdout(text), contextlib.redirect_stderr(text):
        yield text


@contextlib.contextmanager
def taken_as_checked():
    """No statement is judged, and none is tried with numbers."""
    with (
        patch.object(derivation, "verdicts", no_verdict),
        patch.object(derivation, "refuse_unproved_reasons", no_verdict),
        patch.object(Derivation, "holds", no_verdict),
    ):
        yield


def no_verdict(*_, **__):
    """What is found in the place of verdicts."""
    return []


def execute(statements, name, space):
    """Run statements."""
    exec(compile(ast.Module(statements, []), name, "exec"), space)


def cell_value(parsed, code, space):
    """Run a cell; the value of its last expression, as the page shows it, unless `;` ends it."""
    last = parsed[-1:] if parsed and isinstance(parsed[-1], ast.Expr) else []
    execute(parsed[: len(parsed) - len(last)], NAME, space)
    if not last:
        return []
    result = eval(compile(ast.Expression(last[0].value), NAME, "eval"), space)
    return [] if result is None or code.rstrip().endswith(";") else [rich_form(result)]


def rich_form(value):
    """A value in the richest form that it has."""
    forms: dict[str, str] = getattr(value, "_repr_mimebundle_", dict)()
    for kind in ("html", "markdown"):
        one = forms.get(f"text/{kind}") or getattr(value, f"_repr_{kind}_", str)()
        if one:
            return [kind, one]
    return ["text", shortened(repr(value))]


def shortened(text):
    """A text, or as much of it as a page can hold, and how much is missing."""
    if len(text) <= MOST:
        return text
    return f"{text[:MOST]}\n… and {len(text) - MOST:,} more characters"


def open_figures():
    """The open figures, as SVG; drawn first, as in a notebook, for the same layout."""
    made = []
    for number in plt.get_fignums():
        with io.StringIO() as file:
            about = {"Date": None, "Creator": None}
            plt.figure(number).canvas.draw()
            plt.figure(number).savefig(file, format="svg", bbox_inches="tight", metadata=about)
            made.append(["figure", file.getvalue()])
    return made


def error_in_words(error):
    """An error, and the line of the cell in which it is."""
    lines = [
        one.lineno for one in traceback.extract_tb(error.__traceback__) if one.filename == NAME
    ]
    place = f"Line {lines[-1]}: " if lines else ""
    return f"{place}{type(error).__name__}: {error}"
