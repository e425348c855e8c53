r"""Reading dots: ``x_1 + \dots + x_n``, ``x_1 x_2 \cdots x_n`` and ``(x_1, \dots, x_n)``.

The member before the dots and the last one tell the family: they are alike but for whole numbers in
the first, all of which run in step to what stands in their places in the last. The members before
that one must be those of the numbers before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NoReturn

from ..expr import Expr
from ..names import Name
from .matching import means
from .members import Path, differences, linear, put, whole

if TYPE_CHECKING:
    from .parser import Parser

DOTS = r"\dots"
LETTERS = "kjlmrsuvihabc"
WHAT = r"the members beside the dots do not tell the family; write \sum or \prod"


@dataclass(frozen=True)
class Family:
    """Members that dots stand for: the letter, its range, and the member at an index."""

    letter: str
    start: int
    end: Expr
    at: Callable[[Expr], Expr]
    paths: frozenset[Path]

    @property
    def member(self) -> Expr:
        """The member at the letter."""
        return self.at(Expr("var", value=self.letter))

    @property
    def unit(self) -> Expr:
        """The unit vector of the letter."""
        size = self.end.value
        latex = rf"\mathrm{{unit}}_{{{self.letter}}}"
        name = Name(latex, "vector", (size, 1), "", ((self.letter, size),), frozenset({"basis"}))
        return Expr("name", (Expr("var", value=self.letter),), name)


def family(p: Parser, first: Expr, last: Expr, but: str = "") -> Family:
    """The family of which these are members, with a letter but one; refused if they do not tell."""
    pairs = differences(first, last)
    if not pairs:
        refuse(p)
    (path, (start, end)), *others = sorted(pairs.items())
    shifts = {path: 0}
    for other, (number, reached) in others:
        shifts[other] = int(number.value - start.value)
        if linear(reached) - linear(end) != shifts[other]:
            refuse(p)
    free = (one for one in LETTERS if one != but and not means(p, one))
    letter = next(free, None) or refuse(p)
    build = lambda index: put(first, shifts, index)
    return Family(letter, int(start.value), end, build, frozenset(pairs))


def refuse(p: Parser) -> NoReturn:
    """Refuses dots."""
    p.refuse(WHAT)


def gathered(p: Parser, op: str, before: Sequence[Expr], last: Expr, at: int) -> list[Expr]:
    """Members before dots and the last one as a sum or product, behind what is no member."""
    rest, found = absorbed(p, before, last)
    range_ = Expr("range", (whole(found.start), found.end), at=at)
    return [*rest, Expr(op, (range_, found.member), found.letter, at)]


def absorbed(
    p: Parser, before: Sequence[Expr], last: Expr, but: str = ""
) -> tuple[list[Expr], Family]:
    """What is no member, and the family, which begins at the first of the members."""
    *rest, first = before
    found = family(p, first, last, but)
    while rest and rest[-1] == found.at(whole(found.start - 1)):
        rest.pop()
        found = replace(found, start=found.start - 1)
    beside = differences(rest[-1], last) if rest else None
    if beside and frozenset(beside) == found.paths:
        refuse(p)  # x_1 + x_3 + ... + x_n: not by ones
    return rest, found


def summed(p: Parser, terms: Sequence[Expr]) -> list[Expr]:
    """Terms and the next one, or what ``+ \\dots + x_n`` stands for behind them."""
    if p.peek(1) != DOTS:
        return [*terms, p.signed(p.take() == "-")]
    at = p.here()
    p.take_all("+", DOTS, "+")
    return gathered(p, "sum", terms, p.term(), at)


def dotted(p: Parser) -> bool:
    """Whether dots stand here, or behind the dot of a product."""
    return p.peek() == DOTS or (p.peek() in {r"\cdot", r"\times"} and p.peek(1) == DOTS)


def multiplied(p: Parser, factors: Sequence[Expr]) -> list[Expr]:
    """The factors before ``\\cdots x_n``, with what the dots stand for."""
    at = p.here()
    p.skip(r"\cdot", r"\times")
    p.take(DOTS)
    p.skip(r"\cdot", r"\times")
    found = gathered(p, "prod", factors, p.factor(), at)
    if p.starts_factor() or p.peek() in {"/", DOTS}:
        p.refuse("which factors do the dots stand for? write brackets, or \\prod")
    return found


def listed(p: Parser, first: Expr, at: int) -> Expr:
    """``(x_1, \\dots, x_n)`` and ``(a, b)``, columns, also where a transpose stands behind them."""
    entries, dots = [first], False
    while p.skip(","):
        if p.skip(DOTS):
            p.take(",")
            dots = True
            entries.append(p.expression())
            break
        entries.append(p.expression())
    p.take(")")
    column = Expr("array", tuple(entries), (len(entries), 1), at)
    if dots:
        column = of_family(p, entries, at)
    return column


def of_family(p: Parser, entries: Sequence[Expr], at: int) -> Expr:
    """A column of all members of a family: the sum of each times its unit vector."""
    found = column_family(p, entries, at)
    return over(found, Expr("mul", (found.member, found.unit), at=at), at)


def column_family(p: Parser, entries: Sequence[Expr], at: int, but: str = "") -> Family:
    """The family of entries from the first to the last of a size."""
    rest, found = absorbed(p, entries[:-1], entries[-1], but)
    if rest or found.start != 1 or found.end.op != "size":
        p.refuse("a column of dots runs from 1 to a size", at)
    return found


def over(found: Family, body: Expr, at: int) -> Expr:
    """The sum over the letter of a family."""
    range_ = Expr("range", (whole(found.start), found.end), at=at)
    return Expr("sum", (range_, body), found.letter, at)
