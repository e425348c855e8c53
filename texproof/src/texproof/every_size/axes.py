"""The axes of arrays of symbolic shape: entries are polynomials in variables axis0, axis1, ...

A side of length 1 has no variable. Each function takes and returns (sizes, polynomial).
"""

from collections.abc import Callable, Sequence
from typing import Any

from .algebra import substitute
from .diagrams import Poly
from .errors import Unsupported
from .indices import Index, Linear, Var, constant, fresh, length, moved
from .place import Place

Entries = tuple[tuple[str, ...], Poly]


def axis(k: int, size: str) -> Var:
    """The variable of an axis."""
    return Var(f"axis{k}", size)


def folded(place: Place, array: Entries, over: int, fold: Callable[[Poly, Var], Poly]) -> Entries:
    """An array folded over one axis."""
    sizes, poly = array
    over = over % len(sizes)
    size = sizes[over]
    var = fresh(size) if size != "1" else None
    names = {axis(over, size): Index(var)} if var else {}
    for k in range(over + 1, len(sizes)):
        names[axis(k, sizes[k])] = Index(axis(k - 1, sizes[k]))
    poly = substitute(place.room, poly, names)
    left = tuple(s for k, s in enumerate(sizes) if k != over)
    return left, fold(poly, var) if var else poly


def aligned(place: Place, arrays: Sequence[Entries]) -> tuple[tuple[str, ...], list[Poly]]:
    """The common shape of arrays, and their entries there."""
    many = max(len(sizes) for sizes, _ in arrays)
    common = ["1"] * many
    polys = []
    for sizes, poly in arrays:
        start = many - len(sizes)
        names = {}
        for k, size in enumerate(sizes):
            names[axis(k, size)] = Index(axis(k + start, size))
            if size != "1" and common[k + start] not in {"1", size}:
                raise Unsupported("program: shapes that do not fit")
            common[k + start] = size if size != "1" else common[k + start]
        polys.append(substitute(place.room, poly, names))
    return tuple(common), polys


def selected(place: Place, array: Entries, keys: list[Any]) -> Entries:
    """Entries, new axes, and slices that leave out numbers at the beginning or the end."""
    old_sizes, poly = array
    names, sizes, k = {}, list[str](), 0
    keys = keys + [slice(None)] * (len(old_sizes) - sum(key is not None for key in keys))
    for key in keys:
        if key is None:
            sizes.append("1")
            continue
        old = axis(k, old_sizes[k])
        k += 1
        if isinstance(key, slice):
            size, start = sliced(old.size, key)
            sizes.append(size)
            names[old] = moved(Index(axis(len(sizes) - 1, size)), start)
        elif isinstance(key, int) and not isinstance(key, bool) and key >= -1:
            names[old] = constant(key + 1) if key >= 0 else Index(None, length(old.size))
            if not place.known.inside(names[old], old.size):
                raise Unsupported("program: an entry that may not exist")
        else:
            raise Unsupported("program: such an index")
    return tuple(sizes), substitute(place.room, poly, names)


def sliced(size: str, key: slice) -> tuple[str, Linear]:
    """(size, start) of a slice: all, or all but one where the size says that there is one."""
    if key == slice(None):
        return size, ()
    first, *rest = size.split(" + ")
    if key in (slice(1, None), slice(None, -1)) and first == "1" and rest:
        return " + ".join(rest), length("1") if key.start else ()
    raise Unsupported("program: such a slice")
