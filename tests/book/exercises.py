"""The cells of a chapter that grade a reader's answer, with the answers that the book publishes.

Only the statements are run on which an exercise depends, and chains are recorded instead of proved.
"""

import ast
import contextlib
import itertools
import re
from dataclasses import dataclass, field, replace
from unittest.mock import patch

from texproof import Derivation
from tools.slices import names_given, needed_statements

SECTION = re.compile(r"^## (.+)", re.M)
REPLACE = re.compile(r"#.*\breplace\b")


@dataclass
class Cell:
    """A code cell: its statements, the exercise that it belongs to, and whether to the solution."""

    source: str
    statements: list
    label: str = ""
    solves: bool = False


def cells(chapter):
    """The code cells of a chapter."""
    label, kind, found = "", "", []
    for cell in chapter.cells:
        blocks = [each for each in cell.directives if each.kind in {"exercise", "solution"}]
        if cell.kind == "code":
            found.append(Cell(cell.code, ast.parse(cell.code).body, label, kind == "solution"))
        elif blocks:
            kind = blocks[-1].kind
            label = blocks[-1].label if kind == "exercise" else blocks[-1].title
        elif SECTION.search(cell.source):
            label = kind = ""
    return found


def depended(cells, wanted):
    """The cells that the wanted ones depend on, each with the statements that matter, and these."""
    whole = {id(statement) for cell in cells if wanted(cell) for statement in cell.statements}
    every = [statement for cell in cells for statement in cell.statements]
    kept = {id(statement) for statement in needed_statements(every, lambda each: id(each) in whole)}
    parts = [(cell, [each for each in cell.statements if id(each) in kept]) for cell in cells]
    return [replace(cell, statements=part) for cell, part in parts if part]


# --- attempts ------------------------------------------------------------------------------------


@dataclass
class Attempt:
    """What is said of the answer that stands in a cell and of the question itself.

    solutions: terms of a published chain, and whether all of them are refused. doubled: what is
    said of twice the right answer.
    """

    label: str
    stored: str
    again: str
    solutions: dict = field(default_factory=dict)
    doubled: str = ""


def attempts(chapter):
    """The attempts of a chapter, each with what is said of its published solutions."""
    found, ask = {}, Derivation.attempt

    def attempt(derivation, question, answer, **limits):
        def failure(text):
            return ask(derivation, question, text, **limits).failed

        each = Attempt(at.label, failure(answer), failure(question))
        found[at.label, question] = each, failure

    def calc(derivation, first, *rows, **_):
        if at.solves and (at.label, first) in found:
            each, failure = found[at.label, first]
            right = [term for term in answers(rows) if not failure(term)]
            each.solutions[answers(rows)] = not right
            for term in right[:1]:
                each.doubled = failure(f"2({term})")

    with running(chapter, attempt, calc) as namespace:
        for at in depended(cells(chapter), asks):
            run(at, namespace)
    return [each for each, _ in found.values()]


LETTER = re.compile(r"\\[A-Za-z]+|[A-Za-z]")
GREEK = (
    "alpha beta gamma delta epsilon eta theta kappa lambda mu nu xi pi rho sigma tau phi chi psi"
)
GREEK += " omega ell Gamma Delta Theta Lambda Xi Sigma Phi Psi Omega"
NAMED = {"\\" + letter for letter in GREEK.split()}
WORDS = re.compile(r"\\(?:text|mathrm|operatorname|mathtt|begin|end)\*?\{[^{}]*\}")
BLOCK = re.compile(r"^:::\{(exercise|solution)\} ([^\n]*)\n(.*?)^:::$", re.M | re.S)
MATH = re.compile(r"(?<![\\$])\$(?!\$)(.+?)(?<!\\)\$", re.S)


def letters(latex):
    """The letters of a formula, without commands and words."""
    found = LETTER.findall(WORDS.sub(" ", latex))
    return {letter for letter in found if letter in NAMED or len(letter) == 1}


def letters_declared(derivation):
    """The letters of all names, sizes and indices of a derivation."""
    words = derivation.vocabulary
    names = [*(name.latex for name in words.names), *words.sizes, *words.letters]
    return frozenset().union({"e", r"\pi", "T", "d"}, *map(letters, names))


def letters_read(chapter):
    """The letters that answers to each exercise may be written with."""
    found = {}

    def attempt(derivation, *_, **__):
        found[at.label] = found.get(at.label, set()) | letters_declared(derivation)

    with running(chapter, attempt) as namespace:
        for at in depended(cells(chapter), lambda cell: ".attempt(" in cell.source):
            run(at, namespace)
    return found


def letters_written(chapter):
    """The letters between dollars in the text of each exercise, and in that of its solution."""
    found = {}
    for cell in chapter.cells:
        for kind, title, text in BLOCK.findall(cell.source):
            label = title if kind == "solution" else re.search(r"^:label: (\S+)", text, re.M)[1]
            found[label] = found.get(label, set()) | letters(" ".join(MATH.findall(text)))
    return found


def asks(cell):
    """Whether a cell holds an attempt, or may hold the solution of one."""
    return ".attempt(" in cell.source or (cell.solves and ".calc(" in cell.source)


def answers(rows):
    """The terms of a chain that equal the first, of which one is the answer."""
    signs = itertools.takewhile(lambda sign: sign == "=", rows[::3])
    return tuple(term for _, term in zip(signs, rows[1::3], strict=False))


@contextlib.contextmanager
def running(chapter, attempt=lambda *_, **__: None, calc=lambda *_, **__: None):
    """What the cells of a chapter begin with; chains are not proved."""
    import matplotlib.pyplot

    matplotlib.use("Agg")
    with (
        contextlib.chdir(chapter.path.parent),
        patch.multiple(Derivation, attempt=attempt, calc=calc, holds=calc),
    ):
        yield {"__name__": "__main__"}
    matplotlib.pyplot.close("all")


def run(cell, namespace):
    exec(compile(ast.Module(cell.statements, []), cell.label, "exec"), namespace)


# --- cells that grade numbers --------------------------------------------------------------------


class Grader:
    """A cell that says whether what the reader puts in the place of a statement is right."""

    def __init__(self, cell):
        lines = cell.source.splitlines()
        line = next(n for n, text in enumerate(lines, 1) if REPLACE.search(text))
        self.statements = cell.statements
        self.stored = next(s for s in self.statements if s.lineno <= line <= s.end_lineno)
        self.names = sorted(names_given(self.stored))

    def says(self, namespace, values=()):
        """Whether the cell says True, with the stored answer or with other values."""
        space = {**namespace, **dict(values)}
        *before, last = (s for s in self.statements if not values or s is not self.stored)
        exec(compile(ast.Module(before, []), "grader", "exec"), space)
        return eval(compile(ast.Expression(last.value), "grader", "eval"), space)

    def in_sight(self):
        """Answers made of the numbers in the cell."""
        other = ast.Module([s for s in self.statements if s is not self.stored], [])
        constants = [node for node in ast.walk(other) if isinstance(node, ast.Constant)]
        numbers = {n.value for n in constants if type(n.value) in (int, float)}
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


def grades(chapter):
    """What the cells of a chapter that grade numbers say."""
    every, found, graders, solved = cells(chapter), {}, {}, {}
    labels = {cell.label for cell in every if grades_numbers(cell)}
    with running(chapter) as namespace:
        for cell in depended(
            every, lambda c: grades_numbers(c) or (c.solves and c.label in labels)
        ):
            if grades_numbers(cell):
                grader = graders[cell.label] = Grader(cell)
                seen = [each for each in grader.in_sight() if grader.accepts(namespace, each)]
                found[cell.label] = Grades(cell.label, grader.says(namespace), seen)
            run(cell, namespace)
            if cell.solves and cell.label in found:
                solved.setdefault(cell.label, set()).update(*map(names_given, cell.statements))
                grader = graders[cell.label]
                if solved[cell.label].issuperset(grader.names):
                    values = {name: namespace[name] for name in grader.names}
                    found[cell.label].published = grader.says(namespace, values)
    return list(found.values())


def grades_numbers(cell):
    """Whether a cell says True or False of an answer that is not a formula."""
    last = cell.statements and cell.statements[-1]
    tells = isinstance(last, ast.Expr) and re.match(r"bool\(|all\(|.*(==|>)", ast.unparse(last))
    return bool(cell.label and not cell.solves and REPLACE.search(cell.source) and tells)
