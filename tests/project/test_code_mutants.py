"""What is judged of the mutants of the code is about code that is there, and so are their tests."""

import ast
import re

from tests.project import code_mutants
from tests.project.code_mutants import FOLDERS, LEFT_OUT, ROOT, file_of, judged, modules, package_of


def source(function):
    """The lines of a function that is called texproof/decide/case.undefined_at or lda.LDA.fit, without indents."""
    module, *names = function.split(".")
    text = (FOLDERS[package_of(module)].parent / file_of(module)).read_text("utf8")
    node = ast.parse(text)
    for name in names:
        node = next(inner for inner in node.body if getattr(inner, "name", "") == name)
    return [line.strip() for line in text.splitlines()[node.lineno - 1 : node.end_lineno]]


def test_what_is_judged_stands_in_its_function():
    quoted = {}
    for function, change in judged():
        quoted.setdefault(function, set()).update(line[2:] for line in change if line[:2] == "- ")
    lost = {
        function: lines for function, lines in quoted.items() if not lines <= {*source(function)}
    }
    assert lost == {} and all(quoted.values())


def test_each_module_is_tried_by_tests_that_are_there():
    named = {test for module in modules() for test in code_mutants.tests_of(module)}
    assert [test for test in sorted(named) if not (ROOT / test).exists()] == []


def test_the_tests_that_are_left_out_are_there():
    text = "".join(path.read_text("utf8") for path in (ROOT / "tests").rglob("test_*.py"))
    names = " ".join(re.findall(r"def (test_\w+)", text))
    assert [part for part in LEFT_OUT.split(" or ") if part not in names] == []
