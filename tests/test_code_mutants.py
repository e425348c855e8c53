"""What is judged of the mutants of the code is about code that is there."""

import ast

import pytest

from tests.code_mutants import ROOT, judged


def source(function):
    """The lines of a function that is called derive/decide/case.told or lda.LDA.fit, without indents."""
    module, *names = function.split(".")
    text = (ROOT / "mlbook" / f"{module}.py").read_text("utf8")
    node = ast.parse(text)
    for name in names:
        node = next(inner for inner in node.body if getattr(inner, "name", "") == name)
    return [line.strip() for line in text.splitlines()[node.lineno - 1 : node.end_lineno]]


@pytest.mark.parametrize("function", sorted({function for function, _ in judged()}))
def test_what_is_judged_stands_in_its_function(function):
    changes = [change for judged_of, change in judged() if judged_of == function]
    quoted = {line[2:] for change in changes for line in change if line.startswith("- ")}
    assert quoted and quoted <= {*source(function)}
