"""A derivation: names, definitions, and chains of checked steps.

`Derivation` is what a chapter works with. Each method makes a statement, has it judged, keeps it
and returns what the page shows. The rules of proof are elsewhere, in `decide` and `every_size`.
"""

from __future__ import annotations

import linecache
import re
import sys
import warnings
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from . import stating
from .decide.residuals import largest_residual, numeric_assignment
from .errors import DerivationError, OnlyAtSizes, Refuted, refusing, within
from .exercise import Exercise
from .expr import Definition, states_problem
from .inline import Judge
from .names import Name
from .reasons import refuse_unproved_reasons
from .show import display, tables
from .show.display import combine_displays
from .show.words import naming_terms
from .statement import CITED, DEFINED, EXACT, REFUSED, Statement
from .store import verdicts
from .vocabulary import Vocabulary
from .written import Writer

# --------------------------------------------------------------------------------------------------
# Where a derivation is made.


def calling_source() -> str:
    """The code from which this package is called, as of a cell; empty if it is not known."""
    frame = sys._getframe()
    while frame.f_back and frame.f_globals.get("__name__", "").partition(".")[0] == PACKAGE:
        frame = frame.f_back
    return "".join(linecache.getlines(frame.f_code.co_filename))


PACKAGE = __name__.partition(".")[0]


# --------------------------------------------------------------------------------------------------
# A derivation.


class Derivation:
    """The names of a derivation and the statements that were made with them.

    names: what `scalar`, `vector`, `matrix`, `index`, `subset`, `function` and `program` return.
    sizes: lengths to prove at and to refute at, as in ``sizes={"n": (4, 6)}``, where the usual
        ones (d = 3 and 4, n = 4 and 6, ...) do not serve.
    seconds: how long deciding a statement may take, in the main thread; without it, any time.
    Shown, it is the notation table.
    """

    @refusing
    def __init__(
        self,
        *names: Name,
        sizes: Mapping[str, tuple[int, int]] | None = None,
        seconds: float | None = None,
    ) -> None:
        self.vocabulary, self.seconds = Vocabulary(dict(sizes or {})), seconds
        self.made_in = calling_source()
        self.definitions: dict[Name, Definition] = {}
        # Problems whose solutions define names; they are stated and not evaluated.
        self.problems: dict[Name, Definition] = {}
        # The texts of the definitions, as they were written.
        self.texts: dict[Name, str] = {}
        self.statements: dict[str, Statement] = {}
        self.tries: Counter[str] = Counter()
        self.vocabulary.declare(names)

    @refusing
    def declare(self, *names: Name) -> tables.Names:
        """Adds names; shown, it is the notation table of just these."""
        self.vocabulary.declare(names)
        return tables.Names(names)

    def __repr__(self) -> str:
        return (
            f"Derivation of {len(self.vocabulary.names)} names, {len(self.statements)} statements"
        )

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        return tables.Names(self.vocabulary.names)._repr_mimebundle_()

    # ----------------------------------------------------------------------------------------------
    # What is stated.

    @refusing
    def define(self, text: str, label: str | None = None, reason: str = "") -> display.Display:
        """States that a name means a term, a subset or the solution of a problem.

        ``text`` is ``name = term``. The term is read and evaluated, and every later step in
        which the name occurs uses it. Shown, it is a display marked := with the label's number.
        """
        name, definition, row, first = stating.definition(
            self.vocabulary, self.definitions | self.problems, text, reason
        )
        stated = self.problems if states_problem(row.relation.right) else self.definitions
        stated[name], self.texts[name] = definition, text
        try:
            return self.keep(Statement(label, DEFINED, first, [row]))
        except DerivationError:
            del stated[name], self.texts[name]
            raise

    def calc(
        self,
        first: str,
        *rows: str,
        label: str | None = None,
        given: Iterable[str] = (),
        order: tuple[str, int] | None = None,
        sampled: str | None = None,
        at_sizes: str = "",
    ) -> display.Display:
        """States a chain ``first, relation, term, reason, relation, term, reason, ...``.

        ``first`` alone may be a whole display; a second chain in it is labelled ``label-2``.
        given: hypotheses, each an equation in LaTeX (or a sign, as ``\\lambda > 0``).
        order: ``(name, k)`` for the relation ≈: the sides agree in powers of it up to the k-th.
        sampled: a reason for which rows that no rule decides may rest on exact points alone.
        at_sizes: the reason why it is proved at named sizes only; it tells, and decides nothing.
            Without it, such a chain is a warning, OnlyAtSizes.
        Raises Refuted with a counterexample, or Undecided. Shown, it is the numbered display.
        """
        shown = self.calc_without_warning(
            first,
            *rows,
            label=label,
            given=given,
            order=order,
            sampled=sampled,
            at_sizes=at_sizes,
        )
        for message in shown.unexplained():
            warnings.warn(message, OnlyAtSizes, stacklevel=2)
        return shown

    @refusing
    def calc_without_warning(
        self,
        first: str,
        *rows: str,
        label: str | None = None,
        given: Iterable[str] = (),
        order: tuple[str, int] | None = None,
        sampled: str | None = None,
        at_sizes: str = "",
    ) -> display.Display:
        """As `calc`, for who tells in another way what is not proved for every size."""
        result = stating.statements_of_display(self.vocabulary, EXACT, first, rows, given, order)
        for statement in result:
            statement.note, statement.at_sizes = sampled or "", at_sizes
        return self.keep_all(result, label)

    @refusing
    def cite(
        self,
        first: str,
        *rows: str,
        source: str,
        label: str | None = None,
        given: Iterable[str] = (),
    ) -> display.Display:
        """States a chain that is a theorem of ``source``; points are still asked to refute it."""
        result = stating.statements_of_display(self.vocabulary, CITED, first, rows, given)
        for statement in result:
            statement.source = source
        return self.keep_all(result, label)

    @refusing
    def refute(
        self, first: str, *row: str, reason: str = "", given: Iterable[str] = ()
    ) -> display.Display:
        """Shows that a claim is false, by an exact counterexample; raises if it is not refuted."""
        rows = (*row, reason) if len(row) == 2 else row
        result = stating.statements_of_display(self.vocabulary, REFUSED, first, rows, given)
        return self.keep_all(result, None)

    def keep_all(self, statements: list[Statement], label: str | None) -> display.Display:
        """Judges the statements of one display, and enters all of them or none."""
        before, shown = dict(self.statements), list[display.Display]()
        for k, statement in enumerate(statements, 1):
            statement.label = label if label is None or k == 1 else f"{label}-{k}"
            try:
                shown.append(self.keep(statement))
            except DerivationError:
                self.statements = before
                raise
        return combine_displays(shown)

    def keep(self, statement: Statement) -> display.Display:
        """Judges a statement, and enters it in the ledger if it stands."""
        if statement.label and not re.fullmatch(r"[\w.:-]+", statement.label):
            raise DerivationError(
                f"a label must be one word of letters, digits and - _ : ., not {statement.label!r}"
            )
        if (label := statement.label) and label.lower() in map(str.lower, self.statements):
            raise DerivationError(f"the label {label} is used twice (case does not count)")
        words = self.vocabulary
        stating.put_in_force(statement, words, self.definitions, self.problems, self.texts)
        with naming_terms(Writer(words.names)), within(self.seconds):
            statement.verdicts = verdicts(statement)
            refuse_unproved_reasons(statement, self.judge([statement]))
        self.statements[statement.label or f"unnumbered-{len(self.statements)}"] = statement
        return display.Display(statement)

    def judge(self, statements: Sequence[Statement]) -> Judge:
        """What judges formulas, by its names and definitions and the hypotheses of statements."""
        return Judge(
            self.vocabulary, self.definitions, self.problems, self.texts, statements, self.seconds
        )

    # ----------------------------------------------------------------------------------------------
    # What statements are used for.

    @refusing
    def holds(self, label: str, values: Mapping[str, Any]) -> display.Holds:
        """Evaluates the statement ``label`` on numbers, such as those of a fitted model.

        values: arrays by the names' LaTeX; a family's index axes come first. A name that is
        left out takes the value of its definition. Raises Refuted if the residual of a row or
        hypothesis is above 64 roundings for each summed term. Shown, it is one line with the
        residual that is nearest to what is allowed.
        """
        if label not in self.statements:
            raise DerivationError(
                f"no statement has the label {label!r}; the labels are {', '.join(self.statements)}"
            )
        assignment = numeric_assignment(self.vocabulary, self.definitions, values)
        result = largest_residual(self.statements[label], assignment, self.vocabulary.letters)
        if not result.size <= result.allowed:
            message = f"a residual of {result.size:.1e} where {result.allowed:.1e} is allowed"
            raise Refuted(f"{label} does not hold on these numbers: {message}")
        return display.Holds(label, result)

    @refusing
    def attempt(
        self,
        question: str,
        answer: str,
        without: Iterable[str] = (),
        hint: str = "",
        repairs: Iterable[str] = (),
        given: Iterable[str] = (),
    ) -> display.Attempt:
        """Says whether a reader's ``answer`` equals the term ``question``, in any form.

        without: what the answer may not hold, such as ``\\nabla`` or the name ``f``, since it would
        only repeat the question; compared token by token. A wrong answer gets a point at which
        the two differ, and from the second one on the ``hint``. repairs: equations such as
        ``\\lambda = \\sigma^2`` under which an answer may be right that is wrong as it stands.
        given: hypotheses, as for `calc`.
        """
        exercise = Exercise(self.vocabulary, self.definitions, question, without, repairs, given)
        failed = exercise.fault_of(answer)
        self.tries[question] += bool(failed)
        return display.Attempt(answer, failed, hint if failed and self.tries[question] > 1 else "")
