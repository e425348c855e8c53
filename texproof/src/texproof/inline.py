"""What the formulas in the sentences of a page are: proved, computed, settings, conditions, false.

A derivation judges such a formula as one of its displays, and what it refutes is false, unless the
formula only gives a value to a name that may have any, or restricts which values it may have.  Of
several derivations the nearest one before the formula whose names can read it decides.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from . import stating, store
from .decide.judge import verdicts
from .digits import agree_in_digits, is_number, mixed_numbers_as_sums
from .errors import DerivationError, Refuted, TooLong, refusing, within
from .evaluate.setting import dependencies
from .evaluate.values import CONSTANT
from .expr import Definition, Expr, Relation, names_in, walk
from .names import Name
from .prose import (
    Cell,
    Formula,
    Step,
    find_formulas,
    normalize,
    per_cent_as_fraction,
    rows_of_formula,
)
from .statement import EXACT, Statement
from .vocabulary import Vocabulary

COMPUTED, SETTING, CONDITION, PROVED = "computed", "setting", "condition", "proved"
UNDER, SIZES, SHOWN = "proved under a hypothesis", "proved at sizes", "shown as false"
UNREAD, FALSE = "not read", "false"
# Of the rows of a formula the last in this list tells what it is.
WEAKEST = [SETTING, COMPUTED, PROVED, UNDER, SIZES, CONDITION, SHOWN, UNREAD, FALSE]


@dataclass(frozen=True)
class FormulaOutcome:
    """What a formula is, and the reason where it is false or not read."""

    kind: str
    detail: str = ""


def weakest_outcome(outcomes: Sequence[FormulaOutcome]) -> FormulaOutcome:
    """What a formula is whose rows are these."""
    return max(outcomes, key=lambda outcome: WEAKEST.index(outcome.kind))


# --------------------------------------------------------------------------------------------------
# Texts that need no derivation: a letter that none declares, and numbers.

GREEK = """alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu
xi pi rho varrho sigma tau upsilon phi varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma
Upsilon Phi Psi Omega ell"""
GROUP = r"\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}"
SYMBOL = rf"(?:\\(?:{'|'.join(GREEK.split())})(?![A-Za-z])|[A-Za-z])"
STYLE = (
    r"\\(?:mathbf|boldsymbol|bm|mathrm|mathcal|mathbb|mathtt|operatorname|hat|bar|tilde|dot|vec)"
)
LETTER = rf"(?:{STYLE}\s*(?:{GROUP}|{SYMBOL})|\\text{GROUP}|{SYMBOL})"
INDICES = rf"(?:'|[_^]\s*(?:{GROUP}|\\[A-Za-z]+|[A-Za-z0-9*+]))*"
BARE = re.compile(rf"\s*(?!e\s*\^){LETTER}{INDICES}\s*")
CALLED = re.compile(rf"\s*(?!e\s*\^){LETTER}{INDICES}\s*(?:\\left)?\((?:[^()=]|\([^()]*\))*\)\s*")
DOTS = {"", r"\dots", r"\ldots", r"\cdots", r"\infty", r"-\infty"}
ABOUT = {"≈", r"\approx", r"\simeq", r"\cong"}


def is_plain_name(text: str, sign: str) -> bool:
    """Whether a text is a letter with accents and indices, or, with "=", a function of letters."""
    return bool(BARE.fullmatch(text) or (sign == "=" and CALLED.fullmatch(text)))


def holds_numbers_only(text: str) -> bool:
    """Whether a text holds numbers alone: one, a list or a column, maybe with dots between."""
    inside = re.sub(r"\^\\top|\^T|\\(?:left|right|pm)(?![A-Za-z])|\\[{}]|[()\[\]]", " ", text)
    parts = [part.strip() for part in re.split(r"[,;&]|\\\\|\\;", inside)]
    return is_number(text) or all(part in DOTS or is_number(part) for part in parts)


def outcome_of_numbers(step: Step) -> FormulaOutcome:
    """What a relation between given numbers is."""
    step = Step(mixed_numbers_as_sums(step.left), step.sign, mixed_numbers_as_sums(step.right))
    equal = step.sign in {"=", "≠"} or step.sign in ABOUT
    result = Judge().verdict(step._replace(sign="=") if equal else step)
    if step.sign == "≠":
        result = TURNED.get(result.kind, FormulaOutcome(UNREAD, result.detail))
    elif (
        result.kind == FALSE
        and equal
        and agree_in_digits(step.left, step.right, step.sign in ABOUT)
    ):
        return FormulaOutcome(COMPUTED)
    return FormulaOutcome(COMPUTED) if result.kind in {PROVED, SIZES} else result


TURNED = {PROVED: FormulaOutcome(FALSE, "both sides are equal"), FALSE: FormulaOutcome(PROVED)}


def outcome_of_letter(step: Step) -> FormulaOutcome | None:
    """What a row is in which a letter stands alone that no derivation can read."""
    equal = step.sign == "=" or step.sign in ABOUT
    right = is_plain_name(step.right, step.sign) and (holds_numbers_only(step.left) or not equal)
    if not (right or is_plain_name(step.left, step.sign)):
        return None
    return FormulaOutcome(SETTING if equal else CONDITION)


# --------------------------------------------------------------------------------------------------
# One derivation, as the judge of rows.


NONE: dict[Name, Definition] = {}
NO_TEXTS: dict[Name, str] = {}


class Judge:
    """Names, definitions and the hypotheses of displays, by which a formula is judged."""

    def __init__(
        self,
        words: Vocabulary | None = None,
        definitions: Mapping[Name, Definition] = NONE,
        problems: Mapping[Name, Definition] = NONE,
        texts: Mapping[Name, str] = NO_TEXTS,
        statements: Sequence[Statement] = (),
        seconds: float | None = None,
    ) -> None:
        self.words, self.seconds = words or Vocabulary(), seconds
        self.definitions, self.problems, self.texts = definitions, problems, texts
        self.given = {tuple(each.given): each.hypotheses for each in statements if each.given}
        self.hypotheses = [relation for each in statements for relation in each.hypotheses]

    def statement(self, step: Step, given: Iterable[str] = ()) -> Statement:
        """A row as a statement, not judged; raises if it cannot be read."""
        row = step.left, step.sign, step.right, ""
        made = stating.chain(self.words, EXACT, row[0], row[1:], [*step.given, *given])
        stating.put_in_force(made, self.words, self.definitions, self.problems, self.texts)
        return made

    def reads(self, step: Step) -> bool:
        """Whether the names of the derivation can read a row."""
        try:
            self.row(step if step.sign != "≠" else step._replace(sign="="))
        except DerivationError:
            return False
        return True

    @refusing
    def row(self, step: Step) -> Relation:
        """The relation that a row is."""
        return (
            stating.chain(self.words, EXACT, step.left, (step.sign, step.right, ""), step.given)
            .rows[0]
            .relation
        )

    def verdict(self, step: Step, given: Iterable[str] = ()) -> FormulaOutcome:
        """What the checker says of a row: proved, proved at sizes, false, or not decided."""
        try:
            statement = self.statement(step, given)
        except DerivationError as refusal:
            return FormulaOutcome(UNREAD, first_line(refusal))
        (result,) = store.stored_or_decided(
            "formula", statement, lambda: self.decide(statement), FormulaOutcome
        ) or (LATE,)
        return result

    def decide(self, statement: Statement) -> list[FormulaOutcome]:
        """What is said of a statement; nothing if the time was over, which is not stored."""
        try:
            return [FormulaOutcome(self.kind(statement))]
        except TooLong:
            return []
        except Refuted as refusal:
            return [FormulaOutcome(FALSE, first_line(refusal))]
        except DerivationError as refusal:
            return [FormulaOutcome(UNREAD, first_line(refusal))]

    @refusing
    def kind(self, statement: Statement) -> str:
        """Whether a statement is proved for every size; raises if it is not proved."""
        with within(self.seconds):
            statement.verdicts = verdicts(statement)
        return PROVED if statement.verdict == EXACT else SIZES

    def outcome(self, step: Step) -> FormulaOutcome:
        """What a row is that the names of the derivation can read."""
        if step.sign == "≠":
            return self.outcome_of_unequal(step)
        relation = self.row(step)
        if self.sets_numbers(relation, step):
            return FormulaOutcome(SETTING if step.sign == "=" else CONDITION)
        result = self.verdict(step)
        if result.kind in {PROVED, SIZES}:
            return result
        if self.is_hypothesis(relation) or self.restricts_by_order(relation):
            return FormulaOutcome(CONDITION)
        if all(map(self.is_free, relation.sides)):
            return FormulaOutcome(SETTING)
        under = self.outcome_under_hypotheses(relation, step)
        if under.kind == UNREAD and self.sets_name(relation):
            return FormulaOutcome(SETTING)
        return result if under.kind == UNREAD else under

    def outcome_of_unequal(self, step: Step) -> FormulaOutcome:
        """What a row with ≠ is: a condition, or proved of numbers.

        That terms with names differ at a point does not say that they differ everywhere.
        """
        equal = step._replace(sign="=")
        sides = self.row(equal).sides
        if any(self.is_free(side) or is_constant(side) for side in sides):
            return FormulaOutcome(CONDITION)
        found = self.verdict(equal).kind
        if found == FALSE and names_in(*sides):
            return FormulaOutcome(UNREAD, "where the sides differ is not decided")
        return TURNED.get(found, FormulaOutcome(UNREAD, "not decided"))

    def outcome_under_hypotheses(self, relation: Relation, step: Step) -> FormulaOutcome:
        """What a row is under the hypotheses of a display that mention its names.

        It is false if one of them tells what its left side is, or is of just its names, and the
        row contradicts this.  Of hypotheses about sizes, those under which it is false refute it
        only if it sets no name.
        """
        names, false = set(names_in(relation)), FormulaOutcome(UNREAD)
        for given, known in self.given.items():
            mentioned = names_in(*known)  # none where sizes alone are told
            if mentioned and not names.intersection(mentioned):
                continue
            outcome = self.verdict(step, given)
            if outcome.kind in {PROVED, SIZES}:
                return FormulaOutcome(UNDER, " and ".join(given))
            told = any(tells(one, relation) for one in known)
            if outcome.kind == FALSE and (told or not (mentioned or self.sets_name(relation))):
                false = outcome
        return false

    def sets_numbers(self, relation: Relation, step: Step) -> bool:
        """Whether a name that may have any value is set beside given numbers."""
        sides = zip(relation.sides, (step.right, step.left), strict=True)
        return any(self.is_free(side) and holds_numbers_only(other) for side, other in sides)

    def restricts_by_order(self, relation: Relation) -> bool:
        """Whether a row that is not proved restricts what may be by an order.

        Claims have operations and names on both sides.
        """
        one_side = any(self.is_bare(side) or is_constant(side) for side in relation.sides)
        return relation.sign in TURNED_SIGNS and one_side

    def sets_name(self, relation: Relation) -> bool:
        """Whether a row that is not proved tells the value of the name on its left.

        What a definition or a display tells of the name is another thing: the row is a claim then,
        unless it has numbers alone, as those of an example.
        """
        left, right = relation.sides
        if relation.sign != "=" or left in walk(right) or self.depends_on(right, left):
            return False
        return self.is_free(left) or (
            is_constant(right) and (is_name(left) or self.has_one_free_name(left))
        )

    def depends_on(self, side: Expr, name: Expr) -> bool:
        """Whether the definitions of the names in a term mention a name."""
        defined = {**self.definitions, **self.problems}
        return any(name.value in dependencies(one, defined) for one in names_in(side))

    def has_one_free_name(self, side: Expr) -> bool:
        """Whether a term has one free name, once: if it is told, the name has its value."""
        bare = [node for node in walk(side) if self.is_bare(node) and not is_constant(node)]
        return len(bare) == 1 and self.is_free(bare[0])

    def is_bare(self, side: Expr) -> bool:
        """Whether a term is a name, a letter or a size."""
        return is_name(side) or side.op in {"var", "size"}

    def is_hypothesis(self, relation: Relation) -> bool:
        """Whether a display of the derivation presumes a relation."""
        turned = Relation(TURNED_SIGNS.get(relation.sign, relation.sign), *relation.sides[::-1])
        return relation in self.hypotheses or turned in self.hypotheses

    def is_free(self, side: Expr) -> bool:
        """Whether a term is a name, a letter or a size that may have any value."""
        if side.op in {"var", "size"}:
            return True
        name = side.value
        defined = is_name(side) and (name in self.definitions or name in self.problems)
        return is_name(side) and not (defined or name.call or name.facts & CONSTANT)


LATE = FormulaOutcome(UNREAD, "not decided in time")


def first_line(refusal: DerivationError) -> str:
    """The first line of a refusal, without the row that it names."""
    return re.sub(r"^row 1 \(.*?\)(?: is|:) ", "", str(refusal).partition("\n")[0])


TURNED_SIGNS = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}


def is_name(side: Expr) -> bool:
    """Whether a term is a name, a member of a family, an entry, or a function of something."""
    return side.op in {"name", "entry", "call"}


def tells(known: Relation, relation: Relation) -> bool:
    """Whether a hypothesis is an equation of the left side of a relation, or of just its names."""
    pairs = (known.sides, known.sides[::-1])
    left = any(one == relation.left and not is_constant(other) for one, other in pairs)
    same = {*names_in(relation)} == {*names_in(known)} and not is_constant(relation.right)
    return known.sign == "=" and (left or same)


def is_constant(side: Expr) -> bool:
    """Whether a term has no names."""
    names = (node for node in walk(side) if node.op in {"name", "entry", "call", "var", "size"})
    return all(is_name(node) and node.value.facts & CONSTANT for node in names)


# --------------------------------------------------------------------------------------------------
# A formula, by the nearest derivation that can read it.


def outcome_of_formula(formula: Formula, judges: Sequence[Judge]) -> FormulaOutcome:
    """What a formula is; judges: those of the derivations, the nearest first."""
    rows = rows_of_formula(normalize(formula.text))
    if not rows:
        return FormulaOutcome(UNREAD, "its relations cannot be told apart")
    if formula.percent:
        rows[-1] = rows[-1]._replace(right=per_cent_as_fraction(rows[-1].right))
    numbers = [row for row in rows if is_about_numbers(row)]
    others = [row for row in rows if row not in numbers]
    result = [
        FormulaOutcome(SETTING) if sets_constant(row) else outcome_of_numbers(row)
        for row in numbers
    ]
    return weakest_outcome([*result, *outcomes_by_nearest(others, judges)])


def is_about_numbers(row: Step) -> bool:
    """Whether both sides of a row are numbers."""
    return all(is_number(mixed_numbers_as_sums(side)) for side in (row.left, row.right))


def sets_constant(row: Step) -> bool:
    """Whether a row gives a number to a letter that is a constant elsewhere, as a prior to pi."""
    return row.sign == "=" and row.left.strip() in {r"\pi", "e"}


def outcomes_by_nearest(rows: Sequence[Step], judges: Sequence[Judge]) -> list[FormulaOutcome]:
    """What rows are; all but those with a letter that none declares are read by one derivation."""
    unread = {row: outcome_of_letter(row) for row in rows if not any(j.reads(row) for j in judges)}
    others = [row for row in rows if row not in unread]
    letters = [
        known or FormulaOutcome(UNREAD, "a name is not declared") for known in unread.values()
    ]
    readers = [judge for judge in judges if all(map(judge.reads, others))] if others else []
    if others and not readers:
        return [*letters, FormulaOutcome(UNREAD, "no derivation declares all names")]
    return [*letters, *outcomes_of_readers(others, readers)]


def outcomes_of_readers(rows: Sequence[Step], readers: Sequence[Judge]) -> list[FormulaOutcome]:
    """What rows are by the nearest reader; if another one proves what it refutes, not read."""
    result = [readers[0].outcome(row) for row in rows] if rows else []
    if result and weakest_outcome(result).kind == FALSE:
        for other in readers[1:]:
            if weakest_outcome([other.outcome(row) for row in rows]).kind in {PROVED, SIZES, UNDER}:
                return [FormulaOutcome(UNREAD, "another derivation of this page proves it")]
    return result


# --------------------------------------------------------------------------------------------------
# A page: all its formulas, with what its author marks.


@dataclass(frozen=True)
class Marked:
    """The formulas that hold under what sentences presume, and those that they show as false."""

    in_context: tuple[str, ...] = ()
    false: tuple[str, ...] = ()

    def outcome(self, formula: Formula, outcome: FormulaOutcome) -> FormulaOutcome:
        """What a formula is, which may be marked if it was found to be false."""
        if outcome.kind == FALSE and formula.text in self.in_context:
            return FormulaOutcome(CONDITION)
        return (
            FormulaOutcome(SHOWN)
            if outcome.kind == FALSE and formula.text in self.false
            else outcome
        )


def outcomes_of_page(
    page: list[Cell], judges: Sequence[tuple[str, Judge]], marked: Marked
) -> list[tuple[Formula, FormulaOutcome]]:
    """The formulas of a page with what they are; raises where a mark is not needed.

    judges: each with the code of the cell that made its derivation.
    """
    places = [(find_cell(page, source), judge) for source, judge in judges]
    outcomes = [
        (one, outcome_of_formula(one, nearest_first(places, one.cell)))
        for one in find_formulas(page)
    ]
    refuted = {one.text for one, outcome in outcomes if outcome.kind == FALSE}
    for text in (*marked.in_context, *marked.false):
        if text not in refuted:
            raise DerivationError(f"${text}$ needs no mark: no sentence of the page has it as a "
                                  "formula that is false")  # fmt: skip
    return [(one, marked.outcome(one, outcome)) for one, outcome in outcomes]


def find_cell(page: list[Cell], source: str) -> int:
    """The number of the cell with this code; -1 if there is none."""
    words = source.split()
    same = (k for k, cell in enumerate(page) if words and cell.source.split() == words)
    return next(same, -1)


def nearest_first(places: Sequence[tuple[int, Judge]], cell: int) -> list[Judge]:
    """The derivations before a cell, the nearest first, then those after it."""
    before = [judge for at, judge in sorted(places, key=lambda pair: -pair[0]) if at < cell]
    return before + [judge for at, judge in sorted(places, key=lambda pair: pair[0]) if at >= cell]
