"""From LaTeX text to tokens, and from a declared name to the pattern of tokens it is."""

import re
from dataclasses import dataclass

from .errors import ReadError

TOKEN = re.compile(
    r"\\(?:operatorname\*?|text|mathtt|mathrm|begin|end)\s*\{[^{}]*\}|\\[A-Za-z]+|\\.|[0-9]+(?:\.[0-9]+)?|[A-Za-z]'+|\S",
    re.S,
)
SPACING = {r"\,", r"\;", r"\:", r"\!", r"\ ", "\\\\", "~", "&", r"\quad", r"\qquad", r"\left"}
SPACING |= {r"\right", r"\limits", r"\displaystyle", r"\textstyle"}
SPACING |= {
    "\\" + size + side for size in ("big", "Big", "bigg", "Bigg") for side in ("", "l", "r")
}
ACCENTS = {r"\mathbf", r"\mathcal", r"\mathbb", r"\boldsymbol", r"\hat", r"\bar", r"\tilde"}
ACCENTS |= {r"\widehat", r"\widetilde", r"\overline", r"\dot"}


@dataclass(frozen=True)
class Token:
    """A piece of the text and its place."""

    text: str
    at: int


def tokens(text):
    """Tokens of a text; a script or accent of one token gets the braces that TeX implies."""
    raw, out = list(meaningful(text)), []
    for i, token in enumerate(raw):
        before = raw[i - 1].text if i else ""
        if (before in {"_", "^"} or before in ACCENTS) and token.text != "{":
            out += braced(token)
        else:
            out.append(token)
    return out


def meaningful(text):
    """The tokens without spacing; & and line ends mean something inside a matrix only."""
    inside = False
    for found in TOKEN.finditer(text):
        part = re.sub(r"\s", "", found.group())
        inside = part.startswith(r"\begin") or (inside and not part.startswith(r"\end"))
        if part not in SPACING or (inside and part in {"&", "\\\\"}):
            yield Token(part, found.start())


def braced(token):
    """``^12`` is ``^{1}2`` to TeX, ``_i'`` is ``_{i}'``, and so they are to the reader."""
    wide = len(token.text) > 1 and not token.text.startswith("\\")
    first = Token(token.text[0], token.at) if wide else token
    rest = [Token(token.text[1:], token.at + 1)] if wide else []
    return [Token("{", token.at), first, Token("}", token.at), *rest]


def is_whole(text):
    """Whether a token is a whole number; the digits of other scripts are not read."""
    return text.isascii() and text.isdigit()


def pattern(name):
    """Tokens of a name; an index letter in a script or an argument is a hole (a 1-tuple)."""
    letters, found, groups = set(name.letters), [], []
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
        raise ValueError(f"{name.latex}: the index letters {sorted(missing)} do not occur in it")
    return found


class Stream:
    """The tokens of a text, read from left to right."""

    def __init__(self, text):
        self.text, self.tokens, self.place = text, tokens(text), 0

    def peek(self, ahead=0):
        """The text of a token to come, or nothing at the end."""
        place = self.place + ahead
        return self.tokens[place].text if place < len(self.tokens) else ""

    def here(self):
        """Where in the text the next token stands."""
        return self.tokens[self.place].at if self.place < len(self.tokens) else len(self.text)

    def take(self, *expected):
        """The next token, which must be one of those expected if any are named."""
        if not self.peek() or (expected and self.peek() not in expected):
            wanted = " or ".join(expected) or "more"
            self.refuse(f"expected {wanted}, found {self.peek() or 'the end'}")
        self.place += 1
        return self.tokens[self.place - 1].text

    def skip(self, *options):
        """Takes the next token if it is one of the options; says whether it did."""
        return bool(self.peek()) and self.peek() in options and bool(self.take())

    def refuse(self, message, at=None):
        """Raises ReadError with a caret here, or at a place."""
        raise ReadError(message, self.text, self.here() if at is None else at)
