"""What the grammar knows of tokens: relations, what ends a product, and what each one opens."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ..expr import Expr
from .spellings import MATRICES

if TYPE_CHECKING:
    from .parser import Parser

SIGNS = {"=": "=", r"\le": "<=", r"\leq": "<=", r"\ge": ">=", r"\geq": ">=", "<": "<", ">": ">"}
SIGNS |= {r"\approx": "~", r"\propto": "∝"}
RELATIONS = SIGNS | {r"\ne": "!=", r"\neq": "!="}  # of hypotheses and conditions, ≠ too
ROUND = {"(": ")", "[": "]", r"\{": r"\}"}
STOPS = {")", "]", "}", r"\}", r"\rVert", r"\rvert", r"\rangle", r"\|", "|", ",", ";", ":", "&"}
STOPS |= {"", "+", "-", "/", "^", "_", "\\\\", r"\dots", r"\mid", r"\in", r"\to", r"\ne", r"\neq"}
STOPS |= {r"\vdots", r"\ddots", r"\text{s.t.}", r"\mathrm{d}", r"\end{cases}"}
STOPS |= {rf"\end{{{kind}}}" for kind in MATRICES}

CROSSES = {r"\times", "*"}  # of numbers
DOT = r"\cdot"
TIMES = {DOT, *CROSSES}

Reading = Callable[["Parser", int], Expr]  # reads what a token opens, whose place is given
Problem = Callable[["Parser"], "Expr | None"]
PRIMARIES: dict[str, Reading] = {}
PROBLEMS: list[Problem] = []


def opens(*tokens: str) -> Callable[[Reading], Reading]:
    """Enters a function in the table, as the reader of what these tokens open."""

    def enter(read: Reading) -> Reading:
        PRIMARIES.update(dict.fromkeys(tokens, read))
        return read

    return enter
