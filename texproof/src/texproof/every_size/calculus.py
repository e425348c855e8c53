"""Derivatives in index notation: the product and chain rules, with deltas for the entries.

This module holds derivatives by numbers, vectors and matrices, Jacobians, substitution of values
for names, and the points at which there is no derivative and none is taken.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from fractions import Fraction

from ..expr import Expr, names_reached
from ..names import Name, is_record
from .atoms import Form, atom
from .context import (
    Context,
    PolyValue,
    axes,
    index_rule,
    must_fit,
    plain_product,
    substitute_name,
    transposed,
)
from .defined import Nonvanishing
from .diagrams import (
    ONE,
    ZERO,
    Factor,
    Head,
    Poly,
    Ring,
    Term,
    bind,
    constant_poly,
    mentions,
    normal_form,
    product,
    substitute,
    substituted_slots,
    times,
    total,
    unpack_factor,
)
from .elementary import power_of_poly, signum
from .indices import Index, Unsupported, Var, constant, fresh_variable
from .leaves import generic_entry, member_entry, plain_index
from .rules import delta

# --------------------------------------------------------------------------------------------------
# What must not vanish where a derivative is taken: at corners, and below what it divides by.


def corner_arguments(ring: Ring, poly: Poly, label: str) -> list[Poly]:
    """What stands in a modulus, or under a root, and depends on a name."""
    result = []
    for diagram in poly.terms:
        letters = {var: Index(fresh_variable(var.size)) for var in diagram.bound}
        for factor in substituted_slots(diagram.factors, letters):
            if factor.head.inside and mentions(
                normal_form(ring, Term(ONE, (), (factor,))), ("name", label)
            ):
                inside, _ = unpack_factor(ring, factor)
                root = factor.head.kind == "pow" and factor.power.denominator != 1
                result += [inside[0]] if factor.head.kind == "mod" or root else []
                result += [part for one in inside for part in corner_arguments(ring, one, label)]
    return result


def differentiated_determinants(context: Context, poly: Poly, label: str) -> list[Nonvanishing]:
    """The squares whose determinants are differentiated by a name, by way of their inverses."""
    result = []
    for diagram in poly.terms:
        letters = {var: Index(fresh_variable(var.size)) for var in diagram.bound}
        for factor in substituted_slots(diagram.factors, letters):
            if not any(mentions(inside, ("name", label)) for inside in factor.head.inside):
                continue
            inside, binds = unpack_factor(context.ring, factor)
            if factor.head.kind == "det":
                at = {var: Index(Var(f"@{k}", var.size)) for k, var in enumerate(binds)}
                square = substitute(context.ring, inside[0], at)
                result.append(Nonvanishing(square, context.known, binds[0].size, dense=True))
            result += [
                need for one in inside for need in differentiated_determinants(context, one, label)
            ]
    return result


# --------------------------------------------------------------------------------------------------
# The derivative of a polynomial: the product and chain rules, with deltas for entries.

Target = tuple[str, tuple[Index, ...]]  # the label of a name, and the slots of the entry


Chain = Callable[[Ring, Factor, Target], Poly]


CHAINS: dict[str, Chain] = {}


def derivative(ring: Ring, poly: Poly, target: Target) -> Poly:
    """The derivative of a polynomial by an entry of a name."""
    result = []
    for diagram, value in poly.terms.items():
        if not mentions(Poly({diagram: value}), ("name", target[0])):
            continue
        letters = {var: fresh_variable(var.size) for var in diagram.bound}
        factors = substituted_slots(diagram.factors, {v: Index(one) for v, one in letters.items()})
        for k, factor in enumerate(factors):
            rest = normal_form(ring, Term(value, (), (*factors[:k], *factors[k + 1 :])))
            part = times(ring, rest, derivative_of_factor(ring, factor, target))
            for letter in letters.values():
                part = bind(ring, part, letter)
            result.append(part)
    return total(result)


def derivative_of_factor(ring: Ring, factor: Factor, target: Target) -> Poly:
    """The derivative of a power of an entry, or of a function."""
    head = factor.head
    if head.kind == "name" and head.label == target[0]:
        inner = normal_form(ring, Term(ONE, (), tuple(map(delta, factor.slots, target[1]))))
    elif any(mentions(inside, ("name", target[0])) for inside in head.inside):
        if head.kind not in CHAINS:
            raise Unsupported(f"the derivative of {head.kind}")
        inner = CHAINS[head.kind](ring, factor._replace(power=ONE), target)
    else:
        return ZERO
    outer = normal_form(ring, Term(factor.power, (), (factor._replace(power=factor.power - 1),)))
    return times(ring, outer, inner)


def derivative_rule(kind: str) -> Callable[[Chain], Chain]:
    """Enters the derivative of a function in the table."""

    def enter(function: Chain) -> Chain:
        CHAINS[kind] = function
        return function

    return enter


def inner_derivative(ring: Ring, factor: Factor, target: Target) -> tuple[Poly, Poly]:
    """What is inside of a function of one number, and its derivative."""
    (inside,), _ = unpack_factor(ring, factor)
    return inside, derivative(ring, inside, target)


def factor_as_poly(ring: Ring, factor: Factor) -> Poly:
    """A factor as a polynomial."""
    return normal_form(ring, Term(ONE, (), (factor,)))


@derivative_rule("exp")
def derivative_of_exponential(ring: Ring, factor: Factor, target: Target) -> Poly:
    """(e^u)' = e^u u'."""
    return times(ring, factor_as_poly(ring, factor), inner_derivative(ring, factor, target)[1])


@derivative_rule("pow")
def derivative_of_base(ring: Ring, factor: Factor, target: Target) -> Poly:
    """The derivative of what is a base."""
    return inner_derivative(ring, factor, target)[1]


@derivative_rule("log")
def derivative_of_logarithm(ring: Ring, factor: Factor, target: Target) -> Poly:
    """(log u)' = u'/u."""
    inside, slope = inner_derivative(ring, factor, target)
    return times(ring, power_of_poly(ring, inside, Fraction(-1)), slope)


@derivative_rule("mod")
def derivative_of_modulus(ring: Ring, factor: Factor, target: Target) -> Poly:
    """|u|' = sign(u) u', where u is not 0."""
    inside, slope = inner_derivative(ring, factor, target)
    return times(ring, signum(ring, inside), slope)


@derivative_rule("prod")
def derivative_of_product(ring: Ring, factor: Factor, target: Target) -> Poly:
    """(Π u_i)' = Π u_i Σ u_i'/u_i."""
    (inside,), (var,) = unpack_factor(ring, factor)
    slope = derivative(ring, inside, target)
    part = times(ring, power_of_poly(ring, inside, Fraction(-1)), slope)
    return times(ring, factor_as_poly(ring, factor), bind(ring, part, var))


@derivative_rule("inv")
def derivative_of_inverse(ring: Ring, factor: Factor, target: Target) -> Poly:
    """(A^-1)' = -A^-1 A' A^-1."""
    (inside,), (row, column) = unpack_factor(ring, factor)
    slope = derivative(ring, inside, target)
    left = factor_as_poly(
        ring, factor._replace(slots=(factor.slots[0], Index(row), *factor.slots[2:]))
    )
    right = factor_as_poly(ring, factor._replace(slots=(Index(column), *factor.slots[1:])))
    return -bind(ring, bind(ring, product(ring, [left, slope, right]), row), column)


@derivative_rule("call")
def derivative_of_call(ring: Ring, factor: Factor, target: Target) -> Poly:
    """The sum over all arguments of the derivative by an argument times the argument's own."""
    inside, binds = unpack_factor(ring, factor)
    latex, orders = factor.head.label.rsplit("|", 1)
    own = factor.slots[: factor.head.own]
    result = []
    for k, (argument, var) in enumerate(zip(inside, binds, strict=True)):
        slope = derivative(ring, argument, target)
        if not slope:
            continue
        raised_order = str(int(orders[k]) + 1)
        label = f"{latex}|{orders[:k]}{raised_order}{orders[k + 1 :]}"
        if var.size == "1":
            if own:
                raise Unsupported("derivatives with respect to numbers and columns")
            part = times(ring, atom(ring, Form("call", label, binds), inside), slope)
        else:
            if len(own) > 1 or (own and orders[k] == "0"):
                raise Unsupported("higher derivatives of an unknown function")
            letter = fresh_variable(var.size)
            slots = (*own, Index(letter))
            even = 0 if len(slots) == 2 else -1
            slope = substitute(ring, slope, {var: Index(letter)})
            part = times(ring, atom(ring, Form("call", label, binds, even), inside, slots), slope)
            part = bind(ring, part, letter)
        result.append(part)
    return total(result)


# --------------------------------------------------------------------------------------------------
# Gradients, second derivatives, and derivatives by numbers.

FIXED = {"ones", "identity", "basis", "symmetric", "orthonormal", "binary",
         "label"}  # fmt: skip


# --------------------------------------------------------------------------------------------------
# What a tree is differentiated by.


def vary_name(
    context: Context, about: Expr, bodies: Sequence[Expr], fixed: Collection[str] = FIXED
) -> tuple[Context, Name, list[Index]]:
    """(context in which a name is not unfolded, that name, the indices that are written).

    fixed: facts with which it may not vary.
    """
    node = about.args[0] if about.op == "entry" else about
    if node.op != "name" or node.value.facts & {*fixed} or node.value.kind not in {
        "scalar", "vector", "matrix"}:  # fmt: skip
        raise Unsupported("a derivative with respect to a name that cannot vary freely")
    name = node.value
    indices = [plain_index(context, part) for part in node.args]
    if name in context.definitions:
        own = names_mentioned(context, [context.definitions[name].body], None)
        if own & names_mentioned(context, bodies, name):
            raise Unsupported(f"{name.latex} is defined by names on which the term also depends")
    if is_record(name):
        others = names_mentioned(context, bodies, name) - {*context.definitions}
        if any(set(other.sources) & set(name.sources) for other in others):
            raise Unsupported(
                "a derivative with respect to a record on whose outcome other names depend"
            )
    values = {n: value for n, value in context.values.items() if n != name}
    if any(mentions(value.poly, ("name", name.latex)) for value in values.values()):
        raise Unsupported("a derivative with respect to a name for which another one stands")
    if name in context.values and name.facts:
        raise Unsupported(
            "a derivative with respect to a name that is replaced and may lack its facts"
        )
    inner = replace(context, held=context.held | {name}, values=values, memo={}, needs=[])
    return inner, name, indices


def at_present_values(
    context: Context, inner: Context, names: Sequence[Name], body: Poly, poly: Poly
) -> Poly:
    """A derivative, with the present values in the place of the names that were varied.

    What must not vanish inside must not vanish there, nor what has a corner where it is 0.
    """
    for name in names:
        for part in corner_arguments(context.ring, body, name.latex):
            replace(inner, sure=False).need(part)  # x|x| has a derivative at 0
        inner.needs.extend(differentiated_determinants(inner, body, name.latex))
    for need in inner.needs:
        there = need.poly
        for name in names:
            there = present_value(context, name, there)
        context.needs.append(replace(need, poly=there))
    for name in names:
        poly = present_value(context, name, poly)
    return poly


def names_mentioned(context: Context, trees: Sequence[Expr], but: Name | None) -> set[Name]:
    """The names that trees mention, through definitions, but for constants and one name."""
    mentioned = names_reached(context.definitions, *trees, but=but)
    return {
        n for n in mentioned if not n.facts & {"ones", "identity", "basis"} and n.kind != "function"
    }


def slots_of(context: Context, name: Name, indices: Sequence[Index]) -> Target:
    """The slots of the entry, at row and column, of a member of a family."""
    slots = (*indices, *(Index(var) for var in axes(context, name.shape) if var is not None))
    return name.latex, slots


def present_value(context: Context, name: Name, poly: Poly) -> Poly:
    """The present value in the place of a name that was varied."""
    if (name not in context.definitions or name in context.held) and name not in context.values:
        return poly
    return substitute_name(
        context.ring, poly, name.latex, lambda slots: defined_entry(context, name, slots)
    )


def defined_entry(context: Context, name: Name, slots: tuple[Index, ...]) -> Poly:
    """The entry of a defined name that some slots name."""
    many = len(name.range)
    own = [fresh_variable(slot.var.size) if slot.var else None for slot in slots[:many]]
    family = [
        slot._replace(var=var) if var else slot for slot, var in zip(slots, own, strict=False)
    ]
    value = PolyValue(name.shape, member_entry(context, name, family))
    poly = entry_at_slots(context, value, slots[many:])
    back = {var: Index(slot.var) for var, slot in zip(own, slots, strict=False) if var}
    return substitute(context.ring, poly, back)


def entry_at_slots(context: Context, value: PolyValue, slots: Sequence[Index]) -> Poly:
    """An entry, where sides of length 1 have no slot."""
    every = [var for var in axes(context, value.shape) if var is not None]
    return substitute(context.ring, value.poly, dict(zip(every, slots, strict=True)))


@index_rule("grad")
def gradient(context: Context, node: Expr, body: Expr, about: Expr) -> PolyValue:
    """A gradient."""
    inner, name, indices = vary_name(context, about, [body])
    target = slots_of(context, name, indices)
    if about.op == "entry":
        raise Unsupported("a gradient with respect to an entry")
    value = inner.scalar(body)
    result = derivative(context.ring, value, target)
    return PolyValue(name.shape, at_present_values(context, inner, [name], value, result))


@index_rule("hessian")
def hessian(context: Context, node: Expr, body: Expr, about: Expr) -> PolyValue:
    """A Hessian."""
    inner, name, indices = vary_name(context, about, [body])
    row, _ = axes(context, name.shape)
    if row is None or about.op == "entry":
        raise Unsupported("a Hessian with respect to a number or an entry")
    value = inner.scalar(body)
    first = derivative(context.ring, value, (name.latex, (*indices, Index(row))))
    column = Index(Var("column", row.size))
    second = derivative(context.ring, first, (name.latex, (*indices, column)))
    shape = (name.shape[0], name.shape[0])
    return PolyValue(shape, at_present_values(context, inner, [name], value, second))


@index_rule("partial")
def partial(context: Context, node: Expr, body: Expr, *about: Expr) -> PolyValue:
    """A partial derivative."""
    inner, targets, names = context, list[Target](), list[Name]()
    for part in about:
        if part.op == "name" and part.value in inner.held and part.value in names:
            name, indices = part.value, [plain_index(context, one) for one in part.args]
        elif part.op == "entry" and part.args[0].value in names:
            name = part.args[0].value
            indices = [plain_index(context, one) for one in part.args[0].args]
        else:
            inner, name, indices = vary_name(inner, part, [body])
        row, *column = (
            [plain_index(context, one) for one in part.args[1:]] if part.op == "entry" else [None]
        )
        at = [row, *(column or [constant(1)])] if row else []
        sides = axes(context, name.shape)
        slots = [one for one, var in zip(at, sides, strict=False) if var is not None and one]
        if len(slots) != sum(var is not None for var in sides):
            raise Unsupported("a partial derivative with respect to a column")
        targets.append((name.latex, (*indices, *slots)))
        names.append(name)
    shape, value = inner.of(body)
    poly = value
    for target in targets:
        poly = derivative(context.ring, poly, target)
    every = list(dict.fromkeys(names))
    return PolyValue(shape, at_present_values(context, inner, every, value, poly))


# --------------------------------------------------------------------------------------------------
# Derivatives by vectors and matrices in index notation: of a number, of a column by a column.


@index_rule("jacobian")
def jacobian(context: Context, node: Expr, body: Expr, about: Expr) -> PolyValue:
    """A derivative by a vector or matrix: a row for each entry of a column."""
    if "symmetric" in about.value.facts:
        return derivative_by_symmetric_matrix(context, body, about)
    inner, name, indices = vary_name(context, about, [body])
    shape, value = inner.of(body)
    if not shape:
        result = gradient(context, node, body, about)
        return transposed(context, result) if node.value else result
    _, column = axes(context, (shape[0], name.shape[0]))
    slots = (*indices, *([Index(column)] if column else []))
    poly = derivative(context.ring, value, (name.latex, slots))
    return PolyValue(
        (shape[0], name.shape[0]), at_present_values(context, inner, [name], value, poly)
    )


def derivative_by_symmetric_matrix(context: Context, body: Expr, about: Expr) -> PolyValue:
    """The derivatives of a number by the entries of a symmetric matrix, of which two are one.

    They are G + G^T less the diagonal of G, for the derivatives G as if all varied freely.
    """
    facts = about.value.facts
    if "psd" in facts and "posdef" not in facts:
        raise Unsupported("a derivative at the boundary of the semidefinite matrices")
    inner, name, indices = vary_name(context, about, [body], FIXED - {"symmetric"})
    if name in context.definitions or name in context.values:
        raise Unsupported("a derivative with respect to a defined symmetric matrix")
    value = inner.scalar(body)
    row, column = axes(context, name.shape)
    if row is None or column is None:
        raise Unsupported("a matrix with one entry")
    poly = derivative(context.ring, value, (name.latex, (*indices, Index(row), Index(column))))
    slope = at_present_values(context, inner, [name], value, poly)
    unit = plain_product(
        context.ring, (Factor(Head("delta", even=0), (Index(row), Index(column))),)
    )
    diagonal = times(context.ring, unit, slope)
    both = slope + transposed(context, PolyValue(name.shape, slope)).poly
    return PolyValue(name.shape, diagonal if "diagonal" in facts else both - diagonal)


@index_rule("differential")
def differential(context: Context, node: Expr, body: Expr, *pairs: Expr) -> PolyValue:
    """The sum over the entries of what varies: the derivative by each, times its differential."""
    change, value = ZERO, context.of(body)
    for about, moved in zip(pairs[::2], pairs[1::2], strict=True):
        inner, name, _ = vary_name(context, about, [body])
        if name in context.definitions or name in context.values:
            raise Unsupported("the differential of a defined name")
        poly = inner.of(body).poly
        letters = [fresh_variable(side.size) for side in axes(context, name.shape) if side]
        slots = tuple(map(Index, letters))
        slope = derivative(context.ring, poly, (name.latex, slots))
        slope = at_present_values(context, inner, [name], poly, slope)
        part = times(context.ring, slope, entry_at_slots(context, context.of(moved), slots))
        for letter in letters:
            part = bind(context.ring, part, letter)
        change = change + part
    return value._replace(poly=change)


# --------------------------------------------------------------------------------------------------
# A value in the place of a name, or of one member of a family.


@index_rule("substitute")
def substitution(context: Context, node: Expr, body: Expr, about: Expr, value: Expr) -> PolyValue:
    """A term with a value in the place of a name, or of one member of a family."""
    name: Name = about.value
    if name in context.definitions:
        own = names_mentioned(context, [context.definitions[name].body], None)
        if own & names_mentioned(context, [body], name):
            raise Unsupported(f"{name.latex} is defined by names on which the term also depends")
    new = context.of(value)
    must_fit(context, name, new)
    if about.args:
        indices = [plain_index(context, part) for part in about.args]
        ranges = [context.size(size) for _, size in name.range]
        for index, runs in zip(indices, ranges, strict=True):
            context.require(index, runs, f"a member of {name.latex}")
        letters = [Index(Var(f"^{k}", runs)) for k, runs in enumerate(ranges)]
        flag = plain_product(context.ring, tuple(map(delta, letters, indices)))
        inner = replace(context, held=context.held | {name}) if name in context.held else context
        old = generic_entry(inner, name, letters)
        if name in context.values or name in context.definitions:
            raise Unsupported("a member of a family that is replaced or defined")
        poly = times(context.ring, flag, new.poly) + times(
            context.ring, constant_poly(1) - flag, old
        )
        new = PolyValue(name.shape, poly)
    inner = replace(context, values={**context.values, name: new}, memo={})
    return inner.of(body)
