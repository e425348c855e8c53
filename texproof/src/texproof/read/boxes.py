r"""Reading integrals over intervals and boxes, ``\int_{[a, b] \times [c, d]} f(x, y) \,dx\,dy``.

The interval from a to b is empty where b is below a, and then the integral over it is 0.
"""

from ..expr import Expr, names_in
from .parser import Parser

Interval = tuple[Expr, Expr]


def intervals(p: Parser) -> list[Interval]:
    r"""The intervals below an integral, or none where something else stands there."""
    found: list[Interval] = []
    if [p.peek(k) for k in range(3)] != ["_", "{", "["]:
        return found
    p.take_all("_", "{")
    while not found or p.skip(r"\times"):
        at = p.here()
        p.take("[")
        low = p.expression()
        p.take(",")
        high = p.expression()
        p.take("]")
        found.append((low, Expr("max", (low, high), at=at)))
    p.take("}")
    return found


def over(p: Parser, sides: list[Interval], body: Expr, at: int) -> Expr:
    """The integral over a box, of which each side is that of the name in the same place."""
    names = [differential(p) for _ in sides]
    order = [name for name in names_in(body) if name in {about.value for about in names}]
    if len(set(names)) < len(names) or (len(names) > 1 and order != [n.value for n in names]):
        p.refuse("which interval is whose? write the differentials in the order of the names", at)
    for (low, high), about in zip(reversed(sides), reversed(names), strict=True):
        body = Expr("integral", (body, low, high, about), at=at)
    return body


def differential(p: Parser) -> Expr:
    """The name behind the d of an integral."""
    p.take(r"\mathrm{d}", "d")
    about = p.expected_name("an integral needs a declared name here")
    if p.peek() in {"^", "'"}:
        p.refuse("of the name, or of the integral? write brackets")
    return about
