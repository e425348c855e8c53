"""Checks of hyper-parameters: whole numbers, ranges, choices, flags and seeds.

What is called with a name and a value, and raises ValueError, may stand in an estimator's table
`parameters`: check_flag, check_seed, checked_in_fit, and what whole, in_range, choice and optional
return.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from numbers import Integral, Real
from typing import Any

import numpy as np

Check = Callable[[str, object], None]


def check_positive_int(name: str, value: object, minimum: int = 1) -> None:
    """Check that value is an integer (not a bool) of at least `minimum`.

    Parameters
    ----------
    name : str
        What the value is called.
    value : anything
    minimum : int

    Raises
    ------
    ValueError
        If it is not.
    """
    if isinstance(value, bool) or not isinstance(value, Integral) or value < minimum:
        raise ValueError(f"{name} must be an integer >= {minimum}; received {value!r}")


def check_in_range(name: str, value: object, interval: str) -> None:
    """Check that value is a real number (not a bool) in the interval.

    Parameters
    ----------
    name : str
        What the value is called.
    value : anything
    interval : str
        Written as in "[0, inf)".

    Raises
    ------
    ValueError
        If it is not.

    Examples
    --------
    >>> check_in_range("alpha", 0.5, "(0, 1]")
    """
    low, high = (float(end) for end in interval[1:-1].split(","))
    if isinstance(value, Real) and not isinstance(value, bool):
        x = float(value)
        above = x >= low if interval[0] == "[" else x > low
        below = x <= high if interval[-1] == "]" else x < high
        if above and below:
            return
    raise ValueError(f"{name} must be a number in {interval}; received {value!r}")


def check_choice(name: str, value: object, allowed: Collection[str]) -> None:
    """Check that value is one of the allowed words.

    Parameters
    ----------
    name : str
        What the value is called.
    value : anything
    allowed : list of str

    Raises
    ------
    ValueError
        If it is not.
    """
    if not isinstance(value, str) or value not in allowed:
        raise ValueError(f"{name} must be one of {', '.join(allowed)}; received {value!r}")


def check_flag(name: str, value: object) -> None:
    """Check that value is True or False.

    Parameters
    ----------
    name : str
        What the value is called.
    value : anything

    Raises
    ------
    ValueError
        If it is neither.
    """
    if not isinstance(value, bool | np.bool_):
        raise ValueError(f"{name} must be True or False; received {value!r}")


def check_random_state(seed: np.random.Generator | int) -> np.random.Generator:
    """The generator for a seed; a Generator is returned as it is, and advances when it is used.

    None is not allowed, so that all results of the book can be reproduced.

    Parameters
    ----------
    seed : int or Generator
        An integer must be at least 0.

    Returns
    -------
    Generator

    Raises
    ------
    ValueError
        If it is neither.
    """
    if isinstance(seed, np.random.Generator):
        return seed
    if isinstance(seed, bool) or not isinstance(seed, Integral) or seed < 0:
        allowed = "an integer >= 0 or a numpy.random.Generator"
        raise ValueError(f"random_state must be {allowed}; received {seed!r}")
    return np.random.default_rng(int(seed))


# --- entries of a table of parameters -------------------------------------------------------------


def whole(minimum: int = 1, most: float = np.inf) -> Check:
    """The check for an integer of at least `minimum` and at most `most`.

    Parameters
    ----------
    minimum : int
    most : float

    Returns
    -------
    check

    Examples
    --------
    >>> whole(2, most=255)("max_bins", 1)
    Traceback (most recent call last):
    ValueError: max_bins must be an integer >= 2; received 1
    """

    def check(name: str, value: object) -> None:
        check_positive_int(name, value, minimum)
        if value > most:
            raise ValueError(f"{name} must be at most {most}; received {value}")

    return check


def in_range(interval: str) -> Check:
    """The check for a real number in an interval.

    Parameters
    ----------
    interval : str
        Written as in "[0, inf)".

    Returns
    -------
    check
    """
    return lambda name, value: check_in_range(name, value, interval)


def choice(*allowed: str) -> Check:
    """The check for one of some words.

    Parameters
    ----------
    *allowed : str

    Returns
    -------
    check
    """
    return lambda name, value: check_choice(name, value, allowed)


def optional(check: Check) -> Check:
    """The check for None or a value that passes another check.

    Parameters
    ----------
    check : check

    Returns
    -------
    check

    Examples
    --------
    >>> optional(whole())("batch_size", None)
    """
    return lambda name, value: None if value is None else check(name, value)


def check_seed(name: str, value: Any) -> None:
    """Check that value is a seed or a Generator, without drawing from it.

    Parameters
    ----------
    name : str
        What the value is called.
    value : anything

    Raises
    ------
    ValueError
        If it is neither.
    """
    check_random_state(value)


def checked_in_fit(name: str, value: object) -> None:
    """No check: what is allowed depends on the data or on another parameter, so `fit` checks it.

    Parameters
    ----------
    name : str
    value : anything
    """
