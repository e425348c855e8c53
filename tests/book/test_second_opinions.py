"""The rows of the chapters, decided again by other means; mutants of them are not proved."""

import itertools
from dataclasses import replace

import pytest

from tests.book.chapters import CHAPTERS, chosen, exact_rows
from tests.book.every_size import changed, confirmed, counted, proved_mutants, sized
from tests.book.mutants import mutants
from texproof.every_size.prover import prove_row
from texproof_tests import cut_off
from texproof_tests.degrees import NotPolynomial, counted_row
from texproof_tests.every_size import proofs
from texproof_tests.z3_judge import PROVED, REFUTED, UNKNOWN, answered


@pytest.mark.nightly
def test_nothing_of_the_book_is_refuted():
    sample = itertools.islice(itertools.chain(*map(exact_rows, CHAPTERS)), 0, None, 3)
    found = [(label, answered(statement, row)) for label, statement, _, row in sample]
    kinds = [answer.kind for _, answer in found]
    assert [label for label, answer in found if answer.kind == REFUTED] == []
    assert kinds.count(PROVED) > 0.7 * len(kinds) and kinds.count(UNKNOWN) < 0.05 * len(kinds)


@pytest.mark.nightly
def test_mutants_that_are_proved_are_confirmed_by_the_judge():
    (chapter,) = chosen(["svd"])
    some = itertools.islice(proved_mutants(chapter), 12)
    assert [label for label, statement, row in some if not confirmed(statement, row)] == []


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["pca", "regression_tree"])
def test_all_rows_of_a_chapter_are_proved(name):
    (chapter,) = chosen([name])
    proved, every, _ = counted(chapter)
    assert proved == every > 20


@pytest.mark.nightly
def test_the_sizes_that_conditions_fix_are_told():
    found = {
        label: proofs(statement)
        for chapter in chosen(["lda", "adaboost"])
        for label, statement in sized(chapter)
        if label in ("lda-two", "adaboost-telescope")
    }
    assert found["lda-two"][0].fixed == ("C = 2",)
    assert found["adaboost-telescope"][0].fixed == ()


DEAR = (
    3  # indices of one size at a time, beyond which a row is left to `python -m tests.book.cut_off`
)


def cheap(statement, row):
    """Whether a row is decided within a moment, if the theorem applies at all."""
    found = decided_counts(statement, row)
    return found is not None and max(found.slots.values(), default=0) <= DEAR


def decided_counts(statement, row):
    try:
        return counted_row(statement, row)
    except NotPolynomial:
        return None


@pytest.mark.nightly
def test_the_book_agrees_with_index_notation_and_mutants_are_refuted():
    applied = 0
    for chapter in CHAPTERS:
        for label, statement, _, row in exact_rows(chapter):
            if not statement.sizes or not cheap(statement, row):
                continue
            found = cut_off.decided(statement, row)
            if found.kind == cut_off.OUTSIDE:
                continue
            applied += 1
            assert found.kind == cut_off.PROVED and found.chance < 1e-6, label
            for mutant in two_mutants(row):
                agrees(statement, mutant, label)
            agrees(statement, row, label)
    assert applied > 40


def two_mutants(row):
    """Two mutants of a row: the other sign, and a change somewhere on its right side."""
    right = row.relation.right
    yield changed(row, right=replace(right, op="neg", args=(right,), value=None))
    for _, other in list(mutants(right))[:1]:
        yield changed(row, right=other)


def agrees(statement, row, label):
    """Fails where one kernel proves what the other refutes."""
    proved = prove_row(statement, row).proved
    assert not (proved and cut_off.decided(statement, row).kind == cut_off.REFUTED), label
