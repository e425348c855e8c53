"""A third opinion: z3 decides in real arithmetic what a row says.

A row that depends on sizes is asked at some of their lengths, component by component; hypotheses,
facts and denominators that are not 0 are presumed. z3 stops at a count of its steps, never at a
time. What is refuted is an error, of the language or of this translation.
"""

import itertools
from dataclasses import dataclass

import numpy as np
import z3

from texproof_tests.exact import Missing, NotAsked
from texproof_tests.opinion_judge import conditions_hold
from texproof_tests.opinion_shapes import lengths_of
from texproof_tests.opinion_values import labellings, names_of_rows, names_used, uses_all
from texproof_tests.stated import statement_of
from texproof_tests.statements.entry import ACCEPTED, ANY
from texproof_tests.z3_questions import Question

PROVED, UNKNOWN, REFUTED, NOT_ASKED = "proved", "unknown", "refuted", "not asked"
VACUOUS, UNDEFINED = "nothing to be proved", "undefined"
STRENGTH = [NOT_ASKED, VACUOUS, PROVED, UNKNOWN, UNDEFINED, REFUTED]
# z3's own count of steps, for one question; beyond it z3 may spend minutes on a single step
LIMITS = {"nlsat": 30_000, "smt": 200_000}
LABELLINGS = 4
QUESTIONS = 200  # about one row at one tuple of lengths; of more, none is asked
# What it proves of the corpus though the language is to refuse it: what is true at the lengths and
# with the labels that are tried, a family continued to c_0 by its definition, and a claim that is
# true and has no rule.
KNOWN = {
    "thin-labels", "far-least", "far-maximum", "far-distance", "far-area",
    "far-label", "far-label-onto", "far-label-product", "far-label-one", "far-exponential",
    "far-inverse", "far-both", "constant-columns", "outside-defined-zero",
    "argmin-share-edge",
}  # fmt: skip


@dataclass
class Answer:
    """What was found about a row, with the lengths at which, and a reason or a counterexample."""

    kind: str
    lengths: dict
    why: str = ""


def asked(question):
    """The answer to all components of a row together."""
    claims = list(itertools.islice(question.claims(), QUESTIONS + 1))
    if len(claims) > QUESTIONS:
        raise NotAsked("too many components")
    answer = Answer(VACUOUS, question.lengths)
    for claim, presumed in claims:
        facts = [fact for fact in [*question.reals.facts, *presumed] if fact is not True]
        kind, why = decided(claim, facts)
        if kind in {REFUTED, UNKNOWN}:
            return Answer(kind, question.lengths, why)
        answer = Answer(kind, question.lengths) if kind == PROVED else answer
    return answer


def decided(claim, facts):
    """(kind, counterexample) of one condition under others."""
    if any(fact is False for fact in facts):
        return VACUOUS, ""
    if claim is True:
        return follows(facts), ""
    refused = [] if claim is False else [z3.Not(claim)]
    for tactic in LIMITS:
        solver, found = ask(tactic, [*facts, *refused])
        if found == z3.sat:
            return REFUTED, str(solver.model())
        if found == z3.unsat:
            return (follows(facts) if refused else VACUOUS), ""
    return UNKNOWN, ""


def follows(facts):
    """What it is worth that a claim follows from facts, which may contradict each other."""
    found = next((a for _, a in (ask(t, facts) for t in LIMITS) if a != z3.unknown), z3.unknown)
    return PROVED if found == z3.sat else VACUOUS if found == z3.unsat else UNKNOWN


def ask(tactic, conditions):
    """(solver, answer) of one of two ways: by cylinders, or by linear arithmetic with lemmas."""
    made = {"nlsat": z3.Tactic("qfnra-nlsat"), "smt": z3.With("smt", **{"arith.solver": 2})}
    solver = made[tactic].solver()
    solver.set("rlimit", LIMITS[tactic])
    solver.add(*conditions)
    return solver, solver.check()


# --------------------------------------------------------------------------------------------------
# Rows.


def lengths_tried(statement):
    """The first lengths of a statement, then short ones, where the conditions allow them."""
    first = {size: pair[0] for size, pair in statement.lengths.items()}
    tried = [first, *({size: min(most, first[size]) for size in first} for most in (2,))]
    for lengths in tried if statement.sizes else tried[:1]:
        if conditions_hold(statement, lengths, {}):
            yield lengths


def answer_at(statement, row, lengths):
    """The answer at one tuple of lengths, for some labellings."""
    used = names_used(statement.definitions, [row.relation, *statement.hypotheses])
    labelled = [n for n in used if n.kind == "index" and n not in statement.definitions]
    answer = Answer(VACUOUS, lengths)
    rng = np.random.default_rng(0)
    for labels in labellings(labelled, lengths, LABELLINGS, rng):
        if not all(len({*values.values()}) == lengths_of(name.shape, lengths)[0]
                   for name, values in labels.items() if "onto" in name.facts):  # fmt: skip
            continue
        try:
            found = asked(Question(statement, row, lengths, labels))
        except Missing as cause:
            found = Answer(UNDEFINED, lengths, str(cause))
        answer = max(answer, found, key=lambda one: STRENGTH.index(one.kind))
    return answer


def answered(statement, row):
    """The first answer that is a proof or a refutation, else the last one."""
    answer = Answer(NOT_ASKED, {}, "no lengths")
    for lengths in lengths_tried(statement):
        try:
            found = answer_at(statement, row, lengths)
        except NotAsked as cause:
            found = Answer(NOT_ASKED, lengths, str(cause))
        if found.kind in {PROVED, REFUTED}:
            return found
        answer = found if answer.kind != UNKNOWN else answer
    return answer if answer.kind == UNKNOWN else Answer(NOT_ASKED, answer.lengths, answer.why)


def short_lengths(statement):
    """Tuples of short lengths that the conditions allow, the shortest first, then the first ones.

    At short lengths alone a source may have too few outcomes for the moments that it is given.
    """
    first, sizes = {s: pair[0] for s, pair in statement.lengths.items()}, sorted(statement.sizes)
    longest = {1: 7, 2: 3}.get(len(sizes), 2)
    found = [
        first | dict(zip(sizes, lengths, strict=True))
        for lengths in itertools.product(range(1, longest + 1), repeat=len(sizes))
    ]
    allowed = [lengths for lengths in found if conditions_hold(statement, lengths, {})]
    last = [first] if conditions_hold(statement, first, {}) else []
    return [*sorted(allowed, key=lambda lengths: sum(lengths.values()))[:10], *last]


def at_short_lengths(statement, row):
    """The worst answer at several tuples of short lengths: what is false may be so at few."""
    worst = Answer(NOT_ASKED, {})
    for lengths in short_lengths(statement):
        try:
            found = answer_at(statement, row, lengths)
        except NotAsked as cause:
            found = Answer(NOT_ASKED, lengths, str(cause))
        worst = max(worst, found, key=lambda one: STRENGTH.index(one.kind))
        if worst.kind == REFUTED:
            break
    return worst


def disagreements(claimed, known=KNOWN):
    """(entry, answer) where z3 proves what the corpus calls false, or refutes what it calls true.

    Of a program it sees what is returned for terms, and not what else it does: these are left out.
    So is what is refused where no row uses a definition, which may be what is refused.
    """
    for entry in claimed:
        statement = statement_of(entry) if entry.does == "calc" else None
        if statement is None or entry.id in known or calls_program(statement):
            continue
        found = [at_short_lengths(statement, row) for row in statement.rows]
        answer = max(found, key=lambda one: STRENGTH.index(one.kind))
        accepted = entry.expected in {ACCEPTED, ANY}
        if answer.kind == (REFUTED if accepted else PROVED) and (accepted or uses_all(statement)):
            yield entry, answer


def calls_program(statement):
    return any(name.call for name in names_of_rows(statement))
