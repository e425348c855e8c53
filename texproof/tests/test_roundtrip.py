"""Printing a random tree as LaTeX and reading it gives the tree."""

from hypothesis import given, settings

from texproof.evaluate import OPERATIONS
from texproof.written import WRITINGS, Writer
from texproof_tests.trees import TREES, WORDS


@settings(max_examples=300, deadline=None)
@given(TREES)
def test_a_printed_tree_is_read_as_itself(tree):
    assert WORDS.read(Writer().of(tree)) == tree


def test_every_operation_is_printed():
    assert set(WRITINGS) == set(OPERATIONS) | {"optimum", "builder"}
