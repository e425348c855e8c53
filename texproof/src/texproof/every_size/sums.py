"""Rules of one product that is summed over a variable: sizes, orthonormal columns, steps."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from ..names import outcomes
from .algebra import Room, closed, in_place, total, with_letters
from .contract import delta
from .diagrams import ONE, Factor, Head, Term, occurring, put
from .indices import ONE_SIZE, Index, Linear, Var, constant, length, linear, moved, whole
from .powers import raised


def size_factors(coefficient: Fraction, shift: Linear) -> list[tuple[Fraction, tuple[Factor, ...]]]:
    """A constant as a sum of numbers times sizes."""
    return [
        (coefficient * many, (Factor(Head("size", size)),) if size != ONE_SIZE else ())
        for size, many in shift
    ]


def numbers(room: Room, term: Term) -> list[Term] | None:
    """The number that the index j + 2 is: that of j, and 2."""
    for factor in term.factors:
        if factor.head.kind == "at" and not factor.slots[0].is_plain:
            lettered, back = with_letters(factor, term.bound)
            ((var, shift, minus),) = lettered.slots
            found = [
                closed(room, Term(number, (), sizes)) for number, sizes in size_factors(ONE, shift)
            ]
            if var is not None:
                plain = lettered._replace(slots=(Index(var),), power=ONE)
                found.append(closed(room, Term(-ONE if minus else ONE, (), (plain,))))
            return in_place(term, factor, raised(room, total(found), factor.power), back)
    return None


def unused(room: Room, term: Term) -> list[Term] | None:
    """The sum of 1 is a size; chances and the values of an index map sum to 1."""
    many = Counter(occurring(term.factors))
    for var in term.bound:
        rest = term._replace(bound=tuple(v for v in term.bound if v != var))
        if not many[var]:
            return [
                Term(coefficient, rest.bound, (*rest.factors, *factors))
                for coefficient, factors in size_factors(rest.coefficient, length(var.size))
            ]
        if many[var] == 1:
            found = summed(room, rest, var)
            if found is not None:
                return found
    return None


def summed(room: Room, rest: Term, var: Var) -> list[Term] | None:
    """A sum over all values of what occurs in one factor only."""
    (factor,) = (f for f in rest.factors if any(slot.var == var for slot in f.slots))
    others = rest._replace(factors=tuple(f for f in rest.factors if f is not factor))
    plain = factor.slots[-1] == Index(var) and factor.power == 1
    head = factor.head
    if plain and head.kind == "chance" and outcomes(head.label)[1] == var.size:
        return [others]
    if plain and head.kind == "map" and room.names[head.label].shape[0] == var.size:
        return [others]
    if head.kind == "le":
        return length_of_part(room, others, factor, var)
    if plain and head.kind == "at":  # 1 + 2 + ... + n = n(n + 1)/2
        size = Factor(Head("size", var.size))
        half = Fraction(1, 2) * rest.coefficient
        squared = (*others.factors, size._replace(power=Fraction(2)))
        return [
            Term(half, rest.bound, squared),
            Term(half, rest.bound, (*others.factors, size)),
        ]
    return None


def length_of_part(room: Room, others: Term, factor: Factor, var: Var) -> list[Term] | None:
    """[1 <= t] + ... + [n <= t] = t, and [t <= 1] + ... + [t <= n] = n + 1 - t."""
    left, right = factor.slots
    at_start = left == Index(var)
    end = right if at_start else moved(left, ((ONE_SIZE, -1),))  # so many are at most t, or not
    last = Index(None, length(var.size))
    if not at_start and right != Index(var):
        return None
    if not is_end(room, end, last):
        return None
    part = others._replace(factors=(*others.factors, Factor(Head("at"), (end,))))
    if at_start:
        return [part]
    whole_ = others._replace(factors=(*others.factors, Factor(Head("at"), (last,))))
    return [whole_, part._replace(coefficient=-part.coefficient)]


def is_end(room: Room, end: Index, last: Index) -> bool:
    """Whether a part of a range is known to end within it, or to be empty."""
    return room.known.at_most(constant(0), end) and room.known.at_most(end, last)


def orthonormal(room: Room, term: Term) -> list[Term] | None:
    """Products of orthonormal columns, summed over all rows, are deltas; so for a square's rows."""
    for var in term.bound:
        users = [f for f in term.factors if any(slot.var == var for slot in f.slots)]
        pair = [users[0], users[0]] if len(users) == 1 and users[0].power == 2 else users
        if len(pair) != 2 or pair[0].head != pair[1].head or pair[0].head.kind != "name":
            continue
        if len(users) == 2 and any(f.power != 1 for f in users):
            continue
        found = contracted(room, pair[0], pair[1], var)
        if found is not None:
            bound = tuple(v for v in term.bound if v != var)
            rest = tuple(f for f in term.factors if f not in users)
            return [Term(term.coefficient, bound, (*rest, *found))]
    return None


def contracted(room: Room, one: Factor, other: Factor, var: Var) -> tuple[Factor, ...] | None:
    """The deltas that a sum over products of two orthonormal entries is, or None."""
    name = room.names[one.head.label]
    if "orthonormal" not in name.facts:
        return None
    places = [k for k, slot in enumerate(one.slots) if slot.var == var]
    if len(places) != 1 or other.slots[places[0]] != one.slots[places[0]]:
        return None
    (place,) = places
    vector = name.kind == "vector"
    family = [size for _, size in name.range]
    ranges = [*family, str(name.shape[0])] if vector else [*family, *map(str, name.shape)]
    row = len(ranges) - (1 if vector else 2)
    column = 0 if vector else row + 1
    if place not in {row, column} or not is_whole_range(one.slots[place], ranges[place]):
        return None
    if place == column and not same_length(room, ranges[row], ranges[column]):
        return None
    rest = [k for k in range(len(ranges)) if k not in {row, column}]
    if any(one.slots[k] != other.slots[k] for k in rest):
        return None
    if not all(
        room.known.inside(f.slots[k], size) for f in (one, other) for k, size in enumerate(ranges)
    ):
        return None
    left = row + column - place
    return (delta(one.slots[left], other.slots[left]),)


def is_whole_range(slot: Index, size: str) -> bool:
    """Whether an index takes every value that there is."""
    return slot.is_plain and slot.var is not None and slot.var.size == size


def same_length(room: Room, one: str, other: str) -> bool:
    """Whether two sizes are known to be equal."""
    a, b = Index(None, length(one)), Index(None, length(other))
    return room.known.at_most(a, b) and room.known.at_most(b, a)


def shifted(room: Room, term: Term) -> list[Term] | None:
    """Σ f(i + 1) over i = 1, ..., n is Σ f(i) - f(1) + f(n + 1), and so on: the least step is 0."""
    for var in term.bound:
        steps = {s for f in term.factors if f.head.kind != "at" for s in steps_of(f, var)}
        if not steps or None in steps or 0 in steps:
            continue
        step = min((s for s in steps if s is not None), key=lambda s: (abs(s), s))
        sign = 1 if step > 0 else -1
        whole_sum = put(term.factors, {var: Index(var, linear({ONE_SIZE: -sign}))})
        ends = constant(1 if sign > 0 else 0), Index(None, length(var.size))
        if sign > 0:
            ends = constant(1), moved(ends[1], ((ONE_SIZE, 1),))
        bound = tuple(v for v in term.bound if v != var)
        first = put(whole_sum, {var: ends[0]})
        last = put(whole_sum, {var: ends[1]})
        return [
            term._replace(factors=whole_sum),
            Term(-sign * term.coefficient, bound, first),
            Term(sign * term.coefficient, bound, last),
        ]
    return None


def steps_of(factor: Factor, var: Var) -> set[int | None]:
    """How far from a variable the members are that a factor reads, in templates too."""
    found: set[int | None] = set()
    for k, slot in enumerate(factor.slots):
        if slot.var != var:
            continue
        inner = Var(f"#{k - factor.head.own}", var.size)
        parts = [f for poly in factor.head.inside for d in poly.terms for f in d.factors]
        deeper = {s for part in parts for s in steps_of(part, inner)} or {0}
        here = None if slot.minus else whole(slot.shift)
        found |= {None if here is None or more is None else here + more for more in deeper}
    return found
