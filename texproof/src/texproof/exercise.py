"""Exercises that grade themselves: an answer is right in any form that is equal to the question."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from .decide.case import Case, disequality_hypotheses, refuse_given_conditions, under_hypotheses
from .decide.hypothesis_points import refuse_contradictory
from .decide.programs import refutation_where_equal
from .decide.prove import prove_by_components
from .decide.refute import refutation, try_other_lengths
from .errors import DerivationError, ReadError
from .evaluate.generic import noted_questions
from .expr import Definition, Expr, Relation, walk
from .names import OUTCOMES_OF, Name
from .purity import forget_checked
from .read.lexer import tokens
from .statement import EXACT, Row, Statement, Verdict
from .store import stored_or_decided
from .vocabulary import Vocabulary

NAMES = {"name", "entry", "call"}


@dataclass(frozen=True)
class Exercise:
    """A term that is to be written in another form, and what is asked of the form.

    without: what an answer may not hold. repairs: equations under which an answer may be right
    that is wrong as it stands. given: hypotheses of the question.
    """

    vocabulary: Vocabulary
    definitions: Mapping[Name, Definition]
    question: str
    without: Iterable[str] = ()
    repairs: Iterable[str] = ()
    given: Iterable[str] = ()

    def fault_of(self, answer: str) -> str:
        """What is wrong with an answer, or nothing if it is right."""
        banned = [part for part in self.without if contains_part(answer, part)]
        if banned:
            return f"the answer must not contain {banned[0]}"
        if tokens_as_printed(answer) == tokens_as_printed(self.question):
            return "this is the question"
        try:
            question, term = self.vocabulary.term(self.question), self.vocabulary.term(answer)
            relation = self.vocabulary.relate("=", question, term, answer)
            if is_circular(relation, self.definitions):
                return "this is the question again, under another name"
            return self.reason_against(relation)
        except ReadError as error:
            return f"{error}\n{self.letters()}"
        except DerivationError as error:
            return str(error)

    def letters(self) -> str:
        """What an answer may be written with."""
        names = [name.latex for name in self.vocabulary.names]
        sizes = [size for size in self.vocabulary.sizes if not size.startswith(OUTCOMES_OF)]
        return f"The letters of this exercise are {', '.join(dict.fromkeys([*names, *sizes]))}"

    def reason_against(self, relation: Relation) -> str:
        """Why a relation is no identity, or nothing if it is proved."""
        forget_checked()
        statement = self.statement()
        statement.names = self.vocabulary.names
        statement.rows = [Row(relation.sign, "", "", relation)]
        if stored_or_decided(
            "attempt", statement, lambda: self.verdicts_if_true(relation), Verdict
        ):
            return ""
        for repair in self.repairs:
            if prove_by_components(self.case(relation, repair)):
                return f"not in general, but right if {repair}"
        # An optimum is refuted by a better value one step away from the answer.
        optimum = relation.left.op == "optimum"
        between = ", " if optimum else " is asked for, the answer gives "
        message = refutation(self.case(relation))
        message = message.replace("left ", "wrong: ", 1).replace(", right ", between, 1)
        return message or "this could not be decided"

    def verdicts_if_true(self, relation: Relation) -> list[Verdict]:
        """The verdict that a relation holds; nothing if it is not proved, or fails somewhere."""
        case = self.case(relation)
        refuse_given_conditions(case)
        if case.equations:
            refuse_contradictory(case.equations, case.setting, case.letters)
        with noted_questions() as asked:
            holds = prove_by_components(case) and not try_other_lengths(case).counterexample
        holds = holds and not refutation_where_equal(case, asked)
        return [Verdict(EXACT, "attempt")] if holds else []

    def case(self, relation: Relation, *more: str) -> Case:
        """The question whether the relation holds, under the hypotheses and more of them."""
        statement = self.statement(*more)
        setting, equations = under_hypotheses(statement)
        return Case(
            relation,
            None,
            setting,
            equations,
            statement.letters,
            disequality_hypotheses(statement),
        )

    def statement(self, *more: str) -> Statement:
        """What is in force: names, definitions, the hypotheses of the question and more of them."""
        given = [*self.given, *more]
        statement = Statement(None, EXACT, "", [], given)
        statement.hypotheses = [part for text in given for part in self.vocabulary.relations(text)]
        statement.definitions = self.vocabulary.with_free_subsets(self.definitions)
        statement.letters, statement.lengths = self.vocabulary.letters, self.vocabulary.sizes
        return statement


def is_circular(relation: Relation, definitions: Mapping[Name, Definition]) -> bool:
    """Whether a name at the right stands for what holds the term at the left."""
    question, answer = relation.sides
    bodies = unfold_names(answer, definitions) if question.op not in NAMES else ()
    return any(question in walk(body) for body in bodies)


def unfold_names(tree: Expr, definitions: Mapping[Name, Definition]) -> Iterator[Expr]:
    """What the names in a tree stand for, and the names in that."""
    for node in walk(tree):
        if node.op in NAMES and node.value in definitions:
            places, body, by_entries = definitions[node.value]
            if by_entries == (node.op == "entry"):
                known = dict(zip(places, node.args[int(by_entries) :], strict=True))
                meaning = substitute_terms(body, known)
                yield meaning
                yield from unfold_names(meaning, definitions)


def substitute_terms(tree: Expr, known: Mapping[Any, Expr]) -> Expr:
    """A tree with terms in the place of letters and of parameters."""
    key = tree.value if tree.op == "var" else tree
    if key in known:
        return known[key]
    return replace(tree, args=tuple(substitute_terms(part, known) for part in tree.args))


def contains_part(answer: str, part: str) -> bool:
    """Whether the tokens of a part stand side by side in an answer."""
    printed, wanted = tokens_as_printed(answer), tokens_as_printed(part)
    runs = (printed[start:] for start in range(len(printed) - len(wanted) + 1))
    return any(all(map(token_matches, run, wanted)) for run in runs)


def tokens_as_printed(text: str) -> list[str]:
    """The tokens of a text without braces around one alone: ``\\frac{c}{2}`` is ``\\frac c2``."""
    result: list[str] = []
    for token in tokens(text):
        result.append(token.text)
        if result[-3::2] == ["{", "}"]:
            result[-3:] = result[-2:-1]
    return result


def token_matches(token: str, wanted: str) -> bool:
    """Whether a token is the one wanted; ``\\mathtt`` stands for all that is set in it."""
    return token == wanted or token.startswith(wanted + "{")
