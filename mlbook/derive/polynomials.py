"""Expressions as polynomials over a factored denominator, in whose ring zero can be decided."""

from collections import Counter

import sympy as sp
from sympy.functions.elementary.hyperbolic import HyperbolicFunction

from .errors import DerivationError
from .unknowns import Jet


def plain(expression, signs=False):
    """The expression in its simplest building blocks: exponentials, logarithms, roots, |.|.

    With ``signs``, |a| is written as a sign(a), which is right for every real a.
    """
    expression = sp.sympify(expression)
    if expression.has(HyperbolicFunction):
        expression = expression.rewrite(sp.exp)
    expression = rewritten(expression, (sp.Max, sp.Min), by_distance)
    expression = rewritten(expression, sp.log, lambda part: split_logarithm(*part.args))
    expression = rewritten(expression, Jet, lambda part: part.func(*map(sp.expand, part.args)))
    expression = expression.replace(is_root, split_root)
    expression = rewritten(expression, sp.Abs, split_modulus)
    expression = rewritten(expression, sp.sign, split_sign)
    if signs:
        expression = rewritten(expression, sp.Abs, lambda part: part.args[0] * sp.sign(*part.args))
    return rewritten(expression, sp.exp, split_exponential)


def rewritten(expression, kinds, change):
    """The expression with each part of these kinds changed."""
    return expression.replace(lambda part: isinstance(part, kinds), change)


def by_distance(part):
    """max(a, b) = (a + b + |a - b|)/2, and min with a minus, one argument at a time."""
    sign = 1 if isinstance(part, sp.Max) else -1
    first, *rest = part.args
    for other in rest:
        first = (first + other + sign * sp.Abs(first - other)) / 2
    return first


def is_root(part):
    return part.is_Pow and part.exp.is_Rational and not part.exp.is_Integer


def factored(argument):
    """Factors of an expression with their exponents, the rational constant first."""
    above, below = sp.together(argument).as_numer_denom()
    found = Counter()
    constant = sp.Integer(1)
    for part, sign in ((above, 1), (below, -1)):
        number, factors = sp.factor_list(part) if part.free_symbols else (part, [])
        constant *= number**sign
        for factor, power in factors:
            found[factor] += sign * power
    return constant, found


def split_logarithm(argument):
    """log(ab/c) = log a + log b - log c, where every factor is known to be positive."""
    if is_root(argument) and argument.base.is_positive:
        return argument.exp * split_logarithm(argument.base)
    if isinstance(argument, sp.exp):
        return argument.exp
    if argument.is_Mul and all(factor.is_positive for factor in argument.args):
        return sum(map(split_logarithm, argument.args), sp.Integer(0))
    if any(is_root(part) for part in argument.atoms(sp.Pow)):
        return sp.log(argument, evaluate=False)
    constant, factors = factored(argument)
    if not (constant.is_positive and all(factor.is_positive for factor in factors)):
        return sp.log(argument, evaluate=False)
    primes = sp.factorrat(constant) if constant.is_Rational else {constant: 1}
    found = [*factors.items(), *((prime, n) for prime, n in primes.items() if prime != 1)]
    return sum((n * sp.log(factor) for factor, n in found), sp.Integer(0))


def split_exponential(part):
    """exp(a + b) = exp(a) exp(b), term by term of the expanded exponent."""
    return sp.Mul(*(sp.exp(term) for term in sp.Add.make_args(sp.expand(part.exp))))


def split_root(part):
    """(a b)^r = a^r b^r, where every factor but the even powers is known not to be negative."""
    constant, factors = factored(part.base)
    known = all(factor.is_nonnegative for factor, n in factors.items() if n % 2)
    if not (known and constant.is_nonnegative):
        return part
    bases = {f: f if f.is_nonnegative else sp.Abs(f) for f in factors}
    return constant**part.exp * sp.Mul(*(bases[f] ** (n * part.exp) for f, n in factors.items()))


def split_modulus(part):
    """|a b / c| = |a| |b| / |c|, and |a| = a where it is known not to be negative."""
    constant, factors = factored(part.args[0])
    moduli = (f**n if f.is_nonnegative else sp.Abs(f) ** n for f, n in factors.items())
    return abs(constant) * sp.Mul(*moduli)


def split_sign(part):
    """sign(a b / c) = sign(a) sign(b) sign(c), and 1 where a factor is known to be positive."""
    constant, factors = factored(part.args[0])
    signs = (sp.sign(f) ** abs(n) for f, n in factors.items() if not f.is_positive)
    return sp.sign(constant) * sp.Mul(*signs)


class Fraction:
    """Numerator and factored denominator of expressions, as polynomials in one common ring."""

    def __init__(self, *expressions, signs=False):
        expressions = [plain(expression, signs) for expression in expressions]
        found = {}
        for expression in expressions:
            self.unknowns(expression, found)
        self.roots = found
        self.atoms = [atom for atom in found if not atom.is_Symbol]
        self.order = sorted(found, key=sp.default_sort_key)
        names = [sp.Symbol(f"u{i}") for i in range(len(self.order))] or [sp.Symbol("u")]
        self.ring, *self.generators = sp.ring(names, sp.QQ)
        self.place = {atom: i for i, atom in enumerate(self.order)}
        self.parts = [self.of(expression) for expression in expressions]

    def unknowns(self, part, found):
        """Base atoms with the least common denominator of their exponents."""
        if part.is_Rational:
            return
        if part.is_Add or part.is_Mul or (part.is_Pow and part.exp.is_Integer):
            for inside in part.args if not part.is_Pow else part.args[:1]:
                self.unknowns(inside, found)
            return
        base, exponent = self.base(part)
        found[base] = sp.ilcm(found.get(base, 1), exponent.q)

    def base(self, part):
        """An atom and the rational power of it that ``part`` is: exp(3x/2) is exp(x)^(3/2)."""
        if isinstance(part, sp.exp):
            number, rest = part.exp.as_coeff_Mul()
            if number.is_Rational and rest != 1:
                return sp.exp(rest), number
        if is_root(part):
            return part.base, part.exp
        return part, sp.Integer(1)

    def of(self, part):
        """(polynomial, Counter of polynomials): numerator over factored denominator."""
        if part.is_Rational:
            return self.ring(sp.QQ(part.p, part.q)), Counter()
        if part.is_Add:
            return self.total([self.of(term) for term in part.args])
        if part.is_Mul:
            parts = [self.of(factor) for factor in part.args]
            below = sum((b for _, b in parts), Counter())
            return sp.prod([a for a, _ in parts], start=self.ring(1)), below
        if part.is_Pow and part.exp.is_Integer:
            return self.power(self.of(part.base), int(part.exp))
        base, exponent = self.base(part)
        if is_root(part) and base not in self.place:
            raise DerivationError(f"cannot read the root {part}")
        steps = exponent * self.roots[base]
        return self.power((self.generators[self.place[base]], Counter()), int(steps))

    def power(self, value, exponent):
        above, below = value
        if exponent >= 0:
            return above**exponent, Counter({f: n * exponent for f, n in below.items()})
        if above == 0:
            raise DerivationError("a denominator is 0")
        factor, bottom = above.monic(), Counter()
        if not above.is_ground:
            bottom[factor] = -exponent
        top = self.ring(1 / above.LC ** (-exponent))
        for inside, n in below.items():
            top *= inside ** (n * -exponent)
        return top, bottom

    def total(self, values):
        """Sum over the least common denominator."""
        bottom = Counter()
        for _, below in values:
            bottom |= below
        top = self.ring(0)
        for above, below in values:
            for factor, n in (bottom - below).items():
                above = above * factor**n
            top += above
        return top, bottom

    def is_nonnegative(self, polynomial, strict=False):
        """Whether every term has a positive coefficient and even powers of unsigned unknowns."""
        signed = [self.sign(atom) for atom in self.order]
        certain = False
        for powers, coefficient in polynomial.terms():
            used = [sign for sign, n in zip(signed, powers, strict=False) if n % 2]
            if coefficient < 0 or "?" in used:
                return False
            certain |= all(s == "+" for s, n in zip(signed, powers, strict=False) if n)
        return certain or not strict

    def sign(self, atom):
        if atom.is_positive:
            return "+"
        return "0" if atom.is_nonnegative else "?"
