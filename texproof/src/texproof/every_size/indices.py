"""Indices: what stands in a slot of a generic family, such as i, j + 1, n or n - k.

An index is a variable, its negative or none, plus a sum of sizes and a whole number. A variable
runs from 1 to its size; it is known by a letter, or by a number where a sum binds it.
"""

import itertools
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from ..shape.sizes import TIMES
from .errors import Unsupported

Linear = tuple[tuple[str, int], ...]  # size and how often, sorted; the size "" counts ones
ONE_SIZE = ""


class Var(NamedTuple):
    """An index variable, from 1 to its size."""

    name: str | int
    size: str


class Index(NamedTuple):
    """A variable, or none, plus a constant; or a constant less a variable."""

    var: Var | None
    shift: Linear = ()
    minus: bool = False

    @property
    def is_plain(self) -> bool:
        """Whether it is a variable and nothing else."""
        return self.var is not None and not self.shift and not self.minus

    @property
    def tail(self) -> Linear:
        """What tells it from others with the same variable."""
        return (("-", 1), *self.shift) if self.minus else self.shift


_fresh = itertools.count()


def fresh(size: str) -> Var:
    """A variable that occurs nowhere else; its name reaches no normal form."""
    return Var(f"~{next(_fresh)}", size)


def linear(parts: Mapping[str, int]) -> Linear:
    """A sum of sizes, without those that do not occur."""
    return tuple(sorted((size, many) for size, many in parts.items() if many))


def plus(left: Linear, right: Linear, times: int = 1) -> Linear:
    """The sum of two constants, the second taken several times."""
    total = dict(left)
    for size, many in right:
        total[size] = total.get(size, 0) + times * many
    return linear(total)


def constant(value: int) -> Index:
    """A whole number as an index."""
    return Index(None, linear({ONE_SIZE: value}))


def moved(index: Index, by: Linear, times: int = 1) -> Index:
    """An index plus a constant."""
    return index._replace(shift=plus(index.shift, by, times))


def less(by: Linear, index: Index) -> Index:
    """A constant less an index."""
    minus = index.var is not None and not index.minus
    return Index(index.var, plus(by, index.shift, -1), minus)


def solved(index: Index, value: Index) -> Index:
    """What the variable of an index is, so that the index has a value."""
    return less(index.shift, value) if index.minus else moved(value, index.shift, -1)


def whole(shift: Linear) -> int | None:
    """The whole number that a constant is, or None where it holds sizes."""
    if not shift:
        return 0
    return shift[0][1] if len(shift) == 1 and shift[0][0] == ONE_SIZE else None


def length(size: str) -> Linear:
    """How many values a variable of this size has; "1 + d" is a sum."""
    total: dict[str, int] = {}
    for part in size.split(" + "):
        name, many = (ONE_SIZE, int(part)) if part.isdigit() else (part, 1)
        total[name] = total.get(name, 0) + many
    return linear(total)


def parts(var: Var) -> list[Index]:
    """The indices of which a variable is made: itself, or numbers and variables one after another.

    A variable of size "1 + d" is 1, and 1 + j for a variable j of size d.
    """
    if " " not in var.size and not var.size.isdigit():
        return [Index(var)]
    before: Linear = ()
    found: list[Index] = []
    for part in var.size.split(" + "):
        if part.isdigit():
            found += [moved(constant(k), before) for k in range(1, int(part) + 1)]
        else:
            found.append(Index(fresh(part), before))
        before = plus(before, length(part))
    return found


def components_of(var: Var) -> list[Var]:
    """The variables that one of the size "n * d" consists of; itself, if it has another size."""
    sizes = var.size.split(TIMES)
    if len(sizes) == 1:
        return [var]
    return [Var(f"{var.name}.{k}", size) for k, size in enumerate(sizes)]


def refuse_stacked(variables: Iterable[Var]) -> None:
    """Raises for a variable of the size "n * d", which stands for two."""
    if any(TIMES in var.size for var in variables):
        raise Unsupported("a side of a product of Kronecker's")


def spread(values: Mapping[Var, Index]) -> dict[Var, Index]:
    """Values of variables, those of the size "n * d" by their parts."""
    found: dict[Var, Index] = {}
    for var, index in values.items():
        if TIMES not in var.size:
            found[var] = index
            continue
        if not index.is_plain or index.var is None or index.var.size != var.size:
            raise Unsupported("an entry of a product of Kronecker's")
        found |= zip(components_of(var), map(Index, components_of(index.var)), strict=True)
    return found


def key(index: Index) -> tuple[int, str | int, str, Linear]:
    """What indices are sorted by: constants, bound variables, letters."""
    if index.var is None:
        return 0, "", "", index.tail
    name, size = index.var
    return (1 if isinstance(name, int) else 2), name, size, index.tail


def variables(indices: Iterable[Index]) -> list[Var]:
    """The variables of some indices."""
    return [index.var for index in indices if index.var is not None]
