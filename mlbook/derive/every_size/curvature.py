"""What is known of unknown functions by their facts: which are convex, which derivatives signed."""

from __future__ import annotations

from .algebra import Room
from .diagrams import Head


def orders_of(room: Room, head: Head) -> str:
    """The orders of derivation of a convex function, argument by argument; nothing of another."""
    latex, _, orders = head.label.rpartition("|")
    convex = head.kind == "call" and latex in room.names and "convex" in room.names[latex].facts
    return orders if convex else ""


def is_curvature(room: Room, head: Head) -> bool:
    """Whether a factor is a second derivative of a convex function by one number."""
    orders = orders_of(room, head)
    return not head.own and orders.replace("0", "") == "2"
