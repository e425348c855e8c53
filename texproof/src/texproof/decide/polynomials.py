"""Expressions as polynomials over a factored denominator, in whose ring zero can be decided."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence

import sympy as sp

from ..errors import DerivationError, TooLong
from ..evaluate.values import printed
from ..evaluate.world import Value
from .plain import is_root, plain

MOST_POWERS = 4_000_000  # terms of a sum, before like ones meet, times unknowns
Quotient = tuple[Value, Counter[Value]]  # numerator, and the factors of the denominator
Power = tuple[Value, int]  # a polynomial and a whole power of it


class CommonRing:
    """Numerators and factored denominators of expressions, as polynomials in one common ring."""

    def __init__(self, *expressions: Value, signs: bool = False) -> None:
        parts = [plain(expression, signs) for expression in expressions]
        found: dict[Value, int] = {}
        for expression in parts:
            self.unknowns(expression, found)
        self.roots = found
        self.atoms = [atom for atom in found if not atom.is_Symbol]
        self.order = sorted(found, key=sp.default_sort_key)
        names = [sp.Symbol(f"u{i}") for i in range(len(self.order))] or [sp.Symbol("u")]
        self.ring, *self.generators = sp.ring(names, sp.QQ)
        self.place = {atom: i for i, atom in enumerate(self.order)}
        self.parts = [self.of(expression) for expression in parts]

    def unknowns(self, part: Value, found: dict[Value, int]) -> None:
        """Base atoms with the least common denominator of their exponents."""
        if part.is_Rational:
            return
        if part.is_Add or part.is_Mul or (part.is_Pow and part.exp.is_Integer):
            for inside in part.args if not part.is_Pow else part.args[:1]:
                self.unknowns(inside, found)
            return
        base, exponent = self.base(part)
        found[base] = sp.ilcm(found.get(base, 1), exponent.q)

    def base(self, part: Value) -> tuple[Value, Value]:
        """An atom and the rational power of it that ``part`` is: exp(3x/2) is exp(x)^(3/2)."""
        if isinstance(part, sp.exp):
            number, rest = part.exp.as_coeff_Mul()
            if number.is_Rational and rest != 1:
                return sp.exp(rest), number
        if is_root(part):
            return part.base, part.exp
        return part, sp.Integer(1)

    def of(self, part: Value) -> Quotient:
        """(polynomial, Counter of polynomials): numerator over factored denominator."""
        if part.is_Rational:
            return self.ring(sp.QQ(part.p, part.q)), Counter()
        if part.is_Add:
            return self.total([self.of(term) for term in part.args])
        if part.is_Mul:
            parts = [self.of(factor) for factor in part.args]
            below: Counter[Value] = sum((b for _, b in parts), Counter())
            return self.product((a, 1) for a, _ in parts), below
        if part.is_Pow and part.exp.is_Integer:
            return self.power(self.of(part.base), int(part.exp))
        base, exponent = self.base(part)
        if is_root(part) and base not in self.place:
            raise DerivationError(f"cannot read the root {printed(part)}")
        steps = exponent * self.roots[base]
        return self.power((self.generators[self.place[base]], Counter()), int(steps))

    def power(self, value: Quotient, exponent: int) -> Quotient:
        """A quotient to a whole power."""
        above, below = value
        if exponent >= 0:
            raised = Counter({f: n * exponent for f, n in below.items()})
            return self.product([(above, exponent)]), raised
        if above == 0:
            raise DerivationError("a denominator is 0")
        factor = above.monic()
        bottom: Counter[Value] = Counter()
        if not above.is_ground:
            bottom[factor] = -exponent
        turned = self.product((inside, -exponent * n) for inside, n in below.items())
        return turned / above.LC ** (-exponent), bottom

    def total(self, values: Sequence[Quotient]) -> Quotient:
        """Sum over the least common denominator."""
        bottom: Counter[Value] = Counter()
        for _, below in values:
            bottom |= below
        factors = [[(above, 1), *(bottom - below).items()] for above, below in values]
        self.refuse_long(factors)
        return sum(map(self.product, factors), start=self.ring(0)), bottom

    def product(self, factors: Iterable[Power]) -> Value:
        """Product of powers of polynomials."""
        factors = list(factors)
        self.refuse_long([factors])
        return sp.prod([factor**n for factor, n in factors], start=self.ring(1))

    def refuse_long(self, products: Sequence[Sequence[Power]]) -> None:
        """Raises if a sum of products of powers is too long to be written out."""
        most = MOST_POWERS // len(self.generators)
        if sum(map(written, products)) > most and (terms := sum(map(dense, products))) > most:
            raise TooLong(
                f"a sum has {terms:,} terms in {len(self.generators)} unknowns when it is written "
                "out, which is too long; give a name to a part of it, or take a smaller step"
            )

    def is_nonnegative(self, polynomial: Value, strict: bool = False) -> bool:
        """Whether every term has a positive coefficient and even powers of unsigned unknowns."""
        signed = [self.sign(atom) for atom in self.order]
        certain = False
        for powers, coefficient in polynomial.terms():
            used = [sign for sign, n in zip(signed, powers, strict=False) if n % 2]
            if coefficient < 0 or "?" in used:
                return False
            certain |= all(s == "+" for s, n in zip(signed, powers, strict=False) if n)
        return certain or not strict

    def sign(self, atom: Value) -> str:
        """What is known of the sign of an unknown: +, 0 (not negative) or ?."""
        if atom.is_positive:
            return "+"
        return "0" if atom.is_nonnegative else "?"


def written(factors: Sequence[Power]) -> int:
    """How many terms a product of powers has before like ones meet."""
    return math.prod(math.comb(len(factor) + n - 1, n) for factor, n in factors)


def dense(factors: Sequence[Power]) -> int:
    """How many terms it can have at most, by its degrees too."""
    degrees = [[n * max(degree, 0) for degree in factor.degrees()] for factor, n in factors]
    powers: int = math.prod(1 + sum(column) for column in zip(*degrees, strict=True))
    return min(written(factors), powers)


def above_longest_sum(expression: Value) -> Value:
    """The expression times the longest sum by which its terms are divided; 0 where it was 0."""
    terms = sp.Add.make_args(plain(expression, signs=True))
    factors = [factor for term in terms for factor in sp.Mul.make_args(term)]
    below = [f for f in factors if f.is_Pow and f.base.is_Add and f.exp.is_Integer and f.exp < 0]
    if not below:
        return expression
    longest = max(below, key=lambda f: (len(f.base.args), -f.exp, sp.default_sort_key(f)))
    return sp.Add(*(term / longest for term in terms))
