"""The book as its sources say it, and what of them contradicts itself."""

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from tests.book.chapters import BOOK
from texproof.data import MIME
from tools import notebooks
from tools.book import Book, BookError, Cell, Directive, place_of

CONTENTS = """format: jb-book
root: index
parts:
  - caption: One
    chapters:
      - file: chapters/one
      - file: notation
  - caption: "Two: more"
    numbered: true
    chapters:
      - file: chapters/two
        sections:
          - file: more
"""
GLOSSARY = (
    "# Glossary\n\n```{glossary}\nmean\naverage\n  A sum over n.\n\nleaf weight\n  A number.\n```\n"
)


def display(label, verdicts=("exact",), **rest):
    """A cell that shows a statement, as it is stored."""
    data = {"kind": "exact", "first": "a", "rows": [["=", "b", "a reason"]], "scope": "values"}
    data["verdicts"] = [{"kind": kind, "rule": f"rule of {kind}"} for kind in verdicts]
    number, named = (f" ({label})", {"label": label}) if label else ("", {})
    shown = {"text/markdown": f"$$\na = b\n$${number}\n\nBehind.", MIME: data | named | rest}
    return new_code_cell(f"D.calc({label})", outputs=[new_output("display_data", shown)])


def write(book, name, *cells):
    """A chapter of a book."""
    title = new_markdown_cell(f"# On {name}\n\nWords.")
    about = {"myst": {"html_meta": {"description": f"What {name} proves."}}}
    nbformat.write(
        new_notebook(cells=[title, *cells], metadata=about), book / "chapters" / f"{name}.ipynb"
    )


@pytest.fixture(name="folder")
def a_book(tmp_path):
    for name in ("chapters", "pages"):
        (tmp_path / name).mkdir()
    (tmp_path / "_toc.yml").write_text(CONTENTS, "utf8")
    (tmp_path / "pages" / "glossary.md").write_text(GLOSSARY, "utf8")
    theorem = ":::{prf:theorem} Of $a$ and $b$\n:label: thm-one\n\nThey are equal.\n:::"
    write(tmp_path, "one", display("one-a"), new_markdown_cell(theorem), display(None))
    write(tmp_path, "two", new_code_cell("%matplotlib inline\nx = 1"), display("two-a"))
    return tmp_path


def test_parts_chapters_and_pages_come_in_the_order_of_the_contents(folder):
    book = Book(folder)
    assert book.parts == {
        "One": ["chapters/one", "notation"],
        "Two: more": ["chapters/two", "more"],
    }
    assert book.pages == ["chapters/one", "notation", "chapters/two", "more"]
    assert list(book.chapters) == ["one", "two"]
    assert [chapter.title for chapter in book.chapters.values()] == ["On one", "On two"]
    assert book.chapter("two").description == "What two proves."


def test_cells_are_told_by_kind_and_code_has_no_lines_of_ipython(folder):
    two = Book(folder).chapter("two")
    assert [(cell.place, cell.kind) for cell in two.cells] == [(0, "markdown"), (1, "code"), (2, "code")]  # fmt: skip
    assert two.code[0].code == "\nx = 1"


def test_an_equation_is_what_its_display_carries(folder):
    sizes = [["n", 4, 6], ["d", 3, 4]]
    write(folder, "two", display("two-a", ("exact", "cited", "exact"), sizes=sizes, scope="sizes"))
    equation = Book(folder).equation("two-a")
    assert (equation.latex, equation.rows) == ("a = b", [("=", "b", "a reason")])
    assert (equation.verdict, equation.rules) == ("cited", ["rule of exact", "rule of cited"])
    assert (equation.scope, equation.at_sizes) == ("sizes", "")
    assert [each.name for each in Book(folder).equations] == ["one-a", "a", "two-a"]


def test_an_equation_is_exact_only_if_it_is_for_all_values_and_sizes(folder):
    for scope, verdict in {
        "sizes": "at sizes",
        "fixed sizes": "at sizes",
        "every size": "exact",
    }.items():
        write(folder, "two", display("two-a", scope=scope, at_sizes="a reason"))
        equation = Book(folder).equation("two-a")
        assert (equation.verdict, equation.at_sizes) == (verdict, "a reason")


def test_numbered_is_what_a_page_a_caption_or_an_answer_cites_or_what_asks_for_it(folder):
    asks, caption = display("two-asks"), new_code_cell("draw()")
    asks.metadata["tags"] = ["hide-input", "numbered"]
    caption.metadata["mystnb"] = {"figure": {"caption": "By {eq}`two-caption`."}}
    answers = [
        new_code_cell(outputs=[new_output("display_data", {"text/markdown": text})])
        for text in ("✓ {eq}`two-holds` holds", "Statements: 9.\n\n| {eq}`two-listed` |")
    ]
    others = [display(f"two-{one}") for one in ("caption", "holds", "listed", "prose", "page")]
    write(
        folder, "two", asks, caption, *answers, *others, new_markdown_cell("See {eq}`two-prose`.")
    )
    (folder / "notation.md").write_text("# N\n\nAs {eq}`two-page` and {eq}`none`.\n")
    (folder / "ledger.md").write_text("# L\n\n{eq}`two-listed`\n")
    contents = CONTENTS.replace("- file: notation", "- file: notation\n      - file: ledger")
    (folder / "_toc.yml").write_text(contents)
    book = Book(folder)
    numbered = {f"two-{one}" for one in ("asks", "caption", "holds", "prose", "page")}
    assert book.numbered == numbered and book.cited == numbered - {"two-asks"} | {"none"}
    assert book.labels - numbered == {"one-a", "two-listed"}


def test_terms_and_theorems(folder):
    assert Book(folder).terms == {"mean": ["average"], "leaf weight": []}
    assert Book(folder).theorems == [Directive("prf:theorem", "Of $a$ and $b$", "thm-one")]


def test_a_directive_has_a_kind_a_title_and_a_label():
    source = "Before.\n:::{solution} ex-one\n:label: sol-one\n\n:::\n````{note}\nA note.\n````"
    found = Cell(0, "markdown", source).directives
    assert found == [Directive("solution", "ex-one", "sol-one"), Directive("note", "", "")]


CHAIN = [["=", "b", "one"], ["<", "c^2", "two"], ["<=", r"\tfrac12 d", "three"]]


@pytest.mark.parametrize(
    ("which", "latex"),
    [
        ("", r"a = b < c^2 \le \tfrac12 d"),
        ("left", "a"),
        ("right", r"\tfrac12 d"),
        ("2", "c^2"),
        ("left right", r"a < \tfrac12 d"),
        ("left 1", "a = b"),
        ("1 2", "b < c^2"),
        ("2 right", r"c^2 \le \tfrac12 d"),
    ],
)
def test_a_part_of_an_equation_is_set_from_what_was_checked(folder, which, latex):
    write(folder, "two", display("two-a", rows=CHAIN))
    assert Book(folder).checked(f"two-a {which}".strip()) == latex
    assert Book(folder).home("two-a").name == "two"


def test_an_expansion_says_its_order_and_a_definition_that_it_is_one(folder):
    about = display("two-a", rows=[["≈", "x", ""], ["=", "y", ""]], order=["a", 2])
    write(folder, "two", about, display("two-b", ("defined",), rows=[[":=", "x", ""]]))
    assert Book(folder).checked("two-a left right") == r"a \overset{2}{\approx} y"
    assert Book(folder).checked("two-b") == r"a \mathrel{:=} x"


@pytest.mark.parametrize(
    ("role", "message"),
    [
        ("two-b", "no chapter has a check 'two-b'"),
        (
            "two-a 4",
            "two-a has no side '4': write left, right or the number of a row, 1 to 3; two ",
        ),
        ("two-a middle", "two-a has no side 'middle': write left, right"),
        ("two-a right left", "'right left' names no two sides of two-a, the earlier one first"),
        ("two-no", "two-no is refuted: only one side of it can stand in a sentence"),
        ("two-no left right", "two-no is refuted: only one side of it can stand in a sentence"),
    ],
)
def test_a_part_that_is_not_there_is_a_fault(folder, role, message):
    write(folder, "two", display("two-a", rows=CHAIN), display("two-no", ("refused",)))
    (folder / "more.md").write_text(f"The sum {{checked}}`two-no left` is {{checked}}`{role}`.")
    (fault,) = Book(folder).faults()
    assert fault.startswith(f"more.md, {{checked}}`{role}`: {message}")


def test_what_is_not_there_is_told(folder):
    with pytest.raises(BookError, match="There is no chapter 'three'; there are: one, two"):
        Book(folder).chapter("three")
    with pytest.raises(BookError, match="no chapter has a check 'one-b'"):
        Book(folder).equation("one-b")


def test_this_book_has_no_faults():
    assert BOOK.faults() == []
    assert len(BOOK.equations) > 1000 and len(BOOK.theorems) > 20 and len(BOOK.parts) > 5


def test_a_sound_book_has_no_faults(folder):
    assert Book(folder).faults() == []


def plant(folder, fault):
    """A fault in a book."""
    bare = display("two-b")
    del bare.outputs[0].data[MIME]
    cells = {
        "twice": display("one-a"),
        "lost": new_markdown_cell("By {eq}`one-a` and {eq}`one-c`."),
        "unset": new_markdown_cell("By {checked}`one-a` and {checked}`one-c`."),
        "bare": bare,
    }
    if fault in cells:
        write(folder, "two", cells[fault])
    elif fault == "stray":
        write(folder, "three")
    else:
        (folder / "chapters" / "two.ipynb").unlink()


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        ("stray", "three is not in _toc.yml"),
        ("gone", "_toc.yml lists two, which is no file"),
        ("twice", "the label one-a is used twice"),
        ("lost", "two refers to one-c, which is no equation"),
        (
            "unset",
            "two.ipynb, cell 1 (By {checked}`one-a` and {checked}`one-c`.), {checked}`one-c`: no chapter has a check 'one-c'",
        ),
        ("bare", "two, cell 1 (D.calc(two-b)): a display without data"),
    ],
)
def test_a_fault_is_told(folder, fault, message):
    plant(folder, fault)
    assert Book(folder).faults() == [message]


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ('D.calc("a",\n       "=", "b", "", label="pca-mean")', "cell 4 (pca-mean)"),
        ('D.define("a = b",\n         "pca-mean")', "cell 4 (pca-mean)"),
        ("\nx = 1\ny = 2", "cell 4 (x = 1)"),
    ],
)
def test_a_cell_is_called_by_its_label_or_its_first_line(source, message):
    assert place_of(4, source) == message


def test_a_chapter_that_there_is_not_is_told_before_any_is_executed():
    with pytest.raises(SystemExit, match=r"There is no chapter 'pac'; there are: .*pca"):
        notebooks.main(["pca", "pac"])
