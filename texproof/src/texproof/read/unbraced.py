"""Braces that show nothing, left out where what stands in them is grouped the same without them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .layout import OPENING, SCRIPTS
from .table import SIGNS, STOPS

if TYPE_CHECKING:
    from .parser import Parser

STEPS = {"{": 1, "}": -1, **dict.fromkeys(OPENING, 1), **dict.fromkeys(OPENING.values(), -1)}
SUMS = {"+", "-", "/", *SIGNS, ",", ";", "&", "\\\\", ""}


def product(p: Parser) -> None:
    """Leaves out the braces of ``\\sum_j {w_j x_j}``, among factors."""
    while inside := opened(p):
        loose = any(text in SUMS for text, depth in inside if not depth)
        if loose or inside[0][0] in STOPS or p.peek(len(inside) + 2) in SCRIPTS:
            return
        leave_out(p, len(inside))


def bracket(p: Parser) -> None:
    """Leaves out the braces around one bracket or matrix, ``\\log{(a + b)}``."""
    while inside := opened(p):
        closed = [k for k, (_, depth) in enumerate(inside) if not depth]
        one = inside[0][0] in OPENING or inside[0][0].startswith(r"\begin{")
        if not one or len(closed) != 1:
            return
        leave_out(p, len(inside))


def opened(p: Parser) -> Sequence[tuple[str, int]]:
    """The tokens inside the braces that open here, each with how deep it ends; or nothing."""
    if p.peek() != "{":
        return []
    *texts, last = [token.text for token in p.tokens[p.place + 1 : p.after_group()]] or [""]
    depths, depth = list[int](), 0
    for text in texts:
        depth += STEPS.get(text, text.startswith(r"\begin{") - text.startswith(r"\end{"))
        depths.append(depth)
    closed = last == "}" and texts and not depth
    return list(zip(texts, depths, strict=True)) if closed else []


def leave_out(p: Parser, many: int) -> None:
    """Takes away the braces that open here, around so many tokens."""
    start = p.place
    p.tokens[start : start + many + 2] = p.tokens[start + 1 : start + many + 1]
