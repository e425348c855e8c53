"""The derivations of a chapter: its code cells, run in one go."""

import contextlib
import json
import re
from pathlib import Path

from mlbook.derive import Derivation

ROOT = Path(__file__).parents[1]
CHAPTERS = sorted((ROOT / "chapters").glob("*.ipynb"))


def derivations(path):
    """The derivations that a notebook's cells make, in order, each with its statements."""
    import matplotlib.pyplot

    matplotlib.use("Agg")
    namespace = {"__name__": "__main__"}
    with contextlib.chdir(path.parent):
        for source in code_cells(path):
            exec(compile(source, path.name, "exec"), namespace)
    matplotlib.pyplot.close("all")
    found = (value for value in namespace.values() if isinstance(value, Derivation))
    return list(dict.fromkeys(found))


def code_cells(path):
    """Sources of the code cells, without the lines that only IPython understands."""
    return (source for _, source in code_cells_by_place(path))


def code_cells_by_place(path):
    """(number of the cell in its notebook, source) of the code cells."""
    for place, cell in enumerate(json.loads(path.read_text("utf8"))["cells"]):
        if cell["cell_type"] == "code":
            yield place, re.sub(r"^%.*$", "", "".join(cell["source"]), flags=re.MULTILINE)
