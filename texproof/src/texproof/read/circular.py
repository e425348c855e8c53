r"""Reading sin, cos and tan, and the hyperbolic functions, which mean terms in exponentials.

``\\tan x`` is sin x / cos x, and ``\\tanh x`` is 1 - 2 / (1 + e^(2x)). ``\\sin^2 x`` is a square;
``\\sin 2x`` is of the number and the factor after it.
"""

from collections.abc import Callable
from fractions import Fraction

from ..expr import Expr
from . import unbraced
from .constants import multiple_of_pi
from .lexer import is_number, is_whole
from .parser import ONE, Parser
from .products import product
from .table import ROUND, opens

TWO = Expr("num", value=Fraction(2))
WHAT = "what is the function of? write brackets around it"


def sine(of: Expr, at: int) -> Expr:
    """sin x."""
    return Expr("sin", (of,), at=at)


def cosine(of: Expr, at: int) -> Expr:
    """cos x."""
    return Expr("cos", (of,), at=at)


def tangent(of: Expr, at: int) -> Expr:
    """sin x / cos x."""
    return Expr("div", (sine(of, at), cosine(of, at)), at=at)


def hyperbolic_tangent(of: Expr, at: int) -> Expr:
    """1 - 2 / (1 + e^(2x))."""
    below = Expr("add", (ONE, Expr("exp", (Expr("mul", (TWO, of), at=at),), at=at)), at=at)
    return Expr("add", (ONE, Expr("neg", (Expr("div", (TWO, below), at=at),), at=at)), at=at)


def hyperbolic_sine(of: Expr, at: int) -> Expr:
    """(e^x - e^(-x)) / 2."""
    up, down = Expr("exp", (of,), at=at), Expr("exp", (Expr("neg", (of,), at=at),), at=at)
    return Expr("div", (Expr("add", (up, Expr("neg", (down,), at=at)), at=at), TWO), at=at)


def hyperbolic_cosine(of: Expr, at: int) -> Expr:
    """(e^x + e^(-x)) / 2."""
    up, down = Expr("exp", (of,), at=at), Expr("exp", (Expr("neg", (of,), at=at),), at=at)
    return Expr("div", (Expr("add", (up, down), at=at), TWO), at=at)


MEANINGS: dict[str, Callable[[Expr, int], Expr]] = {
    r"\sin": sine,
    r"\cos": cosine,
    r"\tan": tangent,
    r"\tanh": hyperbolic_tangent,
    r"\sinh": hyperbolic_sine,
    r"\cosh": hyperbolic_cosine,
}


@opens(*MEANINGS)
def function(p: Parser, at: int) -> Expr:
    """A function with its power, of what stands in brackets, or of one factor."""
    meaning, power = MEANINGS[p.take()], exponent(p)
    unbraced.bracket(p)
    if p.peek() in ROUND:
        inside = p.arguments(ROUND)
        if len(inside) > 1:
            p.refuse(f"one argument is taken here, {len(inside)} given", at)
        found = meaning(inside[0], at)
    else:
        found = meaning(multiple_of_pi(p) or bare(p), at)
        if p.peek() not in MEANINGS:
            p.bare = p.place, WHAT
    return Expr("pow", (found, power), at=at) if power else found


def exponent(p: Parser) -> Expr | None:
    """The 2 of ``\\sin^2``, or None."""
    if not p.skip("^"):
        return None
    p.take("{")
    if not is_whole(p.peek()):
        p.refuse("a whole power of the function stands here; of its inverse write a name")
    power = p.number()
    p.take("}")
    return power


def bare(p: Parser) -> Expr:
    """One factor, or a number and one."""
    at = p.here()
    if not is_number(p.peek()):
        return p.factor()
    number = p.number()
    return product([number, p.factor()], at) if p.starts_factor() else number
