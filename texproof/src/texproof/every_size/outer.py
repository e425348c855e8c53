"""What is 0 if it is 0 after a product with a regular square: W P = 0 only if P = 0.

Where W^-1 occurs, W is regular; so Woodbury's identity is the one without the outer inverses.
"""

from __future__ import annotations

from collections.abc import Iterator

from .algebra import Room, bind, opened, substitute, times
from .diagrams import Factor, Poly, letters_of
from .indices import Index, Var, fresh

SIDES = ("row", "column")


def cleared_of_inverses(room: Room, poly: Poly) -> Iterator[Poly]:
    """W P or P W for each W whose inverse stands at an end of P, the longest W first."""
    for side in (var for var in letters_of(poly) if var.name in SIDES):
        for factor in sorted(outermost(poly, side), key=length, reverse=True):
            yield multiplied(room, poly, factor, side)


def outermost(poly: Poly, side: Var) -> list[Factor]:
    """The inverses without further indices that end at a row or column, one of each."""
    found = {}
    for diagram in poly.terms:
        for f in diagram.factors:
            plain = f.head.kind == "inv" and not f.head.takes and f.slots[0] != f.slots[1]
            if plain and Index(side) in f.slots:
                found[f.head, f.slots.index(Index(side))] = f
    return list(found.values())


def length(factor: Factor) -> int:
    """How many terms are inverted."""
    return len(factor.head.inside[0].terms)


def multiplied(room: Room, poly: Poly, factor: Factor, side: Var) -> Poly:
    """The sum over an end of P times the square whose inverse ends there."""
    (inside,), binds = opened(room, factor)
    near, far = binds if factor.slots[0] != Index(side) else binds[::-1]
    letter = fresh(side.size)
    square = substitute(room, inside, {near: Index(letter), far: Index(side)})
    inner = substitute(room, poly, {side: Index(letter)})
    return bind(room, times(room, square, inner), letter)
