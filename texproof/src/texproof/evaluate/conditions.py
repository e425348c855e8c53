"""Conditions: hypotheses on sizes and index letters alone, such as n >= d, C = 2 or j != l.

They choose the lengths and instances at which a statement is judged, and are never equations.
"""

import operator
from collections.abc import Callable, Iterable, Mapping

from ..expr import Expr, Relation, walk
from ..names import Name, Size

NUMBERS = {"num", "size", "var", "add", "neg", "mul"}
TESTS: dict[str, Callable[[int, int], bool]] = {
    "=": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le,
    ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
ENOUGH_ROWS = "orthonormal", "basis"  # columns of which there are no more than rows


def is_condition(relation: Relation) -> bool:
    """Whether a relation is between sizes, index letters and whole numbers."""
    used = {node.op for side in relation.sides for node in walk(side)}
    return relation.sign in TESTS and used <= NUMBERS and bool(used & {"size", "var"})


def satisfied(
    conditions: Iterable[Relation], lengths: Mapping[str, int], letters: Mapping[str, int]
) -> bool:
    """Whether conditions hold; one with a letter that is not bound yet excludes nothing."""
    values = [tuple(number(side, lengths, letters) for side in c.sides) for c in conditions]
    return all(
        left is None or right is None or TESTS[condition.sign](left, right)
        for condition, (left, right) in zip(conditions, values, strict=True)
    )


def number(node: Expr, lengths: Mapping[str, int], letters: Mapping[str, int]) -> int | None:
    """The number that a side of a condition is, or None where a letter is not bound."""
    if node.op == "num":
        return node.value  # type: ignore[no-any-return]
    if node.op in {"size", "var"}:
        return (lengths if node.op == "size" else letters).get(node.value)
    parts = [number(part, lengths, letters) for part in node.args]
    known = [part for part in parts if part is not None]
    if len(known) < len(parts):
        return None
    if node.op == "neg":
        return -known[0]
    total = known[0]
    for part in known[1:]:
        total = total + part if node.op == "add" else total * part
    return total


def implied(names: Iterable[Name]) -> list[Relation]:
    """What the facts of names presume.

    Columns that are orthonormal are no more than their rows, values that all occur no more than
    the members of the family.
    """
    found = []
    for name in names:
        if name.facts & set(ENOUGH_ROWS):
            rows, columns = name.shape
            many = name.over[0][1] if name.kind == "vector" else columns
            if many != rows:
                found.append(Relation(">=", size_of(rows), size_of(many)))
        if "onto" in name.facts:
            found.append(Relation(">=", size_of(name.over[0][1]), size_of(name.shape[0])))
    return found


def size_of(size: Size) -> Expr:
    """A size, a whole number or a sum of such, as a tree."""
    if isinstance(size, int):
        return Expr("num", value=size)
    parts = [size_of(int(p)) if p.isdigit() else Expr("size", value=p) for p in size.split(" + ")]
    return parts[0] if len(parts) == 1 else Expr("add", tuple(parts))
