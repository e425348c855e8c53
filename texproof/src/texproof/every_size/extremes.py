"""Lower bounds with the largest and smallest of numbers, and with weights that add up to 1.

Each replaces a polynomial by one that is at most as large, or as large; what is left must then have
a sign. In index notation the largest of numbers is the smallest of their negatives, with a minus.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from ..names import Name
from .context import plain_product, size_poly, substitute_name
from .diagrams import (
    ONE,
    Diagram,
    Factor,
    Head,
    Poly,
    Ring,
    Term,
    bind,
    letters_of,
    normal_form,
    slot_variables,
    substitute,
    substituted_slots,
    times,
    total,
    unpack_factor,
)
from .elementary import power_of_poly
from .hypotheses import IndexCase
from .indices import Index, Var, fresh_variable, length
from .relations import ring_with_name
from .signs import NONNEGATIVE, sign_of_diagram

# --------------------------------------------------------------------------------------------------
# Weights: numbers p_k that are not negative and of which a hypothesis says that they add up to 1.
#
# A term may be multiplied by their sum, so that all terms have as many of them as factors.


def sum_of_weights(ring: Ring, name: Name) -> Poly:
    """The sum of all members of a family."""
    letter = Var("weight", name.over[0][1])
    return bind(ring, weight_at(ring, name, Index(letter)), letter)


def weight_at(ring: Ring, name: Name, index: Index) -> Poly:
    """A member of a family."""
    return plain_product(ring, (Factor(Head("name", name.latex), (index,)),))


def with_equal_degrees(case: IndexCase, poly: Poly) -> Iterator[Poly]:
    """The polynomial with terms times the sum of weights, until all have as many of these."""
    ring = case.context.ring
    for name in case.weights:
        degrees = {diagram: degree(diagram, name) for diagram in poly.terms}
        most = max(degrees.values(), default=0)
        if most and min(degrees.values()) < most and most.denominator == 1:
            whole = sum_of_weights(ring, name)
            yield total([
                times(ring, Poly({diagram: value}), power_of_poly(ring, whole, most - many))
                for (diagram, value), many in zip(
                    poly.terms.items(), degrees.values(), strict=True
                )
            ])  # fmt: skip


def degree(diagram: Diagram, name: Name) -> Fraction:
    """How many members of a family are factors of a term."""
    return sum(
        (f.power for f in diagram.factors if (f.head.kind, f.head.label) == ("name", name.latex)),
        Fraction(0),
    )


def without_sums_of_weights(case: IndexCase, poly: Poly) -> Poly:
    """The polynomial with 1 for each sum of all weights that is a factor of a term."""
    names = {name.latex: name for name in case.weights}
    result = []
    for diagram, value in poly.terms.items():
        bound, factors = [*diagram.bound], [*diagram.factors]
        for factor in diagram.factors:
            name = names.get(factor.head.label) if factor.power == 1 else None
            others = [f for f in factors if f is not factor]
            if name and is_summed_over_all(factor.slots[0], name, bound, others):
                bound = [var for var in bound if var != factor.slots[0].var]
                factors = others
        result.append(normal_form(case.context.ring, Term(value, tuple(bound), tuple(factors))))
    return total(result)


def is_summed_over_all(
    index: Index, name: Name, bound: Sequence[Var], others: Sequence[Factor] = ()
) -> bool:
    """Whether an index runs over all members of a family, and stands in no other factor."""
    var = index.var
    whole = var in bound and index.is_plain and var is not None and var.size == name.over[0][1]
    return whole and var not in slot_variables(others)


# --------------------------------------------------------------------------------------------------
# The smallest number m of some u_i is one of them, and at most each of them.
#
# Since it is one of them, what is not negative for every u_i in its place is not negative for m.
# Since -m >= -u_i, a term -c m with c >= 0 is at least -c u_i for any i, and at least the mean of
# these, with any weights that are not negative and add up to 1.

# What replaces the smallest of numbers over a size, given the number at an index.
Choice = Callable[[str, Callable[[Index], Poly]], Poly]


def bounds_by_extremes(case: IndexCase, gap: Poly) -> Iterator[Poly]:
    """Polynomials without smallest numbers: where one is not below 0, neither is the gap."""
    if smallest_numbers(gap):
        ring = case.context.ring
        poly = with_any_members(ring, gap)
        bounds = [poly] + [
            with_members_in_place(ring, poly, choice, along)
            for choice in choices(case, poly)
            for along in (True, False)
        ]
        yield from (bound for bound in dict.fromkeys(bounds) if not smallest_numbers(bound))
        yield from with_slacks(case, poly)


def smallest_numbers(poly: Poly) -> list[Factor]:
    """The smallest numbers that are factors of a polynomial, each once."""
    every = (f._replace(power=ONE) for d in poly.terms for f in d.factors if f.head.kind == "min")
    return list(dict.fromkeys(every))


def number_at(ring: Ring, factor: Factor, index: Index) -> Poly:
    """The number at an index, of those of which a factor is the smallest."""
    (inside,), (var,) = unpack_factor(ring, factor)
    return substitute(ring, inside, {var: index})


def with_any_members(ring: Ring, poly: Poly) -> Poly:
    """A polynomial with the number at a new letter for each smallest one that is added."""
    for factor in smallest_numbers(poly):
        added = [v for d, v in poly.terms.items() if factor[:2] in {f[:2] for f in d.factors}]
        if max(added) > 0 and not any(isinstance(v.name, int) for v in slot_variables([factor])):
            letter = Index(fresh_variable(factor.head.binds[0]))
            poly = with_replaced(ring, poly, factor, number_at(ring, factor, letter))
    return poly


def with_replaced(ring: Ring, poly: Poly, factor: Factor, by: Poly) -> Poly:
    """A polynomial in which a factor without bound variables is replaced, in all its powers."""
    result = []
    for diagram, value in poly.terms.items():
        rest = tuple(f for f in diagram.factors if f[:2] != factor[:2])
        powers = [f.power for f in diagram.factors if f[:2] == factor[:2]]
        one = normal_form(ring, Term(value, diagram.bound, rest))
        result.append(times(ring, one, power_of_poly(ring, by, sum(powers, Fraction(0)))))
    return total(result)


def choices(case: IndexCase, poly: Poly) -> Iterator[Choice]:
    """What may replace a smallest number: that at a letter of the row, or a mean of them all."""
    ring = case.context.ring
    for var in letters_of(poly):
        yield functools.partial(number_at_letter, ring, var)
    for name in case.weights:
        yield functools.partial(weighted_mean, ring, name)
    yield functools.partial(weighted_mean, ring, None)


def number_at_letter(ring: Ring, letter: Var, size: str, at: Callable[[Index], Poly]) -> Poly:
    """The number at a letter that runs over the size, else the mean."""
    return at(Index(letter)) if letter.size == size else weighted_mean(ring, None, size, at)


def weighted_mean(ring: Ring, name: Name | None, size: str, at: Callable[[Index], Poly]) -> Poly:
    """The mean of all numbers, by weights over the size if there are such, else by 1/n."""
    letter = fresh_variable(size)
    if name is not None and name.over[0][1] == size:
        weight = weight_at(ring, name, Index(letter))
    else:
        weight = power_of_poly(ring, size_poly(ring, length(size)), -ONE)
    return bind(ring, times(ring, weight, at(Index(letter))), letter)


def with_members_in_place(ring: Ring, poly: Poly, choice: Choice, along: bool) -> Poly:
    """A polynomial with a choice for the smallest number of each term with a minus.

    along: in a sum over the same size, the number at the index of the sum is taken instead.
    """
    result = []
    for diagram, value in poly.terms.items():
        found = [f for f in diagram.factors if f.head.kind == "min"]
        rest = tuple(f for f in diagram.factors if f not in found)
        low = value < 0 and [f.power for f in found] == [ONE]
        if low and sign_of_diagram(ring, Diagram(diagram.sizes, rest)) >= NONNEGATIVE:
            term = Term(value, diagram.bound, rest)
            result.append(with_member(ring, term, found[0], choice, along))
        else:
            result.append(Poly({diagram: value}))
    return total(result)


def with_member(ring: Ring, rest: Term, factor: Factor, choice: Choice, along: bool) -> Poly:
    """A term times what is chosen for a smallest number, summed as the term is."""
    size = factor.head.binds[0]
    letters = {var: fresh_variable(var.size) for var in rest.bound}
    at = {var: Index(letter) for var, letter in letters.items()}
    (there,) = substituted_slots([factor], at)
    same = [at[v] for v in rest.bound if v.size == size and v not in slot_variables([factor])]
    value = functools.partial(number_at, ring, there)
    new = value(same[0]) if along and same else choice(size, value)
    beside = normal_form(ring, Term(rest.coefficient, (), substituted_slots(rest.factors, at)))
    result = times(ring, beside, new)
    for letter in letters.values():
        result = bind(ring, result, letter)
    return result


# --------------------------------------------------------------------------------------------------
# Free numbers x_i of which the smallest is m: each is m plus something that is not negative.


def with_slacks(case: IndexCase, poly: Poly) -> Iterator[Poly]:
    """The polynomial with new names for a smallest number of free ones, and for what lies above."""
    ring = case.context.ring
    for factor in smallest_numbers(poly):
        found = signed_family(case, factor)
        if found is None:
            continue
        name, sign = found
        least = Name(f"least of {name.latex}", "scalar", (), "")
        facts = frozenset({"nonnegative"})
        above = Name(f"above least of {name.latex}", "scalar", (), "", name.over, facts)
        for new in (least, above):
            ring_with_name(case, new)
        low = plain_product(ring, (Factor(Head("name", least.latex)),))
        bare = with_replaced(ring, poly, factor, low)
        member = functools.partial(number_above, ring, low, above, sign)
        yield substitute_name(ring, bare, name.latex, member)


def number_above(
    ring: Ring, low: Poly, above: Name, sign: Fraction, slots: tuple[Index, ...]
) -> Poly:
    """A free number, or its negative, as the smallest and what lies above it."""
    return (low + plain_product(ring, (Factor(Head("name", above.latex), slots),))).scaled(sign)


def signed_family(case: IndexCase, factor: Factor) -> tuple[Name, Fraction] | None:
    """The free numbers of all of which a factor is the smallest, or that of their negatives."""
    inside = factor.head.inside[0].single
    if inside is None or factor.head.takes or inside[0].sizes or len(inside[0].factors) != 1:
        return None
    diagram, value = inside
    head, slots, power = diagram.factors[0]
    if head.kind != "name" or len(slots) != 1 or power != 1 or abs(value) != 1:
        return None
    name = case.context.ring.names[head.label]
    whole = [size for _, size in name.over] == [*factor.head.binds]
    return (name, value) if name.kind == "scalar" and not name.facts and whole else None
