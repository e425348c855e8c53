r"""Dots: ``x_1 + \dots + x_n``, ``x_1 x_2 \cdots x_n`` and ``(x_1, \dots, x_n)``.

The members that are written must tell the family; dots that could stand for several families are
refused.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NoReturn

from ..expr import Expr
from ..names import Name
from .grammar import Grammar
from .leaves import has_meaning

# --------------------------------------------------------------------------------------------------
# A family that two of its members tell: where they differ, and the member at an index.

Path = tuple[int, ...]


def whole_number(number: int) -> Expr:
    """A whole number as a tree."""
    return Expr("num", value=Fraction(number))


def index_differences(
    first: Expr, last: Expr, path: Path = ()
) -> dict[Path, tuple[Expr, Expr]] | None:
    """Where two trees differ: a whole number in the first, an index in the last; None elsewhere."""
    if first == last:
        return {}
    if is_whole(first) and is_index_expression(last):
        return {path: (first, last)}
    alike = (first.op, first.value, len(first.args)) == (last.op, last.value, len(last.args))
    if not alike or not first.args:
        return None
    result: dict[Path, tuple[Expr, Expr]] = {}
    for k, (one, other) in enumerate(zip(first.args, last.args, strict=True)):
        inside = index_differences(one, other, (*path, k))
        if inside is None:
            return None
        result |= inside
    return result


def is_whole(node: Expr) -> bool:
    """Whether a tree is a whole number."""
    return node.op == "num" and Fraction(node.value).denominator == 1


def is_index_expression(node: Expr) -> bool:
    """Whether a tree is an index: whole numbers, sizes and letters, added."""
    if node.op in {"add", "neg"}:
        return all(map(is_index_expression, node.args))
    return is_whole(node) or node.op in {"size", "var"}


class Linear(Counter[str]):
    """A sum of sizes, letters and a number, which has the key "1"."""

    def __sub__(self, other: Counter[str]) -> int | None:  # type: ignore[override]
        """The number by which two of them differ, None if they differ by more."""
        keys = {key for key in {*self, *other} if self[key] != other[key]}
        return self["1"] - other["1"] if keys <= {"1"} else None


def index_as_sum(node: Expr, sign: int = 1) -> Linear:
    """An index as a sum."""
    if node.op in {"add", "neg"}:
        result = Linear()
        for part in node.args:
            for key, many in index_as_sum(part, -sign if node.op == "neg" else sign).items():
                result[key] += many
        return result
    return Linear({"1": sign * int(node.value)} if node.op == "num" else {node.value: sign})


def put_index(node: Expr, shifts: dict[Path, int], index: Expr, path: Path = ()) -> Expr:
    """A tree with an index, shifted, at some places."""
    if path in shifts:
        return shift_index(index, shifts[path])
    inside = (put_index(part, shifts, index, (*path, k)) for k, part in enumerate(node.args))
    return simplified(replace(node, args=tuple(inside)))


def shift_index(index: Expr, by: int) -> Expr:
    """An index and a number."""
    if index.op == "num":
        return whole_number(int(index.value) + by)
    return index if not by else Expr("add", (index, whole_number(by)))


def simplified(node: Expr) -> Expr:
    """x^1 as x, x^0 as 1, 1x as x."""
    if node.op == "pow" and node.args[1] == whole_number(1):
        return node.args[0]
    if node.op == "pow" and node.args[1] == whole_number(0):
        return whole_number(1)
    if node.op == "mul" and whole_number(1) in node.args and not node.value:
        rest = tuple(part for part in node.args if part != whole_number(1))
        return rest[0] if len(rest) == 1 else replace(node, args=rest)
    return node


# --------------------------------------------------------------------------------------------------
# Reading dots: ``x_1 + \dots + x_n``, ``x_1 x_2 \cdots x_n`` and ``(x_1, \dots, x_n)``.
#
# The member before the dots and the last one tell the family: they are alike but for whole numbers
# in the first, all of which run in step to what stands in their places in the last. The members
# before that one must be those of the numbers before.

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


def family_of_members(p: Grammar, first: Expr, last: Expr, but: str = "") -> Family:
    """The family of which these are members, with a letter but one; refused if they do not tell."""
    pairs = index_differences(first, last)
    if not pairs:
        refuse(p)
    (path, (start, end)), *others = sorted(pairs.items())
    shifts = {path: 0}
    for other, (number, reached) in others:
        shifts[other] = int(number.value - start.value)
        if index_as_sum(reached) - index_as_sum(end) != shifts[other]:
            refuse(p)
    free = (one for one in LETTERS if one != but and not has_meaning(p, one))
    letter = next(free, None) or refuse(p)
    build = lambda index: put_index(first, shifts, index)
    return Family(letter, int(start.value), end, build, frozenset(pairs))


def refuse(p: Grammar) -> NoReturn:
    """Refuses dots."""
    p.refuse(WHAT)


def gather_members(p: Grammar, op: str, before: Sequence[Expr], last: Expr, at: int) -> list[Expr]:
    """Members before dots and the last one as a sum or product, behind what is no member."""
    rest, family = absorb_members(p, before, last)
    domain = Expr("range", (whole_number(family.start), family.end), at=at)
    return [*rest, Expr(op, (domain, family.member), family.letter, at)]


def absorb_members(
    p: Grammar, before: Sequence[Expr], last: Expr, but: str = ""
) -> tuple[list[Expr], Family]:
    """What is no member, and the family, which begins at the first of the members."""
    *rest, first = before
    result = family_of_members(p, first, last, but)
    while rest and rest[-1] == result.at(whole_number(result.start - 1)):
        rest.pop()
        result = replace(result, start=result.start - 1)
    beside = index_differences(rest[-1], last) if rest else None
    if beside and frozenset(beside) == result.paths:
        refuse(p)  # x_1 + x_3 + ... + x_n: not by ones
    return rest, result


def sum_with_dots(p: Grammar, terms: Sequence[Expr]) -> list[Expr]:
    """Terms and the next one, or what ``+ \\dots + x_n`` stands for behind them."""
    if p.peek(1) != DOTS:
        return [*terms, p.signed(p.take() == "-")]
    at = p.here()
    p.take_all("+", DOTS, "+")
    return gather_members(p, "sum", terms, p.term(), at)


def is_at_dots(p: Grammar) -> bool:
    """Whether dots stand here, or behind the dot of a product."""
    return p.peek() == DOTS or (p.peek() in {r"\cdot", r"\times"} and p.peek(1) == DOTS)


def product_with_dots(p: Grammar, factors: Sequence[Expr]) -> list[Expr]:
    """The factors before ``\\cdots x_n``, with what the dots stand for."""
    at = p.here()
    p.skip(r"\cdot", r"\times")
    p.take(DOTS)
    p.skip(r"\cdot", r"\times")
    result = gather_members(p, "prod", factors, p.factor(), at)
    if p.starts_factor() or p.peek() in {"/", DOTS}:
        p.refuse("which factors do the dots stand for? write brackets, or \\prod")
    return result


def column_with_dots(p: Grammar, first: Expr, at: int) -> Expr:
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
        column = column_of_family(p, entries, at)
    return column


def column_of_family(p: Grammar, entries: Sequence[Expr], at: int) -> Expr:
    """A column of all members of a family: the sum of each times its unit vector."""
    result = column_family(p, entries, at)
    return sum_over_family(result, Expr("mul", (result.member, result.unit), at=at), at)


def column_family(p: Grammar, entries: Sequence[Expr], at: int, but: str = "") -> Family:
    """The family of entries from the first to the last of a size."""
    rest, result = absorb_members(p, entries[:-1], entries[-1], but)
    if rest or result.start != 1 or result.end.op != "size":
        p.refuse("a column of dots runs from 1 to a size", at)
    return result


def sum_over_family(family: Family, body: Expr, at: int) -> Expr:
    """The sum over the letter of a family."""
    domain = Expr("range", (whole_number(family.start), family.end), at=at)
    return Expr("sum", (domain, body), family.letter, at)
