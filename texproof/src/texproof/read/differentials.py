"""Whether a d ends what is integrated, which it may where it is a name too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import nouns
from .table import RELATIONS, STOPS

if TYPE_CHECKING:
    from .parser import Parser


def stand(p: Parser) -> bool:
    """Whether what stands here is the d of an integral that is being read.

    Where d is a name, it is if no more stands from it on than the differentials that are open.
    """
    if not p.integrals or p.peek() != "d":
        return False
    if not nouns.means(p, "d"):
        return True
    start, many = p.place, 0
    while p.skip("d") and nouns.declared(p) is not None:
        many += 1
    ends = p.peek() in STOPS | set(RELATIONS)
    p.place = start
    return ends and 1 <= many <= p.integrals
