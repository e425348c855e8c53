"""The leaves of a tree in index notation: numbers, sizes, letters, names, entries, calls.

A name becomes a generic factor with its indices, unless it is defined: then its definition is
evaluated at these indices. An index map that is defined is taken as any map whose values are
labels.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction

from ..expr import Expr
from ..names import Name
from ..shape.sizes import is_used_as_number
from .atoms import Form, atom, function_by_cases
from .context import (
    Context,
    PolyValue,
    axes,
    entry_at,
    index_rule,
    must_fit,
    plain_product,
    size_poly,
)
from .diagrams import Factor, Head, Poly, bind, constant_poly, letters_of, substitute, times
from .indices import (
    ONE_SIZE,
    Index,
    NotProved,
    Unsupported,
    Var,
    add_constants,
    constant,
    fresh_variable,
    length,
    shift_index,
    subtract_index,
)
from .rules import delta
from .signs import index_of

# --------------------------------------------------------------------------------------------------
# Index maps that are defined: if their values are labels, a row is proved for any map with such.
#
# The values of q_i are in 1, ..., C if the indicators [q_i = l], case by case, add up to 1.


def is_map(context: Context, name: Name) -> bool:
    """Whether a name of whole numbers may be taken as any map to its labels."""
    if name not in context.definitions:
        return True
    memo_key = name, "labels"
    if memo_key not in context.memo:
        context.memo[memo_key] = PolyValue((), constant_poly(has_labels(context, name)))
    return bool(context.memo[memo_key].poly)


def definition_of(context: Context, name: Name) -> tuple[list[Var], Poly]:
    """The letters of a defined map, and the number that it is."""
    letters, body, _ = context.definitions[name]
    family = [Var(f"^{k}", context.size(size)) for k, (_, size) in enumerate(name.range)]
    inner = Context(context.ring, context.definitions, context.ranges, context.known, context.fixed)
    at = dict(zip(letters, map(Index, family), strict=True))
    return family, inner.at(at).scalar(body)


def has_labels(context: Context, name: Name) -> bool:
    """Whether all values of a defined map are known to be labels."""
    label = fresh_variable(context.size(name.shape[0]))
    try:
        _, value = definition_of(context, name)
        flag = function_by_cases(
            context.ring, value, lambda part: is_label(context, part, Index(label))
        )
        return bind(context.ring, flag, label) == constant_poly(1)
    except NotProved:
        return False


def is_label(context: Context, poly: Poly, label: Index) -> Poly:
    """1 where an index, given as a number, is a label."""
    index = index_of(poly)
    if index is None:
        raise Unsupported("a label of another kind")
    return plain_product(context.ring, (delta(index, label),))


# --------------------------------------------------------------------------------------------------
# The ends of a tree: numbers, sizes, letters, members of families, entries, calls.


@index_rule("num")
def literal(context: Context, node: Expr) -> PolyValue:
    """A number that is written."""
    return PolyValue((), constant_poly(Fraction(node.value)))


@index_rule("size")
def size(context: Context, node: Expr) -> PolyValue:
    """A size as a number."""
    return PolyValue((), size_poly(context.ring, context.length(node.value)))


@index_rule("pi")
def circle_number(context: Context, node: Expr) -> PolyValue:
    """The circle's number."""
    return PolyValue((), plain_product(context.ring, (Factor(Head("pi")),)))


@index_rule("var")
def letter(context: Context, node: Expr) -> PolyValue:
    """The number that an index letter is."""
    return PolyValue((), as_number(context, plain_index(context, node)))


def as_number(context: Context, index: Index) -> Poly:
    """An index as a number."""
    whole = size_poly(context.ring, index.shift)
    if index.var is None:
        return whole
    number = plain_product(context.ring, (Factor(Head("at"), (Index(index.var),)),))
    return whole - number if index.minus else whole + number


def plain_index(context: Context, node: Expr) -> Index:
    """The index that a tree of letters, sizes and whole numbers is."""
    if node.op == "var":
        if node.value in context.letters:
            return context.letters[node.value]
        runs = context.ranges.get(node.value)
        if runs is None:
            raise Unsupported(f"the letter {node.value} has no range")
        return Index(Var(node.value, context.size(runs)))
    if node.op == "num" and Fraction(node.value).denominator == 1:
        return constant(int(node.value))
    if node.op == "size":
        return Index(None, context.length(node.value))
    parts = [plain_index(context, part) for part in node.args if node.op in {"add", "neg", "mul"}]
    if node.op == "neg":
        return subtract_index((), parts[0])
    if node.op == "add" and sum(part.var is not None for part in parts) <= 1:
        total = next((part for part in parts if part.var is not None), constant(0))
        for part in parts:
            total = shift_index(total, part.shift) if part is not total else total
        return total
    if node.op == "mul" and len(parts) == 2 and parts[0].var is None is parts[1].var:
        for one, other in (parts, parts[::-1]):
            if [size for size, _ in one.shift] in ([], [ONE_SIZE]):
                return Index(None, add_constants((), other.shift, dict(one.shift).get(ONE_SIZE, 0)))
    raise Unsupported("an index of another kind")


def at_indices(
    context: Context, nodes: Sequence[Expr], body: Callable[[list[Index]], Poly]
) -> Poly:
    """What a body makes of some indices; that of an index map is summed over, with [q_i = l]."""
    flags, indices, letters = constant_poly(1), list[Index](), list[Var]()
    for node in nodes:
        if node.op == "name" and node.value.kind == "index":
            var = fresh_variable(context.size(node.value.shape[0]))
            flags = times(context.ring, flags, label_is(context, node, Index(var)))
            letters.append(var)
            indices.append(Index(var))
        else:
            indices.append(plain_index(context, node))
    poly = times(context.ring, flags, body(indices)) if letters else body(indices)
    for var in letters:
        poly = bind(context.ring, poly, var)
    return poly


def label_is(context: Context, node: Expr, index: Index) -> Poly:
    """[q_i = l] for an index map."""
    name: Name = node.value
    if not is_map(context, name):
        raise Unsupported(f"{name.latex} is a whole number by a definition")
    ranges = [context.size(runs) for _, runs in name.range]

    def flag(family: list[Index]) -> Poly:
        for one, runs in zip(family, ranges, strict=True):
            context.require(one, runs, name.latex)
        return plain_product(context.ring, (Factor(Head("map", name.latex), (*family, index)),))

    return at_indices(context, node.args, flag)


@index_rule("name")
def name_entry(context: Context, node: Expr, *indices: Expr) -> PolyValue:
    """A member of a family: as it is replaced, defined, or generic."""
    name: Name = node.value
    if name.kind == "index" and not is_map(context, name):
        result = at_indices(context, indices, lambda own: entry_by_definition(context, name, own))
        return PolyValue((), result)
    if name.kind == "index":
        var = fresh_variable(context.size(name.shape[0]))
        flag = times(
            context.ring, label_is(context, node, Index(var)), as_number(context, Index(var))
        )
        return PolyValue((), bind(context.ring, flag, var))
    if name.kind not in {"scalar", "vector", "matrix"}:
        raise Unsupported(f"{name.latex} as a value")
    poly = at_indices(context, indices, lambda own: member_entry(context, name, own))
    return PolyValue(name.shape, poly)


def member_entry(context: Context, name: Name, indices: list[Index]) -> Poly:
    """The entry, at row and column, of a member of a family."""
    ranges = [context.size(runs) for _, runs in name.range]
    replaced = name in context.values
    by_definition = name in context.definitions and not replaced
    letters, body, by_entries = context.definitions[name] if by_definition else ((), None, True)
    for k, (index, runs) in enumerate(zip(indices, ranges, strict=False)):
        goes_on = not by_entries and body and not is_used_as_number(letters[k], body)
        if not (goes_on and is_next_to_range(context, index, runs)):
            context.require(index, runs, f"a member of {name.latex}")
    if replaced:
        return at_family_indices(context, context.values[name].poly, indices)
    if by_definition and name not in context.held:
        return entry_by_definition(context, name, indices)
    return generic_entry(context, name, indices)


def is_next_to_range(context: Context, index: Index, size: str) -> bool:
    """Whether an index is at most one step beyond a range, such as m - 1, 0 or m + 1."""
    first, last = constant(0), Index(None, add_constants(length(size), ((ONE_SIZE, 1),)))
    return context.known.at_most(first, index) and context.known.at_most(index, last)


def at_family_indices(context: Context, poly: Poly, indices: Sequence[Index]) -> Poly:
    """A polynomial in the variables ^0, ^1, ... of a family at some indices."""
    at = {f"^{k}": index for k, index in enumerate(indices)}
    result = {var: at[str(var.name)] for var in letters_of(poly) if var.name in at}
    return substitute(context.ring, poly, result)


def generic_entry(context: Context, name: Name, indices: Sequence[Index]) -> Poly:
    """An entry that is not unfolded; that of a constant is known."""
    row, column = axes(context, name.shape)
    if "ones" in name.facts:
        return constant_poly(1)
    if "identity" in name.facts or "basis" in name.facts:
        first, last = (Index(side) if side else constant(1) for side in (row, column))
        last = indices[0] if "basis" in name.facts else last
        return plain_product(context.ring, (delta(first, last),))
    if "diagonal" in name.facts and row and column:
        entry = Factor(Head("name", name.latex), (*indices, Index(row), Index(row)))
        return plain_product(context.ring, (delta(Index(row), Index(column)), entry))
    slots = (*indices, *(Index(var) for var in (row, column) if var is not None))
    even = len(indices) if "symmetric" in name.facts and row and column else -1
    return plain_product(context.ring, (Factor(Head("name", name.latex, even=even), slots),))


def entry_by_definition(context: Context, name: Name, indices: list[Index]) -> Poly:
    """A member by its definition."""
    letters, body, by_entries = context.definitions[name]
    memo_key = name, tuple(indices)
    if memo_key not in context.memo:
        inner = replace(context, letters={})
        if by_entries:
            context.memo[memo_key] = value_by_entries(inner, name, letters, body)
        else:
            inner = inner.at(dict(zip(letters, indices, strict=True)))
            context.memo[memo_key] = inner.of(body)
    return context.memo[memo_key].poly


def value_by_entries(context: Context, name: Name, letters: Sequence[str], body: Expr) -> PolyValue:
    """A vector or matrix by its entries: inside, row and column are those of other values.

    They have letters of their own while the body is evaluated. Otherwise K_ij = e_i^T e_j would
    take the row of e_i for the index i.
    """
    sides = axes(context, name.shape)
    own = [fresh_variable(var.size) if var else None for var in sides]
    every = [Index(var) if var else constant(1) for var in own][: len(letters)]
    poly = context.at(dict(zip(letters, every, strict=True))).scalar(body)
    back = {mine: Index(side) for mine, side in zip(own, sides, strict=True) if mine and side}
    return PolyValue(name.shape, substitute(context.ring, poly, back))


# --------------------------------------------------------------------------------------------------
# Entries of vectors and matrices in index notation.


@index_rule("entry", "component")
def entry(context: Context, node: Expr, whole: Expr, *indices: Expr) -> PolyValue:
    """An entry of a vector or matrix."""
    value = context.of(whole)
    sizes = [context.size(size) for size in value.shape]

    def one(indices: list[Index]) -> Poly:
        for index, runs in zip(indices, sizes, strict=False):
            context.require(index, runs, "an entry")
        return entry_at(context, value, indices)

    return PolyValue((), at_indices(context, indices, one))


# --------------------------------------------------------------------------------------------------
# Functions that are defined, programs, and unknown ones.

CALLS: list[Callable[[Context, Name, Sequence[PolyValue]], PolyValue]] = []


@index_rule("call")
def call(context: Context, node: Expr, *arguments: Expr) -> PolyValue:
    """A function that is defined, a program, or an unknown one."""
    name: Name = node.value
    values = [context.of(part) for part in arguments]
    if name in context.definitions:
        inner, body = body_of_call(context, name, values)
        return inner.of(body)
    if name.call:
        for trace in CALLS:
            return trace(context, name, values)
        raise Unsupported("a program")
    return PolyValue(name.shape, call_of_unknown(context, name, values))


def body_of_call(context: Context, name: Name, values: Sequence[PolyValue]) -> tuple[Context, Expr]:
    """(where the parameters of a defined function have these values, what it is there)."""
    parameters, body, _ = context.definitions[name]
    new = {part.value: value for part, value in zip(parameters, values, strict=True)}
    for parameter, value in new.items():
        must_fit(context, parameter, value)
    return replace(context, letters={}, values={**context.values, **new}, memo={}), body


def call_of_unknown(context: Context, name: Name, values: Sequence[PolyValue]) -> Poly:
    """An unknown function of numbers and columns."""
    inside, binds = [], []
    for value in values:
        row, column = axes(context, value.shape)
        if column is not None:
            raise Unsupported("an unknown function of a matrix")
        var = fresh_variable(row.size if row else "1")
        binds.append(var)
        inside.append(substitute(context.ring, value.poly, {row: Index(var)} if row else {}))
    return unknown_by_cases(context, f"{name.latex}|{'0' * len(values)}", inside, binds, 0)


def unknown_by_cases(
    context: Context, label: str, inside: list[Poly], binds: Sequence[Var], which: int
) -> Poly:
    """An unknown function, of which the arguments that are numbers are split by indicators."""
    if which == len(inside):
        return atom(context.ring, Form("call", label, binds), inside)

    def rest(argument: Poly) -> Poly:
        put = [*inside[:which], argument, *inside[which + 1 :]]
        return unknown_by_cases(context, label, put, binds, which + 1)

    plain = binds[which].size == "1"
    return function_by_cases(context.ring, inside[which], rest) if plain else rest(inside[which])
