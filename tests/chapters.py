"""The derivations of a chapter: of its code cells, what states something, run in one go."""

import ast
import contextlib
import json
import re
import sys
from pathlib import Path
from unittest import mock

from mlbook.derive import Derivation
from tests.slices import sliced

ROOT = Path(__file__).parents[1]
CHAPTERS = sorted((ROOT / "chapters").glob("*.ipynb"))


def chosen(names):
    """The chapters of these names, or all; a name without a chapter ends the program in a line."""
    known = {path.stem: path for path in CHAPTERS}
    for name in names:
        if name not in known:
            sys.exit(f"There is no chapter {name!r}; there are: {', '.join(known)}.")
    return [known[name] for name in names] or CHAPTERS


def derivations(path, judged=True):
    """The derivations that a notebook's cells make, in order, each with its statements.

    judged=False leaves out the verdicts, for whom nbval has asked for them: nine tenths of the time.
    """
    code = compile(ast.fix_missing_locations(sliced(code_cells(path))), path.name, "exec")
    namespace = {"__name__": "__main__"}
    with contextlib.chdir(path.parent), contextlib.nullcontext() if judged else unjudged():
        exec(code, namespace)
    found = (value for value in namespace.values() if isinstance(value, Derivation))
    return list(dict.fromkeys(found))


def unjudged():
    """Derivations that keep what they are told as it stands."""
    module = sys.modules[Derivation.__module__]
    return mock.patch.object(module, "verdicts", lambda statement: [])


def code_cells(path):
    """Sources of the code cells, without the lines that only IPython understands."""
    return (source for _, source in code_cells_by_place(path))


def code_cells_by_place(path):
    """(number of the cell in its notebook, source) of the code cells."""
    for place, cell in enumerate(json.loads(path.read_text("utf8"))["cells"]):
        if cell["cell_type"] == "code":
            yield place, re.sub(r"^%.*$", "", "".join(cell["source"]), flags=re.MULTILINE)
