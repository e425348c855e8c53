"""The book as its sources say it: contents, chapters, cells, equations, terms, theorems.

    book = Book()
    book.chapters["pca"].title, book.equation("pca-gradient").verdict, book.terms

The contents are read as YAML and a chapter as a notebook; an equation is the data that its display
carries.  Whoever asks what the book holds asks here.
"""

import os
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import nbformat
import yaml

from texproof.data import MIME, verdict_of
from texproof.ledgers import FORMULAS
from texproof.show.display import TEX_SIGNS
from texproof.statement import REFUSED

ROOT = Path(__file__).resolve().parent.parent
MAGIC = re.compile(r"^%.*$", re.M)  # what IPython alone understands
DIRECTIVE = re.compile(r"^[:`]{3,}\{([\w:-]+)\}[ ]?(.*)(?:\n:label: (\S+))?", re.M)
THEOREMS = ("prf:theorem", "prf:algorithm")
TERM = re.compile(r"^(\S.*)\n((?:\S.*\n)*)  \S", re.M)  # its other names are lines of their own
LABEL = re.compile(r"""(?:label=|,\s)\s*"([a-z]+(?:-\w+)+)\"""")
REFERENCE = re.compile(r"\{eq\}`([\w:-]+)`")
GENERATED = (  # pages, each by the tool of its name; of the reference there is one for each module
    *("language", "ledger", "letters", "notes", "other_books", "speed", "subjects"),
    "reference",
)
NUMBERED = "numbered"  # the tag of a cell whose equations have numbers though nothing cites them
CHECKED = re.compile(r"\{checked\}`([^`]*)`")  # a label, and which part of its equation


def write_changed(texts: dict[Path, str]) -> list[Path]:
    """Write files that are made of the book; those that say the same stay, and are not named.

    A file is there as a whole or not at all, for programs that write it or read it at once.
    """
    changed = [path for path, text in texts.items() if not has_text(path, text)]
    for path in changed:
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_name(f".{path.name}.{os.getpid()}")
        fresh.write_text(texts[path], "utf8")
        fresh.replace(path)
    return changed


def place_of(number: int, source: str) -> str:
    """A cell in words: its number, from 0, and the label of its equation or else its first line."""
    label = LABEL.search(source)
    return f"cell {number} ({label[1] if label else source.strip().partition(chr(10))[0][:60]})"


def has_text(path: Path, text: str) -> bool:
    """Whether a file is there and has this text."""
    return path.is_file() and path.read_text("utf8") == text


class BookError(Exception):
    """What was asked for is not in the book, or its sources contradict each other."""


@dataclass(frozen=True)
class Directive:
    """A block of Markdown with a kind, such as exercise, what stands behind it, and its label."""

    kind: str
    title: str
    label: str


def joined_relation(signs: list[str], name: str) -> str:
    """The sign that a chain with these signs proves of its ends."""
    relations = {*signs} - {"=", ":="} or {signs[0]}
    strict = sorted(relations & {"<", ">"} or relations)
    if len(strict) > 1:
        raise BookError(f"{name} has {' and '.join(strict)}, and no one sign between its ends")
    return strict[0]


@dataclass(frozen=True)
class Equation:
    """A display of a check: the Markdown that a page shows, and the data of its statement."""

    markdown: str
    data: dict[str, Any]

    @property
    def label(self) -> str | None:
        """What other pages refer to, the address of the display; none if it has none."""
        label: str | None = self.data.get("label")
        return label

    @property
    def name(self) -> str:
        """The label, or the term with which the statement begins."""
        return self.label or str(self.data["first"])

    @property
    def latex(self) -> str:
        """The display."""
        return self.markdown.partition("\n$$")[0].removeprefix("$$\n")

    @property
    def rows(self) -> list[tuple[str, str, str]]:
        """Relation, term and reason of each row."""
        return [(sign, text, reason) for sign, text, reason in self.data["rows"]]

    @property
    def verdict(self) -> str:
        """The weakest verdict of the rows: exact only if they are proved for every size."""
        return verdict_of(self.data)

    def part(self, which: str = "") -> str:
        """The equation as LaTeX for a sentence: all of it, or the part that is named.

        A side is `left`, the term before the first sign, `right`, the one behind the last sign, or
        the number of a row, whose term it is.  One side is a term; two are what the chain proves of
        them, without the rows between.
        """
        places = [self.place(side) for side in which.split()]
        terms = [str(self.data["first"]), *(text for _, text, _ in self.rows)]
        if len(places) == 1:
            return terms[places[0]]
        if self.verdict == REFUSED:
            raise BookError(f"{self.name} is refuted: only one side of it can stand in a sentence")
        if not places:
            shown = zip(self.rows, terms[1:], strict=True)
            return " ".join([terms[0], *(f"{self.typeset(row[0])} {term}" for row, term in shown)])
        first, last = places[0], places[-1]
        if len(places) > 2 or first >= last:
            raise BookError(f"{which!r} names no two sides of {self.name}, the earlier one first")
        signs = [sign for sign, *_ in self.rows[first:last]]
        return f"{terms[first]} {self.typeset(joined_relation(signs, self.name))} {terms[last]}"

    def place(self, side: str) -> int:
        """The number of the row whose term a side is; 0 for the term before all rows."""
        if side in ("left", "right"):
            return 0 if side == "left" else len(self.rows)
        if side.isdecimal() and 1 <= int(side) <= len(self.rows):
            return int(side)
        rows = f"1 to {len(self.rows)}" if len(self.rows) > 1 else "1"
        raise BookError(
            f"{self.name} has no side {side!r}: write left, right or the number of a row, {rows}; "
            "two of them, for what is proved of both; or nothing, for the whole equation"
        )

    def typeset(self, sign: str) -> str:
        """A sign as LaTeX; that of an expansion has its order."""
        if sign == "≈" and "order" in self.data:
            return rf"\overset{{{self.data['order'][1]}}}{{\approx}}"
        return TEX_SIGNS[sign]

    @property
    def rules(self) -> list[str]:
        """What decided the rows, once each."""
        return list(dict.fromkeys(row["rule"] for row in self.data["verdicts"]))

    @property
    def scope(self) -> str:
        """Whether it was decided for values, for every size, or at sizes."""
        return str(self.data["scope"])

    @property
    def at_sizes(self) -> str:
        """The reason why it is proved at named sizes only."""
        return str(self.data.get("at_sizes", ""))


@dataclass(frozen=True)
class Cell:
    """A cell of a chapter, with its place in the notebook, from 0."""

    place: int
    kind: str
    source: str
    metadata: dict[str, Any] = field(default_factory=dict)
    outputs: list[dict[str, Any]] = field(default_factory=list)

    @property
    def where(self) -> str:
        """The cell in words."""
        return place_of(self.place, self.source)

    @property
    def code(self) -> str:
        """The source without the lines that only IPython understands."""
        return MAGIC.sub("", self.source)

    @property
    def directives(self) -> list[Directive]:
        """The blocks with a kind that a cell of Markdown holds."""
        return [Directive(*fields) for fields in DIRECTIVE.findall(self.source)]

    def stored(self, mime: str) -> list[Any]:
        """The outputs of a kind, such as text/markdown."""
        every = (output.get("data", {}) for output in self.outputs)
        return [data[mime] for data in every if mime in data]

    @property
    def equations(self) -> list[Equation]:
        """The displays of checks that the cell shows."""
        shown = (output.get("data", {}) for output in self.outputs)
        return [Equation(data["text/markdown"], data[MIME]) for data in shown if MIME in data]


@dataclass(frozen=True)
class Chapter:
    """A notebook of the book."""

    path: Path

    @property
    def name(self) -> str:
        """What its files are called."""
        return self.path.stem

    @cached_property
    def notebook(self) -> Any:
        """The notebook as it is stored."""
        return nbformat.read(self.path, as_version=4)  # type: ignore[no-untyped-call]

    @cached_property
    def cells(self) -> list[Cell]:
        """All cells in order."""
        return [
            Cell(place, cell.cell_type, cell.source, cell.metadata, cell.get("outputs", []))
            for place, cell in enumerate(self.notebook.cells)
        ]

    @property
    def code(self) -> list[Cell]:
        """The cells of code."""
        return [cell for cell in self.cells if cell.kind == "code"]

    @property
    def prose(self) -> list[Cell]:
        """The cells of Markdown."""
        return [cell for cell in self.cells if cell.kind == "markdown"]

    @property
    def title(self) -> str:
        """The first heading."""
        return self.cells[0].source.splitlines()[0].removeprefix("# ")

    @property
    def description(self) -> str:
        """The sentence that says what the chapter proves."""
        return str(self.notebook.metadata["myst"]["html_meta"]["description"])

    @property
    def equations(self) -> list[Equation]:
        """The displays of checks, in order."""
        return [equation for cell in self.code for equation in cell.equations]

    @property
    def formulas(self) -> list[tuple[str, str]]:
        """The formulas in sentences that hold a relation, each with what its ledger says it is."""
        lists = [entries for cell in self.code for entries in cell.stored(FORMULAS)]
        pairs = (entry.partition(": ")[::2] for entries in lists for entry in entries)
        return [(kind, text) for kind, text in pairs]

    @property
    def directives(self) -> list[Directive]:
        """The blocks with a kind, in order."""
        return [directive for cell in self.prose for directive in cell.directives]

    @property
    def theorems(self) -> list[Directive]:
        """Theorems and algorithms."""
        return [directive for directive in self.directives if directive.kind in THEOREMS]

    @property
    def references(self) -> set[str]:
        """The labels of the equations that the chapter refers to."""
        return {label for cell in self.prose for label in REFERENCE.findall(cell.source)}


@dataclass(frozen=True)
class Book:
    """The book in a folder."""

    root: Path = ROOT

    @cached_property
    def parts(self) -> dict[str, list[str]]:
        """The pages of each part, in order of the contents, each before those that are below it."""
        contents = yaml.safe_load((self.root / "_toc.yml").read_text("utf8"))
        return {
            part["caption"]: [
                below["file"]
                for page in part["chapters"]
                for below in [page, *page.get("sections", [])]
            ]
            for part in contents["parts"]
        }

    @property
    def pages(self) -> list[str]:
        """All pages but the first, as files without suffix."""
        return [page for part in self.parts.values() for page in part]

    @cached_property
    def chapters(self) -> dict[str, Chapter]:
        """The chapters by name, in order of the contents."""
        paths = [self.root / f"{page}.ipynb" for page in self.pages if page.startswith("chapters/")]
        return {path.stem: Chapter(path) for path in paths}

    def chapter(self, name: str) -> Chapter:
        """The chapter of a name."""
        if name not in self.chapters:
            known = ", ".join(sorted(self.chapters))
            raise BookError(f"There is no chapter {name!r}; there are: {known}.")
        return self.chapters[name]

    @cached_property
    def equations(self) -> list[Equation]:
        """The displays of checks of all chapters, in order."""
        return [equation for chapter in self.chapters.values() for equation in chapter.equations]

    def equation(self, label: str) -> Equation:
        """The display of a label."""
        for equation in self.equations:
            if equation.label == label:
                return equation
        raise BookError(f"no chapter has a check {label!r}")

    def home(self, label: str) -> Chapter:
        """The chapter that has the check of a label."""
        for chapter in self.chapters.values():
            if any(equation.label == label for equation in chapter.equations):
                return chapter
        raise BookError(f"no chapter has a check {label!r}")

    def checked(self, role: str) -> str:
        """The LaTeX of a checked equation, or of its part, as the role `checked` names it."""
        label, _, which = role.strip().partition(" ")
        return self.equation(label).part(which.strip())

    @cached_property
    def terms(self) -> dict[str, list[str]]:
        """The terms of the glossary, each with its other names."""
        text = (self.root / "pages" / "glossary.md").read_text("utf8").split("{glossary}\n")[1]
        return {term: others.splitlines() for term, others in TERM.findall(text)}

    @cached_property
    def cited(self) -> set[str]:
        """The labels that pages, captions and the answers of cells refer to by number.

        Neither a ledger nor another generated page cites anything: they list whatever there is.
        """
        made = {f"{page}.md" for page in GENERATED}
        texts = [text for place, text in self.texts() if place not in made]
        for chapter in self.chapters.values():
            for cell in chapter.code:
                answers = cell.stored("text/markdown")
                texts += [text for text in answers if not text.startswith("Statements: ")]
        return {label for text in texts for label in REFERENCE.findall(text)}

    @cached_property
    def labels(self) -> set[str]:
        """The labels of all equations."""
        return {equation.label for equation in self.equations if equation.label}

    @cached_property
    def numbered(self) -> set[str]:
        """The labels of the equations that have a number: those that are cited, or ask for it."""
        wanted = {
            equation.label
            for chapter in self.chapters.values()
            for cell in chapter.code
            if NUMBERED in cell.metadata.get("tags", [])
            for equation in cell.equations
        }
        return self.labels & (self.cited | wanted)

    @property
    def theorems(self) -> list[Directive]:
        """Theorems and algorithms of all chapters."""
        return [theorem for chapter in self.chapters.values() for theorem in chapter.theorems]

    def faults(self) -> list[str]:
        """What contradicts itself: contents and files first, then what the chapters hold."""
        return list(self.misplaced()) or list(self.contradictions())

    def misplaced(self) -> Iterator[str]:
        """Chapters that are not in the contents, or are no file."""
        on_disk = {path.stem for path in (self.root / "chapters").glob("*.ipynb")}
        yield from (f"{name} is not in _toc.yml" for name in sorted(on_disk - set(self.chapters)))
        gone = [name for name in self.chapters if name not in on_disk]
        yield from (f"_toc.yml lists {name}, which is no file" for name in gone)

    def contradictions(self) -> Iterator[str]:
        """Labels of two equations, references to none, displays without their data."""
        yield from self.unchecked()
        labels = Counter(equation.label for equation in self.equations if equation.label)
        yield from (f"the label {label} is used twice" for label in labels if labels[label] > 1)
        for chapter in self.chapters.values():
            lost = sorted(chapter.references - set(labels))
            yield from (f"{chapter.name} refers to {label}, which is no equation" for label in lost)
            for cell in chapter.code:
                texts = [text for text in cell.stored("text/markdown") if text.startswith("$$\n")]
                if [equation.markdown for equation in cell.equations] != texts:
                    yield f"{chapter.name}, {cell.where}: a display without data"

    def unchecked(self) -> Iterator[str]:
        """Formulas of sentences that are to be set from a check that is not there."""
        for place, text in self.texts():
            for role in CHECKED.findall(text):
                try:
                    self.checked(role)
                except BookError as error:
                    yield f"{place}, {{checked}}`{role}`: {error}"

    def texts(self) -> Iterator[tuple[str, str]]:
        """(place, text) of all Markdown and captions in which a formula of a sentence may stand."""
        for name in ("index", *self.pages):
            path = self.root / f"{name}.md"
            if path.is_file():
                yield path.name, path.read_text("utf8")
        for chapter in self.chapters.values():
            for cell in chapter.cells:
                caption = cell.metadata.get("mystnb", {}).get("figure", {}).get("caption", "")
                text = cell.source if cell.kind == "markdown" else caption
                yield f"{chapter.path.name}, {cell.where}", text
