"""Whether what takes the place of a name has the facts of the name."""

from __future__ import annotations

from ..names import Name
from .algebra import Room
from .diagrams import Poly, number
from .errors import Unsupported
from .place import Place, Value
from .sides import turned
from .signs import is_nonnegative, is_positive


def is_share(room: Room, poly: Poly) -> bool:
    """Whether a polynomial is known to be above 0 and at most 1."""
    return is_positive(room, poly) and is_nonnegative(room, number(1) - poly)


def is_inside(room: Room, poly: Poly) -> bool:
    """Whether a polynomial is known to be above 0 and below 1."""
    return is_positive(room, poly) and is_positive(room, number(1) - poly)


def is_unit(room: Room, poly: Poly) -> bool:
    """Whether a polynomial is known to be from 0 to 1."""
    return is_nonnegative(room, poly) and is_nonnegative(room, number(1) - poly)


NUMBERS = {
    "positive": is_positive,
    "nonnegative": is_nonnegative,
    "share": is_share,
    "inside": is_inside,
    "unit": is_unit,
}


def must_fit(place: Place, name: Name, value: Value) -> None:
    """Raises unless a value is known to have every fact of the name whose place it takes."""
    for fact in sorted(name.facts):
        if fact == "symmetric":
            fits = value.poly == turned(place, value).poly
        else:
            fits = fact in NUMBERS and NUMBERS[fact](place.room, value.poly)
        if not fits:
            raise Unsupported(f"a value in the place of {name.latex} that may not be {fact}")
