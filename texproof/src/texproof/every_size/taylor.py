"""left ≈ right to an order: both sides have the same derivatives by the size of what is small."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from ..expr import Expr, Relation, free_letters
from ..names import Name
from .algebra import times
from .calculus import FIXED
from .contract import delta
from .corners import corners, singular
from .diagrams import Factor, Head, Poly, number
from .errors import Unsupported
from .hypotheses import Case
from .indices import Index, Var
from .leaves import generic, plain_index
from .place import Place, Value, closed_one
from .put_in import put_in
from .slopes import derivative

SMALL = Name("small", "scalar", (), "")
HIGHEST = 4


def coefficients(case: Case, relation: Relation, about: tuple[Expr, int] | None) -> Iterator[Poly]:
    """The derivatives of left - right, at 0, by the factor of what is small."""
    if about is None or about[0].op != "name" or about[1] not in range(HIGHEST + 1):
        raise Unsupported("an expansion of another kind")
    written, order = about
    room = case.place.room
    room.names[SMALL.latex] = SMALL
    inner = scaled(case.place, written, free_letters(relation))
    left, right = (inner.of(side) for side in relation.sides)
    poly = left.poly - right.poly
    case.place.needs.extend(replace(n, poly=at_zero(case, n.poly)) for n in inner.needs)
    for part in corners(room, poly, SMALL.latex):
        case.place.need(at_zero(case, part))
    case.place.needs.extend(
        replace(need, poly=at_zero(case, need.poly))
        for need in singular(case.place, poly, SMALL.latex)
    )
    for _ in range(order + 1):
        yield at_zero(case, poly)
        poly = derivative(room, poly, (SMALL.latex, ()))


def at_zero(case: Case, poly: Poly) -> Poly:
    """A polynomial where what is small is 0."""
    return put_in(case.place.room, poly, SMALL.latex, lambda slots: number(0))


def scaled(place: Place, written: Expr, free: Collection[str]) -> Place:
    """The place where a name is small: the member at the free letters, or all members."""
    name: Name = written.value
    if name in place.definitions or name.facts & FIXED or name.kind not in {"scalar", "vector"}:
        raise Unsupported("an expansion in what cannot vary freely")
    letters = [Index(Var(f"^{k}", place.size(size))) for k, (_, size) in enumerate(name.range)]
    chosen = [
        delta(letter, plain_index(place, part))
        for letter, part in zip(letters, written.args, strict=True)
        if part.op != "var" or part.value in free
    ]
    flag = closed_one(place.room, tuple(chosen))
    small = closed_one(place.room, (Factor(Head("name", SMALL.latex)),))
    factor = times(place.room, flag, small) + number(1) - flag
    value = Value(name.shape, times(place.room, factor, generic(place, name, letters)))
    return replace(place, values={**place.values, name: value}, memo={}, needs=[])
