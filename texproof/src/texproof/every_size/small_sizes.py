"""The small sizes at which it is tried whether a row is defined."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence

from ..names import OUTCOMES_OF, Name
from .algebra import Room
from .diagrams import Factor, Poly, letters_of
from .indices import ONE_SIZE, Var, length
from .known import Form, Known

LONGEST, MANY = 3, 60


Numbers = Mapping[str | Var, int]


def sizes_in(room: Room, polys: Iterable[Poly], known: Known) -> set[str]:
    """The sizes that occur in polynomials, their templates, names and what is known."""
    found: set[str] = set()
    for poly in polys:
        found |= {s for var in letters_of(poly) for s, _ in length(var.size)}
        for diagram in poly.terms:
            found |= {s for size in diagram.sizes for s, _ in length(size)}
            for factor in diagram.factors:
                found |= of_factor(room, factor, known)
    for fact in known.facts:
        found |= {k if isinstance(k, str) else k.size for k in fact}
    return {s for size in found for s, _ in length(size)} - {ONE_SIZE} if found else set()


def of_factor(room: Room, factor: Factor, known: Known) -> set[str]:
    """The sizes of one factor."""
    head = factor.head
    found = {size for slot in factor.slots for size, _ in slot.shift}
    found |= {s for size in (*head.takes, *head.binds) for s, _ in length(size)}
    if head.kind == "size":
        found.add(head.label)
    if head.kind in {"name", "map"}:
        name: Name = room.names[head.label]
        found |= {s for size in (*name.shape, *name.sizes) for s, _ in length(str(size))}
    if head.kind == "chance":
        found.add(OUTCOMES_OF + head.label)
    return (found | sizes_in(room, head.inside, Known())) - {ONE_SIZE}


def tuples(sizes: Sequence[str], known: Known) -> Iterator[dict[str, int]]:
    """Small sizes that what is known allows: all, or those that show every pair in every order."""
    free = [size for size in sizes if not size.startswith(OUTCOMES_OF)]
    rest = {size: 3 for size in sizes if size.startswith(OUTCOMES_OF)}
    for longest in (LONGEST, LONGEST + 2):
        every = itertools.product(range(1, longest + 1), repeat=len(free))
        shown = (t for t in every if len(free) <= 3 or sum(n != 2 for n in t) <= 2)
        found = [dict(zip(free, t, strict=True)) for t in itertools.islice(shown, 4000)]
        allowed = [t for t in found if holds(known.facts, together(t))]
        if allowed:
            yield from ({**t, **rest} for t in allowed[:MANY])
            return


def holds(facts: Iterable[Form], numbers: Numbers) -> bool:
    """Whether facts hold, those with letters that have no number left out."""
    for fact in facts:
        if set(fact) - {ONE_SIZE} <= set(numbers):
            total = sum(v * (1 if k == ONE_SIZE else numbers[k]) for k, v in fact.items())
            if total < 0:
                return False
    return True


def together(lengths: Mapping[str, int], at: Mapping[Var, int] | None = None) -> Numbers:
    """Sizes and letters with their numbers."""
    found: dict[str | Var, int] = dict(lengths.items())
    return found | dict((at or {}).items())
