"""From the texts of an author to a statement that can be judged.

A definition, a chain or a whole display is read row by row, its hypotheses are attached, and what
could not be judged is refused here, before any proof is tried. It uses the vocabulary, `read`,
`decide.case` for what hypotheses tell, and the setting of `evaluate` for what is defined; it never
asks whether a statement is true.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from .decide.case import under_hypotheses
from .errors import DerivationError, ReadError
from .evaluate.setting import Setting, dependencies, pose_problem
from .expr import (
    Definition,
    Expr,
    Relation,
    free_letters,
    names_in,
    outermost_programs,
    union,
    walk,
)
from .names import Name, is_record
from .read import displays
from .read.displays import Part, check_reason, read_claims, unwrap_display
from .statement import EXACT, REFUSED, Row, Statement, row_title
from .vocabulary import ONE, WRITTEN, Vocabulary, plain_sign

# --------------------------------------------------------------------------------------------------
# What is asked of the names that the set of an infimum or supremum binds.

BINDABLE = {"scalar", "vector", "matrix"}


def reverse_equation(words: Vocabulary, text: str) -> str:
    """``b = Ax`` for ``Ax = b``, so that it can be substituted."""
    first, *more = words.relations(text)
    sides = text.split("=")
    plain = not more and first.sign == "=" and first.right.op == "name" != first.left.op
    return f"{sides[1]} = {sides[0]}" if plain and len(sides) == 2 else text


def names_bound_by_set(words: Vocabulary, part: Part, known: Sequence[str]) -> list[Name]:
    """The names that a set binds: those of its term, which stand nowhere outside of it."""
    if not part.inside:
        return []
    result = names_in(words.term(part.inside))
    read = [words.read(text) for text in [*known, part.chain.first, *part.chain.rows[1:-3:3]]]
    every = [tree for one in read for tree in (one if isinstance(one, list) else [one])]
    plain = all(name.kind in BINDABLE and not name.range for name in result)
    if not result or not plain or set(result) & set(names_in(*every)):
        message = (
            "the names of the term are bound by the set: they must be plain, and occur only in it"
        )
        raise ReadError(message, part.inside, 0)
    return result


def refuse_bound(statement: Statement) -> None:
    """Raises where a name that a set binds is defined, or where a definition mentions it."""
    defined = {**statement.definitions, **statement.problems}
    others = set(names_in(*(row.relation for row in statement.rows), *statement.hypotheses))
    hidden = set().union(*(dependencies(name, defined) for name in others))
    for name in statement.bound:
        if name in defined or name in hidden:
            raise DerivationError(f"{name.latex} is bound by a set and has a definition as well")


# --------------------------------------------------------------------------------------------------
# Definitions, chains and displays.


def definition(
    words: Vocabulary, definitions: Mapping[Name, Definition], text: str, reason: str
) -> tuple[Name, Definition, Row, str]:
    """(name, what it means, row, left side as text) of ``name = term``."""
    text = unwrap_display(text)
    relation, *more = words.relations(text)
    body = relation.right
    if more or relation.sign != "=":
        raise ReadError("a definition must be one equation, name = term", text, body.at)
    name, letters, by_entries = definiendum(relation.left, text, words.letters)
    if name in definitions:
        raise DerivationError(f"{name.latex} is defined twice")
    unbound = free_letters(body) - set(letters if name.kind != "function" else ())
    if unbound:
        raise ReadError(f"the index {sorted(unbound)} is not bound", text, body.at)
    if name in Setting(definitions, words.sizes).used(body):
        raise ReadError(f"{name.latex} occurs in its own definition", text, body.at)
    meaning = Definition(letters, body, by_entries)
    refuse_hidden_parameters({**definitions, name: meaning})
    sign = text.rindex("=", 0, body.at)
    row = Row(":=", text[sign + 1 :].strip(), check_reason(reason), relation)
    return name, meaning, row, text[:sign].strip()


def definiendum(
    node: Expr, text: str, runs: Mapping[str, str | None]
) -> tuple[Name, tuple[Any, ...], bool]:
    """(name, letters or parameters, whether by entries) of the left side of a definition."""
    inner = node.args[0] if node.op == "entry" else node
    if inner.op not in {"name", "call"}:
        raise ReadError("the left side of a definition must be a name", text, node.at)
    name, places = inner.value, node.args[1:] if node.op == "entry" else node.args
    if name.facts:
        raise DerivationError(
            f"{name.latex} is defined, so its facts follow and cannot be declared"
        )
    if is_record(name):
        raise DerivationError(f"{name.latex} is drawn at random, so it cannot be defined")
    if name.kind == "function":
        names = [part.value for part in places]
        if any(part.op != "name" or part.args for part in places) or len(set(names)) < len(names):
            raise ReadError(
                "the parameters of a function must be distinct plain names", text, node.at
            )
        return name, places, False
    letters = tuple(part.value for part in places)
    if any(part.op != "var" for part in places) or len(set(letters)) < len(letters):
        raise ReadError("the indices of a definition must be distinct letters", text, node.at)
    sizes = [runs[letter] for letter in letters] if node.op == "name" else []
    if sizes != [size for _, size in name.range if sizes]:
        raise ReadError(f"the ranges of these letters are not those of {name.latex}", text, node.at)
    return name, letters, node.op == "entry"


def refuse_hidden_parameters(definitions: Mapping[Name, Definition]) -> None:
    """Raises where the body of a function uses a parameter through another definition."""
    for name in definitions:
        if name.kind == "function":
            parameters, body, _ = definitions[name]
            own = {part.value for part in parameters}
            hidden = own & set().union(*(dependencies(n, definitions) for n in names_in(body)))
            if hidden:
                raise DerivationError(
                    f"{name.latex} uses its parameter {min(n.latex for n in hidden)} through "
                    "another definition: give it another name"
                )


def chain(
    words: Vocabulary,
    kind: str,
    first: str,
    rows: Sequence[str],
    given: Iterable[str] = (),
    order: tuple[str, int] | None = None,
) -> Statement:
    """A statement of ``first, relation, term, reason, ...`` under hypotheses, read."""
    statement = Statement(None, kind, first, read_rows(words, first, rows, order))
    statement.given, statement.order = list(given), order
    statement.hypotheses = [part for text in statement.given for part in words.relations(text)]
    refuse_two_meanings(statement)
    refuse_unclear_sums(statement)
    if kind == EXACT:
        refuse_programs_side_by_side(statement.rows)
    return statement


def put_in_force(
    statement: Statement,
    words: Vocabulary,
    definitions: Mapping[Name, Definition],
    problems: Mapping[Name, Definition],
    texts: Mapping[Name, str],
) -> None:
    """Gives a statement the names and definitions of its derivation, with which it is judged."""
    statement.names, statement.definitions = [*words.names], words.with_free_subsets(definitions)
    statement.texts, statement.problems = dict(texts), dict(problems)
    statement.letters, statement.lengths = dict(words.letters), words.sizes
    setting, relations = setting_and_relations(statement)
    statement.lengths = words.lengths(setting.bound_sizes(*relations))
    statement.sizes = sizes_used(statement)


def trees(statement: Statement) -> list[Expr]:
    """The terms of a statement and the sides of its hypotheses."""
    relations = [*(row.relation for row in statement.rows), *statement.hypotheses]
    return [side for relation in relations for side in relation.sides]


def refuse_two_meanings(statement: Statement) -> None:
    """Raises where a letter is an index in one place and a declared name in another."""
    nodes = [node for tree in trees(statement) for node in walk(tree)]
    indices = {node.value for node in nodes if node.op == "var"}
    both = sorted(indices & {node.value.latex for node in nodes if node.op == "name"})
    if both:
        raise DerivationError(
            f"{both[0]} is an index letter in one place and a declared name in another: "
            "take another letter for the index"
        )


def refuse_unclear_sums(statement: Statement) -> None:
    r"""Raises where ``\sum_{i \ne j}`` or ``\sum_{i < j}`` may run over i alone, or over j as well.

    It runs over i alone where j is free elsewhere, too, so that the statement holds for each j, and
    where i stands in its terms and j does not.
    """
    every = trees(statement)
    free = union(map(free_letters, every))
    clear = union(free_letters(without_parts(tree)) for tree in every)
    for part in (node for tree in every for node in walk(tree) if runs_over_part(node)):
        over = part.value[0] if isinstance(part.value, tuple) else part.value
        inside = free_letters(part.args[1])
        for letter in sorted(free_letters(part.args[0]) & free - clear):
            if letter in inside or over not in inside:
                raise DerivationError(
                    f"does a {part.op} run over {over} alone, or over {letter}, which occurs "
                    f"nowhere else, as well? write \\sum_{letter} before it if it runs over both"
                )


def refuse_programs_side_by_side(rows: Iterable[Row]) -> None:
    """Raises where a side joins two programs: if one is wrong, the other may make up for it.

    A matrix and a column that are multiplied are none: the one is applied to the other.
    """
    for number, row in enumerate(rows, 1):
        for programs in map(programs_side_by_side, row.relation.sides):
            if len(programs) > 1:
                first, second, *_ = (name.latex for name in programs)
                raise DerivationError(
                    f"{row_title(number, row)}: {first} and {second} are on one side, where their "
                    "errors could cancel: give each program a row of its own"
                )


def programs_side_by_side(tree: Expr) -> list[Name]:
    """The programs in a sum, or, where these are numbers, in a term; none if there is only one."""
    programs = outermost_programs(tree)
    if tree.op == "add" or all(name.shape == () for name in programs):
        return programs if len(programs) > 1 else []
    return next(filter(None, map(programs_side_by_side, tree.args)), [])


def runs_over_part(node: Expr) -> bool:
    """Whether a node is a sum, or the like, over what is unequal to, or on one side of, a term."""
    return node.op in {"sum", "prod", "extremum"} and node.args[0].op in {"except", "where"}


def without_parts(node: Expr) -> Expr:
    """A tree with 1 in the place of what runs over a part of a range."""
    if runs_over_part(node):
        return ONE
    return replace(node, args=tuple(map(without_parts, node.args)))


def statements_of_display(
    words: Vocabulary,
    kind: str,
    first: str,
    rows: Sequence[str],
    given: Iterable[str] = (),
    order: tuple[str, int] | None = None,
) -> list[Statement]:
    """The statement that some arguments are, or those of a display that is one text."""
    if rows or not isinstance(first, str):
        return [chain(words, kind, first, rows, given, order)]
    given, claims = list(given), read_claims(first)
    if kind == REFUSED and [len(one.chain.rows) for one in claims] != [3]:
        raise DerivationError("only one relation can be refuted at a time")
    for one in claims:
        refuse_each(words, one.presumed)
        one.given = [text for text in one.given if not ends_range(words, text)]
    made = []
    for one in claims:
        known = [*given, *one.presumed, *one.given]
        for part in displays.outermost_parts(one.chain):
            more = [*known, *(reverse_equation(words, text) for text in part.given)]
            made.append(chain(words, kind, part.chain.first, part.chain.rows, more, order))
            made[-1].bound = names_bound_by_set(words, part, known)
    return made


def ends_range(words: Vocabulary, text: str) -> bool:
    r"""Whether ``i \ge 1`` or ``i \le n`` is said of an index letter, which holds for each."""
    first, *more = words.relations(text)
    letter, end = first.sides
    if more or letter.op != "var":
        return False
    full = (">=", "num", 1), ("<=", "size", words.letters.get(letter.value))
    return (first.sign, end.op, end.value) in full


def refuse_each(words: Vocabulary, before: Sequence[str]) -> None:
    """Raises where what stands before an arrow holds for each index: each alone, or all at once?"""
    for text in before:
        letters = [one for r in words.relations(text) for one in free_letters(r) if " " not in one]
        if letters:
            raise ReadError(
                f"for each {letters[0]} alone, or for all at once? write it as given=[...]",
                text,
                0,
            )


def read_rows(
    words: Vocabulary, first: str, rows: Sequence[str], order: tuple[str, int] | None
) -> list[Row]:
    """The rows of a chain, each joined to the term before it."""
    if not rows or len(rows) % 3:
        raise DerivationError(
            "a chain must be a term, then a relation, a term and a reason for each row"
        )
    before = words.term(first)
    result: list[Row] = []
    about = (words.term(order[0]), order[1]) if order else None
    for sign, text, reason in zip(rows[::3], rows[1::3], rows[2::3], strict=True):
        after = words.term(text)
        turned = sign == "=" and after.op == "optimum" and before.op != "optimum"
        relation = words.relate(sign, *((after, before) if turned else (before, after)), text)
        result.append(Row(plain_sign(sign), text, check_reason(reason), relation, about))
        before = after
    refuse_reversal(result)
    return result


def refuse_reversal(rows: Iterable[Row]) -> None:
    """Raises where a chain holds both <= and >=, or an order beside ≈ or ∝."""
    signs = {WRITTEN[row.sign][0] for row in rows}
    if {"<", ">"} <= signs:
        raise DerivationError("a chain must not mix ≤ and ≥")
    if signs & {"~", "∝"} and len(signs - {"="}) > 1:
        raise DerivationError(
            "in a chain, ≈ and ∝ can stand only beside =, not beside an inequality or each other"
        )


def setting_and_relations(statement: Statement) -> tuple[Setting, list[Relation]]:
    """What is in force, and what is said and presumed, problems in the place of their solutions."""
    relations = [pose_problem(row.relation, statement.problems) for row in statement.rows]
    return under_hypotheses(statement)[0], relations + statement.hypotheses


def sizes_used(statement: Statement) -> dict[str, tuple[int, int]]:
    """Lengths of the sizes that a statement depends on, the first those at which it is proved."""
    refuse_bound(statement)
    setting, relations = setting_and_relations(statement)
    first, wanted = setting.first(*relations), setting.sizes_of(*relations)
    pairs = statement.lengths.items()
    return {size: (first[size], pair[1]) for size, pair in pairs if size in wanted}
