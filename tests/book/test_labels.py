"""An address of an equation that was published leads somewhere for ever."""

from tests.book.chapters import BOOK
from tools.pages.labels import lost, noted, present


def test_no_published_address_of_an_equation_is_lost():
    assert lost(BOOK, noted()) == []


def test_every_address_is_noted():
    assert present(BOOK) - noted() == set()  # make notebooks notes them


def test_an_equation_that_vanishes_without_a_target_is_told():
    assert lost(BOOK, {("pca", "pca-no-such")}) == [("pca", "pca-no-such")]
