"""The last rule: of [s <= t] and 1 - [s <= t] + [s = t] = [t <= s] one is chosen."""

from __future__ import annotations

from fractions import Fraction

from .algebra import Room
from .contract import at_most, delta
from .diagrams import Term, told
from .labels import labelled


def turned(room: Room, term: Term) -> list[Term] | None:
    """A product with [s <= t] the other way round, where that has the smaller form.

    If both have the same form, as in Σ [s <= t] x_s x_t, they share what is left.
    """
    for factor in term.factors:
        if factor.head.kind != "le" or None in {slot.var for slot in factor.slots}:
            continue
        if not all(slot.is_plain for slot in factor.slots):
            continue
        left, right = factor.slots
        rest = tuple(other for other in term.factors if other is not factor)
        ways = [(*rest, at_most(left, right)), (*rest, at_most(right, left))]
        here, there = (told(labelled(term.bound, factors)) for factors in ways)
        if here < there:
            continue
        free = [term._replace(factors=rest), term._replace(factors=(*rest, delta(left, right)))]
        if here == there:
            half = term.coefficient * Fraction(1, 2)
            return [one._replace(coefficient=half) for one in free]
        return [*free, term._replace(coefficient=-term.coefficient, factors=ways[1])]
    return None
