"""Proofs for every size: what is true and false in index notation."""

import os
import subprocess
import sys
import zlib
from pathlib import Path

import pytest

from texproof.every_size import prove_rows
from texproof_tests import every_size_attack, every_size_claims
from texproof_tests.every_size import proofs
from texproof_tests.opinion_values import uses_all
from texproof_tests.stated import statement_of
from texproof_tests.statements import entries
from texproof_tests.statements.entry import ACCEPTED

HERE = Path(__file__).parent
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
    assert not all(found.proved for found in prove_rows(statement)), entry.why


CLAIMS = [*every_size_claims.entries(), *every_size_attack.entries()]


@pytest.mark.corpus
@pytest.mark.parametrize("entry", CLAIMS, ids=[entry.id for entry in CLAIMS])
def test_claims_in_index_notation(entry):
    asked = proofs if entry.expected == ACCEPTED else prove_rows  # no store for what is refused
    (found,) = asked(statement_of(entry))
    assert found.proved == (entry.expected == ACCEPTED), found.how


HARD = [*every_size_attack.hard()]


@pytest.mark.corpus
@pytest.mark.parametrize("entry", HARD, ids=[entry.id for entry in HARD])
def test_a_hard_claim_is_not_proved_so_far(entry):
    """What fails here is proved by now: it goes from HARD to TRUE."""
    assert not all(found.proved for found in prove_rows(statement_of(entry)))


@pytest.mark.nightly
def test_a_proof_does_not_depend_on_the_hash_seed():
    command = [sys.executable, "-c", TOLD]
    seeds = ({"PYTHONHASHSEED": seed} for seed in ("1", "2"))
    first, second = (
        subprocess.run(
            command, env=os.environ | seed, cwd=HERE, capture_output=True, text=True, check=True
        ).stdout
        for seed in seeds
    )
    assert first == second
    assert "True" in first


TOLD = """
from texproof.every_size import prove_rows
from texproof_tests.every_size_claims import entries
from texproof_tests.stated import statement_of
print([found for entry in entries() for found in prove_rows(statement_of(entry))])
"""
