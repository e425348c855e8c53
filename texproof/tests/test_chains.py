"""Chains: what their middle terms need is displayed, and their first term is tried against the last."""

from unittest import mock

import pytest

from texproof import Derivation, scalar
from texproof.conditions import NONZERO, POSITIVE, conditions
from texproof.errors import Refuted, Undefined
from texproof_tests.statements.chains import ENTRIES
from texproof_tests.statements.symbols import common

ROOT = ("a", "=", r"(\sqrt a)^2", "", ">=", "0", "")
FALSE_AT_ENDS = [
    "chain-root", "chain-root-modulus", "chain-log", "chain-roots", "chain-half", "chain-sum-roots",
    "chain-indicator", "chain-determinant", "chain-mean",
]  # fmt: skip


def numbers():
    return Derivation(*common())


def needed(text):
    """What a term needs, as pairs of what is said and the letters of which it is said."""
    D = numbers()
    found = conditions([D.vocabulary.term(text)], D.definitions)
    return [(one.kind, [letter for letter, _ in one.ranges]) for one in found]


def test_a_refusal_names_the_row_the_condition_and_a_point():
    with pytest.raises(
        Undefined, match=r"row 1 .*presumes that a is not below 0.*\\ge 0"
    ) as refusal:
        numbers().calc(*ROOT)
    assert "the first term against the last is false: left -" in str(refusal.value)


def test_what_the_refusal_proposes_is_accepted():
    numbers().calc(*ROOT, given=[r"a \ge 0"])


@pytest.mark.parametrize("id", FALSE_AT_ENDS)
def test_points_refute_the_ends_where_conditions_are_not_asked(id):
    (entry,) = (one for one in ENTRIES if one.id == id)
    without = mock.patch("texproof.decide.chains.unimplied_conditions", lambda _: [])
    with without, pytest.raises(Refuted, match="the first term against the last is false"):
        entry.tried()


def test_a_condition_is_one_for_each_member():
    assert needed(r"\sum_i\frac{1}{x_i}") == [(NONZERO, ["i"])]
    assert needed(r"\log x_1") == [(POSITIVE, [])]


def test_a_product_is_not_0_if_no_factor_is():
    assert needed(r"\frac{1}{ab^2}") == [(NONZERO, []), (NONZERO, [])]
    assert needed(r"\frac{1}{pe^a}") == []


def test_a_definition_is_part_of_the_term():
    D = Derivation(scalar("a"), scalar("c"))
    D.define(r"c = \frac1a")
    with pytest.raises(Undefined, match="a is not 0"):
        D.calc("a", "=", r"a + c - c", "", "=", "a", "")
