"""Derivatives in index notation: the product and chain rules, with deltas for the entries."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from ..expr import Expr, names_in
from ..names import Name
from ..records import is_record
from .algebra import substitute
from .corners import corners, singular
from .diagrams import Poly, mentions
from .errors import Unsupported
from .indices import Index, Var, constant, fresh
from .leaves import member, plain_index
from .place import Place, Value, value_of
from .put_in import put_in
from .sides import axes
from .slopes import Target, derivative

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
    return put_in(place.room, poly, name.latex, lambda slots: present(place, name, slots))


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
