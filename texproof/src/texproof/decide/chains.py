"""A chain claims its first term against its last, so its middle terms may need no more than these.

Each row says that two terms are equal, or in order, wherever both have a value. That does not carry
from row to row: where a middle term has no value, nothing joins its neighbours. So whatever the
middle terms need must be needed by the first or last term, be said by a hypothesis, or be proved.
That an integral or a program has a value cannot be said of its parts; it needs no proof if the
first term is proved against the last directly.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import replace

from ..conditions import (
    DEFINED,
    NONNEGATIVE,
    NONZERO,
    POSITIVE,
    REGULAR,
    ZERO,
    Condition,
    conditions,
    held_conditions,
    implies,
    unused,
    with_letters,
)
from ..errors import DerivationError, Refuted, Undefined, refusing
from ..every_size.prover import has_value, prove_row
from ..expr import Expr, Relation, free_letters
from ..limits import POINTS_FOR_ENDS
from ..statement import Row, Statement, row_title
from ..written import Writer
from .case import Case
from .refute import try_assignments, try_lengths
from .trials import CALCULUS, operations_of, trial_assignments

# --------------------------------------------------------------------------------------------------
# The terms of a chain, and what its first and last are claimed to be to each other.


def terms_of_chain(statement: Statement) -> list[Expr]:
    """The first term of a chain, then that of each row."""
    first, *_ = statement.rows
    result = [first.relation.sides[begins_with_term(statement)]]
    for row in statement.rows:
        left, right = row.relation.sides
        result.append(right if left == result[-1] else left)
    return result


def begins_with_term(statement: Statement) -> bool:
    """Whether the first row has a problem, which is always at the left, as its second term."""
    relation, *more = (row.relation for row in statement.rows)
    return bool(more) and relation.left.op == "optimum" and relation.left in more[0].sides


def row_of_ends(statement: Statement) -> Row:
    """The row that a chain is, from its first term to its last."""
    first, *_, last = terms_of_chain(statement)
    signs = [row.relation.sign for row in statement.rows]
    strict = [sign for sign in signs if sign in {"<", ">"}]
    sign = (strict or [sign for sign in signs if sign != "="] or ["="])[0]
    sides = (last, first) if last.op == "optimum" != first.op else (first, last)
    return replace(statement.rows[-1], sign=sign, relation=Relation(sign, *sides))


# --------------------------------------------------------------------------------------------------
# What middle terms need beyond the first and the last.


def refuse_wider_need(statement: Statement, ends: Case, prove_ends: Callable[[], bool]) -> None:
    """Raises where a middle term of a chain needs what nothing says that is displayed.

    ends: the first term against the last; prove_ends: whether that is proved directly.
    """
    for number, needed in unimplied_conditions(statement):
        if is_proved(statement, needed) or (needed.kind == DEFINED and prove_ends()):
            continue
        counterexample = failure_of_ends(ends)
        against = f"; {counterexample}" if counterexample else ""
        raise Undefined(
            f"{row_title(number, statement.rows[number - 1])} presumes that "
            f"{in_words(statement, needed)}, which neither the first nor the last term of the "
            f"chain requires: display it as a hypothesis{example_of_given(statement, needed)}, or "
            f"take another way{against}"
        )


def failure_of_ends(ends: Case) -> str:
    """A sentence with a point at which the first term against the last fails, or nothing."""
    try:
        counterexample = refusing(try_lengths)(ends).counterexample
    except DerivationError:
        return ""
    return f"the first term against the last is false: {counterexample}" if counterexample else ""


def refuse_false_ends(ends: Case) -> None:
    """Raises where a few points refute the first term against the last.

    Nothing does if the conditions of the middle terms hold where the ends have values: this is a
    second opinion on them. It is not asked where points take long to find or to evaluate, or where
    a hypothesis gives a value, which may say of names in the ends that they have values elsewhere.
    """
    slow = ends.equations or operations_of(ends) & CALCULUS
    if slow or ends.setting.substitutions or ends.relation.left.op == "optimum":
        return
    few = itertools.islice(trial_assignments(ends, None), POINTS_FOR_ENDS)
    counterexample = try_assignments(ends, few).counterexample
    if counterexample:
        raise Refuted(f"the first term against the last is false: {counterexample}")


def unimplied_conditions(statement: Statement) -> list[tuple[int, Condition]]:
    """(row, condition) for what a middle term needs, and the ends and hypotheses do not say."""
    first, *middle, last = terms_of_chain(statement)
    needed = [
        (number, one)
        for number, term in enumerate(middle, 1)
        for one in conditions([term], statement.definitions)
    ]
    if not needed:
        return []
    known = held_conditions([first, last], statement.hypotheses, statement.definitions)
    first_needed = {one: number for number, one in reversed(needed)
             if not any(implies(other, one) for other in known)}  # fmt: skip
    return [(number, one) for one, number in reversed(first_needed.items())]


def in_words(statement: Statement, needed: Condition) -> str:
    """What a condition says, for each of its letters."""
    used = free_letters(needed.term)
    letters = [letter for letter, _ in needed.ranges if letter in used and " " not in letter]
    each = f" for each {', '.join(letters)}" if letters else ""
    return f"{Writer(statement.names).of(needed.term)} {needed.kind}{each}"


def example_of_given(statement: Statement, needed: Condition) -> str:
    """How to say a condition as a hypothesis, where one is known to be read."""
    term = Writer(statement.names).of(needed.term)
    signs = {NONZERO: r"\ne", POSITIVE: ">", NONNEGATIVE: r"\ge"}
    if needed.kind == REGULAR:
        return rf', given=[r"\det({term}) \ne 0"]'
    if needed.kind == NONZERO or (needed.kind in signs and needed.term.op == "name"):
        return f', given=[r"{term} {signs[needed.kind]} 0"]'
    return ""


# --------------------------------------------------------------------------------------------------
# Proofs of conditions.


def is_proved(statement: Statement, needed: Condition) -> bool:
    """Whether a condition is proved for all values and every size, under the hypotheses.

    It is asked where the term has a value: what its parts need is asked besides.
    """
    case, term = with_ranges(statement, needed)
    if case is None:
        return False
    if needed.kind == DEFINED:
        return has_value(case, term)
    signs = {NONZERO: ">", POSITIVE: ">", NONNEGATIVE: ">="}
    rows = [row_of(signs[needed.kind], term, ZERO)] if needed.kind in signs else []
    if needed.kind == NONZERO:
        rows.append(row_of(">", Expr("neg", (term,)), ZERO))
    first, *_, last = terms_of_chain(statement)
    known = held_conditions([first, last], statement.hypotheses, statement.definitions)
    plain = (one for one in known if not one.ranges)
    same = (one.term for one in plain if implies(one, replace(needed, term=one.term, ranges=())))
    rows += [row_of("=", one, term) for one in same]
    return any(prove_row(case, row).proved for row in rows)


def row_of(sign: str, left: Expr, right: Expr) -> Row:
    """A row that stands in no display."""
    return Row(sign, "", "", Relation(sign, left, right))


def with_ranges(statement: Statement, needed: Condition) -> tuple[Statement | None, Expr]:
    """A statement with the letters around a condition as letters of its own, and the term.

    The letters have other names, of which no hypothesis says anything. Outcomes keep theirs. There
    is no statement where it is not known what a letter runs over.
    """
    letters, hypotheses = dict(statement.letters), list(statement.hypotheses)
    renamed: dict[str, Expr] = {}
    for letter, domain in needed.ranges:
        fresh = letter if " " in letter else unused(f"{letter}'", letters)
        size, more = range_of_letter(with_letters(domain, renamed) if domain else None, fresh)
        size = size or letters.get(letter)
        if size is None:
            return None, needed.term
        letters[fresh], renamed[letter] = size, Expr("var", value=fresh)
        hypotheses += more
    case = replace(statement, rows=[], letters=letters, hypotheses=hypotheses)
    return case, with_letters(needed.term, renamed)


def range_of_letter(domain: Expr | None, letter: str) -> tuple[str | None, list[Relation]]:
    """The size that a letter runs to, if its domain tells, and what else is known of the letter."""
    span = domain if domain is None or domain.op in {"range", "name"} else domain.args[0]
    if span is None or span.op != "range":
        return (str(span.value.shape[0]) if span else None), []
    (first, last), own = span.args, Expr("var", value=letter)
    more = [] if first == Expr("num", value=1) else [Relation(">=", own, first)]
    if last.op == "size":
        return last.value, more
    return None, [*more, Relation("<=", own, last)]
