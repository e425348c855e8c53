"""What must not vanish where a derivative is taken: at corners, and below what it divides by."""

from __future__ import annotations

from .algebra import Room, closed, opened, substitute
from .defined import Need
from .diagrams import ONE, Poly, Term, mentions, put
from .indices import Index, Var, fresh
from .place import Place


def corners(room: Room, poly: Poly, label: str) -> list[Poly]:
    """What stands in a modulus, or under a root, and depends on a name."""
    found = []
    for diagram in poly.terms:
        letters = {var: Index(fresh(var.size)) for var in diagram.bound}
        for factor in put(diagram.factors, letters):
            if factor.head.inside and mentions(
                closed(room, Term(ONE, (), (factor,))), ("name", label)
            ):
                inside, _ = opened(room, factor)
                root = factor.head.kind == "pow" and factor.power.denominator != 1
                found += [inside[0]] if factor.head.kind == "mod" or root else []
                found += [part for one in inside for part in corners(room, one, label)]
    return found


def singular(place: Place, poly: Poly, label: str) -> list[Need]:
    """The squares whose determinants are differentiated by a name, by way of their inverses."""
    found = []
    for diagram in poly.terms:
        letters = {var: Index(fresh(var.size)) for var in diagram.bound}
        for factor in put(diagram.factors, letters):
            if not any(mentions(inside, ("name", label)) for inside in factor.head.inside):
                continue
            inside, binds = opened(place.room, factor)
            if factor.head.kind == "det":
                at = {var: Index(Var(f"@{k}", var.size)) for k, var in enumerate(binds)}
                square = substitute(place.room, inside[0], at)
                found.append(Need(square, place.known, binds[0].size, dense=True))
            found += [need for one in inside for need in singular(place, one, label)]
    return found
