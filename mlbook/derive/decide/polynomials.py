"""Expressions as polynomials over a factored denominator, in whose ring zero can be decided."""

from collections import Counter
from collections.abc import Sequence

import sympy as sp

from ..errors import DerivationError
from ..evaluate.values import printed
from ..evaluate.world import Value
from .plain import is_root, plain

Quotient = tuple[Value, Counter[Value]]  # numerator, and the factors of the denominator


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
            return sp.prod([a for a, _ in parts], start=self.ring(1)), below
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
            return above**exponent, Counter({f: n * exponent for f, n in below.items()})
        if above == 0:
            raise DerivationError("a denominator is 0")
        factor = above.monic()
        bottom: Counter[Value] = Counter()
        if not above.is_ground:
            bottom[factor] = -exponent
        top = self.ring(1 / above.LC ** (-exponent))
        for inside, n in below.items():
            top *= inside ** (n * -exponent)
        return top, bottom

    def total(self, values: Sequence[Quotient]) -> Quotient:
        """Sum over the least common denominator."""
        bottom: Counter[Value] = Counter()
        for _, below in values:
            bottom |= below
        top = self.ring(0)
        for above, below in values:
            for factor, n in (bottom - below).items():
                above = above * factor**n
            top += above
        return top, bottom

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
