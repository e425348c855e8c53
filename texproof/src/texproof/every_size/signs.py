"""What is positive, or not negative, by the look of a polynomial.

The sign follows from declared facts, from conditions on sizes, from even powers and from what is
known of unknown functions. A sign that is not known is no sign. Common denominators are cleared
here, because that asks for signs.
"""

from __future__ import annotations

import math
from fractions import Fraction

from .diagrams import (
    ONE,
    Diagram,
    Factor,
    Head,
    Poly,
    Ring,
    Term,
    multiply_by_diagram,
    name_bound_variables,
    normal_form,
    slot_variables,
    substituted_slots,
    total,
    unpack_factor,
)
from .indices import ONE_SIZE, Index, Key, LinearForm, Unsupported, Var, sum_of_sizes

# --------------------------------------------------------------------------------------------------
# Polynomials that are linear in sizes and letters, and the index that one is.


def is_of_sizes(poly: Poly) -> bool:
    """Whether a polynomial is linear in sizes and letters and holds nothing else."""
    return all(
        not d.sizes
        and len(d.factors) <= 1
        and all(f.head.kind in {"size", "at"} and f.power == 1 for f in d.factors)
        for d in poly.terms
    )


def size_key(diagram: Diagram) -> Key:
    """The size or letter that a diagram is, or none."""
    if not diagram.factors:
        return ONE_SIZE
    (factor,) = diagram.factors
    return factor.slots[0].var or ONE_SIZE if factor.slots else factor.head.label


def index_of(poly: Poly) -> Index | None:
    """The index that a number is: a letter or none, sizes, and a whole number."""
    if not is_of_sizes(poly) or any(value.denominator > 1 for value in poly.terms.values()):
        return None
    terms = {size_key(diagram): int(value) for diagram, value in poly.terms.items()}
    letters = [key for key in terms if isinstance(key, Var)]
    if len(letters) > 1 or any(terms[letter] != 1 for letter in letters):
        return None
    shift = sum_of_sizes({key: many for key, many in terms.items() if isinstance(key, str)})
    return Index(letters[0] if letters else None, shift)


def indices_of(poly: Poly) -> list[Index]:
    """The indices of which a number is the sum, none below 0: what is no letter first."""
    one = index_of(poly)
    if one is not None:
        return [one]
    letters = [key for key in map(size_key, poly.terms) if isinstance(key, Var)]
    if any(v != 1 for d, v in poly.terms.items() if isinstance(size_key(d), Var)):
        raise Unsupported("a power of a multiple of a letter")
    rest = Poly({d: v for d, v in poly.terms.items() if not isinstance(size_key(d), Var)})
    shift = index_of(rest)
    if shift is None or any(many < 0 for _, many in shift.shift):
        raise Unsupported("a power whose exponent may be negative")
    return [shift, *(Index(letter) for letter in letters)]


# --------------------------------------------------------------------------------------------------
# What is known of unknown functions by their facts: which are convex, which derivatives signed.

SIGNED = {"positive", "nonnegative", "share", "inside"}
BENT = frozenset({"convex", "smooth"})


def orders_of(ring: Ring, head: Head, facts: frozenset[str] = BENT) -> str:
    """The orders of derivation of a function with such facts, one by argument; else nothing."""
    latex, _, orders = head.label.rpartition("|")
    known = head.kind == "call" and latex in ring.names and facts & ring.names[latex].facts
    return orders if known else ""


def is_curvature(ring: Ring, head: Head) -> bool:
    """Whether a factor is a second derivative of a convex function by one number."""
    orders = orders_of(ring, head, frozenset({"convex"}))
    return not head.own and orders.replace("0", "") == "2"


def modulus_of(ring: Ring, head: Head, fact: str) -> Poly | None:
    """The number that bounds second derivatives of a function, where it is one above 0."""
    latex = head.label.rpartition("|")[0]
    name = ring.names.get(dict(ring.names[latex].moduli).get(fact, ""))
    if name is None or name.kind != "scalar" or name.range or not name.facts & SIGNED:
        return None
    return normal_form(ring, Term(ONE, (), (Factor(Head("name", name.latex)),)))


# --------------------------------------------------------------------------------------------------
# The sign of a polynomial, of its terms and of its factors.

POSITIVE, NONNEGATIVE, ANY = 2, 1, 0
PARTS = {"share", "inside", "unit", "binary"}  # facts of numbers from 0 to 1
ALWAYS = dict.fromkeys(("size", "chance", "exp", "at", "pi", "fact"), POSITIVE)
ALWAYS |= dict.fromkeys(("mod", "delta", "le", "map", "step", "spectral"), NONNEGATIVE)


def sign_of_factor(ring: Ring, factor: Factor) -> int:
    """Whether a factor, with its power, is positive or not negative."""
    result = sign_of_base(ring, factor)
    even = factor.power.denominator == 1 and factor.power % 2 == 0
    if result == POSITIVE or (result == NONNEGATIVE and factor.power > 0):
        return result
    if factor.power.denominator % 2 == 0:  # a root is defined only where it is not negative
        return NONNEGATIVE if factor.power > 0 else POSITIVE
    if factor.power < 0 and (even or result == NONNEGATIVE):  # it is defined, so it is not 0
        return POSITIVE
    return NONNEGATIVE if even else ANY


def sign_of_base(ring: Ring, factor: Factor) -> int:
    """The sign of what a factor is a power of."""
    kind = factor.head.kind
    if kind in ALWAYS:
        return ALWAYS[kind]
    if kind == "name":
        name = ring.names[factor.head.label]
        facts = name.facts
        ranges = [size for _, size in name.range]
        ranges += [str(name.shape[0])] if name.kind == "vector" else []
        there = all(
            ring.known.inside(slot, size) for slot, size in zip(factor.slots, ranges, strict=False)
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
        summed = [var for var in slot_variables([factor]) if isinstance(var.name, int)]
        (inside,), _ = unpack_factor(ring, name_bound_variables(factor, summed)[0])
        return sign_of_poly(ring, inside)
    if kind == "call" and is_curvature(ring, factor.head):
        return NONNEGATIVE
    return POSITIVE if kind == "num" else ANY


def sign_of_diagram(ring: Ring, diagram: Diagram) -> int:
    """The sign of a diagram: a sum over what is positive is so, since sizes are at least 1."""
    return min((sign_of_factor(ring, factor) for factor in diagram.factors), default=POSITIVE)


def sign_of_poly(ring: Ring, poly: Poly) -> int:
    """The sign of a sum, where all its terms agree."""
    if not poly:
        return NONNEGATIVE
    if is_of_sizes(poly):
        return sign_of_sizes(ring, poly)
    terms, gap = without_pairs(ring, dict(poly.terms))
    result = [
        sign_of_diagram(ring, diagram) if value > 0 else ANY - 1 for diagram, value in terms.items()
    ]
    return ANY if min(result, default=gap) <= ANY else max([gap, *result])


def without_pairs(
    ring: Ring, terms: dict[Diagram, Fraction]
) -> tuple[dict[Diagram, Fraction], int]:
    """Terms without pairs of which one is known to be at most the other, and the pairs' sign."""
    result = NONNEGATIVE
    for low in [diagram for diagram, value in terms.items() if value < 0]:
        for high in [diagram for diagram, value in terms.items() if value > 0]:
            if terms[low] < 0 < terms[high] and (sign := sign_of_pair(ring, high, low)) > ANY:
                many = min(-terms[low], terms[high])
                terms[low] += many
                terms[high] -= many
                result = max(result, sign)
    return {diagram: value for diagram, value in terms.items() if value}, result


def sign_of_pair(ring: Ring, high: Diagram, low: Diagram) -> int:
    """The sign of one diagram less another one, if it is known."""
    if is_falling(ring, high, low) or is_member(ring, high, low):
        return NONNEGATIVE
    return sign_of_rest(ring, high, low)


def sign_of_rest(ring: Ring, high: Diagram, low: Diagram) -> int:
    """The sign of h - h p, for a product p of parts of a whole; with p < 1 that of h."""
    parts = excess_factors(low, high)
    if not (is_spread(ring, high, low) and all(is_part(ring, part) for part in parts)):
        return ANY
    is_below = any("inside" in facts_of(ring, part) for part in parts)
    return min(sign_of_diagram(ring, high), POSITIVE if is_below else NONNEGATIVE)


def is_spread(ring: Ring, high: Diagram, low: Diagram) -> bool:
    """Whether a diagram has no factor more than another, but n for a sum over i, or e^t >= 1."""
    more = [var.size for var in low.bound if var not in high.bound]
    extra = [f for f in excess_factors(high, low) if not is_at_least_one(ring, f)]
    counts = [factor.head.label for factor in extra for _ in range(int(factor.power))]
    return (
        {*high.bound} <= {*low.bound}
        and all(part.head.kind == "size" and part.power.denominator == 1 for part in extra)
        and sorted(counts) == sorted(more)
    )


def is_at_least_one(ring: Ring, factor: Factor) -> bool:
    """Whether a factor is an exponential of what is not negative."""
    if factor.head.kind != "exp" or factor.power < 0:
        return False
    summed = [var for var in slot_variables([factor]) if isinstance(var.name, int)]
    (inside,), _ = unpack_factor(ring, name_bound_variables(factor, summed)[0])
    return sign_of_poly(ring, inside) >= NONNEGATIVE


def is_part(ring: Ring, factor: Factor) -> bool:
    """Whether a factor is a power of a number from 0 to 1, by its facts or as an indicator."""
    part = factor.head.kind == "step" or facts_of(ring, factor) & PARTS
    return bool(part) and factor.power > 0 and sign_of_base(ring, factor) > ANY


def facts_of(ring: Ring, factor: Factor) -> frozenset[str]:
    """The facts of the name that a factor is an entry of."""
    return ring.names[factor.head.label].facts if factor.head.kind == "name" else frozenset()


def is_falling(ring: Ring, high: Diagram, low: Diagram) -> bool:
    """Whether two diagrams are c λ_i and c λ_j of a decreasing family, i <= j, c not below 0."""
    if high.sizes != low.sizes:
        return False
    one, other = excess_factors(high, low), excess_factors(low, high)
    if len(one) != 1 or len(other) != 1 or one[0].head != other[0].head:
        return False
    a, b = one[0], other[0]
    if a.head.kind != "name" or "decreasing" not in ring.names[a.head.label].facts:
        return False
    size = ring.names[a.head.label].over[0][1]
    fewer = (f._replace(power=f.power - 1) if f[:2] == a[:2] else f for f in high.factors)
    rest = Diagram(high.sizes, tuple(f for f in fewer if f.power))
    return (
        a.power == b.power == 1
        and sign_of_diagram(ring, rest) >= NONNEGATIVE
        and ring.known.inside(a.slots[0], size)
        and ring.known.inside(b.slots[0], size)
        and ring.known.at_most(a.slots[0], b.slots[0])
    )


def excess_factors(diagram: Diagram, by: Diagram) -> list[Factor]:
    """What a diagram has more of than another one, which may be divided by it."""
    there = {factor[:2]: factor.power for factor in diagram.factors}
    powers = {factor[:2]: factor.power for factor in by.factors}
    left = [f._replace(power=f.power - powers.get(f[:2], 0)) for f in diagram.factors]
    left += [f._replace(power=-f.power) for f in by.factors if f[:2] not in there]
    return [factor for factor in left if factor.power > 0]


def is_member(ring: Ring, high: Diagram, low: Diagram) -> bool:
    """Whether one diagram is the other at one value of a sum, of terms that are not below 0."""
    if len(high.sizes) != len(low.sizes) + 1 or sign_of_diagram(ring, high) < NONNEGATIVE:
        return False
    for var in high.bound:
        rest = tuple(other for other in high.bound if other != var)
        free = [slot for f in low.factors for slot in f.slots if slot.var not in low.bound]
        for index in dict.fromkeys([*map(Index, rest), *free]):
            if ring.known.inside(index, var.size):
                term = Term(ONE, rest, substituted_slots(high.factors, {var: index}))
                if normal_form(ring, term).terms == {low: ONE}:
                    return True
    return False


def sign_of_sizes(ring: Ring, poly: Poly) -> int:
    """The sign of a linear form in sizes and letters, by what is known of them."""
    scale = math.prod(value.denominator for value in poly.terms.values())
    whole: LinearForm = {}
    for diagram, value in poly.terms.items():
        whole[size_key(diagram)] = value * scale
    if ring.known.holds({**whole, ONE_SIZE: whole.get(ONE_SIZE, Fraction(0)) - 1}):
        return POSITIVE
    return NONNEGATIVE if ring.known.holds(dict(whole)) else ANY


def is_positive(ring: Ring, poly: Poly) -> bool:
    """Whether a polynomial is known to be above 0."""
    return sign_of_poly(ring, poly) == POSITIVE


def is_nonnegative(ring: Ring, poly: Poly) -> bool:
    """Whether a polynomial is known to be at least 0."""
    return sign_of_poly(ring, poly) >= NONNEGATIVE


# --------------------------------------------------------------------------------------------------
# Denominators that are the same for all terms of a sum, and what is left without them.


def denominators(poly: Poly) -> tuple[Factor, ...]:
    """The powers below 0, without bound variables, the least of each."""
    factors: dict[tuple[object, ...], Factor] = {}
    for diagram in poly.terms:
        for factor in diagram.factors:
            if factor.power > 0 or any(v in diagram.bound for v in slot_variables([factor])):
                continue
            known = factors.get(factor[:2])
            if known is None or factor.power < known.power:
                factors[factor[:2]] = factor
    return tuple(factors.values())


def divided_by_powers(ring: Ring, poly: Poly, below: tuple[Factor, ...]) -> Poly:
    """A polynomial divided by some powers below 0."""
    if not below:
        return poly
    by = Diagram((), tuple(f._replace(power=-f.power) for f in below))
    return total([
        normal_form(ring, multiply_by_diagram(Term(value, diagram.bound, diagram.factors), by))
        for diagram, value in poly.terms.items()
    ])  # fmt: skip


def clear_denominators(ring: Ring, poly: Poly) -> Poly:
    """A polynomial times those of its denominators that are sums."""
    below = denominators(poly)
    return divided_by_powers(ring, poly, tuple(f for f in below if f.head.kind == "pow"))


def clear_positive_denominators(ring: Ring, poly: Poly) -> Poly:
    """A polynomial times its denominators above 0: it has the same sign."""
    below = denominators(poly)
    return divided_by_powers(
        ring, poly, tuple(f for f in below if sign_of_base(ring, f) == POSITIVE)
    )
