"""The fixture of the first edition is whole, and what is lost is seen."""

import pytest

from tests.baseline import key, lost, stored, written
from tests.chapters import CHAPTERS

ROWS = stored()


def test_the_fixture_counts_what_the_first_edition_proved():
    assert len(ROWS) == 958
    assert sum(row["row"] == 1 for row in ROWS) == 730
    assert sum(row["row"] == 1 and row["sized"] for row in ROWS) == 553
    assert sum(row["sized"] for row in ROWS) == 727
    assert {row["verdict"] for row in ROWS} == {"exact"}


def test_rows_are_told_apart_and_stand_in_the_order_of_the_chapters():
    assert len({key(row) for row in ROWS}) == len(ROWS)
    places = [(row["chapter"], row["cell"]) for row in ROWS]
    assert places == sorted(places)
    assert {chapter for chapter, _ in places} <= {chapter.name for chapter in CHAPTERS}


def test_one_row_a_line():
    assert len(written(ROWS[:3]).splitlines()) == 5


@pytest.mark.parametrize("change", ["deleted", "weakened", "reworded"])
def test_a_row_that_is_deleted_weakened_or_reworded_is_lost(change):
    rows = [dict(row) for row in ROWS if row["chapter"] == "svm"]
    assert lost("svm", rows) == []
    first = rows[0]
    if change == "deleted":
        rows = rows[1:]
    elif change == "weakened":
        first["verdict"] = "sampled"
    else:
        first["given"] = [*first["given"], "x = 1"]
    (gone,) = lost("svm", rows)
    assert gone["label"] == first["label"]
