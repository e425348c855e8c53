"""Reading what takes its arguments in braces: fractions, binomial coefficients and roots."""

from fractions import Fraction

from ..expr import Expr, walk
from . import nouns
from .counted import COUNT
from .derivatives import differential, partial
from .layout import Token
from .lexer import is_whole
from .parser import Parser
from .table import PRIMARIES, opens


@opens(r"\frac", r"\tfrac", r"\dfrac")
def fraction(p: Parser, at: int) -> Expr:
    """A fraction or a partial derivative."""
    p.take()
    if (p.peek() == "{" and p.peek(1) == r"\partial") or differential(p):
        return partial(p, at)
    return Expr("div", (group(p), group(p)), at=at)


@opens(r"\binom")
def binomial(p: Parser, at: int) -> Expr:
    """A binomial coefficient."""
    p.take()
    return Expr("binom", (group(p), group(p)), at=at)


@opens(r"\sqrt")
def root(p: Parser, at: int) -> Expr:
    """A square root, or with an order in square brackets another one."""
    p.take()
    if not p.skip("["):
        return Expr("sqrt", (group(p),), at=at)
    order = p.number_or_size() or p.expected_name("the order of a root is a number or a name")
    p.take("]")
    return Expr("pow", (group(p), Expr("div", (nouns.ONE, order), at=order.at)), at=at)


@opens(COUNT)
def count(p: Parser, at: int) -> Expr:
    """How often something is repeated: a whole number, made of numbers, sizes and letters."""
    p.take()
    number = p.braced()
    if any(not part.args and part.op not in {"num", "size", "var"} for part in walk(number)):
        p.refuse("is this how often it is repeated? that is a size or a number", number.at)
    return number


def group(p: Parser) -> Expr:
    """``{...}``, or the one token that TeX takes: ``\\frac12`` is read digit by digit."""
    at, after = p.here(), p.place + 1
    p.refuse_space()
    if p.peek() == "{":
        return p.braced()
    command = p.peek() in PRIMARIES and len(p.peek()) > 1 and nouns.longest(p) is None
    command = command and p.peek() not in {r"\infty", r"\pi"}
    decimal = "." in p.peek()
    node = digit(p) or p.inside(p.primary)
    if command or decimal or p.place > after or p.tokens[p.place - 1].text.endswith("'"):
        p.refuse("TeX takes one token here; write braces around it", at)
    return node


def digit(p: Parser) -> Expr | None:
    """The first digit of a number that stands here, or None."""
    token, at = p.peek(), p.here()
    if not is_whole(token):
        return None
    if len(token) > 1:
        p.tokens[p.place] = Token(token[1:], at + 1)
    else:
        p.take()
    return Expr("num", value=Fraction(token[0]), at=at)
