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
from ..shape.sizes import counts
from .atoms import Form, atom, lifted
from .diagrams import Factor, Head, Poly, bind, letters_of, number, substitute, times
from .indices import (
    ONE_SIZE,
    Index,
    NotProved,
    Unsupported,
    Var,
    constant,
    fresh,
    length,
    less,
    moved,
    plus,
)
from .place import Place, Value, axes, closed_one, entry_at, must_fit, size_poly, value_of
from .rules import delta
from .signs import index_of

# --------------------------------------------------------------------------------------------------
# Index maps that are defined: if their values are labels, a row is proved for any map with such.
#
# The values of q_i are in 1, ..., C if the indicators [q_i = l], case by case, add up to 1.


def is_map(place: Place, name: Name) -> bool:
    """Whether a name of whole numbers may be taken as any map to its labels."""
    if name not in place.definitions:
        return True
    memo_key = name, "labels"
    if memo_key not in place.memo:
        place.memo[memo_key] = Value((), number(has_labels(place, name)))
    return bool(place.memo[memo_key].poly)


def definition_of(place: Place, name: Name) -> tuple[list[Var], Poly]:
    """The letters of a defined map, and the number that it is."""
    letters, body, _ = place.definitions[name]
    family = [Var(f"^{k}", place.size(size)) for k, (_, size) in enumerate(name.range)]
    inner = Place(place.room, place.definitions, place.ranges, place.known, place.fixed)
    at = dict(zip(letters, map(Index, family), strict=True))
    return family, inner.at(at).scalar(body)


def has_labels(place: Place, name: Name) -> bool:
    """Whether all values of a defined map are known to be labels."""
    label = fresh(place.size(name.shape[0]))
    try:
        _, value = definition_of(place, name)
        flag = lifted(place.room, value, lambda part: is_label(place, part, Index(label)))
        return bind(place.room, flag, label) == number(1)
    except NotProved:
        return False


def is_label(place: Place, poly: Poly, label: Index) -> Poly:
    """1 where an index, given as a number, is a label."""
    index = index_of(poly)
    if index is None:
        raise Unsupported("a label of another kind")
    return closed_one(place.room, (delta(index, label),))


# --------------------------------------------------------------------------------------------------
# The ends of a tree: numbers, sizes, letters, members of families, entries, calls.


@value_of("num")
def literal(place: Place, node: Expr) -> Value:
    """A number that is written."""
    return Value((), number(Fraction(node.value)))


@value_of("size")
def size(place: Place, node: Expr) -> Value:
    """A size as a number."""
    return Value((), size_poly(place.room, place.length(node.value)))


@value_of("pi")
def circle_number(place: Place, node: Expr) -> Value:
    """The circle's number."""
    return Value((), closed_one(place.room, (Factor(Head("pi")),)))


@value_of("var")
def letter(place: Place, node: Expr) -> Value:
    """The number that an index letter is."""
    return Value((), as_number(place, plain_index(place, node)))


def as_number(place: Place, index: Index) -> Poly:
    """An index as a number."""
    whole = size_poly(place.room, index.shift)
    if index.var is None:
        return whole
    number = closed_one(place.room, (Factor(Head("at"), (Index(index.var),)),))
    return whole - number if index.minus else whole + number


def plain_index(place: Place, node: Expr) -> Index:
    """The index that a tree of letters, sizes and whole numbers is."""
    if node.op == "var":
        if node.value in place.letters:
            return place.letters[node.value]
        runs = place.ranges.get(node.value)
        if runs is None:
            raise Unsupported(f"the letter {node.value} has no range")
        return Index(Var(node.value, place.size(runs)))
    if node.op == "num" and Fraction(node.value).denominator == 1:
        return constant(int(node.value))
    if node.op == "size":
        return Index(None, place.length(node.value))
    parts = [plain_index(place, part) for part in node.args if node.op in {"add", "neg", "mul"}]
    if node.op == "neg":
        return less((), parts[0])
    if node.op == "add" and sum(part.var is not None for part in parts) <= 1:
        total = next((part for part in parts if part.var is not None), constant(0))
        for part in parts:
            total = moved(total, part.shift) if part is not total else total
        return total
    if node.op == "mul" and len(parts) == 2 and parts[0].var is None is parts[1].var:
        for one, other in (parts, parts[::-1]):
            if [size for size, _ in one.shift] in ([], [ONE_SIZE]):
                return Index(None, plus((), other.shift, dict(one.shift).get(ONE_SIZE, 0)))
    raise Unsupported("an index of another kind")


def at_indices(place: Place, nodes: Sequence[Expr], body: Callable[[list[Index]], Poly]) -> Poly:
    """What a body makes of some indices; that of an index map is summed over, with [q_i = l]."""
    flags, indices, letters = number(1), list[Index](), list[Var]()
    for node in nodes:
        if node.op == "name" and node.value.kind == "index":
            var = fresh(place.size(node.value.shape[0]))
            flags = times(place.room, flags, label_is(place, node, Index(var)))
            letters.append(var)
            indices.append(Index(var))
        else:
            indices.append(plain_index(place, node))
    poly = times(place.room, flags, body(indices)) if letters else body(indices)
    for var in letters:
        poly = bind(place.room, poly, var)
    return poly


def label_is(place: Place, node: Expr, index: Index) -> Poly:
    """[q_i = l] for an index map."""
    name: Name = node.value
    if not is_map(place, name):
        raise Unsupported(f"{name.latex} is a whole number by a definition")
    ranges = [place.size(runs) for _, runs in name.range]

    def flag(family: list[Index]) -> Poly:
        for one, runs in zip(family, ranges, strict=True):
            place.require(one, runs, name.latex)
        return closed_one(place.room, (Factor(Head("map", name.latex), (*family, index)),))

    return at_indices(place, node.args, flag)


@value_of("name")
def named(place: Place, node: Expr, *indices: Expr) -> Value:
    """A member of a family: as it is replaced, defined, or generic."""
    name: Name = node.value
    if name.kind == "index" and not is_map(place, name):
        found = at_indices(place, indices, lambda found: defined(place, name, found))
        return Value((), found)
    if name.kind == "index":
        var = fresh(place.size(name.shape[0]))
        flag = times(place.room, label_is(place, node, Index(var)), as_number(place, Index(var)))
        return Value((), bind(place.room, flag, var))
    if name.kind not in {"scalar", "vector", "matrix"}:
        raise Unsupported(f"{name.latex} as a value")
    poly = at_indices(place, indices, lambda found: member(place, name, found))
    return Value(name.shape, poly)


def member(place: Place, name: Name, indices: list[Index]) -> Poly:
    """The entry, at row and column, of a member of a family."""
    ranges = [place.size(runs) for _, runs in name.range]
    replaced = name in place.values
    by_definition = name in place.definitions and not replaced
    letters, body, by_entries = place.definitions[name] if by_definition else ((), None, True)
    for k, (index, runs) in enumerate(zip(indices, ranges, strict=False)):
        goes_on = not by_entries and body and not counts(letters[k], body)
        if not (goes_on and is_beside(place, index, runs)):
            place.require(index, runs, f"a member of {name.latex}")
    if replaced:
        return at_letters(place, place.values[name].poly, indices)
    if by_definition and name not in place.held:
        return defined(place, name, indices)
    return generic(place, name, indices)


def is_beside(place: Place, index: Index, size: str) -> bool:
    """Whether an index is at most one step beyond a range, such as m - 1, 0 or m + 1."""
    first, last = constant(0), Index(None, plus(length(size), ((ONE_SIZE, 1),)))
    return place.known.at_most(first, index) and place.known.at_most(index, last)


def at_letters(place: Place, poly: Poly, indices: Sequence[Index]) -> Poly:
    """A polynomial in the variables ^0, ^1, ... of a family at some indices."""
    at = {f"^{k}": index for k, index in enumerate(indices)}
    found = {var: at[str(var.name)] for var in letters_of(poly) if var.name in at}
    return substitute(place.room, poly, found)


def generic(place: Place, name: Name, indices: Sequence[Index]) -> Poly:
    """An entry that is not unfolded; that of a constant is known."""
    row, column = axes(place, name.shape)
    if "ones" in name.facts:
        return number(1)
    if "identity" in name.facts or "basis" in name.facts:
        first, last = (Index(side) if side else constant(1) for side in (row, column))
        last = indices[0] if "basis" in name.facts else last
        return closed_one(place.room, (delta(first, last),))
    if "diagonal" in name.facts and row and column:
        entry = Factor(Head("name", name.latex), (*indices, Index(row), Index(row)))
        return closed_one(place.room, (delta(Index(row), Index(column)), entry))
    slots = (*indices, *(Index(var) for var in (row, column) if var is not None))
    even = len(indices) if "symmetric" in name.facts and row and column else -1
    return closed_one(place.room, (Factor(Head("name", name.latex, even=even), slots),))


def defined(place: Place, name: Name, indices: list[Index]) -> Poly:
    """A member by its definition."""
    letters, body, by_entries = place.definitions[name]
    memo_key = name, tuple(indices)
    if memo_key not in place.memo:
        inner = replace(place, letters={})
        if by_entries:
            place.memo[memo_key] = by_entries_of(inner, name, letters, body)
        else:
            inner = inner.at(dict(zip(letters, indices, strict=True)))
            place.memo[memo_key] = inner.of(body)
    return place.memo[memo_key].poly


def by_entries_of(place: Place, name: Name, letters: Sequence[str], body: Expr) -> Value:
    """A vector or matrix by its entries: inside, row and column are those of other values."""
    sides = axes(place, name.shape)
    own = [fresh(var.size) if var else None for var in sides]
    every = [Index(var) if var else constant(1) for var in own][: len(letters)]
    poly = place.at(dict(zip(letters, every, strict=True))).scalar(body)
    back = {mine: Index(side) for mine, side in zip(own, sides, strict=True) if mine and side}
    return Value(name.shape, substitute(place.room, poly, back))


# --------------------------------------------------------------------------------------------------
# Entries of vectors and matrices in index notation.


@value_of("entry", "component")
def entry(place: Place, node: Expr, whole: Expr, *indices: Expr) -> Value:
    """An entry of a vector or matrix."""
    value = place.of(whole)
    sizes = [place.size(size) for size in value.shape]

    def one(found: list[Index]) -> Poly:
        for index, runs in zip(found, sizes, strict=False):
            place.require(index, runs, "an entry")
        return entry_at(place, value, found)

    return Value((), at_indices(place, indices, one))


# --------------------------------------------------------------------------------------------------
# Functions that are defined, programs, and unknown ones.

CALLS: list[Callable[[Place, Name, Sequence[Value]], Value]] = []


@value_of("call")
def call(place: Place, node: Expr, *arguments: Expr) -> Value:
    """A function that is defined, a program, or an unknown one."""
    name: Name = node.value
    values = [place.of(part) for part in arguments]
    if name in place.definitions:
        inner, body = in_call(place, name, values)
        return inner.of(body)
    if name.call:
        for trace in CALLS:
            return trace(place, name, values)
        raise Unsupported("a program")
    return Value(name.shape, unknown(place, name, values))


def in_call(place: Place, name: Name, values: Sequence[Value]) -> tuple[Place, Expr]:
    """(where the parameters of a defined function have these values, what it is there)."""
    parameters, body, _ = place.definitions[name]
    new = {part.value: value for part, value in zip(parameters, values, strict=True)}
    for parameter, value in new.items():
        must_fit(place, parameter, value)
    return replace(place, letters={}, values={**place.values, **new}, memo={}), body


def unknown(place: Place, name: Name, values: Sequence[Value]) -> Poly:
    """An unknown function of numbers and columns."""
    inside, binds = [], []
    for value in values:
        row, column = axes(place, value.shape)
        if column is not None:
            raise Unsupported("an unknown function of a matrix")
        var = fresh(row.size if row else "1")
        binds.append(var)
        inside.append(substitute(place.room, value.poly, {row: Index(var)} if row else {}))
    return at_cases(place, f"{name.latex}|{'0' * len(values)}", inside, binds, 0)


def at_cases(
    place: Place, label: str, inside: list[Poly], binds: Sequence[Var], which: int
) -> Poly:
    """An unknown function, of which the arguments that are numbers are split by indicators."""
    if which == len(inside):
        return atom(place.room, Form("call", label, binds), inside)

    def rest(argument: Poly) -> Poly:
        put = [*inside[:which], argument, *inside[which + 1 :]]
        return at_cases(place, label, put, binds, which + 1)

    plain = binds[which].size == "1"
    return lifted(place.room, inside[which], rest) if plain else rest(inside[which])
