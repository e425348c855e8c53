"""Reading what binds a letter or varies a name: sums over ranges and sets, problems."""

import re

from ..expr import Expr
from .parser import ONE, Parser
from .table import PROBLEMS, SIGNS, opens

KINDS = {r"\arg\max", r"\arg\min", r"\max", r"\min"}


# sums and extrema over ranges and sets


@opens(r"\sum", r"\prod")
def sum_(p: Parser, at: int) -> Expr:
    """A sum or product over a range, a subset, or the values of one or two letters."""
    op, letters = p.take()[1:], p.letters
    p.take_all("_", "{")
    letter = bound_letter(p)
    node = double_sum(p, op, letter, at) if p.skip(",") else single_sum(p, op, letter, at)
    p.letters = letters
    return node


def single_sum(p: Parser, op: str, letter: str, at: int) -> Expr:
    """``\\sum_{i=1}^n``, ``\\sum_{i\\in I}``, ``\\sum_{j>q}``."""
    range_ = domain(p, letter)
    p.take("}")
    if p.peek() == "^" and range_.op != "range":
        p.refuse("what runs over a set or a part of a range has no upper limit")
    if p.skip("^"):
        range_ = Expr("range", (range_.args[0], p.braced()), at=at)
    elif range_.value == "open":
        range_ = Expr("range", (range_.args[0], last(p, letter)), at=at)
    return Expr(op, (range_, p.term()), letter, at)


def double_sum(p: Parser, op: str, letter: str, at: int) -> Expr:
    """``\\sum_{i,j}``: over all values of both letters."""
    other = bound_letter(p)
    p.take("}")
    outer, inner = (Expr("range", (ONE, last(p, part)), at=at) for part in (letter, other))
    return Expr(op, (outer, Expr(op, (inner, p.term()), other, at)), letter, at)


def extremum(p: Parser, at: int) -> Expr:
    """``\\max_{j} a_j``: over all values of an index letter, or those that are named."""
    kind = p.take()[1:]
    p.take_all("_", "{")
    letter = bound_letter(p)
    range_ = domain(p, letter)
    p.take("}")
    return Expr("extremum", (range_, p.term()), (letter, kind), at)


def bound_letter(p: Parser) -> str:
    """An index letter: of a declared family, any to which limits are given, or another
    one beside a known letter, as in ``\\sum_{l\\ne c}``."""
    token = p.peek()
    if token not in p.letters:
        beside = p.letters.get(p.peek(2)) if p.peek(1) in {r"\ne", r"\neq"} else None
        if not re.fullmatch(r"[A-Za-z]'*|\\ell", token) or not (beside or p.peek(1) == "="):
            p.refuse(
                f"{token!r} is not an index letter of any declared name; declare a family over it, "
                f"or give limits, as in \\sum_{{{token}=1}}^n"
            )
        p.letters = {**p.letters, token: beside}
    return p.take()


def last(p: Parser, letter: str) -> Expr:
    """The size to which a letter runs when no upper limit is written."""
    if p.letters[letter] is None:
        p.refuse(f"{letter!r} is of no declared family, so it needs an upper limit")
    return Expr("size", value=p.letters[letter], at=p.here())


def domain(p: Parser, letter: str) -> Expr:
    """What a letter runs over: a range, a subset, or a range without some of its members."""
    at = p.here()
    if p.skip("="):
        return Expr("range", (p.expression(),), "open", at)
    full = Expr("range", (ONE, last(p, letter)), at=at)
    if p.skip(r"\in"):
        return p.expected_name("expected a declared subset")
    if p.skip(r"\ne", r"\neq"):
        return Expr("except", (full, p.expression()), letter, at)
    if p.peek() in {"<", ">", r"\le", r"\leq", r"\ge", r"\geq"}:
        sign = SIGNS[p.take()]
        return Expr("where", (full, p.expression()), (letter, sign), at)
    return full


# sets and problems


def builder(p: Parser) -> Expr | None:
    """``\\{ i \\mid q(x_i) = \\ell \\}``: the members of a range that satisfy a relation."""
    if p.peek() != r"\{" or p.peek(2) not in {r"\mid", ":"}:
        return None
    at = p.here()
    p.take(r"\{")
    letter = bound_letter(p)
    p.take(r"\mid", ":")
    left, sign, right = p.condition("a set is made by a relation")
    range_ = Expr("range", (ONE, last(p, letter)), at=at)
    node = Expr("builder", (range_, left, right), (letter, sign), at)
    p.take(r"\}")
    return node


def optimum(p: Parser) -> Expr | None:
    """``\\arg\\max_{w} f \\text{s.t.} g = 0``: read in full, so that it is well-formed."""
    at, start = p.here(), p.place
    kind = "".join(p.take() for _ in range(2) if p.peek() in {r"\arg", r"\max", r"\min"})
    over_indices = len(kind) == 4 and p.peek(2) in p.letters
    if kind not in KINDS or p.peek() != "_" or over_indices:
        p.place = start
        return None
    p.take_all("_", "{")
    about = sought(p)
    parts, signs = [*about, p.expression()], []
    while p.skip(r"\text{s.t.}", ","):
        parts.append(p.expression())
        signs.append(SIGNS[p.take(*SIGNS)])
        parts.append(p.expression())
    return Expr("optimum", tuple(parts), (kind, len(about), *signs), at)


def sought(p: Parser) -> list[Expr]:
    """The names, one or more, that a problem varies."""
    found = [p.expected_name("expected the declared name that is sought")]
    while p.skip(","):
        found.append(p.expected_name("expected a declared name"))
    p.take("}")
    return found


PROBLEMS += [builder, optimum]
