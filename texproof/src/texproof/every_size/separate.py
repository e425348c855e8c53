"""Kronecker products taken apart: an inverse is the product of those of the two matrices."""

from __future__ import annotations

from .algebra import Room, closed
from .content import components
from .diagrams import ONE, Poly, Term
from .errors import Unsupported
from .indices import Var, components_of

Sides = tuple[Var, Var]


def separate(room: Room, poly: Poly, sides: Sides) -> list[tuple[Poly, Sides]]:
    """The matrices of which a Kronecker product is made, each with its own sides; else itself."""
    pairs = list(zip(*map(components_of, sides), strict=True))
    if len(pairs) == 1:
        return [(poly, sides)]
    if poly.single is None:
        raise Unsupported("a sum of products of Kronecker's")
    diagram, value = poly.single
    ends = {var for pair in pairs for var in pair}
    terms = [Term(ONE if k else value, (), ()) for k in range(len(pairs))]
    for variables, factors in components(diagram, (*diagram.bound, *ends)):
        here = [k for k, pair in enumerate(pairs) if {*pair} & {*variables}] or [0]
        if len(here) > 1:
            raise Unsupported("a product of Kronecker's that does not fall apart")
        bound = (*terms[here[0]].bound, *(var for var in variables if var in diagram.bound))
        factors = (*terms[here[0]].factors, *factors)
        terms[here[0]] = terms[here[0]]._replace(bound=bound, factors=factors)
    return [(closed(room, term), pair) for term, pair in zip(terms, pairs, strict=True)]
