"""Exercises grade themselves rightly: published solutions pass, and no cell holds its own answer."""

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from tests.book.chapters import CHAPTERS
from tests.book.exercises import attempts, grades, letters_read, letters_written
from tools.book import Chapter

HOLDING = {
    word: [chapter for chapter in CHAPTERS if any(word in cell.source for cell in chapter.code)]
    for word in (".attempt(", "# replace")
}


NUMBERS = ("wrong: ", "component ")


def chapters(word):
    """The test for every chapter in whose cells a word occurs."""
    return pytest.mark.parametrize("chapter", HOLDING[word], ids=lambda chapter: chapter.name)


@chapters(".attempt(")
def test_published_solutions_are_accepted_and_placeholders_and_questions_refused(chapter):
    found = attempts(chapter)
    assert found
    for each in found:
        assert each.solutions, f"{each.label} has no checked solution that begins with its question"
        refused = [answers for answers, failed in each.solutions.items() if failed]
        assert not refused, f"{each.label} refuses its solution"
        assert each.stored.startswith(NUMBERS), f"{each.label}: no counterexample"
        assert each.doubled.startswith(NUMBERS), f"{each.label}: none for twice the solution"
        assert each.again, f"{each.label} accepts the question itself"


@chapters(".attempt(")
def test_an_answer_may_be_written_with_the_letters_of_its_exercise(chapter):
    written = letters_written(chapter)
    for label, letters in letters_read(chapter).items():
        unread = written[label] - letters
        assert not unread, f"{label} does not read {sorted(unread)}"


@chapters("# replace")
def test_a_cell_that_grades_a_number_accepts_the_published_one_and_none_in_sight(chapter):
    found = grades(chapter)
    assert found
    for each in found:
        assert not each.stored, f"{each.label} accepts the answer that it holds"
        assert not each.in_sight, f"{each.label} shows its answer"
        assert each.published, (
            f"{each.label}: the solution does not give its answer, or it is refused"
        )


# --- each of these is seen to fail ---------------------------------------------------------------


def page(tmp_path, *cells):
    """A chapter with one exercise: a cell before it, that of the exercise, that of the solution."""
    sources = [
        ("code", cells[0]),
        ("markdown", ":::{exercise} ✍ One\n:label: ex-one\n\nHow much?\n:::"),
        ("code", cells[1]),
        ("markdown", ":::{solution} ex-one\n:label: sol-one\n\nThis much.\n:::"),
        ("code", cells[2]),
    ]
    new = {"code": new_code_cell, "markdown": new_markdown_cell}
    cells = [new[kind](source) for kind, source in sources]
    nbformat.write(new_notebook(cells=cells), tmp_path / "page.ipynb")
    return Chapter(tmp_path / "page.ipynb")


NAMES = """from texproof import Derivation, scalar
D = Derivation(scalar("a"), scalar("b"), scalar("f"))
D.define("f = a + b")"""


@pytest.mark.parametrize(
    ("attempt", "solution"),
    [
        ('D.attempt("f", "a", without=["a"])', 'D.calc("f", "=", "a + b", "")'),  # refused
        ('D.attempt("f", "b + a", without=["f"])', 'D.calc("f", "=", "a + b", "")'),  # placeholder
        ('D.attempt("f", "g", without=["f"])', 'D.calc("f", "=", "a + b", "")'),  # not even read
        ('D.attempt("f", "a", without=["f"])', 'D.calc("2f", "=", "2a + 2b", "")'),  # another
        ('D.attempt("f", "a", without=["f"])', 'D.calc("f", "=", "a", "")'),  # false
    ],
)
def test_a_wrong_pair_of_attempt_and_solution_is_noticed(tmp_path, attempt, solution):
    chapter = page(tmp_path, NAMES, attempt, solution)
    with pytest.raises(AssertionError, match="ex-one"):
        test_published_solutions_are_accepted_and_placeholders_and_questions_refused(chapter)


def test_a_right_pair_of_attempt_and_solution_passes(tmp_path):
    pair = 'D.attempt("f", "a", without=["f"])', 'D.calc("f", "=", "a + b", "")'
    chapter = page(tmp_path, NAMES, *pair)
    test_published_solutions_are_accepted_and_placeholders_and_questions_refused(chapter)


@pytest.mark.parametrize(
    ("cell", "solution"),
    [
        ("mine = 0  # replace\nmine == 42", "mine = 42"),  # in sight
        ("m, n = 0, 0  # replace\nm == 4 and n == 2", "m, n = 4, 2"),  # both in sight
        ("mine = 42  # replace\nmine == six * 7", "mine = 42"),  # holds its answer
        ("mine = 0  # replace\nmine == six * 7", "mine = 41"),  # refuses the solution
        ("mine = 0  # replace\nmine == six * 7", "other = 42"),  # no solution
    ],
)
def test_a_cell_that_grades_numbers_wrongly_is_noticed(tmp_path, cell, solution):
    chapter = page(tmp_path, "six = 6", cell, solution)
    with pytest.raises(AssertionError, match="ex-one"):
        test_a_cell_that_grades_a_number_accepts_the_published_one_and_none_in_sight(chapter)


def test_a_cell_that_grades_numbers_rightly_passes(tmp_path):
    chapter = page(tmp_path, "six = 6", "mine = 0  # replace\nmine == six * 7", "mine = 42")
    test_a_cell_that_grades_a_number_accepts_the_published_one_and_none_in_sight(chapter)
