"""Real numbers as z3 knows them: quotients of terms, with what is presumed of them.

Denominators are not 0, and what stands below a root is not negative: both are conditions under
which a statement is asked. A root is an unknown that is not negative and has its square.
"""

from contextlib import contextmanager
from fractions import Fraction

import numpy as np
import z3

from texproof_tests.exact import TESTS, Field, Missing, NotAsked

STEPS = 300_000  # of expanding one term; what is larger stays as it stands


class Ratio:
    """A term of z3 over a product of powers of terms that are not 0."""

    def __init__(self, reals, above, below=()):
        self.reals, self.above, self.below = reals, above, dict(below)

    def lifted(self, number):
        """Another number as a quotient; None if it cannot be added or multiplied."""
        if isinstance(number, Ratio):
            return number
        if isinstance(number, (float, np.floating)):
            number = exactly(float(number))
        if isinstance(number, (int, Fraction, np.integer)):
            return Ratio(self.reals, z3.RealVal(str(Fraction(number))))
        return None

    def over(self, below):
        """What stands above, when this is brought over another product."""
        missing = {term: k - self.below.get(term, 0) for term, k in below.items()}
        return times(self.above, missing)

    def __add__(self, other):
        right = self.lifted(other)
        if right is None:
            return NotImplemented
        below = common(self.below, right.below)
        return Ratio(self.reals, self.over(below) + right.over(below), below)

    def __mul__(self, other):
        right = self.lifted(other)
        if right is None:
            return NotImplemented
        if not isinstance(other, Ratio) and other == 0:
            return Fraction(0)
        below = dict(self.below)
        for term, k in right.below.items():
            below[term] = k + below.get(term, 0)
        return Ratio(self.reals, self.above * right.above, below)

    def __truediv__(self, other):
        right = self.lifted(other)
        return NotImplemented if right is None else self * right.inverted()

    def __rtruediv__(self, other):
        return self.lifted(other) * self.inverted()

    def inverted(self):
        """1 over this, which is then presumed not to be 0."""
        term = expanded(self.above)
        if z3.is_rational_value(term):
            if not term.as_fraction():
                raise Missing("a division by 0")
            return Ratio(self.reals, times(z3.RealVal(str(1 / term.as_fraction())), self.below))
        self.reals.conditions.append(term != 0)
        return Ratio(self.reals, times(z3.RealVal(1), self.below), {term: 1})

    def __neg__(self):
        return Ratio(self.reals, -self.above, self.below)

    def __sub__(self, other):
        return self + (-other)

    def __rsub__(self, other):
        return -self + other

    def __pow__(self, exponent):
        if exponent < 0:
            return (self**-exponent).inverted()
        found = Fraction(1)
        for _ in range(exponent):
            found = self * found
        return found

    def sqrt(self):
        """What NumPy asks of an object."""
        self.reals.conditions.append(self.reals.compare(self, ">=", 0))
        return self.reals.root(self)

    def __abs__(self):
        held = self.reals.compare(self, ">=", 0)
        return self.reals.pick(held, lambda: self, lambda: -self)

    def __bool__(self):
        raise NotAsked("a program that asks for a truth value")

    def __lt__(self, other):
        raise NotAsked("a program that compares")

    __le__ = __gt__ = __ge__ = __eq__ = __ne__ = __lt__
    __hash__ = None
    __radd__, __rmul__ = __add__, __mul__

    def term(self):
        """This as one term of z3."""
        return self.above / times(z3.RealVal(1), self.below) if self.below else self.above


def exactly(number):
    """A float that is a short dyadic fraction."""
    found = Fraction(number)
    if found.denominator > 2**10:
        raise NotAsked("a number that a program has rounded")
    return found


def common(one, other):
    """The least common multiple of two products."""
    return {term: max(one.get(term, 0), other.get(term, 0)) for term in {**one, **other}}


def times(term, powers):
    for factor, k in powers.items():
        for _ in range(k):
            term = term * factor
    return term


def expanded(term):
    """A term as a sum of monomials, where that takes few enough steps."""
    try:
        return z3.simplify(term, som=True, max_steps=STEPS)
    except z3.Z3Exception as cause:
        if "max. steps" not in str(cause):
            raise
        return term


class Reals(Field):
    """The real numbers, unknowns among them."""

    def __init__(self):
        super().__init__()
        self.facts, self.roots, self.count = [], {}, 0

    def unknown(self, title=""):
        self.count += 1
        return Ratio(self, z3.Real(f"{title}#{self.count}"))

    def lifted(self, number):
        return Ratio(self, z3.RealVal(0)).lifted(number)

    def divide(self, above, below):
        if isinstance(below, Ratio):
            return above / below
        return super().divide(above, below)

    def compare(self, left, sign, right):
        gap = left - right
        if not isinstance(gap, Ratio):
            return TESTS[sign](gap, 0)
        odd = {} if sign in {"=", "!="} else {term: k % 2 for term, k in gap.below.items()}
        term = expanded(times(gap.above, odd))
        if z3.is_rational_value(term):
            return TESTS[sign](term.as_fraction(), 0)
        return TESTS[sign](term, z3.RealVal(0))

    def pick(self, condition, yes, no):
        if isinstance(condition, bool):
            return super().pick(condition, yes, no)
        with self.guarded(condition):
            one = guarded(condition, self.lifted(yes()))
        with self.guarded(z3.Not(condition)):
            other = guarded(z3.Not(condition), self.lifted(no()))
        below = common(one.below, other.below)
        return Ratio(self, z3.If(condition, one.over(below), other.over(below)), below)

    @contextmanager
    def guarded(self, condition):
        """What is presumed inside is presumed only where a condition holds."""
        before, self.conditions = self.conditions, []
        yield
        self.conditions = before + [z3.Implies(condition, part) for part in self.conditions]

    def root(self, value):
        value = self.lifted(value)
        key = expanded(value.term())
        if key not in self.roots:
            found = self.roots[key] = self.unknown("root")
            square = self.compare(found * found, "=", value)
            held = self.compare(value, ">=", 0)
            self.facts += [found.above >= 0, z3.Implies(held, square)]
        return self.roots[key]

    def apply(self, function, values):
        terms = [self.lifted(part) for value in values for part in np.ravel(value)]
        if any(term is None for term in terms):
            raise NotAsked("the slope of an unknown function")
        known = z3.Function(function.latex, *[z3.RealSort()] * (len(terms) + 1))
        return Ratio(self, known(*(term.term() for term in terms)))

    def run(self, program, values):
        try:
            return program(*values)
        except (TypeError, ValueError, AttributeError) as cause:
            raise NotAsked(f"a program: {cause}") from cause


def guarded(condition, value):
    """A quotient whose denominators are 1 where the condition fails."""
    below = {z3.If(condition, term, z3.RealVal(1)): k for term, k in value.below.items()}
    return Ratio(value.reals, value.above, below)
