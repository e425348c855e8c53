"""Progress bars of long fits."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

Item = TypeVar("Item")


def rounds(
    iterable: Iterable[Item], verbose: bool, name: str, total: int | None = None
) -> Iterable[Item]:
    """The iterable itself; if verbose the same items, with a bar on stderr.

    Parameters
    ----------
    iterable : iterable
    verbose : bool
    name : str
        What the bar is called.
    total : int or None
        How many items there are; None where the iterable knows.

    Returns
    -------
    iterable
    """
    if not verbose:
        return iterable
    from tqdm import tqdm  # imported here so that tqdm is optional

    return tqdm(iterable, desc=name, total=total)
