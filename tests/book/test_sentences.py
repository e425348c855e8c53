"""The formulas in the sentences of chapters: what their ledgers say of them, and what is refused."""

from pathlib import Path

import pytest

from tests.book.chapters import BOOK
from tests.book.sentences import TRUE, changed, formulas_with_judges, with_changed_signs
from texproof.inline import FALSE, UNREAD, outcome_of_formula
from texproof.prose import Formula
from tools.pages.ledger import (
    counts_of_formulas,
    every_formula,
    formulas_in_sentences,
    total_of_formulas,
)

LIMITS = Path(__file__).with_name("unread.txt")


def test_no_chapter_leaves_more_formulas_unread():
    limits = dict(line.split() for line in LIMITS.read_text("utf8").splitlines())
    more = {
        chapter.name: many
        for chapter in BOOK.chapters.values()
        if (many := sum(kind == UNREAD for kind, _ in chapter.formulas))
        > int(limits.get(chapter.name, 0))
    }
    assert more == {}, (
        "more formulas in sentences than before are not read: declare their letters, set them from "
        f"a display, or raise the number in {LIMITS.name}"
    )


def test_the_ledger_of_the_book_adds_up_those_of_the_chapters():
    *_, last = formulas_in_sentences(BOOK)
    every = every_formula(BOOK)
    assert last == f"| all chapters | {counts_of_formulas(every)} |"
    assert str(sum(kind == UNREAD for kind, _ in every)) in total_of_formulas(BOOK)


# The two formulas of XGBoost, as they once stood on the first screen of their chapter.
LEAF = r"w^\star = -G/(H+\lambda)"
GAIN = (
    r"\mathrm{Gain} = \tfrac12\big[\tfrac{G_L^2}{H_L+\lambda}+\tfrac{G_R^2}{H_R+\lambda}"
    r"-\tfrac{(G_L+G_R)^2}{H_L+H_R+\lambda}\big]-\gamma"
)


@pytest.fixture(scope="module")
def boosting():
    """The derivations of the chapter on Newton boosting, as at the end of the chapter."""
    *_, (_, judges) = formulas_with_judges(BOOK.chapter("newton_boosting"))
    return judges


@pytest.mark.parametrize("text", [LEAF, GAIN])
def test_a_changed_sign_in_a_formula_of_xgboost_is_refused(boosting, text):
    assert outcome_of_formula(Formula(text, 0), boosting).kind != FALSE
    for wrong in with_changed_signs(text):
        assert outcome_of_formula(Formula(wrong, 0), boosting).kind == FALSE, wrong


STILL_TRUE = {  # with a changed sign
    r"\log p \le p + 1",  # a weaker bound
    r"\log u \le u + 1",  # a weaker bound
    r"\frac{5}{14}\cdot 0.971 - \frac{4}{14}\cdot 0 + \frac{5}{14}\cdot 0.971 = 0.694",
}


@pytest.mark.nightly
@pytest.mark.parametrize("name", sorted(BOOK.chapters))
def test_no_formula_stays_true_if_a_sign_is_changed(name):
    chapter = BOOK.chapter(name)
    if chapter.formulas:
        left = {text for _, text, after in changed(chapter) if after in TRUE}
        assert left <= STILL_TRUE
