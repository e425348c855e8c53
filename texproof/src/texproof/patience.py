"""A limit on the processor time of a statement, which other programs on the machine do not affect.

The limit uses a timer of POSIX. Windows has no such timer, so that a statement may take any time
there; if a limit was asked for, a warning says so.
"""

import contextlib
import signal
import threading
import warnings
from collections.abc import Iterator
from types import FrameType

from .errors import DerivationError, TooLong


class Over(BaseException):
    """Raised when the time is over; no rung of the ladder mistakes it for a failure of its own."""


def stop(number: int, frame: FrameType | None) -> None:
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
        raise DerivationError(f"seconds={seconds!r}: a limit of time must be above 0")
    if not hasattr(signal, "setitimer"):
        warnings.warn(
            f"this system has no timer of processor time, so the limit of {seconds:g} seconds has "
            "no effect, and a statement may take longer",
            RuntimeWarning,
            stacklevel=3,
        )
        yield
        return
    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    except Over:
        raise TooLong(
            f"not decided within {seconds:g} seconds; take a smaller step, or smaller lengths, "
            'as in Derivation(..., sizes={"n": (2, 3)})'
        ) from None
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
