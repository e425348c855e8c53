"""Functions of polynomials as factors: free variables become slots, in canonical order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from .algebra import Room, closed, substitute
from .diagrams import (
    ONE,
    Factor,
    Head,
    Poly,
    Term,
    letters_of,
    put,
)
from .errors import TooMuch
from .indices import Index, Var, refuse_stacked
from .labels import labelled


class Form(NamedTuple):
    """What a function is: its kind and label, the variables that it binds, its even slots."""

    kind: str
    label: str = ""
    binds: Sequence[Var] = ()
    even: int = -1


def atom(
    room: Room,
    form: Form,
    inside: Sequence[Poly],
    own: tuple[Index, ...] = (),
    power: Fraction = ONE,
) -> Poly:
    """A function of polynomials as a factor: free variables become slots, in canonical order."""
    refuse_stacked(form.binds)
    at = {var: Index(Var(f"@{k}", var.size)) for k, var in enumerate(form.binds)}
    free = dict.fromkeys(v for poly in inside for v in letters_of(poly) if v not in at)
    order, templates = canonical(room, inside, at, tuple(free))
    takes, sizes = tuple(v.size for v in order), tuple(v.size for v in form.binds)
    head = Head(form.kind, form.label, templates, takes, sizes, len(own), form.even)
    slots = (*own, *map(Index, order))
    return closed(room, Term(ONE, (), (Factor(head, slots, power),)))


def canonical(
    room: Room, inside: Sequence[Poly], at: Mapping[Var, Index], free: tuple[Var, ...]
) -> tuple[tuple[Var, ...], tuple[Poly, ...]]:
    """(order of the free variables, templates): of all orders, the one with the smallest keys."""
    marks = {var: signature(room, inside, at, var, free) for var in free}
    groups: dict[str, list[Var]] = {}
    for var in sorted(free, key=lambda v: marks[v]):
        groups.setdefault(marks[var], []).append(var)
    found: list[tuple[list[str], tuple[Var, ...], tuple[Poly, ...]]] = []
    for order in orders(list(groups.values())):
        room.count()
        new = {v: Index(Var(f"#{k}", v.size)) for k, v in enumerate(order)}
        templates = tuple(substitute(room, poly, {**at, **new}) for poly in inside)
        found.append(([poly.key for poly in templates], order, templates))
    _, order, templates = min(found, key=lambda one: one[0])
    return order, templates


def signature(
    room: Room, inside: Sequence[Poly], at: Mapping[Var, Index], var: Var, free: tuple[Var, ...]
) -> str:
    """What tells a free variable from the others without their names."""
    if len(free) == 1:
        return ""
    marked = {v: Index(Var("!" if v == var else f"?{len(v.size)}", v.size)) for v in free}
    seen = []
    for poly in inside:
        for diagram, value in poly.terms.items():
            factors = put(diagram.factors, {**at, **marked})
            seen.append((str(labelled(diagram.bound, factors)), value))
    return var.size + str(sorted(seen))


def orders(groups: list[list[Var]]) -> list[tuple[Var, ...]]:
    """All orders in which the members of each group may stand, group after group."""
    import itertools
    import math

    if math.prod(math.factorial(len(group)) for group in groups) > 720:
        raise TooMuch("too many indices of a function are alike")
    choices = itertools.product(*(itertools.permutations(group) for group in groups))
    return [tuple(var for group in chosen for var in group) for chosen in choices]
