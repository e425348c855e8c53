"""nbval, made sharp: a pytest plugin that decides what of a stored output must be the same, and what is noise.

Plain nbval compares strings exactly, so the twelfth digit of a float fails; and it looks neither at PNG
figures nor at cells that were never run.  Here

- text is equal when everything but its floats is equal (integers too) and its floats agree to RTOL and ATOL;
- PNG figures are equal when they have one size and their pixels differ by no more than PNG_RMS;
- a cell that was not run, or that stores an error, is refused;
- cells enter IPython's history, without which a semicolon does not hide a result.
"""

import base64
import io
import math
import re

import nbval.plugin
import numpy as np
from PIL import Image

# Another processor changes the last bits that BLAS returns; printed results have six to eight digits.
RTOL = 1e-6
ATOL = 1e-8
# Another rasteriser changes the grey, 0 to 255, of a few pixels along edges.
PNG_RMS = 2.0

# With the blanks before it, since the sign of a noisy zero shifts the columns of an array.
FLOAT = re.compile(r" *([-+]?(?:\d+\.\d*|\.\d+|\d+(?=[eE]))(?:[eE][-+]?\d+)?)")
PNG = "iVBORw0KGgo"  # how every PNG begins, in base64


def same_text(reference, new):
    """Whether two texts differ in nothing but noise of their floats."""
    a, b = FLOAT.split(reference), FLOAT.split(new)  # text, float, text, float, ..., text
    return a[::2] == b[::2] and all(
        math.isclose(float(x), float(y), rel_tol=RTOL, abs_tol=ATOL)
        for x, y in zip(a[1::2], b[1::2], strict=True)
    )


def pixels(png):
    """The pixels of a PNG in base64, an array (height, width, 4)."""
    return np.asarray(Image.open(io.BytesIO(base64.b64decode(png))).convert("RGBA"), dtype=float)


def same_png(reference, new):
    """Whether two PNG figures have one size and, nearly, the same pixels."""
    a, b = pixels(reference), pixels(new)
    return a.shape == b.shape and math.sqrt(((a - b) ** 2).mean()) <= PNG_RMS


class Output(str):
    """A stored output that equals another one but for noise."""

    __hash__ = str.__hash__

    def __eq__(self, other):
        if self.startswith(PNG) and other.startswith(PNG):
            return same_png(self, other)
        return same_text(self, other)

    def __ne__(self, other):
        return not self == other


Cell = nbval.plugin.IPyNbCell
run, compare = Cell.runtest, Cell.compare_outputs


def runtest(cell):
    """Run a cell that was run before, and without an error."""
    if cell.cell.execution_count is None:
        cell.raise_cell_error("The cell was never run: make notebooks")
    if any(output.output_type == "error" for output in cell.cell.outputs):
        cell.raise_cell_error("The cell stores an error: make notebooks")
    run(cell)


def compare_outputs(cell, new, reference):
    """Whether the outputs agree, PNG figures included."""
    skipped = [key for key in cell.parent.skip_compare if key != "image/png"]
    return compare(cell, new, reference, skipped)


def sanitize(cell, value):
    """A value as nbval compares it."""
    return Output(value) if isinstance(value, str) else value


def execute(kernel, source, allow_stdin=None):
    """Run a cell as `make notebooks` does, so that the outputs can be the same."""
    return kernel.kc.execute(source, allow_stdin=allow_stdin, store_history=True)


def pytest_configure(config):
    """Give nbval's cells the methods above."""
    nbval.plugin.RunningKernel.execute_cell_input = execute
    Cell.runtest, Cell.compare_outputs, Cell.sanitize = runtest, compare_outputs, sanitize
