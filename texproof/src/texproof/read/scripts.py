"""Reading what stands above: powers, inverses and transposes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..expr import Expr
from . import nouns
from .layout import ACCENTS, Token
from .rewritings import each_in_its_font

if TYPE_CHECKING:
    from .parser import Parser

HIGHEST = 1000  # exponent that is written in digits
HIGHEST_OF_E = 10_000
UPRIGHT = {"T", r"\mathrm{T}", r"\mathsf{T}", r"\text{T}"}  # a transpose, where no name begins so
UPRIGHT |= {"H", r"\mathrm{H}", r"\mathsf{H}"}  # of real numbers the same


def raised(p: Parser, node: Expr, of_entry: bool) -> Expr:
    """What a prime or an exponent makes of a factor; one of an entry as TeX sets it."""
    at = p.here()
    if p.peek() == "'":
        return prime(p, node, of_entry)
    if p.peek() == "!":
        return factorial(p, node)
    is_e = node.op in {"name", "var"} and p.tokens[p.place - 1].text == "e"
    p.take("^")
    inside = p.here()
    p.take("{")
    if p.peek() == "+" and p.peek(1) == "}":
        p.take()
        made = Expr("pinv", (columned(p, node, at),), at=inside)
    elif p.peek() == "-" and transposes(p, 1):
        p.take()
        p.take()
        made = Expr("transpose", (Expr("inverse", (columned(p, node, at),), at=inside),), at=inside)
    elif transposes(p):
        p.take()
        made = Expr("transpose", (columned(p, node, at),), at=inside)
    else:
        made = powered(p, node, p.inside(p.expression), inside)
    if of_entry and made.op != "pow":
        p.refuse("of the entry, or an entry of the other matrix? write brackets", at)
    if is_e and made.op != "transpose" and made.args[-1].op != "num":
        p.refuse(r"e is a name here; write \exp for an exponential, or brackets for a power", at)
    p.take("}")
    return made


def transposes(p: Parser, ahead: int = 0) -> bool:
    """Whether a \\top stands here or ahead, or a T that belongs to no name."""
    if p.peek(ahead) == r"\top":
        return True
    begin = {*p.sizes, *p.letters, *(parts[0] for parts, _ in p.patterns)}
    return p.peek(ahead) in UPRIGHT - begin and p.peek(ahead + 1) == "}"


def columned(p: Parser, node: Expr, at: int) -> Expr:
    """What is transposed; a T above a number is no transpose."""
    if p.tokens[p.place - 1].text != r"\top" and is_plain_number(node):
        p.refuse("this is a number, so it has no transpose", at)
    return node


def is_plain_number(node: Expr) -> bool:
    """Whether a factor is a number, a size, a letter or the name of a number."""
    plain = node.op in {"num", "size", "var", "entry"}
    return plain or (node.op == "name" and not node.value.shape)


def factorial(p: Parser, node: Expr) -> Expr:
    r"""``x!`` is ``\Gamma(x + 1)``."""
    at = p.here()
    p.take("!")
    if p.peek() == "!":
        p.refuse("x!! is not read", at)
    return Expr("gamma", (Expr("add", (node, nouns.ONE), at=at),), at=at)


def prime(p: Parser, node: Expr, of_entry: bool) -> Expr:
    """``A'``, the transpose; refused where primes belong to names."""
    at = p.here()
    if of_entry or is_plain_number(node):
        p.refuse("a prime is a transpose here, and this is a number", at)
    if any("'" in name.latex for _, name in p.patterns):
        p.refuse(r"primes belong to names here; declare this one too, or write \top", at)
    p.take("'")
    return Expr("transpose", (node,), at=at)


def known(p: Parser) -> Expr | None:
    """A name before primes, or the first of names that share a font, as in \\mathbf{AB}."""
    return fonted(p) or primed(p)


def fonted(p: Parser) -> Expr | None:
    """The first name of ``\\mathbf{AB}``, whose letters have no names of their own."""
    font, start = p.peek(), p.place
    if font not in ACCENTS or p.peek(1) != "{" or p.peek(3) == "}":
        return None
    begin = {
        str(parts[2]) for parts, _ in p.patterns if parts[:2] == [font, "{"] and len(parts) > 2
    }
    p.take()
    end = p.after_group()
    inside = p.tokens[start + 2 : end - 1]
    p.place = start
    if p.tokens[end - 1].text != "}" or not inside or inside[0].text not in begin:
        return None
    p.tokens[start:end] = each_in_its_font(inside, font, begin)
    return nouns.declared(p)


def primed(p: Parser) -> Expr | None:
    """A declared name before primes that are not its own, or None; they are of a function."""
    token, at, start = p.peek(), p.here(), list(p.tokens)
    if not re.fullmatch("[A-Za-z]'+", token):
        return None
    primes = [Token("'", at + k) for k in range(1, len(token))]
    p.tokens[p.place : p.place + 1] = [Token(token[0], at), *primes]
    best = nouns.longest(p)
    if best is None or (len(primes) > 1 and best[1].kind != "function"):
        p.tokens = start
        return None
    return nouns.declared(p)


def powered(p: Parser, node: Expr, power: Expr, at: int) -> Expr:
    """A power, an exponential or an inverse."""
    most = HIGHEST_OF_E if node.op == "e" else HIGHEST
    if size_of(power) > most:
        p.refuse(f"an exponent is at most {most}", at)
    if node.op == "e":
        return Expr("exp", (power,), at=at)
    if power == Expr("neg", (nouns.ONE,)):
        return Expr("inverse", (node,), at=at)
    return Expr("pow", (node, power), at=at)


def size_of(node: Expr) -> float:
    """About how far from 0 a written number is; 0 for what is none."""
    if node.op == "num":
        return min(float(abs(node.value)), 10.0 * HIGHEST_OF_E)
    parts = [size_of(part) for part in node.args]
    if node.op == "pow":
        return min(10.0 * HIGHEST_OF_E, float(parts[0] ** min(parts[1], 60.0)))
    return parts[0] if node.op == "neg" else 0.0
