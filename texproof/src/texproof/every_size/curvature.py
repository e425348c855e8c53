"""What is known of unknown functions by their facts: which are convex, which derivatives signed."""

from __future__ import annotations

from .algebra import Room, closed
from .diagrams import ONE, Factor, Head, Poly, Term

SIGNED = {"positive", "nonnegative", "share", "inside"}
BENT = frozenset({"convex", "smooth"})


def orders_of(room: Room, head: Head, facts: frozenset[str] = BENT) -> str:
    """The orders of derivation of a function with such facts, one by argument; else nothing."""
    latex, _, orders = head.label.rpartition("|")
    known = head.kind == "call" and latex in room.names and facts & room.names[latex].facts
    return orders if known else ""


def is_curvature(room: Room, head: Head) -> bool:
    """Whether a factor is a second derivative of a convex function by one number."""
    orders = orders_of(room, head, frozenset({"convex"}))
    return not head.own and orders.replace("0", "") == "2"


def modulus_of(room: Room, head: Head, fact: str) -> Poly | None:
    """The number that bounds second derivatives of a function, where it is one above 0."""
    latex = head.label.rpartition("|")[0]
    name = room.names.get(dict(room.names[latex].moduli).get(fact, ""))
    if name is None or name.kind != "scalar" or name.range or not name.facts & SIGNED:
        return None
    return closed(room, Term(ONE, (), (Factor(Head("name", name.latex)),)))
