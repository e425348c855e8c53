"""Convex and smooth functions in index notation: they are bounded by tangents at any one place.

f(x) >= f(c) + f'(c) (x - c) for a convex one, and with mu/2 times the square of x - c, if it is
strongly convex with mu. If its gradient has the Lipschitz constant L, f(x) differs from the tangent
by at most L/2 times that square.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from .algebra import Room, bind, closed, opened, substitute, times, total
from .atoms import Form, atom
from .curvature import modulus_of, orders_of
from .diagrams import ONE, Diagram, Factor, Head, Poly, Term, put
from .indices import Index, Var, fresh
from .signs import is_nonnegative

MOST = 8  # ways in which the place of a tangent goes along with the sums around it


def lower_bounds(room: Room, poly: Poly) -> Iterator[Poly]:
    """Polynomials that are not above one, with tangents in the place of a function."""
    calls = (f for diagram in poly.terms for f in diagram.factors if is_called(room, f))
    for centre in dict.fromkeys(factor._replace(power=ONE) for factor in calls):
        moving = [s.var for s in centre.slots if s.var and isinstance(s.var.name, int)]
        if moving:
            yield from along(room, poly, centre, list(dict.fromkeys(moving)))
        elif (found := at_place(room, poly, centre)) is not None:
            yield found


def is_called(room: Room, factor: Factor) -> bool:
    """Whether a factor is a function of which tangents are bounds, and no derivative of one."""
    return set(orders_of(room, factor.head)) == {"0"}


def along(room: Room, poly: Poly, centre: Factor, moving: list[Var]) -> Iterator[Poly]:
    """Bounds with a place for each outcome or member, by the sums in which calls stand."""
    every = [list(places(diagram, centre, moving)) for diagram in poly.terms]
    for chosen in itertools.islice(itertools.product(*every), MOST):
        parts = zip(poly.terms.items(), chosen, strict=True)
        found = [below(room, Poly({d: v}), place) for (d, v), place in parts]
        if all(part is not None for part in found):
            yield total([part for part in found if part is not None])


def places(diagram: Diagram, centre: Factor, moving: list[Var]) -> Iterator[Factor | None]:
    """A place of a tangent, with variables of a sum for those of another; None without any."""
    choices = [[var for var in diagram.bound if var.size == one.size] for one in moving]
    found = False
    for chosen in itertools.product(*choices):
        values = {one: Index(var) for one, var in zip(moving, chosen, strict=True)}
        (place,) = put([centre], values)
        found = True
        yield place
    if not found:
        yield None


def at_place(room: Room, poly: Poly, centre: Factor) -> Poly | None:
    """A bound with tangents at one place, by the sign of all that each other call is with."""
    grouped: dict[Factor, list[Poly]] = {}
    rest: list[Poly | None] = []
    for diagram, value in poly.terms.items():
        calls = calls_in(diagram, centre)
        free = len(calls) == 1 and not any(s.var in diagram.bound for s in calls[0].slots)
        if free and calls[0].power == 1:
            others = tuple(f for f in diagram.factors if f != calls[0])
            part = closed(room, Term(value, diagram.bound, others))
            grouped.setdefault(calls[0], []).append(part)
        else:
            rest.append(below(room, Poly({diagram: value}), centre))
    for call, parts in grouped.items():
        many = total(parts)
        bound = bounded(room, centre, call, many)
        rest.append(None if bound is None else times(room, many, bound))
    return None if None in rest else total([part for part in rest if part is not None])


def calls_in(diagram: Diagram, centre: Factor | None) -> list[Factor]:
    """The calls of the function in a diagram but those at the place itself."""
    if centre is None:
        return []
    same = "call", centre.head.label
    return [f for f in diagram.factors if f.head[:2] == same and f._replace(power=ONE) != centre]


def below(room: Room, term: Poly, centre: Factor | None) -> Poly | None:
    """A bound of one diagram: a tangent for its call of the function, None where it may not be."""
    ((diagram, value),) = term.terms.items()
    calls = calls_in(diagram, centre)
    if not calls or centre is None:
        return term
    rest = tuple(f for f in diagram.factors if f not in calls)
    if len(calls) != 1 or calls[0].power != 1:
        return None
    letters = {var: fresh(var.size) for var in diagram.bound}
    values = {v: Index(one) for v, one in letters.items()}
    call, place, *others = put((calls[0], centre, *rest), values)
    outer = closed(room, Term(value, (), tuple(others)))
    bound = bounded(room, place, call, outer)
    if bound is None:
        return None
    part = times(room, outer, bound)
    for letter in letters.values():
        part = bind(room, part, letter)
    return part


def bounded(room: Room, centre: Factor, call: Factor, many: Poly) -> Poly | None:
    """What bounds f(x), times what it is with, from below; None where nothing does."""
    plane, square = tangent(room, centre, call)
    smooth = modulus_of(room, centre.head, "smooth")
    strong = modulus_of(room, centre.head, "strong")
    if is_nonnegative(room, many):
        if strong is not None:
            return plane + times(room, strong, square)
        if is_convex(room, centre.head):
            return plane
        return None if smooth is None else plane - times(room, smooth, square)
    if smooth is not None and is_nonnegative(room, -many):
        return plane + times(room, smooth, square)
    return None


def is_convex(room: Room, head: Head) -> bool:
    """Whether a call is of a convex function."""
    return "convex" in room.names[head.label.rpartition("|")[0]].facts


def tangent(room: Room, centre: Factor, call: Factor) -> tuple[Poly, Poly]:
    """f(c) + f'(c) (x - c) where f(x) is called, argument by argument, and |x - c|^2 / 2."""
    (at, binds), (to, others) = opened(room, centre), opened(room, call)
    found, squares = [closed(room, Term(ONE, (), (centre,)))], list[Poly]()
    for k, var in enumerate(binds):
        letter = fresh(var.size)
        move = renamed(room, to[k], others[k], letter) - renamed(room, at[k], var, letter)
        slope = slope_at(room, centre.head, (at, binds), k, letter)
        for part, parts in ((times(room, slope, move), found), (times(room, move, move), squares)):
            parts.append(part if var.size == "1" else bind(room, part, letter))
    return total(found), total(squares).scaled(Fraction(1, 2))


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


def on_both_sides(room: Room, poly: Poly) -> Iterable[Poly] | None:
    """A polynomial with a modulus |u| as u, and as -u, of which it is one; None without any."""
    found = {f for d in poly.terms for f in d.factors if f.head.kind == "mod" and is_free(f)}
    plain = sorted((f for f in found if f.power == 1), key=lambda f: f.head.key)
    if not plain or len(found) > len(plain):
        return None
    (inside,), _ = opened(room, plain[0])
    return [replaced(room, poly, {plain[0]: part}) for part in (inside, -inside)]


def is_free(factor: Factor) -> bool:
    """Whether no variable of a sum stands in a factor."""
    return not any(slot.var and isinstance(slot.var.name, int) for slot in factor.slots)


def replaced(room: Room, poly: Poly, values: Mapping[Factor, Poly]) -> Poly:
    """A polynomial with others in the place of factors, to the first power."""
    found = []
    for diagram, value in poly.terms.items():
        here = [f for f in diagram.factors if f in values]
        others = tuple(f for f in diagram.factors if f not in values)
        part = closed(room, Term(value, diagram.bound, others))
        for factor in here:
            part = times(room, part, values[factor])
        found.append(part)
    return total(found)
