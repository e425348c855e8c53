"""Decides for nbval, as a pytest plugin, what of a stored output must be the same and what is noise.

Plain nbval compares strings exactly, so the twelfth digit of a float fails; and it looks neither at PNG
figures nor at cells that were never run.  Here

- text is equal when everything but its floats is equal (integers and colours too) and its floats agree to RTOL;
- a residual may be any that its check allows, and what is allowed is equal;
- figures are equal when they draw the same (figures.py);
- a cell that was not run, or that stores an error, is refused;
- cells enter IPython's history, without which a semicolon does not hide a result.
"""

import re

import nbval.plugin

from tests.book.figures import same_png, same_svg

# Another processor changes the last bits that BLAS returns; printed results have six to eight digits.
# There is no absolute tolerance: a number that is rounding and nothing else is not printed.
RTOL = 1e-6

# With the blanks before it, since the sign of a zero shifts the columns of an array; `#1e7777` is a colour.
FLOAT = re.compile(r" *([-+]?(?<![\w#.])(?:\d+\.\d*|\.\d+|\d+(?=[eE][-+]?\d))(?:[eE][-+]?\d+)?)")
RESIDUAL = re.compile(r"largest residual (\S+e[-+]\d+), allowed (\S+e[-+]\d+)")
PNG = "iVBORw0KGgo"  # how every PNG begins, in base64
SVG = "<?xml", "<svg"  # and every SVG


def same_text(reference, new):
    """Whether two texts differ in nothing but noise of their floats, and no residual exceeds what is allowed."""
    if any(float(size) > float(most) for size, most in RESIDUAL.findall(reference + new)):
        return False
    a, b = (FLOAT.split(RESIDUAL.sub(r"residual within \2", text)) for text in (reference, new))
    return a[::2] == b[::2] and all(map(same_float, a[1::2], b[1::2]))  # text, float, text, ...


def same_float(a, b):
    """Whether two floats as they are printed are one but for noise; beyond all floats none is."""
    return a == b or abs(float(a) - float(b)) <= RTOL * abs(float(a))


class Output(str):
    """A stored output that equals another one but for noise."""

    __hash__ = str.__hash__

    def __eq__(self, other):
        if self.startswith(PNG) and other.startswith(PNG):
            return same_png(self, other)
        if self.startswith(SVG) and other.startswith(SVG):
            return same_svg(self, other)
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
