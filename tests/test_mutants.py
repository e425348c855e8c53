"""A sample of the wrong twins of every chapter: a fresh sign, term or factor must be refused.

`make mutants` runs them all.
"""

import random

import pytest

from tests.chapters import CHAPTERS, derivations
from tests.mutants import jobs

SAMPLE = 60


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_a_sample_of_wrong_twins_is_refused(path):
    every = list(jobs(derivations(path)))
    chosen = random.Random(path.stem).sample(every, min(SAMPLE, len(every)))
    survivors = [f"{what}: {where}" for what, where, survives in chosen if survives()]
    assert not survivors
