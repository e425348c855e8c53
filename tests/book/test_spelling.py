"""The spelling of the book is read where it is prose, and a fault is told."""

from importlib import import_module

import pytest

from tools.spelling import (
    GENERATED,
    WRITERS,
    faults,
    sentences_of_program,
    texts_to_spell,
    words_of_text,
)


@pytest.mark.parametrize(
    "wrong", ["teh", "color", "center", "neighbors", "minimise", "analyze", "standrad"]
)
def test_a_typo_and_a_spelling_that_is_not_oxfords_are_told(wrong):
    (fault,) = faults([("page", f"One {wrong}-deviation of a colour.")], [])
    assert fault == f"page: unknown word {wrong}: correct it, or add it to tools/words.txt"


def test_a_label_without_brackets_is_told_to_have_some():
    (fault,) = faults([("lda.py:3", "Log densities, eq. bayess-normal of the chapter.")], [])
    assert fault.endswith(
        "add it to tools/words.txt; a label stands in brackets, (eq. bayess-normal)"
    )


@pytest.mark.parametrize(
    "word", ["minimize", "Penalized", "sized", "exercise", "analysed", "raises"]
)
def test_the_spellings_of_oxford_are_right(word):
    assert not list(faults([("page", f"A {word} word.")], []))


def test_a_word_of_the_project_that_nobody_uses_is_told_and_their_order_is_held():
    found = list(faults([("page", "An eigenpair.")], ["eigenpair", "unused", "a"]))
    assert found == ["words.txt: nobody uses unused", "words.txt: nobody uses a", "words.txt is not sorted"]  # fmt: skip


def test_formulas_code_roles_and_addresses_are_not_read():
    text = (
        "Prose $\\abc{xyz}$ `nbr` {eq}`svd-xyz` [link](abc/xyz.html) np.linalg.xyz\n```\nxyz\n```\n"
        ">>> mse([1.0])\nnbr\n\nprose\n\nnbr, *xyz : dict\n    Where 0 < n"
    )
    assert words_of_text(text) == ["Prose", "link", "prose", "Where"]


@pytest.mark.nightly
def test_of_a_page_that_a_program_writes_the_sentences_in_the_program_are_read():
    places = {place.split(":")[0] for place, _ in texts_to_spell()}
    assert "notation.md" in places and not places & {f"{page}.md" for page in GENERATED}
    assert places >= {*WRITERS[: len(GENERATED)], "benchmarks/bench_svd.py"}
    modules = [import_module(f"tools.pages.{page}") for page in GENERATED]
    assert all({"page_text", "page_texts"} & {*vars(module)} for module in modules)


def test_names_and_numbers_that_a_program_puts_in_are_not_read(tmp_path, monkeypatch):
    monkeypatch.setattr("tools.spelling.ROOT", tmp_path)
    program = tmp_path / "writer.py"
    program.write_text('HEAD = "---\\n# Teh page\\n{xyz}"\nsolver = "randomized"\nrow = "A standrad row."\n')  # fmt: skip
    found = [
        line.partition(": correct it")[0] for line in faults(sentences_of_program(program), [])
    ]
    assert found == ["writer.py:1: unknown word Teh", "writer.py:3: unknown word standrad"]
