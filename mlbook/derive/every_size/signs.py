"""What is positive, or not negative, by the look of a polynomial: its facts and even powers."""

from __future__ import annotations

from fractions import Fraction

from .algebra import Room, opened
from .diagrams import Diagram, Factor, Poly
from .indices import ONE_SIZE
from .known import Form

POSITIVE, NONNEGATIVE, ANY = 2, 1, 0
ALWAYS = {"size": POSITIVE, "chance": POSITIVE, "exp": POSITIVE, "at": POSITIVE, "pi": POSITIVE}
ALWAYS |= {"mod": NONNEGATIVE, "delta": NONNEGATIVE, "le": NONNEGATIVE, "map": NONNEGATIVE}
ALWAYS |= {"step": NONNEGATIVE}


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
        there = all(
            room.known.inside(slot, size) for slot, size in zip(factor.slots, ranges, strict=False)
        )
        if not there or name.kind != "scalar":
            return ANY
        return (
            POSITIVE if facts & {"positive", "share"}
            else NONNEGATIVE if "nonnegative" in facts else ANY
        )  # fmt: skip
    if kind in {"pow", "prod"}:
        (inside,), _ = opened(room, factor)
        return of_poly(room, inside)
    if kind == "num":
        return POSITIVE
    return ANY


def of_diagram(room: Room, diagram: Diagram) -> int:
    """The sign of a diagram: a sum over what is positive is so, since sizes are at least 1."""
    return min((of_factor(room, factor) for factor in diagram.factors), default=POSITIVE)


def of_poly(room: Room, poly: Poly) -> int:
    """The sign of a sum, where all its terms agree."""
    if not poly:
        return NONNEGATIVE
    if is_of_sizes(poly):
        return of_sizes(room, poly)
    found = [
        of_diagram(room, diagram) if value > 0 else ANY - 1 for diagram, value in poly.terms.items()
    ]
    return ANY if min(found) <= ANY else max(found)


def is_of_sizes(poly: Poly) -> bool:
    """Whether a polynomial is linear in sizes and holds nothing else."""
    return all(
        not d.sizes and len(d.factors) <= 1 and all(f.head.kind == "size" and f.power == 1
                                                    for f in d.factors)
        for d in poly.terms
    )  # fmt: skip


def of_sizes(room: Room, poly: Poly) -> int:
    """The sign of a linear form in sizes, by what is known of them."""
    form: Form = {
        (d.factors[0].head.label if d.factors else ONE_SIZE): value
        for d, value in poly.terms.items()
    }
    scale = 1
    for value in form.values():
        scale = scale * value.denominator
    whole: Form = {k: Fraction(v * scale) for k, v in form.items()}
    if room.known.holds({**whole, ONE_SIZE: whole.get(ONE_SIZE, Fraction(0)) - 1}):
        return POSITIVE
    return NONNEGATIVE if room.known.holds(dict(whole)) else ANY


def is_positive(room: Room, poly: Poly) -> bool:
    """Whether a polynomial is known to be above 0."""
    return of_poly(room, poly) == POSITIVE


def is_nonnegative(room: Room, poly: Poly) -> bool:
    """Whether a polynomial is known to be at least 0."""
    return of_poly(room, poly) >= NONNEGATIVE
