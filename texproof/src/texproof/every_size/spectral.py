"""The norm ||A||_2 of a matrix, the largest ||A u|| of columns u with ||u|| = 1.

It is a number that is not below 0, that of A^T too, and ||A|| ||B|| >= ||A B||, columns B among
them; the norm of B may be that of its entries, too: ||A||_2 ||B||_F >= ||A B||_F.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from ..expr import Expr
from ..names import Shape
from .algebra import Room, closed, maker, substitute, times
from .atoms import Form, atom
from .content import content
from .diagrams import ONE, Head, Poly, Term
from .indices import Index, Var
from .matrices import HALF
from .moduli import modulus
from .place import Place, Value, value_of
from .powers import raised
from .sides import axes, summed


@value_of("spectral")
def spectral(place: Place, node: Expr, inside: Expr) -> Value:
    """The norm of a matrix; where a side has the length 1, that of a column."""
    value = place.of(inside)
    row, column = axes(place, value.shape)
    if row is None or column is None:
        return Value((), raised(place.room, summed(place, value, squared=True), HALF))
    return Value((), norm_of(place.room, value.poly, row, column))


def norm_of(room: Room, poly: Poly, row: Var, column: Var) -> Poly:
    """||c A|| = |c| ||A||, and ||A^T|| = ||A||."""
    if not poly:
        return poly
    value, outside, rest = content(poly)
    kept = tuple(f for f in outside if not {row, column} & {s.var for s in f.slots})
    inner = tuple(f for f in outside if f not in kept)
    rest = times(room, closed(room, Term(ONE, (), inner)), rest)
    scale = modulus(room, closed(room, Term(value, (), kept)))
    found = []
    for one, other in ((row, column), (column, row)):
        sides = [Var("@0", one.size), Var("@1", other.size)]
        inside = substitute(room, rest, {one: Index(sides[0]), other: Index(sides[1])})
        found.append(atom(room, Form("spectral", "", sides), [inside]))
    return times(room, scale, min(found, key=lambda each: each.key))


@maker("spectral")
def _spectral(
    room: Room, head: Head, inside: tuple[Poly, ...], own: tuple[Index, ...],
    binds: tuple[Var, ...], power: Fraction,
) -> Poly:  # fmt: skip
    return raised(room, norm_of(room, inside[0], *binds), power)


def below(place: Place, node: Expr) -> Iterator[Expr]:
    """Products of norms with ||A B|| in the place of ||A||_2 ||B||, which are at most the node."""
    factors = node.args if node.op == "mul" else ()
    for one, other in itertools.permutations(factors, 2):
        (left, up), (right, same) = based(one), based(other)
        if left.op != "spectral" or up != same or not is_norm(right):
            continue
        inner = left.args[0], right.args[0]
        if not conform(*(place.of(part).shape for part in inner)):
            continue
        norm = replace(right, args=(Expr("mul", inner),))
        rest = [part for part in factors if part is not one and part is not other]
        yield Expr("mul", (*rest, Expr("pow", (norm, up)) if up else norm))


def based(factor: Expr) -> tuple[Expr, Expr | None]:
    """A factor as what it is a power of and the exponent, a number above 0, or None."""
    whole = factor.op == "pow" and factor.args[1].op == "num" and factor.args[1].value > 0
    return (factor.args[0], factor.args[1]) if whole else (factor, None)


def is_norm(node: Expr) -> bool:
    """Whether a node is ||B||_2, or the root of the sum of all squares."""
    return node.op == "spectral" or (node.op == "norm" and node.value in {None, "2"})


def conform(left: Shape, right: Shape) -> bool:
    """Whether a product of two arrays is one."""
    return len(left) == len(right) == 2 and left[1] == right[0]
