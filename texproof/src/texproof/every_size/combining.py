"""Linear algebra over the fractions: what is a combination of multiples of relations."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from .algebra import Room, bind, closed, substitute, times
from .diagrams import ONE, Diagram, Factor, Head, Poly, Term, exchanged, put
from .indices import Index, fresh
from .labels import labelled
from .matching import Occurrence, Rule, occurrences

ROUNDS, MOST = 4, 600


Row = dict[Diagram, Fraction]


def is_combination(room: Room, poly: Poly, rules: Sequence[Rule]) -> str | None:
    """Whether a polynomial is a combination of multiples of relations, and of which kinds.

    The multiples are products with rational coefficients and powers of what is above 0, so that
    nothing is ever divided by what may vanish.
    """
    basis: dict[Diagram, Row] = {}
    seen, tried = set[Poly](), set[Diagram]()
    waiting = list(poly.terms)
    made = set[tuple[int, Diagram]]()
    kinds: set[str] = set()
    for _ in range(ROUNDS):
        new: list[Poly] = []
        for target in waiting:
            tried.add(target)
            for k, rule in enumerate(rules):
                for candidate in multiples(room, rule, target, k, made):
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


def multiples(
    room: Room, rule: Rule, target: Diagram, which: int, made: set[tuple[int, Diagram]]
) -> Iterable[Poly]:
    """The multiples of a relation in which a target occurs, that were not made before."""
    for lead in rule.poly.terms:
        for found in occurrences(room, rule, lead, target):
            room.count()
            asked = which, cofactor(found)
            if asked not in made:
                made.add(asked)
                room.count(4)
                yield multiple(room, rule, found)


def cofactor(found: Occurrence) -> Diagram:
    """What a relation is multiplied by, and at which letters, up to the names of variables."""
    letters = sorted(found.letters.items(), key=str)
    mark = Factor(Head("letters"), tuple(index for _, index in letters))
    return labelled(found.bound, (*found.rest, mark))


def multiple(room: Room, rule: Rule, found: Occurrence) -> Poly:
    """A relation at some letters, times what is left of a target."""
    bound = {var: fresh(var.size) for var in found.bound}
    names = {var: Index(letter) for var, letter in bound.items()}
    rest = closed(room, Term(ONE, (), put(found.rest, names)))
    at = {v: exchanged(i, names) for v, i in found.letters.items()}
    poly = times(room, substitute(room, rule.poly, at), rest)
    for letter in bound.values():
        poly = bind(room, poly, letter)
    return poly


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
