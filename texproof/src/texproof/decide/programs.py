"""What a program asks of symbols, and points at which the answer is another one.

A program that asks whether two terms are equal is told that they are not, where symbols leave this
open. Its row is then tried at points at which they are equal; where no such point is found, the row
is refused, as what the program does there was not seen.
"""

import itertools
import random
from collections.abc import Iterator, Mapping, Sequence

import sympy as sp

from ..errors import DerivationError
from ..evaluate import Assignment
from ..evaluate.assignment import Value
from ..evaluate.draws import Point, Strategy, default_point, numbers_in_turn
from ..evaluate.unknowns import Draw
from ..evaluate.values import value_in_plain_text
from ..limits import MOST_QUESTIONS, POINTS_OF_QUESTION, STEEPEST_QUESTION
from .case import Case, nodes_of
from .refute import try_assignments


class Impossible(Exception):
    """Raised where a number that answers a question does not have the facts of its name."""


def refutation_where_equal(case: Case, asked: Sequence[Value]) -> str:
    """A counterexample among points at which what programs asked for is true, or nothing.

    Raises if no such point is found for one of the questions, or if there are too many of them.
    """
    questions = list(dict.fromkeys(asked))
    if len(questions) > MOST_QUESTIONS:
        raise DerivationError(
            f"a program asks of {len(questions)} pairs of numbers whether they are equal; "
            f"at most {MOST_QUESTIONS} are tried, at smaller lengths"
        )
    for question in questions:
        assignments = list(assignments_with_zero(case, question))
        if not assignments:
            text = value_in_plain_text(question).replace("**", "^")
            raise DerivationError(
                f"a program asks whether {text} is 0, and no numbers were found at which it is: "
                "write the term without this question, or with a comparison in np.where"
            )
        pairs = ((0, assignment) for assignment in assignments)
        if found := try_assignments(case, pairs).counterexample:
            return found
    return ""


def assignments_with_zero(case: Case, question: Value) -> Iterator[Assignment]:
    """Assignments under which a term in the symbols of a case is 0."""
    if case.equations:
        return
    at = case.setting.first(*nodes_of(case))
    if question.subs(dict.fromkeys(question.free_symbols, 0)) == 0:
        zeros = Point(Strategy.ZERO)
        yield from case.setting.rational(case.relation, lengths=at, point=zeros)
    for number, unknown in itertools.product(
        range(POINTS_OF_QUESTION), sorted(question.free_symbols, key=str)
    ):
        drawn: dict[str, Value] = {}
        draw = recording(default_point(number).draw(), drawn)
        known = (case.relation,), random.Random(number), number
        for _ in case.setting.assignments(known[0], draw, at, *known[1:]):
            pass
        for root in roots(question, unknown, numbers_of_symbols(question, drawn)):
            fixed = {label_of(unknown): value_of_label(unknown, root, drawn)}
            if label_of(unknown) not in drawn:
                draw = numbers_in_turn(root)
            else:
                draw = with_fixed(default_point(number).draw(), fixed)
            try:
                yield from case.setting.assignments(
                    known[0], draw, at, random.Random(number), number
                )
            except Impossible:
                continue


def recording(draw: Draw, drawn: dict[str, Value]) -> Draw:
    """A draw that writes down what it draws, by label."""

    def recorded(label: str, fact: str) -> Value:
        drawn[label] = draw(label, fact)
        return drawn[label]

    return recorded


def with_fixed(draw: Draw, fixed: Mapping[str, Value]) -> Draw:
    """A draw in which some labels have values that are given; raises if these lack a fact."""

    def chosen(label: str, fact: str) -> Value:
        value = draw(label, fact)
        if label not in fixed:
            return value
        value = fixed[label]
        has_fact = {
            "share": 0 < value <= 1, "inside": 0 < value < 1, "unit": 0 <= value <= 1,
            "positive": value > 0, "nonnegative": value >= 0,
        }.get(fact, True)  # fmt: skip
        if not has_fact:
            raise Impossible
        return value

    return chosen


PART, REST = "part of ", "rest of "


def label_of(symbol: Value) -> str:
    """The label for which a symbol was drawn."""
    return str(symbol.name).removeprefix(PART).removeprefix(REST)


def numbers_of_symbols(question: Value, drawn: Mapping[str, Value]) -> dict[Value, Value]:
    """The numbers of a draw for the symbols of a term: of a share, the part of 1 and its rest."""
    result = {}
    for symbol in question.free_symbols:
        value = drawn.get(label_of(symbol), sp.Integer(1))
        result[symbol] = 1 - value if symbol.name.startswith(REST) else value
    return result


def value_of_label(symbol: Value, root: Value, drawn: Mapping[str, Value]) -> Value:
    """The number for a label whose symbol is a root; of a share, beside the drawn other part."""
    value = drawn.get(label_of(symbol), sp.Integer(1))
    if symbol.name.startswith(PART):
        return root / (root + 1 - value)
    return value / (value + root) if symbol.name.startswith(REST) else root


def roots(question: Value, unknown: Value, known: Mapping[Value, Value]) -> list[Value]:
    """The real numbers for one symbol at which a term is 0, where the others have known values."""
    others = {symbol: value for symbol, value in known.items() if symbol != unknown}
    above = sp.numer(sp.together(question.subs(others)))
    if not above.is_polynomial(unknown) or not above.has(unknown):
        return []
    poly = sp.Poly(above, unknown)
    if poly.degree() > STEEPEST_QUESTION and not poly.ground_roots():
        return []
    found = poly.ground_roots() or sp.roots(poly, filter="R")
    return [root for root in found if question.subs(others).subs(unknown, root) == 0]
