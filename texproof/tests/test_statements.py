"""What the language must accept and refuse: the statements of texproof_tests/statements, each on its own.

Those on which it is wrong today stand in its open.txt and are expected to fail,
strictly: whoever closes a hole strikes its ids from the list. `python -m texproof_tests.statements` counts.
"""

import collections

import pytest

from texproof_tests.statements import entries, numbers, still_open
from texproof_tests.statements.entry import ACCEPTED

ENTRIES, OPEN = entries(), set(still_open())
SIGNS = {"=", "<", "<=", ">", ">="}


# A proof that takes half a minute; vm-inverse-of-multiple is of the same kind and takes a second.
DEAR = {"vm-inverse-by-number"}


def parameters():
    """Each entry; those that are open are expected to fail, or not even run."""
    for entry in ENTRIES:
        known = pytest.mark.xfail(strict=True, run=not entry.slow, reason="open")
        marks = [known] if entry.id in OPEN else []
        marks += [pytest.mark.nightly] if entry.id in DEAR else []
        yield pytest.param(entry, id=entry.id, marks=marks)


@pytest.mark.corpus
@pytest.mark.parametrize("entry", list(parameters()))
def test_the_language_says_what_it_should(entry):
    found = entry.run()
    assert entry.as_expected(found), f"{found}, not {entry.expected}: {entry.why}"


TRIED = [entry for entry in ENTRIES if entry.number]


@pytest.mark.corpus
@pytest.mark.parametrize("entry", TRIED, ids=[entry.id for entry in TRIED])
def test_numbers_know_better(entry):
    """What is to be accepted holds at every draw, and what is to be refused fails at some."""
    held, failed = numbers.compared(entry.number, entry.said[1])
    if entry.expected == ACCEPTED:
        assert held >= 5 and not failed, f"holds at {held} draws, fails at {failed}"
    else:
        assert failed, f"holds at all of {held} draws"


def test_each_statement_has_its_own_name_and_a_reason():
    count = collections.Counter(entry.id for entry in ENTRIES)
    assert [name for name, many in count.items() if many > 1] == []
    assert [entry.id for entry in ENTRIES if entry.expected != ACCEPTED and not entry.why] == []


def test_only_known_statements_are_open_and_each_once():
    known = still_open()
    assert sorted(OPEN - {entry.id for entry in ENTRIES}) == []
    assert len(known) == len(OPEN)


def test_numbers_are_compared_with_plain_signs_only():
    assert {entry.said[1] for entry in TRIED} <= SIGNS


def test_the_second_opinion_tells_false_from_true():
    assert numbers.compared("| a + b | b + a", "=") == (numbers.DRAWS, 0)
    assert numbers.compared("| n | d", "=")[1] > 0
    assert numbers.compared("assume(n > d) | n | d", ">")[1] == 0
    assert numbers.compared("| 1.0 / 0 | 1.0", "=") == (0, 0)
