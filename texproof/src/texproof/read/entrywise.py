r"""Reading products of entries: ``A \circ B``, ``A \odot B`` and Kronecker's ``A \otimes B``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..expr import Expr
from . import nouns, scripts

if TYPE_CHECKING:
    from .parser import Parser

KINDS = {r"\circ": "hadamard", r"\odot": "hadamard", r"\otimes": "kron"}
FIRST = "which product comes first? write brackets"


def stands(p: Parser) -> bool:
    """Whether the sign of such a product stands here, and is no name."""
    return p.peek() in KINDS and nouns.longest(p) is None


def joined(p: Parser, factors: Sequence[Expr]) -> list[Expr]:
    """Factors of which the last is joined to what follows; only numbers may stand before it."""
    *before, left = factors
    if not all(map(scripts.is_plain_number, before)):
        p.refuse(FIRST)
    kind = KINDS[p.peek()]
    while stands(p) and KINDS[p.peek()] == kind:
        at = p.here()
        p.take()
        left = Expr(kind, (left, p.factor()), at=at)
    if stands(p) or p.peek() in {"/", r"\cdot", r"\times"} or p.starts_factor():
        p.refuse(FIRST)
    return [*before, left]
