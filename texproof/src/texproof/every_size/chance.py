"""Expectations and covariances in index notation: sums over outcomes with their chances."""

from __future__ import annotations

from collections.abc import Callable

from ..expr import Expr
from ..names import outcomes
from .algebra import bind, times
from .diagrams import Factor, Head
from .indices import Index, fresh
from .place import Place, Value, closed_one, value_of
from .sides import matrix_product, turned


@value_of("expect")
def expectation(place: Place, node: Expr, body: Expr) -> Value:
    """The mean over the outcomes of the sources that the node names."""
    return mean(place, node.value, lambda inner: inner.of(body))


def mean(place: Place, sources: tuple[str, ...], value: Callable[[Place], Value]) -> Value:
    """The mean of a value over all outcomes of the sources."""
    letters = {letter: Index(fresh(size)) for letter, size in map(outcomes, sources)}
    found = value(place.at(letters))
    poly = found.poly
    for source in sources:
        letter, _ = outcomes(source)
        index = letters[letter]
        chance = closed_one(place.room, (Factor(Head("chance", source), (index,)),))
        assert index.var is not None
        poly = bind(place.room, times(place.room, chance, poly), index.var)
    return found._replace(poly=poly)


@value_of("covariance")
def covariance(place: Place, node: Expr, left: Expr, right: Expr) -> Value:
    """The mean of the product of deviations."""
    means = [expectation(place, node, part) for part in (left, right)]

    def spread(inner: Place) -> Value:
        one, other = (
            value._replace(poly=value.poly - centre.poly)
            for value, centre in zip((inner.of(left), inner.of(right)), means, strict=True)
        )
        return matrix_product(place, one, turned(place, other) if other.shape else other)

    return mean(place, node.value, spread)
