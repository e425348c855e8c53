"""What is positive, or not negative, by the look of a polynomial: its facts and even powers."""

from __future__ import annotations

import math
from fractions import Fraction

from .algebra import Room, closed, opened, with_letters
from .curvature import is_curvature
from .diagrams import ONE, Diagram, Factor, Poly, Term, occurring, put
from .indices import ONE_SIZE, Index
from .known import Form
from .linear_forms import is_of_sizes, key_of

POSITIVE, NONNEGATIVE, ANY = 2, 1, 0
PARTS = {"share", "inside", "unit", "binary"}  # facts of numbers from 0 to 1
ALWAYS = dict.fromkeys(("size", "chance", "exp", "at", "pi", "fact"), POSITIVE)
ALWAYS |= dict.fromkeys(("mod", "delta", "le", "map", "step", "spectral"), NONNEGATIVE)


def of_factor(room: Room, factor: Factor) -> int:
    """Whether a factor, with its power, is positive or not negative."""
    found = of_base(room, factor)
    even = factor.power.denominator == 1 and factor.power % 2 == 0
    if found == POSITIVE or (found == NONNEGATIVE and factor.power > 0):
        return found
    if factor.power.denominator % 2 == 0:  # a root is defined only where it is not negative
        return NONNEGATIVE if factor.power > 0 else POSITIVE
    if factor.power < 0 and (even or found == NONNEGATIVE):  # it is defined, so it is not 0
        return POSITIVE
    return NONNEGATIVE if even else ANY


def of_base(room: Room, factor: Factor) -> int:
    """The sign of what a factor is a power of."""
    kind = factor.head.kind
    if kind in ALWAYS:
        return ALWAYS[kind]
    if kind == "name":
        name = room.names[factor.head.label]
        facts = name.facts
        ranges = [size for _, size in name.range]
        ranges += [str(name.shape[0])] if name.kind == "vector" else []
        there = all(
            room.known.inside(slot, size) for slot, size in zip(factor.slots, ranges, strict=False)
        )
        if there and "psd" in facts and factor.slots[-1] == factor.slots[-2]:
            return POSITIVE if "posdef" in facts else NONNEGATIVE
        if not there or name.kind not in {"scalar", "vector"}:
            return ANY
        return (
            POSITIVE if facts & {"positive", "share", "inside"}
            else NONNEGATIVE if facts & {"nonnegative", "binary"} else ANY
        )  # fmt: skip
    if kind in {"pow", "prod"}:
        summed = [var for var in occurring([factor]) if isinstance(var.name, int)]
        (inside,), _ = opened(room, with_letters(factor, summed)[0])
        return of_poly(room, inside)
    if kind == "call" and is_curvature(room, factor.head):
        return NONNEGATIVE
    return POSITIVE if kind == "num" else ANY


def of_diagram(room: Room, diagram: Diagram) -> int:
    """The sign of a diagram: a sum over what is positive is so, since sizes are at least 1."""
    return min((of_factor(room, factor) for factor in diagram.factors), default=POSITIVE)


def of_poly(room: Room, poly: Poly) -> int:
    """The sign of a sum, where all its terms agree."""
    if not poly:
        return NONNEGATIVE
    if is_of_sizes(poly):
        return of_sizes(room, poly)
    terms, gap = without_pairs(room, dict(poly.terms))
    found = [
        of_diagram(room, diagram) if value > 0 else ANY - 1 for diagram, value in terms.items()
    ]
    return ANY if min(found, default=gap) <= ANY else max([gap, *found])


def without_pairs(
    room: Room, terms: dict[Diagram, Fraction]
) -> tuple[dict[Diagram, Fraction], int]:
    """Terms without pairs of which one is known to be at most the other, and the pairs' sign."""
    found = NONNEGATIVE
    for low in [diagram for diagram, value in terms.items() if value < 0]:
        for high in [diagram for diagram, value in terms.items() if value > 0]:
            if terms[low] < 0 < terms[high] and (sign := of_pair(room, high, low)) > ANY:
                many = min(-terms[low], terms[high])
                terms[low] += many
                terms[high] -= many
                found = max(found, sign)
    return {diagram: value for diagram, value in terms.items() if value}, found


def of_pair(room: Room, high: Diagram, low: Diagram) -> int:
    """The sign of one diagram less another one, if it is known."""
    if is_falling(room, high, low) or is_member(room, high, low):
        return NONNEGATIVE
    return of_rest(room, high, low)


def of_rest(room: Room, high: Diagram, low: Diagram) -> int:
    """The sign of h - h p, for a product p of parts of a whole; with p < 1 that of h."""
    parts = less(low, high)
    if not (is_spread(high, low) and all(is_part(room, part) for part in parts)):
        return ANY
    is_below = any("inside" in facts_of(room, part) for part in parts)
    return min(of_diagram(room, high), POSITIVE if is_below else NONNEGATIVE)


def is_spread(high: Diagram, low: Diagram) -> bool:
    """Whether a diagram has no factor that another one lacks, but n for a sum over i."""
    more = [var.size for var in low.bound if var not in high.bound]
    extra = less(high, low)
    counts = [factor.head.label for factor in extra for _ in range(int(factor.power))]
    return (
        {*high.bound} <= {*low.bound}
        and all(part.head.kind == "size" and part.power.denominator == 1 for part in extra)
        and sorted(counts) == sorted(more)
    )


def is_part(room: Room, factor: Factor) -> bool:
    """Whether a factor is a power of a number from 0 to 1, by its facts or as an indicator."""
    part = factor.head.kind == "step" or facts_of(room, factor) & PARTS
    return bool(part) and factor.power > 0 and of_base(room, factor) > ANY


def facts_of(room: Room, factor: Factor) -> frozenset[str]:
    """The facts of the name that a factor is an entry of."""
    return room.names[factor.head.label].facts if factor.head.kind == "name" else frozenset()


def is_falling(room: Room, high: Diagram, low: Diagram) -> bool:
    """Whether two diagrams are c λ_i and c λ_j of a decreasing family, i <= j, c not below 0."""
    if high.sizes != low.sizes:
        return False
    one, other = less(high, low), less(low, high)
    if len(one) != 1 or len(other) != 1 or one[0].head != other[0].head:
        return False
    a, b = one[0], other[0]
    if a.head.kind != "name" or "decreasing" not in room.names[a.head.label].facts:
        return False
    size = room.names[a.head.label].over[0][1]
    fewer = (f._replace(power=f.power - 1) if f[:2] == a[:2] else f for f in high.factors)
    rest = Diagram(high.sizes, tuple(f for f in fewer if f.power))
    return (
        a.power == b.power == 1
        and of_diagram(room, rest) >= NONNEGATIVE
        and room.known.inside(a.slots[0], size)
        and room.known.inside(b.slots[0], size)
        and room.known.at_most(a.slots[0], b.slots[0])
    )


def less(diagram: Diagram, by: Diagram) -> list[Factor]:
    """What a diagram has more of than another one, which may be divided by it."""
    there = {factor[:2]: factor.power for factor in diagram.factors}
    powers = {factor[:2]: factor.power for factor in by.factors}
    left = [f._replace(power=f.power - powers.get(f[:2], 0)) for f in diagram.factors]
    left += [f._replace(power=-f.power) for f in by.factors if f[:2] not in there]
    return [factor for factor in left if factor.power > 0]


def is_member(room: Room, high: Diagram, low: Diagram) -> bool:
    """Whether one diagram is the other at one value of a sum, of terms that are not below 0."""
    if len(high.sizes) != len(low.sizes) + 1 or of_diagram(room, high) < NONNEGATIVE:
        return False
    for var in high.bound:
        rest = tuple(other for other in high.bound if other != var)
        free = [slot for f in low.factors for slot in f.slots if slot.var not in low.bound]
        for index in dict.fromkeys([*map(Index, rest), *free]):
            if room.known.inside(index, var.size):
                term = Term(ONE, rest, put(high.factors, {var: index}))
                if closed(room, term).terms == {low: ONE}:
                    return True
    return False


def of_sizes(room: Room, poly: Poly) -> int:
    """The sign of a linear form in sizes and letters, by what is known of them."""
    scale = math.prod(value.denominator for value in poly.terms.values())
    whole: Form = {}
    for diagram, value in poly.terms.items():
        whole[key_of(diagram)] = value * scale
    if room.known.holds({**whole, ONE_SIZE: whole.get(ONE_SIZE, Fraction(0)) - 1}):
        return POSITIVE
    return NONNEGATIVE if room.known.holds(dict(whole)) else ANY


def is_positive(room: Room, poly: Poly) -> bool:
    """Whether a polynomial is known to be above 0."""
    return of_poly(room, poly) == POSITIVE


def is_nonnegative(room: Room, poly: Poly) -> bool:
    """Whether a polynomial is known to be at least 0."""
    return of_poly(room, poly) >= NONNEGATIVE
