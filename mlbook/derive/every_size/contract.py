"""Rules of one product: equal factors, Kronecker deltas, variables that nothing uses.

Each is an equality of numbers at every tuple of sizes, wherever all factors are defined.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from ..names import outcomes
from .algebra import Room, in_place, made, rule, with_letters
from .diagrams import ONE, Factor, Head, Term, occurring, put
from .indices import ONE_SIZE, Index, Linear, Var, constant, key, length, linear, moved, whole
from .known import difference
from .labels import factor_key, straight

IDEMPOTENT = {"delta", "le", "map", "step"}
DELTA, LE = Head("delta", even=0), Head("le")


def delta(left: Index, right: Index) -> Factor:
    """1 where two indices are equal, else 0."""
    return Factor(DELTA, (left, right))


def at_most(left: Index, right: Index) -> Factor:
    """1 where an index is at most another one, else 0."""
    return Factor(LE, (left, right))


def size_factors(coefficient: Fraction, shift: Linear) -> list[tuple[Fraction, tuple[Factor, ...]]]:
    """A constant as a sum of numbers times sizes."""
    return [
        (coefficient * many, (Factor(Head("size", size)),) if size != ONE_SIZE else ())
        for size, many in shift
    ]


@rule
def tidy(room: Room, term: Term) -> list[Term] | None:
    """Equal factors as one power; an indicator is its own square."""
    powers: Counter[tuple[Head, tuple[Index, ...]]] = Counter()
    for factor in map(straight, term.factors):
        powers[factor.head, factor.slots] += factor.power  # type: ignore[assignment]
    factors = [
        Factor(head, slots, ONE if head.kind in IDEMPOTENT else Fraction(power))
        for (head, slots), power in powers.items()
        if power
    ]
    found = tuple(sorted(factors, key=factor_key))
    return None if found == term.factors else [term._replace(factors=found)]


@rule
def roots(room: Room, term: Term) -> list[Term] | None:
    """The whole part of a power of a prime is a number."""
    for factor in term.factors:
        whole_part = factor.power.numerator // factor.power.denominator
        if factor.head.kind == "num" and whole_part:
            number = Fraction(int(factor.head.label)) ** whole_part
            less = factor._replace(power=factor.power - whole_part)
            rest = tuple(f for f in term.factors if f is not factor)
            rest += (less,) if less.power else ()
            return [Term(term.coefficient * number, term.bound, rest)]
    return None


@rule
def deltas(room: Room, term: Term) -> list[Term] | None:
    """A delta is 1 or 0 where that is known; else it removes a variable."""
    for factor in term.factors:
        if factor.head.kind != "delta":
            continue
        left, right = factor.slots
        gap = difference(left, right)
        rest = tuple(other for other in term.factors if other is not factor)
        if not gap:
            return [term._replace(factors=rest)]
        if room.known.differ(left, right):
            return []
        for one, other in ((left, right), (right, left)):
            if one.var in term.bound and one.var != other.var:
                return [bound_away(room, term, rest, one, other)]
        exchanged = same_letter(term, factor, rest)
        if exchanged:
            return [exchanged]
    return None


def bound_away(room: Room, term: Term, rest: tuple[Factor, ...], one: Index, other: Index) -> Term:
    """A sum over j of terms with [j + s = t]: the term at j = t - s, if that is in the range."""
    var = one.var
    assert var is not None
    value = moved(other, one.shift, -1)
    if other.var in term.bound and not room.known.inside(value, var.size):
        back = moved(one, other.shift, -1)
        assert other.var is not None
        if room.known.inside(back, other.var.size):
            var, value = other.var, back
    bound = tuple(v for v in term.bound if v != var)
    factors = put(rest, {var: value})
    if not room.known.inside(value, var.size):
        factors += at_most(constant(1), value), at_most(value, Index(None, length(var.size)))
    return Term(term.coefficient, bound, factors)


def same_letter(term: Term, factor: Factor, rest: tuple[Factor, ...]) -> Term | None:
    """Beside [l = j] with free letters, every l is written j, where that changes anything."""
    low, high = sorted(factor.slots, key=key)
    if high.var is None or high.var == low.var:
        return None
    values = {high.var: moved(low, high.shift, -1)}
    if low.var is not None and high.var.size != low.var.size:
        return None
    changed = put(rest, values)
    return None if changed == rest else term._replace(factors=(*changed, factor))


@rule
def orders(room: Room, term: Term) -> list[Term] | None:
    """[a <= b] is 1 or 0 where that is known; what can be written with less is."""
    for factor in term.factors:
        if factor.head.kind == "le":
            rest = tuple(other for other in term.factors if other is not factor)
            found = of_order(room, term._replace(factors=rest), *factor.slots)
            if found is not None:
                return found
    return None


def of_order(room: Room, rest: Term, left: Index, right: Index) -> list[Term] | None:
    """The products that [left <= right] times the rest is."""
    if room.known.at_most(left, right):
        return [rest]
    if room.known.at_most(moved(right, ((ONE_SIZE, 1),)), left):
        return []
    if left.var is None and right.var is not None:  # [c <= j] = 1 - [j <= c - 1]
        bound = moved(left, ((ONE_SIZE, -1),))
        return [rest, negative(with_factor(rest, at_most(right, bound)))]
    if left.shift and left.var is not None:
        left, right = Index(left.var), moved(right, left.shift, -1)
        return [with_factor(rest, at_most(left, right))]
    steps = dict(right.shift).get(ONE_SIZE, 0)
    sizes = linear({s: m for s, m in right.shift if s != ONE_SIZE})
    start = Index(right.var, sizes)
    if left.var is None or (right.var is None and not sizes):
        return up_to_number(room, rest, left, steps) if left.var is not None else None
    if steps:  # [i <= j + 2] = [i <= j] + [i = j + 1] + [i = j + 2]
        sign = 1 if steps > 0 else -1
        between = range(1, steps + 1) if steps > 0 else range(steps + 1, 1)
        gaps = (
            with_factor(rest, delta(left, moved(start, linear({ONE_SIZE: k})))) for k in between
        )
        found = [gap if sign > 0 else negative(gap) for gap in gaps]
        return [with_factor(rest, at_most(left, start)), *found]
    return narrowed(room, rest, left, right)


def up_to_number(room: Room, rest: Term, left: Index, last: int) -> list[Term]:
    """[j <= 3] = [j = 1] + [j = 2] + [j = 3], for what runs from 1."""
    return [with_factor(rest, delta(left, constant(k))) for k in range(1, last + 1)]


def narrowed(room: Room, rest: Term, left: Index, right: Index) -> list[Term] | None:
    """The sum over j in 1, ..., d of terms with [j <= q] runs to q, if q is at most d."""
    if right.var is not None or left.var not in rest.bound or len(right.shift) != 1:
        return None
    (size, many), var = right.shift[0], left.var
    assert var is not None
    if many != 1 or not room.known.at_most(right, Index(None, length(var.size))):
        return None
    new = Var(var.name, size)
    bound = tuple(new if v == var else v for v in rest.bound)
    return [Term(rest.coefficient, bound, put(rest.factors, {var: Index(new)}))]


def with_factor(term: Term, factor: Factor) -> Term:
    """A product with one more factor."""
    return term._replace(factors=(*term.factors, factor))


def negative(term: Term) -> Term:
    """A product with the other sign."""
    return term._replace(coefficient=-term.coefficient)


@rule
def again(room: Room, term: Term) -> list[Term] | None:
    """A function whose slots are not distinct variables any more is made again."""
    for factor in term.factors:
        head = factor.head
        slots = factor.slots[head.own :]
        plain = [slot.var.size if slot.var and not slot.shift else "" for slot in slots]
        if head.inside and (tuple(plain) != head.takes or len(set(slots)) < len(slots)):
            lettered, back = with_letters(factor, term.bound)
            return in_place(term, factor, made(room, lettered), back)
    return None


@rule
def multiplied_out(room: Room, term: Term) -> list[Term] | None:
    """A power of a sum that is at least 1, and an even power of a modulus, are multiplied out."""
    for factor in term.factors:
        if (factor.head.kind == "pow" and factor.power >= 1) or (
            factor.head.kind == "mod" and factor.power >= 2
        ):
            lettered, back = with_letters(factor, term.bound)
            return in_place(term, factor, made(room, lettered), back)
    return None


@rule
def labels(room: Room, term: Term) -> list[Term] | None:
    """An index map has one value: [q_i = l][q_i = m] = [q_i = l][l = m]."""
    seen: dict[tuple[str, tuple[Index, ...]], tuple[Index, Factor]] = {}
    for factor in term.factors:
        if factor.head.kind == "map":
            *family, value = factor.slots
            asked = factor.head.label, tuple(family)
            if asked in seen:
                rest = tuple(other for other in term.factors if other is not factor)
                return [term._replace(factors=(*rest, delta(seen[asked][0], value)))]
            seen[asked] = value, factor
    return None


@rule
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
    if plain and head.kind == "at":  # 1 + 2 + ... + n = n(n + 1)/2
        size = Factor(Head("size", var.size))
        half = Fraction(1, 2) * rest.coefficient
        squared = (*others.factors, size._replace(power=Fraction(2)))
        return [
            Term(half, rest.bound, squared),
            Term(half, rest.bound, (*others.factors, size)),
        ]
    return None


@rule
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
    if place not in {row, column} or one.slots[place] != Index(Var(var.name, ranges[place])):
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


def same_length(room: Room, one: str, other: str) -> bool:
    """Whether two sizes are known to be equal."""
    a, b = Index(None, length(one)), Index(None, length(other))
    return room.known.at_most(a, b) and room.known.at_most(b, a)


@rule
def shifted(room: Room, term: Term) -> list[Term] | None:
    """Σ f(i + 1) over i = 1, ..., n is Σ f(i) - f(1) + f(n + 1), and so on: the least step is 0."""
    for var in term.bound:
        users = [slot for f in term.factors for slot in f.slots if slot.var == var]
        steps = [whole(slot.shift) for slot in users]
        if not users or None in steps or 0 in steps:
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
