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

PLACE = r"(?:at|for|where|wherever|if|when|with)"
# Words right before a formula that make it a condition, with those that claim something under it.
CONDITIONAL = re.compile(rf"\b(?:{PLACE}|for each|for every|for all|unless|take|towards|up to)$")
ATTAINED = re.compile(rf"(?:^|[,;] )(?:attained|equal|equality|met) {PLACE}$")
ZERO = re.compile(rf"(?:^|[,;] )(?:zero|0|vanishes) {PLACE}$")
# Words that would claim the same in another way.
ALIKE = re.compile(
    r"\b(?:equal\w*|equation|attain\w*|reach\w*|met|tight|sharp|strict\w*|agrees?|zero|0|nonzero"
    r"|vanish\w*|only if)\b",
    re.IGNORECASE,
)
# Between formulas of one kind: a comma joins places, and after "if" it would begin a consequence.
JOINED = {"and", "or"}
LISTED = re.compile(r"\b(?:at|with)$")
# Signs and frames that look like a claim, wherever they stand; membership may be a condition.
CLAIMING = re.compile(
    r"\\(?:equiv|n?sim|asymp|triangleq|doteq|[lg](?:t)?r?sim|(?:suc|pre)c(?:eq|curlyeq)?|overset"
    r"|underset|stackrel|mathrel|mathbin|boxed|fbox|underbrace|overbrace|lnot|neg|perp|parallel"
    r"|[nv]?models)(?![A-Za-z])"
)
MEMBERSHIP = re.compile(r"\\(?:not)?in(?![A-Za-z])|\\(?:sub|sup)set(?:eq)?(?![A-Za-z])")
# Where a relation inside a formula claims nothing: scripts, indicators, arguments.
INNER = re.compile(r"[_^]\s*\{[^{}]*\}|\\mathbb\{1\}\s*\[[^]]*\]|\\(?:mathbb\{P\}|Pr)\s*\([^()]*\)")


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
    given = [*statement.given, *(mention.text for mention in every if mention.is_condition)]
    for mention in every:
        claims = [Step(before, "=", row.text)] if row.sign != ":=" else []
        if ZERO.search(mention.words):
            claims.append(Step(row.text, "=", "0"))
        elif not ATTAINED.search(mention.words):
            refuse_alike(mention)
            demand(outcome_in_reason(statement, judge, mention), f"${mention.text}$")
            continue
        for claim in claims:
            demand(
                judge.verdict(claim, given),
                f"that ${claim.left} = {claim.right}$ {mention.words.rsplit(' ')[-1]} "
                f"${mention.text}$",
            )


def refuse_alike(mention: Mention) -> None:
    """Raises where a condition follows words that claim something, in an unknown way."""
    if mention.is_condition and (word := ALIKE.search(mention.words)):
        raise DerivationError(
            f"'{word[0]}' before ${mention.text}$ in its reason is not understood: write "
            '"attained at", "equal for", "zero for" or the like, after a comma or at the beginning'
        )


def mentions(reason: str) -> Iterator[Mention]:
    """The formulas of a reason that hold a relation; raises for half of one, or an arrow."""
    end, last, loose = 0, "", ""  # the words of the last relation, and those of none so far
    for match in FORMULA.finditer(reason):
        text, between = normalize(match[1]), " ".join(reason[end : match.start()].split())
        joined = between in JOINED or (between in {",", ";"} and bool(LISTED.search(last)))
        words, end = last if joined and last else f"{loose} {between}".strip(), match.end()
        if has_outer_relation(text) and not CLAIMING.search(text):
            yield Mention(words, text)
            last, loose = words, ""
            continue
        member = MEMBERSHIP.search(text) and not CONDITIONAL.search(words)
        if member or looks_like_claim(text):
            raise DerivationError(
                f"${text}$ in its reason looks like a claim: write both sides, or say it in words"
            )
        last, loose = "", f"{words} it"


def looks_like_claim(text: str) -> bool:
    """Whether a formula without a relation between two terms looks like a claim nevertheless.

    It holds an arrow, a sign that the language does not read, half a relation, or one in brackets.
    """
    hidden = INNER.sub("", INNER.sub("", text))
    if CONCLUSION.search(text) or CLAIMING.search(text):
        return True
    return bool(RELATION.search(hidden)) and not RELATION.fullmatch(text)


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
            f"{text} in its reason: {outcome.detail or outcome.kind}; what a reason claims is "
            "proved, and a condition has a word such as at, for or with before it"
        )
