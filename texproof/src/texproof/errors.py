"""What the language says when it refuses: one class for each reason."""

from typing import Any


class DerivationError(ValueError):
    """A statement was refused; every refusal of the language is one of these.

    term: the smallest term in whose evaluation it arose, as a tree, if there is one.
    """

    term: Any = None


class ReadError(DerivationError):
    """A text that cannot be read, with a caret under the token at place ``at`` of ``text``."""

    def __init__(self, message: str, text: str, at: int) -> None:
        self.text, self.at = text, at
        start = max(0, at - 60)
        line = text[start : at + 40].replace("\n", " ")
        super().__init__(f"{message}\n    {line}\n    {' ' * (at - start)}^")


class ShapeError(ReadError):
    """A sum or product whose shapes do not conform; both shapes are named."""


class Refuted(DerivationError):
    """A statement that is false, with the point at which it fails."""


class Undecided(DerivationError):
    """A statement that no rung of the ladder could decide; never a pass."""


class TooLong(Undecided):
    """A statement whose sums are too long to be written out."""


class Undefined(Undecided):
    """What is no real number, such as 1/0 or log(-1); never a value."""


class OfNumbers(Undecided):
    """What has a value at numbers, and none at symbols: a rank, a pseudoinverse."""


class Missing(Undefined):
    """A member of a family, or an entry, that there is not."""


class Divergent(Undefined):
    """An integral to infinity that has no value, as that of a polynomial has none."""
