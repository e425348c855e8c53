"""The rooms of the language: who may know whom, and what the tables hold."""

import ast
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import numpy as np
import pytest
import sympy as sp
from texproof.evaluate import OPERATIONS
from texproof.evaluate.leaves import called
from texproof.shape.checker import RULES

import texproof
from texproof import expr

HOME = Path(texproof.__file__).parent
MODULES = sorted(HOME.rglob("*.py"))
LINES = 600  # of a module: more than a reader keeps in mind, and the longest has 540
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


def named(path):
    """The name of a module below the package, and the package that its imports begin from."""
    parts = path.relative_to(HOME).with_suffix("").parts
    return (parts[:-1], parts[:-1]) if parts[-1] == "__init__" else (parts, parts[:-1])


def imports(path, names):
    """The modules that a module imports, also inside its functions and for types alone."""
    name, package = named(path)
    for node in ast.walk(ast.parse(path.read_text("utf8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            start = package[: len(package) - node.level + 1]
            start += tuple(node.module.split(".")) if node.module else ()
            for one in node.names:
                found = (*start, one.name) if (*start, one.name) in names else start
                if found != name:
                    yield found


def in_order(graph):
    """The modules of a graph, each after those that it imports; raises CycleError."""
    return [*TopologicalSorter(graph).static_order()]


def test_no_modules_import_each_other_in_a_circle():
    names = {named(path)[0] for path in MODULES}
    order = in_order({named(path)[0]: {*imports(path, names)} for path in MODULES})
    assert {*order} == names
    assert order.index(("expr",)) < order.index(("decide", "judge")) < order.index(())


def test_a_circle_is_seen():
    with pytest.raises(CycleError):
        in_order({"names": {"expr"}, "expr": {"names"}})
    names = {("read", "parser"), ("read", "leaves"), ("expr",)}
    module = HOME / "read" / "parser.py"
    assert {*imports(module, names)} & names == names - {("read", "parser")}


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
    outer = lambda v: np.log(called(inner, [v], True))
    assert called(outer, [x], True) == sp.log(sp.exp(x) + 1)
    assert called(inner, [x], True) == sp.exp(x) + 1
