"""Residuals: a statement on the numbers of a fitted model, beside what rounding explains.

The tolerance comes from the size of the terms that are added. Numbers that contradict the declared
facts of their names are refused.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..errors import DerivationError
from ..evaluate import Assignment
from ..evaluate.assignment import Family, Value
from ..evaluate.draws import symbols
from ..evaluate.sizes import are_satisfied, is_condition
from ..evaluate.values import CONSTANT, fact_conditions, family_values, given_numbers
from ..expr import Definition, Expr, Relation, names_reached, walk
from ..limits import RELATIVE_STEP, ROUNDINGS
from ..names import CHANCE, Name, outcomes
from ..statement import Statement
from ..vocabulary import Vocabulary
from .case import Letters, instances
from .points import differences, entries

# --------------------------------------------------------------------------------------------------
# How large the terms are that are added in a number, which says how far it may be rounded.

BUILT = {"name", "entry", "add", "sum", "mul", "transpose", "expect", "tr", "inner", "norm",
         "array", "diag"}  # fmt: skip
EPS = float(np.finfo(float).eps)


class Magnitudes(Assignment):
    """An assignment in which terms are added without their signs."""

    def of(self, node: Expr) -> Value:
        """The sum of the sizes of the terms that make up a value."""
        if node.op == "neg":
            return self.of(node.args[0])
        if node.op == "pow" and node.args[1].op == "num" and node.args[1].value > 0:
            return np.abs(super().of(node))
        return np.abs(super().of(node) if node.op in BUILT else self.plain().of(node))

    def whole(self, node: Expr) -> int:
        """The whole number that an index is."""
        return self.plain().whole(node)

    def plain(self) -> Assignment:
        """This assignment with signs."""
        return Assignment(self.sizes, self.values, self.definitions, exact=False).at(self.letters)


def with_signs_dropped(assignment: Assignment) -> Assignment:
    """An assignment of the same numbers in which terms are added without their signs."""
    return Magnitudes(assignment.sizes, assignment.values, assignment.definitions, exact=False)


def decrease_some_numbers(assignment: Assignment) -> Assignment:
    """An assignment in which some numbers, picked the same way each time, are a little less."""
    rng = np.random.default_rng(0)
    values = {
        name: family
        if callable(family) or name == CHANCE or name.kind == "index" or name.facts & CONSTANT
        else {at: decrease_some_entries(value, rng) for at, value in family.items()}
        for name, family in assignment.values.items()
    }
    return Assignment(assignment.sizes, values, assignment.definitions, exact=False)


def decrease_some_entries(value: Value, rng: np.random.Generator) -> Value:
    """A number or an array, some of whose entries are a little less."""
    result = value * (1 - RELATIVE_STEP * rng.integers(0, 2, np.shape(value)))
    return result if np.ndim(value) else float(result)


def refuse_broken_facts(assignment: Assignment) -> None:
    """Raises for numbers that have not the facts of their names, but for rounding."""
    for name, value in assignment.values.items():
        if (
            isinstance(name, Name)
            and not callable(value)
            and not has_facts(name, value, assignment)
        ):
            raise DerivationError(
                f"the values of {name.latex} do not have the facts that are declared"
            )


def has_facts(name: Name, family: Family, assignment: Assignment) -> bool:
    """Whether the numbers of a name are what was declared."""
    if name.kind == "index":
        size = name.shape[0]
        last = size if isinstance(size, int) else assignment.sizes.get(size, math.inf)
        values = set(family.values())
        return max(values) <= last and (
            "onto" not in name.facts or len(values) >= last or last == math.inf
        )
    many = max([1, *(max(np.shape(value), default=1) for value in family.values())])
    scale = max([1.0, *(float(np.max(np.abs(value))) for value in family.values())])
    room = ROUNDINGS * many * EPS * scale
    return all(
        (number > 0 if sign == ">" else number >= -room) and (sign != "=" or number <= room)
        for number, sign in fact_conditions(name, family)
    )


# --------------------------------------------------------------------------------------------------
# The third kind of assignment: numbers of a fitted model, with a tolerance that has a reason.


@dataclass(frozen=True)
class Residual:
    """The largest residual, what is allowed, and in how many instances it was looked for."""

    size: float
    allowed: float
    instances: int

    @property
    def excess(self) -> float:
        """By how much it is above what is allowed."""
        return self.size - self.allowed


def numeric_assignment(
    words: Vocabulary, definitions: Mapping[Name, Definition], values: Mapping[str, Any]
) -> Assignment:
    """Floats: ``values`` by LaTeX name (or by size name), and definitions for the rest."""
    by_latex = {name.latex: name for name in words.names}
    unknown = [key for key in values if key not in by_latex and key not in words.sizes]
    if unknown:
        raise DerivationError(
            f"{unknown[0]!r} is not a declared name; declared are {', '.join(by_latex)}"
        )
    sizes = {size: int(values[size]) for size in words.sizes if size in values}
    table: dict[Any, Family] = {}
    for latex, value in values.items():
        name = by_latex.get(latex)
        if name is not None:
            table[name] = value if callable(value) else given_numbers(name, value, sizes)
    for name in words.names:
        if name.facts & CONSTANT and name not in table and set(name.sizes) <= set(sizes):
            table[name] = constant_family(name, sizes)
    table[CHANCE] = equal_chances(words.names, sizes)
    return Assignment(sizes, table, definitions, exact=False)


def equal_chances(names: Iterable[Name], sizes: Mapping[str, int]) -> dict[tuple[str, int], float]:
    """1 / size for each outcome of each source whose size is known."""
    sources = {source: outcomes(source)[1] for name in names for source in name.sources}
    known = {source: sizes[size] for source, size in sources.items() if size in sizes}
    return {(s, k): 1 / size for s, size in known.items() for k in range(1, size + 1)}


def constant_family(name: Name, sizes: Mapping[str, int]) -> Family:
    """Ones, an identity or the columns of one, as floats."""
    return {
        place: value.astype(float) for place, value in family_values(name, sizes, symbols).items()
    }


def residual(
    assignment: Assignment,
    relation: Relation,
    letters: Letters,
    conditions: Sequence[Relation] = (),
) -> Residual:
    """The residual of a relation that is the largest beside what is allowed.

    Allowed are, in each entry, 64 roundings for each summed term: of the terms that are added in
    it, and of what it moves by with the given numbers.
    """
    worst, count = Residual(0.0, 0.0, 0), 0
    terms = max([1, *(assignment.sizes[size] for size in sizes_of_relation(assignment, relation))])
    assignments = [assignment, with_signs_dropped(assignment), decrease_some_numbers(assignment)]
    for here, scaled, there in zip(
        *(instances(relation, [w], letters, conditions) for w in assignments), strict=True
    ):
        difference, other = (signed_differences(relation, w) for w in (here, there))
        sides = [np.abs(np.array(entries(scaled.of(side)), float)) for side in relation.sides]
        scale = sum_of_sides(sides, difference.size) + np.abs(other - difference) / RELATIVE_STEP
        size, allowed = violation(difference, relation.sign), ROUNDINGS * terms * EPS * scale
        place = int(np.argmax(np.where(np.isnan(size), np.inf, size - allowed)))
        one = Residual(float(size[place]), float(allowed[place]), 1)
        worst = one if not count or not one.excess <= worst.excess else worst
        count += 1
    return Residual(worst.size, worst.allowed, count)


def residuals(statement: Statement, assignment: Assignment, letters: Letters) -> list[Residual]:
    """Those of the rows and hypotheses of a statement; raises where facts or sizes do not fit."""
    refuse_broken_facts(assignment)
    conditions = [h for h in statement.hypotheses if is_condition(h)]
    if not are_satisfied(conditions, assignment.sizes, {}):
        raise DerivationError("the sizes do not satisfy the conditions of the statement")
    rows = [row.relation for row in statement.rows]
    others = [h for h in statement.hypotheses if h not in conditions and h.sign != "!="]
    return [residual(assignment, relation, letters, conditions) for relation in rows + others]


def largest_residual(statement: Statement, assignment: Assignment, letters: Letters) -> Residual:
    """The residual that is nearest to what is allowed, and how many the rows have."""
    every = residuals(statement, assignment, letters)
    worst = max(every, key=lambda r: r.excess)
    many = sum(r.instances for r in every[: len(statement.rows)])
    return Residual(worst.size, worst.allowed, many)


def sum_of_sides(sides: Sequence[Value], many: int) -> Value:
    """The sum of two sides, entry by entry, or of their largest where they are not aligned."""
    if all(side.size in {1, many} for side in sides):
        return sum(np.broadcast_to(side, many) for side in sides)
    return np.full(many, math.prod(float(side.max()) for side in sides))


def signed_differences(relation: Relation, assignment: Assignment) -> Value:
    """The differences of the two sides."""
    left, right = map(assignment.of, relation.sides)
    return np.array(differences(left, right, relation.sign), dtype=float)


def violation(difference: Value, sign: str) -> Value:
    """How far differences are from what a relation asks of them; no number where it is strict."""
    if sign in {"<", ">"}:
        difference = np.where(difference == 0, np.nan, difference)
    if sign in {">=", ">"}:
        return np.maximum(-difference, 0)
    return np.maximum(difference, 0) if sign in {"<=", "<"} else np.abs(difference)


def sizes_of_relation(assignment: Assignment, relation: Relation) -> set[str]:
    """The sizes of the names on which a relation depends."""
    reached = names_reached(assignment.definitions, relation)
    written = {node.value for node in walk(relation) if node.op == "size"}
    return {size for size in written.union(*(n.sizes for n in reached)) if size in assignment.sizes}
