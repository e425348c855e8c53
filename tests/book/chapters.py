"""Runs of a chapter only what states something, and hands its derivations to the tests."""

import ast
import contextlib
import re
import sys

import matplotlib.pyplot as plt

from texproof import Derivation
from texproof.statement import EXACT
from texproof_tests.stated import unjudged
from tools.book import Book, BookError
from tools.slices import slice_of_cells

BOOK = Book()
CHAPTERS = sorted(BOOK.chapters.values(), key=lambda chapter: chapter.name)


def chosen(names):
    """The chapters of these names, or all; a name without a chapter ends the program in a line."""
    try:
        return [BOOK.chapter(name) for name in names] or CHAPTERS
    except BookError as error:
        sys.exit(str(error))


def derivations(chapter, judged=True):
    """The derivations that a chapter's cells make, in order, each with its statements.

    judged=False leaves out the verdicts, for whom nbval has asked for them: nine tenths of the time.
    """
    return list(dict.fromkeys(derivations_by_name(chapter, judged).values()))


def derivations_by_name(chapter, judged=True):
    """The same by the names that they have in the chapter."""
    code = slice_of_cells(cell.code for cell in chapter.code)
    namespace = {"__name__": "__main__"}
    judging = contextlib.nullcontext() if judged else unjudged()
    many = plt.rc_context({"figure.max_open_warning": 0})  # no cell ends and closes its own
    with contextlib.chdir(chapter.path.parent), judging, many:
        exec(compile(ast.fix_missing_locations(code), chapter.name, "exec"), namespace)
    plt.close("all")
    return {name: value for name, value in namespace.items() if isinstance(value, Derivation)}


def exact_rows(chapter):
    """(label, statement, number, row) of what a chapter states as exact."""
    for derivation in derivations(chapter, judged=False):
        for label, statement in derivation.statements.items():
            if statement.kind == EXACT:
                for number, row in enumerate(statement.rows, 1):
                    yield label, statement, number, row


def labels():
    """What a role can lead to: displays, figures, theorems and exercises."""
    found = {equation.label for equation in BOOK.equations}
    for chapter in CHAPTERS:
        found |= set(re.findall(r'"(fig-[\w-]+)"', chapter.path.read_text("utf8")))
        found |= {directive.label for directive in chapter.directives}
    return found
