"""Expressions as polynomials over a factored denominator, in whose ring zero can be decided.

Exponentials, logarithms, roots and moduli are first written in their simplest building blocks,
which become further unknowns; roots, signs and sines are reduced by the equations that they
satisfy.
"""

import contextlib
import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextvars import ContextVar
from typing import Any

import sympy as sp
from sympy.functions.elementary.hyperbolic import HyperbolicFunction

from ..errors import DerivationError, TooLong
from ..evaluate.assignment import Value
from ..evaluate.unknowns import Indicator, Jet
from ..evaluate.values import value_in_plain_text
from ..limits import MOST_POWERS

# --------------------------------------------------------------------------------------------------
# Expressions in their simplest building blocks: exponentials, logarithms, roots, |.|.


def expand_functions(expression: Value, signs: bool = False) -> Value:
    """The expression in its simplest building blocks: exponentials, logarithms, roots, |.|.

    With ``signs``, |a| is written as a sign(a), which is right for every real a.
    """
    expression = sp.sympify(expression, strict=True)
    if is_quotient(expression):
        return expression
    if expression.has(HyperbolicFunction):
        expression = expression.rewrite(sp.exp)
    expression = rewrite_parts(expression, (sp.Max, sp.Min), maximum_as_modulus)
    expression = expression.replace(is_real_power, power_as_exponential)
    expression = rewrite_parts(expression, sp.log, lambda part: split_logarithm(*part.args))
    expression = rewrite_parts(expression, Jet, lambda part: part.func(*map(sp.expand, part.args)))
    expression = expression.replace(is_root, split_root)
    expression = rewrite_parts(expression, sp.Abs, split_modulus)
    expression = rewrite_parts(expression, sp.sign, split_sign)
    if signs:
        expression = rewrite_parts(
            expression, sp.Abs, lambda part: part.args[0] * sp.sign(*part.args)
        )
    return rewrite_parts(expression, sp.exp, split_exponential)


def is_quotient(expression: Value) -> bool:
    """Whether an expression is made of symbols and fractions by + - * / and whole powers."""
    if expression.is_Symbol or expression.is_Rational:
        return True
    if expression.is_Pow:
        return bool(expression.exp.is_Integer) and is_quotient(expression.base)
    return (expression.is_Add or expression.is_Mul) and all(map(is_quotient, expression.args))


def rewrite_parts(expression: Value, kinds: Any, change: Callable[[Value], Value]) -> Value:
    """The expression with each part of these kinds changed."""
    return expression.replace(lambda part: isinstance(part, kinds), change)


def maximum_as_modulus(part: Value) -> Value:
    """max(a, b) = (a + b + |a - b|)/2, and min with a minus, one argument at a time."""
    sign = 1 if isinstance(part, sp.Max) else -1
    first, *rest = part.args
    for other in rest:
        first = (first + other + sign * sp.Abs(first - other)) / 2
    return first


def is_real_power(part: Value) -> bool:
    """Whether an expression is a power of what is positive, and its exponent no number."""
    return bool(part.is_Pow and part.base != sp.E and part.exp.is_real
                and not part.exp.is_Rational and sp.together(part.base).is_positive)  # fmt: skip


def power_as_exponential(part: Value) -> Value:
    """p^a = exp(a log p)."""
    return sp.exp(sp.expand(part.exp * sp.log(sp.together(part.base))))


def is_root(part: Value) -> bool:
    """Whether an expression is a rational power that is not whole."""
    return bool(part.is_Pow and part.exp.is_Rational and not part.exp.is_Integer)


def factor_exponents(argument: Value) -> tuple[Value, Counter[Value]]:
    """Factors of an expression with their exponents, the rational constant first."""
    above, below = sp.together(argument).as_numer_denom()
    result: Counter[Value] = Counter()
    constant = sp.Integer(1)
    for part, sign in ((above, 1), (below, -1)):
        number, factors = sp.factor_list(part) if part.free_symbols else (part, [])
        constant *= number**sign
        for factor, power in factors:
            result[factor] += sign * power
    return constant, result


def split_logarithm(argument: Value) -> Value:
    """log(ab/c) = log a + log b - log c, where every factor is known to be positive."""
    if argument.is_Pow and argument.exp.is_Rational and argument.base.is_positive:
        return argument.exp * split_logarithm(argument.base)
    if isinstance(argument, sp.exp):
        return argument.exp
    if argument.is_Mul and all(factor.is_positive for factor in argument.args):
        return sum(map(split_logarithm, argument.args), sp.Integer(0))
    if any(is_root(part) for part in argument.atoms(sp.Pow)):
        return sp.log(argument, evaluate=False)
    constant, factors = factor_exponents(argument)
    if not (constant.is_positive and all(factor.is_positive for factor in factors)):
        return sp.log(argument, evaluate=False)
    primes = sp.factorrat(constant) if constant.is_Rational else {constant: 1}
    powers = [*factors.items(), *((prime, n) for prime, n in primes.items() if prime != 1)]
    return sum((n * sp.log(factor) for factor, n in powers), sp.Integer(0))


def split_exponential(part: Value) -> Value:
    """exp(a + b) = exp(a) exp(b), term by term of the expanded exponent."""
    return sp.Mul(*(sp.exp(term) for term in sp.Add.make_args(sp.expand(part.exp))))


def split_root(part: Value) -> Value:
    """(a b)^r = a^r b^r, where every factor but the even powers is known not to be negative."""
    constant, factors = factor_exponents(part.base)
    known = all(factor.is_nonnegative for factor, n in factors.items() if n % 2)
    if not (known and constant.is_nonnegative):
        return part
    bases = {f: f if f.is_nonnegative else sp.Abs(f) for f in factors}
    return constant**part.exp * sp.Mul(*(bases[f] ** (n * part.exp) for f, n in factors.items()))


def split_modulus(part: Value) -> Value:
    """|a b / c| = |a| |b| / |c|, and |a| = a where it is known not to be negative."""
    constant, factors = factor_exponents(part.args[0])
    moduli = (f**n if f.is_nonnegative else sp.Abs(f) ** n for f, n in factors.items())
    return abs(constant) * sp.Mul(*moduli)


def split_sign(part: Value) -> Value:
    """sign(a b / c) = sign(a) sign(b) sign(c), and 1 where a factor is known to be positive."""
    constant, factors = factor_exponents(part.args[0])
    signs = (sp.sign(f) ** abs(n) for f, n in factors.items() if not f.is_positive)
    return sp.sign(constant) * sp.Mul(*signs)


# --------------------------------------------------------------------------------------------------
# The ring, over a factored denominator.

Quotient = tuple[Value, Counter[Value]]  # numerator, and the factors of the denominator
Power = tuple[Value, int]  # a polynomial and a whole power of it


# How many terms may still be multiplied out, where there is a limit for a whole row.
LEFT: ContextVar[list[int] | None] = ContextVar("terms that are left", default=None)


@contextlib.contextmanager
def at_most_terms(most: int | None) -> Iterator[None]:
    """Raises TooLong when more terms than these are multiplied out in all."""
    token = LEFT.set(None if most is None else [most])
    try:
        yield
    finally:
        LEFT.reset(token)


def spend(terms: int) -> None:
    """Counts terms that are multiplied out; raises TooLong if there are too many in all."""
    left = LEFT.get()
    if left is None:
        return
    left[0] -= terms
    if left[0] < 0:
        raise TooLong("more terms are multiplied out than a row with another proof is worth")


class CommonRing:
    """Numerators and factored denominators of expressions, as polynomials in one common ring."""

    def __init__(self, *expressions: Value, signs: bool = False) -> None:
        parts = [expand_functions(expression, signs) for expression in expressions]
        roots: dict[Value, int] = {}
        for expression in parts:
            self.unknowns(expression, roots)
        self.roots = roots
        self.atoms = [atom for atom in roots if not atom.is_Symbol]
        self.order = sorted(roots, key=sp.default_sort_key)
        names = [sp.Symbol(f"u{i}") for i in range(len(self.order))] or [sp.Symbol("u")]
        self.ring, *self.generators = sp.ring(names, sp.QQ)
        self.place = {atom: i for i, atom in enumerate(self.order)}
        self.parts = [self.of(expression) for expression in parts]

    def unknowns(self, part: Value, roots: dict[Value, int]) -> None:
        """Base atoms with the least common denominator of their exponents."""
        if part.is_Rational:
            return
        if part.is_Add or part.is_Mul or (part.is_Pow and part.exp.is_Integer):
            for inside in part.args if not part.is_Pow else part.args[:1]:
                self.unknowns(inside, roots)
            return
        base, exponent = self.base(part)
        roots[base] = sp.ilcm(roots.get(base, 1), exponent.q)

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
            raise DerivationError(f"cannot read the root {value_in_plain_text(part)}")
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
        """Raises if a sum of products of powers is too long to be written out, or all together."""
        most, terms = MOST_POWERS // len(self.generators), sum(map(count_terms, products))
        spend(terms)
        if terms > most and (terms := sum(map(count_terms_by_degree, products))) > most:
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


def count_terms(factors: Sequence[Power]) -> int:
    """How many terms a product of powers has before like ones meet."""
    return math.prod(math.comb(len(factor) + n - 1, n) for factor, n in factors)


def count_terms_by_degree(factors: Sequence[Power]) -> int:
    """How many terms it can have at most, by its degrees too."""
    degrees = [[n * max(degree, 0) for degree in factor.degrees()] for factor, n in factors]
    powers: int = math.prod(1 + sum(column) for column in zip(*degrees, strict=True))
    return min(count_terms(factors), powers)


def cancel_longest_denominator(expression: Value) -> Value:
    """The expression times the longest sum by which its terms are divided; 0 where it was 0."""
    terms = sp.Add.make_args(expand_functions(expression, signs=True))
    factors = [factor for term in terms for factor in sp.Mul.make_args(term)]
    below = [f for f in factors if f.is_Pow and f.base.is_Add and f.exp.is_Integer and f.exp < 0]
    if not below:
        return expression
    longest = max(below, key=lambda f: (len(f.base.args), -f.exp, sp.default_sort_key(f)))
    return sp.Add(*(term / longest for term in terms))


# --------------------------------------------------------------------------------------------------
# Polynomials modulo what their unknowns satisfy: roots, signs, indicators, sines and cosines.


def in_lower_powers(ring: CommonRing, polynomial: Value) -> Value:
    """A polynomial of the same value, in which such powers are replaced."""
    return reduced_sines(ring, reduced_signs(ring, reduced_roots(ring, polynomial)))


def reduced_roots(ring: CommonRing, polynomial: Value) -> Value:
    """The polynomial with s^k replaced by p for the k-th root s of p, as often as it applies.

    A root of a sum stays an unknown of its own, and s^k its p; nothing is lost, since both
    stand for the same number.
    """
    for atom in ring.order:
        k = ring.roots[atom]
        if k > 1 and not atom.is_Symbol and not isinstance(atom, sp.exp):
            value, below = ring.of(atom) if atom.is_Rational else radicand(ring, atom)
            if value is not None and not below:
                relation = ring.generators[ring.place[atom]] ** k - value
                polynomial = polynomial.rem([relation])
    return polynomial


def reduced_signs(ring: CommonRing, polynomial: Value) -> Value:
    """The polynomial with s^3 = s and a s^2 = a for s = sign(a), and u^2 = u for indicators."""
    for atom in ring.order:
        unknown = ring.generators[ring.place[atom]]
        if isinstance(atom, sp.sign):
            value, below = radicand(ring, atom.args[0], True)
            relations = [value * unknown**2 - value] if value is not None and not below else []
            polynomial = polynomial.rem([unknown**3 - unknown, *relations])
        elif isinstance(atom, Indicator):
            polynomial = polynomial.rem([unknown**2 - unknown])
    return polynomial


def reduced_sines(ring: CommonRing, polynomial: Value) -> Value:
    """The polynomial with s^2 = 1 - c^2 for s = sin a and c = cos a."""
    for atom in ring.order:
        cosine = sp.cos(*atom.args) if isinstance(atom, sp.sin) else None
        if cosine in ring.place:
            s, c = (ring.generators[ring.place[part]] for part in (atom, cosine))
            polynomial = polynomial.rem([s**2 + c**2 - 1])
    return polynomial


def radicand(ring: CommonRing, atom: Value, simple: bool = False) -> Quotient | tuple[None, None]:
    """The polynomial under a root, if its unknowns are all among the ring's."""
    bases = {part.base for part in atom.atoms(sp.Pow) if is_root(part)}
    known = (atom.free_symbols | bases) <= set(ring.place)
    fits = atom.is_Add or atom.is_Mul or (simple and atom.is_Symbol)
    return ring.of(atom) if known and fits else (None, None)
