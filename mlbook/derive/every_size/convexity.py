"""Convex functions in index notation: they lie above their tangents at any one place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .algebra import Room, bind, closed, opened, substitute, times, total
from .atoms import Form, atom
from .curvature import orders_of
from .diagrams import ONE, Diagram, Factor, Head, Poly, Term, put
from .indices import Index, Var, fresh
from .signs import ANY, of_diagram


def lower_bounds(room: Room, poly: Poly) -> Iterator[Poly]:
    """Polynomials that are not above one, with tangents in the place of a convex function."""
    centres = [
        factor
        for diagram in poly.terms
        for factor in diagram.factors
        if is_called(room, factor) and not any(s.var in diagram.bound for s in factor.slots)
    ]
    for centre in dict.fromkeys(factor._replace(power=ONE) for factor in centres):
        found = [below(room, Poly({d: v}), centre) for d, v in poly.terms.items()]
        if all(part is not None for part in found):
            yield total([part for part in found if part is not None])


def is_called(room: Room, factor: Factor) -> bool:
    """Whether a factor is a convex function, and no derivative of one."""
    return set(orders_of(room, factor.head)) == {"0"}


def below(room: Room, term: Poly, centre: Factor) -> Poly | None:
    """A bound of one diagram: a tangent for its call of the function, None where it may not be."""
    ((diagram, value),) = term.terms.items()
    same = "call", centre.head.label
    calls = [f for f in diagram.factors if f.head[:2] == same and f != centre]
    if not calls:
        return term
    rest = tuple(f for f in diagram.factors if f not in calls)
    plain = len(calls) == 1 and calls[0].power == 1 and value > 0
    if not plain or of_diagram(room, Diagram(diagram.sizes, rest)) == ANY:
        return None
    letters = {var: fresh(var.size) for var in diagram.bound}
    call, *others = put((calls[0], *rest), {v: Index(one) for v, one in letters.items()})
    outer = closed(room, Term(value, (), tuple(others)))
    part = times(room, outer, tangent(room, centre, call))
    for letter in letters.values():
        part = bind(room, part, letter)
    return part


def tangent(room: Room, centre: Factor, call: Factor) -> Poly:
    """f(c) + f'(c) (x - c) where f(x) is called, argument by argument."""
    (at, binds), (to, others) = opened(room, centre), opened(room, call)
    found = [closed(room, Term(ONE, (), (centre,)))]
    for k, var in enumerate(binds):
        letter = fresh(var.size)
        move = renamed(room, to[k], others[k], letter) - renamed(room, at[k], var, letter)
        slope = slope_at(room, centre.head, (at, binds), k, letter)
        part = times(room, slope, move)
        found.append(part if var.size == "1" else bind(room, part, letter))
    return total(found)


def renamed(room: Room, poly: Poly, var: Var, letter: Var) -> Poly:
    """An argument in another letter."""
    return substitute(room, poly, {var: Index(letter)})


def slope_at(
    room: Room, head: Head, inside: tuple[Sequence[Poly], Sequence[Var]], k: int, letter: Var
) -> Poly:
    """The derivative of an unknown function by its k-th argument, at an entry of a column."""
    latex, _, orders = head.label.rpartition("|")
    label = f"{latex}|{orders[:k]}1{orders[k + 1 :]}"
    at, binds = inside
    own = () if letter.size == "1" else (Index(letter),)
    return atom(room, Form("call", label, binds), at, own)
