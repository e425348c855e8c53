"""Expressions in their simplest building blocks: exponentials, logarithms, roots, |.|."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import sympy as sp
from sympy.functions.elementary.hyperbolic import HyperbolicFunction

from ..evaluate.unknowns import Jet
from ..evaluate.world import Value


def plain(expression: Value, signs: bool = False) -> Value:
    """The expression in its simplest building blocks: exponentials, logarithms, roots, |.|.

    With ``signs``, |a| is written as a sign(a), which is right for every real a.
    """
    expression = sp.sympify(expression, strict=True)
    if is_quotient(expression):
        return expression
    if expression.has(HyperbolicFunction):
        expression = expression.rewrite(sp.exp)
    expression = rewritten(expression, (sp.Max, sp.Min), by_distance)
    expression = expression.replace(is_real_power, by_logarithm)
    expression = rewritten(expression, sp.log, lambda part: split_logarithm(*part.args))
    expression = rewritten(expression, Jet, lambda part: part.func(*map(sp.expand, part.args)))
    expression = expression.replace(is_root, split_root)
    expression = rewritten(expression, sp.Abs, split_modulus)
    expression = rewritten(expression, sp.sign, split_sign)
    if signs:
        expression = rewritten(expression, sp.Abs, lambda part: part.args[0] * sp.sign(*part.args))
    return rewritten(expression, sp.exp, split_exponential)


def is_quotient(expression: Value) -> bool:
    """Whether an expression is made of symbols and fractions by + - * / and whole powers."""
    if expression.is_Symbol or expression.is_Rational:
        return True
    if expression.is_Pow:
        return bool(expression.exp.is_Integer) and is_quotient(expression.base)
    return (expression.is_Add or expression.is_Mul) and all(map(is_quotient, expression.args))


def rewritten(expression: Value, kinds: Any, change: Callable[[Value], Value]) -> Value:
    """The expression with each part of these kinds changed."""
    return expression.replace(lambda part: isinstance(part, kinds), change)


def by_distance(part: Value) -> Value:
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


def by_logarithm(part: Value) -> Value:
    """p^a = exp(a log p)."""
    return sp.exp(sp.expand(part.exp * sp.log(sp.together(part.base))))


def is_root(part: Value) -> bool:
    """Whether an expression is a rational power that is not whole."""
    return bool(part.is_Pow and part.exp.is_Rational and not part.exp.is_Integer)


def factored(argument: Value) -> tuple[Value, Counter[Value]]:
    """Factors of an expression with their exponents, the rational constant first."""
    above, below = sp.together(argument).as_numer_denom()
    found: Counter[Value] = Counter()
    constant = sp.Integer(1)
    for part, sign in ((above, 1), (below, -1)):
        number, factors = sp.factor_list(part) if part.free_symbols else (part, [])
        constant *= number**sign
        for factor, power in factors:
            found[factor] += sign * power
    return constant, found


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
    constant, factors = factored(argument)
    if not (constant.is_positive and all(factor.is_positive for factor in factors)):
        return sp.log(argument, evaluate=False)
    primes = sp.factorrat(constant) if constant.is_Rational else {constant: 1}
    found = [*factors.items(), *((prime, n) for prime, n in primes.items() if prime != 1)]
    return sum((n * sp.log(factor) for factor, n in found), sp.Integer(0))


def split_exponential(part: Value) -> Value:
    """exp(a + b) = exp(a) exp(b), term by term of the expanded exponent."""
    return sp.Mul(*(sp.exp(term) for term in sp.Add.make_args(sp.expand(part.exp))))


def split_root(part: Value) -> Value:
    """(a b)^r = a^r b^r, where every factor but the even powers is known not to be negative."""
    constant, factors = factored(part.base)
    known = all(factor.is_nonnegative for factor, n in factors.items() if n % 2)
    if not (known and constant.is_nonnegative):
        return part
    bases = {f: f if f.is_nonnegative else sp.Abs(f) for f in factors}
    return constant**part.exp * sp.Mul(*(bases[f] ** (n * part.exp) for f, n in factors.items()))


def split_modulus(part: Value) -> Value:
    """|a b / c| = |a| |b| / |c|, and |a| = a where it is known not to be negative."""
    constant, factors = factored(part.args[0])
    moduli = (f**n if f.is_nonnegative else sp.Abs(f) ** n for f, n in factors.items())
    return abs(constant) * sp.Mul(*moduli)


def split_sign(part: Value) -> Value:
    """sign(a b / c) = sign(a) sign(b) sign(c), and 1 where a factor is known to be positive."""
    constant, factors = factored(part.args[0])
    signs = (sp.sign(f) ** abs(n) for f, n in factors.items() if not f.is_positive)
    return sp.sign(constant) * sp.Mul(*signs)
