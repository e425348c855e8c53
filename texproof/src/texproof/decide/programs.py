"""What a program asks of symbols, and what holds where the answer is another one.

A program that asks whether two terms are equal is told that they are not, where symbols leave this
open. Its row is then tried at points at which they are equal, and proved once more with the
equation solved for one of its symbols, and so on for what the program asks there; where the
equation is not one that is solved here, or the row is not proved, it is refused.
"""

import itertools
import random
from collections.abc import Iterator, Mapping, Sequence

import sympy as sp

from ..errors import DerivationError, Undecided, Undefined
from ..evaluate import Assignment
from ..evaluate.assignment import Value
from ..evaluate.draws import Point, Strategy, default_point, numbers_in_turn
from ..evaluate.generic import noted_questions
from ..evaluate.unknowns import Draw
from ..evaluate.values import value_in_plain_text
from ..limits import MOST_QUESTIONS, MOST_TIES, POINTS_OF_QUESTION, STEEPEST_QUESTION
from .case import Case, assignments_at_indices, nodes_of
from .prove import deciding_rule, proof_goals
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
            f"a program compares {len(questions)} pairs of numbers for equality; "
            f"at most {MOST_QUESTIONS} can be tried, so choose smaller sizes"
        )
    for question in questions:
        assignments = list(assignments_with_zero(case, question))
        if not assignments:
            text = value_in_plain_text(question).replace("**", "^")
            raise DerivationError(
                f"a program asks whether {text} is 0, and no numbers were found at which it is: "
                "write the program without this test, or with a comparison in np.where"
            )
        pairs = ((0, assignment) for assignment in assignments)
        if found := try_assignments(case, pairs).counterexample:
            return found
    return ""


# --------------------------------------------------------------------------------------------------
# The proof where what is asked for is true.

Solution = dict[Value, Value]  # a term for a symbol


def prove_where_equal(case: Case) -> None:
    """Raises if the row is not proved as well where the terms are equal of which programs ask."""
    for assignment in case.setting.symbolic(case.relation):
        prove_ties(case, assignment, ())


def prove_ties(case: Case, assignment: Assignment, ties: tuple[Value, ...]) -> None:
    """The same under an assignment in which some questions have the answer yes already."""
    with noted_questions() as asked:
        for place in assignments_at_indices(case, [assignment]):
            try:
                parts = proof_goals(case, place)
            except Undefined:
                continue
            if ties and not all(deciding_rule(part, sign, ()) for part, sign in parts):
                raise Undecided(f"it is not proved {where_equal(ties)}, which a program asks for")
    questions = list(dict.fromkeys(asked))
    if questions and len(ties) == MOST_TIES:
        raise Undecided(f"a program asks for more {where_equal(ties)}: it is not proved there")
    for question in questions:
        for solution in solutions(question):
            prove_ties(case, assignment.at_point(solution), (*ties, question))


def where_equal(ties: Sequence[Value]) -> str:
    """The equations, in words."""
    texts = (value_in_plain_text(term).replace("**", "^") for term in ties)
    return "where " + " and ".join(f"{text} = 0" for text in texts)


def solutions(question: Value) -> Iterator[Solution]:
    """All ways in which a term can be 0, each as terms for some symbols; raises for others."""
    for factor in factors_of_zero(sp.numer(sp.together(question))):
        found = next(filter(None, (solve(factor) for solve in SOLVERS)), None)
        if found is None:
            raise Undecided(
                f"a program asks whether {where_equal([factor])[6:]}, which is not solved here: "
                "write the program without this test, or with a comparison in np.where"
            )
        yield from (one for one in found if may_hold(one))


def factors_of_zero(term: Value) -> Iterator[Value]:
    """Terms of which one is 0 where a product, a power, a root or a modulus is."""
    if term.is_nonzero:
        return
    if isinstance(term, sp.Abs) or (term.is_Pow and term.exp.is_positive):
        yield from factors_of_zero(term.args[0])
        return
    if squares_of_sum(term):
        yield term
        return
    factored = sp.factor(term)
    if factored.is_Mul or (factored.is_Pow and factored != term):
        for part in factored.args if factored.is_Mul else (factored,):
            yield from factors_of_zero(part)
    elif factored.free_symbols:
        yield factored


def squares_of_sum(term: Value) -> list[Value]:
    """The terms whose squares, times positive numbers, add up to a term, if there are any."""
    parts = [part.as_coeff_Mul() for part in sp.Add.make_args(term)]
    fits = all(number > 0 and part.is_Pow and part.exp.is_even for number, part in parts)
    return [part.base for _, part in parts] if fits and len(parts) > 1 else []


def zeros_of_squares(term: Value) -> list[Solution] | None:
    """Where all terms of a sum of squares are 0, solved one after the other."""
    squares = squares_of_sum(term)
    result: Solution = {}
    for base in squares:
        left = sp.expand(base.subs(result))
        if left == 0:
            continue
        if left.is_number:
            return [{}]
        found = linear_solutions(left)
        if not found:
            return None
        result = {symbol: value.subs(found[0]) for symbol, value in result.items()} | found[0]
    return [result] if squares else None


def linear_solutions(term: Value) -> list[Solution] | None:
    """The solution for a symbol of which a term is a multiple, plus the rest."""
    for symbol in sorted(term.free_symbols, key=str):
        if term.is_polynomial(symbol) and sp.degree(term, symbol) == 1:
            slope, rest = term.coeff(symbol, 1), term.coeff(symbol, 0)
            if not slope.is_number and sp.expand(slope * symbol + rest - term) != 0:
                poly = sp.Poly(term, symbol)
                slope, rest = poly.nth(1), poly.nth(0)
            if slope.is_nonzero or rest.is_nonzero:
                return [{symbol: -rest / slope}]
    return None


def roots_of_polynomial(term: Value) -> list[Solution] | None:
    """The real roots of a polynomial in one symbol."""
    if len(term.free_symbols) != 1:
        return None
    (symbol,) = term.free_symbols
    if not term.is_polynomial(symbol) or sp.degree(term, symbol) > STEEPEST_QUESTION:
        return None
    found = sp.real_roots(sp.Poly(term, symbol))
    return [{symbol: root} for root in dict.fromkeys(found)] or [{}]


def minimum_of_square(term: Value) -> list[Solution] | None:
    """Where a quadratic term is 0 that has one sign elsewhere: where its slope is 0."""
    symbols = sorted(term.free_symbols, key=str)
    if not term.is_polynomial(*symbols) or sp.Poly(term, *symbols).total_degree() != 2:
        return None
    curvature = sp.hessian(term, symbols)
    if not (curvature.is_positive_semidefinite or curvature.is_negative_semidefinite):
        return None
    (flat,) = sp.solve([sp.diff(term, symbol) for symbol in symbols], symbols, dict=True) or [{}]
    least = sp.expand(term.subs(flat)) * (1 if curvature.is_positive_semidefinite else -1)
    if not flat or not least.is_number or least < 0:
        return None
    return [flat if least == 0 else {}]


SOLVERS = zeros_of_squares, linear_solutions, roots_of_polynomial, minimum_of_square


def may_hold(solution: Solution) -> bool:
    """Whether symbols may have the values of a solution, by the facts of their names."""
    facts = "positive", "nonnegative", "negative", "integer"
    return bool(solution) and not any(
        getattr(symbol, f"is_{fact}") and getattr(value, f"is_{fact}") is False
        for symbol, value in solution.items()
        for fact in facts
    )


# --------------------------------------------------------------------------------------------------
# Points at which it is true.


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
