"""The letters of the chapters have the shapes that pages/notation.md gives them, or are its exceptions."""

import re

from tests.book.chapters import BOOK
from tools.book import ROOT
from tools.pages import letters

WORDS = {"number": "scalar", "letter": "scalar", "set": "subset", "function": "function"}
FORMULA = re.compile(r"\$([^$]*)\$")


def rows(columns):
    """The rows of those tables of pages/notation.md that have so many columns."""
    text = (ROOT / "pages" / "notation.md").read_text("utf8")
    cells = (re.split(r"(?<!\\)\|", line)[1:-1] for line in text.splitlines() if line[:1] == "|")
    return [[*map(str.strip, row)] for row in cells if len(row) == columns and "$" in row[0]]


def shapes(cell):
    """What a cell of the column "shape" allows: kinds in words, sizes of columns and matrices."""
    sizes = {tuple(re.split(r" *\\times *", formula)) for formula in FORMULA.findall(cell)}
    return sizes | {(kind,) for word, kind in WORDS.items() if re.search(rf"\b{word}s?\b", cell)}


def listed():
    """{letter: its shapes}, over all rows that list it."""
    found = {}
    for symbols, cell, *_ in rows(4):
        for letter in FORMULA.findall(symbols):
            found.setdefault(letter, set()).update(shapes(cell))
    return found


def shape(name):
    """The shape of a declared name as pages/notation.md writes it."""
    if name.kind in ("vector", "matrix"):
        return name.shape[:1] if name.kind == "vector" else name.shape
    return ("scalar" if name.kind == "index" else name.kind,)


def agrees(found, allowed):
    """Whether a shape is allowed; a size that is a number stands for any."""
    return any(
        len(found) == len(each)
        and all(
            isinstance(size, int) or size == other for size, other in zip(found, each, strict=True)
        )
        for each in allowed
    )


def differing():
    """(letter, chapter) of each listed letter that a chapter declares with another shape."""
    conventions = listed()
    for chapter in BOOK.chapters.values():
        if chapter.name != letters.AS_PRINTED:
            for name in letters.declared_names(chapter):
                if not agrees(shape(name), conventions.get(name.latex, {shape(name)})):
                    yield name.latex, chapter.name


def row(letter, named, found):
    """The row of a letter in the table of exceptions, with chapters that are named or were found."""
    chapters = dict.fromkeys(
        chapter for other, chapter in [*named, *sorted(found)] if other == letter
    )
    return f"| ${letter}$ | {', '.join(f'{{doc}}`../chapters/{each}`' for each in chapters)} |"


def test_the_row_of_a_letter_names_all_its_chapters():
    found = row("F", [("F", "svd"), ("G", "pca")], {("F", "lda"), ("F", "svd")})
    assert found == "| $F$ | {doc}`../chapters/svd`, {doc}`../chapters/lda` |"


def test_a_letter_has_its_shape_in_every_chapter_but_in_those_that_are_named():
    named = [
        (letter, chapter)
        for letters_, places in rows(2)
        if "{doc}" in places
        for letter in FORMULA.findall(letters_)
        for chapter in re.findall(r"chapters/(\w+)", places)
    ]
    found = set(differing())
    new = [
        row(letter, named, found) for letter in sorted({letter for letter, _ in found - {*named}})
    ]
    message = (
        "letters to rename, or the rows that the exceptions in pages/notation.md need for them:\n"
    )
    assert not new, message + "\n".join(new)
    assert sorted(set(named) - found) == [], (
        "no exceptions any more: strike them out of pages/notation.md"
    )
    assert len(named) == len(set(named))


def test_what_is_listed_stands_in_a_chapter():
    cells = [cell for chapter in BOOK.chapters.values() for cell in chapter.cells]
    text = "".join(cell.source for cell in cells)
    parts = {part for letter in listed() for part in re.split(r", | \\ge | = ", letter)}
    missing = sorted(part for part in parts if part.split("\\cdot")[0] not in text)
    assert missing == [], "no chapter has these any more: strike them out of pages/notation.md"


def test_the_page_of_letters_says_what_several_chapters_mean():
    shared = letters.shared_letters(BOOK)
    rows = [line for line in letters.page_text(BOOK).splitlines() if line.startswith("| $")]
    assert len(rows) == len(shared) > 50
    assert any(row.startswith(r"| $X$ | ") and "*n* × *d*" in row for row in rows)


def test_every_derivation_is_read():
    for chapter in BOOK.chapters.values():
        calls = sum(cell.source.count("Derivation(") for cell in chapter.code)
        assert len(letters.declared_names(chapter)) >= calls > 0, chapter.name
