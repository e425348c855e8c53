"""The proof maps of the theorems: for each clause the displays that prove it, in their order.

A map stands below its theorem, in the Markdown of the chapter; its clauses begin with a part of
the theorem, and what no display says stands behind "in words":

    :::{proof} thm-linear
    - 1, they exist: {eq}`linear-nearest`; in words: the columns have an orthonormal basis
    - 1, exactly there: {eq}`linear-square` {eq}`linear-fall`
    :::
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from graphlib import CycleError, TopologicalSorter

from texproof.scope import FIXED
from texproof.statement import AT_SIZES, CITED, DEFINED, EXACT, MARKS
from tools.book import REFERENCE, Book, Chapter, Equation

BLOCK = re.compile(r"^:::\{(prf:theorem|proof)\} (.*)\n((?:.*\n)*?):::$", re.M)
LABEL = re.compile(r"^:label: (\S+)$", re.M)
PART = re.compile(r"^(\d+)\. ", re.M)
CLAUSE = re.compile(r"- (.+?): ((?:\{eq\}`[\w:-]+`(?: (?=\{))?)*)(?:(?:; )?in words: (.+))?")
PROVES = (EXACT, CITED, FIXED)
SERVES = (*PROVES, DEFINED)  # a definition may be named as what is used


@dataclass(frozen=True)
class Clause:
    """What a theorem claims, the labels of the displays that prove it, and the steps in words."""

    claim: str
    labels: list[str]
    words: str

    def with_marks(self, book: Book) -> str:
        """The clause for a page: each display with its mark."""
        marks = {label: MARKS[book.equation(label).verdict] for label in self.labels}
        shown = ", ".join(f"{{eq}}`{label}`\u00a0{mark}" for label, mark in marks.items())
        return f"{self.claim}: {shown}" + (f"; *in words*: {self.words}" if self.words else "")


@dataclass(frozen=True)
class Theorem:
    """A theorem of a chapter, its numbered parts, and the clauses of its proof."""

    label: str
    chapter: str
    parts: list[str]
    clauses: list[Clause]

    @property
    def labels(self) -> set[str]:
        """All displays on which it rests."""
        return {label for clause in self.clauses for label in clause.labels}


def read_clauses(text: str) -> list[Clause]:
    """The clauses of a map, a line each; a line that is none has no displays."""
    match = [CLAUSE.fullmatch(line) or (line, line, "", "") for line in text.strip().splitlines()]
    return [Clause(each[1], REFERENCE.findall(each[2]), each[3] or "") for each in match]


def theorems_of_chapter(chapter: Chapter) -> list[Theorem]:
    """The theorems of a chapter with their maps, and maps that name no theorem before them."""
    by_label: dict[str, Theorem] = {}
    for kind, title, text in (
        block for cell in chapter.prose for block in BLOCK.findall(cell.source)
    ):
        label = title if kind == "proof" else LABEL.findall(text)[0]
        before = by_label.get(label, Theorem(label, chapter.name, PART.findall(text), []))
        known = read_clauses(text) if kind == "proof" else []
        by_label[label] = replace(before, clauses=known)
    return list(by_label.values())


def theorems_of_book(book: Book) -> list[Theorem]:
    """The theorems of all chapters."""
    return [
        theorem for chapter in book.chapters.values() for theorem in theorems_of_chapter(chapter)
    ]


def faults(book: Book) -> list[str]:
    """What keeps a map from being a proof."""
    listed = theorems_of_book(book)
    known = {each.label for each in book.theorems if each.kind == "prf:theorem"}
    lost = [f"{each.label} is no theorem" for each in listed if each.label not in known]
    lacks = [f"{each.label}: {fault}" for each in listed for fault in faults_of_map(each, book)]
    return lost + lacks + list(faults_between_theorems(listed, book))


def faults_of_map(theorem: Theorem, book: Book) -> Iterator[str]:
    """What one map lacks: parts, displays, their proofs and their order."""
    claims = [clause.claim for clause in theorem.clauses]
    if not claims:
        yield "no map"
    for part in theorem.parts:
        if not any(re.match(rf"{part}\b", claim) for claim in claims):
            yield f"part {part} has no clause"
    own = [equation.label for equation in book.chapter(theorem.chapter).equations]
    known = {
        equation.label: verdict_of_display(equation)
        for equation in book.equations
        if equation.label
    }
    for clause in theorem.clauses:
        yield from (f"{clause.claim}: {fault}" for fault in faults_of_clause(clause, known))
        steps = [own.index(label) for label in clause.labels if label in own]
        if steps != sorted(set(steps)):
            yield f"{clause.claim}: not in the order of the chapter"


def verdict_of_display(equation: Equation) -> str:
    """The verdict of a display; of one at sizes, whether it is proved for all but those given."""
    fixed = equation.verdict == AT_SIZES and equation.scope == FIXED
    return FIXED if fixed else equation.verdict


def faults_of_clause(clause: Clause, known: dict[str, str]) -> Iterator[str]:
    """Displays of a clause that there are not, or that prove nothing; and a lack of any."""
    kinds = {label: known.get(label, "no equation") for label in clause.labels}
    yield from (f"{label} is {kinds[label]}" for label in kinds if kinds[label] not in SERVES)
    if not set(kinds.values()) & set(PROVES):
        yield "no display proves it"


def faults_between_theorems(listed: list[Theorem], book: Book) -> Iterator[str]:
    """Displays of later chapters in no theorem there; theorems that rest on each other."""
    order = list(book.chapters)
    home = {
        equation.label: chapter.name
        for chapter in book.chapters.values()
        for equation in chapter.equations
    }
    rests: dict[str, set[str]] = {each.label: set() for each in listed}
    for each in listed:
        for label in each.labels & set(home):
            lenders = {o.label for o in listed if o.chapter == home[label] and label in o.labels}
            rests[each.label] |= lenders - {each.label} if home[label] != each.chapter else set()
            if order.index(home[label]) > order.index(each.chapter) and not lenders:
                yield f"{each.label}: {label} stands in a later chapter, and in no theorem"
    try:
        TopologicalSorter(rests).prepare()
    except CycleError as error:
        yield f"they rest on each other: {', '.join(error.args[1])}"
