"""What the stored chapters carry is enough to try their statements again, without any chapter."""

import random

import pytest

from tests.book.chapters import BOOK, CHAPTERS
from texproof.data import judge_again, verdict_data
from texproof.errors import DerivationError
from texproof.show.words import EVERY_SIZE_WORDS
from texproof.statement import AT_SIZES, CITED, DEFINED, EXACT, REFUSED

EACH = 2  # statements of a chapter, of each verdict
KINDS = {EXACT, AT_SIZES, CITED, DEFINED, REFUSED}


def sample(kinds):
    """Of each chapter some equations of each of these verdicts; but for functions of its own."""
    for chapter in CHAPTERS:
        for kind in sorted(kinds):
            every = [e for e in chapter.equations if e.verdict == kind and not is_local(e)]
            chosen = random.Random(chapter.name).sample(every, min(EACH, len(every)))
            yield from (pytest.param(e, id=f"{chapter.name}: {e.name}") for e in chosen)


def is_local(equation):
    """Whether a statement names a function that its chapter defines."""
    return any(
        name.get("program", "").startswith("__main__.") for name in equation.data.get("names", ())
    )


@pytest.mark.corpus
@pytest.mark.parametrize("equation", list(sample(KINDS)))
def test_the_verdicts_are_those_that_are_stored(equation):
    found = judge_again(equation.data, packages=["mlbook"])
    assert [*map(verdict_data, found)] == equation.data["verdicts"]


@pytest.mark.corpus
@pytest.mark.parametrize("equation", list(sample({EXACT})))
def test_a_changed_row_is_refused(equation):
    first, sign, text = equation.data["first"], *equation.rows[0][:2]
    changed = {"=": f"2({text}) + 1", "<=": f"{first} - 1", ">=": f"{first} + 1"}
    row = [sign, changed.get(sign, f"({text})^2 - 2"), ""]
    with pytest.raises(DerivationError):
        data = {**equation.data, "rows": [row, *equation.data["rows"][1:]]}
        judge_again(data, packages=["mlbook"])


def test_few_statements_name_functions_of_their_chapter():
    local = [e.name for chapter in CHAPTERS for e in chapter.equations if is_local(e)]
    assert len(local) <= 2, local


def test_every_way_to_be_proved_has_words():
    ways = {how for e in BOOK.equations for how in filter(None, e.data.get("every_size", ()))}
    parts = {part for way in ways - set(EVERY_SIZE_WORDS) for part in way.split(" and ")}
    assert parts <= {"hypotheses", "inverse", "denominators", "signs"}
