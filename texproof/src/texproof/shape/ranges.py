"""Which members a family has that is defined."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from ..expr import Expr, walk
from ..names import Name


def is_member(
    name: Name, place: Sequence[int], sizes: Mapping[str, int], letters: Sequence[Any], body: Expr
) -> bool:
    """Whether a defined family has a member: one in its range, or one that goes on by one step.

    So F_0 and w^{(M+1)} are members where the letter is no number in the definition: it is the
    end of a sum of members of families, or the index of one, and those families decide.
    """
    for at, letter, (_, size) in zip(place, letters, name.range, strict=False):
        more = int(not counts(letter, body))
        if not 1 - more <= at <= sizes.get(size, math.inf) + more:
            return False
    return True


def counts(letter: str, node: Expr) -> bool:
    """Whether a letter is a number in a term, and not only the end of a sum or an index."""
    if node.op == "var":
        return bool(node.value == letter)
    if node.op in {"sum", "prod", "extremum"}:
        domain, body = node.args
        indexed = any(part.op == "name" and part.args for part in walk(body))
        return counts(letter, body) or (mentions(letter, domain) and not indexed)
    places = node.args[1:] if node.op == "entry" else node.args if node.op == "name" else ()
    return any(counts(letter, part) for part in node.args if part not in places)


def mentions(letter: str, node: Expr) -> bool:
    """Whether a letter occurs in a tree."""
    return any(part.op == "var" and part.value == letter for part in walk(node))
