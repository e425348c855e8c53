"""Reading hyperbolic functions, which mean terms in exponentials: tanh x = 1 - 2 / (1 + e^(2x))."""

from fractions import Fraction

from ..expr import Expr
from . import unbraced
from .parser import ONE, Parser
from .table import ROUND, opens

TWO = Expr("num", value=Fraction(2))


@opens(r"\tanh", r"\sinh", r"\cosh")
def hyperbolic(p: Parser, at: int) -> Expr:
    """A hyperbolic function of what stands in brackets."""
    kind = p.take()
    unbraced.bracket(p)
    if p.peek() not in ROUND:
        p.refuse("what is the function of? write brackets around it")
    inside = p.arguments(ROUND)
    if len(inside) > 1:
        p.refuse(f"one argument is taken here, {len(inside)} given", at)
    if kind == r"\tanh":
        below = Expr("add", (ONE, Expr("exp", (Expr("mul", (TWO, *inside), at=at),), at=at)), at=at)
        return Expr("add", (ONE, Expr("neg", (Expr("div", (TWO, below), at=at),), at=at)), at=at)
    up, down = (Expr("exp", (part,), at=at) for part in (inside[0], Expr("neg", inside, at=at)))
    second = down if kind == r"\cosh" else Expr("neg", (down,), at=at)
    return Expr("div", (Expr("add", (up, second), at=at), TWO), at=at)
