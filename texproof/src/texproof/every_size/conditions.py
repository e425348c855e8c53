"""Conditions on sizes and letters: what they fix, and what is known under them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction

from ..expr import Expr, Relation, free_letters, walk
from ..names import Name, Size
from .algebra import Room
from .errors import NotProved, Unsupported
from .indices import ONE_SIZE, Index, Linear, Var, length, linear, plus
from .known import Form, Known, combined, contradictory, difference, form
from .leaves import plain_index
from .place import Place

NUMBERS = {"num", "size", "var", "add", "neg", "mul"}


ENOUGH_ROWS = {"orthonormal", "basis"}


def is_condition(relation: Relation) -> bool:
    """Whether a hypothesis is between sizes, letters and whole numbers."""
    used = {node.op for side in relation.sides for node in walk(side)}
    return used <= NUMBERS and bool(used & {"size", "var"})


def fixed_sizes(conditions: Iterable[Relation]) -> dict[str, Linear]:
    """Sizes that conditions give: as a number, or as a sum of other sizes."""
    found: dict[str, Linear] = {}
    for condition in conditions:
        sides = [constant_of(side, found) for side in condition.sides]
        if condition.sign != "=" or None in sides:
            continue
        gap = plus(sides[0] or (), sides[1] or (), -1)
        for size, many in sorted(gap, key=lambda one: one[0] not in names_of(condition.left)):
            value = plus((), linear({s: m for s, m in gap if s != size}), -many)
            if size and abs(many) == 1 and all(m > 0 for _, m in value):
                found = {other: replaced(part, size, value) for other, part in found.items()}
                found[size] = value
                break
    return found


def names_of(node: Expr) -> set[str]:
    """The sizes that a tree mentions."""
    return {part.value for part in walk(node) if part.op == "size"}


def replaced(part: Linear, size: str, value: Linear) -> Linear:
    """A constant with another one in the place of a size."""
    many = dict(part).get(size, 0)
    rest = linear({s: m for s, m in part if s != size})
    return plus(rest, value, many)


def constant_of(node: Expr, fixed: Mapping[str, Linear]) -> Linear | None:
    """A side of a condition as a sum of sizes, or None."""
    try:
        place = Place(Room(Known(), {}), {}, {}, Known(), fixed)
        found = plain_index(place, node)
    except NotProved:
        return None
    return found.shift if found.var is None else None


def known_of(
    place: Place, conditions: Iterable[Relation], names: Iterable[Name], free: Collection[str]
) -> Known:
    """What the conditions on sizes and free letters say, and the facts of names that occur."""
    facts: list[Form] = []
    apart: list[Form] = []
    for condition in conditions:
        if free_letters(condition) - set(free):
            continue
        try:
            left, right = (plain_index(place, side) for side in condition.sides)
        except Unsupported:
            two = two_letters(place, condition)
            if two is None:
                continue
            gap = two
        else:
            gap = difference(left, right)
        add_fact(facts, apart, condition.sign, gap)
    for name in names:
        facts += implied(place, name)
    if contradictory([*facts, *ranges_of(facts)]):
        raise NotProved("the conditions contradict each other")
    return Known(tuple(facts), tuple(apart))


def two_letters(place: Place, condition: Relation) -> Form | None:
    """The difference of the sides of a condition with several letters on a side."""
    try:
        left, right = (several(place, side) for side in condition.sides)
    except Unsupported:
        return None
    return combined(left, right, b=Fraction(-1))


def several(place: Place, node: Expr) -> Form:
    """A sum of letters and sizes as a linear form."""
    if node.op == "add":
        total: Form = {}
        for part in node.args:
            total = combined(total, several(place, part))
        return total
    if node.op == "neg":
        return combined({}, several(place, node.args[0]), b=Fraction(-1))
    return form(plain_index(place, node))


def add_fact(facts: list[Form], apart: list[Form], sign: str, gap: Form) -> None:
    """Enters left - right under the sign between them."""
    minus = combined({}, gap, b=Fraction(-1))
    one: Form = {ONE_SIZE: Fraction(-1)}
    found = {
        ">=": [gap], "<=": [minus], "=": [gap, minus],
        ">": [combined(gap, one)], "<": [combined(minus, one)],
    }  # fmt: skip
    facts += found.get(sign, [])
    if sign == "!=":
        apart.append(gap)


def implied(place: Place, name: Name) -> list[Form]:
    """What the facts of a name presume of sizes."""

    def least(many: Size, few: Size) -> Form:
        return difference(Index(None, place.length(many)), Index(None, place.length(few)))

    if name.facts & ENOUGH_ROWS and name.kind in {"vector", "matrix"}:
        columns = name.over[0][1] if name.kind == "vector" else name.shape[1]
        return [least(name.shape[0], columns)]
    if "onto" in name.facts:
        return [least(name.over[0][1], name.shape[0])]
    return []


def ranges_of(facts: Iterable[Form]) -> list[Form]:
    """1 <= size, and 1 <= letter <= its size."""
    keys = {k for fact in facts for k in fact} - {ONE_SIZE}
    keys |= {s for k in keys if isinstance(k, Var) for s, _ in length(k.size)} - {ONE_SIZE}
    found: list[Form] = [{k: Fraction(1), ONE_SIZE: Fraction(-1)} for k in sorted(keys, key=str)]
    for k in sorted(keys, key=str):
        if isinstance(k, Var):
            found.append(combined(form(length(k.size)), {k: Fraction(-1)}))
    return found
