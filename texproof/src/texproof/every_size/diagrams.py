"""Diagrams: products of entries of generic families, summed over bound indices.

``Σ_ij A[i,j] x[j] exp(t[i])`` is a diagram with two bound indices and three factors. A polynomial
is a sum of diagrams with rational coefficients. Sizes that stand as numbers are factors, too.

A function of a polynomial is a factor as well. What is inside is a template: the variables of its
surroundings are called #0, #1, ... and stand in the slots; those that it binds itself are @0, @1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from .indices import Index, Var, key, less, moved

ONE = Fraction(1)


class Head(NamedTuple):
    """What a factor is an entry of.

    inside: templates; takes: sizes of #0, #1, ...; binds: sizes of @0, @1, ...; own: how many
    slots come before those of #0, ...; even: the first of two slots that may be exchanged, or -1.
    """

    kind: str
    label: str = ""
    inside: tuple[Poly, ...] = ()
    takes: tuple[str, ...] = ()
    binds: tuple[str, ...] = ()
    own: int = 0
    even: int = -1

    @property
    def key(self) -> tuple[str, ...]:
        """What heads are sorted by."""
        return self.kind, self.label, *(poly.key for poly in self.inside)


class Factor(NamedTuple):
    """An entry to a power."""

    head: Head
    slots: tuple[Index, ...] = ()
    power: Fraction = ONE


class Diagram(NamedTuple):
    """A product of factors, summed over the variables 0, 1, ... of these sizes."""

    sizes: tuple[str, ...] = ()
    factors: tuple[Factor, ...] = ()

    @property
    def bound(self) -> tuple[Var, ...]:
        """The variables that it sums over."""
        return tuple(Var(k, size) for k, size in enumerate(self.sizes))


class Term(NamedTuple):
    """A product that is not in normal form yet, summed over some variables."""

    coefficient: Fraction
    bound: tuple[Var, ...]
    factors: tuple[Factor, ...]


class Poly:
    """A sum of diagrams in normal form, with their coefficients; it never changes."""

    def __init__(self, terms: Mapping[Diagram, Fraction]) -> None:
        self.terms = {diagram: value for diagram, value in terms.items() if value}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Poly) and self.terms == other.terms

    def __hash__(self) -> int:
        return self._hash

    def __bool__(self) -> bool:
        return bool(self.terms)

    @cached_property
    def _hash(self) -> int:
        return hash(frozenset(self.terms.items()))

    @cached_property
    def key(self) -> str:
        """What polynomials are sorted by: the same in every run."""
        parts = sorted(f"{told(diagram)}:{value}" for diagram, value in self.terms.items())
        return "(" + " + ".join(parts) + ")"

    def __add__(self, other: Poly) -> Poly:
        total = dict(self.terms)
        for diagram, value in other.terms.items():
            total[diagram] = total.get(diagram, Fraction(0)) + value
        return Poly(total)

    def __neg__(self) -> Poly:
        return self.scaled(-ONE)

    def __sub__(self, other: Poly) -> Poly:
        return self + -other

    def scaled(self, by: Fraction) -> Poly:
        """The sum times a number."""
        return Poly({diagram: value * by for diagram, value in self.terms.items()})

    @property
    def number(self) -> Fraction | None:
        """The number that it is, or None."""
        if not self.terms:
            return Fraction(0)
        return self.terms.get(UNIT) if len(self.terms) == 1 else None

    @property
    def single(self) -> tuple[Diagram, Fraction] | None:
        """(diagram, coefficient) where there is only one."""
        return next(iter(self.terms.items())) if len(self.terms) == 1 else None


UNIT = Diagram()
ZERO = Poly({})


def number(value: Fraction | int) -> Poly:
    """A number."""
    return Poly({UNIT: Fraction(value)})


def told(diagram: Diagram) -> str:
    """A diagram as text, the same in every run."""
    factors = (f"{f.head.key}{[key(slot) for slot in f.slots]}^{f.power}" for f in diagram.factors)
    return f"{diagram.sizes}{'·'.join(factors)}"


def put(factors: Iterable[Factor], values: Mapping[Var, Index]) -> tuple[Factor, ...]:
    """Factors with other indices in the place of some variables, not inside of templates."""
    return tuple(
        factor._replace(slots=tuple(exchanged(slot, values) for slot in factor.slots))
        if any(slot.var in values for slot in factor.slots)
        else factor
        for factor in factors
    )


def exchanged(index: Index, values: Mapping[Var, Index]) -> Index:
    """An index with another one in the place of its variable."""
    if index.var is None or index.var not in values:
        return index
    value = values[index.var]
    return less(index.shift, value) if index.minus else moved(value, index.shift)


def occurring(factors: Iterable[Factor]) -> Iterator[Var]:
    """The variables in the slots of factors, with repetition."""
    return (slot.var for factor in factors for slot in factor.slots if slot.var is not None)


def letters_of(poly: Poly) -> list[Var]:
    """The free variables of a polynomial, without repetition."""
    every = (var for diagram in poly.terms for var in occurring(diagram.factors))
    return [var for var in dict.fromkeys(every) if isinstance(var.name, str)]


def mentions(poly: Poly, head: tuple[str, str]) -> bool:
    """Whether a head of this kind and label occurs, in templates too."""
    return any(
        (factor.head.kind, factor.head.label) == head
        or any(mentions(inside, head) for inside in factor.head.inside)
        for diagram in poly.terms
        for factor in diagram.factors
    )
