"""How far a statement reaches: to all values, to every size, or to the sizes that are named.

The ladder decides whether a statement holds. Once it does, the prover for every size is asked as
soon as a display, its data or a ledger wants to know, and what it finds is kept on the statement.
"""

from typing import Any

from .evaluate.sizes import implied, is_condition
from .every_size import everywhere
from .expr import Relation, free_letters, walk
from .show.written import Writer
from .statement import AT_SIZES, EXACT, Scope, Statement
from .stating import setting_and_relations
from .store import found

VALUES, EVERY, FIXED, SIZES = "values", "every size", "fixed sizes", "sizes"
TURNED = {">=": "<=", ">": "<"}


def scopes(statement: Statement) -> list[Scope]:
    """What the prover says of each row; nothing where the ladder has not proved it, or no size."""
    if statement.scopes is None:
        asked = statement.sizes and statement.verdict == EXACT
        statement.scopes = proofs(statement) if asked else []
    return statement.scopes


def proofs(statement: Statement) -> list[Scope]:
    """What the prover for every size says of each row of a statement, stored or asked now."""
    return found("scopes", statement, lambda: everywhere(statement), Scope)


def reach(statement: Statement) -> str:
    """VALUES without sizes; EVERY if each row is proved so; FIXED if it is, and one is given."""
    if not statement.sizes:
        return VALUES
    found = scopes(statement)
    if not found or not all(row.proved for row in found):
        return SIZES
    return FIXED if any(map(fixes_a_size, statement.hypotheses)) else EVERY


def marked(verdict: str, reached: str) -> str:
    """The kind that a display carries: exact only if it is proved for every size."""
    return AT_SIZES if verdict == EXACT and reached in {FIXED, SIZES} else verdict


def mark(statement: Statement) -> str:
    """The kind that the display of a statement carries."""
    return marked(statement.verdict, reach(statement))


def fixes_a_size(relation: Relation) -> bool:
    """Whether a hypothesis says which number a size is, such as C = 2."""
    sides = [{node.op for node in walk(side)} for side in relation.sides]
    sized = [side for side in sides if "size" in side]
    return on_sizes(relation) and relation.sign == "=" and len(sized) == 1


def on_sizes(relation: Relation) -> bool:
    """Whether a hypothesis is a condition on sizes alone."""
    return is_condition(relation) and not free_letters(relation)


def conditions(statement: Statement) -> list[Relation]:
    """What is asked of sizes: by hypotheses, and by the facts of the names that are used."""
    setting, relations = setting_and_relations(statement)
    asked = [*filter(on_sizes, statement.hypotheses), *implied(setting.used(*relations))]
    return list(dict.fromkeys(map(smaller_first, asked)))


def smaller_first(relation: Relation) -> Relation:
    """The relation with what is smaller on the left."""
    if relation.sign not in TURNED:
        return relation
    return Relation(TURNED[relation.sign], relation.right, relation.left)


def scope_data(statement: Statement) -> dict[str, Any]:
    """The reach, how each row is proved, what is asked of sizes, which are free; the reason.

    Why a row is not proved is for the prover's developers, and is not told.
    """
    found, write = scopes(statement), Writer().relation
    asked = conditions(statement) if found else []
    fixing = list(filter(fixes_a_size, asked))
    given = {node.value for one in fixing for side in one.sides for node in walk(side)}
    return {
        "scope": reach(statement),
        "every_size": [row.how if row.proved else "" for row in found],
        "fixed": [write(one) for one in fixing],
        "conditions": [write(one) for one in asked if one not in fixing],
        "free": [size for size in statement.sizes if found and size not in given],
        "at_sizes": statement.at_sizes,
    }
