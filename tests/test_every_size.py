"""Proofs for every size: what is true and false in index notation, and the rows of a chapter."""

import pytest

from mlbook.derive.every_size import everywhere
from tests.chapters import chosen
from tests.every_size import counted, statement_of
from tests.statements import entries
from tests.statements.entry import ACCEPTED

SAMPLE = [entry for entry in entries() if entry.does == "calc"][::8]


@pytest.mark.parametrize("entry", SAMPLE, ids=[entry.id for entry in SAMPLE])
def test_nothing_false_is_proved(entry):
    statement = statement_of(entry)
    if statement is None or entry.expected == ACCEPTED:
        return
    assert not all(found.proved for found in everywhere(statement)), entry.why


def test_most_rows_of_a_chapter_are_proved():
    (path,) = chosen(["pca"])
    proved, every, _ = counted(path)
    assert proved >= 44
    assert every == 50
