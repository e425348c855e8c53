"""Cofactors, ranks, sums and products of eigenvalues in index notation: each is another term.

The matrix of cofactors is adj(A)^T, and a minor is a cofactor with its sign; the rank of A is
tr(A^+ A); the eigenvalues of A, complex ones too, have the sum tr A and the product det A.
"""

from __future__ import annotations

from fractions import Fraction

from ..expr import Expr
from .errors import Unsupported
from .place import Place, Value, value_of

MINUS = Expr("neg", (Expr("num", value=Fraction(1)),))


@value_of("cof")
def cofactor(place: Place, node: Expr, inside: Expr, *at: Expr) -> Value:
    """The matrix of cofactors, or one of them."""
    every = Expr("transpose", (Expr("adj", (inside,)),))
    return place.of(Expr("component", (every, *at)) if at else every)


@value_of("minor")
def minor(place: Place, node: Expr, inside: Expr, *at: Expr) -> Value:
    """The determinant without a row and a column: a cofactor with its sign."""
    sign = Expr("pow", (MINUS, Expr("add", at)))
    return place.of(Expr("mul", (sign, Expr("cof", (inside, *at)))))


@value_of("rank")
def rank(place: Place, node: Expr, inside: Expr) -> Value:
    """A rank: the trace of the projection A^+ A."""
    return place.of(Expr("tr", (Expr("mul", (Expr("pinv", (inside,)), inside)),)))


@value_of("eigs")
def of_eigenvalues(place: Place, node: Expr, inside: Expr) -> Value:
    """The sum or product of all eigenvalues."""
    if node.value is None:
        raise Unsupported("eigenvalues, as a set")
    return place.of(Expr({"sum": "tr", "prod": "det"}[node.value], (inside,)))
