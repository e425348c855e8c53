"""A derivation: names, definitions, and chains of checked steps."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from . import stating
from .decide.judge import verdicts
from .decide.residuals import Residual, numeric_world, residuals
from .errors import DerivationError, Refuted
from .evaluate.world import Definition
from .exercise import Exercise
from .expr import states_problem
from .names import Name
from .refusing import refusing
from .show import display, tables
from .show.told import naming_terms
from .show.written import Writer
from .statement import CITED, DEFINED, EXACT, REFUSED, Statement
from .vocabulary import Vocabulary


class Derivation:
    """The nouns of a derivation and the statements that were made with them.

    names: what `scalar`, `vector`, `matrix`, `index`, `subset`, `function` and `program` return.
    sizes: lengths to prove at and to refute at, as in ``sizes={"n": (4, 6)}``, where the usual
        ones (d = 3 and 4, n = 4 and 6, ...) do not serve.
    Shown, it is the notation table.
    """

    @refusing
    def __init__(self, *names: Name, sizes: Mapping[str, tuple[int, int]] | None = None) -> None:
        self.words = Vocabulary(dict(sizes or {}))
        self.definitions: dict[Name, Definition] = {}
        self.problems: dict[Name, Definition] = {}  # that define names, and are not evaluated
        self.texts: dict[Name, str] = {}  # of the definitions
        self.statements: dict[str, Statement] = {}
        self.tries: Counter[str] = Counter()
        self.words.declare(names)

    @refusing
    def declare(self, *names: Name) -> tables.Names:
        """Adds names; shown, it is the notation table of just these."""
        self.words.declare(names)
        return tables.Names(names)

    def __repr__(self) -> str:
        return f"Derivation of {len(self.words.names)} names, {len(self.statements)} statements"

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        return tables.Names(self.words.names)._repr_mimebundle_()

    # stating

    @refusing
    def define(self, text: str, label: str | None = None, reason: str = "") -> display.Display:
        """States that a name means a term, a subset or the solution of a problem.

        ``text`` is ``name = term``. The term is read and evaluated, and every later step in
        which the name occurs uses it. Shown, it is a display marked := with the label's number.
        """
        name, definition, row, first = stating.definition(
            self.words, self.definitions | self.problems, text, reason
        )
        stated = self.problems if states_problem(row.relation.right) else self.definitions
        stated[name], self.texts[name] = definition, text
        try:
            return self.keep(Statement(label, DEFINED, first, [row]))
        except DerivationError:
            del stated[name], self.texts[name]
            raise

    @refusing
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

        given: hypotheses, each an equation in LaTeX (or a sign, as ``\\lambda > 0``).
        order: ``(name, k)`` for the relation ≈: the sides agree in powers of it up to the k-th.
        sampled: a reason for which rows that no rung decides may rest on exact points alone.
        at_sizes: the reason why it is proved at named sizes only; it tells, and decides nothing.
        Raises Refuted with a counterexample, or Undecided. Shown, it is the numbered display.
        """
        statement = stating.chain(self.words, EXACT, first, rows, given, order)
        statement.label, statement.note, statement.at_sizes = label, sampled or "", at_sizes
        return self.keep(statement)

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
        statement = stating.chain(self.words, CITED, first, rows, given)
        statement.label, statement.source = label, source
        return self.keep(statement)

    @refusing
    def refute(
        self, first: str, sign: str, text: str, reason: str = "", given: Iterable[str] = ()
    ) -> display.Display:
        """Shows that a claim is false, by an exact counterexample; raises if it is not refuted."""
        row = (sign, text, reason)
        return self.keep(stating.chain(self.words, REFUSED, first, row, given))

    def keep(self, statement: Statement) -> display.Display:
        """Judges a statement, and enters it in the ledger if it stands."""
        taken = {label.lower() for label in self.statements}
        if statement.label is not None and statement.label.lower() in taken:
            raise DerivationError(
                f"the label {statement.label} is used twice (case does not count)"
            )
        statement.names, statement.texts = list(self.words.names), dict(self.texts)
        statement.definitions, statement.problems = dict(self.definitions), dict(self.problems)
        statement.letters = dict(self.words.letters)
        statement.lengths = self.words.sizes
        statement.sizes = stating.sizes_used(statement)
        with naming_terms(Writer(self.words.names)):
            statement.verdicts = verdicts(statement)
        self.statements[statement.label or f"unnumbered-{len(self.statements)}"] = statement
        return display.Display(statement)

    # using

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
                f"no statement {label!r}; there are: {', '.join(self.statements)}"
            )
        statement = self.statements[label]
        world = numeric_world(self.words, self.definitions, values)
        found = residuals(statement, world, self.words.letters)
        worst = max(found, key=lambda r: r.excess)
        many = sum(r.instances for r in found[: len(statement.rows)])
        result = Residual(worst.size, worst.allowed, many)
        if not result.size <= result.allowed:
            raise Refuted(
                f"{label} does not hold on these numbers: a residual of {result.size:.1e} "
                f"where {result.allowed:.1e} is allowed"
            )
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
        exercise = Exercise(self.words, self.definitions, question, without, repairs, given)
        failed = exercise.wrong(answer)
        self.tries[question] += bool(failed)
        told = hint if failed and self.tries[question] > 1 else ""
        return display.Attempt(answer, failed, told)
