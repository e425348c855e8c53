"""Sums, products and bound indices of polynomials in diagrams, brought to normal form.

Each rule takes a product that is summed over some variables, and returns the products of which it
is a sum, or None where it does not apply. Their order is in `__init__`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from ..names import Name
from ..shape.sizes import TIMES
from .diagrams import ONE, Diagram, Factor, Head, Poly, Term, number, occurring, put
from .errors import TooMuch
from .indices import Index, Var, components_of, fresh, parts, refuse_stacked, spread
from .known import Known
from .labels import labelled

Rule = Callable[["Room", Term], "list[Term] | None"]
Maker = Callable[
    ["Room", Head, tuple[Poly, ...], tuple[Index, ...], tuple[Var, ...], Fraction], Poly
]
RULES: list[Rule] = []
MAKERS: dict[str, Maker] = {}
STEPS = 100_000  # factors of the products that rules are applied to, for one row
LARGEST = 6000  # diagrams of one polynomial


@dataclass(frozen=True)
class Room:
    """What is known where polynomials are made: sizes, names by LaTeX, and results so far."""

    known: Known
    names: dict[str, Name]
    memo: dict[tuple[tuple[Var, ...], tuple[Factor, ...]], Poly] = field(default_factory=dict)
    steps: list[int] = field(default_factory=lambda: [0])

    def count(self, many: int = 1) -> None:
        """Counts steps; raises when there are too many."""
        self.steps[0] += many
        if self.steps[0] > STEPS:
            raise TooMuch("too many steps")


def maker(kind: str) -> Callable[[Maker], Maker]:
    """Enters the function that makes heads of a kind again from what is inside."""

    def enter(function: Maker) -> Maker:
        MAKERS[kind] = function
        return function

    return enter


def closed(room: Room, term: Term) -> Poly:
    """The normal form of a product that is summed over its bound variables."""
    asked = term.bound, term.factors
    if asked not in room.memo:
        room.memo[asked] = normal(room, term._replace(coefficient=ONE))
    return room.memo[asked].scaled(term.coefficient)


def normal(room: Room, term: Term) -> Poly:
    """The normal form, found by the rules one after another."""
    refuse_stacked(occurring(term.factors))
    waiting, found = [term], dict[Diagram, Fraction]()
    while waiting:
        term = waiting.pop()
        room.count(1 + len(term.factors))
        for apply in RULES:
            result = apply(room, term)
            if result is not None:
                waiting += result
                break
        else:
            diagram = labelled(term.bound, term.factors)
            found[diagram] = found.get(diagram, Fraction(0)) + term.coefficient
    return Poly(found)


def total(polys: Sequence[Poly]) -> Poly:
    """The sum of some polynomials."""
    found: dict[Diagram, Fraction] = {}
    for poly in polys:
        for diagram, value in poly.terms.items():
            found[diagram] = found.get(diagram, Fraction(0)) + value
    return Poly(found)


def times(room: Room, left: Poly, right: Poly) -> Poly:
    """A product."""
    for one, other in ((left, right), (right, left)):
        if one.number is not None:
            return other.scaled(one.number)
    if len(left.terms) * len(right.terms) > LARGEST:
        raise TooMuch("a product has too many terms")
    room.count(len(left.terms) * len(right.terms))
    return total([
        closed(room, joined(Term(a * b, one.bound, one.factors), other))
        for one, a in left.terms.items()
        for other, b in right.terms.items()
    ])  # fmt: skip


def product(room: Room, polys: Sequence[Poly]) -> Poly:
    """The product of some polynomials."""
    result = number(1)
    for poly in polys:
        result = times(room, result, poly)
    return result


def joined(term: Term, diagram: Diagram) -> Term:
    """A product times a diagram, whose bound variables get other numbers."""
    start = 1 + max((v.name for v in term.bound if isinstance(v.name, int)), default=-1)
    renamed = {v: Index(Var(start + k, v.size)) for k, v in enumerate(diagram.bound)}
    bound = tuple(Var(start + k, v.size) for k, v in enumerate(diagram.bound))
    factors = (*term.factors, *put(diagram.factors, renamed))
    return Term(term.coefficient, (*term.bound, *bound), factors)


def bind(room: Room, poly: Poly, var: Var) -> Poly:
    """The sum over all values of a variable."""
    if TIMES in var.size:
        for one in components_of(var):
            poly = bind(room, poly, one)
        return poly
    found = []
    for part in parts(var):
        if part.var is None:
            found.append(substitute(room, poly, {var: part}))
            continue
        for diagram, value in poly.terms.items():
            new = Var(len(diagram.sizes), part.var.size)
            factors = put(diagram.factors, {var: part._replace(var=new)})
            found.append(closed(room, Term(value, (*diagram.bound, new), factors)))
    return total(found)


def substitute(room: Room, poly: Poly, values: Mapping[Var, Index]) -> Poly:
    """A polynomial with other indices in the place of free variables."""
    changed = {v: index for v, index in spread(values).items() if index != Index(v)}
    if not changed:
        return poly
    found, kept = [], dict[Diagram, Fraction]()
    for diagram, value in poly.terms.items():
        if any(var in changed for var in occurring(diagram.factors)):
            term = Term(value, diagram.bound, put(diagram.factors, changed))
            found.append(closed(room, term))
        else:
            kept[diagram] = value
    return total([Poly(kept), *found])


def opened(room: Room, factor: Factor) -> tuple[tuple[Poly, ...], tuple[Var, ...]]:
    """What is inside of a factor with free slots, and the variables that it binds itself."""
    head = factor.head
    binds = tuple(fresh(size) for size in head.binds)
    values = {Var(f"@{k}", var.size): Index(var) for k, var in enumerate(binds)}
    for k, (size, slot) in enumerate(zip(head.takes, factor.slots[head.own :], strict=True)):
        values[Var(f"#{k}", size)] = slot
    return tuple(substitute(room, poly, values) for poly in head.inside), binds


def made(room: Room, factor: Factor) -> Poly:
    """A factor made again from what is inside, which may have become simpler."""
    inside, binds = opened(room, factor)
    own = factor.slots[: factor.head.own]
    return MAKERS[factor.head.kind](room, factor.head, inside, own, binds, factor.power)


def with_letters(factor: Factor, bound: Sequence[Var]) -> tuple[Factor, dict[Var, Index]]:
    """A factor of a product with letters for its bound variables, and the way back."""
    used = [var for var in dict.fromkeys(occurring([factor])) if var in bound]
    letters = {var: fresh(var.size) for var in used}
    back = {letter: Index(var) for var, letter in letters.items()}
    return put([factor], {v: Index(letter) for v, letter in letters.items()})[0], back


def in_place(term: Term, factor: Factor, poly: Poly, back: Mapping[Var, Index]) -> list[Term]:
    """A product with a polynomial in the place of one of its factors."""
    others = list(term.factors)
    others.remove(factor)
    rest = term._replace(factors=tuple(others))
    found = []
    for diagram, value in poly.terms.items():
        whole = joined(rest, diagram)
        found.append(Term(term.coefficient * value, whole.bound, put(whole.factors, back)))
    return found
