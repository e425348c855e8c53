"""Refusals and limits: one class of exception for each reason why the checker says no.

`refusing` turns whatever goes wrong inside a check into a refusal, so that an error can never pass
as a proof, and `within` stops a statement that takes too much processor time. This module imports
nothing of the checker, and every other module may import it.
"""

import contextlib
import functools
import signal
import threading
import warnings
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any, ParamSpec, TypeVar

# --------------------------------------------------------------------------------------------------
# What the language says when it refuses: one class for each reason.


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
    """A statement that no rule could decide; never a pass."""


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


class OnlyAtSizes(UserWarning):
    """A chain that is not proved for every size, and whose author does not say why."""


# --------------------------------------------------------------------------------------------------
# One door for what was not foreseen: whatever goes wrong in a check is a refusal, never a pass.

REMEDY = (
    "a term cannot be computed here, or an argument is not what the help describes; "
    "take a smaller step, write the term in another form, or cite its theorem"
)
P = ParamSpec("P")
T = TypeVar("T")


def refusing(method: Callable[P, T]) -> Callable[P, T]:
    """The method, whose every exception is a DerivationError that says what it is about.

    That is the first text among the arguments: a row, a definition, the first term of a chain.
    """

    @functools.wraps(method)
    def wrapped(*args: P.args, **options: P.kwargs) -> T:
        try:
            return method(*args, **options)
        except DerivationError:
            raise
        except Exception as error:
            about = next((each for each in args if isinstance(each, str)), "this")
            raise Undecided(f"{about} cannot be decided: {REMEDY}") from error

    return wrapped


# --------------------------------------------------------------------------------------------------
# A limit on the processor time of a statement, which other programs on the machine do not affect.
#
# The limit uses a timer of POSIX. Windows has no such timer, so that a statement may take any time
# there; if a limit was asked for, a warning says so.


AGAIN = 0.5  # seconds: the alarm is raised again, as a finalizer in which it falls swallows it


class Over(BaseException):
    """Raised when the time is over; no rule mistakes it for a failure of its own."""


def raise_over(number: int, frame: FrameType | None) -> None:
    """Stops the statement that runs, as the handler of the signal."""
    raise Over


@contextlib.contextmanager
def within(seconds: float | None) -> Iterator[None]:
    """Raises TooLong after some seconds of the processor.

    There is no limit in threads, for None, or if the system has no timer.
    """
    if seconds is None or threading.current_thread() is not threading.main_thread():
        yield
        return
    if not seconds > 0:
        raise DerivationError(f"seconds={seconds!r}: the time limit must be above 0")
    if not hasattr(signal, "setitimer"):
        warnings.warn(
            f"this system has no timer of processor time, so the limit of {seconds:g} seconds has "
            "no effect, and a statement may take longer",
            RuntimeWarning,
            stacklevel=3,
        )
        yield
        return
    before = signal.signal(signal.SIGPROF, raise_over)
    signal.setitimer(signal.ITIMER_PROF, seconds, AGAIN)
    try:
        yield
    except Over:
        raise TooLong(
            f"not decided within {seconds:g} seconds; take a smaller step, or smaller sizes, "
            'as in Derivation(..., sizes={"n": (2, 3)})'
        ) from None
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
