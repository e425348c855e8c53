"""What is judged of the mutants of the code is about code that is there."""

import ast

from tests.code_mutants import ROOT, judged


def source(function):
    """The lines of a function that is called derive/decide/case.told or lda.LDA.fit, without indents."""
    module, *names = function.split(".")
    text = (ROOT / "mlbook" / f"{module}.py").read_text("utf8")
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
