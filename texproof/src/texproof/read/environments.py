r"""What stands around a display and beside its formulas: environments, dollars, tags, spaces."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from .lexer import TOKEN, lone_bars

WRAPPERS = """equation align aligned alignat alignedat split gather gathered multline eqnarray
displaymath math flalign array"""
BEGIN = re.compile(r"\\begin\s*\{(\w+)(\*?)\}(\s*\{[^{}]*\}|\s*\[\w\])?")
FENCES = (("$$", "$$"), ("$", "$"), (r"\[", r"\]"), (r"\(", r"\)"))
IGNORED = re.compile(r"\\(?:tag\*?|label)\s*\{[^{}]*\}|\\(?:nonumber|notag)(?![A-Za-z])|\\hfill\b")
ABOVE = re.compile(
    r"\\(?:overset|stackrel)\s*(?:\{(?:[^{}]|\{[^{}]*\})*\}|.)\s*\{?\s*(=|[<>]|\\[lg]eq?)\s*\}?"
)
SPACE = r"(?:\s|\\[,;:! ]|~|\\q?quad(?![A-Za-z])|\{\})"
END = re.compile(rf"(?:{SPACE}|[.,;])+$")
START = re.compile(rf"^{SPACE}+")
RELATIONS = {"=", "<", ">", "≤", "≥", "≈", "∝", r"\approx", r"\propto", r"\lt", r"\gt"}
RELATIONS |= {r"\cong", r"\simeq"}
RELATIONS |= {rf"\{way}{end}" for way in ("le", "ge") for end in ("", "q", "qslant", "qq")}
HARD = {"{": 1, "}": -1}  # what a line cannot end in
SOFT = {"(": 1, "[": 1, r"\{": 1, r"\lvert": 1, r"\lVert": 1, r"\langle": 1}
SOFT |= {")": -1, "]": -1, r"\}": -1, r"\rvert": -1, r"\rVert": -1, r"\rangle": -1}


@dataclass(frozen=True)
class Piece:
    """A token of the display, its place, and how deep in braces and in brackets it stands."""

    text: str
    at: int
    hard: int
    soft: int


def unwrapped(text: str) -> str:
    """A text without dollars, environments, tags and labels around it or in it."""
    text, before = lone_bars(ABOVE.sub(r" \1 ", IGNORED.sub(" ", text))), ""
    while text != before:
        before = text = END.sub("", START.sub("", text))
        for opening, closing in FENCES:
            if text.startswith(opening) and text.endswith(closing) and len(text) > len(opening) * 2:
                text = text[len(opening) : -len(closing)]
                break
        begin = BEGIN.match(text)
        if (
            begin
            and begin[1] in WRAPPERS.split()
            and text.endswith(end := rf"\end{{{begin[1]}{begin[2]}}}")
        ):
            text = inner(text, begin, end) or text
    return text


def inner(text: str, begin: re.Match[str], end: str) -> str:
    """What stands in an environment that is all of a text; nothing if it ends before."""
    inside = text[begin.end() : -len(end)]
    columns = (begin[3] and begin[1] in {"array", "alignat", "alignedat"}) or not begin[3]
    depth = 0
    for found in re.finditer(r"\\(begin|end)\s*\{", inside):
        depth += {"begin": 1, "end": -1}[found[1]]
        if depth < 0:
            return ""
    holds = begin[1] != "array" or any(p.text in RELATIONS and not p.hard for p in pieces(inside))
    return inside if columns and holds else ""


def pieces(text: str) -> Iterator[Piece]:
    """The tokens of a text; one that opens or closes stands outside of what it bounds."""
    hard = soft = 0
    for found in TOKEN.finditer(text):
        token = found.group()
        step = HARD.get(token, token.startswith(r"\begin") - token.startswith(r"\end"))
        hard, soft = hard + min(step, 0), max(0, soft + min(SOFT.get(token, 0), 0) * (not hard))
        yield Piece(token, found.start(), hard, soft)
        hard, soft = hard + max(step, 0), soft + max(SOFT.get(token, 0), 0) * (not hard)


def trimmed(text: str) -> str:
    """A text without spaces around it and without the stop at its end."""
    return END.sub("", START.sub("", text))
