"""Whether a tree is positive semidefinite, as written: M^T P M, sums, inverses, variances."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from ..expr import Expr
from ..names import Name, outcomes
from .binders import over
from .diagrams import Poly, number
from .indices import Index, fresh
from .leaves import plain_index
from .place import Place
from .signs import ANY, NONNEGATIVE, POSITIVE, of_poly
from .tree_signs import sign_of, signed

Kind = Callable[..., int]
KINDS: dict[str, Kind] = {}


def definite(place: Place, node: Expr) -> int:
    """2 where a square is positive definite wherever it is defined, 1 if semidefinite, else 0.

    Of a number it is its sign.
    """
    if not place.of(node).shape:
        return sign_of(place, node)
    return KINDS[node.op](place, node, *node.args) if node.op in KINDS else ANY


def definite_as(*operations: str) -> Callable[[Kind], Kind]:
    """Enters what is known of operations in the table."""

    def enter(function: Kind) -> Kind:
        KINDS.update(dict.fromkeys(operations, function))
        return function

    return enter


@definite_as("name")
def of_name(place: Place, node: Expr, *indices: Expr) -> int:
    """A name by its facts or its definition."""
    name: Name = node.value
    if name in place.values or name in place.held:
        return ANY
    if name not in place.definitions:
        facts = name.facts & {"posdef", "identity"}
        return POSITIVE if facts else NONNEGATIVE if "psd" in name.facts else ANY
    letters, body, by_entries = place.definitions[name]
    if by_entries or any(part.op == "name" for part in indices):
        return ANY
    at = dict(zip(letters, (plain_index(place, part) for part in indices), strict=True))
    return definite(replace(place, letters={}).at(at), body)


@definite_as("transpose")
def of_transpose(place: Place, node: Expr, inside: Expr) -> int:
    """A transpose."""
    return definite(place, inside)


@definite_as("inverse")
def of_inverse(place: Place, node: Expr, inside: Expr) -> int:
    """An inverse: what is semidefinite and has one is definite."""
    return POSITIVE if definite(place, inside) > ANY else ANY


@definite_as("add")
def of_sum(place: Place, node: Expr, *terms: Expr) -> int:
    """A sum, of which one term may be definite."""
    found = [definite(place, term) for term in terms]
    return max(found) if min(found) > ANY else ANY


@definite_as("div")
def of_quotient(place: Place, node: Expr, above: Expr, below: Expr) -> int:
    """A quotient: what is below is not 0 where it is defined."""
    return ANY if sign_of(place, below) == ANY else definite(place, above)


@signed("mul")
@definite_as("mul")
def of_product(place: Place, node: Expr, *factors: Expr) -> int:
    """Numbers that are not negative, times what reads the same from both sides."""
    shapes = [place.of(factor).shape for factor in factors]
    signs = [sign_of(place, f) for f, shape in zip(factors, shapes, strict=True)
             if not shape]  # fmt: skip
    square = of_palindrome(place, [f for f, shape in zip(factors, shapes, strict=True) if shape])
    return min([*signs, square])


def of_palindrome(place: Place, factors: Sequence[Expr]) -> int:
    """M^T P M, with P semidefinite or left out."""
    if len(factors) < 2:
        return definite(place, factors[0]) if factors else POSITIVE
    first, *inner, last = factors
    if not is_transpose(place, first, last):
        return ANY
    return min(NONNEGATIVE, of_palindrome(place, inner))


def is_transpose(place: Place, left: Expr, right: Expr) -> bool:
    """Whether one factor is the transpose of another."""
    one, other = (part.args[0] if part.op == "transpose" else part for part in (left, right))
    turned = (left.op == "transpose") != (right.op == "transpose")
    return one == other and (turned or (one.op == "name" and "symmetric" in one.value.facts
                                        and one.value not in place.values))  # fmt: skip


@definite_as("diag")
def of_diagonal(place: Place, node: Expr, inside: Expr) -> int:
    """A diagonal matrix, by the sign of its entries."""
    return of_poly(place.here, place.of(inside).poly)


@signed("tr")
def of_trace(place: Place, node: Expr, inside: Expr) -> int:
    """The trace of what is semidefinite."""
    return definite(place, inside)


@definite_as("sum")
def of_many(place: Place, node: Expr, domain: Expr, body: Expr) -> int:
    """A sum over a range or a set, which may be empty."""
    found: list[int] = []

    def inside(inner: Place) -> Poly:
        found.append(definite(inner, body))
        return number(0)

    over(place, node.value, domain, inside, lambda *parts: number(0))
    return NONNEGATIVE if found and min(found) > ANY else ANY


@definite_as("expect")
def of_mean(place: Place, node: Expr, body: Expr) -> int:
    """The mean of what is semidefinite."""
    letters = {letter: Index(fresh(size)) for letter, size in map(outcomes, node.value)}
    return min(NONNEGATIVE, definite(place.at(letters), body))


@definite_as("covariance")
def of_covariance(place: Place, node: Expr, left: Expr, right: Expr) -> int:
    """A variance."""
    return NONNEGATIVE if left == right else ANY
