"""A family that two of its members tell: where they differ, and the member at an index."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction

from ..expr import Expr

Path = tuple[int, ...]


def whole(number: int) -> Expr:
    """A whole number as a tree."""
    return Expr("num", value=Fraction(number))


def differences(first: Expr, last: Expr, path: Path = ()) -> dict[Path, tuple[Expr, Expr]] | None:
    """Where two trees differ: a whole number in the first, an index in the last; None elsewhere."""
    if first == last:
        return {}
    if is_whole(first) and counts(last):
        return {path: (first, last)}
    alike = (first.op, first.value, len(first.args)) == (last.op, last.value, len(last.args))
    if not alike or not first.args:
        return None
    found: dict[Path, tuple[Expr, Expr]] = {}
    for k, (one, other) in enumerate(zip(first.args, last.args, strict=True)):
        inside = differences(one, other, (*path, k))
        if inside is None:
            return None
        found |= inside
    return found


def is_whole(node: Expr) -> bool:
    """Whether a tree is a whole number."""
    return node.op == "num" and Fraction(node.value).denominator == 1


def counts(node: Expr) -> bool:
    """Whether a tree is an index: whole numbers, sizes and letters, added."""
    if node.op in {"add", "neg"}:
        return all(map(counts, node.args))
    return is_whole(node) or node.op in {"size", "var"}


class Linear(Counter[str]):
    """A sum of sizes, letters and a number, which has the key "1"."""

    def __sub__(self, other: Counter[str]) -> int | None:  # type: ignore[override]
        """The number by which two of them differ, None if they differ by more."""
        keys = {key for key in {*self, *other} if self[key] != other[key]}
        return self["1"] - other["1"] if keys <= {"1"} else None


def linear(node: Expr, sign: int = 1) -> Linear:
    """An index as a sum."""
    if node.op in {"add", "neg"}:
        found = Linear()
        for part in node.args:
            for key, many in linear(part, -sign if node.op == "neg" else sign).items():
                found[key] += many
        return found
    return Linear({"1": sign * int(node.value)} if node.op == "num" else {node.value: sign})


def put(node: Expr, shifts: dict[Path, int], index: Expr, path: Path = ()) -> Expr:
    """A tree with an index, shifted, at some places."""
    if path in shifts:
        return shifted(index, shifts[path])
    inside = (put(part, shifts, index, (*path, k)) for k, part in enumerate(node.args))
    return simple(replace(node, args=tuple(inside)))


def shifted(index: Expr, by: int) -> Expr:
    """An index and a number."""
    if index.op == "num":
        return whole(int(index.value) + by)
    return index if not by else Expr("add", (index, whole(by)))


def simple(node: Expr) -> Expr:
    """x^1 as x, x^0 as 1, 1x as x."""
    if node.op == "pow" and node.args[1] == whole(1):
        return node.args[0]
    if node.op == "pow" and node.args[1] == whole(0):
        return whole(1)
    if node.op == "mul" and whole(1) in node.args and not node.value:
        rest = tuple(part for part in node.args if part != whole(1))
        return rest[0] if len(rest) == 1 else replace(node, args=rest)
    return node
