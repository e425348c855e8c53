"""A value in the place of a name, or of one member of a family."""

from __future__ import annotations

from dataclasses import replace

from ..expr import Expr
from ..names import Name
from .algebra import times
from .calculus import used
from .contract import delta
from .diagrams import number
from .errors import Unsupported
from .facts import must_fit
from .indices import Index, Var
from .leaves import generic, plain_index
from .place import Place, Value, closed_one, value_of


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
