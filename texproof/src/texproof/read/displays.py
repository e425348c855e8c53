r"""A whole display as one text: its lines, its chains of relations, and the reasons beside them.

``\begin{aligned} a &= b && \text{reason} \\ &\le c \end{aligned}`` is the chain a = b <= c. A line
that begins with a relation goes on with the chain before it, one with a left side of its own begins
another; one that begins with + or -, or stands inside a bracket, goes on with the term before it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from ..errors import ReadError
from .environments import RELATIONS, SPACE, pieces, trimmed, unwrapped

SUCH_THAT = re.compile(r"\\text\s*\{\s*(?:s\.t\.|subject to|such that)\s*\}")
ON = ("+", "-", "\u2212", r"\cdot", r"\times", "/")  # with which a term goes on
REASON = re.compile(
    rf"(?:{SPACE}|\(|\{{|\\small)*\\(?:text|mbox|textrm|textit|intertext)\s*"
    r"\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}[\s)}.,;]*$"
)
WORDS = re.compile(r"s\.t\.|otherwise|else|tr|Tr|diag|det|Var|Cov|E|T|d|sign|argmin|argmax|arg min")


@dataclass
class Chain:
    """Relations of one display: the first term, then sign, term and reason of each row."""

    first: str
    rows: list[str] = field(default_factory=list)


def chains(text: str) -> list[Chain]:
    """The chains of relations that a display holds, in the words of its author."""
    found: list[Chain] = []
    whole = unwrapped(text)
    for line, inside in lines(whole):
        for part, reason in columns(line):
            if ends := split(part, inside):
                join(found, text, ends, reason)
    found = [each for chain in found for each in listed(chain)]
    if not found or not all(chain.rows for chain in found):
        raise ReadError("a chain is a term, then relation, term, reason for each row", text, 0)
    return found


def listed(chain: Chain) -> list[Chain]:
    """The chains of ``a, b \\le c``, which says the same of each of what is listed."""
    places = [p.at for p in pieces(chain.first) if p.text == "," and not (p.hard or p.soft)]
    if not places:
        return [chain]
    starts = [0, *(at + 1 for at in places)]
    firsts = [chain.first[i:j] for i, j in zip(starts, [*places, None], strict=True)]
    return [Chain(trimmed(first), list(chain.rows)) for first in firsts]


def lines(text: str) -> Iterator[tuple[str, int]]:
    """The lines of a display, each with how many brackets are open where it begins."""
    start, opened = 0, 0
    for piece in pieces(text):
        if piece.text == "\\\\" and not piece.hard:
            yield text[start : piece.at], opened
            rest = re.match(r"\\\\\*?(?:\[[^\]]*(?:pt|em|ex|mm|cm)\])?", text[piece.at :])
            start, opened = piece.at + (rest.end() if rest else 2), piece.soft
    yield text[start:], opened


def columns(line: str) -> Iterator[tuple[str, str]]:
    """The equations that stand side by side in a line, each with its reason."""
    places = [p.at for p in pieces(line) if p.text == "&" and not p.hard]
    cells = [line[i + 1 : j] for i, j in zip([-1, *places], [*places, len(line)], strict=True)]
    while len(cells) > 1 and not trimmed(cells[-1]):
        cells.pop()
    reason = ""
    if len(cells) > 1 and (said := REASON.match(cells[-1])):
        reason = said[1].strip()
        cells.pop()
    apart = len(cells) > 3 and all(map(relates, cells[1::2]))
    parts = (
        ["".join(cells[k : k + 2]) for k in range(0, len(cells), 2)] if apart else [" ".join(cells)]
    )
    yield from ((part, "") for part in parts[:-1])
    last = parts[-1]
    for piece in pieces(last):
        said = None if reason or piece.hard or piece.soft else REASON.match(last[piece.at :])
        if said and piece.at and not WORDS.fullmatch(said[1].strip()):
            last, reason = last[: piece.at], said[1].strip()
            break
    yield last, reason


def relates(cell: str) -> bool:
    """Whether a cell begins with a relation, behind which a term stands."""
    found = [p.text for p in pieces(trimmed(cell))]
    return len(found) > 1 and found[0] in RELATIONS


def split(line: str, inside: int) -> list[str]:
    """``term, sign, term, ...`` of a line; inside brackets that are open it has no relations."""
    ends, start = [""], 0
    such = SUCH_THAT.search(line)
    for piece in pieces(line):
        if piece.text in RELATIONS and not (piece.hard or piece.soft or inside):
            if such and piece.at > such.start():
                break
            ends[-1:] = [line[start : piece.at], piece.text, ""]
            start = piece.at + len(piece.text)
    ends[-1] = line[start:]
    ends = [trimmed(end) for end in ends]
    return ends if any(ends) else []


def join(found: list[Chain], text: str, ends: list[str], reason: str) -> None:
    """Adds the terms of a line to the chains; its reason belongs to its last relation."""
    first, *rest = ends
    if found and found[-1].rows[-2:-1] == [""]:  # the line before ends with a relation
        if not first and rest and rest[0] == found[-1].rows[-3]:
            first, *rest = rest[1:]
        found[-1].rows[-2] = first
        pairs = zip(rest[::2], rest[1::2], strict=True)
        found[-1].rows += [part for pair in pairs for part in (*pair, "")]
        found[-1].rows[-1] = reason
        return
    if not rest:
        goes_on(found, text, first, reason)
        return
    if first:
        found.append(Chain(first))
    elif not found:
        raise ReadError("the first line of a display has a left side", text, 0)
    for sign, term in zip(rest[::2], rest[1::2], strict=True):
        found[-1].rows += [sign, term, ""]
    found[-1].rows[-1] = reason


def goes_on(found: list[Chain], text: str, more: str, reason: str) -> None:
    """Adds a line without a relation to the term before it."""
    before = (found[-1].rows[-2] if found[-1].rows else found[-1].first) if found else ""
    opened = list(pieces(before + " ."))[-1].soft
    if found and not (opened or more.startswith(ON) or before.endswith(ON)):
        raise ReadError("a line without a relation goes on with + or -", text, text.find(more))
    if not found:
        found.append(Chain(more))
    elif found[-1].rows:
        found[-1].rows[-2:] = [f"{before} {more}", reason or found[-1].rows[-1]]
    else:
        found[-1].first = f"{before} {more}"
