"""Each inequality between sizes that a chapter displays is necessary: no step of it is wasted.

Just outside of it, where n + 1 = d for a given n >= d, the statement is false or undefined.
"""

import copy
from fractions import Fraction

import pytest

from tests.book.chapters import CHAPTERS, derivations
from texproof import Derivation, matrix, scalar, vector
from texproof.decide.case import Case, instances, nodes_of, setting_of, under_hypotheses
from texproof.decide.refute import try_lengths
from texproof.errors import DerivationError, Missing, Undefined
from texproof.evaluate.sizes import is_condition
from texproof.expr import Expr, Relation, walk

ONE = Expr("num", value=Fraction(1))


def is_inequality(relation):
    """Whether a hypothesis is an inequality between sizes."""
    used = {node.op for side in relation.sides for node in walk(side)}
    return is_condition(relation) and relation.sign != "=" and "var" not in used


def just_outside(relation):
    """The equation between sizes that holds one step outside of an inequality."""
    left, right = relation.sides
    if relation.sign == ">=":
        left = Expr("add", (left, ONE))
    elif relation.sign == "<=":
        right = Expr("add", (right, ONE))
    return Relation("=", left, right)


def fails_outside(statement, condition):
    """Whether a row is false or undefined at some lengths just outside of a condition."""
    outside = copy.copy(statement)
    others = [h for h in statement.hypotheses if h is not condition]
    outside.hypotheses = [*others, just_outside(condition)]
    setting, equations = under_hypotheses(outside)
    cases = (Case(row.relation, row.about, setting, equations, statement.letters) for row in statement.rows)  # fmt: skip
    return any(is_wrong(case) for case in cases) or says_nothing(outside)


def is_wrong(case):
    """Whether a case is false or undefined at some lengths that its conditions allow."""
    try:
        trials = [try_lengths(case, at) for at in case.setting.other_lengths(*nodes_of(case))]
    except DerivationError:
        return True
    return any(trial.counterexample or trial.undefined for trial in trials)


def says_nothing(statement):
    """Whether a row or hypothesis mentions what there is not, such as x_2 where n = 1."""
    conditions = [h for h in statement.hypotheses if is_condition(h)]
    plain = setting_of(statement, {}, (), conditions)
    rows = [row.relation for row in statement.rows]
    parts = [h for h in statement.hypotheses if h not in conditions] + rows
    return any(misses(part, plain, statement.letters) for part in parts)


def misses(relation, setting, letters):
    """Whether a relation mentions a member or a value that there is not, at lengths that are allowed."""
    for at in setting.other_lengths(relation):
        assignments = setting.symbolic(relation, lengths=at)
        for place in instances(relation, assignments, letters, setting.conditions):
            try:
                [place.of(side) for side in relation.sides if side.op != "optimum"]
            except (Missing, Undefined):
                return True
    return False


def unnecessary(derivation):
    """(label, hypotheses) of the statements of a derivation with an inequality that is not needed."""
    for label, statement in derivation.statements.items():
        for condition in filter(is_inequality, statement.hypotheses):
            if not fails_outside(statement, condition):
                yield label, statement.given


@pytest.mark.corpus
@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.name)
def test_inequalities_between_sizes_are_necessary(chapter):
    found = [pair for D in derivations(chapter, judged=False) for pair in unnecessary(D)]
    assert found == []


def symbols():
    return Derivation(matrix("X", "n", "d"), vector("y", "n"), scalar("x_i", over={"i": "n"}))


@pytest.mark.parametrize(
    ("left", "right", "given", "needed"),
    [
        (r"\operatorname{tr}(X(X^\top X)^{-1}X^\top)", "d", [r"n \ge d"], True),
        (r"\operatorname{tr}(X(X^\top X)^{-1}X^\top)", "d", ["n > d"], False),
        (r"\operatorname{tr}(X^\top X)", r"\operatorname{tr}(XX^\top)", [r"n \ge d"], False),
        ("x_1 + x_2 - x_2", "x_1", [r"n \ge 2"], True),
        ("x_1 + x_2 - x_2", "x_1", [r"n \ge 3"], False),
        (r"\det(XX^\top)", "0", ["n > d"], True),
    ],
)
def test_a_condition_that_is_not_needed_is_found(left, right, given, needed):
    D = symbols()
    D.calc_without_warning(left, "=", right, "", given=given, label="it")
    assert (list(unnecessary(D)) == []) is needed
