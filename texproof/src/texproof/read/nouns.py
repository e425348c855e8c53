"""Reading declared names, the entries of matrices, and functions with their arguments."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from ..expr import Expr
from ..names import ARGUMENT, Name, outcomes
from .layout import Token
from .lexer import Pattern, is_whole
from .matching import index_expression, longest, means, size, unnamed

if TYPE_CHECKING:
    from .parser import Parser

ONE = Expr("num", value=Fraction(1))
BOLD = (r"\mathbf", r"\boldsymbol", r"\vec")

__all__ = [
    "ONE", "declared", "index_expression", "longest", "means", "of_family", "size", "unnamed",
]  # fmt: skip


def declared(p: Parser) -> Expr | None:
    """The longest declared name that stands here, with its indices, or None."""
    at, best = p.here(), longest(p)
    if best is None:
        return plain_entry(p)
    (p.place, *_), name, holes = best
    if name.kind == "function":
        return called(p, name, at)
    hidden = tuple(Expr("var", value=letter) for letter, _ in map(outcomes, name.sources))
    node = Expr("name", (*holes, *hidden), name, at)
    return entry(p, node) if p.peek() == "_" and len(name.shape) == 2 else node


def plain_entry(p: Parser) -> Expr | None:
    r"""``x_j`` of ``\mathbf{x}`` and ``a_{ij}`` of A, where x and a mean nothing by themselves."""
    at, letter = p.here(), p.peek()
    if p.peek(1) != "_" or means(p, letter):
        return None
    owners = [name for parts, name in p.patterns if owns(parts, name, letter)]
    if len(owners) != 1:
        return None
    p.take()
    return entry(p, Expr("name", (), owners[0], at))


def owns(parts: Pattern, name: Name, letter: str) -> bool:
    """Whether a letter with indices is an entry of what is set bold, or as a capital."""
    if name.over or name.sources or name.kind not in {"vector", "matrix"}:
        return False
    letters = {letter, letter.upper()} if name.shape[1] != 1 and len(letter) == 1 else {letter}
    bold = [[font, "{", each, "}"] for font in BOLD for each in letters]
    return parts in [*bold, *([each] for each in letters - {letter})]


def called(p: Parser, name: Name, at: int) -> Expr:
    """A function with its arguments, or its derivative, ``f'(x)``, where that is taken."""
    order = 0
    while p.skip("'"):
        order += 1
    given = p.arguments({"(": ")"}, r"\mid")
    if not order:
        return Expr("call", given, name, at)
    if name.takes != ((),):
        p.refuse(f"a prime is for a function of one number; write \\partial for {name.latex}", at)
    moved = Expr("name", (), ARGUMENT, at)
    slope = Expr("partial", (Expr("call", (moved,), name, at), *[moved] * order), at=at)
    return Expr("substitute", (slope, moved, *given), at=at)


def entry(p: Parser, node: Expr) -> Expr:
    """An entry of a vector or matrix: ``x_j``, ``A_{ij}``, ``A_{1, 12}``."""
    at, name = p.here(), node.value
    p.take_all("_", "{")
    wanted = 1 if name.shape[1] == 1 else 2
    if wanted == 2:
        split_digits(p)
    found = [index_expression(p) or p.refuse(f"expected an index, {index_words(p)}")]
    while p.peek() != "}":
        p.skip(",")
        found.append(index_expression(p) or p.refuse(f"expected an index, {index_words(p)}"))
    p.take("}")
    if len(found) != wanted:
        p.refuse(f"{name.latex} takes {wanted} index, {len(found)} given", at)
    return Expr("entry", (node, *found), name, at)


def split_digits(p: Parser) -> None:
    """A_{12} is the entry in row 1 and column 2; larger indices take a comma."""
    token = p.peek()
    if is_whole(token) and len(token) == 2 and p.peek(1) == "}":
        parts = [Token(digit, p.here() + i) for i, digit in enumerate(token)]
        p.tokens[p.place : p.place + 1] = parts


def index_words(p: Parser) -> str:
    """What an index may be, and how a letter becomes one."""
    letters = ", ".join(sorted(letter for letter in p.letters if " " not in letter)) or "none yet"
    return (
        f"a whole number, a size or an index letter (here: {letters}); "
        "a letter becomes one by a name with over={letter: size}"
    )


def of_family(p: Parser, token: str) -> str:
    """What to say of a token with which the name of a family begins; nothing of another one."""
    families = [name.latex for parts, name in p.patterns if name.over and parts[0] == token]
    return f", or write {' or '.join(families)} with {index_words(p)}" if families else ""
