"""The formulas in the sentences of a page: what stands between dollars and holds a relation.

A page is a notebook or a file of Markdown.  Nothing is read as mathematics here: a page is cut into
cells, and a formula into rows, each with the texts on both sides of its sign.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from .errors import DerivationError
from .read import displays

FENCED = re.compile(r"^(`{3,}|~{3,})(?!\{).*?^\1", re.S | re.M)  # code; a directive has a brace
UNREAD = re.compile(r"<!--.*?-->|``.*?``|`[^`]*`|(?<!\\)\$\$.*?(?<!\\)\$\$", re.S)
FORMULA = re.compile(r"(?<![\\$])\$(?![\s$])((?:[^$\\]|\\.)+?)(?<![\s$\\])\$(?!\d)", re.S)
WORDS = re.compile(r"\\(?:text|mbox|textrm|textit)\s*\{[^{}]*\}")
UNEQUAL = re.compile(r"\\neq?(?![A-Za-z])|\\not\s*=|≠")
RELATION = re.compile(
    r"=|<|>|[≤≥≈∝≠]|\\(?:le|ge)(?:q|qq|qslant)?(?![A-Za-z])|\\(?:lt|gt|approx|cong|simeq|propto)"
    r"(?![A-Za-z])|\\(?:ll|gg)(?![A-Za-z])|" + UNEQUAL.pattern
)
PERCENT = re.compile(r"\s*(?:\\,)?(?:\\?%|per cent\b|percent\b)")
GROUPED = re.compile(r"(?<=\d)(?:\\,|\{,\})(?=\d{3}(?!\d))")  # 83\,450
OF_HUNDRED = re.compile(r"(\d+(?:\.\d+)?)\s*(?:\\[,;]|~)?\s*\\%")


@dataclass(frozen=True)
class Cell:
    """A cell of a page: Markdown, or code."""

    is_code: bool
    source: str


@dataclass(frozen=True)
class Formula:
    """A formula of a sentence, the number of its cell, and whether a percent sign follows it."""

    text: str
    cell: int
    percent: bool = False


class Step(NamedTuple):
    """``left sign right``, as texts, and the hypotheses that the formula itself puts before it."""

    left: str
    sign: str
    right: str
    given: tuple[str, ...] = ()


def read_cells(path: Path) -> list[Cell]:
    """The cells of a notebook; any other file is one cell of Markdown."""
    text = path.read_text("utf8")
    if path.suffix != ".ipynb":
        return [Cell(False, text)]
    cells = json.loads(text)["cells"]
    kinds = (("code", True), ("markdown", False))
    return [
        Cell(is_code, "".join(cell["source"]))
        for cell in cells
        for kind, is_code in kinds
        if cell["cell_type"] == kind
    ]


def find_formulas(page: list[Cell]) -> Iterator[Formula]:
    """The formulas of the sentences of a page that hold a relation, in order."""
    for number, cell in enumerate(page):
        source = "" if cell.is_code else blank_code(cell.source)
        for match in FORMULA.finditer(source):
            text = match[1].strip()
            if has_outer_relation(text):
                yield Formula(text, number, bool(PERCENT.match(source, match.end())))


def has_outer_relation(text: str) -> bool:
    """Whether a relation stands in a formula between two terms, and not only in an index."""
    text = WORDS.sub("w", text)
    outer = [p for p in displays.pieces(text) if not (p.hard or p.soft)]
    signs = [p for p in outer if RELATION.fullmatch(p.text)]
    first, last = (signs[0].at, signs[-1].at + len(signs[-1].text)) if signs else (0, 0)
    return bool(displays.trim(text[:first]) and displays.trim(text[last:]))


def blank_code(source: str) -> str:
    """Markdown with spaces in the place of code, comments and displays."""
    for pattern in (FENCED, UNREAD):
        source = pattern.sub(lambda found: re.sub(r"\S", " ", found[0]), source)
    return source


def normalize(text: str) -> str:
    """A formula as the language writes it: digits without spaces, hundredths for per cent."""
    text = GROUPED.sub("", displays.trim(text).rstrip(" .,;:"))
    text = re.sub(r"\\[bB]igg?[lrm]?\s*(?=/)", "", text)
    return OF_HUNDRED.sub(r"\\frac{\1}{100}", text)


def per_cent_as_fraction(text: str) -> str:
    """A number before a percent sign."""
    return rf"\frac{{{text}}}{{100}}" if re.fullmatch(r"\d+(\.\d+)?", text.strip()) else text


def rows_of_formula(text: str) -> list[Step]:
    """The rows of a formula; none where they cannot be told apart."""
    try:
        sides = UNEQUAL.split(text)
        if len(sides) == 2 and not any(RELATION.search(WORDS.sub("", side)) for side in sides):
            return [Step(sides[0].strip(), "≠", sides[1].strip())]
        return [step for claim in displays.read_claims(text) for step in rows_of_claim(claim)]
    except DerivationError:
        return []


def rows_of_claim(claim: displays.Claim) -> Iterator[Step]:
    """The rows of a chain."""
    before, rows = claim.chain.first, claim.chain.rows
    for sign, after in zip(rows[::3], rows[1::3], strict=True):
        yield Step(before, sign, after, (*claim.presumed, *claim.given))
        before = after
