"""The formulas in the reasons of rows: what holds a relation there is proved, or is a condition.

A reason stands beside a mark, so a relation in it must not claim what nobody has checked. It is a
hypothesis of its display; or it is proved under these hypotheses; or words such as "with", "for"
or "at" before it say that it is a condition. Where they say that a bound is attained under a
condition, the row is proved again under it, with an equals sign; a side that is zero there is
proved to be zero. "$S$ is symmetric" and "$a$ is positive" are relations, too. The remark under a
brace is a claim on what the brace embraces, unless it is words.
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
ANY_PLACE = rf"(?:{PLACE}|for each|for every|for all|unless|take|towards|up to)"
CONDITIONAL = re.compile(rf"\b{ANY_PLACE}$")
# What may stand before such a word, behind a comma or at the beginning: nothing else, or nearly so.
PLAIN = re.compile(rf"(?:^|.*[,;:] )(?:(?:so|as|the same) )?{ANY_PLACE}")
ATTAINED = re.compile(rf"(?:^|[,;] )(?:attained|equal|equality|met) {PLACE}$")
ZERO = re.compile(rf"(?:^|[,;] )(?:zero|0|vanishes) {PLACE}$")
# Words that would claim the same in another way.
ALIKE = re.compile(
    r"\b(?:equal\w*|equation|attain\w*|reach\w*|met|tight|sharp|strict\w*|agrees?|zero|0|nonzero"
    r"|vanish\w*|only|minim\w*|maxim\w*|largest|smallest|positive|negative)\b",
    re.IGNORECASE,
)
# Words behind a condition that take it back or widen it.
BEHIND = re.compile(r"\b(?:otherwise|always|never|no other|for (?:all|each|every)|to be)\b")
# What is said of a formula in words, as the relation that it means; and what cannot be read so.
SAID = {
    "positive": "{0} > 0",
    "negative": "{0} < 0",
    "not negative": r"{0} \ge 0",
    "nonnegative": r"{0} \ge 0",
    "zero": "{0} = 0",
    "0": "{0} = 0",
    "symmetric": r"{0}^\top = {0}",
}
SAID_OF = re.compile(rf"\$([^$]+)\$ (?:is|are) ({'|'.join(SAID)})(?=[,;.]|$)")
ORDER_IN_WORDS = r"equal to|at least|at most|(?:less|more|greater|larger|smaller|bigger) than"
IN_WORDS = re.compile(
    rf"\$ (?:(?:is|are) (?:not |{ORDER_IN_WORDS})|equals|exceeds) ?\$"
    rf"|\b(?:which|it|that|this) is (?:{ORDER_IN_WORDS}|positive|negative|nonnegative|zero)\b"
)
CLAIMED = re.compile(rf"\b(?:{ORDER_IN_WORDS}|equals|exceeds|{'|'.join(SAID)})\b")
BRACE = re.compile(r"\\(under|over)brace\s*(?=\{)")
WORDS = re.compile(r"\\(?:text|textrm|mathrm|mbox)\s*\{([^{}]*)\}")
REPEATED = re.compile(r"\\[lc]?dots")
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
    refuse_order_in_words(row.reason)
    for text in (*said_in_words(row.reason), *remarks(before), *remarks(row.text)):
        demand(outcome_in_reason(statement, judge, Mention("", text)), f"${text}$")
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
    plain = PLAIN.fullmatch(mention.words) and not ALIKE.search(mention.words)
    if mention.is_condition and not plain:
        raise DerivationError(
            f"'{mention.words}' before ${mention.text}$ in its reason is not understood: write "
            '"attained at", "equal for", "zero for", "with" or the like, after a comma or at the '
            "beginning"
        )


def refuse_order_in_words(reason: str) -> None:
    """Raises where words compare formulas, or go on behind a condition."""
    if found := IN_WORDS.search(reason):
        raise DerivationError(
            f"'{found[0]}' in its reason compares in words: write the relation as a formula"
        )
    *_, last = FORMULA.split(reason)
    held = any(mention.is_condition for mention in mentions(reason))
    if held and (word := BEHIND.search(last) or ALIKE.search(last)):
        raise DerivationError(f"'{word[0]}' after the condition in its reason is not understood")


def said_in_words(reason: str) -> Iterator[str]:
    """What a reason says of a formula alone, such as that it is positive, as a relation."""
    for match in SAID_OF.finditer(reason):
        yield SAID[match[2]].format(match[1] if len(match[1]) == 1 else f"({match[1]})")


def remarks(text: str) -> Iterator[str]:
    """What stands at the braces under and over parts of a term, as relations."""
    for match in BRACE.finditer(text):
        end = end_of_group(text, match.end())
        script = {"under": "_", "over": "^"}[match[1]]
        if not text[end:].lstrip().startswith(script):
            continue
        start = text.index("{", end) if "{" in text[end : end + 3] else end
        part = text[match.end() + 1 : end - 1]
        remark = text[start + 1 : end_of_group(text, start) - 1].strip()
        if WORDS.fullmatch(remark):
            if word := CLAIMED.search(remark):
                raise DerivationError(f"'{word[0]}' at a brace cannot be checked: say it in a row")
        elif not REPEATED.search(part):
            yield f"{part} {'' if RELATION.match(remark) else '= '}{remark}"


def end_of_group(text: str, start: int) -> int:
    """Where a group in braces ends that begins at a place; behind the next letter without one."""
    depth = 0
    for place in range(start, len(text)):
        depth += {"{": 1, "}": -1}.get(text[place], 0)
        if depth == 0 and text[place] == "}":
            return place + 1
    return len(text)


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
