"""One door for what was not foreseen: whatever goes wrong in a check is a refusal, never a pass."""

import functools
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from .errors import DerivationError, Undecided

P = ParamSpec("P")
T = TypeVar("T")


def refusing(method: Callable[P, T]) -> Callable[P, T]:
    """The method, whose every exception is a DerivationError that names its cause."""

    @functools.wraps(method)
    def wrapped(*args: P.args, **options: P.kwargs) -> T:
        try:
            return method(*args, **options)
        except DerivationError:
            raise
        except Exception as error:
            told = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
            raise Undecided(f"this cannot be decided ({told})") from error

    return wrapped
