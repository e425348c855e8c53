"""What the grammar works on: the stream of tokens, and the tables of what they mean to it.

Words, signs and levels of operators are listed here; what a token opens is in the tables of
`parser`. `Grammar` says what the readers of names, products, powers and dots may ask of the parser,
so that they need not know it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import NoReturn, TypeVar

from ..errors import ReadError
from ..expr import Expr
from ..limits import MOST_DIGITS_READ, MOST_LEVELS
from ..names import Name, Shape
from .lexer import Pattern, tokens
from .spellings import MATRICES

# --------------------------------------------------------------------------------------------------
# What the grammar knows of tokens: relations, what ends a product, and what each one opens.

SIGNS = {"=": "=", r"\le": "<=", r"\leq": "<=", r"\ge": ">=", r"\geq": ">=", "<": "<", ">": ">"}
SIGNS |= {r"\approx": "~", r"\propto": "∝"}
# Hypotheses and conditions may also say that two terms differ.
RELATIONS = SIGNS | {r"\ne": "!=", r"\neq": "!="}
ROUND = {"(": ")", "[": "]", r"\{": r"\}"}
STOPS = {")", "]", "}", r"\}", r"\rVert", r"\rvert", r"\rangle", r"\|", "|", ",", ";", ":", "&"}
STOPS |= {"", "+", "-", "/", "^", "_", "\\\\", r"\dots", r"\mid", r"\in", r"\to", r"\ne", r"\neq"}
STOPS |= {r"\vdots", r"\ddots", r"\text{s.t.}", r"\mathrm{d}", r"\end{cases}"}
STOPS |= {rf"\end{{{kind}}}" for kind in MATRICES}

# Signs for the product of two numbers.
CROSSES = {r"\times", "*"}
DOT = r"\cdot"
TIMES = {DOT, *CROSSES}


# --------------------------------------------------------------------------------------------------
# The tokens of a text, taken one by one.

T = TypeVar("T")


class Stream:
    """The tokens of a text, read from left to right."""

    def __init__(self, text: str) -> None:
        self.text, self.tokens, self.place, self.level = text, tokens(text), 0, 0

    def peek(self, ahead: int = 0) -> str:
        """The text of a token to come, or nothing at the end."""
        place = self.place + ahead
        return self.tokens[place].text if place < len(self.tokens) else ""

    def here(self) -> int:
        """Where in the text the next token stands."""
        return self.tokens[self.place].at if self.place < len(self.tokens) else len(self.text)

    def take(self, *expected: str) -> str:
        """The next token, which must be one of those expected if any are named."""
        if not self.peek() or (expected and self.peek() not in expected):
            wanted = " or ".join(expected) or "more"
            self.refuse(f"expected {wanted}, found {self.peek() or 'the end'}")
        self.place += 1
        return self.tokens[self.place - 1].text

    def skip(self, *options: str) -> bool:
        """Takes the next token if it is one of the options; says whether it did."""
        return bool(self.peek()) and self.peek() in options and bool(self.take())

    def refuse(self, message: str, at: int | None = None) -> NoReturn:
        """Raises ReadError with a caret here, or at a place."""
        raise ReadError(message, self.text, self.here() if at is None else at)

    def after_group(self) -> int:
        """The place of what follows the braces that open here."""
        place, depth = self.place, 0
        while place < len(self.tokens):
            depth += {"{": 1, "}": -1}.get(self.tokens[place].text, 0)
            place += 1
            if depth == 0:
                break
        return place

    def refuse_space(self) -> None:
        """Refuses a space before an argument, which to TeX is the argument."""
        if self.place < len(self.tokens) and self.tokens[self.place].spaced:
            self.refuse("to TeX the space before it is what is taken here")

    def take_all(self, *expected: str) -> None:
        """The next tokens, which must be those expected, one after the other."""
        for part in expected:
            self.take(part)

    def inside(self, read: Callable[[], T]) -> T:
        """What a function reads, one level below what is being read."""
        self.level += 1
        if self.level > MOST_LEVELS:
            self.refuse(f"more than {MOST_LEVELS} levels are nested")
        node = read()
        self.level -= 1
        return node

    def number(self) -> Expr:
        """The number that stands here."""
        at, token = self.here(), self.peek()
        if len(token) > MOST_DIGITS_READ:
            self.refuse(f"a number must have at most {MOST_DIGITS_READ} digits")
        return Expr("num", value=Fraction(self.take()), at=at)


# --------------------------------------------------------------------------------------------------
# What the parser offers to those who read a part of a formula for it.


class Grammar(Stream, ABC):
    """The tokens of a text, with the words that may occur in it, and the rules of the grammar."""

    patterns: Sequence[tuple[Pattern, Name]]
    sizes: Mapping[str, tuple[int, int]]
    letters: Mapping[str, str | None]
    spaces: list[tuple[Expr, Shape]]
    integrals: int

    @abstractmethod
    def expression(self) -> Expr:
        """Terms with their signs, up to the next token that no sum holds."""

    @abstractmethod
    def signed(self, negative: bool) -> Expr:
        """A term, with a minus before it."""

    @abstractmethod
    def term(self) -> Expr:
        """Factors side by side, up to the next + or -."""

    @abstractmethod
    def factor(self) -> Expr:
        """A primary with its powers."""

    @abstractmethod
    def starts_factor(self) -> bool:
        """Whether what stands here multiplies what came before."""

    @abstractmethod
    def arguments(self, closing: Mapping[str, str], *more: str) -> tuple[Expr, ...]:
        """Expressions between brackets, with commas or more signs between them."""
