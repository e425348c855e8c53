"""Conditions that fix a size, such as C = 2: only where the subject has that size, with the reason."""

from mlbook.derive.evaluate.conditions import is_condition
from tests.chapters import CHAPTERS, derivations

FIXED = {
    ("adaboost", "C = 2"): "the two classes are coded -1 and 1",
    ("lda", "C = 2"): "Fisher's ratio compares two classes",
    ("production", "K = 2"): "two chunks are merged, or one is taken back from two",
}


def fixed(chapter):
    """The conditions of a chapter that say which number a size is."""
    for derivation in derivations(chapter, judged=False):
        for statement in derivation.statements.values():
            pairs = zip(statement.given, statement.hypotheses, strict=False)
            for text, relation in (
                pairs if len(statement.given) == len(statement.hypotheses) else ()
            ):
                sides = {side.op for side in relation.sides}
                if is_condition(relation) and relation.sign == "=" and sides == {"size", "num"}:
                    yield chapter.name, text


def test_a_size_is_fixed_only_where_the_list_says_why():
    found = {pair for chapter in CHAPTERS for pair in fixed(chapter)}
    assert found == set(FIXED)
