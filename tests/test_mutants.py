"""A sample of the wrong twins of every chapter: a fresh sign, term or factor must be refused.

`make mutants` runs them all, and MLBOOK_MUTANTS=20 so many of each chapter.
"""

import os
import random

import pytest

from mlbook.derive import Derivation, scalar
from tests.chapters import CHAPTERS, chosen, derivations
from tests.mutants import jobs, told

SAMPLE = int(os.environ.get("MLBOOK_MUTANTS", "20"))


def survivors(every):
    """Those of some mutants that nothing refuses, in words."""
    return [told(what, where) for what, where, survives in every if survives()]


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.name)
def test_a_sample_of_wrong_twins_is_refused(chapter):
    every = list(jobs(derivations(chapter, judged=False)))  # nbval judges the same statements
    chosen = random.Random(chapter.name).sample(every, min(SAMPLE, len(every)))
    alive = survivors(chosen)
    assert not alive, "\n".join(alive)


def test_a_survivor_is_told_with_its_row_and_the_place_in_it():
    D = Derivation(scalar("a"), scalar("b"), scalar("c"), scalar("u"))
    D.define("u = a - 2b", "loose")  # no chain depends on it
    assert survivors(jobs([D]))[:3] == [
        "the other sign: loose\n    u = a - 2b\n        ^",
        "without this term: loose\n    u = a - 2b\n        ^",
        "the other sign: loose\n    u = a - 2b\n            ^",
    ]
    D.calc("a(b + c)", "=", "ab + ac", "", "=", "ca + b a", "", label="tied")
    tied = [told(what, where) for what, where, _ in jobs([D]) if where.startswith("tied, row 2")]
    assert "without this factor: tied, row 2\n    = ca + b a\n             ^" in tied
    assert "the other sign: tied, row 2\n    = ca + b a\n           ^" in tied


def test_a_chapter_that_does_not_exist_is_told():
    with pytest.raises(SystemExit, match=r"There is no chapter 'pac'; there are: adaboost, "):
        chosen(["pca", "pac"])
