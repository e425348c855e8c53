"""Functions of polynomials as factors, and what comes out of a sum before one is made.

What is inside a function is a template whose free variables are slots, in canonical order. A common
factor, a power of a number or an indicator is taken out of the template where that is an equality.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from ..limits import LARGEST_FACTORED, MOST_ARRANGEMENTS
from .diagrams import (
    ONE,
    Diagram,
    Factor,
    Head,
    Poly,
    Ring,
    Term,
    as_text,
    bind,
    canonical_diagram,
    constant_poly,
    factor_key,
    letters_of,
    normal_form,
    slot_variables,
    substitute,
    substituted_slots,
    times,
    total,
)
from .indices import Index, NotProved, TooMuch, Var, fresh_variable, refuse_stacked

# --------------------------------------------------------------------------------------------------
# Functions of what holds an indicator: f(u) = [g] f(u where g) + (1 - [g]) f(u where not g).
#
# For an index map, f(Σ_l [q_i = l] u_l) = Σ_l [q_i = l] f(u_l).

SWITCHES = {"delta", "le", "step", "map"}
Function = Callable[[Poly], Poly]


def function_by_cases(ring: Ring, poly: Poly, function: Function) -> Poly:
    """A function of a polynomial, with its indicators outside."""
    ring.count()
    functions = [
        (factor, diagram)
        for diagram in poly.terms
        for factor in diagram.factors
        if factor.head.kind in SWITCHES
    ]
    free = [f for f, d in functions if not any(v in d.bound for v in slot_variables([f]))]
    if free:
        switch = min(free, key=factor_key)
        return function_by_two_cases(ring, poly, switch, function)
    for factor, diagram in sorted(functions, key=lambda one: factor_key(one[0])):
        *family, value = factor.slots
        if factor.head.kind == "map" and value.var in diagram.bound:
            others = [slot.var for slot in family if slot.var in diagram.bound]
            if not others and value.is_plain:
                return function_by_labels(ring, poly, factor, function)
    return function(poly)


def function_by_two_cases(ring: Ring, poly: Poly, switch: Factor, function: Function) -> Poly:
    """f where a switch is on, and where it is off."""
    on, off = Poly({}), Poly({})
    for diagram, value in poly.terms.items():
        on += switched_on(ring, diagram, switch).scaled(value)
        if switch not in diagram.factors:
            off += Poly({diagram: value})
    flag = normal_form(ring, Term(ONE, (), (switch,)))
    first = times(ring, flag, function_by_cases(ring, on, function))
    return first + times(ring, constant_poly(1) - flag, function_by_cases(ring, off, function))


def switched_on(ring: Ring, diagram: Diagram, switch: Factor) -> Poly:
    """A diagram where a switch is on: what the switch excludes is 0 there."""
    rest = tuple(f for f in diagram.factors if f != switch)
    both = normal_form(ring, Term(ONE, diagram.bound, (*rest, switch)))
    if not all(switch in d.factors for d in both.terms):
        return normal_form(ring, Term(ONE, diagram.bound, rest))
    return total([
        normal_form(ring, Term(value, d.bound, tuple(f for f in d.factors if f != switch)))
        for d, value in both.terms.items()
    ])  # fmt: skip


def function_by_labels(ring: Ring, poly: Poly, chosen: Factor, function: Function) -> Poly:
    """Σ_l [q_i = l] f(what is inside where q_i = l)."""
    *family, last = chosen.slots
    assert last.var is not None
    letter = fresh_variable(last.var.size)
    inside = Poly({})
    for diagram, value in poly.terms.items():
        inside += diagram_at_label(
            ring, diagram, Factor(chosen.head, tuple(family)), Index(letter)
        ).scaled(value)
    flag = normal_form(ring, Term(ONE, (), (Factor(chosen.head, (*family, Index(letter))),)))
    return bind(ring, times(ring, flag, function_by_cases(ring, inside, function)), letter)


def diagram_at_label(ring: Ring, diagram: Diagram, wanted: Factor, label: Index) -> Poly:
    """A diagram where an index map has this value."""
    for factor in diagram.factors:
        if factor.head == wanted.head and factor.slots[:-1] == wanted.slots:
            var = factor.slots[-1].var
            rest = tuple(f for f in diagram.factors if f is not factor)
            if var in diagram.bound and factor.slots[-1].is_plain and var is not None:
                bound = tuple(v for v in diagram.bound if v != var)
                return normal_form(ring, Term(ONE, bound, substituted_slots(rest, {var: label})))
    return Poly({diagram: ONE})


# --------------------------------------------------------------------------------------------------
# Functions of polynomials as factors: free variables become slots, in canonical order.


class Form(NamedTuple):
    """What a function is: its kind and label, the variables that it binds, its even slots."""

    kind: str
    label: str = ""
    binds: Sequence[Var] = ()
    even: int = -1


def atom(
    ring: Ring,
    form: Form,
    inside: Sequence[Poly],
    own: tuple[Index, ...] = (),
    power: Fraction = ONE,
) -> Poly:
    """A function of polynomials as a factor: free variables become slots, in canonical order."""
    refuse_stacked(form.binds)
    at = {var: Index(Var(f"@{k}", var.size)) for k, var in enumerate(form.binds)}
    free = dict.fromkeys(v for poly in inside for v in letters_of(poly) if v not in at)
    order, templates = canonical_order(ring, inside, at, tuple(free))
    takes, sizes = tuple(v.size for v in order), tuple(v.size for v in form.binds)
    head = Head(form.kind, form.label, templates, takes, sizes, len(own), form.even)
    slots = (*own, *map(Index, order))
    return normal_form(ring, Term(ONE, (), (Factor(head, slots, power),)))


def canonical_order(
    ring: Ring, inside: Sequence[Poly], at: Mapping[Var, Index], free: tuple[Var, ...]
) -> tuple[tuple[Var, ...], tuple[Poly, ...]]:
    """(order of the free variables, templates): of all orders, the one with the smallest keys."""
    marks = {var: signature(ring, inside, at, var, free) for var in free}
    groups: dict[str, list[Var]] = {}
    for var in sorted(free, key=lambda v: marks[v]):
        groups.setdefault(marks[var], []).append(var)
    orders: list[tuple[list[str], tuple[Var, ...], tuple[Poly, ...]]] = []
    for order in orders_of_groups(list(groups.values())):
        ring.count()
        new = {v: Index(Var(f"#{k}", v.size)) for k, v in enumerate(order)}
        templates = tuple(substitute(ring, poly, {**at, **new}) for poly in inside)
        orders.append(([poly.key for poly in templates], order, templates))
    _, order, templates = min(orders, key=lambda one: one[0])
    return order, templates


def signature(
    ring: Ring, inside: Sequence[Poly], at: Mapping[Var, Index], var: Var, free: tuple[Var, ...]
) -> str:
    """What tells a free variable from the others without their names."""
    if len(free) == 1:
        return ""
    marked = {v: Index(Var("!" if v == var else f"?{len(v.size)}", v.size)) for v in free}
    seen = []
    for poly in inside:
        for diagram, value in poly.terms.items():
            factors = substituted_slots(diagram.factors, {**at, **marked})
            seen.append((str(canonical_diagram(diagram.bound, factors)), value))
    return var.size + str(sorted(seen))


def orders_of_groups(groups: list[list[Var]]) -> list[tuple[Var, ...]]:
    """All orders in which the members of each group may stand, group after group."""
    import itertools
    import math

    if math.prod(math.factorial(len(group)) for group in groups) > MOST_ARRANGEMENTS:
        raise TooMuch("too many indices of a function are alike")
    choices = itertools.product(*(itertools.permutations(group) for group in groups))
    return [tuple(var for group in chosen for var in group) for chosen in choices]


# --------------------------------------------------------------------------------------------------
# What comes out of a sum, and powers of numbers, prime by prime.


def components(
    diagram: Diagram, shared: tuple[Var, ...] | None = None
) -> list[tuple[tuple[Var, ...], tuple[Factor, ...]]]:
    """The parts of a diagram that have none of some variables in common: of those that it binds."""
    shared = diagram.bound if shared is None else shared
    groups: list[tuple[set[Var], list[Factor]]] = []
    for factor in diagram.factors:
        used = {v for v in slot_variables([factor]) if v in shared}
        touching = [g for g in groups if used & g[0]]
        merged = used.union(*(g[0] for g in touching)), [f for g in touching for f in g[1]]
        groups = [g for g in groups if not any(g is t for t in touching)]
        groups.append((merged[0], [*merged[1], factor]))
    return [(tuple(sorted(v, key=str)), tuple(f)) for v, f in groups]


def content_and_rest(poly: Poly) -> tuple[Fraction, tuple[Factor, ...], Poly]:
    """(number, common factors without bound variables, rest) of which a sum is the product."""
    common = common_factors(list(poly.terms))
    lead = min(poly.terms, key=as_text)
    scale = Fraction(
        math.gcd(*(v.numerator for v in poly.terms.values())),
        math.lcm(*(v.denominator for v in poly.terms.values())),
    )
    scale = -scale if poly.terms[lead] < 0 else scale
    rest: dict[Diagram, Fraction] = {}
    for diagram, value in poly.terms.items():
        there = {factor[:2] for factor in diagram.factors}
        factors = tuple(divided_by_power(factor, common) for factor in diagram.factors)
        missing = (f for known, f in common.items() if known not in there)
        factors += tuple(f._replace(power=-f.power) for f in missing)
        kept = tuple(f for f in factors if f.power)
        new = canonical_diagram(diagram.bound, kept)
        rest[new] = rest.get(new, Fraction(0)) + value / scale
    return scale, tuple(common.values()), Poly(rest)


def common_factors(diagrams: list[Diagram]) -> dict[tuple[object, ...], Factor]:
    """The powers without bound variables that all diagrams have in common."""
    common: dict[tuple[object, ...], Factor] = {}
    first = diagrams[0]
    every = {f[:2]: f for d in diagrams for f in d.factors if f.head.kind == "exp" or d is first}
    for factor in every.values():
        if any(isinstance(v.name, int) for v in slot_variables([factor])):
            continue
        powers = [power_of(diagram, factor) for diagram in diagrams]
        low, high = min(powers), max(powers)
        step = low if low > 0 else high if high < 0 else Fraction(0)
        if factor.head.kind == "exp":  # it is never 0, so the least power comes out
            step = low
        if step:
            common[factor[:2]] = factor._replace(power=step)
    return common


def divided_by_power(factor: Factor, common: dict[tuple[object, ...], Factor]) -> Factor:
    """A factor without the power that is common to all."""
    known = common.get(factor[:2])
    return factor._replace(power=factor.power - known.power) if known else factor


def power_of(diagram: Diagram, factor: Factor) -> Fraction:
    """The power of a factor in a diagram."""
    return next((f.power for f in diagram.factors if f[:2] == factor[:2]), Fraction(0))


def number_raised(ring: Ring, value: Fraction, power: Fraction) -> Poly:
    """A number to a power: exact where it is whole, else prime by prime."""
    if power.denominator == 1:
        return constant_poly(value**power.numerator)
    numbers = [
        Factor(Head("num", str(prime)), (), many * power) for prime, many in primes(value).items()
    ]
    outside, inside = Fraction(1), []
    for factor in numbers:
        whole = math.floor(factor.power)
        outside *= Fraction(int(factor.head.label)) ** whole
        inside.append(factor._replace(power=factor.power - whole))
    return normal_form(ring, Term(outside, (), tuple(f for f in inside if f.power)))


def signed_number_raised(ring: Ring, value: Fraction, power: Fraction) -> Poly:
    """As number_raised, of a number that may be below 0."""
    if value < 0 and power.denominator != 1:
        raise NotProved("a root of a negative number")
    return number_raised(ring, value, power)


def primes(value: Fraction) -> dict[int, int]:
    """The prime factors of a positive fraction, with their powers."""
    result: dict[int, int] = {}
    for part, sign in ((value.numerator, 1), (value.denominator, -1)):
        if part > LARGEST_FACTORED:
            raise TooMuch("a number is too large")
        divisor = 2
        while divisor * divisor <= part:
            while part % divisor == 0:
                result[divisor] = result.get(divisor, 0) + sign
                part //= divisor
            divisor += 1
        if part > 1:
            result[part] = result.get(part, 0) + sign
    return result
