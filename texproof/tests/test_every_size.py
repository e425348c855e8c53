"""Proofs for every size: what is true and false in index notation, and the rows of a chapter."""

import itertools
import os
import subprocess
import sys
import zlib

import pytest
from tests.every_size import confirmed, counted, proved_twins, sized, statement_of
from tests.opinion_values import uses_all
from tests.statements import entries
from tests.statements.entry import ACCEPTED
from texproof.every_size import everywhere
from texproof.scope import proofs

from tests import every_size_attack, every_size_claims
from tests.book.chapters import chosen
from tools.book import ROOT

CALC = [entry for entry in entries() if entry.does == "calc"]
KINDS = (
    "told",
    "record",
    "put",
    "outside",
    "crash",
    "part-",
    "drawn-",
    "cv-",
    "mo-",
)  # of claims, asked about all
SAMPLE = [e for e in CALC if e.id.startswith(KINDS) or zlib.crc32(e.id.encode()) % 8 == 0]


@pytest.mark.corpus
@pytest.mark.parametrize("entry", SAMPLE, ids=[entry.id for entry in SAMPLE])
def test_nothing_false_is_proved(entry):
    statement = statement_of(entry)
    if statement is None or entry.expected == ACCEPTED or not uses_all(statement):
        return
    assert not all(found.proved for found in everywhere(statement)), entry.why


CLAIMS = [*every_size_claims.entries(), *every_size_attack.entries()]


@pytest.mark.corpus
@pytest.mark.parametrize("entry", CLAIMS, ids=[entry.id for entry in CLAIMS])
def test_claims_in_index_notation(entry):
    asked = proofs if entry.expected == ACCEPTED else everywhere  # no store for what is refused
    (found,) = asked(statement_of(entry))
    assert found.proved == (entry.expected == ACCEPTED), found.how


@pytest.mark.nightly
def test_wrong_twins_that_are_proved_are_confirmed_by_the_judge():
    (chapter,) = chosen(["svd"])
    some = itertools.islice(proved_twins(chapter), 12)
    assert [label for label, statement, row in some if not confirmed(statement, row)] == []


@pytest.mark.nightly
def test_a_proof_does_not_depend_on_the_hash_seed():
    command = [sys.executable, "-c", TOLD]
    seeds = ({"PYTHONHASHSEED": seed} for seed in ("1", "2"))
    first, second = (
        subprocess.run(
            command, env=os.environ | seed, cwd=ROOT, capture_output=True, text=True, check=True
        ).stdout
        for seed in seeds
    )
    assert first == second
    assert "True" in first


TOLD = """
from texproof.every_size import everywhere
from tests.book.chapters import chosen
from tests.every_size import sized
print([found for _, statement in sized(chosen(["svm"])[0]) for found in everywhere(statement)])
"""


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["pca", "regression_tree"])
def test_all_rows_of_a_chapter_are_proved(name):
    (chapter,) = chosen([name])
    proved, every, _ = counted(chapter)
    assert proved == every > 20


@pytest.mark.nightly
def test_the_sizes_that_conditions_fix_are_told():
    (chapter,) = chosen(["adaboost"])
    found = {label: proofs(statement) for label, statement in sized(chapter)}
    assert found["adaboost-round"][0].fixed == ("C = 2",)
    assert found["adaboost-telescope"][0].fixed == ()
