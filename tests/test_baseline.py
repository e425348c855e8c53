"""Every exact row of the first edition is stated still, and what is lost is seen."""

import pytest

from tests.baseline import SUCCESSORS, entry, exact_rows, key, lost, missing, stored, written_anew
from tests.chapters import BOOK, CHAPTERS

FIRST = stored()


def test_the_fixture_counts_what_the_first_edition_proved():
    assert len(FIRST) == len({key(row) for row in FIRST}) == 958
    assert sum(row["row"] == 1 for row in FIRST) == 730
    assert sum(row["row"] == 1 and row["sized"] for row in FIRST) == 553
    assert sum(row["sized"] for row in FIRST) == 727
    assert {row["verdict"] for row in FIRST} == {"exact"}


@pytest.fixture(scope="module")
def rows():
    """The rows that the chapters state to be proved."""
    return [row for chapter in CHAPTERS for row in exact_rows(chapter)]


def test_no_row_is_lost_and_none_rests_on_points(rows):
    assert not lost(rows), "to SUCCESSORS in tests/baseline.py add:\n" + "\n".join(missing(rows))
    assert [e.name for e in BOOK.equations if e.verdict == "sampled"] == []


def test_every_successor_is_of_one_row():
    changed = [row for row in FIRST if written_anew(row) != row]
    assert len(changed) == len(SUCCESSORS)


def test_the_entry_for_a_row_that_moved_is_told(rows):
    first = next(row for row in rows if row["label"] == "svm-above")
    moved = {**first, "chapter": "pca", "label": "pca-above"}
    told = entry(first, [row for row in rows if row is not first] + [moved])
    assert told.startswith("('svm', 'svm-above', 1): ({'chapter': 'pca', 'label': 'pca-above'}, ")
    assert "what it is now" in entry(first, [])


@pytest.mark.parametrize("change", ["deleted", "reworded", "given", "turned"])
@pytest.mark.parametrize("label", ["svm-above", "newton-anchor"])
def test_a_row_that_is_deleted_or_weakened_is_lost(rows, label, change):
    first = next(row for row in rows if row["label"] == label)
    twin = {
        "deleted": [],
        "reworded": [{**first, "right": "0"}],
        "given": [{**first, "given": [*first["given"], "x = 1"]}],
        "turned": [{**first, "sign": "!="}],
    }[change]
    (gone,) = lost([row for row in rows if row is not first] + twin)
    assert gone["label"] == label
