"""Folds of chapters: where they begin and end, and what is no fold."""

import pytest

from tests.book.chapters import BOOK
from tools.book import Cell
from tools.folds import faults, folds, headings

FOLD = {"tags": ["fold"]}


def cells(*sources):
    """Cells of Markdown; those that begin with a star have the tag of a fold."""
    return [
        Cell(place, "markdown", text.removeprefix("*"), FOLD if text.startswith("*") else {})
        for place, text in enumerate(sources)
    ]


def test_headings_in_code_and_in_directives_are_none():
    text = "## One\n```\n# no\n```\n:::{note}\n# no\n```\n# no\n```\n:::\n### Two $x$ #\n#no"
    found = [(one.line, one.level, one.text) for one in headings(cells("# Title", text))]
    assert found == [(0, 1, "Title"), (0, 2, "One"), (10, 3, "Two $x$")]


@pytest.mark.parametrize(
    ("after", "end"),
    [
        (["#### Lower", "## Higher"], (3, 0)),
        (["#### Lower", "Words.\n\n### Same"], (3, 2)),
        (["#### Lower"], None),
    ],
)
def test_a_fold_reaches_to_the_next_heading_of_its_level_or_a_higher_one(after, end):
    (fold,) = folds(cells("## Section", "*(sec-proof)=\n\n### Proof\n\nWords.", *after))
    assert fold.heading.text == "Proof" and fold.heading.place == 1
    assert (fold.end and (fold.end.place, fold.end.line)) == end
    assert not fold.holds(0) and fold.holds(1) and fold.holds(2)
    assert not end or not fold.holds(*end)


@pytest.mark.parametrize(
    ("sources", "message"),
    [
        (["*Words.\n\n### Proof"], "begins with a heading"),
        (["*"], "begins with a heading"),
        (["*### Outer", "*#### Inner"], "'Inner' stands inside the fold 'Outer'"),
        (["*# Title"], "the title of a page"),
    ],
)
def test_what_is_no_fold_is_told(sources, message):
    (fault,) = faults(cells(*sources))
    assert message in fault


def test_code_is_no_fold():
    (fault,) = faults([Cell(0, "code", "# a comment", FOLD)])
    assert "begins with a heading" in fault


def test_the_folds_of_the_book_are_well_formed():
    found = {name: [*faults(chapter.cells)] for name, chapter in BOOK.chapters.items()}
    assert not {name: wrong for name, wrong in found.items() if wrong}
