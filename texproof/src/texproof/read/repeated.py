"""Repeated indices: a letter that stands twice in a product is summed over, where names say so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from functools import reduce
from operator import or_
from typing import NoReturn

from ..expr import Expr
from .nouns import ONE

SUMMED = {"mul", "partial", "name", "entry"}  # in which a letter that stands twice is bound
BINDERS = {"sum", "prod", "extremum", "builder"}
Found = tuple[Expr, Counter[str]]  # a tree, and how often each letter is free in a product there
Refuse = Callable[[str, int], NoReturn]


def summed(node: Expr, letters: Mapping[str, str | None], refuse: Refuse) -> Expr:
    """A tree with sums over the letters that stand twice in products of names that say so."""
    return bound(node, letters, refuse)[0]


def bound(node: Expr, letters: Mapping[str, str | None], refuse: Refuse) -> Found:
    """A tree with its sums, the innermost first, and the letters that are left."""
    if node.op in BINDERS:  # of which the value is a letter, or one with what holds of it
        taken = node.value if isinstance(node.value, str) else node.value[0]
        letters = {letter: size for letter, size in letters.items() if letter != taken}
    pairs = [bound(part, letters, refuse) for part in node.args]
    found = replace(node, args=tuple(part for part, _ in pairs))
    if node.op == "add":
        return found, reduce(or_, (counts for _, counts in pairs))
    counts = sum((counts for _, counts in pairs), own(node, letters))
    if node.op == "pow" and pairs[0][1]:
        refuse(f"is it summed over {min(pairs[0][1])}? write a product, or \\sum", node.at)
    for letter in sorted(letter for letter, many in counts.items() if many > 1):
        if counts[letter] > 2 or node.op not in SUMMED:
            refuse(f"{letter} stands more than twice, or in no product: write \\sum", node.at)
        range_ = Expr("range", (ONE, Expr("size", value=letters[letter], at=node.at)), at=node.at)
        found = Expr("sum", (range_, found), letter, node.at)
        del counts[letter]
    return found, counts


def own(node: Expr, letters: Collection[str]) -> Counter[str]:
    """The letters that are indices of a name of which repeated ones are summed."""
    if node.op not in {"name", "entry"} or "summed" not in node.value.written:
        return Counter()
    return Counter(part.value for part in node.args if part.op == "var" and part.value in letters)
