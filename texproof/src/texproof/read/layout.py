"""What TeX makes of a text, where that is not what the grammar makes of it: refused, with a caret.

Spaces, sizes of brackets, ends of lines and the marks of alignment are no tokens of the grammar,
and a second script is an error of TeX; they are judged here, on all pieces of a text, before the
grammar sees those that mean something.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NoReturn

from ..errors import ReadError
from ..limits import LONGEST_TEXT

LIMITS = {r"\limits", r"\nolimits"}
SIZED = {rf"\{size}{side}" for size in ("big", "Big", "bigg", "Bigg") for side in ("", *"lrm")}
SIZED |= {r"\middle"}
SPACES = {r"\,", r"\;", r"\:", r"\!", r"\ ", "~", r"\quad", r"\qquad"}
SPACES |= {r"\thinspace", r"\medspace", r"\thickspace", r"\enspace", r"\nonumber", r"\notag"}
STYLES = {r"\displaystyle", r"\textstyle", r"\limits", r"\nolimits"}
ACCENTS = {r"\mathbf", r"\mathcal", r"\mathbb", r"\boldsymbol", r"\hat", r"\bar", r"\tilde"}
ACCENTS |= {r"\widehat", r"\widetilde", r"\overline", r"\dot", r"\ddot", r"\check", r"\vec"}
ACCENTS |= {r"\mathfrak", r"\mathscr", r"\mathit", r"\underline"}
# What needs an argument after it.
TAKES_ARGUMENT = {"^", "_", r"\frac", r"\tfrac", r"\dfrac", r"\binom", r"\sqrt", *ACCENTS}
SCRIPTS = {"^", "_", "'"}
SPACING = {*SPACES, *STYLES, *SIZED, r"\left", r"\right"}
OPENING = {"(": ")", "[": "]", r"\{": r"\}", r"\lvert": r"\rvert", r"\lVert": r"\rVert"}
OPENING |= {r"\langle": r"\rangle"}
DELIMITERS = {*OPENING, *OPENING.values(), "|", r"\|"}
# Signs that TeX sets with limits below and above them.
TAKES_LIMITS = {r"\sum", r"\prod", r"\max", r"\min", r"\lim", r"\int"}


@dataclass(frozen=True)
class Token:
    """A piece of the text, its place, and whether a space or a size stands before it."""

    text: str
    at: int
    spaced: bool = False


class Layout:
    """The pieces of a text, spaces and sizes among them."""

    def __init__(self, text: str, pieces: Sequence[Token]) -> None:
        self.text, self.pieces = text, pieces

    def judge(self) -> None:
        """Raises ReadError for what TeX refuses, or groups otherwise than the grammar."""
        self.letters()
        self.commands()
        self.brackets()
        self.scripts()

    def refuse(self, message: str, at: int) -> NoReturn:
        """Raises ReadError with a caret at a place."""
        raise ReadError(message, self.text, at)

    def around(self, i: int) -> tuple[str, str]:
        """The texts of the pieces before and after one."""
        after = self.pieces[i + 1].text if i + 1 < len(self.pieces) else ""
        return self.pieces[i - 1].text if i else "", after

    def letters(self) -> None:
        """Texts are short, and of the letters of a keyboard: others look like them or like none."""
        if len(self.text) > LONGEST_TEXT:
            self.refuse(f"a text must have at most {LONGEST_TEXT} characters", LONGEST_TEXT)
        other = re.search(r"[^\x20-\x7e\n\t]", self.text)
        if other:
            self.refuse(f"{other.group()!r} is not a LaTeX letter; write a command", other.start())

    def commands(self) -> None:
        """Commands about layout stand where TeX allows them, and hide nothing."""
        for i, piece in enumerate(self.pieces):
            before, after = self.around(i)
            if piece.text in SIZED | {r"\left", r"\right"} and after not in DELIMITERS:
                self.refuse(f"{piece.text} needs a bracket after it", piece.at)
            if piece.text in LIMITS and before not in TAKES_LIMITS:
                self.refuse(
                    f"{piece.text} must follow \\sum, \\prod or a similar command", piece.at
                )
            if piece.text in SPACING and (
                before in TAKES_ARGUMENT or (after in SCRIPTS and piece.text not in LIMITS)
            ):
                self.refuse(f"to TeX {piece.text} is what the sign beside it belongs to", piece.at)
            if before in TAKES_ARGUMENT and piece.text.startswith(r"\operatorname"):
                self.refuse(rf"TeX wants braces around it: {before}{{{piece.text}}}", piece.at)
            if piece.text == before == r"\!":
                self.refuse("negative spaces would set one sign over another", piece.at)
        self.lines()

    def lines(self) -> None:
        """Lines end, and are aligned, inside a matrix or cases only."""
        depth = 0
        for i, piece in enumerate(self.pieces):
            depth += piece.text.startswith(r"\begin{") - piece.text.startswith(r"\end{")
            if piece.text in {"&", "\\\\"} and depth <= 0:
                self.refuse(f"{piece.text} is for matrices and cases", piece.at)
            if piece.text == "\\\\" and self.around(i)[1] in {"[", "*"}:
                self.refuse("to TeX this is a space between the lines, not a bracket", piece.at)

    def brackets(self) -> None:
        r"""``\left`` has its ``\right``, in the same braces and around the same brackets."""
        stack: list[tuple[bool, int]] = []
        for i, piece in enumerate(self.pieces):
            stretched = self.around(i)[0] in {r"\left", r"\right"}
            if opens(piece.text, self.around(i)[0]):
                stack.append((stretched, piece.at))
            elif piece.text in {"}", *OPENING.values()} or stretched:
                tall, _ = stack.pop() if stack else (False, 0)
                if tall != stretched:
                    self.refuse(r"\left and \right make a pair, inside the same braces", piece.at)
        for stretched, at in stack:
            if stretched:
                self.refuse(r"\left without \right", at)

    def scripts(self) -> None:
        """One script above and one below, as TeX allows: a^{b}^{c} is an error there."""
        outer: list[set[str]] = []
        seen: set[str] = set()
        before = ""
        for part, at in self.with_primes():
            if part in {"^", "_", "'"}:
                if part in seen or (part == "'" and "^" in seen):
                    self.refuse("a second script; write brackets around the first", at)
                seen = seen | {part}
            elif part == "{":
                outer.append(seen if before in {"^", "_"} else set())
                seen = set()
            elif part == "}":
                seen = outer.pop() if outer else set()
            elif before not in {"^", "_"} and part not in LIMITS:
                seen = set()
            before = part

    def with_primes(self) -> Iterator[tuple[str, int]]:
        """The pieces with their places; the primes of a letter are a piece of their own."""
        for piece in self.pieces:
            if re.fullmatch("[A-Za-z]'+", piece.text):
                yield piece.text[0], piece.at
                yield "'", piece.at + 1
            else:
                yield piece.text, piece.at


def opens(part: str, before: str) -> bool:
    """Whether a piece opens a group: a brace, a bracket, or a bar after \\left."""
    return part == "{" or part in OPENING or (part in {"|", r"\|"} and before == r"\left")
