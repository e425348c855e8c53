"""The cells of a chapter that grade a reader's answer, with the answers that the book publishes.

Only the cells are run on which an exercise depends, and chains are recorded instead of proved.
"""

import ast
import contextlib
import itertools
import json
import re
from dataclasses import dataclass, field
from unittest.mock import patch

from mlbook.derive import Derivation

DIRECTIVE = re.compile(
    r"^[:`]{3,}\{(exercise)\}.*\n:label: (\S+)|^[:`]{3,}\{(solution)\} (\S+)", re.M
)
SECTION = re.compile(r"^## (.+)", re.M)
REPLACE = re.compile(r"#.*\breplace\b")


@dataclass
class Cell:
    """A code cell: its source, the exercise that it belongs to, and whether to the solution."""

    source: str
    label: str = ""
    solves: bool = False

    @property
    def tree(self):
        return ast.parse(self.source)


def cells(path):
    """The code cells of a chapter, without the lines that only IPython understands."""
    label, kind, found = "", "", []
    for cell in json.loads(path.read_text("utf8"))["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "code":
            code = re.sub(r"^%.*$", "", source, flags=re.M)
            found.append(Cell(code, label, kind == "solution"))
        elif told := DIRECTIVE.findall(source):
            kind, label = filter(None, told[-1])
        elif SECTION.search(source):
            label = kind = ""
    return found


# --- what a cell depends on ----------------------------------------------------------------------


def needed(cells, wanted):
    """The cells, in order, that the wanted ones depend on, and these."""
    names, found = set(), []
    for cell in reversed(cells):
        if wanted(cell) or names & (bound(cell.tree) | changed(cell.tree)):
            names = (names - bound(cell.tree)) | read(cell.tree)
            found.insert(0, cell)
    return found


def bound(tree):
    """Names to which the statements of a cell give values, whatever they were before."""
    made = {node.id for node in nodes(tree, ast.Name) if isinstance(node.ctx, ast.Store)}
    made |= {(alias.asname or alias.name).split(".")[0] for alias in nodes(tree, ast.alias)}
    return made | {node.name for node in nodes(tree, ast.FunctionDef | ast.ClassDef)}


def changed(tree):
    """Names whose values a cell changes: by a definition, a declaration, or in a place."""
    calls = (node.func for node in nodes(tree, ast.Call) if isinstance(node.func, ast.Attribute))
    owners = [call.value for call in calls if call.attr in {"define", "declare", "append"}]
    places = [node for node in nodes(tree, ast.Subscript) if isinstance(node.ctx, ast.Store)]
    return {
        node.id for node in [*owners, *(place.value for place in places)] if hasattr(node, "id")
    }


def read(tree):
    """Names that a cell uses."""
    return {node.id for node in nodes(tree, ast.Name) if isinstance(node.ctx, ast.Load)}


def nodes(tree, kind):
    return (node for node in ast.walk(tree) if isinstance(node, kind))


# --- attempts ------------------------------------------------------------------------------------


@dataclass
class Attempt:
    """What is said of the answer that stands in a cell and of the question itself.

    solutions: terms of a published chain, and whether all of them are refused.
    """

    label: str
    stored: str
    again: str
    solutions: dict = field(default_factory=dict)


def attempts(path):
    """The attempts of a chapter, each with what is said of its published solutions."""
    found, ask = {}, Derivation.attempt

    def attempt(derivation, question, answer, **limits):
        def said(text):
            return ask(derivation, question, text, **limits).failed

        found[at.label, question] = Attempt(at.label, said(answer), said(question)), said

    def calc(derivation, first, *rows, **_):
        if at.solves and (at.label, first) in found:
            each, said = found[at.label, first]
            each.solutions[answers(rows)] = all(map(said, answers(rows)))

    with running(path, attempt, calc) as namespace:
        for at in needed(cells(path), asks):
            run(at, namespace)
    return [each for each, _ in found.values()]


def asks(cell):
    """Whether a cell holds an attempt, or may hold the solution of one."""
    return ".attempt(" in cell.source or (cell.solves and ".calc(" in cell.source)


def answers(rows):
    """The terms of a chain that equal the first, of which one is the answer."""
    signs = itertools.takewhile(lambda sign: sign == "=", rows[::3])
    return tuple(term for _, term in zip(signs, rows[1::3], strict=False))


@contextlib.contextmanager
def running(path, attempt=lambda *_, **__: None, calc=lambda *_, **__: None):
    """What the cells of a chapter begin with; chains are not proved."""
    import matplotlib.pyplot

    matplotlib.use("Agg")
    with (
        contextlib.chdir(path.parent),
        patch.multiple(Derivation, attempt=attempt, calc=calc, holds=calc),
    ):
        yield {"__name__": "__main__"}
    matplotlib.pyplot.close("all")


def run(cell, namespace):
    exec(compile(cell.source, cell.label, "exec"), namespace)


# --- cells that grade numbers --------------------------------------------------------------------


class Grader:
    """A cell that says whether what the reader puts in the place of a statement is right."""

    def __init__(self, cell):
        lines = cell.source.splitlines()
        line = next(n for n, text in enumerate(lines, 1) if REPLACE.search(text))
        self.statements = cell.tree.body
        self.stored = next(s for s in self.statements if s.lineno <= line <= s.end_lineno)
        self.names = sorted(bound(ast.Module([self.stored], [])))

    def says(self, namespace, values=()):
        """Whether the cell says True, with the stored answer or with other values."""
        space = {**namespace, **dict(values)}
        *before, last = (s for s in self.statements if not values or s is not self.stored)
        exec(compile(ast.Module(before, []), "grader", "exec"), space)
        return eval(compile(ast.Expression(last.value), "grader", "eval"), space)

    def in_sight(self):
        """Answers made of the numbers in the cell."""
        other = ast.Module([s for s in self.statements if s is not self.stored], [])
        numbers = {n.value for n in nodes(other, ast.Constant) if type(n.value) in (int, float)}
        for chosen in itertools.product(numbers, repeat=len(self.names)):
            yield dict(zip(self.names, chosen, strict=True))

    def accepts(self, namespace, values):
        """Whether an answer is right; one of the wrong type is not."""
        with contextlib.suppress(AttributeError, TypeError, ValueError):
            return bool(self.says(namespace, values))
        return False


@dataclass
class Grades:
    """What a cell says of the answer that it holds, and of the published one; numbers that solve it."""

    label: str
    stored: bool
    in_sight: list
    published: bool | None = None


def grades(path):
    """What the cells of a chapter that grade numbers say."""
    every, found, graders, solved = cells(path), {}, {}, {}
    labels = {cell.label for cell in every if grades_numbers(cell)}
    with running(path) as namespace:
        for cell in needed(every, lambda c: grades_numbers(c) or (c.solves and c.label in labels)):
            if grades_numbers(cell):
                grader = graders[cell.label] = Grader(cell)
                seen = [each for each in grader.in_sight() if grader.accepts(namespace, each)]
                found[cell.label] = Grades(cell.label, grader.says(namespace), seen)
            run(cell, namespace)
            if cell.solves and cell.label in found:
                solved.setdefault(cell.label, set()).update(bound(cell.tree))
                grader = graders[cell.label]
                if solved[cell.label].issuperset(grader.names):
                    values = {name: namespace[name] for name in grader.names}
                    found[cell.label].published = grader.says(namespace, values)
    return list(found.values())


def grades_numbers(cell):
    """Whether a cell says True or False of an answer that is not a formula."""
    last = cell.tree.body and cell.tree.body[-1]
    tells = isinstance(last, ast.Expr) and re.match(r"bool\(|all\(|.*(==|>)", ast.unparse(last))
    return bool(cell.label and not cell.solves and REPLACE.search(cell.source) and tells)
