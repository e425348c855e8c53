"""What is to be decided: a relation with its setting and hypotheses, at each free index.

Hypotheses are told apart here: conditions on sizes, signs, substitutions, and equations.
"""

import itertools
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ..errors import DerivationError, Undefined
from ..evaluate import Assignment
from ..evaluate.defined import refuse_given_records
from ..evaluate.setting import Setting, Substitution
from ..evaluate.sizes import TESTS, are_satisfied, is_condition
from ..evaluate.values import plain_text
from ..expr import Expr, Relation, free_letters, free_names, names_in
from ..names import CHANCE, PLACE, Name
from ..statement import About, Statement
from .points import values_in_words

# --------------------------------------------------------------------------------------------------
# What is to be decided: a relation, with its setting and hypotheses, at each free index.

Letters = Mapping[str, str | None]  # index letters, with the size that each runs to


@dataclass(frozen=True)
class Case:
    """A relation with all that decides it: what is small in it, the setting, the hypotheses.

    disequalities: hypotheses that two terms differ.
    """

    relation: Relation
    about: About
    setting: Setting
    equations: tuple[Relation, ...]
    letters: Letters
    disequalities: tuple[Relation, ...] = ()


def instances(
    part: Expr | Relation,
    assignments: Iterable[Assignment],
    letters: Letters,
    conditions: Sequence[Relation] = (),
) -> Iterator[Assignment]:
    """The assignments of a relation or tree with every choice of the indices that are still free.

    Choices that the conditions exclude are left out.
    """
    for assignment in assignments:
        free = sorted(free_letters(part) - set(assignment.letters))
        ranges = [range(1, assignment.sizes[letters[letter] or ""] + 1) for letter in free]
        for chosen in itertools.product(*ranges):
            bound = dict(zip(free, chosen, strict=True))
            if are_satisfied(conditions, assignment.sizes, {**assignment.letters, **bound}):
                yield assignment.at(bound)


def assignments_at_indices(case: Case, assignments: Iterable[Assignment]) -> Iterator[Assignment]:
    """The assignments of a case with every choice of its free indices that the conditions allow."""
    return instances(case.relation, assignments, case.letters, case.setting.conditions)


def nodes_of(case: Case) -> tuple[Relation, ...]:
    """The relations on which a case depends."""
    return case.relation, *case.equations, *case.disequalities


def undefined_at(case: Case, place: Assignment, reason: Undefined) -> Undefined:
    """Where a relation is undefined, why, and in which term."""
    sizes = sorted(case.setting.sizes_of(*nodes_of(case)))
    where = [f"{size} = {place.sizes[size]}" for size in sizes]
    where += [f"{letter} = {value}" for letter, value in sorted(place.letters.items())]
    whole = [name for name in place.values if getattr(name, "kind", "") == "index"]
    where += [values_in_words(place, whole)] if whole else []
    at = f" at {', '.join(where)}" if where else ""
    result = Undefined(plain_text(f"undefined{at}: {reason}"))
    result.term = reason.term
    return result


def at_point(case: Case, assignment: Assignment) -> str:
    """The values of the names on which a case depends."""
    used = case.setting.used(case.relation, *case.equations)
    written = names_in(case.relation, *case.equations)
    sides = [side for relation in (case.relation, *case.equations) for side in relation.sides]
    free = {CHANCE}.union(*(free_names(side, case.setting.used) for side in sides))
    free -= case.setting.parameters(used) - set(written)
    free -= {name for name in free if name.meaning == PLACE}
    names = [name for name in (*used, CHANCE) if name in assignment.values and name in free]
    return values_in_words(assignment, names)


# --------------------------------------------------------------------------------------------------
# Hypotheses, told apart: conditions on sizes, signs, substitutions, and equations.

SLACK = {"=": None, ">=": "nonnegative", ">": "positive", "<=": "nonnegative", "<": "positive"}
ZERO = Expr("num", value=0)


def under_hypotheses(statement: Statement) -> tuple[Setting, tuple[Relation, ...]]:
    """What is in force under the hypotheses, and the equations that are left."""
    conditions = [h for h in statement.hypotheses if is_condition(h)]
    facts: dict[Name, str] = {}
    substitutions: list[Substitution] = []
    equations: list[Relation] = []
    plain = setting_of(statement, {}, ())
    labels = [h for h in statement.hypotheses if h not in conditions and is_of_labels(h, plain)]
    for relation in (h for h in statement.hypotheses if h not in [*conditions, *labels]):
        if relation.sign == "!=":
            # Disequalities are kept apart, by `disequality_hypotheses`.
            continue
        setting = setting_of(statement, facts, substitutions)
        left = relation.left
        fresh = left.op == "name" and left.value not in {*statement.definitions, *facts}
        bound = {letter for condition in conditions for letter in free_letters(condition)}
        if fresh and is_sign_of_family(relation, statement.letters, bound):
            facts[left.value] = "positive" if relation.sign == ">" else "nonnegative"
        elif fresh and relation.sign in SLACK and is_substitution(relation, setting, statement):
            substitutions.append(
                Substitution(left.value, left.args, relation.right, *slack_of(relation))
            )
        elif relation.sign == "=":
            equations.append(relation)
        else:
            raise DerivationError(
                "a hypothesis must be an equation or a single bound on a name, such as a <= b"
            )
    substitutions = ordered_substitutions(
        substitutions, setting_of(statement, facts, substitutions)
    )
    return setting_of(statement, facts, substitutions, conditions, labels), tuple(equations)


def disequality_hypotheses(statement: Statement) -> tuple[Relation, ...]:
    """Hypotheses that two terms differ, but those on sizes, letters and labels."""
    plain, hypotheses = setting_of(statement, {}, ()), statement.hypotheses
    return tuple(
        h for h in hypotheses if h.sign == "!=" and not (is_condition(h) or is_of_labels(h, plain))
    )


def setting_of(
    statement: Statement,
    facts: dict[Name, str],
    substitutions: Sequence[Substitution],
    conditions: Sequence[Relation] = (),
    labels: Sequence[Relation] = (),
) -> Setting:
    """The setting of a statement under some hypotheses."""
    in_force = statement.definitions, statement.lengths, statement.letters
    return Setting(*in_force, facts, substitutions, conditions, labels)


def is_of_labels(relation: Relation, setting: Setting) -> bool:
    """Whether a relation is between whole numbers that a labelling decides, such as n_c >= 1."""
    names = setting.used(relation)
    made = [name for name in names if name not in setting.definitions]
    return relation.sign in TESTS and bool(made) and all(name.kind == "index" for name in made)


def is_sign_of_family(relation: Relation, letters: Letters, bound: Collection[str]) -> bool:
    """Whether a hypothesis gives the sign of a name, with all its members.

    bound: letters that conditions keep from some of their values, as j >= 2 does.
    """
    name = relation.left.value
    return (
        relation.sign in {">", ">="}
        and relation.right == ZERO
        and name.facts <= {"nonnegative"}
        and names_all_members(relation.left, letters)
        and not free_letters(relation.left) & set(bound)
    )


def names_all_members(node: Expr, letters: Letters) -> bool:
    """Whether the indices are distinct letters that run as far as the family does."""
    sizes = [size for _, size in node.value.range]
    runs = [letters.get(part.value) if part.op == "var" else None for part in node.args]
    return runs == sizes and are_distinct(node.args)


def are_distinct(indices: Sequence[Expr]) -> bool:
    """Whether no letter stands twice."""
    letters = [part.value for part in indices if part.op == "var"]
    return len(set(letters)) == len(letters)


def is_substitution(relation: Relation, setting: Setting, statement: Statement) -> bool:
    """Whether what a hypothesis says of members can simply be their value."""
    left, right = relation.sides
    plain = all(part.op in {"var", "num"} for part in left.args) and are_distinct(left.args)
    letters = {part.value for part in left.args if part.op == "var"}
    again = any(given.name == left.value for given in setting.substitutions)
    return (
        plain
        and not again
        and not left.value.facts
        and left.value.kind in {"scalar", "vector", "matrix"}
        and left.value not in setting.used(right)
        and not free_letters(right) - letters
    )


def slack_of(relation: Relation) -> tuple[Name | None, bool]:
    """A name of known sign by which a member differs from its bound, and whether it is less."""
    fact, name = SLACK[relation.sign], relation.left.value
    if fact is None:
        return None, False
    slack = replace(name, latex=f"slack of {name.latex}", facts=frozenset({fact}))
    return slack, relation.sign in {"<=", "<"}


def ordered_substitutions(
    substitutions: Iterable[Substitution], setting: Setting
) -> list[Substitution]:
    """The hypotheses in an order in which each uses only names whose values are known."""
    waiting, result = list(substitutions), []
    while waiting:
        names = {given.name for given in waiting}
        ready = [given for given in waiting if not names & set(setting.used(given.term))]
        if not ready:
            raise DerivationError(
                "hypotheses define names in terms of each other: leave one of them out"
            )
        result += ready
        waiting = [given for given in waiting if given not in ready]
    return result


def refuse_given_conditions(case: Case) -> None:
    """Raises where hypotheses give values to what is a condition of a mean."""
    names = case.setting.used(case.relation)
    trees = [*case.relation.sides, *(body for name in names for body in case.setting.bodies(name))]
    known = [given.name for given in case.setting.substitutions if given.slack is None]
    refuse_given_records(trees, [*known, *names_in(*case.equations)])
