"""Reading what binds a letter or varies a name: sums and extrema over ranges and sets."""

import re
from dataclasses import replace

from ..errors import ReadError
from ..expr import Expr, free_letters, walk
from . import nouns, values
from .parser import ONE, Parser
from .table import SIGNS, opens

# sums and extrema over ranges and sets


@opens(r"\sum", r"\prod")
def sum_(p: Parser, at: int) -> Expr:
    """A sum or product over a range, a subset, or the values of one or more letters."""
    op, letters, bound = p.take()[1:], p.letters, p.bound
    if p.peek() != "_":
        return bare_sum(p, op, at)
    p.take_all("_", "{")
    if values.stand(p):
        return values.summed(p, op, at)
    letter = bound_letter(p)
    several = p.peek() == "," or p.peek() in p.letters
    node = (many_sums if several else single_sum)(p, op, letter, at)
    p.letters, p.bound = letters, bound
    return node


def single_sum(p: Parser, op: str, letter: str, at: int) -> Expr:
    """``\\sum_{i=1}^n``, ``\\sum_{i\\in I}``, ``\\sum_{j>q}``."""
    range_ = domain(p, letter)
    p.take("}")
    sign = range_.value[1] if range_.op == "builder" else ""
    if sign and op == "prod":
        p.refuse("a product over what a relation holds of is not read", at)
    if p.peek() == "^" and range_.op != "range":
        p.refuse("what runs over a set or a part of a range has no upper limit")
    if p.skip("^"):
        range_ = Expr("range", (range_.args[0], p.braced()), at=at)
    elif range_.value == "open":
        range_ = Expr("range", (range_.args[0], last(p, letter)), at=at)
    body = p.term()
    if range_.op == "builder":  # of what the relation holds of, and 0 of the others
        range_, *sides = range_.args
        body = Expr("mul", (Expr("indicator", tuple(sides), sign, at), body), at=at)
    return Expr(op, (range_, body), letter, at)


def bare_sum(p: Parser, op: str, at: int) -> Expr:
    """``\\sum x_i``: over the one free letter of what follows, if it is free nowhere else."""
    body = p.term()
    if body.op == "eigs" and body.value is None:
        return replace(body, value=op)
    loose = [letter for letter in free_letters(body) if p.letters.get(letter) and " " not in letter]
    if len(loose) != 1 or loose[0] in p.bound:
        p.refuse(r"over which letter? write \sum_i, or \sum_{i=1}^n", at)
    p.taken[loose[0]] = at
    return Expr(op, (Expr("range", (ONE, last(p, loose[0])), at=at), body), loose[0], at)


def many_sums(p: Parser, op: str, letter: str, at: int) -> Expr:
    """``\\sum_{i,j}``, ``\\sum_{i j k}``: over all values of each letter."""
    letters = [letter]
    while p.skip(",") or p.peek() in p.letters:
        if p.peek() in letters:
            p.refuse(f"a sum over {p.peek()!r} twice")
        letters.append(bound_letter(p))
    p.take("}")
    ranges = [Expr("range", (ONE, last(p, part)), at=at) for part in letters]
    node = p.term()
    for part, range_ in zip(reversed(letters), reversed(ranges), strict=True):
        node = Expr(op, (range_, node), part, at)
    return node


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
        beside = beside or (size_of_index(p, token) if p.peek(1) in {"}", ","} else None)
        if not re.fullmatch(r"[A-Za-z]'*|\\ell", token) or not (
            beside or p.peek(1) in {"=", r"\in"}
        ):
            p.refuse(
                f"{token!r} is not an index letter of any declared name; declare a family over it, "
                f"or give limits, as in \\sum_{{{token}=1}}^n"
            )
        p.letters = {**p.letters, token: beside}
    p.bound = {*p.bound, token}
    return p.take()


def size_of_index(p: Parser, letter: str, ahead_by: int = 0) -> str | None:
    """The size to which a letter of no family runs that is the index of one in what follows.

    ahead_by: how many tokens on the letter stands, with a brace behind it.
    """
    if not re.fullmatch(r"[A-Za-z]'*|\\ell", letter) or starts_name(p, letter):
        return None
    ahead = Parser("", p.patterns, p.sizes, {**p.letters, letter: None})
    ahead.tokens, ahead.place = list(p.tokens), p.place + 2 + ahead_by
    try:
        body = ahead.term()
    except ReadError:
        return None
    found = {
        size
        for node in walk(body)
        for part, size in zip(places(node), runs(node), strict=False)
        if part.op == "var" and part.value == letter
    }
    return found.pop() if len(found) == 1 else None


def starts_name(p: Parser, letter: str) -> bool:
    """Whether a letter is a size, or a name begins with it."""
    return letter in p.sizes or any(parts[0] == letter for parts, _ in p.patterns)


def places(node: Expr) -> tuple[Expr, ...]:
    """The indices of a member of a family, or of an entry."""
    return node.args[1:] if node.op == "entry" else node.args if node.op == "name" else ()


def runs(node: Expr) -> list[str]:
    """The sizes to which these indices run."""
    if node.op == "entry":
        return [size for size in node.value.shape if isinstance(size, str)]
    return [size for _, size in node.value.over] if node.op == "name" else []


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
    if p.skip(r"\in"):
        return of_set(p, letter, at)
    full = Expr("range", (ONE, last(p, letter)), at=at)
    if p.skip(":", r"\mid"):
        left, sign, right = p.condition("a sum runs over what a relation holds of")
        return Expr("builder", (full, left, right), (letter, sign), at)
    if p.skip(r"\ne", r"\neq"):
        return Expr("except", (full, p.expression()), letter, at)
    if p.peek() in {"<", ">", r"\le", r"\leq", r"\ge", r"\geq"}:
        sign = SIGNS[p.take()]
        return Expr("where", (full, p.expression()), (letter, sign), at)
    return full


def of_set(p: Parser, letter: str, at: int) -> Expr:
    r"""A declared subset, or ``x \in I`` where I is the size to which x runs."""
    named = nouns.size(p)
    found = named or p.expected_name("expected a declared subset, or the size of a family")
    size = named.value if named else found.value.shape[0]
    known = p.letters[letter] or size
    if known != size:
        p.refuse(f"{letter} runs to {known}, not to {size}", at)
    p.letters = {**p.letters, letter: size}
    return Expr("range", (ONE, named), at=at) if named else found
