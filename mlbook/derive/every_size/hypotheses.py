"""Hypotheses told apart: conditions on sizes and letters, signs, values, bounds and equations."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from ..expr import Expr, Relation, free_letters, names_in, walk
from ..names import Name, Size
from ..statement import Row, Statement
from .algebra import Room
from .errors import NotProved, Unsupported
from .indices import ONE_SIZE, Index, Linear, Var, constant, length, linear, moved, plus, whole
from .known import Form, Known, combined, contradictory, difference, form
from .leaves import plain_index
from .place import Place
from .put_in import Replacement

NUMBERS = {"num", "size", "var", "add", "neg", "mul"}
ORDERS = {"<", "<=", ">", ">="}
ENOUGH_ROWS = {"orthonormal", "basis"}


@dataclass
class Case:
    """A row with all that it rests on.

    values: hypotheses ``name = term``; bounds: inequalities; equations: the others; tied: letters that conditions hold fixed.
    """

    row: Row
    place: Place
    values: list[Relation] = field(default_factory=list)
    bounds: list[Relation] = field(default_factory=list)
    labels: list[Relation] = field(default_factory=list)
    signs: list[Relation] = field(default_factory=list)
    names: frozenset[Name] = frozenset()
    found: dict[str, Replacement] = field(default_factory=dict)
    equations: list[Relation] = field(default_factory=list)
    tied: frozenset[str] = frozenset()


def is_condition(relation: Relation) -> bool:
    """Whether a hypothesis is between sizes, letters and whole numbers."""
    used = {node.op for side in relation.sides for node in walk(side)}
    return used <= NUMBERS and bool(used & {"size", "var"})


def used_names(
    definitions: Mapping[Name, tuple[object, Expr, bool]], *roots: Relation
) -> set[Name]:
    """The names that relations mention, through definitions."""
    found: set[Name] = set()
    waiting = names_in(*roots)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += names_in(definitions[name][1]) if name in definitions else []
    return found


def case_of(statement: Statement, row: Row) -> Case:
    """The row, what is known at its sizes, and its hypotheses."""
    conditions = [h for h in statement.hypotheses if is_condition(h)]
    others = [h for h in statement.hypotheses if h not in conditions]
    names = used_names(statement.definitions, row.relation, *others)
    fixed = fixed_sizes(conditions)
    if any(name in statement.texts and name not in statement.definitions for name in names):
        raise Unsupported("a name that solves a problem")
    every = {*names, *statement.names}
    sizes = [size for name in every for size in (*name.shape, *(s for _, s in name.range))]
    by_latex = {name.latex: signed(name, others, statement) for name in every}
    if any(str(size).startswith(("-", "0")) for size in sizes):
        raise Unsupported("a size below 1")
    start = Place(Room(Known(), by_latex), statement.definitions, statement.letters, Known(), fixed)
    free = free_letters(row.relation)
    known = known_of(start, conditions, names, free)
    room = Room(known, by_latex)
    place = replace(start, room=room, known=known, memo={})
    tied = frozenset(letter for c in conditions for letter in free_letters(c))
    case = Case(row, place, tied=tied, names=frozenset(names))
    sort_out(case, others, statement)
    return case


def sort_out(case: Case, others: Iterable[Relation], statement: Statement) -> None:
    """Enters the hypotheses that are no conditions in the case, by what they say."""
    taken: set[Name] = set()
    for relation in others:
        left = relation.left
        if is_sign(relation, statement):
            case.signs.append(relation)
            continue
        made = used_names(statement.definitions, relation) - {*statement.definitions}
        if made and all(name.kind == "index" for name in made):
            case.labels.append(relation)
            continue
        plain = (
            left.op == "name" and left.value.kind in {"scalar", "vector", "matrix"}
            and left.value not in {*statement.definitions, *taken} and not left.value.facts
            and names_all(left, statement.letters)
            and left.value not in used_names(statement.definitions, right_only(relation))
            and not free_letters(relation.right) - {part.value for part in left.args}
            and not {part.value for part in left.args} & case.tied
        )  # fmt: skip
        if relation.sign == "=" and plain:
            case.values.append(relation)
            taken.add(left.value)
        elif relation.sign == "=":
            case.equations.append(relation)
        elif relation.sign in ORDERS:
            case.bounds.append(relation)


def right_only(relation: Relation) -> Relation:
    """A relation that mentions the right side only."""
    return Relation("=", relation.right, relation.right)


def names_all(node: Expr, letters: Mapping[str, str | None]) -> bool:
    """Whether the indices of a name are distinct letters that run as far as its family."""
    runs = [letters.get(part.value) if part.op == "var" else None for part in node.args]
    given = [part.value for part in node.args if part.op == "var"]
    return runs == [size for _, size in node.value.range] and len(set(given)) == len(given)


def is_sign(relation: Relation, statement: Statement) -> bool:
    """Whether a hypothesis gives the sign of a name, with all its members."""
    left, right = relation.sides
    zero = right.op == "num" and right.value == 0
    return (
        relation.sign in {">", ">="} and zero and left.op == "name"
        and left.value.kind == "scalar" and left.value not in statement.definitions
        and names_all(left, statement.letters)
        and not {part.value for part in left.args} & tied_letters(statement)
    )  # fmt: skip


def tied_letters(statement: Statement) -> set[str]:
    """The letters of the conditions."""
    return {x for h in statement.hypotheses if is_condition(h) for x in free_letters(h)}


def signed(name: Name, others: Iterable[Relation], statement: Statement) -> Name:
    """A name with the signs that hypotheses give it."""
    found = {
        "positive" if relation.sign == ">" else "nonnegative"
        for relation in others
        if is_sign(relation, statement) and relation.left.value == name
    }
    return replace(name, facts=name.facts | found) if found else name


def fixed_sizes(conditions: Iterable[Relation]) -> dict[str, Linear]:
    """Sizes that conditions give: as a number, or as another size plus a number."""
    found: dict[str, Linear] = {}
    for condition in conditions:
        if condition.sign != "=":
            continue
        for one, other in (condition.sides, condition.sides[::-1]):
            value = constant_of(other, found)
            if one.op == "size" and one.value not in found and value is not None:
                if one.value in dict(value) or any(many < 0 for _, many in value):
                    continue
                found = {size: replaced(part, one.value, value) for size, part in found.items()}
                found[one.value] = value
                break
    return found


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


__all__ = ["Sequence", "constant", "moved", "whole"]
