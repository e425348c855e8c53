"""The error for results that exceed the range of float64."""

from __future__ import annotations

import numpy as np

from mlbook.contract import Numbers


def finite(A: Numbers, what: str, data: str = "X") -> Numbers:
    """A itself, if all its entries are finite.

    Parameters
    ----------
    A : array
    what : str
        The quantity that is in A, in the plural.
    data : str
        The inputs that a user may scale.

    Returns
    -------
    array

    Raises
    ------
    ValueError
        If an entry is not finite.
    """
    if not np.isfinite(A).all():
        raise ValueError(f"{what} exceed the range of float64; rescale {data}")
    return A
