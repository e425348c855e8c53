"""From LaTeX text to tokens, and from a declared name to the pattern of tokens it is."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from ..errors import DerivationError
from ..names import Name
from .layout import ACCENTS, SPACING, Layout, Token

TOKEN = re.compile(
    r"\\(?:operatorname\*?|text|mathtt|mathrm|begin|end)\s*\{[^{}]*\}|\\mathrm\s+[A-Za-z]|"
    r"\\[A-Za-z]+|\\.|[0-9]+(?:\.[0-9]+)?|[A-Za-z]'+|\S",
    re.S,
)

Pattern = list[str | tuple[str]]  # a declared name as tokens; a 1-tuple is a hole for an index


def tokens(text: str) -> list[Token]:
    """Tokens of a text; a script or accent of one token gets the braces that TeX implies."""
    pieces = list(parts(text))
    Layout(text, pieces).judge()
    raw = list(meaningful(pieces))
    out: list[Token] = []
    for i, token in enumerate(raw):
        last = raw[i - 1].text if i else ""
        if (last in {"_", "^"} or last in ACCENTS) and token.text != "{":
            out += braced(token)
        else:
            out.append(token)
    return out


def meaningful(pieces: Iterable[Token]) -> Iterator[Token]:
    """The pieces that are no spaces; each knows whether one stands before it."""
    spaced = False
    for piece in pieces:
        if piece.text not in SPACING:
            yield replace(piece, spaced=spaced)
        spaced = piece.text in SPACING


def parts(text: str) -> Iterator[Token]:
    """The pieces of a text, spaces among them; ``\\mathrm d`` is ``\\mathrm{d}``."""
    for found in TOKEN.finditer(text):
        part = re.sub(r"\s", "", found.group()) if len(found.group()) > 2 else found.group()
        yield Token(re.sub(r"^\\mathrm([A-Za-z])$", r"\\mathrm{\1}", part), found.start())


def braced(token: Token) -> list[Token]:
    """``^12`` is ``^{1}2`` to TeX, ``_i'`` is ``_{i}'``, and so they are to the reader."""
    wide = len(token.text) > 1 and not token.text.startswith("\\")
    first = Token(token.text[0], token.at) if wide else token
    rest = [Token(token.text[1:], token.at + 1)] if wide else []
    return [Token("{", token.at), first, Token("}", token.at), *rest]


def is_whole(text: str) -> bool:
    """Whether a token is a whole number; the digits of other scripts are not read."""
    return text.isascii() and text.isdigit()


def pattern(name: Name) -> Pattern:
    """Tokens of a name; an index letter in a script or an argument is a hole (a 1-tuple)."""
    letters = set(name.letters)
    found: Pattern = []
    groups: list[str] = []
    parts = [token.text for token in tokens(name.latex)]
    for i, part in enumerate(parts):
        if part in {"{", "("}:
            groups.append("accent" if i and parts[i - 1] in ACCENTS else "script")
        elif part in {"}", ")"} and groups:
            groups.pop()
        hole = part in letters and groups and groups[-1] == "script"
        found.append((part,) if hole else part)
    missing = letters - {part[0] for part in found if isinstance(part, tuple)}
    if missing:
        raise DerivationError(
            f"{name.latex}: the index letters {sorted(missing)} do not occur in it"
        )
    return found
