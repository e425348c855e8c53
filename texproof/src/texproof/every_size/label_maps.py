"""Index maps that are defined: if their values are labels, a row is proved for any map with such.

The values of q_i are in 1, ..., C if the indicators [q_i = l], case by case, add up to 1.
"""

from __future__ import annotations

from ..names import Name
from .algebra import bind
from .contract import delta
from .diagrams import Poly, number
from .errors import NotProved, Unsupported
from .indices import Index, Var, fresh
from .lifted import lifted
from .linear_forms import index_of
from .place import Place, Value, closed_one


def is_map(place: Place, name: Name) -> bool:
    """Whether a name of whole numbers may be taken as any map to its labels."""
    if name not in place.definitions:
        return True
    asked = name, "labels"
    if asked not in place.memo:
        place.memo[asked] = Value((), number(has_labels(place, name)))
    return bool(place.memo[asked].poly)


def definition_of(place: Place, name: Name) -> tuple[list[Var], Poly]:
    """The letters of a defined map, and the number that it is."""
    letters, body, _ = place.definitions[name]
    family = [Var(f"^{k}", place.size(size)) for k, (_, size) in enumerate(name.range)]
    inner = Place(place.room, place.definitions, place.ranges, place.known, place.fixed)
    at = dict(zip(letters, map(Index, family), strict=True))
    return family, inner.at(at).scalar(body)


def has_labels(place: Place, name: Name) -> bool:
    """Whether all values of a defined map are known to be labels."""
    label = fresh(place.size(name.shape[0]))
    try:
        _, value = definition_of(place, name)
        flag = lifted(place.room, value, lambda part: is_label(place, part, Index(label)))
        return bind(place.room, flag, label) == number(1)
    except NotProved:
        return False


def is_label(place: Place, poly: Poly, label: Index) -> Poly:
    """1 where an index, given as a number, is a label."""
    index = index_of(poly)
    if index is None:
        raise Unsupported("a label of another kind")
    return closed_one(place.room, (delta(index, label),))
