"""Every theorem has a map of its proof, and a map that is none is told."""

import pytest
from nbformat.v4 import new_markdown_cell

from tests.book.chapters import BOOK
from tests.book.test_book import CONTENTS, GLOSSARY, display, write
from tools.book import Book
from tools.proofs import Clause, faults, read_clauses, theorems_of_book

THEOREM = ":::{{prf:theorem}} Of $a$\n:label: thm-{name}\n\nLet it be.\n\n1. It is.\n2. It is one.\n:::\n\n"
PROOF = """:::{{proof}} thm-{name}
- 1: {{eq}}`one-a` {{eq}}`one-b`; in words: it is so
- 2, only one: {{eq}}`one-defined` {{eq}}`one-cited`
:::"""


@pytest.fixture(name="folder")
def a_book(tmp_path):
    for name in ("chapters", "pages"):
        (tmp_path / name).mkdir()
    (tmp_path / "_toc.yml").write_text(CONTENTS, "utf8")
    (tmp_path / "pages" / "glossary.md").write_text(GLOSSARY, "utf8")
    write(tmp_path, "two", display("two-a"))
    proved(tmp_path)
    return tmp_path


def proved(folder, old="", new="", chapter="one"):
    """The first chapter: displays, then a theorem with its map, in which one text is another."""
    text = (THEOREM + PROOF).format(name=chapter).replace(old, new) if old else None
    verdicts = {"a": "exact", "b": "exact", "defined": "defined", "cited": "cited", "no": "refused"}
    shown = [display(f"one-{name}", (kind,)) for name, kind in verdicts.items()]
    shown += [display("one-two", scope="fixed sizes"), display("one-small", scope="sizes")]
    write(
        folder, chapter, *shown, new_markdown_cell(text or (THEOREM + PROOF).format(name=chapter))
    )


def test_every_theorem_of_this_book_has_a_map_that_proves_it():
    assert faults(BOOK) == []
    assert len(theorems_of_book(BOOK)) >= 20
    assert not [
        each for theorem in theorems_of_book(BOOK) for each in theorem.clauses if not each.labels
    ]


def test_a_clause_has_a_claim_displays_and_steps_in_words():
    line = "- 1, for $a: b$: {eq}`one-a` {eq}`one-b`; in words: powers: they vanish"
    assert read_clauses(line) == [
        Clause("1, for $a: b$", ["one-a", "one-b"], "powers: they vanish")
    ]
    assert read_clauses("- 2: {eq}`one-a`") == [Clause("2", ["one-a"], "")]


def test_a_page_shows_each_clause_with_the_marks_of_its_displays(folder):
    first, second = theorems_of_book(Book(folder))[0].clauses
    assert first.with_marks(Book(folder)) == (
        "1: {eq}`one-a`\u00a0✓, {eq}`one-b`\u00a0✓; *in words*: it is so"
    )
    assert second.with_marks(Book(folder)).startswith("2, only one: {eq}`one-defined`\u00a0:=, ")


def test_a_sound_map_has_no_faults(folder):
    assert faults(Book(folder)) == []
    proved(folder, "{eq}`one-b`", "{eq}`one-two`")  # its subject has the size, such as C = 2
    assert faults(Book(folder)) == []


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("- 2, only one", "- 1, only one", "part 2 has no clause"),
        ("{eq}`one-a`", "{eq}`one-z`", "1: one-z is no equation"),
        ("{eq}`one-b`", "{eq}`one-no`", "1: one-no is refused"),
        ("{eq}`one-a` {eq}`one-b`", "{eq}`one-b` {eq}`one-a`", "1: not in the order of the chapter"),
        ("{eq}`one-a` {eq}`one-b`", "{eq}`one-a` {eq}`one-a`", "1: not in the order of the chapter"),
        ("{eq}`one-a` {eq}`one-b`", "{eq}`one-defined`", "1: no display proves it"),
        ("{eq}`one-b`", "{eq}`one-small`", "1: one-small is at sizes"),
        ("{eq}`one-a` {eq}`one-b`; ", "", "1: no display proves it"),
        ("; in words: it", " it", "- 1: {eq}`one-a` {eq}`one-b` it is so: no display proves it"),
    ],
)  # fmt: skip
def test_a_wrong_map_is_told(folder, old, new, message):
    proved(folder, old, new)
    assert f"thm-one: {message}" in faults(Book(folder))


def test_a_theorem_without_a_map_and_a_map_without_a_theorem_are_told(folder):
    proved(folder, "{proof} thm-one", "{proof} thm-other")
    assert faults(Book(folder))[:2] == ["thm-other is no theorem", "thm-one: no map"]


def test_a_display_of_a_later_chapter_needs_a_theorem_there(folder):
    proved(folder, "{eq}`one-cited`", "{eq}`one-cited` {eq}`two-a`")
    message = "thm-one: two-a stands in a later chapter, and in no theorem"
    assert faults(Book(folder)) == [message]
    text = (THEOREM + PROOF).format(name="two").replace("one-cited", "two-a")
    write(folder, "two", display("two-a"), new_markdown_cell(text))
    assert faults(Book(folder)) == ["they rest on each other: thm-one, thm-two, thm-one"]
    text = (
        text.replace("one-a", "two-a").replace("{eq}`one-b`", "").replace("{eq}`one-defined` ", "")
    )
    write(folder, "two", display("two-a"), new_markdown_cell(text.replace(" ; in", "; in")))
    assert faults(Book(folder)) == []
