"""The formulas in the reasons of rows: what holds a relation there is proved, or is a condition.

A reason stands beside a mark, so a relation in it must not claim what nobody has checked. It is a
hypothesis of its display; or it is proved under these hypotheses; or words such as "with", "for"
or "at" before it say that it is a condition. Where they say that a bound is attained under a
condition, the row is proved again under it, with an equals sign; a side that is zero there is
proved to be zero.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from .errors import DerivationError, Refuted, Undecided
from .inline import (
    CONDITION,
    FALSE,
    UNREAD,
    FormulaOutcome,
    Judge,
    is_about_numbers,
    outcome_of_letter,
    outcome_of_numbers,
    weakest_outcome,
)
from .names import CONCLUSION
from .prose import RELATION, Step, has_outer_relation, normalize, rows_of_formula
from .read.displays import FORMULA
from .statement import Row, Statement, row_title

PLACE = r"(?:only )?(?:at|for|where|wherever|if|when|with)"
# Words right before a formula that make it a condition, with those that claim something under it.
CONDITIONAL = re.compile(rf"\b(?:{PLACE}|for each|for every|for all|unless|take|towards|up to)$")
ATTAINED = re.compile(rf"\b(?:attained|equal|equality|met) {PLACE}$")
ZERO = re.compile(rf"\b(?:zero|0|vanishes) {PLACE}$")
SAME = {"", "and", "or"}  # between formulas that are of one kind
END = re.compile(rf"(?:{RELATION.pattern})$")


class Mention(NamedTuple):
    """A formula of a reason that holds a relation, with the words before it, or before its list."""

    words: str
    text: str

    @property
    def is_condition(self) -> bool:
        """Whether the words make it a condition."""
        return bool(CONDITIONAL.search(self.words))


def refuse_unproved_reasons(statement: Statement, judge: Judge) -> None:
    """Raises where a relation in a reason is neither proved nor a condition."""
    before = statement.first
    for number, row in enumerate(statement.rows, 1):
        try:
            check_reason(statement, judge, before, row)
        except DerivationError as refusal:
            raise type(refusal)(f"{row_title(number, row)}: {refusal}") from None
        before = row.text


def check_reason(statement: Statement, judge: Judge, before: str, row: Row) -> None:
    """The same for one row, whose left side is given as a text."""
    every = [*mentions(row.reason)]
    presumed = [mention.text for mention in every if mention.is_condition]
    for mention in every:
        if ATTAINED.search(mention.words):
            claim = Step(before, "=", row.text)
        elif ZERO.search(mention.words):
            claim = Step(row.text, "=", "0")
        else:
            demand(outcome_in_reason(statement, judge, mention), mention.text)
            continue
        demand(judge.verdict(claim, [*statement.given, *presumed]), mention.text)


def mentions(reason: str) -> Iterator[Mention]:
    """The formulas of a reason that hold a relation; raises for half of one, or an arrow."""
    end, words = 0, ""
    for match in FORMULA.finditer(reason):
        text, between = normalize(match[1]), reason[end : match.start()].strip(" ,;")
        words, end = words if end and between in SAME else between, match.end()
        if has_outer_relation(text):
            yield Mention(words, text)
        elif CONCLUSION.search(text) or is_half(text):
            raise DerivationError(
                f"${text}$ in its reason looks like a claim: write both sides, or say it in words"
            )


def is_half(text: str) -> bool:
    """Whether a formula begins or ends with a relation, and is not that sign alone."""
    return bool(RELATION.match(text) or END.search(text)) and not RELATION.fullmatch(text)


def outcome_in_reason(statement: Statement, judge: Judge, mention: Mention) -> FormulaOutcome:
    """What a relation in a reason is: proved, or a condition."""
    rows = rows_of_formula(mention.text)
    outcomes = [outcome_of_row(statement, judge, row, mention.is_condition) for row in rows]
    return weakest_outcome(outcomes) if rows else FormulaOutcome(UNREAD, "not a chain of relations")


def outcome_of_row(
    statement: Statement, judge: Judge, row: Step, is_condition: bool
) -> FormulaOutcome:
    """The same for a row of it."""
    if is_about_numbers(row):
        return outcome_of_numbers(row)
    if judge.reads(row):
        if row.sign != "≠" and judge.is_hypothesis(judge.row(row)):
            return FormulaOutcome(CONDITION)
        if is_condition:
            return judge.outcome(row)
    elif is_condition and (letter := outcome_of_letter(row)):
        return letter
    return judge.verdict(row, statement.given)


def demand(outcome: FormulaOutcome, text: str) -> None:
    """Raises if a claim is false or not read."""
    if outcome.kind in {UNREAD, FALSE}:
        kind = Refuted if outcome.kind == FALSE else Undecided
        raise kind(
            f"${text}$ in its reason: {outcome.detail or outcome.kind}; what a reason claims is "
            "proved, and a condition has a word such as at, for or with before it"
        )
