"""The smallest and the largest of numbers over a range: what is above 0 comes out."""

from __future__ import annotations

from fractions import Fraction

from ..expr import Expr
from .algebra import Room, closed, maker, times
from .atoms import Form, atom
from .binders import body_of, over
from .content import content
from .diagrams import Head, Poly, Term, letters_of, occurring
from .errors import Unsupported
from .indices import Index, Var
from .place import Place, Value, value_of
from .powers import raised
from .signs import POSITIVE, of_factor


@value_of("extremum")
def extremum(place: Place, node: Expr, domain: Expr, body: Expr) -> Value:
    """The largest or smallest over a whole range."""
    letter, kind = node.value
    sign = Fraction(1 if kind == "min" else -1)

    def fold(poly: Poly | list[Poly], *rest: object) -> Poly:
        if isinstance(poly, list):
            raise Unsupported("the extreme of a fixed number of terms")
        flag, var = rest
        if not isinstance(flag, Poly) or flag.number != 1 or not isinstance(var, Var):
            raise Unsupported("an extreme over a part")
        return smallest(place.room, poly.scaled(sign), var).scaled(sign)

    return Value((), over(place, letter, domain, body_of(body), fold))


def smallest(room: Room, poly: Poly, var: Var) -> Poly:
    """The smallest over all values of a variable: min c u_i = c min u_i for c above 0."""
    if var not in letters_of(poly):
        return poly
    value, outside, rest = content(poly)
    out = [f for f in outside if var not in occurring([f]) and of_factor(room, f) == POSITIVE]
    kept = tuple(f for f in outside if f not in out)
    inner = times(room, closed(room, Term(value / abs(value), (), kept)), rest)
    scale = closed(room, Term(abs(value), (), tuple(out)))
    return times(room, scale, atom(room, Form("min", binds=[var]), [inner]))


@maker("min")
def _smallest(
    room: Room, head: Head, inside: tuple[Poly, ...], own: tuple[Index, ...],
    binds: tuple[Var, ...], power: Fraction,
) -> Poly:  # fmt: skip
    return raised(room, smallest(room, inside[0], binds[0]), power)
