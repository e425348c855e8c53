"""Other values for names: definitions put back after a derivative, substitution, hypotheses."""

from __future__ import annotations

from collections.abc import Callable

from .algebra import MAKERS, Room, bind, closed, opened, times, total
from .diagrams import ONE, Factor, Poly, Term, mentions, number, put
from .indices import Index, fresh
from .powers import raised

Replacement = Callable[[tuple[Index, ...]], Poly]


def put_in(room: Room, poly: Poly, label: str, value: Replacement) -> Poly:
    """A polynomial with a value(slots) in the place of every entry of a name."""
    if not mentions(poly, ("name", label)):
        return poly
    found = []
    for diagram, coefficient in poly.terms.items():
        whole = Poly({diagram: coefficient})
        if not mentions(whole, ("name", label)):
            found.append(whole)
            continue
        found.append(
            in_diagram(room, Term(coefficient, diagram.bound, diagram.factors), label, value)
        )
    return total(found)


def in_diagram(room: Room, term: Term, label: str, value: Replacement) -> Poly:
    """The same for one diagram: letters for its variables, then sums again."""
    letters = {var: fresh(var.size) for var in term.bound}
    factors = put(term.factors, {v: Index(letter) for v, letter in letters.items()})
    result = number(1).scaled(term.coefficient)
    for factor in factors:
        if factor.head.kind == "name" and factor.head.label == label:
            result = times(room, result, raised(room, value(factor.slots), factor.power))
        elif any(mentions(inside, ("name", label)) for inside in factor.head.inside):
            result = times(room, result, remade(room, factor, label, value))
        else:
            result = times(room, result, closed(room, Term(ONE, (), (factor,))))
    for letter in letters.values():
        result = bind(room, result, letter)
    return result


def remade(room: Room, factor: Factor, label: str, value: Replacement) -> Poly:
    """A function of polynomials in which the name has another value."""
    inside, binds = opened(room, factor)
    new = tuple(put_in(room, poly, label, value) for poly in inside)
    own = factor.slots[: factor.head.own]
    return MAKERS[factor.head.kind](room, factor.head, new, own, binds, factor.power)
