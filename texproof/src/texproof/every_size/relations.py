"""What is 0 by hypothesis or by a law, such as A A^-1 - I, and what is a combination of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction

from ..expr import Relation
from . import pseudo
from .algebra import Room, bind, closed, opened, substitute, times
from .atoms import Form, atom
from .contract import delta
from .denominators import cleared
from .diagrams import ONE, Factor, Head, Poly, Term, letters_of, mentions, number
from .hypotheses import Case
from .indices import Index, Var, fresh
from .matching import Rule
from .place import closed_one
from .pseudo_columns import column_laws
from .put_in import Replacement, put_in
from .sides import axes


def given(case: Case, relations: Iterable[Relation]) -> list[Rule]:
    """Equations that are hypotheses, for all values of their letters that no condition ties."""
    found = []
    for relation in relations:
        place = replace(case.place, needs=[])
        left, right = (place.of(side) for side in relation.sides)
        poly = with_values(case, left.poly - right.poly)
        tied = {Var(x, size) for x in case.tied for size in sizes_of(poly)}
        free = frozenset(v for v in letters_of(poly) if v not in tied)
        found.append(Rule(poly, free, "hypotheses"))
        bare = cleared(case.place.room, poly)
        if bare != poly:
            found.append(Rule(bare, free, "hypotheses"))
    return found


def sizes_of(poly: Poly) -> set[str]:
    """The sizes of the free variables."""
    return {var.size for var in letters_of(poly)}


def with_values(case: Case, poly: Poly) -> Poly:
    """A polynomial with the values that hypotheses give to names."""
    for _ in case.values:
        before = poly
        for relation in case.values:
            label = relation.left.value.latex
            if mentions(poly, ("name", label)):
                if label not in case.found:
                    case.found[label] = value_of(case, relation)
                poly = put_in(case.place.room, poly, label, case.found[label])
        if poly == before:
            break
    return poly


def value_of(case: Case, relation: Relation) -> Replacement:
    """The value that a hypothesis gives to the entry in some slots."""
    place, left = replace(case.place, needs=[]), relation.left
    value = place.of(relation.right)
    ranges = (size for _, size in left.value.range)
    letters = [Var(part.value, place.size(size))
               for part, size in zip(left.args, ranges, strict=True)]  # fmt: skip
    sides = [var for var in axes(place, left.value.shape) if var is not None]

    def entry(slots: tuple[Index, ...]) -> Poly:
        return substitute(place.room, value.poly, dict(zip([*letters, *sides], slots, strict=True)))

    return entry


def of_atoms(room: Room, polys: Sequence[Poly]) -> list[Rule]:
    """The relations of the inverses, powers and signs that occur, and of inverses in inverses."""
    found: dict[tuple[Head, Fraction], list[Rule]] = {}
    waiting = [f for poly in polys for diagram in poly.terms for f in diagram.factors]
    while waiting:
        factor = waiting.pop(0)
        asked = factor.head, factor.power if factor.head.kind == "pow" else ONE
        if asked not in found:
            found[asked] = laws(room, factor)
            if factor.head.kind == "inv":
                inner = (f for p in factor.head.inside for d in p.terms for f in d.factors)
                waiting += [f for f in inner if f.head.kind == "inv"]
    return [rule for rules in found.values() for rule in rules]


def laws(room: Room, factor: Factor) -> list[Rule]:
    """The laws of one factor, for all its slots."""
    kind = factor.head.kind
    if kind == "pinvcol":
        return column_laws(room, factor)
    if kind == "pinv":
        return [] if factor.head.takes else pseudo.laws(room, factor)
    if kind not in {"inv", "pow", "sgn"} or (kind == "pow" and factor.power > 0):
        return []
    letters = pattern_slots(factor)
    general = factor._replace(slots=tuple(map(Index, letters)), power=ONE)
    inside, binds = opened(room, general)
    free = frozenset(letters)
    if kind == "inv":
        return of_inverse(room, general, inside[0], binds, free)
    if kind == "pow":
        root = factor.power.denominator != 1
        least = factor.power if root else -ONE
        one = closed(room, Term(ONE, (), (general._replace(power=least),)))
        other = (
            number(1)
            if not root
            else closed(room, Term(ONE, (), (general._replace(power=least + 1),)))
        )
        return [Rule(times(room, inside[0], one) - other, free, "denominators")]
    one = closed(room, Term(ONE, (), (general,)))
    other = atom(room, Form("mod"), [inside[0]])
    return [
        Rule(times(room, inside[0], one) - other, free, "signs"),
        Rule(times(room, other, one) - inside[0], free, "signs"),
    ]


def pattern_slots(factor: Factor) -> list[Var]:
    """New letters for the slots of a factor, alike where the slots are alike."""
    own = factor.head.own
    sizes = [*factor.head.binds[:own], *factor.head.takes]
    return [fresh(size) for size in sizes]


def of_inverse(
    room: Room, factor: Factor, inside: Poly, binds: tuple[Var, ...], free: frozenset[Var]
) -> list[Rule]:
    """Σ_k A[i,k] A^-1[k,j] = [i = j], and from the other side."""
    (row, column), (i, j) = binds, factor.slots[:2]
    found = []
    unit = closed_one(room, (delta(i, j),))
    for left in (True, False):
        k = fresh(row.size)
        slots = (Index(k), j) if left else (i, Index(k))
        one = closed(room, Term(ONE, (), (factor._replace(slots=(*slots, *factor.slots[2:])),)))
        at = {row: i, column: Index(k)} if left else {row: Index(k), column: j}
        other = substitute(room, inside, at)
        found.append(Rule(bind(room, times(room, other, one), k) - unit, free, "inverse"))
    return found
