"""Exercises that grade themselves: an answer is right in any form that is equal to the question."""

from .errors import DerivationError
from .judge import Case, under_hypotheses
from .prove import proved, satisfiable
from .refute import refutation
from .statement import EXACT, Statement


def graded(derivation, question, answer, without, repairs, given):
    """What is wrong with an answer, or nothing if it is right."""
    banned = [part for part in without if part in answer]
    if banned:
        return f"an answer without {banned[0]} is asked for"
    words = derivation.words
    try:
        relation = words.relate("=", words.term(question), words.term(answer), answer)
        case = case_of(derivation, relation, *given)
        if case.equations:
            satisfiable(case.equations, case.setting, case.letters)
        if proved(case) and not refutation(case, elsewhere_only=True):
            return ""
        for repair in repairs:
            if proved(case_of(derivation, relation, *given, repair)):
                return f"not in general: right if {repair}"
        return refutation(case) or "this could not be decided"
    except DerivationError as error:
        return str(error)


def case_of(derivation, relation, *given):
    """The question whether the relation holds, under hypotheses if any are given."""
    words = derivation.words
    statement = Statement(None, EXACT, "", [], list(given))
    statement.hypotheses = [part for text in given for part in words.relations(text)]
    statement.definitions, statement.letters = derivation.definitions, words.letters
    statement.lengths = words.sizes
    setting, equations = under_hypotheses(statement)
    return Case(relation, (), setting, equations, words.letters)
