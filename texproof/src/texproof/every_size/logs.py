"""Lower bounds of sums of logarithms that have one factor, c log A + c log B - c log D, c >= 0.

A logarithm grows, so that c log A - c log D >= 0 where A >= D; and together they are c log u with
u = A B / D, which is at least c (1 - 1/u).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from .algebra import Room, bind, closed, opened, product, times
from .diagrams import ONE, Diagram, Factor, Poly, Term, number, put
from .elementary import logarithm
from .indices import Index, Var, fresh
from .powers import raised
from .signs import NONNEGATIVE, of_diagram, of_poly


class Logs(NamedTuple):
    """What logarithms are multiplied by, summed over letters, and each argument with how often."""

    letters: tuple[Var, ...]
    beside: Poly
    many: list[tuple[Poly, Fraction]]


def lower_bounds(room: Room, poly: Poly) -> Iterator[Poly]:
    """Polynomials that are at most another one, with fewer logarithms."""
    rest, groups = gathered(room, poly)
    if groups:
        yield rest + sum((without_larger(room, logs) for logs in groups), number(0))
        yield rest + sum((by_tangent(room, logs) for logs in groups), number(0))


def gathered(room: Room, poly: Poly) -> tuple[Poly, list[Logs]]:
    """What holds no logarithm as a factor, and the logarithms, those with one factor together."""
    rest: dict[Diagram, Fraction] = {}
    found: dict[Diagram, list[tuple[Factor, Fraction]]] = {}
    for diagram, value in poly.terms.items():
        logs = [f for f in diagram.factors if f.head.kind == "log"]
        others = tuple(f for f in diagram.factors if f.head.kind != "log")
        beside = Diagram(diagram.sizes, others)
        if len(logs) == 1 and logs[0].power == 1 and of_diagram(room, beside) >= NONNEGATIVE:
            found.setdefault(beside, []).append((logs[0], value))
        else:
            rest[diagram] = value
    return Poly(rest), [with_letters(room, beside, logs) for beside, logs in found.items()]


def with_letters(room: Room, beside: Diagram, logs: list[tuple[Factor, Fraction]]) -> Logs:
    """The same, with letters for what is summed over."""
    letters = {var: fresh(var.size) for var in beside.bound}
    values = {var: Index(letter) for var, letter in letters.items()}
    outer = closed(room, Term(ONE, (), put(beside.factors, values)))
    many = [(opened(room, put([log], values)[0])[0][0], value) for log, value in logs]
    return Logs(tuple(letters.values()), outer, many)


def summed(room: Room, logs: Logs, poly: Poly) -> Poly:
    """The sum of a polynomial times what stands beside the logarithms."""
    found = times(room, logs.beside, poly)
    for letter in logs.letters:
        found = bind(room, found, letter)
    return found


def without_larger(room: Room, logs: Logs) -> Poly:
    """The logarithms without pairs, log A - log D, of which A is at least D."""
    left = [value for _, value in logs.many]
    for low, (small, _) in enumerate(logs.many):
        for high, (large, _) in enumerate(logs.many):
            if left[low] < 0 < left[high] and of_poly(room, large - small) >= NONNEGATIVE:
                taken = min(-left[low], left[high])
                left[low] += taken
                left[high] -= taken
    kept = [logarithm(room, inside).scaled(value)
            for (inside, _), value in zip(logs.many, left, strict=True) if value]  # fmt: skip
    return summed(room, logs, sum(kept, number(0)))


def by_tangent(room: Room, logs: Logs) -> Poly:
    """c log u >= c (1 - 1/u), for the product u of all arguments with their powers."""
    scale = Fraction(
        math.gcd(*(value.numerator for _, value in logs.many)),
        math.lcm(*(value.denominator for _, value in logs.many)),
    )
    turned = [raised(room, inside, -value / scale) for inside, value in logs.many]
    return summed(room, logs, (number(1) - product(room, turned)).scaled(scale))
