"""Exercises that grade themselves: an answer is right in any form that is equal to the question."""

from collections.abc import Iterable, Mapping

from .decide.case import Case
from .decide.hypotheses import under_hypotheses
from .decide.prove import proved, satisfiable
from .decide.refute import refutation, tried_elsewhere
from .errors import DerivationError
from .evaluate.world import Definition
from .expr import Relation
from .names import Name
from .read.lexer import tokens
from .statement import EXACT, Statement
from .vocabulary import Vocabulary


def graded(
    words: Vocabulary,
    definitions: Mapping[Name, Definition],
    question: str,
    answer: str,
    without: Iterable[str] = (),
    repairs: Iterable[str] = (),
    given: Iterable[str] = (),
) -> str:
    """What is wrong with an answer, or nothing if it is right."""
    banned = [part for part in without if holds(answer, part)]
    if banned:
        return f"an answer without {banned[0]} is asked for"
    if printed(answer) == printed(question):
        return "this is the question"
    try:
        relation = words.relate("=", words.term(question), words.term(answer), answer)
        case = case_of(words, definitions, relation, *given)
        if case.equations:
            satisfiable(case.equations, case.setting, case.letters)
        if proved(case) and not tried_elsewhere(case).failed:
            return ""
        for repair in repairs:
            if proved(case_of(words, definitions, relation, *given, repair)):
                return f"not in general: right if {repair}"
        return refutation(case) or "this could not be decided"
    except DerivationError as error:
        return str(error)


def holds(answer: str, part: str) -> bool:
    """Whether the tokens of a part stand side by side in an answer."""
    found, wanted = printed(answer), printed(part)
    runs = (found[start:] for start in range(len(found) - len(wanted) + 1))
    return any(all(map(agrees, run, wanted)) for run in runs)


def printed(text: str) -> list[str]:
    """The tokens of a text without braces around one alone: ``\\frac{c}{2}`` is ``\\frac c2``."""
    found: list[str] = []
    for token in tokens(text):
        found.append(token.text)
        if found[-3::2] == ["{", "}"]:
            found[-3:] = found[-2:-1]
    return found


def agrees(token: str, wanted: str) -> bool:
    """Whether a token is the one wanted; ``\\mathtt`` stands for all that is set in it."""
    return token == wanted or token.startswith(wanted + "{")


def case_of(
    words: Vocabulary, definitions: Mapping[Name, Definition], relation: Relation, *given: str
) -> Case:
    """The question whether the relation holds, under hypotheses if any are given."""
    statement = Statement(None, EXACT, "", [], list(given))
    statement.hypotheses = [part for text in given for part in words.relations(text)]
    statement.definitions, statement.letters = dict(definitions), words.letters
    statement.lengths = words.sizes
    setting, equations = under_hypotheses(statement)
    return Case(relation, None, setting, equations, words.letters)
