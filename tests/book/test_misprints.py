"""Whatever error a display of a chapter has, the reader reads it or refuses it at a place in it."""

from functools import cache

import pytest
from hypothesis import given

from tests.book.chapters import CHAPTERS
from tests.book.displays import displays
from texproof_tests.fuzz import EDITED, PLACE, fuzzed, is_read, misprinted


@cache
def corpus(chapter=None):
    """(words, text) of the statements of a chapter, or of all."""
    shown = displays([chapter] if chapter else CHAPTERS)
    return [(words, text) for words, texts in shown for text in texts]


@pytest.mark.corpus
@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.name)
@fuzzed
@given(PLACE, EDITED, PLACE)
def test_a_display_with_an_error_is_read_or_refused(chapter, which, edits, other):
    words, text = misprinted(corpus(chapter), which, edits, other)
    is_read(text, words)


@pytest.mark.nightly
def test_most_displays_are_among_those_that_are_changed():
    count = sum(is_read(text, words) for words, text in corpus())
    assert len(corpus()) > 2000 and count > 0.9 * len(corpus())
