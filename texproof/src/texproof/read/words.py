r"""Words between formulas: ``a = b \text{ and hence } c = d``, ``a = b \text{ if } c > 0``.

What stands after "hence" or "i.e." is claimed under what stands before it, which is claimed first;
what stands after "and", or a wide space between relations, is claimed on its own; what stands after
"if" is a hypothesis. A range of an index letter, ``i = 1, \dots, n``, is one for what it leaves
out.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ..errors import ReadError
from .environments import RELATIONS, SPACE, pieces, trimmed

AND, HENCE, IF = "and", "hence", "if"
SAID = {AND: "and"}
SAID[
    HENCE
] = """hence, and hence, so, so that, and so, thus, and thus, therefore, and therefore, i.e.,
that is, or equivalently, equivalently, which gives, giving, which implies, implying, which yields,
yielding, it follows that"""
SAID[IF] = "if, when, whenever, for, for all, for every, for each, for any, provided that, provided"
LINKS = {part.strip(): link for link, words in SAID.items() for part in words.split(",")}
GAP = rf"(?:{SPACE}|\\hspace\*?\s*\{{[^{{}}]*\}}|&)*"
WIDE = r"(?:\\q?quad(?![A-Za-z])|\\hspace\*?\s*\{[^{}]*\})"
TEXT = re.compile(rf"\\(?:text|textrm|mbox|textit)\s*\{{([^{{}}$]*)\}}{GAP}")
COMMA = re.compile(rf"[,;]{GAP}?{WIDE}{GAP}")
SPACED = re.compile(rf"{WIDE}{GAP}")
ON = {"+", "-", "\u2212", r"\cdot", r"\times", "/"}  # with which a term goes on
RANGE = re.compile(
    r"(?P<letter>[A-Za-z]|\\ell)\s*(?:=|\\in\s*\\\{)\s*(?P<first>[^,{}]+?)\s*,"
    r"(?:[^,]*,)?\s*\\(?:l|c)?dots[a-z]?\s*,\s*(?P<last>.+?)\s*(?:\\\})?$"
)
ORDER = r"\s*(?:[<>]|\\[lg]eq?(?:slant)?(?![a-z]))\s*"
NUMBER, LETTER = r"-?[0-9.]+", r"(?:[A-Za-z]|\\[a-z]+)(?:_\w|_\{\w+\})?"
SIGN = re.compile(rf"(?:{NUMBER}{ORDER})?{LETTER}{ORDER}{NUMBER}$|{NUMBER}{ORDER}{LETTER}$")
REAL = re.compile(r"\\in\s*\\mathbb\s*\{?\s*R\s*\}?\s*(?:\^\s*(?:\w|\{[^{}]*\}))?$")


@dataclass
class Sentence:
    """A part of a display, how it is linked to the one before it, and the hypotheses behind it."""

    link: str
    text: str
    given: list[str]


def sentences(text: str) -> list[Sentence]:
    """The parts of a display, each with its own relation."""
    found: list[Sentence] = []
    for link, part in parts(text):
        if link == IF:
            found[-1].given += conditions(part)
        else:
            found.append(Sentence(link, part, []))
    return found


def parts(text: str) -> Iterator[tuple[str, str]]:
    """The parts of a text between words and wide spaces, each with its link to those before."""
    start, link, before = 0, AND, ""
    for piece in pieces(text):
        cut = None if piece.hard or piece.soft or piece.at < start else link_at(text, piece.at)
        if cut and relates(text[start : piece.at]) and is_more(text[cut[1] :], cut[0]):
            yield link, text[start : piece.at]
            link = IF if (before, cut[0]) == (IF, AND) else cut[0]
            start, before = cut[1], link
    yield link, text[start:]


def link_at(text: str, at: int) -> tuple[str, int] | None:
    """The link that stands at a place, and where it ends; a comma before a word belongs to it."""
    comma = COMMA.match(text, at) or re.compile(rf"[,;]?{GAP}").match(text, at)
    after = comma.end() if comma else at
    if text.startswith(r"\forall", after):
        return IF, after
    said = TEXT.match(text, after)
    word = " ".join(said[1].strip(" ,~:").split()).lower() if said else ""
    if said and word in LINKS:
        return LINKS[word], said.end()
    wide = COMMA.match(text, at) or apart(text, at)
    return (IF if bounds(text[wide.end() :]) else AND, wide.end()) if wide else None


def apart(text: str, at: int) -> re.Match[str] | None:
    """A wide space between two relations of one line, which is no part of a term."""
    wide = SPACED.match(text, at)
    if not wide:
        return None
    before, after = text[:at].rsplit(r"\\", 1)[-1], text[wide.end() :].split(r"\\", 1)[0]
    last = [piece.text for piece in pieces(trimmed(before))][-1:]
    first = [piece.text for piece in pieces(trimmed(after))][:1]
    goes_on = {*last, *first} & {*RELATIONS, *ON, "&"} or first[:1] == [","] or TEXT.match(after)
    return None if goes_on or not (relates(before) and relates(after)) else wide


def bounds(text: str) -> bool:
    r"""Whether ``i = 1, \dots, n`` or ``x > 0`` follows, which is a condition without its "if"."""
    return bool(RANGE.match(trimmed(text)) or SIGN.match(trimmed(text)))


def relates(text: str) -> bool:
    """Whether a relation stands in a text, outside of brackets, with something before it."""
    return any(p.text in RELATIONS and not (p.hard or p.soft) for p in pieces(text))


def is_more(text: str, link: str) -> bool:
    """Whether a claim or a condition follows."""
    first = next((piece.text for piece in pieces(trimmed(text))), "")
    return bool(first) and first not in RELATIONS and (relates(text) or link == IF)


def conditions(text: str) -> list[str]:
    """The hypotheses that a condition is: relations, or the two ends of the range of a letter."""
    said = re.sub(r"^\\forall\s*", "", trimmed(text))
    ranged = RANGE.match(said)
    if ranged:
        letter, first, last = ranged["letter"], ranged["first"], ranged["last"]
        return [rf"{letter} \ge {first}", rf"{letter} \le {last}"]
    if relates(said):
        return [said]
    if re.fullmatch(r"[A-Za-z]|\\[a-z]+", said) or REAL.search(said):
        return []  # for each of them, as it is declared
    raise ReadError("a condition is a relation, or the range of an index letter", text, 0)
