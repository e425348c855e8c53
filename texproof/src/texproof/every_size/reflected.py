"""A rule of one product: Σ over k in 1, ..., q of f(n - k) is a sum over a part of 1, ..., n."""

from __future__ import annotations

from .algebra import Room
from .contract import at_most
from .diagrams import Term, put
from .indices import ONE_SIZE, Index, Var, constant, length, less, moved


def reflected(room: Room, term: Term) -> list[Term] | None:
    """Σ_k f(n - k) = Σ_j [n - q <= j][j <= n - 1] f(j), where 1, ..., n holds all n - k."""
    for var in term.bound:
        slots = {s for f in term.factors if f.head.kind != "at" for s in f.slots if s.var == var}
        if len(slots) != 1:
            continue
        (slot,) = slots
        if not slot.minus or len(slot.shift) != 1 or slot.shift[0][1] != 1 or not slot.shift[0][0]:
            continue
        ((size, _),) = slot.shift
        first = moved(Index(None, slot.shift), length(var.size), -1)
        last = moved(Index(None, slot.shift), ((ONE_SIZE, -1),))
        if not room.known.at_most(constant(1), first):
            continue
        new = Var(var.name, size)
        bound = tuple(new if v == var else v for v in term.bound)
        factors = put(term.factors, {var: less(slot.shift, Index(new))})
        part = at_most(first, Index(new)), at_most(Index(new), last)
        return [Term(term.coefficient, bound, (*factors, *part))]
    return None
