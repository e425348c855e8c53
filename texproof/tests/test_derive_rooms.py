"""The rooms of the language: who may know whom, and what the tables hold."""

import ast
from pathlib import Path

import numpy as np
import sympy as sp
from texproof.evaluate import OPERATIONS
from texproof.evaluate.leaves import called
from texproof.shape.checker import RULES

import texproof
from texproof import expr

HOME = Path(texproof.__file__).parent
MODULES = sorted(HOME.rglob("*.py"))
# Each stage with the others that it may import.
MAY_KNOW = {
    "read": set(),
    "shape": set(),
    "evaluate": {"read", "shape"},
    "every_size": {"shape"},
    "decide": {"evaluate", "every_size"},
    "show": {"read", "decide", "evaluate", "every_size"},
    "books": {"read", "show"},
}
NEVER_EVALUATED = {"range", "except", "where", "e"}  # parts of sums, and the e of e^x
NEVER_EVALUATED |= {"dot", "normal"}  # which are something else once their shapes are known


def stages(source):
    """The stages that a module of a stage imports with two dots."""
    nodes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom)]
    names = {(node.module or "").split(".")[0] for node in nodes if node.level == 2}
    return names & set(MAY_KNOW)


def test_a_module_knows_earlier_stages_only():
    wrong = {
        path.relative_to(HOME): later
        for path in MODULES
        if (later := stages(path.read_text("utf8")) - MAY_KNOW.get(path.parent.name, set()))
    }
    assert wrong == {}


def test_an_import_from_a_later_stage_is_seen():
    assert stages("from ..decide.judge import verdicts") == {"decide"}


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
    outer = lambda v: np.log(called(inner, [v], True))
    assert called(outer, [x], True) == sp.log(sp.exp(x) + 1)
    assert called(inner, [x], True) == sp.exp(x) + 1
