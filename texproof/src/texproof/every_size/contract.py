"""Rules of one product: equal factors, Kronecker deltas, variables that nothing uses.

Each is an equality of numbers at every tuple of sizes, wherever all factors are defined.
"""

from __future__ import annotations

from fractions import Fraction

from .algebra import Room, in_place, made, with_letters
from .diagrams import ONE, Factor, Head, Term, put
from .indices import Index, constant, key, length, solved
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


def tidy(room: Room, term: Term) -> list[Term] | None:
    """Equal factors as one power; an indicator is its own square."""
    powers: dict[tuple[Head, tuple[Index, ...]], Fraction] = {}
    for head, slots, power in map(straight, term.factors):
        powers[head, slots] = powers.get((head, slots), Fraction(0)) + power
    factors = [
        Factor(head, slots, ONE if is_idempotent(room, head, power) else left)
        for (head, slots), power in powers.items()
        if (left := power % 2 if is_sign(head) else power)
    ]
    found = tuple(sorted(factors, key=factor_key))
    return None if found == term.factors else [term._replace(factors=found)]


def is_sign(head: Head) -> bool:
    """Whether a factor is (-1)^k."""
    return head.kind == "up" and head.inside[0].number == -1


def is_idempotent(room: Room, head: Head, power: Fraction) -> bool:
    """Whether a power of a factor is the factor: that of an indicator, or of what is 0 or 1."""
    binary = head.kind == "name" and "binary" in room.names[head.label].facts and power > 0
    return binary or head.kind in IDEMPOTENT


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
        if left.minus:  # [n - j = t] = [j = n - t]
            return [term._replace(factors=(*rest, delta(Index(left.var), solved(left, right))))]
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
    value = solved(one, other)
    if other.var in term.bound and not room.known.inside(value, var.size):
        back = solved(other, one)
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
    values = {high.var: solved(high, low)}
    if low.var is not None and high.var.size != low.var.size:
        return None
    changed = put(rest, values)
    return None if changed == rest else term._replace(factors=(*changed, factor))


def again(room: Room, term: Term) -> list[Term] | None:
    """A function whose slots are not distinct variables any more is made again."""
    for factor in term.factors:
        head = factor.head
        slots = factor.slots[head.own :]
        plain = [slot.var.size if slot.var and slot.is_plain else "" for slot in slots]
        if head.inside and (tuple(plain) != head.takes or len(set(slots)) < len(slots)):
            lettered, back = with_letters(factor, term.bound)
            return in_place(term, factor, made(room, lettered), back)
    return None


def multiplied_out(room: Room, term: Term) -> list[Term] | None:
    """A power of a sum that is at least 1, and an even power of a modulus, are multiplied out."""
    for factor in term.factors:
        if (factor.head.kind == "pow" and factor.power >= 1) or (
            factor.head.kind == "mod" and factor.power >= 2
        ):
            lettered, back = with_letters(factor, term.bound)
            return in_place(term, factor, made(room, lettered), back)
    return None


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


def last_label(room: Room, term: Term) -> list[Term] | None:
    """Of a fixed number of labels one is had: [q_i = 2] = 1 - [q_i = 1] where there are two."""
    for factor in term.factors:
        if factor.head.kind != "map":
            continue
        size, value = room.names[factor.head.label].shape[0], factor.slots[-1]
        if str(size).isdigit() and value == constant(int(size)):
            rest = term._replace(factors=tuple(f for f in term.factors if f is not factor))
            others = [
                rest._replace(
                    coefficient=-rest.coefficient,
                    factors=(
                        *rest.factors,
                        factor._replace(slots=(*factor.slots[:-1], constant(k))),
                    ),
                )
                for k in range(1, int(size))
            ]
            return [rest, *others]
    return None
