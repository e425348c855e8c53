"""How far a statement reaches: to all values, to every size, or to the sizes that are named.

The verdict on each row carries what was found for every size; here it is told for the whole
statement, with what is asked of its sizes. Nothing is decided here.
"""

from typing import Any

from .conditions import conditions
from .evaluate.sizes import conditions_of_facts, fixes_a_size, on_sizes
from .expr import Relation, walk
from .statement import Statement
from .stating import setting_and_relations
from .written import Writer

VALUES, EVERY, FIXED, SIZES = "values", "every size", "fixed sizes", "sizes"
TURNED = {">=": "<=", ">": "<"}


def reach(statement: Statement) -> str:
    """VALUES without sizes; EVERY if each row is proved so; FIXED if it is, and one is given."""
    if not statement.sizes:
        return VALUES
    scopes = statement.scopes
    if not scopes or not all(row.proved for row in scopes):
        return SIZES
    return FIXED if any(map(fixes_a_size, statement.hypotheses)) else EVERY


def is_partial(statement: Statement) -> bool:
    """Whether a term of a statement has no value for some values of its names."""
    sides = [side for row in statement.rows for side in row.relation.sides]
    return bool(conditions(sides, statement.definitions))


def conditions_on_sizes(statement: Statement) -> list[Relation]:
    """What is asked of sizes: by hypotheses, and by the facts of the names that are used."""
    setting, relations = setting_and_relations(statement)
    needed = [
        *filter(on_sizes, statement.hypotheses),
        *conditions_of_facts(setting.used(*relations)),
    ]
    return list(dict.fromkeys(map(with_smaller_left, needed)))


def with_smaller_left(relation: Relation) -> Relation:
    """The relation with what is smaller on the left."""
    if relation.sign not in TURNED:
        return relation
    return Relation(TURNED[relation.sign], relation.right, relation.left)


def scope_data(statement: Statement) -> dict[str, Any]:
    """The reach, how each row is proved, what is asked of sizes, which are free; the reason.

    Why a row is not proved is for the prover's developers, and is not told.
    """
    scopes, write = statement.scopes, Writer().relation
    needed = conditions_on_sizes(statement) if scopes else []
    fixing = list(filter(fixes_a_size, needed))
    given = {node.value for one in fixing for side in one.sides for node in walk(side)}
    return {
        "scope": reach(statement),
        "every_size": [row.how if row.proved else "" for row in scopes],
        "fixed": [write(one) for one in fixing],
        "conditions": [write(one) for one in needed if one not in fixing],
        "free": [size for size in statement.sizes if scopes and size not in given],
        "at_sizes": statement.at_sizes,
    }
