r"""Reading derivatives by a script, ``\partial_x f``, and refusing logarithms of many bases."""

from ..expr import Expr
from .derivatives import BY, by_array, differential_of, is_array, script_number
from .parser import Parser
from .table import opens


@opens(r"\partial")
def by_script(p: Parser, at: int) -> Expr:
    """``\\partial_{x} f``, ``\\partial_x^2 f``, ``\\partial_{x y} f``; or a differential."""
    if p.peek(1) != "_":
        return differential_of(p, at)
    p.take()
    p.take_all("_", "{")
    about = [p.expected_name("a derivative needs a declared name here")]
    while not p.skip("}"):
        p.skip(",")
        about.append(p.expected_name("a derivative needs a declared name here"))
    order = script_number(p)
    if order > 1 and len(about) > 1:
        p.refuse("how often by which? write \\frac{\\partial^2 f}{\\partial x\\partial y}", at)
    body = p.factor()
    p.bare = p.place, BY
    if any(map(is_array, about)):
        return by_array(p, body, about * order, at)
    return Expr("partial", (body, *about * order), at=at)


@opens(r"\lg")
def decimal(p: Parser, at: int) -> Expr:
    """``\\lg``, which has base 2 or 10 in books."""
    return p.refuse(r"\lg has base 2 in some books and 10 in others; write \log_{2}(x)")
