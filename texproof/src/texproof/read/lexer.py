"""From LaTeX text to tokens, and from a declared name to the pattern of tokens it is."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from ..errors import DerivationError
from ..names import Name
from .bars import told_apart
from .layout import ACCENTS, SPACING, Layout, Token
from .rewritings import rewritten
from .spellings import respelled

TOKEN = re.compile(
    r"\\(?:operatorname\*?|text|textrm|mathtt|mathrm|mathsf|rm|begin|end)\s*\{[^{}]*\}|"
    r"\\(?:mathrm|mathsf|operatorname)\s+[A-Za-z]|\\rm\s+[A-Za-z]+(?=\s*\})|"
    r"\\[A-Za-z]+|\\.|[0-9]+(?:\.[0-9]+)?|[A-Za-z]'+|\S",
    re.S,
)
ONE = re.compile(r"^\\(rm|mathrm|mathsf|operatorname)\s*\{?([A-Za-z]+)\}?$")

MINUS = "\u2212"  # of Unicode

Pattern = list[str | tuple[str]]  # a declared name as tokens; a 1-tuple is a hole for an index


def tokens(text: str) -> list[Token]:
    """Tokens of a text; a script or accent of one token gets the braces that TeX implies."""
    text = lone_bars(text.replace(MINUS, "-"))
    pieces = list(parts(text))
    Layout(text, pieces).judge()
    raw = list(meaningful(told_apart(text, pieces)))
    out: list[Token] = []
    for i, token in enumerate(raw):
        last = raw[i - 1].text if i else ""
        if (last in {"_", "^"} or last in ACCENTS) and token.text not in "{}":
            out += braced(token)
        else:
            out.append(token)
    return rewritten(out)


def lone_bars(text: str) -> str:
    r"""A text in which ``p(x \lvert y)`` has a bar, where no ``\rvert`` closes one."""
    return text if r"\rvert" in text else re.sub(r"\\lvert(?![A-Za-z])", "     |", text)


def meaningful(pieces: Iterable[Token]) -> Iterator[Token]:
    """The pieces that are no spaces; each knows whether one stands before it."""
    spaced = False
    for piece in pieces:
        if piece.text not in SPACING:
            yield replace(piece, spaced=spaced)
        spaced = piece.text in SPACING


def parts(text: str) -> Iterator[Token]:
    """The pieces of a text, spaces among them, in the spelling of the grammar."""
    for found in TOKEN.finditer(text):
        yield from respelled(Token(in_braces(found.group()), found.start()))


def in_braces(part: str) -> str:
    """A piece without spaces in it; ``\\mathrm d`` and ``\\rm d`` are ``\\mathrm{d}``."""
    found = ONE.match(part)
    if found:
        font, word = found.groups()
        return rf"\{'mathrm' if font == 'rm' else font}{{{word}}}"
    return re.sub(r"\s|\\[,;:! ]|~", "", part) if len(part) > 2 else part


def braced(token: Token) -> list[Token]:
    """``^12`` is ``^{1}2`` to TeX, ``_i'`` is ``_{i}'``, and so they are to the reader."""
    wide = len(token.text) > 1 and not token.text.startswith("\\")
    first = Token(token.text[0], token.at) if wide else token
    rest = [Token(token.text[1:], token.at + 1)] if wide else []
    return [Token("{", token.at), first, Token("}", token.at), *rest]


def is_whole(text: str) -> bool:
    """Whether a token is a whole number; the digits of other scripts are not read."""
    return text.isascii() and text.isdigit()


def is_number(text: str) -> bool:
    """Whether a token is a number."""
    return bool(re.fullmatch(r"[0-9]+(\.[0-9]+)?", text))


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
