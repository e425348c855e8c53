r"""Reading constants: infinity, the circle's number, and ``\mathbf{0}``, a zero of any shape."""

from fractions import Fraction

from ..expr import Expr
from . import unbraced
from .gradients import hessian_of
from .lexer import is_whole
from .parser import Parser
from .products import product
from .table import opens


@opens(r"\infty", r"\pi")
def constant(p: Parser, at: int) -> Expr:
    """Infinity or the circle's number."""
    return Expr({r"\infty": "infinity", r"\pi": "pi"}[p.take()], at=at)


@opens(r"\mathbf", r"\boldsymbol", r"\vec")
def zero(p: Parser, at: int) -> Expr:
    r"""``\mathbf{0}``, the 0 of columns and matrices; or a Hessian, ``\mathbf{H} f(x)``."""
    if found := hessian_of(p, at):
        return found
    if p.peek(2) != "0" or p.peek(3) != "}":
        p.refuse_unknown()
    p.take_all(p.peek(), "{", "0", "}")
    return Expr("num", value=Fraction(0), at=at)


@opens(r"\mathcal")
def normal(p: Parser, at: int) -> Expr:
    r"""``\mathcal{N}(x \mid m, S)`` or ``\mathcal{N}(x; m, S)``, the density of a normal x."""
    if (p.peek(2), p.peek(3), p.peek(4)) != ("N", "}", "("):
        p.refuse_unknown()
    p.take_all(r"\mathcal", "{", "N", "}", "(")
    variable = p.expression()
    p.take(r"\mid", ";")
    mean = p.expression()
    p.take(",")
    spread = p.expression()
    p.take(")")
    return Expr("normal", (variable, mean, spread), at=at)


def multiple_of_pi(p: Parser) -> Expr | None:
    r"""The ``2\pi`` of ``\log 2\pi``, which is nothing but one number, or None."""
    if p.peek() == "{" and p.peek(2) == r"\pi" and p.peek(3) == "}":
        unbraced.product(p)
    if not is_whole(p.peek()) or p.peek(1) != r"\pi" or p.peek(2) in {"^", "_"}:
        return None
    at = p.here()
    return product([p.number(), constant(p, p.here())], at)
