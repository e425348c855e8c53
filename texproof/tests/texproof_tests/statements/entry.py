"""One statement of the corpus: what is declared and claimed, what is to be said of it, and why."""

from collections.abc import Callable
from dataclasses import dataclass, field

from texproof import Derivation, DerivationError

ACCEPTED = "accepted"
REFUSED = "refused"  # read, and then refused: it is false, or undefined where it may be
UNREAD = "unread"  # refused while it is read: its layout says something else than its tree
EITHER = "refused at any stage"  # where reading, declaring and deciding may all refuse rightly
ANY = "any answer"  # true where it is defined, and hard: only an escaped exception is wrong


@dataclass(frozen=True)
class Entry:
    """A statement, and what a sound checker says of it.

    does: "calc", "chain" (of several rows), "refute", "cite", "attempt", "holds", "define" or "declare".
    number: ``prelude | left | right`` in Python, tried on drawn numbers (see numbers.py).
    slow: it exceeds every patience today, so that it cannot even be run.
    """

    id: str
    symbols: Callable
    said: tuple
    expected: str
    why: str
    does: str = "calc"
    define: tuple = ()
    number: str = ""
    slow: bool = False
    options: dict = field(default_factory=dict)

    def run(self):
        """The answer of the language: one of the outcomes above, or the exception that escaped."""
        try:
            said = self.tried()
        except DerivationError as error:
            return UNREAD if is_unread(error) else REFUSED
        return ACCEPTED if said else REFUSED

    def tried(self):
        """Whether the language agrees; raises what it raises."""
        symbols = self.symbols()
        D = symbols if isinstance(symbols, Derivation) else Derivation(*symbols)
        for text in self.define:
            D.define(text)
        if self.does in {"calc", "chain"}:
            D.calc_without_warning(*self.said, "", **self.options)
        elif self.does in {"cite", "refute"}:
            getattr(D, self.does)(*self.said, "", **self.options)
        elif self.does == "attempt":
            return D.attempt(*self.said, **self.options).plain().startswith("✓")
        elif self.does == "holds":
            *claim, values = self.said
            D.calc(*claim, "", label="it", **self.options)
            D.holds("it", values)
        elif self.does == "define":
            D.define(*self.said)
        return True

    def as_expected(self, found):
        """Whether an outcome is the expected one."""
        fits = {EITHER: {REFUSED, UNREAD}, ANY: {ACCEPTED, REFUSED, UNREAD}}
        return found in fits.get(self.expected, {self.expected})


def is_unread(error):
    """Whether a refusal is one of the reader's, which have a place in the text."""
    return any(kind.__name__ == "ReadError" for kind in type(error).__mro__)


def _entry(
    expected, id, symbols, *said, why, define=(), number="", does="calc", slow=False, **more
):
    define = (define,) if isinstance(define, str) else tuple(define)
    return Entry(id, symbols, said, expected, why, does, define, number, slow, more)


def false(id, symbols, left, sign, right, why, number="", **more):
    """A false statement, or one that is undefined where its hypotheses allow it."""
    return _entry(REFUSED, id, symbols, left, sign, right, why=why, number=number, **more)


def true(id, symbols, left, sign, right, why="", number="", **more):
    """A true statement."""
    return _entry(ACCEPTED, id, symbols, left, sign, right, why=why, number=number, **more)


def unread(id, symbols, left, sign, right, why, **more):
    """A text whose layout says something else than its tree, or nothing."""
    return _entry(UNREAD, id, symbols, left, sign, right, why=why, **more)


def either(id, symbols, left, sign, right, why, number="", **more):
    """A statement that must not be accepted, whichever stage refuses it."""
    return _entry(EITHER, id, symbols, left, sign, right, why=why, number=number, **more)


def action(id, symbols, does, *said, expected, why, **more):
    """Another use of the language: an attempt, a definition, a declaration, numbers."""
    return _entry(expected, id, symbols, *said, why=why, does=does, **more)
