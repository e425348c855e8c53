"""A limit of processor time, which is the same on a busy machine: how long a statement may take."""

import contextlib
import signal
import threading
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
    """Raises TooLong after some seconds of the processor; has no limit in threads, or for None."""
    if seconds is None or threading.current_thread() is not threading.main_thread():
        yield
        return
    if not seconds > 0:
        raise DerivationError(f"seconds={seconds!r}: a limit of time is above 0")
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
