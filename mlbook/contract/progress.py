"""Progress bars of long fits."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

Item = TypeVar("Item")


def rounds(
    iterable: Iterable[Item], verbose: bool, name: str, total: int | None = None
) -> Iterable[Item]:
    """The same items, with a progress bar on stderr if verbose.

    Parameters
    ----------
    iterable : iterable
    verbose : bool
    name : str
        What the bar is called.
    total : int or None
        The number of items; None if the iterable knows it.

    Returns
    -------
    iterable
    """
    if not verbose:
        return iterable
    from tqdm import tqdm  # imported here so that tqdm is optional

    return tqdm(iterable, desc=name, total=total)
