"""A second opinion: the same tree evaluated with floats must give the numbers of exact evaluation.

The two evaluations share the tree and nothing else that matters: fractions and SymPy's functions
on one side, IEEE numbers, LAPACK and the C library on the other.
"""

import contextlib
import itertools

import numpy as np
import pytest
import sympy as sp

from texproof.decide.points import entries
from texproof.errors import DerivationError, Undefined
from texproof.evaluate import OPERATIONS, Assignment
from texproof.evaluate.draws import default_point
from texproof.evaluate.setting import Setting
from texproof.expr import free_letters, walk
from texproof_tests.claims import NAMES, TRUE

CALCULUS = {"grad", "hessian", "partial", "integral", "limit", "optimum", "substitute"}
CLOSE = 1e-9  # a million roundings: the numbers are small and their determinants are not tiny


def as_floats(family):
    """The members of a family as floats; functions and whole numbers as they are."""
    if callable(family):
        return family
    return {
        place: value if isinstance(value, int)
        else value.astype(float) if isinstance(value, np.ndarray) else float(value)
        for place, value in family.items()
    }  # fmt: skip


def operations(sides, setting):
    """All operations that the sides use, directly or through definitions."""
    used = setting.used(*sides)
    bodies = [setting.definitions[name].body for name in used if name in setting.definitions]
    return {node.op for part in (*sides, *bodies) for node in walk(part)}


def both(relation, setting, letters):
    """(exact, float) numbers of both sides under a few assignments."""
    first = setting.first(relation)
    assignments = (
        setting.rational(relation, lengths=first, point=default_point(number))
        for number in range(3)
    )
    for assignment in itertools.islice(itertools.chain(*assignments), 6):
        place = dict.fromkeys(free_letters(relation), 1)
        values = {name: as_floats(family) for name, family in assignment.values.items()}
        rough = Assignment(assignment.sizes, values, assignment.definitions, exact=False)
        for side in relation.sides:
            with contextlib.suppress(Undefined):  # there is nothing to compare
                exact = entries(assignment.at(place).of(side))
                yield from zip(exact, entries(rough.at(place).of(side)), strict=True)


@pytest.mark.parametrize("case", TRUE, ids=NAMES)
def test_floats_agree_with_fractions(case):
    D = case[0]()
    relation = D.vocabulary.relate(
        case[2], D.vocabulary.term(case[1]), D.vocabulary.term(case[3]), case[3]
    )
    setting = Setting(D.definitions, D.vocabulary.sizes)
    if operations(relation.sides, setting) & CALCULUS:
        pytest.skip("derivatives are taken by SymPy under every assignment")
    pairs = [
        (float(sp.re(sp.N(one))), float(other))
        for one, other in both(relation, setting, D.vocabulary.letters)
    ]
    assert pairs
    np.testing.assert_allclose(*zip(*pairs, strict=True), rtol=CLOSE, atol=CLOSE)


def test_a_planted_disagreement_is_seen(monkeypatch):
    monkeypatch.setitem(
        OPERATIONS, "tr", lambda assignment, node, inside: 1 if assignment.exact else 2.0
    )
    case = next(case for case in TRUE if case[1] == r"\operatorname{tr}(AB)")
    with pytest.raises(AssertionError):
        test_floats_agree_with_fractions(case)


def test_the_exact_evaluation_refuses_what_floats_would_forgive():
    D = TRUE[0][0]()
    with pytest.raises(DerivationError):
        D.calc(r"\lambda", "=", r"\lambda + \frac{1}{1000000000000000000000}", "below rounding")
