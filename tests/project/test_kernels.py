"""tests/project/kernels.py finds a chapter that depends on the processor, and says what it could not try."""

import subprocess

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from tests.project import kernels
from tools import notebooks

ROUNDING = """import numpy as np
A = np.random.default_rng(0).normal(size=(99, 99))
print(sum(map(int, (A @ A).ravel().view(np.int64))))"""


@pytest.fixture
def fragile(tmp_path, monkeypatch):
    """A notebook that prints the last bits of a product, run as `make notebooks` runs it."""
    nbformat.write(new_notebook(cells=[new_code_cell(ROUNDING)]), tmp_path / "fragile.ipynb")
    monkeypatch.setenv("OPENBLAS_CORETYPE", "Prescott")
    monkeypatch.setattr(notebooks, "CHAPTERS", tmp_path)
    notebooks.main(["fragile"])
    return tmp_path / "fragile.ipynb"


@pytest.mark.nightly
@pytest.mark.skipif(not kernels.X86, reason="its kernels are of x86-64")
def test_outputs_are_stored_under_one_kernel_and_a_fragile_one_differs_under_another(fragile):
    notebook = "-p", "tests.book.nbval_compare", "--numprocesses=0", fragile
    assert kernels.compared(notebook, {"OPENBLAS_CORETYPE": "Haswell"})
    assert not kernels.compared(notebook, {"OPENBLAS_CORETYPE": "Prescott"})


def test_a_processor_that_cannot_is_told_from_a_program_that_fails():
    dies = "import os, signal; os.kill(os.getpid(), signal.SIGILL)"
    assert kernels.probed({}, dies) is None
    with pytest.raises(subprocess.CalledProcessError):
        kernels.probed({}, "raise SystemExit(1)")


def test_the_loops_of_numpy_are_lowered():
    *_, (_, environment) = kernels.environments()
    assert kernels.probed(environment)[1] == ""
    if kernels.X86:
        assert kernels.probed({})[1]  # else there was nothing to lower


@pytest.mark.parametrize(
    ("where", "lines"),
    [
        ({"A": "a", "B": "b", "C": "c"}, []),
        ({"A": "a", "B": None, "C": "c"}, ["B: skipped, this processor cannot run it"]),
        ({"A": "a", "B": "b", "C": "b"}, ["C: skipped, here it is B"]),
        ({"A": "a", "B": "own", "C": "c"}, ["B: skipped, here it is the machine's"]),
    ],
)
def test_what_is_not_tried_is_named(where, lines, monkeypatch, capsys):
    monkeypatch.setattr(kernels, "environments", lambda: [(name, {"as": name}) for name in where])
    monkeypatch.setattr(kernels, "probed", lambda environment: where[environment["as"]])
    tried = [name for name, _ in kernels.settings({"own": "the machine's"})]
    assert capsys.readouterr().out.splitlines() == lines
    assert sorted(tried + [line[0] for line in lines]) == sorted(where)
