"""The statements of the chapters as texts, with the names that they are read with; nothing is run.

What is no literal in a chapter's cells (a text put together by code, a name made in a loop) is left
out.
"""

import ast

from mlbook import derive
from mlbook.derive.vocabulary import Vocabulary
from tests.chapters import CHAPTERS, code_cells

NOUNS = {"scalar", "vector", "matrix", "index", "subset", "function", "program"}
STATING = {"define", "calc", "cite", "refute"}


class Cells(ast.NodeVisitor):
    """Collects, cell by cell, each derivation's nouns and texts."""

    def __init__(self):
        self.constants, self.of, self.found = {}, {}, []

    def visit_Assign(self, node):
        self.generic_visit(node)
        (target,), value = node.targets[:1], self.value(node.value)
        if isinstance(target, ast.Name) and value is not None:
            self.constants[target.id] = value
        if isinstance(target, ast.Name) and called(node.value) == "Derivation":
            sizes = [self.value(k.value) for k in node.value.keywords if k.arg == "sizes"]
            self.of[target.id] = self.nouns(node.value), [], *sizes
            self.found.append(self.of[target.id])

    def visit_Call(self, node):
        self.generic_visit(node)
        owner = getattr(getattr(node.func, "value", None), "id", None)
        nouns, texts, *_ = self.of.get(owner, ([], []))
        if called(node) == "declare":
            nouns += self.nouns(node)
        elif called(node) in STATING:
            given = [k.value for k in node.keywords if k.arg == "given"]
            hypotheses = [part for each in given for part in getattr(each, "elts", ())]
            sides = [
                node.args[0],
                *node.args[2::3],
                *hypotheses,
            ]  # first, (sign, term, reason), ...
            values = [self.value(side) for side in sides if called(node) != "define"]
            texts += [text for text in values or [self.value(node.args[0])] if text is not None]

    def nouns(self, node):
        """The names that are declared in a call, as far as they are literals."""
        made = [self.noun(each) for each in node.args if called(each) in NOUNS]
        return [name for name in made if name is not None]

    def noun(self, node):
        if called(node) == "program":
            short = ast.unparse(node.args[0]).rpartition(".")[2].replace("_", r"\_")
            shape = [self.value(part) for part in node.args[1:]]
            return derive.program(print, *shape, latex=rf"\mathtt{{{short}}}")
        parts = [self.value(part) for part in node.args]
        facts = {k.arg: self.value(k.value) for k in node.keywords}
        if None in [*parts, *facts.values()]:
            return None
        return getattr(derive, called(node))(*parts, **facts)

    def value(self, node):
        """A literal, or what a constant of the chapter stands for; None for anything else."""
        if isinstance(node, ast.Name):
            return self.constants.get(node.id)
        try:
            return ast.literal_eval(node)
        except ValueError:
            return None


def called(node):
    """The name of what a call calls; nothing if the node is no call."""
    func = getattr(node, "func", None)
    return getattr(func, "id", getattr(func, "attr", None))


def displays():
    """(vocabulary, texts) of each derivation of the chapters."""
    for path in CHAPTERS:
        cells = Cells()
        for source in code_cells(path):
            cells.visit(ast.parse(source))
        for nouns, texts, *sizes in cells.found:
            words = Vocabulary(*sizes)
            words.declare(dict.fromkeys(nouns))
            yield words, list(dict.fromkeys(texts))
