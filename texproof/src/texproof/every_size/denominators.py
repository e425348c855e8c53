"""Denominators that are the same for all terms of a sum, and what is left without them."""

from __future__ import annotations

from .algebra import Room, closed, joined, total
from .diagrams import Diagram, Factor, Poly, Term, occurring
from .signs import POSITIVE, of_base


def denominators(poly: Poly) -> tuple[Factor, ...]:
    """The powers below 0, without bound variables, the least of each."""
    found: dict[tuple[object, ...], Factor] = {}
    for diagram in poly.terms:
        for factor in diagram.factors:
            if factor.power > 0 or any(v in diagram.bound for v in occurring([factor])):
                continue
            known = found.get(factor[:2])
            if known is None or factor.power < known.power:
                found[factor[:2]] = factor
    return tuple(found.values())


def without(room: Room, poly: Poly, below: tuple[Factor, ...]) -> Poly:
    """A polynomial divided by some powers below 0."""
    if not below:
        return poly
    by = Diagram((), tuple(f._replace(power=-f.power) for f in below))
    return total([
        closed(room, joined(Term(value, diagram.bound, diagram.factors), by))
        for diagram, value in poly.terms.items()
    ])  # fmt: skip


def cleared(room: Room, poly: Poly) -> Poly:
    """A polynomial times those of its denominators that are sums."""
    below = denominators(poly)
    return without(room, poly, tuple(f for f in below if f.head.kind == "pow"))


def cleared_by_positive(room: Room, poly: Poly) -> Poly:
    """A polynomial times its denominators above 0: it has the same sign."""
    below = denominators(poly)
    return without(room, poly, tuple(f for f in below if of_base(room, f) == POSITIVE))
