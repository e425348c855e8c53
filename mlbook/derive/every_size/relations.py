"""What is 0 by hypothesis or by a law, such as A A^-1 - I, and what is a combination of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction

from ..expr import Relation, free_letters
from .algebra import Room, atom, bind, closed, joined, opened, substitute, times, total
from .contract import delta
from .diagrams import ONE, Diagram, Factor, Poly, Term, letters_of, mentions, number, occurring, put
from .hypotheses import Case
from .indices import Index, Var, fresh
from .matching import Occurrence, Rule, occurrences
from .place import Place, axes, closed_one
from .put_in import Replacement, put_in

ROUNDS, MOST = 4, 600
Row = dict[Diagram, Fraction]


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


def cleared(room: Room, poly: Poly) -> Poly:
    """A polynomial times its denominators that are the same for all terms of a sum."""
    found: dict[tuple[object, ...], Factor] = {}
    for diagram in poly.terms:
        for factor in diagram.factors:
            free = not any(v in diagram.bound for v in occurring([factor]))
            if factor.head.kind == "pow" and factor.power < 0 and free:
                known = found.get(factor[:2])
                if known is None or factor.power < known.power:
                    found[factor[:2]] = factor
    if not found:
        return poly
    by = Diagram((), tuple(f._replace(power=-f.power) for f in found.values()))
    return total([
        closed(room, joined(Term(value, diagram.bound, diagram.factors), by))
        for diagram, value in poly.terms.items()
    ])  # fmt: skip


def of_atoms(room: Room, polys: Sequence[Poly]) -> list[Rule]:
    """The relations of the inverses, powers and signs that occur."""
    found: dict[Poly, Rule] = {}
    for poly in polys:
        for diagram in poly.terms:
            for factor in diagram.factors:
                for rule in laws(room, factor):
                    found.setdefault(rule.poly, rule)
    return list(found.values())


def laws(room: Room, factor: Factor) -> list[Rule]:
    """The laws of one factor, for all its slots."""
    kind = factor.head.kind
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
    other = atom(room, "mod", "", [inside[0]])
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


# linear algebra over the fractions


def is_combination(room: Room, poly: Poly, rules: Sequence[Rule]) -> str | None:
    """Whether a polynomial is a combination of multiples of relations, and of which kinds.

    The multiples are products with rational coefficients and powers of what is above 0, so that
    nothing is ever divided by what may vanish.
    """
    basis: dict[Diagram, Row] = {}
    seen, tried = set[Poly](), set[Diagram]()
    waiting = list(poly.terms)
    kinds: set[str] = set()
    for _ in range(ROUNDS):
        new: list[Poly] = []
        for target in waiting:
            tried.add(target)
            for rule in rules:
                for candidate in multiples(room, rule, target):
                    if candidate and candidate not in seen and len(seen) < MOST:
                        seen.add(candidate)
                        new.append(candidate)
                        kinds.add(rule.why)
        for candidate in new:
            enter(basis, dict(candidate.terms))
        if not reduced(basis, dict(poly.terms)):
            return " and ".join(sorted(kinds))
        waiting = list(dict.fromkeys(d for c in new for d in c.terms if d not in tried))
        if not waiting or len(seen) >= MOST:
            return None
    return None


def multiples(room: Room, rule: Rule, target: Diagram) -> Iterable[Poly]:
    """The multiples of a relation in which a target occurs."""
    for lead in rule.poly.terms:
        for found in occurrences(room, rule, lead, target):
            room.count(5)
            yield multiple(room, rule, found)


def multiple(room: Room, rule: Rule, found: Occurrence) -> Poly:
    """A relation at some letters, times what is left of a target."""
    bound = {var: fresh(var.size) for var in found.bound}
    names = {var: Index(letter) for var, letter in bound.items()}
    rest = closed(room, Term(ONE, (), put(found.rest, names)))
    at = {v: exchange(i, names) for v, i in found.letters.items()}
    poly = times(room, substitute(room, rule.poly, at), rest)
    for letter in bound.values():
        poly = bind(room, poly, letter)
    return poly


def exchange(index: Index, names: dict[Var, Index]) -> Index:
    """An index with a letter for its variable."""
    if index.var is None or index.var not in names:
        return index
    return Index(names[index.var].var, index.shift)


def enter(basis: dict[Diagram, Row], row: Row) -> None:
    """Adds a row to a basis in echelon form."""
    row = reduced(basis, row)
    if row:
        pivot = next(iter(row))
        basis[pivot] = {d: v / row[pivot] for d, v in row.items()}


def reduced(basis: dict[Diagram, Row], row: Row) -> Row:
    """What is left of a row, from which multiples of the basis are taken away."""
    row = dict(row)
    while True:
        pivot = next((d for d in row if d in basis), None)
        if pivot is None:
            return row
        many = row[pivot]
        for diagram, value in basis[pivot].items():
            row[diagram] = row.get(diagram, Fraction(0)) - many * value
            if not row[diagram]:
                del row[diagram]


__all__ = ["Place", "free_letters"]
