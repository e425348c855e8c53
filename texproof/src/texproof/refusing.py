"""One door for what was not foreseen: whatever goes wrong in a check is a refusal, never a pass."""

import functools
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from .errors import DerivationError, Undecided

REMEDY = (
    "some term is beyond what is computed here, or an argument is not what help says; "
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
