"""Evaluation of a tree in a world: the same code for symbols, rational numbers and floats.

Numbers are SymPy expressions or floats; vectors and matrices are two-dimensional NumPy arrays of
them; whole numbers (sizes, indices) are Python's.
"""

import math
from collections import ChainMap

import numpy as np
import sympy as sp

from .calculus import Calculus
from .errors import DerivationError
from .programs import called


class World(Calculus):
    """Sizes, values of names, definitions: what is needed to evaluate a tree."""

    def __init__(self, sizes, values, definitions, exact=True):
        self.sizes, self.values, self.definitions = sizes, values, definitions
        self.exact, self.letters, self.memo = exact, {}, {}

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
        put = np.vectorize(lambda entry: sp.sympify(entry).subs(point), otypes=[object])
        values = {
            name: family if callable(family) else {k: unwrapped(put(v)) for k, v in family.items()}
            for name, family in self.values.items()
        }
        return World(self.sizes, values, self.definitions)

    def of(self, node):
        """The value of a tree."""
        return getattr(self, "op_" + node.op)(node, *node.args)

    def number(self, value):
        return sp.sympify(value) if self.exact else float(value)

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
            return self.at(zip(letters, place, strict=True)).of(body)
        rows, columns = (size if isinstance(size, int) else self.sizes[size] for size in name.shape)
        value = np.empty((rows, columns), dtype=object if self.exact else float)
        for i, j in np.ndindex(rows, columns):
            value[i, j] = self.at(zip(letters, (i + 1, j + 1), strict=False)).of(body)
        return value

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
            return called(name.call, values, self.exact)
        return self.values[name](*values)

    # algebra

    def op_add(self, node, *terms):
        return sum((self.of(term) for term in terms[1:]), self.of(terms[0]))

    def op_neg(self, node, term):
        return -self.of(term)

    def op_mul(self, node, *factors):
        value = self.of(factors[0])
        for factor in factors[1:]:
            value = times(value, self.of(factor))
        return value

    def op_div(self, node, above, below):
        return (
            self.of(above) * (1 / self.of(below)) if self.exact else self.of(above) / self.of(below)
        )

    def op_pow(self, node, base, power):
        value, exponent = self.of(base), self.of(power)
        if not isinstance(value, np.ndarray):
            return value**exponent
        return (
            np.linalg.matrix_power(value, int(exponent))
            if not self.exact
            else squared(value, exponent)
        )

    def op_transpose(self, node, inside):
        value = self.of(inside)
        return value.T if isinstance(value, np.ndarray) else value

    def op_inverse(self, node, inside):
        value = self.of(inside)
        if not isinstance(value, np.ndarray):
            return 1 / value
        if self.exact:
            return inverted(sp.Matrix(value))
        return np.linalg.solve(value, np.eye(len(value)))

    def members(self, letter, domain):
        """Whole numbers that a sum runs over."""
        if domain.op == "name":
            return self.of(domain)
        first, last = (self.whole(part) for part in self.range_of(domain).args)
        found = range(first, last + 1)
        if domain.op == "except":
            return [i for i in found if i != self.whole(domain.args[1])]
        if domain.op == "where":
            bound, sign = self.whole(domain.args[1]), domain.value[1]
            test = {"<": int.__lt__, ">": int.__gt__, "<=": int.__le__, ">=": int.__ge__}[sign]
            return [i for i in found if test(i, bound)]
        return found

    def range_of(self, domain):
        return domain if domain.op == "range" else domain.args[0]

    def terms(self, node, domain, body):
        return [self.at({node.value: i}).of(body) for i in self.members(node.value, domain)]

    def op_sum(self, node, domain, body):
        found = self.terms(node, domain, body)
        return sum(found[1:], found[0]) if found else self.number(0)

    def op_prod(self, node, domain, body):
        return math.prod(self.terms(node, domain, body), start=self.number(1))

    def op_builder(self, node, domain, left, right):
        worlds = {i: self.at({node.value: i}) for i in self.members(node.value, domain)}
        return [i for i, world in worlds.items() if world.of(left) == world.of(right)]


def times(left, right):
    """Product of numbers, columns and matrices; a 1 x 1 result is a number."""
    if not (isinstance(left, np.ndarray) and isinstance(right, np.ndarray)):
        return left * right
    value = left @ right
    return value[0, 0] if value.shape == (1, 1) else value


def inverted(matrix):
    """The inverse by cofactors; not-a-number where there is none, so that nothing follows."""
    determinant = matrix.det(method="berkowitz")
    inverse = matrix.applyfunc(lambda _: sp.nan) if determinant == 0 else None
    return np.array((inverse or matrix.adjugate() / determinant).tolist(), dtype=object)


def squared(value, exponent):
    """A matrix of symbols to a whole power."""
    if int(exponent) != exponent or exponent < 1:
        raise DerivationError(f"a matrix has whole positive powers, not {exponent}")
    result = value
    for _ in range(int(exponent) - 1):
        result = result @ value
    return result


def unwrapped(value):
    """An array of no axes as the number that it holds."""
    return value.item() if value.ndim == 0 else value
