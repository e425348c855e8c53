"""What a declared name is worth in a world of a model's numbers."""

import numpy as np

from ..errors import DerivationError
from ..names import Name, Size
from .world import Family, Value


def given_numbers(name: Name, value: Value, sizes: dict[str, int]) -> Family:
    """A model's numbers for a name: index axes first, then the axes of its shape.

    Raises DerivationError if the axes do not fit; sets the sizes that it learns.
    """
    array = np.asarray(value, dtype=float)
    wanted: list[Size] = [size for _, size in name.range]
    wanted += (
        [size for size in name.shape if size != 1] if name.kind in {"vector", "matrix"} else []
    )
    if array.ndim == len(wanted) + 1 and array.shape[-1] == 1:
        array = array[..., 0]
    if not np.all(np.isfinite(array)):
        raise DerivationError(f"{name.latex} has entries that are not finite")
    if array.ndim != len(wanted):
        raise DerivationError(
            f"{name.latex} needs axes {wanted}, the value has shape {array.shape}"
        )
    for axis, (size, found) in enumerate(zip(wanted, array.shape, strict=True)):
        known = size if isinstance(size, int) else sizes.setdefault(size, found)
        if known != found:
            raise DerivationError(
                f"axis {axis} of {name.latex} has length {found}, but {size} is {known}"
            )
    if name.kind == "index" and not np.all((array >= 1) & (array == np.floor(array))):
        raise DerivationError(f"{name.latex} is a whole number from 1 on")
    members = np.ndindex(array.shape[: len(name.range)])
    return {tuple(i + 1 for i in place): member(name, array[place]) for place in members}


def member(name: Name, value: Value) -> Value:
    """One member in the form that the evaluation uses."""
    if name.kind == "index":
        return int(value)
    return float(value) if name.kind == "scalar" else value.reshape(len(value), -1)
