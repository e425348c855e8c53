"""The spelling of the book is read where it is prose, and a fault is told."""

import pytest

from tools.spelling import faults, words


@pytest.mark.parametrize("wrong", ["teh", "color", "center", "neighbors", "minimize", "standrad"])
def test_a_typo_and_an_american_spelling_are_told(wrong):
    assert list(faults([("page", f"One {wrong}-deviation of a colour.")], [])) == [f"page: {wrong}"]


def test_a_word_of_the_project_that_nobody_uses_is_told_and_their_order_is_held():
    said = list(faults([("page", "An eigenpair.")], ["eigenpair", "unused", "a"]))
    assert said == ["words.txt: nobody uses unused", "words.txt: nobody uses a", "words.txt is not sorted"]  # fmt: skip


def test_formulas_code_roles_and_addresses_are_not_read():
    text = (
        "Prose $\\abc{xyz}$ `nbr` {eq}`svd-xyz` [link](abc/xyz.html) np.linalg.xyz\n```\nxyz\n```\n"
    )
    assert words(text) == ["Prose", "link"]
