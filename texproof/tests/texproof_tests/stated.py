"""Statements that nothing has judged yet."""

import sys
from unittest import mock

from texproof import Derivation, DerivationError
from texproof.statement import EXACT, Row, Statement
from texproof.stating import sizes_used


def stated(D, left, sign, right, given=()):
    """A statement that nothing has judged."""
    relation = D.vocabulary.relate(sign, D.vocabulary.term(left), D.vocabulary.term(right), right)
    statement = Statement(None, EXACT, left, [Row(sign, right, "", relation)], given=list(given))
    statement.hypotheses = [part for text in given for part in D.vocabulary.relations(text)]
    statement.definitions, statement.letters = dict(D.definitions), D.vocabulary.letters
    statement.lengths = D.vocabulary.sizes
    statement.sizes = sizes_used(statement)
    return statement


def statement_of(entry):
    """The statement that an entry of the corpus makes, not judged; None if it cannot be read."""
    try:
        with unjudged():
            symbols = entry.symbols()
            derivation = symbols if isinstance(symbols, Derivation) else Derivation(*symbols)
            for text in entry.define:
                derivation.define(text)
            derivation.calc(*entry.said, "", **entry.options)
    except (DerivationError, ValueError):
        return None
    return list(derivation.statements.values())[-1]


def unjudged():
    """Derivations that keep what they are told as it stands."""
    module = sys.modules[Derivation.__module__]
    nothing = {"verdicts": lambda statement: [], "refuse_unproved_reasons": lambda *_: None}
    return mock.patch.multiple(module, **nothing)
