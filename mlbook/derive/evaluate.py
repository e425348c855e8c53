"""Evaluation of a tree in a world: the same code for symbols, rational numbers and floats.

Numbers are SymPy expressions or floats; vectors and matrices are two-dimensional NumPy arrays of
them; whole numbers (sizes, indices) are Python's.
"""

from collections import ChainMap

import numpy as np
import sympy as sp

from .algebra import Algebra
from .binders import Binders
from .calculus import Calculus
from .errors import DerivationError
from .functions import Functions
from .programs import called
from .sizes import length, spelled


class World(Algebra, Binders, Functions, Calculus):
    """Sizes, values of names, definitions: what is needed to evaluate a tree."""

    def __init__(self, sizes, values, definitions, exact=True):
        self.sizes, self.values, self.definitions = sizes, values, definitions
        self.exact, self.letters, self.memo = exact, {}, {}
        self.dtype = object if exact else float

    def replacing(self, name, place, value):
        """This world with another value for one member of a family."""
        values = dict(self.values)
        values[name] = {**(values.get(name) or {}), place: value}
        return World(self.sizes, values, self.definitions, self.exact).at(self.letters)

    def at(self, letters):
        """This world with index letters bound; values and definitions are shared."""
        world = World(self.sizes, self.values, self.definitions, self.exact)
        world.memo, world.letters = self.memo, ChainMap(dict(letters), self.letters)
        return world

    def numbers(self):
        """The values of all names that are numbers, vectors or matrices."""
        families = (family for family in self.values.values() if not callable(family))
        return [value for family in families for value in family.values()]

    def at_point(self, point):
        """This world with numbers in the place of its symbols."""
        put = np.vectorize(
            lambda entry: sp.sympify(entry, strict=True).subs(point), otypes=[object]
        )
        values = {
            name: family if callable(family) else {k: unwrapped(put(v)) for k, v in family.items()}
            for name, family in self.values.items()
        }
        return World(self.sizes, values, self.definitions)

    def of(self, node):
        """The value of a tree."""
        return getattr(self, "op_" + node.op)(node, *node.args)

    def number(self, value):
        return sp.sympify(value, strict=True) if self.exact else float(value)

    # leaves

    def op_num(self, node):
        return sp.Rational(node.value) if self.exact else float(node.value)

    def op_size(self, node):
        return self.number(self.sizes[node.value])

    def op_var(self, node):
        return self.number(self.letters[node.value])

    def whole(self, node):
        """The whole number that an index is."""
        if node.op == "var":
            return self.letters[node.value]
        value = self.of(node)
        if int(value) != value:
            raise DerivationError(f"an index must be a whole number, not {value}")
        return int(value)

    def op_name(self, node, *indices):
        value = self.value(node.value, tuple(self.whole(part) for part in indices))
        return self.number(value) if node.value.kind == "index" else value

    def value(self, name, place):
        """The value of a member of a family: given, defined, or generic."""
        if place in self.values.get(name, {}):
            return self.values[name][place]
        if name not in self.definitions:
            last = tuple(self.sizes[size] for _, size in name.over)
            raise DerivationError(f"{name.latex} has no member {place}; its indices end at {last}")
        if (name, place) not in self.memo:
            self.memo[name, place] = self.defined(name, place)
        return self.memo[name, place]

    def defined(self, name, place):
        letters, body, by_entries = self.definitions[name]
        if not by_entries:
            value = self.at(zip(letters, place, strict=True)).of(body)
            bare = name.kind in {"vector", "matrix"} and np.ndim(value) == 0  # a zero of its shape
            return np.full(self.lengths(name), value) if bare else value
        lengths = rows, columns = self.lengths(name)
        value = np.empty(lengths, dtype=self.dtype)
        for i, j in np.ndindex(rows, columns):
            value[i, j] = self.at(zip(letters, (i + 1, j + 1), strict=False)).of(body)
        return value

    def lengths(self, name):
        """The shape of a name in numbers."""
        return tuple(length(size, self.sizes) for size in name.shape)

    def op_entry(self, node, whole, *indices):
        value, place = self.of(whole), self.place_of(node)
        if not all(0 <= i < length for i, length in zip(place, value.shape, strict=True)):
            raise DerivationError(f"{node.value.latex} has no entry {tuple(i + 1 for i in place)}")
        return value[place]

    def place_of(self, entry):
        """Row and column, from 0, of an entry of a vector or matrix."""
        place = tuple(self.whole(part) - 1 for part in entry.args[1:])
        return place if len(place) == 2 else (*place, 0)

    def op_call(self, node, *arguments):
        name, values = node.value, [self.of(part) for part in arguments]
        if name in self.definitions:
            parameters, body, _ = self.definitions[name]
            world = self
            for parameter, value in zip(parameters, values, strict=True):
                world = world.replacing(parameter.value, (), value)
            return world.of(body)
        if name.call:
            value = called(name.call, values, self.exact)
            if self.exact and np.shape(value) != self.lengths(name):
                found, wanted = spelled(np.shape(value)), spelled(self.lengths(name))
                raise DerivationError(f"{name.latex} returned {found} where {wanted} was declared")
            return value
        return self.values[name](*values)


def unwrapped(value):
    """An array of no axes as the number that it holds."""
    return value.item() if value.ndim == 0 else value
