"""Evaluation of what binds a letter: sums, products, sets, extrema, expectations."""

import itertools
import math

import numpy as np
import sympy as sp

from .errors import DerivationError
from .names import CHANCE, outcomes
from .shapes import Shapes
from .sizes import SCALAR, length
from .unknowns import indicator


class Binders:
    """Methods of a world: each binds index letters, or the outcomes of random names."""

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
        return sum(found[1:], found[0]) if found else self.empty_sum(body)

    def empty_sum(self, body):
        """The zero of the shape that the terms would have."""
        shape = Shapes("", {}).of(body)
        if shape == SCALAR:
            return self.number(0)
        return np.full(
            [length(size, self.sizes) for size in shape], self.number(0), dtype=self.dtype
        )

    def op_prod(self, node, domain, body):
        return math.prod(self.terms(node, domain, body), start=self.number(1))

    def op_extremum(self, node, domain, body):
        letter, kind = node.value
        values = [self.at({letter: i}).of(body) for i in self.members(letter, domain)]
        return self.extreme(kind, values)

    def extreme(self, kind, values):
        """The largest ("max") or smallest ("min") of some numbers."""
        if self.exact:
            return (sp.Max if kind == "max" else sp.Min)(*values)
        return (max if kind == "max" else min)(values)

    def op_builder(self, node, domain, left, right):
        letter, sign = node.value
        worlds = {i: self.at({letter: i}) for i in self.members(letter, domain)}
        held = {i: indicator(w.of(left), sign, w.of(right)) for i, w in worlds.items()}
        if not all(value.is_Integer for value in held.values()):
            raise DerivationError("who is in the set depends on generic numbers; index it instead")
        return [i for i, value in held.items() if value == 1]

    def op_put(self, node, body, about, value):
        place = tuple(self.whole(part) for part in about.args)
        return self.replacing(about.value, place, self.of(value)).of(body)

    # random names: functions of outcomes, whose chances are generic

    def op_expect(self, node, body):
        """The mean over the outcomes of the sources that the node names."""
        return self.mean(node.value, lambda world: world.of(body))

    def mean(self, sources, value):
        """The mean of value(world) over all outcomes of the sources."""
        ranges = [range(1, self.sizes[size] + 1) for _, size in map(outcomes, sources)]
        total = 0
        for chosen in itertools.product(*ranges):
            letters = [letter for letter, _ in map(outcomes, sources)]
            chance = math.prod(self.chance(*pair) for pair in zip(sources, chosen, strict=True))
            total = total + chance * value(self.at(zip(letters, chosen, strict=True)))
        return total

    def chance(self, source, outcome):
        """The chance of one outcome of a source: generic in proofs, equal among numbers."""
        return self.values[CHANCE][source, outcome]

    def op_covariance(self, node, left, right):
        means = self.op_expect(node, left), self.op_expect(node, right)
        return self.mean(node.value, lambda world: spread(world, (left, right), means))


def spread(world, parts, means):
    """(X - EX)(Y - EY), or with a transpose where they are columns."""
    left, right = (world.of(part) - mean for part, mean in zip(parts, means, strict=True))
    return left @ right.T if isinstance(left, np.ndarray) else left * right
