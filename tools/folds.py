"""The folds of a chapter: sections that the page shows closed, each behind its heading.

A fold is a Markdown cell with the tag `fold` that begins with a heading, and all that follows up to
the next heading of the same or a higher level.  In the notebook it is a section like any other.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tools.book import Cell

TAG = "fold"
HEADING = re.compile(r"(#{1,6})[ \t]+(.+?)[ \t]*#*$")
TARGET = re.compile(r"\([\w:-]+\)=$")  # an address, which stands before what it names
FENCE = re.compile(r" {0,3}(`{3,}|~{3,}|:{3,})(.*)$")


@dataclass(frozen=True)
class Heading:
    """A heading of a chapter: its cell, its line in the cell, its level and its text."""

    place: int
    line: int
    level: int
    text: str


@dataclass(frozen=True)
class Fold:
    """A fold: its heading, and the heading that ends it; none if the chapter ends with it."""

    heading: Heading
    end: Heading | None

    def holds(self, place: int, line: int = 0) -> bool:
        """Whether a line of a cell, from 0, stands in the fold."""
        start = self.heading.place, 0
        end = (self.end.place, self.end.line) if self.end else (place + 1, 0)
        return start <= (place, line) < end


def headings(cells: Sequence[Cell]) -> Iterator[Heading]:
    """The headings of a chapter, without those in code and in directives."""
    for cell in cells:
        if cell.kind != "markdown":
            continue
        fences: list[str] = []
        for number, line in enumerate(cell.source.splitlines()):
            fence, heading = FENCE.match(line), HEADING.match(line)
            if fence and fences and fence[1].startswith(fences[-1]) and not fence[2].strip():
                fences.pop()
            elif fence and (not fences or fences[-1][0] == ":"):
                fences.append(fence[1])
            elif heading and not fences:
                yield Heading(cell.place, number, len(heading[1]), heading[2])


def tagged_cells(cells: Sequence[Cell]) -> list[Cell]:
    """The cells that have the tag of a fold."""
    return [cell for cell in cells if TAG in cell.metadata.get("tags", [])]


def begins_with_heading(cell: Cell) -> bool:
    """Whether a cell is Markdown that begins with a heading, after addresses at most."""
    lines = [line for line in cell.source.splitlines() if line and not TARGET.match(line)]
    return cell.kind == "markdown" and bool(lines) and HEADING.match(lines[0]) is not None


def folds(cells: Sequence[Cell]) -> list[Fold]:
    """The folds of a chapter in order; a tagged cell without a heading is none."""
    every, result = list(headings(cells)), []
    for cell in filter(begins_with_heading, tagged_cells(cells)):
        number = next(n for n, each in enumerate(every) if each.place == cell.place)
        own = every[number]
        end = next((each for each in every[number + 1 :] if each.level <= own.level), None)
        result.append(Fold(own, end))
    return result


def faults(cells: Sequence[Cell]) -> Iterator[str]:
    """What is wrong with the folds of a chapter."""
    for cell in tagged_cells(cells):
        if not begins_with_heading(cell):
            yield (
                f"{cell.where} has the tag {TAG!r}: it must be Markdown that begins with a "
                "heading, which the page shows while the fold is closed"
            )
    every = folds(cells)
    for number, inner in enumerate(every):
        if inner.heading.level == 1:
            yield f"{inner.heading.text!r} is the title of a page, which cannot be a fold"
        for outer in every[:number]:
            if outer.holds(inner.heading.place, inner.heading.line):
                yield (
                    f"the fold {inner.heading.text!r} stands inside the fold "
                    f"{outer.heading.text!r}: end that one by a heading of its level or a higher "
                    "one, or leave out the tag of the inner one"
                )
