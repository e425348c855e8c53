"""The pseudoinverse of a column: v^T/(v^T v) where v is known not to be 0, else by its laws.

z = v^+ is the row with v (z v) = v, (z v) z = z, and v z symmetric.
"""

from __future__ import annotations

from fractions import Fraction

from .algebra import Room, bind, closed, maker, opened, substitute, times
from .atoms import Form, atom
from .diagrams import ONE, Factor, Head, Poly, Term, letters_of
from .indices import Index, Var, fresh
from .matching import Rule
from .place import Place, Value
from .powers import raised
from .sides import axes, summed, turned


def of_column(place: Place, value: Value) -> Value:
    """The pseudoinverse of a column or a row."""
    square = summed(place, value, squared=True)
    there = turned(place, value)
    if is_apart(place, square):
        under = raised(place.room, square, Fraction(-1))
        return there._replace(poly=times(place.room, there.poly, under))
    before = next(filter(None, axes(place, value.shape)))
    after = next(filter(None, axes(place, there.shape)))
    return there._replace(poly=column_atom(place.room, value.poly, before, Index(after)))


def is_apart(place: Place, square: Poly) -> bool:
    """Whether a number is not 0 by hypothesis, or what it is the square of."""
    both = square, times(place.room, square, square)
    return any(times(place.room, known, known) in both for known in place.apart)


def column_atom(room: Room, poly: Poly, var: Var, at: Index) -> Poly:
    """The entry of the pseudoinverse of a column, as a factor."""
    return atom(room, Form("pinvcol", "", [var]), [poly], (at,)) if poly else poly


@maker("pinvcol")
def _pinvcol(
    room: Room, head: Head, inside: tuple[Poly, ...], own: tuple[Index, ...],
    binds: tuple[Var, ...], power: Fraction,
) -> Poly:  # fmt: skip
    return raised(room, column_atom(room, inside[0], binds[0], own[0]), power)


def column_laws(room: Room, factor: Factor) -> list[Rule]:
    """The laws of one pseudoinverse of a column, for all its slots."""
    if factor.head.takes:
        return []
    (inside,), (var,) = opened(room, factor)
    i, j, k = (fresh(var.size) for _ in range(3))

    def v(at: Var) -> Poly:
        return substitute(room, inside, {var: Index(at)})

    def z(at: Var) -> Poly:
        return closed(room, Term(ONE, (), (factor._replace(slots=(Index(at),), power=ONE),)))

    one = bind(room, times(room, v(k), z(k)), k)
    polys = [
        times(room, v(i), one) - v(i), times(room, z(i), one) - z(i),
        times(room, v(i), z(j)) - times(room, v(j), z(i)),
    ]  # fmt: skip
    return [Rule(poly, frozenset(letters_of(poly)), "pseudoinverse") for poly in polys if poly]
