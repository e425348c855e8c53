"""The page of the language is true: each line that it shows gets the answer that is stored."""

from itertools import pairwise

import pytest

from texproof.books.command import check_blocks
from tools.pages import language

GROUPS = language.read_groups(language.DATA.read_text("utf8"))
PAGE = language.page_text()


@pytest.mark.corpus
@pytest.mark.parametrize("group", GROUPS, ids=[group.title for group in GROUPS])
def test_the_language_answers_as_the_page_says(group):
    for construct in group.constructs:
        now = [*language.answer_lines(group, construct)]
        assert now == construct.lines, "python -m tools.pages.language"


def test_the_data_are_written_as_they_are_read():
    assert language.data_text(GROUPS) == language.DATA.read_text("utf8")


def test_the_page_shows_every_group_with_the_answers():
    titles = [line for line in PAGE.splitlines() if line.startswith("### ")]
    assert titles == [f"### {group.title}" for group in GROUPS]
    assert "\n✗ Xw - z = -(z - Xw)\n    cannot read 'z'; declare it as a name\n" in PAGE


def test_every_construct_has_a_line_that_is_refused():
    constructs = [construct for group in GROUPS for construct in group.constructs]
    signs = [[sign for sign, _ in construct.lines] for construct in constructs]
    assert all(language.REFUSED in each for each in signs)
    below = [after for each in signs for sign, after in pairwise([*each, ""]) if sign == "-"]
    assert {*below} == {language.ANSWER}
    assert sum(language.READ in each for each in signs) >= len(signs) - 2


def test_a_line_that_is_answered_otherwise_is_an_error():
    for line, message in {"+ a + a = 3a": "is false", "- a + a = 2a": "is not refused"}.items():
        (group,) = language.read_groups(f"# Group\na : scalar\n* Sums.\n{line}\n")
        with pytest.raises(ValueError, match=message):
            list(language.answer_lines(group, *group.constructs))


def test_an_answer_that_is_stored_is_replaced_by_that_of_today():
    (group,) = language.read_groups(
        "# Group\na : scalar\n* Sums.\n- a + a = 3a\n? no\n? more\n+ a = a\n"
    )
    refused, answer, read = language.answer_lines(group, *group.constructs)
    assert refused == ("-", "a + a = 3a") and read == ("+", "a = a")
    assert answer[0] == "?" and answer[1].startswith("row 1 (= 3a) is false")


def test_the_example_of_a_page_is_accepted():
    rows = list(check_blocks(language.PROSE, 60, None))
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
    assert row in PAGE and all(name in PAGE for name in group.names)
    lines = [(":=", row), ("+", r"X^\top X = \sum_i \mathbf{x}_i\mathbf{x}_i^\top")]
    assert len(list(language.answer_lines(group, language.Construct("", lines)))) == 2
