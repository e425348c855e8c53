"""The one error for what left the range of float64."""

from __future__ import annotations

import numpy as np


def finite(A, what: str, data: str = "X"):
    """A itself, if all its entries are finite.

    ValueError otherwise: ``what`` names the quantity that is in A, in the plural, and ``data`` the
    inputs that a user may scale.
    """
    if not np.isfinite(A).all():
        raise ValueError(f"{what} exceed the range of float64; rescale {data}")
    return A
