"""Assignments of values to names, under which a tree is evaluated.

The code is the same for symbols, rational numbers and floats. Numbers are SymPy expressions
or floats; vectors and matrices are two-dimensional NumPy arrays of them; whole numbers (sizes,
indices) are Python's. The functions that evaluate the operations are entered in `OPERATIONS` by the
modules beside this one. Whether a value is a number or a matrix is asked of the declared shape, not
of lengths that happen to be 1.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NoReturn

import numpy as np
import sympy as sp

from ..errors import DerivationError, Missing
from ..expr import Definition, Expr
from ..names import Name, Shape, Size
from ..shape import ShapeChecker
from ..shape.sizes import SCALAR, is_member, length, shape_in_words

# --------------------------------------------------------------------------------------------------
# Assignments and the table of operations.

Value = Any  # a SymPy expression, a float, a two-dimensional array of them, or members of a set
Indices = tuple[Any, ...]  # the indices of a member of a family
Family = Any  # values of a name by indices, or the callable that an unknown function is
Operation = Callable[..., Value]  # takes the assignment, the node and its arguments
OPERATIONS: dict[str, Operation] = {}


def evaluates(operation: str) -> Callable[[Operation], Operation]:
    """Enters a function in the table, as the one that evaluates an operation."""

    def enter(function: Operation) -> Operation:
        OPERATIONS[operation] = function
        return function

    return enter


class Assignment:
    """Sizes, values of names, definitions: what is needed to evaluate a tree."""

    def __init__(
        self,
        sizes: Mapping[str, int],
        values: Mapping[Any, Family],
        definitions: Mapping[Name, Definition],
        exact: bool = True,
    ) -> None:
        self.sizes, self.values, self.definitions, self.exact = sizes, values, definitions, exact
        self.letters: ChainMap[str, int] = ChainMap()
        self.memo: dict[tuple[Name, Indices], Value] = {}
        self.dtype: type = object if exact else float
        # How many terms the sums have together within which something is evaluated.
        self.terms = 1

    def replacing(self, name: Name, indices: Indices, value: Value) -> Assignment:
        """This assignment with another value for one member of a family."""
        values = dict(self.values)
        values[name] = {**(values.get(name) or {}), indices: value}
        return Assignment(self.sizes, values, self.definitions, self.exact).at(self.letters)

    def at(self, letters: Mapping[str, int] | Iterable[tuple[str, int]]) -> Assignment:
        """This assignment with index letters bound; values and definitions are shared."""
        assignment = type(self)(self.sizes, self.values, self.definitions, self.exact)
        assignment.memo, assignment.letters = self.memo, ChainMap(dict(letters), self.letters)
        assignment.terms = self.terms
        return assignment

    def numbers(self) -> list[Value]:
        """The values of all names that are numbers, vectors or matrices."""
        families = (family for family in self.values.values() if not callable(family))
        return [value for family in families for value in family.values()]

    def at_point(self, point: Mapping[Value, Value]) -> Assignment:
        """This assignment with numbers in the place of its symbols."""
        substituted = np.vectorize(
            lambda entry: sp.sympify(entry, strict=True).subs(point), otypes=[object]
        )
        values = {
            name: getattr(family, "at_point", lambda _, same=family: same)(point)
            if callable(family)
            else {place: unwrap_number(substituted(value)) for place, value in family.items()}
            for name, family in self.values.items()
        }
        return Assignment(self.sizes, values, self.definitions)

    def of(self, node: Expr) -> Value:
        """The value of a tree; a refusal keeps the smallest term in which it arose."""
        try:
            return OPERATIONS[node.op](self, node, *node.args)
        except DerivationError as refusal:
            refusal.term = refusal.term or node
            raise

    def number(self, value: Value) -> Value:
        """A number of this assignment."""
        return sp.sympify(value, strict=True) if self.exact else float(value)

    def whole(self, node: Expr) -> int:
        """The whole number that an index is."""
        if node.op == "var":
            return self.letters[node.value]
        value = self.of(node)
        known = isinstance(value, float) or sp.sympify(value, strict=True).is_Rational
        if not known or int(value) != value:
            instead = f", not {value}" if known else ""
            raise DerivationError(f"an index must be a whole number{instead}")
        return int(value)

    def value(self, name: Name, indices: Indices) -> Value:
        """The value of a member of a family: given, defined, or generic."""
        if indices in self.values.get(name, {}):
            return self.values[name][indices]
        if (name, indices) not in self.memo:
            letters, body, by_entries = self.definitions.get(name, ((), None, False))
            if not (body and (by_entries or is_member(name, indices, self.sizes, letters, body))):
                last = tuple(self.sizes.get(size) for _, size in name.range)
                raise Missing(f"{name.latex} has no member {indices}; its indices end at {last}")
            self.memo[name, indices] = self.defined(name, indices)
        return self.memo[name, indices]

    def defined(self, name: Name, indices: Indices) -> Value:
        """The value of a member of a family by its definition."""
        letters, body, by_entries = self.definitions[name]
        if by_entries:
            return self.defined_by_entries(name, letters, body)
        value = self.at(zip(letters, indices, strict=True)).of(body)
        # A bare 0 in the definition of an array stands for the zero of its shape.
        bare = name.kind in {"vector", "matrix"} and np.ndim(value) == 0
        if bare:
            return np.full(self.lengths(name), value)
        if name.kind in {"vector", "matrix"} and np.shape(value) != self.lengths(name):
            refuse_untied(np.shape(value), self.lengths(name))
        return value

    def defined_by_entries(self, name: Name, letters: tuple[str, ...], body: Expr) -> Value:
        """The value of a vector or matrix whose entries are defined."""
        lengths = rows, columns = self.lengths(name)
        value: Value = np.empty(lengths, dtype=self.dtype)
        for i, j in np.ndindex(rows, columns):
            value[i, j] = self.at(zip(letters, (i + 1, j + 1), strict=False)).of(body)
        return value

    def lengths(self, name: Name) -> tuple[int, ...]:
        """The shape of a name in numbers."""
        return tuple(length(size, self.sizes) for size in name.shape)

    def place_of(self, entry: Expr) -> tuple[int, int]:
        """Row and column, from 0, of an entry of a vector or matrix."""
        row, *column = (self.whole(part) - 1 for part in entry.args[1:])
        return row, (column[0] if column else 0)


def unwrap_number(value: Value) -> Value:
    """An array of no axes as the number that it holds."""
    return value.item() if value.ndim == 0 else value


def refuse_untied(*shapes: Shape) -> NoReturn:
    """Raises where lengths do not fit that fit where they were chosen."""
    raise DerivationError(
        f"{' and '.join(map(shape_in_words, shapes))} do not fit together: "
        'say how the sizes are related by a hypothesis, such as given=["n = r + s"]'
    )


# --------------------------------------------------------------------------------------------------
# Declared shapes of trees: they tell what is a number, not lengths that happen to be 1.


class Conforming(ShapeChecker):
    """Shapes of trees that were checked when they were read, so that all sizes agree."""

    def equal(self, left: Size, right: Size) -> bool:
        """Whether two sizes are one, as they are."""
        return True


SHAPES = Conforming("", {})


def shape_of(node: Expr) -> Shape:
    """The declared shape of a tree, found once."""
    return SHAPES.of(node)


def fit_shape(value: Value, shape: Shape) -> Value:
    """An array that is declared to be a number, as that number."""
    return value[0, 0] if shape == SCALAR and hasattr(value, "shape") else value
