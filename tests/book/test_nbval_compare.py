"""The comparer of notebooks catches planted changes and forgives noise: one notebook, one fault to a cell."""

import base64
import io
import os
import re
import subprocess
import sys

import nbformat
import pytest
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_notebook, new_output
from PIL import Image

from tests.book.nbval_compare import Output
from tools.book import ROOT

DRAW = "import matplotlib.pyplot as plt; plt.plot([0, {}]); plt.show()"
PNG_FIGURE = (
    "import matplotlib_inline.backend_inline as b; b.set_matplotlib_formats('png'); " + DRAW
)
SVG_FIGURE = (
    "import matplotlib as m, matplotlib_inline.backend_inline as b; m.rcParams['svg.hashsalt'] = 'x'; "
    "b.set_matplotlib_formats('svg', metadata={{'Date': None}}); " + DRAW
)
HOLDS = "print('holds on these numbers: largest residual {}e-09, allowed 8e-05')"
MARKDOWN = "display({'text/markdown': '$a = 3$', 'text/plain': 'a'}, raw=True)"


def source(new):
    """A change of the cell's code, so that another output is computed than stored."""
    return lambda cell: cell.update(source=new)


def stored(mime, old, new):
    """A change in the stored output of one type."""

    def plant(cell):
        data = cell.outputs[-1].data
        assert old in data[mime]
        data[mime] = data[mime].replace(old, new, 1)

    return plant


def printed(old, new):
    """A change in what the cell printed."""

    def plant(cell):
        assert old in cell.outputs[0].text
        cell.outputs[0].text = cell.outputs[0].text.replace(old, new, 1)

    return plant


def red_line(cell):
    """A red line drawn into the stored figure."""
    data = cell.outputs[-1].data
    image = Image.open(io.BytesIO(base64.b64decode(data["image/png"]))).convert("RGBA")
    image.paste((255, 0, 0, 255), (0, image.height // 2, image.width, image.height // 2 + 2))
    file = io.BytesIO()
    image.save(file, "png")
    data["image/png"] = base64.b64encode(file.getvalue()).decode()


def recompressed(cell):
    """The same pixels in other bytes."""
    data = cell.outputs[-1].data
    before = data["image/png"]
    file = io.BytesIO()
    Image.open(io.BytesIO(base64.b64decode(before))).save(file, "png", compress_level=1)
    data["image/png"] = base64.b64encode(file.getvalue()).decode()
    assert data["image/png"] != before


def nudged_path(cell):
    """Noise in one coordinate of the stored SVG figure, and the name of a path that goes with it."""
    data = cell.outputs[-1].data
    before = data["image/svg+xml"]
    number = re.search(r"M (\d+\.\d{3,}) ", before)[1]
    name = re.search(r"url\(#(\w+)", before)[1]
    after = before.replace(number, f"{float(number) + 1e-3:.6f}", 1).replace(name, "p0123456789")
    data["image/svg+xml"] = after


CAUGHT = {
    "a digit of a float": ("0.123456", stored("text/plain", "0.1234", "0.1235")),
    "an integer": ("1000000", stored("text/plain", "1000000", "1000001")),
    "an integer in markdown": (MARKDOWN, stored("text/markdown", "3", "4")),
    "a sign": ("-0.5", stored("text/plain", "-", "")),
    "a small number": ("'p = 3e-09'", stored("text/plain", "3e-09", "8e-09")),
    "rounding printed as a result": ("1e-17", stored("text/plain", "1e-17", "2e-17")),
    "a colour in text": ("'#1e7777'", stored("text/plain", "#1e7777", "#1e8888")),
    "another bound of a residual": (HOLDS.format(7), printed("8e-05", "9e-05")),
    "a residual beyond its bound": (HOLDS.format(7), source(HOLDS.format(90000))),
    "a digit printed": ("print(0.25, 'kept')", printed("0.25", "0.26")),
    "a word printed": ("print('kept')", printed("kept", "lost")),
    "a verdict": ("display({'text/html': '✓ exact'}, raw=True)", stored("text/html", "✓", "≈")),
    "another print": ("print(1)", source("print(1); print(2)")),
    "a new warning": ("1", source("import sys; print('!', file=sys.stderr); 1")),
    "outputs cleared": ("2", lambda cell: cell.update(outputs=[])),
    "a red line in a PNG": (PNG_FIGURE.format(1), red_line),
    "other data in a PNG": (PNG_FIGURE.format(1), source(PNG_FIGURE.format(-1))),
    "a PNG deleted": (PNG_FIGURE.format(1), lambda cell: cell.outputs[-1].data.pop("image/png")),
    "other data in an SVG": (SVG_FIGURE.format(1), source(SVG_FIGURE.format(-1))),
    "a cell never run": ("3", lambda cell: cell.update(outputs=[], execution_count=None)),
    "an error stored": (
        "pass",
        lambda cell: cell.update(outputs=[new_output("error", ename="E", evalue="", traceback=[])]),
    ),
}
FORGIVEN = {
    "nothing changed": ("print(0.1); 'same'", lambda cell: None),
    "a result hidden by a semicolon": ("'hidden';", lambda cell: None),
    "noise of 1e-12 in a float": ("0.1 + 0.2", stored("text/plain", "0.30000000000000004", "0.3")),
    "noise of 1e-12 printed": ("print(1 / 3)", printed("0.3333333333333333", "0.333333333334")),
    "the sign of a zero shifts columns": (
        "import numpy as np; np.array([0.0, 1.0])",
        stored("text/plain", "[0., 1.]", "[-0.,  1.]"),
    ),
    "another residual within what is allowed": (HOLDS.format(7), printed("7e-09", "2e-17")),
    "a PNG compressed otherwise": (PNG_FIGURE.format(1), recompressed),
    "noise in an SVG": (SVG_FIGURE.format(1), nudged_path),
}


@pytest.fixture(scope="module")
def verdicts(tmp_path_factory):
    """What the comparer says of each cell of a notebook in which every cell has its own fault."""
    folder = tmp_path_factory.mktemp("planted")
    faults = {**CAUGHT, **FORGIVEN}
    notebook = new_notebook(cells=[new_code_cell(code) for code, _ in faults.values()])
    NotebookClient(notebook, kernel_name="python3", timeout=60).execute()
    for cell, (_, plant) in zip(notebook.cells, faults.values(), strict=True):
        plant(cell)
    nbformat.write(notebook, folder / "planted.ipynb")
    command = [sys.executable, "-m", "pytest", "--nbval", "--nbval-current-env", "-rA", "-q"]
    run = subprocess.run(
        [
            *command,
            "-p",
            "tests.book.nbval_compare",
            "-p",
            "no:cacheprovider",
            "--rootdir",
            folder,
            folder,
        ],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    lines = re.findall(r"^(PASSED|FAILED) .*::Cell (\d+)", run.stdout, re.M)
    found = {int(number): word for word, number in lines}
    assert len(found) == len(faults), run.stdout + run.stderr
    return {name: found[number] for number, name in enumerate(faults)}


@pytest.mark.parametrize("fault", CAUGHT)
def test_a_planted_change_is_caught(verdicts, fault):
    assert verdicts[fault] == "FAILED"


@pytest.mark.parametrize("noise", FORGIVEN)
def test_noise_is_forgiven(verdicts, noise):
    assert verdicts[noise] == "PASSED"


@pytest.mark.parametrize(
    ("a", "b", "equal"),
    [
        ("1.0000001", "1.0000002", True),
        ("3e-09", "8e-09", False),
        ("3.00000001e-09", "3.00000002e-09", True),
        ("0.0", "1e-17", False),
        ("#1e7777", "#1e8888", False),
        ("#0e1234", "#0e9999", False),
        ("#a1e777", "#a1e888", False),
        ("1e7777", "1e8888", False),
        ("version 1.0.3", "version 1.0.4", False),
        ("largest residual 1e-17, allowed 8e-05", "largest residual 2e-08, allowed 8e-05", True),
        ("largest residual 1e-17, allowed 8e-05", "largest residual 9e-05, allowed 8e-05", False),
        ("largest residual 9e-05, allowed 8e-05", "largest residual 9e-05, allowed 8e-05", False),
        ("largest residual 1e-17, allowed 8e-05", "largest residual 1e-17, allowed 9e-05", False),
        ("largest residual 1e-17, allowed 8e-05", "largest residual nan, allowed 8e-05", False),
        ("1.00001", "1.00002", False),
        ("1e5 steps", "1e6 steps", False),
        ("100.0 of 7", "100.0 of 8", False),
        ("[ 0.  1.]", "[-0.  1.]", True),
        ("3.0", "3", False),
        ("1.5 2.5", "1.5", False),
    ],
)
def test_floats_may_differ_in_noise_only(a, b, equal):
    assert (Output(a) == Output(b)) is equal
    assert (Output(a) != Output(b)) is not equal
