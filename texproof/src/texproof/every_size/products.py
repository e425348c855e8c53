"""Products over all values of a variable: of exponentials, of powers, and those that telescope."""

from __future__ import annotations

from fractions import Fraction

from .algebra import Room, bind, closed, maker, opened, product, substitute
from .atoms import Form, atom
from .content import components
from .diagrams import ONE, Diagram, Head, Poly, Term, letters_of, number
from .elementary import exponential, logarithm
from .indices import ONE_SIZE, Index, Var, constant, length
from .powers import raised
from .signs import is_positive

Power = tuple[Poly, Fraction]


def product_over(room: Room, poly: Poly, var: Var) -> Poly:
    """Π over all values of a variable, factor by factor."""
    if poly.number == 1:
        return poly
    if poly.single is None:
        return prod_atom(room, poly, var)
    diagram, value = poly.single
    parts = [] if value == 1 else [prod_atom(room, number(value), var)]
    exponents, bases = powers_of(room, diagram)
    parts += [exponential(room, bind(room, up, var)) for up in exponents]
    while bases:
        base, power = bases.pop()
        ends = next(((k, e) for k, (other, p) in enumerate(bases) if p == -power
                     and (e := telescoped(room, base, other, var))), None)  # fmt: skip
        if ends:
            del bases[ends[0]]
            first, last = ends[1]
            parts += [raised(room, last, power), raised(room, first, -power)]
        else:
            parts.append(of_power(room, base, power, var))
    return product(room, parts)


def powers_of(room: Room, diagram: Diagram) -> tuple[list[Poly], list[Power]]:
    """(exponents, bases with powers) of which a diagram is the product."""
    exponents, bases = list[Poly](), list[Power]()
    for bound, factors in components(diagram):
        if bound:
            bases.append((closed(room, Term(ONE, bound, factors)), ONE))
            continue
        for factor in factors:
            if factor.head.kind in {"exp", "pow"}:
                (inside,), _ = opened(room, factor)
                if factor.head.kind == "exp":
                    exponents.append(inside.scaled(factor.power))
                    continue
            else:
                inside = closed(room, Term(ONE, (), (factor._replace(power=ONE),)))
            bases.append((inside, factor.power))
    return exponents, bases


def telescoped(room: Room, one: Poly, other: Poly, var: Var) -> tuple[Poly, Poly] | None:
    """(first, last) where Π one/other is last/first: one is the other a step before or after."""
    before = {var: Index(var, ((ONE_SIZE, -1),))}
    size = Index(None, length(var.size))
    if var not in letters_of(one):
        return None
    if substitute(room, one, before) == other:
        return substitute(room, one, {var: constant(0)}), substitute(room, one, {var: size})
    if substitute(room, other, before) == one:
        return substitute(room, other, {var: size}), substitute(room, other, {var: constant(0)})
    return None


def of_power(room: Room, base: Poly, power: Fraction, var: Var) -> Poly:
    """Π of a power of one base."""
    if var not in letters_of(base) and is_positive(room, base):
        return exponential(room, bind(room, logarithm(room, base).scaled(power), var))
    if power.denominator == 1:
        return raised(room, prod_atom(room, base, var), power)
    return prod_atom(room, raised(room, base, power), var)


def prod_atom(room: Room, poly: Poly, var: Var) -> Poly:
    """A product as a factor."""
    return atom(room, Form("prod", binds=[var]), [poly])


@maker("prod")
def _product(
    room: Room, head: Head, inside: tuple[Poly, ...], own: tuple[Index, ...],
    binds: tuple[Var, ...], power: Fraction,
) -> Poly:  # fmt: skip
    return raised(room, product_over(room, inside[0], binds[0]), power)
