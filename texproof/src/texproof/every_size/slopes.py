"""The derivative of a polynomial: the product and chain rules, with deltas for entries."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from .algebra import Room, bind, closed, opened, product, substitute, times, total
from .atoms import Form, atom
from .contract import delta
from .diagrams import ONE, ZERO, Factor, Poly, Term, mentions, put
from .errors import Unsupported
from .indices import Index, fresh
from .moduli import sign
from .powers import raised

Target = tuple[str, tuple[Index, ...]]  # the label of a name, and the slots of the entry


Chain = Callable[[Room, Factor, Target], Poly]


CHAINS: dict[str, Chain] = {}


def derivative(room: Room, poly: Poly, target: Target) -> Poly:
    """The derivative of a polynomial by an entry of a name."""
    found = []
    for diagram, value in poly.terms.items():
        if not mentions(Poly({diagram: value}), ("name", target[0])):
            continue
        letters = {var: fresh(var.size) for var in diagram.bound}
        factors = put(diagram.factors, {v: Index(one) for v, one in letters.items()})
        for k, factor in enumerate(factors):
            rest = closed(room, Term(value, (), (*factors[:k], *factors[k + 1 :])))
            part = times(room, rest, of_factor(room, factor, target))
            for letter in letters.values():
                part = bind(room, part, letter)
            found.append(part)
    return total(found)


def of_factor(room: Room, factor: Factor, target: Target) -> Poly:
    """The derivative of a power of an entry, or of a function."""
    head = factor.head
    if head.kind == "name" and head.label == target[0]:
        inner = closed(room, Term(ONE, (), tuple(map(delta, factor.slots, target[1]))))
    elif any(mentions(inside, ("name", target[0])) for inside in head.inside):
        if head.kind not in CHAINS:
            raise Unsupported(f"the derivative of {head.kind}")
        inner = CHAINS[head.kind](room, factor._replace(power=ONE), target)
    else:
        return ZERO
    outer = closed(room, Term(factor.power, (), (factor._replace(power=factor.power - 1),)))
    return times(room, outer, inner)


def chain_of(kind: str) -> Callable[[Chain], Chain]:
    """Enters the derivative of a function in the table."""

    def enter(function: Chain) -> Chain:
        CHAINS[kind] = function
        return function

    return enter


def inner_of(room: Room, factor: Factor, target: Target) -> tuple[Poly, Poly]:
    """What is inside of a function of one number, and its derivative."""
    (inside,), _ = opened(room, factor)
    return inside, derivative(room, inside, target)


def itself(room: Room, factor: Factor) -> Poly:
    """A factor as a polynomial."""
    return closed(room, Term(ONE, (), (factor,)))


@chain_of("exp")
def of_exponential(room: Room, factor: Factor, target: Target) -> Poly:
    """(e^u)' = e^u u'."""
    return times(room, itself(room, factor), inner_of(room, factor, target)[1])


@chain_of("pow")
def of_base(room: Room, factor: Factor, target: Target) -> Poly:
    """The derivative of what is a base."""
    return inner_of(room, factor, target)[1]


@chain_of("log")
def of_logarithm(room: Room, factor: Factor, target: Target) -> Poly:
    """(log u)' = u'/u."""
    inside, slope = inner_of(room, factor, target)
    return times(room, raised(room, inside, Fraction(-1)), slope)


@chain_of("mod")
def of_modulus(room: Room, factor: Factor, target: Target) -> Poly:
    """|u|' = sign(u) u', where u is not 0."""
    inside, slope = inner_of(room, factor, target)
    return times(room, sign(room, inside), slope)


@chain_of("prod")
def of_product(room: Room, factor: Factor, target: Target) -> Poly:
    """(Π u_i)' = Π u_i Σ u_i'/u_i."""
    (inside,), (var,) = opened(room, factor)
    slope = derivative(room, inside, target)
    part = times(room, raised(room, inside, Fraction(-1)), slope)
    return times(room, itself(room, factor), bind(room, part, var))


@chain_of("inv")
def of_inverse(room: Room, factor: Factor, target: Target) -> Poly:
    """(A^-1)' = -A^-1 A' A^-1."""
    (inside,), (row, column) = opened(room, factor)
    slope = derivative(room, inside, target)
    left = itself(room, factor._replace(slots=(factor.slots[0], Index(row), *factor.slots[2:])))
    right = itself(room, factor._replace(slots=(Index(column), *factor.slots[1:])))
    return -bind(room, bind(room, product(room, [left, slope, right]), row), column)


@chain_of("call")
def of_unknown(room: Room, factor: Factor, target: Target) -> Poly:
    """The sum over all arguments of the derivative by an argument times the argument's own."""
    inside, binds = opened(room, factor)
    latex, orders = factor.head.label.rsplit("|", 1)
    own = factor.slots[: factor.head.own]
    found = []
    for k, (argument, var) in enumerate(zip(inside, binds, strict=True)):
        slope = derivative(room, argument, target)
        if not slope:
            continue
        raised_order = str(int(orders[k]) + 1)
        label = f"{latex}|{orders[:k]}{raised_order}{orders[k + 1 :]}"
        if var.size == "1":
            if own:
                raise Unsupported("derivatives by numbers and columns")
            part = times(room, atom(room, Form("call", label, binds), inside), slope)
        else:
            if len(own) > 1 or (own and orders[k] == "0"):
                raise Unsupported("such derivatives of an unknown function")
            letter = fresh(var.size)
            slots = (*own, Index(letter))
            even = 0 if len(slots) == 2 else -1
            slope = substitute(room, slope, {var: Index(letter)})
            part = times(room, atom(room, Form("call", label, binds, even), inside, slots), slope)
            part = bind(room, part, letter)
        found.append(part)
    return total(found)
