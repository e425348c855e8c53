"""Where a tree is evaluated in index notation: names, definitions, letters, what is known of them.

A value is a polynomial; that of a vector or matrix has the free variables `row` and `column`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, NamedTuple

from ..expr import Expr
from ..names import Name, Shape, Size
from ..shape.sizes import TIMES, multiplied
from .algebra import Room, closed
from .defined import Need
from .diagrams import ONE, ZERO, Factor, Head, Poly, Term, number
from .errors import NotThere, Unsupported
from .indices import ONE_SIZE, Index, Linear, length, plus
from .known import Form, Known


class Value(NamedTuple):
    """A number, or the entry of a vector or matrix at `row` and `column`."""

    shape: Shape
    poly: Poly


Definition = tuple[tuple[Any, ...], Expr, bool]
Operation = Callable[..., Value]
OPERATIONS: dict[str, Operation] = {}


def value_of(*operations: str) -> Callable[[Operation], Operation]:
    """Enters a function in the table, as the one that evaluates operations."""

    def enter(function: Operation) -> Operation:
        OPERATIONS.update(dict.fromkeys(operations, function))
        return function

    return enter


@dataclass(frozen=True)
class Place:
    """All that a tree means something by.

    letters: the index that each letter is; ranges: the size of letters that are free; values: what
    stands in the place of names; held: names that are not unfolded, since they vary; fixed: sizes
    that are known numbers or other sizes; sure: whether the tree counts for all values; apart: what
    is not 0 by hypothesis.
    """

    room: Room
    definitions: Mapping[Name, Definition]
    ranges: Mapping[str, str | None]
    known: Known
    fixed: Mapping[str, Linear]
    letters: Mapping[str, Index] = field(default_factory=dict)
    values: Mapping[Name, Value] = field(default_factory=dict)
    held: frozenset[Name] = frozenset()
    memo: dict[Any, Value] = field(default_factory=dict)
    needs: list[Need] = field(default_factory=list)
    sure: bool = True
    apart: tuple[Poly, ...] = ()

    @property
    def here(self) -> Room:
        """The room with what is known at this place, for signs."""
        return Room(self.known, self.room.names, steps=self.room.steps)

    def need(self, poly: Poly, size: str = "", above: bool = False) -> None:
        """Notes what must not vanish, or be singular, for a tree to have a value."""
        if size or poly.number is None or poly.number <= 0:
            self.needs.append(Need(poly, self.known, size, above, self.sure))

    def of(self, node: Expr) -> Value:
        """The value of a tree."""
        if node.op not in OPERATIONS:
            raise Unsupported(f"{node.op} is not in the language of index notation")
        self.room.count()
        return OPERATIONS[node.op](self, node, *node.args)

    def scalar(self, node: Expr) -> Poly:
        """The value of a tree that is a number."""
        value = self.of(node)
        if value.shape:
            raise Unsupported("a number was expected")
        return value.poly

    def at(self, letters: Mapping[str, Index], facts: Iterable[Form] = ()) -> Place:
        """This place with letters bound, and more known of them."""
        known = self.known.and_also(facts)
        return replace(self, letters={**self.letters, **letters}, known=known)

    def size(self, size: Size) -> str:
        """A size as the polynomials know it: a sum in the order in which it is written."""
        if TIMES in str(size):
            if "+" in str(size):
                raise Unsupported("blocks beside a product of Kronecker's")
            return str(multiplied([self.size(part) for part in str(size).split(TIMES)]))
        return in_order([self.length(part) for part in str(size).split(" + ")])

    def length(self, size: Size) -> Linear:
        """A size as a sum of sizes that are not fixed."""
        total: Linear = ()
        for name, many in length(str(size)):
            part = self.fixed.get(name, ((name, 1),))
            total = plus(total, part, many)
        return total

    def require(self, index: Index, size: str, what: str) -> None:
        """Raises unless an index is known to be within 1, ..., size."""
        if not self.known.inside(index, size):
            raise NotThere(f"nothing displayed says that {what} exists")


def written(size: Linear) -> str:
    """A sum of sizes as the size of a variable: numbers first."""
    whole = dict(size).get(ONE_SIZE, 0)
    named = [name for name, many in size if name != ONE_SIZE for _ in range(many)]
    if any(many < 0 for _, many in size):
        raise Unsupported("a size with a minus")
    return " + ".join([str(whole)] * bool(whole) + named)


def in_order(lengths: Sequence[Linear]) -> str:
    """Some lengths one after another, as the size of a variable."""
    found: list[str] = []
    for part in (part for one in lengths for part in written(one).split(" + ") if one):
        if found and found[-1].isdigit() and part.isdigit():
            part = str(int(found.pop()) + int(part))
        found.append(part)
    return " + ".join(found)


def size_poly(room: Room, shift: Linear) -> Poly:
    """A sum of sizes as a number."""
    found = [number(0)]
    for size, many in shift:
        factors = (Factor(Head("size", size)),) if size != ONE_SIZE else ()
        found.append(closed_one(room, factors).scaled(Fraction(many)))
    return sum(found, ZERO)


def closed_one(room: Room, factors: tuple[Factor, ...]) -> Poly:
    """A product without sums."""
    return closed(room, Term(ONE, (), factors))
