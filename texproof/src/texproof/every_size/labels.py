"""Canonical labels: diagrams that differ by the names of bound indices get one form.

Colours of the bound variables are refined by what they touch; what is still alike is told apart
by trying each, and the smallest form is taken.
"""

from collections.abc import Mapping
from typing import Any

from .diagrams import Diagram, Factor, put
from .errors import TooMuch
from .indices import Index, Var, key

Colours = dict[Var, int]
MOST = 3000  # forms among which the smallest is found


def labelled(bound: tuple[Var, ...], factors: tuple[Factor, ...]) -> Diagram:
    """The diagram, in canonical form, of a product that is summed over some variables."""
    if not bound:
        return Diagram((), tuple(sorted(factors, key=factor_key)))
    heads = [(factor.head.key, factor.power) for factor in factors]
    sizes = {size: rank for rank, size in enumerate(sorted({var.size for var in bound}))}
    waiting = [refined({var: sizes[var.size] for var in bound}, factors, heads)]
    best: tuple[Any, Diagram] | None = None
    leaves = 0
    while waiting:
        colours = waiting.pop()
        tied = first_tie(colours)
        if tied:
            for var in tied:
                apart = {v: 2 * c + (v in tied and v != var) for v, c in colours.items()}
                waiting.append(refined(apart, factors, heads))
            continue
        leaves += 1
        if leaves > MOST:
            raise TooMuch("too many indices are alike")
        found = numbered(colours, factors)
        order = [factor_key(factor) for factor in found.factors]
        if best is None or order < best[0]:
            best = order, found
    assert best is not None
    return best[1]


def factor_key(factor: Factor) -> Any:
    """What factors are sorted by."""
    return factor.head.key, [key(slot) for slot in factor.slots], factor.power


def first_tie(colours: Mapping[Var, int]) -> list[Var]:
    """The variables of the first colour that several have."""
    classes: dict[int, list[Var]] = {}
    for var, colour in colours.items():
        classes.setdefault(colour, []).append(var)
    tied = [colour for colour, members in classes.items() if len(members) > 1]
    return classes[min(tied)] if tied else []


def refined(colours: Colours, factors: tuple[Factor, ...], heads: list[Any]) -> Colours:
    """Colours that tell variables apart by what they touch, again and again."""
    many = len(set(colours.values()))
    while True:
        seen: dict[Var, list[Any]] = {var: [] for var in colours}
        for factor, head in zip(factors, heads, strict=True):
            touched = [slot_colour(slot, colours) for slot in factor.slots]
            even = factor.head.even
            if even >= 0:
                touched[even : even + 2] = sorted(touched[even : even + 2])
            for place, slot in enumerate(factor.slots):
                if slot.var in seen:
                    at = even if place == even + 1 and even >= 0 else place
                    seen[slot.var].append((head, at, slot.tail, touched))
        marks = {var: (colours[var], sorted(seen[var])) for var in colours}
        ranks: list[Any] = []
        for mark in sorted(marks.values()):
            if not ranks or ranks[-1] != mark:
                ranks.append(mark)
        if len(ranks) == many:
            return {var: ranks.index(mark) for var, mark in marks.items()}
        many = len(ranks)
        colours = {var: ranks.index(mark) for var, mark in marks.items()}


def slot_colour(slot: Index, colours: Colours) -> Any:
    """What is told of a slot: its colour, or the index itself."""
    if slot.var in colours:
        return 1, colours[slot.var], "", slot.tail
    kind, name, size, shift = key(slot)
    return kind, 0, f"{name}|{size}", shift


def numbered(colours: Colours, factors: tuple[Factor, ...]) -> Diagram:
    """The diagram whose variables are numbered in the order of their colours."""
    order = sorted(colours, key=lambda var: colours[var])
    new = {var: Index(Var(k, var.size)) for k, var in enumerate(order)}
    found = sorted((straight(factor) for factor in put(factors, new)), key=factor_key)
    return Diagram(tuple(var.size for var in order), tuple(found))


def straight(factor: Factor) -> Factor:
    """A factor whose exchangeable slots are in order."""
    even = factor.head.even
    if even < 0 or key(factor.slots[even]) <= key(factor.slots[even + 1]):
        return factor
    slots = list(factor.slots)
    slots[even], slots[even + 1] = slots[even + 1], slots[even]
    return factor._replace(slots=tuple(slots))
