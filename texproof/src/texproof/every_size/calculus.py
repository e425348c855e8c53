"""Derivatives in index notation: the product and chain rules, with deltas for the entries.

This module holds derivatives by numbers, vectors and matrices, Jacobians, substitution of values
for names, and the points at which there is no derivative and none is taken.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from fractions import Fraction

from ..expr import Expr, names_in
from ..names import Name, is_record
from .atoms import Form, atom
from .defined import Need
from .diagrams import (
    ONE,
    ZERO,
    Factor,
    Head,
    Poly,
    Room,
    Term,
    bind,
    closed,
    mentions,
    number,
    opened,
    product,
    put,
    substitute,
    times,
    total,
)
from .elementary import raised, sign
from .indices import Index, Unsupported, Var, constant, fresh
from .leaves import generic, member, plain_index
from .place import Place, Value, axes, closed_one, must_fit, substitute_name, turned, value_of
from .rules import delta

# --------------------------------------------------------------------------------------------------
# What must not vanish where a derivative is taken: at corners, and below what it divides by.


def corners(room: Room, poly: Poly, label: str) -> list[Poly]:
    """What stands in a modulus, or under a root, and depends on a name."""
    found = []
    for diagram in poly.terms:
        letters = {var: Index(fresh(var.size)) for var in diagram.bound}
        for factor in put(diagram.factors, letters):
            if factor.head.inside and mentions(
                closed(room, Term(ONE, (), (factor,))), ("name", label)
            ):
                inside, _ = opened(room, factor)
                root = factor.head.kind == "pow" and factor.power.denominator != 1
                found += [inside[0]] if factor.head.kind == "mod" or root else []
                found += [part for one in inside for part in corners(room, one, label)]
    return found


def singular(place: Place, poly: Poly, label: str) -> list[Need]:
    """The squares whose determinants are differentiated by a name, by way of their inverses."""
    found = []
    for diagram in poly.terms:
        letters = {var: Index(fresh(var.size)) for var in diagram.bound}
        for factor in put(diagram.factors, letters):
            if not any(mentions(inside, ("name", label)) for inside in factor.head.inside):
                continue
            inside, binds = opened(place.room, factor)
            if factor.head.kind == "det":
                at = {var: Index(Var(f"@{k}", var.size)) for k, var in enumerate(binds)}
                square = substitute(place.room, inside[0], at)
                found.append(Need(square, place.known, binds[0].size, dense=True))
            found += [need for one in inside for need in singular(place, one, label)]
    return found


# --------------------------------------------------------------------------------------------------
# The derivative of a polynomial: the product and chain rules, with deltas for entries.

Target = tuple[str, tuple[Index, ...]]  # the label of a name, and the slots of the entry


Chain = Callable[[Room, Factor, Target], Poly]


CHAINS: dict[str, Chain] = {}


def derivative(room: Room, poly: Poly, target: Target) -> Poly:
    """The derivative of a polynomial by an entry of a name."""
    found = []
    for diagram, value in poly.terms.items():
        if not mentions(Poly({diagram: value}), ("name", target[0])):
            continue
        letters = {var: fresh(var.size) for var in diagram.bound}
        factors = put(diagram.factors, {v: Index(one) for v, one in letters.items()})
        for k, factor in enumerate(factors):
            rest = closed(room, Term(value, (), (*factors[:k], *factors[k + 1 :])))
            part = times(room, rest, of_factor(room, factor, target))
            for letter in letters.values():
                part = bind(room, part, letter)
            found.append(part)
    return total(found)


def of_factor(room: Room, factor: Factor, target: Target) -> Poly:
    """The derivative of a power of an entry, or of a function."""
    head = factor.head
    if head.kind == "name" and head.label == target[0]:
        inner = closed(room, Term(ONE, (), tuple(map(delta, factor.slots, target[1]))))
    elif any(mentions(inside, ("name", target[0])) for inside in head.inside):
        if head.kind not in CHAINS:
            raise Unsupported(f"the derivative of {head.kind}")
        inner = CHAINS[head.kind](room, factor._replace(power=ONE), target)
    else:
        return ZERO
    outer = closed(room, Term(factor.power, (), (factor._replace(power=factor.power - 1),)))
    return times(room, outer, inner)


def chain_of(kind: str) -> Callable[[Chain], Chain]:
    """Enters the derivative of a function in the table."""

    def enter(function: Chain) -> Chain:
        CHAINS[kind] = function
        return function

    return enter


def inner_of(room: Room, factor: Factor, target: Target) -> tuple[Poly, Poly]:
    """What is inside of a function of one number, and its derivative."""
    (inside,), _ = opened(room, factor)
    return inside, derivative(room, inside, target)


def itself(room: Room, factor: Factor) -> Poly:
    """A factor as a polynomial."""
    return closed(room, Term(ONE, (), (factor,)))


@chain_of("exp")
def of_exponential(room: Room, factor: Factor, target: Target) -> Poly:
    """(e^u)' = e^u u'."""
    return times(room, itself(room, factor), inner_of(room, factor, target)[1])


@chain_of("pow")
def of_base(room: Room, factor: Factor, target: Target) -> Poly:
    """The derivative of what is a base."""
    return inner_of(room, factor, target)[1]


@chain_of("log")
def of_logarithm(room: Room, factor: Factor, target: Target) -> Poly:
    """(log u)' = u'/u."""
    inside, slope = inner_of(room, factor, target)
    return times(room, raised(room, inside, Fraction(-1)), slope)


@chain_of("mod")
def of_modulus(room: Room, factor: Factor, target: Target) -> Poly:
    """|u|' = sign(u) u', where u is not 0."""
    inside, slope = inner_of(room, factor, target)
    return times(room, sign(room, inside), slope)


@chain_of("prod")
def of_product(room: Room, factor: Factor, target: Target) -> Poly:
    """(Π u_i)' = Π u_i Σ u_i'/u_i."""
    (inside,), (var,) = opened(room, factor)
    slope = derivative(room, inside, target)
    part = times(room, raised(room, inside, Fraction(-1)), slope)
    return times(room, itself(room, factor), bind(room, part, var))


@chain_of("inv")
def of_inverse(room: Room, factor: Factor, target: Target) -> Poly:
    """(A^-1)' = -A^-1 A' A^-1."""
    (inside,), (row, column) = opened(room, factor)
    slope = derivative(room, inside, target)
    left = itself(room, factor._replace(slots=(factor.slots[0], Index(row), *factor.slots[2:])))
    right = itself(room, factor._replace(slots=(Index(column), *factor.slots[1:])))
    return -bind(room, bind(room, product(room, [left, slope, right]), row), column)


@chain_of("call")
def of_unknown(room: Room, factor: Factor, target: Target) -> Poly:
    """The sum over all arguments of the derivative by an argument times the argument's own."""
    inside, binds = opened(room, factor)
    latex, orders = factor.head.label.rsplit("|", 1)
    own = factor.slots[: factor.head.own]
    found = []
    for k, (argument, var) in enumerate(zip(inside, binds, strict=True)):
        slope = derivative(room, argument, target)
        if not slope:
            continue
        raised_order = str(int(orders[k]) + 1)
        label = f"{latex}|{orders[:k]}{raised_order}{orders[k + 1 :]}"
        if var.size == "1":
            if own:
                raise Unsupported("derivatives by numbers and columns")
            part = times(room, atom(room, Form("call", label, binds), inside), slope)
        else:
            if len(own) > 1 or (own and orders[k] == "0"):
                raise Unsupported("such derivatives of an unknown function")
            letter = fresh(var.size)
            slots = (*own, Index(letter))
            even = 0 if len(slots) == 2 else -1
            slope = substitute(room, slope, {var: Index(letter)})
            part = times(room, atom(room, Form("call", label, binds, even), inside, slots), slope)
            part = bind(room, part, letter)
        found.append(part)
    return total(found)


# --------------------------------------------------------------------------------------------------
# Gradients, second derivatives, and derivatives by numbers.

FIXED = {"ones", "identity", "basis", "symmetric", "orthonormal", "binary"}


# what a tree is differentiated by


def varied(
    place: Place, about: Expr, bodies: Sequence[Expr], fixed: Collection[str] = FIXED
) -> tuple[Place, Name, list[Index]]:
    """(place where a name is not unfolded, that name, the indices that are written).

    fixed: facts with which it may not vary.
    """
    node = about.args[0] if about.op == "entry" else about
    if node.op != "name" or node.value.facts & {*fixed} or node.value.kind not in {
        "scalar", "vector", "matrix"}:  # fmt: skip
        raise Unsupported("a derivative by what cannot vary freely")
    name = node.value
    indices = [plain_index(place, part) for part in node.args]
    if name in place.definitions:
        own = used(place, [place.definitions[name][1]], None)
        if own & used(place, bodies, name):
            raise Unsupported(f"{name.latex} is defined by what the term depends on besides")
    if is_record(name):
        others = used(place, bodies, name) - {*place.definitions}
        if any(set(other.sources) & set(name.sources) for other in others):
            raise Unsupported("a derivative by a record, whose outcome others depend on")
    values = {n: value for n, value in place.values.items() if n != name}
    if any(mentions(value.poly, ("name", name.latex)) for value in values.values()):
        raise Unsupported("a derivative by what another name stands for")
    if name in place.values and name.facts:
        raise Unsupported("a derivative by what is replaced, which may lack its facts")
    inner = replace(place, held=place.held | {name}, values=values, memo={}, needs=[])
    return inner, name, indices


def finished(place: Place, inner: Place, names: Sequence[Name], body: Poly, poly: Poly) -> Poly:
    """A derivative, with the present values in the place of the names that were varied.

    What must not vanish inside must not vanish there, nor what has a corner where it is 0.
    """
    for name in names:
        for part in corners(place.room, body, name.latex):
            inner.need(part)
        inner.needs.extend(singular(inner, body, name.latex))
    for need in inner.needs:
        there = need.poly
        for name in names:
            there = put_back(place, name, there)
        place.needs.append(replace(need, poly=there))
    for name in names:
        poly = put_back(place, name, poly)
    return poly


def used(place: Place, trees: Sequence[Expr], but: Name | None) -> set[Name]:
    """The names that trees mention, through definitions, but for constants and one name."""
    found: set[Name] = set()
    waiting = names_in(*trees)
    while waiting:
        name = waiting.pop()
        if name not in found and name != but:
            found.add(name)
            if name in place.definitions:
                waiting += names_in(place.definitions[name][1])
    return {
        n for n in found if not n.facts & {"ones", "identity", "basis"} and n.kind != "function"
    }


def slots_of(place: Place, name: Name, indices: Sequence[Index]) -> Target:
    """The slots of the entry, at row and column, of a member of a family."""
    slots = (*indices, *(Index(var) for var in axes(place, name.shape) if var is not None))
    return name.latex, slots


def put_back(place: Place, name: Name, poly: Poly) -> Poly:
    """The present value in the place of a name that was varied."""
    if (name not in place.definitions or name in place.held) and name not in place.values:
        return poly
    return substitute_name(place.room, poly, name.latex, lambda slots: present(place, name, slots))


def present(place: Place, name: Name, slots: tuple[Index, ...]) -> Poly:
    """The entry of a defined name that some slots name."""
    many = len(name.range)
    own = [fresh(slot.var.size) if slot.var else None for slot in slots[:many]]
    family = [
        slot._replace(var=var) if var else slot for slot, var in zip(slots, own, strict=False)
    ]
    value = Value(name.shape, member(place, name, family))
    poly = entry_at_slots(place, value, slots[many:])
    back = {var: Index(slot.var) for var, slot in zip(own, slots, strict=False) if var}
    return substitute(place.room, poly, back)


def entry_at_slots(place: Place, value: Value, slots: Sequence[Index]) -> Poly:
    """An entry, where sides of length 1 have no slot."""
    every = [var for var in axes(place, value.shape) if var is not None]
    return substitute(place.room, value.poly, dict(zip(every, slots, strict=True)))


@value_of("grad")
def gradient(place: Place, node: Expr, body: Expr, about: Expr) -> Value:
    """A gradient."""
    inner, name, indices = varied(place, about, [body])
    target = slots_of(place, name, indices)
    if about.op == "entry":
        raise Unsupported("a gradient by an entry")
    value = inner.scalar(body)
    found = derivative(place.room, value, target)
    return Value(name.shape, finished(place, inner, [name], value, found))


@value_of("hessian")
def hessian(place: Place, node: Expr, body: Expr, about: Expr) -> Value:
    """A Hessian."""
    inner, name, indices = varied(place, about, [body])
    row, _ = axes(place, name.shape)
    if row is None or about.op == "entry":
        raise Unsupported("such a Hessian")
    value = inner.scalar(body)
    first = derivative(place.room, value, (name.latex, (*indices, Index(row))))
    column = Index(Var("column", row.size))
    second = derivative(place.room, first, (name.latex, (*indices, column)))
    shape = (name.shape[0], name.shape[0])
    return Value(shape, finished(place, inner, [name], value, second))


@value_of("partial")
def partial(place: Place, node: Expr, body: Expr, *about: Expr) -> Value:
    """A partial derivative."""
    inner, targets, names = place, list[Target](), list[Name]()
    for part in about:
        if part.op == "name" and part.value in inner.held and part.value in names:
            name, indices = part.value, [plain_index(place, one) for one in part.args]
        elif part.op == "entry" and part.args[0].value in names:
            name = part.args[0].value
            indices = [plain_index(place, one) for one in part.args[0].args]
        else:
            inner, name, indices = varied(inner, part, [body])
        row, *column = (
            [plain_index(place, one) for one in part.args[1:]] if part.op == "entry" else [None]
        )
        at = [row, *(column or [constant(1)])] if row else []
        sides = axes(place, name.shape)
        slots = [one for one, var in zip(at, sides, strict=False) if var is not None and one]
        if len(slots) != sum(var is not None for var in sides):
            raise Unsupported("a partial derivative by a column")
        targets.append((name.latex, (*indices, *slots)))
        names.append(name)
    shape, value = inner.of(body)
    poly = value
    for target in targets:
        poly = derivative(place.room, poly, target)
    every = list(dict.fromkeys(names))
    return Value(shape, finished(place, inner, every, value, poly))


# --------------------------------------------------------------------------------------------------
# Derivatives by vectors and matrices in index notation: of a number, of a column by a column.


@value_of("jacobian")
def jacobian(place: Place, node: Expr, body: Expr, about: Expr) -> Value:
    """A derivative by a vector or matrix: a row for each entry of a column."""
    if "symmetric" in about.value.facts:
        return by_pairs(place, body, about)
    inner, name, indices = varied(place, about, [body])
    shape, value = inner.of(body)
    if not shape:
        found = gradient(place, node, body, about)
        return turned(place, found) if node.value else found
    _, column = axes(place, (shape[0], name.shape[0]))
    slots = (*indices, *([Index(column)] if column else []))
    poly = derivative(place.room, value, (name.latex, slots))
    return Value((shape[0], name.shape[0]), finished(place, inner, [name], value, poly))


def by_pairs(place: Place, body: Expr, about: Expr) -> Value:
    """The derivatives of a number by the entries of a symmetric matrix, of which two are one.

    They are G + G^T less the diagonal of G, for the derivatives G as if all varied freely.
    """
    facts = about.value.facts
    if "psd" in facts and "posdef" not in facts:
        raise Unsupported("a derivative at the edge of what is semidefinite")
    inner, name, indices = varied(place, about, [body], FIXED - {"symmetric"})
    if name in place.definitions or name in place.values:
        raise Unsupported("a derivative by what is defined and symmetric")
    value = inner.scalar(body)
    row, column = axes(place, name.shape)
    if row is None or column is None:
        raise Unsupported("a matrix with one entry")
    poly = derivative(place.room, value, (name.latex, (*indices, Index(row), Index(column))))
    found = finished(place, inner, [name], value, poly)
    unit = closed_one(place.room, (Factor(Head("delta", even=0), (Index(row), Index(column))),))
    diagonal = times(place.room, unit, found)
    both = found + turned(place, Value(name.shape, found)).poly
    return Value(name.shape, diagonal if "diagonal" in facts else both - diagonal)


@value_of("differential")
def differential(place: Place, node: Expr, body: Expr, *pairs: Expr) -> Value:
    """The sum over the entries of what varies: the derivative by each, times its differential."""
    found, value = ZERO, place.of(body)
    for about, moved in zip(pairs[::2], pairs[1::2], strict=True):
        inner, name, _ = varied(place, about, [body])
        if name in place.definitions or name in place.values:
            raise Unsupported("the differential of what is defined")
        poly = inner.of(body).poly
        letters = [fresh(side.size) for side in axes(place, name.shape) if side]
        slots = tuple(map(Index, letters))
        slope = derivative(place.room, poly, (name.latex, slots))
        slope = finished(place, inner, [name], poly, slope)
        part = times(place.room, slope, entry_at_slots(place, place.of(moved), slots))
        for letter in letters:
            part = bind(place.room, part, letter)
        found = found + part
    return value._replace(poly=found)


# --------------------------------------------------------------------------------------------------
# A value in the place of a name, or of one member of a family.


@value_of("substitute")
def substitution(place: Place, node: Expr, body: Expr, about: Expr, value: Expr) -> Value:
    """A term with a value in the place of a name, or of one member of a family."""
    name: Name = about.value
    if name in place.definitions:
        own = used(place, [place.definitions[name][1]], None)
        if own & used(place, [body], name):
            raise Unsupported(f"{name.latex} is defined by what the term depends on besides")
    new = place.of(value)
    must_fit(place, name, new)
    if about.args:
        indices = [plain_index(place, part) for part in about.args]
        ranges = [place.size(size) for _, size in name.range]
        for index, runs in zip(indices, ranges, strict=True):
            place.require(index, runs, f"a member of {name.latex}")
        letters = [Index(Var(f"^{k}", runs)) for k, runs in enumerate(ranges)]
        flag = closed_one(place.room, tuple(map(delta, letters, indices)))
        inner = replace(place, held=place.held | {name}) if name in place.held else place
        old = generic(inner, name, letters)
        if name in place.values or name in place.definitions:
            raise Unsupported("a member of a family that is replaced or defined")
        poly = times(place.room, flag, new.poly) + times(place.room, number(1) - flag, old)
        new = Value(name.shape, poly)
    inner = replace(place, values={**place.values, name: new}, memo={})
    return inner.of(body)
