"""The rooms of the language: how long a module may be, and what the tables hold.

Which rooms may import which is checked by `make lint`; the rules stand in pyproject.toml.
"""

from pathlib import Path

import numpy as np
import sympy as sp

import texproof
from texproof import expr
from texproof.evaluate import OPERATIONS
from texproof.evaluate.leaves import call_program
from texproof.shape.checker import RULES

HOME = Path(texproof.__file__).parent
MODULES = sorted(HOME.rglob("*.py"))
LINES = 600  # of a module: more than a reader keeps in mind, and the longest has 540
NEVER_EVALUATED = {"range", "except", "where", "e"}  # parts of sums, and the e of e^x
NEVER_EVALUATED |= {"dot", "normal"}  # which are something else once their shapes are known


def test_no_module_is_longer_than_a_reader_can_keep_in_mind():
    lengths = {path.relative_to(HOME): len(path.read_text("utf8").splitlines()) for path in MODULES}
    assert {path: many for path, many in lengths.items() if many > LINES} == {}


def listed():
    """The operations that the docstring of expressions lists."""
    lines = expr.__doc__.split("kind of their value:\n")[1].splitlines()
    rows = (line.split("(")[0].strip().split(maxsplit=1)[1] for line in lines if line.strip())
    return {op.strip() for row in rows for op in row.split(",")}


def test_the_tables_hold_the_operations_that_are_listed():
    assert set(OPERATIONS) | NEVER_EVALUATED == listed()
    assert set(RULES) <= listed()


def test_programs_on_symbols_may_call_each_other():
    x = sp.Symbol("x", real=True)
    inner = lambda v: np.exp(v) + 1
    outer = lambda v: np.log(call_program(inner, [v], True))
    assert call_program(outer, [x], True) == sp.log(sp.exp(x) + 1)
    assert call_program(inner, [x], True) == sp.exp(x) + 1
