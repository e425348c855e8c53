"""Conditions and hypotheses: what they fix, what is known under them, which equations remain.

Hypotheses are sorted by what they say: conditions on sizes and letters, signs, values of names,
bounds, equations. Conditions that contradict each other prove nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from ..expr import (
    Expr,
    Relation,
    free_letters,
    names_in,
    names_reached,
    walk,
)
from ..names import Name, Size, is_record, outcomes
from ..statement import Row, Statement
from .context import Context, PolyValue, Replacement, must_fit, sum_of_entries
from .diagrams import Poly, Ring
from .indices import (
    ONE_SIZE,
    Index,
    Known,
    Linear,
    LinearForm,
    NotProved,
    Unsupported,
    Var,
    add_constants,
    combine_forms,
    difference,
    is_contradictory,
    length,
    linear_form,
    sum_of_sizes,
)
from .leaves import plain_index

# --------------------------------------------------------------------------------------------------
# Conditions on sizes and letters: what they fix, and what is known under them.

NUMBERS = {"num", "size", "var", "add", "neg", "mul"}


ENOUGH_ROWS = {"orthonormal", "basis"}


def is_condition(relation: Relation) -> bool:
    """Whether a hypothesis is between sizes, letters and whole numbers."""
    used = {node.op for side in relation.sides for node in walk(side)}
    return used <= NUMBERS and bool(used & {"size", "var"})


def fixed_sizes(conditions: Iterable[Relation]) -> dict[str, Linear]:
    """Sizes that conditions give: as a number, or as a sum of other sizes."""
    result: dict[str, Linear] = {}
    for condition in conditions:
        sides = [side_as_sizes(side, result) for side in condition.sides]
        if condition.sign != "=" or None in sides:
            continue
        gap = add_constants(sides[0] or (), sides[1] or (), -1)
        for size, many in sorted(gap, key=lambda one: one[0] not in names_of(condition.left)):
            value = add_constants((), sum_of_sizes({s: m for s, m in gap if s != size}), -many)
            if size and abs(many) == 1 and all(m > 0 for _, m in value):
                result = {other: replace_size(part, size, value) for other, part in result.items()}
                result[size] = value
                break
    return result


def names_of(node: Expr) -> set[str]:
    """The sizes that a tree mentions."""
    return {part.value for part in walk(node) if part.op == "size"}


def replace_size(part: Linear, size: str, value: Linear) -> Linear:
    """A constant with another one in the place of a size."""
    many = dict(part).get(size, 0)
    rest = sum_of_sizes({s: m for s, m in part if s != size})
    return add_constants(rest, value, many)


def side_as_sizes(node: Expr, fixed: Mapping[str, Linear]) -> Linear | None:
    """A side of a condition as a sum of sizes, or None."""
    try:
        context = Context(Ring(Known(), {}), {}, {}, Known(), fixed)
        index = plain_index(context, node)
    except NotProved:
        return None
    return index.shift if index.var is None else None


def known_facts(
    context: Context, conditions: Iterable[Relation], names: Iterable[Name], free: Collection[str]
) -> Known:
    """What the conditions on sizes and free letters say, and the facts of names that occur."""
    facts: list[LinearForm] = []
    nonzero: list[LinearForm] = []
    for condition in conditions:
        if free_letters(condition) - set(free):
            continue
        try:
            left, right = (plain_index(context, side) for side in condition.sides)
        except Unsupported:
            two = difference_of_letters(context, condition)
            if two is None:
                continue
            gap = two
        else:
            gap = difference(left, right)
        add_fact(facts, nonzero, condition.sign, gap)
    for name in names:
        facts += facts_about_sizes(context, name)
    if is_contradictory([*facts, *ranges_of(facts)]):
        raise NotProved("the conditions contradict each other")
    return Known(tuple(facts), tuple(nonzero))


def difference_of_letters(context: Context, condition: Relation) -> LinearForm | None:
    """The difference of the sides of a condition with several letters on a side."""
    try:
        left, right = (sum_as_linear_form(context, side) for side in condition.sides)
    except Unsupported:
        return None
    return combine_forms(left, right, b=Fraction(-1))


def sum_as_linear_form(context: Context, node: Expr) -> LinearForm:
    """A sum of letters and sizes as a linear form."""
    if node.op == "add":
        total: LinearForm = {}
        for part in node.args:
            total = combine_forms(total, sum_as_linear_form(context, part))
        return total
    if node.op == "neg":
        return combine_forms({}, sum_as_linear_form(context, node.args[0]), b=Fraction(-1))
    return linear_form(plain_index(context, node))


def add_fact(
    facts: list[LinearForm], nonzero: list[LinearForm], sign: str, gap: LinearForm
) -> None:
    """Enters left - right under the sign between them."""
    minus = combine_forms({}, gap, b=Fraction(-1))
    one: LinearForm = {ONE_SIZE: Fraction(-1)}
    facts_of_sign = {
        ">=": [gap], "<=": [minus], "=": [gap, minus],
        ">": [combine_forms(gap, one)], "<": [combine_forms(minus, one)],
    }  # fmt: skip
    facts += facts_of_sign.get(sign, [])
    if sign == "!=":
        nonzero.append(gap)


def facts_about_sizes(context: Context, name: Name) -> list[LinearForm]:
    """What the facts of a name presume of sizes."""

    def least(many: Size, few: Size) -> LinearForm:
        return difference(Index(None, context.length(many)), Index(None, context.length(few)))

    if name.facts & ENOUGH_ROWS and name.kind in {"vector", "matrix"}:
        columns = name.over[0][1] if name.kind == "vector" else name.shape[1]
        return [least(name.shape[0], columns)]
    if "onto" in name.facts:
        return [least(name.over[0][1], name.shape[0])]
    return []


def ranges_of(facts: Iterable[LinearForm]) -> list[LinearForm]:
    """1 <= size, and 1 <= letter <= its size."""
    keys = {k for fact in facts for k in fact} - {ONE_SIZE}
    keys |= {s for k in keys if isinstance(k, Var) for s, _ in length(k.size)} - {ONE_SIZE}
    result: list[LinearForm] = [
        {k: Fraction(1), ONE_SIZE: Fraction(-1)} for k in sorted(keys, key=str)
    ]
    for k in sorted(keys, key=str):
        if isinstance(k, Var):
            result.append(combine_forms(linear_form(length(k.size)), {k: Fraction(-1)}))
    return result


# --------------------------------------------------------------------------------------------------
# Hypotheses told apart: conditions on sizes and letters, signs, values, bounds and equations.

ORDERS = {"<", "<=", ">", ">="}


@dataclass
class IndexCase:
    """A row with all that it rests on.

    values: hypotheses ``name = term``; bounds: inequalities; labels: what they say of labels;
    signs: of all members of a family; equations: the others; nonzero: what is not 0, or has an
    entry that is not; tied: the letters of conditions.
    """

    row: Row
    context: Context
    values: list[Relation] = field(default_factory=list)
    bounds: list[Relation] = field(default_factory=list)
    labels: list[Relation] = field(default_factory=list)
    signs: list[Relation] = field(default_factory=list)
    names: frozenset[Name] = frozenset()
    found: dict[str, Replacement] = field(default_factory=dict)
    equations: list[Relation] = field(default_factory=list)
    nonzero: list[Poly] = field(default_factory=list)
    tied: frozenset[str] = frozenset()
    weights: tuple[Name, ...] = ()


def index_case(statement: Statement, row: Row) -> IndexCase:
    """The row, what is known at its sizes, and its hypotheses."""
    conditions = [h for h in statement.hypotheses if is_condition(h)]
    others = [h for h in statement.hypotheses if h not in conditions]
    names = names_reached(statement.definitions, row.relation, *others)
    fixed = fixed_sizes(conditions)
    if names & set(statement.problems):
        raise Unsupported("a name that solves a problem")
    every = {*names, *statement.names}
    sizes = [size for name in every for size in (*name.shape, *(s for _, s in name.range))]
    if any(str(size).startswith(("-", "0")) for size in sizes):
        raise Unsupported("a size below 1")
    by_latex = dict[str, Name]()
    start = Context(
        Ring(Known(), by_latex), statement.definitions, statement.letters, Known(), fixed
    )
    by_latex |= {n.latex: with_fixed_sizes(start, with_signs(n, others, statement)) for n in every}
    weights = tuple(by_latex[n.latex] for n in names if is_weight(by_latex[n.latex], others))
    by_latex |= {n.latex: part_of_whole(n) for n in weights}
    free = free_letters(row.relation)
    known = known_facts(start, conditions, names, free)
    ring = Ring(known, by_latex)
    context = replace(start, ring=ring, known=known, memo={})
    tied = frozenset(letter for c in conditions for letter in free_letters(c))
    case = IndexCase(row, context, tied=tied, names=frozenset(names), weights=weights)
    enter_hypotheses(case, others, statement)
    case.context = replace(context, nonzero=tuple(case.nonzero), memo={})
    refuse_given_records(case)
    return case


def refuse_given_records(case: IndexCase) -> None:
    """Raises where a hypothesis says what a record is, and a mean holds its outcome fixed."""
    known = {r.left.value for r in case.values} | {*names_in(*case.equations, *case.bounds)}
    defined = case.context.definitions
    bodies = [defined[name][1] for name in case.names if name in defined]
    trees = [*case.row.relation.sides, *bodies]
    means = [node for tree in trees for node in walk(tree) if node.op in {"expect", "covariance"}]
    fixed = {letter for node in means for letter in free_letters(node)}
    for name in known:
        if is_record(name) and outcomes(name.sources[0])[0] in fixed:
            raise Unsupported("a hypothesis on the condition of a mean")


def enter_hypotheses(case: IndexCase, others: Iterable[Relation], statement: Statement) -> None:
    """Enters the hypotheses that are no conditions in the case, by what they say."""
    taken: set[Name] = set()
    for relation in others:
        if relation.sign == "!=":
            case.nonzero.append(squared_distance(case.context, relation))
            continue
        if is_sign(relation, statement):
            case.signs.append(relation)
            continue
        made = names_reached(statement.definitions, relation) - {*statement.definitions}
        if made and all(name.kind == "index" for name in made):
            case.labels.append(relation)
            continue
        is_value = gives_value(case, relation, statement, taken)
        if relation.sign == "=" and is_value:
            case.values.append(relation)
            taken.add(relation.left.value)
        elif relation.sign == "=":
            case.equations.append(relation)
        elif relation.sign in ORDERS:
            case.bounds.append(relation)


def gives_value(
    case: IndexCase, relation: Relation, statement: Statement, taken: Collection[Name]
) -> bool:
    """Whether an equation gives all members of a name their value, by names other than itself.

    taken: names that have values by other equations.
    """
    left = relation.left
    return (
        left.op == "name"
        and left.value.kind in {"scalar", "vector", "matrix"}
        and left.value not in {*statement.definitions, *taken}
        and has_facts(case.context, relation)
        and names_all_members(left, statement.letters)
        and left.value not in names_reached(statement.definitions, right_side_only(relation))
        and not free_letters(relation.right) - {part.value for part in left.args}
        and not {part.value for part in left.args} & case.tied
    )


def squared_distance(context: Context, relation: Relation) -> Poly:
    """What is not 0 if both sides differ: the sum of the squares of what lies between them."""
    here = replace(context, needs=[])
    left, right = (here.of(side) for side in relation.sides)
    gap = PolyValue(left.shape or right.shape, left.poly - right.poly)
    return sum_of_entries(here, gap, squared=True) if gap.shape else gap.poly


def has_facts(context: Context, relation: Relation) -> bool:
    """Whether the right side is known to have the facts of the name on the left."""
    # The ring knows the name with the signs that hypotheses give to it.
    name = context.ring.names[relation.left.value.latex]
    if not name.facts:
        return True
    here = replace(context, needs=[])
    try:
        must_fit(here, name, here.of(relation.right))
    except NotProved:
        return False
    return True


def right_side_only(relation: Relation) -> Relation:
    """A relation that mentions the right side only."""
    return Relation("=", relation.right, relation.right)


def names_all_members(node: Expr, letters: Mapping[str, str | None]) -> bool:
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
        and left.value.kind in {"scalar", "vector"} and left.value not in statement.definitions
        and names_all_members(left, statement.letters)
        and not {part.value for part in left.args} & tied_letters(statement)
    )  # fmt: skip


def tied_letters(statement: Statement) -> set[str]:
    """The letters of the conditions."""
    return {x for h in statement.hypotheses if is_condition(h) for x in free_letters(h)}


def with_signs(name: Name, others: Iterable[Relation], statement: Statement) -> Name:
    """A name with the signs that hypotheses give it."""
    signs = {
        "positive" if relation.sign == ">" else "nonnegative"
        for relation in others
        if is_sign(relation, statement) and relation.left.value == name
    }
    return replace(name, facts=name.facts | signs) if signs else name


def is_weight(name: Name, others: Iterable[Relation]) -> bool:
    """Whether numbers that are not negative add up to 1 by a hypothesis."""
    plain = (
        name.kind == "scalar" and len(name.over) == 1 and name.facts & {"positive", "nonnegative"}
    )
    return bool(plain) and any(
        relation.sign == "=" and is_one(one) and is_sum_of_members(other, name)
        for relation in others
        for one, other in (relation.sides, relation.sides[::-1])
    )


def is_one(node: Expr) -> bool:
    """Whether a tree is the number 1."""
    return node.op == "num" and node.value == 1


def is_sum_of_members(node: Expr, name: Name) -> bool:
    """Whether a tree is the sum of all members of a family with one index."""
    if node.op != "sum":
        return False
    domain, body = node.args
    return (
        domain.op == "range" and is_one(domain.args[0]) and domain.args[1].op == "size"
        and str(domain.args[1].value) == name.over[0][1]
        and body.op == "name" and body.value.latex == name.latex
        and [(part.op, part.value) for part in body.args] == [("var", node.value)]
    )  # fmt: skip


def part_of_whole(name: Name) -> Name:
    """A weight with what follows for it: it is at most 1."""
    fact = "share" if "positive" in name.facts else "unit"
    return replace(name, facts=name.facts | {fact})


def with_fixed_sizes(context: Context, name: Name) -> Name:
    """A name with the sizes that conditions fix."""
    shape = tuple(context.size(size) for size in name.shape)
    over = tuple((letter, context.size(size)) for letter, size in name.over)
    return replace(name, shape=shape, over=over)
