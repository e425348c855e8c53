"""Functions of what holds an indicator: f(u) = [g] f(u where g) + (1 - [g]) f(u where not g).

For an index map, f(Σ_l [q_i = l] u_l) = Σ_l [q_i = l] f(u_l).
"""

from __future__ import annotations

from collections.abc import Callable

from .algebra import Room, bind, closed, times, total
from .diagrams import ONE, Diagram, Factor, Poly, Term, number, occurring, put
from .indices import Index, fresh
from .labels import factor_key

SWITCHES = {"delta", "le", "step", "map"}
Function = Callable[[Poly], Poly]


def lifted(room: Room, poly: Poly, function: Function) -> Poly:
    """A function of a polynomial, with its indicators outside."""
    room.count()
    found = [
        (factor, diagram)
        for diagram in poly.terms
        for factor in diagram.factors
        if factor.head.kind in SWITCHES
    ]
    free = [f for f, d in found if not any(v in d.bound for v in occurring([f]))]
    if free:
        switch = min(free, key=factor_key)
        return two_cases(room, poly, switch, function)
    for factor, diagram in sorted(found, key=lambda one: factor_key(one[0])):
        *family, value = factor.slots
        if factor.head.kind == "map" and value.var in diagram.bound:
            others = [slot.var for slot in family if slot.var in diagram.bound]
            if not others and value.is_plain:
                return every_label(room, poly, factor, function)
    return function(poly)


def two_cases(room: Room, poly: Poly, switch: Factor, function: Function) -> Poly:
    """f where a switch is on, and where it is off."""
    on, off = Poly({}), Poly({})
    for diagram, value in poly.terms.items():
        on += switched_on(room, diagram, switch).scaled(value)
        if switch not in diagram.factors:
            off += Poly({diagram: value})
    flag = closed(room, Term(ONE, (), (switch,)))
    first = times(room, flag, lifted(room, on, function))
    return first + times(room, number(1) - flag, lifted(room, off, function))


def switched_on(room: Room, diagram: Diagram, switch: Factor) -> Poly:
    """A diagram where a switch is on: what the switch excludes is 0 there."""
    rest = tuple(f for f in diagram.factors if f != switch)
    both = closed(room, Term(ONE, diagram.bound, (*rest, switch)))
    if not all(switch in d.factors for d in both.terms):
        return closed(room, Term(ONE, diagram.bound, rest))
    return total([
        closed(room, Term(value, d.bound, tuple(f for f in d.factors if f != switch)))
        for d, value in both.terms.items()
    ])  # fmt: skip


def every_label(room: Room, poly: Poly, chosen: Factor, function: Function) -> Poly:
    """Σ_l [q_i = l] f(what is inside where q_i = l)."""
    *family, last = chosen.slots
    assert last.var is not None
    letter = fresh(last.var.size)
    inside = Poly({})
    for diagram, value in poly.terms.items():
        inside += where(room, diagram, Factor(chosen.head, tuple(family)), Index(letter)).scaled(
            value
        )
    flag = closed(room, Term(ONE, (), (Factor(chosen.head, (*family, Index(letter))),)))
    return bind(room, times(room, flag, lifted(room, inside, function)), letter)


def where(room: Room, diagram: Diagram, asked: Factor, label: Index) -> Poly:
    """A diagram where an index map has this value."""
    for factor in diagram.factors:
        if factor.head == asked.head and factor.slots[:-1] == asked.slots:
            var = factor.slots[-1].var
            rest = tuple(f for f in diagram.factors if f is not factor)
            if var in diagram.bound and factor.slots[-1].is_plain and var is not None:
                bound = tuple(v for v in diagram.bound if v != var)
                return closed(room, Term(ONE, bound, put(rest, {var: label})))
    return Poly({diagram: ONE})
