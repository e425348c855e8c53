"""Polynomials in diagrams, products of entries summed over bound indices, and their normal form.

Sums and products distribute, bound variables are renamed in a canonical way, and then the `RULES`
are applied until nothing changes. Two polynomials are equal only if they are equal as data, so a
poor choice of labels can lose a proof and cannot make one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from ..limits import MOST_DIAGRAMS, MOST_FORMS, MOST_STEPS
from ..names import Name
from ..shape.sizes import TIMES
from .indices import (
    Index,
    Known,
    TooMuch,
    Var,
    components_of,
    fresh_variable,
    index_key,
    index_parts,
    refuse_stacked,
    shift_index,
    split_stacked_variables,
    subtract_index,
)

# --------------------------------------------------------------------------------------------------
# Diagrams: products of entries of generic families, summed over bound indices.
#
# ``Σ_ij A[i,j] x[j] exp(t[i])`` is a diagram with two bound indices and three factors. A polynomial
# is a sum of diagrams with rational coefficients. Sizes that stand as numbers are factors, too.
#
# A function of a polynomial is a factor as well. What is inside is a template: the variables of its
# surroundings are called #0, #1, ... and stand in the slots; those that it binds itself are @0, @1.

ONE = Fraction(1)


class Head(NamedTuple):
    """What a factor is an entry of: a family with a name, a delta, a size, a function and so on.

    kind: which of these, such as "name", "delta" or "log"; label: the name in LaTeX, or the size;
    inside: templates of the polynomials that a function is taken of; takes: sizes of #0, #1, ...;
    binds: sizes of @0, @1, ...; own: how many slots come before those of #0, ...; even: the first
    of two slots that may be exchanged, or -1.
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
        parts = sorted(f"{as_text(diagram)}:{value}" for diagram, value in self.terms.items())
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


def constant_poly(value: Fraction | int) -> Poly:
    """A number."""
    return Poly({UNIT: Fraction(value)})


def as_text(diagram: Diagram) -> str:
    """A diagram as text, the same in every run."""
    factors = (
        f"{f.head.key}{[index_key(slot) for slot in f.slots]}^{f.power}" for f in diagram.factors
    )
    return f"{diagram.sizes}{'·'.join(factors)}"


def substituted_slots(factors: Iterable[Factor], values: Mapping[Var, Index]) -> tuple[Factor, ...]:
    """Factors with other indices in the place of some variables, not inside of templates."""
    return tuple(
        factor._replace(slots=tuple(substituted_index(slot, values) for slot in factor.slots))
        if any(slot.var in values for slot in factor.slots)
        else factor
        for factor in factors
    )


def substituted_index(index: Index, values: Mapping[Var, Index]) -> Index:
    """An index with another one in the place of its variable."""
    if index.var is None or index.var not in values:
        return index
    value = values[index.var]
    return subtract_index(index.shift, value) if index.minus else shift_index(value, index.shift)


def slot_variables(factors: Iterable[Factor]) -> Iterator[Var]:
    """The variables in the slots of factors, with repetition."""
    return (slot.var for factor in factors for slot in factor.slots if slot.var is not None)


def letters_of(poly: Poly) -> list[Var]:
    """The free variables of a polynomial, without repetition."""
    every = (var for diagram in poly.terms for var in slot_variables(diagram.factors))
    return [var for var in dict.fromkeys(every) if isinstance(var.name, str)]


def mentions(poly: Poly, head: tuple[str, str]) -> bool:
    """Whether a head of this kind and label occurs, in templates too."""
    return any(
        (factor.head.kind, factor.head.label) == head
        or any(mentions(inside, head) for inside in factor.head.inside)
        for diagram in poly.terms
        for factor in diagram.factors
    )


# --------------------------------------------------------------------------------------------------
# Canonical labelling: diagrams that differ only in the names of their bound variables get one form.
#
# A diagram is a graph whose vertices are the bound variables and the factors. The method is colour
# refinement with individualization, as in programs for graph isomorphism: the colours of the
# variables are refined until they are stable; where several variables still share a colour, each
# of them in turn gets a colour of its own, and refinement goes on. Each branch ends with all
# colours different, which orders the variables. The smallest form among all branches is taken.

Colours = dict[Var, int]


def canonical_diagram(bound: tuple[Var, ...], factors: tuple[Factor, ...]) -> Diagram:
    """The diagram, in canonical form, of a product that is summed over some variables."""
    if not bound:
        return Diagram((), tuple(sorted(factors, key=factor_key)))
    heads = [(factor.head.key, factor.power) for factor in factors]
    sizes = {size: rank for rank, size in enumerate(sorted({var.size for var in bound}))}
    waiting = [refine_colours({var: sizes[var.size] for var in bound}, factors, heads)]
    best: tuple[Any, Diagram] | None = None
    leaves = 0
    while waiting:
        colours = waiting.pop()
        tied = first_tie(colours)
        if tied:
            for var in tied:
                # The factor 2 makes room for a new colour: var keeps it, and the others move on.
                separate = {v: 2 * c + (v in tied and v != var) for v, c in colours.items()}
                waiting.append(refine_colours(separate, factors, heads))
            continue
        leaves += 1
        if leaves > MOST_FORMS:
            raise TooMuch("too many indices are alike")
        numbered = number_variables(colours, factors)
        order = [factor_key(factor) for factor in numbered.factors]
        if best is None or order < best[0]:
            best = order, numbered
    assert best is not None
    return best[1]


def factor_key(factor: Factor) -> Any:
    """What factors are sorted by."""
    return factor.head.key, [index_key(slot) for slot in factor.slots], factor.power


def first_tie(colours: Mapping[Var, int]) -> list[Var]:
    """The variables of the first colour that several have."""
    classes: dict[int, list[Var]] = {}
    for var, colour in colours.items():
        classes.setdefault(colour, []).append(var)
    tied = [colour for colour, members in classes.items() if len(members) > 1]
    return classes[min(tied)] if tied else []


def refine_colours(colours: Colours, factors: tuple[Factor, ...], heads: list[Any]) -> Colours:
    """The stable colouring that colour refinement makes of a colouring of the bound variables.

    In each round the new colour of a variable is its old one together with the factors in which it
    stands, its slot in each, and the colours of all their slots. The rounds end when no colour
    splits any more. Slots that may be exchanged count as one.
    """
    many = len(set(colours.values()))
    while True:
        seen: dict[Var, list[Any]] = {var: [] for var in colours}
        for factor, head in zip(factors, heads, strict=True):
            touched = [slot_colour(slot, colours) for slot in factor.slots]
            even = factor.head.even
            if even >= 0:
                touched[even : even + 2] = sorted(touched[even : even + 2])
            for place, slot in enumerate(factor.slots):
                if slot.var in seen:
                    at = even if place == even + 1 and even >= 0 else place
                    seen[slot.var].append((head, at, slot.tail, touched))
        marks = {var: (colours[var], sorted(seen[var])) for var in colours}
        ranks: list[Any] = []
        for mark in sorted(marks.values()):
            if not ranks or ranks[-1] != mark:
                ranks.append(mark)
        if len(ranks) == many:
            return {var: ranks.index(mark) for var, mark in marks.items()}
        many = len(ranks)
        colours = {var: ranks.index(mark) for var, mark in marks.items()}


def slot_colour(slot: Index, colours: Colours) -> Any:
    """What tells a slot from others: the colour of its variable, or else the index itself."""
    if slot.var in colours:
        return 1, colours[slot.var], "", slot.tail
    kind, name, size, shift = index_key(slot)
    return kind, 0, f"{name}|{size}", shift


def number_variables(colours: Colours, factors: tuple[Factor, ...]) -> Diagram:
    """The diagram whose variables are numbered in the order of their colours."""
    order = sorted(colours, key=lambda var: colours[var])
    new = {var: Index(Var(k, var.size)) for k, var in enumerate(order)}
    result = sorted(
        (sort_slots(factor) for factor in substituted_slots(factors, new)), key=factor_key
    )
    return Diagram(tuple(var.size for var in order), tuple(result))


def sort_slots(factor: Factor) -> Factor:
    """A factor whose exchangeable slots are in order."""
    even = factor.head.even
    if even < 0 or index_key(factor.slots[even]) <= index_key(factor.slots[even + 1]):
        return factor
    slots = list(factor.slots)
    slots[even], slots[even + 1] = slots[even + 1], slots[even]
    return factor._replace(slots=tuple(slots))


# --------------------------------------------------------------------------------------------------
# Sums, products and bound indices of polynomials in diagrams, brought to normal form.
#
# Each rule takes a product that is summed over some variables, and returns the products of which it
# is a sum, or None where it does not apply. Their order is in `__init__`.

RewriteRule = Callable[["Ring", Term], "list[Term] | None"]
Maker = Callable[
    ["Ring", Head, tuple[Poly, ...], tuple[Index, ...], tuple[Var, ...], Fraction], Poly
]
RULES: list[RewriteRule] = []
MAKERS: dict[str, Maker] = {}


@dataclass(frozen=True)
class Ring:
    """The ring in which polynomials are computed, with what their normal forms depend on.

    known: what is known of sizes and letters; names: by LaTeX; memo: the normal forms so far;
    steps: how many were taken.
    """

    known: Known
    names: dict[str, Name]
    memo: dict[tuple[tuple[Var, ...], tuple[Factor, ...]], Poly] = field(default_factory=dict)
    steps: list[int] = field(default_factory=lambda: [0])

    def count(self, many: int = 1) -> None:
        """Counts steps; raises when there are too many."""
        self.steps[0] += many
        if self.steps[0] > MOST_STEPS:
            raise TooMuch("too many steps")


def factor_maker(kind: str) -> Callable[[Maker], Maker]:
    """Enters the function that makes heads of a kind again from what is inside."""

    def enter(function: Maker) -> Maker:
        MAKERS[kind] = function
        return function

    return enter


def normal_form(ring: Ring, term: Term) -> Poly:
    """The normal form of a product that is summed over its bound variables."""
    memo_key = term.bound, term.factors
    if memo_key not in ring.memo:
        ring.memo[memo_key] = apply_rules(ring, term._replace(coefficient=ONE))
    return ring.memo[memo_key].scaled(term.coefficient)


def apply_rules(ring: Ring, term: Term) -> Poly:
    """The normal form, found by the rules one after another."""
    refuse_stacked(slot_variables(term.factors))
    waiting, coefficients = [term], dict[Diagram, Fraction]()
    while waiting:
        term = waiting.pop()
        ring.count(1 + len(term.factors))
        for apply in RULES:
            result = apply(ring, term)
            if result is not None:
                waiting += result
                break
        else:
            diagram = canonical_diagram(term.bound, term.factors)
            coefficients[diagram] = coefficients.get(diagram, Fraction(0)) + term.coefficient
    return Poly(coefficients)


def total(polys: Sequence[Poly]) -> Poly:
    """The sum of some polynomials."""
    result: dict[Diagram, Fraction] = {}
    for poly in polys:
        for diagram, value in poly.terms.items():
            result[diagram] = result.get(diagram, Fraction(0)) + value
    return Poly(result)


def times(ring: Ring, left: Poly, right: Poly) -> Poly:
    """A product."""
    for one, other in ((left, right), (right, left)):
        if one.number is not None:
            return other.scaled(one.number)
    if len(left.terms) * len(right.terms) > MOST_DIAGRAMS:
        raise TooMuch("a product has too many terms")
    ring.count(len(left.terms) * len(right.terms))
    return total([
        normal_form(ring, multiply_by_diagram(Term(a * b, one.bound, one.factors), other))
        for one, a in left.terms.items()
        for other, b in right.terms.items()
    ])  # fmt: skip


def product(ring: Ring, polys: Sequence[Poly]) -> Poly:
    """The product of some polynomials."""
    result = constant_poly(1)
    for poly in polys:
        result = times(ring, result, poly)
    return result


def multiply_by_diagram(term: Term, diagram: Diagram) -> Term:
    """A product times a diagram, whose bound variables get other numbers."""
    start = 1 + max((v.name for v in term.bound if isinstance(v.name, int)), default=-1)
    renamed = {v: Index(Var(start + k, v.size)) for k, v in enumerate(diagram.bound)}
    bound = tuple(Var(start + k, v.size) for k, v in enumerate(diagram.bound))
    factors = (*term.factors, *substituted_slots(diagram.factors, renamed))
    return Term(term.coefficient, (*term.bound, *bound), factors)


def bind(ring: Ring, poly: Poly, var: Var) -> Poly:
    """The sum over all values of a variable."""
    if TIMES in var.size:
        for one in components_of(var):
            poly = bind(ring, poly, one)
        return poly
    result = []
    for part in index_parts(var):
        if part.var is None:
            result.append(substitute(ring, poly, {var: part}))
            continue
        for diagram, value in poly.terms.items():
            new = Var(len(diagram.sizes), part.var.size)
            factors = substituted_slots(diagram.factors, {var: part._replace(var=new)})
            result.append(normal_form(ring, Term(value, (*diagram.bound, new), factors)))
    return total(result)


def substitute(ring: Ring, poly: Poly, values: Mapping[Var, Index]) -> Poly:
    """A polynomial with other indices in the place of free variables."""
    changed = {
        v: index for v, index in split_stacked_variables(values).items() if index != Index(v)
    }
    if not changed:
        return poly
    result, kept = [], dict[Diagram, Fraction]()
    for diagram, value in poly.terms.items():
        if any(var in changed for var in slot_variables(diagram.factors)):
            term = Term(value, diagram.bound, substituted_slots(diagram.factors, changed))
            result.append(normal_form(ring, term))
        else:
            kept[diagram] = value
    return total([Poly(kept), *result])


def unpack_factor(ring: Ring, factor: Factor) -> tuple[tuple[Poly, ...], tuple[Var, ...]]:
    """What is inside of a factor with free slots, and the variables that it binds itself."""
    head = factor.head
    binds = tuple(fresh_variable(size) for size in head.binds)
    values = {Var(f"@{k}", var.size): Index(var) for k, var in enumerate(binds)}
    for k, (size, slot) in enumerate(zip(head.takes, factor.slots[head.own :], strict=True)):
        values[Var(f"#{k}", size)] = slot
    return tuple(substitute(ring, poly, values) for poly in head.inside), binds


def remake_factor(ring: Ring, factor: Factor) -> Poly:
    """A factor made again from what is inside, which may have become simpler."""
    inside, binds = unpack_factor(ring, factor)
    own = factor.slots[: factor.head.own]
    return MAKERS[factor.head.kind](ring, factor.head, inside, own, binds, factor.power)


def name_bound_variables(factor: Factor, bound: Sequence[Var]) -> tuple[Factor, dict[Var, Index]]:
    """A factor of a product with letters for its bound variables, and the way back."""
    used = [var for var in dict.fromkeys(slot_variables([factor])) if var in bound]
    letters = {var: fresh_variable(var.size) for var in used}
    back = {letter: Index(var) for var, letter in letters.items()}
    return substituted_slots([factor], {v: Index(letter) for v, letter in letters.items()})[0], back


def replace_factor(term: Term, factor: Factor, poly: Poly, back: Mapping[Var, Index]) -> list[Term]:
    """A product with a polynomial in the place of one of its factors."""
    others = list(term.factors)
    others.remove(factor)
    rest = term._replace(factors=tuple(others))
    result = []
    for diagram, value in poly.terms.items():
        whole = multiply_by_diagram(rest, diagram)
        result.append(
            Term(term.coefficient * value, whole.bound, substituted_slots(whole.factors, back))
        )
    return result
