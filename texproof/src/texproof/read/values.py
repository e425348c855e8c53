r"""Reading sums over values that are listed: ``\sum_{x \in \{0, 1\}} f(x)`` is f(0) + f(1)."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from ..expr import Expr, names_in
from ..names import scalar
from .lexer import pattern

if TYPE_CHECKING:
    from .parser import Parser

OPS = {"sum": "add", "prod": "mul"}


def stand(p: Parser) -> bool:
    r"""Whether ``x \in \{`` stands here."""
    plain = re.fullmatch(r"[A-Za-z]|\\[a-z]+", p.peek())
    return bool(plain) and (p.peek(1), p.peek(2)) == (r"\in", r"\{")


def summed(p: Parser, op: str, at: int) -> Expr:
    """A sum or product of a term at each of the values."""
    letter = p.take()
    p.take_all(r"\in", r"\{")
    found = [p.expression()]
    while p.skip(","):
        found.append(p.expression())
    p.take_all(r"\}", "}")
    declared = [other for parts, other in p.patterns if parts == [letter]]
    held = [other.latex for parts, other in p.patterns if letter in parts[1:]]
    if held or letter in p.letters or len(declared) > 1:
        p.refuse(f"{letter} stands in {held or 'indices'} too; write another letter", at)
    known = p.patterns
    if declared and not declared[0].sources:
        body, bound = p.term(), Expr("name", (), declared[0], at)
        parts = (Expr("substitute", (body, bound, value), at=at) for value in found)
        return Expr(OPS[op], tuple(parts), at=at)
    name = scalar(letter)
    p.patterns = [*(pair for pair in known if pair[0] != [letter]), (pattern(name), name)]
    body = p.term()
    p.patterns = known
    hidden = {source for other in declared for source in other.sources}
    if any(hidden & set(other.sources) for other in names_in(body)):
        p.refuse(f"other names depend on what {letter} depends on; write another letter", at)
    return Expr(OPS[op], tuple(put(body, Expr("name", (), name), one) for one in found), at=at)


def put(node: Expr, name: Expr, value: Expr) -> Expr:
    """A tree with a value in the place of a name."""
    if node == name:
        return value
    return replace(node, args=tuple(put(part, name, value) for part in node.args))
