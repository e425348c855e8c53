"""A limit of processor time, which is the same on a busy machine: how long a statement may take.

The timer is one of POSIX. Windows has none: there a statement may take any time, and a warning says
so where a limit was asked for.
"""

import contextlib
import signal
import threading
import warnings
from collections.abc import Iterator
from types import FrameType

from .errors import DerivationError, TooLong


class Over(BaseException):
    """The time is over; no rung of the ladder takes it for a failure of its own."""


def stop(number: int, frame: FrameType | None) -> None:
    """Stops what runs."""
    raise Over


@contextlib.contextmanager
def within(seconds: float | None) -> Iterator[None]:
    """Raises TooLong after some seconds of the processor.

    There is no limit in threads, for None, and where the system has no timer.
    """
    if seconds is None or threading.current_thread() is not threading.main_thread():
        yield
        return
    if not seconds > 0:
        raise DerivationError(f"seconds={seconds!r}: a limit of time is above 0")
    if not hasattr(signal, "setitimer"):
        warnings.warn(
            f"this system has no timer of processor time: the limit of {seconds:g} seconds does "
            "not hold, and a statement takes as long as it takes",
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
