"""Where a diagram occurs in another one, and whether a polynomial is a combination of relations.

Relations are multiplied by what is left of a diagram and added with rational coefficients; the rest
is linear algebra over the fractions.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ..limits import MOST_CHOICES, MOST_REWRITTEN, MOST_ROUNDS
from .diagrams import (
    ONE,
    Diagram,
    Factor,
    Head,
    Poly,
    Ring,
    Term,
    bind,
    canonical_diagram,
    letters_of,
    normal_form,
    slot_variables,
    substitute,
    substituted_index,
    substituted_slots,
    times,
)
from .indices import Index, Var, fresh_variable, solve_for_variable
from .signs import POSITIVE, sign_of_base

# --------------------------------------------------------------------------------------------------
# Sub-diagrams: where a diagram of a relation occurs in another one, and what is left of that.

Found = dict[Var, Index]


@dataclass(frozen=True)
class VanishingPoly:
    """A polynomial that is 0 for all values of its pattern letters; why tells where it is from."""

    poly: Poly
    pattern: frozenset[Var]
    why: str


@dataclass(frozen=True)
class Occurrence:
    """Where a diagram occurs: its letters, what is left, and the sums that are left."""

    letters: Found
    rest: tuple[Factor, ...]
    bound: tuple[Var, ...]


def occurrences(
    ring: Ring, rule: VanishingPoly, lead: Diagram, target: Diagram
) -> Iterator[Occurrence]:
    """All places where the lead of a rule occurs in a target, with what is left of the target.

    A factor of the lead that is always above 0 need not occur, because the target may be multiplied
    and divided by it. What is left of the target is then divided by that factor.
    """
    units = [f for f in lead.factors if not is_needed(ring, f, lead)]
    needed = [f for f in lead.factors if f not in units]
    if not needed:
        return
    own = rule.pattern | set(lead.bound)
    for letters, rest in embeddings(needed, target.factors, {}, own):
        for full in complete_match(ring, rule, lead, target, letters):
            spread = [
                f._replace(slots=tuple(substituted_index(s, full) for s in f.slots)) for f in units
            ]
            left = divide_factors(rest, spread)
            gone = {i.var for var, i in full.items() if var in lead.bound}
            if gone & set(slot_variables(left)) or not is_valid_match(ring, lead, target, full):
                continue
            if any(v in gone for var, i in full.items() if var in rule.pattern
                   for v in [i.var] if v is not None):  # fmt: skip
                continue
            bound = tuple(var for var in target.bound if var not in gone)
            yield Occurrence({v: i for v, i in full.items() if v in rule.pattern}, left, bound)


def is_needed(ring: Ring, factor: Factor, lead: Diagram) -> bool:
    """Whether a factor must occur: it may be 0, or is summed over."""
    summed = any(var in lead.bound for var in slot_variables([factor]))
    return (
        summed or sign_of_base(ring, factor) != POSITIVE or factor.head.kind not in {"size", "name"}
    )


def embeddings(
    needed: list[Factor], there: tuple[Factor, ...], letters: Found, own: frozenset[Var] | set[Var]
) -> Iterator[tuple[Found, tuple[Factor, ...]]]:
    """(letters and bound variables, what is left) for each way to find factors among others."""
    if not needed:
        yield letters, there
        return
    first, *rest = needed
    for k, factor in enumerate(there):
        if factor.head != first.head or not contains_power(factor.power, first.power):
            continue
        left = factor._replace(power=factor.power - first.power)
        others = (*there[:k], *([left] if left.power else []), *there[k + 1 :])
        for slots in slot_orders(first):
            one = unify(slots, factor.slots, letters, own)
            if one is not None:
                yield from embeddings(rest, others, one, own)


def contains_power(there: Fraction, wanted: Fraction) -> bool:
    """Whether a power contains another one."""
    if there == wanted:
        return True
    whole = (there - wanted).denominator == 1
    return whole and (there > wanted > 0 or there < wanted < 0)


def slot_orders(factor: Factor) -> list[tuple[Index, ...]]:
    """The slots of a factor, in each order in which they mean the same."""
    even, slots = factor.head.even, factor.slots
    if even < 0 or slots[even] == slots[even + 1]:
        return [slots]
    other = (*slots[:even], slots[even + 1], slots[even], *slots[even + 2 :])
    return [slots, other]


def unify(
    pattern: tuple[Index, ...], slots: tuple[Index, ...], letters: Found,
    own: frozenset[Var] | set[Var],
) -> Found | None:  # fmt: skip
    """What the letters of a pattern are, so that its slots are these; None if they cannot be."""
    letters = dict(letters)
    for wanted, there in zip(pattern, slots, strict=True):
        if wanted.var not in own or wanted.var is None:
            if wanted != there:
                return None
            continue
        value = solve_for_variable(wanted, there)
        if letters.setdefault(wanted.var, value) != value:
            return None
    return letters


def is_valid_match(ring: Ring, lead: Diagram, target: Diagram, letters: Found) -> bool:
    """Whether bound variables are whole sums of the target, one for each, and letters in range."""
    sums = [letters[var] for var in lead.bound if var in letters]
    if len(sums) != len(lead.bound) or len(set(sums)) < len(sums):
        return False
    for var, index in letters.items():
        if var in lead.bound:
            plain = index.is_plain and index.var in target.bound
            if not plain or index.var is None or index.var.size != var.size:
                return False
        elif not ring.known.inside(index, var.size):
            return False
    return True


def complete_match(
    ring: Ring, rule: VanishingPoly, lead: Diagram, target: Diagram, letters: Found
) -> Iterator[Found]:
    """Choices for letters of a rule that its lead does not hold: variables of the target."""
    missing = [v for v in sorted(rule.pattern, key=str)
               if v not in letters and v in set(letters_of(rule.poly))]  # fmt: skip
    if not missing:
        yield letters
        return
    every = list(dict.fromkeys(slot_variables(target.factors)))
    choices = [[v for v in every if v.size == one.size] for one in missing]
    for chosen in itertools.islice(itertools.product(*choices), MOST_CHOICES):
        yield {**letters, **{m: Index(v) for m, v in zip(missing, chosen, strict=True)}}


def divide_factors(factors: tuple[Factor, ...], by: list[Factor]) -> tuple[Factor, ...]:
    """A product divided by factors that are above 0."""
    return (*factors, *(f._replace(power=-f.power) for f in by))


# --------------------------------------------------------------------------------------------------
# Linear algebra over the fractions: what is a combination of multiples of relations.


Row = dict[Diagram, Fraction]


def is_combination(ring: Ring, poly: Poly, rules: Sequence[VanishingPoly]) -> str | None:
    """Whether a polynomial is a combination of multiples of relations, and of which kinds.

    The multiples are products with rational coefficients and powers of what is above 0, so that
    nothing is ever divided by what may vanish.
    """
    basis: dict[Diagram, Row] = {}
    seen, tried = set[Poly](), set[Diagram]()
    waiting = list(poly.terms)
    made = set[tuple[int, Diagram]]()
    kinds: set[str] = set()
    for _ in range(MOST_ROUNDS):
        new: list[Poly] = []
        for target in waiting:
            tried.add(target)
            for k, rule in enumerate(rules):
                for candidate in multiples(ring, rule, target, k, made):
                    if candidate and candidate not in seen and len(seen) < MOST_REWRITTEN:
                        seen.add(candidate)
                        new.append(candidate)
                        kinds.add(rule.why)
        for candidate in new:
            add_to_basis(basis, dict(candidate.terms))
        if not reduce_row(basis, dict(poly.terms)):
            return " and ".join(sorted(kinds))
        waiting = list(dict.fromkeys(d for c in new for d in c.terms if d not in tried))
        if not waiting or len(seen) >= MOST_REWRITTEN:
            return None
    return None


def multiples(
    ring: Ring, rule: VanishingPoly, target: Diagram, which: int, made: set[tuple[int, Diagram]]
) -> Iterable[Poly]:
    """The multiples of a relation in which a target occurs, that were not made before."""
    for lead in rule.poly.terms:
        for occurrence in occurrences(ring, rule, lead, target):
            ring.count()
            made_of = which, cofactor(occurrence)
            if made_of not in made:
                made.add(made_of)
                ring.count(4)
                yield multiple_of_rule(ring, rule, occurrence)


def cofactor(occurrence: Occurrence) -> Diagram:
    """What a relation is multiplied by, and at which letters, up to the names of variables."""
    letters = sorted(occurrence.letters.items(), key=str)
    mark = Factor(Head("letters"), tuple(index for _, index in letters))
    return canonical_diagram(occurrence.bound, (*occurrence.rest, mark))


def multiple_of_rule(ring: Ring, rule: VanishingPoly, occurrence: Occurrence) -> Poly:
    """A relation at some letters, times what is left of a target."""
    bound = {var: fresh_variable(var.size) for var in occurrence.bound}
    names = {var: Index(letter) for var, letter in bound.items()}
    rest = normal_form(ring, Term(ONE, (), substituted_slots(occurrence.rest, names)))
    at = {v: substituted_index(i, names) for v, i in occurrence.letters.items()}
    poly = times(ring, substitute(ring, rule.poly, at), rest)
    for letter in bound.values():
        poly = bind(ring, poly, letter)
    return poly


def add_to_basis(basis: dict[Diagram, Row], row: Row) -> None:
    """Adds a row to a basis in echelon form."""
    row = reduce_row(basis, row)
    if row:
        pivot = next(iter(row))
        basis[pivot] = {d: v / row[pivot] for d, v in row.items()}


def reduce_row(basis: dict[Diagram, Row], row: Row) -> Row:
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
