"""Functions that are defined, programs, and unknown ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from ..expr import Expr
from ..names import Name
from .algebra import substitute
from .atoms import Form, atom
from .diagrams import Poly
from .errors import Unsupported
from .facts import must_fit
from .indices import Index, Var, fresh
from .lifted import lifted
from .place import Place, Value, value_of
from .sides import axes

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
