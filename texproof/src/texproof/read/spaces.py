r"""Reading what is said of a shape, which is checked: ``X^\top y \in \mathbb{R}^{d \times 1}``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..expr import Expr
from ..names import Size
from .lexer import is_whole
from .matching import size

if TYPE_CHECKING:
    from .parser import Parser

REALS = (r"\mathbb", "{", "R", "}")


def held(p: Parser, node: Expr) -> Expr:
    r"""A term, behind which ``\in \mathbb{R}^{n}`` may stand."""
    if p.skip(r"\in"):
        sides = space(p)
        p.spaces.append((node, sides if len(sides) != 1 else (*sides, 1)))
    return node


def space(p: Parser) -> tuple[Size, ...]:
    r"""The sides of ``\mathbb{R}``, ``\mathbb{R}^{n}`` or ``\mathbb{R}^{n \times d}``."""
    p.take_all(*REALS)
    if not p.skip("^"):
        return ()
    p.take("{")
    sides = [side(p)]
    if p.skip(r"\times"):
        sides.append(side(p))
    p.take("}")
    return tuple(sides)


def side(p: Parser) -> Size:
    """A whole number, a size, or a sum such as 1 + d, as shapes have it."""
    parts = [summand(p)]
    while p.skip("+"):
        parts.append(summand(p))
    return parts[0] if len(parts) == 1 else " + ".join(map(str, parts))


def summand(p: Parser) -> Size:
    """A whole number or the name of a size."""
    if is_whole(p.peek()):
        return int(p.take())
    named = size(p) or p.refuse("a side of a space is a whole number or a size")
    return str(named.value)
