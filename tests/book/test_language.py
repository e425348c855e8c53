"""The page of the language is true: each line that it shows gets the answer that it shows."""

import pytest
from texproof.books.command import checked

from tools.pages import language

GROUPS = language.groups(language.DATA.read_text("utf8"))
STORED = language.PAGE.read_text("utf8")


@pytest.mark.corpus
@pytest.mark.parametrize("group", GROUPS, ids=[group.title for group in GROUPS])
def test_the_language_answers_as_the_page_says(group):
    assert language.section(group) in STORED, "python -m tools.pages.language"


def test_the_page_holds_nothing_else():
    before, after = language.PROSE.read_text("utf8").split("%groups%")
    assert STORED.startswith(before) and STORED.endswith(after)
    titles = [line for line in STORED.splitlines() if line.startswith("### ")]
    assert titles == [f"### {group.title}" for group in GROUPS]


def test_every_construct_has_a_line_that_is_refused():
    constructs = [construct for group in GROUPS for construct in group.constructs]
    signs = [[sign for sign, _ in construct.lines] for construct in constructs]
    assert all(language.REFUSED in each for each in signs)
    assert sum(language.READ in each for each in signs) >= len(signs) - 2


def test_a_line_that_is_answered_otherwise_is_an_error():
    (group,) = language.groups("# Group\na : scalar\n* Sums.\n+ a + a = 3a\n")
    with pytest.raises(ValueError, match="is false"):
        language.section(group)
    (group,) = language.groups("# Group\na : scalar\n* Sums.\n- a + a = 2a\n")
    with pytest.raises(ValueError, match="is not refused"):
        language.section(group)


def test_the_example_of_a_page_is_accepted():
    rows = list(checked(language.PROSE, 60, None))
    assert [row["label"] for row in rows] == ["average", "centred"]
    assert not any(row["refused"] for row in rows)


def test_rows_are_told_by_a_definition():
    group = language.Group(
        "Rows",
        names=[
            "X : matrix n d",
            r"\mathbf{x}_i : vector d, over i = n",
            r"\mathbf{e}_i : vector n, over i = n, basis",
        ],
    )
    row = r"\mathbf{x}_i := X^\top\mathbf{e}_i"
    assert row in STORED and all(name in STORED for name in group.names)
    lines = [(":=", row), ("+", r"X^\top X = \sum_i \mathbf{x}_i\mathbf{x}_i^\top")]
    assert len(list(language.shown(group, language.Construct("", lines)))) == 2
