"""Progress bars of long fits."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

Item = TypeVar("Item")


def rounds(iterable: Iterable[Item], verbose: bool, name: str) -> Iterable[Item]:
    """The iterable itself; if verbose the same items, with a bar on stderr.

    Parameters
    ----------
    iterable : iterable
    verbose : bool
    name : str
        What the bar is called.

    Returns
    -------
    iterable
    """
    if not verbose:
        return iterable
    from tqdm import tqdm  # imported here so that tqdm is optional

    return tqdm(iterable, desc=name)
